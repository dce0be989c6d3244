//! C14, HM5, LS1: a restricted list, for people without a share: whatever they ask, the answer is the one for an id that does
//! not exist, byte for byte.

use std::collections::BTreeMap;

use actors::domain::ids::{ListId, WorkspaceId};
use actors::domain::scope::list_scope;
use serde_json::{Value, json};
use uuid::Uuid;

use super::cluster::Cluster;
use super::imports::{archive, import, issue, preview};
use super::private_tickets::Secret;
use super::team::Team;
use crate::import::{counts, entities};
use crate::support::{Answer, TestDatabase, TestNode};

/// Every way in which a command can name a restricted list, beside a ticket and a list of the caller.
fn commands_on(list: Uuid, own: Uuid, open: Uuid, person: &str) -> Vec<Value> {
    let fresh = Uuid::now_v7();
    let lists = |add: &[Uuid], remove: &[Uuid]| json!({"lists": {"add": add, "remove": remove}});
    vec![
        json!({"kind": "list.update", "listId": list, "patch": {"name": "Other"}}),
        json!({"kind": "list.move", "listId": list}),
        json!({"kind": "list.move", "listId": open, "after": list}),
        json!({"kind": "list.delete", "listId": list}),
        json!({"kind": "list.delete", "listId": list, "moveTo": open}),
        json!({"kind": "list.delete", "listId": open, "moveTo": list}),
        json!({"kind": "list.restrict", "listId": list}),
        json!({"kind": "list.open", "listId": list}),
        json!({"kind": "share.set", "listId": list, "userId": person, "level": "manage"}),
        json!({"kind": "share.remove", "listId": list, "userId": person}),
        json!({"kind": "ticket.create", "ticketId": fresh, "title": "New", "listIds": [list]}),
        json!({"kind": "ticket.create", "ticketId": fresh, "title": "New", "private": true, "listIds": [list]}),
        json!({"kind": "ticket.update", "ticketId": own, "patch": lists(&[list], &[])}),
        json!({"kind": "ticket.update", "ticketId": own, "patch": lists(&[list], &[open])}),
        json!({"kind": "ticket.update", "ticketId": own, "patch": lists(&[], &[list])}),
        json!({"kind": "tickets.update", "ticketIds": [own], "patch": lists(&[list], &[])}),
        json!({"kind": "ticket.move", "ticketId": own, "listId": list}),
        json!({"kind": "tickets.move", "ticketIds": [own], "listId": list}),
    ]
}

/// Status, body and headers, without the id and the time of the answer.
fn whole(answer: &Answer) -> (u16, BTreeMap<String, String>, String) {
    let headers = answer.headers.iter().filter(|(name, _)| !["x-request-id", "date"].contains(&name.as_str()));
    let headers = headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap_or("?").to_owned()));
    (answer.status.as_u16(), headers.collect(), String::from_utf8_lossy(&answer.body).into_owned())
}

#[actix_web::test]
async fn c14_a_restricted_list_and_its_tickets_are_answered_byte_for_byte_like_ids_that_do_not_exist() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["olga", "adam", "max", "gus", "mia"]).await;
    for (n, role) in [(1, "admin"), (3, "guest")] {
        let command = json!({"kind": "member.setRole", "userId": team.people[n].id, "role": role});
        assert_eq!(team.post(0, &command).await.status, 200);
    }
    let [list, open, own] = [(); 3].map(|()| Uuid::now_v7());
    let mut mia = cluster.socket(&team, 4, 0).await;
    for command in [
        json!({"kind": "list.create", "listId": open, "name": "Open"}),
        json!({"kind": "ticket.create", "ticketId": own, "title": "Open", "listIds": [open]}),
        json!({"kind": "list.create", "listId": list, "name": "CANARY", "restricted": true}),
    ] {
        mia.does(&command).await;
    }
    let (secret, nowhere, no_list) = (Secret::in_list(&mut mia, list).await, Secret::unknown(), Uuid::now_v7());
    let workspace = WorkspaceId(team.workspace.parse().expect("an id"));
    let scope = list_scope(workspace, ListId(list));
    let content = async || team.people[4].client.get(&team.path(&format!("snapshot?scope={scope}"))).await.body;
    let before = content().await;
    let tickets = entities(&team.people[4].client, &team.workspace, "ticket").await;
    let number = tickets.iter().find(|it| it["id"] == json!(secret.ticket)).expect("the ticket")["number"].clone();
    let key = entities_key(&team).await;

    for n in 0..4 {
        let (mut socket, person) = (cluster.socket(&team, n, n % 2).await, &team.people[n]);
        let reaches = secret.reaches(own, open).into_iter().zip(nowhere.reaches(own, open));
        let lists = commands_on(list, own, open, &person.id).into_iter();
        let lists = lists.zip(commands_on(no_list, own, open, &person.id));
        for (there, absent) in reaches.chain(lists) {
            let (mut one, mut other) = (socket.ask(&there).await, socket.ask(&absent).await);
            for answer in [&mut one, &mut other] {
                answer.as_object_mut().expect("fields").remove("id");
            }
            assert_eq!(one, other, "{n}: {there}");
            let (one, other) = (team.post(n, &there).await, team.post(n, &absent).await);
            assert_eq!(whole(&one), whole(&other), "{n}: {there}");
        }
        let client = person.client.at(cluster.url(n % 2));
        for path in [
            "tickets/TICKET",
            "tickets/TICKET/activities",
            "tickets/TICKET/descriptions",
            "tickets/TICKET/comments/COMMENT/versions",
            "tickets/OWN/comments/COMMENT/versions",
            "lists/LIST/descriptions",
            "tickets/TICKET/activities?before=COMMENT",
            "tickets/OWN/activities?before=COMMENT",
            "tickets/COMMENT",
            "tickets/LIST",
            "tickets/KEY",
            "snapshot?scope=SCOPE",
            "snapshot?scope=LIST",
            "activities/COMMENT",
        ] {
            let path = |of: &Secret, list: Uuid, scope: Uuid, number: &Value| {
                let path = path.replace("TICKET", &of.ticket.to_string()).replace("COMMENT", &of.comment.to_string());
                let path = path.replace("OWN", &own.to_string()).replace("KEY", &format!("{key}-{number}"));
                team.path(&path.replace("LIST", &list.to_string()).replace("SCOPE", &scope.to_string()))
            };
            let there = client.get(&path(&secret, list, scope.0, &number)).await;
            let absent = client.get(&path(&nowhere, no_list, Uuid::now_v7(), &json!(99_999))).await;
            assert_eq!(whole(&there), whole(&absent), "{n}: {}", path(&secret, list, scope.0, &number));
        }
        for path in ["invitations", "invitations/mail"] {
            let body = |list: Uuid| {
                let mut body = json!({"role": "guest", "lists": [{"listId": list, "level": "view"}]});
                if path == "invitations/mail" {
                    body["addresses"] = json!("new@example.org");
                }
                body
            };
            let there = client.post(&team.path(path), &body(list)).await;
            let absent = client.post(&team.path(path), &body(no_list)).await;
            assert_eq!(whole(&there), whole(&absent), "{n}: {path}");
        }
        assert!(!format!("{:?}", socket.events).contains("CANARY"));
    }
    assert_eq!(content().await, before, "the list is as it was");
    // A new list may have the name of one that its maker does not see, and leaves no trace there.
    for (n, restricted) in [(2, false), (0, true)] {
        let new = json!({"kind": "list.create", "listId": Uuid::now_v7(), "name": "CANARY", "restricted": restricted});
        assert_eq!(team.post(n, &new).await.status, 200, "{new}");
    }
    assert_eq!(content().await, before);
}

