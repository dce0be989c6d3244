//! Who may do what with the simulated text, and where its ticket lives.

use std::collections::BTreeSet;

use actors::domain::ids::{ScopeId, UserId};
use actors::text::{Sights, TextSight};
use uuid::Uuid;

use super::history::{Entry, History};
use crate::simulation::rng::Rng;

/// The people. The first of them never loses a right, so that there is always somebody who may write.
pub const PEOPLE: usize = 4;
/// The scope that every member follows, and the scope of a restricted list.
pub const OPEN: ScopeId = ScopeId(Uuid::from_u128(0x0A));
const LIST: ScopeId = ScopeId(Uuid::from_u128(0x0B));

#[derive(Clone, Copy)]
struct Person {
    is_member: bool,
    has_share: bool,
    may_edit: bool,
}

pub struct Rights {
    people: [Person; PEOPLE],
    pub scope: ScopeId,
    pub is_archived: bool,
    noted: [Option<TextSight>; PEOPLE],
}

pub fn user(person: usize) -> UserId {
    UserId(Uuid::from_u128(0xB0 + person as u128))
}

pub fn person(user: UserId) -> usize {
    (user.0.as_u128() - 0xB0) as usize
}

impl Rights {
    pub fn new(history: &mut History) -> Self {
        let person = Person { is_member: true, has_share: true, may_edit: true };
        let mut rights = Self { people: [person; PEOPLE], scope: OPEN, is_archived: false, noted: [None; PEOPLE] };
        // The last person has no share of the restricted list.
        rights.people[PEOPLE - 1].has_share = false;
        rights.note(0, history);
        rights
    }

    /// The scopes that a person follows.
    pub fn follows(&self, person: usize) -> BTreeSet<ScopeId> {
        let Person { is_member, has_share, .. } = self.people[person];
        [(OPEN, is_member), (LIST, is_member && has_share)].into_iter().filter(|it| it.1).map(|it| it.0).collect()
    }

    pub fn sight(&self, person: usize) -> TextSight {
        if !self.follows(person).contains(&self.scope) {
            return TextSight::Nothing;
        }
        match self.people[person].may_edit {
            false => TextSight::Reads,
            true if self.is_archived => TextSight::Archived,
            true => TextSight::Edits,
        }
    }

    pub fn sights(&self, users: &[UserId]) -> Sights {
        users.iter().map(|user| (*user, self.sight(person(*user)))).collect()
    }

    /// Changes a right at random. The first person keeps all rights.
    pub fn change(&mut self, at: u64, rng: &mut Rng, history: &mut History) {
        let person = &mut self.people[rng.between(1, PEOPLE as u64) as usize];
        match rng.between(0, 100) {
            0..25 => person.is_member = !person.is_member,
            25..45 => person.may_edit = !person.may_edit,
            45..60 => person.has_share = !person.has_share,
            60..90 => self.scope = if self.scope == OPEN { LIST } else { OPEN },
            _ => self.is_archived = !self.is_archived,
        }
        self.note(at, history);
    }

    fn note(&mut self, at: u64, history: &mut History) {
        for person in 0..PEOPLE {
            let sight = self.sight(person);
            if self.noted[person].replace(sight) != Some(sight) {
                history.push(Entry::Sight { at, person, sight });
            }
        }
    }

    /// Wakes the ticket, so that people may write.
    pub fn wake(&mut self, at: u64, history: &mut History) {
        self.is_archived = false;
        self.note(at, history);
    }
}
