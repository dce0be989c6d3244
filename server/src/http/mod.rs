//! HTTP: the routes, and what holds for all of them.

pub mod admin;
mod admit;
mod answers;
pub mod auth;
mod bare;
pub mod body;
pub mod bus_figures;
mod census;
pub mod connection;
pub(crate) mod dev_mailbox;
mod headers;
pub(crate) mod health;
pub mod import;
pub(crate) mod invitations;
mod least_rate;
pub mod limits;
pub mod me;
mod metered;
pub mod metrics;
mod observe;
mod outbound;
pub mod panics;
mod peer;
mod process;
mod request_id;
mod server;
pub mod silent;
mod takeover;
pub(crate) mod tickets;
mod web_app;
pub(crate) mod workspaces;

pub use body::Body;
pub use outbound::Outbound;
pub use request_id::RequestId;
pub use server::{Listener, Running, bind};
pub use web_app::WebFiles;

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::web::{self, ServiceConfig};
use tokio::sync::watch;

use actors::Stage;

use crate::auth::Auth;
use crate::config::Config;
use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::mail::Mailer;

use limits::Limits;
use metrics::Metrics;

/// What the routes need. Cheap to clone.
#[derive(Clone)]
pub struct Door {
    /// The settings.
    pub config: Arc<Config>,
    /// The database.
    pub db: Db,
    /// Who somebody is.
    pub auth: Auth,
    /// The stage: everything that is realtime.
    pub stage: Stage,
    /// Mail.
    pub mailer: Mailer,
    /// How fast is too fast.
    pub limits: Limits,
    /// Files that are being imported.
    pub imports: import::Imports,
    /// What this process did.
    pub metrics: Metrics,
    /// Who looks after the instance.
    pub owner: admin::Owner,
    /// What browsers are shown.
    pub web_app: WebFiles,
    /// Becomes true when the node is told to stop: no new work from then on.
    pub stopping: watch::Receiver<bool>,
}

impl Door {
    /// The client's address.
    #[must_use]
    pub fn address_of(&self, request: &HttpRequest) -> Option<IpAddr> {
        peer::address(request, &self.config.http.trusted_proxies)
    }
}

/// Everything that this room answers.
pub fn configure(door: &Door) -> impl FnOnce(&mut ServiceConfig) {
    let door = door.clone();
    move |service| {
        service
            .app_data(web::Data::new(door.auth.clone()))
            .app_data(body::BodyLimit(door.config.http.body_limit))
            .app_data(web::Data::new(door))
            .configure(health::routes)
            .configure(auth::routes)
            .configure(me::routes)
            .configure(admin::routes)
            .configure(workspaces::routes)
            .configure(tickets::routes)
            .configure(import::routes)
            .configure(invitations::routes)
            .configure(dev_mailbox::routes)
            .default_service(web::to(web_app::answer));
    }
}

/// What is not there.
async fn nothing_here() -> Refusal {
    Code::NotFound.into()
}
