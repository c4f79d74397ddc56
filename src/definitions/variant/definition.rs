//! Loads a definition, checks all its setups and makes variants of them.

use std::sync::Arc;

use crate::format::{self, DefinitionSource, MergedDefinition, without_line};
use crate::rules::Rules;
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, SourceMap, suggestion};
use crate::toml_text::{TomlNode, TomlTable, parse_toml};

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
    /// The rules of the default setup, which are like those of this one.
    rules: Option<Arc<Rules>>,
}

/// Loads a definition and lowers every setup; returns it if it has no errors, and all diagnostics.
pub fn load(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
) -> (Option<Definition>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let merged = format::read_definition(file, id, library, &mut diagnostics);
    let (definition, diagnostics) = lower_all(id, merged, None, diagnostics);
    (definition, diagnostics.into_iter().map(|it| inherited(it, file)).collect())
}

/// Like [`load`], but reads only how the game itself plays: no certainty, no rules in words and none
/// of its `[setups]`. Takes from a similar definition the rules of pieces that move alike.
pub fn load_play(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    similar: Option<&Definition>,
) -> (Option<Definition>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let merged = format::read_play(file, id, library, &mut diagnostics);
    lower_all(id, merged, similar, diagnostics)
}

/// Adds to the help for cells of an inherited line, which may not fit another board, how it is left out.
fn inherited(mut error: Diagnostic, own: &SourceFile) -> Diagnostic {
    let is_about_cells = matches!(
        error.code,
        Code::Cells | Code::CellUnknown | Code::CellsEmpty | Code::Castling | Code::SetupCell
    );
    if is_about_cells && error.file.as_ref().is_some_and(|file| file.path() != own.path()) {
        let table = table_of(&error).unwrap_or_else(|| "castling".to_owned());
        let way = format!(
            "this line is inherited: write your own, or add its table to `without`, as in `{}`",
            without_line(own, &table)
        );
        error.help = Some(error.help.map_or(way.clone(), |help| format!("{help}; {way}")));
        // An author cannot change a file of the program.
        let is_shipped = error.path().starts_with("shipped/");
        let begins_line = |at: &usize| own.line_at(*at).start == *at;
        let mut bases = own.text().match_indices("based-on").map(|(at, _)| at);
        if let Some(at) = bases.find(begins_line).filter(|_| is_shipped)
            && let Some((file, span)) = error.file.clone().zip(error.span)
        {
            let line = file.text()[file.line_at(span.start).range()].trim();
            let note = format!("this is said by `{line}` of `{}`", file.path());
            error = error.in_file(own, own.line_at(at)).note(note);
        }
    }
    error
}

/// The table in which an error lies: `promotion.pawn` below `[promotion.pawn]`.
fn table_of(error: &Diagnostic) -> Option<String> {
    let before = error.file.as_ref()?.text().get(..error.span?.start)?;
    let header = before.lines().rev().find(|line| line.starts_with('['))?;
    let table = header.trim_start_matches('[').split(']').next()?.trim();
    Some(table.to_owned())
}

/// Lowers every setup of a definition.
fn lower_all(
    id: &str,
    merged: Option<Vec<MergedDefinition>>,
    similar: Option<&Definition>,
    mut diagnostics: Diagnostics,
) -> (Option<Definition>, Diagnostics) {
    let mut definition = merged.map(|merged| Definition {
        id: id.to_owned(),
        setups: setups(id, merged, &mut diagnostics),
    });
    // Compiled rules can be large: only those of the default are kept.
    let mut known = similar.and_then(|similar| similar.setups.first()?.rules.clone());
    let setups = definition.iter_mut().flat_map(|definition| &mut definition.setups);
    for (index, setup) in setups.enumerate() {
        let variant = lower(setup, &mut diagnostics);
        if let Some(mut variant) = variant.filter(|_| setup.is_first && !diagnostics.has_error()) {
            // Some errors of a move notation depend on the board, and only the rules find them.
            variant.compiled = known.clone();
            let rules = diagnostics.keep(variant.rules());
            known = rules.filter(|_| index == 0).or(known);
        }
        setup.rules = known.clone();
    }
    let definition = definition.filter(|_| !diagnostics.has_error());
    (definition, diagnostics.into_distinct())
}

