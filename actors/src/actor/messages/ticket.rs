//! To and from a ticket.

use actix::Message;

use crate::{domain::ids::TicketId, sync::StoredTicket};

/// Asks for the confirmed state; `None` if the state has to be loaded.
#[derive(Message)]
#[rtype(result = "Option<StoredTicket>")]
pub(in crate::actor) struct Lend;

/// The state after a commit.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct Keep(pub StoredTicket);

/// Another node has written: the confirmed state is stale.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct Forget;

/// To a ticket or a workspace, from its parent. The parent holds the only address, so nothing is on its way behind this
/// message.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct StopNow;

/// From a ticket that was not touched for a while.
#[derive(Message)]
#[rtype(result = "()")]
pub(in crate::actor) struct TicketIdle {
    pub id: TicketId,
    pub generation: u64,
}
