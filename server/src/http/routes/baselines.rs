//! The dates of baselines, as the caller sees the tickets (docs/BASELINES.md).

use std::collections::BTreeMap;

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::date::PlainDate;
use actors::domain::ids::{BaselineId, TicketId, UserId, WorkspaceId};
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/baselines/{baselineId}/dates").get(dates));
}

/// The dates that tickets had at the moment of a baseline.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct BaselineDates {
    /// The start and the due date by ticket. Tickets that had neither are left out.
    #[ts(type = "Record<string, [start: string | null, due: string | null]>")]
    dates: BTreeMap<TicketId, [Option<PlainDate>; 2]>,
}

/// The dates that tickets had at the moment of a baseline: the tickets of its list and all tickets below them, or all
/// tickets. Tickets that the caller does not see are left out.
#[utoipa::path(get, path = "/api/workspaces/{id}/baselines/{baselineId}/dates", tag = "workspaces",
    params(("id" = Uuid, Path), ("baselineId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = BaselineDates, description = "The dates"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn dates(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<BaselineDates>, Refusal> {
    let (workspace, baseline) = path.into_inner();
    // The answer is made from the histories of all asked tickets.
    door.limits.search_by(caller.user_id)?;
    let user = UserId(caller.user_id);
    let found = door.stage.dates_of_baseline(WorkspaceId(workspace), user, BaselineId(baseline)).await?;
    let dates = found.iter().map(|it| (it.ticket(), [it.start_date.map(PlainDate), it.due_date.map(PlainDate)]));
    Ok(Json(BaselineDates { dates: dates.collect() }))
}
