//! C14: other members' private tickets are never revealed and never block an edit.

use std::time::Duration;

use actors::domain::refusal::RefusalCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{House, open_stage, order};

/// One ticket more than an event may change.
const MANY: usize = 701;

/// Creates a status, a list and a label with these names.
async fn three(house: &House, name: &str) -> [Uuid; 3] {
    let owner = house.people[0];
    let ids @ [status, list, label] = [(); 3].map(|()| Uuid::now_v7());
    house.does(owner, json!({"kind": "status.create", "statusId": status, "name": name, "category": "started"})).await;
    house.does(owner, json!({"kind": "list.create", "listId": list, "name": name})).await;
    house.does(owner, json!({"kind": "label.create", "labelId": label, "name": name})).await;
    ids
}

/// Creates private tickets of the second person that name all three.
async fn private_tickets(house: &House, [status, list, label]: [Uuid; 3], count: usize) {
    let mut answers = Vec::new();
    for n in 0..count {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Secret {n}"), "private": true,
            "statusId": status, "listIds": [list], "labels": [label]});
        answers.push(house.stage.hand_over(house.workspace, order(house.people[1], new)));
    }
    for answer in answers {
        answer.await.expect("an answer").expect("made");
    }
}

/// The number of tickets that name a status, list or label that does not exist.
async fn dangling(house: &House) -> i64 {
    let mut db = house.database.connect().await;
    sqlx::query_scalar(
        "select count(*) from tickets t where t.workspace_id = $1 and (
            not exists (select 1 from statuses s where s.workspace_id = t.workspace_id and s.id = t.status_id)
            or exists (select 1 from unnest(t.labels) l (id) where not exists (
                select 1 from labels x where x.workspace_id = t.workspace_id and x.id = l.id))
            or exists (select 1 from jsonb_array_elements(t.lists) l where not exists (
                select 1 from lists x where x.workspace_id = t.workspace_id and x.id = (l ->> 'listId')::uuid)))",
    )
    .bind(house.workspace.0)
    .fetch_one(&mut db)
    .await
    .expect("a count")
}

async fn private_in(house: &House, status: Uuid) -> i64 {
    let mut db = house.database.connect().await;
    sqlx::query_scalar("select count(*) from tickets where workspace_id = $1 and status_id = $2 and private")
        .bind(house.workspace.0)
        .bind(status)
        .fetch_one(&mut db)
        .await
        .expect("a count")
}

#[actix::test]
async fn c14_no_number_of_others_private_tickets_blocks_deleting_a_status_a_list_or_a_label() {
    let house = House::new(2).await;
    let owner = house.people[0];
    let [kept, ..] = three(&house, "Kept").await;
    let going @ [status, list, label] = three(&house, "Going").await;
    private_tickets(&house, going, MANY).await;
    house.does(owner, json!({"kind": "list.delete", "listId": list})).await;
    house.does(owner, json!({"kind": "label.delete", "labelId": label})).await;
    house.does(owner, json!({"kind": "status.delete", "statusId": status, "moveTo": kept})).await;
    assert_eq!((dangling(&house).await, private_in(&house, kept).await), (0, MANY as i64));
    let mut db = house.database.connect().await;
    for scope in [house.home(), house.own(owner), house.own(house.people[1])] {
        house.journal_of(&mut db, scope).await;
    }
}

#[actix::test]
async fn c14_too_many_counts_only_tickets_that_the_person_sees() {
    let house = House::new(2).await;
    let owner = house.people[0];
    let [kept, ..] = three(&house, "Kept").await;
    let going @ [status, ..] = three(&house, "Going").await;
    private_tickets(&house, going, 5).await;
    let mut answers = Vec::new();
    for _ in 0..MANY {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Seen", "statusId": status});
        answers.push(house.stage.hand_over(house.workspace, order(owner, new)));
    }
    for answer in answers {
        answer.await.expect("an answer").expect("made");
    }
    let delete = json!({"kind": "status.delete", "statusId": status, "moveTo": kept});
    let refusal = house.ask(owner, delete).await.expect_err("too many");
    assert_eq!(refusal.code, RefusalCode::TooMany);
    assert!(refusal.message.contains("701 "), "{}", refusal.message);
    assert_eq!(private_in(&house, status).await, 5, "nothing was rewritten for a delete that is refused");
}

