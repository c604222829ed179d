//! Plans of residues that run kernels, against the textbook's transforms.

use crate::in_pool;
use ringfft::{
    algebra::{Ring, Roots, Scalar, Std},
    arith,
    inside::require,
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Isa, Layout, Plan, Scale, Threads, TwiddleMemory},
    rings::{BabyBear, Goldilocks, KoalaBear, M31, Modular, Modular32, NativeField, ViaNative, native},
};
use ringfft_testing::Random;

const LENGTHS: [usize; 8] = [2, 4, 8, 64, 128, 256, 1024, 1 << 13];

/// The instruction sets of this machine.
fn instruction_sets() -> impl Iterator<Item = Isa> {
    require::sets().filter(|isa| *isa != Isa::Pclmul)
}

/// A transform in place.
type Transform<R> =
    fn(&Plan<<R as ringfft::algebra::Module>::Element, R>, &mut [<R as ringfft::algebra::Module>::Element]);

/// Both directions of `fast` equal those of `book` on `values`.
fn same<R: Accelerated<Element: PartialEq>>(
    fast: Builder<R>,
    book: Builder<R>,
    values: &[R::Element],
    packed: bool,
    what: &str,
) {
    let (fast, book) = (fast.build().unwrap(), book.build().unwrap());
    assert_eq!(fast.recipe().algorithm() == Algorithm::Packed, packed, "{what}: {}", fast.recipe());
    let directions: [(Transform<R>, &str); 2] =
        [(|plan, x| plan.forward(x).unwrap(), "forward"), (|plan, x| plan.inverse(x).unwrap(), "inverse")];
    for (run, direction) in directions {
        let (mut a, mut b) = (values.to_vec(), values.to_vec());
        run(&fast, &mut a);
        run(&book, &mut b);
        assert!(a == b, "{what}: {direction} of {}", fast.recipe());
    }
}

/// Every length, order, scale, coset, root, layout and number of threads.
fn check<R>(ring: &R, element: impl Fn(u64) -> R::Element)
where
    R: Accelerated<Scalars = R, Element: PartialEq> + Ring + Roots,
{
    let mut random = Random::new(0x6e74_7431);
    // Extremes are among them.
    let mut sample = |n: usize| -> Vec<R::Element> {
        let special = [u64::MAX, 0, 1];
        (0..n).map(|i| element(if i % 5 < 3 { special[i % 5] } else { random.bits() })).collect()
    };
    let seven: Scalar<R> = element(7);
    for n in LENGTHS {
        let root = ring.root(n).unwrap();
        let cube = ring.pow(&root, 3);
        let (one, rows) = (sample(n), sample(3 * n));
        for isa in instruction_sets() {
            let plan = |algorithm: Option<Algorithm>, order: Order| {
                let builder = Plan::builder(ring.clone(), n).isa(isa).order(order);
                algorithm.map_or(builder.clone(), |algorithm| builder.algorithm(algorithm))
            };
            for (order, book) in [(Order::Natural, Algorithm::Stockham), (Order::BitReversed, Algorithm::Classical)] {
                let pair = || (plan(None, order), plan(Some(book), order));
                let what = |text: &str| format!("{} {n} {isa} {order} {text}", ring.name());
                let packed = pair().0.build().unwrap().recipe().algorithm() == Algorithm::Packed;
                assert!(packed || n < 128 || isa == Isa::Scalar, "{}: no kernel", what(""));
                for scale in [Scale::INVERSE, Scale::FORWARD, Scale::NONE] {
                    let (fast, slow) = pair();
                    same(fast.scale(scale), slow.scale(scale), &one, packed, &what("scale"));
                    let (fast, slow) = pair();
                    let (fast, slow) = (fast.coset(seven.clone()), slow.coset(seven.clone()));
                    same(fast.scale(scale), slow.scale(scale), &one, packed, &what("coset"));
                }
                for layout in [Layout::Rows, Layout::Columns] {
                    let (fast, slow) = pair();
                    let (fast, slow) = (fast.root(cube.clone()), slow.root(cube.clone()));
                    same(fast.batch(3, layout), slow.batch(3, layout), &rows, packed, &what("batch"));
                }
                let (fast, slow) = pair();
                crate::in_pool(|| same(fast.threads(Threads::AtMost(3)), slow, &one, packed, &what("threads")));
            }
            // The negacyclic kernel against words.
            let negacyclic = |isa| Plan::builder(ring.clone(), n).algorithm(Algorithm::Negacyclic).isa(isa);
            same(negacyclic(isa), negacyclic(Isa::Scalar), &one, false, "negacyclic");
        }
    }
}

#[test]
fn run_time_primes_of_every_width() {
    for bits in [30, 31, 32, 50, 51, 62, 63, 64] {
        let prime = *arith::find_primes(bits, 1 << 14, 1).first().unwrap();
        let ring = Modular::new(prime).unwrap();
        check(&ring, |n| if n == u64::MAX { prime - 1 } else { ring.element(n) });
    }
}

#[test]
fn run_time_primes_in_words_of_32_bits() {
    for bits in [30, 31, 32] {
        let prime = *arith::find_primes(bits, 1 << 14, 1).first().unwrap();
        let ring = Modular32::new(prime).unwrap();
        check(&ring, |n| if n == u64::MAX { prime as u32 - 1 } else { ring.element(n) });
    }
}

