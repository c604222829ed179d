//! Reversal of digits in place, tile by tile.

/// Swaps every element with its partner under an involution that reverses the digits of the index and may exchange
/// digits for others.
///
/// An index is split as `a n/R + m R + b`, with `a, b < R`; its partner is `(digit[b], middle(m), digit[a])`, read
/// the same way. `R * R` must divide the length. For one `m` the `R` rows of `R` neighbours here and there stay in
/// cache, so that memory is read and written in whole lines.
pub(super) fn swap_tiles<T, const R: usize>(values: &mut [T], digit: [usize; R], middle: impl Fn(usize) -> usize) {
    let stride = values.len() / R;
    for m in 0..stride / R {
        let partner = middle(m);
        if partner < m {
            continue;
        }
        for a in 0..R {
            for (b, &row) in digit.iter().enumerate() {
                let (here, there) = (a * stride + m * R + b, row * stride + partner * R + digit[a]);
                // A tile that is its own partner meets every pair twice.
                if m < partner || here < there {
                    values.swap(here, there);
                }
            }
        }
    }
}

/// Swaps every element with its partner under the involution `partner`, one by one.
pub(super) fn swap_pairs<T>(values: &mut [T], partner: impl Fn(usize) -> usize) {
    for j in 0..values.len() {
        let k = partner(j);
        if j < k {
            values.swap(j, k);
        }
    }
}
