//! Enums whose variants have words: one list says both.

/// Gives an enum its words, and the list of its variants in order.
macro_rules! with_words {
    ($(#[$about:meta])* $seen:vis enum $name:ident {
        $($(#[$what:meta])* $variant:ident = $word:literal,)*
    }) => {
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $seen enum $name {
            $($(#[$what])* $variant,)*
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// The word for it, in tables and as a class in an SVG.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}
