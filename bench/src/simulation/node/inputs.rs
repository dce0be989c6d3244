//! The inputs of a simulated node: frames, messages, timers, and answers of the database.

use std::sync::Arc;

use actors::domain::change::Event;
use actors::domain::decide::{Order, What};
use actors::domain::rights::Narrowing;
use actors::sync::Committed;
use actors::workspace::{Backlog, Failure, Found as FoundEvents, Host, Join};
use uuid::Uuid;

use super::requests::{Answer, BusMessage, ClientFrame, Query, ReadEvents, Request, Timer};
use super::{Node, away};
use crate::simulation::Sabotage;

fn plain(events: Vec<Arc<Event>>) -> Vec<Event> {
    events.iter().map(|event| Event::clone(event)).collect()
}

/// The events that a read found, as the core takes them.
fn found_events(read: Option<ReadEvents>) -> Result<FoundEvents, Failure> {
    let read = read.ok_or_else(|| away(false))?;
    Ok(read
        .into_iter()
        .filter(|(_, events)| !events.is_empty())
        .map(|(scope, events)| (scope, plain(events)))
        .collect())
}

fn connection(socket: u32) -> Uuid {
    Uuid::from_u128(u128::from(socket))
}

impl Node {
    /// A frame from a client.
    pub fn receive(&mut self, socket: u32, frame: ClientFrame) {
        if self.core.is_blank() {
            return self.early.push((socket, frame));
        }
        match frame {
            ClientFrame::Hello { user, cursors } => {
                self.core.join(Join { connection: connection(socket), user, cursors, socket });
            }
            ClientFrame::Command { id, by, command } => {
                let order =
                    Order { id, by, narrowing: Narrowing::NONE, from: None, what: What::Command((*command).clone()) };
                self.core.submit(order, (socket, id), &self.host);
            }
            ClientFrame::Gone => {
                self.core.leave(connection(socket));
                self.sockets.remove(&socket);
            }
        }
        self.perform();
    }

    /// A message from the bus.
    pub fn receive_from_bus(&mut self, message: BusMessage) {
        let BusMessage { scope, epoch, from, to, mut commons, events } = message;
        if self.has_sabotage(Sabotage::Commons) {
            commons = 0;
        }
        if let Some(events) = &events {
            self.send_if_sequencer_is_off(scope, events);
        }
        self.core.advanced(scope, epoch, (from, to), commons, events, &self.host);
        self.perform();
    }

    /// Requests the heads of the journal, as each node does periodically.
    pub fn read_heads(&mut self) {
        if !self.core.is_blank() && !self.has_sabotage(Sabotage::Heads) {
            self.requests.push(Request::Read(Query::Heads));
        }
    }

    /// A timer has fired.
    pub fn timer_fired(&mut self, timer: Timer) {
        match timer {
            Timer::Load => self.core.load(),
            Timer::WatchQueue => self.core.watch_queue(&self.host),
            Timer::Gaps(number) if number == self.gap_timer => self.core.read_gaps(),
            Timer::Gaps(_) => {}
            Timer::Deliver(events) => self.core.deliver_own(events, &self.host),
        }
        self.perform();
    }

    /// The answer of the database to a commit, or the lack of one.
    pub fn committed(&mut self, committed: Option<Committed>) {
        if let (Some(round), Some(batch)) = (self.round.take(), self.batch.take()) {
            let end = round.committed(&batch, committed.ok_or_else(|| away(true)));
            self.core.round_ended(end, &self.host);
        }
        self.perform();
    }

    /// The answer of the database to a read.
    pub fn database_answered(&mut self, answer: Answer) {
        let host = &self.host;
        match answer {
            Answer::Loaded(loaded) => {
                self.core.loaded(loaded.map(|loaded| Some(*loaded)).ok_or_else(|| away(false)), host);
            }
            Answer::Heads(heads) => self.core.heads(heads.unwrap_or_default()),
            Answer::Head { scope, applied, head } => self.core.head_read(scope, applied, head),
            Answer::Since { scope, from, to, events } => {
                if let Some(events) = &events {
                    self.send_if_sequencer_is_off(scope, events);
                }
                let read = events.map(plain).ok_or_else(|| away(false));
                self.core.gap_read((scope, from, to), read, &self.host);
            }
            Answer::Fetched(fetched) => self.fetched(fetched),
            Answer::Opened(opened) => {
                if let Some(round) = self.round.take() {
                    let step = round.opened(opened.ok_or_else(|| away(false)), &self.host);
                    self.step(step);
                }
            }
            Answer::CatchUp(read) => self.core.caught_up(found_events(read), host),
            Answer::Recheck(caller, read) => self.core.rechecked(caller, found_events(read), host),
            Answer::Gained(join, changes, gained) => {
                self.core.gained_read(join, changes, gained.ok_or_else(|| away(false)));
            }
            Answer::Backlog(join, read) => {
                let encode = |events: Vec<Arc<Event>>| Some(events.iter().map(|event| host.encode(event)).collect());
                let backlog = |read: ReadEvents| -> Backlog {
                    read.into_iter().map(|(scope, events)| (scope, encode(events))).collect()
                };
                // None, because the fixture has opened every personal scope.
                let read = read.map(|read| (None, backlog(read))).ok_or_else(|| away(false));
                self.core.gathered(join, read, host);
            }
        }
        self.perform();
    }
}
