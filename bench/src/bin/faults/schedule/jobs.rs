//! Faults of background jobs: the mail server is away, nodes are killed in jobs, the database is away, and jobs and
//! events cannot be read.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use bench::history::Effect;
use serde_json::json;
use sqlx::{AssertSqlSafe, PgConnection};

use crate::cluster::{Cluster, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::mails::MailServer;
use crate::next_version;

const PATIENCE: Duration = Duration::from_secs(90);
const PASSWORD: &str = "correct horse battery staple";
/// The number of mails that are not yet sent and not given up.
const OPEN: &str = "select count(*) from jobs where kind = 'mail.account' and state in ('waiting', 'running')";

/// A run in which all nodes send their mails to one mail server, while clients edit and people sign up.
struct MailRun {
    server: MailServer,
    database: PgConnection,
    /// The addresses with the ids of their sign-ups.
    sign_ups: BTreeMap<String, serde_json::Value>,
}

impl MailRun {
    async fn start(cluster: &mut Cluster<'_>) -> Result<Self, Failure> {
        let server = MailServer::start().await?;
        cluster.start_clients(8).await?;
        for number in 0..cluster.nodes.len() {
            let node = &mut cluster.nodes[number];
            node.mail_server = Some(server.url());
            node.kill().await?;
            node.start()?;
            node.ready().await?;
        }
        cluster.edit_every_ms(150);
        cluster.wait_for_acks(10).await?;
        let database = cluster.postgres.connect(&cluster.database).await?;
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
    async fn sign_up(&mut self, cluster: &Cluster<'_>, people: usize) -> Result<u64, Failure> {
        let mut longest = 0;
        for number in 0..people {
            let node = &cluster.nodes[number % cluster.nodes.len()];
            let email = format!("mail{}@faults.example", self.sign_ups.len());
            let before = cluster.record.now();
            let body = json!({"email": email, "password": PASSWORD});
            let (status, answer) = node.post("/api/auth/sign-up", None, body).await?;
            if status != 202 {
                return Err(format!("a sign-up was answered with {status}: {answer}").into());
            }
            longest = longest.max(cluster.record.now() - before);
            self.sign_ups.insert(email, answer["signUpId"].clone());
        }
        Ok(longest)
    }

    /// Waits until no mail is open.
    async fn wait_for_mails(&mut self) -> Result<(), Failure> {
        let database = &mut self.database;
        until("all mails have ended", PATIENCE, async || {
            sqlx::query_scalar::<_, i64>(OPEN).fetch_one(&mut *database).await.is_ok_and(|open| open == 0)
        })
        .await
    }

    /// The Message-IDs that came to an address, one for each copy.
    fn copies(&self, email: &str) -> Vec<String> {
        self.server.received().into_iter().filter(|mail| mail.to == email).map(|mail| mail.message_id).collect()
    }

    /// Judges INV-23 for these addresses. Returns the number of mails that came twice.
    fn judge(&self, cluster: &Cluster<'_>, due: &[String], most_doubles: u64) -> u64 {
        let (mut missing, mut unstable, mut doubles) = (0, 0, 0);
        for email in due {
            let copies = self.copies(email);
            missing += u64::from(copies.is_empty());
            doubles += copies.len().saturating_sub(1) as u64;
            unstable += u64::from(copies.into_iter().collect::<BTreeSet<_>>().len() > 1);
        }
        cluster.record.count("INV-23", "mails that were not sent", missing, 0);
        cluster.record.count("INV-23", "mails with more than one Message-ID", unstable, 0);
        cluster.record.count("INV-23", "mails that came twice", doubles, most_doubles);
        doubles
    }

    /// Judges that the followers have read all streams. As in `maintain_journal`, a stream without events needs no cursor.
    async fn judge_followers(&mut self, cluster: &Cluster<'_>) -> Result<(), Failure> {
        let behind = "select count(*) from followers f cross join streams s
            left join follower_cursors c on c.follower = f.name and c.scope_id = s.id and c.epoch = s.epoch
            where s.seq > coalesce(c.seq, 0)";
        cluster.pause_edits();
        let database = &mut self.database;
        let read = until("the followers have read all streams", PATIENCE, async || {
            sqlx::query_scalar::<_, i64>(behind).fetch_one(&mut *database).await.is_ok_and(|behind| behind == 0)
        });
        cluster.record.count("INV-23", "followers that are behind", u64::from(read.await.is_err()), 0);
        Ok(())
    }
}

fn all(run: &MailRun) -> Vec<String> {
    run.sign_ups.keys().cloned().collect()
}

/// F-58: the mail server is away for an hour. The hour passes in the database: the codes of every other sign-up expire.
pub async fn mail_away(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut run = MailRun::start(cluster).await?;
    run.server.set_away(true);
    cluster.record.fault("the mail server is away");
    let people = cluster.size(6, 24);
    let longest = run.sign_up(cluster, people).await?;
    let failed = "select count(*) from jobs where kind = 'mail.account' and last_error is not null";
    while run.count(failed).await? < people as u64 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    cluster.wait_for_acks(20).await?;
    let (late, fresh): (Vec<String>, Vec<String>) =
        all(&run).into_iter().partition(|email| email.as_bytes()[4].is_multiple_of(2));
    let addresses = late.iter().map(|email| format!("'{email}'")).collect::<Vec<_>>().join(", ");
    let of_late = format!("select id from pending_sign_ups where email in ({addresses})");
    run.change(&format!(
        "update jobs set expires_at = expires_at - interval '1 hour'
                          where payload ->> 'signUp' in (select id::text from ({of_late}) s)"
    ))
    .await?;
    run.change(&format!(
        "update pending_sign_ups set expires_at = expires_at - interval '1 hour' where id in ({of_late})"
    ))
    .await?;
    run.server.set_away(false);
    run.change("update jobs set due_at = now() where kind = 'mail.account' and state = 'waiting'").await?;
    cluster.record.fault("the mail server is back");
    run.wait_for_mails().await?;
    run.judge(cluster, &fresh, 0);
    let expired = late.iter().map(|email| run.copies(email).len() as u64).sum();
    cluster.record.count("INV-23", "mails with an expired code", expired, 0);
    let dead = run.count("select count(*) from jobs where state = 'dead'").await?;
    cluster.record.count("INV-23", "dead letters", dead, 0);
    for email in &late {
        let body = json!({"signUpId": run.sign_ups[email]});
        cluster.nodes[0].post("/api/auth/resend", None, body).await?;
    }
    run.wait_for_mails().await?;
    run.judge(cluster, &late, 0);
    run.judge_followers(cluster).await?;
    Ok(vec![format!(
        "{people} sign-ups while away, the longest call {longest} ms; {} mails were sent later, {} codes had expired and \
         were sent anew on request",
        fresh.len(),
        late.len()
    )])
}

/// F-59: a node is killed while it sends mails. The end of its leases is brought forward.
pub async fn killed_in_a_job(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut run = MailRun::start(cluster).await?;
    run.server.set_pause(Duration::from_millis(400));
    let (mut stopped, rounds) = (0, cluster.size(1, 4));
    for round in 0..rounds {
        let begun = run.server.begun();
        run.sign_up(cluster, 15).await?;
        let server = &run.server;
        until("mails are being sent", PATIENCE, async || server.begun() > begun + 2).await?;
        let number = round % cluster.nodes.len();
        cluster.nodes[number].kill().await?;
        cluster.record.fault("a node is killed in its jobs");
        // The other nodes end their runs within seconds, so only leases of the killed node get this close to their end.
        let old = "update jobs set due_at = now() where state = 'running' and every is null
                   and due_at < now() + interval '90 s'";
        let database = &mut run.database;
        let mut taken_over = 0;
        until("no mail is open", PATIENCE, async || {
            taken_over += sqlx::query(old).execute(&mut *database).await.map_or(0, |done| done.rows_affected());
            sqlx::query_scalar::<_, i64>(OPEN).fetch_one(&mut *database).await.is_ok_and(|open| open == 0)
        })
        .await?;
        stopped += taken_over;
        cluster.nodes[number].start()?;
        cluster.nodes[number].ready().await?;
        cluster.wait_for_acks(10).await?;
    }
    let due = all(&run);
    let doubles = run.judge(cluster, &due, stopped);
    run.judge_followers(cluster).await?;
    let sent = due.len();
    Ok(vec![format!("{sent} mails, {stopped} runs were stopped and taken over, {doubles} mails came twice")])
}

/// F-60: the database is away while mails are being sent.
pub async fn database_away(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut run = MailRun::start(cluster).await?;
    run.server.set_pause(Duration::from_millis(400));
    let begun = run.server.begun();
    run.sign_up(cluster, 20).await?;
    let server = &run.server;
    until("mails are being sent", PATIENCE, async || server.begun() > begun + 2).await?;
    cluster.postgres.down().await?;
    cluster.record.fault("PostgreSQL is stopped");
    tokio::time::sleep(Duration::from_secs(cluster.size(2, 10) as u64)).await;
    cluster.postgres.up().await?;
    cluster.record.fault("PostgreSQL is back");
    let back = cluster.ms_until_next_ack().await?;
    run.database = cluster.postgres.connect(&cluster.database).await?;
    run.wait_for_mails().await?;
    // A run that ended while the database was away is stored when the database is back.
    let due = all(&run);
    run.judge(cluster, &due, 0);
    run.judge_followers(cluster).await?;
    Ok(vec![format!("{} mails, served again after {back} ms", due.len())])
}

/// F-48 in a job: payloads and events that cannot be read, and runs that panic.
pub async fn poison(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.nodes[1].fail_points = "job=3".to_owned();
    let mut run = MailRun::start(cluster).await?;
    for payload in [r#""soup""#, r#"{"letter": "soup"}"#, r#"{"letter": "code", "signUp": 7}"#] {
        run.change(&format!(
            "insert into jobs (id, kind, payload, most_tries) values (gen_random_uuid(), 'mail.account', '{payload}', 50)"
        ))
        .await?;
        cluster.record.fault(format!("a job holds {payload}"));
    }
    next_version::commit(cluster, cluster.workspace, Effect::Other, r#"{"member": "soup"}"#, "").await?;
    cluster.record.fault("the journal holds an event that a follower cannot read");
    run.sign_up(cluster, cluster.size(6, 24)).await?;
    let mut retried = 0;
    while run.count(OPEN).await? > 0 {
        retried += run.change("update jobs set due_at = now() where state = 'waiting' and tries > 0").await?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let due = all(&run);
    run.judge(cluster, &due, 0);
    run.judge_followers(cluster).await?;
    let payloads = run.count("select count(*) from jobs where state = 'dead' and kind = 'mail.account'").await?;
    let events = run.count("select count(*) from jobs where state = 'dead' and kind = 'follow.event'").await?;
    let followers = run
        .count("select count(*) from jobs where kind = 'follow.event' and payload->>'follower' in ('members', 'notifications')")
        .await?;
    cluster.record.count("INV-23", "unreadable payloads that are no dead letters", 3_u64.abs_diff(payloads), 0);
    // Two followers read events of members, and each keeps a dead letter of its own.
    cluster.record.count("INV-23", "unreadable events that are no dead letters", 2_u64.abs_diff(events), 0);
    cluster.record.count("INV-23", "followers without a dead letter", 2_u64.abs_diff(followers), 0);
    let mails = due.len();
    Ok(vec![format!(
        "{mails} mails; 3 payloads, and 1 event at 2 followers, are dead letters; {retried} runs were tried again"
    )])
}
