//! INV-20: backups that are really restored. Each test fills, saves, damages, restores and compares.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use server::files::Store;
use sqlx::{AssertSqlSafe, PgConnection, raw_sql};
use uuid::Uuid;

use crate::account::apps::{app, key, status};
use crate::files::{addresses, attach};
use crate::protocol::commons::{goes, older_node};
use crate::protocol::socket::{Socket, patiently};
use crate::protocol::team::Team;
use crate::support::{Output, ScratchFolder, TestDatabase, TestNode, Troupe, scratch_folder, until};

/// The tables of a workspace that a backup holds, and the column that names the workspace. The audit log is left out,
/// because no row of it can be changed or deleted.
fn tables() -> impl Iterator<Item = (&'static str, &'static str)> {
    server::backup::tables()
        .into_iter()
        .filter(|table| table.name != "audit")
        .filter_map(|table| Some((table.name, table.workspace?)))
}

/// A workspace row by row, without epochs: a restore makes new ones.
async fn state(database: &TestDatabase, workspace: &str) -> Value {
    let rows: Vec<String> = tables()
        .map(|(table, column)| {
            format!(
                "select '{table}' as name,
                        coalesce(jsonb_agg(to_jsonb(t) - 'epoch' order by (to_jsonb(t) - 'epoch')::text), '[]') as rows
                 from {table} t where {column} = '{workspace}'"
            )
        })
        .collect();
    // A function takes at most 100 arguments, so the tables are rows and not arguments of `jsonb_build_object`.
    let sql = format!("select jsonb_object_agg(name, rows) from ({}) tables", rows.join(" union all "));
    sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut database.connect().await).await.expect("a state")
}

async fn scalar(connection: &mut PgConnection, sql: &str) -> i64 {
    sqlx::query_scalar(AssertSqlSafe(sql.to_owned())).fetch_one(connection).await.expect(sql)
}

/// Deletes all rows of a workspace, like an operator's mistake.
async fn wreck(database: &TestDatabase, workspace: &str) {
    let mut statements: Vec<String> =
        tables().map(|(table, column)| format!("delete from {table} where {column} = '{workspace}'")).collect();
    statements.push(format!("delete from events where workspace_id = '{workspace}'"));
    raw_sql(AssertSqlSafe(statements.join("; "))).execute(&mut database.connect().await).await.expect("wrecked");
}

/// A store without files.
fn store() -> Store {
    Store::new(std::env::temp_dir().join("troupe-test-no-files"))
}

struct Drill {
    database: TestDatabase,
    node: TestNode,
    folder: ScratchFolder,
}

impl Drill {
    async fn new() -> Self {
        let (database, folder) = (TestDatabase::new().await, scratch_folder());
        let files = folder.path().join("files");
        let own = [("TROUPE_FILES_DIR", files.to_str().expect("text"))];
        let node = TestNode::start_with(&database, &own).await;
        Self { database, node, folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn troupe(&self, words: &[&str], file: &Path) -> Output {
        self.troupe_on(&self.database, words, file)
    }

    fn troupe_on(&self, database: &TestDatabase, words: &[&str], file: &Path) -> Output {
        let [verb, rest @ ..] = words else { panic!("no verb") };
        let words = [&[verb, file.to_str().expect("text")], rest].concat();
        Troupe::new(&words).set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", self.folder.path()).output()
    }

    fn does(&self, words: &[&str], file: &Path) -> Output {
        let output = self.troupe(words, file);
        assert_eq!(output.code, Some(0), "{words:?}: {}", output.err);
        output
    }

    /// Checks that the backup is refused in one sentence that contains this text.
    fn refused(&self, words: &[&str], file: &Path, says: &str) {
        let output = self.troupe(words, file);
        assert_eq!(output.code, Some(1), "{}", output.err);
        assert!(output.err.contains(says), "{says:?} is not in: {}", output.err);
        assert_eq!(output.err.trim().lines().count(), 1, "{}", output.err);
    }
}

/// Fills a workspace with some of everything: comments, reactions, links, subtasks, a private ticket, a ticket in the
/// trash and a deleted one.
async fn fill(team: &Team) {
    let described = fill_without_files(team).await;
    let versions = team.path(&format!("tickets/{described}/versions"));
    // A job stores it. A state that is compared must not be taken before.
    until("the version of the description is stored", async || {
        let answer = team.people[0].client.get(&versions).await;
        answer.json()["versions"].as_array().is_some_and(|them| !them.is_empty())
    })
    .await;
    let ticket = team.ticket(0).await;
    attach(&team.people[0].client, &team.workspace, ticket, "plan.txt", &[b'x'; 150_000]).await;
}

/// The same without a file, which no node takes while one of an older build is live. Returns a ticket with a description.
async fn fill_without_files(team: &Team) -> Uuid {
    let (one, two) = (team.ticket(0).await, team.ticket(team.people.len() - 1).await);
    let (comment, gone) = (Uuid::now_v7(), team.ticket(0).await);
    let text = "tabs\tand\nlines \\ and “signs” 🎭";
    for command in [
        json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "label"}),
        json!({"kind": "ticket.update", "ticketId": one, "patch": {"description": text, "priority": "day"}}),
        json!({"kind": "comment.create", "commentId": comment, "ticketId": one, "message": text}),
        json!({"kind": "reaction.add", "activityId": comment, "emoji": "👍"}),
        json!({"kind": "link.create", "linkId": Uuid::now_v7(), "linkKind": "blocks", "fromTicketId": one, "toTicketId": two}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "child", "parentTicketId": two}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "private", "private": true}),
        json!({"kind": "ticket.trash", "ticketId": gone}),
        json!({"kind": "ticket.delete", "ticketId": gone}),
    ] {
        let answer = team.post(0, &command).await;
        assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
    }
    one
}

