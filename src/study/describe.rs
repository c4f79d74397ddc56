use std::collections::BTreeSet;

use crate::notation::{Atom, Bearing, Betza, Directions, Form, Hop, Leap, Leg, Modifiers, Term};

use super::idiom::{Idiom, Space, either, number};

/// A notation in words, as the end of a sentence that begins with the piece's name.
///
/// `BD` becomes `slides diagonally, or leaps two cells orthogonally`. What has no plain words, as
/// most chains of legs, is shown as it was written and called what it is.
pub fn describe(betza: &Betza, idiom: &Idiom) -> String {
    match described_parts(betza, idiom) {
        parts if parts.is_empty() => "does not move".to_owned(),
        parts => parts.join("; "),
    }
}

/// The same, part by part: a part is what is done on one occasion.
pub(super) fn described_parts(betza: &Betza, idiom: &Idiom) -> Vec<String> {
    let mut groups: Vec<(Occasion, Vec<Phrase>)> = Vec::new();
    for term in &betza.terms {
        let (occasion, phrase) = of_term(term, idiom);
        match groups.iter_mut().find(|group| group.0 == occasion) {
            Some((_, phrases)) => phrases.push(phrase),
            None => groups.push((occasion, vec![phrase])),
        }
    }
    let text = |(occasion, phrases): (Occasion, Vec<Phrase>)| {
        let texts: Vec<String> = merged(phrases, idiom).iter().map(Phrase::text).collect();
        occasion.wrap(&texts.join(", or "))
    };
    groups.into_iter().map(text).collect()
}

/// Where the end of a notation's moves lies, as seen from the piece: `one cell away orthogonally`.
pub(super) fn described_place(betza: &Betza, idiom: &Idiom) -> String {
    let phrases = betza.terms.iter().map(|term| of_term(term, idiom).1).collect();
    let says_way = |phrase: &Phrase| {
        !phrase.ways.is_empty() && phrase.ways.iter().all(|way| !way.starts_with(','))
    };
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Steps | Verb::Leaps if says_way(phrase) => {
            let way = either(phrase.ways.clone());
            format!("{} away {way}{}", phrase.measure.trim(), phrase.more)
        }
        _ => format!("where it {}", phrase.text()),
    };
    either(merged(phrases, idiom).iter().map(place).collect())
}

/// When something is done, and to whom: what several ways of going may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Occasion {
    initial: bool,
    /// Ends on empty cells, on enemies, on friends; in passing too.
    quiet: bool,
    capture: bool,
    destroy: bool,
    en_passant: bool,
    tame: bool,
}

impl Occasion {
    fn of(modifiers: &Modifiers) -> Occasion {
        let usual = modifiers.purpose_is_usual();
        Occasion {
            initial: modifiers.initial,
            quiet: usual || modifiers.quiet,
            capture: usual || modifiers.capture,
            destroy: modifiers.destroy,
            en_passant: modifiers.en_passant,
            tame: modifiers.tame,
        }
    }

    fn wrap(self, text: &str) -> String {
        let text = match (self.quiet, self.capture, self.destroy) {
            (true, true, false) => text.to_owned(),
            (true, true, true) => format!("{text}, taking friend and enemy alike"),
            (true, false, false) => {
                let comma = if text.contains(',') || text.contains(" over ") { "," } else { "" };
                format!("{text}{comma} without capturing")
            }
            (true, false, true) => format!("{text}, taking only pieces of its own side"),
            (false, true, false) => format!("to capture, {text}"),
            (false, true, true) => format!("to capture friend or enemy, {text}"),
            (false, false, true) => format!("to take a piece of its own side, {text}"),
            (false, false, false) => format!("to capture in passing, {text}"),
        };
        let passing = if self.en_passant && self.capture { ", also in passing" } else { "" };
        let tame = if self.tame { ", but never takes a royal piece" } else { "" };
        let first = if self.initial { "on its first move, " } else { "" };
        format!("{first}{text}{passing}{tame}")
    }
}

