//! Why a job failed, for admins. No text holds a secret or an address.

pub const NO_MAIL_SERVER: &str = "No mail server is set (TROUPE_MAIL_URL).";
pub const MAIL_NOT_KEPT: &str = "The database did not store the email.";
pub const ADDRESS_INVALID: &str = "The email address is not valid.";
pub const MAIL_UNWRITABLE: &str = "The email could not be written.";
pub const MAIL_SERVER_SLOW: &str = "The mail server did not answer in time.";
pub const MAIL_SERVER_WITHOUT_TLS: &str = "The mail server offered no usable TLS.";
pub const MAIL_SERVER_UNREADABLE: &str = "The mail server's answer could not be read.";
pub const MAIL_SERVER_AWAY: &str = "The mail server could not be reached.";
pub const TRASH_NOT_EMPTIED: &str = "Some tasks in the trash could not be deleted.";
pub const PROFILE_NOT_COPIED: &str = "A changed profile could not be copied to all workspaces.";
pub const ACCOUNT_NOT_ERASED: &str = "A deleted account could not be removed from all workspaces.";
pub const MEMBERS_NOT_GATED: &str =
    "For some members, access to a workspace that requires two-factor authentication could not be updated.";
pub const ROLES_NOT_GIVEN: &str = "A person's roles from provider groups could not be set in all workspaces.";
pub const DOMAIN_NOT_JOINED: &str = "A new account could not join all workspaces that list its email domain.";
pub const TASK_NOT_REPEATED: &str = "The next occurrence of a repeating task could not be created.";
pub const FILE_NOT_CHANGED: &str = "A file could not be changed.";
pub const STORE_SILENT: &str = "The file store did not answer.";
pub const PAGE_SILENT: &str = "A linked page did not answer.";
pub const PAGE_NOT_NOTED: &str = "The title of a linked page could not be noted.";
pub const IMPORT_NOT_ENDED: &str = "An interrupted import could not be ended.";

pub const NO_SMS_GATEWAY: &str = "No SMS gateway is set (TROUPE_SMS_WEBHOOK).";
pub const SMS_GATEWAY_PRIVATE: &str = "The address of the SMS gateway is not public.";
pub const SMS_GATEWAY_SLOW: &str = "The SMS gateway did not answer in time.";
pub const SMS_GATEWAY_AWAY: &str = "The SMS gateway could not be reached.";

pub const PUSH_SERVICE_AWAY: &str = "The push service could not be reached.";
pub const PUSH_SERVICE_BUSY: &str = "The push service asked to wait.";
pub const PUSH_SERVICE_PRIVATE: &str = "The address of the push service is not public.";
pub const PUSH_TOO_LONG: &str = "The message is too long for push services.";

#[must_use]
pub fn sms_refused(status: u16) -> String {
    format!("The SMS gateway did not accept the text message (status {status}).")
}

#[must_use]
pub fn push_refused(status: u16) -> String {
    format!("The push service refused the message (status {status}).")
}

#[must_use]
pub fn mail_refused(code: &str) -> String {
    format!("The mail server refused the email (code {code}).")
}
