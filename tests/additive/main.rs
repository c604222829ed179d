//! Binary fields and the transforms over them.

mod fields;
