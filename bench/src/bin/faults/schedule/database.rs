//! The database restarts, dies, is away, is slow, and has no free connection.

use std::time::Duration;

use sqlx::{AssertSqlSafe, Connection, PgConnection};

use crate::cluster::{Cluster, NODES};
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::proxy::Mode;

/// F-11: PostgreSQL restarts.
pub async fn restarted(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    let mut back = Vec::new();
    for _ in 0..cluster.size(1, 5) {
        cluster.record.fault("PostgreSQL is stopped");
        cluster.postgres.down().await?;
        cluster.postgres.up().await?;
        cluster.record.fault("PostgreSQL is back");
        back.push(cluster.ms_until_next_ack().await?);
        cluster.wait_for_acks(20).await?;
    }
    Ok(vec![format!("served again after {back:?} ms"), probe.judge(&cluster.record)])
}

/// F-12: PostgreSQL is killed and recovers.
pub async fn killed(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    let mut back = Vec::new();
    for _ in 0..cluster.size(1, 3) {
        cluster.record.fault("PostgreSQL is killed");
        cluster.postgres.kill().await?;
        cluster.postgres.up().await?;
        cluster.record.fault("PostgreSQL has recovered");
        back.push(cluster.ms_until_next_ack().await?);
        cluster.wait_for_acks(20).await?;
    }
    Ok(vec![format!("served again after {back:?} ms"), probe.judge(&cluster.record)])
}

/// F-23: `synchronous_commit = off` is loaded while nodes run, so that a crash would lose the last seconds, then
/// PostgreSQL is killed.
pub async fn forgetful(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let mut admin = cluster.postgres.connect("postgres").await?;
    for setting in ["synchronous_commit = off", "wal_writer_delay = '10s'"] {
        let statement = format!("alter system set {setting}");
        sqlx::raw_sql(AssertSqlSafe(statement)).execute(&mut admin).await?;
    }
    sqlx::raw_sql("select pg_reload_conf()").execute(&mut admin).await?;
    cluster.record.fault("PostgreSQL loads synchronous_commit = off");
    let killed = acked_then_killed(cluster).await;
    let mut admin = cluster.postgres.connect("postgres").await?;
    sqlx::raw_sql("alter system reset all").execute(&mut admin).await?;
    sqlx::raw_sql("select pg_reload_conf()").execute(&mut admin).await?;
    killed
}

/// F-23-red: each transaction turns `synchronous_commit` off by a trigger, which no node can see.
pub async fn forgetful_inside(cluster: &mut Cluster<'_>) -> FaultResult {
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    sqlx::raw_sql(
        "create function forget() returns trigger language plpgsql as
             'begin perform set_config(''synchronous_commit'', ''off'', true); return null; end';
         create trigger forget after insert on commands for each row execute function forget()",
    )
    .execute(&mut database)
    .await?;
    forgetful(cluster).await
}

async fn acked_then_killed(cluster: &mut Cluster<'_>) -> FaultResult {
    let probe = cluster.probe();
    cluster.wait_for_acks(40).await?;
    cluster.record.fault("PostgreSQL is killed");
    cluster.postgres.kill().await?;
    cluster.postgres.up().await?;
    cluster.record.fault("PostgreSQL has recovered");
    let back = cluster.ms_until_next_ack().await?;
    Ok(vec![format!("served again after {back} ms"), probe.judge(&cluster.record)])
}

/// F-13: PostgreSQL is away for a while.
pub async fn away(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    cluster.record.fault("PostgreSQL is stopped");
    cluster.postgres.down().await?;
    tokio::time::sleep(Duration::from_secs(cluster.size(10, 60) as u64)).await;
    cluster.postgres.up().await?;
    cluster.record.fault("PostgreSQL is back");
    let back = cluster.ms_until_next_ack().await?;
    Ok(vec![format!("served again after {back} ms"), probe.judge(&cluster.record)])
}

