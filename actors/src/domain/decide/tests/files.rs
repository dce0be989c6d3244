//! Files of tickets: who adds, deletes and restores them, and where they live.

use super::*;
use crate::domain::{
    change::Op,
    entity::File,
    ids::FileId,
    kinds::file::order::{FileOrder, NewFile},
    limits,
};

impl Fixture {
    /// Puts a file with the n-th id at a ticket.
    pub(super) fn file(&mut self, n: u32, ticket: Uuid) -> Uuid {
        let ticket_id = TicketId(ticket);
        let scope = self.world.index.get(ticket_id).expect("the ticket").scope;
        let (deleted_at, deleted_by_user_id) = (None, None);
        let file = File {
            id: FileId(id(n)),
            ticket_id,
            name: "plan.png".into(),
            size: 5,
            content_type: "image/png".into(),
            width: Some(40),
            height: Some(30),
            preview: true,
            created_user_id: MEMBER,
            created_at: self.now,
            deleted_at,
            deleted_by_user_id,
        };
        self.world.put(scope, Entity::File(file));
        id(n)
    }

    fn files(&mut self, by: UserId, order: FileOrder) -> Result<Decision, Refusal> {
        let order = Order { id: self.next(), by, narrowing: Narrowing::NONE, from: None, what: What::File(order) };
        let decision = decide(&self.world, &order, self.now)?;
        self.take(&decision);
        Ok(decision)
    }

    fn add(&mut self, by: UserId, n: u32, ticket: Uuid) -> Result<Decision, Refusal> {
        let (name, content_type) = ("../a\r\nb.txt".into(), "text/plain".into());
        let new = NewFile { id: FileId(id(n)), ticket_id: TicketId(ticket), name, size: 5, content_type };
        self.files(by, FileOrder::Add(new))
    }

    fn known(&self, n: u32) -> Option<(ScopeId, File)> {
        self.world.index.files.get(FileId(id(n))).cloned()
    }
}

#[test]
fn fs1_a_file_lives_with_its_ticket_and_the_same_order_again_adds_nothing() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.add(ZOE, 30, ticket).expect("added");
    let (scope, file) = fixture.known(30).expect("there");
    assert_eq!((scope, file.name.as_str(), file.created_user_id), (fixture.home(), "ab.txt", ZOE));
    assert!(fixture.add(ZOE, 30, ticket).expect("again").writes.is_empty());
}

#[test]
fn fs1_a_person_who_may_not_edit_the_ticket_adds_no_file_and_learns_nothing_of_a_ticket_that_they_do_not_see() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    let secret = id(2);
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": secret, "title": "Mine", "private": true}));
    for (by, ticket, code) in [
        (VIEWER, ticket, RefusalCode::Forbidden),
        (COMMENTER, ticket, RefusalCode::Forbidden),
        (ZOE, secret, RefusalCode::NotFound),
        (OWNER, secret, RefusalCode::NotFound),
        (STRANGER, ticket, RefusalCode::NotFound),
        (ZOE, id(99), RefusalCode::NotFound),
    ] {
        assert_eq!(fixture.add(by, 30, ticket).expect_err("refused").code, code, "{by}");
    }
    assert_eq!(fixture.known(30), None);
}

#[test]
fn g05_a_file_of_a_ticket_that_a_person_does_not_see_answers_like_one_that_does_not_exist() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(2), "title": "Mine", "private": true}));
    fixture.file(30, id(2));
    for kind in ["file.delete", "file.restore"] {
        let ask = |file: Uuid| json!({"kind": kind, "fileId": file});
        assert_eq!(fixture.refusal(OWNER, ask(id(30))), fixture.refusal(OWNER, ask(id(99))));
    }
}

