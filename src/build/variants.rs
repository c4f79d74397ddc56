//! The variants of a book, each loaded once.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::diagram::PieceDress;
use crate::format::DefinitionSource;
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::sheet::{ArmyGame, army_games};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, suggestion};
use crate::variant::{Definition, load};

/// The definitions of a book, and the variants that pages have asked for.
#[derive(Debug, Default)]
pub(super) struct BookVariants {
    /// Loaded variants, by id and setup.
    loaded: Mutex<BTreeMap<(String, String), Arc<Illustrator>>>,
    armies: Mutex<BTreeMap<String, Arc<Vec<ArmyGame>>>>,
    /// How pieces are drawn, unless a definition says otherwise.
    usual_dress: PieceDress,
    /// `None` for a definition with errors, so that pages do not report them again.
    definitions: BTreeMap<String, Option<Definition>>,
}

impl DefinitionSource for BTreeMap<String, SourceFile> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        BTreeMap::get(self, id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

impl BookVariants {
    /// Reads all definitions, also those that no page asks for.
    pub fn load(
        files: &BTreeMap<String, SourceFile>,
        diagnostics: &mut Diagnostics,
    ) -> BookVariants {
        let mut variants = BookVariants::default();
        for (id, file) in files {
            let (definition, errors) = load(file, id, files);
            diagnostics.extend(errors);
            variants.definitions.insert(id.clone(), definition);
        }
        variants
    }

    /// The same with another usual dress of the pieces.
    pub fn with_usual_dress(self, usual_dress: PieceDress) -> BookVariants {
        BookVariants { usual_dress, ..self }
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
        let definition = self.definitions.get(&id.value).ok_or_else(|| self.unknown(id))?;
        let definition = definition.as_ref().ok_or(None)?;
        let name = setup.map(|setup| setup.value.as_str());
        self.with_setup(definition, name).map_err(|mut errors| match (setup, errors.pop()?) {
            (Some(setup), error) if error.code == Code::SetupUnknown => {
                Some(error.in_file(&setup.location.file, setup.span()))
            }
            (_, error) if error.file.is_none() => Some(error.in_file(&id.location.file, id.span())),
            _ => None,
        })
    }

    /// Returns these variants with some definitions loaded anew; `None` if one has errors.
    pub fn reloaded(
        &self,
        ids: &[String],
        files: &BTreeMap<String, SourceFile>,
    ) -> Option<BookVariants> {
        let mut definitions = self.definitions.clone();
        for id in ids {
            let (definition, errors) = load(files.get(id)?, id, files);
            let definition = definition.filter(|_| !errors.has_error())?;
            definitions.insert(id.clone(), Some(definition));
        }
        let known = self.loaded.lock().expect("no thread panics while it holds the lock");
        let kept = known.iter().filter(|((id, _), _)| !ids.contains(id));
        let loaded = Mutex::new(kept.map(|(key, it)| (key.clone(), it.clone())).collect());
        Some(BookVariants {
            loaded,
            armies: Mutex::default(),
            definitions,
            usual_dress: self.usual_dress,
        })
    }

    /// Returns the variant of a definition with that setup or its default.
    pub fn with_setup(
        &self,
        definition: &Definition,
        setup: Option<&str>,
    ) -> Result<Arc<Illustrator>, Diagnostics> {
        let key = (definition.id().to_owned(), setup.unwrap_or_default().to_owned());
        let known = || self.loaded.lock().expect("no thread panics while it holds the lock");
        if let Some(loaded) = known().get(&key) {
            return Ok(loaded.clone());
        }
        let loaded = LoadedVariant::new(definition.variant(setup)?)?;
        let loaded = Arc::new(Illustrator::with_usual_dress(loaded, self.usual_dress));
        known().insert(key, loaded.clone());
        Ok(loaded)
    }

    /// Returns a variant with its default setup; `None` if it is unknown or has errors.
    pub fn by_id(&self, id: &str) -> Option<Arc<Illustrator>> {
        self.with_setup(self.definition(id)?, None).ok()
    }

    /// Returns the armies that players of a variant can choose from.
    pub fn armies(&self, id: &str) -> Arc<Vec<ArmyGame>> {
        let known = || self.armies.lock().expect("no thread panics while it holds the lock");
        if let Some(armies) = known().get(id) {
            return armies.clone();
        }
        let with_setups = self.definition(id).into_iter().flat_map(|definition| {
            let setups = definition.setups().into_iter();
            setups.filter_map(|setup| self.with_setup(definition, Some(&setup)).ok())
        });
        let armies = Arc::new(army_games(with_setups));
        known().insert(id.to_owned(), armies.clone());
        armies
    }

    /// Returns the ids of all definitions, in order.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.definitions.keys().map(String::as_str)
    }

    pub fn definition(&self, id: &str) -> Option<&Definition> {
        self.definitions.get(id)?.as_ref()
    }

    fn unknown(&self, id: &SourceText) -> Diagnostic {
        let error = id.error(Code::PageVariant, format!("the book has no variant `{}`", id.value));
        if self.definitions.is_empty() {
            return error.help("put its definition into `content/variants`");
        }
        error.help(suggestion(&id.value, self.ids()))
    }
}
