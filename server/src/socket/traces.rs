//! Spans of commands, for a collector of traces.

use actors::domain::decide::{Order, What};
use actors::domain::ids::WorkspaceId;
use tracing::Span;
use tracing::field::Empty;

/// The target of spans that are for a collector of traces alone, and never in the log.
pub const TRACED: &str = "troupe::trace";

/// The span of a command. Without a collector the span is disabled and costs nothing.
pub(super) fn span_of(order: &Order, workspace: WorkspaceId) -> Span {
    let span = tracing::trace_span!(
        target: TRACED, parent: None, "command", id = %order.id, workspace = %workspace, kind = Empty, answer = Empty
    );
    if !span.is_disabled()
        && let What::Command(command) = &order.what
        && let Ok(command) = serde_json::to_value(command)
    {
        span.record("kind", command["kind"].as_str());
    }
    span
}