/// One way of going, in parts that can be put together.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Phrase {
    verb: Verb,
    /// How far: ` one cell`, ` up to four cells`.
    measure: String,
    /// Which ways: `orthogonally`, `forward or sideways`.
    ways: Vec<String>,
    /// Conditions, each with its comma or blank.
    more: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verb {
    Steps,
    Slides,
    Leaps,
    Rides,
    Castles,
    Moves,
}

impl Verb {
    fn third_person(self) -> &'static str {
        match self {
            Verb::Steps => "steps",
            Verb::Slides => "slides",
            Verb::Leaps => "leaps",
            Verb::Rides => "rides",
            Verb::Castles => "castles",
            Verb::Moves => "moves",
        }
    }

    fn gerund(self) -> &'static str {
        match self {
            Verb::Steps => "stepping",
            Verb::Slides => "sliding",
            Verb::Leaps => "leaping",
            Verb::Rides => "riding",
            Verb::Castles => "castling",
            Verb::Moves => "moving",
        }
    }
}

impl Phrase {
    fn text(&self) -> String {
        format!("{}{}{}", self.verb.third_person(), self.rest(), self.more)
    }

    fn rest(&self) -> String {
        match &either(self.ways.clone())[..] {
            "" => self.measure.trim_end_matches(',').to_owned(),
            way if way.starts_with(',') => format!("{}{way}", self.measure),
            way => format!("{} {way}", self.measure),
        }
    }
}

/// Phrases that differ only in the way are one: `slides forward or sideways, or steps one cell
/// backward`.
fn merged(phrases: Vec<Phrase>, idiom: &Idiom) -> Vec<Phrase> {
    let mut merged: Vec<Phrase> = Vec::new();
    for phrase in phrases {
        let is_like = |other: &&mut Phrase| {
            (other.verb, &other.measure, &other.more)
                == (phrase.verb, &phrase.measure, &phrase.more)
        };
        match merged.iter_mut().find(is_like) {
            Some(like) => like.ways.extend(phrase.ways),
            None => merged.push(phrase),
        }
    }
    let all: &[&str] = match idiom.space {
        Space::Flat => &["orthogonally", "diagonally"],
        Space::Levels => &["orthogonally", "diagonally", "triagonally"],
        Space::Hexagons => &[],
    };
    for phrase in &mut merged {
        if !all.is_empty() && all.iter().all(|way| phrase.ways.iter().any(|known| known == way)) {
            phrase.ways.retain(|way| !all.contains(&way.as_str()));
            phrase.ways.insert(0, "in any direction".to_owned());
        }
    }
    merged
}

fn of_term(term: &Term, idiom: &Idiom) -> (Occasion, Phrase) {
    let last = term.legs.last().expect("a term has a leg");
    let first = &term.legs[0];
    let occasion = Occasion { initial: first.modifiers.initial, ..Occasion::of(&last.modifiers) };
    if let [leg] = &term.legs[..] {
        return (occasion, of_leg(leg, idiom));
    }
    match bent(term, idiom) {
        Some(phrase) => (occasion, phrase),
        None => (Occasion::of(&Modifiers::default()), as_written(term)),
    }
}

/// What plain words would only blur.
fn as_written(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let measure =
        format!(" in {} legs, by the notation `{notation}`", number(term.legs.len() as u16));
    Phrase { verb: Verb::Moves, measure, ways: Vec::new(), more: String::new() }
}

