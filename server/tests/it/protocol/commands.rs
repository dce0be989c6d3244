//! CM1 to CM5: one answer each, after the commit, and never twice.

use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::text;
use super::team::{Stillness, Team};
use crate::support::{TestDatabase, TestNode};

fn title(ticket: Uuid, title: &str) -> Value {
    json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}})
}

#[actix_web::test]
async fn cm1_every_command_gets_one_answer_in_order_and_after_the_commit() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut socket = team.socket(0).await;
    let mut sent = Vec::new();
    for n in 0..60 {
        // Every fifth is refused.
        let command = if n % 5 == 4 { title(ticket, "") } else { title(ticket, &format!("Title {n}")) };
        sent.push(socket.command(&command).await);
    }
    let mut db = database.connect().await;
    let mut last = 0;
    for (n, id) in sent.iter().enumerate() {
        let answer = loop {
            let frame = socket.next().await.expect("an answer");
            if frame["type"] == "ack" || frame["type"] == "refused" {
                break frame;
            }
        };
        assert_eq!(answer["id"], json!(id), "the answers come in the order of the questions");
        if n % 5 == 4 {
            assert_eq!(answer["error"]["code"], "validation_failed");
            continue;
        }
        let seq = answer["seq"].as_i64().expect("a seq");
        assert!(seq > last);
        last = seq;
        let stored: bool =
            sqlx::query_scalar("select exists (select 1 from events where seq = $1 and command_id = $2)")
                .bind(seq)
                .bind(id)
                .fetch_one(&mut db)
                .await
                .expect("an answer");
        assert!(stored, "what is acked is committed");
    }
    socket.send(&json!({"type": "ping", "n": 1})).await;
    loop {
        let frame = socket.next().await.expect("open");
        assert!(frame["type"] != "ack" && frame["type"] != "refused", "one answer each: {frame}");
        if frame["type"] == "pong" {
            break;
        }
    }
}

#[actix_web::test]
async fn cm2_a_repeated_command_is_answered_again_and_applied_once_at_any_node_through_any_interface() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let mut sockets = [team.socket(0).await, team.socket_at(0, &there).await];
    let list = Uuid::now_v7();
    let create = json!({"kind": "list.create", "listId": list, "name": "Once"});
    let wrong = json!({"kind": "list.delete", "listId": Uuid::now_v7()});
    let path = team.path("commands");
    for command in [create, wrong] {
        let frame = json!({"type": "command", "id": Uuid::now_v7(), "command": command});
        let id: Uuid = text(&frame["id"]).parse().expect("an id");
        let mut answers = Vec::new();
        for _ in 0..2 {
            for socket in &mut sockets {
                socket.send(&frame).await;
                answers.push(socket.answer_to(id).await);
            }
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        let before = Stillness::of(&database).await;
        let body = json!({"id": id, "command": command});
        let posted = team.people[0].client.at(there.url()).post(&path, &body).await;
        match answers[0]["type"].as_str() {
            Some("ack") => assert_eq!(posted.json()["seq"], answers[0]["seq"]),
            _ => assert_eq!(posted.refusal(), (404, "not_found".into())),
        }
        // F16: another command under the id, or another person.
        let other = json!({"id": id, "command": {"kind": "list.create", "listId": Uuid::now_v7(), "name": "Other"}});
        let mismatch = (409, "idempotency_mismatch".to_owned());
        assert_eq!(team.people[0].client.post(&path, &other).await.refusal(), mismatch);
        assert_eq!(team.people[1].client.post(&path, &body).await.refusal(), mismatch);
        sockets[1].send(&json!({"type": "command", "id": id, "command": other["command"]})).await;
        assert_eq!(sockets[1].answer_to(id).await["error"]["code"], "idempotency_mismatch");
        assert_eq!(Stillness::of(&database).await, before);
    }
}

#[actix_web::test]
async fn cm3_the_sender_gets_the_event_that_the_ack_names_like_everyone_else() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let id = ann.command(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "new"})).await;
    let ack = ann.answer_to(id).await;
    let (scope, seq) = (text(&ack["scope"]), ack["seq"].as_i64().expect("a seq"));
    for socket in [&mut ann, &mut bob] {
        socket.read_to(&scope, seq).await;
        let (of, event) = socket.events.last().expect("an event");
        assert_eq!((of, &event["commandId"], &event["seq"]), (&scope, &json!(id), &json!(seq)));
        assert_eq!(event["by"], json!(team.people[0].id));
    }
    assert_eq!(ann.events.last(), bob.events.last());
}

