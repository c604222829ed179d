//! The worked examples of `papers/fermat.md` are what the code computes.

use ringfft::{
    Result,
    algebra::{Action, Domain, Ring, Roots},
    dft::{Classical, Transform},
    plan::Plan,
    rings::{Fermat, FermatElement, FermatTwiddle},
};

fn page() -> String {
    std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../papers/fermat.md")).unwrap()
}

fn elements(ring: &Fermat, numbers: &[u64]) -> Vec<FermatElement> {
    numbers.iter().map(|&x| ring.element(&[x])).collect()
}

/// The row of the page named `name` holds `numbers`.
fn row(name: &str, numbers: impl IntoIterator<Item = impl ToString>) {
    let numbers: Vec<String> = numbers.into_iter().map(|x| x.to_string()).collect();
    let line = format!("| {name} | {} |", numbers.join(" "));
    assert!(page().contains(&line), "no line `{line}`");
}

fn numbers(elements: &[FermatElement]) -> Vec<u64> {
    elements.iter().map(|x| x.limbs()[0]).collect()
}

#[test]
fn the_house_field_is_one_of_these_rings() -> Result<()> {
    let ring = Fermat::new(4)?;
    let w = ring.element(&[9]);
    ring.check_root(&w, 8)?;
    let powers: Vec<_> = (0..8).map(|k| ring.pow(&w, k)).collect();
    row("powers of `w`", numbers(&powers));
    let shifts = powers.iter().map(|power| match ring.prepare(power) {
        FermatTwiddle::Shift(e) => e,
        other => panic!("{other:?}"),
    });
    row("as shifts", shifts);
    let mut x = ring.element(&[13]);
    ring.shift(&mut x, 3);
    row("`13 2^3`: `1101000` in binary", [format!("{} - {} = {}", 13 * 8 % 16, 13 * 8 / 16, x.limbs()[0])]);
    let s = ring.square_root_of_two().unwrap();
    row("root of 2", [format!("2^3 - 2^1 = {}", s.limbs()[0])]);
    let mut values = elements(&ring, &[3, 1, 4, 1, 5, 9, 2, 6]);
    row("`x`", numbers(&values));
    Plan::builder(ring, 8).root(w).build()?.forward(&mut values)?;
    row("values at `w^k`", numbers(&values));
    Ok(())
}

#[test]
fn a_product_in_four_digits() -> Result<()> {
    let (n, m, inner, outer) = (4usize, 3usize, Fermat::new(8)?, Fermat::new(12)?);
    let digits: Vec<u64> = (0..n).map(|i| 4095 >> (i * m) & 7).collect();
    row("digits", &digits);
    let mut values = elements(&inner, &digits);
    values.iter_mut().enumerate().for_each(|(i, x)| inner.shift(x, 2 * i));
    row("weighted by `theta^i`", numbers(&values));
    let transform = Classical::new(&Domain::new(inner, n)?)?;
    transform.forward(&mut values, &mut [])?;
    row("values, bit-reversed", numbers(&values));
    for x in &mut values {
        let copy = x.clone();
        inner.mul_assign(x, &copy);
    }
    row("their squares", numbers(&values));
    transform.inverse_unscaled(&mut values, &mut [])?;
    values.iter_mut().enumerate().for_each(|(i, x)| inner.shift(x, 16 - 2 * i - 2));
    row("coefficients modulo 257", numbers(&values));
    let bounds: Vec<u64> = (1..=4).map(|i| i << 6).collect();
    row("bounds `(i+1) 4^M`", &bounds);
    let residues = numbers(&values);
    let signed = residues.iter().zip(&bounds).map(|(&c, &bound)| c as i64 - if c >= bound { 257 } else { 0 });
    row("coefficients", signed.clone());
    let sum: i64 = signed.enumerate().map(|(i, c)| c << (i * m)).sum();
    row("at `2^3`, modulo 4097", [sum.rem_euclid(4097)]);
    let mut square = outer.element(&[4095]);
    outer.mul_assign(&mut square, &outer.element(&[4095]));
    assert_eq!(square.limbs(), [sum.rem_euclid(4097) as u64]);
    Ok(())
}
