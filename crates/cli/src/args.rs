//! The arguments that verbs share, and those of most verbs, as `clap` reads them. Values are text here and are read by the verbs,
//! whose errors say what is possible.

use crate::spec::{DIVIDE_HELP, EVALUATE_HELP, FIELD_HELP, GCD_HELP, PRODUCT_HELP, RING_HELP};
use clap::{Args, Subcommand};
use ringfft_lab::MACHINE;
use std::path::PathBuf;

#[derive(Subcommand)]
pub(crate) enum PolyCommand {
    /// Multiplies two polynomials; the product has len(A) + len(B) - 1 coefficients.
    #[command(after_help = "Examples:\n  \
                            ringfft poly multiply --ring goldilocks a.txt b.txt -o product.txt\n  \
                            ringfft poly multiply --ring gf2 a.txt b.txt")]
    Multiply(PolyArgs),
    /// Divides A by B; prints the quotient, an empty line and the remainder, each without leading zeros.
    #[command(mut_arg("ring", |ring| ring.help(DIVIDE_HELP)))]
    Divide(DivideArgs),
    /// Prints the monic greatest common divisor of A and B.
    #[command(after_help = "Examples:\n  ringfft poly gcd --ring mod:998244353 a.txt b.txt")]
    #[command(mut_arg("ring", |ring| ring.help(GCD_HELP)))]
    Gcd(FieldArgs),
    /// Prints the values of the polynomial A at the points B.
    #[command(after_help = "Examples:\n  ringfft poly evaluate --ring bls12-381-fr polynomial.txt points.txt")]
    #[command(mut_arg("ring", |ring| ring.help(EVALUATE_HELP)))]
    Evaluate(FieldArgs),
    /// Prints the polynomial that has at the points A the values B: as many coefficients as points.
    #[command(after_help = "Examples:\n  ringfft poly interpolate --ring gf2:16 points.txt values.txt")]
    Interpolate(FieldArgs),
}

/// Options of every verb.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Common {
    /// Number of threads [default: all]
    #[arg(long, value_name = "N", help_heading = MACHINE)]
    pub(crate) threads: Option<String>,
    /// Instruction set: one that `ringfft list` prints, or auto (also the variable RINGFFT_ISA) [default: auto]
    #[arg(long, value_name = "NAME", help_heading = MACHINE)]
    pub(crate) isa: Option<String>,
    /// Device of transform and image: cpu, cuda, or auto (a device where it pays) [default: cpu]
    #[arg(long, value_name = "NAME", help_heading = MACHINE)]
    pub(crate) device: Option<String>,
    /// Memory for the data, for instance 512M or 4GiB, besides 48 MiB for the program itself; an error before work starts
    /// when more is needed [default: 4 GiB for image, else no limit]
    #[arg(long, value_name = "SIZE", help_heading = MACHINE)]
    pub(crate) memory: Option<String>,
    /// Report as JSON, as docs/json.md describes it
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  ringfft list\n  ringfft list --json")]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) common: Common,
}

