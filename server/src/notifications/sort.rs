//! Finds the people who are notified. A follower notes events, and a periodic job reads many notes at once: nearly every edit
//! is noted, so a job for each would cost more than the edit.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::{Duration, Instant as Began};

use actors::domain::date::Instant;
use actors::domain::ids::{ActivityId, TicketId, UserId, WorkspaceId};
use actors::domain::kinds::preferences::{Channel as Chosen, NotificationKind};
use actors::domain::kinds::subscription::mentions::names;
use actors::domain::limits::MENTIONS;
use actors::domain::notifications::departure::{after_quiet, departure, push_departure};
use actors::domain::notifications::noted::{self, Noted, noted};
use actors::domain::notifications::recipients::{People, TicketActivity, recipients};
use actors::jobs::{Caused, Done, Failure, Follower, Job, Jobs, NewJob, Note, Plan, Run, Seen};
use actors::journal::{Journal, JournalError};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

use super::mail::NotificationMail;
use super::news::wants;
use super::push::{self, NotificationPush};
use crate::queries::notifications::causes::{self, Activity, Mention};
use crate::queries::notifications::waiting::{self, Causes, Recipient};
use crate::queries::notifications::{About, Channel, NewNotification};
use crate::queries::push as devices;

/// Notes the events of which people may be notified.
pub const EVENTS: Follower = Follower { name: "notifications", mentions: noted::MENTIONS, on_event };

fn on_event(seen: &Seen<'_>) -> Vec<Caused> {
    let found = noted(seen.workspace, seen.scope, seen.event);
    let payload = found.and_then(|found| serde_json::to_value(found).ok());
    payload.map(|payload| Caused::Note(seen.note(0, payload))).into_iter().collect()
}

/// How many notes are read at once.
const AT_ONCE: i64 = 400;
/// Notes that may concern more people than this, counted once for each activity, are not stored in one commit. A ticket may
/// have 10,000 subscribers: 200 comments on it would exceed the time limit of the job again and again, and delay the
/// notifications of all workspaces.
const PEOPLE_TOGETHER: usize = 20_000;
/// A run ends after this time, and the next one goes on.
const LONGEST: Duration = Duration::from_secs(20);

/// What the job needs.
#[derive(Clone, Debug)]
pub struct Sorter {
    /// The rows of all workspaces.
    pub journal: Journal,
    /// The queue of the mails.
    pub queue: Jobs,
    /// Whether mails can be sent at all.
    pub mails: bool,
}

/// Finds the people whom the noted events notify.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct SortNotifications;

impl Job for SortNotifications {
    type Context = Sorter;
    const KIND: &'static str = "notifications.sort";
    const PLAN: Plan = Plan {
        tries: 5,
        first_pause: Duration::from_secs(1),
        longest_pause: Duration::from_secs(30),
        time_limit: Duration::from_secs(60),
        every: Some(Duration::from_secs(5)),
    };

    async fn run(self, _: Run, sorter: Sorter) -> Result<Done, Failure> {
        let began = Began::now();
        while began.elapsed() < LONGEST {
            let notes = Note::oldest(sorter.journal.db(), EVENTS.name, AT_ONCE).await?;
            if notes.is_empty() {
                break;
            }
            let mut of_workspaces: BTreeMap<Uuid, Vec<Note>> = BTreeMap::new();
            for note in notes {
                of_workspaces.entry(note.workspace_id).or_default().push(note);
            }
            for (workspace, notes) in of_workspaces {
                let mut waiting = vec![notes];
                while let Some(mut notes) = waiting.pop() {
                    let work = sorter.journal.background_work();
                    if !sorter.sort(WorkspaceId(workspace), &notes).await? {
                        // The older half comes first.
                        waiting.push(notes.split_off(notes.len() / 2));
                        waiting.push(notes);
                    }
                    if began.elapsed() >= LONGEST {
                        return Ok(Done::Done);
                    }
                    work.rest().await;
                }
            }
        }
        Ok(Done::Done)
    }
}

/// A note, as it was written.
struct Read {
    at: OffsetDateTime,
    noted: Noted,
}

impl Sorter {
    /// Stores whom the notes notify. Returns false and does nothing if two or more notes concern too many people together.
    async fn sort(&self, workspace: WorkspaceId, notes: &[Note]) -> Result<bool, JournalError> {
        let keys: Vec<(OffsetDateTime, Uuid)> = notes.iter().map(|note| (note.at, note.id)).collect();
        let read = |note: &Note| match Noted::deserialize(&note.payload) {
            Ok(noted) => Some(Read { at: note.at, noted }),
            Err(error) => {
                tracing::error!(%workspace, note = %note.id, %error, "a note of an event cannot be read");
                None
            }
        };
        let notes: Vec<Read> = notes.iter().filter_map(read).collect();
        let Some(mut all) = self.of_activities(workspace, &notes).await? else { return Ok(false) };
        all.extend(self.of_mentions(workspace, &notes).await?);
        all.extend(self.of_rights(workspace, &notes).await?);
        self.store(workspace, all, Channel::Mail, Causes::Notes(EVENTS.name, keys)).await?;
        Ok(true)
    }

