use std::collections::BTreeSet;

use crate::notation::{Atom, Bearing, Betza, Directions, Form, Hop, Leap, Leg, Modifiers, Term};

/// A notation in words, as the end of a sentence that begins with the piece's name.
///
/// `BD` becomes `slides like a bishop, or leaps two cells orthogonally`. What has no plain words,
/// as most chains of legs, is shown as it was written and called what it is.
pub fn describe(betza: &Betza) -> String {
    if betza.terms.is_empty() {
        return "does not move".to_owned();
    }
    let mut groups: Vec<(Occasion, Vec<Phrase>)> = Vec::new();
    for term in &betza.terms {
        let (occasion, phrase) = of_term(term);
        match groups.iter_mut().find(|group| group.0 == occasion) {
            Some((_, phrases)) => phrases.push(phrase),
            None => groups.push((occasion, vec![phrase])),
        }
    }
    let texts: Vec<String> =
        groups.into_iter().map(|(occasion, phrases)| occasion.wrap(&join(phrases))).collect();
    texts.join("; ")
}

/// Where the end of a notation's moves lies, as seen from the piece: `one cell away orthogonally`.
pub(super) fn described_place(betza: &Betza) -> String {
    let phrases = simplified(betza.terms.iter().map(|term| of_term(term).1).collect());
    let place = |phrase: &Phrase| match phrase.verb {
        Verb::Steps | Verb::Leaps | Verb::Rides if !phrase.measure.contains("like") => {
            format!("{} away {}{}", phrase.measure.trim(), phrase.way, phrase.more)
        }
        _ => format!("where it {}", phrase.text()),
    };
    either(phrases.iter().map(place).collect())
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
    /// Which way: `orthogonally`, `forward or sideways`.
    way: String,
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
        let blank = if self.way.is_empty() || self.way.starts_with(',') { "" } else { " " };
        format!("{}{blank}{}", self.measure, self.way)
    }
}

/// `slides forward or sideways, or steps one cell backward`; phrases that differ only in the way
/// are one.
fn join(phrases: Vec<Phrase>) -> String {
    let mut merged: Vec<Phrase> = Vec::new();
    for phrase in simplified(phrases) {
        match merged.last_mut() {
            Some(last)
                if (last.verb, &last.measure, &last.more)
                    == (phrase.verb, &phrase.measure, &phrase.more)
                    && last.verb != Verb::Moves =>
            {
                last.way = format!("{} or {}", last.way, phrase.way);
            }
            _ => merged.push(phrase),
        }
    }
    let texts: Vec<String> = merged.iter().map(Phrase::text).collect();
    texts.join(", or ")
}

/// A rook's and a bishop's ways together are a queen's.
fn simplified(mut phrases: Vec<Phrase>) -> Vec<Phrase> {
    for (first, second, both) in [
        ("like a rook", "like a bishop", "like a queen"),
        ("orthogonally", "diagonally", "in any direction"),
    ] {
        let place = |way: &str| phrases.iter().position(|phrase| phrase.way == way);
        let (Some(a), Some(b)) = (place(first), place(second)) else { continue };
        let same = Phrase { way: first.to_owned(), ..phrases[b].clone() } == phrases[a];
        if same {
            phrases[a.min(b)].way = both.to_owned();
            phrases.remove(a.max(b));
        }
    }
    phrases
}

fn of_term(term: &Term) -> (Occasion, Phrase) {
    let last = term.legs.last().expect("a term has a leg");
    let first = &term.legs[0];
    let occasion = Occasion { initial: first.modifiers.initial, ..Occasion::of(&last.modifiers) };
    if let [leg] = &term.legs[..] {
        return (occasion, of_leg(leg));
    }
    match bent(term) {
        Some(phrase) => (occasion, phrase),
        None => (Occasion::of(&Modifiers::default()), as_written(term)),
    }
}

/// What plain words would only blur.
fn as_written(term: &Term) -> Phrase {
    let notation = Betza { terms: vec![term.clone()] };
    let measure =
        format!(" in {} legs, by the notation `{notation}`", number(term.legs.len() as u16));
    Phrase { verb: Verb::Moves, measure, way: String::new(), more: String::new() }
}

