//! The stored figures of sprints, as the caller sees them.

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::date::PlainDate;
use actors::domain::ids::{AttributeId, SprintId, UserId, WorkspaceId};
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/velocity").get(velocity))
        .service(web::resource("/api/workspaces/{id}/sprints/{sprintId}/days").get(days));
}

/// How much a sprint has at the end of a day (UTC), of the tickets that the caller sees, without trashed ones.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SprintDay {
    /// YYYY-MM-DD. A day that changed nothing is left out.
    #[ts(type = "string")]
    day: PlainDate,
    /// The attribute whose numbers are added up. Null where tickets are counted.
    estimate_id: Option<AttributeId>,
    total: f64,
    /// Neither completed nor canceled.
    open: f64,
    done: f64,
}

#[derive(Serialize, ToSchema, TS)]
pub(crate) struct SprintDays {
    days: Vec<SprintDay>,
}

/// What a completed sprint has done, of the tickets that the caller sees.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SprintVelocity {
    sprint_id: SprintId,
    /// The attribute whose numbers are added up. Null where tickets are counted.
    estimate_id: Option<AttributeId>,
    /// At the end of the day on which the sprint began.
    planned: f64,
    /// At the end of the day on which the sprint was completed.
    done: f64,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    completed_at: OffsetDateTime,
}

#[derive(Serialize, ToSchema, TS)]
pub(crate) struct Velocities {
    sprints: Vec<SprintVelocity>,
}

/// The figures of a sprint on each day that changed them.
#[utoipa::path(get, path = "/api/workspaces/{id}/sprints/{sprintId}/days", tag = "workspaces",
    params(("id" = Uuid, Path), ("sprintId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = SprintDays, description = "The days, oldest first in each measure"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn days(
    caller: Caller,
    door: Data<Door>,
    path: Path<(Uuid, Uuid)>,
) -> Result<Json<SprintDays>, Refusal> {
    let (workspace, sprint) = path.into_inner();
    let found = door.stage.sprint_days(WorkspaceId(workspace), UserId(caller.user_id), SprintId(sprint)).await?;
    let shown = found.into_iter().map(|it| SprintDay {
        day: PlainDate(it.day),
        estimate_id: it.measure(),
        total: it.total,
        open: it.open,
        done: it.done,
    });
    Ok(Json(SprintDays { days: shown.collect() }))
}

/// What the ten sprints that were completed last have done, newest first.
#[utoipa::path(get, path = "/api/workspaces/{id}/velocity", tag = "workspaces",
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = Velocities, description = "The sprints, newest first"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn velocity(caller: Caller, door: Data<Door>, path: Path<Uuid>) -> Result<Json<Velocities>, Refusal> {
    let found = door.stage.velocities(WorkspaceId(path.into_inner()), UserId(caller.user_id)).await?;
    let shown = found.into_iter().map(|it| SprintVelocity {
        sprint_id: it.sprint(),
        estimate_id: it.measure(),
        planned: it.planned,
        done: it.done,
        completed_at: it.completed_at,
    });
    Ok(Json(Velocities { sprints: shown.collect() }))
}
