//! Checks the claims of a page, computes its values, and lists the comparisons below the page.

use serde_json::{Value, json};

use crate::book::{Claim, Standing, TextValue, claim_tag};
use crate::claim::{ValueForm, examine_claim, print_value, stated_places, with_column};
use crate::source::{Code, Diagnostic, Location, SourceText};
use crate::verify::{
    Comparison, ComparisonKind, ComparisonOutcome, StatedNumbers, VerdictBadge, page_summary,
};

use super::PageRenderer;

impl PageRenderer<'_> {
    /// Checks the claims of the page and collects the list of comparisons. Returns whether each of them
    /// proves the numbers and cells of its words.
    pub(super) fn claims(&mut self) -> Vec<bool> {
        let page = self.page;
        let mut proved = Vec::new();
        for (index, claim) in page.claims.iter().enumerate() {
            let id = format!("claim-{}", index + 1);
            let item = self.claim(claim);
            let badge = VerdictBadge::of_claim(item.as_ref());
            self.rendered.text.claims.push(claim_tag(badge.verdict, &claim.text.value, &id));
            let listed = json!({
                "id": id,
                "words": claim.words,
                "of": variant_label(claim.variant.as_ref(), claim.setup.as_ref()),
                "text": claim.text.value,
                "verdict": badge.verdict,
                "mark": badge.mark,
                "note": badge.words.join(" "),
            });
            self.rendered.listed.push((claim.text.span(), listed));
            let is_decided = |item: &Comparison| item.outcome != ComparisonOutcome::Unchecked;
            let compared = claim.exception.is_none() && self.is_english();
            proved.push(compared && item.as_ref().is_some_and(is_decided));
            self.add_comparison(item);
        }
        proved
    }

    /// Counts what stands behind the numbers and cells of the sentences. `proved` says it of claims.
    pub(super) fn numbers(&mut self, proved: &[bool]) {
        let head = &self.page.front_matter;
        if head.manual {
            return;
        }
        let loaded = self.variant(None, None, None);
        let variant = loaded.as_ref().map(|loaded| &*loaded.variant);
        let mut numbers = StatedNumbers {
            page: self.page.file.path().to_owned(),
            variant: head.variant.as_ref().map(|id| id.value.clone()),
            ..StatedNumbers::default()
        };
        for sentence in self.page.sentences(&self.rendered.text) {
            for found in stated_places(&sentence.words, variant, self.is_english()) {
                let file = &self.page.file;
                let Some((place, standing)) = sentence.behind(&found, file) else { continue };
                match standing {
                    Standing::Name => {}
                    Standing::Value => numbers.proved += 1,
                    Standing::Claim(index) if proved[index] => numbers.proved += 1,
                    Standing::Certainty => numbers.attributed += 1,
                    Standing::Claim(_) | Standing::Bare => {
                        let words = &sentence.words[found];
                        let bare = SourceText::new(words, Location::new(file, place));
                        numbers.bare.push((bare, sentence.words.clone()));
                    }
                }
            }
        }
        if let Some((most, place)) =
            head.bare.as_ref().filter(|(most, _)| numbers.bare.len() > *most)
        {
            let message = format!(
                "`bare` allows {most} numbers and cells that nothing checks, and this page has {}",
                numbers.bare.len()
            );
            let help = "put them into claims or values; `fairybook verify --bare` lists them";
            self.report(
                Diagnostic::error(Code::Bare, message)
                    .in_file(&self.page.file, place.span)
                    .help(help),
            );
        }
        self.rendered.numbers = numbers;
    }

    fn is_english(&self) -> bool {
        self.settings.language.split('-').next() == Some("en")
    }

    /// Computes the values of the page.
    pub(super) fn values(&mut self) {
        for (index, value) in self.page.values.iter().enumerate() {
            let id = format!("value-{}", index + 1);
            let words = self.value(value).unwrap_or_default();
            let tag = claim_tag("agree", &value.text.value, &id);
            let listed = json!({
                "id": id,
                "words": words,
                "of": variant_label(value.variant.as_ref(), value.setup.as_ref()),
                "text": value.text.value,
                "verdict": "agree",
                "mark": "is computed",
            });
            self.rendered.listed.push((value.text.span(), listed));
            self.rendered.text.values.push((tag, words));
        }
    }

    fn value(&mut self, value: &TextValue) -> Option<String> {
        let (variant, setup) = (value.variant.as_ref(), value.setup.as_ref());
        let loaded = self.variant(variant, setup, Some(value.text.span()))?;
        let form = if self.is_english() { value.form } else { ValueForm::Plain };
        self.look_up(print_value(&value.text.value, form, &loaded.variant), &value.text)
    }

    /// Collects the list of comparisons and values.
    pub(super) fn list_checks(&mut self) {
        let rendered = &mut self.rendered;
        let mut listed = std::mem::take(&mut rendered.listed);
        if rendered.checks.is_empty() && listed.is_empty() {
            return;
        }
        listed.sort_by_key(|(span, _)| *span);
        for (_, entry) in &mut listed {
            entry["words"] = rendered.text.filled(entry["words"].as_str().unwrap_or("")).into();
        }
        let claims: Vec<Value> = listed.into_iter().map(|(_, entry)| entry).collect();
        let mut summary = page_summary(&rendered.checks, rendered.text.values.len());
        if let Some(sentence) = rendered.numbers.sentence() {
            summary += &format!(" {sentence}");
        }
        rendered.checked = Some(json!({ "summary": summary, "engines": [], "claims": claims }));
    }

    pub fn claim(&mut self, claim: &Claim) -> Option<Comparison> {
        let (variant, setup) = (claim.variant.as_ref(), claim.setup.as_ref());
        let text = &claim.text;
        let loaded = self.variant(variant, setup, Some(text.span()))?;
        let examined = match &claim.column[..] {
            [] => examine_claim(&claim.said(), &text.value, &loaded.variant),
            rows => with_column(&text.value, rows, &loaded.variant).and_then(|of_column| {
                let examined = examine_claim(&claim.said(), &of_column, &loaded.variant);
                examined.map_err(|error| Diagnostic { span: None, ..error })
            }),
        };
        let examined = self.look_up(examined, text)?;
        if !self.words(claim, examined.differences) {
            return None;
        }
        let place = text.location.clone();
        let mut item = Comparison::new(place, ComparisonKind::Claim, examined.verdict);
        item.unmodelled = examined.unmodelled;
        item.exception = claim.exception.clone().unwrap_or_default();
        Some(if claim.refuted { item.refuted() } else { item })
    }

    /// Whether the words say what their claim says, or the page gives a reason. Reports the others.
    fn words(&mut self, claim: &Claim, differences: Vec<Diagnostic>) -> bool {
        let is_excused = claim.exception.is_some();
        let needless = (is_excused && differences.is_empty()).then(|| {
            let message = "the words say what the claim says, and need no reason";
            Diagnostic::error(Code::ClaimWords, message).help("leave `in other words` out")
        });
        let shown = differences.into_iter().filter(|_| !is_excused).chain(needless);
        let mut are_right = true;
        for error in shown {
            are_right = false;
            self.report(error.in_file(&self.page.file, claim.words_span));
        }
        are_right
    }
}

/// `of chess with endgame`; empty for a claim about the variant of the page.
fn variant_label(variant: Option<&SourceText>, setup: Option<&SourceText>) -> String {
    let part =
        |word: &str, name: Option<&SourceText>| name.map(|name| format!("{word} {}", name.value));
    let parts = [part("of", variant), part("with", setup)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
