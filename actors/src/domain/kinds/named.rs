//! What kinds with a name and a place in an order have in common.

use crate::domain::{
    limits,
    rank::Rank,
    refusal::{Refusal, RefusalCode},
};
use crate::words;

/// A new or changed name: one line that no other row of the kind has, in any case.
pub(super) fn unused<'n>(name: &str, mut others: impl Iterator<Item = &'n String>) -> Result<String, Refusal> {
    let name = limits::line("name", name, limits::NAME_CHARS)?;
    let wanted = name.to_lowercase();
    if others.any(|known| known.to_lowercase() == wanted) {
        return Err(Refusal::new(RefusalCode::AlreadyExists, words::name_taken(&name)).with_field("name"));
    }
    Ok(name)
}

/// The refusal of an id that a row already has.
pub(super) fn taken(field: &str) -> Refusal {
    Refusal::new(RefusalCode::AlreadyExists, words::ID_TAKEN).with_field(field)
}

/// The rank behind `after`, or before all others. The row that moves does not count.
pub(super) fn rank_behind<'r, Id: Copy + Ord + 'r>(
    rows: impl Iterator<Item = (Id, &'r Rank)>,
    after: Option<Id>,
    moving: Id,
    missing: &str,
) -> Result<Rank, Refusal> {
    let mut order: Vec<(Id, &Rank)> = rows.filter(|(id, _)| *id != moving).collect();
    order.sort_by(|a, b| (a.1, a.0).cmp(&(b.1, b.0)));
    let next = match after {
        None => 0,
        Some(after) => {
            1 + order
                .iter()
                .position(|(id, _)| *id == after)
                .ok_or_else(|| Refusal::not_found(missing).with_field("after"))?
        }
    };
    let low = next.checked_sub(1).and_then(|place| order.get(place)).map(|(_, rank)| *rank);
    Ok(Rank::between(low, order.get(next).map(|(_, rank)| *rank)))
}

/// A description of a row of the configuration: a few sentences, which may be empty.
pub(super) fn description(text: &str) -> Result<String, Refusal> {
    limits::prose("description", text.trim(), limits::CONFIG_DESCRIPTION_BYTES)
}
