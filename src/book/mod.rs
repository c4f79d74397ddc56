//! The book that authors write: pages, the blocks and claims in them, the look of the site.
//!
//! It reads Markdown into [`Page`]s and renders them again once somebody has answered what they
//! ask. Who answers, it does not know: it has never heard of a rule of chess.

pub mod address;
mod apostrophe;
pub mod data;
mod directive;
mod escape;
mod head;
mod links;
mod markdown;
mod page;
mod raw;
mod render;
mod settings;
pub mod slug;
mod target;
mod templates;

pub use apostrophe::set_apostrophes;
pub use directive::{
    Block, Directive, Form, GalleryOf, Marks, Moves, PieceBlock, PiecesBlock, Place, PositionBlock,
    SetupBlock, Show,
};
pub use escape::escape;
pub use head::Head;
pub use links::{Anatomy, BrokenLink, LinkReport, check_links, dissect};
pub use page::{Claim, Heading, Page};
pub use render::{Around, around_claim, render_caption};
pub use settings::{SETTINGS, Settings};
pub use templates::{TEMPLATES, Templates};
