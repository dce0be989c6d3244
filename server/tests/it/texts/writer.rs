//! A person who writes a description, with a copy of the document and a real socket.

use std::ops::{Deref, DerefMut};

use serde_json::Value;
use uuid::Uuid;

use crate::protocol::socket::{Frame, Socket};
use crate::protocol::team::Team;
use crate::support::{TestNode, TextCopy, Told};

pub struct Writer {
    pub socket: Socket,
    copy: TextCopy,
}

impl Deref for Writer {
    type Target = TextCopy;
    fn deref(&self) -> &TextCopy {
        &self.copy
    }
}

impl DerefMut for Writer {
    fn deref_mut(&mut self) -> &mut TextCopy {
        &mut self.copy
    }
}

impl Writer {
    pub fn new(socket: Socket, ticket: Uuid) -> Self {
        Self { socket, copy: TextCopy::new(ticket) }
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
        let frame = self.copy.frame(kind, body);
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
        let frame = self.copy.join_frame();
        self.socket.send_frame(0x2, &frame).await;
    }

    /// The next frame of the text, or the end of the connection.
    pub async fn try_next(&mut self) -> Result<Told, Frame> {
        loop {
            let frame = self.socket.next_binary().await?;
            if let Some(told) = self.copy.read(&frame) {
                return Ok(told);
            }
        }
    }

    pub async fn next(&mut self) -> Told {
        self.try_next().await.unwrap_or_else(|end| panic!("no frame but {end:?}"))
    }

    /// Sends an update without waiting, and returns its number.
    pub async fn send_update(&mut self, update: &[u8]) -> u32 {
        let frame = self.copy.update_frame(update);
        self.socket.send_frame(0x2, &frame).await;
        self.copy.number
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
