//! The kinds of jobs that this build runs. Each kind is declared in the room that queues it.

mod sweep;

use actors::Stage;
use actors::jobs::Kinds;

use crate::auth::{AccountMail, Auth};
use crate::import::abandoned::EndSilentImports;

use sweep::{SweepExpired, SweepJournal, SweepTombstones};

/// All kinds, with what their runs need.
#[must_use]
pub fn kinds(auth: &Auth, stage: &Stage) -> Kinds {
    let db = stage.journal().db();
    Kinds::default()
        .with::<AccountMail>(auth.clone())
        .with::<EndSilentImports>(stage.clone())
        .with::<SweepExpired>(db.clone())
        .with::<SweepJournal>(stage.clone())
        .with::<SweepTombstones>(db.clone())
}
