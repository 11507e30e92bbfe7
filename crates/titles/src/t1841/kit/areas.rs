//! The parts of the rules that random play should reach, seen from outside: by comparing the tables before and after an
//! entry.

use crate::t1841::concession::{Concession, sealed_bids};
use crate::t1841::end::{Over, Why};
use crate::t1841::operating::{Step, forced_sales};
use crate::t1841::rules::{ConcessionSale, FaultyBids, Rules, Variant};
use crate::t1841::stock::priority::PRIORITY;
use crate::t1841::table::{Pending, Round, Standing};
use crate::t1841::{Game, LEAVE, STAY, stock};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::Event;
use ferrata_engine::id::{CompanyId, SeatId};
use ferrata_engine::money::Money;
use ferrata_engine::name::HexName;
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::{Author, Entry};

/// One list makes the areas, their names and their order.
macro_rules! areas {
    ($($area:ident),+ $(,)?) => {
        /// A part of the rules that random play should reach; each name is the rule it stands for.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Area {
            $($area),+
        }

        impl Area {
            /// All areas, in order.
            pub(crate) const ALL: &[Area] = &[$(Area::$area),+];

            /// Its name.
            pub(super) fn name(self) -> &'static str {
                match self {
                    $(Area::$area => stringify!($area)),+
                }
            }
        }
    };
}

areas! {
    FaultyBids,
    Lots,
    TieAuction,
    ConcessionFromBank,
    PeerPurchase,
    HistoricalStart,
    FreeStart,
    CompanyStart,
    ForcedSale,
    DirectorChange,
    CompanyDirects,
    PoolDirector,
    TileReplaced,
    PassTile,
    TokenLaid,
    PassToken,
    RunPaid,
    RunWithheld,
    SlotBought,
    TrainFromCompany,
    TrainReturned,
    Scrapped,
    Emergency,
    EmergencyChain,
    Bankruptcy,
    PlayerLeft,
    Reentry,
    Frozen,
    Split,
    TuscanMerger,
    CompanySells,
    CompanyBuys,
    MajorMerger,
    MinorMerger,
    Transformation,
    PhaseEight,
    PriorityCardSold,
    ExtraRound,
    EndPrice,
    EndAreas,
    EndBank,
    EndOnePlayer,
}

impl Area {
    /// Why a game by these rules never comes to this area; none if it can.
    pub(crate) fn lacking(self, rules: &Rules) -> Option<&'static str> {
        let sheets = matches!(rules.concession_sale, ConcessionSale::Sealed(_));
        let annulled = rules.concession_sale == ConcessionSale::Sealed(FaultyBids::Annulled);
        let split = matches!(rules.variant, None | Some(Variant::CarloAlberto));
        let because = |there: bool, reason| if there { None } else { Some(reason) };
        match self {
            Area::FaultyBids => because(annulled, "no faulty bids are accepted (2.1-01-v2, O-03)"),
            Area::Lots => because(annulled, "no lots decide between bids (2.1-01-v2, O-03)"),
            Area::TieAuction => because(sheets, "concessions are auctioned openly (2.1-01-v2)"),
            Area::PeerPurchase => {
                because(rules.peer_purchases, "players do not buy from each other (3.2-05-v2)")
            }
            Area::Split => {
                because(split, "the variant has no split (7.1.1-02, 7.1.2-02, 7.1.3-02, 7.1.5-02)")
            }
            Area::TuscanMerger => because(!rules.lite, "there is no Tuscany in lite (L8-01)"),
            Area::PriorityCardSold | Area::ExtraRound => {
                because(rules.priority_card, "the priority card is the plain one (7.2)")
            }
            _ => None,
        }
    }
}

/// The areas that an entry has been to.
pub(super) fn reached(before: &Game, entry: &Entry, events: &[Event], after: &Game) -> Vec<Area> {
    let mut witness = Witness { before, after, areas: Vec::new() };
    witness.concession(entry);
    witness.deed(entry.by, deed(before, &entry.action));
    for event in events {
        witness.event(event);
    }
    witness.companies();
    witness.end();
    witness.areas
}

