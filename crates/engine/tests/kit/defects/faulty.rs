//! The tiny title with one defect, chosen by an option of the set-up.

use crate::tiny::Tiny;
use crate::tiny::operating::Step;
use crate::tiny::table::Round;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::board::{Board, Table, UpgradeRules};
use ferrata_engine::event::{Event, Events, Roster};
use ferrata_engine::hash::{Sealed, stable_hash};
use ferrata_engine::id::{CompanyId, SeatId, TrainKind};
use ferrata_engine::kit::{Check, Playable, Player};
use ferrata_engine::money::{Account, Ledger, Money};
use ferrata_engine::name::{Name, OptionName, PhaseName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::Refusal;
use ferrata_engine::say;
use ferrata_engine::shares::{Holder, Shares};
use ferrata_engine::text::Text;
use ferrata_engine::turn::{Author, Draw, DrawKind, Entry, Setup, Title, Turn, check_author};
use ferrata_engine::view::{Asked, Panel, View};
use smallvec::smallvec;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

macro_rules! defects {
    ($($defect:ident => $check:ident),+ $(,)?) => {
        /// What is wrong with the title.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Defect { $($defect),+ }

        impl Defect {
            /// All defects, each with the check that must catch it.
            pub(super) const ALL: &[(Defect, Check)] = &[$((Defect::$defect, Check::$check)),+];

            /// Its number, as an option of the set-up.
            pub(super) fn option(self) -> Name {
                Name::from(self as u32)
            }
        }
    };
}

defects! {
    RefusedSetup => Start,
    // Money.
    MoneyLost => Table,
    MoneyCreated => Table,
    SilentPayment => Money,
    WrongCashInView => Money,
    // Certificates.
    CertificateDoubled => Table,
    CertificateLost => Table,
    HolderUnknown => Table,
    // The board.
    SlotOverfilled => Table,
    TileStockExceeded => Table,
    TokenDoubled => Table,
    // Trains.
    TrainDoubled => Table,
    // Offers and refusals.
    NothingOffered => Offers,
    OfferedAfterTheEnd => Offers,
    OtherDrawOffered => Offers,
    OfferTooWide => Accepted,
    OfferOutOfPlace => Accepted,
    RotationForgotten => Covered,
    HalfAccepted => Covered,
    AnyAuthorAccepted => Covered,
    RefusalChangesState => Untouched,
    RefusalChangesSealed => Untouched,
    // The log.
    ReplayDiffers => Replay,
    ReplayDiffersUnhashed => Replay,
    // Secrets.
    SealedInView => Sealed,
    SealedInEvents => Sealed,
    SealedInHash => Sealed,
    PlaceholderRefused => Sealed,
    // Serialisation.
    NameCutInALetter => View,
    ViewNotReadable => View,
    ViewOfAnotherTurn => View,
}

/// The tiny title with a defect, or without.
#[derive(Clone, PartialEq)]
pub(super) struct Faulty {
    game: Tiny,
    defect: Option<Defect>,
    entries: u32,
    noise: u64,
}

/// What a pure title must not have: something that remembers other games.
static PLAYED: AtomicU64 = AtomicU64::new(0);

/// A name whose last letter was cut in two; it cannot be written as text.
fn cut_name() -> Name {
    Name::cut("eeeeeeeeeeeeee\u{e8}")
}

impl Faulty {
    fn has(&self, defect: Defect) -> bool {
        self.defect == Some(defect)
    }

    /// What goes wrong with the table after an accepted entry.
    fn spoil(&mut self) {
        let now = &mut self.game.table;
        let late = self.entries == 25;
        match self.defect {
            Some(Defect::MoneyLost) if late => now.ledger = with_bank(&now.ledger, -1),
            Some(Defect::MoneyCreated) if late => now.ledger = with_bank(&now.ledger, 1),
            Some(Defect::CertificateDoubled) if late => now.shares = certificates(&[40, 20, 20, 20, 20]),
            Some(Defect::CertificateLost) if late => now.shares = certificates(&[40, 20, 20]),
            Some(Defect::HolderUnknown) if late => {
                let cert = now.shares.of(CompanyId(1)).next_back().unwrap();
                now.shares.give(cert, Holder::Seat(SeatId(9)), &mut Events::new()).unwrap();
            }
            Some(Defect::TrainDoubled) if late => {
                now.companies[0].trains = smallvec![TrainKind(0); 3];
            }
            Some(Defect::TokenDoubled) if now.board.tokens().len() > 2 => now.companies[0].tokens = 2,
            Some(Defect::ReplayDiffers) if late => {
                now.stock_rounds = PLAYED.fetch_add(1, Ordering::Relaxed) as u8;
            }
            Some(Defect::ReplayDiffersUnhashed) if late => {
                self.noise = PLAYED.fetch_add(1, Ordering::Relaxed);
            }
            _ => {}
        }
    }

    /// What goes wrong when an entry is refused.
    fn spoil_refused(&mut self) {
        match self.defect {
            Some(Defect::RefusalChangesState) => self.game.table.stock_rounds += 1,
            Some(Defect::RefusalChangesSealed) => {
                if let Round::SealedBids(bids) = &mut self.game.table.round {
                    let known = bids.0.iter_mut().find(|bids| matches!(bids, Sealed::Known(_)));
                    known.into_iter().for_each(|bids| *bids = Sealed::Hidden);
                }
            }
            _ => {}
        }
    }

    /// Entries that the defect accepts or refuses against the rules; none if it has nothing to do with them.
    fn bend(&mut self, entry: &Entry) -> Option<Result<Vec<Event>, Refusal>> {
        let operating = matches!(&self.game.table.round, Round::Operating(o) if o.step == Step::Dividend);
        match (self.defect?, &entry.action) {
            (Defect::HalfAccepted, Action::Settle { how: Settlement::Half }) if operating => {
                let keep = Action::Settle { how: Settlement::Withhold };
                Some(self.game.apply(&Entry { by: entry.by, action: keep }))
            }
            (Defect::NameCutInALetter, action @ Action::Choose { .. }) => {
                let asked = check_author(&self.turn(), entry.by).is_ok() && self.offered(action);
                asked.then_some(Ok(Vec::new()))
            }
            (Defect::PlaceholderRefused, Action::Hidden) => {
                Some(Err(Refusal::plain(say!("no secrets here"))))
            }
            (Defect::AnyAuthorAccepted, action) => match (self.game.turn(), entry.by) {
                (Turn::Seat(seat), Author::Seat(_)) => {
                    Some(self.game.apply(&Entry::seat(seat, action.clone())))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// What goes wrong with the events.
    fn retell(&self, entry: &Entry, mut events: Vec<Event>) -> Vec<Event> {
        match (self.defect, &entry.action, entry.by) {
            (Some(Defect::SilentPayment), ..) => events.retain(|event| !matches!(event, Event::Paid { .. })),
            (Some(Defect::SealedInEvents), Action::Sheet { amounts }, Author::Seat(seat)) => {
                events.push(Event::Said { seat, what: say!("bids {amounts}", amounts = amounts.clone()) });
            }
            _ => {}
        }
        events
    }
}

impl Title for Faulty {
    fn start(setup: &Setup) -> Result<Faulty, Refusal> {
        let chosen = |(defect, _): &&(Defect, Check)| setup.options.contains(&defect.option());
        let defect = Defect::ALL.iter().find(chosen).map(|(defect, _)| *defect);
        let mut game = Tiny::start(setup)?;
        match defect {
            Some(Defect::RefusedSetup) => return Err(Refusal::plain(say!("not today"))),
            Some(Defect::SlotOverfilled) => game.table.board = other_board(&game, 2, 0),
            Some(Defect::TileStockExceeded) => game.table.board = other_board(&game, 0, 9),
            _ => {}
        }
        Ok(Faulty { game, defect, entries: 0, noise: 0 })
    }

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn asked(&self) -> Asked {
        self.game.asked()
    }

    fn offers(&self) -> Vec<Offer> {
        let mut offers = self.game.offers();
        match self.defect {
            Some(Defect::NothingOffered) if self.entries > 25 => offers.clear(),
            Some(Defect::OfferedAfterTheEnd) if offers.is_empty() => offers.push(Offer::Accept),
            Some(Defect::OfferOutOfPlace) if self.entries > 25 => offers.push(Offer::Decline),
            _ => {}
        }
        offers.iter_mut().for_each(|offer| self.bend_offer(offer));
        let named = |offer: &Offer| matches!(offer, Offer::Sell { .. });
        if self.has(Defect::NameCutInALetter) && offers.iter().any(named) {
            let options = vec![(OptionName(cut_name()), Text::default())];
            offers.push(Offer::Choose { about: Text::default(), options });
        }
        offers
    }

    fn apply(&mut self, entry: &Entry) -> Result<Vec<Event>, Refusal> {
        let result = self.bend(entry).unwrap_or_else(|| self.game.apply(entry));
        match result {
            Ok(events) => {
                self.entries += 1;
                self.spoil();
                Ok(self.retell(entry, events))
            }
            Err(why) => {
                self.spoil_refused();
                Err(why)
            }
        }
    }

    fn view(&self) -> View {
        let mut view = self.game.view();
        match self.defect {
            Some(Defect::WrongCashInView) => view.players[0].cash += Money(self.entries as i32),
            Some(Defect::SealedInView) => {
                view.panels.push(Panel {
                    title: Text::words(format!("{:?}", self.game.table.round)),
                    rows: Vec::new(),
                });
            }
            Some(Defect::ViewNotReadable) => view.phase = PhaseName(cut_name()),
            Some(Defect::ViewOfAnotherTurn) => view.turn = Turn::Seat(SeatId(7)),
            _ => {}
        }
        view
    }

    fn hash(&self) -> u64 {
        match &self.game.table.round {
            Round::SealedBids(bids) if self.has(Defect::SealedInHash) => {
                stable_hash(&bids.0.iter().map(Sealed::known).collect::<Vec<_>>())
            }
            _ => self.game.hash(),
        }
    }

    fn breaches(&self) -> Vec<String> {
        self.game.breaches()
    }
}

impl Faulty {
    fn bend_offer(&self, offer: &mut Offer) {
        match (self.defect, offer) {
            (Some(Defect::OfferTooWide), Offer::Bid { prices, .. }) => prices.max += prices.step,
            (Some(Defect::RotationForgotten), Offer::LayTile { rotations, .. }) if rotations.len() > 1 => {
                rotations.pop();
            }
            (Some(Defect::OtherDrawOffered), Offer::Drawn { draw }) => {
                *draw = Draw { what: draw.what.clone(), kind: DrawKind::Dice { count: 2, sides: 6 } };
            }
            _ => {}
        }
    }
}

impl Playable for Faulty {
    fn roster(&self) -> &dyn Roster {
        self.game.roster()
    }

    fn suggest_runs(&self) -> Vec<Action> {
        self.game.suggest_runs()
    }

    fn player(&self, seed: u64) -> Box<dyn Player<Faulty>> {
        Box::new(Blind(self.game.player(seed)))
    }
}

/// Somebody who does not see the defect.
struct Blind(Box<dyn Player<Tiny>>);

impl Player<Faulty> for Blind {
    fn weight(&self, faulty: &Faulty, offer: &Offer) -> u32 {
        self.0.weight(&faulty.game, offer)
    }
}

/// The same ledger with more or less in the bank.
fn with_bank(ledger: &Ledger, more: i32) -> Ledger {
    let accounts: Vec<_> = ledger.accounts().collect();
    let count = |of: fn(&Account) -> bool| accounts.iter().filter(|account| of(account)).count();
    let seats = count(|account| matches!(account, Account::Seat(_)));
    let companies = count(|account| matches!(account, Account::Company(_)));
    let mut other = Ledger::new(ledger.total() + Money(more), seats, companies);
    for account in accounts.into_iter().filter(|account| *account != Account::Bank) {
        other
            .pay(Account::Bank, account, ledger.balance(account), Text::default(), &mut Events::new())
            .unwrap();
    }
    other
}

/// All certificates with their companies, in sets that are not those of the box.
fn certificates(set: &[u8]) -> Shares {
    let mut shares = Shares::new([set, set], Holder::Offering);
    for company in [CompanyId(0), CompanyId(1)] {
        let cert = shares.director_certificate(company).unwrap();
        shares.give(cert, Holder::Seat(SeatId(0)), &mut Events::new()).unwrap();
    }
    shares
}

/// A board of a box in which cities have more slots, or tiles are more numerous, than printed.
fn other_board(game: &Tiny, slots: u8, pieces: u16) -> Board {
    let (mut map, mut tiles) = (game.fixed.parts.map.clone(), game.fixed.parts.tiles.clone());
    let printed = map.hexes.iter_mut().map(|hex| &mut hex.face);
    let laid = tiles.tiles.iter_mut().flat_map(|tile| &mut tile.faces);
    for stop in printed.chain(laid).flat_map(|face| &mut face.stops).filter(|stop| stop.slots > 0) {
        stop.slots += slots;
    }
    for stock in tiles.stock.iter_mut().flatten() {
        *stock += pieces;
    }
    Board::new(Arc::new(Table::new(map, tiles, UpgradeRules::default())))
}
