//! The dates of baselines (BL4), computed from the histories of tickets, for the tickets that the reader sees.

use std::collections::BTreeMap;

use actors::domain::ids::{BaselineId, UserId};
use actors::domain::refusal::RefusalCode;
use actors::words;
use serde_json::{Value, json};
use sqlx::Executor;
use uuid::Uuid;

use crate::support::{Fixture, order};

type Dates = BTreeMap<Uuid, [Option<String>; 2]>;

fn create(baseline: Uuid, list: Option<Uuid>) -> Value {
    json!({"kind": "baseline.create", "baselineId": baseline, "name": "Plan", "personal": false, "listId": list})
}

fn ticket(id: Uuid, list: Option<Uuid>, parent: Option<Uuid>, dates: [Option<&str>; 2]) -> Value {
    let lists: Vec<Uuid> = list.into_iter().collect();
    json!({"kind": "ticket.create", "ticketId": id, "title": "A task", "listIds": lists, "parentTicketId": parent,
           "startDate": dates[0], "dueDate": dates[1]})
}

fn moved(id: Uuid, dates: [Option<&str>; 2]) -> Value {
    json!({"kind": "ticket.update", "ticketId": id, "patch": {"startDate": dates[0], "dueDate": dates[1]}})
}

fn dates_of(start: Option<&str>, due: Option<&str>) -> [Option<String>; 2] {
    [start.map(str::to_owned), due.map(str::to_owned)]
}

/// The dates that a person gets from a baseline.
async fn read(fixture: &Fixture, by: UserId, baseline: Uuid) -> Result<Dates, RefusalCode> {
    let found = fixture.stage.dates_of_baseline(fixture.workspace, by, BaselineId(baseline)).await;
    let found = found.map_err(|refusal| refusal.code)?;
    Ok(found
        .iter()
        .map(|it| (it.ticket().0, [it.start_date, it.due_date].map(|it| it.map(|day| day.to_string()))))
        .collect())
}

#[actix::test]
async fn bl4_a_baseline_answers_the_dates_of_its_moment_whatever_has_changed_since() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let [list, other, root, below, bare, elsewhere, later, plan, all] = [(); 9].map(|()| Uuid::now_v7());
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Roof"}),
        json!({"kind": "list.create", "listId": other, "name": "Cellar"}),
        ticket(root, Some(list), None, [Some("2031-03-01"), Some("2031-03-04")]),
        ticket(below, None, Some(root), [None, Some("2031-03-02")]),
        ticket(bare, Some(list), None, [None, None]),
        ticket(elsewhere, Some(other), None, [Some("2031-05-01"), None]),
        // A change before the moment is part of the baseline.
        moved(root, [Some("2031-03-02"), Some("2031-03-06")]),
        create(plan, Some(list)),
        create(all, None),
    ] {
        fixture.does(by, command).await;
    }
    let planned = Dates::from([
        (root, dates_of(Some("2031-03-02"), Some("2031-03-06"))),
        (below, dates_of(None, Some("2031-03-02"))),
    ]);
    assert_eq!(read(&fixture, by, plan).await, Ok(planned.clone()));
    for command in [
        moved(root, [Some("2031-03-09"), Some("2031-03-12")]),
        moved(root, [None, Some("2031-04-01")]),
        moved(below, [Some("2031-03-03"), Some("2031-03-05")]),
        moved(bare, [Some("2031-03-03"), Some("2031-03-05")]),
        moved(elsewhere, [None, Some("2031-05-09")]),
        ticket(later, Some(list), None, [Some("2031-03-01"), Some("2031-03-04")]),
        json!({"kind": "baseline.update", "baselineId": plan, "patch": {"name": "Spring"}}),
    ] {
        fixture.does(by, command).await;
    }
    assert_eq!(read(&fixture, by, plan).await, Ok(planned.clone()));
    let mut of_all = planned;
    of_all.insert(elsewhere, dates_of(Some("2031-05-01"), None));
    assert_eq!(read(&fixture, by, all).await, Ok(of_all));
}

#[actix::test]
async fn bl4_a_baseline_that_was_deleted_and_restored_answers_the_dates_of_its_first_moment() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let [root, plan] = [(); 2].map(|()| Uuid::now_v7());
    fixture.does(by, ticket(root, None, None, [None, Some("2031-03-04")])).await;
    fixture.does(by, create(plan, None)).await;
    let mut db = fixture.database.connect().await;
    let taken: time::OffsetDateTime = sqlx::query_scalar("select taken_at from baselines where id = $1")
        .bind(plan)
        .fetch_one(&mut db)
        .await
        .expect("a row");
    let taken = taken.format(&time::format_description::well_known::Rfc3339).expect("a time");
    fixture.does(by, moved(root, [None, Some("2031-03-08")])).await;
    fixture.does(by, json!({"kind": "baseline.delete", "baselineId": plan})).await;
    assert_eq!(read(&fixture, by, plan).await, Err(RefusalCode::NotFound));
    let mut again = create(plan, None);
    again["takenAt"] = json!(taken);
    fixture.does(by, again).await;
    assert_eq!(read(&fixture, by, plan).await, Ok(Dates::from([(root, dates_of(None, Some("2031-03-04")))])));
}

