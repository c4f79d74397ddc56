//! Definitions of all sections of a variant file.

use std::cell::RefCell;
use std::collections::BTreeMap;

use crate::format::{DefinitionSource, read_definition};
use crate::fsf::{
    DefinitionNames, Draft, FsfColour, FsfRecord, FsfStart, IniSection, OpposingSeat, Translation,
    difference, parse_ini, title_of, translate,
};
use crate::rules::Rules;
use crate::source::{
    Code, Diagnostic, Diagnostics, SourceFile, is_id, nearest_id, suggestion, work,
};
use crate::toml_text::TomlNode;
use crate::variant::load;

use super::export::named_key;
use super::write_record::{WrittenRecord, write_record};

/// One imported variant.
#[derive(Debug, Clone)]
pub struct ImportedVariant {
    /// Its id: the name of its section, or what is nearest to it.
    pub id: String,
    /// Its name.
    pub title: String,
    /// The definition.
    pub definition: String,
    /// A page that shows it.
    pub page: String,
    /// The keys that the definition cannot say, with their values.
    pub unsaid: Vec<String>,
}

/// What the importer knows of a variant that others inherit from.
#[derive(Debug, Clone)]
struct KnownVariant {
    record: FsfRecord,
    translation: Translation,
    /// The keys that its parents cannot say.
    unsaid: Vec<String>,
}

/// Translates the sections of a file; with `only`, one of them and its parents.
///
/// `library` has the built-in variants of the engine as definitions. Each definition that is returned
/// can be loaded. For each section that is not there, an error says why.
pub fn import(
    file: &SourceFile,
    library: &dyn DefinitionSource,
    only: Option<&str>,
) -> (Vec<ImportedVariant>, Diagnostics) {
    let mut diagnostics = Diagnostics::default();
    let sections = parse_ini(file, &mut diagnostics);
    if let Some(name) = only
        && !sections.iter().any(|section| section.name.value == name)
    {
        let known = sections.iter().map(|section| section.name.as_str());
        let error = Diagnostic::error(Code::VariantFile, format!("no section `{name}`"));
        diagnostics.push(error.in_whole_file(file).help(suggestion(name, known)));
    }
    let library = GrowingLibrary { library, own: RefCell::default() };
    let ids = ids(&sections, &mut diagnostics);
    let mut importer = Importer { library: &library, ids, known: BTreeMap::new(), diagnostics };
    let mut found = Vec::new();
    let wanted = wanted(&sections, only);
    let wanted = sections.iter().filter(|it| wanted.contains(&it.name.as_str()));
    for section in wanted.take_while(|_| work::is_left()) {
        match importer.variant(section, &sections) {
            Some(variant) => found.push(variant),
            None => drop(importer.known.insert(section.name.value.clone(), None)),
        }
    }
    (found, importer.diagnostics)
}

/// The ids of the sections by their names. They are names of files, and variant files come from
/// other people.
fn ids(sections: &[IniSection], diagnostics: &mut Diagnostics) -> BTreeMap<String, String> {
    let mut ids: BTreeMap<String, String> = BTreeMap::new();
    for name in sections.iter().map(|section| &section.name) {
        let id =
            if is_id(&name.value) { Some(name.value.clone()) } else { nearest_id(&name.value) };
        let Some(id) = id else {
            let message = format!("`{}` cannot be the id of a variant", name.value);
            let error = name.error(Code::VariantFile, message);
            diagnostics.push(error.help("small letters, digits, `-` and `_`: [my-game:chess]"));
            continue;
        };
        if let Some((other, _)) = ids.iter().find(|(other, it)| **it == id && *other != &name.value)
        {
            let message =
                format!("`{}` and `{other}` would both be the variant `{id}`", name.value);
            let error = name.error(Code::VariantFile, message);
            diagnostics.push(error.help("give one of the two sections another name"));
            continue;
        }
        if id != name.value {
            let message = format!("the section `{}` becomes the variant `{id}`", name.value);
            diagnostics.push(name.warning(Code::VariantFile, message));
        }
        ids.insert(name.value.clone(), id);
    }
    ids
}

/// The names of a section and of its parents in the file; of all sections without a name.
fn wanted<'a>(sections: &'a [IniSection], only: Option<&'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    let Some(only) = only else {
        return sections.iter().map(|section| section.name.as_str()).collect();
    };
    let mut next = Some(only);
    while let Some(name) = next.filter(|name| !names.contains(name)) {
        names.push(name);
        let section = sections.iter().find(|section| section.name.value == name);
        next = section.and_then(|it| it.parent.as_ref()).map(|parent| parent.as_str());
    }
    names
}

/// The library, and the definitions that were made already.
struct GrowingLibrary<'a> {
    library: &'a dyn DefinitionSource,
    own: RefCell<BTreeMap<String, SourceFile>>,
}

