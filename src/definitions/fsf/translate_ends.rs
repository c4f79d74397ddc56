//! How a game of a record ends.

use super::draft::Draft;
use super::record::{COLOURS, FsfColour, PieceNames};
use super::translate::Translator;

impl Translator<'_> {
    /// Writes the tables that are the same for both sides.
    pub fn common_tables(&mut self, draft: &mut Draft) {
        let record = self.record;
        let has_hands = record.flag("pieceDrops") && record.flag("capturesToHand");
        if has_hands {
            draft.set(&["hands", "gain"], "captures");
            let word = if record.flag("dropLoop") { "is" } else { "unpromoted" };
            draft.set(&["hands", "as"], word);
        }
        let pass = COLOURS.map(|colour| record.flag(&colour.key("pass")));
        if pass == [true, true] {
            draft.set(&["turn", "pass"], "not in check");
        } else if pass != [false, false] {
            let colour = if pass[0] { "White" } else { "Black" };
            let line = format!("pass{colour} = true");
            self.unsaid(line, "Only one side may pass.", "moves");
        }
        self.royals(draft);
        self.restrictions(draft);
        let has_royal = record.pieces.iter().any(|piece| {
            self.is_royal(&piece.name) && COLOURS.iter().any(|&side| self.plays(side, &piece.name))
        });
        if has_royal {
            draft.set(&["ends", "checkmate"], result(record.text("checkmateValue")));
        }
        self.stalemate(draft);
        self.counts(draft);
        if record.flag("bikjangRule") {
            draft.set(&["ends", "facing-royals"], "draw");
        }
        self.extinction(draft);
        self.lines(draft);
    }

    fn stalemate(&mut self, draft: &mut Draft) {
        let record = self.record;
        let pass = COLOURS.map(|colour| record.flag(&colour.key("passOnStalemate")));
        let usual = if record.flag("stalematePieceCount") {
            "fewer points"
        } else {
            result(record.text("stalemateValue"))
        };
        match pass {
            [true, true] => draft.set(&["ends", "stalemate"], "passes"),
            [false, false] => draft.set(&["ends", "stalemate"], usual),
            _ => {
                draft.set(&["ends", "stalemate"], usual);
                let side = if pass[0] { 0 } else { 1 };
                draft.set(&["sides", &self.names.sides[side], "ends", "stalemate"], "passes");
            }
        }
    }

    /// Repetition, and moves without progress.
    fn counts(&mut self, draft: &mut Draft) {
        let record = self.record;
        let times = record.number("nFoldRule");
        if times > 1 {
            let mut table = Draft::default();
            table.set(&["times"], times);
            let value = record.text("nFoldValue");
            if record.flag("nFoldValueAbsolute") && value != "draw" {
                let line = "nFoldValueAbsolute = true";
                self.unsaid(line, "A repeated position has one result for each side.", "ends");
            }
            table.set(&["result"], result(value));
            if record.flag("perpetualCheckIllegal") {
                table.set(&["perpetual-check"], "loses");
            }
            draft.set(&["ends", "repetition"], table);
        }
        let moves = record.number("nMoveRule");
        if moves > 0 {
            let mut table = Draft::default();
            table.set(&["moves"], moves);
            let by = COLOURS.map(|colour| self.pieces_text(&colour.key("nMoveRuleTypes")));
            let by = match by {
                [Some(one), Some(other)] if one != other => {
                    let [white, black] = &self.names.sides;
                    Some(format!("{one} of {white}, {other} of {black}"))
                }
                [one, other] => one.or(other),
            };
            if let Some(by) = by {
                table.set(&["by"], by);
            }
            table.set(&["result"], "draw");
            draft.set(&["ends", "no-progress"], table);
        }
    }

    /// Several royal pieces of a side, and which of them count.
    fn royals(&mut self, draft: &mut Draft) {
        let record = self.record;
        if !record.flag("extinctionPseudoRoyal") {
            return;
        }
        if record.flag("dupleCheck") {
            draft.set(&["check", "royals"], "all");
            return;
        }
        let most = record.number("extinctionPieceCount") + 1;
        let grows = |colour: FsfColour, name: &String| {
            let key = colour.key("promotionPieceTypes");
            let pawns = colour.key("promotionPawnTypes");
            let by_pawns = !record.listed(&pawns).is_empty() && record.listed(&key).contains(name);
            by_pawns || record.flag("pieceDrops") && record.flag("capturesToHand")
        };
        let exceeds = |colour: FsfColour| {
            record.listed("extinctionPieceTypes").into_iter().any(|name| {
                let count = self.start.cells_of(colour, &name, false).len() as i64;
                count > most || count == most && grows(colour, &name)
            })
        };
        let exceeding: Vec<FsfColour> = COLOURS.into_iter().filter(|&it| exceeds(it)).collect();
        if exceeding.iter().any(|&colour| self.plays(colour, "king")) {
            // Only the other royal pieces lose their right, and the count includes the King.
            let rule =
                "A royal piece besides the King is royal only while it is the last of its type.";
            self.unsaid("extinctionPseudoRoyal = true", rule, "moves");
        } else if !exceeding.is_empty() {
            let word = if most == 1 { "last".to_owned() } else { format!("last {most}") };
            draft.set(&["check", "royals"], word);
        }
    }

    fn extinction(&mut self, draft: &mut Draft) {
        let record = self.record;
        let value = record.text("extinctionValue");
        // Pieces that are subject to check are not captured, except by a blast.
        let only_check = record.flag("extinctionPseudoRoyal") && !record.flag("blastOnCapture");
        if value == "none" || only_check {
            return;
        }
        let most = record.number("extinctionPieceCount");
        let enemies = record.number("extinctionOpponentPieceCount");
        let names = record.piece_names("extinctionPieceTypes");
        let known = self.known_pieces("extinctionPieceTypes");
        let result = result(value);
        let is_plain = most == 0 && enemies == 0;
        let groups: Vec<String> = match names {
            PieceNames::All => vec!["any".to_owned()],
            PieceNames::Listed(_) => self.ids_of("extinctionPieceTypes"),
        };
        let in_setup = |name: &String| COLOURS.iter().all(|&side| self.start.has(side, name));
        match &groups[..] {
            [] => {}
            [only] if only == "any" && most == 1 && enemies == 0 && self.has_kings() => {
                draft.set(&["ends", "extinction", "pieces"], "any but king");
                draft.set(&["ends", "extinction", "result"], result);
            }
            [only] if is_plain => {
                draft.set(&["ends", "extinction", "pieces"], only.as_str());
                draft.set(&["ends", "extinction", "result"], result);
            }
            several if is_plain && known.iter().all(in_setup) => {
                let fact = format!("a type of {} extinct", several.join(" "));
                draft.set(&["end-conditions", "extinct", "if"], fact);
                draft.set(&["end-conditions", "extinct", "result"], result);
            }
            several => {
                for group in several {
                    let (name, pieces) = match group.as_str() {
                        "any" => ("few-pieces".to_owned(), "own"),
                        id => (format!("few-{id}"), id),
                    };
                    let mut fact = match most {
                        0 => format!("no {pieces}"),
                        most => format!("at most {most} {pieces}"),
                    };
                    if enemies > 0 {
                        let of = if pieces == "own" {
                            "enemy".to_owned()
                        } else {
                            format!("{pieces} of enemy")
                        };
                        fact += &format!(" and at least {enemies} {of}");
                    }
                    draft.set(&["end-conditions", &name, "if"], fact);
                    draft.set(&["end-conditions", &name, "result"], result);
                }
            }
        }
        if record.flag("extinctionClaim") {
            let line = "extinctionClaim = true";
            self.unsaid(line, "The side to move claims the end of the game.", "ends");
        }
    }

    /// Whether both sides have exactly one King, which stays on the board.
    fn has_kings(&self) -> bool {
        COLOURS.iter().all(|&side| self.start.cells_of(side, "king", false).len() == 1)
            && self.id("king") == "king"
    }

    /// Ends that a side reaches: goals, checks.
    pub fn side_ends(&mut self, colour: FsfColour, draft: &mut Draft) {
        let record = self.record;
        let cells = self.region("flagRegion", colour);
        let key = colour.key("flagPiece");
        if let Some(pieces) = self.pieces_text(&key).filter(|_| !cells.is_empty()) {
            let own = if pieces == "any" { "own" } else { pieces.as_str() };
            let at = self.cells_of_fact(colour, &cells);
            let count = record.number("flagPieceCount");
            let fact = match (count, record.flag("flagPieceSafe")) {
                (1, false) => format!("{own} on {at}"),
                (1, true) => format!("unattacked {own} on {at}"),
                (count, _) => format!("at least {count} {own} on {at}"),
            };
            let is_plain = count == 1 && !record.flag("flagPieceSafe") && !record.flag("flagMove");
            if is_plain {
                draft.set(&["ends", "goal", "pieces"], pieces.as_str());
                draft.set(&["ends", "goal", "at"], self.cells(colour, &cells));
                draft.set(&["ends", "goal", "result"], "wins");
            } else {
                self.arrival(draft, fact, own, &at);
            }
        }
        if record.flag("checkCounting") {
            let (white, black) = self.start.checks.unwrap_or((1, 1));
            let count = if colour == FsfColour::White { white } else { black };
            draft.set(&["end-conditions", "checks", "if"], format!("given {count} checks"));
            draft.set(&["end-conditions", "checks", "result"], "wins");
        }
    }

    fn arrival(&mut self, draft: &mut Draft, fact: String, own: &str, at: &str) {
        let record = self.record;
        draft.set(&["end-conditions", "arrival", "if"], fact);
        match (record.flag("flagMove"), record.flag("flagPieceSafe")) {
            (true, false) => {
                draft.set(&["end-conditions", "arrival", "when"], "end of round");
                draft.set(&["end-conditions", "arrival", "tie"], "draw");
            }
            (true, true) => {
                draft.set(&["end-conditions", "stay", "if"], format!("{own} on {at}"));
                draft.set(&["end-conditions", "stay", "when"], "next own turn");
                draft.set(&["end-conditions", "stay", "result"], "wins");
            }
            _ => {}
        }
        draft.set(&["end-conditions", "arrival", "result"], "wins");
        if record.flag("flagPieceBlockedWin") {
            let fact = format!("{own} on {at} and no empty on {at}");
            draft.set(&["end-conditions", "blocked", "if"], fact);
            draft.set(&["end-conditions", "blocked", "result"], "wins");
        }
    }

    /// Rows and blocks of pieces.
    fn lines(&mut self, draft: &mut Draft) {
        let record = self.record;
        let pieces = self.pieces_text("connectPieceTypes").unwrap_or_default();
        let pieces = if pieces == "any" { "own".to_owned() } else { pieces };
        let result = result(record.text("connectValue"));
        let way = match ["connectVertical", "connectHorizontal", "connectDiagonal"]
            .map(|key| record.flag(key))
        {
            [true, true, true] => "",
            [true, true, false] => " by W",
            [false, false, true] => " by F",
            [true, false, false] => " by vW",
            [false, true, false] => " by sW",
            [true, false, true] => " by vWF",
            [false, true, true] => " by sWF",
            [false, false, false] => return,
        };
        for (key, name, text) in [
            ("connectN", "row", format!("{pieces} in a row{way}")),
            ("collinearN", "line", format!("{pieces} on one line{way}")),
        ] {
            let count = record.number(key);
            if count > 1 {
                draft.set(&["end-conditions", name, "if"], format!("{count} {text}"));
                draft.set(&["end-conditions", name, "result"], result);
            }
        }
        let edge = record.number("connectNxN");
        if edge > 1 {
            let fact = format!("{} {pieces} in a block", edge * edge);
            draft.set(&["end-conditions", "block", "if"], fact);
            draft.set(&["end-conditions", "block", "result"], result);
        }
        for colour in COLOURS {
            let [one, two] =
                ["connectRegion1", "connectRegion2"].map(|key| self.region(key, colour));
            if one.is_empty() || two.is_empty() {
                continue;
            }
            let [from, to] = [one, two].map(|cells| self.cells_of_fact(colour, &cells));
            let fact = format!("{pieces} connected from {from} to {to}{way}");
            let side = &self.names.sides[colour.index()];
            draft.set(&["sides", side, "end-conditions", "connection", "if"], fact);
            draft.set(&["sides", side, "end-conditions", "connection", "result"], result);
        }
    }
}

fn result(value: &str) -> &'static str {
    match value {
        "win" => "wins",
        "loss" => "loses",
        _ => "draw",
    }
}
