//! The types and the functions of the language of claims.

/// The type of an expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Cells,
    Truth,
    Pieces,
    /// A number for each cell.
    Numbers,
    /// A set of cells for each cell.
    CellSets,
    /// Names or a text, whose meaning depends on the type that is expected.
    Open,
}

impl Type {
    /// Returns the name of the type in messages.
    pub(super) fn words(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Cells => "cells",
            Type::Truth => "true or false",
            Type::Pieces => "pieces on cells",
            Type::Numbers => "a number for each cell",
            Type::CellSets => "cells for each cell",
            Type::Open => "a name",
        }
    }
}

macro_rules! parameters {
    ($($name:ident = $short:literal, $words:literal;)*) => {
        /// What a function expects as one of its arguments.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Parameter {
            $($name,)*
        }

        impl Parameter {
            /// Returns its name in the form of a function.
            fn short(self) -> &'static str {
                match self { $(Parameter::$name => $short,)* }
            }

            /// Returns its name in messages.
            pub(super) fn words(self) -> &'static str {
                match self { $(Parameter::$name => $words,)* }
            }
        }
    };
}

parameters! {
    Piece = "piece", "a piece";
    Cell = "cell", "a cell";
    Occupied = "cell", "the cell of a piece";
    AnyCells = "cells", "cells";
    CellSets = "cells for each", "cells for each cell, as `moves(PIECE)` gives";
    Numbers = "number for each", "a number for each cell, as `count(moves(PIECE))` gives";
    Number = "number", "a number";
    Tour = "tour", "a tour, as `a1-b3-c5`";
    Leap = "leap", "a leap, as `2:1` or `a1-b3`";
    Board = "board", "a board";
    Pieces = "pieces", "a side or a piece";
    Side = "side", "a side";
    SideOrBoard = "side or board", "a side or a board";
    Thing = "board or setup", "`board` or `setup`";
    Seat = "turn", "`\"turn 180\"`, `\"flip ranks\"` or `\"flip files\"`";
    Aspect = "aspect", "`colour`, `level`, `file` or `rank`";
    Move = "move", "a move";
}

/// A function of the language.
#[derive(Debug)]
pub(super) struct Function {
    pub name: FunctionName,
    /// The word that authors write.
    pub word: &'static str,
    pub parameters: &'static [Parameter],
    /// How many of the last parameters may be left out.
    pub optional: usize,
    pub result: Type,
}

impl Function {
    /// Returns how authors write it: `moves(piece, cell?)`.
    pub(super) fn form(&self) -> String {
        let parameter = |(index, parameter): (usize, &Parameter)| {
            format!("{}{}", parameter.short(), if index < self.required() { "" } else { "?" })
        };
        let parameters: Vec<String> = self.parameters.iter().enumerate().map(parameter).collect();
        match parameters.is_empty() {
            true => self.word.to_owned(),
            false => format!("{}({})", self.word, parameters.join(", ")),
        }
    }

    /// Returns what it returns in one line, and a claim with it that is true of ordinary chess.
    pub(super) fn words(&self) -> [&'static str; 2] {
        let rows = include_str!("functions.txt").lines();
        let mut rows = rows.map(|row| row.splitn(3, " | ").collect::<Vec<_>>());
        let row = rows.find(|row| row[0] == self.word).expect("each function has a row");
        [row[1], row[2]]
    }

    /// Returns the number of parameters that may not be left out.
    pub(super) fn required(&self) -> usize {
        self.parameters.len() - self.optional
    }
}

macro_rules! functions {
    ($($name:ident = $word:literal ($($parameter:ident),*) $optional:literal -> $result:ident;)*) => {
        /// The name of a function.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum FunctionName {
            $($name,)*
        }

        /// All functions.
        pub(super) const FUNCTIONS: &[Function] = &[
            $(Function {
                name: FunctionName::$name,
                word: $word,
                parameters: &[$(Parameter::$parameter),*],
                optional: $optional,
                result: Type::$result,
            },)*
        ];
    };
}

functions! {
    Moves = "moves" (Piece, Cell) 1 -> Cells;
    Quiet = "quiet" (Piece, Cell) 1 -> Cells;
    Captures = "captures" (Piece, Cell) 1 -> Cells;
    Victims = "victims" (Piece, Cell) 1 -> Cells;
    Attacks = "attacks" (Piece, Cell) 1 -> Cells;
    Reachable = "reachable" (Piece, Cell) 0 -> Cells;
    Component = "component" (Piece, Cell) 0 -> Cells;
    Attackers = "attackers" (Occupied, Pieces) 1 -> Cells;
    Protectors = "guards" (Occupied) 0 -> Cells;
    Stands = "stands" (Pieces) 0 -> Cells;
    All = "all" (CellSets) 0 -> Cells;
    Count = "count" (AnyCells) 0 -> Number;
    Max = "max" (Numbers) 0 -> Number;
    Min = "min" (Numbers) 0 -> Number;
    Sum = "sum" (Numbers) 0 -> Number;
    Components = "components" (Piece) 0 -> Number;
    ShortestReturn = "shortest-return" (Piece, Cell) 1 -> Number;
    ShortestOddReturn = "shortest-odd-return" (Piece, Cell) 1 -> Number;
    Distance = "distance" (Piece, Cell, Cell) 0 -> Number;
    Routes = "routes" (Piece, Cell, Cell) 0 -> Number;
    Length = "length" (Leap) 0 -> Number;
    Angle = "angle" (Leap, Leap) 0 -> Number;
    Directions = "directions" (Leap) 0 -> Number;
    Root = "root" (Number) 0 -> Number;
    Files = "files" (Board) 1 -> Number;
    Ranks = "ranks" (Board) 1 -> Number;
    Levels = "levels" (Board) 1 -> Number;
    Boards = "boards" () 0 -> Number;
    Sides = "sides" () 0 -> Number;
    Score = "score" (Number) 0 -> Number;
    Perft = "perft" (Number) 0 -> Number;
    Prime = "prime" (Number) 0 -> Truth;
    Tour = "tour" (Piece, Tour) 0 -> Truth;
    Symmetric = "symmetric" (Thing, Seat) 0 -> Truth;
    Keeps = "keeps" (Piece, Aspect) 0 -> Truth;
    Changes = "changes" (Piece, Aspect) 0 -> Truth;
    Legal = "legal" (Move) 0 -> Truth;
    Check = "check" () 0 -> Truth;
    Checkmate = "checkmate" () 0 -> Truth;
    Stalemate = "stalemate" () 0 -> Truth;
    Turn = "turn" (Side) 0 -> Truth;
    Eliminated = "out" (Side) 0 -> Truth;
    Wins = "wins" (Side) 0 -> Truth;
    Loses = "loses" (Side) 0 -> Truth;
    Drawn = "drawn" () 0 -> Truth;
    Setup = "setup" (SideOrBoard) 1 -> Pieces;
}

/// Second spellings of functions, as `(second, first)`.
const SECOND_SPELLINGS: [(&str, &str); 2] = [("protectors", "guards"), ("eliminated", "out")];

/// Returns the function of that word, or of the word of which it is a second spelling.
pub(super) fn function(word: &str) -> Option<&'static Function> {
    let first = SECOND_SPELLINGS.iter().find(|(second, _)| *second == word);
    let word = first.map_or(word, |(_, first)| *first);
    FUNCTIONS.iter().find(|function| function.word == word)
}
