//! Whether the node is alive, whether it can serve, and the metrics.

use std::time::Duration;

use actix_web::http::header::{AUTHORIZATION, ContentType};
use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::bus::BusState;

use crate::error::{Code, ErrorBody, Refusal};
use crate::http::Door;
use crate::http::request::client_address;
use crate::queries;

/// After this time, a load balancer should ask another node.
const PATIENCE: Duration = Duration::from_secs(2);

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/healthz").get(live))
        .service(web::resource("/readyz").get(ready))
        .service(web::resource("/metrics").get(figures));
}

/// Whether the process runs.
#[utoipa::path(get, path = "/healthz", tag = "health", responses((status = 200, body = String)))]
pub(crate) async fn live() -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::plaintext()).body("live\n")
}

/// Whether the node takes new work: it has its database, and was not asked to stop. A node without the bus still takes
/// work, and says so: the changes of other nodes then arrive a little later.
#[utoipa::path(get, path = "/readyz", tag = "health", responses(
    (status = 200, body = String),
    (status = 503, body = ErrorBody),
))]
pub(crate) async fn ready(door: web::Data<Door>) -> Result<HttpResponse, Refusal> {
    let unready = || Refusal::new(Code::Unavailable).retry_after(PATIENCE);
    if *door.stopping.borrow() {
        return Err(unready());
    }
    match tokio::time::timeout(PATIENCE, queries::answers(&door.db)).await {
        Ok(Ok(())) => {
            let words = match door.stage.bus_state() {
                BusState::Connected => "ready\n".to_owned(),
                BusState::Away(why) => format!("degraded: {why}\n"),
            };
            Ok(HttpResponse::Ok().content_type(ContentType::plaintext()).body(words))
        }
        _ => Err(unready()),
    }
}

/// The metrics of this process, for Prometheus. They need the metrics token, unless the node is reachable only from its
/// own machine and the request comes from there.
#[utoipa::path(get, path = "/metrics", tag = "health", responses(
    (status = 200, body = String),
    (status = 404, body = ErrorBody),
))]
pub(crate) async fn figures(request: HttpRequest, door: web::Data<Door>) -> Result<HttpResponse, Refusal> {
    let brought = request.headers().get(AUTHORIZATION).map(|value| value.as_bytes());
    let has_token = match (&door.config.http.metrics_token, brought) {
        (Some(token), Some(brought)) => crate::auth::same(format!("Bearer {}", token.reveal()).as_bytes(), brought),
        _ => false,
    };
    // With another public name there may be a proxy on this machine. All its requests seem to come from this machine.
    let public = door.auth.site().public_url();
    let has_local_name = public.split_once("://").is_some_and(|(_, host)| client_address::is_loopback(host));
    let is_own = has_local_name && client_address::is_local(&request);
    if !has_token && !is_own {
        return Err(Code::NotFound.into());
    }
    let text = door.metrics.text(&door.db, &door.stage).await;
    Ok(HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text))
}
