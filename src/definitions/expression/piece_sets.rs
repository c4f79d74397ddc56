//! Reads sets of pieces, and finds the pieces that a side means.

use std::sync::Arc;

use crate::format::builtin_piece;
use crate::game::{
    GroupMember, GroupOwner, Piece, PieceExpr, PieceGroup, PieceSet, PieceTypeId, RelativeSide,
    SideId,
};
use crate::source::{Code, Diagnostic, SourceText, Span, did_you_mean, suggestion};

use super::relative_sides::SideResolver;

/// The error for a side or `any` before a type, which would mean the pieces of both.
fn not_of_side(
    text: &SourceText,
    before: GroupMember,
    said: Span,
    word: &SourceText,
) -> Diagnostic {
    let (side, name) = (&text.value[said.range()], &word.value);
    let message = format!("`{side} {name}` is read as two sets, `{side}` and `{name}`");
    let help = match before {
        GroupMember::Any => {
            format!("write `{name}` for these pieces, `any but {name}` for the others")
        }
        _ => format!(
            "write `{name} of {side}` for the pieces of that side, `{side}, {name}` for both"
        ),
    };
    word.error(Code::PieceUnknown, message).help(help)
}

/// Decides which pieces a text means, by piece types, sides and armies.
#[derive(Debug, Clone)]
pub struct PieceResolver {
    /// The ids of the piece types.
    pub piece_types: Vec<String>,
    pub sides: Arc<SideResolver>,
    /// For each side, the piece types that its army replaces, each with the replacement.
    pub armies: Vec<Vec<(PieceTypeId, PieceTypeId)>>,
    /// The piece types that are subject to check.
    pub royals: Vec<PieceTypeId>,
    /// For each side, the piece types of its initial position, without royal ones.
    pub initial_types: Vec<Vec<PieceTypeId>>,
}

impl PieceResolver {
    /// Returns the piece type of that id.
    pub fn find(&self, id: &str) -> Option<PieceTypeId> {
        let index = self.piece_types.iter().position(|piece_type| piece_type == id)?;
        Some(PieceTypeId(index as u8))
    }

    /// Returns the piece type that a side's army has in place of `piece_type`.
    pub fn of_army(&self, side: usize, piece_type: PieceTypeId) -> PieceTypeId {
        let changes = &self.armies[side];
        changes.iter().find(|(from, _)| *from == piece_type).map_or(piece_type, |&(_, to)| to)
    }

    /// Returns all pieces of all sides.
    pub fn all_pieces(&self) -> PieceSet {
        let sides = 0..self.sides.ids.len() as u8;
        sides.flat_map(|side| self.all_of_side(SideId(side))).collect()
    }

    /// Returns all pieces of a side.
    pub fn all_of_side(&self, side: SideId) -> impl Iterator<Item = Piece> + use<> {
        (0..self.piece_types.len() as u8)
            .map(move |index| Piece { side, piece_type: PieceTypeId(index) })
    }

    /// Parses a text, and returns the pieces that it means for a side.
    ///
    /// Without a side, `own` and `enemy` are errors.
    pub fn pieces(
        &self,
        text: &SourceText,
        side: Option<usize>,
    ) -> Result<(PieceSet, PieceExpr), Diagnostic> {
        let expr = self.parse(text)?;
        Ok((self.piece_set(&expr, text, side)?, expr))
    }

    /// Parses a text; returns the pieces that it means for each side, and the parsed form.
    pub fn resolved(&self, text: &SourceText) -> Result<(Vec<PieceSet>, PieceExpr), Diagnostic> {
        let expr = self.parse(text)?;
        let pieces = (0..self.sides.ids.len()).map(|side| self.piece_set(&expr, text, Some(side)));
        Ok((pieces.collect::<Result<_, _>>()?, expr))
    }

    pub fn piece_set(
        &self,
        expr: &PieceExpr,
        text: &SourceText,
        side: Option<usize>,
    ) -> Result<PieceSet, Diagnostic> {
        let mut pieces = self.pieces_of(&expr.included, text, side)?;
        for piece in self.pieces_of(&expr.excluded, text, side)?.iter() {
            pieces.remove(piece);
        }
        Ok(pieces)
    }

    /// Parses a text, and returns the piece types that it means for a side, in the order written.
    pub fn types(&self, text: &SourceText, side: usize) -> Result<Vec<PieceTypeId>, Diagnostic> {
        let expr = self.parse(text)?;
        let excluded = self.types_of(&expr.excluded, side);
        let mut types = Vec::new();
        for piece_type in self.types_of(&expr.included, side) {
            if !types.contains(&piece_type) && !excluded.contains(&piece_type) {
                types.push(piece_type);
            }
        }
        Ok(types)
    }

