//! Limits the sockets that have not sent a valid `hello` yet, for each address and for the node. Above a limit, the
//! oldest of these sockets is closed, and the new one is accepted. After a restart, a whole office reconnects from one
//! address at once. Its sockets send their `hello` within a round trip, so only sockets that stay silent are closed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix::Recipient;
use actors::{Outgoing, SocketClose};

use super::client_network::client_network;

/// The limit of sockets without a `hello` on this node.
const MAX_ON_NODE: usize = 5_000;
const TOO_MANY: SocketClose = SocketClose { code: 4429, reason: "too many sockets without a hello", bye: None };

/// The sockets of this node without a `hello`. Cheap to clone.
#[derive(Clone, Debug)]
pub struct WithoutHello(Arc<Mutex<SilentSockets<Recipient<Outgoing>>>>);

/// Counts one socket until it is dropped.
#[derive(Debug)]
pub struct Counted {
    sockets: WithoutHello,
    number: u64,
}

impl WithoutHello {
    /// Allows `max_per_address` such sockets from one address.
    #[must_use]
    pub fn new(max_per_address: usize) -> Self {
        Self(Arc::new(Mutex::new(SilentSockets::new(max_per_address))))
    }

    /// Counts a new socket. Above a limit, closes the oldest socket.
    pub fn count(&self, from: IpAddr, socket: Recipient<Outgoing>) -> Counted {
        let (number, evicted) = self.lock().add(client_network(from), socket);
        if let Some(evicted) = evicted {
            evicted.do_send(Outgoing::Close(TOO_MANY));
        }
        Counted { sockets: self.clone(), number }
    }

    fn lock(&self) -> MutexGuard<'_, SilentSockets<Recipient<Outgoing>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        // An evicted socket was removed before.
        self.sockets.lock().remove(self.number);
    }
}

/// The sockets without a `hello`. Their numbers rise with each new socket, so the first is the oldest.
#[derive(Debug)]
struct SilentSockets<S> {
    max_per_address: usize,
    next_number: u64,
    by_number: BTreeMap<u64, (IpAddr, S)>,
    by_address: HashMap<IpAddr, BTreeSet<u64>>,
}

impl<S> SilentSockets<S> {
    fn new(max_per_address: usize) -> Self {
        Self { max_per_address, next_number: 0, by_number: BTreeMap::new(), by_address: HashMap::new() }
    }

    /// Adds a socket. Returns its number, and the socket that was evicted to keep the limits.
    fn add(&mut self, from: IpAddr, socket: S) -> (u64, Option<S>) {
        let numbers = self.by_address.get(&from).filter(|numbers| numbers.len() >= self.max_per_address);
        let oldest_of_address = numbers.and_then(|numbers| numbers.first().copied());
        let oldest = || self.by_number.keys().next().copied().filter(|_| self.by_number.len() >= MAX_ON_NODE);
        let evicted = oldest_of_address.or_else(oldest).and_then(|number| self.remove(number));
        let number = self.next_number;
        self.next_number += 1;
        self.by_number.insert(number, (from, socket));
        self.by_address.entry(from).or_default().insert(number);
        (number, evicted)
    }

    fn remove(&mut self, number: u64) -> Option<S> {
        let (from, socket) = self.by_number.remove(&number)?;
        if let Some(numbers) = self.by_address.get_mut(&from) {
            numbers.remove(&number);
            if numbers.is_empty() {
                self.by_address.remove(&from);
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
    fn e11_above_the_bound_of_an_address_its_oldest_silent_socket_is_closed_and_a_hello_frees_a_place() {
        const MAX: usize = 5;
        let mut sockets = SilentSockets::new(MAX);
        for n in 0..MAX {
            assert_eq!(sockets.add(address(1), n).1, None);
        }
        assert_eq!(sockets.add(address(2), 5_000).1, None, "another address has room");
        assert_eq!(sockets.add(address(1), MAX).1, Some(0));
        assert_eq!(sockets.remove(1), Some(1));
        assert_eq!(sockets.add(address(1), MAX + 1).1, None, "a hello has freed a place");
        assert_eq!(sockets.remove(1), None);
        assert_eq!(sockets.by_address[&address(1)].len(), MAX);
    }

    #[test]
    fn e11_all_addresses_share_one_limit_and_closed_sockets_leave_no_entry() {
        let mut sockets = SilentSockets::new(5);
        let numbers: Vec<u64> = (0..MAX_ON_NODE).map(|n| sockets.add(address(n), n).0).collect();
        assert_eq!(sockets.add(address(MAX_ON_NODE), MAX_ON_NODE).1, Some(0));
        for number in numbers {
            sockets.remove(number);
        }
        assert_eq!((sockets.by_number.len(), sockets.by_address.len()), (1, 1));
    }
}
