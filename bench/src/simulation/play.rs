//! The play: the actions of all parts in time, and the faults between them.

use std::collections::BTreeMap;
use std::sync::Arc;

use actors::domain::command::Command;
use actors::domain::ids::CommandId;
use actors::domain::kinds::member::leaving::MemberRemove;
use actors::sync::{Batch, Committed};

use super::Sabotage;
use super::client::{Ask, Client, Reaction, replica_of};
use super::clock::START;
use super::commands;
use super::database::Sight;
use super::dice::Dice;
use super::node::{Answer, BusMessage, Down, Node, Query, Timer, Up, Want};
use super::rights::Right;
use super::stand::{Stand, stand};
use crate::history::{Effect, Entry, History};

const NODES: usize = 3;
/// The end of edits and faults, in milliseconds.
const HEAL: u64 = 2_000;
/// The end of the play: in between, all parts come to rest.
const END: u64 = HEAL + 3_500;
const HEADS_EVERY: u64 = 1_000;

/// An event of the play at an instant. An event for a node names the life of the node that it is for.
enum Act {
    Start(usize),
    Crash(usize),
    Heads(usize, u32),
    Step(usize),
    RemoveMember,
    /// The bus starts or stops carrying messages.
    Bus(bool),
    Up(u32, Up),
    Down(u32, Down),
    /// The client notices that its connection is gone.
    Cut(u32),
    Hear(usize, BusMessage),
    Wake(usize, u32, Timer),
    Commit(usize, u32, Arc<Batch>),
    /// `None` if the node has no answer.
    Committed(usize, u32, Option<Committed>),
    Read(usize, u32, Query),
    Answer(usize, u32, Answer),
    SnapshotRead(usize, u32, Ask),
    SnapshotCome(usize, u32, Ask, Arc<Sight>),
}

/// A connection; its frames arrive in order.
struct Connection {
    client: usize,
    node: usize,
    life: u32,
    up_free: u64,
    down_free: u64,
    /// Whether the client still listens.
    open: bool,
}

pub struct Play {
    now: u64,
    dice: Dice,
    agenda: BTreeMap<(u64, u64), Act>,
    turns: u64,
    stand: Stand,
    nodes: Vec<Option<Node>>,
    lives: Vec<u32>,
    clients: Vec<Client>,
    connections: BTreeMap<u32, Connection>,
    bus: bool,
    history: History,
    sabotage: Option<Sabotage>,
}

impl Play {
    pub fn new(seed: u64, sabotage: Option<Sabotage>) -> Self {
        // Every fourth workspace is one of the version before, without commons.
        let mut stand = stand(!seed.is_multiple_of(4));
        stand.database.forgetful = sabotage == Some(Sabotage::Dedup);
        // The first user has two clients.
        let clients = 0..=stand.people.len();
        let clients = clients.map(|n| Client::new(n as u32, stand.people[n % stand.people.len()])).collect();
        Self {
            now: 0,
            dice: Dice::new(seed),
            agenda: BTreeMap::new(),
            turns: 0,
            stand,
            nodes: (0..NODES).map(|_| None).collect(),
            lives: vec![0; NODES],
            clients,
            connections: BTreeMap::new(),
            bus: true,
            history: History::default(),
            sabotage,
        }
    }

    pub fn run(mut self) -> History {
        for node in 0..NODES {
            self.after(node as u64 * 20, Act::Start(node));
            for _ in 0..self.dice.between(0, 3) {
                let at = self.dice.between(300, HEAL);
                self.after(at, Act::Crash(node));
            }
        }
        for client in 0..self.clients.len() {
            let at = self.dice.between(80, 200);
            self.after(at, Act::Step(client));
        }
        let (out, back, removal) =
            (self.dice.between(200, HEAL), self.dice.between(100, 900), self.dice.between(500, HEAL));
        self.after(out, Act::Bus(false));
        self.after(out + back, Act::Bus(true));
        self.after(removal, Act::RemoveMember);
        while let Some(((at, _), act)) = self.agenda.pop_first() {
            if at > END {
                break;
            }
            if self.now < HEAL && at >= HEAL {
                self.history.push(Entry::Healed { at: HEAL });
            }
            self.now = at;
            self.happen(act);
        }
        self.finish()
    }

    fn after(&mut self, delay: u64, act: Act) {
        self.turns += 1;
        self.agenda.insert((self.now + delay, self.turns), act);
    }

    /// True in this many of a hundred cases, during the phase of faults.
    fn fails(&mut self, percent: u64) -> bool {
        self.dice.chance(percent) && self.now < HEAL
    }