    fn pieces_of(
        &self,
        groups: &[PieceGroup],
        text: &SourceText,
        viewer: Option<usize>,
    ) -> Result<PieceSet, Diagnostic> {
        let reader = |text: &SourceText| {
            let message = "`own` and `enemy` mean nothing here: no side reads this";
            viewer.ok_or_else(|| text.error(Code::Side, message).help("name the sides"))
        };
        let all_sides = 0..self.sides.ids.len();
        let mut pieces = PieceSet::default();
        for group in groups {
            let owners: Vec<usize> = match group.owner {
                None | Some(GroupOwner::EveryArmy) => all_sides.clone().collect(),
                Some(GroupOwner::Side(RelativeSide::Named(side))) => vec![side.index()],
                Some(GroupOwner::Side(side)) => {
                    self.sides.resolve(side, reader(text)?).into_iter().collect()
                }
            };
            for (member, span) in &group.members {
                let reader = || reader(&text.part(*span));
                let (sides, piece_type) = match member {
                    GroupMember::Any => (owners.clone(), None),
                    GroupMember::Royal => {
                        let add = |side| {
                            for &royal in &self.royals {
                                self.add(&mut pieces, side, Some(royal));
                            }
                        };
                        owners.iter().copied().for_each(add);
                        continue;
                    }
                    GroupMember::Type(piece_type) => (owners.clone(), Some(*piece_type)),
                    GroupMember::Side(side) => (vec![side.index()], None),
                    GroupMember::Own => (vec![reader()?], None),
                    GroupMember::Enemies => {
                        let own = reader()?;
                        (all_sides.clone().filter(|&side| side != own).collect(), None)
                    }
                };
                sides.into_iter().for_each(|side| self.add(&mut pieces, side, piece_type));
            }
        }
        Ok(pieces)
    }

    /// Adds the pieces of one type, or of all types, of a side.
    fn add(&self, pieces: &mut PieceSet, side: usize, piece_type: Option<PieceTypeId>) {
        let id = SideId(side as u8);
        match piece_type {
            Some(piece_type) => {
                pieces.insert(Piece { side: id, piece_type });
                pieces.insert(Piece { side: id, piece_type: self.of_army(side, piece_type) });
            }
            None => self.all_of_side(id).for_each(|piece| pieces.insert(piece)),
        }
    }

    fn types_of(&self, groups: &[PieceGroup], viewer: usize) -> Vec<PieceTypeId> {
        let mut types = Vec::new();
        for group in groups {
            let mut sides: Vec<usize> = match group.owner {
                None => vec![viewer],
                Some(GroupOwner::Side(side)) => {
                    self.sides.resolve(side, viewer).into_iter().collect()
                }
                // The reading side's army comes first.
                Some(GroupOwner::EveryArmy) => {
                    let others = (0..self.sides.ids.len()).filter(|&side| side != viewer);
                    std::iter::once(viewer).chain(others).collect()
                }
            };
            sides.extend(group.members.iter().filter_map(|(member, _)| match member {
                GroupMember::Side(side) => Some(side.index()),
                GroupMember::Enemies => self.sides.resolve(RelativeSide::Enemy, viewer),
                GroupMember::Any | GroupMember::Royal | GroupMember::Type(_) | GroupMember::Own => {
                    None
                }
            }));
            for side in sides {
                for (member, _) in &group.members {
                    match member {
                        GroupMember::Type(piece_type) => {
                            types.push(self.of_army(side, *piece_type))
                        }
                        GroupMember::Royal => types.extend(&self.royals),
                        GroupMember::Any
                        | GroupMember::Own
                        | GroupMember::Enemies
                        | GroupMember::Side(_) => types.extend(&self.initial_types[side]),
                    }
                }
            }
        }
        types
    }

    /// Parses `group* ("but" group*)*`: the pieces of the first list and of no other one.
    pub fn parse(&self, text: &SourceText) -> Result<PieceExpr, Diagnostic> {
        let mut lists = vec![Vec::new()];
        for part in text.split(&[',']) {
            self.parse_groups(&part, text, &mut lists)?;
        }
        if lists.iter().any(Vec::is_empty) {
            let help = "`any`, a side, a piece, or `any but` some of these";
            return Err(text.error(Code::PieceUnknown, "no pieces are named").help(help));
        }
        let included = lists.remove(0);
        Ok(PieceExpr { included, excluded: lists.into_iter().flatten().collect() })
    }

