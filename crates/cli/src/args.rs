//! The arguments that verbs share, and those of most verbs, as `clap` reads them. Values are text here and are read by the verbs,
//! whose errors say what is possible.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum PolyCommand {
    /// Multiplies two polynomials; the product has len(A) + len(B) - 1 coefficients.
    Multiply(PolyArgs),
    /// Divides A by B; prints the quotient, an empty line and the remainder, each without leading zeros.
    Divide(DivideArgs),
    /// Prints the monic greatest common divisor of A and B.
    Gcd(FieldArgs),
    /// Prints the values of the polynomial A at the points B.
    Evaluate(FieldArgs),
    /// Prints the polynomial that has at the points A the values B: as many coefficients as points.
    Interpolate(FieldArgs),
}

/// Options of every verb.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Common {
    /// Number of threads [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<String>,
    /// Instruction set: one that `ringfft list` prints, or auto (also the variable RINGFFT_ISA) [default: auto]
    #[arg(long, value_name = "NAME")]
    pub(crate) isa: Option<String>,
    /// Where transform and image compute: cpu, cuda, or auto (a device where it pays) [default: cpu]
    #[arg(long, value_name = "NAME")]
    pub(crate) device: Option<String>,
    /// Memory for the data, for instance 512M or 4GiB, besides 48 MiB for the program itself; an error before work starts
    /// when more is needed
    #[arg(long, value_name = "SIZE")]
    pub(crate) memory: Option<String>,
    /// Report as JSON, as docs/json.md describes it
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
    /// Compute the inverse: values in, coefficients out
    #[arg(long)]
    pub(crate) inverse: bool,
    /// c2c; over c32 and c64 also r2c (real in, floor(n/2) + 1 values out), c2r (back, to an even length unless --shape N
    /// gives it), dct1 to dct4 and dst1 to dst4 (as FFTW defines them); over m31 also circle
    #[arg(long, value_name = "KIND", default_value = "c2c")]
    pub(crate) kind: String,
    /// Lengths of the axes of an array of real or complex numbers, row-major, for instance 512x768; for r2c and c2r those of
    /// the real array
    #[arg(long, value_name = "AxB")]
    pub(crate) shape: Option<String>,
    /// The axes to transform, counted from 0: for instance 0,1; the last must be among them for r2c and c2r [default: all]
    #[arg(long, value_name = "LIST")]
    pub(crate) axes: Option<String>,
    /// Which direction is scaled: none, forward (by 1/n), inverse (by 1/n) or unitary (both by 1/sqrt(n); c32 and c64 only)
    #[arg(long, value_name = "NAME", default_value = "inverse")]
    pub(crate) scale: String,
    /// Order of the values: natural, bit-reversed or native (the algorithm's own) [default: natural; native for
    /// truncated]
    #[arg(long, value_name = "NAME")]
    pub(crate) order: Option<String>,
    /// Take the values at C w^k, C a unit (complex: RE,IM), or over binary fields at C + p_k, any C
    #[arg(long, value_name = "C", allow_hyphen_values = true)]
    pub(crate) coset: Option<String>,
    /// The root of unity w of order n to use instead of the ring's own (negacyclic: of order 2n; truncated: of order N, the
    /// next power of two); complex: RE,IM
    #[arg(long, value_name = "W", allow_hyphen_values = true)]
    pub(crate) root: Option<String>,
    /// Basis of the polynomials over binary fields: monomial, or novel (Lin, Chung and Han)
    #[arg(long, value_name = "NAME", default_value = "monomial")]
    pub(crate) basis: String,
    /// File that `ringfft tune` saved on this machine
    #[arg(long, value_name = "FILE")]
    pub(crate) tuning: Option<PathBuf>,
    /// Number of transforms in the input; an array of several axes needs this or --shape
    #[arg(long, value_name = "B", default_value = "1")]
    pub(crate) batch: String,
    /// How a batch is stored: rows (one transform after another) or columns (interleaved)
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
pub(crate) struct FieldArgs {
    /// goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P, mod32:P, fermat:K or gf2:D; an element that must be
    /// inverted and cannot be is an error
    #[arg(long, value_name = "RING")]
    pub(crate) ring: String,
    #[command(flatten)]
    pub(crate) pair: PairArgs,
}

