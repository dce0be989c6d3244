//! Restricted lists: who sees them, who shares them, and how they are restricted, opened and deleted.

use super::*;
use crate::domain::{change::Op, ids::ListId, kinds::share::Level};

pub(super) const SECRET: &str = "00000000-0000-0000-0000-000000000063";

pub(super) fn scope_of(fixture: &Fixture, list: &str) -> ScopeId {
    list_scope(fixture.world.workspace.id, ListId(list.parse().expect("an id")))
}

/// A workspace with a restricted list that `MEMBER` manages.
pub(super) fn with_secret() -> Fixture {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, json!({"kind": "list.create", "listId": SECRET, "name": "Secret", "restricted": true}));
    fixture
}

pub(super) fn share(user: UserId, level: &str) -> Value {
    json!({"kind": "share.set", "listId": SECRET, "userId": user, "level": level})
}

pub(super) fn unshare(user: UserId) -> Value {
    json!({"kind": "share.remove", "listId": SECRET, "userId": user})
}

/// A ticket of the restricted list.
pub(super) fn secret_ticket(fixture: &mut Fixture, n: u32) -> Uuid {
    let new = json!({"kind": "ticket.create", "ticketId": id(n), "title": format!("Secret {n}"), "listIds": [SECRET]});
    fixture.does(MEMBER, new);
    id(n)
}

pub(super) fn open_ticket(fixture: &mut Fixture, n: u32) -> Uuid {
    let new = json!({"kind": "ticket.create", "ticketId": id(n), "title": format!("Open {n}"), "listIds": [LIST]});
    fixture.does(MEMBER, new);
    id(n)
}

/// The changes of a kind, as (scope, operation, id).
pub(super) fn of(kind: EntityKind, changes: &[(ScopeId, Change)]) -> Vec<(ScopeId, Op, Uuid)> {
    let of_kind = changes.iter().filter(|(_, change)| change.entity == kind);
    of_kind.map(|(scope, change)| (*scope, change.op, change.id)).collect()
}

#[test]
fn ls1_a_restricted_list_lives_in_its_own_scope_and_its_maker_manages_it() {
    let mut fixture = Fixture::with_commons();
    let new = json!({"kind": "list.create", "listId": SECRET, "name": "Secret", "restricted": true});
    let changes = fixture.does(MEMBER, new);
    let scope = scope_of(&fixture, SECRET);
    assert!(changes.iter().all(|(at, _)| *at == scope), "{changes:?}");
    let share = changes[1].1.data.as_ref().expect("a share");
    assert_eq!((&share["userId"], &share["level"]), (&json!(MEMBER), &json!("manage")));
    for by in [OWNER, ADMIN, ZOE] {
        let rename = |list: &str| json!({"kind": "list.update", "listId": list, "patch": {"name": "Mine"}});
        let missing = fixture.refusal(by, rename("00000000-0000-0000-0000-0000000000ff"));
        assert_eq!(fixture.refusal(by, rename(SECRET)), missing);
    }
    fixture.does(ZOE, json!({"kind": "list.create", "listId": id(1), "name": "Secret"}));
}

#[test]
fn ls1_a_workspace_without_commons_has_no_restricted_lists_yet() {
    let mut fixture = Fixture::new();
    for command in [
        json!({"kind": "list.create", "listId": SECRET, "name": "Secret", "restricted": true}),
        json!({"kind": "list.restrict", "listId": LIST}),
        json!({"kind": "share.set", "listId": LIST, "userId": ZOE, "level": "edit"}),
    ] {
        assert_eq!(fixture.refused(OWNER, command).0, RefusalCode::Unavailable);
    }
}

