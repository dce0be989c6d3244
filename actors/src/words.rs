//! Every text of the stage's refusals, each written once. Programs read a refusal's code; people read these. Lines of
//! the log that other programs look for stand at the end.
//!
//! This module imports nothing. Texts with values are functions, so that a translation can put the values in another
//! order.

// Entities that do not exist, or that the caller may not see.

pub const NO_WORKSPACE: &str = "Workspace not found.";
pub const NO_SCOPE: &str = "Scope not found.";
pub const NO_TASK: &str = "Task not found.";
pub const NO_MEMBER: &str = "Member not found.";
pub const NO_STATUS: &str = "Status not found.";
pub const NO_LIST: &str = "List not found.";
pub const NO_LABEL: &str = "Label not found.";
pub const NO_ATTRIBUTE: &str = "Attribute not found.";
pub const NO_OPTION: &str = "Option not found.";
pub const NO_LABEL_SET: &str = "Label set not found.";
pub const NO_TASK_TYPE: &str = "Task type not found.";
pub const NO_COMPONENT: &str = "Component not found.";
pub const NO_FIX_VERSION: &str = "Version not found.";
pub const NO_SPRINT: &str = "Sprint not found.";
pub const NO_VIEW: &str = "View not found.";
pub const NO_BASELINE: &str = "Baseline not found.";
pub const NO_ROADMAP_PLACE: &str = "Place on the roadmap not found.";
pub const NO_TEMPLATE: &str = "Template not found.";
pub const NO_LINK: &str = "Link not found.";
pub const NO_FILE: &str = "File not found.";
pub const NO_COMMENT: &str = "Comment not found.";

pub fn no_label_with_id(id: &str) -> String {
    format!("Label {id} not found.")
}

// Filters.

pub const TEMPLATE_NAMES_LIST: &str = "The views of a template can't name lists.";
pub const TEMPLATE_NAMES_HIDDEN_ATTRIBUTE: &str =
    "The template has a value of an attribute that other people who see this template may not see.";
pub const TEMPLATE_OF_LIST_STANDS_ALONE: &str = "A template of a list belongs to the workspace, not to a list.";
pub const TEMPLATE_OF_TASK: &str = "This template is for a task, not for a list.";
pub const ONE_TASK_IN_TEMPLATE: &str = "A template of a task holds one task with its subtasks.";
pub const TEMPLATES_TOO_LARGE: &str = "There is no room for this template. Shorten it, or delete other templates.";
pub const VIEW_NAMES_RESTRICTED_LIST: &str = "The view names a list that other people who see this view may not see.";
pub const VIEW_LOCKED: &str = "This view is locked. Unlock it before you change or delete it.";
pub const LIST_OR_PAGE: &str = "A saved view belongs to a list or to a page, but not to both.";
pub const BASELINE_AHEAD: &str = "A baseline can't be set to a time in the future.";
pub const BASELINE_TOO_LARGE: &str = "This baseline covers too many tasks to compare.";
pub const BASELINE_TOO_SLOW: &str =
    "It took too long to compute the dates of this baseline. Try again later, or compare a smaller list.";
pub const VIEW_NAMES_HIDDEN_ATTRIBUTE: &str =
    "The view names an attribute that other people who see this view may not see.";

/// A fault in a filter's text, by its code. `place` counts characters from 1; `what` is the part of the text that is meant.
pub fn filter_fault(code: &str, place: usize, what: &str) -> String {
    let text = match code {
        "unexpected" => format!(
            "“{what}” is not expected here. A condition is a field, an operator (=, !=, ~, !~, >=, <=) and a value; put names with spaces in quotes"
        ),
        "unfinished" => "the filter ends too early".to_owned(),
        "openQuote" => "this quote is never closed".to_owned(),
        "unknownField" => format!("there is no field “{what}”"),
        "unknownValue" => format!("the field has no value “{what}”"),
        "ambiguousValue" => format!("several values are called “{what}”. Use the id"),
        "wrongOperator" => format!("this field can't be compared with {what}"),
        "notANumber" => format!("“{what}” is no number, like 3 or 2.5..8"),
        "notADate" => format!("“{what}” is no date, like 2026-11-25, today, 7d, week or ..yesterday"),
        "blankText" => "this text is empty".to_owned(),
        "longText" => "this text is too long".to_owned(),
        "tooDeep" => "too many parentheses within each other".to_owned(),
        "tooManyConditions" => "too many conditions".to_owned(),
        "tooManyValues" => "too many values".to_owned(),
        _ => "the filter is too long".to_owned(),
    };
    format!("Character {place}: {text}.")
}