#[actix_web::test]
async fn inv20_a_database_that_was_emptied_comes_back_row_by_row_and_all_users_are_still_signed_in() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    fill(&team).await;
    let command = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "asked twice"});
    let order = json!({"id": Uuid::now_v7(), "command": command});
    let answered = team.people[0].client.post(&team.path("commands"), &order).await.json();
    let before = state(&drill.database, &team.workspace).await;
    let file = drill.file("all.backup");
    drill.does(&["backup"], &file);

    // Later edits, and a later member, are not in the backup.
    team.ticket(0).await;
    drill.node.sign_up_user("cyd").await;
    let mut socket = team.socket(1).await;
    let mut db = drill.database.connect().await;
    raw_sql("truncate workspaces, members, statuses, lists, labels, tickets, links, activities, reactions cascade")
        .execute(&mut db)
        .await
        .expect("emptied");
    std::fs::remove_dir_all(drill.file("files")).expect("the bytes of files are lost as well");
    drill.does(&["restore"], &file);

    assert_eq!(state(&drill.database, &team.workspace).await, before);
    let ticket: Uuid = sqlx::query_scalar("select ticket_id from files").fetch_one(&mut db).await.expect("a ticket");
    let kept = addresses(&team.people[0].client, &team.workspace, ticket).await[0].clone();
    let bytes = drill.node.client().get(kept["content"].as_str().expect("an address")).await;
    assert_eq!((bytes.status.as_u16(), bytes.body), (200, vec![b'x'; 150_000]));
    assert_eq!(scalar(&mut db, "select count(*) from users").await, 2, "an account that was made later is gone");
    // Connected sockets are closed within a second, and their clients get `snapshot`.
    assert_eq!(socket.end().await, 1012);
    let mut back = Socket::open(drill.node.url()).await;
    let welcome = back.hello(team.people[1].token(), &team.workspace, &socket.resume_cursors()).await;
    for scope in welcome["scopes"].as_array().expect("scopes") {
        assert_eq!(scope["resume"], "snapshot", "rs2: {welcome}");
    }
    // The same command again gets the same answer, and is applied once (CM2).
    let again = team.people[0].client.post(&team.path("commands"), &order).await;
    assert_eq!(again.json(), answered);
    let mut person = team.people[0].clone();
    let refreshed = person.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.status, 200, "{:?}", refreshed.json());
    person.take(&refreshed);
    team.ticket(0).await;
}

#[actix_web::test]
async fn inv20_one_workspace_comes_back_alone() {
    let drill = Drill::new().await;
    let ours = Team::new(&drill.node, &["ann", "bob"]).await;
    let theirs = Team::of(vec![drill.node.sign_up_user("cyd").await]).await;
    fill(&ours).await;
    let before = state(&drill.database, &ours.workspace).await;
    let (all, one) = (drill.file("all.backup"), drill.file("one.backup"));
    drill.does(&["backup"], &all);
    drill.does(&["backup", "--workspace", &ours.workspace], &one);

    for (file, words) in [
        (&one, vec!["restore"]),
        (&one, vec!["restore", "--workspace", ours.workspace.as_str()]),
        (&all, vec!["restore", "--workspace", ours.workspace.as_str()]),
    ] {
        ours.ticket(0).await;
        theirs.ticket(0).await;
        let (mut inside, mut outside) = (ours.socket(0).await, theirs.socket(0).await);
        wreck(&drill.database, &ours.workspace).await;
        let elsewhere = state(&drill.database, &theirs.workspace).await;
        drill.does(&words, file);

        assert_eq!(state(&drill.database, &ours.workspace).await, before, "{words:?}");
        assert_eq!(state(&drill.database, &theirs.workspace).await, elsewhere, "the other one is as it was");
        assert_eq!(inside.end().await, 1012, "its sockets are sent to the snapshot");
        outside.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": Uuid::now_v7()})).await;
        until("the workspace can be edited again", || async {
            ours.post(0, &json!({"kind": "workspace.update", "patch": {"name": "Team"}})).await.status == 200
        })
        .await;
    }
}

