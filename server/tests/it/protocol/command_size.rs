//! CM8: how much one command may write.

use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::Row;
use uuid::Uuid;

use super::cluster::Cluster;
use super::socket::Socket;
use super::team::{Stillness, Team};
use crate::support::TestDatabase;

const EVENT_BYTES: i64 = 1 << 20;

/// Creates `count` tickets, several at the same time.
async fn tickets(cluster: &Cluster, team: &Team, count: usize, title: &str) -> Vec<Uuid> {
    let people = team.people.len();
    let made = (0..people).map(|n| async move {
        let mut socket = cluster.socket(team, n, 0).await;
        let mut asked = Vec::new();
        for place in (0..count).filter(|place| place % people == n) {
            let ticket = Uuid::now_v7();
            let create = json!({"kind": "ticket.create", "ticketId": ticket, "title": format!("{title} {place}")});
            asked.push((ticket, socket.command(&create).await));
        }
        let mut made = Vec::new();
        for (ticket, id) in asked {
            assert_eq!(socket.answer_to(id).await["type"], "ack");
            made.push(ticket);
        }
        made
    });
    join_all(made).await.concat()
}

async fn largest_event(database: &TestDatabase) -> i64 {
    sqlx::query("select max(octet_length(changes::text))::bigint from events")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("events")
        .get(0)
}

#[actix_web::test]
async fn cm8_a_command_that_would_write_more_than_1_mib_is_refused_before_it_is_built() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    let tickets = tickets(&cluster, &team, 700, "Task").await;
    let before = Stillness::of(&database).await;
    let update =
        |count: usize, patch: Value| json!({"kind": "tickets.update", "ticketIds": tickets[..count], "patch": patch});
    let long = |bytes: usize| "x".repeat(bytes);
    let mut sockets: Vec<Socket> = Vec::new();
    for turn in 0..8 {
        sockets.push(cluster.socket(&team, turn % 2, turn % 2).await);
    }
    // All eight in parallel, as in the flood.
    let flood = update(700, json!({"description": long(99_000)}));
    let refused = sockets.iter_mut().map(|socket| socket.refused(&flood));
    for (code, _) in join_all(refused).await {
        assert_eq!(code, "too_many");
    }
    for (count, bytes) in [(700, 1_500), (20, 60_000), (11, 99_000)] {
        assert_eq!(sockets[0].refused(&update(count, json!({"description": long(bytes)}))).await.0, "too_many");
    }
    // Escaped characters count with their escapes.
    assert_eq!(sockets[0].refused(&update(5, json!({"description": "\u{1}".repeat(40_000)}))).await.0, "too_many");
    let answer = team.post(0, &update(700, json!({"description": long(99_000)}))).await;
    assert_eq!(answer.refusal(), (409, "too_many".to_owned()));
    assert_eq!(Stillness::of(&database).await, before, "CM5: nothing has changed");
    sockets[1].does(&update(9, json!({"description": long(99_000)}))).await;
    let largest = largest_event(&database).await;
    assert!((800_000..=EVENT_BYTES).contains(&largest), "{largest} bytes");
}

