// The rows over one state of the crate, which the module that includes this text calls `ringfft`.

use super::{Row, Run, Seeded, arena};
use num_complex::Complex;
use ringfft::{
    algebra::{Lift, StaticElement},
    code::ErasureCode,
    conv, integer,
    order::Order,
    plan::{Accelerated, Isa, Layout, Plan, Scale, Threads},
    poly::gf2,
    real::RealPlan,
    rings::{
        BabyBear, Bls12381Fr, Bn254Fr, ComplexRing, Gf2p16, Gf2p32, Gf2p64, Gf2p128, Goldilocks, KoalaBear, M31,
        Modular, Modular32, Real, binary, ff, native,
    },
};
use std::hint::black_box;

/// The transform of a row beyond its ring and length.
#[derive(Clone, Copy)]
struct Shape {
    isa: Isa,
    order: Order,
    layout: Layout,
    batch: usize,
}

const PLAIN: Shape = Shape { isa: Isa::Auto, order: Order::Natural, layout: Layout::Rows, batch: 1 };
const SETS: [Isa; 2] = [Isa::Auto, Isa::Avx2];

#[derive(Default)]
struct Rows(Vec<Row>);

impl Rows {
    fn push(&mut self, name: String, make: impl Fn() -> Run + 'static) {
        self.0.push(Row { name, make: Box::new(make) });
    }

