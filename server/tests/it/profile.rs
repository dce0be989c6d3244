//! The profiles of people, and the workspace that they opened last (PF1 to PF4).

use awc::http::Method;
use image::{ImageFormat, Rgb, RgbImage};
use serde_json::{Value, json};
use server::db::{Db, DbOptions};
use server::files::KEEP_HOURS;
use server::files::store::Piece;
use server::jobs::files::sweep_orphans;
use server::queries::files::remove_later;
use uuid::Uuid;

use crate::files::{BYTES, DOT, Folder, node_with};
use crate::protocol::socket::{Socket, patiently};
use crate::protocol::team::Team;
use crate::support::{Answer, Person, TestDatabase, TestNode, until};

async fn change(person: &Person, patch: &Value) -> Value {
    let answer = person.client.post("/api/me/profile", patch).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()
}

async fn me(person: &Person) -> Value {
    person.client.get("/api/me").await.json()
}

/// Reads frames until an event gives a member the value.
async fn hears(socket: &mut Socket, member: &str, field: &str, value: &str) {
    let says = |event: &Value| {
        let changes = event["changes"].as_array().cloned().unwrap_or_default();
        changes.iter().any(|it| it["entity"] == "member" && it["id"] == member && it["data"][field] == value)
    };
    while !socket.events.iter().any(|(_, event)| says(event)) {
        patiently(socket.next()).await.expect("a frame");
    }
}

/// The row of a person in the snapshot that another person reads.
async fn row_of(reader: &Person, workspace: &str, person: &str) -> Value {
    let answer = reader.client.get(&format!("/api/workspaces/{workspace}/snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let mut rows = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    rows.find(|it| it["entity"] == "member" && it["data"]["id"] == person).expect("a member")["data"].clone()
}

#[actix_web::test]
async fn pf1_a_person_changes_names_department_and_job_title_within_limits() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let olga = node.sign_up_user("olga").await;
    let before = me(&olga).await["user"].clone();
    assert_eq!(
        (&before["department"], &before["designation"], &before["activeWorkspaceId"]),
        (&json!(""), &json!(""), &Value::Null)
    );
    let after =
        change(&olga, &json!({"lastname": " Ek ", "department": "Works", "designation": "Lead \u{202E}mason"})).await;
    assert_eq!(
        [&after["firstname"], &after["lastname"], &after["department"], &after["designation"]],
        ["olga", "Ek", "Works", "Lead mason"]
    );
    assert_eq!(me(&olga).await["user"], after);
    let after = change(&olga, &json!({"department": null, "lastname": ""})).await;
    assert_eq!(
        [&after["firstname"], &after["lastname"], &after["department"], &after["designation"]],
        ["olga", "", "", "Lead mason"]
    );
    for (patch, code, field) in [
        (json!({"firstname": "x".repeat(101)}), "validation_failed", "firstname"),
        (json!({"lastname": "a\nb"}), "validation_failed", "lastname"),
        (json!({"department": "x".repeat(101)}), "validation_failed", "department"),
        (json!({"designation": "a\u{7}b"}), "validation_failed", "designation"),
        (json!({"designation": 7}), "validation_failed", "designation"),
        (json!({"username": "root"}), "unknown_field", "username"),
        (json!({"email": "a@example.org"}), "unknown_field", "email"),
        (json!({"avatarUrl": "https://example.org/a.png"}), "unknown_field", "avatarUrl"),
        (json!({"id": Uuid::nil()}), "unknown_field", "id"),
    ] {
        let answer = olga.client.post("/api/me/profile", &patch).await;
        assert_eq!((answer.refusal(), answer.field()), ((422, code.to_owned()), Some(field.to_owned())), "{patch}");
    }
    assert_eq!(me(&olga).await["user"], after, "what was refused has changed nothing");
    let stranger = node.client().post("/api/me/profile", &json!({})).await;
    assert_eq!(stranger.status, 401);
}

#[actix_web::test]
async fn pf2_all_workspaces_of_a_person_follow_at_all_nodes_and_a_person_who_left_changes_nothing() {
    let database = TestDatabase::new().await;
    let (node, other) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let [olga, mia, leo] =
        [node.sign_up_user("olga").await, node.sign_up_user("mia").await, node.sign_up_user("leo").await];
    let first = Team::of(vec![olga.clone(), mia.clone(), leo.clone()]).await;
    let second = Team::of(vec![leo.clone(), mia.clone()]).await;
    let gone = Team::of(vec![olga.clone(), mia.clone()]).await;
    let leave = json!({"kind": "member.remove", "userId": mia.id});
    assert_eq!(gone.post(1, &leave).await.status, 200);
    let mut here = first.socket(0).await;
    let mut there = first.socket_at(2, &other).await;
    let mut elsewhere = second.socket_at(0, &other).await;
    change(&mia, &json!({"firstname": "Mia", "lastname": "Sol", "department": "Works", "designation": "Mason"})).await;
    for socket in [&mut here, &mut there, &mut elsewhere] {
        hears(socket, &mia.id, "designation", "Mason").await;
    }
    for (team, reader) in [(&first, &olga), (&second, &leo)] {
        let row = row_of(reader, &team.workspace, &mia.id).await;
        assert_eq!(
            [&row["firstname"], &row["lastname"], &row["department"], &row["designation"]],
            ["Mia", "Sol", "Works", "Mason"]
        );
    }
    let left = row_of(&olga, &gone.workspace, &mia.id).await;
    assert_eq!((&left["firstname"], &left["state"]), (&json!("mia"), &json!("left")));
}

#[actix_web::test]
async fn pf2_of_many_changes_at_once_the_last_one_stays_and_a_person_who_joins_brings_the_profile() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mia = &team.people[1];
    let patches: Vec<Value> = (0..12).map(|n| json!({"department": format!("Department {n}")})).collect();
    futures_util::future::join_all(patches.iter().map(|patch| change(mia, patch))).await;
    let account = me(mia).await["user"]["department"].clone();
    until("all changes are copied", || async {
        let mut inside = database.connect().await;
        let open = "select count(*) from jobs where kind = 'profile.copy' and state in ('waiting', 'running')";
        sqlx::query_scalar::<_, i64>(open).fetch_one(&mut inside).await.expect("a number") == 0
    })
    .await;
    assert_eq!(row_of(&team.people[0], &team.workspace, &mia.id).await["department"], account);
    let zoe = node.sign_up_user("zoe").await;
    change(&zoe, &json!({"designation": "Mason"})).await;
    team.invite(&zoe, "member").await;
    assert_eq!(row_of(&team.people[0], &team.workspace, &zoe.id).await["designation"], "Mason");
}

