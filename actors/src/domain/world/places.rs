//! The ranks that a move needs. After many moves into one gap, neighbours get new ranks to make room.

use std::collections::{BTreeSet, HashSet};
use std::ops::Bound;

use super::Index;
use crate::domain::{
    ids::{ListId, ScopeId, TicketId},
    limits,
    rank::Rank,
};

/// The longest rank after spreading neighbours: ranks this short leave room for dozens of moves into the same gap.
const GOAL_CHARS: usize = 8;
/// The number of neighbours spread on each side at first; it doubles until the ranks are short.
const FEWEST: usize = 4;
/// The most bytes of neighbours in an event, each with its places in all its lists.
const NEIGHBOUR_BYTES: usize = limits::EVENT_BYTES / 4;

/// The new ranks of the moved tickets, and of the neighbours that make room for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    /// In the order of the moved tickets.
    pub moving: Vec<Rank>,
    pub neighbours: Vec<(TicketId, Rank)>,
}

impl Index {
    /// Ranks that place tickets in order after `after`, or at the start. Neighbours are the tickets of `scopes`, the
    /// workspace's scope first, without the tickets that move. Only neighbours in the moved tickets' own scope make
    /// room: shared tickets are never rewritten for a private one, nor private ones for a shared one.
    pub fn places_behind(
        &self,
        list: ListId,
        scopes: &[ScopeId],
        after: Option<TicketId>,
        moving: &[TicketId],
    ) -> Option<Places> {
        let ranks = self.ranks_behind(list, scopes, after, moving)?;
        if longest(&ranks) <= limits::RANK_CHARS {
            return Some(Places { moving: ranks, neighbours: Vec::new() });
        }
        let gap = match after {
            Some(after) => Some((self.get(after)?.lists.iter().find(|(id, _)| *id == list)?.1.clone(), after)),
            None => None,
        };
        let places = self.make_room(list, scopes, gap.as_ref(), moving);
        Some(
            places
                .filter(|places| longest(&places.moving) < longest(&ranks))
                .unwrap_or(Places { moving: ranks, neighbours: Vec::new() }),
        )
    }

    /// Spreads the moved tickets and as few neighbours as needed, on both sides of the gap.
    fn make_room(
        &self,
        list: ListId,
        scopes: &[ScopeId],
        gap: Option<&(Rank, TicketId)>,
        moving: &[TicketId],
    ) -> Option<Places> {
        let shared = *scopes.first()?;
        let of = |ticket: &TicketId| self.get(*ticket).map(|entry| entry.scope);
        // A ticket that comes from another home is placed like the tickets of this one.
        let none_is_shared =
            moving.iter().map(of).all(|scope| scope.is_some_and(|it| it != shared && scopes.contains(&it)));
        let scope = if none_is_shared { of(moving.first()?)? } else { shared };
        let empty = BTreeSet::new();
        let set: HashSet<TicketId> = moving.iter().copied().collect();
        let order = |scope: ScopeId| self.order.get(&(list, scope)).unwrap_or(&empty);
        let before = |order| below(order, gap);
        let behind = |order| above(order, gap);
        // A private ticket stays between the same shared tickets.
        let fixed = scopes.iter().filter(|other| scope != shared && **other != scope);
        let floor = fixed.clone().filter_map(|other| before(order(*other)).next_back()).max();
        let ceiling = fixed.filter_map(|other| behind(order(*other)).next()).min();
        let weight = |ticket: &TicketId| 150 + self.get(*ticket).map_or(0, |entry| 80 * entry.lists.len());
        let lower = before(order(scope)).rev().take_while(|it| floor.is_none_or(|floor| *it > floor));
        let upper = behind(order(scope)).take_while(|it| ceiling.is_none_or(|ceiling| *it < ceiling));
        let stays = |it: &&(Rank, TicketId)| !set.contains(&it.1);
        let lower: Vec<_> = lower.filter(stays).take(limits::TICKETS_AN_EVENT).collect();
        let upper: Vec<_> = upper.filter(stays).take(limits::TICKETS_AN_EVENT).collect();

        let mut best: Option<(usize, Places)> = None;
        let mut reach = FEWEST;
        loop {
            let (left, right) = (&lower[..reach.min(lower.len())], &upper[..reach.min(upper.len())]);
            let count = left.len() + right.len();
            let bytes: usize = left.iter().chain(right).map(|it| weight(&it.1)).sum();
            if count + moving.len() > limits::TICKETS_AN_EVENT || bytes > NEIGHBOUR_BYTES {
                break;
            }
            let low = lower.get(left.len()).copied().or(floor).map(|it| &it.0);
            let high = upper.get(right.len()).copied().or(ceiling).map(|it| &it.0);
            let ranks = Rank::spread(low, high, count + moving.len());
            let length = longest(&ranks);
            if best.as_ref().is_none_or(|(known, _)| length < *known) {
                best = Some((length, divide(ranks, left, right, moving.len())));
            }
            if length <= GOAL_CHARS || (left.len() == lower.len() && right.len() == upper.len()) {
                break;
            }
            reach *= 2;
        }
        best.map(|(_, places)| places)
    }
}

