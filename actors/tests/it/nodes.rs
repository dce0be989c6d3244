//! Two stages on one database. They learn of each other's events from the journal alone, or by an unreliable bus.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use actors::Stage;
use actors::bus::{Bus, LocalBus};
use actors::domain::entity::Role;
use actors::domain::ids::{TicketId, UserId};
use actors::domain::refusal::RefusalCode;
use actors::domain::rights::Narrowing;
use actors::wire::SnapshotForm;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, UnrulyBus, open_stage, order, until};

async fn second(fixture: &Fixture) -> Stage {
    open_stage(&fixture.database, None, Duration::from_millis(20)).await
}

#[actix::test]
async fn edits_of_the_same_and_of_other_tickets_from_two_nodes_are_each_applied_once() {
    let fixture = Fixture::new(2).await;
    let stages = [fixture.stage.clone(), second(&fixture).await];
    let tickets: Vec<Uuid> = (0..4).map(|_| Uuid::now_v7()).collect();
    for ticket in &tickets {
        fixture.does(fixture.people[0], json!({"kind": "ticket.create", "ticketId": ticket, "title": "T"})).await;
    }
    let mut clients = Vec::new();
    for (stage, user) in stages.iter().zip(&fixture.people) {
        let hub = stage.open_hub();
        clients.push(Client::following(stage, &hub, fixture.workspace, *user).await);
    }
    let mut asked = Vec::new();
    for turn in 0..60 {
        for (stage, user) in stages.iter().zip(&fixture.people) {
            let ticket = tickets[turn % tickets.len()];
            let patch = match turn % 3 {
                0 => json!({"title": format!("{user} {turn}")}),
                1 => json!({"assigneesIds": {"add": [user]}}),
                _ => json!({"priority": if turn % 2 == 0 { "day" } else { "year" }}),
            };
            let order = order(*user, json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch}));
            asked.push((order.id, stage.hand_over(fixture.workspace, order)));
        }
    }
    let mut acked = BTreeSet::new();
    for (id, answer) in asked {
        let ack = answer.await.expect("an answer").expect("done");
        acked.insert((ack.seq, id.0));
    }
    let mut db = fixture.database.connect().await;
    let events = fixture.journal_of(&mut db, fixture.home()).await;
    let known: BTreeSet<Uuid> = events.iter().map(|(_, command)| *command).collect();
    assert_eq!(known.len(), events.len(), "no command twice");
    // A command that changed nothing is acked with the present seq and has no event (CM4).
    for (seq, id) in &acked {
        assert!(!known.contains(id) || events.contains(&(*seq, *id)), "acked at {seq}, stored elsewhere");
    }
    let head = events.len() as i64;
    for client in &mut clients {
        until("both have everything", async || {
            assert_eq!(client.pump(), None);
            client.replica.seq(fixture.home()) == head
        })
        .await;
    }
    assert_eq!(clients[0].replica.state(), clients[1].replica.state());
}

#[actix::test]
async fn cm2_the_same_command_sent_to_both_nodes_at_once_is_applied_once() {
    let fixture = Fixture::new(1).await;
    let stages = [fixture.stage.clone(), second(&fixture).await];
    let by = fixture.people[0];
    for n in 0..20 {
        let new = order(by, json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("{n}")}));
        let answers = stages.each_ref().map(|stage| stage.hand_over(fixture.workspace, new.clone()));
        let mut acks = Vec::new();
        for answer in answers {
            acks.push(answer.await.expect("an answer").expect("done"));
        }
        assert_eq!(acks[0], acks[1]);
        let missing = order(by, json!({"kind": "ticket.trash", "ticketId": Uuid::now_v7()}));
        for stage in &stages {
            let refusal = stage.submit(fixture.workspace, missing.clone()).await.expect_err("refused");
            assert_eq!(refusal.code, RefusalCode::NotFound);
            let mut other = missing.clone();
            other.what = new.what.clone();
            let refusal = stage.submit(fixture.workspace, other).await.expect_err("refused");
            assert_eq!(refusal.code, RefusalCode::IdempotencyMismatch);
        }
    }
    let mut db = fixture.database.connect().await;
    let made: i64 = sqlx::query_scalar("select count(*) from tickets").fetch_one(&mut db).await.expect("a count");
    assert_eq!(made, 20);
}

