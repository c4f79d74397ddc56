//! The language of claims: sentences on a page that the rules can decide.
//!
//! Authors write a claim in the sentence that makes it, so a claim has few words and no signs that
//! mean something in Markdown or HTML. It declares nothing: pages claim counts, sets of cells, and
//! yes or no, and need no variables or loops.
//!
//! ```text
//! claim     = statement ("and" statement)*                  all must hold
//! statement = "not"? value (relation value)? scope          a value alone must be true or false
//! relation  = "is" "not"? | "is"? ("at most" | "at least" | "more than" | "less than")
//!           | "has" "not"? | "is"? "inside"
//! scope     = ("on" cells | "in" position | "after" moves)* each once
//! value     = value ("+" | "-" | "*") value | number | text | names
//!           | function "(" (value scope),* ")" | "(" value scope ")"
//! names     = words and numbers side by side: bede, colonel of black, rank 2, a1 h1
//! text      = between "..." or '...': cells, positions and notations that are not plain words
//! ```
//!
//! ```text
//! components(bede) is 2                      count(moves(bede, a1)) is 9
//! max(count(moves(camel))) on level 2 is 16  moves(knight, a1) is "b3 c2"
//! tour(camel, tb1-wc1-td1-we1-wb2-tb1)       shortest-odd-return(knight) is none
//! moves(fibnif) is moves("vN F")             attackers(e5) is none in setup after e2-e4 e7-e5
//! ```
//!
//! **Cells** are written as in definitions (`rank 2 of black`, `palace`, `d1-f3 but e2`), as the
//! first side sees the board. There are also `dark` (the colour of a1), `light` and `none`. Names
//! that contain `and`, `not`, `in` or `on` need quotation marks.
//!
//! **Pieces** are those of the variant, of all armies, by id, name or letter: `bede`, `colonel of
//! black`. A text is a piece with this notation, as in `"vN"`. A cell is the piece on it, as in
//! `moves(e5) in "FEN"`. Without a side the piece belongs to the first side, unless only another
//! side has it in the initial position.
//!
//! **For each cell.** `moves(rook)` without a cell is a set for each cell: for each cell of the
//! position that has the piece, or for all cells of an empty board. `count` of it is a number for
//! each cell. `max`, `min`, `sum` and `all` make one value of it. A comparison must hold for every
//! cell. `on` limits the cells.
//!
//! **Positions.** Functions of moves use an empty board unless `in` or `after` names a position.
//! `stands`, `attackers`, `guards`, `setup`, `perft` and `check` use the initial position instead.
//! A position is `setup`, a FEN, or a list: `in "white king e1, rook a1; black king e8"`. A scope
//! holds for its whole statement, and in brackets for the value in them. `drawn`, `wins` and `loses`
//! know the positions before each move of `after`, so a game can be drawn by repetition.
//!
//! **Moves** are written as they are printed (`e2e4`, `"a7a8q"`, `"E5-E3*E4"`), with both cells
//! (`e2-e4`), or in algebraic notation (`Nf3`, `exd5`, `O-O`, `"a8=Q"`, `"N@f3"`). `"a7-a8="` does not
//! promote. A text that names no move, several legal ones, or no promotion where there is one, is an
//! error; so `not legal(...)` always speaks of one move.
//!
//! **Many moves.** `reachable`, `component`, `components`, `distance`, `shortest-return`, `keeps`
//! and `changes` use an empty board. If other pieces can open moves, one piece may be anywhere.
//!
//! **Numbers**, also roots, are compared exactly. A number that is written with decimals is compared
//! after rounding to as many decimals, and angles are rounded as the claim writes them.
//!
//! **Claims that cannot fail** are errors: an empty set as what is contained, a comparison of a thing
//! with itself, pieces of a position that the claim gives itself, a count of at least 0.
//!
//! A claim that the rules do not decide is unchecked, never true: if the move of a piece is unknown,
//! or if the work would be too much. [`claim_functions`] lists the functions.

mod affected;
mod asked;
mod asked_move;
mod bounds;
mod column;
mod context;
mod english_numbers;
mod evaluate;
mod families;
mod forms;
mod functions;
mod graph;
mod judge;
mod lead;
mod parse;
mod piece;
mod placed_pieces;
mod printed;
mod resolve;
mod resolved;
mod said_words;
mod shape;
mod standing;
mod stated;
mod subjects;
mod tautology;
mod token;
mod tree;
mod value;
mod words;

