//! How long the codes of apps work (OA4, OA6, OA7), and the keys of a person that fill up (OA5).

use serde_json::json;
use sqlx::Executor;

use super::OTHER;
use super::apps::{GENEROUS, allows, app, ask, asks, call, exchanges, fault, key, refused, status};
use crate::protocol::team::Team;
use crate::support::{TestDatabase, TestNode};

#[actix_web::test]
async fn oa4_a_person_has_one_unused_code_of_an_app_and_the_newest_works() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let (app, other) = (app(&team).await, app(&team).await);
    let of_other = allows(&team, 1, &asks(&other)).await;
    let of_olga = allows(&team, 0, &asks(&app)).await;
    let old = allows(&team, 1, &asks(&app)).await;
    let new = allows(&team, 1, &asks(&app)).await;
    assert_eq!(fault(&node.client(), &call(&app, &old)).await, refused("invalid_grant"));
    for (app, code) in [(&app, new), (&other, of_other), (&app, of_olga)] {
        assert_eq!(exchanges(&node.client(), &call(app, &code)).await.status, 200);
    }
}

#[actix_web::test]
async fn oa5_an_expired_key_of_the_app_makes_room_and_a_person_whose_keys_are_full_is_not_asked() {
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
    assert_eq!(ask(mia, &asks(&app)).await.refusal(), (409, "too_many".into()));
    let expire = "update api_keys set expires_at = now() - interval '1 second' where app_id is not null";
    db.execute(expire).await.expect("expired");
    let second = key(&team, 1, &node, &app).await;
    assert_eq!((status(&node, &team, &first).await, status(&node, &team, &second).await), (401, 200));
    let kept = mia.get(&team.path("api-keys")).await.json()["keys"].as_array().expect("keys").len();
    assert_eq!(kept, 20, "the expired key is gone");
}

#[actix_web::test]
async fn oa6_an_incomplete_call_leaves_the_code_unused() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &GENEROUS).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let program = node.client();
    let right = call(&app, &allows(&team, 1, &asks(&app)).await);
    for at in 0..right.len() {
        let mut missing = right.clone();
        missing.remove(at);
        assert_eq!(fault(&program, &missing).await, refused("invalid_request"), "{missing:?}");
        let mut twice = right.clone();
        twice.push(right[at].clone());
        assert_eq!(fault(&program, &twice).await, refused("invalid_request"), "{twice:?}");
    }
    for (at, wrong, word) in [(0, "password", "unsupported_grant_type"), (3, "none", "invalid_client")] {
        let mut call = right.clone();
        call[at].1 = wrong.to_owned();
        assert_eq!(fault(&program, &call).await, refused(word));
    }
    assert_eq!(exchanges(&program, &right).await.status, 200);
}

#[actix_web::test]
async fn oa7_the_code_of_a_person_who_was_removed_and_joins_again_stays_void() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let mia = &team.people[1];
    for (out, back) in [("member.remove", None), ("member.deactivate", Some("member.restore"))] {
        let code = allows(&team, 1, &asks(&app)).await;
        assert_eq!(team.post(0, &json!({"kind": out, "userId": mia.id})).await.status, 200);
        match back {
            Some(back) => assert_eq!(team.post(0, &json!({"kind": back, "userId": mia.id})).await.status, 200),
            None => team.invite(mia, "member").await,
        }
        assert_eq!(fault(&node.client(), &call(&app, &code)).await, refused("invalid_grant"), "{out}");
    }
    let code = allows(&team, 1, &asks(&app)).await;
    assert_eq!(exchanges(&node.client(), &call(&app, &code)).await.status, 200, "a new code works");
}

#[actix_web::test]
async fn oa7_a_new_password_voids_the_unused_codes_and_a_second_use_of_a_used_code_still_ends_its_key() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let app = app(&team).await;
    let used = allows(&team, 1, &asks(&app)).await;
    let given = exchanges(&node.client(), &call(&app, &used)).await.json();
    let text = given["access_token"].as_str().expect("a key");
    let unused = allows(&team, 1, &asks(&app)).await;
    let mia = &team.people[1];
    let change = json!({"password": mia.password, "newPassword": OTHER});
    assert_eq!(mia.client.post("/api/me/password", &change).await.status, 204);
    assert_eq!(fault(&node.client(), &call(&app, &unused)).await, refused("invalid_grant"));
    assert_eq!(status(&node, &team, text).await, 200, "a key does not end with the password (AK6)");
    assert_eq!(fault(&node.client(), &call(&app, &used)).await, refused("invalid_grant"));
    assert_eq!(status(&node, &team, text).await, 401);
}
