//! An order that waits for its answer.

use super::{answers::Ack, host::Host};
use crate::{
    domain::{
        decide::{Order, What},
        ids::{CommandId, UserId},
        refusal::{Refusal, RefusalCode},
        rights::Narrowing,
    },
    sync::SeenCommand,
    words,
};

pub(super) struct Pending<H: Host> {
    pub order: Order,
    pub fingerprint: i64,
    /// The size of the order as JSON.
    pub bytes: usize,
    /// `None` for an order that the core itself has added.
    pub reply: Option<H::Reply>,
    /// True if the database did not answer a commit of this order: the order may be stored.
    pub outcome_unknown: bool,
}

impl<H: Host> Pending<H> {
    pub(super) fn new(order: Order, reply: H::Reply) -> Self {
        let (fingerprint, bytes) = fingerprint(&order);
        Self { order, fingerprint, bytes, reply: Some(reply), outcome_unknown: false }
    }

    /// An order that the core adds, because it must be committed before a user's order. No caller gets its answer.
    pub(super) fn internal(id: CommandId, by: UserId, what: What) -> Self {
        let order = Order { id, by, narrowing: Narrowing::NONE, from: None, what };
        Self { order, fingerprint: 0, reply: None, bytes: 0, outcome_unknown: false }
    }

    /// Repeats the answer to an earlier command with the same id; refuses if that was another command.
    pub(super) fn earlier_answer(&self, seen: &SeenCommand) -> Result<Ack, Refusal> {
        let same = seen.fingerprint == self.fingerprint && seen.user == self.order.by;
        match (same, &seen.refusal) {
            (false, _) => Err(Refusal::new(RefusalCode::IdempotencyMismatch, words::ID_REUSED)),
            (true, Some(refusal)) => Err(refusal.clone()),
            (true, None) => Ok(Ack { scope: seen.scope, seq: seen.seq }),
        }
    }
}

/// The fingerprint of an order, and the size of the order as JSON. The fingerprint tells a repeated order from a
/// different order with the same id.
fn fingerprint(order: &Order) -> (i64, usize) {
    use sha2::{Digest, Sha256};
    let mut hash = Sha256::new();
    hash.update(order.by.0.as_bytes());
    // An order that cannot be serialised has no id that a client could reuse.
    let text = serde_json::to_vec::<What>(&order.what).unwrap_or_default();
    hash.update(&text);
    let digest = hash.finalize();
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    (i64::from_be_bytes(bytes), text.len())
}
