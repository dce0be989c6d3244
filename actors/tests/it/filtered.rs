//! Lists of tickets by filter: the database gives the answer of the language, in every order and page, and only tickets that
//! the person sees.

use std::collections::BTreeMap;

use actors::TicketSearch;
use actors::db::{Db, DbOptions};
use actors::domain::{
    date::PlainDate,
    entity::{Entity, Link, StatusCategory, Ticket},
    filter::{
        holds::{Reference, holds},
        language::Language,
        linked::linked,
        page::{Order, TicketQuery},
        read::read,
    },
    ids::{TicketId, UserId},
};
use actors::journal::Journal;
use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Value, json};
use time::UtcOffset;
use uuid::Uuid;

use crate::support::Fixture;

const TODAY: &str = "2030-05-15";
const WORDS: [&str; 6] = ["pier", "İstanbul", "ΟΔΟΣ", "strasse", "Straße", "100 % \"sure\""];

fn search(filter: &str, order: Order, limit: usize) -> TicketSearch {
    let day = PlainDate::parse(TODAY).expect("a day");
    let offset = UtcOffset::from_hms(5, 30, 0).expect("an offset");
    TicketSearch { filter: filter.to_owned(), order, after: None, limit, day, offset }
}

/// All pages together.
async fn all(fixture: &Fixture, user: UserId, mut search: TicketSearch) -> Vec<Ticket> {
    let mut found = Vec::new();
    for _ in 0..1_000 {
        let page = fixture.stage.tickets(fixture.workspace, user, search.clone()).await.expect("a page");
        assert!(page.tickets.len() <= search.limit);
        found.extend(page.tickets.into_iter().map(|(_, ticket)| ticket));
        match page.next {
            Some(next) => search.after = Some(next),
            None => return found,
        }
    }
    panic!("pages without end");
}

struct Things {
    labels: [Uuid; 2],
    effort: Uuid,
    place: Uuid,
    until: Uuid,
    seen: Uuid,
    tools: Uuid,
    options: [Uuid; 2],
}

async fn things(fixture: &Fixture) -> Things {
    let fresh = Uuid::now_v7;
    let it = Things {
        labels: [fresh(), fresh()],
        effort: fresh(),
        place: fresh(),
        until: fresh(),
        seen: fresh(),
        tools: fresh(),
        options: [fresh(), fresh()],
    };
    let owner = fixture.people[0];
    for (n, label) in it.labels.iter().enumerate() {
        fixture.does(owner, json!({"kind": "label.create", "labelId": label, "name": format!("Label {n}")})).await;
    }
    for (id, name, kind) in [
        (it.effort, "Effort", "number"),
        (it.place, "Place", "text"),
        (it.until, "Until", "date"),
        (it.seen, "Seen", "checkbox"),
    ] {
        fixture.does(owner, json!({"kind": "attribute.create", "attributeId": id, "name": name, "type": kind})).await;
    }
    let options = json!([{"optionId": it.options[0], "name": "Saw"}, {"optionId": it.options[1], "name": "Hammer"}]);
    fixture
        .does(owner, json!({"kind": "attribute.create", "attributeId": it.tools, "name": "Tools", "type": "multiSelect", "options": options}))
        .await;
    it
}

fn day(dice: &mut StdRng) -> String {
    format!("2030-05-{:02}", dice.random_range(1..=31))
}

