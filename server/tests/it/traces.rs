//! OpenTelemetry: a collector in the test receives the span of a command.

use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::Signal;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use uuid::Uuid;

use crate::protocol::socket::Socket;
use crate::protocol::team::Team;
use crate::support::{Client, PASSWORD, Person, TestDatabase, Troupe, scratch_folder, until};

#[derive(Clone, Default)]
struct Collected(Arc<Mutex<Vec<Value>>>);

impl Collected {
    /// Listens; returns the address.
    async fn listen(&self) -> String {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let collected = self.clone();
        actix_web::rt::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let body = receive(stream).await;
                collected.0.lock().unwrap_or_else(PoisonError::into_inner).push(body);
            }
        });
        url
    }

    fn all(&self) -> Vec<Value> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn spans(&self, name: &str) -> Vec<Value> {
        let spans = self.all().into_iter().flat_map(|body| {
            let spans = body["resourceSpans"][0]["scopeSpans"][0]["spans"].as_array().cloned();
            spans.expect("spans")
        });
        spans.filter(|span| span["name"] == name).collect()
    }
}

async fn receive(mut stream: TcpStream) -> Value {
    let mut bytes = Vec::new();
    loop {
        stream.read_buf(&mut bytes).await.expect("a request");
        let text = String::from_utf8_lossy(&bytes);
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        assert!(head.starts_with("POST /v1/traces HTTP/1.1"), "{head}");
        let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).expect("a length");
        if body.len() == length.parse::<usize>().expect("a number") {
            let body = serde_json::from_str(body).expect("JSON");
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.expect("answered");
            return body;
        }
    }
}

fn attribute<'a>(of: &'a Value, name: &str) -> &'a Value {
    let attributes = of["attributes"].as_array().expect("attributes");
    let found = attributes.iter().find(|it| it["key"] == name);
    &found.unwrap_or_else(|| panic!("no {name} in {of}"))["value"]
}

#[actix_web::test]
async fn a_command_and_a_request_are_spans_of_the_collector_that_is_set_and_tell_no_secret() {
    let collected = Collected::default();
    let (database, folder) = (TestDatabase::new().await, scratch_folder());
    let settings = [
        ("DATABASE_URL", database.url()),
        ("TROUPE_ADDR", "127.0.0.1:0"),
        ("TROUPE_SECRET", "9c1f2e7ab4d05836f7cd10a92be4635d8a0f57c3e2b1946d"),
        ("TROUPE_DEV_MAILBOX", "1"),
        ("TROUPE_ARGON2_MEMORY_KIB", "8"),
        ("TROUPE_ARGON2_ITERATIONS", "1"),
        ("OTEL_EXPORTER_OTLP_ENDPOINT", &collected.listen().await),
        ("OTEL_SERVICE_NAME", "the-test"),
    ];
    let mut troupe = Troupe::new(&["serve"]).set("TROUPE_DATA_DIR", folder.path());
    for (name, value) in settings {
        troupe = troupe.set(name, value);
    }
    let node = actix_web::rt::task::spawn_blocking(move || troupe.serve()).await.expect("a node");
    let ann = Person::sign_up(Client::new(&node.url), "ann").await;
    let token = ann.token().to_owned();
    let team = Team::of(vec![ann]).await;
    let mut socket = Socket::enter(&node.url, &token, &team.workspace).await;
    let id = socket.command(&json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "CANARY"})).await;
    assert_eq!(socket.answer_to(id).await["type"], "ack");
    until("the command's span has come", || async { !collected.spans("command").is_empty() }).await;
    // The remaining spans are sent before the process ends.
    let status = actix_web::rt::task::spawn_blocking(move || node.end(Signal::TERM)).await.expect("an end");
    assert_eq!(status, Some(0));

    let command = collected.spans("command").remove(0);
    assert_eq!(attribute(&command, "kind")["stringValue"], "label.create");
    assert_eq!(attribute(&command, "id")["stringValue"], id.to_string());
    assert_eq!(attribute(&command, "workspace")["stringValue"], team.workspace);
    assert_eq!(attribute(&command, "answer")["stringValue"], "acked");
    let hex = |name: &str, length| {
        let id = command[name].as_str().expect("an id");
        assert!(id.len() == length && id.chars().all(|c| c.is_ascii_hexdigit()), "{name}: {id}");
    };
    hex("traceId", 32);
    hex("spanId", 16);
    let nanos = |name: &str| command[name].as_str().expect("a time").parse::<u128>().expect("a number");
    assert!(nanos("startTimeUnixNano") <= nanos("endTimeUnixNano"));

    let all = collected.all();
    assert_eq!(attribute(&all[0]["resourceSpans"][0]["resource"], "service.name")["stringValue"], "the-test");
    let requests = collected.spans("request");
    // A request's last log line shows its outcome; other lines may come before.
    let lines = requests.iter().flat_map(|span| span["events"].as_array().expect("events"));
    let lines = lines.filter(|line| line["name"] == "request");
    let routes: Vec<&str> = lines.filter_map(|line| attribute(line, "route")["stringValue"].as_str()).collect();
    assert!(routes.contains(&"/api/auth/sign-up"), "{routes:?}");
    let text = serde_json::to_string(&all).expect("text");
    for secret in [PASSWORD, &token, "CANARY", "@example.org"] {
        assert!(!text.contains(secret), "q02: a span holds {secret}");
    }
}
