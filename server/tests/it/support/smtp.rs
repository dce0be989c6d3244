//! A mail server of few words.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

/// A mail server on a port of this machine. It runs until the test ends.
#[derive(Clone)]
pub struct MailServer {
    mails: Arc<Mutex<Vec<String>>>,
}

/// A port on which nothing listens.
pub fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port()
}

impl MailServer {
    /// A mail server that answers each mail with this line.
    pub fn start(port: u16, answer: &'static str) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).expect("the port");
        let server = Self { mails: Arc::default() };
        let mails = server.mails.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming().flatten() {
                let mails = mails.clone();
                std::thread::spawn(move || serve(&connection, &mails, answer));
            }
        });
        server
    }

    /// The mails that came, whole.
    pub fn mails(&self) -> Vec<String> {
        self.mails.lock().expect("no panic").clone()
    }
}

fn serve(mut connection: &TcpStream, mails: &Mutex<Vec<String>>, answer: &str) -> Option<()> {
    let mut lines = BufReader::new(connection.try_clone().ok()?).lines();
    write!(connection, "220 test\r\n").ok()?;
    while let Some(Ok(line)) = lines.next() {
        let verb = line.get(..4).unwrap_or_default().to_ascii_uppercase();
        let said = match verb.as_str() {
            "DATA" => {
                write!(connection, "354 go on\r\n").ok()?;
                let mail: Vec<String> = lines.by_ref().map_while(Result::ok).take_while(|line| line != ".").collect();
                mails.lock().ok()?.push(mail.join("\n"));
                answer
            }
            "QUIT" => "221 bye",
            _ => "250 fine",
        };
        write!(connection, "{said}\r\n").ok()?;
    }
    Some(())
}
