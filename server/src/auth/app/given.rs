//! Makes the key of an app after a person has allowed access, once. Codes of both kinds are exchanged here.

use actors::domain::capability::CapabilitySet;
use sqlx::PgConnection;
use uuid::Uuid;

use super::fault::{Fault, Word};
use crate::auth::account::lock_account;
use crate::auth::api_key::{ApiKeyMail, ReadyKey, end_key_of_used_code, lock_member, store_key};
use crate::auth::{Auth, MadeKey, user};
use crate::error::{Code, Refusal};
use crate::queries::audit::Author;
use crate::words::apps as words;

/// The lifetime of a key of an app, in days.
const DAYS: u32 = 90;
/// The same in seconds.
const SECONDS: u32 = DAYS * 24 * 60 * 60;

const PERSON_LEFT: Fault = Fault::new(Word::InvalidGrant, words::PERSON_LEFT);

/// A key that an app gets. Later, only its hash is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Granted {
    /// The key.
    pub key: String,
    /// The seconds after which it expires.
    pub expires_in: u32,
    /// The words of its capabilities, with spaces between them.
    pub scope: String,
}

/// The SQL statements for one kind of code. `$1` is the hash of the code.
pub(super) struct Statements {
    /// Uses a code up, if it was not used before.
    pub spend: &'static str,
    /// Reads the id of the key that was given for a code.
    pub given_key: &'static str,
    /// Stores this id, which is `$2`.
    pub keep_key: &'static str,
}

/// The access that a person has allowed, and the code for it.
pub(super) struct Given {
    pub statements: &'static Statements,
    pub hash: [u8; 32],
    pub app: Uuid,
    pub workspace: Uuid,
    pub person: Uuid,
    /// The words of the capabilities that the person has allowed.
    pub capabilities: Vec<String>,
}

impl Auth {
    /// Uses a code up, and gives the app a key if `is_right`. A second call with a code ends the key of the first call, because
    /// someone else may have read the code.
    ///
    /// # Errors
    /// When the database does not answer. The inner error describes the mistake in the call.
    pub(super) async fn give_key(
        &self,
        given: Given,
        is_right: bool,
        author: Author,
    ) -> Result<Result<Granted, Fault>, Refusal> {
        let (person, workspace) = (given.person, given.workspace);
        let holder = self.inner.db.run(move |pool| async move { user::by_id(&pool, person).await }).await?;
        let notice = match holder {
            Some(user) if is_right => {
                let email_key = user.email.to_ascii_lowercase();
                Some(self.mail_notice(&ApiKeyMail { user: user.id }, &email_key)?)
            }
            _ => None,
        };
        let made: Result<Result<MadeKey, Fault>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // All changes that delete codes lock the account or the row of the member first, so no two of them deadlock.
                lock_account(person, &mut tx).await?;
                let is_member = lock_member(workspace, person, &mut tx).await?;
                if !spend(given.statements, &given.hash, &mut tx).await? {
                    end_given_key(&given, author, &mut tx).await?;
                    tx.commit().await?;
                    return Ok(Err(Fault::NOT_VALID));
                }
                let made = match notice {
                    Some(_) if !is_member => Err(PERSON_LEFT),
                    Some(notice) => {
                        let author = Author { user: Some(person), ..author };
                        let made = make(given, author, &mut tx).await?;
                        if made.is_ok() {
                            notice.store(&mut tx).await?;
                        }
                        made
                    }
                    None => Err(Fault::NOT_VALID),
                };
                // The code is used up even if there is no key.
                tx.commit().await?;
                Ok(made)
            })
            .await;
        self.inner.jobs.wake();
        Ok(made?.map(|MadeKey { text, kept }| {
            let scope = if kept.capabilities.is_empty() { "read".to_owned() } else { kept.capabilities.join(" ") };
            Granted { key: text, expires_in: SECONDS, scope }
        }))
    }
}

/// Uses a code up; false if the code was already used. If two nodes use it at once, the second waits for the first.
pub(super) async fn spend(
    statements: &Statements,
    hash: &[u8; 32],
    tx: &mut PgConnection,
) -> Result<bool, sqlx::Error> {
    Ok(sqlx::query(statements.spend).bind(*hash).execute(tx).await?.rows_affected() == 1)
}

/// Ends the key that was given for a code. Anyone may be behind the second use, so the audit log names no person.
async fn end_given_key(given: &Given, author: Author, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
    let key: Option<Option<Uuid>> =
        sqlx::query_scalar(given.statements.given_key).bind(given.hash).fetch_optional(&mut *tx).await?;
    match key.flatten() {
        Some(key) => {
            tracing::warn!(%key, "the code of an app was used twice; its key is revoked");
            end_key_of_used_code(key, Author { user: None, ..author }, tx).await
        }
        None => Ok(()),
    }
}

/// Makes the key, under the name of the app.
async fn make(given: Given, author: Author, tx: &mut PgConnection) -> Result<Result<MadeKey, Fault>, sqlx::Error> {
    let Given { statements, hash, app, workspace, person, capabilities } = given;
    // The lock makes a concurrent removal of the app wait. The removal then finds the key and ends it.
    let name: Option<String> =
        sqlx::query_scalar("select name from apps where id = $1 for share").bind(app).fetch_optional(&mut *tx).await?;
    let Some(name) = name else { return Ok(Err(Fault::NO_CLIENT)) };
    let capabilities = CapabilitySet::named(&capabilities);
    let ready = ReadyKey { workspace, user: person, name, capabilities, days: Some(DAYS), app: Some(app), author };
    let made = match store_key(ready, tx).await? {
        Ok(made) => made,
        Err(Code::TooMany) => return Ok(Err(Fault::new(Word::InvalidGrant, words::KEYS_FULL))),
        Err(_) => return Ok(Err(PERSON_LEFT)),
    };
    sqlx::query(statements.keep_key).bind(hash).bind(made.kept.id).execute(tx).await?;
    Ok(Ok(made))
}
