mod gains;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant as Tick};

use bytes::Bytes;
use uuid::Uuid;

use super::{Effect, Failure, FailureKind, Host, Phase, Step, WorkspaceCore};
use crate::domain::{
    change::{Event, Write},
    command::Command,
    date::Instant,
    decide::{Order, What},
    entity::{Entity, Member, Role, Ticket},
    founding::{Founding, found},
    ids::{CommandId, Epoch, LabelId, ListId, ScopeId, TicketId, UserId, WorkspaceId},
    kinds::{
        label::commands::LabelCreate, list::commands::ListCreate, member::commands::NewMember,
        status::commands::StatusDelete,
    },
    refusal::{Refusal, RefusalCode},
    rights::Narrowing,
    scope::{NewScope, commons_of, personal_scope},
    world::World,
};
use crate::sync::{Batch, Committed, Head, LoadedTickets, LoadedWorkspace, ScopePosition, StoredTicket};
use crate::workspace::Ack;

const HOME: WorkspaceId = WorkspaceId(Uuid::from_u128(1));
const ANN: UserId = UserId(Uuid::from_u128(2));
const BOB: UserId = UserId(Uuid::from_u128(3));

/// A host whose clock stands still.
struct Still {
    tick: Tick,
    away: bool,
}

impl Host for Still {
    type Reply = CommandId;
    type Socket = ();
    type Question = ();

    fn now(&self) -> Instant {
        Instant::new(time::OffsetDateTime::UNIX_EPOCH + Duration::from_secs(1_900_000_000))
    }

    fn tick(&self) -> Tick {
        self.tick
    }

    fn random(&self) -> f64 {
        1.0
    }

    fn fresh_id(&self) -> CommandId {
        id(99)
    }

    fn database_is_away(&self) -> bool {
        self.away
    }

    fn is_waiting(&self, (): &()) -> bool {
        true
    }

    fn encode(&self, event: &Arc<Event>) -> Bytes {
        Bytes::copy_from_slice(&event.seq.to_be_bytes())
    }
}

fn still() -> Still {
    Still { tick: Tick::now(), away: false }
}

/// A UUIDv7 of the host's instant.
fn id(n: u128) -> CommandId {
    CommandId(Uuid::from_u128(1_900_000_000_000 << 80 | 0x7 << 76 | 0x2 << 62 | n))
}

fn order(n: u128) -> Order {
    let label = LabelCreate { label_id: LabelId(id(1_000 + n).0), name: format!("Label {n}"), color: None };
    let command = Command::from(label);
    Order { id: id(n), by: ANN, narrowing: Narrowing::NONE, from: None, what: What::Command(command) }
}

fn loaded() -> LoadedWorkspace {
    let founder = NewMember {
        role: Role::Owner.into(),
        invited_by: None,
        firstname: "Ann".into(),
        lastname: String::new(),
        username: "ann".into(),
        avatar_url: None,
        department: String::new(),
        designation: String::new(),
        lists: Vec::new(),
    };
    let founding = Founding { id: HOME, name: "House".into(), key: None, by: ANN, founder };
    let (workspace, decision) = found(&founding, id(0), still().now()).expect("founded");
    let mut world = World::new(workspace);
    for (scope, write) in &decision.writes {
        world.apply(*scope, write);
    }
    let position = ScopePosition { epoch: Epoch(Uuid::from_u128(7)), seq: 1, config_seq: 1, last_number: 0 };
    let positions =
        [(HOME.scope(), position), (personal_scope(HOME, ANN), ScopePosition { seq: 0, config_seq: 0, ..position })];
    LoadedWorkspace { world, positions: positions.into(), gained: HashMap::new() }
}

type Effects = Vec<Effect<Still>>;

fn effects(core: &mut WorkspaceCore<Still>) -> Effects {
    let mut effects = Vec::new();
    core.swap_effects(&mut effects);
    effects
}

/// A loaded workspace without anything to do.
fn ready(host: &Still) -> WorkspaceCore<Still> {
    let mut core = WorkspaceCore::new(HOME);
    assert!(core.is_blank() && matches!(effects(&mut core)[..], [Effect::Load]));
    core.loaded(Ok(Some(loaded())), host);
    assert!(matches!(core.phase(), Phase::Ready(_)));
    effects(&mut core);
    core
}

