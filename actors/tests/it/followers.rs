//! Followers on a real journal: the rules FW1 to FW5 of docs/decisions/jobs.md.

use std::time::Duration;

use actors::domain::change::Op;
use actors::domain::entity::EntityKind;
use actors::jobs::{
    Done, Failure, Follower, Following, FollowingOptions, Job, Jobs, Kinds, NewJob, Plan, Pool, PoolOptions, Run, Seen,
    UnreadableEvent,
};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Executor, PgConnection};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::{Fixture, journal, until};

/// A job for each ticket that was created.
#[derive(Serialize, Deserialize)]
struct Greet {
    ticket: Uuid,
}

impl Job for Greet {
    type Context = ();
    const KIND: &'static str = "test.greet";
    const PLAN: Plan = Plan {
        tries: 3,
        first_pause: Duration::from_millis(1),
        longest_pause: Duration::from_millis(1),
        time_limit: Duration::from_secs(5),
        every: None,
    };

    async fn run(self, _: Run, (): ()) -> Result<Done, Failure> {
        Ok(Done::Done)
    }
}

const TICKETS: Follower = Follower {
    name: "tickets",
    mentions: &["\"ticket\""],
    on_event: |seen: &Seen<'_>| {
        let created =
            seen.event.changes.iter().filter(|it| it.entity == EntityKind::Ticket && it.op == Op::Create).enumerate();
        let jobs = created.map(|(n, change)| NewJob::new(seen.job_id(n), &Greet { ticket: change.id }));
        jobs.map(|job| job.expect("small").into()).collect()
    },
};

/// Another follower of the same events.
const OTHERS: Follower = Follower { name: "others", ..TICKETS };

fn quick(node: Uuid) -> FollowingOptions {
    FollowingOptions {
        poll: Duration::from_millis(5),
        lease: Duration::from_millis(300),
        flush: Duration::from_millis(20),
        ..FollowingOptions::of_node(node)
    }
}

/// A workspace and its journal.
struct Stand {
    fixture: Fixture,
    journal: Journal,
    jobs: Jobs,
}

/// A node that reads for the follower.
struct Reader {
    stop: watch::Sender<bool>,
    task: JoinHandle<()>,
}

impl Reader {
    async fn stop(self) {
        self.stop.send(true).expect("a reader");
        self.task.await.expect("no panic");
    }
}

impl Stand {
    /// Waits until the follower has read all streams to their ends.
    async fn reads_all(&self) {
        let behind = "select count(*) from follower_cursors c join streams s on s.id = c.scope_id where c.seq < s.seq";
        until("the follower has read all streams", async || self.count(behind).await == 0).await;
    }

    async fn new() -> Self {
        let fixture = Fixture::new(1).await;
        let journal = journal(&fixture.database).await;
        let jobs = Jobs::new(journal.db().clone());
        Self { fixture, journal, jobs }
    }

    fn reader(&self) -> Reader {
        self.reader_for(&[TICKETS])
    }

    fn reader_for(&self, followers: &[Follower]) -> Reader {
        let (stop, stopped) = watch::channel(false);
        let options = quick(Uuid::new_v4());
        let following = Following::new(self.jobs.clone(), self.journal.clone(), followers.to_vec(), options);
        Reader { stop, task: tokio::spawn(following.run(stopped)) }
    }

    /// A reader that has read all there was.
    async fn started(&self) -> Reader {
        let reader = self.reader();
        until("the follower is registered", async || self.count("select count(*) from followers").await == 1).await;
        reader
    }

    async fn create(&self, title: &str) -> Uuid {
        let id = Uuid::now_v7();
        let ticket = json!({"kind": "ticket.create", "ticketId": id, "title": title});
        self.fixture.does(self.fixture.people[0], ticket).await;
        id
    }

    async fn db(&self) -> PgConnection {
        self.fixture.database.connect().await
    }

    async fn count(&self, sql: &str) -> i64 {
        let sql = AssertSqlSafe(sql.to_owned());
        sqlx::query_scalar(sql).fetch_one(&mut self.db().await).await.expect("a number")
    }

    async fn change(&self, sql: &str) {
        self.db().await.execute(AssertSqlSafe(sql.to_owned())).await.expect("changed");
    }

    /// The tickets that have a job, the earliest first.
    async fn greeted(&self) -> Vec<Uuid> {
        let sql = "select (payload ->> 'ticket')::uuid as ticket from jobs where kind = 'test.greet' order by 1";
        sqlx::query_scalar(sql).fetch_all(&mut self.db().await).await.expect("ids")
    }

    async fn greets(&self, tickets: &[Uuid]) {
        let mut tickets = tickets.to_vec();
        tickets.sort();
        until("each ticket has its job", async || self.greeted().await.len() >= tickets.len()).await;
        assert_eq!(self.greeted().await, tickets);
    }

