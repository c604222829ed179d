//! The products of polynomials of each ring: one implementation a ring.

#[cfg(feature = "wide")]
use super::wide;
#[cfg(feature = "prime")]
use super::word;
use super::{
    Convolve, Wrap, check_linear, columns, direct, multimodular, transform, wrap::Product, wrapped_through_linear,
};
use crate::{
    Result,
    algebra::{Action, Lift, Roots, Std},
    rings::{self, ComplexRing, Fermat, Modular, Modular32, Real},
};

/// The least length of the shorter input from which on each way is taken.
struct Crossover {
    karatsuba: usize,
    transform: usize,
    multimodular: usize,
}

/// Products of a field element cost tens of nanoseconds: sums are free, so Karatsuba begins early.
const FIELD: Crossover = Crossover { karatsuba: 10, transform: 100, multimodular: 256 };

/// The least length for kernels of primes of several words, and for products through word primes in vectors.
const KERNEL: usize = 30;

/// A residue modulo a word.
const WORD: Crossover = Crossover { karatsuba: 24, transform: 56, multimodular: 256 };

/// The least length from which products modulo a word are Karatsuba's: sums of words above `2^60`, whose carries are counted, take twice as
/// long as others and equal it there (measured).
const COLUMNS: usize = 80;

/// The least length of products through word primes on any machine, which is that of vectors of eight.
const IN_VECTORS: usize = 32;

/// Returns the least length of products through word primes: less where all of it is in vectors, modulo odd words.
fn multimodular_from(ring: &Modular) -> Result<usize> {
    Ok(match multimodular::lanes(ring.modulus())? {
        8 => IN_VECTORS,
        4 => 52,
        _ => WORD.multimodular,
    })
}

/// A residue modulo `2^K + 1`.
const FERMAT: Crossover = Crossover { karatsuba: 10, transform: 8, multimodular: usize::MAX };

