//! Workspaces that require a second factor (RF1 to RF8, B16, D17).

use serde_json::{Value, json};
use server::auth::forget_second_factor;
use server::db::{Db, DbOptions};
use sqlx::Executor;
use uuid::Uuid;

use super::second_factor::App;
use crate::protocol::socket::{Frame, Socket};
use crate::protocol::team::Team;
use crate::support::{Answer, PASSWORD, Person, TestDatabase, TestNode, until};

async fn requires(team: &Team, required: bool) -> Answer {
    team.people[0].client.post(&team.path("second-factor"), &json!({"required": required})).await
}

/// A team of an owner with a second factor, who requires one, and two members, of whom the first has none.
async fn strict(node: &TestNode) -> (Team, App) {
    let team = Team::new(node, &["olga", "mia", "ben"]).await;
    App::of(&team.people[0]).await;
    let bens = App::of(&team.people[2]).await;
    let answer = requires(&team, true).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    (team, bens)
}

fn names(me: &Value, list: &str) -> Vec<String> {
    let all = me[list].as_array().expect("a list");
    all.iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
}

/// The names of the workspaces that a person may open, and of those for which the person waits.
async fn lists(person: &Person) -> (Vec<String>, Vec<String>) {
    let me = person.client.get("/api/me").await.json();
    (names(&me, "workspaces"), names(&me, "waiting"))
}

fn one() -> Vec<String> {
    vec!["Team".to_owned()]
}

#[actix_web::test]
async fn rf1_an_owner_with_a_second_factor_requires_one_and_learns_how_many_have_none() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia", "ben"]).await;
    let path = team.path("second-factor");
    let [olga, mia, _] = &team.people[..] else { panic!("three people") };
    let off = json!({"required": false, "members": 3, "without": 3, "own": false});
    assert_eq!(olga.client.get(&path).await.json(), off);
    assert_eq!(mia.client.get(&path).await.refusal(), (403, "forbidden".into()));
    assert_eq!(mia.client.post(&path, &json!({"required": true})).await.refusal(), (403, "forbidden".into()));
    assert_eq!(requires(&team, true).await.refusal(), (409, "conflict".into()), "the owner has none");
    assert_eq!(olga.client.get(&path).await.json(), off, "nothing has changed");
    App::of(olga).await;
    let on = json!({"required": true, "members": 3, "without": 2, "own": true});
    assert_eq!(requires(&team, true).await.json(), on);
    assert_eq!(requires(&team, true).await.json(), on, "idempotent");
    assert_eq!(requires(&team, false).await.json()["required"], false);
    let people = olga.client.get(&team.path("people")).await.json();
    assert!(people["people"].as_array().expect("people").iter().all(|it| it["state"] == "active"), "{people}");
}