    /// The streams that a follower has not read to their ends.
    async fn unread_by(&self, follower: &str) -> i64 {
        self.count(&format!(
            "select count(*) from follower_cursors c join streams s on s.id = c.scope_id
             where c.follower = '{follower}' and c.seq < s.seq"
        ))
        .await
    }

    /// Stores an event as a foreign build would.
    async fn store_event(&self, changes: Value) -> i64 {
        let scope = self.fixture.home().0;
        let sql = "with moved as (update streams set seq = seq + 1 where id = $1 returning id, workspace_id, seq)
                   insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
                   select id, seq, now(), workspace_id, gen_random_uuid(), gen_random_uuid(), $2 from moved returning seq";
        let stored = sqlx::query_scalar(sql).bind(scope).bind(sqlx::types::Json(changes));
        stored.fetch_one(&mut self.db().await).await.expect("stored")
    }
}

#[actix::test]
async fn fw1_each_event_makes_its_jobs_once_whatever_the_number_of_nodes() {
    let stand = Stand::new().await;
    let readers = [stand.started().await, stand.reader(), stand.reader()];
    let mut tickets = Vec::new();
    for n in 0..12 {
        tickets.push(stand.create(&format!("task {n}")).await);
    }
    stand.greets(&tickets).await;
    for reader in readers {
        reader.stop().await;
    }
    assert_eq!(stand.greeted().await.len(), 12);
}

#[actix::test]
async fn fw1_a_node_that_was_killed_leaves_no_event_out_and_makes_no_job_twice() {
    let stand = Stand::new().await;
    let mut reader = stand.started().await;
    let mut tickets = Vec::new();
    for n in 0..9 {
        tickets.push(stand.create(&format!("task {n}")).await);
        if n % 3 == 2 {
            // The lease of the dead node lasts for a while.
            reader.task.abort();
            reader = stand.reader();
        }
    }
    stand.greets(&tickets).await;
    reader.stop().await;
}

#[actix::test]
async fn fw1_jobs_are_not_made_again_when_a_cursor_is_set_back() {
    let stand = Stand::new().await;
    let reader = stand.started().await;
    let tickets = [stand.create("one").await, stand.create("two").await];
    stand.greets(&tickets).await;
    reader.stop().await;
    stand.change("update follower_cursors set seq = 0").await;
    let reader = stand.reader();
    stand.reads_all().await;
    reader.stop().await;
    stand.greets(&tickets).await;
}

#[actix::test]
async fn fw2_sweeping_the_journal_never_passes_a_cursor() {
    let stand = Stand::new().await;
    let reader = stand.started().await;
    let ticket = stand.create("old").await;
    stand.greets(&[ticket]).await;
    reader.stop().await;
    let days = "create table events_20200101 partition of events for values from ('2020-01-01') to ('2020-01-02');
                create table events_20200102 partition of events for values from ('2020-01-02') to ('2020-01-03');
                update streams set seq = seq + 1 where user_id is null;
                insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
                select id, seq, '2020-01-01 12:00Z', workspace_id, gen_random_uuid(), gen_random_uuid(), '[]'
                from streams where user_id is null";
    stand.change(days).await;
    let left = async || {
        stand.count("select count(*) from pg_class where relname like 'events\\_2020%' and relkind = 'r'").await
    };
    stand.journal.maintain().await.expect("swept");
    assert_eq!(left().await, 1, "the day that is not read stays, and an empty one goes");
    let reader = stand.reader();
    stand.reads_all().await;
    reader.stop().await;
    stand.journal.maintain().await.expect("swept");
    assert_eq!(left().await, 0);
}

#[actix::test]
async fn fw3_one_node_reads_at_a_time_and_another_takes_over() {
    let stand = Stand::new().await;
    let first = stand.started().await;
    let second = stand.reader();
    stand.greets(&[stand.create("one").await]).await;
    let holder = "select count(distinct taken_by) from followers where taken_until > now()";
    assert_eq!(stand.count(holder).await, 1);
    first.stop().await;
    let ticket = stand.create("two").await;
    until("the other reads on", async || stand.greeted().await.contains(&ticket)).await;
    second.stop().await;
}

#[actix::test]
async fn fw3_a_node_reads_for_the_followers_whose_leases_it_has() {
    let stand = Stand::new().await;
    stand.started().await.stop().await;
    stand.change("update followers set taken_by = gen_random_uuid(), taken_until = now() + interval '1 hour'").await;
    let reader = stand.reader_for(&[TICKETS, OTHERS]);
    until("the other follower is registered", async || stand.count("select count(*) from followers").await == 2).await;
    let ticket = stand.create("one").await;
    stand.greets(&[ticket]).await;
    assert_eq!(stand.unread_by("tickets").await, 1);
    stand.change("update followers set taken_until = now() where name = 'tickets'").await;
    // One job of each follower.
    stand.greets(&[ticket, ticket]).await;
    reader.stop().await;
    assert_eq!(stand.greeted().await.len(), 2);
}

