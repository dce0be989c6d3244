//! Hands plans to the stage on behalf of one user.

use std::collections::HashMap;

use actors::Stage;
use actors::domain::{
    capability::Capability,
    change::Op,
    decide::{Order, What},
    entity::{AttributeType, ImportJob},
    ids::{CommandId, ListId, ScopeId, TicketId, UserId, WorkspaceId},
    kinds::import::order::ImportOrder,
    refusal::Refusal,
    rights::Narrowing,
};

use super::{
    abandoned::give_signs,
    job::{self, Surroundings, Written},
    other_ids,
    plan::{Context, Plan},
    records::{KnownTickets, Records},
};

/// The tickets of a plan that the workspace has already.
#[derive(Debug, Default)]
struct Look {
    known: usize,
    /// The id that the file gives to its new list, and the id of the list.
    list: Option<(ListId, ListId)>,
    /// The new ids, by the ids that the file gives.
    others: HashMap<TicketId, TicketId>,
}

/// A user who may import into a workspace, perhaps with less than all rights.
#[derive(Clone)]
pub struct Importer {
    stage: Stage,
    workspace: WorkspaceId,
    by: UserId,
    narrowing: Narrowing,
}

impl Importer {
    /// # Errors
    /// `not_found` if the user is no member of the workspace, `forbidden` if their role may not edit.
    pub async fn enter(
        stage: Stage,
        workspace: WorkspaceId,
        by: UserId,
        narrowing: Narrowing,
    ) -> Result<Self, Refusal> {
        let entered = stage.enter(workspace, by).await?;
        if narrowing.of(entered.standing).has(Capability::Import) {
            Ok(Self { stage, workspace, by, narrowing })
        } else {
            Err(Refusal::forbidden())
        }
    }

    /// Asks the database whether the user may still edit. A file takes time to arrive, and this node may not have
    /// learnt of changes meanwhile.
    ///
    /// # Errors
    /// As for `enter`, and if the database is away.
    pub async fn still_may(&self) -> Result<(), Refusal> {
        let standing = self.stage.standing(self.workspace, self.by, self.narrowing).await?;
        if standing.has(Capability::Import) { Ok(()) } else { Err(Refusal::forbidden()) }
    }

    /// The present state of the workspace, for a reader.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn context(&self) -> Result<Context, Refusal> {
        let entered = self.stage.enter(self.workspace, self.by).await?;
        let (seen, standing) = (entered.scopes, self.narrowing.of(entered.standing));
        let records = self.stage.journal().record_names(self.workspace, &seen).await?;
        let may = |capability| standing.has(capability);
        let labels = self.stage.journal().labels(self.workspace, &seen).await?;
        let lists = self.stage.journal().lists(self.workspace, &seen).await?.into_iter().collect();
        // Of two labels with one name, the older is used.
        let labels = labels.into_iter().rev().map(|(id, name)| (name.to_lowercase(), id)).collect();
        let (attributes, others) = (may(Capability::ManageAttributes), may(Capability::ManageLabels));
        let records = Records::of(records, &labels, attributes, others);
        let names_tickets = records.attributes.iter().any(|it| it.value_type == AttributeType::LinkedTasks);
        let tickets = if names_tickets && seen.contains(&self.workspace.scope()) {
            let (key, tickets) = self.stage.journal().named_tickets(self.workspace).await?;
            KnownTickets::of(&key, tickets)
        } else {
            KnownTickets::default()
        };
        Ok(Context { workspace: self.workspace, now: self.stage.now(), lists, labels, records, tickets })
    }

    /// How many of a plan's tickets the workspace already has and the importer can see.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn known(&self, plan: &Plan) -> Result<usize, Refusal> {
        Ok(self.look(plan).await?.known)
    }

    /// Finds the plan's tickets that exist, and derives new ids for those that the importer cannot see.
    async fn look(&self, plan: &Plan) -> Result<Look, Refusal> {
        /// Each round meets one more person who made their copy of a ticket private.
        const TURNS: usize = 8;
        let seen = self.stage.enter(self.workspace, self.by).await?.scopes;
        let mut look = Look::default();
        if let Some(list) = &plan.frame.list {
            look.list = Some((list.id, self.free_list(list.id, &seen).await?));
        }
        let target =
            |list: Option<ListId>| list.map(|id| look.list.filter(|(old, _)| *old == id).map_or(id, |it| it.1));
        let mut ids: HashMap<TicketId, (TicketId, Option<ListId>)> =
            plan.tickets.iter().map(|it| (it.ticket.id, (it.ticket.id, target(it.ticket.list)))).collect();
        for _ in 0..TURNS {
            let there = self.stage.journal().scopes_of(self.workspace, ids.keys().copied().collect()).await?;
            let (known, hidden): (Vec<_>, Vec<_>) = there.into_iter().partition(|(_, scope)| seen.contains(scope));
            look.known += known.len();
            ids = hidden
                .into_iter()
                .filter_map(|(id, _)| ids.get(&id).map(|of| (other_ids::next(id, of.1), *of)))
                .collect();
            look.others.extend(ids.iter().map(|(other, (id, _))| (*id, *other)));
            if ids.is_empty() {
                break;
            }
        }
        Ok(look)
    }

    /// The id for a new list: the first one that no list has which the importer cannot see.
    async fn free_list(&self, mut id: ListId, seen: &[ScopeId]) -> Result<ListId, Refusal> {
        /// Each turn meets one more list that was restricted after an import.
        const TURNS: usize = 8;
        for _ in 0..TURNS {
            let there = self.stage.journal().list_scope_of(self.workspace, id).await?;
            if there.is_none_or(|scope| seen.contains(&scope)) {
                break;
            }
            id = other_ids::next_list(id);
        }
        Ok(id)
    }

    /// Carries out a plan and returns the finished job. Progress comes as events.
    pub async fn run(
        self,
        job: ImportJob,
        mut plan: Plan,
        stop: impl Fn() -> bool,
        tell: impl FnMut(&ImportJob),
    ) -> ImportJob {
        match self.look(&plan).await {
            Ok(look) => {
                other_ids::put_list(&mut plan, look.list);
                other_ids::apply(&mut plan, &look.others);
            }
            // Without the lookup, the stage skips tickets whose id belongs to a private ticket.
            Err(refusal) => tracing::warn!(import = %job.id, %refusal, "an import could not look up its tickets"),
        }
        let submit = async |id: CommandId, order: &ImportOrder| self.carry_out(id, order).await;
        let clock = || self.stage.now();
        let (import, journal) = (job.id, self.stage.journal());
        tokio::select! {
            job = job::run(job, plan, Surroundings { submit, clock, stop, tell }) => job,
            never = give_signs(journal, self.workspace, import) => match never {},
        }
    }

    /// The written tickets are read from the event itself: no other source is certain.
    async fn carry_out(&self, id: CommandId, order: &ImportOrder) -> Result<Written, Refusal> {
        let what = What::Import(order.clone());
        let ack = self
            .stage
            .submit(self.workspace, Order { id, by: self.by, narrowing: self.narrowing, from: None, what })
            .await?;
        let mut written = Written::default();
        if !matches!(order, ImportOrder::Tickets(_)) {
            return Ok(written);
        }
        let events = self.stage.journal().events_since(ack.scope, ack.seq - 1, ack.seq, 1).await?;
        // CM4: an order that changes nothing is acked with the `seq` of an earlier event.
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
