//! Records of changes of the ways in which a person signs in (AC8, Q11).

use serde_json::{Value, json};
use server::auth::{disable_account, enable_account, forget_second_factor};
use server::db::{Db, DbOptions};

use super::hosted::{kim, link, node_with_also};
use super::passkeys::{adds, removes};
use super::phone::gets;
use super::second_factor::App;
use super::{OTHER, forgets, resets, wants};
use crate::protocol::team::Team;
use crate::support::{FakeProvider, PASSWORD, Person, TestDatabase, TestNode, newest_code};

const PHONE: &str = "+447700900001";

/// The records about a person that the owner of a team reads, the oldest first.
async fn records(team: &Team, person: &Person) -> Vec<Value> {
    let answer = team.people[0].client.get(&team.path("audit?limit=200")).await;
    assert_eq!(answer.status, 200, "{:?}", answer.json());
    let all = answer.json()["records"].as_array().cloned().expect("records");
    let joined = |record: &Value| record["kind"] == "memberJoined" || record["kind"] == "memberLeft";
    let own = all.into_iter().filter(|record| record["subjectId"] == json!(person.id) && !joined(record));
    let mut own: Vec<Value> = own.collect();
    own.reverse();
    own
}

fn kinds(records: &[Value]) -> Vec<&str> {
    records.iter().map(|record| record["kind"].as_str().expect("a kind")).collect()
}

async fn stand(database: &TestDatabase, provider: &FakeProvider) -> (TestNode, Team, Person) {
    let node = node_with_also(database, provider, &[("TROUPE_SMS_MAILBOX", "1".to_owned())]).await;
    let team = Team::new(&node, &["olga", "ann"]).await;
    let ann = team.people[1].clone();
    (node, team, ann)
}

#[actix_web::test]
async fn ac8_q11_each_change_of_a_way_in_is_recorded_in_the_workspaces_of_the_person_without_its_value() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let (node, team, mut ann) = stand(&database, &provider).await;
    // Ann was in one more workspace.
    let former = Team::of(vec![node.sign_up_user("bob").await]).await;
    former.invite(&ann, "member").await;
    let leaves = json!({"id": uuid::Uuid::now_v7(), "command": {"kind": "member.remove", "userId": ann.id}});
    assert_eq!(ann.client.post(&former.path("commands"), &leaves).await.status, 200);

    let change = json!({"password": PASSWORD, "newPassword": OTHER});
    assert_eq!(ann.client.post("/api/me/password", &change).await.status, 204);
    ann.password = OTHER.to_owned();
    let (request, code) = wants(&ann, "anna@example.org").await;
    let confirm = json!({"requestId": request, "code": code});
    assert_eq!(ann.client.post("/api/me/email/confirm", &confirm).await.status, 200);
    ann.email = "anna@example.org".to_owned();
    assert_eq!(gets(&ann, PHONE).await.status, 200);
    assert_eq!(ann.client.post("/api/me/phone/remove", &json!({"password": OTHER})).await.status, 204);
    adds(&node, &ann).await;
    let passkey = ann.client.get("/api/me/passkeys").await.json()["passkeys"][0]["id"].clone();
    assert_eq!(removes(&ann, &passkey, OTHER).await.status, 204);
    assert_eq!(link(&ann, &provider, &kim()).await.status, 204);
    let linked = ann.client.get("/api/me/linked-accounts").await.json()["accounts"][0]["id"].clone();
    let unlink = json!({"id": linked, "password": OTHER});
    assert_eq!(ann.client.post("/api/me/linked-accounts/unlink", &unlink).await.status, 204);
    let app = App::of(&ann).await;
    let proof = json!({"password": OTHER, "code": app.codes[0]});
    let codes = ann.client.post("/api/me/second-factor/recovery-codes", &proof).await;
    assert_eq!(codes.status, 200, "{:?}", codes.json());
    let off = json!({"password": OTHER, "code": codes.json()["recoveryCodes"][0]});
    assert_eq!(ann.client.post("/api/me/second-factor/off", &off).await.status, 204);
    let request = forgets(&node.client(), &ann.email).await;
    let code = newest_code(&node.client(), &ann.email).await;
    assert_eq!(resets(&node.client(), &request, &code, PASSWORD).await.status, 204);

    let records = records(&team, &ann).await;
    let expected = [
        "passwordChanged",
        "emailChanged",
        "phoneChanged",
        "phoneRemoved",
        "passkeyAdded",
        "passkeyRemoved",
        "accountLinked",
        "accountUnlinked",
        "secondFactorTurnedOn",
        "recoveryCodesReplaced",
        "secondFactorTurnedOff",
        "passwordChanged",
    ];
    assert_eq!(kinds(&records), expected);
    for record in &records {
        assert_eq!(
            (&record["userId"], &record["before"], &record["after"]),
            (&json!(ann.id), &Value::Null, &Value::Null)
        );
    }
    assert!(self::records(&former, &ann).await.is_empty(), "a workspace that the person has left");
}

#[actix_web::test]
async fn ac8_a_change_by_the_operator_names_no_person_and_the_end_of_an_account_is_no_change() {
    let (database, provider) = (TestDatabase::new().await, FakeProvider::start());
    let (node, team, ann) = stand(&database, &provider).await;
    App::of(&ann).await;
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    let id = ann.id.parse().expect("an id");
    assert!(forget_second_factor(&db, id).await.expect("forgotten"));
    assert!(disable_account(&db, id).await.expect("disabled"));
    assert!(enable_account(&db, id).await.expect("enabled"));
    let told = records(&team, &ann).await;
    let kinds_and_authors: Vec<Value> = told.iter().map(|it| json!([it["kind"], it["userId"]])).collect();
    assert_eq!(
        json!(kinds_and_authors),
        json!([
            ["secondFactorTurnedOn", ann.id],
            ["secondFactorTurnedOff", null],
            ["accountDisabled", null],
            ["accountEnabled", null],
        ])
    );
    let mut ann = ann;
    let again = node.client().post("/api/auth/sign-in", &json!({"email": ann.email, "password": ann.password})).await;
    ann.take(&again);
    adds(&node, &ann).await;
    App::of(&ann).await;
    let before = records(&team, &ann).await;
    assert_eq!(kinds(&before[4..]), ["passkeyAdded", "secondFactorTurnedOn"]);
    assert_eq!(ann.client.post("/api/me/delete", &json!({"password": ann.password})).await.status, 204);
    let after = records(&team, &ann).await;
    assert_eq!(kinds(&after)[..before.len()], kinds(&before), "nothing else was turned off or removed");
    let ways = ["passwordRemoved", "emailChanged", "passkeyRemoved", "secondFactorTurnedOff"];
    assert!(after[before.len()..].iter().all(|it| !ways.iter().any(|way| it["kind"] == *way)), "{after:?}");
}
