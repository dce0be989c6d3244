//! Redirect URLs: the browser takes the answer for an app there.

use url::{Host, Url};

use crate::error::Refusal;
use crate::words::apps as words;

/// The longest redirect URL, in characters.
const LONGEST: usize = 500;

/// Reads the redirect URL of a new app. Returns its normalized form, which requests must repeat exactly.
///
/// # Errors
/// `validation_failed` unless the URL has https, or http on a loopback address.
pub(super) fn registered(text: &str) -> Result<String, Refusal> {
    let wrong = || Refusal::invalid("redirects", words::WRONG_REDIRECT);
    let url = Url::parse(text.trim()).map_err(|_| wrong())?;
    if is_possible(&url) && url.as_str().len() <= LONGEST { Ok(url.into()) } else { Err(wrong()) }
}

/// The redirect URL of a request, if it is registered. On a loopback address any port is accepted, because a program
/// listens on whatever port is free (RFC 8252).
pub(super) fn named(wanted: &str, registered: &[String]) -> Option<Url> {
    let url = Url::parse(wanted).ok()?;
    // Another parser could read a URL that is not normalized as another place.
    if url.as_str() != wanted || !is_possible(&url) {
        return None;
    }
    let is_same = |known: &String| {
        known == wanted
            || Url::parse(known)
                .is_ok_and(|known| is_loopback(&known) && without_port(known) == without_port(url.clone()))
    };
    registered.iter().any(is_same).then_some(url)
}

fn is_possible(url: &Url) -> bool {
    let is_plain = url.fragment().is_none() && url.username().is_empty() && url.password().is_none();
    is_plain && (url.scheme() == "https" || is_loopback(url))
}

fn is_loopback(url: &Url) -> bool {
    let is_here = match url.host() {
        // The name localhost may resolve to another machine.
        Some(Host::Domain(_)) | None => false,
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
    };
    url.scheme() == "http" && is_here
}

fn without_port(mut url: Url) -> Option<Url> {
    url.set_port(None).ok().map(|()| url)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oa2_an_app_is_registered_with_https_or_http_on_a_loopback_address() {
        for (text, kept) in [
            ("https://app.example/back?from=troupe", "https://app.example/back?from=troupe"),
            (" https://APP.example ", "https://app.example/"),
            ("http://127.0.0.1/back", "http://127.0.0.1/back"),
            ("http://[::1]:8000/", "http://[::1]:8000/"),
        ] {
            assert_eq!(registered(text).as_deref(), Ok(kept), "{text}");
        }
        for wrong in [
            "",
            "app",
            "http://app.example/back",
            "http://localhost/back",
            "http://127.0.0.1.app.example/",
            "https://app.example/#part",
            "https://ann@app.example/",
            "https://ann:pw@app.example/",
            "javascript:alert(1)",
            "data:text/html,x",
            "app.example:/back",
            &format!("https://app.example/{}", "x".repeat(500)),
        ] {
            assert!(registered(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn oa2_a_request_names_a_registered_url_exactly_but_any_port_of_a_loopback_address() {
        let known = ["https://app.example/back", "http://127.0.0.1/back", "http://[::1]:90/"].map(str::to_owned);
        for right in [
            "https://app.example/back",
            "http://127.0.0.1/back",
            "http://127.0.0.1:51004/back",
            "http://[::1]/",
            "http://[::1]:1/",
        ] {
            assert_eq!(named(right, &known).as_ref().map(Url::as_str), Some(right), "{right}");
        }
        for wrong in [
            "",
            "https://app.example/back/",
            "https://app.example/back?x=1",
            "https://app.example:8443/back",
            "https://app.example/back#x",
            "https://app.example/other/../back",
            "https://app.example.evil.example/back",
            "https://app.example@evil.example/back",
            "https://evil@app.example/back",
            "HTTPS://app.example/back",
            "http://app.example/back",
            "http://127.0.0.1:51004/",
            "http://127.0.0.1:51004/back?x=1",
            "http://127.1/back",
            "http://localhost/back",
            "http://127.0.0.2/back",
            "https://127.0.0.1/back",
        ] {
            assert_eq!(named(wrong, &known), None, "{wrong}");
        }
    }
}
