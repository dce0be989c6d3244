//! The answers of the database, and what a text does with each.

use super::{
    effect::Answer,
    host::{Failure, Host},
    next::{Next, Then},
    state::TextCore,
};
use crate::wire::TextCode;

impl<H: Host> TextCore<H> {
    /// The database has answered the open question, or has failed.
    pub fn answered(&mut self, answer: Result<Answer, Failure>, host: &H) {
        self.use_answer(answer, host);
        self.work_off(host);
    }

    fn use_answer(&mut self, answer: Result<Answer, Failure>, host: &H) {
        let Some(next) = self.next.take() else { return };
        let answer = match answer {
            Ok(answer) => answer,
            Err(failure) => return self.unanswered(next, &failure),
        };
        match (next, answer) {
            (Next::Enter(join), Answer::Sights(sights)) => self.enter(join, sights),
            (Next::EnterOpened(join, scope, sight), Answer::Opened(stored)) => {
                self.opened(stored, host);
                self.entered(join, scope, sight, host);
            }
            (Next::EnterCaughtUp(join, scope, sight), Answer::After(Some(tail))) => {
                if self.update_scope(tail.scope) {
                    return self.check_all_rights(Then::TakeAndJoin(tail, join), host);
                }
                self.caught_up(tail, host);
                self.entered(join, scope, sight, host);
            }
            (Next::EnterCaughtUp(join, ..), Answer::After(None)) => {
                self.end(TextCode::Gone, 0);
                self.refuse_join(&join, TextCode::Gone, 0);
            }
            (Next::Rights(then), Answer::Sights(Some((scope, sights)))) => {
                for (user, sight) in sights {
                    self.set_sight(user, sight);
                }
                if self.update_scope(scope) {
                    return self.check_all_rights(then, host);
                }
                self.go_on(then, host);
            }
            (Next::Rights(then), Answer::Sights(None)) => {
                self.end(TextCode::NotFound, 0);
                self.give_up(then);
            }
            (Next::CatchUp, Answer::After(Some(tail))) => self.take_tail(tail, host),
            (Next::CatchUp, Answer::After(None)) => self.end(TextCode::Gone, 0),
            (Next::Store { taken, scope, reads_more }, Answer::Stored(last)) => {
                self.stored(last, &taken, scope, reads_more, host);
            }
            (Next::OpenToWrite, Answer::Opened(stored)) => {
                self.opened(stored, host);
                self.write_or_release(host);
            }
            (Next::Outside(head), Answer::Description(written, base)) => self.described(head, written, base, host),
            (Next::Merge { update, sum }, Answer::StoredOutside(seq)) => self.merged(seq, update, sum, host),
            (Next::NoteWritten(draft), Answer::NotedWritten(true)) => self.noted_written(draft),
            // The next head shows who has written the description.
            (Next::NoteWritten(_), Answer::NotedWritten(false)) => {}
            (Next::Compact { seq, sum }, Answer::Compacted(compacted)) => self.mark_written(seq, sum, compacted),
            (Next::Replace, Answer::Replaced) => self.end(TextCode::Gone, 0),
            (Next::RestoreSight(restoring), Answer::Sights(sights)) => self.may_restore(restoring, sights, host),
            (Next::RestoreOpened(restoring), Answer::Opened(stored)) => {
                self.opened(stored, host);
                self.make_restore(restoring, host);
            }
            (Next::NoteRestore(reply, restored), Answer::NotedRestore) => self.answer_restore(reply, Ok(restored)),
            (next, _) => self.unanswered(next, &Failure { why: "the answer belongs to another question".into() }),
        }
    }

    /// The database did not answer. A join or a restore is refused with `unavailable`. Any other failure ends the text,
    /// because its copy may lack updates, or its rights may be old.
    fn unanswered(&mut self, next: Next<H>, failure: &Failure) {
        match next {
            Next::Enter(join) | Next::EnterOpened(join, ..) | Next::EnterCaughtUp(join, ..) => {
                self.refuse_join(&join, TextCode::Unavailable, 1_000);
            }
            Next::RestoreSight(restoring) | Next::RestoreOpened(restoring) => {
                self.refuse_restore(restoring.reply);
            }
            Next::NoteRestore(reply, _) => self.refuse_restore(reply),
            Next::Rights(then) => {
                self.fail(failure);
                self.give_up(then);
            }
            _ => self.fail(failure),
        }
    }

    /// The rights could not be read, and the text has ended. A person who was about to join is told so (TX5).
    pub(super) fn give_up(&mut self, then: Then<H>) {
        if let Then::Admit(join, ..) | Then::TakeAndJoin(_, join) = then {
            let (code, wait_ms) = self.ended.unwrap_or((TextCode::Unavailable, 1_000));
            self.refuse_join(&join, code, wait_ms);
        }
    }

    /// Does what the rights were read for.
    pub(super) fn go_on(&mut self, then: Then<H>, host: &H) {
        match then {
            Then::Nothing => {}
            Then::Store => self.check_and_store(),
            Then::CatchUp => self.catch_up(),
            Then::Take(tail) => self.caught_up(tail, host),
            Then::TakeAndJoin(tail, join) => {
                self.caught_up(tail, host);
                self.join(join);
            }
            Then::Follow(head) => self.follow(head),
            Then::Admit(join, scope, sight) => self.admit(join, scope, sight),
        }
    }
}
