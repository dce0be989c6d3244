//! Texts about apps. Sentences for developers of apps contain no quotation marks and no backslashes (RFC 6749).

pub const NO_APP: &str = "This app doesn't exist, or you aren't a member of its workspace.";
pub const NOT_REGISTERED: &str = "This app's redirect URL isn't registered.";
pub const APP_REMOVED: &str = "This app was removed.";
pub const APP_NAME_EMPTY: &str = "Give the app a name.";
pub const NO_REDIRECT: &str = "Enter a redirect URL, or allow device codes.";
pub const WRONG_USER_CODE: &str =
    "This code isn't valid. It may have expired or already been used. Get a new code on your device.";
pub const WRONG_REDIRECT: &str =
    "Use https, or http://127.0.0.1 for a program on the user's computer. URLs can't contain a #.";

#[must_use]
pub fn too_many_redirects(most: usize) -> String {
    format!("An app can have at most {most} redirect URLs.")
}

#[must_use]
pub fn too_many_apps(most: i64) -> String {
    format!("A workspace can have at most {most} apps. Remove one first.")
}

pub const NOT_A_FORM: &str = "Send a form (application/x-www-form-urlencoded) that names each parameter once.";
pub const DENIED: &str = "The person denied access.";
pub const ONLY_CODE: &str = "response_type must be code.";
pub const NO_CHALLENGE: &str = "code_challenge must be the SHA-256 hash of a code verifier in base64url.";
pub const ONLY_S256: &str = "code_challenge_method must be S256.";
pub const STATE_TOO_LONG: &str = "state must have at most 1000 bytes.";
pub const SCOPE_UNKNOWN: &str = "scope names a permission that does not exist or is not registered for the app.";
pub const GRANT_TYPE_UNKNOWN: &str =
    "grant_type must be authorization_code or urn:ietf:params:oauth:grant-type:device_code.";
pub const PARAMETER_MISSING: &str = "grant_type, code, redirect_uri, client_id and code_verifier are all required.";
pub const DEVICE_PARAMETER_MISSING: &str = "device_code and client_id are both required.";
pub const CLIENT_MISSING: &str = "client_id is required.";
pub const TOKEN_MISSING: &str = "token and client_id are both required.";
pub const NO_DEVICE_CODES: &str = "The app is not registered for device codes.";
pub const NOT_ANSWERED: &str = "The person has not answered yet.";
pub const TOO_OFTEN: &str = "The person has not answered yet. Wait five seconds longer between calls.";
pub const DEVICE_CODE_EXPIRED: &str = "The device code has expired.";
pub const CLIENT_UNKNOWN: &str = "There is no app with this client_id.";
pub const CODE_NOT_VALID: &str =
    "The code is not valid, was already used, has expired, or does not match the other parameters.";
pub const PERSON_LEFT: &str = "The person is no longer a member of the workspace.";
pub const KEYS_FULL: &str = "The person has too many API keys in the workspace.";
