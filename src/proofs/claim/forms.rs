//! Forms of words: the phrases that are compared with what a claim asks.
//!
//! No list has all words that turn a sentence round: *hardly*, *elsewhere*, *persists*. So words are
//! compared only if they have one of the forms of `english_forms.txt`, as a whole:
//!
//! ```text
//! forms = form ("|" form)*          form = part*
//! part  = word ("/" word)* | "[" forms "]" (may be left out) | "(" forms ")" | "{" slot "}" | "<" name ">"
//! ```

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A sequence of parts.
pub(super) type Form = Vec<Part>;

/// A part of a form.
#[derive(Debug, Clone)]
pub(super) enum Part {
    /// One of these words.
    Word(Vec<&'static str>),
    /// What the claim fills.
    Slot(Slot),
    /// One of these forms.
    Choice(Vec<Form>),
}

macro_rules! slots {
    ($($name:ident = $word:literal;)*) => {
        /// A place of a form that the claim fills.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum Slot { $($name,)* }

        impl Slot {
            fn of(word: &str) -> Option<Slot> {
                match word { $($word => Some(Slot::$name),)* _ => None }
            }
        }
    };
}

slots! {
    // What the claim says of them.
    Number = "{n}"; Size = "{size}"; Length = "{length}"; Cells = "{cells}"; Named = "{named}";
    // What it asks about.
    Piece = "{piece}"; From = "{from}"; Start = "{start}"; Side = "{side}";
    // Another piece or side: captured, promoted to, like which one moves, the one that has moved.
    Others = "{others}"; Victim = "{victim}"; Mover = "{mover}";
    // A denial, which stands there exactly if the claim denies; *empty*, which denies that a piece is there.
    Not = "{not}"; Empty = "{empty}";
    // Nothing, if the claim speaks of all cells; if it lists all; of the initial position; if no other move
    // of this kind is legal; of one cell; of several.
    All = "{all}"; List = "{list}"; AtStart = "{at-start}"; Sole = "{sole}"; One = "{one}"; Many = "{many}";
}

/// The families of forms by name, and the parts with a name.
static FAMILIES: LazyLock<BTreeMap<&str, Vec<Form>>> = LazyLock::new(|| {
    let mut families: BTreeMap<&str, Vec<Form>> = BTreeMap::new();
    for line in include_str!("english_forms.txt").lines() {
        let Some((names, text)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else {
            continue;
        };
        let spaced: String = text
            .chars()
            .map(|sign| if "[]()|".contains(sign) { format!(" {sign} ") } else { sign.into() })
            .collect();
        let tokens: Vec<&'static str> = spaced.leak().split_whitespace().collect();
        let forms = read_forms(&mut tokens.into_iter(), &families);
        for name in names.split(", ") {
            families.entry(name).or_default().extend(forms.iter().cloned());
        }
    }
    families
});

/// Reads forms up to the bracket that closes them.
fn read_forms(
    tokens: &mut dyn Iterator<Item = &'static str>,
    named: &BTreeMap<&str, Vec<Form>>,
) -> Vec<Form> {
    let mut forms = vec![Form::new()];
    while let Some(token) = tokens.next() {
        let part = match token {
            "|" => {
                forms.push(Form::new());
                continue;
            }
            "]" | ")" => break,
            "[" => Part::Choice([read_forms(tokens, named), vec![Form::new()]].concat()),
            "(" => Part::Choice(read_forms(tokens, named)),
            token if token.starts_with('<') => Part::Choice(named[token].clone()),
            token => match Slot::of(token) {
                Some(slot) => Part::Slot(slot),
                None => Part::Word(token.split('/').collect()),
            },
        };
        let form = forms.last_mut().expect("there is always a form");
        form.push(part);
    }
    forms
}

/// Returns the forms of a family.
pub(super) fn family(name: &str) -> &'static [Form] {
    FAMILIES.get(name).map_or(&[], |forms| forms)
}

/// Whether a form has nothing but cells or a number.
pub(super) fn is_bare(form: &[Part]) -> bool {
    form.iter().all(|part| match part {
        Part::Slot(slot) => matches!(slot, Slot::Number | Slot::Cells | Slot::Not),
        Part::Choice(forms) => forms.iter().any(Vec::is_empty),
        Part::Word(_) => false,
    })
}

/// How far words have a form.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reading {
    /// The next word.
    pub at: usize,
    /// The only thing that differs from the claim, if one does.
    pub fault: Option<String>,
    /// Whether a denial was read.
    pub denies: bool,
    /// Of which kinds of subjects a name was read.
    pub says: [bool; 3],
}

/// The kinds of subjects: a piece, a side, and a cell from which it moves.
pub(super) const PIECE: usize = 0;
pub(super) const SIDE: usize = 1;
pub(super) const FROM: usize = 2;

impl Reading {
    /// The reading of no words.
    pub fn from(at: usize) -> Reading {
        Reading { at, fault: None, denies: false, says: [false; 3] }
    }
}

/// What a form is compared with.
pub(super) trait Words {
    /// Whether the word there is one of these.
    fn is_word(&self, at: usize, words: &[&str]) -> bool;
    /// All readings of a slot from there.
    fn read(&self, slot: Slot, at: usize) -> Vec<Reading>;
}

/// Returns all readings of a form that follow one of these.
pub(super) fn follow(form: &[Part], before: Vec<Reading>, words: &impl Words) -> Vec<Reading> {
    form.iter().fold(before, |before, part| {
        let mut after: Vec<Reading> = Vec::new();
        for reading in before {
            match part {
                Part::Word(known) if words.is_word(reading.at, known) => {
                    after.push(Reading { at: reading.at + 1, ..reading });
                }
                Part::Word(_) => {}
                Part::Slot(slot) => {
                    let next = words.read(*slot, reading.at).into_iter();
                    after.extend(next.filter_map(|next| reading.clone().then(next)));
                }
                Part::Choice(forms) => {
                    let each = forms.iter();
                    after.extend(each.flat_map(|form| follow(form, vec![reading.clone()], words)));
                }
            }
        }
        after.sort();
        after.dedup();
        after
    })
}

impl Reading {
    /// The reading of both; `None` if two things differ from the claim, or two words deny.
    fn then(self, next: Reading) -> Option<Reading> {
        let is_one = self.fault.is_none() || next.fault.is_none();
        (is_one && !(self.denies && next.denies)).then(|| Reading {
            at: next.at,
            fault: self.fault.or(next.fault),
            denies: self.denies || next.denies,
            says: [0, 1, 2].map(|it| self.says[it] || next.says[it]),
        })
    }
}

/// Returns the shortest words of a form; `None` if nothing can be in one of its slots. `is_one` says whether
/// they count one thing.
pub(super) fn example(
    form: &[Part],
    is_one: bool,
    filled: &impl Fn(Slot) -> Option<String>,
) -> Option<String> {
    let words = form.iter().map(|part| match part {
        Part::Word(words) => {
            let is_singular = |word: &&&str| words[0].strip_suffix('s') == Some(word);
            let one = words.iter().find(is_singular).filter(|_| is_one);
            Some((*one.unwrap_or(&words[0])).to_owned())
        }
        Part::Slot(slot) => filled(*slot),
        Part::Choice(forms) if forms.last().is_some_and(Vec::is_empty) => Some(String::new()),
        Part::Choice(forms) => forms.iter().find_map(|form| example(form, is_one, filled)),
    });
    let words: Option<Vec<String>> = words.collect();
    words.map(|words| words.join(" ").split_whitespace().collect::<Vec<_>>().join(" "))
}
