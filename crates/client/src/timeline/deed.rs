//! A deed and its consequences in as few sentences as tell them: who bought what from whom for how much, where the price
//! went, who got which dividend. What a deed does not explain keeps a sentence of its own.

use super::line::{LineKind, kind};
use crate::names::TableNames;
use crate::scene::{a_train, capital, party_words, purchase_words};
use ferrata_engine::action::{Action, Party, Settlement};
use ferrata_engine::event::{Event, Roster};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::CompanyName;
use ferrata_engine::say;
use ferrata_engine::shares::Holder;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::Entry;

/// A sentence, perhaps without its full stop.
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) kind: LineKind,
}

/// What an entry did, while this company operated.
pub(super) fn told(
    entry: &Entry,
    operating: Option<CompanyName>,
    events: &[Event],
    names: &TableNames,
) -> Vec<Sentence> {
    // What happens in the next round is no part of the deed.
    let until = events.iter().position(|event| matches!(event, Event::Round { .. }));
    let (own, after) = events.split_at(until.unwrap_or(events.len()));
    let mut rest = Rest { events: own.iter().collect(), names };
    let mut sentences: Vec<Sentence> = rest.deed(&entry.action, operating).into_iter().collect();
    sentences.extend(plainly(rest.events, names));
    sentences.extend(plainly(after.iter().collect(), names));
    sentences
}

/// Events one by one; what the bank pays to several, or several to it, is told once, and so is what is bought at an auction.
fn plainly(events: Vec<&Event>, names: &TableNames) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut events = events.as_slice();
    while let Some((first, rest)) = events.split_first() {
        let same = events.iter().take_while(|event| is_paid_alike(first, event)).count();
        if let Some((alike, other)) = events.split_at_checked(same).filter(|_| same > 1) {
            sentences.push(Sentence { text: paid_together(alike, names), kind: LineKind::Money });
            events = other;
        } else if let Some(text) = rest.first().and_then(|next| had_for(first, next)) {
            sentences.push(Sentence { text: text.render(names), kind: LineKind::Shares });
            events = rest.get(1..).unwrap_or_default();
        } else {
            let text = match first {
                Event::Train { train, from: None, to: None } => {
                    say!("A {train}-train leaves the game", train = *train).render(names)
                }
                other => other.sentence(names),
            };
            sentences.push(Sentence { text, kind: kind(first) });
            events = rest;
        }
    }
    sentences
}

/// Whether the bank pays somebody who has a name.
fn is_by_bank(event: &&Event) -> bool {
    matches!(event, Event::Paid { from: Account::Bank, to: Account::Seat(_) | Account::Company(_), .. })
}

/// Whether the bank pays both, or both are paid to it.
fn is_paid_alike(one: &Event, other: &Event) -> bool {
    let has_name = |account: &Account| matches!(account, Account::Seat(_) | Account::Company(_));
    let (Event::Paid { from, to, why, .. }, Event::Paid { from: payer, to: receiver, why: reason, .. }) =
        (one, other)
    else {
        return false;
    };
    let by_bank = (*from, *payer) == (Account::Bank, Account::Bank) && has_name(to) && has_name(receiver);
    let to_bank = (*to, *receiver) == (Account::Bank, Account::Bank) && has_name(from) && has_name(payer);
    by_bank || to_bank && why == reason
}

/// A card that whoever pays gets for it.
fn had_for(paid: &Event, next: &Event) -> Option<Text> {
    match (paid, next) {
        (
            Event::Paid { from: Account::Seat(payer), to: Account::Bank, amount, .. },
            Event::Card { card, to: Holder::Seat(seat) },
        ) if payer == seat => {
            Some(say!("{seat} gets {card} for {amount}", seat = *seat, card = *card, amount = *amount))
        }
        _ => None,
    }
}

fn paid_together(payments: &[&Event], names: &TableNames) -> String {
    let (sums, why) = sums(payments, names);
    let text = match why {
        Some(why) => say!("{why}: {sums}", why = capital(&why.render(names)), sums),
        None => say!("The bank pays {sums}", sums),
    };
    text.render(names)
}

/// `L.45 to Anna and L.9 to AFI`, `L.10 from Anna and L.10 from Bruno`, and what for; each with its own reason where they have
/// several.
fn sums(payments: &[&Event], names: &TableNames) -> (Arg, Option<Text>) {
    let reason = |event: &&Event| match event {
        Event::Paid { why, .. } => Some(why.clone()),
        _ => None,
    };
    let first = payments.first().and_then(reason);
    let common = first.filter(|why| payments.iter().all(|event| reason(event).as_ref() == Some(why)));
    let name = |account: Account| -> Option<Arg> {
        match account {
            Account::Seat(seat) => Some(seat.into()),
            Account::Company(company) => Some(names.company(company).into()),
            Account::Bank | Account::Card(_) => None,
        }
    };
    let sum = |event: &&Event| {
        let Event::Paid { from, to, amount, why } = event else { return None };
        let amount = *amount;
        let text = match to {
            Account::Bank => say!("{amount} from {payer}", amount, payer = name(*from)?),
            to => say!("{amount} to {receiver}", amount, receiver = name(*to)?),
        };
        Some(match common {
            Some(_) => text,
            None => say!("{text} ({why})", text, why = why.clone()),
        })
    };
    (payments.iter().filter_map(sum).collect(), common.clone())
}

