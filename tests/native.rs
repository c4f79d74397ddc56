//! Pieces in the form that the players of a game know: characters, colours, directions, sizes.

use fairybook::diagram::{ArmyColour, ColourRole, PieceDress, SvgTarget, Theme, draw, write_svg};
use fairybook::game::Piece;
use fairybook::illustrate::Illustrator;
use fairybook::query::LoadedVariant;

use crate::shipped;

fn illustrator(game: &str, dress: PieceDress) -> Illustrator {
    Illustrator::dressed(LoadedVariant::new(shipped::variant(game)).unwrap(), dress)
}

/// The drawing of one piece as an SVG.
fn drawn(of: &Illustrator, side: &str, piece: &str) -> String {
    let loaded = &of.variant;
    let piece = Piece { side: loaded.side(side).unwrap(), piece_type: loaded.kind(piece).unwrap() };
    let scene = fairybook::diagram::draw_piece(of.piece_drawing(piece));
    write_svg(&scene, SvgTarget::StandAlone(Theme::paper()))
}

fn path_of(character: char) -> &'static str {
    let table = include_str!("../crates/diagram/src/glyph/characters.txt");
    let mut lines = table.lines().filter_map(|line| line.split_once(' '));
    let found = lines.find(|(known, _)| known.starts_with(character));
    found.unwrap_or_else(|| panic!("no outline of {character}")).1
}

fn characters_in(svg: &str) -> String {
    let table = include_str!("../crates/diagram/src/glyph/characters.txt");
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    let shown = lines.filter_map(|line| line.split_once(' '));
    shown.filter(|(_, path)| svg.contains(&format!("\"{path}\""))).map(|(known, _)| known).collect()
}

/// A piece, and its character on either side.
type Characters = (&'static str, [&'static str; 2]);

/// A game, its first and second side, and the characters of its pieces.
const PIECES: &[(&str, [&str; 2], &[Characters])] = &[
    (
        "shogi",
        ["black", "white"],
        &[
            ("king", ["玉", "王"]),
            ("rook", ["飛", "飛"]),
            ("bishop", ["角", "角"]),
            ("gold", ["金", "金"]),
            ("silver", ["銀", "銀"]),
            ("shogi-knight", ["桂", "桂"]),
            ("lance", ["香", "香"]),
            ("shogi-pawn", ["歩", "歩"]),
            ("dragon-king", ["龍", "龍"]),
            ("dragon-horse", ["馬", "馬"]),
            ("promoted-silver", ["全", "全"]),
            ("promoted-knight", ["圭", "圭"]),
            ("promoted-lance", ["杏", "杏"]),
            ("tokin", ["と", "と"]),
        ],
    ),
    ("minishogi", ["black", "white"], &[("king", ["玉", "王"]), ("dragon-king", ["龍", "龍"])]),
    (
        "xiangqi",
        ["red", "black"],
        &[
            ("general", ["帥", "將"]),
            ("advisor", ["仕", "士"]),
            ("elephant", ["相", "象"]),
            ("horse", ["傌", "馬"]),
            ("chariot", ["俥", "車"]),
            ("cannon", ["炮", "砲"]),
            ("soldier", ["兵", "卒"]),
        ],
    ),
    (
        "janggi",
        ["blue", "red"],
        &[
            ("general", ["楚", "漢"]),
            ("advisor", ["士", "士"]),
            ("elephant", ["象", "象"]),
            ("horse", ["馬", "馬"]),
            ("chariot", ["車", "車"]),
            ("cannon", ["包", "包"]),
            ("soldier", ["卒", "兵"]),
        ],
    ),
];

#[test]
fn every_piece_has_its_character_on_either_side() {
    for (game, sides, pieces) in PIECES {
        let native = illustrator(game, PieceDress::Native);
        for (piece, characters) in *pieces {
            for (side, character) in sides.iter().zip(characters) {
                let svg = drawn(&native, side, piece);
                assert_eq!(characters_in(&svg), *character, "{game}: {side} {piece}");
                assert_eq!(drawn(&Illustrator::new(native.variant.clone()), side, piece), svg);
            }
        }
    }
}

#[test]
fn two_characters_are_a_choice() {
    let two = illustrator("shogi", PieceDress::NativeTwo);
    for (piece, characters) in [("rook", "飛車"), ("shogi-pawn", "歩兵"), ("dragon-king", "龍王")]
    {
        let svg = drawn(&two, "black", piece);
        assert!(characters.chars().all(|it| svg.contains(path_of(it))), "{piece}");
        let [first, second] = [0, 1].map(|at| path_of(characters.chars().nth(at).unwrap()));
        assert!(svg.find(first) < svg.find(second), "{piece} is read from top to bottom");
    }
}

