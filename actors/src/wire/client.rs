//! What a client sends.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;

use crate::{
    domain::{
        command::Command,
        ids::{CommandId, ScopeId, TicketId},
        reading::expected,
        refusal::{Refusal, RefusalCode},
    },
    sync::Cursor,
    words,
};

/// The first frame.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct Hello {
    /// An access token; never in the address.
    pub token: String,
    /// A workspace's id. What is no id at all answers like a workspace that does not exist.
    pub workspace: String,
    pub protocol: u32,
    #[serde(default)]
    #[ts(optional, type = "Record<string, ScopeCursor>")]
    pub cursors: Option<HashMap<ScopeId, Cursor>>,
    #[serde(default)]
    pub client: Option<ClientInfo>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ClientInfo {
    pub name: String,
    pub version: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum PresenceState {
    Viewing,
    Editing,
    Typing,
    Away,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[ts(optional_fields)]
pub struct PresenceUpdate {
    #[serde(default)]
    pub ticket_id: Option<TicketId>,
    /// The field of the ticket that is looked at or edited.
    #[serde(default)]
    pub field: Option<String>,
    pub state: PresenceState,
}

/// A frame of a client, read. It is never written here; its TypeScript says what a client writes.
#[derive(Clone, Debug, TS)]
#[ts(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ClientFrame {
    Hello(Hello),
    /// The command may be unreadable and is refused then; the socket stays.
    Command {
        id: CommandId,
        #[ts(type = "Command")]
        command: Result<Box<Command>, Refusal>,
    },
    Presence(PresenceUpdate),
    Watch {
        ticket_id: TicketId,
    },
    Unwatch {
        ticket_id: TicketId,
    },
    Token {
        token: String,
    },
    Ping {
        #[ts(type = "number")]
        n: i64,
    },
}

#[derive(Deserialize)]
struct Typed<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCommand<'a> {
    #[serde(rename = "type")]
    _kind: &'a str,
    id: CommandId,
    #[serde(borrow)]
    command: &'a RawValue,
}

/// The error of an unreadable frame, without the names of types.
fn broken(error: serde_json::Error) -> Refusal {
    let invalid = |text: String| Refusal::new(RefusalCode::ValidationFailed, text);
    if !error.is_data() {
        return invalid(words::NOT_JSON.to_owned());
    }
    let said = error.to_string();
    let quoted = said.split('`').nth(1).unwrap_or_default();
    if said.starts_with("missing field") {
        invalid(words::FIELD_MISSING.to_owned()).with_field(quoted)
    } else if said.starts_with("unknown field") {
        invalid(words::no_such_field(quoted)).with_field(quoted)
    } else {
        invalid(expected(&said))
    }
}

fn object_expected() -> Refusal {
    Refusal::new(RefusalCode::ValidationFailed, words::OBJECT_EXPECTED)
}

/// Frames have no arrays except in their command.
fn holds_array(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Array(_) => true,
        serde_json::Value::Object(fields) => fields.values().any(holds_array),
        _ => false,
    }
}

/// Reads a text frame (CM6). An unreadable frame is the socket's end; an unreadable command is not.
pub fn read_frame(text: &str) -> Result<ClientFrame, Refusal> {
    // serde would also read a struct from an array, in the order of its fields.
    if text.trim_ascii_start().starts_with('[') {
        return Err(object_expected());
    }
    let kind = serde_json::from_str::<Typed>(text).map_err(broken)?.kind;
    // The `type` has been read; the rest must be exactly what that type has.
    let body = |text: &str| -> Result<serde_json::Value, Refusal> {
        let mut value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
        let Some(fields) = value.as_object_mut() else { return Err(object_expected()) };
        fields.remove("type");
        match fields.iter().find(|(_, value)| holds_array(value)) {
            Some((name, _)) => Err(object_expected().with_field(name)),
            None => Ok(value),
        }
    };
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct OfTicket {
        ticket_id: TicketId,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct OfToken {
        token: String,
    }
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct OfPing {
        n: i64,
    }
    Ok(match kind {
        "command" => {
            let raw: RawCommand = serde_json::from_str(text).map_err(broken)?;
            ClientFrame::Command { id: raw.id, command: Command::from_json(raw.command.get()).map(Box::new) }
        }
        "ping" => ClientFrame::Ping { n: serde_json::from_value::<OfPing>(body(text)?).map_err(broken)?.n },
        "presence" => ClientFrame::Presence(serde_json::from_value(body(text)?).map_err(broken)?),
        "watch" => {
            ClientFrame::Watch { ticket_id: serde_json::from_value::<OfTicket>(body(text)?).map_err(broken)?.ticket_id }
        }
        "unwatch" => ClientFrame::Unwatch {
            ticket_id: serde_json::from_value::<OfTicket>(body(text)?).map_err(broken)?.ticket_id,
        },
        "token" => ClientFrame::Token { token: serde_json::from_value::<OfToken>(body(text)?).map_err(broken)?.token },
        "hello" => ClientFrame::Hello(serde_json::from_value(body(text)?).map_err(broken)?),
        other => {
            return Err(Refusal::new(RefusalCode::UnknownKind, words::no_such_frame(other)).with_field("type"));
        }
    })
}
