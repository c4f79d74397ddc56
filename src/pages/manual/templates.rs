//! The templates of a book and their variables.

use crate::book::template_infos;

use super::{Topic, TopicEntry, TopicPart};

pub(super) fn topic() -> Topic {
    let parts = template_infos().into_iter().map(|info| TopicPart {
        heading: info
            .templates
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
        intro: info.about,
        entries: info
            .variables
            .iter()
            .map(|(name, meaning)| {
                let is_single = info.single.contains(name);
                TopicEntry::new(name, meaning, &example(name, meaning, is_single))
            })
            .collect(),
        ..TopicPart::default()
    });
    Topic { parts: parts.collect(), ..Topic::written("templates") }
}

/// The use of a variable in a template.
fn example(name: &str, meaning: &str, is_single: bool) -> String {
    if let Some((_, fields)) = meaning.split_once(": `") {
        let field = fields.split('`').next().unwrap_or_default();
        return match is_single {
            true => format!("{{% if {name} %}}{{{{ {name}.{field} }}}}{{% endif %}}"),
            false => format!("{{% for item in {name} %}}{{{{ item.{field} }}}}{{% endfor %}}"),
        };
    }
    if meaning.starts_with("whether ") {
        return format!("{{% if {name} %}}...{{% endif %}}");
    }
    match meaning.contains("HTML") || meaning.contains("SVG") {
        true if !meaning.contains("link") => format!("{{{{ {name} | safe }}}}"),
        _ => format!("{{{{ {name} }}}}"),
    }
}
