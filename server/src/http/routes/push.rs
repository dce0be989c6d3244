//! The browsers on which the caller gets notifications by web push. Each belongs to the session that turned it on.

use actix_web::web::{self, Data, Json, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::Principal;
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::push::Wrong;
use crate::queries::push as devices;
use crate::queries::push::{Device, MOST_DEVICES, NewDevice};
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/me/push").get(list).post(add))
        .service(web::resource("/api/me/push/{deviceId}/remove").post(remove));
}

/// The browsers that get notifications, and what a browser needs to subscribe.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushDevices {
    /// The public key of this cluster, in base64url: the `applicationServerKey` of a subscription.
    server_key: String,
    /// The oldest first.
    devices: Vec<PushDevice>,
}

/// A browser that gets notifications.
#[derive(Debug, Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PushDevice {
    id: Uuid,
    /// The browser and its system, such as `Firefox on Linux`; none for other programs.
    name: Option<String>,
    /// When notifications were turned on there.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// Whether the caller's session is that of the browser.
    current: bool,
}

/// A subscription, with the fields of the browser's `PushSubscription.toJSON()`.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct NewPushDevice {
    /// The address of the push service, which begins with https.
    endpoint: String,
    keys: PushKeys,
    /// The `serverKey` with which the browser has subscribed.
    server_key: String,
}

/// The keys of a browser, in base64url.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct PushKeys {
    /// Its public key: 65 bytes.
    p256dh: String,
    /// Its secret: 16 bytes.
    auth: String,
}

/// A browser that was added.
#[derive(Debug, Serialize, ToSchema, TS)]
pub(crate) struct AddedPushDevice {
    id: Uuid,
}

/// The browsers on which the caller gets notifications.
#[utoipa::path(get, path = "/api/me/push", tag = "push", security(("bearer" = [])), responses(
    (status = 200, body = PushDevices),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn list(principal: Principal, door: Data<Door>) -> Result<Json<PushDevices>, Refusal> {
    let found = devices::list(&door.db, principal.user_id).await?;
    let devices = found.into_iter().map(|Device { id, session_id, name, created_at }| PushDevice {
        id,
        name,
        created_at,
        current: session_id == principal.session_id,
    });
    let server_key = URL_SAFE_NO_PAD.encode(door.push.public_key());
    Ok(Json(PushDevices { server_key, devices: devices.collect() }))
}

/// Turns notifications on for the browser of this session. The same subscription again changes nothing.
#[utoipa::path(post, path = "/api/me/push", tag = "push", request_body = NewPushDevice,
    security(("bearer" = [])), responses(
    (status = 201, body = AddedPushDevice),
    (status = 401, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "The account has ten browsers, or the key of the cluster has changed"),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn add(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<NewPushDevice>,
) -> Result<HttpResponse, Refusal> {
    door.limits.push_device_by(principal.user_id)?;
    let NewPushDevice { endpoint, keys: PushKeys { p256dh, auth }, server_key } = body;
    let subscription = door.push.subscription(endpoint, &p256dh, &auth).map_err(|wrong| match wrong {
        Wrong::Endpoint => Refusal::invalid("endpoint", words::PUSH_ENDPOINT),
        Wrong::Key => Refusal::invalid("keys.p256dh", words::PUSH_KEY),
        Wrong::Auth => Refusal::invalid("keys.auth", words::PUSH_AUTH),
    })?;
    let server_key = URL_SAFE_NO_PAD.decode(server_key.trim_end_matches('=')).unwrap_or_default();
    if server_key != door.push.public_key() {
        return Err(Refusal::new(Code::Conflict).field("serverKey").message(words::PUSH_SERVER_KEY));
    }
    let new = NewDevice {
        user: principal.user_id,
        session: principal.session_id,
        hash: subscription.hash(),
        sealed: door.push.sealed(&subscription).ok_or(Code::Internal)?,
        server_key,
        name: door.origin_of(&request).and_then(|origin| origin.device).map(|device| device.to_string()),
    };
    match devices::add(&door.db, new).await? {
        Some(id) => Ok(HttpResponse::Created().json(AddedPushDevice { id })),
        None => Err(Refusal::new(Code::TooMany).message(words::too_many_push_devices(MOST_DEVICES))),
    }
}

/// Turns notifications off for one browser of the caller.
#[utoipa::path(post, path = "/api/me/push/{deviceId}/remove", tag = "push", params(("deviceId" = Uuid, Path)),
    security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn remove(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<HttpResponse, Refusal> {
    let removed = devices::remove(&door.db, principal.user_id, id.into_inner()).await?;
    if removed { Ok(HttpResponse::NoContent().finish()) } else { Err(Code::NotFound.into()) }
}
