//! Frames and updates that no page sends, and people without rights.

use serde_json::json;
use uuid::Uuid;
use yrs::{XmlElementPrelim, XmlElementRef, XmlFragment};

use super::together::described;
use super::writer::{Writer, description};
use crate::protocol::socket::Frame;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, Told};

#[actix_web::test]
async fn tx4_malformed_binary_frames_close_the_socket_and_unknown_kinds_do_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = described(&team, "Hello").await;
    let head = |kind: u8| [&[kind, 0][..], ticket.as_bytes()].concat();
    let with = |kind: u8, body: &[u8]| [head(kind), body.to_vec()].concat();
    for frame in
        [Vec::new(), vec![1], head(1)[..17].to_vec(), with(1, &[0; 15]), with(2, &[0; 3]), with(3, &[1; 2_049])]
    {
        let mut socket = team.socket(0).await;
        socket.send_frame(0x2, &frame).await;
        socket.next_of("error").await;
        assert_eq!(socket.end().await, 4400, "{frame:?}");
    }
    let mut socket = team.socket(0).await;
    // In two pieces.
    socket.send_head(0x2, 18).await;
    socket.send_bytes(&head(4)).await;
    socket.next_of("error").await;
    assert_eq!(socket.end().await, 4400, "in pieces");
    // Before hello.
    let mut socket = crate::protocol::socket::Socket::open(team.people[0].client.base()).await;
    socket.send_frame(0x2, &head(4)).await;
    assert_eq!(socket.end().await, 4400, "before hello");
    // TX3: a kind that a later version sends, and a text that nobody has joined.
    let mut writer = Writer::new(team.socket(0).await, ticket);
    for kind in [0, 5, 0x42, 0xff] {
        writer.send(kind, b"whatever").await;
    }
    writer.send(0x03, b"here").await;
    writer.send(0x04, b"").await;
    assert_eq!(writer.send_update(&[0, 0]).await, 1);
    assert_eq!(writer.next().await, Told::Refused { number: 1, code: "conflict".to_owned(), wait_ms: 0 });
    writer.join().await;
    assert_eq!(writer.says(), "Hello");
    // Another text of the ticket.
    let other = [&[1, 1][..], ticket.as_bytes(), &[0; 17]].concat();
    writer.socket.send_frame(0x2, &other).await;
    assert_eq!(writer.next().await, Told::Refused { number: 0, code: "not_found".to_owned(), wait_ms: 0 });
}

#[actix_web::test]
async fn h12_an_update_past_the_editors_schema_is_refused_and_sent_to_nobody() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let script = |writer: &Writer| {
        writer.edit(|txn, root| {
            let _: XmlElementRef = root.insert(txn, 0, XmlElementPrelim::empty("script"));
        })
    };
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let bad = script(&ann);
    assert_eq!(ann.is_refused(&bad).await, "validation_failed");
    // TX7: what follows may build on it.
    let more = ann.paragraph("more");
    assert_eq!(ann.is_refused(&more).await, "conflict");
    // A copy without the refused edit goes on.
    let mut again = Writer::joined(&team, 0, ticket).await;
    for (bytes, code) in [
        (vec![], "validation_failed"),
        (vec![0xff; 40], "validation_failed"),
        (vec![1, 1, 7, 9, 0x84, 7, 8, 1, b'x', 0], "conflict"),
        (vec![0; 70_000], "payload_too_large"),
    ] {
        assert_eq!(again.is_refused(&bytes).await, code, "{} bytes", bytes.len());
        again.join().await;
    }
    let fine = again.paragraph("fine");
    again.stores(&fine).await;
    ben.reads("Hello\n\nfine").await;
    let mut db = database.connect().await;
    let stored: i64 =
        sqlx::query_scalar("select count(*) from text_updates").fetch_one(&mut db).await.expect("a count");
    assert_eq!(stored, 1, "nothing of the refused ones");
}

#[actix_web::test]
async fn tx9_tx10_readers_read_and_do_not_write() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let role = |role: &str| json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
    let word = Uuid::now_v7();
    let reader = json!({"kind": "role.create", "roleId": word, "name": "Reader", "capabilities": ["read", "comment"]});
    assert_eq!(team.post(0, &reader).await.status, 200);
    assert_eq!(team.post(0, &role(&word.to_string())).await.status, 200);
    assert_eq!(ben.told().await, Told::Rights { may_edit: false });
    let update = ben.paragraph("not mine");
    assert_eq!(ben.is_refused(&update).await, "forbidden");
    // The awareness of a reader is dropped; updates still come.
    ben.send(0x03, b"here").await;
    let update = ann.paragraph("more");
    ann.stores(&update).await;
    let mut reader = Writer::new(team.socket(1).await, ticket);
    assert_eq!(reader.try_join().await, Told::Joined { may_edit: false, other_epoch: false });
    reader.reads("Hello\n\nmore").await;
    assert_eq!(team.post(0, &role("member")).await.status, 200);
    assert_eq!(reader.told().await, Told::Rights { may_edit: true });
    let update = reader.paragraph("mine");
    reader.stores(&update).await;
    ann.reads("Hello\n\nmore\n\nmine").await;
}

