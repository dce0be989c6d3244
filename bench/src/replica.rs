//! The confirmed state of a client, built from received frames only. It reads the JSON of the wire and none of the
//! product's types, so that an error in those types cannot hide.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::LazyLock;

use serde_json::{Map, Value};
use uuid::Uuid;

use crate::history::Reading;

/// Snapshots hold no rows of these kinds: clients read them with the ticket.
const UNSEEN: [&str; 2] = ["activity", "reaction"];

const PROTOCOL: &str = include_str!("../../docs/PROTOCOL.md");

/// The fields of each kind that a client of this version knows: those in the table of the protocol page. In that table,
/// all words in backquotes are the kind and its fields. The replica ignores kinds and fields of newer versions (EV1).
static KNOWN: LazyLock<HashMap<&str, HashSet<&str>>> = LazyLock::new(|| {
    let section = PROTOCOL.split_once("\n## Entities\n").map_or("", |(_, section)| section);
    let rows = section.lines().skip_while(|line| !line.starts_with("| `")).take_while(|line| line.starts_with("| `"));
    let seen = rows.filter_map(|row| {
        let mut quoted = row.split('`').skip(1).step_by(2);
        let kind = quoted.next().filter(|kind| !UNSEEN.contains(kind))?;
        Some((kind, quoted.flat_map(|names| names.split(' ')).collect()))
    });
    seen.collect()
});

/// The known fields among these, or `None` for a kind that this version does not know.
fn known(kind: &str, data: &Map<String, Value>) -> Option<Map<String, Value>> {
    let fields = KNOWN.get(kind)?;
    let is_known = |(name, _): &(&String, &Value)| fields.contains(name.as_str());
    Some(data.iter().filter(is_known).map(|(name, value)| (name.clone(), value.clone())).collect())
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
        // The scope whose rows follow. Nodes of the previous version do not name it.
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
    pub fn change(&mut self, scope: Uuid, change: EventChange) {
        let EventChange { op, kind, id, data } = change;
        if !KNOWN.contains_key(kind) {
            return;
        }
        let rows = &mut self.scopes.entry(scope).or_default().rows;
        let key = (kind.to_owned(), id);
        match (op, data.and_then(|data| known(kind, data))) {
            ("create", Some(data)) => {
                rows.insert(key, data);
            }
            ("update", Some(data)) => {
                let row = rows.entry(key).or_default();
                row.extend(data);
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
pub struct EventChange<'a> {
    pub op: &'a str,
    pub kind: &'a str,
    pub id: Uuid,
    pub data: Option<&'a Map<String, Value>>,
}

/// Returns a checksum of an event's changes.
pub fn sum_of_changes<'a>(changes: impl IntoIterator<Item = EventChange<'a>>) -> u64 {
    let mut sum = DefaultHasher::new();
    for EventChange { op, kind, id, data } in changes {
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
            "workspace": {"id": home, "name": "Workspace"}});
        let row = json!({"id": ticket, "private": false, "title": "B", "dueDate": null});
        let lines =
            format!("{head}\n{}\n{}\n", json!({"entity": "ticket", "data": row}), json!({"end": true, "count": 1}));
        let snapshot = Replica::read(&lines).expect("whole");
        assert_eq!(Replica::read(lines.lines().next().expect("a head")), None, "without its end it is not whole");

        let mut replica = Replica::read(&format!("{head}\n{}\n", json!({"end": true, "count": 0}))).expect("whole");
        let mut apply =
            |op, kind, id, data: Value| replica.change(home, EventChange { op, kind, id, data: data.as_object() });
        apply("create", "ticket", ticket, json!({"id": ticket, "private": false, "title": "A", "description": "long"}));
        apply("create", "activity", Uuid::from_u128(5), json!({"id": 5}));
        assert_ne!(replica.readings(), snapshot.readings());
        let title = json!({"title": "B"});
        replica.change(home, EventChange { op: "update", kind: "ticket", id: ticket, data: title.as_object() });
        assert_eq!(replica.readings(), snapshot.readings());
        // A field of a newer version.
        let mood = json!({"mood": "calm"});
        for (op, kind) in [("update", "ticket"), ("create", "mood"), ("fade", "ticket")] {
            replica.change(home, EventChange { op, kind, id: ticket, data: mood.as_object() });
        }
        assert_eq!(replica.readings(), snapshot.readings());
    }
}
