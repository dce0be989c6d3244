//! The steps about task types, components, fix versions, sprints and working days.

use super::*;

/// The rows are made and changed.
pub(super) fn made() -> Vec<(&'static str, UserId, Value)> {
    vec![
        (
            "a task type is made",
            OWNER,
            json!({"kind": "taskType.create", "taskTypeId": BUG, "name": " Bug ", "icon": "bug", "color": "red"}),
        ),
        (
            "a task type is made before others",
            OWNER,
            json!({"kind": "taskType.create", "taskTypeId": EPIC, "name": "Epic", "container": true}),
        ),
        ("a task type's name is taken", OWNER, json!({"kind": "taskType.create", "taskTypeId": id(99), "name": "bug"})),
        (
            "a task type changes",
            OWNER,
            json!({"kind": "taskType.update", "taskTypeId": EPIC, "patch": {"name": "Theme", "icon": "epic", "color": "teal", "container": false}}),
        ),
        ("a task type moves to the front", OWNER, json!({"kind": "taskType.move", "taskTypeId": EPIC, "after": null})),
        (
            "a component is made",
            MEMBER,
            json!({"kind": "component.create", "componentId": PARSER, "name": "Parser", "description": " Reads. ", "leadUserId": ZOE}),
        ),
        (
            "a component is made with a name alone",
            MEMBER,
            json!({"kind": "component.create", "componentId": SERVER, "name": "Server"}),
        ),
        (
            "a component's lead is no member",
            MEMBER,
            json!({"kind": "component.create", "componentId": id(99), "name": "Client", "leadUserId": id(96)}),
        ),
        (
            "a component changes",
            MEMBER,
            json!({"kind": "component.update", "componentId": PARSER, "patch": {"name": "Reader", "description": "", "leadUserId": null}}),
        ),
        (
            "a fix version is made",
            MEMBER,
            json!({"kind": "fixVersion.create", "fixVersionId": SPRING, "name": "Spring", "description": "The first.", "startDate": "2030-03-01", "releaseDate": "2030-05-31"}),
        ),
        (
            "a fix version is made with a name alone",
            MEMBER,
            json!({"kind": "fixVersion.create", "fixVersionId": AUTUMN, "name": "Autumn"}),
        ),
        (
            "a release before its start is refused",
            MEMBER,
            json!({"kind": "fixVersion.update", "fixVersionId": SPRING, "patch": {"releaseDate": "2030-02-01"}}),
        ),
        (
            "a fix version is released",
            MEMBER,
            json!({"kind": "fixVersion.update", "fixVersionId": SPRING, "patch": {"name": "Spring 30", "description": "", "startDate": null, "releaseDate": "2030-05-01", "state": "released"}}),
        ),
        (
            "a sprint is planned",
            MEMBER,
            json!({"kind": "sprint.create", "sprintId": FIRST_SPRINT, "name": " First ", "goal": " Sail. ", "startDate": "2030-03-01", "endDate": "2030-03-14"}),
        ),
        (
            "a sprint is made with a name alone",
            MEMBER,
            json!({"kind": "sprint.create", "sprintId": NEXT_SPRINT, "name": "Next"}),
        ),
        (
            "a sprint that ends before its start is refused",
            MEMBER,
            json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": {"endDate": "2030-02-01"}}),
        ),
        ("a sprint's name is taken", MEMBER, json!({"kind": "sprint.create", "sprintId": id(99), "name": "first"})),
        (
            "a sprint starts",
            MEMBER,
            json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": {"state": "active", "name": "One", "goal": "Sail", "startDate": "2030-03-02"}}),
        ),
    ]
}

