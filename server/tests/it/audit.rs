//! The audit log of a workspace (C12, M02, M04, N01, N02, Q11).

use serde_json::{Value, json};
use sqlx::{Executor, PgConnection};
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Answer, Client, TestDatabase, TestNode, Troupe, scratch_folder};

const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

async fn read(client: &Client, team: &Team, query: &str) -> Value {
    let answer = client.get(&team.path(&format!("audit{query}"))).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    answer.json()
}

/// The records that a query finds, newest first.
async fn records(team: &Team, query: &str) -> Vec<Value> {
    read(&team.people[0].client, team, query).await["records"].as_array().cloned().expect("a list")
}

/// The newest record of a kind.
async fn newest(team: &Team, kind: &str) -> Value {
    records(team, &format!("?limit=1&kind={kind}")).await.pop().expect("a record")
}

fn kinds(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["kind"].as_str().expect("a kind")).collect()
}

/// Kind, author, subject, before and after of a record.
fn what(record: &Value) -> Value {
    json!([record["kind"], record["userId"], record["subjectId"], record["before"], record["after"]])
}

async fn does(team: &Team, by: usize, command: Value) {
    let answer = team.post(by, &command).await;
    assert_eq!(answer.status, 200, "{command}: {:?}", answer.json());
}

async fn refused(database: &mut PgConnection, sql: &'static str) -> String {
    let error = database.execute(sql).await.expect_err("refused");
    error.into_database_error().expect("the database's own").message().to_owned()
}

const KEPT: &str = "records of the audit log are not changed, and not deleted before their time";

#[actix_web::test]
async fn q11_each_change_of_members_and_of_the_workspace_is_recorded_with_its_author_before_and_after() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "leo"]).await;
    let id = |n: usize| json!(team.people[n].id);
    let list = Uuid::now_v7();
    for command in [
        json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true}),
        json!({"kind": "share.set", "listId": list, "userId": id(1), "level": "view"}),
        json!({"kind": "share.set", "listId": list, "userId": id(1), "level": "edit"}),
        json!({"kind": "share.remove", "listId": list, "userId": id(1)}),
        json!({"kind": "workspace.update", "patch": {"name": "Crew"}}),
    ] {
        does(&team, 0, command).await;
    }
    does(&team, 0, json!({"kind": "member.setRole", "userId": id(1), "role": "admin"})).await;
    does(&team, 1, json!({"kind": "member.deactivate", "userId": id(2)})).await;
    does(&team, 1, json!({"kind": "member.restore", "userId": id(2)})).await;
    does(&team, 1, json!({"kind": "member.remove", "userId": id(2)})).await;
    does(&team, 1, json!({"kind": "member.remove", "userId": id(1)})).await;
    does(&team, 0, json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Not a right"})).await;
    let mut all = records(&team, "").await;
    all.retain(|record| record["kind"].as_str().is_some_and(|kind| !kind.starts_with("invitation")));
    let expected = [
        json!(["memberLeft", id(1), id(1), {"state": "active"}, {"state": "left"}]),
        json!(["memberRemoved", id(1), id(2), {"state": "active"}, {"state": "left"}]),
        json!(["memberRestored", id(1), id(2), {"state": "left", "deactivated": true}, {"state": "active"}]),
        json!(["memberDeactivated", id(1), id(2), {"state": "active"}, {"state": "left", "deactivated": true}]),
        json!(["memberRoleChanged", id(0), id(1), {"role": "member"}, {"role": "admin"}]),
        json!(["workspaceChanged", id(0), team.workspace, {"name": "Team"}, {"name": "Crew"}]),
        json!(["listSharingChanged", id(0), id(1), {"level": "edit"}, {"listId": list}]),
        json!(["listSharingChanged", id(0), id(1), {"level": "view"}, {"level": "edit", "listId": list}]),
        json!(["listSharingChanged", id(0), id(1), null, {"level": "view", "listId": list}]),
        json!(["listSharingChanged", id(0), id(0), null, {"level": "manage", "listId": list}]),
        json!(["memberJoined", id(2), id(2), null, {"role": "member", "state": "active", "invitedBy": id(0)}]),
    ];
    assert!(!json!(all).to_string().contains("Secret"), "a restricted list is shown by its id");
    assert_eq!(all.iter().take(11).map(what).collect::<Vec<_>>(), expected);
    let founding = &kinds(&all)[all.len() - 2..];
    assert!(founding.contains(&"workspaceCreated") && founding.contains(&"memberJoined"), "{founding:?}");
}

