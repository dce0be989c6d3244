//! What a follower notes of an event (NT3): the activities of which people may be notified, mentions, and changes of rights.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::domain::{
    change::{Change, Event, Op},
    entity::{ActivityKind, EntityKind},
    ids::{ActivityId, CommandId, ScopeId, SubscriptionId, TicketId, UserId, WorkspaceId},
    scope::personal_scope,
};

/// The words of which an event holds at least one if something is to be noted of it.
pub const MENTIONS: &[&str] = &["\"lastActivity\"", "\"ticketSubscription\"", "\"share\"", "\"member\""];

/// What is noted of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Noted {
    /// The command of the event: a person is notified once of what a command does to a ticket.
    pub command: CommandId,
    /// The author.
    pub by: UserId,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub activities: Vec<ActivityId>,
    /// The tickets of those activities that notify followers of their ticket alone. If only the author follows the
    /// ticket, the job does not read the activity.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub for_followers: BTreeMap<ActivityId, TicketId>,
    /// Rows of a person whom the author has mentioned.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub mentions: Vec<SubscriptionId>,
    /// The event, if it changes members or shares: the audit log names them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rights: Option<Place>,
}

/// The place of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub scope: ScopeId,
    pub seq: i64,
}

/// What is to be noted of an event; none for nearly every event of a page that is read or arranged.
pub fn noted(workspace: WorkspaceId, scope: ScopeId, event: &Event) -> Option<Noted> {
    let Event { seq, command_id, by, changes, .. } = event;
    let is_new = |it: &&Change| it.entity == EntityKind::Activity && it.op == Op::Create;
    let activities: Vec<&Change> = changes.iter().filter(is_new).filter(|it| notifies(it, changes)).collect();
    let for_followers = activities.iter().filter_map(|it| {
        let kind = field(it, "kind")?.as_str()?;
        let tells_followers = [ActivityKind::NameChange, ActivityKind::StatusChange].iter().any(|it| kind == it.word());
        let ticket = field(it, "ticketId")?.as_str()?.parse().ok()?;
        tells_followers.then_some((ActivityId(it.id), TicketId(ticket)))
    });
    // Only a mention changes the row of another person.
    let is_of_other = personal_scope(workspace, *by) != scope;
    let mentions = changes.iter().filter(|it| is_of_other && it.entity == EntityKind::TicketSubscription && tells(it));
    let changes_rights = changes.iter().any(|it| match it.entity {
        EntityKind::Share => it.op != Op::Update,
        EntityKind::Member => it.op == Op::Update && field(it, "state").is_some(),
        _ => false,
    });
    let noted = Noted {
        command: *command_id,
        by: *by,
        activities: activities.iter().map(|it| ActivityId(it.id)).collect(),
        for_followers: for_followers.collect(),
        mentions: mentions.map(|it| SubscriptionId(it.id)).collect(),
        rights: changes_rights.then_some(Place { scope, seq: *seq }),
    };
    let is_empty = noted.activities.is_empty() && noted.mentions.is_empty() && noted.rights.is_none();
    (!is_empty).then_some(noted)
}

/// Whether subscribers are notified of a new activity: its event makes it, or one beside it, the last activity of the
/// ticket. So imports, moves and deletions notify nobody, as in the inbox (IN2).
fn notifies(activity: &Change, all: &[Change]) -> bool {
    use ActivityKind::{AssigneeChange, Comment, CreatedAt, NameChange, StatusChange};
    let kinds = [AssigneeChange, Comment, CreatedAt, NameChange, StatusChange];
    let is_of_kind = field(activity, "kind").is_some_and(|kind| kinds.iter().any(|it| kind == &json!(it.word())));
    let (ticket, at) = (field(activity, "ticketId"), field(activity, "createdAt"));
    is_of_kind
        && at.is_some()
        && all.iter().any(|it| {
            let is_ticket = it.entity == EntityKind::Ticket && Some(&json!(it.id)) == ticket;
            is_ticket && field(it, "lastActivity").and_then(|last| last.get("at")) == at
        })
}

/// A row of a person who was mentioned before, and has not read it, changes when it wakes; that is no new mention.
fn tells(row: &Change) -> bool {
    match row.op {
        Op::Create => true,
        Op::Update => {
            field(row, "firstUnreadActivityId").is_some_and(|it| !it.is_null()) || field(row, "reasons").is_some()
        }
        Op::Delete => false,
    }
}

fn field<'c>(change: &'c Change, name: &str) -> Option<&'c Value> {
    change.data.as_ref()?.get(name)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;
    use uuid::Uuid;

    use super::*;
    use crate::domain::date::Instant;

    fn event(kind: &str) -> Event {
        let (ticket, at) = (Uuid::from_u128(2), "2030-05-01T12:00:00Z");
        let data = |value: Value| value.as_object().cloned();
        let changes = vec![
            Change {
                op: Op::Update,
                entity: EntityKind::Ticket,
                id: ticket,
                data: data(json!({"lastActivity": {"at": at}})),
            },
            Change {
                op: Op::Create,
                entity: EntityKind::Activity,
                id: Uuid::from_u128(1),
                data: data(json!({"kind": kind, "ticketId": ticket, "createdAt": at})),
            },
        ];
        let by = UserId(Uuid::from_u128(3));
        let at = Instant::new(datetime!(2030-05-01 12:00 UTC));
        Event { seq: 7, command_id: CommandId(Uuid::nil()), by, at, changes, foreign: None }
    }

    #[test]
    fn nt3_a_note_names_the_tickets_whose_followers_alone_are_notified() {
        let of = |kind| {
            let (workspace, scope) = (WorkspaceId(Uuid::nil()), ScopeId(Uuid::nil()));
            noted(workspace, scope, &event(kind)).map(|it| (it.activities, it.for_followers))
        };
        let (activity, ticket) = (ActivityId(Uuid::from_u128(1)), TicketId(Uuid::from_u128(2)));
        for kind in ["nameChange", "statusChange"] {
            assert_eq!(of(kind), Some((vec![activity], BTreeMap::from([(activity, ticket)]))), "{kind}");
        }
        // These notify other people as well.
        for kind in ["comment", "assigneeChange", "createdAt"] {
            assert_eq!(of(kind), Some((vec![activity], BTreeMap::new())), "{kind}");
        }
        assert_eq!(of("priorityChange"), None);
    }
}
