//! Pages: what is read, what is refused and in which words, and how they look in other
//! renderers of Markdown.

use std::fs;
use std::path::{Path, PathBuf};

use fairybook::book::Page;
use fairybook::source::{Diagnostics, SourceFile, render};

fn files_in(folder: &str, ending: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|found| found == ending));
    files.sort();
    files
}

/// Each page of `tests/data/books/pages` has its mistakes; the messages stand beside it.
#[test]
fn mistakes_in_pages_have_these_messages() {
    let mut wrong = Vec::new();
    for path in files_in("tests/data/books/pages", "md") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        let mut complaints = Diagnostics::default();
        Page::read(&SourceFile::new(format!("content/{name}"), text), &mut complaints);
        let told: Vec<String> = complaints.iter().map(|told| render(told, false)).collect();
        let told = told.join("\n\n") + "\n";
        let expected = path.with_extension("txt");
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&expected, &told).unwrap();
        } else if fs::read_to_string(&expected).unwrap_or_default() != told {
            wrong.push(format!("{name}:\n{told}"));
        }
    }
    assert!(wrong.is_empty(), "{}\nUPDATE=1 writes the messages anew", wrong.join("\n"));
}

/// A page must read well in any renderer of CommonMark.
#[test]
fn pages_are_readable_in_any_renderer_of_markdown() {
    let mut pages = files_in("content", "md");
    let about_games = files_in("content/variants", "md");
    assert!(!pages.is_empty() && !about_games.is_empty());
    pages.extend(about_games);
    for path in pages {
        let text = fs::read_to_string(&path).unwrap();
        let body = text.splitn(3, "+++").nth(2).unwrap();
        let mut html = String::new();
        pulldown_cmark::html::push_html(&mut html, pulldown_cmark::Parser::new(body));
        let words = words_of(&html);
        for sign in
            ["claim:", "refuted:", "derived:", "by analogy:", "reconstructed:", "](", "<span"]
        {
            assert!(!words.contains(sign), "{path:?} shows `{sign}` to a plain reader:\n{words}");
        }
        assert!(!html.contains("<script"), "{path:?}");
    }
}

/// What a reader sees of HTML, code blocks aside.
fn words_of(html: &str) -> String {
    let mut words = String::new();
    for part in html.split('<') {
        let (tag, text) = part.split_once('>').unwrap_or(("", part));
        if !tag.starts_with("code") {
            words.push_str(text);
        }
    }
    words
}

#[test]
fn two_builds_of_one_book_are_the_same_bytes() {
    let [built, again] =
        [(); 2].map(|()| fairybook::build::build(&book("small"), Default::default()));
    assert!(built.has_no_errors() && built.site == again.site);
}

fn book(name: &str) -> std::collections::BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/books").join(name);
    let (files, complaints) = fairybook::world::read_book(&root);
    assert!(complaints.is_empty(), "{complaints:?}");
    files
}

#[test]
fn a_small_book_becomes_these_files() {
    let built = fairybook::build::build(&book("small"), Default::default());
    let told: Vec<String> = built.diagnostics.iter().map(|told| render(told, false)).collect();
    assert!(built.diagnostics.is_empty(), "{}", told.join("\n\n"));
    let files: Vec<&str> = built.site.keys().map(String::as_str).collect();
    assert_eq!(
        files,
        [
            "404.html",
            "assets/engine.js",
            "assets/fairybook.css",
            "assets/fairybook.js",
            "assets/fonts/inter-OFL.txt",
            "assets/fonts/inter-semibold.woff2",
            "assets/fonts/inter.woff2",
            "assets/fonts/literata-OFL.txt",
            "assets/fonts/literata-italic.woff2",
            "assets/fonts/literata.woff2",
            "assets/icon.svg",
            "assets/licences.txt",
            "assets/play-board.js",
            "assets/play-module.js",
            "assets/play.js",
            "assets/search-index.js",
            "assets/search.js",
            "index.html",
            "notes/index.html",
            "old-notes/index.html",
            "robots.txt",
            "sitemap.xml",
            "tiny/board.html",
            "tiny/card.png",
            "tiny/cover-dark.svg",
            "tiny/cover.svg",
            "tiny/index.html",
            "tiny/prancer-c3-2.png",
            "tiny/prancer-c3-2.svg",
            "tiny/prancer-c3.png",
            "tiny/prancer-c3.svg",
            "tiny/rule-sheet.html",
            "tiny/setup.png",
            "tiny/setup.svg",
        ]
    );
    assert_eq!(
        (built.counts.pages, built.counts.diagrams, built.report.comparisons.len()),
        (3, 3, 3)
    );
    assert!(built.report.has_no_disagreement());
}

