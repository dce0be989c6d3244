//! A page in tests: a copy of the document that edits as the web app does.

use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{
    Any, ClientID, Doc, OffsetKind, Options, ReadTxn, StateVector, Text, Transact, TransactionMut, Update,
    XmlElementPrelim, XmlElementRef, XmlFragment, XmlFragmentRef, XmlTextPrelim, XmlTextRef,
};

use crate::domain::rich_text::{ROOT, RichText};

pub(super) struct Page {
    pub doc: Doc,
}

impl Page {
    pub fn new(client: u64) -> Self {
        let options =
            Options { client_id: ClientID::new(client), offset_kind: OffsetKind::Utf16, ..Options::default() };
        let doc = Doc::with_options(options);
        doc.get_or_insert_xml_fragment(ROOT);
        Self { doc }
    }

    /// A page that has joined a document.
    pub fn of(document: &RichText, client: u64) -> Self {
        let page = Self::new(client);
        page.take(&document.encode());
        page
    }

    pub fn take(&self, update: &[u8]) {
        let update = Update::decode_v1(update).expect("an update");
        self.doc.transact_mut().apply_update(update).expect("applied");
    }

    pub fn state_vector(&self) -> Vec<u8> {
        self.doc.transact().state_vector().encode_v1()
    }

    /// Edits, and returns the update.
    pub fn edit(&self, edit: impl FnOnce(&mut TransactionMut<'_>, &XmlFragmentRef)) -> Vec<u8> {
        let root = self.doc.get_or_insert_xml_fragment(ROOT);
        let mut txn = self.doc.transact_mut();
        edit(&mut txn, &root);
        txn.encode_update_v1()
    }

    /// Writes a paragraph at a place.
    pub fn write(&self, at: u32, text: &str) -> Vec<u8> {
        self.edit(|txn, root| {
            paragraph(txn, root, at, text);
        })
    }

    /// Types into the first text of a block.
    pub fn type_into(&self, block: u32, at: u32, text: &str) -> Vec<u8> {
        self.edit(|txn, root| text_of(txn, root, block).insert(txn, at, text))
    }

    pub fn everything(&self) -> Vec<u8> {
        self.doc.transact().encode_state_as_update_v1(&StateVector::default())
    }
}

pub(super) fn paragraph(txn: &mut TransactionMut<'_>, root: &XmlFragmentRef, at: u32, text: &str) -> XmlElementRef {
    element(txn, root, at, "paragraph", text)
}

pub(super) fn element(
    txn: &mut TransactionMut<'_>,
    root: &impl XmlFragment,
    at: u32,
    tag: &str,
    text: &str,
) -> XmlElementRef {
    let element: XmlElementRef = root.insert(txn, at, XmlElementPrelim::empty(tag));
    if !text.is_empty() {
        let node: XmlTextRef = element.insert(txn, 0, XmlTextPrelim::new(""));
        node.insert(txn, 0, text);
    }
    element
}

pub(super) fn text_of(txn: &TransactionMut<'_>, root: &XmlFragmentRef, block: u32) -> XmlTextRef {
    let block = root.get(txn, block).and_then(|it| it.into_xml_element()).expect("a block");
    block.get(txn, 0).and_then(|it| it.into_xml_text()).expect("a text")
}

pub(super) fn mark() -> Any {
    Any::Map(std::sync::Arc::default())
}
