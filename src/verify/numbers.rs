//! How many numbers and cells in the sentences of a page something stands behind.

use serde_json::{Value, json};

use crate::source::SourceText;

/// The numbers and the names of cells in the sentences of a page.
#[derive(Debug, Clone, Default)]
pub struct StatedNumbers {
    /// The path of the page.
    pub page: String,
    /// The variant of the page.
    pub variant: Option<String>,
    /// How many are in the words of a claim, or printed by the rules.
    pub proved: usize,
    /// How many are in a sentence that says how certain it is.
    pub attributed: usize,
    /// The others, with their places, each with its sentence.
    pub bare: Vec<(SourceText, String)>,
}

impl StatedNumbers {
    /// How many there are.
    pub fn all(&self) -> usize {
        self.proved + self.attributed + self.bare.len()
    }

    /// The sum of some pages.
    pub fn sum<'a>(pages: impl IntoIterator<Item = &'a StatedNumbers>) -> StatedNumbers {
        let mut sum = StatedNumbers::default();
        for page in pages {
            sum.proved += page.proved;
            sum.attributed += page.attributed;
            sum.bare.extend_from_slice(&page.bare);
        }
        sum
    }

    /// `120 proved, 4 attributed, 30 bare`; empty if there are none.
    pub fn summary(&self) -> String {
        let (proved, attributed, bare) = (self.proved, self.attributed, self.bare.len());
        match self.all() {
            0 => String::new(),
            _ => format!("{proved} proved, {attributed} attributed, {bare} bare"),
        }
    }

    /// What a page says of them: `Of 12 numbers and coordinates in its sentences: ...`
    pub fn sentence(&self) -> Option<String> {
        let (proved, attributed, bare) = (self.proved, self.attributed, self.bare.len());
        let parts = [
            (proved, "proved by the rules"),
            (attributed, "marked with their certainty"),
            (bare, "checked by nothing"),
        ];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, words)| format!("{count} {words}")).collect();
        let all = self.all();
        (all > 1)
            .then(|| format!("Of {all} numbers and coordinates in its sentences: {}.", parts.join(", ")))
    }

    /// The counts as JSON.
    pub fn to_json(&self) -> Value {
        json!({
            "file": self.page,
            "proved": self.proved,
            "attributed": self.attributed,
            "bare": self.bare.len(),
        })
    }
}
