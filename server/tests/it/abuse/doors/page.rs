//! The generated page of rights, as a table.

use std::collections::BTreeMap;

const PAGE: &str = include_str!("../../../../../docs/RIGHTS.md");
/// The levels of a share, from the lowest.
pub const LEVELS: [&str; 4] = ["view", "comment", "edit", "manage"];

/// What a role allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    Yes,
    /// For own things.
    Own,
    No,
}

/// The row of a capability.
#[derive(Clone, Debug)]
pub struct Row {
    /// From the owner to the guest.
    pub cells: [Cell; 6],
    /// The place in [`LEVELS`] of the lowest share at which the capability is kept.
    pub share: usize,
}

/// The rows of the page by capability.
pub fn page() -> BTreeMap<&'static str, Row> {
    let rows = PAGE.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| {
        let columns: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let cell = |text: &&str| match *text {
            "yes" => Cell::Yes,
            "own" => Cell::Own,
            "" => Cell::No,
            other => panic!("{other} in {line}"),
        };
        let cells: Vec<Cell> = columns[2..8].iter().map(cell).collect();
        let share = LEVELS.iter().position(|level| *level == columns[8]).expect("a level");
        (columns[0].trim_matches('`'), Row { cells: cells.try_into().expect("six roles"), share })
    })
    .collect()
}
