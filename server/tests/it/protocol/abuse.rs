//! Commands on entities of other workspaces, over the socket: refused, and nothing changes.

use serde_json::{Value, json};
use uuid::Uuid;

use super::team::{Stillness, Team};
use crate::support::{Person, TestDatabase, TestNode};

/// A workspace with a ticket, a list, a label, a status, a link, a comment and a member of its own.
struct Furnished {
    team: Team,
    ticket: Uuid,
    list: Uuid,
    label: Uuid,
    status: Uuid,
    link: Uuid,
    comment: Uuid,
}

impl Furnished {
    async fn new(people: Vec<Person>) -> Self {
        let team = Team::of(people).await;
        let [list, label, status, link, comment] = [(); 5].map(|()| Uuid::now_v7());
        let (ticket, other) = (team.ticket(0).await, team.ticket(0).await);
        for command in [
            json!({"kind": "list.create", "listId": list, "name": "A list CANARY"}),
            json!({"kind": "label.create", "labelId": label, "name": "A label CANARY"}),
            json!({"kind": "status.create", "statusId": status, "name": "A status CANARY", "category": "started"}),
            json!({"kind": "link.create", "linkId": link, "linkKind": "relates", "fromTicketId": ticket, "toTicketId": other}),
            json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "CANARY"}),
        ] {
            assert_eq!(team.post(0, &command).await.status, 200, "{command}");
        }
        Self { team, ticket, list, label, status, link, comment }
    }

    /// Every field in which a command in the `own` workspace can name a row, filled with foreign ids.
    fn reaches(&self, of_own: &Self) -> Vec<Value> {
        let Self { team, ticket, list, label, status, link, comment } = self;
        let (own, own_list, own_status) = (of_own.ticket, of_own.list, of_own.status);
        let stranger = &team.people[0].id;
        let fresh = Uuid::now_v7();
        let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": own, "patch": patch});
        let create = |field: &str, value: Value| {
            let mut command = json!({"kind": "ticket.create", "ticketId": fresh, "title": "New"});
            command[field] = value;
            command
        };
        vec![
            update(json!({"statusId": status})),
            update(json!({"parentTicketId": ticket})),
            update(json!({"lists": {"add": [list]}})),
            update(json!({"labels": {"add": [label]}})),
            update(json!({"assigneesIds": {"add": [stranger]}})),
            update(json!({"reportBy": stranger})),
            create("statusId", json!(status)),
            create("parentTicketId", json!(ticket)),
            create("listIds", json!([list])),
            create("labels", json!([label])),
            create("assigneesIds", json!([stranger])),
            create("reportBy", json!(stranger)),
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Mine now"}}),
            json!({"kind": "tickets.update", "ticketIds": [own, ticket], "patch": {"title": "Mine now"}}),
            json!({"kind": "ticket.trash", "ticketId": ticket}),
            json!({"kind": "tickets.trash", "ticketIds": [own, ticket]}),
            json!({"kind": "ticket.delete", "ticketId": ticket}),
            json!({"kind": "ticket.move", "ticketId": own, "listId": list}),
            json!({"kind": "ticket.move", "ticketId": own, "listId": own_list, "after": ticket}),
            json!({"kind": "ticket.move", "ticketId": ticket, "listId": own_list}),
            json!({"kind": "tickets.move", "ticketIds": [own, ticket], "listId": own_list}),
            json!({"kind": "tickets.move", "ticketIds": [own], "listId": list}),
            json!({"kind": "tickets.move", "ticketIds": [own], "listId": own_list, "after": ticket}),
            json!({"kind": "subtask.move", "ticketId": ticket}),
            json!({"kind": "link.create", "linkId": fresh, "linkKind": "blocks", "fromTicketId": own, "toTicketId": ticket}),
            json!({"kind": "link.create", "linkId": fresh, "linkKind": "blocks", "fromTicketId": ticket, "toTicketId": own}),
            json!({"kind": "link.delete", "linkId": link}),
            json!({"kind": "comment.create", "commentId": fresh, "ticketId": ticket, "message": "hello"}),
            json!({"kind": "comment.update", "commentId": comment, "message": "forged"}),
            json!({"kind": "comment.delete", "commentId": comment}),
            json!({"kind": "reaction.add", "activityId": comment, "emoji": "👀"}),
            json!({"kind": "list.update", "listId": list, "patch": {"name": "Mine"}}),
            json!({"kind": "list.delete", "listId": own_list, "moveTo": list}),
            json!({"kind": "list.create", "listId": fresh, "name": "New", "after": list}),
            json!({"kind": "label.update", "labelId": label, "patch": {"name": "Mine"}}),
            json!({"kind": "label.delete", "labelId": label}),
            json!({"kind": "status.update", "statusId": status, "patch": {"name": "Mine"}}),
            json!({"kind": "status.move", "statusId": status}),
            json!({"kind": "status.move", "statusId": own_status, "after": status}),
            json!({"kind": "status.create", "statusId": fresh, "name": "New", "category": "started", "after": status}),
            json!({"kind": "status.delete", "statusId": own_status, "moveTo": status}),
            json!({"kind": "status.delete", "statusId": status, "moveTo": own_status}),
            json!({"kind": "list.move", "listId": list}),
            json!({"kind": "list.move", "listId": own_list, "after": list}),
            json!({"kind": "list.delete", "listId": list}),
            json!({"kind": "reaction.remove", "activityId": comment, "emoji": "👀"}),
            json!({"kind": "tickets.update", "ticketIds": [own], "patch": {"labels": {"add": [label]}}}),
            json!({"kind": "member.setRole", "userId": stranger, "role": "guest"}),
            json!({"kind": "member.remove", "userId": stranger}),
        ]
    }
}

