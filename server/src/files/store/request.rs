//! Requests to an S3-compatible server: signed, sent, repeated after a passing failure, and read.

use std::fs::File;
use std::io::{self, Read, Seek};
use std::thread;
use std::time::{Duration, Instant};

use bytes::Bytes;
use rusty_s3::actions::{ListObjectsV2, ListObjectsV2Response};
use rusty_s3::{Bucket, Credentials, S3Action};
use ureq::config::AutoHeaderValue;
use ureq::http::Response;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Error};
use url::Url;

use crate::config::S3Config;

/// How long a signature is valid. The clocks of both sides must differ by less.
const GOOD_FOR: Duration = Duration::from_secs(300);
/// How long a request and its answer may take, as a multiple of the longest silence.
const WHOLE: u32 = 4;
/// The pauses before a request is repeated.
const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_millis(500)];
/// The most bytes of an answer that is not an object.
const MOST_TEXT: u64 = 2 << 20;
const HEAD_BYTES: usize = 16 * 1024;

/// A request to the server. Each text is the name of an object, or the beginning of names.
#[derive(Debug)]
pub(super) enum Request {
    Put(String, Contents),
    /// The bytes of an object from an offset, at most the given number.
    Get(String, u64, u64),
    Head(String),
    Delete(String),
    /// The names with this beginning, at most the given number.
    List(String, usize),
}

/// The bytes of an object.
#[derive(Debug)]
pub(super) enum Contents {
    Whole(Bytes),
    InFile(File),
}

/// The answer to a request that succeeded.
#[derive(Debug)]
pub(super) struct Answer {
    /// The length of the object, if the answer names it.
    pub(super) length: Option<u64>,
    pub(super) body: Vec<u8>,
}

/// The bucket, the key, and the connections.
pub(super) struct Connection {
    bucket: Bucket,
    credentials: Credentials,
    agent: Agent,
    wait: Duration,
}

impl Connection {
    pub(super) fn new(config: &S3Config) -> Self {
        let agent = Agent::config_builder()
            .timeout_resolve(Some(config.wait))
            .timeout_connect(Some(config.wait))
            .timeout_per_read(Some(config.wait))
            .timeout_per_write(Some(config.wait))
            .timeout_global(Some(config.wait * WHOLE))
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .proxy(None)
            .max_response_header_size(HEAD_BYTES)
            .user_agent("Troupe")
            // A range counts the bytes of the object, so they must not be compressed.
            .accept_encoding(AutoHeaderValue::None)
            .tls_config(TlsConfig::builder().root_certs(roots()).build())
            .build();
        Self {
            bucket: config.bucket.clone(),
            credentials: Credentials::new(config.access_key.clone(), config.secret_key.reveal()),
            agent: agent.into(),
            wait: config.wait,
        }
    }

    pub(super) fn url(&self) -> &Url {
        self.bucket.base_url()
    }

    pub(super) fn wait(&self) -> Duration {
        self.wait
    }

    /// Sends a request, and repeats it after a failure that may pass. Blocks the thread.
    ///
    /// # Errors
    /// `NotFound` if the object does not exist. Other errors say what failed, and contain no key and no signature.
    pub(super) fn ask(&self, request: &Request) -> io::Result<Answer> {
        let begun = Instant::now();
        let mut pauses = PAUSES.iter();
        loop {
            let (failure, is_passing) = match self.once(request) {
                Ok(answer) => match read(answer, request) {
                    Ok(answer) => return Ok(answer),
                    Err(failed) => failed,
                },
                Err(error) => failure_of(error),
            };
            match pauses.next() {
                Some(pause) if is_passing && begun.elapsed() < self.wait => thread::sleep(*pause),
                _ => return Err(failure),
            }
        }
    }

    fn once(&self, request: &Request) -> Result<Response<Body>, Error> {
        let key = Some(&self.credentials);
        let url = match request {
            Request::Put(name, _) => self.bucket.put_object(key, name).sign(GOOD_FOR),
            Request::Get(name, ..) => self.bucket.get_object(key, name).sign(GOOD_FOR),
            Request::Head(name) => self.bucket.head_object(key, name).sign(GOOD_FOR),
            Request::Delete(name) => self.bucket.delete_object(key, name).sign(GOOD_FOR),
            Request::List(prefix, most) => {
                let mut list = self.bucket.list_objects_v2(key);
                list.with_prefix(prefix);
                list.with_max_keys(*most);
                list.sign(GOOD_FOR)
            }
        };
        let url = url.as_str();
        match request {
            Request::Put(_, contents) => {
                let put = self.agent.put(url).header("content-type", "application/octet-stream");
                match contents {
                    Contents::Whole(bytes) => put.send(&bytes[..]),
                    Contents::InFile(file) => {
                        let mut file = file;
                        file.rewind()?;
                        put.send(file)
                    }
                }
            }
            Request::Get(_, from, length) => {
                let last = from + length.max(&1) - 1;
                self.agent.get(url).header("range", format!("bytes={from}-{last}")).call()
            }
            Request::Head(_) => self.agent.head(url).call(),
            Request::Delete(_) => self.agent.delete(url).call(),
            Request::List(..) => self.agent.get(url).call(),
        }
    }
}

/// The certificates of the system, or the certificates in `SSL_CERT_FILE`, as for Redis. If the system has none, the
/// public certificates that are part of Troupe.
fn roots() -> RootCerts {
    let found = rustls_native_certs::load_native_certs().certs;
    if found.is_empty() {
        return RootCerts::WebPki;
    }
    found.iter().map(|it| Certificate::from_der(it).to_owned()).into()
}

