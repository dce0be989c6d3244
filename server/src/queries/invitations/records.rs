//! What the audit log says of invitations.

use actors::domain::audit::{AuditKind, Record};
use serde_json::{Map, json};
use uuid::Uuid;

use super::NewInvitation;

/// The id of the invitation with a hash of its token.
pub(super) fn id_of(token_hash: &[u8]) -> Uuid {
    token_hash.first_chunk().map_or_else(Uuid::nil, |start| Uuid::from_bytes(*start))
}

/// The record of a new invitation.
pub(super) fn made(invitation: &NewInvitation) -> Record {
    let NewInvitation { token_hash, role, created_by: _, days, most_uses, mail, lists } = invitation;
    let kind = if mail.is_some() { AuditKind::InvitationSent } else { AuditKind::InvitationLinkCreated };
    let mut after = Map::from_iter([("role".to_owned(), json!(role)), ("days".to_owned(), json!(days))]);
    match mail {
        Some(mail) => after.insert("email".to_owned(), json!(mail.email)),
        None => after.insert("uses".to_owned(), json!(most_uses)),
    };
    if !lists.is_empty() {
        after.insert("lists".to_owned(), json!(lists));
    }
    Record { kind, subject: id_of(token_hash), before: None, after: Some(after) }
}

/// The record of what happens to an invitation with this role and address.
pub(super) fn of(kind: AuditKind, id: Uuid, role: String, email: Option<String>) -> Record {
    let mut fields = Map::from_iter([("role".to_owned(), json!(role))]);
    fields.extend(email.map(|email| ("email".to_owned(), json!(email))));
    let has_ended = matches!(kind, AuditKind::InvitationRevoked | AuditKind::InvitationDeclined);
    let (before, after) = if has_ended { (Some(fields), None) } else { (None, Some(fields)) };
    Record { kind, subject: id, before, after }
}
