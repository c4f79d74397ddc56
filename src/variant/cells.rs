use crate::geometry::{Axis, AxisKind, Cell, Cells, Layout, Point, Tiling, Vector};
use crate::source::{Code, Diagnostic, SourceText, Span, limits};

use super::boards;
use super::old_words::{new_word, suggestion};
use super::places::Whose;

/// Words that mean something in one of the little languages: nothing may be called so.
pub(super) const RESERVED: &[&str] = &[
    "and", "any", "army", "behind", "but", "column", "columns", "diagonal", "each", "edge",
    "enemy", "every", "far", "file", "files", "front", "in", "left", "level", "levels", "next",
    "none", "not", "of", "opposite", "own", "previous", "rank", "ranks", "right", "start", "step",
    "steps", "unknown", "within",
];

/// The words before cells that mean those farther on as the side looks.
const IN_FRONT_OF: &str = "in front of";
const FORWARD: Vector = Vector::new(0, 1, 0);

/// A set of cells as written. What it holds depends on whose it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Expr {
    /// Cells as the first side names them: other seats turn them.
    Named(Cells),
    /// Cells that are the same for everybody.
    Everybodys(Cells),
    /// A zone, by its place.
    Zone(usize),
    /// All of these but those.
    Not(Cells, Box<Expr>),
    /// Cells of any of these.
    Union(Vec<Expr>),
    /// Cells of both.
    Both(Box<Expr>, Box<Expr>),
    /// Cells of the first and not of the second.
    But(Box<Expr>, Box<Expr>),
    /// Cells on a line from these, in that direction as the viewer looks.
    Beside(Vector, Box<Expr>),
    /// Cells of these with nothing straight ahead of the viewer.
    FarEdge(Cells),
    /// Cells on which the viewer's array has this piece.
    Start(SourceText),
    /// As that side sees it.
    Of(Box<Expr>, Whose),
}

impl Expr {
    /// The zones that are named in it.
    pub fn zones(&self) -> Vec<usize> {
        self.leaves(&|leaf| match leaf {
            Expr::Zone(zone) => Some(*zone),
            _ => None,
        })
    }

    /// Whether it names the array.
    pub fn names_start(&self) -> bool {
        !self.leaves(&|leaf| matches!(leaf, Expr::Start(_)).then_some(())).is_empty()
    }

    fn leaves<T>(&self, pick: &impl Fn(&Expr) -> Option<T>) -> Vec<T> {
        match self {
            Expr::Named(_)
            | Expr::Everybodys(_)
            | Expr::Zone(_)
            | Expr::FarEdge(_)
            | Expr::Start(_) => pick(self).into_iter().collect(),
            Expr::Union(parts) => parts.iter().flat_map(|part| part.leaves(pick)).collect(),
            Expr::Not(_, inner) | Expr::Beside(_, inner) | Expr::Of(inner, _) => inner.leaves(pick),
            Expr::Both(a, b) | Expr::But(a, b) => {
                a.leaves(pick).into_iter().chain(b.leaves(pick)).collect()
            }
        }
    }
}

/// What words there are to name cells with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Words<'a> {
    /// The cells that there are.
    pub layout: &'a Layout,
    /// The same boards without holes, to count steps on.
    pub full: &'a Layout,
    /// The ids of the zones.
    pub zones: &'a [String],
    /// The ids of the sides.
    pub sides: &'a [String],
    /// How many of them have turns.
    pub players: usize,
}

