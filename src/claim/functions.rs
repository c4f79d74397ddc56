/// What an expression is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Type {
    Number,
    Cells,
    Truth,
    Men,
    /// A number for each cell.
    Numbers,
    /// A set of cells for each cell.
    CellSets,
    /// Names or a text: what they mean depends on where they stand.
    Open,
}

impl Type {
    pub(super) fn words(self) -> &'static str {
        match self {
            Type::Number => "a number",
            Type::Cells => "cells",
            Type::Truth => "true or false",
            Type::Men => "pieces on cells",
            Type::Numbers => "a number for each cell",
            Type::CellSets => "cells for each cell",
            Type::Open => "a name",
        }
    }
}

/// What a function wants in one of its places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parameter {
    /// `bede`, `colonel of black`, `"vN"`, or the cell of a piece.
    Piece,
    /// `e4`
    Cell,
    /// Cells, for each cell or not.
    AnyCells,
    /// Cells for each cell.
    CellSets,
    /// A number for each cell.
    Numbers,
    Number,
    /// `a1-b3-c5`
    Tour,
    /// `4:3:0` or `a1-b3`
    Leap,
    /// The id of a board.
    Board,
    /// A side, a piece, a piece of a side.
    Men,
    /// A side.
    Side,
    /// A side or a board.
    SideOrBoard,
    /// `board` or `setup`
    Thing,
    /// `turn 180`, `flip ranks`
    Seat,
    /// `colour`, `level`, `file`, `rank`
    Aspect,
    /// `e2-e4`
    Move,
}

impl Parameter {
    /// What it is called where it is missing or wrong.
    pub(super) fn words(self) -> &'static str {
        match self {
            Parameter::Piece => "a piece",
            Parameter::Cell => "a cell",
            Parameter::AnyCells => "cells",
            Parameter::CellSets => "cells for each cell, as `moves(PIECE)` gives",
            Parameter::Numbers => "a number for each cell, as `count(moves(PIECE))` gives",
            Parameter::Number => "a number",
            Parameter::Tour => "a tour, as `a1-b3-c5`",
            Parameter::Leap => "a leap, as `2:1` or `a1-b3`",
            Parameter::Board => "a board",
            Parameter::Men => "a side or a piece",
            Parameter::Side => "a side",
            Parameter::SideOrBoard => "a side or a board",
            Parameter::Thing => "`board` or `setup`",
            Parameter::Seat => "`\"turn 180\"`, `\"flip ranks\"` or `\"flip files\"`",
            Parameter::Aspect => "`colour`, `level`, `file` or `rank`",
            Parameter::Move => "a move",
        }
    }
}

impl Parameter {
    /// What it is called in the form of a function.
    fn short(self) -> &'static str {
        match self {
            Parameter::Piece => "piece",
            Parameter::Cell => "cell",
            Parameter::AnyCells => "cells",
            Parameter::CellSets => "cells for each",
            Parameter::Numbers => "number for each",
            Parameter::Number => "number",
            Parameter::Tour => "tour",
            Parameter::Leap => "leap",
            Parameter::Board => "board",
            Parameter::Men => "pieces",
            Parameter::Side => "side",
            Parameter::SideOrBoard => "side or board",
            Parameter::Thing => "board or setup",
            Parameter::Seat => "turn",
            Parameter::Aspect => "aspect",
            Parameter::Move => "move",
        }
    }
}

/// A function of the language.
#[derive(Debug)]
pub(super) struct Function {
    pub name: Name,
    /// As it is written.
    pub word: &'static str,
    pub takes: &'static [Parameter],
    /// How many of the last may be left out.
    pub optional: usize,
    pub gives: Type,
    /// What it is, in one line.
    pub meaning: &'static str,
    /// A claim that uses it.
    pub example: &'static str,
}