fn ticket(dice: &mut StdRng, it: &Things, fixture: &Fixture) -> Value {
    let mut fields = serde_json::Map::new();
    let mut maybe = |dice: &mut StdRng, id: Uuid, value: Value| {
        if dice.random() {
            fields.insert(id.to_string(), value);
        }
    };
    let until = day(dice);
    let word = WORDS[dice.random_range(0..WORDS.len())];
    let number = [-2.5, 0.0, 3.0, 12.0][dice.random_range(0..4)];
    maybe(dice, it.effort, json!(number));
    maybe(dice, it.place, json!(word.to_uppercase()));
    maybe(dice, it.until, json!(until));
    maybe(dice, it.seen, json!(true));
    let tool = it.options[dice.random_range(0..2)];
    maybe(dice, it.tools, json!([tool]));
    let mut ticket = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": format!("{word} {}", dice.random_range(0..9)),
                            "private": dice.random_ratio(1, 6), "fields": fields});
    if dice.random() {
        ticket["priority"] = json!(["day", "week", "year"][dice.random_range(0..3)]);
    }
    if dice.random() {
        ticket["dueDate"] = json!(day(dice));
    }
    if dice.random() {
        ticket["labels"] = json!([it.labels[dice.random_range(0..2)]]);
    }
    if dice.random() && ticket["private"] == json!(false) {
        ticket["assigneesIds"] = json!([fixture.people[dice.random_range(0..2)]]);
    }
    ticket
}

/// A filter as a text.
fn filter(dice: &mut StdRng, depth: u32) -> String {
    let atoms = [
        "priority = day, none",
        "priority != week",
        "label = \"Label 0\"",
        "label = none",
        "label = any",
        "assignee = me",
        "assignee != me, none",
        "due <= today",
        "due = week, none",
        "due = -5d..tomorrow",
        "due != any",
        "effort >= 3",
        "effort = -2.5..0, none",
        "effort != 12",
        "place ~ PIER",
        "place = \"οδος\"",
        "place !~ strasse",
        "place = any",
        "title ~ i̇stanbul",
        "title ~ \"% \\\"\"",
        "title !~ 3",
        "until <= 2030-05-10",
        "until = month",
        "until = none",
        "seen = true",
        "seen = none",
        "tools = saw",
        "tools != hammer",
        "private = true",
        "private = none",
        "created = today",
        "created = any",
        "completed = none",
        "parent = none",
        "list = none",
        "status = Backlog",
        "status != Done, \"To do\"",
        "reporter = none",
        "start = any",
        "linked = blocked",
        "linked != blocking, related",
        "linked = dependency, duplicate",
        "linked = none",
        "linked = any",
    ];
    match dice.random_range(0..if depth == 0 { 1 } else { 4 }) {
        0 => atoms[dice.random_range(0..atoms.len())].to_owned(),
        1 => format!("not ({})", filter(dice, depth - 1)),
        2 => format!("({} and {})", filter(dice, depth - 1), filter(dice, depth - 1)),
        _ => format!("({} or {})", filter(dice, depth - 1), filter(dice, depth - 1)),
    }
}

#[actix::test]
async fn fl11_the_database_gives_the_answer_of_the_language_for_hundreds_of_filters() {
    let fixture = Fixture::new(2).await;
    let it = things(&fixture).await;
    let mut dice = StdRng::seed_from_u64(3);
    let mut shared = Vec::new();
    for n in 0..60 {
        let by = fixture.people[n % 2];
        let new = ticket(&mut dice, &it, &fixture);
        shared.extend((new["private"] == json!(false)).then(|| new["ticketId"].clone()));
        fixture.does(by, new).await;
    }
    let links = links(&mut dice, &fixture, &shared).await;
    let user = fixture.people[0];
    let every = all(&fixture, user, search("", Order::NEWEST, 7)).await;
    let around: BTreeMap<TicketId, &Ticket> = every.iter().map(|ticket| (ticket.id, ticket)).collect();
    let asked = |ticket: &Ticket| linked(ticket.id, &links, &around);
    let rows = fixture.stage.named_rows(fixture.workspace, user).await.expect("rows");
    let language = Language::of_rows(rows);
    let SearchParts { day, offset } = parts();
    let reference = Reference { day, me: user, offset };
    let ids = |tickets: &[Ticket]| -> Vec<TicketId> { tickets.iter().map(|ticket| ticket.id).collect() };
    let mut passed = 0;
    for seed in 0..250 {
        let mut dice = StdRng::seed_from_u64(seed);
        let text = filter(&mut dice, 3);
        let tree = read(&text, &language).unwrap_or_else(|fault| panic!("{text}: {fault:?}"));
        let wanted: Vec<Ticket> =
            every.iter().filter(|ticket| holds(&tree, ticket, &asked(ticket), &reference)).cloned().collect();
        let found = all(&fixture, user, search(&text, Order::NEWEST, dice.random_range(1..30))).await;
        assert_eq!(ids(&found), ids(&wanted), "seed {seed}: {text}");
        passed += usize::from(!wanted.is_empty() && wanted.len() < every.len());
    }
    assert!(passed > 150, "most filters tell tickets apart: {passed}");
}

