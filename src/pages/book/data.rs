//! The data of templates. A book's own templates use the names of these fields.
//!
//! Templates of blocks get `id` (their anchor), `place` (`centre`, `beside` or `aside`), `caption`
//! (HTML) and:
//!
//! - `figure.html`: `drawing` (SVG), `wide` (whether it needs the whole column), `across` (its width
//!   in cells), `board` (whether readers can play from it), `armies` and `legend` ([`LegendData`]), `verdict` (`agree`, `refuted`, `computed` or
//!   `unchecked`), `mark` (the verdict in words), `words` (paragraphs), `svg` and `png` (links);
//! - `game.html`: `sides` (names), `tags` (`players` and `others`), `opening` (comments), `parts` (each with
//!   `rounds` and `figure`, HTML), `result`, `verdict`, `mark` and `words`;
//! - `pieces.html`: `form` (`row` or `table`), `drawn` (what the pieces of a table are, if they are tablets) and `pieces`; `piece.html`: `piece` ([`PieceData`]);
//! - `armies.html`: `roles` (the headings) and `armies`, each with `name` and `pieces`;
//! - `certainty.html`: `notes`, each with `of` (the facts), `is` (their certainty) and `why`;
//! - `list.html`: `pages`, each with `title`, `href`, `description` and `changed` (may be empty);
//! - `rules.html`: `rules` ([`RuleTextData`]);
//! - `samples.html`: `of` (the kind) and `samples`, each with some of `drawing`, `small` (SVG),
//!   `file`, `width` and `height` (of a picture instead), `name` and `words`.
//!
//! Other parts of pages:
//!
//! - `checked.html`: `summary`, `engines` (as above), `coverage` (if it is known) and `claims`, each with `id`, `words` (of the page), `of` (its
//!   variant), `text` (its meaning), `verdict`, `mark` and `note`;
//! - `gallery.html`: `groups`, each with `name` (may be empty), `id` (its anchor) and `games`, each with
//!   `title`, `href`, `light` and `dark` (links to its diagram), `width`, `height`, `alt`, `description`
//!   (may be missing), `facts`, `words` (for the search), `players`, `cells`, `board`, `year` and `inventor`;
//! - `redirect.html`: `site`, `root`, `title` and `to` (the new address).

use serde::Serialize;
use serde_json::Value;

use crate::prose::ZoneMoves;

use super::page::Heading;
use super::settings::Settings;

/// The site as a whole: `site` in every page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct SiteData {
    /// Title, description, language, author and licence of the book.
    #[serde(flatten)]
    pub settings: Settings,
    /// The pages of the menu.
    pub menu: Vec<MenuItem>,
    /// Whether the book has a style sheet of its own, `own.css`, beside the built-in one.
    pub own_style: bool,
    /// Whether the site has a feed, `feed.xml`.
    pub feed: bool,
    /// The file of the logo, from the top of the site; empty if there is none.
    pub logo: String,
    /// The games of the book, in groups. A book without groups has one, whose name is empty.
    pub groups: Vec<GroupData>,
    /// Whether the site has a playground.
    pub playground: bool,
}

/// A group of games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Default)]
pub struct GroupData {
    /// The name; may be empty.
    pub name: String,
    /// The anchor of the group on the landing page.
    pub id: String,
    /// The pages of the games, by title.
    pub games: Vec<MenuItem>,
}

/// What the engine found in the whole book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct SummaryData {
    /// Pages about a game.
    pub games: usize,
    /// Diagrams.
    pub diagrams: usize,
    /// Statements and diagrams that agree with the rules.
    pub agree: usize,
    /// Statements and diagrams that do not.
    pub disagree: usize,
    /// How many per cent of the facts in the definitions a statement tests; 0 without a record of it.
    pub tested: usize,
}

/// A page of the menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MenuItem {
    /// The title.
    pub title: String,
    /// The file, from the top of the site.
    pub file: String,
}

/// Games with which a reader can begin in the playground, under one heading.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExampleGroupData {
    /// The heading.
    pub name: String,
    /// The games.
    pub games: Vec<ExampleData>,
    /// Whether the games are the steps of a manual, each made from the one before.
    #[serde(skip)]
    pub is_manual: bool,
}