impl Function {
    /// `moves(piece, cell?)`
    pub(super) fn form(&self) -> String {
        let least = self.takes.len() - self.optional;
        let take = |(index, take): (usize, &Parameter)| {
            format!("{}{}", take.short(), if index < least { "" } else { "?" })
        };
        let takes: Vec<String> = self.takes.iter().enumerate().map(take).collect();
        if takes.is_empty() {
            self.word.to_owned()
        } else {
            format!("{}({})", self.word, takes.join(", "))
        }
    }
}

macro_rules! functions {
    ($($name:ident = $word:literal ($($takes:ident),*) $optional:literal -> $gives:ident,
       $meaning:literal, $example:literal;)*) => {
        /// The functions, each once.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Name {
            $($name,)*
        }

        /// All functions.
        pub(super) const FUNCTIONS: &[Function] = &[
            $(Function {
                name: Name::$name,
                word: $word,
                takes: &[$(Parameter::$takes),*],
                optional: $optional,
                gives: Type::$gives,
                meaning: $meaning,
                example: $example,
            },)*
        ];
    };
}

functions! {
    Moves = "moves" (Piece, Cell) 1 -> Cells,
        "where a move of the piece may end", "moves(knight, a1) is \"b3 c2\"";
    Quiet = "quiet" (Piece, Cell) 1 -> Cells,
        "where it goes without taking anything", "count(quiet(pawn, e4)) is 1";
    Captures = "captures" (Piece, Cell) 1 -> Cells,
        "where it goes and takes what stands there", "captures(d1) is d7 in \"3q4/3p4/8/8/8/8/8/3Q4\"";
    Victims = "victims" (Piece, Cell) 1 -> Cells,
        "whom it may take, wherever it ends", "victims(knight) is none in setup";
    Attacks = "attacks" (Piece, Cell) 1 -> Cells,
        "what it would take if an enemy stood there", "attacks(pawn, e4) is d5 f5";
    Reachable = "reachable" (Piece, Cell) 0 -> Cells,
        "every cell on which it can ever stand, the first included", "count(reachable(bishop, c1)) is 32";
    Component = "component" (Piece, Cell) 0 -> Cells,
        "the cells that hang together by its moves, either way, with this one", "count(component(bishop, c1)) is 32";
    Attackers = "attackers" (Cell, Men) 1 -> Cells,
        "where the enemies stand that could take what stands there; or those named", "attackers(e5) is f3 after e2-e4 e7-e5 g1-f3";
    Guards = "guards" (Cell) 0 -> Cells,
        "where its own side stands that could take back on it", "guards(f2) is e1 in setup";
    Stands = "stands" (Men) 0 -> Cells,
        "where they stand, in the array or the position named", "stands(rook of white) is a1 h1";
    All = "all" (CellSets) 0 -> Cells,
        "the cells of all together", "all(moves(rook)) on a1 is a2-a8 b1-h1";
    Count = "count" (AnyCells) 0 -> Number,
        "how many cells", "count(moves(queen, d4)) is 27";
    Max = "max" (Numbers) 0 -> Number,
        "the most, over all cells", "max(count(moves(knight))) is 8";
    Min = "min" (Numbers) 0 -> Number,
        "the least, over all cells", "min(count(moves(knight))) is 2";
    Sum = "sum" (Numbers) 0 -> Number,
        "all together", "sum(count(moves(knight))) is 336";
    Components = "components" (Piece) 0 -> Number,
        "into how many parts its moves divide the cells", "components(bishop) is 2";
    ShortestReturn = "shortest-return" (Piece, Cell) 1 -> Number,
        "in how few moves it can be back where it was", "shortest-return(knight) is 2";
    ShortestOddReturn = "shortest-odd-return" (Piece, Cell) 1 -> Number,
        "the same with an odd number of moves", "shortest-odd-return(knight) is none";
    Distance = "distance" (Piece, Cell, Cell) 0 -> Number,
        "in how few moves it gets from one cell to another", "distance(knight, a1, b2) is 4";
    Routes = "routes" (Piece, Cell, Cell) 0 -> Number,
        "by how many routes it gets there in one move", "routes(knight, a1, b3) is 1";
    Length = "length" (Leap) 0 -> Number,
        "how long a leap is", "length(4:3:0) is 5 and length(2:1) is root(5)";
    Angle = "angle" (Leap, Leap) 0 -> Number,
        "the angle between two leaps, in degrees", "angle(1:1:1, 0:0:1) is 54.7";
    Directions = "directions" (Leap) 0 -> Number,
        "how many leaps are as long along each axis, in any order and either way, on a board without end", "directions(2:1) is 8";
    Root = "root" (Number) 0 -> Number,
        "the square root", "length(1:1) is root(2)";
    Files = "files" (Board) 1 -> Number,
        "how many files a board has", "files is 8";
    Ranks = "ranks" (Board) 1 -> Number,
        "how many ranks a board has", "ranks is 8";
    Levels = "levels" (Board) 1 -> Number,
        "how many levels a board has", "levels is 1";
    Boards = "boards" () 0 -> Number,
        "how many boards the game has", "boards is 1";
    Sides = "sides" () 0 -> Number,
        "how many sides have turns", "sides is 2";
    Score = "score" (Number) 0 -> Number,
        "how many points a place brings, the winner's being the first", "score(1) is 1 and score(2) is 0";
    Perft = "perft" (Number) 0 -> Number,
        "how many games of so many moves there are, from the array or the position named", "perft(2) is 400";
    Prime = "prime" (Number) 0 -> Truth,
        "whether a number is prime", "prime(43)";
    Tour = "tour" (Piece, Tour) 0 -> Truth,
        "whether each step of a tour is a move of the piece", "tour(knight, a1-b3-d4)";
    Symmetric = "symmetric" (Thing, Seat) 0 -> Truth,
        "whether the cells, or the array, look the same when turned so", "symmetric(setup, \"flip ranks\")";
    Keeps = "keeps" (Piece, Aspect) 0 -> Truth,
        "whether no move changes it", "keeps(bishop, colour)";
    Changes = "changes" (Piece, Aspect) 0 -> Truth,
        "whether every move changes it", "changes(knight, colour)";
    Legal = "legal" (Move) 0 -> Truth,
        "whether a move may be made", "legal(e2-e4) in setup";
    Check = "check" () 0 -> Truth,
        "whether the side to move is in check", "not check in setup";
    Checkmate = "checkmate" () 0 -> Truth,
        "whether it is mated", "not checkmate in setup";
    Stalemate = "stalemate" () 0 -> Truth,
        "whether it has no move and is not in check", "not stalemate in setup";
    Turn = "turn" (Side) 0 -> Truth,
        "whether it is a side's turn", "turn(black) after e2-e4";
    Out = "out" (Side) 0 -> Truth,
        "whether a side is out of the game, and others play on", "not out(white) in setup";
    Wins = "wins" (Side) 0 -> Truth,
        "whether the game is over and a side has won", "wins(black) after f2-f3 e7-e5 g2-g4 d8-h4";
    Loses = "loses" (Side) 0 -> Truth,
        "whether the game is over and a side has lost", "loses(white) after f2-f3 e7-e5 g2-g4 d8-h4";
    Drawn = "drawn" () 0 -> Truth,
        "whether the game is over and nobody has won", "not drawn in setup";
    Setup = "setup" (SideOrBoard) 1 -> Men,
        "who stands where in the array", "setup(white) is \"king e1, queen d1, rook a1 h1, bishop c1 f1, knight b1 g1, pawn rank 2\"";
}

/// Second spellings of functions, as `(second, first)`.
const SECOND_SPELLINGS: [(&str, &str); 2] = [("protectors", "guards"), ("eliminated", "out")];

/// Returns the function of that word, or of the word of which it is a second spelling.
pub(super) fn function(word: &str) -> Option<&'static Function> {
    let first = SECOND_SPELLINGS.iter().find(|(second, _)| *second == word);
    let word = first.map_or(word, |(_, first)| *first);
    FUNCTIONS.iter().find(|function| function.word == word)
}
