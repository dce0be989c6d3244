//! A batch is stored whole or not at all, by one call of one SQL function in autocommit.

use super::{columns::Columns, queue::Outcome};
use crate::{
    domain::ids::ScopeId,
    journal::{error::JournalError, handle::Journal},
    sync::{Batch, SeenCommand},
};

/// What became of a batch.
#[derive(Clone, Debug)]
pub enum Committed {
    /// Stored. The seq of each scope before it, in the order of the batch's scopes.
    Done(Vec<(ScopeId, i64)>),
    /// Some of its commands had been answered before; nothing was stored.
    Seen(Vec<SeenCommand>),
    /// Something that a decision relied on has changed; nothing was stored.
    Stale,
    /// A scope has another incarnation than the batch thought; nothing was stored.
    Epoch,
}

impl Journal {
    /// Stores a batch. The rows hold no history of their own: what an event says and what its rows hold are
    /// written by one call, which may store other workspaces' batches as well.
    ///
    /// # Errors
    /// `Away` where nobody knows whether it is stored, or the database could not be asked; `Refused` where the database
    /// objects to something in it, and nothing is stored.
    pub async fn commit(&self, batch: &Batch) -> Result<Committed, JournalError> {
        Ok(match self.queue.store(&self.db, Columns::of(batch)?).await? {
            Outcome::Ok { before } => {
                Committed::Done(batch.scopes.keys().copied().zip(before.into_iter().flatten()).collect())
            }
            Outcome::Seen { commands } => Committed::Seen(commands),
            Outcome::Stale => Committed::Stale,
            Outcome::Epoch => Committed::Epoch,
        })
    }
}
