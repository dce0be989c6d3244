//! D: which events each member receives, over the socket.

use std::collections::{BTreeMap, BTreeSet};

use actors::domain::capability::Capability;
use actors::domain::ids::{ListId, WorkspaceId};
use actors::domain::kinds::role::BuiltIn;
use actors::domain::scope::list_scope;
use serde_json::{Value, json};
use uuid::Uuid;

use super::socket::{Frame, Socket};
use super::team::{Stillness, Team};
use crate::account::second_factor::App;
use crate::files::{Folder, attach, node_with};
use crate::import::{ended, upload};
use crate::support::{TestDatabase, TestNode};

const PROTOCOL: &str = include_str!("../../../../docs/PROTOCOL.md");

/// The fields of each entity in the protocol's table.
fn documented() -> BTreeMap<String, BTreeSet<String>> {
    let table = PROTOCOL.split("## Entities").nth(1).expect("the chapter");
    let rows = table.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    rows.take_while(|line| line.starts_with("| `"))
        .map(|line| {
            let quoted: Vec<&str> = line.split('`').skip(1).step_by(2).collect();
            let fields = quoted[1..].iter().flat_map(|words| words.split(' ')).map(str::to_owned).collect();
            (quoted[0].to_owned(), fields)
        })
        .collect()
}

