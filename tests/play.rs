//! Sessions at a board: games are played by clicks, and forbidden moves have reasons.

use fairybook::format::DefinitionSource;
use fairybook::games::{algebraic, read_move};
use fairybook::geometry::Cell;
use fairybook::play::PlaySession;
use fairybook::query::{LoadedVariant, Refusal};
use fairybook::rules::{Move, MoveKind, PlayedGame};
use serde_json::{Value, json};

use crate::dice::Dice;
use crate::shipped::{Shipped, variant};
use fairybook::game_text::{print_move, print_position};
use fairybook::prose::refusal_words;

/// A session and its last answer.
struct Board {
    session: PlaySession,
    answer: Value,
}

impl Board {
    /// Opens a figure of a shipped variant; `more` adds keys to the request.
    fn open_with(variant: &str, shows: Value, more: Value) -> Board {
        let (session, answer) = Board::asked(variant, shows, more);
        Board { session, answer }.checked()
    }

    fn asked(variant: &str, shows: Value, more: Value) -> (PlaySession, Value) {
        let ids = Shipped.ids().into_iter();
        let definitions: serde_json::Map<String, Value> =
            ids.map(|id| (id.clone(), Shipped.get(&id).unwrap().text().into())).collect();
        let mut request = json!({
            "do": "open",
            "definitions": definitions,
            "figure": { "variant": variant, "shows": shows },
            "id": "figure",
        });
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let mut session = PlaySession::default();
        let answer = serde_json::from_str(&session.ask(&request.to_string())).unwrap();
        (session, answer)
    }

    fn setup(variant: &str) -> Board {
        Board::open_with(variant, json!({ "setup": {} }), json!({}))
    }

    fn position(variant: &str, position: &str) -> Board {
        let shows = json!({ "position": { "position": position } });
        Board::open_with(variant, shows, json!({}))
    }

    fn checked(self) -> Board {
        assert_eq!(self.answer["error"], Value::Null, "{}", self.answer);
        self
    }

    fn ask(&mut self, request: Value) -> &Value {
        self.answer = serde_json::from_str(&self.session.ask(&request.to_string())).unwrap();
        assert_eq!(self.answer["error"], Value::Null, "{request}");
        &self.answer
    }

    fn press(&mut self, cells: &str) -> &mut Board {
        for cell in cells.split_whitespace() {
            self.ask(json!({ "do": "press", "cell": cell }));
        }
        self
    }

    fn text(&self, key: &str) -> &str {
        self.answer[key].as_str().unwrap_or_default()
    }

