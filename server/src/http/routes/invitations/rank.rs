//! Which roles a member may invite to.

use actors::domain::capability::Capability;
use actors::domain::entity::Role;
use actors::domain::rights::Standing;

/// The role with this name.
pub(super) fn role_of(name: &str) -> Option<Role> {
    serde_json::from_value(serde_json::Value::String(name.to_owned())).ok()
}

/// Whether a member who stands so may make a link for the role `wanted`: never one that allows more than their own.
pub(crate) fn may_invite_to(mine: Standing, wanted: &str) -> bool {
    mine.has(Capability::Invite) && role_of(wanted).is_some_and(|wanted| mine.covers(wanted.into()))
}
