//! F09: nothing that somebody writes is ever part of a statement.

use serde_json::json;
use uuid::Uuid;

use crate::import::{entities, found};
use crate::support::{TestDatabase, TestNode};

const STATEMENTS: [&str; 6] = [
    "'; drop table tickets; --",
    "' or '1'='1",
    "\") or 1=1 --",
    "1; select pg_sleep(30)",
    "$1",
    "\\'; delete from users; --",
];

fn quoted(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02X}")).collect()
}

#[actix_web::test]
async fn f09_a_statement_in_an_address_or_a_text_is_a_wrong_value_or_a_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ada = node.sign_up_user("ada").await.client;
    let workspace = found(&ada).await;
    let ticket = Uuid::now_v7();
    let commands = format!("/api/workspaces/{workspace}/commands");
    let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Kept"});
    assert_eq!(ada.post(&commands, &json!({"id": Uuid::now_v7(), "command": new})).await.status, 200);
    for statement in STATEMENTS {
        let text = quoted(statement);
        for path in [
            format!("/api/workspaces/{text}/snapshot"),
            format!("/api/workspaces/{workspace}/tickets/{text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?before={text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?limit={text}"),
            format!("/api/workspaces/{workspace}/tickets/{ticket}/activities?sort={text}"),
            format!("/api/invitations/{text}"),
        ] {
            let status = ada.get(&path).await.status.as_u16();
            assert!(matches!(status, 404 | 422), "{path}: {status}");
        }
        assert_eq!(ada.get(&format!("/api/dev/mailbox?to={text}")).await.json()["messages"], json!([]));
        let label = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": statement});
        let title = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": statement, "description": statement}});
        for command in [label, title] {
            let answer = ada.post(&commands, &json!({"id": Uuid::now_v7(), "command": command})).await;
            assert_eq!(answer.status, 200, "{statement}");
        }
        assert_eq!(entities(&ada, &workspace, "ticket").await[0]["title"], statement);
        assert!(entities(&ada, &workspace, "label").await.iter().any(|label| label["name"] == statement));
    }
}
