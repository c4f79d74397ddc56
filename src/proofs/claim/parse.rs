//! Reads a claim into its expression tree.

use crate::source::{Code, Diagnostic, Span, Spanned, limits};

use super::token::{ClaimToken, tokens};
use super::tree::{ArithmeticOp, ClaimExpr, ClaimScope, ParsedClaim, Relation, Statement};

/// Words of the language, which end a run of names.
const RESERVED_WORDS: &[&str] =
    &["and", "not", "is", "at", "more", "less", "has", "inside", "on", "in", "after"];

/// Reads a claim; the span of an error is a range of `text`.
pub(super) fn parse(text: &str) -> Result<ParsedClaim, Diagnostic> {
    let read = |parser: &mut ClaimParser| {
        let mut statements = vec![parser.statement()?];
        while parser.eat_word("and") {
            statements.push(parser.statement()?);
        }
        Ok(ParsedClaim { statements })
    };
    read_all(text, "`and`, or the end", read)
}

/// Reads an expression with a value; the span of an error is a range of `text`.
pub(super) fn parse_value(text: &str) -> Result<Spanned<ClaimExpr>, Diagnostic> {
    read_all(text, "the end", |parser| parser.value())
}

fn read_all<T>(
    text: &str,
    end: &str,
    read: impl FnOnce(&mut ClaimParser) -> Parsed<T>,
) -> Parsed<T> {
    if text.len() > limits::NOTATION {
        let message = format!("a claim of more than {} letters", limits::NOTATION);
        return Err(Diagnostic::error(Code::Claim, message).at_span(Span::new(0, text.len())));
    }
    let tokens = tokens(text)?;
    let mut parser = ClaimParser { text, tokens: &tokens, at: 0, depth: 0 };
    let found = read(&mut parser)?;
    if parser.at < tokens.len() { Err(parser.expected(end)) } else { Ok(found) }
}

