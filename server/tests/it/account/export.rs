//! The file of a person's own data (AC6).

use std::collections::BTreeMap;

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Person, TestDatabase, TestNode};

async fn lines(person: &Person) -> Vec<Value> {
    let answer = person.client.get("/api/me/export").await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("application/x-ndjson")));
    assert!(answer.header("content-disposition").is_some_and(|it| it.starts_with("attachment")));
    let text = String::from_utf8(answer.body).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[actix_web::test]
async fn ac6_the_file_holds_the_account_its_tasks_and_its_comments_and_nothing_of_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (olga, mia) = (&team.people[0], &team.people[1]);
    let (own, of_mia) = (team.ticket(0).await, team.ticket(1).await);
    let comment = |ticket: Uuid, text: &str| json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": text});
    // More than a page.
    for n in 0..120 {
        assert_eq!(team.post(0, &comment(of_mia, &format!("Words of Olga {n}"))).await.status, 200);
    }
    assert_eq!(team.post(1, &comment(own, "Words of Mia")).await.status, 200);
    let lines = lines(olga).await;
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for line in &lines {
        let kind = line.as_object().expect("an object").keys().find(|key| *key != "workspaceId").expect("a kind");
        *kinds.entry(kind.clone()).or_default() += 1;
    }
    let expected = [("account", 1), ("comment", 120), ("session", 1), ("task", 1), ("workspace", 1)];
    assert_eq!(kinds, expected.map(|(kind, count)| (kind.to_owned(), count)).into());
    assert_eq!(lines[0]["account"]["email"], json!(olga.email));
    let text = json!(lines).to_string();
    assert!(text.contains(&own.to_string()) && text.contains("Words of Olga 119"));
    assert!(!text.contains("Words of Mia") && !text.contains(&mia.email) && !text.contains("hash"));
    assert_eq!(node.client().get("/api/me/export").await.status, 401);
}
