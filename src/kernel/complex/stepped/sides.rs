//! The sides of two steps through the first cache: which there are, their passes, and the scratch that they need.

/// The longest transform.
pub(crate) const LONGEST: usize = 1500;

/// Returns the lengths of the two sides of a shape if each is given as one number.
pub(crate) fn sides(columns: &[usize], rows: &[usize]) -> Option<[usize; 2]> {
    match (columns, rows) {
        ([n1], [n2]) => Some([*n1, *n2]),
        _ => None,
    }
}

/// Returns the radices of the first step's passes, with 1 in the place of a middle and a last one that it does not have.
pub(crate) const fn radices(n1: usize) -> Option<[usize; 3]> {
    if n1 >= 3 && n1 <= 16 && n1 != 11 && n1 != 13 {
        return Some([n1, 1, 1]);
    }
    if let Some([a, c]) = two_radices(n1) {
        return Some([a, 1, c]);
    }
    let (mut i, mut best): (_, Option<[usize; 3]>) = (0, None);
    while i < MIDDLE.len() {
        let b = MIDDLE[i];
        if n1.is_multiple_of(b)
            && let Some([a, c]) = two_radices(n1 / b)
        {
            best = match best {
                Some([a0, b0, c0]) if a0 + b0 + c0 <= a + b + c => best,
                _ => Some([a, b, c]),
            };
        }
        i += 1;
    }
    best
}

/// The radices of a middle pass.
const MIDDLE: [usize; 2] = [4, 5];

/// Returns the radices of two passes, the greater first.
const fn two_radices(n1: usize) -> Option<[usize; 2]> {
    let mut c = 9;
    while c >= 3 {
        let a = n1 / c;
        if n1.is_multiple_of(c) && a >= c && a <= 12 && a != 11 {
            return Some([a, c]);
        }
        c -= 1;
    }
    None
}

/// Returns whether there is such a transform.
pub(crate) const fn exists(lanes: usize, n1: usize, n2: usize) -> bool {
    let row = n2 >= 3 && n2 <= 16 && n2 != 11 && n2 != 13;
    row && radices(n1).is_some() && n1 <= LONGEST && n1 * n2 <= LONGEST && 2 * n1 > lanes && 2 * n2 > lanes
}

/// Returns the offset of group `g` in a side of `n`.
#[inline(always)]
pub(super) const fn start(g: usize, n: usize, lanes: usize) -> usize {
    let last = n.saturating_sub(lanes);
    if g * lanes < last { g * lanes } else { last }
}

/// Alignment of work space in bytes.
pub(super) const ALIGNMENT: usize = 64;

/// Returns the length of the scratch in complex numbers.
pub(crate) const fn scratch_len(n1: usize, n2: usize, lanes: usize) -> usize {
    let groups = n2.div_ceil(lanes);
    let (side, b) = (
        if n1 > lanes { n1 } else { lanes },
        match radices(n1) {
            Some([_, b, c]) => b * c,
            None => 1,
        },
    );
    // Groups of columns, the work-space of further passes if there are any, and a row with the elements after it.
    let passes = if b > 1 { groups * n1 * lanes } else { 0 };
    groups * side * lanes + passes + (b * n2 + lanes).next_multiple_of(lanes) + ALIGNMENT / 8
}
