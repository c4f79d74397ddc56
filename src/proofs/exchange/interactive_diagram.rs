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
const HELP: &str =
    "save the page's source, where each piece has a line: `knight:N:NW:knight:b1,g1`";

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
    let mut lines: Vec<(Vec<&str>, Span)> = Vec::new();
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
            None if fields.len() < 2 => unread.push((item.clone(), *span)),
            None => lines.push((fields, *span)),
        }
    }
    if lines.is_empty() || lines.len() > limits::PIECE_TYPES {
        let (count, most) = (lines.len(), limits::PIECE_TYPES);
        return Err((format!("it has {count} lines of pieces, and 1 to {most} can be read"), HELP));
    }
    let value = |name| keys.iter().rfind(|(key, ..)| *key == name).map(|(_, value, _)| *value);
    let number = |name| value(name)?.parse::<usize>().ok();
    let files = number("files").unwrap_or(8);
    let ranks = number("ranks").unwrap_or(8);
    if !(1..=26).contains(&files) || !(1..=limits::CELLS / files).contains(&ranks) {
        let message = format!("its board has {files} files and {ranks} ranks");
        return Err((message, "1 to 26 files can be read: `files=8`"));
    }
    let is_on_zero = |cell: &str| cell.trim().get(1..) == Some("0");
    let mut squares = lines.iter().filter_map(|(fields, _)| fields.get(4));
    let names_zero = squares.any(|squares| squares.split([',', '-']).any(is_on_zero));
    let first_rank = number("firstRank").filter(|rank| *rank <= 1);
    let symmetry = value("symmetry");
    let mut game = PageGame {
        span,
        files,
        ranks,
        first_rank: first_rank.unwrap_or(usize::from(!names_zero)),
        is_turned: symmetry.is_some_and(|it| it.starts_with("rot")),
        is_symmetric: symmetry.is_some_and(|it| it != "none"),
        holes: BTreeSet::new(),
        pieces: Vec::new(),
        promotions: Vec::new(),
        promotion_zone: number("promoZone").unwrap_or(1),
        promotion_is_optional: number("promoOffset").is_some(),
        promotes_to_lost: false,
        unread,
    };
    let lines: Vec<Option<usize>> =
        lines.iter().map(|(fields, span)| game.add_line(*span, fields)).collect();
    game.is_symmetric |= game.pieces.iter().all(|piece| piece.cells[1].is_empty());
    game.add_opposite_holes();
    game.add_missing_ids();
    let choice = game.read_keys(&keys, &lines);
    let offset = number("promoOffset").unwrap_or(0);
    for (index, piece) in lines.iter().enumerate().take(number("maxPromote").unwrap_or(1)) {
        let after = lines.get(index.saturating_add(offset)).copied().flatten();
        let becomes = choice.clone().unwrap_or_else(|| after.into_iter().collect());
        piece.iter().for_each(|piece| game.add_promotion(*piece, &becomes));
    }
    Ok(game)
}

