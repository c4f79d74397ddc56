use crate::rules::{Piece, PieceSet, PieceTypeId, SideId};
use crate::source::{Code, Diagnostic, SourceText, suggestion};

use super::places::{Places, Whose};
use super::stock;

/// Sides, pieces and armies: enough to say which pieces a text means.
#[derive(Debug, Clone)]
pub(super) struct Cast {
    /// The ids of the kinds.
    pub kinds: Vec<String>,
    /// The ids of the sides.
    pub sides: Vec<String>,
    /// For each side, what its army has instead of a piece.
    pub armies: Vec<Vec<(PieceTypeId, PieceTypeId)>>,
    /// For each side, the kinds of its array, without royal ones.
    pub arrays: Vec<Vec<PieceTypeId>>,
}

/// Some pieces, as written.
#[derive(Debug, Clone)]
struct Group {
    named: Vec<Named>,
    /// Whose; `None`: everybody's, or where only kinds matter, one's own.
    of: Option<Of>,
}

#[derive(Debug, Clone, Copy)]
enum Of {
    Side(Whose),
    EveryArmy,
}

#[derive(Debug, Clone, Copy)]
enum Named {
    Any,
    Kind(PieceTypeId),
    Sides(WhichSides),
}

#[derive(Debug, Clone, Copy)]
enum WhichSides {
    Own,
    Enemies,
    One(usize),
}

/// `group* ("but" group*)*`: what is in the first list and in none of the others.
struct Who {
    parts: Vec<Vec<Group>>,
}

impl Cast {
    /// The kind of that id.
    pub fn kind(&self, id: &str) -> Option<PieceTypeId> {
        self.kinds.iter().position(|kind| kind == id).map(|index| PieceTypeId(index as u8))
    }

    /// What a side's army has where others have that kind.
    pub fn of_army(&self, side: usize, piece_type: PieceTypeId) -> PieceTypeId {
        let changes = &self.armies[side];
        changes.iter().find(|(from, _)| *from == piece_type).map_or(piece_type, |&(_, to)| to)
    }

    /// The men that a text means, for a side or for nobody in particular.
    pub fn pieces(
        &self,
        text: &SourceText,
        places: &Places,
        side: Option<usize>,
    ) -> Result<PieceSet, Diagnostic> {
        let who = self.parse(text, places)?;
        let mut parts = who.parts.iter();
        let mut pieces =
            self.pieces_of(parts.next().map_or(&[][..], Vec::as_slice), places, side, text)?;
        for part in parts {
            for piece in self.pieces_of(part, places, side, text)?.iter() {
                pieces.remove(piece);
            }
        }
        Ok(pieces)
    }

    /// The kinds that a text means for a side, in the order written.
    pub fn kinds_for(
        &self,
        text: &SourceText,
        places: &Places,
        side: usize,
    ) -> Result<Vec<PieceTypeId>, Diagnostic> {
        let who = self.parse(text, places)?;
        let mut parts = who.parts.iter();
        let mut kinds = self.kinds_of(parts.next().map_or(&[][..], Vec::as_slice), places, side);
        for part in parts {
            let without = self.kinds_of(part, places, side);
            kinds.retain(|kind| !without.contains(kind));
        }
        Ok(kinds)
    }

    fn pieces_of(
        &self,
        groups: &[Group],
        places: &Places,
        viewer: Option<usize>,
        text: &SourceText,
    ) -> Result<PieceSet, Diagnostic> {
        let nobody = || {
            text.error(Code::Side, "`own` and `enemy` mean nothing here: nobody is speaking")
                .help("name the sides")
        };
        let mut pieces = PieceSet::new();
        for group in groups {
            let sides: Vec<usize> = match group.of {
                None | Some(Of::EveryArmy) => (0..self.sides.len()).collect(),
                Some(Of::Side(Whose::Side(side))) => vec![side],
                Some(Of::Side(whose)) => {
                    places.resolve(whose, viewer.ok_or_else(nobody)?).into_iter().collect()
                }
            };
            for named in &group.named {
                let (sides, kind) = match named {
                    Named::Any => (sides.clone(), None),
                    Named::Kind(kind) => (sides.clone(), Some(*kind)),
                    Named::Sides(WhichSides::One(side)) => (vec![*side], None),
                    Named::Sides(WhichSides::Own) => (vec![viewer.ok_or_else(nobody)?], None),
                    Named::Sides(WhichSides::Enemies) => {
                        let own = viewer.ok_or_else(nobody)?;
                        ((0..self.sides.len()).filter(|&side| side != own).collect(), None)
                    }
                };
                for side in sides {
                    self.add(&mut pieces, side, kind);
                }
            }
        }
        Ok(pieces)
    }

