//! Components and fix versions with the numbers of their tickets, for clients that hold no replica.

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::ids::{ComponentId, FixVersionId, UserId, WorkspaceId};
use actors::journal::Statistics as Counted;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/components").get(components))
        .service(web::resource("/api/workspaces/{id}/fix-versions").get(fix_versions));
}

#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComponentTotal {
    id: ComponentId,
    name: String,
    /// The tickets that name it and that the caller sees, without trashed ones.
    #[ts(type = "number")]
    total_tickets: i64,
}

#[derive(Serialize, ToSchema, TS)]
pub(crate) struct ComponentTotals {
    components: Vec<ComponentTotal>,
}

/// The tickets of a fix version that the caller sees, by the category of their status, without trashed ones.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct Statistics {
    #[ts(type = "number")]
    default: i64,
    #[ts(type = "number")]
    blocked: i64,
    #[ts(type = "number")]
    canceled: i64,
    #[ts(type = "number")]
    completed: i64,
    #[ts(type = "number")]
    started: i64,
    #[ts(type = "number")]
    all: i64,
}

#[derive(Serialize, ToSchema, TS)]
pub(crate) struct VersionStatistics {
    id: FixVersionId,
    name: String,
    statistics: Statistics,
}

#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct VersionsStatistics {
    fix_versions: Vec<VersionStatistics>,
}

/// The components by name, each with the number of its tickets.
#[utoipa::path(get, path = "/api/workspaces/{id}/components", tag = "workspaces",
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = ComponentTotals, description = "The components"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn components(
    caller: Caller,
    door: Data<Door>,
    path: Path<Uuid>,
) -> Result<Json<ComponentTotals>, Refusal> {
    let found = door.stage.component_totals(WorkspaceId(path.into_inner()), UserId(caller.user_id)).await?;
    let components =
        found.into_iter().map(|(id, name, total_tickets)| ComponentTotal { id, name, total_tickets }).collect();
    Ok(Json(ComponentTotals { components }))
}

/// The fix versions by name, each with its statistics.
#[utoipa::path(get, path = "/api/workspaces/{id}/fix-versions", tag = "workspaces",
    params(("id" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 200, body = VersionsStatistics, description = "The fix versions"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn fix_versions(
    caller: Caller,
    door: Data<Door>,
    path: Path<Uuid>,
) -> Result<Json<VersionsStatistics>, Refusal> {
    let found = door.stage.version_statistics(WorkspaceId(path.into_inner()), UserId(caller.user_id)).await?;
    let shown = |(id, name, it): (FixVersionId, String, Counted)| {
        let Counted { by_default, blocked, canceled, completed, started, all_tickets } = it;
        let statistics = Statistics { default: by_default, blocked, canceled, completed, started, all: all_tickets };
        VersionStatistics { id, name, statistics }
    };
    Ok(Json(VersionsStatistics { fix_versions: found.into_iter().map(shown).collect() }))
}
