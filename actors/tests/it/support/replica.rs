//! The confirmed state of a client: a snapshot and the events after it.

use std::collections::BTreeMap;

use actors::domain::change::{Change, Event, Op, applied};
use actors::domain::entity::{Entity, EntityKind, Workspace};
use actors::domain::ids::ScopeId;
use actors::sync::Cursor;
use actors::wire::SnapshotColumns;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// Rows are kept by scope: a row that moves is in two scopes for a moment, because their streams have no common order.
#[derive(Clone, Debug, Default)]
pub struct Replica {
    pub cursors: BTreeMap<ScopeId, Cursor>,
    entities: BTreeMap<(EntityKind, Uuid, ScopeId), Entity>,
}

#[derive(Deserialize)]
struct Head {
    cursors: BTreeMap<ScopeId, Cursor>,
    workspace: Option<Value>,
}

/// The rows of a line by columns, as lines.
fn lines_of(columns: SnapshotColumns) -> impl Iterator<Item = Value> {
    let kind = columns.entity;
    columns.into_rows().expect("rows").into_iter().map(move |row| json!({"entity": kind, "data": row}))
}

impl Replica {
    /// Reads a snapshot of either form. The count in its end line must match.
    pub fn read(snapshot: &[u8]) -> Self {
        let text = std::str::from_utf8(snapshot).expect("text");
        let mut lines = text.lines();
        let head: Head = serde_json::from_str(lines.next().expect("a head")).expect("a head");
        let mut replica = Self { cursors: head.cursors, entities: BTreeMap::new() };
        let mut whole = Vec::new();
        let mut end = None;
        for line in lines {
            let line: Value = serde_json::from_str(line).expect("a line");
            if line.get("end").is_some() {
                end = Some(line);
            } else if line.get("columns").is_some() {
                whole.extend(lines_of(serde_json::from_value(line).expect("columns")));
            } else {
                whole.push(line);
            }
        }
        assert_eq!(end.expect("an end")["count"], whole.len(), "the snapshot is whole");
        let mut scope = None;
        for line in whole {
            if line["entity"] == "scope" {
                scope = Some(serde_json::from_value(line["data"]["id"].clone()).expect("a scope"));
                continue;
            }
            let scope = scope.expect("rows stand behind their scope");
            let entity: Entity = serde_json::from_value(line).expect("an entity");
            replica.entities.insert((entity.kind(), entity.id(), scope), entity);
        }
        if let Some(workspace) = head.workspace {
            let workspace: Workspace = serde_json::from_value(workspace).expect("a workspace");
            // Its row is in the scope of the members, whichever that is.
            let members = replica.entities.keys().find(|(kind, ..)| *kind == EntityKind::Member);
            let scope = members.map_or(workspace.id.scope(), |(.., scope)| *scope);
            let entity = Entity::Workspace(workspace);
            replica.entities.insert((EntityKind::Workspace, entity.id(), scope), entity);
        }
        replica
    }

    pub fn seq(&self, scope: ScopeId) -> i64 {
        self.cursors.get(&scope).map_or(0, |cursor| cursor.seq)
    }

    /// Applies a frame of events. EV1: the frame continues exactly at the cursor.
    pub fn take(&mut self, scope: ScopeId, from: i64, to: i64, events: &[Event]) {
        let cursor =
            self.cursors.get_mut(&scope).unwrap_or_else(|| panic!("events of a scope that is not followed: {scope}"));
        assert_eq!(from, cursor.seq, "EV1: a frame of {scope} does not continue");
        let seqs: Vec<i64> = events.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (from + 1..=to).collect::<Vec<_>>(), "EV1: a frame of {scope} has a hole or a double");
        cursor.seq = to;
        for change in events.iter().flat_map(|event| &event.changes) {
            self.apply(scope, change);
        }
    }

    /// Applies events that arrived while the snapshot was loading (RS4), except those that the snapshot holds.
    pub fn take_later(&mut self, scope: ScopeId, events: &[Event]) {
        let seq = self.seq(scope);
        let later: Vec<Event> = events.iter().filter(|event| event.seq > seq).cloned().collect();
        if let Some(last) = later.last() {
            self.take(scope, seq, last.seq, &later);
        }
    }

    fn apply(&mut self, scope: ScopeId, change: &Change) {
        let key = (change.entity, change.id, scope);
        match applied(change, self.entities.get(&key)) {
            Some(entity) => {
                self.entities.insert(key, entity);
            }
            None => {
                assert!(change.op != Op::Update || !in_snapshots(change.entity), "an update of nothing: {change:?}");
                self.entities.remove(&key);
            }
        }
    }

    /// Takes in the snapshot of a scope that was gained.
    pub fn merge(&mut self, part: Self) {
        self.cursors.extend(part.cursors);
        self.entities.extend(part.entities);
    }

    /// Drops a scope that was lost.
    pub fn drop_scope(&mut self, scope: ScopeId) {
        self.cursors.remove(&scope);
        self.entities.retain(|(.., of), _| *of != scope);
    }

    /// The content of a snapshot, field for field (EV2).
    pub fn state(&self) -> BTreeMap<(EntityKind, Uuid), Map<String, Value>> {
        let mut state = BTreeMap::new();
        for ((kind, id, scope), entity) in &self.entities {
            if !in_snapshots(*kind) {
                continue;
            }
            let mut fields = entity.to_fields();
            fields.remove("description");
            let twice = state.insert((*kind, *id), fields);
            assert!(twice.is_none(), "{kind:?} {id} is in two scopes at once, {scope} one of them");
        }
        state
    }

    pub fn all(&self, kind: EntityKind) -> impl Iterator<Item = (Uuid, &Entity)> {
        self.entities.iter().filter(move |((known, ..), _)| *known == kind).map(|((_, id, _), entity)| (*id, entity))
    }

    pub fn ids(&self, kind: EntityKind) -> Vec<Uuid> {
        self.all(kind).map(|(id, _)| id).collect()
    }
}

/// Clients read descriptions, histories and reactions with the ticket.
fn in_snapshots(kind: EntityKind) -> bool {
    !matches!(kind, EntityKind::Activity | EntityKind::Reaction)
}
