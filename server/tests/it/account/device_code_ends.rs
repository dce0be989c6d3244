//! When access that was allowed by a device code ends (OA7, OA16), and the limit on the keys of a person (OA5).

use serde_json::{Value, json};
use sqlx::Executor;

use super::OTHER;
use super::device_codes::{answers, app, ask, codes, fault, key, key_in, polls, refused, status};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn oa5_a_person_whose_keys_are_full_is_not_asked_and_an_expired_key_of_the_app_makes_room() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let first = key(&team, 1, &node, &app).await;
    let mut db = database.connect().await;
    let fill = "insert into api_keys (id, workspace_id, user_id, hash, hint, name, capabilities)
                select gen_random_uuid(), workspace_id, user_id, sha256(n::text::bytea), 'x', 'x', capabilities
                from api_keys, generate_series(1, 19) n";
    db.execute(fill).await.expect("19 more keys");
    let mia = &team.people[1].client;
    let (device_code, user_code) = codes(&node.client(), &app).await;
    assert_eq!(ask(mia, &user_code).await.refusal(), (409, "too_many".into()));
    let expire = "update api_keys set expires_at = now() - interval '1 second' where app_id is not null";
    db.execute(expire).await.expect("expired");
    assert_eq!(ask(mia, &user_code).await.status, 200, "the refusal has not used the code up");
    assert_eq!(answers(mia, &user_code, Some(&["comment"])).await.status, 204);
    let second = key_in(&polls(&node.client(), &app, &device_code).await);
    assert_eq!((status(&node, &team, &first).await, status(&node, &team, &second).await), (401, 200));
}

#[actix_web::test]
async fn oa7_an_allowed_request_stays_void_if_the_person_is_removed_and_joins_again() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1];
    for (out, back) in [("member.remove", None), ("member.deactivate", Some("member.restore"))] {
        let (device_code, user_code) = codes(&node.client(), &app).await;
        assert_eq!(answers(&mia.client, &user_code, Some(&[])).await.status, 204);
        assert_eq!(team.post(0, &json!({"kind": out, "userId": mia.id})).await.status, 200);
        match back {
            Some(back) => assert_eq!(team.post(0, &json!({"kind": back, "userId": mia.id})).await.status, 200),
            None => team.invite(mia, "member").await,
        }
        assert_eq!(fault(&polls(&node.client(), &app, &device_code).await), refused("invalid_grant"), "{out}");
    }
    key(&team, 1, &node, &app).await;
}

#[actix_web::test]
async fn oa7_oa16_a_new_password_voids_an_allowed_request_and_a_second_use_of_a_used_code_still_ends_its_key() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1];
    let (used, user_code) = codes(&node.client(), &app).await;
    assert_eq!(answers(&mia.client, &user_code, Some(&[])).await.status, 204);
    let text = key_in(&polls(&node.client(), &app, &used).await);
    let (unused, user_code) = codes(&node.client(), &app).await;
    assert_eq!(answers(&mia.client, &user_code, Some(&[])).await.status, 204);
    let (unanswered, _) = codes(&node.client(), &app).await;
    let change = json!({"password": mia.password, "newPassword": OTHER});
    assert_eq!(mia.client.post("/api/me/password", &change).await.status, 204);
    assert_eq!(fault(&polls(&node.client(), &app, &unused).await), refused("invalid_grant"));
    let waiting = fault(&polls(&node.client(), &app, &unanswered).await);
    assert_eq!(waiting, refused("authorization_pending"), "a request that nobody has answered belongs to nobody");
    assert_eq!(status(&node, &team, &text).await, 200, "a key does not end with the password (AK6)");
    assert_eq!(fault(&polls(&node.client(), &app, &used).await), refused("invalid_grant"));
    assert_eq!(status(&node, &team, &text).await, 401);
    let records = team.people[0].client.get(&team.path("audit")).await.json()["records"].clone();
    let named = json!({"name": "Pier Line", "appId": app});
    let revoked = &records[0];
    assert_eq!((&revoked["kind"], &revoked["before"]), (&json!("apiKeyRevoked"), &named), "{records}");
    assert_eq!((&revoked["after"], &revoked["userId"]), (&json!({"reason": "codeUsedTwice"}), &Value::Null));
}
