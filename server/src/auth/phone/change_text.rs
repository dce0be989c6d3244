//! The notices in text messages about changes of an account that has no email address. Without them, a person who knows the
//! password could add an address or another number unnoticed.

use std::time::Duration;

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::number::Phone;
use crate::auth::Auth;
use crate::sms::TextMessage;
use crate::words::sms as words;

/// The notice of a change. The job has a kind of its own: it has more time than a code, which expires soon.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "change", rename_all = "camelCase")]
pub enum ChangeText {
    /// The account has an address now.
    Address {
        /// The request of the address.
        request: Uuid,
    },
    /// The account has another number now.
    Number {
        /// The request of the number.
        request: Uuid,
    },
    /// The account has another password now.
    Password {
        /// The account.
        user: Uuid,
    },
}

impl ChangeText {
    /// The name of the kind of change. Each kind has a limit of its own.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Address { .. } => "address",
            Self::Number { .. } => "number",
            Self::Password { .. } => "password",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Address { .. } => words::ADDRESS_ADDED,
            Self::Number { .. } => words::NUMBER_CHANGED,
            Self::Password { .. } => words::PASSWORD_CHANGED,
        }
    }
}

impl Job for ChangeText {
    type Context = Auth;
    const KIND: &'static str = "sms.notice";
    const PLAN: Plan = Plan {
        // Nearly an hour. If the answers of the gateway are lost, each try may be another message.
        tries: 6,
        first_pause: Duration::from_secs(30),
        longest_pause: Duration::from_secs(1_800),
        time_limit: Duration::from_secs(60),
        every: None,
    };

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let number = auth.number_before(self).await?;
        let Some(phone) = number.filter(|phone| auth.may_ever_text(phone)) else { return Ok(Done::Obsolete) };
        if let Some(pause) = auth.pause_of_notice(&phone).await? {
            return Ok(Done::Later(pause));
        }
        let text = self.text().to_owned();
        let message = TextMessage { number: phone.to_string(), text, purpose: "notice", code: None };
        auth.send_text(message, run.id).await
    }
}

impl Auth {
    /// The number that the account had before the change; `None` if it is no longer known.
    async fn number_before(&self, change: ChangeText) -> Result<Option<Phone>, sqlx::Error> {
        let (query, id) = match change {
            ChangeText::Address { request } => ("select old_email from account_codes where id = $1", request),
            ChangeText::Number { request } => ("select old_phone from phone_codes where id = $1", request),
            ChangeText::Password { user } => ("select phone from phone_numbers where user_id = $1", user),
        };
        let found: Option<Option<String>> = self
            .inner
            .db
            .run(move |pool| async move { sqlx::query_scalar(query).bind(id).fetch_optional(&pool).await })
            .await?;
        Ok(found.flatten().map(Phone::stored))
    }
}