/// Links between tickets, of which some are completed and one is in the trash.
async fn links(dice: &mut StdRng, fixture: &Fixture, tickets: &[Value]) -> Vec<Link> {
    let owner = fixture.people[0];
    let mut links: Vec<Link> = Vec::new();
    for n in 1..40 {
        // A link to a later ticket makes no loop.
        let from = dice.random_range(0..tickets.len() - 1);
        let to = dice.random_range(from + 1..tickets.len());
        let kind = ["blocks", "blocks", "relates", "duplicates"][n % 4];
        let link = json!({"id": Uuid::now_v7(), "kind": kind, "fromTicketId": tickets[from], "toTicketId": tickets[to],
                          "createdUserId": owner, "createdAt": "2030-05-15T00:00:00Z"});
        let link: Link = serde_json::from_value(link).expect("a link");
        if links.iter().any(|it| {
            (it.kind, it.from_ticket_id, it.to_ticket_id) == (link.kind, link.from_ticket_id, link.to_ticket_id)
        }) {
            continue;
        }
        fixture
            .does(owner, json!({"kind": "link.create", "linkId": link.id, "linkKind": kind, "fromTicketId": tickets[from], "toTicketId": tickets[to]}))
            .await;
        links.push(link);
    }
    let rows = fixture.stage.named_rows(fixture.workspace, owner).await.expect("rows");
    let done = rows.iter().find_map(|row| match row {
        Entity::Status(status) if status.category == StatusCategory::Completed => Some(status.id),
        _ => None,
    });
    for ticket in tickets.iter().step_by(4) {
        fixture.does(owner, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"statusId": done}})).await;
    }
    fixture.does(owner, json!({"kind": "ticket.trash", "ticketId": tickets[1]})).await;
    links
}

struct SearchParts {
    day: PlainDate,
    offset: UtcOffset,
}

fn parts() -> SearchParts {
    let TicketSearch { day, offset, .. } = search("", Order::NEWEST, 1);
    SearchParts { day, offset }
}

#[actix::test]
async fn fl11_every_order_is_whole_over_its_pages_and_tickets_without_a_value_come_last() {
    let fixture = Fixture::new(2).await;
    let it = things(&fixture).await;
    let mut dice = StdRng::seed_from_u64(4);
    for n in 1..=23 {
        let mut new = ticket(&mut dice, &it, &fixture);
        if n % 3 > 0 {
            new["startDate"] = json!(format!("2020-01-{n:02}"));
        }
        fixture.does(fixture.people[0], new).await;
    }
    for word in ["created", "updated", "due", "start", "number"] {
        for sign in ["", "-"] {
            let order = Order::read(&format!("{sign}{word}")).expect("an order");
            let whole = all(&fixture, fixture.people[0], search("", order, 200)).await;
            let pages = all(&fixture, fixture.people[0], search("", order, 4)).await;
            assert_eq!(whole, pages, "{sign}{word}");
            assert_eq!(whole.len(), 23);
            let keys: Vec<Option<String>> = whole
                .iter()
                .map(|ticket| match word {
                    "due" => ticket.due_date.map(|date| date.to_string()),
                    "start" => ticket.start_date.map(|date| date.to_string()),
                    "created" => Some(format!("{:040}", ticket.created_at.get().unix_timestamp_nanos())),
                    "updated" => Some(format!("{:040}", ticket.updated_at.get().unix_timestamp_nanos())),
                    _ => Some(format!("{:09}", ticket.number)),
                })
                .collect();
            let empty = keys.iter().position(Option::is_none).unwrap_or(keys.len());
            assert!(keys[empty..].iter().all(Option::is_none), "{sign}{word}");
            let known: Vec<&String> = keys[..empty].iter().flatten().collect();
            assert!(known.is_sorted_by(|a, b| if sign == "-" { a >= b } else { a <= b }), "{sign}{word}");
            assert!(known.first() != known.last(), "{sign}{word}: the order tells tickets apart");
        }
    }
}

