//! The queue and its pools on a real database: the rules JB1 to JB12 of docs/decisions/jobs.md.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use actors::db::{Db, DbOptions};
use actors::jobs::{Done, Failure, Job, Jobs, Kinds, MOST_OPEN_OF_OWNER, NewJob, Plan, Pool, PoolOptions, Run};
use serde::{Deserialize, Serialize};
use sqlx::{Connection, Executor, PgConnection};
use tokio::sync::{Notify, watch};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::{TestDatabase, until};

const PLAN: Plan = Plan {
    tries: 3,
    first_pause: Duration::from_millis(1),
    longest_pause: Duration::from_millis(2),
    time_limit: Duration::from_secs(30),
    every: None,
};

/// What the jobs of a test did, in order, and what lets a waiting job end.
#[derive(Default)]
struct Shared {
    lines: Mutex<Vec<String>>,
    go: Notify,
}

type Log = Arc<Shared>;

/// Writes a word into the log, and ends as the word says.
#[derive(Serialize, Deserialize)]
struct Note {
    word: String,
}

impl Job for Note {
    type Context = Log;
    const KIND: &'static str = "test.note";
    const PLAN: Plan = PLAN;

    async fn run(self, run: Run, log: Log) -> Result<Done, Failure> {
        log.lines.lock().expect("no panic").push(format!("{} {}", self.word, run.tries));
        match self.word.as_str() {
            "fails" => Err(Failure::Passing("The test fails.".to_owned())),
            "is refused" => Err(Failure::Lasting("The test refuses.".to_owned())),
            "panics" => panic!("as asked"),
            "hangs" => std::future::pending().await,
            "waits" => {
                log.go.notified().await;
                Ok(Done::Done)
            }
            _ => Ok(Done::Done),
        }
    }
}

/// A periodic job that fails.
#[derive(Serialize, Deserialize)]
struct Tick;

impl Job for Tick {
    type Context = Log;
    const KIND: &'static str = "test.tick";
    const PLAN: Plan = Plan { tries: 2, every: Some(Duration::from_secs(3_600)), ..PLAN };

    async fn run(self, run: Run, log: Log) -> Result<Done, Failure> {
        log.lines.lock().expect("no panic").push(format!("tick {}", run.tries));
        Err(Failure::Passing("The tick fails.".to_owned()))
    }
}

/// A database with a queue.
struct Stand {
    database: TestDatabase,
    jobs: Jobs,
    log: Log,
}

/// A pool of a node. Dropping it without [`Working::stop`] is the death of the node.
struct Working {
    stop: watch::Sender<bool>,
    pool: JoinHandle<()>,
}

impl Working {
    async fn stop(self) {
        self.stop.send(true).expect("a pool");
        self.pool.await.expect("no panic");
    }

    /// As a kill does: nothing of what the node was doing is stored.
    fn kill(self) {
        self.pool.abort();
    }
}

impl Stand {
    async fn new() -> Self {
        let database = TestDatabase::new().await;
        let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
        Self { database, jobs: Jobs::new(db), log: Log::default() }
    }

    fn log(&self) -> Vec<String> {
        self.log.lines.lock().expect("no panic").clone()
    }

    /// A node that runs both kinds of jobs.
    fn node(&self) -> Working {
        self.node_with(Kinds::default().with::<Note>(self.log.clone()).with::<Tick>(self.log.clone()))
    }

    fn node_with(&self, kinds: Kinds) -> Working {
        let (stop, stopped) = watch::channel(false);
        let options = PoolOptions { poll: Duration::from_millis(5), ..PoolOptions::of_node(Uuid::new_v4()) };
        let pool = Pool::new(self.jobs.clone(), kinds, options).run(stopped);
        Working { stop, pool: tokio::spawn(pool) }
    }

    async fn queue(&self, word: &str) -> Uuid {
        let id = Uuid::now_v7();
        assert!(note(id, word).store(&mut self.database.connect().await).await.expect("stored"));
        id
    }

    /// State, tries and error of a job.
    async fn row(&self, id: Uuid) -> (String, i32, Option<String>) {
        let sql = "select state, tries, last_error from jobs where id = $1";
        sqlx::query_as(sql).bind(id).fetch_one(&mut self.database.connect().await).await.expect("a row")
    }

    async fn becomes(&self, id: Uuid, state: &str) {
        until(state, || async { self.row(id).await.0 == state }).await;
    }

