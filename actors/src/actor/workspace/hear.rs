//! What other nodes say of this workspace, and what the journal says where the bus was silent.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use uuid::Uuid;

use super::{ScopeFeed, WorkspaceActor};
use crate::{
    bus::BusMessage,
    domain::{
        change::Event,
        ids::{Epoch, ScopeId},
    },
    journal::{Journal, JournalError},
    sync::Head,
};

/// What the world lacks is read in pages of this size. It is told to the sockets as it comes: two would not fit into an
/// outbox.
const PAGE: i64 = 1_000;
/// What everybody on a socket lacks, in smaller ones: a page comes to them all at once, and more than an outbox holds
/// would look like a slow reader.
const TOLD_AT_ONCE: i64 = 250;
/// Events that were overtaken on their way come within this; after it they are read from the journal.
const OVERTAKEN: Duration = Duration::from_millis(30);

/// Events by scope.
pub(super) type Found = Vec<(ScopeId, Vec<Event>)>;

/// What the journal has after what was told, a page a scope. One look at all heads first: a workspace has as
/// many scopes as members.
pub(super) async fn untold(journal: &Journal, told: HashMap<ScopeId, i64>) -> Result<Found, JournalError> {
    let mut found = Vec::new();
    for Head { scope, seq, .. } in journal.heads(told.keys().copied().collect()).await? {
        let from = told.get(&scope).copied().unwrap_or(seq);
        if seq > from {
            let events = journal.events_since(scope, from, i64::MAX, PAGE).await?;
            found.push((scope, events));
        }
    }
    Ok(found)
}

impl WorkspaceActor {
    pub(super) fn take_untold(&mut self, found: Found, ctx: &mut Context<Self>) {
        for (scope, events) in found {
            self.offer(scope, events.into_iter().map(Arc::new).collect(), false, ctx);
        }
    }

    pub(super) fn heard(&mut self, node: Uuid, message: BusMessage, ctx: &mut Context<Self>) {
        match message {
            BusMessage::Advanced { scope, epoch, from, to, events, .. } => {
                self.heard_of_events(scope, epoch, (from, to), events, ctx);
            }
            BusMessage::Present { members, .. } => {
                self.presence.take(node, members, Tick::now());
                self.plan_presence(ctx);
            }
            BusMessage::WhoIsPresent { .. } => {
                self.presence.say_again();
                self.plan_presence(ctx);
            }
            BusMessage::SessionEnded { .. } | BusMessage::Alive { .. } | BusMessage::Goodbye => {}
        }
    }

    fn heard_of_events(
        &mut self,
        scope: ScopeId,
        epoch: Epoch,
        (from, to): (i64, i64),
        events: Option<Vec<Arc<Event>>>,
        ctx: &mut Context<Self>,
    ) {
        let Some(feed) = self.feeds.get_mut(&scope).filter(|feed| feed.epoch == epoch) else { return };
        feed.sequencer.hear_of(to);
        match events {
            Some(events) => self.offer(scope, events, false, ctx),
            // Too large for the bus: they will not come by themselves.
            None if from <= feed.sequencer.applied() => return self.fill_gaps(ctx),
            None => {}
        }
        self.plan_gap(scope, ctx);
    }

    pub(super) fn heard_head(&mut self, head: Head, ctx: &mut Context<Self>) {
        let Head { scope, epoch, seq } = head;
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if feed.epoch != epoch {
            self.begin_anew(scope, ctx);
        } else if seq < feed.sequencer.applied() {
            self.look_again(scope, ctx);
        } else {
            feed.sequencer.hear_of(seq);
            self.plan_gap(scope, ctx);
        }
    }