/// Two legs in brackets that differ by nothing but what they are: `[F?R]`.
fn bent(term: &Term, idiom: &Idiom) -> Option<Phrase> {
    let [first, second] = &term.legs[..] else { return None };
    let plain = |leg: &Leg| {
        let directions = leg.modifiers.directions.clone();
        let span = leg.modifiers.span;
        leg.modifiers == Modifiers { directions, span, ..Modifiers::default() }
    };
    let outer = Leg { modifiers: Modifiers::default(), ..first.clone() };
    if term.form != Form::Brackets || !plain(second) || !plain(&outer) || !plain(first) {
        return None;
    }
    let turn = match &second.modifiers.directions {
        Directions::All if is_diagonal(first.atom)? == is_diagonal(second.atom)? => {
            "straight ahead"
        }
        Directions::All => "outward",
        Directions::Letters(letters) => match letters[..] {
            [Bearing::Forward] => "straight ahead",
            [Bearing::Sideways] => "at a right angle",
            [Bearing::Forward, Bearing::Sideways] => "outward",
            _ => return None,
        },
        Directions::Clock(_) | Directions::Exact(_) => return None,
    };
    let begin = of_leg(first, idiom);
    let onward = of_leg(&Leg { modifiers: Modifiers::default(), ..second.clone() }, idiom);
    let how = if first.may_stop { "and may go on" } else { "and goes on" };
    let (verb, rest) = (onward.verb.gerund(), onward.rest());
    Some(Phrase { more: format!("{}, {how} {turn}, {verb}{rest}", begin.more), ..begin })
}

/// Whether the atom goes along diagonals; `None` of one that goes neither that way nor straight.
fn is_diagonal(atom: Atom) -> Option<bool> {
    match atom {
        Atom::Rook => Some(false),
        Atom::Bishop => Some(true),
        Atom::Leap(leap) => match leap.coordinates {
            [0, 0, _] => Some(false),
            [0, short, long] if short == long => Some(true),
            _ => None,
        },
        Atom::King | Atom::Queen | Atom::Castle | Atom::Universal => None,
    }
}

fn of_leg(leg: &Leg, idiom: &Idiom) -> Phrase {
    let modifiers = &leg.modifiers;
    let (family, length) = Family::of(leg.atom);
    let (verb, measure) = pace(&family, length, leg, idiom);
    let way = way(&family, leg, idiom);
    let ways = if way.is_empty() { Vec::new() } else { vec![way] };
    Phrase { verb, measure, ways, more: conditions(modifiers, &family, length, idiom) }
}

/// What kind of lines an atom goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Family {
    Orthogonal,
    Diagonal,
    Triagonal,
    EightFold,
    Oblique(Leap),
    Castle,
    Anywhere,
}

impl Family {
    /// The family, and the length of one step in cells.
    fn of(atom: Atom) -> (Family, u16) {
        match atom {
            Atom::King | Atom::Queen => (Family::EightFold, 1),
            Atom::Rook => (Family::Orthogonal, 1),
            Atom::Bishop => (Family::Diagonal, 1),
            Atom::Castle => (Family::Castle, 1),
            Atom::Universal => (Family::Anywhere, 1),
            Atom::Leap(leap) => match leap.coordinates {
                [0, 0, long] => (Family::Orthogonal, long),
                [0, short, long] if short == long => (Family::Diagonal, long),
                [low, short, long] if low == short && short == long => (Family::Triagonal, long),
                _ => (Family::Oblique(leap), 1),
            },
        }
    }
}

/// How it goes and how far: `slides up to four cells`.
fn pace(family: &Family, length: u16, leg: &Leg, idiom: &Idiom) -> (Verb, String) {
    let range = leg.range;
    let leap = match family {
        Family::Castle => return (Verb::Castles, format!(" over {}", idiom.cells(range))),
        Family::Anywhere => return (Verb::Leaps, format!(" to any other {}", idiom.cell())),
        Family::Oblique(leap) => format!(" {}", oblique(*leap, leg, idiom)),
        _ if length == 1 => {
            return match range {
                0 => (Verb::Slides, String::new()),
                1 => (Verb::Steps, format!(" {}", idiom.cells(1))),
                _ => (Verb::Slides, format!(" up to {}", idiom.cells(range))),
            };
        }
        _ => format!(" {}", idiom.cells(length)),
    };
    match range {
        0 => (Verb::Rides, format!("{leap}, leap after leap,")),
        1 => (Verb::Leaps, leap),
        _ => (Verb::Rides, format!("{leap}, up to {} leaps,", number(range))),
    }
}

