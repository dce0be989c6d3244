//! The publisher. Messages that cannot be sent are dropped and counted: the other nodes find their events by the
//! journal's heads.

use std::sync::Arc;
use std::time::Duration;

use redis::AsyncConnectionConfig;
use redis::aio::MultiplexedConnection;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::link::{Pauses, Trouble};
use super::shared::{EVENT_BYTES, PATIENCE, Shared};
use crate::bus::BusMessage;
use crate::critical::catch_panic_now;

/// How often this node sends itself a probe.
const PROBE: Duration = Duration::from_secs(1);
/// At most this many messages go in one round trip.
const AT_ONCE: usize = 256;

pub(super) async fn run(shared: Arc<Shared>, mut waiting: mpsc::Receiver<BusMessage>) {
    let mut pauses = Pauses::default();
    loop {
        let trouble = match connect(&shared).await {
            Ok(connection) => {
                pauses.reset();
                match serve(&shared, connection, &mut waiting).await {
                    Err(trouble) => trouble,
                    // The bus was dropped.
                    Ok(()) => return,
                }
            }
            Err(trouble) => trouble,
        };
        shared.link.set_away(trouble);
        pauses.wait().await;
        // Messages from the time without a connection are dropped: their events are in the journal.
        let mut stale = 0;
        while waiting.try_recv().is_ok() {
            stale += 1;
        }
        shared.figures.outgoing_dropped(stale);
    }
}

async fn connect(shared: &Shared) -> Result<MultiplexedConnection, Trouble> {
    let config =
        AsyncConnectionConfig::new().set_connection_timeout(Some(PATIENCE)).set_response_timeout(Some(PATIENCE));
    Ok(shared.client.get_multiplexed_async_connection_with_config(&config).await?)
}

/// Sends all waiting messages at once. While a round trip is under way, messages gather for the next one.
async fn serve(
    shared: &Shared,
    mut connection: MultiplexedConnection,
    waiting: &mut mpsc::Receiver<BusMessage>,
) -> Result<(), Trouble> {
    let mut probes = interval(PROBE);
    probes.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut batch = Vec::with_capacity(AT_ONCE);
    loop {
        let mut pipeline = redis::pipe();
        tokio::select! {
            _ = probes.tick() => { pipeline.publish(&shared.channels.probe, "").ignore(); }
            () = shared.probe.notified() => { pipeline.publish(&shared.channels.probe, "").ignore(); }
            taken = waiting.recv_many(&mut batch, AT_ONCE) => {
                if taken == 0 {
                    return Ok(());
                }
            }
        }
        let (mut sent, mut without_events) = (0, 0);
        for message in batch.drain(..) {
            let channel = shared.channels.of(message.workspace());
            let Some((sealed, has_no_events)) = catch_panic_now(|| sealed(shared, &channel, message)) else {
                shared.figures.outgoing_dropped(1);
                continue;
            };
            sent += 1;
            without_events += usize::from(has_no_events);
            pipeline.publish(&channel, sealed).ignore();
        }
        if let Err(error) = pipeline.exec_async(&mut connection).await {
            shared.figures.outgoing_dropped(sent);
            return Err(error.into());
        }
        shared.figures.published(sent, without_events);
    }
}

/// Seals a message. Large events are left out, to be read from the journal. Returns true if the message has no events.
fn sealed(shared: &Shared, channel: &str, mut message: BusMessage) -> (Vec<u8>, bool) {
    let sealed = shared.envelopes.seal(channel, &message);
    if let BusMessage::Advanced { events, .. } = &mut message
        && (events.is_none() || sealed.len() > EVENT_BYTES)
    {
        return match events.take() {
            Some(_) => (shared.envelopes.seal(channel, &message), true),
            None => (sealed, true),
        };
    }
    (sealed, false)
}