#[test]
fn ls2_managers_share_a_list_with_members_and_guests_and_others_do_not() {
    let mut fixture = with_secret();
    let scope = scope_of(&fixture, SECRET);
    for (user, level) in [(ZOE, "edit"), (GUEST, "view"), (GUEST, "comment"), (ADMIN, "manage")] {
        assert!(fixture.does(MEMBER, share(user, level)).iter().all(|(at, _)| *at == scope));
        assert!(fixture.world.sees(user, scope), "{level}");
    }
    for command in [share(OWNER, "view"), unshare(ADMIN)] {
        assert_eq!(fixture.refused(ZOE, command.clone()).0, RefusalCode::Forbidden, "{command}");
        assert_eq!(
            fixture.refused(OWNER, command.clone()),
            (RefusalCode::NotFound, Some("listId".into())),
            "{command}"
        );
    }
    assert_eq!(fixture.refused(MEMBER, share(STRANGER, "view")), (RefusalCode::NotFound, Some("userId".into())));
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": GUEST}));
    assert_eq!(fixture.refused(MEMBER, share(GUEST, "view")), (RefusalCode::NotFound, Some("userId".into())));
    fixture.does(ZOE, unshare(ZOE));
    assert!(!fixture.world.sees(ZOE, scope));
    let open = json!({"kind": "share.set", "listId": LIST, "userId": ZOE, "level": "edit"});
    assert_eq!(fixture.refused(MEMBER, open), (RefusalCode::Conflict, Some("listId".into())));
}

#[test]
fn ls2_a_person_whose_role_restricts_no_lists_neither_makes_one_nor_manages_one() {
    let mut fixture = with_secret();
    let manage = fixture.refused(MEMBER, share(GUEST, "manage"));
    assert_eq!(manage, (RefusalCode::Conflict, Some("level".into())));
    fixture.does(MEMBER, share(ZOE, "manage"));
    let role = BuiltIn::Commenter.id(fixture.world.workspace.id);
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": role}));
    for command in [share(OWNER, "view"), unshare(MEMBER), json!({"kind": "list.open", "listId": SECRET})] {
        assert_eq!(fixture.refused(ZOE, command.clone()).0, RefusalCode::Forbidden, "{command}");
    }
    fixture.does(ZOE, unshare(ZOE));
    let makes =
        json!({"kind": "role.create", "roleId": id(80), "name": "Makes", "capabilities": ["read", "createLists"]});
    fixture.does(OWNER, makes);
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": id(80)}));
    let new =
        |restricted: bool| json!({"kind": "list.create", "listId": id(81), "name": "Own", "restricted": restricted});
    assert_eq!(fixture.refused(ZOE, new(true)).0, RefusalCode::Forbidden);
    fixture.does(ZOE, new(false));
}

#[test]
fn ls3_the_last_manager_keeps_the_level_and_neither_leaves_the_list_nor_the_workspace() {
    let mut fixture = with_secret();
    fixture.does(MEMBER, share(ZOE, "edit"));
    let leave = json!({"kind": "member.remove", "userId": MEMBER});
    for command in [share(MEMBER, "edit"), unshare(MEMBER), leave.clone()] {
        assert_eq!(fixture.refused(MEMBER, command.clone()).0, RefusalCode::LastManager, "{command}");
    }
    fixture.does(MEMBER, share(ZOE, "manage"));
    fixture.does(MEMBER, leave);
    assert_eq!(fixture.refused(ZOE, unshare(ZOE)).0, RefusalCode::LastManager);
}

#[test]
fn ls3_the_last_manager_whose_role_was_lowered_can_still_name_the_next_one_and_do_nothing_else() {
    let mut fixture = with_secret();
    let role = BuiltIn::Commenter.id(fixture.world.workspace.id);
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": MEMBER, "role": role}));
    for command in [share(ZOE, "edit"), json!({"kind": "list.open", "listId": SECRET})] {
        assert_eq!(fixture.refused(MEMBER, command.clone()).0, RefusalCode::Forbidden, "{command}");
    }
    let leave = json!({"kind": "member.remove", "userId": MEMBER});
    assert_eq!(fixture.refused(MEMBER, leave.clone()).0, RefusalCode::LastManager);
    fixture.does(MEMBER, share(ZOE, "manage"));
    assert_eq!(fixture.refused(MEMBER, share(ADMIN, "manage")).0, RefusalCode::Forbidden);
    fixture.does(MEMBER, leave);
}