#[actix::test]
async fn fl11_a_list_holds_only_tickets_that_the_person_sees_and_names_only_lists_that_they_see() {
    let fixture = Fixture::new(2).await;
    let (ann, bob) = (fixture.people[0], fixture.people[1]);
    let tickets: BTreeMap<&str, Uuid> = ["open", "private", "trashed"].map(|name| (name, Uuid::now_v7())).into();
    for (name, id) in &tickets {
        fixture
            .does(ann, json!({"kind": "ticket.create", "ticketId": id, "title": name, "private": *name == "private"}))
            .await;
    }
    fixture.does(ann, json!({"kind": "ticket.trash", "ticketId": tickets["trashed"]})).await;
    let titles = async |user, filter: &str| -> Vec<String> {
        let mut found: Vec<String> = all(&fixture, user, search(filter, Order::NEWEST, 50))
            .await
            .into_iter()
            .map(|ticket| ticket.title)
            .collect();
        found.sort();
        found
    };
    assert_eq!(titles(ann, "").await, ["open", "private"]);
    assert_eq!(titles(bob, "").await, ["open"]);
    assert_eq!(titles(bob, "not title ~ open").await, Vec::<String>::new());
    let stranger = fixture.stage.tickets(fixture.workspace, UserId(Uuid::now_v7()), search("", Order::NEWEST, 5)).await;
    assert!(stranger.is_err());
    let rows = fixture.stage.named_rows(fixture.workspace, bob).await.expect("rows");
    assert!(rows.iter().any(|row| matches!(row, Entity::Status(_))));
}

#[actix::test]
async fn fl11_a_restricted_list_and_its_tickets_are_like_unknown_ones_to_people_without_a_share() {
    let fixture = Fixture::with_commons(2).await;
    let (ann, bob) = (fixture.people[0], fixture.people[1]);
    let [list, ticket] = [Uuid::now_v7(), Uuid::now_v7()];
    fixture.does(ann, json!({"kind": "list.create", "listId": list, "name": "Attic", "restricted": true})).await;
    fixture.does(ann, json!({"kind": "ticket.create", "ticketId": ticket, "title": "Roof", "listIds": [list]})).await;
    let answer = async |user, filter: String| {
        fixture.stage.tickets(fixture.workspace, user, search(&filter, Order::NEWEST, 5)).await
    };
    for filter in ["list = Attic".to_owned(), format!("list = {list}"), String::new()] {
        let page = answer(ann, filter).await.expect("a page");
        assert_eq!(page.tickets.iter().map(|(_, ticket)| ticket.title.as_str()).collect::<Vec<_>>(), ["Roof"]);
    }
    assert!(answer(bob, String::new()).await.expect("a page").tickets.is_empty());
    let unknown = Uuid::now_v7();
    for (hidden, unknown) in [("Attic".to_owned(), "Attig".to_owned()), (list.to_string(), unknown.to_string())] {
        let [hidden, unknown] = [hidden, unknown].map(|name| (format!("list = {name}"), name));
        let refused = answer(bob, hidden.0).await.expect_err("a refusal");
        let like = answer(bob, unknown.0).await.expect_err("a refusal");
        assert_eq!((refused.code, &refused.field), (like.code, &like.field));
        assert_eq!(refused.message.replace(&hidden.1, &unknown.1), like.message);
    }
    fixture.does(ann, json!({"kind": "share.set", "listId": list, "userId": bob, "level": "view"})).await;
    assert_eq!(answer(bob, "list = Attic".to_owned()).await.expect("a page").tickets.len(), 1);
}

