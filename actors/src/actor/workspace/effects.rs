//! Performs the effects of the core.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use actix::{Actor, ActorFutureExt, AsyncContext, Context, WrapFuture};
use bytestring::ByteString;

use super::{
    actor::{HubOfSockets, WorkspaceActor},
    host::{Tools, failure},
    reads,
};
use crate::{
    actor::{
        messages::{
            CloseSockets, Deliver, Follow, Forget, FromWorkspace, FromWorkspaceKind, JoinRequest, Keep, Outgoing,
            SocketClose, StopNow, ToHub, Welcomed,
        },
        ticket::TicketActor,
    },
    bus::BusMessage,
    domain::{
        entity::SCHEMA,
        ids::{ScopeId, TicketId, UserId},
        scope::ScopeKind,
    },
    sync::StoredTicket,
    wire::{NodeFrame, TEXTS, WelcomeResume, WelcomeScope, events_frame},
    workspace::{Effect, FollowedScope, Join, WelcomedScope},
};

/// A frame carries at most this many missed events.
const EVENTS_A_FRAME: usize = 250;

impl WorkspaceActor {
    pub(super) fn perform_one(&mut self, effect: Effect<Tools>, ctx: &mut Context<Self>) {
        match effect {
            // Callers may be gone.
            Effect::Answer(reply, answer) => drop(reply.send(answer)),
            Effect::Enter(reply, entered) => drop(reply.send(entered)),
            Effect::Welcome(join, scopes) => self.welcome(join, scopes, ctx),
            Effect::RefuseSocket(request, refusal) => drop(request.reply.send(Err(refusal))),
            Effect::Load => self.load(ctx),
            Effect::LoadAfter(pause) => {
                self.after(pause, ctx, |actor| actor.core.load());
            }
            Effect::Loaded => self.receive_early(ctx),
            Effect::LoadFailed(retry_after_ms) => {
                self.tools.journal.count_failed_load();
                self.refuse_early(retry_after_ms);
            }
            Effect::Run(round) => {
                let work = reads::run_round(self.tools.clone(), round).into_actor(self);
                ctx.spawn(work.map(|end, actor, ctx| {
                    // The world is free for a moment: the next round may begin at once.
                    actor.show_late_presence(end.world(), ctx);
                    actor.core.round_ended(end, &actor.tools);
                    actor.perform(ctx);
                }));
            }
            Effect::WatchQueue(pause) => {
                self.after(pause, ctx, |actor| actor.core.watch_queue(&actor.tools));
            }
            Effect::KeepTickets(tickets) => self.keep_tickets(tickets, ctx),
            Effect::ForgetTicket(id) => {
                if let Some(ticket) = self.tools.tickets.borrow().get(id) {
                    ticket.do_send(Forget);
                }
            }
            Effect::ForgetTickets => {
                for ticket in self.tools.tickets.borrow().all() {
                    ticket.do_send(Forget);
                }
            }
            Effect::Publish { scope, epoch, from, to, commons, events } => {
                let workspace = self.id;
                self.bus.publish(BusMessage::Advanced { workspace, scope, epoch, from, to, commons, events });
            }
            Effect::Deliver { scope, from, to, events } => {
                if !self.hubs.is_empty() {
                    let deliver = Deliver { scope, to, frame: events_frame(scope, from, to, &events) };
                    self.to_hubs(|| ToHub::Deliver(deliver.clone()));
                }
            }
            Effect::DeliverLater(events) => {
                // The round that was started just before runs first, and sends its batch to the database.
                ctx.spawn(tokio::task::yield_now().into_actor(self).map(|(), actor: &mut Self, ctx| {
                    actor.core.deliver_own(events, &actor.tools);
                    actor.perform(ctx);
                }));
            }
            Effect::ForeignEvent(at) => {
                let late = self.tools.clock.now().millis().saturating_sub(at.millis());
                self.bus.figures().delivered_late(Duration::from_millis(late));
            }
            Effect::GapFilled => self.bus.figures().gap_filled(),
            Effect::CloseMember(user) => {
                self.texts.check_user(user);
                let message = CloseSockets::Member { workspace: self.id, user, close: SocketClose::ACCESS };
                self.to_hubs(|| ToHub::CloseSockets(message.clone()));
            }
            Effect::SetFollowedScopes { user, scopes, has_unopened } => {
                self.texts.check_user(user);
                self.follow(user, scopes, has_unopened);
            }
            Effect::RestartFollowers(scope) => self.restart_followers(scope),
            Effect::RestartAllSockets => self.restart_all_sockets(),
            Effect::WatchHeads(scopes) => {
                self.registry.do_send(FromWorkspace { id: self.id, kind: FromWorkspaceKind::WatchHeads(scopes) });
            }
            effect => self.read(effect, ctx),
        }
    }

