//! How a ticket is linked to others, as a field of filters.

use std::collections::BTreeMap;

use crate::domain::{
    entity::{Link, LinkKind, Ticket},
    ids::TicketId,
};

/// A way in which a ticket is linked to another ticket that the person sees and that is not in the trash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Linked {
    /// The ticket is open, and an open ticket blocks it.
    Blocked,
    /// The ticket is open, and it blocks an open ticket.
    Blocking,
    /// The ticket blocks another or is blocked, whether open or not.
    Dependency,
    /// Either ticket duplicates the other.
    Duplicate,
    Related,
}

impl Linked {
    pub const ALL: [Self; 5] = [Self::Blocked, Self::Blocking, Self::Dependency, Self::Duplicate, Self::Related];

    pub fn word(self) -> &'static str {
        match self {
            Self::Blocked => "blocked",
            Self::Blocking => "blocking",
            Self::Dependency => "dependency",
            Self::Duplicate => "duplicate",
            Self::Related => "related",
        }
    }

    /// The name in texts for people, until the web app translates it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Blocked => "Blocked",
            Self::Blocking => "Blocking",
            Self::Dependency => "Dependency",
            Self::Duplicate => "Duplicate",
            Self::Related => "Related",
        }
    }

    /// True if this link to `other` makes the ticket linked in this way.
    fn is_by(self, link: &Link, ticket: &Ticket, other: &Ticket) -> bool {
        let are_open = !ticket.completed && !other.completed;
        let blocks = link.kind == LinkKind::Blocks;
        match self {
            Self::Blocked => blocks && are_open && link.to_ticket_id == ticket.id,
            Self::Blocking => blocks && are_open && link.from_ticket_id == ticket.id,
            Self::Dependency => blocks,
            Self::Duplicate => link.kind == LinkKind::Duplicates,
            Self::Related => link.kind == LinkKind::Relates,
        }
    }
}

/// How a ticket is linked, by the links and tickets that a person sees. `journal/filtered` has the same rules as SQL.
pub fn linked(id: TicketId, links: &[Link], tickets: &BTreeMap<TicketId, &Ticket>) -> Vec<Linked> {
    let Some(ticket) = tickets.get(&id) else { return Vec::new() };
    let around: Vec<(&Link, &Ticket)> = links
        .iter()
        .filter_map(|link| {
            let other = match (link.from_ticket_id == id, link.to_ticket_id == id) {
                (true, _) => link.to_ticket_id,
                (_, true) => link.from_ticket_id,
                _ => return None,
            };
            tickets.get(&other).filter(|it| it.trashed_at.is_none()).map(|it| (link, *it))
        })
        .collect();
    Linked::ALL.into_iter().filter(|it| around.iter().any(|(link, other)| it.is_by(link, ticket, other))).collect()
}
