//! The variants of a book, each loaded once.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock};

use rayon::prelude::*;

use crate::diagram::PieceDress;
use crate::format::{DefinitionSource, WithShipped, id_of_name, shipped_definition, shipped_ids};
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::sheet::{ArmyGame, army_games};
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, SourceText, closest, suggestion, work,
};
use crate::variant::{Definition, load, load_play};

use super::book_work::BookWork;
use super::coverage_record::definition_fingerprint;

/// A value that is computed once, with the work for it: each page that uses it counts it.
type WithWork<T> = (Arc<T>, u64);

/// The definitions of a book, and the variants that pages have asked for.
#[derive(Debug, Default)]
pub(super) struct BookVariants {
    /// Loaded variants, by id and setup, with the work for each.
    loaded: Mutex<BTreeMap<(String, String), WithWork<Illustrator>>>,
    armies: Mutex<BTreeMap<String, WithWork<Vec<ArmyGame>>>>,
    /// The most work for one of them.
    work_limit: u64,
    /// How pieces are drawn, unless a definition says otherwise.
    usual_dress: PieceDress,
    definitions: BTreeMap<String, Arc<BookDefinition>>,
    /// The shipped definitions that the book does not replace, each loaded when a page names it.
    shipped: BTreeMap<&'static str, OnceLock<Arc<BookDefinition>>>,
    /// The files of the definitions, by id, on which shipped ones can be based.
    files: BTreeMap<String, SourceFile>,
}

/// A definition of a book, with all that it was made from.
#[derive(Debug)]
pub(super) struct BookDefinition {
    /// `None` for a definition with errors, so that pages do not report them again.
    definition: Option<Definition>,
    diagnostics: Diagnostics,
    /// The fingerprint of the definition and of those on which it is based, if it was computed.
    fingerprint: Option<String>,
    sources: ReadDefinitions,
    /// The work for it, if no part of the book has it: each page that names it counts it.
    work: usize,
}

/// The files that were read for one definition: its own, and those on which it is based.
#[derive(Debug, Default)]
struct ReadDefinitions {
    /// By id; `None` for an id that the book does not have.
    files: BTreeMap<String, Option<SourceFile>>,
    /// The ids of the book, if they were asked for.
    ids: Option<Vec<String>>,
}

/// The definitions of a book, which notes what is read of them.
struct NotedDefinitions<'a> {
    all: &'a BTreeMap<String, SourceFile>,
    read: RefCell<ReadDefinitions>,
}

impl DefinitionSource for NotedDefinitions<'_> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let file = self.all.get(id).cloned();
        self.read.borrow_mut().files.insert(id.to_owned(), file.clone());
        file
    }

    fn ids(&self) -> Vec<String> {
        let ids = DefinitionSource::ids(self.all);
        self.read.borrow_mut().ids = Some(ids.clone());
        ids
    }
}

impl BookDefinition {
    fn load(id: &str, file: &SourceFile, all: &BTreeMap<String, SourceFile>) -> BookDefinition {
        let noted = NotedDefinitions { all, read: RefCell::default() };
        let (definition, diagnostics) = load(file, id, &WithShipped(&noted));
        let fingerprint = Some(definition_fingerprint(id, &noted));
        let mut sources = noted.read.into_inner();
        sources.files.insert(id.to_owned(), Some(file.clone()));
        BookDefinition { definition, diagnostics, fingerprint, sources, work: 0 }
    }

    /// Whether loading it again would read the same.
    fn is_made_from(&self, all: &BTreeMap<String, SourceFile>) -> bool {
        let ReadDefinitions { files, ids } = &self.sources;
        files.iter().all(|(id, file)| all.get(id) == file.as_ref())
            && ids.as_ref().is_none_or(|ids| ids.iter().eq(all.keys()))
    }
}

