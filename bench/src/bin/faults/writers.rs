//! People who write one description at once, connected to any node that answers, like pages of the web app
//! ([TEXTS](../../../../docs/TEXTS.md)). Each piece of text is typed once, so it can be found again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bench::history::Entry;
use futures_util::{SinkExt, StreamExt};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;
use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{Doc, GetString, OffsetKind, Options, ReadTxn, Text, Transact, Update, XmlFragment, XmlTextRef};

use crate::client::{ClientOptions, NodeAddress, Person, open};
use crate::failure::Failure;
use crate::record::Record;

/// A socket without a frame for this long is abandoned: nodes send something every second.
const SILENCE: Duration = Duration::from_secs(5);
/// An update without an answer for this long makes the writer join again.
const UNANSWERED: Duration = Duration::from_secs(10);
/// A node refuses more than 64 updates without an answer.
const MOST_UNANSWERED: usize = 32;
/// The kind, the field and the ticket.
const HEAD: usize = 18;

/// What all writers do now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// The average pause of a writer between two pieces of text, in milliseconds.
    Every(u64),
    /// The writers stay connected and type nothing.
    Paused,
    Stop,
}

/// A piece of text that no node has acknowledged yet.
struct Unkept {
    token: String,
    update: Vec<u8>,
    /// Its number in the present join, and when it was sent.
    sent: Option<(u32, Instant)>,
}

struct Inner {
    doc: Doc,
    /// Nil without a copy of a node.
    epoch: Uuid,
    live: bool,
    unkept: Vec<Unkept>,
}

/// A person with a task and a copy of the document.
pub struct Writer {
    pub number: u32,
    inner: Arc<Mutex<Inner>>,
    task: JoinHandle<()>,
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

fn lock(inner: &Mutex<Inner>) -> MutexGuard<'_, Inner> {
    inner.lock().unwrap_or_else(PoisonError::into_inner)
}

fn new_doc() -> Doc {
    let doc = Doc::with_options(Options { offset_kind: OffsetKind::Utf16, ..Options::default() });
    doc.get_or_insert_xml_fragment("default");
    doc
}

/// The text in the first paragraph of the document, in which all people write.
fn paragraph(doc: &Doc) -> Option<XmlTextRef> {
    let root = doc.get_or_insert_xml_fragment("default");
    let txn = doc.transact();
    root.get(&txn, 0)?.into_xml_element()?.get(&txn, 0)?.into_xml_text()
}

fn words(doc: &Doc) -> String {
    paragraph(doc).map(|text| text.get_string(&doc.transact())).unwrap_or_default()
}

/// The pieces in a text: `{3.17}` is the 17th of writer 3.
fn tokens(text: &str) -> BTreeSet<String> {
    text.split_inclusive('}').filter_map(|part| part.find('{').map(|at| part[at..].to_owned())).collect()
}

impl Writer {
    /// Starts a writer with the connections and the person of a client.
    pub fn start(options: ClientOptions, ticket: Uuid, typing: watch::Receiver<Typing>) -> Self {
        let number = options.number;
        let inner = Arc::new(Mutex::new(Inner { doc: new_doc(), epoch: Uuid::nil(), live: false, unkept: Vec::new() }));
        let ClientOptions { person, workspace, addresses, record, seed, .. } = options;
        let rng = StdRng::seed_from_u64(seed);
        let task = WriterTask {
            number,
            person,
            workspace,
            addresses,
            record,
            ticket,
            typing,
            rng,
            inner: inner.clone(),
            typed: 0,
            updates: 0,
        };
        Self { number, inner, task: tokio::spawn(task.run()) }
    }

    /// True if the writer has joined, and nodes have acknowledged all that the writer has typed.
    pub fn is_settled(&self) -> bool {
        let inner = lock(&self.inner);
        inner.live && inner.unkept.is_empty()
    }

    pub fn text(&self) -> String {
        words(&lock(&self.inner).doc)
    }
}

struct WriterTask {
    number: u32,
    person: Person,
    workspace: Uuid,
    addresses: Vec<NodeAddress>,
    record: Record,
    ticket: Uuid,
    typing: watch::Receiver<Typing>,
    rng: StdRng,
    inner: Arc<Mutex<Inner>>,
    /// How many pieces the writer has typed, and how many updates were sent in this join.
    typed: u64,
    updates: u32,
}

type Stream = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

/// Why a writer leaves the document.
enum Away {
    /// Joins again on the same socket after this time.
    Rejoin(Duration),
    Closed,
}

