//! The host of a text on a node.

use std::time::{Duration, Instant};

use actix::Recipient;
use tokio::sync::oneshot;
use uuid::Uuid;

use crate::{
    actor::messages::ToHub,
    domain::{ids::CommandId, refusal::Refusal, rich_text::RichText},
    text::{Host, RestoredText},
};

/// The time and the ids of a node.
pub(super) struct NodeHost {
    began: Instant,
}

impl NodeHost {
    pub(super) fn new() -> Self {
        Self { began: Instant::now() }
    }
}

impl Host for NodeHost {
    type Hub = Recipient<ToHub>;
    /// Dropping the sender tells the waiting job that the write is over.
    type Writer = oneshot::Sender<()>;
    type Restorer = oneshot::Sender<Result<RestoredText, Refusal>>;

    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn fresh_id(&self) -> CommandId {
        CommandId(Uuid::now_v7())
    }

    fn fresh_client(&self) -> u64 {
        RichText::fresh_client()
    }
}
