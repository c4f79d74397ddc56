//! The drawings of pages, and the files in which they are published.

use std::sync::Arc;

use crate::book::{address, data::PictureData};
use crate::diagram::{BoardSheet, CELL, CELL_PX, SOCIAL_IMAGE_PX, Scene, Theme, write_column_svg};

use super::drawn_pictures::DrawnPictures;
use super::site_file::{FileDrawing, SiteFile};

/// Whether this program draws PNG files. The engine of the playground does not.
const HAS_PNG: bool = cfg!(feature = "site");
/// A wider picture is not put beside another: more than twelve files.
const WIDE_PX: u32 = 600;
/// The least width of a cell in a PNG of a page.
const MIN_CELL_PX: f64 = 12.0;

/// A drawing of a page, with the names of its files.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// The address of its page.
    page: String,
    /// The name of its files, without an ending.
    name: String,
    scene: Arc<Scene>,
    purpose: PicturePurpose,
}

/// What a picture is for. Decides which files it has.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum PicturePurpose {
    /// For its page and for download: as SVG and as PNG.
    Page,
    /// For other pages of the book: as SVG in light and dark colours.
    Cover,
    /// For links to the page on other sites: as PNG.
    SocialImage,
    /// A sample of a theme: as SVG in its colours.
    Themed(&'static Theme),
}

impl Picture {
    /// A drawing for the page with that address, with the name of its files.
    pub fn new(page: &str, name: &str, scene: Scene, purpose: PicturePurpose) -> Self {
        Picture { page: page.to_owned(), name: name.to_owned(), scene: scene.into(), purpose }
    }

    /// Width and height on the page, in pixels.
    pub fn size(&self) -> (u32, u32) {
        let px = |length: f64| (length * CELL_PX / CELL).ceil() as u32;
        (px(self.scene.width), px(self.scene.height))
    }

    /// The units of work to draw it, by its size, measured.
    pub fn work(&self) -> usize {
        let (width, height) = self.size();
        (width * height / 20) as usize
    }

    /// Whether the picture is too small in half a column, as boards side by side are.
    pub fn is_wide(&self) -> bool {
        let (width, height) = self.size();
        width > WIDE_PX || width > 2 * height
    }

    /// Its width in cells, rounded up.
    pub fn across(&self) -> u32 {
        (self.scene.width / CELL).ceil() as u32
    }

    /// The SVG in the colours of the page, and the links to the files.
    ///
    /// Its board is one of `boards`.
    pub fn data(&self, boards: &mut BoardSheet) -> PictureData {
        let id_prefix = format!("{}-", self.name);
        let mut drawing = boards.write_svg(&self.scene, &id_prefix);
        drawing.extend(write_column_svg(&self.scene, &id_prefix));
        let [svg, png] = self.links();
        PictureData { drawing, svg, png }
    }

    /// The links from its page to the SVG and to the PNG; that to the PNG may be empty.
    pub fn links(&self) -> [String; 2] {
        let link = |ending| address::link(&self.page, &self.file(ending));
        [link(".svg"), if HAS_PNG { link(".png") } else { String::new() }]
    }

    /// Whether the files of another picture of the same page are the same, but for their names.
    pub fn has_same_files(&self, other: &Picture) -> bool {
        self.purpose == other.purpose && self.scene == other.scene
    }

    /// The path in the site of the file with that ending.
    pub fn file(&self, ending: &str) -> String {
        address::beside(&self.page, &format!("{}{ending}", self.name))
    }

    fn endings(&self) -> impl Iterator<Item = &'static str> {
        let all: &[&str] = match self.purpose {
            PicturePurpose::Page => &[".svg", ".png"],
            PicturePurpose::Cover => &[".svg", "-dark.svg"],
            PicturePurpose::SocialImage => &[".png"],
            PicturePurpose::Themed(_) => &[".svg"],
        };
        all.iter().copied().filter(|ending| HAS_PNG || *ending != ".png")
    }

    /// Returns all files, to be drawn when they are wanted.
    ///
    /// The PNG of a page has the given width, or more if its cells would be too small.
    pub fn files(&self, width_px: u32, drawn: &Arc<DrawnPictures>) -> Vec<(String, SiteFile)> {
        let svg = |theme| FileDrawing::Svg(Arc::clone(&self.scene), theme);
        let png_width = match self.purpose {
            PicturePurpose::SocialImage => SOCIAL_IMAGE_PX.0,
            _ => width_px.max((self.scene.width * MIN_CELL_PX / CELL).ceil() as u32),
        };
        let drawing = |ending: &str| match (ending, self.purpose) {
            (".png", _) => self.png(png_width, drawn),
            ("-dark.svg", _) => svg(Theme::slate()),
            (_, PicturePurpose::Themed(theme)) => svg(theme),
            _ => svg(Theme::paper()),
        };
        let file = |ending| (self.file(ending), SiteFile::drawn(drawing(ending)));
        self.endings().map(file).collect()
    }

    #[cfg(feature = "site")]
    fn png(&self, width_px: u32, drawn: &Arc<DrawnPictures>) -> FileDrawing {
        FileDrawing::Png(Arc::clone(&self.scene), width_px, Arc::clone(drawn))
    }

    #[cfg(not(feature = "site"))]
    fn png(&self, _: u32, _: &Arc<DrawnPictures>) -> FileDrawing {
        unreachable!("`endings` has no PNG files here")
    }
}

/// The end of the style sheet: the colours of drawings on light and dark pages and in print.
pub(super) fn style_sheet() -> String {
    let [paper, slate, print] =
        [Theme::paper(), Theme::slate(), Theme::print()].map(Theme::custom_properties);
    format!(
        "\n/* ---- colours of the drawings ---- */\n\n\
         :root {{ {paper} }}\n\
         @media screen and (prefers-color-scheme: dark) {{\n  \
         :root:not([data-theme=\"light\"]) {{ {slate} }}\n}}\n\
         @media screen {{\n  :root[data-theme=\"dark\"] {{ {slate} }}\n}}\n\
         @media print {{\n  :root {{ {print} }}\n}}\n"
    )
}
