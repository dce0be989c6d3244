//! Between nodes: what one node stores, the other sends, with Redis and without.

use std::fs;

use futures_util::future::join_all;
use rustix::process::Signal;
use serde_json::{Value, json};
use uuid::Uuid;

use super::cluster::{Cluster, SECRET, new_list};
use super::shutdown::{signal, stored, write_until};
use super::socket::{Frame, Socket, patiently};
use super::team::Team;
use crate::support::{Output, TestDatabase, Troupe, scratch_folder};

async fn head(database: &TestDatabase, team: &Team) -> i64 {
    sqlx::query_scalar("select seq from streams where id = $1")
        .bind(Uuid::parse_str(&team.workspace).expect("an id"))
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a head")
}

/// Reconnects with the cursors of a socket, and reads to the head.
async fn come_back(cluster: &Cluster, node: usize, team: &Team, n: usize, before: &Socket) -> Socket {
    let mut socket = Socket::open(cluster.url(node)).await;
    let welcome = socket.hello(team.people[n].token(), &team.workspace, &before.resume_cursors()).await;
    let scopes = welcome["scopes"].as_array().expect("scopes");
    assert!(scopes.iter().all(|scope| scope["resume"] == "delta"), "RS3: {welcome}");
    socket
}

#[actix_web::test]
async fn dr1_of_two_nodes_one_drains_and_its_people_go_on_at_the_other_with_nothing_acked_lost() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let mut listener = cluster.socket(&team, 0, 1).await;
    let diaries = write_until(&team, || signal(&cluster.nodes[0], Signal::TERM)).await;
    let mut drained = cluster.nodes.remove(0);
    let ended = actix_web::web::block(move || drained.child.wait().expect("a status").code()).await;
    assert_eq!(ended.expect("a thread"), Some(0));

    let mut back = Vec::new();
    for (n, diary) in diaries.iter().enumerate() {
        assert!(matches!(diary.end, Some(Frame::Close(1012, _))), "BY1: {:?}", diary.end);
        assert_eq!(diary.bye.as_ref().expect("a bye before the end")["code"], "drain");
        assert!(diary.acked.len() >= 10, "it was under load");
        let mut socket = come_back(&cluster, 0, &team, n, &diary.socket).await;
        // Commands without a final answer are sent again with their ids.
        let open: Vec<_> = diary.sent.iter().filter(|(id, _)| !diary.acked.contains_key(id)).collect();
        for (id, command) in &open {
            socket.send(&json!({"type": "command", "id": id, "command": command})).await;
        }
        for (id, _) in &open {
            let answer = socket.answer_to(**id).await;
            assert_eq!(answer["type"], "ack", "{answer}");
        }
        back.push(socket);
    }
    let stored = stored(&mut database.connect().await).await;
    for diary in &diaries {
        for (id, seq) in &diary.acked {
            assert_eq!(stored.get(id), Some(&vec![*seq]), "an acked edit is there, once");
        }
        assert!(diary.sent.keys().all(|id| stored.get(id).map(Vec::len) == Some(1)), "each is applied once");
    }
    // A person who changed nodes has read the same events as a person who stayed.
    let head = head(&database, &team).await;
    listener.read_to(&team.workspace, head).await;
    let shared = |events: &[(String, Value)]| -> Vec<Value> {
        events.iter().filter(|(scope, _)| *scope == team.workspace).map(|(_, event)| event.clone()).collect()
    };
    let whole = shared(&listener.events);
    for (mut socket, diary) in back.into_iter().zip(&diaries) {
        socket.read_to(&team.workspace, head).await;
        let read = [shared(&diary.socket.events), shared(&socket.events)].concat();
        assert!(read.len() > 30 && whole.ends_with(&read), "in sync: {} of {} events", read.len(), whole.len());
    }
}

/// Runs `troupe import` on a file of `tickets` tickets, in a process of its own.
async fn import(database: &TestDatabase, redis: Option<String>, tickets: usize) {
    let folder = scratch_folder();
    let file = folder.path().join("work.csv");
    let key = Uuid::now_v7().simple().to_string();
    let rows: String = (1..=tickets).map(|n| format!("{key}-{n},Ticket {n}\n")).collect();
    fs::write(&file, format!("key,title\n{rows}")).expect("a file");
    let path = file.to_string_lossy().into_owned();
    let troupe = Troupe::new(&["import", "--workspace", "TEAM", "--as", "ann@example.org", &path])
        .set("DATABASE_URL", database.url())
        .set("TROUPE_DATA_DIR", folder.path());
    let troupe = match redis {
        Some(url) => troupe.set("REDIS_URL", url).set("TROUPE_SECRET", SECRET),
        None => troupe,
    };
    let output: Output = actix_web::web::block(move || troupe.output()).await.expect("a thread");
    assert_eq!(output.code, Some(0), "{output:?}");
    assert!(output.out.contains(&format!("Imported: {tickets} created")), "{output:?}");
}

