//! Work on slices that correspond, on several threads.

/// Slices that are cut at the same places.
pub(crate) trait Pieces: Send + Sized {
    /// How many pieces there are at most.
    fn count(&self) -> usize;
    fn cut(self, at: usize) -> (Self, Self);
}

/// A slice that may be cut at multiples of a length.
#[derive(Default)]
pub(crate) struct Every<S>(pub(crate) S, pub(crate) usize);

impl<T: Sync> Pieces for Every<&[T]> {
    fn count(&self) -> usize {
        self.0.len().div_ceil(self.1)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let (left, right) = self.0.split_at((at * self.1).min(self.0.len()));
        (Every(left, self.1), Every(right, self.1))
    }
}

impl<T: Send> Pieces for Every<&mut [T]> {
    fn count(&self) -> usize {
        self.0.len().div_ceil(self.1)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let at = (at * self.1).min(self.0.len());
        let (left, right) = self.0.split_at_mut(at);
        (Every(left, self.1), Every(right, self.1))
    }
}

impl<P: Pieces, Q: Pieces> Pieces for (P, Q) {
    fn count(&self) -> usize {
        self.0.count().max(self.1.count())
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let ((a, b), (c, d)) = (self.0.cut(at), self.1.cut(at));
        ((a, c), (b, d))
    }
}

impl<S: Pieces + Default, const R: usize> Pieces for [S; R] {
    fn count(&self) -> usize {
        self.iter().map(Pieces::count).max().unwrap_or(0)
    }

    fn cut(self, at: usize) -> (Self, Self) {
        let mut cut = self.map(|part| part.cut(at));
        let right = core::array::from_fn(|i| core::mem::take(&mut cut[i].1));
        (cut.map(|part| part.0), right)
    }
}

/// Both, on two threads of the surrounding pool where `shared`.
#[inline]
pub(crate) fn both(shared: bool, first: impl FnOnce() + Send, second: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if shared {
        let (mut first, mut second) = (Some(first), Some(second));
        return join(&mut || first.take().into_iter().for_each(|f| f()), &mut || {
            second.take().into_iter().for_each(|f| f())
        });
    }
    let _ = shared;
    first();
    second();
}

/// One copy for all that is shared out: the pool's own code is long.
#[cfg(feature = "parallel")]
fn join(first: &mut (dyn FnMut() + Send), second: &mut (dyn FnMut() + Send)) {
    rayon::join(first, second);
}

/// `f`, inside the surrounding pool where `shared`: a thread from outside would enter it at every piece of work.
pub(crate) fn enter(shared: bool, f: impl FnOnce() + Send) {
    #[cfg(feature = "parallel")]
    if shared {
        return rayon::scope(|_| f());
    }
    let _ = shared;
    f();
}

/// `f` on all of it; where `shared`, in pieces of at least `least` each.
pub(crate) fn share<P: Pieces>(shared: bool, pieces: P, least: usize, f: &(impl Fn(P) + Sync)) {
    if shared { cut(pieces, least, f) } else { f(pieces) }
}

/// [`share`] on threads, once for every kind of pieces.
fn cut<P: Pieces>(pieces: P, least: usize, f: &(dyn Fn(P) + Sync)) {
    let count = pieces.count();
    if count < 2 * least {
        return f(pieces);
    }
    let (left, right) = pieces.cut(count / 2);
    both(true, || cut(left, least, f), || cut(right, least, f));
}
