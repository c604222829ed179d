//! The same fields in crates that use `ff` 0.13 and `ff` 0.14, side by side: equal values.

use interop::evaluate;
use ringfft::{order::Order, plan::{Algorithm, Plan}, rings::{ff, ff013}};

/// Forward and inverse in both releases, compared through the canonical bytes, and with the definition.
macro_rules! both {
    ($name:ident, $old:ty, $new:ty) => {
        #[test]
        fn $name() {
            let bytes_old = |x: &$old| -> Vec<u8> { AsRef::<[u8]>::as_ref(&ff013::PrimeField::to_repr(x)).to_vec() };
            let bytes_new = |x: &$new| -> Vec<u8> { AsRef::<[u8]>::as_ref(&ff::PrimeField::to_repr(x)).to_vec() };
            for algorithm in
                Algorithm::ALL.iter().copied().filter(|algorithm| algorithm.is_dft() && *algorithm != Algorithm::Tangent)
            {
                for order in [Order::Natural, Order::BitReversed] {
                    for n in [1, 2, 4, 32, 256].into_iter().filter(|&n| algorithm.exists_for(n)) {
                        let mut old: Vec<$old> = vec![<$old>::from(11)];
                        let mut new: Vec<$new> = vec![<$new>::from(11)];
                        for i in 1..n {
                            old.push(old[i - 1] * old[i - 1] + <$old>::from(i as u64));
                            new.push(new[i - 1] * new[i - 1] + <$new>::from(i as u64));
                        }
                        let (x, y) = (old.clone(), new.clone());
                        let plan_old =
                            Plan::builder(ff013::<$old>(), n).algorithm(algorithm).order(order).build().unwrap();
                        let plan_new =
                            Plan::builder(ff::<$new>(), n).algorithm(algorithm).order(order).build().unwrap();
                        plan_old.forward(&mut old).unwrap();
                        plan_new.forward(&mut new).unwrap();
                        for (a, b) in old.iter().zip(&new) {
                            assert_eq!(bytes_old(a), bytes_new(b), "{algorithm} {order} {n}");
                        }
                        if order == Order::Natural {
                            let (zero, one) = (<$new>::from(0), <$new>::from(1));
                            assert_eq!(new, evaluate(&y, *plan_new.root(), zero, one), "{algorithm} {n}");
                        }
                        plan_old.inverse(&mut old).unwrap();
                        plan_new.inverse(&mut new).unwrap();
                        assert_eq!((old, new), (x, y), "{algorithm} {order} {n}");
                    }
                }
            }
        }
    };
}

both!(bls12_381_scalar, bls12_381_08::Scalar, bls12_381::Scalar);
both!(pallas_base, pasta_curves_05::Fp, pasta_curves::Fp);
both!(vesta_base, pasta_curves_05::Fq, pasta_curves::Fq);
