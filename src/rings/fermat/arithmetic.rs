//! The traits of the ring: sums, products, shifts, roots.

use super::*;
use crate::lists;

impl Module for Fermat {
    type Element = FermatElement;

    fn zero(&self) -> FermatElement {
        FermatElement(vec![0; self.limbs()].into())
    }

    #[inline]
    fn add_assign(&self, a: &mut FermatElement, b: &FermatElement) {
        self.adopt(a);
        self.with(b, |b| residue::add(&mut a.0, b, self.rest()));
    }

    #[inline]
    fn sub_assign(&self, a: &mut FermatElement, b: &FermatElement) {
        self.adopt(a);
        self.with(b, |b| residue::sub(&mut a.0, b, self.rest()));
    }

    fn neg_assign(&self, a: &mut FermatElement) {
        self.adopt(a);
        residue::negate(&mut a.0, self.rest());
    }

    #[inline]
    fn butterfly(&self, a: &mut FermatElement, b: &mut FermatElement) {
        self.adopt(a);
        self.adopt(b);
        residue::butterfly(&mut a.0, &mut b.0, self.rest());
    }
}

impl Ring for Fermat {
    fn name(&self) -> String {
        format!("the integers modulo 2^{} + 1", self.exponent)
    }

    fn one(&self) -> FermatElement {
        let mut one = self.zero();
        one.0[0] = 1;
        one
    }

    fn mul_assign(&self, a: &mut FermatElement, b: &FermatElement) {
        self.adopt(a);
        self.with(b, |b| residue::multiply(&mut a.0, b, self.rest()));
    }

    fn is_zero(&self, a: &FermatElement) -> bool {
        if self.owns(a) { a.0.iter().all(|&limb| limb == 0) } else { self.is_zero(&self.element(&a.0)) }
    }

    /// Returns the inverse: a shift for powers of two and of its square root, else the binary algorithm of Euclid,
    /// `O(K^2/64)`.
    fn inverse(&self, a: &FermatElement) -> Option<FermatElement> {
        if self.is_zero(a) {
            return None;
        }
        if let Some(t) = self.half_logarithm(a) {
            return Some(self.power_of_power(t, 4 * self.exponent as u64 - 1));
        }
        // u = x a, v = y a; v is odd, and the gcd in the end.
        let (mut x, mut y) = (self.one(), self.zero());
        let (mut u, mut v) = (self.element(&a.0).0, Lift::modulus(self));
        while u.iter().any(|&limb| limb != 0) {
            while u[0].is_multiple_of(2) {
                let zeros = u[0].trailing_zeros().min(63);
                shift_right(&mut u, zeros);
                let order = 2 * self.exponent as u64;
                self.shift(&mut x, (order - u64::from(zeros) % order) as usize);
            }
            if compare(&u, &v).is_lt() {
                u.swap_with_slice(&mut v);
                swap(&mut x, &mut y);
            }
            sub_assign(&mut u, &v);
            self.sub_assign(&mut x, &y);
        }
        (v[0] == 1 && v[1..].iter().all(|&limb| limb == 0)).then_some(y)
    }

    fn equal(&self, a: &FermatElement, b: &FermatElement) -> bool {
        if self.owns(a) && self.owns(b) { a == b } else { self.element(&a.0) == self.element(&b.0) }
    }

    fn integer(&self, n: u64) -> FermatElement {
        self.element(&[n])
    }

    fn pow(&self, a: &FermatElement, exponent: u64) -> FermatElement {
        if let Some(t) = self.half_logarithm(a) {
            return self.power_of_power(t, exponent);
        }
        let mut power = self.one();
        for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
            let copy = power.clone();
            self.mul_assign(&mut power, &copy);
            if exponent >> bit & 1 == 1 {
                self.mul_assign(&mut power, a);
            }
        }
        power
    }
}

impl Action for Fermat {
    type Scalars = Self;
    type Twiddle = FermatTwiddle;

    #[inline]
    fn scalars(&self) -> &Self {
        self
    }

    fn prepare(&self, scalar: &FermatElement) -> FermatTwiddle {
        match self.half_logarithm(scalar) {
            Some(t) if t % 2 == 0 => FermatTwiddle::Shift(t / 2),
            Some(t) => FermatTwiddle::HalfShift(t / 2),
            None => FermatTwiddle::General(scalar.clone()),
        }
    }

    #[inline]
    fn apply(&self, x: &mut FermatElement, w: &FermatTwiddle) {
        match w {
            FermatTwiddle::Shift(e) => self.shift(x, *e),
            FermatTwiddle::HalfShift(e) => self.half_shift(x, *e),
            FermatTwiddle::General(w) => self.mul_assign(x, w),
        }
    }
}

impl Lift for Fermat {
    fn modulus(&self) -> Vec<u64> {
        let mut modulus = vec![0; self.limbs()];
        modulus[self.exponent / 64] = 1 << self.rest();
        modulus[0] += 1;
        modulus
    }

    fn to_words(&self, a: &FermatElement) -> Vec<u64> {
        self.element(&a.0).0.into_vec()
    }

    fn from_words(&self, words: &[u64]) -> FermatElement {
        self.element(words)
    }
}

impl Roots for Fermat {
    /// Returns the root of order `n`. For a power of two `n` that divides `2K` it is `2^(2K/n)`, the least power of two
    /// that is a principal root. For the one more `n` that divides `4K`, where 4 divides `K`, it is `s^(4K/n)`.
    fn root(&self, n: usize) -> Result<FermatElement> {
        if n == 0 {
            return Err(Error::Length { what: "a transform", len: n, possible: "the least length is 1" });
        }
        let k = self.exponent;
        let order = if k.is_multiple_of(4) { 4 * k as u64 } else { 2 * k as u64 };
        if !n.is_power_of_two() || !order.is_multiple_of(n as u64) {
            let twos = 1u64 << order.trailing_zeros();
            let possible = format!(
                "the powers of two up to {twos} are possible; a greater length needs a K divisible by a greater power \
                 of two"
            );
            return Err(Error::NoRoot { ring: self.name(), order: n, possible });
        }
        Ok(self.power_of_power(1, 4 * k as u64 / n as u64))
    }

    fn power(&self, w: &FermatElement, n: usize, k: usize) -> FermatElement {
        let _ = n;
        self.pow(w, k as u64)
    }

    fn powers(&self, w: &FermatElement, n: usize, step: usize, count: usize) -> Vec<FermatElement> {
        let step = self.power(w, n, step % n.max(1));
        if let Some(t) = self.half_logarithm(&step) {
            return lists::list(count, |k| self.power_of_power(t, k as u64));
        }
        let mut power = self.one();
        lists::list(count, |_| {
            let current = power.clone();
            self.mul_assign(&mut power, &step);
            current
        })
    }
}
