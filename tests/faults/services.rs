//! What stands on plans: products, several primes, real transforms, signals, erasure codes.

use crate::{
    allocator::calm,
    scenarios::{List, THREADS, Values, complex, digest, floats, prime_of, words},
};
use num_complex::Complex;
use ringfft::{
    additive,
    algebra::Subspace,
    code::ErasureCode,
    complex::Multi,
    integer::{self, Engine, Multiplier, SpecialModulus},
    ntt::{Automorphism, LowDegreeExtension, RnsLayout, RnsPlan},
    order::Order,
    plan::Threads,
    poly::{self, gf2},
    real::{
        self, CanonicalEmbedding, OverlapSave, Packed2d, RealMulti, RealNegacyclic, RealPlan, Trigonometric,
        TrigonometricKind, Zoom,
    },
    rings::{Fermat, Gf2p16, Gf2p64, Goldilocks, Modular, binary, ff, native},
};
use ringfft_signal::{Analyser, Band, Fir, Stft, Welch, Window};
use std::sync::Mutex;

pub(crate) fn add(list: &mut List) {
    for threads in THREADS {
        products(list, threads);
        several_primes(list, threads);
        transforms(list, threads);
        codes(list, threads);
    }
    polynomials(list);
    sequences(list);
    signals(list);
}

fn products(list: &mut List, count: usize) {
    let threads = Threads::AtMost(count);
    for engine in [Engine::Schoolbook, Engine::Karatsuba, Engine::Primes] {
        for (m, n) in [(3000, 3000), (1000, 9000)] {
            list.add(format!("integer:{}:{m}x{n}", engine.name()), count, move || {
                let (a, b) = (words(m, u64::MAX), words(n, u64::MAX));
                move || Ok(digest(&Multiplier::new().engine(engine).threads(threads).multiply(&a, &b)?))
            });
        }
    }
    for modulus in
        [SpecialModulus::MinusOne(64 << 13), SpecialModulus::MinusOne(777_777), SpecialModulus::PlusOne(777_777)]
    {
        list.add(format!("integer:{modulus}"), count, move || {
            let (a, b) = (words(9000, u64::MAX), words(8999, u64::MAX));
            let multiplier = Multiplier::new().threads(threads);
            move || Ok(digest(&multiplier.multiply_modulo(&a, &b, modulus)?))
        });
    }
    for engine in [gf2::Engine::Schoolbook, gf2::Engine::Karatsuba, gf2::Engine::AdditiveFft] {
        list.add(format!("gf2:{}", engine.name()), count, move || {
            let (a, b) = (words(9000, u64::MAX), words(10_000, u64::MAX));
            move || Ok(digest(&gf2::Multiplier::new().engine(engine).threads(threads).multiply(&a, &b)?))
        });
    }
}

fn polynomials(list: &mut List) {
    list.add("integer:decimal", 1, || {
        let a = words(9000, u64::MAX);
        let text = integer::to_decimal(&a).unwrap();
        move || Ok(digest(integer::to_decimal(&a)?.as_bytes()) ^ digest(&integer::from_decimal(&text)?))
    });
    list.add("integer:hexadecimal", 1, || {
        let a = words(9000, u64::MAX);
        let text = integer::to_hexadecimal(&a).unwrap();
        move || Ok(digest(integer::to_hexadecimal(&a)?.as_bytes()) ^ digest(&integer::from_hexadecimal(&text)?))
    });
    for n in [20, 9000] {
        for modulus in [12_289u64, 0x3fff_c000_0000_0001, 0xffff_ffff_ffff_ffc5] {
            list.add(format!("poly:{modulus}:{n}"), 1, move || {
                let (ring, a, b) = (Modular::new(modulus).unwrap(), words(n, modulus), words(n + 1, modulus));
                move || Ok(digest(&poly::multiply(&ring, &a, &b)?))
            });
        }
        list.add(format!("poly:goldilocks:{n}"), 1, move || {
            let a: Vec<Goldilocks> = words(n, u64::MAX).into_iter().map(Goldilocks::new).collect();
            move || Ok(digest(&poly::square(&native::<Goldilocks>(), &a)?))
        });
        list.add(format!("poly:field:{n}"), 1, move || {
            let a: Vec<bls12_381::Scalar> = words(n, u64::MAX).into_iter().map(Into::into).collect();
            move || Ok(digest(&poly::multiply(&ff::<bls12_381::Scalar>(), &a, &a)?))
        });
        list.add(format!("poly:binary:{n}"), 1, move || {
            let a: Vec<Gf2p64> = words(n, u64::MAX).into_iter().map(Gf2p64::new).collect();
            move || Ok(digest(&poly::multiply(&binary::<Gf2p64>(), &a, &a)?))
        });
    }
    list.add("polyfermat", 1, || {
        let ring = Fermat::new(128).unwrap();
        let a: Vec<_> = words(200, u64::MAX).into_iter().map(|x| ringfft::algebra::Ring::integer(&ring, x)).collect();
        move || poly::multiply(&ring, &a, &a).map(|product| product.len() as u64)
    });
    list.add("ntt:evaluate", 1, || {
        let a: Vec<Gf2p16> = words(10_000, 1 << 16).into_iter().map(|x| Gf2p16::new(x as u16)).collect();
        move || {
            let subspace = Subspace::new(binary::<Gf2p16>(), 14)?;
            let values = additive::evaluate(&subspace, &a)?;
            Ok(digest(&additive::interpolate(&subspace, &values)?)
                ^ digest(&additive::extend(&subspace, &values[..10_000], 16_000)?))
        }
    });
    list.add("ntt:automorphism", 1, || {
        let (ring, values) = (prime_of(50, 1 << 15), Values::new(words(1 << 14, 1 << 49)));
        move || {
            let map = Automorphism::negacyclic(1 << 14, 5, Order::BitReversed)?;
            values.run(|values| map.on_values(values))?;
            values.run(|values| map.on_coefficients(&ring, values))
        }
    });
    list.add("ntt:invert", 1, || {
        let (ring, values) = (prime_of(50, 1 << 15), Values::new(words(1 << 14, 1 << 49)));
        move || values.run(|values| ringfft::ntt::pointwise::invert(&ring, values))
    });
}

