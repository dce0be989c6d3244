use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{LastByte, Mode, Settings, pump};

#[tokio::test]
async fn a_connection_that_has_lost_bytes_passes_none_later() {
    let (settings, last_byte) = (Settings::new(1), LastByte::new());
    let (mut server, from) = tokio::io::duplex(1);
    let (to, mut client) = tokio::io::duplex(64);
    settings.mode.send_replace(Mode::SwallowAnswers);
    let sends = async {
        server.write_all(b"ab").await.expect("the proxy reads");
        // The pipe holds one byte: the proxy has taken the first.
        settings.mode.send_replace(Mode::Pass);
        // The proxy may have ended by now.
        let _ = server.write_all(b"cd").await;
        drop(server);
    };
    let (ended, ()) = tokio::join!(pump(from, to, &settings, &last_byte, true), sends);
    ended.expect("the proxy ends the connection");
    let mut received = Vec::new();
    client.read_to_end(&mut received).await.expect("the connection has ended");
    assert_eq!(received, b"");
}
