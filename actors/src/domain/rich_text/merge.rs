//! Turns a description that was written from outside into an update of the document (TX24).
//!
//! The difference between the last written description and the new one is made an edit of a copy of the document as it was
//! then. So it is concurrent with what was typed meanwhile, and both stay.

use std::collections::HashMap;

use similar::{Algorithm, DiffOp, capture_diff_slices};
use yrs::{BranchID, ReadTxn, Text, TransactionMut, Xml, XmlElementRef, XmlFragment, XmlOut, XmlTextRef};

use super::{
    markdown::key_of,
    read::{read, read_element},
    schema,
    tree::{Child, Element, Marks, Run, Tag, Tree, Value, push_text},
    write::{any, changed_formats, insert_children, insert_run},
};

/// Comparing two texts takes at most this many steps. Longer ones are replaced between their first and last difference.
const STEPS: usize = 4_000_000;

/// The blocks of the document as it is now: those that have changed since are not deleted.
pub(super) struct Now(HashMap<BranchID, String>);

impl Now {
    pub(super) fn of<T: ReadTxn>(txn: &T) -> Self {
        let mut keys = HashMap::new();
        for block in blocks(txn) {
            if let Ok(element) = read_element(txn, &block) {
                keys.insert(id_of(&block), key_of(&Child::Element(element)));
            }
        }
        Self(keys)
    }

    fn has_changed(&self, block: &XmlOut, key: &str) -> bool {
        self.0.get(&block.id()).is_some_and(|now| now != key)
    }
}

fn blocks<T: ReadTxn>(txn: &T) -> Vec<XmlElementRef> {
    let root = txn.get_xml_fragment(super::ROOT);
    root.map(|root| root.children(txn).filter_map(XmlOut::into_xml_element).collect()).unwrap_or_default()
}

fn id_of(element: &XmlElementRef) -> BranchID {
    XmlOut::Element(element.clone()).id()
}

/// Makes a document equal to a tree, by the smallest edit.
pub(super) fn change_into(txn: &mut TransactionMut<'_>, new: Tree, now: &Now) {
    let Ok((old, _)) = read(txn) else { return };
    let Some(root) = txn.get_xml_fragment(super::ROOT) else { return };
    let new = with_mentions(new, &old);
    let children = |tree: Tree| tree.into_iter().map(Child::Element).collect::<Vec<_>>();
    change_children(txn, &root, &children(old), &children(new), Some(now));
}

/// Markdown holds only the name of a mention. If the old document mentions that name, the mention stays.
fn with_mentions(new: Tree, old: &Tree) -> Tree {
    let mut known = HashMap::new();
    for element in old {
        collect_mentions(element, &mut known);
    }
    if known.is_empty() {
        return new;
    }
    new.into_iter().map(|element| mentioning(element, &known)).collect()
}

fn collect_mentions(element: &Element, into: &mut HashMap<String, Element>) {
    if element.tag == Tag::Mention {
        into.insert(element.text_of("label").to_owned(), element.clone());
    }
    element.elements().for_each(|child| collect_mentions(child, into));
}

fn mentioning(element: Element, known: &HashMap<String, Element>) -> Element {
    let mut children = Vec::new();
    let inline = schema::holds_marks(element.tag);
    for child in element.children {
        match child {
            Child::Element(child) => children.push(Child::Element(mentioning(child, known))),
            Child::Text(runs) if inline => runs.iter().for_each(|run| split_mentions(run, known, &mut children)),
            text => children.push(text),
        }
    }
    Element { children, ..element }
}

fn split_mentions(run: &Run, known: &HashMap<String, Element>, into: &mut Vec<Child>) {
    let mut rest = run.text.as_str();
    if run.marks.is_empty() {
        while let Some((before, mention, behind)) = first_mention(rest, known) {
            push_text(into, before, &run.marks);
            into.push(Child::Element(mention.clone()));
            rest = behind;
        }
    }
    push_text(into, rest, &run.marks);
}

