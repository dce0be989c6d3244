//! Workspaces as the next version will write them: commons, scopes of restricted lists, roles by id. This version reads
//! them, and edits rows where they are.

use std::collections::BTreeSet;
use std::time::Duration;

use actix::Addr;
use actors::domain::entity::{EntityKind, Role, SCHEMA};
use actors::domain::ids::{ScopeId, UserId};
use actors::domain::refusal::RefusalCode;
use actors::domain::scope::commons_of;
use actors::wire::SnapshotForm;
use actors::{Hub, Stage};
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, PgConnection};
use uuid::Uuid;

use crate::support::{Client, Fixture, Replica, open_stage, order, report_node, until};

/// A workspace with commons, and with a list that is shared with one member and a guest.
struct Switched {
    fixture: Fixture,
    commons: ScopeId,
    /// The scope of the restricted list.
    hidden: ScopeId,
    list: Uuid,
    status: Uuid,
    /// A ticket of the restricted list, and one in no list.
    secret: Uuid,
    open: Uuid,
}

impl Switched {
    const OWNER: usize = 0;
    const SHARER: usize = 1;
    const OTHER: usize = 2;
    const GUEST: usize = 3;

    async fn new() -> Self {
        let mut fixture = Fixture::new(3).await;
        let guest = UserId(Uuid::now_v7());
        fixture.join(guest, Role::Guest).await;
        fixture.people.push(guest);
        let [list, status, secret, open] = [(); 4].map(|()| Uuid::now_v7());
        let owner = fixture.people[Self::OWNER];
        for new in [
            json!({"kind": "list.create", "listId": list, "name": "Client"}),
            json!({"kind": "status.create", "statusId": status, "name": "Waiting", "category": "started"}),
            json!({"kind": "ticket.create", "ticketId": secret, "title": "Secret", "listIds": [list]}),
            json!({"kind": "ticket.create", "ticketId": open, "title": "Open"}),
        ] {
            fixture.does(owner, new).await;
        }
        report_node(&fixture.database, Some(SCHEMA)).await;
        assert_eq!(fixture.stage.switch_workspaces(1).await.expect("switched"), 1);
        let (commons, hidden) = (commons_of(fixture.workspace), ScopeId(Uuid::now_v7()));
        let it = Self { fixture, commons, hidden, list, status, secret, open };
        it.restrict().await;
        let stage = it.fixture.stage.clone();
        let (workspace, user) = (it.fixture.workspace, it.person(Self::GUEST));
        until("the node has read the new scopes", async || {
            stage.enter(workspace, user).await.is_ok_and(|entered| entered.scopes.contains(&hidden))
        })
        .await;
        it
    }

    /// Restricts the list, as a later version will do.
    async fn restrict(&self) {
        let workspace = self.fixture.workspace;
        let (Self { hidden, list, secret, .. }, mut db) = (self, self.db().await);
        let (sharer, guest) = (self.person(Self::SHARER), self.person(Self::GUEST));
        let shares: Vec<String> = [sharer, guest]
            .map(|user| {
                format!("('{workspace}', '{}', '{hidden}', 0, '{list}', '{user}', 'manage', now())", Uuid::now_v7())
            })
            .into();
        run(
            &mut db,
            &format!(
                "begin;
                 insert into streams (id, workspace_id, kind, list_id) values ('{hidden}', '{workspace}', 'list', '{list}');
                 update lists set scope_id = '{hidden}', version = 0 where id = '{list}';
                 update tickets set scope_id = '{hidden}', version = 0 where id = '{secret}';
                 update activities set scope_id = '{hidden}', version = 0 where ticket_id = '{secret}';
                 insert into shares (workspace_id, id, scope_id, version, list_id, user_id, level, created_at)
                     values {};
                 update streams set epoch = gen_random_uuid() where workspace_id = '{workspace}';
                 commit",
                shares.join(", ")
            ),
        )
        .await;
    }

    fn person(&self, place: usize) -> UserId {
        self.fixture.people[place]
    }

    async fn db(&self) -> PgConnection {
        self.fixture.database.connect().await
    }

