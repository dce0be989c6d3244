//! The stored figures of sprints on a database (SP9 to SP12 of docs/decisions/sprints.md).

use std::collections::BTreeMap;

use actors::domain::ids::{ScopeId, SprintId, UserId};
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection, Row};
use time::{Date, Duration, OffsetDateTime};
use uuid::Uuid;

use crate::support::Fixture;

/// Total, open and done, in tickets or in the numbers of an attribute.
type Figures = (f64, f64, f64);

const DAYS: i64 = 6;

/// Counts all notes.
async fn count(fixture: &Fixture) {
    while fixture.stage.journal().count_sprints().await.expect("counted") > 0 {}
}

async fn run(db: &mut PgConnection, sql: &str) {
    sqlx::query(sqlx::AssertSqlSafe(sql.to_owned())).execute(db).await.expect(sql);
}

/// The stored figures of a sprint in some scopes at the end of each day.
async fn stored(fixture: &Fixture, sprint: Uuid, scopes: &[ScopeId], measure: Option<Uuid>) -> BTreeMap<Date, Figures> {
    let days = fixture.stage.journal().sprint_days(fixture.workspace, SprintId(sprint), scopes).await.expect("days");
    let of = days.unwrap_or_default().into_iter().filter(|it| it.measure().map(|id| id.0) == measure);
    of.map(|it| (it.day, (it.total, it.open, it.done))).collect()
}

fn at_end_of(days: &BTreeMap<Date, Figures>, day: Date) -> Figures {
    days.range(..=day).next_back().map_or((0.0, 0.0, 0.0), |(_, figures)| *figures)
}

/// A ticket as a sprint counts it.
#[derive(Clone)]
struct Counted {
    sprint: Value,
    status: Value,
    trashed: bool,
    points: Value,
    exists: bool,
}

/// The figures at the end of a day: the tickets of now, and the activities of later days undone.
async fn recount(db: &mut PgConnection, scope: ScopeId, sprint: Uuid, day: Date, estimate: Uuid) -> (Figures, Figures) {
    let categories: BTreeMap<String, String> = sqlx::query("select id::text, category from statuses")
        .fetch_all(&mut *db)
        .await
        .expect("statuses")
        .iter()
        .map(|row| (row.get(0), row.get(1)))
        .collect();
    let tickets = sqlx::query(
        "select id, sprint_id::text, status_id::text, trashed_at is not null, fields from tickets where scope_id = $1",
    )
    .bind(scope.0)
    .fetch_all(&mut *db)
    .await
    .expect("tickets");
    let (mut by_ticket, mut by_points) = ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0));
    for row in tickets {
        let fields: Value = row.get(4);
        let mut it = Counted {
            sprint: json!(row.get::<Option<String>, _>(1)),
            status: json!(row.get::<String, _>(2)),
            trashed: row.get(3),
            points: fields[estimate.to_string()].clone(),
            exists: true,
        };
        let later = sqlx::query(
            "select kind, data::jsonb from activities where ticket_id = $1 and (created_at at time zone 'UTC')::date > $2
             order by version desc",
        )
        .bind(row.get::<Uuid, _>(0))
        .bind(day)
        .fetch_all(&mut *db)
        .await
        .expect("activities");
        for activity in later {
            let (kind, data): (String, Option<Value>) = (activity.get(0), activity.get(1));
            let data = data.unwrap_or_default();
            match (kind.as_str(), data["field"].as_str()) {
                ("statusChange", _) => it.status = data["from"].clone(),
                ("customFieldChange", Some("sprintId")) => it.sprint = data["from"].clone(),
                ("customFieldChange", Some(field)) if field == estimate.to_string() => it.points = data["from"].clone(),
                ("taskTrashed", _) => it.trashed = false,
                ("taskRestored", _) => it.trashed = true,
                ("createdAt", _) => it.exists = false,
                _ => {}
            }
        }
        if !it.exists || it.trashed || it.sprint != json!(sprint) {
            continue;
        }
        let category = categories[it.status.as_str().expect("a status")].as_str();
        let (is_open, is_done) = (!matches!(category, "completed" | "canceled"), category == "completed");
        let add = |to: &mut Figures, amount: f64| {
            to.0 += amount;
            to.1 += if is_open { amount } else { 0.0 };
            to.2 += if is_done { amount } else { 0.0 };
        };
        add(&mut by_ticket, 1.0);
        add(&mut by_points, it.points.as_f64().unwrap_or_default());
    }
    (by_ticket, by_points)
}