/// A leap that is neither straight nor diagonal: by the piece that everybody knows for it, or how
/// far it goes which way.
fn oblique(leap: Leap, leg: &Leg, idiom: &Idiom) -> String {
    let known = match leap.letter() {
        Some('N') => "knight",
        Some('C') => "camel",
        Some('Z') => "zebra",
        _ => "",
    };
    let [low, short, long] = leap.coordinates;
    let cells = idiom.cells(long);
    let narrow = narrow(leg);
    if known.is_empty() && low > 0 {
        let (short, low) = (number(short), number(low));
        return format!("{cells} along one axis, {short} along another and {low} along the third");
    }
    match &narrow[..] {
        [] if !known.is_empty() && known != idiom.name => format!("like a {known}"),
        [] if idiom.space == Space::Hexagons => {
            format!("{cells} through edges and {} aside", number(short))
        }
        [] => format!("{cells} one way and {} aside", number(short)),
        groups => {
            let sectors = groups.iter().map(|group| sector(group, short)).collect();
            format!("{cells} {}", either(sectors))
        }
    }
}

/// The letters of an oblique leap, if they leave only what can be said as `two cells forward and
/// one aside`.
fn narrow(leg: &Leg) -> Vec<Group> {
    let Directions::Letters(letters) = &leg.modifiers.directions else { return Vec::new() };
    let is_plain = |letter: &Bearing| !is_sign(*letter) && *letter != Bearing::Half;
    if !letters.iter().all(is_plain) {
        return Vec::new();
    }
    groups(letters, true)
}

fn is_sign(letter: Bearing) -> bool {
    matches!(letter, Bearing::Up | Bearing::Down | Bearing::Level | Bearing::OffLevel)
}

/// Which way, in words; empty where the verb says it.
fn way(family: &Family, leg: &Leg, idiom: &Idiom) -> String {
    let letters = match &leg.modifiers.directions {
        Directions::All => return everywhere(family, leg, idiom).to_owned(),
        Directions::Clock(hours) => {
            let hours: Vec<String> = hours.iter().map(|hour| format!("{hour} o'clock")).collect();
            return format!("at {}", either(hours));
        }
        Directions::Exact(_) => return "in some of its directions".to_owned(),
        Directions::Letters(letters) => letters,
    };
    let sign = letters.iter().copied().find(|&letter| is_sign(letter));
    let plane: Vec<Bearing> = letters.iter().filter(|letter| !is_sign(**letter)).copied().collect();
    let flat = match plane[..] {
        [] => everywhere(family, leg, idiom).to_owned(),
        _ if idiom.space == Space::Hexagons => by_the_clock(family, &plane, leg.range),
        _ => directed(family, leg, &plane),
    };
    match sign {
        None => flat,
        Some(sign) => on_levels(family, sign, &plane, &flat),
    }
}

/// With the level to which it goes.
fn on_levels(family: &Family, sign: Bearing, plane: &[Bearing], flat: &str) -> String {
    let upright = match sign {
        Bearing::Up => "up",
        Bearing::Down => "down",
        _ => "up or down",
    };
    let level = match sign {
        Bearing::Up => "to a higher level",
        Bearing::Down => "to a lower level",
        Bearing::Level => "on its own level",
        _ => "to another level",
    };
    match family {
        Family::Orthogonal if sign != Bearing::Level => format!("straight {upright}"),
        // A diagonal step to another level goes along one axis of its own.
        Family::Diagonal if sign != Bearing::Level && !plane.is_empty() => {
            let sides = plane.iter().copied().flat_map(sides).copied().collect();
            format!("diagonally {upright} and {}", straight(&sides))
        }
        _ if flat.is_empty() => level.to_owned(),
        _ => format!("{flat} {level}"),
    }
}

fn everywhere(family: &Family, leg: &Leg, idiom: &Idiom) -> &'static str {
    let slides = leg.range != 1;
    match (family, idiom.space) {
        (Family::Orthogonal, Space::Hexagons) if slides => "through edges",
        (Family::Orthogonal, Space::Hexagons) => "through an edge",
        (Family::Diagonal, Space::Hexagons) if slides => "through corners",
        (Family::Diagonal, Space::Hexagons) => "through a corner",
        (Family::EightFold, Space::Hexagons) if slides => "through edges or corners",
        (Family::EightFold, Space::Hexagons) => "through an edge or a corner",
        (Family::Orthogonal, _) => "orthogonally",
        (Family::Diagonal, _) => "diagonally",
        (Family::Triagonal, _) => "triagonally",
        (Family::EightFold, _) => "in any direction",
        (Family::Castle, _) => "to either side",
        (Family::Oblique(_) | Family::Anywhere, _) => "",
    }
}

