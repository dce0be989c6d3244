//! Invalid bodies.

use awc::http::Method;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::protocol::socket::patiently;
use crate::support::{PASSWORD, TestDatabase, TestNode, newest_code};

const ROUTES: [&str; 6] = [
    "/api/auth/sign-up",
    "/api/auth/confirm",
    "/api/auth/resend",
    "/api/auth/sign-in",
    "/api/auth/sign-out",
    "/api/auth/refresh",
];
/// The routes that read a body.
const READING: [&str; 5] = [ROUTES[0], ROUTES[1], ROUTES[2], ROUTES[3], ROUTES[4]];

#[actix_web::test]
async fn f01_a_body_above_the_limit_is_refused_on_every_route() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for route in READING {
        let body = vec![b' '; 256 * 1024 + 1];
        let json = Some("application/json");
        let answer = node.client().send(Method::POST, route, json, body).await;
        assert_eq!(answer.refusal(), (413, "payload_too_large".into()), "{route}");
    }
    let mut exactly = json!({ "signUpId": uuid::Uuid::new_v4() }).to_string().into_bytes();
    exactly.resize(256 * 1024, b' ');
    let json = Some("application/json");
    let answer = node.client().send(Method::POST, "/api/auth/resend", json, exactly).await;
    assert_eq!(answer.status, 202);
}

#[actix_web::test]
async fn f01_a_body_without_an_end_is_cut_off_at_the_limit() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let address = node.url().trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("connected");
    let head = format!(
        "POST /api/auth/sign-in HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("written");
    let chunk = [b"10000\r\n".as_slice(), &[b' '; 0x10000], b"\r\n"].concat();
    let (mut reader, mut writer) = stream.split();
    let mut sent = 0_usize;
    let mut answer = Vec::new();
    let write = async {
        // Much more than the limit: the buffers on the way take some of it.
        for _ in 0..1_000 {
            if writer.write_all(&chunk).await.is_err() {
                break;
            }
            sent += chunk.len();
        }
        std::future::pending::<()>().await;
    };
    tokio::select! {
        () = write => {}
        read = reader.read_buf(&mut answer) => drop(read.expect("an answer")),
    }
    let text = String::from_utf8_lossy(&answer);
    assert!(text.starts_with("HTTP/1.1 413"), "{text}");
    assert!(sent < 60_000_000, "it did not wait for all of it");
}

#[actix_web::test]
async fn f02_only_json_that_says_so_is_read() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let body = json!({ "email": "ann@example.org", "password": "vivid-horse-8" }).to_string();
    for kind in [
        Some("text/plain"),
        Some("application/x-www-form-urlencoded"),
        Some("multipart/form-data"),
        Some("application/json; charset=latin1"),
        Some("application/jsonp"),
        None,
    ] {
        for route in READING {
            let bytes = body.clone().into_bytes();
            let answer = node.client().send(Method::POST, route, kind, bytes).await;
            assert_eq!(answer.refusal(), (415, "unsupported_media_type".into()), "{kind:?} {route}");
        }
    }
    // F18: compressed bodies are not decompressed.
    let packed = node.client().with_header("content-encoding", "gzip");
    let json = Some("application/json");
    let answer = packed.send(Method::POST, "/api/auth/sign-in", json, body.into_bytes()).await;
    assert_eq!(answer.refusal(), (415, "unsupported_media_type".into()));
}

#[actix_web::test]
async fn f04_nul_is_refused_wherever_it_stands() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for field in ["email", "password", "firstname", "lastname"] {
        let mut body = json!({
            "email": "ann@example.org", "password": "vivid-horse-8", "firstname": "A", "lastname": "L",
        });
        body[field] = json!("ann\u{0}@example.org");
        let answer = node.client().post("/api/auth/sign-up", &body).await;
        assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{field}");
    }
    for route in ["/api/me%00", "/%00", "/api/dev/mailbox?to=a%00b@example.org"] {
        let answer = node.client().get(route).await;
        assert!(answer.status.as_u16() < 500, "{route}: {}", answer.status);
    }
}

#[actix_web::test]
async fn f04_a_persons_name_is_stored_without_characters_that_reorder_text() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    for (email, firstname, stored) in
        [("ann@example.org", "A\u{202E}nn", "Ann"), ("bob@example.org", "\u{200B}\u{2067}", "")]
    {
        let body = json!({"email": email, "password": PASSWORD, "firstname": firstname, "lastname": "\u{3164}"});
        let pending = client.post("/api/auth/sign-up", &body).await.json();
        let code = newest_code(&client, email).await;
        let confirm = json!({"signUpId": pending["signUpId"], "code": code});
        let session = client.post("/api/auth/confirm", &confirm).await.json();
        assert_eq!(session["user"]["firstname"], stored, "{session}");
        assert_eq!(session["user"]["lastname"], "");
    }
}

