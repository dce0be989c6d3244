//! Membership by the mail domain of an address (AD1 to AD8).

use serde_json::{Value, json};
use sqlx::Executor;

use super::hosted::{hosted, kim, node_with, node_with_also, person_of};
use super::second_factor::App;
use super::wants;
use crate::protocol::team::Team;
use crate::sign_up::with_code;
use crate::support::{
    Answer, Client, FakeProvider, PASSWORD, Person, TestDatabase, TestNode, mailbox, newest_code, until,
};

async fn sets(team: &Team, by: usize, domain: &str, role: &str) -> Answer {
    team.people[by].client.post(&team.path("domains"), &json!({"domain": domain, "role": role})).await
}

/// A team with an owner and a member at example.org, which lists this domain.
async fn open(node: &TestNode, role: &str) -> Team {
    let team = Team::new(node, &["olga", "mia"]).await;
    let set = sets(&team, 0, "example.org", role).await;
    let listed = json!([{"domain": "example.org", "role": role, "verified": true}]);
    assert_eq!(set.json(), json!({"domains": listed, "own": "example.org"}));
    team
}

/// The names of the workspaces that a person may open, and of those that wait for the person's second factor.
async fn lists(person: &Person) -> (Vec<String>, Vec<String>) {
    let me = person.client.get("/api/me").await.json();
    let names = |list: &str| -> Vec<String> {
        me[list].as_array().expect("a list").iter().map(|it| it["name"].as_str().expect("a name").to_owned()).collect()
    };
    (names("workspaces"), names("waiting"))
}

fn one() -> Vec<String> {
    vec!["Team".to_owned()]
}

/// The number of queued joins that are not done.
async fn queued(database: &TestDatabase) -> i64 {
    let count = "select count(*) from jobs where kind = 'members.join_by_domain' and state in ('waiting', 'running')";
    sqlx::query_scalar(count).fetch_one(&mut database.connect().await).await.expect("a number")
}

/// Waits until all queued joins are done.
async fn no_job_waits(database: &TestDatabase) {
    until("the jobs are done", async || queued(database).await == 0).await;
}

async fn begins(client: &Client, email: &str) -> Answer {
    let begun = client.post("/api/auth/sign-up", &json!({"email": email, "password": PASSWORD})).await;
    assert_eq!(begun.status, 202, "{:?}", begun.json());
    begun
}

/// Signs up with an address of any domain, by the code.
async fn signs_up(node: &TestNode, email: &str) -> Person {
    let client = node.client();
    let begun = begins(&client, email).await;
    let page = json!({"signUpId": begun.json()["signUpId"]});
    let answer = client.post("/api/auth/confirm", &with_code(&page, &newest_code(&client, email).await)).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let mut person = Person { client, id: String::new(), email: email.to_owned(), password: PASSWORD.to_owned() };
    person.take(&answer);
    person
}

#[actix_web::test]
async fn ad1_ad2_only_owners_list_domains_and_only_if_an_owner_has_an_address_there() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let olga = &team.people[0].client;
    assert_eq!(olga.get(&team.path("domains")).await.json(), json!({"domains": [], "own": "example.org"}));
    for (domain, role, field) in [
        ("gmail.com", "member", "domain"),
        ("other.example", "member", "domain"),
        ("sub.example.org", "member", "domain"),
        ("olga@example.org", "member", "domain"),
        ("", "member", "domain"),
    ] {
        let refused = sets(&team, 0, domain, role).await;
        assert_eq!((refused.refusal().0, refused.field().as_deref()), (422, Some(field)), "{domain} {role}");
    }
    for role in ["admin", "owner", "Member", ""] {
        assert_eq!(sets(&team, 0, "example.org", role).await.refusal().0, 422, "{role}");
    }
    assert_eq!(sets(&team, 1, "example.org", "member").await.refusal(), (403, "forbidden".into()));
    assert_eq!(team.people[1].client.get(&team.path("domains")).await.refusal(), (403, "forbidden".into()));
    assert_eq!(olga.get(&team.path("domains")).await.json()["domains"], json!([]), "nothing has changed");

    assert_eq!(sets(&team, 0, " @Example.ORG ", "guest").await.json()["domains"][0]["domain"], "example.org");
    let changed = sets(&team, 0, "example.org", "member").await.json();
    assert_eq!(changed["domains"], json!([{"domain": "example.org", "role": "member", "verified": true}]));
    let remove = json!({"domain": "example.org"});
    let refused = team.people[1].client.post(&team.path("domains/remove"), &remove).await;
    assert_eq!(refused.refusal(), (403, "forbidden".into()));
    for _ in 0..2 {
        assert_eq!(olga.post(&team.path("domains/remove"), &remove).await.json()["domains"], json!([]));
    }
    let zoe = node.sign_up_user("zoe").await;
    assert_eq!(lists(&zoe).await, (vec![], vec![]));
}

