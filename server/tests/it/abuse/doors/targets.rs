//! The commands of the test, and the things that they name.

use std::collections::HashMap;

use serde_json::{Value, json};
use uuid::Uuid;

use super::page::LEVELS;
use crate::files::attach;
use crate::protocol::socket::Socket;
use crate::protocol::team::Team;

/// Where a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    /// In no list: a thing that all members see.
    Workspace,
    /// In an open list.
    Open,
    /// In a restricted list that is shared with each person, at the level with this place in [`LEVELS`].
    Shared(usize),
    /// In a restricted list of Olga alone.
    Unseen,
}

/// A kind of command.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    pub word: &'static str,
    pub capability: &'static str,
    /// The capability that is asked for before the thing is looked up; none if any member may ask.
    pub gate: Option<&'static str>,
    /// Whether the command names a list, or a thing in a list.
    in_lists: bool,
    /// Whether the test makes things of the person's own for it as well.
    pub has_own: bool,
}

impl Kind {
    /// The places where the command is tried: below and at the level that the capability takes.
    pub fn places(&self, share: usize) -> Vec<Place> {
        if !self.in_lists {
            return vec![Place::Workspace];
        }
        let mut places = vec![Place::Open, Place::Shared(share), Place::Unseen];
        places.extend(share.checked_sub(1).map(Place::Shared));
        match self.word {
            // These commands are for restricted lists, or for open ones.
            "list.open" | "share.set" | "share.remove" => places.retain(|place| *place != Place::Open),
            "list.restrict" => places.retain(|place| *place == Place::Open),
            // A person without the right has no reaction to take back, and a command that changes nothing is acked.
            "reaction.remove" => places.retain(|place| !matches!(place, Place::Shared(level) if *level < share)),
            _ => {}
        }
        places
    }
}

