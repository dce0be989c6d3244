//! H12, TX20: updates and state vectors that are damaged by a program that knows their form.
//!
//! Real updates are cut, spliced, repeated and given other numbers; those that are accepted are damaged further. Other
//! updates are made block by block, with places, parents and content that no editor combines. `TROUPE_FUZZ_CASES=200000`
//! runs more cases, here and in `hostile.rs`.

use std::cell::Cell;
use std::sync::{Once, OnceLock};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use yrs::updates::decoder::Decode;
use yrs::{Any, Number, StateVector, Text, Transact, Update, Xml, XmlElementRef, XmlFragment, types::Attrs};

use super::page::{Page, element, mark, paragraph, text_of};
use crate::domain::rich_text::{
    Child, Fault, NEW_CLIENTS, RichText,
    markdown::read_markdown,
    scan::{Known, scan},
    write::insert_children,
};

const CASES: u32 = 4_000;
/// A document is begun anew after so many updates.
const ACCEPTED: usize = 30;
const CORPUS: usize = 400;

/// Every kind of node and mark that Markdown has.
const EVERYTHING: &str = "# h\n\n> q\n\n- a\n  - n\n\n2. b\n\n- [x] t\n\n```rs\nc\n```\n\n---\n\n| x |\n| :---: |\n| y |\n\n\
    > [!TIP]\n> z\n\n<details>\n<summary>s</summary>\n\nd\n\n</details>\n\na\nb ![i](https://e.org/i.png) **b** *i* ~~s~~ \
    <u>u</u> `c` [l](https://e.org) [KEY-1](ticket:0192f3a0-0000-7000-8000-000000000001) x🦊y";

/// The number of cases of a test: the default, or what the variable says.
pub(super) fn cases(default: u32) -> u32 {
    std::env::var("TROUPE_FUZZ_CASES").map_or(default, |text| text.parse().expect("TROUPE_FUZZ_CASES is a number"))
}

thread_local! {
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// The panics of this thread. The document catches the panics of its library, so a test sees them only here.
fn panics() -> usize {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            PANICS.set(PANICS.get() + 1);
            hook(info);
        }));
    });
    PANICS.get()
}

/// The letters of a document in the order of the alphabet.
fn letters(document: &RichText) -> Vec<char> {
    let mut letters: Vec<char> =
        document.tree().iter().flat_map(|it| it.plain_text().chars().collect::<Vec<_>>()).collect();
    letters.sort_unstable();
    letters
}

/// The document at the beginning, always the same within one run: the library writes marks in a random order.
fn first() -> &'static [u8] {
    static FIRST: OnceLock<Vec<u8>> = OnceLock::new();
    FIRST.get_or_init(|| {
        let page = Page::new(7);
        let children: Vec<Child> = read_markdown(EVERYTHING).into_iter().map(Child::Element).collect();
        page.edit(|txn, root| insert_children(txn, root, 0, &children));
        page.everything()
    })
}

fn document() -> RichText {
    RichText::load(first(), []).expect("whole")
}

/// What editors of the document send.
fn real_updates() -> Vec<Vec<u8>> {
    let page = Page::of(&document(), 8);
    let link = Any::Map(std::sync::Arc::new([("href".to_owned(), Any::String("https://e.org".into()))].into()));
    let mut updates = vec![
        page.write(0, "words"),
        page.type_into(0, 5, " more 🦊"),
        page.type_into(0, 2, "x"),
        page.edit(|txn, root| text_of(txn, root, 0).format(txn, 1, 3, Attrs::from([("bold".into(), mark())]))),
        page.edit(|txn, root| text_of(txn, root, 0).format(txn, 2, 4, Attrs::from([("link".into(), link)]))),
        page.edit(|txn, root| text_of(txn, root, 0).format(txn, 0, 4, Attrs::from([("bold".into(), Any::Null)]))),
        page.edit(|txn, root| text_of(txn, root, 0).remove_range(txn, 1, 5)),
        page.edit(|txn, root| {
            let heading = element(txn, root, 2, "heading", "title");
            heading.insert_attribute(txn, "level", Any::Number(Number::Int(2)));
            heading.insert_attribute(txn, "level", Any::Number(Number::Float(3.0)));
        }),
        page.edit(|txn, root| {
            let block = paragraph(txn, root, 1, "ask ");
            for (tag, attributes) in [
                ("mention", [("id", "0192f3a0-0000-7000-8000-000000000001"), ("label", "ana")]),
                ("image", [("src", "file:0192f3a0-0000-7000-8000-000000000001"), ("alt", "plan")]),
                ("hardBreak", [("", ""); 2]),
            ] {
                let inline: XmlElementRef = element(txn, &block, 1, tag, "");
                for (name, value) in attributes.into_iter().filter(|(name, _)| !name.is_empty()) {
                    inline.insert_attribute(txn, name, value);
                }
            }
        }),
        page.edit(|txn, root| {
            let table = element(txn, root, 3, "table", "");
            let row = element(txn, &table, 0, "tableRow", "");
            let cell = element(txn, &row, 0, "tableCell", "");
            cell.insert_attribute(txn, "colwidth", Any::Array([Any::Number(Number::Int(80))].into()));
            element(txn, &cell, 0, "paragraph", "x");
        }),
        page.edit(|txn, root| root.remove_range(txn, 4, 3)),
        page.everything(),
    ];
    let other = Page::of(&document(), 9);
    updates.extend([other.write(1, "at the same time"), other.edit(|txn, root| root.remove(txn, 0))]);
    updates.push(yrs::merge_updates_v1([&updates[0], &updates[12]]).expect("updates"));
    updates
}

