//! Definitions: TOML text to a checked model, with spans.
