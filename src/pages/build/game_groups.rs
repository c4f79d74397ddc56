//! The games of a book, in the groups that the heads of their pages name.

use std::sync::Arc;

use crate::book::{
    Page, Settings, address,
    data::{GroupData, MenuItem},
    slug,
};
use crate::source::{Code, Diagnostics, SourceText, did_you_mean, limits, quoted_list};

/// The name of the last group, for games whose pages name none.
const OTHERS: &str = "More games";

/// A group of games.
#[derive(Debug)]
pub(super) struct GameGroup {
    /// The name; empty for the only group of a book without groups.
    pub name: String,
    /// The places of the pages in the book, by title.
    pub pages: Vec<usize>,
}

impl GameGroup {
    /// The anchor of the group on the landing page.
    pub fn id(&self) -> String {
        format!("group-{}", slug::slug(&self.name))
    }
}

/// Sorts the pages about games into groups: those of the settings in their order, then those that
/// only pages name, by name, then the games without a group.
pub(super) fn game_groups(settings: &Settings, pages: &[Arc<Page>]) -> Vec<GameGroup> {
    let pages = pages.iter().map(|page| &**page);
    let mut games: Vec<(usize, &Page)> = pages.enumerate().collect();
    games.retain(|(_, page)| page.front_matter.variant.is_some() && !page.is_landing());
    games.sort_by_key(|(_, page)| page.front_matter.title.value.to_lowercase());
    let group_of = |page: &Page| page.front_matter.group.as_ref().map(|group| group.value.clone());
    let mut names: Vec<String> = settings.groups.iter().map(|name| name.value.clone()).collect();
    let mut others: Vec<String> = games.iter().filter_map(|(_, page)| group_of(page)).collect();
    others.retain(|name| !names.contains(name));
    others.sort();
    others.dedup();
    names.extend(others);
    let has_groups = !names.is_empty();
    let in_group = |name: Option<&String>| -> Vec<usize> {
        let are_in = games.iter().filter(|(_, page)| group_of(page).as_ref() == name);
        are_in.map(|&(at, _)| at).collect()
    };
    let last = if has_groups { OTHERS.to_owned() } else { String::new() };
    let named =
        names.iter().map(|name| GameGroup { name: name.clone(), pages: in_group(Some(name)) });
    let mut groups: Vec<GameGroup> = named.collect();
    groups.push(GameGroup { name: last, pages: in_group(None) });
    groups.retain(|group| !group.pages.is_empty());
    groups
}

/// Warns about groups of pages that the list of the settings lacks, if there is one.
pub(super) fn check_groups(settings: &Settings, pages: &[Arc<Page>]) -> Diagnostics {
    let known = || settings.groups.iter().map(SourceText::as_str);
    let mut diagnostics = Diagnostics::default();
    for group in pages.iter().filter_map(|page| page.front_matter.group.as_ref()) {
        if known().next().is_none() || known().any(|name| name == group.value) {
            continue;
        }
        let message = format!("no group `{}` in the settings", group.value);
        let joined = known().find(|name| name.contains(&group.value));
        let help = match (did_you_mean(&group.value, known()), joined) {
            (Some(near), _) => format!("{near} Or mend `groups` in `fairybook.toml`"),
            (None, Some(name)) => {
                format!("`groups` in `fairybook.toml` has `{name}`: names stand between commas")
            }
            (None, None) => {
                let known = quoted_list(known());
                format!("there are {known}; or add it to `groups` in `fairybook.toml`")
            }
        };
        diagnostics.push(group.warning(Code::FrontMatter, message).help(help));
    }
    diagnostics
}

/// The data of a group for templates.
pub(super) fn group_data(group: &GameGroup, pages: &[Arc<Page>]) -> GroupData {
    let games = group.pages.iter().map(|&at| menu_item(&pages[at])).collect();
    GroupData { name: group.name.clone(), id: group.id(), games }
}

/// The groups as each page lists them. If there are too many games for every page, it is only a link
/// to the landing page, which has them all.
pub(super) fn listed_groups(groups: &[GameGroup], pages: &[Arc<Page>]) -> Vec<GroupData> {
    let games: usize = groups.iter().map(|group| group.pages.len()).sum();
    if games <= limits::LISTED_GAMES {
        return groups.iter().map(|group| group_data(group, pages)).collect();
    }
    let all = MenuItem { title: format!("All {games} games"), file: address::file_of("") };
    vec![GroupData { games: vec![all], ..GroupData::default() }]
}

