//! The passes of a Stockham transform on threads: whole groups of outputs, or ranges of a group's columns.

use super::{Kernel, Pass, Stockham, split};
use crate::{algebra::Action, lists::from_fn, threads::each};
use alloc::vec::Vec;

/// The outputs that one piece of work writes in a pass.
enum Part<'a, E> {
    /// Whole groups, from the one with this number on.
    Groups(usize, &'a mut [E]),
    /// Columns of one group: the slices of their outputs, the group's first column, the first of them in the group.
    Columns([&'a mut [E]; 8], usize, usize),
}

impl<M: Action> Stockham<M> {
    /// Copies `x` to `y`.
    pub(super) fn copy_on_threads(&self, x: &[M::Element], y: &mut [M::Element]) {
        self.share(self.len, 1, y, &|part| {
            if let Part::Groups(start, y) = part {
                y.clone_from_slice(&x[*start..][..y.len()]);
            }
        });
    }

    /// Runs `f` on the `groups` of `size` outputs each, in pieces that threads share.
    fn share(&self, groups: usize, size: usize, y: &mut [M::Element], f: &(dyn Fn(&mut Part<'_, M::Element>) + Sync)) {
        let each_groups = groups.div_ceil(self.pieces);
        let mut parts = Vec::with_capacity(groups.div_ceil(each_groups));
        for blocks in y.chunks_mut(each_groups * size) {
            parts.push(Part::Groups(parts.len() * each_groups, blocks));
        }
        each(&mut parts, f);
    }

    /// Runs one pass of a radix that is written out, on threads.
    pub(super) fn pass_on_threads(
        &self,
        pass: &Pass<M::Twiddle>,
        x: &[M::Element],
        y: &mut [M::Element],
        reversed: bool,
    ) {
        let run = |part: &mut Part<'_, M::Element>| match part {
            Part::Groups(group, y) => self.groups_of(pass, x, y, *group, reversed),
            Part::Columns(outputs, start, k) => match &pass.kernel {
                Kernel::Two => self.columns::<2, _>(&self.eighths, pass, x, outputs, *start, *k),
                Kernel::Three(third) => self.columns::<3, _>(third, pass, x, outputs, *start, *k),
                Kernel::Four => self.columns::<4, _>(&self.eighths, pass, x, outputs, *start, *k),
                Kernel::Five(fifth) => self.columns::<5, _>(fifth, pass, x, outputs, *start, *k),
                Kernel::Eight => self.columns::<8, _>(&self.eighths, pass, x, outputs, *start, *k),
                Kernel::Prime(_) => {}
            },
        };
        let (done, size) = (pass.done, pass.done * pass.radix);
        let groups = self.len / size;
        // Groups in one piece, or pieces in one group.
        let ranges = self.pieces.div_ceil(groups).min(done);
        if ranges == 1 {
            return self.share(groups, size, y, &run);
        }
        let range = done.div_ceil(ranges);
        let mut parts = Vec::with_capacity(groups * ranges);
        for (group, block) in y.chunks_exact_mut(size).enumerate() {
            let mut outputs: [_; 8] = split(block, done);
            let mut k = 0;
            while k < done {
                let count = range.min(done - k);
                let head = from_fn(|i| {
                    let count = count.min(outputs[i].len());
                    outputs[i].split_off_mut(..count).unwrap_or_default()
                });
                parts.push(Part::Columns(head, group * done, k));
                k += count;
            }
        }
        each(&mut parts, &run);
    }
}