/// The format of element files.
#[derive(Args, Clone, Debug)]
pub(crate) struct FormatArgs {
    /// Format of input and output: text (one element a line), npy, or raw (little-endian, without a header). Bytes of a raw
    /// element: c32 8, c64 16 (real numbers 4 and 8); babybear, koalabear, m31 and mod32:P 4; goldilocks and mod:P 8;
    /// bls12-381-fr and bn254-fr 32; gf2:D D/8; fermat:K as many words of 8 as hold 2^K; gf2 words of 8
    #[arg(long, value_name = "NAME", default_value = "text")]
    pub(crate) format: String,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  \
                  printf '1 0\\n2 0\\n3 0\\n4 0\\n' | ringfft transform --ring c64 -\n  \
                  ringfft transform --ring goldilocks --inverse values.txt -o coefficients.txt\n  \
                  ringfft transform --ring c64 --kind r2c samples.txt\n  \
                  ringfft transform --ring c32 --shape 512x768 --format npy field.npy -o spectrum.npy\n  \
                  ringfft transform --ring c64 --kind dct2 --shape 8x8 block.txt")]
pub(crate) struct TransformArgs {
    #[arg(long, value_name = "RING", help = RING_HELP)]
    pub(crate) ring: String,
    /// A name of `ringfft list`, or auto
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) algorithm: String,
    /// Compute the inverse: values in, coefficients out
    #[arg(long)]
    pub(crate) inverse: bool,
    /// c2c; over c32 and c64 also r2c (real in, floor(n/2) + 1 values out) and c2r (back, to an even length unless
    /// --shape N gives it); over the same two dct1 to dct4 and dst1 to dst4 (as FFTW defines them, along each axis of
    /// --shape); over m31 also circle
    #[arg(long, value_name = "KIND", default_value = "c2c")]
    pub(crate) kind: String,
    /// Lengths of the axes of an array of real or complex numbers, row-major, for instance 512x768; for r2c and c2r those of
    /// the real array
    #[arg(long, value_name = "AxB")]
    pub(crate) shape: Option<String>,
    /// The axes to transform, counted from 0: for instance 0,1; the last must be among them for r2c and c2r [default: all]
    #[arg(long, value_name = "LIST")]
    pub(crate) axes: Option<String>,
    /// Direction that is scaled: none, forward (by 1/n), inverse (by 1/n) or unitary (both by 1/sqrt(n); c32 and c64
    /// only)
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
    /// Storage of a batch: rows (one transform after another) or columns (interleaved)
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
#[command(after_help = "Examples:\n  \
                        ringfft convolve --ring c64 signal.txt kernel.txt -o filtered.txt\n  \
                        ringfft convolve --ring mod:998244353 --kind negacyclic a.txt b.txt\n  \
                        ringfft convolve --ring c64 --kind correlate --conjugate a.txt b.txt")]
pub(crate) struct ConvolveArgs {
    #[arg(long, value_name = "RING", help = PRODUCT_HELP)]
    pub(crate) ring: String,
    /// linear; cyclic or negacyclic (modulo x^n - 1 or x^n + 1, n the greater length); middle (coefficients to
    /// which all of the shorter input contributes); correlate (sum a_(j+k) b_j, lags k from 1 - len(B) on)
    #[arg(long, value_name = "KIND", default_value = "linear")]
    pub(crate) kind: String,
    /// Correlate with the complex conjugate: sum a_(j+k) conj(b_j); c32 and c64
    #[arg(long)]
    pub(crate) conjugate: bool,
    #[command(flatten)]
    pub(crate) pair: PairArgs,
}

#[derive(Args)]
pub(crate) struct FieldArgs {
    #[arg(long, value_name = "RING", help = FIELD_HELP)]
    pub(crate) ring: String,
    #[command(flatten)]
    pub(crate) pair: PairArgs,
}

#[derive(Args)]
#[command(after_help = "Quotient and remainder are separated by one empty line. Zero is one line 0.\n\nExamples:\n  \
                        ringfft poly divide --ring mod:97 a.txt b.txt\n  \
                        ringfft poly divide --ring gf2:8 --part remainder a.txt b.txt")]
pub(crate) struct DivideArgs {
    /// Writes both, the quotient or the remainder; raw and npy take one of the last two
    #[arg(long, value_name = "PART", default_value = "both")]
    pub(crate) part: String,
    #[command(flatten)]
    pub(crate) field: FieldArgs,
}

#[derive(Args)]
pub(crate) struct PolyArgs {
    #[arg(long, value_name = "RING", help = PRODUCT_HELP)]
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
    after_help = "An operand is a file, and where no such file exists an integer (decimal, or hexadecimal after 0x) or K*B^E, \
                  K*B^E+C or K*B^E-C; K* may be left out, and E may be 2^20. After `--` operands may begin with a minus sign. \
                  The digest on standard error is the SHA-256 of the output as written.\n\nExamples:\n  \
                  ringfft multiply 12345678901234567890 98765432109876543210\n  \
                  ringfft multiply a.txt b.txt -o product.txt\n  \
                  ringfft multiply 1059094^1048576+1 919444^1048576+1 -o product.txt\n  \
                  ringfft multiply --square 2^82589933-1 --radix 16 -o square.txt\n  \
                  ringfft multiply --mod 2^127-1 3^90 5^60"
)]
pub(crate) struct MultiplyArgs {
    /// Multiply the one operand A by itself
    #[arg(long)]
    pub(crate) square: bool,
    /// Print the canonical residue modulo 2^N-1 or 2^N+1 instead of the product
    #[arg(long = "mod", value_name = "2^N-1|2^N+1")]
    pub(crate) modulus: Option<String>,
    /// Radix of the output, 10 or 16
    #[arg(long, value_name = "RADIX", default_value = "10")]
    pub(crate) radix: String,
    /// Radix of inputs without 0x, 10 or 16 [default: that of --radix]
    #[arg(long, value_name = "RADIX")]
    pub(crate) input_radix: Option<String>,
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
    /// Files that hold one integer each; integers, K*B^E, K*B^E+C or K*B^E-C where there is no such file; `-` is standard input
    #[arg(value_name = "A B", required = true, num_args = 1..=2)]
    pub(crate) operands: Vec<PathBuf>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = "The checks run on all threads; with --memory one after another.\n\nExamples:\n  \
                        ringfft verify\n  \
                        ringfft verify goldilocks:2^20 c64:1000:bluestein\n  \
                        ringfft verify --full --seed 7")]
