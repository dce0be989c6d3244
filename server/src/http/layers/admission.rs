//! Whether a request is admitted: decided before a handler is chosen, a body read or anything hashed.

use std::net::IpAddr;

use actix_web::HttpMessage;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::CONTENT_LENGTH;
use uuid::Uuid;

use crate::auth::{Principal, key_of};
use crate::error::{Code, Refusal};
use crate::http::Door;

/// The routes on which guesses are made, or mail is caused.
const GUESSABLE: [&str; 48] = [
    "/api/auth/sign-up",
    "/api/auth/confirm",
    "/api/auth/confirm-link",
    "/api/auth/resend",
    "/api/auth/sign-in",
    "/api/auth/new-password",
    "/api/auth/forgot-password",
    "/api/auth/forgot-password/resend",
    "/api/auth/reset-password",
    "/api/auth/sign-in-code",
    "/api/auth/sign-in-code/resend",
    "/api/auth/sign-in-code/finish",
    "/api/auth/phone/sign-up",
    "/api/auth/phone/confirm",
    "/api/auth/phone/resend",
    "/api/auth/phone/sign-in",
    "/api/auth/phone/forgot-password",
    "/api/auth/phone/reset-password",
    "/api/auth/second-factor",
    "/api/auth/hosted/begin",
    "/api/auth/hosted/finish",
    "/api/auth/passkey/begin",
    "/api/auth/passkey/finish",
    "/api/oauth/token",
    "/api/oauth/device",
    "/api/oauth/revoke",
    "/api/authorization/device/ask",
    "/api/authorization/device/answer",
    "/api/me/passkeys/prove",
    "/api/me/passkeys/begin",
    "/api/me/passkeys/finish",
    "/api/me/passkeys/remove",
    "/api/me/password/remove",
    "/api/me/second-factor/begin",
    "/api/me/second-factor/confirm",
    "/api/me/second-factor/recovery-codes",
    "/api/me/second-factor/off",
    "/api/me/linked-accounts/begin",
    "/api/me/linked-accounts/finish",
    "/api/me/linked-accounts/unlink",
    "/api/me/password",
    "/api/me/email",
    "/api/me/email/resend",
    "/api/me/email/confirm",
    "/api/me/phone",
    "/api/me/phone/confirm",
    "/api/me/phone/remove",
    "/api/me/delete",
];

/// Refuses requests from other sites, and requests that come too fast.
pub(super) async fn admit(request: &ServiceRequest, door: &Door, from: Option<IpAddr>) -> Result<(), Refusal> {
    // The path is decoded as the routes decode it: a request may write any letter as %61.
    let path = request.match_info().as_str();
    if !path.starts_with("/api/") {
        return Ok(());
    }
    let site = door.auth.site();
    site.check_host(request.headers())?;
    if !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        site.check_origin(request.headers())?;
    }
    // Sockets have limits of their own, and after a restart all of them come back at once.
    if path == "/api/socket" {
        return Ok(());
    }
    if let Some(from) = from {
        door.limits.call_from(from)?;
        if GUESSABLE.contains(&path) {
            door.limits.guess_from(from)?;
        }
    }
    if let Some(user) = identify(request, door, from).await? {
        door.limits.call_by(user)?;
        if *request.method() == Method::POST && path.ends_with("/commands") {
            // The tickets are counted after the body is read.
            let bytes = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
            door.limits.bulk_call_by(user, 0, bytes.unwrap_or(0)).await?;
        }
    }
    Ok(())
}

/// The account of a request, which the layers and handlers below find in its extensions. `None` without a valid access
/// token: most handlers refuse such a request. An API key that is not valid is refused here, and counts as a guess.
async fn identify(request: &ServiceRequest, door: &Door, from: Option<IpAddr>) -> Result<Option<Uuid>, Refusal> {
    let Some(text) = key_of(request.request()) else {
        let Ok(principal) = Principal::of(request.request()) else { return Ok(None) };
        request.extensions_mut().insert(principal);
        return Ok(Some(principal.user_id));
    };
    match door.auth.api_key(text, from).await {
        Ok(key) => {
            request.extensions_mut().insert(key);
            Ok(Some(key.user_id))
        }
        Err(refusal) => {
            if let (Code::Unauthenticated, Some(from)) = (refusal.code, from) {
                door.limits.guess_from(from)?;
            }
            Err(refusal)
        }
    }
}
