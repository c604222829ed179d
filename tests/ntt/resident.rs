//! Vectors that stay in their plans' form, against plans on slices.

use crate::{in_pool, residues};
use bls12_381::Scalar;
use ringfft::{
    Error,
    algebra::Ring,
    order::Order,
    plan::{Accelerated, Isa, Layout, Plan, Scale, Threads},
    rings::{Bls12381Fr, Goldilocks, Modular, ff, native},
};

/// Every operation on resident vectors is that on their elements.
fn agrees<R>(ring: R, n: usize, shift: R::Element)
where
    R: Accelerated<Scalars = R, Element: PartialEq + Copy> + Ring,
{
    let list = |seed: u64| -> Vec<R::Element> { (0..n as u64).map(|i| ring.integer(i * i * 0x9e37 + seed)).collect() };
    for order in [Order::Natural, Order::BitReversed] {
        for threads in [1, 3] {
            let builder = || Plan::builder(ring.clone(), n).order(order).threads(Threads::AtMost(threads));
            let (plan, coset) = (builder().build().unwrap(), builder().coset(shift).build().unwrap());
            let [mut a, mut b, c] = [1, 2, 3].map(list);
            let (mut x, mut y, z) = (plan.load(&a).unwrap(), plan.load(&b).unwrap(), plan.load(&c).unwrap());
            let stored = |resident: &ringfft::plan::Resident<R>| {
                let mut list = vec![ring.zero(); resident.len()];
                resident.store(&mut list).unwrap();
                list
            };
            assert!(stored(&x) == a && stored(&z.clone()) == c);
            plan.forward_resident(&mut x).unwrap();
            plan.forward(&mut a).unwrap();
            assert!(stored(&x) == a, "forward {n} {order} {threads}");
            coset.forward_resident(&mut y).unwrap();
            coset.forward(&mut b).unwrap();
            assert!(stored(&y) == b, "coset {n} {order} {threads}");
            let each = |a: &mut [R::Element], f: &dyn Fn(&mut R::Element, usize)| {
                a.iter_mut().enumerate().for_each(|(i, a)| f(a, i));
            };
            x.multiply(&y).unwrap();
            each(&mut a, &|a, i| ring.mul_assign(a, &b[i]));
            assert!(stored(&x) == a, "product {n}");
            x.multiply_add(&y, &z).unwrap();
            each(&mut a, &|a, i| {
                ring.mul_assign(a, &b[i]);
                ring.add_assign(a, &c[i]);
            });
            assert!(stored(&x) == a, "product and sum {n}");
            x.subtract(&y).unwrap();
            each(&mut a, &|a, i| ring.sub_assign(a, &b[i]));
            assert!(stored(&x) == a, "difference {n}");
            x.add(&z).unwrap();
            each(&mut a, &|a, i| ring.add_assign(a, &c[i]));
            assert!(stored(&x) == a, "sum {n}");
            coset.inverse_resident(&mut x).unwrap();
            coset.inverse(&mut a).unwrap();
            assert!(stored(&x) == a, "inverse {n} {order} {threads}");
            // Continued by zeros, and loaded again.
            let longer =
                Plan::builder(ring.clone(), 2 * n).order(order).threads(Threads::AtMost(threads)).build().unwrap();
            let mut long = longer.extend_resident(&x).unwrap();
            longer.forward_resident(&mut long).unwrap();
            a.resize(2 * n, ring.zero());
            longer.forward(&mut a).unwrap();
            assert!(stored(&long) == a, "longer {n}");
            x.load(&c).unwrap();
            assert!(stored(&x) == c);
        }
    }
}

#[test]
fn of_words_and_of_elements() {
    in_pool(|| {
        agrees(ff::<Scalar>(), 1 << 12, Scalar::from(7));
        agrees(native::<Bls12381Fr>(), 256, Bls12381Fr::new(7));
        agrees(native::<Bls12381Fr>(), 128, Bls12381Fr::new(7));
        agrees(ff::<Goldilocks>(), 512, Goldilocks::new(7));
        agrees(Modular::new(12_289).unwrap(), 64, 11);
    });
}

#[test]
fn batches() {
    let n = 256;
    let plan = Plan::builder(ff::<Scalar>(), n).batch(3, Layout::Rows).build().unwrap();
    let mut list: Vec<Scalar> = residues(5, u64::MAX, 3 * n).into_iter().map(Scalar::from).collect();
    let mut resident = plan.load(&list).unwrap();
    plan.forward_resident(&mut resident).unwrap();
    plan.forward(&mut list).unwrap();
    let mut stored = vec![Scalar::zero(); 3 * n];
    resident.store(&mut stored).unwrap();
    assert!(stored == list);
    let columns = Plan::builder(ff::<Scalar>(), n).batch(3, Layout::Columns).build().unwrap();
    assert!(matches!(columns.load(&list), Err(Error::Unsupported { .. })));
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let [a, b] = [256, 512].map(|n| Plan::over(native::<Bls12381Fr>(), n).unwrap());
    let ones = [Bls12381Fr::ONE; 512];
    let (mut x, y) = (a.load(&ones[..256]).unwrap(), b.load(&ones).unwrap());
    let is_length = |result: Result<(), Error>| assert!(matches!(result, Err(Error::SliceLength { .. })));
    is_length(a.load(&ones).map(drop));
    is_length(b.forward_resident(&mut x));
    is_length(b.inverse_resident(&mut x));
    is_length(x.multiply(&y));
    is_length(x.multiply_add(&x.clone(), &y));
    is_length(x.add(&y));
    is_length(x.subtract(&y));
    is_length(x.load(&ones));
    is_length(x.store(&mut [Bls12381Fr::ZERO; 255]));
    is_length(a.extend_resident(&y).map(drop));
    // Another ring, and another form, where there are two.
    let [p, q] = [12_289, 257].map(|m| Plan::over(Modular::new(m).unwrap(), 64).unwrap());
    let (mut of_p, mut of_q) = (p.load(&[1; 64]).unwrap(), q.load(&[1; 64]).unwrap());
    let is_unsupported = |result: Result<(), Error>| assert!(matches!(result, Err(Error::Unsupported { .. })));
    is_unsupported(of_p.multiply(&of_q));
    is_unsupported(p.forward_resident(&mut of_q));
    is_unsupported(p.extend_resident(&of_q).map(drop));
    let scalar = Plan::builder(native::<Bls12381Fr>(), 256).isa(Isa::Scalar).build().unwrap();
    let unscaled = Plan::builder(native::<Bls12381Fr>(), 256).scale(Scale::NONE).build().unwrap();
    for plan in [scalar, unscaled] {
        let mut other = plan.load(&ones[..256]).unwrap();
        if format!("{other:?}") == format!("{x:?}") {
            continue;
        }
        is_unsupported(a.forward_resident(&mut other));
        is_unsupported(plan.inverse_resident(&mut x));
        // The other form is what extending makes.
        let mut stored = [Bls12381Fr::ZERO; 256];
        plan.extend_resident(&x).unwrap().store(&mut stored).unwrap();
        assert_eq!(stored, ones[..256]);
        a.extend_resident(&other).unwrap().store(&mut stored).unwrap();
        assert_eq!(stored, ones[..256]);
        is_unsupported(x.multiply(&other));
        is_unsupported(other.multiply_add(&other.clone(), &x));
    }
}