    /// Commits an event of the next version, with its rows.
    async fn commit(&self, scope: ScopeId, changes: Value, rows: &str) {
        let (mut db, workspace, by) = (self.db().await, self.fixture.workspace, self.person(Self::OWNER));
        let command = Uuid::now_v7();
        run(
            &mut db,
            &format!(
                "begin;
                 update streams set seq = seq + 1, config_seq = seq + 1 where id = '{scope}';
                 insert into events (scope_id, seq, at, workspace_id, command_id, user_id, changes)
                     select '{scope}', seq, clock_timestamp(), '{workspace}', '{command}', '{by}', '{changes}'
                     from streams where id = '{scope}';
                 {rows};
                 commit"
            ),
        )
        .await;
    }

    /// Shares the list with a person, as the next version does.
    async fn share(&self, user: UserId, level: &str) -> Uuid {
        let (share, list, hidden, workspace) = (Uuid::now_v7(), self.list, self.hidden, self.fixture.workspace);
        let at = "2030-05-01T12:00:00Z";
        let row = json!({"id": share, "listId": list, "userId": user, "level": level, "createdAt": at});
        let rows = format!(
            "insert into shares (workspace_id, id, scope_id, version, list_id, user_id, level, created_at)
             values ('{workspace}', '{share}', '{hidden}', 1, '{list}', '{user}', '{level}', '{at}')"
        );
        self.commit(hidden, json!([{"op": "create", "entity": "share", "id": share, "data": row}]), &rows).await;
        share
    }

    async fn unshare(&self, share: Uuid) {
        let rows = format!("delete from shares where id = '{share}'");
        self.commit(self.hidden, json!([{"op": "delete", "entity": "share", "id": share}]), &rows).await;
    }

    async fn client(&self, place: usize) -> Client {
        self.client_at(&self.fixture.stage, &self.fixture.stage.open_hub(), place).await
    }

    async fn client_at(&self, stage: &Stage, hub: &Addr<Hub>, place: usize) -> Client {
        let mut client = Client::new(self.fixture.workspace, self.person(place));
        client.connect(stage, hub).await.expect("let in");
        client
    }

    /// The scopes that a fresh snapshot of a person holds.
    async fn scopes(&self, place: usize) -> BTreeSet<ScopeId> {
        self.client(place).await.replica.cursors.keys().copied().collect()
    }

    async fn refused(&self, place: usize, command: Value) -> RefusalCode {
        self.fixture.ask(self.person(place), command).await.expect_err("refused").code
    }
}

async fn run(db: &mut PgConnection, sql: &str) {
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned())).execute(db).await.expect(sql);
}

fn titled(ticket: Uuid, title: &str) -> Value {
    json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"title": title}})
}

fn holds(replica: &Replica, kind: EntityKind, id: Uuid) -> bool {
    replica.ids(kind).contains(&id)
}

