//! 18FB: railways in the south of Italy. The board is here; the game is not playable yet.

pub mod data;