    /// Parses the words between two commas, and adds their groups to the last of `lists`.
    fn parse_groups(
        &self,
        part: &SourceText,
        text: &SourceText,
        lists: &mut Vec<Vec<PieceGroup>>,
    ) -> Result<(), Diagnostic> {
        let words = part.words();
        let mut words = words.iter().peekable();
        let mut members = Vec::new();
        let close = |members: &mut Vec<_>, owner, lists: &mut Vec<Vec<PieceGroup>>| {
            let members = std::mem::take(members);
            if !members.is_empty() {
                let list = lists.last_mut().expect("`lists` starts with one list");
                list.push(PieceGroup { members, owner });
            }
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "but" => {
                    close(&mut members, None, lists);
                    lists.push(Vec::new());
                }
                "of" => {
                    let Some(owner) = words.next() else {
                        let message = "`of` needs a side or `every army` after it";
                        return Err(word.error(Code::Side, message));
                    };
                    let is_every = owner.value == "every";
                    let owner = match words.next_if(|word| is_every && word.value == "army") {
                        Some(_) => GroupOwner::EveryArmy,
                        None => GroupOwner::Side(self.sides.parse(owner)?),
                    };
                    close(&mut members, Some(owner), lists);
                }
                _ => {
                    let start = word.location.span.start - text.location.span.start;
                    let span = Span::new(start, start + word.value.len());
                    let member = self.parse_word(word)?;
                    if let Some(&(before, said)) = members.last()
                        && before.is_of_any_type()
                        && !member.is_of_any_type()
                    {
                        return Err(not_of_side(text, before, said, word));
                    }
                    members.push((member, span));
                }
            }
        }
        close(&mut members, None, lists);
        Ok(())
    }

    fn parse_word(&self, word: &SourceText) -> Result<GroupMember, Diagnostic> {
        Ok(match word.as_str() {
            "any" => GroupMember::Any,
            "royal" => GroupMember::Royal,
            "own" => GroupMember::Own,
            "enemy" => GroupMember::Enemies,
            name => {
                if let Some(side) = self.sides.find(name) {
                    GroupMember::Side(SideId(side as u8))
                } else if let Some(piece_type) = self.find(name) {
                    GroupMember::Type(piece_type)
                } else {
                    return Err(self.unknown(word));
                }
            }
        })
    }

    fn unknown(&self, word: &SourceText) -> Diagnostic {
        let grammar = match word.as_str() {
            "and" | "or" => Some(
                "leave it out: names stand side by side; `but` excludes some: `enemy but king`",
            ),
            "not" => Some("all others are `any but king`"),
            "enemies" | "opponent" => Some("the pieces of other sides are `enemy`"),
            "at" | "reaches" | "enters" => Some("cells come after `on`: write `on`"),
            "stands" | "is" | "arrives" => {
                Some("cells come after `on`, `king on rank 8`: leave it out")
            }
            "in" => Some("cells come after `on`, `king on rank 8`; `in check` stands alone"),
            "check" => Some("write `in check`"),
            "with" if written_after(word).starts_with("with check") => {
                Some("write `and gives check` in place of `with check`")
            }
            "with" => Some("the piece that does it comes after `by`: write `by`"),
            _ => None,
        };
        if let Some(grammar) = grammar {
            let message = format!("no side or piece `{}`", word.value);
            return word.error(Code::PieceUnknown, message).help(grammar);
        }
        if builtin_piece(&word.value).is_some() {
            let message = format!("no side or piece `{}` in this game", word.value);
            let help = format!("add it with `[pieces.{}]`: it is a built-in piece", word.value);
            return word.error(Code::PieceUnknown, message).help(help);
        }
        let with_letter = |id: &&String| {
            let letter = builtin_piece(id).and_then(|piece| piece.string("letter"));
            letter.is_some_and(|letter| letter.eq_ignore_ascii_case(&word.value))
        };
        if let Some(id) = self.piece_types.iter().find(with_letter) {
            let message = format!("no side or piece `{}`: pieces have their ids here", word.value);
            return word.error(Code::PieceUnknown, message).help(format!("write `{id}`"));
        }
        let known = self.sides.ids.iter().chain(&self.piece_types).map(String::as_str);
        let known = known.chain(["own", "enemy", "any", "royal"]);
        let id = &word.value;
        // The first word of a name: `Great Heron` is called `great-heron` here.
        let written = written_after(word);
        let begun = written.to_lowercase().replace(' ', "-");
        let named =
            self.piece_types.iter().find(|it| it.contains('-') && begun.starts_with(&***it));
        let named = named.map(|it| format!("write `{it}`"));
        let near = named.or_else(|| did_you_mean(id, known.clone()));
        let help = near.unwrap_or_else(|| {
            format!("{}; a table `[pieces.{id}]` adds one", suggestion(id, known))
        });
        word.error(Code::PieceUnknown, format!("no side or piece `{id}`")).help(help)
    }
}

/// The rest of a text from a word on.
fn written_after(word: &SourceText) -> &str {
    let written = &word.location.file.text()[word.span().start..];
    written.split(['"', '\n']).next().unwrap_or(&word.value)
}
