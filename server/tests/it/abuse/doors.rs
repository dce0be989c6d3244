//! C12, C26: each cell of docs/RIGHTS.md by each role, in an open list, in restricted lists at and below the level that the
//! capability takes, and in a list that the person does not see; over the socket and over HTTP.

mod page;
mod targets;

use std::collections::{BTreeMap, BTreeSet};

use actors::domain::command::Command;
use actors::domain::ids::WorkspaceId;
use actors::domain::kinds::role::BuiltIn;
use serde_json::{Value, json};

use self::page::{Cell, Row, page};
use self::targets::{Place, Targets, kinds};
use crate::import::upload;
use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Answer, TestDatabase, TestNode};

/// Olga founds the workspace and makes all things. Behind her stands a person for each column of the page; Zoe is the
/// member on whom the others act.
const NAMES: [&str; 8] = ["olga", "otto", "adam", "mia", "cora", "vera", "gus", "zoe"];
pub const ROLES: [BuiltIn; 6] =
    [BuiltIn::Owner, BuiltIn::Admin, BuiltIn::Member, BuiltIn::Commenter, BuiltIn::Viewer, BuiltIn::Guest];

/// The outcome that the page promises. `gate` is the capability that the command asks for before it looks anything up.
fn promised(row: &Row, gate: Option<&Row>, column: usize, place: Place, own: bool) -> &'static str {
    let sees = match place {
        Place::Open => ROLES[column] != BuiltIn::Guest,
        Place::Shared(_) | Place::Workspace => true,
        Place::Unseen => false,
    };
    let is_low = matches!(place, Place::Shared(level) if level < row.share);
    match row.cells[column] {
        _ if gate.is_some_and(|gate| gate.cells[column] == Cell::No) => "forbidden",
        _ if !sees => "not_found",
        Cell::No => "forbidden",
        Cell::Own if !own => "forbidden",
        _ if is_low => "forbidden",
        _ => "allowed",
    }
}

fn outcome(status: &str) -> String {
    if status.is_empty() { "allowed".to_owned() } else { status.to_owned() }
}

async fn by_socket(socket: &mut Socket, command: &Value) -> String {
    let answer = socket.ask(command).await;
    outcome(answer["error"]["code"].as_str().unwrap_or_default())
}

fn by_http(answer: &Answer) -> String {
    if answer.status.is_success() { "allowed".to_owned() } else { answer.refusal().1 }
}

