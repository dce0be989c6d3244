//! A new password for the caller's account.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::auth::Principal;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::cookies::requester;

/// A change of the password.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct ChangePassword {
    /// The current password.
    password: String,
    /// 8 to 128 characters.
    new_password: String,
    /// Ends all sessions of the account except the caller's.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    end_others: bool,
}

/// The password that is removed.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemovePassword {
    /// The current password.
    password: String,
}

/// Changes the caller's password, and sends the caller a notice by mail.
#[utoipa::path(post, path = "/api/me/password", tag = "identity", request_body = ChangePassword, security(("bearer" = [])), responses(
    (status = 204, description = "The password was changed"),
    (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody, description = "The current password is wrong, or the new one is not allowed"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn change(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ChangePassword>,
) -> Result<HttpResponse, Refusal> {
    let ChangePassword { password, new_password, end_others } = body;
    let from = requester(&request, &door);
    door.auth.change_password(&principal, password, new_password, end_others, &from).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes the caller's password, if the account has a passkey.
#[utoipa::path(post, path = "/api/me/password/remove", tag = "identity", request_body = RemovePassword, security(("bearer" = [])), responses(
    (status = 204, description = "The person now logs in with a passkey"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account has no passkey, or no password"),
    (status = 422, body = ErrorBody, description = "The password is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn remove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<RemovePassword>,
) -> Result<HttpResponse, Refusal> {
    door.auth.remove_password(&principal, body.password, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().finish())
}
