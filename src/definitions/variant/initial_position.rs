//! Reads the initial position: pieces on the board and in hand.

use std::collections::BTreeSet;

use crate::format::without_line;
use crate::game::{Game, Piece, PieceTypeId, SideId};
use crate::geometry::{Cell, CellSet};
use crate::source::{Code, Diagnostic, SourceText, distinct, sort_by_key};

use super::lowering::LoweringContext;

/// Written in place of cells: the piece takes part, and the source does not give its cell.
const UNKNOWN: &str = "unknown";

/// One piece on one cell, with the texts that put it there.
struct SetupEntry<'a> {
    cell: Cell,
    piece: Piece,
    name: &'a SourceText,
    cells: &'a SourceText,
}

/// The pieces at the first move.
#[derive(Debug)]
pub(super) struct InitialPosition {
    pub pieces: Vec<(Cell, Piece)>,
    /// Pieces that take part, but on cells that the source does not give.
    pub pieces_without_cell: Vec<Piece>,
    /// Whether everything that the definition says could be read.
    pub is_complete: bool,
}

impl LoweringContext<'_> {
    /// Reads `[setup.each]` and `[setup.SIDE]`.
    pub fn initial_position(&self) -> InitialPosition {
        let mut is_complete = true;
        let mut pieces_without_cell = Vec::new();
        let mut entries: Vec<SetupEntry<'_>> = Vec::new();
        for (owner, table) in self.root.table("setup").named() {
            let sides = self.owning_sides(owner);
            is_complete &= sides.is_some();
            for (name, cells) in table.texts() {
                let Some(piece_type) = self.names.pieces.find(&name.value) else {
                    is_complete = false;
                    continue;
                };
                for &side in sides.iter().flatten() {
                    let piece = self.army_piece(side, piece_type);
                    if cells.value.trim() == UNKNOWN {
                        pieces_without_cell.push(piece);
                        continue;
                    }
                    if let Some(error) = no_cells(owner, name, cells) {
                        is_complete = false;
                        self.report(error);
                        break;
                    }
                    let found = self.keep(self.cells_of_line(owner, cells, side));
                    is_complete &= found.is_some();
                    if found.as_ref().is_some_and(CellSet::is_empty) {
                        let what = format!("no cell is in `{}`", cells.value);
                        let error = cells.error(Code::SetupCell, what);
                        self.report(error.help("between cells stands a blank: `a1 h1`; `and` is for what two sets share"));
                        is_complete = false;
                        break;
                    }
                    let found = found.unwrap_or_default();
                    entries.extend(found.iter().map(|cell| SetupEntry {
                        cell,
                        piece,
                        name,
                        cells,
                    }));
                }
            }
        }
        is_complete &= !self.check_shared_cells(&entries);
        sort_by_key(&mut entries, |entry| entry.cell);
        entries.dedup_by_key(|entry| entry.cell);
        let pieces = entries.into_iter().map(|entry| (entry.cell, entry.piece)).collect();
        InitialPosition { pieces, pieces_without_cell, is_complete }
    }

    /// For each side, the initial cells of each of its piece types, by id.
    ///
    /// If the side's army replaces a piece type, its id also stands for the cells of the
    /// replacement.
    pub fn start_cells(&self, initial: &[(Cell, Piece)]) -> Vec<Vec<(String, CellSet)>> {
        let of_side = |side: SideId| {
            let ids = self.names.pieces.piece_types.iter().enumerate();
            let cells = ids.map(|(index, id)| {
                let piece_type = PieceTypeId(index as u8);
                let pieces =
                    [Piece { side, piece_type }, self.army_piece(side.index(), piece_type)];
                let cells = initial.iter().filter(|(_, piece)| pieces.contains(piece));
                (id.clone(), cells.map(|&(cell, _)| cell).collect())
            });
            cells.filter(|(_, cells): &(String, CellSet)| !cells.is_empty()).collect()
        };
        self.side_ids().map(of_side).collect()
    }

    /// Reads `[setup-hand.each]` and `[setup-hand.SIDE]`.
    pub fn initial_hands(&self) -> Vec<(Piece, u16)> {
        let mut hands = Vec::new();
        for (owner, table) in self.root.table("setup-hand").named() {
            let Some(sides) = self.owning_sides(owner) else { continue };
            for id in table.keys() {
                let (Some(piece_type), Some((count, _))) =
                    (self.names.pieces.find(id), table.integer(id))
                else {
                    continue;
                };
                let pieces = sides.iter().map(|&side| self.army_piece(side, piece_type));
                hands.extend(pieces.map(|piece| (piece, count.clamp(0, 999) as u16)));
            }
        }
        hands
    }

    /// The sides that `each` or the id of a side names.
    fn owning_sides(&self, owner: &SourceText) -> Option<Vec<usize>> {
        if owner.value == "each" {
            return Some(self.players());
        }
        let sides = &self.names.pieces.sides;
        let side = sides.find(&owner.value);
        if side.is_none() {
            self.report(owner.unknown_name(Code::Side, "side", sides.known().chain(["each"])));
        }
        side.map(|side| vec![side])
    }

    /// The cells of one line of the setup, for one side.
    ///
    /// `[setup.each]` is rotated or mirrored to the side's seat. A side's own table is read as the
    /// first side sees the board.
    fn cells_of_line(
        &self,
        owner: &SourceText,
        cells: &SourceText,
        side: usize,
    ) -> Result<CellSet, Diagnostic> {
        if owner.value != "each" {
            return self.names.cells.cells(cells, 0);
        }
        self.names.cells.cells_or_missing(cells, side)?.map_err(|missing| {
            let (missing, id) = (self.layout().name(missing), self.side_name(side));
            let message = format!("seen from the seat of {id}, `{missing}` is not on the board");
            let help = format!("give {id} a setup of its own: `[setup.{id}]`");
            let error = cells.error(Code::SetupCell, message).help(help);
            owner.location.add_label(error, "seen from each side's seat")
        })
    }

    /// Reports cells with two pieces; returns whether there are any.
    ///
    /// Two sides whose seats put the same line of `[setup.each]` on the same cells get one error.
    fn check_shared_cells(&self, entries: &[SetupEntry<'_>]) -> bool {
        let mut found = false;
        let mut reported = BTreeSet::new();
        let mut reported_lines = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let Some(other) = entries[..index].iter().find(|other| other.cell == entry.cell) else {
                continue;
            };
            let is_same_line = std::ptr::eq(other.cells, entry.cells);
            if is_same_line && other.piece == entry.piece {
                continue;
            }
            found = true;
            if !is_same_line {
                let lines = [other, entry].map(|it| std::ptr::from_ref(it.cells));
                if reported_lines.contains(&lines) {
                    continue;
                }
                reported_lines.push(lines);
                // The line with more cells is rather right, if the cell is no slip of another one.
                let count = |of: &SetupEntry<'_>| {
                    entries.iter().filter(|it| std::ptr::eq(it.cells, of.cells)).count()
                };
                let [of_other, of_entry] = [other, entry].map(|it| self.mirrored_line(it, entries));
                let is_wrong =
                    |of, help: &Option<String>| (help.is_some(), std::cmp::Reverse(count(of)));
                let (other, entry, help) =
                    match is_wrong(other, &of_other) > is_wrong(entry, &of_entry) {
                        true => (entry, other, of_other),
                        false => (other, entry, of_entry),
                    };
                let help = help.or_else(|| {
                    let free = self.nearest_free(entry.cell, entries)?;
                    Some(format!("write another cell for one of them: `{free}` is empty"))
                });
                self.report(self.shared_cell(other, entry, help));
            } else if reported.insert((other.piece.side, entry.piece.side)) {
                let id = self.side_name(entry.piece.side.index());
                let help = format!(
                    "write `{id} = {{ seat = \"flip ranks\" }}` in `[sides]`, which puts its pieces on \
                     the other side, or give it a setup of its own, `[setup.{id}]`"
                );
                let error = self.shared_cell(other, entry, None).help(help);
                // The line of the side lacks the seat; that of the setup is right.
                let side = self.sides[entry.piece.side.index()].id;
                self.report(match side.location.file == *self.file {
                    true => {
                        let error = error.in_file(self.file, side.span());
                        entry.cells.location.add_label(error, "these cells")
                    }
                    false => error,
                });
            }
        }
        found
    }

    /// The help with the line of a piece on which two cells mirror each other: `c1 f1` for `c1 e1`, if `f1` is
    /// empty.
    fn mirrored_line(&self, entry: &SetupEntry<'_>, entries: &[SetupEntry<'_>]) -> Option<String> {
        let layout = self.layout();
        let mut words: Vec<&str> = entry.cells.value.split_whitespace().collect();
        let place = words.iter().position(|word| *word == layout.name(entry.cell))?;
        let [one, two] = words[..] else { return None };
        let at = |name: &str| layout.find(name).map(|cell| layout.point(cell).at);
        let right = at(if place == 0 { two } else { one })?;
        let files = layout.board(0).files.len() as i32;
        let is_meant = |cell: &Cell| {
            let it = layout.point(*cell).at;
            i32::from(it.x) + i32::from(right.x) == files - 1 && (it.y, it.z) == (right.y, right.z)
        };
        let meant = layout.cells().find(is_meant)?;
        let free = layout.name(meant);
        words[place] = free;
        let line = format!("{} = \"{}\"", entry.name.value, words.join(" "));
        let is_free = entries.iter().all(|it| it.cell != meant);
        is_free.then(|| format!("write `{line}`: `{free}` is empty"))
    }

    /// The name of the nearest cell of the board on which no piece stands.
    fn nearest_free(&self, cell: Cell, entries: &[SetupEntry<'_>]) -> Option<String> {
        let layout = self.layout();
        let level = layout.point(cell).at.z;
        let is_free = |free: &Cell| {
            layout.point(*free).at.z == level && entries.iter().all(|entry| entry.cell != *free)
        };
        let free = layout.cells().filter(is_free);
        let (_, free) =
            { free }.filter_map(|free| Some((layout.distance(cell, free)?.1, free))).min()?;
        Some(layout.name(free).to_owned())
    }

    /// The error about two pieces on one cell; it points at the file itself, not at a parent.
    fn shared_cell(
        &self,
        other: &SetupEntry<'_>,
        entry: &SetupEntry<'_>,
        help: Option<String>,
    ) -> Diagnostic {
        let is_own = |entry: &SetupEntry<'_>| entry.cells.location.file == *self.file;
        let (other, entry) =
            if is_own(other) && !is_own(entry) { (entry, other) } else { (other, entry) };
        let cell = self.layout().name(entry.cell);
        let (one, two) = (&other.name.value, &entry.name.value);
        let side = self.side_name(entry.piece.side.index());
        let message = if other.piece.side == entry.piece.side {
            format!("`{one}` and `{two}` of {side} both stand on `{cell}`")
        } else {
            let before = self.side_name(other.piece.side.index());
            format!("`{one}` of {before} and `{two}` of {side} both stand on `{cell}`")
        };
        let error = entry.cells.error(Code::SetupCell, message);
        // What is inherited is left out by its path.
        let error = error.help(match is_own(other) {
            true => help.unwrap_or_else(|| "write another cell for one of them".to_owned()),
            false => format!(
                "write another cell, or leave the other out: `{}`",
                without_line(self.file, &format!("setup.each.{one}"))
            ),
        });
        if std::ptr::eq(other.cells, entry.cells) {
            return error;
        }
        other.cells.location.add_label(error, "the other")
    }
}

