//! Texts of the server's refusals.

// Signing up and in.

pub const NOT_AN_EMAIL: &str = "This isn't an email address.";
pub const PASSWORD_TOO_COMMON: &str = "This password is too easy to guess. Choose another.";
pub const NAME_ONE_LINE: &str = "A name must be one line of text.";
pub const CODE_INCORRECT: &str = "That code is incorrect. Check it, or ask for a new one.";
pub const TOO_MANY_CODES: &str = "Too many incorrect codes. Ask for a new one.";
pub const SIGN_UP_ID_MISSING: &str = "The ID of the sign-up is missing.";
pub const USER_GONE: &str = "User does not exist.";
pub const NO_PASSWORD: &str = "Your account has no password. Set one in Settings → Profile first.";
pub const PASSWORD_INCORRECT: &str = "The password is incorrect.";
pub const EMAIL_UNCHANGED: &str = "This is already your email address.";
pub const EMAIL_TAKEN: &str = "Another account now has this email address.";
pub const OWNS_INSTANCE: &str =
    "You own this Troupe server. Set TROUPE_INSTANCE_OWNER to another address before you delete your account.";
pub const OWNER_KEEPS_ADDRESS: &str = "You own this Troupe server by this address. Ask the person who runs the server to \
     set TROUPE_INSTANCE_OWNER to your new address first.";
pub const PHONE_EMPTY: &str = "Phone number cannot be empty";
pub const WRONG_PHONE_OR_PASSWORD: &str = "The phone number or password is incorrect.";
pub const NOT_A_PHONE: &str = "Enter a phone number with its country code, such as +44 7700 900123.";
pub const PHONE_NOT_LISTED: &str =
    "This server doesn't send text messages to this number. Use another number or an email address.";
pub const PHONE_UNCHANGED: &str = "This is already your phone number.";
pub const PHONE_TAKEN: &str = "Another account now has this phone number.";
pub const PHONE_NEEDED: &str = "Your account has no email address. Add one before you remove the phone number.";
pub const TOO_MANY_TEXTS: &str = "Too many text messages were sent. Try again later.";
pub const FACTOR_ON: &str = "Two-factor authentication is already on. Turn it off first.";
pub const FACTOR_OFF: &str = "Two-factor authentication is off.";
pub const INVITATION_NEEDED: &str =
    "Only people with an invitation can sign up here. Open the link in your invitation first.";
pub const FACTOR_FIRST: &str = "Turn on two-factor authentication for your own account first.";
pub const NOT_A_DOMAIN: &str = "Enter an email domain, such as example.org.";
pub const NO_FACTOR_WAITS: &str = "No authenticator app is waiting to be confirmed. Start again.";
pub const LINK_NOT_VALID: &str = "This link has expired or was already used.";
pub const PAGE_OUTDATED: &str = "Troupe was updated. Reload this page and sign up again.";

// Signing in at a provider.

pub const OAUTH_STATE: &str = "Invalid state in OAuth flow";
pub const NO_PROVIDER: &str = "This provider isn't available on this server.";
pub const NO_LINKED_ACCOUNT: &str = "This account is no longer linked.";

#[must_use]
pub fn provider_away(provider: &str) -> String {
    format!("{provider} didn't answer in time. Try again.")
}

#[must_use]
pub fn provider_invalid(provider: &str) -> String {
    format!("The answer from {provider} wasn't valid. Try again.")
}

#[must_use]
pub fn provider_declined(provider: &str) -> String {
    format!("You didn't allow {provider} to log you in.")
}

#[must_use]
pub fn provider_refused(provider: &str) -> String {
    format!("{provider} couldn't log you in. Try again.")
}

#[must_use]
pub fn sign_up_domains_only(domains: &str) -> String {
    format!("You can't sign up with a phone number. Use an email address at {domains}, or open your invitation link.")
}

#[must_use]
pub fn sign_up_domains(domains: &str) -> String {
    format!("You can't sign up with this address. Use an address at {domains}, or open the link in your invitation.")
}

#[must_use]
pub fn no_sign_up(provider: &str) -> String {
    format!(
        "No Troupe account is linked with this {provider} account, and new accounts can't be created with {provider} here."
    )
}

