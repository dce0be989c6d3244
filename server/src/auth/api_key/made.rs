//! Making, listing and ending keys.

use actors::domain::audit::{AuditKind, Record};
use actors::domain::capability::{Capability, CapabilitySet};
use serde_json::{Map, Value, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail::ApiKeyMail;
use super::text::KeyText;
use crate::auth::account::lock_account;
use crate::auth::{Auth, Principal, User, input};
use crate::error::{Code, Refusal};
use crate::queries::audit::{Author, note};
use crate::words::refusals as words;

/// The most keys of a person in a workspace.
const MOST: i64 = 20;
/// The days after which a key can expire.
const DAYS: [u32; 3] = [30, 90, 365];

/// What a person wants of a new key.
#[derive(Clone, Debug)]
pub struct NewKey {
    /// The name by which the person recognises the key.
    pub name: String,
    /// The words of the capabilities that the key leaves.
    pub capabilities: Vec<String>,
    /// The days until the key expires; `None` if it does not.
    pub days: Option<u32>,
}

/// A key as its owner sees it later.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct KeptKey {
    /// The id.
    pub id: Uuid,
    /// The name.
    pub name: String,
    /// The last characters of the key.
    pub hint: String,
    /// The words of its capabilities.
    pub capabilities: Vec<String>,
    /// When it was made.
    pub created_at: OffsetDateTime,
    /// When it expires; `None` if it does not.
    pub expires_at: Option<OffsetDateTime>,
    /// When it was used last; may be out of date by a minute.
    pub used_at: Option<OffsetDateTime>,
    /// The network address of that use.
    pub used_from: Option<String>,
    /// The app that got the key; `None` if the person made it.
    pub app_id: Option<Uuid>,
}

/// A key that is ready to be stored.
pub(in crate::auth) struct ReadyKey {
    /// The only workspace in which the key works.
    pub workspace: Uuid,
    /// The person for whom it acts.
    pub user: Uuid,
    /// Its name.
    pub name: String,
    /// The capabilities to which it narrows the person's rights.
    pub capabilities: CapabilitySet,
    /// The days until it expires; `None` if it does not.
    pub days: Option<u32>,
    /// The app that gets it; `None` if the person makes it.
    pub app: Option<Uuid>,
    /// Who makes it, for the audit log.
    pub author: Author,
}

/// A new key. This is the only moment at which the key itself is known.
#[derive(Clone, Debug)]
pub struct MadeKey {
    /// The key itself.
    pub text: String,
    /// What its owner sees later.
    pub kept: KeptKey,
}

/// The capabilities with these words.
///
/// # Errors
/// `validation_failed` for an unknown word.
pub(in crate::auth) fn capabilities_of(words: &[String]) -> Result<CapabilitySet, Refusal> {
    let is_known = |word: &String| Capability::ALL.iter().any(|it| it.word() == *word);
    match words.iter().find(|word| !is_known(word)) {
        Some(_) => Err(Refusal::invalid("capabilities", words::NO_SUCH_CAPABILITY)),
        None => Ok(CapabilitySet::named(words)),
    }
}

/// Checks the fields of a new key, and returns its name and its capabilities.
///
/// # Errors
/// `validation_failed` for a field.
pub(super) fn checked(new: &NewKey) -> Result<(String, CapabilitySet), Refusal> {
    let name = input::name("name", Some(new.name.clone()))?;
    if name.is_empty() {
        return Err(Refusal::invalid("name", words::KEY_NAME_EMPTY));
    }
    if new.days.is_some_and(|days| !DAYS.contains(&days)) {
        return Err(Refusal::invalid("days", words::KEY_DAYS));
    }
    Ok((name, capabilities_of(&new.capabilities)?))
}

