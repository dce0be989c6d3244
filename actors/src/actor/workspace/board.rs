//! The presence of a workspace, and its next frames.

use std::sync::Arc;
use std::time::Instant as Tick;

use actix::SpawnHandle;

use crate::{
    actor::{
        messages::ShowPresence,
        presence::{Audience, Bandwidth, Presence},
    },
    domain::{
        ids::{ScopeId, WorkspaceId},
        world::World,
    },
    wire::PresenceMember,
};

pub(super) struct PresenceBoard {
    pub people: Presence,
    bandwidth: Arc<Bandwidth>,
    /// The timer for the next frame, and when it fires.
    pub planned: Option<(SpawnHandle, Tick)>,
    /// True if the timer has fired while a round had the world.
    pub late: bool,
}

/// The frames and messages of presence that are due.
pub(super) struct DuePresence {
    pub for_nodes: Option<Vec<PresenceMember>>,
    pub for_sockets: Option<ShowPresence>,
}

impl PresenceBoard {
    pub fn new(bandwidth: Arc<Bandwidth>) -> Self {
        Self { people: Presence::default(), bandwidth, planned: None, late: false }
    }

    /// Takes the frames that are due now. `sockets` is the number of sockets of this workspace on this node.
    pub fn due(&mut self, world: &World, id: WorkspaceId, sockets: usize, now: Tick) -> DuePresence {
        let home = id.scope();
        // No frame names a private ticket.
        let is_shared = |scope: &ScopeId| *scope == home || world.scopes.is_list(*scope);
        let place = |id| world.index.get(id).map(|entry| entry.scope).filter(is_shared);
        let for_nodes = self.people.tell(now, place);
        let for_sockets = self.people.audience(now).map(|audience| {
            let readers = match &audience {
                Audience::AllSockets => sockets,
                Audience::Watchers(watching) => watching.len(),
            };
            let people = self.people.people(readers, place);
            let frame = people.frame(|scope| scope == home);
            let pause = self.bandwidth.book(frame.len() * readers, now);
            self.people.rest(&audience, pause, now);
            let only = match audience {
                Audience::AllSockets => None,
                Audience::Watchers(watching) => Some(Arc::new(watching)),
            };
            let room = world.scopes.commons.unwrap_or(home);
            ShowPresence { home, room, frame, people: Arc::new(people), only }
        });
        DuePresence { for_nodes, for_sockets }
    }
}
