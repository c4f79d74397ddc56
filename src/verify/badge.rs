//! What a page says about its comparisons: the badge of a diagram or claim, and a summary.

use crate::source::join_words;

use super::{Comparison, ComparisonKind, ComparisonOutcome};

/// The result of a comparison, as a page shows it beside a diagram or a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictBadge {
    /// `agree`, `refuted`, `computed` or `unchecked`: the class in the style sheet.
    pub verdict: &'static str,
    /// A few words beside the diagram.
    pub mark: &'static str,
    /// Sentences for readers who open the badge.
    pub words: Vec<String>,
}

impl VerdictBadge {
    /// A badge without sentences.
    pub fn new(verdict: &'static str, mark: &'static str) -> VerdictBadge {
        VerdictBadge { verdict, mark, words: Vec::new() }
    }

    /// The badge of a diagram; `None` stands for a diagram without comparison.
    pub fn of_diagram(item: Option<&Comparison>) -> VerdictBadge {
        let Some(item) = item else { return VerdictBadge::new("computed", "drawn by the engine") };
        let mut badge = VerdictBadge::new(
            class(item),
            match class(item) {
                "agree" => "verified against the engine",
                "refuted" => "contradicted by the engine, as the page says",
                _ => "not checked",
            },
        );
        let differences = [
            ("Not marked, though the rules allow it", &item.missing),
            ("Marked, though the rules forbid it", &item.extra),
        ];
        // The text alternative of a diagram that is quoted as wrong lists the cells already.
        let is_listed = item.kind == ComparisonKind::Diagram && item.refuted;
        for (what, cells) in differences {
            if !is_listed && !cells.is_empty() {
                badge.words.push(format!("{what}: {}.", cells.join(" ")));
            }
        }
        if !item.hint.is_empty() {
            badge.words.push(sentence(&item.hint.replace('`', "")));
        }
        badge.words.extend(remarks(item));
        badge
    }

    /// The badge of a claim; `None` stands for a claim that cannot be read.
    pub fn of_claim(item: Option<&Comparison>) -> VerdictBadge {
        let verdict = item.map_or("unchecked", class);
        let mark = match verdict {
            "agree" => "holds",
            "refuted" => "wrong, as the page says",
            _ => "not checked",
        };
        let hint = item.map(|item| &item.hint).filter(|hint| !hint.is_empty());
        let hint = hint.map(|hint| sentence(hint));
        let words = hint.into_iter().chain(item.into_iter().flat_map(remarks)).collect();
        VerdictBadge { words, verdict, mark }
    }
}

/// What readers must know beside the verdict.
fn remarks(item: &Comparison) -> Vec<String> {
    let rules =
        item.unmodelled.iter().map(|rule| format!("The engine does not know this rule: {rule}"));
    let exception = Some(&item.exception).filter(|reason| !reason.is_empty());
    exception
        .map(|reason| format!("In other words: {}", sentence(reason)))
        .into_iter()
        .chain(rules)
        .collect()
}

fn class(item: &Comparison) -> &'static str {
    match (item.outcome, item.refuted) {
        (ComparisonOutcome::Unchecked, _) => "unchecked",
        (_, true) => "refuted",
        (_, false) => "agree",
    }
}

/// The remark with a capital letter and a full stop.
pub fn sentence(remark: &str) -> String {
    let mut letters = remark.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_uppercase).collect();
    format!("{first}{}.", letters.as_str())
}

/// `9 diagrams and 17 sentences of this page were compared with the rules of the game. All of them
/// agree.`
pub fn page_summary(items: &[Comparison]) -> String {
    let is_decided = |item: &Comparison| item.outcome != ComparisonOutcome::Unchecked;
    let count = |test: &dyn Fn(&Comparison) -> bool| items.iter().filter(|item| test(item)).count();
    let of_kind = |kind| count(&|item| item.kind == kind && is_decided(item));
    let parts = [
        (of_kind(ComparisonKind::Diagram), "diagram", "diagrams"),
        (of_kind(ComparisonKind::Setup), "drawn set-up", "drawn set-ups"),
        (of_kind(ComparisonKind::Claim), "sentence", "sentences"),
    ];
    let all: usize = parts.iter().map(|(count, ..)| count).sum();
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|&(count, ..)| count > 0)
        .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
        .collect();
    let parts = if parts.is_empty() { "Nothing".to_owned() } else { join_words(&parts, "and") };
    let were = if all > 1 { "were" } else { "was" };
    let mut words = format!("{parts} of this page {were} compared with the rules of the game.");
    match (all, count(&|item| item.refuted && is_decided(item))) {
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
    match count(&|item| !is_decided(item)) {
        0 => {}
        1 => words.push_str(" One thing could not be decided."),
        open => words.push_str(&format!(" {open} things could not be decided.")),
    }
    match count(&|item| !item.unmodelled.is_empty()) {
        0 => {}
        1 => words.push_str(" One of them leaves out a rule that the engine does not know."),
        several => words.push_str(&format!(
            " {several} of them leave out a rule that the engine does not know."
        )),
    }
    words
}
