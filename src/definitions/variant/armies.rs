//! The ways to choose the armies of a definition.

use crate::source::{Code, Diagnostics, SourceText, limits};
use crate::toml_text::TomlTable;

/// One army for each side.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ArmyChoice {
    /// The army of each side; `None` for the pieces of the setup.
    pub armies: Vec<Option<String>>,
    /// The armies of the sides that had a choice, joined: `clobberers-nutty`.
    pub name: Option<String>,
}

/// All allowed choices, in the order in which the armies are written; the first is the default.
pub(super) fn army_choices(root: &TomlTable, diagnostics: &mut Diagnostics) -> Vec<ArmyChoice> {
    let mut all = vec![ArmyChoice::default()];
    for (_, side) in root.table("sides").named() {
        let armies = side.words("army");
        for army in &armies {
            check_known(root, army, diagnostics);
        }
        if all.len() * armies.len().max(1) > limits::SETUPS {
            let message = format!("more than {} ways to choose armies", limits::SETUPS);
            diagnostics.push(armies[0].error(Code::Army, message));
            return Vec::new();
        }
        all = all.iter().flat_map(|choice| extend(choice, &armies)).collect();
    }
    all.retain(|choice| !is_excluded(root, choice));
    if all.is_empty()
        && let Some(entry) = root.get("armies")
    {
        let message = "no army may play against another: no setup is left";
        diagnostics.push(entry.key.error(Code::Army, message).help("leave out a `not-against`"));
    }
    all
}

/// Reports an army that the definition does not have.
pub(super) fn check_known(root: &TomlTable, army: &SourceText, diagnostics: &mut Diagnostics) {
    let armies = root.table("armies");
    if armies.get(&army.value).is_none() {
        diagnostics.push(army.unknown_name(Code::Army, "army", armies.keys()));
    }
}

/// The choice, extended by each of the armies that the next side may have.
fn extend(choice: &ArmyChoice, armies: &[SourceText]) -> Vec<ArmyChoice> {
    let extended = |army: Option<&SourceText>| {
        let mut choice = choice.clone();
        choice.armies.push(army.map(|army| army.value.clone()));
        if let Some(army) = army.filter(|_| armies.len() > 1) {
            let before = choice.name.map_or(String::new(), |name| name + "-");
            choice.name = Some(before + &army.value);
        }
        choice
    };
    match armies {
        [] => vec![extended(None)],
        _ => armies.iter().map(|army| extended(Some(army))).collect(),
    }
}

/// Whether one of the armies does not play against another.
fn is_excluded(root: &TomlTable, choice: &ArmyChoice) -> bool {
    let armies: Vec<&str> = choice.armies.iter().flatten().map(String::as_str).collect();
    armies.iter().enumerate().any(|(index, army)| {
        let not = root.table("armies").table(army).words("not-against");
        let mut others = armies.iter().enumerate().filter(|&(other, _)| other != index);
        others.any(|(_, other)| not.iter().any(|word| word.value == **other))
    })
}
