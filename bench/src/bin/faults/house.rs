//! The set-up of a fault: PostgreSQL, Redis, three nodes, proxies between all of them, and a crowd of clients.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use bench::history::{Effect, Entry};
use bench::redis::Redis;
use bench::replica::{Replica, id_of};
use futures_util::future::try_join_all;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::json;
use sqlx::{Connection, PgConnection, Row};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::client::{Casting, Client, Front, Pace, Person};
use crate::failure::Failure;
use crate::node::{Node, Settings, panics};
use crate::postgres::Postgres;
use crate::probe::Probe;
use crate::proxy::{Behind, Proxy};
use crate::record::Record;

pub const NODES: usize = 3;
const PEOPLE: usize = 4;
/// The longest wait until every command has an answer and every client is up to date.
const PATIENCE: Duration = Duration::from_secs(40);
/// Sessions that are idle inside a transaction.
const IDLE: &str = "select count(*) from pg_stat_activity where datname = $1
    and state like 'idle in transaction%' and clock_timestamp() - state_change > interval '5 s'";
/// The client number of HTTP calls in the history.
pub const CALLER: u32 = 1_000_000;
const PASSWORD: &str = "correct horse battery staple";

/// The epoch, head and events of a stream.
pub type Stream = (Uuid, i64, Vec<(i64, Uuid)>);

/// The arguments of a house.
pub struct Plan<'a> {
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

/// The seqs from which and up to which a right holds; `None` if it still holds.
pub type Span = (i64, Option<i64>);

/// All processes of one fault; dropping the house ends them.
pub struct House<'a> {
    pub record: Record,
    pub postgres: &'a mut Postgres,
    pub redis: Redis,
    pub nodes: Vec<Node>,
    /// Between each node and the database.
    pub to_postgres: Vec<Proxy>,
    /// Between each node and Redis.
    pub to_redis: Vec<Proxy>,
    /// Between clients and each node.
    pub fronts: Vec<Proxy>,
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
    pub kept: BTreeMap<Uuid, Vec<(i64, Uuid)>>,
    /// By user: the rights to the workspace scope, each from behind one seq up to another. If they are known, everybody's
    /// rights are judged scope by scope.
    pub rights: Option<BTreeMap<Uuid, Vec<Span>>>,
    pub seed: u64,
    /// The short form, for `make test`.
    pub short: bool,
    pub dice: StdRng,
    pace: watch::Sender<Pace>,
    idle: Arc<AtomicU64>,
    watchman: Option<JoinHandle<()>>,
}

impl Drop for House<'_> {
    fn drop(&mut self) {
        if let Some(watchman) = &self.watchman {
            watchman.abort();
        }
    }
}

