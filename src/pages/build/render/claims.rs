//! Checks the claims of a page, computes its values, and lists the comparisons below the page.

use serde_json::{Value, json};

use std::ops::Range;
use std::sync::Arc;

use crate::book::{Claim, Sentence, Standing, TextValue, claim_tag};
use crate::claim::{
    FOR_EXAMPLE, ValueForm, examine_claim, placed_in_words, print_value, stated_places,
};
use crate::query::{Verdict, count_with_noun};
use crate::source::{Code, Diagnostic, Location, SourceText};
use crate::verify::{
    Comparison, ComparisonKind, ComparisonOutcome, Proof, StatedNumber, StatedNumbers,
    VerdictBadge, page_summary,
};

use super::PageRenderer;
use super::column_claims::examine_column;

const UNCOMPARED_HELP: &str = "put what the claim is about into the brackets and no more, say it in a form that is compared (`fairybook help claims`), \
    or call the claim an example: `[words](<claim: ...> \"for example\")`";

/// What the words of a claim prove.
pub(in crate::build) enum ClaimProof {
    /// Nothing: it is not decided, or its words are not compared.
    Nothing,
    /// The numbers and cells of its words, each with whether it is proved.
    Words(Vec<(String, bool)>),
    /// All cells of its column.
    Column,
}

impl ClaimProof {
    /// Whether it proves the next number or cell of its words.
    fn take(&mut self, words: &str) -> bool {
        match self {
            ClaimProof::Nothing => false,
            ClaimProof::Column => true,
            ClaimProof::Words(items) => {
                let at = items.iter().position(|(item, _)| item == words);
                at.is_some_and(|at| items.drain(..=at).next_back().is_some_and(|(_, it)| it))
            }
        }
    }
}

