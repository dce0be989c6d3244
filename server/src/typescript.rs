//! Writes the web app's types of all requests and answers of HTTP; a test fails when the committed file is stale.

use std::collections::{BTreeMap, BTreeSet};

use ts_rs::{Config, TS, TypeVisitor};

use crate::auth::{Enrolment, JoinDomains, PhoneSignUp, PhoneState, ProfilePatch, Session, SignUp};
use crate::error::ErrorBody;
use crate::http::routes::account::delete::DeleteAccount;
use crate::http::routes::account::email::{ChangeEmail, ConfirmEmail};
use crate::http::routes::account::forgot::{CodeRequested, ForgotPassword, RequestedCode, ResetPassword};
use crate::http::routes::account::linked::{BeginLink, LinkedAccounts, Unlink};
use crate::http::routes::account::passkeys::{
    BeginPasskey, MadePasskey, Passkey, PasskeyAnswer, PasskeyChallenge, PasskeyList, PasskeyToMake, RemovePasskey,
    RenamePasskey,
};
use crate::http::routes::account::password::{ChangePassword, RemovePassword};
use crate::http::routes::account::phone::{ChangePhone, PhoneSignIn, PhoneToReset, RemovePhone};
use crate::http::routes::account::remembered::RememberedDevices;
use crate::http::routes::account::second_factor::{
    AnswerChallenge, BeginFactor, ConfirmFactor, ProveFactor, RecoveryCodes, SecondFactor,
};
use crate::http::routes::account::sessions::AccountSessions;
use crate::http::routes::account::sign_in_code::{AskForSignInCode, SignInByCode};
use crate::http::routes::admin::Overview;
use crate::http::routes::admin::jobs::JobsOverview;
use crate::http::routes::api_keys::{ApiKeys, MadeApiKey, NewApiKey};
use crate::http::routes::apps::{Apps, RegisterApp};
use crate::http::routes::audit::keep::AuditRetention;
use crate::http::routes::audit::read::AuditPage;
use crate::http::routes::auth::{Confirm, NewPassword, Refresh, Resend, SignIn, SignOut, SignedOut, SignedUp};
use crate::http::routes::authorization::{AnswerApp, AppAnswer};
use crate::http::routes::baselines::BaselineDates;
use crate::http::routes::code_needed::CodeNeeded;
use crate::http::routes::code_sent::CodeSent;
use crate::http::routes::confirm_link::{ConfirmLink, LinkState, WaitForLink};
use crate::http::routes::deleted_tickets::DeletedTickets;
use crate::http::routes::dev_mailbox::Messages;
use crate::http::routes::device_codes::{AnswerDevice, AskForDevice, DeviceQuestion};
use crate::http::routes::factor_rule::{FactorRule, SetFactorRule};
use crate::http::routes::files::addresses::TicketFiles;
use crate::http::routes::files::upload::{NewUpload, Upload};
use crate::http::routes::hosted::{BeginHosted, HostedAnswer, Providers, SentToProvider};
use crate::http::routes::import::{ImportPreview, RefusedImport};
use crate::http::routes::invitations::make::{Invitation, MailInvitations, NewInvitation, NewMailInvitations};
use crate::http::routes::invitations::mine::MyInvitations;
use crate::http::routes::invitations::pending::OpenInvitations;
use crate::http::routes::invitations::preview::InvitationPreview;
use crate::http::routes::join_domains::{RemoveJoinDomain, SetJoinDomain};
use crate::http::routes::me::{Me, OpenedWorkspace};
use crate::http::routes::page_titles::{PageTitle, WantedTitle};
use crate::http::routes::people::People;
use crate::http::routes::push::{AddedPushDevice, NewPushDevice, PushDevices};
use crate::http::routes::records::{ComponentTotals, VersionsStatistics};
use crate::http::routes::search::SearchResults;
use crate::http::routes::sign_up_rule::SignUpRule;
use crate::http::routes::sprints::{SprintDays, Velocities};
use crate::http::routes::tickets::{ActivityPage, CommentVersions, Descriptions, TicketDetails};
use crate::http::routes::versions::{DescriptionVersions, RestoredDescription, WholeDescriptionVersion};
use crate::http::routes::workspace_keys::{MadeWorkspaceKey, WorkspaceKeys};
use crate::http::routes::workspaces::{NewWorkspace, PostedCommand};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/src/wire");

/// Collects the declarations of this crate's types by their names. Types of `actors` are declared in `generated.ts`.
struct Declarations {
    config: Config,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        let is_of_the_stage = std::any::type_name::<T>().starts_with("actors::");
        if T::output_path().is_none() || is_of_the_stage || self.found.contains_key(&name) {
            return;
        }
        self.found.insert(name, T::decl(&self.config));
        T::visit_dependencies(self);
    }
}

/// The words of a text that may be names of types.
fn words(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_').collect()
}

