//! Adds to the document what the routes' own descriptions leave out: the answers of the layers around them, and the
//! limits of texts.

use actors::domain::capability::Capability;
use actors::domain::limits;
use serde_json::{Map, Value, json};

/// The calls of apps. RFC 6749 defines the body of their refusals.
const CALLS_OF_APPS: &str = "/api/oauth/";

/// The format or limit of a text that is the same in all schemas, by the field's name.
fn bound_of(name: &str) -> Option<Value> {
    let most = |length: usize| Some(json!({ "maxLength": length }));
    let one_of = |names: &[&str]| Some(json!({ "enum": names }));
    match name {
        "email" | "to" => Some(json!({"format": "email", "maxLength": 254})),
        "password" | "newPassword" => Some(json!({"format": "password", "minLength": 8, "maxLength": 128})),
        "phone" => most(40),
        "code" => Some(json!({"pattern": "^[0-9]{8}$", "maxLength": 8})),
        "link" => Some(json!({"format": "uri", "maxLength": 2_048})),
        "avatarUrl" => Some(json!({"format": "uri-reference", "maxLength": 2_048})),
        "token" => Some(json!({"pattern": "^[0-9a-f]{64}$", "maxLength": 64})),
        "key" => Some(json!({"pattern": "^[A-Za-z0-9]{2,6}$", "maxLength": 6})),
        "role" => one_of(&["owner", "admin", "member", "guest"]),
        "state" => one_of(&["confirm"]),
        "method" => one_of(&["code"]),
        "name" | "roleName" | "firstname" | "lastname" | "username" | "department" | "designation" | "version"
        | "list" => most(100),
        "icon" | "entity" => most(32),
        "field" => most(200),
        "reference" | "format" => most(20),
        "fileName" => most(255),
        "subject" => most(998),
        "message" | "away" | "samples" | "error" => most(1_000),
        "kind" => most(100),
        "accessToken" => most(4_096),
        "limit" => Some(json!({"pattern": "^[0-9]{1,3}$", "maxLength": 3})),
        "variant" => one_of(&["content", "download", "small", "large"]),
        "size" => one_of(&["small", "large"]),
        "signature" => most(43),
        "filter" => most(4_000),
        "sort" => most(10),
        "after" | "before" => most(60),
        "today" => Some(json!({"format": "date", "maxLength": 10})),
        "q" => most(200),
        "in" => most(60),
        "mapping" => most(65_536),
        "text" => most(100_000),
        _ => None,
    }
}

