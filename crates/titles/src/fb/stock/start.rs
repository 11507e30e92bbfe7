//! The start of a corp: its par, its president's certificate, and its home where that is chosen (3.2.2, 3.2.4, 3.5.3).

use super::within_limits;
use crate::fb::states::State;
use crate::fb::table::Pending;
use crate::fb::{Game, regionals, unification};
use ferrata_engine::action::Action;
use ferrata_engine::chart::Field;
use ferrata_engine::decision::{Decision, Play};
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, HexId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::OptionName;
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Turn};
use ferrata_engine::view::Asked;
use serde::{Deserialize, Serialize};
use smallvec::smallvec;

/// 18FB-3.2.2-05: the start fields open in the phase whose president's certificate costs no more than this.
pub(super) fn pars(
    game: &Game,
    cash: Money,
    company: CompanyId,
) -> impl Iterator<Item = (Field, Money)> + '_ {
    let shares = game.shares_in(game.president_percent(company));
    game.start_fields().filter(move |(_, price)| *price * shares <= cash)
}

fn starts(game: &Game, seat: SeatId, company: CompanyId) -> Option<Offer> {
    let percent = game.president_percent(company);
    let cash = game.table.ledger.seat(seat);
    let starts: Vec<_> = pars(game, cash, company).map(|(_, price)| (price, smallvec![percent])).collect();
    (!starts.is_empty()).then(|| Offer::Start { company: game.name(company), starts })
}

/// 18FB-3.2.4-07: from PH5 on a corp is started by buying its president's certificate; no concession is needed.
fn may_start(game: &Game, seat: SeatId, company: CompanyId) -> bool {
    let available = game.fixed.major(company).is_some_and(|major| game.reached(major.available));
    let fresh = !game.started(company) && game.charter(company).state == State::Unfloated;
    available
        && fresh
        && !game.bourbon()
        && within_limits(game, seat, company, game.president_percent(company))
}

pub(super) fn offer(game: &Game, seat: SeatId, company: CompanyId) -> Option<Offer> {
    if may_start(game, seat, company) { starts(game, seat, company) } else { None }
}

pub(super) fn start(game: &mut Game, seat: SeatId, action: &Action, events: &mut Events) -> Play {
    let Action::Start { company: name, price, percent } = action else { return Ok(()) };
    let company = game.fixed.parts.company_named(*name)?;
    require(may_start(game, seat, company), "18FB-3.2.4-07", || {
        say!("{name} cannot be started so; before PH5 its concession is acquired", name = *name)
    })?;
    set_par(game, seat, company, (*price, *percent), Account::Bank, events)?;
    // 18FB-3.5.3-02: SFM's home is chosen at once, after the par.
    if game.fixed.major(company).is_some_and(|major| major.lines.len() != 1) {
        game.table.pending.push(Pending::Home(Home { company, seat }));
    }
    game.stock_mut()?.acted = true;
    unification::float_if_sold(game, company, events)
}

/// 18FB-3.2.2-05, 18FB-3.2.2-06: the par is a start field, under other markers there; the certificate costs its shares.
fn set_par(
    game: &mut Game,
    seat: SeatId,
    company: CompanyId,
    (price, percent): (Money, u8),
    payee: Account,
    events: &mut Events,
) -> Play {
    let (name, cash) = (game.name(company), game.table.ledger.seat(seat));
    let field = pars(game, cash, company).find(|(_, par)| *par == price).map(|(field, _)| field);
    let president = game.president_percent(company);
    let field = field.filter(|_| percent == president).ok_or_else(|| {
        let pars: Vec<Money> = pars(game, cash, company).map(|(_, par)| par).collect();
        Refusal::rule(
            "18FB-3.2.2-05",
            say!("{name} starts with {president}% at {pars}", name, president, pars),
        )
    })?;
    let cost = price * game.shares_in(president);
    let why = say!("president's certificate of {name}", name);
    game.table.ledger.pay(Account::Seat(seat), payee, cost, why, events)?;
    if let Some(cert) = game.table.shares.director_certificate(company) {
        game.table.shares.give(cert, Holder::Seat(seat), events)?;
    }
    events.push(Event::Director { company, director: Holder::Seat(seat) });
    game.table.chart.place(&game.fixed.parts.grid, company, field, events);
    game.charter_mut(company)?.par = Some(price);
    Ok(())
}

/// The concessionaire sets the par and buys the president's certificate.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Par {
    pub(super) company: CompanyId,
    pub(super) seat: SeatId,
    /// The money goes to the bank (switch `riseis_pays_bank`).
    #[serde(default)]
    pub(super) to_bank: bool,
}

impl Decision<Game> for Par {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::StartPrice
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        starts(game, self.seat, self.company).into_iter().collect()
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        let Action::Start { company, price, percent } = action else {
            return Err(Refusal::out_of_place(say!(
                "set the par of {company}",
                company = game.name(self.company)
            )));
        };
        require(*company == game.name(self.company), "18FB-3.2.2-05", || {
            say!("the par of {company} is set now", company = game.name(self.company))
        })?;
        game.table.pending.pop();
        let payee = if self.to_bank { Account::Bank } else { Account::Company(self.company) };
        set_par(game, self.seat, self.company, (*price, *percent), payee, events)?;
        // 18FB-3.2.2-07, 18FB-3.2.2-08: it is floated at once, in building state (18FB-3.3-04).
        float(game, self.company, State::Building, events)
    }
}

