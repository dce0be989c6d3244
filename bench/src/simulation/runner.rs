//! Runs a simulation: performs the scheduled actions of nodes, clients, bus and database in the order of virtual time.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::domain::command::Command;
use actors::domain::ids::CommandId;
use actors::domain::kinds::member::leaving::MemberRemove;
use actors::sync::{Batch, Committed};

use super::Sabotage;
use super::client::{Client, NextStep, SnapshotRequest, replica_of};
use super::clock::START;
use super::commands;
use super::database::SnapshotRows;
use super::fixture::{Fixture, fixture};
use super::node::{Answer, BusMessage, ClientFrame, Node, NodeFrame, Query, Request, Timer};
use super::rights::Right;
use super::rng::Rng;
use crate::history::{Effect, Entry, History};

const NODES: usize = 3;
/// Edits and faults end at this time, in milliseconds.
const FAULTS_END: u64 = 2_000;
/// The run ends at this time. In between, all parts finish their work.
const END: u64 = FAULTS_END + 3_500;
const HEADS_EVERY: u64 = 1_000;

/// A scheduled action. The numbers name the node, client or socket. An action of a running node also names the
/// generation of the node, and is dropped if the node has restarted since.
enum Action {
    StartNode(usize),
    CrashNode(usize),
    ReadHeads(usize, u32),
    ClientTurn(usize),
    RemoveMember,
    /// The bus fails or returns.
    SwitchBus(bool),
    ClientFrame(u32, ClientFrame),
    NodeFrame(u32, NodeFrame),
    /// The client notices that its connection is gone.
    ConnectionLost(u32),
    BusMessage(usize, BusMessage),
    Timer(usize, u32, Timer),
    Commit(usize, u32, Arc<Batch>),
    /// `None` if the node has no answer.
    Committed(usize, u32, Option<Committed>),
    Read(usize, u32, Query),
    Answer(usize, u32, Answer),
    ReadSnapshot(usize, u32, SnapshotRequest),
    SnapshotArrives(usize, u32, SnapshotRequest, Arc<SnapshotRows>),
}

/// A connection; its frames arrive in order.
struct Connection {
    client: usize,
    node: usize,
    generation: u32,
    /// The arrival time of the last frame to the node. Later frames arrive later.
    up_free: u64,
    /// The arrival time of the last frame to the client.
    down_free: u64,
    /// False once the client has closed the connection, or noticed that it is lost.
    open: bool,
}

pub struct Runner {
    now: u64,
    rng: Rng,
    schedule: BTreeMap<(u64, u64), Action>,
    /// The number of scheduled actions. Orders actions of the same time.
    scheduled: u64,
    fixture: Fixture,
    nodes: Vec<Option<Node>>,
    /// How often each node has crashed.
    generations: Vec<u32>,
    clients: Vec<Client>,
    connections: BTreeMap<u32, Connection>,
    /// False while the bus is away.
    bus: bool,
    history: History,
    sabotage: Option<Sabotage>,
}

impl Runner {
    pub fn new(seed: u64, sabotage: Option<Sabotage>) -> Self {
        // Every fourth workspace is of the previous version, without commons.
        let mut fixture = fixture(!seed.is_multiple_of(4));
        fixture.database.applies_repeats = sabotage == Some(Sabotage::Dedup);
        // The first user has two clients.
        let clients = 0..=fixture.people.len();
        let clients = clients.map(|n| Client::new(n as u32, fixture.people[n % fixture.people.len()])).collect();
        Self {
            now: 0,
            rng: Rng::new(seed),
            schedule: BTreeMap::new(),
            scheduled: 0,
            fixture,
            nodes: (0..NODES).map(|_| None).collect(),
            generations: vec![0; NODES],
            clients,
            connections: BTreeMap::new(),
            bus: true,
            history: History::default(),
            sabotage,
        }
    }

    pub fn run(mut self) -> History {
        for node in 0..NODES {
            self.after(node as u64 * 20, Action::StartNode(node));
            for _ in 0..self.rng.between(0, 3) {
                let at = self.rng.between(300, FAULTS_END);
                self.after(at, Action::CrashNode(node));
            }
        }
        for client in 0..self.clients.len() {
            let at = self.rng.between(80, 200);
            self.after(at, Action::ClientTurn(client));
        }
        let (bus_fails, bus_returns_after, removal) =
            (self.rng.between(200, FAULTS_END), self.rng.between(100, 900), self.rng.between(500, FAULTS_END));
        self.after(bus_fails, Action::SwitchBus(false));
        self.after(bus_fails + bus_returns_after, Action::SwitchBus(true));
        self.after(removal, Action::RemoveMember);
        while let Some(((at, _), action)) = self.schedule.pop_first() {
            if at > END {
                break;
            }
            if self.now < FAULTS_END && at >= FAULTS_END {
                self.history.push(Entry::Healed { at: FAULTS_END });
            }
            self.now = at;
            self.perform(action);
        }
        self.finish()
    }

