//! The statements of pages about one definition, judged again after a change of the definition.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::book::{Block, Claim, Directive, Page, Settings, Templates};
use crate::diagram::PieceDress;
use crate::query::LoadedVariant;
use crate::source::{Diagnostics, SourceFile, SourceText};
use crate::variant::Definition;
use crate::verify::ComparisonOutcome;

use super::book_work::BookWork;
use super::coverage_record::{definition_fingerprint, fingerprint};
use super::render::PageRenderer;
use super::sources::Sources;
use super::variants::BookVariants;
use super::{Options, read_pages};

/// The pages and definitions of a book, read once to judge their statements often.
pub struct BookStatements {
    definitions: BTreeMap<String, SourceFile>,
    variants: BookVariants,
    pages: Vec<Arc<Page>>,
    settings: Settings,
    templates: Templates,
}

/// The statements of a book about one definition.
pub struct Statements<'a> {
    book: &'a BookStatements,
    id: String,
    /// The variants, and of this definition only how it plays.
    variants: BookVariants,
    /// The statements with their verdicts on the definition as it is, in order.
    statements: Vec<(&'a Page, PageStatement<'a>, Option<ComparisonOutcome>)>,
}

/// What a page states about a definition.
#[derive(Debug, Clone, Copy)]
pub(super) enum PageStatement<'a> {
    Block(&'a Block),
    Claim(&'a Claim),
}

impl PageStatement<'_> {
    /// Its text on the page that it is of, with all that it is compared by.
    pub fn text(self, page: &Page) -> String {
        match self {
            PageStatement::Block(block) => {
                let text = &page.file.text()[block.span.range()];
                // A position may stand in the head.
                let position = block.position.as_ref().map(SourceText::as_str);
                let position = position.filter(|position| !text.contains(position));
                format!("{text}{}", position.unwrap_or_default())
            }
            PageStatement::Claim(Claim { refuted, setup, text, .. }) => {
                let setup = setup.as_ref().map_or("", SourceText::as_str);
                format!("{refuted} {setup} {}", text.value)
            }
        }
    }
}

/// Returns the statements of a page, each with the definition that it is about.
pub(super) fn statements_of(page: &Page) -> impl Iterator<Item = (&str, PageStatement<'_>)> {
    let blocks = page.body.blocks.iter().filter(|block| states(block));
    let blocks = blocks.map(|block| (block.variant.as_ref(), PageStatement::Block(block)));
    let claims = page.body.claims.iter();
    let claims = claims.map(|claim| (claim.variant.as_ref(), PageStatement::Claim(claim)));
    blocks.chain(claims).filter_map(|(own, statement)| Some((subject(page, own)?, statement)))
}

/// Returns the statements of pages about one definition, in order.
pub(super) fn statements_about<'a>(
    id: &str,
    pages: &'a [Arc<Page>],
) -> impl Iterator<Item = (&'a Page, PageStatement<'a>)> {
    let of_page = |page: &'a Arc<Page>| statements_of(page).map(move |it| (&**page, it));
    let statements = pages.iter().flat_map(of_page).filter(move |(_, (of, _))| *of == id);
    statements.map(|(page, (_, statement))| (page, statement))
}

/// The definition that a block or claim of a page is about: the variant of its own, or of the page.
fn subject<'a>(page: &'a Page, own: Option<&'a SourceText>) -> Option<&'a str> {
    own.or(page.front_matter.variant.as_ref()).map(SourceText::as_str)
}

/// Whether a block of a page states something that can be compared with the rules.
fn states(block: &Block) -> bool {
    match &block.directive {
        Directive::Moves(moves) => moves.marks.is_some(),
        Directive::Setup(_) => block.position.is_some(),
        Directive::Game(_) => true,
        _ => false,
    }
}

/// A book with one definition changed.
pub struct ChangedBook(BookVariants);

impl BookStatements {
    /// Reads the files of a book, drafts included.
    pub fn read(files: &BTreeMap<String, Vec<u8>>) -> BookStatements {
        // What is wrong in the book is reported when it is built.
        let mut ignored = Diagnostics::default();
        let (sources, _) = Sources::sort(files);
        BookStatements {
            variants: BookVariants::load(
                &sources.variants,
                PieceDress::default(),
                (&BookVariants::default(), &BookWork::unlimited(&sources)),
                &mut ignored,
            ),
            pages: read_pages(
                &sources,
                Options { drafts: true, proof_only: true, ..Options::default() },
                &mut BTreeMap::new(),
                &mut ignored,
            ),
            settings: Settings::default(),
            templates: Templates::new(Vec::new(), &mut ignored),
            definitions: sources.variants,
        }
    }

