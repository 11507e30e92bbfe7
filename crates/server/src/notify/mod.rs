//! Tells people what they want to know, where they want it: once, and later rather than never.
//!
//! What is to be told stands in the outbox, written with what it tells of. Here it is decided for whom it is time, it is
//! handed out to their destinations in one transaction, and each delivery is tried with growing pauses until it has
//! arrived. If this server dies in between, whoever looks next goes on from what is stored; the same message
//! has the same key however often it is sent.

mod decide;
mod mail;
mod message;
mod outbound;
mod push;
mod webhook;

pub use mail::MailConfig;
pub(crate) use mail::is_address;
pub(crate) use push::fault as push_fault;
pub(crate) use webhook::{fault as template_fault, secret as webhook_secret};

use crate::App;
use crate::config::Config;
use crate::secret::random_key;
use crate::store::{Delivery, DestinationRow, Held, Store, TableRow};
use decide::{Decision, Question, decide, next_digest};
use ferrata_engine::id::SeatId;
use ferrata_engine::turn::Turn;
use ferrata_wire::{Address, NotificationKind, Telling};
use mail::Mailer;
use message::Message;
use outbound::{Failed, Outbound};
use push::PushKey;
use std::time::Duration;

/// How much is taken in hand at once.
const AT_ONCE: i64 = 32;

/// How long nothing is looked for, if nobody says that there is something: other servers write, too.
const PAUSE: Duration = Duration::from_secs(5);

const MINUTE: i64 = 60 * 1000;

/// The pauses after an attempt that failed; after the last of them it is given up.
const PAUSES: [i64; 8] =
    [MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, 60 * MINUTE, 180 * MINUTE, 360 * MINUTE, 720 * MINUTE];

