use super::Army;

/// A colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// From `0xrrggbb`.
    pub const fn hex(value: u32) -> Self {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// `#rrggbb`, or `#rgb` where that says the same.
    pub fn text(self) -> String {
        let Rgb(r, g, b) = self;
        if [r, g, b].iter().all(|part| part >> 4 == part & 15) {
            return format!("#{:x}{:x}{:x}", r & 15, g & 15, b & 15);
        }
        format!("#{r:02x}{g:02x}{b:02x}")
    }
}

/// What a stroke or a surface *is*; a [`Theme`] says which colour that has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ink {
    /// The ground on which everything lies; also the rim around marks.
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
    /// Words and outlines that must be read.
    Ink,
    /// The hatch of zones, and rivers.
    Zone,
    /// The soft ground under the piece in question.
    Halo,
    /// Where one may move.
    Move,
    /// Where, or what, one may take.
    Capture,
    /// Ways that can be blocked.
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
    Body(Army),
    /// Their outline.
    Edge(Army),
    /// The lines inside the body.
    Inner(Army),
}

impl Ink {
    /// All inks, in the order of a theme's table.
    pub fn all() -> Vec<Ink> {
        let mut inks = vec![
            Ink::Paper,
            Ink::Light,
            Ink::Dark,
            Ink::Middle,
            Ink::Line,
            Ink::Quiet,
            Ink::Ink,
            Ink::Zone,
            Ink::Halo,
            Ink::Move,
            Ink::Capture,
            Ink::Path,
            Ink::Hop,
            Ink::Swap,
            Ink::Drop,
            Ink::Promotion,
        ];
        for &army in Army::ALL {
            inks.extend([Ink::Body(army), Ink::Edge(army), Ink::Inner(army)]);
        }
        inks
    }

    /// The name of the CSS custom property, without the dashes before it: `fb-light`.
    pub fn property(self) -> String {
        let plain = match self {
            Ink::Paper => "paper",
            Ink::Light => "light",
            Ink::Dark => "dark",
            Ink::Middle => "middle",
            Ink::Line => "line",
            Ink::Quiet => "quiet",
            Ink::Ink => "ink",
            Ink::Zone => "zone",
            Ink::Halo => "halo",
            Ink::Move => "move",
            Ink::Capture => "capture",
            Ink::Path => "path",
            Ink::Hop => "hop",
            Ink::Swap => "swap",
            Ink::Drop => "drop",
            Ink::Promotion => "promotion",
            Ink::Body(army) => return format!("fb-{}-body", army.word()),
            Ink::Edge(army) => return format!("fb-{}-edge", army.word()),
            Ink::Inner(army) => return format!("fb-{}-inner", army.word()),
        };
        format!("fb-{plain}")
    }
}

/// The colours of a picture, by what they stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// `paper`, `slate`, `print`, `safe`.
    pub name: &'static str,
    /// The sixteen inks before the armies', in the order of [`Ink::all`].
    plain: [Rgb; 16],
    /// Body, edge, inner lines of each army, in the order of [`Army::ALL`].
    armies: [[Rgb; 3]; 7],
}

