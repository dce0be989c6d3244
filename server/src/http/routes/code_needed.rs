//! The answer to the right password if the sign-in needs more.

use actix_web::HttpResponse;
use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::auth::{Challenge, Needs};

/// A sign-in with the right password that still needs a code or a new password.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeNeeded {
    /// The random id of this sign-in. The page that signs in must keep it secret. It is not a token.
    challenge_id: Uuid,
    /// True if the sign-in needs a new password (`POST /api/auth/new-password`), false if it needs a code. Nodes of the
    /// previous version leave it out.
    #[ts(optional, as = "Option<bool>")]
    new_password: bool,
}

/// The answer for a sign-in that waits for a code or a new password.
pub(super) fn waits(Challenge { id, needs }: Challenge) -> HttpResponse {
    HttpResponse::Accepted().json(CodeNeeded { challenge_id: id, new_password: needs == Needs::NewPassword })
}