impl Auth {
    /// Makes a key of a member. `has` are the capabilities that the person has now.
    ///
    /// # Errors
    /// `validation_failed` for a field; `forbidden` for a capability that the person does not have; `too_many` for the
    /// 21st key; `not_found` if the person has left.
    pub async fn make_key(
        &self,
        principal: &Principal,
        workspace: Uuid,
        has: CapabilitySet,
        new: NewKey,
        author: Author,
    ) -> Result<MadeKey, Refusal> {
        let (name, capabilities) = checked(&new)?;
        if !capabilities.is_within(has) {
            return Err(Refusal::new(Code::Forbidden).message(words::KEY_ABOVE_OWNER).field("capabilities"));
        }
        let User { id: user, email, .. } = self.user(principal).await?;
        let email_key = email.to_ascii_lowercase();
        let notice = self.mail_notice(&ApiKeyMail { user }, &email_key)?;
        let ready = ReadyKey { workspace, user, name, capabilities, days: new.days, app: None, author };
        let stored: Result<Result<MadeKey, Code>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let made = match store_key(ready, &mut tx).await? {
                    Ok(made) => made,
                    Err(code) => return Ok(Err(code)),
                };
                notice.store(&mut tx).await?;
                tx.commit().await?;
                Ok(Ok(made))
            })
            .await;
        let made = stored?.map_err(|code| match code {
            Code::TooMany => too_many(),
            code => code.into(),
        })?;
        self.inner.jobs.wake();
        Ok(made)
    }

    /// Checks that an app could get a key of a person.
    ///
    /// # Errors
    /// `too_many` if the person has 20 keys in the workspace. Expired keys of the app do not count.
    pub async fn check_room_for_key(&self, user: Uuid, workspace: Uuid, app: Uuid) -> Result<(), Refusal> {
        let found: Result<i64, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut connection = pool.acquire().await?;
                count(workspace, user, Some(app), &mut connection).await
            })
            .await;
        if found? < MOST { Ok(()) } else { Err(too_many()) }
    }

    /// The keys of a person in a workspace, the newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keys_of(&self, user: Uuid, workspace: Uuid) -> Result<Vec<KeptKey>, Refusal> {
        let found: Result<Vec<KeptKey>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select id, name, hint, capabilities, created_at, expires_at, used_at, host(used_from) as used_from,
                         app_id
                     from api_keys where user_id = $1 and workspace_id = $2 order by created_at desc, id desc",
                )
                .bind(user)
                .bind(workspace)
                .fetch_all(&pool)
                .await
            })
            .await;
        found.map_err(Refusal::from)
    }

    /// Ends a key of a person. All nodes refuse the key from now on.
    ///
    /// # Errors
    /// `not_found` if the person has no such key in the workspace.
    pub async fn revoke_key(&self, user: Uuid, workspace: Uuid, key: Uuid, author: Author) -> Result<(), Refusal> {
        let ended: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let kept: Option<KeptKey> = sqlx::query_as(
                    "delete from api_keys where id = $1 and user_id = $2 and workspace_id = $3
                     returning id, name, hint, capabilities, created_at, expires_at, used_at,
                         host(used_from) as used_from, app_id",
                )
                .bind(key)
                .bind(user)
                .bind(workspace)
                .fetch_optional(&mut *tx)
                .await?;
                let Some(kept) = kept else { return Ok(false) };
                note(&mut tx, workspace, author, record(AuditKind::ApiKeyRevoked, &kept)).await?;
                tx.commit().await?;
                Ok(true)
            })
            .await;
        if ended? { Ok(()) } else { Err(Refusal::new(Code::NotFound).message(words::NO_KEY)) }
    }
}

