//! Subscriptions on a database, at two nodes.

use std::time::Duration;

use actors::domain::ids::UserId;
use actors::domain::refusal::RefusalCode;
use futures_util::future::{join, join_all};
use serde_json::{Value, json};
use sqlx::Row;
use uuid::Uuid;

use crate::support::{Client, Fixture, open_stage, order, until};

fn read(ticket: Uuid, activity: Uuid, number: i64) -> Value {
    json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"lastRead": {"activityId": activity, "number": number}}})
}

/// The rows of a person: `(last_read_number, first_unread_activity_id)` by ticket.
async fn rows(fixture: &Fixture, user: UserId) -> Vec<(Uuid, i64, Option<Uuid>)> {
    let mut db = fixture.database.connect().await;
    let rows = sqlx::query(
        "select ticket_id, last_read_number, first_unread_activity_id from ticket_subscriptions
         where workspace_user_id = $1 order by ticket_id",
    )
    .bind(user.0)
    .fetch_all(&mut db)
    .await
    .expect("rows");
    rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect()
}

#[actix::test]
async fn in1_in5_rows_are_written_at_two_nodes_and_every_device_has_what_a_fresh_one_gets() {
    let fixture = Fixture::with_commons(3).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let hubs = [fixture.stage.open_hub(), elsewhere.open_hub()];
    let stages = [&fixture.stage, &elsewhere];
    let mut clients = Vec::new();
    for user in &fixture.people {
        for (stage, hub) in stages.iter().zip(&hubs) {
            let mut client = Client::new(fixture.workspace, *user);
            client.connect(stage, hub).await.expect("let in");
            clients.push(client);
        }
    }
    let [ticket, secret, list, first, second, third] = [(); 6].map(|()| Uuid::now_v7());
    let (owner, ana, bob, guest) = (fixture.people[0], fixture.people[1], fixture.people[2], fixture.people[3]);
    let comment = |id: Uuid, ticket: Uuid, message: &str| json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": message});
    let steps: Vec<(UserId, Value)> = vec![
        (owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "One", "assigneesIds": [ana]})),
        (bob, comment(first, ticket, "hm")),
        (ana, read(ticket, first, 2)),
        (owner, comment(second, ticket, "everybody: @member")),
        (
            bob,
            json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"snoozedUntil": "2031-01-01T08:00:00Z"}}),
        ),
        (ana, read(ticket, second, 3)),
        (owner, comment(Uuid::now_v7(), ticket, "@member again")),
        (ana, json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true})),
        (ana, json!({"kind": "ticket.create", "ticketId": secret, "title": "Canary", "listIds": [list]})),
        (ana, json!({"kind": "share.set", "listId": list, "userId": guest, "level": "comment"})),
        (guest, comment(third, secret, "@member")),
        (guest, json!({"kind": "subscription.update", "ticketId": secret, "patch": {"manual": true}})),
        (ana, json!({"kind": "share.remove", "listId": list, "userId": guest})),
    ];
    for (turn, (by, command)) in steps.into_iter().enumerate() {
        let words = command.to_string();
        // The nodes take turns.
        stages[turn % 2]
            .submit(fixture.workspace, order(by, command))
            .await
            .unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        for (n, client) in clients.iter_mut().enumerate() {
            let fresh = {
                let mut fresh = Client::new(fixture.workspace, client.user);
                fresh.connect(stages[turn % 2], &hubs[turn % 2]).await.expect("let in");
                fresh.replica
            };
            until(&format!("client {n} has what a fresh one gets after {words}"), async || {
                client.pump();
                if !client.gained.is_empty() {
                    client.fetch_gained().await;
                }
                client.replica.cursors == fresh.cursors && client.replica.state() == fresh.state()
            })
            .await;
        }
    }
    assert_eq!(rows(&fixture, owner).await, [], "a person's own edit notifies others only");
    let of_ana = rows(&fixture, ana).await;
    assert_eq!(of_ana.len(), 2, "{of_ana:?}");
    assert_eq!((of_ana[0].0, of_ana[0].1), (ticket, 3));
    assert!(of_ana[0].2.is_some_and(|unread| unread != second), "the second mention is unread, the first one is not");
    assert_eq!((of_ana[1].0, of_ana[1].2), (secret, Some(third)));
    assert_eq!(rows(&fixture, bob).await.len(), 1, "bob is not notified of the restricted list");
    let of_guest = rows(&fixture, guest).await;
    assert_eq!(of_guest.iter().map(|row| row.0).collect::<Vec<_>>(), [secret]);
    // The guest has lost the list: the row is left, and nothing of the ticket.
    let theirs = clients.iter().filter(|client| client.user == guest);
    for state in theirs.map(|client| client.replica.state()) {
        let text = format!("{state:?}");
        assert!(!text.contains("Canary"), "a lost ticket is still there");
        assert!(text.contains(&secret.to_string()), "the row stays, and names the ticket by its id alone");
    }
}

