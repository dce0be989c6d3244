//! The arguments of `troupe import`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::import::Format;

/// What to import, into which workspace, and on whose behalf.
#[derive(Debug, PartialEq, Eq, Args)]
pub struct Arguments {
    /// The key or ID of the workspace
    #[arg(long, value_name = "KEY-OR-ID")]
    pub workspace: String,
    /// The email address of the user to import as
    #[arg(long = "as", value_name = "EMAIL")]
    pub by: String,
    /// The format of the file; without it, the end of the file's name tells
    #[arg(long, value_parser = formats())]
    pub format: Option<Format>,
    /// A JSON file with the target of each column of a CSV file, such as
    /// {"title": "title", "points": "label", "notes": "ignore"}
    #[arg(long, value_name = "FILE", verbatim_doc_comment)]
    pub mapping: Option<PathBuf>,
    /// Count what the import would do, and change nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The file to import
    pub file: PathBuf,
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(["github", "csv"]).try_map(|name| Format::from_name(&name).ok_or("unknown format"))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Typed {
        #[command(flatten)]
        arguments: Arguments,
    }

    fn parsed(words: &[&str]) -> Result<Arguments, String> {
        let words = ["import"].iter().chain(words);
        Typed::try_parse_from(words).map(|typed| typed.arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn the_words_may_come_in_any_order() {
        let expected = Arguments {
            workspace: "TRP".to_owned(),
            by: "ada@example.org".to_owned(),
            format: Some(Format::Csv),
            mapping: None,
            dry_run: true,
            file: PathBuf::from("a.txt"),
        };
        let words = ["a.txt", "--as", "ada@example.org", "--format", "csv", "--dry-run", "--workspace", "TRP"];
        assert_eq!(parsed(&words), Ok(expected));
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        for (words, said) in [
            (&["a.csv", "--as", "a@b.c"][..], "--workspace <KEY-OR-ID>"),
            (&["a.csv", "--workspace", "TRP"], "--as <EMAIL>"),
            (&["--workspace", "TRP", "--as", "a@b.c"], "<FILE>"),
            (&["--workspace"], "--workspace <KEY-OR-ID>"),
            (&["--format", "xml"], "github, csv"),
            (&["--force"], "--force"),
            (&["a.csv", "b.csv"], "b.csv"),
        ] {
            let error = parsed(words).expect_err("wrong");
            assert!(error.contains(said), "{words:?}: {error}");
        }
    }
}
