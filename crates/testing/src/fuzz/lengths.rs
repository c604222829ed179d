//! Options and lengths of any size.

use ringfft::{
    Error,
    order::Order,
    plan::{Accelerated, Algorithm, Builder, Layout, Threads},
    rings::{ComplexRing, Modular},
};

/// Checks that a plan is an error or works within its memory limit. Reads the bytes as options and a length of any
/// size.
///
/// # Panics
/// If the library is wrong.
pub fn lengths(bytes: &[u8]) {
    let mut bytes = bytes.iter().copied();
    let mut byte = || bytes.next().unwrap_or(0);
    let (algorithm, order, layout, shape) = (byte(), byte(), byte(), byte());
    let mut number = |shape: u8| {
        let word = usize::from_le_bytes(core::array::from_fn(|_| byte()));
        match shape % 4 {
            0 => word % 300,
            1 => 1usize << (word % usize::BITS as usize),
            2 => usize::MAX - word % 300,
            _ => word,
        }
    };
    let (len, batch) = (number(shape), number(shape / 4));
    let modulus = number(shape / 16) as u64 | 1;
    let options = Chosen { algorithm, order, layout, len, batch };
    options.check(ComplexRing::<f32>::new());
    match Modular::new(modulus) {
        Ok(ring) => options.check(ring),
        Err(error) => assert!(matches!(error, Error::Modulus { .. }) && modulus < 3),
    }
}

struct Chosen {
    algorithm: u8,
    order: u8,
    layout: u8,
    len: usize,
    batch: usize,
}

impl Chosen {
    fn check<M: Accelerated>(&self, module: M) {
        const LIMIT: u64 = 1 << 16;
        let zero = module.zero();
        let mut builder = Builder::new(module, self.len)
            .batch(self.batch, if self.layout & 1 == 0 { Layout::Rows } else { Layout::Columns })
            .order(if self.order & 1 == 0 { Order::Natural } else { Order::BitReversed })
            .threads(Threads::AtMost(usize::from(self.layout) / 2 % 4))
            .memory_limit(LIMIT);
        if let Some(&algorithm) = Algorithm::ALL.get(usize::from(self.algorithm) % (Algorithm::ALL.len() + 1)) {
            builder = builder.algorithm(algorithm);
        }
        let bytes = builder.bytes();
        let Ok(plan) = builder.build() else { return };
        assert!(bytes.is_ok_and(|bytes| bytes == plan.bytes() && bytes <= LIMIT));
        assert_eq!((plan.len(), plan.batch()), (self.len, self.batch));
        // Slices are the caller's own memory, and quadratic time is the caller's own too.
        if let Some(total) = self.len.checked_mul(self.batch).filter(|&total| total <= 4096 && self.len <= 256) {
            let mut values = vec![zero; total + 1];
            assert!(plan.forward(&mut values).is_err());
            values.truncate(total);
            assert!(plan.forward(&mut values).is_ok() && plan.inverse(&mut values).is_ok());
        }
    }
}
