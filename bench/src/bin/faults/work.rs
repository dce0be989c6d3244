//! What a simulated person asks for next.

use bench::history::Effect;
use rand::Rng;
use rand::rngs::StdRng;
use serde_json::{Value, json};
use uuid::Uuid;

/// A command with what it does, mostly on the few tickets that everybody works on.
pub fn next(dice: &mut StdRng, client: u32, tickets: &[Uuid]) -> (Value, Effect) {
    let newest = &tickets[tickets.len().saturating_sub(8)..];
    let word = format!("{client}.{:08x}", dice.random::<u32>());
    if newest.is_empty() || dice.random_range(0..100) < 12 {
        return create(&word);
    }
    let ticket = newest[dice.random_range(0..newest.len())];
    match dice.random_range(0..100) {
        0..55 => rename(ticket, &word),
        55..85 => {
            let command =
                json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": word});
            (command, Effect::Comment { ticket })
        }
        _ => {
            let other = newest[dice.random_range(0..newest.len())];
            let priority = ["day", "week", "month", "quarter", "year"][dice.random_range(0..5)];
            let ids = if other == ticket { vec![ticket] } else { vec![ticket, other] };
            (json!({"kind": "tickets.update", "ticketIds": ids, "patch": {"priority": priority}}), Effect::Other)
        }
    }
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
