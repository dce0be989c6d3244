//! The cookies of a browser, and the answer to a sign-in, which sets them.

use actix_web::cookie::time::Duration as CookieLife;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse};

use crate::auth::{REMEMBERED_DAYS, Requester, Session, User};
use crate::error::Refusal;
use crate::http::Door;

/// How long a device stays known, in days: the longest that browsers keep a cookie.
const DEVICE_DAYS: i64 = 400;
/// The path of the device cookie without TLS. The calls under `/api/me` that check a password need the cookie as well.
const PLAIN_DEVICE_PATH: &str = "/api";

/// The origin of a request, for the counters and the list of sessions.
pub(super) fn requester(request: &HttpRequest, door: &Door) -> Requester {
    Requester {
        network: door.network_of(request),
        devices: request.cookie(device_cookie_name(door)).map(|cookie| cookie.value().to_owned()),
        remembered: request.cookie(remembered_cookie_name(door)).map(|cookie| cookie.value().to_owned()),
        origin: door.origin_of(request),
    }
}

/// Ends the previous session of a browser when a new one replaces it. Otherwise the session could be ended only from
/// the list of sessions. A session that a stranger has planted in the browser ends as well.
pub(super) async fn end_replaced(request: &HttpRequest, door: &Door) -> Result<(), Refusal> {
    match request.cookie(cookie_name(door)) {
        Some(held) => door.auth.sign_out(None, Some(held.value()), false).await.map(drop),
        None => Ok(()),
    }
}

/// Answers with a session, sets its refresh token in a cookie, and marks the device as known to the account.
pub(super) fn signed_in(door: &Door, session: Session, from: &Requester) -> HttpResponse {
    let life = i64::try_from(door.config.tokens.refresh.as_secs()).unwrap_or(i64::MAX);
    let mut refresh = cookie(door, cookie_name(door), session.refresh_token.reveal().to_owned());
    refresh.set_max_age(CookieLife::seconds(life));
    let mut answer = HttpResponse::Ok();
    answer.cookie(refresh);
    for device in device_cookies(door, &session.user, from) {
        answer.cookie(device);
    }
    if let Some(value) = &session.remembered {
        answer.cookie(remembered_cookie(door, value.clone()));
    }
    answer.json(session)
}

/// The cookies that mark the device as known to an account; empty if the device is already known.
pub(super) fn device_cookies(door: &Door, user: &User, from: &Requester) -> Vec<Cookie<'static>> {
    let Some(value) = door.auth.device_cookie(user, from) else { return Vec::new() };
    let mut device = cookie(door, device_cookie_name(door), value);
    device.set_max_age(CookieLife::days(DEVICE_DAYS));
    if door.auth.site().is_secure() {
        return vec![device];
    }
    // Earlier builds set the cookie with a narrower path, and a browser would send the old value first.
    let old = removal(door, device_cookie_name(door));
    device.set_path(PLAIN_DEVICE_PATH);
    vec![device, old]
}

/// Over TLS, only this host can set the cookie.
fn remembered_cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_remembered" } else { "troupe_remembered" }
}

/// The tokens of the accounts that remember this device. Only calls from pages of this site carry the cookie.
fn remembered_cookie(door: &Door, value: String) -> Cookie<'static> {
    let mut remembered = cookie(door, remembered_cookie_name(door), value);
    remembered.set_max_age(CookieLife::days(REMEMBERED_DAYS));
    if !door.auth.site().is_secure() {
        // The list of devices is under `/api/me`, and needs the cookie to mark the present device.
        remembered.set_path(PLAIN_DEVICE_PATH);
    }
    remembered
}

/// How long a browser may stay at a provider of hosted sign-in, or wait for a passkey, in minutes.
const MARK_MINUTES: i64 = 10;

/// Over TLS, only this host can set the cookie, so no other site can plant the secret of a sign-in of its own.
fn hosted_cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_hosted" } else { "troupe_hosted" }
}

/// The secret of a browser that was sent to a provider.
pub(super) fn hosted_secret(request: &HttpRequest, door: &Door) -> Option<String> {
    request.cookie(hosted_cookie_name(door)).map(|cookie| cookie.value().to_owned())
}

/// Marks the browser that was sent to a provider. Only calls of Troupe's pages need the cookie, so no other site can
/// make a browser send it.
pub(super) fn hosted_cookie(door: &Door, secret: String) -> Cookie<'static> {
    short_mark(door, hosted_cookie_name(door), secret)
}

/// The mark of a browser that was sent to a provider or asked for a passkey. It lives for as long as the browser may take.
fn short_mark(door: &Door, name: &'static str, secret: String) -> Cookie<'static> {
    let mut mark = cookie(door, name, secret);
    mark.set_max_age(CookieLife::minutes(MARK_MINUTES));
    if !door.auth.site().is_secure() {
        mark.set_path(PLAIN_DEVICE_PATH);
    }
    mark
}

fn passkey_cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_passkey" } else { "troupe_passkey" }
}

/// The secret of a browser that was asked for a passkey.
pub(super) fn passkey_secret(request: &HttpRequest, door: &Door) -> Option<String> {
    request.cookie(passkey_cookie_name(door)).map(|cookie| cookie.value().to_owned())
}

/// Marks the browser that was asked for a passkey.
pub(super) fn passkey_cookie(door: &Door, secret: String) -> Cookie<'static> {
    short_mark(door, passkey_cookie_name(door), secret)
}

/// How long a browser may wait for its sign-up to be confirmed, in minutes: as long as a code lives, for each of its mails.
const SIGN_UP_MINUTES: i64 = 75;

fn sign_up_cookie_name(door: &Door) -> &'static str {
    if door.auth.site().is_secure() { "__Host-troupe_sign_up" } else { "troupe_sign_up" }
}

/// The secret of a browser that has signed up.
pub(super) fn sign_up_secret(request: &HttpRequest, door: &Door) -> Option<String> {
    request.cookie(sign_up_cookie_name(door)).map(|cookie| cookie.value().to_owned())
}

/// Marks the browser that has signed up. It alone is signed in after the mailed link was used.
pub(super) fn sign_up_cookie(door: &Door, secret: String) -> Cookie<'static> {
    let mut mark = cookie(door, sign_up_cookie_name(door), secret);
    mark.set_max_age(CookieLife::minutes(SIGN_UP_MINUTES));
    mark
}

/// Removes the cookie with the refresh token.
pub(super) fn no_refresh(door: &Door) -> Cookie<'static> {
    removal(door, cookie_name(door))
}

fn removal(door: &Door, name: &'static str) -> Cookie<'static> {
    let mut gone = cookie(door, name, String::new());
    gone.make_removal();
    gone
}

/// Over TLS, the name makes the browser itself enforce the rules: `__Host-` cookies are secure, belong to exactly this
/// host, and have the path `/`.
pub(super) fn cookie_name(door: &Door) -> &'static str {
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
