//! Programs that play seats. A program is an account with which nobody can sign in; whoever sits with it has their seat
//! played by this server, through the same door as people: the record expects a number, and one that comes too late is
//! dropped. What a program sees is the log as its seat may see it.

use crate::App;
use crate::hub::Wanted;
use crate::problem::{Answer, Problem};
use crate::secret::random_key;
use crate::slot::Facts;
use crate::store::{RecordBody, SeatRow};
use ferrata_engine::action::Action;
use ferrata_engine::id::SeatId;
use ferrata_engine::log::Log;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Title, Turn};
use ferrata_opponents::{Level, Program, Seen, seed_of};
use ferrata_titles::Game;
use ferrata_wire::{ProgramLevel, SeatProgram, TableStatus, UndoPolicy};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, oneshot};

/// No decision takes longer.
const LONGEST: Duration = Duration::from_secs(5);

/// As nice as threads can be.
#[cfg(target_os = "linux")]
const LAST: i32 = 19;

/// So long a table rests between two decisions of programs, so that people can follow.
const PAUSE: Duration = Duration::from_millis(120);

/// What the accounts of programs begin with.
const PREFIX: &str = "program:";

/// The tables at which programs sit, and who may think.
#[derive(Debug)]
pub(crate) struct Programs {
    attended: Mutex<HashSet<String>>,
    /// Tables at which only programs sit and whoever made them asked to go on: to the end of this round.
    rounds: Mutex<HashMap<String, Text>>,
    /// Half of the cores think, and at least one; whoever else is to decide waits in line.
    thinking: Semaphore,
}

impl Default for Programs {
    fn default() -> Programs {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Programs {
            attended: Mutex::default(),
            rounds: Mutex::default(),
            thinking: Semaphore::new((cores / 2).max(1)),
        }
    }
}

impl Programs {
    /// Somebody asked the programs of a table to play this round among themselves.
    pub(crate) fn ask(&self, table: &str, round: Text) {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner).insert(table.to_owned(), round);
    }

    /// Whether the programs of a table were asked to play among themselves.
    fn are_asked(&self, table: &str) -> bool {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner).contains_key(table)
    }

    /// Whether they were asked to play this round. Once another one has begun nobody has asked any more.
    fn play_on(&self, table: &str, round: &Text) -> bool {
        let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
        let same = rounds.get(table) == Some(round);
        if !same {
            rounds.remove(table);
        }
        same
    }
}

/// The program that plays a seat, if one does.
pub(crate) fn level(seat: &SeatRow) -> Option<ProgramLevel> {
    level_of(seat.user_id.as_deref()?)
}

/// The level of a program's account.
pub(crate) fn level_of(user: &str) -> Option<ProgramLevel> {
    ProgramLevel::from_word(user.strip_prefix(PREFIX)?)
}

/// Whether an account is one of a program.
pub(crate) fn is_program(user: &str) -> bool {
    user.starts_with(PREFIX)
}

/// The account of a level, made if there is none yet.
pub(crate) async fn account(app: &App, level: ProgramLevel) -> Answer<String> {
    let id = format!("{PREFIX}{}", level.word());
    app.store.add_program(&id, level.word()).await?;
    Ok(id)
}

/// By seat: the account of the program that is to play it.
pub(crate) async fn seated(app: &App, wanted: &[SeatProgram]) -> Answer<BTreeMap<usize, String>> {
    let mut seats = BTreeMap::new();
    for SeatProgram { seat, level } in wanted {
        if let Some(level) = level {
            seats.insert(usize::from(*seat), account(app, *level).await?);
        }
    }
    Ok(seats)
}

/// Attends to all tables at which programs sit, after a start of the server.
pub(crate) async fn resume(app: App) {
    match app.store.tables_with_programs().await {
        Ok(tables) => tables.iter().for_each(|table| attend(&app, table)),
        Err(error) => tracing::warn!(%error, "the tables of programs could not be listed"),
    }
}

/// Attends to a table if a program sits there.
pub(crate) fn attend_if_seated(app: &App, facts: &Facts) {
    if facts.seats.iter().any(|seat| level(seat).is_some()) {
        attend(app, &facts.row.id);
    }
}

/// Plays the seats of programs at a table from now on.
pub(crate) fn attend(app: &App, table: &str) {
    let mut attended = app.programs.attended.lock().unwrap_or_else(PoisonError::into_inner);
    if attended.insert(table.to_owned()) {
        tokio::spawn(play(app.clone(), table.to_owned()));
    }
}

/// What comes next at a table.
enum Next {
    /// Look again at once.
    Again,
    /// Nothing before something changes.
    Waits,
    /// Nothing any more.
    Ends,
}

/// Decides for programs whenever it is their turn, until the table is closed or the server stops.
async fn play(app: App, table: String) {
    let slot = app.hub.slot(&table);
    let (mut changes, mut stopping) = (slot.changes(), app.stopping.clone());
    loop {
        changes.borrow_and_update();
        let next = step(&app, &table).await.unwrap_or_else(|problem| {
            tracing::warn!(table, ?problem, "a program could not decide");
            Next::Waits
        });
        match next {
            Next::Ends => break,
            Next::Again => tokio::time::sleep(PAUSE).await,
            Next::Waits => {
                tokio::select! {
                    changed = changes.changed() => if changed.is_err() { break },
                    stopped = stopping.changed() => if stopped.is_err() { break },
                }
            }
        }
        if *stopping.borrow() {
            break;
        }
    }
    app.programs.attended.lock().unwrap_or_else(PoisonError::into_inner).remove(&table);
}

