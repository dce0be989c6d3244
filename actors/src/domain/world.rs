//! What deciding looks at: a workspace's configuration whole, an index of all its tickets, and whole the
//! tickets that the commands at hand touch.
//!
//! A batch is decided by applying each command's writes here at once, so that the next command sees them;
//! should the commit then fail, the same writes reversed lead back.

mod files;
mod places;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use uuid::Uuid;

use super::{
    change::Write,
    entity::{Attribute, Entity, EntityKind, Home, Link, List, Status, Tables, Ticket, Workspace},
    ids::{
        AttributeId, ComponentId, FileId, FixVersionId, LabelId, LinkId, ListId, OptionId, ScopeId, SprintId, StatusId,
        TaskTypeId, TicketId, UserId,
    },
    kinds::attribute::value::{FieldValue, FieldValues},
    limits,
    rank::Rank,
    rights::Place,
    scope::{Roster, Scopes, Sight, personal_scope},
};
pub use files::Files;
pub use places::Places;

/// What is known of every ticket. A node keeps an entry for each ticket of the workspaces on stage: the slices have no
/// spare room, which a `Vec` read from JSON has for three more places.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub scope: ScopeId,
    pub number: i64,
    pub status: StatusId,
    pub parent: Option<TicketId>,
    pub lists: Box<[(ListId, Rank)]>,
    pub labels: Box<[LabelId]>,
    /// The chosen options, people and tickets, each with its attribute.
    pub options: Box<[(AttributeId, OptionId)]>,
    /// Its task type, its components, its fix versions and its sprint. One slice for the four: most tickets have none of
    /// them.
    pub records: Box<[Record]>,
}

/// A row of the configuration that a ticket names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    TaskType(TaskTypeId),
    Component(ComponentId),
    FixVersion(FixVersionId),
    Sprint(SprintId),
}

/// The task type, the components, the fix versions and the sprint of a ticket, as the index holds them.
pub(crate) fn records(
    task_type: Option<TaskTypeId>,
    components: &[ComponentId],
    versions: &[FixVersionId],
    sprint: Option<SprintId>,
) -> Box<[Record]> {
    let components = components.iter().copied().map(Record::Component);
    let versions = versions.iter().copied().map(Record::FixVersion);
    task_type
        .map(Record::TaskType)
        .into_iter()
        .chain(components)
        .chain(versions)
        .chain(sprint.map(Record::Sprint))
        .collect()
}

/// All tickets of a workspace in brief, and the links between them.
#[derive(Clone, Debug, Default)]
pub struct Index {
    entries: HashMap<TicketId, Entry>,
    children: HashMap<TicketId, BTreeSet<TicketId>>,
    /// Ranks by list and scope: a new rank depends only on tickets that the person sees.
    order: HashMap<(ListId, ScopeId), BTreeSet<(Rank, TicketId)>>,
    links: HashMap<LinkId, (ScopeId, Link)>,
    links_of: HashMap<TicketId, Vec<LinkId>>,
    /// The files of the tickets.
    pub files: Files,
    numbers: HashMap<(ScopeId, i64), TicketId>,
    /// The scopes whose tickets are numbered together with the tickets of another scope.
    numbered_with: HashMap<ScopeId, ScopeId>,
    /// The scope that numbers all tickets that are not private.
    workspace: Option<ScopeId>,
}

impl Index {
    pub fn get(&self, ticket: TicketId) -> Option<&Entry> {
        self.entries.get(&ticket)
    }

    pub fn tickets(&self) -> impl Iterator<Item = (TicketId, &Entry)> {
        self.entries.iter().map(|(id, entry)| (*id, entry))
    }

    pub fn parent(&self, ticket: TicketId) -> Option<TicketId> {
        self.entries.get(&ticket)?.parent
    }

    pub fn children(&self, ticket: TicketId) -> impl Iterator<Item = TicketId> {
        self.children.get(&ticket).into_iter().flatten().copied()
    }

