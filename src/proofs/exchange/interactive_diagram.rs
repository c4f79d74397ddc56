//! Reads Interactive Diagrams: elements with `class="idiagram"` that say a whole game.

use std::collections::BTreeSet;

use crate::source::{SourceFile, Span, did_you_mean, limits};

use super::foreign_page::Unreadable;
use super::page_html::{HtmlPart, html_parts};
use super::{PageGame, PagePiece};

/// Keys with a number.
const NUMBERS: &str = "files ranks firstRank promoZone maxPromote promoOffset";
/// Keys that are read elsewhere, or are about looks.
const OTHERS: &str = "symmetry squareSize graphicsDir graphicsType whitePrefix blackPrefix lightShade darkShade \
     startShade rimColor coordColor borders useMarkers newClick enableAI satellite";
/// Own functions of a page, which may forbid moves.
const FUNCTIONS: [&str; 3] = ["BadZone", "WeirdPromotion", "Tinker"];
const HELP: &str = "compare it with the page's source: a piece is `knight:N:NW:knight:b1,g1`";

/// Returns the games with the lines on which they begin. `text` is what is shown of the file.
pub(super) fn read(file: &SourceFile, text: &str) -> Vec<(Span, Result<PageGame, Unreadable>)> {
    let mut elements: Vec<(Span, Vec<(Span, String)>)> = Vec::new();
    // The name of the open element, and how many elements of that name are open.
    let mut open: Option<(String, usize)> = None;
    for (line, part) in html_parts(text) {
        let span = file.line_span(line);
        match (part, &mut open) {
            (HtmlPart::Tag { name, attributes, .. }, _)
                if attributes.get("class").is_some_and(|class| is_diagram(class)) =>
            {
                elements.push((span, Vec::new()));
                open = Some((name, 1));
            }
            (HtmlPart::Tag { name, closes, .. }, Some((own, depth))) if name == *own => {
                *depth = if closes { *depth - 1 } else { *depth + 1 };
                open = open.filter(|(_, depth)| *depth > 0);
            }
            (HtmlPart::Text(text), Some(_)) if !text.trim().is_empty() => {
                let (_, items) = elements.last_mut().expect("it is open");
                items.push((span, text.trim().to_owned()));
            }
            _ => {}
        }
    }
    let game = |(index, (span, items)): (usize, (Span, Vec<_>))| {
        let too_many = "divide the page into several files";
        let game = match index < limits::BOARDS {
            true => read_game(file.text(), span, &items),
            false => Err((format!("a page may have {} of them", limits::BOARDS), too_many)),
        };
        (span, game)
    };
    elements.into_iter().enumerate().map(game).collect()
}

fn is_diagram(class: &str) -> bool {
    class.split_whitespace().any(|word| word.eq_ignore_ascii_case("idiagram"))
}

/// A key with its value and line.
type Key<'a> = (&'a str, &'a str, Span);