#[test]
fn ls3_a_list_whose_last_manager_is_removed_goes_to_the_person_who_removed_them() {
    let mut fixture = with_secret();
    let scope = scope_of(&fixture, SECRET);
    let changes = fixture.does(OWNER, json!({"kind": "member.remove", "userId": MEMBER}));
    let shares: Vec<(ScopeId, Op)> =
        of(EntityKind::Share, &changes).into_iter().map(|(scope, op, _)| (scope, op)).collect();
    assert_eq!(shares, [(scope, Op::Create), (scope, Op::Delete)]);
    assert!(fixture.world.sees(OWNER, scope));
    fixture.does(OWNER, share(ZOE, "view"));
}

#[test]
fn ls3_a_deactivated_manager_keeps_the_share_and_the_person_who_deactivated_them_manages_the_list_too() {
    let mut fixture = with_secret();
    let scope = scope_of(&fixture, SECRET);
    fixture.does(OWNER, json!({"kind": "member.deactivate", "userId": MEMBER}));
    assert!(fixture.world.sees(OWNER, scope) && !fixture.world.sees(MEMBER, scope));
    fixture.does(OWNER, json!({"kind": "member.restore", "userId": MEMBER}));
    assert!(fixture.world.sees(MEMBER, scope));
    fixture.does(OWNER, unshare(OWNER));
    assert!(!fixture.world.sees(OWNER, scope));
}

#[test]
fn ls3_a_person_with_a_low_level_manages_the_list_of_the_manager_whom_they_remove_or_deactivate() {
    for kind in ["member.remove", "member.deactivate"] {
        let mut fixture = with_secret();
        fixture.does(MEMBER, share(OWNER, "view"));
        fixture.does(OWNER, json!({"kind": kind, "userId": MEMBER}));
        let scope = scope_of(&fixture, SECRET);
        assert_eq!(fixture.world.scopes.level_in(scope, OWNER), Some(Level::Manage), "{kind}");
    }
}

