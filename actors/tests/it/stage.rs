//! One stage, as its clients see it.

mod every_kind;

use std::time::Duration;

use actors::domain::ids::{CommandId, Epoch};
use actors::domain::refusal::RefusalCode;
use actors::sync::Cursor;
use actors::wire::SnapshotForm;
use serde_json::json;
use uuid::Uuid;

use crate::support::{Client, Fixture, Received, open_stage, order, until};

#[actix::test]
async fn ev3_private_changes_reach_their_owner_only() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut other = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[1]).await;
    let seq = other.replica.seq(fixture.home());
    let ticket = Uuid::now_v7();
    let by = fixture.people[0];
    for command in [
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "CANARY", "private": true}),
        json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "CANARY 2", "description": "CANARY"}}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "CANARY"}),
        json!({"kind": "ticket.trash", "ticketId": ticket}),
        json!({"kind": "ticket.delete", "ticketId": ticket}),
    ] {
        fixture.does(by, command).await;
    }
    // A visible event marks the end of the events that she might have seen.
    fixture.does(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "end"})).await;
    loop {
        let Received::Frame(frame) = other.next().await else { panic!("sent away") };
        assert!(!frame.to_string().contains("CANARY") && !frame.to_string().contains(&ticket.to_string()), "{frame}");
        if frame["type"] == "events" {
            assert_eq!((frame["from"].as_i64(), frame["to"].as_i64()), (Some(seq), Some(seq + 1)));
            break;
        }
    }
}

#[actix::test]
async fn ev3_a_removed_member_receives_nothing_after_the_removal() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut gone = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[1]).await;
    let by = fixture.people[0];
    let removal = order(by, json!({"kind": "member.remove", "userId": fixture.people[1]}));
    let label = order(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "CANARY"}));
    // Both orders run in one round.
    let answers = [removal, label].map(|order| fixture.stage.hand_over(fixture.workspace, order));
    let mut removed_at = 0;
    for (n, answer) in answers.into_iter().enumerate() {
        let ack = answer.await.expect("an answer").expect("done");
        if n == 0 {
            removed_at = ack.seq;
        }
    }
    loop {
        match gone.next().await {
            Received::Frame(frame) if frame["type"] == "events" => {
                assert!(frame["to"].as_i64() <= Some(removed_at), "{frame}");
                assert!(!frame.to_string().contains("CANARY"));
            }
            Received::Frame(_) | Received::Binary(_) => {}
            Received::Close(close) => {
                assert_eq!(close.code, 4403);
                break;
            }
        }
    }
    fixture.does(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "later"})).await;
    let refused = gone.connect(&fixture.stage, &hub).await.expect_err("not let in");
    assert_eq!(refused.code, RefusalCode::NotFound);
    let refused = fixture
        .stage
        .snapshot(fixture.workspace, fixture.people[1], SnapshotForm::Lines)
        .await
        .expect_err("nothing to read");
    assert_eq!(refused.code, RefusalCode::NotFound);
}

#[actix::test]
async fn a_late_look_at_the_heads_closes_no_socket() {
    let fixture = Fixture::with(1, None, Duration::from_millis(1)).await;
    let hub = fixture.stage.open_hub();
    let by = fixture.people[0];
    let mut client = Client::following(&fixture.stage, &hub, fixture.workspace, by).await;
    for n in 0..150 {
        fixture
            .does(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")}))
            .await;
        assert_eq!(client.pump(), None, "sent away after {n} edits");
    }
}

#[actix::test]
async fn pr1_a_client_that_leaves_during_its_join_is_not_present() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut watcher = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[0]).await;
    for _ in 0..20 {
        let mut hasty = Client::new(fixture.workspace, fixture.people[1]);
        hasty.connect_and_vanish(&fixture.stage, &hub).await;
    }
    let mut staying = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[1]).await;
    let (me, them) = (watcher.connection_id(), staying.connection_id());
    loop {
        let Received::Frame(frame) = watcher.next().await else { panic!("sent away") };
        let Some(members) = frame["members"].as_array() else { continue };
        let mut here: Vec<&str> = members.iter().filter_map(|member| member["connection"].as_str()).collect();
        here.sort_unstable();
        let mut expected = [me.to_string(), them.to_string()];
        expected.sort_unstable();
        if here == expected {
            break;
        }
    }
    until("the hub holds two sockets", async || fixture.stage.sockets().await.open == 2).await;
    staying.disconnect();
}

