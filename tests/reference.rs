//! The reference: every word that authors write is in it, with an example that runs, and the pages
//! of the manual are what the program prints.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use fairybook::book::{BLOCKS, PAGE_KEYS, SETTINGS_KEYS, Settings, template_infos};
use fairybook::build::{Options, build};
use fairybook::format::{GAME, Section, ValueKind, shipped_ids};
use fairybook::game_text::{parse_position, print_position};
use fairybook::manual::{TOPICS, topic};
use fairybook::query::{LoadedVariant, Verdict};
use fairybook::source::{Code, Diagnostics, SourceFile, render};
use fairybook::toml_text::{KeyInfo, KeyInfoValue};
use serde_json::Value;

use crate::cli::{fairybook, words};
use crate::scratch::scratch;
use crate::shipped::{definition, root};

/// The lines of a block with an example in it: the lines of the example replace those of its keys.
fn with_example(usual: &str, example: &str) -> String {
    let key = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let written: Vec<String> = example.lines().map(key).collect();
    let is_usual = |line: &&str| !written.contains(&key(line));
    usual.lines().filter(is_usual).chain(example.lines()).map(|line| format!("{line}\n")).collect()
}

fn errors(files: &[(String, String)]) -> Vec<String> {
    let files: BTreeMap<String, Vec<u8>> =
        files.iter().map(|(path, text)| (path.clone(), text.as_bytes().to_vec())).collect();
    let output = build(&files, Options { drafts: true, ..Options::default() });
    output.diagnostics.iter().map(|error| render(error, false)).collect()
}

/// An example of a key has the key, and a choice has an example for each of its words.
fn examples(key: &KeyInfo) -> Vec<String> {
    assert!(
        !key.meaning.is_empty() && key.example.contains(&format!("{} = ", key.name)),
        "{key:?}"
    );
    match &key.value {
        KeyInfoValue::OneOf(words) => {
            words.iter().map(|word| format!("{} = \"{word}\"", key.name)).collect()
        }
        _ => vec![key.example.clone()],
    }
}

#[test]
fn every_key_of_a_block_has_an_example_that_runs() {
    let mut page = String::from(
        "+++\ntitle = \"All keys\"\nvariant = \"chess\"\ntags = \"hexagons\"\ngroup = \"Larger boards\"\n+++\n",
    );
    let mut count = 0;
    for block in BLOCKS.iter() {
        for key in &block.keys {
            // Such a block needs a game of its own.
            if block.example.contains("variant") && matches!(&*key.name, "variant" | "setup") {
                continue;
            }
            for example in examples(key) {
                let mut lines = with_example(&block.example, &example);
                // A row has a first block, and one piece of text is one picture.
                if key.name == "place" && example.contains("beside") {
                    page += &format!("\n```{}\n{}```\n", block.word, block.example);
                }
                // Files of one name would be one file.
                if key.name == "name" {
                    lines = lines.replace("my-diagram", &format!("my-{}", block.word));
                }
                page += &format!("\n```{}\n{lines}```\n", block.word);
                count += 1;
            }
        }
    }
    assert!(count > 60, "{count}");
    let found = errors(&[("content/all.md".to_owned(), page)]);
    assert!(found.is_empty(), "{}", found.join("\n\n"));
}

#[test]
fn every_form_of_text_has_an_example_that_runs() {
    let part = topic("blocks").unwrap().parts.into_iter().find(|part| part.heading == "Text");
    let entries = part.unwrap().entries;
    assert!(entries.len() >= 10);
    for entry in entries {
        let page = format!("+++\ntitle = \"A\"\n+++\n{}\n", entry.example);
        let picture = ("content/set.png".to_owned(), String::new());
        let found = errors(&[("content/a.md".to_owned(), page.clone()), picture]);
        assert!(found.is_empty(), "{page}{}", found.join("\n"));
    }
}

