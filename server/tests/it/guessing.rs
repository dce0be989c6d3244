//! Guessing at passwords and codes.

use serde_json::json;

use crate::sign_up::{begin, with_code};
use crate::support::{TestDatabase, TestNode, newest_code};

#[actix_web::test]
async fn a01_after_ten_wrong_passwords_from_one_network_the_right_one_is_refused_there_on_every_node() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..10 {
        let answer = node.client().post("/api/auth/sign-in", &wrong).await;
        assert_eq!(answer.refusal(), (401, "wrong_credentials".into()));
    }
    let right = json!({ "email": ann.email, "password": ann.password });
    let answer = node.client().post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()));
    let seconds: u64 = answer.header("retry-after").and_then(|v| v.parse().ok()).expect("seconds");
    assert!((1..=900).contains(&seconds));
    assert!(answer.json()["error"]["retryAfterMs"].as_u64().is_some_and(|ms| ms > 0));

    drop(node);
    let later = TestNode::start(&database).await;
    let answer = later.client().post("/api/auth/sign-in", &right).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()), "it outlives a restart");
    assert_eq!(ann.client.at(later.url()).get("/api/me").await.status, 200, "her session stays");
}

#[actix_web::test]
async fn a01_guesses_at_an_unknown_account_are_refused_in_the_same_way() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2")]).await;
    let wrong = json!({ "email": "nobody@example.org", "password": "some-password" });
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(node.client().post("/api/auth/sign-in", &wrong).await.refusal().1);
    }
    assert_eq!(codes, ["wrong_credentials", "wrong_credentials", "rate_limited"]);
}

#[actix_web::test]
async fn r02_guesses_that_are_made_at_once_on_two_nodes_add_up() {
    let database = TestDatabase::new().await;
    let (one, two) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let ann = one.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let answers = futures_util::future::join_all((0..30).map(|n| {
        let client = if n % 2 == 0 { one.client() } else { two.client() };
        let wrong = wrong.clone();
        async move { client.post("/api/auth/sign-in", &wrong).await.status.as_u16() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 401).count(), 10, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 429).count(), 20, "{answers:?}");
}

#[actix_web::test]
async fn the_right_password_forgives_the_wrong_ones_before_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "3")]).await;
    let ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..3 {
        for _ in 0..2 {
            node.client().post("/api/auth/sign-in", &wrong).await;
        }
        ann.sign_in_again().await;
    }
}

#[actix_web::test]
async fn a01_guesses_from_many_networks_add_up_to_a_bound_for_all_strangers() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_GUESSES_EVERYWHERE", "25")];
    let (one, two) =
        (TestNode::start_with(&database, &settings).await, TestNode::start_with(&database, &settings).await);
    let ann = one.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let mut carried_out = 0;
    for n in 0..60 {
        let node = if n % 2 == 0 { &one } else { &two };
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{}", n % 20));
        carried_out += usize::from(stranger.post("/api/auth/sign-in", &wrong).await.status == 401);
    }
    assert_eq!(carried_out, 25);
    drop((one, two));
    let later = TestNode::start_with(&database, &settings).await;
    let stranger = later.client().with_header("x-forwarded-for", "203.0.113.200");
    let answer = stranger.post("/api/auth/sign-in", &wrong).await;
    assert_eq!(answer.refusal(), (429, "rate_limited".into()), "it outlives a restart");
}

#[actix_web::test]
async fn a01_a_known_device_has_ten_guesses_of_its_own_and_no_more() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1")];
    let node = TestNode::start_with(&database, &settings).await;
    let ann = node.sign_up_user("ann").await;
    let right = json!({ "email": ann.email, "password": ann.password });
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let mut device = node.client().with_header("x-forwarded-for", "203.0.113.9");
    device.cookie = device.post("/api/auth/sign-in", &right).await.device_cookie();
    assert!(device.cookie.is_some());
    let mut statuses = Vec::new();
    for n in 0..12 {
        // The count belongs to the device, in any network.
        let elsewhere = device.with_header("x-forwarded-for", &format!("203.0.113.{n}"));
        statuses.push(elsewhere.post("/api/auth/sign-in", &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [&[401; 10][..], &[429; 2]].concat());
    let other = node.client().with_header("x-forwarded-for", "203.0.113.10");
    assert_eq!(other.post("/api/auth/sign-in", &right).await.status, 200, "others do not count for it");
}

#[actix_web::test]
async fn a01_a_device_cookie_of_another_account_or_of_ones_own_making_is_a_strangers() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "3")]).await;
    let (ann, eve) = (node.sign_up_user("ann").await, node.sign_up_user("eve").await);
    let own = json!({ "email": eve.email, "password": eve.password });
    let eves = node.client().post("/api/auth/sign-in", &own).await.device_cookie().expect("a device");
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let mut statuses = Vec::new();
    for n in 0..6 {
        let mut stranger = node.client();
        let made_up = format!("troupe_device={}", "A".repeat(64 - n) + &"B".repeat(n));
        stranger.cookie = Some(if n % 2 == 0 { eves.clone() } else { made_up });
        statuses.push(stranger.post("/api/auth/sign-in", &wrong).await.status.as_u16());
    }
    assert_eq!(statuses, [401, 401, 401, 429, 429, 429]);
}

#[actix_web::test]
async fn a01_an_owner_who_signs_in_gives_strangers_no_new_guesses() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_GUESSES_EVERYWHERE", "6")];
    let node = TestNode::start_with(&database, &settings).await;
    let ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    let mut carried_out = 0;
    for n in 0..12 {
        let stranger = node.client().with_header("x-forwarded-for", &format!("198.51.100.{n}"));
        carried_out += usize::from(stranger.post("/api/auth/sign-in", &wrong).await.status == 401);
        if n < 5 {
            ann.sign_in_again().await;
        }
    }
    assert_eq!(carried_out, 6);
}