#[actix::test]
async fn pr1_presence_never_names_a_private_ticket() {
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut owner = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[0]).await;
    let mut other = Client::following(&fixture.stage, &hub, fixture.workspace, fixture.people[1]).await;
    let (secret, shared) = (Uuid::now_v7(), Uuid::now_v7());
    for (id, private) in [(secret, true), (shared, false)] {
        fixture
            .does(fixture.people[0], json!({"kind": "ticket.create", "ticketId": id, "title": "T", "private": private}))
            .await;
    }
    for ticket in [secret, shared] {
        let update = serde_json::from_value(json!({"ticketId": ticket, "field": "title", "state": "typing"}));
        fixture.stage.show(fixture.workspace, owner.connection_id(), update.expect("an update"));
        loop {
            let Received::Frame(frame) = other.next().await else { panic!("sent away") };
            assert!(!frame.to_string().contains(&secret.to_string()), "{frame}");
            let typing = frame["members"].as_array().into_iter().flatten().find(|member| member["state"] == "typing");
            if let Some(member) = typing
                && (ticket == secret || member["ticketId"] == json!(shared))
            {
                assert_eq!(member["userId"], json!(fixture.people[0]));
                break;
            }
        }
    }
    owner.pump();
}

#[actix::test]
async fn rs1_a_cursor_gets_exactly_the_events_after_it_from_memory_and_from_the_journal() {
    let fixture = Fixture::new(1).await;
    let hub = fixture.stage.open_hub();
    let by = fixture.people[0];
    let mut client = Client::following(&fixture.stage, &hub, fixture.workspace, by).await;
    client.disconnect();
    for n in 0..600 {
        fixture
            .does(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")}))
            .await;
    }
    fixture
        .does(by, json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Mine", "private": true}))
        .await;
    // A new stage has nothing in memory.
    let restarted = open_stage(&fixture.database, None, Duration::from_millis(50)).await;
    for stage in [&fixture.stage, &restarted] {
        let hub = stage.open_hub();
        let mut back = Client::new(fixture.workspace, by);
        back.replica = client.replica.clone();
        let welcome = back.connect(stage, &hub).await.expect("let in");
        for scope in welcome["scopes"].as_array().expect("scopes") {
            assert_eq!(scope["resume"], "delta", "{welcome}");
        }
        let mut fresh = Client::following(stage, &hub, fixture.workspace, by).await;
        let head = fresh.replica.cursors.clone();
        until("everything missed has come", async || {
            back.pump();
            back.replica.cursors == head
        })
        .await;
        assert_eq!(back.replica.state(), fresh.replica.state());
        // The client then receives live events.
        let ack =
            fixture.does(by, json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": Uuid::now_v7()})).await;
        until("the next event has come", async || {
            back.pump();
            fresh.pump();
            back.replica.seq(ack.scope) >= ack.seq && fresh.replica.seq(ack.scope) >= ack.seq
        })
        .await;
        assert_eq!(back.replica.state(), fresh.replica.state());
        client.replica = back.replica.clone();
        back.disconnect();
        fresh.disconnect();
    }
}

#[actix::test]
async fn rs2_an_unusable_cursor_leads_to_the_snapshot() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    for n in 0..3 {
        fixture
            .does(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("label {n}")}))
            .await;
    }
    let mut db = fixture.database.connect().await;
    let home = fixture.home();
    // A long history, like a week of work, whose beginning has been removed.
    sqlx::raw_sql(sqlx::AssertSqlSafe(format!(
        "insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
         select '{home}', s.seq + n, now(), s.workspace_id, gen_random_uuid(), gen_random_uuid(), '[]'
         from streams s, generate_series(1, 6000) n where s.id = '{home}';
         update streams set seq = seq + 6000 where id = '{home}';
         delete from events where scope_id = '{home}' and seq < 900"
    )))
    .execute(&mut db)
    .await
    .expect("a history");
    let (epoch, head): (Uuid, i64) = sqlx::query_as("select epoch, seq from streams where id = $1")
        .bind(home.0)
        .fetch_one(&mut db)
        .await
        .expect("it");
    let stage = open_stage(&fixture.database, None, Duration::from_secs(1)).await;
    let hub = stage.open_hub();
    let resume = async |epoch: Uuid, seq: i64| {
        let mut client = Client::new(fixture.workspace, by);
        client.replica.cursors.insert(home, Cursor { epoch: Epoch(epoch), seq });
        let welcome = client.connect(&stage, &hub).await.expect("let in");
        let scopes = welcome["scopes"].as_array().expect("scopes").clone();
        client.disconnect();
        scopes.into_iter().find(|scope| scope["scope"] == json!(home)).expect("the scope")["resume"].clone()
    };
    assert_eq!(resume(epoch, head).await, "delta");
    assert_eq!(resume(epoch, head - 5_000).await, "delta", "exactly as far as is replayed");
    assert_eq!(resume(epoch, head - 5_001).await, "snapshot", "too far behind");
    assert_eq!(resume(epoch, head + 1).await, "snapshot", "from the future");
    assert_eq!(resume(epoch, -1).await, "snapshot", "from before everything");
    assert_eq!(resume(Uuid::now_v7(), head).await, "snapshot", "of another epoch");
    sqlx::query("delete from events where scope_id = $1 and seq < $2")
        .bind(home.0)
        .bind(head - 100)
        .execute(&mut db)
        .await
        .expect("dropped");
    assert_eq!(resume(epoch, head - 200).await, "snapshot", "past its keep");
    assert_eq!(resume(epoch, head - 50).await, "delta");
}

