//! One tenant floods the nodes with the largest commands allowed, while other people work.

use std::time::{Duration, Instant};

use bench::fill;
use futures_util::future::join_all;
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::client::Person;
use crate::estate;
use crate::failure::Failure;
use crate::fault::Told;
use crate::house::{House, NODES};
use crate::http;
use crate::meter::Meter;

const TICKETS: i32 = 700;
/// Parallel commands; each is repeated as soon as it is answered.
const AT_ONCE: usize = 8;
/// The number of a person who is in none of the other workspaces.
const STRANGER: usize = 900;
/// INV-12: the memory that a node may use to refuse or carry out such commands.
const A_NODE: u64 = 192 << 20;
/// INV-22: others' p99 may double. Differences below this are noise of the machine.
const USUAL: u64 = 25;

/// F-57
pub async fn of_bulk_edits(house: &mut House<'_>) -> Told {
    let stranger = house.sign_up(STRANGER).await?;
    let workspace = estate::found(house, &stranger, "Flood").await?;
    let mut database: PgConnection = house.postgres.connect(&house.database).await?;
    fill::tickets(&mut database, workspace, TICKETS).await?;
    let tickets: Vec<Uuid> = sqlx::query_scalar("select id from tickets where workspace_id = $1 order by id")
        .bind(workspace)
        .fetch_all(&mut database)
        .await?;
    super::storms::restart(house, None).await?;
    house.invite(9).await?;
    house.work(150);
    house.acks(30).await?;
    let window = Duration::from_secs(house.size(4, 12) as u64);
    let calm = house.record.now();
    tokio::time::sleep(window).await;
    let mut meter = Meter::start(&house.nodes);
    let mut told = Vec::new();

    // A command of 100 kB that would become an event of 69 MB.
    let text = "x".repeat(99_000);
    let too_large = json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"description": text}}).to_string();
    let flood = |_| &*too_large;
    let from = house.record.now();
    house.record.fault("a tenant floods the nodes with edits that are too large");
    let refused = Flood { stranger: &stranger, workspace, window }.run(house, &mut meter, flood).await;
    let to = house.record.now();
    house.record.fault("the flood ends");
    let (before, during) = (estate::p99(&house.record.acks(calm..from)), estate::p99(&house.record.acks(from..to)));
    // The short form runs with `make test`, where other tests share the machine, so its times mean nothing.
    if !house.short {
        house.record.count("INV-22", "milliseconds of others' p99 meanwhile", during, 2 * before.max(USUAL));
    }
    house.record.count("INV-13", "commands that were neither refused nor put off", refused.done + refused.odd, 0);
    told.push(format!(
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
    let from = house.record.now();
    house.record.fault("the tenant floods the nodes with the largest allowed edits");
    let done = Flood { stranger: &stranger, workspace, window }.run(house, &mut meter, edits).await;
    let to = house.record.now();
    house.record.fault("the flood ends");
    let during = estate::p99(&house.record.acks(from..to));
    house.record.count("INV-13", "edits within the limit that were refused", done.refused + done.odd, 0);
    house.record.count("INV-12", "bytes by which a node has grown", grown(&meter), A_NODE);
    let bytes: i64 = sqlx::query_scalar(
        "select coalesce(max(octet_length(changes::text)), 0)::bigint from events where workspace_id = $1",
    )
    .bind(workspace)
    .fetch_one(&mut database)
    .await?;
    house.record.count("INV-12", "bytes of the largest event", bytes.unsigned_abs(), 1 << 20);
    told.push(format!(
        "within the limit: {} done, {} put off, the largest {bytes} bytes; acks of others p99 {during} ms; a node grew by {} MB to {} MB",
        done.done,
        done.put_off,
        grown(&meter) >> 20,
        meter.memory() >> 20
    ));
    house.acks(20).await?;
    Ok(told)
}

fn grown(meter: &Meter) -> u64 {
    meter.grown().map(|(_, bytes)| bytes).max().unwrap_or(0)
}

struct Flood<'a> {
    stranger: &'a Person,
    workspace: Uuid,
    window: Duration,
}

#[derive(Default)]
struct Tally {
    done: u64,
    refused: u64,
    put_off: u64,
    odd: u64,
}

impl Flood<'_> {
    /// Sends a fixed number of parallel commands for the window's length, and watches the nodes.
    async fn run<'b>(&self, house: &House<'_>, meter: &mut Meter, command: impl Fn(usize) -> &'b str) -> Tally {
        let end = Instant::now() + self.window;
        let flood = join_all((0..AT_ONCE).map(|place| self.repeat(house, place, end, &command)));
        tokio::pin!(flood);
        let tallies = loop {
            tokio::select! {
                tallies = &mut flood => break tallies,
                () = tokio::time::sleep(Duration::from_millis(100)) => meter.look(&house.nodes),
            }
        };
        tallies.into_iter().fold(Tally::default(), |sum, it| Tally {
            done: sum.done + it.done,
            refused: sum.refused + it.refused,
            put_off: sum.put_off + it.put_off,
            odd: sum.odd + it.odd,
        })
    }

    async fn repeat<'b>(
        &self,
        house: &House<'_>,
        place: usize,
        end: Instant,
        command: &impl Fn(usize) -> &'b str,
    ) -> Tally {
        let path = format!("/api/workspaces/{}/commands", self.workspace);
        let (mut tally, mut turn) = (Tally::default(), place);
        while Instant::now() < end {
            let body = format!(r#"{{"id":"{}","command":{}}}"#, Uuid::now_v7(), command(turn));
            let answer: Result<_, Failure> =
                http::post_json(house.nodes[place % NODES].addr, &path, Some(&self.stranger.token), body).await;
            match answer {
                Ok((200, _)) => tally.done += 1,
                Ok((409, error)) if error["error"]["code"] == "too_many" => tally.refused += 1,
                Ok((429 | 503, _)) => tally.put_off += 1,
                _ => tally.odd += 1,
            }
            turn += AT_ONCE;
        }
        tally
    }
}
