//! Tokens on the board: a slot holds one, and no stop holds more than it has slots.

use super::{Board, StopMap};
use crate::hash::stable_hash;
use crate::id::{CompanyId, HexId};
use crate::refusal::Refusal;
use crate::say;
use smallvec::SmallVec;

/// The slot of a token that lies beside the slots of its stop and takes none of them.
pub const EXTRA_SLOT: u8 = u8::MAX;

/// A company's token on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Token {
    /// Where.
    pub hex: HexId,
    /// At which stop of the hex.
    pub stop: u8,
    /// In which slot of the stop; tokens that share a slot are stacked in it.
    pub slot: u8,
    /// Whose.
    pub company: CompanyId,
}

impl Board {
    /// All tokens, in the order of the map.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The tokens of a company, in the order of the map.
    pub fn tokens_of(&self, company: CompanyId) -> impl Iterator<Item = Token> + '_ {
        self.tokens.iter().copied().filter(move |token| token.company == company)
    }

    /// The tokens on a hex.
    pub fn tokens_at(&self, hex: HexId) -> &[Token] {
        let start = self.tokens.partition_point(|token| token.hex < hex);
        let rest = self.tokens.get(start..).unwrap_or_default();
        rest.get(..rest.partition_point(|token| token.hex == hex)).unwrap_or_default()
    }

    /// Whether a company has a token on a hex.
    pub fn has_token(&self, company: CompanyId, hex: HexId) -> bool {
        self.tokens_at(hex).iter().any(|token| token.company == company)
    }

    /// Whether a company has a token at a stop.
    pub fn has_token_at(&self, company: CompanyId, hex: HexId, stop: u8) -> bool {
        self.tokens_at(hex).iter().any(|token| token.company == company && token.stop == stop)
    }

    /// The slots of a stop.
    pub fn slots(&self, hex: HexId, stop: u8) -> u8 {
        self.face(hex).stops.get(stop as usize).map_or(0, |stop| stop.slots)
    }

    /// The lowest slot of a stop in which no token lies.
    pub fn free_slot(&self, hex: HexId, stop: u8) -> Option<u8> {
        let taken = |slot: &u8| self.tokens_at(hex).iter().any(|t| t.stop == stop && t.slot == *slot);
        (0..self.slots(hex, stop)).find(|slot| !taken(slot))
    }

    /// How many slots of a stop hold no token.
    pub fn free_slots(&self, hex: HexId, stop: u8) -> u8 {
        let taken = |slot: &u8| self.tokens_at(hex).iter().any(|t| t.stop == stop && t.slot == *slot);
        (0..self.slots(hex, stop)).filter(|slot| !taken(slot)).count() as u8
    }

    /// Whether a stop has slots, all of them hold tokens, and none of these is the company's: its trains
    /// end here.
    pub fn city_full_for(&self, company: CompanyId, hex: HexId, stop: u8) -> bool {
        let here = self.tokens_at(hex);
        if here.is_empty() || self.slots(hex, stop) == 0 {
            return false;
        }
        !here.iter().any(|token| token.stop == stop && token.company == company)
            && self.free_slot(hex, stop).is_none()
    }

    /// Places a token in the lowest free slot of a stop.
    pub fn place(&mut self, company: CompanyId, hex: HexId, stop: u8) -> Result<(), Refusal> {
        match self.free_slot(hex, stop) {
            Some(slot) => self.insert(Token { hex, stop, slot, company }),
            None => Err(Refusal::plain(say!("this place has no free slot for a token"))),
        }
    }

    /// Places a token on top of another one, sharing its slot (18ESP: MZ and MZA in Madrid).
    pub fn stack(&mut self, company: CompanyId, on: Token) -> Result<(), Refusal> {
        if !self.tokens.contains(&on) {
            return Err(Refusal::plain(say!("there is no such token to lie on")));
        }
        self.insert(Token { company, ..on })
    }

    /// Places a token beside the slots of a stop: it takes none of them.
    pub fn place_extra(&mut self, company: CompanyId, hex: HexId, stop: u8) -> Result<(), Refusal> {
        if self.face(hex).stops.get(stop as usize).is_none() {
            return Err(Refusal::plain(say!("there is no such stop")));
        }
        self.insert(Token { hex, stop, slot: EXTRA_SLOT, company })
    }

    /// Takes a token off the board. False if there is none.
    pub fn remove(&mut self, company: CompanyId, hex: HexId, stop: u8) -> bool {
        let here = |t: &Token| (t.company, t.hex, t.stop) == (company, hex, stop);
        let Some(at) = self.tokens.iter().position(here) else { return false };
        let token = self.tokens.remove(at);
        self.fingerprint ^= stable_hash(&(2_u8, token));
        true
    }

    /// Takes all tokens of a company off the board and says where they lay.
    pub fn remove_all(&mut self, company: CompanyId) -> Vec<Token> {
        let gone: Vec<Token> = self.tokens_of(company).collect();
        for token in &gone {
            self.remove(company, token.hex, token.stop);
        }
        gone
    }

    /// Puts a token of one company in the very slot of another's.
    pub fn replace(&mut self, old: Token, company: CompanyId) -> Result<(), Refusal> {
        if self.has_token_at(company, old.hex, old.stop) {
            return Err(Refusal::plain(say!("the company already has a token in this place")));
        }
        let at = self.tokens.iter().position(|token| *token == old);
        let Some(at) = at else { return Err(Refusal::plain(say!("there is no such token to replace"))) };
        self.fingerprint ^= stable_hash(&(2_u8, old));
        self.tokens.remove(at);
        self.insert(Token { company, ..old })
    }

    /// Moves a token to another stop of its hex.
    pub fn shift(&mut self, token: Token, stop: u8) -> Result<(), Refusal> {
        if token.stop == stop {
            return Ok(());
        }
        let Some(slot) = self.free_slot(token.hex, stop) else {
            return Err(Refusal::plain(say!("this place has no free slot for a token")));
        };
        if !self.remove(token.company, token.hex, token.stop) {
            return Err(Refusal::plain(say!("there is no such token to move")));
        }
        self.insert(Token { stop, slot, ..token })
    }

    /// The same board without tokens.
    pub(crate) fn without_tokens(&self) -> Board {
        let mut bare = self.clone();
        for token in &self.tokens {
            bare.remove(token.company, token.hex, token.stop);
        }
        bare
    }

    /// Lets a token lie where it says.
    pub(crate) fn set_token(&mut self, token: Token) {
        // Refused only if it lies there already.
        let _ = self.insert(token);
    }

    fn insert(&mut self, token: Token) -> Result<(), Refusal> {
        if self.has_token_at(token.company, token.hex, token.stop) {
            return Err(Refusal::plain(say!("the company already has a token in this place")));
        }
        let at = self.tokens.partition_point(|earlier| *earlier < token);
        self.tokens.insert(at, token);
        self.fingerprint ^= stable_hash(&(2_u8, token));
        Ok(())
    }

    /// The tokens of a hex follow their stops to a new tile: those of one slot stay together, second ones
    /// of a company and those of vanished stops leave the board.
    pub(super) fn move_tokens(&mut self, hex: HexId, stops: StopMap) -> SmallVec<[Token; 2]> {
        let mut doubled = SmallVec::new();
        let old: SmallVec<[Token; 8]> = SmallVec::from_slice(self.tokens_at(hex));
        if old.is_empty() {
            return doubled;
        }
        for token in &old {
            self.remove(token.company, hex, token.stop);
        }
        let mut moved: SmallVec<[(Token, Token); 8]> = SmallVec::new();
        for token in old {
            let Some(stop) = stops.get(token.stop) else {
                doubled.push(token);
                continue;
            };
            let under = moved.iter().find(|(from, _)| (from.stop, from.slot) == (token.stop, token.slot));
            let slot = match under {
                _ if token.slot == EXTRA_SLOT => EXTRA_SLOT,
                Some((_, to)) => to.slot,
                None => self.free_slot(hex, stop).unwrap_or(EXTRA_SLOT),
            };
            let to = Token { stop, slot, ..token };
            match self.insert(to) {
                Ok(()) => moved.push((token, to)),
                Err(_) => doubled.push(token),
            }
        }
        doubled
    }
}