#[actix_web::test]
async fn cm8_common_bulk_edits_fit_700_tickets_whatever_else_the_tickets_hold() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 1).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    let tickets = tickets(&cluster, &team, 700, &"A title of some length ".repeat(8)).await;
    // A ticket's long texts are in an event only if they change.
    for ticket in &tickets[..40] {
        let patch = json!({"description": "long ".repeat(19_000)});
        ann.does(&json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch})).await;
    }
    let head = largest_event(&database).await;
    assert!(head < EVENT_BYTES / 2, "{head} bytes");
    let [status, doing, list, label] = [(); 4].map(|()| Uuid::now_v7());
    for command in [
        json!({"kind": "status.create", "statusId": status, "name": "Checked", "category": "completed"}),
        json!({"kind": "status.create", "statusId": doing, "name": "Doing", "category": "started"}),
        json!({"kind": "list.create", "listId": list, "name": "Next"}),
        json!({"kind": "label.create", "labelId": label, "name": "Bug"}),
    ] {
        ann.does(&command).await;
    }
    let people: Vec<&String> = team.people.iter().map(|person| &person.id).collect();
    let mut sizes = Vec::new();
    for patch in [
        json!({"statusId": doing}),
        json!({"statusId": status}),
        json!({"priority": "quarter"}),
        json!({"assigneesIds": {"add": people}}),
        json!({"labels": {"add": [label]}}),
        json!({"lists": {"add": [list]}}),
        json!({"startDate": "2026-01-01", "dueDate": "2026-12-31"}),
    ] {
        ann.does(&json!({"kind": "tickets.update", "ticketIds": tickets, "patch": patch})).await;
        sizes.push((patch.to_string(), newest_size(&database, &team).await));
    }
    for command in [
        json!({"kind": "tickets.move", "ticketIds": tickets.iter().rev().collect::<Vec<_>>(), "listId": list}),
        json!({"kind": "tickets.trash", "ticketIds": tickets}),
        json!({"kind": "tickets.restore", "ticketIds": tickets}),
        json!({"kind": "status.delete", "statusId": status, "moveTo": doing}),
        json!({"kind": "label.delete", "labelId": label}),
        json!({"kind": "list.delete", "listId": list}),
    ] {
        ann.does(&command).await;
        sizes.push((command["kind"].to_string(), newest_size(&database, &team).await));
    }
    for (what, size) in sizes {
        println!("{size:>8} bytes: {what}");
        assert!((50_000..=EVENT_BYTES).contains(&size), "{what}: {size} bytes");
    }
}

/// The size of the newest event of the workspace scope.
async fn newest_size(database: &TestDatabase, team: &Team) -> i64 {
    let sql = "select octet_length(changes::text)::bigint from events where scope_id = $1 order by seq desc limit 1";
    sqlx::query_scalar(sql)
        .bind(Uuid::parse_str(&team.workspace).expect("an id"))
        .fetch_one(&mut database.connect().await)
        .await
        .expect("the event")
}

#[actix_web::test]
async fn p07_hundreds_of_moves_into_one_gap_leave_ranks_short_and_all_clients_with_the_same_order() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    let tickets = tickets(&cluster, &team, 60, "Row").await;
    let list = Uuid::now_v7();
    let (mut ann, mut bob) = (cluster.socket(&team, 0, 0).await, cluster.socket(&team, 1, 1).await);
    ann.does(&json!({"kind": "list.create", "listId": list, "name": "Order"})).await;
    let seq = ann.does(&json!({"kind": "tickets.move", "ticketIds": tickets, "listId": list})).await;
    bob.read_to(&team.workspace, seq).await;
    let mut expected = tickets.clone();
    for turn in 0..400_usize {
        // Always right after the first ticket, like a person who sorts a list from its end.
        let moved = expected.remove(2 + turn % (expected.len() - 2));
        expected.insert(1, moved);
        let command = json!({"kind": "ticket.move", "ticketId": moved, "listId": list, "after": expected[0]});
        let socket = if turn % 7 == 0 { &mut bob } else { &mut ann };
        let seq = socket.does(&command).await;
        if turn % 7 == 0 || turn % 7 == 6 {
            ann.read_to(&team.workspace, seq).await;
            bob.read_to(&team.workspace, seq).await;
        }
    }
    let ranks: Vec<(Uuid, String)> = sqlx::query_as(
        "select id, lists -> 0 ->> 'rank' from tickets where workspace_id = $1 and jsonb_array_length(lists) > 0
         order by lists -> 0 ->> 'rank' collate \"C\", id",
    )
    .bind(Uuid::parse_str(&team.workspace).expect("an id"))
    .fetch_all(&mut database.connect().await)
    .await
    .expect("ranks");
    let longest = ranks.iter().map(|(_, rank)| rank.len()).max();
    assert!(longest <= Some(16), "{longest:?} characters");
    assert_eq!(ranks.into_iter().map(|(id, _)| id).collect::<Vec<_>>(), expected);
}
