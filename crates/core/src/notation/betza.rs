//! The tree of a parsed notation.

use crate::source::Span;

/// A whole notation. The piece has all moves of all terms.
///
/// `BN` has two terms: the piece moves like a bishop or like a knight.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Betza {
    /// The terms in the order written.
    pub terms: Vec<Term>,
}

impl Betza {
    /// Returns a copy without spans, to compare notations that differ in blanks and spelling.
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

/// One kind of move: legs that follow each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// How several legs are written. A term of one leg is a [`TermSyntax::Chain`].
    pub form: TermSyntax,
    /// The legs, at least one.
    pub legs: Vec<Leg>,
    /// The span of the term in the notation.
    pub span: Span,
}

/// How the legs of a term are written. It also decides how their directions are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermSyntax {
    /// With `a`: `mafmF`. Every leg of the tree has the same atom and range. Toggles (`y`, `g`) and
    /// directions between the atom's own rays change the steps of a leg.
    Chain,
    /// With brackets: `[W?B]`, one step orthogonally and then a slide outward. Each leg has its own atom.
    Brackets,
}

/// One leg of a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leg {
    /// The small letters of the leg.
    pub modifiers: Modifiers,
    /// The kind of its steps.
    pub atom: Atom,
    /// The largest number of steps in one direction; 0 is no limit. For [`Atom::Castle`], the
    /// number of cells that the royal piece moves.
    pub range: u16,
    /// Whether the move may end after this leg: `?` in brackets. False for the last leg and in a
    /// chain.
    pub may_end_here: bool,
    /// The span of the leg in the notation.
    pub span: Span,
}

impl Leg {
    /// How many cells it goes along the axes at most; none if the notation gives no limit.
    pub fn lengths(&self) -> impl Iterator<Item = u16> {
        let limit = [0, 0, self.range];
        let along = match self.atom {
            Atom::Leap(leap) if self.range < 2 => leap.coordinates,
            Atom::King if self.range < 2 => [0, 0, 1],
            _ => limit,
        };
        along.into_iter().filter(|length| *length > 0)
    }
}

/// The small letters before an atom.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// `i`: only for a piece that has not moved (first leg).
    pub initial: bool,
    /// `i` on a later leg: exactly as long as the latest slide.
    pub same_length: bool,
    /// The directions that the leg uses.
    pub directions: Directions,
    /// `m`: the last leg may end on an empty cell; an earlier leg continues from one.
    pub quiet: bool,
    /// `c`: captures an enemy piece on the last cell of the leg.
    pub capture: bool,
    /// `d`: captures a friendly piece on the last cell of the leg.
    pub friendly_capture: bool,
    /// `e`: captures en passant on a cell that a double step passed over. On an earlier leg the
    /// move continues from that cell.
    pub en_passant: bool,
    /// `t`: may not capture a royal piece.
    pub spares_royals: bool,
    /// `p` or `g`. On an earlier leg the move continues from the cell of the hurdle, which may
    /// belong to any side and is not captured, even with `c` or `d`.
    pub hop: Option<Hop>,
    /// `o`: the left and the right edge are joined for this leg.
    ///
    /// As on joined boards, a leg goes around at most once and ends before the cell where the leg
    /// began. A later leg may pass or end on the cell where the move began.
    pub cylinder: bool,
    /// `y`: like `m`, and the later legs slide instead of leaping and leap instead of sliding.
    ///
    /// With other letters, only an empty cell toggles: after `my` the move can continue both with
    /// and without the toggle, and after a capture with `cy` the ranges are unchanged.
    pub toggle: bool,
    /// `n`: lame. The intermediate cell must be empty.
    pub lame: bool,
    /// `nn`: lame, and the intermediate cell can be entered to capture en passant, as after an
    /// initial move with `n`.
    pub passing: bool,
    /// The number of `j`: the intermediate cell must be occupied; steps of one cell skip the first.
    pub jump: u8,
    /// `u`: one captured piece is put back on the cell where this leg starts. At most one leg of a
    /// term has it.
    ///
    /// It is the piece captured last, by this leg or before it, otherwise the piece captured next.
    /// It is put back at the end of the move, so the move cannot end on that cell.
    pub unload: bool,
    /// The span of the letters; empty if there are none.
    pub span: Span,
}

impl Modifiers {
    /// Whether none of `m c d e` is written, so that the leg has the usual effect of its place.
    pub fn purpose_is_usual(&self) -> bool {
        !(self.quiet || self.capture || self.friendly_capture || self.en_passant)
    }

    /// Whether the leg passes over a piece, which must be there.
    pub fn needs_hurdle(&self) -> bool {
        self.hop.is_some() || self.jump > 0
    }
}

/// How a leg passes over a hurdle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hop {
    /// `p`: over exactly one piece, then any distance within the range.
    Cannon,
    /// `g`: over exactly one piece, to the first cell behind it.
    Grasshopper,
}

