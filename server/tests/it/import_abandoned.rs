//! An import and its node: the import outlives the node, or the node the import.

use serde_json::json;

use crate::import::{counts, ended, entities, found, upload};
use crate::support::{Client, Person, TestDatabase, Troupe, until};

const ROWS: usize = 4_000;

#[actix_web::test]
async fn an_import_whose_node_was_killed_is_interrupted_and_goes_on_when_imported_again() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::node(&database);
    let ada = Person::sign_up(Client::new(&node.url), "ada").await.client;
    let workspace = found(&ada).await;
    let rows: String = (1..=ROWS).map(|n| format!("A-{n},Ticket {n}\n")).collect();
    let file = format!("key,title\n{rows}");
    let fields = [("format", "csv")];
    let started = upload(&ada, &workspace, &fields, "work.csv", file.as_bytes()).await;
    assert_eq!(started.status, 202);
    let has = async |condition: &str| {
        let sql = format!("select exists (select 1 from imports where {condition})");
        let mut inside = database.connect().await;
        sqlx::query_scalar::<_, bool>(sqlx::AssertSqlSafe(sql)).fetch_one(&mut inside).await.expect("an answer")
    };
    until("it has begun", || has("done > 0")).await;
    node.child.kill().expect("killed");
    node.child.wait().expect("dead");
    assert!(has("state = 'running' and done < total").await, "the killed node could not end it");

    // As if the import had been silent for very long.
    let mut inside = database.connect().await;
    let age = "update imports set alive_at = alive_at - interval '1 minute'";
    sqlx::query(age).execute(&mut inside).await.expect("aged");
    let node = Troupe::node(&database);
    let ada = ada.at(&node.url);
    until("it is ended", || has("state = 'interrupted' and finished_at is not null")).await;
    let job = &entities(&ada, &workspace, "import").await[0];
    assert_eq!((&job["state"], &job["report"][0]["code"]), (&json!("interrupted"), &json!("interrupted")));

    let started = upload(&ada, &workspace, &fields, "work.csv", file.as_bytes()).await;
    let job = ended(&database, &ada, &workspace, &started).await;
    let [total, done, created, _, unchanged, _] = counts(&job);
    assert_eq!((&job["state"], total, done, created + unchanged), (&json!("done"), 4_000, 4_000, 4_000));
    assert!(unchanged > 0, "what was there already is not doubled");
    assert_eq!(entities(&ada, &workspace, "ticket").await.len(), ROWS);
}