#[test]
fn what_authors_type_is_text_and_never_a_tag() {
    let built = fairybook::build::build(&book("small"), Default::default());
    let page = std::str::from_utf8(&built.site["tiny/index.html"]).unwrap();
    assert!(page.contains("A <em>Prancer</em> &lt;b&gt;in the middle&lt;/b&gt;."), "{page}");
    for (path, bytes) in built.site.iter().filter(|(path, _)| path.ends_with(".html")) {
        let html = std::str::from_utf8(bytes).unwrap();
        for sign in
            ["<game>", "style=\"", "onclick", "javascript:", env!("CARGO_MANIFEST_DIR"), "file://"]
        {
            assert!(!html.contains(sign), "{path} holds `{sign}`");
        }
        let scripts = html.matches("<script").count();
        let of_files = html.matches("<script src=\"").count();
        // Browsers do not run them.
        let of_data = ["application/json", "application/ld+json"];
        let data: usize = of_data
            .iter()
            .map(|kind| html.matches(&format!("<script type=\"{kind}\"")).count())
            .sum();
        assert_eq!(scripts, of_files + data, "{path}");
    }
}

/// A book of one page with these texts, and chess from the book that ships with the program.
fn book_with_chess(pages: &[(&str, &str)]) -> std::collections::BTreeMap<String, Vec<u8>> {
    let chess = include_bytes!("../content/variants/chess.toml");
    let mut files: std::collections::BTreeMap<String, Vec<u8>> =
        [("content/variants/chess.toml".to_owned(), chess.to_vec())].into();
    for (path, text) in pages {
        let text = if path.ends_with(".md") {
            format!("+++\ntitle = \"T\"\n+++\n{text}")
        } else {
            (*text).to_owned()
        };
        files.insert((*path).to_owned(), text.into_bytes());
    }
    files
}

const CLAIM: &str = "A Knight [has two moves](<claim of chess: count(moves(knight, a1)) is 2>).\n";

#[test]
fn claims_may_be_on_the_landing_page_and_in_templates_without_their_list() {
    let built = fairybook::build::build(
        &book_with_chess(&[("content/index.md", CLAIM)]),
        Default::default(),
    );
    assert!(built.diagnostics.is_empty(), "{:#?}", built.diagnostics);
    let page = std::str::from_utf8(&built.site["index.html"]).unwrap();
    assert!(page.contains("data-check=\"claim-1\"") && page.contains("id=\"claim-1\""), "{page}");
    let own = [("content/index.md", CLAIM), ("templates/index.html", "<p>{{ body | safe }}</p>")];
    let built = fairybook::build::build(&book_with_chess(&own), Default::default());
    assert!(built.diagnostics.is_empty(), "{:#?}", built.diagnostics);
    let page = std::str::from_utf8(&built.site["index.html"]).unwrap();
    assert!(!page.contains("id=\"claim-1") && page.contains("class=\"claim agree\""), "{page}");
}

#[test]
fn every_page_has_a_policy() {
    let page = "+++\ntitle = \"A\"\naliases = \"old\"\n+++\n".to_owned();
    let mut files =
        book_with_chess(&[("content/index.md", ""), ("templates/404.html", "<p>gone</p>")]);
    files.insert("content/a.md".to_owned(), page.into_bytes());
    let built = fairybook::build::build(&files, Default::default());
    let html = built.site.iter().filter(|(path, _)| path.ends_with(".html"));
    let pages: Vec<_> = html.collect();
    assert!(pages.len() >= 4, "{:#?}", built.diagnostics);
    for (path, bytes) in pages {
        let text = std::str::from_utf8(bytes).unwrap();
        assert_eq!(text.matches("http-equiv=\"Content-Security-Policy\"").count(), 1, "{path}");
    }
}

