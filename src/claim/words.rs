//! Compares the words of a sentence with the claim that they are linked with.
//!
//! A claim can hold while the sentence that carries it is wrong: *nine moves* linked with
//! `count(moves(bede, a1)) is 8`. So every number, cell, piece and side that the words name must be
//! in the claim, and both must deny, or neither.

use crate::game::SideId;
use crate::geometry::{AxisKind, CellSet};
use crate::query::LoadedVariant;
use crate::source::{Code, Diagnostic, join_words};

use super::english_numbers::{SaidNumber, is_among, said_numbers, split_hyphens};
use super::functions::FunctionName;
use super::mentions::{Mentions, leap_lengths};
use super::placed_pieces::{placed_words, swapped};
use super::proof::NamedItems;
use super::tree::Relation;
use super::value::Number;

/// Returns what the words of a sentence say and the claim does not.
pub(super) fn differences(
    words: &str,
    mentions: &Mentions,
    named: &NamedItems,
    variant: &LoadedVariant,
) -> Vec<Diagnostic> {
    let mut rest = words.replace(['’', '‘'], "'").replace(['\u{ad}', '\u{200b}', '\u{2060}'], "");
    let mut messages = Vec::new();
    let placed = placed_words(&rest, variant);
    let swapped = swapped(&rest, &placed, mentions, variant);
    let of_pieces: Vec<SideId> = match mentions.gives_position {
        true => placed.iter().filter_map(|said| said.side).collect(),
        false => Vec::new(),
    };
    let mut unsaid = |what: &str, names: Vec<String>| {
        if !names.is_empty() {
            let names: Vec<String> = names.iter().map(|name| format!("*{name}*")).collect();
            let names = join_words(&names, "and");
            messages.push(format!("the words name {what} {names}, and the claim does not"));
        }
    };
    unsaid("the piece", unsaid_pieces(&mut rest, mentions, variant));
    unsaid("the side", unsaid_sides(&rest, &of_pieces, mentions, variant));
    unsaid("the cell", unsaid_cells(&mut rest, mentions, variant));
    unsaid("the line", unsaid_lines(&rest, mentions, variant));
    unsaid("the number", unsaid_numbers(&rest, mentions, variant));
    let lower = rest.to_lowercase();
    let said = plain_words(&lower);
    unsaid("the colour", unsaid_shades(&said, mentions));
    messages.extend(unsaid_comparison(&said, mentions));
    messages.extend(unsaid_result(&said, &rest, mentions, variant));
    let denies = (0..said.len()).any(|at| is_denial(&said, at));
    let stops = said.iter().any(|word| is_among("stop", word));
    let limits =
        stops || (0..said.len()).any(|at| is_among("limit", said[at]) && !is_lifted(&said, at));
    let whole = words.to_lowercase();
    messages.extend(denied_fact(&plain_words(&whole), mentions, variant).filter(|_| !stops));
    // What never stops a move lets it be.
    if denies && !stops && !mentions.denies {
        messages.push("the words deny something, and the claim does not".to_owned());
    }
    if mentions.only_denies && !denies && !limits {
        messages.push("the claim denies something, and the words do not".to_owned());
    }
    if mentions.says_occupied && (0..said.len()).any(|at| says_empty(&said, at)) {
        messages.push("the words say *empty*, and the claim that a piece is there".to_owned());
    }
    messages.extend(swapped);
    if messages.is_empty() {
        messages.extend(named.exchanged(variant));
    }
    let help = "let the words and the claim say the same; if they do so in other words, write the reason: \
        `[words](<claim: ...> \"in other words: ...\")`";
    let error = |message| Diagnostic::error(Code::ClaimWords, message).help(help);
    messages.into_iter().map(error).collect()
}

/// Whether the word there denies. `not empty` denies nothing.
fn is_denial(said: &[&str], at: usize) -> bool {
    !is_lifted(said, at + 1) && (is_among("denial", said[at]) || said[at].ends_with("n't"))
}

/// Whether the word there says that a cell is empty.
fn says_empty(said: &[&str], at: usize) -> bool {
    matches!(said[at], "empty" | "vacant") && !is_lifted(said, at)
}