    /// Stores the notifications that the preferences of their people allow, and deletes or marks their causes. An API key of the
    /// workspace that has created a ticket or commented gets none.
    pub(super) async fn store(
        &self,
        workspace: WorkspaceId,
        all: Vec<NewNotification>,
        channel: Channel,
        causes: Causes,
    ) -> Result<(), JournalError> {
        let mut users: Vec<UserId> = all.iter().map(|it| it.user).collect();
        users.sort_unstable();
        users.dedup();
        let keys = causes::keys(self.journal.db(), workspace.0, users.iter().map(|user| user.0).collect()).await?;
        users.retain(|user| !keys.contains(&user.0));
        let chosen = self.journal.preferences_of(workspace, &users).await?;
        let wants = |it: &NewNotification, by: Chosen| chosen.get(&it.user).is_some_and(|of| wants(of, it.about, by));
        let pushed: BTreeSet<Uuid> = all.iter().filter(|it| wants(it, Chosen::Push)).map(|it| it.user.0).collect();
        let devices = devices::of_users(self.journal.db(), pushed.into_iter().collect()).await?;
        let mut new = Vec::new();
        for it in all {
            if wants(&it, Chosen::Push) {
                let own = devices.get(&it.user.0).into_iter().flatten();
                new.extend(own.map(|device| (it.clone(), Channel::Device(*device))));
            }
            if self.mails && wants(&it, Chosen::Mail) {
                new.push((it, channel));
            }
        }
        let job = move |id: Uuid, (user, channel): Recipient| {
            let (chosen, now) = (chosen.get(&UserId(user))?, OffsetDateTime::now_utc());
            let mail = NotificationMail { workspace: workspace.0, user, channel };
            let job = match channel {
                Channel::Mail => NewJob::new(id, &mail).map(|job| job.due_at(departure(chosen, now))),
                Channel::Reminder => NewJob::new(id, &mail).map(|job| job.due_at(after_quiet(chosen, now))),
                Channel::Device(device) => NewJob::new(id, &NotificationPush { workspace: workspace.0, user, device })
                    .map(|job| job.due_at(push_departure(chosen, now)).expires_after(push::AGE)),
            };
            job.ok()
        };
        if waiting::store(self.journal.db(), workspace.0, new, causes, job).await? {
            self.queue.wake();
        }
        Ok(())
    }

    /// `None` if two or more notes concern too many people together.
    async fn of_activities(
        &self,
        workspace: WorkspaceId,
        notes: &[Read],
    ) -> Result<Option<Vec<NewNotification>>, JournalError> {
        let db = self.journal.db();
        let tickets = notes.iter().flat_map(|it| it.noted.for_followers.values()).map(|id| id.0).collect();
        let mut people = causes::people(db, workspace.0, distinct(tickets)).await?;
        let ids = notes.iter().flat_map(|it| to_read(&it.noted, &people)).collect();
        let found = causes::activities(db, workspace.0, distinct(ids)).await?;
        let known: HashMap<Uuid, Activity> = found.into_iter().map(|it| (it.id, it)).collect();
        let others = known.values().map(|it| it.ticket_id).filter(|id| !people.contains_key(&TicketId(*id))).collect();
        let others = causes::people(db, workspace.0, distinct(others)).await?;
        people.extend(others);
        let parents = people.values().filter_map(|(_, parent)| *parent).filter(|id| !people.contains_key(id));
        let parents = causes::people(db, workspace.0, parents.map(|id| id.0).collect()).await?;
        people.extend(parents);
        let concerned = |it: &Activity| people.get(&TicketId(it.ticket_id)).map_or(0, |(own, _)| own.rows.len());
        if notes.len() > 1 && known.values().map(concerned).sum::<usize>() > PEOPLE_TOGETHER {
            return Ok(None);
        }
        let usernames = self.usernames(workspace, known.values()).await?;
        let now = Instant::new(OffsetDateTime::now_utc());
        let mut all = Vec::new();
        for Read { noted, .. } in notes {
            for activity in noted.activities.iter().filter_map(|id| known.get(&id.0)) {
                let ticket = TicketId(activity.ticket_id);
                let Some((own, parent)) = people.get(&ticket) else { continue };
                let parent = parent.and_then(|id| people.get(&id)).map(|(people, _)| people);
                let about = TicketActivity {
                    id: ActivityId(activity.id),
                    ticket,
                    kind: activity.kind.clone(),
                    by: UserId(activity.user_id),
                    data: activity.data.clone(),
                    mentioned: mentioned(activity, &usernames),
                };
                all.extend(recipients(&about, own, parent, now).into_iter().map(|(user, kind)| NewNotification {
                    user,
                    about: About::Kind(kind),
                    command: noted.command,
                    subject: ticket.0,
                    activity: Some(about.id),
                    by: about.by,
                    at: activity.created_at,
                }));
            }
        }
        Ok(Some(all))
    }

