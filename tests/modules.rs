//! The engines of boards and of the playground: the committed modules answer as the program does, pages
//! and their boards show the same, and nothing is larger than it may be.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread;
use std::time::Instant;

use fairybook::build::{STARTER_ID, starter_definition};
use fairybook::format::DefinitionSource;
use fairybook::play::PlaySession;
use fairybook::playground::PlaygroundSession;
use serde_json::{Map, Value, json};

use crate::dice::Dice;
use crate::scratch::scratch;
use crate::shipped::{Shipped, root};

/// The greatest sizes of scripts, in bytes.
const SIZES: [(&str, usize); 8] = [
    ("engine.js", 3_000),
    ("play.js", 14_000),
    ("play-board.js", 20_100),
    ("play-module.js", 760_000),
    ("playground.js", 22_300),
    ("playground-frame.js", 3_000),
    ("playground-worker.js", 3_000),
    ("playground-module.js", 1_840_000),
];

fn template(name: &str) -> String {
    fs::read_to_string(root().join("templates").join(name)).unwrap()
}

/// The module that a script of `templates` packs.
fn module_bytes(name: &str) -> Vec<u8> {
    let script = template(name);
    let mut parts = script.split('"').skip(1);
    let (letters, size) = (parts.next().unwrap(), parts.next().unwrap());
    let size: usize = size.trim_matches([',', ' ', ')', ';', '\n']).parse().unwrap();
    // Seven bits a letter; one above 127 has also those of a letter that no string can have.
    let forbidden = [0, 10, 13, 34, 92];
    let values = letters.chars().map(u32::from).flat_map(|letter| {
        let before = (letter > 127).then(|| forbidden[(letter >> 7) as usize - 1]);
        before.into_iter().chain([letter & 127])
    });
    let (mut packed, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for value in values {
        (bits, count) = (bits << 7 | value, count + 7);
        if count >= 8 {
            count -= 8;
            packed.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    packed.truncate(size);
    let mut module = Vec::new();
    flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut module).unwrap();
    module
}

/// Gives requests to a committed module in Node, whose engine is that of browsers, and compares its
/// answers with those of the program. The module answers while `play` goes on.
///
/// `play` gets a function that takes a request, the answer of the program and whether the module
/// begins anew. `shared` is what both answers say. Without Node nothing is compared, aloud.
fn compare_in_node(
    script: &str,
    shared: fn(&str) -> String,
    play: impl FnOnce(&mut dyn FnMut(&str, &str, bool)),
) {
    let wasm = scratch(script).join("module.wasm");
    fs::write(&wasm, module_bytes(script)).unwrap();
    let mut node = Command::new("node");
    node.arg(root().join(".ci/answers.cjs")).arg(wasm);
    let Ok(mut node) = node.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        // What a test prints by macro is kept from a reader as long as it passes.
        let why = "no node here; the committed modules are compared with nothing";
        let _ = writeln!(std::io::stderr(), "SKIPPED: {why}");
        return;
    };
    let mut input = node.stdin.take().unwrap();
    let answers = BufReader::new(node.stdout.take().unwrap()).lines();
    let (send, wanted) = sync_channel::<(String, String)>(50);
    let checker = thread::spawn(move || {
        let mut count = 0;
        for ((asked, answer), found) in wanted.iter().zip(answers) {
            let same = shared(&found.unwrap()) == shared(&answer);
            assert!(same, "{asked} has another answer; run .ci/modules");
            count += 1;
        }
        count
    });
    let mut asked = 0;
    play(&mut |request, answer, begins| {
        let kind = if begins { "open" } else { "ask" };
        writeln!(input, "{{\"{kind}\":{request}}}").expect("node answers");
        let sent = send.send((request.to_owned(), answer.to_owned()));
        sent.expect("all answers were the same so far");
        asked += 1;
    });
    drop((input, send));
    assert_eq!(checker.join().expect("all answers are the same"), asked);
    assert!(node.wait().unwrap().success());
}

#[test]
fn the_scripts_are_small_and_hold_no_path_of_a_machine() {
    for (name, most) in SIZES {
        let size = template(name).len();
        assert!(size <= most, "{name} has {size} bytes, more than {most}");
    }
    for name in ["play-module.js", "playground-module.js"] {
        let module = module_bytes(name);
        let holds = |text: &str| module.windows(text.len()).any(|part| part == text.as_bytes());
        for text in ["/home/", "/root/", "/Users/", ".cargo/registry", "fairybook.module("] {
            assert!(!holds(text), "{name} holds `{text}`");
        }
    }
}

fn definitions() -> Map<String, Value> {
    let ids = Shipped.ids().into_iter();
    ids.map(|id| (id.clone(), Shipped.get(&id).unwrap().text().into())).collect()
}

/// Opens a game and makes random clicks. `check` gets each request and the answer of the program.
fn play(id: &str, clicks: usize, seed: u64, mut check: impl FnMut(&str, &str)) {
    let mut native = PlaySession::default();
    let mut dice = Dice(seed);
    let mut ask = |request: Value| -> Value {
        let request = request.to_string();
        let answer = native.ask(&request);
        check(&request, &answer);
        serde_json::from_str(&answer).unwrap()
    };
    let figure = json!({ "variant": id, "shows": { "setup": {} } });
    let open = json!({ "do": "open", "definitions": definitions(), "figure": figure, "id": "x" });
    let mut answer = ask(open);
    for _ in 0..clicks {
        let labels = answer["labels"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let movable = answer["movable"].as_array().unwrap();
        let is_target = |label: &Value| label.as_str().unwrap().contains(", may ");
        let choices = answer["choices"].as_array().unwrap().len();
        let chosen = answer["chosen"].is_u64();
        let wanted: Vec<usize> = (0..labels.len())
            .filter(|&cell| if chosen { is_target(&labels[cell]) } else { movable[cell] == 1 })
            .collect();
        let request = match (choices, wanted.len()) {
            (1.., _) => json!({ "do": "choose", "index": dice.below(choices) }),
            (0, 0) => json!({ "do": "go", "shown": 0 }),
            // Now and then any cell, which may be forbidden.
            (0, count) => {
                let any = dice.once_in(5);
                let cell = if any { dice.below(labels.len()) } else { wanted[dice.below(count)] };
                let name = labels[cell].as_str().unwrap().split(',').next().unwrap();
                json!({ "do": "press", "cell": name })
            }
        };
        answer = ask(request);
    }
    ask(json!({ "do": "position" }));
}

fn compare_all(ids: impl Iterator<Item = String>, games: u64, clicks: usize) {
    compare_in_node("play-module.js", str::to_owned, |check| {
        for id in ids {
            let start = Instant::now();
            for seed in 1..=games {
                play(&id, clicks, seed, |request, answer| {
                    check(request, answer, request.contains("\"do\":\"open\""));
                });
            }
            eprintln!("{id}: {games} games in {:.0} s", start.elapsed().as_secs_f64());
        }
    });
}

#[test]
fn the_committed_module_answers_as_the_program_does() {
    let games = ["chess", "glinski", "shogi", "afterlife-chess"].map(str::to_owned);
    compare_all(games.into_iter(), 1, 12);
    // An engine that is older than a mechanism does not read its games.
    compare_all(Shipped.ids().into_iter(), 1, 1);
}

/// Without the links to PNG files, which the native program alone draws.
fn without_png(answer: &str) -> String {
    let text = answer.split("PNG</a>").map(|part| match part.rfind("<a href=") {
        Some(link) if part.ends_with("download>") => {
            part[..link].trim_end().trim_end_matches(',').trim_end_matches(" or")
        }
        _ => part,
    });
    text.collect()
}

#[test]
fn the_committed_playground_answers_as_the_program_does() {
    compare_in_node("playground-module.js", without_png, |check| {
        let mut native = PlaygroundSession::default();
        let mut ask = |request: Value| {
            let (text, begins) = (request.to_string(), request["do"] == "start");
            let answer = native.ask(&text);
            check(&text, &answer, begins);
            serde_json::from_str::<Value>(&answer).unwrap()
        };
        let game = |act: &str, definition: String, page: &str| json!({ "do": act, "id": STARTER_ID, "definition": definition, "page": page });
        ask(json!({ "do": "start", "dress": "letter", "definitions": { "a": "" } }));
        let page = "+++\ntitle = \"A\"\nvariant = \"my-game\"\n+++\n```moves\npiece = \"guard\"\nat = \"d4\"\n```\n";
        let built = ask(game("build", starter_definition(STARTER_ID), page));
        assert!(built["html"].is_string() && built["diagnostics"] == json!([]), "{built}");
        assert!(ask(json!({ "do": "picture", "name": "guard-d4.svg" }))["svg"].is_string());
        // All that pages of the book are written with.
        for id in ["chess", "armies-of-faith-1"] {
            let read =
                |end| fs::read_to_string(root().join(format!("content/variants/{id}.{end}")));
            let variant = |id| format!("variant = \"{id}\"");
            let page = read("md").unwrap().replace(&variant(id), &variant(STARTER_ID));
            ask(game("build", read("toml").unwrap(), &page));
        }
        let wrong = starter_definition(STARTER_ID).replace("\"WF\"", "\"WÉ\"");
        let built = ask(game("build", wrong.clone(), page));
        assert_eq!(built["diagnostics"][0]["part"], "definition", "{built}");
        assert!(ask(game("folder", wrong, page))["bytes"].is_array());
    });
}

#[test]
#[ignore = "takes minutes: .ci/long boards"]
fn the_committed_module_answers_as_the_program_does_in_all_games() {
    compare_all(Shipped.ids().into_iter(), 5, 60);
}

/// The number in an environment variable, or another one.
fn number_of(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().expect("it is a number"))
}

#[test]
#[ignore = "takes an hour: .ci/long boards"]
fn the_committed_module_answers_in_node_as_the_program_does_in_200_games_of_each() {
    let (games, clicks) = (number_of("GAMES", 200), number_of("CLICKS", 24) as usize);
    compare_all(Shipped.ids().into_iter(), games, clicks);
}

/// The HTML of the drawing of a figure, with its board, which stands once on the page; `None` for a board
/// that is on the page only once it is asked for.
fn drawing(html: &str, id: &str) -> Option<String> {
    let part = |from: usize, start: &str, end: &str| {
        let start = from + html[from..].find(start).unwrap();
        &html[start..start + html[start..].find(end).unwrap() + end.len()]
    };
    let figure = html.find(&format!(" id=\"{id}\" data-board>"))?;
    let svg = part(figure, "<svg", "</svg>");
    let Some((before, rest)) = svg.split_once("<use href=\"#board-") else {
        return Some(svg.to_owned());
    };
    let (number, after) = rest.split_once("\"/>").unwrap();
    let tag = format!("<g id=\"board-{number}\">");
    let next = format!("</g><g id=\"board-{}\">", number.parse::<usize>().unwrap() + 1);
    let board = html.split_once(&tag).unwrap().1;
    let end = board.find(&next).or_else(|| board.find("</g></defs></svg>")).unwrap();
    Some(format!("{before}{}{after}", &board[..end]))
}

/// A drawing without its definitions, and these: those of a board on the page have its name.
fn parts_of(svg: &str, id: &str) -> (String, BTreeSet<String>) {
    let mut drawing = svg.to_owned();
    for number in 1..30 {
        drawing = drawing.replace(&format!("board-{number}-"), &format!("{id}-"));
    }
    let mut definitions = BTreeSet::new();
    while let Some((before, rest)) = drawing.split_once("<defs>") {
        let (inside, after) = rest.split_once("</defs>").unwrap();
        definitions.extend(inside.split("<g id=").map(str::to_owned));
        drawing = format!("{before}{after}");
    }
    (drawing, definitions)
}

/// Opens every board of a page of the shipped site.
fn open_boards(page: &Path) -> usize {
    let html = fs::read_to_string(page).unwrap();
    let Some((_, data)) = html.split_once("class=\"boards\">") else { return 0 };
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let figures = data["figures"].as_object().unwrap();
    for (id, figure) in figures {
        let request = json!({
            "do": "open",
            "definitions": data["definitions"],
            "dress": data["dress"],
            "figure": figure,
            "id": id,
        });
        let answer: Value =
            serde_json::from_str(&PlaySession::default().ask(&request.to_string())).unwrap();
        let svg = answer["svg"].as_str().unwrap_or_else(|| panic!("{page:?} {id}: {answer}"));
        // Pages have typographic apostrophes in all texts.
        let straight = |text: &str| text.replace('’', "'");
        // What is seen of several boards at first is less than what is played on.
        let is_part = id == "start" && html.contains("class=\"levels\"");
        if let Some(drawn) = drawing(&html, id).filter(|_| !is_part) {
            assert_eq!(
                parts_of(&straight(svg), id),
                parts_of(&straight(&drawn), id),
                "{page:?}, {id}"
            );
        }
    }
    figures.len()
}

fn check_pages(is_wanted: impl Fn(&str) -> bool) -> usize {
    let pages = fs::read_dir(root().join("site")).unwrap();
    let folders = pages.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let wanted = folders.filter(|name| is_wanted(name));
    let files = wanted.map(|name| root().join("site").join(name).join("index.html"));
    files.filter(|file| file.exists()).map(|file| open_boards(&file)).sum()
}

#[test]
fn the_first_picture_of_a_board_is_that_of_its_page() {
    let names = ["chess", "glinski", "raumschach", "shogi", "circular-chess", "afterlife-chess"];
    let more = ["errata", "gallery", "xiang-aikou", "infantry-chess"];
    let is_wanted = |name: &str| names.contains(&name) || more.contains(&name);
    assert!(check_pages(is_wanted) > 80);
}

#[test]
#[ignore = "takes a minute: .ci/long boards"]
fn the_first_picture_of_a_board_is_that_of_its_page_in_the_whole_site() {
    assert!(check_pages(|_| true) > 380);
}
