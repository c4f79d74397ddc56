//! The data of templates. A book's own templates use the names of these fields.

use serde::Serialize;

use super::page::Heading;

/// The site as a whole: `site` in every page.
#[derive(Debug, Clone, Serialize, Default)]
pub struct SiteData {
    /// The title of the book.
    pub title: String,
    /// One sentence about the book.
    pub description: String,
    /// The language, as HTML names it.
    pub language: String,
    /// The author.
    pub author: String,
    /// The licence.
    pub licence: String,
    /// The pages of the menu.
    pub menu: Vec<MenuItem>,
}

/// A page of the menu.
#[derive(Debug, Clone, Serialize)]
pub struct MenuItem {
    /// The title.
    pub title: String,
    /// The file, from the top of the site.
    pub file: String,
}

/// `page.html`, `index.html`, `404.html`.
#[derive(Debug, Clone, Serialize)]
pub struct PageData<'a> {
    /// The site.
    pub site: &'a SiteData,
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
    /// Whether the page is a draft.
    pub draft: bool,
    /// The text, as HTML.
    pub body: String,
    /// The targets of links to other sites, in order. They are printed on paper.
    pub addresses: Vec<String>,
    /// The infobox, as HTML; empty on pages without a variant.
    pub infobox: String,
    /// The list of checks, as HTML; empty if nothing is checked.
    pub checked: String,
    /// The games of the book, as HTML; empty except on the landing page.
    pub gallery: String,
}

/// `redirect.html`: the page at an old address.
#[derive(Debug, Clone, Serialize)]
pub struct RedirectData<'a> {
    /// The site.
    pub site: &'a SiteData,
    /// The relative path to the top of the site.
    pub root: String,
    /// The title of the page.
    pub title: String,
    /// The link to the new address.
    pub to: String,
}

/// `infobox.html`: the facts of a game beside its page.
#[derive(Debug, Clone, Serialize)]
pub struct InfoboxData {
    /// The initial position.
    pub picture: PictureData,
    /// Board, players, inventor and so on.
    pub facts: Vec<FactData>,
    /// The headings of the page.
    pub contents: Vec<Heading>,
    /// Whether the page ends with a list of checks.
    pub checked: bool,
    /// The link to the rule sheet; may be empty.
    pub sheet: String,
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

/// A fact of an infobox or a rule sheet.
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

/// `figure.html`: a diagram.
#[derive(Debug, Clone, Serialize)]
pub struct FigureData {
    /// The anchor.
    pub id: String,
    /// `centre`, `beside` or `aside`.
    pub place: String,
    /// Whether the drawing needs the whole width of the column.
    pub wide: bool,
    /// The width of the drawing in cells, rounded up.
    pub across: u32,
    /// The drawing, as SVG.
    pub drawing: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The sides by colour. Empty for two sides, and if an earlier figure of the page has them.
    pub armies: Vec<LegendData>,
    /// The meaning of the marks.
    pub legend: Vec<LegendData>,
    /// `agree`, `refuted`, `computed` or `unchecked`.
    pub verdict: String,
    /// The verdict in words.
    pub mark: String,
    /// The text alternative of the drawing, in paragraphs.
    pub words: Vec<String>,
    /// The link to its SVG file.
    pub svg: String,
    /// The link to its PNG file; may be empty.
    pub png: String,
}

/// One entry of a legend.
#[derive(Debug, Clone, Serialize)]
pub struct LegendData {
    /// The mark, as SVG.
    pub swatch: String,
    /// The meaning.
    pub words: String,
}

/// `pieces.html`, `piece.html`, `armies.html`: a piece.
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
}

/// `pieces.html`: glyphs of pieces.
#[derive(Debug, Clone, Serialize)]
pub struct PiecesData {
    /// The anchor.
    pub id: String,
    /// `centre`, `beside` or `aside`.
    pub place: String,
    /// `row` or `table`.
    pub form: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The pieces.
    pub pieces: Vec<PieceData>,
}

/// `piece.html`: the heading of a piece's section.
#[derive(Debug, Clone, Serialize)]
pub struct PieceHeadingData {
    /// The anchor.
    pub id: String,
    /// The piece.
    pub piece: PieceData,
}

