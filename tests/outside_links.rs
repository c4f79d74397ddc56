//! Links to other sites: a server of this computer answers in all ways in which sites do.

use std::fs;

use crate::cli::{fairybook, words};
use crate::scratch::scratch;

/// What a build with a link to this address says, with its exit code.
fn check_link(name: &str, address: &str) -> (Option<i32>, String) {
    let folder = scratch(name);
    fs::create_dir_all(folder.join("content")).unwrap();
    fs::write(folder.join("fairybook.toml"), "title = \"Links\"\n").unwrap();
    let page = format!("+++\ntitle = \"Links\"\n+++\n[words]({address})\n");
    fs::write(folder.join("content/index.md"), page).unwrap();
    // Without a request nothing is asked.
    assert_eq!(fairybook(&folder, &words("build")).status.code(), Some(0));
    let output = fairybook(&folder, &words("build --check-links"));
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}

#[test]
#[cfg(not(feature = "check-links"))]
fn a_program_that_cannot_ask_says_how_to_get_one_that_can() {
    let (code, errors) = check_link("links-without", "https://a.example");
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("cargo install --path . --features check-links"), "{errors}");
}

#[cfg(feature = "check-links")]
mod asked {
    use std::io::{BufRead, BufReader, Write};
    use std::net::{IpAddr, TcpListener};
    use std::thread;
    use std::time::Duration;

    use fairybook::world::{AddressAnswer, ask_addresses};

    use super::check_link;

    /// A site that answers until the process ends. Returns its address.
    fn site() -> String {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let Some(Ok(first)) = lines.next() else { continue };
                // The rest of the request.
                while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
                let status = match &*first {
                    "HEAD /there HTTP/1.1" | "GET /only-get HTTP/1.1" => "200 OK",
                    "HEAD /moved HTTP/1.1" => "301 Moved Permanently\r\nLocation: /there",
                    "HEAD /only-get HTTP/1.1" => "405 Method Not Allowed",
                    other if other.contains("/inwards") => {
                        "302 Found\r\nLocation: http://127.0.0.2:9/there"
                    }
                    other if other.contains("/closed") => "403 Forbidden",
                    _ => "404 Not Found",
                };
                let answer =
                    format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
                stream.write_all(answer.as_bytes()).unwrap();
            }
        });
        address
    }

    #[test]
    fn other_sites_are_asked() {
        let site = site();
        let ask = |path: &str| {
            let address = format!("{site}/{path}");
            let refuses = |address| address == IpAddr::from([127, 0, 0, 2]);
            let asked = [address.clone()].into();
            let mut answers = ask_addresses(&asked, Duration::from_secs(20), refuses, &|| {});
            answers.remove(&address).unwrap()
        };
        for path in ["there", "there#part", "only-get", "moved"] {
            assert_eq!(ask(path), AddressAnswer::Found, "{path}");
        }
        assert_eq!(ask("gone"), AddressAnswer::Missing("the site answers 404".to_owned()));
        let unclear = |why: &str| AddressAnswer::Unclear(why.to_owned());
        assert_eq!(ask("closed"), unclear("the site answers 403"));
        let inner = "`127.0.0.2` is this computer or in a network around it";
        assert_eq!(ask("inwards"), unclear(inner));
    }

    #[test]
    fn a_port_on_which_nothing_listens_is_not_reached() {
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let asked = [format!("http://127.0.0.1:{port}/a")].into();
        let answers = ask_addresses(&asked, Duration::from_secs(20), |_| false, &|| {});
        let is_unreached = |answer| matches!(answer, AddressAnswer::Unreached(_));
        assert!(answers.into_values().all(is_unreached));
    }

    #[test]
    fn the_program_asks_no_site_inside() {
        let site = site();
        let hosts = [&site["http://".len()..], "localhost:9", "[::1]:9", "[::ffff:10.0.0.1]"];
        for host in hosts {
            let address = format!("http://{host}/there");
            let (code, errors) = check_link("links-inside", &address);
            assert_eq!(code, Some(0), "{errors}");
            let start = format!("warning[link-broken]: the link to `{address}` is not checked: `");
            assert!(errors.starts_with(&start), "{errors}");
            assert!(errors.contains("` is this computer or in a network around it"), "{errors}");
            assert!(errors.contains("--> content/index.md:4:9"), "{errors}");
        }
    }
}
