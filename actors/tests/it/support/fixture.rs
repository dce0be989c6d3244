//! A workspace with members on one database, and as many stages as a test needs.

use std::sync::Arc;
use std::time::Duration;

use actors::bus::{Bus, LocalBus};
use actors::db::{Db, DbOptions};
use actors::domain::command::Command;
use actors::domain::decide::{Order, What};
use actors::domain::entity::{Role, SCHEMA};
use actors::domain::founding::Founding;
use actors::domain::ids::{CommandId, ScopeId, UserId, WorkspaceId};
use actors::domain::kinds::member::commands::NewMember;
use actors::domain::refusal::Refusal;
use actors::domain::rights::Narrowing;
use actors::domain::scope::personal_scope;
use actors::journal::Journal;
use actors::{Ack, RegistryOptions, Stage};
use serde_json::{Value, json};
use sqlx::{PgConnection, Row};
use uuid::Uuid;

use super::{TestDatabase, until};

/// See the module documentation. The first person is the owner, the others are members.
pub struct Fixture {
    pub database: TestDatabase,
    pub stage: Stage,
    pub workspace: WorkspaceId,
    pub people: Vec<UserId>,
}

/// A journal of another node on the database.
pub async fn journal(database: &TestDatabase) -> Journal {
    // A long limit, because many tests share the machine.
    let acquire_timeout = Duration::from_secs(30);
    let options = DbOptions { pool_size: 6, threads: 1, acquire_timeout, ..DbOptions::default() };
    Journal::new(Db::connect(database.url(), &options).await.expect("a pool"))
}

/// Opens another stage on a database. With its own bus, it learns of other stages' events from the journal alone.
pub async fn open_stage(database: &TestDatabase, bus: Option<Arc<dyn Bus>>, heads_every: Duration) -> Stage {
    let bus = bus.unwrap_or_else(|| Arc::new(LocalBus::default()));
    let options = RegistryOptions { arbiters: 1, heads_every, ..RegistryOptions::default() };
    Stage::start(journal(database).await, bus, options, Duration::from_millis(500)).await.expect("a stage")
}

impl Fixture {
    pub async fn new(members: usize) -> Self {
        Self::with(members, None, Duration::from_millis(20)).await
    }

    /// The same with commons, and with a guest as the last person.
    pub async fn with_commons(members: usize) -> Self {
        let mut fixture = Self::new(members).await;
        let guest = UserId(Uuid::now_v7());
        fixture.join(guest, Role::Guest).await;
        fixture.people.push(guest);
        report_node(&fixture.database, Some(SCHEMA)).await;
        assert_eq!(fixture.stage.switch_workspaces(1).await.expect("switched"), 1);
        let workspace = fixture.workspace;
        until("the node has read the commons", async || fixture.stage.enter(workspace, guest).await.is_ok()).await;
        fixture
    }

    pub async fn with(members: usize, bus: Option<Arc<dyn Bus>>, heads_every: Duration) -> Self {
        let database = TestDatabase::new().await;
        let stage = open_stage(&database, bus, heads_every).await;
        let people: Vec<UserId> = (0..members).map(|_| UserId(Uuid::now_v7())).collect();
        let workspace = found(&stage, people[0]).await;
        let fixture = Self { database, stage, workspace, people };
        for user in &fixture.people[1..] {
            fixture.join(*user, Role::Member).await;
        }
        fixture
    }

    /// Creates another workspace of the first person.
    pub async fn found_another(&self) -> WorkspaceId {
        found(&self.stage, self.people[0]).await
    }

    pub async fn join(&self, user: UserId, role: Role) {
        let id = CommandId(Uuid::now_v7());
        self.stage.join_workspace(self.workspace, user, id, None, person(role)).await.expect("in");
    }

    /// Executes a command on the first stage.
    pub async fn ask(&self, by: UserId, json: Value) -> Result<Ack, Refusal> {
        self.stage.submit(self.workspace, order(by, json)).await
    }

    pub async fn does(&self, by: UserId, json: Value) -> Ack {
        let words = json.to_string();
        self.ask(by, json).await.unwrap_or_else(|refusal| panic!("{words}: {refusal}"))
    }

    pub fn home(&self) -> ScopeId {
        self.workspace.scope()
    }

    pub fn own(&self, user: UserId) -> ScopeId {
        personal_scope(self.workspace, user)
    }

    /// Returns the events of a scope as `(seq, command)`. Panics on a gap or a duplicate.
    pub async fn journal_of(&self, db: &mut PgConnection, scope: ScopeId) -> Vec<(i64, Uuid)> {
        let rows = sqlx::query("select seq, command_id from events where scope_id = $1 order by seq, at")
            .bind(scope.0)
            .fetch_all(&mut *db)
            .await
            .expect("events");
        let events: Vec<(i64, Uuid)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
        let seqs: Vec<i64> = events.iter().map(|(seq, _)| *seq).collect();
        assert_eq!(seqs, (1..=seqs.len() as i64).collect::<Vec<_>>(), "a hole or a double in {scope}");
        let head: i64 = sqlx::query_scalar("select coalesce((select seq from streams where id = $1), 0)")
            .bind(scope.0)
            .fetch_one(&mut *db)
            .await
            .expect("a stream");
        assert_eq!(head, seqs.len() as i64, "the head of {scope}");
        events
    }
}

/// Reports a live node with this schema number, as nodes of the server do; nodes of older builds report none. Returns
/// its id.
pub async fn report_node(database: &TestDatabase, schema: Option<u32>) -> Uuid {
    let (id, figures) = (Uuid::now_v7(), schema.map_or(json!({}), |schema| json!({"schema": schema})));
    let mut db = database.connect().await;
    let statement = sqlx::query("insert into nodes (id, figures) values ($1, $2)").bind(id).bind(figures);
    statement.execute(&mut db).await.expect("reported");
    id
}

async fn found(stage: &Stage, by: UserId) -> WorkspaceId {
    let id = WorkspaceId(Uuid::now_v7());
    let founding = Founding { id, name: "House".into(), key: None, by, founder: person(Role::Owner) };
    stage.found(&founding, CommandId(Uuid::now_v7()), None).await.expect("a workspace");
    id
}

pub fn command(json: &Value) -> Command {
    Command::from_json(&json.to_string()).unwrap_or_else(|refusal| panic!("{json}: {refusal}"))
}

/// Makes a client's order with a fresh id.
pub fn order(by: UserId, json: Value) -> Order {
    Order {
        id: CommandId(Uuid::now_v7()),
        by,
        narrowing: Narrowing::NONE,
        from: None,
        what: What::Command(command(&json)),
    }
}

fn person(role: Role) -> NewMember {
    NewMember {
        role: role.into(),
        invited_by: None,
        firstname: "Some".into(),
        lastname: "Body".into(),
        username: "member".into(),
        avatar_url: None,
        department: "Works".to_owned(),
        designation: "Mason".to_owned(),
        lists: Vec::new(),
    }
}
