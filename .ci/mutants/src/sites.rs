//! Finds the places of a source file where a small change can be made, and the changes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Lit, Pat, ReturnType, Stmt, Type, UnOp};

/// How the switch of a site is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// At the beginning of a function's body.
    Insertion,
    /// Behind a condition with `let`, which can only be made false.
    Condition,
    Statement,
    Expression,
}

/// A place with its changes.
pub struct Site {
    pub range: Range<usize>,
    pub form: Form,
    pub changes: Vec<Change>,
    /// The function around it.
    pub function: Range<usize>,
}

pub struct Change {
    pub number: usize,
    /// The words that change.
    pub at: Range<usize>,
    /// What stands there instead, for people.
    pub words: String,
    /// The whole site with the change made.
    pub text: String,
}

/// The sites of a file; changes are numbered from `next` on.
pub fn sites(text: &str, next: &mut usize) -> Vec<Site> {
    let file = syn::parse_file(text).expect("the file can be parsed");
    let mut finder = Finder { text, sites: BTreeMap::new(), function: 0..text.len() };
    finder.visit_file(&file);
    let mut sites: Vec<Site> = finder.sites.into_values().collect();
    for change in sites.iter_mut().flat_map(|site| &mut site.changes) {
        change.number = *next;
        *next += 1;
    }
    sites
}

/// The files that a file includes for tests only.
pub fn test_files(path: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let file = syn::parse_file(&text).expect("the file can be parsed");
    let is_root = path.file_name().is_some_and(|name| name == "mod.rs" || name == "lib.rs");
    let folder =
        if is_root { path.parent().expect("a folder").into() } else { path.with_extension("") };
    let modules = file.items.iter().filter_map(|item| match item {
        syn::Item::Mod(module) if module.content.is_none() && is_for_tests(&module.attrs) => {
            Some(module.ident.to_string())
        }
        _ => None,
    });
    modules
        .flat_map(|name| [folder.join(format!("{name}.rs")), folder.join(name).join("mod.rs")])
        .collect()
}

fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("test")
            || path.is_ident("cfg")
                && matches!(&attribute.meta, syn::Meta::List(list)
                    if list.tokens.to_string().split(|c: char| !c.is_alphanumeric()).any(|w| w == "test"))
    })
}

struct Finder<'a> {
    text: &'a str,
    sites: BTreeMap<(usize, usize, Form), Site>,
    function: Range<usize>,
}

/// Methods whose closure answers yes or no.
const PREDICATE_TAKERS: &[&str] = &[
    "filter",
    "any",
    "all",
    "find",
    "position",
    "rposition",
    "retain",
    "take_while",
    "skip_while",
    "is_some_and",
    "is_none_or",
    "partition",
    "rfind",
];
/// Methods that can stand for each other.
const EXCHANGED: &[(&str, &str)] = &[
    ("any", "all"),
    ("min", "max"),
    ("min_by", "max_by"),
    ("min_by_key", "max_by_key"),
    ("is_some", "is_none"),
    ("is_some_and", "is_none_or"),
    ("first", "last"),
    ("position", "rposition"),
    ("saturating_add", "saturating_sub"),
];
/// Methods without which the receiver has the same type.
const REMOVABLE: &[&str] = &["or", "or_else", "abs", "intersection", "difference"];
/// Methods that answer yes or no.
const QUESTIONS: &[&str] =
    &["contains", "has", "contains_key", "starts_with", "ends_with", "is_empty"];

fn exchanged(name: &str) -> Option<&'static str> {
    EXCHANGED.iter().find_map(|&(a, b)| match name {
        _ if name == a => Some(b),
        _ if name == b => Some(a),
        _ => None,
    })
}

fn has_let(expr: &Expr) -> bool {
    match expr {
        Expr::Let(_) => true,
        Expr::Binary(binary) if matches!(binary.op, BinOp::And(_)) => {
            has_let(&binary.left) || has_let(&binary.right)
        }
        _ => false,
    }
}

fn looks_boolean(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(it) => matches!(
            it.op,
            BinOp::And(_)
                | BinOp::Or(_)
                | BinOp::Eq(_)
                | BinOp::Ne(_)
                | BinOp::Lt(_)
                | BinOp::Le(_)
                | BinOp::Gt(_)
                | BinOp::Ge(_)
        ),
        Expr::Unary(it) => matches!(it.op, UnOp::Not(_)),
        Expr::MethodCall(it) => {
            let name = it.method.to_string();
            QUESTIONS.contains(&name.as_str())
                || ["any", "all"].contains(&name.as_str())
                || name.starts_with("is_")
        }
        Expr::Macro(it) => it.mac.path.is_ident("matches"),
        Expr::Paren(it) => looks_boolean(&it.expr),
        _ => false,
    }
}

