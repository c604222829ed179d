//! A ring that the crate does not have: the Gaussian integers modulo the prime `p = 2^31 - 1`.
//!
//! `p = 3 mod 4`, so `-1` is no square and `a + b i` with `i^2 = -1` makes the field `GF(p^2)`. Its group of
//! units has order `p^2 - 1 = 2^32 (2^30 - 1)`: roots of unity for every power of two up to 2^32, and for
//! 3, 7, 9, 11, 31 and more, although `p - 1` itself has only one factor 2.
//!
//! The steps are those of `CONTRIBUTING.md`, "Add a ring".
//!
//! `cargo run --release --example own_ring`

use ringfft::{
    Error, Result,
    algebra::{Action, Module, Ring, Roots},
    arith,
    dft::Transform,
    order::Order,
    plan::{Accelerated, Algorithm, Ask, Built, Job, Kernels, Plan, Points, Recipe},
};
use std::sync::Arc;

const P: u32 = (1 << 31) - 1;
const UNITS: u64 = (P as u64) * (P as u64) - 1;

/// `re + im i`, both below `p`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Gaussian {
    re: u32,
    im: u32,
}

/// The field: a value without data, because the element's type knows its modulus.
#[derive(Clone, Copy, Debug)]
struct GaussianField;

fn add(a: u32, b: u32) -> u32 {
    let sum = a + b;
    if sum >= P { sum - P } else { sum }
}

fn sub(a: u32, b: u32) -> u32 {
    if a >= b { a - b } else { a + P - b }
}

/// The residue of a number below 2^63: 2^31 = 1.
fn reduce(x: u64) -> u32 {
    let folded = (x >> 31) + (x & u64::from(P));
    let folded = (folded >> 31) + (folded & u64::from(P));
    if folded >= u64::from(P) { (folded - u64::from(P)) as u32 } else { folded as u32 }
}

// Step 1: the abelian group.
impl Module for GaussianField {
    type Element = Gaussian;

    fn zero(&self) -> Gaussian {
        Gaussian { re: 0, im: 0 }
    }

    fn add_assign(&self, a: &mut Gaussian, b: &Gaussian) {
        *a = Gaussian { re: add(a.re, b.re), im: add(a.im, b.im) };
    }

    fn sub_assign(&self, a: &mut Gaussian, b: &Gaussian) {
        *a = Gaussian { re: sub(a.re, b.re), im: sub(a.im, b.im) };
    }
}

// Step 2: the product.
impl Ring for GaussianField {
    fn name(&self) -> String {
        "the Gaussian integers modulo 2^31 - 1".into()
    }

    fn one(&self) -> Gaussian {
        Gaussian { re: 1, im: 0 }
    }

    fn mul_assign(&self, a: &mut Gaussian, b: &Gaussian) {
        let product = |x: u32, y: u32| u64::from(x) * u64::from(y);
        // Each product is below 2^62.
        let re = sub(reduce(product(a.re, b.re)), reduce(product(a.im, b.im)));
        let im = reduce(product(a.re, b.im) + product(a.im, b.re));
        *a = Gaussian { re, im };
    }

    fn is_zero(&self, a: &Gaussian) -> bool {
        *a == self.zero()
    }

    fn inverse(&self, a: &Gaussian) -> Option<Gaussian> {
        // a^(p^2 - 2).
        (!self.is_zero(a)).then(|| self.pow(a, UNITS - 1))
    }
}

// Step 3: what acts on the elements. Here the ring itself, with a twiddle that is just an element.
impl Action for GaussianField {
    type Scalars = Self;
    type Twiddle = Gaussian;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &Gaussian) -> Gaussian {
        *scalar
    }

    fn apply(&self, x: &mut Gaussian, w: &Gaussian) {
        self.mul_assign(x, w);
    }

    /// The fourth roots are `i` and `-i`: a swap and a sign instead of a product.
    fn apply_fourth(&self, x: &mut Gaussian, w: &Gaussian) {
        *x = if w.im == 1 { Gaussian { re: sub(0, x.im), im: x.re } } else { Gaussian { re: x.im, im: sub(0, x.re) } };
    }
}

/// The first generator of the units in the sequence `1 + i, 2 + i, 3 + i, ...`.
const GENERATOR: Gaussian = Gaussian { re: 12, im: 1 };

// Step 4: the roots of unity, all powers of one generator, so that they agree with each other.
impl Roots for GaussianField {
    fn root(&self, n: usize) -> Result<Gaussian> {
        if n == 0 {
            return Err(Error::Length { what: "a transform", len: 0, possible: "the least length is 1" });
        }
        if !UNITS.is_multiple_of(n as u64) {
            return Err(Error::NoRoot {
                ring: self.name(),
                order: n,
                possible: "the order must divide 2^32 (2^30 - 1)".into(),
            });
        }
        Ok(self.pow(&GENERATOR, UNITS / n as u64))
    }
}

// Step 5: plans. Two plans over this field may share tables, because all its values are the same.
impl Accelerated for GaussianField {
    fn identity(&self) -> Option<String> {
        Some(String::new())
    }

    fn kernels(&self) -> Option<&'static dyn Kernels<Self>> {
        Some(&Fours)
    }
}

// Step 6, where the ring has something faster than the textbook: its kernels, registered once. Here transforms of length 4, which
// need no product.
struct Fours;

