use std::collections::BTreeSet;

use crate::geometry::{Cell, Cells};
use crate::notation::{Betza, Term};
use crate::rules::{
    CheckBy, Elimination, Event, Game, Kind, KindId, Man, Men, NextTurn, Occupant, Outcome,
    Promotion, SideId, Transfer, TransferWhen, Travel,
};
use crate::variant::Sureness;

use super::compare::article;
use super::describe::describe;
use super::idiom::series;
use super::{Idiom, Study};

/// A rule that is no single piece's own, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// What it is about: `Castling`.
    pub on: String,
    /// The rule, in sentences.
    pub words: String,
    /// How sure we are of it.
    pub sureness: Sureness,
}

impl Study {
    /// What the game says of turns, first steps, castling, promotion, drops, ways between boards
    /// and its end: what a player has to know besides how the pieces move.
    ///
    /// It is told of the first side; where the other one of two players has other cells, these are
    /// named too.
    pub fn rulings(&self) -> Vec<Ruling> {
        let mut rulings = vec![self.ruling("Turns", "sides", self.turns())];
        rulings.extend([
            self.ruling("First step", "pieces", self.first_steps()),
            self.ruling("In passing", "pieces", self.in_passing()),
            self.ruling("Castling", "castling", self.castling()),
            self.ruling("Promotion", "promotion", self.promotion()),
            self.ruling("Hands", "hands", self.hands()),
            self.ruling("Drops", "drops", self.drops()),
            self.ruling("Passing", "turn", self.passing()),
        ]);
        rulings.extend(self.boards_of_all().into_iter().map(Some));
        rulings.extend(self.transfers().into_iter().map(Some));
        rulings.push(self.ruling("Check", "check", self.check()));
        rulings.extend(self.endings());
        rulings.into_iter().flatten().filter(|ruling| !ruling.words.is_empty()).collect()
    }

    fn ruling(&self, on: &str, path: &str, words: impl Into<String>) -> Option<Ruling> {
        let words = words.into();
        let (on, sureness) = (on.to_owned(), self.variant().standings.of(path));
        (!words.is_empty()).then_some(Ruling { on, words, sureness })
    }

    fn game(&self) -> &Game {
        self.rules().game()
    }

    // -- turns -----------------------------------------------------------------------------------