#[actix_web::test]
async fn what_troupe_import_brings_in_shows_at_every_node_by_itself_whether_it_has_redis_or_not() {
    const TICKETS: usize = 400;
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    let (mut ann, mut bob) = (cluster.socket(&team, 0, 0).await, cluster.socket(&team, 1, 1).await);
    for redis in ["for all", "for the nodes", "away"] {
        if redis == "away" {
            cluster.redis_goes().await;
        }
        let (by_ann, by_bob) = (ann.events.len(), bob.events.len());
        import(&database, (redis != "for the nodes").then(|| cluster.redis.url()), TICKETS).await;
        let head = head(&database, &team).await;
        // No client writes or asks for anything meanwhile.
        patiently(async { tokio::join!(ann.read_to(&team.workspace, head), bob.read_to(&team.workspace, head)) }).await;
        for (socket, before) in [(&ann, by_ann), (&bob, by_bob)] {
            let changes = socket.events[before..].iter().filter_map(|(_, event)| event["changes"].as_array()).flatten();
            let tickets = changes.filter(|it| it["entity"] == "ticket" && it["op"] == "create").count();
            assert_eq!(tickets, TICKETS, "Redis {redis}");
        }
    }
    // The nodes can work with the imported tickets.
    bob.does(&new_list("afterwards")).await;
    assert_eq!(cluster.figure(1, "troupe_bus_ignored_total").await, 0.0, "the import seals as the nodes do");
}

#[actix_web::test]
async fn d09_d11_d20_no_other_member_at_any_node_hears_of_a_private_ticket_until_it_is_shared() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["olga", "bob", "mia"]).await;
    let mut mia = cluster.socket(&team, 2, 0).await;
    for redis in ["here", "away"] {
        if redis == "away" {
            cluster.redis_goes().await;
        }
        let mut others = [
            cluster.socket(&team, 0, 0).await,
            cluster.socket(&team, 0, 1).await,
            cluster.socket(&team, 1, 0).await,
            cluster.socket(&team, 1, 1).await,
        ];
        let (ticket, comment) = (Uuid::now_v7(), Uuid::now_v7());
        let update = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
        for command in [
            json!({"kind": "ticket.create", "ticketId": ticket, "title": "CANARY", "private": true}),
            update(json!({"description": "CANARY", "priority": "day"})),
            json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "CANARY"}),
            json!({"kind": "reaction.add", "activityId": comment, "emoji": "🎉"}),
            json!({"kind": "ticket.trash", "ticketId": ticket}),
            json!({"kind": "ticket.restore", "ticketId": ticket}),
        ] {
            mia.does(&command).await;
        }
        mia.send(&json!({"type": "presence", "ticketId": ticket, "state": "editing"})).await;
        let quiet = mia.does(&new_list(&format!("still quiet {redis}"))).await;
        for other in &mut others {
            other.read_to(&team.workspace, quiet).await;
            let [(_, only)] = other.events.as_slice() else { panic!("Redis {redis}: {:?}", other.events) };
            let heard = only.to_string();
            assert!(!heard.contains(&ticket.to_string()) && !heard.contains("CANARY"), "Redis {redis}: {heard}");
        }
        let shared = mia.does(&update(json!({"private": false}))).await;
        let hidden = mia.does(&update(json!({"private": true}))).await;
        assert!(hidden > 0);
        let end = mia.does(&new_list(&format!("the end {redis}"))).await;
        for other in &mut others {
            other.read_to(&team.workspace, end).await;
            let of_ticket: Vec<&Value> = other.events[1..]
                .iter()
                .flat_map(|(_, event)| event["changes"].as_array().expect("changes"))
                .filter(|change| change["id"] == json!(ticket))
                .collect();
            let [created, deleted] = of_ticket.as_slice() else { panic!("Redis {redis}: {of_ticket:?}") };
            assert_eq!((&created["op"], &created["data"]["title"]), (&json!("create"), &json!("CANARY")));
            assert_eq!(deleted["op"], "delete");
            assert!(!deleted.to_string().contains("CANARY"), "{deleted}");
            assert!(other.events.iter().any(|(_, event)| event["seq"] == json!(shared)));
        }
    }
}

#[actix_web::test]
async fn d12_d20_a_member_removed_at_one_node_resumes_at_no_other_with_redis_and_without() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    for (n, redis) in [(1, "here"), (2, "away")] {
        if redis == "away" {
            cluster.redis_goes().await;
        }
        let mut gone = cluster.socket(&team, n, 1).await;
        let cursors = gone.resume_cursors();
        let user = &team.people[n].id;
        ann.does(&json!({"kind": "member.remove", "userId": user})).await;
        ann.does(&new_list(&format!("CANARY {user}"))).await;
        assert_eq!(gone.end().await, 4403);
        let ends = join_all((0..2).map(|node| {
            let (url, token, cursors) = (cluster.url(node), team.people[n].token(), &cursors);
            let hello = json!({"type": "hello", "token": token, "workspace": team.workspace, "protocol": 1,
                               "cursors": cursors});
            async move {
                let mut socket = Socket::open(url).await;
                socket.send(&hello).await;
                // Neither `welcome` nor events come before.
                socket.next().await.expect_err("not let in")
            }
        }));
        for end in ends.await {
            assert!(matches!(end, Frame::Close(4404, _)), "Redis {redis}: {end:?}");
        }
    }
}
