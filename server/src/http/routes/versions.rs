//! The versions of a ticket's description (docs/TEXTS.md, TX28 to TX30).

use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actors::domain::date::Instant;
use actors::domain::ids::{Epoch, TicketId, UserId, WorkspaceId};
use actors::domain::limits::DESCRIPTION_BYTES;
use actors::journal::{TextVersion, WholeVersion};
use actors::{RestoredText, Restoring};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::words::refusals as words;

/// The size of a page if the caller names none.
const PAGE: i64 = 50;
const MOST: i64 = 200;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/versions").get(list))
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/versions/{version}").get(read))
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/versions/{version}/restore").post(restore));
}

/// A version of a description, without its text.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DescriptionVersion {
    id: Uuid,
    /// `first`: the text before the first change that is known. `typed`: people have written it in the app. `replaced`: the
    /// whole description was set, by the API, an import or an earlier version of the app. `restored`: an earlier version
    /// was restored.
    #[ts(type = "\"first\" | \"typed\" | \"replaced\" | \"restored\"")]
    kind: String,
    /// The times of the first and the last change that the version holds.
    began_at: Instant,
    ended_at: Instant,
    /// The ids of the authors; empty if they are not known.
    #[ts(type = "string[]")]
    authors: Vec<UserId>,
    /// The time of the version that was restored.
    restored_at: Option<Instant>,
    /// The length of the text.
    #[ts(type = "number")]
    bytes: i64,
}

impl From<TextVersion> for DescriptionVersion {
    fn from(version: TextVersion) -> Self {
        let TextVersion { id, kind, began_at, ended_at, authors, restored_at, bytes } = version;
        Self {
            id,
            kind: kind.word().to_owned(),
            began_at: Instant::new(began_at),
            ended_at: Instant::new(ended_at),
            authors,
            restored_at: restored_at.map(Instant::new),
            bytes,
        }
    }
}

/// A page of versions.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct DescriptionVersions {
    versions: Vec<DescriptionVersion>,
    /// The `before` of the next page; null if this page is the last.
    next: Option<Uuid>,
}

/// A version with its text.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct WholeDescriptionVersion {
    version: DescriptionVersion,
    /// The text, as Markdown.
    description: String,
    /// The version before; null if none is kept.
    previous: Option<Uuid>,
}

/// The update that gives a document the text of a version. A page that has joined the document sends it as its own.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RestoredDescription {
    /// The epoch of the document.
    epoch: Epoch,
    /// The state vector (Yjs, version 1, in base64) that a copy of the document must have reached.
    state_vector: String,
    /// The update (Yjs, version 1, in base64); null if the description has this text. For an API key, the node sets the
    /// description itself, so this is null as well.
    update: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    before: Option<Uuid>,
    limit: Option<String>,
}

/// The versions of a description, newest first.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/versions", tag = "tickets",
    params(
        ("id" = Uuid, Path),
        ("ticketId" = Uuid, Path),
        ("before" = Option<Uuid>, Query, description = "`next` of the page before"),
        ("limit" = Option<String>, Query, description = "1 to 200; 50 if missing"),
    ), security(("bearer" = [])), responses(
    (status = 200, body = DescriptionVersions, description = "A page of versions"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
    turn: Result<Query<Turn>, actix_web::Error>,
) -> Result<Json<DescriptionVersions>, Refusal> {
    let (workspace, ticket) = path.into_inner();
    let turn = turn.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::VERSIONS_QUERY))?;
    let limit = match &turn.limit {
        None => PAGE,
        Some(text) => text
            .parse::<i64>()
            .ok()
            .filter(|limit| (1..=MOST).contains(limit))
            .ok_or_else(|| Refusal::invalid("limit", words::whole_number_to(MOST)))?,
    };
    let (workspace, user, ticket) = (WorkspaceId(workspace), UserId(caller.user_id), TicketId(ticket));
    // One more shows whether there is a next page.
    let mut found = door.stage.text_versions(workspace, user, ticket, turn.before, limit + 1).await?;
    let has_more = i64::try_from(found.len()).is_ok_and(|count| count > limit);
    if has_more {
        found.pop();
    }
    let next = found.last().filter(|_| has_more).map(|it| it.id);
    Ok(Json(DescriptionVersions { versions: found.into_iter().map(DescriptionVersion::from).collect(), next }))
}

/// A version of a description with its text.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/versions/{versionId}", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path), ("versionId" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = WholeDescriptionVersion, description = "The version"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn read(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid, Uuid)>,
) -> Result<Json<WholeDescriptionVersion>, Refusal> {
    let (workspace, ticket, version) = path.into_inner();
    let user = UserId(caller.user_id);
    let found = door.stage.text_version(WorkspaceId(workspace), user, TicketId(ticket), version).await?;
    let WholeVersion { version, description, previous } = found;
    Ok(Json(WholeDescriptionVersion { version: version.into(), description, previous }))
}

/// Makes the update that restores a version. It changes nothing by itself: the app sends it as an update of the person, so
/// people who are writing lose nothing. For an API key, which cannot send updates, the node sets the description at once.
#[utoipa::path(post, path = "/api/workspaces/{id}/tickets/{ticketId}/versions/{versionId}/restore", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path), ("versionId" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 200, body = RestoredDescription, description = "The update"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn restore(
    request: HttpRequest,
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid, Uuid)>,
) -> Result<Json<RestoredDescription>, Refusal> {
    let (workspace, ticket, version) = path.into_inner();
    door.limits.bulk_call_by(caller.user_id, 0, DESCRIPTION_BYTES).await?;
    let from = door.origin_of(&request).map(Arc::new);
    let by = Restoring { user: UserId(caller.user_id), narrowing: caller.narrowing, from };
    let made = door.stage.restore_text(WorkspaceId(workspace), by, TicketId(ticket), version).await?;
    let RestoredText { epoch, state_vector, made } = made;
    let update = made.map(|(update, _)| BASE64_STANDARD.encode(update));
    Ok(Json(RestoredDescription { epoch, state_vector: BASE64_STANDARD.encode(state_vector), update }))
}
