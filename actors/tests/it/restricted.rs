//! Restricted lists on a database: two nodes, and clients who see them and who do not.

use std::time::Duration;

use actors::domain::ids::{ListId, ScopeId, TicketId, UserId};
use actors::domain::refusal::RefusalCode;
use actors::domain::scope::list_scope;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Client, Fixture, open_stage, until};

const OWNER: usize = 0;
const SHARER: usize = 1;
const OTHER: usize = 2;
const GUEST: usize = 3;

fn scope_of(fixture: &Fixture, list: Uuid) -> ScopeId {
    list_scope(fixture.workspace, ListId(list))
}

fn create(ticket: Uuid, title: &str, lists: &[Uuid], parent: Option<Uuid>) -> Value {
    json!({"kind": "ticket.create", "ticketId": ticket, "title": title, "listIds": lists, "parentTicketId": parent})
}

#[actix::test]
async fn ls1_to_hm6_lists_and_tickets_change_their_homes_at_two_nodes_and_every_client_has_what_a_fresh_one_gets() {
    let fixture = Fixture::with_commons(3).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let hubs = [fixture.stage.open_hub(), elsewhere.open_hub()];
    let stages = [&fixture.stage, &elsewhere];
    let mut clients = Vec::new();
    for place in [OWNER, SHARER, OTHER, GUEST] {
        for (stage, hub) in stages.iter().zip(&hubs) {
            let mut client = Client::new(fixture.workspace, fixture.people[place]);
            client.connect(stage, hub).await.expect("let in");
            clients.push(client);
        }
    }
    let [secret, open, root, part, alone, private, link] = [(); 7].map(|()| Uuid::now_v7());
    let (owner, sharer, other, guest) =
        (fixture.people[OWNER], fixture.people[SHARER], fixture.people[OTHER], fixture.people[GUEST]);
    let share = |user, level: &str| json!({"kind": "share.set", "listId": secret, "userId": user, "level": level});
    let lists = |add: &[Uuid], remove: &[Uuid]| json!({"kind": "ticket.update", "ticketId": root, "patch": {"lists": {"add": add, "remove": remove}}});
    let steps: Vec<(UserId, Value)> = vec![
        (owner, json!({"kind": "list.create", "listId": open, "name": "Open"})),
        (sharer, json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true})),
        (sharer, create(alone, "Canary alone", &[secret], None)),
        (sharer, share(guest, "edit")),
        (owner, create(root, "Root", &[open], None)),
        (other, create(part, "Part", &[open], Some(root))),
        (other, json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": part, "message": "Hm"})),
        (
            sharer,
            json!({"kind": "link.create", "linkId": link, "linkKind": "relates", "fromTicketId": root, "toTicketId": alone}),
        ),
        (sharer, lists(&[secret], &[open])),
        (sharer, json!({"kind": "ticket.update", "ticketId": part, "patch": {"title": "Canary part"}})),
        (sharer, lists(&[open], &[secret])),
        (owner, json!({"kind": "ticket.update", "ticketId": root, "patch": {"title": "Canary root"}})),
        (
            other,
            json!({"kind": "ticket.create", "ticketId": private, "title": "Mine", "private": true, "listIds": [open]}),
        ),
        (owner, json!({"kind": "list.restrict", "listId": open})),
        (owner, json!({"kind": "share.set", "listId": open, "userId": sharer, "level": "manage"})),
        (sharer, json!({"kind": "list.open", "listId": open})),
        (sharer, share(other, "view")),
        (sharer, json!({"kind": "share.remove", "listId": secret, "userId": guest})),
        (sharer, share(owner, "manage")),
        (owner, json!({"kind": "list.delete", "listId": secret, "moveTo": open})),
    ];
    for (turn, (by, command)) in steps.into_iter().enumerate() {
        let words = command.to_string();
        // The nodes take turns.
        let order = crate::support::order(by, command);
        stages[turn % 2].submit(fixture.workspace, order).await.unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
        for (n, client) in clients.iter_mut().enumerate() {
            let fresh = {
                let mut fresh = Client::new(fixture.workspace, client.user);
                // The other node may not know a new scope yet.
                fresh.connect(stages[turn % 2], &hubs[turn % 2]).await.expect("let in");
                fresh.replica
            };
            // A client panics over a frame of a scope that it does not follow.
            until(&format!("client {n} has what a fresh one gets after {words}"), async || {
                client.pump();
                if !client.gained.is_empty() {
                    client.fetch_gained().await;
                }
                client.replica.cursors == fresh.cursors && client.replica.state() == fresh.state()
            })
            .await;
        }
    }
    let mut db = fixture.database.connect().await;
    for scope in [fixture.home(), scope_of(&fixture, secret), scope_of(&fixture, open)] {
        fixture.journal_of(&mut db, scope).await;
    }
    let lists_of_private: Value = sqlx::query_scalar("select lists from tickets where id = $1")
        .bind(private)
        .fetch_one(&mut db)
        .await
        .expect("a ticket");
    assert_eq!(lists_of_private, json!([]), "a private ticket left the list that was restricted");
}