/// Whether the word there is negative and `not` stands before it.
fn is_lifted(said: &[&str], at: usize) -> bool {
    let is_negative = said.get(at).is_some_and(|word| is_among("negative", word));
    is_negative && at > 0 && said[at - 1] == "not"
}

/// Returns a message if the words compare with a number in another way than the claim: `more than
/// twelve` for `is 12`, `never fewer than eight` for `is at most 8`, or `eight` for `is at most 8`.
fn unsaid_comparison(said: &[&str], mentions: &Mentions) -> Option<String> {
    use Relation::{AtLeast, AtMost, LessThan, MoreThan};
    const COMPARISONS: [(&str, &str, [Relation; 2]); 5] = [
        ("more", "than", [MoreThan, AtMost]),
        ("fewer", "than", [LessThan, AtLeast]),
        ("less", "than", [LessThan, AtLeast]),
        ("at", "least", [AtLeast, LessThan]),
        ("at", "most", [AtMost, MoreThan]),
    ];
    let relations = |number: Number| {
        let about_it = mentions.comparisons.iter().filter(move |(_, other)| *other == number);
        about_it.map(|(relation, _)| *relation)
    };
    for (number, place) in said_numbers(said, |_| false) {
        let SaidNumber::Count(value, 0) = number else { continue };
        let number = Number::Whole(value);
        if relations(number).next().is_none() {
            continue;
        }
        let at = place.start;
        let pair = at.checked_sub(2).map(|before| [said[before], said[before + 1]]);
        let known = COMPARISONS.iter().find(|(one, two, _)| pair == Some([*one, *two]));
        let Some((one, two, [bound, denied])) = known else {
            let is_bound = |it| matches!(it, AtLeast | AtMost | LessThan | MoreThan);
            let are_words = || said.iter().any(|word| is_among("bound", word));
            if relations(number).all(is_bound) && !are_words() {
                let claim = relations(number).next().map_or("", Relation::words);
                let words = said[place].join(" ");
                return Some(format!("the claim says *{claim}*, and the words *{words}* alone"));
            }
            continue;
        };
        let is_denied = (at.saturating_sub(5)..at - 2).any(|at| is_denial(said, at));
        let meant = if is_denied { *denied } else { *bound };
        if !relations(number).any(|it| it == meant) {
            let not = if is_denied { "not " } else { "" };
            return Some(format!("the words say *{not}{one} {two}*, and the claim does not"));
        }
    }
    None
}

/// Returns a message if the words say another result than the claim: a draw for a win, or a loss of
/// the only side that they name, for which the claim says a win.
fn unsaid_result(
    said: &[&str],
    rest: &str,
    mentions: &Mentions,
    variant: &LoadedVariant,
) -> Option<String> {
    let says = |list: &str| said.iter().find(|word| is_among(list, word));
    let asks =
        |names: &[FunctionName]| mentions.results.iter().any(|(name, _)| names.contains(name));
    let (drawn, decided) =
        (asks(&[FunctionName::Drawn]), asks(&[FunctionName::Wins, FunctionName::Loses]));
    let sides = variant.variant().sides.iter().enumerate();
    let mut named = sides.filter(|(_, side)| find_name(rest, &side.name, 0).is_some());
    let only = named.next().filter(|_| named.next().is_none()).map(|(index, _)| index);
    let of_it = |wanted: FunctionName| {
        let mut results = mentions.results.iter();
        results.any(|(name, side)| *name == wanted && Some(side.index()) == only)
    };
    let (wins, loses) = (of_it(FunctionName::Wins), of_it(FunctionName::Loses));
    let mated = asks(&[FunctionName::Checkmate, FunctionName::Eliminated]);
    let stalemated = asks(&[FunctionName::Stalemate]);
    let word = match (says("checkmate"), says("stalemate")) {
        (Some(word), None) if !mated && !decided => Some(word),
        (None, Some(word)) if !stalemated && !drawn && !decided => Some(word),
        _ => None,
    };
    if let Some(word) = word.filter(|_| !mentions.only_denies) {
        return Some(format!("the words say *{word}*, and the claim does not ask for it"));
    }
    let word = match (says("draw"), says("win"), says("lose")) {
        (Some(word), None, None) if decided && !drawn => word,
        (None, Some(word), None) if (drawn && !decided) || (loses && !wins) => word,
        (None, None, Some(word)) if (drawn && !decided) || (wins && !loses) => word,
        _ => return None,
    };
    Some(format!("the words say *{word}*, and the claim says another result"))
}

