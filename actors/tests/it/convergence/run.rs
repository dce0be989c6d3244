//! Executes a plan and compares the final states.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::Addr;
use actors::bus::{Bus, LocalBus};
use actors::domain::decide::Order;
use actors::domain::ids::ScopeId;
use actors::domain::refusal::{Refusal, RefusalCode};
use actors::wire::SnapshotForm;
use actors::{Ack, Hub, PendingAnswer, Stage};
use futures_util::FutureExt;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use sqlx::PgConnection;
use uuid::Uuid;

use super::plan::{Step, step};
use crate::support::{Client, Fixture, Replica, UnrulyBus, open_stage, order, until};

const PEOPLE: usize = 4;
const CLIENTS: usize = 8;
const STEPS: usize = 300;
const HEADS: Duration = Duration::from_millis(20);
const PATIENCE: Duration = Duration::from_secs(30);

type Answer = Result<Ack, Refusal>;

/// Nodes that start and stop behind one address.
struct Nodes {
    stages: Vec<(Stage, Addr<Hub>)>,
    bus: Option<LocalBus>,
    seed: u64,
    restarts: usize,
}

impl Nodes {
    /// A node's end of their bus, if they have one. The bus loses, doubles and reorders.
    fn end(&self) -> Option<Arc<dyn Bus>> {
        let bus = self.bus.as_ref()?.another();
        Some(Arc::new(UnrulyBus::new(bus, self.seed + self.restarts as u64)))
    }

    async fn restart(&mut self, fixture: &Fixture, which: usize) {
        if self.restarts == 3 {
            return;
        }
        self.restarts += 1;
        self.stages[which].0.drain(Duration::from_secs(5)).await;
        let stage = open_stage(&fixture.database, self.end(), HEADS).await;
        let hub = stage.open_hub();
        self.stages[which] = (stage, hub);
    }
}

/// A command without an answer.
struct Asked {
    order: Order,
    answer: PendingAnswer,
}

pub async fn run(seed: u64) {
    let mut random = StdRng::seed_from_u64(seed);
    // In half of the runs, the nodes learn of each other's events from the journal alone.
    let bus = random.random_bool(0.5).then(LocalBus::default);
    let mut nodes = Nodes { stages: Vec::new(), bus, seed, restarts: 0 };
    let fixture = Fixture::with(PEOPLE, nodes.end(), HEADS).await;
    let [owner, admin, ..] = fixture.people[..] else { unreachable!("there are {PEOPLE} people") };
    fixture.does(owner, json!({"kind": "member.setRole", "userId": admin, "role": "admin"})).await;
    for stage in [fixture.stage.clone(), open_stage(&fixture.database, nodes.end(), HEADS).await] {
        let hub = stage.open_hub();
        nodes.stages.push((stage, hub));
    }
    let mut clients: Vec<(Client, usize)> =
        (0..CLIENTS).map(|n| (Client::new(fixture.workspace, fixture.people[n % PEOPLE]), n % 2)).collect();
    let mut asked: Vec<Asked> = Vec::new();
    let mut answers: HashMap<Uuid, Answer> = HashMap::new();
    for _ in 0..STEPS {
        let turn = random.random_range(0..CLIENTS);
        let (client, at) = &mut clients[turn];
        client.pump();
        match step(&mut random, &client.replica, &fixture.people, client.is_connected()) {
            Step::Command(json) => {
                let order = order(client.user, json);
                let answer = nodes.stages[*at].0.hand_over(fixture.workspace, order.clone());
                asked.push(Asked { order, answer });
            }
            Step::Disconnect => client.disconnect(),
            Step::Connect => {
                *at = random.random_range(0..2);
                let (stage, hub) = &nodes.stages[*at];
                // A stopping node refuses new clients; they try again.
                let _ = client.connect(stage, hub).await;
            }
            Step::RestartStage => nodes.restart(&fixture, random.random_range(0..2)).await,
            // The seed decides how much of the pending work of the nodes continues.
            Step::Wait => tokio::time::sleep(Duration::from_millis(random.random_range(0..8))).await,
        }
        gather(&mut asked, &mut answers, &nodes, &fixture, false).await;
    }
    let deadline = Instant::now() + PATIENCE;
    while !asked.is_empty() {
        assert!(Instant::now() < deadline, "{} commands have no answer", asked.len());
        gather(&mut asked, &mut answers, &nodes, &fixture, true).await;
    }
    settle(&fixture, &nodes, &mut clients).await;
    let mut db = fixture.database.connect().await;
    check_journal(&fixture, &mut db, &answers).await;
    check_replicas(&fixture, &nodes, &clients).await;
}

