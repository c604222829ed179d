//! Von zur Gathen and Gerhard, Wang-Zhu-Cantor, Gao and Mateer: all of them evaluate, whatever the basis and the shift.

use crate::points::{Field, horner, random_list as list, random_subspace, values};
use ringfft::{
    Error, Result,
    additive::{GaoMateer, GaoMateerGeneral, GathenGerhard, Taylor, WangZhuCantor, subspace_polynomials},
    algebra::{Action, Module, Ring, Roots, Subspace},
    dft::Transform,
    order::Order,
    rings::{BinaryField, Gf2p8, Gf2p16, Gf2p16Leopard, Modular, Rows, binary},
};
use ringfft_testing::Random;

/// `f(x)`.
pub(crate) fn value<F: BinaryField>(f: &[F], x: F) -> F {
    horner(&binary::<F>(), f, &x)
}

/// The same points, for rows of `columns`.
fn rows<F: BinaryField>(subspace: &Subspace<Field<F>>, columns: usize) -> Subspace<Rows<Field<F>>> {
    let module = Rows::new(binary::<F>(), columns);
    Subspace::with_basis(module, subspace.basis().to_vec()).unwrap().with_shift(*subspace.shift())
}

type Boxed<M> = Box<dyn Transform<M>>;

/// Every transform that takes the basis.
fn all<M: Action>(subspace: &Subspace<M>) -> Vec<(&'static str, Boxed<M>)> {
    let mut all: Vec<(_, Boxed<M>)> = vec![
        ("gathen-gerhard", Box::new(GathenGerhard::new(subspace).unwrap())),
        ("gao-mateer-general", Box::new(GaoMateerGeneral::new(subspace).unwrap())),
    ];
    if subspace.is_cantor() {
        all.push(("cantor", Box::new(WangZhuCantor::new(subspace).unwrap())));
        all.push(("gao-mateer", Box::new(GaoMateer::new(subspace).unwrap())));
    }
    all
}

fn check<F: BinaryField>(random: &mut Random, subspace: &Subspace<Field<F>>) -> Result<()> {
    let n = subspace.len();
    let f: Vec<F> = list(random, n);
    let truth = values(subspace, &f, n);
    for (name, transform) in all(subspace) {
        let facts = (transform.len(), transform.order(), transform.scratch_len(), transform.inverse_scale());
        assert_eq!(facts, (n, Order::Natural, 0, 1), "{name}");
        let mut values = f.clone();
        transform.forward(&mut values, &mut [])?;
        assert_eq!(values, truth, "{name}, {n} points, shift {}", subspace.shift());
        transform.inverse_unscaled(&mut values, &mut [])?;
        assert_eq!(values, f, "{name}, {n} points, shift {}", subspace.shift());
        let refused = transform.forward(&mut vec![F::ZERO; n + 1], &mut []).unwrap_err();
        assert!(matches!(refused, Error::SliceLength { .. }), "{name}");
    }
    let columns = 3;
    let matrix: Vec<Vec<F>> = (0..n).map(|i| (0..columns).map(|c| f[(i * (c + 1) + c) % n]).collect()).collect();
    for (name, transform) in all(&rows(subspace, columns)) {
        let mut values = matrix.clone();
        transform.forward(&mut values, &mut [])?;
        for c in 0..columns {
            let column: Vec<F> = matrix.iter().map(|row| row[c]).collect();
            let found = values.iter().map(|row| row[c]);
            assert!(found.enumerate().all(|(j, v)| v == value(&column, subspace.point(j))), "{name} of rows");
        }
        transform.inverse_unscaled(&mut values, &mut [])?;
        assert_eq!(values, matrix, "{name} of rows");
    }
    Ok(())
}

