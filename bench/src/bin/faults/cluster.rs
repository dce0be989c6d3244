//! The cluster in which a fault happens: PostgreSQL, Redis, three nodes, proxies between all of them, and simulated
//! clients.

mod final_state;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bench::history::{Effect, Entry};
use bench::redis::Redis;
use bench::replica::id_of;
use futures_util::future::try_join_all;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use sqlx::{Connection, PgConnection, Row};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::{Client, ClientOptions, NodeAddress, Person, Workload};
use crate::failure::Failure;
use crate::node::{Node, Settings};
use crate::postgres::Postgres;
use crate::probe::Probe;
use crate::proxy::{Proxy, Upstream};
use crate::record::Record;

pub const NODES: usize = 3;
const PEOPLE: usize = 4;
/// The longest wait until every command has an answer and every client is up to date.
const PATIENCE: Duration = Duration::from_secs(40);
/// Sessions that are idle inside a transaction.
const IDLE: &str = "select count(*) from pg_stat_activity where datname = $1
    and state like 'idle in transaction%' and clock_timestamp() - state_change > interval '6 s'";
/// The client number of HTTP calls in the history.
pub const CALLER: u32 = 1_000_000;
const PASSWORD: &str = "correct horse battery staple";

/// The epoch, head and events of a stream.
pub type Stream = (Uuid, i64, Vec<(i64, Uuid)>);

/// What a fault needs to start a cluster.
pub struct ClusterOptions<'a> {
    pub name: &'a str,
    pub seed: u64,
    pub short: bool,
    /// Command-line settings of Redis.
    pub redis: &'a [&'a str],
    pub troupe: PathBuf,
    /// A build of an older version, if there is one.
    pub older: Option<PathBuf>,
    /// A build that knows one kind of entity more, if there is one.
    pub newer: Option<PathBuf>,
    pub folder: PathBuf,
}

/// A right holds for the events after the first seq, up to and including the second; `None` if it still holds.
pub type Span = (i64, Option<i64>);

/// All processes and clients of one fault. Dropping the cluster ends them.
pub struct Cluster<'a> {
    pub record: Record,
    pub postgres: &'a mut Postgres,
    pub redis: Redis,
    pub nodes: Vec<Node>,
    /// The proxy between each node and PostgreSQL.
    pub to_postgres: Vec<Proxy>,
    /// The proxy between each node and Redis.
    pub to_redis: Vec<Proxy>,
    /// The proxy between the clients and each node.
    pub client_proxies: Vec<Proxy>,
    pub people: Vec<Person>,
    pub workspace: Uuid,
    pub database: String,
    pub folder: PathBuf,
    /// This build, and an older one if there is one.
    pub troupe: PathBuf,
    pub older: Option<PathBuf>,
    /// A build that knows one kind of entity more, if there is one.
    pub newer: Option<PathBuf>,
    pub clients: Vec<Client>,
    /// Events from before a restore, which the database no longer holds.
    pub events_before_restore: BTreeMap<Uuid, Vec<(i64, Uuid)>>,
    /// The spans in which each user may follow the workspace scope. If a fault sets them, the checker judges the rights
    /// of all users in all scopes.
    pub rights: Option<BTreeMap<Uuid, Vec<Span>>>,
    pub seed: u64,
    /// The short form, for `make test`.
    pub short: bool,
    pub rng: StdRng,
    workload: watch::Sender<Workload>,
    /// How often a session was seen idle in a transaction, see [`Cluster::watch_idle_transactions`].
    idle: Arc<AtomicU64>,
    idle_watch: Option<JoinHandle<()>>,
}

impl Drop for Cluster<'_> {
    fn drop(&mut self) {
        if let Some(idle_watch) = &self.idle_watch {
            idle_watch.abort();
        }
    }
}

