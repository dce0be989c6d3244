//! A node in this process, on a thread of its own.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::JoinHandle;

use server::config::Config;
use server::db::{Db, DbOptions};
use server::http::transport::bind;
use server::node::Node;
use tokio::sync::oneshot;

use super::{Client, Person, TestDatabase};

/// The secret of the nodes in tests.
const SECRET: &str = "b7e1c4a95d0f38269acd7be1f04c5d3a";

/// The web app's files are read from the disk while the tests run.
#[derive(rust_embed::RustEmbed)]
#[folder = "../web/dist"]
struct WebApp;

/// A node; stopped on drop.
pub struct TestNode {
    url: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl TestNode {
    /// A node on a database, with the settings of a developer's machine.
    pub async fn start(database: &TestDatabase) -> Self {
        Self::start_with(database, &[]).await
    }

    /// The same with some settings changed.
    pub async fn start_with(database: &TestDatabase, settings: &[(&str, &str)]) -> Self {
        Self::start_on(database.url(), settings).await
    }

    /// The same at an address of a database.
    pub async fn start_on(url: &str, settings: &[(&str, &str)]) -> Self {
        let files = std::env::temp_dir().join("troupe-test-files");
        let defaults = [
            ("TROUPE_FILES_DIR", files.to_str().expect("a path")),
            ("TROUPE_ADDR", "127.0.0.1:0"),
            ("TROUPE_SECRET", SECRET),
            ("TROUPE_DEV_MAILBOX", "1"),
            // No test asks other servers, unless it brings one.
            ("TROUPE_LINK_TITLES", "0"),
            // One hash in a millisecond.
            ("TROUPE_ARGON2_MEMORY_KIB", "8"),
            ("TROUPE_ARGON2_ITERATIONS", "1"),
            ("TROUPE_WORKERS", "2"),
            ("TROUPE_DATABASE_POOL", "8"),
            // Long waits: many tests share the machine.
            ("TROUPE_DATABASE_WAIT_MS", "30000"),
        ];
        let mut environment: HashMap<String, String> =
            defaults.iter().chain(settings).map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        environment.insert("DATABASE_URL".to_owned(), url.to_owned());
        let config = Config::load(&environment, Path::new("/")).expect("settings");
        let url = url.to_owned();
        let (ready, started) = mpsc::channel();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(serve(config, url, ready, stopped));
        });
        let url = actix_web::web::block(move || started.recv()).await;
        let url = url.expect("a thread").expect("a node that starts");
        Self { url, stop: Some(stop), thread: Some(thread) }
    }

    /// `http://127.0.0.1:port`
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A client without credentials.
    pub fn client(&self) -> Client {
        Client::new(&self.url)
    }

    /// A person who has just signed up and confirmed their e-mail.
    pub async fn sign_up_user(&self, name: &str) -> Person {
        Person::sign_up(self.client(), name).await
    }
}

async fn serve(config: Config, url: String, ready: mpsc::Sender<String>, stopped: oneshot::Receiver<()>) {
    let listener = bind(&config.http).expect("a port");
    let addr = listener.addr;
    let acquire_timeout = config.database.wait;
    let options =
        DbOptions { pool_size: config.database.pool_size, acquire_timeout, threads: 1, ..DbOptions::default() };
    let db = Db::connect(&url, &options).await.expect("a pool");
    let node = Node::start(Arc::new(config), WebApp::get, listener, db.clone(), false).await.expect("a node");
    // The bound address, not the public one: the public one may be a name that only mails use.
    ready.send(format!("http://{addr}")).expect("the test waits");
    // A failed test drops the sender; then the node stops, too.
    let _ = stopped.await;
    node.stop(std::future::ready(())).await;
    db.close().await;
}

impl Drop for TestNode {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The node may have ended by a panic already.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
            && !std::thread::panicking()
        {
            panic!("the node panicked");
        }
    }
}
