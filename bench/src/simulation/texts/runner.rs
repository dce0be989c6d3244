//! Runs a simulation of a text: performs the scheduled actions of nodes, pages, bus and database in the order of virtual
//! time.

use std::collections::BTreeMap;

use actors::domain::decide::{Order, What};
use actors::domain::refusal::Refusal;
use actors::domain::rights::Narrowing;
use actors::text::{Failure, Input, Question, RestoredText, Restoring};
use actors::wire::TextRequest;
use bytes::Bytes;

use super::database::Database;
use super::frames::{NodeFrame, read, shows_text};
use super::history::{Entry, History};
use super::host::VirtualHost;
use super::node::{BusMessage, Node, Request, TICK, Work};
use super::page::{NextStep, Page};
use super::rights::{PEOPLE, Rights, user};
use super::sabotage::TextSabotage;
use crate::simulation::rng::Rng;

const NODES: usize = 3;
const PAGES: usize = 5;
/// Edits and faults end at this time, in milliseconds.
const FAULTS_END: u64 = 3_000;
/// The run ends at this time. Until then, all parts finish their work.
const END: u64 = FAULTS_END + 6_000;
const HEADS_EVERY: u64 = 1_000;
/// How often a job looks for descriptions that no node has written.
const SWEEP_EVERY: u64 = 900;

/// A scheduled action. The numbers name the node, page or socket. An action of a running node also names the generation
/// of the node, and is dropped if the node has restarted since.
enum Action {
    StartNode(usize),
    CrashNode(usize),
    Heads(usize, u32),
    Tick(usize, u32),
    PageTurn(usize),
    Join(usize, u32),
    /// A frame of a page arrives; `None` if the socket is closed.
    Up(u32, Option<TextRequest>),
    Down(u32, Bytes),
    ConnectionLost(u32),
    Bus(usize, usize, BusMessage),
    Ask(usize, u32, u64, Question),
    NoteWrite(usize, u32, u64, (i64, i64)),
    Submit(usize, u32, u64, Box<Order>),
    Work(usize, u32, u64, Work),
    ChangeRights,
    Heal,
    RightsKnown(usize, u32, usize),
    SwitchBus(bool),
    WriteOutside,
    Restore(usize),
    Restored(usize, Result<RestoredText, Refusal>, String),
    Sweep,
}

/// A connection; its frames arrive in order.
struct Connection {
    page: usize,
    node: usize,
    generation: u32,
    up_free: u64,
    down_free: u64,
    open: bool,
}

pub struct Runner {
    now: u64,
    rng: Rng,
    schedule: BTreeMap<(u64, u64), Action>,
    scheduled: u64,
    database: Database,
    nodes: Vec<Option<Node>>,
    generations: Vec<u32>,
    pages: Vec<Page>,
    connections: BTreeMap<u32, Connection>,
    bus: bool,
    words: u64,
    /// In how many of its turns a page writes, in percent.
    pace: u64,
    /// True if documents lose their history in this run.
    loses_history: bool,
    /// The version that each page restores.
    versions: BTreeMap<usize, String>,
    history: History,
    sabotage: Option<TextSabotage>,
}

impl Runner {
    pub fn new(seed: u64, sabotage: Option<TextSabotage>) -> Self {
        let mut rng = Rng::new(seed);
        let pace = rng.between(20, 80);
        let mut history = History::new();
        let rights = Rights::new(&mut history);
        let database = Database::new(Rng::new(seed ^ 0xDB), rights, "To begin with", sabotage);
        Self {
            now: 0,
            rng,
            schedule: BTreeMap::new(),
            scheduled: 0,
            database,
            nodes: (0..NODES).map(|_| None).collect(),
            generations: vec![0; NODES],
            // The first person has two pages.
            pages: (0..PAGES).map(|page| Page::new(page, page % PEOPLE)).collect(),
            connections: BTreeMap::new(),
            bus: true,
            words: 0,
            pace,
            loses_history: seed.is_multiple_of(2),
            versions: BTreeMap::new(),
            history,
            sabotage,
        }
    }

