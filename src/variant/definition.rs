//! A definition that was read and has no errors, with its setups.

use std::sync::Arc;

use crate::rules::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, TomlNode, suggestion};

use super::armies::{self, ArmyChoice};
use super::format_check;
use super::inherit::{self, MergedDefinition};
use super::lower::{LoweringRequest, lower};
use super::resolved::Variant;

/// What a set-up is called where the author gives no name.
const DEFAULT_SETUP: &str = "usual";

/// Other definitions, for `based-on`.
pub trait DefinitionSource {
    /// The file of that id.
    fn get(&self, id: &str) -> Option<SourceFile>;
    /// The ids that there are.
    fn ids(&self) -> Vec<String>;
}

/// A definition that has been read and found sound, with everything that it inherits.
#[derive(Debug, Clone)]
pub struct Definition {
    id: String,
    setups: Vec<Setup>,
}

/// One way to begin the game.
#[derive(Debug, Clone)]
struct Setup {
    name: String,
    title: Option<String>,
    root: Arc<TomlNode>,
    choice: ArmyChoice,
    /// Whether it is the first of its kind: those that follow differ only in their armies.
    is_first: bool,
    /// The rules, where they were compiled when the definition was read.
    rules: Option<Arc<Rules>>,
}

impl Setup {
    fn request<'a>(&'a self, id: &'a str) -> LoweringRequest<'a> {
        let Setup { name, title, root, choice, .. } = self;
        LoweringRequest { id, setup: name, title: title.as_deref(), root, choice }
    }
}

/// Reads a definition: what it says, if it is sound, and everything that is wrong with it or worth
/// a look. Every set-up is tried.
pub fn load(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
) -> (Option<Definition>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let mut definition = inherit::read(file, id, library, &mut diagnostics).map(|overlaid| {
        Definition { id: id.to_owned(), setups: setups(overlaid, &mut diagnostics) }
    });
    for setup in definition.iter_mut().flat_map(|definition| &mut definition.setups) {
        let variant = lower(&setup.request(id), &mut diagnostics);
        if let Some(variant) = variant.filter(|_| setup.is_first && !diagnostics.has_error()) {
            // What a notation means depends on the board: the rules have to agree.
            setup.rules = diagnostics.keep(variant.rules());
        }
    }
    let definition = definition.filter(|_| !diagnostics.has_error());
    (definition, diagnostics.into_distinct())
}

/// The set-ups of a definition, the default first: those of the game as it stands, one for each
/// choice of armies, and then the same for each `[setups.NAME]`.
fn setups(overlaid: Vec<MergedDefinition>, diagnostics: &mut Diagnostics) -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    for MergedDefinition { setup, title, root } in overlaid {
        format_check::check_required(&root, &super::format::GAME, diagnostics);
        let root = Arc::new(root);
        let Some(table) = root.table() else { continue };
        let prefix = setup.as_ref().map(|name| name.value.as_str());
        for (index, choice) in armies::army_choices(table, diagnostics).into_iter().enumerate() {
            let name = setup_name(prefix, choice.name.as_deref(), index);
            if let (true, Some(setup)) = (setups.iter().any(|known| known.name == name), &setup) {
                let message = format!("there is a set-up `{name}` already");
                diagnostics
                    .push(setup.error(Code::SetupUnknown, message).help("give it another name"));
            }
            setups.push(Setup {
                name,
                title: title.clone(),
                root: root.clone(),
                choice,
                is_first: index == 0,
                rules: None,
            });
        }
    }
    setups
}

/// `usual`, `clobberers-nutty`, `as-published`, `as-published-clobberers-nutty`; the first choice
/// of armies goes by the set-up's own name.
fn setup_name(setup: Option<&str>, armies: Option<&str>, index: usize) -> String {
    match (setup, armies) {
        (None, None) => DEFAULT_SETUP.to_owned(),
        (None, Some(armies)) => armies.to_owned(),
        (Some(setup), Some(armies)) if index > 0 => format!("{setup}-{armies}"),
        (Some(setup), _) => setup.to_owned(),
    }
}

impl Definition {
    /// The id, as the file is called.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The names of the set-ups; the first is the default.
    pub fn setups(&self) -> Vec<String> {
        self.setups.iter().map(|setup| setup.name.clone()).collect()
    }

    /// The variant with that set-up, or with the default.
    pub fn variant(&self, setup: Option<&str>) -> Result<Variant, Diagnostics> {
        let found = match setup {
            None => self.setups.first(),
            Some(name) => self.setups.iter().find(|setup| setup.name == name),
        };
        let Some(found) = found else {
            return Err(self.no_setup(setup.unwrap_or_default()).into());
        };
        let mut diagnostics = Diagnostics::default();
        let mut variant =
            lower(&found.request(&self.id), &mut diagnostics).filter(|_| !diagnostics.has_error());
        if let Some(variant) = &mut variant {
            variant.compiled = found.rules.clone();
        }
        variant.ok_or_else(|| diagnostics.into_distinct())
    }

    fn no_setup(&self, name: &str) -> Diagnostic {
        let message = format!("`{}` has no set-up `{name}`", self.id);
        let known: Vec<&str> = self.setups.iter().map(|setup| setup.name.as_str()).collect();
        Diagnostic::error(Code::SetupUnknown, message).help(suggestion(name, known))
    }
}
