//! Passkeys: signing in with one, and the list of the caller's account.

use actix_web::web::{self, Data, Json, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Assertion, Attestation, Challenged, KeptPasskey, NewPasskey, Passkeys, Principal, Session};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::http::routes::cookies::{end_replaced, passkey_cookie, passkey_secret, requester, signed_in};
use crate::http::routes::hosted::browser;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/passkey/begin").post(begin_sign_in))
        .service(web::resource("/api/auth/passkey/finish").post(sign_in))
        .service(web::resource("/api/me/passkeys").get(list))
        .service(web::resource("/api/me/passkeys/prove/begin").post(begin_proof))
        .service(web::resource("/api/me/passkeys/prove").post(prove))
        .service(web::resource("/api/me/passkeys/begin").post(begin))
        .service(web::resource("/api/me/passkeys/finish").post(finish))
        .service(web::resource("/api/me/passkeys/rename").post(rename))
        .service(web::resource("/api/me/passkeys/remove").post(remove));
}

/// What a browser needs to use a passkey.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct PasskeyChallenge {
    /// Random bytes, in base64url. They count once, for this browser.
    challenge: String,
    /// The domain that the passkeys belong to.
    domain: String,
    /// How long the browser may take, in milliseconds.
    timeout: u32,
}

/// The signature of a passkey. All texts are bytes in base64url.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct PasskeyAnswer {
    /// The id of the passkey, as its authenticator has chosen it.
    id: String,
    /// What the browser says about the page.
    client_data: String,
    /// What the authenticator says.
    authenticator_data: String,
    signature: String,
    /// The account that the passkey was made for.
    user_handle: String,
}

impl PasskeyAnswer {
    fn read(self) -> Result<Assertion, Refusal> {
        Ok(Assertion {
            credential_id: bytes("id", &self.id)?,
            client_data: bytes("clientData", &self.client_data)?,
            authenticator_data: bytes("authenticatorData", &self.authenticator_data)?,
            signature: bytes("signature", &self.signature)?,
            user_handle: bytes("userHandle", &self.user_handle)?,
        })
    }
}

/// The passkeys of an account.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyList {
    /// Whether the account has a password as well. If not, a passkey takes the place of the password.
    has_password: bool,
    /// The oldest first.
    passkeys: Vec<Passkey>,
}

/// A passkey.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Passkey {
    id: Uuid,
    /// The name by which its owner recognises it.
    name: String,
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// When it was used last.
    #[serde(with = "time::serde::rfc3339::option")]
    #[ts(type = "string | null")]
    used_at: Option<OffsetDateTime>,
}

impl From<KeptPasskey> for Passkey {
    fn from(kept: KeptPasskey) -> Self {
        let KeptPasskey { id, name, created_at, used_at } = kept;
        Self { id, name, created_at, used_at }
    }
}

/// The password of the account, and a code if it has a second factor. The password is empty if the account has none, and a
/// passkey has proven who the caller is.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct BeginPasskey {
    password: String,
    /// Six digits of the app, or a recovery code.
    code: Option<String>,
}

/// What a browser needs to make a passkey.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyToMake {
    /// Random bytes, in base64url. They count once, for this browser and session.
    challenge: String,
    /// The domain that the passkey will belong to.
    domain: String,
    /// How long the browser may take, in milliseconds.
    timeout: u32,
    /// The id of the account, in base64url.
    user_id: String,
    /// The address of the account.
    email: String,
    /// The name of the person.
    name: String,
    /// The ids of the account's passkeys, in base64url.
    known: Vec<String>,
}

/// A passkey that a browser has made. The texts except the name are bytes in base64url.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[ts(optional_fields)]
pub(crate) struct MadePasskey {
    /// What the browser says about the page.
    client_data: String,
    /// What the authenticator says.
    attestation: String,
    /// 1 to 100 characters. Without it, the passkey has the name of the browser.
    name: Option<String>,
}

/// A passkey, and its new name.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct RenamePasskey {
    id: Uuid,
    /// 1 to 100 characters.
    name: String,
}

/// A passkey, and the password of the account.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct RemovePasskey {
    id: Uuid,
    /// Empty if the account has none, and a passkey has proven who the caller is.
    password: String,
}