pub(crate) struct VerifyArgs {
    /// Transforms to check: RING:LENGTH or RING:LENGTH:ALGORITHM [default: a sample of everything]
    #[arg(value_name = "SPEC")]
    pub(crate) specs: Vec<String>,
    /// Seed of the random inputs and points
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: String,
    /// Check more, for some minutes: every length to 100, powers of two to 2^16 (2^22 for the planner's choice over residues,
    /// 2^20 over binary fields), 1000, 1009 and 65537; reports each ring on standard error
    #[arg(long)]
    pub(crate) full: bool,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  ringfft count c64:1024:twisted c64:1024:tangent\n  ringfft count image:512x768")]
pub(crate) struct SpecArgs {
    /// RING:LENGTH or RING:LENGTH:ALGORITHM, for instance c64:2^20:stockham; count also takes image:WIDTHxHEIGHT
    #[arg(value_name = "SPEC", required = true)]
    pub(crate) specs: Vec<String>,
    /// Draw the operations of every algorithm of one RING:LENGTHS as SVG, for instance c64:2^1..2^12
    #[arg(long, value_name = "OUT.svg", conflicts_with = "cache")]
    pub(crate) plot: Option<PathBuf>,
    /// Also trace the transform through an ideal cache of SIZE bytes in lines of LINE bytes, such as 32K,64; it replaces the line that was
    /// not used for longest
    #[arg(long, value_name = "SIZE,LINE")]
    pub(crate) cache: Option<String>,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Args)]
#[command(after_help = "Examples:\n  ringfft explain goldilocks:2^20\n  ringfft explain --integers 2^30x2^20")]
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
#[command(after_help = "Examples:\n  \
                        ringfft tune c64:1000 c64:5040 -o tuning.txt\n  \
                        ringfft transform --ring c64 --tuning tuning.txt samples.txt\n  \
                        RINGFFT_MACHINE=$(ringfft tune --machine) ringfft explain c32:1000")]
pub(crate) struct TuneArgs {
    /// RING:LENGTH, for instance c64:1000
    #[arg(value_name = "SPEC", required_unless_present = "machine")]
    pub(crate) specs: Vec<String>,
    /// Print this machine's numbers for the model of cost, for the variable RINGFFT_MACHINE, instead of recipes
    #[arg(long, conflicts_with_all = ["specs", "output"])]
    pub(crate) machine: bool,
    #[command(flatten)]
    pub(crate) common: Common,
    /// File to save to; entries that it holds already are kept [default: standard output]
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args)]
#[command(
    after_help = "Columns are layers of additions. A box is a product by a constant; a minus sign belongs to the edge on which it \
                        stands. Operations that no output needs are left out. Networks have length 64 at most, factors 32.\n\n\
                        Examples:\n  \
                        ringfft draw classical:8 -o classical-8.svg\n  \
                        ringfft draw \"stockham(16, 4x4)\" --ring mod:17 --factors -o factors.svg"
)]
pub(crate) struct DrawArgs {
    /// ALGORITHM:LENGTH, for instance classical:8, or a recipe, for instance "stockham(8, 2x2x2)"
    #[arg(value_name = "ALGORITHM:LENGTH")]
    pub(crate) subject: String,
    /// Ring whose constants are shown: one of `ringfft list`
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
