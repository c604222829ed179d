//! How exact the floats are: roots of unity against integers of 120 bits.

mod fixed;
mod twiddles;
