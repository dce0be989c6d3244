//! API calls, on other threads than the sockets.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::Value;

use crate::failure::Failure;

/// The time limit of every call (INV-13).
const PATIENCE: Duration = Duration::from_secs(30);

fn agent() -> &'static ureq::Agent {
    static AGENT: OnceLock<ureq::Agent> = OnceLock::new();
    AGENT.get_or_init(|| {
        let config = ureq::Agent::config_builder().http_status_as_error(false).timeout_global(Some(PATIENCE));
        // Connections to a killed node cannot be reused.
        config.max_idle_connections(0).build().into()
    })
}

/// Returns the status and the text of the body.
pub async fn get(addr: SocketAddr, path: &str, token: Option<&str>) -> Result<(u16, String), Failure> {
    let (url, token) = (format!("http://{addr}{path}"), token.map(str::to_owned));
    let answer = tokio::task::spawn_blocking(move || {
        let mut request = agent().get(url);
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.call().map_err(|error| error.to_string())?;
        let text = answer.body_mut().with_config().limit(1 << 30).read_to_string();
        Ok::<_, String>((answer.status().as_u16(), text.map_err(|error| error.to_string())?))
    });
    Ok(answer.await??)
}

/// Returns the status and the JSON of the body, or null if there is none.
pub async fn post(addr: SocketAddr, path: &str, token: Option<&str>, body: Value) -> Result<(u16, Value), Failure> {
    post_json(addr, path, token, body.to_string()).await
}

/// Posts encoded JSON. A flood that encodes each body would load the machine more than the nodes do.
pub async fn post_json(
    addr: SocketAddr,
    path: &str,
    token: Option<&str>,
    body: String,
) -> Result<(u16, Value), Failure> {
    let (url, token) = (format!("http://{addr}{path}"), token.map(str::to_owned));
    let answer = tokio::task::spawn_blocking(move || {
        let mut request = agent().post(url).content_type("application/json");
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send(body).map_err(|error| error.to_string())?;
        let value = answer.body_mut().read_json().unwrap_or(Value::Null);
        Ok::<_, String>((answer.status().as_u16(), value))
    });
    Ok(answer.await??)
}

/// Posts bytes, and returns the status and the JSON of the body, or null if there is none.
pub async fn post_bytes(addr: SocketAddr, path: &str, token: &str, body: Vec<u8>) -> Result<(u16, Value), Failure> {
    let (url, token) = (format!("http://{addr}{path}"), format!("Bearer {token}"));
    let answer = tokio::task::spawn_blocking(move || {
        let request = agent().post(url).content_type("application/octet-stream").header("authorization", token);
        let mut answer = request.send(body).map_err(|error| error.to_string())?;
        let value = answer.body_mut().read_json().unwrap_or(Value::Null);
        Ok::<_, String>((answer.status().as_u16(), value))
    });
    Ok(answer.await??)
}

/// Returns the status and the bytes of the body.
pub async fn get_bytes(addr: SocketAddr, path: &str) -> Result<(u16, Vec<u8>), Failure> {
    let url = format!("http://{addr}{path}");
    let answer = tokio::task::spawn_blocking(move || {
        let mut answer = agent().get(url).call().map_err(|error| error.to_string())?;
        let bytes = answer.body_mut().read_to_vec().map_err(|error| error.to_string())?;
        Ok::<_, String>((answer.status().as_u16(), bytes))
    });
    Ok(answer.await??)
}
