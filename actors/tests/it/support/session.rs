//! Commits without a workspace actor.

use std::collections::HashMap;

use actors::domain::date::Instant;
use actors::domain::decide::{Order, What, decide};
use actors::domain::ids::{CommandId, ScopeId, TicketId, UserId, WorkspaceId};
use actors::domain::rights::Narrowing;
use actors::domain::world::World;
use actors::journal::Journal;
use actors::sync::Committed;
use actors::sync::{Batch, BatchBuilder, Read, ReadKind, ScopePosition, StoredTicket};
use serde_json::Value;
use uuid::Uuid;

use super::{Fixture, command, journal};

/// A committer without an actor: it reads everything, decides, and commits once.
pub struct Session {
    pub journal: Journal,
    pub workspace: WorkspaceId,
    pub by: UserId,
}

impl Session {
    pub async fn of(fixture: &Fixture, by: UserId) -> Self {
        Self { journal: journal(&fixture.database).await, workspace: fixture.workspace, by }
    }

    pub async fn load(&self, tickets: &[TicketId]) -> (World, HashMap<ScopeId, ScopePosition>, HashMap<TicketId, i64>) {
        let loaded = self.journal.load_workspace(self.workspace).await.expect("an answer").expect("a workspace");
        let mut world = loaded.world;
        let found =
            self.journal.load_tickets(self.workspace, tickets.to_vec(), vec![], vec![], vec![]).await.expect("tickets");
        let mut versions = HashMap::new();
        for StoredTicket { ticket, version, .. } in found.tickets {
            versions.insert(ticket.id, version);
            world.tables.tickets.insert(ticket.id, Box::new(ticket));
        }
        (world, loaded.positions, versions)
    }

    /// Decides a command on the present state and returns the batch.
    pub async fn decide(&self, id: CommandId, json: &Value, tickets: &[TicketId]) -> Batch {
        let (world, positions, versions) = self.load(tickets).await;
        let order =
            Order { id, by: self.by, narrowing: Narrowing::NONE, from: None, what: What::Command(command(json)) };
        let outcome = decide(&world, &order, Instant::new(time::OffsetDateTime::now_utc()));
        let mut builder = BatchBuilder::new(self.workspace, Instant::new(time::OffsetDateTime::now_utc()));
        let at = |scope: ScopeId| positions.get(&scope).copied().unwrap_or(ScopePosition::unknown());
        for ticket in tickets {
            let version = versions.get(ticket).copied().unwrap_or(0);
            builder.read(Read { kind: ReadKind::Ticket, id: ticket.0, version, scope: None });
        }
        builder.push(&order, 1, &outcome, &world, at);
        builder.finish()
    }

    /// Makes one attempt. Returns the batch and its outcome.
    pub async fn attempt(&self, id: CommandId, json: &Value, tickets: &[TicketId]) -> (Batch, Committed) {
        let batch = self.decide(id, json, tickets).await;
        let committed = self.journal.commit(&batch).await.expect("an answer");
        (batch, committed)
    }

    /// Repeats until the batch is stored. Returns the number of repeated decisions.
    pub async fn insist(&self, id: CommandId, json: &Value, tickets: &[TicketId]) -> usize {
        for stale in 0..10_000 {
            match self.attempt(id, json, tickets).await.1 {
                Committed::Done(_) => return stale,
                Committed::Stale => {}
                other => panic!("{json}: {other:?}"),
            }
        }
        panic!("{json} never got through")
    }
}

pub fn fresh() -> CommandId {
    CommandId(Uuid::now_v7())
}
