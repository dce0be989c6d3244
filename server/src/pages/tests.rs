//! Reading pages of good and of hostile servers on this machine.

use std::io::{BufRead, BufReader, Cursor, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use flate2::Compression;
use flate2::write::GzEncoder;
use image::{DynamicImage, ImageFormat, Rgba, RgbaImage};

use super::read::{Page, Reader, Unread};
use crate::outbound::Outbound;

/// What a server does with a request for a path.
type Answer = fn(&str, &mut TcpStream, SocketAddr) -> std::io::Result<()>;

/// A server on an address of this machine, and the heads of the requests that it got.
struct Site {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Site {
    fn start(ip: [u8; 4], answer: Answer) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::from(ip), 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let asked: Arc<Mutex<Vec<String>>> = Arc::default();
        let seen = asked.clone();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let seen = seen.clone();
                std::thread::spawn(move || {
                    let lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
                    let head: Vec<String> = lines.map_while(Result::ok).take_while(|it| !it.is_empty()).collect();
                    let path = head.first().and_then(|it| it.split(' ').nth(1)).unwrap_or_default().to_owned();
                    seen.lock().expect("no panic").push(head.join("\n"));
                    // The client hangs up on what is too long.
                    let _ = answer(&path, &mut stream, address);
                });
            }
        });
        Self { address, asked }
    }

    fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("no panic").clone()
    }
}

fn say(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n", body.len())?;
    stream.write_all(body)
}

fn html(stream: &mut TcpStream, body: &str) -> std::io::Result<()> {
    say(stream, "200 OK", "content-type: text/html; charset=utf-8\r\n", body.as_bytes())
}

fn redirect(stream: &mut TcpStream, to: &str) -> std::io::Result<()> {
    say(stream, "302 Found", &format!("location: {to}\r\n"), b"")
}

fn png(side: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    let picture = DynamicImage::from(RgbaImage::from_pixel(side, side, Rgba([9, 90, 200, 255])));
    picture.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("a picture");
    bytes
}

/// A reader that may reach 127.0.0.1 and no other address, as if the rest of this machine was the internal network.
fn reader() -> Reader {
    Reader::new(Outbound::reaching(|it| it == IpAddr::V4(Ipv4Addr::LOCALHOST)), [])
}

const OUTSIDE: [u8; 4] = [127, 0, 0, 1];
const INSIDE: [u8; 4] = [127, 0, 0, 2];

fn title(page: Result<Page, Unread>) -> Result<String, Unread> {
    page.map(|it| it.title)
}

#[tokio::test]
async fn ul5_a_page_is_read_behind_its_redirects_with_its_icon() {
    let site = Site::start(OUTSIDE, |path, stream, _| match path {
        "/old" => redirect(stream, "/new?a=b"),
        "/new?a=b" => html(stream, "<title>Plans</title><link rel=icon href=no.png><link rel=icon href=/yes.png>"),
        "/yes.png" => say(stream, "200 OK", "content-type: image/png\r\n", &png(64)),
        _ => say(stream, "404 Not Found", "", b"no"),
    });
    let page = reader().page(&site.url("/old")).await.expect("a page");
    assert_eq!((page.title.as_str(), page.site.as_str()), ("Plans", site.url("").as_str()));
    let icon = reader().icon(&page).await.expect("an answer").expect("an icon");
    assert!(icon.starts_with(b"\x89PNG"));
}

#[tokio::test]
async fn ul7_a_page_without_an_icon_shows_the_usual_one_of_its_site() {
    let site = Site::start(OUTSIDE, |path, stream, _| match path {
        "/a/plan.pdf" => say(stream, "200 OK", "content-type: application/pdf\r\n", b"%PDF <title>No</title>"),
        "/favicon.ico" => say(stream, "200 OK", "", &png(16)),
        _ => say(stream, "404 Not Found", "", b""),
    });
    let page = reader().page(&site.url("/a/plan.pdf")).await.expect("a page");
    assert_eq!(page.title, "", "only a page has a title");
    assert!(reader().icon(&page).await.expect("an answer").is_some());
}

#[tokio::test]
async fn ul6_no_redirect_and_no_icon_leads_into_the_internal_network() {
    let inside = Site::start(INSIDE, |_, stream, _| html(stream, "<title>Secret</title>"));
    let site = Site::start(OUTSIDE, |path, stream, _| {
        let (ip, port) = path.trim_start_matches('/').split_once('-').unwrap_or_default();
        match ip {
            "icon" => html(stream, &format!("<link rel=icon href=http://127.0.0.2:{port}/a.png>")),
            "name" => redirect(stream, &format!("http://user:word@127.0.0.2:{port}/")),
            "file" => redirect(stream, "file:///etc/passwd"),
            "hidden" => redirect(stream, &format!("http://2130706434:{port}/")),
            _ => redirect(stream, &format!("http://127.0.0.2:{port}/")),
        }
    });
    let port = inside.address.port();
    for way in ["plain", "name", "file", "hidden"] {
        assert_eq!(title(reader().page(&site.url(&format!("/{way}-{port}"))).await), Err(Unread::Never), "{way}");
    }
    let page = reader().page(&site.url(&format!("/icon-{port}"))).await.expect("a page");
    assert_eq!(reader().icon(&page).await, Ok(None));
    assert!(inside.asked().is_empty(), "{:?}", inside.asked());
}

