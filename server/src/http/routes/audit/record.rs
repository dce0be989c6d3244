//! A record as readers get it, and what they may see of it.

use actors::domain::audit::AuditKind;
use actors::domain::capability::Capability;
use actors::domain::ids::{UserId, WorkspaceId};
use serde::Serialize;
use serde_json::{Map, Value};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::queries::audit::read::Row;

/// What happened to the people or the rights of a workspace.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AuditRecord {
    /// The id; ids sort by time.
    pub(super) id: Uuid,
    /// The time.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    pub(super) at: OffsetDateTime,
    /// The kind. A newer node may write a kind that this list does not name.
    #[ts(as = "AuditKind")]
    pub(super) kind: String,
    /// The person who did it; null for the server.
    pub(super) user_id: Option<Uuid>,
    /// The person, role, list or invitation. A restricted list is named by its id only.
    pub(super) subject_id: Uuid,
    /// Of a change, the fields that differ; null if there was nothing before.
    #[schema(value_type = Option<Object>)]
    #[ts(type = "Record<string, unknown> | null")]
    pub(super) before: Option<Map<String, Value>>,
    /// The same afterwards; null if nothing is left.
    #[schema(value_type = Option<Object>)]
    #[ts(type = "Record<string, unknown> | null")]
    pub(super) after: Option<Map<String, Value>>,
    /// The IP address of the client; null if it is unknown.
    pub(super) address: Option<String>,
    /// The browser and the system of the client; null if they are unknown.
    pub(super) device: Option<String>,
}

/// What a reader of the log may see.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    /// Only people who manage members see addresses.
    addresses: bool,
    pub(super) may_keep: bool,
}

impl Sight {
    /// # Errors
    /// `not_found` if the person is no member of the workspace, `forbidden` if the person may not read the log.
    pub(super) async fn of(door: &Door, workspace: Uuid, caller: Caller) -> Result<Self, Refusal> {
        let standing = door.stage.standing(WorkspaceId(workspace), UserId(caller.user_id), caller.narrowing).await?;
        if standing.has(Capability::ReadAudit) {
            Ok(Self { addresses: standing.has(Capability::ManageMembers), may_keep: standing.is_owner })
        } else {
            Err(Code::Forbidden.into())
        }
    }

    pub(super) fn shown(self, row: Row) -> AuditRecord {
        let Row { id, at, kind, user_id, user_name: _, subject_id, subject_name: _, before, after, address, device } =
            row;
        let fields = |fields: Option<sqlx::types::Json<Map<String, Value>>>| {
            let mut fields = fields?.0;
            if !self.addresses {
                fields.remove("email");
            }
            Some(fields)
        };
        let (before, after) = (fields(before), fields(after));
        AuditRecord { id, at, kind, user_id, subject_id, before, after, address, device }
    }
}
