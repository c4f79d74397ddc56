use crate::geometry::Cell;
use crate::rules::CheckBy;

use super::super::Study;
use super::super::idiom::series;

impl Study {
    pub(super) fn castling(&self) -> String {
        let side = self.first_side();
        let lines: Vec<_> = self.game().castlings.iter().filter(|it| it.side == side).collect();
        let Some(first) = lines.first() else { return String::new() };
        let cell = |cell: Cell| self.cell_name(cell);
        let each = lines.iter().map(|line| {
            format!(
                "{} {}–{} with {} {}–{}",
                self.kind_name(line.royal),
                cell(line.royal_from),
                cell(line.royal_to),
                self.kind_name(line.partner),
                cell(line.partner_from),
                cell(line.partner_to)
            )
        });
        let each: Vec<String> = each.collect();
        let royal = self.kind_name(first.royal);
        let face = &self.variant().sides[side.0 as usize];
        let army = face.army.as_ref().map_or(String::new(), |army| format!(", {}", army.name));
        let attacked = match self.game().check_by {
            CheckBy::Nobody => String::new(),
            CheckBy::AnyEnemy | CheckBy::NextSide => {
                format!(", and the {royal} is attacked on no cell from its first to its last")
            }
        };
        format!(
            "Once, both in one move: {} ({}{army}). Neither has moved, the cells between are \
             empty{attacked}.",
            series(&each, "or"),
            face.name,
        )
    }
}
