//! F-19: the database ends a node's commit because the commit and another transaction wait for each other (40P01).

use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::socket::patiently;
use super::team::Team;
use crate::support::{TestDatabase, TestNode};

/// The node's sessions look for a deadlock after this time, and so before all other sessions: the one that finds it is
/// the victim. To be called before the node has opened sessions.
async fn let_nodes_look_first(db: &mut PgConnection) {
    let set =
        "do $$ begin execute format('alter database %I set deadlock_timeout = ''100ms''', current_database()); end $$";
    sqlx::raw_sql(set).execute(db).await.expect("a setting");
}

/// A transaction that looks for deadlocks late.
async fn late_transaction(database: &TestDatabase) -> PgConnection {
    let mut db = database.connect().await;
    sqlx::raw_sql("set deadlock_timeout = '60s'; begin").execute(&mut db).await.expect("a transaction");
    db
}

async fn count(db: &mut PgConnection, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(db).await.expect("a count")
}

/// The commits that hold their streams and wait for a table.
const HELD_UP: &str = "select count(*) from pg_locks l join pg_stat_activity a using (pid)
    where a.datname = current_database() and a.query like '%store_batches%'
      and not l.granted and l.relation = 'activities'::regclass";

const STREAM: &str = "select 1 from streams where id = $1 for update";
const WAITS_FOR_THE_COMMIT: &str = "select count(*) from pg_stat_activity
    where datname = current_database() and query like '%from streams%for update' and wait_event_type = 'Lock'";

#[actix_web::test]
async fn f19_a_commit_that_is_ended_for_a_deadlock_is_run_again_by_the_node_itself_and_done_once() {
    let database = TestDatabase::new().await;
    let mut look = database.connect().await;
    let_nodes_look_first(&mut look).await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let ticket = team.ticket(0).await;
    let (mut ann, mut bob) = (team.socket(0).await, team.socket(1).await);
    let before = ann.cursors[&team.workspace];

    // A commit locks its stream, then the table of activities, then its ticket. A lock on that table stops the commit
    // between the two.
    let mut holder = late_transaction(&database).await;
    sqlx::raw_sql("lock table activities in share mode").execute(&mut holder).await.expect("a lock");
    let mut other = late_transaction(&database).await;
    let lock = "select 1 from tickets where id = $1 for update";
    sqlx::query(lock).bind(ticket).execute(&mut other).await.expect("the ticket");
    let title = |n: u32| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": format!("Title {n}")}});
    let mut sent = Vec::new();
    for n in 1..=3 {
        sent.push(ann.command(&title(n)).await);
    }
    patiently(async { while count(&mut look, HELD_UP).await == 0 {} }).await;
    let scope = Uuid::parse_str(&team.workspace).expect("an id");
    let asking = actix_web::rt::spawn(async move {
        sqlx::query(STREAM).bind(scope).execute(&mut other).await.expect("the victim is the node");
        other
    });
    patiently(async { while count(&mut look, WAITS_FOR_THE_COMMIT).await == 0 {} }).await;
    assert_eq!(count(&mut look, HELD_UP).await, 1, "it still is the same commit");
    sqlx::raw_sql("rollback").execute(&mut holder).await.expect("out of the way");

    // Now the transaction asks for the ticket. It gets the stream only after the commit has ended.
    let mut other = patiently(asking).await.expect("a task");
    let seq: i64 = sqlx::query_scalar("select seq from streams where id = $1")
        .bind(scope)
        .fetch_one(&mut look)
        .await
        .expect("a seq");
    assert_eq!(seq, before, "nothing is stored");
    sqlx::raw_sql("commit").execute(&mut other).await.expect("out of the way");
    for (n, id) in (1..).zip(&sent) {
        let answer = patiently(ann.answer_to(*id)).await;
        assert_eq!((&answer["type"], &answer["seq"]), (&json!("ack"), &json!(before + n)), "{answer}");
    }
    patiently(bob.read_to(&team.workspace, before + 3)).await;
    let titles = bob.events.iter().filter_map(|(_, event)| Some((&event["commandId"], title_of(event)?)));
    let wanted: Vec<(Value, Value)> =
        (1..).zip(&sent).map(|(n, id)| (json!(id), title(n)["patch"]["title"].clone())).collect();
    assert_eq!(
        titles.map(|(id, title)| (id.clone(), title.clone())).collect::<Vec<_>>(),
        wanted,
        "each once, in order"
    );

    // The database counts deadlocks when its sessions have time, so the sessions get some work.
    patiently(async {
        while count(&mut look, "select deadlocks from pg_stat_database where datname = current_database()").await == 0 {
            let name = Uuid::now_v7();
            ann.does(&json!({"kind": "list.create", "listId": name, "name": name})).await;
        }
    })
    .await;
}

fn title_of(event: &Value) -> Option<&Value> {
    event["changes"].as_array()?.iter().find_map(|change| change["data"].get("title"))
}