#[actix_web::test]
async fn q11_a_record_names_the_address_and_the_device_of_a_socket_and_of_a_call() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let from = [("origin", node.url()), ("x-forwarded-for", "203.0.113.9"), ("user-agent", FIREFOX)];
    let mut socket = crate::protocol::socket::Socket::upgrade(node.url(), &from).await.expect("let in");
    socket.hello(team.people[0].token(), &team.workspace, &json!(null)).await;
    let give = |role: &str| json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
    socket.does(&give("admin")).await;
    let record = newest(&team, "memberRoleChanged").await;
    assert_eq!((&record["address"], &record["device"]), (&json!("203.0.113.9"), &json!("Firefox on Linux")));

    let far = team.people[0].client.with_header("x-forwarded-for", "2001:db8::7").with_header("user-agent", "curl/8");
    let call = json!({"id": Uuid::now_v7(), "command": give("member")});
    assert_eq!(far.post(&team.path("commands"), &call).await.status, 200);
    let record = newest(&team, "memberRoleChanged").await;
    assert_eq!((&record["address"], &record["device"]), (&json!("2001:db8::7"), &Value::Null));
    assert_eq!(far.post(&team.path("invitations"), &json!({})).await.status, 201);
    assert_eq!(newest(&team, "invitationLinkCreated").await["address"], "2001:db8::7");
}

#[actix_web::test]
async fn q11_commands_of_one_round_are_recorded_one_by_one_and_a_refused_or_repeated_one_is_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mut socket = team.socket(0).await;
    let before = records(&team, "").await.len();
    let mut sent = Vec::new();
    for role in ["admin", "guest", "member", "admin"] {
        sent.push(socket.command(&json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role})).await);
    }
    for id in sent {
        assert_eq!(socket.answer_to(id).await["type"], "ack");
    }
    let again = json!({"id": Uuid::now_v7(), "command": {"kind": "member.setRole", "userId": team.people[1].id, "role": "guest"}});
    for _ in 0..2 {
        assert_eq!(team.people[0].client.post(&team.path("commands"), &again).await.status, 200);
    }
    let only_owner = json!({"kind": "member.remove", "userId": team.people[0].id});
    assert_eq!(team.post(0, &only_owner).await.status, 409);
    let all = records(&team, "").await;
    let roles: Vec<&str> = all[..5].iter().map(|it| it["after"]["role"].as_str().expect("a role")).collect();
    assert_eq!((all.len() - before, roles), (5, vec!["guest", "admin", "member", "guest", "admin"]));
}

#[actix_web::test]
async fn q11_each_step_of_an_invitation_is_recorded_in_the_transaction_of_the_step() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let olga = &team.people[0];
    let (ann, bob) = (node.sign_up_user("ann").await, node.sign_up_user("bob").await);
    let mail = json!({"addresses": "ann@example.org bob@example.org", "role": "admin"});
    assert_eq!(olga.client.post(&team.path("invitations/mail"), &mail).await.status, 201);
    let open = olga.client.get(&team.path("invitations")).await.json();
    let id = |email: &str| {
        let all = open["invitations"].as_array().expect("a list");
        all.iter().find(|it| it["email"] == email).expect("the invitation")["id"].as_str().expect("an id").to_owned()
    };
    let (hers, his) = (id("ann@example.org"), id("bob@example.org"));
    let resend = team.path(&format!("invitations/{hers}/resend"));
    assert_eq!(olga.client.post(&resend, &json!({})).await.status, 204);
    let accept = format!("/api/me/invitations/{hers}/accept");
    for _ in 0..2 {
        let status = ann.client.post(&accept, &json!({})).await.status.as_u16();
        assert!([200, 404].contains(&status), "{status}");
    }
    let decline = format!("/api/me/invitations/{his}/decline");
    assert_eq!(bob.client.post(&decline, &json!({})).await.status, 204);
    let link = olga.client.post(&team.path("invitations"), &json!({"unlimited": true})).await;
    assert_eq!(link.status, 201);
    let open = olga.client.get(&team.path("invitations")).await.json();
    let link = open["invitations"][0]["id"].as_str().expect("a link").to_owned();
    for _ in 0..2 {
        let revoke = team.path(&format!("invitations/{link}/revoke"));
        assert_eq!(olga.client.post(&revoke, &json!({})).await.status, 204);
    }
    let all = records(&team, "").await;
    let mut steps: Vec<Value> = all.iter().rev().skip(2).map(what).collect();
    // Records of commands and of invitations have the clock of the node and of the database.
    steps.sort_by_key(Value::to_string);
    let sent = |id: &str, email: &str| json!(["invitationSent", olga.id, id, null, {"role": "admin", "days": 7, "email": email}]);
    let mail = |email: &str| json!({"role": "admin", "email": email});
    let mut expected = [
        sent(&hers, "ann@example.org"),
        sent(&his, "bob@example.org"),
        json!(["invitationResent", olga.id, hers, null, mail("ann@example.org")]),
        json!(["invitationAccepted", ann.id, hers, null, mail("ann@example.org")]),
        json!(["memberJoined", ann.id, ann.id, null, {"role": "admin", "state": "active", "invitedBy": olga.id}]),
        json!(["invitationDeclined", bob.id, his, mail("bob@example.org"), null]),
        json!(["invitationLinkCreated", olga.id, link, null, {"role": "member", "days": 7, "uses": null}]),
        json!(["invitationRevoked", olga.id, link, {"role": "member"}, null]),
    ];
    expected.sort_by_key(Value::to_string);
    assert_eq!(steps, expected);
}

