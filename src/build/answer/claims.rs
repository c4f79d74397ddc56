use crate::book::{
    Claim, around_claim,
    data::{CheckedData, ClaimData},
};
use crate::claim::check_claim;
use crate::source::{Location, SourceText, series};
use crate::verify::{Item, ItemKind, Outcome};

use super::{Answerer, sentence};

impl Answerer<'_> {
    /// Checks the sentences of the page, and lists at its foot what was checked.
    pub(super) fn claims(&mut self) {
        let page = self.page;
        let mut claims = Vec::new();
        for (index, claim) in page.claims.iter().enumerate() {
            let anchor = format!("claim-{}", index + 1);
            let item = self.claim(claim);
            let class = item.as_ref().map_or("unchecked", class);
            self.answered.claims.push(around_claim(class, &claim.text, &anchor));
            let hint = item.as_ref().map_or("", |item| &item.hint);
            claims.push(ClaimData {
                id: anchor,
                words: claim.words.clone(),
                of: whose(claim),
                text: claim.text.clone(),
                verdict: class.to_owned(),
                mark: mark(class).to_owned(),
                note: if hint.is_empty() { String::new() } else { sentence(hint) },
            });
            self.checked(item);
        }
        let checks = &self.answered.checks;
        if checks.is_empty() {
            return;
        }
        let data = CheckedData { summary: summary(checks), claims };
        self.answered.checked = self.render("checked.html", &data).unwrap_or_default();
    }

    fn claim(&mut self, claim: &Claim) -> Option<Item> {
        let (variant, setup) = (claim.variant.as_ref(), claim.setup.as_ref());
        let illustrator = self.illustrator(variant, setup, Some(claim.span))?;
        match check_claim(&claim.text, &illustrator.variant) {
            Ok(verdict) => {
                let place = Location::new(&self.page.file, claim.span);
                let item = Item::new(place, ItemKind::Claim, verdict);
                Some(if claim.refuted { item.refuted() } else { item })
            }
            Err(complaint) => {
                self.complain(complaint.within(&self.page.file, claim.span.start));
                None
            }
        }
    }
}

/// `of chess with endgame`; nothing where it is the page's own game.
fn whose(claim: &Claim) -> String {
    let part = |word: &str, name: &Option<SourceText>| {
        name.as_ref().map(|name| format!("{word} {}", name.value))
    };
    let parts = [part("of", &claim.variant), part("with", &claim.setup)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn class(item: &Item) -> &'static str {
    match (item.outcome, item.refuted) {
        (Outcome::Unchecked, _) => "unchecked",
        (_, true) => "refuted",
        (_, false) => "agree",
    }
}

fn mark(class: &str) -> &'static str {
    match class {
        "agree" => "holds",
        "refuted" => "wrong, as the page says",
        _ => "not checked",
    }
}

/// `9 diagrams and 17 sentences of this page were compared with the definition of the game. All of
/// them agree.`
fn summary(checks: &[Item]) -> String {
    let decided = |kind| {
        checks.iter().filter(|item| item.kind == kind && item.outcome != Outcome::Unchecked).count()
    };
    let parts = [
        (decided(ItemKind::Diagram), "diagram", "diagrams"),
        (decided(ItemKind::Setup), "drawn set-up", "drawn set-ups"),
        (decided(ItemKind::Claim), "sentence", "sentences"),
    ];
    let all: usize = parts.iter().map(|(count, ..)| count).sum();
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|&(count, ..)| count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    let parts = if parts.is_empty() { "Nothing".to_owned() } else { series(&parts, "and") };
    let were = if all > 1 { "were" } else { "was" };
    let mut words = format!("{parts} of this page {were} compared with the rules of the game.");
    let count = |test: &dyn Fn(&Item) -> bool| checks.iter().filter(|item| test(item)).count();
    let decided = |item: &Item| item.outcome != Outcome::Unchecked;
    match (all, count(&|item| item.refuted && decided(item))) {
        (0, _) => {}
        (1, 0) => words.push_str(" It agrees."),
        (_, 0) => words.push_str(" All of them agree."),
        (all, quoted) => words.push_str(&format!(
            " {} quoted as mistakes, and are mistakes{}.",
            if quoted == 1 { "One is".to_owned() } else { format!("{quoted} are") },
            match all - quoted {
                0 => String::new(),
                1 => "; the other agrees".to_owned(),
                others => format!("; the other {others} agree"),
            },
        )),
    }
    match count(&|item| !decided(item)) {
        0 => {}
        1 => words.push_str(" One thing could not be decided."),
        open => words.push_str(&format!(" {open} things could not be decided.")),
    }
    words
}
