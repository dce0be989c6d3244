//! The routes.

pub(crate) mod account;
pub mod admin;
pub(crate) mod api_keys;
pub(crate) mod audit;
pub mod auth;
pub(crate) mod code_needed;
pub(crate) mod code_sent;
mod cookies;
pub(crate) mod deleted_tickets;
pub(crate) mod dev_mailbox;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod icons;
pub(crate) mod import;
pub(crate) mod invitations;
pub mod me;
pub(crate) mod people;
pub(crate) mod pictures;
pub(crate) mod push;
pub(crate) mod records;
pub(crate) mod search;
mod snapshot_lines;
pub(crate) mod sprints;
pub(crate) mod ticket_list;
pub(crate) mod tickets;
pub(crate) mod unsubscribe;
mod web_app;
pub(crate) mod workspaces;

use actix_web::web::{self, ServiceConfig};

use crate::http::Door;
use crate::http::request::body::BodyLimit;

/// Adds all routes.
pub(super) fn configure(door: &Door) -> impl FnOnce(&mut ServiceConfig) {
    let door = door.clone();
    move |service| {
        service
            .app_data(web::Data::new(door.auth.clone()))
            .app_data(BodyLimit(door.config.http.body_limit))
            .app_data(web::Data::new(door))
            .configure(health::routes)
            .configure(auth::routes)
            .configure(account::routes)
            .configure(api_keys::routes)
            .configure(me::routes)
            .configure(pictures::routes)
            .configure(push::routes)
            .configure(admin::routes)
            .configure(audit::routes)
            .configure(workspaces::routes)
            .configure(ticket_list::routes)
            .configure(tickets::routes)
            .configure(deleted_tickets::routes)
            .configure(records::routes)
            .configure(sprints::routes)
            .configure(files::routes)
            .configure(icons::routes)
            .configure(import::routes)
            .configure(invitations::routes)
            .configure(people::routes)
            .configure(search::routes)
            .configure(unsubscribe::routes)
            .configure(dev_mailbox::routes)
            .default_service(web::to(web_app::answer));
    }
}