#[actix::test]
async fn in1_marks_of_one_person_at_two_nodes_at_once_are_all_kept() {
    let fixture = Fixture::new(2).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let (owner, ana) = (fixture.people[0], fixture.people[1]);
    let tickets: Vec<Uuid> = (0..20).map(|_| Uuid::now_v7()).collect();
    for ticket in &tickets {
        fixture.does(owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "One"})).await;
    }
    let muted = |ticket: &Uuid| json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"muted": true}});
    let manual = |ticket: &Uuid| json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"manual": true}});
    let here = tickets.iter().map(|ticket| fixture.stage.submit(fixture.workspace, order(ana, muted(ticket))));
    let there = tickets.iter().map(|ticket| elsewhere.submit(fixture.workspace, order(ana, manual(ticket))));
    let (here, there) = join(join_all(here), join_all(there)).await;
    for answer in here.into_iter().chain(there) {
        answer.expect("kept");
    }
    let mut db = fixture.database.connect().await;
    let kept: i64 = sqlx::query_scalar(
        "select count(*) from ticket_subscriptions where workspace_user_id = $1 and muted and 'manual' = any (reasons)",
    )
    .bind(ana.0)
    .fetch_one(&mut db)
    .await
    .expect("a count");
    assert_eq!(kept, 20, "neither node has overwritten the other");
    fixture.journal_of(&mut db, fixture.own(ana)).await;
}

#[actix::test]
async fn a_history_with_an_activity_of_a_later_version_is_read_without_it() {
    let fixture = Fixture::new(1).await;
    let (owner, ticket) = (fixture.people[0], Uuid::now_v7());
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "One"})).await;
    for _ in 0..2 {
        let comment =
            json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"});
        fixture.does(owner, comment).await;
    }
    let mut db = fixture.database.connect().await;
    sqlx::query("update activities set kind = 'teleported' where ticket_id = $1 and kind = 'createdAt'")
        .bind(ticket)
        .execute(&mut db)
        .await
        .expect("written");
    let journal = crate::support::journal(&fixture.database).await;
    let page =
        journal.activities(fixture.workspace, actors::domain::ids::TicketId(ticket), None, 200).await.expect("a page");
    assert_eq!(page.activities.len(), 2);
    assert_eq!(page.next, None);
}

#[actix::test]
async fn a_command_on_an_activity_of_a_later_version_is_refused_and_edits_go_on() {
    let fixture = Fixture::new(1).await;
    let (owner, ticket, comment) = (fixture.people[0], Uuid::now_v7(), Uuid::now_v7());
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "One"})).await;
    fixture
        .does(owner, json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "hm"}))
        .await;
    let mut db = fixture.database.connect().await;
    let later = "update activities set kind = 'teleported', version = 7 where id = $1";
    sqlx::query(later).bind(comment).execute(&mut db).await.expect("written");
    // This node still holds nothing of the row: it reads it for the command.
    let delete = json!({"kind": "comment.delete", "commentId": comment});
    let refusal = fixture.stage.submit(fixture.workspace, order(owner, delete)).await.expect_err("a refusal");
    assert_eq!(refusal.code, RefusalCode::NotFound);
    let rename = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Two"}});
    fixture.does(owner, rename).await;
}
