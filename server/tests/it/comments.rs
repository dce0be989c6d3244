//! The earlier texts of comments, and threads that begin on an older page (docs/COMMENTS.md).

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Answer, TestDatabase, TestNode};

async fn does(team: &Team, by: usize, command: Value) {
    let answer = team.post(by, &command).await;
    assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
}

async fn comment(team: &Team, by: usize, ticket: Uuid, message: &str) -> Uuid {
    let id = Uuid::now_v7();
    does(team, by, json!({"kind": "comment.create", "commentId": id, "ticketId": ticket, "message": message})).await;
    id
}

async fn edit(team: &Team, by: usize, comment: Uuid, message: &str) {
    does(team, by, json!({"kind": "comment.update", "commentId": comment, "message": message})).await;
}

async fn versions(team: &Team, by: usize, ticket: Uuid, comment: Uuid) -> Answer {
    team.people[by].client.get(&team.path(&format!("tickets/{ticket}/comments/{comment}/versions"))).await
}

fn texts(answer: &Answer) -> Vec<String> {
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let all = answer.json()["versions"].as_array().expect("versions").clone();
    all.iter().map(|it| it["message"].as_str().expect("a text").to_owned()).collect()
}

async fn stored(database: &TestDatabase) -> i64 {
    let count = "select count(*) from comment_versions";
    sqlx::query_scalar(count).fetch_one(&mut database.connect().await).await.expect("a count")
}

#[actix_web::test]
async fn ct3_everybody_who_sees_a_task_reads_the_earlier_texts_of_its_comments_newest_first() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "gus"]).await;
    does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[2].id, "role": "guest"})).await;
    let ticket = team.ticket(0).await;
    let said = comment(&team, 1, ticket, "One").await;
    assert_eq!(texts(&versions(&team, 0, ticket, said).await), Vec::<String>::new());
    edit(&team, 1, said, "Two").await;
    edit(&team, 1, said, "Three").await;
    let answer = versions(&team, 0, ticket, said).await;
    assert_eq!(texts(&answer), ["Two", "One"]);
    let [second, first] = [0, 1].map(|n| answer.json()["versions"][n].clone());
    assert_eq!((&second["number"], &first["number"]), (&json!(2), &json!(1)));
    assert_eq!(first["userId"], json!(team.people[1].id));
    // Times have milliseconds, and both edits may fall into the same one.
    assert!(first["writtenAt"].as_str() <= second["writtenAt"].as_str());
    assert_eq!(first.as_object().map(serde_json::Map::len), Some(4), "{first}");
    // A guest does not see the task; and a comment belongs to its own task.
    let other = team.ticket(0).await;
    for (by, ticket, comment) in [(2, ticket, said), (0, other, said), (0, ticket, Uuid::now_v7())] {
        assert_eq!(versions(&team, by, ticket, comment).await.status, 404);
    }
}

#[actix_web::test]
async fn ct3_the_newest_fifty_earlier_texts_of_a_comment_are_kept() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ticket = team.ticket(0).await;
    let said = comment(&team, 0, ticket, "0").await;
    for n in 1..=52 {
        edit(&team, 0, said, &n.to_string()).await;
    }
    let kept = texts(&versions(&team, 0, ticket, said).await);
    assert_eq!(
        (kept.len(), kept.first().map(String::as_str), kept.last().map(String::as_str)),
        (50, Some("51"), Some("2"))
    );
    assert_eq!(stored(&database).await, actors::domain::limits::VERSIONS);
}

#[actix_web::test]
async fn ct3_only_an_edit_of_the_text_by_a_person_leaves_an_earlier_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let ticket = team.ticket(0).await;
    let said = comment(&team, 0, ticket, "One").await;
    edit(&team, 0, said, "One").await;
    does(&team, 0, json!({"kind": "comment.resolve", "commentId": said})).await;
    does(&team, 0, json!({"kind": "reaction.add", "activityId": said, "emoji": "👍"})).await;
    does(&team, 0, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}})).await;
    assert_eq!(stored(&database).await, 0);
    // The versions have the home of their task.
    edit(&team, 0, said, "Two").await;
    assert_eq!(texts(&versions(&team, 0, ticket, said).await), ["One"]);
}

#[actix_web::test]
async fn ct4_a_deleted_comment_takes_all_its_texts_along_and_so_does_a_deleted_task() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let ticket = team.ticket(0).await;
    let (one, two) = (comment(&team, 1, ticket, "CANARY 1").await, comment(&team, 1, ticket, "CANARY 2").await);
    for it in [one, two] {
        edit(&team, 1, it, "CANARY 3").await;
    }
    does(&team, 0, json!({"kind": "comment.delete", "commentId": one})).await;
    assert_eq!(versions(&team, 0, ticket, one).await.status, 404);
    assert_eq!(stored(&database).await, 1);
    let whole = team.people[1].client.get(&team.path(&format!("tickets/{ticket}"))).await.json();
    let left = whole["activities"].as_array().expect("activities").iter().find(|it| it["kind"] == "commentDeleted");
    let left = left.expect("a line in the history").clone();
    assert_eq!((&left["userId"], &left["data"]), (&json!(team.people[0].id), &json!({"userId": team.people[1].id})));
    assert_eq!(left["message"], Value::Null);
    for kind in ["ticket.trash", "ticket.delete"] {
        does(&team, 0, json!({"kind": kind, "ticketId": ticket})).await;
    }
    assert_eq!(stored(&database).await, 0);
}

#[actix_web::test]
async fn ct7_a_page_brings_the_first_comments_of_the_threads_that_it_answers_in() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let ticket = team.ticket(0).await;
    let first = comment(&team, 0, ticket, "First").await;
    does(&team, 1, json!({"kind": "reaction.add", "activityId": first, "emoji": "👍"})).await;
    for n in 0..3 {
        comment(&team, 0, ticket, &n.to_string()).await;
    }
    let reply = json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "Re", "replyTo": first});
    does(&team, 1, reply).await;
    let page = async |limit: u32| {
        team.people[0].client.get(&team.path(&format!("tickets/{ticket}/activities?limit={limit}"))).await.json()
    };
    let ids = |page: &Value| {
        let all = page["threads"].as_array().expect("threads").clone();
        all.iter().map(|it| it["id"].clone()).collect::<Vec<_>>()
    };
    let short = page(2).await;
    assert_eq!(ids(&short), [json!(first)]);
    assert_eq!(short["reactions"][0]["activityId"], json!(first));
    assert!(short["activities"].as_array().expect("a page").iter().all(|it| it["id"] != json!(first)));
    assert_eq!(ids(&page(50).await), Vec::<Value>::new(), "the page itself holds it");
    does(&team, 0, json!({"kind": "comment.delete", "commentId": first})).await;
    assert_eq!(ids(&page(2).await), Vec::<Value>::new());
}
