//! A very large workspace and a normal one on the same nodes.

use std::time::{Duration, Instant};

use bench::fill;
use futures_util::future::join_all;
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::storms::restart;
use crate::client::NodeAddress;
use crate::cluster::{Cluster, NODES, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::http;
use crate::listeners::{ListenerOptions, Listeners};
use crate::meter::Meter;
use crate::workspaces;

/// A debug build makes a snapshot of this size within the time of one call. `make bench` uses a hundred thousand.
const TICKETS: i32 = 30_000;
const MEMBERS: i32 = 1_000;
const COMMENTS: i32 = 50_000;
/// Up to the protocol's limits of lists, statuses and labels. Some exist from the start.
const EACH: i32 = 990;
/// Simultaneous snapshots of each node after its first.
const AT_ONCE: usize = 3;
const READS: usize = 40;
const EDITS: usize = 40;
const LISTENERS: usize = 60;
/// The largest answer for a ticket: a page of comments, and everyone who ever commented.
const OPENED: usize = 128 << 10;
/// INV-12: the memory that a node may use for such a workspace and its snapshots.
const A_NODE: u64 = 768 << 20;
const CALM: Duration = Duration::from_secs(8);

/// F-47: a workspace with very many tickets, comments, lists and labels.
pub async fn workspace(cluster: &mut Cluster<'_>) -> FaultResult {
    let person = cluster.people[0].clone();
    let huge = workspaces::create(cluster, &person, "Huge").await?;
    let ticket = furnish(cluster, huge).await?;
    restart(cluster, None).await?;
    cluster.start_clients(9).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(30).await?;
    let calm = cluster.record.now();
    tokio::time::sleep(CALM).await;
    let (mut meter, from) = (Meter::start(&cluster.nodes), cluster.record.now());
    cluster.record.fault("other users read and edit a very large workspace");
    let mut calls = Calls::default();
    let path = format!("/api/workspaces/{huge}/snapshot");
    let mut findings = Vec::new();

    let mut first = Vec::new();
    for node in &cluster.nodes {
        first.push(get(node.addr, &path, &person.token).await);
        meter.sample(&cluster.nodes);
    }
    let bytes = first.iter().map(|answer| answer.bytes).max().unwrap_or(0);
    findings.push(format!(
        "first snapshot of each node {:?} ms, {:.1} MB unpacked",
        calls.add(first),
        bytes as f64 / 1e6
    ));
    let nodes = cluster.nodes.iter().cycle().take(NODES * AT_ONCE);
    let again = join_all(nodes.map(|node| get(node.addr, &path, &person.token))).await;
    meter.sample(&cluster.nodes);
    findings.push(format!("{} more at once: p99 {} ms", again.len(), workspaces::p99(&calls.add(again))));

    let mut listeners = Listeners::default();
    let (sockets, began) = (cluster.size(6, LISTENERS), Instant::now());
    for n in 0..sockets {
        let address = cluster.address_of(n % NODES);
        let addresses = vec![NodeAddress { proxy: address.direct, ..address }];
        listeners.add(ListenerOptions { token: person.token.clone(), workspace: huge, addresses }, None);
    }
    until("all sockets are welcomed", Duration::from_secs(60), async || listeners.live() == sockets).await?;
    findings.push(format!("{sockets} sockets welcome after {} ms", began.elapsed().as_millis()));

    let mut opened = Vec::new();
    for turn in 0..READS {
        let path = format!("/api/workspaces/{huge}/tickets/{ticket}");
        opened.push(get(cluster.nodes[turn % NODES].addr, &path, &person.token).await);
    }
    let bytes = opened.iter().map(|answer| answer.bytes).max().unwrap_or(0);
    cluster.record.count("INV-12", "bytes of the opened ticket", bytes as u64, OPENED as u64);
    let comments = cluster.size(2_000, COMMENTS as usize);
    findings.push(format!(
        "a ticket of {comments} comments opens in p99 {} ms with {bytes} bytes",
        workspaces::p99(&calls.add(opened))
    ));
    findings.push(format!("its pages: {}", pages(cluster, &mut calls, huge, ticket, &person.token).await?));
    meter.sample(&cluster.nodes);

    let mut edits = Vec::new();
    for turn in 0..cluster.size(6, EDITS) {
        let command = match turn % 2 {
            0 => json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": format!("Edited {turn}")}}),
            _ => {
                json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "one more"})
            }
        };
        let (path, began) = (format!("/api/workspaces/{huge}/commands"), Instant::now());
        let body = json!({"id": Uuid::now_v7(), "command": command});
        let (status, _) = cluster.nodes[turn % NODES].post(&path, Some(&person.token), body).await?;
        edits.push(Answer { status, bytes: 0, took: began.elapsed(), text: String::new() });
        meter.sample(&cluster.nodes);
    }
    findings.push(format!("edits p99 {} ms", workspaces::p99(&calls.add(edits))));
    let heads = workspaces::heads(cluster).await?;
    let there = async || listeners.behind(|id| heads.get(&id).copied()) == 0;
    // Missing listeners are counted below.
    let _ = until("all listeners are up to date", Duration::from_secs(20), there).await;
    let behind = listeners.behind(|id| heads.get(&id).copied());
    let to = cluster.record.now();
    cluster.record.fault("the clients are gone");

    cluster.record.count("INV-13", "calls without a valid answer in 30 s", calls.odd, 0);
    cluster.record.count("INV-6", "listeners that lack events at the end", behind as u64, 0);
    cluster.record.count("INV-7", "frames that did not continue a listener's cursor", listeners.tally().gaps, 0);
    let grown = meter.growth().map(|(_, bytes)| bytes).max().unwrap_or(0);
    cluster.record.count("INV-12", "bytes by which a node has grown", grown, A_NODE);
    findings.push(format!("{} calls put off", calls.put_off));
    let (before, others) = (cluster.record.ack_times(calm..from), cluster.record.ack_times(from..to));
    let (before, others) = (workspaces::p99(&before), workspaces::p99(&others));
    findings.push(format!(
        "a node grew by {} MB to {} MB; acks of others p99 {before} ms before, {others} ms meanwhile, {:.1} times",
        grown >> 20,
        meter.memory() >> 20,
        others as f64 / before.max(1) as f64
    ));
    cluster.wait_for_acks(20).await?;
    Ok(findings)
}

