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
async fn of1_the_worker_is_a_script_at_the_root_that_is_asked_for_anew_and_lists_the_files_of_its_build() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let (_, html) = page(&client).await;
    let answer = client.get("/worker.js").await;
    assert_eq!(answer.status, 200);
    let kind = answer.header("content-type").expect("a type");
    assert!(kind.starts_with("text/javascript"), "{kind}");
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let policy = answer.header("content-security-policy").expect("a policy");
    for part in ["default-src 'none'", "worker-src 'self'", "connect-src 'self'", "manifest-src 'self'"] {
        assert!(policy.contains(part), "{policy}");
    }
    let script = String::from_utf8(answer.body).expect("text");
    for word in ["importScripts", "eval("] {
        assert!(!script.contains(word), "{word}");
    }
    let start = html.find("/assets/base-").expect("the page names its build");
    let entry: String = html[start..].chars().take_while(|c| *c != '"').collect();
    assert!(script.contains(&entry), "the worker keeps the build of the page");
}

#[actix_web::test]
async fn of7_the_manifest_names_icons_that_are_pictures_of_that_size() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let client = node.client();
    let answer = client.get("/manifest.webmanifest").await;
    assert_eq!(answer.status, 200, "build the web app first: make web/dist/index.html");
    assert_eq!(answer.header("content-type"), Some("application/manifest+json"));
    assert_eq!(answer.header("cache-control"), Some("no-cache"));
    let manifest: serde_json::Value = serde_json::from_slice(&answer.body).expect("JSON");
    for (field, value) in [("start_url", "/"), ("scope", "/"), ("display", "standalone")] {
        assert_eq!(manifest[field], value, "{field}");
    }
    let icons = manifest["icons"].as_array().expect("icons");
    for (purpose, size) in [("any", 192_u32), ("any", 512), ("maskable", 192), ("maskable", 512)] {
        let sizes = format!("{size}x{size}");
        let icon = icons.iter().find(|icon| icon["purpose"] == purpose && icon["sizes"] == sizes.as_str());
        let source = icon.and_then(|icon| icon["src"].as_str()).expect("an icon");
        let picture = client.get(source).await;
        assert_eq!(picture.header("content-type"), Some("image/png"), "{source}");
        // The head of a PNG contains its width and its height.
        let sides = [size.to_be_bytes(), size.to_be_bytes()].concat();
        assert_eq!(picture.body.get(16..24), Some(sides.as_slice()), "{source}");
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
