//! Enums whose variants have words: one list says both.

/// Declares an enum with a word for each variant, and how one is found from the other.
///
/// ```
/// fairybook_core::with_words! {
///     /// A colour.
///     pub enum Colour {
///         /// The lighter one.
///         Light = "light",
///         /// The darker one.
///         Dark = "dark",
///     }
/// }
/// assert_eq!(Colour::Dark.word(), "dark");
/// assert_eq!(Colour::of_word("light"), Some(Colour::Light));
/// ```
#[macro_export]
macro_rules! with_words {
    ($(#[$about:meta])* $seen:vis enum $name:ident {
        $($(#[$what:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $seen enum $name {
            $($(#[$what])* $variant,)*
        }

        #[allow(dead_code, reason = "not every enum is asked for all of this")]
        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// All of them with their words, in order.
            pub const CHOICES: &'static [(&'static str, $name)] = &[$(($word, $name::$variant)),*];

            /// The word for it, in texts and tables and as a class in an SVG.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }

            /// All words, in order.
            pub fn words() -> impl Iterator<Item = &'static str> + Clone {
                $name::ALL.iter().map(|it| it.word())
            }

            /// The one with that word.
            pub fn of_word(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|it| it.word() == word)
            }
        }
    };
}
pub use with_words;
