//! The headers of every answer, and the answers to requests without a route.

use awc::http::Method;
use futures_util::future::join_all;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::protocol::socket::patiently;
use crate::support::{Answer, Client, TestDatabase, TestNode};

const ALWAYS: [(&str, &str); 5] = [
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

fn is_dressed(answer: &Answer) {
    for (name, value) in ALWAYS {
        assert_eq!(answer.header(name), Some(value), "{name} on {}", answer.status);
    }
    assert!(answer.header("x-request-id").is_some());
    assert!(answer.header("content-security-policy").is_some());
    assert!(answer.header("permissions-policy").is_some());
    assert_eq!(answer.header("access-control-allow-origin"), None, "o03");
}

#[actix_web::test]
async fn o02_every_answer_is_dressed_whatever_its_status() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let client = node.client();
    let answers = [
        ann.client.get("/api/me").await,
        client.get("/api/me").await,
        client.get("/api/nothing").await,
        client.send(Method::DELETE, "/api/me", None, Vec::new()).await,
        client.send(Method::POST, "/api/auth/sign-in", Some("text/plain"), b"{}".to_vec()).await,
        client.get("/healthz").await,
        client.get("/").await,
        client.get("/assets/nothing.js").await,
    ];
    answers.iter().for_each(is_dressed);
    assert_eq!(answers[0].header("cache-control"), Some("no-store"));
}

#[actix_web::test]
async fn o03_no_other_site_is_allowed_to_read_an_answer() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await;
    let (_, own) = node.url().split_once("://").expect("a scheme");
    let strangers = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        "*".to_owned(),
        // Origins that begin with, end with or contain the node's own, and the same host with another scheme or port.
        format!("http://{own}.evil.example"),
        format!("http://evil-{own}"),
        format!("http://evil.example/{own}"),
        format!("http://{own}@evil.example"),
        format!("https://{own}"),
        "http://127.0.0.1:1".to_owned(),
        "http://localhost".to_owned(),
    ];
    for origin in &strangers {
        let from = |client: &Client| client.with_header("origin", origin);
        let preflight = from(&node.client())
            .with_header("access-control-request-method", "POST")
            .with_header("access-control-request-headers", "authorization,content-type");
        let answers = [
            from(&ann.client).get("/api/me").await,
            from(&node.client()).get("/api/auth/hosted").await,
            from(&ann.client).post("/api/auth/refresh", &json!({})).await,
            from(&node.client()).get("/").await,
            from(&node.client()).get("/api/openapi.json").await,
            preflight.send(Method::OPTIONS, "/api/me", None, Vec::new()).await,
            preflight.send(Method::OPTIONS, "/api/workspaces", None, Vec::new()).await,
        ];
        for answer in answers {
            let allowed = answer.headers.keys().filter(|name| name.as_str().starts_with("access-control-"));
            assert_eq!(allowed.count(), 0, "{origin}: {:?}", answer.headers);
            assert_eq!(answer.header("cross-origin-resource-policy"), Some("same-origin"), "{origin}");
        }
    }
}

#[actix_web::test]
async fn o01_no_policy_lets_a_page_run_scripts_of_its_own() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let answer = node.client().get("/").await;
    let policy = answer.header("content-security-policy").expect("a policy");
    let scripts = policy.split(';').find(|part| part.trim().starts_with("script-src"));
    assert_eq!(scripts.map(str::trim), Some("script-src 'self'"));
    for part in ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
}

#[actix_web::test]
async fn a_callers_request_id_comes_back_if_it_is_plain() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let given = node.client().with_header("x-request-id", "trace-0123456789");
    assert_eq!(given.get("/healthz").await.header("x-request-id"), Some("trace-0123456789"));
    let odd = node.client().with_header("x-request-id", "a b\tc d e f g");
    let answer = odd.get("/healthz").await;
    assert!(answer.header("x-request-id").is_some_and(|id| id.len() == 36));
}

#[actix_web::test]
async fn o12_methods_that_a_route_does_not_know_are_refused_in_json() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    for name in ["DELETE", "TRACE", "BREW"] {
        let method = Method::from_bytes(name.as_bytes()).expect("a method");
        let answer = node.client().send(method, "/api/me", None, Vec::new()).await;
        assert_eq!(answer.refusal(), (405, "method_not_allowed".into()), "{name}");
    }
    let answer = node.client().post("/somewhere", &json!({})).await;
    assert_eq!(answer.refusal(), (405, "method_not_allowed".into()));
}

#[actix_web::test]
async fn the_description_lists_every_route() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let description = node.client().get("/api/openapi.json").await.json();
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.1")));
    for path in [
        "/api/auth/sign-up",
        "/api/auth/confirm",
        "/api/auth/resend",
        "/api/auth/sign-in",
        "/api/auth/refresh",
        "/api/auth/sign-out",
        "/api/me",
        "/api/dev/mailbox",
        "/healthz",
        "/readyz",
        "/metrics",
        "/api/openapi.json",
    ] {
        assert!(description["paths"].get(path).is_some(), "{path}");
    }
}

