//! Sends the list of present people to the sockets of this node and to the other nodes.

use std::time::Instant as Tick;

use actix::{AsyncContext, Context};
use uuid::Uuid;

use super::{actor::WorkspaceActor, board::DuePresence};
use crate::{
    actor::{
        messages::ToHub,
        presence::{EXPIRY_CHECK_INTERVAL, REPEAT_INTERVAL},
    },
    bus::BusMessage,
    domain::world::World,
    wire::PresenceMember,
};

impl WorkspaceActor {
    /// Plans the next frame of presence. Changes until then go into the same frame.
    pub(super) fn plan_presence(&mut self, ctx: &mut Context<Self>) {
        if self.presence.late {
            return;
        }
        let now = Tick::now();
        let Some(at) = self.presence.people.plan(now) else { return };
        if let Some((planned, sooner)) = self.presence.planned.take() {
            if sooner <= at {
                self.presence.planned = Some((planned, sooner));
                return;
            }
            ctx.cancel_future(planned);
        }
        let wait = at.saturating_duration_since(now);
        self.presence.planned = Some((ctx.run_later(wait, |actor, ctx| actor.show_presence(ctx)), at));
    }

    fn show_presence(&mut self, ctx: &mut Context<Self>) {
        self.presence.planned = None;
        let Some(world) = self.core.world() else {
            // A round has the world. The frame is sent as soon as the world is back.
            self.presence.late = true;
            return;
        };
        let due = self.presence.due(world, self.id, self.sockets.len(), Tick::now());
        self.tell_presence(due, ctx);
    }

    /// Sends the frame that had to wait while a round had the world.
    pub(super) fn show_late_presence(&mut self, world: &World, ctx: &mut Context<Self>) {
        if std::mem::take(&mut self.presence.late) {
            let due = self.presence.due(world, self.id, self.sockets.len(), Tick::now());
            self.tell_presence(due, ctx);
        }
    }

    fn tell_presence(&mut self, due: DuePresence, ctx: &mut Context<Self>) {
        if let Some(members) = due.for_nodes {
            self.bus.publish(BusMessage::Present { workspace: self.id, members });
        }
        if let Some(message) = due.for_sockets {
            self.to_hubs(|| ToHub::ShowPresence(message.clone()));
        }
        self.plan_presence(ctx);
    }

    pub(super) fn presence_of_node(&mut self, node: Uuid, members: Vec<PresenceMember>, ctx: &mut Context<Self>) {
        self.presence.people.take(node, members, Tick::now());
        self.plan_presence(ctx);
    }

    /// Bus messages may have been lost: asks the other nodes for their lists of people, and sends them this node's
    /// list.
    pub(super) fn ask_who_is_present(&mut self, ctx: &mut Context<Self>) {
        self.bus.publish(BusMessage::WhoIsPresent { workspace: self.id });
        self.presence.people.repeat_to_other_nodes();
        self.plan_presence(ctx);
    }

    /// Starts the timers that repeat this node's list to other nodes, and drop the lists of other nodes that have
    /// expired.
    pub(super) fn keep_presence(&mut self, ctx: &mut Context<Self>) {
        ctx.run_interval(REPEAT_INTERVAL, |actor, ctx| {
            actor.presence.people.repeat_to_other_nodes();
            actor.plan_presence(ctx);
        });
        ctx.run_interval(EXPIRY_CHECK_INTERVAL, |actor, ctx| {
            actor.presence.people.drop_expired(Tick::now());
            actor.plan_presence(ctx);
        });
    }
}
