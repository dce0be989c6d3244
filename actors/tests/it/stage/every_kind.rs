//! One command of every kind: a client that follows the events has what a fresh snapshot has (EV2).

use std::collections::BTreeSet;
use std::time::Duration;

use actors::domain::command::Command;
use actors::domain::decide::{Order, What};
use actors::domain::entity::{EntityKind, SCHEMA};
use actors::domain::ids::{CommandId, FileId, SiteIconId, TicketId, UrlLinkId};
use actors::domain::kinds::file::order::{FileOrder, NewFile};
use actors::domain::kinds::url_link::order::PageRead;
use actors::domain::rights::Narrowing;
use actors::domain::scope::commons_of;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::support::{Client, Fixture, report_node, until};

/// One command of every kind, each based only on the commands before it.
fn every_kind(fixture: &Fixture, statuses: &[Uuid]) -> Vec<Value> {
    let id: Vec<Uuid> = (0..26).map(|_| Uuid::now_v7()).collect();
    let other = fixture.people[1];
    let [sprints, views, baselines, groups, templates, pages, of_list] =
        [(); 7].map(|()| [Uuid::now_v7(), Uuid::now_v7()]);
    let [of_labels, material, size] = [(); 3].map(|()| Uuid::now_v7());
    vec![
        json!({"kind": "workspace.update", "patch": {"name": "Palace", "icon": "🏰"}}),
        json!({"kind": "status.create", "statusId": id[0], "name": "Doing", "category": "started", "after": statuses[0]}),
        json!({"kind": "status.update", "statusId": id[0], "patch": {"name": "At it"}}),
        json!({"kind": "status.move", "statusId": id[0]}),
        json!({"kind": "list.create", "listId": id[1], "name": "Roof", "color": "pink"}),
        json!({"kind": "list.update", "listId": id[1], "patch": {"name": "Attic"}}),
        json!({"kind": "list.move", "listId": id[1]}),
        json!({"kind": "group.create", "groupId": groups[0], "name": "Work", "color": "teal"}),
        json!({"kind": "group.create", "groupId": groups[1], "name": "Home", "parentGroupId": groups[0]}),
        json!({"kind": "group.update", "groupId": groups[1], "patch": {"name": "House"}}),
        json!({"kind": "list.update", "listId": id[1], "patch": {"icon": "rocket", "description": "Up."}}),
        json!({"kind": "list.move", "listId": id[1], "groupId": groups[1]}),
        json!({"kind": "group.move", "groupId": groups[1], "parentGroupId": null}),
        json!({"kind": "list.archive", "listId": id[1]}),
        json!({"kind": "list.unarchive", "listId": id[1]}),
        json!({"kind": "group.delete", "groupId": groups[1]}),
        json!({"kind": "savedView.create", "savedViewId": views[0], "name": "Late", "personal": true, "listId": id[1], "layout": "kanban",
               "filter": "due <= today", "groupBy": "status", "sortBy": "due", "descending": true, "columns": ["status"]}),
        json!({"kind": "savedView.create", "savedViewId": views[1], "name": "All", "personal": false, "layout": "spreadsheet", "dateLayout": "gantt", "page": "mine",
               "filter": "", "groupBy": "none", "sortBy": "manual", "descending": false, "columns": []}),
        json!({"kind": "savedView.update", "savedViewId": views[0], "patch": {"personal": false, "columns": ["status", "labels"]}}),
        json!({"kind": "savedView.update", "savedViewId": views[0], "patch": {"icon": "rocket", "display": {"subtasks": "flat", "widths": {"status": 90},
               "lanes": "assignee", "board": {"card": ["labels"], "limits": {"status": {id[0].to_string(): 3}}}, "collapsed": [id[0]], "find": "net"}}}),
        json!({"kind": "savedView.update", "savedViewId": views[0], "patch": {"locked": true}}),
        json!({"kind": "savedView.move", "savedViewId": views[0]}),
        json!({"kind": "savedView.delete", "savedViewId": views[1]}),
        json!({"kind": "baseline.create", "baselineId": baselines[0], "name": "Plan", "personal": false, "listId": id[1], "takenAt": "2020-01-01T00:00:00Z"}),
        json!({"kind": "baseline.create", "baselineId": baselines[1], "name": "Mine", "personal": true}),
        json!({"kind": "baseline.update", "baselineId": baselines[0], "patch": {"name": "Our plan"}}),
        json!({"kind": "baseline.delete", "baselineId": baselines[1]}),
        json!({"kind": "template.create", "templateId": templates[0], "name": "Check", "listId": id[1], "tickets": [
               {"title": "Check", "description": "All.", "labels": [id[2]], "fields": {id[13].to_string(): "long"}, "dueAfter": 3, "subtasks": [{"title": "Dry"}]}]}),
        json!({"kind": "template.create", "templateId": templates[1], "name": "Trip", "tickets": [], "list": {"color": "teal", "icon": "rocket", "description": "Up.",
               "views": [{"name": "Late", "layout": "kanban", "filter": "", "groupBy": "status", "sortBy": "due", "descending": true, "columns": ["status"]}]}}),
        json!({"kind": "template.update", "templateId": templates[1], "patch": {"name": "Voyage", "tickets": [{"title": "Pack"}]}}),
        json!({"kind": "template.delete", "templateId": templates[0]}),
        json!({"kind": "label.create", "labelId": id[2], "name": "wet"}),
        json!({"kind": "label.update", "labelId": id[2], "patch": {"color": "teal"}}),
        json!({"kind": "attribute.create", "attributeId": id[13], "name": "Estimate", "type": "number", "description": "In days.", "shownOnCards": true}),
        json!({"kind": "attribute.create", "attributeId": id[14], "name": "Areas", "type": "multiSelect",
               "options": [{"optionId": id[15], "name": "North", "color": "red"}, {"optionId": id[16], "name": "South"}]}),
        json!({"kind": "attribute.update", "attributeId": id[14], "patch": {"name": "Sides", "required": true, "defaultValue": [id[16]]}}),
        json!({"kind": "attribute.update", "attributeId": id[14], "patch": {"listIds": [id[1]]}}),
        json!({"kind": "attribute.update", "attributeId": id[14], "patch": {"listIds": null}}),
        json!({"kind": "attribute.create", "attributeId": of_list[0], "name": "Side", "type": "singleSelect", "listIds": [id[1]],
               "options": [{"optionId": of_list[1], "name": "Front"}]}),
        json!({"kind": "attribute.move", "attributeId": id[14], "after": null}),
        json!({"kind": "attribute.create", "attributeId": of_labels, "name": "Made of", "type": "multiSelect",
               "labelSets": [{"labelSetId": material, "name": "Material", "single": true, "labelsOrder": [id[2]]}]}),
        json!({"kind": "labelSet.create", "attributeId": of_labels, "labelSetId": size, "name": "Size"}),
        json!({"kind": "labelSet.update", "attributeId": of_labels, "labelSetId": size, "patch": {"labels": {"add": [id[2]]}}}),
        json!({"kind": "labelSet.move", "attributeId": of_labels, "labelSetId": size, "after": null}),
        json!({"kind": "labelSet.moveLabel", "attributeId": of_labels, "labelSetId": material, "labelId": id[2], "after": null}),
        json!({"kind": "labelSet.delete", "attributeId": of_labels, "labelSetId": size}),
        json!({"kind": "option.create", "optionId": id[17], "attributeId": id[14], "name": "East"}),
        json!({"kind": "option.update", "optionId": id[17], "patch": {"color": "teal"}}),
        json!({"kind": "option.move", "optionId": id[17], "after": null}),
        json!({"kind": "systemAttribute.set", "key": "labels", "patch": {"name": "Tags", "hidden": true}}),
        json!({"kind": "systemAttribute.set", "key": "labels", "patch": {"name": "Marks", "hidden": false}}),
        json!({"kind": "workCalendar.update", "patch": {"weekdays": {"add": ["saturday"]}, "holidays": {"add": [{"date": "2031-01-01", "name": "New Year"}]}}}),
        json!({"kind": "workCalendar.update", "patch": {"holidays": {"remove": ["2031-01-01"]}}}),
        json!({"kind": "taskType.create", "taskTypeId": id[20], "name": "Bug", "icon": "bug", "color": "red"}),
        json!({"kind": "taskType.create", "taskTypeId": id[21], "name": "Epic", "container": true}),
        json!({"kind": "taskType.update", "taskTypeId": id[20], "patch": {"icon": "story"}}),
        json!({"kind": "taskType.move", "taskTypeId": id[21], "after": null}),
        json!({"kind": "component.create", "componentId": id[22], "name": "Parser", "description": "Reads.", "leadUserId": other}),
        json!({"kind": "component.create", "componentId": id[23], "name": "Server"}),
        json!({"kind": "component.update", "componentId": id[23], "patch": {"description": "Serves."}}),
        json!({"kind": "fixVersion.create", "fixVersionId": id[24], "name": "Spring", "startDate": "2030-01-01", "releaseDate": "2030-02-02"}),
        json!({"kind": "fixVersion.create", "fixVersionId": id[25], "name": "Autumn"}),
        json!({"kind": "fixVersion.update", "fixVersionId": id[24], "patch": {"state": "released"}}),
        json!({"kind": "workspace.update", "patch": {"estimateId": id[13]}}),
        json!({"kind": "sprint.create", "sprintId": sprints[0], "name": "First", "goal": "Sail.", "startDate": "2030-01-01", "endDate": "2030-01-14", "state": "active"}),
        json!({"kind": "sprint.create", "sprintId": sprints[1], "name": "Next"}),
        json!({"kind": "sprint.update", "sprintId": sprints[1], "patch": {"state": "active"}}),
        json!({"kind": "ticket.create", "ticketId": id[3], "title": "One", "description": "long", "statusId": id[0],
               "listIds": [id[1]], "assigneesIds": [other], "labels": [id[2]], "priority": "week",
               "startDate": "2030-01-01", "dueDate": "2030-02-02", "reportBy": other, "fields": {id[13].to_string(): 2.5},
               "taskTypeId": id[20], "componentsIds": [id[22]], "fixVersionsIds": [id[24]], "sprintId": sprints[0]}),
        json!({"kind": "ticket.create", "ticketId": id[4], "title": "Two", "parentTicketId": id[3]}),
        json!({"kind": "ticket.create", "ticketId": id[5], "title": "Three", "parentTicketId": id[3]}),
        json!({"kind": "ticket.create", "ticketId": id[6], "title": "Mine", "private": true}),
        json!({"kind": "ticket.update", "ticketId": id[3], "patch": {"title": "Uno", "description": "longer", "priority": null}}),
        json!({"kind": "ticket.update", "ticketId": id[3], "patch": {"statusId": statuses[2], "dueDate": "2020-02-02", "startDate": null}}),
        json!({"kind": "tickets.update", "ticketIds": [id[3], id[4]], "patch": {"fields": {id[14].to_string(): {"add": [id[15], id[17]]}}}}),
        json!({"kind": "tickets.update", "ticketIds": [id[5]], "patch": {"fields": {of_labels.to_string(): {"add": [id[2]]}}}}),
        json!({"kind": "attribute.update", "attributeId": id[14], "patch": {"required": false}}),
        json!({"kind": "ticket.update", "ticketId": id[3], "patch": {"fields": {id[13].to_string(): null, id[14].to_string(): {"remove": [id[15]]}}}}),
        json!({"kind": "option.delete", "optionId": id[17], "moveTo": id[16]}),
        json!({"kind": "option.delete", "optionId": id[15]}),
        json!({"kind": "tickets.update", "ticketIds": [id[3], id[4]], "patch": {"taskTypeId": id[20], "componentsIds": {"add": [id[23]]}, "fixVersionsIds": {"add": [id[25]]}}}),
        json!({"kind": "taskType.delete", "taskTypeId": id[20], "moveTo": id[21]}),
        json!({"kind": "component.delete", "componentId": id[22], "moveTo": id[23]}),
        json!({"kind": "fixVersion.delete", "fixVersionId": id[24]}),
        json!({"kind": "sprint.complete", "sprintId": sprints[0], "moveTo": sprints[1]}),
        json!({"kind": "sprint.delete", "sprintId": sprints[1]}),
        json!({"kind": "tickets.update", "ticketIds": [id[3], id[4]], "patch": {"assigneesIds": {"remove": [other]}}}),
        json!({"kind": "ticket.move", "ticketId": id[4], "listId": id[1]}),
        json!({"kind": "tickets.move", "ticketIds": [id[5], id[3]], "listId": id[1], "after": id[4]}),
        json!({"kind": "subtask.move", "ticketId": id[5]}),
        json!({"kind": "link.create", "linkId": id[7], "linkKind": "blocks", "fromTicketId": id[3], "toTicketId": id[4]}),
        json!({"kind": "link.create", "linkId": id[8], "linkKind": "relates", "fromTicketId": id[4], "toTicketId": id[5]}),
        json!({"kind": "linkLag.set", "linkId": id[7], "days": 3}),
        json!({"kind": "linkLag.set", "linkId": id[7], "days": -1, "ends": "startToStart"}),
        json!({"kind": "link.delete", "linkId": id[7]}),
        json!({"kind": "recurrence.set", "ticketId": id[5], "period": "month", "interval": 2, "nth": -1, "weekdays": [5],
               "countedFrom": "completion", "endsOn": "2031-01-01", "times": 9}),
        json!({"kind": "recurrence.set", "ticketId": id[4], "period": "year", "interval": 1, "monthDay": 29, "countedFrom": "dueDate"}),
        json!({"kind": "recurrence.remove", "ticketId": id[4]}),
        json!({"kind": "roadmapPlace.move", "items": [{"kind": "epic", "id": id[4]}, {"kind": "version", "id": id[25]}]}),
        json!({"kind": "roadmapPlace.clear", "items": [{"kind": "epic", "id": id[4]}]}),
        json!({"kind": "urlLink.create", "urlLinkId": pages[0], "ticketId": id[3], "url": "https://example.org", "title": "Plans"}),
        json!({"kind": "urlLink.create", "urlLinkId": pages[1], "ticketId": id[4], "url": "https://example.org/2"}),
        json!({"kind": "urlLink.update", "urlLinkId": pages[1], "patch": {"title": "More"}}),
        json!({"kind": "urlLink.delete", "urlLinkId": pages[0]}),
        json!({"kind": "comment.create", "commentId": id[9], "ticketId": id[3], "message": "hm"}),
        json!({"kind": "comment.create", "commentId": id[10], "ticketId": id[6], "message": "psst"}),
        json!({"kind": "subscription.update", "ticketId": id[3], "patch": {"manual": true, "lastRead": {"activityId": id[9], "number": 1},
               "firstUnreadActivityId": id[9], "doneNumber": 1, "muted": true, "unsubscribed": true, "snoozedUntil": "2031-01-01T08:00:00Z"}}),
        json!({"kind": "preferences.update", "patch": {"theme": "dark", "weekStart": "sunday", "defaultView": "kanban", "timeZone": "Europe/Berlin", "notifications": {"comment": ["inApp", "push"]},
               "mails": true, "digest": "weekly", "digestHour": 9, "quietHours": {"from": 19, "to": 7}, "reminders": ["onDay"], "favorites": {"add": [{"kind": "list", "id": id[1]}, {"kind": "page", "id": "inbox"}]},
               "pages": {"shown": {"trash": false}, "order": ["inbox", "home"]}, "shortcuts": {"keys": {"go.inbox": "Q I"}, "singles": false}}}),
        json!({"kind": "file.delete", "fileId": id[19]}),
        json!({"kind": "file.restore", "fileId": id[19]}),
        json!({"kind": "comment.update", "commentId": id[9], "message": "hum"}),
        json!({"kind": "comment.create", "commentId": Uuid::now_v7(), "ticketId": id[3], "message": "ho", "replyTo": id[9]}),
        json!({"kind": "comment.resolve", "commentId": id[9]}),
        json!({"kind": "comment.reopen", "commentId": id[9]}),
        json!({"kind": "comment.resolve", "commentId": id[9]}),
        json!({"kind": "reaction.add", "activityId": id[9], "emoji": "👍"}),
        json!({"kind": "reaction.remove", "activityId": id[9], "emoji": "👍"}),
        json!({"kind": "reaction.add", "activityId": id[9], "emoji": "🎉"}),
        json!({"kind": "comment.delete", "commentId": id[9]}),
        json!({"kind": "ticket.update", "ticketId": id[4], "patch": {"parentTicketId": null}}),
        json!({"kind": "ticket.create", "ticketId": id[11], "title": "Wanders"}),
        json!({"kind": "ticket.update", "ticketId": id[11], "patch": {"private": true, "title": "Wandered"}}),
        json!({"kind": "ticket.update", "ticketId": id[11], "patch": {"private": false}}),
        json!({"kind": "ticket.trash", "ticketId": id[4]}),
        json!({"kind": "ticket.restore", "ticketId": id[4]}),
        json!({"kind": "tickets.trash", "ticketIds": [id[3], id[4]]}),
        json!({"kind": "tickets.restore", "ticketIds": [id[4]]}),
        json!({"kind": "ticket.delete", "ticketId": id[3]}),
        json!({"kind": "list.restrict", "listId": id[1]}),
        json!({"kind": "share.set", "listId": id[1], "userId": other, "level": "view"}),
        json!({"kind": "share.remove", "listId": id[1], "userId": other}),
        json!({"kind": "list.open", "listId": id[1]}),
        json!({"kind": "status.delete", "statusId": id[0], "moveTo": statuses[1]}),
        json!({"kind": "list.delete", "listId": id[1], "moveTo": null}),
        json!({"kind": "label.delete", "labelId": id[2]}),
        json!({"kind": "attribute.delete", "attributeId": id[14]}),
        json!({"kind": "member.setRole", "userId": other, "role": "admin"}),
        json!({"kind": "role.create", "roleId": id[12], "name": "Triage", "description": "Sorts.", "capabilities": ["read"]}),
        json!({"kind": "role.update", "roleId": id[12], "patch": {"capabilities": ["read", "comment"]}}),
        json!({"kind": "role.delete", "roleId": id[12], "moveTo": "guest"}),
        json!({"kind": "member.deactivate", "userId": fixture.people[2]}),
        json!({"kind": "member.restore", "userId": fixture.people[2]}),
        json!({"kind": "member.remove", "userId": fixture.people[2]}),
        json!({"kind": "member.handOver", "userId": other}),
    ]
}

