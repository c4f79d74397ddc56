//! Loads a definition, checks all its setups and makes variants of them.

use std::sync::Arc;

use crate::format::{self, DefinitionSource, MergedDefinition};
use crate::rules::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, TomlNode, suggestion};

use super::armies::{self, ArmyChoice};
use super::lowering::lower;
use super::variant_model::Variant;

/// The id of the setup of a game that offers no choice of armies.
const DEFAULT_SETUP: &str = "usual";

/// A definition without errors, with everything that it inherits.
#[derive(Debug, Clone)]
pub struct Definition {
    id: String,
    setups: Vec<Setup>,
}

/// One setup of a definition, with one choice of armies.
#[derive(Debug, Clone)]
pub(super) struct Setup {
    /// The id of the game.
    pub game: String,
    pub id: String,
    /// The name, if it has one.
    pub title: Option<String>,
    pub root: Arc<TomlNode>,
    pub choice: ArmyChoice,
    /// Whether this is the first choice of armies; the following ones differ only in their armies.
    is_first: bool,
    /// The rules, if they were compiled when the definition was loaded.
    rules: Option<Arc<Rules>>,
}

/// Loads a definition and lowers every setup; returns it if it has no errors, and all diagnostics.
pub fn load(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
) -> (Option<Definition>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut definition =
        format::read_definition(file, id, library, &mut diagnostics).map(|merged| Definition {
            id: id.to_owned(),
            setups: setups(id, merged, &mut diagnostics),
        });
    let setups = definition.iter_mut().flat_map(|definition| &mut definition.setups);
    for (index, setup) in setups.enumerate() {
        let variant = lower(setup, &mut diagnostics);
        if let Some(variant) = variant.filter(|_| setup.is_first && !diagnostics.has_error()) {
            // Some errors of a move notation depend on the board, and only the rules find them.
            // Compiled rules can be large: only those of the default are kept.
            setup.rules = diagnostics.keep(variant.rules()).filter(|_| index == 0);
        }
    }
    let definition = definition.filter(|_| !diagnostics.has_error());
    (definition, diagnostics.into_distinct())
}

/// The setups of a definition, the default first.
///
/// The game itself and each `[setups.NAME]` have one for each choice of armies.
fn setups(id: &str, merged: Vec<MergedDefinition>, diagnostics: &mut Diagnostics) -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    for MergedDefinition { setup, title, root } in merged {
        let root = Arc::new(root);
        let Some(table) = root.table() else { continue };
        format::check_required(table, diagnostics);
        let prefix = setup.as_ref().map(|name| name.value.as_str());
        for (index, choice) in armies::army_choices(table, diagnostics).into_iter().enumerate() {
            let name = setup_name(prefix, choice.name.as_deref(), index);
            let is_known = setups.iter().any(|known| known.id == name);
            if let Some(setup) = setup.as_ref().filter(|_| is_known) {
                let message = format!("there is a setup `{name}` already");
                let error = setup.error(Code::SetupUnknown, message);
                diagnostics.push(error.help("give it another name"));
            }
            let (game, title, root) = (id.to_owned(), title.clone(), root.clone());
            let is_first = index == 0;
            setups.push(Setup { game, id: name, title, root, choice, is_first, rules: None });
        }
    }
    setups
}

/// The id of a setup: `usual`, `clobberers-nutty`, `as-published`, `as-published-clobberers-nutty`.
///
/// With the first choice of armies, the id is that of `[setups.NAME]` alone.
fn setup_name(setup: Option<&str>, armies: Option<&str>, index: usize) -> String {
    match (setup, armies) {
        (None, None) => DEFAULT_SETUP.to_owned(),
        (None, Some(armies)) => armies.to_owned(),
        (Some(setup), Some(armies)) if index > 0 => format!("{setup}-{armies}"),
        (Some(setup), _) => setup.to_owned(),
    }
}

impl Definition {
    /// The id: the name of the file.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The ids of the setups; the first is the default.
    pub fn setups(&self) -> Vec<String> {
        self.setups.iter().map(|setup| setup.id.clone()).collect()
    }

    /// The variant with that setup, or with the default one.
    pub fn variant(&self, setup: Option<&str>) -> Result<Variant, Diagnostics> {
        let found = match setup {
            None => self.setups.first(),
            Some(name) => self.setups.iter().find(|setup| setup.id == name),
        };
        let Some(found) = found else {
            let name = setup.unwrap_or_default();
            let message = format!("`{}` has no setup `{name}`", self.id);
            let known = self.setups.iter().map(|setup| setup.id.as_str());
            let error = Diagnostic::error(Code::SetupUnknown, message);
            return Err(error.help(suggestion(name, known)).into());
        };
        let mut diagnostics = Diagnostics::default();
        let mut variant = lower(found, &mut diagnostics).filter(|_| !diagnostics.has_error());
        if let Some(variant) = &mut variant {
            variant.compiled = found.rules.clone();
        }
        variant.ok_or_else(|| diagnostics.into_distinct())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct NoOthers;

    impl DefinitionSource for NoOthers {
        fn get(&self, _: &str) -> Option<SourceFile> {
            None
        }

        fn ids(&self) -> Vec<String> {
            Vec::new()
        }
    }

    #[test]
    fn only_the_default_setup_keeps_its_rules() {
        let text = "format = 1\nname = \"A\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n[sides]\n\
                    white = {}\nblack = { seat = \"flip ranks\" }\n[setup.each]\nking = \"a1\"\n[pieces]\nking = { letter = \"K\", move = \"K\" }\n\
                    [setups.other.pieces]\nking = { move = \"N\" }\n";
        let (definition, errors) = load(&SourceFile::new("a.toml", text), "a", &NoOthers);
        let definition = definition.unwrap_or_else(|| panic!("{errors:#?}"));
        let kept: Vec<bool> = definition.setups.iter().map(|it| it.rules.is_some()).collect();
        assert_eq!(kept, [true, false], "{errors:#?}");
        assert!(definition.variant(Some("other")).is_ok_and(|variant| variant.rules().is_ok()));
    }
}
