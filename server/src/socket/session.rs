//! The actor of one WebSocket, built on actix-web-actors.

use std::cell::Cell;
use std::collections::HashSet;
use std::io::ErrorKind;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix::{Actor, ActorContext, ActorFutureExt, Addr, AsyncContext, Handler, SpawnHandle, StreamHandler, WrapFuture};
use actix_http::ws::Item;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use actix_web_actors::ws::{self, CloseCode, CloseReason, ProtocolError, WebsocketContext};
use actors::domain::decide::{Order, What};
use actors::domain::ids::{TicketId, UserId, WorkspaceId};
use actors::domain::origin::Origin;
use actors::domain::refusal::{Refusal as StageRefusal, RefusalCode};
use actors::domain::rights::Narrowing;
use actors::fail;
use actors::wire::{ClientFrame, Hello, MAX_FRAME, NodeFrame, PROTOCOL, SocketLimits, read_frame, read_text_frame};
use actors::{Gauge, Hub, Leave, Outgoing, SocketClose, SocketEntry};
use bytes::Bytes;
use time::OffsetDateTime;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use uuid::Uuid;

use super::answers::{Answer, AnswerFrame, CommandInOrder, answer_in_order};
use super::cut::cut_of;
use super::early::Early;
use super::fragments::{Broken, Fragments};
use super::frame_headers::{Guarded, PayloadEnd};
use super::frames::Frames;
use super::handshake;
use super::joining::{Joining, NotJoined, join};
use super::rate::Rate;
use super::texts::{Pace, TextRates};
use super::traces::span_of;
use crate::auth::Principal;
use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::http::limits::without_hello;
use crate::http::transport::connection::Connection;
use crate::words::refusals as words;

/// HS1: a socket without a `hello` is closed after this time.
const HELLO_WITHIN: Duration = Duration::from_secs(10);
/// HS4: an expired token may be renewed for this long.
const RENEWAL_GRACE: Duration = Duration::from_secs(30);
/// DR1: when the node stops, a socket waits this long for its pending answers.
const DRAIN_TIME: Duration = Duration::from_secs(2);
/// A socket that was told to close is dropped after this time.
const CLOSE_TIME: Duration = Duration::from_secs(2);
/// The rate limit for frames of any kind. A faster socket is closed with 4429.
const FRAMES_PER_SECOND: u32 = 1_000;
const FRAMES_BURST: u32 = 5_000;
/// The limit of bytes of early frames. Further bytes stay in the connection until the socket has joined.
const MAX_EARLY_BYTES: usize = 2 * MAX_FRAME;
/// The limit of tickets that one socket may watch (PR3).
const MAX_WATCHED: usize = 64;

enum State {
    AwaitingHello,
    /// The stage has not answered the request to join yet.
    Joining(Joining),
    Live(Live),
    /// The node stops: `bye` was sent, and the socket closes after its last pending answer.
    Draining(SocketClose),
    Closing,
}

struct Live {
    workspace: WorkspaceId,
    principal: Principal,
    /// The queue of the task that answers commands in order. Created for the first command, because most sockets only
    /// read.
    commands: Option<mpsc::UnboundedSender<Box<CommandInOrder>>>,
    /// `Session::origin`, which all orders of the socket share. Created for the first command.
    origin: Option<Arc<Origin>>,
}

impl Live {
    fn commands(&mut self, door: &Door, ctx: &Context) -> &mpsc::UnboundedSender<Box<CommandInOrder>> {
        self.commands.get_or_insert_with(|| {
            let (commands, receiver) = mpsc::unbounded_channel();
            let to = ctx.address().recipient();
            let answers = answer_in_order(door.stage.clone(), self.workspace, receiver, to, door.metrics.clone());
            actix::spawn(answers);
            commands
        })
    }
}

