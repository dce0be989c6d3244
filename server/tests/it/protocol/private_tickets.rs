//! C14, D14: outside attacks on other members' private tickets, by administrators as well.

use serde_json::{Value, json};
use uuid::Uuid;

use super::cluster::Cluster;
use super::socket::Socket;
use super::team::{Stillness, Team};
use crate::support::{TestDatabase, TestNode};

/// A ticket that others do not see, with a comment, a subtask and a link of its own.
pub struct Secret {
    pub ticket: Uuid,
    pub comment: Uuid,
    link: Uuid,
}

impl Secret {
    /// A private one.
    async fn of(socket: &mut Socket) -> Self {
        Self::made(socket, &json!({"private": true})).await
    }

    /// One of a restricted list.
    pub async fn in_list(socket: &mut Socket, list: Uuid) -> Self {
        Self::made(socket, &json!({"listIds": [list]})).await
    }

    async fn made(socket: &mut Socket, home: &Value) -> Self {
        let [ticket, child, comment, link] = [(); 4].map(|()| Uuid::now_v7());
        let new = |id: Uuid| {
            let mut new = json!({"kind": "ticket.create", "ticketId": id, "title": "CANARY"});
            new.as_object_mut().expect("fields").extend(home.as_object().expect("fields").clone());
            new
        };
        let mut part = new(child);
        part["parentTicketId"] = json!(ticket);
        for command in [
            new(ticket),
            part,
            json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "CANARY"}),
            json!({"kind": "link.create", "linkId": link, "linkKind": "relates", "fromTicketId": ticket, "toTicketId": child}),
        ] {
            socket.does(&command).await;
        }
        Self { ticket, comment, link }
    }

    /// IDs that do not exist.
    pub fn unknown() -> Self {
        let [ticket, comment, link] = [(); 3].map(|()| Uuid::now_v7());
        Self { ticket, comment, link }
    }

    /// Every way in which a command can name the private ticket, beside a ticket and a list of the caller.
    pub fn reaches(&self, own: Uuid, list: Uuid) -> Vec<Value> {
        let Self { ticket, comment, link } = self;
        let fresh = Uuid::now_v7();
        let linked = |from: &Uuid, to: &Uuid| {
            ["blocks", "relates", "duplicates"].map(|kind| {
                json!({"kind": "link.create", "linkId": fresh, "linkKind": kind, "fromTicketId": from, "toTicketId": to})
            })
        };
        let mut reaches = vec![
            json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": false}}),
            json!({"kind": "ticket.update", "ticketId": own, "patch": {"parentTicketId": ticket}}),
            json!({"kind": "ticket.create", "ticketId": fresh, "title": "New", "parentTicketId": ticket}),
            json!({"kind": "tickets.update", "ticketIds": [own, ticket], "patch": {"priority": "day"}}),
            json!({"kind": "ticket.trash", "ticketId": ticket}),
            json!({"kind": "ticket.restore", "ticketId": ticket}),
            json!({"kind": "ticket.delete", "ticketId": ticket}),
            json!({"kind": "tickets.trash", "ticketIds": [own, ticket]}),
            json!({"kind": "tickets.restore", "ticketIds": [ticket]}),
            json!({"kind": "ticket.move", "ticketId": ticket, "listId": list}),
            json!({"kind": "ticket.move", "ticketId": own, "listId": list, "after": ticket}),
            json!({"kind": "tickets.move", "ticketIds": [own, ticket], "listId": list}),
            json!({"kind": "tickets.move", "ticketIds": [own], "listId": list, "after": ticket}),
            json!({"kind": "subtask.move", "ticketId": ticket}),
            json!({"kind": "subtask.move", "ticketId": own, "after": ticket}),
            json!({"kind": "link.delete", "linkId": link}),
            json!({"kind": "comment.create", "commentId": fresh, "ticketId": ticket, "message": "hm"}),
            json!({"kind": "comment.create", "commentId": fresh, "ticketId": own, "message": "hm", "replyTo": comment}),
            json!({"kind": "comment.resolve", "commentId": comment}),
            json!({"kind": "comment.reopen", "commentId": comment}),
            json!({"kind": "comment.update", "commentId": comment, "message": "forged"}),
            json!({"kind": "comment.delete", "commentId": comment}),
            json!({"kind": "reaction.add", "activityId": comment, "emoji": "👀"}),
            json!({"kind": "reaction.remove", "activityId": comment, "emoji": "👀"}),
        ];
        reaches.extend(linked(&own, ticket));
        reaches.extend(linked(ticket, &own));
        reaches
    }
}

