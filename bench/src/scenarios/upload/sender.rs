//! A person who sends files to a ticket.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::ops::Range;
use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::{RngCore, SeedableRng};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::node::{Failure, Node};

const SEED: u64 = 20_261_125;
/// A node that has just started does not yet count as one that knows files.
const PATIENCE: Duration = Duration::from_secs(30);

pub struct Sender {
    token: String,
    workspace: String,
    ticket: Uuid,
}

/// An upload. Its parts differ in their first bytes, which are their numbers.
pub struct Upload {
    id: String,
    pub size: usize,
    /// The bytes of a part.
    pub part: usize,
    pattern: Vec<u8>,
}

impl Upload {
    pub fn parts(&self) -> usize {
        self.size.div_ceil(self.part)
    }

    /// The bytes of a part. The last part may be shorter.
    pub fn bytes(&self, part: usize) -> Vec<u8> {
        let mut bytes = self.pattern[..self.part.min(self.size - part * self.part)].to_vec();
        let number = (part as u64).to_be_bytes();
        let length = number.len().min(bytes.len());
        bytes[..length].copy_from_slice(&number[..length]);
        bytes
    }
}

impl Sender {
    pub fn new(node: &Node, token: String) -> Result<Self, Failure> {
        let workspace = node.workspace(&token, "Uploads")?;
        let ticket = Uuid::now_v7();
        let command = json!({"kind": "ticket.create", "ticketId": ticket, "title": "With files"});
        let body = json!({"id": Uuid::now_v7(), "command": command});
        node.post(&format!("/api/workspaces/{workspace}/commands"), Some(&token), &body)?;
        Ok(Self { token, workspace, ticket })
    }

    fn path(&self, upload: &Upload, rest: &str) -> String {
        format!("/api/workspaces/{}/files/{}{rest}", self.workspace, upload.id)
    }

    /// Begins an upload. None if the build has no files.
    pub async fn begin(&self, node: &Node, size: usize) -> Result<Option<Upload>, Failure> {
        let path = format!("/api/workspaces/{}/files", self.workspace);
        let body = json!({"ticketId": self.ticket, "name": "a.bin", "size": size});
        let start = Instant::now();
        let new: Value = loop {
            match node.post(&path, Some(&self.token), &body) {
                Ok(new) => break new,
                Err(error) if error.to_string().contains(": 404 ") => return Ok(None),
                Err(error) if error.to_string().contains(": 503 ") && start.elapsed() < PATIENCE => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                Err(error) => return Err(error),
            }
        };
        let id = new["fileId"].as_str().ok_or("no upload")?.to_owned();
        let part = usize::try_from(new["partSize"].as_u64().ok_or("no size of a part")?)?;
        let mut pattern = vec![0; part];
        StdRng::seed_from_u64(SEED).fill_bytes(&mut pattern);
        let upload = Upload { id, size, part, pattern };
        if upload.parts() < 3 {
            return Err(format!("the file must be larger than two parts of {part} bytes").into());
        }
        Ok(Some(upload))
    }

    /// Sends parts, one after the other as the web app does, and returns the time of each.
    pub fn send(&self, node: &Node, upload: &Upload, parts: Range<usize>) -> Result<Vec<Duration>, Failure> {
        let send = |part| {
            let (bytes, start) = (upload.bytes(part), Instant::now());
            node.post_bytes(&self.path(upload, &format!("/parts/{part}")), &self.token, &bytes)?;
            Ok(start.elapsed())
        };
        parts.map(send).collect()
    }

    /// Sends half of a part, and returns the open connection.
    pub fn half_of(&self, node: &Node, upload: &Upload, part: usize) -> Result<TcpStream, Failure> {
        let bytes = upload.bytes(part);
        let mut stream = TcpStream::connect(&node.addr)?;
        write!(
            stream,
            "POST {} HTTP/1.1\r\nhost: {}\r\nauthorization: Bearer {}\r\ncontent-type: application/octet-stream\r\n\
             content-length: {}\r\n\r\n",
            self.path(upload, &format!("/parts/{part}")),
            node.addr,
            self.token,
            bytes.len()
        )?;
        stream.write_all(&bytes[..bytes.len() / 2])?;
        Ok(stream)
    }

    /// The parts behind the last one that has arrived.
    pub fn missing(&self, node: &Node, upload: &Upload) -> Result<Range<usize>, Failure> {
        let state = node.get(&self.path(upload, ""), &self.token)?;
        let arrived = state["parts"].as_array().ok_or("no parts")?;
        let in_order = arrived.iter().zip(0_u64..).all(|(part, number)| part.as_u64() == Some(number));
        if in_order { Ok(arrived.len()..upload.parts()) } else { Err(format!("parts are missing: {state}").into()) }
    }

    pub fn complete(&self, node: &Node, upload: &Upload) -> Result<(), Failure> {
        node.post(&self.path(upload, "/complete"), Some(&self.token), &json!({})).map(drop)
    }

    /// Reads the file, and returns how long the reading took. An error if a byte differs.
    pub fn read_back(&self, node: &Node, upload: &Upload) -> Result<Duration, Failure> {
        let path = format!("/api/workspaces/{}/tickets/{}/files", self.workspace, self.ticket);
        let all = node.get(&path, &self.token)?;
        let of_upload = |file: &&Value| file["id"] == upload.id.as_str();
        let file = all["files"].as_array().and_then(|all| all.iter().find(of_upload)).ok_or("the file is missing")?;
        let start = Instant::now();
        let mut bytes = node.bytes(file["content"].as_str().ok_or("no address")?)?;
        let mut read = vec![0; upload.part];
        for part in 0..upload.parts() {
            let sent = upload.bytes(part);
            bytes.read_exact(&mut read[..sent.len()])?;
            if read[..sent.len()] != sent {
                return Err(format!("part {part} came back with other bytes").into());
            }
        }
        let took = start.elapsed();
        if bytes.read(&mut read)? > 0 { Err("the file is longer than what was sent".into()) } else { Ok(took) }
    }
}
