//! What a value is made of: named terms, which add up.

use ferrata_titles::prospects::Hoped;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How many terms there are.
const COUNT: usize = 20;

/// The parts of a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Term {
    /// Money in hand, less debts.
    Cash,
    /// Shares at their price now.
    Shares,
    /// What one's companies earn now, with the trains they have.
    Earnings,
    /// Dividends to come.
    Dividends,
    /// What prices will rise or fall.
    Prices,
    /// Income of cards.
    Cards,
    /// Money of the companies that one leads.
    Treasuries,
    /// Their trains, at what new ones of their kind cost.
    Trains,
    /// What will have to be paid for trains of one's companies.
    Liabilities,
    /// What track will bring.
    Track,
    /// Goals of one's companies that are to be reached.
    Goals,
    /// Concessions whose companies have not started.
    Concessions,
    /// Cards that answer events.
    Support,
    /// Cards whose powers may still be used.
    Powers,
    /// Shares of companies that do not float yet.
    Waiting,
    /// What mergers and splits to come will make of one's companies.
    Mergers,
    /// What will be given for companies that others take over.
    Takeovers,
    /// What events to come will bring or cost.
    Events,
    /// Companies that are still to be formed.
    Formations,
    /// What others have: of their mean so much as the weights say, taken off.
    Rivals,
}

impl Term {
    /// All of them.
    pub const ALL: [Term; COUNT] = [
        Term::Cash,
        Term::Shares,
        Term::Earnings,
        Term::Dividends,
        Term::Prices,
        Term::Cards,
        Term::Treasuries,
        Term::Trains,
        Term::Liabilities,
        Term::Track,
        Term::Goals,
        Term::Concessions,
        Term::Support,
        Term::Powers,
        Term::Waiting,
        Term::Mergers,
        Term::Takeovers,
        Term::Events,
        Term::Formations,
        Term::Rivals,
    ];

    /// What it is called in data files.
    pub(crate) fn key(self) -> &'static str {
        match self {
            Term::Cash => "cash",
            Term::Shares => "shares",
            Term::Earnings => "earnings",
            Term::Dividends => "dividends",
            Term::Prices => "prices",
            Term::Cards => "cards",
            Term::Treasuries => "treasuries",
            Term::Trains => "trains",
            Term::Liabilities => "liabilities",
            Term::Track => "track",
            Term::Goals => "goals",
            Term::Concessions => "concessions",
            Term::Support => "support",
            Term::Powers => "powers",
            Term::Waiting => "waiting",
            Term::Mergers => "mergers",
            Term::Takeovers => "takeovers",
            Term::Events => "events",
            Term::Formations => "formations",
            Term::Rivals => "rivals",
        }
    }
}

impl From<Hoped> for Term {
    fn from(what: Hoped) -> Term {
        match what {
            Hoped::Concession => Term::Concessions,
            Hoped::Support => Term::Support,
            Hoped::Power => Term::Powers,
            Hoped::Waiting => Term::Waiting,
            Hoped::Merger => Term::Mergers,
            Hoped::Takeover => Term::Takeovers,
            Hoped::Event => Term::Events,
            Hoped::Formation => Term::Formations,
            Hoped::Trains => Term::Liabilities,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Term::Cash => "cash",
            Term::Shares => "shares at their price",
            Term::Earnings => "earnings now",
            Term::Dividends => "dividends to come",
            Term::Prices => "prices to come",
            Term::Cards => "cards",
            Term::Treasuries => "treasuries of companies that are led",
            Term::Trains => "trains of companies that are led",
            Term::Liabilities => "trains to be paid",
            Term::Track => "track",
            Term::Goals => "goals to be reached",
            Term::Concessions => "concessions",
            Term::Support => "support cards",
            Term::Powers => "powers of cards",
            Term::Waiting => "shares of companies that do not float yet",
            Term::Mergers => "mergers and splits to come",
            Term::Takeovers => "takeovers to come",
            Term::Events => "events to come",
            Term::Formations => "companies to be formed",
            Term::Rivals => "what others have",
        })
    }
}

/// A value, term by term.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Terms([f32; COUNT]);

impl Terms {
    /// A term.
    pub fn get(&self, term: Term) -> f32 {
        self.0.get(term as usize).copied().unwrap_or(0.0)
    }

    /// Adds to a term.
    pub fn add(&mut self, term: Term, amount: f32) {
        if let Some(sum) = self.0.get_mut(term as usize) {
            *sum += amount;
        }
    }

    /// All terms together.
    pub fn sum(&self) -> f32 {
        self.0.iter().sum()
    }

    /// These terms so many times.
    pub fn times(mut self, factor: f32) -> Terms {
        self.0.iter_mut().for_each(|term| *term *= factor);
        self
    }

    /// Each of these terms as many times as the same term of another.
    pub fn scaled(mut self, by: &Terms) -> Terms {
        self.0.iter_mut().zip(by.0).for_each(|(term, times)| *term *= times);
        self
    }

    /// Both together.
    pub fn plus(mut self, other: &Terms) -> Terms {
        self.0.iter_mut().zip(other.0).for_each(|(term, more)| *term += more);
        self
    }

    /// What these have more than others.
    pub fn minus(self, other: &Terms) -> Terms {
        self.plus(&other.times(-1.0))
    }
}
