//! How an edit changes a value.

use super::{
    Attribute, AttributeType,
    value::{FieldEdit, FieldValue},
};
use crate::domain::{
    date::PlainDate,
    ids::{LabelId, OptionId, TicketId, UserId},
    limits,
    refusal::Refusal,
    world::World,
};
use crate::words;

/// The value of an attribute after an edit; `None` if it has none then.
///
/// # Errors
/// `validation_failed` with the name of the attribute, `not_found` for an option that the attribute does not have.
pub(in crate::domain) fn edited(
    world: &World,
    attribute: &Attribute,
    before: Option<&FieldValue>,
    edit: &FieldEdit,
) -> Result<Option<FieldValue>, Refusal> {
    let exists = |id: &OptionId| match attribute.value_type {
        // Whether a ticket may name a person is asked of new people only: a value keeps those who have left.
        AttributeType::Users => world.tables.members.contains_key(&UserId(id.0)),
        // The same holds for tickets.
        AttributeType::LinkedTasks => world.index.get(TicketId(id.0)).is_some(),
        _ if attribute.is_of_labels() => world.tables.labels.contains_key(&LabelId(id.0)),
        _ => world.tables.options.get(id).is_some_and(|it| it.attribute_id == attribute.id),
    };
    checked(attribute, before, edit, &exists)
}

/// The same, with the options that `exists` knows.
///
/// # Errors
/// As of [`edited`].
pub(super) fn checked(
    attribute: &Attribute,
    before: Option<&FieldValue>,
    edit: &FieldEdit,
    exists: &dyn Fn(&OptionId) -> bool,
) -> Result<Option<FieldValue>, Refusal> {
    let value = match (attribute.value_type, edit) {
        (AttributeType::Text, FieldEdit::Value(FieldValue::Text(text))) => {
            FieldValue::Text(limits::line("fields", text, limits::FIELD_CHARS)?)
        }
        (AttributeType::Url, FieldEdit::Value(FieldValue::Text(text))) => {
            let address = limits::line("fields", text, limits::ADDRESS_CHARS)?;
            if !limits::is_web_address(&address) {
                return Err(wrong(words::web_address_expected(&attribute.name)));
            }
            FieldValue::Text(address)
        }
        (AttributeType::Date, FieldEdit::Value(FieldValue::Text(text))) => {
            let date: Result<PlainDate, _> = serde_json::from_value(text.as_str().into());
            let date = date.map_err(|_| wrong_type(attribute))?;
            FieldValue::Text(date.to_string())
        }
        (AttributeType::Number, FieldEdit::Value(FieldValue::Number(number))) => {
            if !number.is_finite() || number.abs() > limits::FIELD_NUMBER {
                return Err(wrong(words::number_too_large(&attribute.name)));
            }
            // There is one zero: −0 would differ from it in a comparison of texts.
            FieldValue::Number(if *number == 0.0 { 0.0 } else { *number })
        }
        (AttributeType::Checkbox, FieldEdit::Value(FieldValue::Flag(on))) => {
            return Ok(on.then_some(FieldValue::Flag(true)));
        }
        (AttributeType::SingleSelect, FieldEdit::Value(FieldValue::Options(ids))) if ids.len() <= 1 => {
            return chosen(exists, attribute, before, ids.clone(), ids);
        }
        (
            AttributeType::MultiSelect | AttributeType::Users | AttributeType::LinkedTasks,
            FieldEdit::Value(FieldValue::Options(ids)),
        ) => {
            return chosen(exists, attribute, before, ids.clone(), ids);
        }
        (
            AttributeType::MultiSelect | AttributeType::Users | AttributeType::LinkedTasks,
            FieldEdit::Set { add, remove },
        ) => {
            let mut ids = before.map(|value| value.options().to_vec()).unwrap_or_default();
            ids.retain(|id| !remove.contains(id));
            ids.extend(add);
            return chosen(exists, attribute, before, ids, add);
        }
        _ => return Err(wrong_type(attribute)),
    };
    Ok(Some(value))
}

/// The options without duplicates, without deleted ones, and without labels that other labels replace. `named` are the
/// options that the edit names: each must exist, and a label must be in a set of the attribute or in the value before.
fn chosen(
    exists: &dyn Fn(&OptionId) -> bool,
    attribute: &Attribute,
    before: Option<&FieldValue>,
    ids: Vec<OptionId>,
    named: &[OptionId],
) -> Result<Option<FieldValue>, Refusal> {
    let had = before.map(FieldValue::options).unwrap_or_default();
    if !named.iter().all(|id| exists(id) && (attribute.offers(*id) || had.contains(id))) {
        let refusal = match attribute.value_type {
            AttributeType::Users => Refusal::not_found(words::NO_MEMBER),
            AttributeType::LinkedTasks => Refusal::not_found(words::NO_TASK),
            _ if attribute.is_of_labels() => Refusal::not_found(words::no_such_label(&attribute.name)),
            _ => Refusal::not_found(words::no_such_option(&attribute.name)),
        };
        return Err(refusal.with_field("fields"));
    }
    let mut kept: Vec<OptionId> = Vec::new();
    for id in ids.into_iter().filter(exists) {
        if !kept.contains(&id) {
            kept.push(id);
        }
    }
    let kept = attribute.one_of_single_sets(kept, named);
    limits::at_most("fields", kept.len(), limits::OPTIONS_CHOSEN)?;
    Ok((!kept.is_empty()).then_some(FieldValue::Options(kept)))
}

fn wrong(message: String) -> Refusal {
    Refusal::invalid("fields", message)
}

fn wrong_type(attribute: &Attribute) -> Refusal {
    let Attribute { name, value_type, .. } = attribute;
    wrong(match value_type {
        AttributeType::Text => words::field_text_expected(name),
        AttributeType::Number => words::field_number_expected(name),
        AttributeType::Date => words::field_date_expected(name),
        AttributeType::Checkbox => words::field_flag_expected(name),
        AttributeType::Url => words::web_address_expected(name),
        AttributeType::SingleSelect => words::field_option_expected(name),
        AttributeType::MultiSelect if attribute.is_of_labels() => words::field_labels_expected(name),
        AttributeType::MultiSelect => words::field_options_expected(name),
        AttributeType::Users => words::field_people_expected(name),
        AttributeType::LinkedTasks => words::field_tasks_expected(name),
    })
}
