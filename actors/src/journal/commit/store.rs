//! A batch is stored whole or not at all, by one call of one SQL function in autocommit.

use super::{columns::Columns, queue::Outcome};
use crate::{
    journal::{error::JournalError, handle::Journal},
    sync::{Batch, Committed},
};

impl Journal {
    /// Stores a batch. One call writes the events together with the rows that they change; it may store batches of
    /// other workspaces as well.
    ///
    /// # Errors
    /// `Away` if it is unknown whether the batch is stored, or the database could not be asked. `Refused` if the
    /// database rejects the batch; then nothing is stored.
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
