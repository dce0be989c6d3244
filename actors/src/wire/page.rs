//! docs/PROTOCOL.md names what the wire has.

use crate::domain::{command::Command, entity::EntityKind};

const PAGE: &str = include_str!("../../../docs/PROTOCOL.md");

/// The names in backquotes of a table's first column. The table is the first one behind a heading.
fn first_column(heading: &str) -> Vec<&'static str> {
    let section = PAGE.split_once(&format!("\n{heading}\n")).expect("the heading").1;
    let rows = section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect()
}

#[test]
fn the_protocol_page_names_every_kind_of_entity_and_every_command() {
    let mut named = first_column("## Entities");
    let kinds = EntityKind::ALL.iter().map(|kind| serde_json::to_value(kind).expect("a name"));
    let mut known: Vec<String> = kinds.filter_map(|name| name.as_str().map(str::to_owned)).collect();
    named.sort_unstable();
    known.sort();
    assert_eq!(named, known);
    let mut named = first_column("### Commands");
    let mut known = Command::KINDS.to_vec();
    named.sort_unstable();
    known.sort_unstable();
    assert_eq!(named, known);
}
