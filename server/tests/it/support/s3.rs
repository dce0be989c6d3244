//! An S3-compatible server that keeps its objects in a folder (the crates s3s and s3s-fs), on a thread of its own.
//! Tests can make it fail.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread::JoinHandle;

use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode};
use hyper_util::rt::TokioIo;
use s3s::auth::SimpleAuth;
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{Body, HttpResponse};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};

/// The server; stopped on drop.
pub struct S3 {
    address: SocketAddr,
    faults: Arc<Faults>,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Faults {
    holding: watch::Sender<bool>,
    busy: AtomicUsize,
    full: AtomicBool,
    silent: AtomicBool,
    asked: AtomicUsize,
}

impl S3 {
    pub const BUCKET: &str = "troupe-files";
    pub const KEY: &str = "AKIDEXAMPLE";
    pub const SECRET: &str = "CANARY-secret-of-the-store";

    /// A server over a folder. Its one bucket is a subfolder.
    pub fn start(folder: &Path) -> Self {
        std::fs::create_dir_all(folder.join(Self::BUCKET)).expect("a bucket");
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder).expect("a folder"));
        builder.set_auth(SimpleAuth::from_single(Self::KEY, Self::SECRET));
        let (service, faults) = (builder.build(), Arc::new(Faults::default()));
        let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.set_nonblocking(true).expect("set");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let of_thread = faults.clone();
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(async {
                tokio::select! {
                    () = serve(listener, service, of_thread) => {}
                    _ = stopped => {}
                }
            });
        });
        Self { address, faults, stop: Some(stop), thread: Some(thread) }
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers the given number of next requests with an error that the server is busy.
    pub fn be_busy(&self, times: usize) {
        self.faults.busy.store(times, SeqCst);
    }

    /// If true, the server refuses new bytes because it is full.
    pub fn be_full(&self, yes: bool) {
        self.faults.full.store(yes, SeqCst);
    }

    /// If true, requests get no answer.
    pub fn be_silent(&self, yes: bool) {
        self.faults.silent.store(yes, SeqCst);
    }

    /// If true, uploads wait until this is false again.
    pub fn hold(&self, yes: bool) {
        self.faults.holding.send_replace(yes);
    }

    /// The number of requests that have arrived.
    pub fn asked(&self) -> usize {
        self.faults.asked.load(SeqCst)
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            // The thread may have ended by a panic already.
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn serve(listener: std::net::TcpListener, service: S3Service, faults: Arc<Faults>) {
    let listener = TcpListener::from_std(listener).expect("a listener");
    loop {
        let (socket, _) = listener.accept().await.expect("a connection");
        let (service, faults) = (service.clone(), faults.clone());
        tokio::spawn(async move {
            let answers = service_fn(|request| answer(service.clone(), faults.clone(), request));
            // The test must not fail because a client closes its connection.
            let _ = hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(socket), answers).await;
        });
    }
}

async fn answer(
    service: S3Service,
    faults: Arc<Faults>,
    request: Request<Incoming>,
) -> Result<HttpResponse, Infallible> {
    faults.asked.fetch_add(1, SeqCst);
    if faults.silent.load(SeqCst) {
        std::future::pending::<()>().await;
    }
    if faults.busy.fetch_update(SeqCst, SeqCst, |left| left.checked_sub(1)).is_ok() {
        return Ok(refusal(StatusCode::SERVICE_UNAVAILABLE, "SlowDown"));
    }
    if request.method() == Method::PUT && faults.full.load(SeqCst) {
        return Ok(refusal(StatusCode::INSUFFICIENT_STORAGE, "XMinioStorageFull"));
    }
    // The crate's own store would create a missing bucket.
    if request.uri().path().split('/').nth(1) != Some(S3::BUCKET) {
        return Ok(refusal(StatusCode::NOT_FOUND, "NoSuchBucket"));
    }
    if request.method() == Method::PUT {
        // The sender lives as long as the test.
        let _ = faults.holding.subscribe().wait_for(|holding| !holding).await;
    }
    let failed = |_| refusal(StatusCode::INTERNAL_SERVER_ERROR, "InternalError");
    Ok(service.call(request.map(Body::from)).await.unwrap_or_else(failed))
}

fn refusal(status: StatusCode, code: &str) -> HttpResponse {
    let text = format!("<?xml version=\"1.0\"?><Error><Code>{code}</Code></Error>");
    let mut refusal = Response::new(Body::from(text));
    *refusal.status_mut() = status;
    refusal
}
