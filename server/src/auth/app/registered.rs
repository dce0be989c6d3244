//! The apps of a workspace.

use actors::domain::audit::{AuditKind, Record};
use serde_json::{Map, json};
use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use super::redirect;
use crate::auth::api_key::{capabilities_of, end_keys_of_app};
use crate::auth::{Auth, input};
use crate::error::{Code, Refusal};
use crate::queries::audit::{Author, note};
use crate::words::apps as words;

/// The most apps of a workspace.
const MOST: i64 = 50;
/// The most redirect URLs of an app.
const MOST_REDIRECTS: usize = 10;

/// The fields of a new app.
#[derive(Clone, Debug)]
pub struct NewApp {
    /// The name that people see when the app asks.
    pub name: String,
    /// The redirect URLs.
    pub redirects: Vec<String>,
    /// The words of the capabilities that the app may ask for.
    pub capabilities: Vec<String>,
    /// Whether the app may use device codes.
    pub device_codes: bool,
}

/// A registered app.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct App {
    /// The id, by which the app names itself. It is no secret.
    pub id: Uuid,
    /// The workspace in which it may ask.
    pub workspace_id: Uuid,
    /// The name.
    pub name: String,
    /// The redirect URLs.
    pub redirects: Vec<String>,
    /// The words of the capabilities that it may ask for.
    pub capabilities: Vec<String>,
    /// Whether the app may use device codes.
    pub device_codes: bool,
    /// When it was registered.
    pub created_at: OffsetDateTime,
}

impl Auth {
    /// Registers an app in a workspace.
    ///
    /// # Errors
    /// `validation_failed` for a field; `too_many` for the 51st app.
    pub async fn register_app(&self, workspace: Uuid, new: NewApp, author: Author) -> Result<App, Refusal> {
        let name = input::name("name", Some(new.name))?;
        if name.is_empty() {
            return Err(Refusal::invalid("name", words::APP_NAME_EMPTY));
        }
        let mut redirects: Vec<String> =
            new.redirects.iter().map(|text| redirect::registered(text)).collect::<Result<_, _>>()?;
        redirects.sort();
        redirects.dedup();
        // A program that uses only device codes needs no redirect URL.
        if redirects.is_empty() && !new.device_codes {
            return Err(Refusal::invalid("redirects", words::NO_REDIRECT));
        }
        if redirects.len() > MOST_REDIRECTS {
            return Err(Refusal::invalid("redirects", words::too_many_redirects(MOST_REDIRECTS)));
        }
        let capabilities = capabilities_of(&new.capabilities)?.iter().map(|it| it.word().to_owned()).collect();
        let app = App {
            id: Uuid::now_v7(),
            workspace_id: workspace,
            name,
            redirects,
            capabilities,
            device_codes: new.device_codes,
            created_at: OffsetDateTime::UNIX_EPOCH,
        };
        let stored: Result<Option<App>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // The lock serializes registrations in a workspace, so that the limit holds.
                sqlx::query("select from workspaces where id = $1 for no key update")
                    .bind(workspace)
                    .execute(&mut *tx)
                    .await?;
                let count: i64 = sqlx::query_scalar("select count(*) from apps where workspace_id = $1")
                    .bind(workspace)
                    .fetch_one(&mut *tx)
                    .await?;
                if count >= MOST {
                    return Ok(None);
                }
                let app = insert(app, &mut tx).await?;
                note(&mut tx, workspace, author, record(AuditKind::AppRegistered, &app)).await?;
                tx.commit().await?;
                Ok(Some(app))
            })
            .await;
        stored?.ok_or_else(|| Refusal::new(Code::TooMany).message(words::too_many_apps(MOST)))
    }

    /// The apps of a workspace, ordered by name.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn apps_of(&self, workspace: Uuid) -> Result<Vec<App>, Refusal> {
        let found: Result<Vec<App>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select id, workspace_id, name, redirects, capabilities, device_codes, created_at from apps
                     where workspace_id = $1 order by lower(name), id",
                )
                .bind(workspace)
                .fetch_all(&pool)
                .await
            })
            .await;
        found.map_err(Refusal::from)
    }

    /// The app with an id, in any workspace; `None` if there is no such app or the text is not an id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn app(&self, id: &str) -> Result<Option<App>, Refusal> {
        let Ok(id) = id.parse::<Uuid>() else { return Ok(None) };
        let found: Result<Option<App>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select id, workspace_id, name, redirects, capabilities, device_codes, created_at from apps where id = $1",
                )
                .bind(id)
                .fetch_optional(&pool)
                .await
            })
            .await;
        found.map_err(Refusal::from)
    }

    /// Removes an app, and ends all keys that people have given to it.
    ///
    /// # Errors
    /// `not_found` if the workspace has no such app.
    pub async fn remove_app(&self, workspace: Uuid, app: Uuid, author: Author) -> Result<(), Refusal> {
        let removed: Result<bool, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                // A concurrent exchange locks the row until its key is stored. So this waits, and the key is found below.
                let gone: Option<App> = sqlx::query_as(
                    "delete from apps where id = $1 and workspace_id = $2
                     returning id, workspace_id, name, redirects, capabilities, device_codes, created_at",
                )
                .bind(app)
                .bind(workspace)
                .fetch_optional(&mut *tx)
                .await?;
                let Some(gone) = gone else { return Ok(false) };
                end_keys_of_app(app, author, &mut tx).await?;
                note(&mut tx, workspace, author, record(AuditKind::AppRemoved, &gone)).await?;
                tx.commit().await?;
                Ok(true)
            })
            .await;
        if removed? { Ok(()) } else { Err(Refusal::new(Code::NotFound).message(words::APP_REMOVED)) }
    }
}

async fn insert(app: App, tx: &mut PgConnection) -> Result<App, sqlx::Error> {
    let created_at = sqlx::query_scalar(
        "insert into apps (id, workspace_id, name, redirects, capabilities, device_codes)
         values ($1, $2, $3, $4, $5, $6) returning created_at",
    )
    .bind(app.id)
    .bind(app.workspace_id)
    .bind(&app.name)
    .bind(&app.redirects)
    .bind(&app.capabilities)
    .bind(app.device_codes)
    .fetch_one(tx)
    .await?;
    Ok(App { created_at, ..app })
}

/// What the audit log says of an app.
fn record(kind: AuditKind, app: &App) -> Record {
    let App { id, workspace_id: _, name, redirects, capabilities, device_codes, created_at: _ } = app;
    let mut fields = Map::from_iter([("name".to_owned(), json!(name))]);
    if kind == AuditKind::AppRemoved {
        return Record { kind, subject: *id, before: Some(fields), after: None };
    }
    fields.insert("redirects".to_owned(), json!(redirects));
    fields.insert("capabilities".to_owned(), json!(capabilities));
    fields.insert("deviceCodes".to_owned(), json!(device_codes));
    Record { kind, subject: *id, before: None, after: Some(fields) }
}
