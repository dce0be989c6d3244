//! The entry for all formats.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::{
    csv::{self, Inspection, Mapping},
    github,
    plan::{Context, ImportRefusal, Plan},
};
use crate::words::import as words;

/// The format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, TS)]
#[serde(rename_all = "camelCase")]
#[ts(rename = "ImportFormat")]
pub enum Format {
    /// The archive of a repository's issues and pull requests.
    Github,
    Csv,
}

impl Format {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Github => "github",
            Self::Csv => "csv",
        }
    }

    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Github, Self::Csv].into_iter().find(|format| format.as_str() == name)
    }

    /// The usual format of a file with this name.
    #[must_use]
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.')?.1.to_ascii_lowercase().as_str() {
            "json" => Some(Self::Github),
            "csv" | "tsv" | "txt" => Some(Self::Csv),
            _ => None,
        }
    }
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Read {
    /// A CSV's columns.
    pub inspection: Option<Inspection>,
    /// The mapping from the request, or the one that the columns suggest.
    pub mapping: Option<Mapping>,
    /// An error if the mapping does not fit.
    pub plan: Result<Plan, ImportRefusal>,
}

/// Reads a file. The time grows with the file: not for a thread that serves requests.
///
/// # Errors
/// If the file is broken.
pub fn read(
    format: Format,
    bytes: &[u8],
    file_name: &str,
    mapping: Option<Mapping>,
    context: &Context,
) -> Result<Read, ImportRefusal> {
    match format {
        Format::Github if mapping.is_some() => Err(ImportRefusal::invalid("mapping", words::NO_MAPPING_FOR_GITHUB)),
        Format::Github => {
            Ok(Read { inspection: None, mapping: None, plan: Ok(github::parse(bytes, file_name, context)?) })
        }
        Format::Csv => {
            let inspection = csv::inspect(bytes, context)?;
            let mapping = mapping.unwrap_or_else(|| inspection.suggested());
            let plan = csv::parse(bytes, file_name, &mapping, context);
            Ok(Read { inspection: Some(inspection), mapping: Some(mapping), plan })
        }
    }
}