#[actix_web::test]
async fn c12_only_holders_of_the_capability_read_the_log_and_addresses_are_for_those_who_manage_members() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "mia", "gus"]).await;
    does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"})).await;
    does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[3].id, "role": "guest"})).await;
    let mail = json!({"addresses": "zoe@example.org"});
    assert_eq!(team.people[0].client.post(&team.path("invitations/mail"), &mail).await.status, 201);
    for path in ["audit", "audit?format=csv", "audit?format=json", "audit?nonsense=1"] {
        for by in [1, 2, 3] {
            let answer = team.people[by].client.get(&team.path(path)).await;
            assert_eq!(answer.refusal(), (403, "forbidden".to_owned()), "{path}");
        }
    }
    assert_eq!(newest(&team, "invitationSent").await["after"]["email"], "zoe@example.org");
    // A role that may read the log and may not manage members.
    let mut inside = database.connect().await;
    let auditor = Uuid::now_v7();
    let workspace: Uuid = team.workspace.parse().expect("an id");
    let mia: Uuid = team.people[2].id.parse().expect("an id");
    sqlx::query(
        "insert into roles (workspace_id, id, scope_id, version, name, capabilities, created_at)
         values ($1, $2, $1, 0, 'Auditor', '{read,readAudit}', now())",
    )
    .bind(workspace)
    .bind(auditor)
    .execute(&mut inside)
    .await
    .expect("stored");
    let hold = "update members set role = $1::text where id = $2";
    sqlx::query(hold).bind(auditor.to_string()).bind(mia).execute(&mut inside).await.expect("changed");
    let mias = &team.people[2].client;
    let page = read(mias, &team, "?kind=invitationSent").await;
    assert_eq!(
        (&page["records"][0]["after"], &page["mayKeep"]),
        (&json!({"role": "member", "days": 7}), &json!(false))
    );
    for format in ["csv", "json"] {
        let file = mias.get(&team.path(&format!("audit?format={format}"))).await;
        let text = String::from_utf8(file.body).expect("text");
        assert!(text.contains("invitationSent") && !text.contains("zoe@example.org"), "{text}");
    }
    let keep = mias.post(&team.path("audit/retention"), &json!({"days": 30})).await;
    assert_eq!(keep.refusal(), (403, "forbidden".to_owned()));
}