fn read_game(page: &str, span: Span, items: &[(Span, String)]) -> Result<PageGame, Unreadable> {
    let mut keys: Vec<Key> = Vec::new();
    let mut pieces: Vec<(Vec<&str>, Span)> = Vec::new();
    let functions = FUNCTIONS.iter().filter(|name| page.contains(**name));
    let function = |name: &&str| format!("the function `{name}`, which may forbid more");
    let mut unread: Vec<(String, Span)> = functions.map(|name| (function(name), span)).collect();
    for (span, item) in items {
        // The address of a picture has a colon of its own.
        let fields = item.split(':').filter(|field| !field.starts_with("//"));
        let fields: Vec<&str> = fields.map(str::trim).collect();
        let is_key = |key: &str| key.bytes().all(|byte| byte.is_ascii_alphanumeric());
        match item.split_once('=').filter(|(key, _)| is_key(key.trim())) {
            Some((key, value)) => keys.push((key.trim(), value.trim(), *span)),
            None if fields.len() < 5 || fields[0].eq_ignore_ascii_case("hole") => {
                let few = match fields.len() {
                    2..5 => ", which has too few `:`; a piece is `knight:N:NW:knight:b1,g1`",
                    _ => "",
                };
                unread.push((format!("{item}{few}"), *span));
            }
            None => pieces.push((fields, *span)),
        }
    }
    if pieces.is_empty() || pieces.len() > limits::PIECE_TYPES {
        let (count, most) = (pieces.len(), limits::PIECE_TYPES);
        return Err((format!("it has {count} pieces, and 1 to {most} can be read"), HELP));
    }
    let value = |name| keys.iter().rfind(|(key, ..)| *key == name).map(|(_, value, _)| *value);
    let number = |name| value(name)?.parse::<usize>().ok();
    let files = number("files").unwrap_or(8);
    let ranks = number("ranks").unwrap_or(files);
    if !(1..=26).contains(&files) || !(1..=limits::CELLS / files).contains(&ranks) {
        let message = format!("its board has {files} files and {ranks} ranks");
        return Err((message, "1 to 26 files can be read: `files=8`"));
    }
    // A large board begins with rank 0, unless a piece is on its last rank.
    let is_last = |cell: &str| cell.trim().get(1..) == Some(&ranks.to_string());
    let names_last = pieces.iter().any(|(it, _)| it[4].split([',', '-']).any(is_last));
    let first_rank = number("firstRank").filter(|rank| *rank <= 1);
    let symmetry = value("symmetry");
    let mut game = PageGame {
        span,
        files,
        ranks,
        first_rank: first_rank.unwrap_or(usize::from(ranks < 10 || names_last)),
        is_turned: symmetry.is_some_and(|it| it.starts_with("rot")),
        is_symmetric: symmetry.is_some_and(|it| it != "none"),
        pieces: Vec::new(),
        promotions: Vec::new(),
        promotion_zone: number("promoZone").unwrap_or(1),
        promotion_is_optional: number("promoOffset").is_some(),
        promotes_to_lost: false,
        unread,
    };
    pieces.iter().for_each(|(fields, span)| game.add_piece(*span, fields));
    game.is_symmetric |= game.pieces.iter().all(|piece| piece.cells[1].is_empty());
    game.add_missing_ids();
    game.read_keys(&keys, number("maxPromote").unwrap_or(1), number("promoOffset"));
    Ok(game)
}

impl PageGame {
    fn add_piece(&mut self, span: Span, fields: &[&str]) {
        let [name, id, betza, _, squares] = [0, 1, 2, 3, 4].map(|index| fields[index].to_owned());
        let mut cells: [BTreeSet<(usize, usize)>; 2] = Default::default();
        let mut side = 0;
        for item in squares.split(',').map(str::trim) {
            let (from, to) = item.split_once('-').unwrap_or((item, item));
            match (self.cell(from), self.cell(to)) {
                (Some(from), Some(to)) => {
                    let ranks = from.0.min(to.0)..=from.0.max(to.0);
                    let files = from.1.min(to.1)..=from.1.max(to.1);
                    cells[side]
                        .extend(ranks.flat_map(|rank| files.clone().map(move |it| (rank, it))));
                }
                // The cells of the second side come after an empty one.
                _ if item.is_empty() => side = 1,
                _ => {
                    let what = format!("`{item}` of `{name}`, which is no cell of the board");
                    self.unread.push((what, span));
                }
            }
        }
        if let Some(hand) = fields.get(5).filter(|hand| !hand.is_empty()) {
            self.unread.push((format!("{hand} of `{name}` in hand"), span));
        }
        if let Some(other) = self.pieces.iter().find(|other| !id.is_empty() && other.id == id) {
            let what = format!("the id `{id}` of `{name}`, because `{}` has it", other.name);
            self.unread.push((what, span));
        }
        let betza = Some(betza).filter(|betza| !betza.is_empty());
        self.pieces.push(PagePiece { span, name, id, betza, cells, royal: false });
    }