#[tokio::test]
async fn ul6_redirects_without_an_end_are_left() {
    let site = Site::start(OUTSIDE, |path, stream, _| redirect(stream, &format!("{path}x")));
    assert_eq!(title(reader().page(&site.url("/a")).await), Err(Unread::Never));
    assert_eq!(site.asked().len(), 6);
}

#[tokio::test]
async fn ul6_a_body_without_an_end_and_one_that_grows_when_it_is_unpacked_are_cut() {
    let site = Site::start(OUTSIDE, |path, stream, _| match path {
        "/endless" => {
            write!(stream, "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<title>Endless</title>")?;
            loop {
                stream.write_all(&[b'a'; 65_536])?;
            }
        }
        "/bomb" => {
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(b"<title>Bomb</title>")?;
            for _ in 0..64 {
                packed.write_all(&[b' '; 65_536])?;
            }
            say(stream, "200 OK", "content-type: text/html\r\ncontent-encoding: gzip\r\n", &packed.finish()?)
        }
        "/icon" => html(stream, "<link rel=icon href=/huge.png><link rel=icon href=/wide.png>"),
        "/huge.png" => say(stream, "200 OK", "", &[png(8), vec![0; 512 << 10]].concat()),
        "/wide.png" => say(stream, "200 OK", "", &png(2_000)),
        _ => say(stream, "404 Not Found", "", b""),
    });
    assert_eq!(title(reader().page(&site.url("/endless")).await), Ok("Endless".to_owned()));
    assert_eq!(title(reader().page(&site.url("/bomb")).await), Ok("Bomb".to_owned()));
    let page = reader().page(&site.url("/icon")).await.expect("a page");
    assert_eq!(reader().icon(&page).await, Ok(None), "an icon that is too long, and one that is too wide");
}

#[tokio::test]
async fn ul6_a_name_and_a_password_in_an_address_are_not_sent() {
    let site = Site::start(OUTSIDE, |_, stream, _| html(stream, "<title>Plans</title>"));
    let with = site.url("/a#part").replace("http://", "http://ann:s3cret@");
    assert_eq!(title(reader().page(&with).await), Ok("Plans".to_owned()));
    let asked = site.asked().join("\n");
    for hidden in ["s3cret", "ann", "part", "uthorization", "ookie"] {
        assert!(!asked.contains(hidden), "{hidden}: {asked}");
    }
}

#[tokio::test]
async fn ul6_a_page_of_this_server_is_not_asked_for_also_not_behind_a_redirect() {
    let own = Site::start(OUTSIDE, |_, stream, _| html(stream, "<title>Own</title>"));
    let site = Site::start(OUTSIDE, |path, stream, _| {
        redirect(stream, &format!("http://127.0.0.1:{}/t/TEAM-1", path.trim_start_matches('/')))
    });
    let outbound = Outbound::reaching(|it| it == IpAddr::V4(Ipv4Addr::LOCALHOST));
    let reader = Reader::new(outbound, [own.url("").as_str()]);
    assert_eq!(title(reader.page(&own.url("/t/TEAM-1")).await), Err(Unread::Never));
    assert_eq!(title(reader.page(&site.url(&format!("/{}", own.address.port()))).await), Err(Unread::Never));
    assert!(own.asked().is_empty());
}

#[tokio::test]
async fn ul8_a_server_that_is_away_or_busy_is_asked_again_and_one_that_refuses_is_not() {
    let site = Site::start(OUTSIDE, |path, stream, _| match path {
        "/busy" => say(stream, "503 Service Unavailable", "", b""),
        "/often" => say(stream, "429 Too Many Requests", "", b""),
        "/cut" => write!(stream, "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n<title>"),
        "/nonsense" => stream.write_all(b"220 mail.example.org ESMTP\r\n"),
        "/no" => say(stream, "403 Forbidden", "content-type: text/html\r\n", b"<title>Log in</title>"),
        _ => say(stream, "404 Not Found", "content-type: text/html\r\n", b"<title>Not found</title>"),
    });
    for path in ["/busy", "/often", "/cut", "/nonsense"] {
        assert_eq!(title(reader().page(&site.url(path)).await), Err(Unread::Now), "{path}");
    }
    for path in ["/no", "/gone"] {
        assert_eq!(title(reader().page(&site.url(path)).await), Err(Unread::Never), "{path}");
    }
    let free = TcpListener::bind("127.0.0.1:0").and_then(|it| it.local_addr()).expect("a port");
    assert_eq!(title(reader().page(&format!("http://{free}/")).await), Err(Unread::Now));
}