fn several_primes(list: &mut List, count: usize) {
    let threads = Threads::AtMost(count);
    for layout in [RnsLayout::PolynomialMajor, RnsLayout::LimbMajor, RnsLayout::CoefficientMajor] {
        for order in [Order::BitReversed, Order::Natural] {
            list.add(format!("rns:{layout:?}:{order}"), count, move || {
                let n = 1 << 12;
                let moduli = ringfft::arith::find_primes(50, 2 * n as u64, 3);
                let values = Values::new(words(6 * n, 1 << 49));
                move || {
                    let builder = RnsPlan::builder(&moduli, n).polynomials(2, layout).order(order).threads(threads);
                    let plan = builder.build()?;
                    values.run(|values| plan.forward(values))
                }
            });
        }
    }
    list.add("rns:product", count, move || {
        let n = 1 << 12;
        let moduli = ringfft::arith::find_primes(50, 2 * n as u64, 3);
        let (a, b) = (Values::new(words(3 * n, 1 << 49)), Values::new(words(3 * n, 1 << 48)));
        move || {
            let plan = RnsPlan::builder(&moduli, n).threads(threads).build()?;
            a.run(|a| b.run(|b| plan.product(a, b)).map(|_| ()))
        }
    });
    list.add("ntt:extension", count, move || {
        let values: Vec<Goldilocks> = words(1 << 13, u64::MAX).into_iter().map(Goldilocks::new).collect();
        let output = Mutex::new(vec![Goldilocks::new(0); 1 << 15]);
        move || {
            let plan = LowDegreeExtension::builder(native::<Goldilocks>(), 1 << 13, 4).threads(threads).build()?;
            let mut output = output.lock().unwrap();
            plan.extend(&values, &mut output)?;
            Ok(digest(&output))
        }
    });
}

fn transforms(list: &mut List, count: usize) {
    let threads = Threads::AtMost(count);
    for n in [24, 1009, 4099, 10_000, 1 << 15] {
        list.add(format!("real:sequence:{n}"), count, move || {
            let (x, out) = (floats(n), Mutex::new(vec![Complex::new(0.0, 0.0); n / 2 + 1]));
            move || {
                let plan = RealPlan::<f64>::builder(n).threads(threads).build()?;
                let mut out = out.lock().unwrap();
                plan.forward(&x, &mut out)?;
                Ok(digest(&out))
            }
        });
    }
    use TrigonometricKind::{Dct1, Dct2, Dct4, Dst1};
    for kind in [Dct1, Dct2, Dct4, Dst1] {
        list.add(format!("real:{kind:?}"), count, move || {
            let values = Values::new(floats(12_000));
            move || {
                let plan = Trigonometric::<f64>::builder(kind, 12_000).threads(threads).build()?;
                values.run(|values| plan.forward(values))
            }
        });
    }
    for shape in [&[148usize, 160][..], &[32, 20, 24], &[3, 4099]] {
        let total: usize = shape.iter().product();
        list.add(format!("real:array:{total}"), count, move || {
            let (values, axes) = (Values::random(total, complex), (0..shape.len()).collect::<Vec<_>>());
            move || {
                let plan = Multi::<f64>::builder(shape, &axes).threads(threads).build()?;
                values.run(|values| plan.forward(values))
            }
        });
        list.add(format!("real:realarray:{total}"), count, move || {
            let (x, axes) = (floats(total), (0..shape.len()).collect::<Vec<_>>());
            let out = Mutex::new(vec![Complex::new(0.0, 0.0); total]);
            move || {
                let plan = RealMulti::<f64>::builder(shape, &axes).threads(threads).build()?;
                let mut out = out.lock().unwrap();
                let last = shape[shape.len() - 1];
                let len = total / last * (last / 2 + 1);
                plan.forward(&x, &mut out[..len])?;
                Ok(digest(&out[..len]))
            }
        });
    }
    list.add("real:packed2d", count, move || {
        let values = Values::new(floats(148 * 160));
        move || {
            let plan = Packed2d::<f64>::builder(148, 160).threads(threads).build()?;
            values.run(|values| plan.forward(values))
        }
    });
    list.add("real:negacyclic", count, move || {
        let (x, out) = (floats(16_384), Mutex::new(vec![Complex::new(0.0, 0.0); 8192]));
        move || {
            let mut out = out.lock().unwrap();
            RealNegacyclic::<f64>::builder(16_384).threads(threads).build()?.forward(&x, &mut out)?;
            let first = digest(&out);
            CanonicalEmbedding::<f64>::builder(16_384).threads(threads).build()?.forward(&x, &mut out)?;
            Ok(first ^ digest(&out))
        }
    });
}