/// Adds the file that a command names to a ticket, with previews: the server's own steps.
async fn add_file(fixture: &Fixture, command: &Value) {
    let file = FileId(command["fileId"].as_str().and_then(|id| id.parse().ok()).expect("an id"));
    let mut db = fixture.database.connect().await;
    let sql = "select id from tickets where title = 'Uno'";
    let ticket: Uuid = sqlx::query_scalar(sql).fetch_one(&mut db).await.expect("a ticket");
    let (name, content_type) = ("plan.png".to_owned(), "image/png".to_owned());
    let new = NewFile { id: file, ticket_id: TicketId(ticket), name, size: 5, content_type };
    for what in [FileOrder::Add(new), FileOrder::Preview { file_id: file, width: 40, height: 30 }] {
        let (id, by) = (CommandId(Uuid::now_v7()), fixture.people[0]);
        let order = Order { id, by, narrowing: Narrowing::NONE, from: None, what: What::File(what) };
        fixture.stage.submit(fixture.workspace, order).await.expect("added");
    }
}

/// Notes what the page behind a link says of itself: the server's own step.
async fn read_page(fixture: &Fixture, command: &Value) {
    let url_link_id = UrlLinkId(command["urlLinkId"].as_str().and_then(|id| id.parse().ok()).expect("an id"));
    let (page_url, page_title) = ("https://example.org/2".to_owned(), "Plans of the house".to_owned());
    let page = PageRead { url_link_id, page_url, page_title, icon_id: Some(SiteIconId(Uuid::now_v7())) };
    let (id, by) = (CommandId(Uuid::now_v7()), fixture.people[0]);
    let order = Order { id, by, narrowing: Narrowing::NONE, from: None, what: What::Page(page) };
    fixture.stage.submit(fixture.workspace, order).await.expect("noted");
}

