//! The providers of a node.

use url::Url;

use super::provider::Provider;
use crate::config::{Config, ProviderConfig};

/// The providers of a node, and where they may send browsers back to.
pub struct Providers {
    pub(super) providers: Vec<Provider>,
    /// Four addresses, or none.
    pub(super) redirects: Vec<String>,
}

impl Providers {
    /// The providers of the settings. Nothing is asked of them before the first sign-in.
    pub fn new(config: &Config, public_url: &str) -> Self {
        let own = Url::parse(public_url).ok();
        let own_host = own.as_ref().and_then(Url::host_str);
        let of = |it: &ProviderConfig| Provider::new(it.clone(), config.outbound.private, own_host);
        let providers = config.hosted.providers.iter().map(of).collect();
        Self { providers, redirects: config.hosted.redirects.clone() }
    }
}