#[actix_web::test]
async fn a05_a_password_needs_eight_characters_and_not_to_be_a_common_one() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let cases = [
        ("7 chars".to_owned(), 422),
        ("8 chars!".to_owned(), 202),
        ("xy".repeat(64), 202),
        ("xy".repeat(64) + "z", 422),
        ("password".to_owned(), 422),
        (" ".repeat(9), 422),
        ("x".repeat(1 << 20), 413),
    ];
    for (n, (password, status)) in cases.into_iter().enumerate() {
        let body = json!({ "email": format!("p{n}@example.org"), "password": password });
        let answer = node.client().post("/api/auth/sign-up", &body).await;
        assert_eq!(answer.status, status, "case {n}");
        if status == 422 {
            assert_eq!(answer.field().as_deref(), Some("password"));
        }
    }
}

#[actix_web::test]
async fn a19_an_email_is_one_address_and_nothing_else() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for email in [
        json!(["ann@example.org"]),
        json!({ "a": 1 }),
        json!("a@x.org,b@y.org"),
        json!("a@x.org\r\nBcc: b@y.org"),
        json!(""),
        json!(null),
        json!(7),
    ] {
        for route in ["/api/auth/sign-up", "/api/auth/sign-in"] {
            let body = json!({ "email": email, "password": "vivid-horse-8" });
            let answer = node.client().post(route, &body).await;
            assert_eq!(answer.refusal(), (422, "validation_failed".into()), "{route} {email}");
            assert_eq!(answer.field().as_deref(), Some("email"), "{route} {email}");
        }
    }
    let mails: i64 = sqlx::query_scalar("select count(*) from dev_mailbox")
        .fetch_one(&mut database.connect().await)
        .await
        .expect("a count");
    assert_eq!(mails, 0, "no mail left");
}

#[actix_web::test]
async fn a_field_that_is_not_the_callers_to_set_is_named() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let body = json!({ "email": "ann@example.org", "password": "vivid-horse-8", "id": "x" });
    let answer = node.client().post("/api/auth/sign-up", &body).await;
    assert_eq!(answer.refusal(), (422, "unknown_field".into()));
    assert_eq!(answer.field().as_deref(), Some("id"));
    let answer = node.client().post("/api/auth/sign-in", &json!({})).await;
    assert_eq!(answer.refusal(), (422, "validation_failed".into()));
    assert_eq!(answer.field().as_deref(), Some("email"));
}

#[actix_web::test]
async fn f14_a_request_whose_end_is_ambiguous_is_refused_and_no_second_one_is_answered() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let address = node.url().trim_start_matches("http://");
    // A reader that takes the first length, or none, sees a second request here.
    const SECOND: &str = "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n";
    for smuggled in [
        "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
        "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        "Content-Length: 2, 3\r\n\r\n{}",
        "Content-Length: +2\r\n\r\n{}",
        "Content-Length: -2\r\n\r\n{}",
        "Content-Length: 0x2\r\n\r\n{}",
        "Content-Length: 99999999999999999999\r\n\r\n{}",
        "Content-Length : 2\r\n\r\n{}",
        "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: identity, chunked\r\nContent-Length: 2\r\n\r\n{}",
        "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
        "X-Folded: a\r\n Content-Length: 2\r\n\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n{}",
        "Transfer-Encoding: chunked\r\n\r\n-2\r\n{}\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n",
    ] {
        let mut stream = TcpStream::connect(address).await.expect("connected");
        let request = format!(
            "POST /api/auth/sign-in HTTP/1.1\r\nHost: {address}\r\n\
             Content-Type: application/json\r\n{smuggled}{SECOND}"
        );
        stream.write_all(request.as_bytes()).await.expect("written");
        let mut answer = Vec::new();
        // A connection that is closed before all bytes are read may be reset.
        let _ = patiently(stream.read_to_end(&mut answer)).await;
        let text = String::from_utf8_lossy(&answer);
        assert!(text.starts_with("HTTP/1.1 4"), "{smuggled:?}: {text}");
        assert_eq!(text.matches("HTTP/1.1 ").count(), 1, "{smuggled:?}: {text}");
    }
}
