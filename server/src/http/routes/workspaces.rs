//! Workspaces: founding one, its snapshot, commands for scripts.

use std::sync::Arc;

use actix_web::http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, VARY};
use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, http::StatusCode};
use actors::domain::command::Command;
use actors::domain::decide::{Order, What};
use actors::domain::entity::{Role, Workspace};
use actors::domain::founding::Founding;
use actors::domain::ids::{CommandId, ScopeId, UserId, WorkspaceId};
use actors::domain::refusal::RefusalCode;
use actors::fail;
use actors::wire::{HttpAck, SnapshotForm};
use serde::Deserialize;
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::snapshot_lines::{SnapshotColumnsLine, SnapshotLine};
use crate::auth::{Caller, Principal, member_of};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::layers::large_answers;
use crate::http::limits::tickets_of;
use crate::http::request::body::Body;
use crate::words::refusals as words;

/// The memory that one reader of a snapshot adds, in bytes: most of a snapshot is shared by its readers.
const SNAPSHOT: usize = 128 * 1024;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces").post(found))
        .service(web::resource("/api/workspaces/{id}/snapshot").get(snapshot))
        .service(web::resource("/api/workspaces/{id}/commands").post(command));
}

/// A new workspace.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct NewWorkspace {
    name: String,
    /// Two to six letters or digits; made from the name if missing.
    key: Option<String>,
}

/// Founds a workspace, with the caller as owner, the statuses Backlog, To do and Done, and the lists Backlog and
/// General.
#[utoipa::path(post, path = "/api/workspaces", tag = "workspaces", request_body = NewWorkspace, security(("bearer" = [])), responses(
    (status = 201, body = Workspace, description = "The workspace"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn found(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    body: Body<NewWorkspace>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.user(&principal).await?;
    let _turn = door.limits.founding(principal.user_id).await?;
    let most = door.config.limits.workspaces_per_account;
    let theirs = door.stage.workspaces_of(UserId(user.id)).await?;
    if theirs.iter().filter(|workspace| workspace.role == Role::Owner).count() >= most {
        return Err(Refusal::new(Code::TooMany).message(words::owns_too_many(most)));
    }
    let NewWorkspace { name, key } = body.0;
    let founding = Founding {
        id: WorkspaceId(Uuid::now_v7()),
        name,
        key,
        by: UserId(user.id),
        founder: member_of(user.clone(), Role::Owner.into(), None),
    };
    let workspace = door.stage.found(&founding, CommandId(Uuid::now_v7()), door.origin_of(&request)).await?;
    door.auth.profile_was_copied(&user).await?;
    Ok(HttpResponse::Created().json(workspace))
}

/// What a snapshot is asked for.
#[derive(Debug, Deserialize)]
pub(crate) struct Part {
    scope: Option<String>,
}

/// The snapshot of what the caller may see, as NDJSON; with `scope`, of what they may see in one scope. A caller that
/// accepts `application/vnd.troupe.columns` gets rows by columns, as the web app does.
#[utoipa::path(get, path = "/api/workspaces/{id}/snapshot", tag = "workspaces", params(("id" = Uuid, Path), ("scope" = Option<Uuid>, Query)), security(("bearer" = [])), responses(
    (status = 200, description = "A head line, the rows, an end line", content(
        (SnapshotLine = "application/x-ndjson"),
        (SnapshotColumnsLine = "application/vnd.troupe.columns"),
    )),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn snapshot(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    part: Result<Query<Part>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let place = door.limits.large_answers().enter(caller.user_id, SNAPSHOT).await?;
    let (workspace, user) = (WorkspaceId(id.into_inner()), UserId(caller.user_id));
    // What is no id answers like a scope that does not exist.
    let scope = part.map_or_else(|_| Some(String::new()), |part| part.into_inner().scope);
    let form = form_for(&request);
    let lines = match scope {
        None => door.stage.snapshot(workspace, user, form).await?,
        Some(scope) => {
            let scope = ScopeId(Uuid::parse_str(&scope).unwrap_or_default());
            door.stage.snapshot_of_scope(workspace, user, scope, form).await?
        }
    };
    let mut response = HttpResponse::build(StatusCode::OK);
    response
        .insert_header((CONTENT_TYPE, form.media_type()))
        .insert_header(("cache-control", "no-store"))
        .insert_header((VARY, "accept, accept-encoding"));
    if accepts(&request, ACCEPT_ENCODING, |coding| coding.eq_ignore_ascii_case("gzip") || coding == "*") {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        let pieces = lines.gzipped().map(Ok::<_, std::convert::Infallible>);
        return Ok(large_answers::stream(pieces, place, response));
    }
    response.insert_header((CONTENT_ENCODING, "identity"));
    Ok(large_answers::stream(lines.plain(), place, response))
}

/// The form of rows that the client can read. Lines are for clients that do not name the columns.
fn form_for(request: &HttpRequest) -> SnapshotForm {
    let columns = |kind: &str| kind.eq_ignore_ascii_case(SnapshotForm::Columns.media_type());
    if accepts(request, ACCEPT, columns) { SnapshotForm::Columns } else { SnapshotForm::Lines }
}

/// Whether a header of the client names such a thing, and does not refuse it with a weight of 0.
fn accepts(request: &HttpRequest, header: HeaderName, is_such: impl Fn(&str) -> bool) -> bool {
    let accepted = request.headers().get(header).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|thing| {
        let (name, weight) = thing.split_once(';').unwrap_or((thing, ""));
        is_such(name.trim()) && !matches!(weight.trim(), "q=0" | "q=0.0")
    })
}

/// A command with its id.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostedCommand {
    /// UUIDv7, made by the caller. A repeated id gets the same answer.
    id: Uuid,
    #[schema(value_type = Object)]
    #[ts(type = "Command")]
    command: Value,
}

/// Carries out a command, as over the socket.
#[utoipa::path(post, path = "/api/workspaces/{id}/commands", tag = "workspaces", request_body = PostedCommand, params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = HttpAck),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn command(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    body: Body<PostedCommand>,
) -> Result<Json<HttpAck>, Refusal> {
    let workspace = WorkspaceId(id.into_inner());
    let by = UserId(caller.user_id);
    let command = Command::from_value(body.0.command);
    // A person who is not a member learns nothing from the check of the command.
    let entered = door.stage.enter(workspace, by).await;
    // A guest cannot see the workspace, but may leave it.
    if let Err(refusal) = entered
        && !(refusal.code == RefusalCode::Forbidden && leaves(&command, by))
    {
        return Err(refusal.into());
    }
    door.limits.bulk_call_by(caller.user_id, tickets_of(&command), 0).await?;
    let command = command?;
    let from = door.origin_of(&request).map(Arc::new);
    let order = Order { id: CommandId(body.0.id), by, narrowing: caller.narrowing, from, what: What::Command(command) };
    let ack = door.stage.submit(workspace, order).await?;
    fail::point("handler");
    Ok(Json(HttpAck { scope: ack.scope, seq: ack.seq }))
}

/// Whether the command is the person's own leaving.
fn leaves(command: &Result<Command, actors::domain::refusal::Refusal>, by: UserId) -> bool {
    matches!(command, Ok(Command::MemberRemove(remove)) if remove.user_id == by)
}
