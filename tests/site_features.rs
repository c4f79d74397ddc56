//! What a site has beside its pages: a feed, links to edit and to the next page, an own style sheet.

use std::collections::BTreeMap;

use fairybook::build::{BuildOutput, Options, build};

fn built(settings: &str, others: &[(&str, &str)]) -> BuildOutput {
    let page = |title: &str, head: &str| {
        format!("+++\ntitle = \"{title}\"\n{head}\n+++\nText.\n").into_bytes()
    };
    let mut files = BTreeMap::from([
        ("fairybook.toml".to_owned(), settings.as_bytes().to_vec()),
        ("content/one.md".to_owned(), page("One & only", "order = 1\nchanged = \"2026-01-31\"")),
        ("content/two.md".to_owned(), page("Two", "order = 2\nchanged = \"2026-02-01\"")),
        ("content/three.md".to_owned(), page("Three", "order = 3")),
    ]);
    for (path, text) in others {
        files.insert((*path).to_owned(), text.as_bytes().to_vec());
    }
    build(&files, Options::default())
}

fn text(output: &BuildOutput, path: &str) -> String {
    assert!(!output.diagnostics.has_error(), "{:#?}", output.diagnostics);
    let file = output.site.get(path).unwrap_or_else(|| panic!("no {path}"));
    String::from_utf8_lossy(file).into_owned()
}

#[test]
fn a_feed_has_the_pages_that_say_when_they_were_changed() {
    let site = built("title = \"A <book>\"\nbase-url = \"https://example.org/b\"\n", &[]);
    let feed = text(&site, "feed.xml");
    assert!(
        feed.contains("<title>A &lt;book&gt;</title>\n<updated>2026-02-01T00:00:00Z</updated>")
    );
    let (two, one) =
        (feed.find("<title>Two").unwrap(), feed.find("<title>One &amp; only").unwrap());
    assert!(two < one && !feed.contains("Three"), "{feed}");
    assert!(feed.contains("<id>https://example.org/b/two/</id>"), "{feed}");
    let page = text(&site, "two/index.html");
    assert!(page.contains("href=\"../feed.xml\"") && page.contains("datetime=\"2026-02-01\""));
    // The addresses of a page agree.
    assert!(page.contains("<link rel=\"canonical\" href=\"https://example.org/b/two/\">"));
    assert!(text(&site, "sitemap.xml").contains("<loc>https://example.org/b/two/</loc>"));
    let without_address = built("", &[]);
    assert!(!without_address.site.contains_key("feed.xml"));
    assert!(!text(&without_address, "two/index.html").contains("feed.xml"));
}

#[test]
fn a_page_links_to_its_neighbours_and_to_its_source() {
    let site = built("edit = \"https://example.org/edit\"\n", &[]);
    let page = text(&site, "two/index.html");
    assert!(
        page.contains("<a rel=\"prev\" href=\"../one/index.html\">← One &amp; only</a>"),
        "{page}"
    );
    assert!(page.contains("<a rel=\"next\" href=\"../three/index.html\">Three →</a>"));
    assert!(
        page.contains("<a href=\"https://example.org/edit/content/two.md\">Edit this page</a>")
    );
    assert!(!text(&site, "one/index.html").contains("rel=\"prev\""));
    assert!(!text(&built("", &[]), "two/index.html").contains("Edit this page"));
}

#[test]
fn an_own_style_sheet_comes_after_the_built_in_one() {
    let page = text(&built("", &[("templates/own.css", "p { color: red; }")]), "two/index.html");
    let place = |name: &str| page.find(name).unwrap_or_else(|| panic!("{name}: {page}"));
    assert!(place("assets/fairybook.css") < place("assets/own.css"));
    assert!(!text(&built("", &[]), "two/index.html").contains("own.css"));
}

#[test]
fn a_broken_link_has_the_nearest_page_or_anchor() {
    let page = "+++\ntitle = \"L\"\n+++\n## Promotion\n\n[a](thre.md) [b](#promotions)\n";
    let site = built("", &[("content/links.md", page)]);
    let help: Vec<&str> = site.diagnostics.iter().filter_map(|it| it.help.as_deref()).collect();
    assert_eq!(help, ["write `three.md`", "did you mean `promotion`?"]);
}

#[test]
fn tags_have_pages_that_list_all_pages_with_them() {
    let page = |title: &str, tags: &str| {
        format!(
            "+++\ntitle = \"{title}\"\ndescription = \"About {title}.\"\ntags = \"{tags}\"\n+++\nText.\n"
        )
    };
    let (a, b) = (page("Zebras", "Fast games, hexagons"), page("Ants", "Fast games"));
    let others = [("content/z.md", &*a), ("content/a.md", &*b)];
    let site = built("base-url = \"https://example.org/b\"\n", &others);
    let list = text(&site, "tags/fast-games/index.html");
    let (ants, zebras) = (list.find("../../a/index.html").unwrap(), list.find("../../z/").unwrap());
    assert!(ants < zebras && list.contains(">Ants</a>: About Ants.</li>"), "{list}");
    let page = text(&site, "z/index.html");
    assert!(page.contains("<a rel=\"tag\" href=\"../tags/hexagons/index.html\">hexagons</a>"));
    assert!(text(&site, "sitemap.xml").contains("/b/tags/fast-games/</loc>"));
    assert!(!text(&built("", &[]), "one/index.html").contains("rel=\"tag\""));
}

