//! The `fairybook` program.

fn main() {}
