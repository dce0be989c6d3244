//! Bus events, as the registry receives them and passes them on to workspaces.

use std::time::{Duration, Instant as Tick};

use actix::{AsyncContext, Context, Handler, Message};
use uuid::Uuid;

use super::{
    messages::{BacklogPlace, FromNode, ToWorkspace},
    registry::{OnStage, Registry},
};
use crate::{
    bus::{BusEvent, BusMessage},
    critical::catch_panic_now,
    domain::ids::WorkspaceId,
};

/// How often a node publishes that it lives.
const ALIVE: Duration = Duration::from_secs(1);
#[derive(Message)]
#[rtype(result = "()")]
struct FromBus(BusEvent);

impl Registry {
    pub(super) fn subscribe_to_bus(&mut self, ctx: &mut Context<Self>) {
        let mut events = self.bus.subscribe();
        let own = ctx.address();
        let pass_on = async move {
            while let Some(event) = events.recv().await {
                own.do_send(FromBus(event));
            }
        };
        actix::spawn(self.critical().watch("the registry's subscription to the bus", pass_on));
        ctx.run_interval(ALIVE, |registry, _| {
            registry.bus.publish(BusMessage::Alive { version: env!("CARGO_PKG_VERSION").to_owned() });
            for node in registry.peers.fallen_silent(Tick::now()) {
                tracing::warn!(%node, "a node has fallen silent");
                registry.forget_node(node);
            }
            registry.bus.figures().set_peers(registry.peers.count());
        });
    }

    fn forget_node(&self, node: Uuid) {
        for OnStage { addr, .. } in self.workspaces.values() {
            addr.do_send(ToWorkspace::NodeGone(node));
        }
    }

    /// Passes on what concerns a workspace, if it is on stage and not behind.
    fn pass_on(&self, workspace: WorkspaceId, node: Uuid, message: BusMessage) {
        let Some(OnStage { addr, bus_backlog, .. }) = self.workspaces.get(&workspace) else { return };
        match BacklogPlace::take(bus_backlog) {
            Some(place) => addr.do_send(ToWorkspace::FromNode(FromNode { node, message, _place: place })),
            None => self.bus.figures().incoming_dropped(),
        }
    }

    fn missed(&mut self, workspace: Option<WorkspaceId>, ctx: &mut Context<Self>) {
        self.read_heads_soon(ctx);
        let concerned: Vec<&OnStage> = match workspace {
            Some(workspace) => self.workspaces.get(&workspace).into_iter().collect(),
            None => self.workspaces.values().collect(),
        };
        for OnStage { addr, .. } in concerned {
            addr.do_send(ToWorkspace::Missed);
        }
    }
}

impl Handler<FromBus> for Registry {
    type Result = ();
    fn handle(&mut self, FromBus(event): FromBus, ctx: &mut Self::Context) {
        // Every node receives the message: a panic must not end them all.
        if catch_panic_now(|| self.take(event, ctx)).is_none() {
            self.bus.figures().incoming_dropped();
        }
    }
}

impl Registry {
    fn take(&mut self, event: BusEvent, ctx: &mut Context<Self>) {
        let (node, message) = match event {
            BusEvent::Missed(workspace) => return self.missed(workspace, ctx),
            BusEvent::Message { node, message } => (node, message),
        };
        let here = self.peers.mark_alive(node, Tick::now());
        match message {
            BusMessage::Advanced { workspace, .. } | BusMessage::WhoIsPresent { workspace } => {
                self.pass_on(workspace, node, message);
            }
            BusMessage::Text(ref text) => {
                let workspace = text.workspace;
                self.pass_on(workspace, node, message);
            }
            BusMessage::Present { workspace, .. } | BusMessage::TextSeen { workspace, .. } => {
                if here {
                    self.pass_on(workspace, node, message);
                }
            }
            BusMessage::SessionEnded { session } => {
                // Sessions that are not followed here are found in the database.
                let _ = self.sessions_ended.send(session);
            }
            BusMessage::Alive { .. } => {}
            BusMessage::Goodbye => {
                self.peers.mark_gone(node);
                self.forget_node(node);
            }
        }
    }
}
