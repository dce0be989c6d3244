//! The statements that a node sends to its database, read from the bytes between the two.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The statements of all connections, each in the order of its connection. Cheap to clone.
#[derive(Clone, Default)]
pub struct Statements(Arc<Mutex<Vec<String>>>);

impl Statements {
    /// The statements since the last call.
    pub fn take(&self) -> Vec<String> {
        std::mem::take(&mut *self.0.lock().expect("no panic"))
    }

    /// Starts reading a new connection.
    pub fn of_connection(&self) -> Connection {
        Connection { all: self.clone(), bytes: Vec::new(), has_started: false, prepared: HashMap::new() }
    }
}

/// What one connection has sent.
pub struct Connection {
    all: Statements,
    /// The beginning of a message whose end is still missing.
    bytes: Vec<u8>,
    /// Whether the first message has passed. Unlike later ones, it has no letter for its kind.
    has_started: bool,
    /// Prepared statements by their names.
    prepared: HashMap<String, String>,
}

impl Connection {
    /// Reads the next bytes on the way to the database.
    pub fn read(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        loop {
            let kind = usize::from(self.has_started);
            let Some(length) = self.bytes.get(kind..kind + 4) else { return };
            let end = kind + u32::from_be_bytes(length.try_into().expect("four bytes")) as usize;
            if self.bytes.len() < end {
                return;
            }
            let rest = self.bytes.split_off(end);
            let message = std::mem::replace(&mut self.bytes, rest);
            if self.has_started {
                self.take(message[0], &message[5..]);
            }
            self.has_started = true;
        }
    }

    fn take(&mut self, kind: u8, body: &[u8]) {
        let mut texts = body.split(|byte| *byte == 0).map(|text| String::from_utf8_lossy(text).into_owned());
        let (first, second) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
        match kind {
            // Parse: the name of the statement, then the statement.
            b'P' => drop(self.prepared.insert(first, second)),
            // Bind: the name of the portal, then that of the statement. Each execution has one.
            b'B' => self.note(self.prepared.get(&second).cloned().unwrap_or_default()),
            // A query without preparation, such as `begin`.
            b'Q' => self.note(first),
            _ => {}
        }
    }

    fn note(&self, statement: String) {
        let words: Vec<&str> = statement.split_whitespace().collect();
        self.all.0.lock().expect("no panic").push(words.join(" "));
    }
}

#[test]
fn statements_are_read_from_pieces_of_any_size() {
    let message = |kind: &[u8], body: &[u8]| -> Vec<u8> {
        let length = u32::try_from(body.len() + 4).expect("a short message");
        [kind, &length.to_be_bytes(), body].concat()
    };
    let sent = [
        message(b"", b"\0\x03\0\0user\0ann\0\0"),
        message(b"Q", b"begin\0"),
        message(b"P", b"s1\0select  $1\n from users\0\0\0"),
        message(b"B", b"\0s1\0\0\0"),
        message(b"B", b"\0s1\0\0\0"),
        message(b"S", b""),
    ]
    .concat();
    for size in [1, 7, sent.len()] {
        let statements = Statements::default();
        let mut connection = statements.of_connection();
        sent.chunks(size).for_each(|piece| connection.read(piece));
        assert_eq!(statements.take(), ["begin", "select $1 from users", "select $1 from users"], "pieces of {size}");
        assert!(statements.take().is_empty());
    }
}