/// Which directions of its atom a leg uses.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Directions {
    /// All directions: nothing is written. On a later leg of a move that bends: all that lead outward, so
    /// that `[F?R]` is the Griffon.
    #[default]
    All,
    /// Letters in the order written. How they combine depends on the atom.
    ///
    /// The letters of a later leg are relative to the step before. After a step of the same class
    /// (straight or oblique) they are single rays. Otherwise a letter stands for the steps nearest
    /// to it. A pair stands for those steps between the two letters that are nearest to the
    /// second, or, if each letter has one step of its own, for both of these. A letter that lies
    /// between two steps, as `f` in `[F?fR]`, is refused: leave it out, or write a pair such as `fs`. On
    /// hexagons and levels a later leg can only have `f`, straight on.
    Letters(Vec<DirectionLetter>),
    /// `@1,11`: hours of the clock, with 12 straight forward; hexagons only. An oblique step belongs
    /// to the nearest hour.
    Clock(Vec<u8>),
    /// Exactly these steps: right, forward and up as the moving side sees them. The
    /// Fairy-Stockfish dialect has its own rules for letters and resolves them to steps.
    Exact(Vec<[i16; 3]>),
}

/// One letter or sign for a direction.
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
    /// `v`: forward and backward.
    Vertical,
    /// `s`: left and right.
    Sideways,
    /// `h`: half of an oblique atom's directions.
    Half,
    /// `^`: to a higher level.
    Up,
    /// `_`: to a lower level.
    Down,
    /// `=`: on the same level.
    Level,
    /// `|`: to another level.
    OffLevel,
}

impl DirectionLetter {
    /// In the order of the variants.
    const LETTERS: [(char, DirectionLetter); 11] = [
        ('f', DirectionLetter::Forward),
        ('b', DirectionLetter::Back),
        ('l', DirectionLetter::Left),
        ('r', DirectionLetter::Right),
        ('v', DirectionLetter::Vertical),
        ('s', DirectionLetter::Sideways),
        ('h', DirectionLetter::Half),
        ('^', DirectionLetter::Up),
        ('_', DirectionLetter::Down),
        ('=', DirectionLetter::Level),
        ('|', DirectionLetter::OffLevel),
    ];

    /// Returns the direction that a letter or sign stands for, if it is one.
    pub(super) fn of(letter: char) -> Option<DirectionLetter> {
        Self::LETTERS.iter().find(|&&(known, _)| known == letter).map(|&(_, direction)| direction)
    }

    /// Whether it is one of the signs of levels: `^`, `_`, `=` or `|`.
    pub fn is_level_sign(self) -> bool {
        self >= DirectionLetter::Up
    }

    /// Returns the letter or sign.
    pub fn letter(self) -> char {
        Self::LETTERS[self as usize].0
    }
}

/// The kind of step of a leg.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Atom {
    /// A leap, by letter or by coordinates.
    Leap(Leap),
    /// `K`: one orthogonal or diagonal step, or in three dimensions a triagonal one. Its letters
    /// are read in the eight-fold system of directions.
    King,
    /// `Q`: steps of `K` without limit.
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

impl Atom {
    /// The atoms that are not leaps, with their letters.
    pub(super) const LETTERS: [(char, Atom); 6] = [
        ('K', Atom::King),
        ('Q', Atom::Queen),
        ('R', Atom::Rook),
        ('B', Atom::Bishop),
        ('O', Atom::Castle),
        ('U', Atom::Universal),
    ];
}

/// A leap by its absolute coordinates, smallest first.
///
/// A letter does not depend on the board's dimensions: `W` is (0,0,1) on levels and (0,1) on a
/// flat board.
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
    /// Smallest first. A leap of two numbers, or of a letter of the plane, has 0 as the first.
    pub coordinates: [u16; 3],
    /// The number of coordinates in braces: 2 or 3; 0 for a letter.
    pub written: u8,
}

impl Leap {
    /// The leap (`short`, `long`) in the plane, as a letter has it.
    pub const fn plane(short: u16, long: u16) -> Leap {
        Leap { coordinates: [0, short, long], written: 0 }
    }

    /// The leaps that have a letter. `L` and `J` are other letters for `C` and `Z`.
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

    /// Returns the leap of a letter and a suffix: `X` adds three to the longer coordinate, `Y` two
    /// to both. `None` for leaps that the notation's table does not have; they need braces.
    ///
    /// ```text
    /// forward 4  AY NY DY FX WX FX DY NY AY
    /// and     3  NY G  Z  C  H  C  Z  G  NY
    /// side    2  DY Z  A  N  D  N  A  Z  DY
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

    /// Returns the letter of the leap, if it has one.
    pub fn letter(self) -> Option<char> {
        Leap::LETTERS
            .iter()
            .find(|(_, leap)| leap.coordinates == self.coordinates)
            .map(|&(letter, _)| letter)
    }
}
