use crate::diagram::Glyph;
use crate::rules::PieceTypeId;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, TomlTable, limits, suggestion};

use super::cells::RESERVED;
use super::stock::{self, StockPiece, stock};

/// A kind of piece as the definition has it, laid over the stock.
#[derive(Debug, Clone)]
pub(super) struct KindSheet<'a> {
    /// Its id, where it was first named.
    pub id: SourceText,
    /// `[pieces.ID]`; empty where the definition says nothing.
    pub table: &'a TomlTable,
    pub stock: Option<&'static StockPiece>,
    pub letter: String,
}

/// All kinds that the definition names, whether they are in the array or not, in the order in
/// which one meets them: the array, the armies, the pieces, what pieces become.
pub(super) fn read<'a>(
    root: &'a TomlTable,
    complaints: &mut Diagnostics,
) -> Option<Vec<KindSheet<'a>>> {
    let mut kinds = Kinds { root, list: Vec::new() };
    for (_, array) in root.table("setup").named() {
        for (id, _) in array.texts() {
            kinds.meet(id, Code::SetupPiece, complaints);
        }
    }
    for (_, army) in root.table("armies").named() {
        for (_, id) in army.table("pieces").texts() {
            kinds.meet(id, Code::Army, complaints);
        }
    }
    for (id, _) in root.table("pieces").named() {
        kinds.meet(id, Code::PieceUnknown, complaints);
    }
    for (_, hand) in root.table("setup-hand").named() {
        for entry in &hand.entries {
            kinds.meet(&entry.key, Code::SetupPiece, complaints);
        }
    }
    for (id, table) in root.table("promotion").named() {
        kinds.meet(id, Code::Promotion, complaints);
        for word in table.text("becomes").map(SourceText::words).unwrap_or_default() {
            kinds.meet_if_known(&word);
        }
    }
    for (id, _) in root.table("drops").named() {
        kinds.meet(id, Code::Drop, complaints);
    }
    let mut list = kinds.list;
    if list.len() > limits::PIECE_TYPES {
        let message = format!("{} kinds of piece; at most {}", list.len(), limits::PIECE_TYPES);
        let complaint = list[limits::PIECE_TYPES].id.error(Code::PieceUnknown, message);
        complaints.push(complaint.help(TELL_APART));
        return None;
    }
    for kind in &mut list {
        kind.letter = letter(kind, complaints);
        if let Some(text) = kind.table.text("glyph") {
            let glyph = Glyph::parse(&text.value);
            let place = |one: Diagnostic| one.within(&text.location.file, text.location.span.start);
            complaints.keep(glyph.map_err(place));
        }
    }
    check_letters(&list, complaints);
    Some(list)
}

struct Kinds<'a> {
    root: &'a TomlTable,
    list: Vec<KindSheet<'a>>,
}

impl<'a> Kinds<'a> {
    fn meet(&mut self, id: &SourceText, code: Code, complaints: &mut Diagnostics) {
        if self.meet_if_known(id) {
            return;
        }
        let own = self.root.table("pieces").keys();
        let known: Vec<&str> = own.chain(stock().iter().map(|piece| piece.id.as_str())).collect();
        let near = crate::source::closest(&id.value, known.iter().copied());
        let help = near.map_or_else(
            || format!("`[pieces.{}]` with a `move` makes it one", id.value),
            |near| format!("did you mean `{near}`?"),
        );
        complaints.push(id.error(code, format!("no piece `{}`", id.value)).help(help));
    }

    fn meet_if_known(&mut self, id: &SourceText) -> bool {
        if self.list.iter().any(|kind| kind.id.value == id.value) {
            return true;
        }
        let own = self.root.table("pieces").get(&id.value).is_some();
        let stock = stock::find(&id.value);
        if !own && stock.is_none() {
            return false;
        }
        let table = self.root.table("pieces").table(&id.value);
        self.list.push(KindSheet { id: id.clone(), table, stock, letter: String::new() });
        true
    }
}

