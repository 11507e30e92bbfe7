//! A server that takes mail, in tests here and in those with a browser: nothing is sent anywhere else.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

/// Takes mail.
#[derive(Clone)]
pub(crate) struct MailSink {
    pub address: SocketAddr,
    mails: Arc<Mutex<Vec<String>>>,
}

impl MailSink {
    pub(crate) async fn open() -> MailSink {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let sink = MailSink { address: listener.local_addr().unwrap(), mails: Arc::default() };
        let mails = sink.mails.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(take_mail(stream, mails.clone()));
            }
        });
        sink
    }

    /// Waits until so many have come.
    pub(crate) async fn wait(&self, count: usize) -> Vec<String> {
        for _ in 0..1000 {
            if self.mails.lock().unwrap().len() >= count {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        let mails = self.mails.lock().unwrap().clone();
        assert!(mails.len() >= count, "only {} of {count} mails came", mails.len());
        mails
    }
}

/// As much of SMTP as it needs to be sent something.
async fn take_mail(stream: tokio::net::TcpStream, mails: Arc<Mutex<Vec<String>>>) -> Option<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 sink\r\n").await.ok()?;
    while let Some(line) = lines.next_line().await.ok()? {
        let said = match line.split_whitespace().next().unwrap_or_default().to_uppercase().as_str() {
            "EHLO" | "HELO" | "MAIL" | "RCPT" | "RSET" | "NOOP" => "250 well\r\n",
            "QUIT" => "221 bye\r\n",
            "DATA" => {
                write.write_all(b"354 go on\r\n").await.ok()?;
                let mut mail = String::new();
                while let Some(line) = lines.next_line().await.ok()?.filter(|line| line != ".") {
                    // A dot that begins a line is sent twice, as one alone ends the mail.
                    mail += &format!("{}\n", line.strip_prefix('.').unwrap_or(&line));
                }
                mails.lock().unwrap().push(mail);
                "250 taken\r\n"
            }
            _ => "500 what\r\n",
        };
        write.write_all(said.as_bytes()).await.ok()?;
    }
    Some(())
}

/// What a mail says, where it is quoted-printable, too.
pub(crate) fn readable(mail: &str) -> String {
    if !mail.contains("quoted-printable") {
        return mail.to_owned();
    }
    let joined = mail.replace("=\n", "");
    let mut bytes = Vec::new();
    let mut rest = joined.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        let code =
            more.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        match (first, code) {
            (b'=', Some(byte)) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            _ => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8(bytes).unwrap()
}