/// On hexagons, whose edges lie at even hours and whose corners at odd ones.
fn by_the_clock(family: &Family, letters: &[Bearing], range: u16) -> String {
    let groups = groups(letters, true);
    let kept = |hour: &u8| groups.iter().any(|group| keeps_hour(family, group, *hour));
    let hours: BTreeSet<u8> = (0..12).filter(kept).collect();
    let part = |hours: &[(&[u8], &str)], all: &BTreeSet<u8>| -> Vec<String> {
        let mut left = all.clone();
        let mut words = Vec::new();
        for (named, word) in hours {
            if named.iter().all(|hour| left.contains(hour)) {
                left.retain(|hour| !named.contains(hour));
                words.push((*word).to_owned());
            }
        }
        words
    };
    let edges = part(&EDGES, &hours);
    let corners = match &part(&CORNERS, &hours)[..] {
        [] => None,
        words if range == 1 => Some(format!("{} through a corner", either(words.to_vec()))),
        words => Some(format!("{} through corners", either(words.to_vec()))),
    };
    either(edges.into_iter().chain(corners).collect())
}

/// What hours through edges are called, the widest first.
const EDGES: [(&[u8], &str); 8] = [
    (&[0], "forward"),
    (&[2, 10], "forward to the left or right"),
    (&[2], "forward to the right"),
    (&[10], "forward to the left"),
    (&[6], "backward"),
    (&[4, 8], "backward to the left or right"),
    (&[4], "backward to the right"),
    (&[8], "backward to the left"),
];

/// What hours through corners are called, the widest first.
const CORNERS: [(&[u8], &str); 9] = [
    (&[1, 11], "forward"),
    (&[1], "forward to the right"),
    (&[11], "forward to the left"),
    (&[5, 7], "backward"),
    (&[5], "backward to the right"),
    (&[7], "backward to the left"),
    (&[3, 9], "sideways"),
    (&[3], "to the right"),
    (&[9], "to the left"),
];

/// Whether letters keep the ray at an hour: a letter keeps its own, or, where its atom has none
/// there, the two beside it; a pair keeps those between.
fn keeps_hour(family: &Family, group: &Group, hour: u8) -> bool {
    let fits = match family {
        Family::Orthogonal => hour.is_multiple_of(2),
        Family::Diagonal => !hour.is_multiple_of(2),
        _ => true,
    };
    let near = |letter: Bearing, most: u8| {
        let close = |side: &u8| {
            let apart = hour.abs_diff(side * 3);
            apart.min(12 - apart) <= most
        };
        sides(letter).iter().any(close)
    };
    let has_own = |letter: Bearing| {
        let upright = matches!(letter, Bearing::Forward | Bearing::Back | Bearing::Vertical);
        match family {
            Family::Orthogonal => upright,
            Family::Diagonal => !upright,
            _ => true,
        }
    };
    fits && match group[..] {
        [wide, Bearing::Half] => near(wide, 2),
        [first, second] if first != second => near(first, 2) && near(second, 2),
        [letter, ..] => near(letter, u8::from(!has_own(letter))),
        [] => false,
    }
}

fn directed(family: &Family, leg: &Leg, letters: &[Bearing]) -> String {
    let pairs = !matches!(family, Family::Orthogonal | Family::Castle);
    let groups = groups(letters, pairs);
    match family {
        Family::Orthogonal | Family::Castle => straight(&rays(&groups, false)),
        Family::Diagonal | Family::Triagonal => diagonal(&corners(&groups)),
        Family::EightFold => {
            let (rays, corners) = (rays(&groups, true), eight_fold_corners(&groups));
            let parts = [
                (!rays.is_empty()).then(|| straight(&rays)),
                (!corners.is_empty()).then(|| diagonal(&corners)),
            ];
            let parts: Vec<String> = parts.into_iter().flatten().collect();
            either(parts)
        }
        Family::Oblique(_) if !narrow(leg).is_empty() => String::new(),
        Family::Oblique(leap) => {
            let short = leap.coordinates[1];
            let ways: Vec<String> = groups.iter().map(|group| sector(group, short)).collect();
            format!(", but only {}", either(ways))
        }
        Family::Anywhere => String::new(),
    }
}