#[actix::test]
async fn cm2_the_age_of_a_command_comes_from_its_id() {
    let fixture = Fixture::new(2).await;
    let by = fixture.people[0];
    let now = fixture.stage.now().millis();
    let made = |millis: u64| {
        let random = Uuid::new_v4().as_u128() & 0x3FFF_FFFF_FFFF_FFFF;
        CommandId(Uuid::from_u128(u128::from(millis) << 80 | 0x7 << 76 | 0x2 << 62 | random))
    };
    let (day, hour) = (86_400_000, 3_600_000);
    for (id, code) in [
        (made(now - 7 * day - 60_000), Some(RefusalCode::CommandExpired)),
        (made(now - 7 * day + 60_000), None),
        (made(now + hour + 60_000), Some(RefusalCode::ValidationFailed)),
        (made(now + hour - 60_000), None),
        (CommandId(Uuid::new_v4()), Some(RefusalCode::ValidationFailed)),
        (CommandId(Uuid::nil()), Some(RefusalCode::ValidationFailed)),
    ] {
        let mut label = order(by, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": Uuid::now_v7()}));
        label.id = id;
        let answer = fixture.stage.submit(fixture.workspace, label.clone()).await;
        assert_eq!(answer.as_ref().err().map(|refusal| refusal.code), code, "{id}");
        if code.is_none() {
            assert_eq!(fixture.stage.submit(fixture.workspace, label.clone()).await, answer, "the first answer again");
            let mut other = label.clone();
            other.by = fixture.people[1];
            let refusal = fixture.stage.submit(fixture.workspace, other).await.expect_err("another user's id");
            assert_eq!(refusal.code, RefusalCode::IdempotencyMismatch);
        }
    }
}

#[actix::test]
async fn cm2_a_command_that_comes_again_before_its_first_answer_gets_the_same_one() {
    let fixture = Fixture::new(1).await;
    let ticket = Uuid::now_v7();
    let orders: Vec<_> = (0..8)
        .map(|turn| match turn {
            0 => json!({"kind": "ticket.create", "ticketId": ticket, "title": "T"}),
            _ => json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "hm"}),
        })
        .map(|command| order(fixture.people[0], command))
        .collect();
    // Like a returning client while its commands are still queued here: all of them again, in their order.
    let asked: Vec<_> =
        orders.iter().chain(&orders).map(|it| fixture.stage.hand_over(fixture.workspace, it.clone())).collect();
    let mut answers = Vec::new();
    for answer in asked {
        answers.push(answer.await.expect("an answer").expect("done"));
    }
    assert_eq!(answers[..8], answers[8..]);
    let mut db = fixture.database.connect().await;
    let stored: Vec<Uuid> = fixture.journal_of(&mut db, fixture.home()).await.into_iter().map(|(_, id)| id).collect();
    let once: Vec<Uuid> = orders.iter().map(|order| order.id.0).collect();
    assert_eq!(stored[stored.len() - 8..], once);
}
