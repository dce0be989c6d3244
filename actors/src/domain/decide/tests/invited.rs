//! LS6, L13: the restricted lists that an invitation shares with the person who accepts it.

use super::restricted::{SECRET, scope_of, share, unshare};
use super::*;
use crate::domain::ids::ListId;
use crate::domain::kinds::share::{Level, invited::InvitedList};

const SECOND: &str = "00000000-0000-0000-0000-000000000064";
const NEW: UserId = STRANGER;

/// A workspace with two restricted lists that `ADMIN` manages.
fn fixture() -> Fixture {
    let mut fixture = Fixture::with_commons();
    for (list, name) in [(SECRET, "Secret"), (SECOND, "Second")] {
        fixture.does(ADMIN, json!({"kind": "list.create", "listId": list, "name": name, "restricted": true}));
    }
    fixture
}

fn invited(list: &str, level: Level) -> InvitedList {
    InvitedList { list_id: ListId(list.parse().expect("an id")), level }
}

/// Both lists, with the level edit.
fn both() -> Vec<InvitedList> {
    [SECRET, SECOND].map(|list| invited(list, Level::Edit)).to_vec()
}

/// A person accepts an invitation of `ADMIN`: the decision is carried out.
fn accept(
    fixture: &mut Fixture,
    by: UserId,
    role: impl Into<HeldRole>,
    lists: Vec<InvitedList>,
) -> Result<Decision, Refusal> {
    let member = NewMember { role: role.into(), invited_by: Some(ADMIN), lists, ..person(Role::Guest, "new") };
    let order =
        Order { id: fixture.next(), by, narrowing: Narrowing::NONE, from: None, what: What::Join(Box::new(member)) };
    let decision = decide(&fixture.world, &order, fixture.now)?;
    fixture.take(&decision);
    Ok(decision)
}

/// The levels of a person in the two lists.
fn levels(fixture: &Fixture, user: UserId) -> [Option<Level>; 2] {
    [SECRET, SECOND].map(|list| {
        let scope = scope_of(fixture, list);
        fixture.world.scopes.shares(scope).find(|share| share.user_id == user).map(|share| share.level())
    })
}

#[test]
fn ls6_an_accepted_invitation_makes_the_member_and_the_shares_in_one_decision() {
    let mut fixture = fixture();
    let lists = vec![invited(SECRET, Level::View), invited(SECOND, Level::Comment)];
    let decision = accept(&mut fixture, NEW, Role::Guest, lists).expect("in");
    assert_eq!(decision.writes.len(), 3, "a member and two shares: {:?}", decision.writes);
    assert_eq!(levels(&fixture, NEW), [Some(Level::View), Some(Level::Comment)]);
    assert!(fixture.world.sees(NEW, scope_of(&fixture, SECRET)) && !fixture.world.sees(NEW, fixture.home()));
}

#[test]
fn ls6_a_list_that_the_inviter_can_no_longer_share_is_left_out_without_a_refusal() {
    type Happens = fn(&mut Fixture);
    let changes: [(&str, Happens); 6] = [
        ("deleted", |fixture| {
            fixture.does(ADMIN, json!({"kind": "list.delete", "listId": SECRET}));
        }),
        ("opened", |fixture| {
            fixture.does(ADMIN, json!({"kind": "list.open", "listId": SECRET}));
        }),
        ("the inviter has given up the share", |fixture| {
            fixture.does(ADMIN, share(ZOE, "manage"));
            fixture.does(ADMIN, unshare(ADMIN));
        }),
        ("the inviter is no longer a manager", |fixture| {
            fixture.does(ADMIN, share(ZOE, "manage"));
            fixture.does(ZOE, share(ADMIN, "edit"));
        }),
        ("deleted and made again by another person", |fixture| {
            fixture.does(ADMIN, json!({"kind": "list.delete", "listId": SECRET}));
            fixture.does(ZOE, json!({"kind": "list.create", "listId": SECRET, "name": "Secret", "restricted": true}));
        }),
        ("made again as an open list", |fixture| {
            fixture.does(ADMIN, json!({"kind": "list.delete", "listId": SECRET}));
            fixture.does(ADMIN, json!({"kind": "list.create", "listId": SECRET, "name": "Secret"}));
        }),
    ];
    for (what, change) in changes {
        let mut fixture = fixture();
        change(&mut fixture);
        accept(&mut fixture, NEW, Role::Guest, both()).expect("in");
        assert_eq!(levels(&fixture, NEW), [None, Some(Level::Edit)], "{what}");
    }
    let mut fixture = fixture();
    let unknown = vec![invited("00000000-0000-0000-0000-0000000000fe", Level::Edit)];
    let decision = accept(&mut fixture, NEW, Role::Guest, unknown).expect("in");
    assert_eq!(decision.writes.len(), 1, "the member alone");
}

#[test]
fn ls6_an_inviter_whose_role_restricts_no_lists_shares_none() {
    let mut fixture = fixture();
    let role = id(80);
    let words = json!(["read", "invite", "createTickets", "editTickets", "deleteTickets", "comment"]);
    fixture.does(OWNER, json!({"kind": "role.create", "roleId": role, "name": "Hosts", "capabilities": words}));
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ADMIN, "role": role}));
    accept(&mut fixture, NEW, Role::Guest, both()).expect("in");
    assert_eq!(levels(&fixture, NEW), [None, None]);
}

#[test]
fn l13_an_inviter_who_may_no_longer_invite_lets_no_person_in_and_shares_no_list() {
    let mut fixture = fixture();
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ADMIN, "role": "member"}));
    assert_eq!(accept(&mut fixture, NEW, Role::Guest, both()), Err(Refusal::forbidden()));
    assert_eq!(accept(&mut fixture, GUEST, Role::Guest, both()).map(|it| it.writes), Ok(vec![]), "a member stays one");
    assert_eq!(levels(&fixture, GUEST), [None, None]);
}

#[test]
fn ls6_a_member_who_accepts_keeps_the_role_and_gains_the_lists_and_loses_no_level() {
    let mut fixture = fixture();
    fixture.does(ADMIN, share(ZOE, "manage"));
    fixture.does(ADMIN, json!({"kind": "share.set", "listId": SECOND, "userId": ZOE, "level": "view"}));
    accept(&mut fixture, ZOE, Role::Guest, both()).expect("still in");
    assert_eq!(levels(&fixture, ZOE), [Some(Level::Manage), Some(Level::Edit)]);
    assert_eq!(fixture.member(ZOE).role, Role::Member);
}

#[test]
fn ls6_a_role_that_cannot_manage_lists_gets_the_level_edit() {
    let mut fixture = fixture();
    let lists = vec![invited(SECRET, Level::Manage)];
    accept(&mut fixture, NEW, Role::Member, lists.clone()).expect("in");
    assert_eq!(levels(&fixture, NEW)[0], Some(Level::Manage));
    accept(&mut fixture, GUEST, Role::Member, lists).expect("still in");
    assert_eq!(
        levels(&fixture, GUEST)[0],
        Some(Level::Edit),
        "the member's own role counts, not that of the invitation"
    );
}

#[test]
fn ls6_a_deactivated_member_gains_no_list_by_an_invitation() {
    let mut fixture = fixture();
    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": ZOE}));
    let refusal = accept(&mut fixture, ZOE, Role::Guest, both()).expect_err("refused");
    assert_eq!(refusal.code, RefusalCode::Forbidden);
    assert_eq!(levels(&fixture, ZOE), [None, None]);
}
