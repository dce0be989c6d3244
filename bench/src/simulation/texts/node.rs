//! A simulated node: hosts the core of the text, and does the work of the workspace and the hub around it. The node crashes
//! when the runner drops it.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use actors::domain::decide::Order;
use actors::domain::ids::{Epoch, ScopeId, UserId};
use actors::domain::refusal::Refusal;
use actors::text::{Answer, Effect, Failure, Input, Join, Note, Question, RestoredText, Sent, TextCore, TextTimes};
use actors::wire::{TextAnswer, TextCode, TextRequest};
use bytes::Bytes;
use uuid::Uuid;

use super::database::TICKET;
use super::host::{OneHub, VirtualHost};
use super::rights::user;
use super::sabotage::TextSabotage;

/// Short times, so that much happens in a run.
const TIMES: TextTimes = TextTimes {
    tick: Duration::from_millis(TICK),
    quiet: Duration::from_millis(200),
    latest: Duration::from_millis(800),
    again: Duration::from_millis(200),
    idle: Duration::from_millis(200),
};
pub const TICK: u64 = 50;
/// Small limits, so that runs compact documents and replace their histories.
const COMPACT_AFTER: i64 = 8;
const FORMER_CLIENTS: usize = 4;
/// More clients than a run has.
const KEEPS_HISTORY: usize = 10_000;

/// A message on the bus.
#[derive(Clone)]
pub enum BusMessage {
    Updates { epoch: Epoch, scope: ScopeId, first: i64, updates: Vec<Bytes> },
    Seen { connection: Uuid, user: UserId, state: Bytes },
}

/// What a node asks of the runner. The numbers are those of the text on stage.
pub enum Request {
    Send(u32, Bytes),
    Publish(BusMessage),
    Ask(u64, Question),
    NoteWrite(u64, i64, i64),
    Submit(u64, Box<Order>),
    Flush(u64),
    /// The answer to a page that restores a version.
    Restored(usize, Result<RestoredText, Refusal>),
}

/// Work for a hosted text.
pub enum Work {
    Input(Input<VirtualHost>),
    Tick,
    Flush,
    Noted(Result<(), Failure>),
    Submitted(Result<(), Refusal>),
    Answered(Result<Answer, Failure>),
}

/// A text that the node hosts.
struct HostedText {
    core: TextCore<VirtualHost>,
    number: u64,
    /// How many inputs were sent to it.
    sent: u64,
}

pub struct Node {
    host: VirtualHost,
    stage: Option<HostedText>,
    stages: u64,
    /// The sockets with their people, and those that have joined the text.
    sockets: BTreeMap<u32, usize>,
    joined: BTreeSet<u32>,
    /// The scopes that each person follows, as far as the node has heard.
    pub follows: Vec<BTreeSet<ScopeId>>,
    former_clients: usize,
    sabotage: Option<TextSabotage>,
    requests: Vec<Request>,
}

fn connection(socket: u32) -> Uuid {
    Uuid::from_u128(u128::from(socket) + 1)
}

fn socket(connection: Uuid) -> u32 {
    connection.as_u128() as u32 - 1
}

impl Node {
    /// `loses_history`: documents of several editors lose their history once nobody has joined them at a node.
    pub fn new(
        host: VirtualHost,
        follows: Vec<BTreeSet<ScopeId>>,
        loses_history: bool,
        sabotage: Option<TextSabotage>,
    ) -> Self {
        Self {
            host,
            stage: None,
            stages: 0,
            sockets: BTreeMap::new(),
            joined: BTreeSet::new(),
            follows,
            former_clients: if loses_history { FORMER_CLIENTS } else { KEEPS_HISTORY },
            sabotage,
            requests: Vec::new(),
        }
    }

    pub fn set_now(&mut self, now: u64) {
        self.host.now = now;
    }

    pub fn take_requests(&mut self) -> Vec<Request> {
        std::mem::take(&mut self.requests)
    }

    pub fn person(&self, socket: u32) -> Option<usize> {
        self.sockets.get(&socket).copied()
    }

    /// The number of the text on stage.
    pub fn on_stage(&self) -> Option<u64> {
        self.stage.as_ref().map(|stage| stage.number)
    }

    fn open(&mut self) {
        if self.stage.is_none() {
            self.stages += 1;
            let core = TextCore::new(TICKET, TIMES, &self.host).with_bounds(COMPACT_AFTER, self.former_clients);
            self.stage = Some(HostedText { core, number: self.stages, sent: 0 });
        }
    }

    /// Gives an input to the text, if it is on stage.
    pub fn give(&mut self, input: Input<VirtualHost>) {
        if let Some(number) = self.on_stage() {
            self.work(number, Work::Input(input));
        }
    }