#[actix_web::test]
async fn a_restore_names_members_who_are_back_and_voids_open_invitations() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    let file = drill.file("one.backup");
    drill.does(&["backup", "--workspace", &team.workspace], &file);
    let invitation = team.people[0].client.post(&team.path("invitations"), &json!({})).await.json();
    let removed = team.post(0, &json!({"kind": "member.remove", "userId": team.people[1].id})).await;
    assert_eq!(removed.status, 200);
    let output = drill.does(&["restore"], &file);
    assert!(
        output.err.contains("These people had left since the backup and are members again: bob."),
        "{}",
        output.err
    );
    let path = format!("/api/invitations/{}", invitation["token"].as_str().expect("a token"));
    assert_eq!(team.people[1].client.get(&path).await.status, 404);
}

#[actix_web::test]
async fn ad4_ad7_a_restore_brings_back_no_removed_domain_and_forgets_no_former_address() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    let (ann, bob) = (&team.people[0].client, &team.people[1]);
    let rows =
        async |table: &str| scalar(&mut drill.database.connect().await, &format!("select count(*) from {table}")).await;
    assert_eq!(ann.post(&team.path("domains"), &json!({"domain": "example.org", "role": "member"})).await.status, 200);
    let (one, all) = (drill.file("one.backup"), drill.file("all.backup"));
    drill.does(&["backup", "--workspace", &team.workspace], &one);
    drill.does(&["backup"], &all);
    drill.does(&["restore"], &one);
    assert_eq!((rows("join_domains").await, rows("former_addresses").await), (1, 0), "the domain is still listed");
    assert_eq!(ann.post(&team.path("domains/remove"), &json!({"domain": "example.org"})).await.status, 200);
    assert_eq!(bob.client.post("/api/me/delete", &json!({"password": bob.password})).await.status, 204);
    for file in [&one, &all] {
        drill.does(&["restore"], file);
        assert_eq!((rows("join_domains").await, rows("former_addresses").await), (0, 1), "{}", file.display());
    }
}

#[actix_web::test]
async fn oa10_a_restore_brings_back_no_app_that_was_removed_and_ends_the_keys_of_apps_that_are_gone() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    let (removed, kept) = (app(&team).await, app(&team).await);
    let file = drill.file("all.backup");
    drill.does(&["backup"], &file);
    let remove = team.path(&format!("apps/{removed}/remove"));
    assert_eq!(team.people[0].client.post(&remove, &json!({})).await.status, 204);
    let mut db = drill.database.connect().await;
    let ids = "select coalesce(array_agg(id::text order by id), '{}') from apps";
    for words in [vec!["restore"], vec!["restore", "--workspace", team.workspace.as_str()]] {
        let left = key(&team, 1, &drill.node, &kept).await;
        let lost = key(&team, 1, &drill.node, &app(&team).await).await;
        drill.does(&words, &file);
        let apps: Vec<String> = sqlx::query_scalar(ids).fetch_one(&mut db).await.expect("ids");
        assert_eq!(apps, std::slice::from_ref(&kept), "{words:?}");
        assert_eq!(status(&drill.node, &team, &lost).await, 401, "{words:?}");
        until("the key of the other app works", async || status(&drill.node, &team, &left).await == 200).await;
    }
    wreck(&drill.database, &team.workspace).await;
    drill.does(&["restore", "--workspace", &team.workspace], &file);
    let apps: Vec<String> = sqlx::query_scalar(ids).fetch_one(&mut db).await.expect("ids");
    assert_eq!(apps, [removed, kept], "a workspace that was lost gets all its apps");
}

