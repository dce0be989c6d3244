//! Browsers that take web push.

use std::collections::HashMap;

use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::db::Db;

/// The most browsers of an account.
pub const MOST_DEVICES: i64 = 10;
/// A browser whose push service has taken no message for this long is forgotten, in days.
const LONGEST_FAILURE: i32 = 3;

/// Sessions that have not ended: with its session, a browser gets no more messages.
macro_rules! live {
    () => {
        "exists (select from sessions s where s.id = d.session_id and s.revoked_at is null and s.expires_at > now())"
    };
}

/// A browser that turns web push on.
#[derive(Clone, Debug)]
pub struct NewDevice {
    /// The account.
    pub user: Uuid,
    /// The session of the browser.
    pub session: Uuid,
    /// The name of the endpoint.
    pub hash: [u8; 32],
    /// The encrypted subscription.
    pub sealed: Vec<u8>,
    /// The public key of this cluster for which it has subscribed.
    pub server_key: Vec<u8>,
    /// The browser and its system.
    pub name: Option<String>,
}

/// A browser, as its owner sees it.
#[derive(Clone, Debug, FromRow)]
pub struct Device {
    /// The id.
    pub id: Uuid,
    /// The session that turned web push on.
    pub session_id: Uuid,
    /// The browser and its system.
    pub name: Option<String>,
    /// When web push was turned on.
    pub created_at: OffsetDateTime,
}

/// A browser, as messages need it.
#[derive(Clone, Debug, FromRow)]
pub struct Stored {
    /// The name of the endpoint.
    pub endpoint_hash: Vec<u8>,
    /// The encrypted subscription.
    pub sealed: Vec<u8>,
    /// The public key of this cluster for which it has subscribed.
    pub server_key: Vec<u8>,
}

/// Stores a browser. A session has one browser, and an endpoint belongs to who named it last. Answers the id; none if the
/// account has as many browsers as it may, or was deleted.
///
/// # Errors
/// When the database does not answer.
pub async fn add(db: &Db, new: NewDevice) -> Result<Option<Uuid>, sqlx::Error> {
    db.run(move |pool| async move {
        let mut tx = pool.begin().await?;
        // Of two calls of an account at once, the second counts the first.
        let account = sqlx::query("select from users where id = $1 and deleted_at is null for no key update")
            .bind(new.user)
            .execute(&mut *tx)
            .await?;
        if account.rows_affected() == 0 {
            tx.rollback().await?;
            return Ok(None);
        }
        sqlx::query("delete from push_devices where session_id = $1 and endpoint_hash <> $2")
            .bind(new.session)
            .bind(&new.hash[..])
            .execute(&mut *tx)
            .await?;
        let id: Uuid = sqlx::query_scalar(
            "insert into push_devices as d (id, user_id, session_id, endpoint_hash, sealed, server_key, name)
             values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (endpoint_hash) do update set
                 -- Another person on the same browser: what waits for the person before is not theirs.
                 id = case when d.user_id = excluded.user_id then d.id else excluded.id end,
                 created_at = case when d.user_id = excluded.user_id then d.created_at else excluded.created_at end,
                 user_id = excluded.user_id, session_id = excluded.session_id, sealed = excluded.sealed,
                 server_key = excluded.server_key, name = excluded.name, failing_since = null
             returning id",
        )
        .bind(Uuid::now_v7())
        .bind(new.user)
        .bind(new.session)
        .bind(&new.hash[..])
        .bind(new.sealed)
        .bind(new.server_key)
        .bind(new.name)
        .fetch_one(&mut *tx)
        .await?;
        let count: i64 =
            sqlx::query_scalar(concat!("select count(*) from push_devices d where d.user_id = $1 and ", live!()))
                .bind(new.user)
                .fetch_one(&mut *tx)
                .await?;
        if count > MOST_DEVICES {
            tx.rollback().await?;
            return Ok(None);
        }
        tx.commit().await?;
        Ok(Some(id))
    })
    .await
}

/// The browsers of an account, the oldest first.
///
/// # Errors
/// When the database does not answer.
pub async fn list(db: &Db, user: Uuid) -> Result<Vec<Device>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(concat!(
            "select d.id, d.session_id, d.name, d.created_at from push_devices d where d.user_id = $1 and ",
            live!(),
            " order by d.created_at, d.id"
        ))
        .bind(user)
        .fetch_all(&pool)
        .await
    })
    .await
}

/// Removes a browser of an account. Answers whether there was one.
///
/// # Errors
/// When the database does not answer.
pub async fn remove(db: &Db, user: Uuid, id: Uuid) -> Result<bool, sqlx::Error> {
    db.run(move |pool| async move {
        let removed = sqlx::query("delete from push_devices where user_id = $1 and id = $2")
            .bind(user)
            .bind(id)
            .execute(&pool)
            .await?;
        Ok(removed.rows_affected() > 0)
    })
    .await
}

/// The browsers of some accounts.
///
/// # Errors
/// When the database does not answer.
pub async fn of_users(db: &Db, users: Vec<Uuid>) -> Result<HashMap<Uuid, Vec<Uuid>>, sqlx::Error> {
    let mut found: HashMap<Uuid, Vec<Uuid>> = HashMap::new();
    if users.is_empty() {
        return Ok(found);
    }
    let rows: Vec<(Uuid, Uuid)> = db
        .run(move |pool| async move {
            let sql = concat!("select d.user_id, d.id from push_devices d where d.user_id = any ($1) and ", live!());
            sqlx::query_as(sql).bind(users).fetch_all(&pool).await
        })
        .await?;
    for (user, device) in rows {
        found.entry(user).or_default().push(device);
    }
    Ok(found)
}

/// A browser of an account to which a message can be sent.
///
/// # Errors
/// When the database does not answer.
pub async fn stored(db: &Db, user: Uuid, id: Uuid) -> Result<Option<Stored>, sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query_as(concat!(
            "select d.endpoint_hash, d.sealed, d.server_key from push_devices d where d.user_id = $1 and d.id = $2 and ",
            live!()
        ))
        .bind(user)
        .bind(id)
        .fetch_optional(&pool)
        .await
    })
    .await
}

/// Notes that the push service has taken a message for a browser.
///
/// # Errors
/// When the database does not answer.
pub async fn works(db: &Db, id: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        sqlx::query("update push_devices set failing_since = null where id = $1 and failing_since is not null")
            .bind(id)
            .execute(&pool)
            .await
            .map(drop)
    })
    .await
}

/// Notes that the push service has taken no message for a browser, and forgets a browser for which that has lasted too long.
///
/// # Errors
/// When the database does not answer.
pub async fn fails(db: &Db, id: Uuid) -> Result<(), sqlx::Error> {
    db.run(move |pool| async move {
        let forgotten =
            sqlx::query("delete from push_devices where id = $1 and failing_since < now() - make_interval(days => $2)")
                .bind(id)
                .bind(LONGEST_FAILURE)
                .execute(&pool)
                .await?;
        if forgotten.rows_affected() == 0 {
            sqlx::query("update push_devices set failing_since = now() where id = $1 and failing_since is null")
                .bind(id)
                .execute(&pool)
                .await?;
        }
        Ok(())
    })
    .await
}
