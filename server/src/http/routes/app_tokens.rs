//! The calls with which apps get a key (RFC 6749, RFC 8628) and revoke it (RFC 7009). docs/APPS.md has the rules.

use actix_web::web::{self, Data, Form, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::auth::{Exchange, Fault, GiveBack, Granted, PollDevice};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::queries::audit::Author;

pub(super) const TOKEN_PATH: &str = "/api/oauth/token";
pub(super) const REVOKE_PATH: &str = "/api/oauth/revoke";
/// The `grant_type` of RFC 8628.
pub(super) const DEVICE_GRANT: &str = "urn:ietf:params:oauth:grant-type:device_code";

pub(super) fn routes(service: &mut ServiceConfig) {
    service.service(web::resource(TOKEN_PATH).post(token)).service(web::resource(REVOKE_PATH).post(revoke));
}

/// The form with which an app asks for an API key. Unknown fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TokenForm {
    grant_type: Option<String>,
    code: Option<String>,
    redirect_uri: Option<String>,
    client_id: Option<String>,
    code_verifier: Option<String>,
    device_code: Option<String>,
}

/// An API key for an app.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppToken {
    /// The API key.
    access_token: String,
    token_type: &'static str,
    /// In seconds.
    expires_in: u32,
    /// The words of the capabilities of the key, with spaces between them.
    scope: String,
}

/// The form with which an app revokes its API key. Unknown fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RevokeForm {
    /// The API key.
    token: Option<String>,
    client_id: Option<String>,
}

/// An error for an app, as RFC 6749 defines it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AppFault {
    error: &'static str,
    error_description: &'static str,
}

/// Exchanges an authorization code or a device code for an API key.
#[utoipa::path(post, path = "/api/oauth/token", tag = "apps",
    request_body(content = TokenForm, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, body = AppToken),
    (status = 400, body = AppFault, description = "An error of RFC 6749 or RFC 8628"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn token(
    request: HttpRequest,
    door: Data<Door>,
    form: Result<Form<TokenForm>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let Ok(Form(form)) = form else { return Ok(refused(Fault::NOT_A_FORM)) };
    let TokenForm { grant_type, code, redirect_uri, client_id, code_verifier, device_code } = form;
    let author = Author { user: None, from: door.origin_of(&request) };
    let given = if grant_type.as_deref() == Some(DEVICE_GRANT) {
        door.auth.poll_device(PollDevice { device_code, client_id }, author).await?
    } else {
        let call = Exchange { grant_type, code, redirect_uri, client_id, code_verifier };
        door.auth.exchange_code(call, author).await?
    };
    Ok(match given {
        Ok(Granted { key, expires_in, scope }) => {
            HttpResponse::Ok().json(AppToken { access_token: key, token_type: "Bearer", expires_in, scope })
        }
        Err(fault) => refused(fault),
    })
}

/// Revokes the API key of an app. The answer is the same for a key that does not exist or is not a key of this app.
#[utoipa::path(post, path = "/api/oauth/revoke", tag = "apps",
    request_body(content = RevokeForm, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, description = "The key is revoked, or was not a key of the app"),
    (status = 400, body = AppFault, description = "An error of RFC 6749"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn revoke(
    request: HttpRequest,
    door: Data<Door>,
    form: Result<Form<RevokeForm>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let Ok(Form(RevokeForm { token, client_id })) = form else { return Ok(refused(Fault::NOT_A_FORM)) };
    let author = Author { user: None, from: door.origin_of(&request) };
    Ok(match door.auth.give_back(GiveBack { token, client_id }, author).await? {
        Ok(()) => HttpResponse::Ok().finish(),
        Err(fault) => refused(fault),
    })
}

/// The answer to a call with an error. The app reads the reason in it.
pub(super) fn refused(fault: Fault) -> HttpResponse {
    let Fault { word, description } = fault;
    HttpResponse::BadRequest().json(AppFault { error: word.as_str(), error_description: description })
}
