//! Attacks with files (docs/ABUSE.md, group G).

use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::files::{Folder, addresses, attach, begin, complete, node_with, rows, send_part};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, until};

#[actix_web::test]
async fn g01_files_in_which_something_could_run_come_as_text_or_attachment_and_with_a_policy_that_forbids_everything() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    for (name, bytes) in [
        ("a.svg", &b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'><script>alert(2)</script></svg>"[..]),
        ("a.png", b"<svg xmlns='http://www.w3.org/2000/svg'><foreignObject/></svg>"),
        ("a.html", b"<!doctype html><script>alert(1)</script>"),
        ("a.pdf", b"%PDF-1.4 /JS (app.alert(1))"),
        ("a.xml", b"<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>"),
    ] {
        let ticket = team.ticket(0).await;
        attach(olga, workspace, ticket, name, bytes).await;
        let address = addresses(olga, workspace, ticket).await[0].clone();
        assert!(address["small"].is_null(), "{name} has no preview");
        for variant in ["content", "download"] {
            let answer = node.client().get(address[variant].as_str().expect("an address")).await;
            assert_eq!((answer.status.as_u16(), &answer.body[..]), (200, bytes));
            let kind = answer.header("content-type").expect("one").to_owned();
            let inline = answer.header("content-disposition").expect("one").starts_with("inline");
            assert!(!inline || kind.starts_with("text/plain"), "{name} {kind}");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"));
            let policy = answer.header("content-security-policy").expect("a policy");
            assert!(policy.contains("default-src 'none'") && policy.contains("sandbox"), "{policy}");
        }
    }
}

#[actix_web::test]
async fn g03_no_name_is_part_of_a_path_or_splits_a_header() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    let long = "n".repeat(4_096);
    for name in [
        "../../canary",
        "..\\canary",
        "canary\r\nX-Evil: 1",
        " .env",
        "canary\u{202e}gpj.exe",
        "CON",
        "con:",
        "\"; canary=\"",
        &long,
    ] {
        attach(olga, workspace, ticket, name, b"text").await;
    }
    let nul = olga.post(&team.path("files"), &json!({"ticketId": ticket, "name": "a\0b", "size": 4})).await;
    assert_eq!(nul.refusal(), (422, "validation_failed".into()));
    for address in addresses(olga, workspace, ticket).await {
        let answer = node.client().get(address["download"].as_str().expect("an address")).await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("x-evil").is_none());
        let disposition = answer.header("content-disposition").expect("one");
        assert!(disposition.is_ascii() && disposition.matches('"').count() == 2, "{disposition}");
    }
    for row in rows(&team, 0).await {
        let name = row["name"].as_str().expect("a name");
        assert!(!name.contains(['/', '\\', '\r', '\n', '\u{202e}']) && name.chars().count() <= 200, "{name:?}");
    }
    fn names(folder: &std::path::Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
        let each = |it: std::fs::DirEntry| {
            let own = it.file_name().to_string_lossy().into_owned();
            std::iter::once(own).chain(names(&it.path()))
        };
        entries.flat_map(|it| each(it).collect::<Vec<_>>()).collect()
    }
    let names = names(&folder.path);
    assert!(names.iter().all(|it| it.chars().all(|it| it.is_ascii_hexdigit())), "{names:?}");
}

