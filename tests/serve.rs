//! The development server, asked over a real socket.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use fairybook::build::SiteFile;
use fairybook::world::{Server, Watch};

use crate::scratch::scratch;

const LOOPBACK: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

fn site(list: &[(&str, &str)]) -> BTreeMap<String, SiteFile> {
    let file = |text: &str| text.as_bytes().to_vec().into();
    list.iter().map(|(path, text)| (path.to_string(), file(text))).collect()
}

fn server() -> (Arc<Server>, String) {
    let server = Arc::new(Server::bind(LOOPBACK, 0).unwrap());
    server.show(site(&[
        ("index.html", "<body>home</body>"),
        ("404.html", "<body>lost</body>"),
        ("chess/index.html", "<body>chess"),
        ("chess/a b.svg", "<svg/>"),
    ]));
    server.start();
    let host = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    (server, host)
}

fn open(host: &str, request: &str) -> TcpStream {
    let mut stream = TcpStream::connect(host).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    stream
}

/// The status and the body.
fn get(host: &str, path: &str) -> (String, String) {
    ask(host, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n"))
}

fn ask(host: &str, request: &str) -> (String, String) {
    let mut text = String::new();
    open(host, request).read_to_string(&mut text).unwrap();
    let (head, body) = text.split_once("\r\n\r\n").unwrap();
    let status = head.lines().next().unwrap().trim_start_matches("HTTP/1.1 ");
    (status.to_owned(), body.to_owned())
}

#[test]
fn a_site_is_served_from_memory() {
    let (_server, host) = server();
    let script = "<script src=\"/__fairybook/live.js?1\" defer></script>";
    let page = |text: &str| format!("<body>{text}{script}</body>");
    assert_eq!(get(&host, "/"), ("200 OK".to_owned(), page("home")));
    assert_eq!(get(&host, "/index.html?x=1").1, page("home"));
    assert_eq!(get(&host, "/chess/").1, format!("<body>chess{script}"));
    assert_eq!(get(&host, "/chess/a%20b.svg").1, "<svg/>");
    assert_eq!(get(&host, "/chess"), ("301 Moved Permanently".to_owned(), String::new()));
    assert_eq!(get(&host, "/nothing"), ("404 Not Found".to_owned(), page("lost")));
    assert!(get(&host, "/__fairybook/live.js").1.contains("EventSource"));
}

#[test]
fn strange_requests_are_refused() {
    let (_server, host) = server();
    let status = |request: &str| ask(&host, request).0;
    let end = format!("HTTP/1.1\r\nHost: {host}\r\n\r\n");
    assert_eq!(status(&format!("GET /../Cargo.toml {end}")), "404 Not Found");
    assert_eq!(status(&format!("GET /%2e%2e/Cargo.toml {end}")), "404 Not Found");
    assert_eq!(status(&format!("GET /%ff {end}")), "400 Bad Request");
    assert_eq!(status(&format!("GET /% {end}")), "400 Bad Request");
    assert_eq!(status(&format!("POST / {end}")), "405 Method Not Allowed");
    assert_eq!(status("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n"), "403 Forbidden");
    assert_eq!(status("\r\n\r\n"), "400 Bad Request");
    assert_eq!(ask(&host, &format!("HEAD / {end}")), ("200 OK".to_owned(), String::new()));
}

#[test]
fn slow_clients_shut_nobody_out() {
    let (_server, host) = server();
    let clients: Vec<TcpStream> = (0..200).map(|_| open(&host, "GET / HTTP/1.1\r\n")).collect();
    assert_eq!(get(&host, "/").0, "200 OK");
    drop(clients);
}

#[test]
fn answers_may_not_be_framed_and_pages_may_listen_for_changes() {
    let (server, host) = server();
    let meta = "\n<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">";
    server.show(site(&[("index.html", meta)]));
    let mut text = String::new();
    let request = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
    open(&host, &request).read_to_string(&mut text).unwrap();
    for header in ["X-Frame-Options: DENY", "frame-ancestors 'none'", "object"] {
        assert_eq!(text.contains(header), header != "object", "{text}");
    }
    assert!(text.contains("content=\"connect-src 'self'; default-src 'none'\">"), "{text}");
}

#[test]
fn a_book_that_is_broken_at_the_start_says_so_and_follows_its_mending() {
    let server = Arc::new(Server::bind(LOOPBACK, 0).unwrap());
    server.show_errors("error: <one>");
    server.start();
    let host = server.url().trim_start_matches("http://").trim_end_matches('/').to_owned();
    let (status, body) = get(&host, "/any/page/");
    assert_eq!(status, "503 Service Unavailable");
    assert!(body.contains("<pre>error: &lt;one&gt;</pre>"), "{body}");
    assert!(body.contains("/__fairybook/live.js"), "{body}");
    server.show(site(&[("index.html", "fine")]));
    assert!(get(&host, "/").1.starts_with("fine"));
}

#[test]
fn open_pages_are_reloaded_after_a_change() {
    let (server, host) = server();
    let request = format!("GET /__fairybook/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut lines = BufReader::new(open(&host, &request)).lines().map_while(Result::ok);
    let mut next = |what: &str| lines.find(|line| line.starts_with(what)).unwrap();
    assert_eq!(next("event"), "event: site");
    assert_eq!(next("data"), "data: 1");
    server.show_errors("error: one\n  two");
    assert_eq!(next("event"), "event: wrong");
    assert_eq!([next("data"), next("data")], ["data: error: one", "data:   two"]);
    server.show(site(&[("index.html", "new")]));
    assert_eq!(next("event"), "event: site");
    assert_eq!(next("data"), "data: 3");
    assert!(get(&host, "/").1.starts_with("new"));
}

#[test]
fn pages_that_were_asked_for_are_shown_before_the_others() {
    let (server, host) = server();
    for page in ["/", "/chess/", "/chess/a%20b.svg", "/nothing", "/"] {
        get(&host, page);
    }
    assert_eq!(server.asked_pages(), ["chess/index.html", "index.html"].map(str::to_owned).into());
    let events = |page: &str| {
        let request = format!("GET /__fairybook/events?{page} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let lines = BufReader::new(open(&host, &request)).lines().map_while(Result::ok);
        let mut data = lines.filter(|line| line.starts_with("data"));
        move || data.next().unwrap()
    };
    let (mut chess, mut home) = (events("/chess/"), events("/"));
    assert_eq!([chess(), home()], ["data: 1", "data: 1"]);
    server.show_first(site(&[("chess/index.html", "new chess")]));
    assert_eq!(chess(), "data: 2");
    assert!(get(&host, "/chess/").1.starts_with("new chess"));
    assert!(get(&host, "/").1.contains("home"));
    // The page that is new already has no second event.
    server.show(site(&[("chess/index.html", "new chess"), ("index.html", "new home")]));
    assert_eq!(home(), "data: 3");
    server.show(site(&[("chess/index.html", "last chess")]));
    assert_eq!([chess(), home()], ["data: 4", "data: 4"]);
    // A site with errors is not shown, and nothing of it stays.
    server.show_first(site(&[("chess/index.html", "wrong chess")]));
    server.show_errors("error");
    assert!(get(&host, "/chess/").1.starts_with("last chess"));
}

/// A browser loads a page, and listens for changes only after the next save is built.
#[test]
fn a_page_that_was_loaded_before_a_save_is_loaded_anew() {
    let (server, host) = server();
    let listen = |version: usize, page: &str| {
        let request =
            format!("GET /__fairybook/events?{version}{page} HTTP/1.1\r\nHost: {host}\r\n\r\n");
        let mut lines = BufReader::new(open(&host, &request)).lines().map_while(Result::ok);
        lines.find(|line| line.starts_with("data") || line.starts_with(": ")).unwrap()
    };
    let version = |page: &str| {
        let (_, body) = get(&host, page);
        body.split("live.js?").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let chess = [("chess/index.html", "new chess")];
    let before = [version("/chess/"), version("/"), version("/nothing/")];
    assert_eq!(listen(before[0], "/chess/"), ": still here");
    server.show_first(site(&chess));
    let first = version("/chess/");
    // Its site is not there yet, so the other pages are as before.
    assert_ne!(listen(before[0], "/chess/"), ": still here");
    assert_eq!(listen(before[1], "/"), ": still here");
    server.show(site(&[chess[0], ("index.html", "new home")]));
    assert_eq!(listen(first, "/chess/"), ": still here");
    for (before, page) in before.iter().zip(["/chess/", "/", "/nothing/"]) {
        assert_ne!(listen(*before, page), ": still here", "{page}");
        assert_eq!(listen(version(page), page), ": still here", "{page}");
    }
}

#[test]
fn a_port_that_is_taken_is_said() {
    let (server, host) = server();
    let port = host.rsplit(':').next().unwrap().parse().unwrap();
    let complaint = Server::bind(LOOPBACK, port).err().unwrap();
    assert_eq!(complaint.message, format!("port {port} is in use"));
    drop(server);
}

#[test]
fn changes_of_a_book_are_noticed() {
    let root = scratch("watched");
    fs::create_dir_all(root.join("content")).unwrap();
    fs::write(root.join("content/a.md"), "a").unwrap();
    let mut watch = Watch::new(&root);
    assert!(!watch.has_changed());
    fs::write(root.join("content/b.md"), "b").unwrap();
    assert!(watch.has_changed() && !watch.has_changed());
    let file = fs::File::options().write(true).open(root.join("content/a.md")).unwrap();
    file.set_modified(SystemTime::now() + Duration::from_secs(5)).unwrap();
    assert!(watch.has_changed() && !watch.has_changed());
    fs::create_dir_all(root.join("site")).unwrap();
    fs::write(root.join("site/index.html"), "x").unwrap();
    assert!(!watch.has_changed(), "what we write ourselves is no source");
    fs::remove_file(root.join("content/b.md")).unwrap();
    assert!(watch.has_changed());
}

/// A program that ends with its test, however that ends.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_book_is_served_and_followed() {
    let root = scratch("served");
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_fairybook"));
        command.args(words).current_dir(&root);
        command
    };
    assert!(run(&["new", "book", "."]).output().unwrap().status.success());
    let mut command = run(&["serve", "--port", "0", "--format", "json"]);
    let piped = command.stdout(Stdio::piped()).stderr(Stdio::null());
    let mut served = Running(piped.spawn().unwrap());
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.split('"').find_map(|part| part.strip_prefix("http://")).unwrap();
    let host = host.trim_end_matches('/');
    assert!(get(host, "/my-game/").1.contains("My Game"));

    let request = format!("GET /__fairybook/events HTTP/1.1\r\nHost: {host}\r\n\r\n");
    let mut lines = BufReader::new(open(host, &request)).lines().map_while(Result::ok);
    let mut next = |what: &str| lines.find(|line| line.starts_with(what)).unwrap();
    assert_eq!(next("event"), "event: site");
    let page = root.join("content/variants/my-game.md");
    let text = fs::read_to_string(&page).unwrap();
    fs::write(&page, text.replace("\"my-game\"", "\"my-gme\"")).unwrap();
    assert_eq!(next("event"), "event: wrong");
    next("data: error[page-variant]");
    assert!(get(host, "/my-game/").1.contains("My Game"), "what was there stays");
    fs::write(&page, text.replace("My Game", "My Better Game")).unwrap();
    assert_eq!(next("event"), "event: site");
    assert!(get(host, "/my-game/").1.contains("My Better Game"));
}