    /// The ids of all definitions, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.variants.ids()
    }

    /// Returns the fingerprint of a definition and of the statements about it.
    pub fn fingerprint(&self, id: &str) -> String {
        fingerprint(id, &self.definitions, &self.pages)
    }

    /// Returns the fingerprint of a definition and of those on which it is based.
    pub fn definition_fingerprint(&self, id: &str) -> String {
        definition_fingerprint(id, &self.definitions)
    }

    /// Returns a definition and its usual variant; `None` if it has errors.
    pub fn variant(&self, id: &str) -> Option<(&Definition, Arc<LoadedVariant>)> {
        let loaded = self.variants.by_id(id)?;
        Some((self.variants.definition(id)?, Arc::clone(&loaded.variant)))
    }

    /// Returns the texts of the positions that diagrams of a definition show, each once.
    pub fn positions(&self, id: &str) -> BTreeSet<String> {
        let blocks =
            self.pages.iter().flat_map(|page| page.body.blocks.iter().map(move |it| (page, it)));
        let own = blocks.filter(|(page, block)| subject(page, block.variant.as_ref()) == Some(id));
        let shown = own.filter(|(_, block)| {
            matches!(block.directive, Directive::Moves(_) | Directive::Position(_))
        });
        let texts = shown.filter_map(|(_, block)| block.position.as_ref());
        texts.map(|text| text.value.clone()).collect()
    }

    /// Finds the statements about a definition.
    pub fn about(&self, id: &str) -> Statements<'_> {
        let variants = self.variants.reloaded(id, &self.definitions).unwrap_or_default();
        let statements = statements_about(id, &self.pages);
        let judged = statements.map(|(page, it)| (page, it, self.verdict(page, it, &variants)));
        let statements = judged.collect();
        Statements { book: self, id: id.to_owned(), variants, statements }
    }

    fn verdict(
        &self,
        page: &Page,
        statement: PageStatement,
        variants: &BookVariants,
    ) -> Option<ComparisonOutcome> {
        let mut renderer = PageRenderer::new(page, variants, &self.settings, &self.templates);
        let item = match statement {
            PageStatement::Block(block) => renderer.statement(block),
            PageStatement::Claim(claim) => renderer.claim(claim).map(|(item, _)| item),
        };
        item.map(|item| item.outcome)
    }
}

impl Statements<'_> {
    /// The file of the definition, if the book has one that can be read.
    pub fn definition(&self) -> Option<(&SourceFile, &Definition)> {
        Some((self.book.definitions.get(&self.id)?, self.variants.definition(&self.id)?))
    }

    /// Returns the number of statements.
    pub fn len(&self) -> usize {
        self.statements.len()
    }

    /// Whether the book says nothing about the definition.
    pub fn is_empty(&self) -> bool {
        self.statements.is_empty()
    }

    /// Returns the book with another text of one file, as this definition reads it: its own file or
    /// one on which it is based. `None` if the definition then has errors.
    pub fn changed(&self, file: &SourceFile) -> Option<ChangedBook> {
        let mut definitions = self.book.definitions.clone();
        let changed = definitions.values_mut().find(|known| known.path() == file.path())?;
        *changed = file.clone();
        self.variants.reloaded(&self.id, &definitions).map(ChangedBook)
    }

    /// Whether a statement has another verdict in a changed book.
    pub fn notices(&self, book: &ChangedBook, index: usize) -> bool {
        let (page, statement, verdict) = self.statements[index];
        self.book.verdict(page, statement, &book.0) != verdict
    }

    /// Returns the variants of the definition in a changed book beside those of today.
    pub fn pairs(
        &self,
        book: &ChangedBook,
    ) -> Vec<(Arc<LoadedVariant>, Option<Arc<LoadedVariant>>)> {
        let Some((_, definition)) = self.definition() else { return Vec::new() };
        let variant = |variants: &BookVariants, setup: &str| {
            let found = variants.with_setup(variants.definition(&self.id)?, Some(setup));
            found.ok().map(|loaded| loaded.variant.clone())
        };
        let setups = definition.setups();
        let pair =
            |setup: &String| Some((variant(&self.variants, setup)?, variant(&book.0, setup)));
        setups.iter().filter_map(pair).collect()
    }
}
