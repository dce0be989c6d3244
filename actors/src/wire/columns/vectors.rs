//! Lines by columns and the rows in them, for the web app's reader. Written by `make types`.

use serde_json::{Value, json};

use super::{SnapshotColumns, tests::rows_by_columns};
use crate::domain::entity::EntityKind;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/api/columns.vectors.generated.json");

/// Rows for every way to write a column, with the name of the way.
pub(super) fn samples() -> Vec<(&'static str, Vec<Value>)> {
    let rows = |field: &str, values: Value| -> Vec<Value> {
        values.as_array().into_iter().flatten().map(|value| json!({field: value})).collect()
    };
    vec![
        ("values", rows("title", json!(["Grüße", "世界 🎭", null, 1.5, true, "", -0.25]))),
        ("same", rows("priority", json!([null, null, null]))),
        (
            "choices",
            rows(
                "statusId",
                json!(["a", "b", "a", ["c"], null, "a", "b", "a", "a", "b", "a", "a", ["c"], "a", "a", null]),
            ),
        ),
        ("sums", rows("number", json!([12, 13, null, 9, -4_503_599_627_370_496_i64, 4_503_599_627_370_496_i64]))),
        (
            "instants",
            rows(
                "completedAt",
                json!([
                    "2026-11-23T04:58:11.9Z",
                    null,
                    "2026-11-23T04:58:11.903Z",
                    "2026-11-23T04:58:10Z",
                    "2026-11-23T04:58:10.05Z",
                    "1970-01-01T00:00:00Z",
                    "9999-12-31T23:59:59.999Z"
                ]),
            ),
        ),
        (
            "uuid7",
            rows(
                "parentTicketId",
                json!([
                    "01a1ffa5-173d-7cc8-a517-24c99894e218",
                    null,
                    "01a1ffa4-2cdd-70f8-87a2-a1ac8e17492f",
                    "00000000-0000-7000-8000-000000000000",
                    "ffffffff-ffff-7fff-bfff-ffffffffffff"
                ]),
            ),
        ),
        (
            "hex",
            rows(
                "id",
                json!([
                    "7f8d5766-da51-5987-91ad-8362058b1383",
                    "01a1ffa5-173d-7cc8-a517-24c99894e218",
                    "00000000-0000-0000-0000-000000000000"
                ]),
            ),
        ),
        (
            "lengths",
            rows(
                "lists",
                json!([[], [{"listId": "a", "rank": "V"}], [{"listId": "a", "rank": "W"}, {"listId": "b", "rank": "X"}]]),
            ),
        ),
        (
            "fields",
            rows(
                "source",
                json!([{"key": "A-1", "at": {"row": 1, "file": "a"}}, {"key": "A-2", "at": {"row": 2, "file": "a"}}]),
            ),
        ),
        (
            "what is nearly a pattern",
            vec![
                json!({"a": "01A1FFA5-173d-7cc8-a517-24c99894e218", "b": "2026-11-23T04:58:11.90Z", "c": 1, "d": [1], "e": {"f": 1}, "g": {}}),
                json!({"a": "{1a1ffa5-173d-7cc8-a517-24c99894e218}", "b": "2026-11-23T04:58:11+00:00", "c": 4_503_599_627_370_497_i64, "d": null, "e": {"g": 1}, "g": {}}),
                json!({"a": "", "b": "1969-12-31T23:59:59Z", "c": 0.5, "d": [2], "e": {"f": 1}, "g": []}),
            ],
        ),
    ]
}

#[test]
fn the_columns_of_the_web_app_are_those_that_a_node_writes() {
    let mut vectors = Vec::new();
    for (name, rows) in samples() {
        let [line]: [SnapshotColumns; 1] = rows_by_columns(EntityKind::Ticket, &rows).try_into().expect("one line");
        vectors.push(json!({"name": name, "line": line, "rows": rows}));
    }
    let mut now = serde_json::to_string_pretty(&vectors).expect("JSON");
    now.push('\n');
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(FILE, &now).expect("the web app's folder is there");
    }
    let committed = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(committed == now, "web/src/api/columns.vectors.generated.json is stale: run `make types`");
}
