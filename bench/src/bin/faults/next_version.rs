//! A simulated next version, as far as nodes of this version meet it: its migrations, its commits, and its messages on
//! the bus.

use std::borrow::Cow;
use std::net::SocketAddr;

use actors::db::{MIGRATIONS, migrate_to};
use bench::history::{Effect, Entry};
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AssertSqlSafe, Connection, SqlSafeStr};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::cluster::{CALLER, Cluster};
use crate::failure::Failure;

/// The newest migration of this version.
pub fn newest() -> i64 {
    MIGRATIONS.iter().map(|migration| migration.version).max().unwrap_or(0)
}

/// Migrates like the next version, with its own runner: the migrations of this version, and more that allow this
/// version to serve.
pub async fn migrate(url: String, more: &'static [(&'static str, &'static str)]) -> Result<(), Failure> {
    let since = newest();
    let next = (since + 1..).zip(more).map(|(version, (topic, sql))| {
        let description = Cow::Owned(format!("since {since:04} {topic}"));
        Migration::new(version, description, MigrationType::Simple, SqlSafeStr::into_sql_str(*sql), false)
    });
    let all = Migrator::with_migrations(MIGRATIONS.iter().cloned().chain(next).collect());
    Ok(migrate_to(&url, &all).await?)
}

/// Where a commit was stored.
#[derive(Clone, Copy)]
pub struct Written {
    pub command: Uuid,
    pub scope: Uuid,
    pub epoch: Uuid,
    pub seq: i64,
}

/// Commits an event like a node, with rows in which `{seq}` stands for its seq.
pub async fn commit(
    cluster: &Cluster<'_>,
    scope: Uuid,
    effect: Effect,
    changes: &str,
    rows: &str,
) -> Result<Written, Failure> {
    let (command, by) = (Uuid::now_v7(), cluster.people[0].id);
    cluster.record.note(|at| Entry::Invoked { at, client: CALLER, command, effect });
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let mut transaction = database.begin().await?;
    let stream = "update streams set seq = seq + 1 where id = $1 and workspace_id = $2 returning epoch, seq";
    let stream = sqlx::query_as(stream).bind(scope).bind(cluster.workspace);
    let (epoch, seq): (Uuid, i64) = stream.fetch_one(&mut *transaction).await?;
    let rows = rows.replace("{seq}", &seq.to_string());
    sqlx::raw_sql(AssertSqlSafe(rows)).execute(&mut *transaction).await?;
    for statement in [
        "insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
         values ($1, $2, clock_timestamp(), $3, $4, $5, $6::json)",
        "insert into commands (scope_id, seq, workspace_id, id, user_id, fingerprint)
         select $1, $2, $3, $4, $5, length($6)",
    ] {
        let statement = sqlx::query(statement).bind(scope).bind(seq).bind(cluster.workspace).bind(command).bind(by);
        statement.bind(changes).execute(&mut *transaction).await?;
    }
    transaction.commit().await?;
    database.close().await?;
    cluster.record.note(|at| Entry::Acked { at, client: CALLER, command, scope, seq });
    Ok(Written { command, scope, epoch, seq })
}

/// The bus message of the next version for a commit.
pub fn advanced(workspace: Uuid, written: Written, by: Uuid, changes: &Value) -> Value {
    let Written { command, scope, epoch, seq } = written;
    let event = json!({"seq": seq, "commandId": command, "by": by, "at": "2030-05-01T12:00:00Z", "changes": changes});
    json!({"kind": "advanced", "workspace": workspace, "scope": scope, "epoch": epoch, "from": seq - 1, "to": seq,
        "events": [event]})
}

/// Publishes on the bus like a node of the next version. Its messages are sealed correctly and may have any content.
pub struct BusPublisher {
    redis: SocketAddr,
    key: [u8; 32],
    node: Uuid,
}

impl BusPublisher {
    pub fn new(cluster: &Cluster<'_>) -> Self {
        let key = mac(cluster.nodes[0].secret().as_bytes(), &[b"troupe ", b"bus", b" 1"]);
        Self { redis: cluster.redis.addr, key, node: Uuid::now_v7() }
    }

    /// Publishes a message for a workspace. Returns the number of receivers.
    pub async fn publish(&self, workspace: Uuid, message: &str) -> Result<u64, Failure> {
        let channel = self.channel(workspace);
        let head: Vec<u8> = [1].into_iter().chain(*self.node.as_bytes()).collect();
        let seal = mac(&self.key, &[channel.as_bytes(), &head, message.as_bytes()]);
        self.send(&channel, &[&head[..], &seal, message.as_bytes()].concat()).await
    }

    /// Publishes bytes without a seal. Returns the number of receivers.
    pub async fn publish_unsealed(&self, workspace: Uuid, bytes: &[u8]) -> Result<u64, Failure> {
        self.send(&self.channel(workspace), bytes).await
    }

    fn channel(&self, workspace: Uuid) -> String {
        let name = mac(&self.key, &[b"troupe channels"]);
        let name: String = name[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("troupe:{name}:workspace:{workspace}")
    }

    async fn send(&self, channel: &str, message: &[u8]) -> Result<u64, Failure> {
        let mut redis = TcpStream::connect(self.redis).await?;
        let mut call = format!("*3\r\n$7\r\nPUBLISH\r\n${}\r\n{channel}\r\n", channel.len()).into_bytes();
        call.extend(format!("${}\r\n", message.len()).bytes());
        call.extend_from_slice(message);
        call.extend(b"\r\n");
        redis.write_all(&call).await?;
        let mut answer = [0; 64];
        let length = redis.read(&mut answer).await?;
        let answer = std::str::from_utf8(&answer[..length])?;
        Ok(answer.trim().strip_prefix(':').ok_or_else(|| format!("Redis says {answer:?}"))?.parse()?)
    }
}

fn mac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    // HMAC accepts keys of any length, so there is no error.
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key) else { return [0; 32] };
    parts.iter().for_each(|part| mac.update(part));
    mac.finalize().into_bytes().into()
}