#[actix_web::test]
async fn g04_an_address_is_good_for_one_person_one_file_and_five_minutes_and_not_after_the_right_or_the_session() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let (olga, bob, workspace) = (&team.people[0].client, &team.people[1].client, &team.workspace);
    let (ticket, other) = (team.ticket(0).await, team.ticket(0).await);
    attach(olga, workspace, ticket, "a.txt", b"text").await;
    let foreign = attach(olga, workspace, other, "b.txt", b"other").await;
    let address = addresses(bob, workspace, ticket).await[0]["content"].as_str().expect("one").to_owned();
    assert_eq!(node.client().get(&address).await.status, 200);
    let part = |name: &str| {
        let (_, rest) = address.split_once(&format!("{name}=")).expect("there");
        rest.split('&').next().unwrap_or_default().to_owned()
    };
    let file = address.split('/').nth(5).expect("an id").to_owned();
    let until: i64 = part("until").parse().expect("a time");
    let now = time::OffsetDateTime::now_utc().unix_timestamp();
    assert!((now..=now + 301).contains(&until), "five minutes at most");
    let missing = node.client().get(&address.replace(&file, &Uuid::now_v7().to_string())).await;
    assert_eq!(missing.refusal(), (404, "not_found".into()));
    for changed in [
        address.replace(&file, &foreign),
        address.replace("/content?", "/download?"),
        address.replace("/content?", "/small?"),
        address.replace(&format!("user={}", part("user")), &format!("user={}", team.people[0].id)),
        address.replace(&format!("until={until}"), &format!("until={}", until + 60)),
        address.replace(&format!("until={until}"), "until=99999999999"),
        address.replace(&format!("session={}", part("session")), &format!("session={}", Uuid::now_v7())),
        address.replace(workspace, &Uuid::now_v7().to_string()),
        address.replace("signature=", "signature=A"),
        address.replace(&format!("&signature={}", part("signature")), ""),
        format!("{address}&user={}", team.people[0].id),
        format!("{address}&more=1"),
    ] {
        let answer = node.client().get(&changed).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (404, &missing.json()["error"]), "{changed}");
    }
    let posted = node.client().post(&address, &json!({})).await;
    assert!(posted.status.is_client_error());
    // The ticket becomes private to olga.
    assert_eq!(
        team.post(0, &json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}})).await.status,
        200
    );
    assert_eq!(node.client().get(&address).await.status, 404);
    assert_eq!(
        team.post(0, &json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": false}})).await.status,
        200
    );
    assert_eq!(node.client().get(&address).await.status, 200);
    assert_eq!(bob.post("/api/auth/sign-out", &json!({"everywhere": true})).await.status, 204);
    assert_eq!(node.client().get(&address).await.status, 404, "the session has ended");
}

#[actix_web::test]
async fn g05_a_file_or_upload_of_another_workspace_or_person_is_not_found_whatever_is_done_with_it() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let (alpha, bravo) = (Team::new(&node, &["ann"]).await, Team::new(&node, &["ben"]).await);
    let (ann, ben) = (&alpha.people[0].client, &bravo.people[0].client);
    let ticket = alpha.ticket(0).await;
    let file = attach(ann, &alpha.workspace, ticket, "a.txt", b"text").await;
    let open =
        begin(ann, &alpha.workspace, ticket, "b.txt", 4).await.json()["fileId"].as_str().expect("an id").to_owned();
    for workspace in [&alpha.workspace, &bravo.workspace] {
        for file in [&file, &open] {
            assert_eq!(ben.get(&format!("/api/workspaces/{workspace}/files/{file}")).await.status, 404);
            assert_eq!(send_part(ben, workspace, file, 0, b"evil").await.status, 404);
            assert_eq!(complete(ben, workspace, file).await.status, 404);
            for kind in ["file.delete", "file.restore"] {
                let command = json!({"id": Uuid::now_v7(), "command": {"kind": kind, "fileId": file}});
                let answer = ben.post(&format!("/api/workspaces/{workspace}/commands"), &command).await;
                assert_eq!(answer.status, 404, "{kind}");
            }
        }
        assert_eq!(begin(ben, workspace, ticket, "c.txt", 4).await.status, 404, "a foreign ticket");
    }
    // No command adds a file: only the server knows what has arrived.
    for kind in ["file.create", "file.add", "file.copy", "file.update"] {
        let command = json!({"kind": kind, "fileId": file, "ticketId": ticket});
        assert_eq!(alpha.post(0, &command).await.refusal(), (422, "unknown_kind".into()));
    }
}

#[actix_web::test]
async fn c20_a_visible_ticket_gives_no_way_to_the_files_of_a_ticket_that_the_person_does_not_see() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let (olga, bob, workspace) = (&team.people[0].client, &team.people[1].client, &team.workspace);
    let (list, hidden, open) = (Uuid::now_v7(), Uuid::now_v7(), team.ticket(0).await);
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true}),
        json!({"kind": "ticket.create", "ticketId": hidden, "title": "Hidden", "listIds": [list]}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let secret = attach(olga, workspace, hidden, "secret.txt", b"secret").await;
    let seen = attach(bob, workspace, open, "seen.txt", b"seen").await;
    let address = addresses(bob, workspace, open).await[0].clone();
    let missing = bob.get(&team.path(&format!("tickets/{}/files", Uuid::now_v7()))).await;
    let at_hidden = bob.get(&team.path(&format!("tickets/{hidden}/files"))).await;
    assert_eq!((at_hidden.status.as_u16(), &at_hidden.json()["error"]), (404, &missing.json()["error"]));
    let listed = addresses(bob, workspace, open).await;
    assert_eq!(listed.iter().map(|it| it["id"].clone()).collect::<Vec<_>>(), [json!(seen)]);
    // The address of the visible file, with the id of the hidden file put into it.
    for variant in ["content", "download", "small", "large"] {
        let signed = address["content"].as_str().expect("one").replace("/content?", &format!("/{variant}?"));
        for path in [
            signed.replace(&seen, &secret),
            signed.replace(&format!("/files/{seen}"), &format!("/tickets/{open}/files/{secret}")),
            team.path(&format!("tickets/{open}/files/{secret}/{variant}")),
        ] {
            assert_eq!(bob.get(&path).await.status, 404, "{path}");
        }
    }
    // A command names only the file. A ticket id beside it is an unknown field.
    for kind in ["file.delete", "file.restore"] {
        let alone = team.post(1, &json!({"kind": kind, "fileId": secret})).await;
        assert_eq!(alone.refusal(), (404, "not_found".into()), "{kind}");
        let beside = team.post(1, &json!({"kind": kind, "fileId": secret, "ticketId": open})).await;
        assert_eq!(beside.refusal(), (422, "unknown_field".into()), "{kind}");
    }
    assert_eq!(complete(bob, workspace, &secret).await.status, 404);
    let kept = addresses(olga, workspace, hidden).await;
    let answer = node.client().get(kept[0]["content"].as_str().expect("one")).await;
    assert_eq!((kept[0]["id"].as_str(), &answer.body[..]), (Some(secret.as_str()), &b"secret"[..]), "nothing changed");
}