    /// These tickets with all that is below them, each once and behind its parent; the search ends at `most` tickets.
    pub fn with_subtasks(&self, tickets: &[TicketId], most: usize) -> Vec<TicketId> {
        let mut seen: HashSet<TicketId> = HashSet::new();
        let mut all: Vec<TicketId> = Vec::new();
        let mut level = tickets.to_vec();
        while !level.is_empty() && all.len() < most {
            level.retain(|id| seen.insert(*id));
            all.extend(&level);
            level = level.iter().filter_map(|id| self.children.get(id)).flatten().copied().collect();
        }
        all.truncate(most);
        all
    }

    /// The tickets with values that name one of these tickets, sorted.
    pub fn naming(&self, tickets: &[TicketId]) -> Vec<TicketId> {
        if tickets.is_empty() {
            return Vec::new();
        }
        let wanted: HashSet<Uuid> = tickets.iter().map(|id| id.0).collect();
        // An id of an option or a person is never the id of a ticket.
        let names = |entry: &Entry| entry.options.iter().any(|(_, value)| wanted.contains(&value.0));
        let mut naming: Vec<TicketId> =
            self.entries.iter().filter(|(_, entry)| names(entry)).map(|(id, _)| *id).collect();
        naming.sort();
        naming
    }

    /// How many tickets stand above a ticket.
    pub fn depth(&self, ticket: TicketId) -> usize {
        let above = std::iter::successors(self.parent(ticket), |id| self.parent(*id));
        above.take(limits::DEPTH).count()
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn numbering(&self, scope: ScopeId) -> ScopeId {
        self.numbered_with.get(&scope).copied().unwrap_or(scope)
    }

    /// A ticket's number with the scope that gave it. A private ticket keeps the number of the workspace as a negative one.
    fn number_of(&self, entry: &Entry) -> (ScopeId, i64) {
        let kept = self.workspace.filter(|_| entry.number < 0);
        (kept.unwrap_or_else(|| self.numbering(entry.scope)), entry.number.abs())
    }

    /// The ticket with a number, among the tickets that share the numbers of a scope.
    pub fn by_number(&self, scope: ScopeId, number: i64) -> Option<TicketId> {
        self.numbers.get(&(scope, number)).copied()
    }

    pub fn link(&self, link: LinkId) -> Option<&(ScopeId, Link)> {
        self.links.get(&link)
    }

    pub fn links_of(&self, ticket: TicketId) -> impl Iterator<Item = &Link> {
        self.links_at(ticket).map(|(_, link)| link)
    }

    /// The links of a ticket with their scopes.
    pub fn links_at(&self, ticket: TicketId) -> impl Iterator<Item = &(ScopeId, Link)> {
        self.links_of.get(&ticket).into_iter().flatten().filter_map(|id| self.links.get(id))
    }

    /// How many levels of subtasks hang below a ticket, counted up to one more than `most`.
    pub fn levels_below(&self, ticket: TicketId, most: usize) -> usize {
        let mut level = vec![ticket];
        for depth in 0..=most {
            level = level.iter().filter_map(|id| self.children.get(id)).flatten().copied().collect();
            if level.is_empty() {
                return depth;
            }
        }
        most + 1
    }

    /// Ranks that place tickets in order after `after`, or at the start. Their neighbours are the tickets of `scopes`,
    /// without the tickets that move.
    pub fn ranks_behind(
        &self,
        list: ListId,
        scopes: &[ScopeId],
        after: Option<TicketId>,
        moving: &[TicketId],
    ) -> Option<Vec<Rank>> {
        let orders = scopes.iter().filter_map(|scope| self.order.get(&(list, *scope)));
        let low = match after {
            None => None,
            Some(after) => Some(self.get(after)?.lists.iter().find(|(id, _)| *id == list)?.1.clone()),
        };
        let moving: HashSet<TicketId> = moving.iter().copied().collect();
        let high = orders
            .filter_map(|order| match (&low, after) {
                (Some(low), Some(after)) => order
                    .range((std::ops::Bound::Excluded((low.clone(), after)), std::ops::Bound::Unbounded))
                    .find(|(_, id)| !moving.contains(id)),
                _ => order.iter().find(|(_, id)| !moving.contains(id)),
            })
            .min();
        Some(Rank::spread(low.as_ref(), high.map(|(rank, _)| rank), moving.len()))
    }

    /// The rank after all tickets of these scopes in a list.
    pub fn rank_last(&self, list: ListId, scopes: &[ScopeId]) -> Rank {
        let orders = scopes.iter().filter_map(|scope| self.order.get(&(list, *scope)));
        Rank::between(orders.filter_map(|order| order.last()).max().map(|(rank, _)| rank), None)
    }

    pub fn put(&mut self, ticket: TicketId, entry: Entry) {
        self.remove(ticket);
        for (list, rank) in &entry.lists {
            self.order.entry((*list, entry.scope)).or_default().insert((rank.clone(), ticket));
        }
        if let Some(parent) = entry.parent {
            self.children.entry(parent).or_default().insert(ticket);
        }
        self.numbers.insert(self.number_of(&entry), ticket);
        self.entries.insert(ticket, entry);
    }

    pub fn remove(&mut self, ticket: TicketId) {
        let Some(entry) = self.entries.remove(&ticket) else { return };
        let number = self.number_of(&entry);
        for (list, rank) in entry.lists {
            if let Some(order) = self.order.get_mut(&(list, entry.scope)) {
                order.remove(&(rank, ticket));
                if order.is_empty() {
                    self.order.remove(&(list, entry.scope));
                }
            }
        }
        if let Some(parent) = entry.parent
            && let Some(children) = self.children.get_mut(&parent)
        {
            children.remove(&ticket);
            if children.is_empty() {
                self.children.remove(&parent);
            }
        }
        self.numbers.remove(&number);
    }

    pub fn put_link(&mut self, scope: ScopeId, link: Link) {
        for end in [link.from_ticket_id, link.to_ticket_id] {
            let links = self.links_of.entry(end).or_default();
            if !links.contains(&link.id) {
                links.push(link.id);
            }
        }
        self.links.insert(link.id, (scope, link));
    }

    pub fn remove_link(&mut self, link: LinkId) {
        let Some((_, link)) = self.links.remove(&link) else { return };
        for end in [link.from_ticket_id, link.to_ticket_id] {
            if let Some(links) = self.links_of.get_mut(&end) {
                links.retain(|id| *id != link.id);
                if links.is_empty() {
                    self.links_of.remove(&end);
                }
            }
        }
    }
}

/// See the module's words.
#[derive(Clone, Debug)]
pub struct World {
    pub workspace: Workspace,
    /// The last ticket number given out in each scope that has given any.
    pub last_numbers: HashMap<ScopeId, i64>,
    pub index: Index,
    /// The scopes besides the workspace's own and the personal ones.
    pub scopes: Scopes,
    /// The scopes of rows of the configuration, and of imports, that live elsewhere than in the workspace's scope.
    homes: HashMap<(EntityKind, Uuid), ScopeId>,
    /// Rows whole: the configuration and what the commands at hand touch. Tickets are without their descriptions.
    pub tables: Tables,
}

impl World {
    pub fn new(workspace: Workspace) -> Self {
        Self {
            last_numbers: HashMap::new(),
            index: Index { workspace: Some(workspace.id.scope()), ..Index::default() },
            workspace,
            scopes: Scopes::default(),
            homes: HashMap::new(),
            tables: Tables::default(),
        }
    }