/// A game with which a reader can begin in the playground.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ExampleData {
    /// The name of its file in the assets, without an ending.
    pub file: String,
    /// Its words in the list.
    pub title: String,
    /// The id of the variant.
    #[serde(skip)]
    pub id: String,
    /// The definition.
    #[serde(skip)]
    pub definition: String,
    /// The page.
    #[serde(skip)]
    pub page: String,
}

/// A page in the list of a tag.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TaggedData {
    /// The title.
    pub title: String,
    /// The file, from the top of the site.
    pub file: String,
    /// One sentence about the page; may be empty.
    pub description: String,
}

/// The game that the playground shows before its engine is loaded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownExampleData {
    /// The name of its script, without folder and ending.
    pub file: String,
    /// The id of the game.
    pub id: String,
    /// The name.
    pub name: String,
    /// The definition.
    pub definition: String,
    /// The page.
    pub page: String,
    /// The initial position, as SVG.
    pub drawing: String,
}

/// `page.html`, `index.html`, `404.html`, `sheet.html`, `playground.html`.
#[derive(Debug, Clone, Serialize, Default)]
pub struct PageData {
    /// The site.
    pub site: SiteData,
    /// The relative path to the top of the site, a prefix for links.
    pub root: String,
    /// The file of the page, from the top of the site.
    pub file: String,
    /// The title.
    pub title: String,
    /// One sentence about the page; may be empty.
    pub description: String,
    /// The full address; empty if the book has no base address.
    pub canonical: String,
    /// The address of the picture for links on other sites; may be empty.
    pub social: String,
    /// The day of the last change; may be empty.
    pub changed: String,
    /// The address at which the source of the page can be edited; may be empty.
    pub edit: String,
    /// The tags of the page, each with the file that lists its pages.
    pub tags: Vec<MenuItem>,
    /// The pages with a tag, if this page is the list of the tag.
    pub tagged: Vec<TaggedData>,
    /// What the page is about, as JSON-LD that may stand in a `script`; may be empty.
    pub structured: String,
    /// The page before this one: among the games or in the menu.
    pub previous: Option<MenuItem>,
    /// The page after this one.
    pub next: Option<MenuItem>,
    /// Whether the page is a draft.
    pub draft: bool,
    /// The text, as HTML.
    pub body: String,
    /// The targets of links to other sites, in order. They are printed on paper.
    pub addresses: Vec<String>,
    /// The game of the page, if it is about one: `board` (the anchor of the first board), `picture`
    /// ([`PictureData`]), `opening` (what is seen first of several boards or levels: `drawing`, and `more`, the
    /// words for the rest), `line` (the facts below the title), `checks` (how many statements agree), `pieces`
    /// (each with `name`, `glyph`, `href` and `shows`, the board of its moves), `facts` ([`FactData`]), `survey`
    /// (figures, if they are known: `summary`, `facts`, `pieces` and `note`) and `sheet`
    /// (a link).
    pub game: Option<Value>,
    /// The headings of the page that lead to its sections.
    pub contents: Vec<Heading>,
    /// The list of checks, as HTML; empty if nothing is checked.
    pub checked: String,
    /// The games of the book, as HTML; empty except on the landing page.
    pub gallery: String,
    /// What was checked in the whole book; only on the landing page.
    pub summary: Option<SummaryData>,
    /// The other games of the group of this page.
    pub related: Option<GroupData>,
    /// The pages of the folder of this page, if it has an index: `name` and `id` are title and file of the
    /// index, `games` the other pages.
    pub section: Option<GroupData>,
    /// What the boards of the page need to answer, as JSON that may stand in a `script`; empty if
    /// the page has none.
    pub boards: String,
    /// The games with which a reader can begin; only in the playground.
    pub examples: Vec<ExampleGroupData>,
    /// The game that is shown before a reader begins; only in the playground.
    pub shown: Option<ShownExampleData>,
    /// How pieces are drawn, the definitions of the book that its engine does not have, and pages that
    /// help beginners, as JSON that may stand in a `script`; only in the playground.
    pub book: String,
}

