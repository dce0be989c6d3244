//! Writes a tree into a Yjs document, in the form of y-prosemirror.

use std::collections::HashMap;
use std::sync::Arc;

use yrs::types::Attrs;
use yrs::{
    Any, Number, Text, TransactionMut, Xml, XmlElementPrelim, XmlElementRef, XmlFragment, XmlTextPrelim, XmlTextRef,
};

use super::tree::{Attributes, Child, Element, Mark, Marks, Run, Value};

/// Inserts children into a node.
pub(super) fn insert_children(txn: &mut TransactionMut<'_>, into: &impl XmlFragment, at: u32, children: &[Child]) {
    for (place, child) in (at..).zip(children) {
        match child {
            Child::Element(element) => insert_element(txn, into, place, element),
            Child::Text(runs) => {
                let text: XmlTextRef = into.insert(txn, place, XmlTextPrelim::new(""));
                for run in runs {
                    push_run(txn, &text, run);
                }
            }
        }
    }
}

pub(super) fn insert_element(txn: &mut TransactionMut<'_>, into: &impl XmlFragment, at: u32, element: &Element) {
    let node: XmlElementRef = into.insert(txn, at, XmlElementPrelim::empty(element.tag.name()));
    for (name, value) in &element.attributes {
        node.insert_attribute(txn, *name, any(value));
    }
    insert_children(txn, &node, 0, &element.children);
}

fn push_run(txn: &mut TransactionMut<'_>, text: &XmlTextRef, run: &Run) {
    let end = text.len(txn);
    insert_run(txn, text, end, run);
}

pub(super) fn insert_run(txn: &mut TransactionMut<'_>, text: &XmlTextRef, at: u32, run: &Run) {
    text.insert_with_attributes(txn, at, &run.text, formats(&run.marks));
}

/// The formats of a run, with null for each mark that the run does not have: otherwise text in the middle of a bold text
/// would become bold.
fn formats(marks: &Marks) -> Attrs {
    let format = |mark: Mark| {
        let value = marks.get(&mark).map_or(Any::Null, map);
        (Arc::from(mark.name()), value)
    };
    Mark::ALL.into_iter().map(format).collect()
}

/// The formats in which two runs differ.
pub(super) fn changed_formats(before: &Marks, after: &Marks) -> Attrs {
    let differs = |mark: &Mark| before.get(mark) != after.get(mark);
    let format = |mark: Mark| (Arc::from(mark.name()), after.get(&mark).map_or(Any::Null, map));
    Mark::ALL.into_iter().filter(differs).map(format).collect()
}

fn map(attributes: &Attributes) -> Any {
    let fields: HashMap<String, Any> =
        attributes.iter().map(|(name, value)| ((*name).to_owned(), any(value))).collect();
    Any::Map(Arc::new(fields))
}

pub(super) fn any(value: &Value) -> Any {
    match value {
        Value::Text(text) => Any::String(text.as_str().into()),
        Value::Number(number) => Any::Number(Number::Int(*number)),
        Value::Flag(flag) => Any::Bool(*flag),
        Value::Numbers(numbers) => {
            let numbers: Vec<Any> = numbers.iter().map(|it| Any::Number(Number::Int(*it))).collect();
            Any::Array(numbers.into())
        }
    }
}
