//! Repeating tickets on real nodes: the next ticket is made once, whichever node makes it (RC5).

use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Client, Person, TestDatabase, TestNode, Troupe, until};

fn repeats(ticket: Uuid) -> Value {
    json!({"kind": "recurrence.set", "ticketId": ticket, "period": "week", "interval": 1, "countedFrom": "dueDate"})
}

/// The titles and due dates of the open tickets, sorted.
async fn open_tickets(database: &TestDatabase) -> Vec<(String, Option<String>)> {
    let sql = "select title, due_date::text from tickets where not completed order by title, due_date";
    sqlx::query_as(sql).fetch_all(&mut database.connect().await).await.expect("tickets")
}

async fn completed_status(database: &TestDatabase) -> Uuid {
    let sql = "select id from statuses where category = 'completed'";
    sqlx::query_scalar(sql).fetch_one(&mut database.connect().await).await.expect("a status")
}

#[actix_web::test]
async fn rc5_the_next_ticket_has_its_texts_and_open_subtasks_and_is_made_once_by_two_nodes() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let other = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let done = completed_status(&database).await;
    let [top, below] = [(); 2].map(|()| Uuid::now_v7());
    for command in [
        json!({"kind": "ticket.create", "ticketId": top, "title": "Water", "description": "All of **them**.", "dueDate": "2999-01-01"}),
        json!({"kind": "ticket.create", "ticketId": below, "title": "Fill the can", "parentTicketId": top, "statusId": done}),
        repeats(top),
        json!({"kind": "ticket.update", "ticketId": top, "patch": {"statusId": done}}),
    ] {
        let answer = team.post(0, &command).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    }
    let next = || async { open_tickets(&database).await.len() == 2 };
    until("the next ticket is there", next).await;
    // A second run of the job, by whichever node, makes no other.
    let mut inside = database.connect().await;
    let again = "select count(*) from jobs where kind = 'tickets.repeat' and state in ('waiting', 'running')";
    until("the jobs have ended", || async {
        sqlx::query_scalar::<_, i64>(again).fetch_one(&mut database.connect().await).await.expect("a number") == 0
    })
    .await;
    let expected = [("Fill the can".to_owned(), None), ("Water".to_owned(), Some("2999-01-08".to_owned()))];
    assert_eq!(open_tickets(&database).await, expected);
    let id: Uuid = sqlx::query_scalar("select id from tickets where title = 'Water' and not completed")
        .fetch_one(&mut inside)
        .await
        .expect("a ticket");
    let mia = team.people[1].client.at(other.url());
    let whole = mia.get(&team.path(&format!("tickets/{id}"))).await.json();
    assert_eq!(whole["ticket"]["description"], "All of **them**.");
    let owner: Vec<Uuid> =
        sqlx::query_scalar("select ticket_id from recurrences").fetch_all(&mut inside).await.expect("rows");
    assert_eq!(owner, [id], "the rule has moved on");
}

#[actix_web::test]
async fn rc5_a_node_that_is_killed_after_the_completion_leaves_the_next_ticket_to_another_node() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::node(&database);
    let ada = Person::sign_up(Client::new(&node.url), "ada").await.client;
    let workspace = ada.post("/api/workspaces", &json!({"name": "House"})).await.json();
    let path = format!("/api/workspaces/{}/commands", workspace["id"].as_str().expect("an id"));
    let done = completed_status(&database).await;
    let tickets: Vec<Uuid> = (0..20).map(|_| Uuid::now_v7()).collect();
    let does = async |command: Value| {
        let answer = ada.post(&path, &json!({"id": Uuid::now_v7(), "command": command})).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    };
    for ticket in &tickets {
        does(json!({"kind": "ticket.create", "ticketId": ticket, "title": "Water", "dueDate": "2999-01-01"})).await;
        does(repeats(*ticket)).await;
    }
    does(json!({"kind": "tickets.update", "ticketIds": tickets, "patch": {"statusId": done}})).await;
    // Somewhere between the event and the last of the new tickets.
    node.child.kill().expect("killed");
    node.child.wait().expect("dead");
    let mut inside = database.connect().await;
    // As if the leases of the dead node had ended.
    for age in ["update jobs set due_at = now() where state = 'running'", "update followers set taken_until = now()"] {
        sqlx::query(age).execute(&mut inside).await.expect("aged");
    }
    let _node = Troupe::node(&database);
    until("each has its next ticket", || async { open_tickets(&database).await.len() >= 20 }).await;
    let left = "select count(*) from recurrences r join tickets t on t.id = r.ticket_id where t.completed";
    until("no recurrence waits", || async {
        sqlx::query_scalar::<_, i64>(left).fetch_one(&mut database.connect().await).await.expect("a number") == 0
    })
    .await;
    assert_eq!(open_tickets(&database).await, vec![("Water".to_owned(), Some("2999-01-08".to_owned())); 20]);
}
