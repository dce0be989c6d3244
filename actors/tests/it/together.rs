//! Batches of several workspaces in one call: each has the same outcome as in a call of its own.

use actors::domain::entity::Entity;
use actors::domain::ids::{CommandId, Epoch, TicketId, WorkspaceId};
use actors::journal::{Journal, JournalError};
use actors::sync::Batch;
use actors::sync::Committed;
use futures_util::future::join_all;
use serde_json::json;
use sqlx::PgConnection;
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::support::{Fixture, Session, fresh, until};

/// Workspaces on one database, with one journal.
struct Street {
    fixture: Fixture,
    journal: Journal,
    db: PgConnection,
}

/// Lanes that are occupied by commits that wait for a lock.
struct Jam {
    by: PgConnection,
    commits: Vec<JoinHandle<Result<Committed, JournalError>>>,
}

impl Street {
    async fn new() -> Self {
        let fixture = Fixture::new(1).await;
        let journal = Session::of(&fixture, fixture.people[0]).await.journal;
        let db = fixture.database.connect().await;
        Self { fixture, journal, db }
    }

    async fn workspace(&self) -> Session {
        let (workspace, by) = (self.fixture.found_another().await, self.fixture.people[0]);
        Session { journal: self.journal.clone(), workspace, by }
    }

    /// Decides a new ticket without storing it.
    async fn ticket(&self, session: &Session) -> Batch {
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "A ticket"});
        session.decide(fresh(), &new, &[]).await
    }

    /// Occupies all lanes with commits that wait for a lock, so that later batches gather.
    async fn jam(&mut self) -> Jam {
        let mut by = self.fixture.database.connect().await;
        sqlx::raw_sql("begin").execute(&mut by).await.expect("a transaction");
        let mut commits = Vec::new();
        for waiting in 1..=2 {
            let session = self.workspace().await;
            let batch = self.ticket(&session).await;
            hold(&mut by, session.workspace).await;
            let journal = self.journal.clone();
            commits.push(tokio::spawn(async move { journal.commit(&batch).await }));
            until("it waits", async || self.waiting().await == waiting).await;
        }
        Jam { by, commits }
    }

    /// The number of calls that wait for a lock.
    async fn waiting(&mut self) -> i64 {
        let sql =
            "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
        sqlx::query_scalar(sql).fetch_one(&mut self.db).await.expect("a count")
    }

    /// Decides a bulk edit of about 700 kB in its own workspace without storing it.
    async fn bulk_edit(&self) -> (WorkspaceId, Batch) {
        let session = self.workspace().await;
        let tickets: Vec<TicketId> = (0..7).map(|_| TicketId(Uuid::now_v7())).collect();
        for ticket in &tickets {
            let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "A ticket"});
            session.insist(fresh(), &new, &[*ticket]).await;
        }
        let patch = json!({"description": "x".repeat(99_000)});
        let edit = json!({"kind": "tickets.update", "ticketIds": tickets, "patch": patch});
        (session.workspace, session.decide(fresh(), &edit, &tickets).await)
    }

    /// Decides a new link between two new tickets without storing it.
    async fn link(&self, session: &Session) -> Batch {
        let ends = [(); 2].map(|()| TicketId(Uuid::now_v7()));
        for end in ends {
            let new = json!({"kind": "ticket.create", "ticketId": end, "title": "A ticket"});
            session.insist(fresh(), &new, &[end]).await;
        }
        let link = json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "relates",
            "fromTicketId": ends[0], "toTicketId": ends[1]});
        session.decide(fresh(), &link, &ends).await
    }

    async fn links(&mut self, session: &Session) -> i64 {
        sqlx::query_scalar("select count(*) from links where workspace_id = $1")
            .bind(session.workspace.0)
            .fetch_one(&mut self.db)
            .await
            .expect("a count")
    }

    /// Offers all batches before any can be taken.
    async fn commit_all(&self, batches: &[&Batch]) -> Vec<Result<Committed, JournalError>> {
        join_all(batches.iter().map(|batch| self.journal.commit(batch))).await
    }

    /// The number of transactions in which events of these commands were stored.
    async fn transactions(&mut self, batches: &[&Batch]) -> i64 {
        let ids: Vec<Uuid> = batches.iter().map(|batch| command_of(batch).0).collect();
        sqlx::query_scalar("select count(distinct xmin::text) from events where command_id = any ($1)")
            .bind(ids)
            .fetch_one(&mut self.db)
            .await
            .expect("a count")
    }

    async fn journals_are_whole(&mut self, batches: &[&Batch]) {
        for scope in batches.iter().flat_map(|batch| batch.scopes.keys()) {
            self.fixture.journal_of(&mut self.db, *scope).await;
        }
    }
}

