//! DR1, BY1, and a sudden end: the real binary, stopped and killed under load.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use sqlx::{Connection, PgConnection};
use uuid::Uuid;

use super::socket::{Frame, PATIENCE, Socket, patiently};
use super::team::Team;
use crate::support::{Client, Person, Serving, TestDatabase, Troupe};

async fn team(node: &Serving, names: &[&str]) -> Team {
    let mut people = Vec::new();
    for name in names {
        people.push(Person::sign_up(Client::new(&node.url), name).await);
    }
    Team::of(people).await
}

/// Waits for a node to end by itself; returns its exit code.
pub(super) async fn ended(node: &mut Serving) -> Option<i32> {
    patiently(async {
        loop {
            if let Some(status) = node.child.try_wait().expect("a status") {
                return status.code();
            }
            actix_web::rt::time::sleep(Duration::from_millis(20)).await;
        }
    })
    .await
}

/// The most commands of one client without an answer: more than are answered at once.
const IN_FLIGHT: usize = 150;
/// The most commands of one client: fewer than a burst holds, so that none is refused for its pace.
const COMMANDS: usize = 450;

#[actix_web::test]
async fn dr1_an_answer_that_is_late_still_comes_before_the_close() {
    let database = TestDatabase::new().await;
    let node = Troupe::node(&database);
    let team = team(&node, &["ann"]).await;
    let mut socket = team.socket(0).await;
    let mut db = database.connect().await;
    // Another transaction holds the workspace's stream, so no commit gets through.
    let mut hold = db.begin().await.expect("a transaction");
    sqlx::query("select 1 from streams where id = $1 for update")
        .bind(Uuid::parse_str(&team.workspace).expect("an id"))
        .execute(&mut *hold)
        .await
        .expect("held");
    let new_list = |name: &str| json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": name});
    let late = socket.command(&new_list("late")).await;
    socket.send(&json!({"type": "ping", "n": 1})).await;
    socket.next_of("pong").await;
    signal(&node, Signal::TERM);
    assert_eq!(socket.next_of("bye").await["code"], "drain");
    let too_late = socket.command(&new_list("too late")).await;
    hold.rollback().await.expect("let go");
    assert_eq!(socket.answer_to(late).await["type"], "ack");
    loop {
        match socket.next().await {
            Ok(frame) => assert_ne!(frame["id"], json!(too_late), "nothing is taken after the bye"),
            Err(end) => break assert!(matches!(end, Frame::Close(1012, _)), "{end:?}"),
        }
    }
    let names: Vec<String> =
        sqlx::query_scalar("select name from lists where name like '%late'").fetch_all(&mut db).await.expect("lists");
    assert_eq!(names, ["late"]);
}

/// The commands and answers of one client until its socket ended.
pub(super) struct Diary {
    pub socket: Socket,
    pub sent: BTreeMap<Uuid, Value>,
    pub acked: BTreeMap<Uuid, i64>,
    pub refused: BTreeMap<Uuid, String>,
    pub bye: Option<Value>,
    pub end: Option<Frame>,
}

impl Diary {
    fn new(socket: Socket) -> Self {
        let (sent, acked, refused) = Default::default();
        Self { socket, sent, acked, refused, bye: None, end: None }
    }

    /// Keeps some commands in flight until the socket ends; `enough` gets the number of acks.
    async fn write(mut self, ticket: Uuid, enough: impl Fn(usize)) -> Self {
        loop {
            let answered = self.acked.len() + self.refused.len();
            while self.sent.len() < COMMANDS.min(answered + IN_FLIGHT) && self.bye.is_none() {
                let title = format!("{} {}", ticket.simple(), self.sent.len());
                let command = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}});
                let id = self.socket.command(&command).await;
                self.sent.insert(id, command);
            }
            let frame = match self.socket.next().await {
                Ok(frame) => frame,
                Err(end) => {
                    self.end = Some(end);
                    return self;
                }
            };
            let id = || frame["id"].as_str().and_then(|id| id.parse::<Uuid>().ok()).expect("an id");
            match frame["type"].as_str() {
                Some("ack") => {
                    self.acked.insert(id(), frame["seq"].as_i64().expect("a seq"));
                    enough(self.acked.len());
                }
                Some("refused") => {
                    self.refused.insert(id(), frame["error"]["code"].to_string());
                }
                Some("bye") => self.bye = Some(frame),
                _ => {}
            }
        }
    }
}

/// Seqs of the stored events, by command.
pub(super) async fn stored(db: &mut PgConnection) -> BTreeMap<Uuid, Vec<i64>> {
    let rows: Vec<(Uuid, i64)> =
        sqlx::query_as("select command_id, seq from events order by seq").fetch_all(db).await.expect("events");
    let mut stored: BTreeMap<Uuid, Vec<i64>> = BTreeMap::new();
    for (command, seq) in rows {
        stored.entry(command).or_default().push(seq);
    }
    stored
}

