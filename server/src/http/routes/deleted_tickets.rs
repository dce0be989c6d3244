//! Which tickets were deleted permanently.

use actix_web::web::{self, Data, Json, Path, Query, ServiceConfig};
use actors::domain::date::Instant;
use actors::domain::filter::page::Place;
use actors::domain::ids::{TicketId, UserId, WorkspaceId};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
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
/// How long the rows are kept; a sweep deletes older ones (`queries/sweep.rs`).
const KEEP_DAYS: u32 = 90;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/deleted-tickets").get(list));
}

/// What is kept of a ticket that was deleted permanently.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedTicketRow {
    ticket_id: TicketId,
    /// As the number of a ticket. It is never given out again.
    #[ts(type = "number")]
    number: i64,
    private: bool,
    deleted_at: Instant,
    deleted_by_user_id: UserId,
}

/// A page of deleted tickets.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeletedTickets {
    deleted_tickets: Vec<DeletedTicketRow>,
    /// The `before` of the next page; null if this page is the last.
    next: Option<String>,
    /// For how many days the rows are kept.
    keep_days: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Turn {
    before: Option<String>,
    limit: Option<String>,
}

/// A place as `next` writes it: the microseconds of the deletion, and the ticket.
fn place(text: &str) -> Option<(OffsetDateTime, TicketId)> {
    let Place { key, id } = Place::read(text)?;
    let at = OffsetDateTime::from_unix_timestamp_nanos(i128::from(key?) * 1_000).ok()?;
    Some((at, id))
}

/// The tickets that were deleted permanently in the last 90 days and that the caller could have deleted, newest first.
#[utoipa::path(get, path = "/api/workspaces/{id}/deleted-tickets", tag = "tickets",
    params(
        ("id" = Uuid, Path),
        ("before" = Option<String>, Query, description = "`next` of the page before"),
        ("limit" = Option<String>, Query, description = "1 to 200; 50 if missing"),
    ), security(("bearer" = [])), responses(
    (status = 200, body = DeletedTickets, description = "A page of deleted tickets"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn list(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    turn: Result<Query<Turn>, actix_web::Error>,
) -> Result<Json<DeletedTickets>, Refusal> {
    let turn = turn.map_err(|_| Refusal::new(Code::ValidationFailed).message(words::DELETED_QUERY))?.into_inner();
    let limit = match &turn.limit {
        None => PAGE,
        Some(text) => text
            .parse::<i64>()
            .ok()
            .filter(|limit| (1..=MOST).contains(limit))
            .ok_or_else(|| Refusal::invalid("limit", words::whole_number_to(MOST)))?,
    };
    let before = match &turn.before {
        None => None,
        Some(text) => Some(place(text).ok_or_else(|| Refusal::invalid("before", words::AFTER_EXPECTED))?),
    };
    let user = UserId(caller.user_id);
    let found = door.stage.deleted_tickets(WorkspaceId(id.into_inner()), user, caller.narrowing, before, limit).await?;
    let last = found.last().filter(|_| i64::try_from(found.len()).is_ok_and(|count| count == limit));
    let next = last.map(|it| {
        let micros = i64::try_from(it.at.get().unix_timestamp_nanos() / 1_000).unwrap_or(i64::MAX);
        Place { key: Some(micros), id: it.ticket }.to_string()
    });
    let rows = found.into_iter().map(|it| DeletedTicketRow {
        ticket_id: it.ticket,
        number: it.number,
        private: it.private,
        deleted_at: it.at,
        deleted_by_user_id: it.by,
    });
    Ok(Json(DeletedTickets { deleted_tickets: rows.collect(), next, keep_days: KEEP_DAYS }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dt1_a_place_that_no_page_has_named_is_refused() {
        for wrong in [
            "",
            "_",
            "x",
            "1_2",
            "9223372036854775807_0190a000-0000-7000-8000-000000000001",
            "_0190a000-0000-7000-8000-000000000001",
        ] {
            assert_eq!(place(wrong), None, "{wrong}");
        }
        assert!(place("1767225600000000_0190a000-0000-7000-8000-000000000001").is_some());
    }
}
