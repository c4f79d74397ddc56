//! The statements of pages about one definition, judged again after a change of the definition.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::book::{Directive, Page, Settings, Templates};
use crate::query::LoadedVariant;
use crate::source::{Diagnostics, SourceFile, SourceMap, SourceText, parse_toml};
use crate::variant::Definition;
use crate::verify::ComparisonOutcome;

use super::render::PageRenderer;
use super::sources::Sources;
use super::variants::BookVariants;
use super::{Options, read_pages};

/// The pages and definitions of a book, read once to judge their statements often.
pub struct BookStatements {
    definitions: BTreeMap<String, SourceFile>,
    variants: BookVariants,
    pages: Vec<Page>,
    settings: Settings,
    templates: Templates,
}

/// The statements of a book about one definition and those based on it.
pub struct Statements<'a> {
    book: &'a BookStatements,
    /// The ids of the definition and of all that are based on it.
    family: Vec<String>,
    /// The statements with their verdicts on the definition as it is, in order.
    statements: Vec<(StatementIndex, Option<ComparisonOutcome>)>,
}

/// One statement: the index of its page, and its index there.
#[derive(Debug, Clone, Copy)]
enum StatementIndex {
    Block(usize, usize),
    Claim(usize, usize),
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
            variants: BookVariants::load(&sources.variants, &mut ignored),
            pages: read_pages(&sources, Options { drafts: true, proof_only: true }, &mut ignored),
            settings: Settings::default(),
            templates: Templates::new(Vec::new(), &mut ignored),
            definitions: sources.variants,
        }
    }

    /// The ids of all definitions, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.variants.ids()
    }

    /// Finds the statements about a definition.
    pub fn about(&self, id: &str) -> Statements<'_> {
        let family = self.family(id);
        let concerns = |page: &Page, own: Option<&SourceText>| {
            let id = own.or(page.front_matter.variant.as_ref());
            id.is_some_and(|id| family.contains(&id.value))
        };
        let mut statements = Vec::new();
        for (at, page) in self.pages.iter().enumerate() {
            for (index, block) in page.blocks.iter().enumerate() {
                let states = match &block.directive {
                    Directive::Moves(moves) => moves.marks.is_some(),
                    Directive::Setup(setup) => setup.position.is_some(),
                    _ => false,
                };
                if states && concerns(page, block.variant.as_ref()) {
                    statements.push(StatementIndex::Block(at, index));
                }
            }
            for (index, claim) in page.claims.iter().enumerate() {
                if concerns(page, claim.variant.as_ref()) {
                    statements.push(StatementIndex::Claim(at, index));
                }
            }
        }
        let judged = statements.into_iter();
        let statements = judged.map(|it| (it, self.verdict(it, &self.variants))).collect();
        Statements { book: self, family, statements }
    }

    fn verdict(
        &self,
        statement: StatementIndex,
        variants: &BookVariants,
    ) -> Option<ComparisonOutcome> {
        let (StatementIndex::Block(page, _) | StatementIndex::Claim(page, _)) = statement;
        let page = &self.pages[page];
        let mut renderer = PageRenderer::new(page, variants, &self.settings, &self.templates);
        let item = match statement {
            StatementIndex::Block(_, index) => renderer.statement(&page.blocks[index]),
            StatementIndex::Claim(_, index) => renderer.claim(&page.claims[index]),
        };
        item.map(|item| item.outcome)
    }

    /// The ids of a definition and of all definitions based on it.
    fn family(&self, id: &str) -> Vec<String> {
        let parent = |file: &SourceFile| {
            let (root, _) = parse_toml(&SourceMap::whole(file), &mut Diagnostics::default());
            root.text("based-on").map(|parent| parent.value.clone())
        };
        let parents: BTreeMap<&String, Option<String>> =
            self.definitions.iter().map(|(id, file)| (id, parent(file))).collect();
        let mut family = vec![id.to_owned()];
        let mut at = 0;
        while let Some(id) = family.get(at).cloned() {
            for (&other, parent) in &parents {
                if parent.as_ref() == Some(&id) && !family.contains(other) {
                    family.push(other.clone());
                }
            }
            at += 1;
        }
        family
    }
}

impl Statements<'_> {
    fn id(&self) -> &str {
        &self.family[0]
    }

    /// The file of the definition, if the book has one that can be read.
    pub fn definition(&self) -> Option<(&SourceFile, &Definition)> {
        Some((self.book.definitions.get(self.id())?, self.book.variants.definition(self.id())?))
    }

    /// Returns the book with another text of the definition; `None` if that has errors.
    pub fn changed(&self, text: &str) -> Option<ChangedBook> {
        let file = SourceFile::new(self.book.definitions[self.id()].path(), text);
        let mut definitions = self.book.definitions.clone();
        definitions.insert(self.id().to_owned(), file);
        self.book.variants.reloaded(&self.family, &definitions).map(ChangedBook)
    }

    /// Returns the index of a statement whose verdict differs in a changed book. `first` is the
    /// index of the statement that is tried first.
    pub fn notices(&self, book: &ChangedBook, first: usize) -> Option<usize> {
        let count = self.statements.len();
        let order = (first..count).take(1).chain(0..count);
        { order }.find(|&index| {
            let (statement, verdict) = self.statements[index];
            self.book.verdict(statement, &book.0) != verdict
        })
    }

    /// Returns the variants of the definition in a changed book beside those of today.
    pub fn pairs(
        &self,
        book: &ChangedBook,
    ) -> Vec<(Arc<LoadedVariant>, Option<Arc<LoadedVariant>>)> {
        let Some((_, definition)) = self.definition() else { return Vec::new() };
        let variant = |variants: &BookVariants, setup: &str| {
            let found = variants.with_setup(variants.definition(self.id())?, Some(setup));
            found.ok().map(|loaded| loaded.variant.clone())
        };
        let setups = definition.setups();
        let pair =
            |setup: &String| Some((variant(&self.book.variants, setup)?, variant(&book.0, setup)));
        setups.iter().filter_map(pair).collect()
    }
}