#[actix_web::test]
async fn c04_an_id_of_another_workspace_in_any_field_is_not_found_and_nothing_changes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Furnished::new(vec![node.sign_up_user("ann").await]).await;
    let bravo = Furnished::new(vec![node.sign_up_user("bob").await]).await;
    let mut bob = bravo.team.socket(0).await;
    let before = Stillness::of(&database).await;
    for command in alpha.reaches(&bravo) {
        let answer = bob.ask(&command).await;
        assert_eq!(answer["error"]["code"], "not_found", "{command}");
        assert!(!answer.to_string().contains("CANARY"), "{answer}");
        // The answer is the same over HTTP, and for an id that does not exist.
        let posted = bravo.team.post(0, &command).await;
        assert_eq!(posted.refusal(), (404, "not_found".into()), "{command}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn c04_an_id_that_another_workspace_has_names_nothing_of_it_when_it_is_used_again() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Furnished::new(vec![node.sign_up_user("ann").await]).await;
    let bravo = Furnished::new(vec![node.sign_up_user("bob").await]).await;
    let (mut ann, mut bob) = (alpha.team.socket(0).await, bravo.team.socket(0).await);
    let path = |of: &Furnished| of.team.path(&format!("tickets/{}", alpha.ticket));
    let before = alpha.team.people[0].client.get(&path(&alpha)).await.json();
    // Bob creates entities under the ids of hers, and changes them.
    for command in [
        json!({"kind": "list.create", "listId": alpha.list, "name": "Bob's"}),
        json!({"kind": "label.create", "labelId": alpha.label, "name": "Bob's"}),
        json!({"kind": "status.create", "statusId": alpha.status, "name": "Bob's", "category": "completed"}),
        json!({"kind": "ticket.create", "ticketId": alpha.ticket, "title": "Bob's", "listIds": [alpha.list]}),
        json!({"kind": "ticket.update", "ticketId": alpha.ticket, "patch": {"statusId": alpha.status, "description": "Bob's"}}),
        json!({"kind": "comment.create", "commentId": alpha.comment, "ticketId": alpha.ticket, "message": "Bob's"}),
        json!({"kind": "comment.update", "commentId": alpha.comment, "message": "Still Bob's"}),
        json!({"kind": "link.create", "linkId": alpha.link, "linkKind": "blocks", "fromTicketId": alpha.ticket, "toTicketId": bravo.ticket}),
        json!({"kind": "label.delete", "labelId": alpha.label}),
        json!({"kind": "comment.delete", "commentId": alpha.comment}),
        json!({"kind": "ticket.trash", "ticketId": alpha.ticket}),
        json!({"kind": "ticket.delete", "ticketId": alpha.ticket}),
    ] {
        bob.does(&command).await;
        assert_eq!(alpha.team.people[0].client.get(&path(&alpha)).await.json(), before, "{command}");
    }
    assert_eq!(bravo.team.people[0].client.get(&path(&bravo)).await.refusal().0, 404);
    let seq = ann.does(&json!({"kind": "ticket.update", "ticketId": alpha.ticket, "patch": {"title": "Ann's"}})).await;
    ann.read_to(&alpha.team.workspace, seq).await;
    assert_eq!(ann.events.len(), 1, "{:?}", ann.events);
    assert!(!format!("{:?}", ann.events).contains("Bob's") && !format!("{:?}", bob.events).contains("CANARY"));
}

#[actix_web::test]
async fn c24_one_foreign_id_among_many_own_ones_refuses_them_all() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut ids = Vec::new();
    let mut ann = team.socket(0).await;
    for n in 0..49 {
        let id = Uuid::now_v7();
        ann.does(&json!({"kind": "ticket.create", "ticketId": id, "title": format!("{n}")})).await;
        ids.push(id);
    }
    let mut bob = team.socket(1).await;
    let secret = Uuid::now_v7();
    bob.does(&json!({"kind": "ticket.create", "ticketId": secret, "title": "Mine", "private": true})).await;
    ids.insert(25, secret);
    let before = Stillness::of(&database).await;
    for command in [
        json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"priority": "day"}}),
        json!({"kind": "tickets.trash", "ticketIds": ids}),
    ] {
        assert_eq!(ann.refused(&command).await.0, "not_found");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn c14_a_private_ticket_is_absent_everywhere_for_member_admin_and_owner() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "ann", "bob", "mia"]).await;
    let promote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    assert_eq!(team.post(0, &promote).await.status, 200);
    let (secret, comment) = (Uuid::now_v7(), Uuid::now_v7());
    let mut mia = team.socket(3).await;
    let mut others = [team.socket(0).await, team.socket(1).await, team.socket(2).await];
    for command in [
        json!({"kind": "ticket.create", "ticketId": secret, "title": "CANARY", "private": true, "description": "CANARY"}),
        json!({"kind": "comment.create", "commentId": comment, "ticketId": secret, "message": "CANARY"}),
        json!({"kind": "reaction.add", "activityId": comment, "emoji": "🎉"}),
    ] {
        mia.does(&command).await;
    }
    let before = Stillness::of(&database).await;
    let missing = Uuid::now_v7();
    for (n, other) in others.iter_mut().enumerate() {
        let client = &team.people[n].client;
        for path in ["tickets/ID", "tickets/ID/activities", "tickets/ID/activities?before=ID"] {
            let (there, nowhere) = (path.replace("ID", &secret.to_string()), path.replace("ID", &missing.to_string()));
            let (one, two) = (client.get(&team.path(&there)).await, client.get(&team.path(&nowhere)).await);
            assert_eq!((one.refusal(), one.json()), (two.refusal(), two.json()), "{path}");
            assert_eq!(one.refusal().0, 404);
        }
        let snapshot = client.get(&team.path("snapshot")).await.body;
        let snapshot = String::from_utf8(snapshot).expect("text");
        assert!(!snapshot.contains("CANARY") && !snapshot.contains(&secret.to_string()));
        for command in [
            json!({"kind": "ticket.update", "ticketId": secret, "patch": {"private": false}}),
            json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": secret, "message": "hm"}),
            json!({"kind": "reaction.add", "activityId": comment, "emoji": "👀"}),
            json!({"kind": "ticket.trash", "ticketId": secret}),
        ] {
            assert_eq!(other.refused(&command).await.0, "not_found");
        }
    }
    assert_eq!(Stillness::of(&database).await, before);
    let seq = others[0].does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "end"})).await;
    for other in &mut others {
        other.read_to(&team.workspace, seq).await;
        let heard = format!("{:?}", other.events);
        assert!(!heard.contains("CANARY") && !heard.contains(&secret.to_string()), "D09: {heard}");
    }
}

