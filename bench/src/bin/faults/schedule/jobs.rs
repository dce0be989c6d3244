//! Faults of background jobs: the mail server is away, nodes are killed in jobs, the database is away, and jobs and
//! events cannot be read.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bench::history::Effect;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, until};
use crate::mails::MailServer;
use crate::next;

const PATIENCE: Duration = Duration::from_secs(90);
const PASSWORD: &str = "correct horse battery staple";
/// Open mails.
const OPEN: &str = "select count(*) from jobs where kind = 'mail.account' and state in ('waiting', 'running')";

/// All nodes with a mail server, people at work, and sign-ups whose mails are due.
struct Post {
    server: MailServer,
    database: PgConnection,
    /// The addresses with the ids of their sign-ups.
    sign_ups: BTreeMap<String, serde_json::Value>,
}

impl Post {
    async fn open(house: &mut House<'_>) -> Result<Self, Failure> {
        let server = MailServer::start().await?;
        house.invite(8).await?;
        for number in 0..house.nodes.len() {
            let node = &mut house.nodes[number];
            node.mail_server = Some(server.url());
            node.kill().await?;
            node.start()?;
            node.ready().await?;
        }
        house.work(150);
        house.acks(10).await?;
        let database = house.postgres.connect(&house.database).await?;
        Ok(Self { server, database, sign_ups: BTreeMap::new() })
    }

    async fn count(&mut self, sql: &'static str) -> Result<u64, Failure> {
        let count: i64 = sqlx::query_scalar(sql).fetch_one(&mut self.database).await?;
        Ok(count.unsigned_abs())
    }

    async fn change(&mut self, sql: &str) -> Result<u64, Failure> {
        Ok(sqlx::query(AssertSqlSafe(sql.to_owned())).execute(&mut self.database).await?.rows_affected())
    }

    /// Signs people up at all nodes in turn. Returns the longest call in milliseconds.
    async fn sign_up(&mut self, house: &House<'_>, people: usize) -> Result<u64, Failure> {
        let mut longest = 0;
        for number in 0..people {
            let node = &house.nodes[number % house.nodes.len()];
            let email = format!("mail{}@faults.example", self.sign_ups.len());
            let before = house.record.now();
            let body = json!({"email": email, "password": PASSWORD});
            let (status, answer) = node.post("/api/auth/sign-up", None, body).await?;
            if status != 202 {
                return Err(format!("a sign-up was answered with {status}: {answer}").into());
            }
            longest = longest.max(house.record.now() - before);
            self.sign_ups.insert(email, answer["signUpId"].clone());
        }
        Ok(longest)
    }

    /// Waits until no mail is open.
    async fn ended(&mut self) -> Result<(), Failure> {
        let database = &mut self.database;
        until("all mails have ended", PATIENCE, async || {
            sqlx::query_scalar::<_, i64>(OPEN).fetch_one(&mut *database).await.is_ok_and(|open| open == 0)
        })
        .await
    }

    /// The Message-IDs that came to an address, one for each copy.
    fn copies(&self, email: &str) -> Vec<String> {
        self.server.taken().into_iter().filter(|mail| mail.to == email).map(|mail| mail.message_id).collect()
    }

    /// Judges INV-23 for these addresses. Returns the number of mails that came twice.
    fn judge(&self, house: &House<'_>, due: &[String], most_doubles: u64) -> u64 {
        let (mut missing, mut unstable, mut doubles) = (0, 0, 0);
        for email in due {
            let copies = self.copies(email);
            missing += u64::from(copies.is_empty());
            doubles += copies.len().saturating_sub(1) as u64;
            unstable += u64::from(copies.into_iter().collect::<BTreeSet<_>>().len() > 1);
        }
        house.record.count("INV-23", "mails that were not sent", missing, 0);
        house.record.count("INV-23", "mails with more than one Message-ID", unstable, 0);
        house.record.count("INV-23", "mails that came twice", doubles, most_doubles);
        doubles
    }

    /// Judges that the followers have read all streams.
    async fn follow(&mut self, house: &House<'_>) -> Result<(), Failure> {
        let behind = "select count(*) from followers f cross join streams s
            left join follower_cursors c on c.follower = f.name and c.scope_id = s.id
            where c.seq is distinct from s.seq";
        house.rest();
        let database = &mut self.database;
        let read = until("the followers have read all streams", PATIENCE, async || {
            sqlx::query_scalar::<_, i64>(behind).fetch_one(&mut *database).await.is_ok_and(|behind| behind == 0)
        });
        house.record.count("INV-23", "followers that are behind", u64::from(read.await.is_err()), 0);
        Ok(())
    }
}

fn all(post: &Post) -> Vec<String> {
    post.sign_ups.keys().cloned().collect()
}

