//! Renders lists and tables of pieces, armies and certainty.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value, json};

use crate::book::{
    Block, ListBlock, ListOrder, PieceBlock, PiecesBlock, RulesBlock, address, data::RuleTextData,
};
use crate::game::{Piece, PieceTypeId, SideId};
use crate::sheet::{
    ArmyGame, army_squares, certainty_rows, initial_piece_types, piece_data, rule_data,
};
use crate::source::{Code, Diagnostic, SourceText, did_you_mean, suggestion};

use super::super::memory::ListedPage;
use super::{BlockRenderer, PageRenderer};

impl PageRenderer<'_> {
    /// Renders links to the pages that a block asks for, but for the page itself.
    pub(super) fn list_of_pages(&mut self, block: &Block, list: &ListBlock) -> Option<String> {
        let listed = Arc::clone(&self.listed);
        let is_tag = |page: &ListedPage, tag: &str| page.tags.iter().any(|known| known == tag);
        let tags = listed.iter().flat_map(|page| page.tags.iter().map(String::as_str));
        let groups = listed.iter().map(|page| page.group.as_str()).filter(|it| !it.is_empty());
        let known: [(&str, _, BTreeSet<&str>); 2] =
            [("tag", &list.tag, tags.collect()), ("group", &list.group, groups.collect())];
        for (what, asked, known) in known {
            if let Some(asked) = asked.as_ref().filter(|asked| !known.contains(&*asked.value)) {
                let message = format!("no page has the {what} `{}`", asked.value);
                let key = if what == "tag" { "tags" } else { what };
                let error = asked.error(Code::Directive, message);
                self.report(match did_you_mean(&asked.value, known.iter().copied()) {
                    Some(near) => error
                        .help(format!("{near} Or mend `{key} = ...` in the heads of the pages")),
                    None => error.follow_up().help(format!(
                        "{}; `{key} = \"{}\"` in the head of a page that is no draft makes one",
                        suggestion(&asked.value, known.iter().copied()),
                        asked.value,
                    )),
                });
                return None;
            }
        }
        let mut pages: Vec<&ListedPage> = listed.iter().collect();
        pages.retain(|page| {
            page.address != self.page.address
                && list.tag.as_ref().is_none_or(|tag| is_tag(page, &tag.value))
                && list.group.as_ref().is_none_or(|group| page.group == group.value)
        });
        let by_day = list.order == ListOrder::Newest;
        if by_day {
            pages.retain(|page| !page.changed.is_empty());
            pages.sort_by_key(|page| Reverse(&page.changed));
        }
        let entry = |page: &ListedPage| {
            let href = address::link(&self.page.address, &address::file_of(&page.address));
            let changed = if by_day { page.changed.as_str() } else { "" };
            json!({ "title": page.title, "href": href, "description": page.description, "changed": changed })
        };
        let pages = pages.into_iter().take(list.most.unwrap_or(usize::MAX));
        let pages: Vec<Value> = pages.map(entry).collect();
        let id = self.name(block, "pages");
        self.render_block("list.html", block, id, json!({ "pages": pages }))
    }
}

impl BlockRenderer<'_, '_> {
    pub(super) fn pieces(&mut self, pieces: &PiecesBlock) -> Option<String> {
        let army = match &pieces.army {
            Some(army) => Some(self.army(army)?),
            None => None,
        };
        let loaded = army.as_ref().map_or(self.loaded, |army| &army.loaded);
        let piece_types = match &army {
            Some(army) => army.piece_types.clone(),
            None if pieces.pieces.is_empty() => initial_piece_types(loaded.variant.variant()),
            None => self.piece_types(&pieces.pieces)?,
        };
        let mut renderer = BlockRenderer { page: self.page, block: self.block, loaded };
        let side = renderer.side(pieces.side.as_ref())?;
        let owner = |piece_type| side.unwrap_or_else(|| loaded.variant.owning_side(piece_type));
        let first = piece_types.first().map(|&piece_type| (owner(piece_type), piece_type));
        let first = first.map(|(side, piece_type)| Piece { side, piece_type });
        let drawn = first.and_then(|piece| loaded.piece_drawing(piece).glyph.tablet_words());
        let pieces_data: Vec<_> =
            piece_types.into_iter().map(|it| piece_data(loaded, owner(it), it)).collect();
        let drawn = drawn.filter(|_| pieces.form == "table");
        let data = json!({ "form": pieces.form, "pieces": pieces_data, "drawn": drawn });
        self.render("pieces.html", "pieces", data)
    }

