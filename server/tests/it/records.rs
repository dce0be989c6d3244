//! The numbers of tickets of components and fix versions: what a call counts equals what a client counts in its snapshot.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

/// The rows of one kind in the snapshot of a person.
async fn rows(team: &Team, by: usize, kind: &str) -> Vec<Value> {
    let answer = team.people[by].client.get(&team.path("snapshot")).await;
    assert_eq!(answer.status, 200);
    let text = String::from_utf8(answer.body).expect("text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    lines.filter(|line| line["entity"] == kind).map(|line| line["data"].clone()).collect()
}

/// The tickets of each row that a field names, by category and in all, as a person's snapshot has them.
async fn counted(team: &Team, by: usize, field: &str) -> BTreeMap<String, BTreeMap<String, u64>> {
    let statuses = rows(team, by, "status").await;
    let category = |id: &Value| statuses.iter().find(|it| it["id"] == *id).map(|it| it["category"].clone());
    let mut all: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for ticket in rows(team, by, "ticket").await.iter().filter(|it| it["trashedAt"].is_null()) {
        let name = category(&ticket["statusId"]).and_then(|it| it.as_str().map(str::to_owned)).expect("a category");
        let name = if name == "byDefault" { "default".to_owned() } else { name };
        for id in ticket[field].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let row = all.entry(id.to_owned()).or_default();
            *row.entry(name.clone()).or_default() += 1;
            *row.entry("all".to_owned()).or_default() += 1;
        }
    }
    all
}

#[actix_web::test]
async fn co1_fv2_the_numbers_of_a_call_are_those_that_each_person_counts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "gus"]).await;
    let does = async |by: usize, command: Value| {
        let answer = team.post(by, &command).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    };
    does(0, json!({"kind": "member.setRole", "userId": team.people[2].id, "role": "guest"})).await;
    let [parser, unused, spring, autumn, board] = [(); 5].map(|()| Uuid::now_v7());
    does(0, json!({"kind": "component.create", "componentId": parser, "name": "Parser"})).await;
    does(0, json!({"kind": "component.create", "componentId": unused, "name": "Unused"})).await;
    does(0, json!({"kind": "fixVersion.create", "fixVersionId": spring, "name": "Spring"})).await;
    does(0, json!({"kind": "fixVersion.create", "fixVersionId": autumn, "name": "Autumn"})).await;
    does(0, json!({"kind": "list.create", "listId": board, "name": "Board", "restricted": true})).await;
    does(0, json!({"kind": "share.set", "listId": board, "userId": team.people[2].id, "level": "view"})).await;
    let mut statuses = Vec::new();
    for category in ["byDefault", "started", "blocked", "canceled", "completed"] {
        let id = Uuid::now_v7();
        does(0, json!({"kind": "status.create", "statusId": id, "name": category, "category": category})).await;
        statuses.push(id);
    }
    // Each place of a ticket, with each category of a status.
    for (n, status) in statuses.iter().cycle().take(20).enumerate() {
        let id = Uuid::now_v7();
        let mut new = json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket", "statusId": status,
                             "componentsIds": [parser], "fixVersionsIds": [spring]});
        match n / 5 {
            1 => new["private"] = json!(true),
            2 => new["listIds"] = json!([board]),
            3 => new["fixVersionsIds"] = json!([spring, autumn]),
            _ => {}
        }
        does(0, new).await;
        if n % 7 == 3 {
            does(0, json!({"kind": "ticket.trash", "ticketId": id})).await;
        }
    }
    for (by, most) in [(0, 17), (1, 9), (2, 4)] {
        let answer = team.people[by].client.get(&team.path("components")).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
        let total = |of: &BTreeMap<String, BTreeMap<String, u64>>, id: Uuid| {
            of.get(&id.to_string()).map_or(0, |row| row["all"])
        };
        let own = counted(&team, by, "componentsIds").await;
        let expected = [(parser, "Parser"), (unused, "Unused")]
            .map(|(id, name)| json!({"id": id, "name": name, "totalTickets": total(&own, id)}));
        assert_eq!(answer.json()["components"], json!(expected));
        assert!(total(&own, parser) <= most && total(&own, parser) > 0, "{by}: {own:?}");

        let answer = team.people[by].client.get(&team.path("fix-versions")).await;
        let own = counted(&team, by, "fixVersionsIds").await;
        let statistics = |id: Uuid| {
            let row = own.get(&id.to_string()).cloned().unwrap_or_default();
            let names = ["default", "blocked", "canceled", "completed", "started", "all"];
            json!(names.map(|name| (name, row.get(name).copied().unwrap_or(0))).into_iter().collect::<BTreeMap<_, _>>())
        };
        let expected = [(autumn, "Autumn"), (spring, "Spring")]
            .map(|(id, name)| json!({"id": id, "name": name, "statistics": statistics(id)}));
        assert_eq!(answer.json()["fixVersions"], json!(expected));
    }
}
