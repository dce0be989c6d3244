//! The copy of a document in a page: a real document of Yjs, which is edited at random.

use actors::domain::rich_text::{ROOT, RichText};
use yrs::updates::{decoder::Decode, encoder::Encode};
use yrs::{
    ClientID, Doc, GetString, OffsetKind, Options, ReadTxn, StateVector, Text, Transact, Update, XmlElementPrelim,
    XmlElementRef, XmlFragment, XmlTextPrelim, XmlTextRef,
};

use crate::simulation::rng::Rng;

pub struct Copy {
    doc: Doc,
}

impl Copy {
    /// An empty copy, whose edits have a client id of their own.
    pub fn new(rng: &mut Rng) -> Self {
        let client_id = ClientID::new(rng.between(1, 1 << 53));
        let doc = Doc::with_options(Options { client_id, offset_kind: OffsetKind::Utf16, ..Options::default() });
        doc.get_or_insert_xml_fragment(ROOT);
        Self { doc }
    }

    pub fn take(&self, update: &[u8]) {
        let update = Update::decode_v1(update).expect("an update of a node");
        self.doc.transact_mut().apply_update(update).expect("an update that fits");
    }

    pub fn state_vector(&self) -> Vec<u8> {
        self.doc.transact().state_vector().encode_v1()
    }

    /// True if the copy has everything that a copy with this state vector has.
    pub fn has_all_of(&self, state_vector: &[u8]) -> bool {
        let here = self.doc.transact().state_vector();
        let there = StateVector::decode_v1(state_vector).expect("a state vector");
        there.iter().all(|(client, clock)| here.get(client) >= *clock)
    }

    /// What a copy with this state vector lacks.
    pub fn diff(&self, state_vector: &[u8]) -> Vec<u8> {
        let known = StateVector::decode_v1(state_vector).expect("a state vector");
        self.doc.transact().encode_state_as_update_v1(&known)
    }

    /// The Markdown of the copy.
    pub fn text(&self) -> String {
        let encoded = self.diff(&StateVector::default().encode_v1());
        RichText::load(&encoded, []).expect("a copy that the schema allows").markdown().to_owned()
    }

    /// Writes a word at a random place. Returns the update.
    pub fn write(&self, word: &str, rng: &mut Rng) -> Vec<u8> {
        let root = self.doc.get_or_insert_xml_fragment(ROOT);
        let mut txn = self.doc.transact_mut();
        let texts: Vec<XmlTextRef> = texts(&txn, &root);
        match rng.pick(&(0..texts.len()).collect::<Vec<_>>()).filter(|_| !rng.chance(15)) {
            Some(nth) => {
                let text = &texts[nth];
                let shown = text.get_string(&txn);
                // Between two words, so that each word stays whole.
                let starts = shown.match_indices(' ').map(|(at, _)| at as u32 + 1).chain([0]).collect::<Vec<_>>();
                text.insert(&mut txn, rng.pick(&starts).unwrap_or(0), &format!("{word} "));
            }
            None => {
                let at = rng.between(0, u64::from(root.len(&txn)) + 1) as u32;
                let element: XmlElementRef = root.insert(&mut txn, at, XmlElementPrelim::empty("paragraph"));
                let text: XmlTextRef = element.insert(&mut txn, 0, XmlTextPrelim::new(""));
                text.insert(&mut txn, 0, &format!("{word} "));
            }
        }
        txn.encode_update_v1()
    }

    /// Deletes a random word that a person has written. Returns the update; `None` if there is no such word.
    pub fn delete(&self, rng: &mut Rng) -> Option<Vec<u8>> {
        let root = self.doc.get_or_insert_xml_fragment(ROOT);
        let mut txn = self.doc.transact_mut();
        let texts = texts(&txn, &root);
        let nth = rng.pick(&(0..texts.len()).collect::<Vec<_>>())?;
        let shown = texts[nth].get_string(&txn);
        let words: Vec<(usize, usize)> = shown
            .split_inclusive(' ')
            .scan(0, |at, word| {
                *at += word.len();
                Some((*at - word.len(), word))
            })
            .filter(|(_, word)| word.starts_with('k') && word.ends_with("k "))
            .map(|(at, word)| (at, word.len()))
            .collect();
        let (at, length) = rng.pick(&words)?;
        texts[nth].remove_range(&mut txn, at as u32, length as u32);
        Some(txn.encode_update_v1())
    }
}

/// The texts of the paragraphs at the root.
fn texts(txn: &impl ReadTxn, root: &impl XmlFragment) -> Vec<XmlTextRef> {
    let elements = (0..root.len(txn)).filter_map(|nth| root.get(txn, nth)?.into_xml_element());
    elements
        .filter(|element| element.tag().as_ref() == "paragraph")
        .filter_map(|element| element.get(txn, 0)?.into_xml_text())
        .collect()
}
