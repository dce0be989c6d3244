//! F-46, F-48: events in the journal that this build does not know, and events that no build can read.

use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::scope::personal_scope;
use serde_json::{Value, json};
use sqlx::Connection;
use uuid::Uuid;

use super::socket::{Socket, text};
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

/// Stores an event in the workspace's scope, as a commit of any version does; returns its seq.
async fn put_in(database: &TestDatabase, workspace: &str, changes: &str) -> i64 {
    sqlx::query_scalar(
        "with stream as (update streams set seq = seq + 1 where id = $1::uuid returning id, workspace_id, seq)
         insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
         select id, seq, clock_timestamp(), workspace_id, gen_random_uuid(), gen_random_uuid(), $2::json from stream
         returning seq",
    )
    .bind(workspace)
    .bind(changes)
    .fetch_one(&mut database.connect().await)
    .await
    .expect("an event")
}

fn new_list(name: &str) -> Value {
    json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name})
}

async fn unreadable(node: &TestNode) -> String {
    let answer = node.client().get("/metrics").await;
    let text = String::from_utf8(answer.body).expect("text");
    let line = text.lines().find(|line| line.starts_with("troupe_journal_unreadable_total ")).expect("the figure");
    line.to_owned()
}

#[actix_web::test]
async fn f46_an_event_of_a_newer_version_is_passed_on_as_it_was_written_live_and_on_resume() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, away) = (team.socket(0).await, team.socket(1).await);
    let cursors = away.resume_cursors();
    drop(away);
    let changes = json!([
        {"op": "update", "entity": "ticket", "id": ticket, "data": {"title": "Known", "mood": {"word": "calm"}}},
        {"op": "create", "entity": "mood", "id": Uuid::now_v7(), "data": {"name": "calm", "weight": 1.5}},
        {"op": "fade", "entity": "ticket", "id": ticket, "by": "half"},
    ]);
    let seq = put_in(&database, &team.workspace, &changes.to_string()).await;
    ann.read_to(&team.workspace, seq).await;
    let behind = ann.does(&new_list("behind it")).await;
    ann.read_to(&team.workspace, behind).await;
    let elsewhere = TestNode::start(&database).await;
    for url in [node.url(), elsewhere.url()] {
        let mut bob = Socket::open(url).await;
        bob.hello(team.people[1].token(), &team.workspace, &cursors).await;
        bob.read_to(&team.workspace, behind).await;
        assert_eq!(bob.events, ann.events, "the same at {url}");
    }
    let told = ann.events.iter().find(|(_, event)| event["seq"] == seq).expect("the event");
    assert_eq!(told.1["changes"], changes);
    assert!(unreadable(&node).await.ends_with(" 0"));
}

#[actix_web::test]
async fn f48_rs2_an_unreadable_event_sends_clients_that_lack_it_to_the_snapshot_and_delays_no_other() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, others) = (Team::new(&node, &["ann", "bob"]).await, Team::new(&node, &["cem"]).await);
    let (mut ann, mut cem) = (team.socket(0).await, others.socket(0).await);
    let before = ann.does(&new_list("before")).await;
    ann.read_to(&team.workspace, before).await;
    for (turn, poison) in [r#""soup""#, r#"[{"op": 7}]"#].into_iter().enumerate() {
        let (cursors, seq) = (ann.resume_cursors(), put_in(&database, &team.workspace, poison).await);
        assert_eq!(ann.end().await, 1012, "DR1: come back");
        ann = Socket::open(node.url()).await;
        let welcome = ann.hello(team.people[0].token(), &team.workspace, &cursors).await;
        let scopes = welcome["scopes"].as_array().expect("scopes");
        let scope = scopes.iter().find(|it| it["scope"] == team.workspace).expect("the scope");
        assert_eq!((text(&scope["resume"]), &scope["seq"]), ("snapshot".to_owned(), &json!(seq)));
        let behind = ann.does(&new_list(&format!("behind it {turn}"))).await;
        assert_eq!(behind, seq + 1);
        ann.read_to(&team.workspace, behind).await;
        let beside = cem.does(&new_list(&format!("beside it {turn}"))).await;
        cem.read_to(&others.workspace, beside).await;
    }
    assert!(!unreadable(&node).await.ends_with(" 0"), "it is said loudly");
    // An event in one person's personal scope affects no other member.
    let mut bob = team.socket(1).await;
    let shared = [&team.workspace, &team.commons];
    let own = bob.cursors.keys().find(|scope| !shared.contains(scope)).expect("their own").clone();
    put_in(&database, &own, "7").await;
    assert_eq!(bob.end().await, 1012, "DR1: come back");
    let last = ann.does(&new_list("all the same")).await;
    ann.read_to(&team.workspace, last).await;
}

