//! The mail with all that waits for a person, as a job. The job names the person and the workspace, and holds neither an
//! address nor a text: the mail is written when it is sent, from what the person sees then.

use std::time::Duration;

use actors::domain::kinds::preferences::Channel as Chosen;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::news::news;
use super::taking::{Taken, To, take};
use crate::auth::Auth;
use crate::mail::{self, NotificationLetter, Reader};
use crate::queries::notifications::content::Addressed;
use crate::queries::notifications::{Channel, waiting};

/// How long a mail that was put off may wait.
const AGE: Duration = Duration::from_secs(7 * 86_400);

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
        let db = journal.db();
        let taken = match take(&journal, &self, run, To { workspace, user, channel, age: AGE }).await? {
            Ok(taken) => taken,
            Err(done) => return Ok(done),
        };
        let Taken { chosen, is_member, items, addressed: Addressed { workspace: name, key, email } } = taken;
        let public_url = auth.site().public_url();
        let home = format!("{public_url}/w/{workspace}");
        let news = news(items, &chosen, Chosen::Mail, is_member, &name, &key, &home);
        if news.is_empty() {
            waiting::end(db, run.id).await?;
            return Ok(Done::Obsolete);
        }
        let letter = NotificationLetter {
            reader: Reader::at(&email),
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
