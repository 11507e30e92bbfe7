//! 18ESP: railways of two gauges in Spain.

pub mod data;
