//! A gate between a node and its database, to be shut and opened.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use super::{Statements, TestDatabase};

#[derive(Clone)]
enum Behind {
    Tcp(String),
    Unix(PathBuf),
}

/// A proxy that forwards bytes. If a test asks for it, the proxy also records the statements in them.
pub struct Gate {
    addr: SocketAddr,
    behind: Behind,
    url: String,
    /// Whether the database's answers are held back. All connections since the last `forget` share one flag.
    mute: Arc<Mutex<watch::Sender<bool>>>,
    /// The delay of each answer of the database, in milliseconds.
    late: Arc<AtomicU64>,
    read: Option<Statements>,
    forgotten: Vec<watch::Sender<bool>>,
    keeper: Option<JoinHandle<()>>,
    tasks: Arc<Mutex<Vec<JoinHandle<()>>>>,
    /// A runtime of its own: the gate must go on while a test waits for its node to end.
    runtime: Option<Runtime>,
}

impl Gate {
    /// An open gate before a database.
    pub async fn before(database: &TestDatabase) -> Self {
        Self::build(database, None).await
    }

    /// An open gate that records the statements that pass.
    pub async fn reading(database: &TestDatabase) -> (Self, Statements) {
        let statements = Statements::default();
        (Self::build(database, Some(statements.clone())).await, statements)
    }

    async fn build(database: &TestDatabase, read: Option<Statements>) -> Self {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a runtime");
        let bound = runtime.spawn(TcpListener::bind("127.0.0.1:0")).await.expect("a task");
        let listener = bound.expect("a port");
        let addr = listener.local_addr().expect("an address");
        let (account, place) = database.url().split_once('@').expect("an account");
        let (server, rest) = place.split_once('/').expect("a database");
        let (name, query) = rest.split_once('?').unwrap_or((rest, ""));
        let folder = query.split('&').find_map(|pair| pair.strip_prefix("host="));
        let behind = match folder {
            Some(folder) => Behind::Unix(PathBuf::from(folder.replace("%2F", "/")).join(".s.PGSQL.5432")),
            None if server.contains(':') => Behind::Tcp(server.to_owned()),
            None => Behind::Tcp(format!("{server}:5432")),
        };
        let url = format!("{account}@{addr}/{name}?sslmode=disable");
        let mute = Arc::new(Mutex::new(watch::Sender::new(false)));
        let (tasks, late, runtime, forgotten) = (Arc::default(), Arc::default(), Some(runtime), Vec::new());
        let mut gate = Self { addr, behind, url, mute, late, read, forgotten, keeper: None, tasks, runtime };
        gate.keep(listener);
        gate
    }

    /// The address of the database through the gate.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Cuts all connections and accepts no new ones, as if the database were stopped.
    pub fn shut(&mut self) {
        if let Some(keeper) = self.keeper.take() {
            keeper.abort();
        }
        for task in self.tasks.lock().expect("no panic").drain(..) {
            task.abort();
        }
    }

    pub async fn open(&mut self) {
        let addr = self.addr;
        let bound = self.runtime().spawn(async move {
            for _ in 0..1_000 {
                // The port is free once the listener's task has ended.
                if let Ok(listener) = TcpListener::bind(addr).await {
                    return Some(listener);
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            None
        });
        let listener = bound.await.expect("a task").expect("the same port again");
        self.muted(false);
        self.keep(listener);
    }

    /// From now on answers are delayed by this time, including those of the connection's start.
    pub fn far(&self, late: Duration) {
        self.late.store(u64::try_from(late.as_millis()).expect("not for ever"), Ordering::Release);
    }

    /// From now on requests reach the database, and answers are held back.
    pub fn mute(&self) {
        self.muted(true);
    }

    fn muted(&self, mute: bool) {
        self.mute.lock().expect("no panic").send_replace(mute);
    }

    /// The present connections never carry an answer again, and stay open; new ones work normally.
    pub fn forget(&mut self) {
        self.muted(true);
        let fresh = watch::Sender::new(false);
        self.forgotten.push(std::mem::replace(&mut *self.mute.lock().expect("no panic"), fresh));
    }

    fn runtime(&self) -> &Runtime {
        self.runtime.as_ref().expect("it is taken at the end only")
    }

    fn keep(&mut self, listener: TcpListener) {
        let (behind, tasks, mute) = (self.behind.clone(), self.tasks.clone(), self.mute.clone());
        let (late, read) = (self.late.clone(), self.read.clone());
        self.keeper = Some(self.runtime().spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let mute = mute.lock().expect("no panic").subscribe();
                let task =
                    tokio::spawn(carry(client, behind.clone(), Way { mute, late: late.clone(), read: read.clone() }));
                tasks.lock().expect("no panic").push(task);
            }
        }));
    }
}

impl Drop for Gate {
    fn drop(&mut self) {
        self.shut();
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// How both directions are forwarded.
struct Way {
    mute: watch::Receiver<bool>,
    late: Arc<AtomicU64>,
    read: Option<Statements>,
}

async fn carry(client: TcpStream, behind: Behind, way: Way) {
    match behind {
        Behind::Tcp(server) => {
            let Ok(server) = TcpStream::connect(server).await else { return };
            both_ways(client, server, way).await;
        }
        Behind::Unix(path) => {
            let Ok(server) = UnixStream::connect(path).await else { return };
            both_ways(client, server, way).await;
        }
    }
}

async fn both_ways<S: AsyncRead + AsyncWrite + Unpin>(client: TcpStream, server: S, way: Way) {
    let (mut asks, mut hears) = split(client);
    let (mut answers, mut takes) = split(server);
    let Way { mut mute, late, read } = way;
    let there = async {
        let mut connection = read.map(|statements| statements.of_connection());
        let mut piece = vec![0; 16 * 1024];
        // If one side ends, both ends are closed.
        while let Ok(read @ 1..) = asks.read(&mut piece).await {
            if let Some(connection) = &mut connection {
                connection.read(&piece[..read]);
            }
            if takes.write_all(&piece[..read]).await.is_err() {
                return;
            }
        }
    };
    let back = async {
        let mut piece = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = answers.read(&mut piece).await {
            tokio::time::sleep(Duration::from_millis(late.load(Ordering::Acquire))).await;
            if mute.wait_for(|mute| !mute).await.is_err() || hears.write_all(&piece[..read]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = there => {}
        () = back => {}
    }
}
