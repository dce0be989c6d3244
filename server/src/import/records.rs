//! Attributes, task types, components and fix versions: those that the workspace has, and those that a file names.

use std::collections::{BTreeMap, HashMap};

use actors::domain::{
    entity::AttributeType,
    ids::{AttributeId, ComponentId, FixVersionId, LabelId, ListId, OptionId, TaskTypeId, TicketId, WorkspaceId},
    kinds::attribute::label_set::LabelSet,
    kinds::import::order::{ImportComponent, ImportFrame, ImportTaskType, ImportVersion, imported_id},
    kinds::task_type::TypeIcon,
    limits,
};
use actors::journal::RecordName;
use uuid::Uuid;

use super::report::Report;
use crate::words::import as words;

/// The rows of the workspace that a file may name. Names are in lower case.
#[derive(Clone, Debug, Default)]
pub struct Records {
    pub attributes: Vec<KnownAttribute>,
    pub task_types: HashMap<String, TaskTypeId>,
    pub components: HashMap<String, ComponentId>,
    pub fix_versions: HashMap<String, FixVersionId>,
    /// Whether the importer may make attributes, their options and task types.
    pub may_make_attributes: bool,
    /// Whether the importer may make components and fix versions.
    pub may_make_records: bool,
}

/// An attribute of the workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownAttribute {
    pub id: AttributeId,
    pub name: String,
    pub value_type: AttributeType,
    /// The lists whose tickets have the attribute; `None` if all tickets have it.
    pub list_ids: Option<Vec<ListId>>,
    /// By their names in lower case. For an attribute of labels, the labels of its sets.
    pub options: HashMap<String, OptionId>,
    /// True if the options are labels. An import adds none.
    pub is_of_labels: bool,
}

impl Records {
    /// The rows, the oldest first: of two with one name, the older is used. `labels` are the labels of the workspace,
    /// by their names in lower case.
    #[must_use]
    pub fn of(
        rows: Vec<RecordName>,
        labels: &HashMap<String, LabelId>,
        may_make_attributes: bool,
        may_make_records: bool,
    ) -> Self {
        let mut records = Self { may_make_attributes, may_make_records, ..Self::default() };
        let (options, rows): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| row.kind == "option");
        for RecordName { kind, id, name, value_type, list_ids, label_sets, .. } in rows {
            let key = name.to_lowercase();
            match kind.as_str() {
                "attribute" => {
                    let value_type = value_type.and_then(|name| serde_json::from_value(name.into()).ok());
                    let is_of_labels = label_sets.is_some();
                    let options = label_sets.map(|sets| offered(&sets.0, labels)).unwrap_or_default();
                    let list_ids: Option<Vec<ListId>> = list_ids.map(|ids| ids.into_iter().map(ListId).collect());
                    // A node of a newer build may have written an attribute of a type that this one does not know.
                    records.attributes.extend(value_type.map(|value_type| KnownAttribute {
                        id: AttributeId(id),
                        name,
                        value_type,
                        list_ids,
                        options,
                        is_of_labels,
                    }));
                }
                "taskType" => _ = records.task_types.entry(key).or_insert(TaskTypeId(id)),
                "component" => _ = records.components.entry(key).or_insert(ComponentId(id)),
                _ => _ = records.fix_versions.entry(key).or_insert(FixVersionId(id)),
            }
        }
        for option in options {
            let owner = records.attributes.iter_mut().find(|it| Some(it.id.0) == option.attribute_id);
            if let Some(owner) = owner {
                owner.options.entry(option.name.to_lowercase()).or_insert(OptionId(option.id));
            }
        }
        records
    }

    /// The attribute with this name, or the one that an earlier import made of a column with this name.
    #[must_use]
    pub fn attribute(&self, name: &str, id: AttributeId) -> Option<&KnownAttribute> {
        let name = name.to_lowercase();
        let named = self.attributes.iter().find(|it| it.name.to_lowercase() == name);
        named.or_else(|| self.attributes.iter().find(|it| it.id == id))
    }
}

/// The labels of these sets by their names.
fn offered(sets: &[LabelSet], labels: &HashMap<String, LabelId>) -> HashMap<String, OptionId> {
    let is_in = |id: &LabelId| sets.iter().any(|set| set.labels_order.contains(id));
    labels.iter().filter(|(_, id)| is_in(id)).map(|(name, id)| (name.clone(), OptionId(id.0))).collect()
}

/// The open tickets of the workspace that a file may name.
#[derive(Clone, Debug, Default)]
pub struct KnownTickets {
    /// The key of the workspace, in lower case.
    key: String,
    by_number: HashMap<i64, TicketId>,
    /// By the keys that imported tickets have in their files, in lower case.
    by_key: HashMap<String, TicketId>,
}

