use crate::source::Span;

/// Which rules a notation was written by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// XBetza, with brackets; refuses what it does not define.
    #[default]
    XBetza,
    /// What Fairy-Stockfish does with the text; never refuses.
    Fsf,
}

/// A whole notation: the piece has every move of every term.
///
/// `BN` has two terms: it slides like a bishop or leaps like a knight.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Betza {
    /// The terms, in the order written.
    pub terms: Vec<Term>,
}

impl Betza {
    /// The same without places in a text: two notations that say the same in the same words are
    /// then equal, however they were spaced and spelt.
    pub fn without_spans(&self) -> Betza {
        let mut bare = self.clone();
        for term in &mut bare.terms {
            term.span = Span::default();
            for leg in &mut term.legs {
                leg.span = Span::default();
                leg.modifiers.span = Span::default();
            }
        }
        bare
    }
}

/// One way of moving: legs that are travelled one after the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// How several legs were written; a term of one leg is a [`TermSyntax::Chain`].
    pub form: TermSyntax,
    /// At least one.
    pub legs: Vec<Leg>,
    /// Where in the notation the term stands.
    pub span: Span,
}

/// How the legs of a term were written, which also decides how their directions are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermSyntax {
    /// By `a`: `mafmF`. One atom and range, repeated in every leg of the tree; toggles (`y`, `g`)
    /// and directions between the atom's own rays change what a leg really does.
    Chain,
    /// By brackets: `[W?B]`. Each leg has its own atom.
    Brackets,
}

/// One leg.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// What is said about the leg in small letters.
    pub modifiers: Modifiers,
    /// What kind of step.
    pub atom: Atom,
    /// How many steps at most, straight on; 0 is no limit. For [`Atom::Castle`], how many cells
    /// the royal goes.
    pub range: u16,
    /// In brackets: `?` stands after this leg, so that the move may end where it ends.
    /// Never true of the last leg, nor of a chain.
    pub may_end_here: bool,
    /// Where in the notation the leg stands.
    pub span: Span,
}

/// The small letters before an atom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// `i`: only for a piece that has not moved (first leg).
    pub initial: bool,
    /// `i` on a later leg: exactly as long as the latest slide.
    pub same_length: bool,
    /// Which way.
    pub directions: Directions,
    /// `m`: on the last leg it may end on an empty cell; on an earlier one, it goes on from there.
    pub quiet: bool,
    /// `c`: takes an enemy there.
    pub capture: bool,
    /// `d`: takes a friend there.
    pub friendly_capture: bool,
    /// `e`: takes, on a cell just passed by a double step, the piece that made it; on a leg that
    /// another follows, and goes on from there.
    pub en_passant: bool,
    /// `t`: may not take a royal.
    pub spares_royals: bool,
    /// `p` or `g`. A leg that another follows goes on from the cell of the piece in its way,
    /// whosever that is, and does not take it, whatever other letter stands there.
    pub hop: Option<Hop>,
    /// `o`: the left and the right edge are joined for this leg. As on joined boards, a leg goes
    /// around at most once and ends before the cell where it began; a later leg may well end on,
    /// or pass, the cell where the move began.
    pub cylinder: bool,
    /// `y`: as `m`, and the following legs slide where they leapt, and leap where they slid. Beside
    /// other letters only what happens counts: `my` goes on from an empty cell in either way, and
    /// behind an enemy taken by `cy` ranges are as they were.
    pub toggle: bool,
    /// `n`: the cell between must be empty.
    pub lame: bool,
    /// `nn`: lame, and whoever takes en passant may enter the cell between, as after a first
    /// move with `n`.
    pub passing: bool,
    /// How many `j`: the cell between must be occupied; on steps of one cell, skips the first.
    pub jump: u8,
    /// `u`: what the move takes reappears where this leg starts: what was taken last, by this leg or
    /// before, else what is taken next. It stands there once the move is over, so the move cannot
    /// end there. One leg of a term at most.
    pub unload: bool,
    /// Where the letters stand; empty where there are none.
    pub span: Span,
}

impl Modifiers {
    /// Whether none of `m c d e` was written: the leg has the usual purpose of its place.
    pub fn purpose_is_usual(&self) -> bool {
        !(self.quiet || self.capture || self.friendly_capture || self.en_passant)
    }
}

/// How a piece in the way is hopped over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hop {
    /// `p`: over exactly one piece, then on as usual.
    Cannon,
    /// `g`: over exactly one piece, to the first cell behind it.
    Grasshopper,
}