    pub fn scope(&self) -> ScopeId {
        self.workspace.id.scope()
    }

    /// Everything that decides who sees which scope.
    pub fn sight(&self) -> Sight<'_> {
        let Tables { members, roles, .. } = &self.tables;
        Sight { workspace: self.workspace.id, members, roles, scopes: &self.scopes }
    }

    /// A copy of that data, for the time in which a round has the world.
    pub fn roster(&self) -> Roster {
        let mut roster = Roster::new(self.workspace.id);
        roster.members = self.tables.members.clone();
        roster.roles = self.tables.roles.clone();
        roster.scopes = self.scopes.clone();
        roster
    }

    /// Whether a person may see what lives in a scope.
    pub fn sees(&self, user: UserId, scope: ScopeId) -> bool {
        self.sight().follows(user, scope)
    }

    /// The scope of a row, or the scope that a new row of this kind would get. The scopes of tickets come from the index.
    pub fn home_of(&self, kind: EntityKind, id: Uuid) -> ScopeId {
        let known = match kind {
            EntityKind::Link => self.index.link(LinkId(id)).map(|(scope, _)| *scope),
            EntityKind::File => self.index.files.get(FileId(id)).map(|(scope, _)| *scope),
            EntityKind::Ticket => self.index.get(TicketId(id)).map(|entry| entry.scope),
            _ => self.homes.get(&(kind, id)).copied(),
        };
        known.unwrap_or_else(|| {
            // A known row without an entry here lives in the workspace's scope.
            let is_old =
                self.scopes.commons.is_some() && kind != EntityKind::Workspace && self.tables.get(kind, id).is_some();
            if is_old { self.scope() } else { self.scopes.home_of_new(kind, self.workspace.id) }
        })
    }

