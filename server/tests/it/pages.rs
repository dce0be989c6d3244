//! Titles and icons of linked pages, on real nodes that ask a server of this test (UL5 to UL8).

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};
use serde_json::{Value, json};
use server::db::{Db, DbOptions};
use server::queries::sweep;
use sqlx::PgConnection;
use uuid::Uuid;

use crate::protocol::team::Team;
use crate::support::{Client, Person, TestDatabase, TestNode, Troupe, until};

/// A site with a page and an icon. It can be busy, and it can hold its answers back.
#[derive(Clone)]
struct Site {
    address: SocketAddr,
    paths: Arc<Mutex<Vec<String>>>,
    busy: Arc<AtomicBool>,
    silent: Arc<AtomicBool>,
    held: Arc<AtomicUsize>,
}

impl Site {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (busy, silent) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let site = Self { address, paths: Arc::default(), busy, silent, held: Arc::default() };
        let seen = site.clone();
        std::thread::spawn(move || {
            let mut held = Vec::new();
            for mut stream in listener.incoming().flatten() {
                let lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
                let head: Vec<String> = lines.map_while(Result::ok).take_while(|it| !it.is_empty()).collect();
                let path = head.first().and_then(|it| it.split(' ').nth(1)).unwrap_or_default().to_owned();
                seen.paths.lock().expect("no panic").push(path.clone());
                if seen.silent.load(Ordering::SeqCst) {
                    held.push(stream);
                    seen.held.store(held.len(), Ordering::SeqCst);
                    continue;
                }
                let _ = seen.answer(&path, &mut stream);
            }
        });
        site
    }

    fn answer(&self, path: &str, stream: &mut TcpStream) -> std::io::Result<()> {
        let icon = || {
            let mut png = std::io::Cursor::new(Vec::new());
            let picture = DynamicImage::from(RgbaImage::from_pixel(48, 48, Rgba([9, 90, 200, 255])));
            picture.write_to(&mut png, ImageFormat::Png).expect("a picture");
            png.into_inner()
        };
        let (status, kind, body) = match path {
            _ if self.busy.load(Ordering::SeqCst) => ("503 Service Unavailable", "text/html", Vec::new()),
            "/favicon.ico" => ("200 OK", "image/png", icon()),
            "/none" => ("404 Not Found", "text/html", b"<title>Not found</title>".to_vec()),
            _ => ("200 OK", "text/html", format!("<title>The plans of\n {path}</title>").into_bytes()),
        };
        write!(stream, "HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n", body.len())?;
        stream.write_all(b"connection: close\r\n\r\n")?;
        stream.write_all(&body)
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asked(&self, path: &str) -> usize {
        self.paths.lock().expect("no panic").iter().filter(|it| *it == path).count()
    }
}

const READS: [(&str, &str); 2] = [("TROUPE_LINK_TITLES", "1"), ("TROUPE_OUTBOUND_PRIVATE", "1")];

fn link(id: Uuid, ticket: Uuid, url: &str) -> Value {
    json!({"kind": "urlLink.create", "urlLinkId": id, "ticketId": ticket, "url": url})
}

/// The links that a person sees.
async fn links(client: &Client, workspace: &str) -> Vec<Value> {
    let answer = client.get(&format!("/api/workspaces/{workspace}/snapshot")).await;
    let text = String::from_utf8(answer.body).expect("text");
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("a line"));
    lines.filter(|line| line["entity"] == "urlLink").map(|line| line["data"].clone()).collect()
}

async fn number(inside: &mut PgConnection, sql: &'static str) -> i64 {
    sqlx::query_scalar(sql).fetch_one(inside).await.expect("a number")
}

const OPEN: &str = "select count(*) from jobs where kind = 'pages.read' and state in ('waiting', 'running')";
const ENDED: &str = "select count(*) from jobs where kind = 'pages.read' and state in ('done', 'obsolete')";

