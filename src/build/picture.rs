use crate::book::{address, data::PictureData};
use crate::diagram::{CELL_PX, Figure, Flavour, Scene, Theme, draw, write_png, write_svg};

/// Wider than twelve files.
const WIDE_PX: u32 = 600;
/// Below this a picture keeps its size.
const NARROW_PX: u32 = 160;

/// A drawing of a page, and the files that it is published as.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// The address of its page.
    page: String,
    /// How its files are called, without an ending.
    name: String,
    scene: Scene,
    /// Whether it is shown elsewhere too: then there is a file for dark pages, and none to keep.
    is_cover: bool,
}

impl Picture {
    /// The drawing of a figure for the page of that address.
    pub fn new(page: &str, name: &str, figure: &Figure) -> Self {
        Picture {
            page: page.to_owned(),
            name: name.to_owned(),
            scene: draw(figure),
            is_cover: false,
        }
    }

    /// Shown elsewhere: with a file for dark pages too, and no PNG.
    pub fn into_cover(mut self) -> Self {
        self.is_cover = true;
        self
    }

    /// The drawing as it stands in the page: it follows the colours of the page.
    pub fn inline(&self) -> String {
        let id_prefix = format!("{}-", self.name);
        write_svg(&self.scene, Flavour::Inline { id_prefix: &id_prefix })
    }

    /// Width and height in pixels of the page.
    pub fn size(&self) -> (u32, u32) {
        let px = |length: f64| (length * CELL_PX / 100.0).ceil() as u32;
        (px(self.scene.width), px(self.scene.height))
    }

    /// Whether it would be too small in half a column: boards side by side, very long ranks.
    pub fn is_wide(&self) -> bool {
        let (width, height) = self.size();
        width > WIDE_PX || width > 2 * height
    }

    /// Whether it would be too large in half a column: a few cells side by side.
    pub fn is_narrow(&self) -> bool {
        self.size().0 < NARROW_PX
    }

    /// The drawing and the links to its files, for its own page.
    pub fn data(&self) -> PictureData {
        let link = |ending| address::link(&self.page, &self.file(ending));
        PictureData { drawing: self.inline(), svg: link(".svg"), png: link(".png") }
    }

    /// A file of the picture in the site.
    pub fn file(&self, ending: &str) -> String {
        let folder = if self.page.is_empty() { "" } else { "/" };
        format!("{}{folder}{}{ending}", self.page, self.name)
    }

    /// All files of the picture. The PNG is as wide as asked for.
    pub fn files(&self, width_px: u32) -> Vec<(String, Vec<u8>)> {
        let svg = |theme| write_svg(&self.scene, Flavour::StandAlone(theme)).into_bytes();
        let more = match self.is_cover {
            true => (self.file("-dark.svg"), svg(&Theme::SLATE)),
            false => (self.file(".png"), write_png(&self.scene, &Theme::PAPER, width_px)),
        };
        vec![(self.file(".svg"), svg(&Theme::PAPER)), more]
    }
}

/// The colours of drawings, as the end of the style sheet: on paper, on slate, in print.
pub(super) fn style_sheet() -> String {
    let (paper, slate, print) = (
        Theme::PAPER.custom_properties(),
        Theme::SLATE.custom_properties(),
        Theme::PRINT.custom_properties(),
    );
    format!(
        "\n/* ---- colours of the drawings ---- */\n\n\
         :root {{ {paper} }}\n\
         @media screen and (prefers-color-scheme: dark) {{\n  \
         :root:not([data-theme=\"light\"]) {{ {slate} }}\n}}\n\
         @media screen {{\n  :root[data-theme=\"dark\"] {{ {slate} }}\n}}\n\
         @media print {{\n  :root {{ {print} }}\n}}\n"
    )
}
