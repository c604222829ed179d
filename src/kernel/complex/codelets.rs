//! The list of the codelets.

/// The codelets: lanes, columns, rows. Those of 2 lanes are for `f64` alone, those of 8 for every float, then come those for `f32` alone.
macro_rules! codelets {
    ($each:ident) => {
        $each! {
            codelet2 2: 2 4, 4 4;
            codelet4 4: 2 4, 2 5, 2 6, 2 7, 3 5, 4 4, 3 6, 4 5, 3 7, 4 6, 5 5, 3 9, 4 7, 5 6, 4 8, 6 6, 5 9, 6 9;
            codelet8 8: 5 8, 6 8, 7 8, 8 8, 5 10, 6 10, 8 10, 8 12, 8 16;
            single8 8: 3 9, 4 8, 4 9, 6 9, 8 9, 9 9, 7 9, 10 10, 9 12, 10 12, 12 12
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

/// Returns whether the codelet of these lanes keeps the parts of a number side by side: its vectors have twice as many floats as
/// lanes.
pub(crate) const fn is_interleaved(columns: usize, rows: usize) -> bool {
    matches!((columns, rows), (2 | 4, 4))
}
