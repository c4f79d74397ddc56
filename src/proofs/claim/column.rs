//! Columns of tables as setups: `setup(white) is column`.

use crate::game::{PieceTypeId, SideId};
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, suggestion};

use super::said_words::is_form_of;

/// Returns a claim that ends with `column` with the setup that the rows of that column say.
///
/// A row has a piece and its cells: `Rooks`, `a1, h1`. A piece is named in the singular or plural;
/// of several with that name, or with `/` or brackets between their names, it is the one that the side has at
/// the start. `a2 to h2` are the cells between, and a cell of the table without letters says none.
pub fn with_column(
    claim: &str,
    rows: &[[String; 2]],
    variant: &LoadedVariant,
) -> Result<String, Diagnostic> {
    let side = claim.split_once('(').and_then(|(_, rest)| rest.split_once(')'));
    let (side, _) = side.ok_or_else(|| {
        Diagnostic::error(Code::Claim, "only a setup is in a column")
            .help("write `setup(white) is column`")
    })?;
    let id = variant.side(side.trim())?;
    let has_cells = |[_, cells]: &[String; 2]| cells.chars().any(|sign| sign.is_ascii_digit());
    if rows.len() > 1 && !rows.iter().any(has_cells) {
        return Err(Diagnostic::error(Code::Claim, "the column below this claim has no cells")
            .help("write the claim at the head of the column with the cells: `| Piece | [White](<claim: ...>) |`"));
    }
    let mut pieces = Vec::new();
    for [name, cells] in rows {
        if cells.contains(char::is_alphanumeric) {
            let cells = cells.replace(" to ", "-").replace([',', ';'], " ");
            let piece = named(name, id, variant)?;
            let piece = &variant.variant().face(piece).id;
            pieces.push(format!("{piece} {cells}"));
        }
    }
    let start = claim.strip_suffix("column").unwrap_or(claim);
    Ok(format!("{start}\"{side} {}\"", pieces.join(", ")))
}

/// The piece with the name in the first cell of a row.
fn named(name: &str, side: SideId, variant: &LoadedVariant) -> Result<PieceTypeId, Diagnostic> {
    let initial = variant.rules().initial_position();
    let stands = |kind: &PieceTypeId| {
        let mut pieces = initial.pieces();
        pieces.any(|(_, piece)| piece.side == side && piece.piece_type == *kind)
    };
    let names: Vec<String> =
        name.split(['/', '(', ')']).map(|name| name.trim().to_lowercase()).collect();
    let faces = variant.variant().faces.iter().enumerate();
    let is_it = |face: &str| {
        let face = face.to_lowercase();
        names.iter().any(|name| is_form_of(name, &face))
    };
    let by_name = faces.clone().filter(|(_, face)| is_it(&face.name));
    let found = by_name.chain(faces.filter(|(_, face)| is_it(&face.id)));
    let found: Vec<PieceTypeId> = found.map(|(index, _)| PieceTypeId(index as u8)).collect();
    let error = || {
        let message = format!("no piece is called `{}`", name.trim());
        Diagnostic::error(Code::Claim, message).help(format!(
            "the first cell of a row below `column` is the name of a piece: {}",
            suggestion(name.trim(), variant.variant().faces.iter().map(|face| &*face.name)),
        ))
    };
    found.iter().copied().find(stands).or(found.first().copied()).ok_or_else(error)
}