/// A drawing and its files.
#[derive(Debug, Clone, Serialize)]
pub struct PictureData {
    /// The drawing, as SVG.
    pub drawing: String,
    /// The link to its SVG file.
    pub svg: String,
    /// The link to its PNG file; may be empty.
    pub png: String,
}

/// A fact about a game.
#[derive(Debug, Clone, Serialize, Default)]
pub struct FactData {
    /// The subject.
    pub term: String,
    /// The fact.
    pub words: String,
    /// A link for the words; may be empty.
    pub href: String,
    /// `derived`, `by analogy` or `reconstructed`; empty for a stated fact.
    pub badge: String,
}

/// One entry of a legend.
#[derive(Debug, Clone, Serialize)]
pub struct LegendData {
    /// The mark, as SVG.
    pub swatch: String,
    /// The meaning.
    pub words: String,
}

/// A piece of `pieces.html`, `piece.html`, `armies.html` or a rule sheet.
#[derive(Debug, Clone, Serialize)]
pub struct PieceData {
    /// The drawing, as SVG.
    pub glyph: String,
    /// The name.
    pub name: String,
    /// The letter.
    pub letter: String,
    /// The notation of the move; may be empty.
    pub notation: String,
    /// The move in words; may be empty.
    pub words: String,
    /// The head of the column with the zones.
    pub zone_heading: String,
    /// The moves by zone; empty if they do not depend on it.
    pub zones: Vec<ZoneMoves>,
}

/// `rule-sheet.html`: board, pieces and rules of a variant on one sheet of paper.
#[derive(Debug, Clone, Serialize)]
pub struct RuleSheetData {
    /// The name of the variant.
    pub title: String,
    /// One sentence about it; may be empty.
    pub description: String,
    /// The link back to its page.
    pub page: String,
    /// The initial position, as SVG.
    pub drawing: String,
    /// Board, players, inventor and so on.
    pub facts: Vec<FactData>,
    /// The class of the style sheet for its type: `roomy`, `medium`, `dense` or `tight`.
    pub size: String,
    /// The number of columns of pieces on paper.
    pub columns: usize,
    /// The number of rows of pieces on paper.
    pub rows: usize,
    /// Whether boards are wider than high, as those of several levels are.
    pub wide: bool,
    /// The pieces.
    pub pieces: Vec<SheetPieceData>,
    /// The meaning of the marks.
    pub legend: Vec<LegendData>,
    /// The sides with a piece of each, if there are more than two.
    pub sides: Vec<LegendData>,
    /// The rules that belong to no single piece.
    pub rules: Vec<RuleTextData>,
    /// What the words of the sheet mean.
    pub terms: Vec<TermData>,
    /// The book and the address of the page.
    pub address: String,
    /// The day of the definition in words; may be empty.
    pub revised: String,
}

/// A term that a rule sheet explains.
#[derive(Debug, Clone, Serialize)]
pub struct TermData {
    /// The term.
    pub term: String,
    /// Its meaning.
    pub words: String,
}

/// A rule on a rule sheet.
#[derive(Debug, Clone, Serialize)]
pub struct RuleTextData {
    /// The subject of the rule.
    pub heading: String,
    /// The rule, in sentences.
    pub words: String,
    /// `derived`, `by analogy` or `reconstructed`, with `partly` for a part of it; empty for a stated rule.
    pub badge: String,
}

/// A piece on a rule sheet.
#[derive(Debug, Clone, Serialize)]
pub struct SheetPieceData {
    /// The piece.
    pub piece: PieceData,
    /// Others that move like it.
    pub also: Vec<PieceData>,
    /// Its moves, as SVG; empty if they are unknown.
    pub drawing: String,
    /// The name of its army, or `by promotion`; empty for a piece of every initial position.
    pub note: String,
    /// How certain its moves are, as in [`RuleTextData::badge`].
    pub badge: String,
    /// Whether its text is long and is laid out beside the drawing.
    pub long: bool,
}
