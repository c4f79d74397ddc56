//! Reads Interactive Diagrams: elements with `class="idiagram"` that say a whole game.

use std::ops::Range;

use crate::source::{SourceFile, Span, limits};

use super::page_html::is_hidden;
use super::{PageGame, PagePiece};

/// Keys about looks, which say nothing about the game.
const LOOKS: &str = "squareSize graphicsDir graphicsType whitePrefix blackPrefix lightShade darkShade startShade \
     rimColor coordColor borders useMarkers newClick enableAI satellite";
/// Own functions of a page, which may forbid moves.
const FUNCTIONS: [&str; 3] = ["BadZone", "WeirdPromotion", "Tinker("];
const HELP: &str = "compare it with the page's source: a piece is `knight:N:NW:knight:b1,g1`";

type PageGameResult = Result<PageGame, (String, &'static str)>;

/// Returns the games with their offsets.
pub(super) fn read(file: &SourceFile, hidden: &[Range<usize>]) -> Vec<(usize, PageGameResult)> {
    let text = file.text();
    let folded = text.to_ascii_lowercase();
    let mut tags: Vec<(usize, usize)> = Vec::new();
    let mut from = 0;
    for (at, word) in folded.match_indices("idiagram") {
        if let Some(start) = tag_start(&folded[from..], at - from)
            && !is_hidden(hidden, at)
        {
            tags.push((from + start, at));
        }
        from = at + word.len();
    }
    let ends = tags.iter().skip(1).map(|&(start, _)| start).chain([text.len()]);
    let games = tags.iter().zip(ends).enumerate().map(|(index, (&(start, at), end))| {
        if index >= limits::BOARDS {
            let message = format!("a page may have {} of them", limits::BOARDS);
            return (start, Err((message, "divide the page into several files")));
        }
        let opened = folded[at..end].find('>').map_or(end, |length| at + length + 1);
        let end = opened + element_length(&folded[start..opened], &folded[opened..end]);
        (start, read_items(file, start, &items(&text[opened..end], opened)))
    });
    games.collect()
}

/// The start of the tag whose class is the word at an offset.
fn tag_start(text: &str, at: usize) -> Option<usize> {
    let start = text[..at].rfind('<')?;
    let tag = &text[start..at];
    let (name, value) = tag.rsplit_once('=')?;
    let is_class = name.trim_end().ends_with("class") && !tag.contains('>');
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let is_whole = !value.ends_with(is_word) && !text[at + "idiagram".len()..].starts_with(is_word);
    (is_class && is_whole).then_some(start)
}

/// The length of the text before the end tag.
fn element_length(tag: &str, text: &str) -> usize {
    let name: String = tag[1..].chars().take_while(char::is_ascii_alphanumeric).collect();
    let mut depth = 1;
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let closes = rest.strip_prefix('/');
        let Some(after) = closes.unwrap_or(rest).strip_prefix(&*name) else { continue };
        if after.starts_with(|c: char| c.is_ascii_alphanumeric()) {
            continue;
        }
        depth = if closes.is_some() { depth - 1 } else { depth + 1 };
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The items with their offsets: lines, and the parts of a line whose breaks are lost.
fn items(text: &str, offset: usize) -> Vec<(usize, String)> {
    let mut lines = vec![(offset, String::new())];
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let comment =
            rest.strip_prefix("<!--").map(|_| rest.find("-->").map_or(rest.len(), |end| end + 3));
        let tag = || rest.find('>').map_or(rest.len(), |end| end + 1);
        let length = comment.unwrap_or_else(|| if c == '<' { tag() } else { c.len_utf8() });
        at += length;
        if comment.is_none() && matches!(c, '\n' | '\r' | '<') {
            lines.push((offset + at, String::new()));
        } else if comment.is_none() {
            lines.last_mut().expect("it has a line").1.push(c);
        }
    }
    let decoded = |text: String| {
        let entities = [("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        entities.iter().fold(text, |text, (entity, sign)| text.replace(entity, sign))
    };
    lines
        .into_iter()
        .flat_map(|(at, line)| parts(&decoded(line)).into_iter().map(move |it| (at, it)))
        .collect()
}

/// Splits a line before each word that begins an item. Words before a piece belong to its name.
fn parts(line: &str) -> Vec<String> {
    let mut parts: Vec<Vec<&str>> = Vec::new();
    // The number of words since the last one that begins or ends an item.
    let mut loose = 0;
    for word in line.split_whitespace() {
        let is_piece = word.matches(':').count() >= 4;
        if is_piece || key_value(word).is_some() || parts.is_empty() {
            let name = match parts.last_mut() {
                Some(last) if is_piece => last.split_off(last.len() - loose),
                _ => Vec::new(),
            };
            parts.push([name, vec![word]].concat());
            loose = usize::from(!is_piece && key_value(word).is_none());
        } else {
            // A list of cells goes on after a comma.
            let last = parts.last_mut().expect("it has a part");
            let goes_on =
                last.last().is_some_and(|last| last.ends_with(',')) || word.starts_with(',');
            last.push(word);
            loose = if goes_on { 0 } else { loose + 1 };
        }
    }
    parts.into_iter().filter(|part| !part.is_empty()).map(|part| part.join(" ")).collect()
}

fn key_value(item: &str) -> Option<(&str, &str)> {
    let (key, value) = item.split_once('=')?;
    let is_key = !key.is_empty() && key.trim().bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_key.then(|| (key.trim(), value.trim()))
}

/// A key with its value and line.
type Key<'a> = (&'a str, &'a str, Span);

fn read_items(file: &SourceFile, start: usize, items: &[(usize, String)]) -> PageGameResult {
    let mut keys: Vec<Key> = Vec::new();
    let mut lines: Vec<(Span, Vec<&str>)> = Vec::new();
    let mut unread: Vec<(String, Span)> = Vec::new();
    let span = file.line_at(start);
    for (at, item) in items {
        let span = file.line_at(*at);
        if let Some((key, value)) = key_value(item) {
            keys.push((key, value, span));
            continue;
        }
        // The address of a picture has a colon of its own.
        let fields = item.split(':').filter(|field| !field.starts_with("//"));
        let fields: Vec<&str> = fields.map(str::trim).collect();
        if fields.len() >= 5 {
            lines.push((span, fields));
        } else {
            unread.push((item.clone(), span));
        }
    }
    if lines.is_empty() || lines.len() > limits::PIECE_TYPES {
        let message =
            format!("it has {} pieces, and 1 to {} can be read", lines.len(), limits::PIECE_TYPES);
        return Err((message, HELP));
    }
    unread.extend(FUNCTIONS.iter().filter(|name| file.text().contains(**name)).map(|name| {
        let name = name.trim_end_matches('(');
        (format!("the function `{name}`, which may forbid more"), span)
    }));
    let number = |name: &str| keys.iter().rev().find(|key| key.0 == name)?.1.parse::<usize>().ok();
    let files = number("files").unwrap_or(8);
    let ranks = number("ranks").unwrap_or(files);
    if !(1..=26).contains(&files) || !(1..=limits::CELLS / files).contains(&ranks) {
        let message = format!("its board has {files} files and {ranks} ranks");
        return Err((message, "1 to 26 files can be read: `files=8`"));
    }
    let usual_rank =
        usize::from(ranks < 10 || lines.iter().any(|(_, line)| names_rank(line, ranks)));
    let mut game = PageGame {
        span,
        files,
        ranks,
        first_rank: number("firstRank").filter(|rank| *rank <= 1).unwrap_or(usual_rank),
        is_turned: keys.iter().any(|key| key.0 == "symmetry" && key.1.starts_with("rot")),
        pieces: Vec::new(),
        promotions: Vec::new(),
        promotion_zone: number("promoZone").unwrap_or(1),
        promotion_is_optional: false,
        promotes_to_lost: false,
        unread,
    };
    for (span, line) in &lines {
        game.add_piece(*span, line)?;
    }
    game.add_missing_ids();
    game.add_second_side(keys.iter().any(|key| key.0 == "symmetry" && key.1 != "none"));
    game.read_keys(&keys, number("maxPromote").unwrap_or(1), number("promoOffset"));
    Ok(game)
}

/// Whether the last rank has the number of ranks.
fn names_rank(line: &[&str], ranks: usize) -> bool {
    let cells = line[4].split([',', '-']);
    cells.filter_map(|cell| cell.trim().get(1..)?.parse::<usize>().ok()).any(|rank| rank == ranks)
}

impl PageGame {
    fn add_piece(&mut self, span: Span, line: &[&str]) -> Result<(), (String, &'static str)> {
        let (name, id, betza, squares) = (line[0], line[1], line[2], line[4]);
        if name.eq_ignore_ascii_case("hole") {
            self.unread.push((line.join(":"), span));
            return Ok(());
        }
        let mut cells: [Vec<(usize, usize)>; 2] = Default::default();
        let mut side = 0;
        for item in squares.split(',').map(str::trim).filter(|_| !squares.is_empty()) {
            if item.is_empty() {
                side = 1;
                continue;
            }
            let (from, to) = item.split_once('-').unwrap_or((item, item));
            let (Some(from), Some(to)) = (self.cell(from), self.cell(to)) else {
                self.unread
                    .push((format!("`{item}` of `{name}`, which is no cell of the board"), span));
                continue;
            };
            let ranks = from.1.min(to.1)..=from.1.max(to.1);
            let files = from.0.min(to.0)..=from.0.max(to.0);
            cells[side].extend(ranks.flat_map(|rank| files.clone().map(move |file| (file, rank))));
            if cells[side].len() > self.files * self.ranks {
                return Err((format!("`{name}` is on a cell more than once"), HELP));
            }
        }
        if let Some(hand) = line.get(5).filter(|hand| !hand.is_empty()) {
            self.unread.push((format!("{hand} of `{name}` in hand"), span));
        }
        self.pieces.push(PagePiece {
            span,
            name: name.to_owned(),
            id: id.to_owned(),
            betza: (!betza.is_empty()).then(|| betza.to_owned()),
            cells,
            royal: false,
        });
        Ok(())
    }

    fn cell(&self, name: &str) -> Option<(usize, usize)> {
        let (file, rank) = name.trim().split_at_checked(1)?;
        let file = file.to_ascii_lowercase().bytes().next()?.checked_sub(b'a')?;
        let rank = rank.parse::<usize>().ok()?.checked_sub(self.first_rank)?;
        (usize::from(file) < self.files && rank < self.ranks).then_some((file.into(), rank))
    }

    /// A piece without an id has the first letter of its name that is free.
    fn add_missing_ids(&mut self) {
        for index in 0..self.pieces.len() {
            if !self.pieces[index].id.is_empty() {
                continue;
            }
            let letters = self.pieces[index].name.to_uppercase();
            let mut letters = letters.chars().filter(|c| c.is_alphabetic()).map(String::from);
            let is_free = |id: &String| self.pieces.iter().all(|piece| piece.id != *id);
            let free = letters.find(is_free);
            self.pieces[index].id = free.unwrap_or_else(|| format!("X{index}"));
        }
    }

    /// The second side's pieces are on the cells of the first, unless the page lists them.
    fn add_second_side(&mut self, is_said: bool) {
        if !is_said && self.pieces.iter().any(|piece| !piece.cells[1].is_empty()) {
            return;
        }
        let (files, ranks, is_turned) = (self.files, self.ranks, self.is_turned);
        let opposite = |&(file, rank): &(usize, usize)| {
            (if is_turned { files - 1 - file } else { file }, ranks - 1 - rank)
        };
        for piece in self.pieces.iter_mut().filter(|piece| piece.cells[1].is_empty()) {
            piece.cells[1] = piece.cells[0].iter().map(opposite).collect();
        }
    }

    /// Reads what names pieces, and keeps the keys that are not read.
    fn read_keys(&mut self, keys: &[Key], count: usize, offset: Option<usize>) {
        const READ: &str = "files ranks firstRank symmetry promoZone maxPromote promoOffset";
        let mut choice = None;
        for &(key, value, span) in keys {
            let is_read = match key {
                "royal" => {
                    let by_number =
                        value.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
                    let by_id = || self.pieces.iter().position(|piece| piece.id == value);
                    let royal =
                        by_number.or_else(by_id).and_then(|index| self.pieces.get_mut(index));
                    royal.map(|piece| piece.royal = true).is_some()
                }
                "promoChoice" => {
                    choice = self.choices(value);
                    let lost = value.matches('*').count();
                    let number = choice.as_ref().map_or(0, Vec::len);
                    self.promotes_to_lost = lost > 0 && lost == number;
                    choice.is_some() && !value.contains('!') && (lost == 0 || lost == number)
                }
                _ if READ.split(' ').any(|known| known == key) => {
                    value.parse::<usize>().is_ok() || key == "symmetry"
                }
                _ => LOOKS.split_whitespace().any(|known| known.eq_ignore_ascii_case(key)),
            };
            if !is_read {
                self.unread.push((format!("{key}={value}"), span));
            }
        }
        if let Some(last) =
            self.pieces.last_mut().filter(|_| !keys.iter().any(|key| key.0 == "royal"))
        {
            last.royal = true;
        }
        self.promotion_is_optional = offset.is_some();
        let promoting = 0..count.min(self.pieces.len());
        match (choice, offset) {
            (Some(choice), _) => {
                self.promotions = promoting.map(|piece| (piece, choice.clone())).collect()
            }
            (None, Some(offset)) => {
                let to =
                    |piece: usize| piece.checked_add(offset).filter(|to| *to < self.pieces.len());
                self.promotions =
                    promoting.filter_map(|piece| Some((piece, vec![to(piece)?]))).collect();
            }
            (None, None) if count > 0 => {
                self.unread
                    .push(("promotion, because `promoChoice` is missing".to_owned(), self.span));
            }
            _ => {}
        }
    }

    /// The pieces in `!P*NQ`, by the longest id that fits.
    fn choices(&self, value: &str) -> Option<Vec<usize>> {
        let mut found = Vec::new();
        let mut rest = value.trim_start_matches(['!', '*']);
        while !rest.is_empty() {
            let ids =
                self.pieces.iter().enumerate().filter(|(_, piece)| rest.starts_with(&piece.id));
            let (index, piece) = ids.max_by_key(|(_, piece)| piece.id.len())?;
            found.push(index);
            rest = rest[piece.id.len()..].trim_start_matches(['!', '*', ',']);
        }
        (!found.is_empty()).then_some(found)
    }
}
