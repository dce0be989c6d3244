//! Device codes (RFC 8628): the call with which a program gets its codes, and the calls of the page where a person enters one.
//! docs/APPS.md has the rules.

use std::net::IpAddr;

use actix_web::web::{self, Data, Form, Json, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::domain::capability::{Capability, CapabilitySet};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::app_tokens::{AppFault, refused};
use super::authorization::{AppQuestion, has_for, question_of};
use crate::auth::{BeginDevice, DeviceCodes, DeviceRequest, Fault, Principal, wrong_user_code};
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::limits::client_network;
use crate::http::request::body::Body;

pub(super) const BEGIN_PATH: &str = "/api/oauth/device";
/// The page on which a person enters a code.
const PAGE: &str = "/device";

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource(BEGIN_PATH).post(begin))
        .service(web::resource("/api/authorization/device/ask").post(ask))
        .service(web::resource("/api/authorization/device/answer").post(answer));
}

/// The form with which a program asks for its codes. Unknown fields are ignored.
#[derive(Deserialize, ToSchema)]
pub(crate) struct DeviceForm {
    client_id: Option<String>,
    /// The words of capabilities, with spaces between them.
    scope: Option<String>,
}

/// The codes of a program.
#[derive(Serialize, ToSchema)]
pub(crate) struct DeviceCode {
    /// The program keeps this code secret.
    device_code: String,
    /// The code that the program shows to the person.
    user_code: String,
    /// The page on which the person enters the code.
    verification_uri: String,
    /// The same page, with the code in its address.
    verification_uri_complete: String,
    /// In seconds.
    expires_in: u32,
    /// How long the program must wait between calls, in seconds.
    interval: u32,
}

/// A code that a person has entered. Case, spaces and dashes do not matter.
#[derive(Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AskForDevice {
    user_code: String,
}

/// The person's answer to the request of a program.
#[derive(Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub(crate) struct AnswerDevice {
    user_code: String,
    /// The words of the capabilities that the page showed; left out if the person denies access.
    #[ts(as = "Option<Vec<Capability>>")]
    allowed: Option<Vec<String>>,
}

/// A question to the person who has entered a code.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DeviceQuestion {
    question: AppQuestion,
    /// The code as the program shows it.
    user_code: String,
    /// The network address of the program; null if it is unknown.
    asked_from: Option<String>,
    /// Whether the program and the caller are in the same network.
    same_network: bool,
}

/// Gives a program a device code, and a user code that the program shows to a person.
#[utoipa::path(post, path = "/api/oauth/device", tag = "apps",
    request_body(content = DeviceForm, content_type = "application/x-www-form-urlencoded"), responses(
    (status = 200, body = DeviceCode),
    (status = 400, body = AppFault, description = "An error of RFC 6749"),
    (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn begin(
    request: HttpRequest,
    door: Data<Door>,
    form: Result<Form<DeviceForm>, actix_web::Error>,
) -> Result<HttpResponse, Refusal> {
    let Ok(Form(DeviceForm { client_id, scope })) = form else { return Ok(refused(Fault::NOT_A_FORM)) };
    let (network, from) = (door.network_of(&request), door.address_of(&request));
    Ok(match door.auth.begin_device(BeginDevice { client_id, scope }, &network, from).await? {
        Ok(DeviceCodes { device_code, user_code, expires_in, interval }) => {
            let page = format!("{}{PAGE}", door.auth.site().public_url());
            HttpResponse::Ok().json(DeviceCode {
                device_code,
                verification_uri_complete: format!("{page}?user_code={user_code}"),
                verification_uri: page,
                user_code,
                expires_in,
                interval,
            })
        }
        Err(fault) => refused(fault),
    })
}

/// The request of a user code, and the person's capabilities in the workspace of the app. People who are not members of this
/// workspace get the same refusal as for an unknown code.
async fn request_for(
    principal: &Principal,
    door: &Door,
    request: &HttpRequest,
    code: &str,
) -> Result<(DeviceRequest, CapabilitySet), Refusal> {
    let found = door.auth.device_request(principal, code, &door.network_of(request)).await?;
    let has = has_for(principal, door, &found.app).await?.ok_or_else(wrong_user_code)?;
    door.auth.take_back_guess(&found).await?;
    Ok((found, has))
}

/// Finds the request of a program by its user code, and returns the question to the person. Changes nothing.
#[utoipa::path(post, path = "/api/authorization/device/ask", tag = "apps", request_body = AskForDevice,
    security(("bearer" = [])), responses(
    (status = 200, body = DeviceQuestion),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 409, body = ErrorBody, description = "`too_many`: the person has 20 keys in the workspace"),
    (status = 422, body = ErrorBody, description = "The code is wrong, was answered or has expired, or the caller is not a \
                                                    member of the app's workspace"),
    (status = 429, body = ErrorBody, description = "The caller has entered too many wrong codes"),
))]
pub(crate) async fn ask(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<AskForDevice>,
) -> Result<Json<DeviceQuestion>, Refusal> {
    let (found, has) = request_for(&principal, &door, &request, &body.user_code).await?;
    let question = question_of(&principal, &door, &found.app, found.wanted.and(has)).await?;
    let network = |address: Option<IpAddr>| address.map(client_network);
    Ok(Json(DeviceQuestion {
        question: question.ok_or_else(wrong_user_code)?,
        same_network: network(found.asked_from) == network(door.address_of(&request)),
        asked_from: found.asked_from.map(|address| address.to_string()),
        user_code: found.user_code,
    }))
}

/// Stores the answer of the person, once. The program gets the answer with its next call.
#[utoipa::path(post, path = "/api/authorization/device/answer", tag = "apps", request_body = AnswerDevice,
    security(("bearer" = [])), responses(
    (status = 204),
    (status = 401, body = ErrorBody),
    (status = 403, body = ErrorBody),
    (status = 422, body = ErrorBody, description = "The code is wrong, was answered or has expired, or the caller is not a \
                                                    member of the app's workspace"),
    (status = 429, body = ErrorBody, description = "The caller has entered too many wrong codes"),
))]
pub(crate) async fn answer(
    request: HttpRequest,
    principal: Principal,
    door: Data<Door>,
    Body(body): Body<AnswerDevice>,
) -> Result<HttpResponse, Refusal> {
    let (found, has) = request_for(&principal, &door, &request, &body.user_code).await?;
    door.auth.answer_device(&principal, found, has, body.allowed.as_deref()).await?;
    Ok(HttpResponse::NoContent().finish())
}