#[test]
fn every_key_of_the_head_of_a_page_has_an_example_that_runs() {
    for key in PAGE_KEYS.iter() {
        for example in examples(key) {
            let head = with_example("title = \"A\"", &example);
            // The figure `bede-d5`, which a cover can be, and a use of the position.
            let figure =
                "```moves\nvariant = \"different-armies\"\npiece = \"bede\"\nat = \"d5\"\n```";
            let uses_position = head.contains("positions");
            let claims = if uses_position { "```claims\ncheck in mate\n```\n" } else { "" };
            let page = format!("+++\n{head}+++\n{figure}\n{claims}");
            let found = errors(&[("content/a.md".to_owned(), page.clone())]);
            assert!(found.is_empty(), "{page}{}", found.join("\n"));
        }
    }
}

#[test]
fn every_setting_has_an_example_that_runs() {
    for key in SETTINGS_KEYS.iter() {
        for example in examples(key) {
            let mut diagnostics = Diagnostics::default();
            let file = SourceFile::new("fairybook.toml", format!("{example}\n"));
            let settings = Settings::read(&file, &mut diagnostics);
            assert!(diagnostics.is_empty(), "{example}: {diagnostics:?}");
            let is_usual = settings == Settings::default();
            assert!(!is_usual || matches!(key.value, KeyInfoValue::OneOf(_)), "{example}");
        }
    }
}

/// The heading of the parts of positions.
const FIELDS: &str = "Parts of a FEN";

#[test]
fn every_part_of_the_language_of_claims_has_an_example_that_holds() {
    let chess = LoadedVariant::new(definition("chess").variant(None).unwrap()).unwrap();
    let claims = topic("claims").expect("a topic of the reference");
    let of_claims = claims.parts.iter().filter(|part| part.heading != FIELDS);
    for entry in of_claims.flat_map(|part| &part.entries) {
        let verdict = fairybook::claim::check_claim(&entry.example, &chess);
        assert!(matches!(verdict, Ok(Verdict::Agree)), "{}: {verdict:?}", entry.form);
    }
}

/// Each example of its own in the table of the format.
#[test]
fn examples_of_the_definition_format_are_sound() {
    fn add(section: &Section, examples: &mut BTreeSet<String>) {
        for key in &section.keys {
            examples.extend(key.example.clone());
            match &key.value {
                ValueKind::Table(inner) | ValueKind::Named(inner) | ValueKind::List(inner)
                    if key.name != "setups" =>
                {
                    add(inner, examples);
                }
                _ => {}
            }
        }
    }
    let mut examples = BTreeSet::new();
    add(&GAME, &mut examples);
    assert!(examples.len() > 5, "{examples:?}");
    for example in examples {
        let text = format!("format = 1\nname = \"A\"\nbased-on = \"chess\"\n\n{example}\n");
        let file = SourceFile::new("a.toml", text);
        let (found, diagnostics) = fairybook::variant::load(&file, "a", &crate::shipped::Shipped);
        let messages: Vec<String> = diagnostics.iter().map(|it| render(it, false)).collect();
        assert!(found.is_some() && messages.is_empty(), "{example}\n{}", messages.join("\n"));
    }
}

