//! Performs the effects of the core.

use std::time::Duration;

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::sync::oneshot;

use super::actor::{Flush, TextActor};
use super::host::NodeHost;
use crate::{
    actor::messages::{FromText, FromTextKind, TextTo, ToHub},
    bus::{BusMessage, TextUpdates},
    domain::{decide::Order, refusal::Refusal},
    text::{Effect, Question, Sent},
};

/// The workspace answers an order within this time, or not at all.
const PATIENCE: Duration = Duration::from_secs(30);

impl TextActor {
    pub(super) fn perform(&mut self, ctx: &mut Context<Self>) {
        for effect in self.core.take_effects() {
            self.perform_one(effect, ctx);
        }
    }

    fn perform_one(&mut self, effect: Effect<NodeHost>, ctx: &mut Context<Self>) {
        let (workspace, ticket) = (self.place.workspace, self.place.ticket);
        match effect {
            Effect::Ask(question) => self.ask(question, ctx),
            Effect::Send(hub, Sent { scope, to, frame, instead }) => {
                hub.do_send(ToHub::Text(TextTo { scope, to, frame, instead }));
            }
            Effect::PublishUpdates { epoch, scope, first, updates } => {
                let updates = updates.iter().map(|update| BASE64_STANDARD.encode(update)).collect();
                let text = TextUpdates { workspace, ticket, epoch, scope, first, updates };
                self.bus.publish(BusMessage::Text(text.into()));
            }
            Effect::PublishSeen { connection, user, state } => {
                let state = BASE64_STANDARD.encode(state);
                self.bus.publish(BusMessage::TextSeen { workspace, ticket, connection, user_id: user, state });
            }
            // Updates that wait in the mailbox already are stored together.
            Effect::PlanFlush => ctx.notify(Flush),
            Effect::NoteWrite { sum, seq } => {
                let noted = self.place.clone().note_write(sum, seq).into_actor(self);
                ctx.spawn(noted.map(|noted, actor: &mut Self, ctx: &mut Context<Self>| {
                    actor.core.write_noted(noted, &actor.host);
                    actor.perform(ctx);
                }));
            }
            Effect::Submit(order) => self.submit(order, ctx),
            Effect::WriteOver(writer) => drop(writer),
            // The caller may have gone meanwhile.
            Effect::Restored(reply, answer) => drop(reply.send(answer)),
            Effect::Idle { received } => self.tell_parent(FromTextKind::Idle { received }),
            Effect::Ended => self.tell_parent(FromTextKind::Ended),
            Effect::Count(counted, by) => self.figures.count(counted, by),
        }
    }

    fn tell_parent(&self, kind: FromTextKind) {
        self.parent.do_send(FromText { ticket: self.place.ticket, generation: self.generation, kind });
    }

    /// Does database work. No message is taken from the mailbox before its answer.
    fn ask(&self, question: Question, ctx: &mut Context<Self>) {
        let answer = self.place.clone().ask(question).into_actor(self);
        ctx.wait(answer.map(|answer, actor: &mut Self, ctx: &mut Context<Self>| {
            actor.core.answered(answer, &actor.host);
            actor.perform(ctx);
        }));
    }

    /// Hands the order that writes the description to the workspace. Typing goes on meanwhile.
    fn submit(&self, order: Order, ctx: &mut Context<Self>) {
        let (reply, answer) = oneshot::channel();
        self.tell_parent(FromTextKind::Submit { order, reply });
        let answer = tokio::time::timeout(PATIENCE, answer).into_actor(self);
        ctx.spawn(answer.map(|answer, actor: &mut Self, ctx: &mut Context<Self>| {
            let answer = answer.ok().and_then(Result::ok).unwrap_or_else(|| Err(Refusal::unavailable(1_000)));
            actor.core.write_answered(answer.map(drop), &actor.host);
            actor.perform(ctx);
        }));
    }
}