// The node is busy or cannot answer now.

pub const BUSY: &str = "Troupe is too busy right now. Try again.";
pub const AWAY: &str = "This can't be saved right now. Try again.";
pub const UNSTORABLE: &str = "This can't be saved.";
pub const INTERNAL: &str = "Something went wrong on our side.";

// Rights.

pub const ROLE_FORBIDS: &str = "Your role doesn't allow this.";
/// The first name in the row of an API key of the workspace. The last name is the name of the key.
pub const API_KEY: &str = "API key";
pub const NO_WORKSPACE_KEY: &str = "API key not found.";
pub const KEY_ABOVE_MAKER: &str =
    "A workspace key can't have a permission that you don't have, and can't manage access or import tasks.";
pub const TOO_MANY_WORKSPACE_KEYS: &str = "A workspace can have at most 50 API keys of its own. Revoke one first.";
pub const NO_PRIVATE_TASKS_BY_KEY: &str = "A workspace API key can't make tasks private.";
pub const NOT_BY_KEY: &str = "You can't do this with an API key. Log in instead.";
pub const ONLY_CREATOR_MAKES_PRIVATE: &str = "Only the person who created a task can make it private.";
pub const NOT_YOUR_VIEW: &str = "Only the person who made a view can make it personal.";
pub const NOT_A_PASSAGE: &str = "This isn't a passage of a description.";
pub const NO_PASSAGE_OF_A_REPLY: &str = "A reply can't refer to a passage.";
pub const NO_REPLY_TO_A_REPLY: &str = "You can't reply to a reply. Reply to the first comment of the thread.";
pub const NOT_THE_FIRST_COMMENT: &str = "Only the first comment of a thread can be resolved or reopened.";
pub const NOT_YOUR_COMMENT: &str = "You can edit or delete only your own comments.";
pub const MORE_THAN_YOU_HAVE: &str = "A role can't allow more than your own role allows.";
pub const BUILT_IN_ROLE: &str = "This role is built in and can't be changed.";
pub const OTHER_ROLE: &str = "Choose another role for the people who hold this one.";
pub const NO_ROLE: &str = "Role not found.";
pub const HAND_OVER_TO_ANOTHER: &str = "Choose another member of this workspace as the owner.";
pub const DEACTIVATED: &str = "You were deactivated in this workspace. An admin can bring you back.";
pub const WAITS_FOR_FACTOR: &str =
    "This workspace requires two-factor authentication. This person gets access back by turning it on.";
pub const NOT_YOURSELF: &str = "You can't deactivate yourself. You can leave the workspace.";
pub const NOT_JOINED_YET: &str = "This person hasn't joined yet.";
pub const ONE_OWNER_AT_LEAST: &str = "A workspace needs at least one owner.";
pub const ONE_MANAGER_AT_LEAST: &str = "A restricted list needs at least one person who manages it.";
pub const ROLE_CANNOT_MANAGE_LISTS: &str = "This person's role can't manage restricted lists.";
pub const ONLY_MANAGERS: &str = "Only people who manage this list can do this.";

// The descriptions of the built-in roles.

pub const ROLE_OWNER: &str = "Can do everything, including making other people owners.";
pub const ROLE_ADMIN: &str = "Manages people, statuses and the workspace, and works on all open lists and tasks.";
pub const ROLE_MEMBER: &str = "Works on all open lists and tasks.";
pub const ROLE_COMMENTER: &str = "Reads all open lists and tasks, and comments on them.";
pub const ROLE_VIEWER: &str = "Reads all open lists and tasks.";
pub const ROLE_GUEST: &str = "Sees only the lists that are shared with them.";

// Ids and commands.

pub const ID_TAKEN: &str = "That ID is taken.";
pub const ID_REUSED: &str = "This ID was used for another command.";
pub const ID_IS_NO_UUID_V7: &str = "A command's ID must be a UUIDv7.";
pub const ID_FROM_THE_FUTURE: &str = "This device's clock is ahead. Correct the time, then try again.";
pub const COMMAND_TOO_OLD: &str = "This edit is more than seven days old.";

