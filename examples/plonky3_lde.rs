//! Extends the columns of a trace to four times as many points on a coset, in the layout and with the roots of Plonky3.
//!
//! `cargo run --release --example plonky3_lde`

use ringfft::{
    algebra::Ring,
    ntt::LowDegreeExtension,
    order::Order,
    plan::{Layout, Plan},
    poly,
    rings::{BabyBear, native},
};

fn main() -> ringfft::Result<()> {
    // A trace of 1024 rows and 8 columns, row by row. A column is a polynomial, given by its values at the powers of a root of order 1024.
    let (height, width, blowup) = (1024, 8, 4);
    let ring = native::<BabyBear>();
    let trace: Vec<BabyBear> = (0..height * width).map(|i| BabyBear::new((i * i + 3) as u64)).collect();

    // The generator of the field shifts the points, so that none of them is one of the trace.
    let shift = BabyBear::new(31);
    let extension =
        LowDegreeExtension::builder(ring, height, blowup).shift(shift).batch(width, Layout::Columns).build()?;
    let mut extended = vec![BabyBear::ZERO; blowup * height * width];
    extension.extend(&trace, &mut extended)?;

    // A row of the result holds the values of all columns at one point.
    let plan = Plan::builder(ring, height).batch(width, Layout::Columns).build()?;
    let mut coefficients = trace;
    plan.inverse(&mut coefficients)?;
    let (row, column) = (777, 5);
    let polynomial: Vec<BabyBear> = coefficients.iter().skip(column).step_by(width).copied().collect();
    let point = shift * ring.pow(extension.root(), row as u64);
    assert_eq!(extended[row * width + column], poly::evaluate(&ring, &polynomial, &point));

    // Commitments hash rows in bit-reversed order, which takes no reordering at all.
    let reversed = LowDegreeExtension::builder(ring, height, blowup)
        .shift(shift)
        .order(Order::BitReversed)
        .values_order(Order::Natural)
        .batch(width, Layout::Columns)
        .build()?;
    let mut rows = vec![BabyBear::ZERO; blowup * height * width];
    reversed.evaluate(&coefficients, &mut rows)?;
    let at = row.reverse_bits() >> (usize::BITS - 12); // 12 bits: 4096 rows
    assert_eq!(rows[at * width..][..width], extended[row * width..][..width]);
    println!("{height} rows of {width} to {}", blowup * height);
    Ok(())
}

#[cfg(test)]
#[test]
fn runs() -> ringfft::Result<()> {
    main()
}
