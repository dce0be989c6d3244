//! What a client sends.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use ts_rs::TS;

use crate::{
    domain::{
        command::Command,
        ids::{CommandId, ScopeId, TicketId},
        refusal::{Refusal, RefusalCode},
    },
    sync::Cursor,
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

/// Reads a text frame (CM6). An unreadable frame is the socket's end; an unreadable command is not.
pub fn read_frame(text: &str) -> Result<ClientFrame, Refusal> {
    let broken = |error: serde_json::Error| {
        let words = error.to_string();
        let plain = words.split(" at line ").next().unwrap_or_default().to_owned();
        Refusal::new(RefusalCode::ValidationFailed, format!("This frame cannot be read: {plain}."))
    };
    let kind = serde_json::from_str::<Typed>(text).map_err(broken)?.kind;
    // The `type` has been read; the rest must be exactly what that type has.
    let body = |text: &str| -> Result<serde_json::Value, Refusal> {
        let mut value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove("type");
        }
        Ok(value)
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
            return Err(
                Refusal::new(RefusalCode::UnknownKind, format!("There is no frame “{other}”.")).with_field("type")
            );
        }
    })
}
