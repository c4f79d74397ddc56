//! A build with the memory of earlier ones, or with a cache, writes what a build without them does.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Write, stderr};
use std::path::Path;

use fairybook::build::{
    BuildMemory, BuildOutput, DrawnPictures, Fingerprint, FirstPages, Options, SiteFile,
    SiteRecord, book_fingerprint, build, build_again,
};
use fairybook::source::render;
use fairybook::world::{BuildCache, is_written, read_book, write_site};

use crate::dice::Dice;
use crate::scratch::scratch;

type Files = BTreeMap<String, Vec<u8>>;

/// A book with a definition that two others are based on, one of them without a page, and with
/// pages that name definitions of others.
fn small_book() -> Files {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/books/small");
    let (mut files, diagnostics) = read_book(&root);
    assert!(diagnostics.is_empty());
    let mut put = |path: &str, text: &str| files.insert(path.to_owned(), text.as_bytes().to_vec());
    put("content/variants/child.toml", "format = 1\nname = \"Child\"\nbased-on = \"tiny\"\n");
    put(
        "content/variants/grandchild.toml",
        "format = 1\nname = \"Grandchild\"\nbased-on = \"child\"\n",
    );
    put(
        "content/about-child.md",
        "+++\ntitle = \"About the child\"\nvariant = \"child\"\norder = 3\n+++\n\n\
         ## Pieces\n\n```pieces\n```\n\n```setup\n```\n",
    );
    put(
        "content/about-all.md",
        "+++\ntitle = \"About all\"\n+++\n\n[Tiny](tiny.md) and [child](about-child.md).\n\n\
         ```gallery\nof = \"pieces\"\n```\n\n```setup\nvariant = \"grandchild\"\n```\n",
    );
    files
}

/// Texts that mean something in one of the kinds of files.
const SNIPPETS: &[&str] = &[
    "x",
    " ",
    "\n",
    "\n\n",
    "1",
    "9",
    "\"",
    "```\n",
    "## A heading\n\n",
    "draft = true\n",
    "order = 1\n",
    "title = \"Another\"\n",
    "[a](about-all.md)\n",
    "[a](nowhere.md)\n",
    "based-on = \"child\"\n",
    "\n```setup\nvariant = \"child\"\n```\n",
    "name = \"New\"\n",
    "\n```pieces\nvariant = \"tinny\"\n```\n",
    "picture-width = 200\n",
    "# a comment\n",
    "{{ x }}",
    "aliases = [\"old\"]\n",
    "[x](<claim of tiny: count(moves(prancer, c3)) is 1>)\n",
];

/// Changes one file of a book: its text, its name or whether it is there.
fn edit(files: &mut Files, whole: &Files, dice: &mut Dice) {
    let paths: Vec<String> = files.keys().chain(whole.keys()).cloned().collect();
    let path = paths[dice.below(paths.len())].clone();
    let Some(bytes) = files.get_mut(&path) else {
        files.insert(path.clone(), whole[&path].clone());
        return;
    };
    let at = dice.below(bytes.len() + 1);
    match dice.below(12) {
        0 => drop(files.remove(&path)),
        1 => {
            let bytes = files.remove(&path).unwrap_or_default();
            files.insert(paths[dice.below(paths.len())].clone(), bytes);
        }
        2 | 3 => drop(bytes.drain(at..(at + 1 + dice.below(9)).min(bytes.len()).max(at))),
        4 | 5 => *bytes = whole.get(&path).cloned().unwrap_or_default(),
        6 => {
            let text = "<p>{{ title }}</p>{{ body | safe }}{{ checked | safe }}";
            files.insert("templates/page.html".to_owned(), text.as_bytes().to_vec());
        }
        _ => drop(bytes.splice(at..at, dice.one_of(SNIPPETS).bytes())),
    }
}

/// What two builds must have in common. Pictures as PNG are compared by some builds only, because
/// drawing them takes most of the time.
fn assert_same(one: &BuildOutput, other: &BuildOutput, with_png: bool, case: &str) {
    let messages = |output: &BuildOutput| -> Vec<String> {
        output.diagnostics.iter().map(|diagnostic| render(diagnostic, false)).collect()
    };
    assert_eq!(messages(one), messages(other), "{case}");
    assert_eq!(one.counts, other.counts, "{case}");
    assert_eq!(one.report.to_json(), other.report.to_json(), "{case}");
    assert!(one.site.keys().eq(other.site.keys()), "{case}");
    for (path, file) in one.site.iter().filter(|(path, _)| with_png || !path.ends_with(".png")) {
        assert!(**file == *other.site[path], "{case}: {path}");
    }
}

