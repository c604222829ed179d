//! The interface between an instruction set and products over GF(2).

/// A register of words and its carry-less products.
///
/// A value of the type proves that this machine has the instructions, so every method may use them. Methods are inlined
/// into the closure of [`run`](Block::run), and are fast only there.
pub(super) trait Block: Copy + Send + Sync + 'static {
    /// Words in a register.
    const WORDS: usize;
    /// Words above a register up to which a product of two registers a side is taken row by row; from there on
    /// Karatsuba's identity saves products.
    const ROWS: usize;
    /// A register.
    type V: Copy;

    /// Runs `f()`, compiled for the instruction set.
    fn run<R>(self, f: impl FnOnce() -> R) -> R;

    /// Loads the first `WORDS` words of `x`; zeros beyond its end.
    fn load(self, x: &[u64]) -> Self::V;

    /// Stores words of `v` into `out`, as many as both have.
    fn store(self, out: &mut [u64], v: Self::V);

    /// Returns `a + b`.
    fn add(self, a: Self::V, b: Self::V) -> Self::V;

    /// Returns `a + b + c`.
    #[inline(always)]
    fn add3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.add(self.add(a, b), c)
    }

    /// Returns `a b` as its low and its high register.
    fn product(self, a: Self::V, b: Self::V) -> (Self::V, Self::V);

    /// Returns `a b` for at most `WORDS` words of `b`; it is fast if their number is known to the compiler.
    #[inline(always)]
    fn by_words(self, a: Self::V, b: &[u64]) -> (Self::V, Self::V) {
        self.product(a, self.load(b))
    }

    /// Returns `a b` if neither has more than half of `WORDS` words.
    #[inline(always)]
    fn half_product(self, a: Self::V, b: Self::V) -> (Self::V, Self::V) {
        self.product(a, b)
    }

    /// Computes `out <- a b` for `n` words each, `out` of `2n`, if there is a faster method than a whole register for
    /// this length. Otherwise returns `false` and writes nothing.
    #[inline(always)]
    fn short(self, _out: &mut [u64], _a: &[u64], _b: &[u64]) -> bool {
        false
    }

    /// Computes `out <- a b` for equal lengths from 1 to `2 WORDS`: [`leaf::equal`](super::leaf::equal), compiled for the
    /// instruction set.
    fn leaf(self, out: &mut [u64], a: &[u64], b: &[u64]);

    /// Computes `out <- a(x)^2`, a zero between each two bits; `out` has `2 a.len()` words.
    fn spread(self, out: &mut [u64], a: &[u64]);
}
