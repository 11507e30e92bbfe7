//! An action as somebody takes it who looks for its button: by the words that the page has for it.

use crate::page::exactly;
use crate::table::Table;
use ferrata_client::names::TableNames;
use ferrata_client::scene::Scene;
use ferrata_client::words;
use ferrata_engine::action::{Action, Settlement};
use ferrata_engine::money::Money;
use ferrata_engine::offer::{Offer, Prices};
use ferrata_engine::turn::Title;
use ferrata_titles::Game;

/// What is pressed for an action.
enum Hand {
    /// A button of this name, or the first of those that begin with it.
    Press(String),
    /// An amount, and the button beside it.
    Amount(String, Money),
    /// A start price, and the button for the first shares.
    Start(String, Money, u8),
    /// A hex on the board, the tile of that name, and so many turns.
    Tile(String, String, usize),
    /// The best run.
    Run,
    /// A sheet of sealed bids, by card.
    Sheet(Vec<(String, Money)>),
}

impl Table<'_> {
    /// Does it with the mouse. Where the page proposes something itself, as the best run, that is taken.
    pub(crate) async fn by_hand(&self, game: &Game, action: &Action) {
        let hand = hand(game, action);
        if matches!(action, Action::Propose { .. }) && self.browser.has("button", "^Deals with", "").await {
            self.browser.press_matching("button", "^Deals with", "").await;
        }
        match hand {
            Hand::Press(name) => self.take(&format!("{}( for .*)?$", beginning(&name))).await,
            Hand::Amount(name, Money(amount)) => {
                let field = exactly(&format!("{name}: amount"));
                self.browser.fill(&field, "^What can I do$", &amount.to_string()).await;
                self.take(&format!("{} for \\D*{amount}$", beginning(&name))).await;
            }
            Hand::Start(name, Money(price), percent) => {
                let field = exactly(&format!("{name}: price"));
                self.browser.select(&field, "^What can I do$", &price.to_string()).await;
                self.take(&format!("{}( for .*)?$", beginning(&format!("{name} with {percent}%")))).await;
            }
            Hand::Tile(hex, tile, turns) => self.lay_this_tile(&hex, &tile, turns).await,
            Hand::Run => self.run_best().await,
            Hand::Sheet(bids) => {
                for (card, Money(amount)) in bids.iter().filter(|(_, amount)| *amount != Money::ZERO) {
                    self.browser.fill(&beginning(card), "^What can I do$", &amount.to_string()).await;
                }
                self.hand_in_written().await;
            }
        }
    }

    /// The button that an action is taken by, as a pattern.
    pub(crate) fn name_of(&self, game: &Game, action: &Action) -> String {
        match hand(game, action) {
            Hand::Press(name) | Hand::Amount(name, _) | Hand::Start(name, ..) => beginning(&name),
            Hand::Tile(..) | Hand::Run | Hand::Sheet(_) => panic!("no single button does {action:?}"),
        }
    }

    /// Lays one of the tiles that fit on a hex, turned so often.
    async fn lay_this_tile(&self, hex: &str, tile: &str, turns: usize) {
        let before = self.moment().await.1;
        self.click_hex(hex).await;
        let choice = "^What can be done on this hex$";
        if self.browser.has("button", &exactly(tile), choice).await {
            self.browser.press_matching("button", &exactly(tile), choice).await;
        }
        for _ in 0..turns {
            self.browser.press_matching("button", "^Turn$", "^To be confirmed$").await;
        }
        self.confirm(before).await;
    }
}

fn beginning(name: &str) -> String {
    exactly(name).trim_end_matches('$').to_owned()
}

fn hand(game: &Game, action: &Action) -> Hand {
    let view = game.view();
    let names =
        TableNames::new(game, &view.players.iter().map(|player| player.name.clone()).collect::<Vec<_>>());
    let scene = Scene::new(game, &view, &names);
    let offers = game.offers();
    let offer = offers.iter().find(|offer| offer.covers(action));
    let offer = offer.unwrap_or_else(|| panic!("{action:?} is not offered"));
    let heading = words::heading(offer, &scene);
    let (action, offer) = match (action, offer) {
        (Action::Propose { deal }, Offer::Propose { deal: offered, .. }) => (&**deal, &**offered),
        plain => plain,
    };
    let amount = |prices: &Prices, amount: Money| match prices.min == prices.max {
        true => Hand::Press(heading.clone()),
        false => Hand::Amount(heading.clone(), amount),
    };
    let of = |what: String| Hand::Press(format!("{heading}: {what}"));
    match (action, offer) {
        (Action::Run { .. }, _) => Hand::Run,
        (Action::Sheet { amounts }, Offer::Sheet { cards, .. }) => {
            Hand::Sheet(cards.iter().map(|card| names.card(*card)).zip(amounts.iter().copied()).collect())
        }
        (Action::Start { price, percent, .. }, _) => Hand::Start(heading, *price, *percent),
        (Action::LayTile { hex, rotation, .. }, Offer::LayTile { rotations, .. }) => {
            let turns = rotations.iter().position(|known| known == rotation).unwrap_or_default();
            Hand::Tile(hex.to_string(), scene.say(&words::action_words(action, &scene)), turns)
        }
        (Action::Sell { percent, .. }, _) => of(format!("{percent}%")),
        (Action::BuyTokens { count, .. }, _) => of(count.to_string()),
        (Action::Merge { into, .. }, Offer::Merge { into: all, .. }) if all.len() > 1 => {
            of(format!("into {into}"))
        }
        (Action::Transform { into }, _) => of(format!("into {into}")),
        (Action::Choose { option }, Offer::Choose { options, .. }) => {
            let labels = words::option_labels(options, &scene);
            of(labels.into_iter().find(|(name, _)| name == option).unwrap().1)
        }
        (Action::Settle { how }, _) => of(settlement(*how, &scene)),
        (Action::Bid { amount: price, .. }, Offer::Bid { prices, .. })
        | (Action::Buy { price, .. }, Offer::Buy { prices, .. })
        | (Action::BuyCard { price, .. }, Offer::BuyCard { prices, .. })
        | (Action::BuySlot { price, .. }, Offer::BuySlot { prices, .. })
        | (Action::BuyTrain { price, .. }, Offer::BuyTrain { prices, .. })
        | (Action::Loan { amount: price }, Offer::Loan { amounts: prices }) => amount(prices, *price),
        _ => Hand::Press(heading),
    }
}

fn settlement(how: Settlement, scene: &Scene<'_>) -> String {
    scene.say(&words::settlement(how))
}
