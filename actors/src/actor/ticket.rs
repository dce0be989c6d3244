//! A ticket on stage: its confirmed state, between the batches that edit it.

use std::time::Duration;

use actix::{Actor, ActorContext, AsyncContext, Context, Handler, Recipient, SpawnHandle};

use super::messages::{Forget, Keep, Lend, StopNow, TicketIdle};
use crate::{domain::ids::TicketId, sync::StoredTicket};

/// A ticket that was not touched for this long leaves the stage.
const IDLE: Duration = Duration::from_secs(120);

/// Holds the state that the journal last confirmed. Rounds borrow the state; only a commit changes it.
pub(super) struct TicketActor {
    id: TicketId,
    generation: u64,
    parent: Recipient<TicketIdle>,
    confirmed: Option<StoredTicket>,
    idle: Option<SpawnHandle>,
}

impl TicketActor {
    pub(super) fn new(id: TicketId, generation: u64, parent: Recipient<TicketIdle>, ticket: StoredTicket) -> Self {
        Self { id, generation, parent, confirmed: Some(ticket), idle: None }
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
    type Result = Option<StoredTicket>;
    fn handle(&mut self, _: Lend, ctx: &mut Self::Context) -> Self::Result {
        self.touch(ctx);
        self.confirmed.clone()
    }
}

impl Handler<Keep> for TicketActor {
    type Result = ();
    fn handle(&mut self, Keep(ticket): Keep, _: &mut Self::Context) {
        self.confirmed = Some(ticket);
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
