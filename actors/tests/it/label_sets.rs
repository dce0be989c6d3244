//! A deleted label is removed from label sets and values, also from tickets that this node has never loaded.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Fixture, open_stage, order};

/// The values of a ticket and the label sets of an attribute, as stored in the database.
async fn held(fixture: &Fixture, ticket: Uuid, attribute: Uuid) -> (Value, Value) {
    let mut db = fixture.database.connect().await;
    sqlx::query_as(
        "select t.fields, a.label_sets from tickets t, attributes a
         where t.workspace_id = $1 and t.id = $2 and a.workspace_id = $1 and a.id = $3",
    )
    .bind(fixture.workspace.0)
    .bind(ticket)
    .bind(attribute)
    .fetch_one(&mut db)
    .await
    .expect("a ticket and an attribute")
}

#[actix::test]
async fn at15_a_deleted_label_leaves_values_of_private_tickets_that_this_node_has_not_loaded() {
    let fixture = Fixture::new(2).await;
    let deaf = open_stage(&fixture.database, None, Duration::from_secs(3_600)).await;
    let (owner, maker) = (fixture.people[0], fixture.people[1]);
    let [attribute, set, other] = [(); 3].map(|()| Uuid::now_v7());
    let sets = json!([{"labelSetId": set, "name": "Material", "single": true}]);
    for new in [
        json!({"kind": "attribute.create", "attributeId": attribute, "name": "Made of", "type": "multiSelect", "labelSets": sets}),
        json!({"kind": "label.create", "labelId": other, "name": "Other"}),
    ] {
        fixture.does(owner, new).await;
    }
    for turn in 0..3 {
        let [label, ticket] = [(); 2].map(|()| Uuid::now_v7());
        for new in [
            json!({"kind": "label.create", "labelId": label, "name": format!("Gone {turn}")}),
            json!({"kind": "labelSet.update", "attributeId": attribute, "labelSetId": set, "patch": {"labels": {"add": [label]}}}),
        ] {
            fixture.does(owner, new).await;
        }
        // The node is up to date now, and reads again only when a check tells it to.
        let renamed = json!({"kind": "label.update", "labelId": other, "patch": {"name": format!("Other {turn}")}});
        deaf.submit(fixture.workspace, order(owner, renamed)).await.expect("caught up");
        let secret = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Mine", "private": true, "fields": {attribute.to_string(): [label]}});
        fixture.does(maker, secret).await;
        let going = json!({"kind": "label.delete", "labelId": label});
        deaf.submit(fixture.workspace, order(owner, going)).await.expect("deleted");
        let (fields, sets) = held(&fixture, ticket, attribute).await;
        assert_eq!((fields, &sets[0]["labelsOrder"]), (json!({}), &json!([])), "in turn {turn}");
    }
}

#[actix::test]
async fn at14_in_a_set_with_one_choice_one_label_stays_when_people_on_two_nodes_choose_at_once() {
    let fixture = Fixture::new(2).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let (owner, other) = (fixture.people[0], fixture.people[1]);
    let [attribute, set, stone, wood, ticket] = [(); 5].map(|()| Uuid::now_v7());
    let sets = json!([{"labelSetId": set, "name": "Material", "single": true, "labelsOrder": [stone, wood]}]);
    for new in [
        json!({"kind": "label.create", "labelId": stone, "name": "stone"}),
        json!({"kind": "label.create", "labelId": wood, "name": "wood"}),
        json!({"kind": "attribute.create", "attributeId": attribute, "name": "Made of", "type": "multiSelect", "labelSets": sets}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "Boat"}),
    ] {
        fixture.does(owner, new).await;
    }
    for _ in 0..10 {
        let add = |label: Uuid| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"fields": {attribute.to_string(): {"add": [label]}}}});
        let answer = elsewhere.hand_over(fixture.workspace, order(other, add(wood)));
        fixture.does(owner, add(stone)).await;
        answer.await.expect("an answer").expect("an ack");
        let (fields, _) = held(&fixture, ticket, attribute).await;
        let value = &fields[attribute.to_string()];
        assert!(*value == json!([stone]) || *value == json!([wood]), "{value}");
    }
}