fn push_number(into: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn push_text(into: &mut Vec<u8>, text: &str) {
    push_number(into, text.len() as u64);
    into.extend_from_slice(text.as_bytes());
}

/// A number at the edge of a range.
fn edge(random: &mut StdRng) -> u64 {
    let bits = [0, 1, 6, 7, 8, 14, 16, 31, 32, 53, 54, 63].choose(random).expect("one");
    (1_u64 << bits).wrapping_add(random.random_range(0..3)).wrapping_sub(1)
}

/// Damages bytes, with pieces of others.
fn damaged(random: &mut StdRng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = corpus.choose(random).expect("one").clone();
    for _ in 0..random.random_range(1..4) {
        let at = random.random_range(0..=bytes.len());
        let end = random.random_range(at..=bytes.len().min(at + 24));
        match random.random_range(0..9) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..end)),
            2 => {
                let other = corpus.choose(random).expect("one");
                bytes.truncate(at);
                bytes.extend_from_slice(&other[random.random_range(0..=other.len())..]);
            }
            3 => {
                let other = corpus.choose(random).expect("one");
                let from = random.random_range(0..=other.len());
                let piece = other[from..random.random_range(from..=other.len().min(from + 40))].to_vec();
                bytes.splice(at..end, piece);
            }
            4 => {
                let piece = bytes[at..end].repeat(random.random_range(1..30));
                bytes.splice(at..at, piece);
            }
            // Replaces a number by another one.
            5 | 6 if at < bytes.len() => {
                let length = bytes[at..].iter().take_while(|byte| **byte & 0x80 != 0).count() + 1;
                let mut number = Vec::new();
                let value = if random.random_bool(0.5) { random.random_range(0..20) } else { edge(random) };
                push_number(&mut number, value);
                bytes.splice(at..bytes.len().min(at + length), number);
            }
            // A length or clock that is off by a little.
            7 if at < bytes.len() => bytes[at] = bytes[at].wrapping_add_signed(random.random_range(-2..=2)),
            8 if at < bytes.len() => bytes[at] ^= 1 << random.random_range(0..8),
            _ => {}
        }
    }
    bytes
}

/// The characters and nodes that a document has, by client.
struct Has(StateVector);

impl Has {
    fn of(document: &RichText) -> Self {
        Self(StateVector::decode_v1(&document.state_vector()).expect("a state vector"))
    }

    fn clock(&self, client: u64) -> u64 {
        u64::from(self.0.get(&yrs::ClientID::new(client)))
    }

    /// Something that the document has; rarely something else.
    fn push_place(&self, random: &mut StdRng, into: &mut Vec<u8>) {
        let client = *[7, 7, 7, 8, 8, 9, 10].choose(random).expect("one");
        push_number(into, client);
        let clock = self.clock(client);
        push_number(into, if random.random_bool(0.02) { edge(random) } else { random.random_range(0..clock.max(1)) });
    }
}