pub(super) struct Session {
    connection: Uuid,
    /// Shared, because otherwise every idle socket would keep a copy.
    door: Data<Door>,
    hub: Rc<Addr<Hub>>,
    transport: Option<Connection>,
    gauge: Arc<Gauge>,
    state: State,
    /// The workspace that the socket has asked to join. The socket leaves that workspace when the actor stops, even if
    /// the stage has not answered yet.
    requested_workspace: Option<WorkspaceId>,
    /// Counts the socket among the sockets of its account.
    account_slot: Option<OwnedSemaphorePermit>,
    /// The number of commands without an answer.
    unanswered: usize,
    command_rate: Rate,
    frame_rate: Rate,
    out: Frames,
    last_traffic: Instant,
    /// The timer that closes the socket if no `hello` comes.
    hello_timer: Option<SpawnHandle>,
    fragments: Option<Fragments>,
    /// The tickets whose presence the socket watches. Created for the first ticket, because most sockets watch none.
    #[expect(clippy::box_collection, reason = "a set in place takes 48 bytes of every idle socket, a box 8")]
    watched: Option<Box<HashSet<TicketId>>>,
    /// The rates of the socket's text frames. Created for the first one.
    text_rates: Option<Box<TextRates>>,
    /// The schema number of the client, from the socket's address (RS6).
    schema: u32,
    /// The client's address and device; `None` if the address is unknown.
    origin: Option<Origin>,
    /// Counts the socket among the sockets without a `hello`, until its `hello`.
    without_hello: Option<without_hello::Counted>,
    /// Why the bytes of the client ended early. Set by [`Guarded`], because the library does not report the reason.
    payload_end: Rc<Cell<PayloadEnd>>,
    /// The frames that arrived while the socket was joining.
    early_frames: Vec<Early>,
    /// True if the client closed the connection while the socket was joining.
    client_closed: bool,
}

pub(super) fn start(
    request: &HttpRequest,
    payload: Payload,
    door: Data<Door>,
    hub: Rc<Addr<Hub>>,
    transport: Option<Connection>,
) -> Result<HttpResponse, Refusal> {
    handshake::check(request)?;
    let now = Instant::now();
    let payload_end = Rc::new(Cell::new(PayloadEnd::None));
    let gauge = Arc::<Gauge>::default();
    let session = Session {
        connection: Uuid::now_v7(),
        hub,
        transport,
        gauge: gauge.clone(),
        state: State::AwaitingHello,
        requested_workspace: None,
        account_slot: None,
        unanswered: 0,
        command_rate: Rate::new(door.config.sockets.commands_per_second, door.config.sockets.commands_burst, now),
        frame_rate: Rate::new(FRAMES_PER_SECOND, FRAMES_BURST, now),
        out: Frames::new(gauge),
        last_traffic: now,
        hello_timer: None,
        fragments: None,
        watched: None,
        text_rates: None,
        schema: handshake::schema(request),
        origin: door.origin_of(request),
        door,
        without_hello: None,
        payload_end: payload_end.clone(),
        early_frames: Vec::new(),
        client_closed: false,
    };
    let payload = Guarded::new(payload, MAX_FRAME, payload_end);
    let frames = session.out.clone();
    let answer = ws::WsResponseBuilder::new(session, request, payload)
        .frame_size(MAX_FRAME)
        .start()
        .map_err(|_| handshake::refused())?;
    Ok(frames.attach_to(answer))
}

type Context = WebsocketContext<Session>;

impl Session {
    fn close(&mut self, code: u16, reason: &str, ctx: &mut Context) {
        if matches!(self.state, State::Closing) {
            return;
        }
        self.state = State::Closing;
        self.out.close(Some(CloseReason { code: CloseCode::Other(code), description: Some(reason.to_owned()) }));
        ctx.run_later(CLOSE_TIME, |_, ctx| ctx.stop());
    }

    fn protocol_error(&mut self, error: StageRefusal, ctx: &mut Context) {
        self.out.text(NodeFrame::Error { error }.encode());
        self.close(4400, "protocol", ctx);
    }

    /// The client has broken the rules of WebSocket (RFC 6455, 7.1.7), so later bytes cannot be read.
    fn fail(&mut self, code: CloseCode, ctx: &mut Context) {
        if matches!(self.state, State::Closing) {
            return ctx.stop();
        }
        self.state = State::Closing;
        self.out.close(Some(CloseReason { code, description: None }));
        self.read_no_more(ctx);
    }

