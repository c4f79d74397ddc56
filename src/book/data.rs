//! What templates are given. The names of these fields are what a book's own templates may use.

use serde::Serialize;

/// The site as a whole: `site` in every page.
#[derive(Debug, Clone, Serialize, Default)]
pub struct SiteData {
    /// The title of the book.
    pub title: String,
    /// One sentence about it.
    pub description: String,
    /// As HTML names it.
    pub language: String,
    /// Who wrote it.
    pub author: String,
    /// Under which licence it stands.
    pub licence: String,
    /// The pages of the menu.
    pub menu: Vec<MenuItem>,
}

/// A page of the menu.
#[derive(Debug, Clone, Serialize)]
pub struct MenuItem {
    /// Its title.
    pub title: String,
    /// Its file, from the top of the site.
    pub file: String,
}

/// `page.html`, `index.html`, `404.html`.
#[derive(Debug, Clone, Serialize)]
pub struct PageData<'a> {
    /// The site.
    pub site: &'a SiteData,
    /// The way to the top of the site: put before every link that starts there.
    pub root: String,
    /// The page's own file, from the top of the site.
    pub file: String,
    /// Its title.
    pub title: String,
    /// One sentence about it; may be empty.
    pub description: String,
    /// Its full address; empty where the book does not know it.
    pub canonical: String,
    /// The address of a picture that stands for the page elsewhere; may be empty.
    pub social: String,
    /// Whether it is a draft.
    pub draft: bool,
    /// The text, as HTML.
    pub body: String,
    /// Where its links lead that lead out of the book, in their order: for paper.
    pub addresses: Vec<String>,
    /// The card at the side, as HTML; empty on pages without a variant.
    pub card: String,
    /// What was checked, as HTML; empty where nothing was.
    pub checked: String,
    /// The games of the book, as HTML; only on the landing page.
    pub gallery: String,
}

/// `moved.html`: the page left behind under an old address.
#[derive(Debug, Clone, Serialize)]
pub struct MovedData<'a> {
    /// The site.
    pub site: &'a SiteData,
    /// The way to the top of the site.
    pub root: String,
    /// The title of the page.
    pub title: String,
    /// Where it is now.
    pub to: String,
}

/// `card.html`: a game at a glance.
#[derive(Debug, Clone, Serialize)]
pub struct CardData {
    /// The set-up.
    pub picture: PictureData,
    /// Board, players, inventor and so on.
    pub facts: Vec<FactData>,
    /// The headings of the page.
    pub contents: Vec<HeadingData>,
    /// Whether a list of what was checked stands at its foot.
    pub checked: bool,
    /// The link to the rule sheet; may be empty.
    pub sheet: String,
}

/// A drawing and its files.
#[derive(Debug, Clone, Serialize)]
pub struct PictureData {
    /// The drawing itself, as SVG.
    pub drawing: String,
    /// The link to its SVG file.
    pub svg: String,
    /// The link to its PNG file; may be empty.
    pub png: String,
}

/// One line of a card.
#[derive(Debug, Clone, Serialize, Default)]
pub struct FactData {
    /// What it is about.
    pub term: String,
    /// What it says.
    pub words: String,
    /// Where that leads; may be empty.
    pub href: String,
    /// How sure it is: `derived`, `by analogy`, `reconstructed`; empty where the source says it.
    pub badge: String,
}

/// A heading.
#[derive(Debug, Clone, Serialize)]
pub struct HeadingData {
    /// 2 to 6.
    pub level: u8,
    /// Its anchor.
    pub id: String,
    /// Its words.
    pub words: String,
}

/// `figure.html`: a diagram.
#[derive(Debug, Clone, Serialize)]
pub struct FigureData {
    /// Its anchor.
    pub id: String,
    /// `centre`, `beside` or `aside`.
    pub place: String,
    /// Whether it needs the whole width of the column.
    pub wide: bool,
    /// How many cells would stand side by side over its whole width, counted up.
    pub across: u32,
    /// The drawing, as SVG.
    pub drawing: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// Whose its armies are, where there are more than two and no picture before it on the page
    /// has said so.
    pub armies: Vec<LegendData>,
    /// What its signs mean.
    pub legend: Vec<LegendData>,
    /// `agree`, `refuted`, `computed` or `unchecked`.
    pub verdict: String,
    /// The verdict in words.
    pub mark: String,
    /// What the picture shows, in words: a paragraph each.
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
    /// What it means.
    pub words: String,
}