#[actix_web::test]
async fn cm4_a_command_that_changes_nothing_is_acked_with_the_present_seq_and_makes_no_event() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut socket = team.socket(0).await;
    let seq = socket.does(&title(ticket, "Same")).await;
    let before = Stillness::of(&database).await;
    assert_eq!(socket.does(&title(ticket, "Same")).await, seq);
    assert_eq!(socket.does(&json!({"kind": "ticket.restore", "ticketId": ticket})).await, seq);
    assert_eq!(Stillness::of(&database).await, before);
    assert_eq!(socket.does(&title(ticket, "Other")).await, seq + 1);
}

#[actix_web::test]
async fn cm5_a_refused_command_has_changed_nothing_for_any_member() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (one, two) = (team.ticket(0).await, team.ticket(0).await);
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    ann.does(&json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "blocks", "fromTicketId": one, "toTicketId": two})).await;
    ann.does(&json!({"kind": "ticket.update", "ticketId": two, "patch": {"parentTicketId": one}})).await;
    let before = Stillness::of(&database).await;
    let missing = Uuid::now_v7();
    for (command, code) in [
        (
            json!({"kind": "tickets.update", "ticketIds": [one, two, missing], "patch": {"title": "All or nothing"}}),
            "not_found",
        ),
        (
            json!({"kind": "ticket.update", "ticketId": one, "patch": {"title": "Half", "statusId": missing}}),
            "not_found",
        ),
        (json!({"kind": "ticket.update", "ticketId": one, "patch": {"title": "Half", "parentTicketId": two}}), "cycle"),
        (
            json!({"kind": "link.create", "linkId": missing, "linkKind": "blocks", "fromTicketId": two, "toTicketId": one}),
            "cycle",
        ),
        (json!({"kind": "ticket.delete", "ticketId": one}), "conflict"),
        (json!({"kind": "ticket.create", "ticketId": one, "title": "Again"}), "already_exists"),
        (json!({"kind": "list.create", "listId": missing, "name": "general"}), "already_exists"),
        (json!({"kind": "member.remove", "userId": team.people[0].id}), "last_owner"),
    ] {
        let answer = ann.ask(&command).await;
        assert_eq!(answer["error"]["code"], code, "{command}");
        if code == "cycle" {
            let path = answer["error"]["path"].as_array().expect("the way round");
            assert_eq!(path.first(), path.last(), "{command}");
        }
    }
    assert_eq!(bob.refused(&json!({"kind": "workspace.update", "patch": {"name": "Mine"}})).await.0, "forbidden");
    assert_eq!(Stillness::of(&database).await, before);
    let seq = ann.does(&title(one, "End")).await;
    bob.read_to(&team.workspace, seq).await;
    let last = bob.events.iter().filter(|(_, event)| event["seq"].as_i64() > Some(seq - 1)).count();
    assert_eq!(last, 1, "no event of a refused command came");
}

#[actix_web::test]
async fn cm5_over_http_every_refusal_has_its_status() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let before = Stillness::of(&database).await;
    for (by, command, refusal) in [
        (0, json!({"kind": "ticket.delete", "ticketId": ticket}), (409, "conflict")),
        (0, json!({"kind": "ticket.trash", "ticketId": Uuid::now_v7()}), (404, "not_found")),
        (0, json!({"kind": "ticket.create", "ticketId": ticket, "title": "x"}), (409, "already_exists")),
        (0, json!({"kind": "ticket.explode", "ticketId": ticket}), (422, "unknown_kind")),
        (0, json!({"kind": "ticket.trash", "ticketId": ticket, "force": true}), (422, "unknown_field")),
        (0, json!({"kind": "ticket.trash"}), (422, "validation_failed")),
        (0, json!("ticket.trash"), (422, "validation_failed")),
        (0, title(ticket, ""), (422, "validation_failed")),
        (
            0,
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": "x".repeat(100_001)}}),
            (413, "payload_too_large"),
        ),
        (0, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"parentTicketId": ticket}}), (409, "cycle")),
        (0, json!({"kind": "member.setRole", "userId": team.people[0].id, "role": "member"}), (409, "last_owner")),
        (1, json!({"kind": "workspace.update", "patch": {"name": "Mine"}}), (403, "forbidden")),
    ] {
        let answer = team.post(by, &command).await;
        assert_eq!(answer.refusal(), (refusal.0, refusal.1.to_owned()), "{command}");
    }
    for (id, refusal) in [
        (json!("not an id"), (422, "validation_failed")),
        (json!(Uuid::new_v4()), (422, "validation_failed")),
        (json!("01234567-89ab-7def-8123-456789abcdef"), (410, "command_expired")),
    ] {
        let body = json!({"id": id, "command": title(ticket, "x")});
        let answer = team.people[0].client.post(&team.path("commands"), &body).await;
        assert_eq!(answer.refusal(), (refusal.0, refusal.1.to_owned()), "{id}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}
