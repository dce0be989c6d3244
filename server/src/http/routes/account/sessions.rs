//! The sessions of the caller's account.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path};
use serde::Serialize;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{OpenSession, Principal};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;

/// The open sessions of an account.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct AccountSessions {
    /// The most recently used first.
    sessions: Vec<AccountSession>,
}

/// A sign-in on one device.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountSession {
    id: Uuid,
    /// The browser and its operating system, such as `Firefox on Linux`; null for other programs.
    device: Option<String>,
    /// The network address of its last use; null if no node has stored one yet.
    address: Option<String>,
    /// When the person signed in.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// The time of its last use. May be out of date by the life of an access token.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    seen_at: OffsetDateTime,
    /// Whether this is the caller's session.
    current: bool,
}

/// The open sessions of the caller's account, at most 100.
#[utoipa::path(get, path = "/api/me/sessions", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = AccountSessions),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>) -> Result<Json<AccountSessions>, Refusal> {
    let found = door.auth.sessions(&principal).await?;
    let shown = |it: OpenSession| {
        let OpenSession { id, device, address, created_at, seen_at } = it;
        AccountSession { id, device, address, created_at, seen_at, current: id == principal.session_id }
    };
    Ok(Json(AccountSessions { sessions: found.into_iter().map(shown).collect() }))
}

/// Ends one session of the caller's account. The sockets of the session close within a second, on all nodes.
#[utoipa::path(post, path = "/api/me/sessions/{sessionId}/end", tag = "identity", params(("sessionId" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn end(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<HttpResponse, Refusal> {
    door.auth.end_session(&principal, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Ends all sessions of the caller's account except this one.
#[utoipa::path(post, path = "/api/me/sessions/end-others", tag = "identity", security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn end_others(principal: Principal, door: Data<Door>) -> Result<HttpResponse, Refusal> {
    door.auth.end_other_sessions(&principal).await?;
    Ok(HttpResponse::NoContent().finish())
}
