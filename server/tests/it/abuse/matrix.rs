//! C01: every operation of the API by every kind of caller. An operation without a row here fails the test.

use std::collections::BTreeSet;

use awc::http::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Client, TestDatabase, TestNode};

/// Without a credential; signed out; with an account and no workspace; of another workspace; removed; guest; member;
/// admin; owner.
const CAST: [&str; 9] = ["anon", "signed out", "newcomer", "stranger", "gone", "guest", "member", "admin", "owner"];

const ALL: fn(u16) -> [u16; 9] = |status| [status; 9];
/// All signed-in callers.
const SIGNED_IN: fn(u16) -> [u16; 9] = |s| [401, 401, s, s, s, s, s, s, s];
/// Callers who may edit in the workspace. For others the workspace does not exist; guests may not.
const WORKS: fn(u16) -> [u16; 9] = |s| [401, 401, 404, 404, 404, 403, s, s, s];
/// Callers who see what is open. It does not exist for guests.
const SEES: fn(u16) -> [u16; 9] = |s| [401, 401, 404, 404, 404, 404, s, s, s];
const ADMINISTERS: fn(u16) -> [u16; 9] = |s| [401, 401, 404, 404, 404, 403, 403, s, s];
const OWNS: fn(u16) -> [u16; 9] = |s| [401, 401, 404, 404, 404, 403, 403, 403, s];

