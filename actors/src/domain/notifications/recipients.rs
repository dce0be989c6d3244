//! Which people an activity notifies, and of which kind (NT4). Whether they see the ticket is asked when a mail leaves.

use std::collections::HashSet;

use serde_json::Value;

use crate::domain::{
    date::Instant,
    ids::{ActivityId, TicketId, UserId},
    kinds::preferences::NotificationKind,
};

/// An activity of a ticket.
#[derive(Clone, Debug)]
pub struct TicketActivity {
    pub id: ActivityId,
    pub ticket: TicketId,
    /// The word of the kind.
    pub kind: String,
    pub by: UserId,
    pub data: Option<Value>,
    /// The people whom the text of a comment mentions.
    pub mentioned: Vec<UserId>,
}

/// The people of a ticket.
#[derive(Clone, Debug, Default)]
pub struct People {
    pub created_by: Option<UserId>,
    pub reporter: Option<UserId>,
    pub assignees: Vec<UserId>,
    pub commenters: Vec<UserId>,
    pub rows: Vec<Row>,
}

/// What a person's subscription says.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub user: UserId,
    /// Whether the row has a reason to follow the ticket.
    pub follows: bool,
    pub muted: bool,
    pub unsubscribed: bool,
    pub snoozed_until: Option<Instant>,
}

