//! Slices that end, or begin, where the next byte is out of bounds: a page that may not be touched.

use num_complex::Complex;
use ringfft::{
    inside::require,
    order::Order,
    plan::{Accelerated, Isa, Plan, Threads},
    rings::{BinaryField, ComplexRing, Gf2p8, Gf2p16, Gf2p32, Gf2p64, Gf2p128, Real, binary},
};
use ringfft_testing::Random;

/// Pages between two that may not be touched.
struct Guarded {
    start: *mut u8,
    page: usize,
    pages: usize,
}

impl Guarded {
    fn new(bytes: usize) -> Self {
        // SAFETY: sysconf takes a constant and touches no memory.
        let page = usize::try_from(unsafe { libc::sysconf(libc::_SC_PAGESIZE) }).unwrap();
        let pages = bytes.div_ceil(page).max(1);
        let whole = (pages + 2) * page;
        // SAFETY: a private anonymous mapping at a place the system chooses; it overlaps nothing.
        let start = unsafe {
            libc::mmap(std::ptr::null_mut(), whole, libc::PROT_NONE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1, 0)
        };
        assert_ne!(start, libc::MAP_FAILED);
        let start = start.cast::<u8>();
        // SAFETY: the pages between the first and the last of the mapping above.
        let opened =
            unsafe { libc::mprotect(start.add(page).cast(), pages * page, libc::PROT_READ | libc::PROT_WRITE) };
        assert_eq!(opened, 0);
        Guarded { start, page, pages }
    }

    /// `len` elements that end at the page behind, or begin at the page before.
    fn slice<E: Copy>(&mut self, len: usize, at_end: bool) -> &mut [E] {
        let bytes = len * size_of::<E>();
        assert!(bytes <= self.pages * self.page);
        let offset = if at_end { self.pages * self.page - bytes } else { 0 };
        // SAFETY: inside the open pages, which are zeros, valid for the number types of this file; a page is aligned for all of
        // them, and so is what ends at one, because their sizes are multiples of their alignments.
        unsafe { std::slice::from_raw_parts_mut(self.start.add(self.page + offset).cast(), len) }
    }
}

impl Drop for Guarded {
    fn drop(&mut self) {
        // SAFETY: the mapping made in `new`.
        unsafe { libc::munmap(self.start.cast(), (self.pages + 2) * self.page) };
    }
}

fn check<R: Accelerated>(ring: &R, isa: Isa, n: usize, order: Order, draw: &mut dyn FnMut() -> R::Element)
where
    R::Element: Copy,
{
    for threads in [1, 2] {
        let builder = Plan::builder(ring.clone(), n).order(order).isa(isa).threads(Threads::AtMost(threads));
        let plan = builder.build().unwrap();
        let bytes = |len: usize| len * size_of::<R::Element>();
        let (mut input, mut output) = (Guarded::new(bytes(n)), Guarded::new(bytes(n)));
        let mut scratch = Guarded::new(bytes(plan.scratch_len()));
        for at_end in [true, false] {
            let input = input.slice::<R::Element>(n, at_end);
            let output = output.slice::<R::Element>(n, at_end);
            let scratch = scratch.slice::<R::Element>(plan.scratch_len(), at_end);
            input.fill_with(&mut *draw);
            plan.forward_into_with(input, output, scratch).unwrap();
            plan.inverse_with(output, scratch).unwrap();
            plan.inverse_into_with(input, output, scratch).unwrap();
            plan.forward_with(output, scratch).unwrap();
        }
    }
}

fn complex<T: Real>() {
    let lengths = (1..=130).chain([
        243,
        255,
        256,
        257,
        1000,
        1009,
        1021,
        1024,
        2018,
        2187,
        4096,
        5000,
        8192,
        10007,
        1 << 14,
        1 << 16,
    ]);
    let mut random = Random::new(5);
    let mut draw = || Complex::new(T::from_f64(random.float()), T::from_f64(random.float()));
    for isa in require::sets().filter(|&isa| super::has_kernels::<T>(isa)) {
        for n in lengths.clone() {
            for order in [Order::Natural, Order::BitReversed].into_iter().filter(|order| order.exists_for(n)) {
                check(&ComplexRing::<T>::new(), isa, n, order, &mut draw);
            }
        }
    }
}

#[test]
fn complex_plans_of_f64() {
    complex::<f64>();
}

#[test]
fn complex_plans_of_f32() {
    complex::<f32>();
}

fn field<F: BinaryField>() {
    let ring = binary::<F>();
    let mut random = Random::new(6);
    for isa in require::sets() {
        if isa != Isa::Auto && isa != Isa::Scalar && !ring.instruction_sets().contains(&isa) {
            continue;
        }
        for n in [1, 2, 64, 100, 256] {
            check(&ring, isa, n, Order::Natural, &mut || F::from_bits(u128::from(random.bits())));
        }
    }
}

#[test]
fn plans_of_binary_fields() {
    field::<Gf2p8>();
    field::<Gf2p16>();
    field::<Gf2p32>();
    field::<Gf2p64>();
    field::<Gf2p128>();
}
