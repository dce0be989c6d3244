//! Sign-in by a mailed code.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::forgot::{CodeRequested, RequestedCode};
use crate::auth::{Session, SignIn};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::code_needed::{CodeNeeded, waits};
use crate::http::routes::code_sent::{CODE_SENT, CodeSent};
use crate::http::routes::cookies::{end_replaced, requester, signed_in};

/// The account to sign in to.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskForSignInCode {
    email: String,
}

/// A mailed code to sign in with.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct SignInByCode {
    request_id: Uuid,
    /// Eight digits.
    code: String,
}

/// Mails a code to sign in with. If no account has the address, the answer is the same, and the mail says so.
#[utoipa::path(post, path = "/api/auth/sign-in-code", tag = "identity", request_body = AskForSignInCode, responses(
    (status = 202, body = CodeRequested),
    (status = 404, body = ErrorBody, description = "The settings of the server do not allow it"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<AskForSignInCode>,
) -> Result<HttpResponse, Refusal> {
    let pending = door.auth.begin_code_sign_in(&body.email, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CodeRequested::from(pending)))
}

/// Mails a new code. The answer is the same if the request does not exist.
#[utoipa::path(post, path = "/api/auth/sign-in-code/resend", tag = "identity", request_body = RequestedCode, responses(
    (status = 202, body = CodeSent),
    (status = 404, body = ErrorBody, description = "The settings of the server do not allow it"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<RequestedCode>,
) -> Result<HttpResponse, Refusal> {
    door.auth.resend_code_sign_in(body.request_id, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Signs in with the code. If the account has a second factor, the answer is 202, and a code of the factor is needed as well.
#[utoipa::path(post, path = "/api/auth/sign-in-code/finish", tag = "identity", request_body = SignInByCode, responses(
    (status = 200, body = Session), (status = 202, body = CodeNeeded),
    (status = 404, body = ErrorBody, description = "The settings of the server do not allow it"),
    (status = 410, body = ErrorBody, description = "The code was used or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn finish(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<SignInByCode>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    Ok(match door.auth.sign_in_by_code(body.request_id, &body.code, &from).await? {
        SignIn::Session(session) => {
            end_replaced(&request, &door).await?;
            signed_in(&door, *session, &from)
        }
        SignIn::Challenge(challenge) => waits(challenge),
    })
}
