//! The receiving half, which also watches both: if the node's own probes do not arrive, it reconnects.

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
    let mut before = false;
    loop {
        let Err(trouble) = listen(&shared, &mut before, &mut pauses).await;
        shared.link.lost(trouble);
        pauses.wait().await;
    }
}

/// Subscribes to all channels, and receives until something fails.
async fn listen(shared: &Shared, before: &mut bool, pauses: &mut Pauses) -> Result<Infallible, Trouble> {
    let (mut sink, mut stream) = timeout(PATIENCE, shared.client.get_async_pubsub()).await??.split();
    let all = [&shared.channels.control, &shared.channels.probe];
    timeout(PATIENCE, sink.subscribe(&all[..])).await??;
    let mut subscribed = HashSet::new();
    // This also covers workspaces that were followed before.
    keep_up(shared, &mut sink, &mut subscribed).await?;
    if std::mem::replace(before, true) {
        shared.figures.resubscribed();
    }
    shared.probe.notify_one();
    let mut probed = Instant::now();
    let mut watch = interval(WATCH);
    loop {
        tokio::select! {
            message = stream.next() => {
                let message = message.ok_or(Trouble("the connection to Redis was cut"))?;
                if message.get_channel_name() == shared.channels.probe {
                    probed = Instant::now();
                    pauses.reset();
                    if shared.link.connected() {
                        shared.inbox.receive(BusEvent::Missed(None));
                    }
                } else if catch_panic_now(|| take(shared, &message)).is_none() {
                    // The journal's heads show the events of the message.
                    shared.figures.dropped_in();
                }
            }
            () = shared.wishes.notified() => {
                for workspace in keep_up(shared, &mut sink, &mut subscribed).await? {
                    shared.inbox.receive(BusEvent::Missed(Some(workspace)));
                }
            }
            _ = watch.tick() => {
                shared.inbox.report_drop();
                if probed.elapsed() > SILENCE {
                    return Err(Trouble("Redis takes messages and does not pass them on"));
                }
            }
        }
    }
}

fn take(shared: &Shared, message: &Msg) {
    fail::point("bus");
    match shared.envelopes.open(message.get_channel_name(), message.get_payload_bytes()) {
        Ok((node, message)) => shared.inbox.receive(BusEvent::Message { node, message }),
        Err(Ignored::Own) => {}
        Err(Ignored::Unknown | Ignored::Unsealed) => shared.figures.ignored(),
    }
}

/// Subscribes and unsubscribes until the subscriptions match the followed workspaces. Returns the new ones.
async fn keep_up(
    shared: &Shared,
    sink: &mut PubSubSink,
    subscribed: &mut HashSet<WorkspaceId>,
) -> Result<Vec<WorkspaceId>, Trouble> {
    let wished = shared.followed().clone();
    let new: Vec<WorkspaceId> = wished.difference(subscribed).copied().collect();
    let over: Vec<WorkspaceId> = subscribed.difference(&wished).copied().collect();
    let names = |some: &[WorkspaceId]| -> Vec<String> {
        some.iter().map(|workspace| shared.channels.of(Some(*workspace))).collect()
    };
    for some in new.chunks(AT_ONCE) {
        timeout(PATIENCE, sink.subscribe(names(some))).await??;
    }
    for some in over.chunks(AT_ONCE) {
        timeout(PATIENCE, sink.unsubscribe(names(some))).await??;
    }
    *subscribed = wished;
    Ok(new)
}
