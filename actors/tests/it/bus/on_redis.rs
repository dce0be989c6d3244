//! The contract of a bus that can be away.

use actors::bus::{BusEvent, BusMessage, BusState};
use actors::fail;

use super::{Medium, Node, OnRedis, advanced, redis_bus, seq_of, workspace};
use crate::support::{RedisServer, until};

fn connected(state: &BusState) -> bool {
    *state == BusState::Connected
}

fn away(state: &BusState) -> bool {
    !connected(state)
}

#[actix::test]
async fn f25_all_messages_arrive_again_after_redis_was_killed() {
    let mut medium = OnRedis::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let place = workspace();
    other.follow(place).await;
    for round in 1..=3 {
        medium.0.kill();
        for node in [&sender, &other] {
            node.is_in_state("it is known to be away", away).await;
            node.bus.publish(advanced(place, round, "into the void"));
        }
        medium.0.start_again();
        for node in [&sender, &other] {
            node.is_in_state("it is back", connected).await;
        }
        other.heard_that_it_missed(None).await;
        sender.publish_all([advanced(place, 100 * round, "heard")]).await;
        let heard = loop {
            let seq = seq_of(&other.next_message().await.1);
            if seq != Some(round) {
                break seq;
            }
        };
        assert_eq!(heard, Some(100 * round), "the workspace is followed as before");
    }
    assert_eq!(other.bus.figures().counts().resubscriptions, 3);
    assert_eq!(other.bus.figures().counts().ignored, 0);
}

#[actix::test]
async fn f08_a_message_that_panics_its_receiver_is_lost_alone() {
    let medium = OnRedis::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let place = workspace();
    other.follow(place).await;
    fail::arm_once("bus");
    sender.publish_all([advanced(place, 1, "poison"), advanced(place, 2, "heard")]).await;
    assert_eq!(seq_of(&other.next_message().await.1), Some(2));
    assert_eq!(other.bus.figures().counts().resubscriptions, 0, "it goes on with the next");
}

#[actix::test]
async fn f26_a_redis_that_accepts_and_does_not_answer_is_noticed_and_delays_no_publisher() {
    let medium = OnRedis::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    let place = workspace();
    other.follow(place).await;
    medium.0.pause();
    for seq in 1..=10_000 {
        sender.bus.publish(advanced(place, seq, "words"));
    }
    assert!(sender.bus.figures().counts().dropped_out > 0, "what waits is bounded");
    for node in [&sender, &other] {
        node.is_in_state("it is known to be away", away).await;
    }
    medium.0.resume();
    for node in [&sender, &other] {
        node.is_in_state("it is back", connected).await;
    }
    sender.publish_all([BusMessage::Goodbye]).await;
    while other.next_message().await.1 != BusMessage::Goodbye {}
}

#[actix::test]
async fn workspaces_followed_while_redis_is_away_are_subscribed_when_it_is_back() {
    let mut medium = OnRedis::open();
    let [sender, mut other] = [medium.end().await, medium.end().await];
    medium.0.kill();
    other.is_in_state("it is known to be away", away).await;
    let place = workspace();
    other.bus.follow(place);
    medium.0.start_again();
    other.heard_that_it_missed(None).await;
    sender.is_in_state("it is back", connected).await;
    sender.publish_all([advanced(place, 1, "heard")]).await;
    assert_eq!(seq_of(&other.next_message().await.1), Some(1));
}

#[actix::test]
async fn r05_messages_without_the_clusters_seal_are_ignored_and_counted() {
    let redis = RedisServer::start();
    let mut node = Node::new(redis_bus(&redis.url(), [7; 32]));
    node.heard_that_it_missed(None).await;
    let mut stranger = Node::new(redis_bus(&redis.url(), [8; 32]));
    stranger.heard_that_it_missed(None).await;
    stranger.publish_all([BusMessage::Goodbye]).await;
    assert_eq!(node.bus.figures().counts().ignored, 0, "another cluster has other channels");

    let client = redis::Client::open(redis.url()).expect("an address");
    let mut connection = client.get_multiplexed_async_connection().await.expect("a connection");
    let channels: Vec<String> =
        redis::cmd("PUBSUB").arg("CHANNELS").arg("*:nodes").query_async(&mut connection).await.expect("channels");
    for channel in &channels {
        for forged in [&b""[..], b"\x01short", &[1; 200], br#"{"kind":"goodbye"}"#] {
            let _: i64 =
                redis::cmd("PUBLISH").arg(channel).arg(forged).query_async(&mut connection).await.expect("sent");
        }
    }
    until("all are counted", async || node.bus.figures().counts().ignored == 4).await;
    assert!(node.events.try_recv().is_err(), "nothing of it is heard");
}

#[actix::test]
async fn an_unusable_redis_is_reported_without_its_password() {
    let redis = RedisServer::with(&["--requirepass", "right"]);
    let url = |password: &str| format!("{}?pass={password}", redis.url());
    let mut let_in = Node::new(redis_bus(&url("right"), [7; 32]));
    let_in.heard_that_it_missed(None).await;
    let refused = Node::new(redis_bus(&url("CANARY"), [7; 32]));
    refused.is_in_state("it says why", |state| *state == BusState::Away("Redis refuses the password")).await;
    assert!(!format!("{:?}", refused.bus).contains("CANARY"));
    let away = Node::new(redis_bus("redis://:CANARY@127.0.0.1:1", [7; 32]));
    away.is_in_state("it says why", |state| *state == BusState::Away("Redis cannot be reached")).await;
    assert!(!format!("{:?}", away.bus).contains("CANARY"));
    assert!(matches!(let_in.events.try_recv(), Err(_) | Ok(BusEvent::Missed(_))));
}