    /// Stops reading, and closes the connection after `CLOSE_TIME`. Otherwise the library would report the same bad
    /// bytes in a loop.
    fn read_no_more(&mut self, ctx: &mut Context) {
        ctx.wait(actix::clock::sleep(CLOSE_TIME).into_actor(self).map(|(), _, ctx| ctx.stop()));
    }

    fn receive(&mut self, text: &str, ctx: &mut Context) {
        fail::point("socket");
        // Frames after `bye` are ignored. The client sends its commands again when it reconnects.
        if matches!(self.state, State::Draining(_) | State::Closing) {
            return;
        }
        if let State::Joining(joining) = &self.state {
            // The hub's welcome may reach the client before the stage's answer reaches this actor. So frames that
            // arrive now are not an error. They are kept until the socket has joined. A client that returns after a long absence
            // may send megabytes of them, so reading stops after `MAX_EARLY_BYTES`.
            let joining = joining.clone();
            return self.keep_early(Early::Text(text.to_owned()), joining, ctx);
        }
        let frame = match read_frame(text) {
            Ok(frame) => frame,
            Err(refusal) => return self.protocol_error(refusal, ctx),
        };
        match (frame, &mut self.state) {
            (ClientFrame::Hello(hello), State::AwaitingHello) => self.hello(hello, ctx),
            (ClientFrame::Ping { n }, State::Live(_)) => self.out.text(NodeFrame::Pong { n }.encode()),
            (ClientFrame::Command { id, command }, State::Live(live)) => {
                let by = UserId(live.principal.user_id);
                if live.origin.is_none() {
                    live.origin = self.origin.map(Arc::new);
                }
                let from = live.origin.clone();
                let (order, answer) = match self.command_rate.admit(command, by, text.len(), &self.door.limits) {
                    Ok(command) => {
                        let order = Order { id, by, narrowing: Narrowing::NONE, from, what: What::Command(*command) };
                        // The task that answers keeps the order: it hands the order over again if the workspace actor stops
                        // without an answer.
                        let pending = self.door.stage.hand_over(live.workspace, order.clone());
                        (order, Answer::Pending(pending))
                    }
                    // The refusal goes through the same queue, so that answers keep their order.
                    Err(refusal) => (
                        Order { id, by, narrowing: Narrowing::NONE, from, what: What::nothing() },
                        Answer::Known(refusal),
                    ),
                };
                let span = span_of(&order, live.workspace);
                // Sending fails only if the task that answers has ended. Then the socket has ended too.
                let command = CommandInOrder { order, answer, at: Instant::now(), span };
                let _ = live.commands(&self.door, ctx).send(Box::new(command));
                self.unanswered += 1;
            }
            (ClientFrame::Presence(update), State::Live(live)) => {
                self.door.stage.show(live.workspace, self.connection, update)
            }
            (ClientFrame::Watch { ticket_id }, State::Live(live)) => {
                let watched = self.watched.get_or_insert_default();
                if watched.len() >= MAX_WATCHED && !watched.contains(&ticket_id) {
                    let text = words::watches_too_many(MAX_WATCHED);
                    return self.protocol_error(StageRefusal::new(RefusalCode::TooMany, text), ctx);
                }
                watched.insert(ticket_id);
                self.door.stage.watch(live.workspace, self.connection, ticket_id, true)
            }
            (ClientFrame::Unwatch { ticket_id }, State::Live(live)) => {
                if let Some(watched) = &mut self.watched {
                    watched.remove(&ticket_id);
                }
                self.door.stage.watch(live.workspace, self.connection, ticket_id, false)
            }
            (ClientFrame::Token { token }, State::Live(_)) => self.renew(&token, ctx),
            (_, State::Live(_)) => {
                self.protocol_error(StageRefusal::new(RefusalCode::Conflict, words::FRAME_UNEXPECTED), ctx);
            }
            _ => self.protocol_error(StageRefusal::new(RefusalCode::Conflict, words::HELLO_FIRST), ctx),
        }
    }

    /// Keeps a frame until the socket has joined.
    fn keep_early(&mut self, early: Early, joining: Joining, ctx: &mut Context) {
        self.early_frames.push(early);
        if self.early_frames.iter().map(Early::len).sum::<usize>() > MAX_EARLY_BYTES {
            // Reads nothing more until the socket has joined.
            ctx.wait(joining.into_actor(self).map(|_, _, _| ()));
        }
    }

