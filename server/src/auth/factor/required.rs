//! Second factors that workspaces require. docs/IDENTITY.md has the rules (RF1 to RF8).
//!
//! A member without a required second factor is not an active member, so everything that keeps former members out keeps that person
//! out. The stage decides this. This module says which members have a second factor.

use sqlx::PgConnection;
use uuid::Uuid;

use crate::db::Db;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// How many members have a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct MemberFactors {
    /// The members, with those who wait for a second factor.
    pub members: i64,
    /// The number of members without a second factor.
    pub without: i64,
}

/// The members of a workspace, by whether they have a second factor.
///
/// # Errors
/// If the database does not answer.
pub async fn member_factors(db: &Db, workspace: Uuid) -> Result<MemberFactors, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(
            "select count(*) as members, count(*) filter (where not has_second_factor(m.id)) as without from members m
             where m.workspace_id = $1 and (m.state = 'active' or waits_for_second_factor(m))",
        )
        .bind(workspace)
        .fetch_one(&pool)
        .await
    })
    .await
}

/// Refuses if a workspace of the person requires a second factor. The refusal names the first five.
pub(super) async fn refuse_if_required(user: Uuid, tx: &mut PgConnection) -> Result<Result<(), Refusal>, sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar(
        "select w.name from members m
         join second_factor_rules r on r.workspace_id = m.workspace_id
         join workspaces w on w.id = m.workspace_id
         where m.id = $1 and (m.state = 'active' or waits_for_second_factor(m))
         order by w.name, w.id limit 5",
    )
    .bind(user)
    .fetch_all(tx)
    .await?;
    if names.is_empty() {
        return Ok(Ok(()));
    }
    let named = names.join(", ");
    Ok(Err(Refusal::new(Code::Conflict).message(words::factor_required_in(&named))))
}