#[test]
fn tables_and_pages_beyond_the_limits_are_refused() {
    let wide = format!("{}\n{}\n|\n", "|a".repeat(200), "|-".repeat(200));
    let long = "a b c d e f ".repeat(100_000);
    for (text, why) in
        [(wide, "a table may have 64 columns"), (long, "this page is larger than 1024 KiB")]
    {
        let files = book_with_chess(&[("content/index.md", &text)]);
        let built = fairybook::build::build(&files, Default::default());
        assert!(built.diagnostics.iter().any(|it| it.message == why), "{why}");
    }
}

/// A page about nothing, or about one game, may speak of others, each by its own rules.
#[test]
fn a_sentence_may_speak_of_another_game_or_set_up() {
    let mut files = book("small");
    let other = "format = 1\nname = \"Other\"\nbased-on = \"tiny\"\n\
                 [setups.bare]\nwithout = \"setup.each.prancer\"\n";
    files.insert("content/variants/other.toml".to_owned(), other.into());
    let say = |claims: &[&str]| {
        let link = |claim: &&str| {
            let words = if claim.ends_with('1') { "one piece" } else { "two pieces" };
            format!("[{words}](<{claim}>)")
        };
        let links: Vec<String> = claims.iter().map(link).collect();
        let page = format!("+++\ntitle = \"Both\"\n+++\n\n{}\n", links.join(" "));
        let mut files = files.clone();
        files.insert("content/both.md".to_owned(), page.into());
        let built = fairybook::build::build(&files, Default::default());
        let told: Vec<String> = built.diagnostics.iter().map(|told| render(told, false)).collect();
        told.join("\n")
    };
    let true_of_them = [
        "claim of tiny: count(stands(white)) is 2",
        "claim of other: count(stands(white)) is 2",
        "claim of other with bare: count(stands(white)) is 1",
        "refuted of other with bare: count(stands(white)) is 2",
    ];
    assert_eq!(say(&true_of_them), "");
    let told = say(&["claim of other with bare: count(stands(white)) is 2"]);
    assert!(told.contains("`count(stands(white))` is 1, not 2"), "{told}");
    let told = say(&["claim of othr: sides is 2", "claim of other with bar: sides is 2"]);
    assert!(told.contains("the book has no variant `othr`"), "{told}");
    assert!(told.contains("`other` has no setup `bar`"), "{told}");
    let told = say(&["claim: sides is 2"]);
    assert!(told.contains("the page names no variant"), "{told}");
}

/// Every mistake of all files in one run, each at its place; and no site.
/// The reason of a certainty is text of each page that shows it.
#[test]
fn claims_and_values_in_reasons_are_judged() {
    let definition = |claim: &str| {
        format!(
            "format = 1\nname = \"Own\"\nbased-on = \"chess\"\n[pieces.rook]\nmove = \"R4\"\n\
             [[certainty]]\nof = \"pieces.rook.move\"\nis = \"derived\"\n\
             why = \"it has `= count(moves(rook, d4))` moves, [8 from a1](<claim: {claim}>)\"\n"
        )
    };
    let page = "+++\ntitle = \"Own\"\nvariant = \"own\"\n+++\n\n```certainty\n```\n";
    let built = |claim: &str| {
        let mut files = book_with_chess(&[]);
        files.insert("content/own.md".to_owned(), page.into());
        files.insert("content/variants/own.toml".to_owned(), definition(claim).into_bytes());
        fairybook::build::build(&files, fairybook::build::Options::default())
    };
    let right = built("count(moves(rook, a1)) is 8");
    assert!(right.diagnostics.is_empty(), "{:#?}", right.diagnostics);
    let html = std::str::from_utf8(&right.site["own/index.html"]).unwrap();
    assert!(html.contains(">14</a> moves, <a class=\"claim agree\""), "{html}");
    let wrong = built("count(moves(rook, a1)) is 9");
    let told: Vec<String> = wrong.diagnostics.iter().map(|it| render(it, false)).collect();
    assert!(told.iter().any(|it| it.contains("content/variants/own.toml:9")), "{told:#?}");
}

#[test]
fn a_wrong_book_says_everything_and_is_not_built() {
    let built = fairybook::build::build(&book("wrong"), Default::default());
    assert!(built.site.is_empty() && !built.has_no_errors());
    let told: Vec<String> = built.diagnostics.iter().map(|told| render(told, false)).collect();
    let told = told.join("\n\n") + "\n";
    let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/books/wrong.txt");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&expected, &told).unwrap();
    }
    assert_eq!(told, fs::read_to_string(&expected).unwrap_or_default(), "UPDATE=1 writes it anew");
}

