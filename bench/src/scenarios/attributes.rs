//! 100,000 tickets (`BENCH_TICKETS`) with 20 attributes each, beside the same tickets without values: the snapshot, the
//! node's memory, and edits of values a second. A board of 1,000 such tickets.

use std::sync::Arc;

use bench::fill;
use serde_json::{Value, json};
use sqlx::{PgPool, postgres::PgPoolOptions};
use uuid::Uuid;

use super::{edits::closed_loop_with, snapshot};
use crate::client::Socket;
use crate::figures::Report;
use crate::node::database;
use crate::node::{Failure, Node};
use crate::settings;

/// The tickets of the board.
const BOARD: i32 = 1_000;
/// The types of the attributes; each ticket has a value of each.
const TYPES: [&str; 20] = [
    "text",
    "text",
    "text",
    "text",
    "number",
    "number",
    "number",
    "number",
    "date",
    "date",
    "date",
    "checkbox",
    "checkbox",
    "url",
    "singleSelect",
    "singleSelect",
    "singleSelect",
    "multiSelect",
    "multiSelect",
    "users",
];
/// The options of each select.
const OPTIONS: usize = 8;
const EDITORS: usize = 16;

/// An attribute, and the values of which each ticket has one.
struct Made {
    id: Uuid,
    values: Vec<Value>,
}

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    let tickets = settings::tickets()?;
    let pool = PgPoolOptions::new().max_connections(1).connect(&database()?).await?;
    let node = Node::start().await?;
    let name = format!("attributes{}", std::process::id());
    let token = node.person(&name)?;
    let plain = node.workspace(&token, "Without values")?;
    let valued = node.workspace(&token, "With values")?;
    fill::tickets(&pool, Uuid::parse_str(&plain)?, tickets).await?;
    let attributes = fill_valued(&pool, &node, &token, &valued, tickets).await?;
    let board = node.workspace(&token, "Board")?;
    fill_valued(&pool, &node, &token, &board, BOARD).await?;
    let figure = format!("a board of {BOARD} tickets with 20 attributes each, as a snapshot");
    report.row(&figure, snapshot::board(&node, &[&token], &board)?, "≥ 800/s");
    drop(node);
    for (figure, id) in [("without values", &plain), ("with 20 attributes each", &valued)] {
        // Each figure has a node of its own, so that one workspace does not take the memory that the other needed.
        let node = Node::start().await?;
        let token = node.sign_in(&name)?;
        let before = node.memory();
        let measured = snapshot::read(&node, &token, id)?;
        report.row(&format!("snapshot of {tickets} tickets {figure}"), measured, "");
        let grown = node.memory().saturating_sub(before) as f64;
        let each = grown / f64::from(tickets) / 1_024.0;
        report.row(
            &format!("memory of {tickets} tickets {figure}"),
            format!("{:.0} MiB; {each:.2} KiB a ticket", grown / 1_048_576.0),
            "",
        );
        let title: super::edits::Patch = Arc::new(|turn| json!({"title": format!("Edit {turn}")}));
        let (rate, acks) = closed_loop_with(&node, &token, id, EDITORS, title).await?;
        report.row(&format!("edits of titles/s, {tickets} tickets {figure}"), format!("{rate:.0}; acks {acks}"), "");
        if id == &valued {
            let field = attributes[4].id;
            let value: super::edits::Patch = Arc::new(move |turn| json!({"fields": {field.to_string(): turn}}));
            let (rate, acks) = closed_loop_with(&node, &token, id, EDITORS, value).await?;
            report.row(
                &format!("edits of a value/s, {tickets} tickets {figure}"),
                format!("{rate:.0}; acks {acks}"),
                "",
            );
        }
    }
    Ok(())
}

/// Fills a workspace with tickets, each with a value of each attribute.
async fn fill_valued(
    pool: &PgPool,
    node: &Node,
    token: &str,
    workspace: &str,
    tickets: i32,
) -> Result<Vec<Made>, Failure> {
    let id = Uuid::parse_str(workspace)?;
    fill::tickets(pool, id, tickets).await?;
    let me: Uuid = sqlx::query_scalar("select id from members where workspace_id = $1 and state = 'active' limit 1")
        .bind(id)
        .fetch_one(pool)
        .await?;
    let attributes = make(node, token, workspace, me).await?;
    for (nth, attribute) in attributes.iter().enumerate() {
        fill::values(pool, id, attribute.id, &attribute.values, i64::try_from(nth)?).await?;
    }
    Ok(attributes)
}

/// Makes the attributes by commands, and returns values for each.
async fn make(node: &Node, token: &str, workspace: &str, me: Uuid) -> Result<Vec<Made>, Failure> {
    let mut socket = Socket::open(&node.addr, token, workspace).await?;
    let mut made = Vec::new();
    for (nth, kind) in TYPES.iter().enumerate() {
        let id = Uuid::now_v7();
        let options: Vec<Uuid> =
            if kind.ends_with("Select") { (0..OPTIONS).map(|_| Uuid::now_v7()).collect() } else { Vec::new() };
        let mut command = json!({
            "kind": "attribute.create", "attributeId": id, "name": format!("Attribute {nth}"), "type": kind
        });
        if !options.is_empty() {
            let option = |(nth, id): (usize, &Uuid)| json!({"optionId": id, "name": format!("Option {nth}")});
            command["options"] = options.iter().enumerate().map(option).collect();
        }
        socket.carry_out(command).await?;
        let values = match *kind {
            "text" => (0..50).map(|n| json!(format!("A line of text, the usual length, number {n}"))).collect(),
            "number" => (0..50).map(|n| json!(f64::from(n) * 1.5)).collect(),
            "date" => (1..28).map(|n| json!(format!("2031-03-{n:02}"))).collect(),
            "checkbox" => vec![json!(true)],
            "url" => (0..50).map(|n| json!(format!("https://tracker.example/work/{n}"))).collect(),
            "singleSelect" => options.iter().map(|id| json!([id])).collect(),
            "multiSelect" => options.windows(2).map(|pair| json!(pair)).collect(),
            _ => vec![json!([me])],
        };
        made.push(Made { id, values });
    }
    Ok(made)
}