fn table() -> Vec<(&'static str, [u16; 9])> {
    vec![
        // Empty bodies: the test checks only who may call.
        ("POST /api/auth/sign-up", ALL(422)),
        ("POST /api/auth/confirm", ALL(422)),
        ("POST /api/auth/resend", ALL(422)),
        ("POST /api/auth/confirm-link", ALL(422)),
        ("POST /api/auth/confirm-wait", ALL(422)),
        ("POST /api/auth/sign-in", ALL(422)),
        // No caller here sends a cookie.
        ("POST /api/auth/refresh", ALL(401)),
        ("POST /api/auth/forgot-password", ALL(422)),
        ("POST /api/auth/forgot-password/resend", ALL(422)),
        ("POST /api/auth/reset-password", ALL(422)),
        ("POST /api/auth/sign-in-code", ALL(422)),
        ("POST /api/auth/sign-in-code/resend", ALL(422)),
        ("POST /api/auth/sign-in-code/finish", ALL(422)),
        ("POST /api/auth/phone/sign-up", ALL(422)),
        ("POST /api/auth/phone/confirm", ALL(422)),
        ("POST /api/auth/phone/resend", ALL(422)),
        ("POST /api/auth/phone/sign-in", ALL(422)),
        ("POST /api/auth/phone/forgot-password", ALL(422)),
        ("POST /api/auth/phone/reset-password", ALL(422)),
        ("POST /api/auth/second-factor", ALL(422)),
        ("POST /api/auth/new-password", ALL(422)),
        ("GET /api/auth/sign-up-rule", ALL(200)),
        ("GET /api/auth/hosted", ALL(200)),
        ("POST /api/auth/hosted/begin", ALL(422)),
        ("POST /api/auth/hosted/finish", ALL(422)),
        ("POST /api/auth/passkey/begin", ALL(200)),
        ("POST /api/auth/passkey/finish", ALL(422)),
        ("GET /api/me", SIGNED_IN(200)),
        ("POST /api/me/password", SIGNED_IN(422)),
        ("GET /api/me/second-factor", SIGNED_IN(200)),
        ("POST /api/me/second-factor/begin", SIGNED_IN(422)),
        ("POST /api/me/second-factor/confirm", SIGNED_IN(422)),
        ("POST /api/me/second-factor/recovery-codes", SIGNED_IN(422)),
        ("POST /api/me/second-factor/off", SIGNED_IN(422)),
        ("GET /api/me/linked-accounts", SIGNED_IN(200)),
        ("POST /api/me/linked-accounts/begin", SIGNED_IN(422)),
        ("POST /api/me/linked-accounts/finish", SIGNED_IN(422)),
        ("POST /api/me/linked-accounts/unlink", SIGNED_IN(422)),
        ("GET /api/me/passkeys", SIGNED_IN(200)),
        ("POST /api/me/passkeys/prove/begin", SIGNED_IN(200)),
        ("POST /api/me/passkeys/prove", SIGNED_IN(422)),
        ("POST /api/me/passkeys/begin", SIGNED_IN(422)),
        ("POST /api/me/passkeys/finish", SIGNED_IN(422)),
        ("POST /api/me/passkeys/rename", SIGNED_IN(422)),
        ("POST /api/me/passkeys/remove", SIGNED_IN(422)),
        ("POST /api/me/password/remove", SIGNED_IN(422)),
        ("GET /api/me/phone", SIGNED_IN(200)),
        ("POST /api/me/phone", SIGNED_IN(422)),
        ("POST /api/me/phone/confirm", SIGNED_IN(422)),
        ("POST /api/me/phone/remove", SIGNED_IN(422)),
        ("POST /api/me/email", SIGNED_IN(422)),
        ("POST /api/me/email/resend", SIGNED_IN(422)),
        ("POST /api/me/email/confirm", SIGNED_IN(422)),
        ("GET /api/me/sessions", SIGNED_IN(200)),
        // The session does not exist.
        ("POST /api/me/sessions/{sessionId}/end", SIGNED_IN(404)),
        ("POST /api/me/sessions/end-others", SIGNED_IN(204)),
        ("GET /api/workspaces/{id}/second-factor", OWNS(200)),
        ("POST /api/workspaces/{id}/second-factor", OWNS(200)),
        ("GET /api/workspaces/{id}/domains", OWNS(200)),
        ("POST /api/workspaces/{id}/domains", OWNS(200)),
        ("POST /api/workspaces/{id}/domains/remove", OWNS(200)),
        ("GET /api/me/remembered-devices", SIGNED_IN(200)),
        // The device does not exist.
        ("POST /api/me/remembered-devices/{deviceId}/forget", SIGNED_IN(404)),
        ("POST /api/me/remembered-devices/forget-all", SIGNED_IN(204)),
        ("GET /api/me/export", SIGNED_IN(200)),
        ("POST /api/me/delete", SIGNED_IN(422)),
        // No caller here has an API key: see `account::api_keys`.
        ("GET /api/key", SIGNED_IN(403)),
        ("GET /api/workspaces/{id}/api-keys", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        ("POST /api/workspaces/{id}/api-keys", SIGNED_IN(422)),
        // This key does not exist.
        ("POST /api/workspaces/{id}/api-keys/{keyId}/revoke", SIGNED_IN(404)),
        ("GET /api/workspaces/{id}/workspace-keys", ADMINISTERS(200)),
        ("POST /api/workspaces/{id}/workspace-keys", ADMINISTERS(201)),
        // This key does not exist.
        ("POST /api/workspaces/{id}/workspace-keys/{keyId}/revoke", ADMINISTERS(404)),
        ("GET /api/workspaces/{id}/apps", ADMINISTERS(200)),
        ("POST /api/workspaces/{id}/apps", ADMINISTERS(201)),
        // This app does not exist.
        ("POST /api/workspaces/{id}/apps/{appId}/remove", ADMINISTERS(404)),
        ("POST /api/authorization/ask", SIGNED_IN(422)),
        ("POST /api/authorization/answer", SIGNED_IN(422)),
        // JSON is not a form.
        ("POST /api/oauth/token", ALL(400)),
        ("POST /api/oauth/device", ALL(400)),
        ("POST /api/oauth/revoke", ALL(400)),
        ("POST /api/authorization/device/ask", SIGNED_IN(422)),
        ("POST /api/authorization/device/answer", SIGNED_IN(422)),
        ("GET /.well-known/oauth-authorization-server", ALL(200)),
        ("POST /api/workspaces", SIGNED_IN(422)),
        // The snapshot of a guest holds the commons.
        ("GET /api/workspaces/{id}/snapshot", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        ("GET /api/workspaces/{id}/components", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        // This sprint does not exist.
        ("GET /api/workspaces/{id}/sprints/{sprintId}/days", SIGNED_IN(404)),
        ("GET /api/workspaces/{id}/velocity", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        // This baseline does not exist.
        ("GET /api/workspaces/{id}/baselines/{baselineId}/dates", SIGNED_IN(404)),
        ("GET /api/workspaces/{id}/fix-versions", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        ("POST /api/workspaces/{id}/commands", WORKS(200)),
        // A guest lists what is in the lists that are shared with them.
        ("GET /api/workspaces/{id}/tickets", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        ("GET /api/workspaces/{id}/tickets/{ticketId}", SEES(200)),
        ("GET /api/workspaces/{id}/tickets/{ticketId}/activities", SEES(200)),
        // There is no such comment.
        ("GET /api/workspaces/{id}/tickets/{ticketId}/comments/{commentId}/versions", SIGNED_IN(404)),
        ("GET /api/workspaces/{id}/tickets/{ticketId}/descriptions", SEES(200)),
        ("GET /api/workspaces/{id}/tickets/{ticketId}/versions", SEES(200)),
        // This version does not exist.
        ("GET /api/workspaces/{id}/tickets/{ticketId}/versions/{versionId}", SIGNED_IN(404)),
        ("POST /api/workspaces/{id}/tickets/{ticketId}/versions/{versionId}/restore", SIGNED_IN(404)),
        // There is no such list.
        ("GET /api/workspaces/{id}/lists/{listId}/descriptions", SIGNED_IN(404)),
        // A guest may delete own tasks where a list is shared with them.
        ("GET /api/workspaces/{id}/deleted-tickets", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        // A guest finds what is in the lists that are shared with them.
        ("GET /api/workspaces/{id}/search", [401, 401, 404, 404, 404, 200, 200, 200, 200]),
        // A guest may add files where a list is shared with them.
        ("POST /api/workspaces/{id}/files", [401, 401, 404, 404, 404, 422, 422, 422, 422]),
        // There is no such upload, and no address is signed for the file.
        ("GET /api/workspaces/{id}/files/{fileId}", SIGNED_IN(404)),
        ("POST /api/workspaces/{id}/files/{fileId}/parts/{part}", SIGNED_IN(404)),
        ("POST /api/workspaces/{id}/files/{fileId}/complete", SIGNED_IN(404)),
        ("POST /api/workspaces/{id}/files/{fileId}/cancel", SIGNED_IN(404)),
        ("GET /api/workspaces/{id}/files/{fileId}/{variant}", ALL(404)),
        // There is no such icon.
        ("GET /api/workspaces/{id}/icons/{iconId}", ALL(404)),
        ("GET /api/workspaces/{id}/tickets/{ticketId}/files", SEES(200)),
        // JSON is no form, but the caller is checked before the body is read.
        ("POST /api/workspaces/{id}/import", WORKS(415)),
        ("POST /api/workspaces/{id}/invitations", ADMINISTERS(201)),
        ("GET /api/workspaces/{id}/invitations", ADMINISTERS(200)),
        ("POST /api/workspaces/{id}/invitations/mail", ADMINISTERS(201)),
        // This invitation does not exist.
        ("POST /api/workspaces/{id}/invitations/{invitationId}/revoke", ADMINISTERS(404)),
        ("POST /api/workspaces/{id}/invitations/{invitationId}/resend", ADMINISTERS(404)),
        ("GET /api/workspaces/{id}/people", ADMINISTERS(200)),
        // The body names no valid address.
        ("POST /api/workspaces/{id}/page-title", SIGNED_IN(422)),
        ("GET /api/workspaces/{id}/audit", OWNS(200)),
        ("POST /api/workspaces/{id}/audit/retention", OWNS(204)),
        ("POST /api/me/profile", SIGNED_IN(200)),
        // The caller is checked before the body, which is JSON and therefore no picture.
        ("POST /api/me/picture", SIGNED_IN(415)),
        ("POST /api/me/picture/remove", SIGNED_IN(200)),
        // The picture does not exist.
        ("GET /api/pictures/{pictureId}/{size}", ALL(404)),
        ("POST /api/me/active-workspace", [401, 401, 404, 404, 404, 204, 204, 204, 204]),
        ("GET /api/me/push", SIGNED_IN(200)),
        // The endpoint is none.
        ("POST /api/me/push", SIGNED_IN(422)),
        // There is no such browser.
        ("POST /api/me/push/{deviceId}/remove", SIGNED_IN(404)),
        ("GET /api/me/invitations", SIGNED_IN(200)),
        ("POST /api/me/invitations/{invitationId}/accept", SIGNED_IN(404)),
        ("POST /api/me/invitations/{invitationId}/decline", SIGNED_IN(404)),
        ("GET /api/invitations/{token}", ALL(404)),
        ("POST /api/invitations/{token}/accept", SIGNED_IN(404)),
        // The request has no origin.
        ("GET /api/socket", ALL(403)),
        // The workspace's owner signed up first, so the owner also owns the instance.
        ("GET /api/admin/overview", [401, 401, 403, 403, 403, 403, 403, 403, 200]),
        ("GET /api/admin/jobs", [401, 401, 403, 403, 403, 403, 403, 403, 200]),
        // This job does not exist.
        ("POST /api/admin/jobs/{id}/retry", [401, 401, 403, 403, 403, 403, 403, 403, 404]),
        ("POST /api/admin/jobs/{id}/discard", [401, 401, 403, 403, 403, 403, 403, 403, 404]),
        // No mail holds this address.
        ("GET /unsubscribe/{token}", ALL(404)),
        ("POST /unsubscribe/{token}", ALL(404)),
        ("GET /api/dev/mailbox", ALL(200)),
        ("GET /dev/mails", ALL(200)),
        // There is no such mail.
        ("GET /dev/mails/{name}", ALL(404)),
        ("GET /healthz", ALL(200)),
        ("GET /readyz", ALL(200)),
        ("GET /metrics", ALL(200)),
        ("GET /api/openapi.json", ALL(200)),
        // This row comes last: it signs all of them out.
        ("POST /api/auth/sign-out", ALL(204)),
    ]
}

#[actix_web::test]
async fn c01_every_operation_answers_each_person_as_the_table_says() {
    let database = TestDatabase::new().await;
    let generous = [("TROUPE_AUTH_PER_SECOND", "1000"), ("TROUPE_AUTH_BURST", "1000")];
    let node = TestNode::start_with(&database, &generous).await;
    let mut people = Vec::new();
    for name in ["owner", "admin", "member", "guest", "gone", "signed-out"] {
        people.push(node.sign_up_user(name).await);
    }
    let team = Team::of(people).await;
    let other = Team::new(&node, &["stranger"]).await;
    let newcomer = node.sign_up_user("newcomer").await;
    let ticket = team.ticket(0).await;
    for command in [
        json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"}),
        json!({"kind": "member.setRole", "userId": team.people[3].id, "role": "guest"}),
        json!({"kind": "member.remove", "userId": team.people[4].id}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    let signed_out = &team.people[5].client;
    assert_eq!(signed_out.post("/api/auth/sign-out", &json!({"everywhere": true})).await.status, 204);
    let bare = |client: &Client| {
        let mut client = client.clone();
        client.cookie = None;
        client
    };
    let of = |n: usize| bare(&team.people[n].client);
    let cast: [Client; 9] = [
        node.client(),
        of(5),
        bare(&newcomer.client),
        bare(&other.people[0].client),
        of(4),
        of(3),
        of(2),
        of(1),
        of(0),
    ];

    let description = node.client().get("/api/openapi.json").await.json();
    let paths = description["paths"].as_object().expect("paths");
    let operations = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods");
        methods.keys().map(move |method| format!("{} {path}", method.to_uppercase()))
    });
    let rows: BTreeSet<String> = table().iter().map(|(operation, _)| (*operation).to_owned()).collect();
    assert_eq!(operations.collect::<BTreeSet<_>>(), rows, "the operations and the rows of this table");

    for (operation, expected) in table() {
        let (method, path) = operation.split_once(' ').expect("a method");
        let path = path
            .replace("{id}", &team.workspace)
            .replace("{ticketId}", &ticket.to_string())
            .replace("{commentId}", &ticket.to_string())
            .replace("{sprintId}", &ticket.to_string())
            .replace("{baselineId}", &ticket.to_string())
            .replace("{listId}", &ticket.to_string())
            .replace("{fileId}", &ticket.to_string())
            .replace("{part}", "0")
            .replace("{variant}", "content")
            .replace("{token}", "nonsense")
            .replace("{invitationId}", &ticket.to_string())
            .replace("{sessionId}", &ticket.to_string())
            .replace("{deviceId}", &ticket.to_string())
            .replace("{keyId}", &ticket.to_string())
            .replace("{appId}", &ticket.to_string())
            .replace("{versionId}", &ticket.to_string())
            .replace("{name}", "nonsense")
            .replace("/search", "/search?q=ticket")
            .replace("mailbox", "mailbox?to=unknown@example.org");
        for (n, client) in cast.iter().enumerate() {
            let answer = match method {
                "GET" => client.get(&path).await,
                _ => client.send(Method::POST, &path, Some("application/json"), body(&path, &team.workspace)).await,
            };
            assert_eq!(answer.status, expected[n], "{operation} by {}", CAST[n]);
        }
    }
}

fn body(path: &str, workspace: &str) -> Vec<u8> {
    let body: Value = if path.ends_with("/commands") {
        let id = Uuid::now_v7();
        json!({"id": Uuid::now_v7(), "command": {"kind": "list.create", "listId": id, "name": id}})
    } else if path.ends_with("/invitations/mail") {
        json!({"addresses": format!("{}@example.org", Uuid::now_v7())})
    } else if path.ends_with("/apps") {
        json!({"name": "Sketch", "redirects": ["https://app.example/back"], "capabilities": []})
    } else if path.ends_with("/workspace-keys") {
        json!({"name": "Export", "capabilities": []})
    } else if path.ends_with("/retention") {
        json!({"days": 400})
    } else if path.starts_with("/api/workspaces/") && path.ends_with("/second-factor") {
        json!({"required": false})
    } else if path.ends_with("/domains") {
        json!({"domain": "example.org", "role": "member"})
    } else if path.ends_with("/domains/remove") {
        json!({"domain": "example.org"})
    } else if path.ends_with("/active-workspace") {
        json!({"workspaceId": workspace})
    } else {
        json!({})
    };
    body.to_string().into_bytes()
}
