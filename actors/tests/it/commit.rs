//! The commit function under parallel sessions.

use std::collections::{BTreeMap, BTreeSet};

use actors::domain::entity::{Entity, Role};
use actors::domain::ids::{TicketId, UserId};
use actors::sync::Batch;
use actors::sync::Committed;
use rand::rngs::StdRng;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Fixture, Session, fresh, journal};

async fn tickets(fixture: &Fixture, by: UserId, count: usize) -> Vec<TicketId> {
    let mut made = Vec::new();
    for n in 0..count {
        let id = Uuid::now_v7();
        fixture.does(by, json!({"kind": "ticket.create", "ticketId": id, "title": format!("Ticket {n}")})).await;
        made.push(TicketId(id));
    }
    made
}

#[actix::test]
async fn parallel_sessions_leave_no_gap_no_duplicate_and_no_lost_edit() {
    let fixture = Fixture::new(2).await;
    let tickets = tickets(&fixture, fixture.people[0], 3).await;
    let mut tasks = Vec::new();
    for worker in 0..8_u64 {
        let session = Session::of(&fixture, fixture.people[worker as usize % 2]).await;
        let tickets = tickets.clone();
        tasks.push(tokio::spawn(async move {
            let mut random = StdRng::seed_from_u64(worker);
            let mut labels = Vec::new();
            for turn in 0..12 {
                let ticket = tickets[random.random_range(0..tickets.len())];
                let (label, id) = (Uuid::now_v7(), fresh());
                let make = json!({"kind": "label.create", "labelId": label, "name": format!("{worker} {turn}")});
                session.insist(id, &make, &[]).await;
                let patch = json!({"labels": {"add": [label]}});
                let put = json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
                session.insist(fresh(), &put, &[ticket]).await;
                labels.push((ticket, label));
            }
            labels
        }));
    }
    let mut expected: BTreeMap<TicketId, BTreeSet<Uuid>> = BTreeMap::new();
    for task in tasks {
        for (ticket, label) in task.await.expect("a session") {
            expected.entry(ticket).or_default().insert(label);
        }
    }
    let session = Session::of(&fixture, fixture.people[0]).await;
    let (world, ..) = session.load(&tickets).await;
    for (ticket, labels) in expected {
        let found: BTreeSet<Uuid> = world.tables.tickets[&ticket].labels.iter().map(|label| label.0).collect();
        assert_eq!(found, labels, "every addition survived");
    }
    let mut db = fixture.database.connect().await;
    let events = fixture.journal_of(&mut db, fixture.home()).await;
    let commands: BTreeSet<Uuid> = events.iter().map(|(_, command)| *command).collect();
    assert_eq!(commands.len(), events.len(), "no command is in the journal twice");
}

#[actix::test]
async fn numbers_of_tickets_made_by_parallel_sessions_are_all_different() {
    let fixture = Fixture::new(1).await;
    let mut tasks = Vec::new();
    for worker in 0..6 {
        let session = Session::of(&fixture, fixture.people[0]).await;
        tasks.push(tokio::spawn(async move {
            for turn in 0..8 {
                let id = Uuid::now_v7();
                let new = json!({"kind": "ticket.create", "ticketId": id, "title": format!("{worker} {turn}")});
                session.insist(fresh(), &new, &[TicketId(id)]).await;
            }
        }));
    }
    for task in tasks {
        task.await.expect("a session");
    }
    let mut db = fixture.database.connect().await;
    let numbers: Vec<i64> =
        sqlx::query_scalar("select number from tickets order by number").fetch_all(&mut db).await.expect("numbers");
    assert_eq!(numbers, (1..=48).collect::<Vec<_>>());
}