#[actix_web::test]
async fn m04_pages_and_filters_of_the_log_lose_and_repeat_nothing_and_stay_in_their_workspace() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let other = Team::new(&node, &["bruno"]).await;
    for role in ["admin", "member", "admin", "guest", "member"] {
        does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role})).await;
    }
    let all = records(&team, "").await;
    let mut paged = Vec::new();
    let mut query = "?limit=3".to_owned();
    loop {
        let page = read(&team.people[0].client, &team, &query).await;
        paged.extend(page["records"].as_array().cloned().expect("a list"));
        // Records that are written meanwhile are on no later page.
        does(&team, 0, json!({"kind": "workspace.update", "patch": {"name": Uuid::now_v7()}})).await;
        let Some(next) = page["next"].as_str() else { break };
        query = format!("?limit=3&before={next}");
    }
    assert_eq!(paged, all);

    let by_mia = records(&team, &format!("?by={}", team.people[1].id)).await;
    let mut of_mia = kinds(&by_mia);
    of_mia.sort_unstable();
    assert_eq!(of_mia, ["invitationAccepted", "memberJoined"]);
    let changes = records(&team, "?kind=memberRoleChanged").await;
    assert_eq!(changes.len(), 5);
    let (first, last) = (changes[4]["at"].as_str().expect("a time"), changes[0]["at"].as_str().expect("a time"));
    let between = records(&team, &format!("?kind=memberRoleChanged&from={first}&to={last}")).await;
    assert_eq!(between, changes[1..], "the first instant is in, the last one is not");

    let theirs = read(&other.people[0].client, &other, "").await["records"][0].clone();
    let foreign = records(&team, &format!("?before={}", theirs["id"].as_str().expect("an id"))).await;
    assert!(foreign.iter().all(|record| record["userId"] != theirs["userId"]));
    assert_eq!(records(&team, &format!("?by={}", other.people[0].id)).await, Vec::<Value>::new());
    let stranger = other.people[0].client.get(&team.path("audit")).await;
    assert_eq!(stranger.status, 404);
    for (query, field) in [("limit=0", "limit"), ("before=x", "before"), ("kind=x", "kind"), ("format=xlsx", "format")]
    {
        let answer = team.people[0].client.get(&team.path(&format!("audit?{query}"))).await;
        assert_eq!((answer.refusal().0, answer.field().as_deref()), (422, Some(field)), "{query}");
    }
}

#[actix_web::test]
async fn n01_the_files_of_the_log_hold_all_records_and_no_formula() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let workspace: Uuid = team.workspace.parse().expect("an id");
    let mut inside = database.connect().await;
    inside.execute("update members set firstname = '@SUM(1)', lastname = ''").await.expect("changed");
    // More records than are read at a time.
    sqlx::query(
        "insert into audit (workspace_id, id, at, kind, user_id, subject_id, after)
         select $1, audit_id(), now(), 'memberJoined', $2, $1, jsonb_build_object('n', n) from generate_series(1, 2345) n",
    )
    .bind(workspace)
    .bind(team.people[0].id.parse::<Uuid>().expect("an id"))
    .execute(&mut inside)
    .await
    .expect("stored");
    let get = async |query: &str| -> Answer { team.people[0].client.get(&team.path(&format!("audit?{query}"))).await };
    let json = get("format=json").await;
    assert_eq!(json.header("content-disposition"), Some("attachment; filename=\"audit-log.json\""));
    let records = json.json().as_array().cloned().expect("a list");
    assert_eq!(records.len(), 2_345 + 2, "with those of the founding");
    assert!(records.windows(2).all(|two| two[0]["id"].as_str() > two[1]["id"].as_str()), "newest first");
    let csv = get("format=csv&kind=memberJoined").await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = String::from_utf8(csv.body).expect("text");
    let head = "\"Time\",\"Person\",\"Person ID\",\"Kind\",\"Subject\",\"Subject ID\",\"Before\",\"After\",\"IP address\",\"Device\"";
    assert_eq!((text.lines().count(), text.lines().next()), (2_345 + 2, Some(head)));
    assert!(text.lines().nth(1).is_some_and(|line| line.contains("\"'@SUM(1)\"")), "{:?}", text.lines().nth(1));
    let nothing = get("format=json&kind=roleDeleted").await;
    assert_eq!(nothing.json(), json!([]));
}

#[actix_web::test]
async fn q11_the_database_refuses_to_change_a_record_and_to_delete_it_before_its_time() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let mut inside = database.connect().await;
    let before = records(&team, "").await;
    for sql in [
        "update audit set user_id = null",
        "update audit set at = at - interval '20 years'",
        "delete from audit",
        "delete from audit where true",
        "truncate audit",
        "with gone as (delete from audit returning 1) select count(*) from gone",
    ] {
        assert_eq!(refused(&mut inside, sql).await, KEPT, "{sql}");
    }
    for days in ["29", "3651", "0", "-1"] {
        let workspace = &team.workspace;
        let sql = format!("insert into audit_settings values ('{workspace}', {days})");
        inside.execute(sqlx::AssertSqlSafe(sql)).await.expect_err("out of bounds");
    }
    assert_eq!(records(&team, "").await, before);
}

