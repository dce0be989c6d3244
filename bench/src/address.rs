//! The address of the socket.

use actors::domain::entity::SCHEMA;

/// The path, with the schema number that a workspace with commons asks for (FO4).
pub fn socket() -> String {
    format!("/api/socket?schema={SCHEMA}")
}