#[actix_web::test]
async fn ad2_a_domain_counts_only_while_an_owner_has_an_address_there() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    let olga = &team.people[0];
    let (request, code) = wants(olga, "olga@elsewhere.example").await;
    let moved = olga.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await;
    assert_eq!(moved.status, 200, "{:?}", moved.json());
    let unverified = json!([{"domain": "example.org", "role": "member", "verified": false}]);
    let shown = olga.client.get(&team.path("domains")).await.json();
    assert_eq!(shown, json!({"domains": unverified, "own": "elsewhere.example"}));
    assert_eq!(lists(&node.sign_up_user("zoe").await).await, (vec![], vec![]));
    // The address of a member who is not an owner does not verify a domain.
    assert_eq!(sets(&team, 0, "example.org", "guest").await.refusal().0, 422);
    let promote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "owner"});
    assert_eq!(team.post(0, &promote).await.status, 200);
    assert_eq!(lists(&node.sign_up_user("kim").await).await, (one(), vec![]));
}

#[actix_web::test]
async fn ad2_the_operators_list_for_sign_ups_verifies_no_domain_for_other_workspaces() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_SIGN_UP", "domains"), ("TROUPE_SIGN_UP_DOMAINS", "example.org,team.example")];
    let node = TestNode::start_with(&database, &settings).await;
    let team = Team::new(&node, &["olga"]).await;
    assert_eq!(sets(&team, 0, "team.example", "member").await.refusal().0, 422);
    assert_eq!(sets(&team, 0, "example.org", "member").await.status, 200);
    assert_eq!(lists(&signs_up(&node, "zoe@team.example").await).await, (vec![], vec![]));
    assert_eq!(lists(&signs_up(&node, "zoe@example.org").await).await, (one(), vec![]));
}

#[actix_web::test]
async fn ad3_a_new_account_joins_by_the_code_by_the_link_and_at_a_provider() {
    let database = TestDatabase::new().await;
    let provider = FakeProvider::start();
    let node = node_with(&database, &provider).await;
    let team = open(&node, "guest").await;
    let by_code = signs_up(&node, "zoe@example.org").await;
    assert_eq!(lists(&by_code).await, (one(), vec![]));

    let (browser, token) = waits_for_a_link(&node, "lea@example.org").await;
    assert_eq!(browser.post("/api/auth/confirm-link", &json!({"token": token})).await.status, 204);

    let at_provider = person_of(&node, &hosted(&node, &provider, &kim()).await);
    assert_eq!(lists(&at_provider).await, (one(), vec![]));

    let people = team.people[0].client.get(&team.path("people")).await.json();
    let people = people["people"].as_array().expect("people");
    for email in ["zoe@example.org", "lea@example.org", "kim@example.org"] {
        assert!(people.iter().any(|it| it["email"] == email && it["state"] == "active"), "{email} in {people:?}");
    }
    // A guest sees only what is shared with guests.
    let me = by_code.client.get("/api/me").await.json();
    assert_eq!(me["workspaces"][0]["role"], "guest");
    assert_eq!(lists(&signs_up(&node, "zoe@sub.example.org").await).await, (vec![], vec![]));
    no_job_waits(&database).await;
}

/// A browser that has signed up, and the token of the link that was mailed.
async fn waits_for_a_link(node: &TestNode, email: &str) -> (Client, String) {
    let client = node.client();
    let begun = begins(&client, email).await;
    let cookies = begun.set_cookies();
    let browser = client.with_cookie(cookies[0].split(';').next().expect("a pair"));
    let mails = mailbox(&client, email).await;
    let link = mails.iter().find_map(|mail| mail["link"].as_str()).expect("a mail with a link");
    let (_, token) = link.rsplit_once('-').expect("a token");
    (browser, token.to_owned())
}