/// F-58: the mail server is away for an hour. The hour passes in the database: the codes of every other sign-up expire.
pub async fn mail_away(house: &mut House<'_>) -> Told {
    let mut post = Post::open(house).await?;
    post.server.set_away(true);
    house.record.fault("the mail server is away");
    let people = house.size(6, 24);
    let longest = post.sign_up(house, people).await?;
    let failed = "select count(*) from jobs where kind = 'mail.account' and last_error is not null";
    while post.count(failed).await? < people as u64 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    house.acks(20).await?;
    let (late, fresh): (Vec<String>, Vec<String>) =
        all(&post).into_iter().partition(|email| email.as_bytes()[4].is_multiple_of(2));
    let addresses = late.iter().map(|email| format!("'{email}'")).collect::<Vec<_>>().join(", ");
    let of_late = format!("select id from pending_sign_ups where email in ({addresses})");
    post.change(&format!(
        "update jobs set expires_at = expires_at - interval '1 hour'
                          where payload ->> 'signUp' in (select id::text from ({of_late}) s)"
    ))
    .await?;
    post.change(&format!(
        "update pending_sign_ups set expires_at = expires_at - interval '1 hour' where id in ({of_late})"
    ))
    .await?;
    post.server.set_away(false);
    post.change("update jobs set due_at = now() where kind = 'mail.account' and state = 'waiting'").await?;
    house.record.fault("the mail server is back");
    post.ended().await?;
    post.judge(house, &fresh, 0);
    let expired = late.iter().map(|email| post.copies(email).len() as u64).sum();
    house.record.count("INV-23", "mails with an expired code", expired, 0);
    let dead = post.count("select count(*) from jobs where state = 'dead'").await?;
    house.record.count("INV-23", "dead letters", dead, 0);
    for email in &late {
        let body = json!({"signUpId": post.sign_ups[email]});
        house.nodes[0].post("/api/auth/resend", None, body).await?;
    }
    post.ended().await?;
    post.judge(house, &late, 0);
    post.follow(house).await?;
    Ok(vec![format!(
        "{people} sign-ups while away, the longest call {longest} ms; {} mails were sent later, {} codes had expired and \
         were sent anew on request",
        fresh.len(),
        late.len()
    )])
}

/// F-59: a node is killed while it sends mails. The end of its leases is brought forward.
pub async fn killed_in_a_job(house: &mut House<'_>) -> Told {
    let mut post = Post::open(house).await?;
    post.server.set_pause(Duration::from_millis(400));
    let (mut stopped, rounds) = (0, house.size(1, 4));
    for round in 0..rounds {
        let begun = post.server.begun();
        post.sign_up(house, 15).await?;
        let server = &post.server;
        until("mails are being sent", PATIENCE, async || server.begun() > begun + 2).await?;
        let number = round % house.nodes.len();
        house.nodes[number].kill().await?;
        house.record.fault("a node is killed in its jobs");
        // The other nodes end their runs within seconds; only the leases of the dead node grow old.
        let old = "update jobs set due_at = now() where state = 'running' and every is null
                   and due_at < now() + interval '90 s'";
        let database = &mut post.database;
        let mut taken = 0;
        until("no mail is open", PATIENCE, async || {
            taken += sqlx::query(old).execute(&mut *database).await.map_or(0, |done| done.rows_affected());
            sqlx::query_scalar::<_, i64>(OPEN).fetch_one(&mut *database).await.is_ok_and(|open| open == 0)
        })
        .await?;
        stopped += taken;
        house.nodes[number].start()?;
        house.nodes[number].ready().await?;
        house.acks(10).await?;
    }
    let due = all(&post);
    let doubles = post.judge(house, &due, stopped);
    post.follow(house).await?;
    let sent = due.len();
    Ok(vec![format!("{sent} mails, {stopped} runs were stopped and taken over, {doubles} mails came twice")])
}

/// F-60: the database is away while mails are being sent.
pub async fn database_away(house: &mut House<'_>) -> Told {
    let mut post = Post::open(house).await?;
    post.server.set_pause(Duration::from_millis(400));
    let begun = post.server.begun();
    post.sign_up(house, 20).await?;
    let server = &post.server;
    until("mails are being sent", PATIENCE, async || server.begun() > begun + 2).await?;
    house.postgres.down().await?;
    house.record.fault("PostgreSQL is stopped");
    tokio::time::sleep(Duration::from_secs(house.size(2, 10) as u64)).await;
    house.postgres.up().await?;
    house.record.fault("PostgreSQL is back");
    let back = house.served_again().await?;
    post.database = house.postgres.connect(&house.database).await?;
    post.ended().await?;
    // A run that ended while the database was away is stored when the database is back.
    let due = all(&post);
    post.judge(house, &due, 0);
    post.follow(house).await?;
    Ok(vec![format!("{} mails, served again after {back} ms", due.len())])
}

/// F-48 in a job: payloads and events that cannot be read, and runs that panic.
pub async fn poison(house: &mut House<'_>) -> Told {
    house.nodes[1].fail_points = "job=3".to_owned();
    let mut post = Post::open(house).await?;
    for payload in [r#""soup""#, r#"{"letter": "soup"}"#, r#"{"letter": "code", "signUp": 7}"#] {
        post.change(&format!(
            "insert into jobs (id, kind, payload, most_tries) values (gen_random_uuid(), 'mail.account', '{payload}', 50)"
        ))
        .await?;
        house.record.fault(format!("a job holds {payload}"));
    }
    next::commit(house, house.workspace, Effect::Other, r#"{"member": "soup"}"#, "").await?;
    house.record.fault("the journal holds an event that a follower cannot read");
    post.sign_up(house, house.size(6, 24)).await?;
    let mut hurried = 0;
    while post.count(OPEN).await? > 0 {
        hurried += post.change("update jobs set due_at = now() where state = 'waiting' and tries > 0").await?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let due = all(&post);
    post.judge(house, &due, 0);
    post.follow(house).await?;
    let payloads = post.count("select count(*) from jobs where state = 'dead' and kind = 'mail.account'").await?;
    let events = post.count("select count(*) from jobs where state = 'dead' and kind = 'follow.event'").await?;
    house.record.count("INV-23", "unreadable payloads that are no dead letters", 3_u64.abs_diff(payloads), 0);
    house.record.count("INV-23", "unreadable events that are no dead letters", 1_u64.abs_diff(events), 0);
    Ok(vec![format!("{} mails; 3 payloads and 1 event are dead letters; {hurried} runs were tried again", due.len())])
}
