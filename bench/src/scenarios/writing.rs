//! Descriptions that several people write at once ([TEXTS](../../../docs/TEXTS.md)): from a keystroke to the other screens,
//! the bytes of a keystroke, opening a long text, and the memory of open texts.

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde_json::json;
use uuid::Uuid;
use yrs::{Doc, Text, Transact, Xml, XmlElementPrelim, XmlElementRef, XmlFragment, XmlTextPrelim, XmlTextRef};

use crate::client::Socket;
use crate::figures::{Report, percentiles};
use crate::node::{Failure, Node, SECRET};

/// The people in one text. One types, and all others read.
const ROOMS: [usize; 3] = [2, 20, 100];
const KEYS: usize = 200;
/// A page sends at most one update in this time (TX8).
const BEAT: Duration = Duration::from_millis(50);
/// The bytes of the longest description that is opened.
const LONG: usize = 99_000;
const OPENINGS: usize = 20;
/// Documents of nearly 1 MB, the largest that are allowed: one more update after these bytes. The mentions of one update,
/// which has at most 64 KiB.
const LARGEST: usize = 940_000;
const LARGEST_DOCUMENTS: usize = 10;
const MENTIONS: usize = 400;
/// Texts that are open at once, the limit of texts that a socket has joined, and the bytes of each text.
const OPEN: usize = 1_000;
const OF_A_SOCKET: usize = 16;
const USUAL: usize = 2_000;

const JOINED: u8 = 0x81;
const UPDATED: u8 = 0x82;
const ACKED: u8 = 0x83;
/// The kind, the field and the ticket.
const HEAD: usize = 18;

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let node = Node::start_with(&[("TROUPE_SECRET", SECRET)]).await?;
    let token = node.person(&format!("writing{}", std::process::id()))?;
    let id = node.workspace(&token, "Writing")?;
    for people in ROOMS {
        keystrokes(report, &node, &token, &id, people).await?;
    }
    opening(report, &node, &token, &id).await?;
    opening_largest(report, &node, &token, &id).await?;
    open_texts(report, &node, &token, &id).await
}

/// A ticket whose description has about this many bytes.
async fn ticket(by: &mut Socket, bytes: usize) -> Result<Uuid, Failure> {
    let id = Uuid::now_v7();
    let paragraph = "A sentence of the usual length that somebody has written here.\n\n";
    let description = paragraph.repeat(bytes / paragraph.len());
    by.carry_out(json!({"kind": "ticket.create", "ticketId": id, "title": "Written", "description": description}))
        .await?;
    Ok(id)
}

fn frame(kind: u8, ticket: Uuid, body: &[u8]) -> Vec<u8> {
    [&[kind, 0][..], ticket.as_bytes(), body].concat()
}

/// The next frame of this kind about a text.
async fn next_of(socket: &mut Socket, kind: u8, ticket: Uuid) -> Result<usize, Failure> {
    loop {
        let bytes = socket.bytes().await?;
        // A frame of JSON begins with a brace.
        match bytes.first() {
            Some(0x84 | 0x86) if bytes.len() > HEAD => return Err(format!("refused or sent away: {bytes:?}").into()),
            Some(first) if *first == kind && bytes[2..HEAD] == *ticket.as_bytes() => return Ok(bytes.len()),
            _ => {}
        }
    }
}

/// Joins a text without a copy; returns the bytes of the answer.
async fn join(socket: &mut Socket, ticket: Uuid) -> Result<usize, Failure> {
    socket.send_bytes(frame(0x01, ticket, &[0; 17])).await?;
    next_of(socket, JOINED, ticket).await
}

/// A person who writes a paragraph of their own, key by key.
struct Typist {
    doc: Doc,
    text: XmlTextRef,
    number: u32,
}

impl Typist {
    /// Returns the update with the empty paragraph, too.
    fn new() -> (Self, Vec<u8>) {
        let doc = Doc::new();
        let root = doc.get_or_insert_xml_fragment("default");
        let mut txn = doc.transact_mut();
        let paragraph: XmlElementRef = root.insert(&mut txn, 0, XmlElementPrelim::empty("paragraph"));
        let text: XmlTextRef = paragraph.insert(&mut txn, 0, XmlTextPrelim::new(""));
        let update = txn.encode_update_v1();
        drop(txn);
        (Self { doc, text, number: 0 }, update)
    }

    fn key(&self) -> Vec<u8> {
        let mut txn = self.doc.transact_mut();
        let end = self.text.len(&txn);
        self.text.insert(&mut txn, end, "x");
        txn.encode_update_v1()
    }

    fn mentions(&self) -> Vec<u8> {
        let root = self.doc.get_or_insert_xml_fragment("default");
        let mut txn = self.doc.transact_mut();
        let paragraph: XmlElementRef = root.insert(&mut txn, 0, XmlElementPrelim::empty("paragraph"));
        for _ in 0..MENTIONS {
            let mention: XmlElementRef = paragraph.insert(&mut txn, 0, XmlElementPrelim::empty("mention"));
            mention.insert_attribute(&mut txn, "id", Uuid::now_v7().to_string());
            mention.insert_attribute(&mut txn, "label", "ana");
        }
        txn.encode_update_v1()
    }

    async fn send(&mut self, socket: &mut Socket, ticket: Uuid, update: &[u8]) -> Result<(), Failure> {
        self.number += 1;
        socket.send_bytes(frame(0x02, ticket, &[self.number.to_be_bytes().as_slice(), update].concat())).await
    }
}

