//! Complex numbers on the command line.

use crate::{
    failure::{Outcome, quoted},
    settings::Settings,
    spec::Spec,
    tuning,
    values::{NpyType, Values},
};
use num_complex::Complex;
use ringfft::{
    Error,
    algebra::Roots,
    plan::{Layout, Plan, Recipe, Tuning},
    rings::ComplexRing,
};
use ringfft_testing::{Random, accuracy::Narrow, self_test};
use std::{fmt::Debug, str::FromStr};

/// A float with its text and its bytes.
pub(crate) trait Bits: Narrow + FromStr + Debug {
    const NAME: &'static str;
    const WIDTH: usize;
    const GREATEST: Self;
    fn decode(bytes: &[u8]) -> Option<Self>;
    fn encode(self, out: &mut Vec<u8>);
    fn wide(self) -> f64;
    fn narrow(x: f64) -> Self;
}

macro_rules! bits {
    ($float:ident, $name:literal) => {
        impl Bits for $float {
            const NAME: &'static str = $name;
            const WIDTH: usize = size_of::<$float>();
            const GREATEST: $float = $float::MAX;

            fn decode(bytes: &[u8]) -> Option<Self> {
                bytes.try_into().ok().map($float::from_le_bytes)
            }

            fn encode(self, out: &mut Vec<u8>) {
                out.extend(self.to_le_bytes());
            }

            fn wide(self) -> f64 {
                self.into()
            }

            fn narrow(x: f64) -> Self {
                x as $float
            }
        }
    };
}

bits!(f32, "c32");
bits!(f64, "c64");

/// Complex numbers over `T`.
pub(crate) struct Floats<T>(ComplexRing<T>);

impl<T> Floats<T> {
    pub(crate) const fn new() -> Self {
        Floats(ComplexRing::new())
    }
}

/// Appends the shortest digits that read back as the same float, with an exponent for very large and very small
/// numbers.
pub(crate) fn write_float(x: &impl Bits, out: &mut String) {
    let text = format!("{x:?}");
    out.push_str(match text.as_str() {
        "NaN" => "nan",
        text => text.strip_suffix(".0").unwrap_or(text),
    });
}

/// Parses the float nearest to the number in `text`, which may be subnormal or 0; `inf` and `nan` are read too. Returns
/// `None` for other text and for a finite number beyond the greatest float.
pub(crate) fn read_float<T: Bits>(text: &str) -> Option<T> {
    text.parse().ok().filter(|x: &T| !x.wide().is_infinite() || !is_number(text))
}

/// Returns true if the text has digits, which `inf` and `nan` have not.
fn is_number(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns the error of a finite number that is beyond the greatest float, `None` for other text.
pub(crate) fn too_large<T: Bits>(text: &str) -> Option<String> {
    let large = text.parse().is_ok_and(|x: T| x.wide().is_infinite()) && is_number(text);
    large.then(|| {
        format!(
            "{} is too large for {}, whose greatest number is {:?}: scale the input, or write inf for infinity",
            quoted(text),
            T::NAME,
            T::GREATEST
        )
    })
}

fn pair<'a, T: Bits>(mut parts: impl Iterator<Item = &'a str>) -> Option<Complex<T>> {
    let (re, im) = (read_float(parts.next()?)?, read_float(parts.next()?)?);
    parts.next().is_none().then(|| Complex::new(re, im))
}

impl<T: Bits> Values for Floats<T> {
    type Ring = ComplexRing<T>;

    fn ring(&self) -> &ComplexRing<T> {
        &self.0
    }

    fn name(&self) -> String {
        T::NAME.into()
    }

    fn time(&self, spec: &Spec, settings: &Settings, tuning: &mut Tuning) -> Outcome<Recipe> {
        tuning::time(self, spec, settings, tuning)
    }

