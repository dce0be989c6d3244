//! Workspaces that require a second factor (RF1 to RF6).

use super::*;
use crate::domain::audit::{AuditKind, records};
use crate::domain::entity::MemberState;
use crate::domain::kinds::member::{erase::Erase, group_role::GroupRole};
use crate::domain::kinds::second_factor_rule::order::{FactorGate, RequireFactor};
use crate::words;

fn order(by: UserId, what: What) -> Order {
    Order { id: CommandId(id(99_100)), by, narrowing: Narrowing::NONE, from: None, what }
}

fn requires(by: UserId, second_factor_required: bool) -> Order {
    order(by, What::RequireFactor(RequireFactor { second_factor_required }))
}

fn gate(by: UserId, has_second_factor: bool) -> Order {
    order(by, What::FactorGate(FactorGate { has_second_factor }))
}

impl Fixture {
    /// Carries out an order, and returns the kinds of its audit records.
    fn ordered(&mut self, order: &Order) -> Vec<AuditKind> {
        let decision = decide(&self.world, order, self.now).expect("decided");
        let told = records(order, &decision.writes, &self.world).into_iter().map(|(_, record)| record.kind).collect();
        self.take(&decision);
        told
    }

    fn required() -> Self {
        let mut fixture = Self::new();
        fixture.ordered(&requires(OWNER, true));
        fixture
    }

    fn state_of(&self, user: UserId) -> (MemberState, bool, bool) {
        let member = self.member(user);
        (member.state, member.deactivated_at.is_some(), member.second_factor_missing)
    }
}

const ACTIVE: (MemberState, bool, bool) = (MemberState::Active, false, false);
/// Builds that do not know the mark see a deactivated member.
const WAITING: (MemberState, bool, bool) = (MemberState::Left, true, true);
const DEACTIVATED: (MemberState, bool, bool) = (MemberState::Left, true, false);

#[test]
fn rf1_only_owners_require_a_second_factor_and_the_log_records_it() {
    let mut fixture = Fixture::new();
    for by in [ADMIN, MEMBER, ZOE, GUEST] {
        assert_eq!(
            decide(&fixture.world, &requires(by, true), fixture.now).expect_err("refused"),
            Refusal::forbidden()
        );
    }
    let stranger = decide(&fixture.world, &requires(STRANGER, true), fixture.now).expect_err("refused");
    assert_eq!(stranger.code, RefusalCode::NotFound);
    assert_eq!(fixture.ordered(&requires(OWNER, true)), [AuditKind::SecondFactorRequired]);
    assert_eq!(fixture.ordered(&requires(OWNER, true)), [], "idempotent");
    assert_eq!(fixture.ordered(&requires(OWNER, false)), [AuditKind::SecondFactorNotRequired]);
    assert_eq!(fixture.ordered(&requires(OWNER, false)), []);
}

#[test]
fn rf2_members_without_a_second_factor_wait_and_come_back_with_their_role() {
    let mut fixture = Fixture::new();
    let before = fixture.member(ADMIN).clone();
    assert_eq!(fixture.ordered(&gate(ADMIN, false)), [], "nothing is required");
    fixture.ordered(&requires(OWNER, true));
    assert_eq!(fixture.ordered(&gate(OWNER, true)), []);
    assert_eq!(fixture.ordered(&gate(ADMIN, false)), [AuditKind::MemberBarred]);
    assert_eq!(fixture.state_of(ADMIN), WAITING);
    let title = json!({"kind": "ticket.create", "ticketId": id(1), "title": "Mine"});
    assert_eq!(fixture.refusal(ADMIN, title).code, RefusalCode::NotFound, "as for a person outside the workspace");
    assert_eq!(fixture.ordered(&gate(ADMIN, false)), [], "idempotent");
    assert_eq!(fixture.ordered(&gate(ADMIN, true)), [AuditKind::MemberAdmitted]);
    assert_eq!(*fixture.member(ADMIN), before);

    fixture.ordered(&gate(ADMIN, false));
    fixture.ordered(&requires(OWNER, false));
    assert_eq!(fixture.ordered(&gate(ADMIN, false)), [AuditKind::MemberAdmitted], "the rule has ended");
    assert_eq!(*fixture.member(ADMIN), before);
}

