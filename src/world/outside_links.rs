//! Asks other sites whether addresses exist.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use ureq::Agent;

/// What a site says about an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AddressAnswer {
    /// There is something.
    Found,
    /// There is nothing, with the reason.
    Missing(String),
    /// The site does not tell programs, or not now, with the reason.
    Unclear(String),
    /// No site was reached, with the reason.
    Unreached(String),
}

/// So many sites are asked at a time. The addresses of one site are asked one after another.
const SITES_AT_A_TIME: usize = 8;

/// Returns what other sites say about these addresses. `asked` is called after each answer.
///
/// Each address is asked for its head, and where that is refused, for its text. An answer may take
/// `timeout`, redirections with it. Proxies are those of the environment.
pub fn ask_addresses(
    addresses: &BTreeSet<String>,
    timeout: Duration,
    asked: &(dyn Fn() + Sync),
) -> BTreeMap<String, AddressAnswer> {
    let agent: Agent = Agent::config_builder()
        .timeout_global(Some(timeout))
        .http_status_as_error(false)
        .user_agent(concat!("fairybook/", env!("CARGO_PKG_VERSION"), " (link check)"))
        .build()
        .into();
    let mut sites: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for address in addresses {
        sites.entry(site_of(address)).or_default().push(address);
    }
    let waiting = Mutex::new(sites.into_values().collect::<Vec<_>>());
    let answers = Mutex::new(BTreeMap::new());
    let next = || waiting.lock().expect("no thread panics while it holds the lock").pop();
    let ask_sites = || {
        while let Some(site) = next() {
            for address in site {
                let answer = ask(&agent, address);
                let mut answers = answers.lock().expect("no thread panics while it holds the lock");
                answers.insert(address.clone(), answer);
                drop(answers);
                asked();
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..SITES_AT_A_TIME {
            scope.spawn(ask_sites);
        }
    });
    answers.into_inner().expect("no thread panics while it holds the lock")
}

/// The scheme and the host of an address.
fn site_of(address: &str) -> &str {
    let host = address.find("://").map_or(0, |at| at + 3);
    let end = address[host..].find(['/', '?', '#']).map_or(address.len(), |end| host + end);
    &address[..end]
}

fn ask(agent: &Agent, address: &str) -> AddressAnswer {
    let page = address.split('#').next().unwrap_or(address);
    let head = agent.head(page).call();
    if head.is_ok_and(|response| response.status().as_u16() < 400) {
        return AddressAnswer::Found;
    }
    match agent.get(page).call() {
        Ok(response) => match response.status().as_u16() {
            ..400 => AddressAnswer::Found,
            status @ (404 | 410) => AddressAnswer::Missing(format!("the site answers {status}")),
            status => AddressAnswer::Unclear(format!("the site answers {status}")),
        },
        Err(ureq::Error::HostNotFound) => {
            AddressAnswer::Unreached(format!("there is no site `{}`", site_of(page)))
        }
        Err(ureq::Error::BadUri(_)) => AddressAnswer::Missing("it is no address".to_owned()),
        Err(ureq::Error::Timeout(_)) => {
            AddressAnswer::Unreached("the site does not answer in time".to_owned())
        }
        Err(error) => AddressAnswer::Unreached(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_a_scheme_and_a_host() {
        for (address, site) in [
            ("https://a.example/b/c#d", "https://a.example"),
            ("http://a.example", "http://a.example"),
            ("http://a.example:80?b", "http://a.example:80"),
        ] {
            assert_eq!(site_of(address), site);
        }
    }
}
