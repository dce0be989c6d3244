//! The contract of both buses.

use actors::bus::{BUS_QUEUE, BusEvent, BusMessage};
use uuid::Uuid;

use super::{EDGE, InProcess, Medium, OnRedis, advanced, advanced_in, sealed_bytes, seq_of, workspace};
use crate::support::until;

async fn messages_of_a_followed_workspace_reach_all_others_whole_and_in_order<M: Medium>() {
    let medium = M::open();
    let [mut sender, mut one, mut other] = [medium.end().await, medium.end().await, medium.end().await];
    let place = workspace();
    for node in [&mut sender, &mut one, &mut other] {
        node.follow(place).await;
    }
    let told: Vec<BusMessage> = (1..=1_000).map(|seq| advanced(place, seq, "words")).collect();
    sender.publish_all(told.clone()).await;
    for node in [&mut one, &mut other] {
        for message in &told {
            assert_eq!(node.next_message().await, (sender.bus.node(), message.clone()));
        }
    }
    assert!(sender.events.try_recv().is_err(), "a node does not receive its own message");
}

async fn messages_for_every_node_reach_every_node<M: Medium>() {
    let medium = M::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let session = Uuid::now_v7();
    let told =
        [BusMessage::SessionEnded { session }, BusMessage::Alive { version: "0.0.1".to_owned() }, BusMessage::Goodbye];
    sender.publish_all(told.clone()).await;
    for message in told {
        assert_eq!(other.next_message().await, (sender.bus.node(), message));
    }
}

async fn a_workspace_that_is_no_longer_followed_sends_no_messages<M: Medium>() {
    let medium = M::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let place = workspace();
    other.follow(place).await;
    sender.publish_all([advanced(place, 1, "heard")]).await;
    assert_eq!(seq_of(&other.next_message().await.1), Some(1));
    other.bus.unfollow(place);
    let mut seq = 1;
    until("nothing of it is heard", async || {
        seq += 1;
        sender.publish_all([advanced(place, seq, "not heard"), BusMessage::Goodbye]).await;
        let mut silent = true;
        while other.next_message().await.1 != BusMessage::Goodbye {
            silent = false;
        }
        silent
    })
    .await;
}

async fn a_message_carries_its_events_up_to_a_size_and_beyond_it_says_how_far_the_scope_has_come<M: Medium>() {
    let medium = M::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let place = workspace();
    other.follow(place).await;
    let mut beyond = 0;
    for (seq, bytes) in (1..).zip([EDGE - 1, EDGE, EDGE + 1, 100_000, 1_000]) {
        let told = advanced_in(place, seq, bytes);
        assert_eq!(sealed_bytes(&told), bytes);
        sender.publish_all([told.clone()]).await;
        let (_, heard) = other.next_message().await;
        let whole = bytes <= M::EVENTS_UP_TO;
        beyond += u64::from(!whole);
        assert!(heard == if whole { told } else { bare(told) }, "of {bytes} bytes");
        until("it is counted", async || sender.bus.figures().counts().bare == beyond).await;
    }
}

/// The same message without its events, which it only names.
fn bare(mut message: BusMessage) -> BusMessage {
    if let BusMessage::Advanced { events, .. } = &mut message {
        *events = None;
    }
    message
}

async fn a_slow_subscriber_delays_no_other_node_and_is_told_that_messages_were_missed<M: Medium>() {
    let medium = M::open();
    let [sender, mut slow] = [medium.end().await, medium.end().await];
    let place = workspace();
    slow.follow(place).await;
    let most = BUS_QUEUE as i64 + 500;
    sender.publish_all((1..=most).map(|seq| advanced(place, seq, "words"))).await;
    until("the queue is full", async || slow.bus.figures().counts().dropped_in > 0).await;
    for seq in 1..=BUS_QUEUE as i64 {
        assert_eq!(seq_of(&slow.next_message().await.1), Some(seq));
    }
    sender.publish_all([advanced(place, most + 1, "the last")]).await;
    loop {
        match slow.next().await {
            BusEvent::Missed(None) => break,
            BusEvent::Missed(what) => panic!("missed {what:?}"),
            BusEvent::Message { .. } => {}
        }
    }
}

macro_rules! on_both {
    ($($name:ident),+ $(,)?) => {$(
        mod $name {
            use super::*;

            #[actix::test]
            async fn in_process() {
                super::$name::<InProcess>().await;
            }

            #[actix::test]
            async fn on_redis() {
                super::$name::<OnRedis>().await;
            }
        }
    )+};
}

on_both!(
    messages_of_a_followed_workspace_reach_all_others_whole_and_in_order,
    messages_for_every_node_reach_every_node,
    a_workspace_that_is_no_longer_followed_sends_no_messages,
    a_message_carries_its_events_up_to_a_size_and_beyond_it_says_how_far_the_scope_has_come,
    a_slow_subscriber_delays_no_other_node_and_is_told_that_messages_were_missed,
);