impl PageRenderer<'_> {
    /// Checks the claims of the page and collects the list of comparisons. Returns what each of
    /// them proves.
    pub(super) fn claims(&mut self) -> Vec<ClaimProof> {
        let page = self.page;
        let mut proofs = Vec::new();
        for (index, claim) in page.body.claims.iter().enumerate() {
            let id = format!("{}claim-{}", self.anchor, index + 1);
            let (item, proof) = self.claim(claim).unzip();
            let badge = VerdictBadge::of_claim(item.as_ref());
            self.rendered.text.claims.push(claim_tag(badge.verdict, &claim.text.value, &id));
            let listed = json!({
                "id": id,
                "words": claim.sentence.words,
                "of": variant_label(claim.variant.as_ref(), claim.setup.as_ref()),
                "text": claim.text.value,
                "verdict": badge.verdict,
                "mark": self.templates.phrases().of(badge.mark),
                "note": badge.words.join(" "),
            });
            self.rendered.listed.push((claim.text.span(), listed));
            proofs.push(proof.unwrap_or(ClaimProof::Nothing));
            self.add_comparison(item);
        }
        proofs
    }

    /// Counts what stands behind the numbers and cells of the sentences. `proofs` are those of claims.
    pub(super) fn numbers(&mut self, mut proofs: Vec<ClaimProof>) {
        let head = &self.page.front_matter;
        if head.manual {
            return;
        }
        let loaded = self.variant(None, None, None);
        let variant = loaded.as_ref().map(|loaded| &*loaded.variant);
        let mut numbers = StatedNumbers {
            page: self.page.file.path().to_owned(),
            variant: head.variant.as_ref().map(|id| id.value.clone()),
            items: std::mem::take(&mut self.rendered.numbers.items),
        };
        for sentence in self.page.sentences(&self.rendered.text) {
            let shown = self.placed(&sentence);
            let whole: Arc<str> = sentence.words.as_str().into();
            for found in stated_places(&sentence.words, variant, self.is_english()) {
                let file = &self.page.file;
                let Some((place, standing)) = sentence.behind(&found, file) else { continue };
                let words = &sentence.words[found.clone()];
                let proof = match standing {
                    Standing::Name => continue,
                    Standing::Value => Proof::Proved,
                    Standing::Claim(index) if proofs[index].take(words) => Proof::Proved,
                    Standing::Bare if shown.contains(&found) => Proof::Proved,
                    Standing::Certainty => Proof::Attributed,
                    Standing::Claim(_) | Standing::Bare => Proof::Bare,
                };
                let words = SourceText::new(words, Location::new(file, place));
                let sentence = Arc::clone(&whole);
                numbers.items.push(StatedNumber { words, sentence, proof });
            }
        }
        let bare = numbers.with(Proof::Bare).count();
        // What a wrong claim would prove counts as bare.
        let limit = head.bare.as_ref().filter(|_| !self.rendered.diagnostics.has_error());
        if let Some((most, place)) = limit.filter(|(most, _)| bare > *most) {
            let message = format!(
                "`bare` allows {most} numbers and cells that nothing checks, and this page has {bare}"
            );
            let error = Diagnostic::error(Code::Bare, message)
                .help("put them into claims or values; `fairybook verify --bare` lists them");
            self.report(error.in_file(&self.page.file, place.span));
        }
        self.rendered.numbers = numbers;
    }

    /// Compares a sentence of a caption with the pieces of its diagram. Returns the cells that agree and
    /// could not be others.
    fn placed(&mut self, sentence: &Sentence) -> Vec<Range<usize>> {
        let Some((index, block)) =
            sentence.block.map(|index| (index, &self.page.body.blocks[index]))
        else {
            return Vec::new();
        };
        let Some(loaded) = self.variant(block.variant.as_ref(), block.setup.as_ref(), None) else {
            return Vec::new();
        };
        let found = placed_in_words(&sentence.words, &self.shown[index], &loaded.variant);
        for other in found.differences {
            let place = sentence.behind(&other.place, &self.page.file);
            let (place, _) = place.unwrap_or((block.span, Standing::Bare));
            let help =
                "let the caption and the diagram say the same; what only could be so needs a claim";
            let help = other.help.unwrap_or_else(|| help.to_owned());
            let error = Diagnostic::error(Code::ClaimWords, other.message).help(help);
            self.report(error.in_file(&self.page.file, place));
        }
        found.proved
    }

    fn is_english(&self) -> bool {
        self.settings.language.split('-').next() == Some("en")
    }

    /// Computes the values of the page.
    pub(super) fn values(&mut self) {
        for (index, value) in self.page.body.values.iter().enumerate() {
            let id = format!("{}value-{}", self.anchor, index + 1);
            let words = self.value(value).unwrap_or_default();
            let tag = claim_tag("agree", &value.text.value, &id);
            let listed = json!({
                "id": id,
                "words": words,
                "of": variant_label(value.variant.as_ref(), value.setup.as_ref()),
                "text": value.text.value,
                "verdict": "agree",
                "mark": self.templates.phrases().of("is computed"),
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

    /// Renders the reason of a certainty: its claims and values are checked like those of the page, and
    /// its other numbers are what a source says or does not say.
    pub(super) fn reason(&mut self, why: &SourceText, variant: &Option<SourceText>) -> String {
        let mut page = self.page.with_paragraph(why, &mut self.rendered.diagnostics);
        if variant.is_some() {
            page.front_matter.variant = variant.clone();
        }
        let mut inner =
            PageRenderer::new(&page, self.variants.all(), self.settings, self.templates);
        inner.anchor = format!("reason-{}-", self.rendered.listed.len() + 1);
        let proofs = inner.claims();
        inner.values();
        inner.numbers(proofs);
        let (inner, variants) = (inner.rendered, inner.variants);
        self.variants.note_all(variants);
        for (span, mut entry) in inner.listed {
            entry["words"] = inner.text.filled(entry["words"].as_str().unwrap_or("")).into();
            self.rendered.listed.push((span, entry));
        }
        let attributed = inner.numbers.items.into_iter().map(|number| StatedNumber {
            proof: if number.proof == Proof::Bare { Proof::Attributed } else { number.proof },
            ..number
        });
        self.rendered.numbers.items.extend(attributed);
        self.rendered.checks.extend(inner.checks);
        self.rendered.uncompared += inner.uncompared;
        self.rendered.diagnostics.extend(inner.diagnostics);
        page.render(&[], &inner.text)
    }

    /// Collects the list of comparisons and values.
    pub(super) fn list_checks(&mut self) {
        let why = if self.is_english() { "claims give an example" } else { "they are not English" };
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
        if rendered.uncompared > 0 {
            let sentences = count_with_noun(rendered.uncompared, "sentence");
            summary += &format!(" The words of {sentences} were not compared: {why}.");
        }
        if let Some(sentence) = rendered.numbers.sentence() {
            summary += &format!(" {sentence}");
        }
        rendered.checked = Some(json!({ "summary": summary, "engines": [], "claims": claims }));
    }

    pub fn claim(&mut self, claim: &Claim) -> Option<(Comparison, ClaimProof)> {
        let (variant, setup) = (claim.variant.as_ref(), claim.setup.as_ref());
        let text = &claim.text;
        let loaded = self.variant(variant, setup, Some(text.span()))?;
        let (examined, location) = match &claim.column[..] {
            [] => {
                let examined = examine_claim(&claim.sentence, &text.value, &loaded.variant);
                (examined, text.location.clone())
            }
            _ => examine_column(claim, &loaded.variant),
        };
        let examined = match examined {
            Err(error) if error.file.is_some() => {
                self.report(error);
                return None;
            }
            Err(error) => {
                let help = error.help.as_ref().map(|help| self.with_names_of_positions(help));
                return self.look_up(Err(Diagnostic { help, ..error }), text);
            }
            Ok(examined) => examined,
        };
        let has_words = !claim.sentence.words.is_empty();
        let is_example = claim.exception.as_deref() == Some(FOR_EXAMPLE);
        // Of a claim that does not hold the words are compared after it is mended.
        let is_wrong = matches!(examined.verdict, Verdict::Disagree(_)) && !claim.refuted;
        if has_words
            && !is_wrong
            && self.is_english()
            && !self.words(claim, examined.difference, examined.uncompared.is_none())
        {
            return None;
        }
        self.rendered.uncompared += usize::from(has_words && (is_example || !self.is_english()));
        let is_compared = has_words && claim.exception.is_none() && self.is_english();
        let mut verdict = examined.verdict;
        if let Some(why) = examined.uncompared.as_ref().filter(|_| is_compared)
            && verdict == Verdict::Agree
        {
            verdict = Verdict::Unchecked(format!("it holds, but {why}"));
        }
        let mut item = Comparison::new(location, ComparisonKind::Claim, verdict);
        let hint = item.difference.hint.as_ref();
        item.difference.hint = hint.map(|hint| self.with_names_of_positions(hint));
        if item.outcome == ComparisonOutcome::Unchecked && examined.uncompared.is_some() {
            let advice = examined.advice.unwrap_or_else(|| UNCOMPARED_HELP.to_owned());
            item.difference.notes.push(self.with_names_of_positions(&advice));
        }
        item.unmodelled = examined.unmodelled;
        item.exception = claim.exception.clone().unwrap_or_default();
        let proof = match item.outcome {
            ComparisonOutcome::Unchecked => ClaimProof::Nothing,
            _ if !claim.column.is_empty() => ClaimProof::Column,
            _ if !is_compared => ClaimProof::Nothing,
            _ => ClaimProof::Words(examined.named),
        };
        Some((if claim.refuted { item.refuted() } else { item }, proof))
    }

    /// A claim that a message offers, with the positions of the head by their names.
    fn with_names_of_positions(&self, text: &str) -> String {
        let positions = self.page.front_matter.positions.iter();
        positions.fold(text.to_owned(), |text, (name, position)| {
            text.replace(&format!("\"{}\"", position.value), &name.value)
        })
    }

    /// Whether the words say what their claim says, or the page gives a reason. Reports the others.
    fn words(&mut self, claim: &Claim, difference: Option<Diagnostic>, are_known: bool) -> bool {
        let is_excused = claim.exception.is_some();
        let needless = (is_excused && are_known && difference.is_none()).then(|| {
            let message = "the words say what the claim says, and need no reason";
            Diagnostic::error(Code::ClaimWords, message).help("leave the words behind the `>` out")
        });
        let shown = difference.into_iter().filter(|_| !is_excused).chain(needless);
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
