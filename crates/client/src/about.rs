//! What cards, companies and phases are and do, from the box and the table, for whoever looks at one.

use crate::scene::Scene;
use ferrata_engine::components::{Components, PhaseSpec};
use ferrata_engine::money::Money;
use ferrata_engine::name::{CardName, CompanyName, Name, PhaseName};
use ferrata_engine::say;
use ferrata_engine::text::{Arg, Text};
use ferrata_engine::turn::Title;
use ferrata_engine::view::{About, Asked, CardView, View};
use std::collections::BTreeMap;

/// More trains than anybody could have: no limit.
const WITHOUT_LIMIT: u8 = u8::MAX;

/// What a title tells of its box, by name.
pub type Told = BTreeMap<Name, About>;

/// What a card is and does, wherever it lies, and where only its title knows it, too.
pub fn card(scene: &Scene<'_>, told: &Told, card: CardName) -> Option<About> {
    let shown = cards(scene.view).find(|shown| shown.card == card);
    let told = told.get(&card.0);
    let parts = scene.names.parts();
    let spec = parts.card(card).and_then(|id| parts.card_spec(id));
    let full = shown
        .map(|shown| shown.full_name.as_str())
        .or_else(|| told.and(spec.map(|spec| spec.full_name.as_str())))?;
    let mut says = Vec::new();
    if let Some(shown) = shown {
        says.extend(shown.price.map(|price| say!("price {price}", price)));
        if shown.holds != Money::ZERO {
            says.push(say!("{money} lie on it", money = shown.holds));
        }
        says.extend(shown.notes.iter().cloned());
    }
    Some(about(titled(card.into(), full, card.as_str()), says, told))
}

/// The kind of cards that bring something about for everybody.
const EVENT: &str = "event";

/// What the events do that lie on the table, while somebody is asked to answer one.
pub fn events(scene: &Scene<'_>, told: &Told) -> Vec<About> {
    if scene.game.asked() != Asked::Event {
        return Vec::new();
    }
    let parts = scene.names.parts();
    let kind = |card: CardName| parts.card(card).and_then(|id| parts.card_spec(id)).map(|spec| spec.kind);
    let lie = scene.view.cards.iter().map(|shown| shown.card);
    let lie = lie.filter(|card| kind(*card).is_some_and(|kind| kind.as_str() == EVENT));
    lie.filter_map(|event| card(scene, told, event)).collect()
}

/// Every card that anybody can see.
fn cards(view: &View) -> impl Iterator<Item = &CardView> {
    let players = view.players.iter().flat_map(|player| &player.cards);
    let companies = view.companies.iter().flat_map(|company| &company.cards);
    view.cards.iter().chain(players).chain(companies)
}

/// What a company is: its class, home, certificates and tokens, and where it stands.
pub fn company(scene: &Scene<'_>, told: &Told, company: CompanyName) -> Option<About> {
    let parts = scene.names.parts();
    let spec = parts.company(company).and_then(|id| parts.company_spec(id))?;
    let shown = scene.company(company)?;
    let mut says = vec![say!("{kind}, {standing}", kind = shown.kind, standing = shown.standing.clone())];
    says.extend(spec.nickname.clone().map(|nickname| say!("called {nickname}", nickname)));
    if !spec.homes.is_empty() {
        let homes: Arg = spec.homes.iter().map(|home| parts.hex_name(home.hex)).collect();
        says.push(say!("home: {homes}", homes));
    }
    says.extend(spec.card.map(|card| say!("started by {card}", card = parts.card_name(card))));
    if let Some((director, others)) = spec.certificates.split_first() {
        let (director, n) = (*director, others.len());
        says.push(say!(
            "director's certificate {director}%, {n} further {n|certificate|certificates}",
            director,
            n
        ));
    }
    if !spec.tokens.is_empty() {
        let (n, prices): (_, Arg) = (spec.tokens.len(), spec.tokens.iter().copied().collect());
        says.push(say!("{n} {n|token|tokens}: {prices}", n, prices));
    }
    says.extend(shown.notes.iter().cloned());
    let told = told.get(&company.0);
    Some(about(titled(company.into(), &spec.full_name, company.as_str()), says, told))
}

/// What holds in a phase.
pub fn phase(scene: &Scene<'_>, phase: PhaseName) -> Option<About> {
    let parts = scene.names.parts();
    let spec = parts.phase(phase).and_then(|id| parts.phase_spec(id))?;
    let mut says = Vec::new();
    says.extend(
        spec.starts_with
            .map(|kind| say!("begins with the first {train}-train", train = parts.train_name(kind))),
    );
    if !spec.scraps.is_empty() {
        let trains = spec.scraps.iter().map(|kind| say!("{train}-trains", train = parts.train_name(*kind)));
        says.push(say!("{trains} leave the game", trains = trains.collect::<Arg>()));
    }
    if !spec.colors.is_empty() {
        says.push(say!(
            "{colors} tiles",
            colors = spec.colors.iter().map(|color| color.text()).collect::<Arg>()
        ));
    }
    if spec.operating_rounds > 0 {
        let n = spec.operating_rounds;
        says.push(say!("{n} operating {n|round|rounds} after each stock round", n));
    }
    says.extend(limits(parts, spec));
    Some(about(say!("Phase {phase}", phase), says, None))
}

/// The limits of trains, for the kinds of companies that there are.
fn limits(parts: &Components, spec: &PhaseSpec) -> Option<Text> {
    let there = |kind: &Name| parts.companies.iter().any(|company| company.kind == *kind);
    let limits: Vec<_> = spec.train_limits.iter().filter(|(kind, _)| there(kind)).collect();
    if !limits.is_empty() && limits.iter().all(|(_, limit)| *limit == WITHOUT_LIMIT) {
        return Some(say!("no train limit"));
    }
    let limits: Vec<Arg> = limits
        .into_iter()
        .map(|(kind, limit)| match *limit {
            WITHOUT_LIMIT => say!("{kind} without limit", kind = *kind).into(),
            limit => say!("{kind} {limit}", kind = *kind, limit).into(),
        })
        .collect();
    (!limits.is_empty()).then(|| say!("train limit: {limits}", limits = Arg::List(limits)))
}

/// What the table shows, and after it what the title tells, with its rules.
fn about(name: Text, says: Vec<Text>, told: Option<&About>) -> About {
    let shown = says.into_iter().map(|text| (text, Vec::new()));
    let told = told.into_iter().flat_map(|told| told.says.iter().cloned());
    About { name, says: shown.chain(told).collect() }
}

/// The short name with the full one, where there are two.
fn titled(short: Arg, full: &str, name: &str) -> Text {
    if full.is_empty() || full == name {
        return say!("{short}", short);
    }
    say!("{short}: {full}", short, full = full.to_owned())
}