pub fn no_such_command(kind: &str) -> String {
    format!("There is no command “{kind}”.")
}

pub fn no_such_frame(kind: &str) -> String {
    format!("There is no frame “{kind}”.")
}

// JSON.

pub const NOT_JSON: &str = "This isn't valid JSON.";
pub const FIELD_MISSING: &str = "This field is missing.";
pub const OBJECT_EXPECTED: &str = "An object is expected here.";
pub const LIST_EXPECTED: &str = "A list is expected here.";
pub const TEXT_EXPECTED: &str = "Text is expected here.";
pub const BOOLEAN_EXPECTED: &str = "Either true or false is expected here.";
pub const NUMBER_EXPECTED: &str = "A whole number is expected here.";
pub const DATE_EXPECTED: &str = "A date is expected here, like 2026-01-31.";
pub const ID_EXPECTED: &str = "An ID is expected here.";
pub const VALUE_NOT_ALLOWED: &str = "This value isn't allowed here.";

pub fn one_expected_of(names: &[&str]) -> String {
    format!("One of {} is expected here.", names.join(", "))
}

pub fn no_such_field(name: &str) -> String {
    format!("There is no field “{name}” here.")
}

// Values.

pub const EMPTY: &str = "This can't be empty.";
pub const ONE_LINE: &str = "Line breaks and control characters aren't allowed here.";
pub const NUL: &str = "NUL characters aren't allowed.";
pub const NOT_AN_EMOJI: &str = "This isn't an emoji.";
pub const NO_SUCH_ACTIVITY_NUMBER: &str = "The task has no activity with this number.";
pub const WORKSPACE_KEY: &str = "Use 2 to 6 letters or digits, starting with a letter. MY is reserved.";
pub const DUE_BEFORE_START: &str = "The due date is before the start date.";

pub fn name_taken(name: &str) -> String {
    format!("The name “{name}” is taken.")
}

pub fn most_characters(most: usize) -> String {
    format!("Use at most {most} characters.")
}

pub fn most_words(most: usize) -> String {
    format!("Use at most {most} words.")
}

pub fn most_days(days: i32) -> String {
    format!("Use at most {days} days.")
}

pub fn whole_number_between(least: usize, most: usize) -> String {
    format!("Use a whole number from {least} to {most}.")
}

pub const SEARCH_TOO_SLOW: &str = "This search took too long. Add a word, and try again.";

pub fn most_bytes(most: usize) -> String {
    format!("Use at most {most} bytes.")
}

pub fn most_allowed(most: usize) -> String {
    format!("At most {most} are allowed.")
}

pub fn limit_reached(most: usize) -> String {
    format!("The limit of {most} has been reached.")
}

// Edits of tasks.

pub const NO_TASK_NAMED: &str = "Choose at least one task.";
pub const ONE_TASK_AT_A_TIME: &str = "Change the privacy of one task at a time.";
pub const SUBTASK_MOVES_WITH_PARENT: &str =
    "A subtask moves together with its parent. Move the parent, or remove it first.";
pub const PERSON_DOES_NOT_SEE_TASK: &str = "This person can't see the task.";
pub const ONLY_BLOCKS_LAG: &str = "Only a link that blocks a task can have a lag or a dependency type.";
pub const REOPEN_FIRST: &str = "This task is completed. Reopen it first.";
pub const WEB_ADDRESS_EXPECTED: &str = "Use a web address that starts with http:// or https://.";
pub const RESTORE_FIRST: &str = "This task is in the trash. Restore it first.";
pub const WHICH_WEEKDAY: &str = "Choose the first to the fourth, or the last.";
pub const NOT_OF_THIS_PERIOD: &str = "This doesn't fit how often the task repeats.";
pub const TRASH_FIRST: &str = "Move the task to the trash before you delete it.";
pub const EDIT_TOO_LARGE: &str = "This edit is too large. Choose fewer tasks, or change less of each.";

// Attributes. Each text names the attribute.

