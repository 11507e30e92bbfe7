//! 2.5.4 Slots: home bases and reserved slots are kept for their companies, Bourbon tokens for whoever uses their card.

use crate::fb::Game;
use crate::fb::fixed::{Claim, Claimant};
use crate::fb::states::State;
use ferrata_engine::decision::Play;
use ferrata_engine::event::{Event, Events};
use ferrata_engine::id::{CardId, CompanyId, HexId};
use ferrata_engine::tile::StopKind;

impl Game {
    /// All cities on the board: hex and stop.
    pub(in crate::fb) fn cities(&self) -> impl Iterator<Item = (HexId, u8)> + '_ {
        let board = &self.table.board;
        board.map().ids().flat_map(move |hex| {
            let stops = (0..).zip(&board.face(hex).stops);
            stops.filter(|(_, stop)| stop.kind == StopKind::City).map(move |(at, _)| (hex, at))
        })
    }

    /// The kind of a stop.
    pub(in crate::fb) fn stop_kind(&self, hex: HexId, stop: u8) -> Option<StopKind> {
        self.table.board.face(hex).stops.get(usize::from(stop)).map(|stop| stop.kind)
    }

    /// The stop at which a slot that is kept lies now: tiles join the stops that are printed.
    pub(in crate::fb) fn stop_now(&self, hex: HexId, printed: u8) -> u8 {
        printed.min((self.table.board.face(hex).stops.len() as u8).saturating_sub(1))
    }

    /// Whether a slot is still kept.
    pub(in crate::fb) fn is_open(&self, claim: &Claim) -> bool {
        match claim.by {
            Claimant::Company(company) => self.keeps(company, claim),
            // 18FB-G-22: until it is replaced, or PH5 begins.
            Claimant::Bourbon(card) => {
                let replaced = self.card(card).used;
                !replaced && (self.bourbon() || self.fixed.switches.bourbon_tokens_stay)
            }
        }
    }

    /// 18FB-2.5.4-05, 18FB-2.5.4-06: a home base or reserved slot, until the company's token lies there. 18FB-G-104: a token in
    /// a Bourbon slot of the same city leaves it kept. 18FB-G-74, 18FB-G-84: a company that has left the game keeps none.
    fn keeps(&self, company: CompanyId, claim: &Claim) -> bool {
        let charter = self.charter(company);
        let stop = self.stop_now(claim.hex, claim.stop);
        let used =
            self.table.board.has_token_at(company, claim.hex, stop) && !charter.by_card.contains(&claim.hex);
        charter.state != State::Closed && !used && !self.lost(company, claim.hex)
    }

    /// 18FB-3.2.2-26, 18FB-3.2.2-28, 18FB-3.2.2-29: reserved slots that a choice gave up.
    fn lost(&self, company: CompanyId, hex: HexId) -> bool {
        let charter = self.charter(company);
        let Some(line) = self.main_line(company) else { return false };
        let by_home = charter.line.is_some() && line.loses == Some(hex);
        let other =
            charter.intermediate.is_some_and(|reached| reached != hex) && line.intermediate.contains(&hex);
        by_home || (other && self.fixed.switches.other_intermediate_is_lost)
    }

    /// How many slots of a stop are kept for others than these.
    fn kept(&self, hex: HexId, stop: u8, but: impl Fn(Claimant) -> bool) -> u8 {
        let claims = self.fixed.places.claims_at(hex).iter();
        let kept = claims
            .filter(|claim| self.stop_now(hex, claim.stop) == stop && !but(claim.by) && self.is_open(claim));
        kept.count() as u8
    }

    /// Whether there is a slot that is kept for nobody (18FB-G-64, 18FB-G-97).
    pub(in crate::fb) fn has_free_slot(&self, hex: HexId, stop: u8) -> bool {
        self.table.board.free_slots(hex, stop) > self.kept(hex, stop, |_| false)
    }

    /// 18FB-3.4.2-06: whether a company may use a slot of a stop, a slot kept for itself included; in an off-map area from its
    /// phase on (18FB-2.5.3-08, 18FB-2.7-21).
    pub(in crate::fb) fn slot_open(&self, company: CompanyId, hex: HexId, stop: u8) -> bool {
        let opens = self.fixed.places.opens(hex).is_none_or(|phase| self.reached(phase));
        let own = |by| by == Claimant::Company(company);
        opens && self.table.board.free_slots(hex, stop) > self.kept(hex, stop, own)
    }

    /// The stop of a Bourbon token that a card can replace now.
    pub(in crate::fb) fn bourbon_slot(&self, card: CardId) -> Option<(HexId, u8)> {
        let claims = self.fixed.places.claims().iter();
        let mut own = claims.filter(|claim| claim.by == Claimant::Bourbon(card) && self.is_open(claim));
        let claim = own.next()?;
        let stop = self.stop_now(claim.hex, claim.stop);
        (self.table.board.free_slots(claim.hex, stop) > 0).then_some((claim.hex, stop))
    }

    /// 18FB-3.4.2-07, 18FB-3.4.2-08, 18FB-2.5.3-13: whether a company has a token in the place of a hex.
    pub(in crate::fb) fn in_place(&self, company: CompanyId, hex: HexId) -> bool {
        let board = &self.table.board;
        let other = self.fixed.places.other_half(hex).filter(|_| self.one_napoli(company));
        board.has_token(company, self.fixed.places.slots_of(hex))
            || other.is_some_and(|half| board.has_token(company, half))
    }

    /// 18FB-2.5.3-12, 18FB-2.5.3-15, 18FB-2.5.3-16: whether Napoli is one city for a company.
    pub(in crate::fb) fn one_napoli(&self, company: CompanyId) -> bool {
        self.fixed.switches.napoli_one_city && self.fixed.regional(company).is_none()
    }

    /// The tokens on a company's charter: those that do not lie on the map (18FB-2.5.4-10: there are no others).
    pub(in crate::fb) fn tokens_left(&self, company: CompanyId) -> u8 {
        let printed = self.fixed.parts.company_spec(company).map_or(0, |spec| spec.tokens.len());
        let placed = self.table.board.tokens_of(company).count();
        let gone = self.charter(company).state == State::Closed;
        if gone { 0 } else { printed.saturating_sub(placed) as u8 }
    }

    /// A token goes from the charter to a stop.
    pub(in crate::fb) fn put_token(
        &mut self,
        company: CompanyId,
        hex: HexId,
        stop: u8,
        events: &mut Events,
    ) -> Play {
        self.table.board.place(company, hex, stop)?;
        events.push(Event::Token { company, hex, placed: true });
        Ok(())
    }
}
