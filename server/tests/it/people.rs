//! The addresses of a workspace's people: a call of their own, and nowhere else (C21, N01, N02, Q06).

use serde_json::{Value, json};

use crate::import::{ended, upload};
use crate::protocol::socket::patiently;
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

async fn people(team: &Team, by: usize) -> Vec<Value> {
    let answer = team.people[by].client.get(&team.path("people")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["people"].as_array().cloned().expect("a list")
}

async fn set_role(team: &Team, n: usize, role: &str) {
    let command = json!({"kind": "member.setRole", "userId": team.people[n].id, "role": role});
    assert_eq!(team.post(0, &command).await.status, 200);
}

#[actix_web::test]
async fn q06_those_who_manage_people_get_addresses_states_and_last_activity_and_others_are_refused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "mia", "gus", "leo"]).await;
    set_role(&team, 1, "admin").await;
    set_role(&team, 3, "guest").await;
    let remove = json!({"kind": "member.remove", "userId": team.people[4].id});
    assert_eq!(team.post(0, &remove).await.status, 200);
    for by in [0, 1] {
        let all = people(&team, by).await;
        let expected: Vec<&str> = team.people[..4].iter().map(|person| person.email.as_str()).collect();
        assert_eq!(all.iter().map(|it| it["email"].as_str().expect("an address")).collect::<Vec<_>>(), expected);
        assert_eq!((&all[0]["id"], &all[0]["state"]), (&json!(team.people[0].id), &json!("active")));
        let active = all[0]["lastActiveAt"].as_str().expect("a time");
        assert!(active.ends_with(":00:00Z"), "only the hour is told: {active}");
    }
    for (by, status) in [(2, 403), (3, 403), (4, 404)] {
        for path in ["people", "people?format=csv", "people?format=nonsense"] {
            assert_eq!(team.people[by].client.get(&team.path(path)).await.status, status, "{path}");
        }
    }
}

#[actix_web::test]
async fn the_last_activity_of_a_person_is_the_last_use_of_any_of_their_sessions() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    team.people[1].sign_in_again().await;
    let mut inside = database.connect().await;
    let mia: uuid::Uuid = team.people[1].id.parse().expect("an id");
    let older =
        "update refresh_tokens t set created_at = '2030-05-01T12:34:56Z'::timestamptz - row_number * interval '1 day'
                 from (select t.hash, row_number() over (order by t.hash) - 1 as row_number from refresh_tokens t
                       join sessions s on s.id = t.session_id where s.user_id = $1) n where n.hash = t.hash";
    sqlx::query(older).bind(mia).execute(&mut inside).await.expect("changed");
    assert_eq!(people(&team, 0).await[1]["lastActiveAt"], "2030-05-01T12:00:00Z");
    sqlx::query("delete from sessions where user_id = $1").bind(mia).execute(&mut inside).await.expect("deleted");
    assert_eq!(people(&team, 0).await[1]["lastActiveAt"], Value::Null);
}

#[actix_web::test]
async fn q06_no_snapshot_frame_or_answer_for_members_holds_an_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mut socket = team.socket(1).await;
    let leo = node.sign_up_user("leo").await;
    team.invite(&leo, "member").await;
    let file = b"title,assignee,reporter\nOne,zoe@example.org,Max <max@example.org>\n";
    let mapping = json!({"title": "title", "assignee": "assignees", "reporter": "reporter"}).to_string();
    let fields = [("format", "csv"), ("mapping", mapping.as_str())];
    let begun = upload(&team.people[0].client, &team.workspace, &fields, "work.csv", file).await;
    ended(&database, &team.people[0].client, &team.workspace, &begun).await;

    let snapshot = String::from_utf8(team.people[1].client.get(&team.path("snapshot")).await.body).expect("text");
    assert!(snapshot.contains("\"zoe\"") && snapshot.contains("\"Max\""), "both people came: {snapshot}");
    assert!(!snapshot.contains("@example.org"), "{snapshot}");
    while !socket.events.iter().any(|(_, event)| event.to_string().contains("\"zoe\"")) {
        patiently(socket.next()).await.expect("a frame");
    }
    let events = serde_json::to_string(&socket.events).expect("text");
    assert!(events.contains("\"leo\"") && !events.contains("@example.org"), "{events}");
}

