//! Texts for authors of definitions, which the engine of boards leaves out.

/// Whether this program reads what authors write.
///
/// The engine of boards reads the definitions of a page, which were checked when the page was built. It has no
/// texts about their faults.
pub const FOR_AUTHORS: bool = cfg!(feature = "book");

/// `format!` for a text about a fault in a definition. Empty in the engine of boards.
macro_rules! author_text {
    ($($text:tt)*) => {
        if $crate::source::FOR_AUTHORS { format!($($text)*) } else { String::new() }
    };
}

pub(crate) use author_text;
