//! The audit log of a workspace: reading and exporting it, and how long it is kept.

mod cells;
mod file;
pub(crate) mod keep;
pub(crate) mod read;
mod record;
mod wanted;

use actix_web::web::{self, ServiceConfig};

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/audit").get(read::list))
        .service(web::resource("/api/workspaces/{id}/audit/retention").post(keep::set));
}