    /// A frame of a text (TX4).
    fn receive_binary(&mut self, bytes: &Bytes, ctx: &mut Context) {
        match &self.state {
            State::Draining(_) | State::Closing => {}
            State::AwaitingHello => {
                self.protocol_error(StageRefusal::new(RefusalCode::ValidationFailed, words::NOT_TEXT), ctx);
            }
            State::Joining(joining) => {
                let joining = joining.clone();
                self.keep_early(Early::Binary(bytes.clone()), joining, ctx);
            }
            State::Live(live) => {
                let workspace = live.workspace;
                match read_text_frame(bytes) {
                    Err(refusal) => self.protocol_error(refusal, ctx),
                    Ok(None) => {}
                    Ok(Some(frame)) => match self.text_rates.get_or_insert_default().admit(&frame) {
                        Pace::Taken => self.door.stage.text(workspace, self.connection, frame),
                        Pace::Dropped => {}
                        Pace::Refused(answer) => self.out.binary(answer),
                    },
                }
            }
        }
    }

    fn hello(&mut self, hello: Hello, ctx: &mut Context) {
        if hello.protocol != PROTOCOL {
            return self.close(4426, &format!("versions: {PROTOCOL}"), ctx);
        }
        let principal = match self.door.auth.verify(&hello.token) {
            Ok(principal) => principal,
            Err(refusal) => {
                // An expired or revoked token was once issued by this server, so it is no guess. Any other bad token counts as a
                // guess, and above the limit the socket is closed.
                let is_guess = refusal.code == Code::Unauthenticated;
                if is_guess && self.origin.is_some_and(|from| self.door.limits.guess_from(from.address).is_err()) {
                    return self.close(4429, "too many bad tokens", ctx);
                }
                // Keys act over HTTP alone.
                let is_key = refusal.code == Code::Forbidden;
                return self.close(4401, if is_key { "API keys open no socket" } else { refusal.code.as_str() }, ctx);
            }
        };
        self.without_hello = None;
        let Ok(workspace) = Uuid::parse_str(&hello.workspace).map(WorkspaceId) else {
            return self.close(4404, "no such workspace", ctx);
        };
        self.account_slot = self.door.limits.socket(principal.user_id);
        if self.account_slot.is_none() {
            return self.close(4429, "too many sockets", ctx);
        }
        self.requested_workspace = Some(workspace);
        let entry = SocketEntry {
            connection: self.connection,
            workspace,
            user: UserId(principal.user_id),
            session: principal.session_id,
            schema: self.schema,
            limits: SocketLimits {
                frame_bytes: MAX_FRAME,
                commands_per_second: self.door.config.sockets.commands_per_second,
                command_burst: self.door.config.sockets.commands_burst,
            },
            out: ctx.address().recipient(),
            writer: Arc::new(self.out.clone()),
            gauge: self.gauge.clone(),
            cut: cut_of(self.transport.clone()),
        };
        let joining = join(self.door.clone(), Addr::clone(&self.hub), principal, hello, workspace, entry);
        self.state = State::Joining(joining.clone());
        ctx.spawn(
            joining
                .into_actor(self)
                .map(move |outcome, session, ctx| session.joined(outcome, workspace, principal, ctx)),
        );
    }

    fn joined(
        &mut self,
        outcome: Result<(), NotJoined>,
        workspace: WorkspaceId,
        principal: Principal,
        ctx: &mut Context,
    ) {
        match outcome {
            Ok(()) => {}
            Err(NotJoined::Session) => return self.close(4401, Code::Unauthenticated.as_str(), ctx),
            Err(NotJoined::Refused(refusal)) => {
                return match refusal.code {
                    RefusalCode::Forbidden => self.close(4403, "no access", ctx),
                    RefusalCode::NotFound => self.close(4404, "no such workspace", ctx),
                    // All other refusals are temporary: the client comes back.
                    _ => self
                        .close_with_bye(&SocketClose::restart_with_bye(refusal.retry_after_ms.unwrap_or(1_000)), ctx),
                };
            }
        }
        if matches!(self.state, State::Closing) {
            return;
        }
        if let Some(hello_timer) = self.hello_timer.take() {
            ctx.cancel_future(hello_timer);
        }
        self.state = State::Live(Live { workspace, principal, commands: None, origin: None });
        // The session may have ended while the socket was joining, before the hub knew of the socket.
        if self.door.auth.ended().contains(principal.session_id) {
            return self.close(4401, Code::TokenRevoked.as_str(), ctx);
        }
        self.expire_at(principal.expires_at);
        for early in std::mem::take(&mut self.early_frames) {
            match early {
                Early::Text(text) => self.receive(&text, ctx),
                Early::Binary(bytes) => self.receive_binary(&bytes, ctx),
            }
        }
        if self.client_closed {
            ctx.stop();
        }
    }

