//! Colour roles, and the themes that give them colours.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::ArmyColour;

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// `#rrggbb`, or `#rgb` where that says the same.
    pub fn text(self) -> String {
        let Rgb(r, g, b) = self;
        match [r, g, b].iter().all(|part| part % 0x11 == 0) {
            true => format!("#{:x}{:x}{:x}", r / 0x11, g / 0x11, b / 0x11),
            false => format!("#{r:02x}{g:02x}{b:02x}"),
        }
    }
}

/// What a stroke or a surface stands for; a [`Theme`] gives it a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColourRole {
    /// The background of the drawing.
    Paper,
    /// The lighter cells.
    Light,
    /// The darker cells.
    Dark,
    /// The third shade of a board of hexagons.
    Middle,
    /// Frames, and the lines between cells.
    Line,
    /// Coordinates and names.
    Quiet,
    /// Words that must be read.
    Text,
    /// Words and outlines on cells.
    CellText,
    /// The hatch of zones, and rivers.
    Zone,
    /// The halo of the piece that the figure is about.
    Halo,
    /// The rim around marks and lines, which parts them from cells and pieces.
    Rim,
    /// What is behind a piece or a mark that is drawn without a board.
    Backing,
    /// Marks of moves.
    Move,
    /// Marks of captures.
    Capture,
    /// Lines of moves that can be blocked.
    Path,
    /// Hops over a hurdle.
    Hop,
    /// Exchanges of place.
    Swap,
    /// Drops.
    Drop,
    /// Promotions.
    Promotion,
    /// The body of an army's pieces.
    Body(ArmyColour),
    /// Their outline.
    Edge(ArmyColour),
    /// The lines inside the body.
    Inner(ArmyColour),
    /// The body of an army's tablets with characters.
    Tablet(ArmyColour),
    /// Their outline and characters.
    TabletInk(ArmyColour),
}

impl ColourRole {
    /// All roles, in the order of a theme's table.
    pub fn all() -> Vec<ColourRole> {
        let mut roles: Vec<ColourRole> = PLAIN.iter().map(|&(role, _)| role).collect();
        roles.extend(ArmyColour::ALL.iter().flat_map(|&army| ColourRole::of_army(army)));
        roles.extend(ArmyColour::ALL.iter().flat_map(|&army| ColourRole::of_tablets(army)));
        roles
    }

    fn of_army(army: ArmyColour) -> [ColourRole; 3] {
        [ColourRole::Body(army), ColourRole::Edge(army), ColourRole::Inner(army)]
    }

    fn of_tablets(army: ArmyColour) -> [ColourRole; 2] {
        [ColourRole::Tablet(army), ColourRole::TabletInk(army)]
    }

    /// The name of the CSS custom property, without the dashes before it: `fb-light`.
    pub fn property(self) -> String {
        match self {
            ColourRole::Body(army) => format!("fb-{}-body", army.word()),
            ColourRole::Edge(army) => format!("fb-{}-edge", army.word()),
            ColourRole::Inner(army) => format!("fb-{}-inner", army.word()),
            ColourRole::Tablet(army) => format!("fb-{}-tablet", army.word()),
            ColourRole::TabletInk(army) => format!("fb-{}-ink", army.word()),
            plain => {
                let found = PLAIN.iter().find(|(role, _)| *role == plain);
                format!("fb-{}", found.expect("the table has every role of no army").1)
            }
        }
    }
}

/// The roles that belong to no army, with their names.
const PLAIN: [(ColourRole, &str); 19] = [
    (ColourRole::Paper, "paper"),
    (ColourRole::Light, "light"),
    (ColourRole::Dark, "dark"),
    (ColourRole::Middle, "middle"),
    (ColourRole::Line, "line"),
    (ColourRole::Quiet, "quiet"),
    (ColourRole::Text, "ink"),
    (ColourRole::CellText, "cell-ink"),
    (ColourRole::Zone, "zone"),
    (ColourRole::Halo, "halo"),
    (ColourRole::Rim, "rim"),
    (ColourRole::Backing, "backing"),
    (ColourRole::Move, "move"),
    (ColourRole::Capture, "capture"),
    (ColourRole::Path, "path"),
    (ColourRole::Hop, "hop"),
    (ColourRole::Swap, "swap"),
    (ColourRole::Drop, "drop"),
    (ColourRole::Promotion, "promotion"),
];

/// The colours of a picture, by what they stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// `paper`, `slate`, `safe`.
    pub name: &'static str,
    /// What it looks like.
    pub description: &'static str,
    colours: BTreeMap<ColourRole, Rgb>,
}

