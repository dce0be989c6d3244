//! Who may invite to which role.

use actors::domain::capability::Capability;
use actors::domain::entity::{HeldRole, Role};
use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::kinds::member::commands::may_invite_to;
use actors::domain::kinds::share::Level;
use actors::domain::kinds::share::invited::InvitedList;
use actors::domain::rights::Standing;
use actors::journal::{Journal, JournalError};

use crate::db::Db;
use crate::queries::invitations::Stored;
use crate::queries::invitations::read::record_of_role;
use crate::queries::shares::shared_with;

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

/// What an invitation gives at this moment.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    /// The role.
    pub role: HeldRole,
    /// What the role allows.
    pub standing: Standing,
    /// What the inviter may do.
    inviter: Standing,
}

/// What an invitation gives; none if the inviter may no longer invite to its role.
///
/// # Errors
/// When the database does not answer.
pub async fn still_given(journal: &Journal, stored: &Stored) -> Result<Option<Given>, JournalError> {
    let workspace = WorkspaceId(stored.workspace_id);
    let Some((inviter, _)) = journal.sight_of(workspace, UserId(stored.created_by)).await? else { return Ok(None) };
    let given = given_by(journal, workspace, &stored.role).await?;
    let given = given.filter(|(_, standing)| may_invite_to(inviter, *standing));
    Ok(given.map(|(role, standing)| Given { role, standing, inviter }))
}

impl Given {
    /// The restricted lists that an invitation shares: those that the inviter still manages, each with the level of the
    /// invitation and its name. The decision that lets the person in asks again.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn lists(self, db: &Db, stored: &Stored) -> Result<Vec<(InvitedList, String)>, sqlx::Error> {
        if stored.lists.is_empty() || !self.inviter.has(Capability::RestrictLists) {
            return Ok(Vec::new());
        }
        let managed = shared_with(db, stored.workspace_id, stored.created_by).await?.into_iter();
        let managed = managed.filter(|it| it.level() == Level::Manage);
        let named = |id| stored.lists.iter().find(|list| list.list_id == id).copied();
        Ok(managed.filter_map(|it| Some((named(it.id())?, it.name))).collect())
    }
}
