//! A simulated person's socket.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message, tungstenite::client::IntoClientRequest};
use uuid::Uuid;

use crate::node::Failure;

pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Opens a socket on a workspace and waits for its welcome.
    pub async fn open(addr: &str, token: &str, workspace: &str) -> Result<Self, Failure> {
        Ok(Self::open_at(addr, token, workspace, None).await?.0)
    }

    /// Opens a socket with what it knows of a workspace; answers where its scopes stand.
    pub async fn open_at(
        addr: &str,
        token: &str,
        workspace: &str,
        cursors: Option<Value>,
    ) -> Result<(Self, Value), Failure> {
        let mut socket = Self::upgrade(addr, "/api/socket").await?;
        let mut hello = json!({"type": "hello", "token": token, "workspace": workspace, "protocol": 1});
        if let Some(cursors) = cursors {
            hello["cursors"] = cursors;
        }
        socket.send(hello).await?;
        loop {
            let frame = socket.next().await?;
            if frame["type"] == "welcome" {
                let scopes = frame["scopes"].as_array().cloned().unwrap_or_default();
                let place = |it: &Value| {
                    Some((it["scope"].as_str()?.to_owned(), json!({"epoch": it["epoch"], "seq": it["seq"]})))
                };
                return Ok((socket, scopes.iter().filter_map(place).collect::<serde_json::Map<_, _>>().into()));
            }
        }
    }

    /// Opens a bare WebSocket of another server.
    pub async fn plain(addr: &str) -> Result<Self, Failure> {
        Self::upgrade(addr, "/").await
    }

    async fn upgrade(addr: &str, path: &str) -> Result<Self, Failure> {
        let tcp = TcpStream::connect(addr).await?;
        tcp.set_nodelay(true)?;
        let mut request = format!("ws://{addr}{path}").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{addr}").parse()?);
        let (stream, _) = client_async(request, tcp).await?;
        Ok(Self { stream })
    }

    /// Sends a text as it is.
    pub async fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    pub async fn send(&mut self, frame: Value) -> Result<(), Failure> {
        Ok(self.stream.send(Message::text(frame.to_string())).await?)
    }

    /// The next frame as text; pings are answered on the way.
    pub async fn text(&mut self) -> Result<String, Failure> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) if text.starts_with(r#"{"type":"error""#) => {
                    return Err(text.to_string().into());
                }
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(reason))) => return Err(format!("closed: {reason:?}").into()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => return Err("the socket ended".into()),
            }
        }
    }

    pub async fn next(&mut self) -> Result<Value, Failure> {
        Ok(serde_json::from_str(&self.text().await?)?)
    }

    pub async fn command(&mut self, command: Value) -> Result<Uuid, Failure> {
        let id = Uuid::now_v7();
        self.send(json!({"type": "command", "id": id, "command": command})).await?;
        Ok(id)
    }

    /// Sends a command and waits for its answer.
    pub async fn carry_out(&mut self, command: Value) -> Result<(), Failure> {
        let id = self.command(command).await?.to_string();
        loop {
            let frame = self.next().await?;
            match frame["type"].as_str() {
                Some("ack") if frame["id"] == id.as_str() => return Ok(()),
                Some("refused") => return Err(frame.to_string().into()),
                _ => {}
            }
        }
    }
}
