//! Puts one-token changes into Rust sources, each behind a switch that is read at run time.
//!
//! ```text
//! mutants list ROOT FOLDER…         a line for each possible change
//! mutants write ROOT OUT WANTED FOLDER…   the files with the changes whose numbers WANTED lists
//! ```
//!
//! `write` prints where each change stands in the written files, so that errors of the compiler
//! can be traced to the change that causes them. The switch is `crate::mutants::at(SITE)`, which
//! returns the number of the active change, or 0; SITE is the number of the first change there.

mod sites;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{env, fs};

use sites::{Form, Site, sites};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list", root, ref folders @ ..] => list(Path::new(root), folders),
        ["write", root, out, wanted, ref folders @ ..] => {
            let wanted = fs::read_to_string(wanted).expect("the list of numbers can be read");
            let wanted = wanted.split_whitespace().map(|n| n.parse().expect("a number")).collect();
            write(Path::new(root), Path::new(out), &wanted, folders);
        }
        _ => panic!("list ROOT FOLDER… or write ROOT OUT WANTED FOLDER…"),
    }
}

/// The sources of a folder in order, without files that only tests include.
fn files(root: &Path, folders: &[&str]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for folder in folders {
        collect(&root.join(folder), &mut found);
    }
    let tests: BTreeSet<PathBuf> = found.iter().flat_map(|path| sites::test_files(path)).collect();
    found.into_iter().filter(|path| !tests.contains(path)).collect()
}

fn collect(path: &Path, found: &mut BTreeSet<PathBuf>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).expect("the folder can be read") {
            collect(&entry.expect("an entry").path(), found);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs") {
        found.insert(path.to_owned());
    }
}

/// Each file with its text and its sites.
fn all(root: &Path, folders: &[&str]) -> Vec<(PathBuf, String, Vec<Site>)> {
    let mut next = 1;
    files(root, folders)
        .into_iter()
        .map(|path| {
            let text = fs::read_to_string(&path).expect("the file can be read");
            let found = sites(&text, &mut next);
            (path.strip_prefix(root).expect("below the root").to_owned(), text, found)
        })
        .collect()
}

fn list(root: &Path, folders: &[&str]) {
    for (path, text, found) in all(root, folders) {
        for site in found {
            for change in &site.changes {
                let line = text[..change.at.start].matches('\n').count() + 1;
                println!(
                    "{}\t{}\t{line}\t{}\t{}\t{}\t{}\t{}",
                    change.number,
                    path.display(),
                    change.at.start,
                    change.at.end,
                    site.function.start,
                    site.function.end,
                    change.words,
                );
            }
        }
    }
}

fn write(root: &Path, out: &Path, wanted: &BTreeSet<usize>, folders: &[&str]) {
    for (path, text, found) in all(root, folders) {
        let mut kept: Vec<Site> = found;
        for site in &mut kept {
            site.changes.retain(|change| wanted.contains(&change.number));
        }
        kept.retain(|site| !site.changes.is_empty());
        let mut writer = Writer { text: &text, out: String::new(), marks: BTreeMap::new() };
        writer.write(0..text.len(), &tree(kept));
        // A file that stays as it is keeps its time, so that nothing is compiled again.
        let copy = out.join(&path);
        if fs::read_to_string(&copy).ok().as_ref() != Some(&writer.out) {
            fs::create_dir_all(copy.parent().expect("a folder")).expect("a folder can be made");
            fs::write(copy, &writer.out).expect("the file can be written");
        }
        for ((start, end, kind), numbers) in writer.marks {
            println!("{}\t{kind}\t{start}\t{end}\t{}", path.display(), numbers.join(" "));
        }
    }
}

/// A site with those inside it.
struct Node {
    site: Site,
    inner: Vec<Node>,
}

/// Nests sites that contain each other.
fn tree(mut sites: Vec<Site>) -> Vec<Node> {
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    let mut nodes = Vec::new();
    let mut rest = sites.into_iter().peekable();
    while let Some(site) = rest.next() {
        let mut inside = Vec::new();
        while let Some(other) = rest.next_if(|other| other.range.end <= site.range.end) {
            inside.push(other);
        }
        nodes.push(Node { site, inner: tree(inside) });
    }
    nodes
}

struct Writer<'a> {
    text: &'a str,
    out: String,
    /// Places in the written file: of a change, of a site.
    marks: BTreeMap<(usize, usize, &'static str), Vec<String>>,
}

impl Writer<'_> {
    fn write(&mut self, range: std::ops::Range<usize>, nodes: &[Node]) {
        let mut at = range.start;
        for node in nodes {
            self.out += &self.text[at..node.site.range.start];
            self.site(node);
            at = node.site.range.end;
        }
        self.out += &self.text[at..range.end];
    }

    fn site(&mut self, node: &Node) {
        let site = &node.site;
        let start = self.out.len();
        // A site is known by the first of its changes.
        let call = format!("crate::mutants::at({})", site.changes[0].number);
        match site.form {
            Form::Insertion => {
                self.out += &format!("match {call} {{ ");
                self.changes(site);
                self.out += "_ => {} } ";
            }
            Form::Condition => {
                self.write(site.range.clone(), &node.inner);
                let mark = self.out.len();
                let number = site.changes[0].number;
                self.out += &format!(" && {call} != {number}");
                self.mark(mark, "change", site.changes.iter().map(|it| it.number));
            }
            Form::Expression | Form::Statement => {
                let parens = site.form == Form::Expression;
                self.out += if parens { "(" } else { "" };
                self.out += &format!("match {call} {{ ");
                self.changes(site);
                self.out += "_ => { ";
                self.write(site.range.clone(), &node.inner);
                self.out += if parens { " } })" } else { " } }" };
            }
        }
        self.mark(start, "site", site.changes.iter().map(|change| change.number));
    }

    fn changes(&mut self, site: &Site) {
        for change in &site.changes {
            let start = self.out.len();
            self.out += &format!("{} => {{ {} }} ", change.number, change.text);
            self.mark(start, "change", [change.number].into_iter());
        }
    }

    fn mark(&mut self, start: usize, kind: &'static str, numbers: impl Iterator<Item = usize>) {
        let numbers = numbers.map(|number| number.to_string());
        self.marks.entry((start, self.out.len(), kind)).or_default().extend(numbers);
    }
}
