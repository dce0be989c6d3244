//! The addresses of a workspace's people, for people who manage members. No scope, snapshot or event holds an address.

mod file;

use std::collections::HashMap;

use actix_web::HttpResponse;
use actix_web::web::{self, Data, Path, Query, ServiceConfig};
use actors::domain::capability::Capability;
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::refusal::Refusal as StageRefusal;
use actors::domain::rights::Standing;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::invitations::rank::{may_invite, still_given};
use crate::invitations::state::{State, state_of};
use crate::queries::invitations::read;
use crate::queries::people::{Row, of_workspace};
use crate::queries::shares::{seen_by, shared_with};
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/people").get(list));
}

/// The people of a workspace.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct People {
    /// The members who have not left and the deactivated ones, in the order in which they joined.
    people: Vec<PersonOfWorkspace>,
}

/// A person, with what only people who manage members may know.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PersonOfWorkspace {
    /// The id of the member.
    id: Uuid,
    /// The address of the account; null for a person who has no account yet.
    email: Option<String>,
    /// When the account was last in use, cut to the hour; null if that is long ago.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    last_active_at: Option<OffsetDateTime>,
    /// `active`; `pending` for a person whom an import has named; or `deactivated`.
    #[ts(type = "\"active\" | \"pending\" | \"deactivated\"")]
    state: String,
}

/// The form of the answer.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Form {
    format: Option<String>,
}

/// The people of a workspace with their addresses, for callers who may manage members. With `format=csv`, a file for
/// spreadsheets.
#[utoipa::path(get, path = "/api/workspaces/{id}/people", tag = "workspaces",
    params(("id" = Uuid, Path), ("format" = Option<String>, Query)), security(("bearer" = [])), responses(
    (status = 200, description = "The people, or a file", content((People = "application/json"), (String = "text/csv"))),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    form: Result<Query<Form>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let workspace = id.into_inner();
    let standing = door.stage.standing(WorkspaceId(workspace), UserId(caller.user_id), caller.narrowing).await?;
    if !standing.has(Capability::ManageMembers) {
        return Err(Code::Forbidden.into());
    }
    let form = form.map_err(|_| Refusal::invalid("format", words::FILE_FORMAT))?.into_inner();
    let is_file = match form.format.as_deref() {
        None | Some("json") => false,
        Some("csv") => true,
        Some(_) => return Err(Refusal::invalid("format", words::FILE_FORMAT)),
    };
    let rows = of_workspace(&door.db, workspace).await?;
    if is_file {
        return file_for(&door, workspace, caller.user_id, standing, rows).await;
    }
    let people = rows.into_iter().map(PersonOfWorkspace::from).collect();
    Ok(HttpResponse::Ok().json(People { people }))
}

/// The people as a file. It names the restricted lists that the caller sees and, for callers who may invite, the people with
/// an open invitation.
async fn file_for(
    door: &Door,
    workspace: Uuid,
    caller: Uuid,
    standing: Standing,
    rows: Vec<Row>,
) -> Result<HttpResponse, Refusal> {
    let mut shares: HashMap<Uuid, Vec<String>> = HashMap::new();
    for (user, list) in seen_by(&door.db, workspace, caller).await? {
        shares.entry(user).or_default().push(list);
    }
    let mut invited = Vec::new();
    if may_invite(standing) {
        for stored in read::of_workspace(&door.db, workspace).await? {
            let is_open = state_of(&stored) == State::Pending;
            let journal = door.stage.journal();
            if is_open && still_given(journal, &stored).await.map_err(StageRefusal::from)?.is_some() {
                invited.push(stored);
            }
        }
    }
    let seen = shared_with(&door.db, workspace, caller).await?;
    Ok(file::of(rows, &shares, invited, &seen))
}

impl From<Row> for PersonOfWorkspace {
    fn from(row: Row) -> Self {
        let Row { id, email, last_active_at, state, .. } = row;
        Self { id, email, last_active_at, state }
    }
}