impl WriterTask {
    async fn run(mut self) {
        while *self.typing.borrow() != Typing::Stop {
            let address = self.addresses[self.rng.random_range(0..self.addresses.len())];
            if let Ok(Ok(mut stream)) = tokio::time::timeout(Duration::from_secs(5), open(address, None)).await {
                // The next socket continues, for every reason that can end this one.
                let _ = self.serve(&mut stream).await;
            }
            lock(&self.inner).live = false;
            let pause = self.rng.random_range(20..250);
            tokio::time::sleep(Duration::from_millis(pause)).await;
        }
    }

    async fn serve(&mut self, stream: &mut Stream) -> Result<(), Failure> {
        let hello = json!({"type": "hello", "token": self.person.token, "workspace": self.workspace, "protocol": 1,
            "cursors": {}, "client": {"name": "faults", "version": "1"}});
        stream.send(Message::text(hello.to_string())).await?;
        loop {
            let Some(frame) = tokio::time::timeout(SILENCE, stream.next()).await? else { return Ok(()) };
            if let Message::Text(text) = frame? {
                let frame: Value = serde_json::from_str(&text)?;
                if frame["type"] == "welcome" {
                    break;
                }
            }
        }
        loop {
            self.join(stream).await?;
            match self.write(stream).await? {
                Away::Rejoin(after) => tokio::time::sleep(after).await,
                Away::Closed => return Ok(()),
            }
        }
    }

    fn frame(&self, kind: u8, body: &[u8]) -> Message {
        Message::binary([&[kind, 0][..], self.ticket.as_bytes(), body].concat())
    }

    async fn join(&mut self, stream: &mut Stream) -> Result<(), Failure> {
        let body = {
            let mut inner = lock(&self.inner);
            inner.unkept.iter_mut().for_each(|it| it.sent = None);
            inner.live = false;
            let known = inner.doc.transact().state_vector().encode_v1();
            let known = if inner.epoch.is_nil() { vec![0] } else { known };
            [inner.epoch.as_bytes().as_slice(), &known].concat()
        };
        self.updates = 0;
        Ok(stream.send(self.frame(0x01, &body)).await?)
    }

    /// Reads and types until the writer has to join again, or the socket ends.
    async fn write(&mut self, stream: &mut Stream) -> Result<Away, Failure> {
        let mut last_frame = Instant::now();
        loop {
            let due = Instant::now() + self.next_piece_in();
            tokio::select! {
                frame = stream.next() => {
                    last_frame = Instant::now();
                    match frame {
                        Some(Ok(Message::Binary(bytes))) => {
                            if let Some(away) = self.receive(&bytes)? {
                                return Ok(away);
                            }
                        }
                        Some(Ok(Message::Close(_))) | None => return Ok(Away::Closed),
                        Some(Ok(_)) => {}
                        Some(Err(error)) => return Err(error.into()),
                    }
                }
                () = tokio::time::sleep_until(due.into()) => {
                    let typing = *self.typing.borrow();
                    match typing {
                        Typing::Stop => return Ok(Away::Closed),
                        Typing::Every(_) => self.type_piece(),
                        Typing::Paused => {}
                    }
                }
            }
            self.send_waiting(stream).await?;
            let late = |it: &Unkept| it.sent.is_some_and(|(_, at)| at.elapsed() > UNANSWERED);
            if last_frame.elapsed() > SILENCE || lock(&self.inner).unkept.iter().any(late) {
                return Ok(Away::Closed);
            }
        }
    }

    fn next_piece_in(&mut self) -> Duration {
        match *self.typing.borrow() {
            Typing::Every(pause) => Duration::from_millis(self.rng.random_range(pause / 2..=pause * 3 / 2)),
            Typing::Paused | Typing::Stop => Duration::from_millis(50),
        }
    }

    /// Types a piece of text at the beginning, at the end, or between two pieces.
    fn type_piece(&mut self) {
        let mut inner = lock(&self.inner);
        // Without a copy of a node, there is no paragraph to write in.
        let Some(text) = paragraph(&inner.doc) else { return };
        if inner.unkept.len() >= MOST_UNANSWERED {
            return;
        }
        self.typed += 1;
        let token = format!("{{{}.{}}}", self.number, self.typed);
        let shown = words(&inner.doc);
        let mut places: Vec<usize> = shown.match_indices('}').map(|(at, _)| at + 1).collect();
        places.push(shown.len());
        let place = places[self.rng.random_range(0..places.len())];
        let update = {
            let mut txn = inner.doc.transact_mut();
            text.insert(&mut txn, u32::try_from(place).unwrap_or(0), &token);
            txn.encode_update_v1()
        };
        let client = self.number;
        self.record.note(|at| Entry::Typed { at, client, token: token.clone() });
        inner.unkept.push(Unkept { token, update, sent: None });
    }

