//! What a client sends.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, value::RawValue};
use ts_rs::TS;

use crate::{
    domain::{
        command::Command,
        ids::{CommandId, ScopeId, TicketId},
        reading::{self, Unreadable},
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

/// The frames that name a ticket and nothing else.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfCommand {
    id: CommandId,
    command: Value,
}

/// Reads a text frame (CM6). An unreadable frame is the socket's end; an unreadable command is not.
///
/// # Errors
/// `validation_failed`, `unknown_field` or `unknown_kind`.
pub fn read_frame(text: &str) -> Result<ClientFrame, Refusal> {
    let frame = match reading::json(text.as_bytes()) {
        Ok(frame) => frame,
        Err(error) => return command_too_deep(text, error),
    };
    let Value::Object(mut fields) = frame else {
        return Err(Refusal::new(RefusalCode::ValidationFailed, words::OBJECT_EXPECTED));
    };
    let kind = match fields.remove("type") {
        Some(Value::String(kind)) => kind,
        Some(_) => return Err(Refusal::invalid("type", words::TEXT_EXPECTED)),
        None => return Err(Refusal::invalid("type", words::FIELD_MISSING)),
    };
    let body = Value::Object(fields);
    Ok(match kind.as_str() {
        "command" => {
            let OfCommand { id, command } = reading::read(body)?;
            ClientFrame::Command { id, command: Command::from_value(command).map(Box::new) }
        }
        "ping" => ClientFrame::Ping { n: reading::read::<OfPing>(body)?.n },
        "presence" => ClientFrame::Presence(reading::read(body)?),
        "watch" => ClientFrame::Watch { ticket_id: reading::read::<OfTicket>(body)?.ticket_id },
        "unwatch" => ClientFrame::Unwatch { ticket_id: reading::read::<OfTicket>(body)?.ticket_id },
        "token" => ClientFrame::Token { token: reading::read::<OfToken>(body)?.token },
        "hello" => ClientFrame::Hello(reading::read(body)?),
        other => {
            return Err(Refusal::new(RefusalCode::UnknownKind, words::no_such_frame(other)).with_field("type"));
        }
    })
}

/// A command whose arrays or objects nest too deep to be read. The frame around it is readable, so the socket stays.
fn command_too_deep(text: &str, error: Unreadable) -> Result<ClientFrame, Refusal> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Raw<'a> {
        #[serde(rename = "type")]
        kind: &'a str,
        id: CommandId,
        #[serde(borrow, rename = "command")]
        _command: &'a RawValue,
    }
    match serde_json::from_str::<Raw<'_>>(text) {
        Ok(Raw { kind: "command", id, .. }) => Ok(ClientFrame::Command { id, command: Err(error.into()) }),
        _ => Err(error.into()),
    }
}