/// Two legs in brackets that differ by nothing but what they are: `[F?R]`.
fn bent(term: &Term) -> Option<Phrase> {
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
    let begin = of_leg(first);
    let onward = of_leg(&Leg { modifiers: Modifiers::default(), ..second.clone() });
    let how = if first.may_stop { "and may go on" } else { "and goes on" };
    let way = match onward.way.strip_prefix("like a ") {
        Some("rook") => " orthogonally".to_owned(),
        Some("bishop") => " diagonally".to_owned(),
        Some(_) => format!(" {}", onward.way),
        None => format!("{} {}", onward.measure, onward.way),
    };
    let more = format!("{}, {how} {turn}, {}{way}", begin.more, onward.verb.gerund());
    Some(Phrase { more, ..begin })
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

fn of_leg(leg: &Leg) -> Phrase {
    let modifiers = &leg.modifiers;
    let (family, length) = Family::of(leg.atom);
    let (verb, measure) = pace(&family, length, leg.range);
    let way = way(&family, leg, verb);
    Phrase { verb, measure, way, more: conditions(modifiers, &family, length) }
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
fn pace(family: &Family, length: u16, range: u16) -> (Verb, String) {
    let leap = match family {
        Family::Castle => return (Verb::Castles, format!(" over {}", cells(range))),
        Family::Anywhere => return (Verb::Leaps, " to any other cell".to_owned()),
        Family::Oblique(leap) => format!(" {}", oblique(*leap)),
        _ if length == 1 => {
            return match range {
                0 => (Verb::Slides, String::new()),
                1 => (Verb::Steps, " one cell".to_owned()),
                _ => (Verb::Slides, format!(" up to {}", cells(range))),
            };
        }
        _ => format!(" {}", cells(length)),
    };
    match range {
        0 => (Verb::Rides, format!("{leap}, leap after leap,")),
        1 => (Verb::Leaps, leap),
        _ => (Verb::Rides, format!("{leap}, up to {} leaps,", number(range))),
    }
}

/// What a leap that is neither straight nor diagonal is called.
fn oblique(leap: Leap) -> String {
    match leap.letter() {
        Some('N') => "like a knight".to_owned(),
        Some('C') => "like a camel".to_owned(),
        Some('Z') => "like a zebra".to_owned(),
        _ => match leap.coordinates {
            [0, short, long] => format!("{} one way and {} across", cells(long), number(short)),
            [low, short, long] => format!(
                "{} along one axis, {} along another and {} along the third",
                cells(long),
                number(short),
                number(low)
            ),
        },
    }
}

/// Which way, in words; empty where the verb says it.
fn way(family: &Family, leg: &Leg, verb: Verb) -> String {
    let letters = match &leg.modifiers.directions {
        Directions::All => return everywhere(family, leg, verb).to_owned(),
        Directions::Clock(hours) => {
            let hours: Vec<String> = hours.iter().map(|hour| format!("{hour} o'clock")).collect();
            return format!("at {}", either(hours));
        }
        Directions::Exact(_) => return "in some of its directions".to_owned(),
        Directions::Letters(letters) => letters,
    };
    let is_sign = |bearing: &&Bearing| {
        matches!(bearing, Bearing::Up | Bearing::Down | Bearing::Level | Bearing::OffLevel)
    };
    let signs: Vec<&Bearing> = letters.iter().filter(is_sign).collect();
    let plane: Vec<Bearing> = letters.iter().filter(|letter| !is_sign(letter)).copied().collect();
    let level = match signs.first() {
        None => "",
        Some(Bearing::Up) => "to a higher level",
        Some(Bearing::Down) => "to a lower level",
        Some(Bearing::Level) => "on its own level",
        Some(_) => "straight up or down",
    };
    let plane = match plane[..] {
        [] => everywhere(family, leg, verb).to_owned(),
        _ => directed(family, &plane),
    };
    let blank = if plane.is_empty() || level.is_empty() { "" } else { " " };
    format!("{plane}{blank}{level}")
}

fn everywhere(family: &Family, leg: &Leg, verb: Verb) -> &'static str {
    let slides_freely = verb == Verb::Slides && leg.range == 0;
    match family {
        Family::Orthogonal if slides_freely => "like a rook",
        Family::Diagonal if slides_freely => "like a bishop",
        Family::EightFold if slides_freely => "like a queen",
        Family::Orthogonal => "orthogonally",
        Family::Diagonal => "diagonally",
        Family::Triagonal => "triagonally",
        Family::EightFold => "in any direction",
        Family::Castle => "to either side",
        Family::Oblique(_) | Family::Anywhere => "",
    }
}

fn directed(family: &Family, letters: &[Bearing]) -> String {
    let groups = groups(letters, family);
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
        Family::Oblique(leap) => {
            let [_, short, long] = leap.coordinates;
            let ways: Vec<String> = groups.iter().map(|group| sector(group, short, long)).collect();
            format!(", but only {}", either(ways))
        }
        Family::Anywhere => String::new(),
    }
}

/// Letters that are read together.
type Group = Vec<Bearing>;

