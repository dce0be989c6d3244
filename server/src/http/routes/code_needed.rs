//! The answer to the right password if a code is needed as well.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

/// A sign-in with the right password that needs a code.
#[derive(Serialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub(crate) struct CodeNeeded {
    /// The random id of this sign-in. The page that signs in must keep it secret. It is not a token.
    pub(super) challenge_id: Uuid,
}