/// Writes from several sockets, and calls `end` once enough commands are acked.
pub(super) async fn write_until(team: &Team, end: impl Fn()) -> Vec<Diary> {
    let mut writers = Vec::new();
    for n in 0..team.people.len() {
        let ticket = team.ticket(n).await;
        writers.push((Diary::new(team.socket(n).await), ticket));
    }
    let ended = std::cell::Cell::new(false);
    let writing = writers.into_iter().map(|(diary, ticket)| {
        diary.write(ticket, |acked| {
            if acked >= 40 && !ended.replace(true) {
                end();
            }
        })
    });
    futures_util::future::join_all(writing).await
}

pub(super) fn signal(node: &Serving, signal: Signal) {
    kill_process(Pid::from_child(&node.child), signal).expect("it runs");
}

#[actix_web::test]
async fn dr1_on_sigterm_accepted_commands_are_committed_and_acked_and_every_client_is_told_when_to_reconnect() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::node(&database);
    let team = team(&node, &["ann", "bob", "cem"]).await;
    let diaries = write_until(&team, || signal(&node, Signal::TERM)).await;
    assert_eq!(ended(&mut node).await, Some(0));
    let mut db = database.connect().await;
    let stored = stored(&mut db).await;
    let mut returns = BTreeSet::new();
    for diary in &diaries {
        assert!(matches!(diary.end, Some(Frame::Close(1012, _))), "BY1: {:?}", diary.end);
        let bye = diary.bye.as_ref().expect("a bye before the end");
        assert_eq!(bye["code"], "drain");
        returns.insert(bye["retryAfterMs"].as_u64().expect("when to come back"));
        for (id, seq) in &diary.acked {
            assert_eq!(stored.get(id), Some(&vec![*seq]), "an acked edit is there, once");
        }
        for (id, code) in &diary.refused {
            assert_eq!(code, "\"unavailable\"");
            assert_eq!(stored.get(id), None, "a refused edit is not there");
        }
        for id in diary.sent.keys().filter(|id| stored.contains_key(id)) {
            assert!(diary.acked.contains_key(id), "{id} was committed and not acked");
        }
    }
    assert_eq!(returns.len(), diaries.len(), "they do not all come back at once: {returns:?}");
}

#[actix_web::test]
async fn dr1_a_node_that_was_told_to_stop_is_not_ready() {
    let database = TestDatabase::new().await;
    let node = Troupe::node(&database);
    let team = team(&node, &["ann"]).await;
    let client = Client::new(&node.url);
    assert_eq!(client.get("/readyz").await.status, 200);
    let mut socket = team.socket(0).await;
    signal(&node, Signal::TERM);
    // The node answers 503 for as long as it answers at all.
    let asking = async {
        let awc = awc::Client::new();
        while let Ok(answer) = awc.get(format!("{}/readyz", node.url)).send().await {
            if answer.status() == 503 {
                return;
            }
        }
    };
    tokio::time::timeout(PATIENCE, asking).await.expect("it ends or says no");
    assert_eq!(socket.end().await, 1012);
}

#[actix_web::test]
async fn after_a_kill_in_mid_edit_no_acked_edit_is_lost_and_repeated_commands_are_applied_once() {
    let database = TestDatabase::new().await;
    let mut node = Troupe::node(&database);
    let team = team(&node, &["ann", "bob", "cem"]).await;
    let diaries = write_until(&team, || signal(&node, Signal::KILL)).await;
    node.child.wait().expect("dead");
    let mut db = database.connect().await;
    let before = stored(&mut db).await;
    for diary in &diaries {
        assert_eq!(diary.end, Some(Frame::Gone));
        for (id, seq) in &diary.acked {
            assert_eq!(before.get(id), Some(&vec![*seq]), "an acked edit is there, once");
        }
    }
    let again = Troupe::node(&database);
    for (n, diary) in diaries.iter().enumerate() {
        let token = team.people[n].token();
        let mut socket = Socket::open(&again.url).await;
        socket.hello(token, &team.workspace, &diary.socket.resume_cursors()).await;
        for (id, command) in &diary.sent {
            socket.send(&json!({"type": "command", "id": id, "command": command})).await;
            let answer = socket.answer_to(*id).await;
            assert_eq!(answer["type"], "ack", "{answer}");
            if let Some(seq) = diary.acked.get(id) {
                assert_eq!(answer["seq"], json!(seq), "answered as the first time");
            }
        }
    }
    let after = stored(&mut db).await;
    for diary in &diaries {
        for id in diary.sent.keys() {
            assert_eq!(after.get(id).map(Vec::len), Some(1), "{id} is applied once");
        }
    }
    let seqs: Vec<i64> = sqlx::query_scalar("select seq from events where scope_id = $1 order by seq")
        .bind(Uuid::parse_str(&team.workspace).expect("an id"))
        .fetch_all(&mut db)
        .await
        .expect("events");
    assert_eq!(seqs, (1..=seqs.len() as i64).collect::<Vec<_>>(), "without a hole");
}