    /// Performs the effects that read the journal. Each answer becomes an input of the core.
    fn read(&mut self, effect: Effect<Tools>, ctx: &mut Context<Self>) {
        let tools = self.tools.clone();
        match effect {
            Effect::CatchUp(applied) => self.then(reads::found_after(tools.journal, applied), ctx, |actor, found| {
                actor.core.caught_up(found, &actor.tools);
            }),
            Effect::Recheck(caller, applied) => {
                self.then(reads::found_after(tools.journal, applied), ctx, |actor, found| {
                    actor.core.rechecked(caller, found, &actor.tools);
                });
            }
            Effect::ReadGap { scope, from, to } => {
                self.then(reads::gap(tools.journal, scope, from, to), ctx, move |actor, read| {
                    actor.core.gap_read((scope, from, to), read, &actor.tools);
                });
            }
            Effect::StartGapTimer(pause) => {
                self.gap_timer = Some(ctx.run_later(pause, |actor, ctx| {
                    actor.core.read_gaps();
                    actor.perform(ctx);
                }));
            }
            Effect::StopGapTimer => {
                if let Some(timer) = self.gap_timer.take() {
                    ctx.cancel_future(timer);
                }
            }
            Effect::ReadHead { scope, applied } => {
                let heads = async move { tools.journal.heads(vec![scope]).await };
                self.then(heads, ctx, move |actor, heads| {
                    let head = heads.ok().and_then(|heads| heads.first().copied());
                    actor.core.head_read(scope, applied, head);
                });
            }
            Effect::ReadGained { join, changes } => {
                let user = join.user;
                let gained = async move { tools.journal.gained(tools.workspace, user).await };
                self.then(gained, ctx, move |actor, gained| {
                    let gained = gained.map_err(|error| failure(&error));
                    actor.core.gained_read(join, changes, gained);
                });
            }
            Effect::Gather { join, open, missed } => {
                self.then(reads::backlog(tools, join.user, open, missed), ctx, |actor, read| {
                    actor.core.gathered(join, read, &actor.tools);
                });
            }
            _ => {}
        }
    }

    fn load(&mut self, ctx: &mut Context<Self>) {
        let (journal, id) = (self.tools.journal.clone(), self.id);
        let work = async move { journal.load_workspace(id).await }.into_actor(self);
        ctx.spawn(work.map(|loaded, actor: &mut Self, ctx| {
            if let Ok(Some(loaded)) = &loaded {
                actor.show_late_presence(&loaded.world, ctx);
            }
            actor.core.loaded(loaded.map_err(|error| failure(&error)), &actor.tools);
            actor.perform(ctx);
        }));
    }

