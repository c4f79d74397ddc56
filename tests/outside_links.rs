//! Links to other sites: a server of this computer answers in all ways in which sites do.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::thread;

use crate::cli::{fairybook, words};
use crate::scratch::scratch;

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

fn book(name: &str, text: &str) -> std::path::PathBuf {
    let folder = scratch(name);
    fs::create_dir_all(folder.join("content")).unwrap();
    fs::write(folder.join("fairybook.toml"), "title = \"Links\"\n").unwrap();
    fs::write(folder.join("content/index.md"), format!("+++\ntitle = \"Links\"\n+++\n{text}"))
        .unwrap();
    folder
}

#[test]
fn links_to_other_sites_are_checked_on_request() {
    let site = site();
    let links = |paths: &[&str]| -> String {
        paths.iter().map(|path| format!("[words]({site}/{path})\n\n")).collect()
    };
    let right = links(&["there", "there#part", "only-get", "moved"]);
    let folder = book("links-found", &right);
    let output = fairybook(&folder, &words("build --check-links"));
    let printed = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.starts_with("other sites: 4 links found\n"), "{printed}");
    let wrong = right + &links(&["gone", "closed"]);
    fs::write(folder.join("content/a.md"), format!("+++\ntitle = \"A\"\n+++\n{wrong}")).unwrap();
    // Without a request nothing is asked, and with it the memory of the last build does not answer.
    assert_eq!(fairybook(&folder, &words("build")).status.code(), Some(0));
    let output = fairybook(&folder, &words("build --check-links"));
    let printed = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(printed.starts_with("other sites: 4 links found, 1 missing and 1 not checked\n"));
    let gone = format!(
        "error[link-broken]: the link to `{site}/gone` leads nowhere: the site answers 404"
    );
    let closed = format!(
        "warning[link-broken]: the link to `{site}/closed` is not checked: the site answers 403"
    );
    assert!(errors.contains(&gone) && errors.contains(&closed), "{errors}");
    assert!(errors.contains("--> content/a.md:12:9"), "{errors}");
}

#[test]
fn without_a_network_there_is_one_error() {
    // A port on which nothing listens.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let page = format!("[a](http://127.0.0.1:{port}/a) [b](http://127.0.0.1:{port}/b)\n");
    let output = fairybook(&book("links-no-network", &page), &words("build --check-links"));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert_eq!(errors.matches("error[link-broken]: no other site can be reached").count(), 1);
}