type Order = BTreeSet<(Rank, TicketId)>;

fn below<'o>(
    order: &'o Order,
    gap: Option<&(Rank, TicketId)>,
) -> std::collections::btree_set::Range<'o, (Rank, TicketId)> {
    match gap {
        Some(gap) => order.range((Bound::Unbounded, Bound::Included(gap.clone()))),
        // Nothing stands before the first.
        None => order.range((Bound::Unbounded, Bound::Excluded((Rank(String::new()), TicketId(uuid::Uuid::nil()))))),
    }
}

fn above<'o>(
    order: &'o Order,
    gap: Option<&(Rank, TicketId)>,
) -> std::collections::btree_set::Range<'o, (Rank, TicketId)> {
    match gap {
        Some(gap) => order.range((Bound::Excluded(gap.clone()), Bound::Unbounded)),
        None => order.range((Bound::Unbounded::<(Rank, TicketId)>, Bound::Unbounded)),
    }
}

/// Assigns ranks in order: to the left neighbours (the nearest comes first in `left`), to the moved tickets, to the
/// right neighbours.
fn divide(ranks: Vec<Rank>, left: &[&(Rank, TicketId)], right: &[&(Rank, TicketId)], moving: usize) -> Places {
    let mut ranks = ranks.into_iter();
    let mut places = Places::default();
    let neighbour = |known: &(Rank, TicketId), rank: Option<Rank>, places: &mut Places| {
        places.neighbours.extend(rank.filter(|rank| *rank != known.0).map(|rank| (known.1, rank)));
    };
    for known in left.iter().rev() {
        neighbour(known, ranks.next(), &mut places);
    }
    places.moving = ranks.by_ref().take(moving).collect();
    for known in right {
        neighbour(known, ranks.next(), &mut places);
    }
    places
}

