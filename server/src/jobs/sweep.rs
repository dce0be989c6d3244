//! The periodic sweeps. Each deletes rows that are no longer needed.

use std::time::Duration;

use actors::Stage;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};

use crate::db::Db;
use crate::queries::sweep;

const HOUR: Duration = Duration::from_secs(3_600);

/// A sweep that fails is tried again after a minute, and again with its next period.
const fn hourly(hours: u32) -> Plan {
    Plan {
        tries: 5,
        first_pause: Duration::from_secs(60),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: Some(HOUR.saturating_mul(hours)),
    }
}

/// Creates the partitions of the journal for the coming days, and drops old partitions.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepJournal;

impl Job for SweepJournal {
    type Context = Stage;
    const KIND: &'static str = "sweep.journal";
    const PLAN: Plan = hourly(1);

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        match stage.journal().maintain().await {
            Ok(()) => Ok(Done::Done),
            Err(error) => Err(error.into()),
        }
    }
}

/// Deletes expired sign-ups, counters and sessions, and jobs that have ended.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepExpired;

impl Job for SweepExpired {
    type Context = Db;
    const KIND: &'static str = "sweep.expired";
    const PLAN: Plan = hourly(1);

    async fn run(self, _: Run, db: Db) -> Result<Done, Failure> {
        sweep::short_lived(&db).await?;
        Ok(Done::Done)
    }
}

/// Deletes old tombstones of tickets.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepTombstones;

impl Job for SweepTombstones {
    type Context = Db;
    const KIND: &'static str = "sweep.tombstones";
    const PLAN: Plan = hourly(24);

    async fn run(self, _: Run, db: Db) -> Result<Done, Failure> {
        sweep::tombstones(&db).await?;
        Ok(Done::Done)
    }
}

/// Deletes the records of audit logs that are older than their workspaces keep them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SweepAudit;

impl Job for SweepAudit {
    type Context = Db;
    const KIND: &'static str = "sweep.audit";
    const PLAN: Plan = hourly(24);

    async fn run(self, _: Run, db: Db) -> Result<Done, Failure> {
        sweep::audit(&db).await?;
        Ok(Done::Done)
    }
}
