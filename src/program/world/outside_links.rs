//! Asks other sites whether addresses exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display, Formatter};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};
use ureq::{Agent, Error};

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

/// A site that gave so many times no answer is not asked again.
const SILENT_ANSWERS: usize = 2;

/// Returns what other sites say about these addresses. `asked` is called after each answer.
///
/// Each address is asked for its head, and where that is refused, for its text. An answer may take
/// `timeout`, redirections with it. A site is not asked if `refuses` says so of an address that its
/// name has, also after a redirection. No proxy is used, because it would look up the names itself.
pub fn ask_addresses(
    addresses: &BTreeSet<String>,
    timeout: Duration,
    refuses: fn(IpAddr) -> bool,
    asked: &(dyn Fn() + Sync),
) -> BTreeMap<String, AddressAnswer> {
    let config = Agent::config_builder()
        .timeout_global(Some(timeout))
        .http_status_as_error(false)
        .user_agent(concat!("fairybook/", env!("CARGO_PKG_VERSION"), " (link check)"))
        .proxy(None)
        .build();
    let resolver = GuardedResolver { refuses, names: DefaultResolver::default() };
    let agent = Agent::with_parts(config, DefaultConnector::default(), resolver);
    let mut sites: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
    for address in addresses {
        sites.entry(site_of(address)).or_default().push(address);
    }
    let waiting = Mutex::new(sites.into_values().collect::<Vec<_>>());
    let answers = Mutex::new(BTreeMap::new());
    let next = || waiting.lock().expect("no thread panics while it holds the lock").pop();
    let ask_sites = || {
        while let Some(site) = next() {
            let mut silent = 0;
            for address in site {
                let answer = match silent {
                    SILENT_ANSWERS => {
                        AddressAnswer::Unreached("its site gave no answer before".to_owned())
                    }
                    _ => ask(&agent, address),
                };
                let is_silent = matches!(answer, AddressAnswer::Unreached(_));
                silent = if is_silent { (silent + 1).min(SILENT_ANSWERS) } else { 0 };
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

/// Whether readers elsewhere cannot reach this address, because it is one of this computer or of a
/// network around it.
pub fn is_inner(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(it) => {
            let is_shared = it.octets()[0] == 100 && it.octets()[1] & 0b1100_0000 == 64;
            it.is_loopback()
                || it.is_private()
                || it.is_link_local()
                || it.is_broadcast()
                || it.is_multicast()
                || it.octets()[0] == 0
                || is_shared
        }
        IpAddr::V6(it) => {
            // Translated to an address of version 4 on the way.
            let translated = match it.segments() {
                [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
                    Some(Ipv4Addr::from(u32::from(high) << 16 | u32::from(low)))
                }
                _ => None,
            };
            it.is_loopback()
                || it.is_unspecified()
                || it.is_unique_local()
                || it.is_unicast_link_local()
                || it.is_multicast()
                || translated.is_some_and(|it| is_inner(it.into()))
        }
    }
}

/// Looks up the addresses of names, and refuses some of them.
#[derive(Debug)]
struct GuardedResolver {
    refuses: fn(IpAddr) -> bool,
    names: DefaultResolver,
}

impl Resolver for GuardedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        if found.iter().any(|address| (self.refuses)(address.ip())) {
            let host = uri.host().unwrap_or_default().to_owned();
            return Err(Error::Other(Box::new(InnerHost(host))));
        }
        Ok(found)
    }
}

/// The name of a host with an address that is not asked.
#[derive(Debug)]
struct InnerHost(String);

impl Display for InnerHost {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "`{}` is this computer or in a network around it", self.0)
    }
}

impl std::error::Error for InnerHost {}

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
        Err(Error::HostNotFound) => {
            AddressAnswer::Unreached(format!("there is no site `{}`", site_of(page)))
        }
        Err(Error::BadUri(_)) => AddressAnswer::Missing("it is no address".to_owned()),
        Err(Error::Timeout(_)) => {
            AddressAnswer::Unreached("the site does not answer in time".to_owned())
        }
        Err(Error::Other(why)) if why.is::<InnerHost>() => AddressAnswer::Unclear(why.to_string()),
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

    #[test]
    fn inner_addresses_are_those_of_this_computer_and_of_networks_around_it() {
        let inner = "127.0.0.1 127.9.9.9 0.0.0.0 10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 \
            169.254.169.254 100.64.0.1 255.255.255.255 224.0.0.1 :: ::1 fe80::1 fc00::1 fd12::1 \
            ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 2002:a00:1::";
        let outer = "1.1.1.1 172.15.0.1 172.32.0.1 192.167.1.1 100.63.0.1 100.128.0.1 \
            2606:4700::1111 ::ffff:1.1.1.1 64:ff9b::101:101 2002:101:101::";
        for (addresses, expected) in [(inner, true), (outer, false)] {
            for address in addresses.split_whitespace() {
                assert_eq!(is_inner(address.parse().unwrap()), expected, "{address}");
            }
        }
    }
}