/// Fills the workspace by SQL, not by commands. Returns the ticket with the comments.
async fn furnish(cluster: &Cluster<'_>, huge: Uuid) -> Result<Uuid, Failure> {
    let mut database: PgConnection = cluster.postgres.connect(&cluster.database).await?;
    let (tickets, members) = (cluster.size(2_000, TICKETS as usize) as i32, cluster.size(50, MEMBERS as usize) as i32);
    let (comments, each) = (cluster.size(2_000, COMMENTS as usize) as i32, cluster.size(50, EACH as usize) as i32);
    let began = Instant::now();
    fill::tickets(&mut database, huge, tickets).await?;
    let ticket: Uuid = sqlx::query_scalar("select id from tickets where workspace_id = $1 and number = 1")
        .bind(huge)
        .fetch_one(&mut database)
        .await?;
    for (sql, count) in [(PEOPLE, members), (LISTS, each), (STATUSES, each), (LABELS, each)] {
        sqlx::query(sql).bind(huge).bind(count).execute(&mut database).await?;
    }
    sqlx::query(SPREAD).bind(huge).execute(&mut database).await?;
    for sql in [COMMENT, COMMENTED] {
        sqlx::query(sql).bind(huge).bind(ticket).bind(comments).execute(&mut database).await?;
    }
    sqlx::raw_sql("analyze").execute(&mut database).await?;
    cluster.record.fault(format!(
        "{tickets} tickets, {members} members, {comments} comments on one ticket, {each} lists, statuses and labels each, inserted in {} s",
        began.elapsed().as_secs()
    ));
    Ok(ticket)
}

const PEOPLE: &str = "insert into members (workspace_id, id, role, state, firstname, lastname, username, created_at)
    select $1, gen_random_uuid(), 'member', 'active', 'First ' || g, 'Last ' || g, 'member' || g, now() from generate_series(2, $2) g";
const LISTS: &str = "insert into lists (workspace_id, id, name, color, rank, suggested, created_user_id, created_at)
    select $1, gen_random_uuid(), 'List ' || g, 'blue', 'l' || lpad(to_hex(g), 6, '0') || 'V', false, m.id, now()
    from generate_series(1, $2) g, (select id from members where workspace_id = $1 and role = 'owner') m";
