//! Truth tables of decisions.

mod api_keys;
mod attribute_lists;
mod attributes;
mod baselines;
mod comments;
mod cycles;
mod deletion;
mod domain_joins;
mod durations;
mod files;
mod homes;
mod imports;
mod inbox;
mod invited;
mod label_sets;
mod limits;
mod linked;
mod links;
mod list_groups;
mod members;
mod preferences;
mod private;
mod records;
mod recurrences;
mod restricted;
mod rights;
mod roadmap_places;
mod saved_views;
mod second_factors;
mod sets;
mod sprints;
mod system_attributes;
mod templates;
mod vectors;
mod work_calendars;
mod workspace_keys;

use serde_json::{Value, json};
use uuid::Uuid;

use super::{Order, What, decide};
use crate::domain::{
    change::Change,
    command::Command,
    date::Instant,
    decider::Decision,
    entity::{Entity, EntityKind, HeldRole, ListRank, Member, Role, Status, Tables, Ticket},
    founding::{Founding, found},
    ids::{CommandId, ScopeId, StatusId, TicketId, UserId, WorkspaceId},
    kinds::{member::commands::NewMember, role::BuiltIn},
    refusal::{Refusal, RefusalCode},
    rights::Narrowing,
    scope::{list_scope, personal_scope},
    world::World,
};

const OWNER: UserId = UserId(Uuid::from_u128(0xA1));
const ADMIN: UserId = UserId(Uuid::from_u128(0xA2));
const MEMBER: UserId = UserId(Uuid::from_u128(0xA3));
const GUEST: UserId = UserId(Uuid::from_u128(0xA4));
const ZOE: UserId = UserId(Uuid::from_u128(0xA5));
const STRANGER: UserId = UserId(Uuid::from_u128(0xA6));
const COMMENTER: UserId = UserId(Uuid::from_u128(0xA7));
const VIEWER: UserId = UserId(Uuid::from_u128(0xA8));

/// Statuses beside the ones that a workspace is founded with.
const STARTED: &str = "00000000-0000-0000-0000-000000000051";
const BLOCKED: &str = "00000000-0000-0000-0000-000000000052";
const CANCELED: &str = "00000000-0000-0000-0000-000000000053";
const COMPLETED: &str = "00000000-0000-0000-0000-000000000054";
const LIST: &str = "00000000-0000-0000-0000-000000000061";
const OTHER_LIST: &str = "00000000-0000-0000-0000-000000000062";
const LABEL: &str = "00000000-0000-0000-0000-000000000071";

/// A multiple select with two options.
const SIDES: &str = "00000000-0000-0000-0000-000000000081";
const NORTH: &str = "00000000-0000-0000-0000-000000000082";
const SOUTH: &str = "00000000-0000-0000-0000-000000000083";

/// Two task types, two components and two fix versions.
const BUG: &str = "00000000-0000-0000-0000-000000000091";
const EPIC: &str = "00000000-0000-0000-0000-000000000092";
const PARSER: &str = "00000000-0000-0000-0000-000000000093";
const SERVER: &str = "00000000-0000-0000-0000-000000000094";
const SPRING: &str = "00000000-0000-0000-0000-000000000095";
const AUTUMN: &str = "00000000-0000-0000-0000-000000000096";
const FIRST_SPRINT: &str = "00000000-0000-0000-0000-0000000000a1";
const NEXT_SPRINT: &str = "00000000-0000-0000-0000-0000000000a2";

/// The id of the n-th entity of a test.
fn id(n: u32) -> Uuid {
    Uuid::from_u128(0x1_0000_0000 + u128::from(n))
}

/// A workspace with an owner, an admin, two members and a guest, whose clock is the test's.
struct Fixture {
    world: World,
    now: Instant,
    asked: u32,
}

