//! `fairybook build --check-links`: links to other sites.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, join_words};
use crate::world::{AddressAnswer, ask_addresses, is_inner};

use super::terminal::Progress;

/// The time that a site has for each answer.
const TIMEOUT: Duration = Duration::from_secs(20);

/// Asks other sites for these addresses. Returns a line about the answers, and a diagnostic at each
/// place where an address is missing or was not found out.
///
/// If no site can be reached, that is the only error.
pub fn check_outside_links(
    links: &[SourceText],
    progress: &Progress,
) -> Result<(String, Diagnostics), Diagnostic> {
    let addresses: BTreeSet<String> = links.iter().map(|link| link.value.clone()).collect();
    let (count, all) = (AtomicUsize::new(0), addresses.len());
    let asked = || {
        let done = count.fetch_add(1, Ordering::Relaxed) + 1;
        progress.set(format!("asking other sites, {done} of {all}"));
    };
    let answers = ask_addresses(&addresses, TIMEOUT, is_inner, &asked);
    report(links, &answers)
}

/// Returns a line about the answers, and diagnostics of those that are not `Found`.
fn report(
    links: &[SourceText],
    answers: &BTreeMap<String, AddressAnswer>,
) -> Result<(String, Diagnostics), Diagnostic> {
    let is_reached = |answer: &AddressAnswer| !matches!(answer, AddressAnswer::Unreached(_));
    if !answers.is_empty() && !answers.values().any(is_reached) {
        let error = Diagnostic::error(Code::LinkBroken, "no other site can be reached");
        return Err(
            error.help("is there a network? Without `--check-links` no other site is asked")
        );
    }
    let diagnostics = links.iter().filter_map(|link| diagnostic(link, answers.get(&link.value)?));
    Ok((summary(answers), diagnostics.collect()))
}

fn diagnostic(link: &SourceText, answer: &AddressAnswer) -> Option<Diagnostic> {
    let address = &link.value;
    match answer {
        AddressAnswer::Found => None,
        AddressAnswer::Missing(why) => {
            let message = format!("the link to `{address}` leads nowhere: {why}");
            let help = "look for the new address of the page, or for a copy in a web archive";
            Some(link.error(Code::LinkBroken, message).help(help))
        }
        AddressAnswer::Unclear(why) | AddressAnswer::Unreached(why) => {
            let message = format!("the link to `{address}` is not checked: {why}");
            Some(link.warning(Code::LinkBroken, message).help("open it in a browser"))
        }
    }
}

/// `other sites: 12 links found, 1 missing, 2 not checked`
fn summary(answers: &BTreeMap<String, AddressAnswer>) -> String {
    let count =
        |is: fn(&AddressAnswer) -> bool| answers.values().filter(|answer| is(answer)).count();
    let found = count(|answer| *answer == AddressAnswer::Found);
    let missing = count(|answer| matches!(answer, AddressAnswer::Missing(_)));
    let others = answers.len() - found - missing;
    let parts = [(missing, "missing"), (others, "not checked")];
    let parts = parts.into_iter().filter(|&(number, _)| number > 0);
    let parts = parts.map(|(number, what)| format!("{number} {what}"));
    let found = format!("{} found", count_with_noun(found, "link"));
    format!("other sites: {}\n", join_words(std::iter::once(found).chain(parts), "and"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Location, SourceFile, Span, render};

    fn link(address: &str) -> SourceText {
        let file = SourceFile::new("a.md", address);
        SourceText::new(address, Location::new(&file, Span::new(0, address.len())))
    }

    #[test]
    fn each_answer_but_found_is_reported_at_its_link() {
        let answers = [
            ("http://a.example", AddressAnswer::Found),
            ("http://b.example", AddressAnswer::Missing("the site answers 404".to_owned())),
            ("http://c.example", AddressAnswer::Unclear("the site answers 403".to_owned())),
        ];
        let links = answers.each_ref().map(|(address, _)| link(address));
        let answers = answers.map(|(address, answer)| (address.to_owned(), answer)).into();
        let (line, diagnostics) = report(&links, &answers).unwrap();
        assert_eq!(line, "other sites: 1 link found, 1 missing and 1 not checked\n");
        let texts: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
        let gone = "error[link-broken]: the link to `http://b.example` leads nowhere: \
            the site answers 404\n --> a.md:1:1";
        let closed = "warning[link-broken]: the link to `http://c.example` is not checked: \
            the site answers 403\n --> a.md:1:1";
        assert!(texts[0].starts_with(gone) && texts[1].starts_with(closed), "{texts:?}");
    }

    #[test]
    fn without_a_network_there_is_one_error() {
        let addresses = ["http://a.example", "http://b.example"];
        let unreached = || AddressAnswer::Unreached("no route".to_owned());
        let answers = addresses.map(|address| (address.to_owned(), unreached())).into();
        let error = report(&addresses.map(link), &answers).unwrap_err();
        assert_eq!(error.message, "no other site can be reached");
    }
}
