//! The step that the server takes with a link: it notes what the page behind the address says of itself.

use serde::Serialize;

use super::{UrlLink, page_title};
use crate::domain::{
    change::Write,
    decider::{Decider, Touches},
    entity::{Entity, EntityKind},
    ids::{SiteIconId, UrlLinkId},
    world::World,
};

/// What a page says of itself. Decides nothing if the link has gone, or names another address now.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageRead {
    pub url_link_id: UrlLinkId,
    /// The address that was read.
    pub page_url: String,
    pub page_title: String,
    pub icon_id: Option<SiteIconId>,
}

impl PageRead {
    pub(in crate::domain) fn touch(&self, world: &World, touches: &mut Touches) {
        touches.tickets.extend(world.tables.url_links.get(&self.url_link_id).map(|it| it.ticket_id));
    }

    /// Leaves no line in the history: no person has changed anything.
    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) {
        let known = decider.world.tables.url_links.get(&self.url_link_id);
        let Some(before) = known.filter(|it| it.url == self.page_url).cloned() else { return };
        let scope = decider.world.home_of(EntityKind::UrlLink, before.id.0);
        // The person may no longer follow the scope.
        decider.decision.relied.insert(scope);
        let after = UrlLink { page_title: page_title(&self.page_title), icon_id: self.icon_id, ..before.clone() };
        decider.put(scope, Write::update(Entity::UrlLink(before), Entity::UrlLink(after)));
    }
}
