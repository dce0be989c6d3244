//! Decided row changes, and the events that carry them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;
use uuid::Uuid;

use super::{
    date::Instant,
    entity::{Entity, EntityKind},
    ids::{CommandId, UserId},
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

/// One decided row change, as it is stored and sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
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
    /// About how many bytes it takes when it is written down.
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
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    #[ts(type = "number")]
    pub seq: i64,
    pub command_id: CommandId,
    pub by: UserId,
    pub at: Instant,
    pub changes: Vec<Change>,
}

/// An entity before and after: what deciding yields. The change, the row to store and the way back are all
/// read from it.
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

    /// The change that tells others; `None` where nothing changed.
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

/// The entity that a change leaves behind: `None` for a deletion, or for an update of what is not known here.
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
                fields.insert(name.clone(), value.clone());
            }
            let after = Entity::from_fields(change.entity, fields).ok()?;
            Some(match (after, before?) {
                // The sum is not on the wire: it follows the text where that travels, and stays otherwise.
                (Entity::Ticket(mut after), Entity::Ticket(before)) => {
                    after.description_sum = after.description.as_deref().map_or(before.description_sum, text_sum);
                    Entity::Ticket(after)
                }
                (after, _) => after,
            })
        }
    }
}
