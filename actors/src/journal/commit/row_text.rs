//! Entities as rows to be written. Each conversion of a hot kind names every field, so a new field does not compile
//! until it has a place.

use serde::Serialize;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::domain::{
    audit::Record,
    entity::{Activity, Entity, Link, Reaction, Storage, Ticket, Workspace},
    ids::{ScopeId, WorkspaceId},
};
use crate::journal::{cold, error::JournalError};
use crate::sync::{AuditRow, Batch};

/// A row's JSON, written straight to text: building a tree of values first took longer than all other work of a commit
/// in this process.
struct RowText(Vec<u8>);

impl RowText {
    fn new() -> Self {
        Self(vec![b'{'])
    }

    fn put(&mut self, name: &str, value: &impl Serialize) -> Result<(), JournalError> {
        if self.0.len() > 1 {
            self.0.push(b',');
        }
        self.0.push(b'"');
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        serde_json::to_writer(&mut self.0, value).map_err(JournalError::malformed)
    }

    fn end(mut self) -> Result<String, JournalError> {
        self.0.push(b'}');
        String::from_utf8(self.0).map_err(JournalError::malformed)
    }
}

macro_rules! row {
    ({ $($name:literal: $value:expr),* $(,)? }) => {{
        let write = || {
            let mut row = RowText::new();
            $( row.put($name, &$value)?; )*
            row.end()
        };
        write()
    }};
}

/// A value as JSON text.
pub(super) fn text_of(value: &impl Serialize) -> Result<String, JournalError> {
    serde_json::to_string(value).map_err(JournalError::malformed)
}

/// Activities of batches, column by column.
#[derive(Clone, Debug, Default)]
pub(super) struct Activities {
    pub ids: Vec<Uuid>,
    pub scopes: Vec<i32>,
    pub ordinals: Vec<i32>,
    pub tickets: Vec<Uuid>,
    pub kinds: Vec<String>,
    pub users: Vec<Uuid>,
    pub messages: Vec<Option<String>>,
    pub data: Vec<Option<String>>,
    pub created: Vec<OffsetDateTime>,
    pub updated: Vec<Option<OffsetDateTime>>,
}

impl Activities {
    /// `scope` is the place of the activity's scope in the call.
    pub fn push(&mut self, activity: &Activity, scope: i32, version: u32) -> Result<(), JournalError> {
        let Activity { id, ticket_id, kind, user_id, message, data, created_at, updated_at } = activity;
        self.ids.push(id.0);
        self.scopes.push(scope);
        self.ordinals.push(version as i32);
        self.tickets.push(ticket_id.0);
        self.kinds.push(text_of(kind)?.trim_matches('"').to_owned());
        self.users.push(user_id.0);
        self.messages.push(message.clone());
        self.data.push(data.as_ref().map(text_of).transpose()?);
        self.created.push(created_at.get());
        self.updated.push(updated_at.map(|at| at.get()));
        Ok(())
    }

    pub fn append(&mut self, mut other: Self) {
        self.ids.append(&mut other.ids);
        self.scopes.append(&mut other.scopes);
        self.ordinals.append(&mut other.ordinals);
        self.tickets.append(&mut other.tickets);
        self.kinds.append(&mut other.kinds);
        self.users.append(&mut other.users);
        self.messages.append(&mut other.messages);
        self.data.append(&mut other.data);
        self.created.append(&mut other.created);
        self.updated.append(&mut other.updated);
    }
}

/// The table and the row of an entity of a hot kind as JSON; `version` is the ordinal of the event that wrote it.
/// Activities, which nearly every edit writes, are stored by [`Activities`] instead.
fn hot(
    entity: &Entity,
    workspace: WorkspaceId,
    scope: ScopeId,
    version: u32,
) -> Option<Result<(&'static str, String), JournalError>> {
    let row = match entity {
        Entity::Workspace(Workspace { id, name, icon, key, estimate_id, created_at }) => row!({"id": id, "name": name, "icon": icon, "key": key, "estimate_id": estimate_id, "created_at": created_at})
            .map(|row| ("workspaces", row)),
        Entity::Link(Link { id, kind, from_ticket_id, to_ticket_id, created_user_id, created_at }) => row!({"workspace_id": workspace, "id": id, "scope_id": scope, "version": version, "kind": kind, "from_ticket_id": from_ticket_id,
                   "to_ticket_id": to_ticket_id, "created_user_id": created_user_id, "created_at": created_at})
            .map(|row| ("links", row)),
        Entity::Reaction(Reaction { id, activity_id, ticket_id, user_id, emoji, created_at }) => row!({"workspace_id": workspace, "id": id, "scope_id": scope, "version": version, "activity_id": activity_id,
                   "ticket_id": ticket_id, "user_id": user_id, "emoji": emoji, "created_at": created_at})
            .map(|row| ("reactions", row)),
        Entity::Ticket(ticket) => ticket_row(ticket, workspace, scope, version).map(|row| ("tickets", row)),
        _ => return None,
    };
    Some(row)
}

