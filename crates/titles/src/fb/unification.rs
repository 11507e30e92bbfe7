//! 3.5 PH5, Italian unification: a numbered list of events in the middle of a turn, and corps that float at 60%.

use super::states::State;
use super::stock::start::float;
use super::{Game, closing};
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, SeatId};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;

/// 18FB-3.5-01, 18FB-2.1-09, 18FB-G-62: what happens when the first PH-5 train is bought; PH-2 trains are scrapped already.
pub(super) fn begin(game: &mut Game, events: &mut Events) -> Play {
    // The concessions still count, whatever the phase says now: they are looked at before they are discarded.
    let appointed = close_leaderless(game, events)?;
    garibaldi(game, &appointed, events)?;
    discard_cards(game, events)?;
    discard_concessions(game, events)?;
    become_definitive(game, events)?;
    // 18FB-3.5-10: the Regional Companies Round follows this OR.
    game.table.unified_now = true;
    Ok(())
}

/// 18FB-3.3-18, 18FB-3.5-13: in PA23 a frozen corp whose president's certificate lies in the pool closes first. In 2006 the largest holder
/// of two or more shares takes the certificate, and it closes without one (18FB-G-39, 18FB-3.3-20). Returns the corps that have a
/// president now: Garibaldi has spoken for them, as there is no old president.
fn close_leaderless(game: &mut Game, events: &mut Events) -> Result<Vec<CompanyId>, Refusal> {
    let leaderless: Vec<CompanyId> = game
        .corps()
        .filter(|corp| game.floated(*corp) && game.table.shares.director(*corp) == Holder::Pool)
        .collect();
    let mut appointed = Vec::new();
    for company in leaderless {
        let able =
            |seat: &SeatId| game.percent(company, Holder::Seat(*seat)) >= game.president_percent(company);
        let heir = major_shareholder(game, company, game.seats_from(game.table.priority).filter(able));
        match heir.filter(|_| !game.fixed.switches.pool_presidents_close) {
            Some(heir) => {
                game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
                appointed.push(company);
            }
            None => closing::close(game, company, events)?,
        }
    }
    Ok(appointed)
}

/// 18FB-3.5-02, 18FB-3.5-12, 18FB-C-10: the president's certificate of each corp goes to its largest shareholder.
fn garibaldi(game: &mut Game, appointed: &[CompanyId], events: &mut Events) -> Play {
    let order = game.table.chart.order(&game.fixed.parts.grid);
    for company in order.into_iter().filter(|company| !appointed.contains(company)) {
        let Holder::Seat(old) = game.table.shares.director(company) else { continue };
        match major_shareholder(game, company, game.seats_after(old)) {
            Some(heir) if heir != old => {
                let company_name = game.name(company);
                events.push(Event::Note {
                    text: say!("Garibaldi's authority: {heir} leads {company_name}.", heir, company_name),
                });
                game.table.shares.swap_director(company, Holder::Seat(heir), events)?;
            }
            _ => {}
        }
    }
    Ok(())
}

/// 18FB-3.5-03, 18FB-3.5-14, 18FB-C-19: among the largest one who does not own the corp's concession, then the one with fewer
/// concessions, then the first of these seats, in order: after the old president, who comes last.
fn major_shareholder(game: &Game, company: CompanyId, seats: impl Iterator<Item = SeatId>) -> Option<SeatId> {
    let concession = game.concession_of(company);
    let rank = |(place, seat): &(usize, SeatId)| {
        let owns = concession.is_some_and(|card| game.card(card).holder == Holder::Seat(*seat));
        let concessions = game.cards_of(*seat).filter(|card| game.fixed.concession(*card).is_some()).count();
        (std::cmp::Reverse(game.percent(company, Holder::Seat(*seat))), owns, concessions, *place)
    };
    seats.enumerate().min_by_key(rank).map(|(_, seat)| seat)
}

/// 18FB-3.5-04, 18FB-2.7-07, 18FB-2.7-46: all political cards, used or not, also those in the pool. 18FB-G-28: the share of a card that nobody
/// ever bought goes to the initial offering.
fn discard_cards(game: &mut Game, events: &mut Events) -> Play {
    let cards: Vec<(CardId, Option<CompanyId>)> = game
        .fixed
        .political_cards()
        .map(|(card, political)| (card, political.company.map(|(company, _)| company)))
        .collect();
    for (card, company) in cards {
        if game.card(card).holder != Holder::Out {
            game.card_mut(card)?.holder = Holder::Out;
            events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Out });
        }
        let Some(company) = company else { continue };
        let left = game.percent(company, Holder::Reserved);
        game.table.shares.give_percent(company, left, Holder::Reserved, Holder::Offering, events)?;
    }
    Ok(())
}

/// 18FB-3.5-05, 18FB-3.3-21: all concessions; deposits not yet returned are lost.
fn discard_concessions(game: &mut Game, events: &mut Events) -> Play {
    let cards: Vec<CardId> = game.company_ids().filter_map(|company| game.concession_of(company)).collect();
    for card in cards {
        let lost = game.table.ledger.card(card);
        game.table.ledger.pay(Account::Card(card), Account::Bank, lost, say!("deposit lost"), events)?;
        game.card_mut(card)?.holder = Holder::Out;
        events.push(Event::Card { card: game.fixed.parts.card_name(card), to: Holder::Out });
    }
    Ok(())
}

/// 18FB-3.5-06, 18FB-3.3-19, 18FB-3.3-20, 18FB-G-43: building, provisional and frozen corps are definitive at once.
fn become_definitive(game: &mut Game, events: &mut Events) -> Play {
    let corps: Vec<CompanyId> = game.corps().filter(|corp| game.floated(*corp)).collect();
    for company in corps {
        let charter = game.charter_mut(company)?;
        if charter.state != State::Definitive {
            charter.state = State::Definitive;
            events.push(Event::Note {
                text: say!("{company} is definitive operational now.", company = game.name(company)),
            });
        }
    }
    Ok(())
}

impl Game {
    /// How much of a corp started from PH5 on has to be sold before it floats, and its capital then, for people.
    pub(crate) fn float(&self, company: CompanyName, par: Money) -> Option<(u8, Money)> {
        let company = self.fixed.parts.company_named(company).ok()?;
        let waits = self.charter(company).state == State::Unfloated && !self.bourbon();
        let figures = &self.fixed.figures;
        waits.then(|| (figures.float_percent, par * figures.full_capital))
    }
}

/// 18FB-3.5-07, 18FB-3.5-08, 18FB-3.2.4-09, 18FB-G-63: a corp started from PH5 on floats when 60% of its shares are sold: it gets its full
/// capital, and the rest of the initial offering goes to the pool. 18FB-G-102: an old surplus stays on top. 18FB-3.2.4-08: one
/// started before PH5 has floated, and goes on selling into its treasury.
pub(super) fn float_if_sold(game: &mut Game, company: CompanyId, events: &mut Events) -> Play {
    let Some(par) = game.charter(company).par else { return Ok(()) };
    let unsold = game.percent(company, Holder::Offering);
    let sold = 100_u8.saturating_sub(unsold);
    let waiting = game.charter(company).state == State::Unfloated && !game.bourbon();
    if !waiting || sold < game.fixed.figures.float_percent {
        return Ok(());
    }
    let capital = par * game.fixed.figures.full_capital;
    let why = say!("full capital of {name}", name = game.name(company));
    game.table.ledger.pay(Account::Bank, Account::Company(company), capital, why, events)?;
    game.table.shares.give_percent(company, unsold, Holder::Offering, Holder::Pool, events)?;
    float(game, company, State::Definitive, events)
}