#[actix::test]
async fn c14_a_delete_repeated_at_another_node_between_its_pieces_leaves_no_dangling_ticket() {
    let house = House::new(2).await;
    let elsewhere = open_stage(&house.database, None, Duration::from_millis(20)).await;
    let owner = house.people[0];
    elsewhere.enter(house.workspace, owner).await.expect("on stage");
    let [kept, ..] = three(&house, "Kept").await;
    let going @ [status, ..] = three(&house, "Going").await;
    private_tickets(&house, going, 1_000).await;
    let delete = order(owner, json!({"kind": "status.delete", "statusId": status, "moveTo": kept}));
    let first = actix::spawn(house.stage.hand_over(house.workspace, delete.clone()));
    while private_in(&house, kept).await == 0 && !first.is_finished() {
        tokio::task::yield_now().await;
    }
    // Meanwhile the owner of the private tickets makes another one.
    let late = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Late", "private": true, "statusId": status});
    let late = house.stage.hand_over(house.workspace, order(house.people[1], late));
    let again = elsewhere.submit(house.workspace, delete).await.expect("deleted");
    let first = first.await.expect("not cancelled").expect("an answer").expect("deleted");
    assert_eq!(first, again, "one command, one answer");
    let _ = late.await.expect("made before and moved, or too late");
    assert_eq!((dangling(&house).await, private_in(&house, status).await), (0, 0));
}

#[actix::test]
async fn c14_a_status_that_only_others_private_tickets_have_changes_its_category() {
    let house = House::new(2).await;
    let (owner, maker) = (house.people[0], house.people[1]);
    let [status, list, label] = three(&house, "Doing").await;
    private_tickets(&house, [status, list, label], 1).await;
    let change = |to: &str| json!({"kind": "status.update", "statusId": status, "patch": {"category": to}});
    house.does(owner, change("blocked")).await;
    let refusal = house.ask(maker, change("started")).await.expect_err("a member");
    assert_eq!(refusal.code, RefusalCode::Forbidden);
    let seen = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Seen", "statusId": status});
    house.does(maker, seen).await;
    assert_eq!(house.ask(owner, change("started")).await.expect_err("in use").code, RefusalCode::Conflict);
}

/// A ticket's rank in its only list.
async fn rank_of(house: &House, ticket: Uuid) -> Value {
    let mut db = house.database.connect().await;
    sqlx::query_scalar("select lists -> 0 -> 'rank' from tickets where workspace_id = $1 and id = $2")
        .bind(house.workspace.0)
        .bind(ticket)
        .fetch_one(&mut db)
        .await
        .expect("a rank")
}

#[actix::test]
async fn c14_no_rank_reveals_others_private_tickets() {
    let house = House::new(2).await;
    let (owner, maker) = (house.people[0], house.people[1]);
    let mut ranks = Vec::new();
    for crowd in [0, 5] {
        let into @ [_, list, _] = three(&house, &format!("Crowd of {crowd}")).await;
        private_tickets(&house, into, crowd).await;
        let tickets = [(); 3].map(|()| Uuid::now_v7());
        for (by, ticket) in [owner, owner, maker].into_iter().zip(tickets) {
            house
                .does(by, json!({"kind": "ticket.create", "ticketId": ticket, "title": "Seen", "listIds": [list]}))
                .await;
        }
        private_tickets(&house, into, crowd).await;
        house
            .does(owner, json!({"kind": "ticket.move", "ticketId": tickets[0], "listId": list, "after": tickets[1]}))
            .await;
        let mut found = Vec::new();
        for ticket in tickets {
            found.push(rank_of(&house, ticket).await);
        }
        ranks.push(found);
    }
    assert_eq!(ranks[0], ranks[1], "a list looks the same with and without them");
}