/// The other games of the group of a page, if it has some and they are not too many for a list.
pub(super) fn related(groups: &[GameGroup], pages: &[Arc<Page>], page: &Page) -> Option<GroupData> {
    let is_page = |at: &usize| pages[*at].address == page.address;
    let has_page = |group: &&GameGroup| group.pages.iter().any(is_page);
    let is_list =
        |group: &&GameGroup| !group.name.is_empty() && group.pages.len() <= limits::LISTED_GAMES;
    let group = groups.iter().filter(is_list).find(has_page)?;
    let others = group.pages.iter().copied().filter(|other| !is_page(other)).collect();
    let others = GameGroup { name: group.name.clone(), pages: others };
    (!others.pages.is_empty()).then(|| group_data(&others, pages))
}

/// The page as an item of a list.
pub(super) fn menu_item(page: &Page) -> MenuItem {
    let title = page.front_matter.title.value.clone();
    MenuItem { title, file: address::file_of(&page.address) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    fn page(id: &str, head: &str) -> Arc<Page> {
        let text = format!("+++\ntitle = \"{id}\"\n{head}\n+++\n\nText.\n");
        let file = SourceFile::new(format!("content/{id}.md"), text);
        Page::read(&file, &mut Diagnostics::default()).expect("the page can be read").into()
    }

    fn settings(groups: &str) -> Settings {
        let file = SourceFile::new("fairybook.toml", format!("groups = \"{groups}\"\n"));
        Settings::read(&file, &mut Diagnostics::default())
    }

    fn drawn(groups: &[GameGroup], pages: &[Arc<Page>]) -> Vec<String> {
        let data = groups.iter().map(|group| group_data(group, pages));
        let titles = |group: &GroupData| -> Vec<String> {
            group.games.iter().map(|game| game.title.clone()).collect()
        };
        data.map(|group| format!("{}: {}", group.name, titles(&group).join(" "))).collect()
    }

    #[test]
    fn games_are_in_the_groups_that_their_pages_name() {
        let pages = [
            page("zebra", "variant = \"a\""),
            page("hexes", "variant = \"b\"\ngroup = \"Six sides\""),
            page("bees", "variant = \"c\"\ngroup = \"Six sides\""),
            page("cubes", "variant = \"d\"\ngroup = \"Space\""),
            page("about", ""),
        ];
        let groups = game_groups(&settings("Space, Empty, Six sides"), &pages);
        let found = drawn(&groups, &pages);
        assert_eq!(found, ["Space: cubes", "Six sides: bees hexes", "More games: zebra"]);
        let others = related(&groups, &pages, &pages[1]).expect("another game of the group");
        assert_eq!(others.games.iter().map(|game| &*game.title).collect::<Vec<_>>(), ["bees"]);
        assert!(related(&groups, &pages, &pages[3]).is_none(), "the only game of its group");
        let found = drawn(&game_groups(&Settings::default(), &pages), &pages);
        assert_eq!(found, ["Six sides: bees hexes", "Space: cubes", "More games: zebra"]);
        let found = drawn(&game_groups(&Settings::default(), &pages[..1]), &pages);
        assert_eq!(found, [": zebra"]);
    }

    #[test]
    fn pages_of_a_large_book_do_not_list_all_games() {
        let of = |count: usize| {
            let game = |at| page(&format!("g{at}"), "variant = \"a\"\ngroup = \"All\"");
            let pages: Vec<Arc<Page>> = (0..count).map(game).collect();
            let groups = game_groups(&Settings::default(), &pages);
            let related = related(&groups, &pages, &pages[0]).map(|group| group.games.len());
            (listed_groups(&groups, &pages), related)
        };
        let (all, related) = of(limits::LISTED_GAMES);
        assert_eq!((all[0].games.len(), related), (limits::LISTED_GAMES, Some(199)));
        let (all, related) = of(limits::LISTED_GAMES + 1);
        assert_eq!((all[0].games.len(), related), (1, None));
        assert_eq!(all[0].games[0].title, "All 201 games");
    }

    #[test]
    fn a_group_that_the_settings_lack_is_a_warning() {
        let pages = [page("a", "variant = \"a\"\ngroup = \"Spice\"")];
        let found = check_groups(&settings("Space"), &pages);
        assert_eq!(
            found[0].help.as_deref(),
            Some("did you mean `Space`? Or mend `groups` in `fairybook.toml`")
        );
        assert!(check_groups(&Settings::default(), &pages).is_empty());
    }
}
