//! Pages, blocks, claims, settings and templates: all that authors write but definitions.
//!
//! Markdown is read into [`Page`]s, and a page is rendered with the HTML of its blocks and claims.
//! Not here: the content of diagrams and tables, and whether a claim is true (`build`, `verify`).

pub mod address;
pub mod data;
mod claim_list;
mod claim_sentence;
mod copied_page;
mod counted_loops;
mod directive;
mod footnotes;
mod front_matter;
mod highlight;
mod inline_events;
mod keys;
mod link_target;
mod links;
mod markdown;
mod markdown_table;
mod named_positions;
mod page;
mod phrases;
mod raw_html;
mod raw_signs;
mod render;
mod sentences;
mod settings;
pub mod slug;
mod template_variables;
mod template_warnings;
mod templates;
mod text_value;
mod typography;
mod unseen;

pub use copied_page::{SavedFile, saved_files, without_page_links};
pub use directive::{
    Block, Directive, FigurePlacement, GalleryKind, GameBlock, ListBlock, ListOrder, MovesBlock,
    PieceBlock, PiecesBlock, PositionBlock, RulesBlock, SetupBlock,
};
pub use front_matter::FrontMatter;
pub use keys::{BLOCKS, BlockInfo, PAGE_KEYS, SETTINGS_KEYS};
pub use links::{BrokenLink, LinkIndex, LinkReport, PageLink, check_links, index_links};
pub use page::{Caption, Claim, Heading, Page, PageBody};
pub use phrases::{Phrases, has_words};
pub use raw_html::escape;
pub use render::{RenderedText, claim_tag};
pub use sentences::{Sentence, Standing};
pub use settings::{SETTINGS, Settings};
pub use template_variables::{TemplateInfo, template_infos};
pub use template_warnings::{style_warnings, template_warnings};
pub use templates::{TEMPLATES, Templates, assets, built_in_files, is_template};
pub use text_value::TextValue;
pub use typography::typographic_apostrophes;
