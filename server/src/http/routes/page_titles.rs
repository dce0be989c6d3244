//! The title of a page whose address a person has pasted into a text (docs/decisions/links.md, UL9).

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::url_link::page_title;
use actors::domain::limits::is_web_address;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Caller;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/page-title").post(read));
}

#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct WantedTitle {
    url: String,
}

/// The title of a page.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct PageTitle {
    /// One line; empty if the page has none, could not be read in time, or may not be asked for.
    title: String,
}

/// The title of a page of the web. The page is asked for through the client for addresses that people have named: it reaches
/// no internal network.
#[utoipa::path(post, path = "/api/workspaces/{id}/page-title", tag = "tickets",
    params(("id" = Uuid, Path)), request_body = WantedTitle, security(("bearer" = [])), responses(
    (status = 200, body = PageTitle),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn read(
    caller: Caller,
    door: Data<Door>,
    id: Path<Uuid>,
    body: Body<WantedTitle>,
) -> Result<Json<PageTitle>, Refusal> {
    let url = body.0.url;
    if !is_web_address(&url) {
        return Err(Refusal::invalid("url", actors::words::WEB_ADDRESS_EXPECTED));
    }
    door.stage.enter(WorkspaceId(id.into_inner()), UserId(caller.user_id)).await?;
    door.limits.page_title_by(caller.user_id)?;
    Ok(Json(PageTitle { title: page_title(&door.titles.of(&url).await) }))
}
