//! Deletion of the caller's account.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::cookies::{no_refresh, requester};
use crate::words::refusals as words;

/// A request to delete the caller's account.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteAccount {
    /// The password of the account.
    password: String,
}

/// Deletes the caller's account permanently. Tasks and comments stay in their workspaces, under the name of a deleted
/// user.
#[utoipa::path(post, path = "/api/me/delete", tag = "identity", request_body = DeleteAccount, security(("bearer" = [])), responses(
    (status = 204, description = "The account is deleted, and all its sessions have ended"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "A workspace or a restricted list would lose its last owner or manager, or the account owns the instance"),
    (status = 422, body = ErrorBody, description = "The password is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn delete(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<DeleteAccount>,
) -> Result<HttpResponse, Refusal> {
    let user = door.auth.user(&principal).await?;
    if door.owner.is(&user, &door.db).await? {
        return Err(Refusal::new(Code::Conflict).message(words::OWNS_INSTANCE));
    }
    door.auth.delete_account(&principal, body.password, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().cookie(no_refresh(&door)).finish())
}