    /// A transform both ways, of values that `value` draws.
    fn transform<M: Accelerated + 'static>(
        &mut self,
        ring: &str,
        module: &M,
        n: usize,
        shape: Shape,
        value: impl Fn(&mut Seeded) -> M::Element + Copy + 'static,
    ) where
        M::Element: Clone + 'static,
    {
        let mut name = format!("{ring}:{n}");
        if shape.isa == Isa::Avx2 {
            name += ":avx2";
        }
        if shape.order == Order::BitReversed {
            name += ":reversed";
        }
        if shape.batch > 1 {
            name += if shape.layout == Layout::Rows { ":rows" } else { ":columns" };
        }
        for inverse in [false, true] {
            let name = format!("{name}:{}", if inverse { "inverse" } else { "forward" });
            let module = module.clone();
            self.push(name, move || {
                let builder = Plan::builder(module.clone(), n).scale(Scale::NONE).threads(Threads::AtMost(1));
                let builder = builder.isa(shape.isa).order(shape.order).batch(shape.batch, shape.layout);
                let plan = builder.build().unwrap();
                let (mut scratch, mut seeded) = (plan.scratch().unwrap(), Seeded(1));
                let values: Vec<M::Element> = (0..n * shape.batch).map(|_| value(&mut seeded)).collect();
                let x = arena(size_of_val(&values[..])).cast::<M::Element>();
                Box::new(move |fill| {
                    if fill {
                        for (j, value) in values.iter().enumerate() {
                            // SAFETY: the memory is long and aligned enough, and lives as long as the thread.
                            unsafe { x.add(j).write(value.clone()) };
                        }
                        return;
                    }
                    // SAFETY: as above, and rows are filled before they are run.
                    let x = unsafe { std::slice::from_raw_parts_mut(x, values.len()) };
                    let x = black_box(x);
                    if inverse {
                        plan.inverse_with(x, &mut scratch).unwrap();
                    } else {
                        plan.forward_with(x, &mut scratch).unwrap();
                    }
                })
            });
        }
    }

    /// The making of a plan, if the ring has one.
    fn plan<M: Accelerated + 'static>(&mut self, ring: &str, module: &M, n: usize) {
        let module = module.clone();
        self.push(format!("{ring}:{n}:plan"), move || {
            let module = module.clone();
            Plan::over(module.clone(), n).unwrap();
            Box::new(move |fill| {
                if !fill {
                    black_box(Plan::over(module.clone(), n).unwrap());
                }
            })
        });
    }

    /// A computation that allocates its result.
    fn work(&mut self, name: String, make: impl Fn() -> Box<dyn FnMut()> + 'static) {
        self.push(name, move || {
            let mut work = make();
            Box::new(move |fill| {
                if !fill {
                    work();
                }
            })
        });
    }

    fn complex<T: Real>(&mut self, name: &str)
    where
        Complex<T>: StaticElement<Ring = ComplexRing<T>>,
        ComplexRing<T>: Accelerated<Element = Complex<T>>,
    {
        let (ring, zero) = (&ComplexRing::<T>::new(), |_: &mut Seeded| Complex::new(T::zero(), T::zero()));
        const LENGTHS: [usize; 50] = [
            3, 5, 7, 9, 11, 12, 13, 15, 24, 27, 31, 36, 48, 49, 60, 96, 100, 120, 121, 125, 144, 192, 240, 243, 360,
            384, 480, 500, 625, 720, 768, 1000, 1009, 1536, 1920, 2187, 2401, 3000, 3072, 5000, 6144, 10000, 10007,
            15015, 19683, 46656, 65520, 100_000, 196_608, 262_144,
        ];
        for isa in SETS {
            for k in (1..=16).chain([20]) {
                self.transform(name, ring, 1 << k, Shape { isa, ..PLAIN }, zero);
            }
            for n in LENGTHS {
                self.transform(name, ring, n, Shape { isa, ..PLAIN }, zero);
            }
            for n in [16, 64, 128, 256, 1024, 4096, 65536] {
                self.transform(name, ring, n, Shape { isa, order: Order::BitReversed, ..PLAIN }, zero);
            }
        }
        for n in [16, 60, 128, 1024] {
            self.transform(name, ring, n, Shape { batch: 16, layout: Layout::Columns, ..PLAIN }, zero);
            self.transform(name, ring, n, Shape { batch: 16, ..PLAIN }, zero);
        }
        for n in [4, 16, 60, 64, 144, 256, 360, 1000, 1009, 1024, 4096, 65536] {
            self.plan(name, ring, n);
        }
    }

    fn real<T: Real>(&mut self, name: &str)
    where
        ComplexRing<T>: Accelerated<Element = Complex<T>>,
    {
        let lengths = [8, 16, 32, 60, 64, 128, 256, 512, 1000, 1024, 2048, 4096, 8192, 16384, 65536, 1 << 18, 1 << 20];
        for n in lengths {
            for inverse in [false, true] {
                self.work(format!("{name}:{n}:{}", if inverse { "inverse" } else { "forward" }), move || {
                    let builder = RealPlan::<T>::builder(n).scale(Scale::NONE).threads(Threads::AtMost(1));
                    let plan = builder.build().unwrap();
                    let mut scratch = plan.scratch().unwrap();
                    let (mut x, mut y) = (vec![T::zero(); n], vec![Complex::new(T::zero(), T::zero()); n / 2 + 1]);
                    Box::new(move || {
                        if inverse {
                            plan.inverse_with(&y, black_box(&mut x), &mut scratch).unwrap();
                        } else {
                            plan.forward_with(black_box(&x), &mut y, &mut scratch).unwrap();
                        }
                    })
                });
            }
        }
        for n in [16, 1024, 4096] {
            self.work(format!("{name}:{n}:plan"), move || Box::new(move || drop(black_box(RealPlan::<T>::new(n)))));
        }
    }

    /// Powers of two up to `2^longest`, other lengths, and plans.
    fn residues<M: Accelerated + 'static>(
        &mut self,
        name: &str,
        ring: &M,
        (longest, others): (u32, &[usize]),
        value: impl Fn(&mut Seeded) -> M::Element + Copy + 'static,
    ) where
        M::Element: Clone + 'static,
    {
        for isa in SETS {
            let shape = Shape { isa, ..PLAIN };
            for k in (1..=12).chain((14..=longest).step_by(2)) {
                self.transform(name, ring, 1 << k, shape, value);
            }
            for &n in others {
                self.transform(name, ring, n, shape, value);
            }
            for n in [64, 1024, 65536] {
                self.transform(name, ring, n, Shape { order: Order::BitReversed, ..shape }, value);
            }
            self.transform(name, ring, 1024, Shape { batch: 16, layout: Layout::Columns, ..shape }, value);
            self.transform(name, ring, 16, Shape { batch: 16, ..shape }, value);
        }
        for n in [16, 64, 256, 1024, 4096] {
            self.plan(name, ring, n);
        }
    }

    fn binary<M: Accelerated + 'static>(
        &mut self,
        name: &str,
        ring: &M,
        value: impl Fn(&mut Seeded) -> M::Element + Copy + 'static,
    ) where
        M::Element: Clone + 'static,
    {
        for isa in SETS {
            for n in [4, 16, 32, 64, 256, 1024, 4096, 16384, 65536] {
                self.transform(name, ring, n, Shape { isa, ..PLAIN }, value);
            }
        }
        self.transform(name, ring, 1024, Shape { batch: 16, layout: Layout::Columns, ..PLAIN }, value);
        for n in [16, 256, 4096] {
            self.plan(name, ring, n);
        }
    }

    /// Products of polynomials and integers of `n` coefficients and words.
    fn products(&mut self, n: usize) {
        let words = |n: usize| {
            let mut seeded = Seeded(3);
            (0..n).map(|_| seeded.word()).collect::<Vec<u64>>()
        };
        self.work(format!("gf2:{n}"), move || {
            // A factor by itself would be squared.
            let (a, b) = (words(n), words(n));
            Box::new(move || drop(black_box(gf2::multiply(black_box(&a), &b))))
        });
        self.work(format!("integer:{n}"), move || {
            let a = words(2 * n);
            Box::new(move || drop(black_box(integer::multiply(black_box(&a[..n]), &a[n..]))))
        });
        self.work(format!("integer-square:{n}"), move || {
            let a = words(n);
            Box::new(move || drop(black_box(integer::square(black_box(&a)))))
        });
        self.work(format!("goldilocks-product:{n}"), move || {
            let a: Vec<Goldilocks> = words(n).into_iter().map(Goldilocks::new).collect();
            Box::new(move || drop(black_box(conv::linear(&native::<Goldilocks>(), black_box(&a), &a))))
        });
        // The second has no roots, the others are the greatest primes below 2^60 and 2^64.
        for p in [998_244_353, 8_589_934_583, (1 << 60) - 93, u64::MAX - 58] {
            self.work(format!("product-modulo-{p}:{n}"), move || {
                let (ring, a) = (Modular::new(p).unwrap(), words(n).into_iter().map(|a| a % p).collect::<Vec<_>>());
                let b: Vec<u64> = a.iter().rev().copied().collect();
                Box::new(move || drop(black_box(conv::linear(&ring, black_box(&a), &b))))
            });
        }
        self.work(format!("bls12-381-product:{n}"), move || {
            let ring = native::<Bls12381Fr>();
            let element = |word: u64| ring.from_words(&[word, word ^ 5, !word, word >> 2]);
            let a: Vec<Bls12381Fr> = words(n).into_iter().map(element).collect();
            let b: Vec<Bls12381Fr> = a.iter().rev().copied().collect();
            Box::new(move || drop(black_box(conv::linear(&ring, black_box(&a), &b))))
        });
        self.work(format!("bls12-381-ff-product:{n}"), move || {
            let element = |word: u64| bls12_381::Scalar::from_raw([word, word ^ 5, !word, word >> 2]);
            let a: Vec<bls12_381::Scalar> = words(n).into_iter().map(element).collect();
            let b: Vec<bls12_381::Scalar> = a.iter().rev().copied().collect();
            Box::new(move || drop(black_box(conv::linear(&ff(), black_box(&a), &b))))
        });
    }

    fn erasure_code(&mut self, data: usize, parity: usize, bytes: usize) {
        let shards = move || {
            let mut seeded = Seeded(4);
            (0..data).map(|_| (0..bytes).map(|_| seeded.word() as u8).collect()).collect::<Vec<Vec<u8>>>()
        };
        let code = move || ErasureCode::new(data, parity).unwrap().threads(Threads::AtMost(1));
        self.work(format!("code:{data}+{parity}:{bytes}:encode"), move || {
            let (code, shards) = (code(), shards());
            Box::new(move || drop(black_box(code.encode(black_box(&shards)))))
        });
        self.work(format!("code:{data}+{parity}:{bytes}:repair"), move || {
            let (code, shards) = (code(), shards());
            let parts = code.encode(&shards).unwrap();
            let mut all: Vec<Option<Vec<u8>>> = shards.into_iter().chain(parts).map(Some).collect();
            Box::new(move || {
                for j in 0..parity {
                    all[j % data] = None;
                }
                code.repair(black_box(&mut all)).unwrap();
            })
        });
    }
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = Rows::default();
    rows.complex::<f64>("c64");
    rows.complex::<f32>("c32");
    rows.real::<f64>("f64");
    rows.real::<f32>("f32");
    let word = |seeded: &mut Seeded| seeded.word();
    rows.residues("goldilocks", &native(), (20, &[3, 15, 60, 3072, 3840]), move |s| Goldilocks::new(word(s)));
    rows.residues("babybear", &native(), (20, &[3, 15, 60, 3072, 3840]), move |s| BabyBear::new(word(s) >> 34));
    rows.residues("koalabear", &native(), (20, &[3, 24, 3072]), move |s| KoalaBear::new(word(s) >> 34));
    let (p, q) = (998_244_353, 1_152_921_504_606_584_833);
    rows.residues("modulo-30", &Modular::new(p).unwrap(), (20, &[7, 119, 3584]), move |s| word(s) % p);
    rows.residues("modulo-60", &Modular::new(q).unwrap(), (20, &[]), move |s| word(s) % q);
    rows.residues("modulo-32", &Modular32::new(p).unwrap(), (20, &[]), move |s| (word(s) % p) as u32);
    for n in [2, 3, 7, 9, 18, 31, 62, 99, 1023, 2046] {
        rows.transform("m31", &native(), n, PLAIN, move |s| M31::new(word(s) >> 34));
    }
    let words = |s: &mut Seeded| [s.word(), s.word(), s.word(), s.word() >> 2];
    rows.residues("bls12-381", &native(), (16, &[3, 768, 3072]), move |s| native::<Bls12381Fr>().from_words(&words(s)));
    rows.residues("bn254", &native(), (16, &[]), move |s| native::<Bn254Fr>().from_words(&words(s)));
    rows.residues("bls12-381-ff", &ff(), (16, &[768]), move |s| bls12_381::Scalar::from_raw(words(s)));
    rows.binary("gf16", &binary(), move |s| Gf2p16::new(word(s) as u16));
    rows.binary("gf32", &binary(), move |s| Gf2p32::new(word(s) as u32));
    rows.binary("gf64", &binary(), move |s| Gf2p64::new(word(s)));
    rows.binary("gf128", &binary(), move |s| Gf2p128::new(u128::from(word(s)) << 64 | u128::from(word(s))));
    for n in [1, 4, 16, 64, 256, 512, 1024, 2048, 4096, 16384, 65536, 262144] {
        rows.products(n);
    }
    for bytes in [64, 1024, 65536] {
        for (data, parity) in [(10, 4), (128, 64), (1000, 1000)] {
            if bytes * data < 1 << 25 {
                rows.erasure_code(data, parity, bytes);
            }
        }
    }
    rows.0
}
