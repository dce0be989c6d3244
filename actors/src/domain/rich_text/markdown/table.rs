//! Writes a table as Markdown.

use super::inline_write::{Within, write_inline};
use crate::domain::rich_text::tree::Element;

/// The first row is the head. Paragraphs of a cell have a `<br>` between them.
pub(super) fn write_table(table: &Element) -> String {
    let rows: Vec<Vec<&Element>> = table.elements().map(|row| row.elements().collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let Some(head) = rows.first().filter(|_| columns > 0) else { return String::new() };
    let rule = (0..columns).map(|place| match head.get(place).map_or("", |cell| cell.text_of("align")) {
        "left" => ":---".to_owned(),
        "center" => ":---:".to_owned(),
        "right" => "---:".to_owned(),
        _ => "---".to_owned(),
    });
    let rule = line(rule);
    let mut lines = rows.iter().map(|row| {
        let text = |place: usize| row.get(place).map(|cell| write_cell(cell)).unwrap_or_default();
        line((0..columns).map(text))
    });
    let mut out: Vec<String> = lines.next().into_iter().collect();
    out.push(rule);
    out.extend(lines);
    out.join("\n")
}

fn line(cells: impl Iterator<Item = String>) -> String {
    let mut out = "|".to_owned();
    for cell in cells {
        out.push_str(if cell.is_empty() { " " } else { "" });
        if !cell.is_empty() {
            out.push(' ');
            out.push_str(&cell);
            out.push(' ');
        }
        out.push('|');
    }
    out
}

fn write_cell(cell: &Element) -> String {
    let paragraphs = cell.elements().map(|it| write_inline(&it.children, Within::Table));
    paragraphs.filter(|text| !text.is_empty()).collect::<Vec<_>>().join("<br>")
}