    fn add(&self, pieces: &mut PieceSet, side: usize, kind: Option<PieceTypeId>) {
        let side_id = SideId(side as u8);
        match kind {
            Some(kind) => {
                pieces.insert(Piece { side: side_id, piece_type: kind });
                pieces.insert(Piece { side: side_id, piece_type: self.of_army(side, kind) });
            }
            None => (0..self.kinds.len()).for_each(|kind| {
                pieces.insert(Piece { side: side_id, piece_type: PieceTypeId(kind as u8) })
            }),
        }
    }

    fn kinds_of(&self, groups: &[Group], places: &Places, viewer: usize) -> Vec<PieceTypeId> {
        let mut kinds = Vec::new();
        for group in groups {
            let mut sides = match group.of {
                None => vec![viewer],
                Some(Of::Side(whose)) => places.resolve(whose, viewer).into_iter().collect(),
                // One's own army comes first.
                Some(Of::EveryArmy) => {
                    let others = (0..self.sides.len()).filter(|&side| side != viewer);
                    std::iter::once(viewer).chain(others).collect()
                }
            };
            for named in group.named.iter().filter(|named| matches!(named, Named::Sides(_))) {
                sides.extend(match named {
                    Named::Sides(WhichSides::One(side)) => Some(*side),
                    Named::Sides(WhichSides::Enemies) => places.resolve(Whose::Enemy, viewer),
                    _ => None,
                });
            }
            for side in sides {
                for named in &group.named {
                    match named {
                        Named::Any | Named::Sides(_) => kinds.extend(&self.arrays[side]),
                        Named::Kind(kind) => kinds.push(self.of_army(side, *kind)),
                    }
                }
            }
        }
        let mut seen = Vec::new();
        kinds.retain(|kind| {
            !seen.contains(kind) && {
                seen.push(*kind);
                true
            }
        });
        kinds
    }

    fn parse(&self, text: &SourceText, places: &Places) -> Result<Who, Diagnostic> {
        let mut parts = vec![Vec::new()];
        for (index, list) in text.split(&[',']).into_iter().enumerate() {
            if index > 0 {
                parts.last_mut().expect("one part at least").push(Group::new());
            }
            self.parse_list(&list, places, &mut parts)?;
        }
        for part in &mut parts {
            part.retain(|group| !group.named.is_empty());
        }
        if parts.iter().any(Vec::is_empty) {
            let help = "`any`, a side, a piece, or `any but` some of these";
            return Err(text.error(Code::PieceUnknown, "nobody is named").help(help));
        }
        Ok(Who { parts })
    }

    /// Reads what stands between two commas.
    fn parse_list(
        &self,
        list: &SourceText,
        places: &Places,
        parts: &mut Vec<Vec<Group>>,
    ) -> Result<(), Diagnostic> {
        let words = list.words();
        let mut at = 0;
        while let Some(word) = words.get(at) {
            at += 1;
            if word.value == "but" {
                parts.push(vec![Group::new()]);
                continue;
            }
            let part = parts.last_mut().expect("one part at least");
            if part.is_empty() {
                part.push(Group::new());
            }
            let group = part.last_mut().expect("one group at least");
            if word.value == "of" {
                group.of = Some(self.parse_of(word, &words[at..], places, &mut at)?);
                part.push(Group::new());
                continue;
            }
            group.named.push(self.parse_word(word)?);
        }
        Ok(())
    }

    fn parse_of(
        &self,
        of: &SourceText,
        rest: &[SourceText],
        places: &Places,
        at: &mut usize,
    ) -> Result<Of, Diagnostic> {
        match rest {
            [every, army, ..] if every.value == "every" && army.value == "army" => {
                *at += 2;
                Ok(Of::EveryArmy)
            }
            [side, ..] => {
                *at += 1;
                Ok(Of::Side(places.words().whose(side)?))
            }
            [] => Err(of.error(Code::Side, "`of` wants a side after it, or `every army`")),
        }
    }

    fn parse_word(&self, word: &SourceText) -> Result<Named, Diagnostic> {
        Ok(match word.as_str() {
            "any" => Named::Any,
            "own" => Named::Sides(WhichSides::Own),
            "enemy" => Named::Sides(WhichSides::Enemies),
            name => {
                if let Some(side) = self.sides.iter().position(|side| side == name) {
                    Named::Sides(WhichSides::One(side))
                } else if let Some(kind) = self.kind(name) {
                    Named::Kind(kind)
                } else {
                    return Err(self.nobody(word));
                }
            }
        })
    }

    fn nobody(&self, word: &SourceText) -> Diagnostic {
        if stock::find(&word.value).is_some() {
            let message = format!("no side or piece `{}` in this game", word.value);
            let help = format!("`[pieces.{}]` takes it in from the stock", word.value);
            return word.error(Code::PieceUnknown, message).help(help);
        }
        let known = self.sides.iter().chain(&self.kinds).map(String::as_str);
        word.error(Code::PieceUnknown, format!("no side or piece `{}`", word.value))
            .help(suggestion(&word.value, known))
    }
}

impl Group {
    fn new() -> Group {
        Group { named: Vec::new(), of: None }
    }
}
