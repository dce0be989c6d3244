//! Cold kinds: rows without SQL of their own, and errors instead of silence.

use actors::domain::ids::ScopeId;
use actors::journal::{JournalError, cold_kinds};
use serde_json::{Value, json};
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

use crate::support::{Fixture, Session, fresh};

/// Creates a table as the migration of a new kind would.
async fn add_kind(db: &mut PgConnection) {
    db.execute(
        "create table pets (
             workspace_id uuid not null, id uuid not null, scope_id uuid not null, version bigint not null,
             name text not null, legs int, owner_user_id uuid, created_at timestamptz not null,
             primary key (workspace_id, id)
         );
         insert into cold_kinds (table_name) values ('pets');",
    )
    .await
    .expect("a kind");
}

/// Passes rows of a table to the commit function. The scope stands at seq 40.
async fn write(db: &mut PgConnection, table: &str, rows: Value, scope: Uuid) -> Result<(), String> {
    sqlx::query("select write_cold_rows($1, $2, array[$3], array[40::bigint])")
        .bind(table)
        .bind(rows)
        .bind(scope)
        .execute(db)
        .await
        .map(drop)
        .map_err(|error| error.into_database_error().expect("the database's own").message().to_owned())
}

#[actix::test]
async fn the_database_and_this_build_know_the_same_cold_kinds_and_each_table_has_the_columns_of_one() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    let known: Vec<String> =
        sqlx::query_scalar("select table_name from cold_kinds order by 1").fetch_all(&mut db).await.expect("names");
    // The commit function writes the records of the audit log like rows of a cold kind.
    let mut ours: Vec<&str> = cold_kinds().map(|kind| kind.table()).chain(["audit"]).collect();
    ours.sort_unstable();
    assert_eq!(known, ours);
    let lacking: Vec<String> = sqlx::query_scalar(
        "select k.table_name || '.' || c from cold_kinds k, unnest(array['workspace_id', 'id', 'scope_id', 'version']) c
         where not exists (select from information_schema.columns i where i.table_name = k.table_name and i.column_name = c)",
    )
    .fetch_all(&mut db)
    .await
    .expect("columns");
    assert_eq!(lacking, Vec::<String>::new());
}

#[actix::test]
async fn a_new_kind_is_written_and_deleted_without_a_function_of_its_own() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    add_kind(&mut db).await;
    let (id, scope, at) = (Uuid::now_v7(), Uuid::now_v7(), "2026-01-02T03:04:05.678+00:00");
    let pet = |name: &str, version: i64| {
        json!({"workspace_id": scope, "id": id, "scope_id": scope, "version": version,
        "name": name, "owner_user_id": null, "created_at": at})
    };
    write(&mut db, "pets", json!([pet("Rex", 1)]), scope).await.expect("written");
    // A newer build writes a column that this build does not know and must not change.
    db.execute("update pets set legs = 4").await.expect("updated");
    write(&mut db, "pets", json!([pet("Max", 2)]), scope).await.expect("written again");
    let row: Value = sqlx::query_scalar("select to_jsonb(p) from pets p").fetch_one(&mut db).await.expect("one row");
    assert_eq!((&row["name"], &row["version"], &row["legs"]), (&json!("Max"), &json!(42), &json!(4)), "{row}");
    assert_eq!(row["created_at"], at);
    sqlx::query("select delete_cold_rows('pets', $1, $2)")
        .bind(scope)
        .bind(json!([id]))
        .execute(&mut db)
        .await
        .expect("deleted");
    let left: i64 = sqlx::query_scalar("select count(*) from pets").fetch_one(&mut db).await.expect("a number");
    assert_eq!(left, 0);
}

#[actix::test]
async fn rows_that_no_table_or_scope_takes_are_errors() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    add_kind(&mut db).await;
    let scope = Uuid::now_v7();
    let pet = json!({"workspace_id": scope, "id": Uuid::now_v7(), "scope_id": scope, "version": 1, "name": "Rex",
        "created_at": "2026-01-02T03:04:05Z"});
    let with = |field: &str, value: Value| {
        let mut pet = pet.clone();
        pet[field] = value;
        pet
    };
    for (table, rows, said) in [
        ("rockets", json!([pet]), "no kind is stored in the table \"rockets\""),
        ("users", json!([pet]), "no kind is stored in the table \"users\""),
        ("pets", json!([with("wings", json!(2))]), "the table \"pets\" lacks some of the columns"),
        ("pets", json!([pet, with("legs", json!(4))]), "the rows of the table \"pets\" differ in their columns"),
        ("pets", json!([with("scope_id", json!(Uuid::now_v7()))]), "are of no scope of this batch"),
    ] {
        let error = write(&mut db, table, rows, scope).await.expect_err(table);
        assert!(error.contains(said), "{error}");
    }
    let kept: i64 = sqlx::query_scalar("select count(*) from pets").fetch_one(&mut db).await.expect("a number");
    assert_eq!(kept, 0);
}

#[actix::test]
async fn cm5_a_row_of_a_scope_that_its_batch_does_not_hold_is_refused_and_nothing_is_stored() {
    let fixture = Fixture::new(1).await;
    let session = Session::of(&fixture, fixture.people[0]).await;
    let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Lost"});
    let mut batch = session.decide(fresh(), &label, &[]).await;
    for row in batch.rows.values_mut() {
        row.scope = ScopeId(Uuid::now_v7());
    }
    let error = session.journal.commit(&batch).await.expect_err("refused");
    assert!(matches!(error, JournalError::Refused(_)), "{error}");
    let (world, ..) = session.load(&[]).await;
    assert!(world.tables.labels.values().all(|label| label.name != "Lost"));
}
