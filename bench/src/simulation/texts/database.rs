//! The tables of one text, with the contract of the SQL in `actors/src/journal/texts`: each question is answered at one
//! moment.

use std::collections::BTreeMap;

use actors::domain::ids::{Epoch, TicketId};
use actors::domain::limits::text_sum;
use actors::domain::refusal::{Refusal, RefusalCode};
use actors::domain::rich_text::RichText;
use actors::text::{Answer, NewUpdate, Question, StoredTail, StoredText, TextHead, Written, first_document};
use uuid::Uuid;

use super::history::{Entry, History};
use super::rights::{OPEN, Rights, person};
use super::sabotage::TextSabotage;
use crate::simulation::rng::Rng;

pub const TICKET: TicketId = TicketId(Uuid::from_u128(0x71C));

/// A row of `text_documents`, with its rows of `text_updates`.
struct Document {
    epoch: Epoch,
    seq: i64,
    snapshot: Vec<u8>,
    snapshot_seq: i64,
    updates: BTreeMap<i64, Vec<u8>>,
    written_seq: i64,
    written_sum: i64,
    written_also: Vec<i64>,
    last_editor: Option<actors::domain::ids::UserId>,
}

pub struct Database {
    pub rights: Rights,
    pub description: String,
    document: Option<Document>,
    /// The rows of `text_writes`: sums with their numbers.
    writes: BTreeMap<i64, i64>,
    /// The description that a node has written, while no node has noted the write.
    not_noted: Option<i64>,
    rng: Rng,
    sabotage: Option<TextSabotage>,
}

impl Database {
    pub fn new(rng: Rng, rights: Rights, description: &str, sabotage: Option<TextSabotage>) -> Self {
        let (description, writes) = (description.to_owned(), BTreeMap::new());
        Self { rights, description, document: None, writes, not_noted: None, rng, sabotage }
    }

    pub fn head(&self) -> TextHead {
        let sum = text_sum(&self.description);
        let (scope, is_archived) = (self.rights.scope, self.rights.is_archived);
        let head = TextHead {
            ticket: TICKET,
            scope,
            sum,
            is_archived,
            epoch: Epoch(Uuid::nil()),
            seq: 0,
            written_seq: 0,
            written_sum: 0,
        };
        match &self.document {
            None => head,
            Some(it) => TextHead {
                epoch: it.epoch,
                seq: it.seq,
                written_seq: it.written_seq,
                written_sum: it.written_sum,
                ..head
            },
        }
    }

    /// True if no node has written the newest text into the ticket.
    pub fn is_unwritten(&self) -> bool {
        self.document.as_ref().is_some_and(|it| it.seq > it.written_seq)
    }

    /// The stored document, whole.
    pub fn whole(&self) -> Option<(Epoch, RichText)> {
        let stored = self.stored(|_| true)?;
        let document = RichText::load(&stored.snapshot, stored.updates.iter().map(|(_, update)| update.as_slice()));
        Some((stored.epoch, document.expect("the stored document can be read")))
    }

    fn stored(&self, has: impl Fn(i64) -> bool) -> Option<StoredText> {
        let it = self.document.as_ref()?;
        let updates = it.updates.iter().filter(|(seq, _)| **seq > it.snapshot_seq && has(**seq));
        Some(StoredText {
            epoch: it.epoch,
            snapshot: it.snapshot.clone(),
            snapshot_seq: it.snapshot_seq,
            updates: updates.map(|(seq, update)| (*seq, update.clone())).collect(),
            head: self.head(),
            last_editor: it.last_editor,
        })
    }

    /// The row, if it has this epoch.
    fn of_epoch(&mut self, epoch: Epoch) -> Option<&mut Document> {
        self.document.as_mut().filter(|it| it.epoch == epoch)
    }

    pub fn answer(&mut self, at: u64, node: usize, question: Question, history: &mut History) -> Answer {
        match question {
            Question::Sights { users, .. } => {
                let mut sights = self.rights.sights(&users);
                if matches!(self.sabotage, Some(TextSabotage::Rights | TextSabotage::Revocation)) {
                    sights.values_mut().for_each(|sight| *sight = actors::text::TextSight::Edits);
                }
                Answer::Sights(Some((self.rights.scope, sights)))
            }
            Question::Open => {
                self.open();
                Answer::Opened(self.stored(|_| true))
            }
            Question::After { epoch, seq } => Answer::After(self.after(epoch, seq)),
            Question::Store { epoch, updates } => Answer::Stored(self.store(at, node, epoch, updates, history)),
            Question::Description => {
                let written = match self.writes.get(&text_sum(&self.description)) {
                    Some(seq) => Written::ByNode(*seq),
                    None => Written::Outside(self.description.clone()),
                };
                let (seq, also) = match &self.document {
                    Some(it) => (it.written_seq, it.written_also.clone()),
                    None => (0, Vec::new()),
                };
                Answer::Description(written, self.stored(|it| it <= seq || also.contains(&it)))
            }
            Question::StoreOutside { epoch, update, sums } => {
                Answer::StoredOutside(self.store_outside(at, epoch, update, sums, history))
            }
            Question::NoteWritten { sum, is_assumed: true, .. } if sum != text_sum(&self.description) => {
                Answer::NotedWritten(false)
            }
            Question::NoteWritten { epoch, seq, sum, .. } => {
                if let Some(it) = self.of_epoch(epoch).filter(|it| it.written_seq <= seq) {
                    (it.written_seq, it.written_sum) = (seq, sum);
                    it.written_also.clear();
                    self.writes.retain(|_, noted| *noted > seq);
                    self.not_noted = self.not_noted.filter(|described| *described != sum);
                }
                Answer::NotedWritten(true)
            }
            Question::Compact { epoch, seq, snapshot } => {
                let fits =
                    |it: &&mut Document| it.snapshot_seq < seq && it.written_seq >= seq && it.written_also.is_empty();
                let found = self.of_epoch(epoch).filter(fits);
                let compacted = found.is_some();
                if let Some(it) = found {
                    it.snapshot.clone_from(&snapshot);
                    it.snapshot_seq = seq;
                    it.updates.retain(|known, _| *known > seq);
                    history.push(Entry::Compacted { at, seq, snapshot });
                }
                Answer::Compacted(compacted)
            }
            Question::Replace { epoch, seq, snapshot } => {
                self.replace(at, (epoch, seq), snapshot, history);
                Answer::Replaced
            }
            Question::NoteRestore(_) => Answer::NotedRestore,
        }
    }