#[actix_web::test]
async fn n01_the_file_of_people_holds_no_formula_and_a_person_without_an_account_has_no_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let mut inside = database.connect().await;
    let rename = "update members set firstname = '=HYPERLINK(\"http://evil.example\")', lastname = ''";
    sqlx::query(rename).execute(&mut inside).await.expect("changed");
    let file = b"title,assignee\nOne,zoe\n";
    let mapping = json!({"title": "title", "assignee": "assignees"}).to_string();
    let fields = [("format", "csv"), ("mapping", mapping.as_str())];
    let begun = upload(&team.people[0].client, &team.workspace, &fields, "work.csv", file).await;
    ended(&database, &team.people[0].client, &team.workspace, &begun).await;

    let answer = team.people[0].client.get(&team.path("people?format=csv")).await;
    assert_eq!(answer.header("content-type"), Some("text/csv; charset=utf-8"));
    assert_eq!(answer.header("content-disposition"), Some("attachment; filename=\"people.csv\""));
    let text = String::from_utf8(answer.body).expect("text");
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(
        lines[0],
        "\"Name\",\"Email\",\"Role\",\"State\",\"Restricted lists\",\"Last active\",\"Joined\",\"Department\",\"Job title\""
    );
    let olga = "\"'=HYPERLINK(\"\"http://evil.example\"\")\",\"olga@example.org\",\"owner\",\"active\",\"\",";
    assert!(lines[1].starts_with(olga), "{text}");
    assert!(lines[2].starts_with("\"zoe\",\"\",\"member\",\"pending\",\"\",\"\","), "{text}");
    assert_eq!(people(&team, 0).await[1]["email"], Value::Null);
    let refused = team.people[0].client.get(&team.path("people?format=xlsx")).await;
    assert_eq!((refused.refusal(), refused.field()), ((422, "validation_failed".into()), Some("format".into())));
}

#[actix_web::test]
async fn q06_the_file_of_people_names_deactivated_and_invited_people_and_only_lists_that_the_reader_sees() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "gus", "leo"]).await;
    set_role(&team, 1, "admin").await;
    set_role(&team, 2, "guest").await;
    let [first, second] = [(); 2].map(|()| uuid::Uuid::now_v7());
    for command in [
        json!({"kind": "list.create", "listId": first, "name": "=CANARY one", "restricted": true}),
        json!({"kind": "list.create", "listId": second, "name": "Two", "restricted": true, "after": first}),
        json!({"kind": "share.set", "listId": first, "userId": team.people[2].id, "level": "view"}),
        json!({"kind": "share.set", "listId": second, "userId": team.people[2].id, "level": "edit"}),
        json!({"kind": "share.set", "listId": second, "userId": team.people[1].id, "level": "view"}),
        json!({"kind": "member.deactivate", "userId": team.people[3].id}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    let lists: Vec<Value> = [first, second].map(|list| json!({"listId": list, "level": "view"})).to_vec();
    let invitation = json!({"addresses": "ina@example.org", "role": "guest", "lists": lists});
    assert_eq!(team.people[0].client.post(&team.path("invitations/mail"), &invitation).await.status, 201);
    for (by, lists) in [(0, "'=CANARY one, Two"), (1, "Two")] {
        let answer = team.people[by].client.get(&team.path("people?format=csv")).await;
        let text = String::from_utf8(answer.body).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[3].contains(&format!("\"guest\",\"active\",\"{lists}\"")), "{text}");
        assert!(lines[4].contains("\"leo@example.org\",\"member\",\"deactivated\",\"\""), "{text}");
        assert_eq!(lines[5], format!("\"\",\"ina@example.org\",\"guest\",\"invited\",\"{lists}\",\"\",\"\",\"\",\"\""));
        assert_eq!(text.contains("CANARY"), by == 0, "{text}");
    }
    assert_eq!(people(&team, 1).await[3]["state"], "deactivated");
}
