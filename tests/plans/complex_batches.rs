//! Batches of complex transforms: rows taken together and columns in the lanes of vectors are those taken one by one.

use num_complex::Complex;
use ringfft::{
    Error, Result,
    inside::require,
    plan::{Builder, Isa, Layout, Plan, Recipe, Scale, Threads},
    rings::{ComplexRing, Real},
};

fn values<T: Real>(n: usize) -> Vec<Complex<T>> {
    let part = |k: usize| T::from_f64((k * k % 101) as f64 / 50.0 - 1.0);
    (0..n).map(|k| Complex::new(part(k), part(3 * k + 1))).collect()
}

/// Returns the greatest distance of two lists.
fn far<T: Real>(a: &[Complex<T>], b: &[Complex<T>]) -> f64 {
    let distance = |(a, b): (&Complex<T>, &Complex<T>)| {
        (a.re.as_f64() - b.re.as_f64()).abs().max((a.im.as_f64() - b.im.as_f64()).abs())
    };
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).map(distance).fold(0.0, f64::max)
}

/// Runs a plan in one direction.
fn run<T: Real>(plan: &Plan<Complex<T>>, x: &mut [Complex<T>], inverse: bool) -> Result<()> {
    if inverse { plan.inverse(x) } else { plan.forward(x) }
}

/// An option of a plan.
type Change<'a, T> = &'a dyn Fn(Builder<ComplexRing<T>>) -> Builder<ComplexRing<T>>;

/// Compares rows and columns of a batch with the transforms one by one, with every scale, a coset, and the other root.
fn check<T: Real>(n: usize, batch: usize) -> Result<()> {
    let root = Plan::<Complex<T>>::new(n)?.root().conj();
    let ring = ComplexRing::<T>::new();
    let options: [Change<'_, T>; 6] = [
        &|builder| builder,
        &|builder| builder.scale(Scale::UNITARY),
        &|builder| builder.scale(Scale::FORWARD),
        &|builder| builder.scale(Scale::NONE),
        &|builder| builder.coset(Complex::new(T::from_f64(0.6), T::from_f64(0.8))),
        &|builder| builder.root(root),
    ];
    for (i, option) in options.iter().enumerate() {
        let builder = || option(Plan::builder(ring, n));
        let one = builder().build()?;
        for threads in [1, 3] {
            let many = |layout| builder().batch(batch, layout).threads(Threads::AtMost(threads)).build();
            let (rows, columns) = (many(Layout::Rows)?, many(Layout::Columns)?);
            for inverse in [false, true] {
                let x = values::<T>(n * batch);
                let mut expected = x.clone();
                expected.chunks_exact_mut(n).try_for_each(|row| run(&one, row, inverse))?;
                let mut found = x.clone();
                run(&rows, &mut found, inverse)?;
                assert!(found == expected, "rows {n} {batch} {i} {inverse}");
                let at = |list: &[Complex<T>], from: usize, to: usize| -> Vec<Complex<T>> {
                    (0..from * to).map(|k| list[k % from * to + k / from]).collect()
                };
                let mut found = at(&x, batch, n);
                run(&columns, &mut found, inverse)?;
                let error = far(&at(&found, n, batch), &expected);
                assert!(error < 8.0 * n as f64 * T::unit().as_f64(), "columns {n} {batch} {i} {inverse}: {error}");
            }
        }
    }
    Ok(())
}

#[test]
fn batches_are_the_transforms_one_by_one() -> Result<()> {
    for n in (1..=18).chain([27, 32, 60, 64, 80, 128, 243, 256, 257, 500]) {
        for batch in [2, 7, 8, 33] {
            check::<f64>(n, batch)?;
            check::<f32>(n, batch)?;
        }
    }
    check::<f64>(64, 128)
}

/// Compares columns in vectors with the transforms one by one.
fn columns<T: Real>(n: usize, batch: usize, isa: Isa) -> Result<()> {
    let builder = || Plan::builder(ComplexRing::<T>::new(), n).isa(isa).scale(Scale::UNITARY);
    let (one, columns) = (builder().build()?, builder().batch(batch, Layout::Columns).build()?);
    let x = values::<T>(n * batch);
    for inverse in [false, true] {
        let mut found = x.clone();
        run(&columns, &mut found, inverse)?;
        for column in 0..batch {
            let mut expected: Vec<_> = x.iter().copied().skip(column).step_by(batch).collect();
            run(&one, &mut expected, inverse)?;
            let found: Vec<_> = found.iter().copied().skip(column).step_by(batch).collect();
            let error = far(&found, &expected);
            assert!(error < 8.0 * n as f64 * T::unit().as_f64(), "{isa}: {batch} of {n}, {column} {inverse}: {error}");
        }
    }
    Ok(())
}

#[test]
fn short_columns_are_the_transforms_one_by_one_on_every_instruction_set() -> Result<()> {
    for isa in require::sets().filter(|isa| *isa != Isa::Pclmul) {
        for n in [2, 4, 8, 16, 32, 64] {
            // Fewer than a cache line, some more, rows whole pages apart, and more than 8 MiB.
            for batch in [2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 256, 512, 513, 1024, (1 << 19) / n + 3] {
                columns::<f64>(n, batch, isa)?;
                columns::<f32>(n, batch, isa)?;
            }
        }
    }
    Ok(())
}

#[test]
fn columns_of_every_radix_are_the_transforms_one_by_one_on_every_instruction_set() -> Result<()> {
    // A pass, two, three and four; radices that need more than 2, 3, 5 and 7; lengths beyond the longest in steps.
    let lens = [3, 5, 6, 7, 9, 10, 12, 15, 21, 28, 45, 96, 100, 128, 250, 256, 360, 686, 729, 1000, 1024, 1500, 2048];
    for isa in require::sets().filter(|isa| *isa != Isa::Pclmul) {
        for n in lens.into_iter().chain([11, 22, 26, 34, 2430, 4096]) {
            // Rows of a batch of 256 share sets of the first cache.
            for batch in [5, 40, 256].into_iter().filter(|batch| batch * n <= 1 << 17) {
                columns::<f64>(n, batch, isa)?;
                columns::<f32>(n, batch, isa)?;
            }
        }
    }
    Ok(())
}

#[test]
fn columns_in_lanes_refuse_what_others_refuse() -> Result<()> {
    let columns = Plan::<Complex<f64>>::configure(64).batch(16, Layout::Columns).build()?;
    let mut x = values::<f64>(64 * 16);
    let mut scratch = columns.scratch()?;
    let expected = Error::SliceLength { what: "slice of values", expected: 1024, found: 1023, at_least: false };
    assert_eq!(columns.forward_with(&mut x[1..], &mut scratch), Err(expected));
    if let Recipe::Columns { .. } = columns.recipe() {
        let short = scratch.len() - 1;
        assert!(matches!(columns.inverse_with(&mut x, &mut scratch[..short]), Err(Error::SliceLength { .. })));
        assert!(matches!(columns.forward_many(&mut x), Err(Error::Unsupported { .. })));
        let text = columns.recipe().to_string();
        let again = Plan::<Complex<f64>>::configure(64).batch(16, Layout::Columns).recipe(text.parse()?).build()?;
        assert_eq!(again.recipe(), columns.recipe());
        // Another number of columns is another recipe.
        let other = Plan::<Complex<f64>>::configure(64).batch(24, Layout::Columns).recipe(text.parse()?).build();
        assert!(matches!(other, Err(Error::Unsupported { .. })));
    }
    Ok(())
}
