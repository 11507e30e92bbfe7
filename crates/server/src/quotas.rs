//! How much one person may use of a server that others share.

use crate::App;
use crate::problem::{Answer, Problem};
use crate::store::{Counted, until_tomorrow};
use crate::who::Who;

/// Limits for one person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quotas {
    /// Seats at tables that are open or played.
    pub seats: u32,
    /// Tables made per day.
    pub tables: u32,
    /// Tables forked or imported per day.
    pub forks: u32,
    /// Lines of chat per day.
    pub chat: u32,
    /// Private notes written per day.
    pub notes: u32,
    /// Mail addresses entered per day.
    pub mails: u32,
    /// Invitations by name per day.
    pub invitations: u32,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { seats: 100, tables: 50, forks: 50, chat: 1000, notes: 1000, mails: 5, invitations: 50 }
    }
}

impl Quotas {
    fn of(&self, what: Counted) -> (u32, &'static str) {
        match what {
            Counted::Tables => (self.tables, "tables"),
            Counted::Forks => (self.forks, "forks and imported games"),
            Counted::Chat => (self.chat, "lines of chat"),
            Counted::Notes => (self.notes, "notes"),
            Counted::Mails => (self.mails, "entries of mail addresses"),
            Counted::Invitations => (self.invitations, "invitations"),
        }
    }
}

/// Counts something that somebody does; refused if that was too much for a day. On one's own machine nothing is
/// counted.
pub(crate) async fn count(app: &App, who: &Who, what: Counted) -> Answer<()> {
    if app.config.is_local() {
        return Ok(());
    }
    let (limit, words) = app.config.quotas.of(what);
    if app.store.use_up(&who.user.id, what, limit).await? {
        return Ok(());
    }
    Err(Problem::too_many(format!("you have made {limit} {words} today; go on tomorrow"), until_tomorrow()))
}