    pub fn run(mut self) -> History {
        for node in 0..NODES {
            self.after(node as u64 * 20, Action::StartNode(node));
            for _ in 0..self.rng.between(0, 2) {
                let at = self.rng.between(300, FAULTS_END);
                self.after(at, Action::CrashNode(node));
            }
        }
        for page in 0..PAGES {
            let at = self.rng.between(80, 200);
            self.after(at, Action::PageTurn(page));
        }
        let (fails, returns_after) = (self.rng.between(200, FAULTS_END), self.rng.between(100, 1_200));
        self.after(fails, Action::SwitchBus(false));
        self.after(fails + returns_after, Action::SwitchBus(true));
        for (most, action) in
            [(6, (|| Action::ChangeRights) as fn() -> Action), (4, || Action::WriteOutside), (3, || Action::Restore(0))]
        {
            for _ in 0..self.rng.between(0, most) {
                let at = self.rng.between(300, FAULTS_END);
                self.after(at, action());
            }
        }
        self.after(FAULTS_END, Action::Heal);
        self.after(SWEEP_EVERY, Action::Sweep);
        while let Some(((at, _), action)) = self.schedule.pop_first() {
            if at > END {
                break;
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
            Action::Heads(node, generation) => {
                self.after(HEADS_EVERY, Action::Heads(node, generation));
                self.read_heads(node, generation);
            }
            Action::Tick(node, generation) => {
                if self.generations[node] == generation {
                    self.after(TICK, Action::Tick(node, generation));
                }
                self.on_node(node, generation, |node| {
                    if let Some(stage) = node.on_stage() {
                        node.work(stage, Work::Tick);
                    }
                });
            }
            Action::PageTurn(page) => self.page_turn(page),
            Action::Join(page, socket) => self.join(page, socket),
            Action::Up(socket, request) => {
                let Some(Connection { node, generation, page, .. }) = self.connections.get(&socket) else { return };
                let (node, generation, person) = (*node, *generation, self.pages[*page].person);
                self.on_node(node, generation, |node| match request {
                    Some(request) => {
                        node.connect(socket, person);
                        node.receive(socket, request);
                    }
                    None => node.disconnect(socket),
                });
            }
            Action::Down(socket, frame) => self.frame_arrives(socket, &frame),
            Action::ConnectionLost(socket) => self.closed(socket),
            Action::Bus(to, from, message) => {
                let generation = self.generations[to];
                self.on_node(to, generation, |node| node.receive_from_bus(from, message));
            }
            Action::Ask(node, generation, stage, question) => self.ask(node, generation, stage, question),
            Action::NoteWrite(node, generation, stage, (sum, seq)) => {
                let lost = self.fails(3);
                if !lost && self.sabotage != Some(TextSabotage::NoteWrite) {
                    self.database.note_write(sum, seq);
                }
                let noted = if lost || self.fails(3) { Err(away()) } else { Ok(()) };
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::Work(node, generation, stage, Work::Noted(noted)));
            }
            Action::Submit(node, generation, stage, order) => self.submit(node, generation, stage, *order),
            Action::Work(node, generation, stage, work) => {
                self.on_node(node, generation, |node| node.work(stage, work));
            }
            Action::ChangeRights => {
                self.database.rights.change(self.now, &mut self.rng, &mut self.history);
                self.tell_rights();
            }
            Action::Heal => {
                self.database.rights.wake(self.now, &mut self.history);
                self.bus = true;
                self.tell_rights();
            }
            Action::RightsKnown(node, generation, person) => {
                let follows = self.database.rights.follows(person);
                self.on_node(node, generation, |node| {
                    node.follows[person] = follows;
                    node.give(Input::CheckUser(user(person)));
                });
            }
            Action::SwitchBus(is_up) => self.bus = is_up || self.now >= FAULTS_END,
            Action::WriteOutside if !self.database.may_write_outside() => {
                if self.now < FAULTS_END {
                    self.after(50, Action::WriteOutside);
                }
            }
            Action::WriteOutside => {
                self.words += 1;
                let word = format!("o{}o", self.words);
                self.database.write_outside(self.now, word, &mut self.history);
            }
            Action::Restore(page) => self.restore(page),
            Action::Restored(page, answer, version) => {
                if let Ok(restored) = answer {
                    self.pages[page].restores(restored, version);
                }
            }
            Action::Sweep => {
                self.after(SWEEP_EVERY, Action::Sweep);
                let up = self.nodes_up();
                if let Some(node) = self.rng.pick(&up).filter(|_| self.database.is_unwritten()) {
                    let generation = self.generations[node];
                    self.on_node(node, generation, |node| node.give_opened(Input::Write(())));
                }
            }
        }
    }

