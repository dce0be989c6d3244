//! The command line: verbs, options, and the texts of `--help`.

use clap::{Parser, Subcommand};

use super::{backup, disabled, import, new_password, second_factor, sign_out, with_postgres};

/// The arguments of `troupe`.
#[derive(Debug, Parser)]
#[command(
    name = "troupe",
    version,
    about = "Troupe, a realtime project and task management server.",
    after_help = "Settings come from the environment; `troupe config` lists them all."
)]
pub(super) struct CommandLine {
    /// Without a verb, the node starts.
    #[command(subcommand)]
    pub verb: Option<Verb>,
}

/// The verbs of the binary.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Start the node; Ctrl-C stops it (the default)
    Serve,
    /// Migrate the database to the schema of this version
    Migrate,
    /// Print the settings in force, with secrets hidden
    Config,
    /// Check the database, Redis, the clock, the disk and limits, and suggest fixes
    ///
    /// Changes nothing. Exits with 1 if a check fails.
    Doctor,
    /// Check whether the node on this machine accepts new work
    ///
    /// Exits with 1 if the node does not. Containers use it as their health check.
    Ready,
    /// Save everything, or one workspace, to a file
    ///
    /// The backup shows the state of one moment. People can go on editing meanwhile. An existing file is never
    /// overwritten.
    Backup(backup::Arguments),
    /// Replace everything, or one workspace, with the contents of a backup
    ///
    /// Restores everything or nothing. The file is checked before anything is locked.
    Restore(backup::Arguments),
    /// Import a file on behalf of a user
    ///
    /// Nodes that share the database show the tasks as they arrive. Importing the same file again updates the tasks
    /// and duplicates none.
    Import(import::Arguments),
    /// End all sessions of one account, or of all accounts
    ///
    /// Running nodes notice within a second.
    SignOut(sign_out::Arguments),
    /// Turn off the second factor of one account
    ///
    /// For a person who has lost both the app and the recovery codes. Make sure that the request comes from that person.
    ForgetSecondFactor(second_factor::Arguments),
    /// Require one account to choose a new password at its next login
    ///
    /// After the current password, the login asks for a new one, and begins no session before that. Existing sessions
    /// continue unless `--end-sessions` is given.
    RequireNewPassword(new_password::Arguments),
    /// Disable one account: it cannot log in, and its sessions and API keys end
    ///
    /// Its tasks, comments and memberships stay. Running nodes notice within a second.
    Disable(disabled::Arguments),
    /// Let a disabled account log in again
    ///
    /// Its API keys do not come back.
    Enable(disabled::Arguments),
    /// Run a command with a private PostgreSQL
    ///
    /// The database starts before the command and stops after it. The command finds its address in DATABASE_URL.
    WithPostgres(with_postgres::Arguments),
    /// Print the version
    Version,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_definition_of_the_command_line_holds_together_and_every_verb_and_option_is_explained() {
        let mut command = CommandLine::command();
        command.clone().debug_assert();
        command.build();
        for verb in command.get_subcommands() {
            assert!(verb.get_about().is_some(), "{} has no help", verb.get_name());
            for option in verb.get_arguments() {
                assert!(option.get_help().is_some(), "{} of {} has no help", option.get_id(), verb.get_name());
            }
        }
    }
}