#[actix_web::test]
async fn g08_of_twenty_uploads_at_once_only_as_many_begin_as_the_quota_holds() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[("TROUPE_FILES_QUOTA", "1000")]).await;
    let other = node_with(&database, &folder, &[("TROUPE_FILES_QUOTA", "1000")]).await;
    let team = Team::new(&node, &["olga"]).await;
    let workspace = &team.workspace;
    let ticket = team.ticket(0).await;
    let clients = [team.people[0].client.clone(), team.people[0].client.at(other.url())];
    let answers = join_all((0..20).map(|n| begin(&clients[n % 2], workspace, ticket, "a.bin", 300))).await;
    let begun: Vec<String> = answers
        .iter()
        .filter(|it| it.status == 201)
        .map(|it| it.json()["fileId"].as_str().expect("an id").to_owned())
        .collect();
    assert_eq!(begun.len(), 3);
    let refused = answers.iter().filter(|it| it.status != 201);
    assert!(refused.into_iter().all(|it| it.refusal() == (409, "too_many".into())));
    // What is cancelled is free at once.
    let cancel = team.path(&format!("files/{}/cancel", begun[0]));
    assert_eq!(clients[0].post(&cancel, &json!({})).await.status, 204);
    assert_eq!(begin(&clients[1], workspace, ticket, "b.bin", 401).await.status, 409);
    assert_eq!(begin(&clients[1], workspace, ticket, "b.bin", 400).await.status, 201);
}

#[actix_web::test]
async fn g08_a_sender_who_is_cut_off_again_and_again_leaves_no_bytes_behind() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    let begun = begin(olga, workspace, ticket, "a.txt", 64).await.json();
    let file = begun["fileId"].as_str().expect("an id");
    for _ in 0..3 {
        let stream = half_a_part(&team, file).await;
        until("the part arrives", async || folder.count() == 1).await;
        drop(stream);
        until("nothing is left of the part", async || folder.count() == 0).await;
    }
    assert_eq!(send_part(olga, workspace, file, 0, &[b'a'; 64]).await.status, 204);
    assert_eq!(complete(olga, workspace, file).await.status, 204);
    assert_eq!(folder.count(), 1);
}

#[actix_web::test]
async fn fs7_a_part_that_arrives_while_its_upload_is_cancelled_leaves_no_bytes() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let begun = begin(olga, workspace, team.ticket(0).await, "a.txt", 64).await.json();
    let file = begun["fileId"].as_str().expect("an id");
    let mut stream = half_a_part(&team, file).await;
    until("the part arrives", async || folder.count() == 1).await;
    assert_eq!(olga.post(&team.path(&format!("files/{file}/cancel")), &json!({})).await.status, 204);
    stream.write_all(&[b'a'; 32]).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 404") && answer.contains("not_found"), "{answer}");
    assert_eq!(folder.count(), 0);
}

/// Sends the first half of the only part of a file of 64 bytes.
async fn half_a_part(team: &Team, file: &str) -> TcpStream {
    let address: SocketAddr = team.people[0].client.base().trim_start_matches("http://").parse().expect("an address");
    let head = format!(
        "POST {} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {}\r\ncontent-type: application/octet-stream\r\n\
         content-length: 64\r\nconnection: close\r\n\r\n",
        team.path(&format!("files/{file}/parts/0")),
        team.people[0].token(),
    );
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(head.as_bytes()).await.expect("sent");
    stream.write_all(&[b'a'; 32]).await.expect("sent");
    stream
}