pub use column::with_column;
pub use placed_pieces::MisplacedPiece;
pub use printed::{ValueForm, print_value};
pub use stated::stated_places;

use asked::AskedStatement;
use subjects::Surroundings;
use words::WordsVerdict;

use std::ops::Range;

use crate::game::Piece;
use crate::geometry::Cell;
use crate::query::{LoadedVariant, Verdict};
use crate::source::Diagnostic;

/// Reads a claim and returns whether it holds for the variant.
///
/// The span of an error is a range of `text`. The language is described at the head of the module.
///
/// ```
/// use fairybook::claim::check_claim;
/// use fairybook::query::Verdict;
/// # mod shared { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/doctest_chess.rs")); }
/// # let chess = shared::chess();
/// assert_eq!(check_claim("count(moves(queen, d4)) is 27", &chess), Ok(Verdict::Agree));
///
/// let Ok(Verdict::Disagree(difference)) = check_claim("max(count(moves(knight))) is 9", &chess)
/// else {
///     panic!("no Knight has nine moves");
/// };
/// assert_eq!(difference.message, "`max(count(moves(knight)))` is 8, not 9");
/// ```
pub fn check_claim(text: &str, variant: &LoadedVariant) -> Result<Verdict, Diagnostic> {
    let budget = context::WorkBudget::default();
    let claim = resolve::resolve(text, &parse::parse(text)?, variant, &budget)?;
    Ok(judge::judge(text, &claim)?.verdict)
}

/// The words that are linked with a claim, and what their sentence says around them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ClaimSentence {
    /// What the paragraph says before the words.
    pub before: String,
    /// The words.
    pub words: String,
    /// What stands behind the words.
    pub after: String,
}

impl From<&str> for ClaimSentence {
    /// Words that stand alone.
    fn from(words: &str) -> ClaimSentence {
        ClaimSentence { words: words.to_owned(), ..ClaimSentence::default() }
    }
}

/// A claim with all that a page says about it.
#[derive(Debug)]
pub struct ExaminedClaim {
    /// Whether it holds.
    pub verdict: Verdict,
    /// What the words of its sentence say and the claim does not.
    pub difference: Option<Diagnostic>,
    /// Why the words of its sentence are not compared, as the end of a sentence.
    pub uncompared: Option<String>,
    /// What the claim would have to be, if its sentence is right and names another piece.
    pub advice: Option<String>,
    /// The numbers and cells of the words, each with whether the claim proves it: another one in its
    /// place would be a difference.
    pub named: Vec<(String, bool)>,
    /// The rules that the definition gives in words only and that affect what it asks.
    pub unmodelled: Vec<String>,
}

/// Like [`check_claim`], and compares the words that are linked with the claim.
pub fn examine_claim(
    sentence: &ClaimSentence,
    text: &str,
    variant: &LoadedVariant,
) -> Result<ExaminedClaim, Diagnostic> {
    let shared = || with_shared_position(sentence, text, variant);
    let mut examined = match examine_as_written(sentence, text, variant) {
        Err(error) => return Err(shared().map_or(error.clone(), |help| error.help(help))),
        Ok(examined) => examined,
    };
    if let Verdict::Disagree(found) = &mut examined.verdict
        && let Some(help) = shared()
    {
        found.hint = Some(help);
    }
    if examined.uncompared.is_some() && examined.verdict == Verdict::Agree {
        examined.advice = meant_claim(sentence, text, variant);
    }
    Ok(examined)
}

/// The advice to write the position of the last statement in the ones before it too, if the claim
/// holds so.
fn with_shared_position(
    sentence: &ClaimSentence,
    text: &str,
    variant: &LoadedVariant,
) -> Option<String> {
    let parsed = parse::parse(text).ok()?;
    let (last, others) = parsed.statements.split_last()?;
    let place = last.scope.position.as_ref()?.span.start;
    let scope = &text[text[..place].rfind(" in ")?..last.span.end];
    let mut meant = text.to_owned();
    let is_open = |it: &&tree::Statement| it.scope.position.is_none() && it.scope.after.is_none();
    for statement in others.iter().rev().filter(is_open) {
        meant.insert_str(statement.span.end, scope);
    }
    if meant == text {
        return None;
    }
    let examined = examine_as_written(sentence, &meant, variant).ok()?;
    (examined.verdict == Verdict::Agree)
        .then(|| format!("a position belongs to one statement: write `{meant}`"))
}