async fn statuses(fixture: &Fixture) -> Vec<Uuid> {
    let mut db = fixture.database.connect().await;
    sqlx::query_scalar("select id from statuses order by rank").fetch_all(&mut db).await.expect("statuses")
}

#[actix::test]
async fn ev2_a_snapshot_and_the_events_after_it_equal_a_later_snapshot_for_every_kind_of_command() {
    let fixture = Fixture::new(3).await;
    report_node(&fixture.database, Some(SCHEMA)).await;
    assert_eq!(fixture.stage.switch_workspaces(1).await.expect("switched"), 1);
    let commons = commons_of(fixture.workspace);
    until("the node has read the commons", async || {
        let entered = fixture.stage.enter(fixture.workspace, fixture.people[0]).await;
        entered.is_ok_and(|entered| entered.scopes.contains(&commons))
    })
    .await;
    let hub = fixture.stage.open_hub();
    let mut followers = Vec::new();
    for user in &fixture.people[..2] {
        followers.push(Client::following(&fixture.stage, &hub, fixture.workspace, *user).await);
    }
    let commands = every_kind(&fixture, &statuses(&fixture).await);
    let kinds: BTreeSet<&str> = commands.iter().filter_map(|command| command["kind"].as_str()).collect();
    assert_eq!(kinds, Command::KINDS.iter().copied().collect(), "one command of every kind");
    let mut filled = BTreeSet::new();
    // Comes from the account.
    filled.insert((EntityKind::Member, "avatarUrl".to_owned()));
    // Only orders of the server set these.
    filled.extend(["secondFactorMissing", "apiKey"].map(|field| (EntityKind::Member, field.to_owned())));
    // Only rows of built-in roles have it, and no command writes them.
    filled.insert((EntityKind::Role, "system".to_owned()));
    let mut known = BTreeSet::new();
    for command in commands {
        if command["kind"] == "file.delete" {
            add_file(&fixture, &command).await;
        }
        if command["kind"] == "urlLink.update" {
            read_page(&fixture, &command).await;
        }
        let ack = fixture.does(fixture.people[0], command.clone()).await;
        for client in &mut followers {
            if client.replica.cursors.contains_key(&ack.scope) {
                let deadline = std::time::Instant::now() + Duration::from_secs(10);
                // A client that loses the scope waits no longer.
                while client.replica.cursors.get(&ack.scope).is_some_and(|cursor| cursor.seq < ack.seq) {
                    assert!(std::time::Instant::now() < deadline, "{command} never came");
                    client.pump();
                    tokio::time::sleep(Duration::from_millis(1)).await;
                }
            }
            let mut fresh = Client::new(fixture.workspace, client.user);
            fresh.connect(&fixture.stage, &hub).await.expect("let in");
            until(&format!("the client has what a fresh one gets after {command}"), async || {
                client.pump();
                client.fetch_gained().await;
                client.replica.state() == fresh.replica.state()
            })
            .await;
            for ((kind, _), fields) in fresh.replica.state() {
                for (field, value) in fields {
                    if !is_empty(&value) {
                        filled.insert((kind, field.clone()));
                    }
                    known.insert((kind, field));
                }
            }
            fresh.disconnect();
        }
    }
    // A field that stays empty could be left out where rows are stored, and nothing above would show it.
    let never: Vec<_> = known.difference(&filled).collect();
    assert!(never.is_empty(), "no command above gives these fields a value: {never:?}");
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(it) => !it,
        // Seconds that have passed may be 0.
        Value::Number(_) => false,
        Value::String(it) => it.is_empty(),
        Value::Array(it) => it.is_empty(),
        Value::Object(it) => it.is_empty(),
    }
}