#[actix::test]
async fn sc1_a_workspace_with_a_scope_of_an_unknown_kind_is_not_served() {
    let fixture = Fixture::new(1).await;
    let mut db = fixture.database.connect().await;
    let workspace = fixture.workspace;
    run(
        &mut db,
        &format!(
            "alter table streams drop constraint streams_kinds;
             insert into streams (id, workspace_id, kind) values (gen_random_uuid(), '{workspace}', 'garden')"
        ),
    )
    .await;
    let stage = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let refusal = stage.enter(workspace, fixture.people[0]).await.expect_err("not served");
    assert_eq!(refusal.code, RefusalCode::Unavailable);
    let order = order(fixture.people[0], json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Red"}));
    assert_eq!(stage.submit(workspace, order).await.expect_err("not served").code, RefusalCode::Unavailable);
}

#[actix::test]
async fn sc2_every_person_follows_the_scopes_that_members_roles_and_shares_give_and_sees_the_rows_there() {
    let it = Switched::new().await;
    let (home, own) = (it.fixture.home(), |place| it.fixture.own(it.person(place)));
    let [owner, sharer, guest] = [Switched::OWNER, Switched::SHARER, Switched::GUEST];
    assert_eq!(it.scopes(owner).await, BTreeSet::from([home, it.commons, own(owner)]));
    assert_eq!(it.scopes(sharer).await, BTreeSet::from([home, it.commons, it.hidden, own(sharer)]));
    assert_eq!(it.scopes(guest).await, BTreeSet::from([it.commons, it.hidden, own(guest)]));
    for (place, secret, open) in [(owner, false, true), (sharer, true, true), (guest, true, false)] {
        let Client { replica, .. } = it.client(place).await;
        assert!(holds(&replica, EntityKind::Status, it.status), "person {place}");
        assert_eq!(replica.ids(EntityKind::Member).len(), 4, "person {place}");
        assert_eq!(holds(&replica, EntityKind::List, it.list), secret, "person {place}");
        assert_eq!(holds(&replica, EntityKind::Ticket, it.secret), secret, "person {place}");
        assert_eq!(holds(&replica, EntityKind::Ticket, it.open), open, "person {place}");
    }
}

#[actix::test]
async fn sc4_rows_are_edited_in_their_scope_and_reach_its_followers() {
    let it = Switched::new().await;
    let (home, owner, sharer) = (it.fixture.home(), it.person(Switched::OWNER), it.person(Switched::SHARER));
    let mut clients = Vec::new();
    for place in [Switched::OWNER, Switched::SHARER, Switched::GUEST] {
        clients.push(it.client(place).await);
    }
    let [status, label, list] = [(); 3].map(|()| Uuid::now_v7());
    for (by, command, scope) in [
        (sharer, titled(it.secret, "Still secret"), it.hidden),
        (sharer, json!({"kind": "list.update", "listId": it.list, "patch": {"name": "Customer"}}), it.hidden),
        (
            sharer,
            json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": it.secret, "message": "Hm"}),
            it.hidden,
        ),
        (owner, json!({"kind": "status.update", "statusId": it.status, "patch": {"name": "Asked"}}), it.commons),
        (owner, json!({"kind": "workspace.update", "patch": {"name": "Home"}}), it.commons),
        // New rows go where the next version puts rows of their kind.
        (owner, json!({"kind": "status.create", "statusId": status, "name": "New", "category": "started"}), it.commons),
        (owner, json!({"kind": "label.create", "labelId": label, "name": "New"}), it.commons),
        (owner, json!({"kind": "list.create", "listId": list, "name": "Customer"}), home),
        (owner, titled(it.open, "Still open"), home),
    ] {
        let words = command.to_string();
        let ack = it.fixture.does(by, command).await;
        assert_eq!(ack.scope, scope, "{words}");
        for client in &mut clients {
            if client.replica.cursors.contains_key(&scope) {
                until("it has come", async || client.pump().is_none() && client.replica.seq(scope) >= ack.seq).await;
            }
        }
    }
    // A client panics over a frame of a scope that it does not follow.
    let other = open_stage(&it.fixture.database, None, Duration::from_millis(20)).await;
    let hub = other.open_hub();
    for (place, client) in [Switched::OWNER, Switched::SHARER, Switched::GUEST].into_iter().zip(&mut clients) {
        assert_eq!(client.pump(), None);
        let fresh = it.client_at(&other, &hub, place).await;
        assert_eq!(client.replica.state(), fresh.replica.state(), "EV2 for person {place}");
    }
    let mut db = it.db().await;
    for scope in [it.commons, it.hidden] {
        let seqs = it.fixture.journal_of(&mut db, scope).await;
        assert!(seqs.len() >= 3);
    }
}

#[actix::test]
async fn sc5_a_restricted_list_and_its_tickets_do_not_exist_for_people_who_do_not_follow_it() {
    let it = Switched::new().await;
    let (other, guest) = (Switched::OTHER, Switched::GUEST);
    let find = |ticket| it.fixture.stage.ticket(it.fixture.workspace, it.person(other), ticket, 1);
    for command in [
        titled(it.secret, "Seen"),
        json!({"kind": "ticket.update", "ticketId": it.open, "patch": {"lists": {"add": [it.list]}}}),
        json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "T", "listIds": [it.list]}),
        json!({"kind": "ticket.move", "ticketId": it.open, "listId": it.list}),
        json!({"kind": "list.update", "listId": it.list, "patch": {"name": "Mine"}}),
        json!({"kind": "list.delete", "listId": it.list}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": it.secret, "message": "Hm"}),
    ] {
        assert_eq!(it.refused(other, command.clone()).await, RefusalCode::NotFound, "{command}");
    }
    assert_eq!(find(actors::domain::ids::TicketId(it.secret)).await.expect_err("hidden").code, RefusalCode::NotFound);
    // Its name is free.
    it.fixture.does(it.person(other), json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "Client"})).await;
    // A guest works in a list that is shared with them.
    it.fixture.does(it.person(guest), titled(it.secret, "By a guest")).await;
}

