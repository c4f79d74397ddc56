use crate::book::{
    Claim, Text, around_claim,
    data::{CheckedData, ClaimData},
};
use crate::study::check_claim;
use crate::verify::{Item, ItemKind, Outcome, Place};

use super::Answerer;

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
            claims.push(ClaimData {
                id: anchor,
                words: claim.words.clone(),
                of: whose(claim),
                text: claim.text.clone(),
                verdict: class.to_owned(),
                mark: mark(class).to_owned(),
                note: item.as_ref().map_or_else(String::new, |item| item.hint.clone()),
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
        let study = self.study(variant, setup, Some(claim.span))?;
        match check_claim(&claim.text, &study) {
            Ok(verdict) => {
                let place = Place::new(&self.page.file, claim.span);
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
    let part = |word: &str, name: &Option<Text>| {
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
        "refuted" => "does not hold, as the page says",
        _ => "not checked",
    }
}

/// `Compared with the definition of the game: 9 diagrams and 17 sentences. All agree.`
fn summary(checks: &[Item]) -> String {
    let decided = |kind| {
        checks.iter().filter(|item| item.kind == kind && item.outcome != Outcome::Unchecked).count()
    };
    let parts: Vec<String> = [
        (decided(ItemKind::Diagram), "diagram", "diagrams"),
        (decided(ItemKind::Setup), "drawn set-up", "drawn set-ups"),
        (decided(ItemKind::Claim), "sentence", "sentences"),
    ]
    .into_iter()
    .filter(|&(count, ..)| count > 0)
    .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
    .collect();
    let parts = match parts.split_last() {
        None => "nothing".to_owned(),
        Some((only, [])) => only.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    };
    let mut words = format!("Compared with the definition of the game: {parts}. They agree.");
    let count = |test: &dyn Fn(&Item) -> bool| checks.iter().filter(|item| test(item)).count();
    match count(&|item| item.refuted) {
        0 => {}
        1 => words.push_str(" One of them is quoted as wrong, and it is wrong."),
        quoted => words.push_str(&format!(" {quoted} of them are quoted as wrong, and they are.")),
    }
    match count(&|item| item.outcome == Outcome::Unchecked) {
        0 => {}
        1 => words.push_str(" One thing could not be decided."),
        open => words.push_str(&format!(" {open} things could not be decided.")),
    }
    words
}