/// The format or limit of a text that depends on the schema.
fn bound_in(schema: &str, name: &str) -> Option<Value> {
    match (schema, name) {
        ("BeginHosted" | "BeginLink" | "LinkedAccount", "provider") | ("ProviderName", "id") => {
            Some(json!({"pattern": "^[a-z0-9-]{1,32}$", "maxLength": 32}))
        }
        ("HostedAnswer" | "SignUp", "invitation") => Some(json!({"maxLength": 64})),
        ("PhoneSignUp", "invitation") => Some(json!({"maxLength": 64})),
        // The phone number, if the account has no address.
        ("User", "email") => Some(json!({"maxLength": 254})),
        ("SignUpRule", "domains") => Some(json!({"maxLength": 253})),
        ("HostedAnswer", "state") => Some(json!({"maxLength": 64})),
        ("HostedAnswer", "code") => Some(json!({"maxLength": 4_096})),
        ("HostedAnswer", "iss") => Some(json!({"format": "uri", "maxLength": 2_048})),
        // The issuer, if the server no longer offers the provider.
        ("LinkedAccount", "name") => Some(json!({"maxLength": 2_048})),
        ("SentToProvider" | "SignedOut", "url") => Some(json!({"format": "uri", "maxLength": 8_192})),
        ("ErrorDetail", "code") => Some(json!({"pattern": "^[a-z_]{1,40}$", "maxLength": 40})),
        // A word, or the id of a role.
        ("NewInvitation" | "NewMailInvitations" | "Invitation" | "InvitationPreview" | "OpenInvitation", "role") => {
            Some(json!({"maxLength": 36}))
        }
        ("NewMailInvitations", "addresses") => Some(json!({"maxLength": 256 * 1024})),
        ("MailInvitations", "invited") => Some(json!({"format": "email", "maxLength": 254})),
        ("NewUpload" | "Upload", "name") => Some(json!({"maxLength": limits::FILE_NAME_CHARS})),
        ("FileAddresses", _) => Some(json!({"maxLength": 400})),
        ("ErrorItem", "value") => Some(json!({"maxLength": 254})),
        ("NewPushDevice", "endpoint") => Some(json!({"format": "uri", "maxLength": 1_024})),
        ("PushDevices" | "NewPushDevice", "serverKey") | ("PushKeys", "p256dh") => Some(json!({"maxLength": 88})),
        ("PushKeys", "auth") => Some(json!({"maxLength": 24})),
        ("PasskeyChallenge" | "PasskeyToMake", "challenge" | "userId") => Some(json!({"maxLength": 22})),
        ("PasskeyChallenge" | "PasskeyToMake", "domain") => Some(json!({"maxLength": 253})),
        ("PasskeyToMake", "name") => Some(json!({"maxLength": 254})),
        // In base64url.
        ("PasskeyToMake", "known") => Some(json!({"maxLength": 1_364})),
        ("PasskeyAnswer", "id") => Some(json!({"maxLength": 1_364})),
        ("PasskeyAnswer" | "MadePasskey", "clientData") => Some(json!({"maxLength": 5_462})),
        ("PasskeyAnswer", "authenticatorData") => Some(json!({"maxLength": 5_462})),
        ("PasskeyAnswer", "signature") => Some(json!({"maxLength": 1_366})),
        ("PasskeyAnswer", "userHandle") => Some(json!({"maxLength": 86})),
        ("MadePasskey", "attestation") => Some(json!({"maxLength": 21_846})),
        ("AnswerChallenge" | "ConfirmFactor" | "ProveFactor" | "BeginPasskey", "code") => {
            Some(json!({"maxLength": 30}))
        }
        ("Enrolment", "secret") => Some(json!({"pattern": "^[A-Z2-7]{32}$", "maxLength": 32})),
        ("Enrolment", "url") => Some(json!({"format": "uri", "maxLength": 1_000})),
        ("QrCode", "path") => Some(json!({"pattern": "^[0-9Mhvz -]*$", "maxLength": 65_536})),
        ("RecoveryCodes", "recoveryCodes") => Some(json!({"pattern": "^[a-z0-9-]{19}$", "maxLength": 19})),
        // A first and a last name.
        ("AuditRecord" | "AccountSession" | "KnownDevice", "address") => Some(json!({"maxLength": 45})),
        ("AuditRecord" | "AccountSession" | "KnownDevice", "device") => Some(json!({"maxLength": 40})),
        ("ApiKeyOfList" | "WorkspaceKeyOfList", "hint") => Some(json!({"pattern": "^[0-9A-Za-z]{4}$", "maxLength": 4})),
        ("ApiKeyOfList" | "WorkspaceKeyOfList", "usedFrom") => Some(json!({"maxLength": 45})),
        ("ApiKeyOfList" | "WorkspaceKeyOfList" | "NewApiKey" | "OwnKey", "capabilities")
        | ("WorkspaceKeys", "mayGive") => {
            Some(json!({"enum": Capability::ALL.iter().map(|it| it.word()).collect::<Vec<_>>()}))
        }
        ("RegisteredApp" | "RegisterApp", "redirects") => Some(json!({"format": "uri", "maxLength": 500})),
        (
            "RegisteredApp" | "RegisterApp" | "AnswerApp" | "AnswerDevice" | "AppQuestion",
            "capabilities" | "allowed",
        )
        | ("AuthorizationServer", "scopes_supported") => {
            Some(json!({"enum": Capability::ALL.iter().map(|it| it.word()).collect::<Vec<_>>()}))
        }
        ("AppAsks" | "TokenForm" | "RevokeForm" | "DeviceForm" | "AuthorizationServer", _) => {
            Some(json!({"maxLength": 2_048}))
        }
        ("AppAnswer", "returnTo") => Some(json!({"format": "uri", "maxLength": 8_192})),
        ("AppQuestion", "workspaceName") => Some(json!({"maxLength": limits::NAME_CHARS})),
        ("AppToken", "access_token") => Some(json!({"pattern": "^troupe_[0-9A-Za-z]{36}$", "maxLength": 43})),
        ("AppToken", "token_type") => Some(json!({"enum": ["Bearer"]})),
        ("AppToken", "scope") => Some(json!({"maxLength": 1_000})),
        ("DeviceCode", "device_code") => Some(json!({"pattern": "^[0-9A-Za-z_-]{43}$", "maxLength": 43})),
        ("DeviceCode", "user_code") | ("DeviceQuestion", "userCode") => {
            Some(json!({"pattern": "^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$", "maxLength": 9}))
        }
        ("DeviceCode", _) => Some(json!({"format": "uri", "maxLength": 2_048})),
        ("AskForDevice" | "AnswerDevice", "userCode") => Some(json!({"maxLength": 64})),
        ("DeviceQuestion", "askedFrom") => Some(json!({"maxLength": 45})),
        ("AppFault", "error_description") => Some(json!({"maxLength": 200})),
        ("MadeApiKey" | "MadeWorkspaceKey", "key") => {
            Some(json!({"pattern": "^troupe_[0-9A-Za-z]{36}$", "maxLength": 43}))
        }
        ("PersonOfWorkspace", "state") => Some(json!({"maxLength": 20})),
        ("ListOfInvitation", "level") => Some(json!({"enum": ["view", "comment", "edit", "manage"]})),
        ("InvitationPreview", "listNames") => Some(json!({"maxLength": limits::NAME_CHARS})),
        ("Inviter", "name") => Some(json!({"maxLength": 201})),
        ("Ticket", "title") => Some(json!({"minLength": 1, "maxLength": limits::TITLE_CHARS})),
        ("Ticket", "description") => Some(json!({"maxLength": limits::DESCRIPTION_BYTES})),
        ("WantedTitle", "url") => Some(json!({"format": "uri", "maxLength": limits::ADDRESS_CHARS})),
        ("PageTitle", "title") => Some(json!({"maxLength": limits::TITLE_CHARS})),
        ("DescriptionVersion", "kind") => Some(json!({"enum": ["first", "typed", "replaced", "restored"]})),
        ("WholeDescriptionVersion", "description") => Some(json!({"maxLength": limits::DESCRIPTION_BYTES})),
        // In base64: a state vector, and an update that replaces a whole document.
        ("RestoredDescription", "stateVector") => Some(json!({"maxLength": 87_384})),
        ("RestoredDescription", "update") => Some(json!({"maxLength": 2 << 20})),
        ("Descriptions", _) => Some(json!({"maxLength": limits::DESCRIPTION_BYTES})),
        ("FieldValue", _) => Some(json!({"maxLength": limits::ADDRESS_CHARS})),
        ("Activity" | "CommentVersion", "message") => Some(json!({"maxLength": limits::COMMENT_BYTES})),
        ("LastActivity", "kinds") => Some(json!({"maxLength": 100})),
        ("Reaction", "emoji") => Some(json!({"maxLength": limits::EMOJI_BYTES})),
        // Ranks of older versions were longer than new ones are.
        ("Rank", "") => Some(json!({"maxLength": 1_000})),
        ("Workspace", "key") => Some(json!({"pattern": "^[A-Z0-9]{2,6}$", "maxLength": 6})),
        ("ImportJob", "format") => Some(json!({"enum": ["github", "csv"]})),
        ("TicketPage" | "DeletedTickets", "next") => Some(json!({"maxLength": 60})),
        ("ReportEntry", "code") => Some(json!({"maxLength": 40})),
        // The ids of 2,000 rows, with at most 700 subtasks each.
        ("SnapshotColumn", "digits" | "hex") => Some(json!({"maxLength": 2_000 * limits::SUBTASKS * 32})),
        // From the file of an import.
        ("Source", _) => Some(json!({"maxLength": 2_048})),
        // Longer than other names: the column's name comes from a file.
        ("Column", "name") => Some(json!({"maxLength": 65_536})),
        ("Column", "samples") => Some(json!({"maxLength": 65_536})),
        // A password at sign-in is compared, not validated.
        (
            "SignIn" | "ChangePassword" | "ChangeEmail" | "DeleteAccount" | "BeginFactor" | "ProveFactor" | "BeginLink"
            | "PhoneSignIn" | "ChangePhone" | "RemovePhone" | "Unlink" | "BeginPasskey" | "RemovePasskey"
            | "RemovePassword",
            "password",
        ) => Some(json!({"format": "password"})),
        _ => None,
    }
}