/// Every kind of command that the page of rights decides.
pub fn kinds() -> Vec<Kind> {
    let in_lists = |word, capability| Kind { word, capability, gate: Some(capability), in_lists: true, has_own: false };
    let own = |word, capability| Kind { has_own: true, ..in_lists(word, capability) };
    let around = |word, capability| Kind { in_lists: false, ..in_lists(word, capability) };
    vec![
        around("workspace.update", "updateWorkspace"),
        around("member.setRole", "manageMembers"),
        around("member.deactivate", "manageMembers"),
        around("member.restore", "manageMembers"),
        around("member.remove", "manageMembers"),
        around("role.create", "manageRoles"),
        around("role.update", "manageRoles"),
        around("role.delete", "manageRoles"),
        around("status.create", "manageStatuses"),
        around("status.update", "manageStatuses"),
        around("status.move", "manageStatuses"),
        around("status.delete", "manageStatuses"),
        around("label.create", "manageLabels"),
        around("label.update", "manageLabels"),
        around("label.delete", "manageLabels"),
        around("attribute.create", "manageAttributes"),
        around("attribute.update", "manageAttributes"),
        around("attribute.move", "manageAttributes"),
        around("attribute.delete", "manageAttributes"),
        around("option.create", "manageAttributes"),
        around("option.update", "manageAttributes"),
        around("option.move", "manageAttributes"),
        around("option.delete", "manageAttributes"),
        around("labelSet.create", "manageAttributes"),
        around("labelSet.update", "manageAttributes"),
        around("labelSet.move", "manageAttributes"),
        around("labelSet.moveLabel", "manageAttributes"),
        around("labelSet.delete", "manageAttributes"),
        around("systemAttribute.set", "manageAttributes"),
        around("workCalendar.update", "updateWorkspace"),
        around("taskType.create", "manageAttributes"),
        around("taskType.update", "manageAttributes"),
        around("taskType.move", "manageAttributes"),
        around("taskType.delete", "manageAttributes"),
        around("component.create", "manageLabels"),
        around("component.update", "manageLabels"),
        around("component.delete", "manageLabels"),
        around("fixVersion.create", "manageLabels"),
        around("fixVersion.update", "manageLabels"),
        around("fixVersion.delete", "manageLabels"),
        around("sprint.create", "manageLabels"),
        around("sprint.update", "manageLabels"),
        around("sprint.complete", "manageLabels"),
        around("sprint.delete", "manageLabels"),
        around("list.create", "createLists"),
        in_lists("list.update", "editLists"),
        in_lists("list.move", "editLists"),
        in_lists("list.archive", "editLists"),
        in_lists("list.unarchive", "editLists"),
        around("group.create", "editLists"),
        around("group.update", "editLists"),
        around("group.move", "editLists"),
        around("group.delete", "editLists"),
        in_lists("savedView.create", "editLists"),
        Kind { gate: None, ..in_lists("savedView.update", "editLists") },
        Kind { gate: None, ..in_lists("savedView.move", "editLists") },
        Kind { gate: None, ..in_lists("savedView.delete", "editLists") },
        in_lists("baseline.create", "editLists"),
        Kind { gate: None, ..in_lists("baseline.update", "editLists") },
        Kind { gate: None, ..in_lists("baseline.delete", "editLists") },
        in_lists("template.create", "editLists"),
        in_lists("template.update", "editLists"),
        in_lists("template.delete", "editLists"),
        in_lists("list.delete", "deleteLists"),
        in_lists("list.restrict", "restrictLists"),
        in_lists("list.open", "restrictLists"),
        in_lists("share.set", "restrictLists"),
        in_lists("share.remove", "restrictLists"),
        in_lists("ticket.create", "createTickets"),
        in_lists("ticket.update", "editTickets"),
        in_lists("tickets.update", "editTickets"),
        in_lists("ticket.move", "editTickets"),
        in_lists("tickets.move", "editTickets"),
        in_lists("subtask.move", "editTickets"),
        in_lists("link.create", "editTickets"),
        in_lists("link.delete", "editTickets"),
        in_lists("roadmapPlace.move", "editTickets"),
        in_lists("roadmapPlace.clear", "editTickets"),
        in_lists("linkLag.set", "editTickets"),
        in_lists("urlLink.create", "editTickets"),
        in_lists("urlLink.update", "editTickets"),
        in_lists("urlLink.delete", "editTickets"),
        in_lists("recurrence.set", "editTickets"),
        in_lists("recurrence.remove", "editTickets"),
        own("ticket.trash", "deleteTickets"),
        own("ticket.restore", "deleteTickets"),
        own("ticket.delete", "deleteTickets"),
        own("tickets.trash", "deleteTickets"),
        own("tickets.restore", "deleteTickets"),
        in_lists("file.delete", "editTickets"),
        in_lists("file.restore", "editTickets"),
        in_lists("comment.create", "comment"),
        own("comment.update", "comment"),
        Kind { gate: None, ..in_lists("comment.delete", "moderateComments") },
        in_lists("comment.resolve", "comment"),
        in_lists("comment.reopen", "comment"),
        in_lists("reaction.add", "comment"),
        in_lists("reaction.remove", "comment"),
    ]
}

/// The lists of the test, and the commands that are ready to be sent.
pub struct Targets<'a> {
    team: &'a Team,
    /// Olga's.
    olga: Socket,
    lists: HashMap<Place, Uuid>,
    ready: HashMap<(&'static str, Place), Value>,
}

impl<'a> Targets<'a> {
    pub async fn new(team: &'a Team, olga: Socket) -> Self {
        let mut targets = Self { team, olga, lists: HashMap::new(), ready: HashMap::new() };
        let shared = (0..LEVELS.len()).map(Place::Shared);
        for place in shared.chain([Place::Open, Place::Unseen]) {
            let list = targets.list(place).await;
            targets.lists.insert(place, list);
        }
        targets
    }

