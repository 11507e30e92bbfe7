//! 18FB, Ferrovie Borboniche: railways in the Kingdom of Naples. The board is here; the game is not playable yet.

pub mod data;
