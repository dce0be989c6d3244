//! SC12: a workspace gets commons by one commit, while people go on.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use actors::domain::entity::{EntityKind, Home, Role, SCHEMA, Storage};
use actors::domain::ids::{ScopeId, UserId, WorkspaceId};
use actors::domain::kinds::role::built_in::{BuiltIn, words_of};
use actors::domain::refusal::RefusalCode;
use actors::domain::scope::commons_of;
use actors::{Ack, Stage};
use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::support::{Client, Fixture, TestDatabase, open_stage, order, report_node, until};

const HEADS: Duration = Duration::from_millis(20);

async fn number(db: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(db).await.expect(sql)
}

async fn epochs(db: &mut PgConnection, workspace: WorkspaceId) -> BTreeMap<Uuid, (Uuid, i64, i64)> {
    let rows: Vec<(Uuid, Uuid, i64, i64)> =
        sqlx::query_as("select id, epoch, seq, last_number from streams where workspace_id = $1")
            .bind(workspace.0)
            .fetch_all(db)
            .await
            .expect("streams");
    rows.into_iter().map(|(id, epoch, seq, number)| (id, (epoch, seq, number))).collect()
}

/// The workspaces of a database with commons.
async fn switched(db: &mut PgConnection) -> i64 {
    number(db, "select count(*) from streams where kind = 'commons'").await
}

async fn another_stage(database: &TestDatabase) -> Stage {
    open_stage(database, None, HEADS).await
}

#[actix::test]
async fn sc12_two_nodes_that_switch_a_workspace_at_once_do_it_once_and_every_common_row_is_in_the_commons() {
    let fixture = Fixture::new(2).await;
    let guest = UserId(Uuid::now_v7());
    fixture.join(guest, Role::Guest).await;
    let (owner, workspace, commons) = (fixture.people[0], fixture.workspace, commons_of(fixture.workspace));
    for command in [
        json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Red"}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Open"}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Mine", "private": true}),
    ] {
        fixture.does(owner, command).await;
    }
    let mut db = fixture.database.connect().await;
    let before = epochs(&mut db, workspace).await;
    sqlx::query(
        "insert into follower_cursors (follower, scope_id, epoch, seq) select 'test', id, epoch, seq from streams",
    )
    .execute(&mut db)
    .await
    .expect("cursors");
    report_node(&fixture.database, Some(SCHEMA)).await;
    let other = another_stage(&fixture.database).await;
    let (here, there) = tokio::join!(fixture.stage.switch_workspaces(10), other.switch_workspaces(10));
    assert_eq!(here.expect("switched") + there.expect("switched"), 1);
    let after = epochs(&mut db, workspace).await;
    assert_eq!(fixture.stage.switch_workspaces(10).await.expect("nothing to do"), 0);
    assert_eq!(epochs(&mut db, workspace).await, after, "idempotent");

    assert_eq!(after.len(), before.len() + 1);
    assert_eq!((after[&commons.0].1, after[&commons.0].2), (0, 0));
    for (scope, (epoch, seq, number)) in before {
        assert_ne!(after[&scope].0, epoch, "{scope}");
        assert_eq!((after[&scope].1, after[&scope].2), (seq, number), "{scope}");
    }
    let stale = "select count(*) from follower_cursors c join streams s on s.id = c.scope_id where c.epoch <> s.epoch";
    assert_eq!(number(&mut db, stale).await, 0, "followers go on where they were");
    for kind in EntityKind::ALL.iter().filter(|kind| kind.storage() == Storage::Cold) {
        let table = kind.table();
        let here = format!("select count(*) from {table} where scope_id = '{}'", commons.0);
        let all = format!("select count(*) from {table} where scope_id is distinct from '{}'", Uuid::nil());
        let (here, all) = (number(&mut db, &here).await, number(&mut db, &all).await);
        assert_eq!(here, if kind.home() == Home::Common { all } else { 0 }, "{table}");
    }
    let roles: Vec<(Uuid, String, Vec<String>)> =
        sqlx::query_as("select id, system, capabilities from roles order by id")
            .fetch_all(&mut db)
            .await
            .expect("roles");
    let mut expected: Vec<(Uuid, String, Vec<String>)> = BuiltIn::ALL
        .into_iter()
        .map(|role| (role.id(workspace).0, role.word().to_owned(), words_of(role.capabilities())))
        .collect();
    expected.sort();
    assert_eq!(roles, expected);
    let gained = format!("select count(*) from gained_scopes where scope_id = '{}' and gained_seq = 0", commons.0);
    assert_eq!(number(&mut db, &gained).await, 3);
}