#[actix::test]
async fn tickets_that_become_private_and_shared_at_once_do_not_deadlock() {
    let fixture = Fixture::new(4).await;
    let mut tasks = Vec::new();
    for by in fixture.people.clone() {
        let mine = tickets(&fixture, by, 1).await;
        for _ in 0..2 {
            let session = Session::of(&fixture, by).await;
            let mine = mine.clone();
            tasks.push(tokio::spawn(async move {
                for turn in 0..10 {
                    let patch = json!({"private": turn % 2 == 0});
                    let move_it = json!({"kind": "ticket.update", "ticketId": mine[0], "patch": patch});
                    session.insist(fresh(), &move_it, &mine).await;
                }
            }));
        }
    }
    for task in tasks {
        task.await.expect("no deadlock, no error");
    }
    let mut db = fixture.database.connect().await;
    for scope in fixture.people.iter().map(|user| fixture.own(*user)).chain([fixture.home()]) {
        fixture.journal_of(&mut db, scope).await;
    }
    let deadlocks: i64 =
        sqlx::query_scalar("select deadlocks from pg_stat_database where datname = current_database()")
            .fetch_one(&mut db)
            .await
            .expect("a figure");
    assert_eq!(deadlocks, 0);
}

#[actix::test]
async fn a_decision_on_a_stale_state_is_never_stored() {
    let fixture = Fixture::new(2).await;
    let by = fixture.people[0];
    let tickets = tickets(&fixture, by, 1).await;
    let slow = Session::of(&fixture, by).await;
    let title = |title: &str| json!({"kind": "ticket.update", "ticketId": tickets[0], "patch": {"title": title}});

    // After the decision, another session changes the row, the configuration, the numbers, or the whole scope.
    let (batch, first) = slow.attempt(fresh(), &title("one"), &tickets).await;
    assert!(matches!(first, Committed::Done(_)));
    let again = |batch: &Batch| {
        let mut batch = batch.clone();
        batch.answers[0].command = fresh();
        batch
    };
    let outcome = slow.journal.commit(&again(&batch)).await.expect("an answer");
    assert!(matches!(outcome, Committed::Stale), "its own row has moved on: {outcome:?}");

    let new_ticket = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "new"});
    let (batch, _) = slow.attempt(fresh(), &new_ticket, &[]).await;
    let outcome = slow.journal.commit(&again(&batch)).await.expect("an answer");
    assert!(matches!(outcome, Committed::Stale), "the number is taken: {outcome:?}");

    let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "new"});
    let (batch, _) = slow.attempt(fresh(), &label, &[]).await;
    let outcome = slow.journal.commit(&again(&batch)).await.expect("an answer");
    assert!(matches!(outcome, Committed::Stale), "the configuration has moved on: {outcome:?}");
}

#[actix::test]
async fn a_refused_commit_changes_nothing() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let tickets = tickets(&fixture, by, 2).await;
    let session = Session::of(&fixture, by).await;
    let several = json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"title": "Both"}});
    let (mut batch, done) = session.attempt(fresh(), &several, &tickets).await;
    assert!(matches!(done, Committed::Done(_)));
    let mut db = fixture.database.connect().await;
    let state = |json: bool| {
        let all = "select coalesce(jsonb_agg(to_jsonb(t) order by t.id), '[]') || (select jsonb_agg(to_jsonb(s) order by s.id) from streams s)
                   || jsonb_build_array((select count(*) from events), (select count(*) from activities))";
        let commands = if json { " || jsonb_build_array((select count(*) from commands))" } else { "" };
        format!("{all}{commands} from tickets t")
    };
    let before: Value = sqlx::query_scalar(sqlx::AssertSqlSafe(state(true))).fetch_one(&mut db).await.expect("a state");
    // One read is stale: nothing of the batch is stored, not even its answers.
    batch.answers[0].command = fresh();
    assert!(matches!(session.journal.commit(&batch).await.expect("an answer"), Committed::Stale));
    // Another epoch of the scope.
    for usage in batch.scopes.values_mut() {
        usage.epoch = actors::domain::ids::Epoch(Uuid::now_v7());
    }
    assert!(matches!(session.journal.commit(&batch).await.expect("an answer"), Committed::Epoch));
    // A row that the table refuses.
    let (mut bad, _) = session
        .attempt(fresh(), &json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "fine"}), &[])
        .await;
    let after_label: Value =
        sqlx::query_scalar(sqlx::AssertSqlSafe(state(true))).fetch_one(&mut db).await.expect("a state");
    assert_ne!(before, after_label);
    bad.answers[0].command = fresh();
    for usage in bad.scopes.values_mut() {
        usage.config = None;
        usage.epoch = session.load(&[]).await.1[&fixture.home()].epoch;
    }
    for row in bad.rows.values_mut() {
        if let Some(Entity::Label(label)) = &mut row.after {
            label.name = "a\0b".into();
        }
    }
    session.journal.commit(&bad).await.expect_err("the database objects");
    let after: Value = sqlx::query_scalar(sqlx::AssertSqlSafe(state(true))).fetch_one(&mut db).await.expect("a state");
    assert_eq!(after_label, after);
}

