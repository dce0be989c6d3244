use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Dials, Mode, Stir, pump};

#[tokio::test]
async fn a_connection_that_has_lost_bytes_passes_none_later() {
    let (dials, stir) = (Dials::new(1), Stir::new());
    let (mut server, from) = tokio::io::duplex(1);
    let (to, mut client) = tokio::io::duplex(64);
    dials.mode.send_replace(Mode::SwallowAnswers);
    let sends = async {
        server.write_all(b"ab").await.expect("the proxy reads");
        // The pipe holds one byte: the proxy has taken the first.
        dials.mode.send_replace(Mode::Pass);
        // The proxy may have ended by now.
        let _ = server.write_all(b"cd").await;
        drop(server);
    };
    let (ended, ()) = tokio::join!(pump(from, to, &dials, &stir, true), sends);
    ended.expect("the proxy ends the connection");
    let mut received = Vec::new();
    client.read_to_end(&mut received).await.expect("the connection has ended");
    assert_eq!(received, b"");
}
