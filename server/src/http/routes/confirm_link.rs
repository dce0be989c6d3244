//! Confirming a sign-up by the mailed link, and the page that waits for it.

use actix_web::http::StatusCode;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::cookies::{end_replaced, requester, sign_up_secret, signed_in};
use crate::auth::{JoinByDomain, Session, Waited};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/confirm-link").post(confirm))
        .service(web::resource("/api/auth/confirm-wait").post(wait));
}

/// The token of a link.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConfirmLink {
    /// 64 hexadecimal digits.
    token: String,
}

/// A sign-up that waits for its link.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct WaitForLink {
    sign_up_id: Uuid,
}

/// The state of a sign-up whose page is not signed in.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct LinkState {
    state: LinkStateWord,
}

/// The word for a state.
#[derive(Clone, Copy, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) enum LinkStateWord {
    /// Not confirmed yet, or unknown.
    Waiting,
    /// Confirmed. The person signs in with their credentials.
    Confirmed,
}

/// Confirms the e-mail address with the link that was mailed to it. Begins no session.
#[utoipa::path(post, path = "/api/auth/confirm-link", tag = "identity", request_body = ConfirmLink, responses(
    (status = 204, description = "The account was created"),
    (status = 403, body = ErrorBody, description = "The settings do not allow this person to sign up"),
    (status = 410, body = ErrorBody, description = "The link is not valid, was used, was replaced or has expired"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<ConfirmLink>,
) -> Result<HttpResponse, Refusal> {
    let browser = sign_up_secret(&request, &door);
    if let Some(user) = door.auth.confirm_by_link(&body.token, browser.as_deref()).await? {
        JoinByDomain { user }.apply_now(&door.auth, &door.stage).await;
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Signs the browser in that signed up, once the link was used. Until then, and in every other browser, the answer is 202.
#[utoipa::path(post, path = "/api/auth/confirm-wait", tag = "identity", request_body = WaitForLink, responses(
    (status = 200, body = Session), (status = 202, body = LinkState),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn wait(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<WaitForLink>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let browser = sign_up_secret(&request, &door);
    let state = match door.auth.wait_for_link(body.sign_up_id, browser.as_deref(), &from).await? {
        Waited::SignedIn(session) => {
            end_replaced(&request, &door).await?;
            return Ok(signed_in(&door, *session, &from));
        }
        Waited::Confirmed => LinkStateWord::Confirmed,
        Waited::Waiting => LinkStateWord::Waiting,
    };
    Ok(HttpResponse::build(StatusCode::ACCEPTED).json(LinkState { state }))
}
