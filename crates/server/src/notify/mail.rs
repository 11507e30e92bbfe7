//! Messages as mail, in text and HTML.

use super::message::Message;
use super::outbound::Failed;
use crate::secret::key_hash;
use lettre::message::header::ContentType;
use lettre::message::{Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::Error;
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use std::time::Duration;

/// How mail is sent.
#[derive(Clone, PartialEq, Eq)]
pub struct MailConfig {
    /// The server that takes mail: `smtps://user:password@mail.example.org`, or `smtp://…:587?tls=required`.
    pub smtp: String,
    /// Who writes: `Ferrata <ferrata@example.org>`.
    pub from: String,
}

/// A password may stand in the address: it is not shown.
impl std::fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailConfig").field("from", &self.from).finish_non_exhaustive()
    }
}

/// Sends mail.
#[derive(Debug)]
pub(super) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
}

impl Mailer {
    pub(super) fn new(config: &MailConfig) -> Result<Mailer, String> {
        let from = config.from.parse().map_err(|error| format!("the sender of mail: {error}"))?;
        let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&config.smtp)
            .map_err(|error| format!("the mail server: {error}"))?
            .timeout(Some(Duration::from_secs(20)))
            .build();
        Ok(Mailer { transport, from })
    }

    /// Sends a message. `settings` leads to where it can be turned off.
    pub(super) async fn send(&self, to: &str, message: &Message, settings: &str) -> Result<(), Failed> {
        let to: Mailbox = to.parse().map_err(|error| Failed::ForEver(format!("the address: {error}")))?;
        let domain = self.from.email.domain();
        // The same message has the same id however often it is sent.
        let id: String = key_hash(&message.id).chars().take(32).collect();
        let mail = lettre::Message::builder()
            .message_id(Some(format!("<{id}@{domain}>")))
            .from(self.from.clone())
            .to(to)
            .subject(&message.title)
            .multipart(
                MultiPart::alternative()
                    .singlepart(part(ContentType::TEXT_PLAIN, text(message, settings)))
                    .singlepart(part(ContentType::TEXT_HTML, html(message, settings))),
            );
        let mail = mail.map_err(|error| Failed::ForEver(error.to_string()))?;
        let failed = |error: Error| match error.is_permanent() {
            true => Failed::ForEver(error.to_string()),
            false => Failed::Now(error.to_string()),
        };
        self.transport.send(mail).await.map(drop).map_err(failed)
    }
}

/// Whether this can be an address.
pub(crate) fn is_address(text: &str) -> bool {
    text.len() <= 200 && text.parse::<lettre::Address>().is_ok()
}

fn part(kind: ContentType, body: String) -> SinglePart {
    SinglePart::builder().header(kind).body(body)
}

fn text(message: &Message, settings: &str) -> String {
    format!("{}\n\n{}\n\n-- \nWhat Ferrata tells you, and when: {settings}\n", message.text, message.link)
}

fn html(message: &Message, settings: &str) -> String {
    let paragraphs: String = message.text.lines().map(|line| format!("<p>{}</p>\n", escaped(line))).collect();
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
         <body style=\"font-family: sans-serif; color: #222; max-width: 40em\">\n<h1 style=\"font-size: 1.2em\">{title}</h1>\n\
         {paragraphs}<p><a href=\"{link}\">{link}</a></p>\n\
         <p style=\"color: #666; font-size: .85em\">\
         <a href=\"{settings}\">What Ferrata tells you, and when</a></p>\n</body></html>\n",
        title = escaped(&message.title),
        link = escaped(&message.link),
        settings = escaped(settings),
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
