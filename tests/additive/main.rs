//! What lives in characteristic 2: additive transforms, products over GF(2) and over binary fields.

mod gf2x;
