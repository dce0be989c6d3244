//! What may be done to saved views. Each person makes, changes and deletes their own; shared ones take `editLists` where
//! they live.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{DateLayout, OwnPage, SavedView, ViewLayout, display::ViewDisplay, order::Siblings};
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider},
    entity::{Entity, EntityKind, ListIcon},
    filter::syntax::parse,
    ids::{ListId, SavedViewId, ScopeId, UserId},
    kinds::{
        named::taken,
        patch::{given, present},
        strict::{strict, strict_given},
    },
    limits,
    refusal::{Refusal, RefusalCode},
    scope::personal_scope,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SavedViewCreate {
    pub saved_view_id: SavedViewId,
    pub name: String,
    pub personal: bool,
    pub list_id: Option<ListId>,
    pub layout: ViewLayout,
    pub date_layout: Option<DateLayout>,
    pub filter: String,
    pub group_by: String,
    pub sort_by: String,
    pub descending: bool,
    pub columns: Vec<String>,
    #[serde(default, deserialize_with = "strict", skip_serializing_if = "Option::is_none")]
    pub display: Option<Box<ViewDisplay>>,
    pub icon: Option<ListIcon>,
    pub page: Option<OwnPage>,
    /// The new view comes after this view of the same list or page and scope. If absent, the new view comes last.
    pub after: Option<SavedViewId>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SavedViewUpdate {
    pub saved_view_id: SavedViewId,
    pub patch: SavedViewPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct SavedViewPatch {
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// False shares the view; true takes it back, which only its creator may do.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub personal: Option<bool>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub layout: Option<ViewLayout>,
    /// Null clears the field, so that the view has its `layout` again.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub date_layout: Option<Option<DateLayout>>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub filter: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub group_by: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub sort_by: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub descending: Option<bool>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub columns: Option<Vec<String>>,
    /// Null clears the display: then each browser uses its own display settings again.
    #[serde(deserialize_with = "strict_given", skip_serializing_if = "Option::is_none")]
    pub display: Option<Option<Box<ViewDisplay>>>,
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub icon: Option<Option<ListIcon>>,
    /// True locks the view: then it can only be unlocked and moved among the tabs.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub locked: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct SavedViewDelete {
    pub saved_view_id: SavedViewId,
}

impl Act for SavedViewCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditLists).filter(|_| !self.personal)
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.saved_view_id;
        if let Some(list) = self.list_id {
            decider.list(list, "listId")?;
        }
        if self.list_id.is_some() && self.page.is_some() {
            return Err(Refusal::invalid("page", words::LIST_OR_PAGE));
        }
        let home = decider.home_of_view(self.personal, self.list_id)?;
        decider.room_for_view(home, self.list_id)?;
        if decider.world.tables.saved_views.contains_key(&id) {
            return Err(taken("savedViewId"));
        }
        let siblings = Siblings { scope: home, list: self.list_id, page: self.page };
        let view = SavedView {
            id,
            name: limits::line("name", &self.name, limits::NAME_CHARS)?,
            personal: self.personal,
            created_user_id: decider.by,
            list_id: self.list_id,
            layout: self.layout,
            date_layout: self.date_layout,
            filter: decider.filter(&self.filter, home)?,
            group_by: word("groupBy", &self.group_by)?,
            sort_by: word("sortBy", &self.sort_by)?,
            descending: self.descending,
            columns: columns(&self.columns)?,
            created_at: decider.at,
            display: decider.display(self.display.clone(), home)?,
            icon: self.icon,
            page: self.page,
            rank: Some(match self.after {
                Some(_) => decider.rank_behind_view(siblings, self.after, id)?,
                None => decider.rank_of_last_view(siblings),
            }),
            locked_by_user_id: None,
        };
        decider.check_fields_of(home, &view)?;
        decider.put_view(home, Write::create(Entity::SavedView(view)));
        Ok(())
    }
}

