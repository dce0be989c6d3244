//! Signing up, in and out.

use actix_web::cookie::time::Duration as CookieLife;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Pending, Principal, Requester, Session, SignUp, outdated_page};
use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::body::Body;
use crate::words::refusals as words;

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/sign-up").post(sign_up))
        .service(web::resource("/api/auth/confirm").post(confirm))
        .service(web::resource("/api/auth/resend").post(resend))
        .service(web::resource("/api/auth/sign-in").post(sign_in))
        .service(web::resource("/api/auth/refresh").post(refresh))
        .service(web::resource("/api/auth/sign-out").post(sign_out));
}

/// A code was sent.
#[derive(Serialize, ToSchema, TS)]
pub(crate) struct CodeSent {
    /// Always `confirm`.
    state: &'static str,
    /// Always `code`: it was sent by mail.
    method: &'static str,
}

/// A started sign-up.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SignedUp {
    /// Always `confirm`.
    state: &'static str,
    /// Always `code`: it was sent by mail.
    method: &'static str,
    /// Names this sign-up to `confirm` and `resend`. Random: the page that signed up keeps it secret.
    sign_up_id: Uuid,
    /// Also in the mail, so that a person with two mails knows which code belongs to this sign-up.
    reference: String,
}

const CODE_SENT: CodeSent = CodeSent { state: "confirm", method: "code" };

/// How long a device stays known, in days: the longest that browsers keep a cookie.
const DEVICE_DAYS: i64 = 400;

/// A code that came by mail.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Confirm {
    #[schema(required)]
    #[ts(as = "Uuid")]
    sign_up_id: Option<Uuid>,
    /// Eight digits.
    code: String,
    /// Sent by pages of build 0008, which do not name their sign-up.
    #[schema(deprecated)]
    #[ts(skip)]
    email: Option<String>,
}

/// A sign-up that waits for its code.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub(crate) struct Resend {
    #[schema(required)]
    #[ts(as = "Uuid")]
    sign_up_id: Option<Uuid>,
    /// Sent by pages of build 0008, which do not name their sign-up.
    #[schema(deprecated)]
    #[ts(skip)]
    email: Option<String>,
}

/// The sign-up that a page means.
fn named(sign_up: Option<Uuid>, email: Option<&String>) -> Result<Uuid, Refusal> {
    match (sign_up, email) {
        (Some(sign_up), _) => Ok(sign_up),
        (None, Some(_)) => Err(outdated_page()),
        (None, None) => Err(Refusal::invalid("signUpId", words::SIGN_UP_ID_MISSING)),
    }
}

/// The credentials of a sign-in.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    email: String,
    password: String,
}

/// Options of a refresh.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refresh {
    /// Without a cookie, answer 204 instead of 401: for a page that only asks whether its user is signed in.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    quiet: bool,
}

/// The sessions that end.
#[derive(Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignOut {
    /// All sessions of the user, and not only this one.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    everywhere: bool,
}

