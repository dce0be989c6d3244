//! Brings back the text of a version (TX30): the node makes the update, and the page of the person sends it like any other.

use super::{
    effect::{Effect, Question},
    host::Host,
    input::{RestoredText, Restoring},
    next::Next,
    state::TextCore,
    stored::{Sights, TextRestore, TextSight},
};
use crate::{
    domain::{
        ids::ScopeId,
        limits::text_sum,
        refusal::{Refusal, RefusalCode},
    },
    words,
};

impl<H: Host> TextCore<H> {
    pub(super) fn restore(&mut self, restoring: Restoring<H>) {
        if self.ended.is_some() {
            return self.refuse_restore(restoring.reply);
        }
        let (users, narrowing) = (vec![restoring.user], restoring.narrowing);
        self.ask(Question::Sights { users, narrowing }, Next::RestoreSight(restoring));
    }

    pub(super) fn may_restore(&mut self, restoring: Restoring<H>, sights: Option<(ScopeId, Sights)>, host: &H) {
        let sight = sights.and_then(|(_, sights)| sights.get(&restoring.user).copied());
        let refusal = match sight.unwrap_or(TextSight::Nothing) {
            TextSight::Edits if self.open.is_none() => {
                return self.ask(Question::Open, Next::RestoreOpened(restoring));
            }
            TextSight::Edits => return self.make_restore(restoring, host),
            TextSight::Nothing => Refusal::not_found(words::NO_TASK),
            TextSight::Reads => Refusal::forbidden(),
            TextSight::Archived => Refusal::new(RefusalCode::Conflict, words::TASK_ARCHIVED),
        };
        self.answer_restore(restoring.reply, Err(refusal));
    }

    pub(super) fn make_restore(&mut self, restoring: Restoring<H>, host: &H) {
        let Some(open) = &self.open else { return self.refuse_restore(restoring.reply) };
        let (epoch, state_vector) = (open.epoch, open.document.state_vector());
        let (update, markdown) = match open.document.restore_as(host.fresh_client(), &restoring.text) {
            Ok(Some(made)) => made,
            Ok(None) => {
                return self.answer_restore(restoring.reply, Ok(RestoredText { epoch, state_vector, made: None }));
            }
            Err(fault) => {
                tracing::info!(ticket = %self.ticket, %fault, "a version cannot be restored");
                let refusal = Refusal::new(RefusalCode::TooMany, words::VERSION_TOO_LARGE);
                return self.answer_restore(restoring.reply, Err(refusal));
            }
        };
        let noted = TextRestore {
            by: restoring.user,
            before_sum: open.written_sum,
            after_sum: text_sum(&markdown),
            restored_at: restoring.at,
        };
        let restored = RestoredText { epoch, state_vector, made: Some((update, markdown)) };
        self.ask(Question::NoteRestore(noted), Next::NoteRestore(restoring.reply, restored));
    }

    pub(super) fn answer_restore(&mut self, reply: H::Restorer, answer: Result<RestoredText, Refusal>) {
        self.emit(Effect::Restored(reply, answer));
    }

    pub(super) fn refuse_restore(&mut self, reply: H::Restorer) {
        self.answer_restore(reply, Err(Refusal::unavailable(1_000)));
    }
}