    /// A place in a scope, for a person who would do something there.
    pub fn place(&self, user: UserId, scope: ScopeId, is_own: bool) -> Place {
        Place { is_seen: self.sees(user, scope), level: self.scopes.level_in(scope, user), is_own }
    }

    /// Whether a person may see a row of the configuration.
    pub fn shows(&self, user: UserId, kind: EntityKind, id: Uuid) -> bool {
        self.sees(user, self.home_of(kind, id))
    }

    /// The lists that a person may see.
    pub fn lists_of(&self, user: UserId) -> impl Iterator<Item = &List> {
        self.tables.lists.values().filter(move |list| self.shows(user, EntityKind::List, list.id.0))
    }

    /// The scopes of the tickets that a person sees in a list: first the list's home, then the person's own.
    pub fn ranked_for(&self, user: UserId, list: ListId) -> [ScopeId; 2] {
        [self.home_of(EntityKind::List, list.0), personal_scope(self.workspace.id, user)]
    }

    /// The scopes whose tickets a new ticket in `scope` is ranked after. A shared ticket is ranked among shared ones
    /// alone, so that its rank reveals nothing about private tickets.
    pub fn ranked_with(&self, scope: ScopeId, list: ListId) -> Vec<ScopeId> {
        let home = self.home_of(EntityKind::List, list.0);
        if scope == home { vec![scope] } else { vec![home, scope] }
    }

    /// The restricted list whose scope this is.
    pub fn list_of(&self, scope: ScopeId) -> Option<ListId> {
        let restricted = || self.tables.lists.keys().find(|list| self.home_of(EntityKind::List, list.0) == scope);
        self.scopes.is_list(scope).then(restricted)?.copied()
    }

    /// Whether a list is open to all who follow the workspace.
    pub fn is_open(&self, list: ListId) -> bool {
        self.home_of(EntityKind::List, list.0) == self.scope()
    }

    /// The scope that numbers the tickets of a scope.
    pub fn numbering(&self, scope: ScopeId) -> ScopeId {
        self.index.numbering(scope)
    }

    /// Notes the scope of a restricted list. All tickets that are not private are numbered together.
    pub fn add_list_scope(&mut self, scope: ScopeId) {
        self.scopes.add_list(scope);
        self.index.numbered_with.insert(scope, self.workspace.id.scope());
    }

    /// Statuses in their order.
    pub fn statuses_in_order(&self) -> Vec<&Status> {
        let mut statuses: Vec<_> = self.tables.statuses.values().collect();
        statuses.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
        statuses
    }

    /// Attributes in their order.
    pub fn attributes_in_order(&self) -> Vec<&Attribute> {
        let mut attributes: Vec<_> = self.tables.attributes.values().collect();
        attributes.sort_by(|a, b| (&a.rank, a.id).cmp(&(&b.rank, b.id)));
        attributes
    }

    /// Applies a write that was decided here, or that another node has committed.
    pub fn apply(&mut self, scope: ScopeId, write: &Write) {
        match (&write.before, &write.after) {
            (_, Some(after)) => self.put(scope, after.clone()),
            (Some(before), None) => self.remove(before),
            (None, None) => {}
        }
    }

