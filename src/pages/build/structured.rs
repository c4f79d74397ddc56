//! What a page is about, for programs: JSON-LD with the words of schema.org.

use serde_json::{Value, json};

use crate::book::data::PageData;

/// Returns the data of a page as JSON that may stand in a `script` element. `game` is the entry of its
/// game in the gallery, if the page is about one.
pub(super) fn structured_data(page: &PageData, game: Option<&Value>) -> String {
    let settings = &page.site.settings;
    let mut data = json!({
        "@context": "https://schema.org",
        "@type": "WebPage",
        "name": page.title,
        "inLanguage": settings.language,
    });
    let texts = [
        ("description", &page.description),
        ("url", &page.canonical),
        ("dateModified", &page.changed),
    ];
    for (key, text) in texts.into_iter().filter(|(_, text)| !text.is_empty()) {
        data[key] = json!(text);
    }
    if !settings.author.is_empty() {
        data["author"] = json!({ "@type": "Person", "name": settings.author });
    }
    if !page.tags.is_empty() {
        data["keywords"] = page.tags.iter().map(|tag| tag.title.as_str()).collect();
    }
    data["isPartOf"] = json!({ "@type": "WebSite", "name": settings.title });
    if let Some(base) = &settings.base_url {
        data["isPartOf"]["url"] = json!(base);
    }
    if let Some(game) = game {
        data["mainEntity"] = game_data(game);
    }
    data.to_string().replace('<', "\\u003c")
}

fn game_data(game: &Value) -> Value {
    let mut data = json!({ "@type": "Game", "name": game["title"] });
    data["numberOfPlayers"] = json!({ "@type": "QuantitativeValue", "value": game["players"] });
    if let Some(inventor) = game["inventor"].as_str() {
        data["creator"] = json!({ "@type": "Person", "name": inventor });
    }
    if let Some(year) = game["year"].as_i64() {
        data["dateCreated"] = json!(year.to_string());
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_says_what_it_is_about_and_cannot_end_its_script() {
        let page = PageData { title: "</script>".to_owned(), ..PageData::default() };
        let game = json!({ "title": "A", "players": 2, "inventor": null, "year": 1936 });
        let text = structured_data(&page, Some(&game));
        assert!(!text.contains('<'), "{text}");
        let read: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(read["name"], "</script>");
        assert_eq!(read["mainEntity"]["dateCreated"], "1936");
        assert!(read["mainEntity"].get("creator").is_none() && read.get("url").is_none());
    }
}
