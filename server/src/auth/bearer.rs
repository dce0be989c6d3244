//! Reads the principal of a request from its bearer token.

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpMessage, HttpRequest, web};
use futures_util::future::LocalBoxFuture;

use super::Auth;
use super::api_key::is_key;
use super::principal::Principal;
use crate::error::{Code, Refusal};

/// The bearer token of a request; `None` if there is none, or more than one.
fn token_of(request: &HttpRequest) -> Option<&str> {
    let mut headers = request.headers().get_all(AUTHORIZATION);
    let (Some(header), None) = (headers.next(), headers.next()) else { return None };
    let (scheme, token) = header.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The bearer token of a request, if it is meant as an API key.
#[must_use]
pub fn key_of(request: &HttpRequest) -> Option<&str> {
    token_of(request).filter(|token| is_key(token))
}

impl Principal {
    /// Reads the principal from a request's token, without checking the session: enough for counting calls, not for
    /// acting.
    ///
    /// # Errors
    /// As [`Auth::verify`]; `unauthenticated` without a bearer token. An API key is `forbidden`: calls that take a
    /// principal are for signed-in people.
    pub fn of(request: &HttpRequest) -> Result<Self, Refusal> {
        if let Some(principal) = request.extensions().get::<Self>() {
            return Ok(*principal);
        }
        let auth = request.app_data::<web::Data<Auth>>().ok_or(Code::Internal)?;
        auth.verify(token_of(request).ok_or(Code::Unauthenticated)?)
    }

    /// The principal of a request, after checking that the session belongs to the user.
    ///
    /// # Errors
    /// As [`Principal::of`] and [`Auth::check_session`].
    pub async fn checked(request: HttpRequest) -> Result<Self, Refusal> {
        let principal = Self::of(&request)?;
        let auth = request.app_data::<web::Data<Auth>>().ok_or(Code::Internal)?;
        auth.check_session(principal).await?;
        Ok(principal)
    }
}

impl FromRequest for Principal {
    type Error = Refusal;
    type Future = LocalBoxFuture<'static, Result<Self, Refusal>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        Box::pin(Self::checked(request.clone()))
    }
}
