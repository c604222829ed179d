//! Cosine and sine on the first octant, to 90 bits, from a fraction of it.
//!
//! Notation: `u = 2^-53`; the angle is `(pi/4)(a/n)` with integers `0 <= a <= n`.
//!
//! # Idea
//! No angle is ever a float. The nearest sixteenth of the octant is found first, `a/n = i/16 + d/(16 n)` with the
//! *integer* `d = 16 a - i n`. So the rest `r = (pi/64)(d/n)`, at most `pi/128`, keeps all its digits. Sine and cosine
//! of `r` are Taylor series: with `t = r^2 < 2^-10` the coefficients up to `1/120` are double words. The further terms,
//! below `2^-32` of the sum, are a double. The addition theorem takes the result to the sixteenth. Sums, products and
//! quotients only, those of [`DoubleDouble`]: no library's sine, no fused multiply-add, the same bits on every machine.
//!
//! # Contract
//! Each part is within `2^-90` of the truth, relative to itself; asserted below against Newton's iteration.
//!
//! # Source
//! The choice of a table and a short series: \[Muller 2016\], chapters 6 and 14. Arithmetic: \[Joldes-Muller-Popescu 2017\].

use super::super::double_double::DoubleDouble;

const fn wide(high: f64, low: f64) -> DoubleDouble {
    DoubleDouble::parts(high, low)
}

const QUARTER_PI: DoubleDouble = wide(core::f64::consts::FRAC_PI_4, 3.061616997868383e-17);
const ONE_BY_6: DoubleDouble = wide(0.16666666666666666, 9.25185853854297e-18);
const ONE_BY_24: DoubleDouble = wide(0.041666666666666664, 2.3129646346357427e-18);
const ONE_BY_120: DoubleDouble = wide(0.008333333333333333, 1.1564823173178714e-19);

/// Cosine and sine of `(pi/4)(i/16)`.
pub(crate) const SIXTEENTHS: [[f64; 4]; 17] = [
    [1.0, 0.0, 0.0, 0.0],
    [0.9987954562051724, -1.2291693337075465e-17, 0.049067674327418015, -6.79610372051828e-19],
    [0.9951847266721969, -4.248691367830441e-17, 0.0980171403295606, -1.634582362244256e-18],
    [0.989176509964781, -4.098730993704711e-17, 0.14673047445536175, 3.726947147046568e-18],
    [0.9807852804032304, 1.8546939997825006e-17, 0.19509032201612828, -7.991079068461731e-18],
    [0.970031253194544, 1.8365300348428844e-17, 0.2429801799032639, -8.751431529719663e-18],
    [0.9569403357322088, 4.05538698618757e-17, 0.2902846772544624, -1.892797870777425e-17],
    [0.9415440651830208, -2.789637954769834e-17, 0.33688985339222005, -4.200094003347509e-19],
    [0.9238795325112867, 1.7645047084336677e-17, 0.3826834323650898, -1.0050772696461588e-17],
    [0.9039892931234433, -6.609754468748431e-18, 0.4275550934302821, 9.411189816295473e-18],
    [0.881921264348355, -1.9843248405890562e-17, 0.47139673682599764, 6.516678136069013e-18],
    [0.8577286100002721, -4.818344793633662e-17, 0.5141027441932218, -4.5712707523615624e-17],
    [0.8314696123025452, 1.4073856984728024e-18, 0.5555702330196022, 4.709410940561677e-17],
    [0.8032075314806449, -3.306060980481491e-17, 0.5956993044924334, -1.3438641936579467e-17],
    [0.773010453362737, -3.256590703364977e-17, 0.6343932841636455, 1.0420901929280035e-17],
    [0.7409511253549591, -1.4708616952297345e-17, 0.6715589548470184, -4.048903774929669e-17],
    [
        core::f64::consts::FRAC_1_SQRT_2,
        -4.833646656726457e-17,
        core::f64::consts::FRAC_1_SQRT_2,
        -4.833646656726457e-17,
    ],
];

/// Returns cosine and sine of `(pi/4)(a/n)`, `0 <= a <= n`, `n > 0`.
pub(super) const fn cosine_and_sine(a: u64, n: u64) -> [DoubleDouble; 2] {
    let sixteenths = a as f64 / n as f64 * 16.0;
    let below = sixteenths as usize;
    let nearest = below + (sixteenths - below as f64 >= 0.5) as usize;
    let i = if nearest < 16 { nearest } else { 16 };
    let rest = ((a as i128) << 4) - i as i128 * n as i128;
    let [c, c_low, s, s_low] = SIXTEENTHS[i];
    let (c, s) = (wide(c, c_low), wide(s, s_low));
    if rest == 0 {
        return [c, s];
    }
    let fraction = DoubleDouble::integer(rest.unsigned_abs() as u64).over(DoubleDouble::integer(n));
    let fraction = if rest < 0 { fraction.negated() } else { fraction };
    let [dc, ds] = near_zero(fraction.times_power_of_two(0.0625).times(QUARTER_PI));
    if i == 0 {
        return [c.plus(dc), ds];
    }
    [c.plus(c.times(dc).minus(s.times(ds))), s.plus(s.times(dc).plus(c.times(ds)))]
}

/// Returns `cos r - 1` and `sin r` for `|r| < 0.025`.
const fn near_zero(r: DoubleDouble) -> [DoubleDouble; 2] {
    let square = r.times(r);
    let t = square.high();
    // The coefficients of t^4, t^5 ... in the cosine, of t^3, t^4 ... in the sine over r.
    let even = -1.0 / 720.0 + t * (1.0 / 40_320.0 + t * (-1.0 / 3_628_800.0 + t * (1.0 / 479_001_600.0)));
    let odd = -1.0 / 5040.0 + t * (1.0 / 362_880.0 + t * (-1.0 / 39_916_800.0 + t * (1.0 / 6_227_020_800.0)));
    let cosine = square.times(wide(-0.5, 0.0).plus(square.times(ONE_BY_24.plus(wide(t * even, 0.0)))));
    let fifth = square.times(ONE_BY_120.plus(wide(t * odd, 0.0)));
    [cosine, r.plus(r.times(square.times(fifth.minus(ONE_BY_6))))]
}

#[cfg(all(feature = "inside", feature = "std"))]
pub(crate) mod tests {
    use super::super::{Real, root::first_octant};
    use super::*;

    /// Checks that Newton's iteration converges to the root from anywhere near it.
    #[inline]
    pub(crate) fn ninety_bits_are_right() {
        for n in [3u64, 8, 97, 1000, 1024, 59_049, 1_000_003, 1 << 24] {
            for a in (1..n).step_by((n as usize / 300).max(1)).chain([1, 2, n / 2, n - 1]) {
                let (re, im): (DoubleDouble, DoubleDouble) = first_octant(a as usize, n as usize);
                let [c, s] = cosine_and_sine(a, n);
                let error = |found: DoubleDouble, truth: DoubleDouble| ((found - truth) / truth).as_f64().abs();
                // Newton's is exact to 2^-104, not relative to a small sine.
                let bound = 2f64.powi(-90).max(2f64.powi(-103) / im.as_f64());
                assert!(error(c, re) < bound && error(s, im) < bound, "{a}/{n}: {:e} {:e}", error(c, re), error(s, im));
            }
        }
    }
}
