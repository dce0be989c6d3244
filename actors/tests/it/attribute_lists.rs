//! Attributes of some lists on a database: who receives them, and what histories and filters reveal of them.

use std::time::Duration;

use actors::domain::entity::EntityKind;
use actors::domain::ids::TicketId;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, open_stage, until};

const OWNER: usize = 0;
const OTHER: usize = 2;

#[actix::test]
async fn at13_other_people_receive_no_attribute_of_a_restricted_list_and_read_no_history_of_its_values() {
    let fixture = Fixture::with_commons(3).await;
    let (owner, other) = (fixture.people[OWNER], fixture.people[OTHER]);
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let hub = elsewhere.open_hub();
    let mut reader = Client::following(&elsewhere, &hub, fixture.workspace, other).await;
    let [secret, open, attribute, ticket, last] = [(); 5].map(|()| Uuid::now_v7());
    let value = |text: &str| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"fields": {attribute.to_string(): text}}});
    for command in [
        json!({"kind": "list.create", "listId": open, "name": "Open"}),
        json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true}),
        json!({"kind": "attribute.create", "attributeId": attribute, "name": "Canary", "type": "text", "listIds": [secret]}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "Moved about", "listIds": [secret]}),
        value("Canary one"),
        value("Canary two"),
    ] {
        fixture.does(owner, command).await;
    }
    let read = async |user| {
        let whole = fixture.stage.ticket(fixture.workspace, user, TicketId(ticket), 10).await.expect("seen");
        (json!(whole.ticket).to_string(), json!(whole.page.activities).to_string())
    };
    let (_, history) = read(owner).await;
    assert!(history.contains("Canary one"), "the owner reads it: {history}");
    fixture.does(owner, json!({"kind": "ticket.move", "ticketId": ticket, "listId": open})).await;
    let (whole, history) = read(other).await;
    for text in [&whole, &history] {
        assert!(!text.contains("Canary") && !text.contains(&attribute.to_string()), "{text}");
    }
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": last, "title": "Last", "listIds": [open]})).await;
    until("the reader has the last ticket", async || {
        reader.pump().is_none() && reader.replica.ids(EntityKind::Ticket).contains(&last)
    })
    .await;
    assert!(reader.replica.ids(EntityKind::Attribute).is_empty());
    fixture
        .does(owner, json!({"kind": "attribute.update", "attributeId": attribute, "patch": {"listIds": [open]}}))
        .await;
    until("the reader has the attribute", async || {
        reader.pump().is_none() && reader.replica.ids(EntityKind::Attribute) == [attribute]
    })
    .await;
    let newcomer = Client::following(&elsewhere, &hub, fixture.workspace, other).await;
    assert_eq!(newcomer.replica.state(), reader.replica.state());
}
