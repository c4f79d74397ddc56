//! The local server of `fairybook serve`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::book::{address::file_of, escape};
use crate::build::{FRAME_FILES, SiteFile, with_connections};
use crate::source::{Code, Diagnostic, percent_decoded};

/// Serves a site from memory to browsers on this machine, and reports changes to open pages.
///
/// The host of a request must be this machine, or an address in numbers if it serves others too.
/// Otherwise a page of another site could read drafts through a host name of its own. A script is
/// added to pages: an open page reloads after a change, or shows the errors.
pub struct Server {
    listener: TcpListener,
    shared: Arc<ServerState>,
}

/// The state that connections share.
struct ServerState {
    address: SocketAddr,
    state: Mutex<ServedSite>,
    changed: Condvar,
    open: Mutex<OpenConnections>,
}

/// The open connections by number, the oldest first.
#[derive(Default)]
struct OpenConnections {
    next: u64,
    streams: BTreeMap<u64, TcpStream>,
}

#[derive(Default)]
struct ServedSite {
    site: Arc<BTreeMap<String, SiteFile>>,
    /// The errors of the last build; empty if there are none.
    errors: Arc<str>,
    /// Files that are newer than those of the site, which is being built.
    first: Arc<BTreeMap<String, SiteFile>>,
    /// The pages that did not change when the site followed such files, with their versions.
    kept: BTreeMap<String, usize>,
    /// The pages that were asked for last, the latest at the end.
    asked: Vec<String>,
    /// Increases with every change.
    version: usize,
    /// The versions in which the site and the files before it were shown.
    site_version: usize,
    first_version: usize,
}

impl ServedSite {
    /// The version of a file as it is served now. A page knows it, and is loaded anew after another.
    fn version_of(&self, file: &str) -> usize {
        match self.first.contains_key(file) {
            true => self.first_version,
            false => self.kept.get(file).copied().unwrap_or(self.site_version),
        }
    }
}

/// The greatest number of open connections. A browser opens few. One more closes the oldest, so
/// that clients which keep theirs open shut no other one out.
const MAX_CONNECTIONS: usize = 128;
/// So many pages that were asked for last are made before all others.
const MAX_ASKED: usize = 4;
/// The time in which the head of a request must be complete.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// The greatest length of the head of a request, in bytes.
const MAX_HEAD: u64 = 16 << 10;
/// The time after which a message is sent to an open page, to notice that it was closed.
const KEEP_ALIVE: Duration = Duration::from_secs(15);
/// What every answer allows: what a site needs, connections to this server, and no frame.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
    style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/// The readers of a response, if they are the pages of this server alone.
const OWN_PAGES: &str = "same-origin";
const SCRIPT_PATH: &str = "/__fairybook/live.js";
const EVENTS_PATH: &str = "/__fairybook/events";
const SCRIPT: &str = include_str!("live.js");

impl Server {
    /// Binds to a port, or to any free port if `port` is 0.
    pub fn bind(host: IpAddr, port: u16) -> Result<Server, Diagnostic> {
        let bound = TcpListener::bind((host, port));
        let listener = bound.map_err(|error| {
            let what = match error.kind() {
                io::ErrorKind::AddrInUse => format!("port {port} is in use"),
                io::ErrorKind::AddrNotAvailable => {
                    format!("`{host}` is no address of this machine")
                }
                _ => format!("port {port} cannot be used: {error}"),
            };
            let help = match error.kind() {
                io::ErrorKind::AddrNotAvailable => {
                    "`--host 0.0.0.0` serves at all addresses of this machine"
                }
                _ => "name another port with `--port`; 0 takes any free port",
            };
            Diagnostic::error(Code::Usage, what).help(help)
        })?;
        let address = listener.local_addr().expect("a bound socket has an address");
        let (state, changed, open) = Default::default();
        Ok(Server { listener, shared: Arc::new(ServerState { address, state, changed, open }) })
    }