    /// Each node hears of changed rights within a second.
    fn tell_rights(&mut self) {
        if self.sabotage == Some(TextSabotage::Revocation) {
            return;
        }
        for node in 0..NODES {
            for person in 0..PEOPLE {
                let delay = self.rng.delay(40, 800);
                self.after(delay, Action::RightsKnown(node, self.generations[node], person));
            }
        }
    }

    fn nodes_up(&self) -> Vec<usize> {
        (0..NODES).filter(|node| self.nodes[*node].is_some()).collect()
    }

    fn start_node(&mut self, node: usize) {
        if self.nodes[node].is_some() {
            return;
        }
        let generation = self.generations[node];
        let host = VirtualHost::new(self.rng.between(0, u64::MAX), self.now);
        let follows = (0..PEOPLE).map(|person| self.database.rights.follows(person)).collect();
        self.nodes[node] = Some(Node::new(host, follows, self.loses_history, self.sabotage));
        let first = self.rng.between(1, HEADS_EVERY);
        self.after(first, Action::Heads(node, generation));
        self.after(TICK, Action::Tick(node, generation));
    }

    fn crash_node(&mut self, node: usize) {
        if self.nodes[node].take().is_none() || self.now >= FAULTS_END {
            return;
        }
        self.history.push(Entry::Fault { at: self.now, words: format!("node {node} is killed") });
        let generation = self.generations[node];
        self.generations[node] += 1;
        let of_node = |it: &&Connection| it.open && it.node == node && it.generation == generation;
        let cut = self.connections.iter().filter(|(_, it)| of_node(it));
        let cut: Vec<(u32, u64)> =
            cut.map(|(socket, it)| (*socket, it.down_free.saturating_sub(self.now) + 1)).collect();
        for (socket, delay) in cut {
            self.after(delay, Action::ConnectionLost(socket));
        }
        let downtime = self.rng.between(50, 900);
        self.after(downtime, Action::StartNode(node));
        for other in (0..NODES).filter(|other| *other != node) {
            let (delay, generation) = (self.rng.between(20, 400), self.generations[other]);
            let gone = Work::Input(Input::NodeGone(uuid::Uuid::from_u128(node as u128)));
            if let Some(stage) = self.nodes[other].as_ref().and_then(Node::on_stage) {
                self.after(delay, Action::Work(other, generation, stage, gone));
            }
        }
    }

    fn on_node(&mut self, number: usize, generation: u32, step: impl FnOnce(&mut Node)) {
        if self.generations[number] != generation {
            return;
        }
        let Some(node) = &mut self.nodes[number] else { return };
        node.set_now(self.now);
        step(node);
        for request in node.take_requests() {
            self.perform_request(number, generation, request);
        }
    }