impl Kernels<GaussianField> for Fours {
    fn fastest(&self, _: &GaussianField, ask: &Ask) -> Option<Result<Recipe>> {
        let (len, order) = (4, Order::Natural);
        let recipe = Recipe::Kernel { name: "fours".into(), len, order };
        (ask.len == len && ask.order == order).then_some(Ok(recipe))
    }

    fn build(&self, job: &Job<'_, GaussianField>) -> Result<Option<Built<GaussianField>>> {
        match (job.recipe, job.points) {
            // The plan applies coset and scale: this kernel has no tables to put them in.
            (Recipe::Kernel { .. }, Points::Powers(domain)) if job.is_plain() => {
                Ok(Some(Built::new(Arc::new(Four { root: *domain.root() }))))
            }
            _ => Ok(None),
        }
    }
}

/// The transform of length 4 at the powers of `i` or `-i`.
struct Four {
    root: Gaussian,
}

impl Four {
    fn run(&self, values: &mut [Gaussian], root: &Gaussian) -> Result<()> {
        let [a, b, c, d] = values else {
            return Err(Error::SliceLength {
                what: "slice of values",
                expected: 4,
                found: values.len(),
                at_least: false,
            });
        };
        let field = GaussianField;
        field.butterfly(a, c);
        field.butterfly(b, d);
        field.apply_fourth(d, root);
        field.butterfly(a, b);
        field.butterfly(c, d);
        std::mem::swap(b, c);
        Ok(())
    }
}

impl Transform<GaussianField> for Four {
    fn len(&self) -> usize {
        4
    }

    fn order(&self) -> Order {
        Order::Natural
    }

    fn scratch_len(&self) -> usize {
        0
    }

    fn forward(&self, values: &mut [Gaussian], _: &mut [Gaussian]) -> Result<()> {
        self.run(values, &self.root)
    }

    fn inverse_unscaled(&self, values: &mut [Gaussian], _: &mut [Gaussian]) -> Result<()> {
        self.run(values, &Gaussian { re: 0, im: sub(0, self.root.im) })
    }
}

fn main() -> Result<()> {
    let field = GaussianField;
    let generates = |g: &Gaussian| {
        let primes = arith::prime_factors(UNITS);
        primes.iter().all(|&(q, _)| field.pow(g, UNITS / q) != field.one())
    };
    let first = (1..).map(|re| Gaussian { re, im: 1 }).find(generates);
    assert_eq!(first, Some(GENERATOR), "the constant is not the first generator");

    let input = |n: usize| -> Vec<Gaussian> {
        (0..n as u64).map(|j| Gaussian { re: reduce(j * j * j + 7), im: reduce(j * 1_000_003 + 1) }).collect()
    };

    // Step 7: every algorithm against the definition, and back.
    let mut pairs = 0;
    let exists = |algorithm: &Algorithm| algorithm.is_dft() && algorithm.exists_over(&field);
    for algorithm in Algorithm::ALL.iter().copied().filter(exists) {
        for order in [Order::Natural, Order::BitReversed] {
            for n in (1..=64).filter(|&n| UNITS.is_multiple_of(n as u64)) {
                if !algorithm.exists_for(n) || !order.exists_for(n) {
                    continue;
                }
                let naive = Plan::builder(field, n).algorithm(Algorithm::Naive).order(order).build()?;
                let plan = Plan::builder(field, n).algorithm(algorithm).order(order).build()?;
                let (mut expected, mut found) = (input(n), input(n));
                naive.forward(&mut expected)?;
                plan.forward(&mut found)?;
                assert_eq!(expected, found, "{algorithm} {order} {n}");
                plan.inverse(&mut found)?;
                assert_eq!(found, input(n), "inverse {algorithm} {order} {n}");
                pairs += 1;
            }
        }
    }
    println!("{pairs} plans equal to the definition, and their inverses undo them");

    // The planner takes the kernel, which equals the definition.
    let kernel = Plan::builder(field, 4).coset(Gaussian { re: 3, im: 5 }).build()?;
    assert_eq!(kernel.recipe().to_string(), "kernel(fours, natural, 4)");
    assert_eq!("kernel(fours, natural, 4)".parse::<Recipe>()?, *kernel.recipe());
    let naive = Plan::builder(field, 4).algorithm(Algorithm::Naive).coset(Gaussian { re: 3, im: 5 }).build()?;
    let (mut expected, mut found) = (input(4), input(4));
    naive.forward(&mut expected)?;
    kernel.forward(&mut found)?;
    assert_eq!(expected, found);
    kernel.inverse(&mut found)?;
    assert_eq!(found, input(4));

    // A length that the prime field itself could not serve: p - 1 has a single factor 2.
    let n = 1 << 16;
    let plan = Plan::over(field, n)?;
    let mut values = input(n);
    plan.forward(&mut values)?;
    for k in [0, 1, 4711, n - 1] {
        let x = field.power(plan.root(), n, k);
        let value = input(n).iter().rev().fold(field.zero(), |mut sum, c| {
            field.mul_assign(&mut sum, &x);
            field.add_assign(&mut sum, c);
            sum
        });
        assert_eq!(values[k], value);
    }
    plan.inverse(&mut values)?;
    assert_eq!(values, input(n));
    println!("{} of length {n}: values at four points equal Horner's, round trip exact", plan.recipe());

    // And one that even GF(p^2) has no root for.
    println!("{}", Plan::over(field, 5).err().map_or("5 works".into(), |error| error.to_string()));
    Ok(())
}

#[cfg(test)]
#[test]
fn every_algorithm_over_the_ring() -> ringfft::Result<()> {
    main()
}
