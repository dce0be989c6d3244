//! The devices that the caller's account remembers.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Principal, RememberedDevice, RememberedPage};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::routes::cookies::requester;

/// A page of the devices that an account remembers.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct RememberedDevices {
    /// The newest first, at most 60.
    devices: Vec<KnownDevice>,
    /// The `before` of the next page; null on the last page.
    next: Option<Uuid>,
}

/// A device that needs no code to sign in.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct KnownDevice {
    id: Uuid,
    /// The browser and its operating system, such as `Firefox on Linux`; null for other programs.
    device: Option<String>,
    /// The network address of the last sign-in; null if it is unknown.
    address: Option<String>,
    /// When the person entered the code.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    created_at: OffsetDateTime,
    /// The time of the last sign-in.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    used_at: OffsetDateTime,
    /// When the device will need a code again.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    expires_at: OffsetDateTime,
    /// Whether the call comes from this device.
    current: bool,
}

/// The place of a page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wanted {
    before: Option<Uuid>,
}

/// The devices that the caller's account remembers.
#[utoipa::path(get, path = "/api/me/remembered-devices", tag = "identity", params(
    ("before" = Option<Uuid>, Query, description = "`next` of the page before")), security(("bearer" = [])), responses(
    (status = 200, body = RememberedDevices),
    (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
pub(crate) async fn list(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    wanted: Result<Query<Wanted>, actix_web::Error>,
) -> Result<Json<RememberedDevices>, Refusal> {
    let from = requester(&request, &door);
    let Query(Wanted { before }) = wanted.map_err(|_| Refusal::invalid("before", actors::words::ID_EXPECTED))?;
    let RememberedPage { devices, more } = door.auth.remembered_devices(&principal, before, &from).await?;
    let next = devices.last().filter(|_| more).map(|device| device.id);
    let shown = |it: RememberedDevice| {
        let RememberedDevice { id, device, address, created_at, used_at, expires_at, current, .. } = it;
        KnownDevice { id, device, address, created_at, used_at, expires_at, current }
    };
    Ok(Json(RememberedDevices { devices: devices.into_iter().map(shown).collect(), next }))
}

/// Forgets a device. The next sign-in on this device needs a code; sessions continue.
#[utoipa::path(post, path = "/api/me/remembered-devices/{deviceId}/forget", tag = "identity",
    params(("deviceId" = Uuid, Path)), security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn forget(principal: Principal, door: Data<Door>, id: Path<Uuid>) -> Result<HttpResponse, Refusal> {
    door.auth.forget_device(&principal, id.into_inner()).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Forgets all devices of the caller's account.
#[utoipa::path(post, path = "/api/me/remembered-devices/forget-all", tag = "identity", security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn forget_all(principal: Principal, door: Data<Door>) -> Result<HttpResponse, Refusal> {
    door.auth.forget_devices(&principal).await?;
    Ok(HttpResponse::NoContent().finish())
}
