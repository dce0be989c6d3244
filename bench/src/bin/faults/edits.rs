//! The commands of a simulated user.

use bench::history::Effect;
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;

/// The protocol's limits: bytes of a description, tickets of one command.
const DESCRIPTION: usize = 100_000;
const BATCH: usize = 700;
/// The largest message of the bus with events, in bytes.
pub const BUS: usize = 16 * 1024;

/// Returns a command and its effect, mostly on the few shared tickets.
pub fn next(rng: &mut StdRng, client: u32, tickets: &[Uuid]) -> (Value, Effect) {
    let newest = &tickets[tickets.len().saturating_sub(8)..];
    let word = format!("{client}.{:08x}", rng.random::<u32>());
    if newest.is_empty() || rng.random_range(0..100) < 12 {
        return create(&word);
    }
    let ticket = newest[rng.random_range(0..newest.len())];
    match rng.random_range(0..100) {
        0..55 => rename(ticket, &word),
        55..85 => {
            let command =
                json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": word});
            (command, Effect::Comment { ticket })
        }
        _ => {
            let other = newest[rng.random_range(0..newest.len())];
            let priority = ["day", "week", "month", "quarter", "year"][rng.random_range(0..5)];
            let ids = if other == ticket { vec![ticket] } else { vec![ticket, other] };
            (json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"priority": priority}}), Effect::Other)
        }
    }
}

/// The same, with new tickets in any of the lists.
pub fn next_in_lists(rng: &mut StdRng, client: u32, tickets: &[Uuid], lists: &[Uuid]) -> (Value, Effect) {
    if lists.is_empty() || rng.random_range(0..100) >= 30 {
        return next(rng, client, tickets);
    }
    let (mut command, effect) = create(&format!("{client}.{:08x}", rng.random::<u32>()));
    command["listIds"] = json!([lists[rng.random_range(0..lists.len())]]);
    (command, effect)
}

/// Mostly commands that exceed a message of the bus: descriptions up to the limit, and hundreds of tickets at once.
pub fn next_large(rng: &mut StdRng, client: u32, tickets: &[Uuid]) -> (Value, Effect) {
    let kind = rng.random_range(0..100);
    if tickets.is_empty() || kind < 20 {
        return next(rng, client, tickets);
    }
    let word = format!("{client}.{:08x} ", rng.random::<u32>());
    if kind < 90 {
        let ticket = tickets[rng.random_range(0..tickets.len())];
        // As long as allowed, or shorter and still too long for a message.
        let bytes = if kind < 30 { DESCRIPTION } else { rng.random_range(BUS..DESCRIPTION) };
        let text: String = word.chars().cycle().take(bytes).collect();
        let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"description": text}});
        return (command, Effect::Other);
    }
    let most = tickets.len().min(BATCH);
    let count = rng.random_range(most / 2..=most).max(1);
    let ids: Vec<Uuid> = rand::seq::index::sample(rng, tickets.len(), count).iter().map(|it| tickets[it]).collect();
    let effect = Effect::Set { tickets: ids.clone(), field: "title".into(), value: json!(word.trim()) };
    (json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"title": word.trim()}}), effect)
}

pub fn create(title: &str) -> (Value, Effect) {
    let ticket = Uuid::now_v7();
    let command = json!({"kind": "ticket.create", "ticketId": ticket, "title": title});
    (command, Effect::Create { ticket, title: title.to_owned() })
}

pub fn rename(ticket: Uuid, title: &str) -> (Value, Effect) {
    let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}});
    (command, Effect::Set { tickets: vec![ticket], field: "title".into(), value: json!(title) })
}