impl Theme {
    /// All themes that come with the tool; the first is the usual one.
    pub fn all() -> &'static [Theme] {
        static THEMES: OnceLock<Vec<Theme>> = OnceLock::new();
        THEMES.get_or_init(|| read(include_str!("themes.txt")))
    }

    /// The usual one.
    pub fn paper() -> &'static Theme {
        &Theme::all()[0]
    }

    /// For dark pages.
    pub fn slate() -> &'static Theme {
        Theme::named("slate").expect("the table has it")
    }

    /// For paper.
    pub fn print() -> &'static Theme {
        Theme::named("print").expect("the table has it")
    }

    /// The theme of that name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::all().iter().find(|theme| theme.name == name)
    }

    /// The colour of a role.
    pub fn colour(&self, role: ColourRole) -> Rgb {
        self.colours[&role]
    }

    /// The theme as declarations of CSS custom properties, for a rule of the page's style sheet:
    /// `--fb-paper:#fbf8f1;--fb-light:...`.
    pub fn custom_properties(&self) -> String {
        let one = |ink: ColourRole| format!("--{}:{};", ink.property(), self.colour(ink).text());
        ColourRole::all().into_iter().map(one).collect()
    }
}

// The table is ours: what is wrong in it is our mistake, and tests read it.
fn read(text: &'static str) -> Vec<Theme> {
    let mut themes: Vec<Theme> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('[') {
            let (name, description) = header.split_once("] ").expect("a theme is described");
            themes.push(Theme { name, description, colours: BTreeMap::new() });
            continue;
        }
        let (word, colours) = line.split_once(' ').expect("a colour has a name");
        let roles = match ArmyColour::named(word) {
            Some(army) => ColourRole::of_army(army).to_vec(),
            None => PLAIN.iter().filter(|(_, name)| *name == word).map(|(role, _)| *role).collect(),
        };
        let theme = themes.last_mut().expect("a colour belongs to a theme");
        theme.colours.extend(roles.into_iter().zip(colours.split_whitespace().map(read_colour)));
    }
    themes.iter_mut().for_each(|theme| add_tablets(theme, include_str!("tablets.txt")));
    themes
}

/// Adds the colours of tablets: those of all themes, and after them those of this one.
fn add_tablets(theme: &mut Theme, text: &str) {
    let mut is_of_theme = false;
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(names) = line.strip_prefix('[') {
            is_of_theme =
                names.trim_end_matches(']').split(' ').any(|it| it == "all" || it == theme.name);
        } else if is_of_theme {
            let (army, colours) = line.split_once(' ').expect("an army has colours");
            let army = ArmyColour::named(army).expect("a row belongs to an army");
            let roles = ColourRole::of_tablets(army).into_iter();
            theme.colours.extend(roles.zip(colours.split_whitespace().map(read_colour)));
        }
    }
}

