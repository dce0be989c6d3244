//! The mails about changes of an account, as jobs. Like [`AccountMail`](crate::auth::AccountMail), a job contains ids
//! of rows, and neither an address nor a code. The jobs have a kind of their own, so that nodes of earlier builds do
//! not take them.

use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::auth::account_mail::LEAST_CODE_LIFE;
use crate::auth::{AccountMail, Auth, user};
use crate::mail::{self, CodeLetter, Mail, Notice, Reader};

/// A mail about a change of an account.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(tag = "letter", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum IdentityMail {
    /// The code of a request for a new password or a new address.
    Code {
        /// The request.
        request: Uuid,
    },
    /// The reason why a request has no code: no account has the address, or another account has it.
    NoCode {
        /// The request.
        request: Uuid,
    },
    /// The notice to the old address that the address was changed.
    AddressChanged {
        /// The request.
        request: Uuid,
    },
    /// The notice that the password was changed.
    PasswordChanged {
        /// The account.
        user: Uuid,
    },
    /// The notice that the second factor was turned on.
    FactorOn {
        /// The account.
        user: Uuid,
    },
    /// The notice that the second factor was turned off.
    FactorOff {
        /// The account.
        user: Uuid,
    },
    /// The notice that a recovery code was used.
    RecoveryCodeUsed {
        /// The account.
        user: Uuid,
    },
    /// The notice that someone who knows the password has tried too many wrong codes.
    CodesGuessed {
        /// The account.
        user: Uuid,
    },
}

impl Job for IdentityMail {
    type Context = Auth;
    const KIND: &'static str = "mail.identity";
    const PLAN: Plan = AccountMail::PLAN;

    async fn run(self, run: Run, auth: Auth) -> Result<Done, Failure> {
        let mail = match self {
            Self::Code { request } => auth.request_mail(request, run.id).await?,
            Self::NoCode { request } => auth.no_code_mail(request).await?,
            Self::AddressChanged { request } => auth.address_mail(request).await?,
            Self::PasswordChanged { user } => auth.notice(user, Notice::PasswordChanged).await?,
            Self::FactorOn { user } => auth.notice(user, Notice::FactorOn).await?,
            Self::FactorOff { user } => auth.notice(user, Notice::FactorOff).await?,
            Self::RecoveryCodeUsed { user } => auth.notice(user, Notice::RecoveryCodeUsed).await?,
            Self::CodesGuessed { user } => auth.notice(user, Notice::CodesGuessed).await?,
        };
        let Some(mail) = mail else { return Ok(Done::Obsolete) };
        match auth.deliver(mail, run.id).await {
            Ok(()) => Ok(Done::Done),
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}

/// The columns of a request that its mails need.
#[derive(sqlx::FromRow)]
struct Request {
    purpose: String,
    email: String,
    old_email: Option<String>,
    reference: String,
    code_hash: Option<Vec<u8>>,
    created_at: OffsetDateTime,
    expires_at: OffsetDateTime,
    used_at: Option<OffsetDateTime>,
    now: OffsetDateTime,
}

impl Auth {
    /// The mail with a request's code; `None` if the request is used, has expired or has a newer code.
    pub(super) async fn request_mail(&self, id: Uuid, job: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        let Some(request) = self.request(id).await?.filter(|it| it.used_at.is_none()) else { return Ok(None) };
        let left = request.expires_at - request.now;
        let code = request.code_hash.and_then(|hash| self.inner.keys.mailed_code(&hash, id, job));
        let Some(code) = code.filter(|_| left > LEAST_CODE_LIFE) else { return Ok(None) };
        let minutes = left.whole_seconds().unsigned_abs().div_ceil(60);
        let (reader, reference) = (Reader::at(&request.email), &request.reference);
        let letter = CodeLetter { reader, code: &code, reference, began: request.created_at, minutes };
        Ok(Some(match request.purpose.as_str() {
            "password" => mail::password_code(&letter),
            "sign_in" => mail::sign_in_code(&letter),
            _ => mail::address_code(&letter),
        }))
    }

    /// The mail that says why a request has no code.
    pub(super) async fn no_code_mail(&self, id: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        let open = self.request(id).await?.filter(|it| it.used_at.is_none() && it.expires_at > it.now);
        Ok(open.map(|Request { purpose, email, .. }| {
            let why = match purpose.as_str() {
                "password" => Notice::NoAccount,
                "sign_in" => Notice::NoAccountToSignIn,
                _ => Notice::AddressInUse,
            };
            mail::notice(Reader::at(&email), self.inner.site.public_url(), why)
        }))
    }

    async fn address_mail(&self, id: Uuid) -> Result<Option<Mail>, sqlx::Error> {
        let old = self.request(id).await?.and_then(|request| request.old_email);
        Ok(old.map(|old| mail::notice(Reader::at(&old), self.inner.site.public_url(), Notice::AddressChanged)))
    }

    /// A notice to the address of an account.
    pub(in crate::auth) async fn notice(&self, id: Uuid, what: Notice) -> Result<Option<Mail>, sqlx::Error> {
        let user = self.inner.db.run(move |pool| async move { user::by_id(&pool, id).await }).await?;
        Ok(user.map(|user| mail::notice(Reader::at(&user.email), self.inner.site.public_url(), what)))
    }

    async fn request(&self, id: Uuid) -> Result<Option<Request>, sqlx::Error> {
        self.inner
            .db
            .run(move |pool| async move {
                sqlx::query_as(
                    "select purpose, email, old_email, reference, code_hash, created_at, expires_at, used_at, now() as now
                     from account_codes where id = $1",
                )
                .bind(id)
                .fetch_optional(&pool)
                .await
            })
            .await
    }
}