#[derive(Args)]
#[command(after_help = "Quotient and remainder are separated by one empty line. Zero is one line 0.")]
pub(crate) struct DivideArgs {
    /// Writes both, the quotient or the remainder; raw and npy take one of the last two
    #[arg(long, value_name = "PART", default_value = "both")]
    pub(crate) part: String,
    #[command(flatten)]
    pub(crate) field: FieldArgs,
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
    after_help = "An operand may be spelled out as K*B^E+C or K*B^E-C; K* may be left out, and E may be 2^20. The program computes\n\
                  it. For instance, two known generalized Fermat primes of 6.3 million digits each:\n\n    \
                  ringfft multiply 1059094^1048576+1 919444^1048576+1 -o product.txt\n\nThe digest on standard error \
                  is the SHA-256 of the output as written."
)]
pub(crate) struct MultiplyArgs {
    /// Multiply the one operand A by itself
    #[arg(long)]
    pub(crate) square: bool,
    /// Print the canonical residue modulo 2^N-1 or 2^N+1 instead of the product
    #[arg(long = "mod", value_name = "2^N-1|2^N+1")]
    pub(crate) modulus: Option<String>,
    /// Radix of the output, 10 or 16; 16 also reads inputs without 0x as hexadecimal
    #[arg(long, value_name = "RADIX", default_value = "10")]
    pub(crate) radix: String,
    /// Engine of the product: one that `ringfft list` prints
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: String,
    /// Do not check the product
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Take the primes of the check from this seed instead of the system's randomness
    #[arg(long, value_name = "S")]
    pub(crate) seed: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Files that hold one integer each, or K*B^E+C or K*B^E-C where there is no such file; `-` is standard input
    #[arg(value_name = "A B", required = true, num_args = 1..=2)]
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
    /// Seed of the random inputs and points
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: String,
    /// Check more, for some minutes: every length to 100, powers of two to 2^16 (2^22 for the planner's choice over residues,
    /// 2^20 over binary fields), 1000, 1009 and 65537; tells on standard error what came of each ring
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct SpecArgs {
    /// RING:LENGTH or RING:LENGTH:ALGORITHM, for instance c64:2^20:stockham; count also takes image:WIDTHxHEIGHT
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) specs: Vec<String>,
    /// Draw the operations of every algorithm of one RING:LENGTHS as SVG, for instance c64:2^1..2^12
    #[arg(long, value_name = "OUT.svg", conflicts_with = "cache")]
    pub(crate) plot: Option<PathBuf>,
    /// Also trace the transform through an ideal cache of so many bytes and bytes of a line, such as 32K,64, which replaces the line that was
    /// not used for longest
    #[arg(long, value_name = "SIZE,LINE")]
    pub(crate) cache: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct ExplainArgs {
    /// RING:LENGTH or RING:LENGTH:ALGORITHM, for instance c64:2^20:stockham
    #[arg(value_name = "SPEC", required_unless_present = "integers")]
    pub(crate) specs: Vec<String>,
    /// Also explain a product of integers of so many bits, AxB, or the square of one of A bits; may be given several times
    #[arg(long, value_name = "BITS")]
    pub(crate) integers: Vec<String>,
    /// Engine of products of integers: a name of `ringfft list`, or auto
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: String,
    /// File that `ringfft tune` saved on this machine
    #[arg(long, value_name = "FILE")]
    pub(crate) tuning: Option<PathBuf>,
    /// Also time the recipe and those that it was compared with, and print the times beside the predicted ones
    #[arg(long)]
    pub(crate) measure: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
pub(crate) struct TuneArgs {
    /// RING:LENGTH, for instance c64:1000
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) specs: Vec<String>,
    #[command(flatten)]
    pub(crate) common: Common,
    /// File to save to; entries that it holds already are kept [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Columns are layers of additions. A box is a product by a constant; a minus sign belongs to the edge on which it\n\
                        stands. Operations that no output needs are left out. Networks have length 64 at most, factors 32:\n\n    \
                        ringfft draw classical:8 -o classical-8.svg\n    \
                        ringfft draw \"stockham(16, 4x4)\" --ring mod:17 --factors -o factors.svg"
)]
pub(crate) struct DrawArgs {
    /// ALGORITHM:LENGTH, for instance classical:8, or a recipe, for instance "stockham(8, 2x2x2)"
    #[arg(value_name = "ALGORITHM:LENGTH")]
    pub(crate) subject: String,
    /// Ring whose constants are shown: c32, c64, goldilocks, babybear, koalabear, m31, bls12-381-fr, bn254-fr, mod:P,
    /// mod:P@W, fermat:K or gf2:D
    #[arg(long, value_name = "RING", default_value = "c64")]
    pub(crate) ring: String,
    /// Draw the product of sparse matrices instead of the network
    #[arg(long)]
    pub(crate) factors: bool,
    /// Draw the unscaled inverse: values in, n times the coefficients out
    #[arg(long)]
    pub(crate) inverse: bool,
    #[command(flatten)]
    pub(crate) common: Common,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}
