//! What the two editions do differently, as named switches read from `editions.toml`.

use ferrata_engine::money::Money;
use ferrata_engine::name::{HexName, Name};
use ferrata_engine::refusal::Refusal;
use serde::Deserialize;

/// Which goal a major has besides its destination and the red area.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Goals {
    /// North: a mine and a harbour on one route. South: a takeover.
    ByMap,
    /// Everybody: a harbour.
    Harbour,
}

/// The switches of one edition.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    /// Bids are multiples of 5 (else at least 5 more than the last).
    pub(super) bids_in_steps: bool,
    /// The winner of private 7 gets the certificate that lies beside it (else any that has no par yet).
    pub(super) private_7_names_company: bool,
    /// South majors cannot be started before phase 3.
    pub(super) south_from_phase_3: bool,
    /// From this phase on North majors may start at 95 and 100.
    pub(super) high_start_prices_north_from_phase: u8,
    /// A share of each South major is set aside for its takeover.
    pub(super) reserved_shares: bool,
    /// A move of two from 55 or 380 ends on the last field (else the marker stays).
    pub(super) diagonal_chart_ends: bool,
    /// Interest is fixed, loan by loan, when the money is borrowed.
    pub(super) interest_when_borrowed: bool,
    /// From this phase on North majors have a second tile action.
    pub(super) second_tile_north_from_phase: u8,
    /// The second action costs its fee on a mine too.
    pub(super) second_tile_fee_on_mines: bool,
    /// Private 1 lays a tile beyond the usual ones.
    pub(super) private_1_extra_lay: bool,
    /// The hexes on which private 1 lays; empty: wherever a mine is built or dismantled.
    pub(super) private_1_hexes: Vec<HexName>,
    /// Others may build in a brown double city before its home company, if a slot stays free for it.
    pub(super) stations_in_brown_double_cities: bool,
    /// A pass built with private 4 does not count as the one of the turn, and minors may build it.
    pub(super) private_4_extra_pass: bool,
    /// MZ and MZA always share one slot of Madrid (else only if none is free).
    pub(super) mza_always_stacked: bool,
    /// Whoever lays the tile of a double city places the token that waits there (else its own director).
    pub(super) layer_places_waiting_home: bool,
    /// A route visits no hex with stops twice, double cities excepted.
    pub(super) hex_once_per_route: bool,
    /// A minor's route may end in a pass.
    pub(super) minor_ends_in_pass: bool,
    /// The third goal.
    pub(super) goals: Goals,
    /// The destination may be reached from any station (else only from the home).
    pub(super) destination_from_any_station: bool,
    /// Reaching the destination is an entry of its own (else it is seen by itself).
    pub(super) destination_is_claimed: bool,
    /// Mine and harbour income is paid with the dividend (else when the trains run).
    pub(super) income_with_dividend: bool,
    /// How many minors a major may take over.
    pub(super) takeovers_per_major: u8,
    /// The minor's director must agree (before phase 5).
    pub(super) takeover_needs_consent: bool,
    /// The minor must have run a train (else have had a turn).
    pub(super) takeover_needs_run: bool,
    /// Takeovers go on after phase 5 began.
    pub(super) takeover_from_phase_5: bool,
    /// Minors close when phase 5 begins (else they are frozen).
    pub(super) minors_close_in_phase_5: bool,
    /// What a route that earns both bonuses gets.
    pub(super) both_bonuses: i32,
    /// The last operating round multiplies the totals, and the steps, of North majors.
    pub(super) last_round_factor: i32,
    /// The first run of the train of private 3 visits Madrid too.
    pub(super) first_run_through_madrid: bool,
    /// How many tenders the owner of private 5 may sell.
    pub(super) tenders_for_sale: u8,
    /// Trains are combined in a step of its own after the purchase of trains.
    pub(super) combine_after_trains: bool,
    /// Only trains of opposite gauge combine, and only if the result can run or is not needed.
    pub(super) combine_checked: bool,
    /// A rusted card can be recycled once.
    pub(super) recycled_cards_are_used_up: bool,
    /// The duty to own a train asks for one that can be used.
    pub(super) train_duty_by_gauge: bool,
    /// The purchase of trains is asked about while there is room and any money.
    pub(super) trains_asked_with_any_cash: bool,
    /// A director may sell shares before any purchase of a train that he could not pay otherwise, even though
    /// the company need not buy it, and even if that does not raise enough.
    pub(super) sale_before_any_train: bool,
    /// A director may add money for another company's train, up to its face value.
    pub(super) help_for_company_trains: bool,
    /// A company that can run must run.
    pub(super) must_run: bool,
    /// Trains are exported even before the first launch.
    pub(super) export_before_first_launch: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Editions {
    rulebook: Rules,
    online: Rules,
}

impl Rules {
    /// The switches of an edition, by its name.
    pub(super) fn of(edition: Name) -> Result<Rules, Refusal> {
        let editions: Editions = toml::from_str(include_str!("editions.toml"))
            .map_err(|error| Refusal::plain(format!("editions.toml is faulty: {error}")))?;
        match edition.as_str() {
            "" | "rulebook" => Ok(editions.rulebook),
            "online" => Ok(editions.online),
            other => {
                let known = "18ESP has the editions rulebook and online";
                Err(Refusal::plain(format!("there is no edition {other} of 18ESP; {known}")))
            }
        }
    }

    /// What both bonuses on one route pay together.
    pub(super) fn both_bonuses(&self) -> Money {
        Money(self.both_bonuses)
    }
}
