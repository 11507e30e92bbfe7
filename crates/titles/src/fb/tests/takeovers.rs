//! 3.2.3, 3.2.5: presidencies that pass where two rules meet.

use super::table::*;
use crate::fb::states::Standing;
use ferrata_engine::action::{Action, Party};
use ferrata_engine::money::Money;
use ferrata_engine::shares::Holder;

/// Rules: 18FB-G-28, 18FB-3.2.5-01, 18FB-3.2.3-02, 18FB-3.2.3-05
#[test]
fn the_share_that_comes_with_a_card_may_take_a_presidency() {
    let at = |rival: u8| {
        format!(
            "phase = \"PH3\"\n[seat.B]\ncash = 400\n[deposit]\nLdA = 120\n[company.LdA]\nplace = \"F3\"\nshares = \"A 20, B {rival}, reserve 10\"\ndirector = \"A\"\nstations = [\"F31\"]\n[round.stock]\nseat = \"B\"\n"
        )
    };
    for edition in ["PA23", "2006"] {
        let mut table = read(edition, &[], &at(20));
        table.play(buy_card(B, "Valadous", 125));
        assert_eq!(
            (table.held("LdA", B), table.president("LdA"), table.seat()),
            (30, Some(A), C),
            "30 to 20"
        );
        let mut table = read(edition, &[], &at(30));
        table.play(buy_card(B, "Valadous", 125));
        assert_eq!((table.held("LdA", B), table.president("LdA")), (40, Some(B)), "40 to 20");
        assert_eq!((table.owner("LdA"), table.deposit("LdA")), (Holder::Pool, 0));
        assert_eq!((table.standing("LdA"), table.seat()), (Standing::Frozen, B), "B is asked at once");
        table.pass();
        assert_eq!(table.seat(), C, "the card was B's action");
    }
}

/// Rules: 18FB-3.2.1-02, 18FB-G-87, 18FB-G-72
#[test]
fn whoever_sold_the_last_shares_of_a_national_does_not_buy_its_certificate_at_once() {
    let text = "phase = \"PH6\"\n[company.RM]\nplace = \"F3\"\nshares = \"A 10, RM 90\"\ndirector = \"RM\"\ncaretaker = \"A\"\noperated = true\nstations = [\"X7\"]\n[round.stock]\nseat = \"A\"\n";
    let certificate = |seat, price: i32| Action::Buy {
        buyer: Party::Seat(seat),
        company: company("RM"),
        percent: 20,
        from: Party::Company(company("RM")),
        price: Money(price),
    };
    let mut table = pa23(text);
    table.play(sell(A, "RM", 10));
    let price = table.price("RM") * 2;
    assert_eq!(table.president("RM"), None);
    assert_eq!(table.refused(certificate(A, price)), "18FB-3.2.1-02");
    table.pass();
    table.play(certificate(B, price));
    assert_eq!(table.president("RM"), Some(B));
}

/// Rules: 18FB-3.4.10-05, 18FB-G-72
#[test]
fn whoever_leads_a_national_by_most_shares_keeps_them_in_its_emergency() {
    // RM lacks 300 for its train; a share of FB brings 50.
    let at = |shares: &str| {
        format!(
            "phase = \"PH6\"\n[seat.A]\ncash = 0\n[company.RM]\nplace = \"F3\"\nshares = \"{shares}\"\ndirector = \"RM\"\ncaretaker = \"A\"\noperated = true\ntreasury = 380\nstations = [\"X7\"]\n[company.FB]\nplace = \"F3\"\nshares = \"A 20, B 40\"\nstate = \"definitive\"\noperated = true\nstations = [\"I30\"]\n[round.operating]\ncompany = \"RM\"\nstep = \"trains\"\n"
        )
    };
    let mut table = pa23(&at("A 10, B 10, C 10, D 10, pool 40, RM 20"));
    assert_eq!(table.seat(), A);
    assert!(table.offers(&sell(A, "FB", 20)), "stock of others");
    assert_eq!(table.refused(sell(A, "RM", 10)), "18FB-3.4.10-02", "B would lead RM");
}