/// Collects the answers. A command without a final answer is sent again under its id.
async fn gather(
    asked: &mut Vec<Asked>,
    answers: &mut HashMap<Uuid, Answer>,
    nodes: &Nodes,
    fixture: &Fixture,
    wait: bool,
) {
    let mut open = Vec::new();
    for mut it in asked.drain(..) {
        let Some(answer) = (&mut it.answer).now_or_never() else {
            open.push(it);
            continue;
        };
        match answer {
            Ok(answer) if !answer.as_ref().is_err_and(|refusal| refusal.code == RefusalCode::Unavailable) => {
                answers.insert(it.order.id.0, answer);
            }
            _ => {
                // At the other node, like a client whose node is gone.
                let stage = &nodes.stages[answers.len() % 2].0;
                it.answer = stage.hand_over(fixture.workspace, it.order.clone());
                open.push(it);
            }
        }
    }
    *asked = open;
    if wait {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Waits until all clients are connected and up to date.
async fn settle(fixture: &Fixture, nodes: &Nodes, clients: &mut [(Client, usize)]) {
    let scopes: Vec<ScopeId> = fixture.people.iter().map(|user| fixture.own(*user)).chain([fixture.home()]).collect();
    let heads = fixture.stage.journal().heads(scopes).await.expect("heads");
    for (client, at) in clients {
        let (stage, hub) = &nodes.stages[*at];
        until("a client has everything", async || {
            if !client.is_connected() {
                // The client was closed between two checks; it tries again at the next.
                let _ = client.connect(stage, hub).await;
            }
            let read = |scope: &ScopeId, seq: i64| heads.iter().any(|head| head.scope == *scope && head.seq == seq);
            client.pump().is_none()
                && client.is_connected()
                && client.replica.cursors.iter().all(|(scope, cursor)| read(scope, cursor.seq))
        })
        .await;
    }
}

/// No acknowledged edit is lost or stored twice, and no refused edit left an effect.
async fn check_journal(fixture: &Fixture, db: &mut PgConnection, answers: &HashMap<Uuid, Answer>) {
    let mut stored: HashMap<Uuid, Vec<(ScopeId, i64)>> = HashMap::new();
    for scope in fixture.people.iter().map(|user| fixture.own(*user)).chain([fixture.home()]) {
        for (seq, command) in fixture.journal_of(db, scope).await {
            let places = stored.entry(command).or_default();
            assert!(places.iter().all(|(known, _)| *known != scope), "{command} is in {scope} twice");
            places.push((scope, seq));
        }
    }
    for (id, answer) in answers {
        match (answer, stored.get(id)) {
            (Ok(ack), Some(places)) => assert!(places.contains(&(ack.scope, ack.seq)), "{id}: {ack:?}, {places:?}"),
            // The command changed nothing (CM4).
            (Ok(_), None) => {}
            (Err(refusal), places) => assert_eq!(places, None, "{id} was refused: {refusal}"),
        }
    }
}

/// The replica, the rows and a fresh snapshot of each person agree.
async fn check_replicas(fixture: &Fixture, nodes: &Nodes, clients: &[(Client, usize)]) {
    for user in &fixture.people {
        let lines =
            nodes.stages[0].0.snapshot(fixture.workspace, *user, SnapshotForm::Lines).await.expect("a snapshot");
        let fresh = Replica::read(&lines.plain().collect::<Result<Vec<_>, _>>().expect("gzip").concat());
        for (client, _) in clients.iter().filter(|(client, _)| client.user == *user) {
            assert_eq!(client.replica.cursors, fresh.cursors);
            assert_eq!(client.replica.state(), fresh.state(), "a replica of {user} is not what the rows say");
        }
    }
}
