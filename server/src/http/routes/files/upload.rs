//! An upload: it begins with the size, its parts arrive in any order and as often as the sender likes, and it is complete
//! once all of them are there. A sender who was cut off asks which parts have arrived.

use actix_web::web::{Data, Json, Path, Payload};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, FileId, TicketId, UserId, WorkspaceId};
use actors::domain::kinds::file::clean_name;
use actors::domain::kinds::file::order::{FileOrder, NewFile};
use actors::domain::reading;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::files::kind::LOOKED_AT;
use crate::files::store::Piece;
use crate::files::{KEEP_HOURS, content_type};
use crate::http::Door;
use crate::http::limits::minimum_rate::MinimumRate;
use crate::http::request::body::Body;
use crate::http::request::bytes::{check_headers, length_of, receive};
use crate::queries::files::{self, NoRoom, Stored};
use crate::words::refusals as words;

#[derive(Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct NewUpload {
    ticket_id: TicketId,
    name: String,
    #[ts(type = "number")]
    size: i64,
}

/// An upload, and the parts that have arrived.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Upload {
    file_id: FileId,
    ticket_id: TicketId,
    name: String,
    #[ts(type = "number")]
    size: i64,
    /// The bytes of each part but the last.
    #[ts(type = "number")]
    part_size: i64,
    /// The numbers of the parts that have arrived; the first part is number 0.
    parts: Vec<i32>,
}

impl Upload {
    fn of(stored: Stored, parts: Vec<i32>) -> Self {
        let Stored { id, ticket_id, name, size, part_size, .. } = stored;
        Self { file_id: FileId(id), ticket_id: TicketId(ticket_id), name, size, part_size, parts }
    }
}

