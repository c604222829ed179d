//! The stated costs, counted.

use num_complex::Complex;
use num_traits::{Num, One, Zero};
use ringfft::{
    plan::{Plan, Scale, Threads},
    real::{RealPlan, Trigonometric, TrigonometricKind},
    rings::{ComplexRing, Real},
};
use std::{
    cell::Cell,
    ops::{Add, Div, Mul, Neg, Rem, Sub},
};

thread_local! {
    static COUNTS: Cell<(i64, i64)> = const { Cell::new((0, 0)) };
}

/// A float that counts products and additions.
///
/// Twice as wide as its number: plans over complex floats of eight bytes run kernels, which count nothing.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
#[repr(align(16))]
struct Counted(f64);

fn count(products: i64, additions: i64) {
    COUNTS.with(|counts| counts.set((counts.get().0 + products, counts.get().1 + additions)));
}

macro_rules! operations {
    ($($name:ident $method:ident $operator:tt $products:literal $additions:literal;)*) => {$(
        impl $name for Counted {
            type Output = Self;

            fn $method(self, other: Self) -> Self {
                count($products, $additions);
                Counted(self.0 $operator other.0)
            }
        }
    )*};
}

operations! {
    Add add + 0 1;
    Sub sub - 0 1;
    Mul mul * 1 0;
    Div div / 1 0;
    Rem rem % 1 0;
}

impl Neg for Counted {
    type Output = Self;

    fn neg(self) -> Self {
        Counted(-self.0)
    }
}

impl Zero for Counted {
    fn zero() -> Self {
        Counted(0.0)
    }

    fn is_zero(&self) -> bool {
        self.0 == 0.0
    }
}

impl One for Counted {
    fn one() -> Self {
        Counted(1.0)
    }
}

impl Num for Counted {
    type FromStrRadixErr = std::num::ParseFloatError;

    fn from_str_radix(text: &str, _: u32) -> Result<Self, Self::FromStrRadixErr> {
        text.parse().map(Counted)
    }
}

impl Real for Counted {
    fn from_f64(x: f64) -> Self {
        Counted(x)
    }

    fn from_integer(n: u64) -> Self {
        Counted(n as f64)
    }

    fn as_f64(self) -> f64 {
        self.0
    }

    fn unit() -> Self {
        Counted(f64::EPSILON)
    }

    fn square_root(self) -> Self {
        Counted(self.0.sqrt())
    }

    fn square_root_of_half() -> Self {
        Counted(std::f64::consts::FRAC_1_SQRT_2)
    }

    fn is_regular(self) -> bool {
        self.0.is_normal()
    }
}

/// Products and additions.
fn counted(run: impl FnOnce()) -> (i64, i64) {
    COUNTS.with(|counts| counts.set((0, 0)));
    run();
    COUNTS.with(Cell::get)
}

const ZERO: Complex<Counted> = Complex::new(Counted(0.0), Counted(0.0));

fn complex(n: usize) -> (i64, i64) {
    let one = Threads::AtMost(1);
    let plan = Plan::builder(ComplexRing::<Counted>::new(), n).scale(Scale::NONE).threads(one).build().unwrap();
    let (mut values, mut scratch) = (vec![ZERO; n], plan.scratch().unwrap());
    counted(|| plan.forward_with(&mut values, &mut scratch).unwrap())
}

fn complex_back(n: usize) -> (i64, i64) {
    let one = Threads::AtMost(1);
    let plan = Plan::builder(ComplexRing::<Counted>::new(), n).scale(Scale::NONE).threads(one).build().unwrap();
    let (mut values, mut scratch) = (vec![ZERO; n], plan.scratch().unwrap());
    counted(|| plan.inverse_with(&mut values, &mut scratch).unwrap())
}

fn real(n: usize) -> [(i64, i64); 2] {
    real_scaled(n, Scale::NONE)
}

fn real_scaled(n: usize, scale: Scale) -> [(i64, i64); 2] {
    let plan = RealPlan::<Counted>::builder(n).scale(scale).threads(Threads::AtMost(1)).build().unwrap();
    let (mut x, mut values) = (vec![Counted(1.0); n], vec![ZERO; n / 2 + 1]);
    let mut scratch = plan.scratch().unwrap();
    let forth = counted(|| plan.forward_with(&x, &mut values, &mut scratch).unwrap());
    [forth, counted(|| plan.inverse_with(&values, &mut x, &mut scratch).unwrap())]
}

