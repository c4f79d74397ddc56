//! A session at a board: requests (choose a piece, show its legal moves, play) and answers as JSON.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagram::PieceDress;
use crate::game::Piece;
use crate::illustrate::Illustrator;
use crate::query::LoadedVariant;
use crate::source::{Diagnostics, SourceFile, limits, work};
use crate::variant::load_setup;

use super::figure_request::FigureRequest;
use super::open_board::{OpenBoard, plain};

/// What a board says instead of an answer that would take too much work.
const TOO_MUCH_WORK: &str =
    "too much work to show: this game has too many moves or parts of a turn";

/// A request of the page: `do` is its name, in small letters.
#[derive(Debug)]
enum SessionRequest {
    /// Opens a figure. All other requests need an open one.
    Open(Box<OpenRequest>),
    /// A click on a cell.
    Press { cell: String },
    /// A click on a piece in hand.
    Hand { side: String, piece: String },
    /// One of the offered moves, by its index.
    Choose { index: usize },
    /// Forgets the offered moves, or what is chosen.
    Cancel,
    /// Passes.
    Pass,
    /// Shows the position after that number of moves.
    Go { shown: usize },
    /// A move as text.
    Type { text: String },
    /// Turns the board to the next seat.
    Turn,
    /// Puts all boards in rows of so many cells; without a number in one column.
    Narrow { across: Option<u16> },
    /// Plays from the position that was looked at.
    Play,
    /// The position on the board as text.
    Position,
    /// The game as PGN, up to the position on the board.
    Pgn,
}

impl SessionRequest {
    /// Reads a request, or says what is wrong.
    fn read(request: &str) -> Result<SessionRequest, String> {
        let request: Value = serde_json::from_str(request).map_err(|error| error.to_string())?;
        let missing = |key: &str| format!("missing field `{key}`");
        let text = |key: &str| match request[key].as_str() {
            Some(text) => Ok(text.to_owned()),
            None => Err(missing(key)),
        };
        let number = |key: &str| match request[key].as_u64() {
            Some(number) => Ok(number as usize),
            None => Err(missing(key)),
        };
        Ok(match text("do")?.as_str() {
            "open" => {
                let open = OpenRequest::deserialize(&request);
                SessionRequest::Open(Box::new(open.map_err(|error| error.to_string())?))
            }
            "press" => SessionRequest::Press { cell: text("cell")? },
            "hand" => SessionRequest::Hand { side: text("side")?, piece: text("piece")? },
            "choose" => SessionRequest::Choose { index: number("index")? },
            "cancel" => SessionRequest::Cancel,
            "pass" => SessionRequest::Pass,
            "go" => SessionRequest::Go { shown: number("shown")? },
            "type" => SessionRequest::Type { text: text("text")? },
            "turn" => SessionRequest::Turn,
            "narrow" => {
                SessionRequest::Narrow { across: number("across").ok().map(|it| it as u16) }
            }
            "play" => SessionRequest::Play,
            "position" => SessionRequest::Position,
            "pgn" => SessionRequest::Pgn,
            other => return Err(format!("unknown request `{other}`")),
        })
    }
}

/// The figure and what is known of the book.
#[derive(Debug, Deserialize)]
struct OpenRequest {
    /// The definition of the variant and of all on which it is based, by id.
    definitions: BTreeMap<String, String>,
    /// How pieces are drawn unless the figure or the definition says it.
    #[serde(default)]
    dress: Option<String>,
    figure: FigureRequest,
    /// The id of the figure on its page.
    id: String,
    /// The first position, if it is not that of the figure.
    #[serde(default)]
    from: Option<String>,
    /// Moves to be played.
    #[serde(default)]
    moves: Vec<String>,
}

/// A session at one board of a page.
///
/// ```
/// use fairybook::play::PlaySession;
///
/// let mut session = PlaySession::default();
/// let answer = session.ask(r#"{"do":"turn"}"#);
/// assert_eq!(answer, r#"{"error":"no board is open"}"#);
/// ```
#[derive(Debug, Default)]
pub struct PlaySession {
    board: Option<OpenBoard>,
}