    /// Takes a row in as it stands in a scope.
    pub fn put(&mut self, scope: ScopeId, mut entity: Entity) {
        match &mut entity {
            Entity::Workspace(it) => self.workspace = it.clone(),
            Entity::Share(it) => self.scopes.put_share(scope, it),
            Entity::Link(it) => self.index.put_link(scope, it.clone()),
            Entity::File(it) => self.index.files.put(scope, it.clone()),
            Entity::Ticket(it) => {
                it.description = None;
                self.index.put(it.id, Entry::of(scope, it));
                let last = self.last_numbers.entry(self.numbering(scope)).or_insert(0);
                *last = (*last).max(it.number);
            }
            _ => {}
        }
        self.settle(scope, &entity);
        self.tables.put(entity);
    }

    /// Notes the scope of a row. Tickets are left out, because the index has their scopes, and so are the rows of a ticket.
    fn settle(&mut self, scope: ScopeId, entity: &Entity) {
        let kind = entity.kind();
        if matches!(kind.home(), Home::Scoped | Home::Detail) || kind == EntityKind::TicketSubscription {
            return;
        }
        if scope == self.scope() {
            self.homes.remove(&(kind, entity.id()));
        } else {
            self.homes.insert((kind, entity.id()), scope);
        }
    }

    fn remove(&mut self, entity: &Entity) {
        match entity {
            Entity::Ticket(it) => self.index.remove(it.id),
            Entity::Link(it) => self.index.remove_link(it.id),
            Entity::File(it) => self.index.files.remove(it.id),
            Entity::Share(it) => {
                let scope = self.home_of(EntityKind::Share, it.id.0);
                self.scopes.remove_share(scope, it.id);
            }
            _ => {}
        }
        self.homes.remove(&(entity.kind(), entity.id()));
        self.tables.remove(entity.kind(), entity.id());
    }

    /// The entity as it is known here, if it is.
    pub fn get(&self, kind: EntityKind, id: Uuid) -> Option<Entity> {
        match kind {
            EntityKind::Workspace => (self.workspace.id.0 == id).then(|| Entity::Workspace(self.workspace.clone())),
            EntityKind::Link => self.index.link(LinkId(id)).map(|(_, link)| Entity::Link(link.clone())),
            EntityKind::File => self.index.files.get(FileId(id)).map(|(_, file)| Entity::File(file.clone())),
            _ => self.tables.get(kind, id),
        }
    }
}

impl Entry {
    pub fn of(scope: ScopeId, ticket: &Ticket) -> Self {
        Self {
            scope,
            number: ticket.number,
            status: ticket.status_id,
            parent: ticket.parent_ticket_id,
            lists: ticket.lists.iter().map(|place| (place.list_id, place.rank.clone())).collect(),
            labels: ticket.labels.as_slice().into(),
            options: chosen(&ticket.fields).collect(),
            records: records(ticket.task_type_id, &ticket.components_ids, &ticket.fix_versions_ids, ticket.sprint_id),
        }
    }

    /// Takes in a remote update of a ticket that is not loaded. Returns the names of fields with values that this build
    /// cannot read, which keep their old values.
    #[must_use]
    pub fn merge(&mut self, fields: &serde_json::Map<String, serde_json::Value>) -> Vec<&'static str> {
        let mut unread = Vec::new();
        // Named one by one, so that a new field of the index does not compile until it is merged. A ticket's scope
        // never changes in an update: a ticket that moves is deleted in one scope and created in the other.
        let Self { scope: _, number, status, parent, lists, labels, options, records } = self;
        read(fields, "number", &mut unread, |new| *number = new);
        read(fields, "statusId", &mut unread, |new| *status = new);
        read(fields, "parentTicketId", &mut unread, |new| *parent = new);
        read(fields, "labels", &mut unread, |new| *labels = new);
        read(fields, "lists", &mut unread, |new: Vec<super::entity::ListRank>| {
            *lists = new.into_iter().map(|place| (place.list_id, place.rank)).collect();
        });
        // An update names the values that it changes, and null for those that are gone.
        read(fields, "fields", &mut unread, |new: BTreeMap<AttributeId, Option<FieldValue>>| {
            let kept = options.iter().filter(|(attribute, _)| !new.contains_key(attribute)).copied();
            let come = new.iter().filter_map(|(attribute, value)| Some((attribute, value.as_ref()?)));
            *options = kept.chain(come.flat_map(|(attribute, value)| pairs(attribute, value))).collect();
        });
        let mut replace = |is_old: fn(&Record) -> bool, new: Vec<Record>| {
            *records = records.iter().filter(|it| !is_old(it)).copied().chain(new).collect();
        };
        read(fields, "taskTypeId", &mut unread, |new: Option<TaskTypeId>| {
            replace(|it| matches!(it, Record::TaskType(_)), new.into_iter().map(Record::TaskType).collect());
        });
        read(fields, "componentsIds", &mut unread, |new: Vec<ComponentId>| {
            replace(|it| matches!(it, Record::Component(_)), new.into_iter().map(Record::Component).collect());
        });
        read(fields, "fixVersionsIds", &mut unread, |new: Vec<FixVersionId>| {
            replace(|it| matches!(it, Record::FixVersion(_)), new.into_iter().map(Record::FixVersion).collect());
        });
        read(fields, "sprintId", &mut unread, |new: Option<SprintId>| {
            replace(|it| matches!(it, Record::Sprint(_)), new.into_iter().map(Record::Sprint).collect());
        });
        unread
    }
}

