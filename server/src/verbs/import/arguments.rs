//! What stands behind `troupe import`.

use std::path::PathBuf;

use crate::import::Format;

/// What to import, where to, and on whose behalf.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::verbs) struct Arguments {
    /// A key or an id.
    pub workspace: String,
    /// An e-mail address.
    pub by: String,
    pub format: Option<Format>,
    pub mapping: Option<PathBuf>,
    pub dry_run: bool,
    pub file: PathBuf,
}

impl Arguments {
    pub fn parse(words: &[&str]) -> Result<Self, String> {
        let (mut workspace, mut by, mut format, mut mapping, mut file) = (None, None, None, None, None);
        let mut dry_run = false;
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut value = || words.next().map(str::to_owned).ok_or(format!("import: {word} needs a value"));
            match word {
                "--workspace" => workspace = Some(value()?),
                "--as" => by = Some(value()?),
                "--mapping" => mapping = Some(PathBuf::from(value()?)),
                "--dry-run" => dry_run = true,
                "--format" => {
                    let name = value()?;
                    let known = Format::from_name(&name);
                    format = Some(known.ok_or(format!("import: unknown format {name}; use github or csv"))?);
                }
                word if word.starts_with("--") => return Err(format!("import has no option {word}")),
                word if file.is_none() => file = Some(PathBuf::from(word)),
                word => return Err(format!("import takes one file; {word} is a second one")),
            }
        }
        Ok(Self {
            workspace: workspace.ok_or("import needs --workspace KEY-OR-ID")?,
            by: by.ok_or("import needs --as EMAIL")?,
            format,
            mapping,
            dry_run,
            file: file.ok_or("import needs a file")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_may_come_in_any_order() {
        let parsed = Arguments::parse(&["a.csv", "--as", "ada@example.org", "--dry-run", "--workspace", "TRP"]);
        let expected = Arguments {
            workspace: "TRP".to_owned(),
            by: "ada@example.org".to_owned(),
            format: None,
            mapping: None,
            dry_run: true,
            file: PathBuf::from("a.csv"),
        };
        assert_eq!(parsed, Ok(expected));
    }

    #[test]
    fn what_is_missing_or_unknown_is_named() {
        for (words, said) in [
            (&["a.csv", "--as", "a@b.c"][..], "import needs --workspace KEY-OR-ID"),
            (&["a.csv", "--workspace", "TRP"], "import needs --as EMAIL"),
            (&["--workspace", "TRP", "--as", "a@b.c"], "import needs a file"),
            (&["--workspace"], "import: --workspace needs a value"),
            (&["--format", "xml"], "import: unknown format xml; use github or csv"),
            (&["--force"], "import has no option --force"),
            (&["a.csv", "b.csv"], "import takes one file; b.csv is a second one"),
        ] {
            assert_eq!(Arguments::parse(words), Err(said.to_owned()));
        }
    }
}