impl Fixture {
    fn new() -> Self {
        let now = Instant::new(time::macros::datetime!(2030-05-01 12:00 UTC));
        let founding = Founding {
            id: WorkspaceId(id(0)),
            name: "House".into(),
            key: None,
            by: OWNER,
            founder: person(Role::Owner, "owner"),
        };
        let (workspace, decision) = found(&founding, CommandId(id(999)), now).expect("a workspace");
        let mut fixture = Self { world: World::new(workspace), now, asked: 0 };
        fixture.take(&decision);
        for (user, role) in [(ADMIN, Role::Admin), (MEMBER, Role::Member), (GUEST, Role::Guest), (ZOE, Role::Member)] {
            fixture.join(user, role);
        }
        for (status, name, category) in [
            (STARTED, "Doing", "started"),
            (BLOCKED, "Waiting", "blocked"),
            (CANCELED, "Dropped", "canceled"),
            (COMPLETED, "Shipped", "completed"),
        ] {
            fixture
                .does(OWNER, json!({"kind": "status.create", "statusId": status, "name": name, "category": category}));
        }
        fixture.does(OWNER, json!({"kind": "list.create", "listId": LIST, "name": "Roof"}));
        fixture.does(OWNER, json!({"kind": "list.create", "listId": OTHER_LIST, "name": "Cellar"}));
        fixture.does(OWNER, json!({"kind": "label.create", "labelId": LABEL, "name": "wet"}));
        fixture
    }

    /// The same in a workspace with commons, where COMMENTER and VIEWER hold roles by id.
    fn with_commons() -> Self {
        let mut fixture = Self::new();
        let commons = ScopeId(id(998));
        fixture.world.scopes.commons = Some(commons);
        let Tables { members, statuses, labels, .. } = fixture.world.tables.clone();
        let common = [Entity::Workspace(fixture.world.workspace.clone())].into_iter();
        let common = common.chain(members.into_values().map(Entity::Member));
        let common = common.chain(statuses.into_values().map(Entity::Status));
        for row in common.chain(labels.into_values().map(Entity::Label)) {
            fixture.world.put(commons, row);
        }
        for role in BuiltIn::ALL {
            let record = role.record(fixture.world.workspace.id, fixture.now);
            fixture.world.put(commons, Entity::Role(record));
        }
        for (user, role) in [(COMMENTER, BuiltIn::Commenter), (VIEWER, BuiltIn::Viewer)] {
            fixture.join(user, Role::Guest);
            let role = HeldRole::Record(role.id(fixture.world.workspace.id));
            fixture.does(OWNER, json!({"kind": "member.setRole", "userId": user, "role": role}));
        }
        fixture
    }

    /// Adds the attribute `SIDES`.
    fn sides(&mut self) {
        let options = json!([{"optionId": NORTH, "name": "North"}, {"optionId": SOUTH, "name": "South"}]);
        let new = json!({"kind": "attribute.create", "attributeId": SIDES, "name": "Sides", "type": "multiSelect", "options": options});
        self.does(OWNER, new);
    }

    /// Adds the task types, the components, the fix versions and the sprints.
    fn records(&mut self) {
        for new in [
            json!({"kind": "taskType.create", "taskTypeId": BUG, "name": "Bug", "icon": "bug", "color": "red"}),
            json!({"kind": "taskType.create", "taskTypeId": EPIC, "name": "Epic", "icon": "epic", "container": true}),
            json!({"kind": "component.create", "componentId": PARSER, "name": "Parser"}),
            json!({"kind": "component.create", "componentId": SERVER, "name": "Server"}),
            json!({"kind": "fixVersion.create", "fixVersionId": SPRING, "name": "Spring"}),
            json!({"kind": "fixVersion.create", "fixVersionId": AUTUMN, "name": "Autumn"}),
            json!({"kind": "sprint.create", "sprintId": FIRST_SPRINT, "name": "First"}),
            json!({"kind": "sprint.create", "sprintId": NEXT_SPRINT, "name": "Next"}),
        ] {
            self.does(OWNER, new);
        }
    }

    /// The decision that a person would get who accepts another member's invitation.
    fn accept(&mut self, user: UserId, role: HeldRole, invited_by: UserId) -> Result<Decision, Refusal> {
        let member = NewMember { role, invited_by: Some(invited_by), ..person(Role::Guest, "new") };
        let order = Order {
            id: self.next(),
            by: user,
            narrowing: Narrowing::NONE,
            from: None,
            what: What::Join(Box::new(member)),
        };
        decide(&self.world, &order, self.now)
    }

    fn join(&mut self, user: UserId, role: Role) {
        let order = Order {
            id: self.next(),
            by: user,
            narrowing: Narrowing::NONE,
            from: None,
            what: What::Join(Box::new(person(role, "member"))),
        };
        let decision = decide(&self.world, &order, self.now).expect("in");
        self.take(&decision);
    }

    fn next(&mut self) -> CommandId {
        self.asked += 1;
        CommandId(id(100_000 + self.asked))
    }

