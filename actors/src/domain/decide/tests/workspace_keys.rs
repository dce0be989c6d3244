//! API keys of the workspace (AK10 to AK15): who makes them, what they may do, and when they end.

use super::rights::{every_kind, fixture};
use super::*;
use crate::domain::{
    audit::{AuditKind, Record, records},
    capability::{Capability, CapabilitySet},
    entity::{Entity, MemberState},
    kinds::member::workspace_key::WorkspaceKey,
    rights::Standing,
    scope::personal_scope,
};

const KEY: UserId = UserId(Uuid::from_u128(0xe1));
const WORK: [Capability; 3] = [Capability::CreateTickets, Capability::EditTickets, Capability::Comment];

fn order(by: UserId, what: WorkspaceKey) -> Order {
    let what = What::WorkspaceKey(what);
    Order { id: CommandId(id(99_200)), by, narrowing: Narrowing::NONE, from: None, what }
}

fn makes(by: UserId, capabilities: &[Capability]) -> Order {
    let (name, capabilities) = ("Deploy".to_owned(), capabilities.to_vec());
    order(by, WorkspaceKey::Make { key: KEY, name, capabilities, expires_at: None })
}

fn revokes(by: UserId) -> Order {
    order(by, WorkspaceKey::Revoke { key: KEY })
}

impl Fixture {
    /// Carries out an order about a key, and returns the audit records.
    fn keyed(&mut self, order: &Order) -> Vec<Record> {
        let decision = decide(&self.world, order, self.now).unwrap_or_else(|refusal| panic!("{refusal}"));
        let told = records(order, &decision.writes, &self.world).into_iter().map(|(_, record)| record).collect();
        self.take(&decision);
        told
    }

    fn key_refused(&self, order: &Order) -> RefusalCode {
        decide(&self.world, order, self.now).expect_err("refused").code
    }

    /// Decides a command of the key with the narrowing of the HTTP layer.
    fn by_key(&mut self, command: Value) -> Result<Decision, Refusal> {
        let words = self.member(KEY).api_key.clone().unwrap_or_default();
        self.ask_with(Narrowing::to(CapabilitySet::named(&words)), KEY, command)
    }
}

#[test]
fn ak11_people_who_may_manage_keys_give_them_only_rights_that_they_have() {
    let fixture = fixture(OWNER);
    for (by, code) in [
        (MEMBER, RefusalCode::Forbidden),
        (COMMENTER, RefusalCode::Forbidden),
        (GUEST, RefusalCode::Forbidden),
        (STRANGER, RefusalCode::NotFound),
    ] {
        assert_eq!((fixture.key_refused(&makes(by, &[])), fixture.key_refused(&revokes(by))), (code, code), "{by:?}");
    }
    // An admin may not read the audit log, and so cannot give this right to a key.
    assert_eq!(fixture.key_refused(&makes(ADMIN, &[Capability::ReadAudit])), RefusalCode::Forbidden);
    assert!(decide(&fixture.world, &makes(OWNER, &[Capability::ReadAudit]), fixture.now).is_ok());
    let narrowed = Order { narrowing: Narrowing::to(CapabilitySet::all()), ..makes(OWNER, &[]) };
    assert_eq!(fixture.key_refused(&narrowed), RefusalCode::Forbidden, "a key cannot make keys");
}

#[test]
fn ak12_no_key_of_the_workspace_lets_people_in_restricts_lists_makes_keys_or_imports() {
    let fixture = fixture(OWNER);
    for capability in Capability::ALL.iter().copied() {
        let made = decide(&fixture.world, &makes(OWNER, &[capability]), fixture.now);
        let is_closed = ["invite", "manageMembers", "manageRoles", "manageApiKeys", "restrictLists", "import"];
        assert_eq!(made.is_err(), is_closed.contains(&capability.word()), "{capability:?}");
        // A row that names such a word, whichever build wrote it, does not give the key this capability.
        let words = [Capability::Read, capability].map(|it| it.word().to_owned());
        let standing = Standing::of_key(&words).expect("a key");
        assert_eq!((standing.has(capability), standing.is_owner), (made.is_ok(), false), "{capability:?}");
    }
    assert_eq!(Standing::of_key(&["comment".to_owned()]), None, "a key that cannot read has no rights");
}

#[test]
fn ak12_a_key_sends_exactly_the_commands_of_its_capabilities() {
    for (command, needed) in every_kind() {
        if !needed.is_for_workspace_keys() {
            continue;
        }
        for (capabilities, allowed) in [(vec![needed], true), (Vec::new(), false)] {
            // The comment of the fixture is the key's own.
            let mut fixture = fixture(KEY);
            fixture.keyed(&makes(OWNER, &capabilities));
            let code = fixture.by_key(command.clone()).map(drop).map_err(|refusal| refusal.code);
            assert_eq!(code, if allowed { Ok(()) } else { Err(RefusalCode::Forbidden) }, "{command}");
        }
    }
}

