//! A document with its history: takes updates, and answers what others lack.

use std::panic::{AssertUnwindSafe, catch_unwind};

use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{ClientID, Doc, OffsetKind, Options, ReadTxn, StateVector, Transact, Update};

use super::{
    CLIENTS, DOCUMENT_BYTES, NODES, ROOT,
    fault::Fault,
    markdown::{read_markdown, write_markdown},
    merge,
    read::read,
    scan::{Known, scan, scan_state_vector},
    tree::{Child, Tree},
    write::insert_children,
};
use crate::domain::limits::DESCRIPTION_BYTES;

/// After this many updates, the document is encoded anew, so that a refused update is undone quickly.
const UPDATES_SINCE: usize = 200;

/// How large a document is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// At least the bytes of the document as one update.
    pub bytes: usize,
    pub nodes: usize,
    pub clients: usize,
    /// The bytes of its Markdown.
    pub markdown: usize,
}

/// A document. Never keeps half of an update: a refused one leaves it as it was.
pub struct RichText {
    doc: Doc,
    /// The document at some time as one update, and all updates since. Refused updates are undone from these.
    base: Vec<u8>,
    since: Vec<Vec<u8>>,
    since_bytes: usize,
    tree: Tree,
    markdown: String,
    size: Size,
}

impl std::fmt::Debug for RichText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RichText").field("size", &self.size).finish_non_exhaustive()
    }
}

/// A copy whose own edits have a client id that no other copy ever had.
fn new_doc() -> Doc {
    doc_of(ClientID::random())
}

/// A copy whose own edits have this client id.
fn doc_of(client_id: ClientID) -> Doc {
    let doc = Doc::with_options(Options {
        client_id,
        // Offsets count UTF-16 units, as in Yjs, so they mean the same in pages and nodes.
        offset_kind: OffsetKind::Utf16,
        skip_gc: false,
        ..Options::default()
    });
    doc.get_or_insert_xml_fragment(ROOT);
    doc
}

/// Runs a function of the CRDT library. The scan keeps out every update of which a panic is known; this is the last line
/// of defence.
fn guarded<T>(run: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|_| {
        tracing::error!("an update of a text has made the library panic, and was refused");
        Err(Fault::Unreadable)
    })
}

fn fill(doc: &Doc, children: &[Child]) {
    let root = doc.get_or_insert_xml_fragment(ROOT);
    insert_children(&mut doc.transact_mut(), &root, 0, children);
}

fn integrate(doc: &Doc, update: &[u8]) -> Result<(), Fault> {
    guarded(|| {
        let update = Update::decode_v1(update).map_err(|_| Fault::Unreadable)?;
        let mut txn = doc.transact_mut();
        let known = txn.state_vector();
        // The library would leave a hole for the text between, which cannot always be filled later.
        if update.state_vector_lower().iter().any(|(client, clock)| *clock > known.get(client)) {
            return Err(Fault::Gap);
        }
        txn.apply_update(update).map_err(|_| Fault::Unreadable)?;
        if txn.has_missing_updates() { Err(Fault::Gap) } else { Ok(()) }
    })
}

struct KnownTo(StateVector);

impl Known for KnownTo {
    fn clock(&self, client: u64) -> u32 {
        self.0.get(&ClientID::new(client))
    }

    fn has(&self, client: u64) -> bool {
        self.0.contains_client(&ClientID::new(client))
    }
}

impl RichText {
    /// The document of a description that has none yet.
    pub fn from_markdown(text: &str) -> Self {
        Self::from_markdown_as(Self::fresh_client(), text)
    }

    /// A client id for edits that no other copy ever had.
    pub fn fresh_client() -> u64 {
        ClientID::random().get()
    }

    /// The same as [`Self::from_markdown`], with this client id. It must be one that no other copy has.
    pub fn from_markdown_as(client: u64, text: &str) -> Self {
        let doc = doc_of(ClientID::new(client));
        let children: Vec<Child> = read_markdown(text).into_iter().map(Child::Element).collect();
        fill(&doc, &children);
        Self::of(doc)
    }

