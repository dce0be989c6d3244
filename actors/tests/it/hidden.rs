//! C14: other members' private tickets are never revealed and never block an edit.

use std::time::Duration;

use actors::domain::refusal::RefusalCode;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Fixture, open_stage, order};

/// One ticket more than an event may change.
const MANY: usize = 701;

/// Creates a status, a list and a label with these names.
async fn three(fixture: &Fixture, name: &str) -> [Uuid; 3] {
    let owner = fixture.people[0];
    let ids @ [status, list, label] = [(); 3].map(|()| Uuid::now_v7());
    fixture
        .does(owner, json!({"kind": "status.create", "statusId": status, "name": name, "category": "started"}))
        .await;
    fixture.does(owner, json!({"kind": "list.create", "listId": list, "name": name})).await;
    fixture.does(owner, json!({"kind": "label.create", "labelId": label, "name": name})).await;
    ids
}

/// Creates private tickets of the second person that name all three.
async fn private_tickets(fixture: &Fixture, [status, list, label]: [Uuid; 3], count: usize) {
    let mut answers = Vec::new();
    for n in 0..count {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("Secret {n}"), "private": true,
            "statusId": status, "listIds": [list], "labels": [label]});
        answers.push(fixture.stage.hand_over(fixture.workspace, order(fixture.people[1], new)));
    }
    for answer in answers {
        answer.await.expect("an answer").expect("made");
    }
}

/// The number of tickets that name a status, list or label that does not exist.
async fn dangling(fixture: &Fixture) -> i64 {
    let mut db = fixture.database.connect().await;
    sqlx::query_scalar(
        "select count(*) from tickets t where t.workspace_id = $1 and (
            not exists (select 1 from statuses s where s.workspace_id = t.workspace_id and s.id = t.status_id)
            or exists (select 1 from unnest(t.labels) l (id) where not exists (
                select 1 from labels x where x.workspace_id = t.workspace_id and x.id = l.id))
            or exists (select 1 from jsonb_array_elements(t.lists) l where not exists (
                select 1 from lists x where x.workspace_id = t.workspace_id and x.id = (l ->> 'listId')::uuid)))",
    )
    .bind(fixture.workspace.0)
    .fetch_one(&mut db)
    .await
    .expect("a count")
}

async fn private_in(fixture: &Fixture, status: Uuid) -> i64 {
    let mut db = fixture.database.connect().await;
    sqlx::query_scalar("select count(*) from tickets where workspace_id = $1 and status_id = $2 and private")
        .bind(fixture.workspace.0)
        .bind(status)
        .fetch_one(&mut db)
        .await
        .expect("a count")
}

#[actix::test]
async fn c14_no_number_of_others_private_tickets_blocks_deleting_a_status_a_list_or_a_label() {
    let fixture = Fixture::new(2).await;
    let owner = fixture.people[0];
    let [kept, ..] = three(&fixture, "Kept").await;
    let going @ [status, list, label] = three(&fixture, "Going").await;
    private_tickets(&fixture, going, MANY).await;
    fixture.does(owner, json!({"kind": "list.delete", "listId": list})).await;
    fixture.does(owner, json!({"kind": "label.delete", "labelId": label})).await;
    fixture.does(owner, json!({"kind": "status.delete", "statusId": status, "moveTo": kept})).await;
    assert_eq!((dangling(&fixture).await, private_in(&fixture, kept).await), (0, MANY as i64));
    let mut db = fixture.database.connect().await;
    for scope in [fixture.home(), fixture.own(owner), fixture.own(fixture.people[1])] {
        fixture.journal_of(&mut db, scope).await;
    }
}

#[actix::test]
async fn c14_too_many_counts_only_tickets_that_the_person_sees() {
    let fixture = Fixture::new(2).await;
    let owner = fixture.people[0];
    let [kept, ..] = three(&fixture, "Kept").await;
    let going @ [status, ..] = three(&fixture, "Going").await;
    private_tickets(&fixture, going, 5).await;
    let mut answers = Vec::new();
    for _ in 0..MANY {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Seen", "statusId": status});
        answers.push(fixture.stage.hand_over(fixture.workspace, order(owner, new)));
    }
    for answer in answers {
        answer.await.expect("an answer").expect("made");
    }
    let delete = json!({"kind": "status.delete", "statusId": status, "moveTo": kept});
    let refusal = fixture.ask(owner, delete).await.expect_err("too many");
    assert_eq!(refusal.code, RefusalCode::TooMany);
    assert!(refusal.message.contains("701 "), "{}", refusal.message);
    assert_eq!(private_in(&fixture, status).await, 5, "nothing was rewritten for a delete that is refused");
}

