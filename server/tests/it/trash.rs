//! The trash is emptied after 30 days (TR1 of docs/PROTOCOL.md).

use serde_json::json;
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode, until};

#[actix_web::test]
async fn tr1_tickets_go_after_thirty_days_in_the_trash_and_no_others_do() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "leo"]).await;
    let [parent, child, recent, restored, hers] = [0, 0, 0, 0, 1].map(|_| Uuid::now_v7());
    for (n, id, private) in
        [(0, parent, false), (0, child, false), (0, recent, false), (0, restored, false), (1, hers, true)]
    {
        let new = json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket", "private": private});
        assert_eq!(team.post(n, &new).await.status, 200);
    }
    let below = json!({"kind": "ticket.update", "ticketId": child, "patch": {"parentTicketId": parent}});
    assert_eq!(team.post(0, &below).await.status, 200);
    for (n, id) in [(2, parent), (0, recent), (0, restored), (1, hers)] {
        assert_eq!(team.post(n, &json!({"kind": "ticket.trash", "ticketId": id})).await.status, 200);
    }
    assert_eq!(team.post(0, &json!({"kind": "ticket.restore", "ticketId": restored})).await.status, 200);
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": team.people[2].id})).await.status, 200);
    drop(node);

    // As if a month had passed for two of the tickets, and a day since the last run.
    let mut inside = database.connect().await;
    let age = "update tickets set trashed_at = trashed_at - interval '30 days' where id = any ($1)";
    sqlx::query(age).bind([parent, hers]).execute(&mut inside).await.expect("aged");
    let upgraded = "update _sqlx_migrations set installed_on = installed_on - interval '31 days'";
    sqlx::query(upgraded).execute(&mut inside).await.expect("aged");
    let due = "update jobs set due_at = now() where kind = 'sweep.trash'";
    assert_eq!(sqlx::query(due).execute(&mut inside).await.expect("due").rows_affected(), 1);
    let node = TestNode::start(&database).await;
    let left = async || {
        let mut inside = database.connect().await;
        let sql = "select id from tickets order by id";
        sqlx::query_scalar::<_, Uuid>(sql).fetch_all(&mut inside).await.expect("ids")
    };
    until("the two have gone", || async { left().await.len() == 3 }).await;
    assert_eq!(left().await, [child, recent, restored]);
    let gone = "select id, deleted_by_user_id::text from deleted_tickets order by id";
    let gone: Vec<(Uuid, String)> = sqlx::query_as(gone).fetch_all(&mut inside).await.expect("tombstones");
    assert_eq!(gone, [(parent, team.people[2].id.clone()), (hers, team.people[1].id.clone())]);
    let olga = team.people[0].client.at(node.url());
    let seen = olga.get(&team.path(&format!("tickets/{child}"))).await;
    assert_eq!(seen.status, 200);
    assert_eq!(seen.json()["ticket"]["parentTicketId"], json!(null));
    assert_eq!(olga.get(&team.path(&format!("tickets/{parent}"))).await.status, 404);
}
