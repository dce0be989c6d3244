//! Members: the requester's own rank decides, and an owner is always left (C09, C10).

use super::*;
use crate::domain::audit::records;
use crate::domain::entity::MemberState;
use crate::domain::kinds::member::{erase::Erase, group_role::GroupRole, profile::Profile};
use crate::words;

fn set_role(user: UserId, role: &str) -> Value {
    json!({"kind": "member.setRole", "userId": user, "role": role})
}

fn remove(user: UserId) -> Value {
    json!({"kind": "member.remove", "userId": user})
}

#[test]
fn c09_a_member_neither_raises_their_own_role_nor_changes_a_member_of_the_same_rank() {
    let forbidden = [
        (MEMBER, set_role(MEMBER, "admin")),
        (MEMBER, set_role(ZOE, "guest")),
        (ADMIN, set_role(ADMIN, "owner")),
        (ADMIN, set_role(ADMIN, "member")),
        (ADMIN, set_role(OWNER, "member")),
        (ADMIN, set_role(ZOE, "admin")),
        (ADMIN, set_role(ZOE, "owner")),
        (MEMBER, remove(ZOE)),
        (MEMBER, remove(ADMIN)),
        (ADMIN, remove(OWNER)),
        (GUEST, remove(MEMBER)),
    ];
    let mut fixture = Fixture::new();
    for (by, command) in forbidden {
        assert_eq!(fixture.refusal(by, command.clone()), Refusal::forbidden(), "{command}");
    }
    let another_admin = UserId(id(1));
    fixture.join(another_admin, Role::Admin);
    assert_eq!(fixture.refusal(ADMIN, remove(another_admin)), Refusal::forbidden());
}

#[test]
fn a_member_of_a_higher_rank_may() {
    let mut fixture = Fixture::new();
    fixture.does(ADMIN, set_role(ZOE, "guest"));
    fixture.does(ADMIN, set_role(GUEST, "member"));
    fixture.does(OWNER, set_role(MEMBER, "admin"));
    fixture.does(OWNER, set_role(ADMIN, "owner"));
    assert_eq!(
        [ZOE, GUEST, MEMBER, ADMIN].map(|user| fixture.member(user).role),
        [Role::Guest, Role::Member, Role::Admin, Role::Owner].map(HeldRole::from)
    );
    fixture.does(MEMBER, remove(ZOE));
    assert_eq!(fixture.member(ZOE).state, MemberState::Left);
    assert_eq!(fixture.refused(OWNER, set_role(ZOE, "member")), (RefusalCode::NotFound, Some("userId".into())));
    assert_eq!(fixture.refused(OWNER, remove(STRANGER)), (RefusalCode::NotFound, Some("userId".into())));
}

#[test]
fn every_member_may_leave_but_the_last_owner() {
    let mut fixture = Fixture::new();
    fixture.does(MEMBER, remove(MEMBER));
    fixture.does(GUEST, remove(GUEST));
    for command in [remove(OWNER), set_role(OWNER, "admin")] {
        assert_eq!(fixture.refused(OWNER, command).0, RefusalCode::LastOwner);
    }
    fixture.does(OWNER, set_role(ADMIN, "owner"));
    fixture.does(OWNER, set_role(OWNER, "member"));
    assert_eq!(fixture.refused(ADMIN, remove(ADMIN)).0, RefusalCode::LastOwner);
}

#[test]
fn a_user_who_joins_again_is_the_same_member_in_the_new_role() {
    let mut fixture = Fixture::new();
    let since = fixture.member(ZOE).created_at;
    fixture.does(OWNER, remove(ZOE));
    fixture.pass(60);
    fixture.join(ZOE, Role::Guest);
    let zoe = fixture.member(ZOE);
    assert_eq!((zoe.state, zoe.role, zoe.created_at), (MemberState::Active, Role::Guest.into(), since));
    fixture.join(ZOE, Role::Owner);
    assert_eq!(fixture.member(ZOE).role, Role::Guest, "an invitation raises no active member");
}

