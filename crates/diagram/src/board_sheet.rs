//! Boards that several pictures of a page share.

use std::sync::Arc;

use super::Scene;
use super::scene::SceneNode;
use super::svg::{CELL_PX, SvgTarget, SvgWriter, write_scene};

/// The boards of a page, each written once: its pictures refer to them, so that a page with many diagrams of
/// one board stays small.
///
/// ```
/// use fairybook_diagram::{BoardSheet, BoardView, Figure, draw};
/// use fairybook_core::geometry::{Board, Layout};
///
/// let layout = Layout::new(vec![Board::rectangle(8, 8)]).unwrap();
/// let figure = Figure::new(BoardView::new(layout.into()).into());
/// let mut sheet = BoardSheet::default();
/// let pictures = ["a-", "b-"].map(|prefix| sheet.write_svg(&draw(&figure), prefix));
/// assert!(pictures.iter().all(|svg| svg.contains("<use href=\"#board-1\"/>")));
/// assert_eq!(sheet.boards_svg().matches("id=\"board-1\"").count(), 1);
/// ```
#[derive(Debug, Default)]
pub struct BoardSheet {
    boards: Vec<Arc<[SceneNode]>>,
}

impl BoardSheet {
    /// The scene as SVG for the inside of the page. Its ids begin with the prefix.
    pub fn write_svg(&mut self, scene: &Scene, id_prefix: &str) -> String {
        let board = scene.nodes.iter().find_map(|node| match node {
            SceneNode::Shared(nodes) if !nodes.is_empty() => Some(nodes),
            _ => None,
        });
        let id = board.map(|nodes| self.id_of(nodes));
        write_scene(scene, SvgTarget::Inline { id_prefix }, CELL_PX / 100.0, id.as_deref())
    }

    fn id_of(&mut self, nodes: &Arc<[SceneNode]>) -> String {
        let known = self.boards.iter().position(|it| Arc::ptr_eq(it, nodes) || it == nodes);
        let at = known.unwrap_or_else(|| {
            self.boards.push(Arc::clone(nodes));
            self.boards.len() - 1
        });
        format!("board-{}", at + 1)
    }

    /// All boards, as an SVG that takes no room; empty if there are none.
    pub fn boards_svg(&self) -> String {
        if self.boards.is_empty() {
            return String::new();
        }
        let boards = (1..).zip(&self.boards).map(|(number, nodes)| {
            let id_prefix = &format!("board-{number}-");
            let drawing = SvgWriter::write_nodes(nodes, SvgTarget::Inline { id_prefix });
            format!("<g id=\"board-{number}\">{drawing}</g>")
        });
        let boards: String = boards.collect();
        let head =
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"away\" width=\"0\" height=\"0\"";
        format!("{head} aria-hidden=\"true\"><defs>{boards}</defs></svg>\n")
    }
}
