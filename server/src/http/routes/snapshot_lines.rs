//! The lines of a snapshot, for the document alone: the stage writes them.

use actors::domain::entity::EntityKind;
use actors::wire::{SnapshotColumns, SnapshotEnd, SnapshotHead};
use serde::Serialize;
use utoipa::ToSchema;

/// A line of a snapshot by lines.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes lines that are written elsewhere")]
pub(crate) enum SnapshotLine {
    Head(SnapshotHead),
    Row(SnapshotRow),
    Scope(SnapshotScopeRow),
    End(SnapshotEnd),
}

/// A line of a snapshot by columns.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes lines that are written elsewhere")]
pub(crate) enum SnapshotColumnsLine {
    Head(SnapshotHead),
    Rows(SnapshotColumns),
    Scope(SnapshotScopeRow),
    End(SnapshotEnd),
}

/// An entity.
#[derive(Serialize, ToSchema)]
pub(crate) struct SnapshotRow {
    #[schema(value_type = String)]
    entity: EntityKind,
    /// The fields that docs/PROTOCOL.md names.
    #[schema(value_type = Object)]
    data: (),
}

/// The line before the rows of a scope.
#[derive(Serialize, ToSchema)]
pub(crate) struct SnapshotScopeRow {
    entity: ScopeWord,
    /// The id of the scope.
    #[schema(value_type = Object)]
    data: (),
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "describes lines that are written elsewhere")]
enum ScopeWord {
    Scope,
}
