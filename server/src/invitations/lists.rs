//! The restricted lists that an invitation names.

use std::collections::HashSet;

use actors::domain::capability::Capability;
use actors::domain::ids::ListId;
use actors::domain::kinds::share::Level;
use actors::domain::kinds::share::invited::{InvitedList, can_have};
use actors::domain::rights::Standing;

use crate::error::{Code, Refusal};
use crate::queries::shares::SharedList;
use crate::words::refusals as words;

/// The most lists of an invitation.
pub const MOST: usize = 50;
/// The field of the call.
pub const FIELD: &str = "lists";

/// Refuses too many lists, and a list that is named twice.
///
/// # Errors
/// `validation_failed`.
pub fn check(wanted: &[InvitedList]) -> Result<(), Refusal> {
    if wanted.len() > MOST {
        return Err(Refusal::invalid(FIELD, words::too_many_invited_lists(MOST)));
    }
    let mut seen = HashSet::new();
    if wanted.iter().all(|it| seen.insert(it.list_id)) {
        return Ok(());
    }
    Err(Refusal::invalid(FIELD, words::INVITED_LIST_TWICE))
}

/// Refuses lists that the inviter may not share, and levels that the role cannot have. A list that the inviter does not see
/// answers like one that does not exist.
///
/// # Errors
/// `not_found`, `conflict` or `forbidden`.
pub fn judge(
    wanted: &[InvitedList],
    shared: &[SharedList],
    open: &[ListId],
    inviter: Standing,
    given: Standing,
) -> Result<(), Refusal> {
    for InvitedList { list_id, level } in wanted {
        let Some(known) = shared.iter().find(|it| it.id() == *list_id) else {
            let is_open = inviter.has(Capability::Read) && open.contains(list_id);
            let (code, message) = if is_open {
                (Code::Conflict, actors::words::LIST_IS_OPEN)
            } else {
                (Code::NotFound, actors::words::NO_LIST)
            };
            return Err(Refusal::new(code).message(message).field(FIELD));
        };
        if known.level() != Level::Manage || !inviter.has(Capability::RestrictLists) {
            return Err(Refusal::new(Code::Forbidden).message(actors::words::ONLY_MANAGERS).field(FIELD));
        }
        if !can_have(given, *level) {
            let message = actors::words::ROLE_CANNOT_MANAGE_LISTS;
            return Err(Refusal::new(Code::Conflict).message(message).field(FIELD));
        }
    }
    Ok(())
}
