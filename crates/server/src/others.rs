//! Other servers on the same PostgreSQL: what they wrote, and who looks at a table through them. And what an operator
//! did beside this one.

use crate::App;
use crate::slot::PRESENCE_HOLDS;
use crate::store::{Backend, Heard, Notice};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// Hears what other servers say, as long as this one runs.
pub(crate) async fn listen(app: App) {
    if app.store.backend() != Backend::Postgres {
        return look(app).await;
    }
    let Ok(url) = app.config.database().map(|database| database.url()) else { return };
    loop {
        if let Err(error) = hear(&app, &url).await {
            tracing::warn!(%error, "lost the connection that hears other servers; trying again");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Looks every second for what was done beside the server of a SQLite file.
async fn look(app: App) {
    loop {
        match app.store.changes().await {
            Ok(changes) => changes.iter().for_each(|notice| take(&app, notice)),
            Err(error) => tracing::warn!(%error, "could not see what was done beside this server"),
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn hear(app: &App, url: &str) -> Result<(), sqlx::Error> {
    let mut listener = sqlx::postgres::PgListener::connect(url).await?;
    listener.listen("ferrata").await?;
    // Whatever came while nobody listened.
    app.hub.all_changed();
    app.store.believe_nobody();
    loop {
        // A lost connection is made anew by the listener; what was said meanwhile is not repeated.
        match listener.try_recv().await? {
            Some(notice) => take(app, notice.payload()),
            None => {
                app.hub.all_changed();
                app.store.believe_nobody();
            }
        }
    }
}

fn take(app: &App, notice: &str) {
    match Heard::parse(notice, app.store.server()) {
        Some(Heard::Records(tables)) => tables.iter().for_each(|table| app.hub.records_elsewhere(table)),
        Some(Heard::Table(table)) => app.hub.changed_elsewhere(&table),
        Some(Heard::Renamed(table)) => {
            let hub = app.hub.clone();
            tokio::spawn(async move { hub.forget_known(&table).await });
        }
        Some(Heard::Account(user)) => app.store.believe_no_more(&user),
        Some(Heard::Present(server, table, people)) => app.hub.present_elsewhere(&server, &table, people),
        None => {}
    }
}

/// Tells other servers who looks at which table through this one: at once when somebody comes or goes, and again
/// from time to time.
pub(crate) async fn announce(app: App, mut arrivals: UnboundedReceiver<String>) {
    let mut again = tokio::time::interval(PRESENCE_HOLDS / 3);
    loop {
        let tables = tokio::select! {
            table = arrivals.recv() => match table {
                Some(table) => vec![table],
                None => return,
            },
            _ = again.tick() => app.hub.visited(),
        };
        for table in tables {
            let Some(people) = app.hub.present_here(&table) else { continue };
            if let Err(error) = app.store.notify(&Notice::Present(&table, &people)).await {
                tracing::warn!(%error, "other servers could not be told who is here");
            }
        }
    }
}
