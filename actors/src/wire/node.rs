//! What a node sends.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::client::PresenceState;
use crate::{
    domain::{
        capabilities::Capabilities,
        change::Event,
        date::Instant,
        entity::Workspace,
        ids::{CommandId, Epoch, ScopeId, TicketId, UserId},
        refusal::Refusal,
        scope::ScopeKind,
    },
    sync::Cursor,
};

#[derive(Clone, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NodeFrame {
    Welcome {
        node: String,
        /// The node's [`SCHEMA`](crate::domain::entity::SCHEMA). Nodes of the previous version leave it out.
        #[ts(optional, as = "Option<u32>")]
        schema: u32,
        /// The version of the frames of texts that the node speaks. Nodes of the previous version leave it out.
        #[ts(optional, as = "Option<u32>")]
        texts: u32,
        server_time: Instant,
        #[ts(type = "number")]
        heartbeat_ms: u64,
        limits: SocketLimits,
        /// Nodes of the previous version leave them out.
        #[ts(optional, as = "Option<Capabilities>")]
        capabilities: Capabilities,
        scopes: Vec<WelcomeScope>,
    },
    /// What the person may do from now on (CP1).
    Capabilities {
        capabilities: Capabilities,
    },
    Events {
        scope: ScopeId,
        #[ts(type = "number")]
        from: i64,
        #[ts(type = "number")]
        to: i64,
        events: Vec<Event>,
    },
    /// The person has gained a scope: the socket is live from this seq, and the client needs the scope's snapshot.
    Follow {
        scope: ScopeId,
        kind: ScopeKind,
        epoch: Epoch,
        #[ts(type = "number")]
        seq: i64,
    },
    /// The person has lost a scope: nothing of it comes any more, and the client drops what it holds of it.
    Unfollow {
        scope: ScopeId,
    },
    Ack {
        id: CommandId,
        scope: ScopeId,
        #[ts(type = "number")]
        seq: i64,
    },
    Refused {
        id: CommandId,
        error: Refusal,
    },
    Presence {
        members: Vec<PresenceMember>,
    },
    Heads {
        #[ts(type = "Record<string, number>")]
        heads: BTreeMap<ScopeId, i64>,
        // The bus is away, so members at other nodes are not shown as present.
        // Pages of earlier versions know this as `alone`.
        #[serde(rename = "alone", skip_serializing_if = "std::ops::Not::not")]
        #[ts(rename = "alone", optional, as = "Option<bool>")]
        bus_is_away: bool,
    },
    Bye {
        code: String,
        #[ts(type = "number")]
        retry_after_ms: u64,
    },
    Pong {
        #[ts(type = "number")]
        n: i64,
    },
    Error {
        error: Refusal,
    },
}

impl NodeFrame {
    pub fn encode(&self) -> bytestring::ByteString {
        // Every type in here serialises; an empty frame would be dropped by any client.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// What a socket may do before it is slowed down or closed.
#[derive(Clone, Copy, Debug, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SocketLimits {
    #[ts(type = "number")]
    pub frame_bytes: usize,
    pub commands_per_second: u32,
    pub command_burst: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum WelcomeResume {
    Delta,
    Snapshot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS)]
pub struct WelcomeScope {
    pub scope: ScopeId,
    pub kind: ScopeKind,
    pub epoch: Epoch,
    /// With `delta` the seq from which the missed events follow; with `snapshot` the one from which the
    /// socket is live.
    #[ts(type = "number")]
    pub seq: i64,
    pub resume: WelcomeResume,
}

/// A person in the workspace, on one connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PresenceMember {
    #[ts(type = "string")]
    pub connection: Uuid,
    pub user_id: UserId,
    pub ticket_id: Option<TicketId>,
    pub field: Option<String>,
    pub state: PresenceState,
    pub since: Instant,
}

/// How a snapshot writes its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SnapshotForm {
    /// A line for each row.
    Lines,
    /// A line for up to 2,000 rows of one kind, by columns: [`SnapshotColumns`](super::SnapshotColumns).
    Columns,
}

impl SnapshotForm {
    /// The media type, which the caller accepts and the answer names.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Lines => "application/x-ndjson",
            Self::Columns => "application/vnd.troupe.columns",
        }
    }
}

/// A snapshot's first line.
#[derive(Clone, Debug, Serialize, TS, ToSchema)]
pub struct SnapshotHead {
    pub protocol: u32,
    /// The [`SCHEMA`](crate::domain::entity::SCHEMA) of the node that made the snapshot. Nodes of the
    /// previous version leave it out.
    #[ts(optional, as = "Option<u32>")]
    pub schema: u32,
    #[ts(type = "Record<string, ScopeCursor>")]
    pub cursors: BTreeMap<ScopeId, Cursor>,
    /// A snapshot of a single scope has it only if the workspace's row lives in that scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub workspace: Option<Workspace>,
}

/// The line before the rows of a scope. It has the shape of an entity's line, so that readers of the previous version
/// pass over it.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SnapshotScope {
    /// Always `scope`.
    entity: &'static str,
    data: ScopeOfRows,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct ScopeOfRows {
    id: ScopeId,
}

impl From<ScopeId> for SnapshotScope {
    fn from(id: ScopeId) -> Self {
        Self { entity: "scope", data: ScopeOfRows { id } }
    }
}

/// A snapshot's last line.
#[derive(Clone, Copy, Debug, Serialize, TS, ToSchema)]
pub struct SnapshotEnd {
    /// Always true.
    #[ts(type = "true")]
    pub end: bool,
    /// The number of rows and of lines with a scope before this one.
    #[ts(type = "number")]
    pub count: usize,
}

/// The answer to a command over HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct HttpAck {
    pub scope: ScopeId,
    #[ts(type = "number")]
    pub seq: i64,
}
