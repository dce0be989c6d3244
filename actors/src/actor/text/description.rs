//! Writes the document into the description of its ticket (TX23), and takes in descriptions that others have written
//! (TX24).

use std::time::{Duration, Instant};

use actix::{ActorFutureExt, AsyncContext, Context, WrapFuture};
use base64::{Engine, prelude::BASE64_STANDARD};
use tokio::sync::oneshot;
use uuid::Uuid;

use super::{
    actor::{TextActor, first_document},
    figures::TextFigures,
};
use crate::{
    actor::messages::FromTextKind,
    bus::{BusMessage, TextUpdates},
    domain::{
        decide::{Order, What},
        ids::CommandId,
        kinds::ticket::describe::Describe,
        limits::{DESCRIPTION_BYTES, text_sum},
        refusal::{Refusal, RefusalCode},
        rich_text::RichText,
        rights::Narrowing,
    },
    journal::{JournalError, StoredText, TextHead, Written},
    wire::TextCode,
    workspace::Ack,
};

/// The workspace answers an order within this time, or not at all.
const PATIENCE: Duration = Duration::from_secs(30);
/// A document with more client ids loses its history when nobody has joined it (TX22).
const FORMER_CLIENTS: usize = 2_000;
/// After this many updates, the document is stored anew.
const COMPACT_AFTER: i64 = 100;

/// A description that is being written.
struct Draft {
    seq: i64,
    sum: i64,
    /// The document at that moment, if the stored one is to be replaced.
    snapshot: Option<Vec<u8>>,
}

impl TextActor {
    pub(super) fn write_if_due(&mut self, ctx: &mut Context<Self>) {
        let Some((first, last)) = self.open.as_ref().and_then(|open| open.unwritten) else { return };
        let due = last.elapsed() >= self.times.quiet || first.elapsed() >= self.times.latest;
        if due && Instant::now() >= self.write_after {
            self.write(ctx);
        }
    }

    /// Opens the text if it is not open, and writes it. Dropping the sender tells the waiting job that the write is
    /// over.
    pub(super) fn open_and_write(&mut self, ctx: &mut Context<Self>) {
        if self.ended.is_some() {
            return self.writers.clear();
        }
        if self.open.is_some() {
            return self.write_or_rest(ctx);
        }
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let read = async move { journal.open_text(workspace, ticket, first_document).await };
        self.then(read, ctx, |actor, stored, ctx| match stored {
            Ok(stored) => {
                actor.opened(stored);
                actor.write_or_rest(ctx);
            }
            Err(error) => actor.fail(&error),
        });
    }

    fn write_or_rest(&mut self, ctx: &mut Context<Self>) {
        match &self.open {
            Some(open) if open.seq > open.written_seq => self.write(ctx),
            _ => self.writers.clear(),
        }
    }

    pub(super) fn write(&mut self, ctx: &mut Context<Self>) {
        if self.is_writing {
            return;
        }
        let Some(open) = &self.open else { return };
        if !open.ahead.is_empty() {
            return self.catch_up(ctx);
        }
        self.write_after = Instant::now() + self.times.again;
        let markdown = open.document.markdown().to_owned();
        let (epoch, seq, known_sum) = (open.epoch, open.seq, open.written_sum);
        let snapshot = (seq - open.snapshot_seq >= COMPACT_AFTER).then(|| open.document.snapshot()).flatten();
        if markdown.len() > DESCRIPTION_BYTES {
            // Updates of two nodes together have made it too long. It is written once a person has shortened it.
            return;
        }
        // If no person has edited the document, the description is already up to date.
        let draft =
            Draft { seq, sum: if open.last_editor.is_some() { text_sum(&markdown) } else { known_sum }, snapshot };
        let Some(by) = open.last_editor.filter(|_| draft.sum != known_sum) else {
            return self.note_written(draft, ctx);
        };
        self.is_writing = true;
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let (reply, answer) = oneshot::channel();
        let what = What::Describe(Describe { ticket_id: ticket, description: markdown, known_sum });
        let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
        let sum = draft.sum;
        let note = async move { journal.note_text_write(workspace, ticket, sum, seq).await };
        // Typing goes on while the description is written.
        ctx.spawn(note.into_actor(self).map(move |noted, actor: &mut Self, ctx: &mut Context<Self>| match noted {
            Ok(()) => {
                actor.tell_parent(FromTextKind::Submit { order, reply });
                let answer = tokio::time::timeout(PATIENCE, answer).into_actor(actor);
                ctx.spawn(answer.map(move |answer, actor: &mut Self, ctx: &mut Context<Self>| {
                    actor.is_writing = false;
                    let answer = answer.ok().and_then(Result::ok).unwrap_or_else(|| Err(Refusal::unavailable(1_000)));
                    if actor.open.as_ref().is_some_and(|open| open.epoch == epoch) {
                        actor.answered(answer, draft, ctx);
                    }
                }));
            }
            Err(error) => {
                actor.is_writing = false;
                tracing::warn!(ticket = %actor.ticket, %error, "a description could not be written yet");
            }
        }));
    }

    fn answered(&mut self, answer: Result<Ack, Refusal>, draft: Draft, ctx: &mut Context<Self>) {
        match answer {
            Ok(_) => {
                TextFigures::count(&self.figures.written, 1);
                self.note_written(draft, ctx);
            }
            Err(refusal) if refusal.code == RefusalCode::NotFound => self.end(TextCode::NotFound, 0),
            // Another writer has changed the description. The next head shows the change; the node merges it and writes
            // again.
            Err(refusal) if refusal.code == RefusalCode::Conflict => {}
            Err(refusal) => {
                tracing::info!(ticket = %self.ticket, %refusal, "a description is written later");
                self.write_after = Instant::now() + self.times.again;
            }
        }
    }

