//! F06, F08, P07: dates that do not exist, circles, and one more of everything than a workspace or a ticket may have.

use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::Socket;
use super::team::{Stillness, Team};
use crate::support::{TestDatabase, TestNode};

/// Rate limits that these tests never reach.
const UNPACED: [(&str, &str); 3] =
    [("TROUPE_COMMANDS_BURST", "100000"), ("TROUPE_API_BURST", "100000"), ("TROUPE_BULK_BURST", "1000000")];

/// Sends all commands, and waits until each is acked.
async fn all_done(socket: &mut Socket, commands: impl IntoIterator<Item = Value>) {
    let commands: Vec<Value> = commands.into_iter().collect();
    // A socket that writes and does not read its events is closed.
    for some in commands.chunks(50) {
        let mut sent = Vec::new();
        for command in some {
            sent.push((socket.command(command).await, command));
        }
        for (id, command) in sent {
            let answer = socket.answer_to(id).await;
            assert_eq!(answer["type"], "ack", "{command}: {answer}");
        }
    }
}

async fn tickets(socket: &mut Socket, count: usize) -> Vec<Uuid> {
    let ids: Vec<Uuid> = (0..count).map(|_| Uuid::now_v7()).collect();
    all_done(socket, ids.iter().map(|id| json!({"kind": "ticket.create", "ticketId": id, "title": "One"}))).await;
    ids
}

#[actix_web::test]
async fn f06_days_that_do_not_exist_or_make_no_sense_are_refused_through_any_interface() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut ann = team.socket(0).await;
    let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let before = Stillness::of(&database).await;
    for wrong in [
        json!("0000-01-01"),
        json!("1899-12-31"),
        json!("3000-01-01"),
        json!("9999-12-31"),
        json!("275760-09-13"),
        json!("-2026-01-01"),
        json!("+2026-01-01"),
        json!("2026-02-30"),
        json!("2025-02-29"),
        json!("1900-02-29"),
        json!("2026-13-01"),
        json!("2026-00-10"),
        json!("2026-04-31"),
        json!("2026-1-1"),
        json!("20260101"),
        json!("2026-W01-1"),
        json!("2026-01-01T00:00:00Z"),
        json!(" 2026-01-01"),
        json!("2026-01-01\u{0}"),
        json!("２０２６-01-01"),
        json!("today"),
        json!("infinity"),
        json!(""),
        json!(0),
        json!(1_767_225_600_000_i64),
        json!(["2026-01-01"]),
        json!({"year": 2026}),
    ] {
        for field in ["startDate", "dueDate"] {
            let by_socket = ann.refused(&update(json!({field: wrong}))).await;
            assert_eq!(by_socket.0, "validation_failed", "{field}: {wrong}");
        }
        let answer = team.post(0, &update(json!({"startDate": wrong}))).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{wrong}");
        let create = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "New", "dueDate": wrong});
        assert_eq!(ann.refused(&create).await.0, "validation_failed", "{wrong}");
    }
    let backwards = update(json!({"startDate": "2026-02-02", "dueDate": "2026-02-01"}));
    assert_eq!(ann.refused(&backwards).await.0, "validation_failed");
    assert_eq!(Stillness::of(&database).await, before);
    for right in ["1900-01-01", "2024-02-29", "2000-02-29", "2999-12-31"] {
        ann.does(&update(json!({"startDate": right, "dueDate": right}))).await;
    }
    // A span of eleven centuries is allowed.
    ann.does(&update(json!({"startDate": "1900-01-01", "dueDate": "2999-12-31"}))).await;
    let half = update(json!({"dueDate": "1899-12-31"}));
    assert_eq!(ann.refused(&half).await.0, "validation_failed");
}