#[actix_web::test]
async fn ac7_a_restore_of_one_workspace_does_not_bring_back_the_name_of_a_deleted_person() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    let file = drill.file("all.backup");
    drill.does(&["backup"], &file);
    let bob = &team.people[1];
    assert_eq!(bob.client.post("/api/me/delete", &json!({"password": bob.password})).await.status, 204);
    let nameless = format!(
        "select count(*) from members where workspace_id = '{}' and id = '{}' and firstname = 'Deleted' and state = 'left'",
        team.workspace, bob.id
    );
    let is_nameless = async || scalar(&mut drill.database.connect().await, &nameless).await == 1;
    until("the name is gone", is_nameless).await;
    let output = drill.does(&["restore", "--workspace", &team.workspace], &file);
    assert!(!output.err.contains("bob"), "{}", output.err);
    until("the name is gone again", is_nameless).await;
}

#[actix_web::test]
async fn a_backup_that_is_cut_damaged_foreign_or_newer_changes_nothing() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann"]).await;
    fill(&team).await;
    let file = drill.file("all.backup");
    drill.does(&["backup"], &file);
    assert_eq!(std::fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600, "q09");
    drill.refused(&["backup"], &file, "already exists");
    let whole = std::fs::read(&file).expect("bytes");
    team.ticket(0).await;
    let before = state(&drill.database, &team.workspace).await;

    let cut = drill.file("cut.backup");
    std::fs::write(&cut, &whole[..whole.len() - 20]).expect("written");
    drill.refused(&["restore"], &cut, "its end is missing");
    let damaged = drill.file("damaged.backup");
    let mut bytes = whole.clone();
    bytes[whole.len() / 2] ^= 0x10;
    std::fs::write(&damaged, bytes).expect("written");
    drill.refused(&["restore"], &damaged, "damaged");
    let newer = drill.file("newer.backup");
    std::fs::write(&newer, [b"TROUPE BACKUP 9\n", &whole[16..]].concat()).expect("written");
    drill.refused(&["restore"], &newer, "format 9");
    let foreign = drill.file("foreign.backup");
    std::fs::write(&foreign, b"-- a dump of something else").expect("written");
    drill.refused(&["restore"], &foreign, "not a backup made by Troupe");
    drill.refused(&["restore"], &drill.file("none.backup"), "cannot be read");
    drill.refused(&["restore", "--workspace", "NONE"], &file, "no workspace NONE in this backup");
    drill.refused(&["backup", "--workspace", "NONE"], &drill.file("x.backup"), "no workspace NONE in this database");
    assert!(!drill.file("x.backup").exists() && !drill.file("x.backup.unfinished").exists(), "nothing is left behind");

    let mut db = drill.database.connect().await;
    raw_sql("delete from _sqlx_migrations where version = (select max(version) from _sqlx_migrations)")
        .execute(&mut db)
        .await
        .expect("an older database");
    let mut connection = server::db::connect_unpooled(drill.database.url()).await.expect("a connection");
    let reader = server::backup::Reader::new(whole.as_slice()).expect("a backup");
    let error = server::backup::restore(&mut connection, reader, None, &store()).await.expect_err("refused");
    assert!(error.to_string().contains("newer version of Troupe"), "{error}");
    assert_eq!(state(&drill.database, &team.workspace).await, before);
}

#[actix_web::test]
async fn a_restore_that_finds_the_damage_late_leaves_everything_as_it_was() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann"]).await;
    fill(&team).await;
    let mut connection = server::db::connect_unpooled(drill.database.url()).await.expect("a connection");
    let (_, whole) = server::backup::save(&mut connection, None, &store(), Vec::new()).await.expect("saved");
    team.ticket(0).await;
    let before = state(&drill.database, &team.workspace).await;
    // Read from a pipe: the end of the file is not checked before its rows are stored.
    for length in [whole.len() / 2, whole.len() - 1] {
        let mut connection = server::db::connect_unpooled(drill.database.url()).await.expect("a connection");
        let reader = server::backup::Reader::new(&whole[..length]).expect("a beginning");
        server::backup::restore(&mut connection, reader, None, &store()).await.expect_err("cut off");
        drop(connection);
        assert_eq!(state(&drill.database, &team.workspace).await, before);
    }
}

