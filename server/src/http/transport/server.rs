//! Listening, serving, stopping.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_http::HttpService;
use actix_service::{IntoServiceFactory, ServiceFactoryExt, boxed, fn_service, map_config};
use actix_web::App;
use actix_web::dev::{AppConfig, Server, ServerHandle};
use actix_web::middleware::{Compress, from_fn};
use actix_web::rt::net::TcpStream;
use actix_web::web::ServiceConfig;
use socket2::{Domain, Protocol, Socket, Type};

use super::connection::prepare;
use super::metered::Metered;
use super::upgrade;
use crate::config::HttpConfig;
use crate::http::Door;
use crate::http::layers::large_answers::bounded;
use crate::http::layers::observe::observe;
use crate::http::routes::configure;

/// The backlog of connections to accept: after a restart, all clients come back at once.
const BACKLOG: i32 = 4_096;
/// At a stop, connections that remain after this time are cut.
const SHUTDOWN_SECONDS: u64 = 7;

/// An open port without a server yet: clients that connect wait.
#[derive(Debug)]
pub struct Listener {
    listener: TcpListener,
    /// The actual address, with the port that the system chose if the setting asks for port 0.
    pub addr: SocketAddr,
}

/// Opens the port.
///
/// # Errors
/// One sentence with the reason and the remedy.
pub fn bind(config: &HttpConfig) -> Result<Listener, String> {
    let addr = config.addr;
    listen(addr).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => format!(
            "Port {} is taken by another program. Stop that one, or choose another port with \
             TROUPE_ADDR, such as TROUPE_ADDR={}:{}.",
            addr.port(),
            addr.ip(),
            addr.port().saturating_add(1)
        ),
        io::ErrorKind::PermissionDenied => {
            format!("This user may not listen on port {}. Choose one above 1023 with TROUPE_ADDR.", addr.port())
        }
        _ => format!("Cannot listen on {addr}: {error}. Check TROUPE_ADDR."),
    })
}

fn listen(addr: SocketAddr) -> io::Result<Listener> {
    let socket = Socket::new(Domain::for_address(addr), Type::STREAM, Some(Protocol::TCP))?;
    // Connections of a process that used the port before may still be closing.
    socket.set_reuse_address(true)?;
    socket.set_nonblocking(true)?;
    socket.bind(&addr.into())?;
    socket.listen(BACKLOG)?;
    let listener = TcpListener::from(socket);
    let addr = listener.local_addr()?;
    Ok(Listener { listener, addr })
}

/// A server, and the handle to stop it with.
pub struct Running {
    /// A future that completes when the server has stopped.
    pub server: Server,
    handle: ServerHandle,
}

impl Running {
    /// Serves the routes of `http`, and the routes `more` of other rooms.
    ///
    /// # Errors
    /// If the system refuses threads or file handles.
    pub fn start(
        listener: Listener,
        door: Door,
        more: impl Fn(&mut ServiceConfig) + Clone + Send + 'static,
    ) -> io::Result<Self> {
        let workers = door.config.http.workers;
        let addr = listener.addr;
        let builder = Server::build();
        let stopping = builder.graceful_shutdown_signal();
        let server = builder
            .workers(workers)
            .shutdown_timeout(SHUTDOWN_SECONDS)
            .disable_signals()
            .listen("http", listener.listener, move || {
                let app = || {
                    let app = App::new()
                        .configure(more.clone())
                        .configure(configure(&door))
                        .wrap(from_fn(bounded))
                        .wrap(Compress::default())
                        .wrap(from_fn(observe));
                    // Boxed: the task of a connection has a place for the future of a request, also once it is a socket.
                    boxed::factory(map_config(app.into_factory(), |()| AppConfig::default()))
                };
                let stopping = stopping.clone();
                let (window, cut, tls) =
                    (door.config.http.stall, door.metrics.cut.clone(), door.auth.site().is_secure());
                let metered = fn_service(move |stream: TcpStream| {
                    let peer = stream.peer_addr().ok();
                    std::future::ready(Ok((Metered::new(stream, window, cut.clone(), tls), peer)))
                });
                let http = HttpService::build()
                    .graceful_shutdown_signal(move || {
                        let stopping = stopping.clone();
                        async move { stopping.notified().await }
                    })
                    .keep_alive(Duration::from_secs(75))
                    .client_request_timeout(Duration::from_secs(10))
                    .client_disconnect_timeout(Duration::from_secs(2))
                    .local_addr(addr)
                    .on_connect_ext(prepare)
                    .upgrade(upgrade::by(app()))
                    .h1(app());
                metered.and_then(http)
            })?
            .run();
        let handle = server.handle();
        Ok(Self { server, handle })
    }

    /// The handle that stops the server.
    #[must_use]
    pub fn handle(&self) -> ServerHandle {
        self.handle.clone()
    }
}
