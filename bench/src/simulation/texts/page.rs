//! A simulated page: a copy of the document, and the edits that no node has acknowledged.

use actors::domain::ids::Epoch;
use actors::text::RestoredText;
use actors::wire::TextRequest;
use bytes::Bytes;
use uuid::Uuid;

use super::copy::Copy;
use super::frames::NodeFrame;
use super::history::{Entry, History};
use super::sabotage::TextSabotage;
use crate::simulation::rng::Rng;

/// An edit that no node has acknowledged.
struct Edit {
    /// The word that it has written, if any.
    word: Option<String>,
    /// The number of the update that carried it, since the last join.
    number: Option<u32>,
}

/// What the page does after a frame.
pub enum NextStep {
    Nothing,
    Send(TextRequest),
    /// Joins again after this time.
    JoinAfter(u64),
}

pub struct Page {
    pub number: usize,
    pub person: usize,
    pub socket: Option<u32>,
    copy: Option<(Epoch, Copy)>,
    edits: Vec<Edit>,
    /// True between `joined` and the end of the socket or of the text.
    pub is_joined: bool,
    /// True between a join and its answer.
    pub is_joining: bool,
    pub may_edit: bool,
    joins: u64,
    last: u32,
    restored: Option<(RestoredText, String)>,
}

impl Page {
    pub fn new(number: usize, person: usize) -> Self {
        Self {
            number,
            person,
            socket: None,
            copy: None,
            edits: Vec::new(),
            is_joined: false,
            is_joining: false,
            may_edit: false,
            joins: 0,
            last: 0,
            restored: None,
        }
    }

    /// The connection is gone.
    pub fn disconnect(&mut self) {
        self.socket = None;
        (self.is_joined, self.is_joining) = (false, false);
    }

    pub fn join(&mut self, sabotage: Option<TextSabotage>) -> TextRequest {
        self.is_joining = true;
        self.is_joined = false;
        for edit in &mut self.edits {
            edit.number = None;
        }
        if sabotage == Some(TextSabotage::Resend) {
            self.edits.clear();
        }
        let (epoch, state_vector) = match &self.copy {
            Some((epoch, copy)) => (*epoch, Bytes::from(copy.state_vector())),
            None => (Epoch(Uuid::nil()), Bytes::from_static(&[0])),
        };
        TextRequest::Join { epoch, state_vector }
    }

    /// Writes or deletes a word, also without a connection.
    pub fn edit(&mut self, at: u64, word: String, rng: &mut Rng, history: &mut History) -> Option<TextRequest> {
        let (_, copy) = self.copy.as_ref()?;
        let deletes = rng.chance(20);
        let (word, update) =
            if deletes { (None, copy.delete(rng)?) } else { (Some(word.clone()), copy.write(&word, rng)) };
        self.edits.push(Edit { word, number: None });
        self.send(at, update, history)
    }

    /// Sends an update that holds all edits which were not sent yet.
    fn send(&mut self, at: u64, update: Vec<u8>, history: &mut History) -> Option<TextRequest> {
        let (epoch, _) = self.copy.as_ref().filter(|_| self.is_joined)?;
        self.last += 1;
        for edit in self.edits.iter_mut().filter(|edit| edit.number.is_none()) {
            edit.number = Some(self.last);
        }
        let (page, join, number, epoch) = (self.number, self.joins, self.last, *epoch);
        history.push(Entry::Sent { at, page, join, number, epoch, update: update.clone() });
        Some(TextRequest::Update { number, update: update.into() })
    }

    /// A version that the person wants back: the update waits until the copy has the state to which it belongs.
    pub fn restores(&mut self, restored: RestoredText, version: String) {
        self.restored = Some((restored, version));
    }

    /// Applies the update of a restored version, once the copy has its state.
    pub fn apply_restored(&mut self, at: u64, history: &mut History) -> Option<TextRequest> {
        let (epoch, copy) = self.copy.as_ref().filter(|_| self.is_joined)?;
        let (restored, _) = self.restored.as_ref()?;
        if restored.epoch != *epoch {
            self.restored = None;
            return None;
        }
        if !copy.has_all_of(&restored.state_vector) {
            return None;
        }
        let (restored, version) = self.restored.take()?;
        let (update, _) = restored.made?;
        copy.take(&update);
        self.edits.push(Edit { word: None, number: None });
        history.push(Entry::Restored { at, page: self.number, version });
        self.send(at, update, history)
    }

