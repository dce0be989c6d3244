//! One tenant floods the nodes with the largest commands allowed, while other people work.

use std::time::{Duration, Instant};

use bench::fill;
use futures_util::future::join_all;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::client::Person;
use crate::cluster::{Cluster, NODES};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::http;
use crate::meter::Meter;
use crate::workspaces;

const TICKETS: i32 = 700;
/// Parallel commands; each is repeated as soon as it is answered.
const AT_ONCE: usize = 8;
/// The number of the user who floods the nodes. The user is in no other workspace.
const TENANT: usize = 900;
/// INV-12: the memory that a node may use to refuse or carry out such commands.
const A_NODE: u64 = 192 << 20;
/// INV-22: others' p99 may double. Differences below this are noise of the machine.
const USUAL: u64 = 25;

/// F-57
pub async fn of_bulk_edits(cluster: &mut Cluster<'_>) -> FaultResult {
    let tenant = cluster.sign_up(TENANT).await?;
    let workspace = workspaces::create(cluster, &tenant, "Flood").await?;
    let mut database: PgConnection = cluster.postgres.connect(&cluster.database).await?;
    fill::tickets(&mut database, workspace, TICKETS).await?;
    let tickets: Vec<Uuid> = sqlx::query_scalar("select id from tickets where workspace_id = $1 order by id")
        .bind(workspace)
        .fetch_all(&mut database)
        .await?;
    super::storms::restart(cluster, None).await?;
    cluster.start_clients(9).await?;
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(30).await?;
    let window = Duration::from_secs(cluster.size(4, 12) as u64);
    let calm = cluster.record.now();
    tokio::time::sleep(window).await;
    let mut meter = Meter::start(&cluster.nodes);
    let mut findings = Vec::new();

    // A command of 100 kB that would become an event of 69 MB.
    let text = "x".repeat(99_000);
    let too_large = json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"description": text}}).to_string();
    let flood = |_| &*too_large;
    let from = cluster.record.now();
    cluster.record.fault("a tenant floods the nodes with edits that are too large");
    let refused = Flood { tenant: &tenant, workspace, window }.run(cluster, &mut meter, flood).await;
    let to = cluster.record.now();
    cluster.record.fault("the flood ends");
    let (before, during) =
        (workspaces::p99(&cluster.record.ack_times(calm..from)), workspaces::p99(&cluster.record.ack_times(from..to)));
    // The short form runs with `make test`, where other tests share the machine, so its times mean nothing.
    if !cluster.short {
        cluster.record.count("INV-22", "milliseconds of others' p99 meanwhile", during, 2 * before.max(USUAL));
    }
    cluster.record.count(
        "INV-13",
        "commands that were neither refused nor put off",
        refused.done + refused.unexpected,
        0,
    );
    findings.push(format!(
        "{} refused, {} put off; acks of others p99 {before} ms before, {during} ms meanwhile; a node grew by {} MB",
        refused.refused,
        refused.put_off,
        grown(&meter) >> 20
    ));

    // Commands within the limit: their times are reported and not judged, since a tenant may ask for that work.
    tokio::time::sleep(window / 4).await;
    let words = ["day", "week", "month", "quarter", "year"];
    let edits: Vec<String> = (0..3 * words.len())
        .map(|turn| match turn % 3 {
            0 => json!({"kind": "tickets.update", "ticketIds": tickets[..9], "patch": {"description": format!("{turn}{text}")}}),
            _ => json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"priority": words[turn % words.len()]}}),
        })
        .map(|command| command.to_string())
        .collect();
    let edits = |turn: usize| &*edits[turn % edits.len()];
    let from = cluster.record.now();
    cluster.record.fault("the tenant floods the nodes with the largest allowed edits");
    let done = Flood { tenant: &tenant, workspace, window }.run(cluster, &mut meter, edits).await;
    let to = cluster.record.now();
    cluster.record.fault("the flood ends");
    let during = workspaces::p99(&cluster.record.ack_times(from..to));
    cluster.record.count("INV-13", "edits within the limit that were refused", done.refused + done.unexpected, 0);
    cluster.record.count("INV-12", "bytes by which a node has grown", grown(&meter), A_NODE);
    let bytes: i64 = sqlx::query_scalar(
        "select coalesce(max(octet_length(changes::text)), 0)::bigint from events where workspace_id = $1",
    )
    .bind(workspace)
    .fetch_one(&mut database)
    .await?;
    cluster.record.count("INV-12", "bytes of the largest event", bytes.unsigned_abs(), 1 << 20);
    findings.push(format!(
        "within the limit: {} done, {} put off, the largest {bytes} bytes; acks of others p99 {during} ms; a node grew by {} MB to {} MB",
        done.done,
        done.put_off,
        grown(&meter) >> 20,
        meter.memory() >> 20
    ));
    cluster.wait_for_acks(20).await?;
    Ok(findings)
}

fn grown(meter: &Meter) -> u64 {
    meter.growth().map(|(_, bytes)| bytes).max().unwrap_or(0)
}

struct Flood<'a> {
    tenant: &'a Person,
    workspace: Uuid,
    window: Duration,
}

#[derive(Default)]
struct Tally {
    done: u64,
    refused: u64,
    put_off: u64,
    unexpected: u64,
}

impl Flood<'_> {
    /// Sends a fixed number of parallel commands for the window's length, and watches the nodes.
    async fn run<'b>(&self, cluster: &Cluster<'_>, meter: &mut Meter, command: impl Fn(usize) -> &'b str) -> Tally {
        let end = Instant::now() + self.window;
        let flood = join_all((0..AT_ONCE).map(|index| self.repeat(cluster, index, end, &command)));
        tokio::pin!(flood);
        let tallies = loop {
            tokio::select! {
                tallies = &mut flood => break tallies,
                () = tokio::time::sleep(Duration::from_millis(100)) => meter.sample(&cluster.nodes),
            }
        };
        tallies.into_iter().fold(Tally::default(), |sum, it| Tally {
            done: sum.done + it.done,
            refused: sum.refused + it.refused,
            put_off: sum.put_off + it.put_off,
            unexpected: sum.unexpected + it.unexpected,
        })
    }

    async fn repeat<'b>(
        &self,
        cluster: &Cluster<'_>,
        index: usize,
        end: Instant,
        command: &impl Fn(usize) -> &'b str,
    ) -> Tally {
        let path = format!("/api/workspaces/{}/commands", self.workspace);
        let (mut tally, mut turn) = (Tally::default(), index);
        while Instant::now() < end {
            let body = format!(r#"{{"id":"{}","command":{}}}"#, Uuid::now_v7(), command(turn));
            let answer: Result<_, Failure> =
                http::post_json(cluster.nodes[index % NODES].addr, &path, Some(&self.tenant.token), body).await;
            match answer {
                Ok((200, _)) => tally.done += 1,
                Ok((409, error)) if error["error"]["code"] == "too_many" => tally.refused += 1,
                Ok((429 | 503, _)) => tally.put_off += 1,
                _ => tally.unexpected += 1,
            }
            turn += AT_ONCE;
        }
        tally
    }
}