impl Act for SavedViewUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (from, before) = decider.saved_view(self.saved_view_id)?;
        let SavedViewPatch {
            name,
            personal,
            layout,
            date_layout,
            filter,
            group_by,
            sort_by,
            descending,
            columns: fields,
            display,
            icon,
            locked,
        } = &self.patch;
        if *locked != Some(false) {
            is_unlocked(&before)?;
        }
        let mut after = before.clone();
        after.personal = personal.unwrap_or(before.personal);
        if after.personal && !before.personal && before.created_user_id != decider.by {
            return Err(Refusal::new(RefusalCode::Forbidden, words::NOT_YOUR_VIEW));
        }
        let to = if after.personal == before.personal {
            from
        } else {
            if let Some(list) = after.list_id {
                decider.list(list, "listId")?;
            }
            let to = decider.home_of_view(after.personal, after.list_id)?;
            decider.room_for_view(to, after.list_id)?;
            let siblings = Siblings { scope: to, list: after.list_id, page: after.page };
            after.rank = Some(decider.rank_of_last_view(siblings));
            to
        };
        if let Some(name) = name {
            after.name = limits::line("name", name, limits::NAME_CHARS)?;
        }
        if filter.is_some() || to != from {
            after.filter = decider.filter(filter.as_ref().unwrap_or(&before.filter), to)?;
        }
        if let Some(group_by) = group_by {
            after.group_by = word("groupBy", group_by)?;
        }
        if let Some(sort_by) = sort_by {
            after.sort_by = word("sortBy", sort_by)?;
        }
        if let Some(fields) = fields {
            after.columns = columns(fields)?;
        }
        if display.is_some() || to != from {
            after.display = decider.display(display.as_ref().unwrap_or(&before.display).clone(), to)?;
        }
        after.icon = icon.unwrap_or(after.icon);
        after.locked_by_user_id = match locked {
            Some(locked) => locked.then_some(decider.by),
            None => before.locked_by_user_id,
        };
        after.layout = layout.unwrap_or(after.layout);
        after.date_layout = date_layout.unwrap_or(after.date_layout);
        after.descending = descending.unwrap_or(after.descending);
        // A view may have named an attribute before the attribute moved into a restricted list.
        if to != from || after != (SavedView { name: after.name.clone(), icon: after.icon, ..before.clone() }) {
            decider.check_fields_of(to, &after)?;
        }
        if to == from {
            decider.put_view(from, Write::update(Entity::SavedView(before), Entity::SavedView(after)));
        } else {
            decider.put_view(from, Write::delete(Entity::SavedView(before)));
            decider.put_view(to, Write::create(Entity::SavedView(after)));
        }
        Ok(())
    }
}

impl Act for SavedViewDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        None
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, view) = decider.saved_view(self.saved_view_id)?;
        is_unlocked(&view)?;
        decider.put_view(scope, Write::delete(Entity::SavedView(view)));
        Ok(())
    }
}

/// Refuses a change of a locked view.
fn is_unlocked(view: &SavedView) -> Result<(), Refusal> {
    match view.locked_by_user_id {
        Some(_) => Err(Refusal::new(RefusalCode::Conflict, words::VIEW_LOCKED).with_field("savedViewId")),
        None => Ok(()),
    }
}

/// The word of a field, which this build need not know.
pub(in crate::domain::kinds) fn word(field: &str, text: &str) -> Result<String, Refusal> {
    limits::line(field, text, limits::FIELD_WORD_CHARS)
}

pub(in crate::domain::kinds) fn columns(fields: &[String]) -> Result<Vec<String>, Refusal> {
    limits::at_most("columns", fields.len(), limits::VIEW_COLUMNS)?;
    fields.iter().map(|it| word("columns", it)).collect()
}

