//! What the transforms are written over: a ring's residues in vectors.

use crate::kernel::packed::Token;

/// `L` residues of one ring in a vector on one instruction set. Every method that works on vectors is inlined always.
///
/// A representative of a residue is in one of three ranges, which a ring states in its documentation:
///
/// | range | what it is | who leaves it | who takes it |
/// |---|---|---|---|
/// | free | whatever may lie in memory between passes | [`butterfly`](Residues::butterfly) | [`mul`](Residues::mul), [`rotate`](Residues::rotate), [`reduce`](Residues::reduce), [`canonical`](Residues::canonical) |
/// | tight | what a butterfly takes; every tight value is free | `mul`, `rotate`, `reduce`, [`enter`](Residues::enter) | `butterfly`, and whoever takes free values |
/// | canonical | the one representative that callers get; it is tight | `canonical` | |
pub(crate) trait Residues<const L: usize>: Copy + Send + Sync + 'static {
    /// What proves the instruction set.
    type Token: Token;
    /// A residue by itself, in the form from which twiddles are prepared: plan-time arithmetic.
    type Scalar: Copy + Send + Sync;
    /// `L` elements where they lie: the caller's memory, or the kernel's own where `L` elements take other room there.
    type Block: Copy + Send + Sync;
    /// `L` elements in registers.
    type Vec: Copy;
    /// A factor in memory.
    type Twiddle: Copy + Send + Sync;
    /// `L` factors in memory, one a lane.
    type Row: Copy + Send + Sync;
    /// Factors in registers, one a lane.
    type Factor: Copy;

    /// Whether passes take radix 8 wherever they can: enough registers, or eighth roots cheaper than products.
    const RADIX8: bool;
    /// Whether there is room for radix 8 at all: values grow over three levels without a reduction.
    const EIGHTS: bool = true;
    /// Whether `rotate` is by the powers of `-r` instead of `r`, which differ where `K` is odd; radix 8 then leaves and takes
    /// its odd halves the other way round.
    const FLIPPED: bool = false;
    /// Up to this many elements the lane stage has a row of factors for each vector; above, a row for all times a factor a
    /// vector: one more product and an `L`-th of the memory. 0 compiles the latter only.
    const TABLE: usize;
    /// Whether [`enter`](Residues::enter) does anything.
    const ENTERS: bool = true;

    fn token(self) -> Self::Token;

    // When a plan is made.

    fn one(self) -> Self::Scalar;
    fn times(self, a: Self::Scalar, b: Self::Scalar) -> Self::Scalar;
    fn prepare(self, w: Self::Scalar) -> Self::Twiddle;
    fn row(self, w: [Self::Twiddle; L]) -> Self::Row;

    // On vectors.

    fn load(self, block: &Self::Block) -> Self::Vec;
    fn store(self, block: &mut Self::Block, v: Self::Vec);
    /// One factor in all lanes.
    fn splat(self, w: &Self::Twiddle) -> Self::Factor;
    /// A factor a lane.
    fn factor(self, w: &Self::Row) -> Self::Factor;
    /// `w x`: free to tight.
    fn mul(self, x: Self::Vec, w: Self::Factor) -> Self::Vec;
    /// `(a + b, a - b)`: tight to free.
    fn butterfly(self, a: Self::Vec, b: Self::Vec) -> (Self::Vec, Self::Vec);
    /// `r^K x` for `K` below 4, `r` the eighth root `w^(n/8)` of the plan's root `w`: free to tight. Where `n` is less than 8
    /// only powers of `r` that are powers of `w` are asked for.
    fn rotate<const K: usize>(self, x: Self::Vec) -> Self::Vec;
    /// Free to tight.
    #[inline(always)]
    fn reduce(self, x: Self::Vec) -> Self::Vec {
        self.rotate::<0>(x)
    }
    /// Whatever a caller may put into memory, as loaded, to tight.
    fn enter(self, x: Self::Vec) -> Self::Vec;
    /// [`enter`](Residues::enter) of every vector, for rings that look at all of them at once.
    #[inline(always)]
    fn enter_all(self, v: &mut [Self::Vec]) {
        let mut j = 0;
        while j < v.len() {
            v[j] = self.enter(v[j]);
            j += 1;
        }
    }
    /// Free to canonical, in the form that callers get from memory.
    fn canonical(self, x: Self::Vec) -> Self::Vec;
    /// Tight to canonical.
    #[inline(always)]
    fn canonical_of_tight(self, x: Self::Vec) -> Self::Vec {
        self.canonical(x)
    }
    /// The same, but that canonical values may be left as what lies below four times the modulus where words have room for that.
    fn unreduced(self) -> Self {
        self
    }
    /// Lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::Vec; L]) -> [Self::Vec; L];
}