#[test]
fn rf2_people_who_have_left_or_were_deactivated_or_are_unknown_stay_as_they_are() {
    let mut fixture = Fixture::required();
    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": MEMBER}));
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": ZOE}));
    for user in [MEMBER, ZOE, STRANGER] {
        for has in [true, false] {
            assert_eq!(fixture.ordered(&gate(user, has)), []);
        }
    }
}

#[test]
fn rf3_who_joins_or_is_brought_back_waits_until_the_server_has_looked() {
    let mut fixture = Fixture::required();
    let decision = fixture.accept(STRANGER, Role::Member.into(), OWNER).expect("joined");
    fixture.take(&decision);
    assert_eq!(fixture.state_of(STRANGER), WAITING);
    assert_eq!(fixture.ordered(&gate(STRANGER, true)), [AuditKind::MemberAdmitted]);
    assert_eq!(fixture.state_of(STRANGER), ACTIVE);

    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": STRANGER}));
    assert_eq!(fixture.state_of(STRANGER), DEACTIVATED);
    fixture.does(OWNER, json!({"kind": "member.restore", "userId": STRANGER}));
    assert_eq!(fixture.state_of(STRANGER), WAITING);
    fixture.ordered(&gate(STRANGER, true));
    assert_eq!(fixture.state_of(STRANGER), ACTIVE);
}

#[test]
fn rf4_a_waiting_member_cannot_be_restored_but_can_be_deactivated_and_removed() {
    let mut fixture = Fixture::required();
    fixture.ordered(&gate(ZOE, false));
    let restore = json!({"kind": "member.restore", "userId": ZOE});
    let refusal = fixture.refusal(OWNER, restore);
    assert_eq!((refusal.code, refusal.message.as_ref()), (RefusalCode::Conflict, words::WAITS_FOR_FACTOR));
    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": ZOE}));
    assert_eq!(fixture.state_of(ZOE), DEACTIVATED);
    assert_eq!(fixture.ordered(&gate(ZOE, true)), [], "a second factor does not undo a deactivation");
    fixture.ordered(&gate(MEMBER, false));
    assert_eq!(fixture.refusal(ADMIN, json!({"kind": "member.remove", "userId": OWNER})), Refusal::forbidden());
    fixture.does(ADMIN, json!({"kind": "member.remove", "userId": MEMBER}));
    assert_eq!(fixture.state_of(MEMBER), (MemberState::Left, false, false));
    assert_eq!(fixture.ordered(&gate(MEMBER, true)), []);
}

#[test]
fn rf6_a_deleted_account_leaves_a_workspace_in_which_it_has_waited() {
    let mut fixture = Fixture::required();
    fixture.ordered(&gate(ZOE, false));
    fixture.ordered(&order(ZOE, What::Erase(Erase)));
    assert_eq!(fixture.state_of(ZOE), (MemberState::Left, false, false));
}

#[test]
fn rf6_hs12_a_group_at_a_provider_changes_the_role_of_a_member_who_waits() {
    let mut fixture = Fixture::required();
    fixture.ordered(&gate(ADMIN, false));
    let role = GroupRole { role: Role::Member.into(), provider: "Acme".to_owned() };
    fixture.ordered(&order(ADMIN, What::GroupRole(role)));
    assert_eq!(fixture.state_of(ADMIN), WAITING);
    fixture.ordered(&gate(ADMIN, true));
    assert_eq!(fixture.state_of(ADMIN), ACTIVE);
    assert_eq!(fixture.member(ADMIN).role, HeldRole::from(Role::Member));
}
