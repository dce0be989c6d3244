use std::collections::HashMap;
use std::path::Path;

use actix_web::http::header::HeaderValue;

use super::*;
use crate::config::Config;

fn site(settings: &[(&str, &str)], bound: &str) -> Site {
    let environment: HashMap<String, String> =
        settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    let config = Config::load(&environment, Path::new("/")).expect("settings");
    Site::new(&config.http, bound.parse().expect("an address"))
}

fn headers(name: &'static str, values: &[&str]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for value in values {
        let name = actix_web::http::header::HeaderName::from_static(name);
        headers.append(name, HeaderValue::from_str(value).expect("a header"));
    }
    headers
}

#[test]
fn d01_a_handshake_must_name_an_origin_of_ours_exactly() {
    let site = site(
        &[
            ("TROUPE_ADDR", "0.0.0.0:8080"),
            ("TROUPE_PUBLIC_URL", "https://app.example.org"),
            ("TROUPE_ORIGINS", "https://other.example.org:8443"),
        ],
        "0.0.0.0:8080",
    );
    for ours in ["https://app.example.org", "https://other.example.org:8443", "HTTPS://App.Example.org"] {
        assert!(site.require_origin(&headers("origin", &[ours])).is_ok(), "{ours}");
    }
    for foreign in [
        "https://evil.example",
        "https://app.example.org.evil.example",
        "https://evilapp.example.org",
        "https://example.org",
        "http://app.example.org",
        "https://app.example.org:444",
        "null",
        "",
        "https://app.example.org/",
        "http://localhost:8080",
        "http://127.0.0.1:8080",
    ] {
        let refusal = site.require_origin(&headers("origin", &[foreign])).expect_err(foreign);
        assert_eq!(refusal.code, Code::OriginDenied);
    }
    let missing = site.require_origin(&HeaderMap::new()).expect_err("none at all");
    assert_eq!(missing.code, Code::OriginDenied);
    let two = headers("origin", &["https://app.example.org", "https://evil.example"]);
    assert!(site.require_origin(&two).is_err(), "two are one too many");
}

#[test]
fn on_a_loopback_address_its_names_are_origins_too_with_the_port_in_the_end() {
    let site = site(&[("TROUPE_ADDR", "127.0.0.1:0")], "127.0.0.1:43117");
    assert_eq!(site.public_url(), "http://127.0.0.1:43117");
    for ours in ["http://127.0.0.1:43117", "http://localhost:43117", "http://[::1]:43117"] {
        assert!(site.allows(ours), "{ours}");
    }
    for foreign in ["http://localhost", "http://localhost:8080", "https://localhost:43117"] {
        assert!(!site.allows(foreign), "{foreign}");
    }
}

#[test]
fn o14_a_foreign_name_for_this_machine_is_refused_where_only_this_machine_may_come() {
    let local = site(&[("TROUPE_PUBLIC_URL", "https://troupe.test")], "127.0.0.1:8080");
    for ours in ["localhost:8080", "127.0.0.1:8080", "[::1]:8080", "localhost", "localhost:5173", "troupe.test"] {
        assert!(local.check_host(&headers("host", &[ours])).is_ok(), "{ours}");
    }
    for foreign in ["evil.example", "evil.example:8080", "localhost.evil.example", ""] {
        assert!(local.check_host(&headers("host", &[foreign])).is_err(), "{foreign}");
    }
    let public = site(&[("TROUPE_ADDR", "0.0.0.0:80"), ("TROUPE_PUBLIC_URL", "https://app.example.org")], "0.0.0.0:80");
    assert!(public.check_host(&headers("host", &["10.0.0.7:80"])).is_ok(), "a load balancer asks");
}