#[actix::test]
async fn a_private_ticket_made_at_one_node_can_be_edited_by_its_owner_at_another() {
    let fixture = Fixture::new(1).await;
    let elsewhere = second(&fixture).await;
    // The other node loads the workspace before the new member joins.
    elsewhere.enter(fixture.workspace, fixture.people[0]).await.expect("on stage");
    let late = UserId(Uuid::now_v7());
    fixture.join(late, Role::Member).await;
    let secret = Uuid::now_v7();
    fixture.does(late, json!({"kind": "ticket.create", "ticketId": secret, "title": "Mine", "private": true})).await;
    until("the other node knows her", async || elsewhere.enter(fixture.workspace, late).await.is_ok()).await;
    let rename = json!({"kind": "ticket.update", "ticketId": secret, "patch": {"title": "Still mine"}});
    elsewhere.submit(fixture.workspace, order(late, rename)).await.expect("found there, too");

    // The same for a member who connects with a socket.
    let later = UserId(Uuid::now_v7());
    fixture.join(later, Role::Member).await;
    let secret = Uuid::now_v7();
    fixture.does(later, json!({"kind": "ticket.create", "ticketId": secret, "title": "Mine", "private": true})).await;
    until("the other node knows her", async || elsewhere.enter(fixture.workspace, later).await.is_ok()).await;
    let hub = elsewhere.open_hub();
    let mut client = Client::following(&elsewhere, &hub, fixture.workspace, later).await;
    let rename = json!({"kind": "ticket.update", "ticketId": secret, "patch": {"title": "Still mine"}});
    let ack = elsewhere.submit(fixture.workspace, order(later, rename)).await.expect("found there, too");
    until("she hears of it", async || {
        assert_eq!(client.pump(), None);
        client.replica.seq(ack.scope) >= ack.seq
    })
    .await;
}

#[actix::test]
async fn ev3_a_removal_at_one_node_closes_the_sockets_of_the_other() {
    let fixture = Fixture::new(2).await;
    let elsewhere = second(&fixture).await;
    let hub = elsewhere.open_hub();
    let mut gone = Client::following(&elsewhere, &hub, fixture.workspace, fixture.people[1]).await;
    let removal = fixture.does(fixture.people[0], json!({"kind": "member.remove", "userId": fixture.people[1]})).await;
    fixture.does(fixture.people[0], json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "CANARY"})).await;
    let mut close = None;
    until("she is sent away", async || {
        close = gone.pump();
        close.is_some()
    })
    .await;
    assert_eq!(close.map(|it| it.code), Some(4403));
    assert!(gone.replica.seq(fixture.home()) <= removal.seq);
    // The other node would still accept this write; the journal decides.
    let late = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "too late"});
    let refusal = elsewhere.submit(fixture.workspace, order(fixture.people[1], late)).await.expect_err("refused");
    assert_eq!(refusal.code, RefusalCode::NotFound);
}

#[actix::test]
async fn r12_a_node_that_missed_a_removal_reads_nothing_for_the_removed_member() {
    let fixture = Fixture::new(2).await;
    let deaf = open_stage(&fixture.database, None, Duration::from_secs(3_600)).await;
    let (owner, gone) = (fixture.people[0], fixture.people[1]);
    let ticket = Uuid::now_v7();
    fixture.does(owner, json!({"kind": "ticket.create", "ticketId": ticket, "title": "CANARY"})).await;
    deaf.snapshot(fixture.workspace, gone, SnapshotForm::Lines).await.expect("still a member");
    fixture.does(owner, json!({"kind": "member.remove", "userId": gone})).await;
    deaf.enter(fixture.workspace, gone).await.expect("it has not heard");
    let not_found = |code: RefusalCode| assert_eq!(code, RefusalCode::NotFound);
    not_found(deaf.snapshot(fixture.workspace, gone, SnapshotForm::Lines).await.expect_err("nothing").code);
    not_found(deaf.ticket(fixture.workspace, gone, TicketId(ticket), 50).await.expect_err("nothing").code);
    not_found(deaf.activities(fixture.workspace, gone, TicketId(ticket), None, 50).await.expect_err("nothing").code);
    not_found(deaf.standing(fixture.workspace, gone, Narrowing::NONE).await.expect_err("nothing").code);
}

#[actix::test]
async fn c25_no_write_of_a_removed_member_follows_the_removal() {
    let fixture = Fixture::new(2).await;
    let elsewhere = second(&fixture).await;
    let writer = fixture.people[1];
    elsewhere.enter(fixture.workspace, writer).await.expect("on stage");
    let mut answers = Vec::new();
    let mut removal = None;
    for n in 0..200 {
        if n == 100 {
            let order = order(fixture.people[0], json!({"kind": "member.remove", "userId": writer}));
            removal = Some(fixture.stage.hand_over(fixture.workspace, order));
        }
        let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")});
        let stage = if n % 2 == 0 { &elsewhere } else { &fixture.stage };
        answers.push(stage.hand_over(fixture.workspace, order(writer, label)));
        if n % 20 == 0 {
            tokio::task::yield_now().await;
        }
    }
    let removed_at = removal.expect("asked").await.expect("an answer").expect("done").seq;
    for answer in answers {
        match answer.await.expect("an answer") {
            Ok(ack) => assert!(ack.seq < removed_at, "written at {} after {removed_at}", ack.seq),
            Err(refusal) => assert_eq!(refusal.code, RefusalCode::NotFound),
        }
    }
}

/// A node that learns of events only by reading the journal.
async fn deaf(fixture: &Fixture) -> Stage {
    open_stage(&fixture.database, None, Duration::from_secs(3_600)).await
}