const STATUSES: &str = "insert into statuses (workspace_id, id, name, category, rank, created_at)
    select $1, gen_random_uuid(), 'Status ' || g, 'started', 's' || lpad(to_hex(g), 6, '0') || 'V', now() from generate_series(1, $2) g";
const LABELS: &str = "insert into labels (workspace_id, id, name, color, created_at)
    select $1, gen_random_uuid(), 'Label ' || g, 'red', now() from generate_series(1, $2) g";
/// Puts each ticket in a list, with a status, a label and an assignee.
const SPREAD: &str = "with l as (select array_agg(id) ids from lists where workspace_id = $1),
      m as (select array_agg(id) ids from members where workspace_id = $1),
      t as (select array_agg(id) ids from labels where workspace_id = $1)
    update tickets set
      lists = jsonb_build_array(jsonb_build_object('listId', l.ids[1 + number % array_length(l.ids, 1)], 'rank', lpad(to_hex(number), 6, '0') || 'V')),
      assignees_ids = array[m.ids[1 + number % array_length(m.ids, 1)]], labels = array[t.ids[1 + number % array_length(t.ids, 1)]]
    from l, m, t where workspace_id = $1";
const COMMENT: &str = "with m as (select array_agg(id) ids from members where workspace_id = $1)
    insert into activities (workspace_id, id, scope_id, version, ticket_id, kind, user_id, message, created_at)
    select $1, gen_random_uuid(), $1, 1, $2, 'comment', m.ids[1 + g % array_length(m.ids, 1)], 'Comment ' || g || repeat(' words', 30),
      now() - ($3 - g) * interval '1 second' from generate_series(1, $3) g, m";
const COMMENTED: &str = "update tickets set comments = $3,
      commented_by_user_ids = (select array_agg(id) from members where workspace_id = $1) where workspace_id = $1 and id = $2";

/// The outcome of all calls so far.
#[derive(Default)]
struct Calls {
    odd: u64,
    /// Calls answered `unavailable`.
    put_off: u64,
}

impl Calls {
    /// Adds answers. Returns their times in milliseconds, sorted.
    fn add(&mut self, answers: Vec<Answer>) -> Vec<u64> {
        self.odd += answers.iter().filter(|answer| !matches!(answer.status, 200 | 503)).count() as u64;
        self.put_off += answers.iter().filter(|answer| answer.status == 503).count() as u64;
        let times = answers.iter().map(|answer| u64::try_from(answer.took.as_millis()).unwrap_or(u64::MAX));
        let mut times: Vec<u64> = times.collect();
        times.sort_unstable();
        times
    }
}

struct Answer {
    /// 0 if no answer came in time.
    status: u16,
    bytes: usize,
    took: Duration,
    text: String,
}

async fn get(addr: std::net::SocketAddr, path: &str, token: &str) -> Answer {
    let began = Instant::now();
    let (status, text) = http::get(addr, path, Some(token)).await.unwrap_or_default();
    Answer { status, bytes: text.len(), took: began.elapsed(), text }
}

/// Reads all pages of a ticket, from the newest to the oldest.
async fn pages(
    cluster: &Cluster<'_>,
    calls: &mut Calls,
    huge: Uuid,
    ticket: Uuid,
    token: &str,
) -> Result<String, Failure> {
    let (mut before, mut found, mut answers) = (String::new(), 0, Vec::new());
    let began = Instant::now();
    loop {
        let path = format!("/api/workspaces/{huge}/tickets/{ticket}/activities?limit=200{before}");
        let mut answer = get(cluster.nodes[answers.len() % NODES].addr, &path, token).await;
        let page: Value = serde_json::from_str(&std::mem::take(&mut answer.text)).unwrap_or_default();
        answers.push(answer);
        found += page["activities"].as_array().map_or(0, Vec::len);
        match page["next"].as_str() {
            Some(next) => before = format!("&before={next}"),
            None => break,
        }
    }
    let (count, longest) = (answers.len(), answers.iter().map(|it| it.bytes).max().unwrap_or(0));
    let lost = cluster.size(2_000, COMMENTS as usize).saturating_sub(found) as u64;
    cluster.record.count("INV-5", "comments on no page", lost, 0);
    let p99 = workspaces::p99(&calls.add(answers));
    Ok(format!("{count} of at most {longest} bytes, p99 {p99} ms, {} s in all", began.elapsed().as_secs()))
}
