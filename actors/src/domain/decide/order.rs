//! The orders that are decided, with their requester.

use std::sync::Arc;

use crate::domain::{
    command::Command,
    ids::{CommandId, UserId},
    kinds::{
        file::order::FileOrder,
        import::order::ImportOrder,
        member::{
            commands::NewMember, domain_join::DomainJoin, erase::Erase, group_role::GroupRole, profile::Profile,
            workspace_key::WorkspaceKey,
        },
        recurrence::repeat::Repeat,
        second_factor_rule::order::{FactorGate, RequireFactor},
        ticket::{describe::Describe, removal::PrivateRewrite, trash::Purge},
        url_link::order::PageRead,
    },
    origin::Origin,
    rights::Narrowing,
};

/// A command with all other input that its decision may use.
#[derive(Clone, Debug)]
pub struct Order {
    pub id: CommandId,
    pub by: UserId,
    /// What is left of the requester's rights: less than all of them if the order came with an API key.
    pub narrowing: Narrowing,
    /// Where the request came from; none for the server's own steps. Shared by all orders of a socket.
    pub from: Option<Arc<Origin>>,
    pub what: What,
}

/// The request of an order: a client's command, or a step that the server takes for a user.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum What {
    Command(Command),
    /// A person with an invitation becomes a member.
    Join(Box<NewMember>),
    /// A new account becomes a member because the workspace lists its mail domain.
    DomainJoin(Box<DomainJoin>),
    Import(ImportOrder),
    /// Copies what a person has changed of the account.
    Profile(Profile),
    /// Removes a person whose account was deleted from the workspace, and clears the member's name.
    Erase(Erase),
    /// Gives the role of a group at the provider that the person has signed in at.
    GroupRole(GroupRole),
    /// Makes or ends the rule that members need a second factor.
    RequireFactor(RequireFactor),
    /// Lets a person in, or keeps the person out, depending on whether the account has a second factor.
    FactorGate(FactorGate),
    /// Makes or revokes an API key of the workspace.
    WorkspaceKey(WorkspaceKey),
    /// Rewrites private tickets before the status, list or label that they name is deleted.
    RewritePrivate(PrivateRewrite),
    /// Deletes a ticket that has been in the trash for too long.
    Purge(Purge),
    /// Makes the next ticket of a recurrence.
    Repeat(Repeat),
    /// Adds a file whose bytes have arrived, or what the server does with it later.
    File(FileOrder),
    /// Notes what a linked page says of itself.
    Page(PageRead),
    /// Writes the document of a description into its ticket.
    Describe(Describe),
}

impl What {
    /// Stands for a command that could not be read; it is never judged.
    pub fn nothing() -> Self {
        Self::Import(ImportOrder::Tickets(Vec::new()))
    }
}