#[actix::test]
async fn rs3_a_client_that_is_ahead_of_a_node_resumes_there() {
    let fixture = Fixture::new(2).await;
    let deaf = deaf(&fixture).await;
    let (owner, other) = (fixture.people[0], fixture.people[1]);
    deaf.enter(fixture.workspace, owner).await.expect("on stage");
    let mut client = Client::following(&fixture.stage, &fixture.stage.open_hub(), fixture.workspace, other).await;
    let mut head = 0;
    for n in 0..10 {
        let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")});
        head = fixture.does(owner, label).await.seq;
    }
    until("it has read them", async || {
        assert_eq!(client.pump(), None);
        client.replica.seq(fixture.home()) == head
    })
    .await;
    let welcome = client.connect(&deaf, &deaf.open_hub()).await.expect("let in");
    for scope in welcome["scopes"].as_array().expect("scopes") {
        assert_eq!(scope["resume"], "delta", "{welcome}");
    }
    let own = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Next"});
    let ack = deaf.submit(fixture.workspace, order(other, own)).await.expect("done");
    until("it goes on from there", async || {
        assert_eq!(client.pump(), None);
        client.replica.seq(fixture.home()) == ack.seq
    })
    .await;
}

#[actix::test]
async fn a_new_member_of_one_node_is_admitted_at_another() {
    let fixture = Fixture::new(1).await;
    let deaf = deaf(&fixture).await;
    let stranger = UserId(Uuid::now_v7());
    deaf.enter(fixture.workspace, fixture.people[0]).await.expect("on stage");
    let refusal = deaf.enter(fixture.workspace, stranger).await.expect_err("not a member");
    assert_eq!(refusal.code, RefusalCode::NotFound);
    let [by_http, by_socket, to_write] = std::array::from_fn(|_| UserId(Uuid::now_v7()));
    fixture.join(by_http, Role::Member).await;
    deaf.enter(fixture.workspace, by_http).await.expect("a member");
    fixture.join(by_socket, Role::Member).await;
    Client::following(&deaf, &deaf.open_hub(), fixture.workspace, by_socket).await;
    fixture.join(to_write, Role::Member).await;
    let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "hers"});
    deaf.submit(fixture.workspace, order(to_write, label)).await.expect("done");
}

#[actix::test]
async fn f29_clients_get_every_seq_once_and_in_order_over_a_bus_that_loses_doubles_and_reorders() {
    let local = LocalBus::default();
    let end = |seed| Some(Arc::new(UnrulyBus::new(local.another(), seed)) as Arc<dyn Bus>);
    for seed in 0..3 {
        let every = Duration::from_millis(50);
        let fixture = Fixture::with(2, end(2 * seed), every).await;
        let stages = [fixture.stage.clone(), open_stage(&fixture.database, end(2 * seed + 1), every).await];
        let mut clients = Vec::new();
        for (stage, user) in stages.iter().zip(&fixture.people) {
            clients.push(Client::following(stage, &stage.open_hub(), fixture.workspace, *user).await);
        }
        let mut answers = Vec::new();
        for n in 0..100 {
            for (stage, user) in stages.iter().zip(&fixture.people) {
                let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("{user} {n}")});
                answers.push(stage.hand_over(fixture.workspace, order(*user, label)));
            }
            if n % 5 == 0 {
                answers.pop().expect("one").await.expect("an answer").expect("done");
            }
        }
        for answer in answers {
            answer.await.expect("an answer").expect("done");
        }
        let mut db = fixture.database.connect().await;
        let head = fixture.journal_of(&mut db, fixture.home()).await.len() as i64;
        for client in &mut clients {
            until("everything has come", async || {
                // The replica panics if a frame leaves a gap or repeats an event.
                assert_eq!(client.pump(), None, "seed {seed}");
                client.replica.seq(fixture.home()) == head
            })
            .await;
        }
        assert_eq!(clients[0].replica.state(), clients[1].replica.state(), "seed {seed}");
    }
}

#[actix::test]
async fn an_edit_follows_a_ticket_that_has_become_private_at_another_node() {
    let unheard = Duration::from_secs(3_600);
    let fixture = Fixture::with(1, None, unheard).await;
    let by = fixture.people[0];
    let (ticket, own) = (Uuid::now_v7(), Uuid::now_v7());
    fixture.does(by, json!({"kind": "ticket.create", "ticketId": ticket, "title": "Shared"})).await;
    // This node knows the ticket, which was not edited there, and the personal scope.
    let other = open_stage(&fixture.database, None, unheard).await;
    let create = order(by, json!({"kind": "ticket.create", "ticketId": own, "title": "Mine", "private": true}));
    other.hand_over(fixture.workspace, create).await.expect("an answer").expect("done");

    let hide = fixture.does(by, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}})).await;
    assert_eq!(hide.scope, fixture.own(by));
    let edit = order(by, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Hidden"}}));
    let ack = other.hand_over(fixture.workspace, edit).await.expect("an answer").expect("done");
    assert_eq!(ack.scope, fixture.own(by), "the edit is told where the ticket is, and nowhere else");
}
