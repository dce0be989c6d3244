//! F-55: uploads are cut, and the store of files is full, gone, or does not answer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use sqlx::PgConnection;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use uuid::Uuid;

use crate::cluster::{Cluster, NODES, until};
use crate::disk_image::DiskImage;
use crate::failure::Failure;
use crate::fault::FaultResult;
use crate::http;

const PART: usize = 64 << 10;
const PARTS: usize = 4;
/// How long the file system stays frozen after the edits.
const FROZEN: Duration = Duration::from_secs(3);
const PATIENCE: Duration = Duration::from_secs(60);

/// The uploads of one person to one ticket.
struct Uploads {
    token: String,
    workspace: Uuid,
    ticket: Uuid,
    /// The bytes of each upload that is complete.
    complete: BTreeMap<String, Vec<u8>>,
}

/// An upload that has begun.
#[derive(Clone)]
struct Upload {
    file: String,
    bytes: Vec<u8>,
}

impl Upload {
    fn part(&self, number: usize) -> &[u8] {
        &self.bytes[number * PART..(number + 1) * PART]
    }
}

impl Uploads {
    async fn open(cluster: &Cluster<'_>) -> Result<Self, Failure> {
        let ticket = Uuid::now_v7();
        cluster
            .command_as_owner(0, &json!({"kind": "ticket.create", "ticketId": ticket, "title": "With files"}))
            .await?;
        let (token, workspace) = (cluster.people[0].token.clone(), cluster.workspace);
        Ok(Self { token, workspace, ticket, complete: BTreeMap::new() })
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/workspaces/{}/{rest}", self.workspace)
    }

    /// Begins an upload of four parts, each filled with other bytes.
    async fn begin(&self, cluster: &Cluster<'_>, node: usize) -> Result<Upload, Failure> {
        let body = json!({"ticketId": self.ticket, "name": "a.bin", "size": PART * PARTS});
        let (status, new) = cluster.nodes[node % NODES].post(&self.path("files"), Some(&self.token), body).await?;
        let file = new["fileId"].as_str().ok_or_else(|| format!("no upload: {status} {new}"))?.to_owned();
        let seed = Uuid::new_v4().into_bytes();
        let bytes = (0..PART * PARTS).map(|at| seed[at % seed.len()] ^ (at / PART) as u8).collect();
        Ok(Upload { file, bytes })
    }

    /// Sends a part, and returns the status and the code of a refusal.
    async fn send(
        &self,
        cluster: &Cluster<'_>,
        node: usize,
        upload: &Upload,
        part: usize,
    ) -> Result<(u16, String), Failure> {
        let path = self.path(&format!("files/{}/parts/{part}", upload.file));
        let addr = cluster.nodes[node % NODES].addr;
        let (status, body) = http::post_bytes(addr, &path, &self.token, upload.part(part).to_vec()).await?;
        Ok((status, body["error"]["code"].as_str().unwrap_or_default().to_owned()))
    }

