//! A game through time: the records as they come from the server, and the table after each of them.
//!
//! The log only grows; an undo is a record too ([`Course`] knows what is in force). A state is so small that
//! the one after every entry is kept: looking back costs nothing.

mod deed;
mod expected;
mod line;

pub use ferrata_wire::Record;
pub use line::{Line, LineKind, TurnOf};

use crate::bids::Bids;
use crate::names::TableNames;
use crate::restructuring::{self, Restructuring};
use ferrata_engine::action::Action;
use ferrata_engine::course::Course;
use ferrata_engine::id::SeatId;
use ferrata_engine::money::Money;
use ferrata_engine::name::CompanyName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::turn::{Author, Entry, Setup, Title, Turn};
use ferrata_engine::view::Asked;
use ferrata_titles::Game;

/// Why a log does not fold any further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Damage {
    /// The last record that is good.
    pub good_until: u64,
    /// What is wrong with the next.
    pub why: Refusal,
}

/// The players' worth at one moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Worth {
    /// After this record.
    pub number: u64,
    /// At the end of this round.
    pub round: String,
    /// By seat.
    pub players: Vec<Money>,
}

/// A record and what came of it.
#[derive(Clone, Debug)]
struct Step {
    record: Record,
    /// The table after it; none for an undo, whose table is that of an earlier record.
    game: Option<Game>,
    lines: Vec<Line>,
    moment: Moment,
    /// How it was decided.
    sealed: Sealed,
}

/// Whether an entry was decided in secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Sealed {
    /// No.
    Not,
    /// Yes, and others were still to decide.
    Kept,
    /// Yes, and as the last one: all were opened.
    Opened,
}

/// Where the game is after a record.
#[derive(Clone, Debug)]
struct Moment {
    /// The round, as players say it.
    round: String,
    /// The company that acts.
    operating: Option<CompanyName>,
    /// What is asked.
    asked: Asked,
    /// The companies that live.
    living: u64,
}

impl Moment {
    fn of(game: &Game, names: &TableNames) -> Moment {
        let view = game.view();
        let (operating, asked, living) = (view.operating, view.asked, restructuring::living(&view));
        Moment { round: view.round.name.render(names), operating, asked, living }
    }
}

/// A game through time.
#[derive(Clone, Debug)]
pub struct Timeline {
    setup: Setup,
    names: TableNames,
    start: Game,
    beginning: Moment,
    steps: Vec<Step>,
    course: Course,
    /// By record: whether it is in force now.
    in_force: Vec<bool>,
    /// Where the last step is an entry that is still on its way to the host: the course without it.
    expecting: Option<Course>,
    /// Counts what is to be seen anew.
    version: u32,
    disagrees: Option<u64>,
    damage: Option<Damage>,
}

impl Timeline {
    /// A game without records.
    pub fn new(setup: Setup) -> Result<Timeline, Refusal> {
        let start = Game::start(&setup)?;
        let names = TableNames::new(&start, &setup.players);
        Ok(Timeline {
            setup,
            beginning: Moment::of(&start, &names),
            names,
            start,
            steps: Vec::new(),
            course: Course::default(),
            in_force: Vec::new(),
            expecting: None,
            version: 0,
            disagrees: None,
            damage: None,
        })
    }

    /// Adds the next record. Refused, with nothing changed but [`Timeline::damage`], unless it follows on
    /// the last one and the rules accept it. What is expected is settled by the record that comes in its place.
    pub fn add(&mut self, record: Record) -> Result<(), Refusal> {
        let added = self.try_add(record);
        if let Err(why) = &added
            && self.damage.is_none()
        {
            self.damage = Some(Damage { good_until: self.known(), why: why.clone() });
            self.version += 1;
        }
        added
    }

    fn try_add(&mut self, record: Record) -> Result<(), Refusal> {
        if record.number != self.known() + 1 {
            let (next, last) = (record.number.to_string(), self.known().to_string());
            return Err(Refusal::plain(say!("record {next} follows record {last}", next, last)));
        }
        if self.is_expected(&record) {
            self.confirm(record);
            return Ok(());
        }
        self.withdraw();
        if let Some(to) = record.undo_to {
            return self.add_undo(record, to);
        }
        let reopened = self.with_opened(&record.opened)?;
        let before = reopened.as_ref().map_or_else(|| self.game(), |(game, _)| game);
        let place = Place { moment: self.moment(self.len()), proposal: self.proposal(self.len()) };
        let step = play(before, place, record, &self.names)?;
        if let Some((_, steps)) = reopened {
            for step in steps {
                self.replace(step);
            }
        }
        self.compare(&step);
        self.push(step);
        Ok(())
    }