impl<'a> Words<'a> {
    /// Only cells and axes, for boards that are still being cut out; of zones there is but the name.
    pub fn bare(full: &'a Layout, zones: &'a [String]) -> Words<'a> {
        Words { layout: full, full, zones, sides: &[], players: 0 }
    }

    /// The cells of one board that exist, as `cells` of that board says.
    pub fn board_cells(&self, text: &SourceText, board: u8) -> Result<Cells, Diagnostic> {
        let mut parser = Parser::new(*self, text, board, false)?;
        let expr = parser.whole()?;
        match constant(&expr) {
            Some(cells) if !cells.is_empty() => Ok(cells),
            Some(_) => Err(text
                .error(Code::CellsEmpty, "no cell of the board would be left")
                .help("`cells` names those that stay; `any but a1 h8` leaves holes")),
            None => Err(text
                .error(Code::Cells, "the cells of a board are the same for every side")
                .help("zones, sides and the array are cut from the board: name cells themselves")),
        }
    }

    /// A set of cells.
    pub fn parse(&self, text: &SourceText) -> Result<Expr, Diagnostic> {
        Parser::new(*self, text, 0, false)?.whole()
    }

    /// Pairs of sets with a border between: `rank 5 | rank 6, file e | file f`.
    pub fn parse_border(&self, text: &SourceText) -> Result<Vec<(Expr, Expr)>, Diagnostic> {
        Parser::new(*self, text, 0, true)?.borders()
    }

    /// Two cells with a hyphen between.
    pub fn link(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        Parser::new(*self, word, 0, false)?.two_cells_anywhere(word)
    }

    /// A side, or a word for one.
    pub fn whose(&self, word: &SourceText) -> Result<Whose, Diagnostic> {
        Ok(match word.as_str() {
            "own" => Whose::Own,
            "next" => Whose::Next,
            "previous" => Whose::Previous,
            "opposite" if self.players.is_multiple_of(2) => Whose::Opposite,
            "enemy" if self.players == 2 => Whose::Enemy,
            "opposite" | "enemy" => {
                let message = format!("with {} players, `{}` is nobody", self.players, word.value);
                return Err(word
                    .error(Code::Side, message)
                    .help("name a side, `next` or `previous`"));
            }
            id => match self.sides.iter().position(|side| side == id) {
                Some(side) => Whose::Side(side),
                None => {
                    let known = self.sides.iter().map(String::as_str);
                    let words = ["next", "previous", "opposite", "enemy"];
                    return Err(word
                        .error(Code::Side, format!("no side `{id}`"))
                        .help(suggestion(id, known.chain(words))));
                }
            },
        })
    }
}

