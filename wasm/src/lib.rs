//! A session at a board for a page: text in, text out, through the memory of a WebAssembly module.
//!
//! The page writes a request of `n` bytes to `alloc(n)` and calls `ask` with the address and `n`. The
//! result is the address of two 32-bit numbers: the address of the answer and its length. The answer
//! stays there until the next call of `ask`. The module imports nothing.

use std::cell::RefCell;

use fairybook::play::PlaySession;

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// The session, and the last answer with its address and length.
#[derive(Default)]
struct State {
    session: PlaySession,
    answer: String,
    place: [usize; 2],
}

/// Returns the address of `length` bytes for a request, which `ask` frees.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0u8; length].into_boxed_slice()).cast()
}

/// Carries out the request at an address that `alloc(length)` returned.
///
/// # Safety
///
/// `at` and `length` are those of one call of `alloc`, and are used for one call of `ask`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(at: *mut u8, length: usize) -> *const usize {
    // SAFETY: the caller hands back the box that `alloc` gave away.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) };
    STATE.with_borrow_mut(|state| {
        state.answer = state.session.ask(&String::from_utf8_lossy(&request));
        state.place = [state.answer.as_ptr() as usize, state.answer.len()];
        state.place.as_ptr()
    })
}
