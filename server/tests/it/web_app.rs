//! The web app behind the same port (`make web/dist/index.html` builds it).

use awc::http::Method;

use crate::support::{Answer, Client, TestDatabase, TestNode};

async fn page(client: &Client) -> (Answer, String) {
    let answer = client.get("/").await;
    assert_eq!(answer.status, 200, "build the web app first: make web/dist/index.html");
    let html = String::from_utf8(answer.body.clone()).expect("text");
    (answer, html)
}

#[actix_web::test]
async fn o10_the_page_is_asked_for_again_and_its_assets_never() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let (answer, html) = page(&client).await;
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let tag = answer.header("etag").expect("a tag").to_owned();
    let again = client.with_header("if-none-match", &tag).get("/").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));

    let start = html.find("/assets/").expect("the page has assets");
    let asset: String = html[start..].chars().take_while(|c| *c != '"').collect();
    let answer = client.get(&asset).await;
    assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let head = client.send(Method::HEAD, &asset, None, Vec::new()).await;
    assert_eq!((head.status.as_u16(), head.body.len()), (200, 0));
}

#[actix_web::test]
async fn nt17_the_worker_of_web_push_is_a_script_at_the_root_that_is_asked_for_anew() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let answer = node.client().get("/push-worker.js").await;
    assert_eq!(answer.status, 200);
    let kind = answer.header("content-type").expect("a type");
    assert!(kind.starts_with("text/javascript"), "{kind}");
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let policy = answer.header("content-security-policy").expect("a policy");
    for part in ["default-src 'none'", "worker-src 'self'", "connect-src 'self'"] {
        assert!(policy.contains(part), "{policy}");
    }
    // Without these, the worker sees no request of a page and keeps nothing.
    let script = String::from_utf8(answer.body).expect("text");
    for word in ["\"fetch\"", "caches", "importScripts", "eval("] {
        assert!(!script.contains(word), "{word}");
    }
}

#[actix_web::test]
async fn a_page_of_the_app_is_the_app_and_a_file_that_is_not_there_is_not() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let (_, html) = page(&client).await;
    let deep = client.get("/w/some/list?view=kanban").await;
    assert_eq!(String::from_utf8(deep.body).expect("text"), html);
    for path in ["/assets/nothing-123.js", "/api/nothing", "/api"] {
        assert_eq!(client.get(path).await.refusal(), (404, "not_found".into()), "{path}");
    }
    for path in ["/../Cargo.toml", "/%2e%2e/Cargo.toml", "/..%2fCargo.toml", "//etc/passwd"] {
        let answer = client.get(path).await;
        let body = String::from_utf8_lossy(&answer.body).into_owned();
        assert!(!body.contains("[workspace]") && !body.contains("root:"), "{path}");
    }
}
