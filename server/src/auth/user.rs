//! A user, as the rooms above see them.

use actors::domain::entity::HeldRole;
use actors::domain::ids::UserId;
use actors::domain::kinds::member::commands::NewMember;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use time::OffsetDateTime;
use ts_rs::TS;
use utoipa::ToSchema;
use uuid::Uuid;

use super::input::Email;
use super::phone::number::Phone;
use crate::db::Db;
use crate::error::Refusal;

/// A user, as they see themselves. Nothing secret is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct User {
    /// Stable for ever.
    pub id: Uuid,
    /// Confirmed to be theirs. The phone number, if the account has no address.
    pub email: String,
    /// May be empty.
    pub firstname: String,
    /// May be empty.
    pub lastname: String,
    /// For mentions; not unique.
    pub username: String,
    /// A picture, if they have one.
    pub avatar_url: Option<String>,
    /// May be empty.
    pub department: String,
    /// The job title. May be empty.
    pub designation: String,
    /// The workspace that was opened last on any device, if there is one.
    pub active_workspace_id: Option<Uuid>,
    /// When the e-mail was confirmed.
    #[serde(with = "time::serde::rfc3339")]
    #[ts(type = "string")]
    pub created_at: OffsetDateTime,
}

/// The columns of a [`User`].
macro_rules! user_columns {
    () => {
        "id, email, firstname, lastname, username, avatar_url, department, designation, active_workspace_id, created_at"
    };
}
pub(super) use user_columns;

impl User {
    /// The user with an e-mail address, or with a phone number. Only for the operator of the node, never for a caller from outside.
    ///
    /// # Errors
    /// `validation_failed` for an invalid address or number.
    pub async fn by_email(db: &Db, email: &str) -> Result<Option<Self>, Refusal> {
        let is_phone = email.starts_with('+') && !email.contains('@');
        let key = if is_phone { Phone::parse(email)?.as_str().to_owned() } else { Email::parse(email)?.key };
        let find = move |pool: PgPool| async move {
            let query = concat!(
                "select ",
                user_columns!(),
                " from users where email_key = $1 or id = (select user_id from phone_numbers where phone = $1)"
            );
            sqlx::query_as(query).bind(key).fetch_optional(&pool).await
        };
        Ok(db.run(find).await?)
    }
}

pub(super) async fn by_id(pool: &PgPool, id: Uuid) -> Result<Option<User>, sqlx::Error> {
    sqlx::query_as(concat!("select ", user_columns!(), " from users where id = $1 and deleted_at is null"))
        .bind(id)
        .fetch_optional(pool)
        .await
}

/// A user as a new member, with a copy of the profile. `invited_by` is the person who sent the invitation, if any.
#[must_use]
pub fn member_of(user: User, role: HeldRole, invited_by: Option<UserId>) -> NewMember {
    let User { firstname, lastname, username, avatar_url, department, designation, .. } = user;
    NewMember {
        role,
        invited_by,
        firstname,
        lastname,
        username,
        avatar_url,
        department,
        designation,
        lists: Vec::new(),
    }
}
