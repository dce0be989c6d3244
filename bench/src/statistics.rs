//! What PostgreSQL counts.

use std::collections::BTreeMap;
use std::time::Duration;

use sqlx::PgPool;

use crate::node::Failure;

/// An idle connection of PostgreSQL reports its statistics within 10 s.
pub const REPORTED: Duration = Duration::from_secs(11);

/// Returns the transactions of the database, after all connections have reported theirs.
pub async fn transactions(pool: &PgPool) -> Result<i64, Failure> {
    tokio::time::sleep(REPORTED).await;
    let sql = "select xact_commit + xact_rollback from pg_stat_database where datname = current_database()";
    Ok(sqlx::query_scalar(sql).fetch_one(pool).await?)
}

/// Returns how many rows were inserted, updated and deleted in each table, after all connections have reported theirs. The
/// partitions of a table count as one.
pub async fn written_rows(pool: &PgPool) -> Result<BTreeMap<String, i64>, Failure> {
    tokio::time::sleep(REPORTED).await;
    let sql = "select regexp_replace(relname, '_[0-9]{8}$', ''), sum(n_tup_ins + n_tup_upd + n_tup_del)::bigint
               from pg_stat_user_tables group by 1";
    Ok(sqlx::query_as::<_, (String, i64)>(sql).fetch_all(pool).await?.into_iter().collect())
}