#[actix_web::test]
async fn ul5_all_see_the_title_and_the_icon_of_a_linked_page_and_no_history_tells_of_it() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = TestNode::start_with(&database, &READS).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let ticket = team.ticket(0).await;
    let mut bob = team.socket(1).await;
    let id = Uuid::now_v7();
    assert_eq!(team.post(0, &link(id, ticket, &site.url("/a"))).await.status, 200);
    // Bob's socket gets an event by the author of the link.
    let change = loop {
        let events = bob.next_of("events").await;
        let all = events["events"].as_array().cloned().unwrap_or_default();
        let of_link = |event: &Value| {
            let changes = event["changes"].as_array().cloned().unwrap_or_default();
            changes.into_iter().find(|it| it["entity"] == "urlLink" && it["op"] == "update")
        };
        if let Some(event) = all.iter().find(|it| of_link(it).is_some()) {
            assert_eq!(event["by"], json!(team.people[0].id));
            assert_eq!(event["changes"].as_array().map(Vec::len), Some(1), "{event}");
            break of_link(event).expect("one");
        }
    };
    assert_eq!(change["data"]["pageTitle"], "The plans of /a");
    let icon = change["data"]["iconId"].as_str().expect("an icon").to_owned();
    let answer = node.client().get(&team.path(&format!("icons/{icon}"))).await;
    assert_eq!((answer.status.as_u16(), answer.header("content-type")), (200, Some("image/png")));
    assert!(answer.header("content-security-policy").expect("a policy").contains("sandbox"));
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    let picture = image::load_from_memory(&answer.body).expect("a picture");
    assert_eq!((picture.width(), picture.height()), (32, 32), "drawn anew");
    let history = team.people[1].client.get(&team.path(&format!("tickets/{ticket}/activities"))).await.json();
    let told = history["activities"].as_array().expect("activities");
    let of_links = told.iter().filter(|it| it["data"]["field"] == "urlLinks");
    assert_eq!(of_links.count(), 1, "the link alone: {told:?}");
    let mut inside = database.connect().await;
    assert_eq!(number(&mut inside, "select count(*) from notifications").await, 0);

    // Another page of the site: the icon is there already. The title that a person gives wins.
    let second = Uuid::now_v7();
    let named = json!({"kind": "urlLink.create", "urlLinkId": second, "ticketId": ticket, "url": site.url("/b"), "title": "Mine"});
    assert_eq!(team.post(1, &named).await.status, 200);
    until("the second page is read", async || {
        links(&team.people[0].client, &team.workspace).await.iter().any(|it| it["pageTitle"] == "The plans of /b")
    })
    .await;
    let all = links(&team.people[0].client, &team.workspace).await;
    let row = all.iter().find(|it| it["id"] == json!(second)).expect("the link");
    assert_eq!((&row["title"], &row["iconId"]), (&json!("Mine"), &json!(icon)));
    assert_eq!(site.asked("/favicon.ico"), 1, "once for the site");
}

#[actix_web::test]
async fn ul5_what_a_page_says_reaches_the_owner_of_a_private_ticket_alone() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = TestNode::start_with(&database, &READS).await;
    let team = Team::new(&node, &["olga", "bob"]).await;
    let mut bob = team.socket(1).await;
    let (ticket, id) = (Uuid::now_v7(), Uuid::now_v7());
    let new = json!({"kind": "ticket.create", "ticketId": ticket, "title": "Mine", "private": true});
    for command in [new, link(id, ticket, &site.url("/secret"))] {
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let olga = &team.people[0].client;
    until("the page is read", async || {
        links(olga, &team.workspace).await.iter().any(|it| it["pageTitle"] == "The plans of /secret")
    })
    .await;
    assert!(links(&team.people[1].client, &team.workspace).await.is_empty());
    // An open edit marks the end of what bob might have seen.
    let end = Uuid::now_v7();
    let last = json!({"kind": "ticket.create", "ticketId": end, "title": "The end"});
    assert_eq!(team.post(0, &last).await.status, 200);
    loop {
        let frame = bob.next_of("events").await.to_string();
        assert!(!frame.contains("secret") && !frame.contains(&id.to_string()), "{frame}");
        if frame.contains(&end.to_string()) {
            break;
        }
    }
}