impl PlaySession {
    /// Carries out a request and returns the answer, both as JSON.
    ///
    /// An answer has the picture as `svg`, and beside it what can be done; one to a request that has
    /// no meaning has `error` alone.
    pub fn ask(&mut self, request: &str) -> String {
        let answer = match SessionRequest::read(request) {
            Ok(SessionRequest::Open(open)) => {
                let (answer, spent) = work::limited(limits::BOARD_WORK, || self.open(*open));
                self.checked(answer, spent)
            }
            Ok(request) => match (&mut self.board, request) {
                (Some(board), SessionRequest::Pgn) => Ok(json!({ "pgn": board.pgn() })),
                (Some(board), SessionRequest::Position) => {
                    Ok(json!({ "position": board.print_position(board.position()) }))
                }
                (Some(board), request) => {
                    let (answer, spent) = work::limited(limits::BOARD_WORK, || act(board, request));
                    self.checked(Ok(answer), spent)
                }
                (None, _) => Err("no board is open".to_owned()),
            },
            Err(error) => Err(format!("the request cannot be read: {error}")),
        };
        answer.unwrap_or_else(|error| json!({ "error": error })).to_string()
    }

    /// Returns an answer if the work for it was not too much. Otherwise the board is closed: what it
    /// shows can be wrong.
    fn checked(&mut self, answer: Result<Value, String>, spent: u64) -> Result<Value, String> {
        if spent < limits::BOARD_WORK {
            return answer;
        }
        self.board = None;
        Err(TOO_MUCH_WORK.to_owned())
    }

    fn open(&mut self, request: OpenRequest) -> Result<Value, String> {
        let OpenRequest { definitions, dress, figure, id, from, moves } = request;
        let first = |errors: Diagnostics| {
            errors.iter().find(|it| it.is_error()).map(plain).unwrap_or_default()
        };
        let file = |(id, text): (String, String)| {
            let file = SourceFile::new(format!("{id}.toml"), text);
            (id, file)
        };
        let source: BTreeMap<String, SourceFile> = definitions.into_iter().map(file).collect();
        let file = source.get(&figure.variant).ok_or("the page lacks the definition")?;
        // The moves of a large game are compiled once, for all answers.
        let (loaded, spent) = work::limited(limits::WORK, || {
            let setup = figure.setup.as_deref();
            let (variant, errors) = load_setup(file, &figure.variant, &source, setup);
            LoadedVariant::new(variant.ok_or(errors)?)
        });
        let loaded = loaded.map_err(first).and_then(|loaded| match spent < limits::WORK {
            true => Ok(loaded),
            false => Err(TOO_MUCH_WORK.to_owned()),
        })?;
        let error = |error| plain(&error);
        let drawn = match figure.piece_dress().map_err(error)? {
            Some(dress) => Illustrator::dressed(loaded, dress),
            None => {
                let usual = dress.as_deref().and_then(PieceDress::of_word);
                Illustrator::with_usual_dress(loaded, usual.unwrap_or_default())
            }
        };
        let opened = figure.open(&drawn).map_err(error)?;
        let mut board = OpenBoard::new(&drawn, opened, id);
        if let Some(text) = from {
            match drawn.variant.position(&text) {
                Ok(position) => board.play_from(position),
                Err(error) => board.note = format!("The link cannot be read. {}", plain(&error)),
            }
        }
        if !moves.is_empty() && board.is_play() && board.note.is_empty() {
            board.play_texts(&moves);
        }
        let answer = board.answer(true);
        self.board = Some(board);
        Ok(answer)
    }
}

/// Carries out a request on an open board.
fn act(board: &mut OpenBoard, request: SessionRequest) -> Value {
    let changes_view = matches!(request, SessionRequest::Turn | SessionRequest::Narrow { .. });
    match request {
        SessionRequest::Open(_) | SessionRequest::Position | SessionRequest::Pgn => {
            unreachable!("opening needs no open board, and texts have answers of their own")
        }
        SessionRequest::Press { cell } => {
            if let Some(cell) = board.variant().layout().find(&cell) {
                board.press(cell);
            }
        }
        SessionRequest::Hand { side, piece } => {
            let (side, piece) = (board.variant().side(&side), board.variant().kind(&piece));
            if let (Ok(side), Ok(piece_type)) = (side, piece) {
                board.choose_in_hand(Piece { side, piece_type });
            }
        }
        SessionRequest::Choose { index } => board.take_choice(index),
        SessionRequest::Cancel => board.cancel(),
        SessionRequest::Pass => board.pass(),
        SessionRequest::Go { shown } => board.go_to(shown),
        SessionRequest::Type { text } => board.play_text(&text),
        SessionRequest::Turn => board.turn(),
        SessionRequest::Narrow { across } => board.set_narrow(across),
        SessionRequest::Play => board.start_play(),
    }
    board.answer(changes_view)
}
