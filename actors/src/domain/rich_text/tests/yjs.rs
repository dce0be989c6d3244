//! Copies of the library of the web app (Yjs) and copies of the node's library (yrs) converge.
//!
//! Pages edit at random in a program of Node, `yjs.mjs`, while updates are held back, doubled and overtaken. A failing seed
//! is printed; `TROUPE_SEED=…` runs that seed alone, and `TROUPE_SIM_SEEDS=1000` runs more seeds.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child as Process, ChildStdin, ChildStdout, Command, Stdio};

use base64::{Engine, prelude::BASE64_STANDARD};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value as Json, json};
use yrs::{StateVector, updates::decoder::Decode};

use crate::domain::rich_text::{
    Attributes, Child, Element, Fault, Mark, Marks, RichText, Run, Tag, Tree, Value, schema,
};

const SEEDS: u64 = 8;
const STEPS: usize = 250;
const PAGES: usize = 3;

/// The program with the pages.
struct Pages {
    process: Process,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Pages {
    fn start() -> Self {
        // The packages of the web app.
        let web = concat!(env!("CARGO_MANIFEST_DIR"), "/../web");
        let mut process = Command::new("node")
            .args(["--input-type=module", "--eval", include_str!("yjs.mjs")])
            .current_dir(web)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node, which builds the web app");
        let input = process.stdin.take().expect("an input");
        let output = BufReader::new(process.stdout.take().expect("an output"));
        Self { process, input, output }
    }

    fn ask(&mut self, command: &Json) -> Json {
        writeln!(self.input, "{command}").expect("the program runs");
        let mut line = String::new();
        self.output.read_line(&mut line).expect("an answer");
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("{command} has failed: npm ci in web?"))
    }

    fn bytes(&mut self, command: &Json) -> Vec<u8> {
        unpacked(&self.ask(command))
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn packed(bytes: &[u8]) -> Json {
    json!(BASE64_STANDARD.encode(bytes))
}

fn unpacked(text: &Json) -> Vec<u8> {
    BASE64_STANDARD.decode(text.as_str().expect("a text")).expect("base64")
}

fn value(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Null => return None,
        Json::Bool(flag) => Value::Flag(*flag),
        Json::Number(number) => Value::Number(number.as_i64().expect("a whole number")),
        Json::String(text) => Value::text(text.clone()),
        Json::Array(numbers) => Value::Numbers(numbers.iter().map(|it| it.as_i64().expect("a number")).collect()),
        Json::Object(_) => panic!("{json}"),
    })
}

fn given(attributes: &Json) -> impl Iterator<Item = (&String, Value)> {
    let attributes = attributes.as_object().expect("attributes");
    attributes.iter().filter_map(|(name, json)| Some((name, value(json)?)))
}

/// A tree that the program has read with Yjs.
fn children(parts: &Json) -> Vec<Child> {
    let parts = parts.as_array().expect("nodes").iter();
    parts
        .map(|part| match part["name"].as_str() {
            Some(name) => {
                let tag = Tag::named(name).expect("a node of the schema");
                let mut attributes = Attributes::new();
                for (name, value) in given(&part["attributes"]) {
                    schema::add_attribute(tag, name, value, &mut attributes).expect("an attribute of the schema");
                }
                Child::Element(Element { tag, attributes, children: children(&part["children"]) })
            }
            None => Child::Text(runs(&part["runs"])),
        })
        .collect()
}

fn runs(delta: &Json) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for part in delta.as_array().expect("a delta") {
        let mut marks = Marks::new();
        for (name, attributes) in part["attributes"].as_object().into_iter().flatten() {
            let mark = Mark::named(name).expect("a mark of the schema");
            let read = marks.entry(mark).or_default();
            for (name, value) in given(attributes) {
                schema::add_mark_attribute(mark, name, value, read).expect("an attribute of the schema");
            }
        }
        let text = part["insert"].as_str().expect("a text");
        match runs.last_mut() {
            Some(run) if run.marks == marks => run.text.push_str(text),
            _ => runs.push(Run { text: text.to_owned(), marks }),
        }
    }
    runs
}