    /// The address of the site.
    pub fn url(&self) -> String {
        let mut address = self.shared.address;
        if address.ip().is_unspecified() {
            address.set_ip(IpAddr::from([127, 0, 0, 1]));
        }
        format!("http://{address}/")
    }

    /// Replaces the site, and removes the errors.
    pub fn show(&self, site: BTreeMap<String, SiteFile>) {
        self.change(|state| {
            let first = std::mem::take(&mut state.first);
            let is_kept = first.iter().all(|(path, file)| site.get(path) == Some(file));
            let kept = first.keys().filter(|_| is_kept);
            state.kept = kept.map(|path| (path.clone(), state.first_version)).collect();
            state.site = Arc::new(site);
            state.site_version = state.version;
            state.errors = "".into();
        });
    }

    /// Shows some files of the next site before the others, and removes the errors.
    pub fn show_first(&self, files: BTreeMap<String, SiteFile>) {
        self.change(|state| {
            state.first = Arc::new(files);
            state.first_version = state.version;
            state.errors = "".into();
        });
    }

    /// Shows errors on every open page. The site stays.
    pub fn show_errors(&self, errors: &str) {
        self.change(|state| {
            state.first = Arc::default();
            state.errors = errors.into();
        });
    }

    /// The files of the pages that were asked for last.
    pub fn asked_pages(&self) -> BTreeSet<String> {
        self.shared.state().asked.iter().cloned().collect()
    }

    /// Starts a thread that answers requests until the program ends.
    pub fn start(self: &Arc<Self>) {
        let server = Arc::clone(self);
        thread::spawn(move || {
            for stream in server.listener.incoming().flatten() {
                let shared = Arc::clone(&server.shared);
                let Ok(number) = shared.opened(&stream) else { continue };
                let answer = move || {
                    // An error means that the browser closed the connection.
                    let _ = shared.answer(stream);
                    shared.connections().streams.remove(&number);
                };
                // Without room for a thread the connection is closed, and others are answered.
                if thread::Builder::new().spawn(answer).is_err() {
                    server.shared.connections().streams.remove(&number);
                }
            }
        });
    }

    fn change(&self, how: impl FnOnce(&mut ServedSite)) {
        let mut state = self.shared.state();
        state.version += 1;
        how(&mut state);
        self.shared.changed.notify_all();
    }
}

/// The parts of a request that the server uses.
struct HttpRequest {
    method: String,
    path: String,
    /// What follows `?`, decoded; empty if nothing does.
    query: String,
    host: String,
}

impl ServerState {
    fn state(&self) -> MutexGuard<'_, ServedSite> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn connections(&self) -> MutexGuard<'_, OpenConnections> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a connection and returns its number. If there are too many, the oldest is closed.
    fn opened(&self, stream: &TcpStream) -> io::Result<u64> {
        let stream = stream.try_clone()?;
        let mut open = self.connections();
        if open.streams.len() >= MAX_CONNECTIONS
            && let Some((_, oldest)) = open.streams.pop_first()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        let number = open.next;
        open.next += 1;
        open.streams.insert(number, stream);
        Ok(number)
    }

    fn answer(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_write_timeout(Some(Duration::from_secs(10)))?;
        let Some(request) = read_request(&stream)? else {
            return write_response(&stream, "400 Bad Request", TEXT, b"not a request\n", true);
        };
        let with_body = request.method == "GET";
        if !with_body && request.method != "HEAD" {
            let body = b"only GET and HEAD\n";
            return write_response(&stream, "405 Method Not Allowed", TEXT, body, true);
        }
        if !is_own_host(&request.host, self.address) {
            return write_response(&stream, "403 Forbidden", TEXT, b"unknown host\n", true);
        }
        match request.path.as_str() {
            EVENTS_PATH => self.send_events(&stream, &request.query),
            SCRIPT_PATH => {
                let content_type = "text/javascript; charset=utf-8";
                write_response(&stream, "200 OK", content_type, SCRIPT.as_bytes(), with_body)
            }
            path => self.send_file(&stream, path, with_body),
        }
    }

