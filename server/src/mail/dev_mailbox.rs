//! The development mailbox: a table that keeps mail where no mail server is set.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::Mail;
use crate::db::Db;

/// The most mails that are shown at once.
const SHOWN: i64 = 50;

/// A mail in the development mailbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS, sqlx::FromRow)]
pub struct MailMessage {
    /// The address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// Plain text.
    pub text: String,
    /// The code in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<String>,
    /// The link in the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub link: Option<String>,
}

/// The development mailbox.
#[derive(Clone, Debug)]
pub struct DevMailbox {
    db: Db,
}

impl DevMailbox {
    pub(super) const fn new(db: Db) -> Self {
        Self { db }
    }

    /// Stores a mail, or a text message.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn keep(&self, mail: Mail) -> Result<(), sqlx::Error> {
        self.db
            .run(|pool| async move {
                sqlx::query(
                    "insert into dev_mailbox (recipient_key, recipient, subject, body, code, link)
                     values (lower($1), $1, $2, $3, $4, $5)",
                )
                .bind(mail.to)
                .bind(mail.subject)
                .bind(mail.text)
                .bind(mail.code)
                .bind(mail.link)
                .execute(&pool)
                .await
                .map(drop)
            })
            .await
    }

    /// The mails to an address, the newest first.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn read(&self, to: &str) -> Result<Vec<MailMessage>, sqlx::Error> {
        let to = to.to_owned();
        self.db
            .run(|pool| async move {
                sqlx::query_as(
                    r#"select recipient as "to", subject, body as "text", code, link
                       from dev_mailbox where recipient_key = lower($1) order by id desc limit $2"#,
                )
                .bind(to)
                .bind(SHOWN)
                .fetch_all(&pool)
                .await
            })
            .await
    }
}
