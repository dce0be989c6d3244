//! The address that a provider sends the browser back to.

use std::net::IpAddr;

use url::{Host, Url};

/// The path of the page that continues a sign-in.
pub(super) const RETURN_PATH: &str = "/oauth";

/// Chooses an address by the origin of the page that signs in. Of the four entries, this machine always has the first one. A
/// host that no entry names has the second one. Without entries, the browser returns to the same origin.
pub(super) fn redirect_for(entries: &[String], origin: &str) -> String {
    let page = Url::parse(origin).ok();
    let host = page.as_ref().and_then(Url::host);
    let is_named = |entry: &&String| {
        let entry = Url::parse(entry).ok();
        entry.as_ref().and_then(Url::host).is_some_and(|named| Some(named) == host)
    };
    let chosen = match host {
        Some(host) if is_this_machine(&host) => entries.first(),
        _ => entries.iter().find(is_named).or_else(|| entries.get(1)),
    };
    chosen.cloned().unwrap_or_else(|| format!("{origin}{RETURN_PATH}"))
}

/// The address to return to after signing out at the provider: the root of the same site.
pub(super) fn root_of(redirect: &str) -> String {
    redirect.strip_suffix(RETURN_PATH).map(|site| format!("{site}/")).unwrap_or_default()
}

fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Domain(name) => *name == "localhost" || name.ends_with(".localhost"),
        Host::Ipv4(address) => IpAddr::V4(*address).is_loopback(),
        Host::Ipv6(address) => IpAddr::V6(*address).is_loopback(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hs4_the_host_of_the_page_chooses_one_of_the_four_addresses() {
        let entries =
            ["http://localhost:8080", "https://dev.example.org", "https://troupe.example.org", "https://b.example.org"]
                .map(|site| format!("{site}/oauth"));
        for (origin, nth) in [
            ("http://localhost:5173", 0),
            ("http://127.0.0.1:8080", 0),
            ("http://[::1]:8080", 0),
            ("https://dev.example.org", 1),
            ("https://TROUPE.example.org", 2),
            ("https://b.example.org", 3),
            ("https://other.example.org", 1),
            ("https://troupe.example.org.evil.example", 1),
            ("null", 1),
        ] {
            assert_eq!(redirect_for(&entries, origin), entries[nth], "{origin}");
        }
    }

    #[test]
    fn hs4_without_addresses_the_browser_returns_to_its_own_origin() {
        assert_eq!(redirect_for(&[], "https://troupe.example.org"), "https://troupe.example.org/oauth");
        assert_eq!(root_of("https://troupe.example.org/oauth"), "https://troupe.example.org/");
    }
}
