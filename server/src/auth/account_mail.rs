//! The mails about accounts, as jobs. A job names rows and holds no address and no code: the mail is written from the
//! rows when it is sent, and a mail whose reason has gone is not sent.

use std::time::Duration;

use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::Auth;
use super::confirm_link::link_of;
use crate::error::Refusal;
use crate::mail::{self, CodeLetter, Mail, Notice, Reader};

/// A code that expires sooner is not mailed.
pub(super) const LEAST_CODE_LIFE: time::Duration = time::Duration::MINUTE;
/// How long a reader of the development mailbox waits for mails on their way, and how often it looks.
const UNDER_WAY: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(10);

/// A mail about an account.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum AccountMail {
    /// The code of a sign-up.
    Code {
        /// The sign-up.
        sign_up: Uuid,
    },
    /// The hint to the owner of an account that its address was used for another sign-up.
    AddressTaken {
        /// The sign-up.
        sign_up: Uuid,
    },
    /// The notice that a session was ended because it was used from two places.
    SessionEnded {
        /// The owner of the session.
        user: Uuid,
    },
}

impl Job for AccountMail {
    type Context = Auth;
    const KIND: &'static str = "mail.account";
    const PLAN: Plan = Plan {
        // About a day.
        tries: 50,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(1_800),
        time_limit: Duration::from_secs(90),
        every: None,
    };

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let mail = match self {
            Self::Code { sign_up } => auth.code_mail(sign_up, run.id).await?,
            Self::AddressTaken { sign_up } => auth.taken_mail(sign_up).await?,
            Self::SessionEnded { user } => auth.session_mail(user).await?,
        };
        let Some(mail) = mail else { return Ok(Done::Obsolete) };
        match auth.inner.mailer.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}

/// A sign-up that waits for its code.
#[derive(sqlx::FromRow)]
struct Waiting {
    email: String,
    reference: String,
    code_hash: Option<Vec<u8>>,
    link_hash: Option<Vec<u8>>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    now: OffsetDateTime,
}

impl Auth {
    /// A mail to an address, ready to be stored with its cause.
    pub(super) fn mail_job<M: Job>(&self, id: Uuid, mail: &M, email_key: &str) -> Result<NewJob, Refusal> {
        let job = NewJob::new(id, mail).map_err(|error| {
            tracing::error!(error, "a mail could not be queued");
            Refusal::from(crate::error::Code::Internal)
        })?;
        Ok(job.of_owner(self.inner.keys.mails_to(email_key)))
    }

    /// Waits a moment while mails to an address are on their way, so that a reader of the development mailbox finds
    /// them.
    ///
    /// # Errors
    /// When the database does not answer.
    pub async fn mails_under_way(&self, email: &str) -> Result<(), sqlx::Error> {
        let owner = self.inner.keys.mails_to(&email.to_ascii_lowercase());
        let began = tokio::time::Instant::now();
        loop {
            let open: bool = self
                .inner
                .db
                .run(move |pool| async move {
                    sqlx::query_scalar(
                        "select exists (select from jobs where owner = $1 and tries <= 1 and (
                             state = 'running' or (state = 'waiting' and due_at < now() + interval '10 seconds')))",
                    )
                    .bind(owner)
                    .fetch_one(&pool)
                    .await
                })
                .await?;
            if !open || began.elapsed() > UNDER_WAY {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// The mail with a sign-up's code; `None` if the sign-up is used, has expired or has another code by now.
    async fn code_mail(&self, sign_up: Uuid, job: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        let Some(waiting) = self.waiting(sign_up).await? else { return Ok(None) };
        let Waiting { email, reference, code_hash, link_hash, created_at, expires_at, now } = waiting;
        let left = expires_at - now;
        let code = code_hash.and_then(|hash| self.inner.keys.mailed_code(&hash, sign_up, job));
        let token = link_hash.and_then(|hash| self.inner.keys.mailed_link(&hash, job));
        let Some(code) = code.filter(|_| left > LEAST_CODE_LIFE) else { return Ok(None) };
        let minutes = left.whole_seconds().unsigned_abs().div_ceil(60);
        let reader = Reader::at(&email);
        let letter = CodeLetter { reader, code: &code, reference: &reference, began: created_at, minutes };
        let link = token.map(|token| link_of(self.inner.site.public_url(), &reference, &token));
        Ok(Some(mail::confirmation_code(&letter, link.as_deref())))
    }

    async fn taken_mail(&self, sign_up: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        let waiting = self.waiting(sign_up).await?;
        let public_url = self.inner.site.public_url();
        Ok(waiting.map(|waiting| mail::notice(Reader::at(&waiting.email), public_url, Notice::AlreadyRegistered)))
    }

    async fn session_mail(&self, id: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        self.notice(id, Notice::SessionEnded).await
    }

    async fn waiting(&self, sign_up: Uuid) -> Result<Option<Waiting>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select email, reference, code_hash, link_hash, created_at, expires_at, now() as now
                     from pending_sign_ups left join sign_up_links on sign_up_id = id
                     where id = $1 and used_at is null and expires_at > now()",
                )
                .bind(sign_up)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}