    /// The decision that a command would get; the world stays as it is, but for the scopes that a round would open.
    fn ask(&mut self, by: UserId, command: Value) -> Result<Decision, Refusal> {
        self.ask_with(Narrowing::NONE, by, command)
    }

    /// The same with what an API key leaves of the person's rights.
    fn ask_with(&mut self, narrowing: Narrowing, by: UserId, command: Value) -> Result<Decision, Refusal> {
        let command = Command::from_json(&command.to_string())?;
        let order = Order { id: self.next(), by, narrowing, from: None, what: What::Command(command) };
        let decision = decide(&self.world, &order, self.now)?;
        let scopes: Vec<ScopeId> = decision.writes.iter().map(|(scope, _)| *scope).collect();
        let new: Vec<ScopeId> = decision.new_lists().map(|list| list_scope(self.world.workspace.id, list)).collect();
        for scope in new.into_iter().filter(|scope| scopes.contains(scope)) {
            self.world.add_list_scope(scope);
        }
        decide(&self.world, &order, self.now)
    }

    /// Carries a command out.
    fn does(&mut self, by: UserId, command: Value) -> Vec<(ScopeId, Change)> {
        let words = command.to_string();
        let decision = self.ask(by, command).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        self.take(&decision);
        decision.writes.iter().filter_map(|(scope, write)| Some((*scope, write.change()?))).collect()
    }

    fn take(&mut self, decision: &Decision) {
        for (scope, write) in &decision.writes {
            self.world.apply(*scope, write);
        }
    }

    fn refusal(&mut self, by: UserId, command: Value) -> Refusal {
        let words = command.to_string();
        self.ask(by, command).err().unwrap_or_else(|| panic!("{words} was not refused"))
    }

    /// The code and the field of a refusal.
    fn refused(&mut self, by: UserId, command: Value) -> (RefusalCode, Option<String>) {
        let refusal = self.refusal(by, command);
        (refusal.code, refusal.field)
    }

    /// A shared ticket, created by `MEMBER`.
    fn ticket(&mut self, n: u32) -> Uuid {
        self.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(n), "title": format!("Ticket {n}")}));
        id(n)
    }

    fn tickets(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for n in numbers {
            self.ticket(n);
        }
    }

    fn patch(&mut self, by: UserId, ticket: Uuid, patch: Value) -> Vec<(ScopeId, Change)> {
        self.does(by, json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch}))
    }

    fn patch_refused(&mut self, by: UserId, ticket: Uuid, patch: Value) -> (RefusalCode, Option<String>) {
        self.refused(by, json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch}))
    }

    fn at(&self, ticket: Uuid) -> &Ticket {
        self.world.tables.tickets.get(&TicketId(ticket)).expect("a ticket")
    }

    fn lists_of(&self, ticket: Uuid) -> Vec<String> {
        self.at(ticket).lists.iter().map(|ListRank { list_id, .. }| list_id.to_string()).collect()
    }

    fn member(&self, user: UserId) -> &Member {
        self.world.tables.members.get(&user).expect("a member")
    }

    fn status(&self, name: &str) -> &Status {
        self.world.tables.statuses.values().find(|status| status.name == name).expect("a status")
    }

    fn pass(&mut self, seconds: i64) {
        self.now = Instant::new(self.now.get() + time::Duration::seconds(seconds));
    }

    fn home(&self) -> ScopeId {
        self.world.scope()
    }

    fn own(&self, user: UserId) -> ScopeId {
        personal_scope(self.world.workspace.id, user)
    }
}

fn person(role: Role, name: &str) -> NewMember {
    NewMember {
        role: role.into(),
        invited_by: None,
        firstname: name.into(),
        lastname: String::new(),
        username: name.into(),
        avatar_url: None,
        department: String::new(),
        designation: String::new(),
        lists: Vec::new(),
    }
}

/// The changes of tickets, as `(op, fields)`; histories are left out.
fn ticket_fields(changes: &[(ScopeId, Change)]) -> Vec<Vec<String>> {
    changes
        .iter()
        .filter(|(_, change)| change.entity == EntityKind::Ticket)
        .map(|(_, change)| change.data.iter().flat_map(|data| data.keys().cloned()).collect())
        .collect()
}

fn status_id(text: &str) -> StatusId {
    StatusId(text.parse().expect("an id"))
}