pub const NO_OPTIONS_HERE: &str = "Only single and multiple selects have options.";
pub const NO_LABEL_SETS_HERE: &str = "Only attributes of the type Labels have label sets.";
pub const CHECKBOX_NOT_REQUIRED: &str = "A checkbox can't be required: an empty box says no.";
pub const OTHER_OPTION: &str = "Choose another option of the same attribute.";
pub const OTHER_TASK_TYPE: &str = "Choose another task type.";
pub const OTHER_COMPONENT: &str = "Choose another component.";
pub const OTHER_FIX_VERSION: &str = "Choose another version.";
pub const OTHER_SPRINT: &str = "Choose another sprint that is not completed.";
pub const SPRINT_END_BEFORE_START: &str = "The end is before the start.";
pub const ONE_WORKING_DAY_AT_LEAST: &str = "A workspace needs at least one working day.";
pub const NOT_A_NUMBER_ATTRIBUTE: &str = "Choose an attribute with numbers that belongs to all lists.";
pub const ATTRIBUTE_OF_RESTRICTED_LIST: &str = "An attribute of a restricted list can't belong to other lists.";
pub const ESTIMATE_OF_ALL_LISTS: &str = "Sprints use this attribute as their estimate, so it must belong to all lists.";
pub const RELEASE_BEFORE_START: &str = "The release is before the start.";

pub fn no_such_option(attribute: &str) -> String {
    format!("“{attribute}” has no such option.")
}

pub fn no_such_label(attribute: &str) -> String {
    format!("“{attribute}” doesn't offer this label.")
}

pub fn not_in_its_lists(attribute: &str) -> String {
    format!("“{attribute}” belongs to other lists. Add the task to one of them first.")
}

pub fn attribute_name_taken(attribute: &str) -> String {
    format!("The workspace already has an attribute “{attribute}”. Rename one of the two first.")
}

pub fn value_required(attribute: &str) -> String {
    format!("“{attribute}” is required. Choose another value instead of clearing it.")
}

pub fn field_text_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a text.")
}

pub fn field_number_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a number.")
}

pub fn number_too_large(attribute: &str) -> String {
    format!("The number for “{attribute}” is too large.")
}

pub fn field_date_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a date, like 2026-01-31.")
}

pub fn field_flag_expected(attribute: &str) -> String {
    format!("“{attribute}” takes true or false.")
}

pub fn web_address_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a web address, like https://example.org.")
}

pub fn field_people_expected(attribute: &str) -> String {
    format!("“{attribute}” takes people of the workspace.")
}

pub fn field_tasks_expected(attribute: &str) -> String {
    format!("“{attribute}” takes tasks.")
}

pub const NO_DEFAULT_TASKS: &str = "Linked tasks have no default.";
pub const TASK_OF_OTHERS: &str = "Not everyone who sees this task may see that one.";

pub fn linked_too_often(most: usize) -> String {
    format!("A task can be a value of at most {most} tasks.")
}

pub fn field_option_expected(attribute: &str) -> String {
    format!("“{attribute}” takes one of its options.")
}

pub fn field_labels_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a list of its labels.")
}

pub fn field_options_expected(attribute: &str) -> String {
    format!("“{attribute}” takes a list of its options.")
}

// Places, parents and links.

pub const AFTER_ITSELF: &str = "A task can't come after itself.";
pub const NOT_IN_THIS_LIST: &str = "That task is no longer in this list.";
pub const NOT_A_SIBLING: &str = "That task is no longer under the same parent.";
pub const NO_PARENT: &str = "This task has no parent.";
pub const PRIVATE_AND_SHARED_PARENT: &str = "A private task and a shared task can't be parent and subtask.";
pub const PRIVATE_AND_SHARED_LINK: &str = "A private task and a shared task can't be linked.";
pub const PARENT_IN_OTHER_LIST: &str = "A parent and its subtasks must be in the same restricted list.";
pub const NO_LINK_ACROSS_LISTS: &str = "Tasks can't be linked this way across a restricted list.";
pub const OWN_ANCESTOR: &str = "This would create a loop: a task can't be its own subtask.";
pub const BLOCKS_ITSELF: &str = "This would create a loop: a task can't block itself.";
pub const LINKED_TO_ITSELF: &str = "A task can't be linked to itself.";
pub const LINKED_ALREADY: &str = "These tasks are already linked this way.";