fn field<F: NativeField + From<u64>>()
where
    Std<F, ViaNative>: Accelerated<Scalars = Std<F, ViaNative>, Element = F> + Roots,
{
    check(&Std::<F, ViaNative>::default(), F::from);
}

#[test]
fn fields() {
    field::<Goldilocks>();
    field::<BabyBear>();
    field::<KoalaBear>();
}

#[test]
fn the_circle() {
    for n in LENGTHS {
        let plan = |isa| Plan::builder(Std::<M31, ViaNative>::default(), n).algorithm(Algorithm::Circle).isa(isa);
        let values: Vec<M31> = (0..n as u64).map(|i| M31::from(i * i + 5)).collect();
        for isa in instruction_sets() {
            same(plan(isa), plan(Isa::Scalar), &values, false, "circle");
        }
    }
}

#[test]
fn small_tables_give_the_same_values_in_fewer_bytes() {
    let n = 1 << 12;
    let plan = |twiddles| Plan::builder(Modular::new(0x3fff_c000_0000_0001).unwrap(), n).twiddles(twiddles);
    let (full, small) = (plan(TwiddleMemory::Full).build().unwrap(), plan(TwiddleMemory::TwoLevel).build().unwrap());
    let values: Vec<u64> = (1..=n as u64).map(|i| i.wrapping_pow(7) >> 3).collect();
    let (mut a, mut b) = (values.clone(), values.clone());
    full.forward(&mut a).unwrap();
    small.forward(&mut b).unwrap();
    assert_eq!(a, b);
    small.inverse(&mut b).unwrap();
    assert_eq!(b, values);
    let lanes = full.recipe().to_string();
    assert!(small.bytes() <= full.bytes(), "{lanes}");
    assert_eq!(small.bytes() < full.bytes() / 2, require::has("avx2", Isa::Avx2.is_available()), "{lanes}");
}

/// Twiddles that are computed when they are needed: the same values both ways, in either order, on cosets, scaled, truncated and
/// negacyclic, on several threads.
#[test]
fn recomputed_twiddles_give_the_same_values_in_fewest_bytes() {
    fn check<R>(ring: &R, n: usize, element: impl Fn(u64) -> R::Element)
    where
        R: Accelerated<Scalars = R, Element: PartialEq> + Ring,
    {
        let sets = instruction_sets().collect::<Vec<_>>();
        for case in 0..4 {
            let (isa, order) = (sets[case % sets.len()], [Order::Natural, Order::BitReversed][case % 2]);
            let plan = |twiddles| {
                let builder = Plan::builder(ring.clone(), n).isa(isa).order(order).twiddles(twiddles);
                let builder = builder.threads(Threads::AtMost(case % 3));
                match case {
                    1 | 2 => builder.coset(element(7)).scale([Scale::NONE, Scale::FORWARD][case % 2]),
                    3 => builder.algorithm(Algorithm::Negacyclic).isa(Isa::Auto),
                    _ => builder,
                }
            };
            let [less, least] = [TwiddleMemory::TwoLevel, TwiddleMemory::Recomputed].map(plan);
            if case < 3 && isa != Isa::Scalar {
                let [less, least] = [less.bytes().unwrap(), least.bytes().unwrap()];
                assert!(least < less / 2, "{}: {least} and {less}", ring.name());
            }
            let (full, least) = (plan(TwiddleMemory::Full).build().unwrap(), least.build().unwrap());
            let values: Vec<R::Element> = (1..=n as u64).map(|i| element(i.wrapping_pow(7) >> 3)).collect();
            let [mut a, mut b] = [values.clone(), values.clone()];
            full.forward(&mut a).unwrap();
            least.forward(&mut b).unwrap();
            assert!(a == b, "{} {isa} {order} {case}", ring.name());
            full.inverse(&mut a).unwrap();
            least.inverse(&mut b).unwrap();
            assert!(a == b, "back, {} {isa} {order} {case}", ring.name());
        }
        // The first values of a longer transform, of which a part of a subtree is wanted.
        let truncated = |twiddles| {
            let builder = Plan::builder(ring.clone(), n + 777).algorithm(Algorithm::Truncated).order(Order::Truncated);
            builder.twiddles(twiddles).build().unwrap()
        };
        let mut a: Vec<R::Element> = (0..n as u64 + 777).map(|i| element(i.wrapping_pow(5))).collect();
        let mut b = a.clone();
        truncated(TwiddleMemory::Full).forward(&mut a).unwrap();
        let least = truncated(TwiddleMemory::Recomputed);
        least.forward(&mut b).unwrap();
        assert!(a == b, "{}, truncated", ring.name());
        least.inverse(&mut b).unwrap();
        truncated(TwiddleMemory::Full).inverse(&mut a).unwrap();
        assert!(a == b, "{}, truncated, back", ring.name());
    }
    in_pool(|| {
        let ring = Modular::new(arith::find_primes(50, 1 << 17, 1)[0]).unwrap();
        check(&ring, 1 << 16, |n| ring.element(n));
        check(&native::<BabyBear>(), 1 << 17, BabyBear::from);
        check(&native::<Goldilocks>(), 1 << 16, Goldilocks::new);
    });
}
