//! The outermost layer of every request: gives it an id, writes one log line, counts it, and gives all errors one shape.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Instant;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, HeaderName};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage, HttpResponse, ResponseError, web};
use futures_util::FutureExt;
use tokio::sync::OwnedSemaphorePermit;
use tracing::Instrument;

use super::{admission, headers};
use crate::auth::user_of;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::http::request::id::{RequestId, X_REQUEST_ID};

/// The outermost layer.
pub(in crate::http) async fn observe<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let begun = Instant::now();
    let id = RequestId::of(&request);
    let Some(door) = request.app_data::<web::Data<Door>>().cloned() else {
        return Err(Refusal::new(Code::Internal).into());
    };
    let from = door.address_of(request.request());
    let api = request.match_info().as_str().starts_with("/api/");
    let secure = door.auth.site().is_secure();
    request.extensions_mut().insert(id.clone());
    let span = tracing::info_span!("request", id = id.as_str());

    let admitted = match admission::admit(&request, &door, from).await {
        Ok(()) => turn(&request, &door).await,
        Err(refusal) => Err(refusal),
    };
    let answer = match admitted {
        Err(refusal) => Ok(request.into_response(refusal.error_response())),
        Ok(_turn) => {
            caught(next.call(request)).instrument(span.clone()).await.map(ServiceResponse::map_into_boxed_body)
        }
    };
    let mut answer = match answer {
        Ok(answer) => in_one_shape(answer),
        // The request was dropped with the layer that failed; the answer of the error has headers of its own.
        Err(error) => {
            let status = error.as_response_error().status_code();
            let refused = Refusal::new(Code::of_status(status));
            span.in_scope(|| tracing::error!(status = status.as_u16(), "a request failed"));
            return Err(Failure { refusal: refused, id, secure }.into());
        }
    };

    let head = answer.response_mut().headers_mut();
    head.insert(X_REQUEST_ID, id.header());
    headers::secure(head, api, secure);
    let line = LogLine {
        route: answer.request().match_pattern().unwrap_or_else(|| "(other)".to_owned()),
        method: answer.request().method().as_str().to_owned(),
        status: answer.status(),
        seconds: begun.elapsed().as_secs_f64(),
        user: user_of(&answer.request().extensions()),
        from,
    };
    door.metrics.request(&line.method, &line.route, line.status, line.seconds);
    span.in_scope(|| line.write());
    Ok(answer)
}

/// The turn of a signed-in caller, held until the call is answered.
async fn turn(request: &ServiceRequest, door: &Door) -> Result<Option<OwnedSemaphorePermit>, Refusal> {
    let user = user_of(&request.extensions());
    match user {
        Some(user) => door.limits.turn(user).await.map(Some),
        None => Ok(None),
    }
}

/// Runs the inner layers. A panic in them becomes the error `internal`.
async fn caught<T>(inside: impl Future<Output = Result<T, Error>>) -> Result<T, Error> {
    let caught = AssertUnwindSafe(inside).catch_unwind().await;
    caught.unwrap_or_else(|_| Err(Refusal::new(Code::Internal).into()))
}

/// The one log line of a request. It names the route instead of the path, which may hold a token. It holds neither the
/// query nor any header.
struct LogLine {
    route: String,
    method: String,
    status: StatusCode,
    seconds: f64,
    user: Option<uuid::Uuid>,
    from: Option<std::net::IpAddr>,
}

impl LogLine {
    fn write(&self) {
        let Self { route, method, status, seconds, user, from } = self;
        let (ms, status) = ((seconds * 1e4).round() / 10.0, status.as_u16());
        let (user, from) = (user.map(tracing::field::display), from.map(tracing::field::display));
        // Machines ask for these every few seconds.
        if matches!(route.as_str(), "/healthz" | "/readyz" | "/metrics") && status < 500 {
            tracing::debug!(method, route, status, ms, user, from, "request");
        } else {
            tracing::info!(method, route, status, ms, user, from, "request");
        }
    }
}

/// Gives an answer that a library made by itself the same body as all refusals.
fn in_one_shape(answer: ServiceResponse<BoxBody>) -> ServiceResponse<BoxBody> {
    let status = answer.status();
    let json = |headers: &HeaderMap| {
        headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"))
    };
    if !(status.is_client_error() || status.is_server_error()) || json(answer.headers()) {
        return answer;
    }
    let refusal = Refusal::new(Code::of_status(status));
    let (request, old) = answer.into_parts();
    let mut new = HttpResponse::build(status).json(refusal.body());
    // The compressed body was replaced.
    let of_the_old_body = |name: &HeaderName| [CONTENT_TYPE, CONTENT_ENCODING].contains(name);
    for (name, value) in old.headers().iter().filter(|(name, _)| !of_the_old_body(name)) {
        new.headers_mut().append(name.clone(), value.clone());
    }
    ServiceResponse::new(request, new)
}

/// The answer if even the request is lost.
#[derive(Debug)]
struct Failure {
    refusal: Refusal,
    id: RequestId,
    secure: bool,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.refusal.fmt(f)
    }
}

impl ResponseError for Failure {
    fn status_code(&self) -> StatusCode {
        self.refusal.status_code()
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = self.refusal.error_response();
        response.headers_mut().insert(X_REQUEST_ID, self.id.header());
        headers::secure(response.headers_mut(), true, self.secure);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[actix_web::test]
    async fn p09_the_answer_to_a_panic_does_not_mention_the_panic() {
        let outcome: Result<(), Error> = caught(async { panic!("CANARY of the inside") }).await;
        let error = outcome.expect_err("it panicked");
        let refused = error.as_response_error().error_response();
        assert_eq!(refused.status(), StatusCode::INTERNAL_SERVER_ERROR);

        let id = RequestId::fresh();
        let failure = Failure { refusal: Refusal::new(Code::Internal), id: id.clone(), secure: true };
        let answer = failure.error_response();
        assert_eq!(answer.headers().get(X_REQUEST_ID), Some(&id.header()));
        let body = actix_web::body::to_bytes(answer.into_body()).await.expect("a body");
        let json: serde_json::Value = serde_json::from_slice(&body).expect("json");
        assert_eq!(json["error"]["code"], "internal");
        assert!(!json.to_string().contains("CANARY"));
    }
}