/// Returns a message if the words deny a cell or a result that the claim says to be so: `not to b3` for
/// `moves(knight, a1) is b3 c2`.
fn denied_fact(said: &[&str], mentions: &Mentions, variant: &LoadedVariant) -> Option<String> {
    let denials = (0..said.len()).filter(|at| is_denial(said, *at));
    for at in denials {
        let after = &said[at + 1..(at + 5).min(said.len())];
        let end = after.iter().position(|word| is_among("limit", word)).unwrap_or(after.len());
        let is_asked = |name| mentions.results.iter().any(|(asked, _)| *asked == name);
        let denied = after[..end].iter().find(|word| {
            let is_mate = is_among("checkmate", word) && is_asked(FunctionName::Checkmate);
            let is_stalemate = is_among("stalemate", word) && is_asked(FunctionName::Stalemate);
            let cell = variant.layout().find(word);
            (is_mate || is_stalemate) && !mentions.only_denies
                || cell.is_some_and(|cell| mentions.granted.contains(cell))
        });
        if let Some(word) = denied {
            return Some(format!("the words deny *{word}*, and the claim says that it is so"));
        }
    }
    None
}

/// Returns the words of a text without the signs around them.
pub(super) fn plain_words(text: &str) -> Vec<&str> {
    let is_space = |sign: char| sign.is_whitespace() || "/–—×()[]“”\"".contains(sign);
    let words = text.split(is_space);
    let words = words.map(|word| word.trim_matches([',', '.', ';', ':', '!', '?', '\'']));
    let words = words.map(|word| word.strip_suffix("'s").unwrap_or(word));
    words.filter(|word| !word.is_empty()).collect()
}

/// Returns the colours of cells that the words name and the claim does not.
fn unsaid_shades(said: &[&str], mentions: &Mentions) -> Vec<String> {
    let shades = ["dark", "light"].into_iter();
    let is_unsaid = |shade: &&str| said.contains(shade) && !mentions.words.contains(*shade);
    shades.filter(is_unsaid).map(str::to_owned).collect()
}

/// Returns the files that the words name by a letter, as in `the c-file`, and the claim does not.
fn unsaid_lines(rest: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let layout = variant.layout();
    let file = |cell| {
        let board = layout.board(layout.point(cell).board);
        board.files.names[layout.index_on_axis(cell, AxisKind::File)].as_str()
    };
    let words = rest.split(|sign: char| !sign.is_alphanumeric()).collect::<Vec<_>>();
    let is_noun = |word: &&str| matches!(*word, "file" | "files");
    // `files b and h`, `the c-file`; `a` is an article more often than a file.
    let beside = |at: &usize| {
        let near = words[at.saturating_sub(3)..(at + 4).min(words.len())].iter();
        words[*at] != "a" && words[*at].chars().count() == 1 && { near }.any(is_noun)
    };
    let named = (0..words.len()).filter(beside).map(|at| words[at]);
    let exists = |name: &&str| layout.cells().any(|cell| file(cell) == *name);
    let is_claimed = |name: &str| {
        mentions.words.contains(name) || mentions.cells.iter().any(|cell| file(cell) == name)
    };
    named.filter(exists).filter(|name| !is_claimed(name)).map(str::to_owned).collect()
}