/// A build that makes some pages before all others. Their files are those of the whole site.
fn with_first_pages(
    files: &Files,
    options: Options,
    memory: &mut BuildMemory,
    dice: &mut Dice,
    case: &str,
) -> BuildOutput {
    let pages = ["index.html", "tiny/index.html", "about-child/index.html", "notes/index.html"];
    let wanted = pages.iter().filter(|_| dice.once_in(2)).map(|page| page.to_string()).collect();
    let early = RefCell::new(BTreeMap::new());
    let ready = |files| drop(early.replace(files));
    let first = FirstPages { wanted: &wanted, ready: &ready };
    let output = build_again(files, options, memory, Some(&first));
    if output.has_no_errors() && !options.proof_only {
        for (path, file) in early.into_inner() {
            assert!(output.site.get(&path) == Some(&file), "{case}: {path} changes afterwards");
        }
    }
    output
}

#[test]
fn pages_that_are_wanted_are_made_first_if_they_change() {
    let (mut files, mut memory) = (small_book(), BuildMemory::default());
    build_again(&files, Options::default(), &mut memory, None);
    let first_after = |files: &Files, memory: &mut BuildMemory| -> Vec<String> {
        let wanted = ["tiny/index.html", "notes/index.html"].map(str::to_owned).into();
        let early = RefCell::new(Vec::new());
        let ready = |files: BTreeMap<String, SiteFile>| {
            let pages = files.into_keys().filter(|path| path.ends_with("index.html"));
            early.replace(pages.collect());
        };
        let first = FirstPages { wanted: &wanted, ready: &ready };
        build_again(files, Options::default(), memory, Some(&first));
        early.into_inner()
    };
    assert!(first_after(&files, &mut memory).is_empty(), "nothing has changed");
    let mut add = |path: &str, text: &str| {
        files.get_mut(path).expect("the book has it").extend(text.as_bytes());
        first_after(&files, &mut memory)
    };
    assert_eq!(add("content/notes.md", "\nMore.\n"), ["notes/index.html"]);
    assert_eq!(add("content/variants/tiny.toml", "\n# More.\n"), ["tiny/index.html"]);
    assert!(add("fairybook.toml", "\n# More.\n").is_empty(), "all pages can be others");
    assert!(add("content/variants/tiny.toml", "\nwrong\n").is_empty(), "it has an error");
}

/// Random edits, each built with the memory of all before. Returns how many builds had no error.
fn random_edits(seed: u64, count: usize) -> usize {
    let whole = small_book();
    let (mut files, mut memory, mut dice) = (whole.clone(), BuildMemory::default(), Dice(seed));
    let mut good = 0;
    for step in 0..count {
        for _ in 0..dice.below(3) {
            edit(&mut files, &whole, &mut dice);
        }
        let drafts = dice.once_in(3);
        let options = Options { drafts, proof_only: dice.once_in(9), ..Options::default() };
        let case = format!("seed {seed}, edit {step}");
        let again = with_first_pages(&files, options, &mut memory, &mut dice, &case);
        assert_same(&again, &build(&files, options), dice.once_in(8), &case);
        good += usize::from(again.has_no_errors());
        if !again.has_no_errors() && dice.once_in(3) {
            files = whole.clone();
        }
    }
    good
}

#[test]
fn the_memory_of_earlier_builds_changes_no_byte() {
    let good: usize = (0..3).map(|seed| random_edits(seed, 40)).sum();
    assert!(good > 20, "{good} builds without errors are too few to compare");
}

#[test]
#[ignore = "takes minutes; `.ci/long memory`"]
fn the_memory_of_thousands_of_builds_changes_no_byte() {
    let good: usize = (100..150).map(|seed| random_edits(seed, 100)).sum();
    let _ =
        writeln!(stderr(), "5000 builds after random edits are the same, {good} without errors");
}

#[test]
fn a_page_that_is_not_edited_is_not_made_again() {
    let mut files = small_book();
    let mut memory = BuildMemory::default();
    let first = build_again(&files, Options::default(), &mut memory, None);
    assert!(first.has_no_errors(), "{:?}", first.diagnostics);
    let text = files.get_mut("content/notes.md").expect("the book has this page");
    text.extend(b"\nOne more paragraph.\n");
    let second = build_again(&files, Options::default(), &mut memory, None);
    let (old, new) = (&first.site["tiny/index.html"], &second.site["tiny/index.html"]);
    assert!(std::ptr::eq(old.as_ptr(), new.as_ptr()));
    assert!(second.site["notes/index.html"] != first.site["notes/index.html"]);
    // A PNG is drawn when its bytes are wanted, and no earlier.
    let picture = &second.site["tiny/setup.png"];
    assert!(!picture.is_ready());
    assert!(picture.starts_with(b"\x89PNG") && picture.is_ready());
    assert!(first.site["tiny/setup.png"].is_ready(), "both builds share it");
}

