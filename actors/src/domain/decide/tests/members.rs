//! Members: the requester's own rank decides, and an owner is always left (C09, C10).

use super::*;
use crate::domain::entity::MemberState;

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
    let mut house = House::new();
    for (by, command) in forbidden {
        assert_eq!(house.refusal(by, command.clone()), Refusal::forbidden(), "{command}");
    }
    let another_admin = UserId(id(1));
    house.join(another_admin, Role::Admin);
    assert_eq!(house.refusal(ADMIN, remove(another_admin)), Refusal::forbidden());
}

#[test]
fn a_member_of_a_higher_rank_may() {
    let mut house = House::new();
    house.does(ADMIN, set_role(ZOE, "guest"));
    house.does(ADMIN, set_role(GUEST, "member"));
    house.does(OWNER, set_role(MEMBER, "admin"));
    house.does(OWNER, set_role(ADMIN, "owner"));
    assert_eq!(
        [ZOE, GUEST, MEMBER, ADMIN].map(|user| house.member(user).role),
        [Role::Guest, Role::Member, Role::Admin, Role::Owner].map(HeldRole::from)
    );
    house.does(MEMBER, remove(ZOE));
    assert_eq!(house.member(ZOE).state, MemberState::Left);
    assert_eq!(house.refused(OWNER, set_role(ZOE, "member")), (RefusalCode::NotFound, Some("userId".into())));
    assert_eq!(house.refused(OWNER, remove(STRANGER)), (RefusalCode::NotFound, Some("userId".into())));
}

#[test]
fn every_member_may_leave_but_the_last_owner() {
    let mut house = House::new();
    house.does(MEMBER, remove(MEMBER));
    house.does(GUEST, remove(GUEST));
    for command in [remove(OWNER), set_role(OWNER, "admin")] {
        assert_eq!(house.refused(OWNER, command).0, RefusalCode::LastOwner);
    }
    house.does(OWNER, set_role(ADMIN, "owner"));
    house.does(OWNER, set_role(OWNER, "member"));
    assert_eq!(house.refused(ADMIN, remove(ADMIN)).0, RefusalCode::LastOwner);
}

#[test]
fn a_user_who_joins_again_is_the_same_member_in_the_new_role() {
    let mut house = House::new();
    let since = house.member(ZOE).created_at;
    house.does(OWNER, remove(ZOE));
    house.pass(60);
    house.join(ZOE, Role::Guest);
    let zoe = house.member(ZOE);
    assert_eq!((zoe.state, zoe.role, zoe.created_at), (MemberState::Active, Role::Guest.into(), since));
    house.join(ZOE, Role::Owner);
    assert_eq!(house.member(ZOE).role, Role::Guest, "an invitation raises no active member");
}

#[test]
fn l03_a_person_joins_only_while_the_inviter_may_invite_to_the_role() {
    let mut house = House::new();
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
        let decision = house.accept(STRANGER, held, inviter);
        assert_eq!(decision.is_ok(), joins, "{role} by {inviter:?}");
        if let Err(refusal) = decision {
            assert_eq!(refusal, Refusal::forbidden());
        }
    }
    house.does(OWNER, set_role(ADMIN, "member"));
    assert!(house.accept(STRANGER, Role::Guest.into(), ADMIN).is_err(), "demoted");
    house.does(OWNER, remove(ADMIN));
    assert!(house.accept(STRANGER, Role::Guest.into(), ADMIN).is_err(), "removed");
    // A member who accepts another invitation keeps their role.
    let decision = house.accept(MEMBER, Role::Admin.into(), OWNER).expect("nothing to do");
    assert_eq!(decision.writes, []);
}