fn push_value(random: &mut StdRng, into: &mut Vec<u8>) {
    match random.random_range(0..8) {
        0 => into.extend([125, random.random_range(0..64)]),
        1 => into.extend([120]),
        2 => into.extend([126]),
        3 => into.extend([124, 0x40, 0, 0, 0]),
        4 => into.extend([117, 1, 125, 1]),
        5 => into.extend([random.random::<u8>(), random.random::<u8>()]),
        _ => {
            into.push(119);
            push_text(
                into,
                ["x", "https://e.org", "left", "", "0192f3a0-0000-7000-8000-000000000001"].choose(random).expect("one"),
            );
        }
    }
}

/// One block, in the form that the library reads.
fn push_block(random: &mut StdRng, has: &Has, into: &mut Vec<u8>) {
    let content = *[1, 4, 4, 4, 6, 6, 7, 7, 7, 8, 8, 0].choose(random).expect("one");
    if content == 0 {
        into.push(0);
        return push_number(into, random.random_range(1..5));
    }
    let (origin, right, key) = (random.random_bool(0.6), random.random_bool(0.4), random.random_bool(0.2));
    into.push(content | (u8::from(origin) << 7) | (u8::from(right) << 6) | (u8::from(key) << 5));
    for _ in 0..usize::from(origin) + usize::from(right) {
        has.push_place(random, into);
    }
    if !origin && !right {
        if random.random_bool(0.3) {
            into.push(1);
            push_text(into, "default");
        } else {
            into.push(0);
            has.push_place(random, into);
        }
        if key {
            push_text(into, ["level", "checked", "id", "label", "src", "x", ""].choose(random).expect("one"));
        }
    }
    match content {
        1 => push_number(into, random.random_range(1..6)),
        4 => push_text(into, ["a", "bc", "🦊", "x🦊y", "ß", ""].choose(random).expect("one")),
        6 => {
            push_text(into, ["bold", "code", "link", "x"].choose(random).expect("one"));
            push_text(
                into,
                ["{}", "null", "{\"href\":\"https://e.org\"}", "[[]]", "1e999"].choose(random).expect("one"),
            );
        }
        7 if random.random_bool(0.4) => into.push(6),
        7 => {
            into.push(3);
            let tags =
                ["paragraph", "heading", "bulletList", "listItem", "image", "mention", "table", "details", "script"];
            push_text(into, tags.choose(random).expect("one"));
        }
        _ => {
            let count = random.random_range(1..3);
            push_number(into, count);
            (0..count).for_each(|_| push_value(random, into));
        }
    }
}

/// An update that was made block by block.
fn made(random: &mut StdRng, has: &Has) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut clients: Vec<u64> = [7, 8, 9, 10, 1 << 40].into_iter().filter(|_| random.random_bool(0.3)).collect();
    if random.random_bool(0.5) {
        clients.reverse();
    }
    push_number(&mut bytes, clients.len() as u64);
    for client in clients {
        let blocks = random.random_range(1..6);
        push_number(&mut bytes, blocks);
        push_number(&mut bytes, client);
        let next = has.clock(client);
        push_number(
            &mut bytes,
            if random.random_bool(0.8) { next } else { next.saturating_sub(random.random_range(0..4)) },
        );
        (0..blocks).for_each(|_| push_block(random, has, &mut bytes));
    }
    let deletions = if random.random_bool(0.5) { 0 } else { random.random_range(1..3) };
    push_number(&mut bytes, deletions);
    for _ in 0..deletions {
        let client = *[7, 7, 8, 9].choose(random).expect("one");
        push_number(&mut bytes, client);
        let ranges = random.random_range(1..3);
        push_number(&mut bytes, ranges);
        for _ in 0..ranges {
            let from = random.random_range(0..has.clock(client).max(1));
            push_number(&mut bytes, from);
            push_number(&mut bytes, random.random_range(1..6));
        }
    }
    bytes
}

/// Counts how often the scan asks what the document has: once for each thing that an update names.
struct Counting<'a>(&'a Has, Cell<usize>);

impl Known for Counting<'_> {
    fn clock(&self, client: u64) -> u32 {
        self.1.set(self.1.get() + 1);
        u32::try_from(self.0.clock(client)).expect("31 bits")
    }

    fn has(&self, client: u64) -> bool {
        self.1.set(self.1.get() + 1);
        self.0.0.contains_client(&yrs::ClientID::new(client))
    }
}

