//! The history of a run, as clients and the database saw it. The run is recorded first and judged later, so one checker
//! serves all faults and can judge a file again.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// The visible effect of a command on a snapshot. Each value is used once, so a value identifies its writer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "camelCase")]
pub enum Effect {
    /// Creates a ticket.
    Create { ticket: Uuid, title: String },
    /// Sets a field of tickets.
    Set { tickets: Vec<Uuid>, field: String, value: Value },
    /// Adds one comment. Applied twice, it would count twice.
    Comment { ticket: Uuid },
    /// Only the id of the command is judged.
    Other,
}

/// The position of a client in one scope, and a sum of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    pub epoch: Uuid,
    pub seq: i64,
    /// A checksum of the state.
    pub sum: u64,
}

/// A scope as a `welcome` names it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Followed {
    pub scope: Uuid,
    pub epoch: Uuid,
    pub seq: i64,
    /// The start of the socket's first frame: the client's own cursor, or `seq` if the client must read a snapshot.
    pub from: i64,
    pub delta: bool,
}

/// An event as a socket received it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Received {
    pub seq: i64,
    pub command: Uuid,
    /// A checksum of the content.
    pub sum: u64,
}

/// One entry of the history. Times are milliseconds since the start of the run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "camelCase")]
pub enum Entry {
    /// A client requests a change and repeats it until it has an answer.
    Invoked {
        at: u64,
        client: u32,
        command: Uuid,
        effect: Effect,
    },
    /// The command was sent to a node.
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
    /// A final refusal. After a temporary one, `Sent` follows again.
    Refused {
        at: u64,
        client: u32,
        command: Uuid,
        code: String,
    },
    /// The client is gone with its outbox; the command is never sent again.
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
    /// A client requests a snapshot, which must hold everything that the client has received before.
    Asked {
        at: u64,
        client: u32,
    },
    /// A client read a snapshot and now stands at its cursors.
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
    /// The socket is live in one more scope from this seq on (FO1).
    Follow {
        at: u64,
        socket: u32,
        scope: Uuid,
        epoch: Uuid,
        seq: i64,
    },
    /// The socket receives nothing more of this scope.
    Unfollow {
        at: u64,
        socket: u32,
        scope: Uuid,
    },
    Closed {
        at: u64,
        client: u32,
        socket: u32,
        code: Option<u16>,
    },
    /// What the journal says of a user's right to a scope: it covers the events after `from`, up to the event `to` that took
    /// the right, or `None` if the user still has it. A history that names rights names those of all users.
    Right {
        user: Uuid,
        scope: Uuid,
        from: i64,
        to: Option<i64>,
    },
    /// A member was removed by the event at `seq`.
    Removed {
        at: u64,
        user: Uuid,
        scope: Uuid,
        seq: i64,
    },
    /// A session ended. The node must enforce this within the given time.
    SessionEnded {
        at: u64,
        client: u32,
        within: u64,
    },
    /// A scope was restored and restarts behind `seq`. Acknowledged events after `seq` are gone.
    Restored {
        at: u64,
        scope: Uuid,
        seq: i64,
    },
    /// A fault begins or ends.
    Fault {
        at: u64,
        words: String,
    },
    /// The last fault is over.
    Healed {
        at: u64,
    },
    /// A client has read everything, or was given up.
    Settled {
        at: u64,
        client: u32,
        scopes: BTreeMap<Uuid, Reading>,
    },
    /// A fresh snapshot of a node, and its tickets.
    Snapshot {
        at: u64,
        node: u32,
        scopes: BTreeMap<Uuid, Reading>,
        tickets: BTreeMap<Uuid, Map<String, Value>>,
    },
    /// A stream as the database holds it, in the order of seq.
    Journal {
        scope: Uuid,
        epoch: Uuid,
        head: i64,
        events: Vec<(i64, Uuid)>,
    },
    /// A person has typed a piece of text, which occurs nowhere else.
    Typed {
        at: u64,
        client: u32,
        token: String,
    },
    /// A node has acknowledged pieces of text.
    Kept {
        at: u64,
        client: u32,
        tokens: Vec<String>,
    },
    /// A person was shown pieces of text that others have typed.
    Shown {
        at: u64,
        client: u32,
        tokens: Vec<String>,
    },
    /// A node has refused an update for good, and the person sends it again.
    Declined {
        at: u64,
        client: u32,
    },
    /// A copy of the text in the end.
    Ended {
        at: u64,
        of: String,
        text: String,
    },
    /// A count and its allowed maximum.
    Counted {
        invariant: String,
        words: String,
        count: u64,
        most: u64,
    },
}

/// The whole history, in the order of recording.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct History {
    pub entries: Vec<Entry>,
}

impl History {
    pub fn push(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// Writes one line for each entry.
    ///
    /// # Errors
    /// When writing fails.
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
