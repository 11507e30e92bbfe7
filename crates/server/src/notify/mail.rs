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
    let said: String = match message.together.as_slice() {
        [] => format!("{}\n\n{}\n\n", message.text, message.link),
        items => items.iter().map(|item| format!("{}\n{}\n\n", item.text, item.link)).collect(),
    };
    format!("{said}-- \nWhat Ferrata tells you, and when: {settings}\n")
}

/// Styles stand in the elements, as some programs read nothing else; those that know dark colours read these, too.
const DARK: &str = "@media (prefers-color-scheme: dark) {\n\
    body, .page { background: #17191c !important; color: #eceae4 !important; }\n\
    .card { background: #212429 !important; border-color: #3b4047 !important; }\n\
    a { color: #8cc4ee !important; }\n\
    a.call { background: #8cc4ee !important; color: #0d1720 !important; }\n\
    .quiet { color: #b3b6ba !important; }\n}";

fn html(message: &Message, settings: &str) -> String {
    let said: String = match message.together.as_slice() {
        [] => paragraphs(&message.text) + &call(message) + &written_out(&message.link),
        items => items.iter().map(|item| paragraphs(&item.text) + &call(item)).collect(),
    };
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\">\
         <title>{title}</title><style>{DARK}</style></head>\n\
         <body class=\"page\" style=\"margin: 0; padding: 16px; background: #f6f3ec; color: #1e2124; \
         font: 16px/1.5 system-ui, sans-serif\">\n\
         <main class=\"card\" style=\"max-width: 36em; margin: 0 auto; padding: 20px 24px; background: #fffdf8; \
         border: 1px solid #c9c2b3; border-radius: 8px; overflow-wrap: anywhere\">\n\
         <h1 style=\"margin: 0 0 12px; font-size: 20px; line-height: 1.3\">{title}</h1>\n{said}</main>\n\
         <footer style=\"max-width: 36em; margin: 12px auto 0; padding: 0 24px; font-size: 14px\">\
         <a href=\"{settings}\" style=\"color: #1f5f8b\">What Ferrata tells you, and when</a></footer>\n</body></html>\n",
        title = escaped(&message.title),
        settings = escaped(settings),
    )
}

fn paragraphs(text: &str) -> String {
    text.lines().map(|line| format!("<p style=\"margin: 0 0 12px\">{}</p>\n", escaped(line))).collect()
}

/// What is to be done about it, large enough for a thumb.
fn call(message: &Message) -> String {
    format!(
        "<p style=\"margin: 0 0 16px\"><a class=\"call\" href=\"{}\" style=\"display: inline-block; padding: 10px 18px; \
         border-radius: 6px; background: #1f5f8b; color: #ffffff; font-weight: 600; text-decoration: none\">{}</a></p>\n",
        escaped(&message.link),
        escaped(message.call),
    )
}

/// A link to be copied where none can be followed.
fn written_out(link: &str) -> String {
    let link = escaped(link);
    format!("<p class=\"quiet\" style=\"margin: 0; color: #575d63; font-size: 14px\">{link}</p>\n")
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
