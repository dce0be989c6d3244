//! Commands that are put off because the database does not answer: refused with `unavailable`, to be sent again under
//! their ids. A command that may have been stored is never among them; it waits for the database.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant as Tick};

use actix::{AsyncContext, Context};

use super::WorkspaceActor;
use crate::{
    actor::round::Pending,
    domain::{
        ids::{CommandId, UserId},
        refusal::Refusal,
    },
};

/// A database that is asked and has said nothing to this node for so long is away.
const SILENCE: Duration = Duration::from_millis(2_500);
/// A slow or distant one may keep silent for so many times what its last answer took.
const PACES: u32 = 3;
/// How often that is looked at while commands wait.
const LOOK: Duration = Duration::from_millis(200);
/// When it is to be sent again.
const AGAIN_MS: u64 = 1_000;
/// For so long what the same person sends anew waits until what was put off has come again.
const AWAITED: Duration = Duration::from_millis(2 * AGAIN_MS);
/// So many are awaited; of more the order is not kept.
const MOST: usize = 4_096;

/// What was put off and has not come again. Whoever sends commands one behind the other without waiting for answers
/// has some on the way when the first is put off; taken before it, they would stand in the wrong order.
#[derive(Debug, Default)]
pub(super) struct PutOff {
    by: HashMap<UserId, Awaited>,
    count: usize,
}

#[derive(Debug)]
struct Awaited {
    ids: HashSet<CommandId>,
    until: Tick,
}

impl PutOff {
    pub(super) fn add(&mut self, by: UserId, id: CommandId, now: Tick) {
        self.forget(now);
        if self.count < MOST {
            let awaited = self.by.entry(by).or_insert_with(|| Awaited { ids: HashSet::new(), until: now });
            awaited.until = now + AWAITED;
            self.count += usize::from(awaited.ids.insert(id));
        }
    }

    /// Whether a command may be taken now: it has come again, or nobody waits for others of the same person.
    pub(super) fn lets_in(&mut self, by: UserId, id: CommandId, now: Tick) -> bool {
        let Some(awaited) = self.by.get_mut(&by) else { return true };
        let again = awaited.ids.remove(&id);
        self.count -= usize::from(again);
        let over = awaited.ids.is_empty() || awaited.until <= now;
        if over {
            self.count -= awaited.ids.len();
            self.by.remove(&by);
        }
        again || over
    }

    fn forget(&mut self, now: Tick) {
        self.by.retain(|_, awaited| awaited.until > now);
        self.count = self.by.values().map(|awaited| awaited.ids.len()).sum();
    }
}

impl WorkspaceActor {
    /// Puts a command off that comes now, if it has to be; else it is given back.
    pub(super) fn put_off_at_once(&mut self, pending: Pending) -> Option<Pending> {
        let now = Tick::now();
        // Sent again while its first sending waits in doubt: it waits as well.
        let outcome_unknown = || self.queue.iter().any(|it| it.outcome_unknown && it.order.id == pending.order.id);
        // Where nothing is under way this one asks: somebody has to.
        let away = self.ledger.is_none() && self.database_is_away() && !outcome_unknown();
        if away || !self.put_off.lets_in(pending.order.by, pending.order.id, now) {
            self.put_off(pending, now);
            return None;
        }
        Some(pending)
    }

    /// Looks after what waits, as long as something does.
    pub(super) fn watch_queue(&mut self, ctx: &mut Context<Self>) {
        if !self.queue_watched && !self.queue.is_empty() {
            self.queue_watched = true;
            ctx.run_later(LOOK, |actor, ctx| {
                actor.queue_watched = false;
                actor.put_off_in_silence();
                actor.watch_queue(ctx);
            });
        }
    }

    /// A slow database is not away: it answers somebody.
    fn database_is_away(&self) -> bool {
        let db = self.tools.journal.db();
        db.silent_for() >= SILENCE.max(db.last_response_time() * PACES)
    }

    /// Nobody waits for a database that is away whose command is surely not stored.
    pub(super) fn put_off_in_silence(&mut self) {
        if self.queue.is_empty() || !self.database_is_away() {
            return;
        }
        let now = Tick::now();
        let (doubted, sure): (Vec<Pending>, Vec<Pending>) =
            self.queue.take().into_iter().partition(|pending| pending.outcome_unknown);
        self.queue.put_first(doubted.into_iter());
        for pending in sure {
            self.put_off(pending, now);
        }
    }

    pub(super) fn put_off(&mut self, pending: Pending, now: Tick) {
        self.put_off.add(pending.order.by, pending.order.id, now);
        pending.answer(Err(Refusal::away(AGAIN_MS)));
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const ANN: UserId = UserId(Uuid::from_u128(1));
    const BEN: UserId = UserId(Uuid::from_u128(2));

    fn id(n: u128) -> CommandId {
        CommandId(Uuid::from_u128(n))
    }

    #[test]
    fn cm1_what_was_sent_behind_a_command_that_was_put_off_does_not_overtake_it() {
        let (mut put_off, now) = (PutOff::default(), Tick::now());
        put_off.add(ANN, id(1), now);
        assert!(!put_off.lets_in(ANN, id(2), now), "it was on its way already");
        put_off.add(ANN, id(2), now);
        // Both come again, in whatever order their sender wants.
        assert!(put_off.lets_in(ANN, id(1), now));
        assert!(!put_off.lets_in(ANN, id(3), now));
        assert!(put_off.lets_in(ANN, id(2), now));
        assert!(put_off.lets_in(ANN, id(3), now));
        assert_eq!(put_off.count, 0);
    }

    #[test]
    fn cm7_what_is_surely_not_stored_is_put_off_within_three_seconds() {
        assert!(SILENCE + LOOK <= Duration::from_secs(3), "after {:?}", SILENCE + LOOK);
    }

    #[test]
    fn others_and_those_who_wait_long_enough_wait_for_nobody() {
        let (mut put_off, now) = (PutOff::default(), Tick::now());
        put_off.add(ANN, id(1), now);
        assert!(put_off.lets_in(BEN, id(2), now));
        assert!(put_off.lets_in(ANN, id(3), now + AWAITED), "the first was given up by who sent it");
        assert_eq!(put_off.count, 0);
    }

    #[test]
    fn what_is_awaited_is_bounded() {
        let (mut put_off, now) = (PutOff::default(), Tick::now());
        for n in 0..2 * MOST as u128 {
            put_off.add(UserId(Uuid::from_u128(n % 7)), id(n), now);
        }
        assert_eq!(put_off.count, MOST);
        put_off.add(ANN, id(0), now + AWAITED);
        assert_eq!(put_off.count, 1, "what nobody waits for any more is forgotten");
    }
}
