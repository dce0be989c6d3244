//! Files of tickets: uploads in parts, and the bytes.

pub(crate) mod addresses;
pub(crate) mod content;
pub(crate) mod upload;

use actix_web::web::{self, ServiceConfig};

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/files").post(upload::begin))
        .service(web::resource("/api/workspaces/{id}/files/{file}").get(upload::state))
        .service(web::resource("/api/workspaces/{id}/files/{file}/parts/{part}").post(upload::part))
        .service(web::resource("/api/workspaces/{id}/files/{file}/complete").post(upload::complete))
        .service(web::resource("/api/workspaces/{id}/files/{file}/cancel").post(upload::cancel))
        .service(web::resource("/api/workspaces/{id}/files/{file}/{variant}").get(content::read))
        .service(web::resource("/api/workspaces/{id}/tickets/{ticket}/files").get(addresses::list));
}
