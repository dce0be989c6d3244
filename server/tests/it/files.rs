//! Files of tickets: uploads in parts, resumed and complete, and who gets the bytes.

use std::path::{Path, PathBuf};

use awc::http::Method;
use serde_json::{Value, json};
use server::config::Config;
use server::db::{Db, DbOptions};
use server::files::Store;
use server::files::store::Piece;
use server::jobs::files::sweep_orphans;
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Answer, Client, S3, TestDatabase, TestNode};

/// The kind of a part's body.
pub const BYTES: &str = "application/octet-stream";

/// A store for files that is removed after the test: a folder, or a bucket of a server that keeps its objects in a
/// folder.
pub struct Folder {
    pub path: PathBuf,
    pub server: Option<S3>,
}

impl Folder {
    pub fn new() -> Self {
        let path = std::env::temp_dir().join(format!("troupe-files-{}", Uuid::new_v4().simple()));
        Self { path, server: None }
    }

    pub fn in_a_bucket() -> Self {
        let path = Self::new().path.clone();
        let server = Some(S3::start(&path));
        Self { path, server }
    }

    /// The settings of a node with this store.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        match &self.server {
            None => vec![("TROUPE_FILES_DIR", self.path.to_string_lossy().into_owned())],
            Some(server) => vec![
                ("TROUPE_FILES_DIR", String::new()),
                ("TROUPE_FILES_S3_ENDPOINT", server.endpoint()),
                ("TROUPE_FILES_S3_BUCKET", S3::BUCKET.to_owned()),
                ("TROUPE_FILES_S3_ACCESS_KEY", S3::KEY.to_owned()),
                ("TROUPE_FILES_S3_SECRET_KEY", S3::SECRET.to_owned()),
            ],
        }
    }

    /// The store as the verbs of the program use it.
    pub fn store(&self) -> Store {
        let settings = self.settings().into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Store::of(&Config::load(&settings, Path::new("/")).expect("settings"))
    }

    /// The number of pieces of files in the store, including pieces that are arriving in its folder.
    pub fn count(&self) -> usize {
        fn below(folder: &Path) -> usize {
            let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(Result::ok);
            entries.map(|it| if it.path().is_dir() { below(&it.path()) } else { 1 }).sum()
        }
        // The S3 server keeps its notes about objects outside of the bucket's folder.
        below(&if self.server.is_some() { self.path.join(S3::BUCKET) } else { self.path.clone() })
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.server = None;
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// A node whose parts have 64 bytes.
pub async fn node_with(database: &TestDatabase, folder: &Folder, more: &[(&str, &str)]) -> TestNode {
    let own = folder.settings();
    let own = own.iter().map(|(name, value)| (*name, value.as_str())).chain([("TROUPE_FILE_PART", "64")]);
    let settings: Vec<(&str, &str)> = own.chain(more.iter().copied()).collect();
    TestNode::start_with(database, &settings).await
}

pub async fn begin(client: &Client, workspace: &str, ticket: Uuid, name: &str, size: usize) -> Answer {
    let new = json!({"ticketId": ticket, "name": name, "size": size});
    client.post(&format!("/api/workspaces/{workspace}/files"), &new).await
}

pub async fn send_part(client: &Client, workspace: &str, file: &str, part: usize, bytes: &[u8]) -> Answer {
    let path = format!("/api/workspaces/{workspace}/files/{file}/parts/{part}");
    client.send(Method::POST, &path, Some(BYTES), bytes.to_vec()).await
}

pub async fn complete(client: &Client, workspace: &str, file: &str) -> Answer {
    client.post(&format!("/api/workspaces/{workspace}/files/{file}/complete"), &json!({})).await
}

/// Attaches a whole file, and returns its id.
pub async fn attach(client: &Client, workspace: &str, ticket: Uuid, name: &str, bytes: &[u8]) -> String {
    let begun = begin(client, workspace, ticket, name, bytes.len()).await;
    assert_eq!(begun.status, 201, "{:?}", begun.json());
    let upload = begun.json();
    let file = upload["fileId"].as_str().expect("an id").to_owned();
    let size = usize::try_from(upload["partSize"].as_u64().expect("a size")).expect("small");
    for (n, part) in bytes.chunks(size).enumerate() {
        let sent = send_part(client, workspace, &file, n, part).await;
        assert_eq!(sent.status, 204, "{:?}", String::from_utf8_lossy(&sent.body));
    }
    let done = complete(client, workspace, &file).await;
    assert_eq!(done.status, 204, "{:?}", String::from_utf8_lossy(&done.body));
    file
}

/// The addresses of a ticket's files.
pub async fn addresses(client: &Client, workspace: &str, ticket: Uuid) -> Vec<Value> {
    let answer = client.get(&format!("/api/workspaces/{workspace}/tickets/{ticket}/files")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()["files"].as_array().cloned().expect("files")
}

pub async fn rows(team: &Team, by: usize) -> Vec<Value> {
    let answer = team.people[by].client.get(&team.path("snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    lines.filter(|line| line["entity"] == "file").map(|line| line["data"].clone()).collect()
}

fn text_of(address: &Value, variant: &str) -> String {
    address[variant].as_str().expect("an address").to_owned()
}

#[actix_web::test]
async fn fs2_parts_come_in_any_order_an_upload_is_resumed_and_reaches_all_members() {
    parts_in_any_order(Folder::new()).await;
}

pub async fn parts_in_any_order(folder: Folder) {
    let database = TestDatabase::new().await;
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    let bytes: Vec<u8> = (0..200_u8).map(|n| b'a' + n % 26).collect();
    let begun = begin(olga, workspace, ticket, "../notes.txt", bytes.len()).await;
    assert_eq!(begun.status, 201);
    let file = begun.json()["fileId"].as_str().expect("an id").to_owned();
    assert_eq!((begun.json()["name"].clone(), begun.json()["partSize"].clone()), (json!("notes.txt"), json!(64)));
    for part in [3, 0, 2] {
        let end = bytes.len().min(part * 64 + 64);
        assert_eq!(send_part(olga, workspace, &file, part, &bytes[part * 64..end]).await.status, 204);
    }
    // Cut at 99 %: the file is not there, and the sender asks what has arrived.
    assert_eq!(complete(olga, workspace, &file).await.refusal(), (409, "conflict".into()));
    assert!(rows(&team, 1).await.is_empty());
    let state = olga.get(&team.path(&format!("files/{file}"))).await.json();
    assert_eq!(state["parts"], json!([0, 2, 3]));
    // The same part again takes the place of the earlier one.
    for part in [1, 1] {
        assert_eq!(send_part(olga, workspace, &file, part, &bytes[64..128]).await.status, 204);
    }
    assert_eq!(complete(olga, workspace, &file).await.status, 204);
    assert_eq!(complete(olga, workspace, &file).await.status, 204, "the same call again");
    let seen = rows(&team, 1).await;
    assert_eq!(seen.len(), 1);
    let row = &seen[0];
    assert_eq!((&row["id"], &row["name"], &row["size"]), (&json!(file), &json!("notes.txt"), &json!(200)));
    assert_eq!((&row["contentType"], &row["createdUserId"]), (&json!("text/plain"), &json!(team.people[0].id)));
    assert_eq!(send_part(olga, workspace, &file, 0, &[0; 64]).await.refusal(), (409, "conflict".into()));

    let bob = &team.people[1].client;
    let address = addresses(bob, workspace, ticket).await[0].clone();
    let whole = node.client().get(&text_of(&address, "content")).await;
    assert_eq!((whole.status.as_u16(), &whole.body), (200, &bytes));
    assert_eq!(whole.header("content-length"), Some("200"));
    assert_eq!(whole.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(whole.header("content-disposition").expect("one").starts_with("inline"));
    let saved = node.client().get(&text_of(&address, "download")).await;
    assert!(saved.header("content-disposition").expect("one").starts_with("attachment"));
    // A range over three parts.
    let some = node.client().with_header("range", "bytes=60-140").get(&text_of(&address, "content")).await;
    assert_eq!((some.status.as_u16(), &some.body[..]), (206, &bytes[60..=140]));
    assert_eq!(some.header("content-range"), Some("bytes 60-140/200"));
    let none = node.client().with_header("range", "bytes=200-").get(&text_of(&address, "content")).await;
    assert_eq!(none.refusal(), (416, "validation_failed".into()));
}

#[actix_web::test]
async fn fs2_a_part_of_another_length_or_number_and_a_file_above_the_limit_are_refused() {
    wrong_parts(Folder::new()).await;
}

pub async fn wrong_parts(folder: Folder) {
    let database = TestDatabase::new().await;
    let node = node_with(&database, &folder, &[("TROUPE_FILE_LIMIT", "1000")]).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    let refused = begin(olga, workspace, ticket, "a.bin", 1_001).await;
    assert_eq!((refused.refusal().0, refused.field()), (413, Some("size".into())));
    assert_eq!(begin(olga, workspace, ticket, "a.bin", 0).await.refusal(), (422, "validation_failed".into()));
    let file = begin(olga, workspace, ticket, "a.bin", 100).await.json()["fileId"].as_str().expect("an id").to_owned();
    for (part, length) in [(0, 63), (0, 65), (1, 64), (2, 1), (9_999, 64)] {
        let answer = send_part(olga, workspace, &file, part, &vec![1; length]).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{part} {length}");
    }
    let path = team.path(&format!("files/{file}/parts/0"));
    let as_json = olga.send(Method::POST, &path, Some("application/json"), vec![b' '; 64]).await;
    assert_eq!(as_json.refusal(), (415, "unsupported_media_type".into()));
    assert_eq!(send_part(&team.people[1].client, workspace, &file, 0, &[1; 64]).await.status, 404, "another's upload");
    assert_eq!(folder.count(), 0, "nothing is left of what was refused");
    assert_eq!(send_part(olga, workspace, &file, 0, &[1; 64]).await.status, 204);
    assert_eq!(olga.post(&team.path(&format!("files/{file}/cancel")), &json!({})).await.status, 204);
    assert_eq!((folder.count(), olga.get(&team.path(&format!("files/{file}"))).await.status.as_u16()), (0, 404));
}

#[actix_web::test]
async fn fs1_who_loses_the_ticket_in_the_middle_of_an_upload_gets_not_found_and_a_restricted_ticket_keeps_its_files() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let (bob, workspace) = (&team.people[1].client, &team.workspace);
    let (list, ticket) = (Uuid::now_v7(), Uuid::now_v7());
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Board"}),
        json!({"kind": "ticket.create", "ticketId": ticket, "title": "One", "listIds": [list]}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let kept = attach(bob, workspace, ticket, "kept.txt", b"kept").await;
    let address = text_of(&addresses(bob, workspace, ticket).await[0], "content");
    let file = begin(bob, workspace, ticket, "a.txt", 100).await.json()["fileId"].as_str().expect("an id").to_owned();
    assert_eq!(send_part(bob, workspace, &file, 0, &[b'a'; 64]).await.status, 204);
    assert_eq!(team.post(0, &json!({"kind": "list.restrict", "listId": list})).await.status, 200);
    let missing = bob.get(&team.path(&format!("files/{}", Uuid::now_v7()))).await;
    for answer in [
        send_part(bob, workspace, &file, 1, &[b'a'; 36]).await,
        complete(bob, workspace, &file).await,
        bob.get(&team.path(&format!("files/{file}"))).await,
    ] {
        assert_eq!((answer.status.as_u16(), &answer.json()["error"]), (404, &missing.json()["error"]));
    }
    // The address is signed and good; the right is asked for again.
    assert_eq!(node.client().get(&address).await.status, 404);
    assert!(rows(&team, 1).await.is_empty());
    let seen: Vec<Value> = rows(&team, 0).await;
    assert_eq!(seen.iter().map(|it| it["id"].clone()).collect::<Vec<_>>(), [json!(kept)]);
    let level = json!({"kind": "share.set", "listId": list, "userId": team.people[1].id, "level": "view"});
    assert_eq!(team.post(0, &level).await.status, 200);
    assert_eq!(addresses(bob, workspace, ticket).await.len(), 1, "who sees the list sees its files");
    let refused = begin(bob, workspace, ticket, "b.txt", 4).await.json()["fileId"].as_str().expect("an id").to_owned();
    assert_eq!(send_part(bob, workspace, &refused, 0, b"text").await.status, 204);
    assert_eq!(complete(bob, workspace, &refused).await.refusal(), (403, "forbidden".into()), "a share to view");
}

#[actix_web::test]
async fn fs7_uploads_that_rest_and_bytes_of_no_file_are_swept_and_all_others_stay() {
    sweep(Folder::new()).await;
}

pub async fn sweep(folder: Folder) {
    let database = TestDatabase::new().await;
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let (ticket, doomed) = (team.ticket(0).await, team.ticket(0).await);
    attach(olga, workspace, ticket, "kept.txt", b"kept").await;
    attach(olga, workspace, doomed, "gone.txt", b"gone").await;
    let resting = begin(olga, workspace, ticket, "rests.txt", 100).await.json()["fileId"].clone();
    send_part(olga, workspace, resting.as_str().expect("an id"), 0, &[1; 64]).await;
    for kind in ["ticket.trash", "ticket.delete"] {
        assert_eq!(team.post(0, &json!({"kind": kind, "ticketId": doomed})).await.status, 200);
    }
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    let store = folder.store();
    sweep_orphans(&db, &store, 24).await.expect("swept");
    assert_eq!(folder.count(), 3, "all of them are too young");
    sqlx::query("update stored_files set touched_at = now() - interval '2 days'")
        .execute(&mut database.connect().await)
        .await
        .expect("older");
    sweep_orphans(&db, &store, 24).await.expect("swept");
    assert_eq!(folder.count(), 1);
    let left: Vec<String> = sqlx::query_scalar("select name from stored_files")
        .fetch_all(&mut database.connect().await)
        .await
        .expect("rows");
    assert_eq!(left, ["kept.txt"]);
}

#[actix_web::test]
async fn fs6_a_picture_gets_previews_by_a_job_and_its_readers_hear_of_them() {
    picture(Folder::new()).await;
}

pub async fn picture(folder: Folder) {
    let database = TestDatabase::new().await;
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    let mut socket = team.socket(0).await;
    attach(olga, workspace, ticket, "dot.png", DOT).await;
    loop {
        let frame = socket.next_of("events").await;
        if frame.to_string().contains("\"preview\":true") {
            break;
        }
    }
    let address = addresses(olga, workspace, ticket).await[0].clone();
    for variant in ["small", "large"] {
        let answer = node.client().get(&text_of(&address, variant)).await;
        assert_eq!(answer.status, 200);
        assert!(answer.header("content-type").expect("one").starts_with("image/"));
        assert!(answer.header("content-disposition").expect("one").starts_with("inline"));
    }
    // The picture itself is only saved.
    let whole = node.client().get(&text_of(&address, "content")).await;
    assert!(whole.header("content-disposition").expect("one").starts_with("attachment"));
}

/// A PNG of one point.
pub const DOT: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89\0\0\0\x0bIDATx\x9cc\xf8\x0f\x04\0\t\xfb\x03\xfd\xfb^k+\0\0\0\0IEND\xaeB`\x82";

#[actix_web::test]
async fn g16_a_file_whose_bytes_are_lost_answers_that_it_is_away_and_its_ticket_opens() {
    lost_bytes(Folder::new()).await;
}

pub async fn lost_bytes(folder: Folder) {
    let database = TestDatabase::new().await;
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let ticket = team.ticket(0).await;
    attach(olga, workspace, ticket, "a.txt", b"text").await;
    let key: Uuid = sqlx::query_scalar("select store_key from stored_files")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a key");
    let store = folder.store();
    assert_eq!(store.size(key, Piece::Part(0)).await.expect("there"), 4);
    store.remove(key).await.expect("removed");
    let address = text_of(&addresses(olga, workspace, ticket).await[0], "content");
    assert_eq!(node.client().get(&address).await.refusal(), (503, "unavailable".into()));
    assert_eq!(olga.get(&team.path(&format!("tickets/{ticket}"))).await.status, 200);
}
