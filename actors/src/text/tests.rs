//! The core of a text, answered by hand.

use std::time::Duration;

use bytes::Bytes;
use uuid::Uuid;

use super::{
    Answer, Effect, Failure, Host, Input, Join, Note, Question, Sent, Sights, StoredTail, StoredText, TextCore,
    TextHead, TextSight, TextTimes, first_document,
};
use crate::domain::{
    ids::{CommandId, Epoch, ScopeId, TicketId, UserId},
    limits::text_sum,
    rich_text::RichText,
};

const TICKET: TicketId = TicketId(Uuid::from_u128(1));
const EPOCH: Epoch = Epoch(Uuid::from_u128(2));
const HOME: ScopeId = ScopeId(Uuid::from_u128(3));
const ELSEWHERE: ScopeId = ScopeId(Uuid::from_u128(4));
const ANN: UserId = UserId(Uuid::from_u128(5));
const BEN: UserId = UserId(Uuid::from_u128(6));
const JOINED: u8 = 0x81;
const UPDATED: u8 = 0x82;
const REFUSED: u8 = 0x84;

/// A host with a clock that a test sets.
struct Clock(Duration);

impl Host for Clock {
    type Hub = ();
    type Writer = ();
    type Restorer = ();

    fn now(&self) -> Duration {
        self.0
    }

    fn fresh_id(&self) -> CommandId {
        CommandId(Uuid::from_u128(7))
    }

    fn fresh_client(&self) -> u64 {
        8
    }
}

/// A text with its clock, and the effects that the test has not looked at.
struct Bench {
    core: TextCore<Clock>,
    clock: Clock,
    effects: Vec<Effect<Clock>>,
}

impl Bench {
    fn new() -> Self {
        let clock = Clock(Duration::ZERO);
        Self { core: TextCore::new(TICKET, TextTimes::default(), &clock), clock, effects: Vec::new() }
    }

    fn take(&mut self, input: Input<Clock>) {
        self.core.take(input, &self.clock);
        self.effects.extend(self.core.take_effects());
    }

    fn tick_at(&mut self, seconds: u64) {
        self.clock.0 = Duration::from_secs(seconds);
        self.core.tick(&self.clock);
        self.effects.extend(self.core.take_effects());
    }

    fn answer(&mut self, answer: Answer) {
        self.core.answered(Ok(answer), &self.clock);
        self.effects.extend(self.core.take_effects());
    }

    fn fail(&mut self) {
        self.core.answered(Err(Failure { why: "away".into() }), &self.clock);
        self.effects.extend(self.core.take_effects());
    }

    /// The open question.
    fn question(&mut self) -> Question {
        let asked = self.effects.drain(..).filter_map(|effect| match effect {
            Effect::Ask(question) => Some(question),
            _ => None,
        });
        let asked: Vec<Question> = asked.collect();
        assert_eq!(asked.len(), 1, "one question is open");
        asked.into_iter().next().expect("a question")
    }

    /// The kinds of the frames that were sent, with the people's sockets.
    fn sent(&self) -> Vec<(u8, Vec<Uuid>)> {
        let frames = self.effects.iter().filter_map(|effect| match effect {
            Effect::Send((), Sent { frame, to, .. }) => Some((frame[0], to.clone())),
            _ => None,
        });
        frames.collect()
    }

    fn joins(&mut self, user: UserId) {
        let (connection, epoch) = (user.0, Epoch(Uuid::nil()));
        self.take(Input::Join(Join { connection, user, hub: (), epoch, state_vector: Bytes::from_static(&[0]) }));
        assert!(matches!(self.question(), Question::Sights { .. }));
    }

    /// The first person joins, and the text is opened.
    fn opened_by(&mut self, user: UserId) {
        self.joins(user);
        self.answer(sights(HOME, &[(user, TextSight::Edits)]));
        assert!(matches!(self.question(), Question::Open));
        self.answer(Answer::Opened(Some(stored())));
        assert_eq!(self.sent(), [(JOINED, vec![user.0])]);
        self.effects.clear();
    }
}

fn sights(scope: ScopeId, of: &[(UserId, TextSight)]) -> Answer {
    Answer::Sights(Some((scope, of.iter().copied().collect::<Sights>())))
}

fn stored() -> StoredText {
    let (epoch, scope) = (EPOCH, HOME);
    let head =
        TextHead { ticket: TICKET, scope, sum: 9, is_archived: false, epoch, seq: 0, written_seq: 0, written_sum: 9 };
    let snapshot = first_document("Hello", 10);
    StoredText { epoch, snapshot, snapshot_seq: 0, updates: Vec::new(), head, last_editor: None }
}

/// An update that another person has typed.
fn typed() -> Vec<u8> {
    let document = RichText::load(&stored().snapshot, []).expect("a document");
    document.outside_write_as(11, &document, "Hello world").expect("an update")
}

/// An update that changes nothing.
fn nothing() -> Vec<u8> {
    let document = RichText::load(&stored().snapshot, []).expect("a document");
    document.diff(&document.state_vector()).expect("an update")
}

fn tail(scope: ScopeId, updates: Vec<(i64, Vec<u8>)>) -> Answer {
    Answer::After(Some(StoredTail { scope, last_editor: Some(BEN), snapshot: None, updates }))
}