    /// Adds an entry that was played.
    fn push(&mut self, step: Step) {
        self.course.entry();
        self.in_force.push(true);
        self.steps.push(step);
        self.version += 1;
    }

    fn add_undo(&mut self, record: Record, to: u64) -> Result<(), Refusal> {
        let line = match &record.note {
            Some(note) => line::of_note(self, &record, note),
            None => line::of_undo(self, &record, to),
        };
        let none = || Refusal::plain(say!("there is no record {to} to go back to", to = to.to_string()));
        self.course.undo(to).ok_or_else(none)?;
        let moment = self.moment(to).clone();
        self.steps.push(Step { record, game: None, lines: vec![line], moment, sealed: Sealed::Not });
        self.version += 1;
        self.in_force = vec![false; self.steps.len()];
        for number in self.course.in_force(self.len()) {
            if let Some(flag) = at(number).and_then(|at| self.in_force.get_mut(at)) {
                *flag = true;
            }
        }
        Ok(())
    }

    /// The table now, and the steps that led to it, if these decisions that were sealed until now are put
    /// in; none if all of them are known.
    fn with_opened(&self, opened: &[Record]) -> Result<Option<(Game, Vec<Step>)>, Refusal> {
        let news = |record: &&Record| {
            let known = self.record(record.number);
            known.is_some_and(|known| known.action != record.action)
        };
        let Some(first) = opened.iter().filter(news).map(|record| record.number).min() else {
            return Ok(None);
        };
        let line: Vec<u64> = self.course.in_force(self.len()).into_iter().filter(|at| *at >= first).collect();
        let Some(mut game) = self.game_at(self.course.before(first)).cloned() else { return Ok(None) };
        let mut steps = Vec::new();
        for number in line {
            let Some(mut record) = self.record(number).cloned() else { continue };
            if let Some(open) = opened.iter().find(|open| open.number == number) {
                record.action.clone_from(&open.action);
            }
            let before = self.course.before(number);
            let place = Place { moment: self.moment(before), proposal: self.proposal(before) };
            let step = play(&game, place, record, &self.names)?;
            if let Some(after) = &step.game {
                game = after.clone();
            }
            steps.push(step);
        }
        Ok(Some((game, steps)))
    }

    fn replace(&mut self, step: Step) {
        self.compare(&step);
        if let Some(old) = at(step.record.number).and_then(|at| self.steps.get_mut(at)) {
            *old = step;
        }
    }

    fn compare(&mut self, step: &Step) {
        let record = &step.record;
        let differs = |game: &Game| !record.hash.is_empty() && format!("{:016x}", game.hash()) != record.hash;
        if self.disagrees.is_none() && step.game.as_ref().is_some_and(differs) {
            self.disagrees = Some(record.number);
            self.version += 1;
        }
    }

    fn step(&self, number: u64) -> Option<&Step> {
        self.steps.get(at(number)?)
    }

    fn moment(&self, number: u64) -> &Moment {
        self.step(number).map_or(&self.beginning, |step| &step.moment)
    }
}

/// What is known.
impl Timeline {
    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// What everything is called.
    pub fn names(&self) -> &TableNames {
        &self.names
    }