fn other_operators(op: &BinOp) -> &'static [&'static str] {
    match op {
        BinOp::Add(_) => &["-"],
        BinOp::Sub(_) => &["+"],
        BinOp::Mul(_) => &["+"],
        BinOp::Div(_) => &["*"],
        BinOp::Rem(_) => &["/"],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::BitAnd(_) => &["|"],
        BinOp::BitOr(_) => &["&"],
        BinOp::BitXor(_) => &["|"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::Lt(_) => &["<=", ">="],
        BinOp::Le(_) => &["<", ">"],
        BinOp::Gt(_) => &[">=", "<="],
        BinOp::Ge(_) => &[">", "<"],
        BinOp::AddAssign(_) => &["-="],
        BinOp::SubAssign(_) => &["+="],
        BinOp::MulAssign(_) => &["+="],
        BinOp::BitAndAssign(_) => &["|="],
        BinOp::BitOrAssign(_) => &["&="],
        BinOp::BitXorAssign(_) => &["|="],
        _ => &[],
    }
}

impl Finder<'_> {
    fn source(&self, range: &Range<usize>) -> &str {
        &self.text[range.clone()]
    }

    fn add(&mut self, site: Range<usize>, form: Form, at: Range<usize>, words: &str, text: String) {
        let changed: String = self.source(&at).split_whitespace().collect::<Vec<_>>().join(" ");
        let changed = match changed.char_indices().nth(40) {
            Some((end, _)) => format!("{}…", &changed[..end]),
            None => changed,
        };
        let change = Change { number: 0, at, words: format!("{changed} → {words}"), text };
        let function = self.function.clone();
        self.sites
            .entry((site.start, site.end, form))
            .or_insert_with(|| Site { range: site, form, changes: Vec::new(), function })
            .changes
            .push(change);
    }

    /// A change that puts other words into an expression.
    fn put(&mut self, expr: &impl Spanned, at: Range<usize>, words: &str) {
        let site = expr.span().byte_range();
        let text = format!(
            "{}{words}{}",
            self.source(&(site.start..at.start)),
            self.source(&(at.end..site.end))
        );
        self.add(site, Form::Expression, at, words, text);
    }

    /// A change of a whole expression.
    fn replace(&mut self, expr: &impl Spanned, words: &str, text: &str) {
        let site = expr.span().byte_range();
        self.add(site.clone(), Form::Expression, site, words, text.to_owned());
    }

    fn condition(&mut self, condition: &Expr, is_loop: bool) {
        let site = condition.span().byte_range();
        if has_let(condition) {
            self.add(site.clone(), Form::Condition, site, "false", String::new());
            return;
        }
        self.replace(condition, "false", "false");
        if !is_loop {
            self.replace(condition, "true", "true");
        }
    }

    fn predicate(&mut self, expr: &Expr) {
        if let Expr::Closure(closure) = expr
            && matches!(closure.output, ReturnType::Default)
        {
            self.replace(&closure.body, "true", "true");
            self.replace(&closure.body, "false", "false");
        }
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block, whole: Range<usize>) {
        let results: &[&str] = match &signature.output {
            ReturnType::Default => &[""],
            ReturnType::Type(_, result) => match &**result {
                Type::Path(path) => match path.path.segments.last() {
                    Some(last) if last.ident == "bool" => &["true", "false"],
                    Some(last) if last.ident == "Option" => &["None"],
                    Some(last) if last.ident == "Result" => &[],
                    _ => &["Default::default()"],
                },
                _ => &[],
            },
        };
        let before = std::mem::replace(&mut self.function, whole);
        if !block.stmts.is_empty() {
            let start = block.brace_token.span.open().byte_range().end;
            let at = signature.ident.span().byte_range();
            for result in results {
                let text = format!("return {result};");
                let words = format!("returns {result}");
                self.add(start..start, Form::Insertion, at.clone(), words.trim_end(), text);
            }
        }
        visit::visit_block(self, block);
        self.function = before;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let is_debug = item
            .trait_
            .as_ref()
            .is_some_and(|it| it.0.segments.last().is_some_and(|last| last.ident == "Debug"));
        if !is_for_tests(&item.attrs) && !is_debug {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_item_const(&mut self, _: &'ast syn::ItemConst) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_item_static(&mut self, _: &'ast syn::ItemStatic) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}

    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if item.sig.constness.is_none() && !is_for_tests(&item.attrs) {
            self.function(&item.sig, &item.block, item.span().byte_range());
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if item.sig.constness.is_none() && !is_for_tests(&item.attrs) {
            self.function(&item.sig, &item.block, item.span().byte_range());
        }
    }

    fn visit_pat(&mut self, pattern: &'ast Pat) {
        if let Pat::Guard(guarded) = pattern {
            self.condition(&guarded.guard, false);
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        if let Stmt::Expr(expr, Some(_)) = statement {
            let removable = match expr {
                Expr::MethodCall(_)
                | Expr::Call(_)
                | Expr::Assign(_)
                | Expr::Return(_)
                | Expr::Continue(_)
                | Expr::Break(_) => true,
                Expr::Binary(it) => !other_operators(&it.op).is_empty(),
                _ => false,
            };
            if removable {
                let site = statement.span().byte_range();
                self.add(site.clone(), Form::Statement, site, "(removed)", String::new());
            }
        }
        visit::visit_stmt(self, statement);
    }

    fn visit_local(&mut self, local: &'ast syn::Local) {
        if let Some(init) = &local.init {
            if let Expr::Closure(closure) = &*init.expr
                && looks_boolean(&closure.body)
            {
                self.predicate(&init.expr);
            }
            self.visit_expr(&init.expr);
            if let Some((_, other)) = &init.diverge {
                self.visit_expr(other);
            }
        }
    }

    fn visit_expr_repeat(&mut self, repeat: &'ast syn::ExprRepeat) {
        self.visit_expr(&repeat.expr);
    }

    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.condition(&it.cond, false);
        visit::visit_expr_if(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.condition(&it.cond, true);
        visit::visit_expr_while(self, it);
    }

    fn visit_expr_binary(&mut self, it: &'ast syn::ExprBinary) {
        let with_let = matches!(it.op, BinOp::And(_)) && (has_let(&it.left) || has_let(&it.right));
        if !with_let {
            let at = it.op.span().byte_range();
            for other in other_operators(&it.op) {
                self.put(it, at.clone(), other);
            }
            if matches!(it.op, BinOp::And(_) | BinOp::Or(_)) {
                let (left, right) = (it.left.span().byte_range(), it.right.span().byte_range());
                let words = |kept: &Range<usize>| self.source(kept).to_owned();
                let (left_text, right_text) = (words(&left), words(&right));
                let site = it.span().byte_range();
                let rest = at.start..right.end;
                self.add(site.clone(), Form::Expression, rest, "(removed)", left_text);
                let rest = left.start..at.end;
                self.add(site, Form::Expression, rest, "(removed)", right_text);
            }
        }
        visit::visit_expr_binary(self, it);
    }

    fn visit_expr_unary(&mut self, it: &'ast syn::ExprUnary) {
        if matches!(it.op, UnOp::Not(_) | UnOp::Neg(_)) {
            self.put(it, it.op.span().byte_range(), "");
        }
        visit::visit_expr_unary(self, it);
    }

    fn visit_expr_lit(&mut self, it: &'ast syn::ExprLit) {
        match &it.lit {
            Lit::Bool(value) => {
                let other = if value.value { "false" } else { "true" };
                self.replace(it, other, other);
            }
            Lit::Int(value) => {
                if let Ok(number) = value.base10_parse::<u64>() {
                    let other = if number == 1 { 0 } else { number.saturating_add(1) };
                    let text = format!("{other}{}", value.suffix());
                    self.replace(it, &text, &text);
                }
            }
            _ => {}
        }
    }

    fn visit_expr_call(&mut self, it: &'ast syn::ExprCall) {
        if let Expr::Path(path) = &*it.func {
            if path.path.is_ident("Some") {
                self.replace(it, "None", "None");
            }
        }
        visit::visit_expr_call(self, it);
    }

    fn visit_expr_macro(&mut self, it: &'ast syn::ExprMacro) {
        if it.mac.path.is_ident("matches") {
            let text = format!("!{}", self.source(&it.span().byte_range()));
            self.replace(it, "(negated)", &text);
        }
    }

    fn visit_expr_method_call(&mut self, it: &'ast syn::ExprMethodCall) {
        let name = it.method.to_string();
        let at = it.method.span().byte_range();
        if let Some(other) = exchanged(&name) {
            self.put(it, at.clone(), other);
        }
        if REMOVABLE.contains(&name.as_str()) {
            let text = self.source(&it.receiver.span().byte_range()).to_owned();
            let site = it.span().byte_range();
            let gone = it.dot_token.span().byte_range().start..site.end;
            self.add(site, Form::Expression, gone, "(removed)", text);
        }
        if QUESTIONS.contains(&name.as_str()) {
            let text = format!("!({})", self.source(&it.span().byte_range()));
            let site = it.span().byte_range();
            self.add(site, Form::Expression, at, "(negated)", text);
        }
        if PREDICATE_TAKERS.contains(&name.as_str()) {
            it.args.iter().for_each(|argument| self.predicate(argument));
        }
        visit::visit_expr_method_call(self, it);
    }

    fn visit_expr_range(&mut self, it: &'ast syn::ExprRange) {
        if let Some(end) = &it.end
            && !matches!(**end, Expr::Lit(_))
        {
            let text = format!("({}) - 1", self.source(&end.span().byte_range()));
            self.replace(end, "one less", &text);
        }
        visit::visit_expr_range(self, it);
    }
}
