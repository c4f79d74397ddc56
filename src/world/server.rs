//! The development server.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::source::{Code, Diagnostic};

/// Serves a site from memory to browsers on this machine, and tells them when it has changed.
///
/// It binds to the loopback address only and answers only who asks for it by that name, so that
/// no page of another site can read a draft by giving this address a name of its own. A small
/// script is added to pages; a page that is open loads itself anew, or shows what is wrong.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    shared: Arc<Shared>,
}

/// What connections know.
struct Shared {
    address: SocketAddr,
    state: Mutex<State>,
    changed: Condvar,
    open: AtomicUsize,
}

#[derive(Default)]
struct State {
    site: Arc<BTreeMap<String, Vec<u8>>>,
    /// What is wrong with the sources; empty: nothing.
    complaint: Arc<str>,
    /// Grows with every change.
    version: usize,
}

/// Connections at a time; a browser opens a handful.
const CONNECTIONS: usize = 128;
/// Bytes of a request's head.
const HEAD: u64 = 16 << 10;
/// How often an open page is written to, to find out whether it still listens.
const PULSE: Duration = Duration::from_secs(15);
const SCRIPT_PATH: &str = "/__fairybook/live.js";
const EVENTS_PATH: &str = "/__fairybook/events";
const SCRIPT: &str = include_str!("live.js");

impl Server {
    /// Takes a port; 0 takes any that is free.
    pub fn bind(port: u16) -> Result<Server, Diagnostic> {
        let bound = TcpListener::bind((Ipv4Addr::LOCALHOST, port));
        let listener = bound.map_err(|error| {
            let what = match error.kind() {
                io::ErrorKind::AddrInUse => format!("port {port} is taken"),
                _ => format!("port {port} cannot be used: {error}"),
            };
            Diagnostic::error(Code::Usage, what)
                .help("name another one with `--port`; 0 takes any that is free")
        })?;
        let address = listener.local_addr().expect("a bound socket has an address");
        let shared = Shared {
            address,
            state: Mutex::default(),
            changed: Condvar::new(),
            open: AtomicUsize::new(0),
        };
        Ok(Server { listener, address, shared: Arc::new(shared) })
    }

    /// Where the site is found.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Serves this site from now on.
    pub fn show(&self, site: BTreeMap<String, Vec<u8>>) {
        self.change(|state| {
            state.site = Arc::new(site);
            state.complaint = "".into();
        });
    }

    /// Shows over every page what is wrong; the site stays as it was.
    pub fn complain(&self, complaint: &str) {
        self.change(|state| state.complaint = complaint.into());
    }

    /// Answers browsers in threads of its own, as long as the program runs.
    pub fn start(self: &Arc<Self>) {
        let server = Arc::clone(self);
        thread::spawn(move || {
            for stream in server.listener.incoming().flatten() {
                let shared = Arc::clone(&server.shared);
                if shared.open.fetch_add(1, Ordering::Relaxed) < CONNECTIONS {
                    thread::spawn(move || {
                        // A browser that went away in the middle is no concern of ours.
                        let _ = shared.answer(stream);
                        shared.open.fetch_sub(1, Ordering::Relaxed);
                    });
                } else {
                    shared.open.fetch_sub(1, Ordering::Relaxed);
                }
            }
        });
    }

    fn change(&self, how: impl FnOnce(&mut State)) {
        let mut state = self.shared.state();
        how(&mut state);
        state.version += 1;
        self.shared.changed.notify_all();
    }
}