fn tree(parts: &Json) -> Tree {
    let elements = children(parts).into_iter().map(|child| match child {
        Child::Element(element) => element,
        Child::Text(_) => panic!("text in the root"),
    });
    elements.collect()
}

fn vector(bytes: &[u8]) -> StateVector {
    StateVector::decode_v1(bytes).expect("a state vector")
}

/// A node with a document, another node that gets its stored updates, and the updates on their way.
struct Net<'p> {
    random: StdRng,
    pages: &'p mut Pages,
    document: RichText,
    other: RichText,
    snapshot: Vec<u8>,
    stored: Vec<Vec<u8>>,
    /// What each page has sent and the node has not taken.
    sent: Vec<Vec<Vec<u8>>>,
    /// What was sent to each page and to the other node, in this order.
    updated: Vec<Vec<Vec<u8>>>,
    is_away: Vec<bool>,
    gaps: usize,
}

impl<'p> Net<'p> {
    fn new(pages: &'p mut Pages, seed: u64) -> Self {
        let document = RichText::from_markdown("One **two** three\n\n- a\n- [x] b\n\n> quoted");
        let snapshot = document.encode();
        pages.ask(&json!(["begin", seed, PAGES, packed(&snapshot)]));
        let again = |bytes: &[u8]| RichText::load(bytes, []).expect("whole");
        Self {
            random: StdRng::seed_from_u64(seed),
            pages,
            other: again(&snapshot),
            document,
            snapshot,
            stored: Vec::new(),
            sent: vec![Vec::new(); PAGES],
            updated: vec![Vec::new(); PAGES + 1],
            is_away: vec![false; PAGES],
            gaps: 0,
        }
    }

    /// The node stores an update, and sends it on.
    fn store(&mut self, from: Option<usize>, update: Vec<u8>) {
        for (to, updated) in self.updated.iter_mut().enumerate() {
            if from != Some(to) {
                updated.push(update.clone());
            }
        }
        self.stored.push(update);
    }

    /// One of the waiting updates: most of the time the oldest, which may come again later.
    fn pick(random: &mut StdRng, waiting: &mut Vec<Vec<u8>>) -> Option<Vec<u8>> {
        if waiting.is_empty() {
            return None;
        }
        let at = if random.random_bool(0.7) { 0 } else { random.random_range(0..waiting.len()) };
        Some(if random.random_bool(0.1) { waiting[at].clone() } else { waiting.remove(at) })
    }

    fn send(&mut self, page: usize) {
        let Some(update) = Self::pick(&mut self.random, &mut self.sent[page]) else { return };
        let before = self.document.state_vector();
        match self.document.apply(&update) {
            Ok(()) => self.store(Some(page), update),
            Err(Fault::Gap) => {
                self.gaps += 1;
                assert_eq!(vector(&self.document.state_vector()), vector(&before), "a refused update changes nothing");
                self.sent[page].push(update);
            }
            Err(fault) => panic!("{fault}: {update:?}"),
        }
    }

    /// A page that has joined again sends everything that the node lacks.
    fn send_again(&mut self, page: usize) {
        let update = self.pages.bytes(&json!(["lacks", page, packed(&self.document.state_vector())]));
        self.document.apply(&update).unwrap_or_else(|fault| panic!("{fault}: {update:?}"));
        self.store(Some(page), update);
    }

    /// A page gets what its copy lacked, or what it lacked some time ago.
    fn join(&mut self, page: usize, vector: &[u8]) {
        let update = self.document.diff(vector).expect("a difference");
        self.pages.ask(&json!(["take", page, [packed(&update)]]));
    }

    fn receive(&mut self, page: usize) {
        if let Some(update) = Self::pick(&mut self.random, &mut self.updated[page]) {
            self.pages.ask(&json!(["take", page, [packed(&update)]]));
        }
    }

