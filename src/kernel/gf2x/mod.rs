//! Products of polynomials over GF(2).

pub(crate) mod fft;
