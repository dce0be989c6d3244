//! A page's copy of a text, as the web app has it. Tests of the server and of the stage share it.

use actors::domain::rich_text::RichText;
use uuid::Uuid;
use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{
    Doc, OffsetKind, Options, ReadTxn, StateVector, Text, Transact, TransactionMut, Update, XmlElementPrelim,
    XmlElementRef, XmlFragment, XmlFragmentRef, XmlTextPrelim, XmlTextRef,
};

/// What a node has told a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    Joined { may_edit: bool, other_epoch: bool },
    Updated,
    Acked(u32),
    Refused { number: u32, code: String, wait_ms: u32 },
    Seen { connection: Uuid, user: Uuid, state: Vec<u8> },
    Left { code: String, wait_ms: u32 },
    Rights { may_edit: bool },
}

/// See the module documentation.
pub struct TextCopy {
    pub ticket: Uuid,
    pub doc: Doc,
    pub epoch: Uuid,
    /// The number of the last update that was sent.
    pub number: u32,
    /// The state vector of the node at the last join.
    known: Vec<u8>,
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

impl TextCopy {
    /// No copy yet.
    pub fn new(ticket: Uuid) -> Self {
        Self { ticket, doc: new_doc(), epoch: Uuid::nil(), number: 0, known: vec![0] }
    }

    /// A frame of the page.
    pub fn frame(&self, kind: u8, body: &[u8]) -> Vec<u8> {
        [&[kind, 0][..], self.ticket.as_bytes(), body].concat()
    }

    /// The request to join, with the copy. The numbers of updates begin again.
    pub fn join_frame(&mut self) -> Vec<u8> {
        let known = self.doc.transact().state_vector().encode_v1();
        self.number = 0;
        self.frame(0x01, &[self.epoch.as_bytes().as_slice(), &known].concat())
    }

    /// The next update.
    pub fn update_frame(&mut self, update: &[u8]) -> Vec<u8> {
        self.number += 1;
        self.frame(0x02, &[self.number.to_be_bytes().as_slice(), update].concat())
    }

    /// Takes a frame of the node. `None` if it is about another text.
    pub fn read(&mut self, frame: &[u8]) -> Option<Told> {
        if frame[2..18] != *self.ticket.as_bytes() {
            return None;
        }
        assert_eq!(frame[1], 0, "the description");
        let body = &frame[18..];
        Some(match frame[0] {
            0x81 => {
                let epoch = Uuid::from_slice(&body[..16]).expect("an epoch");
                let flags = body[16];
                let length = number(&body[17..21]) as usize;
                if flags & 2 != 0 {
                    self.doc = new_doc();
                }
                self.epoch = epoch;
                self.known = body[21..21 + length].to_vec();
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
        })
    }

    fn take(&self, update: &[u8]) {
        let update = Update::decode_v1(update).expect("an update");
        let mut txn = self.doc.transact_mut();
        txn.apply_update(update).expect("applied");
        assert!(!txn.has_missing_updates(), "TX5: an update before this one is missing");
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

    /// What the node lacked at the last join: the first update of a page that comes back.
    #[allow(dead_code, reason = "the server's tests have no use for it")]
    pub fn unsent(&self) -> Vec<u8> {
        let known = StateVector::decode_v1(&self.known).expect("a state vector");
        self.doc.transact().encode_state_as_update_v1(&known)
    }

    /// The copy as one update.
    pub fn everything(&self) -> Vec<u8> {
        self.doc.transact().encode_state_as_update_v1(&StateVector::default())
    }

    /// What the copy says, as Markdown.
    pub fn says(&self) -> String {
        RichText::load(&self.everything(), []).expect("a document").markdown().to_owned()
    }
}
