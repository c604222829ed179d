//! Kernels in vector lanes, as data.

use super::{
    bytes::Bytes,
    rings::{RINGS, over},
    run::{Run, ask},
};
use ringfft::plan::{Isa, PackedShape, Recipe};

/// Checks that a shape's text parses to the same if it is accepted and not else. No method may panic. A plan by it is
/// an error or computes the shape's transform. Reads the bytes as a ring, an instruction set and the shape of a kernel
/// of any kind, whose numbers often fit together.
///
/// # Panics
/// If the library is wrong.
pub fn shapes(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    let (ring, isa) = (bytes.below(RINGS), bytes.one_of(Isa::ALL));
    let len = bytes.number();
    let shape = shape(&mut bytes, len);
    let parsed = shape.to_string().parse::<PackedShape>();
    match shape.check() {
        Ok(()) => assert_eq!(parsed.ok().as_ref(), Some(&shape)),
        Err(_) => assert!(parsed.is_err(), "{shape}"),
    }
    let _ = (shape.len(), shape.order(), shape.table_len());
    for threads in [0, 1, 3, usize::MAX] {
        let _ = shape.scratch_len(threads);
    }
    let random = bytes.random();
    let recipe = Recipe::Packed { shape };
    ask(&recipe);
    over(ring, &mut Run { recipe: &recipe, isa, random });
}

/// Returns a shape of any kind, for this length if the bytes choose so.
pub(super) fn shape(bytes: &mut Bytes<'_>, len: usize) -> PackedShape {
    let lanes = match bytes.below(16) {
        0 => bytes.number(),
        other => [1, 4, 8, 8, 16][other % 5],
    };
    let power = 1usize << (len % 13);
    match bytes.below(13) {
        0 => PackedShape::Direct { lanes: if bytes.below(4) == 0 { 2 } else { lanes }, len },
        1 => PackedShape::Single { len: if bytes.below(4) == 0 { len } else { len % 18 } },
        2 => PackedShape::Codelet { lanes, columns: bytes.below(18), rows: bytes.below(30) },
        3 | 4 => PackedShape::Columns { lanes, columns: sides(bytes), rows: sides(bytes) },
        5 | 6 => {
            let mut columns = powers(bytes);
            columns.insert(0, if lanes == 16 && bytes.below(8) != 0 { 16 } else { 8 });
            columns.truncate(1 + bytes.below(3));
            if bytes.below(4) == 0 {
                let lanes = 2 << bytes.below(3);
                return match bytes.below(2) {
                    0 => PackedShape::Pairs { lanes, columns, rows: powers(bytes) },
                    _ => {
                        PackedShape::Pairs { lanes, columns: [bytes.below(90)].into(), rows: [bytes.below(18)].into() }
                    }
                };
            }
            PackedShape::Lanes { lanes, columns, rows: powers(bytes) }
        }
        7 => PackedShape::Reversed { lanes, len: if bytes.below(8) == 0 { len } else { power } },
        8 => {
            let len = if bytes.below(8) == 0 { len } else { power };
            PackedShape::Residues { lanes, len, natural: bytes.below(2) == 0 }
        }
        9 => {
            let inner = shape(&mut Bytes(&bytes.0[bytes.0.len().min(1)..]), len);
            let more = if bytes.below(16) == 0 { bytes.number() } else { 0 };
            PackedShape::Rows {
                len: inner.len().saturating_mul(bytes.below(40)).saturating_add(more),
                inner: Box::new(inner),
            }
        }
        kind => {
            let inner = match bytes.below(8) {
                0 => shape(&mut Bytes(&bytes.0[bytes.0.len().min(1)..]), len),
                1..=3 => PackedShape::Columns { lanes, columns: sides(bytes), rows: [lanes].into() },
                _ => PackedShape::Columns { lanes, columns: sides(bytes), rows: sides(bytes) },
            };
            let more = if bytes.below(16) == 0 { bytes.number() } else { 0 };
            let (long, inner) = (inner.len(), Box::new(inner));
            if kind == 10 {
                return PackedShape::Rader { len: long.saturating_add(1).saturating_sub(more), inner };
            }
            let most = long.saturating_add(1) / 2;
            PackedShape::Bluestein { len: most.saturating_sub(bytes.below(9)).saturating_add(more), inner }
        }
    }
}

/// Returns one to three radices, such as columns have.
fn sides(bytes: &mut Bytes<'_>) -> Vec<usize> {
    let count = [1, 1, 2, 2, 3, 0][bytes.below(6)];
    (0..count)
        .map(|_| match bytes.below(16) {
            0 => bytes.number(),
            1 => bytes.one_of(&[17, 19, 23, 37, 127, 131]),
            _ => 1 + bytes.below(14),
        })
        .collect()
}

/// Returns up to four fours and eights.
fn powers(bytes: &mut Bytes<'_>) -> Vec<usize> {
    (0..bytes.below(5)).map(|_| if bytes.below(24) == 0 { bytes.number() } else { bytes.one_of(&[4, 8]) }).collect()
}