#[test]
fn values_at_every_point() -> Result<()> {
    fn over<F: BinaryField>(dim: u32) -> Result<()> {
        let random = &mut Random::new(u64::from(dim) + 5);
        let cantor = Subspace::new(binary::<F>(), dim)?;
        assert!(cantor.is_cantor() && cantor.is_linear());
        check(random, &cantor)?;
        // Cosets: a point of the subspace as the shift too.
        let inside = cantor.point(random.bits() as usize);
        let outside = F::from_bits(random.bits().into());
        for shift in [F::ONE, inside, outside] {
            check(random, &cantor.clone().with_shift(shift))?;
        }
        for _ in 0..3 {
            let other = random_subspace::<F>(random, dim as usize);
            check(random, &other)?;
            let inside = other.point(random.bits() as usize);
            check(random, &other.clone().with_shift(inside))?;
            let outside = F::from_bits(random.bits().into());
            check(random, &other.with_shift(outside))?;
        }
        // 1, x, x^2, ...: the basis of the command line.
        check(random, &Subspace::with_basis(binary::<F>(), (0..dim).map(|i| F::from_bits(1 << i)).collect())?)
    }
    for dim in 0..=8 {
        over::<Gf2p8>(dim)?;
        over::<Gf2p16>(dim)?;
    }
    over::<Gf2p16Leopard>(5)
}

/// Sizes beyond the blocks that are worked on as a whole: all agree, and all come back.
#[test]
fn longer_transforms_agree_and_come_back() -> Result<()> {
    for dim in 9..=12u32 {
        let random = &mut Random::new(dim.into());
        let cantor = Subspace::new(binary::<Gf2p16>(), dim)?;
        let other = random_subspace::<Gf2p16>(random, dim as usize);
        let shift = Gf2p16::from_bits(random.bits().into());
        for subspace in [cantor.clone(), cantor.with_shift(shift), other.clone(), other.with_shift(shift)] {
            let n = subspace.len();
            let f: Vec<Gf2p16> = list(random, n);
            let mut first: Option<Vec<Gf2p16>> = None;
            for (name, transform) in all(&subspace) {
                let mut values = f.clone();
                transform.forward(&mut values, &mut [])?;
                for _ in 0..8 {
                    let j = random.bits() as usize % n;
                    assert_eq!(values[j], value(&f, subspace.point(j)), "{name}, value {j} of {n}");
                }
                match &first {
                    Some(first) => assert!(*first == values, "{name} differs, {n} points"),
                    None => first = Some(values.clone()),
                }
                transform.inverse_unscaled(&mut values, &mut [])?;
                assert!(values == f, "{name} does not come back, {n} points");
            }
        }
    }
    Ok(())
}

/// `f = g_0 + g_1 y + ...` with `y = x^tau + x`, by its value at a point.
#[test]
fn taylor_expansion() -> Result<()> {
    let random = &mut Random::new(3);
    for (k, t) in (0..=12u32).flat_map(|k| (1..=k + 1).map(move |t| (k, t))) {
        let (n, tau) = (1usize << k, 1usize << t);
        let taylor = Taylor::new(binary::<Gf2p16>(), n, tau)?;
        let f: Vec<Gf2p16> = list(random, n);
        let mut expanded = f.clone();
        taylor.expand(&mut expanded)?;
        let x = Gf2p16::from_bits(random.bits().into());
        let y = binary::<Gf2p16>().pow(&x, tau as u64) + x;
        let blocks: Vec<Gf2p16> = expanded.chunks(tau).map(|g| value(g, x)).collect();
        assert_eq!(value(&blocks, y), value(&f, x), "{n} at x^{tau} + x");
        taylor.collect(&mut expanded)?;
        assert!(expanded == f, "{n} at x^{tau} + x");
        assert!(matches!(taylor.expand(&mut expanded[1..]), Err(Error::SliceLength { .. })));
        assert_eq!(taylor.len(), n);
    }
    Ok(())
}

