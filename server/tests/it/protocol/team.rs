//! A workspace with members, on a node.

use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

use super::socket::{Socket, text};
use crate::support::{Answer, Person, TestDatabase, TestNode};

/// The names of the members; the first person is the owner.
pub struct Team {
    pub workspace: String,
    /// The scope of people, statuses, labels and roles.
    pub commons: String,
    pub people: Vec<Person>,
}

impl Team {
    pub async fn new(node: &TestNode, names: &[&str]) -> Self {
        let mut people = Vec::new();
        for name in names {
            people.push(node.sign_up_user(name).await);
        }
        Self::of(people).await
    }

    /// Makes a workspace for people with accounts.
    pub async fn of(people: Vec<Person>) -> Self {
        let answer = people[0].client.post("/api/workspaces", &json!({"name": "Team"})).await;
        assert_eq!(answer.status, 201, "{:?}", answer.json());
        let workspace = text(&answer.json()["id"]);
        let commons = Uuid::new_v5(&Uuid::parse_str(&workspace).expect("an id"), b"commons").to_string();
        let team = Self { workspace, commons, people };
        for person in &team.people[1..] {
            team.invite(person, "member").await;
        }
        team
    }

    pub async fn invite(&self, person: &Person, role: &str) {
        let path = format!("/api/workspaces/{}/invitations", self.workspace);
        let answer = self.people[0].client.post(&path, &json!({"role": role})).await;
        assert_eq!(answer.status, 201, "{:?}", answer.json());
        let accept = format!("/api/invitations/{}/accept", text(&answer.json()["token"]));
        let answer = person.client.post(&accept, &json!({})).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
    }

    /// The n-th person's socket, after `welcome`.
    pub async fn socket(&self, n: usize) -> Socket {
        let person = &self.people[n];
        Socket::enter(person.client.base(), person.token(), &self.workspace).await
    }

    /// The same at another node.
    pub async fn socket_at(&self, n: usize, node: &TestNode) -> Socket {
        Socket::enter(node.url(), self.people[n].token(), &self.workspace).await
    }

    /// A command over HTTP.
    pub async fn post(&self, n: usize, command: &Value) -> Answer {
        let path = format!("/api/workspaces/{}/commands", self.workspace);
        self.people[n].client.post(&path, &json!({"id": Uuid::now_v7(), "command": command})).await
    }

    /// Creates a shared ticket as the n-th person.
    pub async fn ticket(&self, n: usize) -> Uuid {
        let id = Uuid::now_v7();
        let answer = self.post(n, &json!({"kind": "ticket.create", "ticketId": id, "title": "A ticket"})).await;
        assert_eq!(answer.status, 200, "{:?}", answer.json());
        id
    }

    pub fn path(&self, rest: &str) -> String {
        format!("/api/workspaces/{}/{rest}", self.workspace)
    }
}

/// The content of a database's workspaces, to compare before and after (NC).
#[derive(Debug, PartialEq)]
pub struct Stillness(Value);

impl Stillness {
    pub async fn of(database: &TestDatabase) -> Self {
        let mut db: PgConnection = database.connect().await;
        let tables =
            ["workspaces", "members", "statuses", "lists", "labels", "tickets", "links", "activities", "reactions"];
        let sums: Vec<String> = tables
            .iter()
            .map(|table| {
                format!("(select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') from {table} t)")
            })
            .collect();
        let sql = format!(
            "select jsonb_build_array({}, (select jsonb_object_agg(id, seq) from streams where seq > 0), (select count(*) from events))",
            sums.join(", ")
        );
        Self(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut db).await.expect("a state"))
    }
}