/// A workspace with two sprints, an estimate, a status of each category, and a restricted list.
struct Yard {
    fixture: Fixture,
    sprints: [Uuid; 2],
    estimate: Uuid,
    statuses: Vec<Uuid>,
    list: Uuid,
}

impl Yard {
    async fn new() -> Self {
        let fixture = Fixture::with_commons(2).await;
        let owner = fixture.people[0];
        let (sprints, estimate, list) = ([Uuid::now_v7(), Uuid::now_v7()], Uuid::now_v7(), Uuid::now_v7());
        for (n, id) in sprints.iter().enumerate() {
            fixture
                .does(
                    owner,
                    json!({"kind": "sprint.create", "sprintId": id, "name": format!("Sprint {n}"), "state": "active"}),
                )
                .await;
        }
        fixture
            .does(
                owner,
                json!({"kind": "attribute.create", "attributeId": estimate, "name": "Points", "type": "number"}),
            )
            .await;
        fixture.does(owner, json!({"kind": "list.create", "listId": list, "name": "Board", "restricted": true})).await;
        let mut statuses = Vec::new();
        for category in ["byDefault", "started", "blocked", "canceled", "completed"] {
            let id = Uuid::now_v7();
            fixture
                .does(owner, json!({"kind": "status.create", "statusId": id, "name": category, "category": category}))
                .await;
            statuses.push(id);
        }
        Self { fixture, sprints, estimate, statuses, list }
    }

    async fn ticket(&self, more: Value) -> Uuid {
        let id = Uuid::now_v7();
        let mut new =
            json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket", "sprintId": self.sprints[0]});
        new.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        self.fixture.does(self.fixture.people[0], new).await;
        id
    }

    async fn patch(&self, ticket: Uuid, patch: Value) {
        self.fixture
            .does(self.fixture.people[0], json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch}))
            .await;
    }

    /// The scopes in which a person sees tickets.
    async fn scopes(&self, user: UserId) -> Vec<ScopeId> {
        self.fixture.stage.enter(self.fixture.workspace, user).await.expect("in").scopes
    }

    /// Today's figures of the first sprint, as a person reads them.
    async fn read_by(&self, user: UserId) -> Figures {
        let days = self
            .fixture
            .stage
            .sprint_days(self.fixture.workspace, user, SprintId(self.sprints[0]))
            .await
            .expect("days");
        let last = days.iter().rfind(|it| it.measure().is_none());
        last.map_or((0.0, 0.0, 0.0), |it| (it.total, it.open, it.done))
    }
}

