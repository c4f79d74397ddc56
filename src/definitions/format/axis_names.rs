//! The usual names of files, ranks and levels.

use crate::source::limits;

/// Returns the usual names of so many files, ranks or levels, as a range: `a-h`, `1-8`.
pub fn usual_axis_names(axis: &str, count: usize) -> Option<String> {
    match (axis, count) {
        ("files", 1..=26) => Some(format!("a-{}", char::from(b'a' + (count - 1) as u8))),
        (_, 1..=limits::AXIS) => Some(format!("1-{count}")),
        _ => None,
    }
}