/// Makes one decision, if it is a program's turn and there is a person to play against, or somebody asked for it.
async fn step(app: &App, table: &str) -> Answer<Next> {
    let Some(facts) = app.hub.facts(table).await? else { return Ok(Next::Ends) };
    if facts.row.closed.is_some() {
        return Ok(Next::Ends);
    }
    let only_programs = facts.seats.iter().all(|seat| level(seat).is_some());
    if facts.row.status == TableStatus::Open || (only_programs && !app.programs.are_asked(table)) {
        return Ok(Next::Waits);
    }
    let Some(Question { number, seat, log, round }) = asked(app, &facts).await? else {
        return Ok(Next::Waits);
    };
    if only_programs && !app.programs.play_on(table, &round) {
        return Ok(Next::Waits);
    }
    let sits = facts.seats.iter().find(|row| row.seat == i64::from(seat.0));
    let Some((row, level)) = sits.and_then(|row| Some((row, level(row)?))) else { return Ok(Next::Waits) };
    let seed = seed_of(table, seat);
    let thinks = async {
        let _permit = app.programs.thinking.acquire().await.map_err(Problem::internal)?;
        think(move || decide(&log, seat, level, seed)).await
    };
    app.meter.programs.inc();
    let action = thinks.await;
    app.meter.programs.dec();
    let action = action?;
    let wanted = Wanted {
        number: number + 1,
        seat,
        body: RecordBody::Entry(action),
        user: row.user_id.clone().unwrap_or_default(),
        mine: vec![seat],
        policy: UndoPolicy::Own,
        retry: random_key(20).map_err(Problem::internal)?,
        stream: None,
    };
    let under_way = app.under_way.clone().read_owned().await;
    let appended = app.hub.append(facts, wanted).await;
    drop(under_way);
    match appended {
        Ok(_) => {
            app.meter.entries.inc();
            Ok(Next::Again)
        }
        // Somebody took something back meanwhile, or acted: that change asks anew.
        Err(problem) if problem.is_conflict() => Ok(Next::Waits),
        Err(problem) => Err(problem),
    }
}

/// What a program is asked.
struct Question {
    /// The number of the last record.
    number: u64,
    seat: SeatId,
    /// The log as the seat may see it.
    log: Log,
    /// The round that is played.
    round: Text,
}

/// What a program is asked now, if one is.
async fn asked(app: &App, facts: &Arc<Facts>) -> Answer<Option<Question>> {
    let slot = app.hub.slot(&facts.row.id);
    let mut locked = app.hub.lock_known(&slot, &facts.row).await?;
    let running = locked.running()?;
    if running.damage().is_some() || running.changed().is_some() {
        return Ok(None);
    }
    let plays = |asked: &SeatId| {
        facts.seats.iter().any(|seat| seat.seat == i64::from(asked.0) && level(seat).is_some())
    };
    let seat = match running.game().turn() {
        Turn::Seat(seat) => Some(seat).filter(plays),
        Turn::Sealed(seats) => seats.into_iter().find(plays),
        Turn::Chance(_) | Turn::Over(_) => None,
    };
    let number = running.number();
    let (round, _) = running.game().stage();
    Ok(seat.map(|seat| Question { number, seat, log: running.log(number, &[seat]), round }))
}

/// Decides on a thread of its own, which gives way to those that answer people.
async fn think(decides: impl FnOnce() -> Answer<Action> + Send + 'static) -> Answer<Action> {
    let (said, heard) = oneshot::channel();
    let thinks = move || {
        give_way();
        said.send(decides()).ok();
    };
    std::thread::Builder::new().name("program".to_owned()).spawn(thinks).map_err(Problem::internal)?;
    heard.await.map_err(Problem::internal)?
}

/// Lets other threads go first. On Linux alone a thread has a priority of its own; elsewhere the whole server would give way.
fn give_way() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, LAST) {
        tracing::debug!(%error, "a program thinks as urgently as people are answered");
    }
}

/// What a program does after this log.
fn decide(log: &Log, seat: SeatId, level: ProgramLevel, seed: u64) -> Answer<Action> {
    let level: Level = level.word().parse().map_err(Problem::internal)?;
    let seen = Seen::<Game>::folded(log, seat).map_err(Problem::internal)?;
    let begun = Instant::now();
    let mut watch = |_: u32| match begun.elapsed() < LONGEST {
        true => ControlFlow::Continue(()),
        false => ControlFlow::Break(()),
    };
    let decision = Program::new(level, seed).decide_watched(&seen, &mut watch);
    decision.map(|decision| decision.action).ok_or_else(|| Problem::internal("a program found nothing to do"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use ferrata_engine::say;

    /// Given programs that were asked to play a round among themselves, then they play this one; once another has begun they were not
    /// asked any more, whichever round it is.
    #[test]
    fn programs_play_the_round_that_they_were_asked_for() {
        let (programs, first, second) = (Programs::default(), say!("first round"), say!("second round"));
        assert!(!programs.are_asked("T") && !programs.play_on("T", &first));
        programs.ask("T", first.clone());
        assert!(programs.are_asked("T") && !programs.are_asked("U"));
        assert!(programs.play_on("T", &first) && programs.play_on("T", &first));
        assert!(!programs.play_on("T", &second));
        assert!(!programs.are_asked("T") && !programs.play_on("T", &first));
    }
}
