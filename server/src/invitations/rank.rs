//! Who may invite to which role.

use actors::domain::capability::Capability;
use actors::domain::entity::{HeldRole, Role};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::member::commands::may_invite_to;
use actors::domain::rights::Standing;
use actors::journal::{Journal, JournalError};

use crate::queries::invitations::Stored;
use crate::queries::invitations::read::record_of_role;

/// Whether a member with these rights may invite people, and see and revoke all invitations of the workspace.
#[must_use]
pub fn may_invite(mine: Standing) -> bool {
    mine.has(Capability::Invite)
}

/// The role that a text names: a word, or the id of a role of the workspace.
#[must_use]
pub fn role_of(text: &str) -> Option<HeldRole> {
    serde_json::from_value(serde_json::Value::String(text.to_owned())).ok()
}

/// The role with this name or id, and what it gives in a workspace; none if the workspace has no such role. No
/// invitation makes an owner.
///
/// # Errors
/// When the database does not answer.
pub async fn given_by(
    journal: &Journal,
    workspace: WorkspaceId,
    role: &str,
) -> Result<Option<(HeldRole, Standing)>, JournalError> {
    let id = match role_of(role) {
        Some(HeldRole::Record(id)) => id,
        Some(HeldRole::Word(word)) => return Ok(by_word(word)),
        None => return Ok(None),
    };
    let Some((system, words)) = record_of_role(journal.db(), workspace.0, id.0).await? else { return Ok(None) };
    // Roles that every build knows are held by their word.
    Ok(match system.as_deref().and_then(role_of) {
        Some(HeldRole::Word(word)) => by_word(word),
        _ => Some((HeldRole::Record(id), Standing::of_record(system.as_deref(), &words))),
    })
}

fn by_word(word: Role) -> Option<(HeldRole, Standing)> {
    (word != Role::Owner).then(|| (word.into(), word.into()))
}

/// A role as it is stored.
#[must_use]
pub fn text_of(role: HeldRole) -> String {
    serde_json::to_value(role).ok().and_then(|role| role.as_str().map(str::to_owned)).unwrap_or_default()
}

/// The role of an invitation and what it gives, if the inviter may still invite to that role.
///
/// # Errors
/// When the database does not answer.
pub async fn still_given(journal: &Journal, stored: &Stored) -> Result<Option<(HeldRole, Standing)>, JournalError> {
    let workspace = WorkspaceId(stored.workspace_id);
    let Some((inviter, _)) = journal.sight_of(workspace, UserId(stored.created_by)).await? else { return Ok(None) };
    let given = given_by(journal, workspace, &stored.role).await?;
    Ok(given.filter(|(_, given)| may_invite_to(inviter, *given)))
}
