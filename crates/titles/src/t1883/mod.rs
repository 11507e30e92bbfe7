//! 1883: secondary railways in Emilia. The board is here; the game is not playable yet.

pub mod data;
