//! Files, locations in them, and diagnostics.
//!
//! The bottom layer: every other module describes its input by spans of a [`SourceFile`] and
//! reports faults as [`Diagnostics`]. It does not know chess or Markdown, and does no I/O: its
//! callers hand the text in.

mod diagnostic;
mod diagnostic_code;
mod diagnostics;
#[cfg(feature = "messages")]
mod render;
mod file;
mod id;
pub mod limits;
mod location;
mod numerals;
mod percent;
mod printable;
mod scanner;
mod sort;
mod source_map;
mod span;
mod with_words;
mod word_cursor;
mod words;
pub mod work;

pub use diagnostic::{Diagnostic, Label, Severity};
pub use diagnostic_code::Code;
pub use diagnostics::{Diagnostics, first_of_each_code};
pub use file::{LineColumn, SourceFile};
pub use id::{is_device_name, is_id, is_plain_name, nearest_id};
pub use location::{Location, SourceText};
pub use numerals::{CARDINALS, ORDINALS, number_word, ordinal_word};
pub use percent::percent_decoded;
pub use printable::printable;
#[cfg(feature = "messages")]
pub use render::render;
pub use scanner::Scanner;
pub use sort::{distinct, insert_sorted, sort, sort_by, sort_by_key};
pub use source_map::SourceMap;
pub use span::{Span, Spanned};
pub use with_words::with_words;
pub use word_cursor::WordCursor;
pub use words::{
    article, capitalised, closest, did_you_mean, grouped, join_words, quoted_list, suggestion,
    title_case, uncapitalised, with_hyphen, without_repeats,
};