#[actix_web::test]
async fn ul8_a_busy_site_is_asked_again_and_a_page_that_stays_away_leaves_the_address() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = TestNode::start_with(&database, &READS).await;
    let team = Team::new(&node, &["olga"]).await;
    let ticket = team.ticket(0).await;
    let mut inside = database.connect().await;
    site.busy.store(true, Ordering::SeqCst);
    assert_eq!(team.post(0, &link(Uuid::now_v7(), ticket, &site.url("/late"))).await.status, 200);
    let failed = "select count(*) from jobs where kind = 'pages.read' and state = 'waiting' and tries = 1";
    until("the first run has failed", async || number(&mut database.connect().await, failed).await == 1).await;
    let error: String = sqlx::query_scalar("select last_error from jobs where kind = 'pages.read'")
        .fetch_one(&mut inside)
        .await
        .expect("an error");
    assert_eq!(error, "A linked page did not answer.", "no address in it");
    site.busy.store(false, Ordering::SeqCst);
    let now = "update jobs set due_at = now() where kind = 'pages.read' and state = 'waiting'";
    sqlx::query(now).execute(&mut inside).await.expect("due");
    let olga = &team.people[0].client;
    until("the page is read", async || {
        links(olga, &team.workspace).await.iter().any(|it| it["pageTitle"] == "The plans of /late")
    })
    .await;
    // A page that never answers is left after four tries, and no admin is told. Neither is one that does not exist.
    site.busy.store(true, Ordering::SeqCst);
    let away = Uuid::now_v7();
    assert_eq!(team.post(0, &link(away, ticket, &site.url("/away"))).await.status, 200);
    until("the job has ended", async || {
        let mut inside = database.connect().await;
        sqlx::query(now).execute(&mut inside).await.expect("due");
        number(&mut inside, ENDED).await == 2
    })
    .await;
    assert_eq!(site.asked("/away"), 4);
    site.busy.store(false, Ordering::SeqCst);
    assert_eq!(team.post(0, &link(Uuid::now_v7(), ticket, &site.url("/none"))).await.status, 200);
    until("the third job has ended", async || number(&mut database.connect().await, ENDED).await == 3).await;
    assert_eq!(site.asked("/none"), 1);
    assert_eq!(number(&mut inside, "select count(*) from jobs where state = 'dead'").await, 0);
    let all = links(olga, &team.workspace).await;
    let row = all.iter().find(|it| it["id"] == json!(away)).expect("the link");
    assert_eq!((&row["pageTitle"], &row["iconId"]), (&json!(""), &Value::Null));
}

#[actix_web::test]
async fn ul8_a_node_that_is_killed_while_it_reads_leaves_the_page_to_another() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = |url: &str| READS.iter().fold(Troupe::node_to_be(url), |it, (name, value)| it.set(name, value)).serve();
    let mut first = node(database.url());
    let ada = Person::sign_up(Client::new(&first.url), "ada").await.client;
    let workspace = ada.post("/api/workspaces", &json!({"name": "House"})).await.json()["id"].clone();
    let workspace = workspace.as_str().expect("an id").to_owned();
    let (ticket, id) = (Uuid::now_v7(), Uuid::now_v7());
    site.silent.store(true, Ordering::SeqCst);
    for command in
        [json!({"kind": "ticket.create", "ticketId": ticket, "title": "One"}), link(id, ticket, &site.url("/a"))]
    {
        let path = format!("/api/workspaces/{workspace}/commands");
        let answer = ada.post(&path, &json!({"id": Uuid::now_v7(), "command": command})).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
    }
    until("the page is asked for", async || site.held.load(Ordering::SeqCst) > 0).await;
    first.child.kill().expect("killed");
    first.child.wait().expect("dead");
    site.silent.store(false, Ordering::SeqCst);
    let mut inside = database.connect().await;
    // As if the leases of the dead node had ended.
    for age in ["update jobs set due_at = now() where state = 'running'", "update followers set taken_until = now()"] {
        sqlx::query(age).execute(&mut inside).await.expect("aged");
    }
    let second = node(database.url());
    let ada = ada.at(&second.url);
    until("the page is read", async || {
        links(&ada, &workspace).await.iter().any(|it| it["pageTitle"] == "The plans of /a")
    })
    .await;
}

