//! The real binary in its own process.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use actors::wire::SnapshotForm;
use bench::redis::Redis;
use serde_json::{Value, json};

pub use bench::process::Failure;

/// The database of this run.
pub fn database() -> Result<String, Failure> {
    std::env::var("DATABASE_URL").map_err(|_| "DATABASE_URL is not set: run `make bench`".into())
}

/// The password of every user.
pub const PASSWORD: &str = "correct horse battery staple";

/// A running node; dropping it kills the process.
pub struct Node {
    child: Child,
    pub addr: String,
    agent: ureq::Agent,
}

/// The secret of nodes that must accept each other's tokens.
pub const SECRET: &str = "9c1f2e7ab4d05836f7cd10a92be4635d8a0f57c3e2b1946d";

impl Node {
    /// Starts `target/release/troupe`, or `$TROUPE_BIN`, with the limits of an account out of reach.
    pub async fn start() -> Result<Self, Failure> {
        Self::start_with(&[]).await
    }

    /// The same with more settings.
    pub async fn start_with(settings: &[(&str, &str)]) -> Result<Self, Failure> {
        let binary = binary();
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let addr = format!("127.0.0.1:{port}");
        let data = std::env::temp_dir().join(format!("troupe-bench-{}-{port}", std::process::id()));
        let child = Command::new(&binary)
            .arg("serve")
            .env("TROUPE_ADDR", &addr)
            .env("TROUPE_DATA_DIR", &data)
            .env("TROUPE_DEV_MAILBOX", "1")
            .env("TROUPE_LOG", "warn")
            .env("TROUPE_SOCKETS_PER_ACCOUNT", "1000000")
            .env("TROUPE_COMMANDS_PER_SECOND", "1000000")
            .env("TROUPE_COMMANDS_BURST", "1000000")
            .env("TROUPE_API_PER_SECOND", "1000000")
            .env("TROUPE_API_BURST", "1000000")
            .env("TROUPE_WORKSPACES_PER_ACCOUNT", "1000000")
            .env("TROUPE_GUESSES_EVERYWHERE", "100000")
            // The bench renews no tokens.
            .env("TROUPE_ACCESS_SECONDS", "86400")
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .spawn()
            .map_err(|error| format!("{}: {error}; build it with `make build`", binary.display()))?;
        let agent: ureq::Agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(Duration::from_secs(60)))
            .build()
            .into();
        let node = Self { child, addr, agent };
        let start = Instant::now();
        while node
            .agent
            .get(format!("http://{}/readyz", node.addr))
            .call()
            .map_or(true, |answer| answer.status() != 200)
        {
            if start.elapsed() > Duration::from_secs(30) {
                return Err("the node did not become ready".into());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(node)
    }

    /// Starts two nodes with a Redis between them, and waits until both are ready.
    pub async fn start_two() -> Result<(Redis, [Self; 2]), Failure> {
        let redis = Redis::start(&[]).await?;
        let url = format!("redis://{}", redis.addr);
        let settings = [("REDIS_URL", url.as_str()), ("TROUPE_SECRET", SECRET)];
        let nodes = [Self::start_with(&settings).await?, Self::start_with(&settings).await?];
        for node in &nodes {
            node.says("ready").await?;
        }
        Ok((redis, nodes))
    }

    /// Waits until `/readyz` answers `word` (`ready` or `degraded`).
    pub async fn says(&self, word: &str) -> Result<(), Failure> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            let mut answer = self.agent.get(format!("http://{}/readyz", self.addr)).call()?;
            if answer.body_mut().read_to_string()?.starts_with(word) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Err(format!("the node does not report {word}").into())
    }

    pub fn post(&self, path: &str, token: Option<&str>, body: &Value) -> Result<Value, Failure> {
        let mut request = self.agent.post(format!("http://{}{path}", self.addr));
        if let Some(token) = token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        let mut answer = request.send_json(body)?;
        let status = answer.status();
        let value: Value = answer.body_mut().read_json().unwrap_or(Value::Null);
        if status.is_success() { Ok(value) } else { Err(format!("{path}: {status} {value}").into()) }
    }

    pub fn get(&self, path: &str, token: &str) -> Result<Value, Failure> {
        let request = self.agent.get(format!("http://{}{path}", self.addr));
        let mut answer = request.header("authorization", format!("Bearer {token}")).call()?;
        let status = answer.status();
        let value: Value = answer.body_mut().read_json().unwrap_or(Value::Null);
        if status.is_success() { Ok(value) } else { Err(format!("{path}: {status} {value}").into()) }
    }

