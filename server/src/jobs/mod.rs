//! The kinds of jobs that this build runs, and its followers. Each kind is declared in the room that queues it.

mod commons;
pub mod files;
mod invitations;
mod pages;
mod recurrences;
mod search;
mod sprints;
mod sweep;
mod texts;
mod trash;
mod versions;

use actors::Stage;
use actors::jobs::{Follower, Jobs, Kinds, UnreadableEvent};

use crate::auth::{
    AccountMail, ApiKeyMail, Auth, ChangeText, CodeText, CopyPicture, CopyProfile, EraseAccount, GateMembers,
    GiveGroupRoles, HostedMail, IdentityMail, JoinByDomain, NumberMail, PasskeyMail, SignInMail,
};
use crate::files::Store;
use crate::import::abandoned::EndSilentImports;
use crate::invitations::mail::InvitationMail;
use crate::notifications::mail::NotificationMail;
use crate::notifications::push::NotificationPush;
use crate::notifications::remind::RemindOfDueDates;
use crate::notifications::sort::{self, SortNotifications, Sorter};
use crate::pages::Reader;
use crate::push::Push;

use commons::SwitchWorkspaces;
use files::{FileJobs, MakePreviews, SweepFiles};
use invitations::{EndInvitations, EndVoidInvitations};
use pages::{PageJobs, ReadPage};
use recurrences::RepeatTickets;
use search::FillSearch;
use sprints::CountSprints;
use sweep::{SweepAudit, SweepExpired, SweepJournal, SweepTombstones};
use texts::WriteTexts;
use trash::EmptyTrash;
use versions::{KeepVersions, SweepVersions};

/// The followers of this build.
pub const FOLLOWERS: [Follower; 7] = [
    files::FILES,
    invitations::MEMBERS,
    invitations::ROLES,
    pages::LINKS,
    recurrences::COMPLETIONS,
    sort::EVENTS,
    versions::DESCRIPTIONS,
];

/// The kinds of jobs of this build, with the contexts of their runs.
#[must_use]
pub fn kinds(queue: &Jobs, auth: &Auth, stage: &Stage, store: &Store, push: &Push, pages: Option<Reader>) -> Kinds {
    let of_files = FileJobs::new(stage.clone(), store.clone());
    let (db, journal) = (stage.journal().db(), stage.journal());
    let sorter = Sorter { journal: journal.clone(), queue: queue.clone(), mails: auth.has_mailer() };
    Kinds::default()
        .with::<AccountMail>(auth.clone())
        .with::<ApiKeyMail>(auth.clone())
        .with::<ChangeText>(auth.clone())
        .with::<CodeText>(auth.clone())
        .with::<CopyPicture>((auth.clone(), stage.clone()))
        .with::<CopyProfile>((auth.clone(), stage.clone()))
        .with::<CountSprints>(stage.clone())
        .with::<EraseAccount>((auth.clone(), stage.clone()))
        .with::<EmptyTrash>(stage.clone())
        .with::<EndInvitations>(journal.clone())
        .with::<EndSilentImports>(stage.clone())
        .with::<EndVoidInvitations>(journal.clone())
        .with::<FillSearch>(stage.clone())
        .with::<MakePreviews>(of_files.clone())
        .with::<SweepFiles>(of_files)
        .with::<GateMembers>(stage.clone())
        .with::<GiveGroupRoles>(stage.clone())
        .with::<HostedMail>(auth.clone())
        .with::<KeepVersions>(stage.clone())
        .with::<IdentityMail>(auth.clone())
        .with::<JoinByDomain>((auth.clone(), stage.clone()))
        .with::<NumberMail>(auth.clone())
        .with::<PasskeyMail>(auth.clone())
        .with::<SignInMail>(auth.clone())
        .with::<InvitationMail>((auth.clone(), journal.clone()))
        .with::<NotificationMail>((auth.clone(), journal.clone()))
        .with::<NotificationPush>((push.clone(), journal.clone()))
        .with::<ReadPage>(PageJobs::new(stage.clone(), pages))
        .with::<RemindOfDueDates>(sorter.clone())
        .with::<RepeatTickets>(stage.clone())
        .with::<SortNotifications>(sorter)
        .with::<SweepAudit>(db.clone())
        .with::<SweepExpired>(db.clone())
        .with::<SweepJournal>(stage.clone())
        .with::<SweepTombstones>(db.clone())
        .with::<SweepVersions>(stage.clone())
        .with::<WriteTexts>(stage.clone())
        .with::<SwitchWorkspaces>(stage.clone())
        .with::<UnreadableEvent>((queue.clone(), journal.clone(), FOLLOWERS.to_vec()))
}
