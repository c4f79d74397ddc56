//! Finds claims and blocks in a page that Markdown does not read as such, so that nothing checks them.
//!
//! It looks at the lines of the file and not at what Markdown makes of them: a wrong sign can hide a
//! claim in a table, in a comment or in the code after a block that does not end.

use pulldown_cmark::CodeBlockKind;

use crate::claim::{is_call, is_claim};
use crate::source::{Code, Diagnostic, Diagnostics, SourceFile, Span, Spanned, quoted_list};

use super::claim_list::CLAIM_LIST;
use super::directive::{self, directive_words, is_directive_key};
use super::front_matter::first_words;

/// How to write a claim, or to show one.
const CLAIM_HELP: &str = "write `[words](<claim: ...>)`, with the angle brackets, on one line; what \
    only shows a claim goes into a block that begins with ```example";
/// How to write a `>` that is a part of a move.
const SIGN_HELP: &str =
    "`>` ends the link; in a move write `\\>`: `[words](<claim: legal(d2-d3\\>d9)>)`";
/// How to write a block, or to show one.
/// The help for an unknown word of a block.
fn block_help() -> String {
    let words: Vec<&str> = directive_words().collect();
    format!("{BLOCK_HELP}; there are {}", quoted_list(words))
}

const BLOCK_HELP: &str = "begin a block with a line such as ```moves and end it with a \
    line ```; what only shows a block goes into a block that begins with ````example and ends with \
    ````";

/// Returns the error of a block of code that no author can have meant.
pub(super) fn fence_error(
    kind: &CodeBlockKind,
    is_example: bool,
    text: &str,
) -> Option<Diagnostic> {
    let text = text.trim_end();
    let last = text.lines().skip(1).last().unwrap_or("").trim_start_matches([' ', '\t', '>']);
    let message = match kind {
        CodeBlockKind::Indented => "lines that begin with four blanks are code",
        _ if !last.starts_with(&text[..fence_length(text)]) => "this block does not end",
        CodeBlockKind::Fenced(_) if !is_example && has_another(text) => {
            "this block does not end before the next one begins"
        }
        CodeBlockKind::Fenced(info) if info.trim().is_empty() => {
            "a block needs a word that says what it is"
        }
        CodeBlockKind::Fenced(_) => return None,
    };
    let help = match after_keys(text).filter(|_| message.starts_with("this block does not end")) {
        Some(begin) => format!("write a line ``` above the line that begins with `{begin}`"),
        None => BLOCK_HELP.to_owned(),
    };
    Some(Diagnostic::error(Code::Directive, message).help(help))
}

/// The first words behind the keys of a block that does not end.
fn after_keys(text: &str) -> Option<String> {
    let mut lines = text.lines().skip(1).skip_while(|line| line.contains(" = "));
    let blank = lines.next().filter(|line| line.trim().is_empty() && text.contains(" = "));
    let first = blank.and(lines.find(|line| !line.trim().is_empty()))?;
    (!first.contains(" = ")).then(|| first_words(first))
}

/// Whether the text of a block has the first line of another block.
fn has_another(text: &str) -> bool {
    let length = fence_length(text);
    let begins = |line: &str| {
        let line = line.trim_start_matches([' ', '\t', '>']);
        fence_length(line) >= length && opened_block(line).is_some()
    };
    text.lines().skip(1).any(begins)
}

/// Returns the error of a block whose word is wrong, though it was meant to be a directive.
///
/// `is_ours` says whether its text can be one.
pub(super) fn wrong_word_error(info: &str, is_ours: impl Fn() -> bool) -> Option<Diagnostic> {
    let word = info.split_whitespace().next().unwrap_or("");
    let mut parts = info.split(|sign: char| !sign.is_ascii_alphabetic());
    let known = || {
        Some(format!(
            "write ```{}",
            parts.find(|part| directive_words().any(|known| known == *part))?
        ))
    };
    let ours = || is_ours().then(block_help);
    let help = directive::suggest_directive(word).or_else(known).or_else(ours)?;
    Some(Diagnostic::error(Code::Directive, format!("no block is called `{word}`")).help(help))
}

