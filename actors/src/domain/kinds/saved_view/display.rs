//! The display of a saved view: the settings of the spreadsheet and the board, and the text of the search field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::domain::{limits, refusal::Refusal, text};
use crate::words;

/// Where the spreadsheet shows subtasks: below their parents, as rows like all others, or not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SubtaskRows {
    #[default]
    Nested,
    Flat,
    Hidden,
}

/// Fields are named by their ids. The node checks sizes, but not whether the fields, columns and lanes exist.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ViewDisplay {
    pub subtasks: SubtaskRows,
    /// The last frozen column of the spreadsheet; null if only the title is frozen.
    pub frozen: Option<String>,
    /// The widths of columns in pixels. Columns with their default width are absent.
    #[ts(type = "Record<string, number>")]
    pub widths: BTreeMap<String, u16>,
    /// The word of the field that makes the lanes of the board; null for no lanes.
    pub lanes: Option<String>,
    pub board: BoardDisplay,
    /// The collapsed columns of the board, by their ids, and the collapsed lanes, as `lane:` and the id.
    pub collapsed: Vec<String>,
    /// The text of the search field.
    pub find: String,
    /// True if only open tickets are shown.
    pub open_only: bool,
}

/// The part of a display that only the board has.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct BoardDisplay {
    /// The fields on cards; null for the default fields.
    pub card: Option<Vec<String>>,
    /// For each field that makes columns: false if columns without cards are hidden.
    #[ts(type = "Record<string, boolean>")]
    pub empty_columns: BTreeMap<String, bool>,
    /// For each field that makes lanes: true if lanes without cards are shown.
    #[ts(type = "Record<string, boolean>")]
    pub empty_lanes: BTreeMap<String, bool>,
    /// For each field that makes columns: the limits of these columns, by the ids of the columns.
    #[ts(type = "Record<string, Record<string, number>>")]
    pub limits: BTreeMap<String, BTreeMap<String, u16>>,
}

impl ViewDisplay {
    /// Checks the limits, and trims the search text. `field` is the field of the command that holds the display.
    ///
    /// # Errors
    /// `validation_failed`, with the field.
    pub fn checked(self: Box<Self>, field: &str) -> Result<Box<Self>, Refusal> {
        let mut display = self;
        if limits::encoded(&display) > limits::VIEW_DISPLAY_BYTES {
            return Err(Refusal::invalid(field, words::most_bytes(limits::VIEW_DISPLAY_BYTES)));
        }
        for name in display.words() {
            limits::line(field, name, limits::FIELD_WORD_CHARS)?;
        }
        let BoardDisplay { limits: of_columns, .. } = &display.board;
        let numbers = display.widths.values().map(|width| (*width, limits::VIEW_WIDTH));
        let numbers =
            numbers.chain(of_columns.values().flat_map(BTreeMap::values).map(|it| (*it, limits::COLUMN_LIMIT)));
        for (number, most) in numbers {
            if !(1..=most).contains(&number) {
                return Err(Refusal::invalid(field, words::whole_number_between(1, most.into())));
            }
        }
        if text::is_blank(&display.find) {
            display.find.clear();
        } else {
            display.find = limits::line(field, &display.find, limits::FIND_CHARS)?;
        }
        Ok(display)
    }

    /// True if the display names one of these ids. The ids are in lower case.
    pub fn names(&self, ids: &[String]) -> bool {
        self.words().any(|word| is_one(word, ids))
    }

    /// The display without the columns, lanes and fields that have one of these ids.
    #[must_use]
    pub fn without(&self, ids: &[String]) -> Box<Self> {
        let stays = |word: &String| !is_one(word, ids);
        let Self { subtasks, frozen, widths, lanes, board, collapsed, find, open_only } = self.clone();
        let BoardDisplay { card, empty_columns, empty_lanes, limits } = board;
        let kept = |flags: BTreeMap<String, bool>| flags.into_iter().filter(|(word, _)| stays(word)).collect();
        let of_columns = |columns: BTreeMap<String, u16>| columns.into_iter().filter(|(word, _)| stays(word)).collect();
        let limits = limits.into_iter().filter(|(word, _)| stays(word));
        Box::new(Self {
            subtasks,
            frozen: frozen.filter(stays),
            widths: widths.into_iter().filter(|(word, _)| stays(word)).collect(),
            lanes: lanes.filter(stays),
            board: BoardDisplay {
                card: card.map(|fields| fields.into_iter().filter(stays).collect()),
                empty_columns: kept(empty_columns),
                empty_lanes: kept(empty_lanes),
                limits: limits.map(|(word, columns)| (word, of_columns(columns))).collect(),
            },
            collapsed: collapsed.into_iter().filter(stays).collect(),
            find,
            open_only,
        })
    }

    /// The names of all fields, columns and lanes.
    fn words(&self) -> impl Iterator<Item = &String> {
        let BoardDisplay { card, empty_columns, empty_lanes, limits } = &self.board;
        let of_columns = limits.values().flat_map(BTreeMap::keys);
        let of_board = card.iter().flatten().chain(empty_columns.keys()).chain(empty_lanes.keys()).chain(limits.keys());
        let of_sheet = self.frozen.iter().chain(self.widths.keys()).chain(self.lanes.iter());
        of_sheet.chain(of_board).chain(of_columns).chain(&self.collapsed)
    }
}

/// True if a word is one of these ids, or `lane:` and one of them.
fn is_one(word: &str, ids: &[String]) -> bool {
    let word = word.to_ascii_lowercase();
    let id = word.strip_prefix("lane:").unwrap_or(&word);
    ids.iter().any(|it| it == id)
}