/// Why people cannot be told.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotifierError {
    #[error("{0}")]
    Mail(String),
    #[error("requests to other servers: {0}")]
    Outbound(#[from] reqwest::Error),
    #[error("no random numbers: {0}")]
    Random(#[from] getrandom::Error),
    #[error("the key for push services cannot be read from the database")]
    Key,
    #[error(transparent)]
    Database(#[from] sqlx::Error),
}

/// What messages are sent with.
#[derive(Debug)]
pub(crate) struct Notifier {
    outbound: Outbound,
    mailer: Option<Mailer>,
    key: PushKey,
    /// Where people find this server.
    base: String,
}

impl Notifier {
    /// Makes the key for push services at the first start.
    pub(crate) async fn new(config: &Config, store: &Store) -> Result<Notifier, NotifierError> {
        let base = config.public_url();
        store.release().await?;
        let stored = store.server_key("push", &PushKey::fresh()?).await?;
        let contact = config.mail.as_ref().and_then(|mail| mail.from.parse().ok());
        let contact = contact
            .map_or_else(|| base.clone(), |from: lettre::message::Mailbox| format!("mailto:{}", from.email));
        let mailer = config.mail.as_ref().map(Mailer::new).transpose().map_err(NotifierError::Mail)?;
        Ok(Notifier {
            outbound: Outbound::new(config.private_destinations)?,
            mailer,
            key: PushKey::read(&stored, contact).ok_or(NotifierError::Key)?,
            base,
        })
    }

    /// How this server tells people.
    pub(crate) fn telling(&self) -> Telling {
        Telling { push_key: self.key.public(), mail: self.mailer.is_some() }
    }

    /// What is wrong with an address for requests, if something is.
    pub(crate) fn url_fault(&self, url: &str) -> Option<String> {
        self.outbound.allowed(url).err()
    }

    async fn send(&self, to: &DestinationRow, message: &Message, now: i64) -> Result<(), Failed> {
        match &to.address {
            Address::Webhook { url, template } => {
                let secret = to.secret.as_deref().unwrap_or_default();
                webhook::send(&self.outbound, url, template.as_deref(), secret, message, now).await
            }
            Address::Mail { address } => match &self.mailer {
                Some(mailer) => mailer.send(address, message, &format!("{}/account", self.base)).await,
                None => Err(Failed::Now("this server sends no mail".into())),
            },
            Address::Push { endpoint, p256dh, auth } => {
                push::send(&self.outbound, &self.key, (endpoint, p256dh, auth), message, now).await
            }
        }
    }
}

/// Tells people, as long as the server runs; what is being sent when it stops is sent to its end.
pub(crate) async fn run(app: App) {
    let mut stopping = app.stopping.clone();
    while !*stopping.borrow_and_update() {
        let next = match round(&app).await {
            Ok(true) => continue,
            Ok(false) => app.store.next_due().await,
            Err(error) => Err(error),
        };
        let next = next.unwrap_or_else(|error| {
            tracing::warn!(%error, "people could not be told; trying again");
            None
        });
        tokio::select! {
            () = app.store.news() => {}
            () = app.store.clock().wait_until(next, PAUSE) => {}
            _ = stopping.changed() => {}
        }
    }
}

/// Does what is due; whether there was something.
async fn round(app: &App) -> Result<bool, sqlx::Error> {
    let now = app.store.clock().now();
    let lease = i64::try_from(app.config.delivery_lease.as_millis()).unwrap_or(i64::MAX / 4);
    let held = app.store.hold_outbox(now, lease, AT_ONCE).await?;
    for one in &held {
        settle(app, one, now).await?;
    }
    let deliveries = app.store.hold_deliveries(now, lease, AT_ONCE).await?;
    let mut busy = !held.is_empty() || !deliveries.is_empty();
    let sent = deliveries.into_iter().map(|delivery| single(app, delivery, now));
    for done in futures_util::future::join_all(sent).await {
        done?;
    }
    let digest = app.store.hold_digest(now, lease).await?;
    busy |= !digest.is_empty();
    if !digest.is_empty() {
        send_digest(app, digest, now).await?;
    }
    Ok(busy)
}

/// Decides what becomes of something in the outbox.
async fn settle(app: &App, held: &Held, now: i64) -> Result<(), sqlx::Error> {
    let never = app.store.hand_out(held, &[], now);
    let (Some(kind), true) = (NotificationKind::from_word(&held.kind), still_holds(app, held).await?) else {
        return never.await;
    };
    let Some(user) = &held.user_id else {
        let all = app.store.destinations_of_table(&held.table_id).await?;
        let to: Vec<_> = all.into_iter().map(|to| (to.id, "single", now)).collect();
        return app.store.hand_out(held, &to, now).await;
    };
    let preferences = app.store.preferences(user).await?;
    let seen = app.store.last_look(user, &held.table_id).await?;
    match decide(&preferences, Question { kind, table: &held.table_id, at: held.at, seen, now }) {
        Decision::Never => never.await,
        Decision::Wait(until) => app.store.put_off(&held.id, until).await,
        Decision::Tell => {
            let all = app.store.destinations(user).await?;
            let own = all.into_iter().filter(|to| to.table_id.is_none() && to.confirmed);
            let to: Vec<_> = own
                .map(|to| match to.digest {
                    true => (to.id, "digest", next_digest(&preferences, now)),
                    false => (to.id, "single", now),
                })
                .collect();
            app.store.hand_out(held, &to, now).await
        }
    }
}

/// Whether what is to be told is still so: a turn may have been taken meanwhile.
async fn still_holds(app: &App, held: &Held) -> Result<bool, sqlx::Error> {
    match NotificationKind::from_word(&held.kind) {
        Some(NotificationKind::YourTurn | NotificationKind::TimeShort) => {
            let Some(table) = app.store.table(&held.table_id).await? else { return Ok(false) };
            Ok(is_turn_of(app, held, &table).await? && !app.store.is_outdated(held).await?)
        }
        Some(NotificationKind::Consent) => {
            let request = app.store.request(&held.table_id).await?;
            let Some(request) = request.filter(|request| request.number as i64 == held.number) else {
                return Ok(false);
            };
            Ok(u8::try_from(held.seat).is_ok_and(|seat| !request.agreed.contains(&seat)))
        }
        Some(_) => Ok(true),
        None => Ok(false),
    }
}

/// Whether it is the turn of who is to be told.
async fn is_turn_of(app: &App, held: &Held, table: &TableRow) -> Result<bool, sqlx::Error> {
    let turn = table.standing.as_ref().map(|standing| &standing.turn).filter(|_| table.closed.is_none());
    let waiting: &[SeatId] = match turn {
        Some(Turn::Seat(seat)) => std::slice::from_ref(seat),
        Some(Turn::Sealed(seats)) => seats,
        _ => return Ok(false),
    };
    let Some(user) = held.user_id.as_deref() else {
        return Ok(waiting.iter().any(|seat| i64::from(seat.0) == held.seat));
    };
    let seats = app.store.seats(&held.table_id).await?;
    let mut own = seats.iter().filter(|seat| seat.user_id.as_deref() == Some(user));
    Ok(own.any(|own| waiting.iter().any(|seat| i64::from(seat.0) == own.seat)))
}

/// What a delivery says; none if there is nothing to say any more.
async fn said(app: &App, delivery: &Delivery, to: &DestinationRow) -> Result<Option<Message>, sqlx::Error> {
    let (id, base) = (delivery.id.as_str(), app.notifier.base.as_str());
    // What lets somebody in is made when it is sent: only its hash is ever stored.
    let key = || random_key(40).map_err(|error| sqlx::Error::Configuration(error.into()));
    Ok(match delivery.what.as_str() {
        "confirm" => {
            let key = key()?;
            app.store.set_confirmation(&to.id, &key).await?;
            let text = "Somebody wants to be told at this address when it is their turn. If that is you, follow this \
                        link; otherwise do nothing, and nothing more will come.";
            let link = format!("{base}/account#confirm={key}");
            Some(message::plain(id, "confirm", ("Is this your address?", text), ("Yes, tell me here", link)))
        }
        "password" => {
            let key = key()?;
            app.store.mail_password_link(&to.user_id, &key).await?;
            let name = app.store.name_of(&to.user_id).await?.unwrap_or_default();
            let text = format!(
                "Somebody wants a new password for the account \"{name}\". If that is you, choose one by this link \
                 within a day; otherwise do nothing, and the old one stays good."
            );
            let link = format!("{base}/password#{key}");
            Some(message::plain(id, "password", ("A new password", &text), ("Choose a new password", link)))
        }
        "test" => {
            let text = "This is how you are told from now on.";
            Some(message::plain(
                id,
                "test",
                ("Ferrata reaches you", text),
                ("See my tables", format!("{base}/")),
            ))
        }
        _ => {
            let held = match &delivery.outbox_id {
                Some(id) => app.store.outbox(id).await?,
                None => None,
            };
            let Some(held) = held else { return Ok(None) };
            if !still_holds(app, &held).await? {
                return Ok(None);
            }
            let table = app.store.table(&held.table_id).await?;
            table.map(|table| Message { id: id.to_owned(), ..message::about(&held, &table, base) })
        }
    })
}

/// Sends one message to one destination.
async fn single(app: &App, delivery: Delivery, now: i64) -> Result<(), sqlx::Error> {
    let Some(to) = app.store.destination(&delivery.destination_id).await? else { return Ok(()) };
    let Some(message) = said(app, &delivery, &to).await? else {
        return app.store.delivered(&delivery.id, now).await;
    };
    let sent = app.notifier.send(&to, &message, now).await;
    arrived(app, &to, &[delivery], sent, now).await
}

/// Sends what has come together for one destination.
async fn send_digest(app: &App, deliveries: Vec<Delivery>, now: i64) -> Result<(), sqlx::Error> {
    let Some(first) = deliveries.first() else { return Ok(()) };
    let Some(to) = app.store.destination(&first.destination_id).await? else { return Ok(()) };
    let id = format!("digest:{}:{}", to.id, first.due);
    let mut messages = Vec::new();
    for delivery in &deliveries {
        messages.extend(said(app, delivery, &to).await?);
    }
    let sent = match messages.is_empty() {
        true => Ok(()),
        false => {
            let digest = message::digest(id, messages, &app.notifier.base);
            app.notifier.send(&to, &digest, now).await
        }
    };
    arrived(app, &to, &deliveries, sent, now).await
}

/// Notes what became of an attempt.
async fn arrived(
    app: &App,
    to: &DestinationRow,
    deliveries: &[Delivery],
    sent: Result<(), Failed>,
    now: i64,
) -> Result<(), sqlx::Error> {
    let problem = sent.as_ref().err().map(ToString::to_string);
    app.store.note_problem(&to.id, problem.as_deref()).await?;
    let gone = matches!(sent, Err(Failed::ForEver(_)));
    if let (true, Address::Push { .. }) = (gone, &to.address) {
        // The browser has taken its permission back.
        return app.store.remove_destination(&to.user_id, &to.id).await.map(drop);
    }
    for delivery in deliveries {
        let pause = usize::try_from(delivery.attempts - 1).ok().and_then(|failed| PAUSES.get(failed));
        match (&sent, pause) {
            (Err(Failed::Now(_)), Some(pause)) => {
                app.store.try_again(&delivery.id, now + pause).await?;
            }
            _ => app.store.delivered(&delivery.id, now).await?,
        }
    }
    if let Some(problem) = problem {
        tracing::info!(destination = to.id, problem, "a message did not arrive");
    }
    Ok(())
}
