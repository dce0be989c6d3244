//! Checks updates, stores them, sends them to others and acks them, in this order (TX6).

use std::collections::VecDeque;

use bytes::Bytes;
use uuid::Uuid;

use super::{
    effect::{Counted, Effect, Question},
    host::Host,
    member::Waiting,
    next::{Held, Next, Then},
    state::TextCore,
    stored::{NewUpdate, TextSight},
};
use crate::{
    domain::{
        ids::{ScopeId, UserId},
        rich_text::{Fault, UPDATE_BYTES},
    },
    fail,
    wire::{TextAnswer, TextCode},
};

/// Larger updates are not sent on the bus.
const BUS_BYTES: usize = 12 * 1024;
/// The most updates in one statement.
const BATCH: usize = 256;

impl<H: Host> TextCore<H> {
    pub(super) fn update(&mut self, connection: Uuid, number: u32, update: Bytes) {
        let Some(member) = self.members.get_mut(&connection) else { return };
        let fault = if member.refused.is_some() || number != member.last.wrapping_add(1) {
            Some((TextCode::Conflict, 0))
        } else if update.len() > UPDATE_BYTES {
            Some((TextCode::PayloadTooLarge, 0))
        } else if !member.waiting.admits(update.len()) {
            Some((TextCode::RateLimited, 1_000))
        } else {
            None
        };
        if let Some((code, wait_ms)) = fault {
            return self.refuse(connection, number, code, wait_ms);
        }
        member.last = number;
        member.waiting.add(update.len());
        self.waiting.push(Waiting { connection, number, update, has_waited: false });
        self.plan_flush();
    }

    /// Updates that are already in the queue of the host join the same batch.
    fn plan_flush(&mut self) {
        if !std::mem::replace(&mut self.flush_is_planned, true) {
            self.emit(Effect::PlanFlush);
        }
    }

    fn refuse(&mut self, connection: Uuid, number: u32, code: TextCode, wait_ms: u32) {
        self.count(Counted::Refused, 1);
        if let Some(member) = self.members.get_mut(&connection) {
            member.refused = Some(member.refused.map_or(number, |first| first.min(number)));
        }
        self.send_to(connection, None, TextAnswer::Refused { number, code, wait_ms }.encode(self.ticket));
    }

    /// Tells a socket that too many of its updates wait.
    pub(super) fn refuse_too_many(&mut self, connection: Uuid, number: u32) {
        if self.members.contains_key(&connection) {
            self.refuse(connection, number, TextCode::RateLimited, 1_000);
        }
    }

    /// Stores what waits. The host calls this after [`Effect::PlanFlush`].
    pub fn flush(&mut self, host: &H) {
        self.hold(Held::Flush, host);
    }

    /// The rights are read now, just before storing (TX10).
    pub(super) fn store_waiting(&mut self, host: &H) {
        self.flush_is_planned = false;
        if self.waiting.is_empty() || self.open.is_none() {
            return;
        }
        let mut users: Vec<UserId> =
            self.waiting.iter().filter_map(|it| self.members.get(&it.connection).map(|member| member.user)).collect();
        users.sort_unstable();
        users.dedup();
        self.check_rights(users, Then::Store, host);
    }

    pub(super) fn check_and_store(&mut self) {
        let Some(scope) = self.open.as_ref().map(|open| open.scope) else { return };
        let mut taken: Vec<(Waiting, UserId)> = Vec::new();
        let mut reads_more = false;
        let more = self.waiting.len().min(BATCH);
        let mut batch = self.waiting.drain(..more).collect::<VecDeque<_>>();
        while let Some(waiting) = batch.pop_front() {
            let Some(member) = self.members.get_mut(&waiting.connection) else { continue };
            let user = member.user;
            let fault = match member.sight {
                // Updates before the refused one do not depend on it, so they may be stored.
                _ if member.refused.is_some_and(|first| first < waiting.number) => Some(TextCode::Conflict),
                TextSight::Edits => match self.open.as_mut().map(|open| open.document.apply(&waiting.update)) {
                    None => return,
                    Some(Ok(())) => None,
                    // The update may build on text that this node has not read yet.
                    Some(Err(Fault::Gap)) if !waiting.has_waited => {
                        batch.push_front(Waiting { has_waited: true, ..waiting });
                        self.waiting.splice(0..0, batch);
                        reads_more = true;
                        break;
                    }
                    Some(Err(fault)) => Some(TextCode::from(fault)),
                },
                TextSight::Archived => Some(TextCode::Conflict),
                TextSight::Reads => Some(TextCode::Forbidden),
                TextSight::Nothing => Some(TextCode::NotFound),
            };
            member.waiting.remove(waiting.update.len());
            match fault {
                Some(code) => self.refuse(waiting.connection, waiting.number, code, 0),
                None => taken.push((waiting, user)),
            }
        }
        if !self.waiting.is_empty() {
            self.flush_is_planned = true;
            self.emit(Effect::PlanFlush);
        }
        match self.open.as_ref().map(|open| open.epoch).filter(|_| !taken.is_empty()) {
            Some(epoch) => {
                fail::point("text");
                let updates =
                    taken.iter().map(|(it, user)| NewUpdate { by: *user, data: it.update.to_vec() }).collect();
                self.ask(Question::Store { epoch, updates }, Next::Store { taken, scope, reads_more });
            }
            None if reads_more => self.catch_up(),
            None => {}
        }
    }

    pub(super) fn stored(
        &mut self,
        last: Option<i64>,
        taken: &[(Waiting, UserId)],
        scope: ScopeId,
        reads_more: bool,
        host: &H,
    ) {
        fail::point("text_stored");
        // The document has another epoch, or the ticket is gone. The next join gets the exact reason.
        let Some(last) = last else { return self.end(TextCode::Gone, 0) };
        let Some(open) = &mut self.open else { return };
        let first = last + 1 - taken.len() as i64;
        for seq in first..=last {
            open.mark_applied(seq);
        }
        (open.last_editor, open.knows_last_editor) = (taken.last().map(|(_, user)| *user), true);
        open.changed(host.now());
        let (epoch, has_gap) = (open.epoch, !open.ahead.is_empty());
        let bytes: usize = taken.iter().map(|(it, _)| it.update.len()).sum();
        self.count(Counted::Updates, taken.len());
        self.count(Counted::UpdateBytes, bytes);
        self.count(Counted::Batches, 1);
        for (place, (it, _)) in taken.iter().enumerate() {
            self.send_update(Some(it.connection), scope, &it.update);
            // One ack for all updates of a socket in a batch.
            if taken[place + 1..].iter().all(|(later, _)| later.connection != it.connection) {
                self.send_to(it.connection, None, TextAnswer::Acked(it.number).encode(self.ticket));
            }
        }
        let updates =
            if bytes > BUS_BYTES { Vec::new() } else { taken.iter().map(|(it, _)| it.update.clone()).collect() };
        self.emit(Effect::PublishUpdates { epoch, scope, first, updates });
        if has_gap || reads_more {
            self.catch_up();
        }
    }
}