type Failed = (io::Error, bool);

/// Reads an answer. An error comes with true if the failure may pass.
fn read(answer: Response<Body>, request: &Request) -> Result<Answer, Failed> {
    let status = answer.status().as_u16();
    let length = answer.headers().get("content-length").and_then(|it| it.to_str().ok()?.parse().ok());
    let most = match request {
        Request::Get(_, _, most) if answer.status().is_success() => *most,
        _ => MOST_TEXT,
    };
    let mut body = Vec::new();
    let mut reader = answer.into_body().into_reader().take(most);
    reader.read_to_end(&mut body).map_err(|error| failure_of(error.into()))?;
    match (status, request) {
        // The object ends before the range.
        (416, Request::Get(..)) => Ok(Answer { length, body: Vec::new() }),
        (200, Request::Get(_, from, _)) if *from > 0 => {
            Err((io::Error::other("the S3 server does not support ranges"), false))
        }
        (200..=299, _) => Ok(Answer { length, body }),
        _ => Err(refusal(status, &body)),
    }
}

/// The error for a refusal of the server, and whether it may pass.
fn refusal(status: u16, body: &[u8]) -> Failed {
    let code = code_of(&String::from_utf8_lossy(body)).unwrap_or_else(|| "no code".to_owned());
    let kind = match (status, code.as_str()) {
        (404, "NoSuchBucket") => io::ErrorKind::Other,
        (404, _) => io::ErrorKind::NotFound,
        (401 | 403, _) => io::ErrorKind::PermissionDenied,
        (507, _) => io::ErrorKind::StorageFull,
        _ => io::ErrorKind::Other,
    };
    let is_passing = matches!(status, 408 | 429 | 500 | 502..=504);
    (io::Error::new(kind, format!("the S3 server answered {status} ({code})")), is_passing)
}

/// The code in the text of a refusal. It goes into the log, so only its letters and digits are kept.
fn code_of(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("<Code>")?;
    let (code, _) = rest.split_once("</Code>")?;
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).take(64).collect();
    (!code.is_empty()).then_some(code)
}

/// The error for a failure without an answer. Its text never contains the address, because the address is signed.
fn failure_of(error: Error) -> Failed {
    let unread = |text: &str| io::Error::other(format!("the request to the S3 server failed: {text}"));
    match error {
        Error::Timeout(_) => (io::Error::new(io::ErrorKind::TimedOut, "the S3 server is silent"), false),
        Error::Io(error) if error.kind() == io::ErrorKind::TimedOut => {
            (io::Error::new(io::ErrorKind::TimedOut, "the S3 server is silent"), false)
        }
        Error::Io(error) => (unread(&error.to_string()), true),
        Error::HostNotFound => (unread("its name has no address"), true),
        Error::ConnectionFailed => (unread("it accepts no connection"), true),
        Error::Rustls(error) => (unread(&error.to_string()), false),
        Error::Tls(text) => (unread(text), false),
        _ => (unread("its answer is not HTTP"), true),
    }
}

/// The names in the answer to a list.
///
/// # Errors
/// If the answer is not a list.
pub(super) fn names_in(body: &[u8]) -> io::Result<Vec<String>> {
    let unread = || io::Error::other("the S3 server gave a list that cannot be read");
    let text = std::str::from_utf8(body).map_err(|_| unread())?;
    let list: ListObjectsV2Response = ListObjectsV2::parse_response(text).map_err(|_| unread())?;
    Ok(list.contents.into_iter().map(|it| it.key).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fs9_a_refusal_says_what_failed_and_whether_it_may_pass() {
        let told = |status, text: &str| {
            let (error, is_passing) = refusal(status, text.as_bytes());
            (error.kind(), error.to_string(), is_passing)
        };
        let (kind, text, is_passing) =
            told(403, "<Error><Code>SignatureDoesNotMatch</Code><Message>m</Message></Error>");
        assert_eq!((kind, is_passing), (io::ErrorKind::PermissionDenied, false));
        assert_eq!(text, "the S3 server answered 403 (SignatureDoesNotMatch)");
        assert_eq!(told(404, "<Code>NoSuchKey</Code>").0, io::ErrorKind::NotFound);
        assert_eq!(told(404, "").0, io::ErrorKind::NotFound, "the answer to HEAD has no text");
        assert_eq!(told(404, "<Code>NoSuchBucket</Code>").0, io::ErrorKind::Other, "no piece is missing");
        assert_eq!(told(507, "<Code>XMinioStorageFull</Code>").0, io::ErrorKind::StorageFull);
        for status in [429, 500, 502, 503, 504] {
            assert!(told(status, "").2, "{status}");
        }
        assert!(told(400, "<Code>a\nb=<x></Code>").1.ends_with("(abx)"), "a log line stays one line");
    }

    #[test]
    fn fs9_the_names_of_a_list_are_read_and_anything_else_is_a_failure() {
        let list = "<?xml version=\"1.0\"?><ListBucketResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\
                    <Contents><Key>ab/abc/0</Key><Size>1</Size></Contents>\
                    <Contents><Key>ab/abc/small</Key></Contents></ListBucketResult>";
        assert_eq!(names_in(list.as_bytes()).expect("a list"), ["ab/abc/0", "ab/abc/small"]);
        for wrong in ["", "<html/>", "{}"] {
            assert!(names_in(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
