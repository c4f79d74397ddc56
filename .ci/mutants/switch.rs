//! Which of the changes in this copy of the sources is active: the value of `MUTANT`.
//!
//! With `MUTANT=record` none is, and the sites that are reached are written to the file that
//! `MUTANT_RECORD` names.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

const RECORD: usize = usize::MAX - 1;
const UNREAD: usize = usize::MAX;

static ACTIVE: AtomicUsize = AtomicUsize::new(UNREAD);
static SEEN: [AtomicBool; SITES] = [const { AtomicBool::new(false) }; SITES];

#[inline(always)]
pub fn at(site: usize) -> usize {
    let active = ACTIVE.load(Relaxed);
    if active >= RECORD { look(site) } else { active }
}

#[cold]
fn look(site: usize) -> usize {
    if ACTIVE.load(Relaxed) == UNREAD {
        let active = match std::env::var("MUTANT") {
            Ok(text) if text == "record" => RECORD,
            Ok(text) => text.parse().expect("MUTANT is a number"),
            Err(_) => 0,
        };
        ACTIVE.store(active, Relaxed);
        return at(site);
    }
    if !SEEN[site].swap(true, Relaxed) {
        let path = std::env::var("MUTANT_RECORD").expect("MUTANT_RECORD names a file");
        let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
        let line = format!("{site}\n");
        file.expect("the record opens").write_all(line.as_bytes()).expect("the record is written");
    }
    0
}
