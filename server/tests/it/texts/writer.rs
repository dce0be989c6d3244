//! A person who writes a description, with a copy of the document as the web app has it.

use actors::domain::rich_text::RichText;
use serde_json::Value;
use uuid::Uuid;
use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{
    Doc, OffsetKind, Options, ReadTxn, StateVector, Text, Transact, TransactionMut, Update, XmlElementPrelim,
    XmlElementRef, XmlFragment, XmlFragmentRef, XmlTextPrelim, XmlTextRef,
};

use crate::protocol::socket::{Frame, Socket};
use crate::protocol::team::Team;
use crate::support::TestNode;

/// What a node has answered.
#[derive(Debug, PartialEq)]
pub enum Told {
    Joined { may_edit: bool, other_epoch: bool },
    Updated,
    Acked(u32),
    Refused { number: u32, code: String, wait_ms: u32 },
    Seen { connection: Uuid, user: Uuid, state: Vec<u8> },
    Left { code: String, wait_ms: u32 },
    Rights { may_edit: bool },
}

pub struct Writer {
    pub socket: Socket,
    pub ticket: Uuid,
    pub doc: Doc,
    pub epoch: Uuid,
    pub number: u32,
}

fn number(bytes: &[u8]) -> u32 {
    u32::from_be_bytes(bytes[..4].try_into().expect("four bytes"))
}

fn words(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("ASCII")
}

fn new_doc() -> Doc {
    let doc = Doc::with_options(Options { offset_kind: OffsetKind::Utf16, ..Options::default() });
    doc.get_or_insert_xml_fragment("default");
    doc
}

impl Writer {
    pub fn new(socket: Socket, ticket: Uuid) -> Self {
        Self { socket, ticket, doc: new_doc(), epoch: Uuid::nil(), number: 0 }
    }

    /// The n-th person, who has joined the text of a ticket.
    pub async fn joined(team: &Team, n: usize, ticket: Uuid) -> Self {
        let mut writer = Self::new(team.socket(n).await, ticket);
        writer.join().await;
        writer
    }

    /// The same at another node.
    pub async fn joined_at(team: &Team, n: usize, node: &TestNode, ticket: Uuid) -> Self {
        let mut writer = Self::new(team.socket_at(n, node).await, ticket);
        writer.join().await;
        writer
    }

    pub async fn send(&mut self, kind: u8, body: &[u8]) {
        let frame = [&[kind, 0][..], self.ticket.as_bytes(), body].concat();
        self.socket.send_frame(0x2, &frame).await;
    }

    /// Joins with the copy, and sends what the node lacks.
    pub async fn join(&mut self) {
        match self.try_join().await {
            Told::Joined { .. } => {}
            other => panic!("not let in: {other:?}"),
        }
    }

    pub async fn try_join(&mut self) -> Told {
        self.ask_to_join().await;
        loop {
            let told = self.next().await;
            if matches!(told, Told::Joined { .. } | Told::Refused { number: 0, .. } | Told::Left { .. }) {
                return told;
            }
        }
    }

    pub async fn ask_to_join(&mut self) {
        let known = self.doc.transact().state_vector().encode_v1();
        let epoch = self.epoch;
        self.number = 0;
        self.send(0x01, &[epoch.as_bytes().as_slice(), &known].concat()).await;
    }

    /// The next frame of the text, or the end of the connection.
    pub async fn try_next(&mut self) -> Result<Told, Frame> {
        loop {
            let frame = self.socket.next_binary().await?;
            if frame[2..18] == *self.ticket.as_bytes() {
                return Ok(self.read(&frame));
            }
        }
    }

    pub async fn next(&mut self) -> Told {
        self.try_next().await.unwrap_or_else(|end| panic!("no frame but {end:?}"))
    }