#[actix_web::test]
async fn ad3_l13_a_link_that_another_browser_opens_lets_the_person_who_signed_up_join_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    open(&node, "member").await;
    // Mallory signs up with the address of Lea, who confirms it in her own browser.
    let (mallory, token) = waits_for_a_link(&node, "lea@example.org").await;
    for browser in [node.client(), mallory] {
        let confirmed = browser.post("/api/auth/confirm-link", &json!({"token": token})).await;
        assert!([204, 410].contains(&confirmed.status.as_u16()), "{}", confirmed.status);
    }
    let (id, mut lea) = ("select id from users where email_key = 'lea@example.org'", node.client());
    let user: uuid::Uuid = sqlx::query_scalar(id).fetch_one(&mut database.connect().await).await.expect("an account");
    let body = json!({"email": "lea@example.org", "password": PASSWORD});
    let answer = lea.post("/api/auth/sign-in", &body).await;
    let mut person = Person { client: lea.clone(), id: String::new(), email: String::new(), password: String::new() };
    person.take(&answer);
    lea = person.client.clone();
    assert_eq!(lea.get("/api/me").await.json()["user"]["id"], user.to_string());
    assert_eq!(lists(&person).await, (vec![], vec![]));
    assert_eq!(queued(&database).await, 0, "and no job lets the account join later");
}

#[actix_web::test]
async fn ad3_the_role_of_an_invitation_by_mail_counts_and_not_that_of_the_domain() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "guest").await;
    let mail = json!({"addresses": "zoe@example.org", "role": "admin"});
    let invited = team.people[0].client.post(&team.path("invitations/mail"), &mail).await;
    assert_eq!(invited.status, 201, "{:?}", invited.json());
    let zoe = signs_up(&node, "zoe@example.org").await;
    assert_eq!(lists(&zoe).await, (vec![], vec![]));
    team.invite(&zoe, "admin").await;
    assert_eq!(zoe.client.get("/api/me").await.json()["workspaces"][0]["role"], "admin");
}

#[actix_web::test]
async fn ad3_hs12_the_role_of_a_group_at_a_provider_follows_the_role_of_the_domain() {
    let database = TestDatabase::new().await;
    let provider = FakeProvider::start();
    let first = TestNode::start(&database).await;
    let team = open(&first, "member").await;
    let rules = [("TROUPE_PROVIDER_ACME_GROUP_ROLES", format!("contractors={}/guest", team.workspace))];
    let node = node_with_also(&database, &provider, &rules).await;
    let mut kim = kim();
    kim["groups"] = json!(["contractors"]);
    let kim = person_of(&node, &hosted(&node, &provider, &kim).await);
    assert_eq!(lists(&kim).await, (one(), vec![]));
    until("the group has given its role", async || {
        kim.client.get("/api/me").await.json()["workspaces"][0]["role"] == "guest"
    })
    .await;
}

#[actix_web::test]
async fn ad3_an_account_that_existed_before_does_not_join() {
    let database = TestDatabase::new().await;
    let provider = FakeProvider::start();
    let node = node_with(&database, &provider).await;
    let zoe = node.sign_up_user("zoe").await;
    let hosted_before = person_of(&node, &hosted(&node, &provider, &kim()).await);
    open(&node, "member").await;
    assert_eq!(lists(&zoe.sign_in_again().await).await, (vec![], vec![]));
    let again = person_of(&node, &hosted(&node, &provider, &kim()).await);
    assert_eq!(again.id, hosted_before.id);
    assert_eq!(lists(&again).await, (vec![], vec![]));
    // Nor does an account that gets an address at the domain later.
    let ben = signs_up(&node, "ben@elsewhere.example").await;
    let (request, code) = wants(&ben, "ben@example.org").await;
    let moved = ben.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await;
    assert_eq!(moved.status, 200, "{:?}", moved.json());
    assert_eq!(lists(&ben).await, (vec![], vec![]));
}

#[actix_web::test]
async fn ad4_a_removed_person_does_not_come_back_with_another_account() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    let zoe = node.sign_up_user("zoe").await;
    let kim = node.sign_up_user("kim").await;
    for person in [&zoe, &kim] {
        assert_eq!(lists(person).await, (one(), vec![]));
        assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": person.id})).await.status, 200);
    }
    assert_eq!(lists(&zoe.sign_in_again().await).await, (vec![], vec![]));
    // Zoe deletes the account, Kim moves it to another address. Then the address is free again.
    assert_eq!(zoe.client.post("/api/me/delete", &json!({"password": PASSWORD})).await.status, 204);
    let (request, code) = wants(&kim, "kim@elsewhere.example").await;
    let moved = kim.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await;
    assert_eq!(moved.status, 200, "{:?}", moved.json());
    // The same mailbox, while Ben's account has the address.
    let ben = node.sign_up_user("ben").await;
    assert_eq!(team.post(0, &json!({"kind": "member.remove", "userId": ben.id})).await.status, 200);
    for email in ["ben+1@example.org", "zoe+1@example.org", "kim+news@example.org"] {
        assert_eq!(lists(&signs_up(&node, email).await).await, (vec![], vec![]), "{email}");
    }
    for name in ["zoe", "kim"] {
        let again = node.sign_up_user(name).await;
        assert_eq!(lists(&again).await, (vec![], vec![]), "{name}");
        // An invitation still works.
        team.invite(&again, "member").await;
        assert_eq!(lists(&again).await, (one(), vec![]), "{name}");
    }
}

