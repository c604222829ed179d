//! The list of the codelets.

/// The codelets: lanes, columns, rows. Those of 2 lanes are for `f64` and keep the parts of a number side by side; those of 4 do so too,
/// for `f32`. Those of 8 are for `f64` with AVX-512 and have the parts apart.
macro_rules! codelets {
    ($each:ident) => {
        $each! {
            codelet2 2: 2 4, 4 4, 3 6, 10 2, 3 7, 11 2, 4 6, 5 5, 13 2, 3 9, 4 7, 5 6, 4 8, 11 3, 5 7, 6 6, 13 3, 5 8, 6 7, 11 4, 5 9, 6 8, 7 7, 5 10, 13 4, 6 9, 11 5, 7 8, 6 10, 7 9, 8 8, 7 10, 8 9, 5 15, 8 10, 9 9, 7 12, 9 10, 8 12, 10 10, 9 12, 8 14, 10 12, 8 16, 12 12, 10 15, 10 16, 12 15, 12 16, 15 15, 15 16;
            codelet4 4: 2 4, 4 4, 3 6, 4 5, 3 7, 2 11, 4 6, 5 5, 2 13, 3 9, 4 7, 5 6, 4 8, 3 11, 5 7, 6 6, 3 13, 5 8, 6 7, 11 4, 5 9, 12 4, 7 7, 5 10, 13 4, 6 9, 11 5, 7 8, 6 10, 7 9, 8 8, 7 10, 8 9, 5 15, 8 10, 9 9, 7 12, 9 10, 8 12, 10 10, 9 12, 8 14, 10 12, 8 16, 12 12, 10 15, 10 16, 12 15, 12 16, 15 16;
            codelet8 8: 5 8, 6 8, 7 8, 8 8, 5 10, 6 10, 8 10, 8 12, 8 16
        }
    };
}

macro_rules! list {
    ($($name:ident $lanes:literal: $($columns:literal $rows:literal),*);*) => {
        /// Lanes, columns and rows of the codelets.
        pub(crate) const CODELETS: &[(usize, usize, usize)] = &[$($(($lanes, $columns, $rows)),*),*];
    };
}
pub(super) use codelets;

codelets!(list);

/// Returns whether there is this codelet.
pub(crate) const fn is_codelet(lanes: usize, columns: usize, rows: usize) -> bool {
    /// A bit for each number of rows, by quarters of the lanes and columns.
    const ROWS: [[u32; 16]; 3] = {
        let (mut rows, mut i) = ([[0; 16]; 3], 0);
        while i < CODELETS.len() {
            rows[CODELETS[i].0 / 4][CODELETS[i].1] |= 1 << CODELETS[i].2;
            i += 1;
        }
        rows
    };
    matches!(lanes, 2 | 4 | 8) && columns < 16 && rows < 32 && ROWS[lanes / 4][columns] >> rows & 1 == 1
}
