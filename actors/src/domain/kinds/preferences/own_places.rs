//! What a member keeps at hand: favorites, the pages of the sidebar, and the keys of shortcuts (NT19, NT20).
//!
//! Kinds, pages and shortcuts are words and no enums, so that a build reads rows in which a later build has stored new
//! ones.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{
    kinds::patch::{given, present},
    limits,
    refusal::Refusal,
};
use crate::words;

/// A place that a member has starred: a list, a saved view, a task, a page of the app by its name in addresses, or the
/// page of a component, a version, a sprint or a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Favorite {
    pub kind: String,
    pub id: String,
}

/// The kinds of places that can be favorites.
const KINDS: [&str; 8] = ["list", "view", "ticket", "page", "component", "version", "sprint", "person"];

/// Favorites to add and to remove. Changes on several devices at the same time all survive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct FavoritesPatch {
    /// A place that is a favorite already keeps its position, unless `after` is given.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub add: Option<Vec<Favorite>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub remove: Option<Vec<Favorite>>,
    /// The favorite behind which `add` goes; null for the front. Absent, or if it is no favorite: the end.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Favorite | null")]
    pub after: Option<Option<Favorite>>,
}

/// What a member has chosen about the sidebar. Pages without a choice are as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct SidebarPages {
    /// Whether pages and sections are shown.
    #[ts(type = "Record<string, boolean>")]
    pub shown: BTreeMap<String, bool>,
    /// Pages in the member's order. Other pages stand behind the page that usually precedes them.
    pub order: Vec<String>,
}

/// An absent field stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SidebarPagesPatch {
    /// The named pages; null gives a page its usual state back. Other pages stay as they are.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, boolean | null>")]
    pub shown: Option<BTreeMap<String, Option<bool>>>,
    /// The whole order; empty for the usual one.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub order: Option<Vec<String>>,
}

/// The keys that a member has chosen for shortcuts. Shortcuts without a choice have their default keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ShortcutKeys {
    /// By the id of the shortcut; the empty text switches it off.
    #[ts(type = "Record<string, string>")]
    pub keys: BTreeMap<String, String>,
    /// False if shortcuts that consist only of letters and signs are off.
    pub singles: bool,
}

impl Default for ShortcutKeys {
    fn default() -> Self {
        Self { keys: BTreeMap::new(), singles: true }
    }
}

/// An absent field stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct ShortcutKeysPatch {
    /// The keys of the named shortcuts; null gives a shortcut its default keys back. Other shortcuts stay as they are.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, string | null>")]
    pub keys: Option<BTreeMap<String, Option<String>>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub singles: Option<bool>,
}

impl FavoritesPatch {
    /// The favorites after this patch.
    pub(super) fn applied(&self, before: &[Favorite]) -> Result<Vec<Favorite>, Refusal> {
        let Self { add, remove, after } = self;
        let mut added: Vec<Favorite> = Vec::new();
        for place in add.iter().flatten() {
            if !added.contains(place) {
                added.push(known_place(place)?);
            }
        }
        let mut places = before.to_vec();
        places.retain(|place| !remove.iter().flatten().any(|other| other == place));
        match after {
            None => added.retain(|place| !places.contains(place)),
            Some(_) => places.retain(|place| !added.contains(place)),
        }
        let at = match after {
            Some(None) => 0,
            Some(Some(behind)) => places.iter().position(|place| place == behind).map_or(places.len(), |at| at + 1),
            None => places.len(),
        };
        places.splice(at..at, added);
        limits::grown("favorites", before.len(), places.len(), limits::FAVORITES)?;
        Ok(places)
    }
}

impl SidebarPagesPatch {
    /// The choices after this patch.
    pub(super) fn applied(&self, mut pages: SidebarPages) -> Result<SidebarPages, Refusal> {
        let Self { shown, order } = self;
        let before = (pages.shown.len(), pages.order.len());
        for (page, choice) in shown.iter().flatten() {
            match choice {
                Some(choice) => pages.shown.insert(word("pages", page, words::NO_PAGE)?, *choice),
                None => pages.shown.remove(page),
            };
        }
        if let Some(order) = order {
            pages.order.clear();
            for page in order {
                if !pages.order.contains(page) {
                    limits::grown("pages", before.1, pages.order.len() + 1, limits::SIDEBAR_PAGES)?;
                    pages.order.push(word("pages", page, words::NO_PAGE)?);
                }
            }
        }
        limits::grown("pages", before.0, pages.shown.len(), limits::SIDEBAR_PAGES)?;
        Ok(pages)
    }
}

impl ShortcutKeysPatch {
    /// The choices after this patch.
    pub(super) fn applied(&self, mut chosen: ShortcutKeys) -> Result<ShortcutKeys, Refusal> {
        let Self { keys, singles } = self;
        let before = chosen.keys.len();
        for (id, keys) in keys.iter().flatten() {
            match keys {
                Some(keys) => chosen.keys.insert(word("shortcuts", id, words::NO_SHORTCUT)?, some_keys(keys)?),
                None => chosen.keys.remove(id),
            };
        }
        limits::grown("shortcuts", before, chosen.keys.len(), limits::SHORTCUTS)?;
        chosen.singles = singles.unwrap_or(chosen.singles);
        Ok(chosen)
    }
}

fn known_place(place: &Favorite) -> Result<Favorite, Refusal> {
    if !KINDS.contains(&place.kind.as_str()) {
        return Err(Refusal::invalid("favorites", words::NO_FAVORITE));
    }
    Ok(Favorite { kind: place.kind.clone(), id: word("favorites", &place.id, words::NO_FAVORITE)? })
}

/// A name that the app has given: letters, digits and a few signs.
fn word(field: &str, name: &str, refusal: &str) -> Result<String, Refusal> {
    let is_word = !name.is_empty()
        && name.len() <= limits::OWN_WORD_BYTES
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:".contains(&byte));
    if is_word { Ok(name.to_owned()) } else { Err(Refusal::invalid(field, refusal)) }
}

fn some_keys(keys: &str) -> Result<String, Refusal> {
    if keys.len() <= limits::KEYS_BYTES && !keys.chars().any(char::is_control) {
        Ok(keys.to_owned())
    } else {
        Err(Refusal::invalid("shortcuts", words::NO_KEYS))
    }
}