macro_rules! field {
    ($(#[$attribute:meta])* [$($generics:tt)*] $ring:ty, $words:ty) => {
        $(#[$attribute])*
        impl<$($generics)*> Convolve for $ring {
            fn linear_into(&self, a: &[Self::Element], b: &[Self::Element], out: &mut [Self::Element]) -> Result<()> {
                #[cfg(feature = "wide")]
                let kernel = const { wide::product::<Self, $words>() };
                #[cfg(not(feature = "wide"))]
                let kernel = None;
                linear_of_field(self, a, b, out, kernel)
            }

            fn wrapped_into(
                &self,
                a: &[Self::Element],
                b: &[Self::Element],
                wrap: Wrap,
                out: &mut [Self::Element],
            ) -> Result<()> {
                #[cfg(feature = "wide")]
                let kernel = const { wide::product::<Self, $words>() };
                #[cfg(not(feature = "wide"))]
                let kernel = None;
                wrapped_of_field(self, a, b, wrap, out, kernel)
            }
        }
    };
}

field!([F: rings::NativeField] Std<F, rings::ViaNative>, rings::representation::InMontgomeryForm<F>);
field!(#[cfg(feature = "ff014")] [F: ff::PrimeField] Std<F, rings::ViaFf>, rings::ff_words::Words014<F>);
field!(#[cfg(feature = "ff013")] [F: ff013::PrimeField] Std<F, rings::ViaFf013>, rings::ff_words::Words013<F>);
field!([A: rings::MontgomeryWords] Std<A::Field, rings::ViaWords<A>>, rings::HandedOut<A>);

fn linear_of_field<R: Lift + Roots + Action<Scalars = R>>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
    kernel: Option<Product<R, R::Element>>,
) -> Result<()> {
    check_linear(a, b, out)?;
    let short = a.len().min(b.len());
    if short >= KERNEL
        && let Some(kernel) = kernel
        && kernel(ring, [a, b], None, out)?
    {
        return Ok(());
    }
    let in_vectors = short >= KERNEL && multimodular::in_vectors(ring)?;
    if !in_vectors && short >= FIELD.transform && transform::linear_into(ring, a, b, out)? {
        return Ok(());
    }
    if (in_vectors || short >= FIELD.multimodular) && multimodular::linear_into(ring, a, b, out)? {
        return Ok(());
    }
    direct::linear_into(ring, a, b, out, FIELD.karatsuba)
}

fn wrapped_of_field<R: Convolve + Lift + Roots + Action<Scalars = R>>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wrap: Wrap,
    out: &mut [R::Element],
    kernel: Option<Product<R, R::Element>>,
) -> Result<()> {
    let short = a.len().min(b.len()).min(out.len());
    if short >= KERNEL
        && let Some(kernel) = kernel
        && kernel(ring, [a, b], Some(wrap), out)?
    {
        return Ok(());
    }
    let in_vectors = short >= KERNEL && multimodular::in_vectors(ring)?;
    if in_vectors && multimodular::wrapped_into(ring, a, b, wrap, out)? {
        return Ok(());
    }
    if short >= FIELD.transform && transform::wrapped_into(ring, a, b, wrap, out)? {
        return Ok(());
    }
    if short >= FIELD.multimodular && multimodular::wrapped_into(ring, a, b, wrap, out)? {
        return Ok(());
    }
    wrapped_through_linear(ring, a, b, wrap, out)
}

/// A transform of shifts and one product a point costs less than `n^2` products even for few coefficients. Without the
/// root it is Karatsuba's method, whose sums cost little beside products of limbs.
impl Convolve for Fermat {
    fn linear_into(&self, a: &[Self::Element], b: &[Self::Element], out: &mut [Self::Element]) -> Result<()> {
        check_linear(a, b, out)?;
        if a.len().min(b.len()) >= FERMAT.transform && transform::linear_into(self, a, b, out)? {
            return Ok(());
        }
        direct::linear_into(self, a, b, out, FERMAT.karatsuba)
    }

    fn wrapped_into(
        &self,
        a: &[Self::Element],
        b: &[Self::Element],
        wrap: Wrap,
        out: &mut [Self::Element],
    ) -> Result<()> {
        let short = a.len().min(b.len()).min(out.len());
        if short >= FERMAT.transform && transform::wrapped_into(self, a, b, wrap, out)? {
            return Ok(());
        }
        wrapped_through_linear(self, a, b, wrap, out)
    }
}

/// Floats: schoolbook, then the transform, which rounds least.
impl<T: Real> Convolve for ComplexRing<T> {
    fn linear_into(&self, a: &[Self::Element], b: &[Self::Element], out: &mut [Self::Element]) -> Result<()> {
        check_linear(a, b, out)?;
        if a.len().min(b.len()) >= COMPLEX && transform::linear_into(self, a, b, out)? {
            return Ok(());
        }
        direct::linear_into(self, a, b, out, usize::MAX)
    }

    fn wrapped_into(
        &self,
        a: &[Self::Element],
        b: &[Self::Element],
        wrap: Wrap,
        out: &mut [Self::Element],
    ) -> Result<()> {
        if a.len().min(b.len()).min(out.len()) >= COMPLEX && transform::wrapped_into(self, a, b, wrap, out)? {
            return Ok(());
        }
        wrapped_through_linear(self, a, b, wrap, out)
    }
}

/// From here on complex numbers are multiplied by a transform, which plans its twiddles anew each time.
const COMPLEX: usize = 96;

impl Convolve for Modular {
    fn linear_into(&self, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<()> {
        check_linear(a, b, out)?;
        let short = a.len().min(b.len());
        if short >= WORD.transform && through_words(self, a, b, out)? {
            return Ok(());
        }
        if short >= IN_VECTORS && short >= multimodular_from(self)? && multimodular::linear_into(self, a, b, out)? {
            return Ok(());
        }
        if (1..COLUMNS).contains(&short) && [a, b].iter().all(|list| columns::below(list, self.modulus())) {
            columns::linear_into(self, a, b, out);
            return Ok(());
        }
        direct::linear_into(self, a, b, out, WORD.karatsuba)
    }

    fn wrapped_into(&self, a: &[u64], b: &[u64], wrap: Wrap, out: &mut [u64]) -> Result<()> {
        let short = a.len().min(b.len()).min(out.len());
        if short >= WORD.transform
            && (wrapped_through_words(self, [a, b], wrap, out)? || transform::wrapped_into(self, a, b, wrap, out)?)
        {
            return Ok(());
        }
        if short >= IN_VECTORS
            && short >= multimodular_from(self)?
            && multimodular::wrapped_into(self, a, b, wrap, out)?
        {
            return Ok(());
        }
        wrapped_through_linear(self, a, b, wrap, out)
    }
}

/// In words of 64 bits.
impl Convolve for Modular32 {
    fn linear_into(&self, a: &[u32], b: &[u32], out: &mut [u32]) -> Result<()> {
        check_linear(a, b, out)?;
        in_wide_words(a, b, out, |a, b, out| self.wide().linear_into(a, b, out))
    }

    fn wrapped_into(&self, a: &[u32], b: &[u32], wrap: Wrap, out: &mut [u32]) -> Result<()> {
        in_wide_words(a, b, out, |a, b, out| self.wide().wrapped_into(a, b, wrap, out))
    }
}

fn in_wide_words(
    a: &[u32],
    b: &[u32],
    out: &mut [u32],
    product: impl FnOnce(&[u64], &[u64], &mut [u64]) -> Result<()>,
) -> Result<()> {
    let wide = |x: &[u32]| -> Result<_> {
        let mut words = super::buffer("the words of a product", x.len(), &0)?;
        for (to, from) in words.iter_mut().zip(x) {
            *to = u64::from(*from);
        }
        Ok(words)
    };
    let mut long = wide(out)?;
    product(&wide(a)?, &wide(b)?, &mut long)?;
    for (to, from) in out.iter_mut().zip(&long) {
        *to = *from as u32;
    }
    Ok(())
}

/// Computes `out <- a b` through the textbook's transform.
#[cfg(not(feature = "prime"))]
fn through_words(ring: &Modular, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<bool> {
    transform::linear_into(ring, a, b, out)
}

/// Computes `out <- a b` through a transform over the ring: the lazy one below 2^62, else the textbook.
#[cfg(feature = "prime")]
fn through_words(ring: &Modular, a: &[u64], b: &[u64], out: &mut [u64]) -> Result<bool> {
    if ring.generator().is_none() {
        return Ok(false);
    }
    let len = word::transform_len(out.len())?;
    let Ok(transform) = word::WordTransform::new(*ring, len, 1) else {
        return transform::linear_into(ring, a, b, out);
    };
    let what = "the values of a product";
    let (mut product, mut other) = (super::buffer(what, len, &0)?, super::buffer(what, len, &0)?);
    transform.convolve([a, b], &mut product, &mut other, 1);
    out.copy_from_slice(&product[..out.len()]);
    Ok(true)
}

/// Returns `false`: there is no lazy transform.
#[cfg(not(feature = "prime"))]
fn wrapped_through_words(_: &Modular, _: [&[u64]; 2], _: Wrap, _: &mut [u64]) -> Result<bool> {
    Ok(false)
}

/// Computes `out <- a b` modulo `x^n - 1` through the lazy transform over the ring; `false` if it has none of this length.
#[cfg(feature = "prime")]
fn wrapped_through_words(ring: &Modular, [a, b]: [&[u64]; 2], wrap: Wrap, out: &mut [u64]) -> Result<bool> {
    let n = out.len();
    if wrap != Wrap::Cyclic || !n.is_power_of_two() || ring.generator().is_none() {
        return Ok(false);
    }
    let Ok(transform) = word::WordTransform::new(*ring, n, 1) else { return Ok(false) };
    let what = "the values of a product";
    let mut other = super::buffer(what, n, &0)?;
    if a.len() <= n && b.len() <= n {
        transform.convolve([a, b], out, &mut other, 1);
        return Ok(true);
    }
    let mut folded = [super::buffer(what, n, &0)?, super::buffer(what, n, &0)?];
    super::wrap::fold(ring, a, wrap, &mut folded[0]);
    super::wrap::fold(ring, b, wrap, &mut folded[1]);
    transform.convolve([&folded[0], &folded[1]], out, &mut other, 1);
    Ok(true)
}
