//! The mail domains of a workspace.

use actors::domain::audit::{AuditKind, Record};
use actors::domain::entity::Role;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::proof::{domain_of, is_public, proof_of, read};
use crate::auth::{Auth, Principal};
use crate::error::{Code, Refusal};
use crate::queries::audit::{Author, note};
use crate::words::refusals as words;

/// The most domains of a workspace.
const MOST: i64 = 20;

/// The roles that people can join with by their mail domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
pub enum JoinRole {
    /// The same as an invited member.
    Member,
    /// The same as an invited guest.
    Guest,
}

impl JoinRole {
    /// The word of the role in the database.
    const fn word(self) -> &'static str {
        match self {
            Self::Member => "member",
            Self::Guest => "guest",
        }
    }

    /// The role of a word. The database holds only the words of [`JoinRole::word`].
    pub(super) fn named(word: &str) -> Self {
        if word == Self::Member.word() { Self::Member } else { Self::Guest }
    }
}

impl From<JoinRole> for Role {
    fn from(role: JoinRole) -> Self {
        match role {
            JoinRole::Member => Self::Member,
            JoinRole::Guest => Self::Guest,
        }
    }
}

/// A mail domain. People who sign up with an address there join the workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
pub struct JoinDomain {
    /// In lower case.
    #[schema(max_length = 253)]
    domain: String,
    /// The role of people who join.
    role: JoinRole,
    /// Whether the domain is verified now. People join only by verified domains.
    verified: bool,
}

/// The mail domains of a workspace.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema, TS)]
pub struct JoinDomains {
    /// In alphabetical order.
    domains: Vec<JoinDomain>,
    /// The domain of the caller's address; null if it belongs to a public mail provider.
    #[schema(max_length = 253)]
    own: Option<String>,
}

impl Auth {
    /// The domains of a workspace, for its owners.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn join_domains(&self, principal: &Principal, workspace: Uuid) -> Result<JoinDomains, Refusal> {
        let email_key = self.user(principal).await?.email.to_ascii_lowercase();
        let own = domain_of(&email_key).filter(|domain| !is_public(domain)).map(str::to_owned);
        let found: Result<Vec<(String, String, bool)>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select domain, role, owner_has_address_at(workspace_id, domain) from join_domains
                     where workspace_id = $1 order by domain",
                )
                .bind(workspace)
                .fetch_all(&pool)
                .await
            })
            .await;
        let shown = |(domain, role, is_an_owners): (String, String, bool)| {
            let verified = proof_of(&domain, is_an_owners).holds();
            JoinDomain { domain, role: JoinRole::named(&role), verified }
        };
        Ok(JoinDomains { domains: found?.into_iter().map(shown).collect(), own })
    }

    /// Adds a domain, or changes its role. The caller must be an owner of the workspace.
    ///
    /// # Errors
    /// `validation_failed` on `domain` if it is not a domain, belongs to a public mail provider or is not verified;
    /// `too_many` for the 21st domain.
    pub async fn set_join_domain(
        &self,
        workspace: Uuid,
        author: Author,
        domain: &str,
        role: JoinRole,
    ) -> Result<(), Refusal> {
        let domain = read(domain).ok_or_else(|| Refusal::invalid("domain", words::NOT_A_DOMAIN))?;
        if is_public(&domain) {
            return Err(Refusal::invalid("domain", words::domain_public(&domain)));
        }
        let set: Result<Result<(), Refusal>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                lock(&mut tx, workspace).await?;
                let is_an_owners: bool = sqlx::query_scalar("select owner_has_address_at($1, $2)")
                    .bind(workspace)
                    .bind(&domain)
                    .fetch_one(&mut *tx)
                    .await?;
                if !proof_of(&domain, is_an_owners).holds() {
                    return Ok(Err(Refusal::invalid("domain", words::domain_not_verified(&domain))));
                }
                let before = role_of(&mut tx, workspace, &domain).await?;
                if before == Some(role) {
                    return Ok(Ok(()));
                }
                let count: i64 = sqlx::query_scalar("select count(*) from join_domains where workspace_id = $1")
                    .bind(workspace)
                    .fetch_one(&mut *tx)
                    .await?;
                if before.is_none() && count >= MOST {
                    return Ok(Err(Refusal::new(Code::TooMany).message(words::too_many_domains(MOST))));
                }
                sqlx::query(
                    "insert into join_domains (workspace_id, domain, role) values ($1, $2, $3)
                     on conflict (workspace_id, domain) do update set role = excluded.role",
                )
                .bind(workspace)
                .bind(&domain)
                .bind(role.word())
                .execute(&mut *tx)
                .await?;
                let before = before.map(|before| fields(&domain, before));
                let after = Some(fields(&domain, role));
                let record = Record { kind: AuditKind::JoinDomainSet, subject: workspace, before, after };
                note(&mut tx, workspace, author, record).await?;
                tx.commit().await?;
                Ok(Ok(()))
            })
            .await;
        set?
    }

    /// Removes a domain. People who joined by it stay. The caller must be an owner of the workspace.
    ///
    /// # Errors
    /// If the database does not answer.
    pub async fn remove_join_domain(&self, workspace: Uuid, author: Author, domain: &str) -> Result<(), Refusal> {
        // A text that is not a domain cannot be in the list.
        let Some(domain) = read(domain) else { return Ok(()) };
        let removed: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let role: Option<String> = sqlx::query_scalar(
                    "delete from join_domains where workspace_id = $1 and domain = $2 returning role",
                )
                .bind(workspace)
                .bind(&domain)
                .fetch_optional(&mut *tx)
                .await?;
                let Some(role) = role else { return Ok(()) };
                let before = Some(fields(&domain, JoinRole::named(&role)));
                let record = Record { kind: AuditKind::JoinDomainRemoved, subject: workspace, before, after: None };
                note(&mut tx, workspace, author, record).await?;
                tx.commit().await
            })
            .await;
        Ok(removed?)
    }
}

fn fields(domain: &str, role: JoinRole) -> Map<String, Value> {
    Map::from_iter([("domain".to_owned(), json!(domain)), ("role".to_owned(), json!(role))])
}

/// Serializes the changes of the domains of a workspace, so that the limit holds.
async fn lock(tx: &mut PgConnection, workspace: Uuid) -> Result<(), sqlx::Error> {
    sqlx::query("select pg_advisory_xact_lock(hashtextextended('join domains ' || $1::text, 0))")
        .bind(workspace)
        .execute(tx)
        .await
        .map(drop)
}

async fn role_of(tx: &mut PgConnection, workspace: Uuid, domain: &str) -> Result<Option<JoinRole>, sqlx::Error> {
    let role: Option<String> =
        sqlx::query_scalar("select role from join_domains where workspace_id = $1 and domain = $2")
            .bind(workspace)
            .bind(domain)
            .fetch_optional(tx)
            .await?;
    Ok(role.as_deref().map(JoinRole::named))
}