#[actix_web::test]
async fn ul8_an_instance_that_reads_no_pages_asks_nobody() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let off = [("TROUPE_LINK_TITLES", "0"), ("TROUPE_OUTBOUND_PRIVATE", "1")];
    let node = TestNode::start_with(&database, &off).await;
    let team = Team::new(&node, &["olga"]).await;
    let ticket = team.ticket(0).await;
    assert_eq!(team.post(0, &link(Uuid::now_v7(), ticket, &site.url("/a"))).await.status, 200);
    until("the job has ended", async || number(&mut database.connect().await, ENDED).await == 1).await;
    assert_eq!(site.paths.lock().expect("no panic").len(), 0);
}

#[actix_web::test]
async fn ul7_an_icon_goes_when_no_link_shows_it_and_another_workspace_has_its_own() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = TestNode::start_with(&database, &READS).await;
    let mut icons = Vec::new();
    let mut teams = Vec::new();
    for name in ["olga", "bob"] {
        let team = Team::new(&node, &[name]).await;
        let (ticket, id) = (team.ticket(0).await, Uuid::now_v7());
        assert_eq!(team.post(0, &link(id, ticket, &site.url("/a"))).await.status, 200);
        let client = team.people[0].client.clone();
        until("the page is read", async || links(&client, &team.workspace).await[0]["iconId"].is_string()).await;
        icons.push(links(&client, &team.workspace).await[0]["iconId"].as_str().expect("an id").to_owned());
        teams.push((team, id));
    }
    assert_ne!(icons[0], icons[1]);
    assert_eq!(node.client().get(&teams[1].0.path(&format!("icons/{}", icons[0]))).await.status, 404);
    let (team, id) = &teams[0];
    assert_eq!(team.post(0, &json!({"kind": "urlLink.delete", "urlLinkId": id})).await.status, 200);
    let db = Db::connect(database.url(), &DbOptions::default()).await.expect("a pool");
    let mut inside = database.connect().await;
    sweep::short_lived(&db).await.expect("swept");
    assert_eq!(number(&mut inside, "select count(*) from site_icons").await, 2, "a day is not over");
    sqlx::query("update site_icons set used_at = now() - interval '2 days'").execute(&mut inside).await.expect("aged");
    sweep::short_lived(&db).await.expect("swept");
    let left: Vec<String> =
        sqlx::query_scalar("select id::text from site_icons").fetch_all(&mut inside).await.expect("rows");
    assert_eq!(left, [icons[1].clone()], "the link of the other workspace shows its icon");
    assert_eq!(node.client().get(&team.path(&format!("icons/{}", icons[0]))).await.status, 404);
    db.close().await;
    until("no job is left", async || number(&mut database.connect().await, OPEN).await == 0).await;
}

#[actix_web::test]
async fn ul9_the_title_of_a_pasted_address_is_read_at_once_for_members_alone_and_never_inside() {
    let (database, site) = (TestDatabase::new().await, Site::start());
    let node = TestNode::start_with(&database, &READS).await;
    let team = Team::new(&node, &["olga"]).await;
    let stranger = node.sign_up_user("stranger").await;
    let path = team.path("page-title");
    let ask = async |client: &Client, url: &str| client.post(&path, &json!({"url": url})).await;
    let olga = &team.people[0].client;
    assert_eq!(ask(olga, &site.url("/a")).await.json(), json!({"title": "The plans of /a"}));
    for silent in [site.url("/none"), node.url().to_owned(), format!("{}/w/x", node.url())] {
        assert_eq!(ask(olga, &silent).await.json(), json!({"title": ""}), "{silent}");
    }
    assert_eq!(ask(&stranger.client, &site.url("/b")).await.status, 404);
    assert_eq!(site.asked("/b"), 0);
    for wrong in ["", "file:///etc/passwd", "javascript:alert(1)", "plans"] {
        assert_eq!(ask(olga, wrong).await.refusal(), (422, "validation_failed".to_owned()), "{wrong}");
    }
    // A node that may not ask the internal network knows no title of it, and neither does one that reads no pages.
    for setting in
        [[("TROUPE_LINK_TITLES", "1"), ("TROUPE_OUTBOUND_PRIVATE", "0")], [("TROUPE_LINK_TITLES", "0"), READS[1]]]
    {
        let other = TestNode::start_with(&database, &setting).await;
        let there = olga.at(other.url());
        assert_eq!(ask(&there, &site.url("/c")).await.json(), json!({"title": ""}), "{setting:?}");
    }
    assert_eq!(site.asked("/c"), 0);
}
