//! Announces this node to the others: each node writes its figures to the database.

use std::time::Duration;

use actors::critical::catch_panic;

use super::figures;
use crate::http::Door;
use crate::queries;

/// How often a node writes its figures.
const EVERY: Duration = Duration::from_secs(5);

/// Writes the figures of this node.
///
/// # Errors
/// When the database does not take them.
pub async fn announce_once(door: &Door) -> Result<(), String> {
    let figures = figures::of(door).await;
    let value = serde_json::to_value(&figures).map_err(|error| error.to_string())?;
    queries::nodes::write(&door.db, figures.id, value).await.map_err(|error| error.to_string())
}

/// Writes the figures of this node again and again, for as long as it runs.
pub async fn announce(door: Door) {
    let mut was_written = true;
    loop {
        tokio::time::sleep(EVERY).await;
        let written = catch_panic(announce_once(&door)).await.unwrap_or(Ok(()));
        // Other parts of the node log each failure of the database: one line is enough here.
        if let (Err(error), true) = (&written, was_written) {
            tracing::warn!(%error, "this node could not write its figures for the others");
        }
        was_written = written.is_ok();
    }
}