#[actix::test]
async fn sp9_the_stored_figures_of_each_day_and_scope_equal_a_recount_from_the_activities() {
    let yard = Yard::new().await;
    let owner = yard.fixture.people[0];
    let mut db = yard.fixture.database.connect().await;
    let mut dice = StdRng::seed_from_u64(12);
    let (mut tickets, mut trashed): (Vec<Uuid>, Vec<Uuid>) = (Vec::new(), Vec::new());
    for back in (0..DAYS).rev() {
        for _ in 0..22 {
            let ticket = (!tickets.is_empty()).then(|| tickets[dice.random_range(0..tickets.len())]);
            match (dice.random_range(0..10), ticket) {
                (0..=2, _) | (_, None) => {
                    let mut more = json!({"statusId": yard.statuses[dice.random_range(0..5)], "fields": {yard.estimate.to_string(): f64::from(dice.random_range(0..40)) / 4.0}});
                    match dice.random_range(0..4) {
                        0 => more["private"] = json!(true),
                        1 => more["listIds"] = json!([yard.list]),
                        2 => more["sprintId"] = json!(yard.sprints[1]),
                        _ => {}
                    }
                    tickets.push(yard.ticket(more).await);
                }
                (3 | 4, Some(id)) => yard.patch(id, json!({"statusId": yard.statuses[dice.random_range(0..5)]})).await,
                (5, Some(id)) => yard.patch(id, json!({"sprintId": yard.sprints[dice.random_range(0..2)]})).await,
                (6, Some(id)) => yard.patch(id, json!({"sprintId": null, "title": "Out"})).await,
                (7, Some(id)) => {
                    let points = if dice.random_bool(0.3) { json!(null) } else { json!(dice.random_range(0..9)) };
                    yard.patch(id, json!({"fields": {yard.estimate.to_string(): points}})).await;
                }
                (8, Some(id)) if !trashed.contains(&id) => {
                    yard.fixture.does(owner, json!({"kind": "ticket.trash", "ticketId": id})).await;
                    trashed.push(id);
                }
                (_, Some(_)) => {
                    if let Some(id) = trashed.pop() {
                        yard.fixture.does(owner, json!({"kind": "ticket.restore", "ticketId": id})).await;
                        tickets.push(id);
                    }
                }
            }
            tickets.retain(|id| !trashed.contains(id));
            if back == 0 && dice.random_bool(0.3) {
                run(&mut db, "select count_sprints(3)").await;
            }
        }
        // What was done now was done some days ago.
        run(
            &mut db,
            &format!(
                "update sprint_changes set at = at - interval '{back} days' where at > now() - interval '12 hours'"
            ),
        )
        .await;
        run(&mut db, &format!("update activities set created_at = created_at - interval '{back} days' where created_at > now() - interval '12 hours'")).await;
        if back % 2 == 0 {
            count(&yard.fixture).await;
        }
    }
    count(&yard.fixture).await;
    let today = OffsetDateTime::now_utc().date();
    let mut compared = 0;
    for scope in yard.scopes(owner).await {
        for sprint in yard.sprints {
            let by_ticket = stored(&yard.fixture, sprint, &with(&yard, scope), None).await;
            let by_points = stored(&yard.fixture, sprint, &with(&yard, scope), Some(yard.estimate)).await;
            for back in 0..DAYS {
                let day = today - Duration::days(back);
                let expected = recount(&mut db, scope, sprint, day, yard.estimate).await;
                let found = (at_end_of(&by_ticket, day), at_end_of(&by_points, day));
                assert_eq!(found, expected, "{scope} {sprint} {day}");
                compared += usize::from(expected.0.0 > 0.0);
            }
        }
    }
    assert!(compared > 20, "{compared} figures were not zero");
}

/// A scope, and the commons, in which sprints live and no ticket does.
fn with(yard: &Yard, scope: ScopeId) -> Vec<ScopeId> {
    vec![scope, actors::domain::scope::commons_of(yard.fixture.workspace)]
}

#[actix::test]
async fn sp10_each_person_reads_the_figures_of_what_they_see_and_others_learn_nothing() {
    let yard = Yard::new().await;
    let (owner, other, guest) = (yard.fixture.people[0], yard.fixture.people[1], yard.fixture.people[2]);
    yard.ticket(json!({})).await;
    yard.ticket(json!({"listIds": [yard.list], "statusId": yard.statuses[4]})).await;
    yard.ticket(json!({"private": true})).await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(owner).await, (3.0, 2.0, 1.0));
    assert_eq!(yard.read_by(other).await, (1.0, 1.0, 0.0));
    assert_eq!(yard.read_by(guest).await, (0.0, 0.0, 0.0));
    let unknown = yard.fixture.stage.sprint_days(yard.fixture.workspace, other, SprintId(Uuid::now_v7())).await;
    assert!(unknown.is_err());
    yard.fixture.does(owner, json!({"kind": "share.set", "listId": yard.list, "userId": other, "level": "view"})).await;
    assert_eq!(yard.read_by(other).await, (2.0, 1.0, 1.0));
}

