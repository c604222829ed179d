//! The interface below the transforms: a ring's residues in vectors.

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
    /// Proof of the instruction set.
    type Token: Token;
    /// A residue by itself, in the form from which twiddles are prepared: plan-time arithmetic.
    type Scalar: Copy + Send + Sync;
    /// `L` elements in memory: the caller's, or the kernel's own if that has another layout.
    type Block: Copy + Send + Sync;
    /// `L` elements in registers.
    type Vec: Copy;
    /// A factor in memory.
    type Twiddle: Copy + Send + Sync;
    /// `L` factors in memory, one a lane.
    type Row: Copy + Send + Sync;
    /// Factors in registers, one a lane.
    type Factor: Copy;

    /// `true` if passes use radix 8 where possible: there are enough registers, or eighth roots are cheaper than
    /// products.
    const RADIX8: bool;
    /// `true` if there is room for radix 8 at all: values grow over three levels without a reduction.
    const EIGHTS: bool = true;
    /// `true` if `rotate` is by the powers of `-r` instead of `r`, which differ for odd `K`. Radix 8 then leaves and takes its
    /// odd halves the other way round.
    const FLIPPED: bool = false;
    /// The most elements for which the lane stage has a row of factors for each vector. Above, it has one row for all times a
    /// factor a vector: one more product and an `L`-th of the memory. 0 compiles the latter only.
    const TABLE: usize;
    /// `true` if passes of radix 4 begin with the next values before they complete the last ones: the chain of instructions from a load to
    /// a store is long, and a processor looks ahead over few such chains.
    const OVERLAPS: bool = false;
    /// `true` if a butterfly whose results are reduced at once takes fewer instructions than one whose results are reduced later.
    const TIGHT: bool = false;
    /// `true` if values and coefficients may have [a form of their own](Residues::own), other than words.
    const OWN: bool = false;
    /// `true` if [`enter`](Residues::enter) does anything.
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
    /// Returns one factor in all lanes.
    fn splat(self, w: &Self::Twiddle) -> Self::Factor;
    /// Returns a factor for each lane.
    fn factor(self, w: &Self::Row) -> Self::Factor;
    /// Returns `w x`: free to tight.
    fn mul(self, x: Self::Vec, w: Self::Factor) -> Self::Vec;
    /// Returns `(a + b, a - b)`: tight to free.
    fn butterfly(self, a: Self::Vec, b: Self::Vec) -> (Self::Vec, Self::Vec);
    /// Returns `(a + b, a - b)`: tight to tight where [`TIGHT`](Residues::TIGHT), else to free.
    #[inline(always)]
    fn tight_butterfly(self, a: Self::Vec, b: Self::Vec) -> (Self::Vec, Self::Vec) {
        self.butterfly(a, b)
    }
    /// Returns `r^K x` for `K` below 4: free to tight. `r` is the eighth root `w^(n/8)` of the plan's root `w`. If `n` is less
    /// than 8, callers use only powers of `r` that are powers of `w`.
    fn rotate<const K: usize>(self, x: Self::Vec) -> Self::Vec;
    /// Reduces from free to tight.
    #[inline(always)]
    fn reduce(self, x: Self::Vec) -> Self::Vec {
        self.rotate::<0>(x)
    }
    /// Reduces every loaded value, also one out of range, to tight.
    fn enter(self, x: Self::Vec) -> Self::Vec;
    /// Applies [`enter`](Residues::enter) to every vector; rings may check all of them at once.
    #[inline(always)]
    fn enter_all(self, v: &mut [Self::Vec]) {
        let mut j = 0;
        while j < v.len() {
            v[j] = self.enter(v[j]);
            j += 1;
        }
    }
    /// Reduces from free to canonical, in the form that callers find in memory.
    fn canonical(self, x: Self::Vec) -> Self::Vec;
    /// Reduces from tight to canonical.
    #[inline(always)]
    fn canonical_of_tight(self, x: Self::Vec) -> Self::Vec {
        self.canonical(x)
    }
    /// Returns the same ring without the last reduction: canonical values may stay below four times the modulus if words have
    /// room.
    fn unreduced(self) -> Self {
        self
    }
    /// Returns the same ring with values in a form of its own, which only [products](super::rows::Rows) take and leave: without the steps
    /// between them and words. Its inverse enters them so.
    fn own(self) -> Self {
        self.unreduced()
    }
    /// Transposes: lane `l` of vector `j` becomes lane `j` of vector `l`.
    fn transpose(self, v: [Self::Vec; L]) -> [Self::Vec; L];
}
