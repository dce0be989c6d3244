//! Answers commands in the order in which they came (CM1), however long each takes.

use std::time::{Duration, Instant};

use actix::{Message, Recipient};
use actors::domain::decide::Order;
use actors::domain::ids::WorkspaceId;
use actors::domain::refusal::Refusal;
use actors::wire::NodeFrame;
use actors::{Ack, PendingAnswer, Stage};
use bytestring::ByteString;
use tokio::sync::mpsc;
use tracing::Span;

use crate::metrics::Metrics;

/// An answer, ready to be sent.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct Answered(pub ByteString);

/// A command that was handed to the stage, with its answer to come.
pub(super) struct Asked {
    pub order: Order,
    pub answer: Answer,
    pub at: Instant,
    pub span: Span,
}

pub(super) enum Answer {
    Pending(PendingAnswer),
    /// The command was refused before it was handed over.
    Known(Refusal),
}

/// Waits for the answers one after the other and passes them on. An answer is dropped if its workspace falls off the
/// stage; the command is then handed over again under the same id, until it has an answer.
pub(super) async fn answer_in_order(
    stage: Stage,
    workspace: WorkspaceId,
    mut asked: mpsc::UnboundedReceiver<Box<Asked>>,
    to: Recipient<Answered>,
    metrics: Metrics,
) {
    while let Some(asked) = asked.recv().await {
        let Asked { order, answer, at, span } = *asked;
        let id = order.id;
        let outcome = match answer {
            Answer::Known(refusal) => Err(refusal),
            Answer::Pending(mut pending) => loop {
                match pending.await {
                    Ok(outcome) => break outcome,
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        pending = stage.hand_over(workspace, order.clone());
                    }
                }
            },
        };
        let said = if outcome.is_ok() { "acked" } else { "refused" };
        metrics.command(said, at.elapsed());
        span.record("answer", said);
        let frame = match outcome {
            Ok(Ack { scope, seq }) => NodeFrame::Ack { id, scope, seq },
            Err(error) => NodeFrame::Refused { id, error },
        };
        to.do_send(Answered(frame.encode()));
    }
}
