//! Who is here, told to the sockets of this node and to the other nodes.

use std::sync::Arc;
use std::time::Instant as Tick;

use actix::{AsyncContext, Context};

use super::WorkspaceActor;
use crate::{
    actor::{
        hub::ShowPresence,
        presence::{Audience, LOOKED_AT, SAID_AGAIN},
    },
    bus::BusMessage,
};

impl WorkspaceActor {
    /// Tells who is here a little later, together with whatever else changes until then.
    pub(super) fn plan_presence(&mut self, ctx: &mut Context<Self>) {
        if self.presence_late {
            return;
        }
        let now = Tick::now();
        let Some(at) = self.presence.plan(now) else { return };
        if let Some((planned, sooner)) = self.presence_planned.take() {
            if sooner <= at {
                self.presence_planned = Some((planned, sooner));
                return;
            }
            ctx.cancel_future(planned);
        }
        let wait = at.saturating_duration_since(now);
        self.presence_planned = Some((ctx.run_later(wait, |actor, ctx| actor.show_presence(ctx)), at));
    }

    fn show_presence(&mut self, ctx: &mut Context<Self>) {
        self.presence_planned = None;
        // A round has the world: shown as soon as it is back.
        self.presence_late = self.ledger.is_none();
        if let Some(ledger) = &self.ledger {
            let now = Tick::now();
            let home = self.id.scope();
            let index = &ledger.world.index;
            let scope_of = |id| index.get(id).map(|entry| entry.scope);
            if let Some(members) = self.presence.tell(now, scope_of, home) {
                self.bus.publish(BusMessage::Present { workspace: self.id, members });
            }
            if let Some(audience) = self.presence.audience(now) {
                let sockets = match &audience {
                    Audience::Everybody => self.sockets.len(),
                    Audience::Watchers(watching) => watching.len(),
                };
                let frame = self.presence.frame(sockets, scope_of, home);
                let pause = self.bandwidth.book(frame.len() * sockets, now);
                self.presence.rest(&audience, pause, now);
                let only = match audience {
                    Audience::Everybody => None,
                    Audience::Watchers(watching) => Some(Arc::new(watching)),
                };
                let message = ShowPresence { workspace: self.id, frame, only };
                for (hub, _) in self.hubs.values() {
                    hub.do_send(message.clone());
                }
            }
            self.plan_presence(ctx);
        }
    }

    /// What could not be shown while a round had the world.
    pub(super) fn show_late_presence(&mut self, ctx: &mut Context<Self>) {
        if std::mem::take(&mut self.presence_late) {
            self.show_presence(ctx);
        }
    }

    /// After some of it may have been missed: who is elsewhere, and who is here.
    pub(super) fn ask_who_is_present(&mut self, ctx: &mut Context<Self>) {
        self.bus.publish(BusMessage::WhoIsPresent { workspace: self.id });
        self.presence.say_again();
        self.plan_presence(ctx);
    }

    /// Who is here is said again, and who is elsewhere is looked at.
    pub(super) fn keep_presence(&mut self, ctx: &mut Context<Self>) {
        ctx.run_interval(SAID_AGAIN, |actor, ctx| {
            actor.presence.say_again();
            actor.plan_presence(ctx);
        });
        ctx.run_interval(LOOKED_AT, |actor, ctx| {
            actor.presence.forget_what_no_longer_holds(Tick::now());
            actor.plan_presence(ctx);
        });
    }
}
