//! 2.5 The map: slots and who may use them, what a company reaches, which tiles fit, which lines can be built.
//!
//! | question | module |
//! | --- | --- |
//! | which slot may be used by whom (2.5.4) | [`slots`] |
//! | tile legal routes (3.4.1, 3.5.2), connections (3.6.3) | [`reach`] |
//! | which tiles may be laid (3.4.1) | [`tiles`] |
//! | token legal routes with their costs and towns (3.4.2) | [`lines`] |

pub(super) mod lines;
pub(super) mod reach;
mod slots;
pub(super) mod tiles;
