//! Answers the commands of a socket in the order of their arrival (CM1).

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

/// The encoded frame of an answer.
#[derive(Message)]
#[rtype(result = "()")]
pub(super) struct AnswerFrame(pub ByteString);

/// A command of the socket, with its pending or known answer.
pub(super) struct CommandInOrder {
    pub order: Order,
    pub answer: Answer,
    pub at: Instant,
    pub span: Span,
}

pub(super) enum Answer {
    Pending(PendingAnswer),
    /// The command was refused before it reached the stage.
    Known(Refusal),
}

/// Waits for the answers one after another, and sends their frames to the socket. If a workspace actor stops without an
/// answer, such as by a panic, the command is handed over again under the same id.
pub(super) async fn answer_in_order(
    stage: Stage,
    workspace: WorkspaceId,
    mut commands: mpsc::UnboundedReceiver<Box<CommandInOrder>>,
    to: Recipient<AnswerFrame>,
    metrics: Metrics,
) {
    while let Some(command) = commands.recv().await {
        let CommandInOrder { order, answer, at, span } = *command;
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
        let result = if outcome.is_ok() { "acked" } else { "refused" };
        metrics.command(result, at.elapsed());
        span.record("answer", result);
        let frame = match outcome {
            Ok(Ack { scope, seq }) => NodeFrame::Ack { id, scope, seq },
            Err(error) => NodeFrame::Refused { id, error },
        };
        to.do_send(AnswerFrame(frame.encode()));
    }
}