#[must_use]
pub fn email_not_verified(provider: &str) -> String {
    format!(
        "{provider} hasn't verified your email address. Verify it there, or sign up with an email address and a password."
    )
}

#[must_use]
pub fn link_first(provider: &str) -> String {
    format!(
        "There is already a Troupe account with your email address. Log in with your password, then link {provider} in \
         Settings → Profile."
    )
}

#[must_use]
pub fn linked_elsewhere(provider: &str) -> String {
    format!("This {provider} account is linked with another Troupe account. Unlink it there first.")
}

// Passkeys.

/// The name of a new passkey if the browser is unknown.
pub const PASSKEY: &str = "Passkey";
pub const PASSKEYS_NEED_A_DOMAIN: &str =
    "Passkeys don't work on this Troupe server. They need a domain name and HTTPS.";
pub const NOT_BYTES: &str = "This isn't base64url, or is too long.";
pub const PASSKEY_REFUSED: &str = "You can't log in with this passkey. Log in another way.";
pub const PASSKEY_EXPIRED: &str = "This passkey request has expired or was already used. Try again.";
pub const PASSKEY_NOT_MADE: &str = "This passkey couldn't be added. Try again, or use another device.";
pub const PASSKEY_KNOWN: &str = "This passkey was already added.";
pub const PASSKEY_NAME_EMPTY: &str = "Give the passkey a name.";
pub const NO_PASSKEY: &str = "This passkey was removed.";
pub const LAST_PASSKEY: &str = "This passkey is your only way to log in. Set a password or add another passkey first.";
pub const PASSKEY_FIRST: &str = "Add a passkey first. Without a password or a passkey, you can't log in.";
pub const PASSWORD_REMOVED: &str = "Your account has no password.";

#[must_use]
pub fn passkeys_elsewhere(there: &str) -> String {
    format!("Passkeys don't work at this address. Open {there} to use them.")
}

#[must_use]
pub fn too_many_passkeys(most: i64) -> String {
    format!("You can have {most} passkeys. Remove one first.")
}

pub const PASSWORD_THE_SAME: &str = "The new password must be different from your current one.";
pub const NO_KEY: &str = "API key not found.";
pub const KEY_NAME_EMPTY: &str = "Give the API key a name.";
pub const KEY_DAYS: &str = "An API key expires after 30, 90 or 365 days, or never.";
pub const NO_SUCH_CAPABILITY: &str = "This permission doesn't exist.";
pub const KEY_ABOVE_OWNER: &str = "You can't give an API key a permission that you don't have.";
pub const KEY_NOT_HERE: &str = "You can't do this with an API key. Log in instead.";
pub const ONLY_WITH_KEY: &str = "This call needs an API key.";

#[must_use]
pub fn too_many_keys(most: i64) -> String {
    format!("You can have {most} API keys in a workspace. Revoke one first.")
}

#[must_use]
pub fn password_too_short(least: usize) -> String {
    format!("Use at least {least} characters for the password.")
}

#[must_use]
pub fn password_too_long(most: usize) -> String {
    format!("Use at most {most} characters for the password.")
}

#[must_use]
pub fn name_too_long(most: usize) -> String {
    format!("Use at most {most} characters for a name.")
}

#[must_use]
pub fn owns_alone(workspaces: &str) -> String {
    format!("You are the only owner of {workspaces}. Make another member an owner first.")
}

#[must_use]
pub fn manages_alone(lists: &str) -> String {
    format!(
        "You are the only manager of {lists}. First let another member manage these lists, or open them to everyone."
    )
}

// Requests.

pub const BODY_CUT_SHORT: &str = "The request body is incomplete.";
pub const TOO_MANY_LARGE_ANSWERS: &str =
    "Too many large responses are in progress. Finish reading them, then try again.";