#[actix_web::test]
async fn the_log_is_kept_as_long_as_an_owner_has_set_and_older_records_go() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam"]).await;
    does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"})).await;
    let mut inside = database.connect().await;
    let workspace: Uuid = team.workspace.parse().expect("an id");
    for days in [20, 100, 400] {
        sqlx::query(
            "insert into audit (workspace_id, id, at, kind, subject_id, after)
             values ($1, gen_random_uuid(), now() - make_interval(days => $2), 'memberLeft', $1, jsonb_build_object('age', $2))",
        )
        .bind(workspace)
        .bind(days)
        .execute(&mut inside)
        .await
        .expect("stored");
    }
    let db = server::db::Db::connect(database.url(), &server::db::DbOptions::default()).await.expect("a pool");
    let ages = async || {
        let left = "select (after ->> 'age')::int from audit where after ? 'age' order by 1";
        let mut inside = database.connect().await;
        sqlx::query_scalar::<_, i32>(left).fetch_all(&mut inside).await.expect("ages")
    };
    server::queries::sweep::audit(&db).await.expect("swept");
    assert_eq!(ages().await, [20, 100], "a year is kept by default");

    let keep = async |by: usize, days: Value| {
        team.people[by].client.post(&team.path("audit/retention"), &json!({"days": days})).await
    };
    assert_eq!(keep(1, json!(30)).await.status, 403, "an admin is no owner");
    for days in [json!(29), json!(3_651), json!(-1), json!(1_000_000_000_000_i64)] {
        assert_eq!((keep(0, days.clone()).await.refusal().0, keep(0, days).await.field()), (422, Some("days".into())));
    }
    assert_eq!(keep(0, json!(30)).await.status, 204);
    assert_eq!(keep(0, json!(30)).await.status, 204);
    let all = records(&team, "?kind=retentionChanged").await;
    assert_eq!(all.len(), 1, "the same number again changes nothing");
    assert_eq!(
        what(&all[0]),
        json!(["retentionChanged", team.people[0].id, team.workspace, {"days": 365}, {"days": 30}])
    );
    assert_eq!(read(&team.people[0].client, &team, "").await["keepDays"], 30);
    server::queries::sweep::audit(&db).await.expect("swept");
    assert_eq!(ages().await, [20]);
    db.close().await;
}

#[actix_web::test]
async fn inv19_changes_of_members_by_older_builds_are_recorded_without_an_address() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mut inside = database.connect().await;
    let count = records(&team, "").await.len();
    let mia: Uuid = team.people[1].id.parse().expect("an id");
    // As the commit function of an older build writes: rows, and no record.
    for sql in [
        "update members set role = 'admin', version = 0 where id = $1",
        "update members set state = 'left', version = 0 where id = $1",
        "update members set firstname = 'Mia' where id = $1",
        "update members set role = 'member', state = 'active', version = 0 where id = $1",
    ] {
        sqlx::query(sql).bind(mia).execute(&mut inside).await.expect("changed");
    }
    let all = records(&team, "").await;
    let added: Vec<Value> =
        all[..all.len() - count].iter().map(|it| json!([it["kind"], it["before"], it["after"]])).collect();
    let of = |role: &str, state: &str| json!({"role": role, "state": state});
    assert_eq!(
        added,
        [
            json!(["memberJoined", of("admin", "left"), of("member", "active")]),
            json!(["memberRemoved", of("admin", "active"), of("admin", "left")]),
            json!(["memberRoleChanged", of("member", "active"), of("admin", "active")]),
        ]
    );
    assert!(all[..3].iter().all(|it| it["address"].is_null() && it["subjectId"] == json!(team.people[1].id)));
}

#[actix_web::test]
async fn inv20_a_restore_brings_the_records_of_its_file_and_keeps_those_that_came_since() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let folder = scratch_folder();
    let file = folder.path().join("all.backup");
    let troupe = |verb: &str, database: &TestDatabase| {
        let words = [verb, file.to_str().expect("text")];
        let troupe = Troupe::new(&words).set("DATABASE_URL", database.url()).set("TROUPE_DATA_DIR", folder.path());
        let output = troupe.output();
        assert_eq!(output.code, Some(0), "{verb}: {}", output.err);
    };
    assert_eq!(team.people[0].client.post(&team.path("audit/retention"), &json!({"days": 90})).await.status, 204);
    let saved = records(&team, "").await;
    troupe("backup", &database);
    does(&team, 0, json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"})).await;
    let since = records(&team, "").await;
    troupe("restore", &database);
    assert_eq!(records(&team, "").await, since, "nothing is lost, and the restored members are no news");

    let fresh = TestDatabase::new().await;
    troupe("restore", &fresh);
    let ids = "select jsonb_agg(id order by id desc) from audit";
    let restored: Value = sqlx::query_scalar(ids).fetch_one(&mut fresh.connect().await).await.expect("records");
    assert_eq!(restored, saved.iter().map(|record| record["id"].clone()).collect::<Value>());
}
