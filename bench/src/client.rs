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
        let tcp = TcpStream::connect(addr).await?;
        tcp.set_nodelay(true)?;
        let mut request = format!("ws://{addr}/api/socket").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{addr}").parse()?);
        let (stream, _) = client_async(request, tcp).await?;
        let mut socket = Self { stream };
        socket.send(json!({"type": "hello", "token": token, "workspace": workspace, "protocol": 1})).await?;
        while socket.next().await?["type"] != "welcome" {}
        Ok(socket)
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