#[actix::test]
async fn sp11_moves_between_scopes_and_deletes_are_counted() {
    let yard = Yard::new().await;
    let (owner, other) = (yard.fixture.people[0], yard.fixture.people[1]);
    let [moved, gone, kept] = [
        yard.ticket(json!({})).await,
        yard.ticket(json!({})).await,
        yard.ticket(json!({"statusId": yard.statuses[1]})).await,
    ];
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(other).await, (3.0, 3.0, 0.0));
    yard.patch(moved, json!({"private": true})).await;
    yard.fixture.does(owner, json!({"kind": "ticket.trash", "ticketId": gone})).await;
    yard.fixture.does(owner, json!({"kind": "ticket.delete", "ticketId": gone})).await;
    yard.patch(kept, json!({"statusId": yard.statuses[4]})).await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(other).await, (1.0, 0.0, 1.0));
    assert_eq!(yard.read_by(owner).await, (2.0, 1.0, 1.0));
    // A status goes in the commit that gives its tickets another one.
    yard.fixture
        .does(owner, json!({"kind": "status.delete", "statusId": yard.statuses[4], "moveTo": yard.statuses[3]}))
        .await;
    yard.fixture
        .does(owner, json!({"kind": "sprint.complete", "sprintId": yard.sprints[0], "moveTo": yard.sprints[1]}))
        .await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(owner).await, (1.0, 0.0, 0.0));
    yard.fixture.does(owner, json!({"kind": "ticket.update", "ticketId": kept, "patch": {"sprintId": null}})).await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(owner).await, (0.0, 0.0, 0.0));
}

#[actix::test]
async fn sp11_another_category_of_a_status_counts_the_private_tickets_that_have_the_status_anew() {
    let yard = Yard::new().await;
    let (owner, other) = (yard.fixture.people[0], yard.fixture.people[1]);
    let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Hers", "private": true,
                     "statusId": yard.statuses[2], "sprintId": yard.sprints[0]});
    yard.fixture.does(other, new).await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(other).await, (1.0, 1.0, 0.0));
    let update = json!({"kind": "status.update", "statusId": yard.statuses[2], "patch": {"category": "completed"}});
    yard.fixture.does(owner, update).await;
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(other).await, (1.0, 0.0, 1.0));
}

#[actix::test]
async fn sp12_a_node_that_dies_while_it_counts_loses_and_doubles_nothing() {
    let yard = Yard::new().await;
    let owner = yard.fixture.people[0];
    for n in 0..10 {
        yard.ticket(json!({"statusId": yard.statuses[n % 5]})).await;
    }
    // The node is killed after it has read and before it has committed.
    let mut dying = yard.fixture.database.connect().await;
    let mut tx = dying.begin().await.expect("begun");
    let read: i64 = sqlx::query_scalar("select count_sprints(7)").fetch_one(&mut *tx).await.expect("read");
    assert_eq!(read, 7);
    tx.rollback().await.expect("gone");
    assert_eq!(yard.read_by(owner).await, (0.0, 0.0, 0.0));
    // Two nodes count at once, in small steps.
    let (mut one, mut two) = (yard.fixture.database.connect().await, yard.fixture.database.connect().await);
    let steps = async |db: &mut PgConnection| {
        while sqlx::query_scalar::<_, i64>("select count_sprints(2)").fetch_one(&mut *db).await.expect("counted") > 0 {}
    };
    futures_util::future::join(steps(&mut one), steps(&mut two)).await;
    assert_eq!(yard.read_by(owner).await, (10.0, 6.0, 2.0));
    // A restore writes every ticket anew, which changes no figure.
    one.execute("update tickets set sprint_id = null").await.expect("out");
    one.execute(sqlx::AssertSqlSafe(format!("update tickets set sprint_id = '{}'", yard.sprints[0])))
        .await
        .expect("in");
    count(&yard.fixture).await;
    assert_eq!(yard.read_by(owner).await, (10.0, 6.0, 2.0));
}
