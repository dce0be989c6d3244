//! C23: no filter returns a task that its reader does not see.

use std::collections::BTreeSet;

use futures_util::future::join_all;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use serde_json::{Value, json};
use url::form_urlencoded::byte_serialize;
use uuid::Uuid;

use super::canaries::model::{Rights, Thing};
use crate::protocol::team::Team;
use crate::support::{Client, TestDatabase, TestNode};

const SEED: u64 = 20_261_128;
/// Filters for each reader.
const FILTERS: usize = 60;
const OLGA: usize = 0;
const MIA: usize = 1;
const GUS: usize = 2;

/// What a filter can name.
#[derive(Clone)]
struct Words {
    lists: Vec<String>,
    people: Vec<String>,
    tickets: Vec<String>,
}

/// A condition, mostly one that many tickets meet.
fn condition(dice: &mut StdRng, words: &Words) -> String {
    let pick = |dice: &mut StdRng, all: &[String]| all.choose(dice).expect("one").clone();
    match dice.random_range(0..12) {
        0 => format!("title ~ {}", dice.random_range(0..9)),
        1 => format!("title !~ {}", dice.random_range(0..9)),
        2 => format!("list = {}", pick(dice, &words.lists)),
        3 => format!("list != {}, {}", pick(dice, &words.lists), pick(dice, &words.lists)),
        4 => ["list = none", "list = any", "priority = none", "label = none"].choose(dice).expect("one").to_string(),
        5 => format!("assignee = {}, me", pick(dice, &words.people)),
        6 => format!("creator != {}", pick(dice, &words.people)),
        7 => format!("parent = {}, none", pick(dice, &words.tickets)),
        8 => ["private = true", "private = false", "private != true"].choose(dice).expect("one").to_string(),
        9 => "status = \"To do\"".to_owned(),
        10 => "created >= -1d".to_owned(),
        _ => "due = any, none".to_owned(),
    }
}

/// A filter with nested groups, and with `or` and `not` in places where a careless query would lose its bounds.
fn filter(dice: &mut StdRng, words: &Words, depth: usize) -> String {
    match dice.random_range(0..if depth == 0 { 1 } else { 6 }) {
        0 | 1 => condition(dice, words),
        2 => format!("not ({})", filter(dice, words, depth - 1)),
        turn => {
            let parts: Vec<String> =
                (0..dice.random_range(2..4)).map(|_| format!("({})", filter(dice, words, depth - 1))).collect();
            parts.join(if turn == 3 { " and " } else { " or " })
        }
    }
}

/// The ids of all pages of a filter. None if the filter names something that its reader does not see.
async fn passing(team: &Team, by: &Client, filter: &str, limit: usize) -> Option<BTreeSet<Uuid>> {
    let text: String = byte_serialize(filter.as_bytes()).collect();
    let mut ids = BTreeSet::new();
    let mut after = String::new();
    loop {
        let answer = by.get(&team.path(&format!("tickets?limit={limit}&filter={text}{after}"))).await;
        if answer.status != 200 {
            assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{filter}");
            return None;
        }
        let page = answer.json();
        let tickets = page["tickets"].as_array().expect("tickets");
        ids.extend(tickets.iter().map(|it| it["id"].as_str().expect("an id").parse::<Uuid>().expect("an id")));
        let Some(next) = page["next"].as_str() else { return Some(ids) };
        after = format!("&after={}", byte_serialize(next.as_bytes()).collect::<String>());
    }
}

/// Two open lists, one that Mia and Gus share, one that only Olga sees, private tickets of all, and tickets below others.
async fn fill(team: &Team, dice: &mut StdRng) -> Words {
    let does = async |n: usize, command: Value| {
        let answer = team.post(n, &command).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    };
    let lists = [(); 4].map(|()| Uuid::now_v7());
    for (n, list) in lists.iter().enumerate() {
        let name = format!("List {n}");
        does(OLGA, json!({"kind": "list.create", "listId": list, "name": name, "restricted": n > 1})).await;
    }
    for user in team.people.iter().skip(1) {
        does(OLGA, json!({"kind": "share.set", "listId": lists[2], "userId": user.id, "level": "edit"})).await;
    }
    let mut tickets: Vec<(Uuid, usize)> = Vec::new();
    for n in 0..60 {
        let (ticket, place) = (Uuid::now_v7(), dice.random_range(0..6));
        let by = if place == 5 { dice.random_range(0..2) } else { OLGA };
        let mut new = json!({"kind": "ticket.create", "ticketId": ticket, "title": format!("Task {n}")});
        match place {
            0..=3 => new["listIds"] = json!([lists[place]]),
            5 => new["private"] = json!(true),
            _ => {}
        }
        let parent = tickets.iter().rev().find(|(_, other)| *other == place).filter(|_| place < 4 && n % 3 == 0);
        if let Some((parent, _)) = parent {
            new["parentTicketId"] = json!(parent);
        }
        does(by, new).await;
        tickets.push((ticket, place));
    }
    Words {
        lists: lists.iter().map(Uuid::to_string).collect(),
        people: team.people.iter().map(|it| it.id.clone()).collect(),
        tickets: tickets.iter().map(|(id, _)| id.to_string()).collect(),
    }
}

