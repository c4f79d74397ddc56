//! How large move diagrams are and how fast they are drawn, beside those of others, in one run.
//!
//! `cargo bench --bench pictures` prints times for one diagram, sizes and ratios. A peer that is
//! not installed (Python with `betza-visualizer`, `chess`, `cairosvg`; the program `rsvg-convert`)
//! is left out and named. Everybody starts from a move, not from a drawing: we ask the rules and
//! draw, `betza-visualizer` reads a notation and draws, `python-chess` finds the cells and draws;
//! a peer's time to start is not counted, save for `rsvg-convert`, which is a program. Pictures of
//! one game share the drawing of its board; what a picture takes that cannot is told besides.

#![allow(clippy::disallowed_methods, clippy::print_stdout, clippy::unwrap_used, missing_docs)]

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fairybook::diagram::{SvgTarget, Theme, draw, write_png, write_svg};
use fairybook::game::Piece;
use fairybook::illustrate::Illustrator;
use fairybook::query::{LoadedVariant, MovesRequest};

/// Pieces of chess, their notation, and how python-chess calls them.
const PIECES: [(&str, &str, &str); 4] = [
    ("knight", "N", "KNIGHT"),
    ("king", "K", "KING"),
    ("rook", "R", "ROOK"),
    ("queen", "Q", "QUEEN"),
];
const SVG_BYTES: usize = 8192;
const PNG_BYTES: usize = 7000;
const PNG_WIDTH: u32 = 390;

#[allow(dead_code)]
#[path = "../tests/shipped.rs"]
mod shipped;

fn chess() -> Illustrator {
    Illustrator::new(LoadedVariant::new(shipped::variant("chess")).unwrap())
}

/// The milliseconds of one call, and what it gave: the fastest of five rounds, since whatever else
/// the machine does only ever makes a round slower.
fn timed<T>(mut call: impl FnMut() -> T) -> (f64, T) {
    let result = call();
    let round = |call: &mut dyn FnMut() -> T| {
        let (clock, mut calls) = (Instant::now(), 0);
        while clock.elapsed() < Duration::from_millis(200) {
            call();
            calls += 1;
        }
        clock.elapsed().as_secs_f64() * 1e3 / f64::from(calls)
    };
    let fastest = (0..5).map(|_| round(&mut call)).fold(f64::INFINITY, f64::min);
    (fastest, result)
}

/// What a Python program prints, if it runs.
fn python(program: &str) -> Option<String> {
    let output =
        Command::new("python3").args(["-c", program]).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Milliseconds and bytes for one call of `draw()` in Python, timed there as we time ourselves.
fn timed_python(preparation: &str) -> Option<(f64, usize)> {
    let program = format!(
        "import time\n{preparation}\nresult = draw()\nrounds = []\nfor _ in range(5):\n    \
         clock, calls = time.perf_counter(), 0\n    while time.perf_counter() - clock < 0.2:\n        \
         draw()\n        calls += 1\n    rounds.append((time.perf_counter() - clock) * 1e3 / calls)\n\
         print(min(rounds), len(result))\n"
    );
    let told = python(&program)?;
    let (ms, bytes) = told.trim().split_once(' ')?;
    Some((ms.parse().ok()?, bytes.parse().ok()?))
}

fn betza_visualizer(notation: &str) -> Option<(f64, usize)> {
    timed_python(&format!(
        "from betza_visualizer import BetzaSvgOptions, render_betza_svg\n\
         options = BetzaSvgOptions(board_width=8, board_height=8, show_coordinates=True)\n\
         def draw():\n    return render_betza_svg('{notation}', options).encode()"
    ))
}

const PYTHON_CHESS: &str = "import chess, chess.svg\n\
    def svg(kind):\n    board = chess.Board(None)\n    \
    board.set_piece_at(chess.D4, chess.Piece(kind, chess.WHITE))\n    \
    return chess.svg.board(board, squares=board.attacks(chess.D4), size=390)\n";

fn with_cairosvg(kind: &str) -> Option<(f64, usize)> {
    timed_python(&format!(
        "import cairosvg\n{PYTHON_CHESS}\ndef draw():\n    \
         return cairosvg.svg2png(svg(chess.{kind}).encode(), output_width=390)"
    ))
}

fn with_rsvg(kind: &str) -> Option<(f64, usize)> {
    let svg = python(&format!("{PYTHON_CHESS}\nprint(svg(chess.{kind}))"))?;
    let convert = || -> Option<usize> {
        let mut child = Command::new("rsvg-convert")
            .args(["-w", "390"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        child.stdin.take()?.write_all(svg.as_bytes()).ok()?;
        let output = child.wait_with_output().ok().filter(|output| output.status.success())?;
        Some(output.stdout.len())
    };
    convert()?;
    let (ms, bytes) = timed(convert);
    let (drawn, _) =
        timed_python(&format!("{PYTHON_CHESS}\ndef draw():\n    return svg(chess.{kind})"))?;
    Some((ms + drawn, bytes?))
}

fn compare(peer: &str, theirs: Option<(f64, usize)>, ours_ms: f64, wanted: f64) {
    match theirs {
        Some((ms, bytes)) => {
            let ratio = ms / ours_ms;
            let verdict = if ratio >= wanted { "" } else { "   TOO SLOW" };
            println!("      {peer:<24} {ms:8.3} ms {bytes:7} B   ratio {ratio:6.1}{verdict}");
        }
        None => println!("      {peer:<24} is not installed: SKIPPED"),
    }
}

fn main() {
    let illustrator = chess();
    let variant = &illustrator.variant;
    let at = variant.cell("d4").unwrap();
    for (piece, notation, kind) in PIECES {
        let board_piece =
            Piece { side: variant.first_side(), piece_type: variant.kind(piece).unwrap() };
        let scene = || {
            let answer = variant.answer(&MovesRequest::new(board_piece, at)).unwrap();
            draw(&illustrator.illustrate(&answer))
        };
        let (svg_ms, svg) = timed(|| write_svg(&scene(), SvgTarget::StandAlone(Theme::paper())));
        let (png_ms, png) = timed(|| write_png(&scene(), Theme::paper(), PNG_WIDTH));
        let again = write_png(&scene(), Theme::paper(), PNG_WIDTH);
        let large = |bytes: usize, most: usize| if bytes > most { "   TOO LARGE" } else { "" };
        println!("{piece}");
        println!(
            "  SVG fairybook            {svg_ms:11.3} ms {:7} B{}",
            svg.len(),
            large(svg.len(), SVG_BYTES)
        );
        compare("betza-visualizer", betza_visualizer(notation), svg_ms, 5.0);
        let (first_ms, _) = timed(|| {
            let mut figure = illustrator
                .illustrate(&variant.answer(&MovesRequest::new(board_piece, at)).unwrap());
            figure.view_mut();
            write_svg(&draw(&figure), SvgTarget::StandAlone(Theme::paper()))
        });
        println!("      with the board drawn anew {first_ms:5.3} ms");
        println!(
            "  PNG fairybook            {png_ms:11.3} ms {:7} B{}",
            png.len(),
            large(png.len(), PNG_BYTES)
        );
        compare("python-chess, cairosvg", with_cairosvg(kind), png_ms, 2.0);
        compare("python-chess, rsvg", with_rsvg(kind), png_ms, 2.0);
        assert!(png == again, "the same picture is the same bytes");
    }
}
