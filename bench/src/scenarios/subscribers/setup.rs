//! Makes the workspace: an author, a reader, many people past the stage, and two tickets.

use bench::fill;
use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::client::Socket;
use crate::node::{Failure, Node};

/// All nodes of the part accept each other's tokens.
pub const SECRET: (&str, &str) = ("TROUPE_SECRET", "7a4e9d20c83b51f6e2079bd4a6138c5fd2e07b94c16a83f5");

/// The workspace with its tickets, each with the number of its subscribers in words.
pub struct Followed {
    /// The author, for signing in.
    pub name: String,
    pub workspace: String,
    pub tickets: [(Uuid, String); 2],
}

/// The reader subscribes to both tickets by hand, and all other people to the second. The author also follows both, but is
/// never notified of an own comment.
pub async fn set_up(pool: &PgPool, people: usize) -> Result<Followed, Failure> {
    let node = Node::start_with(&[SECRET]).await?;
    let name = format!("subscribers{}", std::process::id());
    let author = node.person(&name)?;
    let reader = node.person(&format!("{name}reader"))?;
    let workspace = node.workspace(&author, "Subscribers")?;
    node.join(&workspace, &author, &[&reader])?;
    let id = Uuid::parse_str(&workspace)?;
    let mut author = Socket::open(&node.addr, &author, &workspace).await?;
    let mut reader = Socket::open(&node.addr, &reader, &workspace).await?;
    let others = fill::members(pool, id, people.saturating_sub(1)).await?;
    let mut tickets = Vec::new();
    for subscribers in [&[][..], &others] {
        let ticket = Uuid::now_v7();
        author.carry_out(json!({"kind": "ticket.create", "ticketId": ticket, "title": "Commented"})).await?;
        let patch = json!({"manual": true});
        reader.carry_out(json!({"kind": "subscription.update", "ticketId": ticket, "patch": patch})).await?;
        fill::subscribers(pool, id, ticket, subscribers).await?;
        tickets.push((ticket, words(subscribers.len() + 1)));
    }
    sqlx::raw_sql("vacuum analyze users, members, ticket_subscriptions").execute(pool).await?;
    let tickets = tickets.try_into().map_err(|_| "not two tickets")?;
    Ok(Followed { name, workspace, tickets })
}

fn words(subscribers: usize) -> String {
    if subscribers == 1 { "1 subscriber".to_owned() } else { format!("{subscribers} subscribers") }
}
