//! What changes during a game, in few flat pieces so that a copy is cheap.

use super::Game;
use super::auction::Auction;
use super::conventions::merger::{Drawn, Merger, Partner};
use super::deal::Deal;
use super::end::Over;
use super::fixed::Fixed;
use super::operating::Operating;
use super::operating::powers::{Beneficiary, Prompt};
use super::setup::MoveOrder;
use super::states::State;
use super::stock::Stock;
use super::stock::concession::Reacquire;
use super::stock::riseis::Riseis;
use super::stock::start::{Home, Par};
use ferrata_engine::board::Board;
use ferrata_engine::chart::Chart;
use ferrata_engine::decision::Decision;
use ferrata_engine::event::Events;
use ferrata_engine::hash::Unhashed;
use ferrata_engine::id::{CompanyId, HexId, PhaseId, SeatId, TrainKind};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::train::Depot;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// Everything that changes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Table {
    pub(super) ledger: Ledger,
    pub(super) shares: Shares,
    pub(super) chart: Chart,
    pub(super) board: Board,
    pub(super) depot: Depot,
    pub(super) phase: PhaseId,
    pub(super) companies: Vec<Company>,
    pub(super) cards: SmallVec<[Card; 18]>,
    /// The players still in the game, in the order of the player cards.
    pub(super) order: SmallVec<[SeatId; 6]>,
    /// Who has the Priority card.
    pub(super) priority: SeatId,
    /// Stock rounds so far.
    pub(super) stock_rounds: u8,
    /// Operating rounds of the current set so far.
    pub(super) operating_rounds: u8,
    /// 18FB-4-03: the bank was empty once.
    pub(super) bank_broken: bool,
    /// 18FB-2.7-15: the corp for which Falcon's bonus tokens count.
    pub(super) falcon: Option<CompanyId>,
    /// 18FB-3.5-10: PH5 began in this operating round.
    pub(super) unified_now: bool,
    /// Who has suggested a deal in this turn.
    pub(super) proposed: SmallVec<[SeatId; 6]>,
    pub(super) round: Round,
    /// What interrupts the round, the innermost last.
    pub(super) pending: SmallVec<[Pending; 1]>,
}

/// A company's charter.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Company {
    /// What a share costs in the initial offering; none before it is started.
    pub(super) par: Option<Money>,
    pub(super) state: State,
    /// 18FB-3.4.1-01: tile steps, fixed by the phase in which it floated.
    pub(super) steps: u8,
    /// 18FB-3.2.1-07, 18FB-G-32: it has had a turn with trains running; its stock may be sold.
    pub(super) operated: bool,
    /// 18FB-G-37: which of its homes was chosen.
    pub(super) line: Option<u8>,
    /// The city where it reached its intermediate destination.
    pub(super) intermediate: Option<HexId>,
    /// It has a token on its final destination.
    pub(super) arrived: bool,
    pub(super) trains: SmallVec<[TrainKind; 4]>,
    /// 18FB-3.6.1-25: how many of its trains are leased.
    pub(super) leased: u8,
    /// Town markers (18FB-2.5.4-09: they lie here, not on the map).
    pub(super) markers: u8,
    /// 18FB-G-103: it has collected a marker in Pontecorvo.
    pub(super) pontecorvo: bool,
    /// 18FB-2.7-14: its band is raised.
    pub(super) raised: bool,
    /// 18FB-G-104: the cities where its token lies in a Bourbon slot.
    pub(super) by_card: SmallVec<[HexId; 2]>,
    /// 18FB-3.2.3-06: the stock round in which its concession was withdrawn.
    pub(super) withdrawn: u8,
    /// 18FB-G-72: who leads a national whose president's certificate lies in its treasury.
    pub(super) caretaker: Option<SeatId>,
    /// 18FB-G-67: the destinations for which a regional has had its bonus, one bit each.
    pub(super) claimed: u8,
    /// 18FB-3.5.1-11: its token waits beside its home for a slot.
    pub(super) waits: bool,
    /// What its trains earned last.
    #[serde(skip)]
    pub(super) last_run: Unhashed<Option<Money>>,
}

/// A card that is no certificate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Card {
    /// The initial offering before it was sold for the first time, the pool where it can be bought, out when it is closed.
    pub(super) holder: Holder,
    /// Its power was used.
    #[serde(default)]
    pub(super) used: bool,
}