    fn happen(&mut self, act: Act) {
        match act {
            Act::Start(node) => self.start(node),
            Act::Crash(node) => self.crash(node),
            Act::Heads(node, life) => {
                self.after(HEADS_EVERY, Act::Heads(node, life));
                self.on_node(node, life, Node::look_at_heads);
            }
            Act::Step(client) => self.step(client),
            Act::RemoveMember => self.remove_member(),
            Act::Bus(carries) => self.bus = carries || self.now >= HEAL,
            Act::Up(socket, frame) => {
                if let Some(Connection { node, life, .. }) = self.connections.get(&socket) {
                    let (node, life) = (*node, *life);
                    self.on_node(node, life, |node| node.receive(socket, frame));
                }
            }
            Act::Down(socket, frame) => self.arrive(socket, frame),
            Act::Cut(socket) => self.closed(socket, None),
            Act::Hear(node, heard) => {
                let life = self.lives[node];
                self.on_node(node, life, |node| node.hear(heard));
            }
            Act::Wake(node, life, timer) => {
                self.on_node(node, life, |node| node.wake(timer));
            }
            Act::Commit(node, life, batch) => {
                // The command may never arrive, or be stored without an answer.
                let committed = if self.fails(3) { None } else { Some(self.stand.database.commit(&batch)) };
                let committed = committed.filter(|_| !self.fails(3));
                let delay = if committed.is_none() { 300 } else { self.dice.delay(8, 200) };
                self.after(delay, Act::Committed(node, life, committed));
            }
            Act::Committed(node, life, committed) => {
                self.on_node(node, life, |node| node.committed(committed));
            }
            Act::Read(node, life, query) => {
                let answer = self.read(query);
                let delay = self.dice.delay(8, 200);
                self.after(delay, Act::Answer(node, life, answer));
            }
            Act::Answer(node, life, answer) => {
                self.on_node(node, life, |node| node.hear_answer(answer));
            }
            Act::SnapshotRead(client, socket, ask) => {
                let sight = Arc::new(self.stand.database.sight_of(self.clients[client].user, ask.0));
                let delay = self.dice.delay(20, 400);
                self.after(delay, Act::SnapshotCome(client, socket, ask, sight));
            }
            Act::SnapshotCome(client, socket, ask, sight) => {
                let reaction = self.clients[client].adopt(self.now, socket, ask, &sight, &mut self.history);
                self.react(client, socket, reaction);
            }
        }
    }

    fn start(&mut self, node: usize) {
        if self.nodes[node].is_some() {
            return;
        }
        let life = self.lives[node];
        let seed = self.dice.between(0, u64::MAX);
        self.nodes[node] = Some(Node::new(self.stand.workspace, self.sabotage, seed, START + self.now));
        let first = self.dice.between(1, HEADS_EVERY);
        self.after(first, Act::Heads(node, life));
        self.on_node(node, life, |_| {});
    }

    fn crash(&mut self, node: usize) {
        if self.nodes[node].take().is_none() || self.now >= HEAL {
            return;
        }
        self.history.push(Entry::Fault { at: self.now, words: format!("node {node} is killed") });
        let life = self.lives[node];
        self.lives[node] += 1;
        let cut: Vec<(u32, u64)> = self
            .connections
            .iter()
            .filter(|(_, connection)| connection.open && connection.node == node && connection.life == life)
            .map(|(socket, connection)| (*socket, connection.down_free.saturating_sub(self.now) + 1))
            .collect();
        for (socket, delay) in cut {
            self.after(delay, Act::Cut(socket));
        }
        let rest = self.dice.between(50, 900);
        self.after(rest, Act::Start(node));
    }

    fn on_node(&mut self, number: usize, life: u32, step: impl FnOnce(&mut Node)) {
        if self.lives[number] != life {
            return;
        }
        let Some(node) = &mut self.nodes[number] else { return };
        node.set_now(START + self.now);
        step(node);
        for want in node.wants() {
            self.grant(number, life, want);
        }
    }

    fn grant(&mut self, number: usize, life: u32, want: Want) {
        match want {
            Want::Tell(socket, frame) => {
                let delay = self.dice.delay(12, 250);
                if let Some(connection) = self.connections.get_mut(&socket) {
                    connection.down_free = connection.down_free.max(self.now + delay);
                    let delay = connection.down_free - self.now;
                    self.after(delay, Act::Down(socket, frame));
                }
            }
            Want::Publish(message) => {
                for other in (0..NODES).filter(|other| *other != number) {
                    let times = if !self.bus || self.fails(10) { 0 } else { 1 + u64::from(self.fails(10)) };
                    for _ in 0..times {
                        // Large messages carry only the numbers.
                        let bare = self.dice.chance(20);
                        let events = message.events.clone().filter(|_| !bare);
                        let delay = self.dice.delay(15, 700);
                        self.after(delay, Act::Hear(other, BusMessage { events, ..message.clone() }));
                    }
                }
            }
            Want::Ask(query) => {
                let delay = self.dice.delay(8, 200);
                self.after(delay, Act::Read(number, life, query));
            }
            Want::Commit(batch) => {
                let delay = self.dice.delay(8, 200);
                self.after(delay, Act::Commit(number, life, batch));
            }
            Want::After(pause, timer) => {
                let pause = u64::try_from(pause.as_millis()).unwrap_or(u64::MAX);
                self.after(pause, Act::Wake(number, life, timer));
            }
        }
    }

