//! API keys (AK3, AK4): what a key leaves of its owner's rights.

use super::rights::{every_kind, fixture};
use super::*;
use crate::domain::capability::{Capability, CapabilitySet};

fn key(capabilities: impl IntoIterator<Item = Capability>) -> Narrowing {
    Narrowing::to(CapabilitySet::of(capabilities))
}

#[test]
fn ak3_a_key_with_one_capability_sends_the_commands_of_that_capability_and_no_others() {
    for (command, needed) in every_kind() {
        let with = key([needed, Capability::Read]);
        let without = key(Capability::ALL.iter().copied().filter(|it| *it != needed && Some(*it) != needed.for_own()));
        let mut fixture = fixture(OWNER);
        let refusal = fixture.ask_with(without, OWNER, command.clone()).expect_err("a key without the capability");
        assert_eq!(refusal.code, RefusalCode::Forbidden, "{command}: {refusal}");
        // A person changes only those who may do less, so does a key.
        let is_over_people = [Capability::ManageMembers, Capability::ManageRoles].contains(&needed);
        let with = if is_over_people { key(Capability::ALL.iter().copied()) } else { with };
        let refused = fixture.ask_with(with, OWNER, command.clone()).err();
        assert_eq!(refused, None, "{command}");
    }
}

#[test]
fn ak3_a_key_may_do_no_more_than_the_role_of_its_owner() {
    let all = key(Capability::ALL.iter().copied());
    for (command, _) in every_kind() {
        for by in [MEMBER, COMMENTER, VIEWER, GUEST] {
            let mut fixture = fixture(by);
            let code = |answer: Result<Decision, Refusal>| answer.map(drop).map_err(|refusal| refusal.code);
            let person = code(fixture.ask(by, command.clone()));
            assert_eq!(code(fixture.ask_with(all, by, command.clone())), person, "{by:?} {command}");
        }
    }
}

#[test]
fn ak3_a_key_for_own_tickets_changes_these_and_no_others() {
    let mut fixture = fixture(OWNER);
    fixture.does(OWNER, json!({"kind": "ticket.create", "ticketId": id(60), "title": "Mine"}));
    let own = key([Capability::EditOwnTickets]);
    let rename = |ticket: Uuid| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": "Other"}});
    assert!(fixture.ask_with(own, OWNER, rename(id(60))).is_ok());
    let refusal = fixture.ask_with(own, OWNER, rename(id(1))).expect_err("a ticket of another person");
    assert_eq!(refusal.code, RefusalCode::Forbidden);
}

#[test]
fn ak4_what_every_person_may_do_to_their_own_things_is_closed_to_keys() {
    let all = key(Capability::ALL.iter().copied());
    let mut fixture = fixture(MEMBER);
    let view = |id: Uuid, personal: bool| json!({"kind": "savedView.create", "savedViewId": id, "name": "Late", "personal": personal, "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "due", "descending": false, "columns": []});
    fixture.does(MEMBER, view(id(61), true));
    fixture.does(MEMBER, view(id(62), false));
    let rename = |view: Uuid| json!({"kind": "savedView.update", "savedViewId": view, "patch": {"name": "Later"}});
    for command in [
        json!({"kind": "member.remove", "userId": MEMBER}),
        json!({"kind": "subscription.update", "ticketId": id(1), "patch": {"manual": true}}),
        json!({"kind": "preferences.update", "patch": {"theme": "dark"}}),
        view(id(63), true),
        rename(id(61)),
        json!({"kind": "savedView.move", "savedViewId": id(61), "after": null}),
        json!({"kind": "savedView.delete", "savedViewId": id(61)}),
        json!({"kind": "savedView.update", "savedViewId": id(62), "patch": {"personal": true}}),
        json!({"kind": "baseline.create", "baselineId": id(64), "name": "Plan", "personal": true}),
    ] {
        let words = command.to_string();
        let Ok(_) = Command::from_json(&words) else { panic!("{words} is no command") };
        let refusal = fixture.ask_with(all, MEMBER, command).err().unwrap_or_else(|| panic!("{words} was allowed"));
        assert_eq!(
            (refusal.code, refusal.message.as_str()),
            (RefusalCode::Forbidden, crate::words::NOT_BY_KEY),
            "{words}"
        );
    }
    assert!(fixture.ask_with(all, MEMBER, rename(id(62))).is_ok(), "a shared view needs the capability alone");
}

#[test]
fn ak4_a_key_of_an_owner_makes_no_owner_removes_none_and_does_not_hand_the_workspace_over() {
    let all = key(Capability::ALL.iter().copied());
    let mut fixture = Fixture::with_commons();
    fixture.does(OWNER, json!({"kind": "member.setRole", "userId": ZOE, "role": "owner"}));
    for command in [
        json!({"kind": "member.handOver", "userId": ADMIN}),
        json!({"kind": "member.setRole", "userId": MEMBER, "role": "owner"}),
        json!({"kind": "member.setRole", "userId": ZOE, "role": "member"}),
        json!({"kind": "member.remove", "userId": ZOE}),
        json!({"kind": "member.deactivate", "userId": ZOE}),
    ] {
        let refusal = fixture.ask_with(all, OWNER, command.clone()).err();
        assert_eq!(refusal.map(|it| it.code), Some(RefusalCode::Forbidden), "{command}");
    }
    let admin = json!({"kind": "member.setRole", "userId": MEMBER, "role": "admin"});
    assert!(fixture.ask_with(all, OWNER, admin).is_ok());
}