/// The table and the row of an entity as JSON; `version` is the ordinal of the event that wrote it.
///
/// # Errors
/// If no table takes the kind: a row that is not stored must not be acknowledged.
pub(super) fn row_text(
    entity: &Entity,
    workspace: WorkspaceId,
    scope: ScopeId,
    version: u32,
) -> Result<(&'static str, String), JournalError> {
    if let Some(row) = hot(entity, workspace, scope, version) {
        return row;
    }
    let kind = entity.kind();
    match kind.storage() {
        Storage::Cold => Ok((kind.table(), cold::row(entity, workspace, scope, version)?)),
        Storage::Hot => Err(JournalError::malformed(format!("no SQL writes a {kind:?}"))),
    }
}

/// The row of a record of the audit log as JSON.
pub(super) fn audit_text(batch: &Batch, row: &AuditRow) -> Result<String, JournalError> {
    let AuditRow { id, scope, ordinal, by, from, record: Record { kind, subject, before, after } } = row;
    let address = from.as_ref().map(|it| it.address);
    let device = from.as_ref().and_then(|it| it.device).map(|it| it.to_string());
    row!({
        "workspace_id": batch.workspace, "id": id, "scope_id": scope, "version": ordinal, "at": batch.at, "kind": kind, "user_id": by,
        "subject_id": subject, "before": before, "after": after, "address": address, "device": device,
    })
}

fn ticket_row(ticket: &Ticket, workspace: WorkspaceId, scope: ScopeId, version: u32) -> Result<String, JournalError> {
    let Ticket {
        id,
        number,
        private,
        title,
        description,
        description_sum,
        status_id,
        previous_status_id,
        created_user_id,
        report_by,
        assignees_ids,
        labels,
        lists,
        parent_ticket_id,
        subtasks_order,
        priority,
        start_date,
        due_date,
        completed,
        completed_at,
        completed_by_user_id,
        trashed_at,
        trashed_by_user_id,
        comments,
        commented_by_user_ids,
        completed_in,
        delayed_for,
        in_progress_for,
        in_progress_since,
        source,
        fields,
        last_activity,
        task_type_id,
        components_ids,
        fix_versions_ids,
        sprint_id,
        created_at,
        updated_at,
    } = ticket;
    row!({
        "workspace_id": workspace, "id": id, "scope_id": scope, "version": version, "number": number, "private": private, "title": title,
        "description": description, "description_sum": description_sum, "status_id": status_id,
        "previous_status_id": previous_status_id, "created_user_id": created_user_id, "report_by": report_by,
        "assignees_ids": assignees_ids, "labels": labels, "lists": lists, "parent_ticket_id": parent_ticket_id,
        "subtasks_order": subtasks_order, "priority": priority, "start_date": start_date, "due_date": due_date,
        "completed": completed, "completed_at": completed_at, "completed_by_user_id": completed_by_user_id,
        "trashed_at": trashed_at, "trashed_by_user_id": trashed_by_user_id, "comments": comments,
        "commented_by_user_ids": commented_by_user_ids, "completed_in": completed_in, "delayed_for": delayed_for,
        "in_progress_for": in_progress_for, "in_progress_since": in_progress_since, "source": source, "fields": fields, "last_activity": last_activity,
        "task_type_id": task_type_id, "components_ids": components_ids, "fix_versions_ids": fix_versions_ids, "sprint_id": sprint_id, "created_at": created_at,
        "updated_at": updated_at,
    })
}

#[cfg(test)]
mod tests {
    use serde::{Serializer, ser::Error};

    use super::*;

    /// A value that cannot be written.
    struct Broken;

    impl Serialize for Broken {
        fn serialize<S: Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("broken"))
        }
    }

    #[test]
    fn a_row_with_a_value_that_cannot_be_written_is_an_error_and_no_shorter_row() {
        assert_eq!(row!({"id": 1, "name": "One"}).ok().as_deref(), Some(r#"{"id":1,"name":"One"}"#));
        let written: Result<String, JournalError> = row!({"id": 1, "name": Broken, "place": 2});
        assert!(matches!(written, Err(JournalError::Refused(_))), "{written:?}");
        assert!(matches!(text_of(&Broken), Err(JournalError::Refused(_))), "a retry would fail again");
    }
}