    async fn change(&self, sql: &'static str) {
        self.database.connect().await.execute(sql).await.expect("changed");
    }
}

fn note(id: Uuid, word: &str) -> NewJob {
    NewJob::new(id, &Note { word: word.to_owned() }).expect("small enough")
}

#[tokio::test]
async fn jb1_a_job_is_stored_with_its_cause_or_not_at_all() {
    let stand = Stand::new().await;
    let mut connection = stand.database.connect().await;
    let (kept, undone) = (Uuid::now_v7(), Uuid::now_v7());
    for (id, commits) in [(undone, false), (kept, true)] {
        let mut tx = connection.begin().await.expect("begun");
        note(id, "runs").store(&mut tx).await.expect("stored");
        if commits { tx.commit().await.expect("committed") } else { tx.rollback().await.expect("undone") }
    }
    let found: Vec<Uuid> = sqlx::query_scalar("select id from jobs").fetch_all(&mut connection).await.expect("rows");
    assert_eq!(found, [kept]);
}

#[tokio::test]
async fn jb2_of_several_nodes_one_runs_a_job() {
    let stand = Stand::new().await;
    let words: Vec<String> = (0..60).map(|n| format!("job {n}")).collect();
    let mut connection = stand.database.connect().await;
    for word in &words {
        assert!(note(Uuid::now_v7(), word).store(&mut connection).await.expect("stored"));
    }
    let nodes = [stand.node(), stand.node(), stand.node()];
    until("all are done", async || {
        let sql = "select count(*) from jobs where state = 'done'";
        let done: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number");
        done == 60
    })
    .await;
    for node in nodes {
        node.stop().await;
    }
    let (mut ran, mut wanted) = (stand.log(), words.iter().map(|word| format!("{word} 1")).collect::<Vec<_>>());
    ran.retain(|line| line.starts_with("job"));
    ran.sort();
    wanted.sort();
    assert_eq!(ran, wanted, "each ran once");
}

#[tokio::test]
async fn jb3_a_job_whose_node_was_killed_runs_again_after_its_lease() {
    let stand = Stand::new().await;
    let id = stand.queue("hangs").await;
    let node = stand.node();
    until("it runs", || async { stand.log().contains(&"hangs 1".to_owned()) }).await;
    node.kill();
    // As if the lease had ended, with another word so that the job ends.
    stand.change("update jobs set payload = '{\"word\": \"ends\"}' where kind = 'test.note'").await;
    let other = stand.node();
    assert_eq!(stand.row(id).await.0, "running", "another node leaves it alone until then");
    stand.change("update jobs set due_at = now() where kind = 'test.note'").await;
    stand.becomes(id, "done").await;
    other.stop().await;
    assert!(stand.log().contains(&"ends 2".to_owned()), "{:?}", stand.log());
}

#[tokio::test]
async fn jb3_a_job_that_stops_its_node_each_time_becomes_a_dead_letter() {
    let stand = Stand::new().await;
    let id = stand.queue("hangs").await;
    for tries in 1..=3 {
        let node = stand.node();
        until("it runs", || async { stand.row(id).await.1 == tries }).await;
        node.kill();
        stand.change("update jobs set due_at = now() where kind = 'test.note'").await;
    }
    let node = stand.node();
    stand.becomes(id, "dead").await;
    node.stop().await;
    let (_, tries, error) = stand.row(id).await;
    assert_eq!((tries, error.as_deref()), (3, Some("The node that ran the job stopped each time.")));
}

#[tokio::test]
async fn jb4_a_job_that_fails_or_panics_is_tried_again_and_ends_as_a_dead_letter() {
    let stand = Stand::new().await;
    let (fails, panics) = (stand.queue("fails").await, stand.queue("panics").await);
    let refused = stand.queue("is refused").await;
    let node = stand.node();
    for id in [fails, panics, refused] {
        stand.becomes(id, "dead").await;
    }
    node.stop().await;
    assert_eq!(stand.row(fails).await, ("dead".to_owned(), 3, Some("The test fails.".to_owned())));
    assert_eq!(stand.row(panics).await, ("dead".to_owned(), 3, Some("The job crashed.".to_owned())));
    assert_eq!(stand.row(refused).await, ("dead".to_owned(), 1, Some("The test refuses.".to_owned())));
}

