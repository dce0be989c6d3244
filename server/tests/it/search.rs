//! Search over HTTP.

use std::time::Duration;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

async fn search(team: &Team, by: usize, query: &str) -> Value {
    let answer = team.people[by].client.get(&team.path(&format!("search?{query}"))).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()
}

/// Asks until something is found: the node reads changed texts in the background.
async fn found(team: &Team, by: usize, query: &str) -> Value {
    let begun = std::time::Instant::now();
    loop {
        let answer = search(team, by, query).await;
        if answer["results"].as_array().is_some_and(|results| !results.is_empty()) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(30), "never found: {query}");
        actix_web::rt::time::sleep(Duration::from_millis(200)).await;
    }
}

#[actix_web::test]
async fn se10_a_node_finds_a_new_task_within_seconds_and_answers_with_pieces_of_plain_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let ticket = Uuid::now_v7();
    let create = json!({"kind": "ticket.create", "ticketId": ticket, "title": "<img src=x onerror=alert(1)> label",
                        "description": "A <script>label</script>"});
    assert_eq!(team.post(0, &create).await.status, 200);
    let answer = found(&team, 1, "q=LAB").await;
    let [result] = answer["results"].as_array().expect("a list").as_slice() else { panic!("{answer}") };
    assert_eq!(result["ticketId"], json!(ticket));
    let hit = json!([{"text": "<img src=x onerror=alert(1)> ", "hit": false}, {"text": "label", "hit": true}]);
    assert_eq!(result["title"], hit);
    assert_eq!(result["description"][1], json!({"text": "label", "hit": true}));
    assert_eq!((&answer["next"], &answer["corrects"], &answer["complete"]), (&Value::Null, &json!(true), &json!(true)));
}

#[actix_web::test]
async fn se4_bad_queries_are_refused_with_the_field_and_strangers_get_not_found() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let stranger = node.sign_up_user("leo").await;
    for (query, field) in [
        ("".to_owned(), "q"),
        (format!("q={}", "x".repeat(201)), "q"),
        ("q=a+b+c+d+e+f+g+h+i+j+k".into(), "q"),
        ("q=a&limit=0".into(), "limit"),
        ("q=a&limit=51".into(), "limit"),
        ("q=a&limit=-1".into(), "limit"),
        ("q=a&after=201".into(), "after"),
        ("q=a&after=1e9".into(), "after"),
        ("q=a&in=title,password".into(), "in"),
        ("q=a&list=nonsense".into(), "list"),
    ] {
        let answer = team.people[0].client.get(&team.path(&format!("search?{query}"))).await;
        assert_eq!(
            (answer.refusal(), answer.field()),
            ((422, "validation_failed".into()), Some(field.into())),
            "{query}"
        );
    }
    let unknown = team.people[0].client.get(&team.path("search?q=a&sort=email")).await;
    assert_eq!(unknown.refusal(), (422, "validation_failed".into()));
    assert_eq!(stranger.client.get(&team.path("search?q=a")).await.refusal(), (404, "not_found".into()));
    assert_eq!(node.client().get(&team.path("search?q=a")).await.status, 401);
    for query in ["q=%5B%5D%5C%5E%24.%7C%3F%2A%2B%28%29", "q=%00", "q=%27%3B--", "q="] {
        let answer = search(&team, 0, query).await;
        assert_eq!(answer["results"], json!([]), "{query}");
    }
}

#[actix_web::test]
async fn p04_searches_of_one_account_have_a_rate() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    // A search without a text counts too, and is refused before it costs anything: a slow machine is fast enough.
    let (client, path) = (&team.people[0].client, team.path("search"));
    let answers = futures_util::future::join_all((0..120).map(|_| client.get(&path))).await;
    let refused = answers.iter().filter(|answer| answer.status == 429);
    assert!(refused.inspect(|answer| assert_eq!(answer.refusal().1, "rate_limited")).count() > 0);
    assert!(answers.iter().all(|answer| [422, 429].contains(&answer.status.as_u16())));
    assert_eq!(search(&team, 1, "q=a").await["results"], json!([]), "another account has its own");
}