/// The parts of a page that are read as what they look like.
#[derive(Debug, Default)]
pub(super) struct SeenParts {
    /// The blocks that are drawn.
    pub blocks: Vec<Span>,
    /// The blocks that do not end where they should, whose text may be anything.
    pub endless: Vec<Span>,
    /// The links that make a claim, and the lines that define their labels.
    pub claims: Vec<Span>,
    /// All links.
    pub links: Vec<Span>,
    /// All other code, in blocks and in sentences.
    pub code: Vec<Span>,
    /// Code that is marked as an example.
    pub examples: Vec<Span>,
}

impl SeenParts {
    /// Adds a block of this word that is read.
    pub(super) fn see_block(&mut self, word: &str, span: Span) {
        self.blocks.push(span);
        self.claims.extend((word == CLAIM_LIST).then_some(span));
    }

    /// Reports each claim and block that is not read.
    ///
    /// With `is_manual`, code that shows one is an example instead. The text begins at `start`.
    pub(super) fn check(
        &mut self,
        file: &SourceFile,
        start: usize,
        is_manual: bool,
        diagnostics: &mut Diagnostics,
    ) {
        if !is_manual {
            diagnostics.extend(self.unread_values(file));
        }
        let mut lost = self.lost_code(file);
        let mut at = 0;
        for line in file.text().split_inclusive('\n') {
            self.lost_claims(line, at, &mut lost);
            if at >= start {
                lost.extend(self.lost_block(file, line, at));
            }
            at += line.len();
        }
        for Spanned { value: message, span } in lost {
            let code = self.code.iter().find(|code| contains(code, span.start)).copied();
            if let Some(code) = code.filter(|_| is_manual) {
                if !self.examples.contains(&code) {
                    self.examples.push(code);
                }
                continue;
            }
            // A block that cannot be read has an error of its own.
            let block = self.blocks.iter().find(|block| contains(block, span.start));
            let is_broken = |block: &Span| {
                diagnostics.iter().any(|it| it.span.is_some_and(|at| contains(block, at.start)))
            };
            if message == LOST_CLAIM && block.is_some_and(is_broken) {
                continue;
            }
            let (code, help) = match message.as_str() {
                LOST_CLAIM if has_sign_in_move(file, span) => (Code::Claim, SIGN_HELP),
                LOST_CLAIM if ends_too_early(&file.text()[span.start..]) => {
                    (Code::Claim, "`>` ends the claim: write `is at least` or `is more than`")
                }
                LOST_CLAIM if lacks_end(&file.text()[..span.start], &file.text()[span.start..]) => {
                    (Code::Claim, "`>` is missing before the `)`: `[words](<claim: ...>)`")
                }
                LOST_CLAIM if file.text()[..span.start].ends_with("] (<") => {
                    (Code::Claim, "no blank stands between the brackets: `[words](<claim: ...>)`")
                }
                LOST_END if lacks_colon(&file.text()[..span.start]) => {
                    (Code::Claim, "a colon stands after `claim`: `[words](<claim: ...>)`")
                }
                LOST_CLAIM | LOST_END => (Code::Claim, CLAIM_HELP),
                _ => (Code::Directive, BLOCK_HELP),
            };
            diagnostics.push(Diagnostic::error(code, message).in_file(file, span).help(help));
        }
    }

    /// Returns the warnings about code in sentences that calls a function, though it prints no value.
    fn unread_values(&self, file: &SourceFile) -> Vec<Diagnostic> {
        let warning = |span: &Span| {
            let text = file.text()[span.range()].trim_matches('`').trim();
            let warning = Diagnostic::warning(Code::Text, "readers see this code, not its value")
                .help(format!("a value begins with `=`: `` `= {text}` ``"));
            let value = ["words ", "Words "].iter().find_map(|form| text.strip_prefix(form));
            let value = value.unwrap_or(text);
            let of_game = value.strip_prefix("of ").and_then(|of| of.split_once(": "));
            is_call(of_game.map_or(value, |(_, value)| value)).then(|| warning.in_file(file, *span))
        };
        self.code.iter().filter_map(warning).collect()
    }

