//! How many numbers and cells in the sentences of a page something stands behind.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::source::SourceText;

/// What stands behind a number or a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// A claim that agrees has it in its words, or the rules print it.
    Proved,
    /// Its sentence says how certain it is.
    Attributed,
    /// Nothing.
    Bare,
}

/// A number or the name of a cell in a sentence.
#[derive(Debug, Clone)]
pub struct StatedNumber {
    /// It, with its place.
    pub words: SourceText,
    /// Its sentence, which it shares with the others of the sentence.
    pub sentence: Arc<str>,
    /// What stands behind it.
    pub proof: Proof,
}

/// The numbers and the names of cells in the sentences of a page.
#[derive(Debug, Clone, Default)]
pub struct StatedNumbers {
    /// The path of the page.
    pub page: String,
    /// The variant of the page.
    pub variant: Option<String>,
    /// All of them, in the order of the text.
    pub items: Vec<StatedNumber>,
}

impl StatedNumbers {
    /// Those behind which this stands.
    pub fn with(&self, proof: Proof) -> impl Iterator<Item = &StatedNumber> {
        self.items.iter().filter(move |item| item.proof == proof)
    }

    /// How many are proved, attributed and bare.
    pub fn counts(&self) -> [usize; 3] {
        [Proof::Proved, Proof::Attributed, Proof::Bare].map(|proof| self.with(proof).count())
    }

    /// `120 proved, 4 attributed, 30 bare`: the counts of some pages.
    pub fn summary<'a>(pages: impl IntoIterator<Item = &'a StatedNumbers>) -> String {
        let mut sum = [0; 3];
        for page in pages {
            sum.iter_mut().zip(page.counts()).for_each(|(sum, count)| *sum += count);
        }
        let [proved, attributed, bare] = sum;
        format!("{proved} proved, {attributed} attributed, {bare} bare")
    }

    /// What a page says of them: `Of 12 numbers and coordinates in its sentences: ...`
    pub fn sentence(&self) -> Option<String> {
        let [proved, attributed, bare] = self.counts();
        let parts = [
            (proved, "proved by the rules"),
            (attributed, "marked with their certainty"),
            (bare, "checked by nothing"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, words)| format!("{count} {words}")).collect();
        let all = self.items.len();
        (all > 1).then(|| {
            format!("Of {all} numbers and coordinates in its sentences: {}.", parts.join(", "))
        })
    }

    /// The counts as JSON.
    pub fn to_json(&self) -> Value {
        let [proved, attributed, bare] = self.counts();
        json!({ "file": self.page, "proved": proved, "attributed": attributed, "bare": bare })
    }
}