#[test]
fn l03_a_person_joins_only_while_the_inviter_may_invite_to_the_role() {
    let mut fixture = Fixture::new();
    for (role, inviter, joins) in [
        ("member", OWNER, true),
        ("admin", ADMIN, true),
        ("guest", ADMIN, true),
        ("owner", ADMIN, false),
        ("guest", MEMBER, false),
        ("guest", GUEST, false),
        ("guest", STRANGER, false),
        // There is no such role.
        ("00000000-0000-7000-8000-00000000beef", OWNER, false),
    ] {
        let held: HeldRole = serde_json::from_value(json!(role)).expect("a role");
        let decision = fixture.accept(STRANGER, held, inviter);
        assert_eq!(decision.is_ok(), joins, "{role} by {inviter:?}");
        if let Err(refusal) = decision {
            assert_eq!(refusal, Refusal::forbidden());
        }
    }
    fixture.does(OWNER, set_role(ADMIN, "member"));
    assert!(fixture.accept(STRANGER, Role::Guest.into(), ADMIN).is_err(), "demoted");
    fixture.does(OWNER, remove(ADMIN));
    assert!(fixture.accept(STRANGER, Role::Guest.into(), ADMIN).is_err(), "removed");
    // A member who accepts another invitation keeps their role.
    let decision = fixture.accept(MEMBER, Role::Admin.into(), OWNER).expect("nothing to do");
    assert_eq!(decision.writes, []);
}

fn deactivate(user: UserId) -> Value {
    json!({"kind": "member.deactivate", "userId": user})
}

fn restore(user: UserId) -> Value {
    json!({"kind": "member.restore", "userId": user})
}

#[test]
fn a_deactivated_member_has_left_for_everybody_and_comes_back_with_the_same_role() {
    let mut fixture = Fixture::new();
    let before = fixture.member(ZOE).clone();
    fixture.does(ADMIN, deactivate(ZOE));
    let zoe = fixture.member(ZOE);
    assert_eq!((zoe.state, zoe.role, zoe.deactivated_at), (MemberState::Left, before.role, Some(fixture.now)));
    let title = json!({"kind": "ticket.create", "ticketId": id(1), "title": "Mine"});
    assert_eq!(fixture.refusal(ZOE, title).code, RefusalCode::NotFound);
    assert!(fixture.does(ADMIN, deactivate(ZOE)).is_empty(), "the command is idempotent");
    fixture.does(ADMIN, restore(ZOE));
    assert_eq!(*fixture.member(ZOE), before);
    assert!(fixture.does(ADMIN, restore(ZOE)).is_empty(), "the command is idempotent");
}

#[test]
fn a_deactivated_member_cannot_come_back_by_an_invitation_and_can_still_be_removed() {
    let mut fixture = Fixture::new();
    fixture.does(OWNER, deactivate(ZOE));
    let refusal = fixture.accept(ZOE, Role::Member.into(), OWNER).expect_err("refused");
    assert_eq!((refusal.code, refusal.message.as_ref()), (RefusalCode::Forbidden, words::DEACTIVATED));
    fixture.does(OWNER, remove(ZOE));
    assert_eq!(fixture.member(ZOE).deactivated_at, None);
    assert_eq!(
        fixture.refused(OWNER, restore(ZOE)).0,
        RefusalCode::NotFound,
        "an invitation brings back a removed member"
    );
    fixture.accept(ZOE, Role::Member.into(), OWNER).expect("in again");
}

