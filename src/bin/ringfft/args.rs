//! The arguments, as `clap` reads them. Values are text here and are read by the verbs, whose errors say
//! what is possible.

use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Fast Fourier transforms, products and their checks over many rings.
#[derive(Parser)]
#[command(
    name = "ringfft",
    version,
    after_help = "Exit codes: 0 success, 1 a verification failed, 2 bad input, 3 memory, disk or device missing, 4 internal error.\n\
                  Files: `-` is standard input or output. Results go to standard output unless -o names a file; times and notes go to standard error."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
#[allow(clippy::large_enum_variant, reason = "there is one of it")]
pub(crate) enum Command {
    /// Rings, algorithms and their orders, engines, instruction sets and devices of this build and machine.
    List(ListArgs),
    /// The discrete Fourier transform of the elements in a file, or its inverse.
    Transform(TransformArgs),
    /// The product of two sequences: linear, cyclic, negacyclic, middle, or their correlation.
    Convolve(ConvolveArgs),
    /// The product of two integers, verified.
    Multiply(MultiplyArgs),
    /// Polynomials over a ring.
    #[command(subcommand)]
    Poly(PolyCommand),
    /// The power of a sound by frequency, as a table or a curve, or by time and frequency, as a picture.
    Spectrum(crate::spectrum::SpectrumArgs),
    /// Files as shards of which some may be lost: an erasure code.
    #[command(subcommand)]
    Rs(crate::rs::RsCommand),
    /// Pictures: filters, spectra and textures.
    #[command(subcommand)]
    Image(crate::image::ImageCommand),
    /// Checks transforms of this build against independent evaluation.
    Verify(VerifyArgs),
    /// Operations counted by running a transform over a counting ring, beside the closed form.
    Count(SpecArgs),
    /// Which recipe a plan would take, as a tree, and why.
    Explain(ExplainArgs),
    /// Times the recipes worth considering and saves the fastest, for `transform --tuning` and `explain --tuning`.
    Tune(TuneArgs),
    /// The network of a transform with its twiddles and the order of its values, or its sparse matrices, as SVG.
    Draw(DrawArgs),
}

#[derive(Subcommand)]
pub(crate) enum PolyCommand {
    /// The product of two polynomials, len(a) + len(b) - 1 coefficients.
    Multiply(PolyArgs),
}

/// Options of every verb.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Common {
    /// Threads [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,
    /// Instruction set: scalar, pclmul, avx2, avx512 or auto (also the variable RINGFFT_ISA) [default: auto]
    #[arg(long, value_name = "NAME")]
    pub(crate) isa: Option<String>,
    /// Where to compute: cpu, cuda or auto [default: auto]
    #[arg(long, value_name = "NAME")]
    pub(crate) device: Option<String>,
    /// The most bytes to take, for instance 512M or 4GiB; an error before work starts when more is needed
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
    /// Report as JSON (docs/json.md)
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The format of element files.
#[derive(Args, Clone, Debug)]
pub(crate) struct FormatArgs {
    /// Format of input and output: text (one element a line), raw (little-endian) or npy
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub(crate) format: String,
}

#[derive(Args)]
pub(crate) struct TransformArgs {
    /// c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod:P@W, mod32:P, fermat:K or
    /// gf2:D
    #[arg(long, value_name = "RING")]
    pub(crate) ring: String,
    /// A name of `ringfft list`, or auto
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) algorithm: String,
    /// Values in, coefficients out
    #[arg(long)]
    pub(crate) inverse: bool,
    /// c2c; over c32 and c64 r2c (floor(n/2) + 1 values), c2r (back; of even length unless --shape N says it), dct1 to
    /// dct4, dst1 to dst4 (as FFTW defines them); over m31 circle
    #[arg(long, value_name = "KIND", default_value = "c2c")]
    pub(crate) kind: String,
    /// Lengths of the axes of an array of real or complex numbers, row-major, the real one's for c2r: for instance 512x768
    #[arg(long, value_name = "AxB")]
    pub(crate) shape: Option<String>,
    /// The axes to transform, counted from 0: for instance 0,1; the last must be among them for r2c and c2r [default: all]
    #[arg(long, value_name = "LIST")]
    pub(crate) axes: Option<String>,
    /// Factor of the directions: none, forward (1/n forward), inverse (1/n on the inverse), unitary (complex)
    #[arg(long, value_name = "NAME", default_value = "inverse")]
    pub(crate) scale: String,
    /// Order of the values: natural, bit-reversed or native (the algorithm's own) [default: natural; native for
    /// truncated]
    #[arg(long, value_name = "NAME")]
    pub(crate) order: Option<String>,
    /// Evaluate at C w^k, C a unit; complex: RE,IM; binary fields: at C + p_k, any C
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) coset: Option<String>,
    /// The n-th root of unity w itself instead of the ring's (negacyclic: v of order 2n; truncated: of order N);
    /// complex: RE,IM
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    pub(crate) root: Option<String>,
    /// Basis of the polynomials over binary fields: monomial, or novel (Lin, Chung and Han)
    #[arg(long, value_name = "NAME", default_value = "monomial")]
    pub(crate) basis: String,
    /// What `ringfft tune` saved on this machine
    #[arg(long, value_name = "FILE")]
    pub(crate) tuning: Option<PathBuf>,
    /// Number of transforms in the input
    #[arg(long, value_name = "B", default_value = "1")]
    pub(crate) batch: String,
    /// How a batch lies: rows (one after another) or columns (interleaved)
    #[arg(long, value_name = "NAME", default_value = "rows")]
    pub(crate) layout: String,
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) common: Common,
    /// The elements, low degree first; `-` is standard input
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ConvolveArgs {
    /// c32, c64, goldilocks, babybear, koalabear, bls12-381-fr, bn254-fr, mod:P, gf2:D, gf2 or z
    #[arg(long, value_name = "RING")]
    pub(crate) ring: String,
    /// linear; cyclic or negacyclic (modulo x^n - 1 or x^n + 1, n the greater length); middle (coefficients to
    /// which all of the shorter input contributes); correlate (sum a_(j+k) b_j, lags k from 1 - len(B) on)
    #[arg(long, value_name = "KIND", default_value = "linear")]
    pub(crate) kind: String,
    #[command(flatten)]
    pub(crate) pair: PairArgs,
}