/// `pieces.html`, `piece.html`, `armies.html`: a piece.
#[derive(Debug, Clone, Serialize)]
pub struct PieceData {
    /// Its drawing, as SVG.
    pub glyph: String,
    /// Its name.
    pub name: String,
    /// Its letter.
    pub letter: String,
    /// Its move as it is written; may be empty.
    pub notation: String,
    /// Its move in words; may be empty.
    pub words: String,
}

/// `pieces.html`: glyphs of pieces.
#[derive(Debug, Clone, Serialize)]
pub struct PiecesData {
    /// Its anchor.
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

/// `piece.html`: the head of a piece's section.
#[derive(Debug, Clone, Serialize)]
pub struct PieceHeadData {
    /// Its anchor.
    pub id: String,
    /// The piece.
    pub piece: PieceData,
}

/// `armies.html`: which army replaces what.
#[derive(Debug, Clone, Serialize)]
pub struct ArmiesData {
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// What is replaced.
    pub roles: Vec<String>,
    /// The armies.
    pub armies: Vec<ArmyData>,
}

/// One army.
#[derive(Debug, Clone, Serialize)]
pub struct ArmyData {
    /// Its name.
    pub name: String,
    /// What it has in each role, in the order of the roles.
    pub pieces: Vec<PieceData>,
}

/// `standing.html`: how sure a definition is of its facts.
#[derive(Debug, Clone, Serialize)]
pub struct StandingData {
    /// Its anchor.
    pub id: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The notes.
    pub notes: Vec<NoteData>,
}

/// One note on the standing of a fact.
#[derive(Debug, Clone, Serialize)]
pub struct NoteData {
    /// Which fact.
    pub of: String,
    /// `stated`, `derived`, `by analogy` or `reconstructed`.
    pub is: String,
    /// Why.
    pub why: String,
}

/// `rules.html`: board, pieces and rules of a variant on one sheet of paper.
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
    /// Whether its text is long and stands beside the drawing.
    pub long: bool,
}

/// `specimens.html`: what drawings are made of, for whoever judges them.
#[derive(Debug, Clone, Serialize)]
pub struct SpecimensData {
    /// Its anchor.
    pub id: String,
    /// `signs`, `pieces`, `parts`, `armies` or `themes`.
    pub of: String,
    /// The caption, as HTML; may be empty.
    pub caption: String,
    /// The specimens.
    pub specimens: Vec<SpecimenData>,
}

/// One specimen.
#[derive(Debug, Clone, Serialize, Default)]
pub struct SpecimenData {
    /// The drawing, as SVG; may be empty.
    pub drawing: String,
    /// The same, to be shown as small as pieces in a line of text; may be empty.
    pub small: String,
    /// The link to a file that holds the drawing instead; may be empty.
    pub file: String,
    /// How wide that is.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// Its name; may be empty.
    pub name: String,
    /// What it says, or where it is used; may be empty.
    pub words: String,
}

/// `checked.html`: what was checked on a page.
#[derive(Debug, Clone, Serialize)]
pub struct CheckedData {
    /// How many of what, in words.
    pub summary: String,
    /// The claims.
    pub claims: Vec<ClaimData>,
}

/// One claim.
#[derive(Debug, Clone, Serialize)]
pub struct ClaimData {
    /// Its anchor.
    pub id: String,
    /// The words of the page.
    pub words: String,
    /// Of which game and set-up, where it is not the page's.
    pub of: String,
    /// What they mean, in the language of claims.
    pub text: String,
    /// `agree`, `refuted` or `unchecked`.
    pub verdict: String,
    /// The verdict in words.
    pub mark: String,
    /// What else there is to say; may be empty.
    pub note: String,
}

/// `gallery.html`: the games of the book.
#[derive(Debug, Clone, Serialize)]
pub struct GalleryData {
    /// The games.
    pub games: Vec<GameData>,
}

/// One game of the gallery.
#[derive(Debug, Clone, Serialize)]
pub struct GameData {
    /// Its title.
    pub title: String,
    /// The link to its page.
    pub href: String,
    /// The link to its set-up, for light pages.
    pub day: String,
    /// The link to its set-up, for dark pages.
    pub night: String,
    /// How wide the picture is.
    pub width: u32,
    /// How high.
    pub height: u32,
    /// The picture in words.
    pub alt: String,
    /// A few words each, for the line under the name.
    pub facts: Vec<String>,
    /// Words by which it can be found.
    pub words: String,
    /// How many play.
    pub players: usize,
    /// How many cells there are.
    pub cells: usize,
}