impl People {
    /// The people who follow the ticket, each once.
    pub fn followers(&self) -> Vec<UserId> {
        let rows = self.rows.iter().filter(|row| row.follows).map(|row| row.user);
        let own = self.created_by.iter().chain(&self.assignees).chain(&self.commenters).copied();
        let mut all: Vec<UserId> = own.chain(rows).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The people who want no news of the ticket now. A mention comes through.
    fn quiet(&self, now: Instant) -> HashSet<UserId> {
        let sleeps = |row: &Row| row.snoozed_until.is_some_and(|until| until > now);
        self.rows.iter().filter(|row| row.muted || row.unsubscribed || sleeps(row)).map(|row| row.user).collect()
    }
}

/// The people whom an activity notifies, each once and never its author. `parent` are the people of the parent.
pub fn recipients(
    activity: &TicketActivity,
    people: &People,
    parent: Option<&People>,
    now: Instant,
) -> Vec<(UserId, NotificationKind)> {
    use NotificationKind::{AssigneeAdd, AssigneeRemove, Comment, CreateTicket, Mention, Name, Status};
    let all = |users: Vec<UserId>, kind| users.into_iter().map(move |user| (user, kind)).collect::<Vec<_>>();
    let named = |side: &str| users_in(activity.data.as_ref().and_then(|data| data.get(side)));
    let mut found = all(activity.mentioned.clone(), Mention);
    let quiet_from = found.len();
    match activity.kind.as_str() {
        "comment" => found.extend(all(people.followers(), Comment)),
        "statusChange" => found.extend(all(people.followers(), Status)),
        "nameChange" => found.extend(all(people.followers(), Name)),
        "assigneeChange" => {
            found.extend(all(named("added"), AssigneeAdd));
            found.extend(all(named("removed"), AssigneeRemove));
        }
        "createdAt" => {
            found.extend(all(people.assignees.clone(), AssigneeAdd));
            found.extend(all(people.reporter.into_iter().collect(), CreateTicket));
            // Of a subtask, the people who follow the parent want news of the parent.
            if let Some(parent) = parent {
                let quiet = parent.quiet(now);
                let followers = parent.followers().into_iter().filter(|user| !quiet.contains(user));
                found.extend(all(followers.collect(), CreateTicket));
            }
        }
        _ => {}
    }
    let quiet = people.quiet(now);
    let mut seen = HashSet::new();
    let wanted = found
        .into_iter()
        .enumerate()
        .filter(|(place, (user, _))| *user != activity.by && (*place < quiet_from || !quiet.contains(user)));
    wanted.map(|(_, found)| found).filter(|(user, _)| seen.insert(*user)).collect()
}

fn users_in(ids: Option<&Value>) -> Vec<UserId> {
    let ids = ids.and_then(Value::as_array).into_iter().flatten();
    ids.filter_map(|id| id.as_str()?.parse().ok().map(UserId)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;
    use time::macros::datetime;
    use uuid::Uuid;

    use super::{NotificationKind::*, *};

    const ANN: UserId = UserId(Uuid::from_u128(1));
    const BOB: UserId = UserId(Uuid::from_u128(2));
    const CAT: UserId = UserId(Uuid::from_u128(3));
    const DAN: UserId = UserId(Uuid::from_u128(4));
    const NOW: time::OffsetDateTime = datetime!(2030-05-01 12:00 UTC);

    fn activity(kind: &str, by: UserId) -> TicketActivity {
        let (id, ticket) = (ActivityId(Uuid::nil()), TicketId(Uuid::nil()));
        TicketActivity { id, ticket, kind: kind.to_owned(), by, data: None, mentioned: Vec::new() }
    }

    fn row(user: UserId) -> Row {
        Row { user, follows: true, muted: false, unsubscribed: false, snoozed_until: None }
    }

    /// A ticket of Ann that is assigned to Bob.
    fn people() -> People {
        People { created_by: Some(ANN), assignees: vec![BOB], ..People::default() }
    }

    fn of(activity: &TicketActivity, people: &People) -> Vec<(UserId, NotificationKind)> {
        recipients(activity, people, None, Instant::new(NOW))
    }

    #[test]
    fn nt4_followers_are_notified_of_comments_status_and_title_and_never_the_author() {
        for (kind, expected) in [("comment", Comment), ("statusChange", Status), ("nameChange", Name)] {
            assert_eq!(of(&activity(kind, ANN), &people()), [(BOB, expected)]);
            assert_eq!(of(&activity(kind, CAT), &people()), [(ANN, expected), (BOB, expected)]);
        }
        let followed = People { rows: vec![row(DAN)], commenters: vec![CAT], ..people() };
        assert_eq!(of(&activity("comment", ANN), &followed), [(BOB, Comment), (CAT, Comment), (DAN, Comment)]);
        assert!(of(&activity("description", CAT), &people()).is_empty());
    }

    #[test]
    fn nt4_the_people_who_are_assigned_and_taken_out_are_notified_themselves() {
        let data = Some(json!({"added": [CAT, ANN], "removed": [BOB]}));
        let change = TicketActivity { data, ..activity("assigneeChange", ANN) };
        assert_eq!(of(&change, &people()), [(CAT, AssigneeAdd), (BOB, AssigneeRemove)]);
        let created = People { reporter: Some(CAT), ..people() };
        assert_eq!(of(&activity("createdAt", ANN), &created), [(BOB, AssigneeAdd), (CAT, CreateTicket)]);
    }

    #[test]
    fn nt4_the_followers_of_the_parent_are_notified_of_a_new_subtask() {
        let parent = People { created_by: Some(CAT), rows: vec![Row { muted: true, ..row(DAN) }], ..People::default() };
        let found = recipients(&activity("createdAt", ANN), &people(), Some(&parent), Instant::new(NOW));
        assert_eq!(found, [(BOB, AssigneeAdd), (CAT, CreateTicket)]);
    }

    #[test]
    fn nt4_muted_left_and_sleeping_tickets_notify_only_of_a_mention() {
        let later = Some(Instant::new(NOW + time::Duration::HOUR));
        let before = Some(Instant::new(NOW - time::Duration::HOUR));
        for (row, quiet) in [
            (Row { muted: true, ..row(BOB) }, true),
            (Row { unsubscribed: true, ..row(BOB) }, true),
            (Row { snoozed_until: later, ..row(BOB) }, true),
            (Row { snoozed_until: before, ..row(BOB) }, false),
        ] {
            let people = People { rows: vec![row], ..people() };
            let plain = activity("comment", ANN);
            assert_eq!(of(&plain, &people).is_empty(), quiet, "{row:?}");
            let mention = TicketActivity { mentioned: vec![BOB, ANN], ..plain };
            assert_eq!(of(&mention, &people), [(BOB, Mention)], "{row:?}");
        }
    }
}