    /// How many records there are; also the number of the last. One that is [expected](Timeline::expect) counts.
    pub fn len(&self) -> u64 {
        self.steps.len() as u64
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The table after record `number`; 0 = the start.
    pub fn game_at(&self, number: u64) -> Option<&Game> {
        if number > self.len() {
            return None;
        }
        match self.course.tip_at(number) {
            0 => Some(&self.start),
            tip => self.step(tip)?.game.as_ref(),
        }
    }

    /// The table now.
    pub fn game(&self) -> &Game {
        self.game_at(self.len()).unwrap_or(&self.start)
    }

    /// A record.
    pub fn record(&self, number: u64) -> Option<&Record> {
        self.step(number).map(|step| &step.record)
    }

    /// What a record did, in plain sentences.
    pub fn lines(&self, number: u64) -> &[Line] {
        self.step(number).map(|step| step.lines.as_slice()).unwrap_or_default()
    }

    /// Whether a record is in force now: not taken back, and no undo. What is noted about seats always is.
    pub fn in_force(&self, number: u64) -> bool {
        let noted = self.record(number).is_some_and(|record| record.note.is_some());
        noted || at(number).and_then(|at| self.in_force.get(at)).copied().unwrap_or_default()
    }

    /// Whether a record is in force after record `then`.
    pub fn in_force_at(&self, number: u64, then: u64) -> bool {
        self.course.line(then).any(|entry| entry == number)
    }

    /// The round after record `number`, as players say it.
    pub fn round(&self, number: u64) -> &str {
        &self.moment(number).round
    }

    /// The rounds in force now, each with the record after which it begins (0 = the start): where a jump
    /// to the round leads.
    pub fn rounds(&self) -> Vec<(u64, String)> {
        let mut rounds = vec![(0, self.beginning.round.clone())];
        for number in self.course.in_force(self.len()) {
            let round = self.round(number);
            if rounds.last().is_some_and(|(_, last)| last != round) {
                rounds.push((number, round.to_owned()));
            }
        }
        rounds
    }

    /// The players' worth at the end of every round in force, and now.
    pub fn worth(&self) -> Vec<Worth> {
        let rounds = self.rounds();
        let ends = rounds.iter().skip(1).map(|(number, _)| self.course.before(*number));
        let ends = ends.chain([self.course.tip()]);
        let worth = |(number, (_, round)): (u64, &(u64, String))| Worth {
            number,
            round: round.clone(),
            players: self.worth_at(number),
        };
        ends.zip(&rounds).map(worth).collect()
    }

    /// The players' worth after record `number`, by seat.
    pub fn worth_at(&self, number: u64) -> Vec<Money> {
        let game = self.game_at(number);
        game.map(|game| game.view().players.iter().map(|player| player.worth).collect()).unwrap_or_default()
    }

    /// The entries in force after record `number`, in order.
    pub fn entries(&self, number: u64) -> Vec<Entry> {
        self.numbered_entries(number).into_iter().map(|(_, entry)| entry).collect()
    }

    /// The same, each with its record.
    pub fn numbered_entries(&self, number: u64) -> Vec<(u64, Entry)> {
        let entry = |number| {
            let record = self.record(number)?;
            Some((number, Entry { by: record.by, action: record.action.clone()? }))
        };
        self.course.in_force(number).into_iter().filter_map(entry).collect()
    }

    /// The deal on the table after record `number`: who proposed it, and what would be done.
    pub fn proposal(&self, number: u64) -> Option<(Author, &Action)> {
        let record = self.record(self.course.tip_at(number))?;
        match &record.action {
            Some(Action::Propose { deal }) => Some((record.by, deal)),
            _ => None,
        }
    }

    /// The sealed bids that this record opened, itself among them, side by side.
    pub fn opened_bids(&self, number: u64) -> Option<Bids> {
        self.step(number).filter(|step| step.sealed == Sealed::Opened)?;
        let sealed = |number: &u64| self.step(*number).is_some_and(|step| step.sealed != Sealed::Not);
        let mut last = true;
        let together = |number: &u64| {
            // An earlier round of sealed decisions ends with one that opened them.
            let opened = self.step(*number).is_some_and(|step| step.sealed == Sealed::Opened);
            sealed(number) && (std::mem::take(&mut last) || !opened)
        };
        let run: Vec<u64> = self.course.line(number).take_while(together).collect();
        let handed_in = run.iter().filter_map(|number| {
            let record = self.record(*number)?;
            let Author::Seat(seat) = record.by else { return None };
            Some((seat, record.action.as_ref()?))
        });
        let before = self.game_at(self.course.before(*run.last()?))?.offers();
        let sheet = before.iter().find(|offer| matches!(offer, Offer::Sheet { .. }))?;
        Bids::new(sheet, handed_in.collect())
    }

    /// What a merger, a takeover, a split or a transformation has made of companies, where this record ends one.
    pub fn restructured(&self, number: u64) -> Option<Restructuring> {
        let start = self.restructured_since(number)?;
        restructuring::compared(&self.game_at(start)?.view(), &self.game_at(number)?.view())
    }

    /// Whether this record ends a merger, a takeover, a split or a transformation.
    pub fn has_restructured(&self, number: u64) -> bool {
        self.restructured_since(number).is_some()
    }

    /// The record after which the procedure began that this one ends, where companies have gone by it.
    fn restructured_since(&self, number: u64) -> Option<u64> {
        let after = self.moment(number);
        if self.record(number)?.undo_to.is_some() || restructuring::goes_on(after.asked) {
            return None;
        }
        let mut start = None;
        for record in self.course.line(number) {
            let before = self.course.before(record);
            let asked = self.moment(before).asked;
            if !restructuring::begins(asked) && !restructuring::goes_on(asked) {
                break;
            }
            start = Some(before);
            if restructuring::begins(asked) {
                break;
            }
        }
        start.filter(|start| restructuring::loses(self.moment(*start).living, after.living) != 0)
    }

    /// The record after which the game would go on if the last entry of a player were taken back (chance's
    /// entries after it go with it), and who made it. Where a player is passed over, as programs are, who would do the
    /// same again, their entries go with it, too.
    pub fn last_of_a_player(&self, passed_over: impl Fn(SeatId) -> bool) -> Option<(Author, u64)> {
        let made = |number: u64| self.record(number).map(|record| (record.by, self.course.before(number)));
        let counts = |by: Author| matches!(by, Author::Seat(seat) if !passed_over(seat));
        self.course.line(self.len()).filter_map(made).find(|(by, _)| counts(*by))
    }

    /// The undo that nothing has followed: who made it, and the record to go on from if it were taken back itself.
    pub fn last_undo(&self) -> Option<(Author, u64)> {
        let last = self.steps.iter().rev().map(|step| &step.record).find(|record| record.note.is_none())?;
        last.undo_to.filter(|_| last.void.is_none()).map(|_| (last.by, last.number - 1))
    }

    /// What would be lost if the game went on from record `to`: each entry that is in force now and would not be any more,
    /// with its first sentence, the earliest first.
    pub fn lost_after(&self, to: u64) -> Vec<(u64, String)> {
        let kept = self.course.in_force(to);
        let lost = self.course.in_force(self.len()).into_iter().filter(|number| !kept.contains(number));
        let told = |number: u64| Some((number, self.lines(number).first()?.text.clone()));
        lost.filter_map(told).collect()
    }

    /// Whether the table after every record is the one that the server recorded. If not, the two play by
    /// different versions of the rules.
    pub fn hash_agrees(&self) -> bool {
        self.disagrees.is_none()
    }

    /// What is wrong with the log, if something is.
    pub fn damage(&self) -> Option<&Damage> {
        self.damage.as_ref()
    }
}

/// The place of a record in a list.
fn at(number: u64) -> Option<usize> {
    usize::try_from(number.checked_sub(1)?).ok()
}

/// What comes before an entry, beside the table.
#[derive(Clone, Copy)]
struct Place<'a> {
    moment: &'a Moment,
    /// The deal on the table.
    proposal: Option<(Author, &'a Action)>,
}

/// Plays an entry: the table after it, and the sentences that tell it.
fn play(before: &Game, place: Place<'_>, record: Record, names: &TableNames) -> Result<Step, Refusal> {
    let nothing = || {
        Refusal::plain(say!(
            "record {number} neither plays nor takes back",
            number = record.number.to_string()
        ))
    };
    let entry = Entry { by: record.by, action: record.action.clone().ok_or_else(nothing)? };
    let mut game = before.clone();
    let events = game.apply(&entry)?;
    let after = Moment::of(&game, names);
    let sealed = match (before.turn(), game.turn()) {
        (Turn::Sealed(_), Turn::Sealed(_)) => Sealed::Kept,
        (Turn::Sealed(_), _) => Sealed::Opened,
        _ => Sealed::Not,
    };
    let told = line::Told { number: record.number, entry: &entry, events: &events, place, after: &after };
    let lines = told.lines(before, &game, names);
    Ok(Step { record, game: Some(game), lines, moment: after, sealed })
}