const SECRET: [u8; 32] = [7; 32];

/// The entries that a build leaves, and what it built.
fn cached(root: &Path, files: &Files) -> BuildOutput {
    let cache = BuildCache::with_secret(root, SECRET);
    let mut memory = BuildMemory::with_pictures(DrawnPictures::new(cache.read("pictures")));
    let output = build_again(files, Options::default(), &mut memory, None);
    assert!(output.has_no_errors(), "{:?}", output.diagnostics);
    output.site.values().for_each(|file| assert!(!file.is_empty()));
    let used = memory.pictures.used();
    let used: Vec<(Fingerprint, &[u8])> = used.iter().map(|(key, it)| (*key, &**it)).collect();
    cache.write("pictures", &used);
    output
}

/// Each byte of the cache is changed, or the rest is cut off: no entry is ever wrong.
#[test]
fn a_damaged_cache_changes_no_byte() {
    let root = scratch("damaged_cache");
    let files = small_book();
    let first = cached(&root, &files);
    let cache = BuildCache::with_secret(&root, SECRET);
    let entries = cache.read("pictures");
    assert!(entries.len() > 2);
    let path = root.join(".fairybook-cache/pictures");
    let intact = fs::read(&path).unwrap();
    // All bytes of the first entries' heads, and a sample of the others.
    let step = |at: usize| if at < 400 { 1 } else { 97 };
    let mut at = 0;
    while at < intact.len() {
        for cut in [false, true] {
            let mut bytes = intact.clone();
            if cut {
                bytes.truncate(at)
            } else {
                bytes[at] ^= 1 << (at % 8)
            }
            fs::write(&path, &bytes).unwrap();
            let read = cache.read("pictures");
            assert!(read.iter().all(|entry| entries.contains(entry)), "byte {at}");
            assert!(read.len() < entries.len(), "byte {at} counts");
        }
        at += step(at);
    }
    fs::write(&path, &intact[..intact.len() / 2]).unwrap();
    assert_same(&first, &cached(&root, &files), true, "half a cache");
    assert_eq!(cache.read("pictures"), entries, "it is whole again");
    // What came with a foreign book was sealed with another secret.
    assert!(BuildCache::with_secret(&root, [8; 32]).read("pictures").is_empty());
}

#[cfg(unix)]
#[test]
fn a_cache_that_is_a_link_is_not_used() {
    let root = scratch("linked_cache");
    let elsewhere = scratch("linked_cache_target");
    std::os::unix::fs::symlink(&elsewhere, root.join(".fairybook-cache")).unwrap();
    cached(&root, &small_book());
    assert!(fs::read_dir(&elsewhere).unwrap().next().is_none());
}

/// A site that is as its record says is up to date; any other is not.
#[test]
fn a_record_knows_its_site() {
    let root = scratch("recorded_site");
    let out = root.join("site");
    let files = small_book();
    let output = build(&files, Options::default());
    write_site(&out, &output.site).unwrap();
    let record = SiteRecord::new(&output).expect("a build without diagnostics has a record");
    assert_eq!(SiteRecord::from_bytes(&record.to_bytes()), Some(record.clone()));
    let is_up_to_date = || {
        is_written(&out, record.files.keys(), |path, bytes| {
            record.files[path] == fairybook::build::file_fingerprint(bytes)
        })
    };
    assert!(is_up_to_date());
    for path in ["index.html", "tiny/setup.png", ".fairybook"] {
        let intact = fs::read(out.join(path)).unwrap();
        fs::write(out.join(path), [&intact[..], b" "].concat()).unwrap();
        assert!(!is_up_to_date(), "{path} has changed");
        fs::remove_file(out.join(path)).unwrap();
        assert!(!is_up_to_date(), "{path} is missing");
        fs::write(out.join(path), intact).unwrap();
        assert!(is_up_to_date());
    }
    fs::create_dir(out.join(".fairybook-work")).unwrap();
    assert!(!is_up_to_date(), "an unfinished build must be undone");
    // Every file and every option counts.
    let key = book_fingerprint(&files, Options::default());
    assert_ne!(key, book_fingerprint(&files, Options { drafts: true, ..Options::default() }));
    for path in files.keys() {
        let mut other = files.clone();
        other.get_mut(path).expect("it is in the book").push(b' ');
        assert_ne!(key, book_fingerprint(&other, Options::default()), "{path}");
        other.remove(path);
        assert_ne!(key, book_fingerprint(&other, Options::default()), "{path}");
    }
}
