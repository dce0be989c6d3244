//! Brings back the text of a version (TX30): the node makes the update, and the page of the person sends it like any other.

use actix::Context;

use super::actor::{TextActor, first_document};
use crate::{
    actor::messages::{RestoredText, TextRestoring},
    domain::{
        limits::text_sum,
        refusal::{Refusal, RefusalCode},
    },
    journal::{JournalError, TextRestore, TextSight},
    words,
};

impl TextActor {
    pub(super) fn restore(&mut self, restore: TextRestoring, ctx: &mut Context<Self>) {
        if self.ended.is_some() {
            return answer(restore, Err(Refusal::unavailable(1_000)));
        }
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let (user, narrowing) = (restore.user, restore.narrowing);
        let is_open = self.open.is_some();
        let read = async move {
            let sights = journal.text_sights(workspace, ticket, vec![user], narrowing).await?;
            let sight = sights.and_then(|(_, it)| it.get(&user).copied()).unwrap_or(TextSight::Nothing);
            let opens = sight == TextSight::Edits && !is_open;
            let stored = if opens { journal.open_text(workspace, ticket, first_document).await? } else { None };
            Ok::<_, JournalError>((sight, opens, stored))
        };
        self.then(read, ctx, move |actor, read, ctx| match read {
            Ok((TextSight::Edits, opens, stored)) => {
                if opens {
                    actor.opened(stored);
                }
                actor.make_restore(restore, ctx);
            }
            Ok((TextSight::Nothing, ..)) => answer(restore, Err(Refusal::not_found(words::NO_TASK))),
            Ok((TextSight::Reads, ..)) => answer(restore, Err(Refusal::forbidden())),
            Ok((TextSight::Rests, ..)) => {
                answer(restore, Err(Refusal::new(RefusalCode::Conflict, words::TASK_ARCHIVED)));
            }
            Err(_) => answer(restore, Err(Refusal::unavailable(1_000))),
        });
    }

    fn make_restore(&mut self, restore: TextRestoring, ctx: &mut Context<Self>) {
        let Some(open) = &self.open else { return answer(restore, Err(Refusal::unavailable(1_000))) };
        let (epoch, state_vector) = (open.epoch, open.document.state_vector());
        let (update, markdown) = match open.document.restore(&restore.text) {
            Ok(Some(made)) => made,
            Ok(None) => return answer(restore, Ok(RestoredText { epoch, state_vector, made: None })),
            Err(fault) => {
                tracing::info!(ticket = %self.ticket, %fault, "a version cannot be restored");
                return answer(restore, Err(Refusal::new(RefusalCode::TooMany, words::VERSION_TOO_LARGE)));
            }
        };
        let noted = TextRestore {
            by: restore.user,
            before_sum: open.written_sum,
            after_sum: text_sum(&markdown),
            restored_at: restore.at,
        };
        let (journal, workspace, ticket) = (self.journal.clone(), self.workspace, self.ticket);
        let note = async move { journal.note_text_restore(workspace, ticket, noted).await };
        self.then(note, ctx, move |_, noted, _| match noted {
            Ok(()) => answer(restore, Ok(RestoredText { epoch, state_vector, made: Some((update, markdown)) })),
            Err(_) => answer(restore, Err(Refusal::unavailable(1_000))),
        });
    }
}

/// The caller may have gone meanwhile.
fn answer(restore: TextRestoring, answer: Result<RestoredText, Refusal>) {
    let _ = restore.reply.send(answer);
}