    /// A new list. People whose roles cannot manage lists have the level below in a list of the level manage.
    async fn list(&mut self, place: Place) -> Uuid {
        let list = Uuid::now_v7();
        let restricted = place != Place::Open;
        self.does(json!({"kind": "list.create", "listId": list, "name": list, "restricted": restricted})).await;
        if let Place::Shared(level) = place {
            for (n, person) in self.team.people.iter().enumerate().skip(1) {
                // Otto, Adam, Mia and Zoe may manage lists.
                let level = if [1, 2, 3, 7].contains(&n) { level } else { level.min(2) };
                let share = json!({"kind": "share.set", "listId": list, "userId": person.id, "level": LEVELS[level]});
                self.olga.does(&share).await;
            }
        }
        list
    }

    async fn does(&mut self, command: Value) {
        self.olga.does(&command).await;
    }

    /// A new ticket of Olga's.
    pub async fn ticket(&mut self, place: Place) -> Uuid {
        let id = Uuid::now_v7();
        let list = self.lists[&place];
        self.does(json!({"kind": "ticket.create", "ticketId": id, "title": "A task", "listIds": [list]})).await;
        id
    }

    /// The command was carried out, so the next one needs new things.
    pub fn used(&mut self, kind: &Kind, place: Place) {
        self.ready.remove(&(kind.word, place));
    }

    /// A command of a kind in a place. `maker` is the person, if the thing is to be their own.
    pub async fn command(&mut self, kind: &Kind, place: Place, maker: Option<&mut Socket>) -> Value {
        if let Some(maker) = maker {
            return self.own(kind, place, maker).await;
        }
        if let Some(ready) = self.ready.get(&(kind.word, place)) {
            return ready.clone();
        }
        let command = if kind.in_lists { self.in_list(kind.word, place).await } else { self.around(kind.word).await };
        self.ready.insert((kind.word, place), command.clone());
        command
    }

    /// Something of the person's own.
    async fn own(&mut self, kind: &Kind, place: Place, maker: &mut Socket) -> Value {
        let (list, ticket, word) = (self.lists[&place], Uuid::now_v7(), kind.word);
        if word == "comment.update" {
            let (comment, ticket) = (Uuid::now_v7(), self.ticket(place).await);
            maker
                .does(&json!({"kind": "comment.create", "commentId": comment, "ticketId": ticket, "message": "hm"}))
                .await;
            return json!({"kind": word, "commentId": comment, "message": "hum"});
        }
        maker.does(&json!({"kind": "ticket.create", "ticketId": ticket, "title": "Own", "listIds": [list]})).await;
        if word != "ticket.trash" && word != "tickets.trash" {
            self.does(json!({"kind": "ticket.trash", "ticketId": ticket})).await;
        }
        named(word, ticket)
    }

