//! Sockets that have not sent a valid `hello` yet. Their number is bounded for each address and for the node. Above a
//! bound, the socket that has been silent longest is closed: after a restart a whole office reconnects from one address
//! at once, and its sockets send their `hello` within a round trip.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix::Recipient;
use actors::{Outgoing, SocketClose};

use super::client_network::client_network;

/// The most sockets without a `hello` at this node.
const ALL: usize = 5_000;
const TOO_MANY: SocketClose = SocketClose { code: 4429, reason: "too many sockets without a hello", bye: None };

/// The sockets of this node without a `hello`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WithoutHello(Arc<Mutex<Waiting<Recipient<Outgoing>>>>);

/// The place of one socket; dropping the place removes the socket from the count.
#[derive(Debug)]
pub struct Place {
    counted: WithoutHello,
    place: u64,
}

impl WithoutHello {
    /// Starts empty, with at most `most_each` such sockets from one address.
    #[must_use]
    pub fn new(most_each: usize) -> Self {
        Self(Arc::new(Mutex::new(Waiting::of(most_each))))
    }

    /// Counts a socket; above a bound, closes the one that has been silent longest.
    pub fn enter(&self, from: IpAddr, socket: Recipient<Outgoing>) -> Place {
        let (place, over) = self.lock().enter(client_network(from), socket);
        if let Some(over) = over {
            over.do_send(Outgoing::Close(TOO_MANY));
        }
        Place { counted: self.clone(), place }
    }

    fn lock(&self) -> MutexGuard<'_, Waiting<Recipient<Outgoing>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.counted.lock().leave(self.place);
    }
}

/// Sockets without a `hello`, oldest first.
#[derive(Debug)]
struct Waiting<S> {
    most_each: usize,
    next: u64,
    all: BTreeMap<u64, (IpAddr, S)>,
    each: HashMap<IpAddr, BTreeSet<u64>>,
}

impl<S> Waiting<S> {
    fn of(most_each: usize) -> Self {
        Self { most_each, next: 0, all: BTreeMap::new(), each: HashMap::new() }
    }

    fn enter(&mut self, from: IpAddr, socket: S) -> (u64, Option<S>) {
        let own = self.each.get(&from).filter(|own| own.len() >= self.most_each).and_then(|own| own.first().copied());
        let first = || self.all.keys().next().copied().filter(|_| self.all.len() >= ALL);
        let over = own.or_else(first).and_then(|place| self.leave(place));
        let place = self.next;
        self.next += 1;
        self.all.insert(place, (from, socket));
        self.each.entry(from).or_default().insert(place);
        (place, over)
    }

    fn leave(&mut self, place: u64) -> Option<S> {
        let (from, socket) = self.all.remove(&place)?;
        if let Some(own) = self.each.get_mut(&from) {
            own.remove(&place);
            if own.is_empty() {
                self.each.remove(&from);
            }
        }
        Some(socket)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(n: usize) -> IpAddr {
        IpAddr::from(std::net::Ipv4Addr::from_bits(n as u32))
    }

    #[test]
    fn e11_above_the_bound_of_an_address_its_longest_silent_socket_is_closed_and_a_hello_frees_a_place() {
        const EACH: usize = 5;
        let mut waiting = Waiting::of(EACH);
        for n in 0..EACH {
            assert_eq!(waiting.enter(address(1), n).1, None);
        }
        assert_eq!(waiting.enter(address(2), 5_000).1, None, "another address has room");
        assert_eq!(waiting.enter(address(1), EACH).1, Some(0));
        assert_eq!(waiting.leave(1), Some(1));
        assert_eq!(waiting.enter(address(1), EACH + 1).1, None, "one has said who it is");
        assert_eq!(waiting.leave(1), None);
        assert_eq!(waiting.each[&address(1)].len(), EACH);
    }

    #[test]
    fn e11_all_addresses_share_one_more_bound_and_closed_sockets_leave_no_entry() {
        let mut waiting = Waiting::of(5);
        let places: Vec<u64> = (0..ALL).map(|n| waiting.enter(address(n), n).0).collect();
        assert_eq!(waiting.enter(address(ALL), ALL).1, Some(0));
        for place in places {
            waiting.leave(place);
        }
        assert_eq!((waiting.all.len(), waiting.each.len()), (1, 1));
    }
}
