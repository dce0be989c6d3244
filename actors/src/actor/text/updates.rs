//! Takes updates: checks them, stores them, acks them, and sends them on, in this order (TX6).

use std::collections::VecDeque;

use actix::{AsyncContext, Context};
use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::Bytes;
use uuid::Uuid;

use super::{
    actor::{Flush, TextActor},
    figures::TextFigures,
    open::Waiting,
};
use crate::{
    actor::messages::TextNote,
    bus::{BusMessage, TextUpdates},
    domain::{
        ids::{ScopeId, UserId},
        rich_text::{Fault, UPDATE_BYTES},
    },
    fail,
    journal::{JournalError, NewUpdate, StoredTail, TextHead, TextSight},
    wire::{TextAnswer, TextCode},
};

/// The updates of a socket that may wait, and their bytes.
const WAITING: usize = 64;
const WAITING_BYTES: usize = 256 * 1024;
/// Larger updates are not sent on the bus.
const BUS_BYTES: usize = 12 * 1024;
/// The updates of one statement.
const BATCH: usize = 256;

impl TextActor {
    pub(super) fn update(&mut self, connection: Uuid, number: u32, update: Bytes, ctx: &mut Context<Self>) {
        let Some(member) = self.members.get_mut(&connection) else { return };
        let (count, bytes) = member.waiting;
        let fault = if member.refused.is_some() || number != member.last.wrapping_add(1) {
            Some((TextCode::Conflict, 0))
        } else if update.len() > UPDATE_BYTES {
            Some((TextCode::PayloadTooLarge, 0))
        } else if count >= WAITING || bytes + update.len() > WAITING_BYTES {
            Some((TextCode::RateLimited, 1_000))
        } else {
            None
        };
        if let Some((code, wait_ms)) = fault {
            return self.refuse(connection, number, code, wait_ms);
        }
        member.last = number;
        member.waiting = (count + 1, bytes + update.len());
        self.waiting.push(Waiting { connection, number, update, has_waited: false });
        // Updates that wait in the mailbox already are stored together with this one.
        if !std::mem::replace(&mut self.flush_is_planned, true) {
            ctx.notify(Flush);
        }
    }

    fn refuse(&mut self, connection: Uuid, number: u32, code: TextCode, wait_ms: u32) {
        TextFigures::count(&self.figures.refused, 1);
        if let Some(member) = self.members.get_mut(&connection) {
            member.refused = Some(member.refused.map_or(number, |first| first.min(number)));
        }
        self.send_to(connection, None, TextAnswer::Refused { number, code, wait_ms }.encode(self.ticket));
    }

    /// Stores what waits. First the rights are asked for, at this moment (TX10).
    pub(super) fn flush(&mut self, ctx: &mut Context<Self>) {
        if self.waiting.is_empty() || self.open.is_none() {
            return;
        }
        let mut users: Vec<UserId> =
            self.waiting.iter().filter_map(|it| self.members.get(&it.connection).map(|member| member.user)).collect();
        users.sort_unstable();
        users.dedup();
        self.check_rights(users, ctx, Self::check_and_store);
    }

    fn check_and_store(&mut self, ctx: &mut Context<Self>) {
        let Some(scope) = self.open.as_ref().map(|open| open.scope) else { return };
        let mut taken: Vec<(Waiting, UserId)> = Vec::new();
        let more = self.waiting.len().min(BATCH);
        let mut batch = self.waiting.drain(..more).collect::<VecDeque<_>>();
        while let Some(waiting) = batch.pop_front() {
            let Some(member) = self.members.get_mut(&waiting.connection) else { continue };
            let user = member.user;
            let fault = match member.sight {
                // Updates before the refused one do not build on it.
                _ if member.refused.is_some_and(|first| first < waiting.number) => Some(TextCode::Conflict),
                TextSight::Edits => match self.open.as_mut().map(|open| open.document.apply(&waiting.update)) {
                    None => return,
                    Some(Ok(())) => None,
                    // The page may know text that another node has stored a moment ago.
                    Some(Err(Fault::Gap)) if !waiting.has_waited => {
                        batch.push_front(Waiting { has_waited: true, ..waiting });
                        self.waiting.splice(0..0, batch);
                        self.catch_up(ctx);
                        break;
                    }
                    Some(Err(fault)) => Some(TextCode::from(fault)),
                },
                TextSight::Rests => Some(TextCode::Conflict),
                TextSight::Reads => Some(TextCode::Forbidden),
                TextSight::Nothing => Some(TextCode::NotFound),
            };
            member.waiting =
                (member.waiting.0.saturating_sub(1), member.waiting.1.saturating_sub(waiting.update.len()));
            match fault {
                Some(code) => self.refuse(waiting.connection, waiting.number, code, 0),
                None => taken.push((waiting, user)),
            }
        }
        if !self.waiting.is_empty() {
            self.flush_is_planned = true;
            ctx.notify(Flush);
        }
        if let Some(epoch) = self.open.as_ref().map(|open| open.epoch).filter(|_| !taken.is_empty()) {
            fail::point("text");
            let updates = taken.iter().map(|(it, user)| NewUpdate { by: *user, data: it.update.to_vec() }).collect();
            let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
            let store = async move { journal.store_text_updates(workspace, ticket, epoch, updates).await };
            self.then(store, ctx, move |actor, stored, ctx| actor.stored(stored, &taken, scope, ctx));
        }
    }

