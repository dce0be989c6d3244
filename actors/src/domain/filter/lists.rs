//! Attributes of some lists in filters: a ticket outside of these lists counts as one without a value, even if its row
//! still holds a value.

use super::{
    language::Language,
    tree::{Condition, Field, Filter, Want},
};

/// Adds the lists of attributes to a filter, as conditions.
pub fn within_lists(filter: Filter, language: &Language) -> Filter {
    match filter {
        Filter::All(parts) => Filter::All(parts.into_iter().map(|part| within_lists(part, language)).collect()),
        Filter::Any(parts) => Filter::Any(parts.into_iter().map(|part| within_lists(part, language)).collect()),
        Filter::Not(inner) => Filter::Not(Box::new(within_lists(*inner, language))),
        Filter::Is(condition) => match language.get(condition.field).and_then(|known| known.lists.as_ref()) {
            None => Filter::Is(condition),
            Some(lists) => {
                let lists = lists.iter().map(|list| Want::Choice(list.to_string())).collect();
                narrowed(condition, Filter::Is(Condition { field: Field::List, wants: lists }))
            }
        },
    }
}

fn narrowed(Condition { field, wants }: Condition, in_lists: Filter) -> Filter {
    let (none, some): (Vec<Want>, Vec<Want>) = wants.into_iter().partition(|want| matches!(want, Want::None));
    let mut parts = vec![Filter::All(vec![in_lists.clone(), Filter::Is(Condition { field, wants: some })])];
    if !none.is_empty() {
        parts.push(Filter::Not(Box::new(in_lists)));
        parts.push(Filter::Is(Condition { field, wants: none }));
    }
    Filter::Any(parts)
}