impl BookVariants {
    /// Reads all definitions, also those that no page asks for.
    ///
    /// What `earlier` has is taken from there if it would be the same.
    pub fn load(
        files: &BTreeMap<String, SourceFile>,
        usual_dress: PieceDress,
        (earlier, work): (&BookVariants, &BookWork),
        diagnostics: &mut Diagnostics,
    ) -> BookVariants {
        let known = |id: &str| {
            earlier.definitions.get(id).filter(|definition| definition.is_made_from(files)).cloned()
        };
        let load = |(at, (id, file)): (usize, (&String, &SourceFile))| {
            let loaded = || work.part(at, || Arc::new(BookDefinition::load(id, file, files)));
            Some((id.clone(), known(id).or_else(loaded)?))
        };
        let in_order: Vec<(&String, &SourceFile)> = files.iter().collect();
        let definitions: BTreeMap<String, Arc<BookDefinition>> =
            in_order.into_par_iter().enumerate().filter_map(load).collect();
        let failed = definitions.iter().filter(|(_, it)| it.diagnostics.has_error());
        let failed: BTreeSet<&String> = failed.map(|(id, _)| id).collect();
        for (id, definition) in &definitions {
            // What a parent lacks is reported there.
            let mut parents = definition.sources.files.keys().filter(|other| *other != id);
            let follows = parents.any(|parent| failed.contains(parent));
            let reported = definition.diagnostics.iter().filter(|it| !(follows && it.is_error()));
            diagnostics.extend(reported.cloned());
        }
        let shipped = shipped_ids().filter(|id| !files.contains_key(*id)).map(|id| {
            let known = earlier.shipped.get(id).and_then(OnceLock::get);
            let known = known.filter(|definition| definition.is_made_from(files)).cloned();
            (id, known.map_or_else(OnceLock::new, OnceLock::from))
        });
        let shipped = shipped.collect();
        let mut variants = BookVariants {
            definitions,
            shipped,
            files: files.clone(),
            usual_dress,
            work_limit: work.limit,
            ..BookVariants::default()
        };
        if usual_dress == earlier.usual_dress {
            variants.take_loaded(earlier);
        }
        variants
    }

    /// Takes the loaded variants of all definitions that are the same in `earlier`.
    fn take_loaded(&mut self, earlier: &BookVariants) {
        let is_same = |id: &str| match (self.loaded_definition(id), earlier.loaded_definition(id)) {
            (Some(new), Some(old)) => Arc::ptr_eq(new, old),
            _ => false,
        };
        let loaded = earlier.loaded.lock().expect("no thread panics while it holds the lock");
        let kept = loaded.iter().filter(|((id, _), _)| is_same(id));
        let kept = kept.map(|(key, it)| (key.clone(), it.clone())).collect();
        let armies = earlier.armies.lock().expect("no thread panics while it holds the lock");
        let armies = armies.iter().filter(|(id, _)| is_same(id));
        let armies = armies.map(|(id, it)| (id.clone(), it.clone())).collect();
        (self.loaded, self.armies) = (Mutex::new(kept), Mutex::new(armies));
    }

    /// Returns the variant that a page names, with that setup or its default.
    ///
    /// An unknown name is an error in the page. The error is `None` for a definition with errors,
    /// which are reported already.
    pub fn named(
        &self,
        id: &SourceText,
        setup: Option<&SourceText>,
    ) -> Result<Arc<Illustrator>, Option<Diagnostic>> {
        let definition = self.find(&id.value).ok_or_else(|| self.unknown(id))?;
        let is_shipped = !self.definitions.contains_key(&id.value);
        work::spend(definition.work);
        let broken = || is_shipped.then(|| unusable_shipped(id, definition));
        let definition = definition.definition.as_ref().ok_or_else(broken)?;
        let name = setup.map(|setup| setup.value.as_str());
        self.with_setup(definition, name).map_err(|mut errors| match (setup, errors.pop()?) {
            (Some(setup), error) if error.code == Code::SetupUnknown => {
                Some(error.in_file(&setup.location.file, setup.span()))
            }
            (_, error) if error.file.is_none() => Some(error.in_file(&id.location.file, id.span())),
            _ => None,
        })
    }

