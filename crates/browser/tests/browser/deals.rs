//! Deals between people with an account and a browser each: one proposes, the other reads the terms and answers.

use crate::account::Account;
use crate::browser::{Browser, Screen};
use crate::page::exactly;
use crate::position::{Way, way_to};
use crate::sitting::{ESP, Game, Sitting, V1};
use crate::table::Table;
use crate::test_server::TestServer;
use ferrata_engine::action::Party;
use ferrata_engine::id::SeatId;
use ferrata_engine::kind::offer_kind;
use ferrata_engine::kit::Playable;
use ferrata_engine::money::Money;
use ferrata_engine::name::CardName;
use ferrata_engine::offer::Offer;
use ferrata_engine::turn::Author;
use ferrata_titles::{esp, t1841};

const PLAYERS: [&str; 3] = ["Anna", "Bruno", "Carla"];
/// The card that says who begins a stock round, as actions name it.
const PRIORITY: CardName = CardName::of("priority");
const ANNA: SeatId = SeatId(0);
const BRUNO: SeatId = SeatId(1);

/// What is dealt in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Thing {
    Shares,
    Card,
    PriorityCard,
    Train,
    Slot,
    Company,
}

impl Thing {
    fn of(deal: &Offer) -> Option<Thing> {
        match deal {
            Offer::Buy { .. } => Some(Thing::Shares),
            Offer::BuyCard { card, .. } if *card == PRIORITY => Some(Thing::PriorityCard),
            Offer::BuyCard { .. } => Some(Thing::Card),
            Offer::BuyTrain { .. } => Some(Thing::Train),
            Offer::BuySlot { .. } => Some(Thing::Slot),
            Offer::Merge { .. } => Some(Thing::Company),
            _ => None,
        }
    }

    /// Whether Anna may propose a deal in such a thing to Bruno.
    fn wanted(self, seat: SeatId, offer: &Offer) -> bool {
        let Offer::Propose { to, deal } = offer else { return false };
        (seat, *to) == (ANNA, BRUNO) && Thing::of(deal) == Some(self)
    }
}

/// Two people who deal, each in a browser, and a third who does not.
struct Dealers {
    server: TestServer,
    accounts: Option<Vec<Account>>,
    browsers: [Browser; 2],
}

impl Dealers {
    async fn meet() -> Dealers {
        let server = TestServer::network();
        let accounts: Vec<_> = PLAYERS.iter().map(|name| Account::sign_up(&server, name)).collect();
        let browsers = [
            Browser::start(Screen::Desktop).await.signed_in(&accounts[0]).await,
            Browser::start(Screen::Desktop).await.signed_in(&accounts[1]).await,
        ];
        Dealers { server, accounts: Some(accounts), browsers }
    }

    /// Sits down to a game and plays to a position in which Anna may propose such a deal to Bruno; there Anna does, and
    /// Bruno answers, each in the browser.
    async fn deal<T: Playable>(&mut self, game: &Game<'_>, thing: Thing, agree: bool) {
        let sitting = Sitting::of(&self.server, game, self.accounts.take().unwrap());
        let start: T = sitting.log().state().unwrap();
        let Way { entries, offer } = way_to(&start, |seat, offer| thing.wanted(seat, offer));
        println!(
            "{} {thing:?} {} after {} entries: {offer:?}",
            game.title,
            offer_kind(&offer),
            entries.len()
        );
        sitting.enter(&entries);
        let [anna, bruno] = &self.browsers;
        let here = Table::visit(anna, &sitting.address).await;
        let there = Table::visit(bruno, &sitting.address).await;
        let terms = propose(&here, &offer).await;
        read_terms(&there, &terms, thing).await;
        // Whoever waits reads them too.
        here.browser.sees(&terms).await;
        let (answer, told) = if agree {
            ("^Agree", "Bruno agrees to the deal")
        } else {
            ("^Refuse", "Bruno refuses the deal")
        };
        there.take(answer).await;
        for table in [&here, &there] {
            table.log_tells(&format!("Anna proposes to Bruno: {terms}.")).await;
            table.log_tells(&format!("{told}: {terms}.")).await;
        }
        // The server has the same: the last entry is Bruno's.
        let log = sitting.log();
        assert_eq!(log.entries.last().unwrap().entry.by, Author::Seat(BRUNO));
        self.accounts = Some(sitting.accounts);
    }

    async fn part(self) {
        for browser in self.browsers {
            browser.close().await;
        }
    }
}