#[actix::test]
async fn sc7_tickets_of_all_shared_scopes_are_numbered_together() {
    let it = Switched::new().await;
    // The next version makes a ticket in the restricted list: its number comes from the workspace's stream.
    let (mut db, workspace, hidden) = (it.db().await, it.fixture.workspace, it.hidden);
    let number: i64 =
        sqlx::query_scalar("update streams set last_number = last_number + 1 where id = $1 returning last_number")
            .bind(workspace.0)
            .fetch_one(&mut db)
            .await
            .expect("a number");
    let made = Uuid::now_v7();
    let columns = "status_id, previous_status_id, created_user_id, report_by, assignees_ids, labels, lists, parent_ticket_id,
        subtasks_order, priority, start_date, due_date, completed, completed_at, completed_by_user_id, trashed_at,
        trashed_by_user_id, comments, commented_by_user_ids, completed_in, delayed_for, in_progress_for, in_progress_since,
        created_at, updated_at, workspace_id, private, title, description, description_sum, scope_id, version";
    let row: Value = sqlx::query_scalar("select to_jsonb(t) from tickets t where id = $1")
        .bind(it.secret)
        .fetch_one(&mut db)
        .await
        .expect("a ticket");
    let data = json!({"id": made, "number": number, "private": false, "title": "Secret", "description": "",
        "statusId": row["status_id"], "previousStatusId": null, "createdUserId": row["created_user_id"], "reportBy": null,
        "assigneesIds": [], "labels": [], "lists": row["lists"], "parentTicketId": null, "subtasksOrder": [],
        "priority": null, "startDate": null, "dueDate": null, "completed": false, "completedAt": null,
        "completedByUserId": null, "trashedAt": null, "trashedByUserId": null, "comments": 0, "commentedByUserIds": [],
        "completedIn": null, "delayedFor": null, "inProgressFor": 0, "inProgressSince": null,
        "createdAt": "2030-05-01T12:00:00Z", "updatedAt": "2030-05-01T12:00:00Z"});
    let rows = format!(
        "insert into tickets (id, number, {columns}) select '{made}', {number}, {columns} from tickets where id = '{}'",
        it.secret
    );
    it.commit(hidden, json!([{"op": "create", "entity": "ticket", "id": made, "data": data}]), &rows).await;
    let next = Uuid::now_v7();
    let new = json!({"kind": "ticket.create", "ticketId": next, "title": "Next"});
    it.fixture.does(it.person(Switched::OTHER), new).await;
    let numbers: Vec<i64> = sqlx::query_scalar("select number from tickets where workspace_id = $1 order by number")
        .bind(workspace.0)
        .fetch_all(&mut db)
        .await
        .expect("numbers");
    assert_eq!(numbers, (1..=numbers.len() as i64).collect::<Vec<_>>());
}

#[actix::test]
async fn sc3_a_role_by_id_gives_the_rights_of_its_record_and_one_without_a_record_those_of_a_guest() {
    let it = Switched::new().await;
    let (role, user, workspace, commons) =
        (Uuid::now_v7(), it.person(Switched::OTHER), it.fixture.workspace, it.commons);
    let mut client = it.client(Switched::OTHER).await;
    let home = it.fixture.home();
    let member = |role: &str| json!([{"op": "update", "entity": "member", "id": user, "data": {"role": role}}]);
    let rows = format!("update members set role = '{role}' where workspace_id = '{workspace}' and id = '{user}'");
    it.commit(commons, member(&role.to_string()), &rows).await;
    until("the workspace is lost", async || client.pump().is_none() && !client.replica.cursors.contains_key(&home))
        .await;
    assert_eq!(it.refused(Switched::OTHER, titled(it.open, "By a viewer")).await, RefusalCode::Forbidden);
    let give = async |words: &[&str], new: bool| {
        let data = json!({"id": role, "name": "Viewer", "capabilities": words, "createdAt": "2030-05-01T12:00:00Z"});
        let set: Vec<String> = words.iter().map(|word| format!("'{word}'")).collect();
        let rows = format!(
            "insert into roles (workspace_id, id, scope_id, version, name, capabilities, created_at)
             values ('{workspace}', '{role}', '{commons}', 1, 'Viewer', array[{}]::text[], now())
             on conflict (workspace_id, id) do update set capabilities = excluded.capabilities",
            set.join(", ")
        );
        let op = if new { "create" } else { "update" };
        let data = if new { data } else { json!({"capabilities": words}) };
        it.commit(commons, json!([{"op": op, "entity": "role", "id": role, "data": data}]), &rows).await;
    };
    give(&["read", "fly"], true).await;
    until("it is gained", async || client.pump().is_none() && !client.gained.is_empty()).await;
    client.fetch_gained().await;
    assert!(holds(&client.replica, EntityKind::Ticket, it.open));
    assert_eq!(it.refused(Switched::OTHER, titled(it.open, "By a viewer")).await, RefusalCode::Forbidden);
    give(&["read", "createTickets", "editTickets"], false).await;
    until("they may work", async || it.fixture.ask(user, titled(it.open, "By a worker")).await.is_ok()).await;
    let new = json!({"kind": "status.create", "statusId": Uuid::now_v7(), "name": "New", "category": "started"});
    assert_eq!(it.refused(Switched::OTHER, new).await, RefusalCode::Forbidden);
    let fresh = open_stage(&it.fixture.database, None, Duration::from_millis(20)).await;
    fresh.submit(workspace, order(user, titled(it.open, "Elsewhere"))).await.expect("the same at a node that loads it");
}