    /// The rank and file of a cell, from 0.
    fn cell(&self, name: &str) -> Option<(usize, usize)> {
        let (file, rank) = name.trim().split_at_checked(1)?;
        let file = usize::from(file.to_ascii_lowercase().as_bytes()[0].checked_sub(b'a')?);
        let rank = rank.parse::<usize>().ok()?.checked_sub(self.first_rank)?;
        (file < self.files && rank < self.ranks).then_some((rank, file))
    }

    /// A piece without an id has the first letter of its name that is free.
    fn add_missing_ids(&mut self) {
        for index in 0..self.pieces.len() {
            let is_free = |id: &String| self.pieces.iter().all(|piece| piece.id != *id);
            let name = self.pieces[index].name.to_uppercase();
            let free = name.chars().filter(|c| c.is_alphabetic()).map(String::from).find(is_free);
            if self.pieces[index].id.is_empty() {
                self.pieces[index].id = free.unwrap_or_else(|| format!("X{index}"));
            }
        }
    }

    /// Reads what names pieces, and keeps the keys that are not read.
    fn read_keys(&mut self, keys: &[Key], count: usize, offset: Option<usize>) {
        let mut choice = None;
        for &(key, value, span) in keys {
            let is_in = |keys: &str| keys.split(' ').any(|known| known.eq_ignore_ascii_case(key));
            let is_read = match key {
                "royal" => {
                    let by_number =
                        value.parse::<usize>().ok().map(|number| number.wrapping_sub(1));
                    let by_id = || self.pieces.iter().position(|piece| piece.id == value);
                    let royal = by_number.or_else(by_id);
                    let royal = royal.and_then(|index| self.pieces.get_mut(index));
                    royal.map(|piece| piece.royal = true).is_some()
                }
                "promoChoice" => {
                    choice = self.choices(value);
                    let (lost, all) = (value.matches('*').count(), choice.iter().flatten().count());
                    self.promotes_to_lost = lost > 0 && lost == all;
                    all > 0 && !value.contains('!') && (lost == 0 || lost == all)
                }
                _ => is_in(OTHERS) || is_in(NUMBERS) && value.parse::<usize>().is_ok(),
            };
            if !is_read {
                let known = [NUMBERS, OTHERS].into_iter().flat_map(|keys| keys.split(' '));
                let why = match did_you_mean(key, known) {
                    _ if is_in(NUMBERS) => format!(", which is no number, as in `{key}=6`"),
                    Some(near) => format!("; {near}"),
                    None => String::new(),
                };
                self.unread.push((format!("{key}={value}{why}"), span));
            }
        }
        if let Some(last) = self.pieces.last_mut().filter(|_| keys.iter().all(|it| it.0 != "royal"))
        {
            last.royal = true;
        }
        if count > 0 && choice.is_none() && offset.is_none() {
            let what = "promotion, because `promoChoice` is missing".to_owned();
            self.unread.push((what, self.span));
        }
        let pieces = self.pieces.len();
        let by_offset = |piece: usize| Some(piece.checked_add(offset?)?).filter(|to| *to < pieces);
        let becomes = |piece: usize| choice.clone().or_else(|| Some(vec![by_offset(piece)?]));
        let promoting = (0..count.min(pieces)).filter_map(|piece| Some((piece, becomes(piece)?)));
        self.promotions = promoting.collect();
    }

    /// The pieces in `!P*NQ`, by the longest id that fits.
    fn choices(&self, value: &str) -> Option<Vec<usize>> {
        let signs = ['!', '*', ','];
        let mut found = Vec::new();
        let mut rest = value.trim_start_matches(signs);
        while !rest.is_empty() {
            let ids = self.pieces.iter().enumerate();
            let fitting = ids.filter(|(_, piece)| rest.starts_with(&piece.id));
            let (index, piece) = fitting.max_by_key(|(_, piece)| piece.id.len())?;
            found.push(index);
            rest = rest[piece.id.len()..].trim_start_matches(signs);
        }
        (!found.is_empty()).then_some(found)
    }
}
