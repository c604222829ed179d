//! The list of the codelets.

/// The codelets: lanes, columns, rows. Those of 2 lanes are for `f64` and keep the parts of a number side by side; those of 4 do so too,
/// for `f32`. Those of 8 are for `f64` with AVX-512 and have the parts apart. Some have functions of their own: two columns in 2 lanes,
/// four by an odd number in 4 lanes ([`is_coprime`]), 2 by 4 and 4 by 4.
macro_rules! codelets {
    ($each:ident) => {
        $each! {
            codelet2 2: 2 4, 2 5, 2 7, 4 4, 2 9, 10 2, 3 7, 2 11, 4 6, 5 5, 13 2, 3 9, 4 7, 2 15, 4 8, 11 3, 5 7, 6 6, 13 3, 5 8, 6 7, 11 4, 5 9, 6 8, 7 7, 5 10, 13 4, 6 9, 11 5, 7 8, 6 10, 7 9, 8 8, 7 10, 8 9, 5 15, 8 10, 9 9, 7 12, 9 10, 8 12, 10 10, 9 12, 8 14, 10 12, 8 16, 12 12, 10 15, 10 16, 12 15, 12 16, 15 15, 15 16, 2 17, 2 19, 2 23;
            codelet4 4: 2 4, 4 3, 4 4, 3 6, 4 5, 3 7, 2 11, 4 6, 5 5, 2 13, 3 9, 4 7, 5 6, 4 8, 3 11, 5 7, 6 6, 3 13, 5 8, 6 7, 11 4, 5 9, 12 4, 7 7, 5 10, 13 4, 6 9, 11 5, 7 8, 6 10, 7 9, 8 8, 7 10, 8 9, 5 15, 8 10, 9 9, 7 12, 9 10, 8 12, 10 10, 9 12, 8 14, 10 12, 8 16, 12 12, 10 15, 10 16, 12 15, 12 16, 15 16, 4 17, 4 19, 4 23;
            codelet8 8: 5 8, 6 8, 7 8, 8 8, 5 10, 6 10, 8 10, 8 12, 8 16
        }
    };
}

/// The codelets on vectors of 64 bytes with the parts of a number side by side: lanes, columns, rows. Those of 4 lanes are for `f64`,
/// those of 8 for `f32`. They exist where they are faster than those on 32 bytes by a twentieth or more: measured 2026-11-29, Intel's
/// Sapphire Rapids.
macro_rules! wide_codelets {
    ($each:ident) => {
        $each! {
            wide4 4: 4 8, 7 8, 8 8, 6 12, 8 12, 9 12, 8 14, 10 12, 8 16, 12 12, 10 16, 12 16, 15 16;
            wide8 8: 5 8, 7 8, 8 8, 8 16, 12 16, 15 16
        }
    };
}

/// The odd lengths that are transformed by the definition in registers, with the parts of a number side by side: those of 2 lanes are for
/// `f64`, those of 4 for `f32`.
macro_rules! short_direct {
    ($each:ident) => {
        $each! {
            two 2: 9 11 13 15 17 19 23 29 31 37 41 43 47;
            four 4: 9 11 13 15 17 19 23 29 31 37 41 43 47
        }
    };
}

/// A codelet: lanes, columns, rows.
type Named = (usize, usize, usize);

macro_rules! list {
    ($($name:ident $lanes:literal: $($columns:literal $rows:literal),*);*) => {
        &[$($(($lanes, $columns, $rows)),*),*]
    };
}
pub(super) use {codelets, short_direct, wide_codelets};

/// Lanes, columns and rows of the codelets.
pub(crate) const CODELETS: &[Named] = codelets!(list);

/// Lanes, columns and rows of the codelets on vectors of 64 bytes with the parts side by side.
pub(crate) const WIDE_CODELETS: &[Named] = wide_codelets!(list);

/// The rows of codelets: a bit for each number of them, by quarters of the lanes and columns.
type Rows = [[u32; 16]; 3];

const fn rows_of(codelets: &[Named]) -> Rows {
    let (mut rows, mut i) = ([[0; 16]; 3], 0);
    while i < codelets.len() {
        rows[codelets[i].0 / 4][codelets[i].1] |= 1 << codelets[i].2;
        i += 1;
    }
    rows
}

const fn holds(all: &Rows, (lanes, columns, rows): Named) -> bool {
    matches!(lanes, 2 | 4 | 8) && columns < 16 && rows < 32 && all[lanes / 4][columns] >> rows & 1 == 1
}

/// Returns whether there is this codelet.
pub(crate) const fn is_codelet(lanes: usize, columns: usize, rows: usize) -> bool {
    const ROWS: Rows = rows_of(CODELETS);
    holds(&ROWS, (lanes, columns, rows))
}

macro_rules! lengths {
    ($($name:ident $lanes:literal: $($len:literal)*);*) => { [$(($lanes, &[$($len),*])),*] };
}

/// Lanes and lengths of the definition in registers.
pub(crate) const SHORT_DIRECT: [(usize, &[usize]); 2] = short_direct!(lengths);

/// Returns whether the definition of this length has a function of its own, on so many lanes.
pub(crate) fn is_short_direct(lanes: usize, len: usize) -> bool {
    SHORT_DIRECT.iter().any(|(all, lengths)| *all == lanes && lengths.contains(&len))
}

/// Returns whether the codelet is that of a length with coprime factors, one of them in the lanes.
pub(crate) const fn is_coprime((lanes, columns, rows): Named) -> bool {
    matches!(lanes, 2 | 4) && columns == lanes && rows % 2 == 1
}

/// Returns whether there is this codelet on vectors of 64 bytes with the parts side by side.
pub(crate) const fn is_wide_codelet(lanes: usize, columns: usize, rows: usize) -> bool {
    const ROWS: Rows = rows_of(WIDE_CODELETS);
    holds(&ROWS, (lanes, columns, rows))
}