fn first_mention<'t, 'k>(
    text: &'t str,
    known: &'k HashMap<String, Element>,
) -> Option<(&'t str, &'k Element, &'t str)> {
    text.match_indices('@').find_map(|(at, _)| {
        let behind = &text[at + 1..];
        let end = behind.find(|c: char| !(c.is_ascii_alphanumeric() || "._-".contains(c))).unwrap_or(behind.len());
        let name = behind[..end].trim_end_matches(['.', '-']);
        let mention = known.get(name)?;
        Some((&text[..at], mention, &behind[name.len()..]))
    })
}

/// A child with its place among the children of its node.
struct Placed<'c> {
    at: u32,
    child: &'c Child,
    key: String,
}

fn placed(children: &[Child]) -> Vec<Placed<'_>> {
    let placed = (0..).zip(children).map(|(at, child)| Placed { at, child, key: key_of(child) });
    // What Markdown does not show is not compared, and stays.
    placed.filter(|it| !it.key.is_empty()).collect()
}

fn change_children(
    txn: &mut TransactionMut<'_>,
    node: &impl XmlFragment,
    old: &[Child],
    new: &[Child],
    now: Option<&Now>,
) {
    let (before, after) = (placed(old), placed(new));
    let end = u32::try_from(old.len()).unwrap_or(u32::MAX);
    let place = |index: usize| before.get(index).map_or(end, |it| it.at);
    let keys = |side: &[Placed<'_>]| side.iter().map(|it| it.key.clone()).collect::<Vec<_>>();
    // From the last difference to the first, so that the places of the others stay.
    for op in differences(&keys(&before), &keys(&after)).into_iter().rev() {
        let (old_range, new_range) = (op.old_range(), op.new_range());
        let pairs = old_range.len().min(new_range.len());
        let (paired_old, rest_old) = before[old_range.clone()].split_at(pairs);
        let (paired_new, rest_new) = after[new_range].split_at(pairs);
        let behind = place(old_range.end);
        for it in rest_old.iter().rev() {
            remove(txn, node, it, now);
        }
        let inserted: Vec<Child> = rest_new.iter().map(|it| it.child.clone()).collect();
        let at = if rest_old.is_empty() { behind } else { rest_old[0].at };
        insert_children(txn, node, at.min(node.len(txn)), &inserted);
        for (old, new) in paired_old.iter().zip(paired_new).rev() {
            change_child(txn, node, old, new.child, now);
        }
    }
}

fn remove(txn: &mut TransactionMut<'_>, node: &impl XmlFragment, old: &Placed<'_>, now: Option<&Now>) {
    let Some(child) = node.get(txn, old.at) else { return };
    // A block in which a person has written meanwhile stays.
    if now.is_some_and(|now| now.has_changed(&child, &old.key)) {
        return;
    }
    node.remove(txn, old.at);
}

fn change_child(
    txn: &mut TransactionMut<'_>,
    node: &impl XmlFragment,
    old: &Placed<'_>,
    new: &Child,
    now: Option<&Now>,
) {
    match (old.child, new, node.get(txn, old.at)) {
        (Child::Text(before), Child::Text(after), Some(XmlOut::Text(text))) => change_text(txn, &text, before, after),
        (Child::Element(before), Child::Element(after), Some(XmlOut::Element(element))) if before.tag == after.tag => {
            change_attributes(txn, &element, before, after);
            change_children(txn, &element, &before.children, &after.children, None);
        }
        _ => {
            insert_children(txn, node, old.at + 1, std::slice::from_ref(new));
            remove(txn, node, old, now);
        }
    }
}

fn change_attributes(txn: &mut TransactionMut<'_>, element: &XmlElementRef, before: &Element, after: &Element) {
    for name in before.attributes.keys().filter(|name| !after.attributes.contains_key(*name)) {
        // Markdown does not hold these.
        if !matches!(*name, "width" | "height" | "colwidth" | "open") {
            element.remove_attribute(txn, name);
        }
    }
    let is_new = |(name, value): &(&&'static str, &Value)| before.attributes.get(**name) != Some(*value);
    for (name, value) in after.attributes.iter().filter(is_new) {
        element.insert_attribute(txn, *name, any(value));
    }
}

/// Changes the characters that differ in letter or marks.
fn change_text(txn: &mut TransactionMut<'_>, text: &XmlTextRef, before: &[Run], after: &[Run]) {
    let (old, new) = (characters(before), characters(after));
    let mut places: Vec<u32> = Vec::with_capacity(old.len() + 1);
    let mut place = 0;
    for (c, _) in &old {
        places.push(place);
        place += c.len_utf16() as u32;
    }
    places.push(place);
    let letters = |side: &[(char, &Marks)]| side.iter().map(|(c, _)| *c).collect::<Vec<_>>();
    let (mut old_end, mut new_end) = (old.len(), new.len());
    // From the end to the begin, so that the places of the others stay.
    for op in differences(&letters(&old), &letters(&new)).into_iter().rev() {
        let (removed, added) = (op.old_range(), op.new_range());
        mark_anew(txn, text, &old[removed.end..old_end], &new[added.end..new_end], &places[removed.end..]);
        (old_end, new_end) = (removed.start, added.start);
        let (from, length) = (places[removed.start], places[removed.end] - places[removed.start]);
        // The insertion goes before the removed text, so that text typed after the removed text stays after it.
        let mut at = from;
        for run in runs(&new[added]) {
            insert_run(txn, text, at, &run);
            at += run.text.encode_utf16().count() as u32;
        }
        if length > 0 {
            text.remove_range(txn, at, length);
        }
    }
    mark_anew(txn, text, &old[..old_end], &new[..new_end], &places);
}

/// Changes the marks of letters that both texts have. `places` are those of the old letters in the text.
fn mark_anew(
    txn: &mut TransactionMut<'_>,
    text: &XmlTextRef,
    old: &[(char, &Marks)],
    new: &[(char, &Marks)],
    places: &[u32],
) {
    let mut at = 0;
    while at < old.len().min(new.len()) {
        let (before, after) = (old[at].1, new[at].1);
        let same = old[at..].iter().zip(&new[at..]).take_while(|(a, b)| a.1 == before && b.1 == after).count();
        if before != after {
            text.format(txn, places[at], places[at + same] - places[at], changed_formats(before, after));
        }
        at += same;
    }
}

fn characters(runs: &[Run]) -> Vec<(char, &Marks)> {
    runs.iter().flat_map(|run| run.text.chars().map(move |c| (c, &run.marks))).collect()
}

fn runs(characters: &[(char, &Marks)]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (c, marks) in characters {
        match runs.last_mut() {
            Some(run) if run.marks == **marks => run.text.push(*c),
            _ => runs.push(Run { text: c.to_string(), marks: (*marks).clone() }),
        }
    }
    runs
}

/// The parts in which two sequences differ, in their order.
fn differences<T: Eq + std::hash::Hash + Ord>(old: &[T], new: &[T]) -> Vec<DiffOp> {
    let head = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev()).take_while(|(a, b)| a == b).count();
    let (old_middle, new_middle) = (&old[head..old.len() - tail], &new[head..new.len() - tail]);
    if old_middle.is_empty() && new_middle.is_empty() {
        return Vec::new();
    }
    if old_middle.len().saturating_mul(new_middle.len()) > STEPS {
        let (old_len, new_len) = (old_middle.len(), new_middle.len());
        return vec![DiffOp::Replace { old_index: head, old_len, new_index: head, new_len }];
    }
    let ops = capture_diff_slices(Algorithm::Myers, old_middle, new_middle);
    let mut parts: Vec<DiffOp> = Vec::new();
    for op in ops.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. })).map(|op| shifted(op, head)) {
        match parts.last_mut() {
            // A deletion and an insertion at one place are a replacement.
            Some(last)
                if last.old_range().end == op.old_range().start && last.new_range().end == op.new_range().start =>
            {
                *last = DiffOp::Replace {
                    old_index: last.old_range().start,
                    old_len: last.old_range().len() + op.old_range().len(),
                    new_index: last.new_range().start,
                    new_len: last.new_range().len() + op.new_range().len(),
                };
            }
            _ => parts.push(op),
        }
    }
    parts
}

fn shifted(op: DiffOp, by: usize) -> DiffOp {
    let (old, new) = (op.old_range(), op.new_range());
    DiffOp::Replace { old_index: old.start + by, old_len: old.len(), new_index: new.start + by, new_len: new.len() }
}