    /// Who moves when, and whose men besides their own.
    fn turns(&self) -> String {
        let name = |side: SideId| self.variant().sides[side.0 as usize].name.clone();
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
            self.game().sides[side.0 as usize].takes.iter().any(|man| man.side == side)
        };
        if self.variant().players().all(takes_own) {
            words += " Pieces of one’s own side may be taken, too.";
        }
        words
    }

    fn passing(&self) -> &'static str {
        match (self.game().passing, self.game().check_by) {
            (false, _) => "",
            (true, CheckBy::Nobody) => "Instead of a move, a player may pass.",
            (true, _) => "Instead of a move, a player who is not in check may pass.",
        }
    }

    // -- moves that a piece's own notation does not tell -----------------------------------------

    fn first_steps(&self) -> String {
        let mut words = Vec::new();
        for (index, kind) in self.game().kinds.iter().enumerate() {
            let name = self.kind_name(KindId(index as u8));
            let steps = [(&kind.double_step, "twice"), (&kind.triple_step, "three times")];
            for (cells, count) in steps {
                let of = |side: SideId| cells.get(side.0 as usize).cloned().unwrap_or_default();
                if !of(self.first_side()).is_empty() {
                    let place = self.start_or_place(KindId(index as u8), of);
                    words.push(format!(
                        "{} {name} {place} may make its step without capture {count} at once, \
                         over empty cells.",
                        capital(article(name)),
                    ));
                }
            }
        }
        words.join(" ")
    }

    /// `on rank 2`; cells in no line are told by who starts on them.
    fn start_or_place(&self, kind: KindId, of: impl Fn(SideId) -> Cells) -> String {
        let starts = |side: SideId| -> Cells {
            let men = self.game().array.iter().filter(|(_, man)| *man == Man { side, kind });
            men.map(|&(cell, _)| cell).collect()
        };
        let is_start = self.variant().players().all(|side| starts(side) == of(side));
        match is_start && self.lines(&of(self.first_side())).is_none() {
            true => "on any cell where one of its side starts".to_owned(),
            false => self.place_of_each(of),
        }
    }

    /// Only where somebody can be taken in passing.
    fn in_passing(&self) -> String {
        let takers: Vec<String> = self
            .kinds_where(|terms| {
                let last = |term: &Term| term.legs.iter().any(|leg| leg.modifiers.en_passant);
                terms.iter().any(last)
            })
            .map(|kind| self.with_article(kind))
            .collect();
        let long = |kind: &Kind| {
            kind.double_step.iter().chain(&kind.triple_step).any(|cells| !cells.is_empty())
        };
        if takers.is_empty() || !self.game().kinds.iter().any(long) {
            return String::new();
        }
        format!(
            "{} may take a piece that has just made such a long step on a cell that it passed \
             over.",
            capital(&series(&takers, "or"))
        )
    }

    fn kinds_where(&self, is: impl Fn(&[Term]) -> bool) -> impl Iterator<Item = KindId> {
        let side = self.first_side().0 as usize;
        let of_way = |travel: &Travel| match travel {
            Travel::Betza(Betza { terms }) => is(terms),
            Travel::Path(_) | Travel::Links(_) | Travel::Stay => false,
        };
        let kinds = self.game().kinds.iter().enumerate().filter(|(_, kind)| {
            kind.ways.get(side).is_some_and(|ways| ways.iter().any(|way| of_way(&way.travel)))
        });
        let found: Vec<KindId> = kinds.map(|(index, _)| KindId(index as u8)).collect();
        found.into_iter()
    }

    fn castling(&self) -> String {
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

    // -- promotion -------------------------------------------------------------------------------

    fn promotion(&self) -> String {
        if self.game().promotions.is_empty() {
            return "No piece promotes.".to_owned();
        }
        let side = self.first_side();
        let mut left: Vec<&Promotion> =
            self.game().promotions.iter().filter(|it| it.side == side).collect();
        let mut words = Vec::new();
        while let Some(&first) = left.first() {
            let alike = |it: &&Promotion| {
                (&it.may, it.leaving) == (&first.may, first.leaving)
                    && (!first.may.is_empty() || it == &first)
            };
            let (group, rest): (Vec<_>, Vec<_>) = left.into_iter().partition(alike);
            words.push(match group[..] {
                [only] => self.one_promotes(only),
                _ => self.several_promote(&group),
            });
            left = rest;
        }
        if self.game().promotions.iter().any(|it| it.side == side && it.quota) {
            words.push("No side may have more of a kind than it began with.".to_owned());
        }
        words.join(" ")
    }

    fn one_promotes(&self, promotion: &Promotion) -> String {
        let who = capital(&self.with_article(promotion.kind));
        let what = self.becomes(promotion);
        let must = self.promotes_where(promotion, |it| &it.must);
        if promotion.may.is_empty() {
            return format!("{who} that comes to stand {must} becomes {what}.");
        }
        let forced = match promotion.must.is_empty() {
            true => String::new(),
            false => format!("; {must} it must"),
        };
        format!("{who} may become {what} {}{forced}.", self.by_a_move(promotion))
    }

    fn several_promote(&self, group: &[&Promotion]) -> String {
        let pairs: Vec<String> = group
            .iter()
            .map(|it| {
                let what = match it.becomes[..] {
                    [only] => self.kind_name(only).to_owned(),
                    _ => self.becomes(it),
                };
                format!("{} to {what}", self.kind_name(it.kind))
            })
            .collect();
        let mut words =
            format!("These may promote {}: {}.", self.by_a_move(group[0]), series(&pairs, "and"));
        let mut forced: Vec<(&Cells, Vec<String>, &Promotion)> = Vec::new();
        for it in group.iter().filter(|it| !it.must.is_empty()) {
            let name = self.kind_name(it.kind).to_owned();
            match forced.iter_mut().find(|(cells, ..)| **cells == it.must) {
                Some((_, names, _)) => names.push(name),
                None => forced.push((&it.must, vec![name], it)),
            }
        }
        let forced: Vec<String> = forced
            .into_iter()
            .map(|(_, names, it)| {
                format!("{} {}", series(&names, "and"), self.promotes_where(it, |it| &it.must))
            })
            .collect();
        if !forced.is_empty() {
            words += &format!(" They must: {}.", forced.join("; "));
        }
        words
    }

    /// `by a move that begins or ends on ranks a to c`
    fn by_a_move(&self, promotion: &Promotion) -> String {
        let begins = if promotion.leaving { "begins or " } else { "" };
        let place = self.promotes_where(promotion, |it| &it.may);
        format!("by a move that {begins}ends {place}")
    }

    fn promotes_where(&self, of: &Promotion, cells: impl Fn(&Promotion) -> &Cells) -> String {
        self.place_of_each(|side| {
            let promotions = &self.game().promotions;
            let its = promotions.iter().find(|it| it.side == side && it.kind == of.kind);
            its.map(&cells).cloned().unwrap_or_default()
        })
    }

    /// `a Queen, Rook, Bishop or Knight`
    fn becomes(&self, promotion: &Promotion) -> String {
        let has_army = self.variant().sides.iter().any(|side| side.army.is_some());
        let promotes = |kind: KindId| self.game().promotions.iter().any(|it| it.kind == kind);
        let is_other =
            |kind: &KindId| !self.game().kinds[kind.0 as usize].royal && !promotes(*kind);
        let array: BTreeSet<KindId> = self.game().array.iter().map(|(_, man)| man.kind).collect();
        // The names would be those of some armies among several.
        if has_army && array.iter().filter(|kind| is_other(kind)).eq(&self.sorted(promotion)) {
            let others = array.iter().filter(|kind| !is_other(kind));
            let others: Vec<String> = others.map(|&kind| self.with_article(kind)).collect();
            return format!("any piece of an army in play but {}", series(&others, "or"));
        }
        let names: Vec<String> =
            promotion.becomes.iter().map(|&kind| self.kind_name(kind).to_owned()).collect();
        let first = names.first().map_or("", String::as_str);
        format!("{} {}", article(first), series(&names, "or"))
    }

    fn sorted(&self, promotion: &Promotion) -> BTreeSet<KindId> {
        promotion.becomes.iter().copied().collect()
    }

    // -- hands -----------------------------------------------------------------------------------

    fn hands(&self) -> String {
        let Some(hands) = &self.game().hands else { return String::new() };
        let mut words = Vec::new();
        if hands.gain {
            let again = match hands.unpromoted && !self.game().promotions.is_empty() {
                true => "; a promoted one becomes again what it was",
                false => "",
            };
            words.push(format!("Whoever takes a piece keeps it in hand as its own{again}."));
        }
        for side in self.variant().players() {
            let held = hands.start.iter().filter(|(man, _)| man.side == side);
            let held: Vec<String> =
                held.map(|(man, count)| format!("{count} {}", self.kind_name(man.kind))).collect();
            if !held.is_empty() {
                let name = &self.variant().sides[side.0 as usize].name;
                words.push(format!("{name} begins with {} in hand.", series(&held, "and")));
            }
        }
        words.join(" ")
    }

    fn drops(&self) -> String {
        let side = self.first_side();
        let drops: Vec<_> = self.game().drops.iter().filter(|drop| drop.side == side).collect();
        if drops.is_empty() {
            return String::new();
        }
        let all = self.layout().len();
        let mut places: Vec<(&Cells, Vec<KindId>)> = Vec::new();
        for drop in drops.iter().filter(|drop| drop.to.count() < all) {
            match places.iter_mut().find(|(cells, _)| **cells == drop.to) {
                Some((_, kinds)) => kinds.push(drop.kind),
                None => places.push((&drop.to, vec![drop.kind])),
            }
        }
        let mut limits: Vec<String> = places
            .iter()
            .map(|(_, kinds)| {
                let names: Vec<String> =
                    kinds.iter().map(|&kind| self.with_article(kind)).collect();
                let place = self.place_of_each(|side| {
                    let drops = &self.game().drops;
                    let its = drops.iter().find(|it| it.side == side && it.kind == kinds[0]);
                    its.map(|it| it.to.clone()).unwrap_or_default()
                });
                format!("{} only {place}", series(&names, "or"))
            })
            .collect();
        for drop in &drops {
            let mut not = Vec::new();
            if let Some(line) = drop.one_per.iter().find(|line| line.count() > 1) {
                not.push(format!("on a {} that has one of its side", self.line_word(line)));
            }
            if !drop.mates {
                not.push("to give mate".to_owned());
            }
            if !not.is_empty() {
                let who = self.with_article(drop.kind);
                limits.push(format!("{who} not {}", series(&not, "nor")));
            }
        }
        let limits = match limits.is_empty() {
            true => String::new(),
            false => format!("; but {}", series(&limits, "and")),
        };
        format!("Instead of a move, a piece from the hand may be put on any empty cell{limits}.")
    }

    // -- several boards --------------------------------------------------------------------------

    /// Boards on which all pieces move alike, or not at all.
    fn boards_of_all(&self) -> Vec<Ruling> {
        let side = self.first_side().0 as usize;
        let idiom = Idiom { name: String::new(), ..self.idiom(KindId(0)) };
        let mut rulings = Vec::new();
        if self.layout().boards().len() < 2 {
            return rulings;
        }
        for board in 0..self.layout().boards().len() as u8 {
            let here: Cells = self.layout().cells_of(board).collect();
            let ways = |kind: &Kind| -> Vec<String> {
                let ways = kind.ways.get(side).map_or(&[][..], Vec::as_slice);
                let begins = |from: &Option<Cells>| {
                    from.as_ref().is_none_or(|from| !from.is_disjoint(&here))
                };
                let ways = ways.iter().filter(|way| begins(&way.from));
                ways.map(|way| match &way.travel {
                    Travel::Betza(betza) => describe(betza, &idiom),
                    other => format!("{other:?}"),
                })
                .collect()
            };
            let mut kinds = self.game().kinds.iter().map(ways);
            let first = kinds.next().unwrap_or_default();
            if !kinds.all(|ways| ways == first) {
                continue;
            }
            let words = match &first[..] {
                [] => "Nobody moves here.".to_owned(),
                ways => format!("Every piece that stands here {}.", ways.join("; ")),
            };
            rulings.extend(self.ruling(&self.board_name(board), "boards", words));
        }
        rulings
    }

    fn transfers(&self) -> Vec<Ruling> {
        let transfers = self.game().transfers.iter().enumerate();
        let told = transfers.map(|(index, transfer)| Ruling {
            on: transfer.name.clone(),
            words: self.transfer(transfer),
            sureness: self.worst(&format!("transfers.{}", index + 1)),
        });
        told.collect()
    }

    fn transfer(&self, transfer: &Transfer) -> String {
        let side = self.first_side().0 as usize;
        let cells = |of: &[Cells]| of.get(side).cloned().unwrap_or_default();
        let mut who = capital(&self.somebody(&transfer.who));
        for &(state, has) in &transfer.states {
            let not = if has { "that has" } else { "that has not" };
            who += &format!(" {not} {}", self.state(state));
        }
        let from = self.place(&cells(&transfer.from), side);
        let (to, free) = (cells(&transfer.to), transfer.occupant == Occupant::Blocks);
        let goes = match (to.count(), free) {
            (0, _) => "leaves the game".to_owned(),
            (1, _) => format!("goes to {}", self.place_name(&to, side)),
            (_, true) => format!("goes to an empty cell of {}", self.place_name(&to, side)),
            (_, false) => format!("goes to a cell of {}", self.place_name(&to, side)),
        };
        let mut words = match transfer.when {
            TransferWhen::Captured => format!("{who} taken {from} {goes}"),
            TransferWhen::OwnerMoved => {
                format!("{who} {from} {goes} after the next move of its side")
            }
            TransferWhen::AloneOnBoard => format!("{who} alone {from} {goes}"),
            TransferWhen::Turn => {
                format!("As a move of its side, {} {from} {goes}", small(&who))
            }
        };
        if transfer.occupant == Occupant::Removed && !to.is_empty() {
            words += "; who stands there leaves the game";
        }
        if transfer.removed_when_full {
            words += "; where none is empty, it leaves the game";
        }
        if !transfer.reset.is_empty() {
            let place = self.place_name(&transfer.reset, side);
            words += &format!("; then {place} is set up anew");
        }
        words + "."
    }

    /// A state as the end of `that has`.
    fn state(&self, state: u8) -> String {
        let side = self.first_side().0 as usize;
        let state = &self.game().states[state as usize];
        let events = |events: &[Event]| {
            let place =
                |cells: &[Cells]| self.place(&cells.get(side).cloned().unwrap_or_default(), side);
            let told = events.iter().map(|event| match event {
                Event::Moves => "moved".to_owned(),
                Event::Captures(cells) => format!("taken something {}", place(cells)),
                Event::Arrives(cells) => format!("come to stand {}", place(cells)),
                Event::Leaves(cells) => format!("left its place {}", place(cells)),
                Event::Crosses(_) => "crossed the border".to_owned(),
            });
            series(&told.collect::<Vec<_>>(), "or")
        };
        match state.clear.is_empty() {
            true => events(&state.set),
            false => format!("{} since it has {}", events(&state.set), events(&state.clear)),
        }
    }

    // -- check and the end -----------------------------------------------------------------------

    fn check(&self) -> String {
        let Some(royal) = self.royal_words() else { return String::new() };
        match self.game().check_by {
            CheckBy::AnyEnemy => format!("No move may leave one’s own {royal} attacked."),
            CheckBy::NextSide => format!(
                "No move may leave one’s own {royal} attacked by the player who moves next."
            ),
            CheckBy::Nobody => format!("The {royal} may be left attacked, and may be taken."),
        }
    }

    /// The names of the royals of the array.
    fn royal_words(&self) -> Option<String> {
        let is_royal = |kind: &KindId| self.game().kinds[kind.0 as usize].royal;
        let kinds: BTreeSet<KindId> =
            self.game().array.iter().map(|(_, man)| man.kind).filter(is_royal).collect();
        let names: Vec<String> =
            kinds.into_iter().map(|kind| self.kind_name(kind).to_owned()).collect();
        (!names.is_empty()).then(|| series(&names, "or"))
    }

    fn endings(&self) -> Vec<Option<Ruling>> {
        let ends = &self.game().ends;
        let royal = self.royal_words().unwrap_or_else(|| "royal piece".to_owned());
        let told = |on: &str, path: &str, when: String, outcome: Option<Outcome>, whose: &str| {
            let outcome = outcome?;
            self.ruling(on, path, format!("{when}, {}.", consequence(outcome, whose)))
        };
        let plain =
            |on, path, when: &str, outcome| told(on, path, when.to_owned(), outcome, "a player");
        let check = if self.game().check_by == CheckBy::Nobody { "" } else { "not in check but " };
        let stuck = capital(&format!("{check}without a legal move"));
        let mut list = vec![
            plain("Mate", "ends.checkmate", "In check and without a legal move", ends.checkmate),
            plain("Stalemate", "ends.stalemate", &stuck, ends.stalemate),
            told(
                "Caught",
                "ends.caught",
                format!("When the player about to move attacks another’s {royal}"),
                ends.caught,
                "the other",
            ),
        ];
        let side = self.first_side();
        for (who, outcome) in &ends.gone {
            let when = format!("With {} left", self.nobody_of(who));
            list.push(told("End", "ends.gone", when, Some(*outcome), "a player"));
        }
        for reached in &ends.reached {
            let place = self
                .place_of_each(|side| reached.at.get(side.0 as usize).cloned().unwrap_or_default());
            let when = format!("When {} stands {place}", self.kinds_of(&reached.who, side));
            list.push(told("Goal", "ends.reached", when, Some(reached.outcome), "its owner"));
        }
        list.extend([
            self.repetition(),
            self.no_progress(),
            told(
                "No promotion",
                "ends.nothing-to-promote",
                "When a piece must promote and can become nothing".to_owned(),
                ends.nothing_to_promote,
                "its side",
            ),
            told(
                "Facing",
                "ends.bikjang",
                format!("When the {royal}s face each other and the player to move passes"),
                ends.bikjang,
                "the player",
            ),
            plain(
                "All pass",
                "ends.all-passed",
                "When all pass, one after the other",
                ends.all_passed,
            ),
            self.ruling("Points", "pieces", self.points()),
            self.ruling("Out", "elimination", self.elimination()),
            told(
                "Winner",
                "ends.last-standing",
                "When all others are out".to_owned(),
                ends.last_standing,
                "the player who is left",
            ),
            self.ruling("Score", "score", self.places_score()),
        ]);
        list
    }

    fn repetition(&self) -> Option<Ruling> {
        let rule = self.game().ends.repetition?;
        let perpetual = rule.perpetual_check.map_or(String::new(), |outcome| {
            let whose = "a player who gave check with every move in between";
            format!("; but {}", consequence(outcome, whose))
        });
        let words = format!(
            "When a position comes for the {} time with the same side to move, {}{perpetual}.",
            ordinal(rule.times),
            consequence(rule.outcome, "the player to move")
        );
        self.ruling("Repetition", "ends.repetition", words)
    }

    fn no_progress(&self) -> Option<Ruling> {
        let rule = self.game().ends.no_progress.as_ref()?;
        let by = match rule.by.is_empty() {
            true => String::new(),
            false => {
                format!(" and without a move of {}", self.kinds_of(&rule.by, self.first_side()))
            }
        };
        let words = format!(
            "After {} moves of each player without a capture{by}, {}.",
            rule.moves,
            consequence(rule.outcome, "the player to move")
        );
        self.ruling("No progress", "ends.no-progress", words)
    }

    /// What pieces are worth, where points decide.
    fn points(&self) -> String {
        let ends = &self.game().ends;
        let counts = [ends.checkmate, ends.stalemate, ends.bikjang, ends.all_passed];
        let repeats = ends.repetition.map(|rule| rule.outcome);
        if !counts.into_iter().chain([repeats]).any(|outcome| outcome == Some(Outcome::Points)) {
            return String::new();
        }
        let mut worth: Vec<(u32, &str)> = Vec::new();
        for (index, kind) in self.game().kinds.iter().enumerate().filter(|(_, it)| it.points > 0) {
            worth.push((kind.points, self.kind_name(KindId(index as u8))));
        }
        worth.sort_by_key(|&(points, _)| std::cmp::Reverse(points));
        let mut list: Vec<String> =
            worth.iter().map(|(points, name)| format!("{name} {}", hundredths(*points))).collect();
        for (index, side) in self.game().sides.iter().enumerate().filter(|(_, it)| it.points > 0) {
            let name = &self.variant().sides[index].name;
            list.push(format!("and {} for {name}", hundredths(side.points)));
        }
        format!("{}. Who has more wins.", list.join(", "))
    }

    fn elimination(&self) -> String {
        let ends = &self.game().ends;
        let outcomes = [ends.checkmate, ends.stalemate, ends.caught];
        let gone = ends.gone.iter().map(|(_, outcome)| Some(*outcome));
        if !outcomes.into_iter().chain(gone).any(|outcome| outcome == Some(Outcome::Out)) {
            return String::new();
        }
        let (army, next) = match self.game().elimination {
            Elimination::RemovedThenCaptor => ("is removed", NextTurn::Captor),
            Elimination::RemovedInOrder => ("is removed", NextTurn::InOrder),
            Elimination::Stays(next) => ("stays where it is", next),
            Elimination::Captors(next) => ("becomes the captor’s", next),
        };
        let next = match next {
            NextTurn::Captor => "the captor moves next",
            NextTurn::InOrder => "the next in order moves",
        };
        format!("The army of a player who is out {army}, and {next}.")
    }

    fn places_score(&self) -> String {
        let places = &self.variant().score.places;
        if places.is_empty() {
            return String::new();
        }
        let list: Vec<String> = places.iter().map(f64::to_string).collect();
        format!("Points from the first place to the last: {}.", list.join(", "))
    }

    // -- who -------------------------------------------------------------------------------------

    /// `a Queen`
    fn with_article(&self, kind: KindId) -> String {
        let name = self.kind_name(kind);
        format!("{} {name}", article(name))
    }

    /// The kinds that a set has of a side: `a Pawn or a Bishop`.
    fn kinds_of(&self, who: &Men, side: SideId) -> String {
        let kinds = who.iter().filter(|man| man.side == side).map(|man| man.kind);
        let names: Vec<String> = kinds.map(|kind| self.with_article(kind)).collect();
        series(&names, "or")
    }

    /// `no Pharaoh`, `nothing but the King`.
    fn nobody_of(&self, who: &Men) -> String {
        let side = self.first_side();
        let array = self.game().array.iter().map(|(_, man)| *man).filter(|man| man.side == side);
        let others: BTreeSet<KindId> =
            array.filter(|man| !who.has(*man)).map(|man| man.kind).collect();
        let names: Vec<&str> =
            who.iter().filter(|man| man.side == side).map(|man| self.kind_name(man.kind)).collect();
        if names.len() > 1 && others.len() == 1 {
            let names: Vec<&str> = others.iter().map(|&kind| self.kind_name(kind)).collect();
            return format!("nothing but the {}", names.join(""));
        }
        let names: Vec<String> = names.into_iter().map(str::to_owned).collect();
        format!("no {}", series(&names, "and no"))
    }

    /// `a Warrior or Pharaoh`, `a piece of White or Black`, `a piece`.
    fn somebody(&self, who: &Men) -> String {
        let game = self.game();
        let array: BTreeSet<Man> = game.array.iter().map(|(_, man)| *man).collect();
        let all_of =
            |side: SideId| array.iter().filter(|man| man.side == side).all(|&man| who.has(man));
        let has = |side: SideId| who.iter().any(|man| man.side == side && array.contains(&man));
        let sides: Vec<SideId> =
            (0..game.sides.len() as u8).map(SideId).filter(|&side| has(side)).collect();
        if sides.iter().all(|&side| all_of(side)) {
            if sides.len() == game.sides.len() || sides.is_empty() {
                return "a piece".to_owned();
            }
            let name = |side: &SideId| self.variant().sides[side.0 as usize].name.clone();
            let names: Vec<String> = sides.iter().map(name).collect();
            return format!("a piece of {}", series(&names, "or"));
        }
        let kinds: BTreeSet<KindId> =
            who.iter().filter(|man| array.contains(man)).map(|man| man.kind).collect();
        let names: Vec<String> =
            kinds.iter().map(|&kind| self.kind_name(kind).to_owned()).collect();
        let first = names.first().map_or("", String::as_str);
        format!("{} {}", article(first), series(&names, "or"))
    }

    /// The least sure of the facts at and below a path.
    fn worst(&self, path: &str) -> Sureness {
        let standings = &self.variant().standings;
        let below = standings.below(path).map(|note| note.is);
        below.chain([standings.of(path)]).max().unwrap_or_default()
    }
}

