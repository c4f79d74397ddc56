// Chess, for the examples in doc comments, which include this file.

use fairybook::query::LoadedVariant;
use fairybook::source::SourceFile;
use fairybook::format::DefinitionSource;
use fairybook::variant::load;

/// No other definitions.
struct Alone;

impl DefinitionSource for Alone {
    fn get(&self, _: &str) -> Option<SourceFile> {
        None
    }

    fn ids(&self) -> Vec<String> {
        Vec::new()
    }
}

pub fn chess() -> LoadedVariant {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/content/variants/chess.toml"));
    let (definition, _) = load(&SourceFile::new("chess.toml", text), "chess", &Alone);
    LoadedVariant::new(definition.unwrap().variant(None).unwrap()).unwrap()
}
