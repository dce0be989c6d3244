//! The step that a node takes for the people who write a description together: it writes the document as the description
//! of its ticket.

use serde::Serialize;

use super::{Ticket, commands::TicketPatch};
use crate::domain::{
    decider::{Decider, Touches},
    ids::{ScopeId, TicketId},
    kinds::subscription::mentions::{self, MentionedIn},
    refusal::{Refusal, RefusalCode},
    world::World,
};
use crate::words;

/// Writes a description (TX23). The rights were checked when the text was stored, so the order needs none: its person may
/// have left since.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Describe {
    pub ticket_id: TicketId,
    pub description: String,
    /// The checksum of the description that the document knows. If the ticket has another one, somebody else has written
    /// it, and the document must take that in first.
    pub known_sum: i64,
}

impl Describe {
    pub(in crate::domain) fn touch(&self, world: &World, touches: &mut Touches) {
        touches.tickets.push(self.ticket_id);
        mentions::touch(world, self.ticket_id, &self.description, touches);
    }

    pub(in crate::domain) fn decide(&self, decider: &mut Decider<'_>) -> Result<(), Refusal> {
        let id = self.ticket_id;
        let (scope, mut ticket) = stored(decider, id).ok_or_else(|| Refusal::not_found(words::NO_TASK))?;
        if ticket.description_sum != self.known_sum {
            return Err(Refusal::new(RefusalCode::Conflict, words::DESCRIPTION_CHANGED));
        }
        // The person may no longer follow the scope.
        decider.decision.relied.insert(scope);
        let patch = TicketPatch { description: Some(self.description.clone()), ..TicketPatch::default() };
        decider.patch_ticket(scope, &mut ticket, &patch)?;
        decider.save(scope, ticket.clone());
        if let Some(activity) = decider.description_activity(id) {
            let users = mentions::mentioned(decider.world, &self.description);
            decider.tell_mentioned(scope, &ticket, activity, &users, MentionedIn::Description);
        }
        Ok(())
    }
}

fn stored(decider: &Decider<'_>, id: TicketId) -> Option<(ScopeId, Ticket)> {
    let entry = decider.world.index.get(id)?;
    let ticket = decider.world.tables.tickets.get(&id)?;
    Some((entry.scope, (**ticket).clone()))
}
