//! docs/COVERAGE.md lists every name of the product's specification, with the tests that show it.

use std::fs;

use crate::house_rules::{root, texts};

/// The sections of the page, and the names that the specification has for each, in its order.
const SPECIFICATION: [(&str, &str); 21] = [
    (
        "Tables",
        "Activity, Attribute, BranchTickets, Branch, Component, DeletedTicket, Field, FigmaOauth, Files, \
         FixVersion, Group, Integration, LabelSet, Link, List, Metadata, Option, PackageLimitation, \
         Preferences, PullRequestTickets, PullRequest, Reactjis, Role, Settings, SprintTickets, Sprint, \
         StripeEvent, TaskType, TicketSubscription, Ticket, User, Webhook, WorkspaceSubscription, \
         WorkspaceUsers, Workspace",
    ),
    (
        "Fields of a ticket",
        "id, title, description, type, statusId, status, createdUserId, reportBy, assigneesIds, files, lists, \
         links, parentTicketId, previousStatusId, completed, completedAt, completedByUserId, deleted, \
         deletedAt, deletedByUserId, trashedAt, trashedByUserId, fields, taskTypeId, commentedByUserIds, \
         completedIn, delayedFor, inProgressFor, subtasksOrder, number, comments, pullRequests, branches, \
         fixVersionsIds, componentsIds, dueDate, startDate, priority, labels",
    ),
    ("Fields of a ticket field", "id, ticketId"),
    ("Fields of an activity", "id, ticketId, message, reactjis"),
    ("Fields of each of the reactjis", "id, activityId"),
    (
        "Activity kinds",
        "createdAt, nameChange, statusChange, listsChange, assigneeChange, comment, description, \
         customFieldChange, createdUserIdChange, subtaskAdded, subtaskAddedItem, statusRemoved, \
         fieldOptionRemoved, taskTrashed, taskRestored, taskTypeChange, taskTypeRemoved, gitBranch, \
         gitPullRequest, gitPullRequestComment, gitCommit, gitPullRequestChange, gitBranchChange, \
         componentsChange, fixVersionsChange, multipleListsChange, notionCreate, notionRemove, \
         figmaLinkTicket, figmaUnlinkTicket, figmaActivity",
    ),
    ("Attribute types", "status, singleSelect, multiSelect, text, date, linkedTasks, users, labels"),
    ("Fields of an attribute", "metadata, labelSets"),
    ("Fields of the metadata", "id, optionsOrder"),
    ("Fields of the labelSets", "id, labelsOrder"),
    (
        "System attribute keys",
        "status, assignees, taskTypeId, lists, priority, createdUser, createdAt, completedByUserId, \
         completedAt, startDate, dueDate, labels",
    ),
    (
        "Fields of a user",
        "id, email, firstname, lastname, username, department, designation, verified, avatarUrls, \
         activeWorkspaceId",
    ),
    ("Fields of a workspace", "id, name, icon, key"),
    ("Fields of a workspace user", "id, workspaceId, userId, roleId, role, preferences"),
    ("Preferences", "theme"),
    (
        "Others",
        "Role: id, Integration: id, Integration: workspaceId, Integration: webhooks, webhooks: id, webhooks: \
         integrationId, Component: id, Component: totalTickets, FixVersion: id, FixVersion: statistics per \
         state, statistics: default, statistics: blocked, statistics: canceled, statistics: completed, \
         statistics: started, statistics: all tasks, TaskType: id, Link: id, PackageLimitation: id, Pull \
         request: id, Pull request: mergedAt, Pull request: closedAt, Pull request: deleted, Branch: id, \
         Branch: deleted",
    ),
    (
        "Subscription state",
        "workspaceId, customer, subscription, subscription (workspaceId), stripeEvents, stripeEvents: \
         nextToken, products",
    ),
    (
        "Fields of an inbox ticket subscription",
        "id, ticketId, workspaceUserId, firstUnreadActivityId, lastReadActivityId, lastActivity",
    ),
    ("Subscription reasons", "manual, mention, commented, created, assigne"),
    (
        "Notification kinds",
        "createTicket, mention, comment, assigneAdd, assigneRemove, userAdd, userRemove, status, name",
    ),
    ("Invitation state", "message, status"),
];

/// The states of a row. There is also `in part`, with a colon and what is missing.
const STATES: [&str; 4] = ["built", "not yet", "later: integrations", "later: billing"];

/// The sections of the page: a heading, and the rows as name, state and what shows it.
fn sections(page: &str) -> Vec<(&str, Vec<[&str; 3]>)> {
    page.split("\n## ").skip(1).map(section).collect()
}

fn section(text: &str) -> (&str, Vec<[&str; 3]>) {
    let (heading, table) = text.split_once('\n').expect("a heading");
    (heading, table.lines().filter(|line| line.starts_with('|')).skip(2).map(row).collect())
}

fn row(line: &str) -> [&str; 3] {
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    let [_, name, state, shown_by, _] = cells[..] else { panic!("a row has three cells: {line}") };
    [name.trim_matches('`'), state, shown_by]
}

fn page() -> String {
    fs::read_to_string(root().join("docs/COVERAGE.md")).expect("the page")
}

#[test]
fn every_name_of_the_specification_has_one_row_in_its_section_and_there_are_no_other_rows() {
    let page = page();
    let listed = sections(&page);
    let headings: Vec<&str> = listed.iter().map(|(heading, _)| *heading).collect();
    assert_eq!(headings, SPECIFICATION.map(|(heading, _)| heading));
    for ((heading, rows), (_, names)) in listed.into_iter().zip(SPECIFICATION) {
        let rows: Vec<&str> = rows.into_iter().map(|[name, ..]| name).collect();
        assert_eq!(rows, names.split(", ").collect::<Vec<_>>(), "{heading}");
    }
}

#[test]
fn every_row_of_the_page_has_a_state_that_the_page_explains() {
    let page = page();
    for (heading, rows) in sections(&page) {
        for [name, state, _] in rows {
            let is_known = match state.split_once(": ") {
                Some(("in part", lacks)) => !lacks.is_empty() && page.contains("- **in part**: "),
                _ => STATES.contains(&state) && page.contains(&format!("- **{state}**: ")),
            };
            assert!(is_known, "{heading}, {name}: {state}");
        }
    }
}

#[test]
fn every_test_and_file_that_the_page_names_exists_and_what_is_built_names_one() {
    let root = root();
    let rust = texts(&root).into_iter().filter(|(path, _)| path.extension().is_some_and(|ending| ending == "rs"));
    let rust: String = rust.map(|(_, text)| text).collect();
    let page = page();
    for (heading, rows) in sections(&page) {
        for [name, state, shown_by] in rows {
            let named: Vec<&str> = shown_by.split('`').skip(1).step_by(2).collect();
            let is_shown = state == "built" || state.starts_with("in part: ");
            assert!(!is_shown || !named.is_empty(), "{heading}, {name}: nothing shows it");
            for shown in named {
                let exists = root.join(shown).is_file() || rust.contains(&format!("fn {shown}("));
                assert!(exists, "{heading}, {name}: there is no {shown}");
            }
        }
    }
}