#[actix_web::test]
async fn d10_events_have_the_documented_fields_and_no_others() {
    let database = TestDatabase::new().await;
    let folder = Folder::new();
    let node = node_with(&database, &folder, &[]).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let client = &team.people[0].client;
    let mut ann = team.socket(0).await;
    let [status, list, label, attribute, task_type, one, two, comment, link] = [(); 9].map(|()| Uuid::now_v7());
    // `share.set` takes restricted lists only, and the list of this test is open.
    let workspace = &team.workspace;
    let rows = format!(
        "insert into shares (workspace_id, id, scope_id, version, list_id, user_id, level, created_at)
             values ('{workspace}', '{one}', '{workspace}', 0, '{list}', '{one}', 'edit', now())"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(rows)).execute(&mut database.connect().await).await.expect("rows");
    let mut last = 0;
    for command in [
        json!({"kind": "workspace.update", "patch": {"name": "New", "icon": "🎭"}}),
        json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"}),
        json!({"kind": "status.create", "statusId": status, "name": "Doing", "category": "started"}),
        json!({"kind": "list.create", "listId": list, "name": "A list"}),
        json!({"kind": "label.create", "labelId": label, "name": "A label"}),
        json!({"kind": "group.create", "groupId": Uuid::now_v7(), "name": "Work"}),
        json!({"kind": "savedView.create", "savedViewId": Uuid::now_v7(), "name": "Late", "personal": true, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual", "descending": false, "columns": []}),
        json!({"kind": "baseline.create", "baselineId": Uuid::now_v7(), "name": "Plan", "personal": false}),
        json!({"kind": "template.create", "templateId": Uuid::now_v7(), "name": "Check", "tickets": [{"title": "Check"}]}),
        json!({"kind": "attribute.create", "attributeId": attribute, "name": "Sides", "type": "multiSelect", "options": [{"optionId": two, "name": "North"}]}),
        json!({"kind": "systemAttribute.set", "key": "labels", "patch": {"name": "Tags"}}),
        json!({"kind": "workCalendar.update", "patch": {"weekdays": {"add": ["saturday"]}}}),
        json!({"kind": "taskType.create", "taskTypeId": task_type, "name": "Bug"}),
        json!({"kind": "component.create", "componentId": Uuid::now_v7(), "name": "Parser"}),
        json!({"kind": "fixVersion.create", "fixVersionId": Uuid::now_v7(), "name": "Spring"}),
        json!({"kind": "sprint.create", "sprintId": Uuid::now_v7(), "name": "First"}),
        json!({"kind": "ticket.create", "ticketId": one, "title": "One", "description": "Text", "listIds": [list], "taskTypeId": task_type, "fields": {attribute.to_string(): [two]}}),
        json!({"kind": "ticket.create", "ticketId": two, "title": "Two"}),
        json!({"kind": "link.create", "linkId": link, "linkKind": "blocks", "fromTicketId": one, "toTicketId": two}),
        json!({"kind": "linkLag.set", "linkId": link, "days": 2, "ends": "startToStart"}),
        json!({"kind": "recurrence.set", "ticketId": one, "period": "week", "interval": 1, "countedFrom": "dueDate"}),
        json!({"kind": "roadmapPlace.move", "items": [{"kind": "epic", "id": one}]}),
        json!({"kind": "urlLink.create", "urlLinkId": Uuid::now_v7(), "ticketId": one, "url": "https://example.org"}),
        json!({"kind": "comment.create", "commentId": comment, "ticketId": one, "message": "hm"}),
        json!({"kind": "reaction.add", "activityId": comment, "emoji": "👍"}),
        json!({"kind": "subscription.update", "ticketId": one, "patch": {"muted": true}}),
        json!({"kind": "preferences.update", "patch": {"theme": "dark"}}),
    ] {
        last = ann.does(&command).await;
    }
    ann.read_to(&team.workspace, last).await;
    attach(client, &team.workspace, one, "a.txt", b"text").await;
    let started = upload(client, &team.workspace, &[("format", "csv")], "a.csv", b"key,title\nA-1,One\n").await;
    ended(&database, client, &team.workspace, &started).await;
    App::of(&team.people[0]).await;
    assert_eq!(client.post(&team.path("second-factor"), &json!({"required": true})).await.status, 200);

    let mut seen: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut see = |entity: &str, data: &Value| {
        let fields = data.as_object().into_iter().flatten().map(|(name, _)| name.clone());
        seen.entry(entity.to_owned()).or_default().extend(fields);
    };
    for (_, event) in &ann.events {
        for change in event["changes"].as_array().expect("changes") {
            see(change["entity"].as_str().expect("an entity"), &change["data"]);
        }
    }
    let snapshot = String::from_utf8(client.get(&team.path("snapshot")).await.body).expect("text");
    for line in snapshot.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        if let Some(entity) = line["entity"].as_str().filter(|entity| *entity != "scope") {
            see(entity, &line["data"]);
        }
        see("workspace", &line["workspace"]);
    }
    let whole = client.get(&team.path(&format!("tickets/{one}"))).await.json();
    see("ticket", &whole["ticket"]);
    for (name, entity) in [("activities", "activity"), ("reactions", "reaction")] {
        whole[name].as_array().expect("a list").iter().for_each(|it| see(entity, it));
    }
    assert_eq!(seen, documented());
}

#[actix_web::test]
async fn d15_c12_an_action_without_a_right_is_forbidden_through_every_interface() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "adam", "mia"]).await;
    let [owner, admin, member] = [0, 1, 2].map(|n| team.people[n].id.clone());
    let status = Uuid::now_v7();
    for command in [
        json!({"kind": "member.setRole", "userId": admin, "role": "admin"}),
        json!({"kind": "status.create", "statusId": status, "name": "Doing", "category": "started"}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let before = Stillness::of(&database).await;
    let by_members = [
        json!({"kind": "workspace.update", "patch": {"name": "Mine"}}),
        json!({"kind": "status.create", "statusId": Uuid::now_v7(), "name": "New", "category": "started"}),
        json!({"kind": "status.update", "statusId": status, "patch": {"name": "Mine"}}),
        json!({"kind": "status.move", "statusId": status}),
        json!({"kind": "status.delete", "statusId": status, "moveTo": status}),
        json!({"kind": "member.setRole", "userId": member, "role": "admin"}),
        json!({"kind": "member.setRole", "userId": owner, "role": "guest"}),
        json!({"kind": "member.remove", "userId": admin}),
    ];
    // C09: the requester's own rank decides.
    let by_admins = [
        json!({"kind": "member.setRole", "userId": admin, "role": "owner"}),
        json!({"kind": "member.setRole", "userId": member, "role": "owner"}),
        json!({"kind": "member.setRole", "userId": member, "role": "admin"}),
        json!({"kind": "member.setRole", "userId": owner, "role": "member"}),
        json!({"kind": "member.remove", "userId": owner}),
    ];
    for (who, commands) in [(2, &by_members[..]), (1, &by_admins[..])] {
        let mut socket = team.socket(who).await;
        for command in commands {
            assert_eq!(socket.refused(command).await.0, "forbidden", "{command}");
            assert_eq!(team.post(who, command).await.refusal(), (403, "forbidden".into()), "{command}");
        }
    }
    assert_eq!(Stillness::of(&database).await, before);
}

#[actix_web::test]
async fn cp1_a_client_gets_its_users_capabilities_and_gets_them_again_at_every_node_when_the_role_changes() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "bob"]).await;
    let mut olga = team.socket(0).await;
    let words = |role: BuiltIn| {
        let words = role.capabilities().iter().map(Capability::word);
        // Pages of the previous version know these two.
        json!(words.chain(["leave", "work"]).collect::<Vec<_>>())
    };
    let (work, all) = (words(BuiltIn::Member), words(BuiltIn::Admin));
    let mut bobs = Vec::new();
    for node in [&here, &there] {
        let url = format!("{}?schema=1", node.url());
        let mut bob = Socket::upgrade(&url, &[("origin", node.url())]).await.expect("let in");
        let welcome = bob.hello(team.people[1].token(), &team.workspace, &json!(null)).await;
        assert_eq!(welcome["capabilities"]["may"], work);
        bobs.push(bob);
    }
    let workspace = WorkspaceId(team.workspace.parse().expect("an id"));
    let mut records = [BuiltIn::Commenter, BuiltIn::Viewer].map(|role| role.id(workspace));
    records.sort_unstable();
    let below = json!(["member", "guest", records[0], records[1]]);
    for (role, may, gives) in [("admin", &all, &below), ("member", &work, &json!([]))] {
        let seq = olga.does(&json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role})).await;
        for bob in &mut bobs {
            let told = bob.next_of("capabilities").await;
            assert_eq!(told["capabilities"]["may"], *may);
            let members = told["capabilities"]["members"].as_array().expect("a list");
            assert_eq!(members.iter().find(|it| it["role"] == "guest").expect("guests")["give"], *gives);
            assert!(bob.cursors[&team.commons] >= seq, "the event with the change comes first");
        }
    }
}

