//! Reading books from the disk and writing sites to it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fairybook::source::render;
use fairybook::world::{
    WriteSummary, is_among_sources, leads_out, read_book, read_text, write_file, write_new_file,
    write_site,
};

use crate::scratch::scratch;

type Files = BTreeMap<String, Vec<u8>>;

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(path, text)| (path.to_string(), text.as_bytes().to_vec())).collect()
}

fn put(root: &Path, list: &[(&str, &[u8])]) {
    for (path, bytes) in list {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// Everything in a folder, `path: text`, sorted.
fn listing(root: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(root).unwrap().display().to_string();
            if path.is_dir() {
                folders.push(path);
            } else if name != ".fairybook" {
                found.push(format!("{name}: {}", fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The complaints of a book as a person reads them, the folder's own path left out.
fn complaints(root: &Path) -> Vec<String> {
    let place = root.display().to_string();
    let (_, complaints) = read_book(root);
    complaints.iter().map(|complaint| render(complaint, false).replace(&place, "BOOK")).collect()
}

fn refusal(out: &Path, site: &Files) -> String {
    let complaint = write_site(out, site).expect_err("this cannot be written");
    render(&complaint, false).replace(&out.display().to_string(), "SITE")
}

// ---- reading -----------------------------------------------------------------------------------

#[test]
fn a_book_is_read_by_paths_in_order() {
    let root = scratch("book-in-order");
    put(
        &root,
        &[
            ("fairybook.toml", b"title = 'x'"),
            ("content/b.md", b"\xef\xbb\xbfb"),
            ("content/a/deep.md", b"a"),
            ("content/variants/griffin.toml", b"format = 1"),
            ("content/picture.png", b"\x89PNG\xff"),
            ("content/.hidden.md", b"no"),
            ("content/b.md~", b"no"),
            ("templates/page.html", b"t"),
            ("site/index.html", b"no"),
            ("notes.md", b"no"),
        ],
    );
    let (files, complaints) = read_book(&root);
    assert!(complaints.is_empty(), "{complaints:#?}");
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "content/a/deep.md",
            "content/b.md",
            "content/picture.png",
            "content/variants/griffin.toml",
            "fairybook.toml",
            "templates/page.html",
        ]
    );
    assert_eq!(files["content/b.md"], b"b", "a byte order mark is no text");
}

#[test]
fn a_folder_without_a_book_is_told_apart() {
    let root = scratch("no-book");
    let expected = "error[nothing-here]: there is no book in `BOOK`\n  \
                    a book is a folder with `fairybook.toml` or `content/`\n  \
                    hint: go to the folder of the book, or name it with `--root`";
    assert_eq!(complaints(&root), [expected]);
    assert_eq!(complaints(&root.join("nowhere")).len(), 1);
}

#[test]
fn what_cannot_be_read_is_said_all_at_once() {
    let root = scratch("unreadable");
    put(
        &root,
        &[
            ("content/good.md", b"good"),
            ("content/latin.md", b"first\nsecond caf\xe9\n"),
            ("content/large.md", &vec![b'x'; (4 << 20) + 1]),
        ],
    );
    let (files, _) = read_book(&root);
    assert_eq!(files.len(), 1);
    assert_eq!(
        complaints(&root),
        [
            "error[file-size]: `content/large.md` is larger than 4 MiB\n  \
             hint: split it, or make it smaller",
            "error[file-read]: this file is not UTF-8 text\n \
             --> content/latin.md:2:11\n  |\n\
             2 | second caf\u{fffd}\n  |           ^ the first byte that cannot be read\n  \
             hint: save the file as UTF-8",
        ]
    );
}

#[test]
#[cfg(unix)]
fn links_stay_inside_the_book() {
    use std::os::unix::fs::symlink;
    let root = scratch("links");
    let outside = scratch("links-outside");
    put(&outside, &[("secret.md", b"secret")]);
    put(&root, &[("content/a.md", b"a"), ("content/more/b.md", b"b")]);
    symlink("a.md", root.join("content/inside.md")).unwrap();
    symlink(outside.join("secret.md"), root.join("content/out.md")).unwrap();
    symlink(&outside, root.join("content/outer")).unwrap();
    symlink("..", root.join("content/more/ring")).unwrap();
    symlink("nobody.md", root.join("content/void.md")).unwrap();
    let (files, _) = read_book(&root);
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(names, ["content/a.md", "content/inside.md", "content/more/b.md"]);
    assert_eq!(
        complaints(&root),
        [
            "error[file-path]: `content/more/ring` leads back to `content`\n  \
             hint: remove the link",
            "error[file-path]: `content/out.md` leads out of the book\n  \
             hint: copy the file into the book instead of linking to it",
            "error[file-path]: `content/outer` leads out of the book\n  \
             hint: copy the file into the book instead of linking to it",
            "error[file-read]: cannot read `content/void.md`: there is no such file or folder",
        ]
    );
}

#[test]
fn a_single_text_is_known_by_the_path_that_was_typed() {
    let root = scratch("single-text");
    put(&root, &[("page.html", b"<p>")]);
    let path = root.join("page.html");
    let file = read_text(&path).unwrap();
    assert_eq!((file.path(), file.text()), (&*path.display().to_string(), "<p>"));
    let message = |path: PathBuf| read_text(&path).unwrap_err().message;
    assert!(message(root.join("none")).ends_with("none`: there is no such file or folder"));
    assert!(message(root.clone()).ends_with("single-text`: it is a folder"));
}

#[test]
#[cfg(unix)]
fn folders_among_the_sources_are_known_by_any_path() {
    use std::os::unix::fs::symlink;
    let root = scratch("out-among-sources");
    let outside = scratch("out-among-sources-outside");
    put(&root, &[("content/a/b.md", b"b"), ("shared/c.md", b"c"), ("x/y", b"y")]);
    symlink("../shared", root.join("content/link")).unwrap();
    symlink("content/a", root.join("to-a")).unwrap();
    symlink(&outside, root.join("site")).unwrap();
    for among in
        ["content", "content/new/deep", "x/../content", "none/../content/a", "to-a", "shared/new"]
    {
        assert!(is_among_sources(&root, &root.join(among)), "{among}");
    }
    for other in ["site", "x", "content/../x", "contents", "public/content"] {
        assert!(!is_among_sources(&root, &root.join(other)), "{other}");
    }
    assert!(leads_out(&root, &root.join("site")) && !leads_out(&root, &root.join("public")));
}

// ---- writing -----------------------------------------------------------------------------------

#[test]
fn a_site_is_written_kept_and_cleared() {
    let out = scratch("site").join("deep/site");
    let first = files(&[("index.html", "1"), ("a/index.html", "a"), ("b/c/d.svg", "d")]);
    let written = write_site(&out, &first).unwrap();
    assert_eq!(written, WriteSummary { added: 3, ..WriteSummary::default() });
    assert_eq!(listing(&out), ["a/index.html: a", "b/c/d.svg: d", "index.html: 1"]);

    put(&out, &[("CNAME", b"mine"), ("b/notes.txt", b"mine")]);
    let second = files(&[("index.html", "2"), ("a/index.html", "a"), ("e.html", "e")]);
    let written = write_site(&out, &second).unwrap();
    assert_eq!(written, WriteSummary { added: 1, changed: 1, removed: 1, same: 1 });
    assert_eq!(
        listing(&out),
        ["CNAME: mine", "a/index.html: a", "b/notes.txt: mine", "e.html: e", "index.html: 2"]
    );
    assert!(!out.join("b/c").exists(), "an emptied folder goes");
}

#[test]
fn equal_bytes_are_not_written_again() {
    let out = scratch("same-bytes");
    let site = files(&[("index.html", "1")]);
    write_site(&out, &site).unwrap();
    let times = || {
        let of = |name: &str| out.join(name).metadata().unwrap().modified().unwrap();
        (of("index.html"), of(".fairybook"), of("."))
    };
    let before = times();
    let written = write_site(&out, &site).unwrap();
    assert_eq!(written, WriteSummary { same: 1, ..WriteSummary::default() });
    assert_eq!(times(), before);
}

#[test]
fn the_same_site_gives_the_same_bytes_everywhere() {
    let (one, two) = (scratch("twin-one"), scratch("twin-two"));
    let site = files(&[("index.html", "1"), ("a.html", "a")]);
    write_site(&one, &files(&[("old.html", "old")])).unwrap();
    write_site(&one, &site).unwrap();
    write_site(&two, &site).unwrap();
    let list = |out: &Path| fs::read_to_string(out.join(".fairybook")).unwrap();
    assert_eq!(list(&one), list(&two));
    assert_eq!(list(&one).lines().skip(1).collect::<Vec<_>>(), ["a.html", "index.html"]);
}

#[test]
fn a_folder_with_files_of_others_is_refused() {
    let out = scratch("foreign");
    put(&out, &[("thesis.txt", b"years of work")]);
    assert_eq!(
        refusal(&out, &files(&[("index.html", "1")])),
        "error[file-write]: `SITE` holds files that fairybook did not write\n  \
         a site has a file `.fairybook`, which lists what may be replaced\n  \
         hint: name an empty folder with `--out`, or move these files away"
    );
    assert_eq!(listing(&out), ["thesis.txt: years of work"]);
}

#[test]
fn a_file_of_others_is_not_replaced() {
    let out = scratch("foreign-file");
    write_site(&out, &files(&[("index.html", "1")])).unwrap();
    put(&out, &[("a.html", b"mine")]);
    let expected = "error[file-write]: `SITE/a.html` is in the way: fairybook did not write it\n  \
                    hint: move it away, or name another folder with `--out`";
    assert_eq!(refusal(&out, &files(&[("index.html", "2"), ("a.html", "a")])), expected);
    assert_eq!(refusal(&out, &files(&[("index.html", "2"), ("a.html/b", "b")])), expected);
    assert_eq!(listing(&out), ["a.html: mine", "index.html: 1"]);
    // The same bytes are no difference: the site was copied without its list.
    write_site(&out, &files(&[("index.html", "1"), ("a.html", "mine")])).unwrap();
}

#[test]
fn folders_and_files_may_change_places() {
    let out = scratch("change-places");
    let one = files(&[("x", "file"), ("y/index.html", "folder")]);
    let two = files(&[("x/index.html", "folder"), ("y", "file")]);
    for site in [&one, &two, &one] {
        write_site(&out, site).unwrap();
        let expected: Vec<String> = site
            .iter()
            .map(|(path, text)| format!("{path}: {}", String::from_utf8_lossy(text)))
            .collect();
        assert_eq!(listing(&out), expected);
    }
}

#[test]
fn a_failure_in_the_middle_leaves_the_old_site() {
    let out = scratch("failure");
    let first = files(&[("a.html", "1"), ("old.html", "old"), ("x/page.html", "x")]);
    write_site(&out, &first).unwrap();
    put(&out, &[("x/mine.txt", b"mine")]);
    let before = listing(&out);
    // Found out only when everything else has been exchanged: the folder `x` is not empty.
    let said = refusal(&out, &files(&[("a.html", "2"), ("b/new.html", "new"), ("x", "file")]));
    assert!(said.starts_with("error[file-write]: cannot write `SITE/x`: "), "{said}");
    assert!(said.contains("\n  the old site is unchanged\n  hint: files that are not"), "{said}");
    assert_eq!(listing(&out), before);
    assert!(!out.join("b").exists());
}

#[test]
fn what_a_killed_program_left_is_undone() {
    let out = scratch("killed");
    write_site(&out, &files(&[("a.html", "1"), ("gone.html", "gone")])).unwrap();
    let list = fs::read_to_string(out.join(".fairybook")).unwrap();
    // Killed when a file was removed, one replaced, one added, and one not yet.
    fs::remove_file(out.join("gone.html")).unwrap();
    put(
        &out,
        &[
            ("a.html", b"2"),
            ("b/new.html", b"new"),
            (
                ".fairybook-work/journal",
                b"remove gone.html\nreplace a.html\nfolder b\nadd b/new.html\nadd c\n",
            ),
            (".fairybook-work/old-0", b"gone"),
            (".fairybook-work/old-1", b"1"),
            (".fairybook-work/new-4", b"c"),
        ],
    );
    // The next run has nothing of its own to change.
    write_site(&out, &files(&[("a.html", "1"), ("gone.html", "gone")])).unwrap();
    assert_eq!(listing(&out), ["a.html: 1", "gone.html: gone"]);
    assert_eq!(fs::read_to_string(out.join(".fairybook")).unwrap(), list);
    assert!(!out.join("b").exists() && !out.join(".fairybook-work").exists());
}

#[test]
fn a_folder_that_was_begun_in_place_of_a_file_is_undone() {
    let out = scratch("killed-begun-folder");
    let old = files(&[("x", "file")]);
    write_site(&out, &old).unwrap();
    // Killed when the file was gone and the folder was there, but nothing in it.
    fs::remove_file(out.join("x")).unwrap();
    fs::create_dir(out.join("x")).unwrap();
    put(
        &out,
        &[
            (".fairybook-work/journal", b"remove x\nfolder x\nadd x/index.html\n"),
            (".fairybook-work/old-0", b"file"),
            (".fairybook-work/new-2", b"new"),
        ],
    );
    write_site(&out, &old).unwrap();
    assert_eq!(listing(&out), ["x: file"]);
}

/// A book from elsewhere can have a work folder with any journal.
#[test]
#[cfg(unix)]
fn a_foreign_journal_reaches_nothing_outside() {
    use std::os::unix::fs::symlink;
    let root = scratch("foreign-journal");
    put(&root, &[("outside/keep", b"keep"), ("outside/also", b"also"), ("journal", b"add x\n")]);
    let site = files(&[("index.html", "1")]);
    let journal = b"add link/keep\nreplace link/also\nreplace link/new\nreplace .git/hooks/x\n\
        replace planted\nreplace index.html\nreplace folder\n";
    let out = root.join("site");
    write_site(&out, &site).unwrap();
    fs::create_dir_all(out.join("folder/full/x")).unwrap();
    put(&out, &[(".fairybook-work/journal", journal)]);
    symlink("../outside", out.join("link")).unwrap();
    for n in [1, 2, 3, 6] {
        put(&out, &[(&format!(".fairybook-work/old-{n}"), b"planted")]);
    }
    symlink("../../outside/keep", out.join(".fairybook-work/old-4")).unwrap();
    write_site(&out, &site).unwrap();
    assert_eq!(listing(&root.join("outside")), ["also: also", "keep: keep"]);
    assert!(!out.join(".git").exists() && out.join("planted").symlink_metadata().is_err());
    assert!(out.join("folder/full/x").is_dir());

    // The journal, the work folder and the list as links.
    put(&out, &[(".fairybook-work/new-9", b"")]);
    symlink("../../journal", out.join(".fairybook-work/journal")).unwrap();
    put(&out, &[("x", b"x")]);
    write_site(&out, &site).unwrap();
    assert!(out.join("x").exists());
    for target in ["../outside", "nowhere"] {
        symlink(target, out.join(".fairybook-work")).unwrap();
        write_site(&out, &files(&[("index.html", target)])).unwrap();
        assert!(out.join(".fairybook-work").symlink_metadata().is_err());
    }
    assert_eq!(listing(&root.join("outside")), ["also: also", "keep: keep"]);
    fs::rename(out.join(".fairybook"), root.join("list")).unwrap();
    symlink("../list", out.join(".fairybook")).unwrap();
    assert!(refusal(&out, &site).starts_with("error[file-path]: `SITE/.fairybook` is a symbolic"));
}

#[test]
fn two_builds_at_once_wait_for_each_other() {
    let out = scratch("at-once");
    let sites: Vec<Files> = ["one", "two"]
        .map(|text| (0..20).map(|n| (format!("{n}.html"), text.as_bytes().to_vec())).collect())
        .into();
    std::thread::scope(|scope| {
        for site in &sites {
            scope.spawn(|| {
                (0..20).for_each(|_| {
                    write_site(&out, site).unwrap();
                })
            });
        }
    });
    let found: Vec<String> =
        listing(&out).iter().map(|line| line.rsplit(' ').next().unwrap().to_owned()).collect();
    assert_eq!(found.len(), 20);
    assert!(found.iter().all(|text| *text == found[0]), "a mixture: {found:?}");
}

#[test]
fn nothing_is_written_or_deleted_outside() {
    let root = scratch("outside");
    let out = root.join("site");
    for path in ["../x", "/x", "a/../../x", "", "a//b", ".fairybook", ".fairybook-work/x"] {
        let said = refusal(&out, &files(&[(path, "x")]));
        assert_eq!(said, format!("error[file-path]: `{path}` leaves the site"));
    }
    put(&root, &[("keep.txt", b"keep")]);
    let head = "Written by fairybook, which deletes and replaces only what is listed here.";
    put(&out, &[(".fairybook", format!("{head}\n../keep.txt\n").as_bytes())]);
    write_site(&out, &files(&[("index.html", "1")])).unwrap();
    assert!(root.join("keep.txt").exists());
}

#[test]
#[cfg(unix)]
fn links_in_a_site_are_refused() {
    let root = scratch("site-links");
    let out = root.join("site");
    write_site(&out, &files(&[("index.html", "1")])).unwrap();
    fs::create_dir(root.join("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", out.join("assets")).unwrap();
    assert_eq!(
        refusal(&out, &files(&[("assets/x.css", "x")])),
        "error[file-path]: `SITE/assets` is a symbolic link\n  \
         hint: remove the link: a site is written only inside its folder"
    );
}

#[test]
fn single_files_are_written_whole() {
    let root = scratch("single-file");
    let path = root.join("board.svg");
    write_file(&path, b"one").unwrap();
    write_file(&path, b"two").unwrap();
    assert_eq!(listing(&root), ["board.svg: two"]);
    assert!(write_file(&root.join("none/board.svg"), b"x").is_err());
    assert!(write_new_file(&path, b"x").unwrap_err().message.ends_with("it exists already"));
    write_new_file(&root.join("new/deep.md"), b"x").unwrap();
    assert_eq!(listing(&root), ["board.svg: two", "new/deep.md: x"]);
}