/// The error about a line of the setup that says in words that a piece is on no cell.
fn no_cells(owner: &SourceText, name: &SourceText, cells: &SourceText) -> Option<Diagnostic> {
    let (owner, name) = (&owner.value, &name.value);
    let help = match cells.value.trim() {
        "none" | "nothing" | "nowhere" | "" => format!(
            "leave the line out; if it is inherited, write `without = \"setup.{owner}.{name}\"`"
        ),
        "hand" | "in hand" => {
            format!("write `[setup-hand.{owner}]` and below it `{name} = 1`")
        }
        _ => return None,
    };
    let message = format!("the setup of `{name}` names no cell");
    Some(cells.error(Code::SetupCell, message).help(help))
}

/// The type that a captured piece reverts to: the only one that promotes to `piece_type`.
///
/// Returns `None` if `piece_type` occurs in the initial position or in hand, unless `is_form`: its
/// letter says that it is a promoted form.
pub(super) fn unpromoted(
    game: &Game,
    piece_type: PieceTypeId,
    is_form: bool,
) -> Option<PieceTypeId> {
    let on_board = game.initial_pieces.iter().map(|(_, piece)| piece);
    let in_hand = game.hands.iter().flat_map(|hands| &hands.initial).map(|(piece, _)| piece);
    if !is_form && on_board.chain(in_hand).any(|piece| piece.piece_type == piece_type) {
        return None;
    }
    let promotions = game.promotions.iter();
    let from = distinct(
        promotions
            .filter(|promotion| promotion.choices.contains(&piece_type))
            .map(|promotion| promotion.piece_type),
    );
    from.first().copied().filter(|_| from.len() == 1)
}
