//! Puts the questions of a text to the database.

use crate::{
    domain::{
        ids::{TicketId, WorkspaceId},
        rich_text::RichText,
    },
    journal::{Journal, JournalError},
    text::{Answer, Failure, Question, first_document},
};

/// A text in the database.
#[derive(Clone)]
pub(super) struct Place {
    pub journal: Journal,
    pub workspace: WorkspaceId,
    pub ticket: TicketId,
}

impl Place {
    /// The answer to a question.
    pub(super) async fn ask(self, question: Question) -> Result<Answer, Failure> {
        self.answer(question).await.map_err(|error| failure(&error))
    }

    /// Notes that a description with this checksum will be written.
    pub(super) async fn note_write(self, sum: i64, seq: i64) -> Result<(), Failure> {
        let noted = self.journal.note_text_write(self.workspace, self.ticket, sum, seq).await;
        noted.map_err(|error| failure(&error))
    }

    async fn answer(self, question: Question) -> Result<Answer, JournalError> {
        let Self { journal, workspace, ticket } = self;
        Ok(match question {
            Question::Sights { users, narrowing } => {
                Answer::Sights(journal.text_sights(workspace, ticket, users, narrowing).await?)
            }
            Question::Open => Answer::Opened(journal.open_text(workspace, ticket, document_of).await?),
            Question::After { epoch, seq } => Answer::After(journal.text_after(workspace, ticket, epoch, seq).await?),
            Question::Store { epoch, updates } => {
                Answer::Stored(journal.store_text_updates(workspace, ticket, epoch, updates).await?)
            }
            Question::Description => {
                let written = journal.writer_of_text(workspace, ticket).await?;
                Answer::Description(written, journal.written_text(workspace, ticket).await?)
            }
            Question::StoreOutside { epoch, update, sums } => {
                Answer::StoredOutside(journal.store_outside_write(workspace, ticket, epoch, update, sums).await?)
            }
            Question::NoteWritten { epoch, seq, sum, is_assumed } => {
                Answer::NotedWritten(journal.text_written(workspace, ticket, epoch, (seq, sum), is_assumed).await?)
            }
            Question::Compact { epoch, seq, snapshot } => {
                Answer::Compacted(journal.compact_text(workspace, ticket, epoch, seq, snapshot).await?)
            }
            Question::Replace { epoch, seq, snapshot } => {
                journal.replace_text(workspace, ticket, (epoch, seq), snapshot).await?;
                Answer::Replaced
            }
            Question::NoteRestore(restore) => {
                journal.note_text_restore(workspace, ticket, restore).await?;
                Answer::NotedRestore
            }
        })
    }
}

fn document_of(description: &str) -> Vec<u8> {
    first_document(description, RichText::fresh_client())
}

fn failure(error: &JournalError) -> Failure {
    Failure { why: error.to_string() }
}