#[test]
fn c09_only_those_with_more_rights_deactivate_a_member_or_bring_one_back() {
    let mut fixture = Fixture::new();
    let forbidden =
        [(MEMBER, deactivate(ZOE)), (GUEST, deactivate(ZOE)), (ADMIN, deactivate(OWNER)), (ZOE, deactivate(ADMIN))];
    for (by, command) in forbidden {
        assert_eq!(fixture.refusal(by, command.clone()), Refusal::forbidden(), "{command}");
    }
    assert_eq!(fixture.refused(OWNER, deactivate(OWNER)).0, RefusalCode::ValidationFailed);
    fixture.does(OWNER, deactivate(ADMIN));
    let another_admin = UserId(id(1));
    fixture.join(another_admin, Role::Admin);
    assert_eq!(fixture.refusal(another_admin, restore(ADMIN)), Refusal::forbidden());
    assert_eq!(fixture.refusal(MEMBER, restore(ADMIN)), Refusal::forbidden());
    fixture.does(OWNER, restore(ADMIN));
}

#[test]
fn c10_ownership_is_handed_over_in_one_step_by_an_owner_to_an_active_member() {
    let hand_over = |user: UserId| json!({"kind": "member.handOver", "userId": user});
    let mut fixture = Fixture::new();
    for by in [ADMIN, MEMBER, GUEST] {
        assert_eq!(fixture.refusal(by, hand_over(ZOE)), Refusal::forbidden());
    }
    assert_eq!(fixture.refused(OWNER, hand_over(OWNER)).0, RefusalCode::ValidationFailed);
    assert_eq!(fixture.refused(OWNER, hand_over(STRANGER)).0, RefusalCode::NotFound);
    fixture.does(OWNER, hand_over(ZOE));
    assert_eq!([ZOE, OWNER].map(|it| fixture.member(it).role), [Role::Owner, Role::Admin].map(HeldRole::from));
    assert_eq!(fixture.refused(ZOE, remove(ZOE)).0, RefusalCode::LastOwner);
}

fn profile_of(by: UserId, firstname: &str) -> Order {
    let profile = Profile {
        firstname: firstname.to_owned(),
        lastname: "Ahn".to_owned(),
        department: "Works".to_owned(),
        designation: "Mason".to_owned(),
        avatar_url: Some(format!("/api/pictures/{firstname}/small")),
    };
    Order { id: CommandId(id(99_000)), by, narrowing: Narrowing::NONE, from: None, what: What::Profile(profile) }
}

#[test]
fn pf2_a_profile_is_copied_to_the_own_row_alone_and_to_nobody_who_has_left() {
    let mut fixture = Fixture::new();
    let before = fixture.member(ZOE).clone();
    let decision = decide(&fixture.world, &profile_of(ZOE, "Zoë"), fixture.now).expect("decided");
    fixture.take(&decision);
    let texts = ("Zoë".to_owned(), "Ahn".to_owned(), "Works".to_owned(), "Mason".to_owned());
    let (firstname, lastname, department, designation) = texts;
    let avatar_url = Some("/api/pictures/Zoë/small".to_owned());
    let copied = Member { firstname, lastname, department, designation, avatar_url, ..before };
    assert_eq!((decision.writes.len(), fixture.member(ZOE)), (1, &copied));
    assert!(
        decide(&fixture.world, &profile_of(ZOE, "Zoë"), fixture.now).expect("decided").writes.is_empty(),
        "idempotent"
    );
    fixture.does(OWNER, deactivate(ZOE));
    let decision = decide(&fixture.world, &profile_of(ZOE, "Zo"), fixture.now).expect("decided");
    assert_eq!(decision.writes.len(), 1, "a deactivated member may come back");
    fixture.does(OWNER, remove(ZOE));
    for by in [ZOE, STRANGER] {
        let decision = decide(&fixture.world, &profile_of(by, "Eve"), fixture.now).expect("decided");
        assert!(decision.writes.is_empty(), "{by}");
    }
}

#[test]
fn pf2_a_profile_leaves_no_record_in_the_audit_log() {
    let mut fixture = Fixture::new();
    fixture.does(OWNER, deactivate(ZOE));
    for by in [MEMBER, ZOE] {
        let order = profile_of(by, "New");
        let decision = decide(&fixture.world, &order, fixture.now).expect("decided");
        assert_eq!(records(&order, &decision.writes, &fixture.world), [], "{by}");
    }
}

