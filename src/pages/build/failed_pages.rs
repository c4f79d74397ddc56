//! Pages that have errors, and the broken links that follow from these errors.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::book::{Page, address};
use crate::source::{Code, Diagnostic};

/// Errors with which a page is rendered in full.
const RENDERED_ANYWAY: [Code; 7] = [
    Code::ClaimWrong,
    Code::DiagramWrong,
    Code::GameWrong,
    Code::LinkBroken,
    Code::PageTwice,
    Code::RefutedHolds,
    Code::SetupWrong,
];

/// Whether a page or a definition is not complete because of it.
pub(super) fn breaks_page(diagnostic: &Diagnostic) -> bool {
    diagnostic.is_error() && !RENDERED_ANYWAY.contains(&diagnostic.code)
}

/// Pages that are not complete because of an error. A broken link to such a page is not reported.
#[derive(Debug, Default)]
pub(super) struct FailedPages {
    addresses: BTreeSet<String>,
    /// The files of all pages. A missing one could not be rendered.
    page_files: BTreeSet<String>,
}

impl FailedPages {
    /// Returns the pages with one of these errors, or about a variant with one of them.
    pub fn new<'a>(
        diagnostics: impl Iterator<Item = &'a Diagnostic>,
        pages: &[Arc<Page>],
    ) -> FailedPages {
        let mut failed = FailedPages::default();
        let mut variants = BTreeSet::new();
        for path in diagnostics.filter(|it| breaks_page(it)).map(Diagnostic::path) {
            let file = path.rsplit('/').next().unwrap_or(path);
            let id = file.strip_suffix(".toml");
            variants.extend(id);
            // A variant without a page gets one at its id.
            failed.addresses.insert(id.map_or_else(|| address::of_file(path), str::to_owned));
        }
        failed.page_files = pages.iter().map(|page| address::file_of(&page.address)).collect();
        for page in pages {
            let of_blocks = page.body.blocks.iter().filter_map(|block| block.variant.as_ref());
            let mut ids = page.front_matter.variant.iter().chain(of_blocks);
            if ids.any(|id| variants.contains(id.value.as_str())) {
                failed.addresses.insert(page.address.clone());
            }
        }
        failed
    }

    /// Whether a link to `file` is broken because of an error on a page. `exists` says whether the
    /// site has the file.
    pub fn is_caused_by_failed_page(&self, file: &str, exists: bool) -> bool {
        if !exists && self.page_files.contains(file) {
            return true;
        }
        let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
        self.addresses.contains(folder) || self.addresses.contains(file)
    }
}
