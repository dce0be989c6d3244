//! Workspaces that leave the stage as soon as their last user is gone.

use std::sync::Arc;
use std::time::Duration;

use actors::bus::LocalBus;
use actors::{RegistryOptions, Stage};
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, journal, order, until};

#[actix::test]
async fn a_client_that_joins_while_its_workspace_leaves_the_stage_loses_no_command() {
    let fixture = Fixture::new(1).await;
    let options = RegistryOptions {
        arbiters: 1,
        heads_every: Duration::from_millis(10),
        idle: Duration::from_millis(30),
        ..RegistryOptions::default()
    };
    let heartbeat = Duration::from_millis(500);
    let bus = Arc::new(LocalBus::default());
    let stage = Stage::start(journal(&fixture.database).await, bus, options, heartbeat).await.expect("a stage");
    let hub = stage.open_hub();
    let mut client = Client::new(fixture.workspace, fixture.people[0]);
    let mut random = StdRng::seed_from_u64(7);
    let mut left = 0;
    for n in 0..60 {
        // Seeded delays before and after the moment at which the workspace leaves: the fault lies between two timers,
        // where there is no condition to wait for.
        tokio::time::sleep(Duration::from_micros(random.random_range(15_000..45_000))).await;
        left += usize::from(stage.counts().await.workspaces == 0);
        // Delays the task that passes messages on, so that joining and leaving overlap.
        let held_up = async { std::thread::sleep(Duration::from_millis(10)) };
        let (let_in, ()) = tokio::join!(client.connect(&stage, &hub), held_up);
        let_in.expect("let in");
        let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")});
        let ack = stage.submit(fixture.workspace, order(client.user, label)).await.expect("done");
        until("the socket follows", async || {
            assert_eq!(client.pump(), None);
            client.replica.seq(fixture.home()) == ack.seq
        })
        .await;
        client.disconnect();
    }
    assert!(left > 5, "it left {left} times of 60");
    until("it leaves", async || stage.counts().await.workspaces == 0).await;
    assert_eq!(stage.counts().await.scopes, 0);
}