    /// Brings the text on stage for an input.
    pub fn give_opened(&mut self, input: Input<VirtualHost>) {
        self.open();
        self.give(input);
    }

    /// Gives work to this text, unless it has left the stage.
    pub fn work(&mut self, number: u64, work: Work) {
        let Some(stage) = self.stage.as_mut().filter(|stage| stage.number == number) else { return };
        let host = &self.host;
        match work {
            Work::Input(input) => {
                stage.sent += 1;
                stage.core.take(input, host);
            }
            Work::Tick => stage.core.tick(host),
            Work::Flush => stage.core.flush(host),
            Work::Noted(noted) => stage.core.write_noted(noted, host),
            Work::Submitted(answer) => stage.core.write_answered(answer, host),
            Work::Answered(answer) => stage.core.answered(answer, host),
        }
        self.perform();
    }

    /// A socket is welcomed.
    pub fn connect(&mut self, socket: u32, person: usize) {
        self.sockets.insert(socket, person);
    }

    /// A socket is gone.
    pub fn disconnect(&mut self, socket: u32) {
        self.sockets.remove(&socket);
        if self.joined.remove(&socket) {
            self.give(Input::Leave { connection: connection(socket) });
        }
    }

    /// A frame of a page.
    pub fn receive(&mut self, socket: u32, request: TextRequest) {
        let Some(person) = self.person(socket) else { return };
        let has_joined = self.joined.contains(&socket);
        let connection = connection(socket);
        match request {
            TextRequest::Join { epoch, state_vector } => {
                self.joined.insert(socket);
                let join = Join { connection, user: user(person), hub: OneHub, epoch, state_vector };
                self.give_opened(Input::Join(join));
            }
            TextRequest::Update { number, update } if has_joined => {
                self.give(Input::Update { connection, number, update });
            }
            TextRequest::Update { number, .. } => {
                let frame = TextAnswer::Refused { number, code: TextCode::Conflict, wait_ms: 0 }.encode(TICKET);
                self.requests.push(Request::Send(socket, frame));
            }
            TextRequest::Awareness(state) if has_joined => self.give(Input::Awareness { connection, state }),
            TextRequest::Leave if has_joined => {
                self.joined.remove(&socket);
                self.give(Input::Leave { connection });
            }
            TextRequest::Awareness(_) | TextRequest::Leave => {}
        }
    }

    /// A message of another node.
    pub fn receive_from_bus(&mut self, from: usize, message: BusMessage) {
        self.give(match message {
            BusMessage::Updates { epoch, scope, first, updates } => {
                let updates = updates.iter().map(|update| update.to_vec()).collect();
                Input::Note(Note { epoch, scope, first, updates })
            }
            BusMessage::Seen { connection, user, state } => {
                Input::SeenElsewhere { node: Uuid::from_u128(from as u128), connection, user, state }
            }
        });
    }

    fn perform(&mut self) {
        let Some(stage) = &mut self.stage else { return };
        let (number, sent, effects) = (stage.number, stage.sent, stage.core.take_effects());
        let mut leaves = false;
        for effect in effects {
            let request = match effect {
                Effect::Ask(question) => Request::Ask(number, question),
                Effect::Send(OneHub, sent) => {
                    self.send(&sent);
                    continue;
                }
                Effect::PublishUpdates { epoch, scope, first, updates } => {
                    Request::Publish(BusMessage::Updates { epoch, scope, first, updates })
                }
                Effect::PublishSeen { connection, user, state } => {
                    Request::Publish(BusMessage::Seen { connection, user, state })
                }
                Effect::PlanFlush => Request::Flush(number),
                Effect::NoteWrite { sum, seq } => Request::NoteWrite(number, sum, seq),
                Effect::Submit(order) => Request::Submit(number, Box::new(order)),
                Effect::Restored(page, answer) => Request::Restored(page, answer),
                Effect::Idle { received } => {
                    leaves |= sent == received;
                    continue;
                }
                Effect::Ended => {
                    leaves = true;
                    self.joined.clear();
                    continue;
                }
                Effect::WriteOver(()) | Effect::Count(..) => continue,
            };
            self.requests.push(request);
        }
        if leaves {
            self.stage = None;
        }
    }

    /// The hub: only sockets that follow the scope get the frame (TX10).
    fn send(&mut self, sent: &Sent) {
        for socket in sent.to.iter().copied().map(socket) {
            let Some(person) = self.person(socket) else { continue };
            let follows = sent.scope.is_none_or(|scope| self.follows[person].contains(&scope));
            let follows = follows || self.sabotage == Some(TextSabotage::Revocation);
            if let Some(frame) = if follows { Some(&sent.frame) } else { sent.instead.as_ref() } {
                self.requests.push(Request::Send(socket, frame.clone()));
            }
        }
    }
}
