//! A session at the playground: requests and answers as JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::book::address;
use crate::build::{BuildMemory, BuildOutput, Options, SiteFile, build_again};
use crate::format::shipped_definition;
use crate::source::{Diagnostic, SourceFile};

use super::archive::zip;
use super::game_book::TypedGame;

/// The dress of pieces of a book that does not say it.
const USUAL_DRESS: &str = "native";

/// A request of the page.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "lowercase")]
enum PlaygroundRequest {
    /// Begins with the definitions of a book, by id.
    Start { dress: String, definitions: BTreeMap<String, String> },
    /// The text of a definition.
    Definition { id: String },
    /// Builds the book of a game.
    Build(TypedGame),
    /// A picture of the last build, by its name beside the page.
    Picture { name: String },
    /// The book of a game as an archive.
    Folder(TypedGame),
}

/// A session at the playground: the book of one game, built again after each change.
///
/// ```
/// use fairybook::playground::PlaygroundSession;
///
/// let mut session = PlaygroundSession::default();
/// let answer = session.ask(r#"{"do":"definition","id":"no-such-game"}"#);
/// assert_eq!(answer, r#"{"error":"there is no definition `no-such-game`"}"#);
/// ```
#[derive(Debug, Default)]
pub struct PlaygroundSession {
    memory: BuildMemory,
    dress: Option<String>,
    /// The definitions of the book, by id.
    definitions: BTreeMap<String, SourceFile>,
    /// The address of the page of the last build.
    address: String,
    built: BuildOutput,
}

impl PlaygroundSession {
    /// Carries out a request and returns the answer, both as JSON.
    ///
    /// An answer to a request that has no meaning has `error` alone.
    pub fn ask(&mut self, request: &str) -> String {
        let answer = match serde_json::from_str(request) {
            Ok(PlaygroundRequest::Start { dress, definitions }) => {
                self.start(dress, definitions);
                Ok(json!({}))
            }
            Ok(PlaygroundRequest::Definition { id }) => self.definition(&id),
            Ok(PlaygroundRequest::Build(game)) => with_plain_id(game).map(|game| self.build(&game)),
            Ok(PlaygroundRequest::Picture { name }) => self.picture(&name),
            Ok(PlaygroundRequest::Folder(game)) => with_plain_id(game).map(|game| {
                let files = self.files(&game);
                // One folder encloses all, so that unpacking scatters nothing.
                let inside = |(path, bytes)| (format!("{}/{path}", game.id), bytes);
                let files: Vec<(String, Vec<u8>)> = files.into_iter().map(inside).collect();
                let files = files.iter().map(|(path, bytes)| (path.as_str(), bytes.as_slice()));
                json!({ "name": format!("{}.zip", game.id), "bytes": zip(files) })
            }),
            Err(error) => Err(format!("the request cannot be read: {error}")),
        };
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    fn start(&mut self, dress: String, definitions: BTreeMap<String, String>) {
        let file = |(id, text): (String, String)| {
            let file = SourceFile::new(format!("{id}.toml"), text);
            (id, file)
        };
        self.definitions = definitions.into_iter().map(file).collect();
        self.dress = Some(dress);
    }

    fn definition(&self, id: &str) -> Result<Value, String> {
        let own = self.definitions.get(id).cloned();
        let file = own.or_else(|| shipped_definition(id));
        let file = file.ok_or_else(|| format!("there is no definition `{id}`"))?;
        Ok(json!({ "definition": file.text() }))
    }

    fn files(&self, game: &TypedGame) -> BTreeMap<String, Vec<u8>> {
        game.files(&self.definitions, self.dress.as_deref().unwrap_or(USUAL_DRESS))
    }

    /// The page as HTML, as far as it can be made; the diagnostics; the numbers of comparisons.
    fn build(&mut self, game: &TypedGame) -> Value {
        let options = Options { drafts: true, with_errors: true, ..Options::default() };
        let output = build_again(&self.files(game), options, &mut self.memory, None);
        let html = output.site.get(&address::file_of(&game.id));
        let html = html.map(|file| String::from_utf8_lossy(file).into_owned());
        let answer = json!({
            "html": html,
            "diagnostics": output.diagnostics.iter().map(|it| data(it, game)).collect::<Vec<_>>(),
            "agree": output.counts.agree,
            "disagree": output.counts.disagree,
            "unchecked": output.counts.unchecked,
        });
        (self.built, self.address) = (output, game.id.clone());
        answer
    }

    fn picture(&self, name: &str) -> Result<Value, String> {
        let path = address::beside(&self.address, name);
        let file: Option<&SiteFile> = self.built.site.get(&path).filter(|_| path.ends_with(".svg"));
        let file = file.ok_or_else(|| format!("the page has no picture `{name}`"))?;
        Ok(json!({ "svg": String::from_utf8_lossy(file) }))
    }
}

fn with_plain_id(game: TypedGame) -> Result<TypedGame, String> {
    if game.has_plain_id() {
        return Ok(game);
    }
    let id = &game.id;
    Err(format!(
        "`{id}` cannot name files: write small letters, digits and hyphens, as in `my-game`"
    ))
}

/// A diagnostic with the text that it is about: `definition`, `page` or another file, and where it is
/// there. `from` and `to` count UTF-16 units, as the text fields of browsers do.
fn data(diagnostic: &Diagnostic, game: &TypedGame) -> Value {
    let path = diagnostic.path();
    let part = match path {
        _ if path == game.definition_path() => "definition",
        _ if path == game.page_path() => "page",
        _ => path,
    };
    let place = diagnostic.line_column();
    let units = |byte: usize| {
        let text = diagnostic.file.as_ref().map_or("", SourceFile::text);
        text.get(..byte).map_or(0, |before| before.encode_utf16().count())
    };
    let span = diagnostic.span.filter(|_| diagnostic.file.is_some());
    json!({
        "severity": if diagnostic.is_error() { "error" } else { "warning" },
        "code": diagnostic.code.word(),
        "message": diagnostic.message,
        "at": diagnostic.at,
        "help": diagnostic.help.as_deref().unwrap_or_default(),
        "notes": diagnostic.notes,
        "part": part,
        "line": place.map_or(0, |place| place.line),
        "column": place.map_or(0, |place| place.column),
        "from": span.map(|span| units(span.start)),
        "to": span.map(|span| units(span.end)),
    })
}