/// The cells of an expression that needs nobody to look at it.
fn constant(expr: &Expr) -> Option<Cells> {
    Some(match expr {
        Expr::Named(cells) | Expr::Everybodys(cells) => cells.clone(),
        Expr::Not(all, inner) => all.without(&constant(inner)?),
        Expr::Union(parts) => parts
            .iter()
            .map(constant)
            .try_fold(Cells::new(), |all, part| Some(all.union(&part?)))?,
        Expr::Both(a, b) => constant(a)?.intersection(&constant(b)?),
        Expr::But(a, b) => constant(a)?.without(&constant(b)?),
        Expr::Zone(_) | Expr::Beside(..) | Expr::FarEdge(_) | Expr::Start(_) | Expr::Of(..) => {
            return None;
        }
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    Word,
    Open,
    Close,
    Comma,
    Bar,
}

struct Parser<'a> {
    words: Words<'a>,
    text: &'a SourceText,
    tokens: Vec<(Mark, Span)>,
    at: usize,
    /// The board whose cells have bare names.
    board: u8,
    /// Whether commas and bars end a set, as they do between borders.
    bars: bool,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn new(
        words: Words<'a>,
        text: &'a SourceText,
        board: u8,
        bars: bool,
    ) -> Result<Parser<'a>, Diagnostic> {
        if text.value.len() > limits::PLACEMENT {
            return Err(text.error(Code::Cells, "the text is too long"));
        }
        Ok(Parser { words, text, tokens: tokens(&text.value), at: 0, board, bars, depth: 0 })
    }

    fn whole(&mut self) -> Result<Expr, Diagnostic> {
        let expr = self.cells()?;
        match self.tokens.get(self.at) {
            None => Ok(expr),
            Some(&(_, span)) => Err(self.error_at(span, "nothing was opened before this `)`")),
        }
    }

    fn borders(&mut self) -> Result<Vec<(Expr, Expr)>, Diagnostic> {
        let mut borders = Vec::new();
        loop {
            let one = self.cells()?;
            if !self.take(Mark::Bar) {
                return Err(self.error_here("a border is written `cells | cells`"));
            }
            borders.push((one, self.cells()?));
            if !self.take(Mark::Comma) {
                break;
            }
        }
        match self.tokens.get(self.at) {
            None => Ok(borders),
            Some(&(_, span)) => {
                Err(self.error_at(span, "expected a comma, or the end of the border"))
            }
        }
    }

    /// `group ("but" group)*`
    fn cells(&mut self) -> Result<Expr, Diagnostic> {
        self.depth += 1;
        if self.depth > limits::NESTING {
            return Err(self.error_here("sets are nested too deeply"));
        }
        let mut expr = self.group()?;
        while self.take_word("but") {
            expr = Expr::But(Box::new(expr), Box::new(self.group()?));
        }
        self.depth -= 1;
        Ok(expr)
    }

    /// `both ((","|" ") both)*`
    fn group(&mut self) -> Result<Expr, Diagnostic> {
        let mut parts = vec![self.both()?];
        loop {
            while !(self.bars && self.depth == 1) && self.take(Mark::Comma) {}
            match self.tokens.get(self.at) {
                Some((Mark::Word | Mark::Open, _)) if self.word() != Some("but") => {
                    parts.push(self.both()?);
                }
                _ => break,
            }
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Expr::Union(parts) })
    }

    /// `one ("and" one)*`
    fn both(&mut self) -> Result<Expr, Diagnostic> {
        let mut expr = self.one()?;
        while self.take_word("and") {
            expr = Expr::Both(Box::new(expr), Box::new(self.one()?));
        }
        Ok(expr)
    }

    /// `"not" one | DIRECTION "of" one | term ("of" SIDE)*`
    fn one(&mut self) -> Result<Expr, Diagnostic> {
        self.depth += 1;
        if self.depth > limits::NESTING {
            return Err(self.error_here("sets are nested too deeply"));
        }
        let expr = if self.take_word("not") {
            Expr::Not(self.all(), Box::new(self.one()?))
        } else if let Some(direction) = self.direction() {
            self.at += 1;
            if direction == FORWARD {
                self.expect_word("front")?;
            }
            self.expect_word("of")?;
            Expr::Beside(direction, Box::new(self.one()?))
        } else {
            let mut expr = self.term()?;
            while self.take_word("of") {
                let whose = self.side()?;
                expr = Expr::Of(Box::new(expr), whose);
            }
            expr
        };
        self.depth -= 1;
        Ok(expr)
    }

    fn direction(&self) -> Option<Vector> {
        Some(match self.word()? {
            "right" => Vector::new(1, 0, 0),
            "left" => Vector::new(-1, 0, 0),
            "in" => FORWARD,
            "behind" => Vector::new(0, -1, 0),
            _ => return None,
        })
    }

    fn side(&mut self) -> Result<Whose, Diagnostic> {
        let Some(word) = self.next_word() else {
            return Err(self.error_here("`of` wants a side after it"));
        };
        self.words.whose(&word)
    }

    fn term(&mut self) -> Result<Expr, Diagnostic> {
        if self.take(Mark::Open) {
            return self.in_parentheses();
        }
        let Some(word) = self.next_word() else {
            return Err(self.error_here("expected cells here"));
        };
        match word.as_str() {
            "any" => Ok(Expr::Everybodys(self.all())),
            "file" | "files" => self.axis(AxisKind::File, &word),
            "rank" | "ranks" => self.axis(AxisKind::Rank, &word),
            "level" | "levels" => self.axis(AxisKind::Level, &word),
            "column" | "columns" => self.columns(&word),
            "diagonal" => self.diagonal(),
            "within" => self.near(),
            "far" => {
                self.expect_word("edge")?;
                Ok(Expr::FarEdge(self.all_of_board()))
            }
            "start" => {
                self.expect_word("of")?;
                let piece = self.next_word();
                piece.map(Expr::Start).ok_or_else(|| self.error_here("expected a piece here"))
            }
            "but" | "and" | "of" | "steps" | "step" | "edge" => {
                let message = format!("expected cells before `{}`", word.value);
                Err(word.error(Code::Cells, message))
            }
            _ => self.named(&word),
        }
    }

    fn in_parentheses(&mut self) -> Result<Expr, Diagnostic> {
        let opened = self.tokens[self.at - 1].1;
        let expr = self.cells()?;
        if self.take(Mark::Close) {
            return Ok(expr);
        }
        Err(self.error_at(opened, "this `(` is never closed"))
    }

    /// Cells of the files, ranks or levels that are listed.
    fn axis(&mut self, kind: AxisKind, word: &SourceText) -> Result<Expr, Diagnostic> {
        let board = self.words.layout.board(self.board);
        let axis = board.axis(kind);
        if kind == AxisKind::Level && !board.has_levels {
            return Err(word
                .error(Code::Cells, "this board has no levels")
                .help("files and ranks name its cells; `levels` gives a board levels"));
        }
        let mut places: Vec<usize> = Vec::new();
        loop {
            let before = self.at;
            if !places.is_empty() && !self.bars {
                while self.take(Mark::Comma) {}
            }
            match self.word().and_then(|name| names_on(axis, name)) {
                Some(more) => {
                    places.extend(more);
                    self.at += 1;
                }
                None => {
                    self.at = before;
                    break;
                }
            }
        }
        if places.is_empty() {
            let what = word.value.trim_end_matches('s');
            let (first, last) = (&axis.names[0], &axis.names[axis.len() - 1]);
            let help = format!("{what}s are named `{first}` to `{last}`");
            return Err(match self.next_word() {
                Some(name) => {
                    name.error(Code::Cells, format!("no {what} `{}`", name.value)).help(help)
                }
                None => word.error(Code::Cells, format!("which {what}?")).help(help),
            });
        }
        let layout = self.words.layout;
        let cells = layout.cells_of(self.board);
        Ok(Expr::Named(
            cells.filter(|&cell| places.contains(&layout.index_on_axis(cell, kind))).collect(),
        ))
    }

    fn columns(&mut self, word: &SourceText) -> Result<Expr, Diagnostic> {
        let mut cells = Cells::new();
        let mut count = 0;
        while let Some(name) = self.word() {
            let Some(more) = self.column(name) else { break };
            cells = cells.union(&more);
            self.at += 1;
            count += 1;
            if !self.bars {
                while self.take(Mark::Comma) {}
            }
        }
        if count > 0 {
            return Ok(Expr::Named(cells));
        }
        let help = "a column is named as its cells are, without the level";
        Err(match self.next_word() {
            Some(name) => name.error(Code::Cells, format!("no column `{}`", name.value)).help(help),
            None => word.error(Code::Cells, "which column?").help(help),
        })
    }

    fn column(&self, name: &str) -> Option<Cells> {
        let layout = self.words.layout;
        let board = layout.board(self.board);
        let axes = board.names.iter().filter(|&&axis| axis != AxisKind::Level);
        let axes: Vec<AxisKind> = axes.copied().collect();
        let named = |cell| {
            let at = layout.point(cell).at;
            let parts = axes.iter().map(|&axis| board.name_on(at, axis));
            parts.collect::<String>().eq_ignore_ascii_case(name)
        };
        let cells: Cells = layout.cells_of(self.board).filter(|&cell| named(cell)).collect();
        (!cells.is_empty()).then_some(cells)
    }

    fn diagonal(&mut self) -> Result<Expr, Diagnostic> {
        let Some(word) = self.next_word() else {
            return Err(self.error_here("`diagonal` wants `CELL-CELL` after it"));
        };
        let (from, to) = self.two_cells(&word)?;
        let delta = self.words.layout.point(to).at - self.words.layout.point(from).at;
        let lattice = self.words.layout.board(self.board).lattice();
        let diagonals = [lattice.diagonal_steps(), lattice.triagonal_steps()].concat();
        self.line(from, delta, &diagonals).map(Expr::Named).ok_or_else(|| {
            let message = format!("`{}` is not a diagonal", word.value);
            word.error(Code::Cells, message).help("its ends lie as far apart in files as in ranks")
        })
    }

    /// `within N steps of CELL`
    fn near(&mut self) -> Result<Expr, Diagnostic> {
        let Some(number) = self.next_word() else {
            return Err(self.error_here("`within` wants a number of steps after it"));
        };
        let Ok(steps) = number.value.parse::<u16>() else {
            let message = format!("`{}` is not a number of steps", number.value);
            return Err(number
                .error(Code::Cells, message)
                .help("for instance `within 4 steps of e5`"));
        };
        if !self.take_word("steps") && !self.take_word("step") {
            return Err(self.error_here("expected `steps of` and a cell"));
        }
        self.expect_word("of")?;
        let Some(word) = self.next_word() else {
            return Err(self.error_here("expected a cell here"));
        };
        let cell = self.cell(&word.value).ok_or_else(|| self.no_such(&word))?;
        Ok(Expr::Named(self.words.near(cell, steps)))
    }

    /// A cell, a zone, a board, or two cells with all between.
    fn named(&mut self, word: &SourceText) -> Result<Expr, Diagnostic> {
        if let Some(zone) = self.words.zones.iter().position(|zone| *zone == word.value) {
            return Ok(Expr::Zone(zone));
        }
        if let Some(id) = word.value.strip_suffix(':') {
            let board = self.board_named(id).ok_or_else(|| self.no_board(word, id))?;
            if !self.take(Mark::Open) {
                return Err(self.error_here("expected a cell, or cells in parentheses"));
            }
            let outer = std::mem::replace(&mut self.board, board);
            let expr = self.in_parentheses();
            self.board = outer;
            return expr;
        }
        if let Some(cell) = self.cell(&word.value) {
            return Ok(Expr::Named([cell].into_iter().collect()));
        }
        if let Some(board) = self.board_named(&word.value) {
            return Ok(Expr::Everybodys(self.words.layout.cells_of(board).collect()));
        }
        if word.value.contains('-') {
            return self.between(word);
        }
        Err(self.no_such(word))
    }

    /// All cells of the box between two cells; on hexagons, of the line.
    fn between(&self, word: &SourceText) -> Result<Expr, Diagnostic> {
        let (from, to) = self.two_cells(word)?;
        let layout = self.words.layout;
        let (a, b) = (layout.point(from), layout.point(to));
        let tiling = layout.board(a.board).tiling;
        if tiling != Tiling::Squares {
            return self.line(from, b.at - a.at, tiling.edge_steps()).map(Expr::Named).ok_or_else(
                || {
                    let (from, to) = (layout.name(from), layout.name(to));
                    word.error(Code::Cells, format!("{from} and {to} are not on one line"))
                        .help("on hexagons, `CELL-CELL` is the straight line between two cells")
                },
            );
        }
        let inside = |a: i16, b: i16, c: i16| (a.min(b)..=a.max(b)).contains(&c);
        let cells = layout.cells_of(a.board).filter(|&cell| {
            let at = layout.point(cell).at;
            inside(a.at.x, b.at.x, at.x)
                && inside(a.at.y, b.at.y, at.y)
                && inside(a.at.z, b.at.z, at.z)
        });
        Ok(Expr::Named(cells.collect()))
    }

    fn two_cells_anywhere(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        if !word.value.contains('-') {
            return Err(word
                .error(Code::Cells, format!("`{}` is not two cells", word.value))
                .help("two cells have a hyphen between: `a1-b3`"));
        }
        let Some((dash, _)) = word.value.match_indices('-').find(|&(dash, _)| {
            self.cell(&word.value[..dash]).is_some() && self.cell(&word.value[dash + 1..]).is_some()
        }) else {
            let dash = word.value.find('-').unwrap_or(word.value.len());
            let first = word.part(Span::new(0, dash));
            if self.cell(&first.value).is_some() && dash + 1 < word.value.len() {
                return Err(self.no_such(&word.part(Span::new(dash + 1, word.value.len()))));
            }
            return Err(self.no_such(if looks_like_cell(&first.value) { &first } else { word }));
        };
        let (from, to) = (&word.value[..dash], &word.value[dash + 1..]);
        let find = |name: &str| self.cell(name).expect("both were found just now");
        Ok((find(from), find(to)))
    }

    fn two_cells(&self, word: &SourceText) -> Result<(Cell, Cell), Diagnostic> {
        let layout = self.words.layout;
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

    /// The cells from one on by a multiple of one of these steps.
    fn line(&self, from: Cell, delta: Vector, steps: &[Vector]) -> Option<Cells> {
        let length = delta.x.abs().max(delta.y.abs()).max(delta.z.abs());
        let layout = self.words.layout;
        let start = layout.point(from);
        let (step, count) = steps.iter().find_map(|&step| {
            let count = (0..=length).find(|&count| step * count == delta)?;
            Some((step, count))
        })?;
        let cells = (0..=count)
            .filter_map(|count| layout.at(Point { at: start.at + step * count, ..start }));
        Some(cells.collect())
    }

    fn cell(&self, name: &str) -> Option<Cell> {
        let layout = self.words.layout;
        if name.contains(':') || layout.boards().len() == 1 {
            return layout.find(name);
        }
        layout.find(&format!("{}:{name}", layout.board(self.board).id))
    }

    fn board_named(&self, id: &str) -> Option<u8> {
        let boards = self.words.layout.boards();
        let several = boards.len() > 1;
        boards.iter().position(|board| several && board.id == id).map(|index| index as u8)
    }

    /// All cells that there are, or, after `BOARD:(`, all of that board.
    fn all(&self) -> Cells {
        if self.board == 0 { Cells::all(self.words.layout.len()) } else { self.all_of_board() }
    }

    fn all_of_board(&self) -> Cells {
        self.words.layout.cells_of(self.board).collect()
    }

    fn no_board(&self, word: &SourceText, id: &str) -> Diagnostic {
        let part = word.part(Span::new(0, id.len()));
        part.error(Code::Cells, format!("no board `{id}`"))
            .help(format!("there are {}", boards::ids(self.words.layout)))
    }

    /// Complains about a word that is no cell and nothing else, as precisely as may be.
    fn no_such(&self, word: &SourceText) -> Diagnostic {
        let name = word.as_str();
        if let Some((id, _)) = name.split_once(':')
            && self.board_named(id).is_none()
        {
            return self.no_board(word, id);
        }
        let full =
            Parser { words: Words { layout: self.words.full, ..self.words }, ..self.empty() };
        if full.cell(name).is_some() {
            return word
                .error(Code::CellUnknown, format!("the board has a hole where `{name}` would be"));
        }
        if looks_like_cell(name) {
            let complaint = word.error(Code::CellUnknown, format!("no cell `{name}`"));
            return complaint.help(self.words.extent(self.board));
        }
        let known = self.words.zones.iter().map(String::as_str).chain(RESERVED.iter().copied());
        let complaint = word.error(Code::Cells, format!("`{name}` is neither a cell nor a zone"));
        if new_word(name, [IN_FRONT_OF]).is_some() {
            return complaint.help(suggestion(name, [IN_FRONT_OF]));
        }
        match crate::source::closest(name, known) {
            Some(near) => complaint.help(format!("did you mean `{near}`?")),
            None if self.words.zones.is_empty() => complaint.help(self.words.extent(self.board)),
            None => complaint.help(format!(
                "zones are {}",
                crate::source::quoted_list(self.words.zones.iter().map(String::as_str))
            )),
        }
    }

    fn empty(&self) -> Parser<'a> {
        Parser {
            words: self.words,
            text: self.text,
            tokens: Vec::new(),
            at: 0,
            board: self.board,
            bars: false,
            depth: 0,
        }
    }

    fn word(&self) -> Option<&'a str> {
        match self.tokens.get(self.at) {
            Some(&(Mark::Word, span)) => Some(&self.text.value[span.range()]),
            _ => None,
        }
    }

    fn next_word(&mut self) -> Option<SourceText> {
        match self.tokens.get(self.at) {
            Some(&(Mark::Word, span)) => {
                self.at += 1;
                Some(self.text.part(span))
            }
            _ => None,
        }
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

    fn take(&mut self, mark: Mark) -> bool {
        let found = self.tokens.get(self.at).is_some_and(|token| token.0 == mark);
        self.at += usize::from(found);
        found
    }

    /// An error at the next word, or at the end of the text.
    fn error_here(&self, message: impl Into<String>) -> Diagnostic {
        let end = self.text.value.len();
        let span = self.tokens.get(self.at).map_or(Span::new(end, end), |token| token.1);
        self.error_at(span, message)
    }

    fn error_at(&self, span: Span, message: impl Into<String>) -> Diagnostic {
        self.text.part(span).error(Code::Cells, message)
    }
}