/// Begins an upload. Its bytes count towards the quota from now on.
#[utoipa::path(post, path = "/api/workspaces/{id}/files", tag = "files", params(("id" = Uuid, Path)),
    request_body = NewUpload, security(("bearer" = [])), responses(
    (status = 201, body = Upload, description = "The upload"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`too_many`: the files of the workspace take too much"),
    (status = 413, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn begin(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    body: Body<Value>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, user) = (WorkspaceId(id.into_inner()), UserId(caller.user_id));
    door.stage
        .may_attach(workspace, user, caller.narrowing)
        .await
        .or_else(|refusal| own_tickets_only(refusal, &body.0))?;
    let NewUpload { ticket_id, name, size } =
        reading::read(body.0).map_err(|error| Refusal::from(stage_error(error)))?;
    let config = &door.config.files;
    if size < 1 {
        return Err(Refusal::invalid("size", words::FILE_EMPTY));
    }
    if u64::try_from(size).is_ok_and(|size| size > config.limit) {
        return Err(Refusal::new(Code::PayloadTooLarge)
            .message(words::file_of_task_too_large(config.limit))
            .field("size"));
    }
    door.stage.may_attach_to(workspace, user, caller.narrowing, ticket_id).await?;
    if !door.stage.journal().nodes_know_files().await.map_err(actors::domain::refusal::Refusal::from)? {
        return Err(Refusal::new(Code::Unavailable).message(words::FILES_WAIT_FOR_UPDATE));
    }
    let new = Stored {
        workspace_id: workspace.0,
        id: Uuid::now_v7(),
        ticket_id: ticket_id.0,
        user_id: user.0,
        name: clean_name(&name),
        size,
        part_size: i64::try_from(config.part).unwrap_or(i64::MAX),
        store_key: Uuid::new_v4(),
        state: "arriving".to_owned(),
    };
    match files::reserve(&door.db, new.clone(), config.quota).await? {
        Ok(()) => Ok(HttpResponse::Created().json(Upload::of(new, Vec::new()))),
        Err(NoRoom::Quota) => Err(Refusal::new(Code::TooMany).message(words::files_quota(config.quota)).field("size")),
        Err(NoRoom::Uploads) => Err(Refusal::new(Code::TooMany).message(words::TOO_MANY_UPLOADS)),
    }
}

/// The parts of an upload that have arrived.
#[utoipa::path(get, path = "/api/workspaces/{id}/files/{fileId}", tag = "files",
    params(("id" = Uuid, Path), ("fileId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = Upload, description = "The upload"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn state(caller: Caller, door: Data<Door>, path: Path<(Uuid, Uuid)>) -> Result<Json<Upload>, Refusal> {
    let stored = own_upload(&door, caller, path.into_inner()).await?;
    let parts = files::parts(&door.db, stored.workspace_id, stored.id).await?;
    Ok(Json(Upload::of(stored, parts)))
}

/// Takes a part. The same part again takes the place of the earlier one.
#[utoipa::path(post, path = "/api/workspaces/{id}/files/{fileId}/parts/{part}", tag = "files",
    params(("id" = Uuid, Path), ("fileId" = Uuid, Path), ("part" = i32, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"), security(("bearer" = [])), responses(
    (status = 204, description = "The part is stored"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 408, body = ErrorBody),
    (status = 415, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn part(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid, i32)>,
    payload: Payload,
) -> Result<HttpResponse, Refusal> {
    let (workspace, file, part) = path.into_inner();
    let stored = own_upload(&door, caller, (workspace, file)).await?;
    if stored.state != "arriving" {
        return Err(Refusal::new(Code::Conflict).message(words::UPLOAD_COMPLETE));
    }
    let size = stored.size_of(part).ok_or_else(|| Refusal::invalid("part", words::NO_SUCH_PART))?;
    check_headers(request.headers())?;
    if length_of(request.headers()).is_some_and(|length| Ok(length) != usize::try_from(size)) {
        return Err(Refusal::invalid("part", words::part_length(size)));
    }
    let mut arriving = door.files.receive(stored.store_key, Piece::Part(part)).await.map_err(silent)?;
    let rate = MinimumRate::over(door.config.http.stall);
    let wrong = || Refusal::invalid("part", words::part_length(size));
    let length = usize::try_from(size).unwrap_or(usize::MAX);
    receive(payload, length, rate, wrong, async |chunk| arriving.write(&chunk).await.map_err(silent)).await?;
    let kept = arriving.keep().await;
    if kept.is_ok() && files::note_part(&door.db, workspace, file, part, size).await? {
        return Ok(HttpResponse::NoContent().finish());
    }
    if files::find(&door.db, workspace, file).await?.is_none() {
        // The upload was cancelled while the part arrived, so only this request or the sweep removes its bytes.
        door.files.remove(stored.store_key).await.map_err(silent)?;
        return Err(no_upload());
    }
    kept.map_err(silent)?;
    Err(Refusal::new(Code::Conflict).message(words::UPLOAD_COMPLETE))
}

/// Adds the file to its ticket, once all parts are there. The same call again does nothing.
#[utoipa::path(post, path = "/api/workspaces/{id}/files/{fileId}/complete", tag = "files",
    params(("id" = Uuid, Path), ("fileId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "The ticket has the file"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`conflict`: parts are missing"),
))]
pub(crate) async fn complete(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let stored = own_upload(&door, caller, path.into_inner()).await?;
    let parts = files::parts(&door.db, stored.workspace_id, stored.id).await?;
    if i32::try_from(parts.len()).ok() != Some(stored.parts()) {
        return Err(Refusal::new(Code::Conflict).message(words::PARTS_MISSING));
    }
    // From now on, no part changes.
    files::complete(&door.db, stored.workspace_id, stored.id).await?;
    let first = door.files.read(stored.store_key, Piece::Part(0), 0, LOOKED_AT as u64).await.map_err(silent)?;
    let new = NewFile {
        id: FileId(stored.id),
        ticket_id: TicketId(stored.ticket_id),
        name: stored.name,
        size: stored.size,
        content_type: content_type(&first).to_owned(),
    };
    let what = What::File(FileOrder::Add(new));
    let by = UserId(caller.user_id);
    let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: caller.narrowing, from: None, what };
    door.stage.submit(WorkspaceId(stored.workspace_id), order).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ends an upload that is not complete, and frees its bytes.
#[utoipa::path(post, path = "/api/workspaces/{id}/files/{fileId}/cancel", tag = "files",
    params(("id" = Uuid, Path), ("fileId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204, description = "The upload is gone"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
pub(crate) async fn cancel(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<HttpResponse, Refusal> {
    let (workspace, file) = path.into_inner();
    let own = files::find(&door.db, workspace, file).await?.filter(|it| it.user_id == caller.user_id);
    let stored = own.ok_or_else(no_upload)?;
    if caller.narrowing.is_key() {
        // A person may always take an upload back, but a key that may not attach files may not.
        own_upload(&door, caller, (workspace, file)).await?;
    }
    if stored.state != "arriving" {
        return Err(Refusal::new(Code::Conflict).message(words::UPLOAD_COMPLETE));
    }
    // The row is deleted first: a part that arrives now finds no row, and its request removes the bytes of the part.
    files::forget(&door.db, workspace, file, KEEP_HOURS).await?;
    if let Err(error) = door.files.remove(stored.store_key).await {
        tracing::warn!(%error, "the store did not answer, so the sweep will remove the bytes of a cancelled upload");
    }
    Ok(HttpResponse::NoContent().finish())
}

/// A person who may attach files to their own tickets alone is judged by the ticket that the body names.
fn own_tickets_only(
    refusal: actors::domain::refusal::Refusal,
    body: &Value,
) -> Result<(), actors::domain::refusal::Refusal> {
    let is_forbidden = refusal.code == actors::domain::refusal::RefusalCode::Forbidden;
    if is_forbidden && body.get("ticketId").is_some() { Ok(()) } else { Err(refusal) }
}

fn stage_error(error: reading::Unreadable) -> actors::domain::refusal::Refusal {
    error.into()
}

/// The upload of this person, if they may still attach files to the ticket.
async fn own_upload(door: &Door, caller: Caller, (workspace, file): (Uuid, Uuid)) -> Result<Stored, Refusal> {
    let own = files::find(&door.db, workspace, file).await?.filter(|it| it.user_id == caller.user_id);
    let stored = own.ok_or_else(no_upload)?;
    let (user, ticket) = (UserId(caller.user_id), TicketId(stored.ticket_id));
    door.stage.may_attach_to(WorkspaceId(workspace), user, caller.narrowing, ticket).await.map_err(|refusal| {
        match Refusal::from(refusal) {
            missing if missing.code == Code::NotFound => no_upload(),
            other => other,
        }
    })?;
    Ok(stored)
}

fn no_upload() -> Refusal {
    Refusal::new(Code::NotFound).message(words::NO_UPLOAD)
}

/// The store does not take or give bytes.
#[expect(clippy::needless_pass_by_value, reason = "it maps errors")]
pub(crate) fn silent(error: std::io::Error) -> Refusal {
    tracing::error!(%error, "the store of files did not answer");
    Refusal::new(Code::Unavailable).message(words::STORE_SILENT)
}
