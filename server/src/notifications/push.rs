//! The push messages of all that waits for a person on one browser, as a job. The job names the person, the workspace and the
//! browser, and holds neither an address nor a text (NT12 to NT16).

use std::time::Duration;

use actors::jobs::{Done, Failure, Job, Plan, Run};
use actors::journal::Journal;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::shown::{Shown, shown};
use super::taking::{To, take};
use crate::db::Db;
use crate::push::{KEPT, Push, Sent};
use crate::queries::notifications::{Channel, waiting};
use crate::queries::push as devices;
use crate::words::jobs as words;

/// Shows a person what waits for them on one browser.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct NotificationPush {
    pub(super) workspace: Uuid,
    pub(super) user: Uuid,
    pub(super) device: Uuid,
}

/// A message that could not be shown for this long is old news.
pub(super) const AGE: Duration = KEPT;

impl Job for NotificationPush {
    type Context = (Push, Journal);
    const KIND: &'static str = "push.notification";
    const PLAN: Plan = Plan {
        // About a day.
        tries: 50,
        first_pause: Duration::from_secs(5),
        longest_pause: Duration::from_secs(1_800),
        time_limit: Duration::from_secs(90),
        every: None,
    };

    async fn run(self, run: Run, (push, journal): (Push, Journal)) -> Result<Done, Failure> {
        let Self { workspace, user, device } = self;
        let db = journal.db();
        let to = To { workspace, user, channel: Channel::Device(device), age: AGE };
        let taken = match take(&journal, &self, run, to).await? {
            Ok(taken) => taken,
            Err(done) => return Ok(done),
        };
        let Some(stored) = devices::stored(db, user, device).await? else {
            waiting::end(db, run.id).await?;
            return Ok(Done::Obsolete);
        };
        let Some(subscription) = push.opened(&stored.sealed, &stored.endpoint_hash) else {
            return gone(db, &self, run).await;
        };
        let all = shown(taken, workspace, user);
        let some = !all.is_empty();
        for Shown { subjects, message } in all {
            match push.send(&subscription, &stored.server_key, message).await {
                Sent::Taken => {
                    // A later run sends only what this one has not sent.
                    waiting::end_of(db, run.id, subjects).await?;
                    devices::works(db, device).await?;
                }
                Sent::Gone => return gone(db, &self, run).await,
                Sent::Wait(pause) => return Err(Failure::Wait(words::PUSH_SERVICE_BUSY.to_owned(), pause)),
                sent => {
                    devices::fails(db, device).await?;
                    return Err(failure(sent));
                }
            }
        }
        waiting::end(db, run.id).await?;
        Ok(if some { Done::Done } else { Done::Obsolete })
    }
}

fn failure(sent: Sent) -> Failure {
    match sent {
        Sent::Refused(status) => Failure::Lasting(words::push_refused(status)),
        Sent::Forbidden => Failure::Lasting(words::PUSH_SERVICE_PRIVATE.to_owned()),
        Sent::TooLong => Failure::Lasting(words::PUSH_TOO_LONG.to_owned()),
        _ => Failure::Passing(words::PUSH_SERVICE_AWAY.to_owned()),
    }
}

/// Forgets a browser that takes no more messages.
async fn gone(db: &Db, job: &NotificationPush, run: Run) -> Result<Done, Failure> {
    devices::remove(db, job.user, job.device).await?;
    waiting::end(db, run.id).await?;
    Ok(Done::Obsolete)
}
