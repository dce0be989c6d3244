//! Asks for a page and for the icons that it names. Each address, also behind a redirect, passes the checks of the outbound
//! client.

use std::sync::Arc;
use std::time::Duration;

use url::{Origin, Url};

use super::charset::text_of;
use super::head::{Head, head_of};
use super::icon::{MOST_BYTES, drawn_anew};
use crate::outbound::{Answer, Failed, Limits, Outbound};

/// The bytes of a page that are read. Heads are at the top.
const PAGE_BYTES: usize = 512 << 10;
/// The time for one answer.
const ONE: Duration = Duration::from_secs(8);
/// The time for a page with all its redirects, and as much again for the icon.
const ALL: Duration = Duration::from_secs(15);
const REDIRECTS: usize = 5;
/// The icons that are tried, the usual one among them.
const TRIED: usize = 3;

/// What a page says of itself.
#[derive(Debug)]
pub struct Page {
    /// Empty if it has none, or is no text.
    pub title: String,
    /// The scheme, host and port that the page came from.
    pub site: String,
    icons: Vec<Url>,
}

/// Why a page was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unread {
    /// It may not be asked for, or has nothing to say; so it will be later.
    Never,
    /// Its server was away, slow or busy.
    Now,
}

/// Reads pages. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Reader {
    outbound: Outbound,
    own: Arc<[Origin]>,
}

impl Reader {
    /// A reader that never asks these sites, which are this server.
    #[must_use]
    pub fn new<'s>(outbound: Outbound, own: impl IntoIterator<Item = &'s str>) -> Self {
        let own = own.into_iter().filter_map(|it| Url::parse(it).ok()).map(|it| it.origin()).collect();
        Self { outbound, own }
    }

    /// Reads the title of a page, and where its icons are.
    ///
    /// # Errors
    /// Why it was not read.
    pub async fn page(&self, address: &str) -> Result<Page, Unread> {
        let url = Url::parse(address).map_err(|_| Unread::Never)?;
        let (url, answer) =
            tokio::time::timeout(ALL, self.follow(url, PAGE_BYTES)).await.map_err(|_| Unread::Now)??;
        let head = match answer.content_type.as_deref() {
            Some(kind) if is_html(kind) => head_of(&text_of(&answer.body, kind)),
            _ => Head::default(),
        };
        let base = head.base.and_then(|it| url.join(&it).ok()).unwrap_or_else(|| url.clone());
        let mut icons: Vec<Url> = head.icons.iter().filter_map(|it| base.join(it.trim()).ok()).collect();
        icons.truncate(TRIED - 1);
        icons.extend(url.join("/favicon.ico").ok());
        Ok(Page { title: head.title, site: url.origin().ascii_serialization(), icons })
    }

    /// The icon of a page's site, drawn anew; `None` if it has none.
    ///
    /// # Errors
    /// [`Unread::Now`].
    pub async fn icon(&self, page: &Page) -> Result<Option<Vec<u8>>, Unread> {
        tokio::time::timeout(ALL, self.first_icon(page)).await.map_err(|_| Unread::Now)?
    }

    async fn first_icon(&self, page: &Page) -> Result<Option<Vec<u8>>, Unread> {
        let mut away = false;
        for address in &page.icons {
            match self.follow(address.clone(), MOST_BYTES).await {
                Ok((_, Answer { body, cut: false, .. })) => {
                    let drawn = tokio::task::spawn_blocking(move || drawn_anew(&body)).await;
                    if let Ok(Some(png)) = drawn {
                        return Ok(Some(png));
                    }
                }
                Ok(_) | Err(Unread::Never) => {}
                Err(Unread::Now) => away = true,
            }
        }
        if away { Err(Unread::Now) } else { Ok(None) }
    }

    /// The answer at the end of the redirects, and where it came from.
    async fn follow(&self, mut url: Url, bytes: usize) -> Result<(Url, Answer), Unread> {
        for _ in 0..=REDIRECTS {
            let asked = self.askable(url)?;
            let answer = self.outbound.get(asked.as_str(), Limits { time: ONE, bytes }).await.map_err(reason)?;
            match answer.status {
                200..=299 => return Ok((asked, answer)),
                301 | 302 | 303 | 307 | 308 => {
                    let to = answer.location.ok_or(Unread::Never)?;
                    url = asked.join(&to).map_err(|_| Unread::Never)?;
                }
                408 | 425 | 429 | 500..=599 => return Err(Unread::Now),
                _ => return Err(Unread::Never),
            }
        }
        Err(Unread::Never)
    }

    /// The address without what is for people and browsers alone: a name, a password, a place in the page.
    fn askable(&self, mut url: Url) -> Result<Url, Unread> {
        let is_web = matches!(url.scheme(), "http" | "https");
        if !is_web || self.own.contains(&url.origin()) {
            return Err(Unread::Never);
        }
        url.set_username("").and_then(|()| url.set_password(None)).map_err(|()| Unread::Never)?;
        url.set_fragment(None);
        Ok(url)
    }
}

fn reason(failed: Failed) -> Unread {
    match failed {
        Failed::Refused => Unread::Never,
        Failed::Unreachable | Failed::Slow => Unread::Now,
    }
}

fn is_html(content_type: &str) -> bool {
    let kind = content_type.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("text/html") || kind.eq_ignore_ascii_case("application/xhtml+xml")
}
