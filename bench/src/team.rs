//! A team in which half of the people share restricted lists: the workspaces of the rows "half of the lists restricted".

use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Socket;
use crate::node::{Failure, Node};

/// The people of a team. The first half of them shares all restricted lists.
pub const PEOPLE: usize = 4;
/// The lists of a workspace, the two of its founding included. Half of them are restricted.
pub const LISTS: usize = 8;
const FOUNDED: usize = 2;
/// How rows say so.
pub const HALF: &str = "half of the lists restricted";

pub struct Team {
    /// The token and the id of each person.
    people: Vec<(String, Value)>,
}

/// A workspace of a team.
pub struct Divided {
    pub id: String,
    open: Uuid,
    restricted: Uuid,
}

/// A person's place at a workspace: the list in which they edit.
pub struct Seat<'a> {
    pub token: &'a str,
    pub workspace: &'a str,
    pub list: Uuid,
    /// Whether the list is restricted.
    pub restricted: bool,
}

impl Team {
    pub fn sign_up(node: &Node, name: &str) -> Result<Self, Failure> {
        Self::of(node, name, Node::person)
    }

    /// The same people, at a node that was started later.
    pub fn sign_in(node: &Node, name: &str) -> Result<Self, Failure> {
        Self::of(node, name, Node::sign_in)
    }

    fn of(node: &Node, name: &str, enter: fn(&Node, &str) -> Result<String, Failure>) -> Result<Self, Failure> {
        let person = |n| {
            let token = enter(node, &format!("{name}{}x{n}", std::process::id()))?;
            let user = node.get("/api/me", &token)?["user"]["id"].take();
            Ok((token, user))
        };
        Ok(Self { people: (0..PEOPLE).map(person).collect::<Result<_, Failure>>()? })
    }

    /// The token of the n-th person, round and round. People with and without the restricted lists take turns.
    pub fn token(&self, n: usize) -> &str {
        &self.people[n % 2 * (PEOPLE / 2) + n / 2 % (PEOPLE / 2)].0
    }

    /// Whether the n-th person shares the restricted lists.
    pub fn shares(n: usize) -> bool {
        n.is_multiple_of(2)
    }

    /// Makes a workspace with all people and lists.
    pub fn found(&self, node: &Node, name: &str) -> Result<Divided, Failure> {
        let [(owner, _), others @ ..] = self.people.as_slice() else { return Err("no people".into()) };
        let id = node.workspace(owner, name)?;
        let tokens: Vec<&str> = others.iter().map(|(token, _)| token.as_str()).collect();
        node.join(&id, owner, &tokens)?;
        let command = |command: Value| {
            let body = json!({"id": Uuid::now_v7(), "command": command});
            node.post(&format!("/api/workspaces/{id}/commands"), Some(owner), &body)
        };
        let make = |n: usize, restricted: bool| -> Result<Uuid, Failure> {
            let list = Uuid::now_v7();
            let name = format!("List {n}");
            command(json!({"kind": "list.create", "listId": list, "name": name, "restricted": restricted}))?;
            Ok(list)
        };
        let open = (FOUNDED..LISTS / 2).map(|n| make(n, false)).collect::<Result<Vec<_>, _>>()?;
        let restricted = (LISTS / 2..LISTS).map(|n| make(n, true)).collect::<Result<Vec<_>, _>>()?;
        for (_, user) in &others[..PEOPLE / 2 - 1] {
            for list in &restricted {
                command(json!({"kind": "share.set", "listId": list, "userId": user, "level": "edit"}))?;
            }
        }
        let first = |lists: Vec<Uuid>| lists.first().copied().ok_or("no lists");
        Ok(Divided { open: first(open)?, restricted: first(restricted)?, id })
    }

    /// The n-th place at a workspace. Those who share the restricted lists edit in one of them, the others in an open one.
    pub fn seat<'a>(&'a self, at: &'a Divided, n: usize) -> Seat<'a> {
        let restricted = Self::shares(n);
        let list = if restricted { at.restricted } else { at.open };
        Seat { token: self.token(n), workspace: &at.id, list, restricted }
    }
}

impl Seat<'_> {
    pub async fn open(&self, addr: &str) -> Result<Socket, Failure> {
        Socket::open(addr, self.token, self.workspace).await
    }
}
