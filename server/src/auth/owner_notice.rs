//! Notices to the owner of an account about changes that a stranger could have made.

use std::time::Duration;

use actors::jobs::{Job, NewJob};
use sqlx::PgConnection;
use uuid::Uuid;

use super::Auth;
use super::guesses::{Guesses, NoticeLimit};
use super::phone::ChangeText;
use crate::error::Refusal;

/// A notice that is older is of no use.
const NOTICE_LIFE: Duration = Duration::from_secs(3 * 86_400);

/// A notice, ready to be stored with its cause.
pub(super) struct OwnerNotice {
    /// `None` if the owner cannot be told: the account has no address, and the server sends no text messages.
    job: Option<NewJob>,
    limit: NoticeLimit,
}

impl OwnerNotice {
    /// Counts and stores the notice in the transaction of its cause, unless the limit is used up. A change that is not
    /// committed uses up no notice, so a person cannot silence the notice of a later change with changes that fail.
    pub(super) async fn store(self, tx: &mut PgConnection) -> Result<(), sqlx::Error> {
        let Self { job, limit } = self;
        let Some(job) = job else { return Ok(()) };
        let NoticeLimit { key, most, window } = limit;
        let (count, _) = Guesses::count_in(key, window, &mut *tx).await?;
        if count > most || !job.expires_after(NOTICE_LIFE).store(tx).await? {
            tracing::warn!("a notice was dropped: too many notices to its owner");
        }
        Ok(())
    }
}

impl Auth {
    /// A notice by mail. An account without an address gets none.
    pub(super) fn mail_notice<M: Job>(&self, mail: &M, email_key: &str) -> Result<OwnerNotice, Refusal> {
        let job = self.mail_job(Uuid::now_v7(), mail, email_key)?;
        Ok(OwnerNotice { job: Some(job), limit: self.inner.guesses.of_notices(email_key) })
    }

    /// A notice about a change of the ways into an account: a mail, or a text message if the account has no address.
    pub(super) fn change_notice<M: Job>(
        &self,
        mail: &M,
        change: ChangeText,
        email_key: &str,
    ) -> Result<OwnerNotice, Refusal> {
        if email_key.contains('@') {
            return self.mail_notice(mail, email_key);
        }
        let job = self.has_phones().then(|| self.mail_job(Uuid::now_v7(), &change, email_key)).transpose()?;
        Ok(OwnerNotice { job, limit: self.limit_of_change(change, email_key) })
    }

    /// Queues a notice by mail, unless the hourly limit is used up.
    pub(super) async fn tell<M: Job>(&self, mail: M, email_key: &str) -> Result<(), Refusal> {
        let notice = self.mail_notice(&mail, email_key)?;
        let queued: Result<(), sqlx::Error> = self
            .inner
            .db
            .run(move |pool| async move {
                let mut tx = pool.begin().await?;
                notice.store(&mut tx).await?;
                tx.commit().await
            })
            .await;
        queued?;
        self.inner.jobs.wake();
        Ok(())
    }
}
