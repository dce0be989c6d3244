//! The relying party: the domain that passkeys belong to, and the origins whose pages may use them.

use url::{Host, Url};
use webauthn_rp::request::{AsciiDomain, RpId};

use crate::auth::Site;
use crate::error::{Code, Refusal};
use crate::words::refusals as words;

/// The domain that passkeys belong to, and the origins whose pages may use them.
#[derive(Debug)]
pub(super) struct Party {
    pub(super) id: RpId,
    pub(super) origins: Vec<String>,
}

impl Party {
    /// The relying party of a site, for a page of this origin. Programs other than browsers send no origin.
    ///
    /// # Errors
    /// `conflict` if browsers cannot use passkeys at the address of the site, or at the address of the page.
    pub(super) fn of(site: &Site, page: Option<&str>) -> Result<Self, Refusal> {
        let unfit = |message: String| Refusal::new(Code::Conflict).message(message);
        let party = Self::at(site.public_url(), site.origins());
        let party = party.ok_or_else(|| unfit(words::PASSKEYS_NEED_A_DOMAIN.to_owned()))?;
        match page.and_then(origin_of).filter(|page| !party.origins.contains(page)) {
            None => Ok(party),
            Some(_) => {
                let public = origin_of(site.public_url()).filter(|public| party.origins.contains(public));
                let there = public.or_else(|| party.origins.first().cloned()).unwrap_or_default();
                Err(unfit(words::passkeys_elsewhere(&there)))
            }
        }
    }

    /// The domain of the public address. On a developer's machine it is `localhost`: browsers accept no IP
    /// address. An origin belongs to it if its host is the domain or is below it, and if browsers let its pages use passkeys.
    fn at<'a>(public_url: &str, origins: impl Iterator<Item = &'a str>) -> Option<Self> {
        let url = Url::parse(public_url).ok()?;
        let domain = match url.host()? {
            Host::Domain(domain) => domain.trim_end_matches('.').to_owned(),
            Host::Ipv4(address) if address.is_loopback() => "localhost".to_owned(),
            Host::Ipv6(address) if address.is_loopback() => "localhost".to_owned(),
            Host::Ipv4(_) | Host::Ipv6(_) => return None,
        };
        let fits = |origin: &Url| {
            let Some(host) = origin.host_str() else { return false };
            let below = host.strip_suffix(domain.as_str()).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
            below && (origin.scheme() == "https" || domain == "localhost")
        };
        let mut origins: Vec<String> = origins
            .filter_map(|origin| Url::parse(origin).ok())
            .filter(fits)
            .map(|origin| origin.origin().ascii_serialization())
            .collect();
        origins.sort_unstable();
        origins.dedup();
        // Without any origin, the library would accept the domain as the origin.
        if origins.is_empty() {
            return None;
        }
        Some(Self { id: RpId::Domain(AsciiDomain::try_from(domain).ok()?), origins })
    }
}

fn origin_of(page: &str) -> Option<String> {
    Url::parse(page).ok().map(|page| page.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(public_url: &str, more: &[&str]) -> Option<(String, Vec<String>)> {
        let party = Party::at(public_url, std::iter::once(public_url).chain(more.iter().copied()))?;
        Some((party.id.as_ref().to_owned(), party.origins))
    }

    #[test]
    fn pk2_passkeys_belong_to_the_domain_of_the_public_address_and_work_at_its_origins() {
        let all = ["https://b.troupe.example.org:8443", "https://example.org", "https://eviltroupe.example.org"];
        assert_eq!(
            at("https://Troupe.example.org", &all),
            Some((
                "troupe.example.org".to_owned(),
                vec!["https://b.troupe.example.org:8443".to_owned(), "https://troupe.example.org".to_owned()]
            ))
        );
        assert_eq!(
            at("https://troupe.example.org:443", &["http://troupe.example.org"]),
            Some(("troupe.example.org".to_owned(), vec!["https://troupe.example.org".to_owned()])),
            "a page without TLS may not use them"
        );
    }

    #[test]
    fn pk2_a_developers_machine_is_localhost_and_an_address_of_numbers_has_no_passkeys() {
        let local = ["http://localhost:8080", "http://[::1]:8080"];
        for public_url in ["http://127.0.0.1:8080", "http://[::1]:8080", "http://localhost:8080"] {
            let expected = Some(("localhost".to_owned(), vec!["http://localhost:8080".to_owned()]));
            assert_eq!(at(public_url, &local), expected, "{public_url}");
        }
        for none in ["https://192.0.2.7", "https://[2001:db8::7]", "http://troupe.example.org", "nothing"] {
            assert_eq!(at(none, &[]), None, "{none}");
        }
    }
}