#[actix_web::test]
async fn cp1_a_new_role_reaches_the_open_sockets_of_those_who_manage_members() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga"]).await;
    let mut listening = team.socket(0).await;
    let role = Uuid::now_v7();
    // Another socket sends the command: the ack and the frame come in either order.
    let mut olga = team.socket(0).await;
    olga.does(&json!({"kind": "role.create", "roleId": role, "name": "Triage", "capabilities": ["read"]})).await;
    let told = listening.next_of("capabilities").await;
    let members = told["capabilities"]["members"].as_array().expect("a list");
    assert!(members.iter().any(|it| it["role"] == json!(role)), "{told}");
}

#[actix_web::test]
async fn cp1_the_level_of_a_share_reaches_the_open_sockets_at_every_node_behind_its_event() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "bob"]).await;
    let mut olga = team.socket(0).await;
    let (list, bob) = (Uuid::now_v7().to_string(), &team.people[1]);
    let share = |level: &str| json!({"kind": "share.set", "listId": list, "userId": bob.id, "level": level});
    olga.does(&json!({"kind": "list.create", "listId": list, "name": "Secret", "restricted": true})).await;
    olga.does(&share("view")).await;
    let scope = list_scope(WorkspaceId(team.workspace.parse().expect("an id")), ListId(list.parse().expect("an id")));
    let scope = scope.0.to_string();
    let told = |level: &str, words: &[&str]| (json!({ &list: level }), json!({ level: words }));
    let mut bobs = Vec::new();
    for node in [&here, &there] {
        let url = format!("{}?schema=1", node.url());
        let mut socket = Socket::upgrade(&url, &[("origin", node.url())]).await.expect("let in");
        let welcome = socket.hello(bob.token(), &team.workspace, &json!(null)).await;
        let levels = (welcome["capabilities"]["lists"].clone(), welcome["capabilities"]["levels"].clone());
        assert_eq!(levels, told("view", &["read"]));
        bobs.push(socket);
    }
    let edit = [
        "read",
        "createTickets",
        "editTickets",
        "editOwnTickets",
        "deleteTickets",
        "deleteOwnTickets",
        "comment",
        "import",
    ];
    for (level, words) in [("comment", &["read", "comment"][..]), ("edit", &edit[..])] {
        let seq = olga.does(&share(level)).await;
        for socket in &mut bobs {
            let frame = socket.next_of("capabilities").await;
            let levels = (frame["capabilities"]["lists"].clone(), frame["capabilities"]["levels"].clone());
            assert_eq!(levels, told(level, words));
            assert!(socket.cursors[&scope] >= seq, "the event with the share comes first");
        }
    }
    olga.does(&json!({"kind": "share.remove", "listId": list, "userId": bob.id})).await;
    for socket in &mut bobs {
        assert_eq!(socket.next_of("unfollow").await["scope"], scope.as_str());
        let frame = socket.next_of("capabilities").await;
        assert_eq!(frame["capabilities"]["lists"], json!({}));
    }
}

