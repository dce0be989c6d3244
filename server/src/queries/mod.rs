//! The node's own queries: invitations, nodes, totals of the instance, figures. The journal's queries are the stage's,
//! accounts and sessions are `auth`'s. Rows end here: routes turn them into answers.

pub mod audit;
pub mod factor_rule;
pub mod figures;
pub mod files;
pub mod instance;
pub mod invitations;
pub mod nodes;
pub mod notifications;
pub mod own;
pub mod pages;
pub mod people;
pub mod push;
pub mod shares;
pub mod sweep;

use crate::db::Db;

/// Asks the database for anything at all.
///
/// # Errors
/// When the database does not answer.
pub async fn answers(db: &Db) -> Result<(), sqlx::Error> {
    db.run(|pool| async move { sqlx::query("select 1").execute(&pool).await }).await.map(|_| ())
}