    async fn in_list(&mut self, word: &'static str, place: Place) -> Value {
        let (list, fresh) = (self.lists[&place], Uuid::now_v7());
        match word {
            "list.update" => json!({"kind": word, "listId": list, "patch": {"name": fresh}}),
            "list.move" => json!({"kind": word, "listId": list}),
            "list.delete" | "list.restrict" | "list.open" | "list.archive" | "list.unarchive" => {
                json!({"kind": word, "listId": self.list(place).await})
            }
            "share.set" | "share.remove" => {
                let zoe = &self.team.people[7].id;
                self.olga.does(&json!({"kind": "share.set", "listId": list, "userId": zoe, "level": "view"})).await;
                let mut command = json!({"kind": word, "listId": list, "userId": zoe});
                if word == "share.set" {
                    command["level"] = json!("comment");
                }
                command
            }
            "savedView.create" | "savedView.update" | "savedView.move" | "savedView.delete" => {
                let new = json!({"kind": "savedView.create", "savedViewId": fresh, "name": "Late", "personal": false, "listId": list,
                                 "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "manual",
                                 "descending": false, "columns": []});
                if word == "savedView.create" {
                    return new;
                }
                self.does(new).await;
                let mut command = json!({"kind": word, "savedViewId": fresh});
                if word == "savedView.update" {
                    command["patch"] = json!({"name": "Later"});
                }
                command
            }
            "baseline.create" | "baseline.update" | "baseline.delete" => {
                let new = json!({"kind": "baseline.create", "baselineId": fresh, "name": "Plan", "personal": false, "listId": list});
                if word == "baseline.create" {
                    return new;
                }
                self.does(new).await;
                let mut command = json!({"kind": word, "baselineId": fresh});
                if word == "baseline.update" {
                    command["patch"] = json!({"name": "Other"});
                }
                command
            }
            "template.create" | "template.update" | "template.delete" => {
                let new = json!({"kind": "template.create", "templateId": fresh, "name": "Check", "listId": list, "tickets": [{"title": "Check"}]});
                if word == "template.create" {
                    return new;
                }
                self.does(new).await;
                let mut command = json!({"kind": word, "templateId": fresh});
                if word == "template.update" {
                    command["patch"] = json!({"name": "Other"});
                }
                command
            }
            "ticket.create" => json!({"kind": word, "ticketId": fresh, "title": "New", "listIds": [list]}),
            "ticket.update" => {
                json!({"kind": word, "ticketId": self.ticket(place).await, "patch": {"title": "Other"}})
            }
            "tickets.update" => {
                json!({"kind": word, "ticketIds": [self.ticket(place).await], "patch": {"priority": "day"}})
            }
            "ticket.move" => json!({"kind": word, "ticketId": self.ticket(place).await, "listId": list}),
            "tickets.move" => json!({"kind": word, "ticketIds": [self.ticket(place).await], "listId": list}),
            "subtask.move" => {
                let parent = self.ticket(place).await;
                self.does(
                    json!({"kind": "ticket.create", "ticketId": fresh, "title": "Part", "parentTicketId": parent}),
                )
                .await;
                json!({"kind": word, "ticketId": fresh})
            }
            "recurrence.set" | "recurrence.remove" => {
                let set = json!({"kind": "recurrence.set", "ticketId": self.ticket(place).await, "period": "day",
                                 "interval": 1, "countedFrom": "dueDate"});
                if word == "recurrence.set" {
                    return set;
                }
                self.does(set.clone()).await;
                json!({"kind": word, "ticketId": set["ticketId"]})
            }
            "urlLink.create" | "urlLink.update" | "urlLink.delete" => {
                let link = json!({"kind": "urlLink.create", "urlLinkId": fresh, "ticketId": self.ticket(place).await,
                                  "url": "https://example.org"});
                if word == "urlLink.create" {
                    return link;
                }
                self.does(link).await;
                let mut command = json!({"kind": word, "urlLinkId": fresh});
                if word == "urlLink.update" {
                    command["patch"] = json!({"title": "Plans"});
                }
                command
            }
            "roadmapPlace.move" | "roadmapPlace.clear" => {
                let items = json!([{"kind": "epic", "id": self.ticket(place).await}]);
                if word == "roadmapPlace.clear" {
                    self.does(json!({"kind": "roadmapPlace.move", "items": items})).await;
                }
                json!({"kind": word, "items": items})
            }
            "link.create" | "link.delete" | "linkLag.set" => {
                let (from, to) = (self.ticket(place).await, self.ticket(place).await);
                let link = json!({"kind": "link.create", "linkId": fresh, "linkKind": "blocks",
                                  "fromTicketId": from, "toTicketId": to});
                if word == "link.create" {
                    return link;
                }
                self.does(link).await;
                if word == "linkLag.set" {
                    return json!({"kind": word, "linkId": fresh, "days": 2});
                }
                json!({"kind": word, "linkId": fresh})
            }
            "file.delete" | "file.restore" => {
                let ticket = self.ticket(place).await;
                let olga = &self.team.people[0].client;
                let file = attach(olga, &self.team.workspace, ticket, "a.txt", b"text").await;
                if word == "file.restore" {
                    self.does(json!({"kind": "file.delete", "fileId": file})).await;
                }
                json!({"kind": word, "fileId": file})
            }
            "comment.create" => {
                json!({"kind": word, "commentId": fresh, "ticketId": self.ticket(place).await, "message": "hm"})
            }
            "comment.update" | "comment.delete" | "comment.resolve" | "comment.reopen" | "reaction.add"
            | "reaction.remove" => {
                let ticket = self.ticket(place).await;
                self.does(json!({"kind": "comment.create", "commentId": fresh, "ticketId": ticket, "message": "hm"}))
                    .await;
                match word {
                    "comment.update" => json!({"kind": word, "commentId": fresh, "message": "forged"}),
                    "comment.delete" | "comment.resolve" | "comment.reopen" => {
                        json!({"kind": word, "commentId": fresh})
                    }
                    _ => json!({"kind": word, "activityId": fresh, "emoji": "👀"}),
                }
            }
            _ => {
                let ticket = self.ticket(place).await;
                if word != "ticket.trash" && word != "tickets.trash" {
                    self.does(json!({"kind": "ticket.trash", "ticketId": ticket})).await;
                }
                named(word, ticket)
            }
        }
    }