fn longest(ranks: &[Rank]) -> usize {
    ranks.iter().map(|rank| rank.0.len()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::super::Entry;
    use super::*;
    use crate::domain::ids::StatusId;

    const LIST: ListId = ListId(Uuid::from_u128(1));
    const SHARED: ScopeId = ScopeId(Uuid::from_u128(2));
    const MINE: ScopeId = ScopeId(Uuid::from_u128(3));
    const THEIRS: ScopeId = ScopeId(Uuid::from_u128(4));

    fn ticket(n: u128) -> TicketId {
        TicketId(Uuid::from_u128(n))
    }

    fn put(index: &mut Index, id: TicketId, scope: ScopeId, rank: Rank) {
        let status = StatusId(Uuid::nil());
        let lists = Box::new([(LIST, rank)]);
        index.put(
            id,
            Entry {
                scope,
                number: 0,
                status,
                parent: None,
                lists,
                labels: Box::default(),
                options: Box::default(),
                records: Box::default(),
            },
        );
    }

    /// Moves as a node does; returns how many neighbours made room.
    fn place(index: &mut Index, after: Option<TicketId>, moving: &[TicketId]) -> usize {
        let places = index.places_behind(LIST, &[SHARED, MINE], after, moving).expect("it is there");
        let moved = moving.iter().copied().zip(places.moving);
        for (id, rank) in moved.chain(places.neighbours.clone()) {
            let scope = index.get(id).expect("known").scope;
            put(index, id, scope, rank);
        }
        places.neighbours.len()
    }

    fn order(index: &Index, scope: ScopeId) -> Vec<TicketId> {
        index.order.get(&(LIST, scope)).into_iter().flatten().map(|(_, id)| *id).collect()
    }

    fn length(index: &Index) -> usize {
        index.tickets().flat_map(|(_, entry)| &entry.lists).map(|(_, rank)| rank.0.len()).max().unwrap_or(0)
    }

    fn full(shared: u128) -> Index {
        let mut index = Index::default();
        for n in 1..=shared {
            let last = index.rank_last(LIST, &[SHARED]);
            put(&mut index, ticket(n), SHARED, last);
        }
        index
    }

    #[test]
    fn p07_thousands_of_moves_into_one_gap_leave_ranks_short_and_the_order_right() {
        for always_first in [true, false] {
            let mut index = full(3_000);
            let mut expected = order(&index, SHARED);
            let (mut rewritten, mut most, anchor) = (0, 0, ticket(7));
            let mut last = anchor;
            for n in 1_000..3_000 {
                let after = if always_first { anchor } else { last };
                let made_room = place(&mut index, Some(after), &[ticket(n)]);
                (rewritten, most) = (rewritten + made_room, most.max(made_room));
                last = ticket(n);
                expected.retain(|id| *id != ticket(n));
                let place = expected.iter().position(|id| *id == after).expect("there");
                expected.insert(place + 1, ticket(n));
            }
            assert_eq!(order(&index, SHARED), expected);
            assert!(length(&index) <= limits::RANK_CHARS, "{}", length(&index));
            assert!(most < limits::TICKETS_AN_EVENT && rewritten < 2_000 * 16, "{rewritten} in all, {most} at once");
        }
    }

    #[test]
    fn p07_moves_that_alternate_and_moves_of_many_leave_ranks_short() {
        let mut index = full(2_000);
        let (low, mut high) = (ticket(10), ticket(11));
        let mut low_now = low;
        for n in 100..1_000_u128 {
            // Between the last two: the gap closes from both sides.
            place(&mut index, Some(low_now), &[ticket(n)]);
            if n % 2 == 0 { low_now = ticket(n) } else { high = ticket(n) }
        }
        assert!(order(&index, SHARED).contains(&high));
        let many: Vec<TicketId> = (1_000..1_600).map(ticket).collect();
        for _ in 0..50 {
            place(&mut index, Some(low), &many);
            place(&mut index, None, &many);
        }
        assert!(length(&index) <= limits::RANK_CHARS, "{}", length(&index));
        assert_eq!(order(&index, SHARED)[..many.len()], many);
    }

    #[test]
    fn c14_room_is_never_made_in_another_members_scope_nor_among_shared_tickets_for_a_private_one() {
        let mut index = full(3);
        for n in 100..400_u128 {
            // Others' private tickets stand in the same gap.
            put(&mut index, ticket(10_000 + n), THEIRS, Rank("VV".into()));
            put(&mut index, ticket(n), MINE, Rank("zzz".into()));
        }
        let (shared, theirs) = (order(&index, SHARED), order(&index, THEIRS));
        let ranks: Vec<_> = shared.iter().map(|id| index.get(*id).cloned()).collect();
        for n in 100..400 {
            place(&mut index, Some(ticket(1)), &[ticket(n)]);
        }
        let mine: Vec<TicketId> = (100..400).rev().map(ticket).collect();
        assert_eq!(order(&index, MINE), mine);
        assert!(length(&index) <= limits::RANK_CHARS, "{}", length(&index));
        assert_eq!(shared.iter().map(|id| index.get(*id).cloned()).collect::<Vec<_>>(), ranks);
        assert_eq!(order(&index, THEIRS), theirs);
        assert!(theirs.iter().all(|id| index.get(*id).is_some_and(|it| it.lists[0].1 == Rank("VV".into()))));
        let (first, second) =
            (&index.get(ticket(1)).expect("it").lists[0].1, &index.get(ticket(2)).expect("it").lists[0].1);
        let between =
            |id: &TicketId| index.get(*id).is_some_and(|it| it.lists[0].1 > *first && it.lists[0].1 < *second);
        assert!(mine.iter().all(between), "they stay between the shared ones that they stood between");
    }
}
