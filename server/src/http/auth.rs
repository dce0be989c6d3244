//! Signing up, in and out.

use actix_web::cookie::time::Duration as CookieLife;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Door};
use crate::auth::{Principal, Session, SignUp};
use crate::error::{Code, ErrorBody, Refusal};

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/auth/sign-up").post(sign_up))
        .service(web::resource("/api/auth/confirm").post(confirm))
        .service(web::resource("/api/auth/resend").post(resend))
        .service(web::resource("/api/auth/sign-in").post(sign_in))
        .service(web::resource("/api/auth/refresh").post(refresh))
        .service(web::resource("/api/auth/sign-out").post(sign_out));
}

/// What has to be done next.
#[derive(Serialize, ToSchema)]
pub(crate) struct Next {
    /// Always `confirm`.
    state: &'static str,
    /// Always `code`: it was sent by mail.
    method: &'static str,
}

const CONFIRM: Next = Next { state: "confirm", method: "code" };

/// A code that came by mail.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Confirm {
    email: String,
    /// Six digits.
    code: String,
}

/// Who waits for a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resend {
    email: String,
}

/// What somebody signs in with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignIn {
    email: String,
    password: String,
}

/// What is to end.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SignOut {
    /// All sessions of the user, and not just this one.
    #[serde(default)]
    everywhere: bool,
}

/// Begins an account; a code comes by mail. The answer is the same where the e-mail is taken.
#[utoipa::path(post, path = "/api/auth/sign-up", tag = "identity", request_body = SignUp, responses(
    (status = 202, body = Next), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_up(door: web::Data<Door>, Body(body): Body<SignUp>) -> Result<HttpResponse, Refusal> {
    door.auth.sign_up(body).await?;
    Ok(HttpResponse::Accepted().json(CONFIRM))
}

/// Shows that the e-mail is one's own, and signs in.
#[utoipa::path(post, path = "/api/auth/confirm", tag = "identity", request_body = Confirm, responses(
    (status = 200, body = Session), (status = 410, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn confirm(door: web::Data<Door>, Body(body): Body<Confirm>) -> Result<HttpResponse, Refusal> {
    let session = door.auth.confirm(&body.email, &body.code).await?;
    Ok(answer(&door, session))
}

/// Sends a new code. The answer is the same where nobody waits for one.
#[utoipa::path(post, path = "/api/auth/resend", tag = "identity", request_body = Resend, responses(
    (status = 202, body = Next), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn resend(door: web::Data<Door>, Body(body): Body<Resend>) -> Result<HttpResponse, Refusal> {
    door.auth.resend(&body.email).await?;
    Ok(HttpResponse::Accepted().json(CONFIRM))
}

/// Signs in.
#[utoipa::path(post, path = "/api/auth/sign-in", tag = "identity", request_body = SignIn, responses(
    (status = 200, body = Session), (status = 401, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
))]
pub(crate) async fn sign_in(door: web::Data<Door>, Body(body): Body<SignIn>) -> Result<HttpResponse, Refusal> {
    let session = door.auth.sign_in(&body.email, body.password).await?;
    Ok(answer(&door, session))
}

/// Exchanges the refresh token in the cookie for the next. An answer that refuses leaves the cookie
/// alone: of several tabs at once, none may throw out the others.
#[utoipa::path(post, path = "/api/auth/refresh", tag = "identity", responses(
    (status = 200, body = Session), (status = 401, body = ErrorBody),
))]
pub(crate) async fn refresh(request: HttpRequest, door: web::Data<Door>) -> Result<HttpResponse, Refusal> {
    let cookie = request.cookie(cookie_name(&door)).ok_or(Code::Unauthenticated)?;
    let session = door.auth.refresh(cookie.value()).await?;
    Ok(answer(&door, session))
}

/// Ends the session of the access token or of the cookie.
#[utoipa::path(post, path = "/api/auth/sign-out", tag = "identity", request_body = SignOut,
    security(("bearer" = []), ()), responses((status = 204)))]
pub(crate) async fn sign_out(
    request: HttpRequest,
    door: web::Data<Door>,
    Body(body): Body<SignOut>,
) -> Result<HttpResponse, Refusal> {
    let cookie = request.cookie(cookie_name(&door));
    let token = cookie.as_ref().map(Cookie::value);
    // With a token that has run out, the cookie still says whose session it is.
    let principal = Principal::of(&request).ok();
    door.auth.sign_out(principal, token, body.everywhere).await?;
    let mut gone = refresh_cookie(&door, String::new());
    gone.make_removal();
    Ok(HttpResponse::NoContent().cookie(gone).finish())
}

fn answer(door: &Door, session: Session) -> HttpResponse {
    let life = i64::try_from(door.config.tokens.refresh.as_secs()).unwrap_or(i64::MAX);
    let mut cookie = refresh_cookie(door, session.refresh_token.reveal().to_owned());
    cookie.set_max_age(CookieLife::seconds(life));
    HttpResponse::Ok().cookie(cookie).json(session)
}

/// With TLS the name itself makes the browser insist: `__Host-` cookies are secure, of this very
/// host, and (a rule of that prefix) of the path `/`.
fn cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_refresh" } else { "troupe_refresh" }
}

fn refresh_cookie(door: &Door, value: String) -> Cookie<'static> {
    let secure = door.auth.site().is_secure();
    Cookie::build(cookie_name(door), value)
        .path(if secure { "/" } else { "/api/auth" })
        .secure(secure)
        .http_only(true)
        .same_site(SameSite::Strict)
        .finish()
}
