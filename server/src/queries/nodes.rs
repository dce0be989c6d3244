//! The nodes of the instance: each writes its figures, and reads those of the others.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::db::Db;

/// The figures of the nodes that wrote within a minute, without those of the node `here`.
///
/// # Errors
/// When the database does not answer.
pub async fn others(db: &Db, here: Uuid) -> Result<Vec<Value>, sqlx::Error> {
    let rows: Vec<Json<Value>> = db
        .run(move |pool| async move {
            sqlx::query_scalar(
                "select figures from nodes where id <> $1 and seen_at > now() - interval '1 minute' order by id",
            )
            .bind(here)
            .fetch_all(&pool)
            .await
        })
        .await?;
    Ok(rows.into_iter().map(|Json(figures)| figures).collect())
}

/// Writes the figures of a node, and deletes nodes that wrote nothing for an hour.
///
/// # Errors
/// When the database does not answer.
pub async fn write(db: &Db, node: Uuid, figures: Value) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query(
            "with gone as (delete from nodes where seen_at < now() - interval '1 hour')
             insert into nodes (id, seen_at, figures) values ($1, now(), $2)
             on conflict (id) do update set seen_at = now(), figures = excluded.figures",
        )
        .bind(node)
        .bind(Json(figures))
        .execute(&pool)
        .await
    })
    .await
    .map(|_| ())
}
