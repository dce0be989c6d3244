//! How long a workspace keeps its audit log.

use actors::domain::audit::{AuditKind, Record};
use serde_json::{Map, json};
use uuid::Uuid;

use super::{Author, note};
use crate::db::Db;

/// The fewest and the most days. The database checks them as well.
pub const DAYS: std::ops::RangeInclusive<i64> = 30..=3_650;

/// The days for which a workspace keeps its records.
///
/// # Errors
/// When the database does not answer.
pub async fn days(db: &Db, workspace: Uuid) -> Result<i32, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_scalar("select audit_keep_days($1)").bind(workspace).fetch_one(&pool).await
    })
    .await
}

/// Sets the days, and records the change.
///
/// # Errors
/// When the database does not answer, or refuses the number.
pub async fn set_days(db: &Db, workspace: Uuid, author: Author, days: i32) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        // Two changes at once come one after the other, so that each record has the number of the one before.
        sqlx::query("select pg_advisory_xact_lock(hashtextextended('audit settings ' || $1::text, 0))")
            .bind(workspace)
            .execute(&mut *tx)
            .await?;
        let before: i32 = sqlx::query_scalar("select audit_keep_days($1)").bind(workspace).fetch_one(&mut *tx).await?;
        if before == days {
            return Ok(());
        }
        sqlx::query(
            "insert into audit_settings (workspace_id, keep_days) values ($1, $2)
             on conflict (workspace_id) do update set keep_days = excluded.keep_days",
        )
        .bind(workspace)
        .bind(days)
        .execute(&mut *tx)
        .await?;
        let fields = |days: i32| Some(Map::from_iter([("days".to_owned(), json!(days))]));
        let kind = AuditKind::RetentionChanged;
        let record = Record { kind, subject: workspace, before: fields(before), after: fields(days) };
        note(&mut tx, workspace, author, record).await?;
        tx.commit().await
    })
    .await
}