/// Proposes a deal at a price that is neither the lowest nor the highest; gives back its terms as they must be read.
async fn propose(table: &Table<'_>, offer: &Offer) -> String {
    let Offer::Propose { deal, .. } = offer else { panic!("no proposal: {offer:?}") };
    let browser = table.browser;
    if browser.has("button", "^Deals with other players$", "").await {
        assert!(!browser.exists("details.group button").await, "what nobody has opened is not drawn");
        browser.press("Deals with other players").await;
    }
    let price = |prices: &ferrata_engine::offer::Prices| {
        let some = prices.min + prices.step * 2;
        if prices.contains(some) { some } else { prices.min }
    };
    // What the button says, what the terms say, and the price where one is asked.
    let (button, terms, amount) = match deal.as_ref() {
        Offer::Buy { company, percent, prices, .. } => {
            let what = format!("{percent}% of {company} from Bruno");
            (format!("buy {what}"), format!("Anna buys {what}"), Some((*prices, price(prices))))
        }
        Offer::BuyCard { card, buyer, from, prices } => {
            let (buyer, from) = (party(*buyer), party(*from));
            let card = if *card == PRIORITY { "the priority card".into() } else { card.to_string() };
            (
                format!("buy {card}"),
                format!("{buyer} buys {card}.* from {from}"),
                Some((*prices, price(prices))),
            )
        }
        Offer::BuyTrain { train, from, prices } => {
            // A 1+2-train is named by a pattern that means its plus sign.
            let train = train.as_str().replace('+', "\\+");
            let what = format!("an? {train}-train from {}", party(*from));
            (format!("buy {what}"), format!("\\S+ buys {what}"), Some((*prices, price(prices))))
        }
        Offer::BuySlot { from, prices, .. } => {
            let what = format!("the slot of {from} in");
            (format!("buy {what}"), format!("\\S+ buys {what} .*"), Some((*prices, price(prices))))
        }
        Offer::Merge { with, into } => {
            let into = into[0];
            let terms = format!("\\S+ and {with} merge into {into}|{into} takes over {with}");
            (format!("(merge with|take over) {with}"), terms, None)
        }
        other => panic!("no deal: {other:?}"),
    };
    let name = format!("^Propose to Bruno: {button}");
    match amount.filter(|(prices, _)| prices.min != prices.max) {
        Some((_, Money(price))) => {
            browser.fill(&format!("{name}.*: amount$"), "^What can I do$", &price.to_string()).await;
            table.take(&format!("{name}.* for \\S*{price}$")).await;
        }
        None => table.take(&name).await,
    }
    let price = amount.map(|(_, Money(price))| format!(" for \\S*{price}")).unwrap_or_default();
    table.deal_terms(&format!("^({terms}){price}$")).await
}

fn party(party: Party) -> String {
    match party {
        Party::Seat(seat) => PLAYERS[seat.index()].to_owned(),
        Party::Company(company) => company.to_string(),
        other => panic!("{other:?} does not deal"),
    }
}

/// The one who is asked reads the terms, and what both sides have before and after. Companies that become others have a
/// card of their own, with a column each, and may unite without money.
async fn read_terms(table: &Table<'_>, terms: &str, thing: Thing) {
    let shown = table.deal_terms(&exactly(terms)).await;
    assert_eq!(shown, terms);
    let money = table.browser.text(".deal .money").await;
    let shown = match thing {
        Thing::Company => {
            money == "Nobody's money changes." || money.contains("Before") && money.contains("After")
        }
        _ => money.contains('→'),
    };
    assert!(shown, "money before and after: {money}");
    table.browser.find("button", "^Agree", "").await;
    table.browser.find("button", "^Refuse", "").await;
}

/// Every kind of deal that 1841 knows, each agreed to; one refused.
#[tokio::test]
async fn two_accounts_deal_in_everything_that_1841_lets_them() {
    let mut dealers = Dealers::meet().await;
    for thing in [Thing::Shares, Thing::Card, Thing::Train, Thing::Slot, Thing::Company] {
        dealers.deal::<t1841::Game>(&V1, thing, true).await;
    }
    dealers.deal::<t1841::Game>(&V1, Thing::Shares, false).await;
    let priority = Game { options: &["priority-card"], ..V1 };
    dealers.deal::<t1841::Game>(&priority, Thing::PriorityCard, true).await;
    dealers.part().await;
}

#[tokio::test]
async fn two_accounts_deal_in_everything_that_18esp_lets_them() {
    let mut dealers = Dealers::meet().await;
    for thing in [Thing::Card, Thing::Train, Thing::Company] {
        dealers.deal::<esp::Game>(&ESP, thing, true).await;
    }
    dealers.deal::<esp::Game>(&ESP, Thing::Company, false).await;
    dealers.part().await;
}