    fn perform_request(&mut self, number: usize, generation: u32, request: Request) {
        match request {
            Request::Send(socket, frame) => self.send_down(number, socket, frame),
            Request::Publish(message) => {
                for other in (0..NODES).filter(|other| *other != number) {
                    let times = if !self.bus || self.fails(12) { 0 } else { 1 + u64::from(self.fails(10)) };
                    for _ in 0..times {
                        let delay = self.rng.delay(15, 700);
                        let message = self.maybe_large(message.clone());
                        self.after(delay, Action::Bus(other, number, message));
                    }
                }
            }
            Request::Ask(stage, question) => {
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::Ask(number, generation, stage, question));
            }
            Request::NoteWrite(stage, sum, seq) => {
                let delay = self.rng.delay(8, 200);
                self.after(delay, Action::NoteWrite(number, generation, stage, (sum, seq)));
            }
            Request::Submit(stage, order) => {
                let delay = self.rng.delay(10, 300);
                self.after(delay, Action::Submit(number, generation, stage, order));
            }
            Request::Flush(stage) => {
                let delay = self.rng.between(0, 4);
                self.after(delay, Action::Work(number, generation, stage, Work::Flush));
            }
            Request::Restored(page, answer) => {
                let version = self.versions.remove(&page).unwrap_or_default();
                let delay = self.rng.delay(12, 250);
                self.after(delay, Action::Restored(page, answer, version));
            }
        }
    }

    /// Some messages leave out their updates, as those with large updates do.
    fn maybe_large(&mut self, message: BusMessage) -> BusMessage {
        match message {
            BusMessage::Updates { epoch, scope, first, .. } if self.rng.chance(15) => {
                BusMessage::Updates { epoch, scope, first, updates: Vec::new() }
            }
            other => other,
        }
    }

    fn read_heads(&mut self, node: usize, generation: u32) {
        if self.sabotage == Some(TextSabotage::Heads) || self.fails(5) {
            return;
        }
        let stage = self.nodes[node].as_ref().filter(|_| self.generations[node] == generation).and_then(Node::on_stage);
        if let Some(stage) = stage {
            let head = Work::Input(Input::Head(Some(self.database.head())));
            let delay = self.rng.delay(8, 200);
            self.after(delay, Action::Work(node, generation, stage, head));
        }
    }

    /// The database may fail before or after it has done the work.
    fn ask(&mut self, node: usize, generation: u32, stage: u64, question: Question) {
        let answer = if self.fails(2) {
            Err(away())
        } else {
            let answer = self.database.answer(self.now, node, question, &mut self.history);
            if self.fails(2) { Err(away()) } else { Ok(answer) }
        };
        let delay = if answer.is_err() { 250 } else { self.rng.delay(8, 200) };
        self.after(delay, Action::Work(node, generation, stage, Work::Answered(answer)));
    }

    fn submit(&mut self, node: usize, generation: u32, stage: u64, order: Order) {
        let What::Describe(describe) = order.what else { return };
        let answer = if self.fails(3) {
            Err(Refusal::unavailable(1_000))
        } else {
            let known = describe.known_sum;
            let answer = self.database.describe(self.now, known, describe.description, &mut self.history);
            if self.fails(3) { Err(Refusal::unavailable(1_000)) } else { answer }
        };
        let delay = self.rng.delay(10, 300);
        self.after(delay, Action::Work(node, generation, stage, Work::Submitted(answer)));
    }

    /// The first page asks a node to bring back a version: a description that was written before.
    fn restore(&mut self, page: usize) {
        let written = self.history.iter().filter_map(|entry| match entry {
            Entry::Described { text, .. } => Some(text.clone()),
            _ => None,
        });
        let versions: Vec<String> = written.collect();
        let (nth, up) = (self.rng.between(0, versions.len() as u64) as usize, self.nodes_up());
        let (Some(text), Some(node)) = (versions.get(nth).cloned(), self.rng.pick(&up)) else { return };
        let (generation, user) = (self.generations[node], user(self.pages[page].person));
        self.versions.insert(page, text.clone());
        let at = time::OffsetDateTime::UNIX_EPOCH;
        let restoring = Restoring { user, narrowing: Narrowing::NONE, text, at, reply: page };
        self.on_node(node, generation, |node| node.give_opened(Input::Restore(restoring)));
    }

    fn page_turn(&mut self, number: usize) {
        let pause = self.rng.between(40, 260);
        self.after(pause, Action::PageTurn(number));
        let Some(socket) = self.pages[number].socket else {
            // A page without a connection keeps writing.
            if self.now < FAULTS_END && self.rng.chance(50) {
                return self.write(number);
            }
            return self.connect(number);
        };
        if let Some(request) = self.pages[number].apply_restored(self.now, &mut self.history) {
            return self.send_up(socket, Some(request));
        }
        match self.rng.between(0, 100) {
            _ if self.now >= FAULTS_END => {}
            0..6 => self.hang_up(number, socket),
            6..10 if self.pages[number].is_joined => {
                self.pages[number].is_joined = false;
                self.send_up(socket, Some(TextRequest::Leave));
                let pause = self.rng.between(50, 900);
                self.after(pause, Action::Join(number, socket));
            }
            10..14 => self.send_up(socket, Some(TextRequest::Awareness(Bytes::from_static(b"a caret")))),
            _ if self.rng.chance(self.pace) => self.write(number),
            _ => {}
        }
    }

    fn write(&mut self, number: usize) {
        // Some pages write although their person has no right to.
        if !self.pages[number].may_edit && !self.rng.chance(15) {
            return;
        }
        self.words += 1;
        let word = format!("k{}k", self.words);
        let (now, socket) = (self.now, self.pages[number].socket);
        let sent = self.pages[number].edit(now, word, &mut self.rng, &mut self.history);
        if let (Some(request), Some(socket)) = (sent, socket) {
            self.send_up(socket, Some(request));
        }
    }

    fn connect(&mut self, number: usize) {
        let up = self.nodes_up();
        let Some(node) = self.rng.pick(&up) else { return };
        let socket = self.connections.len() as u32;
        let (generation, free) = (self.generations[node], self.now);
        let connection = Connection { page: number, node, generation, up_free: free, down_free: free, open: true };
        self.connections.insert(socket, connection);
        self.pages[number].socket = Some(socket);
        self.join(number, socket);
    }

    fn join(&mut self, number: usize, socket: u32) {
        let page = &mut self.pages[number];
        if page.socket == Some(socket) && !page.is_joined && !page.is_joining {
            let request = page.join(self.sabotage);
            self.send_up(socket, Some(request));
        }
    }

    fn hang_up(&mut self, number: usize, socket: u32) {
        self.send_up(socket, None);
        self.closed(socket);
        self.pages[number].disconnect();
    }

    fn closed(&mut self, socket: u32) {
        let Some(connection) = self.connections.get_mut(&socket) else { return };
        if std::mem::replace(&mut connection.open, false) {
            self.pages[connection.page].disconnect();
        }
    }

    fn send_up(&mut self, socket: u32, request: Option<TextRequest>) {
        let delay = self.rng.delay(12, 250);
        if let Some(connection) = self.connections.get_mut(&socket) {
            connection.up_free = connection.up_free.max(self.now + delay);
            let delay = connection.up_free - self.now;
            self.after(delay, Action::Up(socket, request));
        }
    }

    fn send_down(&mut self, node: usize, socket: u32, frame: Bytes) {
        let delay = self.rng.delay(12, 250);
        let Some(connection) = self.connections.get_mut(&socket) else { return };
        if shows_text(&frame) {
            let person = self.pages[connection.page].person;
            let update = match read(&frame) {
                NodeFrame::Updated(update) => Some(update),
                _ => None,
            };
            self.history.push(Entry::Frame { at: self.now, node, person, kind: frame[0], update });
        }
        connection.down_free = connection.down_free.max(self.now + delay);
        let delay = connection.down_free - self.now;
        self.after(delay, Action::Down(socket, frame));
    }

    /// A frame of a node reaches its page, if the connection is still open.
    fn frame_arrives(&mut self, socket: u32, frame: &Bytes) {
        let Some(Connection { page, open: true, .. }) = self.connections.get(&socket) else { return };
        let number = *page;
        let page = &mut self.pages[number];
        match page.receive(self.now, read(frame), &mut self.rng, self.sabotage, &mut self.history) {
            NextStep::Nothing => {}
            NextStep::Send(request) => self.send_up(socket, Some(request)),
            NextStep::JoinAfter(pause) => self.after(pause, Action::Join(number, socket)),
        }
    }

    fn finish(mut self) -> History {
        for page in &self.pages {
            page.settle(&mut self.history);
        }
        if let Some((epoch, document)) = self.database.whole() {
            let (encoded, text) = (document.encode(), document.markdown().to_owned());
            let description = self.database.description.clone();
            self.history.push(Entry::Document { epoch, encoded, text, description });
        }
        self.history
    }
}

fn away() -> Failure {
    Failure { why: "the database is away".into() }
}