impl Jam {
    async fn dissolve(mut self) {
        sqlx::raw_sql("rollback").execute(&mut self.by).await.expect("out of the way");
        for commit in self.commits {
            assert!(is_done(&commit.await.expect("no panic")));
        }
    }
}

async fn hold(by: &mut PgConnection, workspace: WorkspaceId) {
    sqlx::query("select 1 from streams where workspace_id = $1 for update")
        .bind(workspace.0)
        .execute(by)
        .await
        .expect("a lock");
}

fn command_of(batch: &Batch) -> CommandId {
    batch.answers[0].command
}

fn is_done(outcome: &Result<Committed, JournalError>) -> bool {
    matches!(outcome, Ok(Committed::Done(_)))
}

#[actix::test]
async fn waiting_batches_are_stored_by_one_call_and_do_not_wait_for_each_others_locks() {
    let mut street = Street::new().await;
    let mut batches = Vec::new();
    for _ in 0..6 {
        let session = street.workspace().await;
        batches.push(street.ticket(&session).await);
    }
    let jam = street.jam().await;
    let batches: Vec<&Batch> = batches.iter().collect();
    let outcomes = street.commit_all(&batches).await;
    for (batch, outcome) in batches.iter().zip(&outcomes) {
        let Ok(Committed::Done(before)) = outcome else { panic!("{outcome:?}") };
        let scopes: Vec<_> = before.iter().map(|(scope, _)| *scope).collect();
        assert_eq!(scopes, batch.scopes.keys().copied().collect::<Vec<_>>(), "its own scopes, and no others");
    }
    assert_eq!(street.transactions(&batches).await, 1);
    street.journals_are_whole(&batches).await;
    jam.dissolve().await;
}

#[actix::test]
async fn each_batch_has_the_outcome_of_a_call_of_its_own() {
    let mut street = Street::new().await;
    let mut sessions = Vec::new();
    for _ in 0..6 {
        sessions.push(street.workspace().await);
    }
    let [fine, stale, seen, elsewhere, also_fine, held] = &sessions[..] else { panic!("six of them") };
    let made = Uuid::now_v7();
    let new = json!({"kind": "ticket.create", "ticketId": made, "title": "One"});
    let ticket = [TicketId(made)];
    stale.insist(fresh(), &new, &ticket).await;
    let rename = |title: &str| json!({"kind": "ticket.update", "ticketId": made, "patch": {"title": title}});
    let old = stale.decide(fresh(), &rename("too late"), &ticket).await;
    stale.insist(fresh(), &rename("in between"), &ticket).await;
    let repeated = street.ticket(seen).await;
    assert!(is_done(&street.journal.commit(&repeated).await));
    let mut foreign = street.ticket(elsewhere).await;
    for usage in foreign.scopes.values_mut() {
        usage.epoch = Epoch(Uuid::now_v7());
    }
    let (first, last, behind) = (street.ticket(fine).await, street.ticket(also_fine).await, street.ticket(held).await);

    let mut jam = street.jam().await;
    hold(&mut jam.by, held.workspace).await;
    let journal = street.journal.clone();
    let kept = behind.clone();
    let waits = tokio::spawn(async move { journal.commit(&kept).await });
    let outcomes = street.commit_all(&[&first, &old, &repeated, &foreign, &last]).await;
    assert!(is_done(&outcomes[0]) && is_done(&outcomes[4]), "{outcomes:?}");
    assert!(matches!(&outcomes[1], Ok(Committed::Stale)), "{:?}", outcomes[1]);
    let Ok(Committed::Seen(commands)) = &outcomes[2] else { panic!("{:?}", outcomes[2]) };
    assert_eq!(commands.iter().map(|command| command.id).collect::<Vec<_>>(), [command_of(&repeated)]);
    assert!(matches!(&outcomes[3], Ok(Committed::Epoch)), "{:?}", outcomes[3]);
    assert_eq!(street.transactions(&[&first, &last]).await, 1);
    assert_eq!(street.transactions(&[&old, &foreign, &behind]).await, 0, "nothing of those is stored");
    jam.dissolve().await;
    assert!(is_done(&waits.await.expect("no panic")), "it waited for its own lock alone");
    street.journals_are_whole(&[&first, &old, &repeated, &last, &behind]).await;
}