    async fn send_waiting(&mut self, stream: &mut Stream) -> Result<(), Failure> {
        let mut frames = Vec::new();
        {
            let mut inner = lock(&self.inner);
            if !inner.live {
                return Ok(());
            }
            for waiting in inner.unkept.iter_mut().filter(|it| it.sent.is_none()) {
                self.updates += 1;
                waiting.sent = Some((self.updates, Instant::now()));
                frames.push([self.updates.to_be_bytes().as_slice(), &waiting.update].concat());
            }
        }
        for body in frames {
            stream.send(self.frame(0x02, &body)).await?;
        }
        Ok(())
    }

    /// Takes a frame of the node. Returns why the writer must leave, if so.
    fn receive(&mut self, bytes: &[u8]) -> Result<Option<Away>, Failure> {
        if bytes.len() < HEAD || bytes[2..HEAD] != *self.ticket.as_bytes() {
            return Ok(None);
        }
        let body = &bytes[HEAD..];
        match bytes[0] {
            0x81 => self.joined(body)?,
            0x82 => self.take(body)?,
            0x83 => self.kept(number(body)?),
            0x84 => return Ok(Some(self.refused(number(body)?, number(body.get(4..).unwrap_or_default())?))),
            0x86 => return Ok(Some(Away::Rejoin(Duration::from_millis(u64::from(number(body)?).max(100))))),
            _ => {}
        }
        Ok(None)
    }

    fn joined(&mut self, body: &[u8]) -> Result<(), Failure> {
        let epoch = Uuid::from_slice(body.get(..16).ok_or("a short frame")?)?;
        let length = number(body.get(17..).unwrap_or_default())? as usize;
        let update = body.get(21 + length..).ok_or("a short frame")?;
        {
            let mut inner = lock(&self.inner);
            if inner.epoch != epoch {
                // TX16: what was typed without an acknowledgement would be typed again. No fault here changes the epoch.
                if !inner.epoch.is_nil() {
                    return Err("the document has another epoch".into());
                }
                inner.doc = new_doc();
                inner.epoch = epoch;
            }
            inner.live = true;
        }
        self.take(update)
    }

    fn take(&self, update: &[u8]) -> Result<(), Failure> {
        let inner = lock(&self.inner);
        let before = tokens(&words(&inner.doc));
        inner.doc.transact_mut().apply_update(Update::decode_v1(update)?)?;
        let own = format!("{{{}.", self.number);
        let shown: Vec<String> = tokens(&words(&inner.doc))
            .into_iter()
            .filter(|token| !token.starts_with(&own) && !before.contains(token))
            .collect();
        let client = self.number;
        if !shown.is_empty() {
            self.record.note(|at| Entry::Shown { at, client, tokens: shown });
        }
        Ok(())
    }

    /// A node has acknowledged the updates up to this number.
    fn kept(&self, number: u32) {
        let mut inner = lock(&self.inner);
        let is_kept = |it: &Unkept| it.sent.is_some_and(|(sent, _)| sent <= number);
        let (kept, unkept): (Vec<_>, Vec<_>) = std::mem::take(&mut inner.unkept).into_iter().partition(is_kept);
        inner.unkept = unkept;
        let (client, tokens): (u32, Vec<String>) = (self.number, kept.into_iter().map(|it| it.token).collect());
        if !tokens.is_empty() {
            self.record.note(|at| Entry::Kept { at, client, tokens });
        }
    }

    /// A join or an update was refused. People keep their rights here, and no update is invalid, so all is sent again.
    fn refused(&self, number: u32, wait_ms: u32) -> Away {
        let client = self.number;
        if number > 0 && wait_ms == 0 {
            self.record.note(|at| Entry::Declined { at, client });
        }
        Away::Rejoin(Duration::from_millis(u64::from(wait_ms).max(100)))
    }
}

fn number(bytes: &[u8]) -> Result<u32, Failure> {
    let bytes = bytes.first_chunk::<4>().ok_or("a short frame")?;
    Ok(u32::from_be_bytes(*bytes))
}

/// The texts of writers by their names, as the checker compares them.
pub fn texts_of(writers: &[Writer]) -> BTreeMap<String, String> {
    writers.iter().map(|writer| (format!("writer {}", writer.number), writer.text())).collect()
}