#[actix::test]
async fn cm2_a_repeated_command_gets_its_stored_answer_refusals_too() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let made = tickets(&fixture, by, 1).await;
    let session = Session::of(&fixture, by).await;
    let title = json!({"kind": "ticket.update", "ticketId": made[0], "patch": {"title": "once"}});
    let missing = json!({"kind": "ticket.trash", "ticketId": Uuid::now_v7()});
    let (done, refused) = (fresh(), fresh());
    let Committed::Done(before) = session.attempt(done, &title, &made).await.1 else { panic!("not done") };
    assert!(matches!(session.attempt(refused, &missing, &[]).await.1, Committed::Done(_)));
    for (id, json) in [(done, &title), (refused, &missing)] {
        let Committed::Seen(seen) = session.attempt(id, json, &made).await.1 else { panic!("not seen") };
        assert_eq!(seen.len(), 1);
        assert_eq!((seen[0].id, seen[0].user, seen[0].refusal.is_some()), (id, by, id == refused));
        if id == done {
            assert_eq!(Some((seen[0].scope, seen[0].seq - 1)), before.first().copied());
        }
    }
    // Of many identical commands at once, one is stored.
    let (id, ticket) = (fresh(), Uuid::now_v7());
    let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "one of many"});
    let mut tasks = Vec::new();
    for _ in 0..6 {
        let session = Session::of(&fixture, by).await;
        let new = new.clone();
        tasks.push(tokio::spawn(async move { session.attempt(id, &new, &[TicketId(ticket)]).await.1 }));
    }
    let mut stored = 0;
    for task in tasks {
        match task.await.expect("a session") {
            Committed::Done(_) => stored += 1,
            Committed::Seen(_) | Committed::Stale => {}
            Committed::Epoch => panic!("no other epoch"),
        }
    }
    assert_eq!(stored, 1);
}

#[actix::test]
async fn c10_two_owners_who_remove_each_other_at_once_leave_one() {
    for _ in 0..3 {
        let fixture = Fixture::new(1).await;
        let second = UserId(Uuid::now_v7());
        fixture.join(second, Role::Owner).await;
        let pairs = [(fixture.people[0], second), (second, fixture.people[0])];
        let mut tasks = Vec::new();
        for (by, whom) in pairs {
            let session = Session::of(&fixture, by).await;
            tasks.push(tokio::spawn(async move {
                let remove = json!({"kind": "member.remove", "userId": whom});
                session.insist(fresh(), &remove, &[]).await
            }));
        }
        for task in tasks {
            task.await.expect("a session");
        }
        let mut db = fixture.database.connect().await;
        let owners: i64 = sqlx::query_scalar("select count(*) from members where role = 'owner' and state = 'active'")
            .fetch_one(&mut db)
            .await
            .expect("a count");
        assert_eq!(owners, 1);
    }
}

#[actix::test]
async fn sc9_nodes_that_open_the_same_scope_at_once_all_get_it() {
    let fixture = Fixture::new(1).await;
    let nodes = [journal(&fixture.database).await, journal(&fixture.database).await];
    for _ in 0..100 {
        let user = UserId(Uuid::now_v7());
        let all = (0..8).map(|n| nodes[n % 2].open_personal_stream(fixture.workspace, user));
        let opened = futures_util::future::join_all(all).await;
        let first = opened[0].as_ref().expect("opened").epoch;
        assert!(opened.iter().all(|it| it.as_ref().is_ok_and(|it| it.epoch == first)), "{opened:?}");
    }
}