impl PageGame {
    /// Reads a line of a piece or of holes, and returns the index of the piece.
    fn add_line(&mut self, span: Span, fields: &[&str]) -> Option<usize> {
        if fields.len() < 5 {
            let few = "which has too few `:`; a piece is `knight:N:NW:knight:b1,g1`";
            self.unread.push((format!("{}, {few}", fields.join(":")), span));
            return None;
        }
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
        if name.eq_ignore_ascii_case("hole") {
            self.holes.extend(cells.into_iter().flatten());
            return None;
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
        Some(self.pieces.len() - 1)
    }

    /// Adds the holes that the other seat has, if it has the same.
    fn add_opposite_holes(&mut self) {
        let own = if self.is_symmetric { self.holes.clone() } else { BTreeSet::new() };
        let turned = |file| if self.is_turned { self.files - 1 - file } else { file };
        self.holes.extend(own.iter().map(|(rank, file)| (self.ranks - 1 - rank, turned(*file))));
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

    /// Reads what names pieces, and keeps the keys that are not read. Returns what `promoChoice` names.
    ///
    /// A piece is named by its id or by the number of its line, where lines that are not read count too.
    fn read_keys(&mut self, keys: &[Key], lines: &[Option<usize>]) -> Option<Vec<usize>> {
        let mut choice = None;
        for &(key, value, span) in keys {
            let is_in = |keys: &str| keys.split(' ').any(|known| known.eq_ignore_ascii_case(key));
            let unread = match key {
                "royal" => {
                    let line = value.parse::<usize>().map(|number| number.wrapping_sub(1));
                    let by_id = |_| self.pieces.iter().position(|piece| piece.id == value);
                    let royal = line.map_or_else(by_id, |line| *lines.get(line)?);
                    royal.map(|index| self.pieces[index].royal = true).is_none().then(String::new)
                }
                "promoChoice" => match self.choices(value) {
                    Err(rest) => Some(format!(", because `{rest}` begins with no id")),
                    Ok(all) => {
                        let (lost, count) = (value.matches('*').count(), all.len());
                        self.promotes_to_lost = lost > 0 && lost == count;
                        choice = Some(all).filter(|_| count > 0);
                        let is_read = !value.contains('!') && (lost == 0 || lost == count);
                        (!is_read).then(String::new)
                    }
                },
                _ if is_in(OTHERS) || is_in(NUMBERS) && value.parse::<usize>().is_ok() => None,
                _ if is_in(NUMBERS) => Some(format!(", which is no number, as in `{key}=6`")),
                _ => {
                    let known = [NUMBERS, OTHERS].into_iter().flat_map(|keys| keys.split(' '));
                    Some(did_you_mean(key, known).map_or(String::new(), |near| format!("; {near}")))
                }
            };
            self.unread.extend(unread.map(|why| (format!("{key}={value}{why}"), span)));
        }
        if let Some(last) = self.pieces.last_mut().filter(|_| keys.iter().all(|it| it.0 != "royal"))
        {
            last.royal = true;
        }
        choice
    }

    /// Lets a piece promote to others, if there are any. It stays itself with `!P`.
    fn add_promotion(&mut self, piece: usize, becomes: &[usize]) {
        let others: Vec<usize> = becomes.iter().copied().filter(|it| *it != piece).collect();
        if !others.is_empty() {
            return self.promotions.push((piece, others));
        }
        let PagePiece { name, span, .. } = &self.pieces[piece];
        let what = format!("promotion of `{name}`, because no piece is read that it becomes");
        self.unread.push((what, *span));
    }

    /// The pieces in `!P*NQ`, by the longest id that fits, or else the rest that begins with no id.
    fn choices<'a>(&self, value: &'a str) -> Result<Vec<usize>, &'a str> {
        let signs = ['!', '*', ','];
        let mut found = Vec::new();
        let mut rest = value.trim_start_matches(signs);
        while !rest.is_empty() {
            let ids = self.pieces.iter().enumerate();
            let fitting = ids.filter(|(_, piece)| rest.starts_with(&piece.id));
            let (index, piece) = fitting.max_by_key(|(_, piece)| piece.id.len()).ok_or(rest)?;
            found.push(index);
            rest = rest[piece.id.len()..].trim_start_matches(signs);
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use crate::exchange::read_page;

    use super::*;

    fn game(items: &str) -> PageGame {
        let text = format!("<div class=idiagram>\n{items}\n</div>");
        read_page(&SourceFile::new("page.html", text)).0.games.remove(0)
    }

    fn size(items: &str) -> [usize; 3] {
        let game = game(items);
        [game.files, game.ranks, game.first_rank]
    }

    #[test]
    fn a_board_without_sizes_has_eight_ranks_from_1_on() {
        assert_eq!(size("king::K::a1"), [8, 8, 1]);
        assert_eq!(size("files=10\nking::K::a1"), [10, 8, 1]);
        assert_eq!(size("ranks=12\nking::K::a1"), [8, 12, 1]);
        assert_eq!(size("ranks=12\nking::K::a0"), [8, 12, 0]);
    }

    #[test]
    fn lines_without_a_piece_count() {
        let game = game(
            "maxPromote=3\npromoOffset=3\nroyal=5\nhole::::a1\npawn::W::b2\nrook:R\n\
             lost:L\nking::K::b1\nqueen::Q::c1",
        );
        let royal: Vec<&str> =
            game.pieces.iter().filter(|it| it.royal).map(|it| &*it.name).collect();
        assert_eq!(royal, ["king"]);
        assert_eq!(game.promotions, [(0, vec![1])]);
        assert_eq!(game.holes, [(0, 0), (7, 0)].into());
    }

    #[test]
    fn a_choice_may_be_to_stay() {
        let game = game("promoChoice=!PQ\npawn:P:W::b2\nqueen:Q:Q::c1\nking:K:K::b1");
        assert_eq!(game.promotions, [(0, vec![1])]);
        assert_eq!(game.unread[0].0, "promoChoice=!PQ");
    }
}