    fn read(&mut self, frame: &[u8]) -> Told {
        assert_eq!(frame[1], 0, "the description");
        let body = &frame[18..];
        match frame[0] {
            0x81 => {
                let epoch = Uuid::from_slice(&body[..16]).expect("an epoch");
                let flags = body[16];
                let length = number(&body[17..21]) as usize;
                if flags & 2 != 0 {
                    self.doc = new_doc();
                }
                self.epoch = epoch;
                self.take(&body[21 + length..]);
                Told::Joined { may_edit: flags & 1 != 0, other_epoch: flags & 2 != 0 }
            }
            0x82 => {
                self.take(body);
                Told::Updated
            }
            0x83 => Told::Acked(number(body)),
            0x84 => Told::Refused { number: number(body), wait_ms: number(&body[4..]), code: words(&body[8..]) },
            0x85 => Told::Seen {
                connection: Uuid::from_slice(&body[..16]).expect("a connection"),
                user: Uuid::from_slice(&body[16..32]).expect("a user"),
                state: body[32..].to_vec(),
            },
            0x86 => Told::Left { wait_ms: number(body), code: words(&body[4..]) },
            0x87 => Told::Rights { may_edit: body[0] & 1 != 0 },
            other => panic!("a frame of the kind {other}"),
        }
    }

    pub fn take(&self, update: &[u8]) {
        let update = Update::decode_v1(update).expect("an update");
        self.doc.transact_mut().apply_update(update).expect("applied");
    }

    /// Sends an update without waiting, and returns its number.
    pub async fn send_update(&mut self, update: &[u8]) -> u32 {
        self.number += 1;
        let number = self.number;
        self.send(0x02, &[number.to_be_bytes().as_slice(), update].concat()).await;
        number
    }

    /// Edits the copy; returns the update.
    pub fn edit(&self, edit: impl FnOnce(&mut TransactionMut<'_>, &XmlFragmentRef)) -> Vec<u8> {
        let root = self.doc.get_or_insert_xml_fragment("default");
        let mut txn = self.doc.transact_mut();
        edit(&mut txn, &root);
        txn.encode_update_v1()
    }

    /// Writes a paragraph at the end.
    pub fn paragraph(&self, text: &str) -> Vec<u8> {
        self.edit(|txn, root| {
            let end = root.len(txn);
            let paragraph: XmlElementRef = root.insert(txn, end, XmlElementPrelim::empty("paragraph"));
            let node: XmlTextRef = paragraph.insert(txn, 0, XmlTextPrelim::new(""));
            node.insert(txn, 0, text);
        })
    }

    /// Types at the end of a block.
    pub fn type_into(&self, block: u32, text: &str) -> Vec<u8> {
        self.edit(|txn, root| {
            let block = root.get(txn, block).and_then(|it| it.into_xml_element()).expect("a block");
            let node = block.get(txn, 0).and_then(|it| it.into_xml_text()).expect("a text");
            let end = node.len(txn);
            node.insert(txn, end, text);
        })
    }

    /// Sends an update and waits until it is stored.
    pub async fn stores(&mut self, update: &[u8]) {
        let sent = self.send_update(update).await;
        loop {
            match self.next().await {
                Told::Acked(number) if number >= sent => return,
                Told::Refused { number, code, .. } => panic!("{number} was refused: {code}"),
                Told::Left { code, .. } => panic!("sent away: {code}"),
                _ => {}
            }
        }
    }

    /// Sends an update that is refused; returns the code.
    pub async fn is_refused(&mut self, update: &[u8]) -> String {
        let sent = self.send_update(update).await;
        loop {
            match self.next().await {
                Told::Refused { number, code, .. } if number == sent => return code,
                Told::Acked(number) if number >= sent => panic!("{number} was stored"),
                _ => {}
            }
        }
    }

    pub fn everything(&self) -> Vec<u8> {
        self.doc.transact().encode_state_as_update_v1(&StateVector::default())
    }

    /// What the copy says, as Markdown.
    pub fn says(&self) -> String {
        RichText::load(&self.everything(), []).expect("a document").markdown().to_owned()
    }

    /// Reads until the copy says this.
    pub async fn reads(&mut self, text: &str) {
        while self.says() != text {
            if let Told::Left { code, .. } = self.next().await {
                panic!("sent away ({code}) at {:?}", self.says());
            }
        }
    }

    /// Reads until a frame that is not an update.
    pub async fn told(&mut self) -> Told {
        loop {
            match self.next().await {
                Told::Updated | Told::Acked(_) => {}
                told => return told,
            }
        }
    }
}

/// The description of a ticket, as a person reads it over HTTP.
pub async fn description(team: &Team, n: usize, ticket: Uuid) -> String {
    let answer = team.people[n].client.get(&team.path(&format!("tickets/{ticket}"))).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    match &answer.json()["ticket"]["description"] {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => panic!("{other}"),
    }
}
