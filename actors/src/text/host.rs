//! The interface between a core and its host: the actor of a text on a node, or a simulated node.

use std::time::Duration;

use crate::domain::ids::CommandId;

/// Runs a core: passes inputs and answers to the core, tells it the time, and performs its effects.
pub trait Host: Sized {
    /// The way to some sockets of a node. Sockets behind the same hub get a frame as one message.
    type Hub: Clone + PartialEq;
    /// A job that waits until the description is written.
    type Writer;
    /// The channel for the answer to a person who restores a version.
    type Restorer;

    /// A monotonic time. It begins before the text was opened.
    fn now(&self) -> Duration;
    /// A fresh UUIDv7.
    fn fresh_id(&self) -> CommandId;
    /// A Yjs client id (53 bits) that no other copy has.
    fn fresh_client(&self) -> u64;
}

/// A question that the database did not answer.
#[derive(Clone, Debug)]
pub struct Failure {
    /// For the log.
    pub why: String,
}