/// What of the events is not told yet.
struct Rest<'a> {
    events: Vec<&'a Event>,
    names: &'a TableNames,
}

impl<'a> Rest<'a> {
    /// The sentence of a deed, if the events are those that belong to it.
    fn deed(&mut self, action: &Action, operating: Option<CompanyName>) -> Option<Sentence> {
        let (text, about, kind) = match action {
            Action::Buy { .. } => self.purchase(action)?,
            Action::Sell { seller, company, percent } => self.sale(*seller, *company, *percent)?,
            Action::Start { company, price, percent } => self.start(*company, *price, *percent)?,
            Action::BuyTrain { .. } => self.train(action, operating?)?,
            Action::BuyCard { .. } => self.card(action)?,
            Action::LayTile { .. } => self.built(operating, |event| matches!(event, Event::Tile { .. }))?,
            Action::PlaceToken { .. } | Action::BuildLine { .. } => {
                self.built(operating, |event| matches!(event, Event::Token { placed: true, .. }))?
            }
            Action::Settle { how } => self.settled(*how, operating?)?,
            _ => return None,
        };
        let moved = about.and_then(|company| self.moved(company)).unwrap_or_default();
        Some(Sentence { text: text.render(self.names) + &moved, kind })
    }

    fn purchase(&mut self, action: &Action) -> Option<Told> {
        let Action::Buy { buyer, company, percent, from, price } = *action else { return None };
        let (id, to, payer) = (self.id(company)?, self.holder(buyer)?, self.account(buyer)?);
        let got = |event: &Event| matches!(event, Event::Shares { company, to: by, .. } if (*company, *by) == (id, to));
        self.take_all(got)?;
        self.take_payment(payer, price);
        let text = purchase_words(buyer, company, percent, from, price);
        Some((text, Some(id), LineKind::Shares))
    }

    fn sale(&mut self, seller: Party, company: CompanyName, percent: u8) -> Option<Told> {
        let (id, from, account) = (self.id(company)?, self.holder(seller)?, self.account(seller)?);
        let gone = |event: &Event| matches!(event, Event::Shares { company, from: by, .. } if (*company, *by) == (id, from));
        self.take_all(gone)?;
        let paid =
            |event: &Event| matches!(event, Event::Paid { from: Account::Bank, to, .. } if *to == account);
        let seller = party_words(seller);
        let text = match self.take(paid) {
            Some(Event::Paid { amount, .. }) => {
                let amount = *amount;
                say!("{seller} sells {percent}% of {company} for {amount}", seller, percent, company, amount)
            }
            _ => say!("{seller} sells {percent}% of {company}", seller, percent, company),
        };
        Some((text, Some(id), LineKind::Shares))
    }

    fn start(&mut self, company: CompanyName, price: Money, percent: u8) -> Option<Told> {
        let id = self.id(company)?;
        let to = self.events.iter().find_map(|event| match event {
            Event::Shares { company, to: to @ (Holder::Seat(_) | Holder::Company(_)), .. }
                if *company == id =>
            {
                Some(*to)
            }
            _ => None,
        })?;
        let (by, payer): (Arg, Account) = match to {
            Holder::Seat(seat) => (seat.into(), Account::Seat(seat)),
            Holder::Company(by) => (self.names.company(by).into(), Account::Company(by)),
            _ => return None,
        };
        self.take_all(|event| match event {
            Event::Shares { company, to: holder, .. } => (*company, *holder) == (id, to),
            Event::Price { company, from: None, to } => (*company, *to) == (id, Some(price)),
            Event::Director { company, director } => (*company, *director) == (id, to),
            _ => false,
        });
        let text = match self.take(|event| matches!(event, Event::Paid { from, .. } if *from == payer)) {
            Some(Event::Paid { amount, .. }) => {
                let paid = *amount;
                say!(
                    "{by} starts {company} at {price}: {percent}% for {paid}",
                    by,
                    company,
                    price,
                    percent,
                    paid
                )
            }
            _ => say!("{by} starts {company} at {price} with {percent}%", by, company, price, percent),
        };
        Some((text, None, LineKind::Shares))
    }