pub const INSTANCE_OWNER_ONLY: &str = "Only the instance owner can see this page.";
pub const NO_WEB_APP: &str = "This build has no web app. Run `make build` to include it.";
pub const MAILBOX_ADDRESS_MISSING: &str = "Add an address to see its emails: ?to=ann@example.org";
pub const SEARCH_EXPECTED: &str = "The search text is missing, such as ?q=label.";
pub const SEARCH_PARTS: &str = "Use title, attribute, description or comment, with commas between them.";
pub const SEARCH_QUERY: &str = "A search takes q, in, list, after and limit, each at most once.";
pub const TICKETS_QUERY: &str =
    "A list of tasks takes filter, sort, after, limit, today and offset, each at most once.";
pub const DELETED_QUERY: &str = "A list of deleted tasks takes before and limit, each at most once.";
pub const SORT_EXPECTED: &str = "Sort by created, updated, due, start or number, with - in front for the reverse.";
pub const AFTER_EXPECTED: &str = "Use the `next` of the page before.";
pub const OFFSET_EXPECTED: &str = "Use whole minutes from -720 to 840.";
pub const NUMBER_EXPECTED: &str = "Use a whole number.";
pub const VERSIONS_QUERY: &str = "`before` must be the ID of a version, and `limit` a number.";
pub const BEFORE_AND_LIMIT: &str = "`before` must be the ID of an activity, and `limit` a number.";

#[must_use]
pub fn whole_number_to(most: i64) -> String {
    format!("Use a whole number from 1 to {most}.")
}

#[must_use]
pub fn owns_too_many(most: usize) -> String {
    format!("You already own {most} workspaces, the maximum allowed.")
}

// Web push.

pub const PUSH_ENDPOINT: &str = "This isn't the address of a push service.";
pub const PUSH_KEY: &str = "This isn't the public key of a browser.";
pub const PUSH_AUTH: &str = "This isn't the secret of a browser.";
pub const PUSH_SERVER_KEY: &str = "The key of this server has changed. Subscribe again.";

#[must_use]
pub fn too_many_push_devices(most: i64) -> String {
    format!("You get push notifications on {most} devices, the maximum allowed. Remove one of them first.")
}

// Files of tasks.

pub const NO_SUCH_RANGE: &str = "The file has no such range.";
pub const FILE_EMPTY: &str = "The file is empty.";
pub const NO_UPLOAD: &str = "Upload not found.";
pub const NO_SUCH_PART: &str = "The upload has no such part.";
pub const PARTS_MISSING: &str = "Parts of the file are missing.";
pub const UPLOAD_COMPLETE: &str = "The upload is complete already.";
pub const TOO_MANY_UPLOADS: &str = "You have too many unfinished uploads. Cancel some of them first.";
pub const NO_PICTURE: &str = "Choose a PNG, JPEG, WebP or GIF picture of at most 40 million pixels.";
pub const PICTURE_TOO_LARGE: &str = "Choose a picture of at most 10 MB.";
pub const SEND_BYTES: &str = "Send uncompressed application/octet-stream.";
pub const STORE_SILENT: &str = "Files are not available right now. Try again in a moment.";
pub const FILES_WAIT_FOR_UPDATE: &str = "Troupe is being updated. Files can be attached in a few minutes.";

#[must_use]
pub fn part_length(size: i64) -> String {
    format!("This part must have exactly {size} bytes.")
}

#[must_use]
pub fn file_of_task_too_large(most: u64) -> String {
    format!("A file can have at most {} MiB.", most.div_ceil(1 << 20))
}

#[must_use]
pub fn files_quota(most: u64) -> String {
    format!(
        "The files of this workspace would take more than {} MiB. Delete some of them; their space is free a day later.",
        most.div_ceil(1 << 20)
    )
}

// People and the audit log.

pub const FILE_FORMAT: &str = "Choose json or csv.";
pub const AUDIT_KIND: &str = "This isn't a kind of record.";
pub const AUDIT_QUERY: &str = "Use each of `by`, `kind`, `from`, `to`, `before`, `limit` and `format` at most once.";
pub const TIME_EXPECTED: &str = "Use a time such as 2030-05-01T12:00:00Z.";

#[must_use]
pub fn days_between(least: i64, most: i64) -> String {
    format!("Choose {least} to {most} days.")
}

#[must_use]
pub fn too_many_records(most: i64) -> String {
    format!("A file can have at most {most} records. Choose a shorter time.")
}

