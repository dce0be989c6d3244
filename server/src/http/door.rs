//! What the routes need.

use std::net::IpAddr;
use std::sync::Arc;

use actix_web::http::header::USER_AGENT;
use actix_web::{HttpMessage, HttpRequest};
use actors::Stage;
use actors::domain::origin::{Device, Origin};
use actors::jobs::Jobs;
use rust_embed::EmbeddedFile;
use tokio::sync::watch;

use super::limits::imports::Imports;
use super::limits::{Limits, client_network};
use super::request::client_address;
use crate::auth::{ApiKey, Auth, Caller, InstanceOwner};
use crate::config::Config;
use crate::db::Db;
use crate::files::Store;
use crate::mail::Mailer;
use crate::metrics::Metrics;
use crate::pages::Titles;
use crate::push::Push;
use crate::queries::audit::Author;

/// Finds a file of the web app by its name.
pub type WebFiles = fn(&str) -> Option<EmbeddedFile>;

/// What the routes need. Cheap to clone.
#[derive(Clone)]
pub struct Door {
    /// The settings.
    pub config: Arc<Config>,
    /// The database.
    pub db: Db,
    /// Accounts, sessions and tokens.
    pub auth: Auth,
    /// The stage: everything that is realtime.
    pub stage: Stage,
    /// Mail.
    pub mailer: Mailer,
    /// The queue of background jobs.
    pub jobs: Jobs,
    /// Web push.
    pub push: Push,
    /// Titles of pages.
    pub titles: Titles,
    /// The limits of calls, sockets and answers.
    pub limits: Limits,
    /// Files that are being imported.
    pub imports: Imports,
    /// The bytes of tickets' files.
    pub files: Store,
    /// The figures of this process.
    pub metrics: Metrics,
    /// Who owns the instance.
    pub owner: InstanceOwner,
    /// The files of the web app.
    pub web_app: WebFiles,
    /// Becomes true when the node is asked to stop: from then on it takes no new work.
    pub stopping: watch::Receiver<bool>,
}

impl Door {
    /// The network of the client, as limits count it; empty if the address is unknown.
    #[must_use]
    pub fn network_of(&self, request: &HttpRequest) -> String {
        self.address_of(request).map(|address| client_network(address).to_string()).unwrap_or_default()
    }

    /// The client's address.
    #[must_use]
    pub fn address_of(&self, request: &HttpRequest) -> Option<IpAddr> {
        client_address::address(request, &self.config.http.trusted_proxies)
    }

    /// The person behind a request, and where it came from, for the audit log.
    #[must_use]
    pub fn author_of(&self, request: &HttpRequest, caller: impl Into<Caller>) -> Author {
        Author { user: Some(caller.into().user_id), from: self.origin_of(request) }
    }

    /// Where a request came from, for the audit log; none if the address is unknown.
    #[must_use]
    pub fn origin_of(&self, request: &HttpRequest) -> Option<Origin> {
        let address = self.address_of(request)?;
        if request.extensions().get::<ApiKey>().is_some() {
            return Some(Origin { address, device: Some(Device::ApiKey) });
        }
        let agent = request.headers().get(USER_AGENT).and_then(|agent| agent.to_str().ok()).unwrap_or_default();
        Some(Origin { address, device: Device::read(agent) })
    }
}