    fn army(&mut self, army: &SourceText) -> Option<ArmyGame> {
        let id = &self.loaded.variant.variant().id;
        let armies = self.page.variants.about(id).armies(id);
        let found = armies.iter().find(|found| found.army.id == army.value).cloned();
        if found.is_none() {
            let message = format!("`{id}` has no army `{}`", army.value);
            let ids = armies.iter().map(|found| found.army.id.as_str());
            let help = suggestion(&army.value, ids);
            self.page.report(army.error(Code::Army, message).help(help));
        }
        found
    }

    /// Returns the piece types that a block names. Reports each unknown one.
    pub(super) fn piece_types(&mut self, words: &[SourceText]) -> Option<Vec<PieceTypeId>> {
        let kind =
            |word: &SourceText| self.page.look_up(self.loaded.variant.kind(&word.value), word);
        let found: Vec<Option<PieceTypeId>> = words.iter().map(kind).collect();
        found.into_iter().collect()
    }

    /// Returns the side that a block names, `Some(None)` if it names none, and `None` if there is
    /// no such side.
    pub(super) fn side(&mut self, word: Option<&SourceText>) -> Option<Option<SideId>> {
        let Some(word) = word else { return Some(None) };
        self.page.look_up(self.loaded.variant.side(&word.value), word).map(Some)
    }

    pub(super) fn piece(&mut self, piece: &PieceBlock) -> Option<String> {
        let (variant, word) = (&self.loaded.variant, &piece.piece);
        let piece_type = self.page.look_up(variant.kind(&word.value), word)?;
        let side = self.side(piece.side.as_ref())?.unwrap_or(variant.owning_side(piece_type));
        let data = json!({ "piece": piece_data(self.loaded, side, piece_type) });
        self.render("piece.html", &format!("piece-{}", word.value), data)
    }

    pub(super) fn armies(&mut self) -> Option<String> {
        let id = &self.loaded.variant.variant().id;
        let armies = self.page.variants.about(id).armies(id);
        if armies.is_empty() {
            let error = Diagnostic::error(Code::Army, format!("`{id}` has no armies"));
            self.page.report_at_line(error, self.block.span);
            return None;
        }
        let row = |found: &ArmyGame| {
            let piece = |&piece_type| piece_data(&found.loaded, SideId(0), piece_type);
            let pieces: Vec<_> = found.piece_types.iter().map(piece).collect();
            json!({ "name": found.army.name, "pieces": pieces })
        };
        let rows: Vec<Value> = armies.iter().map(row).collect();
        let data = json!({ "roles": army_squares(&armies, SideId(0)), "armies": rows });
        self.render("armies.html", "armies", data)
    }

    pub(super) fn rules(&mut self, block: &RulesBlock) -> Option<String> {
        let id = &self.loaded.variant.variant().id;
        let mut rules = rule_data(self.loaded, &self.page.variants.about(id).armies(id));
        let is_same = |heading: &SourceText, rule: &RuleTextData| {
            rule.heading.to_lowercase() == heading.value.to_lowercase()
        };
        for heading in &block.headings {
            if !rules.iter().any(|rule| is_same(heading, rule)) {
                let message = format!("no rule has the heading `{}`", heading.value);
                let known = rules.iter().map(|rule| rule.heading.as_str());
                let error = heading.error(Code::Directive, message);
                self.page.report(error.help(suggestion(&heading.value, known)));
                return None;
            }
        }
        rules.retain(|rule| {
            block.headings.is_empty() || block.headings.iter().any(|it| is_same(it, rule))
        });
        self.render("rules.html", "rules", json!({ "rules": rules }))
    }

    pub(super) fn certainty(&mut self) -> Option<String> {
        let mut notes = Vec::new();
        for row in certainty_rows(self.loaded.variant.variant()) {
            let why = row.why.map(|why| self.page.reason(&why, &self.block.variant));
            notes.push(json!({ "of": row.of, "is": row.is.word(), "why": why }));
        }
        self.render("certainty.html", "standing", json!({ "notes": notes }))
    }
}