#[actix::test]
async fn sc12_builds_that_do_not_know_commons_refuse_the_workspace_by_a_row_that_no_client_sees() {
    let fixture = Fixture::new(1).await;
    report_node(&fixture.database, Some(SCHEMA)).await;
    assert_eq!(fixture.stage.switch_workspaces(10).await.expect("switched"), 1);
    // Those builds read all members of a workspace, and fail at a role that is no word.
    let ids = "select count(*) from members where role not in ('owner', 'admin', 'member', 'guest')";
    assert_eq!(number(&mut fixture.database.connect().await, ids).await, 1);
    let other = another_stage(&fixture.database).await;
    let client = Client::following(&other, &other.open_hub(), fixture.workspace, fixture.people[0]).await;
    assert_eq!(client.replica.ids(EntityKind::Member), [fixture.people[0].0]);
    assert_eq!(client.replica.ids(EntityKind::Role).len(), BuiltIn::ALL.len());
}

#[actix::test]
async fn sc12_no_workspace_is_switched_while_a_node_of_an_older_build_was_seen_within_a_minute() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    let switch = async || fixture.stage.switch_workspaces(10).await.expect("an answer");
    assert_eq!(switch().await, 0, "no node is known");
    let (old, older) =
        (report_node(&fixture.database, Some(SCHEMA - 1)).await, report_node(&fixture.database, None).await);
    report_node(&fixture.database, Some(SCHEMA + 1)).await;
    assert_eq!(switch().await, 0);
    // A workspace that is founded meanwhile keeps the old form as well.
    fixture.found_another().await;
    assert_eq!(switched(&mut db).await, 0);
    let gone = "update nodes set seen_at = now() - interval '61 seconds' where id = $1";
    sqlx::query(gone).bind(older).execute(&mut db).await.expect("gone");
    assert_eq!(switch().await, 0);
    sqlx::query(gone).bind(old).execute(&mut db).await.expect("gone");
    assert_eq!(switch().await, 2);
    fixture.found_another().await;
    assert_eq!(switched(&mut db).await, 3, "a new workspace has commons from its first moment");
}

/// Asks again until the answer is final, as a client does.
async fn insist(stage: &Stage, fixture: &Fixture, by: UserId, command: Value) -> Ack {
    let order = order(by, command);
    loop {
        match stage.submit(fixture.workspace, order.clone()).await {
            Ok(ack) => return ack,
            Err(refusal) if refusal.code == RefusalCode::Unavailable => {}
            Err(refusal) => panic!("{order:?}: {refusal}"),
        }
    }
}

/// Comes back whenever the socket was closed, until the client has this state of its scopes.
async fn follow_to(client: &mut Client, stage: &Stage, heads: &BTreeMap<ScopeId, i64>) {
    let hub = stage.open_hub();
    until("the client is up to date", async || {
        if !client.is_connected() || client.pump().is_some() {
            let _ = client.connect(stage, &hub).await;
        }
        let is_theirs = |scope: &ScopeId| client.replica.cursors.contains_key(scope);
        heads.iter().filter(|(scope, _)| is_theirs(scope)).all(|(scope, seq)| client.replica.seq(*scope) == *seq)
            && is_theirs(&commons_of(client.workspace))
    })
    .await;
}