/// Letters that are read together.
type Group = Vec<Bearing>;

/// Splits letters as the notation reads them: doubled ones, pairs of two axes, `h` with its
/// neighbour. Without `pairs`, as on straight atoms of squares, every letter is its own.
fn groups(letters: &[Bearing], pairs: bool) -> Vec<Group> {
    use Bearing::{Back, Forward, Half, Sideways, Vertical};
    let vertical = |bearing| matches!(bearing, Forward | Back | Vertical);
    let mut groups = Vec::new();
    let mut rest = letters;
    while let [first, tail @ ..] = rest {
        let used = match (first, tail.first()) {
            (_, None) => 1,
            (first, Some(second)) if first == second => 2,
            (_, Some(Half)) | (Half, _) => 2,
            (Vertical | Sideways, _) => 1,
            (&first, Some(&second)) => {
                if pairs && vertical(first) != vertical(second) {
                    2
                } else {
                    1
                }
            }
        };
        groups.push(rest[..used].to_vec());
        rest = &rest[used..];
    }
    groups
}

/// Each letter as the sides that it stands for: forward 0, right 1, back 2, left 3.
fn sides(bearing: Bearing) -> &'static [u8] {
    match bearing {
        Bearing::Forward => &[0],
        Bearing::Right => &[1],
        Bearing::Back => &[2],
        Bearing::Left => &[3],
        Bearing::Vertical => &[0, 2],
        Bearing::Sideways => &[1, 3],
        Bearing::Half | Bearing::Up | Bearing::Down | Bearing::Level | Bearing::OffLevel => &[],
    }
}

/// The straight rays of all groups; `single`: only groups of one ray, as on kings.
fn rays(groups: &[Group], single: bool) -> BTreeSet<u8> {
    let is_single = |group: &&Group| {
        group.len() == 1 || group[0] == group[1] || group[1] == Bearing::Half || !single
    };
    groups
        .iter()
        .filter(is_single)
        .flat_map(|group| group.iter().copied().flat_map(sides))
        .copied()
        .collect()
}

/// The corners, as their two sides, that are on the side of every letter of some group.
fn corners(groups: &[Group]) -> BTreeSet<(u8, u8)> {
    let keeps = |group: &Group, corner: (u8, u8)| {
        group
            .iter()
            .filter(|letter| **letter != Bearing::Half)
            .all(|&letter| sides(letter).iter().any(|&side| side == corner.0 || side == corner.1))
    };
    let all = [(0, 1), (0, 3), (2, 1), (2, 3)];
    all.into_iter().filter(|&corner| groups.iter().any(|group| keeps(group, corner))).collect()
}

/// On kings only pairs and halves reach corners.
fn eight_fold_corners(groups: &[Group]) -> BTreeSet<(u8, u8)> {
    let pairs = groups.iter().filter(|group| group.len() == 2 && group[0] != group[1]);
    corners(&pairs.cloned().collect::<Vec<_>>())
}

fn straight(rays: &BTreeSet<u8>) -> String {
    if rays.len() == 4 {
        return "orthogonally".to_owned();
    }
    let mut words = Vec::new();
    if rays.contains(&0) {
        words.push("forward");
    }
    if rays.contains(&2) {
        words.push("backward");
    }
    match (rays.contains(&3), rays.contains(&1)) {
        (true, true) => words.push("sideways"),
        (true, false) => words.push("to the left"),
        (false, true) => words.push("to the right"),
        (false, false) => {}
    }
    either(words.into_iter().map(str::to_owned).collect())
}