#[test]
fn tx23_a_node_that_only_follows_reads_who_has_typed_before_it_writes_the_description() {
    let mut text = Bench::new();
    text.opened_by(ANN);
    text.take(Input::Note(Note { epoch: EPOCH, scope: HOME, first: 1, updates: vec![typed()] }));
    assert_eq!(text.sent(), [(UPDATED, vec![ANN.0])]);
    text.effects.clear();
    text.tick_at(20);
    assert!(matches!(text.question(), Question::After { seq: 1, .. }));
    text.answer(tail(HOME, Vec::new()));
    text.tick_at(40);
    assert!(text.effects.iter().any(|effect| matches!(effect, Effect::NoteWrite { seq: 1, .. })));
    text.effects.clear();
    text.core.write_noted(Ok(()), &text.clock);
    let effects = text.core.take_effects();
    assert!(matches!(&effects[..], [Effect::Submit(order)] if order.by == BEN));
}

#[test]
fn tx23_a_text_is_written_if_the_description_has_changed_meanwhile() {
    let mut text = Bench::new();
    text.joins(ANN);
    text.answer(sights(HOME, &[(ANN, TextSight::Edits)]));
    text.question();
    // The description had the text of the document when the node saw it last.
    let head = TextHead { seq: 1, written_sum: text_sum("Hello"), ..stored().head };
    let (updates, last_editor) = (vec![(1, nothing())], Some(ANN));
    text.answer(Answer::Opened(Some(StoredText { head, updates, last_editor, ..stored() })));
    text.effects.clear();
    text.tick_at(20);
    assert!(matches!(text.question(), Question::NoteWritten { seq: 1, is_assumed: true, .. }));
    text.answer(Answer::NotedWritten(false));
    assert!(text.effects.is_empty());
    // The head shows the other text, and the node writes its own.
    text.take(Input::Head(Some(TextHead { sum: 77, written_sum: 77, ..head })));
    text.tick_at(40);
    assert!(text.effects.iter().any(|effect| matches!(effect, Effect::NoteWrite { seq: 1, .. })));
}

#[test]
fn tx10_updates_that_were_read_after_a_move_are_sent_after_the_rights_of_all_are_known() {
    let mut text = Bench::new();
    text.opened_by(ANN);
    text.joins(BEN);
    text.answer(sights(HOME, &[(BEN, TextSight::Edits)]));
    assert!(matches!(text.question(), Question::After { .. }));
    // The ticket has moved meanwhile, and Ann may not see it there.
    text.answer(tail(ELSEWHERE, vec![(1, typed())]));
    assert!(text.sent().is_empty());
    assert!(matches!(text.question(), Question::Sights { users, .. } if users == [ANN]));
    text.answer(sights(ELSEWHERE, &[(ANN, TextSight::Nothing)]));
    assert!(text.sent().iter().all(|(kind, _)| *kind != UPDATED), "nothing of the text reaches Ann");
    // Ben's right is read again.
    assert!(matches!(text.question(), Question::Sights { users, .. } if users == [BEN]));
    text.answer(sights(ELSEWHERE, &[(BEN, TextSight::Edits)]));
    assert!(matches!(text.question(), Question::After { seq: 1, .. }));
    text.answer(tail(ELSEWHERE, Vec::new()));
    assert_eq!(text.sent(), [(JOINED, vec![BEN.0])]);
}

#[test]
fn tx5_a_join_is_answered_if_the_rights_cannot_be_read_after_a_move() {
    let mut text = Bench::new();
    text.opened_by(ANN);
    text.joins(BEN);
    text.answer(sights(ELSEWHERE, &[(BEN, TextSight::Edits)]));
    text.question();
    text.answer(tail(ELSEWHERE, Vec::new()));
    text.question();
    text.fail();
    assert!(text.sent().contains(&(REFUSED, vec![BEN.0])));
}

#[test]
fn what_comes_while_a_question_is_open_waits() {
    let mut text = Bench::new();
    text.joins(ANN);
    text.take(Input::Leave { connection: ANN.0 });
    text.core.flush(&text.clock);
    text.tick_at(1);
    assert!(text.effects.is_empty() && text.core.is_asking());
    text.answer(sights(HOME, &[(ANN, TextSight::Nothing)]));
    assert_eq!(text.sent(), [(REFUSED, vec![ANN.0])]);
    assert!(!text.core.is_asking());
}

#[test]
fn a_socket_with_too_many_waiting_updates_gets_one_refusal_while_the_database_is_slow() {
    let mut text = Bench::new();
    text.opened_by(ANN);
    text.joins(BEN);
    for number in 1..=1_000 {
        text.take(Input::Update { connection: ANN.0, number, update: typed().into() });
    }
    text.answer(sights(HOME, &[(BEN, TextSight::Nothing)]));
    let refusals = text.sent().iter().filter(|(kind, to)| *kind == REFUSED && *to == [ANN.0]).count();
    assert_eq!(refusals, 1, "only the first of the updates that do not fit is answered");
    text.effects.clear();
    text.core.flush(&text.clock);
    text.effects.extend(text.core.take_effects());
    assert!(matches!(text.question(), Question::Sights { .. }));
    text.answer(sights(HOME, &[(ANN, TextSight::Edits)]));
    let Question::Store { updates, .. } = text.question() else { panic!("the updates that fit are stored") };
    assert_eq!(updates.len(), 64);
    text.answer(Answer::Stored(Some(64)));
    // The socket joins again, and its updates are taken again.
    text.effects.clear();
    text.joins(ANN);
    text.take(Input::Update { connection: ANN.0, number: 1, update: typed().into() });
    text.answer(sights(HOME, &[(ANN, TextSight::Edits)]));
    assert!(matches!(text.question(), Question::After { .. }));
    text.answer(tail(HOME, Vec::new()));
    assert_eq!(text.sent(), [(JOINED, vec![ANN.0])]);
    assert!(text.effects.iter().any(|effect| matches!(effect, Effect::PlanFlush)), "the update waits to be stored");
}