    /// Sends half of a part, and ends the connection.
    async fn cut(&self, cluster: &Cluster<'_>, node: usize, upload: &Upload, part: usize) -> Result<(), Failure> {
        let addr = cluster.nodes[node % NODES].addr;
        let mut stream = TcpStream::connect(addr).await?;
        let head = format!(
            "POST {} HTTP/1.1\r\nhost: {addr}\r\nauthorization: Bearer {}\r\ncontent-type: application/octet-stream\r\n\
             content-length: {PART}\r\n\r\n",
            self.path(&format!("files/{}/parts/{part}", upload.file)),
            self.token
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(&upload.part(part)[..PART / 2]).await?;
        Ok(())
    }

    /// Asks which parts have arrived, sends the others, and completes the upload.
    async fn resume(&mut self, cluster: &Cluster<'_>, node: usize, upload: Upload) -> Result<(), Failure> {
        let at = &cluster.nodes[node % NODES];
        let (_, state) = http::get(at.addr, &self.path(&format!("files/{}", upload.file)), Some(&self.token)).await?;
        let state: Value = serde_json::from_str(&state)?;
        let arrived: Vec<u64> = state["parts"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        for part in (0..PARTS).filter(|part| !arrived.contains(&(*part as u64))) {
            expect("a part", self.send(cluster, node, &upload, part).await?, (204, ""))?;
        }
        expect("the end of an upload", self.end(cluster, node, &upload).await?, (204, ""))?;
        self.complete.insert(upload.file, upload.bytes);
        Ok(())
    }

    async fn end(&self, cluster: &Cluster<'_>, node: usize, upload: &Upload) -> Result<(u16, String), Failure> {
        let path = self.path(&format!("files/{}/complete", upload.file));
        let (status, body) = cluster.nodes[node % NODES].post(&path, Some(&self.token), json!({})).await?;
        Ok((status, body["error"]["code"].as_str().unwrap_or_default().to_owned()))
    }

    /// Reads all files of the ticket at a node: the status and the bytes by id.
    async fn read(&self, cluster: &Cluster<'_>, node: usize) -> Result<BTreeMap<String, (u16, Vec<u8>)>, Failure> {
        let at = cluster.nodes[node % NODES].addr;
        let (_, body) = http::get(at, &self.path(&format!("tickets/{}/files", self.ticket)), Some(&self.token)).await?;
        let body: Value = serde_json::from_str(&body)?;
        let mut all = BTreeMap::new();
        for file in body["files"].as_array().ok_or("no addresses of files")? {
            let text = |name: &str| file[name].as_str().ok_or("an address without a part");
            all.insert(text("id")?.to_owned(), http::get_bytes(at, text("content")?).await?);
        }
        Ok(all)
    }
}

fn expect(what: &str, (status, code): (u16, String), due: (u16, &str)) -> Result<(), Failure> {
    if (status, code.as_str()) == due { Ok(()) } else { Err(format!("{what}: {status} {code}").into()) }
}

/// F-55: no task has a file whose bytes are not there, and no bytes stay without a file.
pub async fn store(cluster: &mut Cluster<'_>) -> FaultResult {
    let disk = DiskImage::mount(&cluster.folder.join("files"), 32)?;
    cluster.start_clients(6).await?;
    for node in &mut cluster.nodes {
        node.files = Some(disk.store());
        node.kill().await?;
        node.start()?;
        node.ready().await?;
    }
    cluster.edit_every_ms(150);
    cluster.wait_for_acks(20).await?;
    let probe = cluster.probe();
    let mut uploads = Uploads::open(cluster).await?;

    cluster.record.fault("uploads are cut at each quarter");
    for quarter in 0..PARTS {
        for is_resumed in [true, false] {
            let upload = uploads.begin(cluster, quarter).await?;
            for part in 0..quarter {
                expect("a part", uploads.send(cluster, quarter, &upload, part).await?, (204, ""))?;
            }
            uploads.cut(cluster, quarter, &upload, quarter).await?;
            expect("too early an end", uploads.end(cluster, quarter, &upload).await?, (409, "conflict"))?;
            if is_resumed {
                uploads.resume(cluster, quarter + 1, upload).await?;
            }
        }
    }

    disk.fill()?;
    cluster.record.fault("the disk of the store is full");
    let upload = uploads.begin(cluster, 0).await?;
    expect("a part on a full disk", uploads.send(cluster, 0, &upload, 0).await?, (503, "unavailable"))?;
    cluster.wait_for_acks(20).await?;
    disk.free()?;
    cluster.record.fault("the disk has space again");
    uploads.resume(cluster, 0, upload).await?;

    disk.take_away()?;
    cluster.record.fault("the store is gone");
    let upload = uploads.begin(cluster, 1).await?;
    expect("a part without a store", uploads.send(cluster, 1, &upload, 0).await?, (503, "unavailable"))?;
    let given = uploads.read(cluster, 1).await?.values().filter(|(status, _)| *status != 503).count();
    cluster.record.count("INV-24", "files that a missing store gave", given as u64, 0);
    cluster.wait_for_acks(20).await?;
    disk.bring_back()?;
    cluster.record.fault("the store is back");
    uploads.resume(cluster, 1, upload).await?;

    let upload = uploads.begin(cluster, 2).await?;
    disk.freeze()?;
    cluster.record.fault("the store does not answer");
    let before = cluster.record.now();
    let thawed = async {
        cluster.wait_for_acks(20).await?;
        tokio::time::sleep(FROZEN).await;
        disk.thaw()
    };
    let (sent, thawed) = tokio::join!(uploads.send(cluster, 2, &upload, 0), thawed);
    thawed?;
    cluster.record.fault("the store answers again");
    let waited = cluster.record.now() - before;
    expect("a part on a store that paused", sent?, (204, ""))?;
    uploads.resume(cluster, 2, upload).await?;
    let longest = cluster.record.longest_ack(before);

    let swept = sweep(cluster).await?;
    judge(cluster, &uploads, &disk).await?;
    let calls = probe.judge(&cluster.record);
    let figures = format!(
        "{} uploads complete, {swept} abandoned and swept; a part waited {waited} ms for the store, the longest edit {longest} ms",
        uploads.complete.len()
    );
    Ok(vec![figures, calls])
}

/// Backdates the abandoned uploads by two days, and waits until they are swept. Returns their number.
async fn sweep(cluster: &Cluster<'_>) -> Result<i64, Failure> {
    const ARRIVING: &str = "select count(*) from stored_files where state = 'arriving'";
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let before: i64 = sqlx::query_scalar(ARRIVING).fetch_one(&mut database).await?;
    sqlx::raw_sql(
        "update stored_files set touched_at = touched_at - interval '2 days' where state = 'arriving';
         update jobs set due_at = now() where kind = 'sweep.files' and state = 'waiting'",
    )
    .execute(&mut database)
    .await?;
    until("abandoned uploads are swept", PATIENCE, async || {
        sqlx::query_scalar::<_, i64>(ARRIVING).fetch_one(&mut database).await.is_ok_and(|count| count == 0)
    })
    .await?;
    Ok(before)
}

/// Judges INV-24.
async fn judge(cluster: &Cluster<'_>, uploads: &Uploads, disk: &DiskImage) -> Result<(), Failure> {
    for node in 0..NODES {
        let read = uploads.read(cluster, node).await?;
        let is_whole =
            |(file, bytes): &(&String, &Vec<u8>)| read.get(*file).is_some_and(|it| it.0 == 200 && it.1 == **bytes);
        let whole = uploads.complete.iter().filter(is_whole).count();
        cluster.record.count(
            "INV-24",
            "files whose bytes are not those that were sent",
            (uploads.complete.len() - whole) as u64,
            0,
        );
        let ghosts = read.keys().filter(|file| !uploads.complete.contains_key(*file)).count();
        cluster.record.count("INV-24", "files of uploads that did not end", ghosts as u64, 0);
    }
    let mut database = cluster.postgres.connect(&cluster.database).await?;
    let known = known_pieces(&mut database).await?;
    let name = |path: &Path| path.iter().rev().take(2).map(|it| it.to_string_lossy().into_owned()).collect::<Vec<_>>();
    let stored: BTreeSet<Vec<String>> = disk.pieces().iter().map(|path| name(path)).collect();
    cluster.record.count(
        "INV-24",
        "pieces in the store that belong to no file",
        stored.difference(&known).count() as u64,
        0,
    );
    cluster.record.count(
        "INV-24",
        "pieces of files that are not in the store",
        known.difference(&stored).count() as u64,
        0,
    );
    Ok(())
}

/// Each piece that the database knows, as its name and the name of its folder.
async fn known_pieces(database: &mut PgConnection) -> Result<BTreeSet<Vec<String>>, Failure> {
    let rows: Vec<(Uuid, i32)> = sqlx::query_as(
        "select store_key, number from stored_files f join stored_parts p on p.workspace_id = f.workspace_id and p.file_id = f.id",
    )
    .fetch_all(database)
    .await?;
    Ok(rows.into_iter().map(|(key, number)| vec![number.to_string(), key.simple().to_string()]).collect())
}