fn generate(of_the_stage: &str) -> String {
    // JSON has one kind of number.
    let config = Config::default().with_large_int("number");
    let mut all = Declarations { config, found: BTreeMap::new() };
    all.visit::<ErrorBody>();
    all.visit::<SignUp>();
    all.visit::<SignedUp>();
    all.visit::<Confirm>();
    all.visit::<Resend>();
    all.visit::<ConfirmLink>();
    all.visit::<WaitForLink>();
    all.visit::<LinkState>();
    all.visit::<CodeSent>();
    all.visit::<SignIn>();
    all.visit::<Refresh>();
    all.visit::<SignOut>();
    all.visit::<SignedOut>();
    all.visit::<Providers>();
    all.visit::<SignUpRule>();
    all.visit::<BeginHosted>();
    all.visit::<SentToProvider>();
    all.visit::<HostedAnswer>();
    all.visit::<LinkedAccounts>();
    all.visit::<BeginLink>();
    all.visit::<Unlink>();
    all.visit::<PasskeyChallenge>();
    all.visit::<PasskeyAnswer>();
    all.visit::<PasskeyList>();
    all.visit::<Passkey>();
    all.visit::<BeginPasskey>();
    all.visit::<PasskeyToMake>();
    all.visit::<MadePasskey>();
    all.visit::<RenamePasskey>();
    all.visit::<RemovePasskey>();
    all.visit::<RemovePassword>();
    all.visit::<Session>();
    all.visit::<ForgotPassword>();
    all.visit::<CodeRequested>();
    all.visit::<RequestedCode>();
    all.visit::<ResetPassword>();
    all.visit::<ChangePassword>();
    all.visit::<ChangeEmail>();
    all.visit::<ConfirmEmail>();
    all.visit::<CodeNeeded>();
    all.visit::<NewPassword>();
    all.visit::<PhoneSignUp>();
    all.visit::<PhoneSignIn>();
    all.visit::<PhoneToReset>();
    all.visit::<PhoneState>();
    all.visit::<ChangePhone>();
    all.visit::<RemovePhone>();
    all.visit::<AskForSignInCode>();
    all.visit::<SignInByCode>();
    all.visit::<AnswerChallenge>();
    all.visit::<SecondFactor>();
    all.visit::<BeginFactor>();
    all.visit::<ConfirmFactor>();
    all.visit::<ProveFactor>();
    all.visit::<RecoveryCodes>();
    all.visit::<Enrolment>();
    all.visit::<AccountSessions>();
    all.visit::<RememberedDevices>();
    all.visit::<DeleteAccount>();
    all.visit::<ApiKeys>();
    all.visit::<NewApiKey>();
    all.visit::<MadeApiKey>();
    all.visit::<WorkspaceKeys>();
    all.visit::<MadeWorkspaceKey>();
    all.visit::<Apps>();
    all.visit::<RegisterApp>();
    all.visit::<AnswerApp>();
    all.visit::<AppAnswer>();
    all.visit::<AskForDevice>();
    all.visit::<AnswerDevice>();
    all.visit::<DeviceQuestion>();
    all.visit::<Me>();
    all.visit::<FactorRule>();
    all.visit::<SetFactorRule>();
    all.visit::<JoinDomains>();
    all.visit::<SetJoinDomain>();
    all.visit::<RemoveJoinDomain>();
    all.visit::<ProfilePatch>();
    all.visit::<OpenedWorkspace>();
    all.visit::<Overview>();
    all.visit::<JobsOverview>();
    all.visit::<NewWorkspace>();
    all.visit::<PostedCommand>();
    all.visit::<TicketDetails>();
    all.visit::<ComponentTotals>();
    all.visit::<SprintDays>();
    all.visit::<BaselineDates>();
    all.visit::<Velocities>();
    all.visit::<VersionsStatistics>();
    all.visit::<ActivityPage>();
    all.visit::<CommentVersions>();
    all.visit::<Descriptions>();
    all.visit::<WantedTitle>();
    all.visit::<PageTitle>();
    all.visit::<DescriptionVersions>();
    all.visit::<WholeDescriptionVersion>();
    all.visit::<RestoredDescription>();
    all.visit::<DeletedTickets>();
    all.visit::<NewUpload>();
    all.visit::<Upload>();
    all.visit::<TicketFiles>();
    all.visit::<ImportPreview>();
    all.visit::<RefusedImport>();
    all.visit::<NewInvitation>();
    all.visit::<Invitation>();
    all.visit::<NewMailInvitations>();
    all.visit::<MailInvitations>();
    all.visit::<InvitationPreview>();
    all.visit::<OpenInvitations>();
    all.visit::<MyInvitations>();
    all.visit::<People>();
    all.visit::<PushDevices>();
    all.visit::<NewPushDevice>();
    all.visit::<AddedPushDevice>();
    all.visit::<SearchResults>();
    all.visit::<AuditPage>();
    all.visit::<AuditRetention>();
    all.visit::<Messages>();
    let used: BTreeSet<&str> = all.found.values().flat_map(|declaration| words(declaration)).collect();
    let declared = of_the_stage.lines().filter_map(|line| line.strip_prefix("export type ")?.split([' ', '<']).next());
    let imported: Vec<&str> = declared.filter(|name| used.contains(name) && !all.found.contains_key(*name)).collect();
    let mut text = String::from("// Generated from server/src. Written by: make types\n");
    text.push_str(&format!("\nimport type {{ {} }} from \"./generated\";\n", imported.join(", ")));
    for declaration in all.found.values() {
        text.push_str("\nexport ");
        text.push_str(declaration);
        text.push('\n');
    }
    text
}

#[test]
fn the_types_of_the_web_app_are_those_of_http() {
    let of_the_stage = std::fs::read_to_string(format!("{FOLDER}/generated.ts")).expect("the types of the stage");
    let file = format!("{FOLDER}/http.generated.ts");
    let now = generate(&of_the_stage);
    if std::env::var_os("TROUPE_WRITE_TYPES").is_some() {
        std::fs::write(&file, &now).expect("the web app's folder is there");
    }
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(committed == now, "web/src/wire/http.generated.ts is stale: run `make types`");
}