#[actix::test]
async fn hm2_what_hangs_on_a_ticket_has_the_rights_of_its_new_home() {
    let fixture = Fixture::with_commons(3).await;
    let [secret, ticket] = [(); 2].map(|()| Uuid::now_v7());
    let (sharer, other) = (fixture.people[SHARER], fixture.people[OTHER]);
    fixture.does(sharer, json!({"kind": "list.create", "listId": secret, "name": "Secret", "restricted": true})).await;
    fixture.does(other, create(ticket, "Open", &[], None)).await;
    let comment = Uuid::now_v7();
    fixture
        .does(other, json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "Hm"}))
        .await;
    fixture.does(sharer, json!({"kind": "ticket.move", "ticketId": ticket, "listId": secret})).await;
    let edit = json!({"kind": "comment.update", "commentId": comment, "message": "Ha"});
    assert_eq!(fixture.ask(other, edit).await.expect_err("hidden").code, RefusalCode::NotFound);
    let read = |user| fixture.stage.ticket(fixture.workspace, user, TicketId(ticket), 10);
    assert_eq!(read(other).await.expect_err("hidden").code, RefusalCode::NotFound);
    let whole = read(sharer).await.expect("seen");
    assert!(whole.page.activities.iter().any(|it| it.message.as_deref() == Some("Hm")), "the history travels");
}

#[actix::test]
async fn hm4_a_history_names_no_list_that_was_restricted_later_to_people_who_do_not_see_it() {
    let fixture = Fixture::with_commons(3).await;
    let [secret, open, ticket] = [(); 3].map(|()| Uuid::now_v7());
    let (owner, other) = (fixture.people[OWNER], fixture.people[OTHER]);
    for (list, name) in [(secret, "Later secret"), (open, "Open")] {
        fixture.does(owner, json!({"kind": "list.create", "listId": list, "name": name})).await;
    }
    fixture.does(owner, create(ticket, "Moved about", &[open, secret], None)).await;
    let lists = |add: &[Uuid], remove: &[Uuid]| json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"lists": {"add": add, "remove": remove}}});
    fixture.does(owner, lists(&[], &[open, secret])).await;
    fixture.does(owner, lists(&[secret], &[])).await;
    fixture.does(owner, lists(&[], &[secret])).await;
    fixture.does(owner, json!({"kind": "list.restrict", "listId": secret})).await;
    let read = async |user| {
        let whole = fixture.stage.ticket(fixture.workspace, user, TicketId(ticket), 10).await.expect("seen");
        let older = fixture.stage.activities(fixture.workspace, user, TicketId(ticket), None, 10).await.expect("seen");
        let [whole, older] = [whole.page, older].map(|page| json!(page.activities));
        assert_eq!(whole, older);
        whole
    };
    let of_owner = read(owner).await;
    assert!(of_owner.to_string().contains(&secret.to_string()), "the owner sees the list: {of_owner}");
    let of_other = read(other).await;
    assert!(!of_other.to_string().contains(&secret.to_string()), "{of_other}");
    let moves: Vec<&Value> = of_other
        .as_array()
        .expect("a page")
        .iter()
        .filter(|it| it["kind"] == "listsChange")
        .map(|it| &it["data"])
        .collect();
    assert_eq!(moves, [&json!({"added": [], "removed": [open]})], "the moves that named no other list are left out");
}

#[actix::test]
async fn ls4_a_private_ticket_that_another_node_makes_meanwhile_does_not_keep_a_restricted_list() {
    let fixture = Fixture::with_commons(3).await;
    let elsewhere = open_stage(&fixture.database, None, Duration::from_millis(20)).await;
    let (owner, other) = (fixture.people[OWNER], fixture.people[OTHER]);
    elsewhere.enter(fixture.workspace, other).await.expect("on stage");
    for turn in 0..5 {
        let list = Uuid::now_v7();
        fixture.does(owner, json!({"kind": "list.create", "listId": list, "name": format!("List {turn}")})).await;
        until("the other node has the list", async || {
            let note = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Mine", "private": true, "listIds": [list]});
            elsewhere.submit(fixture.workspace, crate::support::order(other, note)).await.is_ok()
        })
        .await;
        let mut notes = Vec::new();
        for _ in 0..10 {
            let note = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": "Mine", "private": true, "listIds": [list]});
            notes.push(elsewhere.hand_over(fixture.workspace, crate::support::order(other, note)));
        }
        fixture.does(owner, json!({"kind": "list.restrict", "listId": list})).await;
        for note in notes {
            // Made before and taken out, or too late.
            let _ = note.await;
        }
        let mut db = fixture.database.connect().await;
        let naming: i64 = sqlx::query_scalar(
            "select count(*) from tickets where workspace_id = $1 and lists @> jsonb_build_array(jsonb_build_object('listId', $2::text))",
        )
        .bind(fixture.workspace.0)
        .bind(list.to_string())
        .fetch_one(&mut db)
        .await
        .expect("a count");
        assert_eq!(naming, 0);
    }
}
