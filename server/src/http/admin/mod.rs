//! What the owner of the instance sees: its nodes, its workspaces, and how busy they are.

mod figures;
mod owner;
mod reads;

pub use owner::Owner;

use std::time::Duration;

use actix_web::web::{self, Data, Json, ServiceConfig};
use actors::critical::catch_panic;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use utoipa::ToSchema;
use uuid::Uuid;

use super::Door;
use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::words::refusals as words;

pub use figures::{BusReport, NodeFigures};
pub use reads::{Totals, WorkspaceFigures};

/// How often a node tells the others of itself.
const BEAT: Duration = Duration::from_secs(5);

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/admin/overview").get(overview));
}

/// The instance at one moment.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    /// When, by the clock of the node that answers.
    #[serde(with = "time::serde::rfc3339")]
    pub at: OffsetDateTime,
    /// The node that answers.
    pub node: Uuid,
    /// All that told of themselves lately, the one that answers first.
    pub nodes: Vec<NodeFigures>,
    /// Of the database.
    pub totals: Totals,
    /// Those with the most events first, and not all of them.
    pub workspaces: Vec<WorkspaceFigures>,
}

/// The instance: for its owner, and for nobody else.
#[utoipa::path(get, path = "/api/admin/overview", tag = "admin", security(("bearer" = [])), responses(
    (status = 200, body = Overview),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
))]
pub(crate) async fn overview(principal: Principal, door: Data<Door>) -> Result<Json<Overview>, Refusal> {
    let user = door.auth.user(&principal).await?;
    if !door.owner.is(&user, &door.db).await? {
        return Err(Refusal::new(Code::Forbidden).message(words::INSTANCE_OWNER_ONLY));
    }
    let here = figures::of(&door).await;
    let node = here.id;
    let (others, totals, workspaces) = door
        .db
        .run(move |pool| async move {
            let others = reads::other_nodes(&pool, node).await?;
            Ok::<_, sqlx::Error>((others, reads::totals(&pool).await?, reads::workspaces(&pool).await?))
        })
        .await?;
    let nodes = std::iter::once(here).chain(others).collect();
    Ok(Json(Overview { at: door.stage.now().get(), node, nodes, totals, workspaces }))
}

/// Tells the others of this node, for as long as it runs.
pub async fn beat(door: Door) {
    let mut told = true;
    loop {
        let written = catch_panic(async {
            let figures = figures::of(&door).await;
            door.db.run(move |pool| async move { reads::tell(&pool, &figures).await }).await
        });
        let written = written.await.unwrap_or(Ok(()));
        // The database being away is said elsewhere, loudly: here once is enough.
        if let (Err(error), true) = (&written, told) {
            tracing::warn!(%error, "this node could not tell the others of itself");
        }
        told = written.is_ok();
        tokio::time::sleep(BEAT).await;
    }
}
