use crate::book::{address, data::PictureData};
use crate::diagram::{
    CELL_PX, Figure, SOCIAL_IMAGE_PX, Scene, SocialImage, SvgTarget, Theme, draw,
    draw_social_image, write_svg,
};
use crate::raster::write_png;

/// Wider than twelve files.
const WIDE_PX: u32 = 600;
/// How wide cells are at least in a picture to be kept, however many there are in a row.
const LEAST_CELL_PX: f64 = 12.0;

/// A drawing of a page, and the files that it is published as.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    /// The address of its page.
    page: String,
    /// How its files are called, without an ending.
    name: String,
    scene: Scene,
    purpose: Purpose,
}

/// What a picture is for, and so what files there are of it.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Purpose {
    /// To be seen on its page, and to be kept: as SVG and as PNG.
    Page,
    /// To be seen on other pages of the book: for light and for dark ones.
    Cover,
    /// To stand for its page elsewhere: as PNG.
    Poster,
    /// To show a theme: as SVG in its colours.
    Themed(&'static Theme),
}

impl Picture {
    /// The drawing of a figure for the page of that address.
    pub fn new(page: &str, name: &str, figure: &Figure) -> Self {
        Picture {
            page: page.to_owned(),
            name: name.to_owned(),
            scene: draw(figure),
            purpose: Purpose::Page,
        }
    }

    /// To be seen on other pages of the book, too.
    pub fn cover(page: &str, name: &str, figure: &Figure) -> Self {
        Picture { purpose: Purpose::Cover, ..Picture::new(page, name, figure) }
    }

    /// To stand for the page elsewhere, with words beside the board.
    pub fn poster(page: &str, name: &str, figure: &Figure, poster: &SocialImage) -> Self {
        let (page, name) = (page.to_owned(), name.to_owned());
        Picture { page, name, scene: draw_social_image(figure, poster), purpose: Purpose::Poster }
    }

    /// In the colours of one theme.
    pub fn themed(page: &str, name: &str, figure: &Figure, theme: &'static Theme) -> Self {
        Picture { purpose: Purpose::Themed(theme), ..Picture::new(page, name, figure) }
    }

    /// The drawing as it stands in the page: it follows the colours of the page.
    pub fn inline(&self) -> String {
        let id_prefix = format!("{}-", self.name);
        write_svg(&self.scene, SvgTarget::Inline { id_prefix: &id_prefix })
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

    /// How many cells would stand side by side over its whole width, counted up.
    pub fn across(&self) -> u32 {
        (self.scene.width / 100.0).ceil() as u32
    }

    /// The drawing and the links to its files, for its own page.
    pub fn data(&self) -> PictureData {
        let link = |ending| address::link(&self.page, &self.file(ending));
        PictureData { drawing: self.inline(), svg: link(".svg"), png: link(".png") }
    }

    /// A file of the picture in the site.
    pub fn file(&self, ending: &str) -> String {
        address::beside(&self.page, &format!("{}{ending}", self.name))
    }

    /// How its files end.
    fn endings(&self) -> &'static [&'static str] {
        match self.purpose {
            Purpose::Page => &[".svg", ".png"],
            Purpose::Cover => &[".svg", "-dark.svg"],
            Purpose::Poster => &[".png"],
            Purpose::Themed(_) => &[".svg"],
        }
    }

    /// The names of its files, which are not drawn.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        self.endings().iter().map(|ending| self.file(ending))
    }

    /// All files of the picture. A PNG to be kept is as wide as asked for, or as its cells need.
    pub fn files(&self, width_px: u32) -> Vec<(String, Vec<u8>)> {
        let svg = |theme| write_svg(&self.scene, SvgTarget::StandAlone(theme)).into_bytes();
        let png = |width| write_png(&self.scene, Theme::paper(), width);
        let bytes = |ending: &str| match (ending, self.purpose) {
            ("-dark.svg", _) => svg(Theme::slate()),
            (".svg", Purpose::Themed(theme)) => svg(theme),
            (".svg", _) => svg(Theme::paper()),
            (_, Purpose::Poster) => png(SOCIAL_IMAGE_PX.0),
            _ => png(width_px.max((self.scene.width * LEAST_CELL_PX / 100.0).ceil() as u32)),
        };
        self.endings().iter().map(|ending| (self.file(ending), bytes(ending))).collect()
    }
}

/// The colours of drawings, as the end of the style sheet: on paper, on slate, in print.
pub(super) fn style_sheet() -> String {
    let (paper, slate, print) = (
        Theme::paper().custom_properties(),
        Theme::slate().custom_properties(),
        Theme::print().custom_properties(),
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
