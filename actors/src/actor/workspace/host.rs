//! The host of a workspace's core on a node: gives the core a clock, the state of the database, tickets and the journal.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use actix::{Addr, Recipient};
use bytes::Bytes;
use tokio::sync::oneshot;
use uuid::Uuid;

use super::tickets::TicketsOnStage;
use crate::{
    actor::{
        clock::Clock,
        messages::{FromWorkspace, JoinRequest},
        presence::Bandwidth,
        text::TextFigures,
        ticket::TicketActor,
    },
    bus::Bus,
    domain::{
        change::Event,
        date::Instant,
        ids::{CommandId, WorkspaceId},
        refusal::Refusal,
    },
    journal::{Journal, JournalError},
    text::TextTimes,
    wire::encode_event,
    workspace::{Ack, Entered, Failure, FailureKind, Host, SILENCE},
};

/// A slow or distant database counts as away only after this many times its last response time.
const RESPONSES: u32 = 3;

/// The arguments for starting a workspace actor.
pub(in crate::actor) struct WorkspaceOptions {
    pub id: WorkspaceId,
    pub generation: u64,
    pub registry: Recipient<FromWorkspace>,
    pub journal: Journal,
    pub bus: Arc<dyn Bus>,
    pub bandwidth: Arc<Bandwidth>,
    pub clock: Arc<Clock>,
    pub idle: Duration,
    pub text_figures: Arc<TextFigures>,
    pub text_times: TextTimes,
}

/// The tickets on stage, shared with the rounds of the same thread.
pub(super) type Tickets = Rc<RefCell<TicketsOnStage<Addr<TicketActor>>>>;

/// The host of a core on a node, shared with its rounds and reads. Cheap to clone.
#[derive(Clone)]
pub(super) struct Tools {
    pub workspace: WorkspaceId,
    pub journal: Journal,
    pub clock: Arc<Clock>,
    pub tickets: Tickets,
}

impl Host for Tools {
    type Reply = oneshot::Sender<Result<Ack, Refusal>>;
    type Socket = Box<JoinRequest>;
    type Question = oneshot::Sender<Result<Entered, Refusal>>;

    fn now(&self) -> Instant {
        self.clock.now()
    }

    fn tick(&self) -> Tick {
        Tick::now()
    }

    /// From the random last bits of a new id.
    fn random(&self) -> f64 {
        f64::from(Uuid::now_v7().as_u128() as u32) / f64::from(u32::MAX)
    }

    fn fresh_id(&self) -> CommandId {
        CommandId(Uuid::now_v7())
    }

    /// A slow database is not away: it answers some requests.
    fn database_is_away(&self) -> bool {
        let db = self.journal.db();
        db.silent_for() >= SILENCE.max(db.last_response_time() * RESPONSES)
    }

    fn is_waiting(&self, socket: &Box<JoinRequest>) -> bool {
        !socket.reply.is_closed()
    }

    fn encode(&self, event: &Arc<Event>) -> Bytes {
        encode_event(event)
    }
}

/// The failure of a read, for the core.
pub(super) fn failure(error: &JournalError) -> Failure {
    let kind = match error {
        JournalError::Away(_) => FailureKind::Away { outcome_unknown: false, too_slow: error.was_too_slow() },
        JournalError::Refused(_) => FailureKind::Refused,
    };
    Failure { kind, why: error.to_string() }
}

/// The failure of a commit, for the core.
pub(super) fn commit_failure(error: &JournalError) -> Failure {
    let Failure { kind, why } = failure(error);
    let kind = match kind {
        FailureKind::Away { too_slow, .. } => FailureKind::Away { outcome_unknown: error.may_be_stored(), too_slow },
        FailureKind::Refused => FailureKind::Refused,
    };
    Failure { kind, why }
}
