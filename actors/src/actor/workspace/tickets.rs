//! The tickets on stage of one workspace.

use std::collections::{BTreeMap, HashMap};

use crate::domain::ids::TicketId;

/// The limit of tickets on stage in a workspace. An actor with its ticket takes about 2 KB, and an import or a bulk
/// edit may touch every ticket of a workspace. A ticket that has left is read from the journal by the next round that
/// needs it.
const MAX_TICKETS: usize = 2_000;

/// The addresses of the ticket actors. Each time a ticket comes on stage, it gets a new and higher generation.
#[derive(Debug)]
pub(super) struct TicketsOnStage<A> {
    by_id: HashMap<TicketId, (A, u64)>,
    by_generation: BTreeMap<u64, TicketId>,
    last_generation: u64,
    max: usize,
}

impl<A> Default for TicketsOnStage<A> {
    fn default() -> Self {
        Self { by_id: HashMap::new(), by_generation: BTreeMap::new(), last_generation: 0, max: MAX_TICKETS }
    }
}

impl<A> TicketsOnStage<A> {
    pub fn get(&self, id: TicketId) -> Option<&A> {
        self.by_id.get(&id).map(|(addr, _)| addr)
    }

    pub fn all(&self) -> impl Iterator<Item = &A> {
        self.by_id.values().map(|(addr, _)| addr)
    }

    /// Adds a ticket that is not on stage. `start` starts its actor and gets its generation. If there are now too many
    /// tickets, removes and returns the oldest, which the caller must stop.
    #[must_use]
    pub fn add(&mut self, id: TicketId, start: impl FnOnce(u64) -> A) -> Option<A> {
        self.last_generation += 1;
        self.by_id.insert(id, (start(self.last_generation), self.last_generation));
        self.by_generation.insert(self.last_generation, id);
        if self.by_id.len() <= self.max {
            return None;
        }
        let (_, oldest) = self.by_generation.pop_first()?;
        self.by_id.remove(&oldest).map(|(addr, _)| addr)
    }

    /// Removes a ticket. The caller must stop its actor.
    #[must_use]
    pub fn remove(&mut self, id: TicketId) -> Option<A> {
        let (addr, generation) = self.by_id.remove(&id)?;
        self.by_generation.remove(&generation);
        Some(addr)
    }

    /// Removes a ticket if it still has this generation. The caller must stop its actor.
    #[must_use]
    pub fn remove_generation(&mut self, id: TicketId, generation: u64) -> Option<A> {
        let (_, known) = self.by_id.get(&id)?;
        if *known == generation { self.remove(id) } else { None }
    }

    /// Removes all tickets. The caller must stop their actors.
    pub fn drain(&mut self) -> impl Iterator<Item = A> {
        self.by_generation.clear();
        self.by_id.drain().map(|(_, (addr, _))| addr)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn ticket(n: u128) -> TicketId {
        TicketId(Uuid::from_u128(n))
    }

    fn on_stage(tickets: &TicketsOnStage<u64>) -> Vec<u64> {
        let mut all: Vec<u64> = tickets.all().copied().collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn the_oldest_ticket_leaves_the_stage_when_there_are_too_many() {
        let mut tickets = TicketsOnStage { max: 3, ..TicketsOnStage::default() };
        for n in 1..=3 {
            assert_eq!(tickets.add(ticket(n), |generation| generation), None);
        }
        assert_eq!(tickets.remove(ticket(1)), Some(1));
        assert_eq!(tickets.add(ticket(4), |generation| generation), None, "one has left");
        assert_eq!(tickets.add(ticket(5), |generation| generation), Some(2), "the oldest of those that are left");
        assert_eq!(tickets.get(ticket(2)), None);
        assert_eq!(on_stage(&tickets), [3, 4, 5]);
    }

    #[test]
    fn an_import_of_every_ticket_keeps_the_stage_within_its_bound() {
        let mut tickets = TicketsOnStage::default();
        let stopped = (0..100_000).filter_map(|n| tickets.add(ticket(n), |_| ())).count();
        assert_eq!(tickets.all().count(), 2_000);
        assert_eq!(stopped, 98_000, "each ticket that left was handed over to be stopped");
        assert_eq!(tickets.by_generation.len(), 2_000);
    }

    #[test]
    fn a_ticket_that_came_back_does_not_leave_for_the_idleness_of_its_earlier_incarnation() {
        let mut tickets = TicketsOnStage::default();
        assert_eq!(tickets.add(ticket(7), |generation| generation), None);
        assert_eq!(tickets.remove(ticket(7)), Some(1));
        assert_eq!(tickets.add(ticket(7), |generation| generation), None);
        assert_eq!(tickets.remove_generation(ticket(7), 1), None);
        assert_eq!(tickets.get(ticket(7)), Some(&2));
        assert_eq!(tickets.remove_generation(ticket(7), 2), Some(2));
        assert_eq!(tickets.drain().count(), 0);
    }
}