/// What an entry does: where a deal is agreed to, the deal.
fn deed<'a>(before: &'a Game, action: &'a Action) -> &'a Action {
    match (action, before.table.pending.last()) {
        (Action::Accept, Some(Pending::Deal(deal))) => &deal.action,
        _ => action,
    }
}

struct Witness<'a> {
    before: &'a Game,
    after: &'a Game,
    areas: Vec<Area>,
}

impl Witness<'_> {
    fn see(&mut self, area: Area, seen: bool) {
        if seen {
            self.areas.push(area);
        }
    }

    /// Chapter 2.
    fn concession(&mut self, entry: &Entry) {
        let Round::Concession(before) = &self.before.table.round else { return };
        if let (Concession::SealedBids(sealed), Author::Seat(last)) = (before, entry.by) {
            let opened = self.after.table.round != self.before.table.round
                && !matches!(&self.after.table.round, Round::Concession(Concession::SealedBids(_)));
            let own = if let Action::Sheet { amounts } = &entry.action { amounts.as_slice() } else { &[] };
            let faulty =
                |(seat, bids): (usize, &[Money])| !sealed_bids::valid(self.before, SeatId(seat as u8), bids);
            let mut bids = sealed.0.iter().enumerate().map(|(seat, bids)| match seat == last.index() {
                true => (seat, own),
                false => (seat, bids.known().map(Vec::as_slice).unwrap_or_default()),
            });
            let any = bids.any(faulty);
            self.see(Area::FaultyBids, opened && any);
        }
        if let Round::Concession(after) = &self.after.table.round {
            self.see(Area::Lots, matches!(after, Concession::Lots(_)) && after != before);
            let card = |concession: &Concession| match concession {
                Concession::TieAuction(auction) => Some(auction.card),
                _ => None,
            };
            self.see(Area::TieAuction, card(after).is_some() && card(after) != card(before));
        }
    }

    /// What was done.
    fn deed(&mut self, by: Author, action: &Action) {
        let before = self.before;
        match action {
            Action::BuyCard { card, .. } if *card == PRIORITY => {
                let sold = before.table.priority != self.after.table.priority;
                self.see(Area::PriorityCardSold, sold);
            }
            Action::BuyCard { from: Party::Bank, .. } => self.see(Area::ConcessionFromBank, true),
            Action::Buy { from: Party::Seat(_), .. } | Action::BuyCard { .. } => {
                self.see(Area::PeerPurchase, true);
            }
            Action::Buy { buyer: Party::Company(_), .. } => {
                self.see(Area::CompanyBuys, before.table.pending.is_empty());
            }
            Action::Start { company, .. } => {
                let company = before.fixed.parts.company(*company);
                let historical = company.is_some_and(|company| before.charter(company).historical);
                self.see(
                    match (before.acting().is_ok(), historical) {
                        (true, _) => Area::CompanyStart,
                        (_, true) => Area::HistoricalStart,
                        (_, false) => Area::FreeStart,
                    },
                    true,
                );
            }
            Action::Sell { seller, .. } => self.sale(by, *seller),
            Action::LayTile { hex, .. } => self.tile(*hex),
            Action::PlaceToken { hex, stop, .. } if self.at(Step::Station) => {
                let hex = before.fixed.parts.hex(*hex);
                let city = hex.is_some_and(|hex| before.is_city(hex, *stop));
                self.see(if city { Area::TokenLaid } else { Area::PassToken }, true);
            }
            Action::Settle { how } => {
                self.see(if *how == Settlement::Pay { Area::RunPaid } else { Area::RunWithheld }, true);
            }
            Action::BuySlot { .. } => self.see(Area::SlotBought, true),
            Action::BuyTrain { from: Party::Company(_), .. } => self.see(Area::TrainFromCompany, true),
            Action::BuyTrain { from: Party::Bank, price, .. } => {
                let cash =
                    before.acting().map_or(Money::ZERO, |company| before.table.ledger.company(company));
                self.see(Area::EmergencyChain, cash < *price);
            }
            Action::Choose { option } if *option == STAY || *option == LEAVE => {
                self.see(Area::Bankruptcy, true);
                self.see(if *option == STAY { Area::Reentry } else { Area::PlayerLeft }, true);
            }
            Action::Choose { .. } => {
                let asked = matches!(before.table.pending.last(), Some(Pending::ExtraRound(_)));
                self.see(Area::ExtraRound, asked);
            }
            Action::Merge { .. } => {
                let minor = before.acting().is_ok_and(|company| before.charter(company).minor);
                self.see(if minor { Area::MinorMerger } else { Area::MajorMerger }, true);
            }
            Action::Transform { .. } => self.see(Area::Transformation, true),
            _ => {}
        }
    }

    /// Whether the acting company is at a step, and nothing interrupts it.
    fn at(&self, step: Step) -> bool {
        let now = self.before.operating().is_ok_and(|operating| operating.turn.step == step);
        now && self.before.table.pending.is_empty()
    }

    fn sale(&mut self, by: Author, seller: Party) {
        let before = self.before;
        match (&before.table.round, by, before.acting()) {
            (Round::Stock(_), Author::Seat(seat), _) => {
                self.see(Area::ForcedSale, !stock::forced_sales(before, seat).is_empty());
            }
            (_, _, Ok(company)) if self.at(Step::Shares) => {
                self.see(Area::CompanySells, true);
                self.see(Area::ForcedSale, !forced_sales(before, company).is_empty());
            }
            (_, _, Ok(company)) => {
                let needed = match before.table.pending.last() {
                    Some(Pending::Emergency(need)) => need.company,
                    _ => company,
                };
                let own = seller == Party::Company(before.name(needed));
                self.see(if own { Area::Emergency } else { Area::EmergencyChain }, true);
            }
            _ => {}
        }
    }

    fn tile(&mut self, hex: HexName) {
        let Some(hex) = self.before.fixed.parts.hex(hex) else { return };
        self.see(Area::TileReplaced, self.before.table.board.laid(hex).is_some());
        let place = self.before.fixed.parts.map.hex(hex);
        let pass = |place: &ferrata_engine::map::Hex| {
            place.terrain.iter().any(|terrain| terrain.kind.as_str().ends_with("pass"))
        };
        self.see(Area::PassTile, place.is_some_and(pass));
    }

    /// What happened.
    fn event(&mut self, event: &Event) {
        match event {
            Event::Train { from: Some(_), to: None, .. } => self.see(Area::TrainReturned, true),
            Event::Rusted { .. } => self.see(Area::Scrapped, true),
            Event::Phase { .. } => self.see(Area::PhaseEight, self.after.phase_facts().whole_chart),
            _ => {}
        }
    }

    /// What became of companies.
    fn companies(&mut self) {
        let (before, after) = (self.before, self.after);
        for company in before.company_ids().filter(|company| after.running(*company)) {
            self.see(Area::Frozen, after.frozen(company) && !before.frozen(company));
            if before.running(company) {
                self.director(company);
            }
        }
        let split = |game: &Game| {
            let old = game.fixed.roles.ferdinandea;
            old.map(|old| game.company(old).standing)
        };
        let dissolved = matches!(split(after), Some(Standing::Dissolving | Standing::Gone));
        let running = split(before) == Some(Standing::Running);
        let now = after.table.split_done && !before.table.split_done;
        self.see(Area::Split, now && running && dissolved);
        let sfli = after.fixed.roles.livornese.map(|sfli| after.company(sfli).standing);
        let now = after.table.tuscan_done && !before.table.tuscan_done;
        self.see(Area::TuscanMerger, now && !matches!(sfli, None | Some(Standing::Gone)));
    }

    fn director(&mut self, company: CompanyId) {
        let (old, new) =
            (self.before.table.shares.director(company), self.after.table.shares.director(company));
        if old == new {
            return;
        }
        self.see(Area::DirectorChange, true);
        self.see(Area::CompanyDirects, matches!(new, Holder::Company(_)));
        self.see(Area::PoolDirector, old == Holder::Pool);
    }

    fn end(&mut self) {
        let (Round::Over(Over(why)), false) =
            (&self.after.table.round, matches!(self.before.table.round, Round::Over(_)))
        else {
            return;
        };
        match why {
            Why::Price => self.see(Area::EndPrice, true),
            Why::Areas => self.see(Area::EndAreas, true),
            Why::Bank => self.see(Area::EndBank, true),
            Why::OnePlayer => self.see(Area::EndOnePlayer, true),
            Why::Standstill => {}
        }
    }
}