/// A ticket names them, and they are deleted.
pub(super) fn named(ticket: Uuid) -> Vec<(&'static str, UserId, Value)> {
    let patch = |patch: Value| json!({"kind": "ticket.update", "ticketId": ticket, "patch": patch});
    let working = |patch: Value| json!({"kind": "workCalendar.update", "patch": patch});
    vec![
        ("a ticket becomes an epic", ZOE, patch(json!({"taskTypeId": EPIC}))),
        ("a ticket has no type any more", ZOE, patch(json!({"taskTypeId": null}))),
        ("a type that is not there is refused", ZOE, patch(json!({"taskTypeId": id(97)}))),
        (
            "components are set",
            ZOE,
            patch(json!({"componentsIds": {"add": [SERVER, PARSER]}, "fixVersionsIds": {"add": [AUTUMN, SPRING]}})),
        ),
        (
            "a component and a version are taken away",
            ZOE,
            patch(json!({"componentsIds": {"remove": [PARSER]}, "fixVersionsIds": {"remove": [SPRING]}})),
        ),
        ("a component that is not there is refused", ZOE, patch(json!({"componentsIds": {"add": [id(97)]}}))),
        ("a version that is not there is refused", ZOE, patch(json!({"fixVersionsIds": {"add": [id(97)]}}))),
        (
            "a task type is not replaced by itself",
            OWNER,
            json!({"kind": "taskType.delete", "taskTypeId": BUG, "moveTo": BUG}),
        ),
        (
            "a task type is deleted with a replacement",
            OWNER,
            json!({"kind": "taskType.delete", "taskTypeId": BUG, "moveTo": EPIC}),
        ),
        ("a task type is deleted", OWNER, json!({"kind": "taskType.delete", "taskTypeId": EPIC})),
        (
            "a component is deleted with a replacement",
            MEMBER,
            json!({"kind": "component.delete", "componentId": PARSER, "moveTo": SERVER}),
        ),
        ("a component is deleted", MEMBER, json!({"kind": "component.delete", "componentId": SERVER})),
        (
            "a fix version is deleted with a replacement",
            MEMBER,
            json!({"kind": "fixVersion.delete", "fixVersionId": SPRING, "moveTo": AUTUMN}),
        ),
        ("a fix version is deleted", MEMBER, json!({"kind": "fixVersion.delete", "fixVersionId": AUTUMN})),
        ("a ticket is put into a sprint", ZOE, patch(json!({"sprintId": FIRST_SPRINT}))),
        ("a sprint that is not there is refused", ZOE, patch(json!({"sprintId": id(97)}))),
        (
            "a sprint is not completed into itself",
            MEMBER,
            json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT, "moveTo": FIRST_SPRINT}),
        ),
        (
            "a sprint is completed, and its open tickets go to the next one",
            MEMBER,
            json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT, "moveTo": NEXT_SPRINT}),
        ),
        (
            "no ticket goes to a completed sprint when another is completed",
            MEMBER,
            json!({"kind": "sprint.complete", "sprintId": NEXT_SPRINT, "moveTo": FIRST_SPRINT}),
        ),
        (
            "a sprint is reopened",
            MEMBER,
            json!({"kind": "sprint.update", "sprintId": FIRST_SPRINT, "patch": {"state": "active"}}),
        ),
        (
            "a sprint is deleted with a replacement",
            MEMBER,
            json!({"kind": "sprint.delete", "sprintId": NEXT_SPRINT, "moveTo": FIRST_SPRINT}),
        ),
        ("a ticket leaves its sprint", ZOE, patch(json!({"sprintId": null}))),
        ("a sprint is completed without another", MEMBER, json!({"kind": "sprint.complete", "sprintId": FIRST_SPRINT})),
        ("a sprint is deleted", MEMBER, json!({"kind": "sprint.delete", "sprintId": FIRST_SPRINT})),
        (
            "a workspace works on Saturdays and not on Mondays",
            OWNER,
            working(json!({"weekdays": {"add": ["saturday"], "remove": ["monday"]}})),
        ),
        (
            "holidays are added, in order and with tidy names",
            OWNER,
            working(
                json!({"holidays": {"add": [{"date": "2031-01-01", "name": " New Year "}, {"date": "2030-12-25", "name": "Christmas"}]}}),
            ),
        ),
        (
            "a holiday is renamed and another one removed",
            OWNER,
            working(json!({"holidays": {"add": [{"date": "2030-12-25", "name": "Yule"}], "remove": ["2031-01-01"]}})),
        ),
        (
            "a workspace without a working day is refused",
            OWNER,
            working(json!({"weekdays": {"remove": ["tuesday", "wednesday", "thursday", "friday", "saturday"]}})),
        ),
        (
            "a holiday without a name is refused",
            OWNER,
            working(json!({"holidays": {"add": [{"date": "2030-12-26", "name": " "}]}})),
        ),
        (
            "a workspace works from Monday to Friday again",
            OWNER,
            working(
                json!({"weekdays": {"add": ["monday"], "remove": ["saturday"]}, "holidays": {"remove": ["2030-12-25"]}}),
            ),
        ),
    ]
}
