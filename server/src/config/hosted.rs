//! The providers of hosted sign-in: OpenID Connect issuers that people may sign in with. Each provider has variables of its
//! own, which begin with `TROUPE_PROVIDER_` and its name.

use std::collections::HashMap;

use url::Url;
use uuid::Uuid;

use super::Secret;
use super::reader::Reader;

/// The beginning of the variables of a provider.
const PREFIX: &str = "TROUPE_PROVIDER_";
/// The variables of a provider, after its name.
const FIELDS: [&str; 12] = [
    "NAME",
    "ISSUER",
    "CLIENT_ID",
    "CLIENT_SECRET",
    "SCOPES",
    "PRIVATE",
    "SIGN_UP",
    "TEAM_ID",
    "KEY_ID",
    "PRIVATE_KEY",
    "GROUPS_CLAIM",
    "GROUP_ROLES",
];
/// The most providers.
const MOST: usize = 10;
/// The path of all redirect addresses.
const RETURN_PATH: &str = "/oauth";

/// Sign-in at other providers.
#[derive(Clone, Debug, Default)]
pub struct HostedConfig {
    /// `TROUPE_PROVIDERS`: the providers, in the order of the buttons.
    pub providers: Vec<ProviderConfig>,
    /// `TROUPE_SIGN_IN_REDIRECTS`: four addresses, or none.
    pub redirects: Vec<String>,
}

/// A provider.
#[derive(Clone, Debug)]
pub struct ProviderConfig {
    /// The name in the settings: small letters, digits and hyphens.
    pub id: String,
    /// The name for people.
    pub name: String,
    /// The issuer, exactly as the provider writes it.
    pub issuer: String,
    /// The id of Troupe at the provider.
    pub client_id: String,
    /// How Troupe proves at the provider that it is the client.
    pub secret: ClientSecret,
    /// The scopes to ask for, with spaces between them.
    pub scopes: String,
    /// Whether the provider may be in the operator's own network, without TLS.
    pub private: bool,
    /// Whether people without an account may sign up.
    pub sign_up: bool,
    /// The roles that groups of the provider give.
    pub groups: Option<GroupRoles>,
}

/// How the node proves at a provider that it is the client.
#[derive(Clone, Debug)]
pub enum ClientSecret {
    /// A public client: PKCE alone protects the code.
    None,
    /// A secret.
    Text(Secret),
    /// Apple expects a JWT that the node signs with this key.
    Apple(AppleKey),
}

/// The key with which the node signs the secret that Apple expects.
#[derive(Clone, Debug)]
pub struct AppleKey {
    /// The team at Apple.
    pub team: String,
    /// The id of the key.
    pub id: String,
    /// The private key of P-256, as PEM (PKCS #8).
    pub pem: Secret,
}

/// The roles that groups of a provider give.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRoles {
    /// The claim with the person's groups.
    pub claim: String,
    /// Group, workspace and role. Of several groups in one workspace, the first one counts.
    pub roles: Vec<(String, Uuid, String)>,
}

impl HostedConfig {
    pub(super) fn read(reader: &mut Reader, environment: &HashMap<String, String>) -> Self {
        let names = reader.list("hosted.providers");
        if names.len() > MOST {
            reader.problem("hosted.providers", format!("must name at most {MOST} providers"));
        }
        let mut providers: Vec<ProviderConfig> = Vec::new();
        for id in names {
            if !is_id(&id) || providers.iter().any(|known| known.id == id) {
                reader.problem(
                    "hosted.providers",
                    "must be different names of small letters, digits and hyphens, such as google, apple, acme",
                );
            } else if let Some(provider) = (Variables { id: &id, environment }).read(reader) {
                if providers.iter().any(|known| known.issuer == provider.issuer) {
                    reader.problem("hosted.providers", "names two providers with the same issuer");
                }
                providers.push(provider);
            }
        }
        Self { providers, redirects: redirects(reader) }
    }
}

/// The variables of one provider.
struct Variables<'a> {
    id: &'a str,
    environment: &'a HashMap<String, String>,
}