impl KnownTickets {
    /// `key` is the key of the workspace. If two tickets have the same key, the older one is used.
    #[must_use]
    pub fn of(key: &str, tickets: Vec<(TicketId, i64, Option<String>)>) -> Self {
        let mut known = Self { key: key.to_lowercase(), ..Self::default() };
        for (id, number, key) in tickets {
            known.by_number.insert(number, id);
            if let Some(key) = key {
                known.by_key.entry(key.to_lowercase()).or_insert(id);
            }
        }
        known
    }

    /// The ticket with this number (`12`, `#12`), this key of the workspace (`HAR-12`), or this key in an imported file.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<TicketId> {
        let name = name.trim().to_lowercase();
        let own = name.rsplit_once('-').filter(|(key, _)| *key == self.key).map(|(_, number)| number);
        let number = own.or_else(|| name.strip_prefix('#')).unwrap_or(&name).parse().ok();
        let numbered = number.and_then(|number: i64| self.by_number.get(&number));
        numbered.or_else(|| self.by_key.get(&name)).copied()
    }
}

/// A workspace, and its rows.
pub(super) struct Known<'a> {
    pub workspace: WorkspaceId,
    pub records: &'a Records,
}

/// The rows that the file names and the workspace does not have, each once.
#[derive(Default)]
pub(super) struct Gathered {
    task_types: HashMap<String, TaskTypeId>,
    components: HashMap<String, ComponentId>,
    fix_versions: HashMap<String, FixVersionId>,
    /// How many values name a row that the importer may not make.
    missing: BTreeMap<&'static str, u64>,
}

impl Gathered {
    pub fn task_type(&mut self, context: &Known<'_>, frame: &mut ImportFrame, name: &str) -> Option<TaskTypeId> {
        let name = limits::line("name", name, limits::NAME_CHARS).ok()?;
        let key = name.to_lowercase();
        if let Some(id) = context.records.task_types.get(&key).or_else(|| self.task_types.get(&key)) {
            return Some(*id);
        }
        if !context.records.may_make_attributes {
            *self.missing.entry("task type").or_default() += 1;
            return None;
        }
        if self.task_types.len() > limits::TASK_TYPES {
            return None;
        }
        let id = TaskTypeId(id_of(context, "taskType", &key));
        frame.task_types.push(ImportTaskType { id, name, icon: icon(&key) });
        self.task_types.insert(key, id);
        Some(id)
    }

    pub fn component(&mut self, context: &Known<'_>, frame: &mut ImportFrame, name: &str) -> Option<ComponentId> {
        let name = limits::line("name", name, limits::NAME_CHARS).ok()?;
        let key = name.to_lowercase();
        if let Some(id) = context.records.components.get(&key).or_else(|| self.components.get(&key)) {
            return Some(*id);
        }
        if !context.records.may_make_records {
            *self.missing.entry("component").or_default() += 1;
            return None;
        }
        if self.components.len() > limits::CONFIG_ENTITIES {
            return None;
        }
        let id = ComponentId(id_of(context, "component", &key));
        frame.components.push(ImportComponent { id, name });
        self.components.insert(key, id);
        Some(id)
    }

    pub fn fix_version(
        &mut self,
        context: &Known<'_>,
        frame: &mut ImportFrame,
        name: &str,
        new: impl FnOnce(FixVersionId, String) -> ImportVersion,
    ) -> Option<FixVersionId> {
        let name = limits::line("name", name, limits::NAME_CHARS).ok()?;
        let key = name.to_lowercase();
        if let Some(id) = context.records.fix_versions.get(&key).or_else(|| self.fix_versions.get(&key)) {
            return Some(*id);
        }
        if !context.records.may_make_records {
            *self.missing.entry("fix version").or_default() += 1;
            return None;
        }
        if self.fix_versions.len() > limits::CONFIG_ENTITIES {
            return None;
        }
        let id = FixVersionId(id_of(context, "fixVersion", &key));
        frame.fix_versions.push(new(id, name));
        self.fix_versions.insert(key, id);
        Some(id)
    }

    pub fn note_missing(&self, report: &mut Report) {
        for (what, count) in &self.missing {
            report.note(None, words::may_not_make(what, *count));
        }
    }
}

fn id_of(context: &Known<'_>, kind: &str, key: &str) -> Uuid {
    imported_id(context.workspace, "import", kind, key)
}

/// The picture of a task type with this name.
fn icon(name: &str) -> TypeIcon {
    match name {
        "bug" | "defect" => TypeIcon::Bug,
        "story" | "user story" => TypeIcon::Story,
        "epic" => TypeIcon::Epic,
        "feature" | "new feature" => TypeIcon::Feature,
        "improvement" | "enhancement" => TypeIcon::Improvement,
        "question" | "support" => TypeIcon::Question,
        "documentation" | "document" | "docs" => TypeIcon::Document,
        _ => TypeIcon::Task,
    }
}
