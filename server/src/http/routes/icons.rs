//! The icons of sites that tickets link to. They come from here, so that no reader's browser asks the site itself.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::web::{self, Data, Path, ServiceConfig};
use uuid::Uuid;

use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::queries::pages;

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/workspaces/{id}/icons/{icon}").get(read));
}

/// The icon of a site. An `<img>` sends no token: whoever knows the random id has seen a link that shows the icon.
#[utoipa::path(get, path = "/api/workspaces/{id}/icons/{iconId}", tag = "files",
    params(("id" = Uuid, Path), ("iconId" = Uuid, Path)), responses(
    (status = 200, content_type = "image/png", body = Vec<u8>, description = "The icon"),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn read(door: Data<Door>, path: Path<(Uuid, Uuid)>) -> Result<HttpResponse, Refusal> {
    let (workspace, icon) = path.into_inner();
    let png = pages::icon(&door.db, workspace, icon).await?.ok_or(Code::NotFound)?;
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, "image/png"))
        // The site may have another icon later, under the same id.
        .insert_header((CACHE_CONTROL, "private, max-age=86400"))
        .body(png))
}
