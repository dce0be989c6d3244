//! What happened in a run, as everybody outside the nodes saw it. Written down first and judged later, so that the
//! same judge serves every fault, and a run can be judged again from its file.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// What a command does to what a snapshot shows; values are used once, so that their writer is known by them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Effect {
    /// A ticket comes to be.
    Create { ticket: Uuid, title: String },
    /// A field of tickets gets a value.
    Set { tickets: Vec<Uuid>, field: String, value: Value },
    /// One comment more. Done twice it would show.
    Comment { ticket: Uuid },
    /// Judged by its id alone.
    Other,
}

/// How far somebody has read in one scope, and what they made of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub epoch: Uuid,
    pub seq: i64,
    /// Tells one state from another.
    pub sum: u64,
}

/// A scope as a `welcome` names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Followed {
    pub scope: Uuid,
    pub epoch: Uuid,
    pub seq: i64,
    /// Where the socket's first frame begins: the client's own cursor, or `seq` where it has to read the snapshot.
    pub from: i64,
    pub delta: bool,
}

/// An event as a socket received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Received {
    pub seq: i64,
    pub command: Uuid,
    /// Tells one content from another.
    pub sum: u64,
}

/// One thing that happened; times are milliseconds since the run began.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase")]
pub enum Entry {
    /// Somebody asks for something; from here on they keep sending it until there is an answer.
    Invoked {
        at: u64,
        client: u32,
        command: Uuid,
        effect: Effect,
    },
    /// It left for a node.
    Sent {
        at: u64,
        client: u32,
        command: Uuid,
        node: u32,
    },
    Acked {
        at: u64,
        client: u32,
        command: Uuid,
        scope: Uuid,
        seq: i64,
    },
    /// A no that stands; passing ones are followed by another `Sent`.
    Refused {
        at: u64,
        client: u32,
        command: Uuid,
        code: String,
    },
    /// The client is gone with its outbox: nobody will ask again.
    Abandoned {
        at: u64,
        client: u32,
        command: Uuid,
    },
    Welcomed {
        at: u64,
        client: u32,
        user: Uuid,
        socket: u32,
        node: u32,
        scopes: Vec<Followed>,
    },
    /// A client asks for the snapshot: what it was told until now must be in it.
    Asked {
        at: u64,
        client: u32,
    },
    /// A snapshot was read; from here on the client stands at its cursors.
    Adopted {
        at: u64,
        client: u32,
        socket: u32,
        cursors: BTreeMap<Uuid, (Uuid, i64)>,
    },
    Frame {
        at: u64,
        socket: u32,
        scope: Uuid,
        from: i64,
        to: i64,
        events: Vec<Received>,
    },
    Closed {
        at: u64,
        client: u32,
        socket: u32,
        code: Option<u16>,
    },
    /// Somebody lost the workspace: the event that says so.
    Removed {
        at: u64,
        user: Uuid,
        scope: Uuid,
        seq: i64,
    },
    /// Somebody's session ended, which binds within so long.
    SessionEnded {
        at: u64,
        client: u32,
        within: u64,
    },
    /// A scope was restored: it begins anew behind `seq`, and what was acknowledged beyond that is gone by it.
    Restored {
        at: u64,
        scope: Uuid,
        seq: i64,
    },
    /// A fault begins, or ends.
    Fault {
        at: u64,
        words: String,
    },
    /// The last fault is over.
    Healed {
        at: u64,
    },
    /// A client has read everything, or was given up on.
    Settled {
        at: u64,
        client: u32,
        scopes: BTreeMap<Uuid, Reading>,
    },
    /// A fresh snapshot, by a node, and the tickets in it.
    Snapshot {
        at: u64,
        node: u32,
        scopes: BTreeMap<Uuid, Reading>,
        tickets: BTreeMap<Uuid, Map<String, Value>>,
    },
    /// A stream as the database holds it, in seq order.
    Journal {
        scope: Uuid,
        epoch: Uuid,
        head: i64,
        events: Vec<(i64, Uuid)>,
    },
    /// Something that was counted, and how much of it is allowed.
    Counted {
        invariant: String,
        words: String,
        count: u64,
        most: u64,
    },
}

/// Everything that happened, in the order in which it was noticed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    pub entries: Vec<Entry>,
}

impl History {
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// One line an entry.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, mut to: impl Write) -> io::Result<()> {
        for entry in &self.entries {
            serde_json::to_writer(&mut to, entry)?;
            to.write_all(b"\n")?;
        }
        to.flush()
    }

    /// # Errors
    /// When a line is not an entry.
    pub fn read(from: impl BufRead) -> io::Result<Self> {
        let mut history = Self::default();
        for line in from.lines() {
            history.entries.push(serde_json::from_str(&line?)?);
        }
        Ok(history)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_is_read_as_it_was_written() {
        let id = Uuid::from_u128;
        let reading = Reading { epoch: id(1), seq: 4, sum: u64::MAX };
        let history = History {
            entries: vec![
                Entry::Invoked {
                    at: 1,
                    client: 2,
                    command: id(3),
                    effect: Effect::Create { ticket: id(4), title: "T".into() },
                },
                Entry::Closed { at: 5, client: 2, socket: 6, code: None },
                Entry::Settled { at: 7, client: 2, scopes: BTreeMap::from([(id(8), reading)]) },
            ],
        };
        let mut file = Vec::new();
        history.write(&mut file).expect("written");
        assert_eq!(History::read(file.as_slice()).expect("read"), history);
    }
}
