//! What is read of tickets that were deleted permanently, and of the texts of a list (rules DT1 to DT3, LC2).

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

async fn does(team: &Team, by: usize, command: Value) {
    let answer = team.post(by, &command).await;
    assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
}

/// Makes a ticket and deletes it permanently.
async fn deleted(team: &Team, by: usize, over: Value) -> Uuid {
    let id = Uuid::now_v7();
    let mut new =
        json!({"kind": "ticket.create", "ticketId": id, "title": "A secret title", "description": "A secret"});
    for (field, value) in over.as_object().expect("fields") {
        new[field] = value.clone();
    }
    does(team, by, new).await;
    does(team, by, json!({"kind": "ticket.trash", "ticketId": id})).await;
    does(team, by, json!({"kind": "ticket.delete", "ticketId": id})).await;
    id
}

/// The ids that a person reads, newest first.
async fn read(team: &Team, by: usize) -> Vec<String> {
    let answer = team.people[by].client.get(&team.path("deleted-tickets")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    assert!(!String::from_utf8_lossy(&answer.body).contains("ecret"), "no text of a deleted ticket");
    let rows = answer.json()["deletedTickets"].as_array().expect("rows").clone();
    rows.iter().map(|row| row["ticketId"].as_str().expect("an id").to_owned()).collect()
}

fn ids(ids: &[Uuid]) -> Vec<String> {
    ids.iter().map(Uuid::to_string).collect()
}

#[actix_web::test]
async fn dt1_who_deleted_a_ticket_and_when_is_read_page_by_page_newest_first() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mut all = Vec::new();
    for n in 0..3 {
        all.push(deleted(&team, n % 2, json!({})).await);
    }
    all.reverse();
    assert_eq!(read(&team, 0).await, ids(&all));
    assert_eq!(read(&team, 1).await, ids(&all), "a member may delete all tickets");
    let page = async |query: &str| team.people[0].client.get(&team.path(&format!("deleted-tickets{query}"))).await;
    let first = page("?limit=2").await.json();
    let row = &first["deletedTickets"][1];
    assert_eq!((&row["number"], &row["private"]), (&json!(2), &json!(false)));
    assert_eq!(row["deletedByUserId"], json!(team.people[1].id));
    assert!(row["deletedAt"].is_string());
    assert_eq!(row.as_object().map(serde_json::Map::len), Some(5), "{row}");
    assert_eq!(first["keepDays"], json!(90));
    let next = page(&format!("?limit=2&before={}", first["next"].as_str().expect("a next page"))).await.json();
    assert_eq!(next["deletedTickets"][0]["ticketId"], json!(all[2]));
    assert_eq!((next["deletedTickets"].as_array().map(Vec::len), &next["next"]), (Some(1), &json!(null)));
    for wrong in ["?limit=0", "?limit=201", "?limit=all", "?before=x", "?before=1_2", "?after=1", "?limit=1&limit=2"] {
        assert_eq!(page(wrong).await.refusal(), (422, "validation_failed".into()), "{wrong}");
    }
}

#[actix_web::test]
async fn dt2_deleted_tickets_of_others_that_a_person_could_not_delete_are_invisible() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "vic", "gus"]).await;
    let reader = Uuid::now_v7();
    does(&team, 0, json!({"kind": "role.create", "roleId": reader, "name": "Reader", "capabilities": ["read"]})).await;
    for (n, role) in [(2, reader.to_string()), (3, "guest".into())] {
        does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[n].id, "role": role})).await;
    }
    let [board, looked] = [(); 2].map(|()| Uuid::now_v7());
    for (list, levels) in [(board, [("edit", 1), ("edit", 3)]), (looked, [("view", 1), ("comment", 3)])] {
        does(&team, 0, json!({"kind": "list.create", "listId": list, "name": list, "restricted": true})).await;
        for (level, n) in levels {
            let user = &team.people[n].id;
            does(&team, 0, json!({"kind": "share.set", "listId": list, "userId": user, "level": level})).await;
        }
    }
    let open = deleted(&team, 0, json!({})).await;
    let private = deleted(&team, 0, json!({"private": true})).await;
    let hers = deleted(&team, 1, json!({"private": true})).await;
    let shared = deleted(&team, 0, json!({"listIds": [board]})).await;
    let of_guest = deleted(&team, 3, json!({"listIds": [board]})).await;
    let seen = deleted(&team, 0, json!({"listIds": [looked]})).await;
    assert_eq!(read(&team, 0).await, ids(&[seen, of_guest, shared, private, open]));
    assert_eq!(read(&team, 1).await, ids(&[of_guest, shared, hers, open]), "a share that only shows deletes nothing");
    assert_eq!(read(&team, 3).await, ids(&[of_guest]), "a guest deletes own tickets alone");
    let answer = team.people[2].client.get(&team.path("deleted-tickets")).await;
    assert_eq!(answer.refusal(), (403, "forbidden".into()), "a reader deletes nothing");
    does(&team, 0, json!({"kind": "share.remove", "listId": board, "userId": team.people[1].id})).await;
    assert_eq!(read(&team, 1).await, ids(&[hers, open]), "the list is gone from her sight");
}

#[actix_web::test]
async fn lc2_the_texts_of_a_list_are_those_of_its_living_tickets_and_of_all_below_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let list = Uuid::now_v7();
    does(&team, 0, json!({"kind": "list.create", "listId": list, "name": "Pier"})).await;
    let texts = async |by: usize| team.people[by].client.get(&team.path(&format!("lists/{list}/descriptions"))).await;
    let make = async |by: usize, text: &str, over: Value| {
        let id = Uuid::now_v7();
        let mut new = json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket", "description": text});
        for (field, value) in over.as_object().expect("fields") {
            new[field] = value.clone();
        }
        does(&team, by, new).await;
        id
    };
    let top = make(0, "top", json!({"listIds": [list]})).await;
    let below = make(0, "below", json!({"parentTicketId": top})).await;
    let both = make(0, "in the list and below", json!({"parentTicketId": top, "listIds": [list]})).await;
    make(0, "", json!({"listIds": [list]})).await;
    make(0, "elsewhere", json!({})).await;
    let private = make(1, "mine", json!({"listIds": [list], "private": true})).await;
    let gone = make(0, "gone", json!({"listIds": [list]})).await;
    does(&team, 0, json!({"kind": "ticket.trash", "ticketId": gone})).await;
    let mut expected =
        json!({top.to_string(): "top", below.to_string(): "below", both.to_string(): "in the list and below"});
    assert_eq!(texts(0).await.json()["descriptions"], expected);
    expected[private.to_string()] = json!("mine");
    assert_eq!(texts(1).await.json()["descriptions"], expected);
    let many = "insert into tickets select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'number', 1000 + n))).*
                from tickets t, generate_series(1, 700) n where t.id = $1";
    sqlx::query(many).bind(top).execute(&mut database.connect().await).await.expect("tickets");
    assert_eq!(texts(0).await.refusal(), (409, "too_many".into()));
}