/// F-14: PostgreSQL answers late, then its connections are paused.
pub async fn slow(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    for delay in [200, 1_000] {
        cluster.record.fault(format!("PostgreSQL answers {delay} ms late"));
        cluster.to_postgres.iter().for_each(|proxy| proxy.delay(delay));
        // Earlier answers are still on their way.
        tokio::time::sleep(Duration::from_millis(3 * delay)).await;
        // At a second in each direction, a round takes six seconds or more, and one of three nodes succeeds.
        cluster.wait_for_acks_within(30, Duration::from_secs(120)).await?;
    }
    cluster.to_postgres.iter().for_each(|proxy| proxy.delay(0));
    cluster.record.fault("the database's connections are paused");
    cluster.to_postgres.iter().for_each(|proxy| proxy.set(Mode::Hold));
    tokio::time::sleep(Duration::from_secs(10)).await;
    cluster.to_postgres.iter().for_each(|proxy| proxy.set(Mode::Pass));
    cluster.record.fault("the connections continue");
    let back = cluster.ms_until_next_ack().await?;
    Ok(vec![format!("served again after {back} ms"), probe.judge(&cluster.record)])
}

/// F-15: the node gets no sign that its connection is dead.
pub async fn half_open(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let node = cluster.random_node();
    let probe = cluster.probe();
    cluster.record.fault(format!("packets of node {node} to PostgreSQL are dropped"));
    cluster.to_postgres[node].set(Mode::Swallow);
    tokio::time::sleep(Duration::from_secs(10)).await;
    cluster.to_postgres[node].set(Mode::Pass);
    cluster.record.fault("the connection works again");
    let back = cluster.ms_until_next_ack().await?;
    cluster.wait_for_acks(60).await?;
    Ok(vec![format!("served again after {back} ms"), probe.judge(&cluster.record)])
}

/// F-18: another client takes all connections.
pub async fn exhausted(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    cluster.record.fault("another client opens as many connections as it gets");
    // The nodes lose their connections first, so that they compete with the other client for new ones.
    let mut greedy: Vec<PgConnection> = Vec::new();
    for _ in 0..3 {
        while let Ok(connection) = cluster.postgres.connect(&cluster.database).await {
            greedy.push(connection);
            if greedy.len() > 400 {
                return Err("the database did not refuse a connection".into());
            }
        }
        if let Some(one) = greedy.first_mut() {
            end_sessions(one, 100).await?;
        }
    }
    let taken = greedy.len();
    tokio::time::sleep(Duration::from_secs(6)).await;
    for connection in greedy {
        connection.close().await?;
    }
    cluster.record.fault("the other client closes them");
    let back = cluster.ms_until_next_ack().await?;
    Ok(vec![format!("{taken} taken, served again after {back} ms"), probe.judge(&cluster.record)])
}

/// F-20: another session holds the streams' locks for longer than a node waits.
pub async fn locked(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    for _ in 0..cluster.size(2, 5) {
        cluster.record.fault("another session locks the streams for 3 s");
        let mut lock = database.begin().await?;
        // In the order in which nodes lock them, so that this session and a node never wait for each other.
        sqlx::query("select 1 from streams where workspace_id = $1 order by id for update")
            .bind(cluster.workspace)
            .fetch_all(&mut *lock)
            .await?;
        tokio::time::sleep(Duration::from_secs(3)).await;
        lock.rollback().await?;
        cluster.wait_for_acks(20).await?;
    }
    Ok(Vec::new())
}

/// F-22: sessions of the nodes are ended at random.
pub async fn sessions_ended(cluster: &mut Cluster<'_>) -> FaultResult {
    cluster.start_clients_and_edits().await?;
    let probe = cluster.probe();
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    cluster.record.fault("sessions are ended, two every 200 ms");
    let turns = cluster.size(15, 300);
    let mut ended = 0;
    for _ in 0..turns {
        ended += end_sessions(&mut database, 2).await?;
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    cluster.record.fault("no more sessions are ended");
    cluster.wait_for_acks(20).await?;
    Ok(vec![format!("{ended} sessions of {NODES} nodes ended"), probe.judge(&cluster.record)])
}

/// Ends some of the nodes' sessions and returns their number.
async fn end_sessions(database: &mut PgConnection, most: i64) -> Result<usize, Failure> {
    let ended = sqlx::query(
        "select pg_terminate_backend(pid) from (select pid from pg_stat_activity
         where datname = current_database() and application_name = 'troupe' order by random() limit $1) it",
    )
    .bind(most)
    .fetch_all(database)
    .await?;
    Ok(ended.len())
}
