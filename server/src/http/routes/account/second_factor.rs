//! The second factor of the caller's account, and the code that a sign-in asks for.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Enrolment, FactorState, GateMembers, Principal, Session, SignIn};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::code_needed::{CodeNeeded, waits};
use crate::http::routes::cookies::{end_replaced, requester, signed_in};

/// The code of a sign-in.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct AnswerChallenge {
    challenge_id: Uuid,
    /// Six digits of the app, or a recovery code.
    code: String,
    /// Remembers the device for 30 days after a code of the app. Nodes of the previous version refuse a body with this field.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    remember: bool,
}

/// The second factor of an account.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SecondFactor {
    /// When the second factor was turned on; null if it is off.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    since: Option<OffsetDateTime>,
    /// The number of unused recovery codes.
    recovery_codes: i64,
}

/// The password of the account.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeginFactor {
    password: String,
}

/// The first code of the app.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmFactor {
    /// Six digits.
    code: String,
}

/// The password of the account, and a code.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProveFactor {
    password: String,
    /// Six digits of the app, or a recovery code.
    code: String,
}

/// Recovery codes. Each works once in place of a code of the app. They are shown once.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct RecoveryCodes {
    recovery_codes: Vec<String>,
}

/// Completes a sign-in.
#[utoipa::path(post, path = "/api/auth/second-factor", tag = "identity", request_body = AnswerChallenge, responses(
    (status = 200, body = Session),
    (status = 202, body = CodeNeeded, description = "A new password is needed as well"),
    (status = 410, body = ErrorBody, description = "The sign-in has had five codes, was completed or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn answer(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<AnswerChallenge>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    Ok(match door.auth.complete_sign_in(body.challenge_id, &body.code, body.remember, &from).await? {
        SignIn::Session(session) => {
            end_replaced(&request, &door).await?;
            signed_in(&door, *session, &from)
        }
        SignIn::Challenge(challenge) => waits(challenge),
    })
}

/// Whether the caller's account has a second factor.
#[utoipa::path(get, path = "/api/me/second-factor", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = SecondFactor),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn state(principal: Principal, door: Data<Door>) -> Result<Json<SecondFactor>, Refusal> {
    let FactorState { since, codes_left } = door.auth.factor_state(&principal).await?;
    Ok(Json(SecondFactor { since, recovery_codes: codes_left }))
}

/// Creates a secret for an authenticator app. Sign-ins need no code until the first code is confirmed.
#[utoipa::path(post, path = "/api/me/second-factor/begin", tag = "identity", request_body = BeginFactor, security(("bearer" = [])), responses(
    (status = 200, body = Enrolment),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account already has a second factor"),
    (status = 422, body = ErrorBody, description = "The password is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<BeginFactor>,
) -> Result<Json<Enrolment>, Refusal> {
    door.auth.begin_factor(&principal, body.password, &requester(&request, &door)).await.map(Json)
}

/// Turns the second factor on with the first code of the app, and ends all other sessions. Workspaces that require a second
/// factor become accessible.
#[utoipa::path(post, path = "/api/me/second-factor/confirm", tag = "identity", request_body = ConfirmFactor, security(("bearer" = [])), responses(
    (status = 200, body = RecoveryCodes),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "No app is waiting to be confirmed"),
    (status = 422, body = ErrorBody),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ConfirmFactor>,
) -> Result<Json<RecoveryCodes>, Refusal> {
    let recovery_codes = door.auth.confirm_factor(&principal, &body.code, &requester(&request, &door)).await?;
    // The page opens the workspace next, so the person is let in here. If this fails, the job that the database has queued does it.
    let gate = GateMembers { workspace: None, user: Some(principal.user_id) };
    if !matches!(gate.apply(&door.stage).await, Ok(true)) {
        door.jobs.wake();
    }
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Replaces the recovery codes.
#[utoipa::path(post, path = "/api/me/second-factor/recovery-codes", tag = "identity", request_body = ProveFactor, security(("bearer" = [])), responses(
    (status = 200, body = RecoveryCodes),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account has no second factor"),
    (status = 422, body = ErrorBody, description = "The password or the code is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn recovery_codes(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ProveFactor>,
) -> Result<Json<RecoveryCodes>, Refusal> {
    let from = requester(&request, &door);
    let recovery_codes = door.auth.new_recovery_codes(&principal, body.password, &body.code, &from).await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Turns the second factor off.
#[utoipa::path(post, path = "/api/me/second-factor/off", tag = "identity", request_body = ProveFactor, security(("bearer" = [])), responses(
    (status = 204, description = "The second factor is off"),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account has no second factor, or a workspace requires it"),
    (status = 422, body = ErrorBody, description = "The password or the code is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn off(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<ProveFactor>,
) -> Result<HttpResponse, Refusal> {
    door.auth.end_factor(&principal, body.password, &body.code, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().finish())
}