/// Completes the document.
pub(super) fn complete(mut document: Value) -> Value {
    for (name, schema) in
        document.pointer_mut("/components/schemas").and_then(Value::as_object_mut).into_iter().flatten()
    {
        bound_texts(schema, name, "");
    }
    let Some(paths) = document["paths"].as_object_mut() else { return document };
    for (path, operations) in paths {
        let Some(operations) = operations.as_object_mut() else { continue };
        for (method, operation) in operations {
            let Some(operation) = operation.as_object_mut() else { continue };
            complete_operation(path, method, operation);
        }
    }
    document
}

fn complete_operation(path: &str, method: &str, operation: &mut Map<String, Value>) {
    let api = path.starts_with("/api/");
    let has_body = operation.contains_key("requestBody");
    let is_socket = path == "/api/socket";
    let is_signed_in = operation.contains_key("security");
    let mut statuses = vec![
        (400, "The request could not be parsed", true),
        (408, "The request did not arrive in time", true),
        (431, "The head of the request is too large", true),
        (500, "An error of the node", api),
        (403, "The origin or the host is not allowed, or a right is missing", api),
        (429, "Too many requests", api && !is_socket),
        (401, "No valid token", is_signed_in),
        (503, "Try again later: a dependency is away, or the node is busy", api && !is_socket),
        (404, "It does not exist, or the caller may not see it", path.contains('{')),
        (413, "The body is too large", has_body),
        (415, "The body has another media type", has_body),
        (422, "A value is not allowed", has_body || path.ends_with("/activities")),
    ];
    // `answers` marks the statuses that apply to this operation. A GET has no body, so it cannot answer 413.
    statuses.retain(|(status, _, answers)| *answers && !(method == "get" && *status == 413));
    for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
        let name = parameter["name"].as_str().unwrap_or_default().to_owned();
        bound_texts(&mut parameter["schema"], "", &name);
    }
    let responses = operation.entry("responses").or_insert_with(|| json!({}));
    for (status, description, _) in statuses {
        // RFC 6749 defines the body of this answer.
        if path.starts_with(CALLS_OF_APPS) && status == 400 {
            continue;
        }
        let response = &mut responses[status.to_string()];
        if response["description"].as_str().is_none_or(str::is_empty) {
            response["description"] = description.into();
        }
        response["content"] = json!({"application/json": {"schema": {"$ref": "#/components/schemas/ErrorBody"}}});
    }
    for response in responses.as_object_mut().into_iter().flat_map(Map::values_mut) {
        for content in response["content"].as_object_mut().into_iter().flat_map(Map::values_mut) {
            bound_texts(&mut content["schema"], "", "text");
        }
        if response["content"].is_null() {
            response.as_object_mut().map(|response| response.remove("content"));
        }
    }
}

