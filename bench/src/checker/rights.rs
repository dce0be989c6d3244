//! Who may receive what, scope by scope: INV-8 (nothing after a right was lost) and INV-9 (nothing from before it was
//! gained, and in the end exactly the scopes that a user may see).

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::verdict::Verdict;
use crate::history::{Entry, History};

/// A right to the events after `from`, up to and with `to`.
#[derive(Clone, Copy, Debug)]
struct Right {
    from: i64,
    to: Option<i64>,
}

impl Right {
    /// Whether a replica may stand at a seq.
    fn covers(&self, seq: i64) -> bool {
        self.from <= seq && self.to.is_none_or(|to| seq <= to)
    }
}

/// The rights by user and scope.
#[derive(Default)]
pub(super) struct Rights {
    of: BTreeMap<(Uuid, Uuid), Vec<Right>>,
}

impl Rights {
    pub(super) fn read(history: &History) -> Self {
        let mut rights = Self::default();
        for entry in &history.entries {
            if let Entry::Right { user, scope, from, to } = entry {
                rights.of.entry((*user, *scope)).or_default().push(Right { from: *from, to: *to });
            }
        }
        rights
    }

    fn of(&self, user: Uuid, scope: Uuid) -> &[Right] {
        self.of.get(&(user, scope)).map(Vec::as_slice).unwrap_or_default()
    }

    /// A socket resumes behind a cursor: one of a right that covers it.
    pub(super) fn check_resume(&self, user: Uuid, scope: Uuid, seq: i64, verdict: &mut Verdict) {
        if !self.of.is_empty() && !self.of(user, scope).iter().any(|right| right.covers(seq)) {
            self.violated("a socket resumed", user, scope, seq, verdict);
        }
    }

    /// A socket is live from a seq on, and its client reads the snapshot.
    pub(super) fn check_live(&self, user: Uuid, scope: Uuid, seq: i64, verdict: &mut Verdict) {
        if !self.of.is_empty() && !self.of(user, scope).iter().any(|right| right.covers(seq)) {
            self.violated("a socket began", user, scope, seq, verdict);
        }
    }

    /// An event was sent.
    pub(super) fn check_event(&self, user: Uuid, scope: Uuid, seq: i64, verdict: &mut Verdict) {
        let covers = |right: &Right| right.from < seq && right.covers(seq);
        if !self.of.is_empty() && !self.of(user, scope).iter().any(covers) {
            self.violated("an event was sent", user, scope, seq, verdict);
        }
    }

    /// A snapshot was read at a cursor.
    pub(super) fn check_snapshot(&self, user: Uuid, scope: Uuid, seq: i64, verdict: &mut Verdict) {
        if !self.of.is_empty() && !self.of(user, scope).iter().any(|right| right.covers(seq)) {
            self.violated("a snapshot was read", user, scope, seq, verdict);
        }
    }

    /// Whether an event took a user's sight of its scope.
    pub(super) fn is_lost_by(&self, user: Uuid, (scope, seq): (Uuid, i64)) -> bool {
        self.of(user, scope).iter().any(|right| right.to == Some(seq))
    }

    /// After a loss the broken invariant is INV-8; before the first gain it is INV-9.
    fn violated(&self, what: &str, user: Uuid, scope: Uuid, seq: i64, verdict: &mut Verdict) {
        let known = self.of(user, scope);
        let lost = known.iter().any(|right| right.to.is_some_and(|to| to < seq));
        verdict.figures.after_revocation += u64::from(lost);
        let invariant = if lost { "INV-8" } else { "INV-9" };
        verdict.violated(invariant, format!("{what} for {user} at {seq} of {scope}, whose rights there are {known:?}"));
    }

    /// In the end, each client follows exactly the scopes of its user.
    pub(super) fn check_end(&self, client: u32, user: Uuid, follows: BTreeSet<Uuid>, verdict: &mut Verdict) {
        if self.of.is_empty() {
            return;
        }
        let of_user = self.of.iter().filter(|((known, _), _)| *known == user);
        let held = of_user.filter(|(_, all)| all.iter().any(|right| right.to.is_none())).map(|((_, scope), _)| *scope);
        let held: BTreeSet<Uuid> = held.collect();
        if held != follows {
            verdict.violated("INV-9", format!("client {client} follows {follows:?}, and its user may see {held:?}"));
        }
    }
}
