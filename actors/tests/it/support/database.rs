//! A database for one test: a copy of a template that was migrated once. Tests of the server and of the stage share it.

use std::str::FromStr;

use actors::db;
use sqlx::postgres::PgConnectOptions;
use sqlx::{AssertSqlSafe, Connection, PgConnection, raw_sql};
use uuid::Uuid;

/// The advisory lock of the process that makes the template.
const TEMPLATE_LOCK: i64 = 0x7472_6f75_7065;

/// A database for one test; dropping the value drops the database.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    url: String,
}

impl TestDatabase {
    /// A migrated database.
    pub async fn new() -> Self {
        let template = template().await;
        Self::copy_of(Some(&template)).await
    }

    /// An empty database.
    #[allow(dead_code, reason = "the stage's tests have no use for one")]
    pub async fn empty() -> Self {
        Self::copy_of(None).await
    }

    async fn copy_of(template: Option<&str>) -> Self {
        let name = format!("test_{}", Uuid::new_v4().simple());
        let from = template.map_or_else(String::new, |template| format!(" template {template}"));
        let mut admin = connect(&admin_url()).await;
        execute(&mut admin, &format!("create database {name}{from}")).await;
        let url = url_of(&name);
        Self { name, url }
    }

    /// The address of the database.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A connection for checks by the test.
    pub async fn connect(&self) -> PgConnection {
        connect(&self.url).await
    }
}

impl Drop for TestDatabase {
    fn drop(&mut self) {
        let statement = format!("drop database if exists {} with (force)", self.name);
        // On another thread, because the test's runtime may be shutting down.
        let dropped = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
            runtime.expect("a runtime").block_on(async {
                execute(&mut connect(&admin_url()).await, &statement).await;
            });
        });
        if dropped.join().is_err() {
            eprintln!("{} was not dropped", self.name);
        }
    }
}

/// The name of the migrated template. The first process that needs it creates it.
async fn template() -> String {
    let versions: Vec<_> = db::MIGRATIONS.iter().map(|m| m.checksum.as_ref()).collect();
    let checksum: u64 = versions
        .concat()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    let name = format!("template_{checksum:016x}");
    let mut admin = connect(&admin_url()).await;
    sqlx::query("select pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut admin).await.expect("the lock");
    let there: bool = sqlx::query_scalar("select exists (select 1 from pg_database where datname = $1)")
        .bind(&name)
        .fetch_one(&mut admin)
        .await
        .expect("an answer");
    if !there {
        // Create it under another name until it is complete.
        execute(&mut admin, "drop database if exists template_unfinished with (force)").await;
        execute(&mut admin, "create database template_unfinished").await;
        db::migrate(&url_of("template_unfinished")).await.expect("migrated");
        execute(&mut admin, &format!("alter database template_unfinished rename to {name}")).await;
    }
    // Closing the connection releases the lock.
    admin.close().await.expect("closed");
    name
}

fn admin_url() -> String {
    std::env::var("DATABASE_URL")
        .expect("DATABASE_URL: run the tests with `troupe with-postgres --fast -- cargo nextest run`")
}

/// The address of another database on the same server.
fn url_of(name: &str) -> String {
    let admin = admin_url();
    let (rest, query) = admin.split_once('?').map_or((admin.as_str(), ""), |(r, q)| (r, q));
    let server = rest.rsplit_once('/').map_or(rest, |(server, _)| server);
    if query.is_empty() { format!("{server}/{name}") } else { format!("{server}/{name}?{query}") }
}

async fn connect(url: &str) -> PgConnection {
    let options = PgConnectOptions::from_str(url).expect("an address");
    PgConnection::connect_with(&options).await.expect("the test database server answers")
}

async fn execute(connection: &mut PgConnection, statement: &str) {
    raw_sql(AssertSqlSafe(statement.to_owned()))
        .execute(connection)
        .await
        .unwrap_or_else(|error| panic!("{statement}: {error}"));
}