/// Adds formats and limits to the texts in a schema, by the names of their fields.
fn bound_texts(schema: &mut Value, of: &str, name: &str) {
    let Some(fields) = schema.as_object_mut() else { return };
    let is_text =
        |kind: &Value| kind == "string" || kind.as_array().is_some_and(|kinds| kinds.contains(&json!("string")));
    let is_bounded = ["format", "maxLength", "enum", "const", "pattern"].iter().any(|key| fields.contains_key(*key));
    if fields.get("type").is_some_and(is_text)
        && !is_bounded
        && let Some(Value::Object(bound)) = bound_in(of, name).or_else(|| bound_of(name))
    {
        let is_nullable = fields.get("type").is_some_and(Value::is_array);
        fields.extend(bound);
        if is_nullable && let Some(values) = fields.get_mut("enum").and_then(Value::as_array_mut) {
            values.push(Value::Null);
        }
    }
    for (name, field) in fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
        bound_texts(field, of, name);
    }
    if let Some(names) = fields.get_mut("propertyNames") {
        bound_texts(names, of, "name");
    }
    for key in ["items", "additionalProperties"] {
        if let Some(inner) = fields.get_mut(key) {
            bound_texts(inner, of, name);
        }
    }
    for key in ["oneOf", "anyOf", "allOf"] {
        for inner in fields.get_mut(key).and_then(Value::as_array_mut).into_iter().flatten() {
            bound_texts(inner, of, name);
        }
    }
}