/// `armies.html`: the pieces of each army, column by column.
#[derive(Debug, Clone, Serialize)]
pub struct ArmiesData {
    /// The anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The headings of the columns.
    pub roles: Vec<String>,
    /// The armies.
    pub armies: Vec<ArmyData>,
}

/// One army.
#[derive(Debug, Clone, Serialize)]
pub struct ArmyData {
    /// The name.
    pub name: String,
    /// The pieces, in the order of the columns.
    pub pieces: Vec<PieceData>,
}

/// `certainty.html`: the certainty of the facts of a definition.
#[derive(Debug, Clone, Serialize)]
pub struct CertaintyData {
    /// The anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The notes.
    pub notes: Vec<CertaintyNoteData>,
}

/// The certainty of some facts.
#[derive(Debug, Clone, Serialize)]
pub struct CertaintyNoteData {
    /// The facts.
    pub of: String,
    /// `stated`, `derived`, `by analogy` or `reconstructed`.
    pub is: String,
    /// The reason.
    pub why: String,
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
    /// The class of the style sheet for its type: `roomy`, `medium` or `dense`.
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
    /// The rules that belong to no single piece.
    pub rules: Vec<RuleTextData>,
}

/// A rule on a rule sheet.
#[derive(Debug, Clone, Serialize)]
pub struct RuleTextData {
    /// The subject of the rule.
    pub heading: String,
    /// The rule, in sentences.
    pub words: String,
    /// `derived`, `by analogy` or `reconstructed`; empty for a stated rule.
    pub badge: String,
}

/// A piece on a rule sheet.
#[derive(Debug, Clone, Serialize)]
pub struct SheetPieceData {
    /// The piece.
    pub piece: PieceData,
    /// Its moves, as SVG; empty if they are unknown.
    pub drawing: String,
    /// The name of its army, or `by promotion`; empty for a piece of every initial position.
    pub note: String,
    /// Whether its text is long and is laid out beside the drawing.
    pub long: bool,
}

/// `samples.html`: the parts of drawings, for review.
#[derive(Debug, Clone, Serialize)]
pub struct SamplesData {
    /// The anchor.
    pub id: String,
    /// `signs`, `pieces`, `parts`, `armies` or `themes`.
    pub of: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The samples.
    pub samples: Vec<SampleData>,
}

/// A sample.
#[derive(Debug, Clone, Serialize, Default)]
pub struct SampleData {
    /// The drawing, as SVG; may be empty.
    pub drawing: String,
    /// The same drawing for the size of text; may be empty.
    pub small: String,
    /// The link to a file with the drawing instead; may be empty.
    pub file: String,
    /// The width of the file's drawing.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The name; may be empty.
    pub name: String,
    /// The meaning or the games that use it; may be empty.
    pub words: String,
}

/// `checked.html`: the checks of a page.
#[derive(Debug, Clone, Serialize)]
pub struct CheckedData {
    /// The numbers of checks by kind and result, in words.
    pub summary: String,
    /// The claims.
    pub claims: Vec<ClaimData>,
}

/// One claim.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimData {
    /// The anchor.
    pub id: String,
    /// The words of the page.
    pub words: String,
    /// The variant and setup; empty for those of the page.
    pub of: String,
    /// The meaning, in the language of claims.
    pub text: String,
    /// `agree`, `refuted` or `unchecked`.
    pub verdict: String,
    /// The verdict in words.
    pub mark: String,
    /// A further sentence; may be empty.
    pub note: String,
}

/// `gallery.html`: the games of the book.
#[derive(Debug, Clone, Serialize)]
pub struct GalleryData {
    /// The games.
    pub games: Vec<GalleryEntryData>,
}

/// A game in the gallery.
#[derive(Debug, Clone, Serialize)]
pub struct GalleryEntryData {
    /// The title.
    pub title: String,
    /// The link to the page.
    pub href: String,
    /// The link to the diagram of the initial position, for light pages.
    pub light: String,
    /// The same for dark pages.
    pub dark: String,
    /// The width of the diagram.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The text alternative of the diagram.
    pub alt: String,
    /// Short facts for the line below the title.
    pub facts: Vec<String>,
    /// The words that the search of the page finds.
    pub words: String,
    /// The number of players.
    pub players: usize,
    /// The number of cells.
    pub cells: usize,
}
