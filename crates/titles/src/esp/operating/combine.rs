//! §5.2.1 Combined trains: a train the company owns and a rusted one of the other gauge.

use crate::esp::Esp;
use crate::esp::state::{KINDS, Step, Train};
use ferrata_engine::action::Action;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CompanyId, TrainKind};
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::offer::Offer;
use ferrata_engine::refusal::{Refusal, require};

/// A way to combine: which train of the company, with which side of which card.
#[derive(Clone, Copy)]
struct Way {
    main: usize,
    kind: TrainKind,
    narrow: bool,
}

impl Esp {
    fn ways(&self, company: CompanyId) -> impl Iterator<Item = Way> + '_ {
        let mains = 0..self.company(company).trains.len();
        let kinds = (0..KINDS as u8).map(TrainKind);
        mains.flat_map(move |main| {
            kinds.clone().flat_map(move |kind| [false, true].map(|narrow| Way { main, kind, narrow }))
        })
    }

    fn way_option(&self, company: CompanyId, way: Way) -> Option<OptionName> {
        let main = self.company(company).trains.get(way.main)?;
        let recycled = Train { kind: way.kind, narrow: way.narrow, with: None, resting: false };
        let text = format!("{} & {}", self.train_name(main), self.train_name(&recycled));
        Name::new(&text).ok().map(OptionName)
    }

    fn recycling_price(&self, kind: TrainKind) -> Money {
        let price = self.game.parts.train_spec(kind).map(|spec| spec.price).unwrap_or_default();
        price * self.game.figures.recycling_factor
    }

    // 18ESP §5.2.1.
    fn check_combine(&self, company: CompanyId, way: Way) -> Result<Money, Refusal> {
        require(!self.is_minor(company), "18ESP-5.2.1-01", || "only majors combine trains".into())?;
        let phase = self.phase().combining || !self.game.rules.combine_checked;
        require(phase, "18ESP-5.2.1-01", || "trains are combined from phase 4 on".into())?;
        let main = self.company(company).trains.get(way.main);
        let main = *main.ok_or_else(|| Refusal::plain("there is no such train"))?;
        require(main.kind != self.game.permanent_kind, "18ESP-2.2.3-06", || {
            "the train of private 3 cannot be combined".into()
        })?;
        require(main.with.is_none(), "18ESP-5.2.1-02", || "it is combined already".into())?;
        let there = self.s.recyclable.get(way.kind.index()).copied().unwrap_or(0) > 0;
        require(there, "18ESP-5.2.1-03", || "no such train has rusted (or all are used)".into())?;
        let opposite = main.narrow != way.narrow || !self.game.rules.combine_checked;
        require(opposite, "18ESP-5.2.1-02", || "the two trains must be of different gauges".into())?;
        let (cost, cash) = (self.recycling_price(way.kind), self.s.ledger.company(company));
        require(cost <= cash, "18ESP-5.2.1-10", || format!("it costs {cost}, and only {cash} is there"))?;
        let forced = self.or().is_some_and(|or| or.turn.borrowed || or.turn.sold);
        require(!forced || !self.game.rules.combine_checked, "18ESP-5.2.1-10", || {
            "not in a forced purchase".into()
        })?;
        if self.game.rules.combine_checked {
            self.check_still_usable(company, way)?;
        }
        Ok(cost)
    }

    // 18ESP §5.2.1: not if the combined train could not run and the company has no other usable train.
    fn check_still_usable(&self, company: CompanyId, way: Way) -> Result<(), Refusal> {
        let trains = &self.company(company).trains;
        let others = trains.iter().enumerate().filter(|(at, _)| *at != way.main);
        let mut others = others.map(|(_, train)| train);
        let plain = |train: &&Train| train.with.is_none();
        if others.clone().filter(plain).any(|train| self.is_usable(company, train))
            || others.any(|train| self.is_usable(company, train))
        {
            return Ok(());
        }
        let Some(main) = trains.get(way.main) else { return Ok(()) };
        let combined = Train { with: Some((way.kind, way.narrow)), ..*main };
        require(self.is_usable(company, &combined), "18ESP-5.2.1-09", || {
            "the combined train could not run, and there is no other one".into()
        })
    }

    pub(super) fn can_combine(&self, company: CompanyId) -> bool {
        !self.is_minor(company)
            && self.s.recyclable.iter().any(|count| *count > 0)
            && self.ways(company).any(|way| self.check_combine(company, way).is_ok())
    }

    pub(super) fn combine_offers(&self, company: CompanyId) -> Vec<Offer> {
        if self.is_minor(company) || self.s.recyclable.iter().all(|count| *count == 0) {
            return Vec::new();
        }
        let mut options: Vec<(OptionName, String)> = Vec::new();
        for way in self.ways(company) {
            let (Ok(cost), Some(option)) = (self.check_combine(company, way), self.way_option(company, way))
            else {
                continue;
            };
            if !options.iter().any(|(other, _)| *other == option) {
                options.push((option, format!("combine them for {}", self.game.parts.money(cost))));
            }
        }
        match options.is_empty() {
            true => Vec::new(),
            false => vec![Offer::Choose { about: "combine trains".into(), options }],
        }
    }

    pub(super) fn combine(
        &mut self,
        company: CompanyId,
        option: OptionName,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let named = |way: &Way| self.way_option(company, *way) == Some(option);
        let way = self.ways(company).find(named);
        let way = way.ok_or_else(|| Refusal::plain(format!("{option} is nothing that could be combined")))?;
        let cost = self.check_combine(company, way)?;
        self.s.ledger.pay(Account::Company(company), Account::Bank, cost, "recycled train", ev)?;
        if self.game.rules.recycled_cards_are_used_up
            && let Some(count) = self.s.recyclable.get_mut(way.kind.index())
        {
            *count -= 1;
        }
        if let Some(train) = self.company_mut(company).trains.get_mut(way.main) {
            train.with = Some((way.kind, way.narrow));
        }
        let name = self.company(company).trains.get(way.main).map(|train| self.train_name(train));
        let text = format!("{} has a combined train {}.", self.name(company), name.unwrap_or_default());
        ev.push(Event::Note { text: text.into() });
        Ok(())
    }

    pub(super) fn play_combine_step(
        &mut self,
        company: CompanyId,
        action: &Action,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        match *action {
            Action::Choose { option } => self.combine(company, option, ev),
            Action::Pass => self.leave_step(company, Step::Combine, ev),
            _ => Err(Refusal::rule("18ESP-4-03", "now trains may be combined")),
        }
    }
}