impl<'a> House<'a> {
    pub async fn open(postgres: &'a mut Postgres, plan: &Plan<'_>) -> Result<Self, Failure> {
        let Plan { name, seed, redis, troupe, folder, .. } = plan;
        let (seed, folder) = (*seed, folder.clone());
        let database: String = name.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
        std::fs::create_dir_all(&folder)?;
        postgres.create(&database).await?;
        let redis = Redis::start(redis).await?;
        let secret = format!("{}{}", Uuid::new_v4().simple(), Uuid::new_v4().simple());
        let (mut nodes, mut to_postgres, mut to_redis, mut fronts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for number in 0..NODES {
            let place = seed.wrapping_add(number as u64);
            let database_proxy = Proxy::start(Behind::Unix(postgres.socket()?), place).await?;
            let redis_proxy = Proxy::start(Behind::Tcp(redis.addr), place).await?;
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
            fronts.push(Proxy::start(Behind::Tcp(node.addr), place).await?);
            nodes.push(node);
            to_postgres.push(database_proxy);
            to_redis.push(redis_proxy);
        }
        for node in &nodes {
            node.ready().await?;
        }
        let mut house = Self {
            record: Record::new(),
            postgres,
            redis,
            nodes,
            to_postgres,
            to_redis,
            fronts,
            people: Vec::new(),
            workspace: Uuid::nil(),
            database,
            folder,
            troupe: troupe.clone(),
            older: plan.older.clone(),
            newer: plan.newer.clone(),
            clients: Vec::new(),
            kept: BTreeMap::new(),
            rights: None,
            seed,
            short: plan.short,
            dice: StdRng::seed_from_u64(seed),
            pace: watch::Sender::new(Pace::Rest),
            idle: Arc::default(),
            watchman: None,
        };
        house.furnish().await?;
        house.watch();
        Ok(house)
    }

    /// Creates the users and a workspace with all of them.
    async fn furnish(&mut self) -> Result<(), Failure> {
        self.people = try_join_all((0..PEOPLE).map(|number| self.sign_up(number))).await?;
        let owner = self.people[0].token.clone();
        let (status, workspace) = self.nodes[0].post("/api/workspaces", Some(&owner), json!({"name": "House"})).await?;
        self.workspace = id_of(&workspace["id"]).ok_or_else(|| format!("no workspace: {status} {workspace}"))?;
        try_join_all(self.people[1..].iter().map(|person| self.bring_in(self.workspace, person))).await?;
        Ok(())
    }

    /// Adds a user to a workspace of the first user.
    pub async fn bring_in(&self, workspace: Uuid, person: &Person) -> Result<(), Failure> {
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

    /// INV-16: watches the database's sessions and counts those that are idle inside a transaction for more than five
    /// seconds. Reconnects while the database is away.
    fn watch(&mut self) {
        let (url, database, idle) = (self.postgres.url_of("postgres"), self.database.clone(), self.idle.clone());
        self.watchman = Some(tokio::spawn(async move {
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

    pub fn front(&self, number: usize) -> Front {
        let node = &self.nodes[number];
        Front { node: node.number, addr: node.addr, proxy: self.fronts[number].addr }
    }

    /// Starts `count` clients, in turn for each user, and waits until they are up to date.
    pub async fn invite(&mut self, count: usize) -> Result<(), Failure> {
        for _ in 0..count {
            let casting = self.casting(self.clients.len() as u32);
            self.clients.push(Client::start(casting));
        }
        until("all clients are up to date", PATIENCE, async || self.clients.iter().all(Client::is_live)).await
    }

    /// The arguments of the client with this number.
    pub fn casting(&self, number: u32) -> Casting {
        Casting {
            number,
            person: self.people[number as usize % self.people.len()].clone(),
            workspace: self.workspace,
            fronts: (0..NODES).map(|number| self.front(number)).collect(),
            pace: self.pace.subscribe(),
            record: self.record.clone(),
            seed: self.seed.wrapping_mul(1_000).wrapping_add(u64::from(number)),
        }
    }

    pub fn work(&self, pause_ms: u64) {
        self.pace.send_replace(Pace::Work(pause_ms));
    }

    /// The same with large commands.
    pub fn work_large(&self, pause_ms: u64) {
        self.pace.send_replace(Pace::Large(pause_ms));
    }

    /// The same with new tickets in all lists.
    pub fn work_in_lists(&self, pause_ms: u64) {
        self.pace.send_replace(Pace::Lists(pause_ms));
    }

    /// Waits for `more` acknowledged commands.
    pub async fn acks(&self, more: usize) -> Result<(), Failure> {
        self.acks_within(more, PATIENCE).await
    }

    /// The same with another time limit, for slow faults.
    pub async fn acks_within(&self, more: usize, patience: Duration) -> Result<(), Failure> {
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

    pub fn any_node(&mut self) -> usize {
        self.dice.random_range(0..NODES)
    }

    pub fn rest(&self) {
        self.pace.send_replace(Pace::Rest);
    }

    /// Milliseconds until every client is up to date with the database.
    pub async fn convergence(&self) -> Result<u64, Failure> {
        let began = Instant::now();
        let there = async || match self.heads().await {
            Ok(heads) => self.clients.iter().filter(|it| !it.is_out()).all(|client| client.stands_at(&heads)),
            Err(_) => false,
        };
        until("all clients are up to date", PATIENCE, there).await?;
        Ok(u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX))
    }

    /// Milliseconds until the next ack.
    pub async fn served_again(&self) -> Result<u64, Failure> {
        let began = Instant::now();
        self.acks(1).await?;
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

    /// Carries out a command of the first user, which may not be refused.
    pub async fn order(&self, node: usize, command: &serde_json::Value) -> Result<(), Failure> {
        let id = Uuid::now_v7();
        self.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        self.command(node, &self.people[0], id, command).await?;
        let refused = |entry: &Entry| matches!(entry, Entry::Refused { command, .. } if *command == id);
        if self.record.how_many(refused) > 0 { Err(format!("refused: {command}").into()) } else { Ok(()) }
    }

    /// Removes a user at a node, and records the seq after which the user may receive nothing.
    pub async fn remove(&self, node: usize, person: usize) -> Result<(), Failure> {
        let (id, user) = (Uuid::now_v7(), self.people[person].id);
        self.record.note(|at| Entry::Invoked { at, client: CALLER, command: id, effect: Effect::Other });
        let command = json!({"kind": "member.remove", "userId": user});
        self.command(node, &self.people[0], id, &command).await?;
        let mut database = self.postgres.connect(&self.database).await?;
        let told = sqlx::query("select scope_id, seq from events where workspace_id = $1 and command_id = $2")
            .bind(self.workspace)
            .bind(id)
            .fetch_one(&mut database)
            .await?;
        let (scope, seq) = (told.get(0), told.get(1));
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

    /// How often these words occur in the logs of all nodes.
    pub fn logged(&self, words: &str) -> u64 {
        self.nodes.iter().map(|node| node.said(words)).sum()
    }

    /// The sum of a figure over all running nodes.
    pub async fn figure(&self, name: &str) -> Result<u64, Failure> {
        let mut sum = 0.0;
        for node in &self.nodes {
            sum += node.figure(name).await?;
        }
        Ok(sum as u64)
    }

    /// The connections of a node, counted by the system.
    pub fn connections(&self, node: usize) -> u64 {
        self.nodes[node].connections()
    }

    /// Calls every node again and again until stopped; see [`Probe`].
    pub fn probe(&self) -> Probe {
        Probe::start(self.nodes.iter().map(|node| node.addr).collect(), self.people[0].token.clone())
    }

    /// Waits until every command has an answer.
    pub async fn answered(&self) -> Result<(), Failure> {
        let answered = async || self.clients.iter().all(|client| client.waiting() == 0);
        until("every command has an answer", PATIENCE, answered).await
    }

    /// Ends the run: waits until all clients are at rest, and records the final states.
    pub async fn settle(&mut self) -> Result<(), Failure> {
        self.record.note(|at| Entry::Healed { at });
        self.pace.send_replace(Pace::Rest);
        // The checker reports commands that are still unanswered.
        let _ = self.answered().await;
        let heads = self.heads().await?;
        let may_see = self.write_rights().await?;
        let exact = |client: &Client| {
            may_see.as_ref().is_none_or(|all| all.get(&client.user).is_some_and(|it| *it == client.follows()))
        };
        let deadline = Instant::now() + PATIENCE;
        let mut open: Vec<&Client> = self.clients.iter().filter(|client| !client.is_out()).collect();
        while !open.is_empty() {
            let late = Instant::now() > deadline;
            open.retain(|client| {
                let there = client.stands_at(&heads) && exact(client);
                if there || late {
                    let (client, scopes) = (client.number, client.readings());
                    self.record.note(|at| Entry::Settled { at, client, scopes });
                }
                !there && !late
            });
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        for node in self.nodes.iter().filter(|node| node.is_running()) {
            // Record all users at one node, and one user at the others.
            let people = if node.number == 0 { &self.people[..] } else { &self.people[..1] };
            for person in people {
                self.snapshot(node, person).await?;
            }
        }
        self.pace.send_replace(Pace::Leave);
        self.write_journal().await?;
        self.record.count("INV-17", "panics", panics(&self.folder), 0);
        let log = self.postgres.log();
        let twice = log.matches("there is already a transaction in progress").count() as u64;
        let idle = self.idle.load(Ordering::Relaxed);
        self.record.count("INV-16", "sessions seen idle in a transaction for 5 s", idle, 0);
        self.record.count("INV-16", "transactions begun inside another", twice, 0);
        Ok(())
    }

    async fn snapshot(&self, node: &Node, person: &Person) -> Result<(), Failure> {
        let path = format!("/api/workspaces/{}/snapshot", self.workspace);
        let (status, text) = crate::http::get(node.addr, &path, Some(&person.token)).await?;
        if matches!(status, 401 | 403 | 404) {
            return Ok(()); // The user has lost the workspace.
        }
        let fresh = Replica::read(&text).ok_or_else(|| format!("node {}'s snapshot: {status}", node.number))?;
        let (node, scopes, tickets) = (node.number, fresh.readings(), fresh.tickets());
        self.record.note(|at| Entry::Snapshot { at, node, scopes, tickets });
        Ok(())
    }

    /// Writes down everybody's rights, if they are known. Returns the scopes that each user may see in the end.
    async fn write_rights(&self) -> Result<Option<BTreeMap<Uuid, BTreeSet<Uuid>>>, Failure> {
        let Some(to_workspace) = &self.rights else { return Ok(None) };
        let mut database = self.postgres.connect(&self.database).await?;
        let mut rights: Vec<(Uuid, Uuid, i64, Option<i64>)> = Vec::new();
        for (user, spans) in to_workspace {
            rights.extend(spans.iter().map(|(from, to)| (*user, self.workspace, *from, *to)));
        }
        let streams: Vec<(Uuid, String, Option<Uuid>)> =
            sqlx::query_as("select id, kind, user_id from streams where workspace_id = $1")
                .bind(self.workspace)
                .fetch_all(&mut database)
                .await?;
        for (scope, kind, owner) in streams {
            match (kind.as_str(), owner) {
                ("commons", _) => rights.extend(self.people.iter().map(|person| (person.id, scope, 0, None))),
                ("personal", Some(owner)) => rights.push((owner, scope, 0, None)),
                ("list", _) => rights.extend(shares(&mut database, scope).await?),
                _ => {}
            }
        }
        let mut may_see: BTreeMap<Uuid, BTreeSet<Uuid>> = BTreeMap::new();
        for (user, scope, from, to) in rights {
            self.record.note(|_| Entry::Right { user, scope, from, to });
            if to.is_none() {
                may_see.entry(user).or_default().insert(scope);
            }
        }
        Ok(Some(may_see))
    }

    async fn write_journal(&self) -> Result<(), Failure> {
        for (scope, (epoch, head, events)) in self.journal().await? {
            let events = self.kept.get(&scope).cloned().unwrap_or_default().into_iter().chain(events).collect();
            self.record.note(|_| Entry::Journal { scope, epoch, head, events });
        }
        Ok(())
    }

    /// The workspace's streams in the database.
    pub async fn journal(&self) -> Result<BTreeMap<Uuid, Stream>, Failure> {
        let mut journal = BTreeMap::new();
        let mut database = self.postgres.connect(&self.database).await?;
        let streams = sqlx::query("select id, epoch, seq from streams where workspace_id = $1")
            .bind(self.workspace)
            .fetch_all(&mut database)
            .await?;
        for stream in streams {
            let (scope, epoch, head): (Uuid, Uuid, i64) = (stream.get(0), stream.get(1), stream.get(2));
            let events = sqlx::query("select seq, command_id from events where scope_id = $1 order by seq, at")
                .bind(scope)
                .fetch_all(&mut database)
                .await?;
            let events = events.iter().map(|row| (row.get(0), row.get(1))).collect();
            journal.insert(scope, (epoch, head, events));
        }
        Ok(journal)
    }
}

/// The rights to the scope of a list, from its events.
async fn shares(database: &mut PgConnection, scope: Uuid) -> Result<Vec<(Uuid, Uuid, i64, Option<i64>)>, Failure> {
    let events: Vec<(i64, String)> =
        sqlx::query_as("select seq, changes::text from events where scope_id = $1 order by seq, at")
            .bind(scope)
            .fetch_all(database)
            .await?;
    let (mut past, mut held) = (Vec::new(), BTreeMap::new());
    for (seq, changes) in events {
        let changes: serde_json::Value = serde_json::from_str(&changes)?;
        for change in changes.as_array().into_iter().flatten().filter(|it| it["entity"] == "share") {
            let Some(share) = id_of(&change["id"]) else { continue };
            match change["op"].as_str() {
                Some("create") => {
                    let user = id_of(&change["data"]["userId"]).ok_or("a share without a user")?;
                    held.insert(share, (user, seq));
                }
                Some("delete") => {
                    past.extend(held.remove(&share).map(|(user, from)| (user, scope, from, Some(seq))));
                }
                _ => {}
            }
        }
    }
    past.extend(held.into_values().map(|(user, from)| (user, scope, from, None)));
    Ok(past)
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
