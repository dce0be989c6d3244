//! Writes the document into the description of its ticket (TX23).

use super::{
    effect::{Counted, Effect, Question},
    host::{Failure, Host},
    next::{Draft, Held, Next, Writing},
    state::TextCore,
};
use crate::{
    domain::{
        decide::{Order, What},
        kinds::ticket::describe::Describe,
        limits::{DESCRIPTION_BYTES, text_sum},
        refusal::{Refusal, RefusalCode},
        rights::Narrowing,
    },
    wire::TextCode,
};

impl<H: Host> TextCore<H> {
    pub(super) fn write_if_due(&mut self, host: &H) {
        let Some((first, last)) = self.open.as_ref().and_then(|open| open.unwritten) else { return };
        let now = host.now();
        let due = now.saturating_sub(last) >= self.times.quiet || now.saturating_sub(first) >= self.times.latest;
        if due && now >= self.write_after {
            self.write(host);
        }
    }

    /// Opens the text if it is not open, and writes it.
    pub(super) fn open_and_write(&mut self, host: &H) {
        if self.ended.is_some() {
            return self.release_writers();
        }
        if self.open.is_some() {
            return self.write_or_release(host);
        }
        self.ask(Question::Open, Next::OpenToWrite);
    }

    pub(super) fn write_or_release(&mut self, host: &H) {
        match &self.open {
            Some(open) if open.seq > open.written_seq => self.write(host),
            _ => self.release_writers(),
        }
    }

    fn write(&mut self, host: &H) {
        if self.writing.is_some() {
            return;
        }
        let Some(open) = &self.open else { return };
        if !open.ahead.is_empty() || !open.knows_last_editor {
            return self.catch_up();
        }
        self.write_after = host.now() + self.times.again;
        let markdown = open.document.markdown().to_owned();
        let (epoch, seq, known_sum) = (open.epoch, open.seq, open.written_sum);
        let snapshot = (seq - open.snapshot_seq >= self.compact_after).then(|| open.document.snapshot()).flatten();
        if markdown.len() > DESCRIPTION_BYTES {
            // Updates of two nodes together have made it too long. It is written once a person has shortened it.
            return;
        }
        // If no person has edited the document, the description is already up to date.
        let sum = if open.last_editor.is_some() { text_sum(&markdown) } else { known_sum };
        let by = open.last_editor.filter(|_| sum != known_sum);
        let draft = Draft { seq, sum, snapshot, is_assumed: by.is_none() };
        let Some(by) = by else { return self.note_written(draft) };
        let what = What::Describe(Describe { ticket_id: self.ticket, description: markdown, known_sum });
        let order = Order { id: host.fresh_id(), by, narrowing: Narrowing::NONE, from: None, what };
        self.writing = Some(Writing { draft, epoch, order: Some(order) });
        self.emit(Effect::NoteWrite { sum, seq });
    }

    /// The database has noted that the description will be written, or has failed.
    pub fn write_noted(&mut self, noted: Result<(), Failure>, host: &H) {
        self.hold(Held::WriteNoted(noted), host);
    }

    /// The workspace has answered the order that writes the description.
    pub fn write_answered(&mut self, answer: Result<(), Refusal>, host: &H) {
        self.hold(Held::WriteAnswered(answer), host);
    }

    pub(super) fn submit(&mut self, noted: Result<(), Failure>) {
        if let Err(failure) = noted {
            self.writing = None;
            tracing::warn!(ticket = %self.ticket, error = %failure.why, "a description could not be written yet");
            return;
        }
        if let Some(order) = self.writing.as_mut().and_then(|writing| writing.order.take()) {
            self.emit(Effect::Submit(order));
        }
    }

    pub(super) fn described_by_node(&mut self, answer: Result<(), Refusal>, host: &H) {
        let Some(Writing { draft, epoch, .. }) = self.writing.take() else { return };
        if self.open.as_ref().is_none_or(|open| open.epoch != epoch) {
            return;
        }
        match answer {
            Ok(()) => {
                self.count(Counted::Written, 1);
                self.note_written(draft);
            }
            Err(refusal) if refusal.code == RefusalCode::NotFound => self.end(TextCode::NotFound, 0),
            // Another writer has changed the description. The next head shows the change; the node merges it and writes
            // again.
            Err(refusal) if refusal.code == RefusalCode::Conflict => {}
            Err(refusal) => {
                tracing::info!(ticket = %self.ticket, %refusal, "a description is written later");
                self.write_after = host.now() + self.times.again;
            }
        }
    }

    pub(super) fn note_written(&mut self, draft: Draft) {
        let Some(epoch) = self.open.as_ref().map(|open| open.epoch) else { return };
        let (seq, sum, is_assumed) = (draft.seq, draft.sum, draft.is_assumed);
        self.ask(Question::NoteWritten { epoch, seq, sum, is_assumed }, Next::NoteWritten(draft));
    }

    pub(super) fn noted_written(&mut self, draft: Draft) {
        let Draft { seq, sum, snapshot, .. } = draft;
        match (snapshot, self.open.as_ref().map(|open| open.epoch)) {
            (Some(snapshot), Some(epoch)) => {
                self.ask(Question::Compact { epoch, seq, snapshot }, Next::Compact { seq, sum });
            }
            _ => self.mark_written(seq, sum, false),
        }
    }

    pub(super) fn mark_written(&mut self, seq: i64, sum: i64, compacted: bool) {
        if compacted {
            self.count(Counted::Compacted, 1);
        }
        let Some(open) = &mut self.open else { return };
        if seq >= open.written_seq {
            (open.written_seq, open.written_sum) = (seq, sum);
        }
        if compacted {
            open.snapshot_seq = seq;
        }
        if open.seq <= open.written_seq {
            open.unwritten = None;
            self.release_writers();
        }
    }

    /// Puts the text away. A document with too many former editors loses its history first (TX22).
    pub(super) fn put_away(&mut self, host: &H) {
        let open = self.open.as_ref().filter(|open| open.ahead.is_empty() && open.seq == open.written_seq);
        let Some(open) = open.filter(|open| open.document.size().clients > self.former_clients) else {
            return self.tell_idle();
        };
        let snapshot = open.document.without_history_as(host.fresh_client()).encode();
        let (epoch, seq) = (open.epoch, open.seq);
        self.ask(Question::Replace { epoch, seq, snapshot }, Next::Replace);
    }
}