/// Applies an update with any bytes, and checks what must hold for every update.
fn take(document: &mut RichText, update: &[u8]) -> Result<(), Fault> {
    let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let before = (document.encode(), document.state_vector(), document.tree().clone(), document.size());
    let shown = || format!("{} to the document {}", hex(update), hex(&before.0));
    let has = Has::of(document);
    let counting = Counting(&has, Cell::new(0));
    let _ = scan(update, &counting);
    assert!(counting.1.get() <= update.len() + 1, "the scan takes more steps than the update has bytes: {}", shown());
    let outcome = document.apply(update);
    assert_eq!(panics(), 0, "the library has panicked: {}", shown());
    if outcome.is_err() {
        let after = (document.encode(), document.state_vector(), document.tree().clone(), document.size());
        assert!(after == before, "a refused update has changed the document: {}", shown());
        return outcome;
    }
    let (encoded, size) = (document.encode(), document.size());
    assert!(size.nodes <= before.3.nodes + update.len(), "more nodes than bytes: {}", shown());
    assert!(size.clients <= before.3.clients + NEW_CLIENTS, "more clients than allowed: {}", shown());
    // Each place in an update may split an item, which then is encoded as two.
    assert!(encoded.len() <= before.0.len() + 16 * update.len() + 64, "{} bytes: {}", encoded.len(), shown());
    // See `hostile.rs`: a forged place may be read as another one, and no letter is lost. If the other place is forbidden, the
    // updates stay as they are.
    if let Some(snapshot) = document.snapshot() {
        let again = RichText::load(&snapshot, []).expect("a snapshot can be opened");
        assert_eq!(letters(&again), letters(document), "{}", shown());
    }
    outcome
}

/// A page that joins now can write.
fn goes_on(document: &mut RichText, client: u64) {
    let page = Page::of(document, client);
    assert_eq!(document.apply(&page.write(0, "later")), Ok(()), "the document goes on");
}

#[test]
fn h12_tx20_updates_that_are_damaged_or_made_block_by_block_are_refused_whole_or_taken_whole() {
    assert_eq!(panics(), 0);
    let mut random = StdRng::seed_from_u64(20_261_128);
    let mut corpus = real_updates();
    let mut document = document();
    let (mut accepted, mut refused, mut since) = (0, 0, 0);
    for case in 0..cases(CASES) {
        let update = if random.random_bool(0.5) {
            damaged(&mut random, &corpus)
        } else {
            made(&mut random, &Has::of(&document))
        };
        let known = document.state_vector();
        if take(&mut document, &update).is_err() {
            refused += 1;
            continue;
        }
        accepted += 1;
        since += 1;
        if document.state_vector() != known && update.len() < 2_000 {
            // Later cases begin with this one.
            if corpus.len() < CORPUS {
                corpus.push(update);
            } else {
                let place = random.random_range(CORPUS / 4..CORPUS);
                corpus[place] = update;
            }
        }
        if since > ACCEPTED {
            goes_on(&mut document, 1_000 + u64::from(case));
            document = self::document();
            since = 0;
        }
    }
    println!("{accepted} updates were taken, {refused} were refused");
    assert!(accepted > refused / 200, "the damage goes too far: {accepted} of {}", accepted + refused);
}

#[test]
fn h12_tx17_damaged_state_vectors_are_refused_or_answered() {
    assert_eq!(panics(), 0);
    let mut random = StdRng::seed_from_u64(20_261_129);
    let mut document = document();
    for update in &real_updates()[..12] {
        document.apply(update).expect("applied");
    }
    let vectors = [document.state_vector(), self::document().state_vector(), vec![0], vec![2, 7, 3, 9, 1]];
    let whole = document.encode();
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..cases(CASES) {
        let vector = damaged(&mut random, &vectors);
        match document.diff(&vector) {
            Ok(update) => {
                answered += 1;
                // A cut at a letter adds the place of the letter to each client's part.
                assert!(update.len() <= whole.len() + 32, "{} bytes for {vector:?}", update.len());
                Update::decode_v1(&update).unwrap_or_else(|error| panic!("{error} for {vector:?}"));
                let copy = Page::new(9);
                copy.take(first());
                let outcome = Update::decode_v1(&update).map(|update| copy.doc.transact_mut().apply_update(update));
                assert!(matches!(outcome, Ok(Ok(()))), "{vector:?}");
            }
            Err(Fault::Unreadable | Fault::LongUpdate) => refused += 1,
            Err(fault) => panic!("{fault} for {vector:?}"),
        }
        assert_eq!(panics(), 0, "the library has panicked for {vector:?}");
    }
    assert_eq!(document.encode(), whole, "nothing has changed");
    assert!(answered > refused / 100, "the damage goes too far: {answered} of {}", answered + refused);
}
