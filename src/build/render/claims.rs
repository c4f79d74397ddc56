//! Checks the claims of a page, and lists the comparisons below the page.

use serde_json::json;

use crate::book::{Claim, claim_tag};
use crate::claim::examine_claim;
use crate::source::{Code, Diagnostic, SourceText};
use crate::verify::{Comparison, ComparisonKind, VerdictBadge, page_summary};

use super::PageRenderer;

impl PageRenderer<'_> {
    /// Checks the claims of the page and collects the list of comparisons.
    pub(super) fn claims(&mut self) {
        let page = self.page;
        let mut claims = Vec::new();
        for (index, claim) in page.claims.iter().enumerate() {
            let id = format!("claim-{}", index + 1);
            let item = self.claim(claim);
            let badge = VerdictBadge::of_claim(item.as_ref());
            self.rendered.claims.push(claim_tag(badge.verdict, &claim.text.value, &id));
            claims.push(json!({
                "id": id,
                "words": claim.words,
                "of": variant_label(claim),
                "text": claim.text.value,
                "verdict": badge.verdict,
                "mark": badge.mark,
                "note": badge.words.join(" "),
            }));
            self.add_comparison(item);
        }
        let checks = &self.rendered.checks;
        if checks.is_empty() {
            return;
        }
        let data = json!({ "summary": page_summary(checks), "engines": [], "claims": claims });
        self.rendered.checked = Some(data);
    }

    pub fn claim(&mut self, claim: &Claim) -> Option<Comparison> {
        let (variant, setup) = (claim.variant.as_ref(), claim.setup.as_ref());
        let text = &claim.text;
        let loaded = self.variant(variant, setup, Some(text.span()))?;
        let examined = examine_claim(&claim.words, &text.value, &loaded.variant);
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
fn variant_label(claim: &Claim) -> String {
    let part = |word: &str, name: &Option<SourceText>| {
        name.as_ref().map(|name| format!("{word} {}", name.value))
    };
    let parts = [part("of", &claim.variant), part("with", &claim.setup)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}