/// Begins a sign-up; a code comes by mail. If the e-mail is taken, the answer is the same.
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "identity", request_body = SignUp, responses(
    (status = 202, body = SignedUp), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_up(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignUp>,
) -> Result<HttpResponse, Refusal> {
    let Pending { id: sign_up_id, reference } = door.auth.sign_up(body, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(SignedUp { state: "confirm", method: "code", sign_up_id, reference }))
}

/// Confirms the e-mail address and signs in. A code is valid only for the sign-up that it was sent for.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "identity", request_body = Confirm, responses(
    (status = 200, body = Session), (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Confirm>,
) -> Result<HttpResponse, Refusal> {
    let sign_up = named(body.sign_up_id, body.email.as_ref())?;
    let session = door.auth.confirm(sign_up, &body.code).await?;
    Ok(answer(&door, session, &requester(&request, &door)))
}

/// Sends a new code. The answer is the same if the sign-up does not exist.
#[utoipa::path(post, path = "/api/auth/resend", tag = "identity", request_body = Resend, responses(
    (status = 202, body = CodeSent), (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Resend>,
) -> Result<HttpResponse, Refusal> {
    let sign_up = named(body.sign_up_id, body.email.as_ref())?;
    door.auth.resend(sign_up, &requester(&request, &door)).await?;
    Ok(HttpResponse::Accepted().json(CODE_SENT))
}

/// Signs in.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "identity", request_body = SignIn, responses(
    (status = 200, body = Session), (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_in(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignIn>,
) -> Result<HttpResponse, Refusal> {
    let from = requester(&request, &door);
    let session = door.auth.sign_in(&body.email, body.password, &from).await?;
    Ok(answer(&door, session, &from))
}

/// Exchanges the refresh token in the cookie for the next one. A refusal does not touch the cookie: of several tabs at
/// once, no tab may sign the others out.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "identity", request_body = Refresh, responses(
    (status = 200, body = Session), (status = 204, description = "No cookie, and `quiet`"),
    (status = 401, body = ErrorBody),
))]
pub(crate) async fn refresh(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<Refresh>,
) -> Result<HttpResponse, Refusal> {
    let Some(cookie) = request.cookie(cookie_name(&door)) else {
        return if body.quiet { Ok(HttpResponse::NoContent().finish()) } else { Err(Code::Unauthenticated.into()) };
    };
    let session = door.auth.refresh(cookie.value()).await?;
    Ok(answer(&door, session, &requester(&request, &door)))
}

/// Ends the session of the access token or of the cookie.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "identity", request_body = SignOut,
    security(("bearer" = []), ()), responses((status = 204)))]
pub(crate) async fn sign_out(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignOut>,
) -> Result<HttpResponse, Refusal> {
    let held = request.cookie(cookie_name(&door));
    let token = held.as_ref().map(Cookie::value);
    // If the access token has expired, the cookie still names the session.
    let principal = Principal::checked(request.clone()).await.ok();
    door.auth.sign_out(principal, token, body.everywhere).await?;
    let mut gone = cookie(&door, cookie_name(&door), String::new());
    gone.make_removal();
    Ok(HttpResponse::NoContent().cookie(gone).finish())
}

/// The origin of a request, for the counters.
fn requester(request: &HttpRequest, door: &Door) -> Requester {
    Requester {
        network: door.network_of(request),
        devices: request.cookie(device_cookie_name(door)).map(|cookie| cookie.value().to_owned()),
    }
}

/// Answers with a session, sets its refresh token in a cookie, and marks the device as known to the account.
fn answer(door: &Door, session: Session, from: &Requester) -> HttpResponse {
    let life = i64::try_from(door.config.tokens.refresh.as_secs()).unwrap_or(i64::MAX);
    let mut refresh = cookie(door, cookie_name(door), session.refresh_token.reveal().to_owned());
    refresh.set_max_age(CookieLife::seconds(life));
    let mut answer = HttpResponse::Ok();
    answer.cookie(refresh);
    if let Some(devices) = door.auth.device_cookie(&session.user, from) {
        let mut device = cookie(door, device_cookie_name(door), devices);
        device.set_max_age(CookieLife::days(DEVICE_DAYS));
        answer.cookie(device);
    }
    answer.json(session)
}

/// Over TLS, the name makes the browser itself enforce the rules: `__Host-` cookies are secure, belong to exactly this
/// host, and have the path `/`.
fn cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_refresh" } else { "troupe_refresh" }
}

/// The name of the device cookie. The cookie is no credential: it only distinguishes a known device from strangers who
/// guess passwords.
fn device_cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_device" } else { "troupe_device" }
}

fn cookie(door: &Door, name: &'static str, value: String) -> Cookie<'static> {
    let secure = door.auth.site().is_secure();
    Cookie::build(name, value)
        .path(if secure { "/" } else { "/api/auth" })
        .secure(secure)
        .http_only(true)
        .same_site(SameSite::Strict)
        .finish()
}