/// A book of these files, by path and text.
fn book_of(files: &[(&str, &str)]) -> std::collections::BTreeMap<String, Vec<u8>> {
    files.iter().map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec())).collect()
}

#[test]
fn a_build_for_the_proof_only_has_no_pictures() {
    for name in ["small", "wrong"] {
        let files = book(name);
        let whole = fairybook::build::build(&files, Default::default());
        let options = fairybook::build::Options { proof_only: true, ..Default::default() };
        let proof = fairybook::build::build(&files, options);
        assert!(proof.site.is_empty(), "{name}");
        let told = |built: &fairybook::build::BuildOutput| -> Vec<String> {
            built.diagnostics.iter().map(|told| render(told, false)).collect()
        };
        assert_eq!(told(&whole), told(&proof), "{name}");
        assert_eq!(whole.report.to_json(), proof.report.to_json(), "{name}");
        assert_eq!(whole.counts, proof.counts, "{name}");
    }
}

#[test]
fn a_page_that_is_wrong_does_not_make_links_to_it_wrong() {
    let game = "format = 1\nname = \"Tiny\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n\
        [sides]\nwhite = {}\nblack = { seat = \"flip ranks\" }\n[pieces.king]\n[setup.each]\nking = \"c1\"\n";
    let link = "+++\ntitle = \"A\"\n+++\n[x](b.md#here), [y](tiny.md), [z](gone.md)\n";
    let block = |piece: &str| {
        format!(
            "+++\ntitle = \"B\"\nvariant = \"tiny\"\n+++\n\
             ```moves\npiece = \"{piece}\"\nat = \"c3\"\nname = \"here\"\n```\n"
        )
    };
    let told = |game: &str, piece: &str| -> Vec<&'static str> {
        let block = block(piece);
        let files = book_of(&[
            ("content/a.md", link),
            ("content/b.md", &block),
            ("content/variants/tiny.toml", game),
        ]);
        let built = fairybook::build::build(&files, Default::default());
        built.diagnostics.iter().map(|told| told.code.word()).collect()
    };
    // The game has no page of its own, since another is about it.
    assert_eq!(told(game, "king"), ["link-broken", "link-broken"]);
    assert_eq!(told(game, "kink"), ["link-broken", "link-broken", "piece-unknown"]);
    assert_eq!(
        told("format = 1\nnam = 1\n", "king").iter().filter(|w| **w == "link-broken").count(),
        1
    );
}

#[test]
fn a_gallery_shows_every_sign_part_army_and_theme() {
    let page = |of: &str| {
        let block = format!("```gallery\nof = \"{of}\"\nvariant = \"tiny\"\n```\n");
        format!("+++\ntitle = \"G\"\n+++\n{block}")
    };
    let game = "format = 1\nname = \"Tiny\"\n[board]\nfiles = \"a-e\"\nranks = \"1-5\"\n\
        [sides]\nwhite = {}\nblack = { seat = \"flip ranks\" }\n[pieces.king]\n[setup.each]\nking = \"c1\"\n";
    let html = |of: &str| {
        let page = page(of);
        let files = book_of(&[("content/g.md", &page), ("content/variants/tiny.toml", game)]);
        let built = fairybook::build::build(&files, Default::default());
        let told: Vec<String> = built.diagnostics.iter().map(|told| render(told, false)).collect();
        assert!(built.has_no_errors(), "{}", told.join("\n\n"));
        String::from_utf8(built.site["g/index.html"].to_vec()).unwrap()
    };
    let signs = html("signs");
    for kind in fairybook::diagram::MarkKind::ALL {
        assert!(signs.contains(&format!("class=\"mark {}", kind.word())), "{kind:?}");
    }
    let parts = html("parts");
    for word in fairybook::diagram::Glyph::words() {
        assert!(parts.contains(&format!("<span class=\"name\">{word}</span>")), "{word}");
    }
    let themes = html("themes");
    for theme in fairybook::diagram::Theme::all() {
        assert!(themes.contains(&format!("-{}.svg\"", theme.name)), "{}", theme.name);
    }
    let armies = html("armies");
    for army in fairybook::diagram::ArmyColour::ALL {
        assert!(armies.contains(&format!(">{}</span>", army.word())), "{army:?}");
    }
    assert!(html("pieces").contains(">King</span> <span class=\"words\">Tiny</span>"));
}
