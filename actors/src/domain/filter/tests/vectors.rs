//! Filters with the tickets that pass them here, for the web app's language. Written by `make types`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use super::{fixture::fixture, random};
use crate::domain::{
    entity::EntityKind,
    filter::{
        holds::holds,
        lists::within_lists,
        print::{with_ids, with_names},
        read::read,
        tree::Filter,
    },
};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/fields/filter/vectors.generated.json");

/// Texts as people type them, right and wrong.
const TYPED: [&str; 52] = [
    "",
    " \t ",
    "status = done",
    "draught = 4",
    "not draught = 5.. and draught = none, 7..9",
    "STATUS = \"to DO\" OR (place ~ 'x' AND Place = none)",
    "not (due <= yesterday or due = none)",
    "assignee = me, none",
    "\"status\" = me",
    "label = \"strasse σς\"",
    "title ~ i̇stanbul",
    "place = \"strasse οδος\"",
    "place ~ οδοσ",
    "place ~ ΟΔΟΣ",
    "list = \"Say \\\"hi\\\" \\\\ bye\"",
    "status = \"none\"",
    "status = none",
    "mood = me",
    "seen = yes and tools = saw, hammer",
    "created = today or completed = today",
    "created >= 2026-01-01 and created <= 2026-01-01",
    "until = next-month, next-week, month, week",
    "\"effort (days)\" = -2..3, 1e1..",
    "due != 1d..",
    "due = +1d..+7d",
    "parent = any and private != true",
    "version = 1.0 or type = epic and component = parser",
    "assignee = \"Kim Li\"",
    "assignee = \"Gone Away\"",
    "assignee = u13",
    "\"urgency\" = day or priority = week",
    "creator = me and completed-by = none",
    "completed-by = any, me",
    "linked = blocked or linked = blocking",
    "linked = none",
    "linked != related, dependency and linked = any",
    "linked = Duplicate and title ~ PIER",
    "basis = 00000000-0000-0000-0000-000000000102 or basis = none",
    "basis = 00000000-0000-0000-0000-0000000009ff",
    "basis = \"00000000-0000-0000-0000-000000000102\"",
    "status",
    "status = done and",
    "status = done do",
    "status == done",
    "due < today",
    "mood ~ good",
    "weather = good",
    "title ~ \"世界\" x",
    "title ~ \"open",
    "due = 2026-02-30",
    "\"effort (days)\" = many",
    "((((((((( status = done )))))))))",
];

fn generate() -> String {
    let fixture = fixture();
    let mut tickets = fixture.tickets.clone();
    tickets.extend(random::tickets(1, &fixture, 60));
    let passing = |filter: &Filter| -> Vec<usize> {
        let filter = within_lists(filter.clone(), &fixture.language);
        let places = (0..tickets.len())
            .filter(|place| holds(&filter, &tickets[*place], &fixture.linked(tickets[*place].id), &fixture.reference));
        places.collect()
    };
    let case = |text: &str| match read(text, &fixture.language) {
        Ok(filter) => json!({
            "text": text, "ids": with_ids(&filter, &fixture.language), "names": with_names(&filter, &fixture.language),
            "passing": passing(&filter),
        }),
        Err(fault) => json!({"text": text, "fault": {"code": fault.kind.code(), "at": fault.at}}),
    };
    let random = (0..240).map(|seed| with_names(&random::filter(seed, &fixture.language), &fixture.language));
    let cases: Vec<Value> = TYPED.iter().map(|text| (*text).to_owned()).chain(random).map(|text| case(&text)).collect();
    let mut rows: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    let links: Vec<Value> = fixture.links.iter().map(|link| json!(link)).collect();
    let around = fixture.tickets.iter().map(|ticket| (EntityKind::Ticket, json!(ticket)));
    let around: Vec<(EntityKind, Value)> =
        links.into_iter().map(|link| (EntityKind::Link, link)).chain(around).collect();
    for (kind, row) in fixture.rows.iter().chain(&around) {
        rows.entry(kind.name()).or_default().push(row);
    }
    let fields: Vec<&str> = fixture.language.fields().iter().map(|known| &*known.word).collect();
    let mut text = String::new();
    let mut part = |name: &str, items: Vec<Value>| {
        let lines: Vec<String> = items.iter().map(ToString::to_string).collect();
        write!(text, "\"{name}\": [\n{}\n],\n", lines.join(",\n")).expect("written");
    };
    part("tickets", tickets.iter().map(|ticket| json!(ticket)).collect());
    part("cases", cases);
    let head = json!({"day": fixture.reference.day, "me": fixture.reference.me, "fields": fields, "rows": rows});
    let head = head.to_string();
    format!("{{\n{text}{}\n}}\n", &head[1..head.len() - 1])
}

#[test]
fn fl9_the_filters_of_the_web_app_equal_those_here() {
    let now = generate();
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &now).expect("the web app's folder is there");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == now, "web/src/fields/filter/vectors.generated.json is stale: run `make types`");
}