async fn keystrokes(report: &mut Report, node: &Node, token: &str, id: &str, people: usize) -> Result<(), Failure> {
    let mut writer = Socket::open(&node.addr, token, id).await?;
    let ticket = ticket(&mut writer, USUAL).await?;
    join(&mut writer, ticket).await?;
    let mut readers = Vec::new();
    for _ in 1..people {
        let mut reader = Socket::open(&node.addr, token, id).await?;
        join(&mut reader, ticket).await?;
        readers.push(tokio::spawn(async move {
            let (mut seen, mut bytes) = (Vec::with_capacity(KEYS), 0);
            // The first update is the paragraph.
            next_of(&mut reader, UPDATED, ticket).await?;
            for _ in 0..KEYS {
                bytes += next_of(&mut reader, UPDATED, ticket).await?;
                seen.push(Instant::now());
            }
            Ok::<_, Failure>((seen, bytes))
        }));
    }
    let (mut typist, paragraph) = Typist::new();
    typist.send(&mut writer, ticket, &paragraph).await?;
    let mut sent = Vec::with_capacity(KEYS);
    let mut beat = tokio::time::interval(BEAT);
    let before = node.cpu();
    for _ in 0..KEYS {
        beat.tick().await;
        let update = typist.key();
        sent.push(Instant::now());
        typist.send(&mut writer, ticket, &update).await?;
    }
    let (mut delays, mut bytes) = (Vec::new(), 0);
    for reader in readers {
        let (seen, theirs) = reader.await??;
        bytes = theirs;
        delays.extend(seen.iter().zip(&sent).map(|(seen, sent)| seen.duration_since(*sent)));
    }
    let cpu = (node.cpu() - before) / KEYS as f64 * 1_000.0;
    report.row(
        &format!("from a keystroke in a description to the other screens, {people} people"),
        format!("{}; {} bytes a keystroke; {cpu:.2} ms CPU a keystroke", percentiles(delays), bytes / KEYS),
        "",
    );
    Ok(())
}

/// A person opens a description that is nearly as long as descriptions may be: first, and when it is open already.
async fn opening(report: &mut Report, node: &Node, token: &str, id: &str) -> Result<(), Failure> {
    let mut socket = Socket::open(&node.addr, token, id).await?;
    let (mut first, mut again, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..OPENINGS {
        let ticket = ticket(&mut socket, LONG).await?;
        for times in [&mut first, &mut again] {
            let start = Instant::now();
            bytes = join(&mut socket, ticket).await?;
            times.push(start.elapsed());
            // A socket may join a few times a second only.
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        socket.send_bytes(frame(0x04, ticket, &[])).await?;
    }
    report.row(
        &format!("opening a description of {LONG} bytes"),
        format!("{}; {} kB; once it is open: {}", percentiles(first), bytes / 1_000, percentiles(again)),
        "",
    );
    Ok(())
}

/// The bytes of 1 MB are mentions: their names and attributes take more room in a document than in its text. Another node
/// opens each document twice; the first time, it reads the document from the database.
async fn opening_largest(report: &mut Report, node: &Node, token: &str, id: &str) -> Result<(), Failure> {
    let mut writer = Socket::open(&node.addr, token, id).await?;
    let mut tickets = Vec::new();
    for _ in 0..LARGEST_DOCUMENTS {
        let ticket = ticket(&mut writer, USUAL).await?;
        join(&mut writer, ticket).await?;
        let (mut typist, paragraph) = Typist::new();
        let mut written = paragraph.len();
        typist.send(&mut writer, ticket, &paragraph).await?;
        next_of(&mut writer, ACKED, ticket).await?;
        while written < LARGEST {
            let update = typist.mentions();
            written += update.len();
            typist.send(&mut writer, ticket, &update).await?;
            next_of(&mut writer, ACKED, ticket).await?;
        }
        writer.send_bytes(frame(0x04, ticket, &[])).await?;
        tickets.push(ticket);
    }
    let other = Node::start_with(&[("TROUPE_SECRET", SECRET)]).await?;
    let mut reader = Socket::open(&other.addr, token, id).await?;
    let (mut first, mut again, mut bytes) = (Vec::new(), Vec::new(), 0);
    for ticket in tickets {
        for times in [&mut first, &mut again] {
            let start = Instant::now();
            bytes = join(&mut reader, ticket).await?;
            times.push(start.elapsed());
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
        reader.send_bytes(frame(0x04, ticket, &[])).await?;
    }
    report.row(
        &format!("opening a document of {} kB, at another node", bytes / 1_000),
        format!("{}; once it is open: {}", percentiles(first), percentiles(again)),
        "",
    );
    Ok(())
}

async fn open_texts(report: &mut Report, node: &Node, token: &str, id: &str) -> Result<(), Failure> {
    let mut writer = Socket::open(&node.addr, token, id).await?;
    let mut tickets = Vec::new();
    for _ in 0..OPEN {
        tickets.push(ticket(&mut writer, USUAL).await?);
    }
    // Opened afterwards, because a socket that does not read the events of new tickets is closed.
    let mut sockets = Vec::new();
    for _ in 0..OPEN.div_ceil(OF_A_SOCKET) {
        sockets.push(Socket::open(&node.addr, token, id).await?);
    }
    let (before, start) = (node.memory(), Instant::now());
    let joins = sockets.iter_mut().zip(tickets.chunks(OF_A_SOCKET)).map(|(socket, tickets)| async move {
        for ticket in tickets {
            join(socket, *ticket).await?;
        }
        Ok::<_, Failure>(())
    });
    try_join_all(joins).await?;
    let opened = start.elapsed();
    let each = node.memory().saturating_sub(before) as f64 / OPEN as f64 / 1_024.0;
    report.row(
        &format!("memory an open description of {USUAL} bytes, {OPEN} open"),
        format!("{each:.1} KiB; all opened within {:.1} s", opened.as_secs_f64()),
        "",
    );
    Ok(())
}
