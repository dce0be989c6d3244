//! The routes.

pub(crate) mod account;
pub mod admin;
pub(crate) mod api_keys;
pub(crate) mod app_metadata;
pub(crate) mod app_tokens;
pub(crate) mod apps;
pub(crate) mod audit;
pub mod auth;
pub(crate) mod authorization;
pub(crate) mod baselines;
pub(crate) mod code_needed;
pub(crate) mod code_sent;
pub(crate) mod confirm_link;
mod cookies;
pub(crate) mod deleted_tickets;
pub(crate) mod dev_mailbox;
pub(crate) mod dev_mails;
pub(crate) mod device_codes;
pub(crate) mod factor_rule;
pub(crate) mod files;
pub(crate) mod health;
pub(crate) mod hosted;
pub(crate) mod icons;
pub(crate) mod import;
pub(crate) mod invitations;
pub(crate) mod join_domains;
pub mod me;
pub(crate) mod page_titles;
pub(crate) mod people;
pub(crate) mod pictures;
pub(crate) mod push;
pub(crate) mod records;
pub(crate) mod search;
pub(crate) mod sign_up_rule;
mod snapshot_lines;
pub(crate) mod sprints;
pub(crate) mod ticket_list;
pub(crate) mod tickets;
pub(crate) mod unsubscribe;
pub(crate) mod versions;
mod web_app;
pub(crate) mod workspace_keys;
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
            .configure(confirm_link::routes)
            .configure(account::routes)
            .configure(hosted::routes)
            .configure(sign_up_rule::routes)
            .configure(api_keys::routes)
            .configure(workspace_keys::routes)
            .configure(apps::routes)
            .configure(authorization::routes)
            .configure(app_metadata::routes)
            .configure(app_tokens::routes)
            .configure(device_codes::routes)
            .configure(me::routes)
            .configure(pictures::routes)
            .configure(push::routes)
            .configure(admin::routes)
            .configure(audit::routes)
            .configure(factor_rule::routes)
            .configure(join_domains::routes)
            .configure(workspaces::routes)
            .configure(ticket_list::routes)
            .configure(tickets::routes)
            .configure(versions::routes)
            .configure(deleted_tickets::routes)
            .configure(records::routes)
            .configure(sprints::routes)
            .configure(baselines::routes)
            .configure(files::routes)
            .configure(icons::routes)
            .configure(import::routes)
            .configure(invitations::routes)
            .configure(people::routes)
            .configure(page_titles::routes)
            .configure(search::routes)
            .configure(unsubscribe::routes)
            .configure(dev_mailbox::routes)
            .configure(dev_mails::routes)
            .default_service(web::to(web_app::answer));
    }
}
