//! The instance, for its owner: an overview, and the queue of jobs.

pub mod announce;
mod figures;
pub(crate) mod jobs;
mod owner;
mod totals;

pub use figures::{BusReport, NodeFigures};
pub use totals::{Totals, WorkspaceFigures};

use actix_web::web::{self, Data, Json, ServiceConfig};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Principal;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::queries::{instance, nodes};

use owner::owner_only;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/admin/overview").get(overview))
        .service(web::resource("/api/admin/jobs").get(jobs::jobs))
        .service(web::resource("/api/admin/jobs/{id}/retry").post(jobs::retry))
        .service(web::resource("/api/admin/jobs/{id}/discard").post(jobs::discard));
}

/// The instance at one moment.
#[derive(Debug, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// The time of the overview, by the clock of the node that answers.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    pub at: OffsetDateTime,
    /// The node that answers.
    pub node: Uuid,
    /// All nodes that reported lately, the one that answers first.
    pub nodes: Vec<NodeFigures>,
    /// Totals from the database.
    pub totals: Totals,
    /// The workspaces with the most events, the largest first; not all workspaces.
    pub workspaces: Vec<WorkspaceFigures>,
}

/// The overview of the instance, for its owner only.
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin", security(("bearer" = [])), responses(
    (status = 200, body = Overview),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
pub(crate) async fn overview(principal: Principal, door: Data<Door>) -> Result<Json<Overview>, Refusal> {
    owner_only(&principal, &door).await?;
    let here = figures::of(&door).await;
    let node = here.id;
    // A node of another version may write other figures. Figures that this version cannot read are left out.
    let others = nodes::others(&door.db, node).await?.into_iter().filter_map(|it| serde_json::from_value(it).ok());
    let nodes = std::iter::once(here).chain(others).collect();
    let totals = instance::totals(&door.db).await?.into();
    let workspaces = instance::workspaces(&door.db).await?.into_iter().map(WorkspaceFigures::from).collect();
    Ok(Json(Overview { at: door.stage.now().get(), node, nodes, totals, workspaces }))
}
