//! The names that a definition gives to the pieces, sides and cells of the engine.

use std::collections::BTreeMap;

use crate::format::{BuiltinPiece, builtin_pieces};

use super::cell_pattern::{AxisNames, RankFile};
use super::keys::{FsfPieceType, PIECE_TYPES, blocking_rule};
use super::record::{FsfColour, FsfPiece, FsfRecord};

/// Where the second side sits, as the first sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpposingSeat {
    /// Opposite, so that files keep their names: `flip ranks`.
    FlipRanks,
    /// Opposite, turned: `turn 180`.
    Turn180,
    /// On the same side of the board, mirrored: `flip files`.
    FlipFiles,
    /// In the same seat.
    Same,
}

/// The names of one definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefinitionNames {
    /// The ids of the piece types, by their names in variant files.
    pub pieces: BTreeMap<String, String>,
    /// The ids of the promoted forms, by the names of the pieces that promote.
    pub promoted: BTreeMap<String, String>,
    /// The ids of the sides.
    pub sides: [String; 2],
    /// The seat of the second side.
    pub seat: OpposingSeat,
    /// The names of files and ranks.
    pub axes: AxisNames,
    /// The names of a neutral piece that each turn moves.
    pub blocking: Option<BlockingPiece>,
}

/// A neutral piece that each turn moves to an empty cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlockingPiece {
    /// The id of its side.
    pub side: String,
    /// The id of its piece type.
    pub piece: String,
    /// The name of its side, if that is not its id.
    pub name: Option<String>,
    /// Its letter.
    pub letter: String,
}

impl OpposingSeat {
    /// The text of the seat; none for the first side's own.
    pub fn text(self) -> Option<&'static str> {
        match self {
            OpposingSeat::FlipRanks => Some("flip ranks"),
            OpposingSeat::Turn180 => Some("turn 180"),
            OpposingSeat::FlipFiles => Some("flip files"),
            OpposingSeat::Same => None,
        }
    }

    /// A cell as the second side names it.
    pub fn cell(self, (rank, file): RankFile, files: u8, ranks: u8) -> RankFile {
        let (far_rank, far_file) = (ranks - 1 - rank, files - 1 - file);
        match self {
            OpposingSeat::FlipRanks => (far_rank, file),
            OpposingSeat::Turn180 => (far_rank, far_file),
            OpposingSeat::FlipFiles => (rank, far_file),
            OpposingSeat::Same => (rank, file),
        }
    }
}

impl DefinitionNames {
    /// A cell as a side names it.
    pub fn seen_by(&self, colour: FsfColour, cell: RankFile) -> RankFile {
        let (files, ranks) = (self.axes.files.len() as u8, self.axes.ranks.len() as u8);
        match colour {
            FsfColour::White => cell,
            FsfColour::Black => self.seat.cell(cell, files, ranks),
        }
    }

    /// The id of a piece type.
    pub fn piece<'a>(&'a self, name: &'a str) -> &'a str {
        self.pieces.get(name).map_or(name, String::as_str)
    }

    /// The ids of piece types in one text.
    pub fn piece_list(&self, names: &[String]) -> String {
        names.iter().map(|name| self.piece(name)).collect::<Vec<_>>().join(" ")
    }

    /// Names for a record, as far as possible those of its parent.
    pub fn for_record(record: &FsfRecord, parent: Option<&DefinitionNames>) -> DefinitionNames {
        let (files, ranks) = (record.files(), record.ranks());
        let mut names = DefinitionNames {
            pieces: BTreeMap::new(),
            promoted: BTreeMap::new(),
            sides: parent.map_or(["white".to_owned(), "black".to_owned()], |it| it.sides.clone()),
            seat: parent.map_or(OpposingSeat::FlipRanks, |it| it.seat),
            axes: match parent {
                Some(parent)
                    if parent.axes.files.len() == usize::from(files)
                        && parent.axes.ranks.len() == usize::from(ranks) =>
                {
                    parent.axes.clone()
                }
                _ => AxisNames::usual(files, ranks),
            },
            blocking: parent.and_then(|it| it.blocking.clone()),
        };
        for piece in &record.pieces {
            let inherited = parent.and_then(|it| it.pieces.get(&piece.name)).cloned();
            let id = inherited.unwrap_or_else(|| usual_id(record, piece));
            let is_free = |id: &String| !names.pieces.values().any(|known| known == id);
            let id = Some(id).filter(is_free);
            let id = id.unwrap_or_else(|| format!("piece-{}", piece.letter));
            names.pieces.insert(piece.name.clone(), id);
        }
        for (from, to) in record.pairs("promotedPieceType") {
            let inherited = parent.and_then(|it| it.promoted.get(&from)).cloned();
            let id = inherited.unwrap_or_else(|| names.promoted_id(record, &from, &to));
            names.promoted.insert(from, id);
        }
        names
    }