#[actix_web::test]
async fn pf3_the_account_remembers_the_workspace_that_was_opened_last_until_the_person_loses_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (mia, stranger) = (&team.people[1], node.sign_up_user("eve").await);
    let open = |id: &str| json!({"workspaceId": id});
    let answer = mia.client.post("/api/me/active-workspace", &open(&team.workspace)).await;
    assert_eq!(answer.status, 204);
    let device = mia.sign_in_again().await;
    assert_eq!(me(&device).await["user"]["activeWorkspaceId"], json!(team.workspace));
    for id in [team.workspace.as_str(), &Uuid::now_v7().to_string()] {
        let answer = stranger.client.post("/api/me/active-workspace", &open(id)).await;
        assert_eq!(answer.refusal(), (404, "not_found".to_owned()));
    }
    assert_eq!(me(&stranger).await["user"]["activeWorkspaceId"], Value::Null);
    assert_eq!(mia.client.post("/api/me/active-workspace", &open("here")).await.status, 422);
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": mia.id})).await.status, 200);
    assert_eq!(me(&device).await["user"]["activeWorkspaceId"], Value::Null);
}

/// Sends a picture, and returns the answer of the node.
async fn send(person: &Person, bytes: &[u8]) -> Answer {
    person.client.send(Method::POST, "/api/me/picture", Some(BYTES), bytes.to_vec()).await
}

/// A PNG in one colour, wider than high, with a script after its end.
fn wide(red: u8) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = RgbImage::from_pixel(500, 400, Rgb([red, 10, 10]));
    picture.write_to(&mut std::io::Cursor::new(&mut bytes), ImageFormat::Png).expect("a PNG");
    bytes.extend_from_slice(b"<script>alert(1)</script>");
    bytes
}