#[actix::test]
async fn fw5_followers_of_one_node_read_together_and_each_from_its_own_cursor() {
    let stand = Stand::new().await;
    let reader = stand.started().await;
    let before = stand.create("before").await;
    stand.greets(&[before]).await;
    reader.stop().await;
    let reader = stand.reader_for(&[TICKETS, OTHERS]);
    until("the other follower is registered", async || stand.count("select count(*) from followers").await == 2).await;
    let after = stand.create("after").await;
    stand.greets(&[before, after, after]).await;
    stand.reads_all().await;
    reader.stop().await;
    // The new follower has read no history, until its cursor alone is set back.
    stand.change("update follower_cursors set seq = 0 where follower = 'others'").await;
    let reader = stand.reader_for(&[TICKETS, OTHERS]);
    stand.greets(&[before, before, after, after]).await;
    reader.stop().await;
}

#[actix::test]
async fn fw4_an_unreadable_event_becomes_a_dead_letter_and_holds_up_nothing() {
    let stand = Stand::new().await;
    let reader = stand.started().await;
    let seq = stand.store_event(json!({"ticket": "soup"})).await;
    let tickets = [stand.create("after").await];
    stand.greets(&tickets).await;
    let dead = "select count(*) from jobs where kind = 'follow.event' and state = 'dead'
                and last_error = 'A follower could not read an event.'";
    assert_eq!(stand.count(dead).await, 1);
    reader.stop().await;

    // As if a later build could read the event.
    let late = Uuid::now_v7();
    let readable = json!([{"op": "create", "entity": "ticket", "id": late, "data": {}}]);
    stand.change(&format!("update events set changes = '{readable}' where seq = {seq}")).await;
    let id = "select id from jobs where kind = 'follow.event'";
    let id: Uuid = sqlx::query_scalar(id).fetch_one(&mut stand.db().await).await.expect("an id");
    assert!(stand.jobs.retry(id).await.expect("an answer"));
    let (stop, stopped) = watch::channel(false);
    let context = (stand.jobs.clone(), stand.journal.clone(), vec![TICKETS]);
    let options = PoolOptions { poll: Duration::from_millis(5), ..PoolOptions::of_node(Uuid::new_v4()) };
    let kinds = Kinds::default().with::<UnreadableEvent>(context);
    let pool = tokio::spawn(Pool::new(stand.jobs.clone(), kinds, options).run(stopped));
    stand.greets(&[tickets[0], late]).await;
    stop.send(true).expect("a pool");
    pool.await.expect("no panic");
}

#[actix::test]
async fn fw5_a_new_follower_reads_no_history_and_all_of_a_new_stream() {
    let stand = Stand::new().await;
    stand.create("before").await;
    let reader = stand.started().await;
    let mut tickets = vec![stand.create("after").await];
    let private = Uuid::now_v7();
    let create = json!({"kind": "ticket.create", "ticketId": private, "title": "mine", "private": true});
    stand.fixture.does(stand.fixture.people[0], create).await;
    tickets.push(private);
    stand.greets(&tickets).await;
    reader.stop().await;
}

#[actix::test]
async fn fw5_streams_without_events_hold_up_nothing() {
    let stand = Stand::new().await;
    stand.started().await.stop().await;
    let ticket = stand.create("one").await;
    // More than one search returns, and before the stream of the ticket in the table.
    stand
        .change(
            "insert into streams (id, workspace_id, kind, user_id)
             select gen_random_uuid(), gen_random_uuid(), 'personal', gen_random_uuid() from generate_series(1, 6000);
             create temporary table moved as select * from streams where seq > 0;
             delete from streams where seq > 0;
             insert into streams select * from moved",
        )
        .await;
    let reader = stand.reader();
    stand.greets(&[ticket]).await;
    reader.stop().await;
}

#[actix::test]
async fn fw5_without_the_index_of_today_all_streams_are_compared() {
    let stand = Stand::new().await;
    stand
        .change(
            "do $$ declare v_name text; begin
                 for v_name in select indexname from pg_indexes where indexdef ilike '%using brin%'
                     and tablename = 'events_' || to_char(clock_timestamp() at time zone 'UTC', 'YYYYMMDD')
                 loop execute format('drop index %I', v_name); end loop;
             end $$",
        )
        .await;
    let (stop, stopped) = watch::channel(false);
    let options = FollowingOptions { compare_unindexed: Duration::from_millis(10), ..quick(Uuid::new_v4()) };
    let following = Following::new(stand.jobs.clone(), stand.journal.clone(), vec![TICKETS], options);
    let task = tokio::spawn(following.run(stopped));
    until("the follower is registered", async || stand.count("select count(*) from followers").await == 1).await;
    stand.greets(&[stand.create("one").await]).await;
    stop.send(true).expect("a reader");
    task.await.expect("no panic");
}