    /// Does database work, then gives its answer to the core.
    fn then<T: 'static>(
        &self,
        work: impl Future<Output = T> + 'static,
        ctx: &mut Context<Self>,
        input: impl FnOnce(&mut Self, T) + 'static,
    ) {
        ctx.spawn(work.into_actor(self).map(|answer, actor: &mut Self, ctx: &mut Context<Self>| {
            input(actor, answer);
            actor.perform(ctx);
        }));
    }

    fn after(&self, pause: Duration, ctx: &mut Context<Self>, input: impl FnOnce(&mut Self) + 'static) {
        ctx.run_later(pause, |actor, ctx| {
            input(actor);
            actor.perform(ctx);
        });
    }

    pub(super) fn to_hubs(&self, message: impl Fn() -> ToHub) {
        for hub in self.hubs.values() {
            hub.hub.do_send(message());
        }
    }

    fn keep_tickets(&mut self, tickets: Vec<(TicketId, Option<StoredTicket>)>, ctx: &mut Context<Self>) {
        for (id, state) in tickets {
            let mut tickets = self.tools.tickets.borrow_mut();
            let leaving = match (tickets.get(id), state) {
                (Some(ticket), Some(state)) => {
                    ticket.do_send(Keep(state));
                    None
                }
                (Some(_), None) => tickets.remove(id),
                (None, Some(state)) => {
                    let parent = ctx.address().recipient();
                    tickets.add(id, |generation| TicketActor::new(id, generation, parent, state).start())
                }
                (None, None) => None,
            };
            if let Some(ticket) = leaving {
                ticket.do_send(StopNow);
            }
        }
    }

    /// Closes all sockets, whose clients then reconnect with their cursors.
    pub(super) fn restart_all_sockets(&self) {
        let message = CloseSockets::Workspace { workspace: self.id, close: SocketClose::RESTART };
        self.to_hubs(|| ToHub::CloseSockets(message.clone()));
        self.stop_tickets();
    }

    /// Makes the sockets of a user follow these scopes, and sends what the user may do now.
    fn follow(&self, user: UserId, scopes: Vec<FollowedScope>, has_unopened: bool) {
        let capabilities = NodeFrame::Capabilities { capabilities: self.core.capabilities_of(user) }.encode();
        let follow = Follow { workspace: self.id, user, scopes: Arc::new(scopes), has_unopened, capabilities };
        self.to_hubs(|| ToHub::Follow(follow.clone()));
    }

    fn restart_followers(&self, scope: ScopeId) {
        let message = CloseSockets::Followers { scope, close: SocketClose::RESTART };
        self.to_hubs(|| ToHub::CloseSockets(message.clone()));
    }

    fn welcome(&mut self, join: Join<Tools>, scopes: Vec<WelcomedScope>, ctx: &mut Context<Self>) {
        let JoinRequest { entry, hub, node, heartbeat_ms, reply, .. } = *join.socket;
        let has_commons = scopes.iter().any(|it| it.kind == ScopeKind::Commons);
        if has_commons && !entry.knows_follow() {
            // A page that does not know schema 1 would keep the rows of scopes that its user has lost.
            entry.out.do_send(Outgoing::Close(SocketClose::VERSION));
            return drop(reply.send(Ok(())));
        }
        let mut welcomed = Vec::new();
        let mut frames: Vec<ByteString> = Vec::new();
        let mut heads = BTreeMap::new();
        for WelcomedScope { scope, kind, epoch, head, missed } in scopes {
            heads.insert(scope, head);
            welcomed.push(WelcomeScope {
                scope,
                kind,
                epoch,
                seq: head,
                resume: if missed.is_some() { WelcomeResume::Delta } else { WelcomeResume::Snapshot },
            });
            if let Some((from, events)) = missed {
                for (place, chunk) in events.chunks(EVENTS_A_FRAME).enumerate() {
                    let start = from + (place * EVENTS_A_FRAME) as i64;
                    frames.push(events_frame(scope, start, start + chunk.len() as i64, chunk));
                }
            }
        }
        let now = self.tools.clock.now();
        let welcome = NodeFrame::Welcome {
            node,
            schema: SCHEMA,
            texts: TEXTS,
            server_time: now,
            heartbeat_ms,
            limits: entry.limits,
            capabilities: self.core.capabilities_of(entry.user),
            scopes: welcomed,
        };
        frames.insert(0, welcome.encode());
        let (connection, user) = (join.connection, join.user);
        let place = self.hubs.iter().find(|(_, known)| known.hub == hub).map(|(place, _)| *place);
        let place = place.unwrap_or_else(|| self.hubs.keys().max().map_or(0, |last| last + 1));
        let known = self.hubs.entry(place).or_insert_with(|| HubOfSockets { hub, sockets: 0 });
        known.sockets += 1;
        known.hub.do_send(ToHub::Welcomed(Welcomed::new(entry, heads, frames)));
        self.sockets.insert(connection, (place, user));
        self.presence.people.arrive(connection, user, now);
        let _ = reply.send(Ok(()));
        self.plan_presence(ctx);
    }
}