    async fn around(&mut self, word: &'static str) -> Value {
        let (fresh, zoe) = (Uuid::now_v7(), self.team.people[7].id.clone());
        match word {
            "workspace.update" => json!({"kind": word, "patch": {"name": fresh}}),
            "member.setRole" | "member.deactivate" | "member.restore" | "member.remove" => {
                self.bring_back(&zoe).await;
                if word == "member.restore" {
                    self.does(json!({"kind": "member.deactivate", "userId": zoe})).await;
                }
                let mut command = json!({"kind": word, "userId": zoe});
                if word == "member.setRole" {
                    command["role"] = json!("guest");
                }
                command
            }
            "list.create" => json!({"kind": word, "listId": fresh, "name": fresh}),
            "group.create" => json!({"kind": word, "groupId": fresh, "name": fresh}),
            "group.update" | "group.move" | "group.delete" => {
                self.does(json!({"kind": "group.create", "groupId": fresh, "name": fresh})).await;
                let mut command = json!({"kind": word, "groupId": fresh});
                if word == "group.update" {
                    command["patch"] = json!({"color": "teal"});
                }
                command
            }
            "role.create" => json!({"kind": word, "roleId": fresh, "name": fresh, "capabilities": ["read"]}),
            "role.update" | "role.delete" => {
                self.does(json!({"kind": "role.create", "roleId": fresh, "name": fresh, "capabilities": ["read"]}))
                    .await;
                if word == "role.update" {
                    return json!({"kind": word, "roleId": fresh, "patch": {"description": "Other"}});
                }
                json!({"kind": word, "roleId": fresh, "moveTo": "guest"})
            }
            "status.create" => json!({"kind": word, "statusId": fresh, "name": fresh, "category": "started"}),
            "attribute.create" => json!({"kind": word, "attributeId": fresh, "name": fresh, "type": "text"}),
            "attribute.update" | "attribute.move" | "attribute.delete" => {
                self.does(json!({"kind": "attribute.create", "attributeId": fresh, "name": fresh, "type": "text"}))
                    .await;
                match word {
                    "attribute.update" => {
                        json!({"kind": word, "attributeId": fresh, "patch": {"description": "In days."}})
                    }
                    "attribute.move" => json!({"kind": word, "attributeId": fresh, "after": null}),
                    _ => json!({"kind": word, "attributeId": fresh}),
                }
            }
            "option.create" | "option.update" | "option.move" | "option.delete" => {
                let options = json!([{"optionId": fresh, "name": "North"}]);
                self.does(
                    json!({"kind": "attribute.create", "attributeId": fresh, "name": fresh, "type": "singleSelect", "options": options}),
                )
                .await;
                match word {
                    "option.create" => {
                        json!({"kind": word, "optionId": Uuid::now_v7(), "attributeId": fresh, "name": "South"})
                    }
                    "option.update" => json!({"kind": word, "optionId": fresh, "patch": {"color": "red"}}),
                    "option.move" => json!({"kind": word, "optionId": fresh, "after": null}),
                    _ => json!({"kind": word, "optionId": fresh}),
                }
            }
            "labelSet.create" | "labelSet.update" | "labelSet.move" | "labelSet.moveLabel" | "labelSet.delete" => {
                let label = Uuid::now_v7();
                self.does(json!({"kind": "label.create", "labelId": label, "name": label})).await;
                let sets = json!([{"labelSetId": fresh, "name": "Size", "labelsOrder": [label]}]);
                self.does(
                    json!({"kind": "attribute.create", "attributeId": fresh, "name": fresh, "type": "multiSelect", "labelSets": sets}),
                )
                .await;
                let mut command = json!({"kind": word, "attributeId": fresh, "labelSetId": fresh});
                match word {
                    "labelSet.create" => {
                        command["labelSetId"] = json!(Uuid::now_v7());
                        command["name"] = json!("Material");
                    }
                    "labelSet.update" => command["patch"] = json!({"single": true}),
                    "labelSet.moveLabel" => command["labelId"] = json!(label),
                    _ => {}
                }
                if matches!(word, "labelSet.move" | "labelSet.moveLabel") {
                    command["after"] = json!(null);
                }
                command
            }
            "systemAttribute.set" => json!({"kind": word, "key": "labels", "patch": {"name": fresh}}),
            "workCalendar.update" => {
                json!({"kind": word, "patch": {"holidays": {"add": [{"date": "2031-01-01", "name": fresh}]}}})
            }
            "taskType.create" | "component.create" | "fixVersion.create" | "sprint.create" => {
                json!({"kind": word, id_field(word): fresh, "name": fresh})
            }
            "taskType.update" | "taskType.move" | "taskType.delete" | "component.update" | "component.delete"
            | "fixVersion.update" | "fixVersion.delete" | "sprint.update" | "sprint.complete" | "sprint.delete" => {
                let (kind, verb) = word.split_once('.').expect("a verb");
                self.does(json!({"kind": format!("{kind}.create"), id_field(word): fresh, "name": fresh})).await;
                let mut command = json!({"kind": word, id_field(word): fresh});
                match verb {
                    "update" => command["patch"] = json!({"name": Uuid::now_v7()}),
                    "move" => command["after"] = json!(null),
                    _ => {}
                }
                command
            }
            "label.create" => json!({"kind": word, "labelId": fresh, "name": fresh}),
            "label.update" | "label.delete" => {
                self.does(json!({"kind": "label.create", "labelId": fresh, "name": fresh})).await;
                if word == "label.update" {
                    return json!({"kind": word, "labelId": fresh, "patch": {"color": "pink"}});
                }
                json!({"kind": word, "labelId": fresh})
            }
            _ => {
                let other = Uuid::now_v7();
                for id in [fresh, other] {
                    self.does(json!({"kind": "status.create", "statusId": id, "name": id, "category": "started"}))
                        .await;
                }
                match word {
                    "status.update" => json!({"kind": word, "statusId": fresh, "patch": {"name": Uuid::now_v7()}}),
                    "status.move" => json!({"kind": word, "statusId": fresh}),
                    _ => json!({"kind": word, "statusId": fresh, "moveTo": other}),
                }
            }
        }
    }

    /// Makes Zoe a member again, after what the last command has done to her.
    async fn bring_back(&mut self, zoe: &str) {
        let restored = self.olga.ask(&json!({"kind": "member.restore", "userId": zoe})).await;
        if restored["type"] == "refused" {
            self.team.invite(&self.team.people[7], "member").await;
        }
        self.does(json!({"kind": "member.setRole", "userId": zoe, "role": "member"})).await;
    }
}

/// A command that names one ticket.
fn named(word: &str, ticket: Uuid) -> Value {
    if word.starts_with("tickets.") {
        json!({"kind": word, "ticketIds": [ticket]})
    } else {
        json!({"kind": word, "ticketId": ticket})
    }
}

/// The field of a command that names its row: `taskTypeId` of `taskType.create`.
fn id_field(word: &str) -> String {
    format!("{}Id", word.split('.').next().unwrap_or_default())
}