    /// Checks linearity, impulses, shifts and the inverse. Returns the law that fails, `None` if all hold or do not
    /// apply to the plan.
    fn broken_law(&self, plan: &Plan<Complex<T>>, seed: u64) -> Outcome<Option<String>> {
        match self_test(plan, 1, seed) {
            Ok(_) | Err(Error::Unsupported { .. }) => Ok(None),
            Err(Error::Verification { what }) => Ok(Some(what)),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns `exp(-2 pi i/n)`.
    fn root(&self, n: usize) -> Outcome<Complex<T>> {
        Ok(self.0.root(n)?)
    }

    fn read(&self, text: &str) -> Option<Complex<T>> {
        pair(text.split_ascii_whitespace())
    }

    fn expected(&self) -> String {
        "two numbers, `re im`,".into()
    }

    fn trouble(&self, text: &str) -> Option<String> {
        text.split(|c: char| c == ',' || c.is_ascii_whitespace()).find_map(too_large::<T>)
    }

    fn read_argument(&self, text: &str) -> Option<Complex<T>> {
        pair(text.split(',').map(str::trim))
    }

    /// Multiplies in double precision over `c32`. A `c` rounded to 32 bits would be off by `2^-25`, and its power by
    /// `j` times that. Here the error of a power is below `2 j` units of `2^-53`.
    fn weigh(&self, c: &str, inverse: bool, elements: &mut [Complex<T>], batch: usize, layout: Layout) -> bool {
        let c = pair::<f64>(c.split(',').map(str::trim)).filter(|c| T::WIDTH == 4 && c.norm_sqr().is_normal());
        let Some(c) = c.map(|c| if inverse { c.inv() } else { c }) else { return false };
        let weighed = |x: &mut Complex<T>, power: Complex<f64>| {
            let product = Complex::new(x.re.wide(), x.im.wide()) * power;
            *x = Complex::new(T::narrow(product.re), T::narrow(product.im));
        };
        let len = elements.len() / batch;
        let mut power = Complex::new(1.0, 0.0);
        for j in 0..len {
            match layout {
                Layout::Rows => elements.iter_mut().skip(j).step_by(len).for_each(|x| weighed(x, power)),
                _ => elements[j * batch..][..batch].iter_mut().for_each(|x| weighed(x, power)),
            }
            power *= c;
        }
        true
    }

    fn conjugate(&self, element: &Complex<T>) -> Option<Complex<T>> {
        Some(Complex::new(element.re, -element.im))
    }

    fn write(&self, element: &Complex<T>, out: &mut String) {
        write_float(&element.re, out);
        out.push(' ');
        write_float(&element.im, out);
    }

    fn width(&self) -> usize {
        2 * T::WIDTH
    }

    fn decode(&self, bytes: &[u8]) -> Option<Complex<T>> {
        let (re, im) = bytes.split_at_checked(T::WIDTH)?;
        Some(Complex::new(T::decode(re)?, T::decode(im)?))
    }

    fn encode(&self, element: &Complex<T>, out: &mut Vec<u8>) {
        element.re.encode(out);
        element.im.encode(out);
    }

    fn npy(&self) -> NpyType {
        NpyType::Complex { float: T::WIDTH }
    }

    fn random(&self, random: &mut Random) -> Complex<T> {
        let mut part = || T::narrow(random.float());
        Complex::new(part(), part())
    }

    /// Returns the Euclidean distance over the norm of the expected vector.
    fn distance(&self, found: &[Complex<T>], expected: &[Complex<T>]) -> f64 {
        let square = |z: Complex<T>| z.re.wide() * z.re.wide() + z.im.wide() * z.im.wide();
        if found.len() != expected.len() {
            return f64::INFINITY;
        }
        let error: f64 = found.iter().zip(expected).map(|(a, b)| square(*a - *b)).sum();
        let size: f64 = expected.iter().map(|z| square(*z)).sum();
        match (error / size).sqrt() {
            distance if distance.is_finite() => distance,
            _ if error == 0.0 => 0.0,
            _ => f64::INFINITY,
        }
    }

    /// Returns the bound on rounding errors: it grows with the logarithm of the length in fast transforms, and with its
    /// square root in sums of `n` terms.
    fn tolerance(&self, n: usize, quadratic: bool) -> f64 {
        let growth = if quadratic { (n as f64).sqrt() } else { (n as f64).log2() };
        4.0 * (1.0 + growth) * T::unit().wide()
    }

    /// Computes the value as a compensated sum (Ogita, Rump and Oishi 2005). The angles of its terms are reduced in
    /// integers.
    fn evaluate(&self, f: &[Complex<T>], w: &Complex<T>, order: usize, k: usize, c: Option<&Complex<T>>) -> Complex<T> {
        let n = order as u128;
        // The exponent of the given root as a power of `exp(-2 pi i/n)`.
        let turns = -w.im.wide().atan2(w.re.wide()) / std::f64::consts::TAU;
        let step = ((turns * n as f64).round() as i128).rem_euclid(n as i128) as u128 * k as u128 % n;
        let c = c.map_or(Complex::new(1.0, 0.0), |c| Complex::new(c.re.wide(), c.im.wide()));
        let (mut re, mut im) = (Compensated::default(), Compensated::default());
        let mut scale = Complex::new(1.0, 0.0);
        for (j, x) in f.iter().enumerate() {
            let z = unit(step * j as u128 % n, n) * scale;
            let (a, b) = (x.re.wide(), x.im.wide());
            re.add_product(a, z.re);
            re.add_product(-b, z.im);
            im.add_product(a, z.im);
            im.add_product(b, z.re);
            scale *= c;
        }
        Complex::new(T::narrow(re.value()), T::narrow(im.value()))
    }

    fn exact(&self) -> bool {
        false
    }
}

/// Returns `exp(-2 pi i t/n)`. The angle is reduced to at most an eighth of a turn.
fn unit(t: u128, n: u128) -> Complex<f64> {
    let quarter = (4 * t + n / 2) / n;
    // t/n - quarter/4, in units of 1/(4 n).
    let rest = (4 * t) as i128 - (quarter * n) as i128;
    let (sin, cos) = (std::f64::consts::FRAC_PI_2 * (rest as f64 / n as f64)).sin_cos();
    match quarter % 4 {
        0 => Complex::new(cos, -sin),
        1 => Complex::new(-sin, -cos),
        2 => Complex::new(-cos, sin),
        _ => Complex::new(sin, cos),
    }
}

/// A sum of products with its accumulated rounding error.
#[derive(Default)]
struct Compensated {
    sum: f64,
    error: f64,
}

impl Compensated {
    fn add_product(&mut self, a: f64, b: f64) {
        let product = a * b;
        let of_product = a.mul_add(b, -product);
        let sum = self.sum + product;
        let part = sum - self.sum;
        self.error += (self.sum - (sum - part)) + (product - part) + of_product;
        self.sum = sum;
    }

    fn value(&self) -> f64 {
        self.sum + self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_reads_back() {
        let values = Floats::<f64>::new();
        for x in [0.0, -0.0, 1.0, 1e16, 1e300, 5e-324, 0.1, -1.5e-7, f64::MAX, f64::INFINITY, f64::NAN] {
            let mut text = String::new();
            values.write(&Complex::new(x, -x), &mut text);
            let back = values.read(&text).unwrap();
            assert!(back.re.to_bits() == x.to_bits() || x.is_nan() && back.re.is_nan(), "{x} {text}");
        }
        let mut text = String::new();
        values.write(&Complex::new(f64::NAN, f64::NEG_INFINITY), &mut text);
        assert_eq!(text, "nan -inf");
        for text in ["", "1", "1 2 3", "1 x", "0x1 2", "1,2", "1e400 0", "0 -1e400", "1e309 nan"] {
            assert!(values.read(text).is_none(), "{text}");
        }
        let read = |text: &str| Floats::<f32>::new().read(text).map(|z| (z.re.to_bits(), z.im.to_bits()));
        // The nearest float of any size: subnormal, zero with its sign, or the greatest.
        assert_eq!(read("1e-45 -1e-60"), Some((1, 1 << 31)));
        assert_eq!(read("3.4028235e38 inf"), Some((f32::MAX.to_bits(), f32::INFINITY.to_bits())));
        assert_eq!(read("1e39 0"), None);
        assert!(Floats::<f32>::new().trouble("0 1e39").unwrap().contains("c32") && values.trouble("0 1e39").is_none());
    }

    #[test]
    fn unit_roots() {
        for n in 1..100 {
            for t in 0..n {
                let angle = -std::f64::consts::TAU * t as f64 / n as f64;
                assert!((unit(t, n) - Complex::new(angle.cos(), angle.sin())).norm() < 1e-14, "{t}/{n}");
            }
        }
    }
}
