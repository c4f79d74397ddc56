//! Collects the piece types that a definition names.

use crate::diagram::Glyph;
use crate::expression::RESERVED_WORDS;
use crate::format::{GAME, ValueKind, builtin_ids, builtin_piece, headers_of};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, SourceText, closest, limits, quoted_list,
};
use crate::toml_text::TomlTable;

use super::sides::reserved_id;

/// One piece type: the built-in piece of that id, and what the definition changes.
#[derive(Debug, Clone)]
pub(super) struct RawPieceType<'a> {
    /// The id, with the location where it first occurs.
    pub id: SourceText,
    /// `[pieces.ID]`; empty if the definition does not have it.
    pub table: &'a TomlTable,
    /// The table of the built-in piece of that id.
    pub builtin: Option<&'static TomlTable>,
    pub letter: String,
}

impl RawPieceType<'_> {
    pub fn is_royal(&self) -> bool {
        let builtin = || self.builtin?.flag("royal");
        self.table.flag("royal").or_else(builtin).unwrap_or(false)
    }

    /// The text of a key, or that of the built-in piece.
    pub fn string(&self, key: &str) -> Option<String> {
        self.table.string(key).or_else(|| self.builtin?.string(key))
    }
}

/// All piece types that the definition names, in the order in which they first occur.
///
/// The tables are read in a fixed order: setup, armies, pieces, hands, promotion, drops.
pub(super) fn read<'a>(
    root: &'a TomlTable,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<RawPieceType<'a>>> {
    let mut reader = PieceTypeReader { root, diagnostics, list: Vec::new() };
    for (_, pieces) in root.table("setup").named() {
        pieces.texts().for_each(|(id, _)| reader.add_piece_type(id, Code::SetupPiece));
    }
    for (_, army) in root.table("armies").named() {
        let pieces = army.table("pieces").texts();
        pieces.for_each(|(_, id)| reader.add_piece_type(id, Code::Army));
    }
    for (id, _) in root.table("pieces").named() {
        reader.add_piece_type(id, Code::PieceUnknown);
    }
    for (_, hand) in root.table("setup-hand").named() {
        hand.entries.iter().for_each(|entry| reader.add_piece_type(&entry.key, Code::SetupPiece));
    }
    reader.add_promotions(root.table("promotion"));
    for (id, _) in root.table("drops").named().filter(|(id, _)| id.value != super::drops::ANY) {
        reader.add_piece_type(id, Code::Drop);
    }
    for (_, side) in root.table("sides").named() {
        reader.add_promotions(side.table("promotion"));
    }
    let mut list = reader.list;
    if list.len() > limits::PIECE_TYPES {
        let message = format!("{} piece types; at most {}", list.len(), limits::PIECE_TYPES);
        let error = list[limits::PIECE_TYPES].id.error(Code::PieceUnknown, message);
        diagnostics.push(error.help(TOO_FEW_LETTERS));
        return None;
    }
    for piece_type in &mut list {
        piece_type.letter = letter(piece_type, diagnostics);
        if let Some(text) = piece_type.table.text("glyph") {
            let glyph = Glyph::parse(&text.value);
            diagnostics.keep(glyph.map_err(|error| text.locate(error)));
        }
        if let Some(text) = piece_type.table.text("native") {
            let native = Glyph::check_native(&text.value);
            diagnostics.keep(native.map_err(|error| text.locate(error)));
        }
    }
    for (index, piece_type) in list.iter().enumerate() {
        let same = |other: &&RawPieceType<'_>| other.letter == piece_type.letter;
        if let Some(other) = list[..index].iter().find(same) {
            let own = root.text("name").map(|name| &name.location.file);
            diagnostics.push(same_letter(piece_type, other, &list, own));
        }
    }
    Some(list)
}

struct PieceTypeReader<'a, 'd> {
    root: &'a TomlTable,
    diagnostics: &'d mut Diagnostics,
    list: Vec<RawPieceType<'a>>,
}

impl PieceTypeReader<'_, '_> {
    fn add_piece_type(&mut self, id: &SourceText, code: Code) {
        if self.add_if_known(id) {
            return;
        }
        let own = self.root.table("pieces").keys();
        let known = own.chain(builtin_ids());
        let is_key = match GAME.key("pieces").map(|key| &key.value) {
            Some(ValueKind::Named(section)) => section.key(&id.value).is_some(),
            _ => false,
        };
        let help = match closest(&id.value, known) {
            _ if is_key => format!(
                "`{}` is a key of a piece: is a line such as `[pieces.pawn]` missing above it?",
                id.value
            ),
            Some(near) => format!("did you mean `{near}`?"),
            None if !headers_of(&[&id.value]).is_empty() => {
                let headers = headers_of(&[&id.value]);
                format!(
                    "`{}` is a key of {}: is such a line missing above it?",
                    id.value,
                    quoted_list(headers.iter().map(String::as_str))
                )
            }
            None => format!("`[pieces.{}]` with a `move` defines it", id.value),
        };
        self.diagnostics.push(id.error(code, format!("no piece `{}`", id.value)).help(help));
    }