/// Returns the id and those of all definitions on which it is based, as far as they are known.
pub fn with_ancestors(id: &str, library: &dyn DefinitionSource) -> Vec<String> {
    let mut ids = vec![id.to_owned()];
    while let Some(file) = ids.last().and_then(|id| library.get(id)) {
        let (table, _) = parse_toml(&SourceMap::whole(&file), &mut Diagnostics::default());
        let parent = table.string("based-on").filter(|parent| !ids.contains(parent));
        match parent {
            Some(parent) => ids.push(parent),
            None => break,
        }
    }
    ids
}

/// Loads only one setup of a definition: the one with that id, or the default.
///
/// The other setups are not checked. This is for definitions that [`load`] has found sound.
pub fn load_setup(
    file: &SourceFile,
    id: &str,
    library: &dyn DefinitionSource,
    setup: Option<&str>,
) -> (Option<Variant>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let merged = format::read_definition(file, id, library, &mut diagnostics);
    let setups = merged.map(|merged| setups(id, merged, &mut diagnostics));
    let definition = setups.map(|setups| Definition { id: id.to_owned(), setups });
    let variant = definition.map(|definition| definition.variant(setup));
    match variant {
        Some(Ok(variant)) if !diagnostics.has_error() => (Some(variant), diagnostics),
        Some(Err(errors)) => {
            diagnostics.extend(errors);
            (None, diagnostics.into_distinct())
        }
        _ => (None, diagnostics.into_distinct()),
    }
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

    /// The TOML of the default setup: the file, merged with those on which it is based.
    pub fn root(&self) -> Option<&TomlTable> {
        self.setups.first()?.root.table()
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
    use std::collections::BTreeMap;

    use super::*;
    use crate::format::{WithShipped, replaces_shipped, shipped_definition, shipped_ids};

    #[test]
    fn only_the_default_setup_keeps_its_rules() {
        let text = "format = 1\nname = \"A\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n[sides]\n\
                    white = {}\nblack = { seat = \"flip ranks\" }\n[setup.each]\nking = \"a1\"\n[pieces]\nking = { letter = \"K\", move = \"K\" }\n\
                    [setups.other.pieces]\nking = { move = \"N\" }\n";
        let (definition, errors) = load(&SourceFile::new("a.toml", text), "a", &BTreeMap::new());
        let definition = definition.unwrap_or_else(|| panic!("{errors:#?}"));
        let kept = [0, 1].map(|index| definition.setups[index].rules.clone().unwrap());
        assert!(Arc::ptr_eq(&kept[0], &kept[1]), "{errors:#?}");
        assert!(definition.variant(Some("other")).is_ok_and(|variant| variant.rules().is_ok()));
    }

    /// A book with one definition.
    fn one_file(id: &str, text: &str) -> BTreeMap<String, SourceFile> {
        BTreeMap::from([(id.to_owned(), SourceFile::new("own.toml", text))])
    }

    #[test]
    fn every_shipped_definition_can_be_read_without_a_book() {
        let own = one_file("a", "");
        let shipped = WithShipped(&own);
        assert!(shipped_ids().count() > 20);
        for id in shipped_ids() {
            let file = shipped_definition(id).unwrap();
            assert_eq!(file.path(), format!("shipped/{id}.toml"));
            let (definition, diagnostics) = load(&file, id, &shipped);
            assert!(definition.is_some_and(|it| it.id() == id), "{id}: {diagnostics:#?}");
        }
    }

    #[test]
    fn an_own_definition_may_be_based_on_the_shipped_one_of_its_id() {
        let id = "chess";
        let own = one_file(id, "format = 1\nname = \"Own\"\nbased-on = \"chess\"");
        let source = WithShipped(&own);
        for id in [id, "crazyhouse"] {
            let (definition, diagnostics) = load(&source.get(id).unwrap(), id, &source);
            assert!(definition.is_some(), "{id}: {diagnostics:#?}");
        }
        let (definition, diagnostics) = load(&own[id], id, &own);
        assert!(definition.is_none() && diagnostics[0].message.contains("a ring of parents"));
    }

    #[test]
    fn an_own_definition_wins_over_the_shipped_one() {
        let id = shipped_ids().next().unwrap();
        let own = one_file(id, "format = 1");
        let source = WithShipped(&own);
        assert_eq!(source.get(id).unwrap().path(), "own.toml");
        assert!(replaces_shipped(id, &source.get(id).unwrap()));
        assert!(!replaces_shipped(id, &shipped_definition(id).unwrap()));
        assert!(!replaces_shipped("none-like-this", &source.get(id).unwrap()));
        assert_eq!(source.ids(), shipped_ids().collect::<Vec<_>>());
    }
}