#[test]
fn subspace_polynomials_vanish_on_their_spans() {
    let random = &mut Random::new(4);
    let subspace = random_subspace::<Gf2p16>(random, 6);
    let (rows, images) = (subspace_polynomials(&subspace), subspace.images());
    assert_eq!(rows.len(), 7);
    for (i, row) in rows.iter().enumerate() {
        let s = |x: Gf2p16| {
            let terms = row.iter().scan(x, |power, &c| {
                let term = c * *power;
                *power = power.squared();
                Some(term)
            });
            terms.fold(Gf2p16::ZERO, |sum, term| sum + term)
        };
        assert_eq!((row.len(), row[i]), (i + 1, Gf2p16::ONE));
        assert!((0..1 << i).all(|j| s(subspace.point(j)) == Gf2p16::ZERO));
        assert!((i..6).all(|l| s(subspace.basis()[l]) == images[i][l - i]));
    }
    let cantor = Subspace::new(binary::<Gf2p16>(), 16).unwrap();
    for (i, row) in subspace_polynomials(&cantor).iter().enumerate() {
        let expected = (0..=i).map(|e| if e & i == e { Gf2p16::ONE } else { Gf2p16::ZERO });
        assert!(expected.eq(row.iter().copied()), "{i}");
    }
}

#[test]
fn refusals_say_what_to_take() {
    let powers = (0..3).map(|i| Gf2p8::new(1 << i)).collect();
    let subspace = Subspace::with_basis(binary::<Gf2p8>(), powers).unwrap();
    let text = |error: Option<Error>| error.unwrap().to_string();
    let cantor = text(WangZhuCantor::new(&subspace).err());
    assert!(
        cantor.contains("gathen-gerhard") && cantor.contains("GF(2^8)") && cantor.contains("cantor needs"),
        "{cantor}"
    );
    let gao_mateer = text(GaoMateer::new(&subspace).err());
    assert!(gao_mateer.contains("gao-mateer-general"), "{gao_mateer}");
    let refused = text(Taylor::new(binary::<Gf2p8>(), 12, 2).err());
    assert!(refused.contains("power of two") && refused.contains("12"), "{refused}");
    for tau in [0, 1, 3, 6] {
        assert!(matches!(Taylor::new(binary::<Gf2p8>(), 8, tau), Err(Error::Length { .. })), "{tau}");
    }
    let odd = text(Taylor::new(Modular::new(17).unwrap(), 8, 2).err());
    assert!(odd.contains("characteristic 2") && odd.contains("binary field"), "{odd}");
}

/// A ring whose inverses fail after the subspace has been checked is refused.
#[derive(Clone)]
struct Fickle(std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl Module for Fickle {
    type Element = Gf2p8;

    fn zero(&self) -> Gf2p8 {
        Gf2p8::ZERO
    }

    fn add_assign(&self, a: &mut Gf2p8, b: &Gf2p8) {
        *a += *b;
    }

    fn sub_assign(&self, a: &mut Gf2p8, b: &Gf2p8) {
        *a += *b;
    }
}

impl Ring for Fickle {
    fn name(&self) -> String {
        "a fickle field".into()
    }

    fn one(&self) -> Gf2p8 {
        Gf2p8::ONE
    }

    fn mul_assign(&self, a: &mut Gf2p8, b: &Gf2p8) {
        *a *= *b;
    }

    fn is_zero(&self, a: &Gf2p8) -> bool {
        *a == Gf2p8::ZERO
    }

    fn inverse(&self, a: &Gf2p8) -> Option<Gf2p8> {
        let calls = self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        (calls < 5).then(|| BinaryField::inverse(*a)).flatten()
    }
}

impl Action for Fickle {
    type Scalars = Self;
    type Twiddle = Gf2p8;

    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &Gf2p8) -> Gf2p8 {
        *scalar
    }

    fn apply(&self, x: &mut Gf2p8, w: &Gf2p8) {
        *x *= *w;
    }
}

#[test]
fn inverses_that_fail_are_refused() {
    let basis = binary::<Gf2p8>().cantor_basis(4).unwrap();
    let subspace = Subspace::with_basis(Fickle(Default::default()), basis).unwrap();
    assert!(matches!(GathenGerhard::new(&subspace), Err(Error::NotInvertible { .. })));
    assert!(matches!(GaoMateerGeneral::new(&subspace), Err(Error::NotInvertible { .. })));
}
