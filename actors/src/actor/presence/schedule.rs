//! When changes of presence are sent, and to whom.

use std::time::{Duration, Instant as Tick};

/// At most ten frames a second to a socket (PR2).
pub(super) const AT_ONCE: Duration = Duration::from_millis(100);
/// The longest wait of any audience (PR2).
pub(super) const LONGEST: Duration = Duration::from_secs(5);

/// The next time for each audience. A time that is set stays until it has come and is taken.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    /// Sockets that watch a room in which something has changed.
    watchers: Option<Tick>,
    all_sockets: Option<Tick>,
    others: Option<Tick>,
    /// No frame is sent before this time, however much changes: the last frame still counts against the bandwidth.
    watchers_rest: Option<Tick>,
    all_sockets_rest: Option<Tick>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Due {
    Watchers,
    AllSockets,
}

impl Schedule {
    pub fn want(&mut self, due: Due, now: Tick) {
        let (at, rest) = match due {
            Due::Watchers => (&mut self.watchers, self.watchers_rest),
            Due::AllSockets => (&mut self.all_sockets, self.all_sockets_rest),
        };
        at.get_or_insert((now + AT_ONCE).max(rest.unwrap_or(now)));
    }

    /// Schedules a message to other nodes.
    pub fn want_others(&mut self, now: Tick, gather: Duration) {
        self.others.get_or_insert(now + AT_ONCE + gather);
    }

    pub fn next(&self) -> Option<Tick> {
        [self.watchers, self.all_sockets, self.others].into_iter().flatten().min()
    }

    /// The audience that is due. A frame for all sockets serves watchers as well.
    pub fn take(&mut self, now: Tick) -> Option<Due> {
        if self.all_sockets.is_some_and(|at| at <= now) {
            self.all_sockets = None;
            self.watchers = None;
            return Some(Due::AllSockets);
        }
        self.watchers.take_if(|at| *at <= now)?;
        // The watchers are among these sockets, and get at most ten frames a second.
        self.all_sockets = self.all_sockets.map(|at| at.max(now + AT_ONCE));
        Some(Due::Watchers)
    }

    pub fn take_others(&mut self, now: Tick) -> bool {
        self.others.take_if(|at| *at <= now).is_some()
    }

    /// No frame is sent to this audience before `until`.
    pub fn rest(&mut self, due: Due, until: Tick) {
        match due {
            Due::Watchers => self.watchers_rest = Some(until),
            Due::AllSockets => self.all_sockets_rest = Some(until),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pr2_changes_are_gathered_and_sent_once() {
        let start = Tick::now();
        let mut schedule = Schedule::default();
        schedule.want(Due::AllSockets, start);
        schedule.want(Due::AllSockets, start + AT_ONCE / 2);
        assert_eq!(schedule.next(), Some(start + AT_ONCE));
        assert_eq!(schedule.take(start), None);
        assert_eq!(schedule.take(start + AT_ONCE), Some(Due::AllSockets));
        assert_eq!((schedule.take(start + AT_ONCE), schedule.next()), (None, None));
    }

    #[test]
    fn pr2_a_watcher_of_a_room_is_told_while_all_others_rest_and_never_twice_in_a_tenth_of_a_second() {
        let start = Tick::now();
        let rest = start + Duration::from_secs(2);
        let mut schedule = Schedule::default();
        schedule.rest(Due::AllSockets, rest);
        schedule.want(Due::AllSockets, start);
        let late = rest - 2 * AT_ONCE + Duration::from_millis(1);
        for now in [start, late] {
            schedule.want(Due::Watchers, now);
            assert_eq!(schedule.take(now + AT_ONCE), Some(Due::Watchers));
        }
        assert_eq!(schedule.next(), Some(late + 2 * AT_ONCE));
        schedule.want(Due::Watchers, late + AT_ONCE);
        assert_eq!(schedule.take(late + 2 * AT_ONCE), Some(Due::AllSockets));
        assert_eq!(schedule.next(), None, "the frame for all sockets served the watchers");
    }

    #[test]
    fn other_nodes_have_a_turn_of_their_own() {
        let start = Tick::now();
        let mut schedule = Schedule::default();
        schedule.rest(Due::AllSockets, start + Duration::from_secs(5));
        schedule.want(Due::AllSockets, start);
        schedule.want_others(start, AT_ONCE);
        assert_eq!(schedule.next(), Some(start + 2 * AT_ONCE));
        assert!(!schedule.take_others(start + AT_ONCE));
        assert!(schedule.take_others(start + 2 * AT_ONCE));
        assert_eq!(schedule.take(start + 2 * AT_ONCE), None);
    }
}