struct ClaimParser<'a> {
    text: &'a str,
    tokens: &'a [Spanned<ClaimToken>],
    at: usize,
    depth: usize,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a> ClaimParser<'a> {
    fn statement(&mut self) -> Parsed<Statement> {
        let start = self.at;
        let negated = self.eat_word("not");
        let left = self.sum()?;
        let mut scope = ClaimScope::default();
        self.scope(&mut scope)?;
        let relation = match self.relation()? {
            Some(relation) => Some((relation, self.sum()?)),
            None => None,
        };
        self.scope(&mut scope)?;
        let (left, relation) = about_empty_cells(left, relation);
        Ok(Statement { negated, left, relation, scope, span: self.since(start) })
    }

    fn relation(&mut self) -> Parsed<Option<Relation>> {
        let is = self.eat_word("is");
        let not = is && self.eat_word("not");
        let relation = if self.eat_word("at") {
            if self.eat_word("most") {
                Relation::AtMost
            } else if self.eat_word("least") {
                Relation::AtLeast
            } else {
                return Err(self.expected("`most` or `least`"));
            }
        } else if self.eat_word("more") {
            self.than(Relation::MoreThan)?
        } else if self.eat_word("less") {
            self.than(Relation::LessThan)?
        } else if self.eat_word("inside") {
            Relation::Inside
        } else if !is && self.eat_word("has") {
            if self.eat_word("not") { Relation::HasNot } else { Relation::Has }
        } else {
            return Ok(is.then_some(if not { Relation::IsNot } else { Relation::Is }));
        };
        match (not, relation) {
            (false, relation) => Ok(Some(relation)),
            (true, Relation::AtMost) => Ok(Some(Relation::MoreThan)),
            (true, Relation::AtLeast) => Ok(Some(Relation::LessThan)),
            (true, Relation::MoreThan) => Ok(Some(Relation::AtMost)),
            (true, Relation::LessThan) => Ok(Some(Relation::AtLeast)),
            (true, _) => Err(self.expected("a value; write `not` before the whole statement")),
        }
    }

    fn than(&mut self, relation: Relation) -> Parsed<Relation> {
        if self.eat_word("than") { Ok(relation) } else { Err(self.expected("`than`")) }
    }

    /// Reads `on`, `in` and `after`, in any order and each at most once.
    fn scope(&mut self, scope: &mut ClaimScope) -> Parsed<()> {
        loop {
            let (place, what) = if self.is_word("on") {
                (&mut scope.on, "cells after `on`")
            } else if self.is_word("in") {
                (&mut scope.position, "`setup` or a position after `in`")
            } else if self.is_word("after") {
                (&mut scope.after, "moves after `after`")
            } else {
                return Ok(());
            };
            if place.is_some() {
                return Err(self.expected("each of `on`, `in` and `after` once"));
            }
            self.at += 1;
            *place = Some(self.names_or_text(what)?);
        }
    }

    fn names_or_text(&mut self, what: &str) -> Parsed<Spanned<String>> {
        let spanned = match self.tokens.get(self.at) {
            Some(Spanned { value: ClaimToken::Text(text), span }) => {
                Spanned::new(text.clone(), Span::new(span.start + 1, span.end - 1))
            }
            _ => return self.names().ok_or_else(|| self.expected(what)),
        };
        self.at += 1;
        Ok(spanned)
    }

    fn sum(&mut self) -> Parsed<Spanned<ClaimExpr>> {
        let start = self.at;
        let mut left = self.product()?;
        loop {
            let sign = match self.peek() {
                Some(ClaimToken::Sign('+')) => ArithmeticOp::Plus,
                Some(ClaimToken::Sign('-')) => ArithmeticOp::Minus,
                _ => return Ok(left),
            };
            self.at += 1;
            let right = self.product()?;
            left = self.node(start, ClaimExpr::Sum(Box::new(left), sign, Box::new(right)));
        }
    }

    fn product(&mut self) -> Parsed<Spanned<ClaimExpr>> {
        let start = self.at;
        let mut left = self.single()?;
        while self.eat_sign('*') {
            let right = self.single()?;
            left = self
                .node(start, ClaimExpr::Sum(Box::new(left), ArithmeticOp::Times, Box::new(right)));
        }
        Ok(left)
    }

    fn single(&mut self) -> Parsed<Spanned<ClaimExpr>> {
        let start = self.at;
        match self.peek() {
            Some(ClaimToken::Sign('(')) => {
                self.at += 1;
                self.nested(ClaimParser::value_and_close)
            }
            Some(ClaimToken::Text(text)) => {
                let text = text.clone();
                self.at += 1;
                Ok(self.node(start, ClaimExpr::Text(text)))
            }
            Some(&ClaimToken::Number(value, decimals)) if !self.names_follow() => {
                self.at += 1;
                Ok(self.node(start, ClaimExpr::Number(value, decimals)))
            }
            Some(ClaimToken::Word(name)) if self.tokens.get(self.at + 1).is_some_and(is_open) => {
                let name = Spanned::new(name.clone(), self.tokens[self.at].span);
                self.at += 2;
                let arguments = self.nested(ClaimParser::arguments)?;
                Ok(self.node(start, ClaimExpr::Call(name, arguments)))
            }
            _ => match self.names() {
                Some(names) => Ok(Spanned::new(ClaimExpr::Words(names.value), names.span)),
                None => Err(self.expected("a value")),
            },
        }
    }

    /// Whether the current number begins a run of names, as in `2 but a1`.
    fn names_follow(&self) -> bool {
        match self.tokens.get(self.at + 1).map(|token| &token.value) {
            Some(ClaimToken::Word(word)) => !RESERVED_WORDS.contains(&word.as_str()),
            Some(ClaimToken::Number(..)) => true,
            _ => false,
        }
    }

    fn arguments(&mut self) -> Parsed<Vec<Spanned<ClaimExpr>>> {
        let mut arguments = Vec::new();
        if self.eat_sign(')') {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.value()?);
            if self.eat_sign(')') {
                return Ok(arguments);
            }
            if !self.eat_sign(',') {
                return Err(self.expected("`,` or `)`"));
            }
        }
    }

    fn value_and_close(&mut self) -> Parsed<Spanned<ClaimExpr>> {
        let value = self.value()?;
        if self.eat_sign(')') { Ok(value) } else { Err(self.expected("`)`")) }
    }

    /// Reads a value inside brackets, which may have a scope.
    fn value(&mut self) -> Parsed<Spanned<ClaimExpr>> {
        let start = self.at;
        let value = self.sum()?;
        let mut scope = ClaimScope::default();
        self.scope(&mut scope)?;
        if scope.is_empty() {
            return Ok(value);
        }
        Ok(self.node(start, ClaimExpr::Scoped(Box::new(value), scope)))
    }

    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth == limits::NESTING {
            return Err(self.expected("fewer brackets within brackets"));
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Reads names and numbers side by side.
    fn names(&mut self) -> Option<Spanned<String>> {
        let start = self.at;
        while let Some(ClaimToken::Word(_) | ClaimToken::Number(..)) = self.peek() {
            if self.is_reserved() {
                break;
            }
            self.at += 1;
        }
        let span = (self.at > start).then(|| self.since(start))?;
        Some(Spanned::new(self.text[span.range()].to_owned(), span))
    }

    fn is_reserved(&self) -> bool {
        RESERVED_WORDS.iter().any(|word| self.is_word(word))
    }

    fn peek(&self) -> Option<&'a ClaimToken> {
        self.tokens.get(self.at).map(|token| &token.value)
    }

    fn is_word(&self, word: &str) -> bool {
        matches!(self.peek(), Some(ClaimToken::Word(found)) if found == word)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let eats = self.is_word(word);
        self.at += usize::from(eats);
        eats
    }

    fn eat_sign(&mut self, sign: char) -> bool {
        let eats = self.peek() == Some(&ClaimToken::Sign(sign));
        self.at += usize::from(eats);
        eats
    }

    fn node(&self, start: usize, expr: ClaimExpr) -> Spanned<ClaimExpr> {
        Spanned::new(expr, self.since(start))
    }

    /// Returns the span from a token to the last one that was read.
    fn since(&self, start: usize) -> Span {
        let last = self.at.max(start + 1) - 1;
        self.tokens[start].span.to(self.tokens[last].span)
    }

    fn expected(&self, what: &str) -> Diagnostic {
        let (found, span) = match self.tokens.get(self.at) {
            Some(token) => (token.value.shown(), token.span),
            None => ("end".to_owned(), Span::new(self.text.len(), self.text.len())),
        };
        let message = format!("a claim that cannot be read: unexpected {found}");
        let error = Diagnostic::error(Code::Claim, message).at_span(span);
        let error = error.at(format!("expected {what}"));
        match self.tokens.get(self.at).map(|token| &token.value) {
            Some(ClaimToken::Sign(',')) => error.help("cells have blanks between them: `e6 f5`"),
            Some(ClaimToken::Text(_)) if what.contains("the end") => error.help(
                "a reason stands behind the `>`: `[words](<claim: legal(e2-e4)> \"in other words: ...\")`",
            ),
            _ if what.contains("`)`") => error
                .help("close the bracket that is open before it: `count(moves(knight, d4)) is 8`"),
            _ => error,
        }
    }
}

