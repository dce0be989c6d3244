//! FS9: the tests of files with a bucket of an S3-compatible server, and the answers when that server fails.

use awc::http::Method;
use futures_util::future::join;
use serde_json::json;
use server::db::{Db, DbOptions};
use server::files::KEEP_HOURS;
use server::jobs::files::sweep_orphans;
use uuid::Uuid;

use crate::files::{
    DOT, Folder, addresses, attach, begin, complete, lost_bytes, node_with, parts_in_any_order, picture, send_part,
    sweep, wrong_parts,
};
use crate::protocol::team::Team;
use crate::support::{S3, TestDatabase, TestNode, Troupe, free_port, scratch_folder, until};

#[actix_web::test]
async fn fs9_parts_in_a_bucket_come_in_any_order_and_ranges_are_read_from_them() {
    parts_in_any_order(Folder::in_a_bucket()).await;
}

#[actix_web::test]
async fn fs9_a_bucket_keeps_no_bytes_of_refused_and_cancelled_uploads() {
    wrong_parts(Folder::in_a_bucket()).await;
}

#[actix_web::test]
async fn fs9_a_bucket_is_swept() {
    sweep(Folder::in_a_bucket()).await;
}

#[actix_web::test]
async fn fs9_previews_are_made_from_a_bucket_and_kept_in_it() {
    picture(Folder::in_a_bucket()).await;
}

#[actix_web::test]
async fn fs9_a_file_is_unavailable_if_the_bucket_has_lost_its_bytes() {
    lost_bytes(Folder::in_a_bucket()).await;
}

/// A node that waits only half a second for its store.
async fn hasty(database: &TestDatabase, folder: &Folder, more: &[(&str, &str)]) -> TestNode {
    node_with(database, folder, &[&[("TROUPE_FILES_S3_WAIT_MS", "500")], more].concat()).await
}