fn sequences(list: &mut List) {
    list.add("real:linear", 1, || {
        let (a, b) = (floats(30_000), floats(5000));
        move || Ok(digest(&real::linear(&a, &b)?) ^ digest(&real::correlate(&a, &b)?))
    });
    list.add("real:cyclic", 1, || {
        let (a, b) = (floats(30_000), floats(5000));
        move || Ok(digest(&real::cyclic(&a, &b, 30_001)?) ^ digest(&real::cyclic_correlate(&a, &b, 30_001)?))
    });
    list.add("real:overlapsave", 1, || {
        let (filter, input, out) = (floats(5000), floats(40_000), Mutex::new(vec![0.0; 80_000]));
        move || {
            let mut stream = OverlapSave::new(&filter)?;
            let mut out = out.lock().unwrap();
            let written = stream.process(&input, &mut out)?;
            Ok(digest(&out[..written]))
        }
    });
    list.add("real:zoom", 1, || {
        let (x, out) = (
            calm(|| (0..9000).map(|i| Complex::new(i as f64, 0.5)).collect::<Vec<_>>()),
            vec![Complex::default(); 900],
        );
        let out = Mutex::new(out);
        move || {
            let mut out = out.lock().unwrap();
            Zoom::<f64>::new(9000, 0.1, 0.0001, 900)?.evaluate(&x, &mut out)?;
            Ok(digest(&out))
        }
    });
}

fn signals(list: &mut List) {
    list.add("signal:stft", 1, || {
        let x = floats(90_000);
        move || {
            let stft = Stft::<f64>::builder(16_384).build()?;
            let bins = stft.forward(&x)?;
            Ok(digest(&bins) ^ digest(&stft.inverse(&bins, x.len())?))
        }
    });
    list.add("signal:welch", 1, || {
        let x = floats(90_000);
        move || Ok(digest(&Welch::<f64>::builder(16_384).build()?.estimate(&x)?))
    });
    list.add("signal:analyser", 1, || {
        let x = floats(90_000);
        move || {
            let mut analyser = Analyser::<f64>::builder(16_384).build()?;
            analyser.push(&x)?;
            Ok(analyser.powers().map_or(0, digest))
        }
    });
    list.add("signal:fir", 1, || {
        let x = floats(90_000);
        move || Ok(digest(&Fir::<f64>::new(10_001, Band::Low { to: 0.1 }, 1.0, Window::Hann)?.apply(&x)?))
    });
}

fn codes(list: &mut List, count: usize) {
    for (data, parity) in [(20, 6), (6, 20), (300, 100)] {
        list.add(format!("code:{data}+{parity}"), count, move || {
            let len = 1 << 12;
            let shards: Vec<u8> = words(data * len, 256).into_iter().map(|x| x as u8).collect();
            let lists: Vec<&'static [u8]> = Vec::leak(shards).chunks(len).collect();
            move || {
                let code = ErasureCode::new(data, parity)?.threads(Threads::AtMost(count));
                let made = code.encode(&lists)?;
                let mut digests = calm(|| made.iter().fold(0, |sum: u64, shard| sum.rotate_left(1) ^ digest(shard)));
                let mut all: Vec<Option<Vec<u8>>> =
                    calm(|| lists.iter().map(|shard| shard.to_vec()).chain(made.iter().cloned()).map(Some).collect());
                all[..parity.min(data)].iter_mut().step_by(2).for_each(|shard| *shard = None);
                code.repair_all(&mut all)?;
                digests ^= calm(|| all.iter().flatten().fold(0, |sum: u64, shard| sum.rotate_left(1) ^ digest(shard)));
                let there =
                    || lists.iter().enumerate().skip(1).map(|(i, shard)| (i, *shard)).chain([(data, &made[0][..])]);
                for (i, shard) in code.restore(there())? {
                    digests ^= digest(&shard) ^ i as u64;
                }
                Ok(digests)
            }
        });
    }
}
