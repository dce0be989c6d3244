//! What a provider says about itself (OpenID Connect Discovery 1.0).

use serde::Deserialize;
use url::Url;

use super::fault::Fault;

/// The document of a provider.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Metadata {
    pub(super) issuer: String,
    pub(super) authorization_endpoint: String,
    pub(super) token_endpoint: String,
    pub(super) jwks_uri: String,
    pub(super) userinfo_endpoint: Option<String>,
    pub(super) end_session_endpoint: Option<String>,
    /// How clients may prove who they are. A provider that names none accepts HTTP Basic.
    #[serde(default)]
    pub(super) token_endpoint_auth_methods_supported: Vec<String>,
    /// Whether each answer names its issuer (RFC 9207).
    #[serde(default)]
    pub(super) authorization_response_iss_parameter_supported: bool,
}

impl Metadata {
    /// Reads a document. It must be of the issuer that the settings name, and all its addresses must use TLS unless
    /// `plain` is set.
    pub(super) fn read(body: &[u8], issuer: &str, plain: bool) -> Result<Self, Fault> {
        let metadata: Self =
            serde_json::from_slice(body).map_err(|_| Fault::Answer("its discovery document cannot be read"))?;
        if metadata.issuer != issuer {
            return Err(Fault::Answer("its discovery document is of another issuer"));
        }
        let addresses =
            [Some(&metadata.authorization_endpoint), Some(&metadata.token_endpoint), Some(&metadata.jwks_uri)];
        let more = [metadata.userinfo_endpoint.as_ref(), metadata.end_session_endpoint.as_ref()];
        let is_address = |text: &String| {
            Url::parse(text).is_ok_and(|url| url.scheme() == "https" || plain && url.scheme() == "http")
        };
        if !addresses.into_iter().chain(more).flatten().all(is_address) {
            return Err(Fault::Answer("its discovery document has an address without TLS"));
        }
        Ok(metadata)
    }

    /// The address of the document of an issuer.
    pub(super) fn address(issuer: &str) -> String {
        format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(key: &str, value: &str) -> Result<Metadata, Fault> {
        let mut document = json!({
            "issuer": "https://id.example.org",
            "authorization_endpoint": "https://id.example.org/auth",
            "token_endpoint": "https://id.example.org/token",
            "jwks_uri": "https://id.example.org/jwks",
            "unknown": ["is ignored"],
        });
        document[key] = json!(value);
        Metadata::read(document.to_string().as_bytes(), "https://id.example.org", false)
    }

    #[test]
    fn hs2_a_document_is_of_its_issuer_and_its_addresses_use_tls() {
        assert!(read("scopes_supported", "x").is_ok());
        for (key, value) in [
            ("issuer", "https://id.example.org/"),
            ("issuer", "https://evil.example"),
            ("token_endpoint", "http://id.example.org/token"),
            ("authorization_endpoint", "javascript:alert(1)"),
            ("end_session_endpoint", "data:text/html,x"),
            ("userinfo_endpoint", "/relative"),
        ] {
            assert!(read(key, value).is_err(), "{key} {value}");
        }
        assert!(Metadata::read(b"<html>", "https://id.example.org", false).is_err());
    }

    #[test]
    fn hs2_the_document_is_below_the_path_of_the_issuer() {
        for issuer in ["https://id.example.org/realms/a", "https://id.example.org/realms/a/"] {
            assert_eq!(Metadata::address(issuer), "https://id.example.org/realms/a/.well-known/openid-configuration");
        }
    }
}
