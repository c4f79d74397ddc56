//! A file of a finished site: bytes, or a picture that is drawn when its bytes are wanted.

use std::ops::Deref;
use std::sync::{Arc, OnceLock};

use crate::diagram::{Scene, SvgTarget, Theme, write_svg};

#[cfg(feature = "site")]
use super::drawn_pictures::DrawnPictures;

/// A file of a finished site. It has the same bytes whenever it is asked, and clones share them.
///
/// The bytes of a picture are drawn when they are wanted for the first time.
#[derive(Debug, Clone)]
pub struct SiteFile(Arc<LazyBytes>);

#[derive(Debug)]
struct LazyBytes {
    bytes: OnceLock<Vec<u8>>,
    drawing: Option<FileDrawing>,
}

/// How the bytes of a picture are made.
#[derive(Debug)]
pub(super) enum FileDrawing {
    Svg(Arc<Scene>, &'static Theme),
    /// With its width in pixels, in the usual theme.
    #[cfg(feature = "site")]
    Png(Arc<Scene>, u32, Arc<DrawnPictures>),
}

impl SiteFile {
    /// A file that is drawn when it is wanted.
    pub(super) fn drawn(drawing: FileDrawing) -> SiteFile {
        SiteFile(Arc::new(LazyBytes { bytes: OnceLock::new(), drawing: Some(drawing) }))
    }

    /// Whether the bytes are there, so that asking for them takes no time.
    pub fn is_ready(&self) -> bool {
        self.0.bytes.get().is_some()
    }
}

impl From<Vec<u8>> for SiteFile {
    fn from(bytes: Vec<u8>) -> SiteFile {
        SiteFile(Arc::new(LazyBytes { bytes: bytes.into(), drawing: None }))
    }
}

impl Deref for SiteFile {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.bytes.get_or_init(|| match &self.0.drawing {
            None => Vec::new(),
            Some(FileDrawing::Svg(scene, theme)) => {
                write_svg(scene, SvgTarget::StandAlone(theme)).into_bytes()
            }
            #[cfg(feature = "site")]
            Some(FileDrawing::Png(scene, width, drawn)) => {
                drawn.png(&crate::diagram::PngSource::new(scene, Theme::paper(), *width))
            }
        })
    }
}

impl PartialEq for SiteFile {
    fn eq(&self, other: &SiteFile) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}
