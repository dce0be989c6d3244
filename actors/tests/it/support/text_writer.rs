//! A person who writes a text, with a client and a copy of the document.

use std::ops::{Deref, DerefMut};

use actix::Addr;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::wire::read_text_frame;
use actors::{Hub, SocketClose, Stage};
use uuid::Uuid;

use super::{Client, Received, TextCopy, Told};

/// See the module documentation.
pub struct TextWriter {
    pub client: Client,
    stage: Stage,
    copy: TextCopy,
}

impl Deref for TextWriter {
    type Target = TextCopy;
    fn deref(&self) -> &TextCopy {
        &self.copy
    }
}

impl DerefMut for TextWriter {
    fn deref_mut(&mut self) -> &mut TextCopy {
        &mut self.copy
    }
}

impl TextWriter {
    /// A person with a socket who has joined no text yet.
    pub async fn new(stage: &Stage, hub: &Addr<Hub>, workspace: WorkspaceId, user: UserId, ticket: Uuid) -> Self {
        Self::of(Client::following(stage, hub, workspace, user).await, stage, ticket)
    }

    /// The same with a socket that is open already.
    pub fn of(client: Client, stage: &Stage, ticket: Uuid) -> Self {
        Self { client, stage: stage.clone(), copy: TextCopy::new(ticket) }
    }

    pub fn send(&self, frame: Vec<u8>) {
        let frame = read_text_frame(&frame.into()).expect("a frame").expect("a known kind");
        self.stage.text(self.client.workspace, self.client.connection_id(), frame);
    }

    pub fn ask_to_join(&mut self) {
        let frame = self.copy.join_frame();
        self.send(frame);
    }

    /// Joins, and returns the answer.
    pub async fn try_join(&mut self) -> Told {
        self.ask_to_join();
        loop {
            let told = self.next().await;
            if matches!(told, Told::Joined { .. } | Told::Refused { number: 0, .. } | Told::Left { .. }) {
                return told;
            }
        }
    }

    /// Joins, also if the node has just closed the text.
    pub async fn join(&mut self) {
        loop {
            match self.try_join().await {
                Told::Joined { .. } => return,
                Told::Left { code, .. } | Told::Refused { code, .. } if code == "unavailable" || code == "gone" => {}
                other => panic!("not let in: {other:?}"),
            }
        }
    }

    /// Connects to another node; the copy stays.
    pub async fn move_to(&mut self, stage: &Stage, hub: &Addr<Hub>) {
        self.client.connect(stage, hub).await.expect("let in");
        self.stage = stage.clone();
    }

    pub fn leave(&self) {
        self.send(self.copy.frame(0x04, &[]));
    }

    /// Sends an update, and returns its number.
    pub fn send_update(&mut self, update: &[u8]) -> u32 {
        let frame = self.copy.update_frame(update);
        self.send(frame);
        self.copy.number
    }

    /// What the node tells next of the text, or why the socket was closed.
    pub async fn try_next(&mut self) -> Result<Told, SocketClose> {
        loop {
            match self.client.next().await {
                Received::Binary(frame) => {
                    if let Some(told) = self.copy.read(&frame) {
                        return Ok(told);
                    }
                }
                Received::Frame(_) => {}
                Received::Close(close) => return Err(close),
            }
        }
    }

    pub async fn next(&mut self) -> Told {
        self.try_next().await.unwrap_or_else(|close| panic!("closed: {close:?}"))
    }

    /// Sends an update, and waits until it is stored.
    pub async fn stores(&mut self, update: &[u8]) {
        let sent = self.send_update(update);
        loop {
            match self.next().await {
                Told::Acked(number) if number >= sent => return,
                told @ (Told::Refused { .. } | Told::Left { .. }) => panic!("not stored: {told:?}"),
                _ => {}
            }
        }
    }

    /// Sends an update that is refused, and returns the code.
    pub async fn is_refused(&mut self, update: &[u8]) -> String {
        let sent = self.send_update(update);
        loop {
            match self.next().await {
                Told::Refused { number, code, .. } if number == sent => return code,
                told @ (Told::Acked(_) | Told::Left { .. }) => panic!("not refused: {told:?}"),
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
}