#[actix::test]
async fn fl12_a_link_to_a_ticket_that_the_person_does_not_see_is_no_link() {
    let fixture = Fixture::with_commons(2).await;
    let (ann, bob) = (fixture.people[0], fixture.people[1]);
    let [list, secret, open, link] = [(); 4].map(|()| Uuid::now_v7());
    fixture.does(ann, json!({"kind": "list.create", "listId": list, "name": "Attic", "restricted": true})).await;
    fixture.does(ann, json!({"kind": "ticket.create", "ticketId": secret, "title": "Roof", "listIds": [list]})).await;
    fixture.does(ann, json!({"kind": "ticket.create", "ticketId": open, "title": "Pier"})).await;
    let ends = json!({"kind": "link.create", "linkId": link, "linkKind": "relates", "fromTicketId": secret, "toTicketId": open});
    fixture.does(ann, ends).await;
    let titles = async |user, filter: &str| -> Vec<String> {
        let mut found: Vec<String> =
            all(&fixture, user, search(filter, Order::NEWEST, 5)).await.into_iter().map(|it| it.title).collect();
        found.sort();
        found
    };
    assert_eq!(titles(ann, "linked = related").await, ["Pier", "Roof"]);
    assert_eq!(titles(bob, "linked = any").await, Vec::<String>::new());
    assert_eq!(titles(bob, "linked = none").await, ["Pier"]);
    fixture.does(ann, json!({"kind": "ticket.trash", "ticketId": secret})).await;
    assert_eq!(titles(ann, "linked = none").await, ["Pier"]);
}

#[actix::test]
async fn fl11_filters_leave_no_prepared_statements_in_the_database() {
    let fixture = Fixture::new(1).await;
    fixture
        .does(fixture.people[0], json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Pier"}))
        .await;
    let options = DbOptions { pool_size: 1, threads: 1, ..DbOptions::default() };
    let db = Db::connect(fixture.database.url(), &options).await.expect("a pool");
    let journal = Journal::new(db.clone());
    let (SearchParts { day, offset }, me) = (parts(), fixture.people[0]);
    let language = Language::of_rows(fixture.stage.named_rows(fixture.workspace, me).await.expect("rows"));
    for n in 1..20 {
        let days: Vec<String> = (0..n).map(|day| format!("+{day}d")).collect();
        let filter = read(&format!("not due = {}", days.join(", ")), &language).expect("a filter");
        let reference = Reference { day, me, offset };
        let query = TicketQuery { filter, reference, order: Order::NEWEST, after: None, limit: 5 };
        let page = journal.filtered(fixture.workspace, vec![fixture.home()], query).await.expect("a page");
        assert_eq!(page.tickets.len(), 1);
    }
    let kept = db
        .run(|pool| async move {
            let count = "select count(*) from pg_prepared_statements where statement like $1";
            sqlx::query_scalar::<_, i64>(count).bind("%from tickets t%").fetch_one(&pool).await
        })
        .await;
    assert_eq!(kept.expect("a count"), 0);
}

#[actix::test]
async fn fl11_a_page_that_compares_texts_ends_after_two_thousand_tickets_and_the_next_one_goes_on() {
    let fixture = Fixture::new(1).await;
    let ticket = Uuid::now_v7();
    fixture.does(fixture.people[0], json!({"kind": "ticket.create", "ticketId": ticket, "title": "Pier"})).await;
    let copies = "insert into tickets
                  select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'number', t.number + n,
                      'title', 'Copy', 'created_at', t.created_at + n * interval '1 second'))).*
                  from tickets t, generate_series(1, 2100) n where t.id = $1";
    sqlx::query(copies).bind(ticket).execute(&mut fixture.database.connect().await).await.expect("copies");
    let first =
        fixture.stage.tickets(fixture.workspace, fixture.people[0], search("title ~ pier", Order::NEWEST, 5)).await;
    let first = first.expect("a page");
    assert!(first.tickets.is_empty() && first.next.is_some());
    let next = TicketSearch { after: first.next, ..search("title ~ pier", Order::NEWEST, 5) };
    let second = fixture.stage.tickets(fixture.workspace, fixture.people[0], next).await.expect("a page");
    assert_eq!((second.tickets.len(), second.next), (1, None));
}
