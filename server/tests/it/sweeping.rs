//! Sweeping as periodic jobs (rules JB7 and JB12 of docs/decisions/jobs.md).

use sqlx::Executor;

use crate::support::{TestDatabase, TestNode, until};

async fn count(database: &TestDatabase, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a number")
}

#[actix_web::test]
async fn jb7_each_sweep_has_one_row_and_runs() {
    let database = TestDatabase::new().await;
    let _nodes = (TestNode::start(&database).await, TestNode::start(&database).await);
    until("each has run", || async {
        let sql = "select count(*) from jobs where kind like 'sweep.%' and every is not null and ended_at is not null
                   and last_error is null";
        count(&database, sql).await == 8
    })
    .await;
    assert_eq!(count(&database, "select count(*) from jobs where kind like 'sweep.%'").await, 8);
}

#[actix_web::test]
async fn jb12_old_rows_go_and_the_others_stay() {
    let database = TestDatabase::new().await;
    let mut connection = database.connect().await;
    let rows = "
        insert into jobs (id, kind, state, most_tries, ended_at)
        select gen_random_uuid(), 'old', state, 1, now() - age::interval
        from (values ('done', '25 hours'), ('done', '23 hours'), ('obsolete', '25 hours'),
                     ('dead', '31 days'), ('dead', '29 days')) j (state, age);
        insert into guesses (key, count, window_ends_at)
        values ('old', 1, now() - interval '1 second'), ('new', 1, now() + interval '1 hour');
        insert into deleted_tickets (workspace_id, id, scope_id, number, deleted_at, deleted_by_user_id)
        select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, now() - age::interval, gen_random_uuid()
        from unnest(array['91 days', '89 days']) age;
        create table events_20200101 partition of events for values from ('2020-01-01') to ('2020-01-02');
        create table commands_20200101 partition of commands
            for values from (uuid_floor('2020-01-01')) to (uuid_floor('2020-01-02'));";
    connection.execute(rows).await.expect("stored");
    let _node = TestNode::start(&database).await;
    let left = async || {
        (
            count(&database, "select count(*) from jobs where kind = 'old'").await,
            count(&database, "select count(*) from guesses").await,
            count(&database, "select count(*) from deleted_tickets").await,
            count(&database, "select count(*) from pg_class where relname like '%_20200101'").await,
        )
    };
    until("the old rows have gone", async || left().await == (2, 1, 1, 0)).await;
}
