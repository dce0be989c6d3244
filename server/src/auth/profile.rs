//! The profiles of people: names, department, job title and picture. The account holds the profile. The person's member
//! in each workspace holds a copy, which a job brings up to date (PF2).

use std::time::Duration;

use actors::Stage;
use actors::domain::decide::{Order, What};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::profile::Profile;
use actors::domain::kinds::patch::cleared;
use actors::domain::rights::Narrowing;
use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::user::{self, User, user_columns};
use super::{Auth, EraseAccount, Principal, input};
use crate::error::{Code, Refusal};
use crate::words::jobs as words;

/// What a person changes about themselves. A field that is left out stays; null and the empty text clear it.
#[derive(Debug, Deserialize, ToSchema, TS)]
#[serde(deny_unknown_fields)]
#[ts(optional_fields)]
pub struct ProfilePatch {
    /// At most 100 characters.
    #[serde(default, deserialize_with = "cleared")]
    pub firstname: Option<String>,
    /// At most 100 characters.
    #[serde(default, deserialize_with = "cleared")]
    pub lastname: Option<String>,
    /// At most 100 characters.
    #[serde(default, deserialize_with = "cleared")]
    pub department: Option<String>,
    /// The job title, at most 100 characters.
    #[serde(default, deserialize_with = "cleared")]
    pub designation: Option<String>,
}

/// Copies what a person has changed to their members.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CopyProfile {
    user: Uuid,
}

impl Job for CopyProfile {
    type Context = (Auth, Stage);
    const KIND: &'static str = "profile.copy";
    const PLAN: Plan = Plan {
        tries: 30,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(600),
        time_limit: Duration::from_secs(300),
        every: None,
    };

    /// Two runs at once may write in any order. Each reads the account again after its last write and begins anew if the
    /// account has changed, so the last write of all is the present profile.
    async fn run(self, _: Run, (auth, stage): Self::Context) -> Result<Done, Failure> {
        let Some(mut copied) = auth.profile_of(self.user).await? else { return Ok(Done::Obsolete) };
        loop {
            let mut failed = false;
            for workspace in auth.workspaces_with(self.user).await? {
                failed |= !copy(&stage, WorkspaceId(workspace), UserId(self.user), &copied).await;
            }
            if failed {
                return Err(Failure::Passing(words::PROFILE_NOT_COPIED.to_owned()));
            }
            let Some(now) = auth.profile_of(self.user).await? else { return Ok(Done::Done) };
            if now == copied {
                return Ok(Done::Done);
            }
            copied = now;
        }
    }
}

/// Copies a picture, with the rest of the profile. The job has a kind of its own, so that nodes of builds without
/// pictures leave it to other nodes: they would copy the profile without its picture.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct CopyPicture {
    user: Uuid,
}

impl Job for CopyPicture {
    type Context = (Auth, Stage);
    const KIND: &'static str = "profile.picture";
    const PLAN: Plan = CopyProfile::PLAN;

    async fn run(self, run: Run, context: Self::Context) -> Result<Done, Failure> {
        CopyProfile { user: self.user }.run(run, context).await
    }
}

/// Returns false if a later run must try again.
async fn copy(stage: &Stage, workspace: WorkspaceId, by: UserId, profile: &Profile) -> bool {
    let what = What::Profile(profile.clone());
    match stage
        .submit(workspace, Order { id: CommandId(Uuid::now_v7()), by, narrowing: Narrowing::NONE, from: None, what })
        .await
    {
        Ok(_) => true,
        Err(refusal) => {
            tracing::info!(%workspace, user = %by, %refusal, "a profile was not copied to a member");
            false
        }
    }
}

/// The fields of an account that members copy.
fn profile(user: &User) -> Profile {
    Profile {
        firstname: user.firstname.clone(),
        lastname: user.lastname.clone(),
        department: user.department.clone(),
        designation: user.designation.clone(),
        avatar_url: user.avatar_url.clone(),
    }
}

