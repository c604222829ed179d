//! The arguments of a launch: `cuda/src/args.cuh`, field by field. Every field is a word of 64 bits; addresses are words too.

use alloc::vec::Vec;

/// A linear form in the index within a line and the digits of the line's number, in elements.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) stride: u64,
    pub(crate) steps: [u64; 3],
}

impl View {
    pub(crate) fn new(stride: u64, a: u64, b: u64, c: u64) -> Self {
        View { stride, steps: [a, b, c] }
    }
}

/// Powers `x^e`: entry `e` of a table, or a product of an entry of each of two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Powers {
    pub(crate) low: u64,
    pub(crate) high: u64,
    /// Entries from one modulus to the next.
    pub(crate) steps: [u64; 2],
    pub(crate) shift: u64,
}

/// An operation on a value on its first read or last write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Hook {
    pub(crate) kind: u64,
    pub(crate) limit: u64,
    pub(crate) at: View,
    pub(crate) weights: Powers,
    pub(crate) other: u64,
    pub(crate) other_step: u64,
}

impl Hook {
    /// Treats positions from `limit` on as zero, or does not write them.
    pub(crate) const LIMIT: u64 = 1;
    /// Multiplies by `weights^position`.
    pub(crate) const WEIGHTS: u64 = 2;
    /// Multiplies by the other vector's element at the same place.
    pub(crate) const OTHER: u64 = 4;
    /// Multiplies by the other vector's element at the position.
    pub(crate) const OTHER_AT: u64 = 8;
    /// Exchanges real and imaginary part.
    pub(crate) const SWAP: u64 = 16;
}

/// Constants of the ring, and its moduli where they are known at run time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) constants: u64,
    pub(crate) constants_step: u64,
    pub(crate) moduli: u64,
    pub(crate) group: u64,
    pub(crate) moduli_count: u64,
    pub(crate) inverse: u64,
}

/// The lines of a launch in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) from: u64,
    pub(crate) to: u64,
    pub(crate) read: View,
    pub(crate) write: View,
    pub(crate) count: u64,
    pub(crate) wide: [u64; 2],
}

/// Lines in registers and shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tile {
    pub(crate) lines: Lines,
    pub(crate) first: Hook,
    pub(crate) last: Hook,
    pub(crate) field: Field,
    pub(crate) back: Field,
    pub(crate) stages: Powers,
    pub(crate) back_stages: Powers,
    pub(crate) twist: Powers,
    pub(crate) middle: Hook,
    /// Time of the twist: 0 never, 1 after reading, 2 before writing.
    pub(crate) twist_when: u64,
    pub(crate) log_n: u64,
    pub(crate) log_lines: u64,
    pub(crate) middle_swap: u64,
}

/// Lines of any smooth length in shared memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mixed {
    pub(crate) lines: Lines,
    pub(crate) first: Hook,
    pub(crate) last: Hook,
    pub(crate) field: Field,
    pub(crate) stages: Powers,
    pub(crate) n: u64,
    pub(crate) per_block: u64,
    pub(crate) radices: u64,
}

/// The argument of a launch that works element by element.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Map {
    pub(crate) lines: Lines,
    pub(crate) first: Hook,
    pub(crate) last: Hook,
    pub(crate) field: Field,
    pub(crate) n: u64,
}

/// One pass over global memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pass {
    pub(crate) lines: Lines,
    pub(crate) first: Hook,
    pub(crate) last: Hook,
    pub(crate) field: Field,
    pub(crate) twiddles: Powers,
    pub(crate) n: u64,
    pub(crate) s: u64,
    pub(crate) per_block: u64,
}

/// The argument of a launch between rows of real numbers and their values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Real {
    pub(crate) lines: Lines,
    pub(crate) twiddles: Powers,
    pub(crate) n: u64,
}

/// The argument of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::large_enum_variant, reason = "a few of them live at a time")]
pub(crate) enum Argument {
    Tile(Tile),
    Mixed(Mixed),
    Map(Map),
    Pass(Pass),
    Real(Real),
}

impl Argument {
    pub(crate) fn lines_mut(&mut self) -> &mut Lines {
        match self {
            Argument::Tile(args) => &mut args.lines,
            Argument::Mixed(args) => &mut args.lines,
            Argument::Map(args) => &mut args.lines,
            Argument::Pass(args) => &mut args.lines,
            Argument::Real(args) => &mut args.lines,
        }
    }

    /// Returns the hooks of the first read and of the last write; `None` for kernels without hooks.
    pub(crate) fn hooks_mut(&mut self) -> Option<[&mut Hook; 2]> {
        Some(match self {
            Argument::Tile(args) => [&mut args.first, &mut args.last],
            Argument::Mixed(args) => [&mut args.first, &mut args.last],
            Argument::Map(args) => [&mut args.first, &mut args.last],
            Argument::Pass(args) => [&mut args.first, &mut args.last],
            Argument::Real(_) => return None,
        })
    }

    /// Returns the argument as words, as the kernel takes it.
    pub(crate) fn words(&self) -> Vec<u64> {
        let mut words = Words(Vec::with_capacity(83));
        match self {
            Argument::Tile(Tile {
                lines,
                first,
                last,
                field,
                back,
                stages,
                back_stages,
                twist,
                middle,
                twist_when,
                log_n,
                log_lines,
                middle_swap,
            }) => {
                words.ends(lines, first, last, field);
                words.field(back);
                words.powers(stages);
                words.powers(back_stages);
                words.powers(twist);
                words.hook(middle);
                words.0.extend([twist_when, log_n, log_lines, middle_swap]);
            }
            Argument::Mixed(Mixed { lines, first, last, field, stages, n, per_block, radices }) => {
                words.ends(lines, first, last, field);
                words.powers(stages);
                words.0.extend([n, per_block, radices]);
            }
            Argument::Map(Map { lines, first, last, field, n }) => {
                words.ends(lines, first, last, field);
                words.0.push(*n);
            }
            Argument::Pass(Pass { lines, first, last, field, twiddles, n, s, per_block }) => {
                words.ends(lines, first, last, field);
                words.powers(twiddles);
                words.0.extend([n, s, per_block]);
            }
            Argument::Real(Real { lines, twiddles, n }) => {
                words.lines(lines);
                words.powers(twiddles);
                words.0.push(*n);
            }
        }
        words.0
    }
}

struct Words(Vec<u64>);

impl Words {
    fn view(&mut self, view: &View) {
        self.0.push(view.stride);
        self.0.extend(view.steps);
    }

    fn powers(&mut self, powers: &Powers) {
        self.0.extend([powers.low, powers.high, powers.steps[0], powers.steps[1], powers.shift]);
    }

    fn hook(&mut self, hook: &Hook) {
        self.0.extend([hook.kind, hook.limit]);
        self.view(&hook.at);
        self.powers(&hook.weights);
        self.0.extend([hook.other, hook.other_step]);
    }

    fn field(&mut self, field: &Field) {
        let Field { constants, constants_step, moduli, group, moduli_count, inverse } = *field;
        self.0.extend([constants, constants_step, moduli, group, moduli_count, inverse]);
    }

    fn lines(&mut self, lines: &Lines) {
        self.0.extend([lines.from, lines.to]);
        self.view(&lines.read);
        self.view(&lines.write);
        self.0.extend([lines.count, lines.wide[0], lines.wide[1]]);
    }

    fn ends(&mut self, lines: &Lines, first: &Hook, last: &Hook, field: &Field) {
        self.lines(lines);
        self.hook(first);
        self.hook(last);
        self.field(field);
    }
}