#[actix::test]
async fn c14_a_delete_repeated_at_another_node_between_its_pieces_leaves_no_dangling_ticket() {
    let fixture = Fixture::new(2).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let owner = fixture.people[0];
    elsewhere.enter(fixture.workspace, owner).await.expect("on stage");
    let [kept, ..] = three(&fixture, "Kept").await;
    let going @ [status, ..] = three(&fixture, "Going").await;
    private_tickets(&fixture, going, 1_000).await;
    let delete = order(owner, json!({"kind": "status.delete", "statusId": status, "moveTo": kept}));
    let first = actix::spawn(fixture.stage.hand_over(fixture.workspace, delete.clone()));
    while private_in(&fixture, kept).await == 0 && !first.is_finished() {
        tokio::task::yield_now().await;
    }
    // Meanwhile the owner of the private tickets makes another one.
    let late = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Late", "private": true, "statusId": status});
    let late = fixture.stage.hand_over(fixture.workspace, order(fixture.people[1], late));
    let again = elsewhere.submit(fixture.workspace, delete).await.expect("deleted");
    let first = first.await.expect("not cancelled").expect("an answer").expect("deleted");
    assert_eq!(first, again, "one command, one answer");
    let _ = late.await.expect("made before and moved, or too late");
    assert_eq!((dangling(&fixture).await, private_in(&fixture, status).await), (0, 0));
}

#[actix::test]
async fn c14_a_status_that_only_others_private_tickets_have_changes_its_category() {
    let fixture = Fixture::new(2).await;
    let (owner, maker) = (fixture.people[0], fixture.people[1]);
    let [status, list, label] = three(&fixture, "Doing").await;
    private_tickets(&fixture, [status, list, label], 1).await;
    let change = |to: &str| json!({"kind": "status.update", "statusId": status, "patch": {"category": to}});
    fixture.does(owner, change("blocked")).await;
    let refusal = fixture.ask(maker, change("started")).await.expect_err("a member");
    assert_eq!(refusal.code, RefusalCode::Forbidden);
    let seen = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Seen", "statusId": status});
    fixture.does(maker, seen).await;
    assert_eq!(fixture.ask(owner, change("started")).await.expect_err("in use").code, RefusalCode::Conflict);
}

/// A ticket's rank in its only list.
async fn rank_of(fixture: &Fixture, ticket: Uuid) -> Value {
    let mut db = fixture.database.connect().await;
    sqlx::query_scalar("select lists -> 0 -> 'rank' from tickets where workspace_id = $1 and id = $2")
        .bind(fixture.workspace.0)
        .bind(ticket)
        .fetch_one(&mut db)
        .await
        .expect("a rank")
}

#[actix::test]
async fn c14_no_rank_reveals_others_private_tickets() {
    let fixture = Fixture::new(2).await;
    let (owner, maker) = (fixture.people[0], fixture.people[1]);
    let mut ranks = Vec::new();
    for crowd in [0, 5] {
        let into @ [_, list, _] = three(&fixture, &format!("Crowd of {crowd}")).await;
        private_tickets(&fixture, into, crowd).await;
        let tickets = [(); 3].map(|()| Uuid::now_v7());
        for (by, ticket) in [owner, owner, maker].into_iter().zip(tickets) {
            fixture
                .does(by, json!({"kind": "ticket.create", "ticketId": ticket, "title": "Seen", "listIds": [list]}))
                .await;
        }
        private_tickets(&fixture, into, crowd).await;
        fixture
            .does(owner, json!({"kind": "ticket.move", "ticketId": tickets[0], "listId": list, "after": tickets[1]}))
            .await;
        let mut found = Vec::new();
        for ticket in tickets {
            found.push(rank_of(&fixture, ticket).await);
        }
        ranks.push(found);
    }
    assert_eq!(ranks[0], ranks[1], "a list looks the same with and without them");
}
