use crate::source::{Code, Diagnostics, SourceText, TomlTable, limits, suggestion};

/// Which army each side has; `None`: the pieces of the array.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Choice {
    /// One entry a side.
    pub armies: Vec<Option<String>>,
    /// The armies of the sides that had a choice, joined: `clobberers-nutty`.
    pub name: Option<String>,
}

/// All ways to choose armies, in the order in which they are written; the first is the default.
pub(super) fn choices(root: &TomlTable, complaints: &mut Diagnostics) -> Vec<Choice> {
    let mut all = vec![Choice::default()];
    for (_, side) in root.table("sides").named() {
        let armies: Vec<SourceText> = side.text("army").map(SourceText::words).unwrap_or_default();
        for army in &armies {
            check_known(root, army, complaints);
        }
        if all.len() * armies.len().max(1) > limits::SETUPS {
            let message = format!("more than {} ways to choose armies", limits::SETUPS);
            complaints.push(armies[0].error(Code::Army, message));
            return Vec::new();
        }
        all = all.iter().flat_map(|choice| with(choice, &armies)).collect();
    }
    let allowed: Vec<Choice> =
        all.iter().filter(|choice| !refused(root, choice)).cloned().collect();
    if allowed.is_empty()
        && let Some(entry) = root.get("armies")
    {
        let message = "no army may play against another: no set-up is left";
        complaints.push(entry.key.error(Code::Army, message).help("leave out a `not-against`"));
    }
    allowed
}

fn check_known(root: &TomlTable, army: &SourceText, complaints: &mut Diagnostics) {
    let armies = root.table("armies");
    if armies.get(&army.value).is_none() {
        complaints.push(
            army.error(Code::Army, format!("no army `{}`", army.value))
                .help(suggestion(&army.value, armies.keys())),
        );
    }
}

fn with(choice: &Choice, armies: &[SourceText]) -> Vec<Choice> {
    if armies.is_empty() {
        let mut choice = choice.clone();
        choice.armies.push(None);
        return vec![choice];
    }
    let one_more = |army: &SourceText| {
        let mut choice = choice.clone();
        choice.armies.push(Some(army.value.clone()));
        if armies.len() > 1 {
            let before = choice.name.map_or(String::new(), |name| name + "-");
            choice.name = Some(before + &army.value);
        }
        choice
    };
    armies.iter().map(one_more).collect()
}

/// Whether one of the armies does not play against another.
fn refused(root: &TomlTable, choice: &Choice) -> bool {
    let armies: Vec<&str> = choice.armies.iter().flatten().map(String::as_str).collect();
    armies.iter().enumerate().any(|(index, army)| {
        let table = root.table("armies").table(army);
        let not = table.text("not-against").map(SourceText::words).unwrap_or_default();
        let mut others = armies.iter().enumerate().filter(|&(other, _)| other != index);
        others.any(|(_, other)| not.iter().any(|word| word.value == **other))
    })
}