fn diagonal(corners: &BTreeSet<(u8, u8)>) -> String {
    let on =
        |side: u8| corners.iter().filter(|corner| corner.0 == side || corner.1 == side).count();
    if corners.len() == 4 {
        return "diagonally".to_owned();
    }
    if corners.len() == 2 {
        let word = ["forward", "to the right", "backward", "to the left"];
        if let Some(side) = (0..4u8).find(|&side| on(side) == 2) {
            return format!("diagonally {}", word[side as usize]);
        }
    }
    let name = |&(ahead, aside): &(u8, u8)| {
        let ahead = if ahead == 0 { "forward" } else { "backward" };
        let aside = if aside == 1 { "right" } else { "left" };
        format!("{ahead} to the {aside}")
    };
    format!("diagonally {}", either(corners.iter().map(name).collect()))
}

/// The part of an oblique leap's directions that a group of letters keeps.
fn sector(group: &Group, short: u16) -> String {
    use Bearing::{Half, Left, Right};
    let side = |bearing: Bearing| straight(&sides(bearing).iter().copied().collect());
    match group[..] {
        [Half, Right] => "the four leaps that turn to the right".to_owned(),
        [Half, Left] => "the four leaps that turn to the left".to_owned(),
        [wide, Half] => format!("{}, wide or narrow", side(wide)),
        [first, second] if first != second => {
            format!("{} and {} {}", side(second), number(short), side(first))
        }
        [bearing, ..] => format!("{} and {} aside", side(bearing), number(short)),
        [] => String::new(),
    }
}