    /// Returns the code in sentences that is a claim.
    fn lost_code(&self, file: &SourceFile) -> Vec<Spanned<String>> {
        let text = |span: &Span| file.text()[span.range()].trim_matches('`').trim();
        let lost = self.code.iter().filter(|span| is_claim(text(span)));
        lost.map(|span| Spanned::new(LOST_CLAIM.to_owned(), *span)).collect()
    }

    /// Adds the places of claims on a line that are neither read nor an example.
    fn lost_claims(&self, line: &str, at: usize, lost: &mut Vec<Spanned<String>>) {
        let is_seen = |offset: usize, lost: &[Spanned<String>]| {
            let seen = self.claims.iter().chain(&self.examples).chain(&self.endless);
            { seen }
                .chain(lost.iter().map(|lost| &lost.span))
                .any(|span| contains(span, at + offset))
        };
        let is_code = |offset| self.code.iter().any(|span| contains(span, at + offset));
        let mut after_word = false;
        for (offset, sign) in line.char_indices() {
            let begins_word = sign.is_alphabetic() && !after_word;
            after_word = sign.is_alphanumeric() || sign == '-';
            if !begins_word || is_seen(offset, lost) {
                continue;
            }
            let rest = &line[offset..];
            let found = match after_claim_head(rest) {
                Some(head) => {
                    let mut near = line[..offset].trim_end().chars().rev().take(2);
                    let is_target = near.any(|sign| "<([{«".contains(sign)) && !is_code(offset);
                    let claim = claim_length(&rest[head..]).or(is_target.then_some(0));
                    claim.map(|length| head + length)
                }
                None => {
                    let word = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
                    let is_call = word.is_some_and(|word| rest[word..].starts_with('('));
                    if is_call { claim_length(rest) } else { None }
                }
            };
            let span = found.map(|length| Span::new(at + offset, at + offset + length));
            lost.extend(span.map(|span| Spanned::new(LOST_CLAIM.to_owned(), span)));
        }
        for (offset, _) in line.match_indices(">)") {
            let begin = line[..offset].rfind('<').map_or("", |tag| &line[tag + 1..offset]);
            let is_tag = !begin.is_empty()
                && begin.chars().all(|sign| sign.is_ascii_alphanumeric() || sign == '/');
            let among = |spans: &[Span]| spans.iter().any(|span| contains(span, at + offset));
            let is_read = [&self.links, &self.code, &self.blocks].into_iter().any(|it| among(it));
            if !is_tag && !is_read && !is_seen(offset, lost) {
                let span = Span::new(at + offset, at + offset + 2);
                lost.push(Spanned::new(LOST_END.to_owned(), span));
            }
        }
    }

    /// Returns the place of a line that looks like a part of a block that is neither read nor an
    /// example, and what is wrong with it.
    fn lost_block(&self, file: &SourceFile, line: &str, at: usize) -> Option<Spanned<String>> {
        let text = line.trim_start_matches([' ', '\t', '>']);
        let marks = ["- ", "* ", "+ "];
        let text = marks.iter().find_map(|mark| text.strip_prefix(mark)).unwrap_or(text).trim();
        let begin = at + line.find(text).unwrap_or(0);
        let among = |spans: &[Span]| spans.iter().any(|span| contains(span, begin));
        if among(&self.blocks) {
            return None;
        }
        let place = |message| Some(Spanned::new(message, Span::new(begin, begin + text.len())));
        if let Some(word) = opened_block(text) {
            let example = self.examples.iter().find(|span| contains(span, begin));
            let ends_with_block =
                |example: &Span| fence_length(&file.text()[example.start..]) <= fence_length(text);
            return match example {
                Some(example) if !ends_with_block(example) => None,
                Some(_) => place(format!("this example also has the end of this block `{word}`")),
                None => place(format!("this does not begin a block `{word}`")),
            };
        }
        let (key, value) = text.split_once('=')?;
        let (key, value) = (key.trim(), value.trim());
        let is_value = value.starts_with(|c: char| c.is_ascii_digit() || "\"'[“‘".contains(c))
            || value == "true"
            || value == "false";
        let is_lost = is_directive_key(key) && is_value;
        if !is_lost || among(&self.examples) {
            return None;
        }
        place(format!("`{key}` is not in a block"))
    }
}

