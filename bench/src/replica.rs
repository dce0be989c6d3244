//! The confirmed state of a client, built from received frames only. It reads the JSON of the wire and none of the
//! product's types, so that an error in those types cannot hide.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use serde_json::{Map, Value};
use uuid::Uuid;

use crate::history::Reading;

/// Snapshots hold no rows of these kinds: clients read them with the ticket.
const UNSEEN: [&str; 2] = ["activity", "reaction"];

/// The fields that a client of this version knows. The replica ignores fields of newer versions (EV1).
const KNOWN: [(&str, &str); 23] = [
    ("workspace", "id name icon key estimateId createdAt"),
    ("member", "id role state firstname lastname username avatarUrl createdAt deactivatedAt"),
    ("role", "id name description capabilities system createdAt"),
    ("savedView", "id name personal createdUserId listId layout filter groupBy sortBy descending columns createdAt"),
    ("share", "id listId userId level createdAt"),
    ("status", "id name category rank createdAt"),
    ("list", "id name color rank suggested createdUserId createdAt icon description groupId archivedAt"),
    ("group", "id name color rank parentGroupId createdAt"),
    ("label", "id name color createdAt"),
    ("taskType", "id name icon color container rank createdAt"),
    ("component", "id name description leadUserId createdAt"),
    ("fixVersion", "id name description startDate releaseDate state createdAt"),
    ("sprint", "id name goal startDate endDate state startedAt completedAt createdAt"),
    (
        "ticket",
        "id number private title description statusId previousStatusId createdUserId reportBy assigneesIds labels lists \
         parentTicketId subtasksOrder priority startDate dueDate completed completedAt completedByUserId trashedAt \
         trashedByUserId comments commentedByUserIds completedIn delayedFor inProgressFor inProgressSince source fields \
         taskTypeId componentsIds fixVersionsIds sprintId createdAt updatedAt lastActivity",
    ),
    (
        "ticketSubscription",
        "id ticketId workspaceUserId reasons firstUnreadActivityId lastReadActivityId lastReadNumber doneNumber muted unsubscribed \
         snoozedUntil createdAt",
    ),
    ("attribute", "id name type description shownOnCards metadata rank createdAt"),
    ("option", "id attributeId name color createdAt"),
    (
        "file",
        "id ticketId name size contentType width height preview createdUserId createdAt deletedAt deletedByUserId",
    ),
    ("link", "id kind fromTicketId toTicketId createdUserId createdAt"),
    ("linkLag", "id linkId days"),
    ("urlLink", "id ticketId url title createdUserId createdAt"),
    (
        "recurrence",
        "id ticketId period interval weekdays monthDay nth countedFrom endsOn times occurrence createdUserId createdAt",
    ),
    ("import", "id format fileName state total done created updated unchanged refused report createdAt finishedAt"),
];

fn known(kind: &str, data: &Map<String, Value>) -> Map<String, Value> {
    let fields = KNOWN.iter().find(|(known, _)| *known == kind).map_or("", |(_, fields)| fields);
    let is_known = |name: &str| fields.split(' ').any(|known| known == name);
    data.iter().filter(|(name, _)| is_known(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
}

type Rows = BTreeMap<(String, Uuid), Map<String, Value>>;

/// The state of one scope.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScopeState {
    pub epoch: Uuid,
    pub seq: i64,
    rows: Rows,
}

/// See the module documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replica {
    pub scopes: BTreeMap<Uuid, ScopeState>,
}

impl ScopeState {
    /// An empty scope at a cursor.
    pub fn at(epoch: Uuid, seq: i64) -> Self {
        Self { epoch, seq, rows: Rows::new() }
    }
}

