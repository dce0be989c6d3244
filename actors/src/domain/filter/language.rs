//! What the filters of a workspace may name: its fields, and their options as one person sees them.

use uuid::Uuid;

use super::{linked::Linked, tree::Field};
use crate::domain::{
    entity::{Attribute, AttributeType, Entity, List, Member, MemberState, SystemKey, Tables},
    ids::{AttributeId, ListId, OptionId},
    rank::Rank,
};

/// How the values of a field are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Choice,
    Text,
    Number,
    Date,
}

/// An option of a field.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Choice {
    pub id: String,
    pub name: String,
    /// False for a person who has left: a filter may name their id, but not their name.
    pub is_named: bool,
}

/// A field that a filter may name.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    pub field: Field,
    /// Names the field in texts: a word, or the id of an attribute.
    pub word: String,
    /// The name of an attribute, or the one that the workspace has given to a built-in field.
    pub name: Option<String>,
    pub form: Form,
    /// True if the options are people.
    pub is_of_people: bool,
    /// True if the options are tickets. They are named by their ids and are not among the choices.
    pub is_of_tickets: bool,
    /// By their ids.
    pub choices: Vec<Choice>,
    /// The lists whose tickets have the field; `None` if all tickets have it.
    pub lists: Option<Vec<ListId>>,
}

/// The fields of the workspace.
#[derive(Clone, Debug, Default)]
pub struct Language {
    fields: Vec<Known>,
}

/// The words of the built-in fields, and their forms.
pub const BUILT_IN: [(Field, &str, Form); 20] = [
    (Field::Assignee, "assignee", Form::Choice),
    (Field::Completed, "completed", Form::Date),
    (Field::CompletedBy, "completed-by", Form::Choice),
    (Field::Component, "component", Form::Choice),
    (Field::Created, "created", Form::Date),
    (Field::Creator, "creator", Form::Choice),
    (Field::Due, "due", Form::Date),
    (Field::Label, "label", Form::Choice),
    (Field::Linked, "linked", Form::Choice),
    (Field::List, "list", Form::Choice),
    (Field::Parent, "parent", Form::Choice),
    (Field::Priority, "priority", Form::Choice),
    (Field::Private, "private", Form::Choice),
    (Field::Reporter, "reporter", Form::Choice),
    (Field::Sprint, "sprint", Form::Choice),
    (Field::Start, "start", Form::Date),
    (Field::Status, "status", Form::Choice),
    (Field::Title, "title", Form::Text),
    (Field::Type, "type", Form::Choice),
    (Field::Version, "version", Form::Choice),
];

/// The only option of a checkbox, and of the field `private`.
pub const TRUE: &str = "true";

impl Language {
    /// The language over the rows that a person sees.
    pub fn of_rows(rows: impl IntoIterator<Item = Entity>) -> Self {
        let mut tables = Tables::default();
        for row in rows {
            tables.put(row);
        }
        Self::of(&tables, tables.lists.values())
    }

    /// The language over these rows. `lists` are those that the person sees.
    pub fn of<'l>(tables: &Tables, lists: impl Iterator<Item = &'l List>) -> Self {
        let lists: Vec<Choice> = lists.map(|it| choice(it.id, &it.name)).collect();
        let built_in = BUILT_IN.into_iter().filter_map(|(field, word, form)| {
            let choices = choices_of(field, tables, &lists)?;
            let is_of_people = matches!(field, Field::Assignee | Field::CompletedBy | Field::Creator | Field::Reporter);
            let renamed = tables.system_attributes.values().find(|it| key_of(field) == Some(it.key));
            let name = renamed.and_then(|it| it.name.clone());
            Some(Known {
                field,
                word: word.to_owned(),
                name,
                form,
                is_of_people,
                is_of_tickets: false,
                choices,
                lists: None,
            })
        });
        let mut attributes: Vec<(&Rank, AttributeId)> =
            tables.attributes.values().map(|it| (&it.rank, it.id)).collect();
        attributes.sort();
        let attributes = attributes.into_iter().filter_map(|(_, id)| {
            let attribute = tables.attributes.get(&id)?;
            let options = || tables.options.values().filter(|option| option.attribute_id == id);
            let (form, choices) = match attribute.value_type {
                AttributeType::Text | AttributeType::Url => (Form::Text, vec![]),
                AttributeType::Number => (Form::Number, vec![]),
                AttributeType::Date => (Form::Date, vec![]),
                AttributeType::Checkbox => (Form::Choice, vec![yes()]),
                AttributeType::MultiSelect if attribute.is_of_labels() => (Form::Choice, labels_of(attribute, tables)),
                AttributeType::SingleSelect | AttributeType::MultiSelect => {
                    (Form::Choice, options().map(|it| choice(it.id, &it.name)).collect())
                }
                AttributeType::Users => (Form::Choice, people(tables)),
                AttributeType::LinkedTasks => (Form::Choice, vec![]),
            };
            Some(Known {
                field: Field::Attribute(id),
                word: id.to_string(),
                name: Some(attribute.name.clone()),
                form,
                is_of_people: attribute.value_type == AttributeType::Users,
                is_of_tickets: attribute.value_type == AttributeType::LinkedTasks,
                choices,
                lists: attribute.list_ids.clone(),
            })
        });
        let mut fields: Vec<Known> = built_in.chain(attributes).collect();
        for known in &mut fields {
            known.choices.sort();
        }
        Self { fields }
    }

    pub fn fields(&self) -> &[Known] {
        &self.fields
    }

    pub fn get(&self, field: Field) -> Option<&Known> {
        self.fields.iter().find(|known| known.field == field)
    }

    /// The field with this word, in any case.
    pub(super) fn called(&self, word: &str) -> Option<&Known> {
        self.fields.iter().find(|known| known.word.eq_ignore_ascii_case(word))
    }

    /// The attribute or renamed field with this name, in any case.
    pub(super) fn named(&self, name: &str) -> Option<&Known> {
        let wanted = name.to_lowercase();
        self.fields.iter().find(|known| known.name.as_ref().is_some_and(|name| name.to_lowercase() == wanted))
    }
}