#[actix_web::test]
async fn a_node_is_live_ready_and_counts() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    assert_eq!(node.client().get("/healthz").await.status, 200);
    assert_eq!(node.client().get("/readyz").await.status, 200);
    let figures = node.client().get("/metrics").await;
    let text = String::from_utf8(figures.body).expect("text");
    assert!(text.contains(r#"troupe_http_requests_total{method="GET",route="/healthz",status="200"} 1"#));
    assert!(text.contains("troupe_panics_total 0"));
}

#[actix_web::test]
async fn q07_figures_are_for_this_machine_or_for_the_token() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_METRICS_TOKEN", "a-token-for-prometheus")];
    let node = TestNode::start_with(&database, &settings).await;
    // As if a proxy on this machine had forwarded the request.
    let outside = node.client().with_header("x-forwarded-for", "203.0.113.9");
    assert_eq!(outside.get("/metrics").await.refusal(), (404, "not_found".into()));
    assert_eq!(outside.with_token("a-token-for-another-tool").get("/metrics").await.status, 404);
    assert_eq!(outside.with_token("a-token-for-prometheus").get("/metrics").await.status, 200);
}

#[actix_web::test]
async fn q07_a_proxy_on_this_machine_does_not_open_the_metrics_to_its_clients() {
    let database = TestDatabase::new().await;
    let settings = [("TROUPE_METRICS_TOKEN", "a-token-for-prometheus")];
    let node = TestNode::start_with(&database, &settings).await;
    for (name, value) in [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("x-real-ip", "203.0.113.9"),
        ("forwarded", "for=203.0.113.9"),
        ("via", "1.1 proxy"),
        ("host", "troupe.example.org"),
    ] {
        let outside = node.client().with_header(name, value);
        assert_eq!(outside.get("/metrics").await.refusal(), (404, "not_found".into()), "{name}");
        assert_eq!(outside.with_token("a-token-for-prometheus").get("/metrics").await.status, 200, "{name}");
    }
    // A proxy that forwards everything and adds no header: with another public name, there may be one.
    let public = [settings[0], ("TROUPE_PUBLIC_URL", "https://troupe.example.org")];
    let node = TestNode::start_with(&database, &public).await;
    assert_eq!(node.client().get("/metrics").await.refusal(), (404, "not_found".into()));
    assert_eq!(node.client().with_token("a-token-for-prometheus").get("/metrics").await.status, 200);
}

#[actix_web::test]
async fn o02_a_refusal_is_never_labelled_as_packed_when_it_is_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let ann = node.sign_up_user("ann").await.client;
    for path in
        ["/api/workspaces/no-id/snapshot", "/api/workspaces/no-id/tickets/no-id", "/api/nowhere", "/api/auth/sign-in"]
    {
        for packing in ["gzip", "br", "gzip, deflate, br, zstd", "identity"] {
            let address = node.url().trim_start_matches("http://");
            let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
            let token = ann.token.as_deref().expect("a token");
            let head = format!(
                "GET {path} HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\naccept-encoding: {packing}\r\n\
                 connection: close\r\n\r\n"
            );
            stream.write_all(head.as_bytes()).await.expect("sent");
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await.expect("an answer");
            let answer = String::from_utf8_lossy(&answer).into_owned();
            let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
            let head = head.to_lowercase();
            let labelled =
                head.lines().any(|line| line.starts_with("content-encoding:") && !line.ends_with("identity"));
            assert_eq!(labelled, !body.contains("\"error\""), "{path}, {packing}: {answer}");
        }
    }
}

#[actix_web::test]
async fn q03_bytes_that_are_no_request_get_the_usual_error_with_a_request_id() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let address = node.url().trim_start_matches("http://");
    let many = (0..200).map(|n| format!("x-{n}: y\r\n")).collect::<String>();
    let cases = [
        ("NO REQUEST AT ALL\r\n\r\n".to_owned(), 400, "malformed"),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), 400, "malformed"),
        (format!("GET / HTTP/1.1\r\nhost: {address}\r\n{many}\r\n"), 431, "headers_too_large"),
        (format!("GET / HTTP/1.1\r\nhost: {address}\r\nx: {}", "y".repeat(200_000)), 431, "headers_too_large"),
        // The connection sends nothing more.
        ("GET / HT".to_owned(), 408, "timed_out"),
    ];
    let answers = join_all(cases.iter().map(async |(request, ..)| {
        let mut stream = tokio::net::TcpStream::connect(address).await.expect("a connection");
        // The node may have answered before the whole request was sent.
        let _ = stream.write_all(request.as_bytes()).await;
        let mut answer = Vec::new();
        let _ = patiently(stream.read_to_end(&mut answer)).await;
        String::from_utf8_lossy(&answer).into_owned()
    }))
    .await;
    for ((_, status, code), answer) in cases.iter().zip(answers) {
        assert!(answer.starts_with(&format!("HTTP/1.1 {status} ")), "{code}: {answer}");
        assert!(answer.contains(&format!("\"code\":\"{code}\"")), "{answer}");
        for header in ["x-request-id: ", "x-content-type-options: nosniff", "connection: close"] {
            assert!(answer.contains(header), "{header}: {answer}");
        }
    }
}

#[actix_web::test]
async fn the_mailbox_is_there_only_where_it_was_asked_for() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_DEV_MAILBOX", "0")]).await;
    let answer = node.client().get("/api/dev/mailbox?to=ann@example.org").await;
    assert_eq!(answer.refusal(), (404, "not_found".into()));
}

#[actix_web::test]
async fn q03_a_request_id_that_could_break_a_line_of_the_log_is_replaced() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let plain = node.client().with_header("x-request-id", "load-balancer-7").get("/healthz").await;
    assert_eq!(plain.header("x-request-id"), Some("load-balancer-7"));
    for odd in ["a\tb", "a b", "{\"level\":\"error\"}", "a;b=c", "\u{e9}t\u{e9}", &"a".repeat(1_000)] {
        let answer = node.client().with_header("x-request-id", odd).get("/healthz").await;
        let given = answer.header("x-request-id").expect("an id");
        assert_ne!(given, odd);
        assert!(given.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'), "{given}");
    }
}
