//! Texts that several people write at once, on real stages and databases.

mod bounds;
mod compaction;
mod hostile;
mod rights;
mod several_stages;
mod stored;

use std::sync::Arc;
use std::time::Duration;

use actors::bus::{Bus, LocalBus};
use actors::{RegistryOptions, Stage, TextTimes};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::support::{Fixture, TestDatabase, TextWriter, journal};

/// How often the stages below read where documents stand.
const HEADS: Duration = Duration::from_millis(20);

/// Another stage on a database, on which texts are written at once. A text without people leaves after `idle`.
async fn quick_stage(database: &TestDatabase, bus: Option<Arc<dyn Bus>>, idle: Duration) -> Stage {
    let soon = Duration::from_millis(2);
    let texts = TextTimes { tick: soon, quiet: soon, latest: soon, again: soon, idle };
    let options = RegistryOptions { arbiters: 1, heads_every: HEADS, texts, ..RegistryOptions::default() };
    let bus = bus.unwrap_or_else(|| Arc::new(LocalBus::default()));
    Stage::start(journal(database).await, bus, options, Duration::from_millis(500)).await.expect("a stage")
}

/// A ticket with a description.
async fn described(fixture: &Fixture, text: &str) -> Uuid {
    let ticket = Uuid::now_v7();
    let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "A ticket", "description": text});
    fixture.does(fixture.people[0], new).await;
    ticket
}

/// The n-th person, who has joined a text of the first stage.
async fn joined(fixture: &Fixture, n: usize, ticket: Uuid) -> TextWriter {
    let hub = fixture.stage.open_hub();
    let mut writer = TextWriter::new(&fixture.stage, &hub, fixture.workspace, fixture.people[n], ticket).await;
    writer.join().await;
    writer
}

async fn description(db: &mut PgConnection, ticket: Uuid) -> String {
    let text: Option<String> = sqlx::query_scalar("select description from tickets where id = $1")
        .bind(ticket)
        .fetch_one(db)
        .await
        .expect("a ticket");
    text.unwrap_or_default()
}

/// The stored updates of a text.
async fn updates(db: &mut PgConnection, ticket: Uuid) -> Vec<Vec<u8>> {
    sqlx::query_scalar("select data from text_updates where ticket_id = $1 order by seq")
        .bind(ticket)
        .fetch_all(db)
        .await
        .expect("updates")
}
