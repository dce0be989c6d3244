//! The initial state of every run: a workspace with members, created by the product's own rules.

use std::sync::OnceLock;

use actors::domain::decide::{Order, What, decide};
use actors::domain::decider::Decision;
use actors::domain::entity::Role;
use actors::domain::founding::{Founding, found};
use actors::domain::ids::{CommandId, UserId, WorkspaceId};
use actors::domain::kinds::member::commands::NewMember;
use actors::domain::refusal::Refusal;
use actors::domain::rights::Narrowing;
use actors::domain::scope::personal_scope;
use actors::domain::world::World;
use actors::sync::{BatchBuilder, ScopePosition};
use uuid::Uuid;

use super::clock::{START, instant};
use super::database::Database;

/// The roles of the members. In a workspace without commons, guests see nothing, so there are none.
const OLD: [Role; 3] = [Role::Owner, Role::Member, Role::Member];
const WITH_COMMONS: [Role; 5] = [Role::Owner, Role::Member, Role::Member, Role::Guest, Role::Member];

#[derive(Clone)]
pub struct Fixture {
    pub workspace: WorkspaceId,
    pub people: Vec<UserId>,
    pub with_commons: bool,
    pub database: Database,
}

/// A copy of the initial state, with or without commons. Each of the two is built once.
pub fn fixture(with_commons: bool) -> Fixture {
    static FIXTURES: [OnceLock<Fixture>; 2] = [OnceLock::new(), OnceLock::new()];
    if with_commons {
        return FIXTURES[1].get_or_init(|| make(&WITH_COMMONS, true)).clone();
    }
    FIXTURES[0].get_or_init(|| make(&OLD, false)).clone()
}

fn make(roles: &[Role], with_commons: bool) -> Fixture {
    let workspace = WorkspaceId(Uuid::from_u128(0xA));
    let people: Vec<UserId> = (0..roles.len() as u128).map(|n| UserId(Uuid::from_u128(0xB0 + n))).collect();
    let scopes = people.iter().map(|user| personal_scope(workspace, *user)).chain([workspace.scope()]);
    let mut database = Database::new(workspace, scopes);
    for (n, user) in people.iter().enumerate() {
        let member = NewMember {
            role: roles[n].into(),
            invited_by: None,
            firstname: format!("Person {n}"),
            lastname: String::new(),
            username: format!("person{n}"),
            avatar_url: None,
            department: String::new(),
            designation: String::new(),
            lists: Vec::new(),
        };
        let id = CommandId(Uuid::from_u128(0xC0 + n as u128));
        let order =
            Order { id, by: *user, narrowing: Narrowing::NONE, from: None, what: What::Join(Box::new(member.clone())) };
        let at = instant(START);
        let outcome: Result<(World, Decision), Refusal> = match database.load() {
            None => {
                let founding = Founding { id: workspace, name: "House".into(), key: None, by: *user, founder: member };
                found(&founding, id, at).map(|(workspace, decision)| (World::new(workspace), decision))
            }
            Some(loaded) => decide(&loaded.world, &order, at).map(|decision| (loaded.world, decision)),
        };
        let (world, decision) = outcome.expect("every run has its workspace and its people");
        let mut builder = BatchBuilder::new(workspace, at);
        builder.push(&order, 0, &Ok(decision), &world, |scope| {
            database.streams.get(&scope).copied().unwrap_or(ScopePosition::unknown())
        });
        database.commit(&builder.finish());
    }
    if with_commons {
        database.switch(instant(START));
    }
    Fixture { workspace, people, with_commons, database }
}
