//! Parses sets of cells, borders and pairs of cells.

use crate::game::{CellExpr, CellNode, NamedCells};
use crate::geometry::{AxisKind, Cell, CellCoordinates, CellSet, Facing, Layout, Tiling, Vector};
use crate::source::{
    Code, Diagnostic, SourceText, Span, did_you_mean, limits, quoted_list, with_hyphen,
};

use super::spelling::{
    column_help, is_line, looks_like_cell, named_line, ordinal_line, run_on, run_with_hyphen,
    usual_spelling,
};
use super::token::{CellToken, tokens};
use super::vocabulary::{CellVocabulary, RESERVED_WORDS};

/// A parser of sets of cells, by recursive descent.
pub(super) struct CellExprParser<'a> {
    vocabulary: &'a CellVocabulary,
    text: &'a SourceText,
    tokens: Vec<(CellToken, Span)>,
    at: usize,
    /// The board that all sets are limited to, as by `BOARD:(`; without one, `any` means the
    /// cells of all boards, and bare names are cells of the first.
    scope: Option<u8>,
    /// Whether commas and bars end a set, as they do between borders.
    bars: bool,
    depth: usize,
}

impl<'a> CellExprParser<'a> {
    pub fn new(
        vocabulary: &'a CellVocabulary,
        text: &'a SourceText,
        scope: Option<u8>,
        bars: bool,
    ) -> Result<CellExprParser<'a>, Diagnostic> {
        if text.value.len() > limits::PLACEMENT {
            return Err(text.error(Code::Cells, "the text is too long"));
        }
        let tokens = tokens(&text.value);
        Ok(CellExprParser { vocabulary, text, tokens, at: 0, scope, bars, depth: 0 })
    }

    /// Parses the whole text as one set.
    pub fn whole(&mut self) -> Result<CellExpr, Diagnostic> {
        let expr = self.cells()?;
        self.expect_end("no `(` before this `)`")?;
        Ok(expr)
    }

    /// Parses pairs of sets: `rank 5 | rank 6, file e | file f`.
    pub fn borders(&mut self) -> Result<Vec<(CellExpr, CellExpr)>, Diagnostic> {
        let mut borders = Vec::new();
        loop {
            let one = self.cells()?;
            if !self.take(CellToken::Bar) {
                let error = self.error_here("a border is written `cells | cells`");
                return Err(error.help("for instance `rank 4 | rank 5`"));
            }
            borders.push((one, self.cells()?));
            if !self.take(CellToken::Comma) {
                self.expect_end("expected a comma, or the end of the border")?;
                return Ok(borders);
            }
        }
    }

    /// `group ("but" group)*`
    fn cells(&mut self) -> Result<CellExpr, Diagnostic> {
        self.depth += 1;
        if self.depth > limits::NESTING {
            return Err(self.error_here("sets are nested too deeply"));
        }
        let first = self.at;
        let mut expr = self.group()?;
        while self.take_word("but") {
            let but = self.at - 1;
            let node = CellNode::Difference(Box::new(expr), Box::new(self.group()?));
            self.refuse_comma(first, but)?;
            expr = self.spanned(first, node);
        }
        self.depth -= 1;
        Ok(expr)
    }

    /// Refuses a comma after the token `but`: readers would not know what `but` takes away.
    fn refuse_comma(&self, first: usize, but: usize) -> Result<(), Diagnostic> {
        let mut depth = 0;
        let comma = (but..self.at).find(|&at| {
            depth += match self.tokens[at].0 {
                CellToken::Open => 1,
                CellToken::Close => -1,
                _ => 0,
            };
            depth == 0 && self.tokens[at].0 == CellToken::Comma
        });
        let Some(comma) = comma else { return Ok(()) };
        let text = |from: usize, to: usize| {
            let (start, end) = (self.tokens[from].1.start, self.tokens[to - 1].1.end);
            &self.text.value[start..end]
        };
        let (whole, part) = (text(first, but), text(but + 1, comma));
        let rest = if comma + 1 < self.at { text(comma + 1, self.at) } else { "..." };
        let message = "a comma after `but` could end what `but` takes away, or go on with it";
        let help =
            format!("write `({whole} but {part}), {rest}` or `{whole} but ({part}, {rest})`");
        Err(self.error_at(self.tokens[comma].1, message).help(help))
    }

    /// `both ((","|" ") both)*`
    fn group(&mut self) -> Result<CellExpr, Diagnostic> {
        let first = self.at;
        let mut parts = vec![self.both()?];
        loop {
            while !(self.bars && self.depth == 1) && self.take(CellToken::Comma) {}
            match self.tokens.get(self.at) {
                Some((CellToken::Word | CellToken::Open, _)) if self.word() != Some("but") => {
                    parts.push(self.both()?);
                }
                _ => break,
            }
        }
        if parts.len() == 1 {
            return Ok(parts.remove(0));
        }
        Ok(self.spanned(first, CellNode::Union(parts)))
    }

    /// `one ("and" one)*`
    fn both(&mut self) -> Result<CellExpr, Diagnostic> {
        let first = self.at;
        let mut expr = self.one()?;
        while self.take_word("and") {
            let node = CellNode::Intersection(Box::new(expr), Box::new(self.one()?));
            expr = self.spanned(first, node);
        }
        Ok(expr)
    }

    /// `"not" one | DIRECTION "of" one | term ("of" SIDE)*`
    fn one(&mut self) -> Result<CellExpr, Diagnostic> {
        self.depth += 1;
        if self.depth > limits::NESTING {
            return Err(self.error_here("sets are nested too deeply"));
        }
        let first = self.at;
        let expr = if self.take_word("not") {
            let node = CellNode::Not(self.scope, Box::new(self.one()?));
            self.spanned(first, node)
        } else if let Some(direction) = self.direction() {
            self.at += 1;
            if direction == Facing::Forward {
                self.expect_word("front")?;
            }
            self.expect_word("of")?;
            let node = CellNode::InDirection(direction, Box::new(self.one()?));
            self.spanned(first, node)
        } else {
            let mut expr = self.term()?;
            while self.take_word("of") {
                let word = self.expect_any_word("`of` needs a side after it")?;
                let side = self.vocabulary.sides.parse(&word)?;
                expr = self.spanned(first, CellNode::OfSide(Box::new(expr), side));
            }
            expr
        };
        self.depth -= 1;
        Ok(expr)
    }

    /// Returns an expression with the span from the token `first` to the last one that was read.
    fn spanned(&self, first: usize, node: CellNode) -> CellExpr {
        let (start, end) = (self.tokens[first].1.start, self.tokens[self.at - 1].1.end);
        CellExpr { span: Span::new(start, end), node }
    }

    fn direction(&self) -> Option<Facing> {
        Some(match self.word()? {
            "right" => Facing::Right,
            "left" => Facing::Left,
            "in" => Facing::Forward,
            "behind" => Facing::Backward,
            _ => return None,
        })
    }

    fn term(&mut self) -> Result<CellExpr, Diagnostic> {
        if self.take(CellToken::Open) {
            return self.in_parentheses();
        }
        let first = self.at;
        let node = self.simple_term()?;
        Ok(self.spanned(first, node))
    }

    /// A term that is not in parentheses.
    fn simple_term(&mut self) -> Result<CellNode, Diagnostic> {
        let word = self.expect_any_word("expected cells here")?;
        match word.as_str() {
            "any" => Ok(CellNode::All(self.scope)),
            "file" | "files" => self.axis(AxisKind::File, &word),
            "rank" | "ranks" => self.axis(AxisKind::Rank, &word),
            "level" | "levels" => self.axis(AxisKind::Level, &word),
            "column" | "columns" => self.columns(&word),
            "diagonal" => self.diagonal(),
            "within" => self.within_steps(),
            "far" => {
                self.expect_word("edge")?;
                Ok(CellNode::FarEdge(self.board()))
            }
            "start" => {
                self.expect_word("of")?;
                Ok(CellNode::StartCells(self.expect_any_word("expected a piece here")?.value))
            }
            "but" | "and" | "of" | "steps" | "step" | "edge" => {
                let message = format!("expected cells before `{}`", word.value);
                Err(word.error(Code::Cells, message))
            }
            _ => self.named(&word),
        }
    }

    fn in_parentheses(&mut self) -> Result<CellExpr, Diagnostic> {
        let opened = self.tokens[self.at - 1].1;
        let expr = self.cells()?;
        if self.take(CellToken::Close) {
            return Ok(expr);
        }
        Err(self.error_at(opened, "this `(` is never closed"))
    }

    /// Parses a list of files, ranks or levels: the cells on any of them.
    fn axis(&mut self, kind: AxisKind, word: &SourceText) -> Result<CellNode, Diagnostic> {
        let board = self.vocabulary.layout.board(self.board());
        let axis = board.axis(kind);
        if kind == AxisKind::Level && !board.has_levels {
            return Err(word
                .error(Code::Cells, "this board has no levels")
                .help("files and ranks name its cells; `levels` gives a board levels"));
        }
        let runs = self.list(|name| run_on(axis, name));
        if runs.is_empty() {
            let what = word.value.trim_end_matches('s');
            let help = self.vocabulary.lines_help(self.board(), kind, what, self.word());
            let meant = self.word().and_then(|name| run_with_hyphen(name, board, kind));
            let help = meant.map_or(help, |meant| format!("write `{} {meant}`", word.value));
            return Err(self.no_line(word, what).help(help));
        }
        let layout = &self.vocabulary.layout;
        let cells = layout.cells_of(self.board());
        let is_meant = |cell: &Cell| {
            let index = layout.index_on_axis(*cell, kind);
            runs.iter().any(|&(first, last)| (first..=last).contains(&index))
        };
        let cells = cells.filter(is_meant).collect();
        Ok(CellNode::Named(NamedCells::Lines(self.board(), kind, runs), cells))
    }

    fn columns(&mut self, word: &SourceText) -> Result<CellNode, Diagnostic> {
        let (layout, board) = (&self.vocabulary.layout, self.board());
        let columns = self.list(|name| column(layout, board, name));
        if columns.is_empty() {
            let help = column_help(self.word(), layout.board(board));
            return Err(self.no_line(word, "column").help(help));
        }
        let (names, cells): (Vec<String>, Vec<CellSet>) = columns.into_iter().unzip();
        let cells = cells.iter().fold(CellSet::new(), |all, cells| all.union(cells));
        Ok(CellNode::Named(NamedCells::Columns(board, names), cells))
    }

    /// Reads words for as long as they are known, with commas between.
    fn list<T>(&mut self, read: impl Fn(&str) -> Option<T>) -> Vec<T> {
        let mut list = Vec::new();
        let mut end = self.at;
        while let Some(item) = self.word().and_then(&read) {
            list.push(item);
            self.at += 1;
            end = self.at;
            while !self.bars && self.take(CellToken::Comma) {}
        }
        self.at = end;
        list
    }

    /// Returns the error for a list of lines after `word` that names none.
    fn no_line(&mut self, word: &SourceText, what: &str) -> Diagnostic {
        match self.next_word() {
            Some(name) => name.error(Code::Cells, format!("no {what} `{}`", name.value)),
            None => word.error(Code::Cells, format!("which {what}?")),
        }
    }

    fn diagonal(&mut self) -> Result<CellNode, Diagnostic> {
        let word = self.expect_any_word("`diagonal` needs `CELL-CELL` after it")?;
        let (from, to) = self.two_cells(&word)?;
        let delta = self.vocabulary.layout.point(to).at - self.vocabulary.layout.point(from).at;
        let lattice = self.vocabulary.layout.board(self.board()).lattice();
        let diagonals = [lattice.diagonal_steps(), lattice.triagonal_steps()].concat();
        let named = |cells| CellNode::Named(NamedCells::Diagonal(from, to), cells);
        self.line(from, delta, &diagonals).map(named).ok_or_else(|| {
            let message = format!("`{}` is not a diagonal", word.value);
            word.error(Code::Cells, message).help("its ends are as many files as ranks apart")
        })
    }

    /// `within N steps of CELL`
    fn within_steps(&mut self) -> Result<CellNode, Diagnostic> {
        let number = self.expect_any_word("`within` needs a number of steps after it")?;
        let steps = number.value.parse::<u16>().map_err(|_| {
            let message = format!("`{}` is not a number of steps", number.value);
            number.error(Code::Cells, message).help("for instance `within 4 steps of e5`")
        })?;
        if !self.take_word("steps") && !self.take_word("step") {
            let cell = self.text.value.split_whitespace().last().unwrap_or("e5");
            let cell = if self.cell(cell).is_some() { cell } else { "e5" };
            let help = format!("write `within {steps} steps of {cell}`");
            return Err(self.error_here("expected `steps of` and a cell").help(help));
        }
        self.expect_word("of")?;
        let word = self.expect_any_word("expected a cell here")?;
        let cell = self.cell(&word.value).ok_or_else(|| self.no_such(&word))?;
        let cells = self.vocabulary.within_steps(cell, steps);
        Ok(CellNode::Named(NamedCells::Within(steps, cell), cells))
    }

    /// Parses a zone, `BOARD:(CELLS)`, a cell, a board, or two cells with a hyphen between.
    fn named(&mut self, word: &SourceText) -> Result<CellNode, Diagnostic> {
        if let Some(zone) = self.vocabulary.zones.iter().position(|zone| *zone == word.value) {
            return Ok(CellNode::Zone(zone));
        }
        if let Some(id) = word.value.strip_suffix(':') {
            let board = self.board_named(id).ok_or_else(|| self.no_board(word, id))?;
            if !self.take(CellToken::Open) {
                return Err(self.error_here("expected a cell, or cells in parentheses"));
            }
            let outer = self.scope.replace(board);
            let expr = self.in_parentheses();
            self.scope = outer;
            return Ok(expr?.node);
        }
        if let Some(cell) = self.cell(&word.value) {
            return Ok(CellNode::Named(NamedCells::Cell(cell), [cell].into_iter().collect()));
        }
        if let Some(board) = self.board_named(&word.value) {
            return Ok(CellNode::Board(board));
        }
        if word.value.contains('-') {
            return self.between(word);
        }
        Err(self.no_such(word))
    }

    /// Parses `CELL-CELL`: all cells of the box between two cells; on hexagons, of the line.
    fn between(&self, word: &SourceText) -> Result<CellNode, Diagnostic> {
        let (from, to) = self.two_cells(word)?;
        let layout = &self.vocabulary.layout;
        let (a, b) = (layout.point(from), layout.point(to));
        let named = |cells| CellNode::Named(NamedCells::Between(from, to), cells);
        let tiling = layout.board(a.board).tiling;
        if tiling != Tiling::Squares {
            return self.line(from, b.at - a.at, tiling.edge_steps()).map(named).ok_or_else(|| {
                let (from, to) = (layout.name(from), layout.name(to));
                word.error(Code::Cells, format!("{from} and {to} are not on one line"))
                    .help("on hexagons, `CELL-CELL` is the straight line between two cells")
            });
        }
        let inside = |a: i16, b: i16, c: i16| (a.min(b)..=a.max(b)).contains(&c);
        let cells = layout.cells_of(a.board).filter(|&cell| {
            let at = layout.point(cell).at;
            inside(a.at.x, b.at.x, at.x)
                && inside(a.at.y, b.at.y, at.y)
                && inside(a.at.z, b.at.z, at.z)
        });
        Ok(named(cells.collect()))
    }

    /// Parses `word` as two cells with a hyphen between, perhaps of different boards.
    pub fn two_cells_anywhere(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        let cells_at = |dash: usize| {
            Some((self.cell(&word.value[..dash])?, self.cell(&word.value[dash + 1..])?))
        };
        if let Some(cells) = word.value.match_indices('-').find_map(|(dash, _)| cells_at(dash)) {
            return Ok(cells);
        }
        let Some(dash) = word.value.find('-') else {
            let error = word.error(Code::Cells, format!("`{}` is not two cells", word.value));
            return Err(error.help("two cells have a hyphen between: `a1-b3`"));
        };
        let first = word.part(Span::new(0, dash));
        if self.cell(&first.value).is_some() && dash + 1 < word.value.len() {
            return Err(self.no_such(&word.part(Span::new(dash + 1, word.value.len()))));
        }
        Err(self.no_such(if looks_like_cell(&first.value) { &first } else { word }))
    }

    fn two_cells(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        let layout = &self.vocabulary.layout;
        let (from, to) = self.two_cells_anywhere(word)?;
        if layout.point(from).board != layout.point(to).board {
            let (first, last) = (layout.name_on_board(from), layout.name_on_board(to));
            let board = &layout.board(layout.point(from).board).id;
            return Err(word
                .error(Code::Cells, "the two cells lie on different boards")
                .help(format!("both on `{board}` are written `{board}:({first}-{last})`")));
        }
        Ok((from, to))
    }

    /// Returns the cells from `from` to `from + delta` if that is a multiple of one of these steps.
    fn line(&self, from: Cell, delta: Vector, steps: &[Vector]) -> Option<CellSet> {
        let length = delta.x.abs().max(delta.y.abs()).max(delta.z.abs());
        let layout = &self.vocabulary.layout;
        let start = layout.point(from);
        let (step, count) = steps.iter().find_map(|&step| {
            let count = (0..=length).find(|&count| step * count == delta)?;
            Some((step, count))
        })?;
        let cells = (0..=count).filter_map(|count| {
            layout.at(CellCoordinates { at: start.at + step * count, ..start })
        });
        Some(cells.collect())
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        self.cell_of(&self.vocabulary.layout, name)
    }

    fn cell_of(&self, layout: &Layout, name: &str) -> Option<Cell> {
        if name.contains(':') || layout.boards().len() == 1 {
            return layout.find(name);
        }
        layout.find(&format!("{}:{name}", layout.board(self.board()).id))
    }

    fn board_named(&self, id: &str) -> Option<u8> {
        let boards = self.vocabulary.layout.boards();
        let several = boards.len() > 1;
        boards.iter().position(|board| several && board.id == id).map(|index| index as u8)
    }

    /// The board whose cells have bare names.
    fn board(&self) -> u8 {
        self.scope.unwrap_or(0)
    }

    fn no_board(&self, word: &SourceText, id: &str) -> Diagnostic {
        let part = word.part(Span::new(0, id.len()));
        let known = self.vocabulary.layout.boards().iter().map(|board| board.id.as_str());
        let error = part.error(Code::Cells, format!("no board `{id}`"));
        error.help(format!("there are {}", quoted_list(known)))
    }

    /// Returns the error for a word that names neither cells, nor a zone, nor a board.
    fn no_such(&self, word: &SourceText) -> Diagnostic {
        let name = word.as_str();
        let unknown = word.error(Code::Cells, format!("`{name}` is neither a cell nor a zone"));
        if !cfg!(feature = "book") {
            return unknown;
        }
        if let Some((id, cell)) = name.split_once(':')
            && self.board_named(id).is_none()
        {
            if self.cell(id).and(self.cell(cell)).is_some() {
                let error = word.error(Code::Cells, "a run of cells has a hyphen");
                return error.help(format!("write `{id}-{cell}`"));
            }
            if self.vocabulary.layout.boards().len() == 1 {
                let error = word.error(Code::Cells, format!("no board `{id}`"));
                return error.help(format!("the game has one board: write `{cell}`"));
            }
            return self.no_board(word, id);
        }
        let usual = usual_spelling(name, self.vocabulary.layout.board(self.board()));
        let usual = usual.map(|right| (name.to_owned(), right));
        if let Some((written, meant)) = usual.or_else(|| self.other_form(name)) {
            let whole = self.text.value.replacen(&written, &meant, 1);
            return unknown.help(format!("write `{}`", whole.trim()));
        }
        if self.cell_of(&self.vocabulary.full, name).is_some() {
            return word.error(Code::CellUnknown, format!("`{name}` is a hole of the board"));
        }
        if looks_like_cell(name) {
            let error = word.error(Code::CellUnknown, format!("no cell `{name}`"));
            let named = name.split_once(':').and_then(|(id, _)| self.board_named(id));
            let extent = self.vocabulary.extent_beside(name, named.unwrap_or(self.board()));
            let turned = name.find(|c: char| c.is_ascii_digit());
            let turned = turned.map(|at| format!("{}{}", &name[at..], &name[..at]));
            return error.help(match turned.filter(|name| self.cell(name).is_some()) {
                Some(_) if name.starts_with(char::is_lowercase) => {
                    format!("{extent}: exchange `files` and `ranks` of `[board]`")
                }
                Some(turned) => format!("{extent}: write `{turned}`"),
                None => extent,
            });
        }
        let zones = self.vocabulary.zones.iter().map(String::as_str);
        let known = zones.clone().chain(RESERVED_WORDS.iter().copied());
        unknown.help(did_you_mean(name, known).unwrap_or_else(|| {
            if self.vocabulary.zones.is_empty() {
                return self.vocabulary.extent(self.board());
            }
            format!("zones are {}", quoted_list(zones))
        }))
    }

    /// Returns words that an author wrote around the unknown word before this place, and what this language
    /// has for them.
    fn other_form(&self, name: &str) -> Option<(String, String)> {
        let board = self.vocabulary.layout.board(self.board());
        let before = self.at.checked_sub(2).and_then(|at| self.tokens.get(at));
        let before = before.map(|(_, span)| &self.text.value[span.range()]);
        let range = match (before, self.word()) {
            (Some(first), Some(last)) if matches!(name, "to" | "until" | "through" | "…") => {
                Some((format!("{first} {name} {last}"), format!("{first}-{last}")))
            }
            _ => with_hyphen(name).map(|meant| (name.to_owned(), meant)),
        };
        let is_range = |(_, meant): &(String, String)| {
            let is_end = |name: &str| self.cell(name).is_some() || is_line(name, board);
            meant.split_once('-').is_some_and(|(a, b)| is_end(a) && is_end(b))
        };
        let next = self.word();
        let ordinal = || {
            let line = ordinal_line(name, next, board)?;
            Some((format!("{name} {}", next?), line))
        };
        let named = || {
            let line = named_line(name, board).filter(|_| self.text.value.trim() == name)?;
            Some((name.to_owned(), line))
        };
        range.filter(is_range).or_else(ordinal).or_else(named)
    }

    fn word(&self) -> Option<&'a str> {
        match self.tokens.get(self.at) {
            Some(&(CellToken::Word, span)) => Some(&self.text.value[span.range()]),
            _ => None,
        }
    }

    fn next_word(&mut self) -> Option<SourceText> {
        self.word()?;
        self.at += 1;
        Some(self.text.part(self.tokens[self.at - 1].1))
    }

    /// Returns the next word; the message is for a text that has none here.
    fn expect_any_word(&mut self, message: &str) -> Result<SourceText, Diagnostic> {
        self.next_word().ok_or_else(|| self.error_here(message))
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = self.word() == Some(word);
        self.at += usize::from(found);
        found
    }

    fn expect_word(&mut self, word: &str) -> Result<(), Diagnostic> {
        if self.take_word(word) {
            return Ok(());
        }
        Err(self.error_here(format!("expected `{word}` here")))
    }

    fn expect_end(&self, message: &str) -> Result<(), Diagnostic> {
        if self.at == self.tokens.len() { Ok(()) } else { Err(self.error_here(message)) }
    }

    fn take(&mut self, mark: CellToken) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.0 == mark);
        self.at += usize::from(found);
        found
    }

    /// Returns an error at the next token, or at the end of the text.
    fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        let end = self.text.value.len();
        let span = self.tokens.get(self.at).map_or(Span::new(end, end), |token| token.1);
        self.error_at(span, message)
    }

    fn error_at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.text.part(span).error(Code::Cells, message)
    }
}

/// Returns the column of that name: its name as the board writes it, and its cells.
fn column(layout: &Layout, board: u8, name: &str) -> Option<(String, CellSet)> {
    let axes = layout.board(board).names.iter().filter(|&&axis| axis != AxisKind::Level);
    let name_on = |cell: Cell, axis: AxisKind| {
        &*layout.board(board).axis(axis).names[layout.index_on_axis(cell, axis)]
    };
    let column_of = |cell| axes.clone().map(|&axis| name_on(cell, axis)).collect::<String>();
    let is_meant = |cell: &Cell| column_of(*cell).eq_ignore_ascii_case(name);
    let cells: CellSet = layout.cells_of(board).filter(is_meant).collect();
    let first = cells.iter().next()?;
    Some((column_of(first), cells))
}
