//! The identities at providers that the caller's account is linked with.

use actix_web::web::{Data, Json};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{LinkedAccount as Linked, Principal, WaysIn};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::cookies::{hosted_secret, requester};
use crate::http::routes::hosted::{HostedAnswer, SentToProvider, browser, sent};

/// The ways in to an account.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LinkedAccounts {
    /// Whether the account has a password.
    has_password: bool,
    /// The linked identities, the oldest first.
    accounts: Vec<LinkedAccount>,
    /// The number of passkeys.
    passkeys: i64,
}

/// An identity at a provider.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LinkedAccount {
    id: Uuid,
    /// The id of the provider; null if the server no longer offers it.
    provider: Option<String>,
    /// The name of the provider.
    name: String,
    /// The address at the provider.
    email: Option<String>,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// When the person has signed in with it last.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    used_at: Option<OffsetDateTime>,
}

impl From<Linked> for LinkedAccount {
    fn from(linked: Linked) -> Self {
        let Linked { id, provider, name, email, created_at, used_at } = linked;
        Self { id, provider, name, email, created_at, used_at }
    }
}

/// A provider to link, and the password of the account.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct BeginLink {
    provider: String,
    password: String,
}

/// An identity to unlink, and the password of the account.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct Unlink {
    id: Uuid,
    password: String,
}

/// The identities that the caller's account is linked with.
#[utoipa::path(get, path = "/api/me/linked-accounts", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = LinkedAccounts),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>) -> Result<Json<LinkedAccounts>, Refusal> {
    let WaysIn { has_password, linked, passkeys } = door.auth.ways_in(&principal).await?;
    Ok(Json(LinkedAccounts { has_password, accounts: linked.into_iter().map(Into::into).collect(), passkeys }))
}

/// Begins to link an identity, and marks the browser with a cookie.
#[utoipa::path(post, path = "/api/me/linked-accounts/begin", tag = "identity", request_body = BeginLink, security(("bearer" = [])), responses(
    (status = 200, body = SentToProvider),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "There is no such provider"),
    (status = 422, body = ErrorBody, description = "The password is wrong, or the account has none"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody, description = "The provider does not answer"),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<BeginLink>,
) -> Result<HttpResponse, Refusal> {
    let secret = hosted_secret(&request, &door);
    let by = (browser(&request, secret.as_deref()), &requester(&request, &door));
    let begun = door.auth.begin_link(&principal, body.password, &body.provider, by).await?;
    Ok(sent(&door, begun))
}

/// Links the identity that a provider has answered. An earlier identity of the same provider is replaced.
#[utoipa::path(post, path = "/api/me/linked-accounts/finish", tag = "identity", request_body = HostedAnswer, security(("bearer" = [])), responses(
    (status = 204, description = "The identity is linked"),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody, description = "The provider has refused, or its answer is not valid"),
    (status = 409, body = ErrorBody, description = "The identity is linked with another account"),
    (status = 410, body = ErrorBody, description = "The state was used, has expired, or is of another browser or session"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody, description = "The provider does not answer"),
))]
pub(crate) async fn finish(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<HostedAnswer>,
) -> Result<HttpResponse, Refusal> {
    let (state, answer) = body.split();
    door.auth.link(&principal, &state, hosted_secret(&request, &door).as_deref(), answer).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Unlinks an identity. The account keeps its password, so there is always another way in.
#[utoipa::path(post, path = "/api/me/linked-accounts/unlink", tag = "identity", request_body = Unlink, security(("bearer" = [])), responses(
    (status = 204, description = "The identity is unlinked"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The account has no such identity"),
    (status = 422, body = ErrorBody, description = "The password is wrong, or the account has none"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn unlink(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<Unlink>,
) -> Result<HttpResponse, Refusal> {
    door.auth.unlink(&principal, body.id, body.password, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().finish())
}
