use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use crate::query::Study;
use crate::sheet::{ArmyGame, army_games};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceText, suggestion};
use crate::variant::{Definition, DefinitionSource, load};

/// The definitions of a book.
#[derive(Debug, Default)]
pub(super) struct Games {
    files: Files,
    // Games that somebody has asked for, by id and set-up.
    studies: Mutex<BTreeMap<(String, String), Arc<Study>>>,
    armies: Mutex<BTreeMap<String, Arc<Vec<ArmyGame>>>>,
    // What is not sound is here as nothing, so that pages need not complain of it again.
    definitions: BTreeMap<String, Option<Definition>>,
}

#[derive(Debug, Default)]
struct Files(BTreeMap<String, SourceFile>);

impl DefinitionSource for Files {
    fn get(&self, id: &str) -> Option<SourceFile> {
        self.0.get(id).cloned()
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// Why there is no game to answer with.
#[derive(Debug)]
pub(super) enum NoGame {
    /// Its definition is not sound, which has been said already.
    Unsound,
    /// The page names what is not there.
    Unknown(Diagnostic),
}

impl Games {
    /// Reads all definitions, those that no page asks for too.
    pub fn load(files: &BTreeMap<String, SourceFile>, complaints: &mut Diagnostics) -> Games {
        let mut games = Games { files: Files(files.clone()), ..Games::default() };
        for (id, file) in files {
            let (definition, told) = load(file, id, &games.files);
            complaints.extend(told);
            games.definitions.insert(id.clone(), definition);
        }
        games
    }

    /// The game of that id with that set-up, or with its default; complaints stand where the page
    /// names them.
    pub fn study(
        &self,
        file: &SourceFile,
        id: &SourceText,
        setup: Option<&SourceText>,
    ) -> Result<Arc<Study>, NoGame> {
        let Some(definition) = self.definitions.get(&id.value) else {
            return Err(NoGame::Unknown(self.unknown(file, id)));
        };
        let Some(definition) = definition else { return Err(NoGame::Unsound) };
        let name = setup.map(|setup| setup.value.as_str());
        self.ready(definition, name).map_err(|mut complaints| match (setup, complaints.pop()) {
            (Some(setup), Some(complaint)) if complaint.code == Code::SetupUnknown => {
                NoGame::Unknown(complaint.in_file(file, setup.span()))
            }
            (_, Some(complaint)) if complaint.file.is_none() => {
                NoGame::Unknown(complaint.in_file(file, id.span()))
            }
            _ => NoGame::Unsound,
        })
    }

    /// A game that is sound, with that set-up or with its default.
    pub fn ready(
        &self,
        definition: &Definition,
        setup: Option<&str>,
    ) -> Result<Arc<Study>, Diagnostics> {
        let key = (definition.id().to_owned(), setup.unwrap_or_default().to_owned());
        let known = || self.studies.lock().expect("nobody panics with the lock");
        if let Some(study) = known().get(&key) {
            return Ok(study.clone());
        }
        let study = Arc::new(definition.variant(setup).and_then(Study::new)?);
        known().insert(key, study.clone());
        Ok(study)
    }

    /// The armies of a game.
    pub fn armies(&self, id: &str) -> Arc<Vec<ArmyGame>> {
        let known = || self.armies.lock().expect("nobody panics with the lock");
        if let Some(armies) = known().get(id) {
            return armies.clone();
        }
        let armies = Arc::new(self.find_armies(id));
        known().insert(id.to_owned(), armies.clone());
        armies
    }

    fn find_armies(&self, id: &str) -> Vec<ArmyGame> {
        let Some(definition) = self.definition(id) else { return Vec::new() };
        let setups = definition.setups();
        army_games(setups.iter().filter_map(|setup| self.ready(definition, Some(setup)).ok()))
    }

    /// The ids of all definitions.
    pub fn ids(&self) -> impl Iterator<Item = &str> + Clone {
        self.definitions.keys().map(String::as_str)
    }

    /// The definition of that id.
    pub fn definition(&self, id: &str) -> Option<&Definition> {
        self.definitions.get(id)?.as_ref()
    }

    fn unknown(&self, file: &SourceFile, id: &SourceText) -> Diagnostic {
        let message = format!("the book has no variant `{}`", id.value);
        let complaint = Diagnostic::error(Code::PageVariant, message).in_file(file, id.span());
        if self.definitions.is_empty() {
            return complaint.help("put its definition into `content/variants`");
        }
        complaint.help(suggestion(&id.value, self.ids()))
    }
}