#[actix::test]
async fn bl4_changes_that_are_committed_together_with_the_baseline_count_by_their_order() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let [root, other, plan] = [(); 3].map(|()| Uuid::now_v7());
    fixture.does(by, ticket(root, None, None, [None, Some("2031-03-04")])).await;
    // The first order begins a round. Orders that arrive during the round are committed together, with the same time.
    let answers = [
        ticket(other, None, None, [None, None]),
        moved(root, [None, Some("2031-03-05")]),
        create(plan, None),
        moved(root, [None, Some("2031-03-06")]),
    ]
    .map(|command| fixture.stage.hand_over(fixture.workspace, order(by, command)));
    for answer in answers {
        answer.await.expect("an answer").expect("done");
    }
    let mut db = fixture.database.connect().await;
    let same: i64 = sqlx::query_scalar(
        "select count(*) from activities a join baselines b on b.taken_at = a.created_at
         where b.id = $1 and a.ticket_id = $2 and a.data ->> 'field' = 'dueDate'",
    )
    .bind(plan)
    .bind(root)
    .fetch_one(&mut db)
    .await
    .expect("a count");
    assert_eq!(same, 2, "both changes have the time of the baseline");
    assert_eq!(read(&fixture, by, plan).await, Ok(Dates::from([(root, dates_of(None, Some("2031-03-05")))])));
}

#[actix::test]
async fn bl4_nobody_gets_the_dates_of_tickets_or_the_baselines_that_they_do_not_see() {
    let fixture = Fixture::with_commons(2).await;
    let [owner, member, guest] = [0, 1, 2].map(|n| fixture.people[n]);
    let [open, secret, seen, hidden, private, plan, own, inside] = [(); 8].map(|()| Uuid::now_v7());
    let mut of_own = create(own, None);
    of_own["personal"] = json!(true);
    let mut mine = ticket(private, Some(open), None, [None, Some("2031-03-03")]);
    mine["private"] = json!(true);
    for command in [
        json!({"kind": "list.create", "listId": open, "name": "Open"}),
        json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true}),
        ticket(seen, Some(open), None, [None, Some("2031-03-01")]),
        ticket(hidden, Some(secret), None, [None, Some("2031-03-02")]),
        mine,
        create(plan, None),
        create(inside, Some(secret)),
        of_own,
    ] {
        fixture.does(owner, command).await;
    }
    let [one, two, three] = [(seen, "2031-03-01"), (hidden, "2031-03-02"), (private, "2031-03-03")]
        .map(|(id, due)| (id, dates_of(None, Some(due))));
    assert_eq!(read(&fixture, owner, plan).await, Ok(Dates::from([one.clone(), two.clone(), three])));
    assert_eq!(read(&fixture, owner, inside).await, Ok(Dates::from([two.clone()])));
    assert_eq!(read(&fixture, member, plan).await, Ok(Dates::from([one.clone()])));
    for baseline in [inside, own] {
        assert_eq!(read(&fixture, member, baseline).await, Err(RefusalCode::NotFound));
    }
    // A guest sees no baseline of all tickets, but sees those of a list that is shared with the guest.
    assert_eq!(read(&fixture, guest, plan).await, Err(RefusalCode::NotFound));
    fixture.does(owner, json!({"kind": "share.set", "listId": secret, "userId": guest, "level": "view"})).await;
    assert_eq!(read(&fixture, guest, inside).await, Ok(Dates::from([two])));
    fixture.does(owner, json!({"kind": "share.remove", "listId": secret, "userId": guest})).await;
    assert_eq!(read(&fixture, guest, inside).await, Err(RefusalCode::NotFound));
    // The baseline becomes visible with its list.
    fixture.does(owner, json!({"kind": "list.open", "listId": secret})).await;
    let opened = read(&fixture, member, inside).await.expect("visible");
    assert_eq!(opened.keys().copied().collect::<Vec<_>>(), [hidden]);
    assert_eq!(read(&fixture, Uuid::now_v7().into(), inside).await, Err(RefusalCode::NotFound));
}

#[actix::test]
async fn bl5_dates_that_take_the_database_too_long_are_refused_with_the_reason() {
    let fixture = Fixture::new(1).await;
    let by = fixture.people[0];
    let plan = Uuid::now_v7();
    fixture.does(by, create(plan, None)).await;
    let mut lock = fixture.database.connect().await;
    lock.execute("begin; lock table activities in access exclusive mode").await.expect("a lock");
    let found = fixture.stage.dates_of_baseline(fixture.workspace, by, BaselineId(plan)).await;
    let refusal = found.expect_err("too slow");
    assert_eq!((refusal.code, refusal.message.as_str()), (RefusalCode::Unavailable, words::BASELINE_TOO_SLOW));
    lock.execute("rollback").await.expect("no lock");
    assert_eq!(read(&fixture, by, plan).await, Ok(Dates::new()));
}