#[actix_web::test]
async fn rf2_d17_open_sockets_of_members_without_a_second_factor_close_at_every_node_and_no_door_opens() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "mia", "ben"]).await;
    let ticket = team.ticket(0).await;
    let mia = &team.people[1];
    let key =
        mia.client.post(&team.path("api-keys"), &json!({"name": "Script", "capabilities": ["editTickets"]})).await;
    let key = here.client().with_token(key.json()["key"].as_str().expect("a key"));
    let snapshot = team.path("snapshot");
    assert_eq!(key.get(&snapshot).await.status, 200);
    App::of(&team.people[0]).await;
    let bens = App::of(&team.people[2]).await;
    let mut sockets = [team.socket(1).await, team.socket_at(1, &there).await];
    let mut staying = team.socket_at(0, &there).await;
    assert_eq!(bens.codes.len(), 10);

    let asked = std::time::Instant::now();
    assert_eq!(requires(&team, true).await.json()["without"], 1);
    for socket in &mut sockets {
        assert_eq!(socket.end().await, 4403);
    }
    assert!(asked.elapsed().as_secs() < 5, "{:?}", asked.elapsed());
    staying.send(&json!({"type": "ping", "n": 1})).await;
    assert_eq!(staying.next_of("pong").await["n"], 1);
    for node in [&here, &there] {
        let client = mia.client.at(node.url());
        for path in
            ["snapshot", "people", "audit", "tickets", "api-keys", &format!("tickets/{ticket}"), "search?q=ticket"]
        {
            assert_eq!(client.get(&team.path(path)).await.refusal(), (404, "not_found".into()), "{path}");
        }
        let comment =
            json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": ticket, "message": "Hi"});
        let body = json!({"id": Uuid::now_v7(), "command": comment});
        assert_eq!(client.post(&team.path("commands"), &body).await.refusal(), (404, "not_found".into()));
        assert_eq!(key.at(node.url()).get(&snapshot).await.status, 401, "the API key opens nothing");
        let mut socket = Socket::open(node.url()).await;
        let end = socket.try_hello(mia.token(), &team.workspace, &json!(null)).await;
        assert!(matches!(end, Err(Frame::Close(4404, _))), "{end:?}");
    }
    assert_eq!(lists(mia).await, (vec![], one()));
    assert_eq!(lists(&team.people[2]).await, (one(), vec![]));
    let open = json!({"workspaceId": team.workspace});
    assert_eq!(mia.client.post("/api/me/active-workspace", &open).await.status, 404);
    let export = String::from_utf8(mia.client.get("/api/me/export").await.body).expect("text");
    assert!(!export.contains(&team.workspace), "{export}");

    // The second factor opens everything again, at once, also the API key.
    App::of(mia).await;
    assert_eq!(lists(mia).await, (one(), vec![]));
    assert_eq!(mia.client.at(there.url()).get(&snapshot).await.status, 200);
    assert_eq!(key.get(&snapshot).await.status, 200);
    team.socket(1).await;
}

#[actix_web::test]
async fn rf2_when_the_rule_ends_all_members_are_back() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, _) = strict(&node).await;
    assert_eq!(lists(&team.people[1]).await, (vec![], one()));
    let waiting = team.people[0].client.get(&team.path("people")).await.json();
    assert_eq!(waiting["people"][1]["state"], "waiting");
    assert_eq!(requires(&team, false).await.json()["without"], 1);
    assert_eq!(lists(&team.people[1]).await, (one(), vec![]));
    team.socket(1).await;
}

#[actix_web::test]
async fn rf3_b16_an_invitation_and_a_restoration_do_not_bypass_the_rule() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, _) = strict(&node).await;
    let (zoe, kim) = (node.sign_up_user("zoe").await, node.sign_up_user("kim").await);
    App::of(&kim).await;
    team.invite(&zoe, "admin").await;
    team.invite(&kim, "admin").await;
    assert_eq!(lists(&zoe).await, (vec![], one()));
    assert_eq!(zoe.client.get(&team.path("snapshot")).await.status, 404);
    assert_eq!(lists(&kim).await, (one(), vec![]), "a person with a second factor is in at once");
    // An invitation that is accepted by a waiting member changes nothing.
    team.invite(&zoe, "admin").await;
    assert_eq!(lists(&zoe).await, (vec![], one()));
    let of = |kind: &str, person: &Person| json!({"kind": kind, "userId": person.id});
    assert_eq!(team.post(0, &of("member.restore", &zoe)).await.refusal(), (409, "conflict".into()));
    for person in [&zoe, &kim] {
        assert_eq!(team.post(0, &of("member.deactivate", person)).await.status, 200);
        assert_eq!(lists(person).await, (vec![], vec![]));
        assert_eq!(team.post(0, &of("member.restore", person)).await.status, 200);
    }
    until("Kim is back", async || lists(&kim).await.0 == one()).await;
    assert_eq!(lists(&zoe).await, (vec![], one()));
}

#[actix_web::test]
async fn rf5_a_second_factor_that_a_workspace_requires_cannot_be_turned_off() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, bens) = strict(&node).await;
    let ben = &team.people[2];
    let off = json!({"password": PASSWORD, "code": bens.codes[0]});
    let refused = ben.client.post("/api/me/second-factor/off", &off).await;
    assert_eq!(refused.refusal(), (409, "conflict".into()));
    let message = refused.json()["error"]["message"].as_str().expect("a message").to_owned();
    assert!(message.contains("Team"), "{message}");
    assert_eq!(ben.client.get("/api/me/second-factor").await.json()["recoveryCodes"], 10, "no code was spent");
    assert_eq!(team.post(2, &json!({"kind": "member.remove", "userId": ben.id})).await.status, 200);
    assert_eq!(ben.client.post("/api/me/second-factor/off", &off).await.status, 204);
}