    fn send_file(&self, stream: &TcpStream, path: &str, with_body: bool) -> io::Result<()> {
        let name = page_file(path);
        let (site, first, errors, version) = {
            let state = self.state();
            let files = (Arc::clone(&state.site), Arc::clone(&state.first));
            (files.0, files.1, Arc::clone(&state.errors), state.version_of(&name))
        };
        if site.is_empty() {
            let page = with_reload_script("404.html", broken_book(&errors).as_bytes(), version);
            let kind = content_type("404.html");
            return write_response(stream, "503 Service Unavailable", kind, &page, with_body);
        }
        let inside = path.trim_start_matches('/');
        let index = file_of(inside.trim_end_matches('/'));
        if let Some(bytes) = first.get(&name).or_else(|| site.get(&name)) {
            if name.ends_with(".html") {
                self.note_asked(&name);
            }
            let body = with_reload_script(&name, bytes, version);
            // The frame of the playground has an origin of its own.
            let readers =
                if FRAME_FILES.contains(&name.as_str()) { "cross-origin" } else { OWN_PAGES };
            let head = ("200 OK", content_type(&name), readers);
            return write_response_to(stream, head, &body, with_body);
        }
        if site.contains_key(&index) {
            let head = format!(
                "HTTP/1.1 301 Moved Permanently\r\nLocation: /{inside}/\r\n\
                 Content-Length: 0\r\nConnection: close\r\n\r\n"
            );
            return (&*stream).write_all(head.as_bytes());
        }
        let missing = "404.html";
        let (page, kind) = match site.get(missing) {
            Some(page) => (&**page, content_type(missing)),
            None => (b"not found\n".as_slice(), TEXT),
        };
        let body = with_reload_script(missing, page, version);
        write_response(stream, "404 Not Found", kind, &body, with_body)
    }

    fn note_asked(&self, name: &str) {
        let mut state = self.state();
        state.asked.retain(|known| known != name);
        state.asked.push(name.to_owned());
        if state.asked.len() > MAX_ASKED {
            state.asked.remove(0);
        }
    }

    /// Sends an event to an open page when it is not as it would be served now, and for errors, until
    /// it is closed. `page` is the version that the browser shows, and its path.
    fn send_events(&self, mut stream: &TcpStream, page: &str) -> io::Result<()> {
        let (shown, path) = page.split_at(page.find('/').unwrap_or(page.len()));
        let (mut shown, mut reported) = (shown.parse().unwrap_or(0), 0);
        let file = page_file(path);
        stream.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
              Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        )?;
        loop {
            let (version, served, errors) = {
                let state = self.state();
                (state.version, state.version_of(&file), Arc::clone(&state.errors))
            };
            let event = if !errors.is_empty() && reported != version {
                reported = version;
                wrong_event(&errors)
            } else if errors.is_empty() && shown != served {
                shown = served;
                format!("event: site\ndata: {served}\n\n")
            } else {
                ": still here\n\n".to_owned()
            };
            stream.write_all(event.as_bytes())?;
            let state = self.state();
            let unchanged = |state: &mut ServedSite| state.version == version;
            drop(self.changed.wait_timeout_while(state, KEEP_ALIVE, unchanged));
        }
    }
}

/// The file of the site at the path of a request.
fn page_file(path: &str) -> String {
    let inside = path.trim_start_matches('/');
    let is_folder = inside.is_empty() || inside.ends_with('/');
    if is_folder { file_of(inside.trim_end_matches('/')) } else { inside.to_owned() }
}

