//! The mail with all that waits for a person, as a job. The job names the person and the workspace, and holds neither an
//! address nor a text: the mail is written when it is sent, from what the person sees then.

use std::time::Duration;

use actors::domain::ids::{UserId, WorkspaceId};
use actors::domain::notifications::departure::after_quiet;
use actors::jobs::{Done, Failure, Job, NewJob, Plan, Run};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::news::news;
use crate::auth::Auth;
use crate::mail::{self, NotificationLetter};
use crate::queries::notifications::content::{Addressed, addressed, of_job};
use crate::queries::notifications::{Channel, waiting};

/// Sends a person what waits for them.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct NotificationMail {
    pub(super) workspace: Uuid,
    pub(super) user: Uuid,
    pub(super) channel: Channel,
}

impl Job for NotificationMail {
    type Context = (Auth, Journal);
    const KIND: &'static str = "mail.notification";
    const PLAN: Plan = Plan {
        // About a day.
        tries: 50,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(1_800),
        time_limit: Duration::from_secs(90),
        every: None,
    };

    async fn run(self, run: Run, (auth, journal): (Auth, Journal)) -> Result<Done, Failure> {
        let Self { workspace, user, channel } = self;
        let (db, workspace_id, user_id) = (journal.db(), WorkspaceId(workspace), UserId(user));
        let Some(chosen) = journal.preferences_of(workspace_id, &[user_id]).await?.remove(&user_id) else {
            return Ok(Done::Obsolete);
        };
        // Quiet hours may have been chosen since, and a mail that could not be sent must not leave in them.
        let now = OffsetDateTime::now_utc();
        let leaves = after_quiet(&chosen, now);
        if leaves > now {
            let later = NewJob::new(Uuid::new_v5(&run.id, b"later"), &self).map_err(Failure::Lasting)?.due_at(leaves);
            if waiting::postpone(db, workspace, user, channel, run.id, later).await? {
                return Ok(Done::Done);
            }
        }
        waiting::take(db, workspace, user, channel, run.id).await?;
        // The present rights decide: a person who has left sees nothing, and is notified only of having left.
        let sight = journal.sight_of(workspace_id, user_id).await?;
        let scopes = sight.as_ref().map(|(_, scopes)| scopes.iter().map(|scope| scope.0).collect()).unwrap_or_default();
        let items = of_job(db, workspace, run.id, scopes).await?;
        let Some(Addressed { workspace: name, key, email }) = addressed(db, workspace, user).await? else {
            waiting::end(db, run.id).await?;
            return Ok(Done::Obsolete);
        };
        let public_url = auth.site().public_url();
        let home = format!("{public_url}/w/{workspace}");
        let news = news(items, &chosen, sight.is_some(), &name, &key, &home);
        if news.is_empty() {
            waiting::end(db, run.id).await?;
            return Ok(Done::Obsolete);
        }
        let letter = NotificationLetter {
            to: &email,
            workspace: &name,
            news,
            settings: format!("{home}/settings/preferences"),
            unsubscribe: auth.unsubscribe_address(workspace, user),
        };
        match auth.deliver(mail::notification(&letter), run.id).await {
            Ok(()) => {
                waiting::end(db, run.id).await?;
                Ok(Done::Done)
            }
            Err(error) if error.lasting => Err(Failure::Lasting(error.reason)),
            Err(error) => Err(Failure::Passing(error.reason)),
        }
    }
}
