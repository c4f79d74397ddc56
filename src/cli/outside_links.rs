//! `fairybook build --check-links`: links to other sites.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::query::count_with_noun;
use crate::source::{Code, Diagnostic, Diagnostics, SourceText, join_words};
use crate::world::{AddressAnswer, ask_addresses};

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
    let answers = ask_addresses(&addresses, TIMEOUT, &asked);
    let is_reached = |answer: &AddressAnswer| !matches!(answer, AddressAnswer::Unreached(_));
    if !answers.is_empty() && !answers.values().any(is_reached) {
        let error = Diagnostic::error(Code::LinkBroken, "no other site can be reached");
        return Err(
            error.help("is there a network? Without `--check-links` no other site is asked")
        );
    }
    let diagnostics = links.iter().filter_map(|link| diagnostic(link, answers.get(&link.value)?));
    Ok((summary(&answers), diagnostics.collect()))
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
