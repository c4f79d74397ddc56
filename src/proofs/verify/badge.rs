//! What a page says about its comparisons: the badge of a diagram or claim, and a summary.

use crate::query::count_with_noun;
use crate::source::{capitalised, join_words};

use super::{Comparison, ComparisonKind, ComparisonOutcome};

/// The result of a comparison, as a page shows it beside a diagram or a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerdictBadge {
    /// `agree`, `example`, `refuted`, `computed` or `unchecked`: the class in the style sheet.
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
        let Some(item) = item else { return VerdictBadge::new("computed", "drawn from the rules") };
        let contradicted = "disagrees with the rules, as the page says";
        let mut badge = VerdictBadge::of(Some(item), "agrees with the rules", contradicted);
        let differences = [
            ("Not marked, though the rules allow it", &item.difference.missing),
            ("Marked, though the rules forbid it", &item.difference.extra),
        ];
        // The text alternative of a diagram that is quoted as wrong lists the cells already.
        let is_listed = item.kind == ComparisonKind::Diagram && item.refuted;
        for (what, cells) in differences {
            if !is_listed && !cells.is_empty() {
                badge.words.push(format!("{what}: {}.", cells.join(" ")));
            }
        }
        badge.words.extend(hint(item).map(|hint| sentence(&hint.replace('`', ""))));
        badge.words.extend(remarks(item));
        badge
    }

    /// The badge of a claim; `None` stands for a claim that cannot be read.
    pub fn of_claim(item: Option<&Comparison>) -> VerdictBadge {
        let badge = VerdictBadge::of(item, "holds", "wrong, as the page says");
        let hint = item.and_then(hint).map(sentence).into_iter();
        VerdictBadge { words: hint.chain(item.into_iter().flat_map(remarks)).collect(), ..badge }
    }

    fn of(item: Option<&Comparison>, agree: &'static str, refuted: &'static str) -> VerdictBadge {
        match item.map(|item| (item.outcome, item.refuted)) {
            None | Some((ComparisonOutcome::Unchecked, _)) => {
                VerdictBadge::new("unchecked", "not checked")
            }
            Some((_, true)) => VerdictBadge::new("refuted", refuted),
            Some(_) if item.is_some_and(Comparison::is_example) => {
                VerdictBadge::new("example", "holds for this example")
            }
            Some((_, false)) => VerdictBadge::new("agree", agree),
        }
    }
}

/// What readers must know beside the verdict.
fn remarks(item: &Comparison) -> Vec<String> {
    let exception = Some(&item.exception).filter(|it| !it.is_empty() && !item.is_example());
    let exception = exception.map(|reason| format!("In other words: {}", sentence(reason)));
    let rules = item.unmodelled.iter();
    let rules = rules.map(|rule| format!("The definition leaves out this rule: {rule}"));
    exception.into_iter().chain(rules).collect()
}

fn hint(item: &Comparison) -> Option<&str> {
    item.difference.hint.as_deref().filter(|hint| !hint.is_empty())
}

/// The remark with a capital letter and a full stop.
pub fn sentence(remark: &str) -> String {
    capitalised(remark) + "."
}

/// `9 diagrams and 17 statements of this page were compared with the rules of the game. All of them
/// agree.`
///
/// `values` is the number of values that the page prints.
pub fn page_summary(items: &[Comparison], values: usize) -> String {
    let is_decided = |item: &Comparison| item.outcome != ComparisonOutcome::Unchecked;
    let count = |test: &dyn Fn(&Comparison) -> bool| items.iter().filter(|item| test(item)).count();
    let of_kind = |kind| count(&|item| item.kind == kind && is_decided(item));
    let parts = [
        (of_kind(ComparisonKind::Diagram), "diagram"),
        (of_kind(ComparisonKind::Setup), "drawn setup"),
        (of_kind(ComparisonKind::Game), "sample game"),
        (of_kind(ComparisonKind::Claim), "statement"),
    ];
    let all: usize = parts.iter().map(|(count, _)| count).sum();
    let parts = parts.into_iter().filter(|(count, _)| *count > 0);
    let parts = match join_words(parts.map(|(count, noun)| count_with_noun(count, noun)), "and") {
        none if none.is_empty() => "Nothing".to_owned(),
        parts => parts,
    };
    let were = if all > 1 { "were" } else { "was" };
    let mut words = format!("{parts} of this page {were} compared with the rules of the game.");
    match (all, count(&|item| item.refuted && is_decided(item))) {
        (0, _) => {}
        (1, 0) => words += " It agrees.",
        (_, 0) => words += " All of them agree.",
        (all, quoted) => {
            let quoted_words = if quoted == 1 { "One is" } else { &format!("{quoted} are") };
            let others = match all - quoted {
                0 => "",
                1 => "; the other agrees",
                others => &format!("; the other {others} agree"),
            };
            words += &format!(" {quoted_words} quoted as mistakes, and are mistakes{others}.");
        }
    }
    for (count, one, several) in [
        (values, "One value in the text is computed.", "values in the text are computed."),
        (
            count(&|item| !is_decided(item)),
            "One thing could not be decided.",
            "things could not be decided.",
        ),
        (
            count(&|item| !item.unmodelled.is_empty()),
            "One of them concerns a rule that the definition leaves out.",
            "of them concern a rule that the definition leaves out.",
        ),
    ] {
        match count {
            0 => {}
            1 => words += &format!(" {one}"),
            count => words += &format!(" {count} {several}"),
        }
    }
    words
}
