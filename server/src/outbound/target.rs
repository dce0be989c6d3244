//! Which URLs the client asks for at all.

use ureq::http::Uri;

use super::failed::Failed;

/// Other ports belong to services that do not speak HTTP, or are not meant for strangers.
const PORTS: [u16; 4] = [80, 443, 8080, 8443];
/// The longest URL.
const LONGEST: usize = 2_048;

/// The URL, if it may be asked for: http or https, a host, no name or password, and a usual port. The addresses of the
/// host are looked at when the client connects.
pub(super) fn target(url: &str, own_host: Option<&str>, any_port: bool) -> Result<Uri, Failed> {
    if url.len() > LONGEST || !url.is_ascii() {
        return Err(Failed::Refused);
    }
    let uri: Uri = url.parse().map_err(|_| Failed::Refused)?;
    let standard = match uri.scheme_str() {
        Some("http") => 80,
        Some("https") => 443,
        _ => return Err(Failed::Refused),
    };
    let authority = uri.authority().filter(|it| !it.as_str().contains('@') && !it.host().is_empty());
    let Some(authority) = authority else { return Err(Failed::Refused) };
    let host = authority.host().trim_end_matches('.');
    let names_port = authority.as_str().len() > authority.host().len();
    let port = match authority.port_u16() {
        Some(port) => port,
        None if names_port => return Err(Failed::Refused),
        None => standard,
    };
    let is_own = own_host.is_some_and(|own| own.trim_end_matches('.').eq_ignore_ascii_case(host));
    if is_own || !any_port && !PORTS.contains(&port) {
        return Err(Failed::Refused);
    }
    Ok(uri)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn j04_only_plain_urls_of_the_web_are_asked_for() {
        for (url, allowed) in [
            ("https://example.org/a?b", true),
            ("http://example.org", true),
            ("https://example.org:8443/", true),
            ("https://[2606:4700::1111]/", true),
            ("ftp://example.org/", false),
            ("file:///etc/passwd", false),
            ("gopher://example.org/", false),
            ("data:text/html,x", false),
            ("unix:/run/x", false),
            ("/path", false),
            ("example.org", false),
            ("https://", false),
            ("https://user@example.org/", false),
            ("https://user:word@example.org/", false),
            ("https://example.org:22/", false),
            ("https://example.org:25/", false),
            ("https://example.org:5432/", false),
            ("https://example.org:6379/", false),
            ("https://example.org:/", false),
            ("https://example.org/\r\nHost: x", false),
            ("https://\u{ff11}27.0.0.1/", false),
            ("https://troupe.example/", false),
            ("https://TROUPE.example./", false),
        ] {
            assert_eq!(target(url, Some("troupe.example"), false).is_ok(), allowed, "{url}");
        }
        let long = format!("https://example.org/{}", "a".repeat(LONGEST));
        assert_eq!(target(&long, None, true), Err(Failed::Refused));
    }
}