#[test]
fn fs2_a_deleted_file_can_be_restored_until_it_is_purged() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.file(30, ticket);
    fixture.does(ZOE, json!({"kind": "file.delete", "fileId": id(30)}));
    let (_, file) = fixture.known(30).expect("there");
    assert_eq!((file.deleted_at, file.deleted_by_user_id), (Some(fixture.now), Some(ZOE)));
    assert!(fixture.does(ZOE, json!({"kind": "file.delete", "fileId": id(30)})).is_empty(), "deleted already");
    let purge = FileOrder::Purge { file_id: FileId(id(30)), deleted_before: fixture.now };
    assert!(fixture.files(ZOE, purge.clone()).expect("too early").writes.is_empty());
    fixture.does(MEMBER, json!({"kind": "file.restore", "fileId": id(30)}));
    assert_eq!(fixture.known(30).expect("there").1.deleted_at, None);
    assert!(fixture.files(ZOE, purge).expect("restored").writes.is_empty());
    fixture.does(ZOE, json!({"kind": "file.delete", "fileId": id(30)}));
    fixture.pass(60);
    let purge = FileOrder::Purge { file_id: FileId(id(30)), deleted_before: fixture.now };
    fixture.files(STRANGER, purge.clone()).expect("the server asks for no right");
    assert_eq!(fixture.known(30), None);
    assert!(fixture.files(ZOE, purge).expect("gone").writes.is_empty());
}

#[test]
fn fs3_files_follow_their_ticket_into_another_home_and_back() {
    let mut fixture = Fixture::with_commons();
    let (ticket, own) = (fixture.ticket(1), fixture.own(MEMBER));
    fixture.file(30, ticket);
    let changes = fixture.patch(MEMBER, ticket, json!({"private": true}));
    let of_files = |changes: &[(ScopeId, Change)]| -> Vec<(ScopeId, Op)> {
        let files = changes.iter().filter(|(_, it)| it.entity == EntityKind::File);
        files.map(|(scope, it)| (*scope, it.op)).collect()
    };
    assert_eq!(of_files(&changes), [(fixture.home(), Op::Delete), (own, Op::Create)]);
    assert_eq!(fixture.known(30).expect("there").0, own);
    let changes = fixture.patch(MEMBER, ticket, json!({"private": false}));
    assert_eq!(of_files(&changes), [(own, Op::Delete), (fixture.home(), Op::Create)]);
}

#[test]
fn fs3_a_file_of_a_list_that_is_restricted_moves_into_the_scope_of_the_list() {
    let mut fixture = Fixture::with_commons();
    fixture.does(MEMBER, json!({"kind": "ticket.create", "ticketId": id(1), "title": "One", "listIds": [LIST]}));
    fixture.file(30, id(1));
    fixture.does(ADMIN, json!({"kind": "list.restrict", "listId": LIST}));
    let home = fixture.world.index.get(TicketId(id(1))).expect("the ticket").scope;
    assert_ne!(home, fixture.home());
    assert_eq!(fixture.known(30).expect("there").0, home);
}

#[test]
fn fs3_files_stay_in_the_trash_and_go_with_their_ticket() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.file(30, ticket);
    fixture.does(MEMBER, json!({"kind": "ticket.trash", "ticketId": ticket}));
    assert!(fixture.known(30).is_some());
    fixture.does(MEMBER, json!({"kind": "ticket.delete", "ticketId": ticket}));
    assert_eq!(fixture.known(30), None);
}

#[test]
fn fs1_a_ticket_has_at_most_two_hundred_files_without_the_deleted_ones() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    for n in 0..limits::FILES {
        fixture.file(100 + u32::try_from(n).expect("small"), ticket);
    }
    assert_eq!(fixture.add(ZOE, 30, ticket).expect_err("full").code, RefusalCode::TooMany);
    fixture.does(ZOE, json!({"kind": "file.delete", "fileId": id(100)}));
    fixture.add(ZOE, 30, ticket).expect("room");
    assert_eq!(fixture.refusal(ZOE, json!({"kind": "file.restore", "fileId": id(100)})).code, RefusalCode::TooMany);
}

#[test]
fn fs6_a_preview_is_noted_also_when_the_person_has_left_and_not_for_a_file_that_has_gone() {
    let mut fixture = Fixture::with_commons();
    let ticket = fixture.ticket(1);
    fixture.add(ZOE, 30, ticket).expect("added");
    let made = FileOrder::Preview { file_id: FileId(id(30)), width: 7, height: 9 };
    fixture.files(STRANGER, made).expect("noted");
    let (_, file) = fixture.known(30).expect("there");
    assert_eq!((file.preview, file.width, file.height), (true, Some(7), Some(9)));
    let gone = FileOrder::Preview { file_id: FileId(id(31)), width: 7, height: 9 };
    assert!(fixture.files(ZOE, gone).expect("nothing").writes.is_empty());
}