#[actix_web::test]
async fn f46_a_member_with_a_right_that_this_build_does_not_know_loses_the_earlier_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let (mut ann, bob) = (team.socket(0).await, team.people[1].client.clone());
    let path = format!("/api/workspaces/{}/snapshot", team.workspace);
    assert_eq!(bob.get(&path).await.status, 200);
    let mut connection = database.connect().await;
    let newer = "alter table members drop constraint members_state_check";
    sqlx::query(newer).execute(&mut connection).await.expect("a newer version");
    let id: Uuid = sqlx::query_scalar("update members set state = 'suspended' where role = 'member' returning id")
        .fetch_one(&mut connection)
        .await
        .expect("bob");
    let change = json!([{"op": "update", "entity": "member", "id": id, "data": {"state": "suspended"}}]);
    put_in(&database, &team.workspace, &change.to_string()).await;
    assert_eq!(ann.end().await, 1012, "DR1: come back");
    assert_eq!(bob.get(&path).await.status, 503, "this build cannot tell what he may do");
    let left = "update members set state = 'left' where id = $1";
    sqlx::query(left).bind(id).execute(&mut connection).await.expect("what this build reads");
    while bob.get(&path).await.status != 404 {}
}

/// Waits until this many statements of a database wait for a lock.
async fn waiting(database: &TestDatabase, wanted: i64) {
    let asked = "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    let mut connection = database.connect().await;
    while sqlx::query_scalar::<_, i64>(asked).fetch_one(&mut connection).await.expect("a count") < wanted {}
}

#[actix_web::test]
async fn f48_rs1_a_client_that_joins_while_a_workspace_is_read_anew_follows_all_of_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let mut ann = team.socket(0).await;
    let [mut opening, mut loading] = [database.connect().await, database.connect().await];
    // His personal scope is being opened, and is not open before the read of the other scope has begun.
    let mut opening = opening.begin().await.expect("a transaction");
    let opened = "insert into streams (id, workspace_id, kind, user_id)
                  select $2, workspace_id, 'personal', id from members where workspace_id = $1 and role = 'member'";
    let workspace = WorkspaceId(Uuid::parse_str(&team.workspace).expect("an id"));
    let member: Uuid = sqlx::query_scalar("select id from members where workspace_id = $1 and role = 'member'")
        .bind(workspace.0)
        .fetch_one(&mut *opening)
        .await
        .expect("bob");
    let own = personal_scope(workspace, UserId(member));
    sqlx::query(opened).bind(workspace.0).bind(own.0).execute(&mut *opening).await.expect("not opened yet");
    let mut bob = Socket::open(node.url()).await;
    let between = async {
        waiting(&database, 1).await;
        let mut loading = loading.begin().await.expect("a transaction");
        sqlx::query("lock table labels in access exclusive mode").execute(&mut *loading).await.expect("a lock");
        put_in(&database, &team.workspace, "7").await;
        assert_eq!(ann.end().await, 1012, "DR1: come back");
        waiting(&database, 2).await;
        opening.rollback().await.expect("ended");
        let there = "select exists (select from streams where id = $1)";
        let mut connection = database.connect().await;
        while !sqlx::query_scalar::<_, bool>(there).bind(own.0).fetch_one(&mut connection).await.expect("an answer") {}
        loading.rollback().await.expect("ended");
    };
    let nowhere = json!(null);
    let (welcome, ()) = tokio::join!(bob.hello(team.people[1].token(), &team.workspace, &nowhere), between);
    assert_eq!(welcome["scopes"].as_array().expect("scopes").len(), 3, "{welcome}");
    let seq = team.socket(0).await.does(&new_list("behind it")).await;
    bob.read_to(&team.workspace, seq).await;
}
