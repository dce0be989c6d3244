//! The order of the roadmap by hand, at two nodes.

use std::time::Duration;

use actors::domain::entity::EntityKind;
use actors::domain::ids::RoadmapItemId;
use actors::domain::kinds::roadmap_place::{RoadmapItem, RoadmapKind};
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, open_stage, until};

/// The ids of the places that a client has, sorted.
fn places(client: &Client) -> Vec<Uuid> {
    let mut ids = client.replica.ids(EntityKind::RoadmapPlace);
    ids.sort();
    ids
}

#[actix::test]
async fn rm10_a_place_reaches_the_people_who_see_its_item_and_nobody_else() {
    let fixture = Fixture::with_commons(2).await;
    let [owner, member, guest] = [0, 1, 2].map(|n| fixture.people[n]);
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let hubs = [fixture.stage.open_hub(), elsewhere.open_hub()];
    let mut clients = Vec::new();
    for user in [owner, member, guest] {
        clients.push(Client::following(&fixture.stage, &hubs[0], fixture.workspace, user).await);
    }
    let [version, list, open, secret, private] = [(); 5].map(|()| Uuid::now_v7());
    let ticket = |id: Uuid, lists: &[Uuid], private: bool| json!({"kind": "ticket.create", "ticketId": id, "title": "An epic", "listIds": lists, "private": private});
    let epic = |id: Uuid| json!({"kind": "epic", "id": id});
    let items = json!([epic(private), epic(secret), epic(open), {"kind": "version", "id": version}]);
    for command in [
        json!({"kind": "fixVersion.create", "fixVersionId": version, "name": "Spring"}),
        json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true}),
        ticket(open, &[], false),
        ticket(secret, &[list], false),
        ticket(private, &[], true),
        json!({"kind": "roadmapPlace.move", "items": items}),
    ] {
        fixture.does(owner, command).await;
    }
    let place = |kind: RoadmapKind, id: Uuid| RoadmapItem { kind, id: RoadmapItemId(id) }.place().0;
    let of_version = place(RoadmapKind::Version, version);
    let [of_open, of_secret, of_private] = [open, secret, private].map(|id| place(RoadmapKind::Epic, id));
    let all = [vec![of_version, of_open, of_secret, of_private], vec![of_version, of_open], vec![of_version]];
    for (client, mut seen) in clients.iter_mut().zip(all) {
        seen.sort();
        until("the client has the places of what it sees", async || {
            client.pump();
            client.fetch_gained().await;
            places(client) == seen
        })
        .await;
        let fresh = Client::following(&elsewhere, &hubs[1], fixture.workspace, client.user).await;
        assert_eq!(places(&fresh), seen, "the other node sends the same");
        assert_eq!(fresh.replica.state(), client.replica.state());
    }
    let hidden = json!({"kind": "ticket.update", "ticketId": open, "patch": {"private": true}});
    fixture.does(owner, hidden).await;
    fixture.does(owner, json!({"kind": "roadmapPlace.clear", "items": [{"kind": "version", "id": version}]})).await;
    for client in &mut clients[1..] {
        until("no place is left", async || client.pump().is_none() && places(client).is_empty()).await;
    }
}
