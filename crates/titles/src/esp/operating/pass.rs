//! §5.2 Mountain passes: built by majors from phase 3 on, once per turn.

use crate::esp::Esp;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::CompanyId;
use ferrata_engine::money::{Account, Money};
use ferrata_engine::name::{Name, OptionName};
use ferrata_engine::refusal::{Refusal, require};
use ferrata_engine::shares::Holder;

/// Private 4, counted from 0.
pub(in crate::esp) const FOURTH: usize = 3;

/// A way to build a pass: which, and whether with private 4.
#[derive(Clone, Copy)]
pub(in crate::esp) struct Building {
    pub(super) pass: usize,
    pub(super) with_private: bool,
}

impl Esp {
    /// The answer that builds a pass: `D12`, or `P4 D12` with private 4.
    pub(super) fn pass_option(&self, building: Building) -> OptionName {
        let hex = self.game.passes.get(building.pass).map(|pass| self.hex_name(pass.hex)).unwrap_or_default();
        let card = self.private(FOURTH).name;
        let text = if building.with_private { format!("{card} {hex}") } else { hex.to_string() };
        OptionName(Name::cut(&text))
    }

    /// All ways in which the company may build a pass now.
    pub(in crate::esp) fn buildings(&self, company: CompanyId) -> impl Iterator<Item = Building> + '_ {
        let all = (0..self.game.passes.len()).flat_map(|pass| [false, true].map(|with| (pass, with)));
        let all = all.map(|(pass, with_private)| Building { pass, with_private });
        all.filter(move |building| self.check_building(company, *building).is_ok())
    }

    fn pass_cost(&self, building: Building) -> Money {
        let Some(pass) = self.game.passes.get(building.pass) else { return Money::ZERO };
        match building.with_private {
            true if pass.hex == self.game.alar_del_rey => Money::ZERO,
            true => pass.cost - self.game.figures.pass_discount,
            false => pass.cost,
        }
    }

    fn check_building(&self, company: CompanyId, building: Building) -> Result<Money, Refusal> {
        let extra = building.with_private && self.game.rules.private_4_extra_pass;
        require(self.phase().passes, "18ESP-5.2-01", || "passes are built from phase 3 on".into())?;
        require(!self.is_minor(company) || extra, "18ESP-5.2-01", || "only majors build passes".into())?;
        let pass = self.game.passes.get(building.pass);
        let pass = pass.ok_or_else(|| Refusal::plain("there is no such pass"))?;
        let open = self.s.passes.is_open(building.pass);
        require(!open, "18ESP-5.2-04", || "this pass is open already".into())?;
        let built = self.or().is_some_and(|or| or.turn.pass);
        require(!built || extra, "18ESP-5.2-04", || "one pass is built in a turn".into())?;
        let owns = self.private_owner(FOURTH) == Holder::Company(company);
        require(!building.with_private || owns, "18ESP-2.2.4-01", || {
            "private 4 is not the company's".into()
        })?;
        let connected = self.reach(company).has_stop(pass.hex, 0);
        require(connected, "18ESP-5.2-02", || "the company is not connected to this pass".into())?;
        let (cost, cash) = (self.pass_cost(building), self.s.ledger.company(company));
        require(cost <= cash, "18ESP-5.2-03", || format!("it costs {cost}, and only {cash} is there"))?;
        Ok(cost)
    }

    pub(super) fn build_pass(
        &mut self,
        company: CompanyId,
        option: OptionName,
        ev: &mut Events,
    ) -> Result<(), Refusal> {
        let ways = (0..self.game.passes.len()).flat_map(|pass| [false, true].map(|with| (pass, with)));
        let ways = ways.map(|(pass, with_private)| Building { pass, with_private });
        let mut named = ways.filter(|building| self.pass_option(*building) == option);
        let building = named.next().ok_or_else(|| Refusal::plain(format!("{option} is no pass to build")))?;
        drop(named);
        let cost = self.check_building(company, building)?;
        self.s.ledger.pay(Account::Company(company), Account::Bank, cost, format!("pass {option}"), ev)?;
        self.s.passes.open(building.pass);
        let text = format!("{} builds the pass {option}.", self.name(company));
        ev.push(Event::Note { text: text.into() });
        if building.with_private {
            self.close_private(FOURTH, ev);
        }
        if !(building.with_private && self.game.rules.private_4_extra_pass) {
            self.turn_mut(|turn| turn.pass = true);
        }
        self.review_destination(company, ev)
    }
}