/// Whether the line has a claim in angle brackets that a `>` within it ends before its time.
fn ends_too_early(text: &str) -> bool {
    let line = text.lines().next().unwrap_or_default();
    line.find(">)").is_some_and(|end| line[..end].contains("> ") || line[..end].contains(">="))
}

/// Whether the last angle bracket before the end of a claim begins `claim ranks is 8`.
fn lacks_colon(text: &str) -> bool {
    let begin = text.rfind('<').map_or("", |at| text[at + 1..].trim_start());
    let rest = begin.strip_prefix("claim").or_else(|| begin.strip_prefix("refuted"));
    rest.is_some_and(|rest| !rest.trim_start().starts_with(':'))
}

/// Whether a claim has only the first of the angle brackets.
fn lacks_end(before: &str, claim: &str) -> bool {
    let line = claim.lines().next().unwrap_or_default();
    let link = line.find("](").unwrap_or(line.len());
    before.ends_with("(<") && !line[..link].contains('>')
}

const LOST_CLAIM: &str = "this claim is not a link";
const LOST_END: &str = "this ends no link";

fn contains(span: &Span, at: usize) -> bool {
    span.start <= at && at < span.end
}

/// Whether a `>` between two cells follows on the line of a claim.
fn has_sign_in_move(file: &SourceFile, claim: Span) -> bool {
    let line = file.text()[claim.start..].lines().next().unwrap_or_default();
    line.match_indices('>').any(|(at, _)| {
        line[..at].ends_with(|sign: char| sign.is_ascii_digit())
            && line[at + 1..].starts_with(char::is_alphabetic)
    })
}

/// Returns the length of `claim of chess:` at the start of a text.
fn after_claim_head(text: &str) -> Option<usize> {
    let is_head =
        |word: &str| text.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
    let word = ["claim", "refuted"].into_iter().find(|word| is_head(word))?;
    let colon = text.find(':')?;
    let rest: Vec<&str> = text[word.len()..colon].split_whitespace().collect();
    let is_end = matches!(rest[..], [] | ["of" | "with", _] | ["of", _, "with", _]);
    (is_end && text[word.len()..=colon].starts_with([' ', ':'])).then_some(colon + 1)
}

/// Returns the length of the claim with which a text begins; signs that are not of it may follow.
fn claim_length(text: &str) -> Option<usize> {
    let end = text.find(['`', '>', '\n']).unwrap_or(text.len());
    let ends = text[..end].char_indices().rev().take(6).map(|(at, sign)| at + sign.len_utf8());
    { ends }.find(|&end| is_claim(&text[..end]))
}

/// Returns the word of a block if a line looks like its first one: ```` ``moves ````, `'''moves`.
fn opened_block(line: &str) -> Option<&'static str> {
    let is_fence = |sign: char| "`~'\"´‘’“”".contains(sign);
    let start = line.char_indices().zip(line.chars().skip(1));
    let ((at, _), _) = { start }.find(|&((_, one), next)| is_fence(one) && is_fence(next))?;
    let rest =
        line[at..].trim_start_matches(is_fence).trim_start_matches([' ', '{', '.', ':', '[']);
    let word = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
    let is_alone = at < 4 && !rest[word.len()..].contains(['`', ' ']);
    directive_words().find(|known| *known == word && is_alone)
}

fn fence_length(text: &str) -> usize {
    text.chars().take_while(|sign| "`~".contains(*sign)).count()
}