    fn note_written(&mut self, draft: Draft, ctx: &mut Context<Self>) {
        let Some(open) = &self.open else { return };
        let (journal, workspace, ticket, epoch) = (self.journal.clone(), self.workspace, self.ticket, open.epoch);
        let Draft { seq, sum, snapshot } = draft;
        let note = async move {
            journal.text_written(workspace, ticket, epoch, (seq, sum)).await?;
            match snapshot {
                Some(snapshot) => journal.compact_text(workspace, ticket, epoch, seq, snapshot).await,
                None => Ok(false),
            }
        };
        self.then(note, ctx, move |actor, compacted, _| match compacted {
            Ok(compacted) => actor.is_written(seq, sum, compacted),
            Err(error) => actor.fail(&error),
        });
    }

    fn is_written(&mut self, seq: i64, sum: i64, compacted: bool) {
        let Some(open) = &mut self.open else { return };
        if seq >= open.written_seq {
            (open.written_seq, open.written_sum) = (seq, sum);
        }
        if compacted {
            TextFigures::count(&self.figures.compacted, 1);
            open.snapshot_seq = seq;
        }
        if open.seq <= open.written_seq {
            open.unwritten = None;
            // Dropping the sender tells the waiting job that the write is over.
            self.writers.clear();
        }
    }

    /// Puts the text away. A document with too many former editors loses its history first (TX22).
    pub(super) fn rest(&mut self, ctx: &mut Context<Self>) {
        let open = self.open.as_ref().filter(|open| open.ahead.is_empty() && open.seq == open.written_seq);
        let Some(open) = open.filter(|open| open.document.size().clients > FORMER_CLIENTS) else {
            return self.tell_idle();
        };
        let snapshot = open.document.without_history().encode();
        let (journal, workspace, ticket, at) =
            (self.journal.clone(), self.workspace, self.ticket, (open.epoch, open.seq));
        let replace = async move { journal.replace_text(workspace, ticket, at, snapshot).await };
        self.then(replace, ctx, |actor, replaced, _| match replaced {
            Ok(_) => actor.end(TextCode::Gone, 0),
            Err(error) => actor.fail(&error),
        });
    }

    /// Compares the ticket's description with the one that was last written from the document.
    pub(super) fn compare_description(&mut self, head: TextHead, ctx: &mut Context<Self>) {
        let Some(open) = &mut self.open else { return };
        if head.written_seq >= open.written_seq {
            (open.written_seq, open.written_sum) = (head.written_seq, head.written_sum);
        }
        if head.sum == head.written_sum {
            if open.seq <= open.written_seq {
                open.unwritten = None;
                self.writers.clear();
            }
            return;
        }
        if self.is_writing {
            return;
        }
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let read = async move {
            let written = journal.writer_of_text(workspace, ticket).await?;
            let base = journal.written_text(workspace, ticket).await?;
            Ok::<_, JournalError>((written, base))
        };
        self.then(read, ctx, move |actor, read, ctx| match read {
            Ok((Written::Gone, _) | (_, None)) => actor.end(TextCode::NotFound, 0),
            Ok((Written::ByNode(seq), _)) => actor.note_written(Draft { seq, sum: head.sum, snapshot: None }, ctx),
            Ok((Written::Outside(text), Some(base))) => actor.merge(&text, base, ctx),
            Err(error) => actor.fail(&error),
        });
    }

    /// Makes the description of another writer an edit of the document.
    fn merge(&mut self, text: &str, base: StoredText, ctx: &mut Context<Self>) {
        let Some(open) = &mut self.open else { return };
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
        let update = written.outside_write(&open.document, text);
        let (journal, workspace, ticket, epoch) = (self.journal.clone(), self.workspace, self.ticket, open.epoch);
        let stored = update.clone();
        let store = async move { journal.store_outside_write(workspace, ticket, epoch, stored, sums).await };
        self.then(store, ctx, move |actor, seq, ctx| match seq {
            Ok(Some(seq)) => actor.merged(seq, update, sums.1, ctx),
            // Another node was first. The next head shows its update.
            Ok(None) => {}
            Err(error) => actor.fail(&error),
        });
    }

    fn merged(&mut self, seq: i64, update: Option<Vec<u8>>, sum: i64, ctx: &mut Context<Self>) {
        TextFigures::count(&self.figures.merged, 1);
        let Some(open) = &mut self.open else { return };
        open.written_sum = sum;
        let nothing_else = open.unwritten.is_none();
        let Some(update) = update else { return };
        if open.document.take_stored(&update).is_err() {
            return self.catch_up(ctx);
        }
        open.has(seq);
        let (scope, epoch) = (open.scope, open.epoch);
        if !nothing_else || !open.ahead.is_empty() {
            open.changed();
        }
        self.send_update(None, scope, &update);
        let (workspace, ticket) = (self.workspace, self.ticket);
        let updates = vec![BASE64_STANDARD.encode(&update)];
        self.bus.publish(BusMessage::Text(TextUpdates { workspace, ticket, epoch, scope, first: seq, updates }.into()));
        if nothing_else {
            // The description says what the document says. It stays as it was written.
            self.note_written(Draft { seq, sum, snapshot: None }, ctx);
        }
    }
}