    /// The members whom comments name.
    async fn usernames(
        &self,
        workspace: WorkspaceId,
        activities: impl Iterator<Item = &Activity>,
    ) -> Result<HashMap<String, Vec<UserId>>, JournalError> {
        let mut wanted: Vec<String> = activities.filter_map(|it| it.message.as_deref()).flat_map(names).collect();
        wanted.sort_unstable();
        wanted.dedup();
        let mut found: HashMap<String, Vec<UserId>> = HashMap::new();
        if wanted.is_empty() {
            return Ok(found);
        }
        for (name, user) in causes::named(self.journal.db(), workspace.0, wanted).await? {
            found.entry(name).or_default().push(UserId(user));
        }
        Ok(found)
    }

    /// Mentions in descriptions, which no activity holds. Mentions in comments are found here as well, and stored once.
    async fn of_mentions(&self, workspace: WorkspaceId, notes: &[Read]) -> Result<Vec<NewNotification>, JournalError> {
        let ids: Vec<Uuid> = notes.iter().flat_map(|it| &it.noted.mentions).map(|id| id.0).collect();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = causes::mentions(self.journal.db(), workspace.0, ids).await?;
        let known: HashMap<Uuid, Mention> = found.into_iter().map(|it| (it.id, it)).collect();
        let mut all = Vec::new();
        for Read { at, noted } in notes {
            all.extend(noted.mentions.iter().filter_map(|id| known.get(&id.0)).map(|row| NewNotification {
                user: UserId(row.workspace_user_id),
                about: About::Kind(NotificationKind::Mention),
                command: noted.command,
                subject: row.ticket_id,
                activity: row.first_unread_activity_id.map(ActivityId),
                by: noted.by,
                at: *at,
            }));
        }
        Ok(all)
    }

    async fn of_rights(&self, workspace: WorkspaceId, notes: &[Read]) -> Result<Vec<NewNotification>, JournalError> {
        let mut all = Vec::new();
        for Read { at, noted } in notes {
            let Some(place) = noted.rights else { continue };
            for right in causes::rights(self.journal.db(), workspace.0, place.scope.0, place.seq).await? {
                let kind = match (right.kind.as_str(), right.list_id, &right.level) {
                    ("memberRestored", ..) => NotificationKind::UserAdd,
                    ("memberRemoved" | "memberDeactivated", ..) | (_, Some(_), None) => NotificationKind::UserRemove,
                    (_, Some(_), Some(_)) if right.is_new => NotificationKind::UserAdd,
                    _ => continue,
                };
                let user = UserId(right.subject_id);
                if user != noted.by {
                    let subject = right.list_id.unwrap_or(workspace.0);
                    all.push(NewNotification {
                        user,
                        about: About::Kind(kind),
                        command: noted.command,
                        subject,
                        activity: None,
                        by: noted.by,
                        at: *at,
                    });
                }
            }
        }
        Ok(all)
    }
}

/// The activities of a note that may notify a person.
fn to_read(noted: &Noted, people: &HashMap<TicketId, (People, Option<TicketId>)>) -> Vec<Uuid> {
    let may_notify = |id: &ActivityId| match noted.for_followers.get(id) {
        None => true,
        Some(ticket) => people.get(ticket).is_some_and(|(own, _)| own.followers().iter().any(|it| *it != noted.by)),
    };
    noted.activities.iter().filter(|id| may_notify(id)).map(|id| id.0).collect()
}

fn distinct(mut ids: Vec<Uuid>) -> Vec<Uuid> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn mentioned(activity: &Activity, usernames: &HashMap<String, Vec<UserId>>) -> Vec<UserId> {
    let names = activity.message.as_deref().map(names).unwrap_or_default();
    let users = names.iter().filter_map(|name| usernames.get(name)).flatten().copied();
    users.take(MENTIONS).collect()
}