    /// A head behind what has been told. Under load that look is merely older than the telling; one that begins
    /// now cannot be, and if it still says so, numbers may have been reused.
    fn look_again(&mut self, scope: ScopeId, ctx: &mut Context<Self>) {
        let Some(feed) = self.feeds.get_mut(&scope) else { return };
        if std::mem::replace(&mut feed.looking_again, true) {
            return;
        }
        let told = feed.sequencer.applied();
        let journal = self.tools.journal.clone();
        let work = async move { journal.heads(vec![scope]).await }.into_actor(self);
        ctx.spawn(work.map(move |heads, actor: &mut Self, ctx: &mut Context<Self>| {
            if let Some(feed) = actor.feeds.get_mut(&scope) {
                feed.looking_again = false;
            }
            // Where the database did not answer, the next look at the heads asks again.
            if heads.is_ok_and(|heads| heads.first().is_some_and(|head| head.seq < told)) {
                actor.begin_anew(scope, ctx);
            }
        }));
    }

    /// A scope has another incarnation. While a round has the world this waits: the next look says it again.
    fn begin_anew(&mut self, scope: ScopeId, ctx: &mut Context<Self>) {
        if self.ledger.take().is_some() {
            tracing::error!(workspace = %self.id, %scope, "a scope has begun anew; its clients are sent to the snapshot");
            self.feeds.clear();
            self.send_away();
            self.load(ctx);
        }
    }

    /// Reads what is missing a little later: what was overtaken on its way is mostly here by then.
    pub(super) fn plan_gaps(&mut self, ctx: &mut Context<Self>) {
        if self.gaps_planned.is_none() && self.feeds.values().any(ScopeFeed::is_missing_some) {
            self.gaps_planned = Some(ctx.run_later(OVERTAKEN, |actor, ctx| actor.fill_gaps(ctx)));
        }
    }

    /// The same for one scope: a workspace may have thousands.
    fn plan_gap(&mut self, scope: ScopeId, ctx: &mut Context<Self>) {
        if self.gaps_planned.is_none() && self.feeds.get(&scope).is_some_and(ScopeFeed::is_missing_some) {
            self.gaps_planned = Some(ctx.run_later(OVERTAKEN, |actor, ctx| actor.fill_gaps(ctx)));
        }
    }

    /// Reads what is known to exist and has not come: one read a scope at a time.
    fn fill_gaps(&mut self, ctx: &mut Context<Self>) {
        if let Some(planned) = self.gaps_planned.take() {
            ctx.cancel_future(planned);
        }
        if self.ledger.is_none() {
            return; // What has come is held until the world is back; then it shows what is missing.
        }
        let gaps: Vec<(ScopeId, i64, i64)> = self
            .feeds
            .iter_mut()
            .filter(|(_, feed)| !feed.filling)
            .filter_map(|(scope, feed)| {
                let (from, to) = feed.sequencer.gap()?;
                feed.filling = true;
                Some((*scope, from, to))
            })
            .collect();
        for (scope, from, to) in gaps {
            self.read_on(scope, from, to, ctx);
        }
    }

    fn read_on(&mut self, scope: ScopeId, from: i64, to: i64, ctx: &mut Context<Self>) {
        let journal = self.tools.journal.clone();
        let work = async move { journal.events_since(scope, from, to, TOLD_AT_ONCE).await }.into_actor(self);
        ctx.spawn(work.map(
            move |read: Result<Vec<Event>, JournalError>, actor: &mut Self, ctx: &mut Context<Self>| {
                if let Some(feed) = actor.feeds.get_mut(&scope) {
                    feed.filling = false;
                }
                match read {
                    Ok(events) if events.first().is_some_and(|event| event.seq == from + 1) => {
                        actor.bus.figures().gap_filled();
                        let whole = events.last().is_some_and(|event| event.seq >= to);
                        actor.offer(scope, events.into_iter().map(Arc::new).collect(), false, ctx);
                        if whole { actor.plan_gaps(ctx) } else { actor.fill_gaps(ctx) }
                    }
                    Ok(_) => {
                        // They are no longer kept, or cannot be read: nobody can be told, so who follows it reads the snapshot.
                        tracing::warn!(workspace = %actor.id, %scope, from, to, "missed events cannot be had");
                        actor.holes.insert(scope);
                        actor.reload(ctx);
                    }
                    // The next look at the heads tries again.
                    Err(error) => tracing::warn!(workspace = %actor.id, %error, "missed events could not be read"),
                }
            },
        ));
    }
}