/// What an outcome means, as the end of a sentence.
fn consequence(outcome: Outcome, whose: &str) -> String {
    match outcome {
        Outcome::Loses => format!("{whose} loses"),
        Outcome::Wins => format!("{whose} wins"),
        Outcome::Draw => "the game is drawn".to_owned(),
        Outcome::Passes => format!("{whose} passes"),
        Outcome::Out => format!("{whose} is out"),
        Outcome::Points => "points are counted".to_owned(),
    }
}

fn ordinal(number: u16) -> String {
    match number {
        2 => "second".to_owned(),
        3 => "third".to_owned(),
        4 => "fourth".to_owned(),
        5 => "fifth".to_owned(),
        _ => format!("{number}th"),
    }
}

/// `1.5` of 150.
fn hundredths(points: u32) -> String {
    (f64::from(points) / 100.0).to_string()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::super::tests::{armies, study};
    use super::*;

    const CHESS: &str = include_str!("../../content/variants/chess.toml");

    fn words(study: &Study, on: &str) -> String {
        let found = study.rulings().into_iter().find(|ruling| ruling.on == on);
        found.map_or(String::new(), |ruling| ruling.words)
    }

    /// A game on chess, with more tables below.
    fn based(tables: &str) -> Study {
        study("based", &format!("format = 1\nname = \"Based\"\nbased-on = \"chess\"\n{tables}"))
    }

    #[test]
    fn the_rules_of_chess_are_told() {
        let chess = study("chess", CHESS);
        for (on, expected) in [
            ("Turns", "White begins."),
            (
                "First step",
                "A Pawn on rank 2 (Black: rank 7) may make its step without capture twice at \
                 once, over empty cells.",
            ),
            (
                "Castling",
                "Once, both in one move: King e1–g1 with Rook h1–f1 or King e1–c1 with Rook \
                 a1–d1 (White). Neither has moved, the cells between are empty, and the King is \
                 attacked on no cell from its first to its last.",
            ),
            (
                "Promotion",
                "A Pawn that comes to stand on rank 8 (Black: rank 1) becomes a Queen, Rook, \
                 Bishop or Knight.",
            ),
            ("Check", "No move may leave one’s own King attacked."),
            ("Stalemate", "Not in check but without a legal move, the game is drawn."),
            ("Drops", ""),
            ("Passing", ""),
        ] {
            assert_eq!(words(&chess, on), expected, "{on}");
        }
    }

    #[test]
    fn drops_name_their_limits() {
        let game = based(
            "[hands]\ngain = \"captures\"\nas = \"unpromoted\"\n\
             [drops.pawn]\nto = \"ranks 2-7\"\none-per = \"file\"\nmates = false",
        );
        assert_eq!(
            words(&game, "Drops"),
            "Instead of a move, a piece from the hand may be put on any empty cell; but a Pawn \
             only on ranks 2 to 7 and a Pawn not on a file that has one of its side nor to give \
             mate."
        );
        assert_eq!(
            words(&game, "Hands"),
            "Whoever takes a piece keeps it in hand as its own; a promoted one becomes again \
             what it was."
        );
    }

    #[test]
    fn promotion_that_is_left_open_is_told_as_such() {
        let game = based(
            "[promotion.pawn]\nmay = \"ranks 6 7\"\nmust = \"rank 8\"\nbecomes = \"queen\"\n\
             quota = \"array\"",
        );
        assert_eq!(
            words(&game, "Promotion"),
            "A Pawn may become a Queen by a move that ends on ranks 6 and 7 (Black: ranks 2 and \
             3); on rank 8 (Black: rank 1) it must. No side may have more of a kind than it \
             began with."
        );
    }

    #[test]
    fn with_armies_to_choose_from_promotion_names_none_of_them() {
        assert!(words(&armies(), "Promotion").contains("any piece of an army in play"));
    }

    #[test]
    fn ways_between_boards_say_who_goes_when_and_where() {
        let game = include_str!("../../content/variants/afterlife-chess.toml");
        let game = study("boards", game);
        assert_eq!(
            words(&game, "Death"),
            "A piece of White or Black taken in The World goes to Limbo; who stands there leaves \
             the game."
        );
        assert_eq!(words(&game, "Limbo"), "Nobody moves here.");
    }

    #[test]
    fn ends_are_told_as_the_definition_has_them() {
        let game = based("[ends]\nstalemate = \"loses\"\n[turn]\npass = \"not in check\"");
        assert_eq!(
            words(&game, "Stalemate"),
            "Not in check but without a legal move, a player loses."
        );
        assert_eq!(
            words(&game, "Passing"),
            "Instead of a move, a player who is not in check may pass."
        );
        assert_eq!(
            words(&game, "Repetition"),
            "When a position comes for the third time with the same side to move, the game is \
             drawn."
        );
    }
}
