//! The socket of a simulated user.

use bench::address;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio_tungstenite::tungstenite::{Bytes, Message, client::IntoClientRequest, protocol::WebSocketConfig};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use uuid::Uuid;

use crate::node::Failure;

/// Small, because there are 10,000 sockets.
const READ_BUFFER: usize = 16 * 1024;

pub struct Socket {
    stream: WebSocketStream<TcpStream>,
}

impl Socket {
    /// Opens a socket on a workspace and waits for its welcome.
    pub async fn open(addr: &str, token: &str, workspace: &str) -> Result<Self, Failure> {
        Ok(Self::open_at(addr, token, workspace, None).await?.0)
    }

    /// Opens a socket with the cursors of a client, and returns the positions of its scopes.
    pub async fn open_at(
        addr: &str,
        token: &str,
        workspace: &str,
        cursors: Option<Value>,
    ) -> Result<(Self, Value), Failure> {
        Self::enter(Self::upgrade(addr, &address::socket(), None).await?, token, workspace, cursors).await
    }

    /// Opens a socket with a small receive buffer, in bytes.
    pub async fn open_narrow(addr: &str, token: &str, workspace: &str, bytes: u32) -> Result<Self, Failure> {
        Ok(Self::enter(Self::upgrade(addr, &address::socket(), Some(bytes)).await?, token, workspace, None).await?.0)
    }

    async fn enter(
        mut socket: Self,
        token: &str,
        workspace: &str,
        cursors: Option<Value>,
    ) -> Result<(Self, Value), Failure> {
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
    pub async fn plain(addr: &str, path: &str) -> Result<Self, Failure> {
        Self::upgrade(addr, path, None).await
    }

    async fn upgrade(addr: &str, path: &str, receive: Option<u32>) -> Result<Self, Failure> {
        let to = lookup_host(addr).await?.next().ok_or("no such address")?;
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receive {
            socket.set_recv_buffer_size(bytes)?;
        }
        let tcp: TcpStream = socket.connect(to).await?;
        tcp.set_nodelay(true)?;
        let mut request = format!("ws://{addr}{path}").into_client_request()?;
        request.headers_mut().insert("origin", format!("http://{addr}").parse()?);
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        let (stream, _) = client_async_with_config(request, tcp, Some(config)).await?;
        Ok(Self { stream })
    }

    /// Sends a text unchanged.
    pub async fn send_text(&mut self, text: &str) -> Result<(), Failure> {
        Ok(self.stream.send(Message::text(text)).await?)
    }

    pub async fn send_bytes(&mut self, bytes: Vec<u8>) -> Result<(), Failure> {
        Ok(self.stream.send(Message::binary(bytes)).await?)
    }

    pub async fn send(&mut self, frame: Value) -> Result<(), Failure> {
        Ok(self.stream.send(Message::text(frame.to_string())).await?)
    }

    /// Returns the next text frame and answers pings.
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

    /// Returns the next frame of another server, text or binary.
    pub async fn bytes(&mut self) -> Result<Bytes, Failure> {
        loop {
            match self.stream.next().await {
                Some(Ok(frame @ (Message::Text(_) | Message::Binary(_)))) => return Ok(frame.into_data()),
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
