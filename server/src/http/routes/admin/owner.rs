//! Keeps the pages of the instance to its owner.

use crate::auth::Principal;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::words::refusals as words;

/// Refuses all callers but the owner of the instance.
pub(super) async fn owner_only(principal: &Principal, door: &Door) -> Result<(), Refusal> {
    let user = door.auth.user(principal).await?;
    let owns = door.owner.is(&user, &door.db).await?;
    if owns { Ok(()) } else { Err(Refusal::new(Code::Forbidden).message(words::INSTANCE_OWNER_ONLY)) }
}
