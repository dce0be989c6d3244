//! Invitations to a workspace: links, and mails to one address. A token is stored as a hash only.

pub mod accept;
pub mod read;
mod records;
pub mod write;

use actors::domain::kinds::share::invited::InvitedList;
use actors::jobs::NewJob;
use sqlx::FromRow;
use time::OffsetDateTime;
use uuid::Uuid;

/// The most pending invitations of a workspace.
pub const MOST_OPEN: i64 = 1_000;

/// An invitation to be stored.
#[derive(Clone, Debug)]
pub struct NewInvitation {
    /// The hash of the token.
    pub token_hash: Vec<u8>,
    /// The role that the invitation gives: a word, or the id of a role of the workspace.
    pub role: String,
    /// The inviter.
    pub created_by: Uuid,
    /// The days for which the invitation is valid.
    pub days: i32,
    /// The number of people that may join; none without a limit.
    pub most_uses: Option<i32>,
    /// For an invitation by mail.
    pub mail: Option<NewMail>,
    /// The restricted lists that the invitation shares.
    pub lists: Vec<InvitedList>,
}

/// The address of an invitation, and its mail.
#[derive(Clone, Debug)]
pub struct NewMail {
    /// As the inviter wrote it.
    pub email: String,
    /// In the form for comparison.
    pub email_key: String,
    /// The value that the token is made of.
    pub seed: Uuid,
    /// Sends the mail.
    pub job: NewJob,
}

/// The id of an invitation, for members who may revoke it. It is part of the token's hash, and does not open the
/// invitation. Nodes of earlier builds make the same id.
macro_rules! invitation_id {
    () => {
        "encode(substring(i.token_hash from 1 for 16), 'hex')::uuid"
    };
}
use invitation_id;

/// An invitation that can still be accepted.
macro_rules! is_open {
    () => {
        "i.accepted_by is null and i.revoked_at is null and i.declined_at is null and i.expires_at > now()"
    };
}
pub(crate) use is_open;

/// A stored invitation, with what people see of it.
#[derive(Clone, Debug, FromRow)]
pub struct Stored {
    /// The hash of the token.
    pub token_hash: Vec<u8>,
    /// The id to name the invitation by.
    pub id: Uuid,
    /// The workspace that the invitation leads to.
    pub workspace_id: Uuid,
    /// The name of that workspace.
    pub workspace_name: String,
    /// A picture or an emoji.
    pub workspace_icon: Option<String>,
    /// The address that may accept, as the inviter wrote it; none for a link.
    pub email: Option<String>,
    /// The address in the form for comparison.
    pub email_key: Option<String>,
    /// The value that the token of a mail is made of; none for a link.
    pub mail_seed: Option<Uuid>,
    /// The role that the invitation gives: a word, or the id of a role of the workspace.
    pub role: String,
    /// The name of a role by id.
    pub role_name: Option<String>,
    /// The inviter.
    pub created_by: Uuid,
    /// The inviter's name in the workspace; empty if the inviter is unknown there.
    pub inviter_name: String,
    /// The time at which the invitation was made.
    pub created_at: OffsetDateTime,
    /// The time from which the invitation is no longer valid.
    pub expires_at: OffsetDateTime,
    /// Whether the invitation is too old.
    pub is_expired: bool,
    /// The number of people that may join; none without a limit.
    pub most_uses: Option<i32>,
    /// The number of people that have joined.
    pub uses: i32,
    /// Set when the last use is taken: the person who took it.
    pub accepted_by: Option<Uuid>,
    /// Whether the invitation was revoked.
    pub is_revoked: bool,
    /// Whether the invited person has declined.
    pub is_declined: bool,
    /// The time of the last mail.
    pub sent_at: Option<OffsetDateTime>,
    /// Whether the mail server has refused the last mail for good.
    pub mail_failed: bool,
    /// The restricted lists that the inviter has named. The inviter may have lost the right to share them.
    #[sqlx(json)]
    pub lists: Vec<InvitedList>,
}

/// Whether the person $2 has joined by the invitation $1. Nodes of earlier builds write `accepted_by` alone.
macro_rules! was_used {
    () => {
        "select exists (select from invitation_uses where token_hash = $1 and user_id = $2)
             or exists (select from invitations where token_hash = $1 and accepted_by = $2)"
    };
}
use was_used;

/// Selects [`Stored`], with a condition over `i`.
macro_rules! select_stored {
    ($($condition:expr),+) => {
        concat!(
            "select i.token_hash, ", invitation_id!(), " as id, i.workspace_id, w.name as workspace_name,
                    w.icon as workspace_icon, i.email, i.email_key, i.mail_seed, i.role, r.name as role_name,
                    i.created_by, i.created_at, i.expires_at, i.expires_at <= now() as is_expired,
                    coalesce(nullif(trim(concat_ws(' ', m.firstname, m.lastname)), ''), m.username, '') as inviter_name,
                    i.most_uses, i.uses, i.accepted_by,
                    i.revoked_at is not null as is_revoked, i.declined_at is not null as is_declined,
                    i.sent_at, i.mail_failed,
                    coalesce((select json_agg(json_build_object('listId', l.list_id, 'level', l.level) order by l.list_id)
                              from invitation_lists l where l.token_hash = i.token_hash), '[]') as lists
             from invitations i
             join workspaces w on w.id = i.workspace_id
             left join members m on m.workspace_id = i.workspace_id and m.id = i.created_by
             left join roles r on r.workspace_id = i.workspace_id and r.id::text = i.role
             where ", $($condition),+
        )
    };
}
use select_stored;