    fn after(&mut self, delay: u64, action: Action) {
        self.scheduled += 1;
        self.schedule.insert((self.now + delay, self.scheduled), action);
    }

    /// True with this probability, but only until the faults end.
    fn fails(&mut self, percent: u64) -> bool {
        self.rng.chance(percent) && self.now < FAULTS_END
    }

    fn perform(&mut self, action: Action) {
        match action {
            Action::StartNode(node) => self.start_node(node),
            Action::CrashNode(node) => self.crash_node(node),
            Action::ReadHeads(node, generation) => {
                self.after(HEADS_EVERY, Action::ReadHeads(node, generation));
                self.on_node(node, generation, Node::read_heads);
            }
            Action::ClientTurn(client) => self.client_turn(client),
            Action::RemoveMember => self.remove_member(),
            Action::SwitchBus(is_up) => self.bus = is_up || self.now >= FAULTS_END,
            Action::ClientFrame(socket, frame) => {
                if let Some(Connection { node, generation, .. }) = self.connections.get(&socket) {
                    let (node, generation) = (*node, *generation);
                    self.on_node(node, generation, |node| node.receive(socket, frame));
                }
            }
            Action::NodeFrame(socket, frame) => self.node_frame_arrives(socket, frame),
            Action::ConnectionLost(socket) => self.closed(socket, None),
            Action::BusMessage(node, message) => {
                let generation = self.generations[node];
                self.on_node(node, generation, |node| node.receive_from_bus(message));
            }
            Action::Timer(node, generation, timer) => {
                self.on_node(node, generation, |node| node.timer_fired(timer));
            }
            Action::Commit(node, generation, batch) => {
                // The batch may be lost before it is stored, or be stored without an answer.
                let committed = if self.fails(3) { None } else { Some(self.fixture.database.commit(&batch)) };
                let committed = committed.filter(|_| !self.fails(3));
                let delay = if committed.is_none() { 300 } else { self.rng.delay(8, 200) };
                self.after(delay, Action::Committed(node, generation, committed));
            }
            Action::Committed(node, generation, committed) => {
                self.on_node(node, generation, |node| node.committed(committed));
            }
            Action::Read(node, generation, query) => {
                let answer = self.read(query);
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::Answer(node, generation, answer));
            }
            Action::Answer(node, generation, answer) => {
                self.on_node(node, generation, |node| node.database_answered(answer));
            }
            Action::ReadSnapshot(client, socket, request) => {
                let snapshot = Arc::new(self.fixture.database.snapshot_of(self.clients[client].user, request.0));
                let delay = self.rng.delay(20, 400);
                self.after(delay, Action::SnapshotArrives(client, socket, request, snapshot));
            }
            Action::SnapshotArrives(client, socket, request, snapshot) => {
                let next_step = self.clients[client].adopt(self.now, socket, request, &snapshot, &mut self.history);
                self.perform_step(client, socket, next_step);
            }
        }
    }

    fn start_node(&mut self, node: usize) {
        if self.nodes[node].is_some() {
            return;
        }
        let generation = self.generations[node];
        let seed = self.rng.between(0, u64::MAX);
        self.nodes[node] = Some(Node::new(self.fixture.workspace, self.sabotage, seed, START + self.now));
        let first = self.rng.between(1, HEADS_EVERY);
        self.after(first, Action::ReadHeads(node, generation));
        self.on_node(node, generation, |_| {});
    }

    fn crash_node(&mut self, node: usize) {
        if self.nodes[node].take().is_none() || self.now >= FAULTS_END {
            return;
        }
        self.history.push(Entry::Fault { at: self.now, words: format!("node {node} is killed") });
        let generation = self.generations[node];
        self.generations[node] += 1;
        let cut: Vec<(u32, u64)> = self
            .connections
            .iter()
            .filter(|(_, connection)| connection.open && connection.node == node && connection.generation == generation)
            .map(|(socket, connection)| (*socket, connection.down_free.saturating_sub(self.now) + 1))
            .collect();
        for (socket, delay) in cut {
            self.after(delay, Action::ConnectionLost(socket));
        }
        let downtime = self.rng.between(50, 900);
        self.after(downtime, Action::StartNode(node));
    }

    fn on_node(&mut self, number: usize, generation: u32, step: impl FnOnce(&mut Node)) {
        if self.generations[number] != generation {
            return;
        }
        let Some(node) = &mut self.nodes[number] else { return };
        node.set_now(START + self.now);
        step(node);
        for request in node.take_requests() {
            self.perform_request(number, generation, request);
        }
    }

    fn perform_request(&mut self, number: usize, generation: u32, request: Request) {
        match request {
            Request::SendFrame(socket, frame) => {
                let delay = self.rng.delay(12, 250);
                if let Some(connection) = self.connections.get_mut(&socket) {
                    connection.down_free = connection.down_free.max(self.now + delay);
                    let delay = connection.down_free - self.now;
                    self.after(delay, Action::NodeFrame(socket, frame));
                }
            }
            Request::Publish(message) => {
                for other in (0..NODES).filter(|other| *other != number) {
                    let times = if !self.bus || self.fails(10) { 0 } else { 1 + u64::from(self.fails(10)) };
                    for _ in 0..times {
                        // The messages of large batches carry only the seqs.
                        let without_events = self.rng.chance(20);
                        let events = message.events.clone().filter(|_| !without_events);
                        let delay = self.rng.delay(15, 700);
                        self.after(delay, Action::BusMessage(other, BusMessage { events, ..message.clone() }));
                    }
                }
            }
            Request::Read(query) => {
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::Read(number, generation, query));
            }
            Request::Commit(batch) => {
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::Commit(number, generation, batch));
            }
            Request::Timer(pause, timer) => {
                let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                self.after(pause, Action::Timer(number, generation, timer));
            }
        }
    }

    fn read(&mut self, query: Query) -> Answer {
        let away = self.fails(3);
        if let Query::Open(scopes) = query {
            let opened = scopes.into_iter().map(|new| (new, self.fixture.database.open(new))).collect();
            return Answer::Opened(Some(opened).filter(|_| !away));
        }
        let database = &self.fixture.database;
        let since = |(scope, from)| (scope, database.since(scope, from, i64::MAX));
        match query {
            Query::Load => Answer::Loaded(if away { None } else { database.load().map(Box::new) }),
            Query::Heads => Answer::Heads((!away).then(|| database.heads())),
            Query::Head { scope, applied } => {
                let head = database.heads().into_iter().find(|head| head.scope == scope && !away);
                Answer::Head { scope, applied, head }
            }
            Query::Since { scope, from, to } => {
                Answer::Since { scope, from, to, events: (!away).then(|| database.since(scope, from, to)) }
            }
            Query::Fetch(wanted) => Answer::Fetched((!away).then(|| database.fetch(&wanted))),
            Query::Open(_) => Answer::Opened(None),
            Query::CatchUp(applied) => Answer::CatchUp((!away).then(|| applied.into_iter().map(since).collect())),
            Query::Recheck(caller, applied) => {
                Answer::Recheck(caller, (!away).then(|| applied.into_iter().map(since).collect()))
            }
            Query::Gained(join, changes) => {
                let gained = (!away).then(|| database.gained(join.user));
                Answer::Gained(join, changes, gained)
            }
            Query::Backlog(join, missed) => {
                let read = |(scope, from, to)| (scope, database.since(scope, from, to));
                Answer::Backlog(join, (!away).then(|| missed.into_iter().map(read).collect()))
            }
        }
    }

    fn client_turn(&mut self, number: usize) {
        let pause = self.rng.between(30, 320);
        self.after(pause, Action::ClientTurn(number));
        let connected = self.clients[number].socket().is_some();
        if self.clients[number].shut_out && (connected || !self.rng.chance(30)) {
            return;
        }
        match self.rng.between(0, 100) {
            _ if self.now >= FAULTS_END && connected => {}
            _ if self.now >= FAULTS_END => self.connect(number),
            0..60 if !connected => self.connect(number),
            0..5 => self.hang_up(number),
            5 => {
                self.hang_up(number);
                self.clients[number].forget(self.now, &mut self.history);
            }
            6..75 => {
                let millis = START + self.now;
                let (command, effect) = commands::next(&mut self.rng, &self.clients[number], &self.fixture, millis);
                self.submit(number, command, effect);
            }
            _ => {}
        }
    }

    fn remove_member(&mut self) {
        let Some(user_id) = self.fixture.people.last().copied() else { return };
        self.submit(0, MemberRemove { user_id }.into(), Effect::Other);
    }

    fn submit(&mut self, number: usize, command: Command, effect: Effect) -> CommandId {
        let id = CommandId(self.rng.id(START + self.now));
        self.history.push(Entry::Invoked { at: self.now, client: number as u32, command: id.0, effect });
        let command = Arc::new(command);
        self.clients[number].outbox.push((id, command.clone()));
        if let (Some(socket), true) = (self.clients[number].socket(), self.clients[number].is_live()) {
            self.send_command(number, socket, id, command);
        }
        id
    }

    fn send_command(&mut self, number: usize, socket: u32, id: CommandId, command: Arc<Command>) {
        let node = self.connections.get(&socket).map_or(0, |connection| connection.node as u32);
        self.history.push(Entry::Sent { at: self.now, client: number as u32, command: id.0, node });
        let by = self.clients[number].user;
        self.send(socket, ClientFrame::Command { id, by, command });
    }

    fn send(&mut self, socket: u32, frame: ClientFrame) {
        let delay = self.rng.delay(12, 250);
        if let Some(connection) = self.connections.get_mut(&socket) {
            connection.up_free = connection.up_free.max(self.now + delay);
            let delay = connection.up_free - self.now;
            self.after(delay, Action::ClientFrame(socket, frame));
        }
    }

    fn connect(&mut self, number: usize) {
        let up: Vec<usize> = (0..NODES).filter(|node| self.nodes[*node].is_some()).collect();
        let Some(node) = self.rng.pick(&up) else { return };
        let socket = self.connections.len() as u32;
        let (generation, free) = (self.generations[node], self.now);
        self.connections.insert(
            socket,
            Connection { client: number, node, generation, up_free: free, down_free: free, open: true },
        );
        let hello = self.clients[number].connect(socket);
        self.send(socket, hello);
    }

    fn hang_up(&mut self, number: usize) {
        if let Some(socket) = self.clients[number].socket() {
            self.send(socket, ClientFrame::Gone);
            self.closed(socket, None);
        }
    }

    fn closed(&mut self, socket: u32, code: Option<u16>) {
        let Some(connection) = self.connections.get_mut(&socket) else { return };
        if !std::mem::replace(&mut connection.open, false) {
            return;
        }
        let client = connection.client;
        self.history.push(Entry::Closed { at: self.now, client: client as u32, socket, code });
        self.clients[client].disconnect();
        if matches!(code, Some(4403 | 4404)) {
            self.clients[client].shut_out = true;
            self.clients[client].forget(self.now, &mut self.history);
        }
    }

    /// A frame of a node reaches its client, if the connection is still open.
    fn node_frame_arrives(&mut self, socket: u32, frame: NodeFrame) {
        let Some(Connection { client, node, open: true, .. }) = self.connections.get(&socket) else { return };
        let (number, node) = (*client, *node as u32);
        let client = &mut self.clients[number];
        let next_step = match &frame {
            NodeFrame::Welcome(scopes) => client.welcomed(self.now, node, scopes, &mut self.history),
            NodeFrame::Events { scope, from, to, events } => {
                client.events(self.now, *scope, (*from, *to), events, &mut self.history)
            }
            NodeFrame::Follow { scope, epoch, seq } => client.follow(self.now, *scope, *epoch, *seq, &mut self.history),
            NodeFrame::Unfollow { scope } => {
                client.unfollow(self.now, *scope, &mut self.history);
                NextStep::Nothing
            }
            NodeFrame::Ack { .. } | NodeFrame::Refused { .. } => {
                client.acked(self.now, &frame, &mut self.history);
                NextStep::Nothing
            }
            NodeFrame::Close(code) => return self.closed(socket, Some(*code)),
        };
        if let NodeFrame::Welcome(_) = frame {
            // The client sends all its unanswered commands again, in order.
            for (id, command) in self.clients[number].outbox.clone() {
                self.send_command(number, socket, id, command);
            }
        }
        self.perform_step(number, socket, next_step);
    }

    fn perform_step(&mut self, number: usize, socket: u32, next_step: NextStep) {
        match next_step {
            NextStep::Nothing => {}
            NextStep::Read(request) => {
                let delay = self.rng.delay(20, 300);
                self.after(delay, Action::ReadSnapshot(number, socket, request));
            }
            NextStep::Resume => self.hang_up(number),
        }
    }

    fn finish(mut self) -> History {
        for client in &self.clients {
            let (at, client, scopes) = (END, client.number, client.replica.readings());
            self.history.push(Entry::Settled { at, client, scopes });
        }
        for user in &self.fixture.people {
            let fresh = replica_of(&self.fixture.database.snapshot_of(*user, None));
            let (scopes, tickets) = (fresh.readings(), fresh.tickets());
            self.history.push(Entry::Snapshot { at: END, node: 0, scopes, tickets });
        }
        for Right { user, scope, from, to } in self.fixture.database.rights.all() {
            self.history.push(Entry::Right { user: user.0, scope: scope.0, from, to });
        }
        for (scope, stream) in &self.fixture.database.streams {
            let journal = self.fixture.database.journal(*scope);
            let events = journal.into_iter().map(|(seq, command)| (seq, command.0)).collect();
            let (epoch, head) = (stream.epoch.0, stream.seq);
            self.history.push(Entry::Journal { scope: scope.0, epoch, head, events });
        }
        self.history
    }
}
