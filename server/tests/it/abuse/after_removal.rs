//! C17: a removed person cannot read anything of the workspace, and gets no messages about it.

use serde_json::json;
use uuid::Uuid;

use crate::notifications::Stand;
use crate::support::mailbox;

const OLGA: usize = 0;
const MIA: usize = 1;

#[actix_web::test]
async fn c17_after_a_removal_nothing_is_readable_and_nothing_is_sent() {
    let stand = Stand::new().await;
    let (team, mia) = (&stand.team, &stand.team.people[MIA]);
    let (view, list) = (Uuid::now_v7(), Uuid::now_v7());
    let patch = json!({"reminders": ["onDay", "dayBefore"], "digestHour": 0, "timeZone": "UTC", "digest": "daily"});
    stand.does(MIA, json!({"kind": "preferences.update", "patch": patch})).await;
    stand.does(MIA, json!({"kind": "list.create", "listId": list, "name": "Canary list"})).await;
    let new_view = json!({
        "kind": "savedView.create", "savedViewId": view, "name": "Canary view", "personal": true, "listId": list,
        "layout": "spreadsheet", "filter": "", "groupBy": "none", "sortBy": "manual", "descending": false, "columns": [],
    });
    stand.does(MIA, new_view).await;
    let ticket = stand.create(OLGA, "Canary ticket", &[MIA]).await;
    let comment = stand.comment(MIA, ticket, "Canary words of Mia").await;
    let today = "select (now() at time zone 'UTC')::date::text";
    let today: String = sqlx::query_scalar(today).fetch_one(&mut stand.database.connect().await).await.expect("a day");
    stand.does(OLGA, json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"dueDate": today}})).await;
    stand.sent().await;
    let told = mailbox(&mia.client, &mia.email).await.len();

    stand.does(OLGA, json!({"kind": "member.remove", "userId": mia.id})).await;
    stand.comment(OLGA, ticket, "Canary after").await;
    stand.create(OLGA, "Canary later", &[]).await;
    // Sends the reminders of the day and all waiting notifications.
    stand.change("update jobs set due_at = now() where kind = 'notifications.remind' and state = 'waiting'").await;
    stand.sent().await;
    stand.change("update jobs set due_at = now() where kind = 'notifications.remind' and state = 'waiting'").await;
    stand.sent().await;
    let mails = mailbox(&mia.client, &mia.email).await;
    let new = &mails[..mails.len() - told];
    assert!(new.iter().all(|mail| !mail.to_string().contains("Canary")), "{new:?}");

    let scope = Uuid::new_v5(&team.workspace.parse().expect("an id"), b"commons");
    for path in [
        "snapshot",
        &format!("snapshot?scope={scope}"),
        &format!("snapshot?scope={}", team.workspace),
        "tickets",
        "tickets?filter=assignee%20%3D%20me",
        "search?q=canary",
        "people",
        "audit",
        "invitations",
        "deleted-tickets",
        "components",
        "fix-versions",
        "velocity",
        "api-keys",
        "workspace-keys",
        "apps",
        &format!("lists/{list}/descriptions"),
        &format!("tickets/{ticket}"),
        &format!("tickets/{ticket}/activities"),
        &format!("tickets/{ticket}/files"),
        &format!("tickets/{ticket}/versions"),
        &format!("tickets/{ticket}/comments/{comment}/versions"),
    ] {
        let answer = mia.client.get(&team.path(path)).await;
        assert_eq!(answer.refusal(), (404, "not_found".into()), "{path}");
    }
    for command in [
        json!({"kind": "subscription.update", "ticketId": ticket, "patch": {"muted": true}}),
        json!({"kind": "savedView.delete", "savedViewId": view}),
        json!({"kind": "preferences.update", "patch": {"digest": "weekly"}}),
    ] {
        assert_eq!(team.post(MIA, &command).await.refusal(), (404, "not_found".into()), "{command}");
    }
    // She keeps only her own words, in the file of her own data.
    let me = mia.client.get("/api/me").await;
    assert!(!String::from_utf8_lossy(&me.body).contains(&team.workspace), "{:?}", me.json());
    let own = mia.client.get("/api/me/export").await;
    let own = String::from_utf8_lossy(&own.body).into_owned();
    for others in ["Canary ticket", "Canary later", "Canary after"] {
        assert!(!own.contains(others), "{own}");
    }
}