#[actix_web::test]
async fn ad5_where_a_second_factor_is_required_a_new_account_waits_for_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    App::of(&team.people[0]).await;
    let required = team.people[0].client.post(&team.path("second-factor"), &json!({"required": true})).await;
    assert_eq!(required.status, 200, "{:?}", required.json());
    let zoe = node.sign_up_user("zoe").await;
    assert_eq!(lists(&zoe).await, (vec![], one()));
    assert_eq!(zoe.client.get(&team.path("snapshot")).await.status, 404);
    App::of(&zoe).await;
    assert_eq!(lists(&zoe).await, (one(), vec![]));
}

#[actix_web::test]
async fn ad6_a_workspace_has_at_most_twenty_domains() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    let full = "insert into join_domains (workspace_id, domain, role)
                select id, 'd' || n || '.example', 'guest' from workspaces, generate_series(1, 19) n";
    database.connect().await.execute(full).await.expect("as full as it may be");
    let move_to = async |email: &str| {
        let olga = &team.people[0];
        let (request, code) = wants(olga, email).await;
        olga.client.post("/api/me/email/confirm", &json!({"requestId": request, "code": code})).await.status
    };
    assert_eq!(move_to("olga@elsewhere.example").await, 200);
    assert_eq!(sets(&team, 0, "elsewhere.example", "member").await.refusal(), (409, "too_many".into()));
    assert_eq!(move_to("olga@d1.example").await, 200);
    assert_eq!(sets(&team, 0, "d1.example", "member").await.status, 200, "a listed domain still gets another role");
}

#[actix_web::test]
async fn ad7_an_account_that_a_node_of_an_earlier_build_or_a_restore_has_made_joins_nothing() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    // Such a node and a restore insert the row, and know nothing of domains.
    let insert = "insert into users (id, email, email_key, password_hash, username)
                  values (gen_random_uuid(), 'old@example.org', 'old@example.org', '', 'old')";
    database.connect().await.execute(insert).await.expect("an account");
    let all = "select count(*) from jobs where kind = 'members.join_by_domain'";
    assert_eq!(sqlx::query_scalar::<_, i64>(all).fetch_one(&mut database.connect().await).await.expect("a number"), 0);
    let people = team.people[0].client.get(&team.path("people")).await.json();
    assert_eq!(people["people"].as_array().map(Vec::len), Some(2), "{people}");
}

#[actix_web::test]
async fn ad8_the_log_records_the_rule_its_changes_and_each_join() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = open(&node, "member").await;
    assert_eq!(sets(&team, 0, "example.org", "member").await.status, 200, "the same role changes nothing");
    let zoe = node.sign_up_user("zoe").await;
    assert_eq!(sets(&team, 0, "example.org", "guest").await.status, 200);
    let removed = team.people[0].client.post(&team.path("domains/remove"), &json!({"domain": "example.org"})).await;
    assert_eq!(removed.status, 200);
    let log = team.people[0].client.get(&team.path("audit")).await.json();
    let newest: Vec<Value> = log["records"].as_array().expect("records").iter().take(4).cloned().collect();
    let told: Vec<Value> =
        newest.iter().map(|it| json!([it["kind"], it["userId"], it["before"], it["after"]])).collect();
    let (olga, at) = (&team.people[0].id, |role: &str| json!({"domain": "example.org", "role": role}));
    assert_eq!(
        told,
        [
            json!(["joinDomainRemoved", olga, at("guest"), null]),
            json!(["joinDomainSet", olga, at("member"), at("guest")]),
            json!(["memberJoined", zoe.id, null, {"domain": "example.org", "role": "member", "state": "active"}]),
            json!(["joinDomainSet", olga, null, at("member")]),
        ]
    );
}