/// Runs the round among these effects up to its commit.
fn batch_of(effects: Effects, host: &Still) -> (Box<super::Round<Still>>, Batch) {
    let round = effects.into_iter().find_map(|effect| match effect {
        Effect::Run(round) => Some(round),
        _ => None,
    });
    match round.expect("a round").step(host) {
        Step::Commit(round, batch) => (round, batch),
        _ => panic!("labels touch no rows"),
    }
}

fn done(seq: i64) -> Result<Committed, Failure> {
    Ok(Committed::Done(vec![(HOME.scope(), seq), (personal_scope(HOME, ANN), 0)]))
}

fn answers(effects: &Effects) -> Vec<(CommandId, Result<Ack, RefusalCode>)> {
    let answer = |effect: &Effect<Still>| match effect {
        Effect::Answer(id, answer) => Some((*id, answer.clone().map_err(|Refusal { code, .. }| code))),
        _ => None,
    };
    effects.iter().filter_map(answer).collect()
}

fn ack(seq: i64) -> Result<Ack, RefusalCode> {
    Ok(Ack { scope: HOME.scope(), seq })
}

fn delivered(effects: &Effects) -> Vec<(ScopeId, i64, i64)> {
    let run = |effect: &Effect<Still>| match effect {
        Effect::Deliver { scope, from, to, .. } => Some((*scope, *from, *to)),
        _ => None,
    };
    effects.iter().filter_map(run).collect()
}

fn away() -> Failure {
    Failure { kind: FailureKind::Away { outcome_unknown: true, too_slow: false }, why: "cut".into() }
}

