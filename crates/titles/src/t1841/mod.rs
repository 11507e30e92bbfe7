//! 1841: railways in Northern Italy.

pub mod data;
