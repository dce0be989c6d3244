//! RS5: a member never reads events from before they gained a scope.

use serde_json::{Value, json};
use uuid::Uuid;

use super::cluster::{Cluster, new_list};
use super::socket::Socket;
use super::team::Team;
use crate::support::TestDatabase;

const CANARY: &str = "CANARY";

fn resumes(welcome: &Value) -> Vec<&str> {
    welcome["scopes"].as_array().expect("scopes").iter().filter_map(|scope| scope["resume"].as_str()).collect()
}

/// A deleted ticket, a deleted list, and a ticket that becomes private. The journal still holds them all.
async fn write_and_delete(socket: &mut Socket) -> i64 {
    let [deleted, gone, private] = [(); 3].map(|()| Uuid::now_v7());
    let mut last = 0;
    for command in [
        json!({"kind": "ticket.create", "ticketId": deleted, "title": CANARY}),
        json!({"kind": "ticket.trash", "ticketId": deleted}),
        json!({"kind": "ticket.delete", "ticketId": deleted}),
        json!({"kind": "list.create", "listId": gone, "name": format!("{CANARY} {gone}")}),
        json!({"kind": "list.delete", "listId": gone}),
        json!({"kind": "ticket.create", "ticketId": private, "title": CANARY}),
        json!({"kind": "ticket.update", "ticketId": private, "patch": {"private": true}}),
    ] {
        last = socket.does(&command).await;
    }
    last
}

/// Says hello to a node with these cursors. The answer must be `snapshot` for all scopes, and no earlier event may
/// follow. Returns the socket.
async fn must_begin_anew(cluster: &Cluster, node: usize, team: &Team, n: usize, cursors: &Value) -> Socket {
    let mut socket = Socket::open(cluster.url(node)).await;
    let welcome = socket.hello(team.people[n].token(), &team.workspace, cursors).await;
    assert_eq!(resumes(&welcome), ["snapshot"; 3], "RS5: {cursors}");
    // Every earlier event would have arrived before this one.
    let seq = socket.does(&new_list(&format!("then {}", Uuid::now_v7()))).await;
    socket.read_to(&team.workspace, seq).await;
    let heard = serde_json::to_string(&socket.events).expect("text");
    assert!(!heard.contains(CANARY), "{heard}");
    socket
}

/// A cursor from after the gain resumes.
async fn must_go_on(cluster: &Cluster, node: usize, team: &Team, n: usize, read: &Socket) {
    let mut socket = Socket::open(cluster.url(node)).await;
    let welcome = socket.hello(team.people[n].token(), &team.workspace, &read.resume_cursors()).await;
    assert_eq!(resumes(&welcome), ["delta"; 3], "RS1");
}

#[actix_web::test]
async fn rs5_d12_a_newcomer_gets_no_event_from_before_they_joined_at_any_node() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let mut team = cluster.team(&["ann"]).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    let head = write_and_delete(&mut ann).await;
    // The other node has loaded the workspace before the member joins.
    let other = cluster.socket(&team, 0, 1).await;
    let bob = crate::support::Person::sign_up(crate::support::Client::new(cluster.url(0)), "bob").await;
    team.invite(&bob, "member").await;
    team.people.push(bob);
    for node in [0, 1] {
        let welcomed = cluster.socket(&team, 1, node).await;
        for seq in [0, 1, 5, head] {
            let mut cursors = json!({&team.workspace: {"epoch": welcomed.epochs[&team.workspace], "seq": seq}});
            for (scope, epoch) in
                welcomed.epochs.iter().filter(|(scope, _)| ![&team.workspace, &team.commons].contains(scope))
            {
                cursors[scope] = json!({"epoch": epoch, "seq": -1});
            }
            let read = must_begin_anew(&cluster, node, &team, 1, &cursors).await;
            must_go_on(&cluster, 1 - node, &team, 1, &read).await;
        }
    }
    drop(other);
}

#[actix_web::test]
async fn rs5_d12_a_member_who_returns_after_a_removal_or_as_a_guest_gets_a_snapshot_with_redis_and_without() {
    let database = TestDatabase::new().await;
    let mut cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob", "cem"]).await;
    let mut ann = cluster.socket(&team, 0, 0).await;
    for (redis, n) in [("here", 1), ("here", 2), ("away", 1), ("away", 2)] {
        if (redis, n) == ("away", 1) {
            cluster.redis_goes().await;
        }
        let user = &team.people[n].id;
        let [status, other, mine] = [(); 3].map(|()| Uuid::now_v7());
        for (status, name) in [(status, format!("A {status}")), (other, format!("B {other}"))] {
            ann.does(&json!({"kind": "status.create", "statusId": status, "name": name, "category": "started"})).await;
        }
        let mut before = cluster.socket(&team, n, 1).await;
        let mine =
            json!({"kind": "ticket.create", "ticketId": mine, "title": "Mine", "private": true, "statusId": status});
        before.does(&mine).await;
        // Writes into their personal scope while they are offline.
        let delete = json!({"kind": "status.delete", "statusId": status, "moveTo": other});
        let cursors = before.resume_cursors();
        drop(before);
        // One member is removed and invited again, the other becomes a guest and a member again.
        if n == 1 {
            ann.does(&json!({"kind": "member.remove", "userId": user})).await;
            ann.does(&delete).await;
            write_and_delete(&mut ann).await;
            team.invite(&team.people[n], "member").await;
        } else {
            ann.does(&json!({"kind": "member.setRole", "userId": user, "role": "guest"})).await;
            ann.does(&delete).await;
            write_and_delete(&mut ann).await;
            ann.does(&json!({"kind": "member.setRole", "userId": user, "role": "member"})).await;
        }
        let last = ann.does(&new_list(&format!("back {}", Uuid::now_v7()))).await;
        for node in [1, 0] {
            // A node that has not read the removal yet still resumes, and closes the socket at the event of the
            // removal.
            cluster.socket(&team, 0, node).await.read_to(&team.workspace, last).await;
            let read = must_begin_anew(&cluster, node, &team, n, &cursors).await;
            must_go_on(&cluster, 1 - node, &team, n, &read).await;
        }
    }
}
