//! The roles that groups of a provider give.

use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::entity::{HeldRole, Role};
use actors::domain::ids::{CommandId, RoleId, UserId, WorkspaceId};
use actors::domain::kinds::member::group_role::GroupRole;
use actors::domain::refusal::RefusalCode;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::claims::Identity;
use crate::auth::Auth;
use crate::config::{GroupRoles, ProviderConfig};
use crate::error::{Code, Refusal};
use crate::words::jobs as words;

/// Roles that no longer have to be given: the next sign-in gives them anew.
const LIFE: Duration = Duration::from_secs(86_400);

/// Gives a person the roles that the groups of a provider give. Idempotent.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GiveGroupRoles {
    /// The person.
    pub user: Uuid,
    /// Workspaces, and the role in each.
    pub roles: Vec<(Uuid, String)>,
    /// The name of the provider.
    pub provider: String,
}

impl Job for GiveGroupRoles {
    type Context = Stage;
    const KIND: &'static str = "account.group_roles";
    const PLAN: Plan = Plan {
        tries: 20,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, _: Run, stage: Stage) -> Result<Done, Failure> {
        let mut failed = false;
        for (workspace, role) in self.roles {
            let Some(role) = held(&role) else { continue };
            let (by, what) = (UserId(self.user), What::GroupRole(GroupRole { role, provider: self.provider.clone() }));
            let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
            if let Err(refusal) = stage.submit(WorkspaceId(workspace), order).await {
                tracing::info!(%workspace, user = %self.user, %refusal, "a group has not given its role");
                failed |= matches!(refusal.code, RefusalCode::Unavailable | RefusalCode::Internal);
            }
        }
        if failed { Err(Failure::Passing(words::ROLES_NOT_GIVEN.to_owned())) } else { Ok(Done::Done) }
    }
}

impl Auth {
    /// Queues the roles that the groups of a person give at this moment. A person without a group of a rule keeps the role.
    pub(super) async fn queue_roles(
        &self,
        provider: &ProviderConfig,
        identity: &Identity,
        user: Uuid,
    ) -> Result<(), Refusal> {
        let (Some(rules), Some(groups)) = (&provider.groups, &identity.groups) else { return Ok(()) };
        let roles = roles_of(rules, groups);
        if roles.is_empty() {
            return Ok(());
        }
        let job = NewJob::new(Uuid::now_v7(), &GiveGroupRoles { user, roles, provider: provider.name.clone() })
            .map_err(|error| {
                tracing::error!(error, "the roles of groups could not be queued");
                Refusal::from(Code::Internal)
            })?;
        let queued: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move { job.expires_after(LIFE).store(&mut *pool.acquire().await?).await })
            .await;
        queued?;
        self.inner.jobs.wake();
        Ok(())
    }
}

/// The role in each workspace. Of several rules for one workspace, the first one counts whose group the person is in.
fn roles_of(rules: &GroupRoles, groups: &[String]) -> Vec<(Uuid, String)> {
    let mut given: Vec<(Uuid, String)> = Vec::new();
    for (group, workspace, role) in &rules.roles {
        if groups.contains(group) && !given.iter().any(|(known, _)| known == workspace) {
            given.push((*workspace, role.clone()));
        }
    }
    given
}

/// The role that a rule names. No rule makes an owner.
fn held(role: &str) -> Option<HeldRole> {
    match role {
        "admin" => Some(Role::Admin.into()),
        "member" => Some(Role::Member.into()),
        "guest" => Some(Role::Guest.into()),
        id => id.parse().ok().map(|id| HeldRole::Record(RoleId(id))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hs12_the_first_rule_whose_group_the_person_is_in_gives_the_role_of_a_workspace() {
        let [one, two] = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let rule = |group: &str, workspace, role: &str| (group.to_owned(), workspace, role.to_owned());
        let roles = vec![rule("leads", one, "admin"), rule("staff", one, "member"), rule("staff", two, "guest")];
        let rules = GroupRoles { claim: "groups".to_owned(), roles };
        let of = |groups: &[&str]| roles_of(&rules, &groups.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>());
        assert_eq!(of(&["staff", "leads"]), [(one, "admin".to_owned()), (two, "guest".to_owned())]);
        assert_eq!(of(&["staff"]), [(one, "member".to_owned()), (two, "guest".to_owned())]);
        assert_eq!(of(&["other", "Staff"]), []);
    }

    #[test]
    fn hs12_no_word_of_a_rule_makes_an_owner() {
        assert_eq!(held("owner"), None);
        assert_eq!(held("member"), Some(Role::Member.into()));
    }
}
