//! Scratch: plays the moves of a file (one a line, the last word with letters and digits) and says which is illegal.
#![allow(clippy::disallowed_methods, clippy::print_stdout)]
use fairybook::variant::load;
use fairybook::world::{VariantFolders, read_text};
use std::path::Path;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    let path = &a[0];
    let file = read_text(Path::new(path)).unwrap();
    let (d, e) = load(&file, "game", &VariantFolders::default().beside(Path::new(path)));
    let d = d.unwrap_or_else(|| panic!("{e:#?}"));
    let setup = a.get(2).map(|s| s.as_str());
    let v = d.variant(setup).expect("variant");
    let rules = v.rules().unwrap();
    let mut pos = rules.initial_position();
    for line in std::fs::read_to_string(&a[1]).unwrap().lines() {
        let mut words = line.split_whitespace();
        let side = words.next().unwrap_or("");
        let Some(text) = words.next() else { continue };
        let mover = &v.sides[pos.turn.to_move.index()].id;
        if !side.eq_ignore_ascii_case(mover.as_str()) { println!("TURN: line `{line}`, to move {mover}"); }
        let norm = text.replace('x', "-").replace('=', "");
        let legal = rules.moves(&pos);
        let all: Vec<(String, _)> = legal.iter().map(|m| (v.print_move(&rules, &pos, m), m)).collect();
        let flat = |s: &str| s.replace(['-', 'x', '=', ','], "").to_lowercase();
        let hit = all.iter().find(|(t, _)| flat(t) == flat(&norm)).or_else(|| all.iter().find(|(t, _)| flat(t).starts_with(&flat(&norm))));
        match hit {
            Some((t, m)) => { println!("ok {line}   [{t}]"); pos = rules.after(&pos, m); }
            None => {
                let from: String = norm.split('-').next().unwrap().to_lowercase();
                let near: Vec<&str> = all.iter().filter(|(t, _)| t.to_lowercase().starts_with(&from)).map(|(t, _)| t.as_str()).collect();
                println!("ILLEGAL {line}: from there: {near:?}\n  {}", v.print_position(&rules, &pos));
                break;
            }
        }
    }
}
