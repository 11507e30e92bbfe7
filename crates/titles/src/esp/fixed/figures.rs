//! The figures of the rules and the switches of an edition, as `[constants]` has them.

use ferrata_engine::money::Money;
use ferrata_engine::name::{CompanyName, HexName, TrainName};
use serde::Deserialize;

/// The figures of the rules.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Figures {
    /// 18ESP-1.5.1-01: the companies that the standard set-up leaves in the box.
    pub(super) standard_removed: Vec<CompanyName>,
    /// 18ESP-1.5.2-01: how many companies of each class are in play.
    pub(in crate::esp) in_play: InPlay,
    /// 18ESP-1.5.1-07: the percentage of each South major that is set aside (online none, 18ESP-D-07).
    pub(in crate::esp) reserved_share: u8,
    /// 18ESP-4.3-08: the companies that share a circle of Madrid.
    pub(super) shared_circle: [CompanyName; 2],
    /// 18ESP-2.3-03, 18ESP-2.3-06: by how much bids rise, and the price of private 1 falls.
    pub(in crate::esp) auction_step: Money,
    /// 18ESP-1.4-01: a share is this much of a company; prices are per share.
    pub(in crate::esp) share: u8,
    /// 18ESP-3.2-04: nobody may buy beyond this.
    pub(in crate::esp) hold_limit: u8,
    /// 18ESP-3.1-02: no more of a company may lie in the open market.
    pub(in crate::esp) pool_limit: u8,
    /// 18ESP-3.2.1-01, 18ESP-3.2.2-02: the letter of the fields at which companies start.
    pub(super) start_prices: char,
    /// 18ESP-3.2.1-02: a minor costs so many times its value.
    pub(in crate::esp) minor_price: i32,
    /// 18ESP-3.2.2-04: the capital at launch, in par values.
    pub(in crate::esp) launch_capital: i32,
    /// 18ESP-3.2.2-06: the same from phase 5 on.
    pub(in crate::esp) full_capital: i32,
    /// 18ESP-3.2.2-05: the tokens besides the home that are free at launch.
    pub(in crate::esp) launch_tokens: u8,
    /// 18ESP-4.2.1-02: what the second tile action costs.
    pub(in crate::esp) second_tile: Money,
    /// 18ESP-4.2.2-02, 18ESP-4.2.3-06: what dismantling a mine costs.
    pub(in crate::esp) mine_dismantling: Money,
    /// 18ESP-4.5-03: a minor's earnings are so many parts: one for its director, the rest for its treasury.
    pub(in crate::esp) minor_parts: i32,
    /// 18ESP-4.6-02: how many minors a South major may take over; none = without limit (18ESP-D-21).
    pub(in crate::esp) takeovers: Option<u8>,
    /// 18ESP-4.6.1-08: the price of a minor that was never launched.
    pub(in crate::esp) unlaunched_minor: Money,
    /// 18ESP-4.7.2-03: interest on loans, in percent.
    pub(in crate::esp) loan_interest: u32,
    /// 18ESP-4.9-01: how many trains are exported after a cycle.
    pub(in crate::esp) exported_trains: u8,
    /// 18ESP-5.1.2-01: what the first, second … goal brings, in par values.
    pub(in crate::esp) goal_capital: Vec<i32>,
    /// 18ESP-5.1.3-01: how many tokens a goal unlocks.
    pub(in crate::esp) goal_tokens: u8,
    /// 18ESP-5.1.3-01: how many the takeover unlocks.
    pub(in crate::esp) takeover_tokens: u8,
    /// 18ESP-5.2.1-03: a recycled train costs so many times its face value.
    pub(in crate::esp) recycling: i32,
    /// 18ESP-7-01: what triggers the end.
    pub(in crate::esp) end: End,
    /// 18ESP-7-03: how many operating rounds follow the last stock round.
    pub(in crate::esp) last_rounds: u8,
    /// 18ESP-7-04: how many times the runs, and the moves, of North majors count in the very last of them.
    pub(in crate::esp) last_round_factor: i32,
    /// 18ESP-7.1-01: a frozen minor counts so many times its price.
    pub(in crate::esp) frozen_minor: i32,
    pub(in crate::esp) chart_steps: ChartSteps,
    pub(in crate::esp) bonuses: Bonuses,
    pub(super) aranjuez: Aranjuez,
    pub(super) passes: Vec<PassFigures>,
    pub(super) switches: Switches,
}

/// How many companies are in play.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct InPlay {
    pub(in crate::esp) north: usize,
    pub(in crate::esp) south: usize,
    pub(in crate::esp) minors: usize,
}

/// Which train ends the game, and how many of them have to leave the bank.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct End {
    pub(super) train: TrainName,
    pub(in crate::esp) left_bank: u8,
}

/// Steps along the zigzag of the chart.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct ChartSteps {
    /// 18ESP-3.1-04: left, for each share sold.
    pub(in crate::esp) share_sold: i32,
    /// 18ESP-3.3-01: right, if all is sold.
    pub(in crate::esp) sold_out: i32,
    /// 18ESP-4.5-04: right: one column.
    pub(in crate::esp) dividend: i32,
    /// 18ESP-4.5-05: left: one column.
    pub(in crate::esp) withheld: i32,
}

/// Extra pay of routes.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Bonuses {
    /// 18ESP-4.4.3-10.
    pub(in crate::esp) north_south: Money,
    pub(super) north: Vec<HexName>,
    pub(super) south: Vec<HexName>,
    /// 18ESP-4.4.3-11.
    pub(in crate::esp) east_west: Money,
    /// 18ESP-4.4.3-12 (online 18ESP-D-23).
    pub(in crate::esp) both: Money,
}

