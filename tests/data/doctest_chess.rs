// Chess, for the examples in doc comments, which include this file.

use fairybook::query::LoadedVariant;
use fairybook::source::SourceFile;
use fairybook::variant::load;

pub fn chess() -> LoadedVariant {
    let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/content/variants/chess.toml"));
    let (definition, _) = load(&SourceFile::new("chess.toml", text), "chess", &std::collections::BTreeMap::new());
    LoadedVariant::new(definition.unwrap().variant(None).unwrap()).unwrap()
}