#[test]
fn promoted_pieces_are_red_and_the_others_of_the_same_game_are_not() {
    let native = illustrator("shogi", PieceDress::Native);
    let ink = |army| Theme::paper().colour(ColourRole::TabletInk(army)).text();
    for (piece, _) in PIECES[0].2 {
        let promoted = native.variant.kind(piece).unwrap();
        let is_promoted = native.variant.variant().face(promoted).letter.starts_with('+');
        for side in ["black", "white"] {
            let svg = drawn(&native, side, piece);
            assert_eq!(svg.contains(&ink(ArmyColour::Red)), is_promoted, "{piece}");
        }
    }
}

/// Every drawing of the group of an army's pieces, and whether it is upside down.
fn turned(svg: &str, army: &str) -> Vec<bool> {
    let start = svg.find(&format!("<g class=\"{army}\"")).expect("the army has a group");
    let group = &svg[start + 2..];
    let group = &group[..group.find("<g class=\"").unwrap_or(group.len())];
    let pieces = group.split('<').filter(|tag| {
        tag.starts_with("use ") || (tag.starts_with("g ") && tag.contains("translate("))
    });
    pieces.map(|tag| tag.contains("rotate(180")).collect()
}

#[test]
fn pentagons_point_towards_the_enemy_of_their_side_from_either_seat() {
    for game in ["shogi", "minishogi"] {
        for dress in [PieceDress::Native, PieceDress::NativeTwo, PieceDress::Letter] {
            let mut figure = illustrator(game, dress).setup_figure(None);
            let near = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
            let pieces = figure.pieces.len() / 2;
            assert_eq!(turned(&near, "black"), vec![false; pieces], "{game}");
            assert_eq!(turned(&near, "white"), vec![true; pieces], "{game}");
            let seat =
                illustrator(game, dress).variant.game().sides[fairybook::game::SideId(1)].frame;
            figure.view_mut().orientation = seat;
            let far = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
            assert_eq!(turned(&far, "black"), vec![true; pieces], "{game}");
            assert_eq!(turned(&far, "white"), vec![false; pieces], "{game}");
        }
    }
}

/// Counters and octagons lie on the board for both sides as one reads them.
#[test]
fn what_does_not_point_stays_upright() {
    for (game, armies) in [("xiangqi", ["red", "black"]), ("janggi", ["blue", "red"])] {
        let figure = illustrator(game, PieceDress::Native).setup_figure(None);
        let svg = write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()));
        for army in armies {
            assert!(turned(&svg, army).iter().all(|turned| !turned), "{game}");
        }
    }
}

#[test]
fn pictures_stay_small_with_their_colours_for_light_and_dark() {
    let most = [("shogi", 16_000), ("minishogi", 12_000), ("xiangqi", 22_000), ("janggi", 18_000)];
    for (game, most) in most {
        let figure = illustrator(game, PieceDress::Native).setup_figure(None);
        let svg = write_svg(&draw(&figure), SvgTarget::Inline { id_prefix: "f1-" });
        assert!(svg.len() <= most, "{game}: {} bytes", svg.len());
    }
}

#[test]
fn words_and_marks_do_not_depend_on_the_form_of_the_pieces() {
    for (game, ..) in PIECES {
        let figures =
            PieceDress::ALL.iter().map(|&dress| illustrator(game, dress).setup_figure(None));
        let figures: Vec<_> = figures.collect();
        assert!(figures.iter().all(|it| it.text_alternative == figures[0].text_alternative));
        let svgs =
            figures.iter().map(|it| write_svg(&draw(it), SvgTarget::StandAlone(Theme::paper())));
        let shown: Vec<bool> =
            svgs.map(|svg| svg.contains(path_of('卒')) || svg.contains(path_of('歩'))).collect();
        assert_eq!(shown, [true, true, false, false], "{game}");
    }
}

#[test]
fn a_definition_may_ask_for_figurines() {
    let four = Illustrator::new(LoadedVariant::new(shipped::variant("xiang-aikou")).unwrap());
    assert_eq!(characters_in(&drawn(&four, "red", "general")), "");
    let native = illustrator("xiang-aikou", PieceDress::Native);
    assert_eq!(characters_in(&drawn(&native, "red", "general")), "帥");
}
