use crate::rules::{CheckSource, SideId};
use crate::source::series;

use crate::query::Study;

impl Study {
    /// Who moves when, and whose men besides their own.
    pub(super) fn turns(&self) -> String {
        let name = |side: SideId| self.variant().sides[side.index()].name.clone();
        let players: Vec<String> = self.variant().players().map(name).collect();
        let mut words = match &players[..] {
            [first, _] => format!("{first} begins."),
            _ => format!("{} move in this order.", series(&players, "and")),
        };
        for (index, side) in self.game().sides.iter().enumerate().filter(|(_, it)| !it.has_turns) {
            let movers: Vec<String> = side.moved_by.iter().map(|&side| name(side)).collect();
            let whose = name(SideId(index as u8));
            words += &format!(" {} may move the pieces of {whose}.", series(&movers, "and"));
        }
        let takes_own = |side: SideId| {
            self.game().sides[side].may_capture.iter().any(|piece| piece.side == side)
        };
        if self.variant().players().all(takes_own) {
            words += " Pieces of one’s own side may be taken, too.";
        }
        words
    }

    pub(super) fn passing(&self) -> &'static str {
        match (self.game().passing, self.game().check_by) {
            (false, _) => "",
            (true, CheckSource::None) => "Instead of a move, a player may pass.",
            (true, _) => "Instead of a move, a player who is not in check may pass.",
        }
    }
}
