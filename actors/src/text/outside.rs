//! Takes in descriptions that others have written (TX24).

use bytes::Bytes;

use super::{
    effect::{Counted, Effect, Question},
    host::Host,
    next::{Draft, Next},
    state::TextCore,
    stored::{StoredText, TextHead, Written},
};
use crate::{
    domain::{limits::text_sum, rich_text::RichText},
    wire::TextCode,
};

impl<H: Host> TextCore<H> {
    /// Takes over what the head says was written. If the description differs from it, asks who wrote the description.
    pub(super) fn compare_description(&mut self, head: TextHead) {
        let Some(open) = &mut self.open else { return };
        if head.written_seq >= open.written_seq {
            (open.written_seq, open.written_sum) = (head.written_seq, head.written_sum);
        }
        if head.sum == head.written_sum {
            if open.seq <= open.written_seq {
                open.unwritten = None;
                self.release_writers();
            }
            return;
        }
        if self.writing.is_none() {
            self.ask(Question::Description, Next::Outside(head));
        }
    }

    /// Who has written the description that the head has shown.
    pub(super) fn described(&mut self, head: TextHead, written: Written, base: Option<StoredText>, host: &H) {
        match (written, base) {
            (Written::Gone, _) | (_, None) => self.end(TextCode::NotFound, 0),
            (Written::ByNode(seq), _) => {
                self.note_written(Draft { seq, sum: head.sum, snapshot: None, is_assumed: false })
            }
            (Written::Outside(text), Some(base)) => self.merge(&text, &base, host),
        }
    }

    /// Makes the description of another writer an edit of the document.
    fn merge(&mut self, text: &str, base: &StoredText, host: &H) {
        let Some(open) = &self.open else { return };
        if base.epoch != open.epoch {
            return self.end(TextCode::Gone, 0);
        }
        let sums = (base.head.written_sum, text_sum(text));
        if sums.0 == sums.1 {
            return;
        }
        let written = match RichText::load(&base.snapshot, base.updates.iter().map(|(_, update)| update.as_slice())) {
            Ok(written) => written,
            Err(fault) => {
                tracing::error!(ticket = %self.ticket, %fault, "a stored text cannot be read");
                return self.end(TextCode::Unavailable, 30_000);
            }
        };
        let update = written.outside_write_as(host.fresh_client(), &open.document, text);
        let epoch = open.epoch;
        self.ask(Question::StoreOutside { epoch, update: update.clone(), sums }, Next::Merge { update, sum: sums.1 });
    }

    pub(super) fn merged(&mut self, seq: Option<i64>, update: Option<Vec<u8>>, sum: i64, host: &H) {
        // Another node was first. The next head shows its update.
        let Some(seq) = seq else { return };
        self.count(Counted::Merged, 1);
        let Some(open) = &mut self.open else { return };
        open.written_sum = sum;
        let nothing_else = open.unwritten.is_none();
        let Some(update) = update else { return };
        if open.document.take_stored(&update).is_err() {
            return self.catch_up();
        }
        open.mark_applied(seq);
        let (scope, epoch) = (open.scope, open.epoch);
        if !nothing_else || !open.ahead.is_empty() {
            open.changed(host.now());
        }
        self.send_update(None, scope, &update);
        self.emit(Effect::PublishUpdates { epoch, scope, first: seq, updates: vec![Bytes::from(update)] });
        if nothing_else {
            // The document now equals the description, so the description needs no write.
            self.note_written(Draft { seq, sum, snapshot: None, is_assumed: false });
        }
    }
}