impl Auth {
    /// Changes what a person says about themselves, and queues the change of their members.
    ///
    /// # Errors
    /// `validation_failed` names the first field that is too long or has more than one line.
    pub async fn change_profile(&self, principal: &Principal, patch: ProfilePatch) -> Result<User, Refusal> {
        let ProfilePatch { firstname, lastname, department, designation } = patch;
        let checked = |field, text: Option<String>| text.map(|text| input::name(field, Some(text))).transpose();
        let (firstname, lastname) = (checked("firstname", firstname)?, checked("lastname", lastname)?);
        let (department, designation) = (checked("department", department)?, checked("designation", designation)?);
        let id = principal.user_id;
        let changed: Result<Option<User>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let user: Option<User> = sqlx::query_as(concat!(
                    "update users set firstname = coalesce($2, firstname), lastname = coalesce($3, lastname),
                         department = coalesce($4, department), designation = coalesce($5, designation)
                     where id = $1 and deleted_at is null returning ",
                    user_columns!()
                ))
                .bind(id)
                .bind(firstname)
                .bind(lastname)
                .bind(department)
                .bind(designation)
                .fetch_optional(&mut *tx)
                .await?;
                if user.is_some() {
                    queue(&CopyProfile { user: id }, &mut tx).await?;
                }
                tx.commit().await?;
                Ok(user)
            })
            .await;
        let user = changed?.ok_or(Code::Unauthenticated)?;
        self.inner.jobs.wake();
        Ok(user)
    }

    /// Gives a person the picture with this id, or takes the picture away, and queues the change of the person's
    /// members. The sweep removes the bytes of an earlier picture.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn change_picture(&self, principal: &Principal, picture: Option<Uuid>) -> Result<User, Refusal> {
        let id = principal.user_id;
        let changed: Result<Option<User>, sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                let user: Option<User> = sqlx::query_as(concat!(
                    "update users set avatar_url = $2 where id = $1 and deleted_at is null returning ",
                    user_columns!()
                ))
                .bind(id)
                .bind(picture.map(picture_url))
                .fetch_optional(&mut *tx)
                .await?;
                if user.is_none() {
                    return Ok(None);
                }
                sqlx::query(
                    "with gone as (delete from pictures where user_id = $1 returning id)
                     insert into store_removals (store_key, due_at) select id, now() from gone
                     on conflict (store_key) do nothing",
                )
                .bind(id)
                .execute(&mut *tx)
                .await?;
                if let Some(picture) = picture {
                    sqlx::query("insert into pictures (id, user_id) values ($1, $2)")
                        .bind(picture)
                        .bind(id)
                        .execute(&mut *tx)
                        .await?;
                    sqlx::query("delete from store_removals where store_key = $1")
                        .bind(picture)
                        .execute(&mut *tx)
                        .await?;
                }
                queue(&CopyPicture { user: id }, &mut tx).await?;
                tx.commit().await?;
                Ok(user)
            })
            .await;
        let user = changed?.ok_or(Code::Unauthenticated)?;
        self.inner.jobs.wake();
        Ok(user)
    }

    /// True if a person has the picture with this id.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn has_picture(&self, picture: Uuid) -> Result<bool, Refusal> {
        let find = move |pool: PgPool| async move {
            sqlx::query_scalar("select exists (select from pictures where id = $1)")
                .bind(picture)
                .fetch_one(&pool)
                .await
        };
        Ok(self.inner.db.run(find).await?)
    }

    /// A workspace has copied this profile for a new member. If the account has changed since it was read, the copy is
    /// brought up to date. If the account was deleted, the copy is erased.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn profile_was_copied(&self, user: &User) -> Result<(), Refusal> {
        let (id, now) = (user.id, self.profile_of(user.id).await?);
        if now.as_ref().is_some_and(|now| *now == profile(user)) {
            return Ok(());
        }
        let is_deleted = now.is_none();
        let queued = move |pool: PgPool| async move {
            let mut connection = pool.acquire().await?;
            if is_deleted {
                return queue(&EraseAccount { user: id }, &mut connection).await;
            }
            queue(&CopyPicture { user: id }, &mut connection).await
        };
        self.inner.db.run(queued).await?;
        self.inner.jobs.wake();
        Ok(())
    }

    /// Remembers the workspace that a person has opened last.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn remember_workspace(&self, principal: &Principal, workspace: Uuid) -> Result<(), Refusal> {
        let id = principal.user_id;
        let remember = move |pool: PgPool| async move {
            sqlx::query(
                "update users set active_workspace_id = $2
                 where id = $1 and deleted_at is null and active_workspace_id is distinct from $2",
            )
            .bind(id)
            .bind(workspace)
            .execute(&pool)
            .await
        };
        self.inner.db.run(remember).await?;
        Ok(())
    }

    async fn profile_of(&self, id: Uuid) -> Result<Option<Profile>, sqlx::Error> {
        let found = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        Ok(found.as_ref().map(profile))
    }

    /// The workspaces in which a person is a member, or was deactivated.
    async fn workspaces_with(&self, id: Uuid) -> Result<Vec<Uuid>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_scalar(
                    "select workspace_id from members where id = $1 and (state = 'active' or deactivated_at is not null)
                     order by workspace_id",
                )
                .bind(id)
                .fetch_all(&pool)
                .await
            })
            .await
    }
}

/// The address of a picture at its small size.
fn picture_url(picture: Uuid) -> String {
    format!("/api/pictures/{picture}/small")
}

async fn queue<J: Job>(job: &J, connection: &mut PgConnection) -> Result<(), sqlx::Error> {
    match NewJob::new(Uuid::now_v7(), job) {
        Ok(job) => job.store(connection).await.map(drop),
        // Cannot happen: an id is small JSON.
        Err(error) => {
            tracing::error!(error, "a profile could not be queued");
            Ok(())
        }
    }
}
