//! The periodic job that reminds people of the due dates of their tickets.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::preferences::Reminder;
use actors::domain::notifications::departure::reminds_today;
use actors::jobs::{Done, Failure, Job, Plan, Run};
use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};
use uuid::Uuid;

use super::sort::Sorter;
use crate::queries::notifications::due::{self, Reminded};
use crate::queries::notifications::waiting::Causes;
use crate::queries::notifications::{About, Channel, NewNotification};

/// Reminds each person once a day, at the hour that they have chosen.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RemindOfDueDates;

impl Job for RemindOfDueDates {
    type Context = Sorter;
    const KIND: &'static str = "notifications.remind";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(10),
        longest_pause: Duration::from_secs(60),
        time_limit: Duration::from_secs(300),
        every: Some(Duration::from_secs(300)),
    };

    async fn run(self, _: Run, sorter: Sorter) -> Result<Done, Failure> {
        let mut after = (Uuid::nil(), Uuid::nil());
        loop {
            let people = due::people(sorter.journal.db(), after).await?;
            let Some(last) = people.last() else { break };
            after = (last.workspace_id, last.workspace_user_id);
            let mut of_workspaces: BTreeMap<Uuid, Vec<(UserId, Date, Vec<Reminder>)>> = BTreeMap::new();
            let now = OffsetDateTime::now_utc();
            for person in people {
                let Some(today) = reminds_today(person.time_zone.as_deref(), person.digest_hour, now) else { continue };
                if person.last.is_some_and(|last| last >= today) {
                    continue;
                }
                let all = of_workspaces.entry(person.workspace_id).or_default();
                all.push((UserId(person.workspace_user_id), today, reminders(&person)));
            }
            for (workspace, people) in of_workspaces {
                sorter.remind(WorkspaceId(workspace), people).await?;
            }
        }
        Ok(Done::Done)
    }
}

fn reminders(person: &Reminded) -> Vec<Reminder> {
    let named = |word: &String| serde_json::from_value(serde_json::Value::String(word.clone())).ok();
    person.reminders.iter().filter_map(named).collect()
}

impl Sorter {
    async fn remind(&self, workspace: WorkspaceId, people: Vec<(UserId, Date, Vec<Reminder>)>) -> Result<(), Failure> {
        let mut wanted: HashMap<(Uuid, Date), Reminder> = HashMap::new();
        for (user, today, reminders) in &people {
            for reminder in reminders {
                let day = match reminder {
                    Reminder::OnDay => Some(*today),
                    Reminder::DayBefore => today.next_day(),
                };
                wanted.extend(day.map(|day| ((user.0, day), *reminder)));
            }
        }
        let days: Vec<(Uuid, Date)> = wanted.keys().copied().collect();
        let found = due::tickets(self.journal.db(), workspace.0, days).await?;
        let reminders = found.into_iter().filter_map(|(user, day, ticket)| {
            let reminder = *wanted.get(&(user, day))?;
            let about = About::Due(reminder);
            // One reminder for each due date, however often the job runs.
            let command = CommandId(Uuid::new_v5(&ticket, format!("{} {day}", about.word()).as_bytes()));
            let (user, at) = (UserId(user), OffsetDateTime::now_utc());
            Some(NewNotification { user, about, command, subject: ticket, activity: None, by: user, at })
        });
        let today = people.iter().map(|(user, today, _)| (user.0, *today)).collect();
        Ok(self.store(workspace, reminders.collect(), Channel::Reminder, Causes::Days(today)).await?)
    }
}