#[actix_web::test]
async fn c14_a_private_ticket_in_any_field_of_any_command_is_answered_like_one_that_does_not_exist() {
    let database = TestDatabase::new().await;
    let (here, there) = (TestNode::start(&database).await, TestNode::start(&database).await);
    let team = Team::new(&here, &["olga", "adam", "mia"]).await;
    let promote = json!({"kind": "member.setRole", "userId": team.people[1].id, "role": "admin"});
    assert_eq!(team.post(0, &promote).await.status, 200);
    let (parent, list) = (team.ticket(0).await, Uuid::now_v7());
    let own = Uuid::now_v7();
    let mut mia = team.socket(2).await;
    for command in [
        json!({"kind": "ticket.create", "ticketId": own, "title": "Shared", "parentTicketId": parent}),
        json!({"kind": "list.create", "listId": list, "name": "Shared"}),
    ] {
        mia.does(&command).await;
    }
    let (secret, nowhere) = (Secret::of(&mut mia).await, Secret::unknown());
    let before = Stillness::of(&database).await;
    for (n, node) in [(0, &here), (0, &there), (1, &there)] {
        let mut socket = team.socket_at(n, node).await;
        let client = team.people[n].client.at(node.url());
        for (there, absent) in secret.reaches(own, list).iter().zip(nowhere.reaches(own, list)) {
            let (one, other) = (socket.ask(there).await, socket.ask(&absent).await);
            assert_eq!(one["error"], other["error"], "{there}");
            // A subtask can only be placed beside another subtask of its parent.
            let expected =
                if there["kind"] == "subtask.move" && there["after"].is_string() { "conflict" } else { "not_found" };
            assert_eq!(one["error"]["code"], expected, "{there}: {one}");
        }
        for path in [
            "tickets/ID",
            "tickets/ID/activities",
            "tickets/ID/descriptions",
            "tickets/ID/comments/COMMENT/versions",
            "tickets/OWN/comments/COMMENT/versions",
            "tickets/OWN/activities?before=COMMENT",
        ] {
            let path = |of: &Secret| {
                let path = path.replace("ID", &of.ticket.to_string()).replace("COMMENT", &of.comment.to_string());
                team.path(&path.replace("OWN", &own.to_string()))
            };
            let (one, other) = (client.get(&path(&secret)).await, client.get(&path(&nowhere)).await);
            assert_eq!((one.status, &one.body), (other.status, &other.body), "{}", path(&secret));
            assert!(!String::from_utf8_lossy(&one.body).contains("CANARY"));
        }
    }
    assert_eq!(Stillness::of(&database).await, before);
    // The numbers of shared tickets have no gaps where private tickets were made.
    let number = async |ticket: Uuid| {
        team.people[0].client.get(&team.path(&format!("tickets/{ticket}"))).await.json()["ticket"]["number"].as_i64()
    };
    assert_eq!(number(team.ticket(0).await).await, number(own).await.map(|number| number + 1));
}