impl Replica {
    /// Reads the lines of a snapshot. Returns `None` if the snapshot is incomplete.
    pub fn read(snapshot: &str) -> Option<Self> {
        let mut lines = snapshot.lines();
        let head: Value = serde_json::from_str(lines.next()?).ok()?;
        let home = id_of(&head["workspace"]["id"])?;
        let mut replica = Self::default();
        for (scope, cursor) in head["cursors"].as_object()? {
            let state = ScopeState::at(id_of(&cursor["epoch"])?, cursor["seq"].as_i64()?);
            replica.scopes.insert(scope.parse().ok()?, state);
        }
        let personal = replica.scopes.keys().copied().find(|scope| *scope != home)?;
        let mut places: BTreeMap<Uuid, Uuid> = BTreeMap::new();
        // The scope whose rows follow. Nodes of the version before do not name it.
        let mut named = None;
        // Its events come in the commons, if the workspace has them.
        let commons = Uuid::new_v5(&home, b"commons");
        let bearer = if replica.scopes.contains_key(&commons) { commons } else { home };
        replica.put(bearer, "workspace", head["workspace"].as_object()?.clone())?;
        for (count, line) in lines.enumerate() {
            let line: Value = serde_json::from_str(line).ok()?;
            if line["end"] == true {
                return (line["count"] == count).then_some(replica);
            }
            let (kind, data) = (line["entity"].as_str()?, &line["data"]);
            if kind == "scope" {
                named = Some(id_of(&data["id"])?);
                continue;
            }
            // From an older node, links have the scope of their first ticket.
            let scope = match kind {
                "ticket" if data["private"] == true => personal,
                "link" => *id_of(&data["fromTicketId"]).and_then(|ticket| places.get(&ticket)).unwrap_or(&home),
                "import" => personal,
                _ => home,
            };
            let scope = named.unwrap_or(scope);
            places.insert(id_of(&data["id"])?, scope);
            replica.put(scope, kind, data.as_object()?.clone())?;
        }
        None
    }

    /// Inserts a whole entity.
    pub fn put(&mut self, scope: Uuid, kind: &str, fields: Map<String, Value>) -> Option<()> {
        let id = id_of(fields.get("id")?)?;
        self.scopes.entry(scope).or_default().rows.insert((kind.to_owned(), id), fields);
        Some(())
    }

    /// Applies one change of an event.
    pub fn change(&mut self, scope: Uuid, told: Told) {
        let Told { op, kind, id, data } = told;
        if UNSEEN.contains(&kind) || !KNOWN.iter().any(|(known, _)| *known == kind) {
            return;
        }
        let rows = &mut self.scopes.entry(scope).or_default().rows;
        let key = (kind.to_owned(), id);
        match (op, data) {
            ("create", Some(data)) => {
                rows.insert(key, known(kind, data));
            }
            ("update", Some(data)) => {
                let row = rows.entry(key).or_default();
                row.extend(known(kind, data));
            }
            ("delete", _) => {
                rows.remove(&key);
            }
            _ => {}
        }
    }

    pub fn cursors(&self) -> BTreeMap<Uuid, (Uuid, i64)> {
        self.scopes.iter().map(|(scope, state)| (*scope, (state.epoch, state.seq))).collect()
    }

    /// Returns the position and the checksum of each scope.
    pub fn readings(&self) -> BTreeMap<Uuid, Reading> {
        let reading = |state: &ScopeState| Reading { epoch: state.epoch, seq: state.seq, sum: sum_of(&state.rows) };
        self.scopes.iter().map(|(scope, state)| (*scope, reading(state))).collect()
    }

    /// Returns all known tickets with all fields.
    pub fn tickets(&self) -> BTreeMap<Uuid, Map<String, Value>> {
        let rows = self.scopes.values().flat_map(|state| &state.rows);
        rows.filter(|((kind, _), _)| kind == "ticket").map(|((_, id), row)| (*id, row.clone())).collect()
    }

    /// The ids outside a scope.
    pub fn ids_elsewhere(&self, kind: &str, scope: Uuid) -> Vec<Uuid> {
        let others = self.scopes.iter().filter(|(known, _)| **known != scope);
        let rows = others.flat_map(|(_, state)| state.rows.keys());
        rows.filter(|(known, _)| known == kind).map(|(_, id)| *id).collect()
    }