#[actix_web::test]
async fn tx9_a_ticket_at_rest_in_an_archived_list_is_not_written() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let (list, ticket) = (Uuid::now_v7(), Uuid::now_v7());
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Old"}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "T", "description": "Hello", "listIds": [list]}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let mut ann = Writer::joined(&team, 0, ticket).await;
    assert_eq!(team.post(0, &json!({"kind": "list.archive", "listId": list})).await.status, 200);
    assert_eq!(ann.told().await, Told::Rights { may_edit: false });
    let update = ann.paragraph("x");
    assert_eq!(ann.is_refused(&update).await, "conflict");
    assert_eq!(description(&team, 0, ticket).await, "Hello");
}

#[actix_web::test]
async fn c14_tx12_texts_that_one_may_not_see_are_answered_like_texts_that_are_not_there() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let (private, list, restricted) = (Uuid::now_v7(), Uuid::now_v7(), Uuid::now_v7());
    for command in [
        json!({"kind": "ticket.create", "ticketId": private, "title": "P", "private": true, "description": "CANARY"}),
        json!({"kind": "list.create", "listId": list, "name": "R", "restricted": true}),
        json!({"kind": "ticket.create", "ticketId": restricted, "title": "R", "listIds": [list], "description": "CANARY"}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let _here = (Writer::joined(&team, 0, private).await, Writer::joined(&team, 0, restricted).await);
    for ticket in [private, restricted, Uuid::now_v7()] {
        let mut ben = Writer::new(team.socket(1).await, ticket);
        let refused = Told::Refused { number: 0, code: "not_found".to_owned(), wait_ms: 0 };
        let told = ben.try_join().await;
        let gone = Told::Left { code: "not_found".to_owned(), wait_ms: 0 };
        assert!(told == refused || told == gone, "{told:?}");
        assert_eq!(ben.says(), "");
    }
    // With a share, the text can be read; without it again, not.
    let share = json!({"kind": "share.set", "listId": list, "userId": team.people[1].id, "level": "view"});
    assert_eq!(team.post(0, &share).await.status, 200);
    let mut ben = Writer::new(team.socket(1).await, restricted);
    assert_eq!(ben.try_join().await, Told::Joined { may_edit: false, other_epoch: false });
    assert_eq!(ben.says(), "CANARY");
    let unshare = json!({"kind": "share.remove", "listId": list, "userId": team.people[1].id});
    assert_eq!(team.post(0, &unshare).await.status, 200);
    assert_eq!(ben.told().await, Told::Left { code: "not_found".to_owned(), wait_ms: 0 });
    let mut ann = Writer::joined(&team, 0, restricted).await;
    let update = ann.paragraph("SECRET");
    ann.stores(&update).await;
    ben.socket.send(&json!({"type": "ping", "n": 1})).await;
    ben.socket.next_of("pong").await;
    assert!(!ben.says().contains("SECRET"));
}

#[actix_web::test]
async fn d_tx11_a_removed_person_is_cut_off() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "ben"]).await;
    let ticket = described(&team, "Hello").await;
    let mut ann = Writer::joined(&team, 0, ticket).await;
    let mut ben = Writer::joined(&team, 1, ticket).await;
    let remove = json!({"kind": "member.remove", "userId": team.people[1].id});
    assert_eq!(team.post(0, &remove).await.status, 200);
    // What Ben sends in the same moment is not taken.
    let late = ben.paragraph("late");
    ben.send_update(&late).await;
    let end = loop {
        match ben.try_next().await {
            Ok(Told::Acked(number)) => panic!("{number} was stored"),
            Ok(_) => {}
            Err(end) => break end,
        }
    };
    assert!(matches!(end, Frame::Close(4403, _)), "{end:?}");
    let update = ann.paragraph("after");
    ann.stores(&update).await;
    ann.reads("Hello\n\nafter").await;
}

#[actix_web::test]
async fn tx20_a_socket_that_joins_too_many_texts_is_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut tickets = Vec::new();
    for _ in 0..17 {
        tickets.push(team.ticket(0).await);
    }
    let mut writer = Writer::new(team.socket(0).await, tickets[0]);
    for ticket in &tickets[..16] {
        writer.ticket = *ticket;
        writer.doc = yrs::Doc::new();
        writer.epoch = Uuid::nil();
        writer.join().await;
    }
    writer.ticket = tickets[16];
    let refused = Told::Refused { number: 0, code: "too_many".to_owned(), wait_ms: 0 };
    assert_eq!(writer.try_join().await, refused);
    writer.ticket = tickets[3];
    writer.send(0x04, b"").await;
    writer.ticket = tickets[16];
    writer.epoch = Uuid::nil();
    writer.join().await;
}