#[actix::test]
async fn sc12_edits_at_two_nodes_during_the_switch_are_stored_once_and_all_clients_converge() {
    let fixture = Fixture::new(4).await;
    let other = another_stage(&fixture.database).await;
    let stages = [&fixture.stage, &other];
    let mut clients = Vec::new();
    for (n, user) in fixture.people.iter().enumerate() {
        let mut client = Client::new(fixture.workspace, *user);
        client.connect(stages[n % 2], &stages[n % 2].open_hub()).await.expect("let in");
        clients.push(client);
    }
    report_node(&fixture.database, Some(SCHEMA)).await;
    let work = async |n: usize| {
        let (stage, by) = (stages[n % 2], fixture.people[n % 4]);
        let mut acks = Vec::new();
        for turn in 0..30 {
            let id = Uuid::now_v7();
            let command = match turn % 3 {
                0 => json!({"kind": "label.create", "labelId": id, "name": id}),
                1 => json!({"kind": "ticket.create", "ticketId": id, "title": "Mine", "private": true}),
                _ => json!({"kind": "ticket.create", "ticketId": id, "title": format!("{n} {turn}")}),
            };
            acks.push(insist(stage, &fixture, by, command).await);
        }
        acks
    };
    let switch = async {
        // In the midst of the work.
        let mut db = fixture.database.connect().await;
        until("half of the work is done", async || number(&mut db, "select count(*) from tickets").await > 80).await;
        other.switch_workspaces(10).await.expect("an answer")
    };
    let (acks, done) = tokio::join!(join_all((0..8).map(work)), switch);
    assert_eq!(done, 1);
    let acks: Vec<Ack> = acks.into_iter().flatten().collect();
    let places: BTreeSet<(ScopeId, i64)> = acks.iter().map(|ack| (ack.scope, ack.seq)).collect();
    assert_eq!(places.len(), 8 * 30, "every command has a place of its own");

    let mut db = fixture.database.connect().await;
    let commons = commons_of(fixture.workspace);
    let mut heads = BTreeMap::new();
    for (scope, (_, seq, _)) in epochs(&mut db, fixture.workspace).await {
        heads.insert(ScopeId(scope), seq);
        let commands: BTreeSet<Uuid> =
            fixture.journal_of(&mut db, ScopeId(scope)).await.into_iter().map(|(_, id)| id).collect();
        assert_eq!(commands.len() as i64, seq, "each command once in {scope}");
    }
    assert!(heads[&commons] > 0 && heads[&fixture.home()] > 0);
    let made = format!("select count(*) from labels where scope_id = '{}'", commons.0);
    assert_eq!(number(&mut db, &made).await, 80, "labels of before and after");
    let numbers: Vec<i64> = sqlx::query_scalar("select number from tickets where not private order by number")
        .fetch_all(&mut db)
        .await
        .expect("numbers");
    assert_eq!(numbers, (1..=80).collect::<Vec<_>>());

    let fresh = another_stage(&fixture.database).await;
    let hub = fresh.open_hub();
    for (n, client) in clients.iter_mut().enumerate() {
        follow_to(client, stages[n % 2], &heads).await;
        let whole = Client::following(&fresh, &hub, fixture.workspace, client.user).await;
        assert_eq!(client.replica.state(), whole.replica.state(), "EV2 for person {n}");
    }
}

#[actix::test]
async fn sc12_a_page_that_knows_commons_comes_back_for_its_snapshot_and_an_older_one_is_closed() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut page = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[0]).await;
    let mut old = Client::new(fixture.workspace, fixture.people[1]);
    old.schema = 0;
    old.connect(&fixture.stage, &hub).await.expect("let in");
    report_node(&fixture.database, Some(SCHEMA)).await;
    assert_eq!(fixture.stage.switch_workspaces(10).await.expect("switched"), 1);
    for client in [&mut page, &mut old] {
        let mut close = None;
        until("the socket is closed", async || {
            close = client.pump();
            close.is_some()
        })
        .await;
        assert_eq!(close.map(|it| it.code), Some(1012));
    }
    let welcome = page.connect(&fixture.stage, &hub).await.expect("let in");
    let scopes = welcome["scopes"].as_array().expect("scopes");
    assert!(scopes.len() == 3 && scopes.iter().all(|it| it["resume"] == "snapshot"), "{welcome}");
    assert_eq!(old.turned_away(&fixture.stage, &hub).await.code, 4426, "FO4");
}