pub fn deepest_subtask(most: usize) -> String {
    format!("Subtasks can be nested at most {most} levels deep.")
}

// Statuses and lists.

pub const NO_STATUS_IN_WORKSPACE: &str = "The workspace has no statuses.";
pub const STATUS_IN_USE: &str = "Tasks have this status, so its category can't change.";
pub const OTHER_STATUS: &str = "Choose another status.";
pub const OTHER_LIST: &str = "Choose another list.";
pub const OPEN_LIST_EXPECTED: &str = "Choose a list that isn't restricted.";
pub const LIST_IS_OPEN: &str = "This list isn't restricted.";
pub const RESTRICTED_LIST_ALONE: &str = "A task in a restricted list can't be in other lists.";
pub const PRIVATE_IN_RESTRICTED_LIST: &str = "A private task can't be in a restricted list. Share the task first.";
pub const NO_GROUP: &str = "This group doesn't exist, or you don't have access.";
pub const GROUP_IN_ITSELF: &str = "This would create a loop: a group can't be inside itself.";
pub const LIST_ARCHIVED: &str = "This list is archived. Bring it back to add tasks to it.";
pub const TEXT_FRAME_SHORT: &str = "This binary frame is too short.";
pub const AWARENESS_LONG: &str = "This awareness is too long.";
pub const VERSION_TOO_LARGE: &str = "This version can't be restored, because the description would be too long.";
pub const NO_VERSION: &str = "Version not found.";
pub const DESCRIPTION_CHANGED: &str = "Somebody has changed this description in the meantime.";
pub const TASK_ARCHIVED: &str = "This task is in an archived list. Bring the list back to change the task.";
pub const TASKS_NEED_A_LIST: &str = "Choose a list for the tasks of this list.";

pub fn deepest_group(most: usize) -> String {
    format!("Groups can be nested at most {most} levels deep.")
}

pub const NO_TIME_ZONE: &str = "This time zone isn't known.";
pub const NO_HOUR: &str = "An hour is a number from 0 to 23.";
pub const NO_QUIET_HOURS: &str = "Quiet hours must begin and end at different hours.";
pub const NO_FAVORITE: &str = "This can't be a favorite.";
pub const NO_PAGE: &str = "The sidebar can't have a page with this name.";
pub const NO_SHORTCUT: &str = "This isn't the name of a shortcut.";
pub const NO_KEYS: &str = "These keys can't be used for a shortcut.";
pub const TOO_MUCH_TO_COPY: &str = "This task has too many subtasks or too much text to copy at once.";

pub fn too_many_move(count: usize, most: usize) -> String {
    format!("{count} tasks would move, and one edit can move at most {most}. Move some of them first.")
}

pub fn used_by_too_many(count: usize, most: usize) -> String {
    format!("{count} tasks use this, and one edit can change at most {most}. Move some of them first.")
}

// Imports.

pub fn import_interrupted(done: i64, total: i64) -> String {
    format!(
        "The import stopped after {done} of {total} tasks because the server stopped. Import the file again to \
         continue. Tasks already imported won't be duplicated."
    )
}

// Why a job failed, for admins. No text holds a secret or an address.

pub const DATABASE_SILENT: &str = "The database did not answer.";
pub const PAYLOAD_UNREADABLE: &str = "This version of Troupe cannot read the job's data.";
pub const JOB_PANICKED: &str = "The job crashed.";
pub const EVENT_UNREADABLE: &str = "A follower could not read an event.";
pub const FOLLOWER_PANICKED: &str = "A follower crashed on an event.";
pub const NODE_STOPPED: &str = "The node that ran the job stopped each time.";

pub fn database_refused(code: &str) -> String {
    format!("The database refused a statement (code {code}).")
}

pub fn job_too_slow(seconds: u64) -> String {
    format!("The job took more than {seconds} seconds.")
}

/// The first name, last name and username of a member whose account was deleted.
pub const DELETED_PERSON: [&str; 3] = ["Deleted", "user", "deleted"];

// Lines of the log that the fault runs count, so a change of their words must reach both.

pub const LOG_READER_TOO_SLOW: &str = "a socket is closed: its reader is too slow";
pub const LOG_EVENT_UNREADABLE: &str = "an event cannot be read; clients that lack it get the snapshot";