/// Begins a sign-in with any passkey of the device, and marks the browser with a cookie.
#[utoipa::path(post, path = "/api/auth/passkey/begin", tag = "identity", responses(
    (status = 200, body = PasskeyChallenge),
    (status = 409, body = ErrorBody, description = "Browsers cannot use passkeys at this address"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin_sign_in(request: HttpRequest, door: Data<Door>) -> Result<HttpResponse, Refusal> {
    let secret = passkey_secret(&request, &door);
    let begun = door.auth.begin_passkey_sign_in(browser(&request, secret.as_deref())).await?;
    Ok(challenged(&door, begun))
}

/// Signs in with a passkey. No code of a second factor is needed.
#[utoipa::path(post, path = "/api/auth/passkey/finish", tag = "identity", request_body = PasskeyAnswer, responses(
    (status = 200, body = Session),
    (status = 401, body = ErrorBody, description = "The passkey is unknown, or something is wrong with the answer"),
    (status = 410, body = ErrorBody, description = "The challenge was used, has expired or is of another browser"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_in(
    request: HttpRequest,
    door: Data<Door>,
    Body(body): Body<PasskeyAnswer>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let secret = passkey_secret(&request, &door);
    let session = door.auth.sign_in_with_passkey(body.read()?, secret.as_deref(), &from).await?;
    end_replaced(&request, &door).await?;
    Ok(signed_in(&door, session, &from))
}

/// The passkeys of the caller's account.
#[utoipa::path(get, path = "/api/me/passkeys", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = PasskeyList),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>) -> Result<Json<PasskeyList>, Refusal> {
    let Passkeys { has_password, kept } = door.auth.passkeys(&principal).await?;
    Ok(Json(PasskeyList { has_password, passkeys: kept.into_iter().map(Into::into).collect() }))
}

/// Asks the caller for a passkey, and marks the browser with a cookie.
#[utoipa::path(post, path = "/api/me/passkeys/prove/begin", tag = "identity", security(("bearer" = [])), responses(
    (status = 200, body = PasskeyChallenge),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "Browsers cannot use passkeys at this address"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin_proof(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
) -> Result<HttpResponse, Refusal> {
    let secret = passkey_secret(&request, &door);
    let begun = door.auth.begin_proof(&principal, browser(&request, secret.as_deref())).await?;
    Ok(challenged(&door, begun))
}

/// Proves with a passkey that the caller owns the account. For five minutes, this takes the place of the password in this
/// session, if the account has none.
#[utoipa::path(post, path = "/api/me/passkeys/prove", tag = "identity", request_body = PasskeyAnswer, security(("bearer" = [])), responses(
    (status = 204, description = "It is the owner of the account"),
    (status = 401, body = ErrorBody),
    (status = 410, body = ErrorBody, description = "The challenge was used, has expired or is of another browser or session"),
    (status = 422, body = ErrorBody, description = "Something is wrong with the answer, or it is of another account"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn prove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<PasskeyAnswer>,
) -> Result<HttpResponse, Refusal> {
    let secret = passkey_secret(&request, &door);
    door.auth.prove_with_passkey(&principal, body.read()?, secret.as_deref()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Begins to add a passkey, and marks the browser with a cookie.
#[utoipa::path(post, path = "/api/me/passkeys/begin", tag = "identity", request_body = BeginPasskey, security(("bearer" = [])), responses(
    (status = 200, body = PasskeyToMake),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "Browsers cannot use passkeys at this address, or the account has too many"),
    (status = 422, body = ErrorBody, description = "The password or the code is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<BeginPasskey>,
) -> Result<HttpResponse, Refusal> {
    let secret = passkey_secret(&request, &door);
    let by = (browser(&request, secret.as_deref()), &requester(&request, &door));
    let NewPasskey { challenged, user_id, email, name, known } =
        door.auth.begin_passkey(&principal, body.password, body.code.as_deref(), by).await?;
    let Challenged { challenge, domain, timeout, browser } = challenged;
    let answer = PasskeyToMake { challenge, domain, timeout, user_id, email, name, known };
    Ok(HttpResponse::Ok().cookie(passkey_cookie(&door, browser)).json(answer))
}

/// Adds the passkey that a browser has made.
#[utoipa::path(post, path = "/api/me/passkeys/finish", tag = "identity", request_body = MadePasskey, security(("bearer" = [])), responses(
    (status = 200, body = Passkey),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "An account has this passkey, or the caller's account has too many"),
    (status = 410, body = ErrorBody, description = "The challenge was used, has expired or is of another browser or session"),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn finish(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<MadePasskey>,
) -> Result<Json<Passkey>, Refusal> {
    let MadePasskey { client_data, attestation, name } = body;
    let attestation = Attestation {
        client_data: bytes("clientData", &client_data)?,
        attestation: bytes("attestation", &attestation)?,
    };
    let secret = passkey_secret(&request, &door);
    let by = (secret.as_deref(), &requester(&request, &door));
    door.auth.finish_passkey(&principal, attestation, name, by).await.map(|kept| Json(kept.into()))
}

/// Gives a passkey another name.
#[utoipa::path(post, path = "/api/me/passkeys/rename", tag = "identity", request_body = RenamePasskey, security(("bearer" = [])), responses(
    (status = 204, description = "The passkey has the name"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The account has no such passkey"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn rename(
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<RenamePasskey>,
) -> Result<HttpResponse, Refusal> {
    door.auth.rename_passkey(&principal, body.id, body.name).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Removes a passkey. An account without a password keeps its last one.
#[utoipa::path(post, path = "/api/me/passkeys/remove", tag = "identity", request_body = RemovePasskey, security(("bearer" = [])), responses(
    (status = 204, description = "The passkey is removed"),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody, description = "The account has no such passkey"),
    (status = 409, body = ErrorBody, description = "It is the only way to log in"),
    (status = 422, body = ErrorBody, description = "The password is wrong"),
    (status = 429, body = ErrorBody),
))]
pub(crate) async fn remove(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<RemovePasskey>,
) -> Result<HttpResponse, Refusal> {
    door.auth.remove_passkey(&principal, body.id, body.password, &requester(&request, &door)).await?;
    Ok(HttpResponse::NoContent().finish())
}

fn challenged(door: &Door, begun: Challenged) -> HttpResponse {
    let Challenged { challenge, domain, timeout, browser } = begun;
    let answer = PasskeyChallenge { challenge, domain, timeout };
    HttpResponse::Ok().cookie(passkey_cookie(door, browser)).json(answer)
}

/// The bytes of a text in base64url.
fn bytes(field: &str, text: &str) -> Result<Vec<u8>, Refusal> {
    let most = match field {
        "attestation" => 16 * 1_024,
        "id" | "signature" => 1_023,
        "userHandle" => 64,
        _ => 4 * 1_024,
    };
    let bytes = URL_SAFE_NO_PAD.decode(text).ok().filter(|bytes| bytes.len() <= most);
    bytes.ok_or_else(|| Refusal::invalid(field, words::NOT_BYTES))
}
