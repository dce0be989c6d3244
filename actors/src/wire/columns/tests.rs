use rand::{Rng as _, SeedableRng as _, rngs::StdRng};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::{Column, ColumnsWriter, SnapshotColumns, vectors::samples};
use crate::domain::{date::Instant, entity::EntityKind};

pub(super) fn rows_by_columns(kind: EntityKind, rows: &[Value]) -> Vec<SnapshotColumns> {
    let mut writer = ColumnsWriter::default();
    for row in rows {
        writer.add_row(kind, row.as_object().cloned().expect("an object"));
    }
    writer.finish().collect()
}

/// The lines as a client has them.
fn sent(lines: &[SnapshotColumns]) -> Vec<SnapshotColumns> {
    serde_json::from_str(&serde_json::to_string(lines).expect("JSON")).expect("lines")
}

fn read(lines: Vec<SnapshotColumns>) -> Vec<Value> {
    lines.into_iter().flat_map(|line| line.into_rows().expect("rows")).map(Value::Object).collect()
}

#[test]
fn sn1_every_way_to_write_a_column_is_read_as_the_values_that_it_was_written_from() {
    for (name, rows) in samples() {
        let lines = rows_by_columns(EntityKind::Ticket, &rows);
        let text = serde_json::to_string(&lines).expect("JSON");
        let is_a_way = !name.contains(' ');
        assert_eq!(text.contains(&format!("\":{{\"{name}\":")), is_a_way && name != "values", "{name}: {text}");
        assert_eq!(read(sent(&lines)), rows, "{name}");
    }
}

#[test]
fn sn1_rows_with_other_fields_stand_in_other_lines() {
    let rows = [json!({"id": 1}), json!({"id": 2, "source": null}), json!({"id": 3}), json!({"id": 4, "source": "a"})];
    let lines = rows_by_columns(EntityKind::Ticket, &rows);
    assert_eq!(lines.iter().map(|line| line.rows).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(read(lines), [&rows[0], &rows[2], &rows[1], &rows[3]].map(Clone::clone));
}

/// A value of one of the shapes that fields have, or of a shape near to it.
fn value(dice: &mut StdRng, shape: u32, depth: u32) -> Value {
    let instant = |millis: i64| {
        let at = time::OffsetDateTime::from_unix_timestamp_nanos(i128::from(millis) * 1_000_000).expect("an instant");
        json!(Instant::new(at))
    };
    let shape = if dice.random_ratio(1, 60) { dice.random_range(0..12) } else { shape };
    match shape {
        0 => json!(Uuid::from_u128(dice.random::<u128>() & !(0xf << 76) | 7 << 76)),
        1 => json!(Uuid::from_u128(dice.random())),
        2 => instant(dice.random_range(0..200_000_000_000) * 10_i64.pow(dice.random_range(0..3))),
        3 => json!(dice.random_range(-1_000_i64..1_000)),
        4 => json!(dice.random::<i64>()),
        5 => json!(["day", "week", "month"][dice.random_range(0..3)]),
        6 => json!(format!("{:x} \"\\\n世界", dice.random::<u64>())),
        7 if depth > 0 => (0..dice.random_range(0..4)).map(|_| value(dice, 1, depth - 1)).collect(),
        8 if depth > 0 => json!({"listId": value(dice, 5, depth - 1), "rank": value(dice, 6, depth - 1)}),
        9 if depth > 0 => (0..dice.random_range(0..3)).map(|_| value(dice, 8, depth - 1)).collect(),
        10 => json!(dice.random::<bool>()),
        _ => Value::Null,
    }
}

#[test]
fn sn1_random_rows_come_back_as_they_were() {
    for seed in 0..400 {
        let mut dice = StdRng::seed_from_u64(seed);
        let shapes: Vec<(String, u32)> =
            (0..dice.random_range(1..6)).map(|n| (format!("field{n}"), dice.random_range(0..12))).collect();
        let rows: Vec<Value> = (0..dice.random_range(1..60))
            .map(|_| {
                let fields = shapes.iter().map(|(name, shape)| (name.clone(), value(&mut dice, *shape, 3)));
                Value::Object(fields.collect::<Map<_, _>>())
            })
            .collect();
        assert_eq!(read(sent(&rows_by_columns(EntityKind::Ticket, &rows))), rows, "seed {seed}");
    }
}

#[test]
fn sn1_a_column_that_does_not_fit_its_rows_is_not_read() {
    let wrong = [
        json!(["a"]),
        json!({"choices": ["a"], "at": [0, 1]}),
        json!({"sums": [1]}),
        json!({"sums": [i64::MAX, 1]}),
        json!({"uuid7": [1, 2], "digits": "0123456789012345678"}),
        json!({"hex": "0123"}),
        json!({"lengths": [1, 2], "items": ["a"]}),
        json!({"lengths": [1, -1], "items": []}),
        json!({"instants": [0, i64::MAX]}),
    ];
    for column in wrong {
        let column: Column = serde_json::from_value(column).expect("a column");
        let line = SnapshotColumns { entity: EntityKind::Ticket, rows: 2, columns: [("a".to_owned(), column)].into() };
        assert_eq!(line.clone().into_rows(), None, "{line:?}");
    }
}