#[test]
fn a_page_says_to_programs_what_it_is_about() {
    let page = "+++\ntitle = \"A\"\nvariant = \"chess\"\ntags = \"old\"\n+++\nText.\n";
    let settings = "base-url = \"https://example.org/b\"\nlanguage = \"de\"\n";
    let html = text(&built(settings, &[("content/a.md", page)]), "a/index.html");
    let data = html.split("<script type=\"application/ld+json\">").nth(1).expect("it has data");
    let data: serde_json::Value =
        serde_json::from_str(data.split("</script>").next().unwrap()).unwrap();
    assert_eq!(data["@type"], "WebPage");
    assert_eq!(data["url"], "https://example.org/b/a/");
    assert_eq!((&data["inLanguage"], &data["keywords"][0]), (&"de".into(), &"old".into()));
    assert_eq!(data["mainEntity"]["@type"], "Game");
    assert_eq!(data["mainEntity"]["numberOfPlayers"]["value"], 2);
}

#[test]
fn pages_have_task_lists_sized_pictures_and_marked_code() {
    let page = "+++\ntitle = \"A\"\n+++\n- [x] rules\n- [ ] page\n\n\
                ![A set](set.png \"width 300\") ![A board](set.png \"width of it\")\n\n\
                ```toml\nmove = \"N\"\n```\n\n```betza\nfmW\n```\n";
    let site = built("", &[("content/a.md", page), ("content/set.png", "png")]);
    let html = text(&site, "a/index.html");
    for part in [
        "aria-label=\"done\">☑</span> rules</li>",
        "aria-label=\"to do\">☐</span> page</li>",
        "<img src=\"../set.png\" alt=\"A set\" width=\"300\">",
        "alt=\"A board\" title=\"width of it\"",
        "<span class=\"key\">move</span> = <span class=\"value\">&quot;N&quot;</span>\n",
        "<code class=\"language-betza\">fm<span class=\"atom\">W</span>",
    ] {
        assert!(html.contains(part), "{part}\n{html}");
    }
    let wrong = page.replace("width 300", "width 30em");
    let site = built("", &[("content/a.md", &wrong), ("content/set.png", "png")]);
    assert_eq!(site.diagnostics[0].message, "`30em` is no width of a picture");
}

const GAME: &str = "format = 1\nname = \"Growing\"\nbased-on = \"chess\"\n\
    [pieces]\ntower = { letter = \"T\", move = \"R\" }\nsapling = { letter = \"S\", move = \"W\" }\n\
    [setup.each]\ntower = \"c3\"\n\
    [effects.grows]\non = \"captures by knight\"\nat = \"landing\"\ndoes = \"becomes sapling\"\n";

#[test]
fn a_sheet_has_every_piece_that_can_arise_and_each_move_once() {
    let page = "+++\ntitle = \"Growing\"\nvariant = \"growing\"\n+++\nText.\n";
    let files = [("content/variants/growing.toml", GAME), ("content/variants/growing.md", page)];
    let sheet = text(&built("", &files), "growing/rule-sheet.html");
    assert!(sheet.contains("<i>during the game.</i> Moves one square orthogonally."), "{sheet}");
    let also = sheet.split("<p class=\"name also\">").nth(1).expect("a piece moves like another");
    assert!(also.split("</p>").next().unwrap().contains("<b>Tower</b>"), "{also}");
    assert_eq!(sheet.matches("Slides any number of squares orthogonally.").count(), 1);
}

#[test]
fn a_cover_is_a_figure_of_the_page_and_a_wrong_name_is_located() {
    let page = |cover: &str| {
        format!(
            "+++\ntitle = \"Chess\"\nvariant = \"chess\"\ncover = \"{cover}\"\n+++\n\
             ```moves\npiece = \"knight\"\nat = \"d4\"\n```\n"
        )
    };
    let built_with = |cover: &str| built("", &[("content/variants/chess.md", &page(cover))]);
    let site = built_with("knight-d4");
    let cover = text(&site, "chess/cover.svg");
    assert!(cover.contains("Knight on d4"), "{cover}");
    let landing = text(&site, "index.html");
    assert!(landing.contains("alt=\"Moves of a white Knight on d4\""), "{landing}");
    let wrong = built_with("knight-d5");
    let error = wrong.diagnostics.iter().find(|it| it.is_error()).expect("no such figure");
    assert_eq!(error.help.as_deref(), Some("did you mean `knight-d4`?"));
    assert_eq!(error.line_column().map(|place| place.line), Some(4));
}