    /// The position on the board as text.
    fn position_text(&mut self) -> String {
        let answer = self.session.ask(r#"{"do":"position"}"#);
        let answer: Value = serde_json::from_str(&answer).unwrap();
        answer["position"].as_str().unwrap().to_owned()
    }

    fn moves(&self) -> String {
        let moves = self.answer["moves"].as_array().unwrap();
        moves.iter().map(|text| text.as_str().unwrap()).collect::<Vec<_>>().join(" ")
    }

    fn choices(&self) -> Vec<&str> {
        let choices = self.answer["choices"].as_array().unwrap();
        choices.iter().map(|choice| choice["label"].as_str().unwrap()).collect()
    }

    /// The labels that contain a text.
    fn labelled(&self, text: &str) -> Vec<&str> {
        let labels = self.answer["labels"].as_array().unwrap().iter();
        labels.map(|label| label.as_str().unwrap()).filter(|label| label.contains(text)).collect()
    }
}

#[test]
fn a_whole_game_is_played_by_clicks_and_its_end_is_said() {
    let mut board = Board::setup("chess");
    assert_eq!(board.text("turn"), "White to move.");
    board.press("f2 f3 e7 e5 g2 g4 d8");
    let targets = board.labelled(", may move here");
    assert_eq!(targets.len(), 4, "{targets:?}");
    assert_eq!(board.labelled("chosen"), ["d8, black Queen, chosen"]);
    board.press("h4");
    assert_eq!(board.moves(), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(board.text("turn"), "Checkmate. Black wins.");
    assert_eq!(board.answer["end"], true);
    let said = "The black Queen moves from d8 to h4. White is in check. Checkmate. Black wins.";
    assert_eq!(board.text("announcement"), said);
    assert_eq!(board.press("e1").text("note"), "The game is over.");

    board.ask(json!({ "do": "go", "shown": 3 }));
    assert_eq!(board.text("turn"), "Black to move.");
    assert_eq!(board.moves(), "f2f3 e7e5 g2g4 d8h4", "what was taken back can be played again");
    board.press("a7 a6");
    assert_eq!(board.moves(), "f2f3 e7e5 g2g4 a7a6", "another move takes its place");
}

#[test]
fn the_first_picture_is_that_of_the_page_and_clicks_change_it() {
    let mut board = Board::setup("chess");
    let before = board.text("svg").to_owned();
    assert_eq!(board.answer["cells"].as_array().unwrap().len(), 64);
    let chosen = board.press("e2").text("svg").to_owned();
    assert_ne!(before, chosen);
    assert_eq!(chosen.matches("data-cell").count(), 2, "{chosen}");
    assert_eq!(board.press("e2").text("svg"), before, "nothing is chosen any more");
}

#[test]
fn a_player_chooses_the_piece_to_which_a_pawn_promotes() {
    let mut board = Board::position("chess", "white king e1, pawn a7; black king h8, rook b8");
    board.press("a7 a8");
    let pieces = ["Queen", "Rook", "Bishop", "Knight"].map(|name| format!("Promote to {name}"));
    let mut choices = board.choices();
    choices.sort();
    let mut pieces: Vec<&str> = pieces.iter().map(String::as_str).collect();
    pieces.sort();
    assert_eq!(choices, pieces);
    assert_eq!(board.moves(), "");
    board.ask(json!({ "do": "cancel" }));
    assert_eq!(board.choices(), [""; 0]);
    board.press("b8");
    let index = board.choices().iter().position(|label| label.ends_with("Knight")).unwrap();
    board.ask(json!({ "do": "choose", "index": index }));
    assert_eq!(board.moves(), "a7b8n");
    assert_eq!(
        board.text("announcement"),
        "The white Pawn moves from a7 to b8, captures the black Rook and promotes to a Knight."
    );
}

#[test]
fn castling_is_a_move_of_the_king_or_a_click_on_its_partner() {
    let start = "white king e1, rook a1 h1; black king e8";
    for (clicks, played) in [("e1 g1", "e1g1"), ("e1 h1", "e1g1"), ("e1 a1", "e1c1")] {
        let mut board = Board::position("chess", start);
        assert_eq!(board.press(clicks).moves(), played, "{clicks}");
        assert!(board.text("announcement").starts_with("White castles: the King from e1 to "));
    }
}

/// A piece with many moves and many kinds of others: no hurdle is looked for that its moves cannot use.
#[test]
fn a_far_cell_is_refused_within_the_work_of_an_answer() {
    let position = "4gkg3b/1r3d5/11/5pppppp/pp1p7/2p1p6/1PPPP1P1P1P/P4P1P1P1/11/1B3DK2R1/4G2G3 b";
    let mut board = Board::position("fire-demon", position);
    board.press("f10 b1");
    assert_eq!(board.text("note"), "The Fire Demon does not move from f10 to b1.");
}

#[test]
fn pieces_in_the_way_of_a_castling_are_named() {
    let loaded = LoadedVariant::new(variant("chess")).unwrap();
    let words = |position: &str| {
        let position = loaded.position(position).unwrap();
        let [from, to] = ["e1", "g1"].map(|name| loaded.cell(name).unwrap());
        let refusal = loaded.refusal(&position, from, to).expect("castling is not legal");
        refusal_words(&loaded, &position, from, to, &refusal)
    };
    assert_eq!(
        words("setup"),
        "The white Bishop on f1 and the white Knight on g1 block the move from e1 to g1."
    );
    assert_eq!(
        words("white king e1, rook h1, knight f1; black king e8"),
        "The white Knight on f1 blocks the move from e1 to g1."
    );
}

#[test]
fn pieces_in_hand_are_dropped_where_the_rules_allow_it() {
    let mut board = Board::position("shogi", "4k4/9/9/9/9/9/4P4/9/4K4[P] w");
    let hands = board.answer["hands"].as_array().unwrap().clone();
    assert_eq!(hands.len(), 2);
    let (side, piece) = (hands[0]["side"].clone(), hands[0]["pieces"][0]["id"].clone());
    assert_eq!(hands[0]["pieces"][0]["count"], 1);
    board.ask(json!({ "do": "hand", "side": side, "piece": piece }));
    let places = board.labelled(", may be dropped here");
    assert!(places.len() > 40, "{places:?}");
    let cell = |label: &&str| label.split(',').next().unwrap().to_owned();
    let pawn = board.labelled("Pawn").first().map(cell).unwrap();
    let allowed: Vec<String> = places.iter().map(cell).collect();
    let file: String = pawn.chars().take(1).collect();
    let order: Vec<String> = board.labelled("").iter().map(cell).collect();
    let is_empty = |name: &&String| board.labelled(&format!("{name},")).is_empty();
    let on_file = order.iter().filter(|name| name.starts_with(&file) && !allowed.contains(name));
    let empty = on_file.clone().find(is_empty).unwrap().clone();
    let note = board.press(&empty).text("note").to_owned();
    assert!(
        note.contains("may not be dropped on a file with an unpromoted Pawn of its side"),
        "{note}"
    );
    board.press(&allowed[0]);
    assert!(board.moves().starts_with("P@"), "{}", board.moves());
    assert_eq!(board.answer["hands"][0]["pieces"].as_array().unwrap().len(), 0);
}

#[test]
fn a_forbidden_target_has_its_reason() {
    let two_rooks = "white king e1, rook e4; black king e8, rook e7";
    for (position, clicks, words) in [
        ("setup", "e7", "It is the turn of White."),
        ("setup", "a1 a4", "The white Pawn on a2 blocks the move from a1 to a4."),
        ("setup", "b1 b4", "The Knight does not move from b1 to b4."),
        ("setup", "e2 d3", "The Pawn moves from e2 to d3 only to capture."),
        ("setup", "a1", "The white Rook on a1 has no legal move."),
        (two_rooks, "e4 d4", "The black Rook on e7 would attack the King on e1."),
        (
            "white king e1, rook h1; black king e8, rook f8",
            "e1 g1",
            "The King may not castle: an enemy piece attacks f1.",
        ),
        (
            "white king e1, rook h1; black king e8, rook e7",
            "e1 g1",
            "The King may not castle out of check.",
        ),
        (
            "white king e1, pawn e4; black king e8",
            "e4 e6",
            "The Pawn may not make a double step from e4 to e6. Only some start cells allow it.",
        ),
        (
            "white king e1, pawn a2; black king e8, pawn a3",
            "a2 a3",
            "The Pawn moves from a2 to a3 only without capturing.",
        ),
    ] {
        let mut board = Board::position("chess", position);
        assert_eq!(board.press(clicks).text("note"), words, "{clicks} in {position}");
    }
}

#[test]
fn diagrams_of_moves_show_the_piece_wherever_it_is_put() {
    let shows = json!({ "moves": { "pieces": ["knight"], "at": "d4" } });
    let mut board = Board::open_with("chess", shows, json!({}));
    assert_eq!(board.text("manner"), "look");
    assert_eq!(board.text("svg").matches("data-cell").count(), 8);
    board.press("a1");
    assert_eq!(board.text("svg").matches("data-cell").count(), 2);
    assert_eq!(board.text("announcement"), "Moves of a white Knight on a1.");
    assert_eq!(board.answer["can"]["play"], true);
    board.ask(json!({ "do": "play" }));
    board.press("a1 b3");
    assert_eq!(board.moves(), "a1b3");
    assert!(board.text("from").contains(" w "), "a link says where the game began");
}

#[test]
fn a_board_is_turned_to_every_seat() {
    let mut board = Board::setup("chess");
    let first = |board: &Board| board.answer["cells"][0].clone();
    let before = first(&board);
    assert_eq!(board.answer["can"]["turn"], true);
    board.ask(json!({ "do": "turn" }));
    assert_ne!(first(&board), before);
    assert_eq!(board.text("announcement"), "The board as Black sees it.");
    board.ask(json!({ "do": "turn" }));
    assert_eq!(first(&board), before);
}

#[test]
fn levels_stand_in_one_column_on_a_narrow_screen() {
    let mut board = Board::setup("raumschach");
    let width = |board: &Board| board.answer["size"][0].as_f64().unwrap();
    let wide = width(&board);
    board.ask(json!({ "do": "narrow" }));
    assert!(width(&board) < 700.0 && wide > 1200.0, "{wide} {}", width(&board));
    assert!(board.answer["cells"].as_array().unwrap().iter().all(|cell| cell[5].is_null()));
}

#[test]
fn a_link_restores_a_game_up_to_its_first_illegal_move() {
    let setup = json!({ "setup": {} });
    let moves = json!({ "moves": ["e2e4", "e7e5", "g1f3"] });
    let board = Board::open_with("chess", setup.clone(), moves);
    assert_eq!(board.answer["shown"], 3);
    let board = Board::open_with("chess", setup, json!({ "moves": ["e2e4", "e2e4", "g1f3"] }));
    assert_eq!(board.moves(), "e2e4");
    assert_eq!(board.text("note"), "The link stops after 1 move: “e2e4” is no legal move there.");
}

#[test]
fn a_board_of_a_sample_game_steps_through_the_whole_game() {
    let first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let game = json!({ "position": first, "after": "f2f3 e7e5", "then": "g2g4 d8h4" });
    let mut board = Board::open_with("chess", json!({ "position": game }), json!({}));
    assert_eq!(
        (board.moves().as_str(), &board.answer["shown"]),
        ("f2f3 e7e5 g2g4 d8h4", &json!(2))
    );
    let picture = board.text("svg").to_owned();
    board.ask(json!({ "do": "go", "shown": 4 }));
    assert_eq!(board.text("turn"), "Checkmate. Black wins.");
    board.ask(json!({ "do": "go", "shown": 0 }));
    assert_eq!(board.position_text(), first);
    assert_eq!(board.text("from"), first, "a link says where the game began");
    assert_eq!(board.text("announcement"), "Back at the start.");
    assert_ne!(board.text("svg"), picture);
    board.press("e2 e4");
    assert_eq!(board.moves(), "e2e4", "another move takes the place of the game");
    let wrong = json!({ "position": first, "then": "f2f5" });
    let answer = Board::asked("chess", json!({ "position": wrong }), json!({})).1;
    assert_eq!(answer["error"], "“f2f5” is no legal move.");
}

#[test]
fn moves_are_typed_as_they_are_printed() {
    let mut board = Board::setup("chess");
    board.ask(json!({ "do": "type", "text": "e2-e4" }));
    board.ask(json!({ "do": "type", "text": "Nf6" }));
    assert_eq!(board.moves(), "e2e4 g8f6");
    board.ask(json!({ "do": "type", "text": "e4e6" }));
    assert!(board.text("note").contains("double step"), "{}", board.text("note"));
    board.ask(json!({ "do": "type", "text": "hello" }));
    assert!(board.text("note").contains("“hello”"), "{}", board.text("note"));
}

/// Plays random moves by clicks, and checks that each leads to what the rules say.
fn play_by_clicks(id: &str, plies: usize, seed: u64) -> Board {
    let loaded = LoadedVariant::new(variant(id)).unwrap();
    let (rules, names) = (loaded.rules(), loaded.variant());
    let mut game = PlayedGame::from(rules, rules.initial_position());
    let mut board = Board::setup(id);
    let mut dice = Dice(seed);
    for _ in 0..plies {
        let moves = game.moves();
        if moves.is_empty() || game.game_end().is_some() {
            assert!(game.game_end().is_none() || board.answer["end"] == true, "{id}");
            break;
        }
        let chosen = moves[dice.below(moves.len())];
        let text = print_move(names, rules, game.position(), &chosen);
        click(&mut board, &loaded, &chosen);
        if !board.choices().is_empty() {
            take_choice(&mut board, &loaded, &game, &moves, &chosen);
        }
        game.play(&chosen);
        let played = board.answer["moves"].as_array().unwrap().last().unwrap();
        assert_eq!(played.as_str().unwrap(), text, "{id}: {}", board.answer);
        let position = print_position(names, rules, game.position());
        assert_eq!(board.position_text(), position, "{id}: after {text}");
    }
    board
}

/// Clicks what the move names: the piece in hand or on its cell, and the target.
fn click(board: &mut Board, loaded: &LoadedVariant, found: &Move) {
    let target = match found.kind {
        MoveKind::Pass => {
            board.ask(json!({ "do": "pass" }));
            return;
        }
        MoveKind::Drop(piece) => {
            let names = loaded.variant();
            let piece = loaded.game().dropped_from(piece);
            let side = &names.sides[piece.side.index()].id;
            let piece = &names.face(piece.piece_type).id;
            let rows = board.answer["hands"].as_array().expect("a list of hands");
            let row = rows.iter().find(|row| row["side"] == **side).expect("a hand of the side");
            let mut shown = row["pieces"].as_array().expect("a list of pieces").iter();
            let is_enabled = |it: &Value| it["id"] == **piece && it["may"] == true;
            assert!(shown.any(is_enabled), "{side} {piece} cannot be chosen: {}", board.answer);
            board.ask(json!({ "do": "hand", "side": side, "piece": piece }));
            found.to
        }
        _ => {
            board.press(loaded.cell_name(found.from));
            match found.from == found.to {
                true => found.captures.iter().next().expect("it stays and captures"),
                false => found.to,
            }
        }
    };
    board.press(loaded.cell_name(target));
}

/// Takes the choice for the move among those that share its clicks.
fn take_choice(
    board: &mut Board,
    loaded: &LoadedVariant,
    game: &PlayedGame,
    moves: &[Move],
    found: &Move,
) {
    let count = board.choices().len();
    let labels: std::collections::BTreeSet<&str> = board.choices().into_iter().collect();
    assert_eq!(labels.len(), count, "each choice has a label of its own: {labels:?}");
    let mut others = moves.iter().filter(|other| {
        let is_on_board = |it: &Move| !matches!(it.kind, MoveKind::Drop(_) | MoveKind::Pass);
        let held = |it: &Move| match it.kind {
            MoveKind::Drop(piece) => Some(loaded.game().dropped_from(piece)),
            _ => None,
        };
        let same_kind = match (held(other), held(found)) {
            (None, None) => other.kind == found.kind || is_on_board(other) && is_on_board(found),
            (one, other) => one == other,
        };
        let same_piece = same_kind && other.from == found.from;
        let pressed = match found.from == found.to && !matches!(found.kind, MoveKind::Drop(_)) {
            true => other.captures.contains(found.captures.iter().next().unwrap()),
            false => other.to == found.to,
        };
        same_piece && pressed
    });
    let index = others.position(|other| other == found).unwrap_or_else(|| {
        let text = print_move(loaded.variant(), loaded.rules(), game.position(), found);
        panic!("{text} is not offered: {:?}", board.choices())
    });
    board.ask(json!({ "do": "choose", "index": index }));
}

#[test]
fn random_games_of_every_shipped_game_are_played_by_clicks() {
    for id in Shipped.ids().iter().filter(|id| *id != "armies-of-faith-1") {
        play_by_clicks(id, 16, 7);
    }
}

#[test]
fn a_captured_piece_is_transferred_where_its_owner_chooses() {
    let boards = (1..12).map(|seed| play_by_clicks("afterlife-chess", 40, seed));
    let has_transfer = |board: &Board| board.moves().contains('>');
    assert!(boards.into_iter().any(|board| has_transfer(&board)), "no game has a transfer");
}

#[test]
fn four_sides_move_in_turn() {
    let mut board = Board::setup("xiang-aikou");
    let sides = board.answer["sides"].as_array().unwrap().clone();
    assert_eq!(sides.len(), 4);
    for turn in 0..5 {
        let moves = board.answer["sides"].as_array().unwrap();
        let to_move = moves.iter().position(|side| side["moves"] == true);
        assert_eq!(to_move, Some(turn % 4));
        let movable = board.answer["movable"].as_array().unwrap();
        let index = movable.iter().position(|may| may == 1).unwrap();
        let name = board.labelled("")[index].split(',').next().unwrap().to_owned();
        board.press(&name);
        let target = board.labelled(", may ")[0].split(',').next().unwrap().to_owned();
        board.press(&target);
        if !board.choices().is_empty() {
            board.ask(json!({ "do": "choose", "index": 0 }));
        }
        assert_eq!(board.answer["shown"], turn + 1);
        let next = board.text("turn").to_owned();
        assert!(board.text("announcement").ends_with(&next), "{next}");
    }
}

/// A refusal exists exactly where no legal move leads, and blockers do block.
fn check_refusals(id: &str, plies: usize, samples: usize) {
    let loaded = LoadedVariant::new(variant(id)).unwrap();
    let rules = loaded.rules();
    let mut game = PlayedGame::from(rules, rules.initial_position());
    let mut dice = Dice::seeded(id);
    let cells: Vec<Cell> = loaded.layout().cells().collect();
    for _ in 0..plies {
        let moves = game.moves();
        if moves.is_empty() || game.game_end().is_some() {
            break;
        }
        let position = game.position();
        let occupied: Vec<Cell> = position.pieces().map(|(cell, _)| cell).collect();
        for _ in 0..samples {
            let from = occupied[dice.below(occupied.len())];
            let to = cells[dice.below(cells.len())];
            let is_legal = moves.iter().any(|found| {
                let is_drop = matches!(found.kind, MoveKind::Drop(_) | MoveKind::Pass);
                !is_drop && (found.from, found.to) == (from, to)
            });
            let refusal = loaded.refusal(position, from, to);
            let place = || format!("{id}: {} to {}", loaded.cell_name(from), loaded.cell_name(to));
            assert_eq!(refusal.is_none(), is_legal, "{}: {refusal:?}", place());
            let Some(refusal) = refusal else { continue };
            let words = refusal_words(&loaded, position, from, to, &refusal);
            assert!(words.ends_with('.') && words.len() > 10, "{}: {words}", place());
            if let Refusal::Blocked(by) = &refusal {
                assert!(!by.is_empty(), "{}: {words}", place());
                assert!(by.iter().all(|cell| occupied.contains(&cell)), "{}: {words}", place());
            }
            if let Refusal::Exposes { royals, by, .. } = &refusal {
                assert!(!royals.is_empty() && !by.is_empty(), "{}: {words}", place());
            }
        }
        let chosen = moves[dice.below(moves.len())];
        game.play(&chosen);
    }
}

#[test]
fn a_refusal_exists_exactly_where_no_legal_move_leads() {
    for id in Shipped.ids() {
        let is_large = loaded_cells(&id) > 200;
        check_refusals(&id, if is_large { 2 } else { 8 }, 6);
    }
}

fn loaded_cells(id: &str) -> usize {
    variant(id).game.layout.len()
}

#[test]
fn a_move_that_only_the_position_forbids_is_marked_and_explained() {
    let mut board = Board::position("chess", "white king e1, rook e2; black king a8, rook e8");
    board.press("e2");
    let barred = board.labelled(", not allowed now");
    assert_eq!(barred.len(), 7, "{barred:?}");
    assert!(barred.contains(&"d2, not allowed now"));
    let places: Vec<usize> = serde_json::from_value(board.answer["barred"].clone()).unwrap();
    let label = |place: usize| board.answer["labels"][place].as_str().unwrap();
    let labels: Vec<&str> = places.into_iter().map(label).collect();
    assert_eq!(labels, barred);
    assert_eq!(board.press("d2").text("note"), "The black Rook on e8 would attack the King on e1.");
    board.ask(json!({ "do": "cancel" }));
    assert_eq!(board.answer["barred"], json!([]));
}

#[test]
fn a_game_is_copied_as_pgn_where_it_has_one() {
    let mut board = Board::setup("chess");
    board.press("f2 f3 e7 e5 g2 g4 d8 h4");
    assert_eq!(board.answer["can"]["pgn"], true);
    let pgn = |board: &mut Board| -> Value {
        serde_json::from_str(&board.session.ask(r#"{"do":"pgn"}"#)).unwrap()
    };
    let text = "[Variant \"Chess\"]\n[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n";
    assert_eq!(pgn(&mut board)["pgn"], text);
    board.ask(json!({ "do": "go", "shown": 1 }));
    assert_eq!(pgn(&mut board)["pgn"], "[Variant \"Chess\"]\n[Result \"*\"]\n\n1. f3 *\n");
    for id in ["raumschach", "yang-aikou"] {
        let mut board = Board::setup(id);
        assert_eq!(board.answer["can"]["pgn"], false);
        assert_eq!(pgn(&mut board)["pgn"], "");
    }
}

/// Every move of random games is read back from its algebraic notation.
#[test]
fn algebraic_notation_is_read_as_it_is_written() {
    for id in ["chess", "crazyhouse", "shogi", "xiangqi", "glinski", "circular-chess"] {
        let loaded = LoadedVariant::new(variant(id)).unwrap();
        let mut dice = Dice(7);
        let mut position = loaded.rules().initial_position();
        for _ in 0..40 {
            let moves = loaded.rules().moves(&position);
            if moves.is_empty() {
                break;
            }
            let found = moves[dice.below(moves.len())];
            let text = algebraic(&loaded, &position, &found);
            let read = read_move(&loaded, &position, &text)
                .unwrap_or_else(|error| panic!("{id}: {text}: {error:?}"));
            assert_eq!(read, Some(found), "{id}: {text}");
            position = loaded.rules().after(&position, &found);
        }
    }
}

#[test]
fn a_refusal_names_the_places_that_a_rule_allows() {
    let soldier = "It makes this move only from ranks";
    for (plies, from, to, expected) in [
        (0, "a4", "b4", format!("The Soldier may not move from a4 to b4. {soldier} 6 to 10.")),
        (1, "a7", "b7", format!("The Soldier may not move from a7 to b7. {soldier} 1 to 5.")),
        (
            0,
            "d1",
            "c2",
            "The Advisor may not move from d1 to c2. It must stay in the palace.".into(),
        ),
    ] {
        let loaded = LoadedVariant::new(variant("xiangqi")).unwrap();
        let rules = loaded.rules();
        let cell = |name: &str| loaded.layout().find(name).expect("a cell");
        let (from, to) = (cell(from), cell(to));
        let mut position = rules.initial_position();
        for _ in 0..plies {
            let first = rules.moves(&position)[0];
            position = rules.after(&position, &first);
        }
        let refusal = loaded.refusal(&position, from, to).expect("the move is illegal");
        assert_eq!(refusal_words(&loaded, &position, from, to, &refusal), expected);
    }
}

#[test]
fn moves_are_listed_by_rounds_as_the_game_writes_them() {
    let list = |id: &str, moves: &str| {
        let moves: Vec<&str> = moves.split(' ').collect();
        let shows = json!({ "setup": {} });
        let board = Board::open_with(id, shows, json!({ "moves": moves }));
        let row = |row: &Value| {
            let number = row[0].as_u64().map_or(String::new(), |number| format!("{number}. "));
            format!("{number}{}", row[1].as_str().unwrap())
        };
        let rows = board.answer["listed"].as_array().unwrap();
        rows.iter().map(row).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(list("chess", "e2e4 d7d5 e4d5 d8d5"), "1. e4 d5 2. exd5 Qxd5");
    assert_eq!(list("chess", "f2f3 e7e5 g2g4 d8h4"), "1. f3 e5 2. g4 Qh4#");
    assert_eq!(list("raumschach", "Bc1-Dc3 Da5-Ad2"), "1. Bc1-Dc3 Da5xAd2");
}

/// A turn of a hundred parts, after which no side may be checkmated: all ways to finish it are more than
/// any machine tries. A browser has no other way to stop.
#[test]
fn a_board_with_too_much_work_says_so() {
    let rules = "format = 1\nname = \"S\"\nbased-on = \"chess\"\n\
                 [turn-parts]\nmove = { moves = \"own\", times = 100 }\n\
                 [restrictions.r]\nnever = \"gives checkmate\"\n[check]\ntested = \"end of turn\"\n";
    let chess = Shipped.get("chess").unwrap();
    let mut request = json!({
        "do": "open",
        "definitions": { "chess": chess.text(), "x": rules },
        "figure": { "variant": "x", "shows": { "position": { "position": "setup" } } },
        "id": "figure",
    });
    let mut session = PlaySession::default();
    let answer = session.ask(&request.to_string());
    assert!(answer.starts_with(r#"{"error":"too much work to show"#), "{answer}");
    assert_eq!(session.ask(r#"{"do":"turn"}"#), r#"{"error":"no board is open"}"#);
    // The next game is not concerned.
    request["figure"]["variant"] = "chess".into();
    assert!(session.ask(&request.to_string()).starts_with(r#"{"svg""#));
}