#[actix_web::test]
async fn d07_fo2_a_member_who_becomes_a_guest_gets_no_later_event_of_the_workspace_scope() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "bob"]).await;
    for mut bob in [team.socket(1).await, team.socket_at(1, &there).await] {
        let mut olga = team.socket(0).await;
        let demote = |role: &str| json!({"kind": "member.setRole", "userId": team.people[1].id, "role": role});
        let demoted = olga.does(&demote("guest")).await;
        let canary = format!("CANARY {demoted}");
        olga.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": canary})).await;
        assert_eq!(bob.next_of("unfollow").await["scope"], team.workspace.as_str());
        // What comes in the commons comes behind it.
        let later = json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": format!("For guests {demoted}")});
        let seq = olga.does(&later).await;
        bob.read_to(&team.commons, seq).await;
        assert!(!format!("{:?}", bob.events).contains("CANARY"));
        olga.does(&demote("member")).await;
    }
}

#[actix_web::test]
async fn d08_nothing_but_a_workspace_of_ones_own_opens() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let alpha = Team::new(&node, &["ann"]).await;
    let bravo = Team::new(&node, &["bob"]).await;
    let own_scope = bravo.socket(0).await.cursors.keys().find(|id| **id != bravo.workspace).cloned().expect("a scope");
    let foreign = &alpha.workspace;
    let mut ends = BTreeSet::new();
    for wanted in [
        foreign.clone(),
        foreign.to_uppercase(),
        format!("{foreign}\n"),
        format!("{foreign},{}", bravo.workspace),
        foreign.replace('-', "%2D"),
        "*".to_owned(),
        format!("{}*", &foreign[..8]),
        format!("{}:*", bravo.workspace),
        "../".to_owned() + foreign,
        // A personal scope is no workspace, even for its owner.
        own_scope,
        Uuid::now_v7().to_string(),
        String::new(),
    ] {
        let mut socket = Socket::open(node.url()).await;
        let hello = json!({"type": "hello", "token": bravo.people[0].token(), "workspace": wanted, "protocol": 1});
        socket.send(&hello).await;
        let end = loop {
            match socket.frame().await {
                Frame::Ping(_) => {}
                end => break end,
            }
        };
        assert!(matches!(end, Frame::Close(4404, _)), "{wanted}: {end:?}");
        ends.insert(format!("{end:?}"));
    }
    assert_eq!(ends.len(), 1, "one answer for a workspace of others and for one that does not exist");
}

#[actix_web::test]
async fn d12_a_cursor_opens_nothing_that_is_not_ones_own() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ann", "bob"]).await;
    let elsewhere = Team::new(&node, &["cem"]).await;
    let (mut ann, mut cem) = (team.socket(0).await, elsewhere.socket(0).await);
    let secret = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "CANARY", "private": true});
    let shared = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "CANARY"});
    ann.does(&secret).await;
    cem.does(&shared).await;
    let mut cursors = json!({});
    for epochs in [&ann.epochs, &cem.epochs] {
        let shared = [&team.workspace, &team.commons];
        for (scope, epoch) in epochs.iter().filter(|(scope, _)| !shared.contains(scope)) {
            cursors[scope] = json!({"epoch": epoch, "seq": 0});
        }
    }
    let mut bob = Socket::open(node.url()).await;
    let welcome = bob.hello(team.people[1].token(), &team.workspace, &cursors).await;
    let scopes: Vec<String> =
        welcome["scopes"].as_array().expect("scopes").iter().map(|it| it["scope"].to_string()).collect();
    assert_eq!(scopes.len(), 3, "the commons, the workspace's and his own");
    assert!(cursors.as_object().expect("cursors").keys().all(|foreign| !scopes.contains(&json!(foreign).to_string())));
    let seq = bob.does(&json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "end"})).await;
    bob.read_to(&team.workspace, seq).await;
    assert!(!format!("{:?}", bob.events).contains("CANARY"));
}