/// A corp is floated: its state, and its tile steps by the phase (18FB-3.4.1-01).
pub(in crate::fb) fn float(game: &mut Game, company: CompanyId, state: State, events: &mut Events) -> Play {
    let steps = game.phase().map_or(0, |phase| phase.says().steps);
    let charter = game.charter_mut(company)?;
    (charter.state, charter.steps) = (state, steps);
    let text = say!("{company} is floated, with {steps} tile steps.", company = game.name(company), steps);
    events.push(Event::Note { text });
    Ok(())
}

/// 18FB-3.2.2-27, 18FB-3.5.3-02: where the home is.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::fb) struct Home {
    pub(super) company: CompanyId,
    pub(super) seat: SeatId,
}

impl Home {
    /// The homes of a major that has several.
    fn homes(&self, game: &Game) -> Vec<(OptionName, Text)> {
        let lines = game.fixed.major(self.company).map(|major| &major.lines[..]).unwrap_or_default();
        let name = |hex: HexId| game.fixed.parts.hex_name(hex);
        let option = |home: HexId| (OptionName(name(home).0), say!("start from {hex}", hex = name(home)));
        lines.iter().map(|line| option(line.home.0)).collect()
    }

    /// 18FB-G-64: cities with a slot that is kept for nobody.
    fn cities(&self, game: &Game) -> Vec<(HexId, u8)> {
        if !self.homes(game).is_empty() {
            return Vec::new();
        }
        game.cities().filter(|(hex, stop)| game.has_free_slot(*hex, *stop)).collect()
    }
}

impl Decision<Game> for Home {
    fn turn(&self, _: &Game) -> Turn {
        Turn::Seat(self.seat)
    }

    fn asked(&self, _: &Game) -> Asked {
        Asked::Home
    }

    fn offers(&self, game: &Game) -> Vec<Offer> {
        let company = game.name(self.company);
        let options = self.homes(game);
        if !options.is_empty() {
            return vec![Offer::Choose {
                about: say!("choose the home base of {company}", company),
                options,
            }];
        }
        let place = |(hex, stop)| {
            let hex = game.fixed.parts.hex_name(hex);
            Offer::PlaceToken { company, hex, stop, cost: Money::ZERO, by: None }
        };
        let cities: Vec<Offer> = self.cities(game).into_iter().map(place).collect();
        if cities.is_empty() {
            vec![Offer::Pass { means: say!("no city has an empty slot") }]
        } else {
            cities
        }
    }

    fn answer(&self, game: &mut Game, _: Author, action: &Action, events: &mut Events) -> Play {
        game.table.pending.pop();
        match action {
            Action::Choose { option } => {
                let chosen = self.homes(game).iter().position(|(name, _)| name == option);
                let chosen = chosen.ok_or_else(|| {
                    Refusal::rule(
                        "18FB-3.2.2-27",
                        say!("{option} is no home base of this company", option = *option),
                    )
                })?;
                choose_line(game, self.company, chosen as u8, events)
            }
            Action::PlaceToken { company, hex, stop, by: None } => {
                let at = (game.fixed.parts.hex_named(*hex)?, *stop);
                let meant = *company == game.name(self.company) && self.cities(game).contains(&at);
                require(meant, "18FB-3.5.3-02", || {
                    say!("the home is any city with an empty slot that is kept for nobody")
                })?;
                // 18FB-G-64: it is free, no token of a turn, and gives no bonus.
                game.put_token(self.company, at.0, at.1, events)
            }
            Action::Pass if self.homes(game).is_empty() && self.cities(game).is_empty() => Ok(()),
            _ => Err(Refusal::out_of_place(say!("choose the home"))),
        }
    }
}

/// 18FB-3.2.2-28 to 18FB-3.2.2-30: the home decides about the destinations; the reserved slot on the other way is lost. In
/// 2006 the token on the other home goes back, and its slot is a reserved one.
fn choose_line(game: &mut Game, company: CompanyId, line: u8, events: &mut Events) -> Play {
    game.charter_mut(company)?.line = Some(line);
    let home = game.main_line(company).map(|line| line.home.0);
    if let Some(hex) = home {
        let (company, hex) = (game.name(company), game.fixed.parts.hex_name(hex));
        events.push(Event::Note { text: say!("{company} starts from {hex}.", company, hex) });
    }
    let elsewhere: Vec<_> =
        game.table.board.tokens_of(company).filter(|token| Some(token.hex) != home).collect();
    for token in elsewhere {
        game.table.board.remove(company, token.hex, token.stop);
        events.push(Event::Token { company, hex: token.hex, placed: false });
    }
    // 18FB-3.5.2-28: the slot that is lost may be what a regional waits for.
    regionals::after_track(game, events)
}