#[actix_web::test]
async fn c14_d09_private_tickets_of_others_block_no_delete_and_are_not_revealed_by_it() {
    let database = TestDatabase::new().await;
    let node = TestNode::start_with(&database, &[("TROUPE_COMMANDS_BURST", "5000")]).await;
    let team = Team::new(&node, &["olga", "mia"]).await;
    let [kept, status, list, label] = [(); 4].map(|()| Uuid::now_v7());
    for command in [
        json!({"kind": "status.create", "statusId": kept, "name": "Kept", "category": "started"}),
        json!({"kind": "status.create", "statusId": status, "name": "Going", "category": "started"}),
        json!({"kind": "list.create", "listId": list, "name": "Going"}),
        json!({"kind": "label.create", "labelId": label, "name": "Going"}),
    ] {
        assert_eq!(team.post(0, &command).await.status, 200, "{command}");
    }
    let mut mia = team.socket(1).await;
    let mut olga = team.socket(0).await;
    let mut sent = Vec::new();
    // One more than an event may change.
    for n in 0..701 {
        let title = format!("CANARY {n}");
        let new = json!({"kind": "ticket.create", "ticketId": Uuid::now_v7(), "title": title, "private": true,
                         "statusId": status, "listIds": [list], "labels": [label]});
        sent.push(mia.command(&new).await);
    }
    for id in sent {
        assert_eq!(mia.answer_to(id).await["type"], "ack");
    }
    let mut last = 0;
    for command in [
        json!({"kind": "status.update", "statusId": status, "patch": {"category": "completed"}}),
        json!({"kind": "list.delete", "listId": list}),
        json!({"kind": "label.delete", "labelId": label}),
        json!({"kind": "status.delete", "statusId": status, "moveTo": kept}),
    ] {
        last = olga.does(&command).await;
    }
    olga.read_to(&team.commons, last).await;
    let heard = format!("{:?}", olga.events);
    assert!(!heard.contains("CANARY") && !heard.contains("\"ticket\""), "{heard}");
    // The tickets are still whole for their owner, and none of their links is dangling.
    let snapshot = team.people[1].client.get(&team.path("snapshot")).await.body;
    let lines = String::from_utf8(snapshot).expect("text");
    let tickets: Vec<Value> = lines.lines().filter(|line| line.contains("CANARY")).map(parse).collect();
    assert_eq!(tickets.len(), 701);
    for ticket in tickets {
        let data = &ticket["data"];
        assert_eq!((&data["statusId"], &data["labels"], &data["lists"]), (&json!(kept), &json!([]), &json!([])));
    }
}

fn parse(line: &str) -> Value {
    serde_json::from_str(line).expect("a line")
}

/// Reads until a presence frame names this many matching people.
async fn people_here(socket: &mut Socket, count: usize, wanted: impl Fn(&Value) -> bool) -> Vec<Value> {
    loop {
        let frame = socket.next_of("presence").await;
        let members = frame["members"].as_array().expect("members");
        if members.iter().filter(|member| wanted(member)).count() == count {
            return members.clone();
        }
    }
}

#[actix_web::test]
async fn d14_a_ticket_that_becomes_private_is_named_in_presence_to_its_owner_only_at_any_node() {
    let database = TestDatabase::new().await;
    let cluster = Cluster::start(&database, 2).await;
    let team = cluster.team(&["mia", "bob", "cem", "dan"]).await;
    let ticket = team.ticket(0).await;
    let mut mia = cluster.socket(&team, 0, 0).await;
    let mut others = [cluster.socket(&team, 1, 0).await, cluster.socket(&team, 2, 1).await];
    for other in &mut others {
        other.send(&json!({"type": "watch", "ticketId": ticket})).await;
    }
    mia.send(&json!({"type": "presence", "ticketId": ticket, "field": "title", "state": "editing"})).await;
    for other in &mut others {
        people_here(other, 1, |member| member["ticketId"] == json!(ticket)).await;
    }
    let private = json!({"kind": "ticket.update", "ticketId": ticket, "patch": {"private": true}});
    let seq = mia.does(&private).await;
    for other in &mut others {
        other.read_to(&team.workspace, seq).await;
    }
    // Each arrival sends the whole presence to all sockets, the newcomer's included.
    let mut newcomer = cluster.socket(&team, 3, 1).await;
    for other in others.iter_mut().chain([&mut newcomer]) {
        let members = people_here(other, 4, |_| true).await;
        let named = members.iter().any(|member| !member["ticketId"].is_null() || !member["field"].is_null());
        assert!(!named, "{members:?}");
    }
    // Nor do they learn by watching the ticket that she goes on.
    newcomer.send(&json!({"type": "watch", "ticketId": ticket})).await;
    mia.send(&json!({"type": "presence", "ticketId": ticket, "field": "description", "state": "typing"})).await;
    for other in others.iter_mut().chain([&mut newcomer]) {
        let members = people_here(other, 1, |member| member["state"] == "typing").await;
        let named = members.iter().any(|member| !member["ticketId"].is_null() || !member["field"].is_null());
        assert!(!named, "{members:?}");
    }
}