/// The advice to write a claim about the piece or the cell that its sentence names last.
fn meant_claim(sentence: &ClaimSentence, text: &str, variant: &LoadedVariant) -> Option<String> {
    let said = said_words::SaidWords::read(&sentence.before, variant);
    let names: Vec<&str> = said_words::parts_of(text).collect();
    let is_piece = |it: &&&str| variant.variant().faces.iter().any(|face| face.id == ***it);
    let own_piece = names.iter().find(is_piece);
    let types = said.pieces.last().map(|piece| &piece.types).into_iter().flatten();
    let ids = types.map(|it| &variant.variant().face(*it).id);
    let of_piece =
        own_piece.into_iter().flat_map(|own| { ids.clone() }.map(move |id| (*own, &**id)));
    let mut cells = names.iter().filter(|it| variant.layout().find(it).is_some());
    let own_cell = cells.next().filter(|_| cells.next().is_none());
    let cell = (0..said.len()).rev().find_map(|at| said.cell_at(at));
    let of_cell =
        own_cell.zip(cell).map(|(own, cell)| (*own, variant.layout().name_on_board(cell)));
    of_piece.chain(of_cell).filter(|(own, other)| own != other).find_map(|(own, other)| {
        let written = own;
        let meant = text.replacen(own, other, 1);
        let of_it = examine_as_written(sentence, &meant, variant).ok()?;
        let own = variant.variant().faces.iter().find(|face| face.id == own);
        let own = own.map_or(written, |face| &face.name);
        let advice = format!(
            "if the claim is right, write `{own}` in the sentence; if the sentence is right, write \
             `{meant}` in the claim"
        );
        match of_it.verdict {
            Verdict::Agree => {
                (of_it.difference.is_none() && of_it.uncompared.is_none()).then_some(advice)
            }
            Verdict::Disagree(found) => {
                Some(format!("{advice}, which does not hold: {}", found.hint?))
            }
            Verdict::Unchecked(_) => None,
        }
    })
}

fn examine_as_written(
    sentence: &ClaimSentence,
    text: &str,
    variant: &LoadedVariant,
) -> Result<ExaminedClaim, Diagnostic> {
    let budget = context::WorkBudget::default();
    let claim = resolve::resolve(text, &parse::parse(text)?, variant, &budget)?;
    let judge::JudgedClaim { mut verdict, values } = judge::judge(text, &claim)?;
    let parts = claim.statements.iter().zip(&values);
    let parts: Vec<AskedStatement> =
        parts.map(|(it, values)| AskedStatement::of(it, values.as_ref())).collect();
    let lead = lead::lead(&sentence.before);
    let words = format!("{lead} {}", sentence.words).trim_start().to_owned();
    let said = said_words::SaidWords::read(&words, variant);
    let [before, after] =
        [&sentence.before, &sentence.after].map(|text| subjects::without_brackets(text));
    let around = Surroundings::read([&before, &after], &said, !lead.is_empty(), &parts, variant);
    let says = |name: &str| format!("its sentence says *{name}*, and the claim does not");
    let (difference, uncompared) = match words::compare(&said, &parts, variant) {
        WordsVerdict::Same => (None, around.other_subject().map(|name| says(&name))),
        // What denies the words from afar can make them true.
        WordsVerdict::Differs(difference) => match around.limit().map(says) {
            None => (Some(difference), None),
            limit => (None, limit),
        },
        WordsVerdict::Unknown(why) => (None, Some(why)),
    };
    if let Verdict::Disagree(found) = &mut verdict
        && let Some(words) = said.with_values(&values)
        && let Some(hint) = &mut found.hint
    {
        *hint += &format!(", and in the brackets `{words}`");
    }
    if let Verdict::Disagree(found) = &mut verdict
        && let Some(place) = parts.first().and_then(|part| part.place_in_definition(variant))
    {
        let hint = found.hint.take().map(|hint| hint + "; ").unwrap_or_default();
        found.hint = Some(format!("{hint}if the page is right, mend {place}"));
    }
    let is_proved = difference.is_none() && uncompared.is_none();
    let places = stated_places(&words, Some(variant), true).into_iter();
    let facts = affected::affected_facts(&claim);
    Ok(ExaminedClaim {
        verdict,
        difference,
        uncompared,
        advice: None,
        named: places.map(|place| (words[place].to_owned(), is_proved)).collect(),
        unmodelled: variant.variant().unmodelled_rules(&facts),
    })
}