    fn tell_other(&mut self) {
        if let Some(update) = Self::pick(&mut self.random, &mut self.updated[PAGES])
            && self.other.take_stored(&update).is_err()
        {
            self.updated[PAGES].push(update);
        }
    }

    fn restart(&mut self) {
        if self.random.random_bool(0.5) {
            self.snapshot = self.document.encode();
            self.stored.clear();
        }
        let again = RichText::load(&self.snapshot, self.stored.iter().map(Vec::as_slice)).expect("whole");
        assert_eq!(again.tree(), self.document.tree(), "after a restart");
        self.document = again;
    }

    fn write_from_outside(&mut self) {
        let lines: Vec<&str> = self.document.markdown().split("\n\n").collect();
        let mut lines: Vec<&str> = lines.into_iter().filter(|_| self.random.random_bool(0.95)).collect();
        lines.insert(self.random.random_range(0..=lines.len()), "From **outside** 🦊");
        let text = lines.join("\n\n");
        if let Some(update) = self.document.outside_write(&self.document, &text) {
            self.document.take_stored(&update).expect("taken");
            self.store(None, update);
        }
    }

    fn step(&mut self) {
        let page = self.random.random_range(0..PAGES);
        match self.random.random_range(0..100) {
            0..45 => {
                let updates = self.pages.ask(&json!(["edit", page]));
                self.sent[page].extend(updates.as_array().expect("updates").iter().map(unpacked));
            }
            45..48 => self.is_away[page] = !self.is_away[page],
            48..55 => self.tell_other(),
            55..57 => self.restart(),
            57 => self.write_from_outside(),
            _ if self.is_away[page] => {}
            58..75 => self.send(page),
            75..95 => self.receive(page),
            95..97 => self.send_again(page),
            _ => {
                let vector = self.pages.bytes(&json!(["vector", page]));
                self.receive(page);
                self.join(page, &vector);
            }
        }
    }

    fn check(mut self) -> usize {
        for page in 0..PAGES {
            self.send_again(page);
        }
        let encoded = self.document.encode();
        let stored = self.document.tree().clone();
        for page in 0..PAGES {
            let known = self.pages.bytes(&json!(["vector", page]));
            self.join(page, &known);
            let copy = self.pages.ask(&json!(["tree", page]));
            assert_eq!(copy["waits"], json!(false), "page {page} lacks nothing");
            assert_eq!(tree(&copy["tree"]), stored, "page {page}");
            let everything = unpacked(&copy["everything"]);
            let read = RichText::load(&everything, []).expect("whole");
            assert_eq!(read.tree(), &stored, "what page {page} has, at a node");
            assert_eq!(vector(&read.state_vector()), vector(&self.document.state_vector()));
        }
        assert_eq!(tree(&self.pages.ask(&json!(["read", packed(&encoded)]))), stored, "a page that comes later");
        self.other.take_stored(&self.document.diff(&self.other.state_vector()).expect("a difference")).expect("taken");
        assert_eq!(self.other.tree(), &stored, "the other node");
        self.restart();
        self.gaps
    }
}

struct Told(u64);

impl Drop for Told {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("seed {0} fails: TROUPE_SEED={0} runs it again", self.0);
        }
    }
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{name} is a number")))
}

#[test]
fn tx5_tx15_tx17_copies_of_yjs_and_of_the_nodes_library_converge_both_ways() {
    let mut pages = Pages::start();
    let seeds = match number("TROUPE_SEED") {
        Some(seed) => seed..=seed,
        None => 1..=number("TROUPE_SIM_SEEDS").unwrap_or(SEEDS),
    };
    let mut gaps = 0;
    for seed in seeds {
        let _told = Told(seed);
        let mut net = Net::new(&mut pages, seed);
        for _ in 0..STEPS {
            net.step();
        }
        gaps += net.check();
    }
    println!("{gaps} updates came before their causes, and were refused");
}
