//! Deliveries for each CPU second: messages to all members of a room. Troupe stores a durable edit for each, JetStream a
//! message in a file; the other servers only publish. All frames have the same length, and the servers take turns in one run.

mod sockets;

use std::time::Duration;

use crate::figures::{Report, median, spread};
use crate::generator::sockets_within;
use crate::node::{Failure, Node};
use crate::peer::{Kind, Peer};
use sockets::{DividedRoom, Ours, RoomSockets};

/// Our own node again, in a workspace in which half of the lists are restricted.
const DIVIDED: &str = "Troupe, half of the lists restricted";

const RUNS: usize = 3;
const RUN: Duration = Duration::from_secs(2);

/// The members of each room, and the messages in flight.
#[derive(Clone, Copy)]
struct Shape {
    rooms: usize,
    people: usize,
    /// Whether Troupe is measured in a divided room too.
    divided: bool,
    bursts: &'static [Burst],
}

#[derive(Clone, Copy)]
struct Burst {
    /// Rooms that are written to at the same time, and the messages for each.
    rooms: usize,
    messages: usize,
    /// The name of a peer, and the goal beside it.
    goals: &'static [(&'static str, &'static str)],
}

const ONE_MESSAGE: &[(&str, &str)] = &[("Bun", "≥ 0.75 × Bun"), ("NATS", "≥ 1.5 × NATS")];
/// Plain NATS stores no messages. JetStream stores each message, as Troupe does.
const SMALL_ROOMS: &[(&str, &str)] = &[("NATS", "≥ 1 × NATS"), ("NATS JetStream", "≥ 2 × NATS JetStream")];
const SHAPES: [Shape; 3] = [
    Shape {
        rooms: 1,
        people: 1_000,
        divided: true,
        bursts: &[
            Burst { rooms: 1, messages: 1, goals: ONE_MESSAGE },
            Burst { rooms: 1, messages: 16, goals: &[("Bun", "≥ 0.75 × Bun")] },
        ],
    },
    Shape { rooms: 1, people: 10_000, divided: false, bursts: &[Burst { rooms: 1, messages: 1, goals: ONE_MESSAGE }] },
    Shape { rooms: 1_000, people: 10, divided: false, bursts: &[Burst { rooms: 16, messages: 1, goals: SMALL_ROOMS }] },
];

pub async fn run(report: &mut Report) -> Result<(), Failure> {
    for shape in SHAPES {
        let sockets = sockets_within(shape.rooms * shape.people);
        let rooms = if shape.rooms == 1 { 1 } else { sockets / shape.people };
        measure_all(report, Shape { rooms, people: sockets / rooms, ..shape }).await?;
    }
    Ok(())
}

/// The figures of one server, by its name.
struct Figures {
    name: &'static str,
    /// Deliveries for each CPU second of each run, and for each second of time.
    each: Vec<f64>,
    second: Vec<f64>,
    busy: Vec<f64>,
}

/// Measures all servers in turn, with the same shape.
async fn measure_all(report: &mut Report, shape: Shape) -> Result<(), Failure> {
    let node = Node::start().await?;
    let ours = Ours::create(&node, shape.rooms).await?;
    let divided = shape.divided.then(|| DividedRoom::create(&node)).transpose()?;
    let mut peers = Vec::new();
    for kind in Kind::ALL {
        // A stream in files is the peer of commits: it is measured where there is one for every few deliveries.
        if kind == Kind::JetStream && shape.rooms == 1 {
            continue;
        }
        match started(kind, shape.rooms).await {
            Ok(peer) => peers.push(peer),
            Err(error) => eprintln!("  {} is left out: {error}", kind.name()),
        }
    }
    let mut length = 0;
    for burst in shape.bursts {
        let names = std::iter::once("Troupe").chain(peers.iter().map(|peer| peer.kind.name()));
        let mut all: Vec<_> = names.map(Figures::of).collect();
        let mut of_divided = divided.is_some().then(|| Figures::of(DIVIDED));
        for _ in 0..RUNS {
            let mut sockets = RoomSockets::of_ours(&ours, shape.rooms, shape.people).await?;
            all[0].take(sockets.measure(burst.rooms, burst.messages, RUN, || node.cpu()).await?);
            length = sockets.length();
            drop(sockets);
            if let (Some(room), Some(figures)) = (&divided, &mut of_divided) {
                let mut sockets = RoomSockets::of_divided(room, shape.people).await?;
                figures.take(sockets.measure(burst.rooms, burst.messages, RUN, || node.cpu()).await?);
            }
            for (peer, figures) in peers.iter().zip(&mut all[1..]) {
                let mut sockets = RoomSockets::of_peer(peer, shape.rooms, shape.people, length).await?;
                figures.take(sockets.measure(burst.rooms, burst.messages, RUN, || peer.cpu()).await?);
            }
        }
        all.extend(of_divided);
        rows(report, shape, *burst, length, all);
    }
    Ok(())
}

async fn started(kind: Kind, rooms: usize) -> Result<Peer, Failure> {
    let peer = Peer::start(kind).await?;
    peer.prepare(rooms).await?;
    Ok(peer)
}

impl Figures {
    fn of(name: &'static str) -> Self {
        Self { name, each: vec![], second: vec![], busy: vec![] }
    }

    fn take(&mut self, measured: sockets::Measured) {
        self.each.push(measured.each);
        self.second.push(measured.second);
        self.busy.push(measured.busy);
    }
}

fn rows(report: &mut Report, shape: Shape, burst: Burst, length: usize, all: Vec<Figures>) {
    let people = match shape.rooms {
        1 => format!("{} in a room, {} under way", shape.people, burst.messages),
        rooms => format!("{rooms} rooms of {}, {} under way", shape.people, burst.rooms),
    };
    let own = all.first().map(|ours| median(ours.each.clone())).unwrap_or_default();
    for figures in all {
        let goal = burst.goals.iter().find(|(peer, _)| *peer == figures.name).map_or("", |(_, goal)| goal);
        let ratio = own / median(figures.each.clone());
        let words = match figures.name {
            "Troupe" => format!("frames of {length} bytes, each behind a durable edit"),
            DIVIDED => format!("{:.2} × the same with open lists", 1.0 / ratio),
            _ => format!("ours is {ratio:.2} × that"),
        };
        report.row(
            &format!("deliveries a CPU second, {people}, {}", figures.name),
            format!(
                "{}; {words}; {:.0}/s in all; generator {:.0} % of a core",
                spread(figures.each),
                median(figures.second),
                median(figures.busy) * 100.0
            ),
            goal,
        );
    }
}