/// Takes the names of pieces out of the words, and returns those that the claim does not have.
fn unsaid_pieces(rest: &mut String, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let faces = &variant.variant().faces;
    let mut names: Vec<&str> = faces.iter().map(|face| face.name.as_str()).collect();
    names.retain(|name| !name.is_empty());
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    names.dedup();
    let mut unsaid = Vec::new();
    for name in names {
        let mut from = 0;
        while let Some((start, end)) = find_name(rest, name, from) {
            let said = rest[start..end].to_owned();
            // `points` can be places or pieces: pieces have a capital, and the usual ones need none.
            let is_usual = { faces }.iter().any(|face| {
                face.name == name && face.is_builtin && face.id.eq_ignore_ascii_case(name)
            });
            if !is_usual && said.starts_with(|sign: char| sign.is_lowercase()) {
                from = end;
                continue;
            }
            rest.replace_range(start..end, &"#".repeat(end - start));
            from = end;
            let is_claimed = { faces }.iter().enumerate().any(|(index, face)| {
                face.name == name && mentions.pieces.iter().any(|piece| piece.index() == index)
            });
            if !is_claimed {
                unsaid.push(said);
            }
        }
    }
    unsaid
}

/// Returns the place of a name, in the singular or plural, as a whole word.
fn find_name(text: &str, name: &str, from: usize) -> Option<(usize, usize)> {
    let lower = text.to_ascii_lowercase();
    let name = name.to_ascii_lowercase();
    let is_letter = |c: char| c.is_alphanumeric() || c == '-';
    lower[from..].match_indices(&name).find_map(|(at, _)| {
        let start = from + at;
        let after = &lower[start + name.len()..];
        let plural = ["es", "s", ""].into_iter().find(|ending| {
            after.strip_prefix(ending).is_some_and(|rest| !rest.starts_with(is_letter))
        })?;
        let begins = !lower[..start].ends_with(is_letter);
        begins.then_some((start, start + name.len() + plural.len()))
    })
}

/// Returns the sides that the words name and the claim does not. What they say of pieces of a side is
/// compared with the pieces of the claim.
fn unsaid_sides(
    rest: &str,
    of_pieces: &[SideId],
    mentions: &Mentions,
    variant: &LoadedVariant,
) -> Vec<String> {
    let is_unsaid = |index: usize, name: &str| {
        let is_it = |side: &SideId| side.index() == index;
        let mut ends = std::iter::successors(Some(0), |from| Some(find_name(rest, name, *from)?.1));
        let beyond_pieces = ends.nth(of_pieces.iter().filter(|side| is_it(side)).count() + 1);
        !mentions.sides.iter().any(is_it) && beyond_pieces.is_some()
    };
    let sides = variant.variant().sides.iter().enumerate();
    let unsaid = sides.filter(|(index, side)| is_unsaid(*index, &side.name));
    unsaid.map(|(_, side)| side.name.clone()).collect()
}

/// Takes the names of cells out of the words, and returns those that the claim does not have.
fn unsaid_cells(rest: &mut String, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let layout = variant.layout();
    let names = |cells: &CellSet| -> Vec<String> {
        cells.iter().map(|cell| layout.name_on_board(cell).to_lowercase()).collect()
    };
    let (claimed, all) = (names(&mentions.cells), names(&CellSet::all(layout.len())));
    let mut unsaid = Vec::new();
    let is_part = |sign: char| sign.is_alphanumeric();
    let words: Vec<String> = rest.split(|sign: char| !is_part(sign)).map(str::to_owned).collect();
    for word in words.iter().filter(|word| word.ends_with(|sign: char| sign.is_alphanumeric())) {
        // A move in algebraic notation ends with a cell: `Qh4`.
        let cell = word.trim_start_matches(|sign: char| sign.is_ascii_uppercase());
        let cell =
            [word.as_str(), cell].into_iter().find(|word| all.contains(&word.to_lowercase()));
        let Some(cell) = cell else {
            let looks_like_cell = is_like_cell(word) && all.iter().any(|cell| is_like_cell(cell));
            if looks_like_cell && !mentions.words.contains(word) {
                unsaid.push(word.clone());
            }
            continue;
        };
        if !claimed.contains(&cell.to_lowercase()) {
            unsaid.push(cell.to_owned());
        }
        *rest = rest.replacen(word.as_str(), &"#".repeat(word.len()), 1);
    }
    unsaid
}

/// Whether a word is a small letter and a number, as cells of most boards are called.
fn is_like_cell(word: &str) -> bool {
    let number = word.strip_prefix(|sign: char| sign.is_ascii_lowercase()).unwrap_or_default();
    number.parse::<u8>().is_ok()
}

