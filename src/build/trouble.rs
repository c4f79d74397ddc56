use std::collections::BTreeSet;

use crate::book::{Block, Page, address};
use crate::source::{Code, Diagnostic};

/// Complaints of what stands on its page all the same.
const STANDING: [Code; 6] = [
    Code::ClaimWrong,
    Code::DiagramWrong,
    Code::LinkBroken,
    Code::PageTwice,
    Code::RefutedHolds,
    Code::SetupWrong,
];

/// Where pages are not what they will be once what was complained of is mended: links that lead
/// nowhere there say nothing new.
#[derive(Debug, Default)]
pub(super) struct Trouble {
    addresses: BTreeSet<String>,
    /// Files of pages; one that is not there could not be printed.
    wanted: BTreeSet<String>,
}

impl Trouble {
    /// From what was complained of so far.
    pub fn new<'a>(complaints: impl Iterator<Item = &'a Diagnostic>, pages: &[Page]) -> Trouble {
        let mut trouble = Trouble::default();
        let mut games = BTreeSet::new();
        let breaks = |told: &&Diagnostic| told.is_error() && !STANDING.contains(&told.code);
        for path in complaints.filter(breaks).map(Diagnostic::path) {
            let file = path.rsplit('/').next().unwrap_or(path);
            match file.strip_suffix(".toml") {
                // A game that nobody has written about has a page by its own name.
                Some(id) => {
                    games.insert(id.to_owned());
                    trouble.addresses.insert(id.to_owned());
                }
                None => {
                    trouble.addresses.insert(address::of_file(path));
                }
            }
        }
        trouble.wanted = pages.iter().map(|page| address::file_of(&page.address)).collect();
        let named = |block: &Block| block.variant.as_ref().map(|id| id.value.clone());
        for page in pages {
            let own = page.front_matter.variant.iter().map(|id| id.value.clone());
            let mut all = own.chain(page.blocks.iter().filter_map(named));
            if all.any(|id| games.contains(&id)) {
                trouble.addresses.insert(page.address.clone());
            }
        }
        trouble
    }

    /// Whether a link that leads nowhere does so because a page is in trouble: `file` is what it
    /// should lead to, and there or not.
    pub fn explains(&self, file: &str, is_there: bool) -> bool {
        if !is_there && self.wanted.contains(file) {
            return true;
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.addresses.contains(folder) || self.addresses.contains(file)
    }
}
