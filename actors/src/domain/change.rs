//! Decided row changes, and the events that carry them.

use std::sync::Arc;

use serde::{
    Deserialize, Serialize, Serializer,
    ser::{Error, SerializeStruct},
};
use serde_json::{Map, Value, json, value::RawValue};
use ts_rs::TS;
use uuid::Uuid;

use super::{
    date::Instant,
    entity::{Entity, EntityKind, Member, MemberState, Role, RoleRecord, Share},
    ids::{CommandId, ListId, RoleId, ShareId, UserId},
    kinds::attribute::value::merged,
    limits::text_sum,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Op {
    /// Carries the whole entity.
    Create,
    /// Carries the changed fields only; null clears.
    Update,
    /// Carries nothing but the id.
    Delete,
}

/// One decided row change, as it is stored and sent. One with more to it is not read as this: it would be passed on
/// without the rest.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Change {
    pub op: Op,
    pub entity: EntityKind,
    #[ts(type = "string")]
    pub id: Uuid,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "Record<string, unknown>")]
    pub data: Option<Map<String, Value>>,
}

impl Change {
    /// False if the change sets a role or state that this build does not know. Skipping such a change would leave the
    /// member with the right from before.
    pub fn is_plain(&self) -> bool {
        match (self.entity, self.op) {
            (EntityKind::Member, Op::Create) => applied(self, None).is_some(),
            (EntityKind::Member, Op::Update) => applied(self, Some(&Entity::Member(sample_member(self.id)))).is_some(),
            (EntityKind::Role | EntityKind::Share, Op::Create) => applied(self, None).is_some(),
            (EntityKind::Role, Op::Update) => applied(self, Some(&Entity::Role(nothing(self.id)))).is_some(),
            (EntityKind::Share, Op::Update) => applied(self, Some(&Entity::Share(sample_share(self.id)))).is_some(),
            _ => true,
        }
    }

    /// The approximate bytes of the change as JSON.
    pub fn weight(&self) -> usize {
        fn of(value: &Value) -> usize {
            match value {
                Value::String(text) => text.len() + 2,
                Value::Array(items) => items.iter().map(|item| of(item) + 1).sum(),
                Value::Object(fields) => of_fields(fields),
                Value::Null | Value::Bool(_) | Value::Number(_) => 8,
            }
        }
        fn of_fields(fields: &Map<String, Value>) -> usize {
            fields.iter().map(|(name, value)| name.len() + 4 + of(value)).sum()
        }
        100 + self.data.as_ref().map_or(0, of_fields)
    }
}

/// A committed command.
#[derive(Clone, Debug, PartialEq, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    #[ts(type = "number")]
    pub seq: i64,
    pub command_id: CommandId,
    pub by: UserId,
    pub at: Instant,
    /// Those that this build knows.
    pub changes: Vec<Change>,
    /// All of them as they were written, where a newer version wrote some that this build does not know: they are
    /// passed on as they are.
    #[serde(skip)]
    #[ts(skip)]
    pub foreign: Option<Arc<str>>,
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self { seq, command_id, by, at, changes, foreign } = self;
        let mut event = to.serialize_struct("Event", 5)?;
        event.serialize_field("seq", seq)?;
        event.serialize_field("commandId", command_id)?;
        event.serialize_field("by", by)?;
        event.serialize_field("at", at)?;
        match foreign {
            None => event.serialize_field("changes", changes)?,
            Some(text) => {
                let raw: &RawValue = serde_json::from_str(text).map_err(S::Error::custom)?;
                event.serialize_field("changes", raw)?;
            }
        }
        event.end()
    }
}

/// The changes of a stored event, and their text if a newer version wrote some of them. `None` if the text is no list
/// of changes, or if a change sets a role or state that this build does not know; then the rows are read instead.
pub fn stored_changes(text: &str) -> Option<(Vec<Change>, Option<Arc<str>>)> {
    if let Ok(changes) = serde_json::from_str::<Vec<Change>>(text) {
        return changes.iter().all(Change::is_plain).then_some((changes, None));
    }
    let all: Vec<Value> = serde_json::from_str(text).ok()?;
    let mut known = Vec::new();
    for change in all {
        match Change::deserialize(&change) {
            Ok(change) if change.is_plain() => known.push(change),
            _ if !is_a_change(&change) || says_rights(&change) => return None,
            _ => known.extend(without_the_rest(change)),
        }
    }
    Some((known, Some(text.into())))
}