    pub fn ids(&self, kind: &str) -> Vec<Uuid> {
        let rows = self.scopes.values().flat_map(|state| state.rows.keys());
        rows.filter(|(known, _)| known == kind).map(|(_, id)| *id).collect()
    }
}

pub fn id_of(value: &Value) -> Option<Uuid> {
    value.as_str()?.parse().ok()
}

/// Snapshots hold no descriptions, and an absent field equals null.
fn sum_of(rows: &Rows) -> u64 {
    let mut sum = DefaultHasher::new();
    for (key, row) in rows {
        key.hash(&mut sum);
        for (name, value) in row.iter().filter(|(name, value)| *name != "description" && !value.is_null()) {
            name.hash(&mut sum);
            hash_value(value, &mut sum);
        }
    }
    sum.finish()
}

fn hash_value(value: &Value, sum: &mut DefaultHasher) {
    match value {
        Value::String(text) => text.hash(sum),
        Value::Array(values) => {
            values.len().hash(sum);
            values.iter().for_each(|value| hash_value(value, sum));
        }
        Value::Object(fields) => fields.iter().for_each(|(name, value)| {
            name.hash(sum);
            hash_value(value, sum);
        }),
        other => other.to_string().hash(sum),
    }
}

/// One change of an event, as it was sent.
#[derive(Clone, Copy)]
pub struct Told<'a> {
    pub op: &'a str,
    pub kind: &'a str,
    pub id: Uuid,
    pub data: Option<&'a Map<String, Value>>,
}

/// Returns a checksum of an event's changes.
pub fn sum_of_changes<'a>(changes: impl IntoIterator<Item = Told<'a>>) -> u64 {
    let mut sum = DefaultHasher::new();
    for Told { op, kind, id, data } in changes {
        (op, kind, id).hash(&mut sum);
        for (name, value) in data.into_iter().flatten() {
            name.hash(&mut sum);
            hash_value(value, &mut sum);
        }
    }
    sum.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn ev2_a_snapshot_and_the_events_of_its_content_have_one_sum() {
        let (home, own, epoch, ticket) =
            (Uuid::from_u128(1), Uuid::from_u128(2), Uuid::from_u128(3), Uuid::from_u128(4));
        let head = json!({"cursors": {home.to_string(): {"epoch": epoch, "seq": 2}, own.to_string(): {"epoch": epoch, "seq": 0}},
            "workspace": {"id": home, "name": "House"}});
        let row = json!({"id": ticket, "private": false, "title": "B", "dueDate": null});
        let lines =
            format!("{head}\n{}\n{}\n", json!({"entity": "ticket", "data": row}), json!({"end": true, "count": 1}));
        let snapshot = Replica::read(&lines).expect("whole");
        assert_eq!(Replica::read(lines.lines().next().expect("a head")), None, "without its end it is not whole");

        let mut told = Replica::read(&format!("{head}\n{}\n", json!({"end": true, "count": 0}))).expect("whole");
        let mut tell = |op, kind, id, data: Value| told.change(home, Told { op, kind, id, data: data.as_object() });
        tell("create", "ticket", ticket, json!({"id": ticket, "private": false, "title": "A", "description": "long"}));
        tell("create", "activity", Uuid::from_u128(5), json!({"id": 5}));
        assert_ne!(told.readings(), snapshot.readings());
        let title = json!({"title": "B"});
        told.change(home, Told { op: "update", kind: "ticket", id: ticket, data: title.as_object() });
        assert_eq!(told.readings(), snapshot.readings());
        // A field of a newer version.
        let mood = json!({"mood": "calm"});
        for (op, kind) in [("update", "ticket"), ("create", "mood"), ("fade", "ticket")] {
            told.change(home, Told { op, kind, id: ticket, data: mood.as_object() });
        }
        assert_eq!(told.readings(), snapshot.readings());
    }
}