impl Words<'_> {
    /// The cells so many steps away at most, holes not in the way.
    fn near(&self, from: Cell, steps: u16) -> Cells {
        let start =
            self.full.at(self.layout.point(from)).expect("every cell lies on the full board");
        let mut seen: Cells = [start].into_iter().collect();
        let mut edge = vec![start];
        for _ in 0..steps {
            let mut next = Vec::new();
            for cell in edge {
                next.extend(self.full.touching(cell, false).filter(|&cell| seen.add(cell)));
            }
            if next.is_empty() {
                break;
            }
            edge = next;
        }
        seen.iter().filter_map(|cell| self.layout.at(self.full.point(cell))).collect()
    }

    /// How far the board goes, in words.
    fn extent(&self, board: u8) -> String {
        let board = self.layout.board(board);
        let part = |what: &str, axis: &Axis| {
            format!("{what} are `{}` to `{}`", axis.names[0], axis.names[axis.len() - 1])
        };
        let mut parts = vec![part("files", &board.files), part("ranks", &board.ranks)];
        if board.has_levels {
            parts.push(part("levels", &board.levels));
        }
        parts.join(", ")
    }
}

fn tokens(text: &str) -> Vec<(Mark, Span)> {
    let mut tokens = Vec::new();
    let mut start = None;
    for (at, letter) in text.char_indices().chain([(text.len(), ' ')]) {
        let mark = match letter {
            '(' => Some(Mark::Open),
            ')' => Some(Mark::Close),
            ',' => Some(Mark::Comma),
            '|' => Some(Mark::Bar),
            _ => None,
        };
        if mark.is_some() || letter.is_whitespace() {
            if let Some(start) = start.take() {
                tokens.push((Mark::Word, Span::new(start, at)));
            }
            tokens.extend(mark.map(|mark| (mark, Span::new(at, at + 1))));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    tokens
}

/// The places of a name, or of a range of names, on an axis.
fn names_on(axis: &Axis, word: &str) -> Option<Vec<usize>> {
    if let Some(place) = axis.find(word) {
        return Some(vec![place]);
    }
    let (first, last) = word.split_once('-')?;
    let (first, last) = (axis.find(first)?, axis.find(last)?);
    Some((first.min(last)..=first.max(last)).collect())
}

/// Whether somebody meant a cell: letters and at least one digit, or very short.
fn looks_like_cell(word: &str) -> bool {
    let plain = word.rsplit(':').next().unwrap_or(word);
    plain.chars().all(char::is_alphanumeric)
        && (plain.len() <= 2 || plain.chars().any(|c| c.is_ascii_digit()))
}