    /// Posts bytes.
    pub fn post_bytes(&self, path: &str, token: &str, bytes: &[u8]) -> Result<(), Failure> {
        let request = self.agent.post(format!("http://{}{path}", self.addr)).content_type("application/octet-stream");
        let mut answer = request.header("authorization", format!("Bearer {token}")).send(bytes)?;
        let status = answer.status();
        if status.is_success() {
            return Ok(());
        }
        Err(format!("{path}: {status} {}", answer.body_mut().read_to_string().unwrap_or_default()).into())
    }

    /// Reads the bytes at an address that needs no token.
    pub fn bytes(&self, address: &str) -> Result<impl Read, Failure> {
        let answer = self.agent.get(format!("http://{}{address}", self.addr)).call()?;
        if !answer.status().is_success() {
            return Err(format!("{address}: {}", answer.status()).into());
        }
        Ok(answer.into_body().into_with_config().limit(u64::MAX).reader())
    }

    /// Makes people members of a workspace, by an invitation of its owner.
    pub fn join(&self, workspace: &str, owner: &str, people: &[&str]) -> Result<(), Failure> {
        let path = format!("/api/workspaces/{workspace}/invitations");
        let link = self.post(&path, Some(owner), &json!({"unlimited": true}))?;
        let link = link["token"].as_str().ok_or("no link")?.to_owned();
        for token in people {
            self.post(&format!("/api/invitations/{link}/accept"), Some(token), &json!({}))?;
        }
        Ok(())
    }

    /// Signs a user up and returns the access token.
    pub fn person(&self, name: &str) -> Result<String, Failure> {
        let email = format!("{name}@bench.example");
        let body = json!({"email": email, "password": PASSWORD});
        let sign_up = self.post("/api/auth/sign-up", None, &body)?["signUpId"].take();
        let mut mails = self.agent.get(format!("http://{}/api/dev/mailbox?to={email}", self.addr)).call()?;
        let mails: Value = mails.body_mut().read_json()?;
        let code = mails["messages"][0]["code"].as_str().ok_or("no code in the mail")?.to_owned();
        let session = self.post("/api/auth/confirm", None, &json!({"signUpId": sign_up, "code": code}))?;
        Ok(session["accessToken"].as_str().ok_or("no token")?.to_owned())
    }

    /// Signs a user in who signed up at another node, and returns the access token.
    pub fn sign_in(&self, name: &str) -> Result<String, Failure> {
        let body = json!({"email": format!("{name}@bench.example"), "password": PASSWORD});
        let session = self.post("/api/auth/sign-in", None, &body)?;
        Ok(session["accessToken"].as_str().ok_or("no token")?.to_owned())
    }

    /// Makes a workspace and returns its id.
    pub fn workspace(&self, token: &str, name: &str) -> Result<String, Failure> {
        let workspace = self.post("/api/workspaces", Some(token), &json!({"name": name}))?;
        Ok(workspace["id"].as_str().ok_or("no id")?.to_owned())
    }

    /// Downloads a snapshot like a browser, and returns the compressed bytes of its body.
    pub fn snapshot(&self, token: &str, workspace: &str) -> Result<usize, Failure> {
        let mut stream = std::net::TcpStream::connect(&self.addr)?;
        write!(
            stream,
            "GET /api/workspaces/{workspace}/snapshot HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             accept: {}\r\naccept-encoding: gzip\r\nconnection: close\r\n\r\n",
            self.addr,
            SnapshotForm::Columns.media_type()
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let head = answer.windows(4).position(|it| it == b"\r\n\r\n").ok_or("no answer")?;
        let words = String::from_utf8_lossy(&answer[..head]).to_lowercase();
        if !words.starts_with("http/1.1 200") || !words.contains("content-encoding: gzip") {
            return Err(format!("not a compressed snapshot: {words}").into());
        }
        Ok(answer.len() - head - 4)
    }

    /// Resident memory of the node in bytes.
    pub fn memory(&self) -> u64 {
        self.status("VmRSS:")
    }

    /// The most resident memory that the node has had, in bytes.
    pub fn most_memory(&self) -> u64 {
        self.status("VmHWM:")
    }

    /// A figure of the process, in bytes.
    fn status(&self, name: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap_or_default();
        line.split_whitespace().next().and_then(|kib| kib.parse::<u64>().ok()).unwrap_or(0) * 1024
    }

    /// CPU seconds of the node.
    pub fn cpu(&self) -> f64 {
        cpu_of(self.child.id())
    }
}

/// `target/release/troupe`, or `$TROUPE_BIN`.
pub fn binary() -> PathBuf {
    std::env::var_os("TROUPE_BIN").map_or_else(|| PathBuf::from("target/release/troupe"), PathBuf::from)
}

/// CPU seconds of a process.
pub fn cpu_of(process: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let after = stat.rsplit(')').next().unwrap_or_default();
    let ticks = |place: usize| after.split_whitespace().nth(place).and_then(|it| it.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}

impl Drop for Node {
    fn drop(&mut self) {
        // A kill loses nothing: the database is dropped after the run.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