#[actix_web::test]
async fn c19_a_comment_stays_as_its_author_wrote_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "bob", "cem"]).await;
    let ticket = team.ticket(1).await;
    let comment = Uuid::now_v7();
    let mut bob = team.socket(1).await;
    bob.does(&json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "mine"})).await;
    let (mut olga, mut cem) = (team.socket(0).await, team.socket(2).await);
    let before = Stillness::of(&database).await;
    let forge = json!({"kind": "comment.update", "commentId": comment, "message": "forged"});
    // The owner may delete the comment, and still may not change it.
    for by in [&mut olga, &mut cem] {
        assert_eq!(by.refused(&forge).await.0, "forbidden");
    }
    assert_eq!(cem.refused(&json!({"kind": "comment.delete", "commentId": comment})).await.0, "forbidden");
    let forged = json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "m",
                        "userId": team.people[1].id});
    assert_eq!(olga.refused(&forged).await, ("unknown_field".into(), Some("userId".into())));
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn c06_fields_that_the_server_owns_cannot_be_set_through_any_interface() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut ann = team.socket(0).await;
    let of_server = [
        "id",
        "number",
        "workspaceId",
        "scope",
        "createdUserId",
        "createdAt",
        "updatedAt",
        "completed",
        "completedAt",
        "completedByUserId",
        "trashedAt",
        "trashedByUserId",
        "comments",
        "commentedByUserIds",
        "previousStatusId",
        "subtasksOrder",
        "completedIn",
        "delayedFor",
        "inProgressFor",
        "inProgressSince",
        "rank",
        "source",
    ];
    let [comment, list, label, status, link] = [(); 5].map(|()| Uuid::now_v7());
    let made = json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "hm"});
    ann.does(&made).await;
    let before = Stillness::of(&database).await;
    // Unknown fields in the patch, and beside the patch.
    let patched = [
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {}}),
        json!({"kind": "tickets.update", "ticketIds": [ticket], "patch": {}}),
        json!({"kind": "list.update", "listId": list, "patch": {}}),
        json!({"kind": "label.update", "labelId": label, "patch": {}}),
        json!({"kind": "status.update", "statusId": status, "patch": {}}),
        json!({"kind": "workspace.update", "patch": {}}),
    ];
    let whole = [
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "New"}),
        json!({"kind": "list.create", "listId": list, "name": "New"}),
        json!({"kind": "label.create", "labelId": label, "name": "New"}),
        json!({"kind": "status.create", "statusId": status, "name": "New", "category": "started"}),
        json!({"kind": "link.create", "linkId": link, "linkKind": "relates", "fromTicketId": ticket, "toTicketId": ticket}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"}),
        json!({"kind": "comment.update", "commentId": comment, "message": "hm, hm"}),
        json!({"kind": "reaction.add", "activityId": comment, "emoji": "👍"}),
        json!({"kind": "ticket.move", "ticketId": ticket, "listId": list}),
        json!({"kind": "member.setRole", "userId": team.people[0].id, "role": "owner"}),
    ];
    for field in of_server.into_iter().chain(["by", "at", "ownerId", "reactionId", "workspace"]) {
        let with = |command: &Value, patch: bool| {
            let mut command = command.clone();
            let place = if patch { &mut command["patch"] } else { &mut command };
            place[field] = json!(ticket);
            command
        };
        let unknown = |it: &&Value| it.get(field).is_none();
        let mut sent = Vec::new();
        for command in
            patched.iter().map(|it| with(it, true)).chain(whole.iter().filter(unknown).map(|it| with(it, false)))
        {
            sent.push((ann.command(&command).await, command));
        }
        for (id, command) in sent {
            let error = &ann.answer_to(id).await["error"];
            assert_eq!((&error["code"], &error["field"]), (&json!("unknown_field"), &json!(field)), "{command}");
        }
        let update = with(&patched[0], true);
        assert_eq!(team.post(0, &update).await.refusal(), (422, "unknown_field".into()), "{field}");
    }
    // Nor is a field beside the command accepted.
    let order = json!({"id": Uuid::now_v7(), "command": made, "by": team.people[0].id});
    let answer = team.people[0].client.post(&team.path("commands"), &order).await;
    assert_eq!(answer.refusal(), (422, "unknown_field".into()));
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn f04_nul_is_refused_in_every_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann"]).await;
    let ticket = team.ticket(0).await;
    let mut ann = team.socket(0).await;
    let before = Stillness::of(&database).await;
    let (id, nul) = (Uuid::now_v7(), "a\0b");
    for command in [
        json!({"kind": "workspace.update", "patch": {"name": nul}}),
        json!({"kind": "workspace.update", "patch": {"icon": nul}}),
        json!({"kind": "status.create", "statusId": id, "name": nul, "category": "started"}),
        json!({"kind": "list.create", "listId": id, "name": nul}),
        json!({"kind": "label.create", "labelId": id, "name": nul}),
        json!({"kind": "ticket.create", "ticketId": id, "title": nul}),
        json!({"kind": "ticket.create", "ticketId": id, "title": "t", "description": nul}),
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": nul}}),
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": nul}}),
        json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": nul}),
    ] {
        assert_eq!(ann.refused(&command).await.0, "validation_failed", "{command}");
        assert_eq!(team.post(0, &command).await.refusal(), (422, "validation_failed".into()), "{command}");
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn f08_two_edits_that_close_a_loop_together_do_not_both_get_through() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket_at(1, &there).await);
    for _ in 0..5 {
        let (one, two) = (team.ticket(0).await, team.ticket(0).await);
        let known = ann.does(&json!({"kind": "ticket.update", "ticketId": one, "patch": {"priority": "day"}})).await;
        bob.read_to(&team.workspace, known).await;
        let under = |child: Uuid, parent: Uuid| json!({"kind": "ticket.update", "ticketId": child, "patch": {"parentTicketId": parent}});
        let blocks = |from: Uuid, to: Uuid| json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "blocks", "fromTicketId": from, "toTicketId": to});
        for (first, second) in [(under(one, two), under(two, one)), (blocks(one, two), blocks(two, one))] {
            let (one_answer, other_answer) = tokio::join!(ann.ask(&first), bob.ask(&second));
            let done = [&one_answer, &other_answer].iter().filter(|answer| answer["type"] == "ack").count();
            assert_eq!(done, 1, "{one_answer} {other_answer}");
            let refused = [&one_answer, &other_answer].into_iter().find(|answer| answer["type"] == "refused");
            assert_eq!(refused.expect("one")["error"]["code"], "cycle");
        }
    }
}

#[actix_web::test]
async fn f16_an_id_is_one_commands_also_when_many_send_it_at_once() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["ann"]).await;
    let id = Uuid::now_v7();
    let body = json!({"id": id, "command": {"kind": "list.create", "listId": Uuid::now_v7(), "name": "Once"}});
    let path = team.path("commands");
    let clients = [team.people[0].client.clone(), team.people[0].client.at(there.url())];
    let posts = (0..12).map(|n| clients[n % 2].post(&path, &body));
    let answers = futures_util::future::join_all(posts).await;
    let first = answers[0].json();
    assert!(answers.iter().all(|answer| answer.status == 200 && answer.json() == first), "one effect, one answer");
    let mut db = database.connect().await;
    let lists: i64 =
        sqlx::query_scalar("select count(*) from lists where name = 'Once'").fetch_one(&mut db).await.expect("a count");
    assert_eq!(lists, 1);
}
