//! What a member does with their own preferences.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    Channels, DefaultView, Digest, Preferences, QuietHours, Reminder, Theme, WeekStart,
    own_places::{FavoritesPatch, ShortcutKeysPatch, SidebarPagesPatch},
};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::Entity,
    ids::UserId,
    kinds::patch::{given, present},
    refusal::Refusal,
    scope::personal_scope,
    time_zone,
};
use crate::words;

/// Changes the member's preferences, and makes the row if there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct PreferencesUpdate {
    pub patch: PreferencesPatch,
}

/// An absent field stays as it is; null clears a field.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct PreferencesPatch {
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Theme | null")]
    pub theme: Option<Option<Theme>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "string | null")]
    pub time_zone: Option<Option<String>>,
    /// The channels of the named kinds; other kinds stay as they are.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub notifications: Option<Channels>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub mails: Option<bool>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub digest: Option<Digest>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub digest_hour: Option<i32>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "QuietHours | null")]
    pub quiet_hours: Option<Option<QuietHours>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub reminders: Option<Vec<Reminder>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "WeekStart | null")]
    pub week_start: Option<Option<WeekStart>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "DefaultView | null")]
    pub default_view: Option<Option<DefaultView>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable, as = "Option<FavoritesPatch>")]
    pub favorites: Option<Option<FavoritesPatch>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable, as = "Option<SidebarPagesPatch>")]
    pub pages: Option<Option<SidebarPagesPatch>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[ts(optional = nullable, as = "Option<ShortcutKeysPatch>")]
    pub shortcuts: Option<Option<ShortcutKeysPatch>>,
}

impl Act for PreferencesUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let workspace = decider.world.workspace.id;
        let id = Preferences::id_of(workspace, decider.by);
        let before = decider.world.tables.preferences.get(&id).cloned();
        let mut after = before.clone().unwrap_or_else(|| Preferences::new(workspace, decider.by, decider.at));
        let PreferencesPatch {
            theme,
            time_zone: zone,
            notifications,
            mails,
            digest,
            digest_hour,
            quiet_hours,
            reminders,
            week_start,
            default_view,
            favorites,
            pages,
            shortcuts,
        } = &self.patch;
        after.theme = theme.unwrap_or(after.theme);
        if let Some(zone) = zone {
            after.time_zone = zone.as_deref().map(known_zone).transpose()?;
        }
        for (kind, channels) in notifications.iter().flatten() {
            let mut channels = channels.clone();
            channels.sort_unstable();
            channels.dedup();
            after.notifications.insert(*kind, channels);
        }
        after.mails = mails.unwrap_or(after.mails);
        after.digest = digest.unwrap_or(after.digest);
        if let Some(digest_hour) = digest_hour {
            after.digest_hour = hour("digestHour", *digest_hour)?;
        }
        if let Some(quiet_hours) = quiet_hours {
            after.quiet_hours = quiet_hours.map(some_hours).transpose()?;
        }
        if let Some(reminders) = reminders {
            after.reminders.clone_from(reminders);
            after.reminders.sort_unstable();
            after.reminders.dedup();
        }
        after.week_start = week_start.unwrap_or(after.week_start);
        after.default_view = default_view.unwrap_or(after.default_view);
        if let Some(patch) = favorites {
            let known = after.favorites.take().unwrap_or_default();
            after.favorites = patch.as_ref().map(|patch| patch.applied(&known)).transpose()?;
        }
        if let Some(patch) = pages {
            let known = after.pages.take().unwrap_or_default();
            after.pages = patch.as_ref().map(|patch| patch.applied(known)).transpose()?;
        }
        if let Some(patch) = shortcuts {
            let known = after.shortcuts.take().unwrap_or_default();
            after.shortcuts = patch.as_ref().map(|patch| patch.applied(known)).transpose()?;
        }
        let write = Write { before: before.map(Entity::Preferences), after: Some(Entity::Preferences(after)) };
        if write.before != write.after {
            let scope = personal_scope(workspace, decider.by);
            // The person's own scope is not part of the configuration that every decision relies on.
            decider.decision.relied.insert(scope);
            decider.put(scope, write);
        }
        Ok(())
    }
}

fn known_zone(name: &str) -> Result<String, Refusal> {
    time_zone::known(name).ok_or_else(|| Refusal::invalid("timeZone", words::NO_TIME_ZONE))
}

fn hour(field: &str, hour: i32) -> Result<i32, Refusal> {
    if (0..24).contains(&hour) { Ok(hour) } else { Err(Refusal::invalid(field, words::NO_HOUR)) }
}

/// From and to the same hour would be the whole day or nothing.
fn some_hours(QuietHours { from, to }: QuietHours) -> Result<QuietHours, Refusal> {
    let (from, to) = (hour("quietHours", from)?, hour("quietHours", to)?);
    if from == to {
        return Err(Refusal::invalid("quietHours", words::NO_QUIET_HOURS));
    }
    Ok(QuietHours { from, to })
}
