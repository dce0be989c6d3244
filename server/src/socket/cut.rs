//! Cuts a connection from outside.

use std::sync::Arc;

use crate::http::transport::connection::Connection;

/// The function that cuts the connection from outside the actor.
pub(super) fn cut_of(transport: Option<Connection>) -> Arc<dyn Fn() + Send + Sync> {
    Arc::new(move || {
        if let Some(transport) = &transport {
            transport.cut();
        }
    })
}
