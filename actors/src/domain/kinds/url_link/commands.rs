//! What may be done to links to addresses, with the right to edit their ticket.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};
use serde_json::json;
use ts_rs::TS;

use super::UrlLink;
use crate::domain::{
    capability::Capability,
    change::Write,
    decider::{Act, Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{ScopeId, TicketId, UrlLinkId, UserId},
    kinds::{named::taken, patch::given},
    limits,
    refusal::Refusal,
    scope::personal_scope,
    world::World,
};
use crate::words;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct UrlLinkCreate {
    pub url_link_id: UrlLinkId,
    pub ticket_id: TicketId,
    pub url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct UrlLinkUpdate {
    pub url_link_id: UrlLinkId,
    pub patch: UrlLinkPatch,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[ts(optional_fields)]
pub struct UrlLinkPatch {
    /// An empty title shows the title of the page, or the host of the address.
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct UrlLinkDelete {
    pub url_link_id: UrlLinkId,
}

impl Act for UrlLinkCreate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, _: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, ticket) = decider.ticket_for(Capability::EditTickets, self.ticket_id)?;
        let known = &decider.world.tables.url_links;
        if known.contains_key(&self.url_link_id) {
            return Err(taken("urlLinkId"));
        }
        limits::room_for(known.values().filter(|it| it.ticket_id == ticket.id).count(), limits::URL_LINKS)?;
        let link = UrlLink {
            id: self.url_link_id,
            ticket_id: ticket.id,
            url: address(&self.url)?,
            title: title(self.title.as_deref().unwrap_or_default())?,
            page_title: String::new(),
            icon_id: None,
            created_user_id: decider.by,
            created_at: decider.at,
        };
        decider.note_field(scope, ticket.id, "urlLinks", json!(null), json!(link.url));
        decider.put_url_link(scope, Write::create(Entity::UrlLink(link)));
        Ok(())
    }
}

impl Act for UrlLinkUpdate {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(world.tables.url_links.get(&self.url_link_id).map(|it| it.ticket_id));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, before) = decider.url_link(self.url_link_id)?;
        let mut after = before.clone();
        if let Some(text) = &self.patch.title {
            after.title = title(text)?;
        }
        if let Some(url) = &self.patch.url {
            after.url = address(url)?;
        }
        // The node reads the new page.
        if after.url != before.url {
            after.page_title = String::new();
            after.icon_id = None;
        }
        decider.put_url_link(scope, Write::update(Entity::UrlLink(before), Entity::UrlLink(after)));
        Ok(())
    }
}

impl Act for UrlLinkDelete {
    fn needs(&self, _: UserId) -> Option<Capability> {
        Some(Capability::EditTickets)
    }

    fn touch(&self, world: &World, _: UserId, touches: &mut Touches) {
        touches.tickets.extend(world.tables.url_links.get(&self.url_link_id).map(|it| it.ticket_id));
    }

    fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let (scope, link) = decider.url_link(self.url_link_id)?;
        decider.note_field(scope, link.ticket_id, "urlLinks", json!(link.url), json!(null));
        decider.put_url_link(scope, Write::delete(Entity::UrlLink(link)));
        Ok(())
    }
}

/// An address of the web, http or https.
fn address(text: &str) -> Result<String, Refusal> {
    let url = limits::line("url", text, limits::ADDRESS_CHARS)?;
    if limits::is_web_address(&url) { Ok(url) } else { Err(Refusal::invalid("url", words::WEB_ADDRESS_EXPECTED)) }
}

/// A title, which may be empty.
fn title(text: &str) -> Result<String, Refusal> {
    if text.trim().is_empty() { Ok(String::new()) } else { limits::line("title", text, limits::TITLE_CHARS) }
}

impl Decider<'_> {
    /// A link whose ticket the person may change, with the scope of the row.
    fn url_link(&self, id: UrlLinkId) -> Result<(ScopeId, UrlLink), Refusal> {
        let missing = || Refusal::not_found(words::NO_LINK).with_field("urlLinkId");
        let link = self.world.tables.url_links.get(&id).cloned().ok_or_else(missing)?;
        let scope = self.world.home_of(EntityKind::UrlLink, id.0);
        if !self.world.sees(self.by, scope) || self.visible(link.ticket_id, "urlLinkId").is_err() {
            return Err(missing());
        }
        self.ticket_for(Capability::EditTickets, link.ticket_id)?;
        Ok((scope, link))
    }

    /// Brings the links of tickets to addresses into the new home of the tickets.
    pub(in crate::domain::kinds) fn move_url_links(&mut self, tickets: &HashSet<TicketId>, to: ScopeId) {
        for (from, link) in self.url_links_of(tickets) {
            if from != to {
                self.put_url_link(from, Write::delete(Entity::UrlLink(link.clone())));
                self.put_url_link(to, Write::create(Entity::UrlLink(link)));
            }
        }
    }

    /// Deletes the links of a ticket to addresses.
    pub(in crate::domain::kinds) fn delete_url_links(&mut self, ticket: TicketId) {
        for (scope, link) in self.url_links_of(&HashSet::from([ticket])) {
            self.put_url_link(scope, Write::delete(Entity::UrlLink(link)));
        }
    }

    /// The links of tickets to addresses with their scopes, sorted.
    fn url_links_of(&self, tickets: &HashSet<TicketId>) -> Vec<(ScopeId, UrlLink)> {
        let world = self.world;
        let links = world.tables.url_links.values().filter(|it| tickets.contains(&it.ticket_id));
        let mut found: Vec<(ScopeId, UrlLink)> =
            links.map(|it| (world.home_of(EntityKind::UrlLink, it.id.0), it.clone())).collect();
        found.sort_by_key(|(_, link)| link.id);
        found
    }

    /// The person's own scope is not part of the configuration that every decision relies on.
    fn put_url_link(&mut self, scope: ScopeId, write: Write) {
        if scope == personal_scope(self.world.workspace.id, self.by) {
            self.decision.relied.insert(scope);
        }
        self.put(scope, write);
    }
}