#[test]
fn ls4_restricting_a_list_takes_the_tickets_in_it_alone_along_and_the_others_out_of_it() {
    let mut fixture = Fixture::with_commons();
    let [alone, both, child, private] = [1, 2, 3, 4].map(id);
    open_ticket(&mut fixture, 1);
    open_ticket(&mut fixture, 2);
    fixture.patch(MEMBER, both, json!({"lists": {"add": [OTHER_LIST]}}));
    fixture.does(ZOE, json!({"kind": "ticket.create", "ticketId": child, "title": "Part", "parentTicketId": alone, "listIds": [OTHER_LIST]}));
    fixture.does(
        ZOE,
        json!({"kind": "ticket.create", "ticketId": private, "title": "Mine", "private": true, "listIds": [LIST]}),
    );
    let rank = fixture.at(alone).lists[0].rank.clone();
    let changes = fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    let (home, secret) = (fixture.home(), scope_of(&fixture, LIST));
    assert_eq!(
        of(EntityKind::List, &changes).iter().map(|it| (it.0, it.1)).collect::<Vec<_>>(),
        [(home, Op::Delete), (secret, Op::Create)]
    );
    for (ticket, scope, lists) in [
        (alone, secret, vec![LIST.to_owned()]),
        (child, secret, vec![LIST.to_owned()]),
        (both, home, vec![OTHER_LIST.to_owned()]),
        (private, fixture.own(ZOE), vec![]),
    ] {
        assert_eq!(fixture.world.index.get(TicketId(ticket)).map(|it| it.scope), Some(scope));
        assert_eq!(fixture.lists_of(ticket), lists);
    }
    assert_eq!(fixture.at(alone).lists[0].rank, rank, "the order stays");
    for (scope, change) in changes.iter().filter(|(scope, _)| *scope != secret) {
        let names = change.op != Op::Delete && json!(change).to_string().contains(LIST);
        assert!(!names, "{scope}: {change:?}");
    }
    assert!(fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": LIST})).is_empty());
}

#[test]
fn ls4_opening_a_list_shows_it_and_its_tickets_and_ends_its_shares() {
    let mut fixture = with_secret();
    fixture.does(MEMBER, share(ZOE, "edit"));
    let ticket = secret_ticket(&mut fixture, 1);
    let number = fixture.at(ticket).number;
    let open = json!({"kind": "list.open", "listId": SECRET});
    assert_eq!(fixture.refused(ZOE, open.clone()).0, RefusalCode::Forbidden);
    fixture.does(OWNER, json!({"kind": "list.create", "listId": id(70), "name": "secret"}));
    assert_eq!(fixture.refused(MEMBER, open.clone()), (RefusalCode::AlreadyExists, Some("name".into())));
    fixture.does(OWNER, json!({"kind": "list.delete", "listId": id(70)}));
    let changes = fixture.does(MEMBER, open);
    assert_eq!(of(EntityKind::Share, &changes).len(), 2);
    assert_eq!(fixture.world.index.get(TicketId(ticket)).map(|it| it.scope), Some(fixture.home()));
    assert_eq!((fixture.lists_of(ticket), fixture.at(ticket).number), (vec![SECRET.to_owned()], number));
    fixture.patch(ADMIN, ticket, json!({"title": "Seen"}));
    fixture.does(MEMBER, json!({"kind": "list.restrict", "listId": SECRET}));
    assert!(!fixture.world.sees(ZOE, scope_of(&fixture, SECRET)), "an old share does not come back");
}

#[test]
fn ls4_a_list_with_too_many_tickets_is_refused_with_their_number() {
    let mut fixture = Fixture::with_commons();
    for n in 0..701 {
        let new = json!({"kind": "ticket.create", "ticketId": id(1_000 + n), "title": "One", "listIds": [LIST]});
        fixture.does(MEMBER, new);
    }
    let refusal = fixture.refusal(MEMBER, json!({"kind": "list.restrict", "listId": LIST}));
    assert_eq!(refusal.code, RefusalCode::TooMany);
    assert!(refusal.message.contains("701 "), "{}", refusal.message);
}

#[test]
fn ls5_the_tickets_of_a_deleted_restricted_list_move_into_the_list_that_its_manager_names() {
    let mut fixture = with_secret();
    let ticket = secret_ticket(&mut fixture, 1);
    fixture.does(MEMBER, share(ZOE, "edit"));
    let delete = |to: Option<&str>| json!({"kind": "list.delete", "listId": SECRET, "moveTo": to});
    assert_eq!(fixture.refused(ZOE, delete(Some(LIST))).0, RefusalCode::Forbidden);
    assert_eq!(fixture.refused(MEMBER, delete(None)), (RefusalCode::Conflict, Some("moveTo".into())));
    fixture.does(MEMBER, delete(Some(LIST)));
    assert_eq!(fixture.lists_of(ticket), [LIST]);
    assert_eq!(fixture.world.index.get(TicketId(ticket)).map(|it| it.scope), Some(fixture.home()));
    assert_eq!(fixture.world.scopes.shares(scope_of(&fixture, SECRET)).count(), 0);
}

#[test]
fn c14_an_open_list_answers_a_guest_like_a_list_that_does_not_exist() {
    let mut fixture = with_secret();
    fixture.does(MEMBER, share(GUEST, "edit"));
    let ticket = secret_ticket(&mut fixture, 1);
    let missing = "00000000-0000-0000-0000-0000000000ff";
    let reaches: [fn(&str, Uuid) -> Value; 5] = [
        |list, _| json!({"kind": "ticket.create", "ticketId": id(2), "title": "New", "listIds": [list]}),
        |list, _| json!({"kind": "ticket.create", "ticketId": id(2), "title": "New", "private": true, "listIds": [list]}),
        |list, ticket| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"lists": {"add": [list]}}}),
        |list, ticket| json!({"kind": "ticket.move", "ticketId": ticket, "listId": list}),
        |list, _| json!({"kind": "share.remove", "listId": list, "userId": GUEST}),
    ];
    for reach in reaches {
        let absent = fixture.refusal(GUEST, reach(missing, ticket));
        assert_eq!(fixture.refusal(GUEST, reach(LIST, ticket)), absent, "{}", reach(LIST, ticket));
        assert_eq!(absent.code, RefusalCode::NotFound);
    }
}
