//! The subscriber. It also checks that both connections work: if the node's own probes do not arrive, it reconnects.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use redis::Msg;
use redis::aio::PubSubSink;
use tokio::time::{interval, timeout};

use super::link::{Pauses, Trouble};
use super::shared::{PATIENCE, Shared};
use crate::{
    bus::{BusEvent, envelope::Ignored},
    critical::catch_panic_now,
    domain::ids::WorkspaceId,
    fail,
};

/// Without a probe of its own for this long, a node takes its connection for dead.
const SILENCE: Duration = Duration::from_secs(3);
const WATCH: Duration = Duration::from_millis(500);
/// One command subscribes to at most this many channels.
const AT_ONCE: usize = 500;

pub(super) async fn run(shared: Arc<Shared>) {
    let mut pauses = Pauses::default();
    let mut was_subscribed = false;
    loop {
        let Err(trouble) = listen(&shared, &mut was_subscribed, &mut pauses).await;
        shared.link.set_away(trouble);
        pauses.wait().await;
    }
}

/// Subscribes to all channels, and receives until something fails.
async fn listen(shared: &Shared, was_subscribed: &mut bool, pauses: &mut Pauses) -> Result<Infallible, Trouble> {
    let (mut sink, mut stream) = timeout(PATIENCE, shared.client.get_async_pubsub()).await??.split();
    let all = [&shared.channels.control, &shared.channels.probe];
    timeout(PATIENCE, sink.subscribe(&all[..])).await??;
    let mut subscribed = HashSet::new();
    // Also subscribes to the workspaces that the node followed while the connection was down.
    update_subscriptions(shared, &mut sink, &mut subscribed).await?;
    if std::mem::replace(was_subscribed, true) {
        shared.figures.resubscribed();
    }
    shared.probe.notify_one();
    let mut last_probe = Instant::now();
    let mut watch = interval(WATCH);
    loop {
        tokio::select! {
            message = stream.next() => {
                let message = message.ok_or(Trouble("the connection to Redis was cut"))?;
                if message.get_channel_name() == shared.channels.probe {
                    last_probe = Instant::now();
                    pauses.reset();
                    if shared.link.set_connected() {
                        shared.inbox.receive(BusEvent::Missed(None));
                    }
                } else if catch_panic_now(|| take_message(shared, &message)).is_none() {
                    // The message is lost. The node finds its events when it next compares its position with the journal's heads.
                    shared.figures.incoming_dropped();
                }
            }
            () = shared.followed_changed.notified() => {
                for workspace in update_subscriptions(shared, &mut sink, &mut subscribed).await? {
                    shared.inbox.receive(BusEvent::Missed(Some(workspace)));
                }
            }
            _ = watch.tick() => {
                shared.inbox.report_drops();
                if last_probe.elapsed() > SILENCE {
                    return Err(Trouble("Redis takes messages and does not pass them on"));
                }
            }
        }
    }
}

/// Opens a message and puts it into the inbox.
fn take_message(shared: &Shared, message: &Msg) {
    fail::point("bus");
    match shared.envelopes.open(message.get_channel_name(), message.get_payload_bytes()) {
        Ok((node, message)) => shared.inbox.receive(BusEvent::Message { node, message }),
        Err(Ignored::Own) => {}
        Err(Ignored::Unknown | Ignored::Unsealed) => shared.figures.ignored(),
    }
}

/// Subscribes and unsubscribes until the subscriptions match the followed workspaces. Returns the new ones.
async fn update_subscriptions(
    shared: &Shared,
    sink: &mut PubSubSink,
    subscribed: &mut HashSet<WorkspaceId>,
) -> Result<Vec<WorkspaceId>, Trouble> {
    let wanted = shared.followed().clone();
    let new: Vec<WorkspaceId> = wanted.difference(subscribed).copied().collect();
    let ended: Vec<WorkspaceId> = subscribed.difference(&wanted).copied().collect();
    let names = |workspaces: &[WorkspaceId]| -> Vec<String> {
        workspaces.iter().map(|workspace| shared.channels.of(Some(*workspace))).collect()
    };
    for workspaces in new.chunks(AT_ONCE) {
        timeout(PATIENCE, sink.subscribe(names(workspaces))).await??;
    }
    for workspaces in ended.chunks(AT_ONCE) {
        timeout(PATIENCE, sink.unsubscribe(names(workspaces))).await??;
    }
    *subscribed = wanted;
    Ok(new)
}