    /// Returns these variants with one definition loaded anew, and of it only how it plays; `None` if
    /// it has errors.
    pub fn reloaded(&self, id: &str, files: &BTreeMap<String, SourceFile>) -> Option<BookVariants> {
        let noted = NotedDefinitions { all: files, read: RefCell::default() };
        let (definition, diagnostics) =
            load_play(files.get(id)?, id, &WithShipped(&noted), self.definition(id));
        definition.as_ref().filter(|_| !diagnostics.has_error())?;
        let sources = noted.read.into_inner();
        let mut definitions = self.definitions.clone();
        let changed =
            BookDefinition { definition, diagnostics, fingerprint: None, sources, work: 0 };
        definitions.insert(id.to_owned(), Arc::new(changed));
        let mut variants = BookVariants {
            definitions,
            shipped: self.shipped.clone(),
            files: files.clone(),
            usual_dress: self.usual_dress,
            work_limit: u64::MAX,
            ..BookVariants::default()
        };
        variants.take_loaded(self);
        Some(variants)
    }

    /// Returns the variant of a definition with that setup or its default.
    pub fn with_setup(
        &self,
        definition: &Definition,
        setup: Option<&str>,
    ) -> Result<Arc<Illustrator>, Diagnostics> {
        let key = (definition.id().to_owned(), setup.unwrap_or_default().to_owned());
        let known = || self.loaded.lock().expect("no thread panics while it holds the lock");
        if let Some((loaded, spent)) = known().get(&key) {
            work::spend(*spent as usize);
            return Ok(loaded.clone());
        }
        let load = || LoadedVariant::new(definition.variant(setup)?);
        let (loaded, spent) = work::limited(self.work_limit, load);
        work::spend(spent as usize);
        let loaded = Arc::new(Illustrator::with_usual_dress(loaded?, self.usual_dress));
        known().insert(key, (loaded.clone(), spent));
        Ok(loaded)
    }

    /// Returns a variant with its default setup; `None` if it is unknown or has errors.
    pub fn by_id(&self, id: &str) -> Option<Arc<Illustrator>> {
        self.with_setup(self.definition(id)?, None).ok()
    }

    /// Returns the armies that players of a variant can choose from.
    pub fn armies(&self, id: &str) -> Arc<Vec<ArmyGame>> {
        let known = || self.armies.lock().expect("no thread panics while it holds the lock");
        if let Some((armies, spent)) = known().get(id) {
            work::spend(*spent as usize);
            return armies.clone();
        }
        let with_setups = self.definition(id).into_iter().flat_map(|definition| {
            let setups = definition.setups().into_iter();
            setups.filter_map(|setup| self.with_setup(definition, Some(&setup)).ok())
        });
        let (armies, spent) = work::limited(self.work_limit, || Arc::new(army_games(with_setups)));
        work::spend(spent as usize);
        known().insert(id.to_owned(), (armies.clone(), spent));
        armies
    }

    /// Returns the ids of all definitions, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.definitions.keys().map(String::as_str)
    }

    /// Returns all definitions with their ids, in order.
    pub fn definitions(&self) -> impl Iterator<Item = (&str, &Arc<BookDefinition>)> {
        self.definitions.iter().map(|(id, definition)| (id.as_str(), definition))
    }

    pub fn definition(&self, id: &str) -> Option<&Definition> {
        self.find(id)?.definition.as_ref()
    }

    /// Returns the fingerprint of a definition of the book and of those on which it is based.
    pub fn fingerprint(&self, id: &str) -> String {
        let known = self.definitions.get(id).and_then(|known| known.fingerprint.clone());
        known.unwrap_or_else(|| definition_fingerprint(id, &self.files))
    }

    /// Returns a definition of the book, or the shipped one with that id.
    fn find(&self, id: &str) -> Option<&Arc<BookDefinition>> {
        let shipped = || {
            let (known, file) = (self.shipped.get(id)?, shipped_definition(id)?);
            let load = || {
                let load = || BookDefinition::load(id, &file, &self.files);
                let (loaded, spent) = work::limited(self.work_limit, load);
                Arc::new(BookDefinition { work: spent as usize, ..loaded })
            };
            Some(known.get_or_init(load))
        };
        self.definitions.get(id).or_else(shipped)
    }

    /// Like `find`, but without a shipped definition that no page has named yet.
    fn loaded_definition(&self, id: &str) -> Option<&Arc<BookDefinition>> {
        self.definitions.get(id).or_else(|| self.shipped.get(id)?.get())
    }

    fn unknown(&self, id: &SourceText) -> Diagnostic {
        let error = id.error(Code::PageVariant, format!("the book has no variant `{}`", id.value));
        let known: Vec<&str> = self.ids().chain(self.shipped.keys().copied()).collect();
        if self.definitions.is_empty() && closest(&id.value, known.iter().copied()).is_none() {
            let file = format!("content/variants/{}.toml", id.value);
            return error.help(format!("put its definition into `{file}`"));
        }
        if let Some(meant) = id_of_name(&WithShipped(&self.files), &id.value) {
            return error.help(format!("a game is called by its id: write `{meant}`"));
        }
        let help = suggestion(&id.value, known.iter().copied());
        match closest(&id.value, known) {
            Some(_) => error.help(help),
            None => {
                let file = format!("content/variants/{}.toml", id.value);
                error.help(format!("its definition is read at `{file}`; {help}"))
            }
        }
    }
}