    fn renew(&mut self, token: &str, ctx: &mut Context) {
        let State::Live(live) = &mut self.state else { return };
        match self.door.auth.verify(token) {
            Ok(principal)
                if principal.user_id == live.principal.user_id && principal.session_id == live.principal.session_id =>
            {
                live.principal = principal;
                self.expire_at(principal.expires_at);
            }
            Ok(_) => self.close(4401, "another session's token", ctx),
            Err(refusal) => self.close(4401, refusal.code.as_str(), ctx),
        }
    }

    /// Sets when the hub closes the socket: `RENEWAL_GRACE` after the token expires (HS4).
    fn expire_at(&mut self, at: OffsetDateTime) {
        let left = (at - self.door.stage.now().get()).max(time::Duration::ZERO);
        self.gauge.expire_in(left.unsigned_abs() + RENEWAL_GRACE);
    }

    fn say_bye(&mut self, close: &SocketClose) {
        if let Some((code, retry_after_ms)) = close.bye {
            self.out.text(NodeFrame::Bye { code: code.to_owned(), retry_after_ms }.encode());
        }
    }

    fn close_with_bye(&mut self, close: &SocketClose, ctx: &mut Context) {
        self.say_bye(close);
        self.close(close.code, close.reason, ctx);
    }

    /// DR1: sends `bye`, and closes the socket after every accepted command is answered.
    fn close_when_answered(&mut self, close: SocketClose, ctx: &mut Context) {
        match &self.state {
            State::Draining(_) => return,
            State::Live(_) if self.unanswered > 0 => {}
            _ => return self.close_with_bye(&close, ctx),
        }
        self.say_bye(&close);
        let SocketClose { code, reason, .. } = close;
        ctx.run_later(DRAIN_TIME, move |session, ctx| session.close(code, reason, ctx));
        self.state = State::Draining(close);
    }

    /// Sends a ping. Closes the socket if no frame has come for three heartbeats (BP3), or if its session has ended (HS4).
    fn beat(&mut self, ctx: &mut Context) {
        if self.last_traffic.elapsed() > self.door.config.sockets.heartbeat * 3 {
            if let Some(transport) = &self.transport {
                transport.cut();
            }
            return ctx.stop();
        }
        if let State::Live(live) = &self.state
            && self.door.auth.ended().contains(live.principal.session_id)
        {
            return self.close(4401, Code::TokenRevoked.as_str(), ctx);
        }
        self.out.ping();
    }

    fn receive_fragment(&mut self, item: Item, ctx: &mut Context) {
        let (piece, last) = match item {
            Item::FirstText(piece) if self.fragments.is_none() => {
                self.fragments = Some(Fragments::default());
                (piece, false)
            }
            Item::Continue(piece) if self.fragments.is_some() => (piece, false),
            Item::Last(piece) if self.fragments.is_some() => (piece, true),
            _ => return self.protocol_error(StageRefusal::new(RefusalCode::ValidationFailed, words::NOT_TEXT), ctx),
        };
        let Some(fragments) = &mut self.fragments else { return };
        match fragments.add(&piece, last) {
            Ok(()) if last => {
                if let Some(fragments) = self.fragments.take() {
                    self.receive(&fragments.into_text(), ctx);
                }
            }
            Ok(()) => {}
            Err(broken) => {
                self.fragments = None;
                match broken {
                    Broken::TooLarge => self.too_large(ctx),
                    Broken::NotText => self.fail(CloseCode::Invalid, ctx),
                }
            }
        }
    }