impl<'a> Cluster<'a> {
    pub async fn open(postgres: &'a mut Postgres, options: &ClusterOptions<'_>) -> Result<Self, Failure> {
        let ClusterOptions { name, seed, redis, troupe, folder, .. } = options;
        let (seed, folder) = (*seed, folder.clone());
        let database: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        std::fs::create_dir_all(&folder)?;
        postgres.create(&database).await?;
        let redis = Redis::start(redis).await?;
        let secret = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let (mut nodes, mut to_postgres, mut to_redis, mut client_proxies) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for number in 0..NODES {
            let proxy_seed = seed.wrapping_add(number as u64);
            let database_proxy = Proxy::start(Upstream::Unix(postgres.socket()?), proxy_seed).await?;
            let redis_proxy = Proxy::start(Upstream::Tcp(redis.addr), proxy_seed).await?;
            let settings = Settings {
                troupe: troupe.clone(),
                database: postgres.url_through(database_proxy.addr, &database)?,
                redis: format!("redis://{}", redis_proxy.addr),
                secret: secret.clone(),
                folder: folder.clone(),
            };
            let mut node = Node::new(number as u32, settings)?;
            // All nodes start at once on an empty database: one migrates, the others wait.
            node.start()?;
            client_proxies.push(Proxy::start(Upstream::Tcp(node.addr), proxy_seed).await?);
            nodes.push(node);
            to_postgres.push(database_proxy);
            to_redis.push(redis_proxy);
        }
        for node in &nodes {
            node.ready().await?;
        }
        let mut cluster = Self {
            record: Record::new(),
            postgres,
            redis,
            nodes,
            to_postgres,
            to_redis,
            client_proxies,
            people: Vec::new(),
            workspace: Uuid::nil(),
            database,
            folder,
            troupe: troupe.clone(),
            older: options.older.clone(),
            newer: options.newer.clone(),
            clients: Vec::new(),
            events_before_restore: BTreeMap::new(),
            rights: None,
            seed,
            short: options.short,
            rng: StdRng::seed_from_u64(seed),
            workload: watch::Sender::new(Workload::Paused),
            idle: Arc::default(),
            idle_watch: None,
        };
        cluster.create_accounts().await?;
        cluster.watch_idle_transactions();
        Ok(cluster)
    }