/// The parts of a change that this build knows, if it knows the operation and the entity.
fn without_the_rest(mut change: Value) -> Option<Change> {
    change.as_object_mut()?.retain(|name, _| ["op", "entity", "id", "data"].contains(&name.as_str()));
    serde_json::from_value(change).ok()
}

/// A member on which a change is tested.
fn sample_member(id: Uuid) -> Member {
    Member {
        id: UserId(id),
        role: Role::Guest.into(),
        state: MemberState::Left,
        firstname: String::new(),
        lastname: String::new(),
        username: String::new(),
        avatar_url: None,
        department: String::new(),
        designation: String::new(),
        second_factor_missing: false,
        api_key: None,
        created_at: Instant::new(time::OffsetDateTime::UNIX_EPOCH),
        deactivated_at: None,
    }
}

/// A role on which a change is tested.
fn nothing(id: Uuid) -> RoleRecord {
    let created_at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
    let (name, description) = (String::new(), String::new());
    RoleRecord { id: RoleId(id), name, description, capabilities: Vec::new(), system: None, created_at }
}

/// A share on which a change is tested.
fn sample_share(id: Uuid) -> Share {
    let created_at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
    let (list_id, user_id) = (ListId(Uuid::nil()), UserId(Uuid::nil()));
    Share { id: ShareId(id), list_id, user_id, level: String::new(), created_at }
}

/// True if a change concerns what people may do or see.
fn says_rights(change: &Value) -> bool {
    [EntityKind::Member, EntityKind::Role, EntityKind::Share].iter().any(|kind| change["entity"] == json!(kind))
}

/// A change of any version names an operation, a kind of entity and an id.
fn is_a_change(change: &Value) -> bool {
    let id = change["id"].as_str().is_some_and(|id| Uuid::try_parse(id).is_ok());
    id && change["op"].is_string() && change["entity"].is_string()
}

/// An entity before and after a decision. The change, the stored row and the reverse all come from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Write {
    pub before: Option<Entity>,
    pub after: Option<Entity>,
}

impl Write {
    pub fn create(after: Entity) -> Self {
        Self { before: None, after: Some(after) }
    }

    pub fn update(before: Entity, after: Entity) -> Self {
        Self { before: Some(before), after: Some(after) }
    }

    pub fn delete(before: Entity) -> Self {
        Self { before: Some(before), after: None }
    }

    /// The write that undoes this one.
    pub fn reversed(&self) -> Self {
        Self { before: self.after.clone(), after: self.before.clone() }
    }

    pub fn entity(&self) -> Option<&Entity> {
        self.after.as_ref().or(self.before.as_ref())
    }

    /// The change to send; `None` if nothing changed.
    pub fn change(&self) -> Option<Change> {
        match (&self.before, &self.after) {
            (None, None) => None,
            (None, Some(after)) => {
                Some(Change { op: Op::Create, entity: after.kind(), id: after.id(), data: Some(after.to_fields()) })
            }
            (Some(before), None) => Some(Change { op: Op::Delete, entity: before.kind(), id: before.id(), data: None }),
            (Some(before), Some(after)) => {
                let fields = after.fields_since(before);
                (!fields.is_empty()).then(|| Change {
                    op: Op::Update,
                    entity: after.kind(),
                    id: after.id(),
                    data: Some(fields),
                })
            }
        }
    }
}

