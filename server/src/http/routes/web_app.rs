//! The web app from the binary.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, PoisonError, RwLock};

use actix_web::http::Method;
use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, ETAG, HeaderValue, IF_NONE_MATCH, VARY,
};
use actix_web::{HttpRequest, HttpResponse, web};
use bytes::Bytes;
use rust_embed::EmbeddedFile;

use crate::error::{Code, Refusal};
use crate::http::Door;
use crate::words::refusals as words;

/// The size below which compression costs more than it saves.
const WORTH_PACKING: usize = 1_024;

/// The compression of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Packing {
    Brotli,
    Gzip,
    None,
}

/// All paths without a route: a file of the app, or the app itself if the path is one of its pages.
pub(super) async fn answer(request: HttpRequest, door: web::Data<Door>) -> Result<HttpResponse, Refusal> {
    let path = request.match_info().as_str();
    if path == "/api" || path.starts_with("/api/") {
        return Err(Code::NotFound.into());
    }
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return Err(Code::MethodNotAllowed.into());
    }
    let name = path.trim_start_matches('/');
    match (door.web_app)(name) {
        Some(file) if !name.is_empty() => Ok(send(&request, name, file)),
        // A missing file is 404; the app answers only for pages.
        _ if name.starts_with("assets/") => Err(Code::NotFound.into()),
        _ => match (door.web_app)("index.html") {
            Some(file) => Ok(send(&request, "index.html", file)),
            None => Err(Refusal::new(Code::NotFound).message(words::NO_WEB_APP)),
        },
    }
}

fn send(request: &HttpRequest, name: &str, file: EmbeddedFile) -> HttpResponse {
    let kind = file.metadata.mimetype();
    let packing = if is_text(kind) && file.data.len() >= WORTH_PACKING {
        packing(request.headers().get(ACCEPT_ENCODING))
    } else {
        Packing::None
    };
    let hash = file.metadata.sha256_hash();
    let tag = tag(&hash, packing);
    let had = request.headers().get(IF_NONE_MATCH).is_some_and(|had| had == tag.as_str());
    let mut response = if had { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    // Names under assets/ hold a hash of the content: such a file never changes.
    let life = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    response
        .insert_header((CACHE_CONTROL, HeaderValue::from_static(life)))
        .insert_header((ETAG, tag))
        .insert_header((VARY, "accept-encoding"));
    if had {
        return response.finish();
    }
    response.insert_header((CONTENT_ENCODING, packing.name())).content_type(kind).body(packed(
        hash,
        packing,
        file.data.into_owned().into(),
    ))
}

impl Packing {
    const fn name(self) -> &'static str {
        match self {
            Self::Brotli => "br",
            Self::Gzip => "gzip",
            Self::None => "identity",
        }
    }
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || ["javascript", "json", "xml", "wasm"].iter().any(|part| kind.contains(part))
}

/// The best compression that the browser accepts.
fn packing(accepted: Option<&HeaderValue>) -> Packing {
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or_default();
    let takes = |name: &str| {
        accepted.split(',').any(|item| {
            let (coding, quality) = item.split_once(';').unwrap_or((item, ""));
            let refused = quality.split_once('=').is_some_and(|(_, q)| q.trim().parse() == Ok(0.0));
            coding.trim().eq_ignore_ascii_case(name) && !refused
        })
    };
    if takes("br") {
        Packing::Brotli
    } else if takes("gzip") {
        Packing::Gzip
    } else {
        Packing::None
    }
}

fn tag(hash: &[u8; 32], packing: Packing) -> String {
    let hex: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}-{}\"", packing.name())
}

/// Compressed files: each is compressed thoroughly at its first use, and kept by its hash.
static PACKED: LazyLock<RwLock<Packed>> = LazyLock::new(RwLock::default);

/// By the hash of the content.
type Packed = HashMap<([u8; 32], Packing), Bytes>;

fn packed(hash: [u8; 32], packing: Packing, data: Bytes) -> Bytes {
    if packing == Packing::None {
        return data;
    }
    let key = (hash, packing);
    if let Some(kept) = PACKED.read().unwrap_or_else(PoisonError::into_inner).get(&key) {
        return kept.clone();
    }
    let packed: Bytes = pack(packing, &data).into();
    PACKED.write().unwrap_or_else(PoisonError::into_inner).insert(key, packed.clone());
    packed
}

fn pack(packing: Packing, data: &[u8]) -> Vec<u8> {
    let mut packed = Vec::with_capacity(data.len() / 3);
    // Writing to memory does not fail.
    match packing {
        Packing::Brotli => {
            let mut writer = brotli::CompressorWriter::new(&mut packed, 64 * 1024, 9, 22);
            let _ = writer.write_all(data);
        }
        Packing::Gzip => {
            let mut writer = flate2::write::GzEncoder::new(&mut packed, flate2::Compression::best());
            let _ = writer.write_all(data).and_then(|()| writer.try_finish());
        }
        Packing::None => packed.extend_from_slice(data),
    }
    packed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_packing_that_the_browser_takes_is_chosen() {
        let of = |text: &'static str| packing(Some(&HeaderValue::from_static(text)));
        assert_eq!(of("gzip, deflate, br, zstd"), Packing::Brotli);
        assert_eq!(of("gzip;q=0.8"), Packing::Gzip);
        assert_eq!(of("br;q=0, gzip"), Packing::Gzip);
        assert_eq!(of("identity"), Packing::None);
        assert_eq!(packing(None), Packing::None);
    }
}
