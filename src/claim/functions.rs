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
    /// What it returns, in one line.
    pub meaning: &'static str,
    /// A claim that uses it and that is true of ordinary chess.
    pub example: &'static str,
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

    /// Returns the number of parameters that may not be left out.
    pub(super) fn required(&self) -> usize {
        self.parameters.len() - self.optional
    }
}

macro_rules! functions {
    ($($name:ident = $word:literal ($($parameter:ident),*) $optional:literal -> $result:ident,
       $meaning:literal, $example:literal;)*) => {
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
                meaning: $meaning,
                example: $example,
            },)*
        ];
    };
}

functions! {
    Moves = "moves" (Piece, Cell) 1 -> Cells,
        "cells on which a move of the piece may end, even of a pinned piece: `legal` judges moves", "moves(knight, a1) is \"b3 c2\"";
    Quiet = "quiet" (Piece, Cell) 1 -> Cells,
        "cells to which it moves without capturing", "count(quiet(pawn, e4)) is 1";
    Captures = "captures" (Piece, Cell) 1 -> Cells,
        "cells to which it moves and whose piece it captures by that",
        "captures(d1) is d7 in \"3q4/3p4/8/8/8/8/8/3Q4\"";
    Victims = "victims" (Piece, Cell) 1 -> Cells,
        "cells whose pieces it may capture, wherever its move ends",
        "victims(knight) is none in setup";
    Attacks = "attacks" (Piece, Cell) 1 -> Cells,
        "cells on which it would capture an enemy piece", "attacks(pawn, e4) is d5 f5";
    Reachable = "reachable" (Piece, Cell) 0 -> Cells,
        "all cells that it can reach in any number of moves, with the first",
        "count(reachable(bishop, c1)) is 32";
    Component = "component" (Piece, Cell) 0 -> Cells,
        "the cells connected with this one by its moves in either direction",
        "count(component(bishop, c1)) is 32";
    Attackers = "attackers" (Occupied, Pieces) 1 -> Cells,
        "cells of enemy pieces, or of the named ones, that attack the piece on a cell",
        "attackers(e5) is f3 after e2-e4 e7-e5 g1-f3";
    Protectors = "guards" (Occupied) 0 -> Cells,
        "cells of friendly pieces that protect the piece on a cell", "guards(f2) is e1 in setup";
    Stands = "stands" (Pieces) 0 -> Cells,
        "cells of these pieces, in the initial position or the named one",
        "stands(rook of white) is a1 h1";
    All = "all" (CellSets) 0 -> Cells,
        "the cells of all sets together", "all(moves(rook)) on a1 is a2-a8 b1-h1";
    Count = "count" (AnyCells) 0 -> Number,
        "the number of cells", "count(moves(queen, d4)) is 27";
    Max = "max" (Numbers) 0 -> Number,
        "the greatest number of all cells", "max(count(moves(knight))) is 8";
    Min = "min" (Numbers) 0 -> Number,
        "the least number of all cells", "min(count(moves(knight))) is 2";
    Sum = "sum" (Numbers) 0 -> Number,
        "the sum of the numbers of all cells", "sum(count(moves(knight))) is 336";
    Components = "components" (Piece) 0 -> Number,
        "the number of parts into which its moves divide the cells", "components(bishop) is 2";
    ShortestReturn = "shortest-return" (Piece, Cell) 1 -> Number,
        "the least number of moves after which it can be back", "shortest-return(knight) is 2";
    ShortestOddReturn = "shortest-odd-return" (Piece, Cell) 1 -> Number,
        "the same for an odd number of moves", "shortest-odd-return(knight) is none";
    Distance = "distance" (Piece, Cell, Cell) 0 -> Number,
        "the least number of moves from one cell to another", "distance(knight, a1, b2) is 4";
    Routes = "routes" (Piece, Cell, Cell) 0 -> Number,
        "the number of routes of one move from one cell to another", "routes(knight, a1, b3) is 1";
    Length = "length" (Leap) 0 -> Number,
        "the length of a leap", "length(4:3:0) is 5 and length(2:1) is root(5)";
    Angle = "angle" (Leap, Leap) 0 -> Number,
        "the angle between two leaps, in degrees", "angle(1:1:1, 0:0:1) is 54.7";
    Directions = "directions" (Leap) 0 -> Number,
        "the number of leaps with the same lengths along the axes, on an infinite board",
        "directions(2:1) is 8";
    Root = "root" (Number) 0 -> Number,
        "the square root", "length(1:1) is root(2)";
    Files = "files" (Board) 1 -> Number,
        "the number of files of a board", "files is 8";
    Ranks = "ranks" (Board) 1 -> Number,
        "the number of ranks of a board", "ranks is 8";
    Levels = "levels" (Board) 1 -> Number,
        "the number of levels of a board", "levels is 1";
    Boards = "boards" () 0 -> Number,
        "the number of boards", "boards is 1";
    Sides = "sides" () 0 -> Number,
        "the number of sides that have turns", "sides is 2";
    Score = "score" (Number) 0 -> Number,
        "the points for a place, counted from the winner", "score(1) is 1 and score(2) is 0";
    Perft = "perft" (Number) 0 -> Number,
        "the number of sequences of this many moves", "perft(2) is 400";
    Prime = "prime" (Number) 0 -> Truth,
        "whether a number is prime", "prime(43)";
    Tour = "tour" (Piece, Tour) 0 -> Truth,
        "whether each step of a tour is a move of the piece", "tour(knight, a1-b3-d4)";
    Symmetric = "symmetric" (Thing, Seat) 0 -> Truth,
        "whether the cells or the setup look the same after a turn",
        "symmetric(setup, \"flip ranks\")";
    Keeps = "keeps" (Piece, Aspect) 0 -> Truth,
        "whether no move changes this", "keeps(bishop, colour)";
    Changes = "changes" (Piece, Aspect) 0 -> Truth,
        "whether every move changes this", "changes(knight, colour)";
    Legal = "legal" (Move) 0 -> Truth,
        "whether a move is legal", "legal(e2-e4) in setup";
    Check = "check" () 0 -> Truth,
        "whether the side to move is in check", "not check in setup";
    Checkmate = "checkmate" () 0 -> Truth,
        "whether the side to move is checkmated", "not checkmate in setup";
    Stalemate = "stalemate" () 0 -> Truth,
        "whether the side to move has no legal move and is not in check", "not stalemate in setup";
    Turn = "turn" (Side) 0 -> Truth,
        "whether a side is to move", "turn(black) after e2-e4";
    Eliminated = "out" (Side) 0 -> Truth,
        "whether a side is eliminated while others play on", "not out(white) in setup";
    Wins = "wins" (Side) 0 -> Truth,
        "whether the game is over and a side has won", "wins(black) after f2-f3 e7-e5 g2-g4 d8-h4";
    Loses = "loses" (Side) 0 -> Truth,
        "whether the game is over and a side has lost",
        "loses(white) after f2-f3 e7-e5 g2-g4 d8-h4";
    Drawn = "drawn" () 0 -> Truth,
        "whether the game is over and drawn", "not drawn in setup";
    Setup = "setup" (SideOrBoard) 1 -> Pieces,
        "the pieces of the initial position, or of the named one, and their cells",
        "setup(white) is \"king e1, queen d1, rook a1 h1, bishop c1 f1, knight b1 g1, pawn rank 2\"";
}

/// Second spellings of functions, as `(second, first)`.
const SECOND_SPELLINGS: [(&str, &str); 2] = [("protectors", "guards"), ("eliminated", "out")];

/// Returns the function of that word, or of the word of which it is a second spelling.
pub(super) fn function(word: &str) -> Option<&'static Function> {
    let first = SECOND_SPELLINGS.iter().find(|(second, _)| *second == word);
    let word = first.map_or(word, |(_, first)| *first);
    FUNCTIONS.iter().find(|function| function.word == word)
}