/// The parts of a request that matter.
struct Request {
    method: String,
    path: String,
    host: String,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn answer(&self, stream: TcpStream) -> io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        stream.set_write_timeout(Some(Duration::from_secs(10)))?;
        let Some(request) = read_request(&stream)? else {
            return write_response(&stream, "400 Bad Request", TEXT, b"not a request\n", true);
        };
        let with_body = request.method == "GET";
        if !with_body && request.method != "HEAD" {
            let body = b"only GET and HEAD\n";
            return write_response(&stream, "405 Method Not Allowed", TEXT, body, true);
        }
        if !self.is_meant(&request.host) {
            return write_response(&stream, "403 Forbidden", TEXT, b"not by that name\n", true);
        }
        match request.path.as_str() {
            EVENTS_PATH => self.tell(&stream),
            SCRIPT_PATH => {
                let kind = "text/javascript; charset=utf-8";
                write_response(&stream, "200 OK", kind, SCRIPT.as_bytes(), with_body)
            }
            path => self.send(&stream, path, with_body),
        }
    }

    /// Whether the browser asked for this machine by a name of this machine.
    fn is_meant(&self, host: &str) -> bool {
        let port = self.address.port();
        [format!("127.0.0.1:{port}"), format!("localhost:{port}")].iter().any(|name| host == name)
    }

    fn send(&self, stream: &TcpStream, path: &str, with_body: bool) -> io::Result<()> {
        let site = Arc::clone(&self.state().site);
        let inside = path.trim_start_matches('/');
        let index = |folder: &str| match folder {
            "" => "index.html".to_owned(),
            _ => format!("{}/index.html", folder.trim_end_matches('/')),
        };
        let name = if inside.is_empty() || inside.ends_with('/') {
            index(inside)
        } else {
            inside.to_owned()
        };
        if let Some(bytes) = site.get(&name) {
            return write_response(
                stream,
                "200 OK",
                kind_of(&name),
                &alive(&name, bytes),
                with_body,
            );
        }
        if site.contains_key(&index(inside)) {
            let head = format!(
                "HTTP/1.1 301 Moved Permanently\r\nLocation: /{inside}/\r\n\
                 Content-Length: 0\r\nConnection: close\r\n\r\n"
            );
            return (&*stream).write_all(head.as_bytes());
        }
        let page = site.get("404.html").map_or(b"not found\n".as_slice(), Vec::as_slice);
        let kind = if site.contains_key("404.html") { kind_of("404.html") } else { TEXT };
        write_response(stream, "404 Not Found", kind, &alive("404.html", page), with_body)
    }

    /// Tells an open page of every change, until it is closed.
    fn tell(&self, mut stream: &TcpStream) -> io::Result<()> {
        stream.write_all(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\
              Cache-Control: no-store\r\nConnection: close\r\n\r\n",
        )?;
        let mut seen = None;
        loop {
            let (version, complaint) = {
                let state = self.state();
                (state.version, Arc::clone(&state.complaint))
            };
            match seen {
                Some(before) if before == version => stream.write_all(b": still here\n\n")?,
                // The first word tells a page that is new, or was asleep, what it should be.
                _ => stream.write_all(event(version, &complaint).as_bytes())?,
            }
            seen = Some(version);
            let state = self.state();
            let unchanged = |state: &mut State| state.version == version;
            drop(self.changed.wait_timeout_while(state, PULSE, unchanged));
        }
    }
}

/// `site` with the version, or `wrong` with the complaint, a line each.
fn event(version: usize, complaint: &str) -> String {
    if complaint.is_empty() {
        return format!("event: site\ndata: {version}\n\n");
    }
    let lines: String = complaint.lines().map(|line| format!("data: {line}\n")).collect();
    format!("event: wrong\n{lines}\n")
}

fn read_request(stream: &TcpStream) -> io::Result<Option<Request>> {
    let mut reader = BufReader::new(stream.take(HEAD));
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
    let path = target.split(['?', '#']).next().unwrap_or_default();
    Ok(decoded(path).map(|path| Request { method, path, host }))
}

/// A path without its percent signs; `None` where they make no text.
fn decoded(path: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, after @ ..] = rest {
        if *first != b'%' {
            bytes.push(*first);
            rest = after;
            continue;
        }
        let digits = std::str::from_utf8(after.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &after[2..];
    }
    String::from_utf8(bytes).ok()
}

const TEXT: &str = "text/plain; charset=utf-8";

fn kind_of(name: &str) -> &'static str {
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

/// A page with the script that listens for changes; anything else as it is.
fn alive(name: &str, bytes: &[u8]) -> Vec<u8> {
    if !name.ends_with(".html") {
        return bytes.to_vec();
    }
    let script = format!("<script src=\"{SCRIPT_PATH}\" defer></script>");
    let end = b"</body>";
    let at = bytes.windows(end.len()).rposition(|part| part == end).unwrap_or(bytes.len());
    [&bytes[..at], script.as_bytes(), &bytes[at..]].concat()
}

fn write_response(
    mut stream: &TcpStream,
    status: &str,
    kind: &str,
    body: &[u8],
    with_body: bool,
) -> io::Result<()> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    if with_body {
        stream.write_all(body)?;
    }
    Ok(())
}
