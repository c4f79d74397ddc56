//! Time and memory grow with the size of an input, not with its square.
//!
//! A ratio of times is no exact measure, so `.ci/long growth` runs this alone, and the margin is
//! wide: four times the input may take ten times as long, where a square would take sixteen.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use fairybook::build::{Options, build};
use fairybook::exchange::read_page;
use fairybook::source::SourceFile;

/// A page of a book with this text, built. The result does not matter.
fn page(text: String) {
    let text = format!("+++\ntitle = \"T\"\n+++\n{text}").into_bytes();
    build(&BTreeMap::from([("content/index.md".to_owned(), text)]), Options::default());
}

fn definition(text: String) {
    let path = "content/variants/a.toml".to_owned();
    build(&BTreeMap::from([(path, text.into_bytes())]), Options::default());
}

fn foreign(text: String) {
    read_page(&SourceFile::new("page.html", text));
}

/// What is read from `n` parts, with the `n` to begin with.
type Input = (&'static str, usize, fn(usize));

const INPUTS: &[Input] = &[
    ("equal headings", 2000, |n| page("## a\n\n".repeat(n))),
    ("headings and links to them", 1000, |n| {
        page((0..n).map(|i| format!("## h{i}\n\n[x](#h{i})\n\n")).collect())
    }),
    ("broken links", 1000, |n| page((0..n).map(|i| format!("[x](a{i}.md)\n")).collect())),
    ("comments in a paragraph", 10_000, |n| page("x <!-- -->\n".repeat(n))),
    ("comments as blocks", 10_000, |n| page("<!-- -->\n".repeat(n))),
    ("footnotes", 1000, |n| page((0..n).map(|i| format!("x[^{i}]\n\n[^{i}]: y\n\n")).collect())),
    ("labels of links", 1000, |n| {
        page((0..n).map(|i| format!("[x{i}]\n\n[x{i}]: https://a.example\n\n")).collect())
    }),
    ("rows of a table", 1000, |n| {
        page(format!("{}\n{}\n{}", "|a".repeat(60), "|-".repeat(60), "|b|\n".repeat(n)))
    }),
    ("emphasis", 10_000, |n| page("*a **b* c** ".repeat(n))),
    ("quotes in quotes", 200, |n| page(format!("{}x\n", "> ".repeat(n)))),
    ("pages with one address", 300, |n| {
        let text = b"+++\ntitle = \"T\"\n+++\n".to_vec();
        let files = (0..n).map(|i| (format!("content/p{i}.md"), text.clone()));
        build(&files.collect(), Options { proof_only: true, ..Options::default() });
    }),
    ("unknown keys", 2000, |n| definition((0..n).map(|i| format!("k{i} = 1\n")).collect())),
    ("unknown pieces", 200, |n| {
        definition(
            "[pieces]\n".to_owned()
                + &(0..n).map(|i| format!("p{i} = {{ x = 1 }}\n")).collect::<String>(),
        )
    }),
    ("unclosed templates", 5000, |n| foreign("{{Chess diagram|a [[ {{".repeat(n))),
    ("addresses of diagrams", 5000, |n| foreign("drawdiagram.php?code=8/8".repeat(n))),
    ("interactive diagrams", 5000, |n| foreign("<div class=idiagram>a:b:c:d:a1-h8 ".repeat(n))),
    ("pieces of one diagram", 50, |n| {
        foreign(format!("<div class=idiagram>{}</div>", "a:b:c:d:a1-h8\n".repeat(n)))
    }),
    ("equal attributes", 5000, |n| foreign(format!("<div {}>", "data-fen=x ".repeat(n)))),
    ("comments of a foreign page", 20_000, |n| foreign("<!-- x -->".repeat(n))),
    ("diagrams and comments", 5000, |n| foreign("<!-- --><p data-fen='8/8'>".repeat(n))),
    ("text after a diagram", 5000, |n| foreign(format!("<p data-fen='8/8'>{}", "1<p>".repeat(n)))),
];

fn time(input: fn(usize), n: usize) -> Duration {
    let once = || {
        let start = Instant::now();
        input(n);
        start.elapsed()
    };
    once().min(once())
}

#[test]
#[ignore = "compares times; `.ci/long growth`"]
fn growth_is_no_more_than_linear() {
    let mut steep = Vec::new();
    for &(name, n, input) in INPUTS {
        let times = [n, 2 * n, 4 * n].map(|n| time(input, n));
        let ratio = times[2].as_secs_f64() / times[0].as_secs_f64();
        eprintln!("{name}: {n} to {}: {times:.1?}, {ratio:.1} times", 4 * n);
        if ratio > 10.0 && times[2] > Duration::from_millis(20) {
            steep.push(name);
        }
    }
    assert!(steep.is_empty(), "{steep:?}");
}