    fn open(&mut self) {
        if self.document.is_none() {
            self.document = Some(Document {
                epoch: Epoch(self.rng.id(0)),
                seq: 0,
                snapshot: first_document(&self.description, self.rng.between(1, 1 << 53)),
                snapshot_seq: 0,
                updates: BTreeMap::new(),
                written_seq: 0,
                written_sum: text_sum(&self.description),
                written_also: Vec::new(),
                last_editor: None,
            });
        }
    }

    fn after(&mut self, epoch: Epoch, seq: i64) -> Option<StoredTail> {
        let lacks_nothing = self.sabotage == Some(TextSabotage::CatchUp);
        let scope = if self.sabotage == Some(TextSabotage::Moves) { OPEN } else { self.rights.scope };
        let it = self.of_epoch(epoch)?;
        let last_editor = it.last_editor;
        if lacks_nothing {
            return Some(StoredTail { scope, last_editor, snapshot: None, updates: Vec::new() });
        }
        let snapshot = (it.snapshot_seq > seq).then(|| (it.snapshot_seq, it.snapshot.clone()));
        let updates = it.updates.range(seq + 1..).map(|(seq, update)| (*seq, update.clone())).collect();
        Some(StoredTail { scope, last_editor, snapshot, updates })
    }

    fn store(
        &mut self,
        at: u64,
        node: usize,
        epoch: Epoch,
        updates: Vec<NewUpdate>,
        history: &mut History,
    ) -> Option<i64> {
        let stores = self.sabotage != Some(TextSabotage::Store);
        let it = self.of_epoch(epoch)?;
        for NewUpdate { by, data } in updates {
            it.seq += 1;
            it.last_editor = Some(by);
            if stores {
                it.updates.insert(it.seq, data.clone());
                history.push(Entry::Stored { at, node, epoch, seq: it.seq, by: person(by), update: data });
            }
        }
        Some(it.seq)
    }

    fn store_outside(
        &mut self,
        at: u64,
        epoch: Epoch,
        update: Option<Vec<u8>>,
        (old_sum, new_sum): (i64, i64),
        history: &mut History,
    ) -> Option<i64> {
        let it = self.of_epoch(epoch).filter(|it| it.written_sum == old_sum)?;
        it.written_sum = new_sum;
        if let Some(update) = &update {
            it.seq += 1;
            it.written_also.push(it.seq);
            it.updates.insert(it.seq, update.clone());
        }
        history.push(Entry::StoredOutside { at, epoch, seq: it.seq, update });
        Some(it.seq)
    }

    fn replace(&mut self, at: u64, (epoch, seq): (Epoch, i64), snapshot: Vec<u8>, history: &mut History) {
        let before = self.whole().map(|(_, document)| document.markdown().to_owned()).unwrap_or_default();
        let fresh = Epoch(self.rng.id(at));
        let fits = |it: &&mut Document| it.seq == seq && it.written_seq == seq && it.written_also.is_empty();
        let Some(it) = self.of_epoch(epoch).filter(fits) else { return };
        (it.epoch, it.snapshot, it.snapshot_seq) = (fresh, snapshot, seq);
        it.updates.clear();
        let after = self.whole().map(|(_, document)| document.markdown().to_owned()).unwrap_or_default();
        history.push(Entry::Replaced { at, before, after });
    }

    /// A node is about to write a description with this sum.
    pub fn note_write(&mut self, sum: i64, seq: i64) {
        let noted = self.writes.entry(sum).or_insert(seq);
        *noted = (*noted).max(seq);
    }

    /// The order of a node, which writes the description.
    pub fn describe(&mut self, at: u64, known_sum: i64, text: String, history: &mut History) -> Result<(), Refusal> {
        let checks = self.sabotage != Some(TextSabotage::KnownSum);
        if checks && text_sum(&self.description) != known_sum {
            return Err(Refusal::new(RefusalCode::Conflict, "the description has changed"));
        }
        self.description.clone_from(&text);
        self.not_noted = Some(text_sum(&text));
        history.push(Entry::Described { at, text });
        Ok(())
    }

    /// False between the write of a node and its note. An outside write in this time would double words, which is a known
    /// gap.
    pub fn may_write_outside(&self) -> bool {
        self.not_noted.is_none()
    }

    /// Another writer adds a word to the description.
    pub fn write_outside(&mut self, at: u64, word: String, history: &mut History) {
        self.description = format!("{}\n\n{word}", self.description).trim_start().to_owned();
        history.push(Entry::Outside { at, word });
    }
}
