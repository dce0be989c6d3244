//! All clients connect at once: they reconnect after a node was killed, or connect to nodes that have just started.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::Semaphore;
use uuid::Uuid;

use crate::cluster::{Cluster, NODES, until};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::listeners::{ListenerOptions, Listeners};
use crate::meter::Meter;
use crate::workspaces;

/// As many as three debug nodes accept in less than a minute on two cores, which they share with the clients.
const SOCKETS: usize = 3_000;
/// The workspaces of those sockets.
const WORKSPACES: usize = 60;
/// The heartbeat in milliseconds. At one a second, the nodes would do nothing else.
const BEAT: u64 = 4_000;
/// Handshakes in progress during the first connections, which are not measured.
const AT_ONCE: usize = 100;
/// Milliseconds between the edits of a client while transactions are counted. Many edits would hide what sockets cost.
const SLOW_EDITS: u64 = 3_000;
/// A listener that was cut returns within a random time of up to this many milliseconds.
const JITTER: u64 = 3_000;
/// INV-12: the growth that a node may show for each socket, and for a storm in progress.
const A_SOCKET: u64 = 48 << 10;
const THE_REST: u64 = 64 << 20;
const PATIENCE: Duration = Duration::from_secs(60);
/// An idle connection of PostgreSQL reports its statistics within ten seconds.
const REPORTED: Duration = Duration::from_secs(11);

/// Raises the limit of open files as far as the system allows. Returns the number of sockets that fit.
fn free_files() -> Result<usize, Failure> {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum })?;
    Ok(usize::try_from(maximum.unwrap_or(u64::MAX)).unwrap_or(usize::MAX).saturating_sub(2_000))
}

/// F-32: thousands of sockets reconnect.
pub async fn reconnect(cluster: &mut Cluster<'_>) -> FaultResult {
    let (wanted, possible) = (cluster.size(300, SOCKETS), free_files()?);
    let sockets = wanted.min(possible);
    restart(cluster, Some(BEAT)).await?;
    cluster.start_clients(9).await?;
    cluster.edit_every_ms(300);
    cluster.wait_for_acks(20).await?;
    let mut meter = Meter::start(&cluster.nodes);
    let person = cluster.people[0].clone();
    let names = (0..cluster.size(6, WORKSPACES)).map(|n| format!("Storm {n}"));
    let workspaces = try_join_all(names.map(|name| {
        let (cluster, person) = (&*cluster, &person);
        async move { workspaces::create(cluster, person, &name).await }
    }))
    .await?;
    let began = Instant::now();
    let mut listeners = Listeners::default();
    let turn = Arc::new(Semaphore::new(AT_ONCE));
    for n in 0..sockets {
        // Directly to the nodes: a proxy would need as many files again.
        let addresses = (0..NODES).map(|turn| cluster.address_of((n + turn) % NODES));
        let addresses =
            addresses.map(|address| crate::client::NodeAddress { proxy: address.direct, ..address }).collect();
        let options =
            ListenerOptions { token: person.token.clone(), workspace: workspaces[n % workspaces.len()], addresses };
        listeners.add(options, Some(turn.clone()));
    }
    until("all clients are up to date", Duration::from_secs(120), async || listeners.live() == sockets).await?;
    cluster.edit_every_ms(SLOW_EDITS);
    meter.sample(&cluster.nodes);
    let opened = format!(
        "{sockets} sockets (of {wanted} wanted, room for {possible}) in {} workspaces, open after {} s",
        workspaces.len(),
        began.elapsed().as_secs()
    );
    let each = meter.growth().map(|(node, grown)| grown / listeners.live_at(node).max(1) as u64).max().unwrap_or(0);
    let mut findings = vec![format!("{opened}, {} KiB each", each >> 10)];
    let mut expected_cuts = 0;
    for (victim, jitter) in [(0, JITTER), (1, 0)] {
        listeners.jitter(jitter);
        expected_cuts += listeners.live_at(victim as u32);
        findings.push(storm(cluster, &mut meter, &listeners, &workspaces, victim).await?);
        cluster.nodes[victim].start()?;
        cluster.nodes[victim].ready().await?;
    }
    let tally = listeners.tally();
    let heads = workspaces::heads(cluster).await?;
    let behind = listeners.behind(|workspace| heads.get(&workspace).copied());
    cluster.record.count("INV-13", "sockets that did not reconnect", (sockets - listeners.live()) as u64, 0);
    cluster.record.count("INV-13", "handshakes without an answer in 30 s", tally.unanswered, 0);
    cluster.record.count("INV-7", "frames that did not continue a listener's cursor", tally.gaps, 0);
    cluster.record.count("INV-6", "listeners that lack events at the end", behind as u64, 0);
    cluster.record.count(
        "INV-13",
        "sockets cut more often than nodes were killed",
        tally.cut.saturating_sub(expected_cuts as u64),
        0,
    );
    findings.push(format!("{} clients needed a snapshot", tally.sent_to_snapshot));
    Ok(findings)
}