/// The error for a shipped definition that has errors, because the book replaces another one on which
/// it is based.
fn unusable_shipped(id: &SourceText, definition: &BookDefinition) -> Diagnostic {
    let reason = definition.diagnostics.iter().find(|it| it.is_error());
    let reason = reason.map_or(String::new(), |it| format!(": {}", it.message));
    let message = format!("the shipped game `{}` has errors in this book{reason}", id.value);
    let error = id.error(Code::PageVariant, message);
    let replaced =
        definition.sources.files.iter().find(|(of, file)| **of != id.value && file.is_some());
    match replaced {
        Some((of, Some(file))) => error.help(format!(
            "it is based on `{of}`, which `{}` replaces here: give that file another name",
            file.path()
        )),
        _ => error,
    }
}

/// The variants of a book as one page uses them: notes which ones.
#[derive(Debug)]
pub(super) struct NotedVariants<'a> {
    all: &'a BookVariants,
    used: RefCell<UsedVariants>,
}

/// The definitions on which a page depends.
#[derive(Debug, Default)]
pub(super) struct UsedVariants {
    /// By id; `None` for an id that the book does not have.
    definitions: BTreeMap<String, Option<Arc<BookDefinition>>>,
    /// The ids of the book, if they were asked for.
    ids: Option<Vec<String>>,
}

impl<'a> NotedVariants<'a> {
    pub fn new(all: &'a BookVariants) -> NotedVariants<'a> {
        NotedVariants { all, used: RefCell::default() }
    }

    pub fn all(&self) -> &'a BookVariants {
        self.all
    }

    /// Notes what was used for a part of the page.
    pub fn note_all(&self, part: NotedVariants<'_>) {
        let UsedVariants { definitions, ids } = part.into_used();
        let mut used = self.used.borrow_mut();
        used.definitions.extend(definitions);
        used.ids = used.ids.take().or(ids);
    }

    pub fn into_used(self) -> UsedVariants {
        self.used.into_inner()
    }

    /// Like [`BookVariants::named`].
    pub fn named(
        &self,
        id: &SourceText,
        setup: Option<&SourceText>,
    ) -> Result<Arc<Illustrator>, Option<Diagnostic>> {
        if self.note(&id.value).is_none() {
            // The error suggests another id.
            let _ = self.ids();
        }
        self.all.named(id, setup)
    }

    /// The variants, to be asked about this definition.
    pub fn about(&self, id: &str) -> &'a BookVariants {
        self.note(id);
        self.all
    }

    /// Like [`BookVariants::ids`].
    pub fn ids(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.used.borrow_mut().ids = Some(self.all.ids().map(str::to_owned).collect());
        self.all.ids()
    }

    fn note(&self, id: &str) -> Option<Arc<BookDefinition>> {
        let found = self.all.find(id).cloned();
        self.used.borrow_mut().definitions.insert(id.to_owned(), found.clone());
        found
    }
}

impl UsedVariants {
    /// Whether a page that depends on these would be the same with other variants.
    pub fn are_in(&self, variants: &BookVariants) -> bool {
        let is_same =
            |(id, old): (&String, &Option<Arc<BookDefinition>>)| match (variants.find(id), old) {
                (Some(new), Some(old)) => Arc::ptr_eq(new, old),
                (None, None) => true,
                (Some(_), None) | (None, Some(_)) => false,
            };
        self.definitions.iter().all(is_same)
            && self.ids.as_ref().is_none_or(|ids| variants.ids().eq(ids.iter().map(String::as_str)))
    }
}