#[actix::test]
async fn a_batch_that_the_database_refuses_affects_no_other() {
    let mut street = Street::new().await;
    let (one, two, three) = (street.workspace().await, street.workspace().await, street.workspace().await);
    let (first, mut bad, last) = (street.ticket(&one).await, street.ticket(&two).await, street.ticket(&three).await);
    for row in bad.rows.values_mut() {
        if let Some(Entity::Ticket(ticket)) = &mut row.after {
            ticket.title = "a\0b".into();
        }
    }
    let jam = street.jam().await;
    let outcomes = street.commit_all(&[&first, &bad, &last]).await;
    assert!(is_done(&outcomes[0]) && is_done(&outcomes[2]), "{outcomes:?}");
    assert!(matches!(&outcomes[1], Err(JournalError::Refused(_))), "{:?}", outcomes[1]);
    assert_eq!(street.transactions(&[&bad]).await, 0);
    street.journals_are_whole(&[&first, &bad, &last]).await;
    jam.dissolve().await;
}

#[actix::test]
async fn batches_that_may_not_be_joined_are_stored_alone() {
    let mut street = Street::new().await;
    let (one, two, three) = (street.workspace().await, street.workspace().await, street.workspace().await);
    let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Red"});
    let (first, configures, last) =
        (street.ticket(&one).await, two.decide(fresh(), &label, &[]).await, street.ticket(&three).await);
    let jam = street.jam().await;
    let outcomes = street.commit_all(&[&first, &configures, &last]).await;
    assert!(outcomes.iter().all(is_done), "{outcomes:?}");
    assert_eq!(street.transactions(&[&first, &last]).await, 1);
    assert_eq!(street.transactions(&[&first, &configures, &last]).await, 2);
    jam.dissolve().await;
}

#[actix::test]
async fn p04_bulk_edits_use_two_lanes_and_leave_the_others_to_small_edits() {
    let mut street = Street::new().await;
    let mut by = street.fixture.database.connect().await;
    sqlx::raw_sql("begin").execute(&mut by).await.expect("a transaction");
    let mut heavy = Vec::new();
    for _ in 0..4 {
        heavy.push(street.bulk_edit().await);
    }
    let mut commits = Vec::new();
    for (workspace, batch) in heavy {
        hold(&mut by, workspace).await;
        let journal = street.journal.clone();
        commits.push(tokio::spawn(async move {
            let outcome = journal.commit(&batch).await;
            (batch, outcome)
        }));
    }
    until("as many wait as may", async || street.waiting().await == 2).await;
    // Together, these take longer than the time after which a waiting call gets an extra worker.
    for _ in 0..10 {
        let session = street.workspace().await;
        let small = street.ticket(&session).await;
        assert!(is_done(&street.journal.commit(&small).await));
        let waiting = street.waiting().await;
        assert!(waiting <= 2, "{waiting} bulk edits wait in the database");
    }
    sqlx::raw_sql("rollback").execute(&mut by).await.expect("out of the way");
    for commit in commits {
        let (batch, outcome) = commit.await.expect("no panic");
        // On a busy machine, the lock may not have been available in time.
        assert!(is_done(&outcome) || is_done(&street.journal.commit(&batch).await), "{outcome:?}");
    }
}

#[actix::test]
async fn sc11_rows_of_hot_kinds_are_stored_by_one_call_and_a_batch_that_is_left_out_writes_none() {
    let mut street = Street::new().await;
    let (one, two, three) = (street.workspace().await, street.workspace().await, street.workspace().await);
    let (first, stale, last) = (street.link(&one).await, street.link(&two).await, street.link(&three).await);
    let between = street.ticket(&two).await;
    assert!(is_done(&street.journal.commit(&between).await), "a link relies on the whole scope");
    let jam = street.jam().await;
    let outcomes = street.commit_all(&[&first, &stale, &last]).await;
    assert!(is_done(&outcomes[0]) && is_done(&outcomes[2]), "{outcomes:?}");
    assert!(matches!(&outcomes[1], Ok(Committed::Stale)), "{:?}", outcomes[1]);
    assert_eq!(street.transactions(&[&first, &last]).await, 1);
    assert_eq!((street.links(&one).await, street.links(&two).await, street.links(&three).await), (1, 0, 1));
    street.journals_are_whole(&[&first, &last, &between]).await;
    jam.dissolve().await;
}