#[derive(Args)]
pub(crate) struct PolyArgs {
    /// c32, c64, goldilocks, babybear, koalabear, bls12-381-fr, bn254-fr, mod:P, gf2:D, gf2 or z
    #[arg(long, value_name = "RING")]
    pub(crate) ring: String,
    #[command(flatten)]
    pub(crate) pair: PairArgs,
}

/// Two inputs and one output.
#[derive(Args)]
pub(crate) struct PairArgs {
    #[command(flatten)]
    pub(crate) format: FormatArgs,
    #[command(flatten)]
    pub(crate) common: Common,
    /// First input; `-` is standard input
    #[arg(value_name = "A")]
    pub(crate) a: PathBuf,
    /// Second input
    #[arg(value_name = "B")]
    pub(crate) b: PathBuf,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "An operand may be spelled out, as K*B^E+C or K*B^E-C (without K* too; E may be 2^20): the program \
                  computes it. Two known generalized Fermat primes of 6.3 million digits each:\n\n    \
                  ringfft multiply 1059094^1048576+1 919444^1048576+1 -o product.txt\n\nThe digest on standard \
                  error is the SHA-256 of the output as written."
)]
pub(crate) struct MultiplyArgs {
    /// One operand A: its square
    #[arg(long)]
    pub(crate) square: bool,
    /// The canonical residue modulo 2^N-1 or 2^N+1
    #[arg(long = "mod", value_name = "2^N-1|2^N+1")]
    pub(crate) modulus: Option<String>,
    /// Radix of the output, 10 or 16; 16 also reads inputs without 0x as hexadecimal
    #[arg(long, value_name = "RADIX", default_value = "10")]
    pub(crate) radix: String,
    /// Product engine by name, or auto
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: String,
    /// Do not check the product
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Points of the check from this seed instead of the system's randomness
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Files holding one integer each; `-` is standard input; where there is no such file, K*B^E+C or B^E-C
    #[arg(value_name = "A B", required = true, num_args = 1..=2, allow_hyphen_values = false)]
    pub(crate) operands: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct VerifyArgs {
    /// What to check: RING:LENGTH or RING:LENGTH:ALGORITHM [default: a sample of everything]
    #[arg(value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Seed of the inputs and points
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: String,
    /// Every length to 100, powers of two to 2^16 (2^22 for the choice over residues, 2^20 over binary fields), 1000,
    /// 1009 and 65537, where roots exist: some minutes; tells on standard error what came of each ring
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct SpecArgs {
    /// RING:LENGTH or RING:LENGTH:ALGORITHM, for instance c64:2^20:stockham
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) specs: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    pub(crate) spec: SpecArgs,
    /// What `ringfft tune` saved on this machine
    #[arg(long, value_name = "FILE")]
    pub(crate) tuning: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct TuneArgs {
    /// RING:LENGTH, for instance c64:1000
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) specs: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// File to save to, beside what it holds already [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Columns are layers of additions. A box is a product by a constant, a minus sign belongs to the edge \
                        it stands on. Operations that no output needs are left out. Networks up to length 64, factors up to 32:\n\n    \
                        ringfft draw classical:8 -o classical-8.svg\n    \
                        ringfft draw \"stockham(16, 4x4)\" --ring mod:17 --factors -o factors.svg"
)]
pub(crate) struct DrawArgs {
    /// ALGORITHM:LENGTH, for instance classical:8, or a recipe, for instance "stockham(8, 2x2x2)"
    #[arg(value_name = "ALGORITHM:LENGTH")]
    pub(crate) subject: String,
    /// The ring whose constants are shown: c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P,
    /// mod:P@W, fermat:K or gf2:D
    #[arg(long, value_name = "RING", default_value = "c64")]
    pub(crate) ring: String,
    /// The product of sparse matrices instead of the network
    #[arg(long)]
    pub(crate) factors: bool,
    /// The unscaled inverse: values in, n times the coefficients out
    #[arg(long)]
    pub(crate) inverse: bool,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}
