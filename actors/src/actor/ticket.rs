//! A ticket on stage: its confirmed state, between the batches that edit it.

use std::time::Duration;

use actix::{Actor, ActorContext, Addr, AsyncContext, Context, Handler, Message, SpawnHandle};

use super::workspace::{TicketIdle, WorkspaceActor};
use crate::domain::{entity::Ticket, ids::TicketId};

/// A ticket that nobody has touched for so long leaves the stage.
const IDLE: Duration = Duration::from_secs(120);

/// Holds what the journal last confirmed. Deciding borrows it; only a commit changes it.
pub(super) struct TicketActor {
    id: TicketId,
    generation: u64,
    parent: Addr<WorkspaceActor>,
    confirmed: Option<(Ticket, i64)>,
    idle: Option<SpawnHandle>,
}

/// Asks for the confirmed state with its version; `None` where it has to be loaded.
#[derive(Message)]
#[rtype(result = "Option<(Ticket, i64)>")]
pub(super) struct Lend;

/// The state after a commit.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Keep(pub Ticket, pub i64);

/// Another node has written: what is known here is old.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Forget;

/// From the parent, which holds the only address: nothing can be on its way behind this.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct StopNow;

impl TicketActor {
    pub(super) fn new(
        id: TicketId,
        generation: u64,
        parent: Addr<WorkspaceActor>,
        ticket: Ticket,
        version: i64,
    ) -> Self {
        Self { id, generation, parent, confirmed: Some((ticket, version)), idle: None }
    }

    fn touch(&mut self, ctx: &mut Context<Self>) {
        if let Some(timer) = self.idle.take() {
            ctx.cancel_future(timer);
        }
        let (id, generation) = (self.id, self.generation);
        self.idle = Some(ctx.run_later(IDLE, move |actor, _| actor.parent.do_send(TicketIdle { id, generation })));
    }
}

impl Actor for TicketActor {
    type Context = Context<Self>;

    fn started(&mut self, ctx: &mut Self::Context) {
        self.touch(ctx);
    }
}

impl Handler<Lend> for TicketActor {
    type Result = Option<(Ticket, i64)>;
    fn handle(&mut self, _: Lend, ctx: &mut Self::Context) -> Self::Result {
        self.touch(ctx);
        self.confirmed.clone()
    }
}

impl Handler<Keep> for TicketActor {
    type Result = ();
    fn handle(&mut self, Keep(ticket, version): Keep, _: &mut Self::Context) {
        self.confirmed = Some((ticket, version));
    }
}

impl Handler<Forget> for TicketActor {
    type Result = ();
    fn handle(&mut self, _: Forget, _: &mut Self::Context) {
        self.confirmed = None;
    }
}

impl Handler<StopNow> for TicketActor {
    type Result = ();
    fn handle(&mut self, _: StopNow, ctx: &mut Self::Context) {
        ctx.stop();
    }
}