    fn too_large(&mut self, ctx: &mut Context) {
        let text = words::frame_too_large(MAX_FRAME);
        self.protocol_error(StageRefusal::new(RefusalCode::PayloadTooLarge, text), ctx);
        self.read_no_more(ctx);
    }
}

impl Actor for Session {
    type Context = Context;

    fn started(&mut self, ctx: &mut Self::Context) {
        // The mailbox receives only heartbeats, answers and the close. The hub writes all other frames itself.
        ctx.set_mailbox_capacity(16);
        if let Some(from) = self.origin {
            self.without_hello = Some(self.door.limits.without_hello().count(from.address, ctx.address().recipient()));
        }
        self.hello_timer = Some(ctx.run_later(HELLO_WITHIN, |session, ctx| {
            if matches!(session.state, State::AwaitingHello) {
                session.close(4408, "no hello in time", ctx);
            }
        }));
    }

    fn stopped(&mut self, _: &mut Self::Context) {
        self.hub.do_send(Leave { connection: self.connection });
        if let Some(workspace) = self.requested_workspace {
            self.door.stage.leave(workspace, self.connection);
        }
    }
}

impl StreamHandler<Result<ws::Message, ProtocolError>> for Session {
    fn handle(&mut self, message: Result<ws::Message, ProtocolError>, ctx: &mut Self::Context) {
        self.last_traffic = Instant::now();
        if self.frame_rate.take(self.last_traffic).is_err() {
            return self.close(4429, "flood", ctx);
        }
        match message {
            Ok(ws::Message::Text(text)) => self.receive(&text, ctx),
            Ok(ws::Message::Binary(bytes)) => self.receive_binary(&bytes, ctx),
            Ok(ws::Message::Continuation(item)) => self.receive_fragment(item, ctx),
            Ok(ws::Message::Ping(bytes)) => self.out.pong(bytes),
            Ok(ws::Message::Pong(_) | ws::Message::Nop) => {}
            Ok(ws::Message::Close(reason)) => {
                if !matches!(self.state, State::Closing) {
                    self.out.close(reason);
                }
                ctx.stop();
            }
            Err(ProtocolError::Overflow) => self.too_large(ctx),
            Err(ProtocolError::Io(error)) => match (self.payload_end.get(), error.kind()) {
                (PayloadEnd::TooLarge, _) => self.too_large(ctx),
                (PayloadEnd::Malformed, _) => self.fail(CloseCode::Protocol, ctx),
                (PayloadEnd::Lost, _) => ctx.stop(),
                // `InvalidData` means that reserved bits were set. All other errors mean that the text is not UTF-8.
                (PayloadEnd::None, ErrorKind::InvalidData) => self.fail(CloseCode::Protocol, ctx),
                (PayloadEnd::None, _) => self.fail(CloseCode::Invalid, ctx),
            },
            Err(_) => self.fail(CloseCode::Protocol, ctx),
        }
    }

    fn finished(&mut self, ctx: &mut Self::Context) {
        // The client has closed the connection. A closing socket may still have to write its last frame, and a joining
        // socket must still handle its early frames.
        match self.state {
            State::Closing => {}
            State::Joining(_) => self.client_closed = true,
            _ => ctx.stop(),
        }
    }
}

impl Handler<Outgoing> for Session {
    type Result = ();
    fn handle(&mut self, message: Outgoing, ctx: &mut Self::Context) {
        match message {
            Outgoing::Beat => self.beat(ctx),
            Outgoing::Close(close) if close.code == SocketClose::RESTART.code => self.close_when_answered(close, ctx),
            Outgoing::Close(close) => self.close_with_bye(&close, ctx),
        }
    }
}

impl Handler<AnswerFrame> for Session {
    type Result = ();
    fn handle(&mut self, AnswerFrame(frame): AnswerFrame, ctx: &mut Self::Context) {
        self.unanswered = self.unanswered.saturating_sub(1);
        if matches!(self.state, State::Closing) {
            return;
        }
        self.out.text(frame);
        if let (State::Draining(close), 0) = (&self.state, self.unanswered) {
            let SocketClose { code, reason, .. } = *close;
            self.close(code, reason, ctx);
        }
    }
}
