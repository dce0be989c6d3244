//! PR1 and PR2: presence.

use std::time::Instant;

use serde_json::{Value, json};
use uuid::Uuid;

use super::cluster::Cluster;
use super::socket::{Socket, patiently};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

/// Reads presence until a frame matches.
async fn until(socket: &mut Socket, mut wanted: impl FnMut(&[Value]) -> bool) -> Vec<Value> {
    loop {
        let frame = socket.next_of("presence").await;
        let members = frame["members"].as_array().expect("members").clone();
        if wanted(&members) {
            return members;
        }
    }
}

#[actix_web::test]
async fn pr1_every_member_sees_who_is_here_with_their_place_and_who_has_gone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    until(&mut ann, |members| members.len() == 2).await;
    bob.send(&json!({"type": "presence", "ticketId": ticket, "field": "title", "state": "editing"})).await;
    let members = until(&mut ann, |members| members.iter().any(|member| member["state"] == "editing")).await;
    let editing = members.iter().find(|member| member["state"] == "editing").expect("one");
    assert_eq!(
        (&editing["userId"], &editing["ticketId"], &editing["field"]),
        (&json!(team.people[1].id), &json!(ticket), &json!("title")),
    );
    assert!(editing["connection"].is_string() && editing["since"].is_string());
    bob.reset();
    patiently(until(&mut ann, |members| members.len() == 1)).await;
}

#[actix_web::test]
async fn pr1_presence_on_a_ticket_that_others_may_not_see_does_not_name_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let secret = Uuid::now_v7();
    ann.does(&json!({"kind": "ticket.create", "ticketId": secret, "title": "Mine", "private": true})).await;
    for (ticket, state) in [(secret, "editing"), (Uuid::now_v7(), "typing")] {
        ann.send(&json!({"type": "presence", "ticketId": ticket, "field": "title", "state": state})).await;
        let members = until(&mut bob, |members| members.iter().any(|member| member["state"] == state)).await;
        assert!(members.iter().all(|member| member["ticketId"].is_null() && member["field"].is_null()), "{members:?}");
    }
}

#[actix_web::test]
async fn pr1_a_place_in_a_restricted_list_is_shown_to_the_people_of_the_list_at_both_nodes_and_to_no_others() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["olga", "mia", "max", "gus"]).await;
    let gus = &team.people[3];
    let guest = json!({"kind": "member.setRole", "userId": gus.id, "role": "guest"});
    assert_eq!(team.post(0, &guest).await.status, 200);
    let [list, ticket] = [(); 2].map(|()| Uuid::now_v7());
    let shared = team.ticket(0).await;
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true}),
        json!({"kind": "share.set", "listId": list, "userId": gus.id, "level": "view"}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "Secret", "listIds": [list]}),
    ] {
        assert_eq!(team.post(1, &command).await.status, 200, "{command}");
    }
    let mut mia = cluster.socket(&team, 1, 0).await;
    let mut gus = cluster.socket(&team, 3, 1).await;
    let mut others = [cluster.socket(&team, 0, 0).await, cluster.socket(&team, 2, 1).await];
    for (place, state, guest_sees) in [(ticket, "editing", true), (shared, "typing", false)] {
        mia.send(&json!({"type": "presence", "ticketId": place, "field": "title", "state": state})).await;
        let is_there =
            |members: &[Value]| members.iter().any(|it| it["state"] == state && it["ticketId"] == json!(place));
        until(&mut mia, is_there).await;
        let is_present = |members: &[Value]| members.iter().any(|it| it["state"] == state);
        let members = until(&mut gus, |members| is_present(members) && is_there(members) == guest_sees).await;
        assert_eq!(json!(members).to_string().contains("title"), guest_sees);
        for socket in &mut others {
            let members = until(socket, |members| is_present(members) && is_there(members) != guest_sees).await;
            assert!(!json!(members).to_string().contains(&ticket.to_string()));
        }
    }
}

#[actix_web::test]
async fn pr1_another_workspace_gets_no_presence() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Team::new(&node, &["ann"]).await;
    let bravo = Team::new(&node, &["bob"]).await;
    let (mut ann, mut bob) = (alpha.socket(0).await, bravo.socket(0).await);
    ann.send(&json!({"type": "presence", "state": "away"})).await;
    until(&mut ann, |members| members.iter().any(|member| member["state"] == "away")).await;
    bob.send(&json!({"type": "presence", "state": "typing"})).await;
    until(&mut bob, |members| {
        assert!(members.iter().all(|member| member["userId"] == json!(bravo.people[0].id)));
        members.iter().any(|member| member["state"] == "typing")
    })
    .await;
}

#[actix_web::test]
async fn pr2_presence_is_gathered_to_at_most_ten_frames_a_second() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    ann.send(&json!({"type": "watch", "ticketId": ticket})).await;
    until(&mut ann, |members| members.len() == 2).await;
    let began = Instant::now();
    let mut frames = 0;
    for n in 0..200 {
        let field = format!("field {n}");
        bob.send(&json!({"type": "presence", "ticketId": ticket, "field": field, "state": "typing"})).await;
        if n % 20 == 0 {
            // Slow enough to span several frames.
            bob.send(&json!({"type": "ping", "n": n})).await;
            bob.next_of("pong").await;
            frames += 1;
            until(&mut ann, |_| true).await;
        }
    }
    until(&mut ann, |members| {
        frames += 1;
        members.iter().any(|member| member["field"] == "field 199")
    })
    .await;
    let allowed = began.elapsed().as_secs_f64() * 10.0 + 2.0;
    assert!(f64::from(frames) <= allowed, "{frames} frames in {:?}", began.elapsed());
}