/// 18ESP-4.2.1-15: the hex of Aranjuez, and the one to which its track must lead.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Aranjuez {
    pub(super) hex: HexName,
    pub(super) madrid: HexName,
}

/// A mountain pass.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct PassFigures {
    pub(super) hex: HexName,
    pub(super) cost: Money,
    pub(super) value: Money,
    pub(super) first_station: Money,
    pub(super) second_station: Money,
    /// The hex at its northern end.
    pub(super) north: HexName,
    /// The hex at its southern end and the side of it, such as `D18 N`.
    pub(super) south: String,
}

/// What an edition does differently in procedure.
#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(deny_unknown_fields)]
pub(in crate::esp) struct Switches {
    /// Bids are multiples of the step above the face value (else only the rise has to be at least the step, 18ESP-D-03).
    pub(in crate::esp) bids_in_steps: bool,
    /// The winner of private 7 gets the certificate that lies beside it (else any that has no par yet, 18ESP-D-06).
    pub(in crate::esp) private_7_names_company: bool,
    /// A move of two from 55 or 380 ends on the last field (else the marker stays, 18ESP-D-09).
    pub(in crate::esp) diagonal_chart_ends: bool,
    /// Interest is fixed, loan by loan, when the money is borrowed (18ESP-D-10).
    pub(in crate::esp) interest_when_borrowed: bool,
    /// The second action costs its fee on a mine too (else not, 18ESP-D-12).
    pub(in crate::esp) second_tile_fee_on_mines: bool,
    /// Private 1 lays a tile beyond the usual ones (18ESP-D-13).
    pub(in crate::esp) private_1_extra_lay: bool,
    /// Others may build in a brown double city before its home company, if a slot stays free for it (18ESP-D-14).
    pub(in crate::esp) stations_in_brown_double_cities: bool,
    /// A pass built with private 4 does not count as the one of the turn, and minors may build it (18ESP-D-16).
    pub(in crate::esp) private_4_extra_pass: bool,
    /// MZ and MZA always share one slot of Madrid (else only if none is free, 18ESP-D-17).
    pub(in crate::esp) shared_circle_always: bool,
    /// Whoever lays the tile of a double city places the token that waits there (18ESP-D-17; else its own director).
    pub(in crate::esp) layer_places_waiting_home: bool,
    /// A route visits no hex with stops twice, double cities excepted (18ESP-D-18).
    pub(in crate::esp) hex_once_per_route: bool,
    /// A route may pass a plain tile on two tracks side by side (18ESP-D-18; else only on tracks that cross).
    pub(in crate::esp) tracks_side_by_side: bool,
    /// A minor's route may end in a pass (18ESP-D-18).
    pub(in crate::esp) minor_ends_in_pass: bool,
    /// The destination may be reached from any station (18ESP-D-20; else only from the home).
    pub(in crate::esp) destination_from_any_station: bool,
    /// Reaching the destination is an entry of its own (18ESP-D-20; else it is seen by itself).
    pub(in crate::esp) destination_is_claimed: bool,
    /// Mine and harbour income is paid with the dividend (else when the trains run).
    pub(in crate::esp) income_with_dividend: bool,
    /// The minor's director must agree to a takeover before phase 5 (else nobody is asked, 18ESP-D-21).
    pub(in crate::esp) takeover_needs_consent: bool,
    /// A minor that is taken over must have run a train (else have had a turn, 18ESP-D-21).
    pub(in crate::esp) takeover_needs_run: bool,
    /// Minors close when phase 5 begins (18ESP-D-22; else they are frozen).
    pub(in crate::esp) minors_close_in_phase_5: bool,
    /// Trains are combined in a step of its own after the purchase of trains (18ESP-D-28).
    pub(in crate::esp) combine_after_trains: bool,
    /// Only trains of opposite gauge combine, and only if the result can run or is not needed (else not, 18ESP-D-28).
    pub(in crate::esp) combine_checked: bool,
    /// A rusted card can be recycled once (else again and again, 18ESP-D-28).
    pub(in crate::esp) recycled_cards_are_used_up: bool,
    /// The duty to own a train asks for one that can be used (else for any, 18ESP-D-29).
    pub(in crate::esp) train_duty_by_gauge: bool,
    /// The purchase of trains is asked about while there is room and any money.
    pub(in crate::esp) trains_asked_with_any_cash: bool,
    /// A director may sell shares before any purchase of a train that they could not pay otherwise, even though the
    /// company need not buy it, and even if that does not raise enough (18ESP-D-29).
    pub(in crate::esp) sale_before_any_train: bool,
    /// A director may add money for another company's train, up to its face value (18ESP-D-29).
    pub(in crate::esp) help_for_company_trains: bool,
    /// A company that can run must run.
    pub(in crate::esp) must_run: bool,
    /// A tie for most is broken by the lowest order card (else by the next player after the old director, 18ESP-D-35).
    pub(in crate::esp) director_by_order_card: bool,
    /// The owner of private 5 is asked for a tender (else not, 18ESP-D-36).
    pub(in crate::esp) tender_needs_consent: bool,
    /// The order of an operating round is fixed when it begins (18ESP-G-51; else prices count turn by turn, 18ESP-D-37).
    pub(in crate::esp) order_fixed_in_round: bool,
    /// A step waits while any private or tender could be bought (else only the first one, 18ESP-D-38).
    pub(in crate::esp) steps_wait_for_privates: bool,
    /// A company buys no train that it cannot use, even if it has another (18ESP-G-52).
    pub(in crate::esp) strict_gauge: bool,
    /// Trains are exported even before the first launch (else not, 18ESP-D-32).
    pub(in crate::esp) export_before_first_launch: bool,
}