/// What is to be said where there are more kinds than letters.
const TELL_APART: &str = "letters tell kinds apart, and there are 52: `A` to `Z` and `+A` to `+Z`; \
                          pieces that move alike and look alike may be one kind";

/// The letter of a kind: its own, the stock's, or the first of its name.
fn letter(kind: &KindSheet<'_>, complaints: &mut Diagnostics) -> String {
    if RESERVED.contains(&kind.id.as_str()) {
        let message =
            format!("a piece may not be called `{}`: that word has a meaning", kind.id.value);
        complaints.push(kind.id.error(Code::PieceUnknown, message));
    }
    let Some(text) = kind.table.text("letter") else {
        let first = || kind.id.value.chars().take(1).collect::<String>().to_uppercase();
        return kind.stock.map_or_else(first, |stock| stock.letter.clone());
    };
    let bare = text.value.strip_prefix('+').unwrap_or(&text.value);
    if bare.len() != 1 || !bare.chars().all(|c| c.is_ascii_alphabetic()) {
        let message = format!("`{}` is not a letter", text.value);
        complaints.push(
            text.error(Code::PieceLetter, message)
                .help("one letter of the alphabet, or `+` and one; `shown` is what is printed"),
        );
    }
    text.value.to_ascii_uppercase()
}

fn check_letters(kinds: &[KindSheet<'_>], complaints: &mut Diagnostics) {
    for (index, kind) in kinds.iter().enumerate() {
        let Some(other) = kinds[..index].iter().find(|other| other.letter == kind.letter) else {
            continue;
        };
        let taken: Vec<&str> = kinds.iter().map(|kind| kind.letter.as_str()).collect();
        complaints.push(same_letter(kind, other, &taken));
    }
}

fn same_letter(kind: &KindSheet<'_>, other: &KindSheet<'_>, taken: &[&str]) -> Diagnostic {
    let place = |kind: &KindSheet<'_>| {
        kind.table.text("letter").map_or(kind.id.location.clone(), |letter| letter.location.clone())
    };
    let message =
        format!("letter `{}` belongs to `{}` and `{}`", kind.letter, other.id.value, kind.id.value);
    let free = kind.id.value.to_ascii_uppercase();
    let free = free.chars().chain('A'..='Z').filter(|c| c.is_ascii_uppercase());
    let with_plus = ('A'..='Z').map(|letter| format!("+{letter}"));
    let mut free = free.map(String::from).chain(with_plus);
    let help = match free.find(|letter| !taken.contains(&letter.as_str())) {
        Some(free) => {
            format!(
                "give one of them another: `{}.letter = \"{free}\"`, for instance",
                kind.id.value
            )
        }
        None => TELL_APART.to_owned(),
    };
    let complaint = place(kind).error(Code::PieceLetter, message).help(help);
    place(other).add_label(complaint, "the other")
}

/// Complains about a piece that nobody knows how to move.
pub(super) fn moveless(kind: &KindSheet<'_>) -> Diagnostic {
    let id = &kind.id;
    let complaint = id.error(Code::PieceMove, format!("nothing says how `{}` moves", id.value));
    let near = crate::source::closest(&id.value, stock().iter().map(|piece| piece.id.as_str()));
    complaint.help(match near {
        Some(near) => format!("did you mean `{near}`? else give it a `move`"),
        None => "move = \"..\", or `unknown` where the source does not give it".to_owned(),
    })
}

/// The place of a kind in the list.
pub(super) fn find(kinds: &[KindSheet<'_>], id: &str) -> Option<PieceTypeId> {
    kinds.iter().position(|kind| kind.id.value == id).map(|index| PieceTypeId(index as u8))
}

/// Complains about a word that names no kind.
pub(super) fn unknown(kinds: &[KindSheet<'_>], word: &SourceText, code: Code) -> Diagnostic {
    let known: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    word.error(code, format!("no piece `{}`", word.value))
        .help(suggestion(&word.value, known.iter().copied()))
}