    fn read(&mut self, query: Query) -> Answer {
        let away = self.fails(3);
        if let Query::Open(scopes) = query {
            let opened = scopes.into_iter().map(|new| (new, self.stand.database.open(new))).collect();
            return Answer::Opened(Some(opened).filter(|_| !away));
        }
        let database = &self.stand.database;
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

    fn step(&mut self, number: usize) {
        let pause = self.dice.between(30, 320);
        self.after(pause, Act::Step(number));
        let connected = self.clients[number].socket().is_some();
        if self.clients[number].out && (connected || !self.dice.chance(30)) {
            return;
        }
        match self.dice.between(0, 100) {
            _ if self.now >= HEAL && connected => {}
            _ if self.now >= HEAL => self.connect(number),
            0..60 if !connected => self.connect(number),
            0..5 => self.hang_up(number),
            5 => {
                self.hang_up(number);
                self.clients[number].forget(self.now, &mut self.history);
            }
            6..75 => {
                let millis = START + self.now;
                let (command, effect) = commands::next(&mut self.dice, &self.clients[number], &self.stand, millis);
                self.ask(number, command, effect);
            }
            _ => {}
        }
    }

    fn remove_member(&mut self) {
        let Some(user_id) = self.stand.people.last().copied() else { return };
        self.ask(0, MemberRemove { user_id }.into(), Effect::Other);
    }

    fn ask(&mut self, number: usize, command: Command, effect: Effect) -> CommandId {
        let id = CommandId(self.dice.id(START + self.now));
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
        self.send(socket, Up::Command { id, by, command });
    }

    fn send(&mut self, socket: u32, frame: Up) {
        let delay = self.dice.delay(12, 250);
        if let Some(connection) = self.connections.get_mut(&socket) {
            connection.up_free = connection.up_free.max(self.now + delay);
            let delay = connection.up_free - self.now;
            self.after(delay, Act::Up(socket, frame));
        }
    }

    fn connect(&mut self, number: usize) {
        let up: Vec<usize> = (0..NODES).filter(|node| self.nodes[*node].is_some()).collect();
        let Some(node) = self.dice.one(&up) else { return };
        let socket = self.connections.len() as u32;
        let (life, free) = (self.lives[node], self.now);
        self.connections
            .insert(socket, Connection { client: number, node, life, up_free: free, down_free: free, open: true });
        let hello = self.clients[number].connect(socket);
        self.send(socket, hello);
    }

    fn hang_up(&mut self, number: usize) {
        if let Some(socket) = self.clients[number].socket() {
            self.send(socket, Up::Gone);
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
            self.clients[client].out = true;
            self.clients[client].forget(self.now, &mut self.history);
        }
    }

    /// A node's frame reaches its client, if the client still listens.
    fn arrive(&mut self, socket: u32, frame: Down) {
        let Some(Connection { client, node, open: true, .. }) = self.connections.get(&socket) else { return };
        let (number, node) = (*client, *node as u32);
        let client = &mut self.clients[number];
        let reaction = match &frame {
            Down::Welcome(scopes) => client.welcomed(self.now, node, scopes, &mut self.history),
            Down::Events { scope, from, to, events } => {
                client.events(self.now, *scope, (*from, *to), events, &mut self.history)
            }
            Down::Follow { scope, epoch, seq } => client.follow(self.now, *scope, *epoch, *seq, &mut self.history),
            Down::Unfollow { scope } => {
                client.unfollow(self.now, *scope, &mut self.history);
                Reaction::Nothing
            }
            Down::Ack { .. } | Down::Refused { .. } => {
                client.acked(self.now, &frame, &mut self.history);
                Reaction::Nothing
            }
            Down::Close(code) => return self.closed(socket, Some(*code)),
        };
        if let Down::Welcome(_) = frame {
            // All commands without an answer are sent again, in order.
            for (id, command) in self.clients[number].outbox.clone() {
                self.send_command(number, socket, id, command);
            }
        }
        self.react(number, socket, reaction);
    }

    fn react(&mut self, number: usize, socket: u32, reaction: Reaction) {
        match reaction {
            Reaction::Nothing => {}
            Reaction::Read(ask) => {
                let delay = self.dice.delay(20, 300);
                self.after(delay, Act::SnapshotRead(number, socket, ask));
            }
            Reaction::Resume => self.hang_up(number),
        }
    }

    fn finish(mut self) -> History {
        for client in &self.clients {
            let (at, client, scopes) = (END, client.number, client.replica.readings());
            self.history.push(Entry::Settled { at, client, scopes });
        }
        for user in &self.stand.people {
            let fresh = replica_of(&self.stand.database.sight_of(*user, None));
            let (scopes, tickets) = (fresh.readings(), fresh.tickets());
            self.history.push(Entry::Snapshot { at: END, node: 0, scopes, tickets });
        }
        for Right { user, scope, from, to } in self.stand.database.rights.all() {
            self.history.push(Entry::Right { user: user.0, scope: scope.0, from, to });
        }
        for (scope, stream) in &self.stand.database.streams {
            let journal = self.stand.database.journal(*scope);
            let events = journal.into_iter().map(|(seq, command)| (seq, command.0)).collect();
            let (epoch, head) = (stream.epoch.0, stream.seq);
            self.history.push(Entry::Journal { scope: scope.0, epoch, head, events });
        }
        self.history
    }
}