fn unsaid_numbers(rest: &str, mentions: &Mentions, variant: &LoadedVariant) -> Vec<String> {
    let lower = rest.to_lowercase().replace('½', " ½ ");
    // A number of a move, as in `1. f3 e5`.
    let is_move_number = |word: &&str| {
        word.strip_suffix('.').is_some_and(|digits| digits.bytes().all(|b| b.is_ascii_digit()))
    };
    let kept: Vec<&str> = match lower.matches(". #").count() {
        0 => vec![&lower],
        _ => lower.split(' ').filter(|word| !is_move_number(word)).collect(),
    };
    let kept = kept.join(" ");
    let words = split_hyphens(&plain_words(&kept));
    let says = |number: &SaidNumber, words: &str| match *number {
        SaidNumber::Count(1, 0) if !mentions.compares_numbers => true,
        // A number that is part of a name, as in `twelve-hours`.
        SaidNumber::Count(..) if mentions.words.contains(words) => true,
        SaidNumber::Count(value, 0) if mentions.lengths.contains(&value) => true,
        SaidNumber::Count(value, decimals) => has_number(mentions, value, decimals),
        SaidNumber::Ordinal(value) => {
            let is_axis = |cell| {
                let name = variant.layout().name_on_board(cell);
                name.trim_matches(|sign: char| !sign.is_ascii_digit()) == value.to_string()
            };
            has_number(mentions, value, 0)
                || mentions.words.contains(&value.to_string())
                || mentions.cells.iter().any(is_axis)
        }
        SaidNumber::Fraction(part, of) => {
            let zones = &variant.variant().zones;
            { zones }.iter().any(|zone| zone.id.contains(words))
                || has_ratio(mentions, part, of, variant)
        }
        SaidNumber::Multiple(times) => {
            has_number(mentions, times, 0) || has_ratio(mentions, times, 1, variant)
        }
    };
    let is_line = |at: &usize| {
        let is_name = |word: &&&str| word.starts_with(char::is_numeric) || **word == "and";
        let noun = words[..*at].iter().rev().find(|word| !is_name(word));
        noun.is_some_and(|noun| is_among("line", noun))
    };
    let numbers = said_numbers(&words, is_line).into_iter();
    let numbers = numbers.map(|(number, place)| (number, words[place].join(" ")));
    let unsaid = numbers.filter(|(number, words)| !says(number, words));
    let is_leap =
        |word: &&str| word.contains(':') && word.starts_with(|sign: char| sign.is_ascii_digit());
    let is_claimed = |leap: &str| mentions.leaps.contains(&leap_lengths(leap));
    let leaps = words.iter().copied().filter(is_leap).filter(|leap| !is_claimed(leap));
    unsaid.map(|(_, words)| words).chain(leaps.map(str::to_owned)).collect()
}

fn has_number(mentions: &Mentions, value: i64, decimals: u8) -> bool {
    let said = match decimals {
        0 => Number::Whole(value),
        _ => Number::Decimal(value, decimals),
    };
    mentions.numbers.iter().any(|number| number.compare(said).is_some_and(|order| order.is_eq()))
}

/// Whether a number of the claim is this part of another one, of all cells or of a full turn.
fn has_ratio(mentions: &Mentions, part: i64, of: i64, variant: &LoadedVariant) -> bool {
    let whole = |number: &Number| match number {
        Number::Whole(value) => Some(i128::from(*value)),
        _ => None,
    };
    let numbers: Vec<i128> = mentions.numbers.iter().filter_map(whole).collect();
    let degrees = mentions.words.iter().filter_map(|word| word.parse().ok());
    let (part, of) = (i128::from(part), i128::from(of));
    let all = [variant.layout().len() as i128];
    let fits = |one: i128, other: i128| one * of == other * part;
    numbers.iter().any(|&one| numbers.iter().chain(&all).any(|&other| fits(one, other)))
        || (mentions.words.contains("turn") && { degrees }.any(|one: i128| fits(one, 360)))
}
