//! Counts the lines that contain a needle with the crate memchr, for comparison in `bench.c`.

use memchr::{memchr, memmem};
use std::slice::from_raw_parts;

/// Counts the lines of `hay` that contain `needle`.
///
/// # Safety
/// `hay` must point at `n` readable bytes, and `needle` at `m` readable bytes.
#[no_mangle]
pub unsafe extern "C" fn rust_lines(hay: *const u8, n: usize, needle: *const u8, m: usize) -> usize {
    let hay = unsafe { from_raw_parts(hay, n) };
    let finder = memmem::Finder::new(unsafe { from_raw_parts(needle, m) });
    let (mut count, mut at) = (0, 0);
    while let Some(place) = finder.find(&hay[at..]) {
        count += 1;
        at += place + m;
        match memchr(b'\n', &hay[at..]) {
            Some(end) => at += end + 1,
            None => break,
        }
    }
    count
}