    /// Creates the users and a workspace with all of them.
    async fn create_accounts(&mut self) -> Result<(), Failure> {
        self.people = try_join_all((0..PEOPLE).map(|number| self.sign_up(number))).await?;
        let owner = self.people[0].token.clone();
        let (status, workspace) =
            self.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "Faults"})).await?;
        self.workspace = id_of(&workspace["id"]).ok_or_else(|| format!("no workspace: {status} {workspace}"))?;
        try_join_all(self.people[1..].iter().map(|person| self.add_member(self.workspace, person))).await?;
        Ok(())
    }

    /// Invites a user to a workspace of the first user, and accepts the invitation for the user.
    pub async fn add_member(&self, workspace: Uuid, person: &Person) -> Result<(), Failure> {
        let path = format!("/api/workspaces/{workspace}/invitations");
        let (_, invitation) = self.nodes[0].post(&path, Some(&self.people[0].token), json!({"role": "member"})).await?;
        let token = invitation["token"].as_str().ok_or_else(|| format!("no invitation: {invitation}"))?;
        let path = format!("/api/invitations/{token}/accept");
        let (status, answer) = self.nodes[0].post(&path, Some(&person.token), json!({})).await?;
        if status == 200 { Ok(()) } else { Err(format!("the invitation was not accepted: {status} {answer}").into()) }
    }

    /// Creates an account; each number is another user.
    pub async fn sign_up(&self, number: usize) -> Result<Person, Failure> {
        let node = &self.nodes[number % NODES];
        let email = format!("person{number}@faults.example");
        let (_, sign_up) = node.post("/api/auth/sign-up", None, json!({"email": email, "password": PASSWORD})).await?;
        let (_, mails) = crate::http::get(node.addr, &format!("/api/dev/mailbox?to={email}"), None).await?;
        let mails: serde_json::Value = serde_json::from_str(&mails)?;
        let code = &mails["messages"][0]["code"];
        let confirm = json!({"signUpId": sign_up["signUpId"], "code": code});
        let (_, session) = node.post("/api/auth/confirm", None, confirm).await?;
        let id = id_of(&session["user"]["id"]).ok_or_else(|| format!("no session: {session}"))?;
        Ok(Person { id, token: session["accessToken"].as_str().unwrap_or_default().to_owned() })
    }

    /// INV-16: watches the database's sessions and counts those that are idle inside a transaction for more than six
    /// seconds: PostgreSQL ends them after five, and may be a moment late on a busy machine. Reconnects while the database
    /// is away.
    fn watch_idle_transactions(&mut self) {
        let (url, database, idle) = (self.postgres.url_of("postgres"), self.database.clone(), self.idle.clone());
        self.idle_watch = Some(tokio::spawn(async move {
            loop {
                if let Ok(mut connection) = PgConnection::connect(&url).await {
                    while let Ok(count) =
                        sqlx::query_scalar::<_, i64>(IDLE).bind(&database).fetch_one(&mut connection).await
                    {
                        idle.fetch_add(count.unsigned_abs(), Ordering::Relaxed);
                        tokio::time::sleep(Duration::from_millis(500)).await;
                    }
                }
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }));
    }

    /// The addresses of a node for a client.
    pub fn address_of(&self, number: usize) -> NodeAddress {
        let node = &self.nodes[number];
        NodeAddress { node: node.number, direct: node.addr, proxy: self.client_proxies[number].addr }
    }

    /// Starts `count` clients and waits until they are up to date. The users take turns: client 0 is of the first user,
    /// client 1 of the second.
    pub async fn start_clients(&mut self, count: usize) -> Result<(), Failure> {
        for _ in 0..count {
            let options = self.client_options(self.clients.len() as u32);
            self.clients.push(Client::start(options));
        }
        until("all clients are up to date", PATIENCE, async || self.clients.iter().all(Client::is_live)).await
    }

    /// Starts twelve clients, lets them edit, and waits until forty edits are acknowledged: the usual start of a fault.
    pub async fn start_clients_and_edits(&mut self) -> Result<(), Failure> {
        self.start_clients(12).await?;
        self.edit_every_ms(150);
        self.wait_for_acks(40).await
    }

    /// The options of the client with this number.
    pub fn client_options(&self, number: u32) -> ClientOptions {
        ClientOptions {
            number,
            person: self.people[number as usize % self.people.len()].clone(),
            workspace: self.workspace,
            addresses: (0..NODES).map(|number| self.address_of(number)).collect(),
            workload: self.workload.subscribe(),
            record: self.record.clone(),
            seed: self.seed.wrapping_mul(1_000).wrapping_add(u64::from(number)),
        }
    }

    /// All clients edit from now on, each with a random pause of `pause_ms` on average.
    pub fn edit_every_ms(&self, pause_ms: u64) {
        self.workload.send_replace(Workload::Edits(pause_ms));
    }

    /// The same, with commands that exceed the bus's message size.
    pub fn edit_large_every_ms(&self, pause_ms: u64) {
        self.workload.send_replace(Workload::LargeEdits(pause_ms));
    }

    /// The same, with new tickets in all lists that the user sees.
    pub fn edit_in_lists_every_ms(&self, pause_ms: u64) {
        self.workload.send_replace(Workload::EditsInLists(pause_ms));
    }

    /// Waits until `more` commands are acknowledged, counted from now.
    pub async fn wait_for_acks(&self, more: usize) -> Result<(), Failure> {
        self.wait_for_acks_within(more, PATIENCE).await
    }

    /// The same with a longer time limit, for slow faults.
    pub async fn wait_for_acks_within(&self, more: usize, patience: Duration) -> Result<(), Failure> {
        let acked = |entry: &Entry| matches!(entry, Entry::Acked { .. });
        let goal = self.record.how_many(acked) + more;
        until("more edits are acknowledged", patience, async || self.record.how_many(acked) >= goal).await
    }

    /// The heads of the streams, from the database.
    pub async fn heads(&self) -> Result<BTreeMap<Uuid, i64>, Failure> {
        let mut database = self.postgres.connect(&self.database).await?;
        let rows = sqlx::query("select id, seq from streams where workspace_id = $1")
            .bind(self.workspace)
            .fetch_all(&mut database)
            .await?;
        Ok(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    /// Returns `short` in the short form, otherwise `long`.
    pub fn size(&self, short: usize, long: usize) -> usize {
        if self.short { short } else { long }
    }

    /// A random node, the same for the same seed.
    pub fn random_node(&mut self) -> usize {
        self.rng.random_range(0..NODES)
    }

    /// The clients stay connected and send no new commands, until the next `edit…` method.
    pub fn pause_edits(&self) {
        self.workload.send_replace(Workload::Paused);
    }

    /// Waits until every client is up to date with the database, and returns the milliseconds.
    pub async fn ms_until_converged(&self) -> Result<u64, Failure> {
        let began = Instant::now();
        let converged = async || match self.heads().await {
            Ok(heads) => self.clients.iter().filter(|it| !it.has_lost_access()).all(|client| client.is_at(&heads)),
            Err(_) => false,
        };
        until("all clients are up to date", PATIENCE, converged).await?;
        Ok(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Waits for the next ack of any client, and returns the milliseconds.
    pub async fn ms_until_next_ack(&self) -> Result<u64, Failure> {
        let began = Instant::now();
        self.wait_for_acks(1).await?;
        Ok(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Executes a command over HTTP and repeats it under its id until it has a final answer.
    pub async fn command(
        &self,
        node: usize,
        person: &Person,
        id: Uuid,
        command: &serde_json::Value,
    ) -> Result<(), Failure> {
        let path = format!("/api/workspaces/{}/commands", self.workspace);
        let deadline = Instant::now() + PATIENCE;
        for turn in node.. {
            let node = &self.nodes[turn % NODES];
            let number = node.number;
            self.record.note(|at| Entry::Sent { at, client: CALLER, command: id, node: number });
            let answer = node.post(&path, Some(&person.token), json!({"id": id, "command": command})).await;
            match answer {
                Ok((200, ack)) => {
                    let scope = id_of(&ack["scope"]).ok_or("a malformed ack")?;
                    let seq = ack["seq"].as_i64().ok_or("a malformed ack")?;
                    self.record.note(|at| Entry::Acked { at, client: CALLER, command: id, scope, seq });
                    return Ok(());
                }
                Ok((status, error)) if !matches!(status, 429 | 500 | 502 | 503) => {
                    let code = error["error"]["code"].as_str().unwrap_or_default().to_owned();
                    self.record.note(|at| Entry::Refused { at, client: CALLER, command: id, code });
                    return Ok(());
                }
                _ if Instant::now() > deadline => return Err("a call got no final answer".into()),
                _ => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
        Ok(())
    }

    /// Executes a command of the first user, who owns the workspace. A refusal is an error.
    pub async fn command_as_owner(&self, node: usize, command: &serde_json::Value) -> Result<(), Failure> {
        let id = Uuid::now_v7();
        self.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        self.command(node, &self.people[0], id, command).await?;
        let refused = |entry: &Entry| matches!(entry, Entry::Refused { command, .. } if *command == id);
        if self.record.how_many(refused) > 0 { Err(format!("refused: {command}").into()) } else { Ok(()) }
    }

    /// Removes a user at a node, and records the seq after which the user may receive nothing.
    pub async fn remove_member(&self, node: usize, person: usize) -> Result<(), Failure> {
        let (id, user) = (Uuid::now_v7(), self.people[person].id);
        self.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        let command = json!({"kind": "member.remove", "userId": user});
        self.command(node, &self.people[0], id, &command).await?;
        let mut database = self.postgres.connect(&self.database).await?;
        let event = sqlx::query("select scope_id, seq from events where workspace_id = $1 and command_id = $2")
            .bind(self.workspace)
            .bind(id)
            .fetch_one(&mut database)
            .await?;
        let (scope, seq) = (event.get(0), event.get(1));
        self.record.note(|at| Entry::Removed { at, user, scope, seq });
        Ok(())
    }

    /// Ends a user's session at a node. Within `within` milliseconds, no node may serve the user.
    pub async fn sign_out(&self, node: usize, person: usize, within: u64) -> Result<(), Failure> {
        let person = &self.people[person];
        let answer = self.nodes[node].post("/api/auth/sign-out", Some(&person.token), json!({"everywhere": false}));
        let (status, words) = answer.await?;
        if status != 204 {
            return Err(format!("the sign-out failed: {status} {words}").into());
        }
        for client in self.clients.iter().filter(|client| client.user == person.id) {
            let client = client.number;
            self.record.note(|at| Entry::SessionEnded { at, client, within });
        }
        Ok(())
    }

    /// How often this text occurs in the logs of all nodes.
    pub fn log_count(&self, text: &str) -> u64 {
        self.nodes.iter().map(|node| node.log_count(text)).sum()
    }

    /// The sum of a figure of `/metrics` over all nodes.
    pub async fn metric(&self, name: &str) -> Result<u64, Failure> {
        let mut sum = 0.0;
        for node in &self.nodes {
            sum += node.metric(name).await?;
        }
        Ok(sum as u64)
    }

    /// The connections of a node, counted by the system.
    pub fn connections(&self, node: usize) -> u64 {
        self.nodes[node].connections()
    }

    /// Starts a [`Probe`] of all nodes.
    pub fn probe(&self) -> Probe {
        Probe::start(self.nodes.iter().map(|node| node.addr).collect(), self.people[0].token.clone())
    }

    /// Waits until every command has an answer.
    pub async fn wait_for_answers(&self) -> Result<(), Failure> {
        let answered = async || self.clients.iter().all(|client| client.unanswered() == 0);
        until("every command has an answer", PATIENCE, answered).await
    }
}

/// Waits until a condition is true.
pub async fn until(what: &str, patience: Duration, mut is_so: impl AsyncFnMut() -> bool) -> Result<(), Failure> {
    let deadline = Instant::now() + patience;
    while !is_so().await {
        if Instant::now() > deadline {
            return Err(format!("this never happened: {what}").into());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    Ok(())
}