    /// A stored document: a snapshot, and the updates behind it.
    ///
    /// # Errors
    /// The stored bytes are damaged.
    pub fn load<'u>(snapshot: &[u8], updates: impl IntoIterator<Item = &'u [u8]>) -> Result<Self, Fault> {
        let doc = new_doc();
        integrate(&doc, snapshot)?;
        for update in updates {
            integrate(&doc, update)?;
        }
        let loaded = Self::of(doc);
        loaded.look()?;
        Ok(loaded)
    }

    fn of(doc: Doc) -> Self {
        let base = doc.transact().encode_state_as_update_v1(&StateVector::default());
        let mut it = Self {
            doc,
            base,
            since: Vec::new(),
            since_bytes: 0,
            tree: Tree::new(),
            markdown: String::new(),
            size: Size::default(),
        };
        if let Ok((tree, size)) = it.look() {
            it.show(tree, size);
        }
        it
    }

    /// What the document shows now, and how large it is.
    fn look(&self) -> Result<((Tree, String), Size), Fault> {
        guarded(|| {
            let txn = self.doc.transact();
            let (tree, nodes) = read(&txn)?;
            let markdown = write_markdown(&tree);
            let clients = txn.state_vector().len();
            let size = Size { bytes: self.base.len() + self.since_bytes, nodes, clients, markdown: markdown.len() };
            Ok(((tree, markdown), size))
        })
    }

    fn show(&mut self, (tree, markdown): (Tree, String), size: Size) {
        (self.tree, self.markdown, self.size) = (tree, markdown, size);
    }

    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    pub fn markdown(&self) -> &str {
        &self.markdown
    }

    pub fn size(&self) -> Size {
        self.size
    }

    /// Takes an update of a person, if the document that it makes is allowed (TX18 to TX20).
    ///
    /// # Errors
    /// Why not. The document is as before.
    pub fn apply(&mut self, update: &[u8]) -> Result<(), Fault> {
        let known = KnownTo(self.doc.transact().state_vector());
        let scanned = scan(update, &known)?;
        if self.size.clients + scanned.new_clients > CLIENTS && scanned.new_clients > 0 {
            return Err(Fault::TooMuch);
        }
        let taken = integrate(&self.doc, update).and_then(|()| self.look()).and_then(|(seen, mut size)| {
            size.bytes += update.len();
            self.check_growth(&mut size)?;
            Ok((seen, size))
        });
        match taken {
            Ok((seen, size)) => {
                self.note(update);
                self.show(seen, size);
                Ok(())
            }
            Err(fault) => {
                self.undo();
                Err(fault)
            }
        }
    }

    /// A document above a limit may still become smaller.
    fn check_growth(&self, size: &mut Size) -> Result<(), Fault> {
        let before = self.size;
        let grows = |after: usize, before: usize, limit: usize| after > limit && after > before;
        if grows(size.markdown, before.markdown, DESCRIPTION_BYTES) || grows(size.nodes, before.nodes, NODES) {
            return Err(Fault::TooMuch);
        }
        if size.bytes > DOCUMENT_BYTES {
            // The sum of updates is an upper bound.
            size.bytes = self.encode().len();
            if grows(size.bytes, before.bytes, DOCUMENT_BYTES) {
                return Err(Fault::TooMuch);
            }
        }
        Ok(())
    }

    /// Takes an update that is stored already: another node has checked it, on its own copy.
    ///
    /// # Errors
    /// `Gap` if updates before this one are missing. The document is as before.
    pub fn take_stored(&mut self, update: &[u8]) -> Result<(), Fault> {
        match integrate(&self.doc, update).and_then(|()| self.look()) {
            Ok((seen, mut size)) => {
                size.bytes += update.len();
                self.note(update);
                self.show(seen, size);
                Ok(())
            }
            Err(fault) => {
                self.undo();
                Err(fault)
            }
        }
    }

    fn note(&mut self, update: &[u8]) {
        self.since.push(update.to_vec());
        self.since_bytes += update.len();
        if self.since.len() > UPDATES_SINCE || self.since_bytes > self.base.len().max(DOCUMENT_BYTES / 8) {
            self.base = self.encode();
            self.since.clear();
            self.since_bytes = 0;
        }
    }

    fn undo(&mut self) {
        let doc = new_doc();
        let updates = std::iter::once(&self.base).chain(&self.since);
        for update in updates {
            // These were taken once already.
            if let Err(fault) = integrate(&doc, update) {
                tracing::error!(%fault, "a document could not be restored after a refused update");
            }
        }
        self.doc = doc;
    }

    /// The whole document as one update.
    pub fn encode(&self) -> Vec<u8> {
        self.doc.transact().encode_state_as_update_v1(&StateVector::default())
    }

    /// The whole document as one update, for a snapshot that replaces its updates. `None` if a copy that gets everything at
    /// once would read something that the schema forbids: a forged place may mean another one there.
    pub fn snapshot(&self) -> Option<Vec<u8>> {
        Some(self.encode()).filter(|encoded| Self::load(encoded, []).is_ok())
    }

    pub fn state_vector(&self) -> Vec<u8> {
        self.doc.transact().state_vector().encode_v1()
    }

    /// What a copy with this state vector lacks.
    ///
    /// # Errors
    /// `Unreadable` or `LongUpdate` if the bytes are no state vector.
    pub fn diff(&self, state_vector: &[u8]) -> Result<Vec<u8>, Fault> {
        scan_state_vector(state_vector)?;
        guarded(|| {
            let known = StateVector::decode_v1(state_vector).map_err(|_| Fault::Unreadable)?;
            Ok(self.doc.transact().encode_state_as_update_v1(&known))
        })
    }

    /// The update that makes a description written from outside an edit of the document as it was when the description
    /// was last written (`self`). `now` is the document as it is. `None` if there is nothing to change.
    pub fn outside_write(&self, now: &Self, text: &str) -> Option<Vec<u8>> {
        self.outside_write_as(Self::fresh_client(), now, text)
    }

    /// The same as [`Self::outside_write`], with this client id for the edit. It must be one that no other copy has.
    pub fn outside_write_as(&self, client: u64, now: &Self, text: &str) -> Option<Vec<u8>> {
        let update = guarded(|| {
            let copy = doc_of(ClientID::new(client));
            integrate(&copy, &self.encode())?;
            let now = merge::Now::of(&now.doc.transact());
            let mut txn = copy.transact_mut();
            let before = txn.state_vector();
            merge::change_into(&mut txn, read_markdown(text), &now);
            let changed = txn.state_vector() != before || !txn.delete_set().is_empty();
            Ok(changed.then(|| txn.encode_update_v1()))
        });
        update.unwrap_or_default()
    }

    /// The update that gives the document the text of a version, and the Markdown that it then has (TX30). `None` if it
    /// has this text.
    ///
    /// # Errors
    /// Why the document may not have this text.
    pub fn restore(&self, text: &str) -> Result<Option<(Vec<u8>, String)>, Fault> {
        self.restore_as(Self::fresh_client(), text)
    }

    /// The same as [`Self::restore`], with this client id for the edit. It must be one that no other copy has.
    ///
    /// # Errors
    /// Why the document may not have this text.
    pub fn restore_as(&self, client: u64, text: &str) -> Result<Option<(Vec<u8>, String)>, Fault> {
        let Some(update) = self.outside_write_as(client, self, text) else { return Ok(None) };
        let mut restored = Self::load(&self.encode(), [])?;
        restored.apply(&update)?;
        Ok(Some((update, restored.markdown)))
    }

    /// The same text without its history (TX22).
    pub fn without_history(&self) -> Self {
        self.without_history_as(Self::fresh_client())
    }

    /// The same as [`Self::without_history`], with this client id. It must be one that no other copy has.
    pub fn without_history_as(&self, client: u64) -> Self {
        let doc = doc_of(ClientID::new(client));
        let children: Vec<Child> = self.tree.iter().cloned().map(Child::Element).collect();
        fill(&doc, &children);
        Self::of(doc)
    }
}