impl Theme {
    /// All themes that come with the tool; the first is the usual one.
    pub const ALL: &'static [&'static Theme] =
        &[&Theme::PAPER, &Theme::SLATE, &Theme::PRINT, &Theme::SAFE];

    /// A well-set chess book.
    pub const PAPER: Theme = Theme {
        name: "paper",
        plain: colours([
            0xfbf8f1, 0xf3ead8, 0xd8c4a0, 0xe6d7bb, 0x8a7350, 0x6e675c, 0x2a2723, 0x9a8258,
            0xf0e442, 0x005e9e, 0xb34700, 0x52697a, 0x00704f, 0x98457a, 0x00704f, 0x8a5a00,
        ]),
        armies: ARMIES_ON_LIGHT,
    };

    /// Dark, for the evening.
    pub const SLATE: Theme = Theme {
        name: "slate",
        plain: colours([
            0x1d2025, 0x4a515b, 0x363c45, 0x40464f, 0x747d8a, 0xa9b0ba, 0xe8e6e1, 0x8e98a6,
            0xd8ca3c, 0x6cb8f0, 0xff9a5c, 0xa9bccb, 0x4fd0a7, 0xeaa0cb, 0x4fd0a7, 0xf2b733,
        ]),
        armies: ARMIES_ON_DARK,
    };

    /// Black on white, greys between.
    pub const PRINT: Theme = Theme {
        name: "print",
        plain: colours([
            0xffffff, 0xffffff, 0xd4d4d4, 0xebebeb, 0x444444, 0x444444, 0x000000, 0x777777,
            0xb0b0b0, 0x000000, 0x000000, 0x444444, 0x000000, 0x000000, 0x000000, 0x000000,
        ]),
        armies: ARMIES_IN_PRINT,
    };

    /// Cells in grey, marks that every eye tells apart.
    pub const SAFE: Theme = Theme {
        name: "safe",
        plain: colours([
            0xffffff, 0xf4f4f4, 0xcfd3d8, 0xe3e5e8, 0x6d7278, 0x5c6066, 0x1c1d20, 0x7c8289,
            0xf0e442, 0x005a9c, 0xb84a00, 0x4d5d6b, 0x006b4a, 0x9c3f7c, 0x006b4a, 0x7a5500,
        ]),
        armies: ARMIES_ON_LIGHT,
    };

    /// The theme of that name.
    pub fn named(name: &str) -> Option<&'static Theme> {
        Theme::ALL.iter().copied().find(|theme| theme.name == name)
    }

    /// The colour of an ink.
    pub fn colour(&self, ink: Ink) -> Rgb {
        match ink {
            Ink::Body(army) => self.armies[army.index()][0],
            Ink::Edge(army) => self.armies[army.index()][1],
            Ink::Inner(army) => self.armies[army.index()][2],
            Ink::Paper => self.plain[0],
            Ink::Light => self.plain[1],
            Ink::Dark => self.plain[2],
            Ink::Middle => self.plain[3],
            Ink::Line => self.plain[4],
            Ink::Quiet => self.plain[5],
            Ink::Ink => self.plain[6],
            Ink::Zone => self.plain[7],
            Ink::Halo => self.plain[8],
            Ink::Move => self.plain[9],
            Ink::Capture => self.plain[10],
            Ink::Path => self.plain[11],
            Ink::Hop => self.plain[12],
            Ink::Swap => self.plain[13],
            Ink::Drop => self.plain[14],
            Ink::Promotion => self.plain[15],
        }
    }

    /// The theme as declarations of CSS custom properties, for a rule of the page's style sheet:
    /// `--fb-paper:#fbf8f1;--fb-light:...`.
    pub fn custom_properties(&self) -> String {
        let one = |ink: Ink| format!("--{}:{};", ink.property(), self.colour(ink).text());
        Ink::all().into_iter().map(one).collect()
    }
}

const fn colours<const N: usize>(values: [u32; N]) -> [Rgb; N] {
    let mut colours = [Rgb(0, 0, 0); N];
    let mut index = 0;
    while index < N {
        colours[index] = Rgb::hex(values[index]);
        index += 1;
    }
    colours
}

// White, black, red, orange, green, blue, neutral: body, edge, inner lines.
const ARMIES_ON_LIGHT: [[Rgb; 3]; 7] = [
    colours([0xfffdf8, 0x2a2723, 0x2a2723]),
    colours([0x3b3732, 0x1a1815, 0xf0e9da]),
    colours([0xd9604c, 0x4d130b, 0x3d0e08]),
    colours([0xf2b04c, 0x5a3a00, 0x4a3000]),
    colours([0x6fae7d, 0x123d1e, 0x0d3017]),
    colours([0x5d8fc7, 0x0f2d52, 0x0b2443]),
    colours([0xb9b4aa, 0x45413a, 0x3a362f]),
];
const ARMIES_ON_DARK: [[Rgb; 3]; 7] = [
    colours([0xf1ede4, 0x14161a, 0x23262b]),
    colours([0x17191d, 0xb4bbc5, 0xcfd4db]),
    colours([0xd9604c, 0x2b0a06, 0x2b0a06]),
    colours([0xf2b04c, 0x332100, 0x332100]),
    colours([0x6fae7d, 0x0a2412, 0x0a2412]),
    colours([0x5d8fc7, 0x08192e, 0x08192e]),
    colours([0x9a9fa7, 0x1d2025, 0x1d2025]),
];
const ARMIES_IN_PRINT: [[Rgb; 3]; 7] = [
    colours([0xffffff, 0x000000, 0x000000]),
    colours([0x1e1e1e, 0x000000, 0xffffff]),
    colours([0x8c8c8c, 0x000000, 0x000000]),
    colours([0xe2e2e2, 0x000000, 0x000000]),
    colours([0x5e5e5e, 0x000000, 0xffffff]),
    colours([0xb4b4b4, 0x000000, 0x000000]),
    colours([0xcccccc, 0x333333, 0x333333]),
];
