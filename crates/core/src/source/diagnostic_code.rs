//! The codes of diagnostics.

use std::fmt;

macro_rules! codes {
    ($($name:ident = $word:literal, $what:literal;)*) => {
        /// The kind of a diagnostic. Its word in messages and in JSON does not change.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $what] $name,)*
        }

        impl Code {
            /// All codes.
            #[cfg(test)]
            const ALL: &'static [Code] = &[$(Code::$name),*];

            /// The word of the code in messages and in JSON.
            pub fn word(self) -> &'static str {
                match self { $(Code::$name => $word),* }
            }
        }
    };
}

codes! {
    // notation
    BetzaAtom = "betza-atom", "text that is not an atom";
    BetzaModifier = "betza-modifier", "a modifier that is unknown, repeated or without meaning";
    BetzaDirection = "betza-direction", "directions that do not fit the atom or the board";
    BetzaRange = "betza-range", "a range that cannot be read or is too long";
    BetzaLeg = "betza-leg", "legs without a settled meaning";
    BetzaLength = "betza-length", "a notation beyond the limits";
    Placement = "placement", "a placement (FEN) that does not fit its board";
    PlacementPiece = "placement-piece", "a letter in a placement that is not a piece";
    // definitions
    TomlSyntax = "toml-syntax", "a file that is not TOML";
    TomlKey = "toml-key", "a key that the format does not know";
    TomlValue = "toml-value", "a value of the wrong type";
    Format = "format", "a format number that is missing or unknown";
    BoardAxis = "board-axis", "files, ranks or levels that cannot be read";
    BoardName = "board-name", "cell names that would not be unique";
    BoardSize = "board-size", "a board beyond the limits";
    Cells = "cells", "a set of cells that cannot be read";
    CellsEmpty = "cells-empty", "a set of cells that is empty and must not be";
    CellUnknown = "cell-unknown", "a cell that the board does not have";
    Zone = "zone", "a zone that is unknown, reserved or defined by itself";
    Border = "border", "a border that is unknown or separates no cells";
    Side = "side", "a side that is unknown or wrongly described";
    Seat = "seat", "a seat that does not fit the board";
    Army = "army", "an army that is unknown or replaces a missing piece";
    PieceUnknown = "piece-unknown", "a piece without a definition";
    PieceMove = "piece-move", "a piece without a usable move";
    PieceLetter = "piece-letter", "two pieces with one letter";
    PieceGlyph = "piece-glyph", "a glyph part that does not exist";
    SetupPiece = "setup-piece", "an unknown piece in a setup";
    SetupCell = "setup-cell", "a cell that a setup uses twice or that does not exist";
    SetupUnknown = "setup-unknown", "a setup that the definition does not have";
    Castling = "castling", "a castling line that does not fit the initial position";
    Promotion = "promotion", "a promotion that cannot happen";
    Drop = "drop", "drops that cannot happen";
    Transfer = "transfer", "a transfer that cannot happen";
    State = "state", "a state or event that is unknown";
    Condition = "condition", "a condition that cannot be read";
    Restriction = "restriction", "a restriction that cannot work";
    TurnPart = "turn-part", "a part of a turn that cannot be made";
    Effect = "effect", "an effect that cannot be read";
    Aura = "aura", "an aura that cannot be read, or that does nothing";
    Ends = "ends", "an end of the game or a result that is unknown";
    BasedOn = "based-on", "a parent game that is missing or inherits from this game";
    Without = "without", "`without` with a key that is not inherited";
    Certainty = "certainty", "a note on the certainty of a fact that is incomplete";
    Design = "design", "a design that its author may not have meant";
    Unmodelled = "unmodelled", "a rule in words that affects nothing known";
    // pages
    FrontMatter = "front-matter", "the head of a page is missing or cannot be read";
    PageVariant = "page-variant", "a page about a missing variant";
    Directive = "directive", "a diagram block that cannot be read";
    Claim = "claim", "a claim that cannot be read";
    ClaimWrong = "claim-wrong", "the rules contradict a sentence of the page";
    ClaimWords = "claim-words", "words of a sentence that say another thing than its claim";
    Bare = "bare", "more numbers and cells that nothing checks than the head of the page allows";
    ClaimUnchecked = "claim-unchecked", "a claim that cannot be decided";
    DiagramWrong = "diagram-wrong", "the rules contradict the marks of a diagram";
    DiagramEmpty = "diagram-empty", "a diagram of a missing piece";
    SetupWrong = "setup-wrong", "a drawn setup that differs from the definition";
    GameWrong = "game-wrong", "a sample game that the rules contradict";
    PageDiagram = "page-diagram", "a diagram of a foreign page that cannot be read";
    RefutedHolds = "refuted-holds", "a claim quoted as wrong that holds";
    LinkBroken = "link-broken", "a link to a missing page of the book";
    PageTwice = "page-twice", "two pages with one address";
    Template = "template", "a template that does not work";
    Settings = "settings", "the book's own settings cannot be read";
    AssetScript = "asset-script", "a copied file that can run scripts";
    Text = "text", "a text with a character that cannot be drawn";
    // files and arguments
    FileRead = "file-read", "a file that cannot be read";
    FileWrite = "file-write", "a file that cannot be written";
    VariantUnknown = "variant-unknown", "a game that the book does not have";
    FilePath = "file-path", "a path that leaves the book";
    Engine = "engine", "an outside engine that does not answer as it should";
    VariantFile = "variant-file", "a variant file of an engine that cannot be read";
    FileSize = "file-size", "a file beyond the limits";
    NothingHere = "nothing-here", "a folder that holds no book";
    Usage = "usage", "an argument that cannot be used";
    Move = "move", "a move that is not legal in the position";
    Work = "work", "more work than a book, a command or a board may take";
    Position = "position", "a position that the game cannot have";
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_unique_and_kebab_case() {
        for (i, code) in Code::ALL.iter().enumerate() {
            assert!(code.word().chars().all(|c| c.is_ascii_lowercase() || c == '-'), "{code}");
            assert!(Code::ALL[..i].iter().all(|other| other.word() != code.word()), "{code} twice");
        }
    }
}