    fn stored(
        &mut self,
        stored: Result<Option<i64>, JournalError>,
        taken: &[(Waiting, UserId)],
        scope: ScopeId,
        ctx: &mut Context<Self>,
    ) {
        fail::point("text_stored");
        let last = match stored {
            Ok(Some(last)) => last,
            // The document has another epoch, or the ticket is gone. The next join finds out which of the two it is.
            Ok(None) => return self.end(TextCode::Gone, 0),
            Err(error) => return self.fail(&error),
        };
        let Some(open) = &mut self.open else { return };
        let first = last + 1 - taken.len() as i64;
        for seq in first..=last {
            open.has(seq);
        }
        open.last_editor = taken.last().map(|(_, user)| *user);
        open.changed();
        let (epoch, has_gap) = (open.epoch, !open.ahead.is_empty());
        let bytes: usize = taken.iter().map(|(it, _)| it.update.len()).sum();
        TextFigures::count(&self.figures.updates, taken.len());
        TextFigures::count(&self.figures.update_bytes, bytes);
        TextFigures::count(&self.figures.batches, 1);
        for (place, (it, _)) in taken.iter().enumerate() {
            self.send_update(Some(it.connection), scope, &it.update);
            // One ack for all updates of a socket in a batch.
            if taken[place + 1..].iter().all(|(later, _)| later.connection != it.connection) {
                self.send_to(it.connection, None, TextAnswer::Acked(it.number).encode(self.ticket));
            }
        }
        let updates = if bytes > BUS_BYTES {
            Vec::new()
        } else {
            taken.iter().map(|(it, _)| BASE64_STANDARD.encode(&it.update)).collect()
        };
        let (workspace, ticket) = (self.workspace, self.ticket);
        self.bus.publish(BusMessage::Text(TextUpdates { workspace, ticket, epoch, scope, first, updates }.into()));
        if has_gap {
            self.catch_up(ctx);
        }
    }

    /// Another node has stored updates. They are sent on here, or read from the database if some are missing.
    pub(super) fn note(&mut self, note: TextNote, ctx: &mut Context<Self>) {
        let Some(open) = &mut self.open else { return };
        if note.epoch != open.epoch {
            return self.end(TextCode::Gone, 0);
        }
        let has_gap = note.updates.is_empty() || note.first > open.seq + 1;
        if self.has_moved_to(note.scope) {
            return self.check_all_rights(ctx, Self::catch_up);
        }
        if has_gap {
            return self.catch_up(ctx);
        }
        self.take(note.first, &note.updates, ctx);
    }

    fn take(&mut self, first: i64, updates: &[Vec<u8>], ctx: &mut Context<Self>) {
        for (seq, update) in (first..).zip(updates) {
            let Some(open) = &mut self.open else { return };
            if open.knows(seq) {
                continue;
            }
            if open.document.take_stored(update).is_err() {
                return self.catch_up(ctx);
            }
            open.has(seq);
            open.changed();
            let scope = open.scope;
            self.send_update(None, scope, update);
        }
    }

    /// Reads what this copy lacks.
    pub(super) fn catch_up(&mut self, ctx: &mut Context<Self>) {
        let Some(open) = &self.open else { return };
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let (epoch, seq) = (open.epoch, open.seq);
        let read = async move { journal.text_after(workspace, ticket, epoch, seq).await };
        self.then(read, ctx, |actor, tail, _| match tail {
            Ok(Some(tail)) => actor.caught_up(tail),
            Ok(None) => actor.end(TextCode::Gone, 0),
            Err(error) => actor.fail(&error),
        });
    }

    pub(super) fn caught_up(&mut self, tail: StoredTail) {
        let snapshot = tail.snapshot.into_iter().map(|(seq, it)| (seq, it, true));
        let updates = tail.updates.into_iter().map(|(seq, it)| (seq, it, false));
        for (seq, update, is_snapshot) in snapshot.chain(updates).collect::<Vec<_>>() {
            let Some(open) = &mut self.open else { return };
            if open.knows(seq) && !is_snapshot {
                continue;
            }
            if let Err(fault) = open.document.take_stored(&update) {
                tracing::error!(ticket = %self.ticket, seq, %fault, "a stored update cannot be read");
                return self.end(TextCode::Unavailable, 5_000);
            }
            TextFigures::count(&self.figures.repaired, 1);
            if is_snapshot {
                open.has_all_up_to(seq);
            } else {
                open.has(seq);
            }
            open.changed();
            let scope = open.scope;
            self.send_update(None, scope, &update);
        }
    }

    /// Where the document stands in the database, once a second: shows what the bus has lost, and what others have
    /// changed.
    pub(super) fn head(&mut self, head: Option<TextHead>, ctx: &mut Context<Self>) {
        let Some(head) = head else { return self.end(TextCode::NotFound, 0) };
        let Some(open) = &mut self.open else { return };
        if head.epoch.0.is_nil() && !open.had_head {
            return;
        }
        if head.epoch != open.epoch {
            return self.end(TextCode::Gone, 0);
        }
        open.had_head = true;
        let rests = std::mem::replace(&mut open.rests, head.rests) != head.rests;
        if self.has_moved_to(head.scope) || rests {
            return self.check_all_rights(ctx, move |actor, ctx| actor.follow(head, ctx));
        }
        self.follow(head, ctx);
    }

    fn follow(&mut self, head: TextHead, ctx: &mut Context<Self>) {
        let Some(open) = &self.open else { return };
        if head.seq > open.seq {
            // The next head shows the description.
            return self.catch_up(ctx);
        }
        self.compare_description(head, ctx);
    }
}