#[test]
fn ak12_a_key_sees_the_open_lists_and_no_private_ticket_restricted_list_or_scope_of_its_own() {
    let mut fixture = fixture(OWNER);
    fixture.keyed(&makes(OWNER, &WORK));
    fixture.does(OWNER, json!({"kind": "ticket.create", "ticketId": id(60), "title": "Secret", "private": true}));
    let workspace = fixture.world.workspace.id;
    let commons = fixture.world.scopes.commons.expect("commons");
    assert_eq!(fixture.world.sight().scopes_of(KEY), [workspace.scope(), commons]);
    assert!(fixture.world.sees(KEY, workspace.scope()) && fixture.world.sees(KEY, commons));
    assert!(!fixture.world.sees(KEY, personal_scope(workspace, KEY)));
    let rename = json!({"kind": "ticket.update", "ticketId": id(60), "patch": {"title": "Seen"}});
    assert_eq!(fixture.by_key(rename).expect_err("unseen").code, RefusalCode::NotFound);

    fixture.does(OWNER, json!({"kind": "list.restrict", "listId": LIST}));
    let into = json!({"kind": "ticket.create", "ticketId": id(61), "title": "In", "listIds": [LIST]});
    assert_eq!(fixture.by_key(into).expect_err("unseen").code, RefusalCode::NotFound);
    // People can neither share a list with a key nor give it a role.
    for command in [
        json!({"kind": "share.set", "listId": LIST, "userId": KEY, "level": "edit"}),
        json!({"kind": "member.setRole", "userId": KEY, "role": "owner"}),
        json!({"kind": "member.restore", "userId": KEY}),
        json!({"kind": "member.remove", "userId": KEY}),
    ] {
        assert_eq!(fixture.refusal(OWNER, command.clone()).code, RefusalCode::NotFound, "{command}");
    }
}

#[test]
fn ak12_a_key_makes_no_private_ticket_and_nobody_can_assign_a_ticket_to_it() {
    let mut fixture = fixture(OWNER);
    fixture.keyed(&makes(OWNER, &WORK));
    let private = json!({"kind": "ticket.create", "ticketId": id(60), "title": "Mine", "private": true});
    let refusal = fixture.by_key(private).expect_err("private");
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::Forbidden, Some("private")));
    let decision = fixture.by_key(json!({"kind": "ticket.create", "ticketId": id(60), "title": "Ours"})).expect("made");
    fixture.take(&decision);
    let private = json!({"kind": "ticket.update", "ticketId": id(60), "patch": {"private": true}});
    assert_eq!(fixture.by_key(private).expect_err("private").code, RefusalCode::Forbidden);
    let assign = json!({"assigneesIds": {"add": [KEY]}});
    assert_eq!(fixture.patch_refused(OWNER, id(60), assign).0, RefusalCode::NotFound);
}

#[test]
fn ak13_a_key_outlives_the_membership_of_the_person_who_made_it() {
    let mut fixture = fixture(OWNER);
    fixture.keyed(&makes(ADMIN, &WORK));
    fixture.does(OWNER, json!({"kind": "member.remove", "userId": ADMIN}));
    assert!(fixture.by_key(json!({"kind": "ticket.create", "ticketId": id(60), "title": "Still"})).is_ok());
}

#[test]
fn ak14_a_revoked_key_does_nothing_and_keeps_its_name_and_cannot_be_made_again() {
    let mut fixture = fixture(OWNER);
    fixture.keyed(&makes(ADMIN, &WORK));
    let ticket = json!({"kind": "ticket.create", "ticketId": id(60), "title": "Before"});
    let decision = fixture.by_key(ticket.clone()).expect("made");
    let author = decision.writes.iter().find_map(|(_, write)| match &write.after {
        Some(Entity::Ticket(ticket)) => Some(ticket.created_user_id),
        _ => None,
    });
    assert_eq!(author, Some(KEY));
    fixture.keyed(&revokes(OWNER));
    // Even if the call was admitted before the revocation.
    let narrowing = Narrowing::to(CapabilitySet::of(WORK));
    assert_eq!(fixture.ask_with(narrowing, KEY, ticket).expect_err("revoked").code, RefusalCode::NotFound);
    assert_eq!(fixture.key_refused(&revokes(OWNER)), RefusalCode::NotFound);
    assert_eq!(fixture.key_refused(&makes(OWNER, &WORK)), RefusalCode::AlreadyExists);
    let member = fixture.member(KEY);
    assert_eq!((member.firstname.as_str(), member.lastname.as_str()), ("API key", "Deploy"));
    // To builds that do not know these keys, the row is a person who has left.
    assert_eq!((member.state, member.deactivated_at), (MemberState::Left, None));
}

#[test]
fn ak15_a_workspace_has_at_most_50_keys_and_a_revoked_one_makes_room() {
    let mut fixture = fixture(OWNER);
    let nth = |n: u128| {
        let (key, name) = (UserId(Uuid::from_u128(0xe00 + n)), "One".to_owned());
        order(OWNER, WorkspaceKey::Make { key, name, capabilities: Vec::new(), expires_at: None })
    };
    for n in 0..50 {
        fixture.keyed(&nth(n));
    }
    assert_eq!(fixture.key_refused(&nth(50)), RefusalCode::TooMany);
    fixture.keyed(&order(OWNER, WorkspaceKey::Revoke { key: UserId(Uuid::from_u128(0xe00)) }));
    fixture.keyed(&nth(50));
}

#[test]
fn ak16_the_audit_log_records_who_made_and_revoked_a_key_and_no_member() {
    let mut fixture = fixture(OWNER);
    let made = fixture.keyed(&makes(OWNER, &[Capability::Comment]));
    let after = json!({"name": "Deploy", "capabilities": ["comment"], "expiresAt": null});
    assert_eq!(made.len(), 1);
    assert_eq!((made[0].kind, made[0].subject, json!(made[0].after)), (AuditKind::WorkspaceKeyCreated, KEY.0, after));
    let revoked = fixture.keyed(&revokes(ADMIN));
    assert_eq!(revoked.len(), 1);
    assert_eq!(
        (revoked[0].kind, json!(revoked[0].before)),
        (AuditKind::WorkspaceKeyRevoked, json!({"name": "Deploy"}))
    );
}