/// A workspace with a person for each role.
async fn cast(node: &TestNode) -> Team {
    let team = Team::new(node, &NAMES).await;
    let workspace = WorkspaceId(team.workspace.parse().expect("an id"));
    for (n, role) in ROLES.into_iter().enumerate() {
        let held = match role {
            BuiltIn::Commenter | BuiltIn::Viewer => json!(role.id(workspace)),
            _ => json!(role.word()),
        };
        let command = json!({"kind": "member.setRole", "userId": team.people[n + 1].id, "role": held});
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    team
}

const GENEROUS: [(&str, &str); 6] = [
    ("TROUPE_COMMANDS_PER_SECOND", "100000"),
    ("TROUPE_COMMANDS_BURST", "100000"),
    ("TROUPE_API_PER_SECOND", "100000"),
    ("TROUPE_API_BURST", "100000"),
    ("TROUPE_AUTH_PER_SECOND", "100000"),
    ("TROUPE_AUTH_BURST", "100000"),
];

#[actix_web::test]
async fn c12_c26_every_command_has_the_outcome_of_the_page_of_rights_on_the_socket_and_over_http() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &GENEROUS).await;
    let team = cast(&node).await;
    let page = page();
    let mut sockets = Vec::new();
    for n in 0..NAMES.len() {
        sockets.push(team.socket(n).await);
    }
    let mut targets = Targets::new(&team, sockets.remove(0)).await;
    let mut wrong = Vec::new();
    let mut tried = 0;
    let mut outcomes: BTreeMap<String, usize> = BTreeMap::new();
    for kind in kinds() {
        let (row, gate) = (&page[kind.capability], kind.gate.map(|gate| &page[gate]));
        for place in kind.places(row.share) {
            for own in [false, true].into_iter().filter(|own| !own || kind.has_own) {
                for (column, role) in ROLES.into_iter().enumerate() {
                    let promised = promised(row, gate, column, place, own);
                    if own && promised != "allowed" {
                        // A person makes own things where the page lets them work.
                        continue;
                    }
                    if !own && kind.word == "comment.update" {
                        // Only its author edits a comment.
                        continue;
                    }
                    for is_socket in [true, false] {
                        let by = column + 1;
                        let maker = if own { Some(&mut sockets[column]) } else { None };
                        let command = targets.command(&kind, place, maker).await;
                        let got = if is_socket {
                            by_socket(&mut sockets[column], &command).await
                        } else {
                            by_http(&team.post(by, &command).await)
                        };
                        tried += 1;
                        *outcomes.entry(got.clone()).or_default() += 1;
                        if got != "forbidden" && got != "not_found" {
                            targets.used(&kind, place);
                        }
                        if got != promised {
                            let door = if is_socket { "socket" } else { "HTTP" };
                            wrong.push(format!(
                                "{:?}, {door}, {place:?}, own: {own}: {got} instead of {promised}: {command}",
                                role
                            ));
                        }
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {tried}:\n{}", wrong.len(), wrong.join("\n"));
    assert_eq!(outcomes.keys().collect::<Vec<_>>(), ["allowed", "forbidden", "not_found"], "{outcomes:?}");
    // Only owners hand a workspace over, and each person may leave: see `members`. No capability decides on a person's own
    // inbox: the tests of the domain show who may write a row there (IN4).
    let others = ["member.handOver", "subscription.update", "preferences.update"];
    let tested: BTreeSet<&str> = kinds().iter().map(|kind| kind.word).chain(others).collect();
    assert_eq!(tested, Command::KINDS.iter().copied().collect(), "every kind of command has a row");
}

#[actix_web::test]
async fn c12_c26_every_call_over_http_has_the_outcome_of_the_page_of_rights() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &GENEROUS).await;
    let team = cast(&node).await;
    let page = page();
    let mut targets = Targets::new(&team, team.socket(0).await).await;
    let open = targets.ticket(Place::Open).await;
    let level = page["read"].share;
    let (shared, unseen) = (targets.ticket(Place::Shared(level)).await, targets.ticket(Place::Unseen).await);
    let found_by = async |n: usize| {
        let answer = team.people[n].client.get(&team.path("search?q=task")).await;
        let text = String::from_utf8(answer.body).expect("text");
        [open, shared, unseen].map(|ticket| text.contains(&ticket.to_string()))
    };
    // Olga sees all three once the node has read them.
    let begun = std::time::Instant::now();
    while found_by(0).await != [true; 3] {
        assert!(begun.elapsed() < std::time::Duration::from_secs(30), "never read");
        actix_web::rt::time::sleep(std::time::Duration::from_millis(200)).await;
    }
    for (column, role) in ROLES.into_iter().enumerate() {
        let client = &team.people[column + 1].client;
        let has = |capability: &str| page[capability].cells[column] == Cell::Yes;
        let expect = |capability: &str| if has(capability) { "allowed" } else { "forbidden" };
        for (method, path, capability) in [
            ("GET", "invitations", "invite"),
            ("POST", "invitations", "invite"),
            ("GET", "people", "manageMembers"),
            ("GET", "people?format=csv", "manageMembers"),
            ("GET", "audit", "readAudit"),
            ("GET", "audit?format=csv", "readAudit"),
            ("GET", "workspace-keys", "manageApiKeys"),
        ] {
            let answer = match method {
                "GET" => client.get(&team.path(path)).await,
                _ => client.post(&team.path(path), &json!({"role": "guest"})).await,
            };
            assert_eq!(by_http(&answer), expect(capability), "{:?} {method} {path}", role);
        }
        let mail = json!({"addresses": format!("new{column}@example.org"), "role": "guest"});
        let answer = client.post(&team.path("invitations/mail"), &mail).await;
        assert_eq!(by_http(&answer), expect("invite"), "{:?} mails", ROLES[column]);
        for dry_run in ["true", "false"] {
            let fields = [("format", "csv"), ("dryRun", dry_run)];
            let answer = upload(client, &team.workspace, &fields, "a.csv", b"title\nOne\n").await;
            assert_eq!(by_http(&answer), expect("import"), "{:?} import", ROLES[column]);
        }
        // Who sees a ticket reads it with its history, whatever the role.
        let seen = if has("read") { "allowed" } else { "not_found" };
        for (ticket, expected) in [(open, seen), (shared, "allowed"), (unseen, "not_found")] {
            for rest in ["", "/activities", "/descriptions", "/versions"] {
                let answer = client.get(&team.path(&format!("tickets/{ticket}{rest}"))).await;
                assert_eq!(by_http(&answer), expected, "{:?} {rest}", ROLES[column]);
            }
        }
        assert_eq!(found_by(column + 1).await, [has("read"), true, false], "{:?} searches", ROLES[column]);
        let snapshot = String::from_utf8(client.get(&team.path("snapshot")).await.body).expect("text");
        let holds = |ticket: uuid::Uuid| snapshot.contains(&ticket.to_string());
        assert_eq!((holds(open), holds(shared), holds(unseen)), (has("read"), true, false), "{:?}", ROLES[column]);
    }
}

#[actix_web::test]
async fn c12_c26_presence_names_a_place_to_the_roles_that_see_it_and_to_no_others() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &GENEROUS).await;
    let team = cast(&node).await;
    let page = page();
    let mut targets = Targets::new(&team, team.socket(0).await).await;
    let places = [Place::Open, Place::Shared(page["read"].share), Place::Unseen];
    for place in places {
        let ticket = targets.ticket(place).await;
        let mut olga = team.socket(0).await;
        olga.send(&json!({"type": "presence", "ticketId": ticket, "state": "editing"})).await;
        until_shown(&mut olga, &team.people[0].id, "editing").await;
        for (column, role) in ROLES.into_iter().enumerate() {
            let reads = page["read"].cells[column] == Cell::Yes;
            let sees = matches!(place, Place::Shared(_)) || (reads && place == Place::Open);
            let mut socket = team.socket(column + 1).await;
            // Each frame names all people who are here, so one that names this person's own state is late enough.
            socket.send(&json!({"type": "presence", "state": "away"})).await;
            let members = until_shown(&mut socket, &team.people[column + 1].id, "away").await;
            let named = members.iter().any(|it| it["ticketId"] == json!(ticket));
            assert_eq!(named, sees, "{:?} {place:?}", role);
        }
        drop(olga);
    }
}

/// Reads until a frame of presence shows a person in a state, and returns the people of that frame.
async fn until_shown(socket: &mut Socket, user: &str, state: &str) -> Vec<Value> {
    loop {
        let frame = socket.next_of("presence").await;
        let members = frame["members"].as_array().expect("members").clone();
        if members.iter().any(|it| it["userId"] == user && it["state"] == state) {
            return members;
        }
    }
}