/// Where the game stands.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Round {
    /// 18FB-1.2-08: the move order is drawn.
    MoveOrder(MoveOrder),
    /// 3.1, 3.5.1: the Political Round, the Regional Companies Round.
    Auction(Auction),
    /// 3.2.
    Stock(Stock),
    /// 3.4.
    Operating(Operating),
    /// 4.
    Over(Over),
}

impl Round {
    /// What it asks where nothing interrupts it.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Round::MoveOrder(order) => order,
            Round::Auction(auction) => auction,
            Round::Stock(stock) => stock,
            Round::Operating(operating) => operating.step.decision(),
            Round::Over(over) => over,
        }
    }
}

/// What interrupts a round: it is answered first, then the round goes on.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Pending {
    Par(Par),
    Home(Home),
    Reacquire(Reacquire),
    Riseis(Riseis),
    Deal(Deal),
    Prompt(Prompt),
    Beneficiary(Beneficiary),
    Merger(Merger),
    Partner(Partner),
    Drawn(Drawn),
}

impl Pending {
    /// What it asks.
    pub(super) fn decision(&self) -> &dyn Decision<Game> {
        match self {
            Pending::Par(par) => par,
            Pending::Home(home) => home,
            Pending::Reacquire(reacquire) => reacquire,
            Pending::Riseis(riseis) => riseis,
            Pending::Deal(deal) => deal,
            Pending::Prompt(prompt) => prompt,
            Pending::Beneficiary(beneficiary) => beneficiary,
            Pending::Merger(merger) => merger,
            Pending::Partner(partner) => partner,
            Pending::Drawn(drawn) => drawn,
        }
    }
}

impl Table {
    /// 1.2 The table as it is set up.
    pub(super) fn new(fixed: &Fixed) -> Result<Table, Refusal> {
        let parts = &fixed.parts;
        let certificates = parts.companies.iter().map(|company| &company.certificates[..]);
        let mut table = Table {
            ledger: money(fixed)?,
            // 18FB-1.2-05: all certificates are in the initial offering …
            shares: Shares::new(certificates, Holder::Offering),
            chart: Chart::new(parts.companies.len()),
            board: Board::new(fixed.board.clone()),
            depot: Depot::new(&parts.trains),
            phase: PhaseId(0),
            companies: vec![Company::default(); parts.companies.len()],
            cards: parts.cards.iter().map(|_| Card { holder: Holder::Offering, used: false }).collect(),
            order: (0..fixed.by_players.count).map(SeatId).collect(),
            priority: SeatId(0),
            stock_rounds: 0,
            operating_rounds: 0,
            bank_broken: false,
            falcon: None,
            unified_now: false,
            proposed: SmallVec::new(),
            round: Round::MoveOrder(MoveOrder {}),
            pending: SmallVec::new(),
        };
        // 18FB-1.2-07: … except the free shares of political cards, which lie with them.
        for (_, political) in fixed.political_cards() {
            if let Some((company, _)) = political.company {
                let percent = fixed.figures.share;
                let (from, to) = (Holder::Offering, Holder::Reserved);
                table.shares.give_percent(company, percent, from, to, &mut Events::new())?;
            }
        }
        if fixed.switches.home_tokens_at_set_up {
            table.place_homes(fixed)?;
        }
        Ok(table)
    }

    /// 18FB-1.2-11: a token of every major lies on its home; FP has two.
    fn place_homes(&mut self, fixed: &Fixed) -> Result<(), Refusal> {
        for id in (0..self.companies.len() as u8).map(CompanyId) {
            let lines = fixed.major(id).map(|major| &major.lines[..]).unwrap_or_default();
            for line in lines {
                self.board.place(id, line.home.0, line.home.1)?;
            }
        }
        Ok(())
    }
}

/// 18FB-1.2-02, 18FB-1.2-03, 18FB-1.2-04: the bank, and what each player gets from it.
fn money(fixed: &Fixed) -> Result<Ledger, Refusal> {
    let (parts, players) = (&fixed.parts, fixed.by_players);
    let bank = parts.bank.unwrap_or_default();
    let ledger = Ledger::new(bank, players.count.into(), parts.companies.len());
    // 18FB-3.2.2-03: deposits lie on concessions.
    let mut ledger = ledger.with_cards(parts.cards.len());
    for seat in 0..players.count {
        let to = Account::Seat(SeatId(seat));
        ledger.pay(Account::Bank, to, players.cash, say!("initial capital"), &mut Events::new())?;
    }
    Ok(ledger)
}
