//! One round: the waiting commands are decided in order and committed together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use actors::domain::change::{Event, Write};
use actors::domain::decide;
use actors::domain::entity::{Entity, EntityKind};
use actors::domain::ids::{CommandId, ScopeId};
use actors::sync::{Batch, BatchBuilder, Footing, Read, ReadKind};
use uuid::Uuid;

use super::super::{Database, instant};
use super::{Node, Pending, Query, Remembered, Sabotage, Want};
use crate::simulation::database::Outcome;

/// Decided, and on its way to the database.
pub(super) struct Round {
    taken: Vec<Pending>,
    batch: Arc<Batch>,
    undo: Vec<(ScopeId, Write)>,
}

/// After so many misses in a row everything is read anew.
const MISSES_BEFORE_RELOAD: u32 = 3;

impl Node {
    pub(super) fn start_round(&mut self, database: &Database) {
        if self.busy {
            return;
        }
        for pending in std::mem::take(&mut self.queue) {
            match self.remembered.get(&pending.order.id).cloned() {
                Some(seen) => self.answer(pending.socket, pending.order.id, &seen),
                None => self.queue.push_back(pending),
            }
        }
        if self.queue.is_empty() {
            return;
        }
        let home = self.workspace.scope();
        let at = instant(self.now);
        let Some(ledger) = &mut self.ledger else { return };
        let mut builder = BatchBuilder::new(self.workspace, at);
        let before = ledger.footings.clone();
        let footing = |scope: ScopeId| before.get(&scope).copied().unwrap_or(Footing::nowhere());
        let mut versions: BTreeMap<(ReadKind, Uuid), i64> = BTreeMap::new();
        let mut undo = Vec::new();
        let mut decided = BTreeSet::new();
        // What was sent again before its first answer waits for that.
        let (taken, again): (Vec<Pending>, Vec<Pending>) =
            self.queue.drain(..).partition(|pending| decided.insert(pending.order.id));
        self.queue.extend(again);
        for Pending { order, .. } in &taken {
            let touches = decide::touches(&ledger.world, order);
            for ticket in touches.tickets {
                let version = ledger.versions.get(&ticket.0).copied().unwrap_or(0);
                versions.entry((ReadKind::Ticket, ticket.0)).or_insert(version);
            }
            for id in touches.activities {
                if versions.contains_key(&(ReadKind::Activity, id.0)) {
                    continue;
                }
                let found = database.activity(id);
                versions.insert((ReadKind::Activity, id.0), found.as_ref().map_or(0, |(_, version)| *version));
                if let Some((activity, _)) = found {
                    ledger.world.activities.insert(id, activity);
                }
            }
            let outcome = decide::decide(&ledger.world, order, at);
            if let Ok(decision) = &outcome {
                for (scope, write) in &decision.writes {
                    if let (None, Some(after)) = (&write.before, &write.after)
                        && let Some(kind) = read_kind(after.kind())
                    {
                        versions.entry((kind, after.id())).or_insert(0);
                    }
                    ledger.world.apply(*scope, write);
                    undo.push((*scope, write.clone()));
                }
            }
            builder.rely_on_config(home, footing(home));
            builder.push(order, 0, &outcome, footing);
        }
        for ((kind, id), version) in versions {
            builder.read(Read { kind, id, version, scope: None });
        }
        let batch = Arc::new(builder.finish());
        self.busy = true;
        self.wants.push(Want::Commit(batch.clone()));
        self.round = Some(Round { taken, batch, undo });
    }

    /// The database has answered a commit, or has not.
    pub fn committed(&mut self, outcome: Outcome, database: &Database) {
        let Some(Round { taken, batch, undo }) = self.round.take() else { return };
        self.busy = false;
        if let Outcome::Done(before) = outcome {
            self.misses = 0;
            self.done(taken, &batch, &before);
            return self.go_on(database);
        }
        self.take_back(undo);
        self.misses += 1;
        let mut again = taken;
        match outcome {
            Outcome::Seen(seen) => {
                for (id, remembered) in &seen {
                    self.remembered.insert(*id, remembered.clone());
                }
                let known = |id: CommandId| seen.iter().find(|(it, _)| *it == id).map(|(_, remembered)| remembered);
                let (answered, left): (Vec<_>, Vec<_>) = again.into_iter().partition(|it| known(it.order.id).is_some());
                for Pending { order, socket } in answered {
                    if let Some(remembered) = known(order.id) {
                        self.answer(socket, order.id, remembered);
                    }
                }
                again = left;
            }
            Outcome::Away => self.misses = self.misses.max(MISSES_BEFORE_RELOAD),
            Outcome::Stale | Outcome::Done(_) => {}
        }
        for pending in again.into_iter().rev() {
            self.queue.push_front(pending);
        }
        self.busy = true;
        if self.misses >= MISSES_BEFORE_RELOAD {
            self.wants.push(Want::Ask(Query::Load));
        } else {
            let told = self.lanes.iter().map(|(scope, lane)| (*scope, lane.sequencer.applied())).collect();
            self.wants.push(Want::Ask(Query::CatchUp(told)));
        }
    }

    fn take_back(&mut self, undo: Vec<(ScopeId, Write)>) {
        let Some(ledger) = &mut self.ledger else { return };
        for (scope, write) in undo.into_iter().rev() {
            ledger.world.apply(scope, &write.reversed());
        }
        ledger.world.last_numbers =
            ledger.footings.iter().map(|(scope, footing)| (*scope, footing.last_number)).collect();
        ledger.world.activities.clear();
    }

    fn done(&mut self, taken: Vec<Pending>, batch: &Batch, before: &BTreeMap<ScopeId, i64>) {
        let seq = |scope: ScopeId, ordinal: u32| before.get(&scope).copied().unwrap_or(0) + i64::from(ordinal);
        if let Some(ledger) = &mut self.ledger {
            ledger.world.activities.clear();
            for ((kind, id), row) in &batch.rows {
                if let (EntityKind::Ticket, Some(Entity::Ticket(_))) = (kind, &row.after) {
                    ledger.versions.insert(*id, seq(row.scope, row.ordinal));
                }
            }
        }
        for (Pending { order, socket }, answer) in taken.into_iter().zip(&batch.answers) {
            let seq = seq(answer.scope, answer.ordinal);
            let remembered = Remembered { scope: answer.scope, seq, refusal: answer.refusal.clone() };
            self.answer(socket, order.id, &remembered);
            if !self.is(Sabotage::Dedup) {
                self.remembered.insert(order.id, remembered);
            }
        }
        let mut events: BTreeMap<ScopeId, Vec<Arc<Event>>> = BTreeMap::new();
        for event in &batch.events {
            let (command_id, by, at) = (event.command, event.by, batch.at);
            let seq = seq(event.scope, event.ordinal);
            let stored = Event { seq, command_id, by, at, changes: event.changes.clone(), foreign: None };
            events.entry(event.scope).or_default().push(Arc::new(stored));
        }
        for (scope, events) in events {
            self.wants.push(Want::Publish { scope, events: events.clone() });
            self.offer(scope, events, true);
        }
    }
}

fn read_kind(kind: EntityKind) -> Option<ReadKind> {
    match kind {
        EntityKind::Ticket => Some(ReadKind::Ticket),
        EntityKind::Activity => Some(ReadKind::Activity),
        EntityKind::Reaction => Some(ReadKind::Reaction),
        _ => None,
    }
}