    fn drop_copy(&mut self, at: u64, history: &mut History) {
        self.copy = None;
        let edits = std::mem::take(&mut self.edits).len();
        if edits > 0 {
            history.push(Entry::Dropped { at, page: self.number, edits });
        }
    }

    /// A frame of the node.
    pub fn receive(
        &mut self,
        at: u64,
        frame: NodeFrame,
        rng: &mut Rng,
        sabotage: Option<TextSabotage>,
        history: &mut History,
    ) -> NextStep {
        match frame {
            NodeFrame::Joined { epoch, may_edit, other_epoch, state_vector, update } if self.is_joining => {
                (self.is_joining, self.is_joined, self.may_edit) = (false, true, may_edit);
                (self.joins, self.last) = (self.joins + 1, 0);
                let keeps = !other_epoch || sabotage == Some(TextSabotage::Epochs);
                let copy = match self.copy.take().filter(|_| keeps) {
                    Some((_, copy)) => copy,
                    None => Copy::new(rng),
                };
                copy.take(&update);
                let tail = if other_epoch && keeps {
                    Some(copy.diff(&state_vector))
                } else if other_epoch {
                    self.write_again(&copy, &state_vector, rng)
                } else {
                    (!self.edits.is_empty()).then(|| copy.diff(&state_vector))
                };
                self.copy = Some((epoch, copy));
                tail.and_then(|tail| self.send(at, tail, history)).map_or(NextStep::Nothing, NextStep::Send)
            }
            NodeFrame::Updated(update) if self.is_joined => {
                if let Some((_, copy)) = &self.copy {
                    copy.take(&update);
                }
                NextStep::Nothing
            }
            NodeFrame::Acked(number) if self.is_joined => {
                self.edits.retain(|edit| edit.number.is_none_or(|sent| sent > number));
                history.push(Entry::Acked { at, page: self.number, join: self.joins, number });
                NextStep::Nothing
            }
            // A refused join: the person may not see the ticket, or the text is away.
            NodeFrame::Refused { number: 0, wait_ms, code } if self.is_joining => {
                self.is_joining = false;
                if code == "not_found" {
                    self.drop_copy(at, history);
                }
                NextStep::JoinAfter(if code == "gone" { 1 } else { wait_ms.max(400) })
            }
            NodeFrame::Refused { number, wait_ms, .. } if number > 0 && self.is_joined => {
                if wait_ms == 0 {
                    self.drop_copy(at, history);
                }
                self.is_joined = false;
                NextStep::JoinAfter(wait_ms.max(1))
            }
            NodeFrame::Left { wait_ms, code } if self.is_joined || self.is_joining => {
                (self.is_joined, self.is_joining) = (false, false);
                if code == "not_found" {
                    self.drop_copy(at, history);
                    return NextStep::JoinAfter(400);
                }
                NextStep::JoinAfter(wait_ms.max(1))
            }
            NodeFrame::Rights { may_edit } if self.is_joined => {
                self.may_edit = may_edit;
                NextStep::Nothing
            }
            _ => NextStep::Nothing,
        }
    }

    /// Writes the unacknowledged words again, into the copy of a new epoch (TX16). Returns the update.
    fn write_again(&mut self, copy: &Copy, state_vector: &[u8], rng: &mut Rng) -> Option<Vec<u8>> {
        let shown = copy.text();
        let words = std::mem::take(&mut self.edits).into_iter().filter_map(|edit| edit.word);
        for word in words.filter(|word| !shown.contains(word.as_str())) {
            copy.write(&word, rng);
            self.edits.push(Edit { word: Some(word), number: None });
        }
        (!self.edits.is_empty()).then(|| copy.diff(state_vector))
    }

    pub fn settle(&self, history: &mut History) {
        let text = self.copy.as_ref().map(|(_, copy)| copy.text());
        history.push(Entry::Settled { page: self.number, person: self.person, text, waits: self.edits.len() });
    }
}
