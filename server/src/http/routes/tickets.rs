//! The whole ticket, and the pages of its activities.

use std::collections::BTreeMap;

use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actors::domain::date::Instant;
use actors::domain::entity::{Activity, Reaction, Ticket};
use actors::domain::ids::{ActivityId, ListId, ScopeId, TicketId, UserId, WorkspaceId};
use actors::sync::Cursor;
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
/// The size of a page if the caller asks for all activities. A longer history has a next page all the same.
const UNLIMITED: i64 = 2_000;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}").get(whole))
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/activities").get(activities))
        .service(
            web::resource("/api/workspaces/{id}/tickets/{ticket}/comments/{comment}/versions").get(comment_versions),
        )
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/descriptions").get(descriptions))
        .service(web::resource("/api/workspaces/{id}/lists/{list}/descriptions").get(descriptions_of_list));
}

/// A whole ticket, with the newest page of its activities.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct TicketDetails {
    ticket: Ticket,
    activities: Vec<Activity>,
    /// The first comments of threads that have replies among the activities, without those among the activities.
    threads: Vec<Activity>,
    reactions: Vec<Reaction>,
    /// The page after this one begins before this activity; null if this page is the last.
    next: Option<ActivityId>,
    /// The cursors of the events that the answer contains.
    #[ts(type = "Record<string, ScopeCursor>")]
    cursors: BTreeMap<ScopeId, Cursor>,
}

/// A page of a ticket's activities with their reactions.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct ActivityPage {
    activities: Vec<Activity>,
    /// As in [`TicketDetails`].
    threads: Vec<Activity>,
    reactions: Vec<Reaction>,
    /// The page after this one begins before this activity; null if this page is the last.
    next: Option<ActivityId>,
}

/// The ticket with its description and the newest page of its activities.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = TicketDetails, description = "The ticket whole"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn whole(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<TicketDetails>, Refusal> {
    let (workspace, ticket) = path.into_inner();
    let found = door.stage.ticket(WorkspaceId(workspace), UserId(caller.user_id), TicketId(ticket), PAGE).await?;
    Ok(Json(TicketDetails {
        ticket: found.ticket,
        activities: found.page.activities,
        threads: found.page.threads,
        reactions: found.page.reactions,
        next: found.page.next,
        cursors: BTreeMap::from([(found.scope, found.cursor)]),
    }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    before: Option<Uuid>,
    limit: Option<String>,
}

/// An older page of a ticket's activities.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/activities", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path), ("before" = Option<Uuid>, Query), ("limit" = Option<String>, Query, description = "1 to 200, or `unlimited`: at most 2,000")),
    security(("bearer" = [])), responses(
    (status = 200, body = ActivityPage, description = "Activities, newest first"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn activities(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
    turn: Result<Query<Turn>, actix_web::Error>,
) -> Result<Json<ActivityPage>, Refusal> {
    let (workspace, ticket) = path.into_inner();
    let turn = turn.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::BEFORE_AND_LIMIT))?;
    let limit = match &turn.limit {
        None => PAGE,
        Some(text) if text == "unlimited" => UNLIMITED,
        Some(text) => text
            .parse::<i64>()
            .ok()
            .filter(|limit| (1..=MOST).contains(limit))
            .ok_or_else(|| Refusal::invalid("limit", words::whole_number_to(MOST)))?,
    };
    let before = turn.before.map(ActivityId);
    let page =
        door.stage.activities(WorkspaceId(workspace), UserId(caller.user_id), TicketId(ticket), before, limit).await?;
    Ok(Json(ActivityPage {
        activities: page.activities,
        threads: page.threads,
        reactions: page.reactions,
        next: page.next,
    }))
}

/// A text of a comment.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CommentVersion {
    /// Counts the texts of the comment from 1. The oldest texts may be gone.
    number: i32,
    /// Markdown.
    message: String,
    /// The person who wrote this text.
    user_id: UserId,
    /// When the comment got this text.
    written_at: Instant,
}

/// The texts that a comment had before it was edited, newest first.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct CommentVersions {
    versions: Vec<CommentVersion>,
}

/// The texts that a comment had before it was edited, newest first. The present text is in the comment itself.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/comments/{commentId}/versions", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path), ("commentId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = CommentVersions, description = "The earlier texts"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn comment_versions(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid, Uuid)>,
) -> Result<Json<CommentVersions>, Refusal> {
    let (workspace, ticket, comment) = path.into_inner();
    let (workspace, user) = (WorkspaceId(workspace), UserId(caller.user_id));
    let (comment, found) = door.stage.comment_versions(workspace, user, TicketId(ticket), ActivityId(comment)).await?;
    let version = |it: actors::journal::CommentVersion| CommentVersion {
        number: it.number,
        message: it.message,
        // Only its author edits a comment.
        user_id: comment.user_id,
        written_at: it.written_at,
    };
    Ok(Json(CommentVersions { versions: found.into_iter().map(version).collect() }))
}

/// Descriptions by the ids of their tickets.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct Descriptions {
    #[ts(type = "Record<string, string>")]
    #[schema(value_type = BTreeMap<String, String>)]
    descriptions: BTreeMap<TicketId, String>,
}

/// The descriptions of a ticket and of all tickets below it, without empty ones: what a copy of them needs.
#[utoipa::path(get, path = "/api/workspaces/{id}/tickets/{ticketId}/descriptions", tag = "tickets",
    params(("id" = Uuid, Path), ("ticketId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = Descriptions, description = "The descriptions"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
pub(crate) async fn descriptions(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<Descriptions>, Refusal> {
    let (workspace, ticket) = path.into_inner();
    let found = door.stage.descriptions(WorkspaceId(workspace), UserId(caller.user_id), TicketId(ticket)).await?;
    Ok(Json(Descriptions { descriptions: found.into_iter().collect() }))
}

/// The descriptions of the tickets of a list that are not in the trash, and of all tickets below them, without empty ones:
/// what a copy of the list needs.
#[utoipa::path(get, path = "/api/workspaces/{id}/lists/{listId}/descriptions", tag = "tickets",
    params(("id" = Uuid, Path), ("listId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = Descriptions, description = "The descriptions"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
pub(crate) async fn descriptions_of_list(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<Descriptions>, Refusal> {
    let (workspace, list) = path.into_inner();
    let user = UserId(caller.user_id);
    let found = door.stage.descriptions_of_list(WorkspaceId(workspace), user, ListId(list)).await?;
    Ok(Json(Descriptions { descriptions: found.into_iter().collect() }))
}