// Invitations.

pub const INVITED_ROLE: &str = "Choose a role of this workspace other than owner.";
pub const INVITED_DAYS: &str = "Choose 1, 7, or 30 days.";
pub const USES_OR_UNLIMITED: &str = "Set either `uses` or `unlimited`, not both.";
pub const NO_ADDRESS: &str = "Enter at least one email address.";
pub const ADDRESSES_REFUSED: &str = "Some addresses can't be invited. Remove them and try again.";
pub const TOO_MANY_INVITED: &str = "Too many invitations were sent. Try again later, or share an invite link.";
pub const NO_INVITATION_MAILS: &str = "This server can't send email. Create an invite link instead.";
pub const NOT_SENT_BY_MAIL: &str = "Only a pending invitation by email can be sent again.";
pub const NO_TOKEN_TO_SEND: &str =
    "This invitation is too old to be sent again. Revoke it and invite the person again.";
pub const INVITED_IS_MEMBER: &str = "This person is already a member.";
pub const INVITED_AGAIN: &str = "This address already has another pending invitation.";
pub const PERSONAL_INVITATION: &str =
    "You have left this workspace. Ask for an invitation by email, or a link for one person.";
pub const INVITED_LIST_TWICE: &str = "Name each list once.";

#[must_use]
pub fn too_many_invited_lists(most: usize) -> String {
    format!("An invitation can share at most {most} lists.")
}

#[must_use]
pub fn too_many_addresses(most: usize) -> String {
    format!("Invite at most {most} people at once.")
}

#[must_use]
pub fn too_many_invitations(most: i64) -> String {
    format!("This workspace has {most} pending invitations. Revoke some, or wait until they expire.")
}

// Uploads.

pub const FIELD_TWICE: &str = "This field appears twice.";
pub const FILE_MISSING: &str = "Choose a file.";
pub const FORMAT: &str = "Choose github or csv.";
pub const DRY_RUN: &str = "Use true or false.";
pub const SEND_MULTIPART: &str = "Send multipart/form-data.";
pub const SEND_BOUNDARY: &str = "Send multipart/form-data with a boundary.";
pub const MAPPING_EXPECTED: &str = "An object is expected here that maps each column's name to a target.";
pub const NOT_UTF8: &str = "This isn't UTF-8.";
pub const FILE_TOO_SLOW: &str = "The upload took too long. Try again.";
pub const FORM_CUT_SHORT: &str = "The form is invalid or incomplete.";
pub const TWO_IMPORTS_OF_YOURS: &str = "You're already importing two files. Try again when one of them is done.";
pub const TOO_MANY_IMPORTS: &str = "Too many files are being imported right now. Try again in a moment.";

#[must_use]
pub fn file_too_large(most: usize) -> String {
    format!("This file is too large. Files can be at most {most} bytes.")
}

// Sockets.

pub const WEBSOCKET_ONLY: &str = "Only WebSocket version 13 is supported here.";
pub const TOO_MANY_COMMANDS: &str = "Too many commands. Wait a moment.";
pub const FRAME_UNEXPECTED: &str = "This frame isn't expected now.";
pub const HELLO_FIRST: &str = "The first frame must be `hello`.";
pub const NOT_TEXT: &str = "Frames must be text.";

#[must_use]
pub fn watches_too_many(most: usize) -> String {
    format!("A socket can watch at most {most} tasks.")
}

#[must_use]
pub fn frame_too_large(most: usize) -> String {
    format!("A frame can be at most {most} bytes.")
}

#[must_use]
pub fn domain_public(domain: &str) -> String {
    format!("You can't add {domain}, because anyone can get an address there.")
}

#[must_use]
pub fn domain_not_verified(domain: &str) -> String {
    format!("You can't add {domain}, because no owner of this workspace has an address there.")
}

#[must_use]
pub fn too_many_domains(most: i64) -> String {
    format!("A workspace can have at most {most} domains. Remove one first.")
}

#[must_use]
pub fn factor_required_in(workspaces: &str) -> String {
    format!(
        "These workspaces require two-factor authentication: {workspaces}. Leave them first, or ask an owner to make \
         it optional."
    )
}
