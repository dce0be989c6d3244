//! Where the plan meets the stage.

use actors::Stage;
use actors::domain::{
    change::Op,
    decide::{Order, What},
    entity::ImportJob,
    ids::{CommandId, TicketId, UserId, WorkspaceId},
    import::ImportOrder,
    refusal::Refusal,
    rights::{Right, may},
};

use super::{
    job::{self, Surroundings, Written},
    life::give_signs,
    plan::{Context, Plan},
};

/// Somebody who may import into a workspace.
#[derive(Clone)]
pub struct Importer {
    stage: Stage,
    workspace: WorkspaceId,
    by: UserId,
}

impl Importer {
    /// # Errors
    /// `not_found` for who is not in the workspace, `forbidden` for who may not work there.
    pub async fn enter(stage: Stage, workspace: WorkspaceId, by: UserId) -> Result<Self, Refusal> {
        let entered = stage.enter(workspace, by).await?;
        if may(entered.role, Right::Work) { Ok(Self { stage, workspace, by }) } else { Err(Refusal::forbidden()) }
    }

    /// What a reader has to know.
    ///
    /// # Errors
    /// Where the database is away.
    pub async fn context(&self) -> Result<Context, Refusal> {
        let labels = self.stage.journal().labels(self.workspace).await?;
        // Of two labels of one name the older counts.
        let labels = labels.into_iter().rev().map(|(id, name)| (name.to_lowercase(), id)).collect();
        Ok(Context { workspace: self.workspace, now: self.stage.now(), labels })
    }

    /// How many tickets of a plan the workspace has already.
    ///
    /// # Errors
    /// Where the database is away.
    pub async fn known(&self, plan: &Plan) -> Result<usize, Refusal> {
        let ids: Vec<TicketId> = plan.tickets.iter().map(|it| it.ticket.id).collect();
        Ok(self.stage.journal().existing(self.workspace, ids).await?.len())
    }

    /// Carries a plan out and answers with the job as it ended. What happens on the way comes as events.
    pub async fn run(
        self,
        job: ImportJob,
        plan: Plan,
        stop: impl Fn() -> bool,
        tell: impl FnMut(&ImportJob),
    ) -> ImportJob {
        let submit = async |id: CommandId, order: &ImportOrder| self.carry_out(id, order).await;
        let clock = || self.stage.now();
        let (import, journal) = (job.id, self.stage.journal());
        tokio::select! {
            job = job::run(job, plan, Surroundings { submit, clock, stop, tell }) => job,
            never = give_signs(journal, self.workspace, import) => match never {},
        }
    }

    /// What was written is read from the event itself: nothing else knows it for certain.
    async fn carry_out(&self, id: CommandId, order: &ImportOrder) -> Result<Written, Refusal> {
        let what = What::Import(order.clone());
        let ack = self.stage.submit(self.workspace, Order { id, by: self.by, what }).await?;
        let mut written = Written::default();
        if !matches!(order, ImportOrder::Tickets(_)) {
            return Ok(written);
        }
        let events = self.stage.journal().events_since(ack.scope, ack.seq - 1, ack.seq, 1).await?;
        // CM4: an order that changes nothing is acked with somebody else's event.
        for change in events.into_iter().filter(|event| event.command_id == id).flat_map(|event| event.changes) {
            match change.op {
                Op::Create => written.created.insert(change.id),
                Op::Update => written.updated.insert(change.id),
                Op::Delete => false,
            };
        }
        Ok(written)
    }
}