    /// The names of the piece that blocks: a letter that no other piece has.
    pub fn blocking_piece(&self, record: &FsfRecord) -> BlockingPiece {
        let is_free = |it: &char| !record.pieces.iter().any(|piece| piece.letter == *it);
        let letter = ['u', 'w', 'x', 'z'].into_iter().find(is_free).unwrap_or('y');
        self.blocking.clone().unwrap_or_else(|| BlockingPiece {
            side: "neutral".to_owned(),
            piece: blocking_rule().to_owned(),
            name: None,
            letter: letter.to_ascii_uppercase().to_string(),
        })
    }

    /// A promoted form has the id of its piece type, unless that is a piece of its own.
    fn promoted_id(&self, record: &FsfRecord, from: &str, to: &str) -> String {
        let pairs = record.pairs("promotedPieceType");
        let is_single = pairs.iter().filter(|(_, other)| other == to).count() == 1;
        let placement = record.text("startFen").split(' ').next().unwrap_or("");
        let letter = record.piece(to).map(|piece| piece.letter);
        let is_own = placement.char_indices().any(|(at, sign)| {
            Some(sign.to_ascii_lowercase()) == letter && !placement[..at].ends_with('+')
        });
        let is_choice = record.listed("promotionPieceTypesWhite").iter().any(|name| name == to)
            && !record.listed("promotionPawnTypesWhite").is_empty();
        match (is_single && !is_own && !is_choice, from, to) {
            (_, "shogiPawn", "gold") => "tokin".to_owned(),
            (_, "lance", "gold") => "promoted-lance".to_owned(),
            (_, "shogiKnight", "gold") => "promoted-knight".to_owned(),
            (_, "silver", "gold") => "promoted-silver".to_owned(),
            (_, _, "dragonHorse") if is_single && !is_own => "dragon-horse".to_owned(),
            (_, _, "bers") if is_single && !is_own => "dragon-king".to_owned(),
            (true, _, to) if !self.piece(to).starts_with("piece-") => self.piece(to).to_owned(),
            (_, from, _) => format!("promoted-{}", self.piece(from)),
        }
    }
}

fn usual_id(record: &FsfRecord, piece: &FsfPiece) -> String {
    let known = FsfPieceType::find(&piece.name);
    // A King that is no royal piece for the engine is its `commoner`.
    let is_king = piece.name == "commoner" && piece.letter == 'k' && record.piece("king").is_none();
    if is_king || piece.letter == 'k' && is_pseudo_royal(record, piece) {
        return "king".to_owned();
    }
    let pawns = record.listed("promotionPawnTypesWhite");
    if known.is_none() && pawns.contains(&piece.name) && record.piece("pawn").is_none() {
        return "pawn".to_owned();
    }
    let named = known.or_else(|| {
        let notation = piece.notation.as_deref()?;
        PIECE_TYPES.iter().find(|known| known.notation == notation && known.name != "king")
    });
    if let Some(known) = named {
        return known.id.to_owned();
    }
    let letter = piece.letter.to_ascii_uppercase().to_string();
    let notation = piece.notation.as_deref().unwrap_or("");
    let alike: Vec<BuiltinPiece> =
        builtin_pieces().filter(|builtin| builtin.notation == notation).collect();
    let same_letter = alike.iter().find(|builtin| builtin.letter == letter);
    match same_letter.or(alike.first()) {
        Some(builtin) => builtin.id.clone(),
        None => format!("piece-{}", piece.letter),
    }
}

/// Whether a piece that is no King of the engine is subject to check.
fn is_pseudo_royal(record: &FsfRecord, piece: &FsfPiece) -> bool {
    record.flag("extinctionPseudoRoyal")
        && record.piece("king").is_none()
        && record.listed("extinctionPieceTypes").contains(&piece.name)
}
