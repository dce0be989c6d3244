//! Who may read what, from the rows of the database without the code of the node.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;

use serde_json::Value;
use sqlx::PgConnection;
use uuid::Uuid;

/// A private text, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Canary(pub usize);

impl fmt::Display for Canary {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(text, "canary{}z", self.0)
    }
}

/// The canaries in a text.
pub fn canaries_in(text: &str) -> Vec<Canary> {
    let number = |rest: &str| rest.split('z').next()?.parse().ok().map(Canary);
    text.split("canary").skip(1).filter_map(number).collect()
}

/// The ids in a text.
pub fn ids_in(text: &str) -> BTreeSet<Uuid> {
    let dashes = |part: &[u8]| [8, 13, 18, 23].iter().all(|place| part[*place] == b'-');
    let parts = text.as_bytes().windows(36).filter(|part| dashes(part));
    parts.filter_map(|part| Uuid::try_parse_ascii(part).ok()).collect()
}

/// What a canary or an id belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    List(Uuid),
    Ticket(Uuid),
}

/// The rows that decide who reads what.
#[derive(Default)]
pub struct Rights {
    /// The kind of each scope, with its person if it is personal.
    scopes: HashMap<Uuid, (String, Option<Uuid>)>,
    /// Active members, and whether their role reads the open lists.
    members: HashMap<Uuid, bool>,
    shares: HashSet<(Uuid, Uuid)>,
    lists: HashMap<Uuid, Uuid>,
    /// The scope of each ticket, with its lists.
    tickets: HashMap<Uuid, (Uuid, Vec<Uuid>)>,
    /// The ticket of each comment and of each other activity.
    comments: HashMap<Uuid, Uuid>,
}

impl Rights {
    pub async fn read(db: &mut PgConnection, workspace: &str) -> Self {
        let workspace = Uuid::parse_str(workspace).expect("an id");
        let sql = "select jsonb_build_object(
            'scopes', (select coalesce(jsonb_agg(jsonb_build_array(id, kind, user_id)), '[]') from streams where workspace_id = $1),
            'members', (select coalesce(jsonb_agg(jsonb_build_array(m.id, m.role in ('owner', 'admin', 'member')
                or exists (select from roles r where r.id::text = m.role and 'read' = any (r.capabilities)))), '[]')
                from members m where m.workspace_id = $1 and m.state = 'active'),
            'shares', (select coalesce(jsonb_agg(jsonb_build_array(scope_id, user_id)), '[]') from shares where workspace_id = $1),
            'lists', (select coalesce(jsonb_agg(jsonb_build_array(id, scope_id)), '[]') from lists where workspace_id = $1),
            'tickets', (select coalesce(jsonb_agg(jsonb_build_array(id, scope_id, lists)), '[]') from tickets where workspace_id = $1),
            'comments', (select coalesce(jsonb_agg(jsonb_build_array(id, ticket_id)), '[]') from activities where workspace_id = $1))";
        let rows: Value = sqlx::query_scalar(sql).bind(workspace).fetch_one(db).await.expect("rows");
        let each = |name: &str| rows[name].as_array().expect("rows").clone();
        let id = |value: &Value| -> Uuid { value.as_str().expect("an id").parse().expect("an id") };
        let scope = |row: &Value| {
            let user = row[2].as_str().map(|_| id(&row[2]));
            (id(&row[0]), (row[1].as_str().expect("a kind").to_owned(), user))
        };
        let ticket = |row: &Value| {
            let lists = row[2].as_array().expect("lists").iter().map(|place| id(&place["listId"])).collect();
            (id(&row[0]), (id(&row[1]), lists))
        };
        Self {
            scopes: each("scopes").iter().map(scope).collect(),
            members: each("members").iter().map(|row| (id(&row[0]), row[1] == true)).collect(),
            shares: each("shares").iter().map(|row| (id(&row[0]), id(&row[1]))).collect(),
            lists: each("lists").iter().map(|row| (id(&row[0]), id(&row[1]))).collect(),
            tickets: each("tickets").iter().map(ticket).collect(),
            comments: each("comments").iter().map(|row| (id(&row[0]), id(&row[1]))).collect(),
        }
    }

    /// All scopes of the workspace, sorted.
    pub fn scopes(&self) -> Vec<Uuid> {
        let mut scopes: Vec<Uuid> = self.scopes.keys().copied().collect();
        scopes.sort();
        scopes
    }

    pub fn is_active(&self, user: &str) -> bool {
        self.members.contains_key(&user.parse().expect("an id"))
    }

    /// Whether a person may read the texts of a thing.
    pub fn sees(&self, user: &str, thing: Thing) -> bool {
        let user: Uuid = user.parse().expect("an id");
        let scope = match thing {
            Thing::List(list) => self.lists.get(&list).copied(),
            Thing::Ticket(ticket) => self.tickets.get(&ticket).map(|(scope, _)| *scope),
        };
        let (Some(scope), Some(reads)) = (scope, self.members.get(&user)) else { return false };
        match self.scopes.get(&scope).map(|(kind, owner)| (kind.as_str(), owner)) {
            Some(("workspace", _)) => *reads,
            Some(("list", _)) => self.shares.contains(&(scope, user)),
            Some(("personal", owner)) => *owner == Some(user),
            _ => false,
        }
    }

    /// The list or ticket that an id names. A comment has the rights of its ticket.
    fn named_by(&self, id: &Uuid) -> Option<Thing> {
        let ticket = self.comments.get(id).unwrap_or(id);
        if self.lists.contains_key(id) {
            return Some(Thing::List(*id));
        }
        self.tickets.contains_key(ticket).then_some(Thing::Ticket(*ticket))
    }

    /// The ids in a text that name a list, ticket or comment that the person does not see.
    pub fn hidden_ids(&self, user: &str, text: &str) -> BTreeSet<Uuid> {
        let is_hidden = |id: &Uuid| self.named_by(id).is_some_and(|thing| !self.sees(user, thing));
        ids_in(text).into_iter().filter(is_hidden).collect()
    }

    /// The lists, tickets and comments that a person sees.
    pub fn seen_ids(&self, user: &str) -> impl Iterator<Item = Uuid> {
        let all = self.lists.keys().chain(self.tickets.keys()).chain(self.comments.keys());
        all.filter(|id| self.named_by(id).is_some_and(|thing| self.sees(user, thing))).copied()
    }

    /// HM1: a ticket of a restricted list is in this list at most, and every other ticket is in open lists only.
    pub fn check_homes(&self) {
        let kind = |scope: &Uuid| self.scopes.get(scope).map_or("", |(kind, _)| kind.as_str());
        for (ticket, (scope, lists)) in &self.tickets {
            let homes: Vec<&Uuid> = lists.iter().filter_map(|list| self.lists.get(list)).collect();
            assert_eq!(homes.len(), lists.len(), "{ticket} is in a list that does not exist");
            let fits = |home: &&Uuid| if kind(scope) == "list" { *home == scope } else { kind(home) == "workspace" };
            assert!(homes.iter().all(fits), "{ticket} lives in {scope} and is in {lists:?}");
        }
    }
}
