//! Choices: one type of action with many meanings, which what was done before and what is chosen tell apart.

use super::{Import, Wrong, kind_of, name};
use crate::error::Error;
use crate::record::{Entity, Recorded, What};
use crate::table::Table;
use ferrata_engine::action::Action;
use ferrata_engine::name::{CompanyName, OptionName, TrainName};
use ferrata_engine::shares::Holder;
use ferrata_engine::turn::Title;
use ferrata_engine::view::Asked;
use ferrata_titles::esp::Game;
use serde_json::{Map, Value};

/// The copy of the train that goes with private 2.
pub(super) const TRAIN_OF_PRIVATE_2: &str = "2-0";

/// Whether a choice can be the one about the side of the train of private 2.
fn about_side(action: &Recorded, company: CompanyName, text: &str) -> bool {
    let of_company =
        matches!(&action.entity, Entity::Company(name) if name == company.as_str() || name == "P2");
    of_company && (text == "2" || text == "1+2")
}

impl Import {
    pub(super) fn choose(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        choice: &Value,
    ) -> Result<(), Wrong> {
        let text = match choice {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        if let Some(with) = self.merging.take() {
            return self.take_over(table, action, with, Some(&text));
        }
        if let Some(company) = self.side_is_asked.take().filter(|company| about_side(action, *company, &text))
        {
            return self.choose_side(table, action, company, &text);
        }
        let text = match &action.entity {
            Entity::Company(card) if card == "P4" => format!("P4 {text}"),
            _ => {
                self.operating(table, action)?;
                if text.parse::<u8>().is_ok() { self.tender(table, action, &text)? } else { text }
            }
        };
        let option = OptionName(name(&text, &action.place)?);
        Ok(self.reach(table, &Action::Choose { option })?)
    }

    /// A minor, and a company that bought private 2 after its train had rusted, have no choice.
    fn choose_side(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        company: CompanyName,
        text: &str,
    ) -> Result<(), Wrong> {
        let side = name(text, &action.place)?;
        let choose = Action::Choose { option: OptionName(side) };
        if table.state.asked() == Asked::Card {
            table.play(&choose)?;
        }
        self.pieces_mut().train_bought(TRAIN_OF_PRIVATE_2, company, TrainName(side));
        Ok(())
    }

    /// The train that gets the tender: the site counts only those that can run.
    fn tender(&self, table: &mut Table<Game>, action: &Recorded, text: &str) -> Result<String, Wrong> {
        self.pass_to(table, Asked::Run)?;
        let trains = table.state.running_trains();
        let at = text.parse::<usize>().ok().and_then(|at| trains.get(at));
        let at =
            at.ok_or_else(|| Error::bad(&action.place, format!("there is no train {text} that runs")))?;
        Ok(at.to_string())
    }

    /// A takeover is played with the choice about the token, if the site asks for one: it does not where there is
    /// nothing to choose.
    pub(super) fn merge(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        ahead: &[&Recorded],
        with: CompanyName,
    ) -> Result<(), Wrong> {
        let next = action.then.iter().chain(ahead.iter().copied()).find(|next| next.what != What::Pass);
        let chooses = |next: &Recorded| match &next.what {
            What::Choose { choice } => {
                next.entity == action.entity && (choice == "map" || choice == "charter")
            }
            _ => false,
        };
        if next.is_some_and(chooses) {
            self.merging = Some(with);
            return Ok(());
        }
        self.take_over(table, action, with, None)
    }

    /// The takeover itself and what becomes of the minor's token.
    fn take_over(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        with: CompanyName,
        choice: Option<&str>,
    ) -> Result<(), Wrong> {
        let into = self.operating(table, action)?;
        let unsold = |state: &Game| {
            let company = state.parts().company(into);
            company.map_or(0, |company| state.shares().percent(company, Holder::Offering))
        };
        let before = unsold(&table.state);
        self.reach(table, &Action::Merge { with, into })?;
        let choose = Action::Choose { option: OptionName(name(choice.unwrap_or("charter"), &action.place)?) };
        if table.state.asked() == Asked::Choice {
            table.play(&choose)?;
        }
        if unsold(&table.state) < before {
            self.pieces_mut().last_share_left(into);
        }
        self.pieces_mut().taken_over(with, into);
        Ok(())
    }

    pub(super) fn combine(
        &mut self,
        table: &mut Table<Game>,
        action: &Recorded,
        rest: &Map<String, Value>,
    ) -> Result<(), Wrong> {
        let place = &action.place;
        let text = |key: &str| {
            let text = rest.get(key).and_then(Value::as_str);
            text.ok_or_else(|| Error::bad(place, format!("it does not say \"{key}\"")))
        };
        let company = self.operating(table, action)?;
        let (base, side) = (text("base")?, text("additional_train_variant")?);
        let owned = self.pieces.train_owner(base).map(|(_, train)| train.to_string());
        let main = owned.unwrap_or_else(|| kind_of(base).to_owned());
        let option = OptionName(name(&format!("{main} & {side}"), place)?);
        let before = table.state.trains(company);
        self.reach(table, &Action::Choose { option })?;
        let mut after = table.state.trains(company);
        for train in before {
            after.iter().position(|other| *other == train).map(|at| after.remove(at));
        }
        if let Some(combined) = after.first() {
            self.pieces_mut().train_combined(base, *combined);
        }
        Ok(())
    }

    /// A destination is claimed in the company's own turn, before which whoever operates ahead of it has ended theirs;
    /// to claim it again changes nothing.
    pub(super) fn claim(&mut self, table: &mut Table<Game>, action: &Recorded) -> Result<(), Wrong> {
        let claim = Action::Choose { option: OptionName::of("destination") };
        let mut later = table.copy();
        if self.operating(&mut later, action).is_ok()
            && later.state.operating_company() == Some(self.company(action)?)
            && later.play(&claim).is_ok()
        {
            self.operating(table, action)?;
            table.play(&claim)?;
        }
        Ok(())
    }

    /// Where the record goes on without a claim, it is put off.
    pub(super) fn put_off_claim(&mut self, table: &mut Table<Game>) -> Result<(), Wrong> {
        if table.state.asked() == Asked::Goal {
            table.play(&Action::Choose { option: OptionName::of("later") })?;
        }
        Ok(())
    }
}