/// Which of its directions an atom keeps.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Directions {
    /// Nothing was written: all.
    #[default]
    All,
    /// Letters in the order written; how they combine depends on the atom. Those of a later leg are
    /// relative to the step before: single rays after a step of the same class, straight or oblique;
    /// else each letter is the steps nearest to it, and a pair, of the steps between the two, those
    /// nearest to the second, or, where each letter has one step for itself, those of either. On
    /// hexagons and levels a later leg has `f`, straight on, and no other letter.
    Letters(Vec<DirectionLetter>),
    /// `@1,11`: hours of the clock, 12 straight ahead; hexagons only. An oblique step belongs to
    /// the hour that it is nearest to.
    Clock(Vec<u8>),
    /// These steps and no others: right, ahead, up, as the mover sees them. The Fairy-Stockfish
    /// dialect resolves its letters to these, because its rules for them are its own.
    Exact(Vec<[i16; 3]>),
}

/// One letter or sign of direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DirectionLetter {
    /// `f`
    Forward,
    /// `b`
    Back,
    /// `l`
    Left,
    /// `r`
    Right,
    /// `v`: forward and back.
    Vertical,
    /// `s`: left and right.
    Sideways,
    /// `h`: half of an oblique atom's directions.
    Half,
    /// `^`: to a higher level.
    Up,
    /// `_`: to a lower level.
    Down,
    /// `=`: on the level.
    Level,
    /// `|`: to another level.
    OffLevel,
}

impl DirectionLetter {
    /// As it is written.
    pub fn letter(self) -> char {
        match self {
            DirectionLetter::Forward => 'f',
            DirectionLetter::Back => 'b',
            DirectionLetter::Left => 'l',
            DirectionLetter::Right => 'r',
            DirectionLetter::Vertical => 'v',
            DirectionLetter::Sideways => 's',
            DirectionLetter::Half => 'h',
            DirectionLetter::Up => '^',
            DirectionLetter::Down => '_',
            DirectionLetter::Level => '=',
            DirectionLetter::OffLevel => '|',
        }
    }
}

/// What kind of step a leg makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A leap, by letter or by coordinates.
    Leap(Leap),
    /// `K`: one step of the orthogonal and the diagonal kind (in three dimensions, the
    /// triagonal too), read in the eight-fold system of directions.
    King,
    /// `Q`: the same without limit.
    Queen,
    /// `R`: steps of `W` without limit.
    Rook,
    /// `B`: steps of `F` without limit.
    Bishop,
    /// `O`: castling.
    Castle,
    /// `U`: a leap to any other cell.
    Universal,
}

/// A leap by its absolute coordinates, smallest first; a letter says nothing of the board's
/// dimensions, so that `W` is (0,0,1) on levels and (0,1) on a flat board.
///
/// ```text
/// N = (1,2)      . x . x .
///                x . . . x
///                . . o . .
///                x . . . x
///                . x . x .
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leap {
    /// Smallest first. A leap that was written with two numbers, or by a letter of the plane,
    /// has 0 in front.
    pub coordinates: [u16; 3],
    /// How many coordinates were written in braces: 2 or 3; 0 for a letter.
    pub written: u8,
}

impl Leap {
    /// The plane leap (`short`, `long`), as by a letter.
    pub const fn plane(short: u16, long: u16) -> Leap {
        Leap { coordinates: [0, short, long], written: 0 }
    }

    /// Every leap that has a letter of its own; `L` and `J` are other names for `C` and `Z`.
    pub const LETTERS: [(char, Leap); 10] = [
        ('W', Leap::plane(0, 1)),
        ('F', Leap::plane(1, 1)),
        ('D', Leap::plane(0, 2)),
        ('N', Leap::plane(1, 2)),
        ('A', Leap::plane(2, 2)),
        ('H', Leap::plane(0, 3)),
        ('C', Leap::plane(1, 3)),
        ('Z', Leap::plane(2, 3)),
        ('G', Leap::plane(3, 3)),
        ('T', Leap { coordinates: [1, 1, 1], written: 0 }),
    ];

    /// The leap of a letter and a suffix: `X` lengthens the longer coordinate by three, `Y` both
    /// by two. Only the leaps of the notation's own table have these; others are written in braces.
    ///
    /// ```text
    /// ahead   4  AY NY DY FX WX FX DY NY AY
    /// and     3  NY G  Z  C  H  C  Z  G  NY
    /// beside  2  DY Z  A  N  D  N  A  Z  DY
    ///         1  FX C  N  F  W  F  N  C  FX
    /// ```
    pub fn lengthened(self, suffix: char) -> Option<Leap> {
        let [level, short, long] = self.coordinates;
        if level != 0 || self.written != 0 || long > 3 {
            return None;
        }
        match suffix {
            'X' => Some(Leap::plane(short, long + 3)),
            'Y' if matches!(self.letter(), Some('D' | 'N' | 'A' | 'C' | 'Z')) => {
                Some(Leap::plane(short + 2, long + 2))
            }
            _ => None,
        }
    }

    /// The letter, if there is one.
    pub fn letter(self) -> Option<char> {
        Leap::LETTERS
            .iter()
            .find(|(_, leap)| leap.coordinates == self.coordinates)
            .map(|&(letter, _)| letter)
    }
}