#[actix::test]
async fn sc8_a_snapshot_of_one_scope_holds_its_rows_and_an_unfollowed_scope_does_not_exist() {
    let it = Switched::new().await;
    let (stage, workspace) = (&it.fixture.stage, it.fixture.workspace);
    let part = async |place, scope| {
        let lines = stage.snapshot_of_scope(workspace, it.person(place), scope, SnapshotForm::Lines).await?;
        Ok::<_, actors::domain::refusal::Refusal>(Replica::read(
            &lines.plain().collect::<Result<Vec<_>, _>>().expect("gzip").concat(),
        ))
    };
    let hidden = part(Switched::SHARER, it.hidden).await.expect("it");
    assert_eq!(hidden.cursors.keys().copied().collect::<Vec<_>>(), [it.hidden]);
    assert!(holds(&hidden, EntityKind::Ticket, it.secret) && holds(&hidden, EntityKind::List, it.list));
    assert!(!holds(&hidden, EntityKind::Ticket, it.open) && hidden.ids(EntityKind::Status).is_empty());
    let nothing = part(Switched::OTHER, ScopeId(Uuid::now_v7())).await.expect_err("there is none");
    for (place, scope) in [
        (Switched::OTHER, it.hidden),
        (Switched::GUEST, it.fixture.home()),
        (Switched::OTHER, it.fixture.own(it.person(Switched::OWNER))),
    ] {
        assert_eq!(part(place, scope).await.expect_err("not theirs"), nothing);
    }
}

#[actix::test]
async fn fo1_an_open_socket_follows_a_list_that_its_member_gains_and_gets_no_event_of_one_that_they_lose() {
    let it = Switched::new().await;
    let elsewhere = open_stage(&it.fixture.database, None, Duration::from_millis(20)).await;
    let hub = elsewhere.open_hub();
    let mut clients = vec![it.client(Switched::OTHER).await, it.client_at(&elsewhere, &hub, Switched::OTHER).await];
    for turn in 0..2 {
        let share = it.share(it.person(Switched::OTHER), "view").await;
        it.fixture.does(it.person(Switched::SHARER), titled(it.secret, &format!("Turn {turn}"))).await;
        for client in &mut clients {
            until("the frame arrives", async || client.pump().is_none() && !client.gained.is_empty()).await;
            client.fetch_gained().await;
            assert!(holds(&client.replica, EntityKind::Ticket, it.secret));
        }
        let view = titled(it.secret, "By a viewer");
        assert_eq!(it.refused(Switched::OTHER, view).await, RefusalCode::Forbidden);
        it.unshare(share).await;
        for client in &mut clients {
            until("the frame arrives", async || {
                client.pump().is_none() && !client.replica.cursors.contains_key(&it.hidden)
            })
            .await;
            assert!(!holds(&client.replica, EntityKind::Ticket, it.secret));
        }
        // A client panics over a frame of a scope that it does not follow.
        it.fixture.does(it.person(Switched::SHARER), titled(it.secret, &format!("Behind turn {turn}"))).await;
        let ack = it.fixture.does(it.person(Switched::OWNER), titled(it.open, &format!("Behind turn {turn}"))).await;
        for client in &mut clients {
            until("later frames come", async || client.pump().is_none() && client.replica.seq(ack.scope) >= ack.seq)
                .await;
        }
    }
}