impl Variables<'_> {
    fn variable(&self, field: &str) -> String {
        format!("{PREFIX}{}_{field}", self.id.to_ascii_uppercase().replace('-', "_"))
    }

    fn text(&self, field: &str) -> Option<String> {
        let value = self.environment.get(&self.variable(field))?.trim();
        (!value.is_empty()).then(|| value.to_owned())
    }

    /// A text that must be set.
    fn needed(&self, field: &str, reader: &mut Reader) -> Option<String> {
        let value = self.text(field);
        if value.is_none() {
            reader.problem(&self.variable(field), "is needed");
        }
        value
    }

    fn flag(&self, field: &str, default: bool, reader: &mut Reader) -> bool {
        match self.text(field).as_deref() {
            None => default,
            Some("1" | "true" | "yes") => true,
            Some("0" | "false" | "no") => false,
            Some(_) => {
                reader.problem(&self.variable(field), "must be true or false");
                default
            }
        }
    }

    fn read(&self, reader: &mut Reader) -> Option<ProviderConfig> {
        self.check_names(reader);
        let (known_name, known_issuer) = match self.id {
            "google" => ("Google", Some("https://accounts.google.com")),
            "apple" => ("Apple", Some("https://appleid.apple.com")),
            other => (other, None),
        };
        let issuer = match (self.text("ISSUER"), known_issuer) {
            (Some(issuer), _) => Some(issuer),
            (None, Some(known)) => Some(known.to_owned()),
            (None, None) => self.needed("ISSUER", reader),
        };
        let private = self.flag("PRIVATE", false, reader);
        if issuer.as_deref().is_some_and(|issuer| !is_issuer(issuer, private)) {
            reader.problem(
                &self.variable("ISSUER"),
                "must be an https address without a query, such as https://id.example.org",
            );
        }
        let client_id = self.needed("CLIENT_ID", reader);
        let secret = self.secret(reader);
        let groups = self.groups(reader);
        let scopes = self.text("SCOPES").unwrap_or_else(|| {
            if self.id == "apple" { "openid email name" } else { "openid email profile" }.to_owned()
        });
        if !scopes.split(' ').any(|scope| scope == "openid") {
            reader.problem(&self.variable("SCOPES"), "must contain openid");
        }
        Some(ProviderConfig {
            id: self.id.to_owned(),
            name: self.text("NAME").unwrap_or_else(|| known_name.to_owned()),
            issuer: issuer?,
            client_id: client_id?,
            secret: secret?,
            scopes,
            private,
            sign_up: self.flag("SIGN_UP", true, reader),
            groups,
        })
    }

    /// Finds misspelt variables.
    fn check_names(&self, reader: &mut Reader) {
        let own = self.variable("");
        let mut fields: Vec<_> = self.environment.keys().filter_map(|name| name.strip_prefix(&own)).collect();
        fields.sort_unstable();
        for field in fields.into_iter().filter(|field| !FIELDS.contains(field)) {
            // The rest may belong to a provider whose name begins with this name.
            if !FIELDS.iter().any(|known| field.ends_with(&format!("_{known}"))) {
                reader.problem(&self.variable(field), "is not a setting");
            }
        }
    }

    fn secret(&self, reader: &mut Reader) -> Option<ClientSecret> {
        if self.id != "apple" {
            return Some(self.text("CLIENT_SECRET").map_or(ClientSecret::None, |it| ClientSecret::Text(it.into())));
        }
        let [team, id, pem] = ["TEAM_ID", "KEY_ID", "PRIVATE_KEY"].map(|field| self.needed(field, reader));
        // A variable has no line breaks in some places; `\n` stands for them.
        let pem = pem?.replace("\\n", "\n");
        if jsonwebtoken::EncodingKey::from_ec_pem(pem.as_bytes()).is_err() {
            reader.problem(&self.variable("PRIVATE_KEY"), "must be the PEM text of the key from Apple");
        }
        Some(ClientSecret::Apple(AppleKey { team: team?, id: id?, pem: pem.into() }))
    }

    fn groups(&self, reader: &mut Reader) -> Option<GroupRoles> {
        let text = self.text("GROUP_ROLES")?;
        let roles: Option<Vec<_>> = text.split(',').map(str::trim).filter(|rule| !rule.is_empty()).map(rule).collect();
        if roles.is_none() {
            reader.problem(
                &self.variable("GROUP_ROLES"),
                "must be rules such as engineers=WORKSPACE-ID/member, with commas between them; no rule makes an owner",
            );
        }
        Some(GroupRoles { claim: self.text("GROUPS_CLAIM").unwrap_or_else(|| "groups".to_owned()), roles: roles? })
    }
}

/// `group=workspace/role`. The role is the word of a built-in role or the id of another one.
fn rule(text: &str) -> Option<(String, Uuid, String)> {
    let (group, place) = text.rsplit_once('=')?;
    let (workspace, role) = place.split_once('/')?;
    let (group, role) = (group.trim(), role.trim());
    let is_role = ["admin", "member", "guest"].contains(&role) || role.parse::<Uuid>().is_ok();
    (!group.is_empty() && is_role).then_some(())?;
    Some((group.to_owned(), workspace.trim().parse().ok()?, role.to_owned()))
}

fn is_id(id: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=32).contains(&id.len()) && id.bytes().all(is_letter) && !id.starts_with('-')
}

fn is_issuer(issuer: &str, private: bool) -> bool {
    let Ok(url) = Url::parse(issuer) else { return false };
    let scheme = url.scheme() == "https" || private && url.scheme() == "http";
    scheme && is_plain(&url)
}

/// No user, no query and no fragment.
fn is_plain(url: &Url) -> bool {
    url.has_host()
        && url.username().is_empty()
        && url.password().is_none()
        && url.query().is_none()
        && url.fragment().is_none()
}

fn redirects(reader: &mut Reader) -> Vec<String> {
    let redirects = reader.list("hosted.redirects");
    let is_redirect = |text: &String| {
        Url::parse(text)
            .is_ok_and(|url| matches!(url.scheme(), "http" | "https") && is_plain(&url) && url.path() == RETURN_PATH)
    };
    if !matches!(redirects.len(), 0 | 4) || !redirects.iter().all(is_redirect) {
        reader.problem(
            "hosted.redirects",
            "must be four addresses that end with /oauth: for this machine, for development (the default), for production, \
             and for one more host",
        );
    }
    redirects
}

#[cfg(test)]
mod tests;
