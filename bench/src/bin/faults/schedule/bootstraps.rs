//! Many first snapshots at once, at nodes that have just started.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bench::fill;
use futures_util::StreamExt;
use futures_util::future::{join_all, try_join_all};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use super::storms::restart;
use crate::client::{NodeAddress, Person};
use crate::cluster::{Cluster, NODES, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::listeners::{ListenerOptions, Listeners};
use crate::workspaces;

/// Users, and requests of each: a hello and a snapshot each time.
const PEOPLE: usize = 60;
const TIMES: usize = 10;
/// The tickets of a user's own workspace, and of the shared one.
const OWN: i32 = 300;
const SHARED: i32 = 2_000;
/// INV-13: the time limit of one answer.
const ANSWER: Duration = Duration::from_secs(30);
/// A request that is put off is repeated for this long.
const PATIENCE: Duration = Duration::from_secs(90);
/// How long other clients are measured before.
const CALM: Duration = Duration::from_secs(6);

/// F-33: first snapshots at nodes with nothing in memory.
pub async fn cold(cluster: &mut Cluster<'_>) -> FaultResult {
    let (count, times) = (cluster.size(6, PEOPLE), cluster.size(5, TIMES));
    // Passwords are hashed in a queue of their own.
    let sign_ups = (0..count).map(|n| cluster.sign_up(100 + n));
    let signed_up: Vec<Result<Person, Failure>> = futures_util::stream::iter(sign_ups).buffered(4).collect().await;
    let people = signed_up.into_iter().collect::<Result<Vec<_>, _>>()?;
    let owner = cluster.people[0].clone();
    let shared = workspaces::create(cluster, &owner, "Shared").await?;
    let own = try_join_all(people.iter().map(|person| workspaces::create(cluster, person, "Own"))).await?;
    try_join_all(people.iter().map(|person| cluster.add_member(shared, person))).await?;
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    fill::tickets(&mut database, shared, SHARED).await?;
    for workspace in &own {
        fill::tickets(&mut database, *workspace, OWN).await?;
    }
    let mut findings = Vec::new();
    for (words, workspaces) in [("of a workspace each", own), ("of one", vec![shared])] {
        restart(cluster, None).await?;
        if cluster.clients.is_empty() {
            cluster.start_clients(9).await?;
            cluster.edit_every_ms(300);
        }
        cluster.wait_for_acks(30).await?;
        findings.push(format!("{words}: {}", all_at_once(cluster, &people, &workspaces, times).await?));
    }
    cluster.wait_for_acks(20).await?;
    Ok(findings)
}

async fn all_at_once(
    cluster: &Cluster<'_>,
    people: &[Person],
    workspaces: &[Uuid],
    times: usize,
) -> Result<String, Failure> {
    let calm = cluster.record.now();
    tokio::time::sleep(CALM).await;
    let (began, from) = (Instant::now(), cluster.record.now());
    let count = people.len() * times;
    cluster.record.fault(format!("{count} snapshots and {count} hellos at once"));
    let mut listeners = Listeners::default();
    let mut requesting = Vec::new();
    for n in 0..count {
        let (person, workspace) = (&people[n % people.len()], workspaces[n % workspaces.len()]);
        let addresses = (0..NODES).map(|turn| cluster.address_of((n + turn) % NODES));
        let addresses: Vec<NodeAddress> =
            addresses.map(|address| NodeAddress { proxy: address.direct, ..address }).collect();
        requesting.push(request_snapshot(addresses[0].direct, person, workspace));
        listeners.add(ListenerOptions { token: person.token.clone(), workspace, addresses }, None);
    }
    let welcomed = async {
        // Missing welcomes are counted below.
        let _ = until("all listeners are welcomed", PATIENCE, async || listeners.welcomes() >= count).await;
        began.elapsed()
    };
    let (requests, welcomed) = tokio::join!(join_all(requesting), welcomed);
    let to = cluster.record.now();
    let mut answers: BTreeMap<String, usize> = BTreeMap::new();
    for status in requests.iter().flat_map(|request| &request.answers) {
        *answers.entry(status.map_or_else(|| "no answer".to_owned(), |it| it.to_string())).or_default() += 1;
    }
    let all: usize = answers.values().sum();
    let put_off = answers.get("503").copied().unwrap_or(0);
    let odd = answers.iter().filter(|(status, _)| !matches!(status.as_str(), "200" | "503" | "429"));
    cluster.record.count("INV-13", "first snapshots with another answer", odd.map(|(_, count)| *count as u64).sum(), 0);
    let without = requests.iter().filter(|request| !request.whole).count();
    cluster.record.count("INV-13", "first snapshots that never arrived whole", without as u64, 0);
    cluster.record.count("INV-13", "hellos without a welcome", (count - listeners.live().min(count)) as u64, 0);
    cluster.record.count("INV-13", "hellos without an answer in 30 s", listeners.tally().unanswered, 0);
    let mut took: Vec<Duration> = requests.iter().map(|request| request.took).collect();
    took.sort_unstable();
    let at = |percent: usize| took[(took.len() * percent).div_ceil(100).max(1) - 1].as_millis();
    let (others_before, others) = (cluster.record.ack_times(calm..from), cluster.record.ack_times(from..to));
    Ok(format!(
        "{count} snapshots, half after {} ms, 99 % after {} ms, all after {} ms; {} KB each; answers {answers:?}, {:.1} % put off; {count} hellos welcome after {} ms; acks of others p99 {} ms before, {} ms meanwhile",
        at(50),
        at(99),
        at(100),
        requests.iter().map(|request| request.bytes).max().unwrap_or(0) >> 10,
        put_off as f64 * 100.0 / all.max(1) as f64,
        welcomed.as_millis(),
        workspaces::p99(&others_before),
        workspaces::p99(&others)
    ))
}

/// A request for a snapshot, repeated until it succeeds, and its answers so far.
struct SnapshotRequest {
    /// The status of each answer, in order.
    answers: Vec<Option<u16>>,
    whole: bool,
    /// Compressed bytes on the wire.
    bytes: usize,
    took: Duration,
}

/// Repeats the request until it has a snapshot, waiting as the node asks.
async fn request_snapshot(addr: SocketAddr, person: &Person, workspace: Uuid) -> SnapshotRequest {
    let began = Instant::now();
    let mut request = SnapshotRequest { answers: Vec::new(), whole: false, bytes: 0, took: Duration::ZERO };
    let call = format!(
        "GET /api/workspaces/{workspace}/snapshot HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {}\r\n\
         accept-encoding: gzip\r\nconnection: close\r\n\r\n",
        person.token
    );
    while !request.whole && began.elapsed() < PATIENCE {
        let answer = tokio::time::timeout(ANSWER, ask(addr, &call)).await.ok().and_then(Result::ok);
        let head = answer.as_deref().unwrap_or_default();
        let status = std::str::from_utf8(head.get(9..12).unwrap_or_default()).ok().and_then(|it| it.parse().ok());
        request.answers.push(status);
        if status == Some(200) {
            // The last chunk shows that the body is complete.
            request.whole = head.ends_with(b"0\r\n\r\n");
            request.bytes = head.len();
        } else {
            tokio::time::sleep(Duration::from_millis(workspaces::retry_after(head))).await;
        }
        request.took = began.elapsed();
    }
    request
}

async fn ask(addr: SocketAddr, call: &str) -> std::io::Result<Vec<u8>> {
    let mut stream = TcpStream::connect(addr).await?;
    stream.write_all(call.as_bytes()).await?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await?;
    Ok(answer)
}