#[actix_web::test]
async fn pf4_a_picture_is_drawn_anew_reaches_all_workspaces_and_goes_back_to_none() {
    for folder in [Folder::new(), Folder::in_a_bucket()] {
        let database = TestDatabase::new().await;
        let node = node_with(&database, &folder, &[]).await;
        let team = Team::new(&node, &["olga", "mia"]).await;
        let (olga, mia) = (&team.people[0], &team.people[1]);
        let mut socket = team.socket(0).await;
        let first = send(mia, &wide(200)).await;
        assert_eq!(first.status, 200, "{:?}", first.json());
        let address = first.json()["avatarUrl"].as_str().expect("an address").to_owned();
        hears(&mut socket, &mia.id, "avatarUrl", &address).await;
        assert_eq!(row_of(olga, &team.workspace, &mia.id).await["avatarUrl"], json!(address));
        for (size, side) in [("small", 96), ("large", 320)] {
            // An <img> sends no token.
            let answer = node.client().get(&address.replace("small", size)).await;
            assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("image/jpeg")));
            let drawn = image::load_from_memory(&answer.body).expect("a picture");
            assert_eq!((drawn.width(), drawn.height()), (side, side));
            assert!(!answer.body.windows(8).any(|it| it == b"<script>"), "only the pixels of the file are left");
            assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
            assert!(answer.header("content-security-policy").expect("a policy").contains("sandbox"));
            assert_eq!(answer.header("cache-control"), Some("private, max-age=31536000, immutable"));
        }
        for wrong in [address.replace("small", "huge"), address.replace("small", ""), another(&address)] {
            assert_eq!(node.client().get(&wrong).await.status, 404, "{wrong}");
        }
        let next = send(mia, &wide(20)).await.json()["avatarUrl"].as_str().expect("an address").to_owned();
        assert_ne!(next, address, "another picture has another address");
        assert_eq!(node.client().get(&address).await.status, 404, "the earlier one is void");
        hears(&mut socket, &mia.id, "avatarUrl", &next).await;
        let gone = mia.client.post("/api/me/picture/remove", &json!({})).await;
        assert_eq!((gone.status.as_u16(), gone.json()["avatarUrl"].clone()), (200, Value::Null));
        until("the member has none", async || row_of(olga, &team.workspace, &mia.id).await["avatarUrl"].is_null())
            .await;
        assert_eq!(node.client().get(&next).await.status, 404);
        let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
        sweep_orphans(&db, &folder.store(), KEEP_HOURS).await.expect("swept");
        assert_eq!(folder.count(), 0, "no bytes are left");
    }
}

/// The address of a picture that does not exist.
fn another(address: &str) -> String {
    let id = address.split('/').nth(3).expect("an id");
    address.replace(id, &Uuid::new_v4().to_string())
}

#[actix_web::test]
async fn pf4_a_file_that_is_no_picture_or_too_large_is_refused_and_the_present_picture_stays() {
    let (database, folder) = (TestDatabase::new().await, Folder::new());
    let node = node_with(&database, &folder, &[]).await;
    let olga = node.sign_up_user("olga").await;
    let kept = send(&olga, DOT).await.json()["avatarUrl"].clone();
    for bytes in
        [&b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"[..], b"text", b"\x89PNG\r\n\x1a\n", b""]
    {
        let refused = send(&olga, bytes).await;
        assert_eq!((refused.refusal(), refused.field()), ((422, "validation_failed".into()), Some("picture".into())));
    }
    let large = send(&olga, &vec![0; (10 << 20) + 1]).await;
    assert_eq!(large.refusal(), (413, "payload_too_large".into()));
    let as_json = olga.client.post("/api/me/picture", &json!({})).await;
    assert_eq!(as_json.refusal(), (415, "unsupported_media_type".into()));
    let stranger = node.client().send(Method::POST, "/api/me/picture", Some(BYTES), DOT.to_vec()).await;
    assert_eq!(stranger.status, 401);
    assert_eq!(me(&olga).await["user"]["avatarUrl"], kept);
    assert_eq!(folder.count(), 2, "the two sizes of the first one");
}

#[actix_web::test]
async fn pf4_a_picture_that_no_person_has_is_swept_and_a_picture_in_use_stays() {
    let (database, folder) = (TestDatabase::new().await, Folder::in_a_bucket());
    let node = node_with(&database, &folder, &[]).await;
    let olga = node.sign_up_user("olga").await;
    let address = send(&olga, DOT).await.json()["avatarUrl"].as_str().expect("an address").to_owned();
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    let (store, lost) = (folder.store(), Uuid::new_v4());
    // This is the state after a node was killed that had stored the picture, and had not yet given it to the person.
    remove_later(&db, lost, 1).await.expect("noted");
    store.put(lost, Piece::Small, DOT.into()).await.expect("stored");
    let mut connection = database.connect().await;
    sqlx::query("update store_removals set due_at = now()").execute(&mut connection).await.expect("later");
    sqlx::query("insert into store_removals (store_key, due_at) select id, now() from pictures")
        .execute(&mut connection)
        .await
        .expect("as before a restore");
    sweep_orphans(&db, &store, KEEP_HOURS).await.expect("swept");
    assert_eq!(folder.count(), 2);
    assert_eq!(node.client().get(&address).await.status, 200);
}