fn read_colour(text: &str) -> Rgb {
    let part = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).expect("a part is two digits");
    Rgb(part(1), part(3), part(5))
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELLS: [ColourRole; 3] = [ColourRole::Light, ColourRole::Middle, ColourRole::Dark];
    const FOUR: [ArmyColour; 4] =
        [ArmyColour::Red, ArmyColour::Orange, ArmyColour::Green, ArmyColour::Blue];
    const MARKS: [ColourRole; 7] = [
        ColourRole::Move,
        ColourRole::Capture,
        ColourRole::Path,
        ColourRole::Hop,
        ColourRole::Swap,
        ColourRole::Drop,
        ColourRole::Promotion,
    ];

    fn linear(part: u8) -> f64 {
        let part = f64::from(part) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    }

    fn linear_rgb(Rgb(r, g, b): Rgb) -> [f64; 3] {
        [linear(r), linear(g), linear(b)]
    }

    /// As the Web Content Accessibility Guidelines reckon it: from 1 to 21.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let light = |colour| {
            let [r, g, b] = linear_rgb(colour);
            0.2126 * r + 0.7152 * g + 0.0722 * b
        };
        let (a, b) = (light(a) + 0.05, light(b) + 0.05);
        if a > b { a / b } else { b / a }
    }

    #[test]
    fn neighbouring_cells_differ() {
        for theme in Theme::all() {
            let [light, middle, dark] = CELLS.map(|role| theme.colour(role));
            let seen = contrast(light, dark);
            assert!((1.9..=2.1).contains(&seen), "{}: {seen:.2}", theme.name);
            for (one, other) in [(light, middle), (middle, dark)] {
                let seen = contrast(one, other);
                assert!(seen >= 1.35, "{}: {one:?}, {other:?} {seen:.2}", theme.name);
            }
        }
    }

    /// By the ink itself, or by the rim around it; on paper are lines from board to board.
    #[test]
    fn marks_stand_out_from_every_cell() {
        for theme in Theme::all() {
            let seen = |a, b| contrast(theme.colour(a), theme.colour(b));
            let rim = ColourRole::Rim;
            for view in CELLS.into_iter().chain([ColourRole::Paper, ColourRole::Backing]) {
                for mark in MARKS {
                    let by_rim = seen(mark, rim).min(seen(rim, view));
                    let best = seen(mark, view).max(by_rim);
                    assert!(best >= 3.0, "{}: {mark:?} on {view:?} {best:.2}", theme.name);
                }
            }
        }
    }

    #[test]
    fn pieces_stand_out_by_body_or_by_outline() {
        for theme in Theme::all() {
            for view in CELLS {
                for &army in ArmyColour::ALL {
                    let seen = [ColourRole::Body(army), ColourRole::Edge(army)]
                        .map(|ink| contrast(theme.colour(ink), theme.colour(view)));
                    let best = seen[0].max(seen[1]);
                    assert!(best >= 3.0, "{}: {army:?} on {view:?} {best:.2}", theme.name);
                }
            }
        }
    }

    /// A King's cross and a spear are nothing but outline.
    #[test]
    fn outlines_of_pieces_stand_out_from_every_cell_and_backing() {
        for theme in Theme::all() {
            for view in CELLS.into_iter().chain([ColourRole::Backing]) {
                for &army in ArmyColour::ALL {
                    let edge = theme.colour(ColourRole::Edge(army));
                    let seen = contrast(edge, theme.colour(view));
                    assert!(seen >= 3.0, "{}: {army:?} on {view:?} {seen:.2}", theme.name);
                }
            }
        }
    }

    #[test]
    fn tablets_and_their_characters_stand_out() {
        for theme in Theme::all() {
            for &army in ArmyColour::ALL {
                let [body, ink] = ColourRole::of_tablets(army).map(|role| theme.colour(role));
                let seen = contrast(body, ink);
                assert!(seen >= 4.5, "{}: {army:?} {seen:.2}", theme.name);
                for view in CELLS.into_iter().chain([ColourRole::Paper]) {
                    let cell = theme.colour(view);
                    let best = contrast(body, cell).max(contrast(ink, cell));
                    assert!(best >= 3.0, "{}: {army:?} on {view:?} {best:.2}", theme.name);
                }
            }
        }
    }

    /// Letters of discs and tiles among them, and those are words.
    #[test]
    fn lines_inside_pieces_can_be_seen() {
        for theme in Theme::all() {
            for &army in ArmyColour::ALL {
                let (inner, body) = (ColourRole::Inner(army), ColourRole::Body(army));
                let seen = contrast(theme.colour(inner), theme.colour(body));
                assert!(seen >= 4.5, "{}: {army:?} {seen:.2}", theme.name);
            }
        }
    }

    #[test]
    fn words_can_be_read() {
        for theme in Theme::all() {
            for ink in [ColourRole::Text, ColourRole::Quiet] {
                let seen = contrast(theme.colour(ink), theme.colour(ColourRole::Paper));
                assert!(seen >= 4.5, "{}: {ink:?} {seen:.2}", theme.name);
            }
            // The names of rings stand on cells.
            for view in CELLS {
                let seen = contrast(theme.colour(ColourRole::CellText), theme.colour(view));
                assert!(seen >= 4.5, "{}: {view:?} {seen:.2}", theme.name);
            }
        }
    }

    /// What eyes without one kind of cone see of a colour, in linear light (after Machado,
    /// Oliveira and Fernandes, 2009, full strength).
    const EYES: [(&str, [[f64; 3]; 3]); 4] = [
        ("all cones", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
        (
            "protanopia",
            [
                [0.152286, 1.052583, -0.204868],
                [0.114503, 0.786281, 0.099216],
                [-0.003882, -0.048116, 1.051998],
            ],
        ),
        (
            "deuteranopia",
            [
                [0.367322, 0.860646, -0.227968],
                [0.280085, 0.672501, 0.047413],
                [-0.011820, 0.042940, 0.968881],
            ],
        ),
        (
            "tritanopia",
            [
                [1.255528, -0.076749, -0.178779],
                [-0.078411, 0.930809, 0.147602],
                [0.004733, 0.691367, 0.303900],
            ],
        ),
    ];

    fn lab(rgb: [f64; 3]) -> [f64; 3] {
        let [r, g, b] = rgb.map(|part| part.clamp(0.0, 1.0));
        let xyz = [
            (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
            0.2126 * r + 0.7152 * g + 0.0722 * b,
            (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
        ];
        let bent = |t: f64| if t > 0.008_856 { t.cbrt() } else { 7.787 * t + 16.0 / 116.0 };
        let [x, y, z] = xyz.map(bent);
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// The distance of two colours for such an eye; a distance of about 2 is just visible.
    fn distance(eye: &[[f64; 3]; 3], a: Rgb, b: Rgb) -> f64 {
        let seen = |colour| {
            let rgb = linear_rgb(colour);
            lab(eye.map(|row| row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]))
        };
        let (a, b) = (seen(a), seen(b));
        (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn every_eye_tells_moving_from_taking() {
        // The rest differ by shape; these two, and these alone, are one shape in another colour
        // where a ring is seen beside a dot.
        for theme in Theme::all().iter().filter(|theme| theme.name != "print") {
            for (name, eye) in EYES {
                let apart = distance(
                    &eye,
                    theme.colour(ColourRole::Move),
                    theme.colour(ColourRole::Capture),
                );
                assert!(apart >= 30.0, "{} {name}: {apart:.1}", theme.name);
            }
        }
    }

    #[test]
    fn every_eye_tells_the_hues_of_marks() {
        let hues = [
            ColourRole::Move,
            ColourRole::Capture,
            ColourRole::Hop,
            ColourRole::Swap,
            ColourRole::Promotion,
        ];
        for theme in Theme::all().iter().filter(|theme| theme.name != "print") {
            let least = if theme.name == "safe" { 24.0 } else { 8.0 };
            for (name, eye) in EYES {
                for (i, &a) in hues.iter().enumerate() {
                    for &b in &hues[..i] {
                        let apart = distance(&eye, theme.colour(a), theme.colour(b));
                        assert!(apart >= least, "{} {name}: {a:?}, {b:?} {apart:.1}", theme.name);
                    }
                }
            }
        }
    }

    #[test]
    fn every_eye_tells_the_armies() {
        for theme in Theme::all() {
            for (name, eye) in EYES {
                let (white, black) =
                    (ColourRole::Body(ArmyColour::White), ColourRole::Body(ArmyColour::Black));
                let apart = distance(&eye, theme.colour(white), theme.colour(black));
                assert!(apart >= 50.0, "{} {name}: {apart:.1}", theme.name);
            }
        }
    }

    /// Four players around a board: by lightness alone, in greys too.
    #[test]
    fn every_eye_tells_four_armies_by_their_lightness() {
        for theme in Theme::all() {
            for (name, eye) in EYES {
                let lightness = |army| {
                    let rgb = linear_rgb(theme.colour(ColourRole::Body(army)));
                    lab(eye.map(|row| row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]))[0]
                };
                let mut four = FOUR.map(lightness);
                four.sort_by(f64::total_cmp);
                for pair in four.windows(2) {
                    assert!(pair[1] - pair[0] >= 12.0, "{} {name}: {four:.1?}", theme.name);
                }
            }
        }
    }

    /// The armies of four players around a board, and red against black or blue.
    #[test]
    fn paper_tells_the_armies_that_meet_by_their_greys() {
        let body = |army| Theme::print().colour(ColourRole::Body(army));
        for (i, &one) in FOUR.iter().enumerate() {
            for &other in &FOUR[..i] {
                let seen = contrast(body(one), body(other));
                assert!(seen >= 1.5, "{one:?}, {other:?} {seen:.2}");
            }
        }
        let pairs = [
            (ArmyColour::White, ArmyColour::Black),
            (ArmyColour::Red, ArmyColour::Black),
            (ArmyColour::Red, ArmyColour::Blue),
        ];
        for (one, other) in pairs {
            assert!(contrast(body(one), body(other)) >= 4.0, "{one:?}, {other:?}");
        }
    }

    #[test]
    fn the_custom_properties_name_every_ink_once() {
        let text = Theme::paper().custom_properties();
        assert!(text.starts_with("--fb-paper:#fbf8f1;--fb-light:"), "{text}");
        assert_eq!(text.matches(';').count(), ColourRole::all().len());
        assert_eq!(Theme::named("slate"), Some(Theme::slate()));
        assert_eq!(Rgb(0xff, 0xcc, 0).text(), "#fc0");
    }

    #[test]
    fn every_theme_says_every_colour() {
        for theme in Theme::all() {
            for ink in ColourRole::all() {
                assert!(theme.colours.contains_key(&ink), "{}: {ink:?}", theme.name);
            }
        }
        assert!(Theme::all().len() >= 4 && Theme::named("safe").is_some());
        assert_eq!(Theme::print().colour(ColourRole::Text), Rgb(0, 0, 0));
    }
}