/// The title of the link of a claim that is an example: its words are not compared.
pub const FOR_EXAMPLE: &str = "for example";

/// What words below a diagram say of its pieces.
#[derive(Debug, Default)]
pub struct PlacedInWords {
    /// What they say and the diagram does not show.
    pub differences: Vec<MisplacedPiece>,
    /// The places of the cells in the words that could not be others.
    pub proved: Vec<Range<usize>>,
}

/// Compares the cells on which words put pieces, as in *the Rook on e4*, with the pieces of a diagram.
///
/// ```
/// use fairybook::claim::placed_in_words;
/// # mod shared { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/doctest_chess.rs")); }
/// # let chess = shared::chess();
/// let setup: Vec<_> = chess.rules().initial_position().pieces().collect();
/// let found = placed_in_words("White's King on e1, and Rooks on a1 and h1.", &setup, &chess);
/// assert_eq!(found.proved, [16..18]);
/// let found = placed_in_words("On d1 the white King is safe.", &setup, &chess);
/// let [other] = &found.differences[..] else { panic!("one piece stands elsewhere") };
/// assert_eq!(other.message, "the words put a *White King* on d1, and the diagram a white Queen");
/// assert_eq!(other.help.as_deref(), Some("if the diagram is right, write `e1`"));
/// ```
pub fn placed_in_words(
    words: &str,
    pieces: &[(Cell, Piece)],
    variant: &LoadedVariant,
) -> PlacedInWords {
    let placed: Vec<(Option<Cell>, Piece)> =
        pieces.iter().map(|(cell, piece)| (Some(*cell), *piece)).collect();
    let said = said_words::SaidWords::read(words, variant);
    PlacedInWords {
        differences: placed_pieces::misplaced(&said, &placed, variant),
        proved: placed_pieces::proved_cells(&said, &placed),
    }
}

/// Whether a text reads as a claim with a function, as all but the simplest claims do.
///
/// ```
/// use fairybook::claim::is_claim;
/// assert!(is_claim("count(moves(bede, a1)) is 9"));
/// assert!(!is_claim("the Bede is colourbound"));
/// ```
pub fn is_claim(text: &str) -> bool {
    parse::parse(text).is_ok_and(|claim| claim.statements.iter().all(has_function))
}

/// Whether the text is a call of a function: `count(any)`.
pub fn is_call(text: &str) -> bool {
    let call = parse::parse_value(text);
    let is_known = |call: &tree::ClaimExpr| {
        matches!(call, tree::ClaimExpr::Call(..)) && call.called().is_some()
    };
    call.is_ok_and(|call| is_known(&call.value))
}

/// Whether a statement compares the value of a function, or has one that is true or false.
fn has_function(statement: &tree::Statement) -> bool {
    let left = &statement.left.value;
    match &statement.relation {
        Some((_, right)) => left.called().or_else(|| right.value.called()).is_some(),
        None => {
            let is_word = matches!(left, tree::ClaimExpr::Words(_));
            (!is_word || statement.negated || !statement.scope.is_empty())
                && left.called().is_some_and(|known| known.result == functions::Type::Truth)
        }
    }
}

/// A function of the language of claims, for manuals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimFunction {
    /// How authors write it: `moves(piece, cell?)`.
    pub form: String,
    /// The type of its value, in words.
    pub result: &'static str,
    /// What it returns, in one line.
    pub meaning: &'static str,
    /// A claim that uses it and that is true of ordinary chess.
    pub example: &'static str,
}

/// Returns all functions of the language of claims.
pub fn claim_functions() -> Vec<ClaimFunction> {
    let list = |function: &functions::Function| {
        let [meaning, example] = function.words();
        let (form, result) = (function.form(), function.result.words());
        ClaimFunction { form, result, meaning, example }
    };
    functions::FUNCTIONS.iter().map(list).collect()
}