/// Limits that allow more calls than a person makes.
const PATIENT: [(&str, &str); 2] = [("TROUPE_API_PER_SECOND", "100000"), ("TROUPE_API_BURST", "100000")];

#[actix_web::test]
async fn c23_no_filter_shows_a_ticket_that_its_reader_does_not_see() {
    let database = TestDatabase::new().await;
    // A person may search 40 times at once at each node.
    let nodes = join_all((0..4).map(|_| TestNode::start_with(&database, &PATIENT))).await;
    let node = &nodes[0];
    let mut dice = StdRng::seed_from_u64(SEED);
    let team = Team::new(node, &["olga", "mia", "gus"]).await;
    let guest = json!({"kind": "member.setRole", "userId": team.people[GUS].id, "role": "guest"});
    assert_eq!(team.post(OLGA, &guest).await.status, 200);
    let other = Team::new(node, &["ben"]).await;
    // Mia is in the other workspace as well.
    other.invite(&team.people[MIA], "member").await;
    let mut words = fill(&team, &mut dice).await;
    let foreign = [other.ticket(0).await, other.ticket(0).await];
    words.tickets.extend(foreign.iter().map(Uuid::to_string));
    let rights = Rights::read(&mut database.connect().await, &team.workspace).await;
    let mut sizes = Vec::new();
    let kept = |all: &[String], keep: &dyn Fn(Uuid) -> bool| -> Vec<String> {
        all.iter().filter(|id| keep(id.parse().expect("an id"))).cloned().collect()
    };
    for by in [OLGA, MIA, GUS] {
        let user = &team.people[by].id;
        let sees = |id: &Uuid| rights.sees(user, Thing::Ticket(*id));
        let all = words.tickets.iter().map(|id| id.parse::<Uuid>().expect("an id"));
        let seen: BTreeSet<Uuid> = all.filter(sees).collect();
        let at = |n: usize| team.people[by].client.at(nodes[n % nodes.len()].url());
        assert_eq!(passing(&team, &at(0), "", 20).await.as_ref(), Some(&seen));
        sizes.push(seen.len());
        let known = Words {
            lists: kept(&words.lists, &|id| rights.sees(user, Thing::List(id))),
            tickets: kept(&words.tickets, &|id| sees(&id)),
            ..words.clone()
        };
        let mut answered = 0;
        for n in 0..FILTERS {
            // Some filters name things that their reader does not see, or things in another workspace. The node may refuse them.
            let text = filter(&mut dice, if n % 8 == 0 { &words } else { &known }, 3);
            let Some(passing_it) = passing(&team, &at(n), &text, 200).await else { continue };
            let rest = passing(&team, &at(n), &format!("not ({text})"), 200).await.expect("the same names");
            assert!(passing_it.is_subset(&seen) && rest.is_subset(&seen), "{text}");
            // A filter and its opposite together give each visible ticket once.
            assert!(passing_it.is_disjoint(&rest), "{text}");
            assert_eq!(passing_it.union(&rest).copied().collect::<BTreeSet<_>>(), seen, "{text}");
            answered += 1;
        }
        assert!(answered >= FILTERS / 4, "{answered} filters of {user} name what they know");
    }
    // The readers see different tickets, and nobody sees all.
    assert!(sizes.iter().all(|size| (1..words.tickets.len()).contains(size)), "{sizes:?}");
    assert_eq!(sizes.iter().collect::<BTreeSet<_>>().len(), 3, "{sizes:?}");
}