#[test]
fn cm2_a_command_that_comes_again_while_the_first_waits_is_not_decided_twice_in_one_batch() {
    let host = still();
    let mut core = ready(&host);
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    // Both wait for the next round.
    core.submit(order(2), id(2), &host);
    core.submit(order(2), id(2), &host);
    core.round_ended(round.committed(&batch, done(1)), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    assert_eq!(batch.answers.len(), 1);
    core.round_ended(round.committed(&batch, done(2)), &host);
    assert_eq!(answers(&effects(&mut core)), [(id(2), ack(3)), (id(2), ack(3))], "both have the same answer");
}

#[test]
fn a_stale_round_reads_the_journal_before_its_orders_are_decided_again() {
    let host = still();
    let mut core = ready(&host);
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    assert!(matches!(core.phase(), Phase::InRound));
    core.round_ended(round.committed(&batch, Ok(Committed::Stale)), &host);
    assert!(matches!(core.phase(), Phase::CatchingUp(_)));
    let asked = effects(&mut core);
    assert!(asked.iter().any(|effect| matches!(effect, Effect::CatchUp(_))));
    assert!(answers(&asked).is_empty());
    core.caught_up(Ok(Vec::new()), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    core.round_ended(round.committed(&batch, done(1)), &host);
    let told = effects(&mut core);
    assert_eq!((answers(&told), delivered(&told)), (vec![(id(1), ack(2))], vec![(HOME.scope(), 1, 2)]));
    assert!(matches!(core.phase(), Phase::Ready(_)) && core.is_quiet());
}

#[test]
fn cm5_an_order_whose_commit_has_an_unknown_outcome_waits_and_orders_behind_it_are_deferred() {
    let mut host = still();
    let mut core = ready(&host);
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    host.away = true;
    core.submit(order(2), id(2), &host);
    assert_eq!(answers(&effects(&mut core)), [(id(2), Err(RefusalCode::Unavailable))]);
    core.round_ended(round.committed(&batch, Err(away())), &host);
    let asked = effects(&mut core);
    assert!(matches!(core.phase(), Phase::Paused));
    assert!(asked.iter().any(|effect| matches!(effect, Effect::LoadAfter(_))));
    assert!(answers(&asked).is_empty(), "the first may be stored");
    host.away = false;
    core.load();
    core.loaded(Ok(Some(loaded())), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    assert_eq!(batch.answers[0].command, id(1), "run again under its id");
    core.round_ended(round.committed(&batch, done(1)), &host);
    assert_eq!(answers(&effects(&mut core)), [(id(1), ack(2))]);
}

#[test]
fn cm8_behind_a_round_wait_sixteen_mebibytes_of_orders_and_the_rest_is_put_off() {
    const LONG: usize = 99_000;
    let long = |n| {
        let label = LabelCreate { label_id: LabelId(id(1_000 + n).0), name: "x".repeat(LONG), color: None };
        Order { what: What::Command(Command::from(label)), ..order(n) }
    };
    let host = still();
    let mut core = ready(&host);
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    let sent = 2..=250;
    for n in sent.clone() {
        core.submit(long(n), id(n), &host);
    }
    let put_off = answers(&effects(&mut core));
    assert!(put_off.iter().all(|(_, answer)| *answer == Err(RefusalCode::Unavailable)), "{put_off:?}");
    let held = sent.count() - put_off.len();
    assert!((held * LONG..(held + 1) * (LONG + 1_000)).contains(&(16 << 20)), "{held} wait");
    core.round_ended(round.committed(&batch, done(1)), &host);
    core.submit(long(300), id(300), &host);
    let later = answers(&effects(&mut core));
    assert!(later.iter().all(|(id, _)| !put_off.iter().any(|(of, _)| of == id)), "each is answered once");
    assert!(!later.contains(&(id(300), Err(RefusalCode::Unavailable))), "the next round has made room");
}

#[test]
fn orders_for_a_workspace_that_does_not_exist_are_refused() {
    let host = still();
    let mut core = WorkspaceCore::new(HOME);
    core.loaded(Ok(None), &host);
    assert!(core.is_missing() && !core.is_blank());
    effects(&mut core);
    core.submit(order(1), id(1), &host);
    assert_eq!(answers(&effects(&mut core)), [(id(1), Err(RefusalCode::NotFound))]);
}

#[test]
fn ev1_events_of_another_node_wait_for_the_end_of_a_round() {
    let host = still();
    let mut core = ready(&host);
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    let event = Event { seq: 2, command_id: id(50), by: ANN, at: host.now(), changes: Vec::new(), foreign: None };
    core.advanced(HOME.scope(), Epoch(Uuid::from_u128(7)), (1, 2), 0, Some(vec![Arc::new(event)]), &host);
    assert!(delivered(&effects(&mut core)).is_empty());
    core.round_ended(round.committed(&batch, done(2)), &host);
    assert_eq!(delivered(&effects(&mut core)), [(HOME.scope(), 1, 3)], "in the journal's order, and once");
}

#[test]
fn ev1_a_gap_in_another_scope_is_read_although_rounds_follow_each_other_without_a_pause() {
    let host = still();
    let mut core = ready(&host);
    let (ann, epoch) = (personal_scope(HOME, ANN), Epoch(Uuid::from_u128(7)));
    core.submit(order(1), id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    core.submit(order(2), id(2), &host);
    core.heads(vec![Head { scope: ann, epoch, seq: 1 }]);
    core.read_gaps();
    assert_eq!(gap_reads(&effects(&mut core)), [], "not during a round");
    core.round_ended(round.committed(&batch, done(1)), &host);
    let next = effects(&mut core);
    assert!(next.iter().any(|effect| matches!(effect, Effect::Run(_))));
    assert_eq!(gap_reads(&next), [(ann, 0, 1)]);
}

fn of_bob(ticket: Ticket) -> StoredTicket {
    StoredTicket { ticket, version: 1, scope: personal_scope(HOME, BOB) }
}

/// The workspace with a private ticket of Bob, whose personal stream this node has not opened; an order of Ann that
/// rewrites the ticket.
fn with_unopened_scope(host: &Still) -> (WorkspaceCore<Still>, Ticket, Order) {
    let mut loaded = loaded();
    let world = &mut loaded.world;
    let ann = world.tables.members[&ANN].clone();
    world.apply(HOME.scope(), &Write::create(Entity::Member(Member { id: BOB, role: Role::Member.into(), ..ann })));
    let [gone, kept] = [0, 1].map(|place| world.statuses_in_order()[place].id);
    let mut ticket = Ticket::blank(TicketId(Uuid::from_u128(40)), 1, gone, BOB, host.now());
    ticket.private = true;
    world.apply(personal_scope(HOME, BOB), &Write::create(Entity::Ticket(Box::new(ticket.clone()))));
    world.tables.tickets.clear();
    let mut core = WorkspaceCore::new(HOME);
    core.loaded(Ok(Some(loaded)), host);
    effects(&mut core);
    let delete = Command::from(StatusDelete { status_id: gone, move_to: kept });
    (core, ticket, Order { id: id(1), by: ANN, narrowing: Narrowing::NONE, from: None, what: What::Command(delete) })
}

/// Submits the order of [`with_unopened_scope`]. Returns the round that waits for a scope, and the scopes to open.
fn opening(
    core: &mut WorkspaceCore<Still>,
    ticket: Ticket,
    order: Order,
    host: &Still,
) -> (Box<super::Round<Still>>, Vec<NewScope>) {
    core.submit(order, id(1), host);
    let round = effects(core).into_iter().find_map(|effect| match effect {
        Effect::Run(round) => Some(round),
        _ => None,
    });
    let Step::Fetch(round, _) = round.expect("a round").step(host) else { panic!("it reads the ticket") };
    let fetched = LoadedTickets { tickets: vec![of_bob(ticket)], ..LoadedTickets::default() };
    let Step::Open(round, scopes) = round.fetched(Ok(fetched), host) else { panic!("it opens the scope") };
    (round, scopes)
}

#[test]
fn sc9_a_round_opens_the_personal_scopes_of_others_that_it_writes_before_it_decides() {
    let host = still();
    let (mut core, ticket, order) = with_unopened_scope(&host);
    let (round, scopes) = opening(&mut core, ticket, order, &host);
    assert_eq!(scopes, [NewScope::Personal(BOB)]);
    let position = ScopePosition { epoch: Epoch(Uuid::from_u128(8)), seq: 0, config_seq: 0, last_number: 1 };
    let Step::Commit(round, batch) = round.opened(Ok(vec![(NewScope::Personal(BOB), position)]), &host) else {
        panic!("it commits")
    };
    assert_eq!(batch.scopes[&personal_scope(HOME, BOB)].epoch, position.epoch);
    let before = vec![(HOME.scope(), 1), (personal_scope(HOME, BOB), 0)];
    core.round_ended(round.committed(&batch, Ok(Committed::Done(before))), &host);
    let told = effects(&mut core);
    assert_eq!(answers(&told), [(id(1), ack(2))]);
    assert_eq!(delivered(&told), [(personal_scope(HOME, BOB), 0, 1), (HOME.scope(), 1, 2)]);
}

#[test]
fn sc9_a_scope_that_another_node_has_written_since_is_read_before_the_order_is_decided() {
    let host = still();
    let (mut core, ticket, order) = with_unopened_scope(&host);
    let (round, _) = opening(&mut core, ticket, order, &host);
    let position = ScopePosition { epoch: Epoch(Uuid::from_u128(8)), seq: 3, config_seq: 0, last_number: 1 };
    let Step::End(end) = round.opened(Ok(vec![(NewScope::Personal(BOB), position)]), &host) else { panic!("it ends") };
    core.round_ended(end, &host);
    let asked = effects(&mut core);
    assert!(answers(&asked).is_empty() && asked.iter().any(|effect| matches!(effect, Effect::LoadAfter(_))));
}

#[test]
fn ev3_events_of_other_scopes_wait_for_known_events_of_the_commons_because_those_may_take_rights() {
    let host = still();
    let (mut core, commons, epoch) = core_with_commons(&host);
    let head = |scope, seq| Head { scope, epoch, seq };
    core.heads(vec![head(HOME.scope(), 3), head(commons, 1)]);
    // One comes by the bus, and the other is to be read.
    core.advanced(HOME.scope(), epoch, (1, 2), 0, Some(vec![Arc::new(nothing(2))]), &host);
    core.read_gaps();
    let asked = effects(&mut core);
    assert_eq!((gap_reads(&asked), delivered(&asked)), (vec![(commons, 0, 1)], vec![]));
    core.gap_read((commons, 0, 1), Ok(vec![nothing(1)]), &host);
    let done = effects(&mut core);
    assert_eq!(delivered(&done), [(commons, 0, 1), (HOME.scope(), 1, 2)]);
    assert_eq!(gap_reads(&done), [(HOME.scope(), 2, 3)]);
}

#[test]
fn ev3_an_event_waits_for_the_commons_on_which_it_was_decided_even_if_its_message_comes_first() {
    let host = still();
    let (mut core, commons, epoch) = core_with_commons(&host);
    core.advanced(HOME.scope(), epoch, (1, 2), 1, Some(vec![Arc::new(nothing(2))]), &host);
    let early = effects(&mut core);
    assert_eq!(delivered(&early), []);
    assert!(early.iter().any(|effect| matches!(effect, Effect::StartGapTimer(_))), "a lost message is read");
    core.advanced(commons, epoch, (0, 1), 1, Some(vec![Arc::new(nothing(1))]), &host);
    assert_eq!(delivered(&effects(&mut core)), [(commons, 0, 1), (HOME.scope(), 1, 2)]);
}

#[test]
fn ev3_a_nodes_own_events_wait_for_events_of_the_commons_on_which_they_were_decided() {
    let host = still();
    let (mut core, commons, epoch) = core_with_commons(&host);
    // Another node makes a list and removes a member. This node reads the workspace anew, with the removal, and decides on
    // that before it has delivered the removal.
    core.heads(vec![Head { scope: ScopeId(Uuid::from_u128(70)), epoch, seq: 0 }]);
    let mut loaded = loaded();
    loaded.world.scopes.commons = Some(commons);
    let position = loaded.positions[&HOME.scope()];
    loaded.positions.insert(commons, ScopePosition { seq: 1, config_seq: 1, ..position });
    core.loaded(Ok(Some(loaded)), &host);
    let list = ListCreate {
        list_id: ListId(id(60).0),
        name: "Later".into(),
        color: None,
        after: None,
        restricted: None,
        icon: None,
        description: None,
        group_id: None,
    };
    core.submit(Order { what: What::Command(list.into()), ..order(1) }, id(1), &host);
    let (round, batch) = batch_of(effects(&mut core), &host);
    let before = batch.scopes.keys().map(|scope| (*scope, i64::from(*scope == HOME.scope() || *scope == commons)));
    core.round_ended(round.committed(&batch, Ok(Committed::Done(before.collect()))), &host);
    let early = effects(&mut core);
    assert_eq!((answers(&early), delivered(&early)), (vec![(id(1), ack(2))], vec![]));
    core.read_gaps();
    assert_eq!(gap_reads(&effects(&mut core)), [(commons, 0, 1)]);
    core.gap_read((commons, 0, 1), Ok(vec![nothing(1)]), &host);
    assert_eq!(delivered(&effects(&mut core)), [(commons, 0, 1), (HOME.scope(), 1, 2)]);
}

/// A core with the commons at seq 0 and the workspace scope at seq 1, and the epoch of both.
fn core_with_commons(host: &Still) -> (WorkspaceCore<Still>, ScopeId, Epoch) {
    let mut core = WorkspaceCore::new(HOME);
    let (commons, mut loaded) = (commons_of(HOME), loaded());
    let position = loaded.positions[&HOME.scope()];
    loaded.world.scopes.commons = Some(commons);
    loaded.positions.insert(commons, ScopePosition { seq: 0, ..position });
    core.loaded(Ok(Some(loaded)), host);
    effects(&mut core);
    (core, commons, position.epoch)
}

/// An event without changes.
fn nothing(seq: i64) -> Event {
    Event { seq, command_id: id(50), by: ANN, at: still().now(), changes: Vec::new(), foreign: None }
}

fn gap_reads(effects: &Effects) -> Vec<(ScopeId, i64, i64)> {
    let read = |effect: &Effect<Still>| match effect {
        Effect::ReadGap { scope, from, to } => Some((*scope, *from, *to)),
        _ => None,
    };
    effects.iter().filter_map(read).collect()
}