#[tokio::test]
async fn jb5_a_job_that_has_expired_is_obsolete_and_does_not_run() {
    let stand = Stand::new().await;
    let id = Uuid::now_v7();
    let mut connection = stand.database.connect().await;
    let job = note(id, "expired").expires_after(Duration::ZERO);
    assert!(job.store(&mut connection).await.expect("stored"));
    let node = stand.node();
    stand.becomes(id, "obsolete").await;
    node.stop().await;
    assert!(!stand.log().iter().any(|line| line.starts_with("expired")));
}

#[tokio::test]
async fn jb6_a_node_whose_lease_has_ended_stores_nothing() {
    let stand = Stand::new().await;
    let id = stand.queue("waits").await;
    let late = stand.node();
    until("it runs", || async { stand.log().contains(&"waits 1".to_owned()) }).await;
    // Another node has taken the job since.
    let sql = "update jobs set taken_by = gen_random_uuid(), tries = 2, due_at = now() + interval '1 hour'
               where kind = 'test.note'";
    stand.change(sql).await;
    stand.log.go.notify_one();
    late.stop().await;
    assert_eq!(stand.row(id).await, ("running".to_owned(), 2, None));
}

#[tokio::test]
async fn jb7_a_periodic_job_has_one_row_whatever_the_number_of_nodes_and_never_dies() {
    let stand = Stand::new().await;
    let nodes = [stand.node(), stand.node()];
    let mut connection = stand.database.connect().await;
    until("its tries are used up", || async { stand.log() == ["tick 1", "tick 2"] }).await;
    until("it waits for its next period", || async {
        let mut connection = stand.database.connect().await;
        let sql = "select count(*) from jobs where kind = 'test.tick' and state = 'waiting' and tries = 0
                   and due_at > now() + interval '59 minutes' and last_error = 'The tick fails.'";
        sqlx::query_scalar::<_, i64>(sql).fetch_one(&mut connection).await.expect("a number") == 1
    })
    .await;
    for node in nodes {
        node.stop().await;
    }
    let rows: i64 = count(&mut connection, "select count(*) from jobs where kind = 'test.tick'").await;
    assert_eq!(rows, 1);
}

#[tokio::test]
async fn jb9_a_node_leaves_kinds_of_other_builds_alone() {
    let stand = Stand::new().await;
    let foreign = stand.queue("runs").await;
    stand.change("update jobs set kind = 'test.newer'").await;
    let known = stand.queue("runs").await;
    let node = stand.node();
    stand.becomes(known, "done").await;
    node.stop().await;
    assert_eq!(stand.row(foreign).await.0, "waiting");
}

#[tokio::test]
async fn jb10_payloads_and_open_jobs_of_an_owner_are_bounded() {
    let stand = Stand::new().await;
    let large = Note { word: "x".repeat(17 * 1024) };
    assert!(NewJob::new(Uuid::now_v7(), &large).is_err());
    let mut connection = stand.database.connect().await;
    let mut stored = 0;
    for _ in 0..MOST_OPEN_OF_OWNER + 5 {
        let job = note(Uuid::now_v7(), "runs").of_owner(*b"ann");
        stored += i64::from(job.store(&mut connection).await.expect("an answer"));
    }
    assert_eq!(stored, MOST_OPEN_OF_OWNER);
    let other = note(Uuid::now_v7(), "runs").of_owner(*b"bob");
    assert!(other.store(&mut connection).await.expect("an answer"), "others are not held up");
    stand.change("update jobs set state = 'done'").await;
    let later = note(Uuid::now_v7(), "runs").of_owner(*b"ann");
    assert!(later.store(&mut connection).await.expect("an answer"), "ended jobs do not count");
}

#[tokio::test]
async fn jb12_the_payload_goes_when_the_job_has_ended() {
    let stand = Stand::new().await;
    let (ended, dead) = (stand.queue("runs").await, stand.queue("is refused").await);
    let node = stand.node();
    stand.becomes(ended, "done").await;
    stand.becomes(dead, "dead").await;
    node.stop().await;
    let mut connection = stand.database.connect().await;
    let sql = "select array_agg(id) from jobs where payload is not null and kind = 'test.note'";
    let kept: Vec<Uuid> = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("ids");
    assert_eq!(kept, [dead], "an admin may still retry it");
}

async fn count(connection: &mut PgConnection, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(connection).await.expect("a number")
}
