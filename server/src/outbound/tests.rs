//! The client against a server on this machine, and against names of the internal network (group J of the abuse cases).

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::{Answer, Failed, Limits, Outbound};

const LIMITS: Limits = Limits { time: Duration::from_secs(10), bytes: 64 };

/// A server that answers every request with the same bytes, or never if there are none, and counts connections.
fn sink(answer: &'static [u8]) -> (SocketAddr, Arc<AtomicUsize>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address");
    let count = Arc::new(AtomicUsize::new(0));
    let counted = count.clone();
    thread::spawn(move || {
        let mut silent = Vec::new();
        for mut stream in listener.incoming().flatten() {
            counted.fetch_add(1, Ordering::SeqCst);
            if answer.is_empty() {
                silent.push(stream);
                continue;
            }
            let _ = stream.read(&mut [0; 4_096]);
            let _ = stream.write_all(answer);
        }
    });
    (address, count)
}

#[tokio::test]
async fn j01_no_spelling_of_a_machine_in_the_internal_network_is_reached() {
    let (address, count) = sink(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let guarded = Outbound::new(false, Some("troupe.example"));
    let open_ports = Outbound { any_port: true, ..guarded.clone() };
    assert_eq!(open_ports.check(&format!("http://127.0.0.1:{}/", address.port())), Err(Failed::Refused));
    for host in [
        "127.0.0.1",
        "127.1",
        "0",
        "0.0.0.0",
        "2130706433",
        "0x7f.1",
        "017700000001",
        "localhost",
        "localhost.",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "10.0.0.1",
        "172.16.0.1",
        "192.168.0.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.0.1",
        "198.18.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "[fc00::1]",
        "[fe80::1]",
        "[64:ff9b::7f00:1]",
        "[2002:7f00:1::]",
        "user@127.0.0.1",
        "troupe.example",
    ] {
        for scheme in ["http", "https"] {
            let answer = guarded.get(&format!("{scheme}://{host}/"), LIMITS).await;
            assert!(matches!(answer, Err(Failed::Refused | Failed::Unreachable)), "{scheme}://{host}: {answer:?}");
        }
    }
    let answer =
        open_ports.post(&format!("http://localhost:{}/", address.port()), Vec::new(), Vec::new(), LIMITS).await;
    assert_eq!(answer, Err(Failed::Refused));
    assert_eq!(count.load(Ordering::SeqCst), 0, "nothing was connected to");
}

#[tokio::test]
async fn j02_a_name_is_judged_by_its_addresses_and_not_by_its_spelling() {
    let guarded = Outbound::new(false, None);
    assert_eq!(guarded.check("http://localhost/"), Ok(()), "a name is judged when the client connects");
    assert_eq!(guarded.get("http://localhost/", LIMITS).await, Err(Failed::Refused));
    assert_eq!(guarded.check("http://[::1]/"), Err(Failed::Refused));
}

#[tokio::test]
async fn j03_a_redirect_is_an_answer_and_is_not_followed() {
    let (inner, count) = sink(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    let (outer, _) = sink(b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n");
    let answer = Outbound::new(true, None).get(&format!("http://{outer}/"), LIMITS).await.expect("an answer");
    assert_eq!((answer.status, answer.location.as_deref()), (302, Some("http://127.0.0.1:1/")));
    assert_eq!(count.load(Ordering::SeqCst), 0, "{inner} was not asked");
}

#[tokio::test]
async fn a_long_body_is_cut_and_a_silent_server_is_left() {
    let (long, _) = sink(
        b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 100\r\n\r\n\
          0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789",
    );
    let client = Outbound::new(true, None);
    let Answer { status, content_type, body, cut, .. } =
        client.get(&format!("http://{long}/"), LIMITS).await.expect("an answer");
    assert_eq!((status, content_type.as_deref(), body.len(), cut), (200, Some("text/plain"), 64, true));
    let (silent, _) = sink(b"");
    let limits = Limits { time: Duration::from_millis(50), bytes: 64 };
    assert_eq!(client.get(&format!("http://{silent}/"), limits).await, Err(Failed::Slow));
}
