//! The WebSocket of a client. The *stage* is the crate `actors`, the *door* holds what requests share, and a *hub* writes
//! events to the sockets of one thread. A *gauge* counts the bytes that wait to be written to a socket. It also knows when the
//! socket expires.
//!
//! Only `session` depends on actix-web-actors, so another socket library would change that file alone.

mod answers;
mod cut;
mod early;
mod fragments;
mod frame_headers;
mod frames;
mod handshake;
mod joining;
mod rate;
mod session;
mod texts;
mod traces;

use std::cell::RefCell;
use std::rc::Rc;

use actix::Addr;
use actix_web::web::{self, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use actors::Hub;
use actors::critical::catch_panic_now;

use crate::auth::Ended;
use crate::error::{ErrorBody, Refusal};
use crate::http::Door;
use crate::http::transport::connection::Connection;

pub use traces::TRACED;

thread_local! {
    /// The hub of this worker thread. Its sockets share one address, because each clone of an address allocates.
    static HUB: RefCell<Option<Rc<Addr<Hub>>>> = const { RefCell::new(None) };
}

/// Registers the route of the upgrade.
pub fn routes(service: &mut ServiceConfig) {
    service.service(web::resource("/api/socket").get(upgrade));
}

/// Upgrades the request to a socket (HS1, HS2). The token comes in the first frame, never in the address.
#[utoipa::path(get, path = "/api/socket", tag = "socket", responses(
    (status = 101, description = "The protocol's frames"),
    (status = 403, body = ErrorBody, description = "The origin is not one of ours"),
    (status = 426, body = ErrorBody, description = "Not a WebSocket handshake"),
))]
pub(crate) async fn upgrade(
    request: HttpRequest,
    payload: Payload,
    door: web::Data<Door>,
) -> Result<HttpResponse, Refusal> {
    door.auth.site().require_origin(request.headers())?;
    let hub = HUB.with_borrow_mut(|hub| match hub {
        Some(hub) if hub.connected() => hub.clone(),
        // The first hub of this thread, or a new one after a panic.
        _ => hub.insert(Rc::new(door.stage.open_hub())).clone(),
    });
    let connection = Connection::of(&request);
    session::start(&request, payload, door, hub, connection)
}

/// Closes the sockets of sessions that end, for as long as the node runs.
pub async fn close_sockets_of_ended_sessions(door: Door) {
    let mut ended = door.auth.ended().subscribe();
    loop {
        match ended.recv().await {
            Ok(Ended { session_id, here }) => {
                catch_panic_now(|| {
                    door.stage.end_session(session_id);
                    if here {
                        door.stage.tell_session_ended(session_id);
                    }
                });
            }
            // Too many sessions ended at once, so some messages were lost. Every socket also checks its session at each
            // heartbeat.
            Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        }
    }
}

/// Notes sessions that end at other nodes, for as long as the node runs.
pub async fn note_sessions_ended_elsewhere(door: Door) {
    let mut ended = door.stage.sessions_ended_elsewhere();
    loop {
        match ended.recv().await {
            Ok(session_id) => {
                catch_panic_now(|| door.auth.ended().note_from_other_node(session_id));
            }
            // Too many sessions ended at once, so some messages were lost. The database shows these sessions within a
            // second.
            Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => {}
            Err(tokio::sync::broadcast::error::RecvError::Closed) => return,
        }
    }
}
