//! Whether a request is admitted: decided before a handler is chosen, a body read or anything hashed.

use std::net::IpAddr;

use actix_web::HttpMessage;
use actix_web::dev::ServiceRequest;
use actix_web::http::Method;
use actix_web::http::header::CONTENT_LENGTH;

use crate::auth::Principal;
use crate::error::Refusal;
use crate::http::Door;

/// The routes on which guesses are made, or mail is caused.
const GUESSABLE: [&str; 17] = [
    "/api/auth/sign-up",
    "/api/auth/confirm",
    "/api/auth/resend",
    "/api/auth/sign-in",
    "/api/auth/forgot-password",
    "/api/auth/forgot-password/resend",
    "/api/auth/reset-password",
    "/api/auth/second-factor",
    "/api/me/second-factor/begin",
    "/api/me/second-factor/confirm",
    "/api/me/second-factor/recovery-codes",
    "/api/me/second-factor/off",
    "/api/me/password",
    "/api/me/email",
    "/api/me/email/resend",
    "/api/me/email/confirm",
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
    if let Ok(principal) = Principal::of(request.request()) {
        let user = principal.user_id;
        request.extensions_mut().insert(principal);
        door.limits.call_by(user)?;
        if *request.method() == Method::POST && path.ends_with("/commands") {
            // The tickets are counted after the body is read.
            let bytes = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
            door.limits.bulk_call_by(user, 0, bytes.unwrap_or(0)).await?;
        }
    }
    Ok(())
}