impl Decider<'_> {
    /// A view that the person may change, with its scope.
    ///
    /// # Errors
    /// `not_found` or `forbidden`.
    pub(super) fn saved_view(&self, id: SavedViewId) -> Result<(ScopeId, SavedView), Refusal> {
        let scope = self.world.home_of(EntityKind::SavedView, id.0);
        let known = self.world.tables.saved_views.get(&id).filter(|_| self.world.sees(self.by, scope));
        let view = known.cloned().ok_or_else(|| Refusal::not_found(words::NO_VIEW).with_field("savedViewId"))?;
        if view.personal {
            self.need_person()?;
        } else {
            self.allow_in(Capability::EditLists, scope, words::NO_VIEW)?;
        }
        Ok((scope, view))
    }

    /// The scope in which the person may put a view: their own, that of the list, or that of the workspace.
    fn home_of_view(&self, personal: bool, list: Option<ListId>) -> Result<ScopeId, Refusal> {
        let world = self.world;
        if personal {
            self.need_person()?;
            return Ok(personal_scope(world.workspace.id, self.by));
        }
        let scope = list.map_or(world.scope(), |list| world.home_of(EntityKind::List, list.0));
        self.allow_in(Capability::EditLists, scope, words::NO_LIST)?;
        Ok(scope)
    }

    fn room_for_view(&self, scope: ScopeId, list: Option<ListId>) -> Result<(), Refusal> {
        let beside = self.views_in(scope);
        limits::room_for(beside.clone().count(), limits::VIEWS)?;
        let is_shared = scope != personal_scope(self.world.workspace.id, self.by);
        let of_list = beside.filter(|view| list.is_some() && view.list_id == list).count();
        if is_shared { limits::room_for(of_list, limits::VIEWS_OF_LIST) } else { Ok(()) }
    }

    /// The text of a filter, if it is one. Its names need not be known: they may have been deleted a moment ago. A view in
    /// the scope of a restricted list names no other list, and a view in the scope of the workspace names no restricted
    /// list: readers may not see those lists.
    fn filter(&self, text: &str, home: ScopeId) -> Result<String, Refusal> {
        let text = text.trim();
        parse(text).map_err(|fault| Refusal::invalid("filter", fault.message()))?;
        let named = text.to_ascii_lowercase();
        if self.lists_hidden_in(home).iter().any(|list| named.contains(list)) {
            return Err(Refusal::invalid("filter", words::VIEW_NAMES_RESTRICTED_LIST));
        }
        Ok(text.to_owned())
    }

    /// Checks the limits of a display, and refuses a display that names a list that a filter here may not name.
    fn display(&self, display: Option<Box<ViewDisplay>>, home: ScopeId) -> Result<Option<Box<ViewDisplay>>, Refusal> {
        let display = display.map(|it| it.checked("display")).transpose()?;
        if display.as_ref().is_some_and(|it| it.names(&self.lists_hidden_in(home))) {
            return Err(Refusal::invalid("display", words::VIEW_NAMES_RESTRICTED_LIST));
        }
        Ok(display)
    }

    /// The ids of the lists that some readers of a shared view may not see.
    fn lists_hidden_in(&self, home: ScopeId) -> Vec<String> {
        let world = self.world;
        if home == personal_scope(world.workspace.id, self.by) {
            return Vec::new();
        }
        let hidden = world.lists_of(self.by).filter(|list| world.home_of(EntityKind::List, list.id.0) != home);
        hidden.map(|list| list.id.to_string()).collect()
    }

    /// Refuses a shared view that names an attribute that some readers of the view may not see: an attribute of another
    /// restricted list, or one of open lists in a view whose readers may be guests.
    fn check_fields_of(&self, home: ScopeId, view: &SavedView) -> Result<(), Refusal> {
        let SavedView { personal, filter, group_by, sort_by, columns, display, .. } = view;
        let filter = filter.to_ascii_lowercase();
        let names = |id: &str| {
            let shows = display.as_ref().is_some_and(|it| it.names(&[id.to_owned()]));
            shows || filter.contains(id) || group_by == id || sort_by == id || columns.iter().any(|it| it == id)
        };
        let known = self.world.tables.attributes.keys().filter(|id| !self.may_name_attribute(home, false, **id));
        let mut hidden = known.filter(|id| self.world.shows(self.by, EntityKind::Attribute, id.0));
        if !personal && hidden.any(|id| names(&id.to_string())) {
            return Err(Refusal::invalid("filter", words::VIEW_NAMES_HIDDEN_ATTRIBUTE));
        }
        Ok(())
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    pub(super) fn put_view(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
