//! Products through a transform over the ring itself.
//!
//! The classical transform leaves bit-reversed values and its inverse takes them: the pointwise product in
//! between does not care. A negacyclic product is a cyclic one of coefficients weighted by the powers of a
//! root of twice the order.

use super::wrap::{Wrap, buffer, fold};
use crate::{
    Result,
    algebra::{Action, Domain, Roots},
    dft::{Classical, Transform},
    kernel::memory::reserve,
};

/// Returns the transform of length `n` over the ring's own root, if there is one.
///
/// # Errors
/// [`Error::Memory`] if the system refuses the memory for its tables.
fn transform<R: Roots + Action<Scalars = R>>(ring: &R, n: usize) -> Result<Option<Classical<R>>> {
    let Ok(domain) = Domain::new(ring.clone(), n) else { return Ok(None) };
    // The scale of the inverse must exist too.
    if ring.inverse_of_integer(n as u64).is_err() {
        return Ok(None);
    }
    room_for_tables::<R>(n / 2)?;
    Ok(Classical::new(&domain).ok())
}

/// Reserves the memory of `len` powers and their twiddles, because the calls that compute them cannot fail.
fn room_for_tables<R: Roots + Action<Scalars = R>>(len: usize) -> Result<()> {
    reserve::<(R::Element, R::Twiddle)>("tables of a product", len).map(drop)
}

/// Computes `out <- a b` through the transform of the least sufficient power of two; `false` if the ring has none.
pub(super) fn linear_into<R: Roots + Action<Scalars = R>>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    out: &mut [R::Element],
) -> Result<bool> {
    let Some(n) = out.len().checked_next_power_of_two() else { return Ok(false) };
    let Some(transform) = transform(ring, n)? else { return Ok(false) };
    let mut values = buffer("the values of a product", n, &ring.zero())?;
    product(ring, &transform, [a, b], Wrap::Cyclic, None, &mut values)?;
    out.clone_from_slice(&values[..out.len()]);
    Ok(true)
}

/// Computes `out <- a b` modulo `x^n - 1` or `x^n + 1`; `false` if the ring has no transform for it.
pub(super) fn wrapped_into<R: Roots + Action<Scalars = R>>(
    ring: &R,
    a: &[R::Element],
    b: &[R::Element],
    wrap: Wrap,
    out: &mut [R::Element],
) -> Result<bool> {
    let n = out.len();
    let weights = match wrap {
        _ if !n.is_power_of_two() => return Ok(false),
        Wrap::Cyclic => None,
        Wrap::Negacyclic => {
            let Some(domain) = n.checked_mul(2).and_then(|order| Domain::new(ring.clone(), order).ok()) else {
                return Ok(false);
            };
            room_for_tables::<R>(n)?;
            Some(domain.twiddles(1, n))
        }
    };
    let Some(transform) = transform(ring, n)? else { return Ok(false) };
    product(ring, &transform, [a, b], wrap, weights.as_deref(), out)?;
    if let Some(weights) = weights {
        // psi^(-j) = -psi^(n - j).
        for (x, weight) in out[1..].iter_mut().zip(weights[1..].iter().rev()) {
            ring.apply(x, weight);
            ring.neg_assign(x);
        }
    }
    Ok(true)
}

/// Computes `out <- a b` modulo `x^n - 1`, with `n` the transform's length, of inputs that are folded and weighted before.
fn product<R: Roots + Action<Scalars = R>>(
    ring: &R,
    transform: &Classical<R>,
    [a, b]: [&[R::Element]; 2],
    wrap: Wrap,
    weights: Option<&[R::Twiddle]>,
    out: &mut [R::Element],
) -> Result<()> {
    let n = transform.len();
    let mut other = buffer("the values of a product", n, &ring.zero())?;
    let enter = |input: &[R::Element], list: &mut [R::Element]| {
        fold(ring, input, wrap, list);
        for (x, weight) in list.iter_mut().zip(weights.unwrap_or_default()) {
            ring.apply(x, weight);
        }
        transform.forward(list, &mut [])
    };
    enter(a, out)?;
    enter(b, &mut other)?;
    for (a, b) in out.iter_mut().zip(&other) {
        ring.mul_assign(a, b);
    }
    transform.inverse_unscaled(out, &mut [])?;
    let scale = ring.prepare(&ring.inverse_of_integer(n as u64)?);
    for x in out {
        ring.apply(x, &scale);
    }
    Ok(())
}
