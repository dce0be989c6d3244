//! R05, R11: an attacker in Redis who reads and publishes messages between nodes, without the secret of a node.

use futures_util::StreamExt;
use serde_json::json;
use uuid::Uuid;

use super::cluster::{Cluster, new_list};
use super::socket::patiently;
use crate::support::{TestDatabase, until};

/// A channel, and a message on it.
type Published = (String, Vec<u8>);

/// An attacker with access to the cluster's Redis.
struct Eavesdropper {
    subscriber: redis::aio::PubSub,
    publisher: redis::aio::MultiplexedConnection,
}

impl Eavesdropper {
    async fn new(cluster: &Cluster) -> Self {
        let client = redis::Client::open(cluster.redis.url()).expect("an address");
        let mut subscriber = client.get_async_pubsub().await.expect("a connection");
        subscriber.psubscribe("*").await.expect("everything");
        Self { subscriber, publisher: client.get_multiplexed_async_connection().await.expect("a connection") }
    }

    /// Listens until the word was published this often, and keeps those messages.
    async fn listen(&mut self, word: &str, count: usize) -> Vec<Published> {
        let mut published = Vec::new();
        let mut messages = self.subscriber.on_message();
        while published.len() < count {
            let message = patiently(messages.next()).await.expect("a message");
            let bytes = message.get_payload_bytes();
            if String::from_utf8_lossy(bytes).contains(word) {
                published.push((message.get_channel_name().to_owned(), bytes.to_vec()));
            }
        }
        published
    }

    async fn publish(&mut self, channel: &str, bytes: &[u8]) {
        let _: i64 =
            redis::cmd("PUBLISH").arg(channel).arg(bytes).query_async(&mut self.publisher).await.expect("published");
    }
}

#[actix_web::test]
async fn r05_r11_forged_messages_in_redis_are_ignored_and_repeated_ones_change_nothing() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["ann", "bob"]).await;
    let elsewhere = super::team::Team::of(vec![team.people[1].clone()]).await;
    let (mut ann, mut bob) = (cluster.socket(&team, 0, 0).await, cluster.socket(&team, 1, 1).await);
    let mut other = cluster.socket(&elsewhere, 0, 1).await;
    let mut eve = Eavesdropper::new(&cluster).await;
    let mut last = 0;
    for n in 0..10 {
        last = ann.does(&new_list(&format!("honest {n}"))).await;
        bob.read_to(&team.workspace, last).await;
    }
    let published = eve.listen("honest", 5).await;
    let ignored = cluster.figure(1, "troupe_bus_ignored_total").await;
    let of_team = published[0].0.clone();
    let to_all = of_team.split(":workspace:").next().expect("a cluster").to_owned() + ":nodes";
    let of_elsewhere = of_team.replace(&team.workspace, &elsewhere.workspace);

    // R11: all messages again, the last first, three times.
    for (channel, bytes) in published.iter().rev().flat_map(|it| [it, it, it]) {
        eve.publish(channel, bytes).await;
    }
    // R05: changed, cut, on another channel, without a seal, with the seal of another message.
    let session = session_of(&team.people[1]);
    let mut forged = 0.0;
    for (channel, bytes) in &published {
        let body = String::from_utf8_lossy(&bytes[49..]).replace("honest", "CANARY").into_bytes();
        let ended = json!({"kind": "sessionEnded", "session": session}).to_string().into_bytes();
        let goodbye = json!({"kind": "goodbye"}).to_string().into_bytes();
        let with = |head: &[u8], body: &[u8]| [head, body].concat();
        let mut twisted = bytes.clone();
        twisted[20] ^= 1;
        for (place, lie) in [
            (channel, with(&bytes[..49], &body)),
            (channel, with(&[&bytes[..17], &[0; 32][..]].concat(), &bytes[49..])),
            (channel, with(&[&bytes[..1], Uuid::now_v7().as_bytes(), &bytes[17..49]].concat(), &bytes[49..])),
            (channel, twisted),
            (channel, bytes[..40].to_vec()),
            (channel, bytes[49..].to_vec()),
            (channel, vec![1; 300_000]),
            (&to_all, bytes.clone()),
            (&to_all, with(&bytes[..49], &ended)),
            (&to_all, with(&bytes[..49], &goodbye)),
            (&to_all, ended),
            (&of_elsewhere, bytes.clone()),
        ] {
            eve.publish(place, &lie).await;
            forged += 1.0;
        }
    }
    assert!(forged >= 60.0, "{forged} lies were told");
    until("none is believed", async || cluster.figure(1, "troupe_bus_ignored_total").await >= ignored + forged).await;

    let end = ann.does(&new_list("the end")).await;
    bob.read_to(&team.workspace, end).await;
    // The sockets check that every seq arrives once and in order.
    assert_eq!(end, last + 1);
    let heard = format!("{:?}", bob.events);
    assert!(!heard.contains("CANARY"), "{heard}");
    let seq = other.does(&new_list("mine")).await;
    other.read_to(&elsewhere.workspace, seq).await;
    assert!(!format!("{:?}", other.events).contains("honest"), "{:?}", other.events);
    for node in 0..2 {
        let me = team.people[1].client.at(cluster.url(node)).get("/api/me").await;
        assert_eq!(me.status, 200, "his session goes on");
    }
}

/// The session that an access token names.
fn session_of(person: &crate::support::Person) -> String {
    use base64::Engine;
    let claims = person.token().split('.').nth(1).expect("claims");
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.decode(claims).expect("base64");
    let claims: serde_json::Value = serde_json::from_slice(&claims).expect("JSON");
    claims["sid"].as_str().unwrap_or_else(|| panic!("no session in {claims}")).to_owned()
}