/// Stores a new key of a member. Answers `not_found` if the person has left, and `too_many` for the 21st key.
pub(in crate::auth) async fn store_key(
    ready: ReadyKey,
    tx: &mut PgConnection,
) -> Result<Result<MadeKey, Code>, sqlx::Error> {
    let ReadyKey { workspace, user, name, capabilities, days, app, author } = ready;
    // The lock serializes the new keys of a person, so that the limit holds.
    if !lock_account(user, tx).await? || !lock_member(workspace, user, tx).await? {
        return Ok(Err(Code::NotFound));
    }
    if let Some(app) = app {
        delete_expired_of_app(app, user, tx).await?;
    }
    if count(workspace, user, app, tx).await? >= MOST {
        return Ok(Err(Code::TooMany));
    }
    let text = KeyText::random();
    let kept = KeptKey {
        id: Uuid::now_v7(),
        name,
        hint: text.hint(),
        capabilities: capabilities.iter().map(|it| it.word().to_owned()).collect(),
        created_at: OffsetDateTime::UNIX_EPOCH,
        expires_at: None,
        used_at: None,
        used_from: None,
        app_id: app,
    };
    let kept = insert(workspace, user, kept, &text.hash(), days.map(u32::cast_signed), tx).await?;
    let Some(kept) = kept else { return Ok(Err(Code::NotFound)) };
    note(tx, workspace, author, record(AuditKind::ApiKeyCreated, &kept)).await?;
    Ok(Ok(MadeKey { text: text.reveal(), kept }))
}

fn too_many() -> Refusal {
    Refusal::new(Code::TooMany).message(words::too_many_keys(MOST))
}

/// Locks the row of an active member until the transaction ends: a removal waits, and then finds the new key.
pub(in crate::auth) async fn lock_member(
    workspace: Uuid,
    user: Uuid,
    tx: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("select from members where workspace_id = $1 and id = $2 and state = 'active' for share")
        .bind(workspace)
        .bind(user)
        .execute(tx)
        .await?;
    Ok(found.rows_affected() == 1)
}

/// An app asks again when its key has expired. So its expired keys must not pile up.
async fn delete_expired_of_app(app: Uuid, user: Uuid, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    sqlx::query("delete from api_keys where user_id = $1 and app_id = $2 and expires_at <= now()")
        .bind(user)
        .bind(app)
        .execute(tx)
        .await
        .map(drop)
}

/// The keys that count towards the limit when a person, or this app, makes one.
async fn count(workspace: Uuid, user: Uuid, app: Option<Uuid>, tx: &mut PgConnection) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "select count(*) from api_keys
         where user_id = $1 and workspace_id = $2 and (app_id = $3 and expires_at <= now()) is not true",
    )
    .bind(user)
    .bind(workspace)
    .bind(app)
    .fetch_one(tx)
    .await
}

/// `None` if the account was disabled meanwhile.
async fn insert(
    workspace: Uuid,
    user: Uuid,
    key: KeptKey,
    hash: &[u8],
    days: Option<i32>,
    tx: &mut PgConnection,
) -> Result<Option<KeptKey>, sqlx::Error> {
    let times: Option<(OffsetDateTime, Option<OffsetDateTime>)> = sqlx::query_as(
        "insert into api_keys (id, workspace_id, user_id, hash, hint, name, capabilities, expires_at, app_id)
         values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(days => $8), $9)
         returning created_at, expires_at",
    )
    .bind(key.id)
    .bind(workspace)
    .bind(user)
    .bind(hash)
    .bind(&key.hint)
    .bind(&key.name)
    .bind(&key.capabilities)
    .bind(days)
    .bind(key.app_id)
    .fetch_optional(tx)
    .await?;
    Ok(times.map(|(created_at, expires_at)| KeptKey { created_at, expires_at, ..key }))
}

/// What the audit log says of a key: its name and its app, but neither the key nor its last characters.
fn record(kind: AuditKind, key: &KeptKey) -> Record {
    let KeptKey { id, name, hint: _, capabilities, created_at: _, expires_at, used_at: _, used_from: _, app_id } = key;
    let mut fields: Map<String, Value> = Map::new();
    fields.insert("name".to_owned(), json!(name));
    if let Some(app) = app_id {
        fields.insert("appId".to_owned(), json!(app));
    }
    if kind == AuditKind::ApiKeyRevoked {
        return Record { kind, subject: *id, before: Some(fields), after: None };
    }
    fields.insert("capabilities".to_owned(), json!(capabilities));
    let at = expires_at.and_then(|at| at.format(&time::format_description::well_known::Rfc3339).ok());
    fields.insert("expiresAt".to_owned(), json!(at));
    Record { kind, subject: *id, before: None, after: Some(fields) }
}