#[actix_web::test]
async fn a01_a_signed_in_user_is_not_affected_while_others_guess() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2"), ("TROUPE_GUESSES_EVERYWHERE", "2")]).await;
    let mut ann = node.sign_up_user("ann").await;
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..5 {
        node.client().post("/api/auth/sign-in", &wrong).await;
    }
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    assert_eq!(refreshed.status, 200);
    ann.take(&refreshed);
    assert_eq!(ann.client.get("/api/me").await.status, 200);
}

#[actix_web::test]
async fn a_refresh_makes_a_device_known_that_signed_in_before_there_were_device_cookies() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2")]).await;
    let ann = node.sign_up_user("ann").await;
    // She has only the refresh cookie.
    let refreshed = ann.client.post("/api/auth/refresh", &json!({})).await;
    let device = refreshed.device_cookie().expect("a device");
    let mut own = node.client();
    own.cookie = Some(format!("{}; {device}", refreshed.cookie().expect("a cookie")));
    assert_eq!(own.post("/api/auth/refresh", &json!({})).await.device_cookie(), None, "it is known already");
    let wrong = json!({ "email": ann.email, "password": "not-her-password" });
    for _ in 0..4 {
        node.client().post("/api/auth/sign-in", &wrong).await;
    }
    let right = json!({ "email": ann.email, "password": ann.password });
    assert_eq!(own.post("/api/auth/sign-in", &right).await.status, 200);
}

#[actix_web::test]
async fn a02_a_code_opens_no_existing_account_and_its_guesses_count_for_its_sign_up_alone() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_GUESSES", "2")]).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    // A sign-up with her address has no code at all.
    let page = begin(&client, &ann.email).await;
    let codes: i64 =
        sqlx::query_scalar("select count(*) from pending_sign_ups where used_at is null and code_hash is not null")
            .fetch_one(&mut database.connect().await)
            .await
            .expect("a count");
    assert_eq!(codes, 0);
    for n in 0..8 {
        let answer = client.post("/api/auth/confirm", &with_code(&page, &format!("{n:08}"))).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()));
    }
    // And guesses at codes do not count as her guesses.
    ann.sign_in_again().await;
}

#[actix_web::test]
async fn a_code_counts_no_more_after_five_wrong_ones_until_another_is_sent() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let page = begin(&client, "ann@example.org").await;
    let code = newest_code(&client, "ann@example.org").await;
    let other = if code == "00000000" { "00000001" } else { "00000000" };
    for _ in 0..5 {
        let answer = client.post("/api/auth/confirm", &with_code(&page, other)).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()));
        assert_eq!(answer.field().as_deref(), Some("code"));
    }
    let answer = client.post("/api/auth/confirm", &with_code(&page, &code)).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()));

    client.post("/api/auth/resend", &page).await;
    let fresh = newest_code(&client, "ann@example.org").await;
    assert_eq!(client.post("/api/auth/confirm", &with_code(&page, &fresh)).await.status, 200);
}

#[actix_web::test]
async fn p01_a_made_up_forwarding_header_is_no_way_round_the_limit_of_an_address() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_AUTH_BURST", "5"), ("TROUPE_AUTH_PER_SECOND", "1")];
    for header in ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip", "true-client-ip"] {
        let node = TestNode::start_with(&database, &settings).await;
        let mut limited = 0;
        for n in 0..12_u128 {
            let address = if header == "forwarded" { format!("for=203.0.113.{n}") } else { format!("203.0.113.{n}") };
            let client = node.client().with_header(header, &address);
            let body = json!({ "signUpId": uuid::Uuid::from_u128(n) });
            let answer = client.post("/api/auth/resend", &body).await;
            limited += i32::from(answer.status == 429);
        }
        assert!(limited >= 4, "{header}: {limited} of 12 were refused");
        assert_eq!(node.client().get("/api/me").await.status, 401, "other calls go on");
    }
}

#[actix_web::test]
async fn p02_addresses_of_one_ipv6_network_share_the_guesses_of_one_address() {
    let database = TestDatabase::new().await;
    let settings =
        [("TROUPE_TRUSTED_PROXIES", "127.0.0.1"), ("TROUPE_AUTH_BURST", "5"), ("TROUPE_AUTH_PER_SECOND", "1")];
    let node = TestNode::start_with(&database, &settings).await;
    let guess = async |from: String| {
        let client = node.client().with_header("x-forwarded-for", &from);
        let body = json!({ "signUpId": uuid::Uuid::new_v4() });
        client.post("/api/auth/resend", &body).await.status.as_u16()
    };
    let mut limited = 0;
    for n in 1..=40_u16 {
        limited += i32::from(guess(format!("2001:db8:1:2:{n:x}::{n:x}")).await == 429);
    }
    assert!(limited >= 20, "{limited} of 40 guesses from one network were refused");
    assert_eq!(guess("2001:db8:1:3::1".to_owned()).await, 202, "another network");
    assert_eq!(guess("198.51.100.7".to_owned()).await, 202);
    // The part before the proxy's own entry is written by the client and ignored.
    let mut limited = 0;
    for n in 0..40 {
        limited += i32::from(guess(format!("203.0.113.{n}, 198.51.100.9")).await == 429);
    }
    assert!(limited >= 20, "{limited} of 40 guesses of one address were refused");
}