impl Known {
    pub(super) fn has(&self, id: &str) -> bool {
        (self.is_of_tickets && Uuid::try_parse(id).is_ok_and(|uuid| uuid.to_string() == id))
            || self.choices.iter().any(|choice| choice.id == id)
    }

    /// The options with this name, in any case.
    pub(super) fn called(&self, name: &str) -> impl Iterator<Item = &Choice> {
        let wanted = name.to_lowercase();
        self.choices.iter().filter(move |choice| choice.is_named && choice.name.to_lowercase() == wanted)
    }
}

/// The options of a built-in field. `None` if the workspace does not have the field: the task type, the component, the fix
/// version and the sprint appear with the first row of their kinds.
fn choices_of(field: Field, tables: &Tables, lists: &[Choice]) -> Option<Vec<Choice>> {
    let some = |choices: Vec<Choice>| (!choices.is_empty()).then_some(choices);
    let word = |id: &str, name: &str| Choice { id: id.to_owned(), name: name.to_owned(), is_named: true };
    Some(match field {
        Field::Assignee | Field::CompletedBy | Field::Creator | Field::Reporter => people(tables),
        Field::Component => some(tables.components.values().map(|it| choice(it.id, &it.name)).collect())?,
        Field::Label => tables.labels.values().map(|it| choice(it.id, &it.name)).collect(),
        Field::Linked => Linked::ALL.map(|it| word(it.word(), it.name())).into(),
        Field::List => lists.to_vec(),
        Field::Priority => {
            [("day", "Day"), ("week", "Week"), ("month", "Month"), ("quarter", "Quarter"), ("year", "Year")]
                .map(|(id, name)| word(id, name))
                .into()
        }
        Field::Private => vec![yes()],
        Field::Sprint => some(tables.sprints.values().map(|it| choice(it.id, &it.name)).collect())?,
        Field::Status => tables.statuses.values().map(|it| choice(it.id, &it.name)).collect(),
        Field::Type => some(tables.task_types.values().map(|it| choice(it.id, &it.name)).collect())?,
        Field::Version => some(tables.fix_versions.values().map(|it| choice(it.id, &it.name)).collect())?,
        Field::Completed | Field::Created | Field::Due | Field::Parent | Field::Start | Field::Title => vec![],
        Field::Attribute(_) => return None,
    })
}

/// The system attribute that a field is.
fn key_of(field: Field) -> Option<SystemKey> {
    Some(match field {
        Field::Assignee => SystemKey::Assignees,
        Field::Completed => SystemKey::CompletedAt,
        Field::CompletedBy => SystemKey::CompletedByUserId,
        Field::Created => SystemKey::CreatedAt,
        Field::Creator => SystemKey::CreatedUser,
        Field::Due => SystemKey::DueDate,
        Field::Label => SystemKey::Labels,
        Field::List => SystemKey::Lists,
        Field::Priority => SystemKey::Priority,
        Field::Start => SystemKey::StartDate,
        Field::Status => SystemKey::Status,
        Field::Type => SystemKey::TaskTypeId,
        _ => return None,
    })
}

fn choice(id: impl std::fmt::Display, name: &str) -> Choice {
    Choice { id: id.to_string(), name: name.to_owned(), is_named: true }
}

/// The labels that the values of an attribute may have. A label that has left the sets stays in values: a filter may
/// name it by its id, but not by its name.
fn labels_of(attribute: &Attribute, tables: &Tables) -> Vec<Choice> {
    let is_named = |id| attribute.offers(OptionId(id));
    tables.labels.values().map(|it| Choice { is_named: is_named(it.id.0), ..choice(it.id, &it.name) }).collect()
}

fn yes() -> Choice {
    Choice { id: TRUE.to_owned(), name: "Yes".to_owned(), is_named: true }
}

fn people(tables: &Tables) -> Vec<Choice> {
    let is_named = |member: &Member| member.state != MemberState::Left;
    tables.members.values().map(|it| Choice { is_named: is_named(it), ..choice(it.id, &name_of(it)) }).collect()
}

/// The name of a person, as pages show it.
fn name_of(Member { firstname, lastname, username, .. }: &Member) -> String {
    let name = format!("{firstname} {lastname}");
    let name = name.trim();
    if name.is_empty() { username.clone() } else { name.to_owned() }
}
