//! A request that cannot be parsed never reaches the app: the HTTP library answers it with a bare status and an empty
//! body. This module replaces such an answer, as it is written, with the usual refusal and its request id, and logs it.

use actix_web::ResponseError;
use actix_web::http::StatusCode;

use crate::error::{Code, Refusal};
use crate::http::layers::headers;
use crate::http::request::id::{RequestId, X_REQUEST_ID};

/// How the bare answers begin. The app's own answers with these statuses are never empty.
const BARE: [(&[u8], StatusCode); 3] = [
    (b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n", StatusCode::BAD_REQUEST),
    (b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\n", StatusCode::REQUEST_TIMEOUT),
    (
        b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\n",
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
    ),
];
/// No bare answer is longer than this.
const LONGEST: usize = 192;
const END: &[u8] = b"\r\n\r\n";

/// A bare answer at the end of the written bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bare<'a> {
    /// The offset at which it begins.
    pub at: usize,
    status: StatusCode,
    /// The headers after `content-length`, each with its line break.
    more: &'a str,
}

/// Finds a bare answer at the end of the written bytes.
pub(super) fn find(written: &[u8]) -> Option<Bare<'_>> {
    if !written.ends_with(END) {
        return None;
    }
    let from = written.len().saturating_sub(LONGEST);
    let tail = &written[from..];
    BARE.iter().find_map(|(line, status)| {
        let at = tail.windows(line.len()).rposition(|window| window == *line)?;
        let more = std::str::from_utf8(&tail[at + line.len()..]).ok()?.strip_suffix("\r\n")?;
        // An empty line ends the head: no other may come before the end.
        let is_bare = !more.starts_with("\r\n") && !more.contains("\r\n\r\n") && !more.contains(X_REQUEST_ID.as_str());
        is_bare.then_some(Bare { at: from + at, status: *status, more })
    })
}

impl Bare<'_> {
    /// The full answer that replaces the bare one.
    pub(super) fn whole(&self, tls: bool) -> Vec<u8> {
        let (id, refusal) = (RequestId::fresh(), Refusal::from(Code::of_status(self.status)));
        tracing::info!(id = id.as_str(), status = self.status.as_u16(), "a request could not be parsed");
        let body = serde_json::to_vec(&refusal.body()).unwrap_or_default();
        let mut answer = refusal.error_response();
        answer.headers_mut().insert(X_REQUEST_ID, id.header());
        headers::secure(answer.headers_mut(), true, tls);
        let mut whole =
            format!("HTTP/1.1 {}\r\ncontent-length: {}\r\n{}", self.status, body.len(), self.more).into_bytes();
        if !self.more.contains("connection:") {
            whole.extend_from_slice(b"connection: close\r\n");
        }
        for (name, value) in answer.headers() {
            whole.extend_from_slice(name.as_str().as_bytes());
            whole.extend_from_slice(b": ");
            whole.extend_from_slice(value.as_bytes());
            whole.extend_from_slice(b"\r\n");
        }
        whole.extend_from_slice(b"\r\n");
        whole.extend_from_slice(&body);
        whole
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BARE_400: &str =
        "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\ndate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n";

    #[test]
    fn q03_an_answer_of_the_library_is_found_at_the_end_and_nothing_else_is() {
        let before = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}".repeat(20);
        let written = format!("{before}{BARE_400}");
        assert_eq!(find(written.as_bytes()).map(|bare| bare.at), Some(before.len()));
        assert_eq!(find(BARE_400.as_bytes()).map(|bare| bare.at), Some(0));
        for other in [
            before.as_str(),
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nx-request-id: 0191a2b3\r\n\r\n",
            "HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\nmore\r\n\r\n",
            "\r\n\r\n",
            "",
        ] {
            assert_eq!(find(other.as_bytes()), None, "{other}");
        }
    }

    #[test]
    fn q03_it_goes_out_with_a_body_a_name_and_the_headers_of_all_answers() {
        let whole = find(BARE_400.as_bytes()).expect("bare").whole(true);
        let whole = String::from_utf8(whole).expect("text");
        let (head, body) = whole.split_once("\r\n\r\n").expect("a head");
        assert!(head.starts_with("HTTP/1.1 400 Bad Request\r\n"));
        for line in ["date: Sun, 06 Nov 1994 08:49:37 GMT", "connection: close", "x-content-type-options: nosniff"] {
            assert!(head.contains(line), "{line}: {head}");
        }
        assert!(head.contains("x-request-id: ") && head.contains(&format!("content-length: {}", body.len())));
        let body: serde_json::Value = serde_json::from_str(body).expect("JSON");
        assert_eq!(body["error"]["code"], "malformed");
    }
}