    /// Adds the pieces that promote, and those that they become.
    fn add_promotions(&mut self, promotions: &TomlTable) {
        for (id, table) in promotions.named() {
            self.add_piece_type(id, Code::Promotion);
            for word in table.words("becomes") {
                self.add_if_known(&word);
            }
        }
    }

    /// Adds the piece type if it is defined or built in; returns whether it is.
    fn add_if_known(&mut self, id: &SourceText) -> bool {
        if self.list.iter().any(|known| known.id.value == id.value) {
            return true;
        }
        let pieces = self.root.table("pieces");
        let builtin = builtin_piece(&id.value);
        let is_known = builtin.is_some() || pieces.get(&id.value).is_some();
        if is_known {
            let table = pieces.table(&id.value);
            self.list.push(RawPieceType { id: id.clone(), table, builtin, letter: String::new() });
        }
        is_known
    }
}

/// The help for a definition that has more piece types than letters.
const TOO_FEW_LETTERS: &str = "each piece type has a letter of its own, and there are 52: \
                               `A` to `Z` and `+A` to `+Z`; pieces that move alike and look alike \
                               may be one type";

/// The letter of a piece type: its own, that of the built-in piece, or the first of its id.
fn letter(piece_type: &RawPieceType<'_>, diagnostics: &mut Diagnostics) -> String {
    let id = &piece_type.id;
    if RESERVED_WORDS.contains(&id.as_str()) {
        diagnostics.push(reserved_id(Code::PieceUnknown, "piece", id));
    }
    let Some(text) = piece_type.table.text("letter") else {
        let first = || id.value.chars().take(1).collect::<String>().to_uppercase();
        return piece_type.string("letter").unwrap_or_else(first);
    };
    let bare = text.value.strip_prefix('+').unwrap_or(&text.value);
    if bare.len() != 1 || !bare.chars().all(|c| c.is_ascii_alphabetic()) {
        let error = text.error(Code::PieceLetter, format!("`{}` is not a letter", text.value));
        let help = match bare.chars().next().filter(char::is_ascii_alphabetic) {
            Some(first) => format!(
                "write one letter, and what is printed as `shown`: `letter = \"{}\"` and `shown = \"{bare}\"`",
                first.to_ascii_uppercase()
            ),
            None => {
                "one letter of the alphabet, or `+` and one; `shown` is what is printed".to_owned()
            }
        };
        diagnostics.push(error.help(help));
    }
    text.value.to_ascii_uppercase()
}

/// The error about two piece types with the same letter.
fn same_letter(
    piece_type: &RawPieceType<'_>,
    other: &RawPieceType<'_>,
    all: &[RawPieceType<'_>],
    own_file: Option<&SourceFile>,
) -> Diagnostic {
    let location = |piece_type: &RawPieceType<'_>| {
        piece_type.table.text("letter").unwrap_or(&piece_type.id).location.clone()
    };
    let letter = &piece_type.letter;
    let message =
        format!("letter `{letter}` belongs to `{}` and `{}`", other.id.value, piece_type.id.value);
    // An inherited piece keeps it, then one that does not ask for it, then one whose name begins with it.
    let is_new = |it: &RawPieceType<'_>| Some(&location(it).file) == own_file;
    let is_asked = |it: &RawPieceType<'_>| it.table.text("letter").is_some();
    let is_own = |it: &RawPieceType<'_>| it.id.value.to_ascii_uppercase().starts_with(&**letter);
    let gives_way = |it| (is_new(it), is_asked(it), !is_own(it));
    let (piece_type, other) = match gives_way(other) > gives_way(piece_type) {
        true => (other, piece_type),
        false => (piece_type, other),
    };
    let id = &piece_type.id.value;
    // Letters that look like others come last.
    let free = id.to_ascii_uppercase();
    let free = free.chars().chain('A'..='Z').filter(|c| c.is_ascii_uppercase());
    let (alike, others): (Vec<char>, Vec<char>) = { free }.partition(|it| "IO".contains(*it));
    let free = others.into_iter().chain(alike);
    let with_plus = ('A'..='Z').map(|letter| format!("+{letter}"));
    let mut free = free.map(String::from).chain(with_plus);
    let help = match free.find(|letter| all.iter().all(|used| used.letter != *letter)) {
        Some(free) => {
            format!(
                "give one of them another: `letter = \"{free}\"` in `[pieces.{id}]`, for instance"
            )
        }
        None => TOO_FEW_LETTERS.to_owned(),
    };
    let error = location(piece_type).error(Code::PieceLetter, message).help(help);
    location(other).add_label(error, "the other")
}

/// The error about a piece type without a move.
pub(super) fn missing_move_error(piece_type: &RawPieceType<'_>) -> Diagnostic {
    let id = &piece_type.id;
    let error = id.error(Code::PieceMove, format!("piece `{}` has no move", id.value));
    let near = closest(&id.value, builtin_ids());
    error.help(match near {
        Some(near) => format!("did you mean `{near}`? else give it a `move`"),
        None => format!(
            "write `move = \"NC\"` below `[pieces.{}]`, or `move = \"unknown\"` if the source does not give it",
            id.value
        ),
    })
}