    fn train(&mut self, action: &Action, company: CompanyName) -> Option<Told> {
        let Action::BuyTrain { train, from, price } = *action else { return None };
        let buyer = self.id(company)?;
        self.take(|event| matches!(event, Event::Train { to, .. } if *to == Some(buyer)))?;
        self.take_payment(Account::Company(buyer), price);
        let (train, from) = (a_train(train), party_words(from));
        let text = say!("{company} buys {train} from {from} for {price}", company, train, from, price);
        Some((text, None, LineKind::Trains))
    }

    fn card(&mut self, action: &Action) -> Option<Told> {
        let Action::BuyCard { buyer, card, from, price } = *action else { return None };
        let (to, payer) = (self.holder(buyer)?, self.account(buyer)?);
        self.take(
            |event| matches!(event, Event::Card { card: which, to: by } if (*which, *by) == (card, to)),
        )?;
        self.take_payment(payer, price);
        let (buyer, card, from) = (party_words(buyer), self.names.card(card), party_words(from));
        let text = say!("{buyer} buys {card} from {from} for {price}", buyer, card, from, price);
        Some((text, None, LineKind::Shares))
    }

    /// Something was put on the board, and what the company paid the bank for it.
    fn built(&mut self, operating: Option<CompanyName>, which: impl Fn(&Event) -> bool) -> Option<Told> {
        let built = self.take(which)?;
        let text = Text::words(built.sentence(self.names).trim_end_matches('.').to_owned());
        let payer = operating.and_then(|company| self.id(company)).map(Account::Company);
        let paid = self.take(
            |event| matches!(event, Event::Paid { from, to: Account::Bank, .. } if Some(*from) == payer),
        );
        let text = match paid {
            Some(Event::Paid { amount, .. }) => say!("{text}, for {amount}", text, amount = *amount),
            _ => text,
        };
        Some((text, None, LineKind::Track))
    }

    /// What became of earnings: everybody's part in one sentence.
    fn settled(&mut self, how: Settlement, company: CompanyName) -> Option<Told> {
        let id = self.id(company)?;
        let first = self.events.iter().position(is_by_bank)?;
        let many = self.events.iter().skip(first).take_while(|event| is_by_bank(event)).count();
        let payments: Vec<&Event> = self.events.drain(first..first + many).collect();
        let (parts, _) = sums(&payments, self.names);
        let text = match how {
            Settlement::Pay => say!("{company} pays out {parts}", company, parts),
            Settlement::Half => say!("{company} pays out half: {parts}", company, parts),
            Settlement::Withhold => say!("{company} withholds: {parts}", company, parts),
            Settlement::Loot => say!("{company} is looted: {parts}", company, parts),
        };
        Some((text, Some(id), LineKind::Money))
    }

    /// Where a company's price went: `; price L.118 → L.127`.
    fn moved(&mut self, company: CompanyId) -> Option<String> {
        let moves = |event: &&Event| matches!(event, Event::Price { company: of, from: Some(_), to: Some(_) } if *of == company);
        let moved: Vec<&Event> = self.events.extract_if(.., |event| moves(&&**event)).collect();
        let (Event::Price { from, .. }, Event::Price { to, .. }) = (moved.first()?, moved.last()?) else {
            return None;
        };
        let (from, to) = ((*from)?, (*to)?);
        Some(say!("; price {from} → {to}", from, to).render(self.names))
    }

    /// Takes the first event that is meant.
    fn take(&mut self, which: impl Fn(&Event) -> bool) -> Option<&'a Event> {
        let at = self.events.iter().position(|event| which(event))?;
        Some(self.events.remove(at))
    }

    /// Takes every event that is meant, if there is one.
    fn take_all(&mut self, which: impl Fn(&Event) -> bool) -> Option<Vec<&'a Event>> {
        let all: Vec<&Event> = self.events.extract_if(.., |event| which(event)).collect();
        (!all.is_empty()).then_some(all)
    }

    fn take_payment(&mut self, payer: Account, price: Money) {
        self.take(
            |event| matches!(event, Event::Paid { from, amount, .. } if (*from, *amount) == (payer, price)),
        );
    }

    fn id(&self, company: CompanyName) -> Option<CompanyId> {
        self.names.parts().company(company)
    }

    fn holder(&self, party: Party) -> Option<Holder> {
        match party {
            Party::Seat(seat) => Some(Holder::Seat(seat)),
            Party::Company(company) => self.id(company).map(Holder::Company),
            Party::Offering | Party::Bank => None,
        }
    }

    fn account(&self, party: Party) -> Option<Account> {
        match party {
            Party::Seat(seat) => Some(Account::Seat(seat)),
            Party::Company(company) => self.id(company).map(Account::Company),
            Party::Offering | Party::Bank => None,
        }
    }
}

/// A sentence, the company whose price goes with it, and what it tells.
type Told = (Text, Option<CompanyId>, LineKind);