#[actix::test]
async fn fo2_a_guest_who_becomes_a_member_gains_the_workspace_and_loses_it_as_a_guest_again() {
    let it = Switched::new().await;
    let (owner, guest, home) = (it.person(Switched::OWNER), it.person(Switched::GUEST), it.fixture.home());
    let mut client = it.client(Switched::GUEST).await;
    let role = |role| json!({"kind": "member.setRole", "userId": guest, "role": role});
    it.fixture.does(owner, role("member")).await;
    it.fixture.does(owner, titled(it.open, "For members")).await;
    until("the frame arrives", async || client.pump().is_none() && !client.gained.is_empty()).await;
    client.fetch_gained().await;
    assert_eq!(client.replica.state(), it.client(Switched::GUEST).await.replica.state());
    it.fixture.does(owner, role("guest")).await;
    until("the frame arrives", async || client.pump().is_none() && !client.replica.cursors.contains_key(&home)).await;
    it.fixture.does(owner, titled(it.open, "For members alone")).await;
    assert_eq!(client.replica.state(), it.client(Switched::GUEST).await.replica.state());
    it.fixture.does(owner, json!({"kind": "member.remove", "userId": guest})).await;
    let mut close = None;
    until("a person who loses the last scope is closed", async || {
        close = client.pump();
        close.is_some()
    })
    .await;
    assert_eq!(close.map(|it| it.code), Some(4403));
}

#[actix::test]
async fn fo3_a_list_that_another_node_makes_is_followed_without_a_new_socket() {
    let it = Switched::new().await;
    let mut client = it.client(Switched::OTHER).await;
    let (scope, list, share, workspace) =
        (ScopeId(Uuid::now_v7()), Uuid::now_v7(), Uuid::now_v7(), it.fixture.workspace);
    let (user, at) = (it.person(Switched::OTHER), "2030-05-01T12:00:00Z");
    let mut db = it.db().await;
    run(
        &mut db,
        &format!(
            "insert into streams (id, workspace_id, kind, list_id) values ('{scope}', '{workspace}', 'list', '{list}')"
        ),
    )
    .await;
    let share_row = json!({"id": share, "listId": list, "userId": user, "level": "manage", "createdAt": at});
    let list_row = json!({"id": list, "name": "Late", "color": "grey", "rank": "a", "suggested": false, "createdUserId": user, "createdAt": at});
    let changes = json!([
        {"op": "create", "entity": "list", "id": list, "data": list_row},
        {"op": "create", "entity": "share", "id": share, "data": share_row},
    ]);
    let rows = format!(
        "insert into lists (workspace_id, id, scope_id, version, name, color, rank, suggested, created_user_id, created_at)
             values ('{workspace}', '{list}', '{scope}', 1, 'Late', 'grey', 'a', false, '{user}', '{at}');
         insert into shares (workspace_id, id, scope_id, version, list_id, user_id, level, created_at)
             values ('{workspace}', '{share}', '{scope}', 1, '{list}', '{user}', 'manage', '{at}')"
    );
    it.commit(scope, changes, &rows).await;
    until("the frame arrives", async || client.pump().is_none() && !client.gained.is_empty()).await;
    client.fetch_gained().await;
    assert!(holds(&client.replica, EntityKind::List, list));
    let renamed = json!({"kind": "list.update", "listId": list, "patch": {"name": "Later"}});
    let ack = it.fixture.does(user, renamed).await;
    assert_eq!(ack.scope, scope);
    until("it comes", async || client.pump().is_none() && client.replica.seq(scope) >= ack.seq).await;
}

#[actix::test]
async fn fo4_a_page_that_does_not_know_the_frames_comes_back_and_is_too_old_for_such_a_workspace() {
    let it = Switched::new().await;
    let mut old = Client::new(it.fixture.workspace, it.person(Switched::OTHER));
    old.schema = 0;
    let hub = it.fixture.stage.open_hub();
    assert_eq!(old.turned_away(&it.fixture.stage, &hub).await.code, 4426);
    let fixture = Fixture::new(2).await;
    let hub = fixture.stage.open_hub();
    let mut old = Client::new(fixture.workspace, fixture.people[1]);
    old.schema = 0;
    old.connect(&fixture.stage, &hub).await.expect("let in");
    fixture
        .does(fixture.people[0], json!({"kind": "member.setRole", "userId": fixture.people[1], "role": "admin"}))
        .await;
    let ack = fixture
        .does(fixture.people[0], json!({"kind": "label.create", "labelId": Uuid::now_v7(), "name": "Red"}))
        .await;
    until("a role that changes no scope closes no socket", async || {
        old.pump().is_none() && old.replica.seq(ack.scope) >= ack.seq
    })
    .await;
}
