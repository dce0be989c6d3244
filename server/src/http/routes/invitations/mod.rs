//! Invitations to a workspace: making them ([`make`]), what is pending ([`pending`]), accepting them ([`accept`]), and
//! those to the caller's address ([`mine`]).

pub(crate) mod accept;
mod inviter;
mod lists;
pub(crate) mod make;
pub(crate) mod mine;
pub(crate) mod pending;
pub(crate) mod preview;

use actix_web::web::{self, ServiceConfig};

pub(super) fn routes(service: &mut ServiceConfig) {
    service
        .service(web::resource("/api/workspaces/{id}/invitations").get(pending::list).post(make::link))
        .service(web::resource("/api/workspaces/{id}/invitations/mail").post(make::mail))
        .service(web::resource("/api/workspaces/{id}/invitations/{invitationId}/revoke").post(pending::revoke))
        .service(web::resource("/api/workspaces/{id}/invitations/{invitationId}/resend").post(pending::resend))
        .service(web::resource("/api/invitations/{token}").get(accept::read))
        .service(web::resource("/api/invitations/{token}/accept").post(accept::accept))
        .service(web::resource("/api/me/invitations").get(mine::list))
        .service(web::resource("/api/me/invitations/{invitationId}/accept").post(mine::accept))
        .service(web::resource("/api/me/invitations/{invitationId}/decline").post(mine::decline));
}
