//! A deleted status, list or label is removed from every ticket, also from tickets that this node has never loaded.

use std::time::Duration;

use actors::sync::Committed;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Fixture, Session, fresh, open_stage, order};

/// The status, labels and lists of a ticket in the database.
async fn held(fixture: &Fixture, ticket: Uuid) -> (Uuid, Vec<Uuid>, Value) {
    let mut db = fixture.database.connect().await;
    sqlx::query_as("select status_id, labels, lists from tickets where workspace_id = $1 and id = $2")
        .bind(fixture.workspace.0)
        .bind(ticket)
        .fetch_one(&mut db)
        .await
        .expect("a ticket")
}

#[actix::test]
async fn a_deleted_status_label_and_list_leave_private_tickets_that_this_node_has_not_loaded() {
    let fixture = Fixture::new(2).await;
    let deaf = open_stage(&fixture.database, None, Duration::from_secs(3_600)).await;
    let (owner, maker) = (fixture.people[0], fixture.people[1]);
    // At first, that node does not even know that she has a personal scope.
    for turn in 0..3 {
        let [status, list, label, ticket] = [(); 4].map(|()| Uuid::now_v7());
        let name = format!("Gone {turn}");
        fixture
            .does(owner, json!({"kind": "status.create", "statusId": status, "name": name, "category": "started"}))
            .await;
        fixture.does(owner, json!({"kind": "list.create", "listId": list, "name": name})).await;
        fixture.does(owner, json!({"kind": "label.create", "labelId": label, "name": name})).await;
        let kept = Uuid::now_v7();
        let other =
            json!({"kind": "status.create", "statusId": kept, "name": format!("Kept {turn}"), "category": "started"});
        // The node is up to date now, and reads again only when a check tells it to.
        deaf.submit(fixture.workspace, order(owner, other)).await.expect("caught up");

        let secret = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Mine", "private": true,
            "statusId": status, "listIds": [list], "labels": [label]});
        fixture.does(maker, secret).await;
        let other = json!({"kind": "status.update", "statusId": status, "patch": {"category": "blocked"}});
        deaf.submit(fixture.workspace, order(owner, other)).await.expect("another member's ticket does not block it");
        let edited = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"priority": "week"}});
        fixture.does(maker, edited).await;
        for going in [
            json!({"kind": "status.delete", "statusId": status, "moveTo": kept}),
            json!({"kind": "list.delete", "listId": list}),
            json!({"kind": "label.delete", "labelId": label}),
        ] {
            deaf.submit(fixture.workspace, order(owner, going)).await.expect("deleted");
            // Each removal must notice the change by itself, so the ticket changes before each.
            let title = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"priority": "day"}});
            fixture.does(maker, title).await;
        }
        assert_eq!(held(&fixture, ticket).await, (kept, Vec::new(), json!([])), "in turn {turn}");
    }
    let mut db = fixture.database.connect().await;
    for scope in [fixture.home(), fixture.own(owner), fixture.own(maker)] {
        fixture.journal_of(&mut db, scope).await;
    }
}

#[actix::test]
async fn a_ticket_created_while_its_status_is_deleted_is_moved_or_refused() {
    let fixture = Fixture::new(2).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let (owner, maker) = (fixture.people[0], fixture.people[1]);
    elsewhere.enter(fixture.workspace, maker).await.expect("on stage");
    let kept = Uuid::now_v7();
    fixture
        .does(owner, json!({"kind": "status.create", "statusId": kept, "name": "Kept", "category": "started"}))
        .await;
    for turn in 0..10 {
        let status = Uuid::now_v7();
        let name = format!("Gone {turn}");
        fixture
            .does(owner, json!({"kind": "status.create", "statusId": status, "name": name, "category": "started"}))
            .await;
        let mut answers = Vec::new();
        for n in 0..20 {
            let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "T", "private": n % 2 == 0, "statusId": status});
            answers.push(elsewhere.hand_over(fixture.workspace, order(maker, new)));
        }
        fixture.does(owner, json!({"kind": "status.delete", "statusId": status, "moveTo": kept})).await;
        for answer in answers {
            // The ticket was created before the removal and moved, or refused after it.
            let _ = answer.await.expect("an answer");
        }
    }
    let mut db = fixture.database.connect().await;
    let hanging: i64 = sqlx::query_scalar(
        "select count(*) from tickets t where t.workspace_id = $1
         and not exists (select 1 from statuses s where s.workspace_id = t.workspace_id and s.id = t.status_id)",
    )
    .bind(fixture.workspace.0)
    .fetch_one(&mut db)
    .await
    .expect("a count");
    assert_eq!(hanging, 0);
}

#[actix::test]
async fn sc10_events_in_personal_scopes_make_no_delete_stale() {
    let fixture = Fixture::new(3).await;
    let (owner, maker, other) = (fixture.people[0], fixture.people[1], fixture.people[2]);
    let session = Session::of(&fixture, owner).await;
    let [status, kept, list, label, mine] = [(); 5].map(|()| Uuid::now_v7());
    for new in [
        json!({"kind": "status.create", "statusId": status, "name": "Gone", "category": "started"}),
        json!({"kind": "status.create", "statusId": kept, "name": "Kept", "category": "started"}),
        json!({"kind": "list.create", "listId": list, "name": "Gone"}),
        json!({"kind": "label.create", "labelId": label, "name": "Gone"}),
    ] {
        fixture.does(owner, new).await;
    }
    let secret = json!({"kind": "ticket.create", "ticketId": mine, "title": "Mine", "private": true});
    fixture.does(maker, secret).await;
    for going in [
        json!({"kind": "status.delete", "statusId": status, "moveTo": kept}),
        json!({"kind": "list.delete", "listId": list}),
        json!({"kind": "label.delete", "labelId": label}),
    ] {
        let batch = session.decide(fresh(), &going, &[]).await;
        // A flood between the decision and its commit, from people with and without a personal scope.
        for n in 0..20 {
            let edit = json!({"kind": "ticket.update", "ticketId": mine, "patch": {"title": format!("{going} {n}")}});
            fixture.does(maker, edit).await;
            let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Mine", "private": true,
                "statusId": kept});
            fixture.does(other, new).await;
        }
        let outcome = session.journal.commit(&batch).await.expect("an answer");
        assert!(matches!(outcome, Committed::Done(_)), "{going}: {outcome:?}");
    }
}