#[actix_web::test]
async fn f08_loops_of_any_length_are_refused_with_the_way_round_and_subtasks_nest_only_so_deep() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &UNPACED).await;
    let team = Team::new(&node, &["ann"]).await;
    let mut ann = team.socket(0).await;
    let chain = tickets(&mut ann, 1_000).await;
    let blocks = |from: Uuid, to: Uuid| json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "blocks", "fromTicketId": from, "toTicketId": to});
    let under = |child: Uuid, parent: Uuid| json!({"kind": "ticket.update", "ticketId": child, "patch": {"parentTicketId": parent}});
    all_done(&mut ann, chain.windows(2).map(|pair| blocks(pair[0], pair[1]))).await;
    for family in [&chain[..51], &chain[500..511]] {
        all_done(&mut ann, family.windows(2).map(|pair| under(pair[1], pair[0]))).await;
    }
    let before = Stillness::of(&database).await;
    for end in [0, 1, 2, 50, 999] {
        let answer = ann.ask(&blocks(chain[end], chain[0])).await;
        assert_eq!(answer["error"]["code"], "cycle", "{end}: {answer}");
        let path = answer["error"]["path"].as_array().expect("the way round");
        assert_eq!((path.len(), path.first()), (end + 2, path.last()), "{end}");
    }
    for end in [500, 501, 505, 510] {
        let answer = ann.ask(&under(chain[500], chain[end])).await;
        assert_eq!(answer["error"]["code"], "cycle", "{end}: {answer}");
        let path = answer["error"]["path"].as_array().expect("the way round");
        assert_eq!(path.first(), path.last(), "{end}");
    }
    // Fifty levels are allowed, fifty-one are not, whichever end grows.
    for too_deep in [under(chain[51], chain[50]), under(chain[0], chain[60])] {
        let answer = ann.ask(&too_deep).await;
        assert_eq!(answer["type"], "refused", "{too_deep}: {answer}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

/// Four callers at each node try to take the last place; returns how many succeeded.
///
/// The sockets are opened here and not earlier: nothing reads them while the other places are filled, and a node closes
/// a socket that does not answer pings.
async fn last_ones(team: &Team, nodes: [&TestNode; 2], command: impl Fn() -> Value) -> usize {
    let mut sockets = Vec::new();
    for node in nodes.into_iter().cycle().take(8) {
        sockets.push(team.socket_at(0, node).await);
    }
    let answers = join_all(sockets.iter_mut().map(|socket| {
        let command = command();
        async move { socket.ask(&command).await }
    }))
    .await;
    for answer in &answers {
        assert!(answer["type"] == "ack" || answer["error"]["code"] == "too_many", "{answer}");
    }
    answers.iter().filter(|answer| answer["type"] == "ack").count()
}

#[actix_web::test]
async fn p07_a_workspace_has_a_thousand_of_each_and_not_one_more_also_by_many_at_once_on_two_nodes() {
    let database = TestDatabase::new().await;
    let (here, there) =
        (TestNode::start_with(&database, &UNPACED).await, TestNode::start_with(&database, &UNPACED).await);
    let team = Team::new(&here, &["ann"]).await;
    let mut ann = team.socket(0).await;
    let new = |kind: &str| {
        let id = Uuid::now_v7();
        match kind {
            "label" => json!({"kind": "label.create", "labelId": id, "name": id.to_string()}),
            "list" => json!({"kind": "list.create", "listId": id, "name": id.to_string()}),
            _ => json!({"kind": "status.create", "statusId": id, "name": id.to_string(), "category": "started"}),
        }
    };
    // A new workspace has three statuses and two lists.
    for (kind, there_are) in [("label", 0), ("list", 2), ("status", 3)] {
        all_done(&mut ann, (there_are..999).map(|_| new(kind))).await;
        assert_eq!(last_ones(&team, [&here, &there], || new(kind)).await, 1, "{kind}");
        assert_eq!(team.post(0, &new(kind)).await.refusal(), (409, "too_many".into()), "{kind}");
    }
    // A deletion makes room for exactly one.
    let gone = ann.events.iter().flat_map(|(_, event)| event["changes"].as_array().expect("changes"));
    let gone = gone.filter(|change| change["entity"] == "label").map(|change| &change["id"]).next_back();
    let delete = json!({"kind": "label.delete", "labelId": gone});
    ann.does(&delete).await;
    assert_eq!(last_ones(&team, [&here, &there], || new("label")).await, 1);
}

#[actix_web::test]
async fn p07_a_ticket_has_so_many_labels_lists_links_subtasks_comments_and_emojis_and_no_more() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &UNPACED).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut ann = team.socket(0).await;
    let ids = |count: usize| (0..count).map(|_| Uuid::now_v7()).collect::<Vec<_>>();
    let (labels, lists) = (ids(101), ids(51));
    let name = |id: &Uuid| id.to_string();
    all_done(&mut ann, labels.iter().map(|id| json!({"kind": "label.create", "labelId": id, "name": name(id)}))).await;
    all_done(&mut ann, lists.iter().map(|id| json!({"kind": "list.create", "listId": id, "name": name(id)}))).await;
    let many = tickets(&mut ann, 702).await;
    let ticket = many[0];
    let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let create = |field: &str, value: Value| {
        let mut command = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "New"});
        command[field] = value;
        command
    };
    let comment = Uuid::now_v7();
    ann.does(&json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "hm"})).await;

    // Sets, as a whole and piece by piece.
    for (field, most, all) in [("labels", 100, &labels), ("lists", 50, &lists)] {
        assert_eq!(ann.refused(&update(json!({field: {"add": all}}))).await.0, "validation_failed", "{field}");
        let named = if field == "lists" { "listIds" } else { field };
        assert_eq!(ann.refused(&create(named, json!(all))).await.0, "validation_failed", "{field}");
        ann.does(&update(json!({field: {"add": all[..most]}}))).await;
        assert_eq!(ann.refused(&update(json!({field: {"add": [all[most]]}}))).await.0, "validation_failed", "{field}");
    }
    let into = json!({"kind": "ticket.move", "ticketId": ticket, "listId": lists[50]});
    assert_eq!(ann.ask(&into).await["type"], "refused", "no list more by a move");

    let under = |child: &Uuid| json!({"kind": "ticket.update", "ticketId": child, "patch": {"parentTicketId": ticket}});
    all_done(&mut ann, many[1..701].iter().map(under)).await;
    let more = [under(&many[701]), create("parentTicketId", json!(ticket))];
    for command in &more {
        assert_eq!(ann.ask(command).await["type"], "refused", "{command}");
    }

    let link = |other: &Uuid| json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "relates", "fromTicketId": ticket, "toTicketId": other});
    let turned = |other: &Uuid| json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "relates", "fromTicketId": other, "toTicketId": ticket});
    all_done(&mut ann, many[1..251].iter().map(link)).await;
    all_done(&mut ann, many[251..501].iter().map(turned)).await;
    let mut bob = team.socket(1).await;
    for command in [link(&many[600]), turned(&many[600])] {
        assert_eq!(bob.refused(&command).await.0, "too_many", "{command}");
    }

    let emoji = |n: u32| char::from_u32(0x1F600 + n).expect("an emoji").to_string();
    let react = |n: u32| json!({"kind": "reaction.add", "activityId": comment, "emoji": emoji(n)});
    all_done(&mut ann, (0..50).map(react)).await;
    assert_eq!(ann.refused(&react(50)).await.0, "too_many");
    assert_eq!(bob.refused(&react(51)).await.0, "too_many", "no other member either");
    bob.does(&react(0)).await;

    // Too many to create in a test, so the count is set to one below the limit.
    sqlx::query("update tickets set comments = 99999 where id = $1")
        .bind(ticket)
        .execute(&mut database.connect().await)
        .await
        .expect("counted");
    let late = TestNode::start_with(&database, &UNPACED).await;
    let mut cem = team.socket_at(0, &late).await;
    let say = || json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"});
    cem.does(&say()).await;
    assert_eq!(cem.refused(&say()).await.0, "too_many");
}