impl DefinitionSource for GrowingLibrary<'_> {
    fn get(&self, id: &str) -> Option<SourceFile> {
        let own = self.own.borrow().get(id).cloned();
        own.or_else(|| self.library.get(id))
    }

    fn ids(&self) -> Vec<String> {
        self.library.ids()
    }
}

struct Importer<'a> {
    library: &'a GrowingLibrary<'a>,
    /// The ids of the sections, by their names.
    ids: BTreeMap<String, String>,
    /// The variants that were asked for, by the names of their sections.
    known: BTreeMap<String, Option<KnownVariant>>,
    diagnostics: Diagnostics,
}

impl Importer<'_> {
    fn variant(&mut self, section: &IniSection, all: &[IniSection]) -> Option<ImportedVariant> {
        let id = self.ids.get(&section.name.value).filter(|_| !section.is_broken)?.clone();
        let parent = match &section.parent {
            None => None,
            Some(parent) => {
                let mut id = own_id(&parent.value);
                let with_drops = format!("{id}-with-drops");
                if drops_pieces(section) && self.library.get(&with_drops).is_some() {
                    id = with_drops;
                }
                let is_own = self.known.contains_key(&parent.value);
                if let Some(own) = self.ids.get(&parent.value).filter(|_| is_own) {
                    id.clone_from(own);
                }
                let key = if is_own { parent.value.clone() } else { format!("built in: {id}") };
                if !self.known.contains_key(&key) {
                    let found = self.built_in(&id);
                    self.known.insert(key.clone(), found);
                }
                let known = self.known.get(&key).cloned().flatten();
                if known.is_none() {
                    self.unknown_parent(section, all);
                    return None;
                }
                known.map(|known| (id, known))
            }
        };
        let mut errors = Diagnostics::default();
        let base = parent.as_ref().map(|(_, known)| known.record.clone());
        let base = base.unwrap_or_else(FsfRecord::without_parent);
        let record = base.with_section(section, &mut errors);
        let names = names_for(&record, parent.as_ref().map(|(_, it)| &it.translation.names));
        let title = title_of(&id);
        let translation = if errors.has_error() {
            None
        } else {
            let result = translate(&record, &names, &title);
            errors.keep(result.map_err(|found| at_start(section, found)))
        };
        self.diagnostics.extend(errors);
        let translation = translation?;
        let inherited = parent.iter().flat_map(|(_, it)| &it.unsaid);
        let mut unsaid: Vec<String> = Vec::new();
        for line in inherited.chain(&translation.reasons) {
            if !unsaid.contains(line) {
                unsaid.push(line.clone());
            }
        }
        let draft = self.as_written(&translation, parent.as_ref());
        let definition = draft.print();
        let file = SourceFile::new(format!("{id}.toml"), &definition);
        if let Err(why) = loads(&file, &id, self.library) {
            let message = format!("`{}` cannot be imported", section.name.value);
            let error = section.name.error(Code::VariantFile, message);
            self.diagnostics.push(error.note(format!("its definition does not load: {why}")));
            return None;
        }
        self.library.own.borrow_mut().insert(id.clone(), file);
        let known = KnownVariant { record, translation, unsaid: unsaid.clone() };
        self.known.insert(section.name.value.clone(), Some(known));
        let page = imported_page(&id, &title);
        Some(ImportedVariant { definition, id, title, page, unsaid })
    }

    fn unknown_parent(&mut self, section: &IniSection, all: &[IniSection]) {
        let Some(parent) = &section.parent else { return };
        let name = &parent.value;
        let (message, help) = if self.known.contains_key(name) {
            let message = format!("its parent `{name}` cannot be imported");
            (message, "mend the parent first".to_owned())
        } else if all.iter().any(|it| it.name.value == *name) {
            (format!("`{name}` comes after this section"), "put the parent before it".to_owned())
        } else {
            let mut names = self.library.ids();
            names.extend(all.iter().map(|it| it.name.value.clone()));
            let help = suggestion(name, names.iter().map(String::as_str));
            (format!("no variant `{name}` to inherit from"), help)
        };
        self.diagnostics.push(parent.error(Code::VariantFile, message).help(help));
    }

    /// A variant of the library in the words of the engine.
    fn built_in(&mut self, id: &str) -> Option<KnownVariant> {
        let file = self.library.get(id)?;
        let (definition, _) = load(&file, id, self.library);
        let variant = definition?.variant(None).ok()?;
        let WrittenRecord { record, names, .. } = write_record(&variant).ok()?;
        let translation = translate(&record, &names, &variant.name).ok()?;
        let rules = variant.unmodelled.iter().map(|rule| rule.rule.clone());
        let unsaid = rules.filter(|rule| named_key(rule).is_none()).collect();
        Some(KnownVariant { record, translation, unsaid })
    }

    /// The definition as an author would write it: a relative says only what differs.
    fn as_written(
        &mut self,
        translation: &Translation,
        parent: Option<&(String, KnownVariant)>,
    ) -> Draft {
        let whole = &translation.draft;
        let relative = parent.and_then(|(id, known)| self.relative(translation, id, known));
        let shorter = relative.filter(|it| it.print().len() < whole.print().len());
        shorter.unwrap_or_else(|| whole.clone())
    }

    fn relative(
        &self,
        translation: &Translation,
        parent: &str,
        known: &KnownVariant,
    ) -> Option<Draft> {
        let file = self.library.get(parent)?;
        let merged = merged(&file, parent, self.library)?;
        let exists = |path: &[&str]| merged.find(path).is_some();
        let (mut own, without) = difference(&known.translation.draft, &translation.draft, &exists);
        let mut draft = Draft::default();
        draft.set(&["format"], 1);
        draft.set(&["name"], translation.draft.text("name").unwrap_or_default());
        draft.set(&["based-on"], parent);
        if !without.is_empty() {
            draft.set(&["without"], without.join(" "));
        }
        own.remove(&["name"]);
        draft.entries.extend(own.entries);
        // A relative that cannot be loaded is written out whole.
        let file = SourceFile::new("relative.toml", draft.print());
        let (definition, errors) = load(&file, "relative", self.library);
        (definition.is_some() && !errors.has_error()).then_some(draft)
    }
}