/// Splits letters as the notation reads them: doubled ones, pairs of two axes, `h` with its
/// neighbour. On straight atoms every letter is its own.
fn groups(letters: &[Bearing], family: &Family) -> Vec<Group> {
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
                let pair = *family != Family::Orthogonal && *family != Family::Castle;
                if pair && vertical(first) != vertical(second) { 2 } else { 1 }
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
fn sector(group: &Group, short: u16, long: u16) -> String {
    use Bearing::{Half, Left, Right};
    let side = |bearing: Bearing| straight(&sides(bearing).iter().copied().collect());
    match group[..] {
        [Half, Right] => "the four leaps that turn to the right".to_owned(),
        [Half, Left] => "the four leaps that turn to the left".to_owned(),
        [wide, Half] => format!("{}, wide or narrow", side(wide)),
        [first, second] if first != second => {
            format!("{} {} and {} {}", number(long), side(second), number(short), side(first))
        }
        [bearing, ..] => format!("{} {} and {} aside", number(long), side(bearing), number(short)),
        [] => String::new(),
    }
}

fn conditions(modifiers: &Modifiers, family: &Family, length: u16) -> String {
    let mut text = String::new();
    let between = match family {
        Family::Oblique(_) => "unless something stands next to it on its way",
        _ if length == 2 => "if the cell between is empty",
        _ => "if nothing stands halfway",
    };
    if modifiers.lame {
        text += &format!(", {between}");
    }
    match (modifiers.jump, length) {
        (0, _) => {}
        (_, 1) => text += ", skipping the first cell",
        _ => text += " over a piece that must stand between",
    }
    match modifiers.hop {
        None => {}
        Some(Hop::Cannon) => text += " over exactly one piece",
        Some(Hop::Grasshopper) => text += " over exactly one piece, to the cell right behind it",
    }
    if modifiers.cylinder {
        text += ", the left and right edges being joined";
    }
    if modifiers.unload {
        text += ", and what it takes reappears where it started";
    }
    text
}

fn cells(count: u16) -> String {
    if count == 1 { "one cell".to_owned() } else { format!("{} cells", number(count)) }
}

/// Small numbers as words.
fn number(value: u16) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS.get(value as usize).map_or_else(|| value.to_string(), |word| (*word).to_owned())
}

/// `a, b or c`
fn either(mut words: Vec<String>) -> String {
    match words.pop() {
        None => String::new(),
        Some(only) if words.is_empty() => only,
        Some(last) => format!("{} or {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;

    #[track_caller]
    fn check(notation: &str, words: &str) {
        let betza = parse(notation).expect("the notation is right");
        assert_eq!(describe(&betza), words, "{notation}");
    }

    #[test]
    fn simple_pieces() {
        check("R", "slides like a rook");
        check("BR", "slides like a queen");
        check("K", "steps one cell in any direction");
        check("WF", "steps one cell in any direction");
        check("N", "leaps like a knight");
        check("R4", "slides up to four cells orthogonally");
        check("T0", "slides triagonally");
        check("N0", "rides like a knight, leap after leap,");
        check("D0", "rides two cells, leap after leap, orthogonally");
        check("{1,4}", "leaps four cells one way and one across");
        check(
            "{1,2,2}",
            "leaps two cells along one axis, two along another and one along the third",
        );
        check("U", "leaps to any other cell");
    }

    #[test]
    fn compounds() {
        check("BD", "slides like a bishop, or leaps two cells orthogonally");
        check("WA", "steps one cell orthogonally, or leaps two cells diagonally");
        check(
            "HFD",
            "leaps three cells orthogonally, or steps one cell diagonally, or leaps two cells orthogonally",
        );
        check("RN", "slides like a rook, or leaps like a knight");
    }

    #[test]
    fn directions() {
        check(
            "fsRbWbF",
            "slides forward or sideways, or steps one cell backward or diagonally backward",
        );
        check("vN", "leaps like a knight, but only two forward or backward and one aside");
        check("fhN", "leaps like a knight, but only forward, wide or narrow");
        check("lfN", "leaps like a knight, but only two forward and one to the left");
        check("frF", "steps one cell diagonally forward to the right");
        check("rB", "slides diagonally to the right");
        check("fhK", "steps one cell forward or diagonally forward");
        check("fK", "steps one cell forward");
        check("frK", "steps one cell diagonally forward to the right");
        check("^fF", "steps one cell diagonally forward to a higher level");
        check("=N", "leaps like a knight on its own level");
        check("@1,11F", "steps one cell at 1 o'clock or 11 o'clock");
    }

    #[test]
    fn purposes() {
        check(
            "fmWfceF",
            "steps one cell forward without capturing; to capture, steps one cell diagonally forward, also in passing",
        );
        check(
            "mRcpR",
            "slides like a rook without capturing; to capture, slides like a rook over exactly one piece",
        );
        check(
            "mWcF",
            "steps one cell orthogonally without capturing; to capture, steps one cell diagonally",
        );
        check(
            "fmWifmnD",
            "steps one cell forward without capturing; on its first move, leaps two cells forward, if the cell between is empty, without capturing",
        );
        check("dR", "to take a piece of its own side, slides like a rook");
    }

    #[test]
    fn what_stands_between() {
        check("nN", "leaps like a knight, unless something stands next to it on its way");
        check("nA", "leaps two cells diagonally, if the cell between is empty");
        check(
            "mjDmjA",
            "leaps two cells in any direction over a piece that must stand between, without capturing",
        );
        check("gQ", "slides like a queen over exactly one piece, to the cell right behind it");
        check("jB", "slides like a bishop, skipping the first cell");
    }

    #[test]
    fn places() {
        let place = |notation: &str| described_place(&parse(notation).expect("right"));
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