#[test]
fn every_key_of_definitions_is_in_the_reference_with_an_example() {
    fn add(section: &Section, keys: &mut BTreeSet<String>) {
        for key in &section.keys {
            let is_new = keys.insert(format!("{}: {}", section.about, key.name));
            match &key.value {
                ValueKind::Table(inner) | ValueKind::Named(inner) | ValueKind::List(inner)
                    if is_new && key.name != "setups" =>
                {
                    add(inner, keys);
                }
                _ => {}
            }
        }
    }
    let mut missing = BTreeSet::new();
    add(&GAME, &mut missing);
    let mut without_example = Vec::new();
    for part in topic("definitions").unwrap().parts {
        for entry in part.entries {
            let about = part.intro.trim_end_matches('.');
            missing.retain(|key| !key.eq_ignore_ascii_case(&format!("{about}: {}", entry.form)));
            if entry.example.is_empty() {
                without_example.push(format!("{} {}", part.heading, entry.form));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
    assert!(without_example.is_empty(), "{without_example:#?}");
}

/// The variables that templates get, and those of the reference, are the same.
#[test]
fn every_variable_of_a_template_is_in_the_reference() {
    let mut files: Vec<(String, String)> = Vec::new();
    let infos = template_infos();
    let parts = topic("templates").unwrap().parts;
    // Each template prints the names of what it gets.
    for name in infos.iter().flat_map(|info| &info.templates) {
        let optional = "{% if body is defined %}{{ body | safe }}{% endif %}\
                        {% if checked is defined %}{{ checked | safe }}{% endif %}\
                        {% if gallery is defined %}{{ gallery | safe }}{% endif %}";
        // And it is made of the examples of the reference.
        let is_of =
            |part: &&fairybook::manual::TopicPart| part.heading.contains(&format!("`{name}`"));
        let part = parts.iter().find(is_of).unwrap_or_else(|| panic!("{name} has no part"));
        let examples: String = part.entries.iter().map(|it| it.example.clone() + "\n").collect();
        assert!(part.entries.iter().all(|it| it.example.contains(&it.form)), "{name}");
        let text = format!(
            "BEGIN {name} {{% for key, value in __tera_context %}}{{{{ key }}}} {{% endfor %}}END{optional}{examples}"
        );
        files.push((format!("templates/{name}"), text));
    }
    let page = "+++\ntitle = \"A\"\nvariant = \"different-armies\"\naliases = \"old\"\n+++\n\
                [two](<claim: sides is 2>)\n\n```moves\npiece = \"bede\"\nat = \"d4\"\n```\n\n```pieces\n```\n\n\
                ```piece\npiece = \"bede\"\n```\n\n```armies\n```\n\n```rules\n```\n\n```list\n```\n\n```certainty\n```\n\n```gallery\nof = \"armies\"\n```\n\n\
                ```game\nmoves = \"1. e3 e6\"\n```\n";
    files.push(("content/a.md".to_owned(), page.to_owned()));
    let files: BTreeMap<String, Vec<u8>> =
        files.into_iter().map(|(path, text)| (path, text.into_bytes())).collect();
    let output = build(&files, Options { served: true, with_errors: true, ..Options::default() });
    let site: String = output
        .site
        .iter()
        .filter(|(path, _)| path.ends_with(".html"))
        .map(|(_, bytes)| String::from_utf8_lossy(bytes))
        .collect();
    let messages: Vec<String> = output.diagnostics.iter().map(|it| render(it, false)).collect();
    // The parts of a page are in it twice, with their anchors.
    let is_broken = |it: &&fairybook::source::Diagnostic| it.code == Code::Template;
    assert!(output.diagnostics.iter().find(is_broken).is_none(), "{}", messages.join("\n"));
    for info in infos {
        for name in &info.templates {
            let known: BTreeSet<&str> =
                info.variables.iter().map(|(name, _)| name.as_str()).collect();
            let begin = format!("BEGIN {name} ");
            let printed =
                site.split(&begin).nth(1).unwrap_or_else(|| panic!("{name}: {messages:?}"));
            let names = printed.split("END").next().unwrap_or_default();
            let found: BTreeSet<&str> = names.split_whitespace().collect();
            assert_eq!(found, known, "{name}");
        }
    }
}

/// The commands of the reference, each run in a book of its own order.
#[test]
fn every_example_of_a_command_runs() {
    let folder = scratch("examples");
    let book = folder.join("my-book");
    fs::write(folder.join("rules.html"), "<div data-fen='8/8/8/8/8/8/8/7K'></div>").unwrap();
    let examples = fs::read_to_string(root().join("src/program/cli/help/examples.txt")).unwrap();
    for line in examples.lines() {
        // These go on until they are ended, or need a program that is not everywhere.
        let elsewhere = [" serve", "--watch", "--engine", "--check-links"];
        if elsewhere.into_iter().any(|part| line.contains(part)) {
            continue;
        }
        let words = words(line.strip_prefix("fairybook ").unwrap());
        let here = if line.contains("new book") { &folder } else { &book };
        let output = fairybook(here, &words);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{line}\n{error}");
        if line.contains("new book") {
            fs::copy(folder.join("rules.html"), book.join("rules.html")).unwrap();
            let variants = "[mini-chess:chess]\nmaxRank = 6\nmaxFile = 6\n\
                            startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1\n\
                            doubleStep = false\ncastling = false\n";
            fs::write(book.join("variants.ini"), variants).unwrap();
            let game = "<div class='idiagram'>\nking:K:K::e1\n</div>";
            fs::write(book.join("old-game.html"), game).unwrap();
        }
    }
}

/// The pages of the reference are what `fairybook help TOPIC --format markdown` prints.
#[test]
fn the_reference_of_the_manual_is_up_to_date() {
    let mut stale = Vec::new();
    for word in TOPICS.into_iter().map(|(word, _)| word).chain(["commands"]) {
        let output = fairybook(root(), &words(&format!("help {word} --format markdown")));
        let now = String::from_utf8(output.stdout).unwrap();
        assert!(now.starts_with("+++\n"), "{word}: {now}");
        let path = root().join(format!("content/manual/{word}.md"));
        if fs::read_to_string(&path).unwrap_or_default() == now {
            continue;
        }
        if std::env::var_os("UPDATE").is_some() {
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, now).unwrap();
        } else {
            stale.push(word);
        }
    }
    assert!(stale.is_empty(), "{stale:?}: UPDATE=1 writes the pages anew");
}

/// Adds the keys of a JSON document, and of all that is in it. In `divide` the keys are moves.
fn add_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            for (key, value) in map {
                keys.insert(key.clone());
                if key != "divide" {
                    add_keys(value, keys);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| add_keys(value, keys)),
        _ => {}
    }
}

/// The documents are those of the cases of the command line, and those that the page itself shows.
#[test]
fn every_key_of_a_json_document_is_in_the_manual() {
    let page = fs::read_to_string(root().join("content/manual/json.md")).unwrap();
    let mut texts = vec![page.clone()];
    for entry in fs::read_dir(root().join("tests/data/cli")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "case") {
            texts.push(fs::read_to_string(path).unwrap());
        }
    }
    let mut keys = BTreeSet::new();
    for line in texts.iter().flat_map(|text| text.lines()) {
        let line = line.strip_prefix("| ").unwrap_or(line);
        if line.starts_with("{\"format\":1") {
            add_keys(&serde_json::from_str(line).unwrap(), &mut keys);
        }
    }
    assert!(keys.len() > 80, "{keys:?}");
    keys.retain(|key| !page.contains(&format!("`{key}`")));
    assert!(keys.is_empty(), "{keys:?} are not in the manual");
}

#[test]
fn each_part_of_a_fen_is_read_in_a_shipped_game() {
    let topic = topic("claims").unwrap();
    let part = topic.parts.iter().find(|part| part.heading == FIELDS).unwrap();
    let mut unread: Vec<&str> = part.entries.iter().map(|it| &*it.example).collect();
    unread.retain(|example| example.contains(['=', '+']));
    assert!(unread.len() > 10, "{unread:?}");
    // The last one has conditions that wait for a turn.
    for (id, setup) in shipped_ids().map(|id| (id, None)).chain([("endings", Some("bare"))]) {
        let game = LoadedVariant::new(definition(id).variant(setup).unwrap()).unwrap();
        let (variant, rules) = (game.variant(), game.rules());
        let initial = print_position(variant, rules, &rules.initial_position());
        let is_unread =
            |field: &&str| parse_position(variant, rules, &format!("{initial} {field}")).is_err();
        unread.retain(is_unread);
    }
    assert!(unread.is_empty(), "no game reads {unread:?}");
}