fn conditions(modifiers: &Modifiers, family: &Family, length: u16, idiom: &Idiom) -> String {
    let cell = idiom.cell();
    let mut text = String::new();
    let between = match family {
        Family::Oblique(_) => "unless something stands next to it on its way".to_owned(),
        _ if length == 2 => format!("if the {cell} between is empty"),
        _ => "if nothing stands halfway".to_owned(),
    };
    if modifiers.lame {
        text += &format!(", {between}");
    }
    match (modifiers.jump, length) {
        (0, _) => {}
        (_, 1) => text += &format!(", skipping the first {cell}"),
        _ => text += " over a piece that must stand between",
    }
    match modifiers.hop {
        None => {}
        Some(Hop::Cannon) => text += " over exactly one piece",
        Some(Hop::Grasshopper) => {
            text += &format!(" over exactly one piece, to the {cell} right behind it");
        }
    }
    if modifiers.cylinder {
        text += ", the left and right edges being joined";
    }
    if modifiers.unload {
        text += ", and what it takes reappears where it started";
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[track_caller]
    fn check(notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        assert_eq!(describe(&betza, &Idiom::default()), words, "{notation}");
    }

    #[track_caller]
    fn check_on(space: Space, notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        let idiom = Idiom { space, ..Idiom::default() };
        assert_eq!(describe(&betza, &idiom), words, "{notation}");
    }

    #[test]
    fn simple_pieces() {
        check("R", "slides orthogonally");
        check("BR", "slides in any direction");
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell in any direction");
        check("N", "leaps like a knight");
        check("R4", "slides up to four cells orthogonally");
        check("T0", "slides triagonally");
        check("N0", "rides like a knight, leap after leap");
        check("D0", "rides two cells, leap after leap, orthogonally");
        check("{1,4}", "leaps four cells one way and one aside");
        check(
            "{1,2,2}",
            "leaps two cells along one axis, two along another and one along the third",
        );
        check("U", "leaps to any other cell");
    }

    #[test]
    fn compounds() {
        check("BD", "slides diagonally, or leaps two cells orthogonally");
        check("FAD", "steps one cell diagonally, or leaps two cells in any direction");
        check("WA", "steps one cell orthogonally, or leaps two cells diagonally");
        check(
            "HFD",
            "leaps three cells orthogonally, or steps one cell diagonally, or leaps two cells orthogonally",
        );
        check("RN", "slides orthogonally, or leaps like a knight");
    }

    #[test]
    fn directions() {
        check(
            "fsRbWbF",
            "slides forward or sideways, or steps one cell backward or diagonally backward",
        );
        check("vN", "leaps two cells forward or backward and one aside");
        check("fhN", "leaps like a knight, but only forward, wide or narrow");
        check("lfN", "leaps two cells forward and one to the left");
        check("frF", "steps one cell diagonally forward to the right");
        check("rB", "slides diagonally to the right");
        check("fhK", "steps one cell forward or diagonally forward");
        check("fK", "steps one cell forward");
        check("frK", "steps one cell diagonally forward to the right");
    }

    #[test]
    fn directions_on_levels() {
        let check = |notation, words| check_on(Space::Levels, notation, words);
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell orthogonally or diagonally");
        check("WFT", "steps one cell in any direction");
        check("^W", "steps one cell straight up");
        check("^fF^sF", "steps one cell diagonally up and forward or diagonally up and sideways");
        check("=fF", "steps one cell diagonally forward on its own level");
        check("=N", "leaps like a knight on its own level");
    }

    #[test]
    fn directions_on_hexagons() {
        let check = |notation, words| check_on(Space::Hexagons, notation, words);
        check("R", "slides through edges");
        check("B", "slides through corners");
        check("Q", "slides through edges or corners");
        check("K", "steps one cell through an edge or a corner");
        check("fW", "steps one cell forward");
        check("frWflW", "steps one cell forward to the right or forward to the left");
        check("sW", "steps one cell forward to the left or right or backward to the left or right");
        check("fF", "steps one cell forward through a corner");
        check("sF", "steps one cell sideways through a corner");
        check("fsK", "steps one cell forward to the left or right or forward through a corner");
        check("@1,11F", "steps one cell at 1 o'clock or 11 o'clock");
    }

    #[test]
    fn nobody_is_compared_with_himself() {
        let idiom = Idiom { name: "knight".to_owned(), ..Idiom::default() };
        let words = |notation: &str| describe(&parse(notation).expect("right"), &idiom);
        assert_eq!(words("N"), "leaps two cells one way and one aside");
        assert_eq!(words("ffN"), "leaps two cells forward and one aside");
    }

    #[test]
    fn on_lines_one_stands_on_points() {
        let idiom = Idiom { points: true, ..Idiom::default() };
        let words = describe(&parse("nA").expect("right"), &idiom);
        assert_eq!(words, "leaps two points diagonally, if the point between is empty");
    }

    #[test]
    fn purposes() {
        check(
            "fmWfceF",
            "steps one cell forward without capturing; to capture, steps one cell diagonally forward, also in passing",
        );
        check(
            "mRcpR",
            "slides orthogonally without capturing; to capture, slides orthogonally over exactly one piece",
        );
        check(
            "mWcF",
            "steps one cell orthogonally without capturing; to capture, steps one cell diagonally",
        );
        check(
            "fmWifmnD",
            "steps one cell forward without capturing; on its first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
        check("dR", "to take a piece of its own side, slides orthogonally");
    }

    #[test]
    fn what_stands_between() {
        check("nN", "leaps like a knight, unless something stands next to it on its way");
        check("nA", "leaps two cells diagonally, if the cell between is empty");
        check(
            "mjDmjA",
            "leaps two cells in any direction over a piece that must stand between, without capturing",
        );
        check("gQ", "slides in any direction over exactly one piece, to the cell right behind it");
        check("jB", "slides diagonally, skipping the first cell");
    }

    #[test]
    fn places() {
        let place =
            |notation: &str| described_place(&parse(notation).expect("right"), &Idiom::default());
        assert_eq!(place("W"), "one cell away orthogonally");
        assert_eq!(place("K"), "one cell away in any direction");
        assert_eq!(place("DA"), "two cells away in any direction");
        assert_eq!(place("N"), "where it leaps like a knight");
    }

    #[test]
    fn legs() {
        check("[F?R]", "steps one cell diagonally, and may go on outward, sliding orthogonally");
        check("[F-B]", "steps one cell diagonally, and goes on straight ahead, sliding diagonally");
        check("yafsF", "moves in two legs, by the notation `yafsF`");
    }
}
