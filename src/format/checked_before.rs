//! What stands for the check of keys at a board: its definitions are those of a built page, which has checked them.

use crate::source::{Diagnostics, TomlTable};

/// Returns no table: the keys of a built page make sense.
pub(super) fn check(_root: &TomlTable, _diagnostics: &mut Diagnostics) -> Option<Vec<String>> {
    Some(Vec::new())
}

/// Reports nothing: a built page has all required keys.
pub fn check_required(_root: &TomlTable, _diagnostics: &mut Diagnostics) {}
