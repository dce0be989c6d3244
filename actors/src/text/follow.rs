//! Follows the updates of other nodes: from the bus, and from the database if some are missing (TX15).

use super::{
    effect::{Counted, Question},
    host::Host,
    input::Note,
    next::{Next, Then},
    state::TextCore,
    stored::{StoredTail, TextHead},
};
use crate::wire::TextCode;

impl<H: Host> TextCore<H> {
    /// Another node has stored updates. They are sent on here, or read from the database if some are missing.
    pub(super) fn note(&mut self, note: Note, host: &H) {
        let Some(open) = &mut self.open else { return };
        if note.epoch != open.epoch {
            return self.end(TextCode::Gone, 0);
        }
        let has_gap = note.updates.is_empty() || note.first > open.seq + 1;
        if self.update_scope(note.scope) {
            return self.check_all_rights(Then::CatchUp, host);
        }
        if has_gap {
            return self.catch_up();
        }
        self.take_stored(note.first, &note.updates, host);
    }

    fn take_stored(&mut self, first: i64, updates: &[Vec<u8>], host: &H) {
        for (seq, update) in (first..).zip(updates) {
            let Some(open) = &mut self.open else { return };
            if open.knows(seq) {
                continue;
            }
            if open.document.take_stored(update).is_err() {
                return self.catch_up();
            }
            open.mark_applied(seq);
            open.changed(host.now());
            open.knows_last_editor = false;
            let scope = open.scope;
            self.send_update(None, scope, update);
        }
    }

    /// Reads what this copy lacks.
    pub(super) fn catch_up(&mut self) {
        let Some(open) = &self.open else { return };
        let (epoch, seq) = (open.epoch, open.seq);
        self.ask(Question::After { epoch, seq }, Next::CatchUp);
    }

    /// Takes what the copy lacked. If the ticket has moved, everybody's rights are read first: the updates may have come
    /// after the move (TX10).
    pub(super) fn take_tail(&mut self, tail: StoredTail, host: &H) {
        if self.update_scope(tail.scope) {
            return self.check_all_rights(Then::Take(tail), host);
        }
        self.caught_up(tail, host);
    }

    pub(super) fn caught_up(&mut self, tail: StoredTail, host: &H) {
        if let Some(open) = &mut self.open {
            (open.last_editor, open.knows_last_editor) = (tail.last_editor, true);
        }
        let snapshot = tail.snapshot.into_iter().map(|(seq, it)| (seq, it, true));
        let updates = tail.updates.into_iter().map(|(seq, it)| (seq, it, false));
        for (seq, update, is_snapshot) in snapshot.chain(updates) {
            let Some(open) = &mut self.open else { return };
            if open.knows(seq) && !is_snapshot {
                continue;
            }
            if let Err(fault) = open.document.take_stored(&update) {
                tracing::error!(ticket = %self.ticket, seq, %fault, "a stored update cannot be read");
                return self.end(TextCode::Unavailable, 5_000);
            }
            if is_snapshot {
                open.mark_applied_up_to(seq);
            } else {
                open.mark_applied(seq);
            }
            open.changed(host.now());
            let scope = open.scope;
            self.count(Counted::Repaired, 1);
            self.send_update(None, scope, &update);
        }
    }

    /// The position of the document in the database, read once a second. It reveals updates that the bus has lost, and
    /// changes of others.
    pub(super) fn head(&mut self, head: Option<TextHead>, host: &H) {
        let Some(head) = head else { return self.end(TextCode::NotFound, 0) };
        let Some(open) = &mut self.open else { return };
        if head.epoch.0.is_nil() && !open.had_head {
            return;
        }
        if head.epoch != open.epoch {
            return self.end(TextCode::Gone, 0);
        }
        open.had_head = true;
        let is_archived = std::mem::replace(&mut open.is_archived, head.is_archived) != head.is_archived;
        if self.update_scope(head.scope) || is_archived {
            return self.check_all_rights(Then::Follow(head), host);
        }
        self.follow(head);
    }

    pub(super) fn follow(&mut self, head: TextHead) {
        let Some(open) = &self.open else { return };
        if head.seq > open.seq {
            // The description is compared when the next head comes.
            return self.catch_up();
        }
        self.compare_description(head);
    }
}