/// The entity after a change. `None` for a deletion, and for an update of a row that is not known here.
pub fn applied(change: &Change, before: Option<&Entity>) -> Option<Entity> {
    match change.op {
        Op::Delete => None,
        Op::Create => {
            let mut entity = Entity::from_fields(change.entity, change.data.clone()?).ok()?;
            if let Entity::Ticket(ticket) = &mut entity {
                ticket.description_sum = text_sum(ticket.description.as_deref().unwrap_or_default());
            }
            Some(entity)
        }
        Op::Update => {
            let mut fields = before?.to_fields();
            for (name, value) in change.data.as_ref()? {
                let value = match (change.entity, name.as_str()) {
                    (EntityKind::Ticket, "fields") => merged(fields.get(name), value),
                    _ => value.clone(),
                };
                fields.insert(name.clone(), value);
            }
            let after = Entity::from_fields(change.entity, fields).ok()?;
            Some(match (after, before?) {
                // The checksum is not sent. It is computed if the text is in the change, and stays otherwise.
                (Entity::Ticket(mut after), Entity::Ticket(before)) => {
                    after.description_sum = after.description.as_deref().map_or(before.description_sum, text_sum);
                    Entity::Ticket(after)
                }
                (after, _) => after,
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ids::{CommandId, UserId};

    fn written(changes: &str) -> Option<String> {
        let (changes, foreign) = stored_changes(changes)?;
        let (command_id, by) = (CommandId(Uuid::nil()), UserId(Uuid::nil()));
        let at = Instant::new(time::OffsetDateTime::UNIX_EPOCH);
        let event = Event { seq: 7, command_id, by, at, changes, foreign };
        let text = serde_json::to_string(&event).expect("written");
        Some(text.split_once("\"changes\":").expect("changes").1.trim_end_matches('}').to_owned())
    }

    #[test]
    fn f46_changes_of_a_newer_version_are_passed_on_as_they_were_written() {
        let id = "00000000-0000-0000-0000-000000000004";
        let known = format!(r#"{{"op":"delete","entity":"label","id":"{id}"}}"#);
        let mood = format!(r#"{{ "op":"create", "entity":"mood", "id":"{id}", "data":{{"z":1.50,"a":[]}} "#);
        let fade = format!(r#"{{"op":"fade","entity":"ticket","id":"{id}""#);
        for text in [format!("[{known}]"), format!("[{known},{mood}}}]"), format!("[{fade}}}]")] {
            assert_eq!(written(&text).expect("readable"), text.trim_end_matches('}'));
        }
        let (changes, _) = stored_changes(&format!("[{known},{mood}}}]")).expect("readable");
        assert_eq!(changes.len(), 1, "what is known is taken in");
    }

    #[test]
    fn f46_unknown_changes_beside_known_ones_are_passed_on_and_the_known_ones_applied() {
        let id = "00000000-0000-0000-0000-000000000004";
        let text = format!(
            r#"[{{"op":"update","entity":"ticket","id":"{id}","data":{{"title":"x"}},"moon":1}},{{"op":"delete","entity":"label","id":"{id}","why":{{}}}}]"#
        );
        assert_eq!(written(&text).as_ref(), Some(&text));
        let (changes, _) = stored_changes(&text).expect("readable");
        assert_eq!(changes.iter().map(|it| it.op).collect::<Vec<_>>(), [Op::Update, Op::Delete]);
    }

    #[test]
    fn f46_a_change_of_rights_in_unknown_words_is_not_readable() {
        let id = "00000000-0000-0000-0000-000000000004";
        let change = |op: &str, rest: &str| format!(r#"[{{"op":"{op}","entity":"member","id":"{id}"{rest}}}]"#);
        for (op, rest) in [
            ("update", r#","data":{"role":"steward"}"#),
            ("update", r#","data":{"role":null}"#),
            ("update", r#","data":{"state":"suspended"}"#),
            ("update", r#","data":{"role":"guest","username":7}"#),
            ("update", ""),
            ("update", r#","data":{"role":"guest"},"until":"tomorrow""#),
            ("create", r#","data":{"role":"guest"}"#),
            ("suspend", ""),
        ] {
            assert_eq!(stored_changes(&change(op, rest)), None, "{op} {rest}");
        }
        for (op, rest) in [
            ("update", r#","data":{"role":"guest","state":"left","avatarUrl":null}"#),
            ("update", r#","data":{"mood":"calm"}"#),
            ("delete", ""),
        ] {
            let (changes, foreign) = stored_changes(&change(op, rest)).expect(rest);
            assert_eq!((changes.len(), foreign), (1, None), "{op} {rest}");
        }
    }

    #[test]
    fn f48_a_text_that_is_no_list_of_changes_is_not_readable() {
        for text in
            ["null", "7", r#""soup""#, "{}", "[7]", "[{}]", r#"[{"op":"create","entity":"ticket","id":"soup"}]"#]
        {
            assert_eq!(stored_changes(text), None, "{text}");
        }
    }
}
