//! Lets a new account into the workspaces that list the domain of its address.

use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::entity::Role;
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::domain_join::DomainJoin;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use serde::{Deserialize, Serialize};
use sqlx::{FromRow, PgConnection};
use uuid::Uuid;

use super::kept::JoinRole;
use super::proof::{domain_of, proof_of};
use crate::auth::user::{self, member_of};
use crate::auth::{Auth, GateMembers};
use crate::error::Refusal;
use crate::queries::invitations::is_open;
use crate::words::jobs as words;

/// An account joins by its domain only until it is in this many workspaces. Those that listed the domain first come first.
const MOST: i64 = 20;
/// How long a sign-up waits for the joins.
const PATIENCE: Duration = Duration::from_secs(3);

/// Lets a new account join by the domain of its address. Idempotent: an account joins no workspace of which it is or was a member.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct JoinByDomain {
    /// The new account.
    pub user: Uuid,
}

impl Job for JoinByDomain {
    type Context = (Auth, Stage);
    const KIND: &'static str = "members.join_by_domain";
    const PLAN: Plan = Plan {
        tries: 30,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, _: Run, (auth, stage): (Auth, Stage)) -> Result<Done, Failure> {
        match self.apply(&auth, &stage).await {
            Ok(()) => Ok(Done::Done),
            Err(refusal) => {
                tracing::info!(user = %self.user, %refusal, "a new account could not join by its domain");
                Err(Failure::Passing(words::DOMAIN_NOT_JOINED.to_owned()))
            }
        }
    }
}

/// A workspace that lists the domain of an account.
#[derive(FromRow)]
struct Open {
    workspace_id: Uuid,
    role: String,
}

impl JoinByDomain {
    /// Queues the join in the transaction that creates the account, if any workspace lists the domain.
    pub(in crate::auth) async fn queue(
        user: Uuid,
        email_key: &str,
        connection: &mut PgConnection,
    ) -> Result<(), sqlx::Error> {
        let is_listed: bool = sqlx::query_scalar("select exists (select from join_domains where domain = $1)")
            .bind(domain_of(email_key))
            .fetch_one(&mut *connection)
            .await?;
        if !is_listed {
            return Ok(());
        }
        match NewJob::new(Uuid::now_v7(), &Self { user }) {
            Ok(job) => job.store(connection).await.map(drop),
            // Cannot happen: an id is small JSON.
            Err(error) => {
                tracing::error!(error, "a join by a mail domain could not be queued");
                Ok(())
            }
        }
    }

    /// Joins at once, so that the person finds the workspace after the sign-up. If this fails or takes long, the queued job
    /// does it.
    pub async fn apply_now(self, auth: &Auth, stage: &Stage) {
        let why = match tokio::time::timeout(PATIENCE, self.apply(auth, stage)).await {
            Ok(Ok(())) => return,
            Ok(Err(refusal)) => refusal.to_string(),
            Err(late) => late.to_string(),
        };
        tracing::warn!(user = %self.user, why, "a new account could not join by its domain; the job retries");
        auth.inner.jobs.wake();
    }

    async fn apply(self, auth: &Auth, stage: &Stage) -> Result<(), Refusal> {
        let id = self.user;
        let user = auth.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        // The account was deleted in the meantime.
        let Some(user) = user else { return Ok(()) };
        let email_key = user.email.to_ascii_lowercase();
        let Some(domain) = domain_of(&email_key).map(str::to_owned) else { return Ok(()) };
        let mut refused = None;
        for open in self.open(auth, &domain, &email_key).await? {
            let (workspace, by) = (open.workspace_id, UserId(id));
            let role: Role = JoinRole::named(&open.role).into();
            let member = member_of(user.clone(), role.into(), None);
            let join = DomainJoin { domain: domain.clone(), role, member };
            let what = What::DomainJoin(Box::new(join));
            let order = Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what };
            let submitted = stage.submit(WorkspaceId(workspace), order).await;
            // Also after a refusal: an order whose answer came too late may have been carried out.
            auth.profile_was_copied(&user).await?;
            // A refusal of one workspace does not keep the person out of the others.
            if let Err(refusal) = submitted {
                refused = Some(refusal);
                continue;
            }
            // If the workspace requires a second factor, the database has queued the job that does this.
            let gate = GateMembers { workspace: Some(workspace), user: Some(id) };
            if !matches!(gate.apply(stage).await, Ok(true)) {
                auth.inner.jobs.wake();
            }
        }
        refused.map_or(Ok(()), |refusal| Err(refusal.into()))
    }

    /// The workspaces that have listed the domain before the account was created, for which it is verified, which never had an
    /// account with the mailbox, and which have not invited the person by mail: the role of an invitation counts.
    async fn open(self, auth: &Auth, domain: &str, email_key: &str) -> Result<Vec<Open>, sqlx::Error> {
        if !proof_of(domain, true).holds() {
            return Ok(Vec::new());
        }
        let (domain, email_key) = (domain.to_owned(), email_key.to_owned());
        auth.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(concat!(
                    "select d.workspace_id, d.role from join_domains d join users n on n.id = $1
                     where d.domain = $2 and d.created_at <= n.created_at
                       and owner_has_address_at(d.workspace_id, d.domain)
                       and not exists (select from members m left join users u on u.id = m.id
                                       where m.workspace_id = d.workspace_id
                                         and (m.id = $1 or mailbox_of(u.email_key) = mailbox_of($3)))
                       and not exists (select from former_addresses f where f.workspace_id = d.workspace_id
                                       and f.hash = former_address_hash(d.workspace_id, $3))
                       and not exists (select from invitations i
                                       where i.workspace_id = d.workspace_id and i.email_key = $3 and ",
                    is_open!(),
                    ")
                     order by d.created_at, d.workspace_id
                     limit greatest(0, $4 - (select count(*) from members where id = $1
                                                and (state = 'active' or second_factor_missing)))"
                ))
                .bind(self.user)
                .bind(domain)
                .bind(email_key)
                .bind(MOST)
                .fetch_all(&pool)
                .await
            })
            .await
    }
}