/// The key of the workspace's ticket numbers.
async fn entities_key(team: &Team) -> String {
    let me = team.people[0].client.get("/api/me").await.json();
    me["workspaces"][0]["key"].as_str().expect("a key").to_owned()
}

#[actix_web::test]
async fn c14_im1_an_import_neither_shows_nor_meets_a_restricted_list_and_its_tickets() {
    let database = TestDatabase::new().await;
    let node = TestNode::start(&database).await;
    let team = Team::new(&node, &["ada", "bob", "cem"]).await;
    let mut second = issue(2, "Two");
    second["body"] = json!("see #1");
    let file = archive(&[issue(1, "One"), second], &[]);
    import(&database, &team, 1, &file).await;
    let client = |n: usize| &team.people[n].client;
    let list_of = |tickets: &[Value]| tickets[0]["lists"][0]["listId"].clone();
    let his = entities(client(1), &team.workspace, "ticket").await;
    let list = list_of(&his);
    let restrict = json!({"kind": "list.restrict", "listId": list});
    assert_eq!(team.post(1, &restrict).await.status, 200);
    let share = json!({"kind": "share.set", "listId": list, "userId": team.people[2].id, "level": "edit"});
    assert_eq!(team.post(1, &share).await.status, 200);
    assert_eq!((his.len(), entities(client(0), &team.workspace, "ticket").await.len()), (2, 0));

    for known in [0, 2] {
        let seen = preview(&team, 0, &file).await;
        assert_eq!((&seen["created"], &seen["known"]), (&json!(2 - known), &json!(known)), "{seen}");
        assert!(!seen.to_string().contains(list.as_str().expect("an id")), "{seen}");
        let job = import(&database, &team, 0, &file).await;
        assert_eq!(counts(&job), [2, 2, 2 - known, 0, known, 0]);
    }
    let hers = entities(client(0), &team.workspace, "ticket").await;
    assert_eq!(hers.len(), 2);
    assert_ne!(list_of(&hers), list);
    let lists = entities(client(0), &team.workspace, "list").await;
    assert!(lists.iter().any(|it| it["id"] == list_of(&hers)) && lists.iter().all(|it| it["id"] != list), "{lists:?}");
    assert!(!his.iter().any(|it| hers.iter().any(|her| her["id"] == it["id"])));
    let still = entities(client(1), &team.workspace, "ticket").await;
    let in_list = |ticket: &&Value| ticket["lists"][0]["listId"] == list;
    assert_eq!(still.iter().filter(in_list).count(), 2, "Bob's tickets are as they were");

    // An editor of the restricted list imports into it.
    let file = archive(&[issue(1, "One"), issue(3, "Three")], &[]);
    let seen = preview(&team, 2, &file).await;
    assert_eq!((&seen["created"], &seen["known"]), (&json!(1), &json!(1)), "{seen}");
    let job = import(&database, &team, 2, &file).await;
    assert_eq!((&job["state"], &job["created"], &job["refused"]), (&json!("done"), &json!(1), &json!(0)), "{job}");
    let three = |all: Vec<Value>| all.into_iter().filter(|it| it["title"] == "Three").collect::<Vec<_>>();
    let shared = three(entities(client(1), &team.workspace, "ticket").await);
    assert_eq!(shared.iter().map(|it| &it["lists"][0]["listId"]).collect::<Vec<_>>(), [&list]);
    assert_eq!(three(entities(client(0), &team.workspace, "ticket").await), [] as [Value; 0]);
}