#[actix_web::test]
async fn rf5_a_second_factor_that_the_operator_or_an_older_node_turns_off_closes_the_workspace() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, _) = strict(&node).await;
    let ben = &team.people[2];
    let mut socket = team.socket(2).await;
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    assert!(forget_second_factor(&db, ben.id.parse().expect("an id")).await.expect("forgotten"));
    assert_eq!(socket.end().await, 4403);
    assert_eq!(lists(ben).await, (vec![], one()));
    // The last active owner may lose the second factor as well, and comes back with a new one.
    let olga = &team.people[0];
    forget_second_factor(&db, olga.id.parse().expect("an id")).await.expect("forgotten");
    until("the owner waits", async || lists(olga).await.1 == one()).await;
    let delete = olga.client.post("/api/me/delete", &json!({"password": PASSWORD})).await;
    assert_eq!(delete.status, 409, "the workspace still has only this owner");
    App::of(olga).await;
    assert_eq!(lists(olga).await, (one(), vec![]));
}

#[actix_web::test]
async fn rf6_waiting_keeps_api_keys_and_invitations_and_removal_ends_them() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let mia = &team.people[1];
    assert_eq!(team.post(0, &json!({"kind": "member.setRole", "userId": mia.id, "role": "admin"})).await.status, 200);
    let made = mia.client.post(&team.path("invitations"), &json!({"role": "member"})).await;
    assert_eq!(made.status, 201);
    let token = made.json()["token"].as_str().expect("a token").to_owned();
    let made = mia.client.post(&team.path("api-keys"), &json!({"name": "Script", "capabilities": []})).await;
    let key = node.client().with_token(made.json()["key"].as_str().expect("a key"));
    App::of(&team.people[0]).await;
    assert_eq!(requires(&team, true).await.status, 200);
    let zoe = node.sign_up_user("zoe").await;
    let accept = format!("/api/invitations/{token}/accept");
    assert_eq!(zoe.client.post(&accept, &json!({})).await.status, 410, "the inviter waits");
    let keys = async || {
        let count = "select count(*) from api_keys";
        sqlx::query_scalar::<_, i64>(count).fetch_one(&mut database.connect().await).await.expect("a number")
    };
    assert_eq!(keys().await, 1);
    App::of(mia).await;
    assert_eq!(key.get(&team.path("snapshot")).await.status, 200);
    assert_eq!(zoe.client.post(&accept, &json!({})).await.status, 200);
    database.connect().await.execute("delete from second_factors").await.expect("as an older node does");
    until("Mia waits", async || lists(mia).await.1 == one()).await;
    App::of(&team.people[0]).await;
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": mia.id})).await.status, 200);
    assert_eq!(keys().await, 0, "a removed member loses the keys");
}

#[actix_web::test]
async fn rf7_an_active_member_whom_an_older_node_has_let_in_waits_within_seconds() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let (team, _) = strict(&node).await;
    let queued = async || {
        let count = "select count(*) from jobs where kind = 'members.gate'";
        sqlx::query_scalar::<_, i64>(count).fetch_one(&mut database.connect().await).await.expect("a number")
    };
    let before = queued().await;
    // A node of the previous version restores the member, whose row looks deactivated to that node. It leaves the mark.
    let restored = "update members set state = 'active', deactivated_at = null where second_factor_missing";
    assert_eq!(database.connect().await.execute(restored).await.expect("restored").rows_affected(), 1);
    assert_eq!(queued().await, before + 1, "the database has queued the job");
    let marked = "select count(*) from members where state = 'active' and second_factor_missing";
    let marked: i64 = sqlx::query_scalar(marked).fetch_one(&mut database.connect().await).await.expect("a number");
    assert_eq!(marked, 0, "a later deactivation must not look like waiting");
    assert_eq!(team.people.len(), 3);
}
