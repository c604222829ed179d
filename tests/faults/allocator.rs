//! An allocator that returns null at a chosen call, or beyond a budget, while it is armed.

use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::SeqCst},
};

static ARMED: AtomicBool = AtomicBool::new(false);
static SEEN: AtomicU64 = AtomicU64::new(0);
static CALL: AtomicU64 = AtomicU64::new(u64::MAX);
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);
static BUDGET: AtomicI64 = AtomicI64::new(i64::MAX);
static TRACED: AtomicBool = AtomicBool::new(false);

thread_local! {
    /// Whether this thread is inside [`calm`].
    static CALM: Cell<bool> = const { Cell::new(false) };
}

/// Which calls of the allocator return null.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Refusal {
    /// None.
    Never,
    /// This one, counted from 0.
    Call(u64),
    /// Those that would bring what is allocated since above so many bytes: as on a machine with little memory.
    Above(u64),
}

/// What was asked for since [`arm`]: calls, and the most bytes at a time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked {
    pub(crate) calls: u64,
    pub(crate) peak: u64,
}

/// Refuses what `refusal` says from now on, on every thread.
pub(crate) fn arm(refusal: Refusal) {
    let (call, budget) = match refusal {
        Refusal::Never => (u64::MAX, i64::MAX),
        Refusal::Call(call) => (call, i64::MAX),
        Refusal::Above(bytes) => (u64::MAX, bytes as i64),
    };
    CALL.store(call, SeqCst);
    BUDGET.store(budget, SeqCst);
    SEEN.store(0, SeqCst);
    LIVE.store(0, SeqCst);
    PEAK.store(0, SeqCst);
    ARMED.store(true, SeqCst);
}

/// Refuses nothing more.
pub(crate) fn disarm() -> Asked {
    ARMED.store(false, SeqCst);
    Asked { calls: SEEN.load(SeqCst), peak: PEAK.load(SeqCst).max(0) as u64 }
}

/// Runs `f` with an allocator that neither counts nor refuses what this thread asks for.
pub(crate) fn calm<T>(f: impl FnOnce() -> T) -> T {
    let before = CALM.replace(true);
    let result = f();
    CALM.set(before);
    result
}

fn counts() -> bool {
    ARMED.load(SeqCst) && !CALM.get()
}

/// Prints where each refused call comes from.
pub(crate) fn trace() {
    TRACED.store(true, SeqCst);
}

/// Whether a call for so many bytes fails; where it does not, they are counted.
fn refused(bytes: usize) -> bool {
    if !counts() {
        return false;
    }
    let call = SEEN.fetch_add(1, SeqCst);
    let live = LIVE.fetch_add(bytes as i64, SeqCst) + bytes as i64;
    let refused = call == CALL.load(SeqCst) || live > BUDGET.load(SeqCst);
    if refused {
        LIVE.fetch_sub(bytes as i64, SeqCst);
        if TRACED.load(SeqCst) {
            calm(|| eprintln!("refused {bytes} bytes\n{}", std::backtrace::Backtrace::force_capture()));
        }
    } else {
        PEAK.fetch_max(live, SeqCst);
    }
    refused
}

fn freed(bytes: usize) {
    if counts() {
        LIVE.fetch_sub(bytes as i64, SeqCst);
    }
}

/// The system's allocator, armed or not.
struct Failing;

// SAFETY: every call is handed to the system's allocator unchanged, or answered by null, which says that there is no memory.
unsafe impl GlobalAlloc for Failing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if refused(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if refused(layout.size()) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if refused(size) {
            return std::ptr::null_mut();
        }
        freed(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        freed(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Failing = Failing;