#[actix_web::test]
async fn a_backup_is_of_one_instant_while_people_write() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann"]).await;
    let mut writer = team.socket(0).await;
    let mut asked = Vec::new();
    for n in 0..200 {
        let list = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": format!("list {n}")});
        asked.push(writer.command(&list).await);
    }
    let mut connection = server::db::connect_unpooled(drill.database.url()).await.expect("a connection");
    let (_, file) = server::backup::save(&mut connection, None, &store(), Vec::new()).await.expect("saved");
    for id in asked {
        writer.answer_to(id).await;
    }
    let other = TestDatabase::new().await;
    let mut there = server::db::connect_unpooled(other.url()).await.expect("a connection");
    let reader = server::backup::Reader::new(file.as_slice()).expect("a backup");
    server::backup::restore(&mut there, reader, None, &store()).await.expect("restored");
    let scope = &team.workspace;
    let seq = scalar(&mut there, &format!("select seq from streams where id = '{scope}'")).await;
    let answered =
        scalar(&mut there, &format!("select count(distinct seq) from commands where scope_id = '{scope}'")).await;
    let lists = scalar(&mut there, "select count(*) from lists where name like 'list %'").await;
    assert_eq!(answered, seq, "each edit up to the seq of its scope, with its answer, and none after it");
    assert!(lists <= 200 && seq >= lists, "{lists} lists at {seq}");
}

#[actix_web::test]
async fn sc12_a_workspace_from_a_backup_of_an_older_build_gets_commons_after_the_restore() {
    let drill = Drill::new().await;
    let older = older_node(&drill.database).await;
    let team = Team::new(&drill.node, &["ann", "bob"]).await;
    fill_without_files(&team).await;
    let file = drill.file("old.backup");
    drill.does(&["backup"], &file);
    let ticket = team.ticket(0).await;
    let commons = async || {
        let sql = format!("select count(*) from streams where id = '{}'", team.commons);
        scalar(&mut drill.database.connect().await, &sql).await
    };
    assert_eq!(commons().await, 0, "the backup holds the old form");
    goes(&drill.database, older).await;
    patiently(async { while commons().await == 0 {} }).await;
    drill.does(&["restore"], &file);
    patiently(async { while commons().await == 0 {} }).await;
    // The node sees the new epochs when it reads the heads.
    patiently(async { while team.socket(1).await.cursors.len() != 3 {} }).await;
    let mut socket = team.socket(1).await;
    let snapshot = String::from_utf8(team.people[1].client.get(&team.path("snapshot")).await.body).expect("text");
    assert!(!snapshot.contains(&ticket.to_string()) && snapshot.contains("child"), "the state of the backup");
    socket.does(&json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Later"})).await;
}

#[actix_web::test]
async fn no_table_is_forgotten_by_a_backup() {
    let database = TestDatabase::new().await;
    let tables: Vec<String> = sqlx::query_scalar(
        "select relname::text from pg_class where relnamespace = 'public'::regnamespace
         and relkind in ('r', 'p') and not relispartition and relname <> '_sqlx_migrations'",
    )
    .fetch_all(&mut database.connect().await)
    .await
    .expect("tables");
    let saved = server::backup::tables().into_iter().map(|table| table.name);
    let mut listed: Vec<&str> = saved.chain(server::backup::LEFT_OUT.iter().map(|(name, _)| *name)).collect();
    listed.sort_unstable();
    let mut there: Vec<&str> = tables.iter().map(String::as_str).collect();
    there.sort_unstable();
    assert_eq!(there, listed, "a table is either saved or left out for a reason: server/src/backup/tables.rs");
}

#[actix_web::test]
async fn ak14_a_restore_revives_no_key_of_the_workspace_that_was_revoked_and_keeps_the_others() {
    let drill = Drill::new().await;
    let team = Team::new(&drill.node, &["ann"]).await;
    let make = async |name: &str| {
        let body = json!({"name": name, "capabilities": []});
        team.people[0].client.post(&team.path("workspace-keys"), &body).await.json()
    };
    let (kept, revoked) = (make("kept").await, make("revoked").await);
    let file = drill.file("all.backup");
    drill.does(&["backup"], &file);
    let later = make("later").await;
    let revoke = team.path(&format!("workspace-keys/{}/revoke", revoked["apiKey"]["id"].as_str().expect("an id")));
    assert_eq!(team.people[0].client.post(&revoke, &json!({})).await.status, 204);
    drill.does(&["restore"], &file);
    let status = async |made: &Value| {
        let client = drill.node.client().with_token(made["key"].as_str().expect("a key"));
        client.get(&team.path("components")).await.status.as_u16()
    };
    until("the node has read the restored workspace", async || status(&kept).await == 200).await;
    assert_eq!((status(&revoked).await, status(&later).await), (401, 401));
    let listed = team.people[0].client.get(&team.path("workspace-keys")).await.json();
    assert_eq!(listed["keys"].as_array().map(Vec::len), Some(1), "{listed}");
}
