//! Reads a Yjs document as a tree, and refuses what the schema does not allow.

use yrs::types::text::YChange;
use yrs::{Any, Number, Out, ReadTxn, Text, Xml, XmlElementRef, XmlFragment, XmlOut, XmlTextRef};

use super::{
    DEPTH, NODES, ROOT,
    fault::Fault,
    schema,
    tree::{Attributes, Child, Element, Mark, Marks, Run, Tag, Tree, Value},
};

/// The tree of a document, and the number of its nodes and runs of text.
///
/// # Errors
/// `Forbidden`, and `TooMuch` if the document has too many nodes or nests too deep.
pub(super) fn read<T: ReadTxn>(txn: &T) -> Result<(Tree, usize), Fault> {
    let Some(root) = txn.get_xml_fragment(ROOT) else { return Ok((Tree::new(), 0)) };
    let mut reader = Reader { txn, nodes: 0 };
    let children = reader.children(&root, None, 0)?;
    let only_elements = children.into_iter().map(|child| match child {
        Child::Element(element) => Ok(element),
        Child::Text(_) => Err(Fault::Forbidden),
    });
    Ok((only_elements.collect::<Result<_, _>>()?, reader.nodes))
}

/// One node of the document, for the merge of outside writes.
///
/// # Errors
/// As [`read`].
pub(super) fn read_element<T: ReadTxn>(txn: &T, element: &XmlElementRef) -> Result<Element, Fault> {
    Reader { txn, nodes: 0 }.element(element, 0)
}

struct Reader<'t, T> {
    txn: &'t T,
    nodes: usize,
}

impl<T: ReadTxn> Reader<'_, T> {
    fn count(&mut self) -> Result<(), Fault> {
        self.nodes += 1;
        if self.nodes > NODES { Err(Fault::TooMuch) } else { Ok(()) }
    }

    fn children(&mut self, of: &impl XmlFragment, parent: Option<Tag>, depth: usize) -> Result<Vec<Child>, Fault> {
        if depth > DEPTH {
            return Err(Fault::TooMuch);
        }
        let mut children = Vec::new();
        let mut seen = 0;
        for child in of.children(self.txn) {
            seen += 1;
            match child {
                XmlOut::Element(element) => {
                    let element = self.element(&element, depth + 1)?;
                    if !schema::allows(parent, element.tag) {
                        return Err(Fault::Forbidden);
                    }
                    children.push(Child::Element(element));
                }
                XmlOut::Text(text) => {
                    let Some(tag) = parent.filter(|tag| schema::holds_text(*tag)) else { return Err(Fault::Forbidden) };
                    children.push(Child::Text(self.text(&text, tag)?));
                }
                XmlOut::Fragment(_) => return Err(Fault::Forbidden),
            }
        }
        // The iterator stops at a child that is no node of XML.
        if seen == of.len(self.txn) { Ok(children) } else { Err(Fault::Forbidden) }
    }

    fn element(&mut self, element: &XmlElementRef, depth: usize) -> Result<Element, Fault> {
        self.count()?;
        let tag = element.try_tag().and_then(|name| Tag::named(name)).ok_or(Fault::Forbidden)?;
        let mut attributes = Attributes::new();
        for (name, value) in element.attributes(self.txn) {
            if let Some(value) = value_of(value)? {
                schema::add_attribute(tag, name, value, &mut attributes)?;
            }
        }
        let children = self.children(element, Some(tag), depth)?;
        Ok(Element { tag, attributes, children })
    }

    fn text(&mut self, text: &XmlTextRef, parent: Tag) -> Result<Vec<Run>, Fault> {
        if text.attributes(self.txn).next().is_some() {
            return Err(Fault::Forbidden);
        }
        let mut runs: Vec<Run> = Vec::new();
        for part in text.diff(self.txn, YChange::identity) {
            self.count()?;
            let Out::Any(Any::String(text)) = part.insert else { return Err(Fault::Forbidden) };
            if text.contains('\0') {
                return Err(Fault::Forbidden);
            }
            let mut marks = Marks::new();
            for (name, value) in part.attributes.iter().flat_map(|it| it.iter()) {
                add_mark(name, value, parent, &mut marks)?;
            }
            match runs.last_mut() {
                Some(run) if run.marks == marks => run.text.push_str(&text),
                _ => runs.push(Run { text: text.to_string(), marks }),
            }
        }
        Ok(runs)
    }
}

fn add_mark(name: &str, value: &Any, parent: Tag, to: &mut Marks) -> Result<(), Fault> {
    let attributes = match value {
        Any::Null | Any::Undefined => return Ok(()),
        Any::Map(attributes) => attributes,
        _ => return Err(Fault::Forbidden),
    };
    let mark = Mark::named(name).filter(|_| schema::holds_marks(parent)).ok_or(Fault::Forbidden)?;
    let mut read = Attributes::new();
    for (name, value) in attributes.iter() {
        if let Some(value) = value_of(Out::Any(value.clone()))? {
            schema::add_mark_attribute(mark, name, value, &mut read)?;
        }
    }
    if mark == Mark::Link && !read.contains_key("href") {
        return Err(Fault::Forbidden);
    }
    to.insert(mark, read);
    Ok(())
}

/// The value of an attribute; `None` for null.
fn value_of(value: Out) -> Result<Option<Value>, Fault> {
    let Out::Any(any) = value else { return Err(Fault::Forbidden) };
    Ok(Some(match any {
        Any::Null | Any::Undefined => return Ok(None),
        Any::Bool(flag) => Value::Flag(flag),
        Any::String(text) if !text.contains('\0') => Value::Text(text.to_string()),
        Any::Number(number) => Value::Number(whole(number)?),
        Any::Array(numbers) => Value::Numbers(numbers.iter().map(whole_of).collect::<Result<_, _>>()?),
        _ => return Err(Fault::Forbidden),
    }))
}

fn whole_of(any: &Any) -> Result<i64, Fault> {
    match any {
        Any::Number(number) => whole(*number),
        // A column without a width of its own.
        Any::Null => Ok(0),
        _ => Err(Fault::Forbidden),
    }
}

fn whole(number: Number) -> Result<i64, Fault> {
    match number {
        Number::Int(whole) => Ok(whole),
        Number::Float(float) if float.fract() == 0.0 && float.abs() < 1e9 => Ok(float as i64),
        Number::Float(_) => Err(Fault::Forbidden),
    }
}
