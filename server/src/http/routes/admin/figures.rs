//! The figures of one node.

use std::sync::OnceLock;

use actors::bus::BusState;
use actors::domain::entity::SCHEMA;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::Door;
use crate::metrics::process;

/// A node, as it reported itself.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct NodeFigures {
    /// New with each start of the node.
    pub id: Uuid,
    /// The version of the build.
    pub version: String,
    /// The schema number of the build; 0 for builds that report none. Workspaces are switched to a newer form only while
    /// every node has at least the number of that form.
    #[serde(default)]
    pub schema: u32,
    /// The time at which the node began to count.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    pub started_at: OffsetDateTime,
    /// The time of this report.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    pub seen_at: OffsetDateTime,
    /// Resident memory.
    pub memory_bytes: i64,
    /// Busy connections of the pool.
    pub connections_busy: usize,
    /// Idle connections of the pool.
    pub connections_idle: usize,
    /// Open sockets.
    pub sockets: usize,
    /// Workspaces in memory.
    pub workspaces: usize,
    /// Scopes of these workspaces whose journal is followed.
    pub scopes: usize,
    /// Messages of other nodes that workspaces have not read yet.
    pub unheard: usize,
    /// Commands without an answer yet.
    #[serde(default)]
    pub waiting: usize,
    /// Bytes in the outboxes of all sockets that their readers have not read.
    #[serde(default)]
    pub outbox_bytes: usize,
    /// The same for the socket with the most.
    #[serde(default)]
    pub outbox_fullest_bytes: usize,
    /// Requests answered since the start.
    pub requests: u64,
    /// Panics since the start.
    pub panics: u64,
    /// The bus between nodes.
    pub bus: BusReport,
}

/// The bus of a node.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct BusReport {
    /// The reason why the bus is away; null while it is connected.
    pub away: Option<String>,
    /// Other nodes that this node receives messages from.
    pub peers: u64,
    /// Messages sent since the start.
    pub published: u64,
    /// Messages of other nodes that were read.
    pub received: u64,
    /// Lost messages, of this node and of others. Their events were read from the journal.
    pub dropped: u64,
    /// How often missing events were read from the journal.
    pub gaps_filled: u64,
    /// Messages of other nodes whose events were sent on here since the start.
    #[serde(default)]
    pub told: u64,
    /// The sum of their delays, in milliseconds. The growth of this sum divided by the growth of `told` is how far this
    /// node is behind.
    #[serde(default)]
    pub late_ms: u64,
    /// Both as one average since the start, for pages of the previous version, which stay open across an upgrade.
    pub behind_ms: Option<f64>,
}

static STARTED: OnceLock<OffsetDateTime> = OnceLock::new();

/// The present figures of this node.
pub(super) async fn of(door: &Door) -> NodeFigures {
    let (counts, sockets) = (door.stage.counts().await, door.stage.sockets().await);
    let (size, idle) = door.db.connections();
    let now = door.stage.now().get();
    let bus = door.stage.bus_figures().counts();
    NodeFigures {
        id: door.stage.node(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        schema: SCHEMA,
        started_at: *STARTED.get_or_init(|| now),
        seen_at: now,
        memory_bytes: process::resident_bytes().unwrap_or_default(),
        connections_busy: usize::try_from(size).unwrap_or_default().saturating_sub(idle),
        connections_idle: idle,
        sockets: sockets.open,
        workspaces: counts.workspaces,
        scopes: counts.scopes,
        unheard: counts.bus_backlog,
        waiting: counts.waiting,
        outbox_bytes: sockets.waiting_bytes,
        outbox_fullest_bytes: sockets.fullest_bytes,
        requests: door.metrics.answered.get(),
        panics: door.metrics.panics.get(),
        bus: BusReport {
            away: match door.stage.bus_state() {
                BusState::Connected => None,
                BusState::Away(why) => Some(why.to_string()),
            },
            peers: bus.peers,
            published: bus.published,
            received: bus.received,
            dropped: bus.dropped_in + bus.dropped_out,
            gaps_filled: bus.gaps_filled,
            told: bus.late_count,
            late_ms: bus.late_sum_ms,
            behind_ms: (bus.late_count > 0).then(|| bus.late_sum_ms as f64 / bus.late_count as f64),
        },
    }
}
