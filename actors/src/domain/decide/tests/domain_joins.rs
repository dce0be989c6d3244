//! People who join by the mail domain of their address (AD1 to AD5).

use super::*;
use crate::domain::audit::{AuditKind, Record, records};
use crate::domain::entity::{HeldRole, MemberState};
use crate::domain::kinds::member::domain_join::{DomainJoin, Proof, may_be_given, may_set};
use crate::domain::kinds::second_factor_rule::order::{FactorGate, RequireFactor};
use crate::domain::rights::Standing;

fn order(by: UserId, what: What) -> Order {
    Order { id: CommandId(id(99_200)), by, narrowing: Narrowing::NONE, from: None, what }
}

fn joins(by: UserId, role: Role) -> Order {
    let (domain, member) = ("team.example".to_owned(), person(Role::Owner, "new"));
    order(by, What::DomainJoin(Box::new(DomainJoin { domain, role, member })))
}

impl Fixture {
    fn taken(&mut self, order: &Order) -> Vec<Record> {
        let decision = decide(&self.world, order, self.now).expect("decided");
        let told = records(order, &decision.writes, &self.world).into_iter().map(|(_, record)| record).collect();
        self.take(&decision);
        told
    }
}

#[test]
fn ad1_only_owners_say_which_domains_let_people_join() {
    for role in [Role::Owner, Role::Admin, Role::Member, Role::Guest] {
        assert_eq!(may_set(Standing::from(role)), role == Role::Owner, "{role:?}");
    }
}

#[test]
fn ad2_an_owner_verifies_a_domain_unless_it_is_public() {
    for (is_public, is_an_owners, holds) in
        [(false, true, true), (false, false, false), (true, true, false), (true, false, false)]
    {
        assert_eq!(Proof { is_public, is_an_owners }.holds(), holds, "{is_public} {is_an_owners}");
    }
}

#[test]
fn ad3_a_new_account_becomes_a_member_or_a_guest_and_the_log_names_the_domain() {
    for role in [Role::Member, Role::Guest] {
        let mut fixture = Fixture::new();
        let told = fixture.taken(&joins(STRANGER, role));
        let [Record { kind, subject, before: None, after: Some(after) }] = &told[..] else { panic!("{told:?}") };
        assert_eq!((*kind, *subject), (AuditKind::MemberJoined, STRANGER.0));
        assert_eq!((&after["domain"], &after["role"]), (&json!("team.example"), &json!(role)));
        let member = fixture.member(STRANGER);
        assert_eq!((member.state, member.role), (MemberState::Active, HeldRole::from(role)));
        assert_eq!(fixture.taken(&joins(STRANGER, role)), [], "idempotent");
    }
}

#[test]
fn ad3_nobody_joins_as_an_admin_or_an_owner() {
    let mut fixture = Fixture::new();
    for role in [Role::Admin, Role::Owner] {
        assert!(!may_be_given(role));
        let refused = decide(&fixture.world, &joins(STRANGER, role), fixture.now).expect_err("refused");
        assert_eq!(refused, Refusal::forbidden());
    }
    let before = fixture.member(ADMIN).clone();
    assert_eq!(fixture.taken(&joins(ADMIN, Role::Guest)), []);
    assert_eq!(*fixture.member(ADMIN), before, "a member keeps the role");
}

#[test]
fn ad4_a_person_who_left_or_was_removed_or_deactivated_does_not_come_back() {
    let mut fixture = Fixture::new();
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": MEMBER}));
    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": ZOE}));
    fixture.does(GUEST, json!({"kind": "member.remove", "userId": GUEST}));
    for user in [MEMBER, ZOE, GUEST] {
        let before = fixture.member(user).clone();
        assert_eq!(before.state, MemberState::Left);
        assert_eq!(fixture.taken(&joins(user, Role::Member)), []);
        assert_eq!(*fixture.member(user), before);
    }
}

#[test]
fn ad5_a_person_who_joins_waits_where_the_workspace_requires_a_second_factor() {
    let mut fixture = Fixture::new();
    fixture.taken(&order(OWNER, What::RequireFactor(RequireFactor { second_factor_required: true })));
    let told = fixture.taken(&joins(STRANGER, Role::Member));
    assert_eq!(told.iter().map(|record| record.kind).collect::<Vec<_>>(), [AuditKind::MemberJoined]);
    assert!(fixture.member(STRANGER).waits());
    fixture.taken(&order(STRANGER, What::FactorGate(FactorGate { has_second_factor: true })));
    assert_eq!(fixture.member(STRANGER).state, MemberState::Active);
}
