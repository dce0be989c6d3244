//! What the registry hears on the bus, and passes on.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant as Tick};

use actix::{AsyncContext, Context, Handler, Message};
use uuid::Uuid;

use super::{
    registry::{OnStage, Registry},
    workspace::ToWorkspace,
};
use crate::{
    bus::{BusMessage, Heard},
    domain::ids::WorkspaceId,
    vital::turn_at_once,
};

/// How often a node says that it lives.
const ALIVE: Duration = Duration::from_secs(1);
/// At most so many messages of other nodes wait for one workspace; the heads tell of the rest.
const UNHEARD: usize = 1_024;

/// What another node says about a workspace.
pub(crate) struct FromNode {
    pub node: Uuid,
    pub message: BusMessage,
    _place: Place,
}

/// A place among what waits for a workspace, free again when the message has been taken or dropped.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn among(unheard: &Arc<AtomicUsize>) -> Option<Self> {
        let place = Self(unheard.clone());
        (unheard.fetch_add(1, Ordering::AcqRel) < UNHEARD).then_some(place)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

#[derive(Message)]
#[rtype(result = "()")]
struct FromBus(Heard);

impl Registry {
    pub(super) fn open_ears(&mut self, ctx: &mut Context<Self>) {
        let mut hearing = self.bus.hear();
        let own = ctx.address();
        let hearing = async move {
            while let Some(heard) = hearing.recv().await {
                own.do_send(FromBus(heard));
            }
        };
        actix::spawn(self.vital().watch("the registry's ear", hearing));
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
        let Some(OnStage { addr, unheard, .. }) = self.workspaces.get(&workspace) else { return };
        match Place::among(unheard) {
            Some(place) => addr.do_send(ToWorkspace::Heard(FromNode { node, message, _place: place })),
            None => self.bus.figures().dropped_in(),
        }
    }

    fn missed(&mut self, workspace: Option<WorkspaceId>, ctx: &mut Context<Self>) {
        self.look_soon(ctx);
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
    fn handle(&mut self, FromBus(heard): FromBus, ctx: &mut Self::Context) {
        // Every node hears it: none may fall by it.
        if turn_at_once(|| self.take(heard, ctx)).is_none() {
            self.bus.figures().dropped_in();
        }
    }
}

impl Registry {
    fn take(&mut self, heard: Heard, ctx: &mut Context<Self>) {
        let (node, message) = match heard {
            Heard::Missed(workspace) => return self.missed(workspace, ctx),
            Heard::Message { node, message } => (node, message),
        };
        let here = self.peers.speaks(node, Tick::now());
        match message {
            BusMessage::Advanced { workspace, .. } | BusMessage::WhoIsPresent { workspace } => {
                self.pass_on(workspace, node, message);
            }
            BusMessage::Present { workspace, .. } => {
                if here {
                    self.pass_on(workspace, node, message);
                }
            }
            BusMessage::SessionEnded { session } => {
                // Whoever does not listen asks the database.
                let _ = self.sessions_ended.send(session);
            }
            BusMessage::Alive { .. } => {}
            BusMessage::Goodbye => {
                self.peers.says_goodbye(node);
                self.forget_node(node);
            }
        }
    }
}
