//! Texts that several people write at once, on real stages and databases.

mod hostile;
mod rights;
mod several_stages;
mod stored;

use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::support::{Fixture, TextWriter};

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