/// Whether the host of a request is a name of this machine: a page of another site knows none that
/// is an address in numbers, so where others are served too, each such address is one.
fn is_own_host(host: &str, served: SocketAddr) -> bool {
    // A browser leaves the usual port out; an address of version 6 stands in brackets.
    let (name, port) = match host.rsplit_once(':') {
        Some((name, port)) if !port.ends_with(']') => (name, port.parse().ok()),
        _ => (host, Some(80)),
    };
    let is_own = match name.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => address.is_loopback() || !served.ip().is_loopback(),
        Err(_) => name == "localhost",
    };
    is_own && port == Some(served.port())
}

/// The event `wrong` with the lines of the errors.
fn wrong_event(errors: &str) -> String {
    let lines: String = errors.lines().map(|line| format!("data: {line}\n")).collect();
    format!("event: wrong\n{lines}\n")
}

/// A stream whose bytes must all come before a moment.
struct SlowStream<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl Read for SlowStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

/// The page that stands for a site that was never built.
fn broken_book(errors: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <title>This book cannot be built</title>\n</head>\n<body>\n\
         <h1>This book cannot be built yet</h1>\n<pre>{}</pre>\n</body>\n</html>\n",
        escape(errors)
    )
}

fn read_request(stream: &TcpStream) -> io::Result<Option<HttpRequest>> {
    let slow = SlowStream { stream, until: Instant::now() + HEAD_TIME };
    let mut reader = BufReader::new(slow.take(MAX_HEAD));
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (Some(method), Some(target)) = (words.next(), words.next()) else { return Ok(None) };
    let (method, target) = (method.to_owned(), target.to_owned());
    let mut host = String::new();
    loop {
        line.clear();
        if reader.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let Some((name, value)) = line.split_once(':') else { break };
        if name.eq_ignore_ascii_case("host") {
            host = value.trim().to_ascii_lowercase();
        }
    }
    let target = target.split('#').next().unwrap_or_default();
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let query = percent_decoded(query).unwrap_or_default();
    Ok(percent_decoded(path).map(|path| HttpRequest { method, path, query, host }))
}

const TEXT: &str = "text/plain; charset=utf-8";

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "pdf" => "application/pdf",
        "woff2" => "font/woff2",
        "xml" => "application/xml",
        "txt" => TEXT,
        _ => "application/octet-stream",
    }
}

/// Adds the script that listens for changes to a page of this version. Other files are not changed.
fn with_reload_script(name: &str, bytes: &[u8], version: usize) -> Vec<u8> {
    let page = std::str::from_utf8(bytes).ok().filter(|_| name.ends_with(".html"));
    let Some(page) = page else { return bytes.to_vec() };
    let html = with_connections(page);
    let (before, after) = html.split_at(html.rfind("</body>").unwrap_or(html.len()));
    let script = format!("<script src=\"{SCRIPT_PATH}?{version}\" defer></script>");
    [before, &script, after].concat().into_bytes()
}

fn write_response(
    stream: &TcpStream,
    status: &str,
    content_type: &str,
    body: &[u8],
    with_body: bool,
) -> io::Result<()> {
    write_response_to(stream, (status, content_type, OWN_PAGES), body, with_body)
}

/// Writes a response with its status, its type, and whose pages may read it.
fn write_response_to(
    mut stream: &TcpStream,
    (status, content_type, readers): (&str, &str, &str),
    body: &[u8],
    with_body: bool,
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: {readers}\r\n\
         Content-Security-Policy: {POLICY}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(body)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_own_host;

    #[test]
    fn hosts_of_this_machine() {
        let here = "127.0.0.1:80".parse().unwrap();
        assert!(is_own_host("localhost", here) && is_own_host("127.0.0.1:80", here));
        assert!(is_own_host("[::1]", here) && !is_own_host("localhost:8080", here));
        assert!(!is_own_host("evil.example", here) && !is_own_host("192.168.1.5", here));
        let network = "0.0.0.0:4747".parse().unwrap();
        assert!(is_own_host("192.168.1.5:4747", network) && is_own_host("[fe80::1]:4747", network));
        assert!(!is_own_host("evil.example:4747", network));
        assert!(!is_own_host("192.168.1.5", network));
    }
}