/// The options among a ticket's values.
pub(crate) fn chosen(values: &FieldValues) -> impl Iterator<Item = (AttributeId, OptionId)> {
    values.iter().flat_map(|(attribute, value)| pairs(attribute, value))
}

fn pairs(attribute: &AttributeId, value: &FieldValue) -> impl Iterator<Item = (AttributeId, OptionId)> {
    value.options().iter().map(|option| (*attribute, *option))
}

/// Hands over a field if it is there and can be read, or notes its name.
fn read<T: serde::de::DeserializeOwned>(
    fields: &serde_json::Map<String, serde_json::Value>,
    name: &'static str,
    unread: &mut Vec<&'static str>,
    put: impl FnOnce(T),
) {
    match fields.get(name).map(T::deserialize) {
        Some(Ok(new)) => put(new),
        Some(Err(_)) => unread.push(name),
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_of_the_index_takes_no_more_than_128_bytes_besides_its_slices() {
        assert!(size_of::<Entry>() <= 128, "{}", size_of::<Entry>());
        assert!(size_of::<(ListId, Rank)>() <= 40, "{}", size_of::<(ListId, Rank)>());
    }

    #[test]
    fn a_value_of_a_later_version_is_named_and_the_other_fields_of_the_update_are_taken_in() {
        let id = Uuid::from_u128;
        let (status, lists, labels) = (StatusId(id(1)), Box::default(), Box::default());
        let chosen = |n: u128| (AttributeId(id(n)), OptionId(id(n + 10)));
        let options = Box::new([chosen(20), chosen(40)]);
        let (task_type, component, version) = (TaskTypeId(id(50)), ComponentId(id(51)), FixVersionId(id(52)));
        let records = records(Some(task_type), &[component], &[version], Some(SprintId(id(55))));
        let mut entry = Entry {
            scope: ScopeId(id(9)),
            number: 1,
            status,
            parent: Some(TicketId(id(2))),
            lists,
            labels,
            options,
            records,
        };
        let update = json!({"number": 7, "statusId": {"later": true}, "parentTicketId": null, "labels": [id(3)], "fields": {id(20).to_string(): null, id(60).to_string(): [id(70)], id(80).to_string(): "text"}, "taskTypeId": null, "componentsIds": [id(53), id(54)], "sprintId": id(56)});
        let unread = entry.merge(update.as_object().expect("an object"));
        assert_eq!(unread, ["statusId"]);
        assert_eq!((entry.number, entry.status, entry.parent), (7, status, None));
        assert_eq!(*entry.labels, [LabelId(id(3))]);
        assert_eq!(*entry.options, [chosen(40), chosen(60)]);
        let components = [53, 54].map(|n| Record::Component(ComponentId(id(n))));
        assert_eq!(
            *entry.records,
            [Record::FixVersion(version), components[0], components[1], Record::Sprint(SprintId(id(56)))]
        );
    }
}
