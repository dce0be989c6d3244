//! When who is to be told of what has changed.

use std::time::{Duration, Instant as Tick};

/// At most ten frames a second to a socket (PR2).
pub(super) const AT_ONCE: Duration = Duration::from_millis(100);

/// The turns of those who are told. One that is set is waited for, and taken when its time has come.
#[derive(Debug, Default)]
pub(super) struct Turns {
    /// Those who watch the rooms in which something has changed.
    watchers: Option<Tick>,
    everybody: Option<Tick>,
    others: Option<Tick>,
    /// Not before, however much changes: what they were told last is still paid for.
    watchers_rest: Option<Tick>,
    everybody_rest: Option<Tick>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    Watchers,
    Everybody,
}

impl Turns {
    pub fn want(&mut self, turn: Turn, now: Tick) {
        let (at, rest) = match turn {
            Turn::Watchers => (&mut self.watchers, self.watchers_rest),
            Turn::Everybody => (&mut self.everybody, self.everybody_rest),
        };
        at.get_or_insert((now + AT_ONCE).max(rest.unwrap_or(now)));
    }

    /// The other nodes are to be told.
    pub fn want_others(&mut self, now: Tick, gather: Duration) {
        self.others.get_or_insert(now + AT_ONCE + gather);
    }

    pub fn next(&self) -> Option<Tick> {
        [self.watchers, self.everybody, self.others].into_iter().flatten().min()
    }

    /// Whose turn it is. Who is told everything need not be told of rooms as well.
    pub fn take(&mut self, now: Tick) -> Option<Turn> {
        if self.everybody.is_some_and(|at| at <= now) {
            self.everybody = None;
            self.watchers = None;
            return Some(Turn::Everybody);
        }
        self.watchers.take_if(|at| *at <= now)?;
        // The same sockets are among everybody.
        self.everybody = self.everybody.map(|at| at.max(now + AT_ONCE));
        Some(Turn::Watchers)
    }

    pub fn take_others(&mut self, now: Tick) -> bool {
        self.others.take_if(|at| *at <= now).is_some()
    }

    /// Whoever has just been told is left alone for so long.
    pub fn rest(&mut self, turn: Turn, until: Tick) {
        match turn {
            Turn::Watchers => self.watchers_rest = Some(until),
            Turn::Everybody => self.everybody_rest = Some(until),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr2_what_changes_is_gathered_and_told_once() {
        let start = Tick::now();
        let mut turns = Turns::default();
        turns.want(Turn::Everybody, start);
        turns.want(Turn::Everybody, start + AT_ONCE / 2);
        assert_eq!(turns.next(), Some(start + AT_ONCE));
        assert_eq!(turns.take(start), None);
        assert_eq!(turns.take(start + AT_ONCE), Some(Turn::Everybody));
        assert_eq!((turns.take(start + AT_ONCE), turns.next()), (None, None));
    }

    #[test]
    fn pr2_whoever_watches_a_room_is_told_while_everybody_else_rests_and_never_twice_in_a_tenth_of_a_second() {
        let start = Tick::now();
        let rest = start + Duration::from_secs(2);
        let mut turns = Turns::default();
        turns.rest(Turn::Everybody, rest);
        turns.want(Turn::Everybody, start);
        let late = rest - 2 * AT_ONCE + Duration::from_millis(1);
        for now in [start, late] {
            turns.want(Turn::Watchers, now);
            assert_eq!(turns.take(now + AT_ONCE), Some(Turn::Watchers));
        }
        assert_eq!(turns.next(), Some(late + 2 * AT_ONCE));
        turns.want(Turn::Watchers, late + AT_ONCE);
        assert_eq!(turns.take(late + 2 * AT_ONCE), Some(Turn::Everybody));
        assert_eq!(turns.next(), None, "the room was told with everybody");
    }

    #[test]
    fn other_nodes_have_a_turn_of_their_own() {
        let start = Tick::now();
        let mut turns = Turns::default();
        turns.rest(Turn::Everybody, start + Duration::from_secs(5));
        turns.want(Turn::Everybody, start);
        turns.want_others(start, AT_ONCE);
        assert_eq!(turns.next(), Some(start + 2 * AT_ONCE));
        assert!(!turns.take_others(start + AT_ONCE));
        assert!(turns.take_others(start + 2 * AT_ONCE));
        assert_eq!(turns.take(start + 2 * AT_ONCE), None);
    }
}