#[test]
fn real_sequences() {
    for n in [2usize, 4, 6, 8, 14, 16, 64, 100, 1024] {
        let h = (n / 2) as i64;
        let pairs = (h + 1) / 2 - 1;
        let [forth, back] = real(n);
        let (inner, inner_back) = (complex(n / 2), complex_back(n / 2));
        let extra = |(a, b): (i64, i64), (c, d): (i64, i64)| (a - c - 6 * pairs, b - d - 10 * pairs);
        let (products, additions) = extra(forth, inner);
        assert!((0..=5).contains(&products) && (0..=3).contains(&additions), "{n}: {products} {additions}");
        let (products, additions) = extra(back, inner_back);
        assert!((0..=5).contains(&products) && (0..=4).contains(&additions), "{n}: {products} {additions}");
    }
    for n in [1usize, 3, 9, 15, 35] {
        let [forth, back] = real(n);
        let by_one = n as i64;
        assert_eq!(forth, complex(n), "{n}");
        assert_eq!((back.0 - by_one, back.1), complex_back(n), "{n}");
    }
    for (n, radix) in [(603, 9), (605, 5), (637, 7), (633, 3)] {
        let [forth, back] = real(n);
        let (m, p, q) = ((n / radix) as i64, radix as i64, radix as i64 / 2);
        let rows = |(products, additions): (i64, i64)| ((q + 1) * products, (q + 1) * additions);
        let (inner, inner_back) = (rows(complex(n / radix)), rows(complex_back(n / radix)));
        let own = (q * (2 * q + 4), 4 * q * (q + 1));
        assert_eq!((forth.0 - inner.0, forth.1 - inner.1), (m * own.0, m * own.1), "{n}");
        let own = (q * (2 * q + 4) + p, q * (4 * q + 5));
        assert_eq!((back.0 - inner_back.0, back.1 - inner_back.1), (m * own.0, m * own.1), "{n} back");
    }
}

/// Primes above a product of small primes, and one whose convolution is longer.
#[test]
fn real_sequences_of_prime_length() {
    for (p, n) in [(73, 72), (97, 96), (1009, 1008), (103, 240)] {
        let ([forth, back], [inner, inner_back]) = (real(p), real(n));
        let scaled = real_scaled(n, Scale::UNITARY)[1];
        let (n, p) = (n as i64, p as i64);
        let own = (2 * n + 5, n + p + 3);
        let both = (inner.0 + inner_back.0 + own.0, inner.1 + inner_back.1 + own.1);
        assert_eq!(forth, both, "{p}");
        assert_eq!(back, (inner.0 + scaled.0 + own.0 + 1, inner.1 + scaled.1 + own.1 + 1), "{p} back");
    }
}

#[test]
fn cosines_and_sines() {
    use TrigonometricKind::{Dct1, Dct2, Dct3, Dct4, Dst1, Dst2, Dst3, Dst4};
    for &kind in TrigonometricKind::ALL {
        for n in [2usize, 3, 8, 15, 16, 60] {
            let one = Threads::AtMost(1);
            let plan = Trigonometric::<Counted>::builder(kind, n).scale(Scale::NONE).threads(one).build().unwrap();
            let (mut x, mut scratch) = (vec![Counted(1.0); n], plan.scratch().unwrap());
            let (products, _) = counted(|| plan.forward_with(&mut x, &mut scratch).unwrap());
            let (inside, own) = match kind {
                Dct1 => (real(2 * (n - 1))[0].0, n),
                Dst1 => (real(2 * (n + 1))[0].0, n),
                Dct2 | Dst2 => (real(n)[0].0, 6 * (n / 2) + 1),
                Dct3 | Dst3 => (real(n)[1].0, 4 * (n / 2)),
                Dct4 | Dst4 if n % 2 == 0 => (complex(n / 2).0, 5 * n),
                Dct4 | Dst4 => (real(n)[0].0, 2 * n + 1),
                other => panic!("no count of {other}"),
            };
            assert_eq!(products - inside, own as i64, "{kind} {n}");
        }
    }
}
