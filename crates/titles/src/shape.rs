//! What every title has in the same words: the names of its box for sentences, and a box of one's own for tests.

/// Players, money, companies, hexes and cards are called as the box calls them.
macro_rules! names_of_the_box {
    ($game:ty) => {
        impl ::ferrata_engine::text::Names for $game {
            fn seat(&self, seat: ::ferrata_engine::id::SeatId) -> ::std::borrow::Cow<'_, str> {
                self.fixed.players.get(seat.index()).map_or("?".into(), |name| name.as_str().into())
            }

            fn money(&self, amount: ::ferrata_engine::money::Money) -> String {
                self.fixed.parts.money(amount)
            }

            fn hex(&self, hex: ::ferrata_engine::name::HexName) -> ::std::borrow::Cow<'_, str> {
                self.fixed.parts.place(hex)
            }
        }

        impl ::ferrata_engine::event::Roster for $game {
            fn company(
                &self,
                company: ::ferrata_engine::id::CompanyId,
            ) -> ::ferrata_engine::name::CompanyName {
                self.fixed.parts.company_name(company)
            }

            fn hex_name(&self, hex: ::ferrata_engine::id::HexId) -> ::ferrata_engine::name::HexName {
                self.fixed.parts.hex_name(hex)
            }

            fn card(&self, card: ::ferrata_engine::id::CardId) -> ::ferrata_engine::name::CardName {
                self.fixed.parts.card_name(card)
            }
        }
    };
}
pub(crate) use names_of_the_box;

/// A game with a box of one's own, and a table under the figures of another box. What is cached is named.
macro_rules! another_box {
    ($game:ident, $cache:ident) => {
        #[cfg(any(test, feature = "kit"))]
        impl $game {
            /// A game with a box of one's own, as far as somebody has to decide.
            pub fn with_parts(
                parts: ::ferrata_engine::components::Components,
                setup: &::ferrata_engine::turn::Setup,
            ) -> Result<$game, ::ferrata_engine::refusal::Refusal> {
                let mut game = $game::new(Fixed::with(parts, setup)?)?;
                ::ferrata_engine::decision::proceed(&mut game, &mut ::ferrata_engine::event::Events::new())?;
                Ok(game)
            }

            /// The beginning of another game with the box of this one.
            pub fn beside(
                &self,
                setup: &::ferrata_engine::turn::Setup,
            ) -> Result<$game, ::ferrata_engine::refusal::Refusal> {
                let mut game = $game::new(self.fixed.beside(setup)?)?;
                ::ferrata_engine::decision::proceed(&mut game, &mut ::ferrata_engine::event::Events::new())?;
                Ok(game)
            }

            /// The same table under the figures of another box.
            pub fn under(&self, other: &$game) -> $game {
                let mut table = self.table.clone();
                table.board = table.board.on(other.fixed.board.clone());
                $game { fixed: other.fixed.clone(), table, $cache: Default::default() }
            }
        }
    };
}
pub(crate) use another_box;