#[actix_web::test]
async fn fs9_a_bucket_that_is_full_or_silent_refuses_with_one_code_and_the_upload_goes_on_when_it_is_back() {
    let (database, folder) = (TestDatabase::new().await, Folder::in_a_bucket());
    let node = hasty(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let server = folder.server.as_ref().expect("a server");
    let ticket = team.ticket(0).await;
    let file = begin(olga, workspace, ticket, "a.txt", 100).await.json()["fileId"].as_str().expect("an id").to_owned();
    for fail in [S3::be_full, S3::be_silent] {
        fail(server, true);
        let refused = send_part(olga, workspace, &file, 0, &[b'a'; 64]).await;
        assert_eq!(refused.refusal(), (503, "unavailable".into()));
        assert!(!String::from_utf8_lossy(&refused.body).contains("S3"), "the answer does not name the store");
        // Tasks do not wait for the store.
        assert_eq!(olga.get(&team.path(&format!("tickets/{ticket}"))).await.status, 200);
        fail(server, false);
        assert_eq!(send_part(olga, workspace, &file, 0, &[b'a'; 64]).await.status, 204);
    }
    assert_eq!(send_part(olga, workspace, &file, 1, &[b'b'; 36]).await.status, 204);
    assert_eq!(complete(olga, workspace, &file).await.status, 204);
    let address = addresses(olga, workspace, ticket).await[0]["content"].as_str().expect("one").to_owned();
    server.be_silent(true);
    assert_eq!(node.client().get(&address).await.refusal(), (503, "unavailable".into()));
    server.be_silent(false);
    assert_eq!(node.client().get(&address).await.body, [[b'a'; 64].as_slice(), &[b'b'; 36]].concat());
}

#[actix_web::test]
async fn fs9_a_request_that_a_busy_server_refuses_is_sent_again() {
    let (database, folder) = (TestDatabase::new().await, Folder::in_a_bucket());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let server = folder.server.as_ref().expect("a server");
    let file = begin(olga, workspace, team.ticket(0).await, "a.txt", 64).await.json();
    let file = file["fileId"].as_str().expect("an id");
    let before = server.asked();
    server.be_busy(2);
    assert_eq!(send_part(olga, workspace, file, 0, &[b'a'; 64]).await.status, 204);
    assert_eq!(server.asked() - before, 3);
    server.be_busy(3);
    assert_eq!(send_part(olga, workspace, file, 0, &[b'a'; 64]).await.refusal(), (503, "unavailable".into()));
}

#[actix_web::test]
async fn fs9_a_wrong_key_a_missing_bucket_and_a_server_that_is_away_are_one_refusal_and_the_doctor_tells_them_apart() {
    let (database, folder) = (TestDatabase::new().await, Folder::in_a_bucket());
    let nowhere = format!("http://127.0.0.1:{}", free_port());
    for (who, name, value, says) in [
        ("ann", "TROUPE_FILES_S3_SECRET_KEY", "CANARY-wrong", "403 (SignatureDoesNotMatch)"),
        ("ben", "TROUPE_FILES_S3_ACCESS_KEY", "CANARY-wrong", "403 (NotSignedUp)"),
        ("cyd", "TROUPE_FILES_S3_BUCKET", "no-such-bucket", "404 (NoSuchBucket)"),
        ("dan", "TROUPE_FILES_S3_ENDPOINT", nowhere.as_str(), "the request to the S3 server failed"),
    ] {
        let node = hasty(&database, &folder, &[(name, value)]).await;
        let team = Team::new(&node, &[who]).await;
        let (client, workspace) = (&team.people[0].client, &team.workspace);
        let file = begin(client, workspace, team.ticket(0).await, "a.txt", 64).await.json();
        let file = file["fileId"].as_str().expect("an id");
        let refused = send_part(client, workspace, file, 0, &[b'a'; 64]).await;
        assert_eq!(refused.refusal(), (503, "unavailable".into()), "{name}");
        assert_eq!(folder.count(), 0, "{name}");
        let said = doctor(&database, &folder, &[(name, value)]);
        let line = said.lines().find(|line| line.contains("  store ")).expect("a line").to_owned();
        assert!(line.starts_with("WRONG") && line.contains(says), "{said}");
        assert!(!said.contains("CANARY"), "{said}");
    }
    let good = doctor(&database, &folder, &[]);
    assert!(good.contains("good   store"), "{good}");
}

fn doctor(database: &TestDatabase, folder: &Folder, more: &[(&str, &str)]) -> String {
    let data = scratch_folder();
    let mut doctor = Troupe::new(&["doctor"]).set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", data.path());
    for (name, value) in
        folder.settings().iter().map(|(name, value)| (*name, value.as_str())).chain(more.iter().copied())
    {
        doctor = doctor.set(name, value);
    }
    let output = doctor.output();
    output.out + &output.err
}

#[actix_web::test]
async fn fs9_a_backup_holds_the_files_of_a_bucket_and_a_restore_puts_them_back() {
    let (database, folder, scratch) = (TestDatabase::new().await, Folder::in_a_bucket(), scratch_folder());
    let node = node_with(&database, &folder, &[("TROUPE_FILE_PART", "900000")]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let server = folder.server.as_ref().expect("a server");
    let ticket = team.ticket(0).await;
    // Longer than one read of the store, and no multiple of a row of the backup.
    let bytes: Vec<u8> = (0..1_000_000_u32).map(|n| b'a' + (n % 23) as u8).collect();
    attach(olga, workspace, ticket, "a.txt", &bytes).await;
    let kind = Some("application/octet-stream");
    let pictured = olga.send(Method::POST, "/api/me/picture", kind, DOT.to_vec()).await.json();
    let picture = pictured["avatarUrl"].as_str().expect("an address");
    let drawn = node.client().get(picture).await.body;
    let file = scratch.path().join("all.backup");
    let run = |verb: &str, file: &std::path::Path| {
        let mut run = Troupe::new(&[verb, file.to_str().expect("text")]).set("DATABASE_URL", database.url());
        for (name, value) in folder.settings() {
            run = run.set(name, value);
        }
        run.set("TROUPE_FILES_S3_WAIT_MS", "500").set("TROUPE_DATA_DIR", scratch.path()).output()
    };
    server.be_silent(true);
    let refused = run("backup", &file);
    assert!(refused.code != Some(0) && !file.exists(), "no backup without its files: {refused:?}");
    server.be_silent(false);
    let saved = run("backup", &file);
    assert_eq!(saved.code, Some(0), "{saved:?}");
    let keys: Vec<Uuid> = sqlx::query_scalar("select store_key from stored_files union all select id from pictures")
        .fetch_all(&mut database.connect().await)
        .await
        .expect("keys");
    for key in keys {
        folder.store().remove(key).await.expect("lost");
    }
    assert_eq!(folder.count(), 0);
    let restored = run("restore", &file);
    assert_eq!(restored.code, Some(0), "{restored:?}");
    let address = addresses(olga, workspace, ticket).await[0]["content"].as_str().expect("one").to_owned();
    assert!(node.client().get(&address).await.body == bytes);
    assert!(node.client().get(picture).await.body == drawn, "pf4");
}

#[actix_web::test]
async fn fs7_a_part_that_is_written_to_a_bucket_while_its_upload_is_cancelled_leaves_no_bytes() {
    let (database, folder) = (TestDatabase::new().await, Folder::in_a_bucket());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let server = folder.server.as_ref().expect("a server");
    let begun = begin(olga, workspace, team.ticket(0).await, "a.txt", 100).await.json();
    let file = begun["fileId"].as_str().expect("an id");
    assert_eq!(send_part(olga, workspace, file, 1, &[b'b'; 36]).await.status, 204);
    let before = server.asked();
    server.hold(true);
    let cancelled = async {
        until("the part is being written", async || server.asked() > before).await;
        assert_eq!(olga.post(&team.path(&format!("files/{file}/cancel")), &json!({})).await.status, 204);
        server.hold(false);
    };
    let (sent, ()) = join(send_part(olga, workspace, file, 0, &[b'a'; 64]), cancelled).await;
    assert_eq!(sent.refusal(), (404, "not_found".into()));
    assert_eq!(folder.count(), 0, "nothing is left of the part");
}

#[actix_web::test]
async fn fs7_the_bytes_of_an_upload_that_has_ended_are_removed_again_after_a_day() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["olga"]).await;
    let (olga, workspace) = (&team.people[0].client, &team.workspace);
    let begun = begin(olga, workspace, team.ticket(0).await, "a.txt", 100).await.json();
    let cancel = team.path(&format!("files/{}/cancel", begun["fileId"].as_str().expect("an id")));
    let mut connection = database.connect().await;
    let key: Uuid =
        sqlx::query_scalar("select store_key from stored_files").fetch_one(&mut connection).await.expect("a key");
    assert_eq!(olga.post(&cancel, &json!({})).await.status, 204);
    // This is the state after a node was killed that had written a part, and had not yet noticed that the upload ended.
    let store = folder.store();
    let piece = server::files::store::Piece::Part(0);
    store.put(key, piece, b"late".as_slice().into()).await.expect("written");
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    sweep_orphans(&db, &store, KEEP_HOURS).await.expect("swept");
    assert_eq!(folder.count(), 1, "too early: a slow part may still arrive");
    sqlx::query("update store_removals set due_at = now()").execute(&mut connection).await.expect("a day later");
    sweep_orphans(&db, &store, KEEP_HOURS).await.expect("swept");
    assert_eq!(folder.count(), 0);
    let left: i64 =
        sqlx::query_scalar("select count(*) from store_removals").fetch_one(&mut connection).await.expect("a number");
    assert_eq!(left, 0);
}