fn erased(by: UserId) -> Order {
    Order { id: CommandId(id(99_001)), by, narrowing: Narrowing::NONE, from: None, what: What::Erase(Erase) }
}

#[test]
fn ac7_erasing_removes_the_member_and_the_name_whatever_the_members_state() {
    for how in ["active", "deactivated", "left"] {
        let mut fixture = Fixture::new();
        fixture.take(&decide(&fixture.world, &profile_of(ZOE, "Zoë"), fixture.now).expect("decided"));
        match how {
            "deactivated" => drop(fixture.does(OWNER, deactivate(ZOE))),
            "left" => drop(fixture.does(OWNER, remove(ZOE))),
            _ => {}
        }
        let order = erased(ZOE);
        let decision = decide(&fixture.world, &order, fixture.now).expect("decided");
        let told = records(&order, &decision.writes, &fixture.world).len();
        assert_eq!(told, usize::from(how != "left"), "{how}: no record if the person had left before");
        fixture.take(&decision);
        let zoe = fixture.member(ZOE);
        assert_eq!((zoe.state, zoe.deactivated_at), (MemberState::Left, None), "{how}");
        let texts = [&zoe.firstname, &zoe.lastname, &zoe.username, &zoe.department, &zoe.designation];
        assert_eq!(
            (texts.map(String::as_str), &zoe.avatar_url),
            (["Deleted", "user", "deleted", "", ""], &None),
            "{how}"
        );
        let again = decide(&fixture.world, &erased(ZOE), fixture.now).expect("decided");
        assert!(again.writes.is_empty(), "idempotent");
    }
    let fixture = Fixture::new();
    assert!(decide(&fixture.world, &erased(STRANGER), fixture.now).expect("decided").writes.is_empty());
}

#[test]
fn ac7_erasing_clears_the_name_of_the_last_owner_but_keeps_the_member() {
    let mut fixture = Fixture::new();
    let decision = decide(&fixture.world, &erased(OWNER), fixture.now).expect("decided");
    fixture.take(&decision);
    let owner = fixture.member(OWNER);
    assert_eq!(
        (owner.state, owner.role, owner.firstname.as_str()),
        (MemberState::Active, Role::Owner.into(), "Deleted")
    );
}

fn group_role(by: UserId, role: HeldRole) -> Order {
    let what = What::GroupRole(GroupRole { role, provider: "Acme".to_owned() });
    Order { id: CommandId(id(99_002)), by, narrowing: Narrowing::NONE, from: None, what }
}

#[test]
fn hs12_a_group_changes_the_role_of_an_active_member_and_never_that_of_an_owner() {
    let mut fixture = Fixture::new();
    for (user, role) in [(MEMBER, Role::Admin), (ADMIN, Role::Guest), (GUEST, Role::Member)] {
        let order = group_role(user, role.into());
        let decision = decide(&fixture.world, &order, fixture.now).expect("decided");
        let [(_, record)] = records(&order, &decision.writes, &fixture.world).try_into().expect("one record");
        assert_eq!(record.after.expect("fields").get("provider"), Some(&json!("Acme")));
        fixture.take(&decision);
        assert_eq!(fixture.member(user).role, HeldRole::from(role));
        assert!(decide(&fixture.world, &order, fixture.now).expect("decided").writes.is_empty(), "idempotent");
    }
    for (user, role) in [(OWNER, Role::Member), (OWNER, Role::Admin), (MEMBER, Role::Owner)] {
        let refused = decide(&fixture.world, &group_role(user, role.into()), fixture.now).expect_err("refused");
        assert_eq!(refused, Refusal::forbidden(), "{user:?} {role:?}");
    }
    fixture.does(OWNER, remove(ZOE));
    for user in [ZOE, STRANGER] {
        let decision = decide(&fixture.world, &group_role(user, Role::Member.into()), fixture.now).expect("decided");
        assert!(decision.writes.is_empty(), "a group makes nobody a member");
    }
}