/// Kills a node. Its listeners return to the other nodes, where clients edit meanwhile.
async fn storm(
    cluster: &mut Cluster<'_>,
    meter: &mut Meter,
    listeners: &Listeners,
    workspaces: &[Uuid],
    victim: usize,
) -> Result<String, Failure> {
    let sockets = listeners.count();
    let reconnecting = listeners.live_at(victim as u32);
    let without_storm = costs(cluster, workspaces).await?;
    let at_work = transactions(cluster).await?;
    let (began, welcomes) = (Instant::now(), listeners.welcomes());
    cluster.nodes[victim].kill().await?;
    cluster.record.fault(format!("node {victim} is killed, {reconnecting} of {sockets} listeners reconnect"));
    let all_back = until("all listeners are back", PATIENCE, async || {
        meter.sample(&cluster.nodes);
        listeners.welcomes() >= welcomes + reconnecting && listeners.live() == sockets
    });
    let (written, are_back) = tokio::join!(write_everywhere(cluster, workspaces), all_back);
    written?;
    let back = listeners.back_after(began);
    // Missing listeners are counted at the end.
    let within = |percent: usize| {
        let index = (reconnecting * percent).div_ceil(100).max(1) - 1;
        back.get(index).map_or_else(|| "never".to_owned(), |time| format!("{} ms", time.as_millis()))
    };
    if are_back.is_err() {
        cluster.record.fault(format!("{} listeners are not back", sockets - listeners.live()));
    }
    let has_all = async || {
        meter.sample(&cluster.nodes);
        let heads = workspaces::heads(cluster).await.unwrap_or_default();
        listeners.behind(|workspace| heads.get(&workspace).copied()) == 0
    };
    // Counted below as well.
    let _ = until("all listeners have the missed events", PATIENCE, has_all).await;
    tokio::time::sleep(REPORTED).await;
    let (after, took) = (transactions(cluster).await?, began.elapsed().as_secs_f64());
    // A killed node does none of its periodic work. Below zero if the clients that edit had to wait.
    let running = (NODES - 1) as f64 / NODES as f64;
    let more = (after - at_work) as f64 - without_storm.a_second * running * took - without_storm.writes;
    let words = format!("transactions for a hundred sockets that left node {victim}");
    cluster.record.count("INV-21", words, (more.max(0.0) * 100.0 / reconnecting.max(1) as f64) as u64, 100);
    for (node, grown) in meter.growth().filter(|(node, _)| *node != victim as u32) {
        let allowed = A_SOCKET * listeners.live_at(node) as u64 + THE_REST;
        cluster.record.count("INV-12", format!("bytes by which node {node} has grown"), grown, allowed);
    }
    let how = if victim == 0 { format!("with {JITTER} ms of jitter") } else { "without jitter".to_owned() };
    Ok(format!(
        "{reconnecting} reconnect {how}: half {}, 99 % {}, all {}; {:.3} extra transactions each (without a storm, {:.1} a second, and {:.0} for the tickets that the listeners missed); at most {} MB and {:.1} cores a node",
        within(50),
        within(99),
        within(100),
        more / reconnecting.max(1) as f64,
        without_storm.a_second,
        without_storm.writes,
        meter.memory() >> 20,
        meter.cores()
    ))
}

/// The transactions of a cluster in which no node is killed.
struct Costs {
    /// For the clients that edit meanwhile, and for the nodes' own work.
    a_second: f64,
    /// For a ticket in every workspace, with all that the followers read and write because of it.
    writes: f64,
}

/// Counts what a storm is compared with. The tickets that listeners miss cost the same without a storm.
async fn costs(cluster: &Cluster<'_>, workspaces: &[Uuid]) -> Result<Costs, Failure> {
    let (began, start) = (Instant::now(), transactions(cluster).await?);
    tokio::time::sleep(REPORTED * 2).await;
    let (writing, idle) = (Instant::now(), transactions(cluster).await?);
    let a_second = (idle - start) as f64 / (writing - began).as_secs_f64();
    write_everywhere(cluster, workspaces).await?;
    tokio::time::sleep(REPORTED).await;
    let (written, took) = (transactions(cluster).await?, writing.elapsed().as_secs_f64());
    Ok(Costs { a_second, writes: ((written - idle) as f64 - a_second * took).max(0.0) })
}

/// Creates a ticket in every workspace.
async fn write_everywhere(cluster: &Cluster<'_>, workspaces: &[Uuid]) -> Result<(), Failure> {
    let person = &cluster.people[0];
    try_join_all(workspaces.iter().map(|workspace| workspaces::create_ticket(cluster, person, *workspace, "Written")))
        .await?;
    Ok(())
}

/// Kills and restarts every node, so that no workspace is in memory.
pub(super) async fn restart(cluster: &mut Cluster<'_>, beat: Option<u64>) -> Result<(), Failure> {
    for node in &mut cluster.nodes {
        node.kill().await?;
        beat.into_iter().for_each(|millis| node.set_heartbeat(millis));
        node.start()?;
    }
    for node in &cluster.nodes {
        node.ready().await?;
    }
    Ok(())
}

/// The transactions of the database that its sessions have reported.
async fn transactions(cluster: &Cluster<'_>) -> Result<i64, Failure> {
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let sql = "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";
    Ok(sqlx::query_scalar(sql).fetch_one(&mut database).await?)
}