/// Says why a definition cannot be played, if it cannot.
fn loads(file: &SourceFile, id: &str, library: &dyn DefinitionSource) -> Result<(), String> {
    let (definition, errors) = load(file, id, library);
    let first = |errors: Diagnostics| {
        let error = errors.iter().find(|it| it.is_error()).cloned();
        error.map_or_else(String::new, |it| it.message)
    };
    let definition = definition.filter(|_| !errors.has_error()).ok_or_else(|| first(errors))?;
    let variant = definition.variant(None).map_err(first)?;
    let compiled = Rules::compile(variant.game);
    compiled
        .map(drop)
        .map_err(|errors| errors.first().map_or(String::new(), |it| it.message.clone()))
}

/// Whether a section lets its players drop pieces. Then a piece can be on cells that it never
/// reaches in the game of the parent.
fn drops_pieces(section: &IniSection) -> bool {
    section.entries.iter().any(|(key, value)| key.value == "pieceDrops" && value.value == "true")
}

/// The table of a definition with all that it inherits.
fn merged(file: &SourceFile, id: &str, library: &dyn DefinitionSource) -> Option<TomlNode> {
    let all = read_definition(file, id, library, &mut Diagnostics::default())?;
    all.into_iter().next().map(|merged| merged.root)
}

/// Names for a record; the second side sits so that the setups of both sides agree.
fn names_for(record: &FsfRecord, parent: Option<&DefinitionNames>) -> DefinitionNames {
    let mut names = DefinitionNames::for_record(record, parent);
    let Ok(start) = FsfStart::read(record) else { return names };
    let agrees = |names: &DefinitionNames| {
        let cells = |colour| {
            let own = start.pieces.iter().filter(move |(_, (owner, ..))| *owner == colour);
            own.map(|(&cell, (_, name, form))| (names.seen_by(colour, cell), name.clone(), *form))
                .collect::<std::collections::BTreeSet<_>>()
        };
        cells(FsfColour::White) == cells(FsfColour::Black)
    };
    if parent.is_none() || names.seat != OpposingSeat::FlipFiles && !agrees(&names) {
        let seats = [names.seat, OpposingSeat::FlipRanks, OpposingSeat::Turn180];
        let fitting =
            seats.into_iter().find(|&seat| agrees(&DefinitionNames { seat, ..names.clone() }));
        names.seat = fitting.unwrap_or(names.seat);
    }
    names
}

/// Puts errors of the initial position at the text of its key.
fn at_start(section: &IniSection, errors: Diagnostics) -> Diagnostics {
    let given = section.entries.iter().find(|(key, _)| key.value == "startFen");
    let place = given.map_or(&section.name, |(_, value)| value);
    let locate = |error: Diagnostic| match (given, error.span) {
        (Some((_, value)), Some(_)) => value.locate(error),
        _ => {
            let message = format!("the initial position does not fit: {}", error.message);
            let fit = place.location.error(error.code, message);
            fit.help("give it a `startFen` of its own")
        }
    };
    errors.into_iter().map(locate).collect()
}

/// The id of the definition that says a built-in variant of the engine.
fn own_id(name: &str) -> String {
    let rows = include_str!("builtin_names.txt").lines().filter(|line| !line.starts_with('#'));
    let mut pairs = rows.filter_map(|row| row.split_once(' '));
    pairs.find(|(theirs, _)| *theirs == name).map_or(name, |(_, own)| own).to_owned()
}

/// A page that shows the setup and the pieces.
pub fn imported_page(id: &str, title: &str) -> String {
    format!(
        "+++\ntitle = \"{title}\"\nvariant = \"{id}\"\n+++\n\n## Board and setup\n\n\
         ```setup\n```\n\n## Pieces\n\n```pieces\nform = \"table\"\n```\n"
    )
}