/// A value and what it is compared with.
type ComparedValue = (Spanned<ClaimExpr>, Option<(Relation, Spanned<ClaimExpr>)>);

/// Reads `CELLS is empty` as `stands(any) has not CELLS`, and `CELLS is not empty` as
/// `stands(any) has CELLS`. Other comparisons stay as they are.
fn about_empty_cells(
    left: Spanned<ClaimExpr>,
    relation: Option<(Relation, Spanned<ClaimExpr>)>,
) -> ComparedValue {
    let is_empty = |right: &Spanned<ClaimExpr>| matches!(&right.value, ClaimExpr::Words(words) if words == "empty");
    let occupied = match &relation {
        Some((Relation::Is, right)) if is_empty(right) => Relation::HasNot,
        Some((Relation::IsNot, right)) if is_empty(right) => Relation::Has,
        _ => return (left, relation),
    };
    let placed = |value: ClaimExpr| Spanned::new(value, left.span);
    let any = placed(ClaimExpr::Words("any".to_owned()));
    let name = Spanned::new("stands".to_owned(), left.span);
    (placed(ClaimExpr::Call(name, vec![any])), Some((occupied, left)))
}

fn is_open(token: &Spanned<ClaimToken>) -> bool {
    token.value == ClaimToken::Sign('(')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the tree as text, with brackets around each operation.
    fn shown(expr: &ClaimExpr) -> String {
        match expr {
            ClaimExpr::Number(value, 0) => value.to_string(),
            ClaimExpr::Number(value, decimals) => format!("{value}e-{decimals}"),
            ClaimExpr::Text(text) => format!("{text:?}"),
            ClaimExpr::Words(words) => words.clone(),
            ClaimExpr::Call(name, arguments) => {
                let arguments: Vec<String> = arguments.iter().map(|a| shown(&a.value)).collect();
                format!("{}({})", name.value, arguments.join(", "))
            }
            ClaimExpr::Sum(left, sign, right) => {
                let sign = match sign {
                    ArithmeticOp::Plus => '+',
                    ArithmeticOp::Minus => '-',
                    ArithmeticOp::Times => '*',
                };
                format!("({} {sign} {})", shown(&left.value), shown(&right.value))
            }
            ClaimExpr::Scoped(value, scope) => {
                format!("({}{})", shown(&value.value), scoped(scope))
            }
        }
    }

    fn scoped(scope: &ClaimScope) -> String {
        let part = |word: &str, part: &Option<Spanned<String>>| {
            part.as_ref().map_or(String::new(), |part| format!(" {word} [{}]", part.value))
        };
        part("on", &scope.on) + &part("in", &scope.position) + &part("after", &scope.after)
    }

    fn read(text: &str) -> String {
        let claim = match parse(text) {
            Ok(claim) => claim,
            Err(diagnostic) => {
                let at = diagnostic.span.expect("placed").start;
                return format!("{at}: {}, {}", diagnostic.message, diagnostic.at);
            }
        };
        let statement = |statement: &Statement| {
            let not = if statement.negated { "not " } else { "" };
            let relation =
                statement.relation.as_ref().map_or(String::new(), |(relation, right)| {
                    format!(" {} {}", relation.words(), shown(&right.value))
                });
            format!("{not}{}{relation}{}", shown(&statement.left.value), scoped(&statement.scope))
        };
        claim.statements.iter().map(statement).collect::<Vec<_>>().join(" and ")
    }

    #[test]
    fn claims_are_read() {
        let check = |text: &str, tree: &str| assert_eq!(read(text), tree, "{text}");
        check("components(bede) is 2", "components(bede) is 2");
        check(
            "max(count(moves(camel))) on level 2 is 16 and not prime(42)",
            "max(count(moves(camel))) is 16 on [level 2] and not prime(42)",
        );
        check(
            "count(moves(fox of black, E9) in \"4k4\") is not at most 3",
            "count((moves(fox of black, E9) in [4k4])) is more than 3",
        );
        check("16 + 25 * 2 is 2", "(16 + (25 * 2)) is 2");
        check(
            "moves(rook, a1) is a2 a3 after e2-e4 in setup",
            "moves(rook, a1) is a2 a3 in [setup] after [e2-e4]",
        );
        check("cells has not d4", "cells has not d4");
        check("rank 2 but a2 inside dark", "rank 2 but a2 is inside dark");
        check("rank 2 of black is inside dark", "rank 2 of black is inside dark");
        check("angle(1:1:1, 0:0:1) is 54.7", "angle(1:1:1, 0:0:1) is 547e-1");
        check("e5 is empty in setup", "stands(any) has not e5 in [setup]");
        check("e5 is not empty", "stands(any) has e5");
        check("not a1 b1 is empty", "not stands(any) has not a1 b1");
        check("files is 4", "files is 4");
        check("count(files a b) is 16", "count(files a b) is 16");
    }

    #[test]
    fn an_error_has_the_span_of_the_wrong_token() {
        let check = |text: &str, expected: &str| {
            assert_eq!(read(text).replace("a claim that cannot be read: ", ""), expected, "{text}");
        };
        check("", "0: unexpected end, expected a value");
        check("x is", "4: unexpected end, expected a value");
        check("x is at 3", "8: unexpected number, expected `most` or `least`");
        check("count(x is 3", "8: unexpected `is`, expected `,` or `)`");
        check("x is 3 4)", "8: unexpected `)`, expected `and`, or the end");
        check("x on is 3", "5: unexpected `is`, expected cells after `on`");
        check("x on a1 on a2", "8: unexpected `on`, expected each of `on`, `in` and `after` once");
        let deep = "(".repeat(40);
        assert!(read(&deep).contains("fewer brackets"), "{}", read(&deep));
    }
}
